"""`executor.check` finds what a run would raise, in its words, and nothing that runs well."""

from __future__ import annotations

import argparse
import builtins
import dataclasses
import pathlib
import re
import sys
import time
import warnings

import checked
import error_cases
import everyday
import fastexec
import isolation
import packages
import pytest
from fastexec import Findings, InterpreterError, Limits, LocalPythonExecutor
from fastexec.check import known, refused
from findings import doubtful, executor, found, undefined

ROOT = pathlib.Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "checking.md").read_text(encoding="utf-8")


# ------------------------------------------------------------------------------------------ against real runs


@pytest.mark.parametrize("name", ["cases", "language", "generated"])
def test_programs_that_run_have_no_certain_finding(name: str) -> None:
    (result,) = isolation.run_all("checked:compare", [name], seconds=180)
    told = result["value"]
    assert told["false"] == []
    assert told["ran"] >= 40
    # A function that is called before may fail before.
    assert len(told["other"]) <= 1, told["other"]
    assert told["foreseen"] >= told["failed"] // 10


def test_everyday_code_has_no_certain_finding() -> None:
    """All of it runs, as another test says."""
    seen = 0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name, case in everyday.load_all().items():
            if everyday.is_there(name) and packages.present(case["imports"]):
                seen += 1
                assert not executor(tuple(case["imports"])).check(case["code"]).certain, name
    assert seen > 50


FORESEEN = {
    "JSON's words", "A name with a typing error", "A function with a typing error", "A tool with a typing error", "A tool that is not there",
    "A module that was not imported", "A variable deleted before", "`null`", "A builtin that is missing", "`exec`",
    "A module that is not authorized", "A module with a typing error", "A dangerous module", "A module that is not installed either",
    "A special attribute", "A tool called wrongly", "A tool without its argument", "`await` in a function that is not async",
    "A file that is not granted", "Writing a file", "A loop without an end",
    "A member that is not there", "A member of a module with a typing error", "A member that is in another module", "`datetime.now()` on the module",
    "`datetime.datetime` on the class", "An argument that is missing", "An argument too many", "A keyword with a typing error",
    "A class called wrongly", "An argument of a library's function", "An argument that a library's function does not have",
    "A function of Python 2", "A text's method on the module `string`", "An abstract class on `collections`", "A function for sorting without its name",
    "A method with a typing error", "A method of another language", "A text's method on a list", "A key with a typing error, as an attribute",
}  # fmt: skip
FIELDS = ["kind", "line", "column", "end_line", "end_column", "hint", "host_hint", "statement", "limit"]


@pytest.mark.parametrize("case", error_cases.CASES, ids=lambda case: case.title)
def test_mistakes_of_models(case: error_cases.Case) -> None:
    """What is found has the fields of the error of a run; with `check_first` its text too."""
    packages.need(list(case.imports))
    made = executor(case.imports, error_cases.TOOLS, limits=Limits(while_iterations=1_000_000))
    made.send_variables({"config": error_cases.Config()})
    findings = made.check(case.code)
    assert bool(findings.certain) == (case.title in FORESEEN or case.section == "Source")
    if not findings:
        return
    error = error_cases.failure(case)
    first = findings[0]
    assert (first.type, first.message) == (error.error_type, error.error_message)
    for name in FIELDS:
        assert getattr(first, name) == getattr(error, name), name
    made = executor(case.imports, error_cases.TOOLS, check_first=True, limits=Limits(while_iterations=1_000_000))
    made.send_variables({"config": error_cases.Config()})
    with pytest.raises(InterpreterError) as caught:
        made(case.code)
    others = "".join(f"\n{finding}" for finding in findings.certain[1:])
    assert str(caught.value) == str(error) + others
    for name in [*FIELDS, "error_type", "error_message", "frames", "cause"]:
        assert getattr(caught.value, name) == getattr(error, name), name


def test_names_of_the_sandbox() -> None:
    """Builtins that are there, and those that are not, with their hints."""
    names = sorted({*dir(builtins), *known._BUILTINS, *known.MISSING} - {"True", "False", "None", "_"})
    made = executor()
    for name in names:
        findings = made.check(name)
        try:
            made(name)
        except InterpreterError as error:
            assert name in known._ALWAYS or findings.certain[0].message == error.error_message
            if name in known.MISSING:
                assert (findings[0].hint, findings[0].kind) == (error.hint, error.kind)
        else:
            assert not findings, name


def test_refused_attributes_are_the_engines() -> None:
    rules = (ROOT / "src" / "front" / "policy" / "names.rs").read_text(encoding="utf-8")
    fixed = rules.partition("const FIXED: &[&str] = &[")[2].partition("];")[0]
    assert refused.FIXED == set(re.findall(r'"(\w+)"', fixed))
    of_generators = rules.partition("fn tells_of_progress(")[2].partition("\n}")[0]
    assert refused.OF_GENERATORS == set(re.findall(r'"(\w+)"', of_generators))


@pytest.mark.parametrize("name", sorted(refused.FIXED))
@pytest.mark.parametrize("code", ["x = [1]\nx.{}", "x = [1]\nx.{}()", "x = [1]\nx.{} = 1", "x = [1]\ndel x.{}", "class A:\n    def {0}(self): pass\nx = A()\nx.{0}()"])
def test_refused_attributes(name: str, code: str) -> None:
    made = executor()
    certain = made.check(code.format(name)).certain
    if name == "__reduce__" and code.startswith("class"):  # the code's own method
        assert not certain
        made(code.format(name))
        return
    with pytest.raises(InterpreterError) as caught:
        made(code.format(name))
    if name in refused.OF_GENERATORS or name in refused.OF_OWN and "= 1" not in code and "del " not in code:
        assert not certain  # the object says
        return
    first = certain[0]
    if not code.startswith("class"):  # some may not even be defined
        assert first.message == caught.value.error_message
        assert (first.line, first.kind) == (caught.value.line, "refused")


WRONG = [
    "import os",
    "import math, os.path as p",
    "from os import path",
    "from os.path import join",
    "from . import x",
    "import nosuch",
    "print = 3",
    "def print(): pass",
    "class tool: pass",
    "import math as tool",
    "tool = 1",
    "[tool] = [1]",
    "with missing as x: pass",
    "del missing",
    "missing += 1",
    "missing[0] = 1",
    "missing.x = 1",
    "missing(1)(2)",
    "x = [y for y in missing]",
    "x = (y for y in missing)",
    "def f(x=missing): pass",
    "def f(x: missing): pass" if sys.version_info < (3, 14) else "missing",
    "@missing\nclass A: pass",
    "class A(missing): pass",
    "class A:\n    x = missing",
    "assert missing",
    "raise missing",
    "f'{missing}'",
    "while missing: pass",
    "while True:\n    missing",
    "for x in missing: pass",
    "if missing: pass",
    "match missing:\n    case 1: pass",
    "x = 1\ndel x\nx",
    "lambda x=missing: x",
    "{missing: 1}",
    "[1, missing]",
    "print(missing)",
    "x = 1 if missing else 2",
    "missing and 1",
    "missing < 1 < 2",
    "await missing",
    "(x := missing)",
    "tool()",
    "tool(1, 2, 3)",
    "tool(b=1)",
    "tool(1, c=1)",
    "tool(1, a=1)",
    "keyed(1)",
    "slashed(a=1)",
    "bound()",
    "called(1, 2)",
    # Functions and classes of the text.
    "def f(a, b=1): pass\nf()",
    "def f(a, b=1): pass\nf(1, 2, 3)",
    "def f(a, *, b): pass\nf(1)",
    "def f(a, /, b): pass\nf(a=1, b=2)",
    "def fetch(limit=1): pass\nfetch(limt=2)",
    "def f(a, **more): pass\nprint(f(1, 2))",
    "async def f(a): pass\nf()",
    "def f(a): yield a\nf()",
    "f = lambda a, *, k: a\nf(1)",
    "class A: pass\nA(1)",
    "class A:\n    def __init__(self, x): pass\nA()",
    "class A:\n    def __init__(self, x): pass\nclass B(A):\n    y = 1\nB(x=1, y=2)",
    "class A:\n    def __init__(self, x): pass\nclass B(A):\n    def __init__(self): super().__init__(1)\nB(2)",
    "class Wrong(ValueError):\n    def __init__(self, code): pass\nraise Wrong()",
    "from dataclasses import dataclass, field\n@dataclass(frozen=True)\nclass P:\n    x: int\n    y: list = field(default_factory=list)\nP(y=1)",
    "import dataclasses\n@dataclasses.dataclass(kw_only=True)\nclass P:\n    x: int\n    y: int = 0\nP(1)",
    "from dataclasses import dataclass\n@dataclass\nclass P:\n    x: int\n@dataclass\nclass Q(P):\n    y: int\nQ(1)",
    "from typing import NamedTuple\nclass P(NamedTuple):\n    x: int\n    y: int = 0\nP(1, 2, 3)",
    # Python's own, and members of modules that are loaded.
    "len()",
    "round(2.5, digits=2)",
    "sorted([1], reversed=True)",
    "print(1, seperator='')",
    "isinstance(1)",
    "int('1', bas=2)",
    "max(ky=1)",
    "range()",
    "import json\njson.dumps([], indents=2)",
    "import json\njson.loads('1', object_hok=1)",
    "import os\nos.path.join()",
    "import re\nre.sub('a', 'b')",
    "import random as r\nr.choice()",
    "from collections import Counter\nCounter(1, 2)",
    "import math\nmath.sqrt()",
    "import math\nmath.squareroot",
    "import math\nmath.squareroot(2)",
    "import math\ntry:\n    math.squareroot(2)\nfinally:\n    pass",
    "from math import squareroot",
    "from json import dump_s",
    "import datetime\ndatetime.now()",
    "from datetime import datetime\ndatetime.timedelta(1)",
    "from datetime import datetime\ndatetime.datetime.now()",
    "import datetime\ndatetime.datetime.nowe()",
    "import re\nre.compil('a')",
    "import os\nos.path.joined('a')",
]


IMPORTS = ("dataclasses", "json", "typing")


def tools() -> dict:
    def tool(a, b=2):
        return a

    def keyed(*, key):
        return key

    def slashed(a, /, b=1):
        return a

    class Host:
        def bound(self, a):
            return a

        def __call__(self, a):
            return a

    return {"tool": tool, "keyed": keyed, "slashed": slashed, "bound": Host().bound, "called": Host()}


@pytest.mark.parametrize("code", WRONG)
def test_what_is_certain_fails_in_its_words(code: str) -> None:
    made = executor((*IMPORTS, "os") if "join" in code and code.startswith("import os") else IMPORTS, tools=tools())
    first = made.check(code).certain[0]
    with pytest.raises(InterpreterError) as caught:
        made(code)
    assert (first.type, first.message, first.kind) == (caught.value.error_type, caught.value.error_message, caught.value.kind)
    assert (first.line, first.hint) == (caught.value.line, caught.value.hint) or code.startswith("class A:")


# ------------------------------------------------------------------------------------------ what is no finding

RIGHT = [
    "def f(): return later\nlater = 1\nf()",
    "def f():\n    global x\n    x = 1\nf()\nprint(x)",
    "from math import *\nprint(pi)",
    "import collections.abc\ncollections.abc.Sized",
    "from collections.abc import Sized",
    "[y := 1, y]",
    "any((last := n) > 1 for n in [1, 2])\nlast",
    "for i in range(3):\n    if i:\n        print(x)\n    x = i",
    "i = 0\nwhile i < 2:\n    if i:\n        print(x)\n    x = i = i + 1",
    "match [1, 2]:\n    case [a, *b]:\n        print(a, b)",
    "match {'a': 1}:\n    case {'a': x, **rest}:\n        print(x, rest)",
    "match 1:\n    case int() as n:\n        n",
    "class A:\n    x = 1\n    y = x\n    def f(self): return __class__\n    print(__qualname__, __module__)\nA().f()",
    "class A:\n    __x = 1\n    def f(self): return self.__x\nA().f()",
    "def outer():\n    x = 1\n    def inner():\n        nonlocal x\n        x += 1\n        return x\n    return inner()\nouter()",
    "try:\n    import numpy_of_another\nexcept ImportError:\n    numpy_of_another = None",
    "try:\n    fast\nexcept NameError:\n    fast = False",
    "TYPE_CHECKING = False\nif TYPE_CHECKING:\n    import pandas",
    "if False:\n    import os\n    missing",
    "x: missing = 1",
    "from __future__ import annotations\ndef f(a: missing) -> missing: pass",
    "while True:\n    break",
    "def numbers():\n    n = 0\n    while True:\n        yield n\n        n += 1\nnext(numbers())",
    "def f():\n    while True:\n        return 1\nf()",
    "while True:\n    for x in [1]:\n        pass\n    else:\n        break",
    "tool(1)\ntool(1, b=2)\ntool(*[1])\ntool(**{'a': 1})",
    "def f(tool): return tool(1, 2, 3, 4)\nf(lambda *a: a)",
    "keyed(key=1)\nslashed(1, b=2)\nbound(1)\ncalled(a=1)",
    "len = 3\nlen",
    "lambda: (yield)",
    "print(__name__)",
    "x = 1\ndel x\nx = 2\nx",
    "def f(*a, k=1, **kw): return a, k, kw\nf()",
    "async def f():\n    async with m() as x:\n        return x",
    "f = lambda *a, **k: (a, k)\nf()",
    "[[x for x in row] for row in [[1]]]",
    "{k: v for k, v in {}.items()}",
    "try:\n    1 / 0\nexcept ZeroDivisionError as e:\n    print(e)",
    "def f(n): return n and f(n - 1)\nf(2)",
    "def decorator(f): return f\n@decorator\ndef g(): pass",
    # What a call takes is not known, or is tried on purpose.
    "def f(a): return a\ndef f(): return 1\nf()",
    "def f(a): return a\nf.__defaults__ = (1,)\nf()",
    "def f(a): return a\nf(*[1])\nf(**{'a': 1})",
    "def f(a): return a\nif f(1):\n    f = len\nf([1])",
    "def f(a): return a\ntry:\n    f()\nexcept TypeError as error:\n    print(error)",
    "def f(a): return a\ntry:\n    f()\nexcept Exception as error:\n    print(error)",
    "def f(a): return a\ndef tried(call):\n    try: call()\n    except: print(1)\ntried(lambda: f())\ntried(lambda: len())\nimport math\ntried(lambda: math.squareroot)",
    "def optional(f): return lambda *a: f(*a or (1,))\n@optional\ndef g(a): return a\ng()",
    "def f(a): return a\ndef g(f): return f()\ng(int)",
    "def f(a): return a\ndef reset():\n    global f\n    f = int\nreset()\nf()",
    "class A:\n    def __new__(cls, *a): return object.__new__(cls)\nA(1)",
    "class M(type):\n    def __call__(cls, *a): return a\nclass A(metaclass=M): pass\nA(1)",
    "class A(dict): pass\nA(a=1)",
    "class E(Exception): pass\nE(1, 2)",
    "def __init__(self, *a): self.a = a\nclass A: pass\nA.__init__ = __init__\nA(1)",
    "from dataclasses import *\n@dataclass\nclass P:\n    x: int\nP(1)",
    "from dataclasses import dataclass, field, KW_ONLY, InitVar\nfrom typing import ClassVar\n@dataclass\nclass P:\n    n: ClassVar[int] = 1\n    x: int\n    y: int = field(init=False, default=2)\n    z: InitVar[int] = 3\n    _: KW_ONLY\n    w: int = 4\nP(1, 2, w=3)",
    "from dataclasses import dataclass\n@dataclass\nclass P:\n    x: int = 1\n@dataclass\nclass Q(P):\n    x: int\nQ()",
    "from dataclasses import dataclass\n@dataclass(init=False)\nclass P:\n    x: int\nP()",
    "import math\nif hasattr(math, 'cube'):\n    math.cube(1)\ngetattr(math, 'sqr', None)",
    "import math\nimport json as math\nmath.dumps(1)",
    "import math\ndef f(math): return math.squareroot\nclass S: squareroot = 1\nf(S)",
    "VERSION = (0, 1)\nimport math\nif VERSION > (3, 1):\n    math.squareroot(1)",
    "import json\njson.dumps({1: 2}, indent=1, sort_keys=True)\njson.dumps(1, cls=json.JSONEncoder, indent=1)\njson.decoder.JSONDecoder",
    "max([1], key=abs)\nint('11', base=2)\nstr(b'a', 'utf-8')\ndict(a=1)\nzip([1], [2], strict=True)\nprint(1, sep='', end='')\nround(2.5, ndigits=1)\nenumerate([1], start=2)\nsum([1], start=2)",
    "def sorted(): return 1\nsorted()",
    "name = 'posix'\nimport math\nif name == 'nt':\n    math.windows()",
    "PLATFORM = 1\nimport math\nmath.windows(1) if PLATFORM == 2 else 3",
]
if sys.version_info >= (3, 12):
    RIGHT += ["def f[T](x: T) -> T: return x\nf(1)", "class A[T]:\n    x: T\n", "type Pair[T] = tuple[T, missing]"]


@pytest.mark.parametrize("code", RIGHT)
def test_nothing_is_wrong(code: str) -> None:
    made = executor(IMPORTS, tools=tools())
    findings = made.check(code)
    made(code)
    assert not findings.certain
    assert not findings or "async with m()" in code
    assert not findings.text or findings


def test_what_may_not_be_reached_is_not_certain() -> None:
    assert found("def f(): return missing") == doubtful("missing")
    assert found("if x: missing\nx") == [*undefined("x"), *doubtful("missing")]
    assert found("x = 1\nx and missing") == doubtful("missing")
    assert found("import contextlib\nwith contextlib.suppress(OSError):\n    missing", imports=("contextlib",)) == doubtful("missing", guarded=True)
    assert found("import contextlib\nwith contextlib.suppress(NameError):\n    missing", imports=("contextlib",)) == []
    assert found("for x in []:\n    missing") == doubtful("missing")
    assert found("try:\n    missing\nexcept Exception:\n    pass") == doubtful("missing", guarded=True)
    assert found("x = [missing for y in []]") == doubtful("missing")
    assert found("while True:\n    if 1:\n        break\n    missing") == doubtful("missing")
    assert found("class A(dict):\n    x = missing") == doubtful("missing")
    assert found("raise ValueError\nmissing") == []


def test_clauses_that_catch_nothing() -> None:
    assert found("try:\n    missing\nfinally:\n    x = 1") == undefined("missing", guarded=True)
    assert found("for x in [1]:\n    try:\n        missing\n    finally:\n        break") == doubtful("missing", guarded=True)


def test_behind_an_answer_nothing_is_certain() -> None:
    tools = {"final_answer": lambda answer: answer}
    assert found("final_answer(1)\nmissing", tools=tools) == []
    assert found("if 1:\n    final_answer(1)\nmissing", tools=tools) == doubtful("missing")
    assert found("def f(): final_answer(1)\nf()\nmissing", tools=tools) == doubtful("missing")
    assert found("final_answer(missing)", tools=tools) == undefined("missing")
    assert found("while True:\n    final_answer(1)", tools=tools) == []
    made = executor(tools=tools)
    made("def done(): final_answer(1)")
    assert [finding.certain for finding in made.check("done()\nmissing")] == [False]
    assert not made.check("done()")


def final_answer(answer: object) -> object:
    return answer


@pytest.mark.parametrize("tool", [lambda answer: answer, final_answer, "smolagents"], ids=["lambda", "function", "tool"])
def test_calls_of_final_answer(tool: object) -> None:
    if tool == "smolagents":
        tool = pytest.importorskip("smolagents").FinalAnswerTool()
    made = executor(tools={"final_answer": tool})
    for code in ("final_answer()", "final_answer(1, 2)", "final_answer(answr=1)", "x = 1\nif x:\n    pass\nfinal_answer(x, x)"):
        first = made.check(code).certain[0]
        with pytest.raises(InterpreterError) as caught:
            made(code)
        assert (first.type, first.message, first.hint, first.line) == (caught.value.error_type, caught.value.error_message, caught.value.hint, caught.value.line)
    for code in ("final_answer(1)", "final_answer(answer=1)", "final_answer({'answer': 1})", "final_answer(*[1])"):
        assert not made.check(code)
        made(code)
    assert [finding.certain for finding in made.check("def f(): final_answer()\nf()")] == [False]


def test_names_that_are_declared_and_never_bound() -> None:
    assert found("global x\nprint(x)") == undefined("x")
    assert found("def f():\n    global x\n    print(x)\nf()") == doubtful("x")
    assert found("def f():\n    global x\n    def g():\n        x = 1\n    return x\nf()") == doubtful("x")
    assert found("global x\nx = 1\ndef f(): return x\nf()") == []
    for binds in ("x = 1", "import math as x", "x: int = 1", "for x in [1]: pass", "[x := 1 for _ in [1]]", "def x(): pass", "class x: pass", "with open('') as x: pass"):
        assert not [message for _, message in found(f"def f():\n    global x\n    {binds}\nf()\nprint(x)") if "`x`" in message], binds


def test_what_variables_may_hold() -> None:
    """Data of Python ends no run; an object of the code may, when it is used."""
    made = executor(tools={"final_answer": lambda answer: answer})
    made("class Own:\n    def __add__(self, other): final_answer(other)\nown, held, data = Own(), [Own()], [1, {'a': (2, None)}]\n0")
    for code, certain in (("own + 1\nmissing", False), ("held[0] + 1\nmissing", False), ("data[0] + 1\nmissing", True)):
        assert [finding.certain for finding in made.check(code)] == [certain]
    assert made("held[0] + 1\nmissing").output == 1


def test_variables_of_earlier_calls() -> None:
    made = executor(tools=tools())
    made("x = 1\ndef f(): return 1")
    made.send_variables({"frame": [1]})
    assert not made.check("x, f(), frame")
    assert made.check("del x\nx").certain
    assert [finding.hint for finding in made.check("fram")] == ["did you mean `frame`?"]
    made.send_variables({"tool": print})
    assert not made.check("tool(1, 2, 3)")


def test_open_where_it_is_granted(tmp_path: pathlib.Path) -> None:
    assert found("open('x')")
    assert not found("open('x')", allow_read=tmp_path)
    assert not found("open('x')", tools={"open": open})
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert not found("open('x')", imports=("io",))


def test_tools_of_smolagents() -> None:
    smolagents = pytest.importorskip("smolagents")
    tool = smolagents.tool

    @tool
    def search(query: str, limit: int = 3) -> str:
        """Searches.

        Args:
            query: What.
            limit: How many.
        """
        return query

    class Anything(smolagents.Tool):
        name = "anything"
        description = "Takes anything."
        inputs = {"text": {"type": "string", "description": "A text."}, "more": {"type": "string", "description": "More.", "nullable": True}}
        output_type = "string"
        skip_forward_signature_validation = True

        def forward(self, *args, **kwargs):
            return "done"

    class Own(smolagents.Tool):
        name = "own"
        description = "Has its own."
        inputs = {"text": {"type": "string", "description": "A text."}}
        output_type = "string"

        def forward(self, text):
            return text

    made = executor(tools={"search": search, "anything": Anything(), "own": Own()})
    for code in ("search()", "search('a', 1, 2)", "search(query='a', most=1)", "own()", "own('a', 'b')", "own(txt='a')", "own(text='a', x=1)"):
        (finding,) = made.check(code)
        with pytest.raises(InterpreterError) as caught:
            made(code)
        assert finding.certain and finding.message == caught.value.error_message
    for code in ("search('a')", "search({'query': 'a'})", "own({'text': 'a'})", "anything('a')", "anything(text='a', more='b')"):
        made(code)
        assert not made.check(code)
    assert [finding.certain for code in ("anything(txt='a')", "anything()") for finding in made.check(code)] == [False, False]


def test_literals_of_another_type_than_the_schema_says() -> None:
    """Not certain, as the tool may take them; in the words in which smolagents itself refuses them where it looks."""
    smolagents = pytest.importorskip("smolagents")
    tools = pytest.importorskip("smolagents.tools")

    class Typed(smolagents.Tool):
        name = "typed"
        description = "Takes all sorts."
        inputs = {
            "text": {"type": "string", "description": "A text."},
            "number": {"type": "number", "description": "A number.", "nullable": True},
            "count": {"type": "integer", "description": "How many.", "nullable": True},
            "flag": {"type": "boolean", "description": "Whether.", "nullable": True},
            "items": {"type": "array", "description": "Items.", "nullable": True},
            "table": {"type": "object", "description": "A table.", "nullable": True},
            "other": {"type": "any", "description": "Anything.", "nullable": True},
        }
        output_type = "string"

        def forward(self, text, number=None, count=None, flag=None, items=None, table=None, other=None):
            return "done"

    typed = Typed()
    made = executor(tools={"typed": typed})
    literals = ["'a'", "1", "-1", "1.5", "-1.5", "True", "None", "[]", "{}", "f'{1}'", "[x for x in 'a']", "{x: 1 for x in 'a'}"]
    wrong = 0
    for name in typed.inputs:
        for literal in literals:
            value = eval(literal)  # (literals of this test)
            if name == "text" and type(value) is dict:
                continue  # a dict alone stands for all arguments
            arguments = {"text": "a", name: value}
            try:
                tools.validate_tool_arguments(typed, arguments)
                expected = []
            except (TypeError, ValueError) as error:
                expected, wrong = [(False, str(error))], wrong + 1
            code = f"typed({literal})" if name == "text" else f"typed('a', {name}={literal})"
            assert [(finding.certain, finding.message) for finding in made.check(code)] == expected, code
    assert wrong > 20
    assert [finding.message for finding in made.check("typed('a', 'b')")] == ["Argument number has type 'string' but should be 'number'"]
    assert not made.check("x = 1\ntyped(x)\ntyped(str(x), x)")
    assert executor(tools={"typed": typed}, check_first=True)("typed(5)").output == "done"


# ------------------------------------------------------------------------------------------ the option


def test_check_first_runs_nothing() -> None:
    seen: list[int] = []
    made = executor(tools={"note": seen.append}, check_first=True)
    with pytest.raises(InterpreterError) as caught:
        made("note(1)\nx = 1\nunheard\nother()")
    assert seen == [] and "x" not in made.state
    lines = str(caught.value).splitlines()
    assert lines[0] == "Code execution failed at line 'unheard' due to: InterpreterError: The variable `unheard` is not defined."
    assert lines[1:3] == ["  line 3: unheard", "          ^^^^^^^"] and lines[3].startswith("InterpreterError: Forbidden function evaluation: 'other'")
    assert (caught.value.kind, caught.value.line, caught.value.frames) == ("raised", 3, [(None, 3, "unheard")])
    assert made("def f(): return missing\n5 if True else f()").output == 5
    with pytest.raises(InterpreterError, match="Code parsing failed"):
        made("x = = 1")
    with pytest.raises(InterpreterError):
        made("note(1)\nmissing")
    assert isinstance(made.profile("note(1)\nmissing").output, InterpreterError) and seen == []
    made("note(2)")
    assert seen == [2]


def test_check_first_plain() -> None:
    with pytest.raises(InterpreterError) as caught:
        executor(check_first=True, error_format="plain")("missing\nother")
    assert str(caught.value) == "Code execution failed at line 'missing' due to: InterpreterError: The variable `missing` is not defined."


@pytest.mark.parametrize("wrong", [1, None, "yes"])
def test_option_is_looked_at(wrong: object) -> None:
    with pytest.raises(TypeError, match="check_first must be True or False"):
        LocalPythonExecutor([], check_first=wrong)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the kernel's walls are Linux's")
def test_with_a_worker() -> None:
    made = executor(isolation="process", check_first=True, tools=tools())
    made("x = 1")
    assert not made.check("x")
    with pytest.raises(InterpreterError, match="tool\\(\\) missing 1 required positional argument"):
        made("y = x\ntool()")
    with pytest.raises(InterpreterError, match="`y` is not defined"):
        made("y")
    told: list[Findings] = []
    made.send_tools({"ask": lambda code: told.append(made.check(code))})
    made("ask('x')\nask('missing')")
    assert [len(findings) for findings in told] == [0, 1]
    made.cleanup()


def test_while_a_run_is_under_way() -> None:
    made = executor()
    told: list[Findings] = []
    made.send_tools({"ask": lambda code: told.append(made.check(code))})
    made("x = 1\nask('x')\nask('missing')\ny = 2")
    assert [len(findings) for findings in told] == [0, 1] and made.state["y"] == 2


# ------------------------------------------------------------------------------------------ hostile input


def test_what_is_no_code() -> None:
    for wrong in (None, 1, [], bytearray(b"x")):
        with pytest.raises(TypeError):
            executor().check(wrong)
    assert [finding.line for finding in executor().check(b"# coding: latin-1\nx = '\xe9'; zz")] == [2]
    assert [finding.kind for finding in executor().check(b"# coding: rot13\n1").certain] == ["syntax"]
    assert executor().check("x = 1\0").certain and executor().check("x = '\ud800'").certain
    assert not executor().check("") and executor().check("").text == ""
    assert [(finding.kind, finding.limit) for finding in executor(limits=Limits(source_bytes=3)).check("x = 1")] == [("limit", "source_bytes")]


ALLOWED = {pair for name in [*known.MISSING, "__file__", "__spec__", "__path__"] for pair in [(name, ""), ("", name)]}
LARGE = {
    "statements": "x = 1\n" * 30_000,
    "names": "\n".join(f"a{i}" for i in range(20_000)),
    "sum": "x = 1\ny = " + "+".join("x" * 3_000),
    "brackets": "(" * 900 + ")" * 900,
    "minus": "x = " + "-" * 5_000 + "1",
    "attributes": "x = 1\nx" + ".a" * 5_000,
    "calls": "def f(): return f\nf" + "()" * 5_000,
    "branches": "x = 1\nif x: pass\n" + "elif x: pass\n" * 5_000,
    "functions": "".join(" " * i + f"def f{i}():\n" for i in range(90)) + "".join(" " * 90 + f"x{i}\n" for i in range(1_000)),
    "loops": "".join(" " * i + "while True:\n" for i in range(19)) + "".join(" " * 19 + f"x{i} = {i}\n" for i in range(3_000)),
    "arguments": "zzz(" + "1," * 30_000 + ")",
    "annotation": "from dataclasses import dataclass\n@dataclass\nclass A:\n    x: " + "list[" * 900 + "int" + "]" * 900 + "\nA()",
    "decorator": "@a" + ".a" * 2_000 + "\nclass A" + "(a" + ".a" * 2_000 + "): pass\nA()",
    "parameters": "def f(" + ",".join(f"a{i}" for i in range(5_000)) + "): pass\n" + "f()\n" * 2_000,
    "line": "x = 'é';" * 10_000 + "zz;" * 100,
}


@pytest.mark.parametrize("name", LARGE)
def test_large_texts(name: str) -> None:
    made, began = executor(), time.perf_counter()
    findings = made.check(LARGE[name])
    assert len(findings) <= 100
    assert time.perf_counter() - began < 15


def test_modules_of_python() -> None:
    """Large programs of many authors, with all imports: the names that none of them binds are those that code may not have."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        made = executor(("*",))
        for path in sorted(pathlib.Path(argparse.__file__).parent.glob("[a-d]*.py")):
            certain = made.check(path.read_bytes()).certain
            assert {name for finding in certain for name in re.findall(r"`(\w+)`|'(\w+)' is not among", finding.message)} <= ALLOWED, path.name


def test_attacks_do_it_no_harm() -> None:
    made = executor(("random", "json"))
    codes = checked.attacks()
    assert len(codes) > 50
    assert sum(bool(made.check(code).certain) for code in codes) > len(codes) // 4


def test_values_are_not_asked() -> None:
    made = executor(limits=Limits(operations=None, while_iterations=None), timeout_seconds=5, tools={"final_answer": lambda x: x})
    made(
        "class Meta(type):\n    def __getattribute__(cls, name):\n        while True: pass\n"
        "class Evil(metaclass=Meta):\n    def __getattribute__(self, name):\n        while True: pass\n"
        "    def __eq__(self, other):\n        while True: pass\n    def __hash__(self): return 1\nevil = Evil()\n0"
    )
    assert [finding.certain for finding in made.check("evil.x\nevil()\nEvil == evil\nmissing")] == [False]


class Odd:
    """Answers nothing that it is asked."""

    def __bool__(self) -> bool:
        raise ZeroDivisionError

    __eq__ = __hash__ = __bool__  # type: ignore[assignment]

    @property
    def __class__(self) -> type:  # type: ignore[override]
        raise ZeroDivisionError

    def __call__(self, first: int = 0) -> int:
        return first


def test_tools_that_answer_nothing() -> None:
    class Tool:
        name = "tool"

        def __init__(self, **inputs: object) -> None:
            self.inputs = inputs

        def __call__(self, *_args: object, **_kwargs: object) -> int:
            return 1

        def forward(self, *args: object, **kwargs: object) -> int:
            return 1

    Tool.__call__.__qualname__, Tool.__call__.__module__ = "Tool.__call__", "smolagents.tools"
    odd = Odd()
    tools = {
        "odd": odd,
        "typed": Tool(a={"type": odd}, b={"type": ["string", odd]}),
        "nullable": Tool(a={"type": "string", "nullable": odd}, b={"type": "string"}),
    }
    made = executor(tools=tools)
    for code in ("odd()", "odd(3)", "typed('x', 'y')", "typed(a=1, b=None)", "nullable('x', 'y')", "nullable(a='x', b='y')"):
        assert not made.check(code), code
    assert [finding.message for finding in made.check("odd(1, 2)")] == ["Odd.__call__() takes from 1 to 2 positional arguments but 3 were given"]
    assert [finding.certain for finding in made.check("nullable(None)")] == [False]


def test_a_function_that_wraps_itself() -> None:
    def search(query: str) -> str:
        return query

    search.__wrapped__ = search  # type: ignore[attr-defined]
    made = executor(tools={"search": search})
    assert made("search('otter')").output == "otter"
    assert made.check("search()").certain


def test_annotations_are_evaluated_as_far_as_they_can_be() -> None:
    answers = {"final_answer": lambda answer: answer}
    # (From 3.14 on nobody evaluates them before somebody asks.)
    told = undefined if sys.version_info >= (3, 14) else doubtful
    assert found("x: final_answer(3) = 1\nmissing", tools=answers) == told("missing")
    bound = ("x: (y := int) = 1", "y") if sys.version_info < (3, 14) else ("", "")
    assert found("\nx: missing = 2\nx: missing.attribute[3] = 2\n".join(bound)) == []


# ------------------------------------------------------------------------------------------ as data, and the page


def test_findings_are_data() -> None:
    findings = executor().check("a\nb")
    assert isinstance(findings, tuple) and isinstance(findings, Findings) and len(findings) == 2
    assert str(findings) == findings.text == "\n".join(map(str, findings))
    assert dataclasses.asdict(findings[0])["message"] == "The variable `a` is not defined."
    with pytest.raises(dataclasses.FrozenInstanceError):
        findings[0].line = 3
    assert fastexec.Finding is type(findings[0])


def test_page_names_every_field() -> None:
    for field in dataclasses.fields(fastexec.Finding):
        assert f"`{field.name}`" in PAGE or field.name == "shown"


GUARDED = [
    "try:\n    totl\nfinally:\n    pass",
    "try:\n    totl()\nfinally:\n    pass",
    "try:\n    web_serch('x')\nexcept ValueError:\n    pass",
    "try:\n    text = open('a').read()\nexcept OSError:\n    text = ''",
    "try:\n    pass\nexcept ValueError:\n    pass\nelse:\n    totl",
    "try:\n    pass\nexcept ValueError:\n    pass\nelse:\n    totl\nfinally:\n    pass",
    "try:\n    1 / 0\nexcept ZeroDivisionError:\n    totl",
    "try:\n    1 / 0\nexcept ZeroDivisionError as error:\n    totl",
    "try:\n    1 / 0\nexcept ZeroDivisionError:\n    totl\nfinally:\n    pass",
    "try:\n    pass\nfinally:\n    totl",
    "with contextlib.suppress(KeyError):\n    totl",
    "with contextlib.suppress(KeyError), totl():\n    pass",
    "with contextlib.suppress(KeyError):\n    print(eval('1'))",
    "try:\n    wikipedia('x')\nexcept ValueError:\n    pass",
]
"""Names that mean nothing in blocks that handle errors, where Python's own words are said of them."""


@pytest.mark.parametrize("code", GUARDED)
def test_what_blocks_that_handle_errors_are_told(code: str) -> None:
    made = executor(("contextlib",), {"web_search": lambda query: query})
    made("import contextlib\ntotal = 1")
    found = made.check(code)[0]
    with pytest.raises(InterpreterError) as caught:
        made(code)
    error = caught.value
    assert (found.type, found.message, found.kind, found.hint, found.host_hint) == (error.error_type, error.error_message, error.kind, error.hint, error.host_hint)
    assert error.hint is not None
    assert ("open(" in code) == (error.host_hint is not None)
