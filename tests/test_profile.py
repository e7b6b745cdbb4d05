"""`executor.profile`: exact operations by line, time where it was spent, and a run that means the same."""

from __future__ import annotations

import time

import fastexec
import programs
import pytest

CASES = {case["name"]: case for case in programs.load_all()}


@pytest.fixture
def executor() -> fastexec.LocalPythonExecutor:
    executor = fastexec.LocalPythonExecutor([])
    executor.send_tools({"wait": lambda seconds: time.sleep(seconds)})
    return executor


def counts(profile: fastexec.Profile) -> dict[int, int]:
    return {line.line: line.operations for line in profile.lines if line.own}


def counted(executor: fastexec.LocalPythonExecutor) -> int:
    return int(executor.state["_operations_count"]["counter"])


def test_operations_are_those_of_each_line(executor) -> None:
    # 1: Assign, Name, Constant. 2: For, Name, Call, Name, Constant, and the target each time round.
    # 3: AugAssign, Name, Name each time. 4: Expr, Name.
    profile = executor.profile("total = 0\nfor i in range(10):\n    total += i\ntotal\n")
    assert profile.output == fastexec.CodeOutput(45, "", False)
    # What a call charges in all, by the line of the node.
    assert profile.operations == counted(executor) == sum(counts(profile).values())
    single = {line: executor.profile(text).operations for line, text in ((1, "total = 0"), (4, "total"))}
    assert {line: counts(profile)[line] for line in single} == single
    assert counts(profile)[3] == 10 * executor.profile("total += i").operations
    assert counts(profile)[2] == profile.operations - sum(counts(profile)[line] for line in (1, 3, 4))


def test_expressions_over_several_lines(executor) -> None:
    profile = executor.profile("def f(a, b):\n    return a\nx = f(\n    1 + 2 + 3,\n    4,\n)")
    alone = executor.profile("1 + 2 + 3").operations - 1
    assert counts(profile)[4] == alone and counts(profile)[5] == 1
    assert sum(counts(profile).values()) == counted(fresh("def f(a, b):\n    return a\nx = f(\n    1 + 2 + 3,\n    4,\n)"))


def fresh(code: str) -> fastexec.LocalPythonExecutor:
    """An executor that has run the code."""
    executor = fastexec.LocalPythonExecutor([])
    executor(code)
    return executor


def test_branches_that_do_not_run_have_nothing(executor) -> None:
    profile = executor.profile("n = 3\nif n > 5:\n    n = 1\nelif n > 2:\n    n = 2\nelse:\n    n = 0\n")
    found = counts(profile)
    assert found[5] == found[1] and not found.get(3) and not found.get(7) and not found.get(6)


def test_time_is_that_of_the_line_that_calls(executor) -> None:
    code = "def slow():\n    return wait(0.05)\nfor i in range(3):\n    x = i\nslow()\nwait(0.1)\n"
    profile = executor.profile(code)
    seconds = {line.line: line.seconds for line in profile.lines}
    assert seconds[2] > 0.04 and seconds[6] > 0.09
    assert profile.seconds == pytest.approx(sum(seconds.values()))
    assert sum(line.time_share for line in profile.lines) == pytest.approx(1)


def test_functions(executor) -> None:
    profile = executor.profile("def f(n):\n    return n * 2\nclass A:\n    def g(self):\n        return f(1) + f(2)\nA().g()\n")
    own = {function.text: function for function in profile.functions}
    assert list(own) == ["<module>", "f", "A", "A.g"]
    assert own["f"].line == 1 and own["f"].operations == counts(profile)[2]
    assert sum(function.operations for function in profile.functions) == profile.operations


def test_errors_are_the_output(executor) -> None:
    code = "a = 1\nb = [a, a, a][\n    7]\nc = 2"
    profile = executor.profile(code)
    assert isinstance(profile.output, fastexec.InterpreterError)
    assert "list index out of range" in str(profile.output)
    with pytest.raises(fastexec.InterpreterError) as raised:
        executor(code)
    assert str(raised.value) == str(profile.output)
    assert profile.operations == counted(executor) == sum(counts(profile).values())
    assert 4 not in counts(profile)
    assert "ended by InterpreterError" in str(profile).splitlines()[0]


def test_operations_given_back_leave_their_line(executor) -> None:
    """A method that is missing is found to be so before its arguments are counted."""
    profile = executor.profile("x = 1\nx.foo(\n    1,\n    2)")
    assert counts(profile)[3] == counts(profile)[4] == 0
    assert profile.operations == counted(executor)


def test_code_that_does_not_parse(executor) -> None:
    profile = executor.profile("1 +")
    assert "SyntaxError" in str(profile.output)
    assert (profile.operations, profile.lines, profile.functions) == (0, [], [])


@pytest.mark.parametrize("limits", [fastexec.Limits(operations=1000), fastexec.Limits(while_iterations=100), fastexec.Limits(seconds=0.2, while_iterations=None, operations=None)])
def test_a_run_that_ends_by_a_limit(executor, limits) -> None:
    profile = executor.profile("n = 0\nwhile True:\n    n += 1\n", limits=limits)
    assert isinstance(profile.output, (fastexec.InterpreterError, fastexec.ExecutionTimeoutError))
    assert profile.operations == counted(executor) == sum(counts(profile).values())
    if limits.operations == 1000:
        assert profile.operations == 1000
    assert set(counts(profile)) == {1, 2, 3}
    assert executor("n > 0").output is True


def test_session_goes_on_afterwards(executor) -> None:
    executor.profile("def f(n):\n    m = n\n    return m\nx = 5")
    assert executor("f(x)").output == 5
    before = counted(executor)
    profile = executor.profile("f(x)")
    assert profile.operations == before
    assert [(line.line, line.own, line.text) for line in profile.lines] == [(1, True, "f(x)"), (2, False, "    m = n"), (3, False, "    return m")]
    assert "of earlier snippets:" in str(profile)


def test_a_tool_may_run_the_executor_again(executor) -> None:
    executor.send_tools({"again": lambda: executor("sum([k for k in range(50)])").output})
    profile = executor.profile("a = 1\nb = again()\nc = 3")
    assert executor.state["b"] == 1225
    assert set(counts(profile)) == {1, 2, 3} and profile.operations < 20


def test_final_answer(executor) -> None:
    executor.send_tools({"final_answer": lambda x: x})
    assert executor.profile("final_answer(3)\n1").output == fastexec.CodeOutput(3, "", True)


def test_generators_callbacks_and_native_iteration(executor) -> None:
    code = "def g(n):\n    for i in range(n):\n        yield i\nxs = sorted(\n    g(20),\n    key=lambda k: -k)\nys = list(map(lambda k: k + 1, xs))\n"
    profile = executor.profile(code)
    assert profile.operations == counted(fresh(code))
    assert min(counts(profile)[line] for line in (3, 6, 7)) >= 20


def test_text_is_a_table_with_hot_lines_marked(executor) -> None:
    profile = executor.profile("x = 0\nfor i in range(1000):\n    x += i\n")
    lines = str(profile).splitlines()
    assert lines[0].startswith(f"{profile.operations:,} operations, ")
    assert lines[1].split() == ["line", "operations", "share", "ms", "share", "source"]
    assert [line.split()[0] == "*" for line in lines[2:]][2] is True
    assert lines[4].endswith("      x += i")
    assert [row[0] for row in profile.table] == [1, 2, 3]
    assert profile.table[2][1] == counts(profile)[3] and profile.table[2][5] == "    x += i"
    assert profile.lines[2].hot and not profile.lines[0].share > 0.1


def test_lines_end_as_python_has_them(executor) -> None:
    profile = executor.profile("a = 1\r\nb = 2\rc = 3\n")
    assert [(line.line, line.text) for line in profile.lines] == [(1, "a = 1"), (2, "b = 2"), (3, "c = 3")]


@pytest.mark.parametrize("name", CASES)
def test_a_profile_changes_nothing(name: str, batch) -> None:
    result = batch.result("profiled:run_both", CASES, name)
    assert result["profiled"] == result["called"]
    assert [operations for operations, _, _ in result["sums"]] == result["counts"]
    for operations, by_function, least in result["sums"]:
        assert by_function == operations and least >= 0
