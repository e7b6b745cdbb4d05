"""`fastexec.run`: one snippet, one call; and what became of a call as plain data."""

from __future__ import annotations

import sys

import fastexec
import pytest
from fastexec import outcome
from fastexec.outcome import Failure, Frame


class TestRun:
    def test_value_and_log(self):
        assert fastexec.run("print('a')\n1 + 1") == fastexec.CodeOutput(2, "a\n", False)

    def test_tools_and_variables(self):
        variables = {"a": 4}
        assert fastexec.run("b = double(a)\nb + 1", {"double": lambda x: x * 2}, variables).output == 9
        assert variables == {"a": 4}

    def test_nothing_is_left_for_the_next(self):
        fastexec.run("x = 1")
        with pytest.raises(fastexec.InterpreterError, match="The variable `x` is not defined"):
            fastexec.run("x")

    def test_final_answer(self):
        assert fastexec.run("final_answer(3)\n1 / 0", {"final_answer": lambda value: value}) == fastexec.CodeOutput(3, "", True)

    def test_imports(self):
        assert fastexec.run("import json\njson.dumps(1)", imports="json").output == "1"
        with pytest.raises(fastexec.InterpreterError, match="Import of json is not allowed"):
            fastexec.run("import json")
        with pytest.raises(TypeError, match=r"run\(\) takes the modules that code may import as `imports`"):
            fastexec.run("import json", additional_authorized_imports=["json"])

    def test_limits(self):
        with pytest.raises(fastexec.InterpreterError, match="Reached the max number of operations of 10"):
            fastexec.run("sum(i for i in range(100))", limits=fastexec.Limits(operations=10))
        with pytest.raises(fastexec.ExecutionTimeoutError, match="maximum execution time of 0.1 seconds"):
            fastexec.run("import time\ntime.sleep(5)", timeout_seconds=0.1)

    def test_the_packages_time_limit_holds(self, monkeypatch):
        monkeypatch.setattr(fastexec, "MAX_EXECUTION_TIME_SECONDS", 0.1)
        with pytest.raises(fastexec.ExecutionTimeoutError, match="0.1 seconds"):
            fastexec.run("import time\ntime.sleep(5)")

    def test_other_options(self, tmp_path):
        (tmp_path / "a.txt").write_text("hello")
        assert fastexec.run(f"with open({str(tmp_path / 'a.txt')!r}) as f:\n    x = f.read()\nx", {"open": open}, allow_read=tmp_path).output == "hello"
        with pytest.raises(TypeError, match="unexpected keyword argument 'nonsense'"):
            fastexec.run("1", nonsense=True)

    def test_the_name_is_the_function_whatever_was_imported(self):
        import fastexec.once  # noqa: F401

        assert fastexec.run("1").output == 1


def failed(code: str, **options: object) -> Failure:
    executor = fastexec.LocalPythonExecutor([], **options)
    with pytest.raises((fastexec.InterpreterError, fastexec.ExecutionTimeoutError)) as caught:
        executor(code)
    return outcome.failure(caught.value)


class TestOutcome:
    def test_all_fields(self):
        found = failed("def mean(xs):\n    return sum(xs) / len(xs)\n\nmean([])")
        assert found == Failure(
            "raised", "ZeroDivisionError", "division by zero", 4, None, None, "mean([])",
            [Frame(None, 4, "mean([])"), Frame("mean", 2, "return sum(xs) / len(xs)")], found.text, 1, 4, 9,
        )  # fmt: skip
        assert found.text.startswith("Code execution failed at line 'mean([])' due to: ZeroDivisionError: division by zero\n")

    @pytest.mark.parametrize(
        ("code", "expected"),
        [
            ("1 / 0", ("raised", "ZeroDivisionError", "division by zero", 1, None)),
            ("\nx", ("raised", "InterpreterError", "The variable `x` is not defined.", 2, None)),
            ("raise SystemExit(3)", ("raised", "SystemExit", "3", 1, None)),
            ("try:\n    import os\nexcept ImportError:\n    pass\n1 / 0", ("raised", "ZeroDivisionError", "division by zero", 5, None)),
            ("().__class__", ("refused", "InterpreterError", "Forbidden access to dunder attribute: __class__", 1, None)),
            ("eval", ("refused", "InterpreterError", "The variable `eval` is not defined.", 1, None)),
            ("while True: pass", ("limit", "InterpreterError", "Maximum number of 1000000 iterations in While loop exceeded", 1, "while_iterations")),
            ("def f():\n    return f()\nf()", ("limit", "RecursionError", "maximum recursion depth exceeded", 3, "recursion")),
            ("10 ** 10 ** 8", ("limit", "MemoryError", "the integer would have about 300000000 bits, the limit is 8388608", 1, "int_bits")),
            ("1 +", ("syntax", "SyntaxError", "invalid syntax (<unknown>, line 1)", 1, None)),
            ("a\0b", ("syntax", "SyntaxError" if sys.version_info >= (3, 11, 4) else "ValueError", "source code string cannot contain null bytes", 1, None)),
            ("x" * 2_000_000, ("limit", "InterpreterError", "The code is 2000000 bytes long; at most 1048576 are accepted. Split it into shorter snippets.", None, "source_bytes")),
        ],
    )  # fmt: skip
    def test_kinds(self, code, expected):
        found = failed(code)
        # Versions of CPython say it in their own words.
        message = expected[2] if found.outcome == "syntax" and found.message != expected[2] else found.message
        assert (found.outcome, found.type, message, found.line, found.limit) == expected

    @pytest.mark.parametrize("name", ["open('x')", "breakpoint()", "input()", "exec('1')"])
    def test_a_builtin_that_code_has_not_is_refused(self, name):
        assert failed(name).outcome == "refused"

    def test_aborting_refusals(self):
        assert failed("try:\n    import os\nexcept ImportError:\n    pass", on_refusal="abort").outcome == "refused"

    def test_time(self):
        found = failed("x = 1\nimport time\ntime.sleep(5)", timeout_seconds=0.1)
        assert (found.outcome, found.type, found.line, found.limit) == ("limit", "ExecutionTimeoutError", 3, "seconds")
        assert found.message == "Code execution exceeded the maximum execution time of 0.1 seconds"
        assert found.hint.startswith("the code was sleeping here")

    def test_cancelled(self):
        executor = fastexec.LocalPythonExecutor([])
        executor.send_tools({"stop": executor.cancel})
        with pytest.raises(fastexec.InterpreterError) as caught:
            executor("stop()\n1")
        assert outcome.failure(caught.value).outcome == "limit"

    def test_others_are_internal(self):
        found = outcome.failure(KeyError("x"))
        assert (found.outcome, found.type, found.message) == ("internal", "KeyError", "'x'")

    def test_as_json(self):
        import json

        found = json.loads(json.dumps(failed("1 / 0").as_dict()))
        assert sorted(found) == [
            "cause", "column", "end_column", "end_line", "frames", "hint", "limit", "line", "message", "statement", "text", "type",
        ]  # fmt: skip
        assert found["frames"] == [{"function": None, "line": 1, "text": "1 / 0"}]

    def test_frames_of_the_code_have_lines(self):
        """Who shows tracebacks asks entries for them, or frames (IPython)."""
        executor = fastexec.LocalPythonExecutor([])
        with pytest.raises(fastexec.InterpreterError) as caught:
            executor("x = 1\ndef f():\n    y = 2\n    return 1 / 0\nf()")
        cause = caught.value.__cause__
        assert cause is not None
        entry, found = cause.__traceback__, []
        while entry is not None:
            found.append((entry.tb_frame.f_code.co_name, entry.tb_lineno, entry.tb_frame.f_lineno))
            entry = entry.tb_next
        assert found == [("<module>", 5, 1), ("f", 4, 2)]
