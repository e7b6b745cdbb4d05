"""Records of calls in a file: one line of JSON for each call, rotated, and what can go wrong with the file."""

from __future__ import annotations

import json
import os
import sys
import threading
from pathlib import Path
from typing import Any

import fastexec
import pytest
from fastexec import InterpreterError, LocalPythonExecutor, Record

WAYS = pytest.mark.parametrize("isolation", [None, "process"])


def recorded(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def executor_of(record: Any, tools: dict[str, Any] | None = None, **options: Any) -> LocalPythonExecutor:
    executor = LocalPythonExecutor(["json"], record=record, **options)
    executor.send_tools(tools or {})
    return executor


@WAYS
class TestLines:
    def test_one_for_each_call(self, isolation, tmp_path):
        path = tmp_path / "runs.jsonl"
        executor = executor_of(path, {"f": lambda x: x}, isolation=isolation)
        stats = executor("import json\nf(3)").stats
        with pytest.raises(InterpreterError):
            executor("\n1 / 0")
        first, second = recorded(path)
        assert (first["code"], first["outcome"], first["error"]) == ("import json\nf(3)", "ok", None)
        assert first["stats"] == json.loads(json.dumps(stats.as_dict()))
        assert "tools" not in first
        assert second["outcome"] == "raised"
        assert second["error"] == {"type": "ZeroDivisionError", "message": "division by zero", "line": 2, "limit": None}
        assert (first["process"], first["executor"]) == (second["process"], second["executor"])
        assert os.stat(path).st_mode & 0o777 == 0o600

    def test_arguments_and_results(self, isolation, tmp_path):
        class Secret:
            def __repr__(self) -> str:
                raise AssertionError("nobody asks it")

        def fails() -> None:
            raise KeyError

        path = tmp_path / "runs.jsonl"
        record = Record(path, arguments=True, results=True, text_chars=20)
        executor = executor_of(record, {"f": lambda *a, **k: list(a), "secret": Secret, "fails": fails}, isolation=isolation)
        executor("f(1, 'two', key={'a': (1, 2)})\nf('x' * 100)\ntry:\n    fails()\nexcept KeyError:\n    pass")
        assert recorded(path)[0]["tools"] == [
            {"name": "f", "arguments": ["1", "'two'", {"key": "{'a': (1, 2)}"}], "result": "[1, 'two']"},
            {"name": "f", "arguments": ["'" + "x" * 19 + "… (102 characters)"], "result": "['" + "x" * 18 + "… (104 characters)"},
            {"name": "fails", "arguments": [], "error": "KeyError"},
        ]

    def test_results_of_async_tools(self, isolation, tmp_path):
        import asyncio

        async def fetch(n: int) -> int:
            await asyncio.sleep(0.01)
            return n + 1

        path = tmp_path / "runs.jsonl"
        asyncio.run(executor_of(Record(path, results=True), {"fetch": fetch}, isolation=isolation).arun("await fetch(1)"))
        assert recorded(path)[0]["tools"] == [{"name": "fetch", "result": "2"}]

    def test_code_cannot_forge_one(self, isolation, tmp_path):
        path = tmp_path / "runs.jsonl"
        executor = executor_of(path, isolation=isolation)
        code = 'x = """\n{"outcome": "ok"}\n\u2028"""\nclass Liar(Exception):\n    def __str__(self): return "a\\n{}"\nraise Liar'
        with pytest.raises(InterpreterError):
            executor(code)
        (line,) = recorded(path)
        assert line["code"] == code
        assert path.read_bytes().count(b"\n") == 1


class TestSizes:
    def test_texts_are_bounded(self, tmp_path):
        path = tmp_path / "runs.jsonl"
        executor = executor_of(Record(path, code_chars=10, text_chars=5))
        with pytest.raises(InterpreterError):
            executor("raise ValueError('a long message')")
        (line,) = recorded(path)
        assert line["code"] == "raise Valu… (34 characters)"
        assert line["error"]["message"] == "a lon… (14 characters)"

    def test_half_a_line(self, tmp_path):
        path = tmp_path / "runs.jsonl"
        path.write_text('{"time": "half a li')
        executor = executor_of(Record(path))
        executor("1")
        executor("2")
        first, *whole = path.read_text().splitlines()
        assert first == '{"time": "half a li' and [json.loads(line)["code"] for line in whole] == ["1", "2"]

    def test_rotation(self, tmp_path):
        path = tmp_path / "runs.jsonl"
        executor = executor_of(Record(path, max_bytes=1500, keep=2))
        for n in range(30):
            executor(str(n))
        names = sorted(file.name for file in tmp_path.iterdir())
        assert names == ["runs.jsonl", "runs.jsonl.1", "runs.jsonl.2"]
        assert all((tmp_path / name).stat().st_size <= 1500 for name in names)
        codes = [int(line["code"]) for name in reversed(names) for line in recorded(tmp_path / name)]
        assert codes == list(range(30))[-len(codes) :]
        assert len(codes) >= 3

    def test_many_threads_and_executors(self, tmp_path):
        path = tmp_path / "runs.jsonl"
        executors = [executor_of(Record(path, max_bytes=20_000, keep=50)) for _ in range(4)]

        def run(executor: LocalPythonExecutor) -> None:
            for n in range(50):
                executor(str(n))

        threads = [threading.Thread(target=run, args=(executor,)) for executor in executors]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        lines = [line for file in tmp_path.iterdir() for line in recorded(file)]
        assert len(lines) == 200
        assert len({(line["executor"], line["code"]) for line in lines}) == 200

    def test_pool(self, tmp_path):
        path = tmp_path / "runs.jsonl"
        with fastexec.Pool(2, record=path) as pool:
            assert [result.output for result in pool.map(["1", "2", "3"])] == [1, 2, 3]
        assert sorted(line["code"] for line in recorded(path)) == ["1", "2", "3"]


class TestBadFiles:
    def test_a_path_that_cannot_be_written(self, tmp_path):
        with pytest.raises(FileNotFoundError, match="calls cannot be recorded: No such file or directory"):
            executor_of(tmp_path / "missing" / "runs.jsonl")
        with pytest.raises(IsADirectoryError, match="calls cannot be recorded"):
            executor_of(tmp_path)

    def test_a_pipe_that_nobody_reads(self, tmp_path):
        os.mkfifo(tmp_path / "pipe")
        with pytest.raises(OSError, match="calls cannot be recorded"):
            executor_of(tmp_path / "pipe")

    def test_wrong_options(self):
        with pytest.raises(TypeError, match="record must be a path or fastexec.Record, not int"):
            executor_of(5)
        with pytest.raises(TypeError, match="arguments must be True or False"):
            Record("x", arguments=1)  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="keep must not be negative"):
            Record("x", keep=-1)
        with pytest.raises(ValueError, match="record must not hold an empty path"):
            Record("")

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="Linux")
    def test_a_full_disk_loses_nothing_else(self):
        executor = executor_of("/dev/full")
        with pytest.warns(RuntimeWarning, match="a call was not recorded: .*No space left on device"):
            assert executor("1 + 1").output == 2
        with pytest.warns(RuntimeWarning), pytest.raises(InterpreterError, match="ZeroDivisionError"):
            executor("1 / 0")

    def test_half_a_line_does_not_stay(self, tmp_path):
        resource = pytest.importorskip("resource")
        import subprocess

        path = tmp_path / "runs.jsonl"
        code = f"""
import fastexec, resource, signal, warnings
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
executor = fastexec.LocalPythonExecutor([], record={str(path)!r})
executor("1")
size = __import__("os").stat({str(path)!r}).st_size
resource.setrlimit(resource.RLIMIT_FSIZE, (size + 100, size + 100))
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    print(executor("2").output, len(caught))
resource.setrlimit(resource.RLIMIT_FSIZE, (size + 100, size + 100))
"""
        assert resource
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
        assert (done.stdout, done.stderr) == ("2 1\n", "")
        assert [line["code"] for line in recorded(path)] == ["1"]

    def test_warnings_that_are_errors(self, caplog):
        """Each line that is lost is logged, too."""
        import warnings

        executor = executor_of("/dev/full")
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assert [executor(code).output for code in ("1 + 1", "3")] == [2, 3]
        lost = [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]
        assert len(lost) == 2 and all("a call was not recorded: [Errno 28]" in text for text in lost)

    def test_a_folder_that_goes_away(self, tmp_path):
        folder = tmp_path / "there"
        folder.mkdir()
        executor = executor_of(folder / "runs.jsonl")
        (folder / "runs.jsonl").unlink()
        folder.rmdir()
        with pytest.warns(RuntimeWarning, match="a call was not recorded"):
            assert executor("1 + 1").output == 2
