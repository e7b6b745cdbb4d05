"""What the boundary does around a run: syntax errors, reports, cancelling, sessions that share dicts, the
garbage collector, odd callers."""

from __future__ import annotations

import concurrent.futures
import contextlib
import copy
import functools
import gc
import pickle
import subprocess
import sys
import threading
import time
import weakref

import fastexec
import pytest
import smolagents.local_python_executor as original

BAD_SNIPPETS = [
    "x = = 1", "x = = 1\n", "if True:\nprint(1)", "  x=1", "if 1:\n    x\n  y", "if 1:\n\tx\n        y", "if 1:\n        x\n\ty",
    "f(", "'abc", "'''abc\ndef", "x = 'é' = = 2", "ü = = 3\n", "1 = x", "f(a=1, 2)", "def f(:\n  pass",
    "for i in range(3) print(i)", "(1,\n2", "]", "print 5", "f'{a b}'", "f'{'", "\n\n\nx y", "a\r\nb c\r\nd", "class A\n  pass",
    "x = $", "0777", "1_", "a = 5 if b", "import", "from x import", "lambda x: = 3", "return = 3", "x" * 20 + " y", "if x:\n",
    "await x y", "x = 1\\", "\\", "x = (1 +\n\n 2 3)", "a=1\nb = 2 3 # ☃", "del f()", "f() = 1", "None = 1", "with a as 1: pass",
    "try:\n x\n", "else:", "print(1)\n\nx = [1,2\ny=3\n", "def f():\nreturn 1", '"""', "x = 'a\nb'", "nonlocal",
    "match x:\n case 1 print()", "x = 0b12", "x = 1e", "é b\n", "日本 語 x\n", "((((((((((((((((((((", "(" * 250, "a b\x0c",
    "x = {1: 2, 3}", "print('a'", "a = [1, 2\nb = 3", "while True print(1)", "def f(a, a b): pass", "x: int: str", "*a = ",
]  # fmt: skip


def text_of(run, code: str) -> tuple[type, str]:
    with pytest.raises(Exception) as caught:  # noqa: PT011
        run(code)
    return caught.type, str(caught.value)


in_plain_words = functools.partial(fastexec.evaluate_python_code, error_format="plain")


class TestSyntaxErrors:
    @pytest.mark.parametrize("code", BAD_SNIPPETS)
    def test_same_text_as_the_original(self, code):
        ours, theirs = text_of(in_plain_words, code), text_of(original.evaluate_python_code, code)
        assert text_of(fastexec.evaluate_python_code, code)[1].partition("\n  hint: ")[0] == ours[1]
        # The original puts the caret one column too far, and in the source line itself where that has no end.
        theirs_head, ours_head = theirs[1].removesuffix("^").rstrip(" "), ours[1].removesuffix("^").rstrip(" \t")
        if not code.startswith("f'"):  # there the original shows the text of the replacement field
            assert ours_head.rstrip() == theirs_head.rstrip()
        assert ours[1].endswith("^") and ours_head.endswith("\n")
        assert issubclass(ours[0], fastexec.InterpreterError) and issubclass(ours[0], original.InterpreterError)

    @pytest.mark.parametrize("code", ["x\0y", "'\ud800'", "x = '\udcff'\n", "\0", "#\ud800"])
    def test_odd_characters(self, code):
        kind, text = text_of(fastexec.evaluate_python_code, code)
        assert issubclass(kind, fastexec.InterpreterError)
        assert text.startswith("Code parsing failed")

    @pytest.mark.parametrize(
        ("code", "message"),
        [
            ("return 5", "'return' outside function"),
            ("break", "'break' outside loop"),
            ("def f():\n    nonlocal x", "no binding for nonlocal 'x' found"),
            ("x = 1\nyield x", "'yield' outside function"),
            ("def f(a, a): pass", "duplicate argument 'a' in function definition"),
        ],
    )
    def test_errors_beyond_the_grammar(self, code, message):
        kind, text = text_of(in_plain_words, code)
        assert issubclass(kind, fastexec.InterpreterError)
        line = len(code.splitlines())
        assert text.startswith(f"Code parsing failed on line {line} due to: SyntaxError: {message} (<unknown>, line {line})\n")
        assert text.endswith("^")

    @pytest.mark.parametrize(
        ("code", "line", "column"),
        [
            ("x = = 1", "x = = 1", 4),
            ("a\nb = [1,2\ny = 3\n", "b = [1,2", 4),
            ("if x:\npass", "pass", 0),
            ("\n\nreturn 5", "return 5", 0),
            ("def f(a, a): pass", "def f(a, a): pass", 9),
            ("if 1:\n\tx = = 1", "\tx = = 1", 5),
            ("é = = 1", "é = = 1", 4),
            ("x = f'{1 1}'", "x = f'{1 1}'", 7),
        ],
    )
    def test_the_caret_stands_under_the_column(self, code, line, column):
        _, text = text_of(in_plain_words, code)
        shown, caret = text.splitlines()[-2:]
        assert shown == line and caret.replace("\t", " ") == " " * column + "^", text

    def test_bytes_are_decoded_as_they_say(self):
        assert fastexec.evaluate_python_code(b"'\xc3\xa9'") == ("é", False)
        assert fastexec.evaluate_python_code(b"# coding: latin-1\n'\xe9'") == ("é", False)

    @pytest.mark.parametrize("code", [b"'\xff'", b"# coding: no-such\n1", b"1\n2\n'\xff'", b"# coding: hex\n1"])
    def test_bytes_that_are_no_text(self, code: bytes) -> None:
        with pytest.raises(fastexec.InterpreterError, match="Code parsing failed due to: ") as raised:
            fastexec.LocalPythonExecutor([])(code)
        assert raised.value.kind == "syntax"
        findings = fastexec.LocalPythonExecutor([]).check(code)
        assert [finding.message for finding in findings] == [raised.value.error_message]

    @pytest.mark.parametrize("code", [None, 5, ["x"], bytearray(b"1")])
    def test_other_types_are_refused(self, code):
        with pytest.raises(TypeError, match="the code to run must be a string, not"):
            fastexec.LocalPythonExecutor([])(code)

    def test_long_source(self):
        executor = fastexec.LocalPythonExecutor([], limits=fastexec.Limits(source_bytes=100))
        assert executor("x = 1 #" + "é" * 46).output == 1
        with pytest.raises(fastexec.InterpreterError, match="The code is 101 bytes long; at most 100 are accepted"):
            executor("x = 1 #" + "é" * 47)

    def test_state_is_left_alone(self):
        state = {}
        fastexec.evaluate_python_code("print(1)", state=state)
        container = state["_print_outputs"]
        with pytest.raises(fastexec.InterpreterError):
            fastexec.evaluate_python_code("1 +", state=state)
        assert state["_print_outputs"] is container and str(container) == "1\n"


class TestReports:
    def error(self, code: str, **options) -> fastexec.InterpreterError:
        with pytest.raises(fastexec.InterpreterError) as caught:
            fastexec.evaluate_python_code(code, **options)
        return caught.value

    def test_lines_of_earlier_calls(self):
        executor = fastexec.LocalPythonExecutor([])
        executor("x = 1\ndef f(x):\n    return 1 / x\ndef g(x):\n    return f(x)")
        for code in ("g(0)", "x = 5\nlist(map(g, [0]))"):
            with pytest.raises(fastexec.InterpreterError) as caught:
                executor(code)
            shown = str(caught.value).splitlines()
            assert "  line 5 of an earlier call, in g: return f(x)" in shown and "  line 3 of an earlier call, in f: return 1 / x" in shown
            assert f"  line {len(code.splitlines())}: {code.splitlines()[-1]}" in shown
            assert caught.value.line == len(code.splitlines())
            assert caught.value.frames[-1] == ("f", 3, "return 1 / x")

    def test_details_follow_the_text(self):
        error = self.error("def mean(xs):\n    return sum(xs) / len(xs)\n\nx = 1\ny = mean([])")
        assert str(error).startswith("Code execution failed at line 'y = mean([])' due to: ZeroDivisionError: division by zero\n")
        assert "line 5: y = mean([])" in str(error) and "line 2, in mean: return sum(xs) / len(xs)" in str(error)
        assert (error.statement, error.error_type, error.error_message, error.line) == (
            "y = mean([])", "ZeroDivisionError", "division by zero", 5,
        )  # fmt: skip
        assert [frame[:2] for frame in error.frames] == [(None, 5), ("mean", 2)]

    @pytest.mark.parametrize(
        "dropped",
        [
            "class A:\n    @property\n    def x(self):\n        raise AttributeError('x')\nhasattr(A(), 'x')",
            "class A:\n    def __getattr__(self, name):\n        raise AttributeError(name)\ngetattr(A(), 'x', 1)",
            "class A:\n    def __iter__(self):\n        return self\n    def __next__(self):\n        raise StopIteration\nlist(A())",
            "class A:\n    def __length_hint__(self):\n        raise TypeError\n    def __iter__(self):\n        return iter('a')\nlist(A())",
            "swallow(lambda: 1 / 0)",
        ],
    )
    def test_errors_that_native_code_drops_leave_no_lines(self, dropped):
        def swallow(function):
            with contextlib.suppress(ZeroDivisionError):
                function()

        error = self.error(f"{dropped}\n[].missing", static_tools={**fastexec.BASE_PYTHON_TOOLS, "swallow": swallow})
        line = len(dropped.splitlines()) + 1
        lines = str(error).splitlines()
        assert lines[1:3] == [f"  line {line}: [].missing", " " * (9 + len(str(line))) + "^^^^^^^^^^"], str(error)
        assert len(lines) == 4 and lines[3].startswith("  hint: "), str(error)

    @pytest.mark.parametrize(
        ("code", "inner"),
        [
            ("def key(x):\n    return 1 / x\nsorted([0], key=key)", "line 2, in key: return 1 / x"),
            ("import json\ndef f(x):\n    return {}['k']\njson.dumps({1: f}, default=f)", "line 3, in f: return {}['k']"),
            ("def f():\n    return again(lambda: 1 / 0)\nf()", "line 2, in <lambda>: return again(lambda: 1 / 0)"),
        ],
    )
    def test_errors_that_go_through_native_code_keep_their_lines(self, code, inner):
        def again(function):
            try:
                return function()
            except ZeroDivisionError as error:
                raise error

        tools = {**fastexec.BASE_PYTHON_TOOLS, "again": again}
        assert f"\n  {inner}\n" in str(self.error(code, static_tools=tools, authorized_imports=["json"]))

    def test_a_tool_that_raises_anew_keeps_the_line_of_the_cause(self):
        def wrap(function):
            try:
                return function()
            except ZeroDivisionError as error:
                raise RuntimeError("a tool's own") from error

        error = self.error("def f():\n    return wrap(lambda: 1 / 0)\nf()", static_tools={"wrap": wrap})
        assert [frame[:2] for frame in error.frames] == [(None, 3), ("f", 2)]
        assert "\n  caused by: ZeroDivisionError: division by zero (line 2, in <lambda>)" in str(error)

    @pytest.mark.parametrize(
        ("code", "lines"),
        [
            ("try:\n    {}['k']\nexcept KeyError:\n    raise ValueError(1)", ["while handling: KeyError: 'k' (line 2)"]),
            ("try:\n    {}['k']\nexcept KeyError:\n    raise ValueError(1) from None", []),
            ("try:\n    {}['k']\nexcept KeyError:\n    raise ValueError(1) from TypeError('t')", ["caused by: TypeError: t"]),
            ("def f():\n    {}['k']\ntry:\n    f()\nexcept KeyError as e:\n    raise ValueError(1) from e", ["caused by: KeyError: 'k' (line 2, in f)"]),
            ("e = ValueError(1)\ne.__cause__ = e\nraise e", None),
            ("def f(n):\n    try:\n        1 / 0\n    except Exception:\n        f(n - 1) if n else 1 / 0\nf(99)", ["while handling: ZeroDivisionError: division by zero (line 3, in f)"] * 4),
        ],
    )  # fmt: skip
    def test_what_an_error_came_of(self, code, lines):
        error = str(self.error(code))
        found = [line.strip() for line in error.splitlines() if line.startswith(("  caused by: ", "  while handling: "))]
        assert lines is None or found == lines, error

    @pytest.mark.skipif(sys.version_info < (3, 11), reason="notes and groups are newer")
    def test_notes_and_parts(self):
        error = self.error("e = ValueError(1)\ne.add_note('of yesterday\\nlong')\ne.add_note('x' * 10**6)\nraise e")
        assert "\n  note: of yesterday\n  note: xxx" in str(error) and len(str(error)) < 2_000
        error = self.error("def f(n):\n    try:\n        1 / n\n    except Exception as e:\n        return e\nraise ExceptionGroup('g', [f(0), *map(ValueError, range(9))])")
        assert "\n  part: ZeroDivisionError: division by zero (line 3, in f)\n  part: ValueError: 0\n" in str(error)
        assert "\n  part: ... and 6 more" in str(error)

    def test_hint_for_a_misspelt_name(self):
        error = self.error("temperature = 5\ntemprature + 1")
        assert "due to: InterpreterError: The variable `temprature` is not defined.\n" in str(error)
        assert error.hint == "did you mean `temperature`?" and error.hint in str(error)

    def test_statement_of_a_deep_recursion(self):
        error = self.error("x = 1\ndef f(n):\n    return f(n + 1)\nf(0)\nx = 2")
        assert error.statement == "f(0)" and error.error_type == "RecursionError"
        assert len(str(error)) < 2_000

    def test_decorated_statement(self):
        error = self.error("def deco(f):\n    raise KeyError('k')\n@deco\ndef g():\n    pass")
        assert str(error).startswith("Code execution failed at line 'def g():\n    pass' due to: KeyError: 'k'")

    @pytest.mark.parametrize(
        "code",
        [
            "raise ValueError('x' * 10**7)",
            "raise ValueError([0] * 10**6)",
            "raise KeyError(tuple(range(10**6)))",
            "{'a' * 10**6: 1}['b']",
            "([0] * 10**6)['a']",
            "raise ValueError(1 << 10**6)",
            "x = []\nfor i in range(100): x = [x, x]\nraise ValueError(x)",
            "x = []\nfor i in range(10**5): x = [x]\nraise ValueError(x)",
            "x = []\nx.append(x)\nraise ValueError(x)",
        ],
    )
    def test_large_objects_do_not_blow_up_the_text(self, code):
        assert len(str(self.error(code))) < 200_000

    @pytest.mark.parametrize(
        "body",
        ["raise OSError('no')", "return 5", "return 'x' * 10**8", "while True: pass", "return self.__str__()"],
    )
    def test_errors_that_cannot_show_themselves(self, body):
        code = f"class Odd(Exception):\n    def __str__(self):\n        {body}\nraise Odd('why')"
        error = self.error(code, timeout_seconds=5)
        assert error.error_type == "Odd" and len(str(error)) < 200_000

    def test_lone_surrogates_are_readable(self):
        assert "\\ud800" in str(self.error("raise ValueError('\\ud800')"))

    def test_error_of_another_process(self):
        error = self.error("1 / 0")
        again = pickle.loads(pickle.dumps(error))
        assert isinstance(again, fastexec.InterpreterError) and str(again) == str(error)
        assert again.error_type == "ZeroDivisionError"


class TestSharedDicts:
    """Calls of `evaluate_python_code` have a session each; the dicts are what they share."""

    def test_function_sees_later_changes(self):
        state, tools = {}, {}
        fastexec.evaluate_python_code("x = 1\ndef f():\n    return x", custom_tools=tools, state=state)
        assert fastexec.evaluate_python_code("x = 2\nf()", custom_tools=tools, state=state)[0] == 2
        state["x"] = 3
        assert tools["f"]() == 3
        assert fastexec.evaluate_python_code("f()", custom_tools=tools, state=state)[0] == 3

    def test_function_changes_variables_of_a_later_call(self):
        state, tools = {}, {}
        fastexec.evaluate_python_code("n = 0\ndef tick():\n    global n\n    n += 1", custom_tools=tools, state=state)
        code = "tick()\nn += 10\ntick()\nn"
        assert fastexec.evaluate_python_code(code, custom_tools=tools, state=state)[0] == 12
        tools["tick"]()
        assert state["n"] == 13

    def test_host_changes_state_in_a_tool(self):
        state = {"x": 1}

        def bump():
            seen = state["x"]
            state["x"] = seen * 10
            state.pop("gone", None)
            return seen

        code = "x = 5\ngone = 1\na = bump()\nb = x\ntry:\n    c = gone + 1\nexcept NameError:\n    c = 2\n(a, b, c)"
        assert fastexec.evaluate_python_code(code, {"bump": bump}, state=state)[0] == (5, 50, 2)

    def test_callback_in_a_tool(self):
        executor = fastexec.LocalPythonExecutor([])
        seen = []

        def tool(callback):
            executor.state["x"] = "of the host"
            seen.append(callback())
            seen.append(executor.state["y"])
            with pytest.raises(KeyError):
                callback(fail=True)
            seen.append(executor.state["y"])

        executor.send_tools({"tool": tool})
        code = """
x = "of the code"
calls = 0
def callback(fail=False):
    global y, calls
    calls += 1
    y = f"call {calls}"
    if fail:
        raise KeyError(calls)
    return x
tool(callback)
x, y
"""
        assert executor(code).output == ("of the host", "call 2")
        assert seen == ["of the host", "call 1", "call 2"]

    def test_functions_of_the_host_among_the_variables(self):
        executor = fastexec.LocalPythonExecutor([])
        executor.send_variables({"helper": lambda n: executor.state["base"] + n, "helpers": {"h": len}})
        assert executor("base = 40\nf = helper\nf(2)").output == 42
        assert executor.state["f"] is executor.state["helper"]

    def test_modules_among_the_variables_are_refused(self):
        executor = fastexec.LocalPythonExecutor([])
        executor.send_variables({"os": sys.modules["os"], "math": sys.modules["math"]})
        assert executor("math.floor(2.5)").output == 2
        for code in ("os", "os.getcwd()", "x = os", "def f(): return os\nf()"):
            with pytest.raises(fastexec.InterpreterError, match="Forbidden access to module: os"):
                executor(code)
        assert executor("os = 5\nos").output == 5

    def test_many_variables(self):
        executor = fastexec.LocalPythonExecutor([])
        executor.send_variables({f"v{i}": i for i in range(50_000)})
        assert executor("v49999 + v1").output == 50_000
        executor("\n".join(f"w{i} = {i}" for i in range(20_000)))
        assert executor("w19999 + w16383 + w16384 + v5").output == 19_999 + 16_383 + 16_384 + 5
        assert executor.state["w19999"] == 19_999
        executor("def f():\n    global w19998\n    w19998 = 'new'\nf()")
        assert executor.state["w19998"] == "new"
        del executor.state["w19997"]
        with pytest.raises(fastexec.InterpreterError, match="`w19997` is not defined"):
            executor("w19997")

    def test_own_entries_cannot_be_changed_by_code(self):
        executor = fastexec.LocalPythonExecutor([])
        executor("_operations_count = {'counter': -10**9}\n_print_outputs = None\nprint('still here')")
        assert executor.state["_operations_count"]["counter"] > 0
        assert str(executor.state["_print_outputs"]) == "still here\n"


class TestPrint:
    def logs(self, code: str, imports=()) -> str:
        return fastexec.LocalPythonExecutor(list(imports))(code).logs

    def test_as_in_python(self):
        assert self.logs("print(1, 'a', None, sep='-', end='!')\nprint()\nprint(*[1, 2], sep='')") == "1-a-None!\n12\n"
        assert self.logs("print(1, 2, sep=None, end=None, file=None, flush=True)") == "1 2\n"
        assert self.logs("list(map(print, [1, 2]))\nf = print\nf(f.__name__)") == "1\n2\nprint\n"

    def test_to_an_object(self):
        code = "class Tee:\n    def __init__(self): self.parts = []\n    def write(self, s): self.parts.append(s)\n    def flush(self): self.parts.append('flushed')\n"
        code += "t = Tee()\nprint('a', 1, file=t, flush=True)\nprint(t.parts)"
        assert self.logs(code) == "['a', ' ', '1', '\\n', 'flushed']\n"

    def test_to_the_streams_of_sys(self):
        assert self.logs("import sys\nprint('a', file=sys.stdout)\nprint('b', file=sys.stderr)", ["sys"]) == "a\nb\n"

    @pytest.mark.parametrize(
        ("call", "message"),
        [
            ("print(1, sep=5)", "TypeError: sep must be None or a string, not int"),
            ("print(1, end=b'')", "TypeError: end must be None or a string, not bytes"),
            ("print(1, file=5)", "AttributeError: 'int' object has no attribute 'write'"),
        ],
    )
    def test_wrong_options(self, call, message):
        with pytest.raises(fastexec.InterpreterError) as caught:
            self.logs(call)
        assert f"due to: {message}\n" in str(caught.value)

    def test_unknown_option(self):
        with pytest.raises(TypeError) as expected:
            print(1, colour=5)
        with pytest.raises(fastexec.InterpreterError) as caught:
            self.logs("print(1, colour=5)")
        assert f"due to: TypeError: {expected.value}\n" in str(caught.value)

    def test_what_was_printed_before_an_error(self):
        executor = fastexec.LocalPythonExecutor([])
        with pytest.raises(fastexec.InterpreterError):
            executor("class Bad:\n    def __str__(self): return 1 / 0\nprint('kept', Bad())")
        assert str(executor.state["_print_outputs"]) == "kept "

    def test_lone_surrogates(self):
        assert self.logs("print('\\ud800', 'é')") == "\ud800 é\n"

    def test_host_sees_and_adds_text_while_the_code_runs(self):
        executor = fastexec.LocalPythonExecutor([])
        seen = []

        def tool():
            seen.append(executor.state["_print_outputs"].value)
            executor.state["_print_outputs"] += "[tool]"

        executor.send_tools({"tool": tool})
        assert executor("print(1)\ntool()\nprint(2)").logs == "1\n[tool]2\n"
        assert seen == ["1\n"]


class TestNesting:
    def test_tool_runs_another_snippet(self):
        executor = fastexec.LocalPythonExecutor([])
        inner = []
        executor.send_tools({"again": lambda: inner.append(executor("print('in')\nz = [i * x for i in range(3)]\nz"))})
        outer = executor("x = 7\nprint('before')\nfor i in range(3):\n    again()\n    print(i)\nz")
        assert outer.output == [0, 7, 14] and outer.logs == "before\n0\n1\n2\n"
        assert [result.logs for result in inner] == ["in\n"] * 3

    def test_inner_limit_ends_the_inner_run_only(self):
        executor = fastexec.LocalPythonExecutor([], limits=fastexec.Limits(while_iterations=10))
        caught = []

        def again():
            with pytest.raises(fastexec.InterpreterError) as error:
                executor("while True: pass")
            caught.append(str(error.value))

        executor.send_tools({"again": again})
        assert executor("again()\n5").output == 5
        assert "Maximum number of 10 iterations" in caught[0]

    def test_threads_wait_for_their_turn(self):
        executor = fastexec.LocalPythonExecutor([])
        order = []
        executor.send_tools({"hold": lambda n: (order.append(n), time.sleep(0.05), order.append(n), n)[-1]})
        with concurrent.futures.ThreadPoolExecutor(6) as pool:
            results = list(pool.map(lambda n: executor(f"y = hold({n})\ny + x" if n else "x = 100").output, range(6)))
        assert results == [100, 101, 102, 103, 104, 105]
        assert order[::2] == order[1::2], "runs of two threads overlapped"
        assert executor("1").output == 1

    @pytest.mark.parametrize("depth", [1, 2])
    def test_thread_of_a_tool_is_refused_clearly(self, depth):
        # It would wait for the run that waits for it.
        executor = fastexec.LocalPythonExecutor([])

        def call():
            with pytest.raises(fastexec.InterpreterError, match="another thread"):
                executor("1")
            return "refused"

        def in_thread(function):
            with concurrent.futures.ThreadPoolExecutor(1) as pool:
                return pool.submit(function).result(20)

        executor.send_tools({"tool": lambda: in_thread(call) if depth == 1 else in_thread(lambda: in_thread(call))})
        start = time.monotonic()
        assert executor("tool()").output == "refused"
        assert time.monotonic() - start < 5
        assert executor("1").output == 1

    def test_thread_that_was_there_before_gives_up_in_time(self):
        executor = fastexec.LocalPythonExecutor([], timeout_seconds=1)
        with concurrent.futures.ThreadPoolExecutor(1) as pool:
            assert pool.submit(int).result(20) == 0
            refused = []

            def tool():
                with pytest.raises(fastexec.InterpreterError, match="another thread"):
                    pool.submit(executor, "1").result(20)
                refused.append(True)

            executor.send_tools({"tool": tool})
            with pytest.raises(fastexec.ExecutionTimeoutError):
                executor("tool()")
        assert refused == [True]

    def test_cancel_from_another_thread(self):
        executor = fastexec.LocalPythonExecutor([], timeout_seconds=60)
        started = threading.Event()
        executor.send_tools({"started": started.set})
        canceller = threading.Thread(target=lambda: (started.wait(20), executor.cancel()))
        canceller.start()
        with pytest.raises(fastexec.InterpreterError, match="Code execution was cancelled by the host"):
            executor("started()\nfor i in iter(int, 1): pass")
        canceller.join(20)
        executor.cancel()
        assert executor("1").output == 1


class TestObjects:
    def test_executor_is_not_pickled_or_copied(self):
        executor = fastexec.LocalPythonExecutor([])
        for attempt in (pickle.dumps, copy.copy, copy.deepcopy):
            with pytest.raises(TypeError, match="cannot be pickled or copied"):
                attempt(executor)

    def test_repr(self):
        executor = fastexec.LocalPythonExecutor(["json"])
        executor("a = 1\ndef f(): pass")
        assert repr(executor).startswith("LocalPythonExecutor(authorized_imports=[") and "'json'" in repr(executor)
        assert repr(executor).endswith("variables=1, functions=1)")

    def test_cycles_are_collected(self):
        executor = fastexec.LocalPythonExecutor([])
        executor("class Big:\n    def me(self): return self\nbig = Big()\nbig.self = big\ndef f(): return big\nbig.f = f")
        watch = weakref.ref(executor.state["big"])
        function = weakref.ref(executor.custom_tools["f"])
        del executor
        gc.collect()
        assert watch() is None and function() is None

    def test_functions_outlive_the_executor(self):
        executor = fastexec.LocalPythonExecutor([])
        executor("k = 3\ndef f(x): return x * k")
        f = executor.custom_tools["f"]
        del executor
        gc.collect()
        assert f(5) == 15

    def test_cleanup(self):
        executor = fastexec.LocalPythonExecutor([])
        executor("x = 5\ndef f(): return x")
        executor.cleanup()
        executor.cleanup()
        assert executor("f() + x").output == 10

    @pytest.mark.parametrize("field", ["operations", "memory_bytes", "cpu_seconds"])
    def test_limits_are_checked(self, field):
        with pytest.raises(ValueError, match=f"limit {field} must not be negative"):
            fastexec.Limits(**{field: -1})
        with pytest.raises(TypeError, match=f"limit {field} must be a number"):
            fastexec.Limits(**{field: "5"})

    def test_what_is_wanted_is_said(self):
        with pytest.raises(TypeError, match="limit operations must be a whole number or None, not 1000000000.0"):
            fastexec.Limits(operations=1e9)
        with pytest.raises(TypeError, match='isolation must be "process" or None, not bool'):
            fastexec.LocalPythonExecutor([], isolation=True)
        for name in ("static_tools", "custom_tools", "state"):
            with pytest.raises(TypeError, match=f"{name} must be a dict, not list"):
                fastexec.evaluate_python_code("1", **{name: []})

    def test_limits_follow_the_package(self, monkeypatch):
        executor = fastexec.LocalPythonExecutor([], limits=fastexec.Limits(while_iterations=5))
        monkeypatch.setattr("fastexec.local_python_executor.MAX_OPERATIONS", 50)
        with pytest.raises(fastexec.InterpreterError, match="Reached the max number of operations of 50"):
            executor("for i in range(100): i + 1")
        with pytest.raises(fastexec.InterpreterError, match="Maximum number of 5 iterations"):
            executor("while True: pass")

    def test_unknown_policy(self):
        with pytest.raises(ValueError, match="on_refusal must be"):
            fastexec.LocalPythonExecutor([], on_refusal="ignore")


SMOLAGENTS_LATER = """
import fastexec
executor = fastexec.LocalPythonExecutor([])
import sys
assert "smolagents" not in sys.modules and "numpy" not in sys.modules
import smolagents.local_python_executor as original
assert isinstance(executor, original.PythonExecutor)
try:
    executor("1 / 0")
except original.InterpreterError as error:
    assert isinstance(error, fastexec.InterpreterError)
    print("fine")
"""


def test_original_loaded_after_the_executor_was_made():
    done = subprocess.run([sys.executable, "-c", SMOLAGENTS_LATER], capture_output=True, text=True, timeout=120)
    assert done.stdout == "fine\n", done.stderr


class TestDictsInTheMiddle:
    """A run writes the host's dicts when somebody may look at them: every way of looking finds the variables as they are."""

    @staticmethod
    def seen_by(look, before=lambda executor: None, code: str = "") -> list:
        """What `look(executor)` gives inside of a tool that is called three times."""
        executor = fastexec.LocalPythonExecutor([])
        before(executor)
        seen: list = []
        executor.send_tools({"tool": lambda: seen.append(look(executor))})
        executor(code or "n = 0\nfor i in range(3):\n    n = n + 10\n    tool()")
        return seen

    def test_the_attribute(self) -> None:
        assert self.seen_by(lambda executor: executor.state["n"]) == [10, 20, 30]
        assert self.seen_by(lambda executor: dict(executor.state)["n"]) == [10, 20, 30]

    def test_every_other_call(self) -> None:
        calls = iter(range(3))
        assert self.seen_by(lambda executor: executor.state["n"] if next(calls) != 1 else None) == [10, None, 30]

    def test_a_name_of_the_host(self) -> None:
        kept: list = []
        assert self.seen_by(lambda _: kept[0]["n"], lambda executor: kept.append(executor.state)) == [10, 20, 30]

    def test_a_dict_of_the_host(self) -> None:
        own: dict = {}
        assert self.seen_by(lambda _: own["n"], lambda executor: setattr(executor, "state", own)) == [10, 20, 30]

    def test_a_name_that_is_kept_in_the_middle(self) -> None:
        kept: list = []

        def look(executor):
            if not kept:
                kept.append(executor.state)
            return kept[0]["n"]

        assert self.seen_by(look) == [10, 20, 30]

    def test_an_exchanged_dict(self) -> None:
        kept: list = []

        def look(executor):
            if not kept:
                kept.append(executor.state)
                executor.state = {}
            return kept[0]["n"], "n" in executor.state

        assert self.seen_by(look) == [(10, False), (20, False), (30, False)]

    def test_given_up_in_the_middle(self) -> None:
        def look(executor):
            executor.cleanup()
            return executor.state["n"]

        executor = fastexec.LocalPythonExecutor([])
        seen: list = []
        executor.send_tools({"tool": lambda: seen.append(look(executor))})
        with pytest.raises(fastexec.InterpreterError):
            executor("n = 10\ntool()\nn = 20\ntool()")
        assert seen == [10]

    def test_functions(self) -> None:
        code = "def f():\n    return 1\ntool()\ndef g():\n    return 2\ntool()"
        assert self.seen_by(lambda executor: sorted(executor.custom_tools), code=code) == [["f"], ["f", "g"]]
        kept: list = []
        assert self.seen_by(lambda _: sorted(kept[0]), lambda executor: kept.append(executor.custom_tools), code) == [["f"], ["f", "g"]]

    def test_operations(self) -> None:
        counts = self.seen_by(lambda executor: executor.state["_operations_count"]["counter"])
        assert 0 < counts[0] < counts[1] < counts[2]
        kept: list = []

        def look(executor):
            if not kept:
                kept.append(executor.state["_operations_count"])
            return kept[0]["counter"]

        assert self.seen_by(look) == counts

    def test_changes_arrive(self) -> None:
        executor = fastexec.LocalPythonExecutor([])
        executor.send_tools({"tool": lambda: executor.state.update(n=executor.state["n"] + 100, new=1)})
        assert executor("n = 1\nfor i in range(3):\n    tool()\nn, new").output == (301, 1)

    def test_runs_within_runs(self) -> None:
        executor = fastexec.LocalPythonExecutor([])
        executor.send_tools({"tool": lambda: executor("n = n + 1\nm = n").output})
        assert executor("n = 10\nx = tool()\nn = n * 2\ny = tool()\nn, m, x, y").output == (23, 23, 11, 23)

    def test_another_thread(self) -> None:
        def look(executor):
            seen: list = []
            thread = threading.Thread(target=lambda: seen.append(executor.state["n"]))
            thread.start()
            thread.join()
            return seen[0]

        assert self.seen_by(look) == [10, 20, 30]

    def test_a_thread_that_watches(self) -> None:
        executor = fastexec.LocalPythonExecutor([], limits=fastexec.Limits(operations=None, seconds=60))
        seen: list = []

        def watch() -> None:
            while not seen:
                n = executor.state.get("n", 0)
                if n > 1000:
                    executor.state["stop"] = True
                    seen.append(n)
                time.sleep(0.001)

        executor.send_tools({"tool": lambda: None})
        thread = threading.Thread(target=watch)
        thread.start()
        executor("stop = False\nfor n in range(10**12):\n    if n % 1000 == 0:\n        tool()\n    if stop:\n        break")
        thread.join()
        assert executor.state["n"] >= seen[0] > 1000

    def test_called_back(self) -> None:
        executor = fastexec.LocalPythonExecutor([])
        seen: list = []

        def tool(function):
            function()
            seen.append(executor.state["n"])

        executor.send_tools({"tool": tool})
        executor("n = 0\ndef f():\n    global n\n    n = n + 1\nfor i in range(3):\n    tool(f)")
        assert seen == [1, 2, 3]

    def test_the_function(self) -> None:
        own: dict = {}
        seen: list = []
        tools = {"tool": lambda: seen.append(own["n"])}
        fastexec.evaluate_python_code("n = 1\ntool()\nn = 2\ntool()", tools, {}, own)
        assert seen == [1, 2]


def test_what_tools_do_not_show_is_what_a_default_is_for():
    class Search:
        client = "hidden"

        def __call__(self, query):
            return query

    executor = fastexec.LocalPythonExecutor([], on_refusal="abort")
    executor.send_tools({"search": Search(), "double": lambda x: 2 * x})
    for code, wanted in [
        ("getattr(search, 'unit', 'm')", "m"),
        ("getattr(double, 'unit', None) or 'm'", "m"),
        ("getattr(search, 'client', 'none')", "none"),
        ("getattr(search, '__name__', '')", "search"),
        ("[getattr(f, 'weight', 1) for f in (search, double)]", [1, 1]),
    ]:
        assert executor(code).output == wanted
        assert executor.refusals == []
    for code in ["getattr(search, 'client')", "search.client", "getattr(search, '_client', 1)"]:
        with pytest.raises(fastexec.InterpreterError, match="Forbidden access to attribute"):
            executor(code)
