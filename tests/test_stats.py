"""What a call used and did (`stats`, `last_run`), and printed text as it comes (`on_print`)."""

from __future__ import annotations

import asyncio
import copy
import logging
import pathlib
import pickle
import re
import time
from collections.abc import Callable
from typing import Any

import fastexec
import pytest
from fastexec import ExecutionTimeoutError, InterpreterError, Limits, LocalPythonExecutor, Stats, ToolCall

ENDLESS = Limits(operations=None, while_iterations=None)
WAYS = pytest.mark.parametrize("isolation", [None, "process"])


class Odd(BaseException):
    pass


def executor_of(isolation: Any, tools: dict[str, Any] | None = None, imports: Any = ("json",), **options: Any) -> LocalPythonExecutor:
    executor = LocalPythonExecutor(imports, isolation=isolation, **options)
    executor.send_tools(tools or {})
    return executor


def stats_of(executor: LocalPythonExecutor, code: str, **options: Any) -> Stats:
    stats = executor(code, **options).stats
    return stats


@WAYS
class TestStats:
    def test_a_call(self, isolation):
        executor = executor_of(isolation, {"slow": lambda x: time.sleep(0.05) or x})
        stats = stats_of(executor, "import json\nfrom math import sqrt\nx = [slow(i) for i in range(3)]\nsum(range(10_000))\nx")
        assert executor.last_run == stats
        assert (stats.outcome, stats.limit, stats.refusals) == ("ok", None, ())
        assert stats.operations == executor.state["_operations_count"]["counter"] > 10
        assert stats.imports == ("json", "math")
        assert [call.name for call in stats.tools] == ["slow"] * 3
        assert all(0.05 <= call.seconds < 5 and not call.failed for call in stats.tools)
        assert stats.tool_calls == 3
        assert stats.seconds >= 0.15
        assert 0 < stats.cpu_seconds < stats.seconds
        assert stats.peak_memory_bytes is not None

    def test_each_call_has_its_own(self, isolation):
        executor = executor_of(isolation, {"f": len})
        first, second = stats_of(executor, "import json\nlen('abc')"), stats_of(executor, "1")
        assert (first.imports, second.imports) == (("json",), ())
        assert first.operations > second.operations
        assert executor.last_run == second

    def test_memory(self, isolation):
        executor = executor_of(isolation)
        stats = stats_of(executor, "x = bytearray(30_000_000)\ndel x\n1")
        assert stats.peak_memory_bytes is not None and 30_000_000 <= stats.peak_memory_bytes < 40_000_000
        stats = stats_of(executor, "1")
        assert stats.peak_memory_bytes is not None and stats.peak_memory_bytes < 5_000_000
        assert stats_of(executor_of(isolation, limits=Limits(memory_bytes=None)), "x = bytearray(30_000_000)").peak_memory_bytes is None

    @pytest.mark.parametrize(
        ("code", "outcome", "limit"),
        [
            ("1 / 0", "raised", None),
            ("1 +", "syntax", None),
            ("import os", "refused", None),
            ("while True: pass", "limit", "while_iterations"),
            ("for i in range(10**9): pass", "limit", "operations"),
        ],
    )
    def test_calls_that_fail(self, isolation, code, outcome, limit):
        executor = executor_of(isolation)
        with pytest.raises(InterpreterError):
            executor(code)
        stats = executor.last_run
        assert stats is not None
        assert (stats.outcome, stats.limit) == (outcome, limit)
        assert (stats.operations > 0) == (outcome != "syntax")
        assert stats.refusals == tuple(executor.refusals)
        assert bool(stats.refusals) == (outcome == "refused")

    def test_time_is_over(self, isolation):
        executor = executor_of(isolation, timeout_seconds=0.3)
        with pytest.raises(ExecutionTimeoutError):
            executor("import time\ntime.sleep(30)")
        assert executor.last_run is not None
        assert (executor.last_run.outcome, executor.last_run.limit) == ("limit", "seconds")
        assert executor.last_run.seconds >= 0.3

    def test_refusals_that_were_caught(self, isolation):
        executor = executor_of(isolation)
        stats = stats_of(executor, "try:\n    import os\nexcept ImportError:\n    pass\n1")
        assert stats.outcome == "ok" and len(stats.refusals) == 1 and "Import of os is not allowed" in stats.refusals[0]

    @pytest.mark.parametrize("code", ["import os", "eval('1')", "open('x')", "().__class__.__mro__", "try:\n    eval('1')\nexcept NameError:\n    pass"])
    @pytest.mark.parametrize("check_first", [False, True])
    def test_every_refusal_is_there(self, isolation, code, check_first):
        executor = executor_of(isolation, check_first=check_first)
        ended = stats_of(executor, code).outcome if code.startswith("try") else None
        if ended is None:
            with pytest.raises(InterpreterError) as caught:
                executor(code)
            assert caught.value.kind == "refused"
        assert len(executor.last_run.refusals) == 1
        assert executor.refusals == list(executor.last_run.refusals)
        with pytest.raises(InterpreterError):
            executor("x = (")
        assert executor.refusals == []

    @pytest.mark.parametrize("code", ["missing", "missing()"])
    def test_a_slip_is_no_refusal(self, isolation, code):
        executor = executor_of(isolation)
        with pytest.raises(InterpreterError):
            executor(code)
        assert executor.last_run.refusals == ()

    @pytest.mark.parametrize(
        ("code", "limit"),
        [
            ("raise MemoryError('mine')", None),
            ("raise RecursionError('mine')", None),
            ("raises_memory()", None),
            ("recurses(1)", None),
            ("def f(): return f()\nf()", "recursion"),
            ("def f(): return f()\ntry: f()\nexcept RecursionError: raise", "recursion"),
            ("def f(): return f()\ntry: f()\nexcept RecursionError as e: raise e", "recursion"),
            ("x = bytearray(10**10)", "memory_bytes"),
            ("try: x = [0] * 10**10\nexcept MemoryError: raise", "memory_bytes"),
        ],
    )
    def test_whose_error_it_is(self, isolation, code, limit):
        def raises_memory() -> None:
            raise MemoryError

        def recurses(n: int) -> int:
            raise RecursionError("maximum recursion depth exceeded")

        executor = executor_of(isolation, {"raises_memory": raises_memory, "recurses": recurses})
        with pytest.raises(InterpreterError) as caught:
            executor(code)
        assert (caught.value.limit, caught.value.kind) == (limit, "limit" if limit else "raised")
        if limit is None:
            assert caught.value.host_hint is None

    def test_tools_that_fail(self, isolation):
        def fails() -> None:
            raise KeyError("no")

        executor = executor_of(isolation, {"fails": fails})
        with pytest.raises(InterpreterError, match="KeyError"):
            executor("fails()")
        assert executor.last_run is not None
        assert [(call.name, call.failed) for call in executor.last_run.tools] == [("fails", True)]

    def test_many_calls_of_tools(self, isolation):
        executor = executor_of(isolation, {"f": lambda: 1})
        stats = stats_of(executor, "for i in range(1500): f()")
        assert (len(stats.tools), stats.tool_calls) == (1000, 1500)

    def test_async_tools(self, isolation):
        async def fetch() -> int:
            await asyncio.sleep(0.1)
            return 1

        executor = executor_of(isolation, {"fetch": fetch})
        stats = asyncio.run(executor.arun("await fetch()\nawait fetch()")).stats
        assert stats is not None
        assert stats.tool_calls == 2
        assert all(call.seconds >= 0.1 and not call.failed for call in stats.tools)

    def test_code_cannot_reach_them(self, isolation):
        executor = executor_of(isolation)
        executor.state["_operations_count"] = {"counter": 5}
        stats = stats_of(executor, "_operations_count = {'counter': -1}\nsum(range(10))\n'abc'.upper()")
        assert stats.operations > 3

    def test_cancelled(self, isolation):
        executor = executor_of(isolation, limits=Limits(while_iterations=None, operations=None))

        async def main() -> None:
            executor("1")
            task = asyncio.ensure_future(executor.arun("while True: pass"))
            await asyncio.sleep(0.3)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task

        asyncio.run(main())
        assert executor.last_run is not None
        assert (executor.last_run.outcome, executor.last_run.limit) == ("limit", None)


def test_every_field_is_in_the_table_of_the_page() -> None:
    page = pathlib.Path(__file__).parent.parent / "docs" / "observability.md"
    assert re.findall(r"^\| `(\w+)` \|", page.read_text(encoding="utf-8"), re.M) == list(Stats._fields)


class TestObjects:
    def test_as_data(self):
        output = executor_of(None, {"f": lambda: 1})("f()")
        stats = output.stats
        assert stats is not None
        assert pickle.loads(pickle.dumps(stats)) == stats
        assert pickle.loads(pickle.dumps(output)).stats == stats
        assert copy.deepcopy(output).stats == stats
        assert stats.as_dict()["tools"][0]["name"] == "f"
        assert isinstance(stats.tools[0], ToolCall)
        assert output == fastexec.CodeOutput(1, "", False)
        assert fastexec.CodeOutput(1, "", False).stats.operations == 0

    def test_before_the_first_call(self):
        assert executor_of(None).last_run is None

    def test_calls_inside_of_calls(self):
        executor = executor_of(None)
        inner: list[Any] = []

        def again() -> int:
            inner.append(executor("import json\n2").stats)
            return 2

        executor.send_tools({"again": again})
        stats = stats_of(executor, "from math import sqrt\nx = again()\nx")
        assert inner[0].imports == ("json",)
        assert inner[0].tools == ()
        assert stats.imports == ("math",)
        assert [call.name for call in stats.tools] == ["again"]

    def test_profiled_calls(self):
        executor = executor_of(None)
        assert executor.profile("1 + 1").operations == executor.last_run.operations  # type: ignore[union-attr]

    def test_pool(self):
        with fastexec.Pool(1) as pool:
            stats = pool.submit("sum(range(10))").result().stats
        assert stats is not None and stats.outcome == "ok" and stats.operations > 0


USES: dict[str, Callable[[LocalPythonExecutor], object]] = {
    "call": lambda executor: executor("1 + 1"),
    "state": lambda executor: executor.state.get("kept"),
    "send_variables": lambda executor: executor.send_variables({"more": 1}),
    "function": lambda executor: executor.custom_tools["f"](),
    "snapshot": lambda executor: executor.snapshot(),
}
IN_PRINT = "on_print is called while code runs in the worker, which answers nothing before that has ended: use the executor after the call."


@WAYS
class TestOnPrint:
    def test_pieces_come_when_they_are_printed(self, isolation):
        printed: list[str] = []
        seen: list[str] = []
        executor = executor_of(isolation, {"look": lambda: seen.append("".join(printed))}, on_print=printed.append)
        output = executor("print('a', 1)\nlook()\nprint('b', end='')\nprint('é\\n')")
        assert seen == ["a 1\n"]
        assert "".join(printed) == output.logs == "a 1\nbé\n\n"
        if isolation is None:
            assert printed == ["a 1\n", "b", "é\n\n"]

    def test_while_the_code_runs(self, isolation):
        printed: list[float] = []
        executor = executor_of(isolation, on_print=lambda _text: printed.append(time.monotonic()))
        executor("import time\nfor i in range(3):\n    print(i)\n    time.sleep(0.2)")
        assert time.monotonic() - printed[0] > 0.35

    def test_soon_in_every_run(self, isolation):
        printed: list[float] = []
        executor = executor_of(isolation, on_print=lambda _text: printed.append(time.monotonic()))
        for _ in range(3):
            del printed[:]
            executor("import time\nprint(1)\ntime.sleep(0.8)")
            assert time.monotonic() - printed[0] > 0.4

    def test_what_is_cut_from_the_logs(self, isolation):
        printed: list[str] = []
        executor = executor_of(isolation, on_print=printed.append, max_print_outputs_length=100)
        output = executor("for i in range(5000): print(i)")
        assert "".join(printed) == "".join(f"{i}\n" for i in range(5000))
        assert len(output.logs) < 300

    def test_an_error_of_it_ends_the_run(self, isolation):
        def fails(text: str) -> None:
            raise OSError("disk full")

        executor = executor_of(isolation, on_print=fails, limits=Limits(operations=None, while_iterations=None))
        code = "try:\n    print(1)\n    while True: pass\nexcept BaseException:\n    pass"
        with pytest.raises(InterpreterError, match="on_print failed: OSError: disk full") as caught:
            executor(code)
        assert caught.value.kind == "internal"
        assert isinstance(caught.value.__cause__, OSError)
        assert executor("1").output == 1
        assert executor.last_run is not None and executor.last_run.outcome == "ok"

    def test_nothing_comes_after_its_error(self, isolation):
        def fails(text: str) -> None:
            raise OSError("disk full")

        called: list[int] = []
        executor = executor_of(isolation, {"note": called.append}, on_print=fails)
        with pytest.raises(InterpreterError, match="on_print failed: OSError: disk full"):
            executor("print(1)\nnote(1)\nnote(2)\nwent_on = True")
        assert called == [] and "went_on" not in executor.state

    @pytest.mark.parametrize("kind", [SystemExit, GeneratorExit, Odd])
    def test_an_exit_in_it_ends_the_run_and_not_the_host(self, isolation, kind):
        def leaves(text: str) -> None:
            raise kind("gone")

        executor = executor_of(isolation, on_print=leaves)
        with pytest.raises(InterpreterError, match=f"on_print failed: {kind.__name__}: gone") as caught:
            executor("print(1)")
        assert type(caught.value.__cause__) is kind
        assert executor("1").output == 1

    def test_ctrl_c_in_it_reaches_the_host(self, isolation):
        def interrupted(text: str) -> None:
            raise KeyboardInterrupt

        executor = executor_of(isolation, on_print=interrupted, limits=ENDLESS)
        with pytest.raises(KeyboardInterrupt):
            executor("try:\n    print(1)\n    while True: pass\nexcept BaseException:\n    pass\nwent_on = True")
        assert executor.last_run is not None and executor.last_run.outcome == "interrupted"
        assert "went_on" not in executor.state
        assert executor("1").output == 1

    @pytest.mark.parametrize("use", USES)
    def test_it_uses_its_executor(self, isolation, use):
        """In a worker the code goes on meanwhile: nothing there could answer. That is said at once, and the session goes on."""
        told: list[str] = []

        def uses(text: str) -> None:
            try:
                USES[use](executor)
            except InterpreterError as error:
                told.append(str(error))

        executor = executor_of(isolation, on_print=uses, timeout_seconds=20)
        executor("kept = 1\ndef f():\n    return 2")
        start = time.monotonic()
        code = "import time\nprint(1)\ntime.sleep(0.3)\nprint(2)\ntime.sleep(0.3)\n5"
        assert executor(code).output == 5 and time.monotonic() - start < 15
        assert told == ([] if isolation is None else [IN_PRINT, IN_PRINT])
        assert executor("kept + f()").output == 3

    def test_its_time_counts(self, isolation):
        executor = executor_of(isolation, on_print=lambda _text: time.sleep(0.6), timeout_seconds=0.3, limits=ENDLESS)
        with pytest.raises(ExecutionTimeoutError):
            executor("print(1)\nwhile True: pass")
        assert executor("1").output == 1


class TestOptions:
    @pytest.mark.parametrize("wrong", [5, "print"])
    def test_wrong(self, wrong):
        with pytest.raises(TypeError, match="on_print must be a function or None"):
            LocalPythonExecutor([], on_print=wrong)

    def test_async(self):
        async def told(_text: str) -> None: ...

        with pytest.raises(TypeError, match="on_print must be a plain function"):
            LocalPythonExecutor([], on_print=told)


class TestLogging:
    def test_a_handler_that_raises(self):
        class Broken(logging.Handler):
            def emit(self, record):
                raise ValueError("no handler")

        logger, handler = logging.getLogger("fastexec"), Broken()
        level = logger.level
        logger.addHandler(handler)
        logger.setLevel(logging.DEBUG)
        try:
            with pytest.warns(RuntimeWarning, match="a call was not logged: no handler"):
                assert LocalPythonExecutor([])("1 + 1").output == 2
        finally:
            logger.removeHandler(handler)
            logger.setLevel(level)

    def test_each_call(self, caplog):
        executor = executor_of(None)
        with caplog.at_level(logging.DEBUG, "fastexec"):
            executor("1 + 1")
            with pytest.raises(InterpreterError):
                executor("while True: pass")
        ended = [record for record in caplog.records if record.name == "fastexec"]
        assert [(record.levelname, record.fastexec["outcome"]) for record in ended] == [("DEBUG", "ok"), ("INFO", "limit")]
        assert ended[1].getMessage().startswith("a call ended: limit (while_iterations), ")

    def test_nobody_listens(self, capfd):
        executor = executor_of(None)
        with pytest.raises(InterpreterError):
            executor("1 / 0")
        assert capfd.readouterr() == ("", "")
