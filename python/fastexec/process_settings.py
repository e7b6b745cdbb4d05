"""Settings that a process has one of (random state, warning filters, print options): whose value is in place.

While a session runs, its values are in place of the host's; where the host runs in between (its tools) and
afterwards, the host's are. `SETTINGS` is the table of them, here and in `fastexec.more_settings`; `Session` tells which
of them a session touched. The engine puts them in place and takes them back.

A session that did not change a setting goes by the host's value. With sessions on several threads at a time there is
still one value in place, that of the run that started last; the host's own is back when the last of them is over.
"""

from __future__ import annotations

import functools
import operator
import os
import sys
import threading
import weakref
from collections.abc import Callable, Iterable
from typing import Any

from fastexec._fastexec import (
    InPlace,
    Setting,
    SettingCell,
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

    return Setting(module, operator.methodcaller(reader), write, touched_by=touched_by, of_thread=of_thread)


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
    try:
        _change_entries(mapping, value)
    except Exception:  # noqa: BLE001  (keys of the code are not compared, and those of libraries may raise anything)
        _DICT.clear(mapping)
        _DICT.update(mapping, value)


def _change_entries(mapping: Any, value: Any) -> None:
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
            return memoryview(os.urandom(4 * count)).cast("I").tolist()

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


def _owners(pandas: Any) -> tuple[Any, ...]:
    return pandas.DataFrame, pandas.Series, pandas.Index


_TEXT: Callable[[Any], str] = str.__str__
"""Of a name, whatever a class of the code makes of it."""


def _accessors(pandas: Any) -> dict[tuple[Any, str], Any]:
    names = [(owner, name) for owner in _owners(pandas) for name in map(_TEXT, owner._accessors)]
    return {(owner, name): vars(owner)[name] for owner, name in names if is_accessor_of_code(owner, name)}


def _set_accessors(pandas: Any, accessors: dict[tuple[Any, str], Any]) -> None:
    over = _accessors(pandas).keys() - accessors.keys()
    for owner, name in over:
        delattr(owner, name)
    for (owner, name), accessor in accessors.items():
        setattr(owner, name, accessor)
    for owner in _owners(pandas):
        names = {name for name in map(_TEXT, owner._accessors) if (owner, name) not in over}
        fill(owner._accessors, names | {name for other, name in accessors if other is owner})


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
    .builtins .borwein_coefficients .country_timezones .DEFAULTPARSER .EntitySubstitution .Formatter .gamma_taylor_coefficients .get_font
    .get_zonefile_instance .gettz_db_metadata .HTMLFormatter .MarkerStyle .MathTextParser .primesieve .register_type_strategy .threadpool_limits
    .ThreadpoolController .XMLFormatter formulaic hypothesis jinja2 matplotlib.markers mpmath.libmp.gammazeta openpyxl.styles.builtins
    .disable_warnings .disabled .register_implementation .register_pickle_by_value .registerCustomTableClass .set_disabled
    .registered_extensions .set_run_validators .unregister_pickle_by_value .unregisterCustomTableClass .use_solver asyncio bs4 bs4.builder calendar csv decimal doctest email fileinput gc locale lxml.objectify matplotlib matplotlib.animation matplotlib.cm
    matplotlib.dates matplotlib.font_manager matplotlib.legend matplotlib.pyplot.cm matplotlib.pyplot.rcParamsDefault
    matplotlib.pyplot.rcParamsOrig matplotlib.pyplot.set_loglevel matplotlib.rcParamsDefault matplotlib.rcParamsOrig
    matplotlib.set_loglevel mpmath networkx numpy.polynomial openpyxl pandas.plotting pandas.tseries.holiday pyparsing
    pytz.all_timezones pytz.all_timezones_set pytz.common_timezones pytz.common_timezones_set requests
    rich scipy.cluster.hierarchy scipy.fft scipy.special shutil sklearn socket sqlite3.dbapi2.register_adapter
    sqlite3.dbapi2.register_converter sqlite3.register_adapter sqlite3.register_converter sympy sympy.multipledispatch
    sys threading tqdm typing.overload typing_extensions.overload unittest warnings webbrowser xml yaml
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
    """The settings that one session touched, with its values."""

    def __init__(self) -> None:
        self._cells: dict[Setting, SettingCell] = {}
        self._of_thread = threading.local()
        self._used: set[str] = set()
        self._waiting: dict[Setting, None] = {}
        """Touched ones that have no cell: their module was not there yet."""
        self._has_more = False

    def extend(self, in_place: InPlace) -> None:
        """Puts what the session touched in place, but for what is there: a run starts, or modules may have been imported."""
        if not self._has_more and ANY_PACKAGE in self._used and not sys.modules.keys().isdisjoint(MORE_OF_ANY_PACKAGE):
            self._has_more = True
            self._wait()
        if self._waiting:
            for setting in _with_cells(self._cells, self._waiting):
                self._waiting.pop(setting, None)
        in_place.put(self._of_own_thread() if on_thread_of_code() else self._cells)

    def touch(self, in_place: InPlace, module: str, member: str) -> None:
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
            self.extend(in_place)

    def touch_attribute(self, in_place: InPlace, shared: Any, name: str) -> None:
        """The code is about to write an attribute of an object that a module holds."""
        self._waiting[attribute_of(shared, name)] = None
        self.extend(in_place)

    def _of_own_thread(self) -> dict[Setting, SettingCell]:
        """Threads that the code starts have what is a thread's for themselves, and the library's defaults at first."""
        own: dict[Setting, SettingCell] = vars(self._of_thread).setdefault("cells", {})
        _with_cells(own, [setting for setting in self._cells.copy() if setting.of_thread])
        return {**{setting: cell for setting, cell in self._cells.copy().items() if not setting.of_thread}, **own}

    def _wait(self) -> None:
        settings = all_settings() if self._has_more else SETTINGS
        touched = [setting for setting in settings if not setting.touched_by.isdisjoint(self._used)]
        self._waiting.update(dict.fromkeys([setting for setting in touched if setting not in self._cells]))


def _with_cells(cells: dict[Setting, SettingCell], wanted: Iterable[Setting]) -> list[Setting]:
    """Those settings that have a cell: one is made where their module is there."""
    for setting in tuple(wanted):
        if setting not in cells and setting.home() is not None:
            try:
                cells.setdefault(setting, setting.new_cell())
            except Exception:  # noqa: BLE001 - what cannot be read is left alone
                pass
    return [setting for setting in tuple(wanted) if setting in cells]
