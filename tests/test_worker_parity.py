"""A call in a worker is what it is in this process: exceptions of both sides, objects of the host, variables, values."""

from __future__ import annotations

import collections
import copy
import dataclasses
import datetime
import enum
import pickle
import re
import sys
import threading
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
import pytest
from fastexec import InterpreterError, LocalPythonExecutor
from test_isolation import made

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the kernel's walls are Linux's")


def both(code: str, tools: dict[str, Callable[..., Any]], imports: tuple[str, ...] = ()) -> tuple[Any, Any]:
    """What comes of it in this process, and in a worker."""
    seen = []
    for isolation in (None, "process"):
        executor = LocalPythonExecutor(list(imports), isolation=isolation)
        executor.send_tools(dict(tools))
        try:
            given = executor(code)
            seen.append((given.output, given.logs))
        except InterpreterError as error:
            seen.append(str(error))
    return seen[0], seen[1]


# ------------------------------------------------------------------------------------------ exceptions
def missing() -> None:
    raise FileNotFoundError(2, "No such file", "data.csv")


def not_installed() -> None:
    raise ModuleNotFoundError("No module named 'nope'", name="nope")


def of_nothing() -> None:
    None.column  # type: ignore[attr-defined]  # noqa: B018


def without_it() -> None:
    Deal().cost  # type: ignore[attr-defined]  # noqa: B018


def chained() -> None:
    try:
        _ = 1 / 0
    except ZeroDivisionError as error:
        raise KeyError("k") from error


def meanwhile() -> None:
    try:
        _ = 1 / 0
    except ZeroDivisionError:
        raise KeyError("k")  # noqa: B904


def regardless() -> None:
    try:
        _ = 1 / 0
    except ZeroDivisionError:
        raise KeyError("k") from None


def leaves() -> None:
    raise GeneratorExit


FAILING = [missing, not_installed, of_nothing, without_it, chained, meanwhile, regardless, leaves]
TOLD = """
try:
    {}()
except Exception as error:
    told = (type(error).__name__, str(error), error.args, type(error.__cause__).__name__, type(error.__context__).__name__)
told
"""
MEMBERS = """
try:
    {}()
except BaseException as error:
    told = [getattr(error, name, None) for name in ("filename", "name", "errno")]
told
"""


@pytest.mark.parametrize("tool", FAILING, ids=lambda tool: tool.__name__)
@pytest.mark.parametrize("code", [TOLD, MEMBERS, "{}()"], ids=["caught", "members", "uncaught"])
def test_exceptions_of_tools_say_the_same(tool, code):
    plain, worker = both(code.format(tool.__name__), {tool.__name__: tool})
    assert plain == worker


OF_THE_CODE = [
    "raise KeyError('k') from ValueError('v')",
    "try:\n    1 / 0\nexcept ZeroDivisionError:\n    raise KeyError('k')",
    "try:\n    1 / 0\nexcept ZeroDivisionError:\n    raise KeyError('k') from None",
    "open('/no/such/file')",
    "raise FileNotFoundError(2, 'No such file', 'data.csv')",
    "None.column",
]


@pytest.mark.parametrize("code", OF_THE_CODE)
def test_exceptions_of_the_code_say_the_same(code):
    def told(error: BaseException | None) -> Any:
        return None if error is None else (str(error), error.args, getattr(error, "filename", None), told(error.__cause__), told(error.__context__))

    seen = []
    for isolation in (None, "process"):
        executor = LocalPythonExecutor([], isolation=isolation)
        executor.send_tools({})
        with pytest.raises(InterpreterError) as caught:
            executor(code)
        seen.append((str(caught.value), told(caught.value.__cause__)))
    assert seen[0] == seen[1]


# ------------------------------------------------------------------------------------------ objects of the host
@dataclasses.dataclass
class Deal:
    price: int = 3


class Color(enum.IntEnum):
    RED = 1


Point = collections.namedtuple("Point", "x y")


class Text(str):
    pass


class Number(int):
    pass


class Bag(list):
    pass


class Counted(str):
    """Names of its own in place of those of a `str`."""

    count = 5

    @property
    def index(self) -> str:  # type: ignore[override]
        return "index"

    def upper(self) -> str:
        return "own"


class Price(float):
    def net(self) -> float:
        return self / 2


class Day(datetime.date):
    def quarter(self) -> int:
        return (self.month - 1) // 3 + 1


OBJECTS = {"counted": Counted, "price": lambda: Price(2.5), "day": lambda: Day(2024, 5, 6), "kind_of": Deal, "deal": Deal, "color": lambda: Color.RED, "point": lambda: Point(1, 2), "text": Text, "number": Number, "bag": Bag, "kind": lambda: Deal}
USES = [
    "'a' + text('b')", "text('b') + 'a'", "3 * text('a')", "text('a') * 3",
    "f'{text(\"q\"):>5}'", "f'{number(7):03d}'", "1 + number(2)", "number(2) + 1", "10 - number(2)", "number(7) // 2", "15 // number(7)", "number(7) % 4",
    "9 % number(7)", "number(2) ** 3", "2 ** number(3)", "pow(number(3), 2, 5)", "deal() ** 2", "1 / number(2)", "number(1) / 2", "-number(2)", "+number(2)", "~number(2)", "abs(number(-2))",
    "int(number(4))", "int(text('12'))", "float(number(4))", "complex(number(4))", "round(number(4))", "[1, 2, 3][number(1)]", "list(range(number(3)))",
    "number(6) & 3", "3 & number(6)", "number(6) | 1", "1 | number(6)", "number(6) ^ 2", "2 ^ number(6)", "number(6) << 1", "1 << number(6)",
    "number(6) >> 1", "64 >> number(3)", "divmod(number(7), 2)", "divmod(7, number(2))", "sum([number(3), number(1)])", "1 + color()", "color().name",
    "color() + 1", "point()._asdict()", "point()._replace(x=5) == (5, 2)", "point()._fields", "x, y = point()\n(x, y)", "max(number(3), number(1)) == 3",
    "bag([1, 2]) + [3]", "[0] + bag([1])", "held = bag([1])\nagain = held\nagain += [2]\nlist(held)", "list(reversed(bag([1, 2])))",
    "isinstance(color(), int), isinstance(point(), tuple), isinstance(text('a'), str), isinstance(number(1), (str, int)), isinstance(deal(), int)",
    "json.dumps([color(), point(), text('a'), number(3)])", "json.dumps({text('a'): 1, 'b': number(2)})", "{text('a'): 1, number(5): 2}['a'], {'a': 1}[text('a')], {7: 1}[number(7)]",
    "''.join([text('a'), 'b'])", "'%d %s %s' % (number(3), text('a'), (point(),))", "'a,b'.split(text(','))", "text('Ab').upper(), text('ab').find('b'), text('a') in 'ba'", "number(3).bit_length(), number(3).real",
    "match text('a'):\n    case str() as got: kind = 'str'\nkind", "match point():\n    case [a, b]: kind = a, b\nkind", "[0] * number(3), sorted([text('b'), 'a']), sum(point()), max(point())",
    "number(3).count if hasattr(number(3), 'count') else 0", "counted().count, counted().index, counted().upper()", "type(text('a') + 'b').__name__, type(number(1) + 1).__name__", "isinstance(day(), datetime.date), day() - datetime.date(2024, 5, 1), day().quarter()",
    "day() < datetime.date(2025, 1, 1), str(day()), day().isoformat(), day().year", "color() is color(), color() == 1, color().value", "d = deal()\nd.price = 9\nrepr(d), str(d), f'{d}', [d]",
    "dataclasses.is_dataclass(deal()), dataclasses.asdict(deal()), dataclasses.astuple(deal()), [(f.name, f.type, f.default) for f in dataclasses.fields(deal())]", "dataclasses.replace(deal(), price=7).price",
    "match deal():\n    case kind_of(paid): got = paid\ngot", "import math\nmath.floor(number(3)), math.sqrt(number(4)), math.ceil(price()), math.trunc(price())", "price() + 1, price() * 2, round(price(), 1), isinstance(price(), float), price().net()",
    "bool(deal()), bool(number(0)), bool(text('')), bool(bag())", "len(deal())", "iter(deal())", "deal() in [deal()]", "deal() + deal()", "deal() < deal()", "deal()()", "with deal(): pass", "x, y = deal()", "deal()[0] = 1", "for x in deal(): pass",
    "isinstance(bag(), collections.abc.Sequence), isinstance(point(), collections.abc.Sequence), isinstance(deal(), collections.abc.Iterable)", "hash(deal())", "point() == (1, 2), (1, 2) == point(), point() < (1, 3), (1, 2) in {point()}", "deal() == deal(), deal() != deal()",
    "1 + deal()", "deal() + 1", "-deal()", "int(deal())", "deal()[0]", "deal.__doc__ is not None", "sorted([number(2), number(1)])[0] == 1",
]  # fmt: skip


@pytest.mark.parametrize("code", USES)
def test_objects_of_the_host_are_used_alike(code):
    given = "import collections, dataclasses, datetime, json\n"
    plain, worker = both(given + code, OBJECTS, ("dataclasses", "json"))
    assert plain == worker


class Colors(enum.Enum):
    RED = 1
    BLUE = 2


@dataclasses.dataclass(frozen=True)
class Frozen:
    a: int = 1


class Base:
    def who(self) -> str:
        return "base"


class Middle(Base):
    pass


class Other(Base):
    pass


class Leaf(Middle, Other):
    """A leaf."""

    def __init__(self, n: int = 1) -> None:
        self.n = n

    def __call__(self, x: int) -> int:
        return x * self.n


class Named:
    def __init__(self, name: str) -> None:
        self.name = name


class Entry(NamedTuple):
    name: str
    size: int = 3


PATTERN = re.compile(r"(\w)=(\d)")

OF_CLASSES = {
    "leaf": lambda: Leaf(3), "point": lambda: Point(1, 2), "frozen": Frozen, "level": lambda: Color.RED, "middle": Middle, "red": lambda: Colors.RED, "deal": lambda: Deal(2), "items": lambda: [Deal(), Middle(), 3, "x"],
    "named": lambda: Named("q"), "entry": lambda: Entry("a"), "pattern": lambda: PATTERN, "given_back": lambda given: given is PATTERN,
    "classes": lambda: {"Entry": Entry, "Leaf": Leaf, "Middle": Middle, "Base": Base, "Other": Other, "Deal": Deal, "Point": Point, "Colors": Colors},
}  # fmt: skip
USES_OF_CLASSES = [
    "[type(item).__name__ for item in items()]", "str(type(leaf())), repr(type(red())), f'{type(deal())}', str(type(leaf().__call__))", "type(deal().__init__)",
    "isinstance(leaf(), Base), isinstance(leaf(), Other), isinstance(leaf(), (int, Middle)), isinstance(middle(), Leaf), isinstance(3, Leaf)",
    "issubclass(Leaf, Base), issubclass(Base, Leaf), issubclass(Leaf, Leaf), issubclass(int, Leaf)", "type(leaf()) is Leaf, type(leaf()) == type(leaf()), leaf().__class__ is Leaf",
    "[(color.name, color.value) for color in Colors]", "Colors['RED'].name, Colors(2).name, len(Colors), Colors.RED in Colors, Colors.RED is red(), bool(Colors)",
    "[color.name for color in reversed(Colors)]", "Point._fields, str(Point._make([3, 4])), str(Point(5, y=6)), type(Point(1, 2)) is Point",
    "Deal.__name__, Leaf.__doc__, Leaf.__module__, Leaf.__qualname__, leaf().__doc__", "callable(Leaf), callable(leaf()), callable(middle()), leaf()(4), Leaf(2)(4)",
    "match deal():\n    case Leaf(): found = 'leaf'\n    case Deal(price=paid): found = paid\nfound", "isinstance(deal(), Deal | int), isinstance(3, Deal | int), isinstance(deal(), Leaf | None)",
    "def f(x: Deal | None, y: list[Deal] = []) -> Leaf: return x\nstr(f(deal()))", "names = {Leaf: 'leaf', Middle: 'middle'}\nnames[type(leaf())], names.get(type(middle()))",
    "from functools import singledispatch\n@singledispatch\ndef show(x): return 'any'\n@show.register(Base)\ndef _(x): return 'base'\nshow(middle()), show(leaf()), show(3)",
    "[name for name in dir(leaf()) if name[0] != '_'], [name for name in dir(Middle) if name[0] != '_']", "hasattr(Middle, 'who'), hasattr(Middle, 'nope'), getattr(Middle, 'nope', 5)",
    "Middle.nope", "Deal() < 3", "Middle < Leaf", "Middle[0]", "len(Middle)", "[x for x in Middle]", "Middle + 1", "Middle(3)", "raise TypeError(type(middle()).__name__)",
    "len({red(), red(), *Colors}), {Colors.RED: 1}[red()], {point(): 1}[point()], {point()} == {point()}, hash(point()) == hash(point())", "{deal(): 1}", "hash(deal())",
    "{frozen(): 'a'}[frozen()], len({leaf(), leaf()}), {level(): 'a'}[1], 1 in {level()}", "import copy\nd = copy.copy(deal())\nd.price = 5\nd.price, type(d) is Deal",
    "import copy\nd = {'a': [deal()]}\ne = copy.deepcopy(d)\ne['a'][0] is d['a'][0], e['a'][0].price", "import copy\ncopy.deepcopy(point()) == point(), copy.copy(red()) is red()",
    "d = deal()\nd.price = 9\nd.price += 1\nd.price", "d = deal()\ndel d.price\nd.price",
    "[str(inspect.signature(f)) for f in (Leaf, leaf().who, leaf(), Middle.who, Deal, leaf, print)]", "[str(inspect.signature(f)) for f in (Leaf, leaf().who, leaf(), Middle.who, Deal, leaf)]",
    "s = inspect.signature(Leaf)\ns.parameters['n'].default, s.parameters['n'].annotation, s.bind(3).arguments", "inspect.signature(Leaf).bind(1, 2)", "inspect.getdoc(leaf()), inspect.isclass(Leaf), inspect.isfunction(leaf)",
    "getattr(deal(), '__name__', 'none'), hasattr(leaf(), '__name__'), hasattr(named(), '__name__'), named().name, deal.__name__, Leaf.__name__", "deal().__name__",
    "inspect.get_annotations(Deal), inspect.get_annotations(Middle), Deal.__annotations__", "Entry._field_defaults, entry()._field_defaults, Entry('b')",
    "[isinstance(pattern(), re.Pattern), re.sub(pattern(), 'z', 'a=1'), pattern().findall('b=2'), pattern() is pattern(), given_back(pattern()), {pattern(): 1}[pattern()]]",
    "isinstance(Middle, type), Middle == Middle, Middle != Leaf, Middle.who(middle())",
]  # fmt: skip


@pytest.mark.parametrize("code", USES_OF_CLASSES)
def test_classes_of_the_host_are_used_alike(code):
    given = "Leaf, Middle, Base, Other, Deal, Point, Colors, Entry = (classes()[name] for name in 'Leaf Middle Base Other Deal Point Colors Entry'.split())\n"
    plain, worker = both("import inspect, re\n" + given + code, OF_CLASSES, ("copy", "functools", "inspect"))
    assert plain == worker


def test_no_class_of_the_host_is_inherited_from():
    executor = made(tools=OBJECTS)
    with pytest.raises(InterpreterError, match="TypeError: a class of the host cannot be inherited from in a worker: Deal"):
        executor("class Own(kind()):\n    pass")


def test_classes_that_a_worker_was_told_of_are_given_up():
    def fresh() -> Any:
        return type("Fresh", (Base,), {})()

    executor = made(tools={"fresh": fresh})
    executor("fresh()")
    held = executor._session._live.crossing.objects
    for _ in range(30):
        executor("for _ in range(100): fresh()")
    assert len(held) < 2000


def test_an_array_of_objects_of_the_host():
    code = "import numpy as np, pandas as pd\n[np.array([x]).shape for x in (deal(), leaf(), number(1), text('a'))], pd.DataFrame([deal(), deal()]).to_dict('list'), pd.Series([leaf()]).shape"
    plain, worker = both(code, {**OBJECTS, "leaf": Leaf}, ("numpy", "pandas"))
    assert plain == worker == (([(1,), (1,), (1,), (1,)], {"price": [3, 3]}, (1,)), "")


def test_a_variable_that_looks_like_an_object_of_the_host():
    executor = made(tools=OBJECTS)
    executor("class Own:\n    def __init__(self, deal): self.deal = deal\n    def __repr__(self): return f'Own({self.deal})'\nown = Own(deal(4))\nNone")
    assert "Own object" in repr(executor.state["own"])  # nothing of the host's is asked for that
    assert executor("str(own)").output == "Own(Deal(price=4))"
    assert executor("own.deal.price").output == 4


def test_arrays_leave_it_to_objects_of_the_host():
    plain, worker = both("import numpy as np\n(np.arange(3) + number(2)).tolist(), (np.arange(3) * number(2)).tolist()", OBJECTS, ("numpy",))
    assert plain == worker == (([2, 3, 4], [0, 2, 4]), "")


def test_classes_of_the_host_obey_the_rules():
    executor = made(tools=OBJECTS)
    for code in ("kind().__init__", "kind().__subclasses__()", "kind().__dict__", "kind().mro()", "kind().price = 1", "type(kind())", "type(deal())._host"):
        with pytest.raises(InterpreterError):
            executor(code)
    assert Deal().price == 3


def test_an_object_of_the_host_is_a_final_answer():
    """It leaves nothing in the worker."""
    executor = made(tools=OBJECTS)
    given = executor("final_answer({'deals': [deal(5)], 'n': 1})")
    assert given.output == {"deals": [Deal(5)], "n": 1} and given.is_final_answer
    with pytest.raises(InterpreterError, match=r"result\['deals'\]\[1\]: an object of class"):
        executor("class Own: pass\nfinal_answer({'deals': [deal(5), Own()]})")
    with pytest.raises(InterpreterError, match="cannot leave the worker: result: an object of class function"):
        executor("final_answer(lambda: 1)")


# ------------------------------------------------------------------------------------------ what does not cross leaves the session
def test_a_value_that_is_too_deep_is_an_error_of_the_call():
    executor = made(tools={"take": lambda value: 1})
    executor("kept = 1\nx = []\nfor n in range(900):\n    x = [x]\nNone")
    with pytest.raises(InterpreterError, match="The value cannot leave the worker: containers are nested more than 500 deep") as caught:
        executor("x")
    assert caught.value.kind == "raised" and str(caught.value).endswith(f"hint: {caught.value.hint}")
    with pytest.raises(InterpreterError, match="nested more than 500 deep"):
        executor("take(x)")
    with pytest.raises(InterpreterError, match="nested more than 500 deep"):
        executor("final_answer(x)")
    with pytest.raises(InterpreterError, match="nested more than 500 deep"):
        _ = executor.state["x"]
    assert executor.snapshot() == ["x"]
    assert executor("kept").output == 1


def test_what_a_worker_cannot_read_leaves_the_session(monkeypatch):
    from fastexec.isolation import kinds

    class Odd:
        pass

    monkeypatch.setitem(kinds.BY_TYPE, Odd, ("date", lambda _: "no date"))
    executor = made(tools={"take": lambda value: 1, "give": lambda: Odd()})
    executor("kept = 1")
    with pytest.raises(InterpreterError, match="The worker cannot do that: ValueError: malformed message"):
        executor.send_variables({"odd": Odd()})
    with pytest.raises(InterpreterError, match="The worker cannot do that: ValueError: malformed message"):
        executor.state = {"odd": Odd()}
    with pytest.raises(InterpreterError):
        executor("give()")
    assert executor("kept").output == 1
    executor.send_tools({"later": lambda: 7})
    assert executor("later() + kept").output == 8


# ------------------------------------------------------------------------------------------ values
read_only = np.arange(3)
read_only.flags.writeable = False
ARRAYS = {
    "of nothing": np.zeros(3, "V0"), "without fields": np.zeros(2, dtype=[]), "33 dimensions": np.zeros((1,) * 33), "read-only": read_only,
    "big-endian": np.arange(5, dtype=">i4"), "nested": np.zeros(2, dtype=[("p", [("x", "i2"), ("y", ">i2")]), ("q", "f4", (2, 3))]),
    "broadcast": np.broadcast_to(np.arange(3), (4, 3)), "strided": np.arange(24).reshape(2, 3, 4)[:, ::2, ::-1], "empty objects": np.zeros((0, 2), object),
    "filled": np.ma.array([1.5, 2], mask=[0, 1], fill_value=-1), "unmasked": np.ma.array([1, 2]), "hard": np.ma.array([1, 2], mask=[1, 0], hard_mask=True),
    "masked fields": np.ma.array([(1, 2.0)], mask=[(0, 1)], dtype=[("a", "i4"), ("b", "f8")]), "masked text": np.ma.array(["a", "bcd"], mask=[0, 1]),
}  # fmt: skip


@pytest.mark.parametrize("name", ARRAYS)
def test_arrays_come_back_as_they_were(name):
    array, seen = ARRAYS[name], []
    executor = made(["numpy"], {"tool": seen.append})
    executor.send_variables({"array": array, "kept": 1})
    for back in (executor("array").output, executor.state["array"], executor("tool(array)\nkept").output == 1 and seen[0]):
        assert type(back) is type(array) and back.dtype == array.dtype and back.shape == array.shape and repr(back) == repr(array)
        assert back.flags.writeable == array.flags.writeable
        assert getattr(back, "hardmask", None) == getattr(array, "hardmask", None)


def test_read_only_arrays_stay_so_and_tables_do_not():
    executor = made(["numpy", "pandas"])
    executor.send_variables({"array": read_only})
    with pytest.raises(InterpreterError, match="assignment destination is read-only"):
        executor("array[0] = 5")
    frame = pd.DataFrame({"a": [1.0, 2.0], "b": [3.0, 4.0]})
    mixed = pd.DataFrame({"n": [1, 2], "s": ["a", "b"], "c": pd.Categorical(["x", "y"]), "i": pd.array([1, None], "Int64")})
    executor.send_variables({"frame": frame, "mixed": mixed, "series": frame["a"]})
    code = "frame.loc[0, 'a'] = 9\nmixed.loc[0, 'n'] = 9\nmixed.loc[0, 'c'] = 'y'\nmixed.loc[0, 'i'] = 9\nseries.iloc[0] = 9\n(frame, mixed, series)"
    frame_back, mixed_back, series_back = executor(code).output
    assert frame_back.loc[0, "a"] == 9 and mixed_back.loc[0, ["n", "c", "i"]].tolist() == [9, "y", 9] and series_back[0] == 9


def test_more_large_arrays_than_go_beside_a_message():
    executor = made(["numpy", "pandas"])
    frame = pd.DataFrame({f"c{n}": np.arange(40_000) if n % 2 else np.arange(40_000.0) for n in range(100)})
    executor.send_variables({"frame": frame})
    pd.testing.assert_frame_equal(executor("frame").output, frame)


@pytest.mark.parametrize("minutes", [-90, -60, 0, 90])
def test_time_zones_keep_their_names(minutes):
    value = datetime.datetime(2020, 1, 1, tzinfo=datetime.timezone(datetime.timedelta(minutes=minutes)))
    executor = made(["datetime"])
    executor.send_variables({"value": value})
    assert repr(executor("value").output) == repr(value)


def test_types_of_numpy_are_the_same_there():
    executor = made(["numpy"])
    executor.send_variables({"kind": np.float32})
    back = executor("import numpy as np\n(kind is np.float32, str(np.zeros(2, dtype=kind).dtype), np.int8)").output
    assert back == (True, "float32", np.int8)


@pytest.mark.parametrize(
    "made",
    [
        "pd.Categorical(['a', 'b', None], ordered=True)", "pd.array([1, None, 3])", "pd.array(['a', None])", "pd.array([True, None])",
        "pd.array([1.5, None])", "pd.array(pd.to_datetime(['2024-01-01']).tz_localize('UTC'))", "pd.period_range('2024', periods=2, freq='M').array",
        "pd.interval_range(0, 3).array", "pd.to_datetime(['2024-01-01']).array", "pd.to_timedelta(['1D']).array", "pd.Series([1, 2]).array",
        "pd.Series(['a', 'b', 'a'], dtype='category').unique()", "pd.cut([1, 5, 9], 3)", "pd.Series([1, 'x'], dtype=object).array",
    ],
)  # fmt: skip
def test_arrays_of_pandas_are_used_alike(made):
    tools = {"kind": lambda array: [type(array).__name__, str(array.dtype), repr(array), len(array)], "back": lambda array: array}
    here, there = both(f"import pandas as pd\nx = {made}\n(kind(back(x)), type(back(x)).__name__, repr(back(x)))", tools, ("pandas",))
    if "object" not in made:
        assert here == there
    assert here[0][1:] == there[0][1:]


@pytest.mark.parametrize(
    "code",
    [
        "[(name, color.value) for name, color in given('Colors').__members__.items()]", "given('Colors').__members__['RED'] is given('Colors').RED",
        "given('Note').__annotations__", "given('Plain').__annotations__", "given('Colors').__annotations__",
        "class Mine(ValueError):\n    x: int\nMine.__annotations__",
    ],
)  # fmt: skip
def test_what_classes_of_the_host_say_of_themselves(code):
    class Colors(enum.Enum):
        RED = "r"
        BLUE = "b"

    class Note(Exception):  # noqa: N818
        pages: int
        title: str

    class Plain:
        size: float = 1.0

    kinds = {"Colors": Colors, "Note": Note, "Plain": Plain}
    for kind in kinds.values():
        kind.__annotations__ = {name: eval(hint) for name, hint in kind.__annotations__.items()} if kind is not Colors else {}
    here, there = both(code, {"given": kinds.get})
    assert here == there


def test_chains_of_dicts_cross():
    tools = {"kind": lambda chain: [type(chain).__name__, dict(chain), len(chain.maps)], "back": lambda chain: chain}
    code = "from collections import ChainMap, Counter\nc = ChainMap({'a': 1}, {'b': 2})\n"
    here, there = both(f"{code}(kind(c), back(c)['b'], type(back(c)).__name__, kind(ChainMap({{}}, {{'n': ()}})))", tools, ("collections",))
    assert here == there
    here, there = both(f"{code}back(ChainMap(Counter('aab'), {{}}))['a']", tools, ("collections",))
    assert here == there


def test_images_keep_what_their_file_said():
    image = pytest.importorskip("PIL.Image").new("P", (4, 4))
    image.putpalette(list(range(256)) * 3)
    image.info.update(transparency=3, dpi=(72, 72), odd=object())
    executor = made(["PIL"])
    executor.send_variables({"image": image})
    back = executor("image").output
    assert back.info == {"transparency": 3, "dpi": (72, 72)} and back.tobytes() == image.tobytes()
    assert executor("image.convert('RGBA').getpixel((0, 0))").output == image.convert("RGBA").getpixel((0, 0))


# ------------------------------------------------------------------------------------------ variables
STATE: dict[str, Callable[[Any], Any]] = {
    "copy": lambda state: type(state.copy()).__name__, "or": lambda state: (state | {"z": 1})["z"], "ror": lambda state: ({"z": 1} | state)["z"],
    "ior": lambda state: state.__ior__({"z": 1})["z"], "reversed": lambda state: next(reversed(state)), "popitem": lambda state: state.popitem()[0],
    "fromkeys": lambda state: state.fromkeys(["a"]), "copied": lambda state: copy.copy(state)["a"], "setdefault": lambda state: state.setdefault("n", 2),
    "pop": lambda state: (state.pop("a"), state.pop("a", 7)), "clear": lambda state: state.clear(), "spread": lambda state: {**state}["a"],
    "update": lambda state: state.update([("q", 3)], r=4), "equal": lambda state: state == dict(state), "or no dict": lambda state: state | 5,
}  # fmt: skip


@pytest.mark.parametrize("name", STATE)
@pytest.mark.parametrize("run", [False, True], ids=["before", "after"])
def test_variables_have_what_a_dict_has(name, run):
    seen = []
    for isolation in (None, "process"):
        executor = LocalPythonExecutor([], isolation=isolation)
        executor.send_tools({})
        executor.send_variables({"a": 1, "b": [2]})
        if run:
            executor("c = 3\nNone")
        try:
            given = STATE[name](executor.state)
        except TypeError:
            given = "TypeError"
        seen.append((given, sorted(name for name in executor.state if not name.startswith("_"))))
    assert seen[0] == seen[1]


def test_copies_of_variables_are_dicts():
    executor = made()
    executor.send_variables({"a": [1]})
    for again in (copy.copy(executor.state), copy.deepcopy(executor.state), pickle.loads(pickle.dumps(executor.state))):
        assert type(again) is dict and again["a"] == [1]


# ------------------------------------------------------------------------------------------ threads
def test_threads_on_one_executor_with_a_tool_that_calls_it_again():
    executor = made()
    executor.send_tools({"again": lambda code: executor(code).output})
    seen: list[Any] = []
    threads = [threading.Thread(target=lambda n=n: seen.append(executor(f"again('{n} + 1')").output)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert sorted(seen) == list(range(1, 9))


def test_a_tool_that_ends_the_worker_is_told_of():
    executor = made()
    executor.send_tools({"clean": executor.cleanup})
    executor("kept = 1")
    with pytest.raises(InterpreterError, match="The worker was ended by `cleanup`, in the middle of a call. What crosses is kept for the next one."):
        executor("clean()\n1")
    assert executor("kept").output == 1


# ------------------------------------------------------------------------------------------ checks and keys
CHECKED = ["json.nope", "np.nope", "when.nope()", "when(2020)", "math.squareroot(4)", "while True: data", "while True: f", "while True: given", "f(1)", "made.nope"]


@pytest.mark.parametrize("code", CHECKED)
def test_a_check_knows_what_earlier_snippets_imported(code: str) -> None:
    found = []
    for isolation in (None, "process"):
        executor = LocalPythonExecutor(["json", "numpy", "math"], isolation=isolation)
        executor.send_tools({})
        executor.send_variables({"given": [1, {"a": (2, None)}]})
        executor("import json, math\nimport numpy as np\nfrom datetime import datetime as when\ndata = {'k': [1]}\nmade = [np.ones(2)]\ndef f(a, b): return a")
        found.append([(finding.certain, str(finding)) for finding in executor.check(code)])
    assert found[0] == found[1]


def test_keys_that_are_no_names() -> None:
    said = []
    for isolation in (None, "process"):
        executor = LocalPythonExecutor([], isolation=isolation)
        executor("x = 1")
        state: Any = executor.state
        errors = []
        for ask in (lambda: state[[]], lambda: [] in state, lambda: setattr(executor, "state", 5), lambda: setattr(executor, "state", [("a", 1)])):
            with pytest.raises(TypeError) as raised:
                ask()
            errors.append(str(raised.value))
        executor.state = {5: "five", "y": 2}  # type: ignore[dict-item]
        said.append((errors, executor.state[5], executor("y").output))  # type: ignore[index]
    assert said[0] == said[1]


def test_variables_without_names_are_no_hindrance_when_a_worker_is_lost() -> None:
    executor = made(["ctypes"])
    executor("x = 1")
    executor.state[5] = "five"  # type: ignore[index]
    with pytest.raises(InterpreterError, match="Variables and functions that are lost: x."):
        executor("import ctypes\nctypes.string_at(0)")
    assert executor("1 + 1").output == 2


# ------------------------------------------------------------------------------------------ names that are not there
class Level(enum.Enum):
    LOW = 1
    HIGH = 2
    TOP = 2


class Config:
    max_size = 3

    def __init__(self) -> None:
        self._kept = 1

    def _inner(self) -> int:
        return 2

    @staticmethod
    def make() -> None: ...


NOT_THERE = [
    "Level.LOWW", "Level.NEVER_THIS", "Level.low", "Config.max_sze", "Config.mak()", "Config.nothing_like_it", "Config().mx_size",
    "getattr(config, '_none', 5)", "hasattr(config, '_none'), hasattr(config, '_kept')", "getattr(config, '_kept', 5)", "config._inner()", "config._none",
    "config._none = 1", "del config._none", "getattr(level, '_none', 5)", "getattr(tool, '_none', 5)", "config.__none__",
    "class My:\n    def _asks_if_absent(self, name): return True\n    _own = 3\nMy()._own, getattr(My(), '_none', 5)",
]  # fmt: skip


@pytest.mark.parametrize("code", NOT_THERE)
def test_names_that_are_not_there(code: str) -> None:
    seen = []
    for isolation in (None, "process"):
        executor = LocalPythonExecutor([], isolation=isolation)
        executor.send_tools({"tool": lambda x: x})
        executor.send_variables({"Level": Level, "Config": Config, "config": Config(), "level": Level.LOW})
        try:
            seen.append(executor(code).output)
        except InterpreterError as error:
            seen.append((str(error), error.kind, error.hint))
    assert seen[0] == seen[1]
