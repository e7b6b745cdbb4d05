"""Settings that a process has one of (random state, warning filters, print options): whose value is in place.

While a session runs, its values are in place of the host's; where the host runs in between (its tools) and
afterwards, the host's are. `SETTINGS` is the table of them, here and in `fastexec.more_settings`; `Session` is called by the engine at the boundary.

A session that did not change a setting goes by the host's value. With sessions on several threads at a time there is
still one value in place, that of the run that started last; the host's own is back when the last of them is over.
"""

from __future__ import annotations

import array
import functools
import operator
import os
import sys
import threading
import weakref
from _thread import get_ident
from collections.abc import Callable, Iterable
from types import ModuleType
from typing import Any

from fastexec._fastexec import (
    keep_variate,
    kept_variate,
    knows_variates,
    on_thread_of_code,
    random_words,
    same_entries,
    set_random_words,
)

ANY_PACKAGE = "*"
"""Touched by every package that is not of the standard library: those draw and warn by themselves."""

MISSING = object()
LONG = 10_000
"""Items of a list that are compared; a longer one is written anew."""
PLAIN = (bool, int, float, str, type(None))


class Cell:
    """The value of one owner, the host or a session. What is in place may be newer."""

    __slots__ = ("own", "value")

    def __init__(self, own: bool, value: Any = None) -> None:
        self.own: bool = own
        self.value: Any = value


class Stack(list[Cell]):
    """Whose values are in place or wait below, the host's first."""

    running = 0
    """Runs of them that are not in a tool of the host."""


class Setting:
    """Where a setting lives, how it is read and put in place, and what touches it: modules whose use by the code
    does (`numpy`), or members of them (`numpy.seterr`), of whichever module (`.register_extension_dtype`)."""

    def __init__(
        self,
        module: str,
        read: Callable[[Any], Any],
        write: Callable[[Any, Any], object],
        *,
        touched_by: Iterable[str],
        fresh: Callable[[Any], Any] | None = None,
        of_thread: bool = False,
        is_in_place: Callable[[Any, Any], bool] | None = None,
    ) -> None:
        self.module: str = module
        self.touched_by: frozenset[str] = frozenset(touched_by)
        self.of_thread: bool = of_thread
        self._read = read
        self._write = write
        self._fresh = fresh
        self._is_in_place = is_in_place
        """Tells it of a value that was read, faster than by reading again."""
        self._stacks: dict[int, Stack] = {}

    def home(self) -> ModuleType | None:
        return sys.modules.get(self.module)

    def new_cell(self) -> Cell:
        """For a session that touches the setting for the first time."""
        return Cell(False) if self._fresh is None else Cell(True, self._fresh(self.home()))

    # All of this is done for some settings at both ends of every run: it is written out for speed.
    def enter(self, cell: Cell) -> None:
        """A run of the session starts, or goes on, that `cell` belongs to."""
        stack = self._stack()
        self._put(stack, cell)
        stack.running += 1

    def leave(self, cell: Cell) -> None:
        """It is over."""
        stack = self._stack()
        stack.running -= 1
        self._take_back(stack, cell)

    def enter_host(self) -> Cell | None:
        """A tool starts. While other threads run code, the host's value is not within its reach."""
        stack = self._stack()
        stack.running -= 1
        if stack.running:
            return None
        try:
            self._put(stack, stack[0])
        except Exception:  # noqa: BLE001 - the code may have made anything of it
            return None
        return stack[0]

    def leave_host(self, cell: Cell | None) -> None:
        """The tool is over."""
        stack = self._stack()
        stack.running += 1
        if cell is not None:
            self._take_back(stack, cell)

    def _put(self, stack: Stack, cell: Cell) -> None:
        """Puts the value of `cell` in place; the one that was there is kept by its owner."""
        home = sys.modules.get(self.module)
        now = self._keep(home, stack[-1])
        stack.append(cell)
        if not cell.own:
            cell.value = now
        elif not same(now, cell.value):
            self._write(home, cell.value)

    def _take_back(self, stack: Stack, cell: Cell) -> None:
        """Ends the last `_put` of `cell`."""
        at = len(stack) - 1
        if stack[at] is cell:
            try:
                self._give_back(cell, stack[at - 1].value)
            except Exception:  # noqa: BLE001 - the next setting is put back all the same
                pass
        else:
            at -= stack[::-1].index(cell)
        del stack[at]
        if len(stack) == 1:
            del self._stacks[self._key()]

    def _give_back(self, cell: Cell, value: Any) -> None:
        home, now = sys.modules.get(self.module), None
        try:
            now = self._keep(home, cell)
        except Exception:  # noqa: BLE001 - what the code made of it may be unreadable: then it is written over
            pass
        if not same(now, value):
            self._write(home, value)

    def _keep(self, home: Any, cell: Cell) -> Any:
        """The owner of what is in place keeps it; gives it."""
        value = cell.value
        if self._is_in_place is not None and self._is_in_place(home, value):
            return value
        now = self._read(home)
        cell.own = cell.own or not same(now, value)
        cell.value = now
        return now

    def _key(self) -> int:
        return get_ident() if self.of_thread else 0

    def _stack(self) -> Stack:
        key = get_ident() if self.of_thread else 0
        stack = self._stacks.get(key)
        if stack is None:
            stack = self._stacks[key] = Stack([Cell(True)])
        return stack


_class_of: Callable[[object], type[Any]] = type
"""Checkers of types take nothing from `type(value)` of a value that may be anything."""


def same(one: Any, other: Any) -> bool:
    """Whether nothing needs to be written, told without running code of the values."""
    if one is other:
        return True
    kind = _class_of(one)
    if kind is not _class_of(other):
        return False
    if kind in PLAIN:
        return bool(one == other)
    if kind is dict:
        return same_entries(one, other) or (len(one) == len(other) and all(map(operator.is_, one, other)) and _all_same(one.values(), other.values()))
    return kind in (list, tuple) and len(one) == len(other) and len(one) < LONG and _all_same(one, other)


def _all_same(ones: Iterable[Any], others: Iterable[Any]) -> bool:
    return all(map(operator.is_, ones, others)) or all(map(same, ones, others))


# ------------------------------------------------------------------------------------------ kinds of settings
def attributes(
    module: str,
    *names: str,
    within: str = "",
    touched_by: Iterable[str],
    fresh: Callable[[Any], Any] | None = None,
    of_thread: bool = False,
) -> Setting:
    """Attributes of a module or of an object in it."""

    def read(home: Any) -> tuple[Any, ...]:
        found = _within(home, within)
        return tuple([getattr(found, name, MISSING) for name in names])

    def write(home: Any, values: tuple[Any, ...]) -> None:
        found: object = _within(home, within)
        for name, value in zip(names, values, strict=True):
            if value is MISSING:
                vars(found).pop(name, None)
            elif getattr(found, name, MISSING) is not value:
                setattr(found, name, value)

    return Setting(module, read, write, touched_by=touched_by, fresh=fresh, of_thread=of_thread)


def function_pair(module: str, reader: str, writer: str, *, touched_by: Iterable[str], of_thread: bool = False) -> Setting:
    """What one function of a module tells and another one sets; a dict is given as keywords."""

    def write(home: Any, value: Any) -> None:
        setter = getattr(home, writer)
        setter(**value) if type(value) is dict else setter(value)

    return Setting(module, lambda home: getattr(home, reader)(), write, touched_by=touched_by, of_thread=of_thread)


def table(module: str, within: str, *, touched_by: Iterable[str], fresh: Callable[[Any], Any] | None = None) -> Setting:
    """What is in a dict (with dicts in it), a list or a set; the object stays the same."""

    def is_in_place(home: Any, value: dict[Any, Any] | list[Any]) -> bool:
        return type(value) is dict and same_entries(_within(home, within), value)

    return Setting(
        module,
        lambda home: _copy(_within(home, within)),
        lambda home, value: fill(_within(home, within), value),
        touched_by=touched_by,
        fresh=fresh,
        is_in_place=is_in_place,
    )


_DICT: type[dict[Any, Any]] = dict
"""For its methods: those of a class of the code may be anything."""


def _within(home: Any, path: str) -> Any:
    return operator.attrgetter(path)(home) if path else home


def _copy(value: Any) -> dict[Any, Any] | list[Any]:
    given: Any = value
    if not isinstance(value, dict):
        return list(given)
    made = dict(_DICT.items(given))
    if dict in map(type, made.values()):
        made.update((key, _copy(item)) for key, item in given.items() if type(item) is dict)
    return made


def fill(target: Any, value: Any) -> None:
    mapping: Any = target
    if not isinstance(target, dict):
        target.clear()
        add = target.extend if hasattr(target, "extend") else target.update
        add(value)
        return
    for key in [key for key in _DICT.keys(mapping) if key not in value]:
        _DICT.__delitem__(mapping, key)
    for key, item in value.items():
        held = _DICT.get(mapping, key, MISSING)
        if type(item) is dict and type(held) is dict:
            fill(held, item)
        elif held is not item:
            _DICT.__setitem__(mapping, key, item)


# ------------------------------------------------------------------------------------------ single settings
def _random_state(random: Any) -> tuple[Any, ...]:
    words = random_words(random._inst)
    return (words, random._inst.gauss_next) if words is not None else (None, random._inst.getstate())


def _set_random_state(random: Any, state: tuple[Any, ...]) -> None:
    words, rest = state
    if words is None:
        random._inst.setstate(rest)
    else:
        set_random_words(random._inst, words)
        random._inst.gauss_next = rest


def _fresh_random_state(random: Any) -> tuple[Any, ...]:
    generator = random.Random()
    words = random_words(generator)
    return (words, None) if words is not None else (None, generator.getstate())


def _numpy_state(random: Any) -> tuple[Any, Any]:
    """The bit generator, and what is left of the last pair of normal variates."""
    kept = kept_variate(random.mtrand._rand) if hasattr(random, "get_bit_generator") else None
    return (None, random.get_state(legacy=False)) if kept is None else (random.get_bit_generator(), kept)


def _set_numpy_state(random: Any, state: tuple[Any, Any]) -> None:
    generator, rest = state
    if generator is None:
        random.set_state(rest)
        return
    # Another thread may be drawing without the interpreter's lock.
    with random.get_bit_generator().lock:
        random.set_bit_generator(generator)
        keep_variate(random.mtrand._rand, *rest)


def _fresh_numpy_state(random: Any) -> tuple[Any, Any]:
    made = _bit_generator(random) if hasattr(random, "get_bit_generator") and hasattr(random.MT19937, "_legacy_seeding") else None
    if made is not None and knows_variates(random.RandomState(made)):
        return made, (False, 0.0)
    return None, random.RandomState().get_state(legacy=False)


@functools.cache
def _system_words(base: Any) -> Any:
    class SystemWords(base):  # type: ignore[misc]
        first = True

        def generate_state(self, count: int, kind: Any = None) -> Any:
            if not self.first:
                inherited: Any = super()
                return inherited.generate_state(count) if kind is None else inherited.generate_state(count, kind)
            self.first = False
            return array.array("I", os.urandom(4 * count)).tolist()

    return SystemWords


def _bit_generator(random: Any) -> Any:
    """A new one of the hidden generator's kind, all of whose words are chosen by the system. numpy's own way to it makes an
    object of numpy of each word, several times over. As in a fresh process it has a sequence of seeds, by which libraries know
    that nobody called `seed`."""
    return random.MT19937(_system_words(random.SeedSequence)())


ACCESSORS: weakref.WeakValueDictionary[int, type] = weakref.WeakValueDictionary()
"""Classes of the code that objects of pandas have under names of theirs, by their ids."""


def note_accessor(accessor: type) -> None:
    ACCESSORS[id(accessor)] = accessor


def is_accessor_of_code(owner: type, name: str) -> bool:
    accessor = getattr(vars(owner).get(name), "_accessor", None)
    return accessor is not None and ACCESSORS.get(id(accessor)) is accessor


def _accessors(pandas: Any) -> dict[tuple[Any, str], Any]:
    owners = (pandas.DataFrame, pandas.Series, pandas.Index)
    return {(owner, name): vars(owner)[name] for owner in owners for name in owner._accessors if is_accessor_of_code(owner, name)}


def _set_accessors(pandas: Any, accessors: dict[tuple[Any, str], Any]) -> None:
    for owner, name in _accessors(pandas).keys() - accessors.keys():
        delattr(owner, name)
        owner._accessors.discard(name)
    for (owner, name), accessor in accessors.items():
        setattr(owner, name, accessor)
        owner._accessors.add(name)


SHARED: dict[tuple[int, str], Setting] = {}


def attribute_of(shared: Any, name: str) -> Setting:
    """An attribute of an object that a module holds for everyone (`scipy.stats.norm.random_state`)."""

    def write(_: Any, value: Any) -> None:
        delattr(shared, name) if value is MISSING else setattr(shared, name, value)

    of_thread = isinstance(shared, threading.local)
    made = Setting(type(shared).__module__, lambda _: getattr(shared, name, MISSING), write, touched_by=(), of_thread=of_thread)
    return SHARED.setdefault((id(shared), name), made)


SETTINGS: tuple[Setting, ...] = (
    Setting("random", _random_state, _set_random_state, fresh=_fresh_random_state, touched_by=["random", ANY_PACKAGE]),
    Setting("numpy.random", _numpy_state, _set_numpy_state, fresh=_fresh_numpy_state, touched_by=[ANY_PACKAGE]),
    function_pair("numpy", "geterr", "seterr", touched_by=["numpy.errstate", "numpy.seterr"], of_thread=True),
    Setting(
        "numpy",
        lambda numpy: numpy.geterrcall(),
        lambda numpy, called: numpy.seterrcall(called),
        touched_by=["numpy.errstate", "numpy.geterrcall", "numpy.seterrcall"],
        fresh=lambda numpy: None,
        of_thread=True,
    ),
    function_pair("numpy", "getbufsize", "setbufsize", touched_by=["numpy.setbufsize"], of_thread=True),
    function_pair("numpy", "get_printoptions", "set_printoptions", touched_by=["numpy.printoptions", "numpy.set_printoptions"], of_thread=True),
    table("pandas._config.config", "_global_config", touched_by=["pandas.options", "pandas.option_context", "pandas.set_option", "pandas.reset_option", "pandas.set_eng_float_format"]),
    Setting(
        "pandas",
        _accessors,
        _set_accessors,
        touched_by=["pandas.api.extensions.register_dataframe_accessor"],
    ),
    table("pandas.core.dtypes.base", "_registry.dtypes", touched_by=[".register_extension_dtype"]),
    function_pair("sys", "getrecursionlimit", "setrecursionlimit", touched_by=[ANY_PACKAGE]),
    attributes("sys", "displayhook", "excepthook", "stdout", "stderr", touched_by=[ANY_PACKAGE, "doctest", "unittest"]),
)
"""Of what computing with data touches. The others are in `fastexec.more_settings`, which is loaded for code that touches one
of them: to make them all took as long as a small analysis (1.5 million instructions)."""

MORE = frozenset(
    """
    asyncio bs4 bs4.builder calendar csv decimal doctest email gc locale lxml.objectify matplotlib matplotlib.animation matplotlib.cm
    matplotlib.dates matplotlib.font_manager matplotlib.legend matplotlib.pyplot.cm matplotlib.pyplot.rcParamsDefault
    matplotlib.pyplot.rcParamsOrig matplotlib.pyplot.set_loglevel matplotlib.rcParamsDefault matplotlib.rcParamsOrig
    matplotlib.set_loglevel mpmath networkx numpy.polynomial openpyxl pandas.plotting pandas.tseries.holiday
    pytz.all_timezones pytz.all_timezones_set pytz.common_timezones pytz.common_timezones_set requests
    rich scipy.cluster.hierarchy scipy.fft scipy.special sklearn socket sqlite3.dbapi2.register_adapter
    sqlite3.dbapi2.register_converter sqlite3.register_adapter sqlite3.register_converter sympy sympy.multipledispatch
    sys threading tqdm typing.overload typing_extensions.overload unittest warnings xml
    """.split()
)
"""What touches the others."""

MORE_OF_ANY_PACKAGE = ("matplotlib", "joblib.parallel")
"""Homes of those others that any package touches, once it is there."""

TOUCHING = frozenset(name.partition(".")[0] for name in MORE.union(*(setting.touched_by for setting in SETTINGS)))
"""Modules of the standard library that are not here touch nothing."""


def all_settings() -> tuple[Setting, ...]:
    from fastexec.more_settings import SETTINGS as more

    return SETTINGS + more


# ------------------------------------------------------------------------------------------ the boundary
class Session:
    """The settings of one session. `enter` and `leave` bracket a run, `outside` and `leave` the host in between."""

    def __init__(self) -> None:
        self._cells: dict[Setting, Cell] = {}
        self._of_thread = threading.local()
        self._used: set[str] = set()
        self._waiting: list[Setting] = []
        """Touched ones whose module was not there yet."""
        self._has_more = False

    def enter(self) -> list[Any]:
        """A run starts; gives what is in place for it."""
        frame: list[Any] = []
        self._extend(frame)
        return frame

    def touch(self, frame: list[Any], module: str, member: str) -> None:
        """The code uses `module.member`."""
        top = module.partition(".")[0]
        # By its name alone too: many modules of a package may have the same function.
        used = {top, module, f"{module}.{member}", f".{member}"}
        if top not in sys.stdlib_module_names:
            used.add(ANY_PACKAGE)
        if not used <= self._used:
            self._used |= used
            self._has_more = self._has_more or not used.isdisjoint(MORE)
            self._wait()
            self._extend(frame)

    def look_again(self, frame: list[Any]) -> None:
        """Modules may have been imported."""
        self._extend(frame)

    def touch_attribute(self, frame: list[Any], shared: Any, name: str) -> None:
        """The code is about to write an attribute of an object that a module holds."""
        setting = attribute_of(shared, name)
        self._cells_of(setting).setdefault(setting, Cell(False))
        self._extend(frame)

    def _cells_of(self, setting: Setting) -> dict[Setting, Cell]:
        """Threads that the code starts have what is a thread's for themselves, and the library's defaults at first."""
        return self._cells_of_thread() if setting.of_thread and on_thread_of_code() else self._cells

    def _cells_of_thread(self) -> dict[Setting, Cell]:
        cells: dict[Setting, Cell] = vars(self._of_thread).setdefault("cells", {})
        return cells

    def _wait(self) -> None:
        settings = all_settings() if self._has_more else SETTINGS
        self._waiting = [setting for setting in settings if not setting.touched_by.isdisjoint(self._used)]

    def _extend(self, frame: list[Any]) -> None:
        if not self._has_more and ANY_PACKAGE in self._used and any([home in sys.modules for home in MORE_OF_ANY_PACKAGE]):
            self._has_more = True
            self._wait()
        if self._waiting:
            self._waiting = [setting for setting in self._waiting if setting not in self._cells]
        wanted = {**self._cells, **self._cells_of_thread(), **dict.fromkeys(self._waiting)}
        for leave, _ in frame:
            wanted.pop(leave.__self__, None)
        for setting in wanted:
            if setting.home() is not None:
                with LOCK:
                    self._put(frame, setting)

    def _put(self, frame: list[Any], setting: Setting) -> None:
        try:
            cells = self._cells_of(setting)
            cell = cells.get(setting) or cells.setdefault(setting, setting.new_cell())
            setting.enter(cell)
        except Exception:  # noqa: BLE001 - what cannot be read is left alone
            return
        frame.append((setting.leave, cell))


def outside(frame: list[Any]) -> list[Any]:
    """The host runs; gives what is in place for it."""
    theirs: list[Any] = []
    for leave, _ in frame:
        with LOCK:
            theirs.append((leave.__self__.leave_host, leave.__self__.enter_host()))
    return theirs


def leave(frame: list[Any]) -> None:
    """What `frame` put in place is taken back. Can be called again where it was interrupted."""
    while frame:
        end, cell = frame[-1]
        with LOCK:
            try:
                end(cell)
            except Exception:  # noqa: BLE001 - whatever comes of it, the next setting is put back
                pass
        frame.pop()


LOCK: Any = threading.RLock()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=LOCK._at_fork_reinit)
