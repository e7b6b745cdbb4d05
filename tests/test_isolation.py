"""The worker process: what crosses, what is lost, what is told, and what is left behind. (Suites that hold for both rings
run in workers too: see test_isolation_parity.py; attempts to break out: test_breakouts.py.)"""

from __future__ import annotations

import asyncio
import collections
import datetime
import decimal
import fractions
import gc
import os
import pathlib
import re
import signal
import subprocess
import sys
import textwrap
import threading
import time
import uuid
import zoneinfo

import fastexec
import numpy as np
import packages
import pandas as pd
import pytest
from fastexec import ExecutionTimeoutError, InterpreterError, LocalPythonExecutor
from fastexec.isolation import server, session

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the kernel's walls are Linux's")


def made(imports=(), tools=None, **options) -> LocalPythonExecutor:
    executor = LocalPythonExecutor(list(imports), isolation="process", **options)
    executor.send_tools({"final_answer": lambda answer: answer, **(tools or {})})
    return executor


@pytest.fixture
def executor() -> LocalPythonExecutor:
    return made(["numpy", "pandas"])


def pid_of(executor: LocalPythonExecutor) -> int:
    executor("None")
    return executor._session._live.process.pid


def is_alive(pid: int) -> bool:
    try:
        return not pathlib.Path(f"/proc/{pid}/stat").read_text().split(")")[1].startswith(" Z")
    except OSError:
        return False


def gone(pid: int, seconds: float = 5) -> bool:
    end = time.monotonic() + seconds
    while is_alive(pid) and time.monotonic() < end:
        time.sleep(0.01)
    return not is_alive(pid)


# ------------------------------------------------------------------------------------------ values
UTC = datetime.timezone.utc
VALUES = [
    None, True, 1, -(2**70), 1.5, 2j, "text", "\ud800 lone", b"bytes", bytearray(b"changeable"), [1, [2]], (1, (2,)), {"a": {1: 2}}, {1, 2},
    frozenset({1}), ..., range(1, 9, 2), slice(1, None, 2), decimal.Decimal("1.10"), fractions.Fraction(1, 3), uuid.UUID(int=5), int, ValueError,
    datetime.datetime(2024, 2, 29, 1, 2, 3, 4, tzinfo=UTC), datetime.datetime(2024, 10, 27, 2, 30, fold=1, tzinfo=zoneinfo.ZoneInfo("Europe/Berlin")),
    datetime.date(2024, 1, 1), datetime.time(1, 2, tzinfo=datetime.timezone(datetime.timedelta(hours=2), "X")), datetime.timedelta(1, 2, 3),
    collections.OrderedDict(b=1, a=2), collections.Counter("abca"), collections.deque([1, 2], 3), collections.defaultdict(list, {"k": [1]}),
]  # fmt: skip


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_plain_values_cross(executor, value):
    executor.send_variables({"value": value})
    back = executor("value").output
    assert back == value and type(back) is type(value) and repr(back) == repr(value)


def test_what_is_the_same_object_stays_so(executor):
    row = [1]
    table = {"first": row, "second": row}
    table["self"] = table
    executor.send_variables({"table": table})
    back = executor("table['first'].append(2)\ntable").output
    assert back["first"] is back["second"] and back["first"] == [1, 2] and back["self"] is back
    assert row == [1], "values cross as copies"


ARRAYS = [
    np.arange(6.0).reshape(2, 3), np.asfortranarray(np.arange(6).reshape(2, 3)), np.arange(10)[::3], np.array(["a", "bc"]), np.array([], float),
    np.array(5), np.array([True]), np.array(["2024-01-01"], "M8[D]"), np.zeros(3, [("x", "i4"), ("y", "f8", (2,))]), np.array([1, "a", None], object),
    np.ma.array([1, 2], mask=[True, False]), np.float32(1.5), np.datetime64("2024"), np.dtype("i2"), np.arange(200_000), np.zeros((0, 3)),
]  # fmt: skip


@pytest.mark.parametrize("array", ARRAYS, ids=lambda array: f"{type(array).__name__}-{getattr(array, 'dtype', '')}-{getattr(array, 'shape', '')}")
def test_arrays_cross(executor, array):
    executor.send_variables({"array": array})
    back = executor("array").output
    assert type(back) is type(array) and repr(back) == repr(array)
    if isinstance(array, np.ndarray):
        assert back.dtype == array.dtype and back.flags.writeable
        assert back.flags.f_contiguous == np.array(array, order='A').flags.f_contiguous


def tables() -> dict[str, object]:
    dates = pd.date_range("2024-01-01", periods=3, freq="D", tz="Europe/Berlin")
    mixed = pd.DataFrame({
        "n": [1, 2, 3], "f": [1.5, None, 3], "s": ["a", None, "c"], "b": [True, False, True], "d": dates, "c": pd.Categorical(["x", "y", "x"]),
        "i": pd.array([1, None, 3], "Int64"), "t": pd.array(["p", None, "q"], "string"), "td": pd.to_timedelta([1, 2, 3], "h"),
        "p": pd.period_range("2024-01", periods=3, freq="M"), "iv": pd.interval_range(0, 3), "o": [1, "two", [3]],
    })  # fmt: skip
    mixed.attrs["source"] = "made"
    return {
        "mixed": mixed, "block": pd.DataFrame(np.arange(12.0).reshape(3, 4), columns=list("abcd"), index=dates), "series": mixed["d"], "empty": pd.DataFrame(),
        "multi": mixed.set_index(["n", "s"])[["f"]], "columns": mixed.pivot_table(index="n", columns="c", values="f", observed=True), "index": dates,
        "stamp": pd.Timestamp("2024-01-01", tz="UTC"), "delta": pd.Timedelta("1h"), "na": pd.NA, "nat": pd.NaT, "twice": mixed[["n", "n"]],
        "one": pd.Series([1, 2], name=("a", 1)), "multiindex": pd.MultiIndex.from_product([[1, 2], ["a"]], names=["x", None]),
    }  # fmt: skip


@pytest.mark.parametrize("name", list(tables()))
def test_tables_cross(executor, name):
    value = tables()[name]
    executor.send_variables({"value": value})
    back = executor("value").output
    assert type(back) is type(value) and repr(back) == repr(value)
    for kind, equal in ((pd.DataFrame, pd.testing.assert_frame_equal), (pd.Series, pd.testing.assert_series_equal), (pd.Index, pd.testing.assert_index_equal)):
        if isinstance(value, kind):
            equal(back, value)
    assert getattr(back, "attrs", None) == getattr(value, "attrs", None)


def test_images_cross():
    image = pytest.importorskip("PIL.Image").new("RGB", (3, 2), (1, 2, 3))
    executor = made(["PIL"])
    executor.send_variables({"image": image})
    back = executor("image.rotate(180)").output
    assert type(back).__name__ == "Image" and back.size == (3, 2) and back.getpixel((0, 0)) == (1, 2, 3)


# ------------------------------------------------------------------------------------------ objects of the host
class Account:
    """An account."""

    def __init__(self, owner: str) -> None:
        self.owner, self._secret, self.history = owner, "hidden", []

    def pay(self, amount: float) -> Account:
        self.history.append(amount)
        return self

    def __len__(self) -> int:
        return len(self.history)

    def __getitem__(self, place: int) -> float:
        return self.history[place]


def test_objects_of_the_host_stay_there_and_are_used_by_the_rules(executor):
    account = Account("Ada")
    executor.send_variables({"account": account, "accounts": {"a": account}})
    assert executor("account.pay(5).pay(amount=7)\naccount.owner, account.history, len(account), account[1], accounts['a'] is account").output == (
        "Ada", [5, 7], 2, 7, True,
    )  # fmt: skip
    assert account.history == [5, 7] and executor("account").output is account and executor.state["account"] is account
    for code in ("account._secret", "type(account)._host", "account.pay.__globals__", "getattr(account, '_sec' + 'ret')"):
        with pytest.raises(InterpreterError):
            executor(code)
    assert executor("hasattr(account, 'nothing'), repr(account).startswith('<')").output == (False, True)


class Rows(list):
    """Goes by reference."""


class Slow:
    def __getitem__(self, count: int) -> int:
        return sum(range(count))


@pytest.mark.parametrize(
    ("code", "kind", "text"),
    [("len(rows * 10**8)", InterpreterError, "MemoryError"), ("slow[10**10]", ExecutionTimeoutError, "exceeded the maximum execution time of 1 seconds")],
)
def test_limits_hold_for_what_is_done_with_objects_of_the_host(code, kind, text):
    executor = made(limits=fastexec.Limits(memory_bytes=64 << 20, seconds=1))
    executor.send_variables({"rows": Rows([1]), "slow": Slow(), "kept": 1})
    begun = time.monotonic()
    with pytest.raises(kind, match=text):
        executor(code)
    # (Since 3.14 ints are kept for reuse, and what gets no memory goes on for seconds.)
    assert time.monotonic() - begun < (30 if sys.version_info >= (3, 14) else 10) and executor("kept").output == 1


def test_tools_take_and_give(executor):
    seen = []

    def tool(*args, **kwargs):
        seen.append((args, kwargs))
        return {"table": pd.DataFrame({"a": [1]}), "fn": len}

    executor.send_tools({"tool": tool})
    assert executor("import numpy as np\ngot = tool(1, np.arange(2), key={'k': (1,)})\nint(got['table'].a.sum()), got['fn']([1, 2])").output == (1, 2)
    args, kwargs = seen[0]
    assert args[0] == 1 and args[1].tolist() == [0, 1] and kwargs == {"key": {"k": (1,)}}


def test_functions_of_the_code_are_called_from_the_host(executor):
    executor("count = 0\ndef add(n, *, times=1):\n    global count\n    count += n * times\n    return count")
    add = executor.custom_tools["add"]
    assert add(2) == 2 and add(3, times=2) == 8 and executor.state["count"] == 8
    with pytest.raises(TypeError, match=r"add\(\) missing 1 required positional argument: 'n'"):
        add()
    assert executor.custom_tools["add"] is add and repr(add).startswith("<function add at 0x")


def test_a_tool_gets_a_function_of_the_code():
    executor = made(tools={"twice": lambda f: [f(1), f(2)]})
    assert executor("twice(lambda n: n + 10)").output == [11, 12]


def test_a_tool_calls_the_executor_again():
    executor = made()
    executor.send_tools({"inner": lambda code: executor(code).output})
    assert executor("x = 5\ny = inner('x + 1')\nprint('outer')\n(y, x)").output == (6, 5)
    with pytest.raises(InterpreterError, match="ZeroDivisionError"):
        executor("inner('1 / 0')")


def test_async_tools():
    async def fetch(name):
        await asyncio.sleep(0.01)
        return name.upper()

    executor = made(tools={"fetch": fetch})
    assert executor("await fetch('a')").output == "A"

    async def host():
        return executor("await fetch('b')").output

    assert asyncio.run(host()) == "B"


def test_async_tools_that_are_gathered_are_called_before_the_first_is_awaited():
    called = []

    class Promise:
        def __init__(self, number):
            self.number = number
            called.append(f"call {number}")

        def __await__(self):
            yield
            called.append(f"wait {self.number}")
            return self.number

    executor = LocalPythonExecutor(["asyncio"], isolation="process")
    executor.send_tools({"promise": Promise})
    code = "import asyncio\nasync def one(n):\n    return await promise(n)\nawait asyncio.gather(one(1), one(2))"
    assert executor(code).output == [1, 2]
    assert called == ["call 1", "call 2", "wait 1", "wait 2"]


def test_a_log_can_be_taken_away(executor):
    executor("print('before')")
    assert str(executor.state.pop("_print_outputs")) == "before\n"
    assert "_print_outputs" not in executor.state or str(executor.state["_print_outputs"]) == ""
    assert executor("print('after')").logs == "after\n"


class HostError(LookupError):
    """An exception of the host's own."""


def test_exceptions_of_tools():
    def fail():
        raise HostError("lost", 7)

    executor = made(tools={"fail": fail})
    assert executor("try:\n    fail()\nexcept LookupError as error:\n    told = (type(error).__name__, error.args)\ntold").output == ("HostError", ("lost", 7))
    with pytest.raises(InterpreterError) as caught:
        executor("fail()")
    assert type(caught.value.__cause__) is HostError and caught.value.__cause__.__traceback__.tb_next is not None
    assert str(caught.value).startswith("Code execution failed at line 'fail()' due to: HostError: ('lost', 7)")


@pytest.mark.parametrize(
    ("code", "kind", "text"),
    [
        ("{}['k']", KeyError, "'k'"),
        ("int('x')", ValueError, "invalid literal for int() with base 10: 'x'"),
        ("b'\\xff'.decode()", UnicodeDecodeError, "'utf-8' codec can't decode byte 0xff in position 0: invalid start byte"),
        ("import json\njson.loads('{')", __import__("json").JSONDecodeError, "Expecting property name enclosed in double quotes: line 1 column 2 (char 1)"),
        ("class Own(ArithmeticError):\n    def __str__(self): return 'own text'\nraise Own", ArithmeticError, "own text"),
        ("raise SystemExit(3)", None, None),
    ],
)
def test_what_left_the_code_is_the_cause(code, kind, text):
    with pytest.raises(InterpreterError) as inside:
        LocalPythonExecutor(["json"])(code)
    with pytest.raises(InterpreterError) as caught:
        made(["json"])(code)
    assert str(caught.value) == str(inside.value) and vars(caught.value) == vars(inside.value)
    if kind is not None:
        assert isinstance(caught.value.__cause__, kind) and str(caught.value.__cause__) == text


def test_a_tool_that_exits_is_an_error_of_the_code():
    def leave():
        raise SystemExit(3)

    code = "try:\n    leave()\nexcept Exception:\n    told = 'Exception'\nexcept BaseException as error:\n    told = type(error).__name__, error.args\ntold"
    plain = LocalPythonExecutor([])
    plain.send_tools({"leave": leave})
    inside, worker = ((executor(code).output, _error(executor, "leave()")) for executor in (plain, made(tools={"leave": leave})))
    assert inside == worker and inside[0] == ("SystemExit", (3,))


def _error(executor: LocalPythonExecutor, code: str) -> str:
    with pytest.raises(InterpreterError) as caught:
        executor(code)
    return str(caught.value)


def test_a_final_answer_crosses_whole_or_says_where_it_does_not(executor):
    assert executor("final_answer({'a': [1]})").is_final_answer
    executor("class Model:\n    pass\nx = 1")
    with pytest.raises(InterpreterError) as caught:
        executor("final_answer({'model': [Model()]})")
    assert str(caught.value).splitlines()[0] == "The final answer cannot leave the worker: result['model'][0]: an object of class Model cannot leave the worker"
    assert executor("x").output == 1
    shown = executor("{'model': Model()}").output
    assert repr(shown["model"]).startswith("<__main__.Model object at 0x") and not shown["model"] == 3


# ------------------------------------------------------------------------------------------ limits, and the end of workers
def test_limits_leave_the_session():
    executor = made(["time"], timeout_seconds=0.3)
    executor("kept = 1")
    begun = time.monotonic()
    with pytest.raises(ExecutionTimeoutError):
        executor("import time\ntime.sleep(60)")
    with pytest.raises(InterpreterError, match="max number of operations of 1000"):
        executor("for i in range(10**6):\n    pass", limits=fastexec.Limits(operations=1000))
    assert time.monotonic() - begun < 20 and executor("kept").output == 1


def test_what_does_not_end_by_itself_is_ended():
    """The worker is stopped, as by code that holds the interpreter's lock for ever."""
    executor = made(timeout_seconds=0.3)
    executor("a = 1\ndef f(): pass")
    pid = pid_of(executor)
    threading.Timer(0.1, os.kill, (pid, signal.SIGSTOP)).start()
    begun = time.monotonic()
    with pytest.raises(ExecutionTimeoutError) as caught:
        executor("for i in range(10**9): pass", limits=fastexec.Limits(operations=None))
    assert time.monotonic() - begun < 20 and gone(pid)
    assert str(caught.value) == (
        "Code execution exceeded the maximum execution time of 0.3 seconds\n"
        "  It did not end by itself, so its worker was ended. Variables and functions that are lost: a, f.\n"
        "  hint: one call of native code took all of the time: give it less to do at a time, or do it in parts\n"
        "  host: Limits(seconds=...) raises this limit"
    )
    assert caught.value.hint in str(caught.value) and caught.value.host_hint in str(caught.value)
    assert executor("2 + 2").output == 4 and pid_of(executor) != pid


@pytest.mark.parametrize("code", ["rows().extend(itertools.count())", "total(itertools.repeat(1))"])
def test_the_host_does_not_ask_without_end(code):
    """Each item is a question to the worker, whose iterator in C answers at once."""

    class Rows(list):
        pass

    executor = made(["itertools"], timeout_seconds=0.5)
    executor.send_tools({"rows": Rows, "total": sum})
    executor("import itertools")
    begun = time.monotonic()
    with pytest.raises(ExecutionTimeoutError):
        executor(code)
    assert time.monotonic() - begun < 20 and executor("2 + 2").output == 4


def test_a_lost_worker_says_what_is_lost():
    executor = made()
    executor("a = 1\nb = [2]\ndef f(): pass")
    assert executor.snapshot() == ["f"]
    executor("c = 3")
    pid = pid_of(executor)
    os.kill(pid, signal.SIGKILL)
    assert gone(pid)
    with pytest.raises(InterpreterError) as caught:
        executor("a + c")
    assert str(caught.value).startswith("The worker of this session has ended (SIGKILL; the other end is closed")
    assert str(caught.value).endswith("Variables and functions that are lost: c, f. Restored from the last snapshot: a, b.")
    assert executor("(a, b)").output == (1, [2])
    with pytest.raises(InterpreterError, match="`c` is not defined"):
        executor("c")


def test_cancel_and_ctrl_c():
    executor = made(["time"])
    executor("kept = 1")
    threading.Timer(0.2, executor.cancel).start()
    with pytest.raises(InterpreterError, match="was cancelled"):
        executor("import time\ntime.sleep(60)")
    threading.Timer(0.2, signal.raise_signal, (signal.SIGINT,)).start()
    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        executor("while True: pass", limits=fastexec.Limits(while_iterations=None, operations=None))
    assert time.monotonic() - begun < 20 and executor("kept").output == 1


def test_memory_is_the_kernels_to_hold():
    executor = made(["numpy"], limits=fastexec.Limits(memory_bytes=64 << 20))
    with pytest.raises(InterpreterError):
        executor("import numpy as np\nnp.ones(10**9)")
    assert executor("1").output == 1


def test_prints_stream():
    seen = []
    executor = made(["time"])
    executor.send_tools({"look": lambda: seen.append(str(executor.state["_print_outputs"]))})
    result = executor("print('one')\nlook()\nprint('two')\nlook()")
    assert seen == ["one\n", "one\ntwo\n"] and result.logs == "one\ntwo\n" and str(executor.state["_print_outputs"]) == "one\ntwo\n"


def test_variables_are_a_mapping(executor):
    executor("a = 1\nb = 'x'\ndef f(): return 1")
    assert "a" in executor.state and "f" not in executor.state and list(executor.custom_tools) == ["f"]
    executor.state["a"] = 5
    del executor.state["b"]
    assert executor("a").output == 5 and executor.state.get("b") is None and executor.state["_operations_count"]["counter"] > 0
    executor.state = {"z": 1}
    assert executor("z").output == 1 and "a" not in executor.state
    executor.cleanup()
    assert executor("z").output == 1


def test_profile_and_refusals(executor):
    profile = executor.profile("total = 0\nfor n in range(1000):\n    total += n\ntotal")
    assert profile.output.output == 499500 and profile.operations == LocalPythonExecutor([]).profile("total = 0\nfor n in range(1000):\n    total += n\ntotal").operations
    executor("try:\n    import os\nexcept ImportError:\n    pass")
    assert executor.refusals and "os" in executor.refusals[0]


def test_packages_that_import_matplotlib_by_themselves():
    packages.need(["matplotlib", "jinja2"])
    executor = made(["pandas"])
    code = "import pandas as pd\nframe = pd.DataFrame({'a': [1.5, 2]})\n"
    assert "<table" in executor(code + "frame.style.format('{:.1f}').background_gradient().to_html()").output
    assert executor(code + "len(frame.plot().lines)").output == 1
    assert executor.refusals == []


def test_files_that_are_granted(tmp_path):
    (tmp_path / "in.csv").write_text("a,b\n1,2\n")
    executor = made(["pandas"], allow_read=[tmp_path])
    assert executor(f"import pandas as pd\npd.read_csv({str(tmp_path / 'in.csv')!r}).b.sum()").output == 2
    written = made(["pandas"], allow_write=tmp_path)
    written(f"import pandas as pd\npd.DataFrame({{'a': [1]}}).to_csv({str(tmp_path / 'out.csv')!r})")
    assert (tmp_path / "out.csv").exists()
    workbook = "import io, openpyxl\nbook, kept = openpyxl.Workbook(), io.BytesIO()\nbook.active.append([1, 2])\nbook.save(kept)\nkept.tell() > 1000"
    assert made(["io", "openpyxl"], allow_write=tmp_path)(workbook).output is True
    with pytest.raises(InterpreterError, match="No usable temporary directory"):
        made(["io", "openpyxl"])(workbook)


@pytest.mark.parametrize("isolation", [None, "process"])
def test_times_and_modes_of_files_that_are_not_there(tmp_path, isolation):
    executor = LocalPythonExecutor(["pathlib"], allow_read=[tmp_path], allow_write=[tmp_path], isolation=isolation)
    executor.send_tools({})
    code = f"import pathlib\nfolder = pathlib.Path({str(tmp_path)!r})\n(folder / 'made').touch()\n(folder / 'made').touch()\n"
    code += "(folder / 'made').write_text('x')\n(folder / 'made').chmod(0o600)\n"
    code += "try:\n    (folder / 'never').chmod(0o600)\nexcept FileNotFoundError as error:\n    print(error)\n"
    result = executor(code + "sorted(path.name for path in folder.iterdir())")
    assert result.output == ["made"]
    assert result.logs == f"[Errno 2] No such file or directory: {str(tmp_path / 'never')!r}\n"


# ------------------------------------------------------------------------------------------ what is left behind
def descriptors() -> int:
    gc.collect()  # errors of the tests before hold workers in cycles
    return len(os.listdir("/proc/self/fd"))


def of_this_process() -> tuple[int, int, int]:
    """Descriptors, threads, children of the fork server."""
    pid = server.server()._process.pid
    with open(f"/proc/{pid}/task/{pid}/children") as children:
        return descriptors(), threading.active_count(), len(children.read().split())


def settled() -> tuple[int, int, int]:
    """The same, when those that are being ended have ended."""
    end = time.monotonic() + 10
    seen = [of_this_process()]
    while seen[-5:] != 5 * seen[-1:] and time.monotonic() < end:
        time.sleep(0.05)
        seen.append(of_this_process())
    return seen[-1]


def test_nothing_is_left():
    made()("1")
    before = settled()
    pids = []
    for _ in range(20):
        executor = made()
        pids.append(pid_of(executor))
        del executor
    assert all(gone(pid) for pid in pids) and settled()[:2] == before[:2]
    end = time.monotonic() + 5
    while any(os.path.exists(f"/proc/{pid}") for pid in pids) and time.monotonic() < end:
        time.sleep(0.01)
    assert not any(os.path.exists(f"/proc/{pid}") for pid in pids)  # no zombies


def test_functions_keep_their_worker():
    executor = made()
    executor("def f(n): return n + 1")
    pid, f = pid_of(executor), executor.custom_tools["f"]
    del executor
    assert f(1) == 2
    del f
    assert gone(pid)


def run(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, timeout=60, check=False)


def test_workers_end_with_their_host():
    ended = run("""
        import os, signal
        from fastexec import LocalPythonExecutor
        executor = LocalPythonExecutor([], isolation="process")
        executor("1")
        print(executor._session._live.process.pid, flush=True)
        os.kill(os.getpid(), signal.SIGKILL)
    """)
    assert ended.returncode == -signal.SIGKILL and gone(int(ended.stdout)), ended.stderr


def test_a_fork_of_the_host_has_workers_of_its_own():
    ended = run("""
        import os
        from fastexec import LocalPythonExecutor
        executor = LocalPythonExecutor([], isolation="process")
        executor("x = 1")
        child = os.fork()
        if child == 0:
            try:
                executor("x")
            except ValueError as error:
                print(error, flush=True)
            print(executor("2 + 2").output, flush=True)
            os._exit(0)
        os.waitpid(child, 0)
        print(executor("x").output)
    """)
    assert ended.stdout.splitlines() == [
        "The worker stayed with the process that this one was forked from. Variables and functions that are lost: x.", "4", "1",
    ], ended.stderr  # fmt: skip


def test_threads_take_turns():
    executor = made()
    executor("total = 0")
    threads = [threading.Thread(target=executor, args=("total += 1",)) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert executor("total").output == 20


@pytest.mark.parametrize("ask", [lambda executor: executor("1"), lambda executor: executor.state["x"]], ids=["run", "state"])
def test_a_tool_that_waits_for_a_thread_which_waits_for_it(ask, monkeypatch):
    monkeypatch.setattr(session, "ANSWER", 1.0)
    told = []

    def asks() -> None:
        try:
            ask(executor)
        except InterpreterError as error:
            told.append(str(error))

    def elsewhere() -> None:
        thread = threading.Thread(target=asks)
        thread.start()
        thread.join()

    executor = made(tools={"elsewhere": elsewhere}, timeout_seconds=1, count_tool_time=False)
    executor("x = 1\nelsewhere()")
    assert told == ["This executor is running code in another thread. Use one executor per thread."] and executor("x").output == 1


def test_the_server_comes_back():
    executor = made()
    executor("x = 1")
    process = server.server()._process
    process.kill()
    os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
    with pytest.raises(InterpreterError, match="lost: x"):
        executor("x")
    assert executor("1 + 1").output == 2


def test_options():
    with pytest.raises(ValueError, match='isolation must be "process" or None, not \'docker\''):
        LocalPythonExecutor([], isolation="docker")
    with pytest.raises(ValueError, match='require must be "full" or "best", not \'none\''):
        LocalPythonExecutor([], require="none")
    with pytest.raises(ValueError, match='require="best" is for isolation="process"'):
        LocalPythonExecutor([], require="best")
    with pytest.raises(TypeError, match='isolation must be "process" or None, not ndarray'):
        LocalPythonExecutor([], isolation=np.array([1, 2]))


def test_shared_arrays_are_mapped(executor):
    array = fastexec.shared_array(np.arange(1_000_000.0).reshape(1000, 1000))
    executor.send_variables({"whole": array, "rows": array[10:500]})
    assert executor("whole[0, 0] = -1\nfloat(whole[0, 0]), float(rows[0, 0]), rows.shape").output == (-1.0, 10_000.0, (490, 1000))
    assert array[0, 0] == 0, "what a worker writes is its own"
    begun = time.perf_counter()
    executor.send_variables({"again": fastexec.shared_array(np.ones(3))})
    assert executor("again.sum()").output == 3.0 and time.perf_counter() - begun < 5
    with pytest.raises(TypeError, match="an array of object has no memory to share"):
        fastexec.shared_array(np.array([{}]))
    gc.collect()
    before = descriptors()
    del array
    gc.collect()
    assert descriptors() < before


# ------------------------------------------------------------------------------------------ rules
FOR_THE_HOST = {
    "garbage collector": (["gc"], "import gc\ngc.collect() >= 0 and len(gc.get_objects()) > 100"),
    "settings": (["sys"], "import sys\nsys.setswitchinterval(0.01)\nround(sys.getswitchinterval(), 3) == 0.01"),
    "generated code": (["sympy"], "import sympy\nx = sympy.Symbol('x')\nsympy.lambdify(x, x + 1, 'math')(2) == 3"),
    "bound methods that write": (["pickle", "io"], "import pickle, io\nb = io.BytesIO()\npickle.Pickler(b).dump({'a': [1]})\npickle.loads(b.getvalue()) == {'a': [1]}"),
    "classes for metaclasses": (
        ["yaml"],
        "import yaml\nclass Point(yaml.YAMLObject):\n    yaml_tag = '!Point'\n    yaml_loader = yaml.SafeLoader\n    yaml_dumper = yaml.SafeDumper\n"
        "    def __init__(self, x):\n        self.x = x\nyaml.safe_load(yaml.dump(Point(3), Dumper=yaml.SafeDumper)).x == 3",
    ),
    "modules made by hand": (
        ["hypothesis.*"],
        "from hypothesis import given, settings, strategies as st\nseen = []\n@settings(max_examples=5, database=None, deadline=None)\n@given(st.integers(), st.lists(st.integers()))\n"
        "def check(x, xs):\n    seen.append(x)\ncheck()\nlen(seen) > 1",
    ),
    "testing modules": (["unittest.mock", "unittest"], "from unittest import mock\nm = mock.Mock(return_value=3)\nm() == 3"),
}


@pytest.mark.parametrize("name", FOR_THE_HOST)
@pytest.mark.filterwarnings("ignore:Authorizing")
def test_rules_of_the_contract_alone(name):
    imports, code = FOR_THE_HOST[name]
    assert made(imports, rules="contract")(code).output is True


SET = """
import numpy as np, decimal, contextvars
np.set_printoptions(linewidth=100)
np.seterr(over='raise')
decimal.getcontext().prec = 7
"""


@pytest.mark.parametrize("rules", ["all", "contract"])
def test_settings_of_the_code_are_kept(rules):
    executor = made(["numpy", "decimal", "contextvars"], tools={"tool": lambda: 1}, rules=rules)
    executor(SET)
    executor("tool()")
    assert executor("np.get_printoptions()['linewidth'], np.geterr()['over'], decimal.getcontext().prec").output == (100, "raise", 7)


def test_a_library_that_counts_processors_is_refused_nothing():
    pytest.importorskip("sklearn")
    executor = made(["sklearn.*"])
    code = "from sklearn.cluster import KMeans\nKMeans(2, n_init=1, random_state=0).fit([[0], [1], [9]]).inertia_"
    assert executor(code).output == 0.5
    assert executor.refusals == []


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("import os", "Import of os is not allowed"),
        ("(1).__class__.__bases__", "Forbidden access to dunder attribute: __bases__"),
        ("import random\nrandom._os", "Forbidden access to module: os"),
        ("eval('1')", "Forbidden function evaluation: 'eval'"),
        ("open('/etc/passwd')", "Forbidden function evaluation: 'open'"),
        ("while True: pass", "Maximum number of 1000000 iterations in While loop exceeded"),
    ],
)
def test_the_contract_holds_all_the_same(code, text):
    with pytest.raises(InterpreterError, match=re.escape(text)):
        made(["random"], rules="contract")(code)


def test_rules_of_the_contract_need_walls():
    with pytest.raises(ValueError, match='rules="contract" is for isolation="process": in this process all rules hold'):
        LocalPythonExecutor([], rules="contract")
    from fastexec._fastexec import rely_on_walls

    with pytest.raises(PermissionError, match="not all walls stand around this process"):
        rely_on_walls()
