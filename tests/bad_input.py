"""Input that no executor should have to take (run in child processes: see isolation.py).

Each function gets an executor whose variable `kept` is 41, does something bad to it, and checks that
a clear error comes of it. `run` then checks that the executor still works and has kept its state.
"""

from __future__ import annotations

import gc
import sys

import fastexec

CASES: dict[str, object] = {}
MEGABYTE = 1 << 20


def case(function):
    CASES[function.__name__] = function
    return function


def error_of(executor, code: object) -> str:
    """Text of the InterpreterError that the code must give."""
    try:
        result = executor(code)
    except fastexec.InterpreterError as error:
        return str(error)
    raise AssertionError(f"no error, but {result!r:.200}")


def outcome_of(executor, code: str) -> str:
    """Value or error of code that may do either, but nothing else."""
    try:
        return repr(executor(code).output)[:200]
    except Exception as error:  # noqa: BLE001
        return f"{type(error).__name__}: {error}"[:400]


@case
def unparsable(executor):
    text = error_of(executor, "def broken(:\n    pass")
    assert text.startswith("Code parsing failed on line 1 due to: SyntaxError: invalid syntax"), text
    assert "\ndef broken(:\n" in text and text.rstrip().endswith("^"), text


@case
def not_python_at_all(executor):
    for code in ("I think the answer is 42.", "```python\nx = 1\n```", "<code>x</code>", "{% if %}", "x = 'unterminated", "\\", "?"):
        assert "SyntaxError" in error_of(executor, code)


@case
def empty(executor):
    for code in ("", "\n", "   ", "# only a comment", "\n\n# c\n", "\t"):
        result = executor(code)
        assert (result.output, result.logs, result.is_final_answer) == (None, "", False)


@case
def not_text(executor):
    for code in (None, 5, ["x = 1"], object()):
        try:
            executor(code)
        except (TypeError, ValueError):
            continue
        raise AssertionError(f"{code!r} was run")


@case
def other_encodings(executor):
    assert executor("# -*- coding: latin-1 -*-\n'é'").output == "é"
    assert "SyntaxError" in error_of(executor, "x = 'é'".encode().decode("utf-16-le", "replace") + "\x81(")
    # CPython 3.10 refuses null bytes with a ValueError.
    expected = "null bytes" if sys.version_info < (3, 11) else "SyntaxError"
    assert expected in error_of(executor, "x = 1\n".encode("utf-16-le").decode("latin-1"))
    outcome_of(executor, "\ufeffx = 1\nx")
    assert "SyntaxError" in error_of(executor, "x = “curly quotes”")
    assert executor("größe = 1\nｎａｍｅ = 2\n(größe, name)").output == (1, 2)
    assert executor("x = 'a\\\r\nb'\r\nx").output == "ab"
    assert executor("if True:\r\n    y = 1\r\ny").output == 1


@case
def lone_surrogates(executor):
    for code in ("x = '\ud800'", "# \udfff\nx = 1", "\ud800 = 1", "print('\udcff')"):
        text = outcome_of(executor, code)
        assert "Error" in text and "panicked" not in text, text
    assert executor("x = '\\ud800'\nlen(x)").output == 1
    outcome_of(executor, "print('\\ud800')")
    outcome_of(executor, "raise ValueError('\\ud800')")
    outcome_of(executor, "{}['\\ud800']")


@case
def nul_bytes(executor):
    for code in ("x = 1\0", "\0", "x = '\0'", "# \0\nx"):
        assert "null bytes" in error_of(executor, code).lower()
    assert executor("'\\0'").output == "\0"


@case
def five_megabytes(executor):
    for code in ("x = 1\n" * (5 * MEGABYTE // 6), "x = '" + "a" * (5 * MEGABYTE) + "'", "#" * (5 * MEGABYTE)):
        text = error_of(executor, code)
        assert "1048576" in text.replace(",", "") and len(text) < 1000, text


@case
def nested_brackets(executor):
    for opening, closing in ("()", "[]", "{}"):
        assert "Error" in error_of(executor, opening * 100_000 + closing * 100_000)
        assert "Error" in error_of(executor, opening * 100_000)
        assert "Error" in error_of(executor, closing * 100_000)
    assert "Error" in error_of(executor, "f(" * 100_000 + ")" * 100_000)
    assert "Error" in error_of(executor, "x" + "[0" * 100_000 + "]" * 100_000)


@case
def deep_source(executor):
    n = 50_000
    codes = [
        "-" * n + "1",
        "not " * n + "1",
        "lambda: " * n + "1",
        "1 if 1 else " * n + "1",
        "await " * n + "x",
        "x = " * n + "1",
        "f'" + "{f'" * 2000,
        "'" * n,
        "1 + " * n + "1",
        "a." * n + "b",
        "f" + "()" * n,
        "1 < " * n + "1",
        "x ** " * n + "1",
        "[x for x in " * 2000 + "y" + "]" * 2000,
        "*" * n,
        "@f\n" * n + "def g(): pass",
        ":=" * n,
        "global " + ", ".join(f"n{i}" for i in range(n)),
        "\n".join("  " * depth + "if 1:" for depth in range(300)) + "\n" + "  " * 300 + "pass",
        "if 0: pass\n" + "elif 0: pass\n" * n,
        "try: pass\n" + "except E: pass\n" * n,
    ]
    for code in codes:
        text = outcome_of(executor, code)
        assert "panicked" not in text, (code[:40], text)


@case
def many_names_and_literals(executor):
    outcome_of(executor, "\n".join(f"name_{i} = {i}" for i in range(40_000)))
    outcome_of(executor, "def f(" + ", ".join(f"a{i}" for i in range(5000)) + "): pass\nf(" + ", ".join("1" for _ in range(5000)) + ")")
    outcome_of(executor, "x = [" + "1, " * 100_000 + "]\nlen(x)")
    outcome_of(executor, "x = {" + ", ".join(f"{i}: {i}" for i in range(50_000)) + "}\nlen(x)")
    outcome_of(executor, "x = " + "9" * 100_000)
    outcome_of(executor, "x = 0x" + "f" * 100_000)
    outcome_of(executor, "x = 1e" + "9" * 1000)
    outcome_of(executor, "x = '" + "\\N{BULLET}" * 20_000 + "'")
    outcome_of(executor, "a" * 100_000 + " = 1")


@case
def tool_raises(executor):
    text = error_of(executor, "x = 1\nraising()")
    assert text.startswith("Code execution failed at line 'raising()' due to: LookupError: from the tool"), text
    assert executor("try:\n    raising()\nexcept LookupError as e:\n    r = str(e)\nr").output == "from the tool"


@case
def tool_raises_the_unraisable(executor):
    text = outcome_of(executor, "exits()")
    assert "Error" in text and "SystemExit" in text, text
    text = outcome_of(executor, "hostile()")
    assert "Error" in text, text


@case
def tool_returns_itself(executor):
    assert executor("f = itself()\nf()()() is f or callable(f)").output is True
    outcome_of(executor, "itself()")
    outcome_of(executor, "x = itself\nx()")


@case
def tool_deletes_the_executor(executor):
    assert executor("forget()\ny = kept + 1\ny").output == 42


@case
def tool_clears_the_state(executor):
    text = outcome_of(executor, "before = 1\nclear()\nbefore")
    assert "before" in text or text == "1", text
    executor.send_variables({"kept": 41})


@case
def tool_replaces_the_dicts(executor):
    executor("replace()\nafter = 5")
    executor.send_variables({"kept": 41})


@case
def tool_calls_the_executor_again(executor):
    assert executor("x = 1\ny = again('x2 = 7; x2 * 2')\nx, y").output in ((1, 14), (1, "refused"))
    outcome_of(executor, "again('again(\"1 +\")')")
    outcome_of(executor, "again('1 / 0')")
    outcome_of(executor, "def f(n):\n    return again(f'f({n - 1})') if n else 'bottom'\nf(30)")
    outcome_of(executor, "again('endless = again(\"1\")')")


@case
def endless_reentry(executor):
    text = outcome_of(executor, "def f():\n    return again('f()')\nf()")
    assert "panicked" not in text, text


@case
def tool_gives_hostile_objects(executor):
    for code in ("x = bad_repr()\nx", "f'{bad_repr()}'", "bad_repr().nothing", "bad_repr()['k']", "{}[bad_repr()]", "print(bad_repr())", "bad_repr()", "raise bad_error()"):
        text = outcome_of_safely(executor, code)
        assert "panicked" not in text, text


def outcome_of_safely(executor, code: str) -> str:
    """As outcome_of, for values whose `repr` raises."""
    try:
        executor(code)
        return "a value"
    except Exception as error:  # noqa: BLE001
        return str(error)


@case
def module_not_installed(executor):
    try:
        fastexec.LocalPythonExecutor(["numpy", "not_there_a", "not_there_b.sub.*", "*"])
    except fastexec.InterpreterError as error:
        text = str(error)
        assert text.startswith("Non-installed authorized modules: ") and text.endswith(
            ". Please install these modules or remove them from the authorized imports list."
        ), text
        assert {"not_there_a", "not_there_b"} == set(text.split(": ")[1].split(". ")[0].split(", ")), text
    else:
        raise AssertionError("the executor was made")


@case
def odd_variables(executor):
    executor.send_variables({"": 1, "not a name": 2, "class": 3, "kept": 41, "é": 5, "\ud800": 6})
    assert executor("kept").output == 41
    executor.send_variables({"self_reference": executor, "mine": executor.state})
    outcome_of_safely(executor, "mine['kept']")


@case
def huge_error_texts(executor):
    text = error_of(executor, "raise ValueError('x' * 10_000_000)")
    assert "ValueError" in text
    text = error_of(executor, "x = 'a' * 3_000_000\nd = {'k': x}\nd['j']")
    assert "KeyError" in text
    assert "Error" in error_of(executor, "x = " + "+".join(["kept"] * 20_000) + " + missing")


@case
def last_line_forms(executor):
    assert executor("5;").output == 5
    assert executor("kept\n# end").output == 41
    assert "SyntaxError" in error_of(executor, "x = \\")
    assert executor("'''a\nb'''").output == "a\nb"
    assert executor("if 1:\n\tkept").output == 41
    assert "Error" in error_of(executor, "if 1:\n\tx = 1\n        y = 2")


def tools_for(holder: dict) -> dict:
    """The badly behaved tools; `holder` owns the executor."""

    def raising():
        raise LookupError("from the tool")

    def exits():
        raise SystemExit(3)

    def hostile():
        class Hostile(BaseException):
            def __str__(self):
                raise ValueError("no text")

        raise Hostile

    def itself():
        return itself

    def forget():
        holder.pop("executor", None)
        gc.collect()

    def clear():
        holder["executor"].state.clear()

    def replace():
        executor = holder["executor"]
        executor.state, executor.custom_tools = dict(executor.state), dict(executor.custom_tools)
        executor.static_tools = dict(executor.static_tools)

    def again(code):
        return holder["executor"](code).output

    class BadRepr:
        def __repr__(self):
            raise ValueError("no repr")

        __str__ = __repr__

        def __getattr__(self, name):
            raise RuntimeError("no attributes")

        def __hash__(self):
            raise RuntimeError("no hash")

    class BadError(Exception):
        def __str__(self):
            raise ValueError("no text")

    return {
        "raising": raising, "exits": exits, "hostile": hostile, "itself": itself, "forget": forget, "clear": clear,
        "replace": replace, "again": again, "bad_repr": BadRepr, "bad_error": BadError,
    }  # fmt: skip


def run(name: str, isolation: str | None = None) -> str:
    """In the child: one case, and then an ordinary call."""
    executor = fastexec.LocalPythonExecutor([], timeout_seconds=15, isolation=isolation)
    holder = {"executor": executor}
    executor.send_tools(tools_for(holder))
    executor("kept = 41\ndef twice(x):\n    return x * 2")
    CASES[name](executor)
    assert executor("kept + 1").output == 42
    assert executor("twice(kept)").output == 82
    assert executor.state["kept"] == 41
    return "fine"


def run_in_worker(name: str) -> str:
    """The same, with an executor in a worker."""
    return run(name, "process")
