"""The host believes no worker: whatever one sends gives an error of the contract, in time, and costs what its bytes are."""

from __future__ import annotations

import contextlib
import functools
import os
import resource
import socket
import struct
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import packages
import pytest
from fastexec import ExecutionTimeoutError, InterpreterError, IsolationError, LocalPythonExecutor
from fastexec._fastexec import pack
from fastexec.isolation import live
from fastexec.isolation.conversation import CALL, FINISHED, PRINTED, RAISED, VALUE

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the kernel's walls are Linux's")

CONTRACT = (InterpreterError, ExecutionTimeoutError, IsolationError)
WALLS = {"process": None}
Script = Callable[["Worker"], None]


class Kind:
    """A value of a kind that the worker chooses."""

    def __init__(self, name: str, payload: Any) -> None:
        self.name, self.payload = name, payload


def packed(value: Any) -> bytes:
    return pack(value, lambda item: (item.name, item.payload))


def reference(number: int = 1) -> Kind:
    return Kind("mine", [number, ["f", "function", "<f>", True, False, False, "", ""], ["repr"]])


def own_value(plain: Any, number: int = 1, kind: Any = None, has: Any = (), lacks: Any = (), hides: Any = ()) -> Kind:
    """Of a class of the code below a plain type."""
    said = [plain, reference(99) if kind is None else kind, *(list(names) for names in (has, lacks, hides))]
    return Kind("mine", [number, ["", "Own", "<own>", False, False, False, "", ""], [], said])


def raised(module: str = "builtins", name: str = "KeyError", base: str = "KeyError", number: int = 1) -> dict[str, Any]:
    return {"class": [module, name, base], "text": "", "args": [], "attributes": {}, "number": number, "cause": None}


class Worker:
    """Says what its script says."""

    def __init__(self, sock: socket.socket) -> None:
        self.socket = sock

    def frame(self, kind: int, data: bytes) -> None:
        self.socket.sendall(struct.pack("<BBBI", kind, 0, 0, len(data)) + data)

    def send(self, kind: int, value: Any = None) -> None:
        self.frame(kind, packed(value))

    def take(self, size: int) -> bytes:
        taken = b""
        while len(taken) < size:
            part = self.socket.recv(size - len(taken))
            if not part:
                raise ConnectionResetError
            taken += part
        return taken

    def receive(self) -> tuple[int, bytes]:
        kind, _descriptors, blocks, size = struct.unpack("<BBBI", self.take(7))
        sizes = [struct.unpack("<I", self.take(4))[0] for _ in range(blocks)]
        data = self.take(size)
        for part in sizes:
            self.take(part)
        return kind, data

    def start(self) -> None:
        """Up to where the code would run."""
        self.send(PRINTED, WALLS)
        while b"run" not in self.receive()[1][:40]:
            self.send(VALUE, None)

    def answer(self, value: Any = None, **more: Any) -> None:
        self.send(VALUE, {"value": value, "logs": "", "final": False, "refusals": [], "names": [], **more})

    def operate(self, number: int, operation: str, args: list[Any]) -> None:
        self.send(CALL, ["operate", [number, operation, args, {}], []])

    def silent(self) -> None:
        """Until it is ended."""
        while True:
            self.take(1)


@pytest.fixture
def workers(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Script], None]]:
    """Has a script in place of workers."""
    scripts: list[Script] = []

    class Process:
        pid = os.getpid()

        def __init__(self, *_given: Any) -> None:
            self.channel, self.socket = socket.socketpair()
            self.signals, self._signals = socket.socketpair()
            threading.Thread(target=self.act, daemon=True).start()

        def act(self) -> None:
            with contextlib.suppress(OSError), self.socket:
                scripts[-1](Worker(self.socket))

        def end(self) -> None:
            self.kill()
            self._signals.close()

        def kill(self) -> None:
            with contextlib.suppress(OSError):
                self.socket.shutdown(socket.SHUT_RDWR)

        def ended(self, patience: float = 1.0) -> str:
            return "ended"

        def begin_turn(self) -> int:
            return 0

        def end_turn(self, outer: int) -> None:
            pass

        def waited(self) -> float:
            return 0.0

    monkeypatch.setattr(live, "Process", Process)
    yield scripts.append


def made(seconds: float | None = 1, tools: dict[str, Any] | None = None, **keywords: Any) -> LocalPythonExecutor:
    executor = LocalPythonExecutor([], isolation="process", timeout_seconds=seconds, **keywords)
    executor.send_tools(tools or {})
    return executor


def outcome(do: Callable[[], Any], most_seconds: float = 5) -> Any:
    """What it gives or raises, in time."""
    began = time.monotonic()
    try:
        return do()
    except BaseException as error:  # noqa: BLE001
        return error
    finally:
        assert time.monotonic() - began < most_seconds


def array(text: str, data: bytes) -> Kind:
    return Kind("numpy.ndarray", [text, [len(data) // 8], Kind("block", bytearray(data)), "C"])


ROWS = Kind("pandas.Index", ["range", 0, 1, 1, None])
HUGE = Kind("pandas.Index", ["range", 0, 2 * 10**9, 1, None])
STAMP = array("<i8", bytes(8))
PRIME = (1 << 61) - 1


def series(*values: Any) -> Kind:
    return Kind("pandas.Series", [list(values), ROWS, None, {}])


def index(*values: Any) -> Kind:
    return Kind("pandas.Index", ["plain", list(values), None, None])


VALUES = {
    "unknown kind": Kind("os.system", "x"),
    "another payload": Kind("date", ["a", "b", "c"]),
    "no date": Kind("date", [0, 0, 0]),
    "no number": Kind("yours", "a"),
    "nothing": Kind("yours", 999),
    "fraction": Kind("Fraction", [1, 0]),
    "zone as path": Kind("datetime", [2020, 1, 1, 0, 0, 0, 0, 0, "../../../etc/passwd"]),
    "zone of dateutil": series("zoned", STAMP, "ns", "", "dateutil/etc/passwd"),
    "zone of pytz": series("zoned", STAMP, "ns", "pytz", "/etc/passwd"),
    "frequency": index("period", STAMP, "1" * 60_000),
    "large image": Kind("PIL.Image", ["RGBA", 40_000, 40_000, None, bytearray(4)]),
    "large interval": index("interval", HUGE, HUGE, "left"),
    "large index compared": Kind("numpy.ndarray", ["<i8", [1], Kind("block", bytearray(8)), HUGE]),
    "large index for a word": series(HUGE, STAMP),
    "object compared": series(reference(), 1),
    "array that is none": Kind("pandas.Array", [[["numpy", array("O", bytes(8))]]]),
    "array of a text and fields": Kind("numpy.ndarray", [("U0", [("a", "O")]), [1], Kind("block", bytearray(8)), "C"]),
    "array with a field of such": Kind("numpy.ndarray", [[("f", ("S0", [("a", "O")]))], [1], Kind("block", bytearray(8)), "C"]),
    "array of such repeated": Kind("numpy.ndarray", [(("U0", [("a", "O")]), (1,)), [1], Kind("block", bytearray(8)), "C"]),
    "array of moments in nothing": Kind("numpy.ndarray", ["<M8[0s]", [1], Kind("block", bytearray(8)), "C"]),
    "array of moments divided by nothing": Kind("numpy.ndarray", ["<M8[s/0]", [1], Kind("block", bytearray(8)), "C"]),
    "dtype of moments divided by nothing": Kind("numpy.dtype", "<M8[s/0]"),
    "image of bits": Kind("PIL.Image", ["1", 1 << 14, 1 << 12, None, bytearray(1 << 23), {}]),
    "array of no kind": Kind("pandas.Array", [[["os.system", STAMP]]]),
    "codes beyond": Kind("pandas.Index", ["multi", [ROWS], [STAMP.payload and array("<i8", b"\x09" + bytes(7))], [None]]),
    # (These take seconds to make: for the tests that send them only.)
    "collisions": lambda: {PRIME * number: None for number in range(20_000)},
    "collisions in many": lambda: [set(), *({PRIME * (number + other) for number in range(900)} for other in range(100))],
    "categories": lambda: series("category", array("<i8", bytes(8)), dict.fromkeys(PRIME * number for number in range(20_000)), None, False),
    "own value that can change": own_value([]),
    "own value of an own value": own_value(own_value(1, 2)),
    "own value without a class": own_value("text", kind=1),
    "own value of the host's class": own_value("text", kind=Kind("yours", 1)),
    "own value with a special method": own_value("text", has=["reduce"]),
    "own value without a special method": own_value("text", lacks=["class"]),
    "own value with a private name": own_value("text", hides=["__class__"]),
    "own value with another's name": own_value("text", hides=["bit_length"]),
    "own value with no name": own_value("text", hides=[own_value("upper", 2)]),
    "own value for a word": series(own_value("zoned", has=["eq", "hash"]), STAMP),
    "error that ends programs": Kind("error", raised("builtins", "x y", "KeyboardInterrupt")),
}


@pytest.mark.parametrize("name", VALUES)
def test_values(workers, name):
    packages.need(["numpy", "pandas", "PIL"])
    value = VALUES[name]() if callable(VALUES[name]) else VALUES[name]

    def script(worker: Worker) -> None:
        worker.start()
        worker.answer(value)
        worker.silent()

    workers(script)
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert isinstance(outcome(lambda: made(10)("1")), InterpreterError)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - most < 300_000


def chain(length: int) -> Kind:
    """A tuple that is in itself as often as there are ways through it."""
    last: Any = 1
    for number in range(length):
        last = own_value((last, last), number + 1)
    return last


MANY_WAYS = {
    "keys": lambda: {chain(100): 1},
    "members": lambda: [{chain(100)}, frozenset((chain(100),))],
    "collisions": lambda: {own_value(PRIME * number, number + 1): None for number in range(3000)},
    "names": lambda: own_value(1, kind=Kind("mine", [5, ["\ud800\0", "type", "<own>", True, False, False, "", ""], []])),
    "classes": lambda: [own_value(1, number + 1, kind=reference(10_000 + number)) for number in range(1000)],
    "depth": lambda: functools.reduce(lambda inner, _: [inner], range(450), [own_value(1)]),
}


@pytest.mark.parametrize("name", MANY_WAYS)
def test_own_values_come_in_time(workers, name):
    def script(worker: Worker) -> None:
        worker.start()
        worker.answer(MANY_WAYS[name]())
        worker.silent()

    workers(script)
    given = outcome(lambda: made(10)("1"), 10)
    assert not isinstance(given, BaseException) or (isinstance(given, InterpreterError) and name in ("keys", "members"))


FIELDS = {
    "logs": "text", "refusals": ["text"], "names": ["text"], "final": True, "account": [1, 1, [], [], 1.0], "uncrossable": ["text", "text"],
    "error": {"type": "InterpreterError", "text": "text"},
}  # fmt: skip


@pytest.mark.parametrize("name", FIELDS)
def test_own_values_are_for_the_host_alone(workers, name):
    """What the host itself reads is of Python's own types, or no message: nothing is asked of the worker for it."""
    numbers = iter(range(1, 1000))

    def own(value: Any) -> Any:
        if isinstance(value, list):
            return [own(item) for item in value]
        if isinstance(value, dict):
            return {key: own(item) for key, item in value.items()}
        return own_value(int(value) if isinstance(value, bool) else value, next(numbers), has=["eq", "hash", "len", "iter", "str"])

    asked: list[Any] = []

    def script(worker: Worker) -> None:
        worker.start()
        worker.answer(1, **{name: own(FIELDS[name])})
        asked.append(worker.receive())

    workers(script)
    assert isinstance(outcome(lambda: made(2)("1")), CONTRACT) or name == "names"
    assert not [data for kind, data in asked if kind == CALL and b"operate" in data]


def labels(count: int) -> Kind:
    """That all have one hash in pandas' tables of numbers."""
    import numpy as np

    high = np.arange(1, count + 1, dtype="u8")
    target = low = high ^ np.uint64(5)
    for _ in range(3):
        low = target ^ (low << np.uint64(11) & np.uint64(0xFFFFFFFF))
    numbers = Kind("numpy.ndarray", ["<i8", [count], Kind("block", bytearray((high << np.uint64(33) | low).astype("i8").tobytes())), "C"])
    return Kind("pandas.Index", ["plain", ["numpy", numbers], None, None])


LONG = {
    "errors": lambda: [Kind("error", {**raised(name=f"E{number}"), "text": str(number)}) for number in range(150_000)],
    "labels that are there once": lambda: Kind("pandas.Series", [["range", 0, 150_000, 1], labels(150_000), None, {"attrs": {}, "unique": True}]),
}


@pytest.mark.parametrize("name", LONG)
def test_reading_takes_no_longer_than_the_call_may(workers, name):
    packages.need(["numpy", "pandas"])
    value = LONG[name]()

    def script(worker: Worker) -> None:
        worker.start()
        worker.answer(value)
        worker.silent()

    workers(script)
    outcome(lambda: made(3)("1"), 10)


def test_a_class_without_a_name(workers):
    def script(worker: Worker) -> None:
        worker.start()
        worker.answer(own_value(7, kind=Kind("mine", [5, ["", "type", "<own>", True, False, False, "", ""], []])))
        worker.silent()

    workers(script)
    assert outcome(lambda: made(10)("1")).output == 7


@pytest.mark.parametrize(("module", "name"), [("x", "Ev"), ("asyncio.exceptions", "CancelledError"), ("builtins", "SystemExit")])
def test_what_ends_programs_is_not_raised_by_objects(workers, module, name):
    def script(worker: Worker) -> None:
        worker.start()
        worker.answer(reference())
        worker.receive()
        worker.send(RAISED, raised(module, name, "SystemExit" if name == "SystemExit" else "BaseException"))
        worker.silent()

    workers(script)
    function = made(10)("1").output
    assert isinstance(outcome(lambda: function(1)), Exception)


def test_large_fractions_come_at_once(workers):
    def script(worker: Worker) -> None:
        worker.start()
        worker.answer(Kind("Fraction", [3**1_000_000, 2**1_600_000]))
        worker.silent()

    workers(script)
    assert outcome(lambda: made(10)("1")).output.denominator == 2**1_600_000


def test_memory_is_that_of_the_executor(workers):
    from fastexec import Limits

    def script(worker: Worker) -> None:
        worker.start()
        head = packed({"refusals": [], "logs": "", "final": False, "names": [], "value": None})
        worker.frame(VALUE, head[:-1] + b"\x0b" + struct.pack("<I", 4_000_000) + b"\x0e\0\0\0\0" * 4_000_000)
        worker.silent()

    workers(script)
    error = outcome(lambda: made(20, limits=Limits(memory_bytes=1 << 20))("1"), 20)
    assert isinstance(error, InterpreterError) and "more memory than the executor may use" in str(error)


def endless(worker: Worker) -> None:
    worker.start()
    while True:
        worker.operate(1, "getattr", ["nothing"])
        worker.receive()


def floods(worker: Worker) -> None:
    worker.start()
    frames = (struct.pack("<BBBI", PRINTED, 0, 0, 8) + packed([False, ""])) * 1000
    while True:
        worker.socket.sendall(frames)


def finishes_again(worker: Worker) -> None:
    worker.start()
    while True:
        worker.send(FINISHED)
        time.sleep(0.1)


def calls_back(worker: Worker) -> None:
    worker.start()
    worker.operate(1, "call", [reference(7)])
    worker.silent()


def dribbles(worker: Worker) -> None:
    worker.start()
    worker.socket.sendall(struct.pack("<BBBI", VALUE, 0, 0, 1 << 30))
    while True:
        worker.socket.sendall(bytes(1000))
        time.sleep(0.01)


@pytest.mark.parametrize("script", [endless, floods, finishes_again, calls_back, dribbles])
@pytest.mark.parametrize("count_tool_time", [True, False])
def test_time_is_over_when_it_is(workers, script, count_tool_time):
    workers(script)
    executor = made(0.5, {"apply": lambda function: function()}, count_tool_time=count_tool_time)
    assert isinstance(outcome(lambda: executor("1"), 10), CONTRACT)


STARTS = {
    "other walls": lambda worker: worker.send(PRINTED, [1]),
    "malformed": lambda worker: worker.frame(PRINTED, b"\xff"),
    "ends": lambda worker: None,
    "ends later": lambda worker: (worker.send(PRINTED, WALLS), worker.receive()),
    "raises": lambda worker: (worker.send(PRINTED, WALLS), worker.receive(), worker.send(RAISED, raised()), worker.silent()),
    "malformed later": lambda worker: (worker.send(PRINTED, WALLS), worker.receive(), worker.frame(VALUE, b"\xff"), worker.silent()),
}


@pytest.mark.parametrize("name", STARTS)
def test_starts(workers, name):
    workers(STARTS[name])
    executor = made(tools={"tool": len})
    executor.send_variables({"x": 1})
    assert isinstance(outcome(lambda: executor("1")), CONTRACT)


ANSWERS = {
    "error": lambda worker: worker.send(RAISED, raised()),
    "stop": lambda worker: worker.send(RAISED, raised(name="StopIteration", base="StopIteration")),
    "base": lambda worker: worker.send(RAISED, raised("x", "GreenletExit", "BaseException")),
    "malformed": lambda worker: worker.frame(VALUE, b"\xff"),
    "printed": lambda worker: worker.frame(PRINTED, b"\xff"),
    "unknown": lambda worker: worker.frame(77, b""),
    "object": lambda worker: worker.send(VALUE, reference()),
    "keys": lambda worker: worker.send(VALUE, [{1: b""}, [reference(3)]]),
    "calls": lambda worker: worker.operate(1, "call", ["transfer"]),
}


@pytest.mark.parametrize("name", ANSWERS)
@pytest.mark.parametrize("method", ["state", "snapshot", "cleanup"])
def test_answers_beside_runs(workers, name, method):
    called: list[Any] = []

    def script(worker: Worker) -> None:
        worker.start()
        worker.answer(1)
        while True:
            _kind, data = worker.receive()
            if any(asked in data[:40] for asked in (b"snapshot", b"get", b"names")):
                ANSWERS[name](worker)
            else:
                worker.send(VALUE, None)

    workers(script)
    executor = made(tools={"tool": called.append})
    executor("1")
    ways = {"state": lambda: executor.state["x"], "snapshot": executor.snapshot, "cleanup": executor.cleanup}
    given = outcome(ways[method])
    assert called == []
    if method == "cleanup":
        assert given is None and executor._session._live is None
    elif method == "snapshot":
        assert isinstance(given, CONTRACT)
    else:
        assert isinstance(given, (KeyError, *CONTRACT)) or name == "keys"


@pytest.mark.parametrize("kept", [{"x": b"\xff"}, {"x": packed(Kind("yours", 1))}, {"x": packed(Kind("date", [0, 0, 0]))}, {}])
def test_snapshots_are_for_workers_alone(workers, kept):
    restored: list[bytes] = []

    def script(worker: Worker) -> None:
        worker.send(PRINTED, WALLS)
        runs = 0
        while True:
            _kind, data = worker.receive()
            if b"snapshot" in data[:40]:
                worker.send(VALUE, [kept, []])
            elif b"run" in data[:40]:
                runs += 1
                if runs == 2:
                    return
                worker.answer(1)
            elif b"restore" in data[:40]:
                restored.append(data)
                worker.send(RAISED, raised(name="ValueError", base="ValueError"))
            else:
                worker.send(VALUE, None)

    workers(script)
    executor = made()
    executor("1")
    executor.snapshot()
    outcomes = [outcome(lambda: executor("1")) for _ in range(3)]
    assert [isinstance(given, InterpreterError) for given in outcomes] == [True, bool(kept), not kept]
    assert all(data in restored[0] for data in kept.values()) if kept else not restored


def test_modules_are_those_that_are_authorized(workers):
    given: list[Any] = []

    def script(worker: Worker) -> None:
        worker.start()
        worker.operate(1, "call", [Kind("module", "os"), Kind("module", "math")])
        worker.receive()
        worker.answer(Kind("module", "subprocess"))
        worker.silent()

    workers(script)
    output = made(tools={"tool": lambda *modules: given.extend(modules)})("1").output
    import math
    import subprocess

    assert given[0] is not os and given[1] is math and output is not subprocess and output.__name__ == "subprocess"


def test_workers_are_told_what_code_may_see(workers):
    class ApiError(Exception):
        def __init__(self, text: str) -> None:
            super().__init__(text)
            self._token, self.status = "sk-SECRET", 500

    def tool() -> None:
        try:
            raise ApiError("inner")
        except ApiError as inner:
            raise ApiError("outer") from inner

    def script(worker: Worker) -> None:
        worker.start()
        worker.operate(1, "call", [])
        worker.answer(worker.receive()[1])
        worker.silent()

    workers(script)
    told = made(tools={"tool": tool})("1").output
    assert b"SECRET" not in told and b"status" in told


@pytest.mark.parametrize(("kind", "first"), [(KeyboardInterrupt, KeyboardInterrupt), (SystemExit, InterpreterError)])
def test_what_ends_the_program_is_not_said_again(workers, kind, first):
    def tool() -> None:
        raise kind

    def script(worker: Worker) -> None:
        worker.start()
        worker.operate(1, "call", [])
        worker.receive()
        if first is kind:
            worker.answer(1)
            worker.receive()
        while True:
            worker.send(RAISED, raised(number=-1))
            worker.receive()

    workers(script)
    executor = made(tools={"tool": tool})
    assert isinstance(outcome(lambda: executor("1")), first) and isinstance(outcome(lambda: executor("1")), InterpreterError)


def test_objects_that_a_worker_holds_are_counted(workers):
    from fastexec import Limits

    def script(worker: Worker) -> None:
        worker.start()
        kind = VALUE
        while kind == VALUE:
            worker.operate(1, "call", [])
            kind, data = worker.receive()
        worker.answer(data)
        worker.silent()

    workers(script)
    executor = made(60, {"tool": object}, limits=Limits(memory_bytes=1 << 20))
    executor._session._memory_bytes = 1 - (127 << 20)  # room for 2,050 objects
    told = outcome(lambda: executor("1"), 60).output
    assert b"MemoryError" in told and b"no more are given" in told


def test_questions_that_are_none(workers):
    called: list[Any] = []
    questions = [[], [1], ["a", "call", [], {}], [1, reference(), [], {}], [1, "call", {}, {}], [1, "call", [], []]]
    for asked in questions:

        def script(worker: Worker, asked: list[Any] = asked) -> None:
            worker.start()
            worker.send(CALL, ["operate", asked, []])
            worker.silent()

        workers(script)
        assert isinstance(outcome(lambda: made(tools={"tool": called.append})("1")), InterpreterError)
    assert called == []


def test_what_is_made_from_honest_messages():
    """`make fuzz` tries many more."""
    packages.need(["numpy", "pandas", "PIL"])
    import fuzz_kinds

    found = fuzz_kinds.run(3000, 3)
    assert found["seconds"] < fuzz_kinds.SLOW and found["kilobytes"] < fuzz_kinds.KILOBYTES, found
