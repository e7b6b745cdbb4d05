"""The drop-in contract, row by row: what a program written for smolagents' executor relies on."""

from __future__ import annotations

import ast
import os
import re

import fastexec
import pytest
import smolagents.local_python_executor as original

NAMES = [
    "LocalPythonExecutor", "PythonExecutor", "CodeOutput", "evaluate_python_code", "InterpreterError", "ExecutionTimeoutError",
    "FinalAnswerException", "PrintContainer", "fix_final_answer_code", "check_import_authorized", "get_safe_module",
    "BASE_PYTHON_TOOLS", "BASE_BUILTIN_MODULES", "DANGEROUS_MODULES", "DANGEROUS_FUNCTIONS", "ALLOWED_DUNDER_METHODS",
    "MAX_OPERATIONS", "MAX_WHILE_ITERATIONS", "MAX_EXECUTION_TIME_SECONDS", "DEFAULT_MAX_LEN_OUTPUT",
]  # fmt: skip


def make(imports=(), tools=None, **options):
    executor = fastexec.LocalPythonExecutor(list(imports), **options)
    executor.send_tools(tools or {})
    return executor


def error_of(executor, code: str) -> str:
    with pytest.raises(fastexec.InterpreterError) as caught:
        executor(code)
    return str(caught.value)


class TestNames:
    @pytest.mark.parametrize("name", NAMES)
    def test_exported(self, name):
        assert hasattr(fastexec, name)
        assert name in fastexec.__all__

    @pytest.mark.parametrize("name", ["MAX_OPERATIONS", "MAX_WHILE_ITERATIONS", "MAX_EXECUTION_TIME_SECONDS", "DEFAULT_MAX_LEN_OUTPUT", "ALLOWED_DUNDER_METHODS"])
    def test_constants(self, name):
        assert getattr(fastexec, name) == getattr(original, name)

    def test_lists(self):
        assert sorted(fastexec.BASE_BUILTIN_MODULES) == sorted(original.BASE_BUILTIN_MODULES)
        assert set(original.DANGEROUS_MODULES) <= set(fastexec.DANGEROUS_MODULES)
        assert set(original.DANGEROUS_FUNCTIONS) <= set(fastexec.DANGEROUS_FUNCTIONS)
        assert set(original.BASE_PYTHON_TOOLS) <= set(fastexec.BASE_PYTHON_TOOLS)

    def test_error_classes(self):
        assert issubclass(fastexec.InterpreterError, ValueError)
        assert issubclass(fastexec.ExecutionTimeoutError, Exception) and not issubclass(fastexec.ExecutionTimeoutError, fastexec.InterpreterError)
        assert issubclass(fastexec.FinalAnswerException, BaseException) and not issubclass(fastexec.FinalAnswerException, Exception)
        assert fastexec.FinalAnswerException(5).value == 5

    def test_isinstance_both_ways(self):
        executor = make()
        assert isinstance(executor, original.PythonExecutor) and isinstance(executor, fastexec.PythonExecutor)
        with pytest.raises(original.InterpreterError):
            executor("1 / 0")
        with pytest.raises(original.InterpreterError):
            executor("1 +")
        executor.timeout_seconds = 0.1
        with pytest.raises(original.ExecutionTimeoutError):
            executor("for i in iter(int, 1): pass")

    def test_print_container(self):
        container = fastexec.PrintContainer()
        container += "a"
        assert container.append("b") is container
        container += 5
        assert (container.value, str(container), repr(container), len(container)) == ("ab5", "ab5", "PrintContainer(ab5)", 3)

    @pytest.mark.parametrize(
        "code",
        [
            "final_answer = 5",
            "final_answer = 5\nfinal_answer(final_answer)",
            "x.final_answer = 1\nfinal_answer(2)",
            "my_final_answer = 1\nfinal_answer (my_final_answer)",
            "final_answer = 1; final_answer == 2; final_answer(final_answer + 1)",
            "print('none')",
        ],
    )
    def test_fix_final_answer_code(self, code):
        assert fastexec.fix_final_answer_code(code) == original.fix_final_answer_code(code)

    @pytest.mark.parametrize("allowed", [["numpy"], ["numpy.*"], ["numpy.random"], ["*"], ["os.path"], ["a.b.c"], []])
    def test_check_import_authorized(self, allowed):
        for name in ("numpy", "numpy.random", "numpy.random.mtrand", "os", "os.path", "a", "a.b", "a.b.c", "a.b.c.d", "numpyx"):
            expected = original.check_import_authorized(name, allowed)
            if (name, allowed) in (("os", ["os.path"]), ("a", ["a.b.c"]), ("a.b", ["a.b.c"]), ("numpy", ["numpy.random"])):
                continue  # the original lets a path authorize its parents; see divergences in the language of imports
            assert fastexec.check_import_authorized(name, allowed) == expected, name


class TestConstructor:
    def test_attributes(self):
        def extra():
            return "extra"

        executor = fastexec.LocalPythonExecutor(["json"], max_print_outputs_length=7, additional_functions={"extra": extra}, timeout_seconds=3)
        assert executor.additional_authorized_imports == ["json"]
        assert set(executor.authorized_imports) == {"json", *fastexec.BASE_BUILTIN_MODULES}
        assert (executor.max_print_outputs_length, executor.timeout_seconds) == (7, 3)
        assert executor.additional_functions == {"extra": extra}
        assert bool(executor) and executor.state["__name__"] == "__main__" and executor.custom_tools == {}
        assert fastexec.LocalPythonExecutor([]).max_print_outputs_length == fastexec.DEFAULT_MAX_LEN_OUTPUT

    def test_positional(self):
        executor = fastexec.LocalPythonExecutor([], 10, {"f": len}, 5)
        assert (executor.max_print_outputs_length, executor.timeout_seconds) == (10, 5)

    def test_not_installed(self):
        with pytest.raises(fastexec.InterpreterError) as caught:
            fastexec.LocalPythonExecutor(["not_there"])
        assert str(caught.value) == "Non-installed authorized modules: not_there. Please install these modules or remove them from the authorized imports list."

    def test_runs_without_tools(self):
        executor = fastexec.LocalPythonExecutor([])
        assert executor("1 + 1").output == 2

    def test_cleanup_is_harmless(self):
        executor = make()
        getattr(executor, "cleanup", lambda: None)()
        assert executor("5").output == 5


class TestHostAccess:
    """What the host reads, writes and replaces."""

    def test_precedence_of_tools(self):
        executor = fastexec.LocalPythonExecutor([], additional_functions={"both": lambda: "additional", "len": lambda x: "mine"})
        executor.send_tools({"both": lambda: "tool", "abs": lambda x: "tool"})
        assert executor("both(), len([]), abs(-5)").output == ("additional", "mine", 5)

    def test_send_variables_and_state(self):
        executor = make()
        executor.send_variables({"a": 1, "b": [2]})
        assert executor("a + b[0]").output == 3
        executor.state["a"] = 10
        assert executor("a").output == 10
        del executor.state["a"]
        assert "`a` is not defined" in error_of(executor, "a")
        executor.state = {"fresh": 5}
        assert executor("fresh").output == 5
        assert "`b` is not defined" in error_of(executor, "b")
        executor.state.update(x=1, y=2)
        executor("z = x + y\ndel x")
        assert executor.state["z"] == 3 and "x" not in executor.state

    def test_static_tools_are_live(self):
        executor = make()
        executor.static_tools["shout"] = lambda s: s.upper()
        assert executor("shout('a')").output == "A"
        executor.static_tools.update(shout=lambda s: s + "!")
        assert executor("shout('a')").output == "a!"
        executor.static_tools = {**executor.static_tools, "other": lambda: 1}
        assert executor("other()").output == 1
        del executor.static_tools["other"]
        assert "Forbidden function evaluation: 'other'" in error_of(executor, "other()")

    def test_open_may_be_given(self, tmp_path, monkeypatch):
        path = tmp_path / "f.txt"
        path.write_text("content")
        executor = make()
        executor.static_tools["open"] = open
        executor.send_variables({"path": str(path)})
        assert executor("with open(path) as f:\n    text = f.read()\ntext").output == "content"
        monkeypatch.setitem(fastexec.BASE_PYTHON_TOOLS, "open", open)
        executor = make()
        executor.send_variables({"path": str(path)})
        assert executor("with open(path) as f:\n    text = f.read()\ntext").output == "content"

    def test_custom_tools(self):
        executor = make()
        executor("def f(x):\n    return x + 1\ny = 1\nclass C:\n    pass\ng = lambda: 2")
        assert set(executor.custom_tools) == {"f"} and executor.custom_tools["f"](1) == 2
        assert {"y", "C", "g"} <= set(executor.state) and "f" not in executor.state
        executor("f = 5")
        assert executor("f").output == 5
        executor("def f():\n    return 'again'")
        assert executor("f()").output == "again"
        executor.custom_tools["given"] = lambda: "by the host"
        assert executor("given()").output == "by the host"
        executor.custom_tools = {}
        executor.state.pop("f", None)
        assert "Forbidden function evaluation: 'f'" in error_of(executor, "f()")

    def test_source_of_functions(self):
        executor = make()
        executor("def f(x):\n    # comment\n    return x")
        assert ast.dump(ast.parse(executor.custom_tools["f"].__source__)) == ast.dump(ast.parse("def f(x):\n    return x"))

    def test_counters_and_outputs_are_in_the_state(self):
        executor = make()
        executor("print('a')\nprint('b')")
        assert str(executor.state["_print_outputs"]) == "a\nb\n"
        first = executor.state["_operations_count"]["counter"]
        executor("1")
        assert executor.state["_operations_count"]["counter"] == 2 < first
        assert str(executor.state["_print_outputs"]) == ""

    def test_counters_are_true_after_an_error(self):
        executor = make()
        error_of(executor, "print('kept')\n1 / 0")
        assert str(executor.state["_print_outputs"]) == "kept\n"
        assert executor.state["_operations_count"]["counter"] > 3

    def test_authorized_imports_are_read_at_each_call(self):
        executor = make()
        assert "Import of json is not allowed" in error_of(executor, "import json")
        executor.authorized_imports = [*executor.authorized_imports, "json"]
        assert executor("import json\njson.dumps([1])").output == "[1]"


class TestEvaluate:
    """The function evaluate_python_code."""

    def test_result_and_dicts_in_place(self):
        state, tools = {"x": 2}, {}
        assert fastexec.evaluate_python_code("y = x * 2\ndef f():\n    return y\nprint(y)\nf()", {"print": print}, custom_tools=tools, state=state) == (4, False)
        assert state["y"] == 4 and tools["f"]() == 4 and str(state["_print_outputs"]) == "4\n"
        assert fastexec.evaluate_python_code("y + 1", {}, state=state) == (5, False)
        assert str(state["_print_outputs"]) == ""

    def test_final_answer(self):
        def final_answer(x):
            return f"<{x}>"

        assert fastexec.evaluate_python_code("final_answer(5)\n1 / 0", {"final_answer": final_answer}) == ("<5>", True)

    def test_options(self):
        with pytest.raises(fastexec.InterpreterError, match="Import of json is not allowed"):
            fastexec.evaluate_python_code("import json", {})
        assert fastexec.evaluate_python_code("import json\njson.loads('1')", {}, authorized_imports=["json"])[0] == 1
        state: dict = {}
        fastexec.evaluate_python_code("print('x' * 100)", {"print": print}, state=state, max_print_outputs_length=10)
        assert "truncated to stay below 10" in str(state["_print_outputs"])
        with pytest.raises(fastexec.ExecutionTimeoutError):
            fastexec.evaluate_python_code("for i in iter(int, 1): pass", {"iter": iter, "int": int}, timeout_seconds=0.1)


VALUES = [
    ("x = 5", 5), ("x = y = 2", 2), ("x = 1\nx += 2", 3), ("x: int = 4", 4), ("x: int", None), ("1; 2", 2), ("print(1)", None),
    ("if 1:\n    5\n    None", 5), ("if 0:\n    1\nelse:\n    2", 2), ("for i in range(3):\n    i", 2), ("for i in []:\n    1", None),
    ("for i in range(4):\n    i if i < 2 else None", 1), ("while False:\n    pass", None), ("i = 0\nwhile i < 2:\n    i += 1", None),
    ("try:\n    5\nexcept ValueError:\n    6", None), ("import math", None), ("pass", None), ("x = 1\ndel x", None), ("", None),
    ("a, b = 1, 2", (1, 2)), ("if 1:\n    for i in range(2):\n        i", 1), ("if 1:\n    x = 7", 7), ("assert True", None),
]  # fmt: skip


class TestValues:
    @pytest.mark.parametrize(("code", "value"), VALUES)
    def test_of_the_last_statement(self, code, value):
        assert make()(code).output == value

    def test_of_definitions(self):
        executor = make()
        assert executor("def f():\n    return 3").output() == 3
        assert executor("class C:\n    x = 1").output.x == 1

    def test_final_answer(self):
        def final_answer(*args, **kwargs):
            return args, kwargs

        executor = make(tools={"final_answer": final_answer})
        result = executor("kept = 1\nprint('before')\ntry:\n    final_answer(1, 2, k=3)\nexcept BaseException:\n    kept = 2\nprint('after')")
        assert (result.output, result.is_final_answer, result.logs) == (((1, 2), {"k": 3}), True, "before\n")
        assert executor.state["kept"] == 1
        assert executor("log = []\ntry:\n    final_answer(1)\nfinally:\n    log.append('finally')").is_final_answer
        assert executor.state["log"] == ["finally"]
        assert "Cannot assign to name 'final_answer'" in error_of(executor, "final_answer = 1")

    def test_code_output(self):
        result = make()("print('p')\n5")
        assert isinstance(result, fastexec.CodeOutput)
        assert (result.output, result.logs, result.is_final_answer) == (5, "p\n", False)
        assert fastexec.CodeOutput(output=1, logs="", is_final_answer=False) == fastexec.CodeOutput(1, "", False)


class TestRefusals:
    """The texts of the contract for what policy refuses; the documentation's harmful commands among them."""

    @pytest.mark.parametrize(
        ("code", "text"),
        [
            ('import os; exit_code = os.system("echo Bad command")', "Import of os is not allowed. Authorized imports are: ["),
            ("from os import system", "Import from os is not allowed. Authorized imports are: ["),
            ("import random; random._os.system('echo Bad command')", "Forbidden access to module: os"),
            ("import queue; queue.threading", "Forbidden access to module: threading"),
            ("import statistics; statistics.random._os", "Forbidden access to module: "),
            ("().__class__.__bases__[0].__subclasses__()", "Forbidden access to dunder attribute: "),
            ("[].__class__", "Forbidden access to dunder attribute: __class__"),
            ("getattr([], '__class__')", "Forbidden access to dunder attribute: __class__"),
            ("getattr([], '__cl' + 'ass__')", "Forbidden access to dunder attribute: __class__"),
            ("'{0.__class__}'.format(1)", "Forbidden access to dunder attribute: __class__"),
            ("(1).__reduce__()", "Forbidden"),
            ("eval('1')", "Forbidden function evaluation: 'eval'"),
            ("exec('1')", "Forbidden function evaluation: 'exec'"),
            ("compile('1', '', 'eval')", "Forbidden function evaluation: 'compile'"),
            ("__import__('os')", "Forbidden function evaluation: '__import__'"),
            ("open('f')", "Forbidden function evaluation: 'open'"),
            ("tool = 1", "Cannot assign to name 'tool': doing this would erase the existing tool!"),
            ("import math as tool", "Cannot assign to name 'tool'"),
            ("for tool in [1]:\n    pass", "Cannot assign to name 'tool'"),
            ("class tool:\n    pass", "Cannot assign to name 'tool'"),
            ("def tool():\n    pass", "Cannot assign to name 'tool'"),
            ("[tool := 1]", "Cannot assign to name 'tool'"),
            ("try:\n    1 / 0\nexcept ZeroDivisionError as tool:\n    pass", "Cannot assign to name 'tool'"),
            ("print = 1", "Cannot assign to name 'print'"),
            ("undefined_f()", "Forbidden function evaluation: 'undefined_f' is not among the explicitly allowed tools or defined/imported in the preceding code"),
            ("undefined_v", "The variable `undefined_v` is not defined."),
        ],
    )
    def test_text(self, code, text):
        executor = make(["random", "queue", "statistics"], tools={"tool": lambda: "the tool"})
        message = error_of(executor, code)
        assert message.startswith("Code execution failed at line '") and f" due to: InterpreterError: {text}" in message, message
        assert executor("tool()").output == "the tool"

    def test_a_module_in_a_value(self):
        executor = make(tools={"module": lambda: os, "modules": lambda: {"m": os}, "function": lambda: eval})
        for code in ("module()", "m = modules()\nm['m']", "for m in modules().values():\n    m", "[m] = modules().values()\nm", "(lambda x: x)(module())"):
            assert "Forbidden access to module: os" in error_of(executor, code), code
        assert "Forbidden access to function: eval" in error_of(executor, "function()")

    def test_refusals_are_ordinary_errors_inside(self):
        executor = make()
        assert executor("try:\n    import seaborn_or_what\nexcept ImportError:\n    r = 'no plots'\nr").output == "no plots"
        assert executor("try:\n    import os\nexcept ImportError as e:\n    r = str(e)[:27]\nr").output == "Import of os is not allowed"
        assert executor("try:\n    [].__class__\nexcept AttributeError:\n    r = 'refused'\nr").output == "refused"
        assert executor("try:\n    undefined\nexcept NameError as e:\n    r = 'name'\nr").output == "name"
        assert executor("try:\n    {}['k']\nexcept KeyError as e:\n    r = e.args\nr").output == ("k",)

    def test_harmless_dunders(self):
        executor = make(["numpy"])
        assert executor("def f():\n    'd'\nf.__name__, f.__doc__, type(1).__name__").output == ("f", "d", "int")
        assert executor("hasattr([], '__iter__'), hasattr(5, '__iter__'), hasattr({}, '__len__')").output == (True, False, True)
        assert re.match(r"\d", executor("import numpy as np\nnp.__version__").output)

    def test_exits_do_not_reach_the_host(self):
        executor = make()
        for name in ("SystemExit", "KeyboardInterrupt", "GeneratorExit", "BaseException"):
            message = error_of(executor, f"raise {name}('bye')")
            assert f"due to: {name}: bye" in message
        assert "due to: E: " in error_of(executor, "class E(SystemExit):\n    pass\nraise E")

    def test_on_refusal_abort(self):
        executor = make(on_refusal="abort")
        assert "Import of os is not allowed" in error_of(executor, "try:\n    import os\nexcept ImportError:\n    pass\n5")


def test_while_true_pass():
    message = error_of(make(), "while True: pass")
    assert "InterpreterError: Maximum number of 1000000 iterations in While loop exceeded" in message


def test_echo_bad_command():
    message = error_of(make(), "!echo Bad command")
    assert message.startswith("Code parsing failed on line 1 due to: SyntaxError: invalid syntax")
    assert "\n!echo Bad command\n" in message


class Service:
    """A host class whose method has what `super()` without arguments reads from a frame."""

    def call(self, function):
        return super().__init__() or function()


@pytest.mark.parametrize(
    "code",
    ["def f():\n    return super()\ncall(f)", "call(lambda: super())", "s = super\ncall(lambda: s())", "call(super)", "next(iter(super, 0))", "class A:\n    def f(self):\n        return type(super(A, self))\ncall(A().f())"],
)
def test_super_does_not_read_the_frames_of_the_host(code):
    executor = make(tools={"call": Service().call})
    assert "RuntimeError: super(): no arguments" in error_of(executor, code)


class TestWordsOfTheOriginal:
    """Where the original's words say more than Python's, they follow as the hint."""

    @pytest.mark.parametrize(
        "code, words",
        [
            ("def f(**options): pass\nf(**[1])", "Cannot unpack non-dict value in **kwargs: list"),
            ("x = [1]\nx += 1", "Cannot add non-list value 1 to a list."),
            ("x = [1]\nx += None", "Cannot add non-list value None to a list."),
            ("a, b = (1, 2, 3)", "Cannot unpack tuple of wrong size"),
        ],
    )
    def test_hint(self, code, words):
        theirs = original.LocalPythonExecutor([])
        theirs.send_tools({})
        with pytest.raises(original.InterpreterError, match=re.escape(words)):
            theirs(code)
        assert f"\n  hint: {words}" in error_of(make(), code)

    @pytest.mark.parametrize("code", ["x = [1]\nx += (2,)\nx", "x = [1]\nx += 'a'\nx", "a, b = (1, 2)\nb", "def f(**o): return o\nf(**{'a': 1})"])
    def test_harmless_neighbours(self, code):
        namespace: dict = {}
        *before, last = code.split("\n")
        exec("\n".join(before), namespace)
        assert make()(code).output == eval(last, namespace)

    def test_frame_names_are_refused_after_their_object(self):
        executor = make()
        text = error_of(executor, "def g():\n    print('evaluated')\n    return 1\ng().f_globals")
        assert "InterpreterError: Forbidden access to dunder attribute: f_globals" in text
        assert str(executor.state["_print_outputs"]) == "evaluated\n"

    def test_exec_and_compile_of_the_host(self):
        tools = {"exec": exec, "compile": compile, "eval": eval}
        executor = make(["builtins"], tools)
        assert executor("code = compile('20 + 1', 'formula', 'eval')\neval(code)").output == 21
        assert executor("import builtins\nbuiltins.exec('1')").output is None
        assert "Forbidden access to function: exec" in error_of(make(["builtins"]), "import builtins\nbuiltins.exec('1')")
