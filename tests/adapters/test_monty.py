"""pydantic-monty's clients on `fastexec serve --monty`: its own, pydantic-ai's code mode, FastMCP's provider; and clients that
send nonsense, or go."""

from __future__ import annotations

import os
import pathlib
import shlex
import struct
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable
from typing import Any

import pytest
from conftest import has_ended, processes_of
from fastexec.adapters.monty import values
from fastexec.adapters.monty.names import free_names
from fastexec.adapters.monty.schema import ChildEvent, ParentRequest

ISOLATIONS = ("process", "none")


@pytest.fixture
def launcher(tmp_path: pathlib.Path) -> Callable[..., str]:
    """Makes a program for `MONTY_BIN`. (Clients of Monty start it with no environment.)"""

    def made(*options: str) -> str:
        path = tmp_path / "monty"
        command = shlex.join([sys.executable, "-m", "fastexec", "serve", "--monty", *options])
        path.write_text(f'#!/bin/sh\nexport PYTHONPATH={shlex.quote(os.environ.get("PYTHONPATH", ""))}\nexec {command} "$@"\n')
        path.chmod(0o755)
        return str(path)

    return made


def client(program: str, code: str) -> str:
    """What a program prints that uses pydantic-monty. It leaves at once: Monty's own threads may abort the interpreter's end."""
    run = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code) + "\nimport os, sys\nsys.stdout.flush()\nos._exit(0)"],
        env={**os.environ, "MONTY_BIN": program},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout


SYNC = """
    import datetime, decimal
    import pydantic_monty

    def fails(x):
        raise KeyError("q")

    values = {"a": [1, (2.5, None)], "big": -2**100, "day": datetime.date(2020, 1, 2), "dec": decimal.Decimal("1.20"), "set": {1}}
    names = {"double": lambda x: x * 2, "fails": fails, "rate": 1.5}

    with pydantic_monty.Monty() as pool, pool.checkout(limits={"max_feed_duration_secs": 1.0, "max_memory": 300_000_000}) as session:
        def show(code, **given):
            try:
                print(repr(session.feed_run(code, external_lookup=names, **given)))
            except pydantic_monty.MontyError as error:
                print(type(error).__name__, str(error).split(chr(10))[0][:60])
"""


@pytest.mark.parametrize("isolation", ISOLATIONS)
class TestOwnClient:
    def test_values_and_functions(self, launcher: Callable[..., str], isolation: str) -> None:
        shown = client(
            launcher("--isolation", isolation, "--allow", "numpy"),
            SYNC
            + """
        show("given", inputs={"given": values})
        show("double(4) + rate")
        show("x = 5")
        show("x")
        show("return x + 1")
        show("def later():\\n    return double(x)")
        show("later()")
        show("import numpy\\n[numpy.arange(3), numpy.float64(0.5)]")
        show("class Base:\\n    def f(self): return 1\\nclass Inner(Base):\\n    def f(self): return super().f() + 1\\nInner().f()")
        show("a = [1]\\na.append(a)\\na")
        show("try:\\n    fails(1)\\nexcept KeyError as error:\\n    said = repr(error)\\nsaid")
        print(session.feed_run("print('out')"))
    """,
        )
        assert shown.splitlines() == [
            "{'a': [1, (2.5, None)], 'big': -1267650600228229401496703205376, 'day': datetime.date(2020, 1, 2), 'dec': Decimal('1.20'), 'set': {1}}",
            "9.5",
            "None",
            "5",
            "6",
            "None",
            "10",
            "[[0, 1, 2], 0.5]",
            "2",
            "[1, '[...]']",
            '"KeyError(\'q\')"',
            "out",
            "None",
        ]

    def test_errors(self, launcher: Callable[..., str], isolation: str) -> None:
        shown = client(
            launcher("--isolation", isolation),
            SYNC
            + """
        show("1 / 0")
        show("1 +")
        show("nothing")
        show("nothing(1)")
        show("open('/etc/passwd')")
        show("import os")
        show("class Own(Exception): pass\\nraise Own('x')")
        try:
            session.feed_run("while True: pass")
        except pydantic_monty.MontyRuntimeError as error:
            print("MontyRuntimeError", str(error)[:42])
        show("[0] * 10**9")
        show("def f(): return f()\\nf()")
        show("x", inputs={"x": 1}, cwd="/data")
        show("'it goes on'")
        for call in (session.dump, lambda: session.install_dependencies(["numpy"])):
            try:
                call()
            except pydantic_monty.MontyRuntimeError as error:
                print(error)
    """,
        )
        assert shown.splitlines() == [
            "MontyRuntimeError ZeroDivisionError: division by zero",
            "MontySyntaxError invalid syntax",
            "MontyRuntimeError NameError: The variable `nothing` is not defined.",
            "MontyRuntimeError NameError: name 'nothing' is not defined",
            "MontyRuntimeError NameError: Forbidden function evaluation: 'open' is not amon",
            "MontyRuntimeError ImportError: Import of os is not allowed. Authorized imports",
            "MontyRuntimeError Exception: Own: x",
            "MontyRuntimeError TimeoutError: feed time limit exceeded: 1.",
            "MontyRuntimeError MemoryError: memory limit exceeded",
            "MontyRuntimeError RecursionError: maximum recursion depth exceeded",
            "MontyRuntimeError RuntimeError: fastexec has no mounts and no working director",
            "'it goes on'",
            "RuntimeError: fastexec keeps sessions in their process: they can be neither dumped nor loaded",
            "RuntimeError: fastexec installs nothing: allow installed packages with `fastexec serve --allow MODULE`",
        ]

    def test_type_check(self, launcher: Callable[..., str], isolation: str) -> None:
        shown = client(
            launcher("--isolation", isolation),
            SYNC
            + '''
        stubs = "def double(x: int) -> int: ...\\nrate: float"
    with pydantic_monty.Monty() as pool, pool.checkout(type_check=True, type_check_stubs=stubs) as session:
        show("1 + 1")
        show("undefined_name + 1")
        show("double(2)")
        show("known = double\\nknown(rate)")
        show("undefined_name + 1", skip_type_check=True)
        show("'it goes on'")
    ''',
        )
        assert shown.splitlines() == [
            "2",
            "MontyTypingError InterpreterError: The variable `undefined_name` is not defin",
            "4",
            "3.0",
            "MontyRuntimeError NameError: The variable `undefined_name` is not defined.",
            "'it goes on'",
        ]

    def test_async(self, launcher: Callable[..., str], isolation: str) -> None:
        """Calls that the code gathers are all under way before the first one ends."""
        shown = client(
            launcher("--isolation", isolation),
            """
            import asyncio
            import pydantic_monty

            async def main():
                log = []

                async def double(x):
                    log.append(f"start {x}")
                    await asyncio.sleep(0.1)
                    log.append(f"end {x}")
                    return x * 2

                async def feed(code):
                    print(await session.feed_run(code, external_lookup={"double": double}))

                async with pydantic_monty.AsyncMonty() as pool, pool.checkout() as session:
                    await feed("await double(1)")
                    log.clear()
                    await feed("import asyncio\\nawait asyncio.gather(double(1), double(2))")
                    print(log)
                    log.clear()
                    await feed("async def twice(x):\\n    return await double(await double(x))\\nawait asyncio.gather(twice(1), twice(2))")
                    print(log[:2], len(log))

            asyncio.run(main())
            """,
        )
        gathered = ["2", "[2, 4]", "['start 1', 'start 2', 'end 1', 'end 2']", "[4, 8]", "['start 1', 'start 2'] 8"]
        assert shown.splitlines() == gathered


class TestFrameworks:
    def test_code_mode(self, launcher: Callable[..., str]) -> None:
        """pydantic-ai: tools that are gathered, what was printed, variables that last, a check first, errors that the model gets."""
        shown = client(
            launcher("--allow", "numpy"),
            '''
            import asyncio
            from pydantic_ai import Agent
            from pydantic_ai.messages import ModelResponse, TextPart, ToolCallPart
            from pydantic_ai.models.function import FunctionModel
            from pydantic_ai_harness import CodeMode

            CODES = ["import nump", """import asyncio
            import numpy as np
            class Base:
                def mean(self, xs):
                    return float(np.mean(xs))
            class Mean(Base):
                def mean(self, xs):
                    return super().mean(xs)
            def cities():
                yield from ["Lisbon", "Bergen"]
            found = await asyncio.gather(*(temperature(city=city) for city in cities()))
            print(found)
            Mean().mean(found)""", "found[1]", "await temperature(city='Atlantis')"]

            def model(messages, info):
                step = sum(isinstance(message, ModelResponse) for message in messages)
                content = messages[-1].parts[-1].content
                print(content if not isinstance(content, str) else content.split(chr(10))[-1])
                if step < len(CODES):
                    code = CODES[step].replace(chr(10) + " " * 12, chr(10))
                    return ModelResponse(parts=[ToolCallPart(tool_name=info.function_tools[0].name, args={"code": code})])
                return ModelResponse(parts=[TextPart("done")])

            agent = Agent(FunctionModel(model), capabilities=[CodeMode()])

            @agent.tool_plain
            async def temperature(city: str) -> float:
                return {"Lisbon": 18.0, "Bergen": 6.5}[city]

            print(agent.run_sync("go").output)
            ''',
        )
        lines = shown.splitlines()
        assert lines[0] == "go" and lines[1] == "  host: the module `nump` is not installed" and lines[-2:] == ["KeyError: 'Atlantis'", "done"]
        assert lines[2:4] == ["{'output': '[18.0, 6.5]\\n', 'result': 12.25}", "6.5"]

    def test_fastmcp(self, launcher: Callable[..., str]) -> None:
        shown = client(
            launcher("--allow", "numpy"),
            """
            import asyncio
            from fastmcp import Client, FastMCP
            from fastmcp.experimental.transforms.code_mode import CodeMode

            server = FastMCP("adder", transforms=[CodeMode()])

            @server.tool
            def add(a: int, b: int) -> int:
                return a + b

            async def ask(code):
                async with Client(server) as client:
                    return (await client.call_tool("execute", {"code": code})).content[0].text

            code = "import numpy\\nfound = await call_tool('add', {'a': 1, 'b': 2})\\nreturn int(numpy.square(found['result']))"
            print(asyncio.run(ask(code)))
            """,
        )
        assert shown == "9\n"


class Wire:
    """A client without manners."""

    def __init__(self, program: str) -> None:
        pipe = subprocess.PIPE
        self.process = subprocess.Popen([program, "subprocess"], stdin=pipe, stdout=pipe, stderr=pipe, env={})
        assert self.process.stdin is not None and self.process.stdout is not None
        self._stdin, self._stdout = self.process.stdin, self.process.stdout

    def bytes(self, data: bytes) -> None:
        self._stdin.write(data)
        self._stdin.flush()

    def send(self, kind: str, **fields: Any) -> None:
        request = ParentRequest()
        message = getattr(request, kind)
        message.SetInParent()
        for name, value in fields.items():
            setattr(message, name, value)
        self.bytes(framed(request.SerializeToString()))

    def read(self) -> Any:
        head = self._stdout.read(4)
        return ChildEvent.FromString(self._stdout.read(struct.unpack("<I", head)[0])) if head else None

    def ask(self, kind: str, **fields: Any) -> tuple[str, str]:
        """Kind of the answer, and the message of an error."""
        self.send(kind, **fields)
        event = self.read()
        return event.WhichOneof("kind"), event.error.exception.message or event.fatal_error.message

    def close(self) -> int:
        self._stdin.close()
        return self.process.wait(30)


def framed(data: bytes) -> bytes:
    return struct.pack("<I", len(data)) + data


class TestBadClients:
    @pytest.mark.parametrize(
        ("data", "said", "code"),
        [
            (b"\xff" * 100, ["malformed request frame: frame of 4294967295 bytes exceeds maximum of 268435456 bytes"], 70),
            (b"GET", ["malformed request frame: stream ended mid-frame"], 70),
            (struct.pack("<I", 100) + b"abc", ["malformed request frame: stream ended mid-frame"], 70),
            (framed(b""), ["protocol violation: request has no kind"], 0),
            (b"", [], 0),
        ],
    )
    def test_garbage(self, launcher: Callable[..., str], data: bytes, said: list[str], code: int) -> None:
        wire = Wire(launcher("--isolation", "none"))
        wire.bytes(data)
        wire._stdin.close()
        events = iter(wire.read, None)
        assert [event.error.exception.message or event.fatal_error.message for event in events] == said
        assert wire.process.wait(30) == code

    def test_out_of_turn(self, launcher: Callable[..., str]) -> None:
        wire = Wire(launcher("--isolation", "none"))
        wire.bytes(framed(b"\xff" * 9))
        assert wire.read().error.exception.message.startswith("protocol violation: malformed request: ")
        assert wire.ask("feed", code="1") == ("error", "protocol violation: session has not been configured")
        assert wire.ask("configure", protocol_version=6) == ("ok", "")
        assert wire.ask("configure", protocol_version=6) == ("error", "protocol violation: Configure while a session already exists")
        assert wire.ask("resume_call", call_id=1) == ("error", "protocol violation: resume_call without a question")
        assert wire.ask("feed", code="f(1)") == ("function_call", "")
        assert wire.ask("dump") == ("error", "protocol violation: dump while the code waits for resume_call")
        wire.send("abort_feed")
        assert wire.read().WhichOneof("kind") == "error"
        assert wire.ask("feed", code="f(1)") == ("function_call", "")
        assert wire.ask("reset") == ("ok", "")
        assert wire.ask("configure", protocol_version=5) == ("ok", "")
        assert wire.ask("feed", code="1 + 1") == ("complete", "")
        assert wire.ask("shutdown") == ("ok", "")
        assert wire.process.wait(30) == 0

    def test_other_versions(self, launcher: Callable[..., str]) -> None:
        wire = Wire(launcher("--isolation", "none"))
        assert wire.ask("configure", protocol_version=7) == ("fatal_error", "unsupported protocol version 7: server supports versions 5 to 6")
        assert wire.process.wait(30) == 70

    @pytest.mark.parametrize("isolation", ISOLATIONS)
    @pytest.mark.parametrize("code", ["while True: pass", "f(1)"])
    @pytest.mark.parametrize("killed", [False, True])
    def test_gone(self, launcher: Callable[..., str], isolation: str, code: str, killed: bool) -> None:
        """Nothing is left of it."""
        wire = Wire(launcher("--isolation", isolation))
        assert wire.ask("configure", protocol_version=6) == ("ok", "")
        below = processes_of(wire.process.pid)
        assert bool(below) == (isolation == "process")
        wire.send("feed", code=code)
        time.sleep(0.3)
        if killed:
            wire.process.kill()
        wire.close()
        end = time.monotonic() + 10
        while not all(map(has_ended, below)) and time.monotonic() < end:
            time.sleep(0.05)
        assert all(map(has_ended, below))

    def test_turns_have_a_limit(self, launcher: Callable[..., str]) -> None:
        wire = Wire(launcher("--isolation", "none"))
        request = ParentRequest()
        request.configure.protocol_version = 6
        request.configure.limits.max_turn_duration_micros = 100_000
        wire.bytes(framed(request.SerializeToString()))
        assert wire.read().WhichOneof("kind") == "ok"
        kind, message = wire.ask("feed", code="while True: pass")
        assert kind == "error" and message.startswith("turn time limit exceeded: 0.1") and message.endswith("s > 0.1s")
        assert wire.close() == 0

    def test_what_fastexec_does_not_have(self, launcher: Callable[..., str]) -> None:
        request = ParentRequest()
        request.configure.protocol_version = 6
        request.configure.os_policy.seed.SetInParent()
        wire = Wire(launcher("--isolation", "none"))
        wire.bytes(framed(request.SerializeToString()))
        assert wire.read().error.exception.message == "fastexec does not have this: a seed of random numbers"
        assert wire.close() == 0


class TestParts:
    @pytest.mark.parametrize(
        ("code", "called", "read"),
        [
            ("f(1) + x", {"f"}, {"x"}),
            ("x = 1\nx", set(), set()),
            ("def g():\n    return t(1)\ng()", {"t"}, set()),
            ("[y for y in z]\nawait t(1)", {"t"}, {"z"}),
            ("import os\nos", set(), set()),
            ("def g():\n    global h\n    h = 1\nh", set(), set()),
            ("map(f, xs)\nf(1)", {"map", "f"}, {"f", "xs"}),
            ("1 +", set(), set()),
        ],
    )
    def test_free_names(self, code: str, called: set[str], read: set[str]) -> None:
        assert free_names(code) == (called, read)

    def test_objects_that_lie(self) -> None:
        class Lies(dict):
            __class__ = int

            def items(self):
                raise RuntimeError

        class Raises:
            @property
            def __class__(self):
                raise RuntimeError

        number, arena = values.complete([Lies(a=1), "\ud800", Raises()])
        assert [node.WhichOneof("kind") for node in arena.nodes] == ["str", "int", "dict", "str", "repr", "list"]
        del arena.nodes[4:]
        read = values.Reader(arena, lambda *_: None)
        assert (read[2], read[3], number) == ({"a": 1}, "\\ud800", 5)

    def test_nested_too_deeply(self) -> None:
        deep: list[Any] = []
        for _ in range(100_000):
            deep = [deep]
        with pytest.raises(values.Unsayable, match="nested too deeply"):
            values.complete(deep)
