"""Single operations on arbitrary values give what CPython gives: result, its type, or the same error."""

from __future__ import annotations

import math

import fastexec
import oracles
from hypothesis import given, settings
from hypothesis import strategies as st

EDGES = [0, 1, -1, 2**31, 2**62, 2**63 - 1, 2**63, -(2**63), -(2**63) - 1, 2**64, 10**30]
INTS = st.one_of(st.sampled_from(EDGES), st.integers(-100, 100), st.integers())
FLOATS = st.one_of(st.sampled_from([0.0, -0.0, 0.5, 1e308, 5e-324, math.inf, -math.inf, math.nan, 2.0**53, 1e22]), st.floats())
TEXTS = st.one_of(st.sampled_from(["", "a", "ab", "é", "😀", "\x00", "{}", "%s"]), st.text(max_size=6))
PLAIN = st.one_of(INTS, FLOATS, TEXTS, st.booleans(), st.none(), st.binary(max_size=4))
VALUES = st.one_of(
    PLAIN,
    st.lists(st.integers(-5, 5), max_size=4),
    st.tuples(PLAIN, PLAIN),
    st.dictionaries(TEXTS, st.integers(-5, 5), max_size=3),
    st.frozensets(st.integers(-5, 5), max_size=3),
    st.complex_numbers(),
)
SMALL = st.one_of(st.integers(-70, 70), st.booleans(), st.floats(-10, 10), st.none(), TEXTS)
MANY = settings(max_examples=400, deadline=None, derandomize=True, database=None)


def shown(value: object) -> tuple[str, str]:
    return type(value).__name__, repr(value)


def on_cpython(code: str, variables: dict) -> object:
    try:
        return shown(eval(code, {**variables}))
    except Exception as error:  # noqa: BLE001
        return error


def check(code: str, **variables) -> None:
    """The expression on both; errors by type and message."""
    executor = fastexec.LocalPythonExecutor(["math"])
    executor.send_tools({})
    executor.send_variables(variables)
    expected = on_cpython(code, variables)
    try:
        got = shown(executor(code).output)
    except fastexec.InterpreterError as error:
        assert isinstance(expected, Exception), f"{code}: {error}"
        assert oracles.same_error(type(expected).__name__, oracles.normal(str(expected)), oracles.split_error(error)), f"{code}: {error}; {expected!r} expected"
        return
    assert got == expected, code


@MANY
@given(VALUES, VALUES, st.sampled_from(["+", "-", "/", "//", "%", "&", "|", "^", "==", "!=", "<", "<=", ">", ">=", "is", "and", "or", "in"]))
def test_binary(a, b, operator):
    check(f"a {operator} b", a=a, b=b)


@MANY
@given(SMALL, SMALL, st.sampled_from(["*", "**", "<<", ">>", "@"]))
def test_growing(a, b, operator):
    check(f"a {operator} b", a=a, b=b)


@MANY
@given(INTS, INTS, st.sampled_from(["+", "-", "*", "//", "%", "&", "|", "^", "<", "=="]))
def test_ints(a, b, operator):
    check(f"a {operator} b", a=a, b=b)
    check(f"[x {operator} b for x in [a]][0]", a=a, b=b)


@MANY
@given(VALUES, st.sampled_from(["-", "+", "~", "not "]))
def test_unary(a, operator):
    check(f"{operator}a", a=a)


@MANY
@given(VALUES, VALUES)
def test_subscript(a, b):
    check("a[b]", a=a, b=b)


BOUNDS = st.one_of(st.none(), st.integers(-6, 6), st.sampled_from([2**63, -(2**70), 1.5, "x"]))


@MANY
@given(st.one_of(TEXTS, st.lists(st.integers(), max_size=5), st.binary(max_size=5), st.tuples(PLAIN, PLAIN)), BOUNDS, BOUNDS, BOUNDS)
def test_slices(a, low, high, step):
    check("a[low:high:step]", a=a, low=low, high=high, step=step)


@MANY
@given(PLAIN, st.text("<>^=+- #0123456789,_.bcdeEfFgGnosxX%", max_size=5).filter(lambda spec: not any(part.isdigit() and int(part) > 500 for part in spec.replace(".", " ").split())))
def test_formatting(a, spec):
    if sum(letter.isdigit() for letter in spec) > 3:
        return
    check("f'{a:{spec}}'", a=a, spec=spec)
    check("'{:{}}'.format(a, spec)", a=a, spec=spec)


@MANY
@given(VALUES, st.sampled_from(["str(a)", "repr(a)", "bool(a)", "len(a)", "list(a)", "sorted(a)", "int(a)", "float(a)", "abs(a)", "round(a)", "hash(a) is None", "f'{a!r:>9}'", "'%s|%r' % (a, a)", "[*a]", "{**a}", "max(a)", "sum(a)", "a.upper()", "tuple(a)", "min(a, default=3)", "divmod(a, 7)", "a.real"]))
def test_builtins(a, code):
    check(code, a=a)


@MANY
@given(VALUES, st.integers(0, 3), st.booleans())
def test_unpacking(a, count, starred):
    names = [f"x{n}" for n in range(count)] + (["*rest"] if starred else [])
    if names:
        target = ", ".join(names) + ","
        check(f"[({', '.join(name.lstrip('*') for name in names)},) for {target} in [a]]", a=a)


INDENTS = st.sampled_from(["", "  ", "    ", "\t", "        ", " \t", "\t ", "  \t", "\t    ", "    \t", "\x0c    ", "  \x0c  "])
LINES = st.sampled_from(["if x:", "y = 1", "else:", "def f():", "# c", "", "pass", '"""a\n b"""', "(1,\n\t2)", "x = \\\n 1", "class A:"])


@MANY
@given(st.lists(st.tuples(INDENTS, LINES), min_size=1, max_size=4), st.sampled_from(["", "\n", "\n    ", "\n\t# c"]))
def test_indentation(lines, end):
    """Tabs, form feeds and spaces: refused where CPython refuses them, in its words, at its place."""
    code = "x = 0\n" + "\n".join(map("".join, lines)) + end
    try:
        compile(code, "<unknown>", "exec", dont_inherit=True)
        expected = None
    except SyntaxError as error:
        expected = (type(error).__name__, str(error), error.lineno, max(error.offset or 0, 1))
    try:
        fastexec.LocalPythonExecutor([])(code)
        got = None
    except fastexec.InterpreterError as error:
        assert error.kind == "syntax", code
        got = (error.error_type, error.error_message, error.line, error.column)
    assert got == expected, repr(code)
