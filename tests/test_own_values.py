"""Objects of the code that are values of plain types, too, are such in the host: what tools do with them is what they do in this process."""

from __future__ import annotations

import copy
import dataclasses
import datetime
import decimal
import enum
import json
import operator
import os
import pickle
import re
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import pytest
from fastexec import InterpreterError, LocalPythonExecutor
from test_isolation import gone, made, pid_of

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the kernel's walls are Linux's")

IMPORTS = ["collections", "enum", "typing", "datetime", "decimal", "http"]

CLASSES = """
import collections, enum, datetime, decimal, http
from typing import NamedTuple
P = collections.namedtuple("P","x y")
class Q(NamedTuple):
    x: int
    y: int = 2
    def shout(self): return f"Q{self.x}"
    @property
    def total(self): return self.x+self.y
    @classmethod
    def of(cls, n): return cls(n, n)
class Row(NamedTuple):
    count: int
    index: str
class C(enum.IntEnum):
    RED=1
    BLUE=2
class F(enum.IntFlag):
    A=1
    B=2
class S(str):
    def shout(self): return self.upper()+"!"
    def upper(self): return "<"+str.upper(self)+">"
class U(str):
    def __new__(cls, v, lang="en"):
        self = str.__new__(cls, v)
        self.lang = lang
        return self
class M(float):
    def __str__(self): return f"${float(self):.2f}"
    def __add__(self, o): return M(float(self)+float(o))
    __radd__ = __add__
    def __format__(self, s): return "M:"+format(float(self), s)
class E(str, enum.Enum):
    A="a"
    B="b"
class I(int):
    def __eq__(self, o): return True
    def __hash__(self): return 7
class N(int):
    def __eq__(self, o): return int(self)==int(o)
class L(int):
    def __len__(self): return int(self)
    def __iter__(self): return iter(range(int(self)))
    def __getitem__(self, i): return i
    def __call__(self, k): return int(self)*k
    def __contains__(self, x): return x==int(self)
class D(datetime.date):
    def quarter(self): return (self.month-1)//3+1
class T(datetime.datetime): pass
class X(decimal.Decimal):
    def cents(self): return int(self*100)
class B(bytes): pass
class Z(frozenset): pass
class K(tuple):
    def __getitem__(self, i): return ("item", i)
    def __len__(self): return 99
class R(tuple):
    def __repr__(self): return "R!"
class G(str):
    def __bool__(self): return False
    def __lt__(self, o): return str(self) > str(o)
p=P(1,2); q=Q(1); s=S("abc"); m=M(2.5)
"""


@dataclasses.dataclass
class Deal:
    price: Any
    tags: Any = None

    def costs(self, other: Any) -> Any:
        return type(other).__name__, isinstance(other, tuple), self.price == other


def tried(function: Callable[..., Any]) -> Callable[..., Any]:
    def tool(*args: Any) -> Any:
        try:
            return function(*args)
        except Exception as error:  # noqa: BLE001
            return type(error).__name__, str(error)[:80]

    return tool


def matched(value: Any) -> str:
    match value:
        case (_, _):
            return "two"
        case str():
            return "str"
        case int():
            return "int"
        case float():
            return "float"
    return "none"


KINDS = (tuple, str, int, float, bytes, frozenset, datetime.date, decimal.Decimal, list, dict)

TOOLS: dict[str, Callable[..., Any]] = {
    "kinds": lambda v: [isinstance(v, t) for t in KINDS],
    "dump": tried(lambda v: json.dumps(v)),
    "table": tried(lambda rows: pd.DataFrame(rows).to_dict("list")),
    "series": tried(lambda rows: [str(pd.Series(rows).dtype), pd.Series(rows).tolist()==list(rows)]),
    "array": tried(lambda v: (np.array(v).dtype.kind, np.array(v).shape, np.array(v).tolist())),
    "back": lambda v: v,
    "pair": lambda a,b: [a,b],
    "same": lambda a,b: a is b,
    "text": tried(lambda v: [str(v), repr(v), f"{v}", operator.mod("%s", (v,)), format(v)]),
    "spec": tried(lambda v, s: format(v, s)),
    "modulo": tried(lambda t, v: t % v),
    "total": tried(lambda vs: sum(vs)),
    "order": tried(lambda vs: [str(v) for v in sorted(vs)]),
    "unpack": tried(lambda v: (lambda a,b: [b,a])(*v)),
    "ask": tried(lambda v, n, *a: getattr(v,n)(*a)),
    "attr": tried(lambda v, n: getattr(v,n)),
    "has": lambda v, n: hasattr(v,n),
    "dup": tried(lambda v: copy.copy(v)==v),
    "deep": tried(lambda v: copy.deepcopy([v])==[v]),
    "asdict": tried(lambda v: dataclasses.asdict(Deal(v))),
    "make": tried(lambda v, *a: type(v)(*a)),
    "cm": tried(lambda v, n, *a: getattr(type(v),n)(*a)),
    "lookup": tried(lambda k: {"a":1,(1,2):2,1:3,2.5:4}.get(k)),
    "keys": tried(lambda d: sorted(map(str,d))),
    "at": tried(lambda d,k: d[k]),
    "plus": tried(lambda a,b: a+b),
    "eq": tried(lambda a,b: [a==b,b==a,a!=b,hash(a)==hash(b)]),
    "lt": tried(lambda a,b: [a<b,a<=b,a>b]),
    "index": tried(lambda v: [10,20,30][v]),
    "join": tried(lambda vs: ",".join(vs)),
    "path": tried(lambda v: os.path.join("/tmp", v)),
    "deal": lambda v: Deal(v),
    "mean": tried(lambda vs: statistics.mean(vs)),
    "match": matched,
    "truth": tried(lambda v: [bool(v), len(v) if hasattr(v,"__len__") else None]),
    "name": lambda v: type(v).__name__,
    "fields": tried(lambda v: [v._fields, v._asdict()]),
    "setit": tried(lambda v,n,x: setattr(v,n,x)),
    "rng": tried(lambda v: list(range(v))),
    "enc": tried(lambda v: json.dumps({"k":[v,{"n":v}]})),
    "kw": tried(lambda d: (lambda **k: sorted(k))(**d)),
    "iso": tried(lambda v: [v.isoformat(), v.year, (v+datetime.timedelta(1)).isoformat(), type(v+datetime.timedelta(1)).__name__]),
    "iter": tried(lambda v: [x for x in v]),
    "cont": tried(lambda v,x: x in v),
    "sl": tried(lambda v: v[:1]),
}

VALUES = (
    "p", "q", "Row(3,'i')", "C.RED", "F.A|F.B", "s", "U('hi','de')", "m", "E.A", "I(1)", "N(1)", "L(3)", "D(2024,5,6)", "T(2024,5,6,7,8)",
    "X('1.50')", "B(b'ab')", "Z([1,2])", "K((1,2))", "R((1,2))", "G('abc')", "http.HTTPStatus.OK",
)

USES = (
    "kinds({v})", "dump({v})", "array({v})", "array([{v},{v}])", "text({v})", "modulo('%s',{v})", "eq({v},{v})", "eq({v},1)",
    "eq({v},(1,2))", "eq({v},'abc')", "dup({v})", "deep({v})", "asdict({v})", "lookup({v})", "name({v})", "truth({v})", "match({v})",
    "enc({v})", "iter({v})", "sl({v})", "back({v})=={v}", "back({v}) is {v}", "type(back({v})) is type({v})", "pair({v},{v})[0]=={v}",
    "kinds([{v}][0])", "index({v})", "rng({v})", "plus({v},{v})", "lt({v},{v})", "order([{v},{v}])", "total([{v},{v}])",
    "same({v},{v}) in (True,False)", "has({v},'nope')", "has({v},'_fields')", "cont({v},1)", "spec({v},'>8')",
    "at({{ {v}: 5 }}, back({v}))", "keys({{ {v}: 5 }})", "series([{v},{v}])", "kinds(deal({v}).price)", "deal({v}).price == {v}",
    "path({v})", "join([{v}])", "at([[[{v}]]],0)", "kw({{ 'a': {v} }})", "unpack({v})", "mean([{v},{v}])", "x={v}\nx",
    "x=[{v},({v},),{{'k':{v}}}]\nstr(x)",
)

PROGRAMS = (
    "fields(p)", "fields(q)", "ask(q,'shout')", "attr(q,'total')", "attr(q,'x')", "ask(s,'shout')", "ask(s,'upper')", "ask(s,'lower')",
    "attr(U('hi','de'),'lang')", "ask(D(2024,5,6),'quarter')", "iso(D(2024,5,6))", "iso(T(2024,5,6,7))", "ask(X('1.5'),'cents')",
    "attr(C.RED,'name')", "attr(C.RED,'value')", "attr(E.B,'value')", "attr(Row(3,'i'),'count')", "attr(Row(3,'i'),'index')",
    "ask(p,'count',1)", "ask(p,'index',2)", "make(q,5)", "make(q,5).y", "make(C.RED,2)", "make(s,'zz')", "cm(q,'of',4)",
    "cm(p,'_make',[7,8])", "ask(p,'_replace')", "table([P(1,2),P(3,4)])", "table([Q(1),Q(2)])", "array([P(1,2),P(3,4)])",
    "array([C.RED,C.BLUE])", "total([M(1.0),M(2.0)])", "text(total([M(1.0),M(2.0)]))", "ask(L(3),'__call__',2)", "cont(L(3),3)",
    "keys({E.A:1,E.B:2})", "at({E.A:1},'a')", "at({P(1,2):'v'},(1,2))", "at({C.RED:'r'},1)", "sorted(back({E.A,E.B}))==[E.A,E.B]",
    "back({P(1,2)})=={P(1,2)}", "back(frozenset([E.A]))==frozenset([E.A])", "back(collections.deque([p]))==collections.deque([p])",
    "back(collections.OrderedDict(a=p))", "back(collections.Counter([E.A,E.A]))[E.A]",
    "back(collections.defaultdict(list,{E.A:[p]}))[E.A]", "P(1,P(2,3)) == back(P(1,P(2,3)))", "dump(P(1,P(2,[E.A])))",
    "a=[]\nt=P(1,a)\na.append(t)\nkinds(t)[0] in (True,False)", "pair(p,p)[0] is pair(p,p)[1]",
    "u=U('x','y')\nsetit(u,'lang','z')\nu.lang", "modulo('%d',C.BLUE)", "modulo('%s-%s',p)", "path(S('f.txt'))", "join([S('a'),E.B])",
    "kw({S('a'):1})", "lookup(E.A)", "lookup(p)", "lookup(C.RED)", "order([C.BLUE,C.RED])", "order([G('a'),G('b')])",
    "F.A|F.B==3 and dump(F.A|F.B)", "def f(v): return v.x\nf(back(p))", "isinstance(back(p),P)",
    "isinstance(back(E.A),E), back(E.A) is E.A", "x = back([p])\nx[0] is p", "[kinds(v)[0] for v in (P(i,i) for i in range(3))]",
    "spec(C.BLUE,'03d')", "spec(M(1),'.1f')", "text(C.BLUE)", "text(F.A|F.B)", "text(E.B)", "text(M(3))", "text(R((1,2)))",
    "class V(Q):\n    pass",
)

DIFFER = {"at({ I(1): 5 }, back(I(1)))", "truth(K((1,2)))", "match(K((1,2)))"}
"""What is a key by a hash or a comparison of the code's own stays a reference as one: to put it there would ask. How long a tuple is,
C code of the host takes for granted: it is as long there as it is."""


@pytest.fixture(scope="module")
def executors() -> list[LocalPythonExecutor]:
    both = [LocalPythonExecutor(IMPORTS, isolation=isolation) for isolation in (None, "process")]
    for executor in both:
        executor.send_tools(dict(TOOLS))
        executor(CLASSES)
    return both


def outcome(executor: LocalPythonExecutor, code: str) -> Any:
    try:
        value = executor(code).output
    except InterpreterError as error:
        return str(error).splitlines()[0]
    return re.sub("0x[0-9a-f]+", "0x", repr(value)), [isinstance(value, kind) for kind in KINDS]


def differing(executors: list[LocalPythonExecutor], codes: list[str]) -> list[Any]:
    seen = [(code, *(outcome(executor, code) for executor in executors)) for code in codes if code not in DIFFER]
    return [each for each in seen if each[1] != each[2]]


@pytest.mark.parametrize("value", VALUES)
def test_values_of_own_classes_are_used_alike(executors, value):
    assert differing(executors, [use.format(v=value) for use in USES]) == []


def test_programs_with_own_classes_do_the_same(executors):
    assert differing(executors, list(PROGRAMS)) == []


def test_what_is_kept_of_them_keeps_the_worker_and_no_longer():
    executor = made(["collections"])
    code = "import collections\nP = collections.namedtuple('P', 'x y')\n[P(1, [2]), {P(3, 4): P}]"
    given = executor(code).output
    pid = pid_of(executor)
    assert given[0] == (1, [2]) and given[1][3, 4](5, 6) == (5, 6) and type(given[0])(7, 8).y == 8
    del executor
    assert given[0]._replace(x=9) == (9, [2])
    del given
    assert gone(pid)


def test_a_value_outlasts_its_worker():
    executor = made()
    value = executor("class Name(str):\n    def shout(self):\n        return self.upper()\nName('ann')").output
    assert (value, value.shout(), value.title()) == ("ann", "ANN", "Ann")
    executor.cleanup()
    assert value == "ann" and value + "!" == "ann!" and {value: 1}["ann"] == 1
    with pytest.raises(ReferenceError):
        value.shout()
    with pytest.raises(TypeError):
        pickle.dumps(value)


def test_what_contains_itself_and_what_is_deep_stays_a_reference():
    executor = made(["collections"], {"kind": lambda value: isinstance(value, tuple)})
    code = "import collections\nP = collections.namedtuple('P', 'x')\n"
    assert executor(f"{code}inner = []\nitself = P(inner)\ninner.append(itself)\nkind(itself), kind(P(1))").output == (False, True)
    assert executor(f"{code}deep = P(1)\nfor _ in range(90):\n    deep = [deep]\nkind(P(deep))").output is True


def test_own_objects_go_to_methods_of_the_hosts_objects():
    executor = made(["collections"])
    executor.send_variables({"deal": Deal((1, 2))})
    code = "import collections\nP = collections.namedtuple('P', 'x y')\ndeal.tags = P(3, 4)\n(deal.costs(P(1, 2)), deal.tags == (3, 4), deal.tags.x)"
    assert executor(code).output == (("P", True, True), True, 3)


class Flags(enum.IntFlag):
    A = 1
    B = 2


@pytest.mark.parametrize("code", ["list(x)", "len(x)", "Flags.A in x", "[each.name for each in x]", "x | 4", "~x", "str(x)", "for each in x:\n    print(each)", "x == 3"])
def test_flags_of_the_host_are_used_alike(code):
    seen = []
    for isolation in (None, "process"):
        executor = LocalPythonExecutor([], isolation=isolation)
        executor.send_tools({})
        executor.send_variables({"x": Flags.A | Flags.B, "Flags": Flags})
        seen.append((repr((given := executor(code)).output), given.logs))
    assert seen[0] == seen[1]


def test_many_keys_come_in_time():
    """Numbers with the same hash."""
    executor = made(["collections"], timeout_seconds=20)
    code = "class N(int): pass\n{N(((1 << 61) - 1) * number): 1 for number in range(1500)}"
    began = time.monotonic()
    assert len(executor(code).output) == 1500
    assert time.monotonic() - began < 15
