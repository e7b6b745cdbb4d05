"""Objects that packages give to everybody who asks: caches of their functions, tables behind their methods, paths of matplotlib.

A session has its own of those it touches: see `process_settings`.
"""

from __future__ import annotations

import copy
import functools
import operator
import sys
from collections.abc import Callable, Iterable
from types import MappingProxyType
from typing import Any, cast
from weakref import WeakValueDictionary

from fastexec._fastexec import Setting
from fastexec.process_settings import MISSING, attributes, fill, table

Pairs = tuple[tuple[Any, Any], ...]
"""Containers, each with what is in it."""


def pairs(containers: Iterable[Any]) -> Pairs:
    return tuple((found, dict(cast("Any", found)) if isinstance(found, dict) else list(found)) for found in containers)


def set_pairs(_home: Any, kept: Pairs) -> None:
    for found, held in kept:
        fill(found, held)


# ------------------------------------------------------------------------------------------ kinds of them
def _with_own_cache(cached: Any) -> Any:
    """The function, with a cache of its own."""
    return functools.lru_cache(**cached.cache_parameters())(cached.__wrapped__)


def own_caches(module: str, *functions: str, touched_by: Iterable[str]) -> Setting:
    """Functions of a module that keep what they gave, to give it again."""
    return attributes(module, *functions, touched_by=touched_by, fresh=lambda home: tuple([_with_own_cache(getattr(home, name)) for name in functions]))


def held_by(value: object) -> dict[str, Any]:
    return vars(value)


# (What is exchanged is shown by proxies of dicts: two dicts whose lists are alike would be taken for the same.)
def own_members(module: str, owner: str, names: Callable[[Any], Iterable[str]], *, touched_by: Iterable[str], fresh: Callable[[Any], Any]) -> Setting:
    """What a class (or the module) holds under some names; a session begins with what `fresh` makes of each of them."""

    def of(home: Any) -> Any:
        return getattr(home, owner) if owner else home

    def read(home: Any) -> MappingProxyType[str, Any]:
        held = held_by(of(home))
        return MappingProxyType({name: held[name] for name in names(of(home)) if name in held})

    def write(home: Any, members: MappingProxyType[str, Any]) -> None:
        found = of(home)
        held = held_by(found)
        for name, member in members.items():
            if held.get(name, MISSING) is not member:
                setattr(found, name, member)

    return Setting(module, read, write, touched_by=touched_by, fresh=lambda home: MappingProxyType({name: fresh(member) for name, member in read(home).items()}))


def own_entries(module: str, within: str, *, touched_by: Iterable[str], fresh: Callable[[Any], dict[Any, Any]]) -> Setting:
    """What is in a dict, which a session has copies of."""
    entries = operator.attrgetter(within)
    return Setting(
        module,
        lambda home: MappingProxyType(dict(entries(home))),
        lambda home, value: fill(entries(home), dict(value)),
        touched_by=touched_by,
        fresh=lambda home: MappingProxyType(fresh(home)),
    )


# ------------------------------------------------------------------------------------------ single ones
_PATHS = ("_unit_rectangle", "_unit_regular_polygons", "_unit_regular_stars", "_unit_circle", "_unit_circle_righthalf", "hatch")
"""Paths that `matplotlib.path.Path` makes once."""


def _without_paths(member: Any) -> Any:
    if isinstance(member, staticmethod):
        return staticmethod(_with_own_cache(member.__func__))
    return cast("Any", WeakValueDictionary)() if isinstance(member, WeakValueDictionary) else None


def _names_of_paths(marker: type) -> list[str]:
    kind = sys.modules["matplotlib.path"].Path
    return [name for name, member in vars(marker).items() if isinstance(member, kind)]


_CANVASES = ("backend_bases.FigureCanvasBase", "backends.backend_pdf.FigureCanvasPdf", "backends.backend_pgf.FigureCanvasPgf", "backends.backend_ps.FigureCanvasPS", "backends.backend_svg.FigureCanvasSVG")


def _file_types(_home: Any) -> Pairs:
    """Kinds of files that canvases tell of, of those backends that are loaded."""
    places = [f"matplotlib.{canvas}".rpartition(".") for canvas in _CANVASES]
    homes = [(sys.modules.get(module), name) for module, _, name in places]
    return pairs(getattr(home, name).filetypes for home, name in homes if hasattr(home, name))


def _copies_of_matrices(home: Any) -> dict[Any, Any]:
    return {key: matrix.copy() for key, matrix in home.matrix_cache._cache.items()}


def _commutation(home: Any) -> Pairs:
    manager = home.TensorManager
    return pairs([manager._comm, *manager._comm, manager._comm_symbols2i, manager._comm_i2symbol])


def _zone_files(home: Any) -> Pairs:
    """What dateutil keeps of its own file of zones, once it has been read."""
    # (One is kept at the function, the other one by functions that are older.)
    kept = held_by(home.get_zonefile_instance)
    held: list[Any] = [*home._CLASS_ZONE_INSTANCE, *filter(None, [kept.get("_cached_instance")])]
    return pairs([kept, home._CLASS_ZONE_INSTANCE, *(part for found in held for part in (held_by(found), found.zones, found.metadata))])


def _zones_of_countries(home: Any) -> dict[str, list[str]]:
    # (They are read from a file when the first one is asked for.)
    return {country: list(home.country_timezones[country]) for country in home.country_timezones}


def _entities(home: Any) -> Pairs:
    """Tables of names of characters. (Two of them are made when one is asked for.)"""
    substitution = home.EntitySubstitution
    return pairs([substitution.HTML_ENTITY_TO_CHARACTER, substitution.CHARACTER_TO_HTML_ENTITY])


def _profiles(home: Any) -> tuple[Any, ...]:
    return dict(home.settings._profiles), home.settings._current_profile, home.default_variable.value


def _set_profiles(home: Any, told: tuple[Any, ...]) -> None:
    profiles, current, value = told
    fill(home.settings._profiles, profiles)
    home.settings._current_profile = current
    home.default_variable.value = value


def _threads(home: Any) -> dict[str, int]:
    """How many threads compiled libraries of numbers compute with, by their files."""
    return {found.filepath: found.num_threads for found in home.ThreadpoolController().lib_controllers}


def _set_threads(home: Any, threads: dict[str, int]) -> None:
    for found in home.ThreadpoolController().lib_controllers:
        told = threads.get(found.filepath)
        if told is not None and found.num_threads != told:
            found.set_num_threads(told)


_LIMITING = (".threadpool_limits", ".ThreadpoolController")
_ZONE_FILES = (".get_zonefile_instance", ".gettz_db_metadata")
_BORWEIN = (".borwein_coefficients", "mpmath.libmp.gammazeta")
_SIEVES = ("sieve_cache", "primes_cache", "mult_cache")
_MATERIALIZERS = "formulaic.materializers.base"

SETTINGS: tuple[Setting, ...] = (
    own_caches("jinja2.environment", "get_spontaneous_environment", touched_by=["jinja2"]),
    own_caches("matplotlib.font_manager", "_get_font", touched_by=[".get_font", ".MathTextParser"]),
    own_members("matplotlib.path", "Path", lambda _: _PATHS, touched_by=["matplotlib"], fresh=_without_paths),
    own_members("matplotlib.markers", "MarkerStyle", _names_of_paths, touched_by=[".MarkerStyle", "matplotlib.markers"], fresh=copy.deepcopy),
    Setting("matplotlib.backend_bases", _file_types, set_pairs, touched_by=["matplotlib"]),
    own_entries("sympy.physics.quantum.matrixcache", "matrix_cache._cache", touched_by=["sympy"], fresh=_copies_of_matrices),
    Setting("sympy.tensor.tensor", _commutation, set_pairs, touched_by=["sympy"]),
    Setting("dateutil.zoneinfo", _zone_files, set_pairs, touched_by=_ZONE_FILES),
    own_entries("pytz", "country_timezones.data", touched_by=[".country_timezones"], fresh=_zones_of_countries),
    Setting("bs4.dammit", _entities, set_pairs, touched_by=[".EntitySubstitution", ".Formatter", ".HTMLFormatter", ".XMLFormatter"]),
    own_entries(
        "openpyxl.styles.builtins",
        "styles",
        touched_by=[".builtins", "openpyxl.styles.builtins"],
        fresh=lambda home: {name: copy.copy(style) for name, style in home.styles.items()},
    ),
    own_entries("mpmath.libmp.gammazeta", "borwein_cache", touched_by=_BORWEIN, fresh=lambda _: {}),
    own_entries("mpmath.libmp.gammazeta", "gamma_taylor_cache", touched_by=[".gamma_taylor_coefficients", "mpmath.libmp.gammazeta"], fresh=lambda _: {}),
    own_members("mpmath.libmp.gammazeta", "", lambda _: _SIEVES, touched_by=[".primesieve", "mpmath.libmp.gammazeta"], fresh=lambda _: []),
    Setting("hypothesis._settings", _profiles, _set_profiles, touched_by=["hypothesis"]),
    table("hypothesis.strategies._internal.types", "_global_type_lookup", touched_by=[".register_type_strategy"]),
    Setting("threadpoolctl", _threads, _set_threads, touched_by=_LIMITING),
    table(_MATERIALIZERS, "FormulaMaterializer.REGISTERED_NAMES", touched_by=["formulaic"]),
    table(_MATERIALIZERS, "FormulaMaterializer.REGISTERED_INPUTS", touched_by=["formulaic"]),
)
