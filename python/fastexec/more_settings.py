"""Settings that a process has one of, and that code which computes with data does not touch: see `process_settings`."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from types import MappingProxyType, ModuleType
from typing import Any, NamedTuple

from fastexec._fastexec import Setting, session_logging
from fastexec.guards import is_dict
from fastexec.process_settings import ANY_PACKAGE, attributes, fill, function_pair, table
from fastexec.shared_objects import SETTINGS as SHARED
from fastexec.shared_objects import Pairs, held_by, pairs, set_pairs


def _warning_rules(warnings: Any) -> tuple[Any, ...]:
    return warnings.filters, list(warnings.filters), warnings.showwarning, warnings._showwarnmsg_impl


def _set_warning_rules(warnings: Any, rules: tuple[Any, ...]) -> None:
    warnings.filters, kept, warnings.showwarning, warnings._showwarnmsg_impl = rules
    # It makes the interpreter look at the filters again.
    warnings.resetwarnings()
    warnings.filters[:] = kept


def loops_of_thread(asyncio: Any) -> dict[str, Any]:
    """What the policy keeps for this thread."""
    policy = getattr(asyncio.events, "_get_event_loop_policy", None) or asyncio.get_event_loop_policy
    return held_by(policy()._local)


def _set_loops(asyncio: Any, kept: dict[str, Any]) -> None:
    loops = loops_of_thread(asyncio)
    loops.clear()
    loops.update(kept)


def _browsers_in_order(webbrowser: Any) -> tuple[Any, Any]:
    """The list (none before the first is asked for), and what is in it."""
    names = webbrowser._tryorder
    return names, None if names is None else list(names)


def _set_browsers_in_order(webbrowser: Any, kept: tuple[Any, Any]) -> None:
    webbrowser._tryorder, names = kept
    if names is not None:
        webbrowser._tryorder[:] = names


def _precision(mpmath: Any) -> tuple[Any, ...]:
    return tuple((context.dps, context.prec, context.pretty) for context in (mpmath.mp, mpmath.iv))


def _set_precision(mpmath: Any, values: tuple[Any, ...]) -> None:
    for context, (digits, bits, pretty) in zip((mpmath.mp, mpmath.iv), values, strict=True):
        context.pretty = pretty
        context.dps = digits
        if context.prec != bits:
            context.prec = bits


def _one_after_the_other(joblib: Any) -> tuple[Any, ...]:
    """Work that joblib shares out is done in the caller's thread: threads and processes of its own would be nobody's."""
    config = getattr(joblib._backend, "config", joblib.default_parallel_config)
    return ({**config, "backend": joblib.BACKENDS["sequential"](nesting_level=0)},)


def _all_sequential(joblib: Any) -> dict[str, Any]:
    """Whatever name a call gives its backend."""
    return dict.fromkeys(joblib.BACKENDS, joblib.BACKENDS["sequential"])


EXAMPLES = ("compile", "exec", "testmod", "DocTestFinder", "_OutputRedirectingPdb")
"""What `doctest` runs examples by."""


def _on_the_session(_doctest: Any) -> tuple[Any, ...]:
    """Examples are the code's text: they run where the code does."""
    from fastexec import examples

    return tuple(getattr(examples, name) for name in EXAMPLES)


def _tests_of_the_session(_unittest: Any) -> tuple[Any, ...]:
    from fastexec.unit_tests import TestProgram

    return TestProgram, TestProgram


def _system_of_the_session(_suite: Any) -> tuple[Any, ...]:
    from fastexec.unit_tests import system

    return (system(),)


def _formatters(formatter: Any) -> Pairs:
    registries = (formatter.HTMLFormatter.REGISTRY, formatter.XMLFormatter.REGISTRY)
    return pairs([*registries, *(vars(found) for registry in registries for found in registry.values() if isinstance(found, formatter.Formatter))])


def class_tables(module: str, *classes: str, touched_by: Iterable[str]) -> Setting:
    """Dicts, lists and sets that classes hold for all their objects, and those that are in such dicts."""

    def read(home: Any) -> Pairs:
        kinds: tuple[type[Any], ...] = (dict, list, set)
        held = [found for name in classes for found in held_by(getattr(home, name)).values() if type(found) in kinds]
        inner = [found for table in held if is_dict(table) for found in table.values() if type(found) in kinds]
        return pairs([*held, *inner])

    return Setting(module, read, set_pairs, touched_by=touched_by)


def _builders(builder: Any) -> Pairs:
    """Lists of builders of trees, by what they are good at."""
    table = builder.builder_registry.builders_for_feature
    return pairs([table, *table.values()])


_SHADES = ("_rgba_bad", "_rgba_over", "_rgba_under")
"""Colours of a colormap for what it has no others for."""


def _colormaps(cm: Any) -> dict[str, tuple[Any, ...]]:
    """Of those that a module holds for everyone; who asks by name gets a copy."""
    return {name: tuple(getattr(found, shade, None) for shade in _SHADES) for name, found in held_by(cm).items() if hasattr(found, "_rgba_bad")}


def _set_colormaps(cm: Any, shades: dict[str, tuple[Any, ...]]) -> None:
    for name, kept in shades.items():
        found = getattr(cm, name)
        if any(getattr(found, shade, None) is not value for shade, value in zip(_SHADES, kept, strict=True)):
            held_by(found).update(zip(_SHADES, kept, strict=True))
            # Its table of colours is made anew.
            found._isinit = False


def _of_transforms(fft: ModuleType) -> dict[str, Any]:
    """What this thread told scipy's transforms (how many workers), in whichever module they keep it."""
    return held_by(sys.modules[fft.set_workers.__module__]._config)


def _set_transforms(fft: ModuleType, told: dict[str, Any]) -> None:
    now = _of_transforms(fft)
    now.clear()
    now.update(told)


def _legend_handlers(legend: Any) -> tuple[Any, dict[Any, Any]]:
    handlers = legend.Legend._default_handler_map
    return handlers, dict(handlers)


def _set_legend_handlers(legend: Any, told: tuple[Any, dict[Any, Any]]) -> None:
    legend.Legend._default_handler_map, held = told
    fill(legend.Legend._default_handler_map, held)


_PROGRESS = ("progress_aggregate", "progress_apply", "progress_applymap", "progress_map", "progress_transform")
"""Methods that `tqdm.pandas()` gives to classes of pandas."""


def _progress(pandas: Any) -> dict[type[Any], dict[str, Any]]:
    groupby, window = pandas.api.typing, pandas.core.window
    classes = (pandas.DataFrame, pandas.Series, groupby.DataFrameGroupBy, groupby.SeriesGroupBy, pandas.core.groupby.GroupBy, window.Rolling, window.Expanding)
    return {found: {name: value for name, value in held_by(found).items() if name in _PROGRESS} for found in classes}


def _set_progress(pandas: Any, methods: dict[type[Any], dict[str, Any]]) -> None:
    for found, held in _progress(pandas).items():
        told = methods.get(found, {})
        for name in held.keys() - told.keys():
            delattr(found, name)
        for name, method in told.items():
            if held.get(name) is not method:
                setattr(found, name, method)


def _bar_lock(std: Any) -> tuple[Any, ...]:
    """The lock of all bars of the process, once there is one."""
    return tuple(value for name, value in held_by(std.tqdm).items() if name == "_lock")


def _set_bar_lock(std: Any, lock: tuple[Any, ...]) -> None:
    if lock:
        std.tqdm._lock = lock[0]
    elif _bar_lock(std):
        del std.tqdm._lock


def _loglevel(matplotlib: Any) -> tuple[int, list[Any]]:
    return matplotlib._log.level, list(matplotlib._log.handlers)


def _set_loglevel(matplotlib: Any, told: tuple[int, list[Any]]) -> None:
    level, handlers = told
    if matplotlib._log.handlers != handlers:
        matplotlib._log.handlers[:] = handlers
        # It makes its handler once.
        matplotlib._ensure_handler.cache_clear()
    matplotlib._log.setLevel(level)


def _overloads(typing: Any) -> dict[str, dict[str, dict[int, Any]]]:
    """Which functions stand for which others, by module, name and line."""
    registry = getattr(typing, "_overload_registry", {})
    return {module: {name: dict(lines) for name, lines in names.items()} for module, names in registry.items()}


def _set_overloads(typing: Any, overloads: dict[str, dict[str, dict[int, Any]]]) -> None:
    registry = typing._overload_registry
    registry.clear()
    for module, names in overloads.items():
        for name, lines in names.items():
            registry[module][name].update(lines)


_YAML = ("constructors", "multi_constructors", "representers", "multi_representers", "implicit_resolvers", "path_resolvers")


def _yaml_classes(yaml: Any) -> list[Any]:
    """Loaders and dumpers, ours among them, and what they are made of."""
    homes = [yaml, *filter(None, [sys.modules.get("fastexec.yaml_loaders")])]
    kinds = (yaml.constructor.BaseConstructor, yaml.representer.BaseRepresenter, yaml.resolver.BaseResolver)
    classes: list[Any] = []
    for home in homes:
        for kind in held_by(home).values():
            lineage = kind.__mro__ if isinstance(kind, type) else ()
            classes += (base for base in lineage if issubclass(base, kinds) and base not in classes)
    return classes


class _Tables(NamedTuple):
    """Which dict each of them adds by its own, or none. (They are exchanged themselves: what is in them is no matter.)"""

    held: MappingProxyType[tuple[Any, str], dict[Any, Any] | None]


def _yaml_tables(yaml: Any) -> _Tables:
    return _Tables(MappingProxyType({(kind, f"yaml_{name}"): held_by(kind).get(f"yaml_{name}") for kind in _yaml_classes(yaml) for name in _YAML}))


def _own_yaml_tables(yaml: Any) -> _Tables:
    def copied(table: dict[Any, Any]) -> dict[Any, Any]:
        return {key: found[:] if type(found) in (list,) else found for key, found in table.items()}

    tables = _yaml_tables(yaml).held
    return _Tables(MappingProxyType({place: None if table is None else copied(table) for place, table in tables.items()}))


def _set_yaml_tables(_yaml: Any, tables: _Tables) -> None:
    for (kind, name), own in tables.held.items():
        there = held_by(kind).get(name)
        if own is not None and own is not there:
            setattr(kind, name, own)
        elif own is None and there is not None:
            delattr(kind, name)


def _has_yaml_tables(_yaml: Any, tables: _Tables | None) -> bool:
    return tables is not None and all(held_by(kind).get(name) is table for (kind, name), table in tables.held.items())


def _shows_trees(objectify: Any) -> bool:
    """Whether the text of an element of `lxml.objectify` shows those in it."""
    return bool(str(objectify.fromstring("<a><b/></a>")))


PARSERS = ("DEFAULT_WHITE_CHARS", "_literalStringClass", "_packratEnabled", "_left_recursion_enabled", "_parse", "verbose_stacktrace")
"""What parsers of pyparsing go by that are made later."""

SETTINGS: tuple[Setting, ...] = (
    Setting(
        "decimal",
        lambda decimal: decimal.getcontext(),
        lambda decimal, context: decimal.setcontext(context),
        fresh=lambda decimal: decimal.getcontext().copy(),
        touched_by=["decimal"],
        of_thread=True,
    ),
    Setting(
        "locale",
        lambda locale: locale.setlocale(locale.LC_ALL),
        lambda locale, value: locale.setlocale(locale.LC_ALL, value),
        touched_by=["locale", "calendar"],
    ),
    Setting("warnings", _warning_rules, _set_warning_rules, touched_by=["warnings", "unittest", ".disable_warnings"]),
    Setting(
        "signal",
        lambda signal: signal.getsignal(signal.SIGINT),
        lambda signal, handler: signal.signal(signal.SIGINT, handler),
        touched_by=["unittest", "asyncio"],
    ),
    attributes("threading", "name", within="_main_thread", touched_by=["threading"]),
    function_pair("csv", "field_size_limit", "field_size_limit", touched_by=["csv"]),
    table("_csv", "_dialects", touched_by=["csv"]),
    table("_sqlite3", "adapters", touched_by=["sqlite3.register_adapter", "sqlite3.dbapi2.register_adapter"]),
    table("_sqlite3", "converters", touched_by=["sqlite3.register_converter", "sqlite3.dbapi2.register_converter"]),
    function_pair("calendar", "firstweekday", "setfirstweekday", touched_by=["calendar"]),
    table("shutil", "_ARCHIVE_FORMATS", touched_by=["shutil"]),
    table("shutil", "_UNPACK_FORMATS", touched_by=["shutil"]),
    table("webbrowser", "_browsers", touched_by=["webbrowser"]),
    Setting("webbrowser", _browsers_in_order, _set_browsers_in_order, touched_by=["webbrowser"]),
    attributes("fileinput", "_state", touched_by=["fileinput"]),
    function_pair("socket", "getdefaulttimeout", "setdefaulttimeout", touched_by=["socket"]),
    attributes("sys", "argv", touched_by=["sys"], fresh=lambda system: (list(system.argv),)),
    function_pair("sys", "get_int_max_str_digits", "set_int_max_str_digits", touched_by=["sys"]),
    Setting("gc", lambda gc: gc.isenabled(), lambda gc, on: gc.enable() if on else gc.disable(), touched_by=["gc", "unittest"]),
    Setting(
        "asyncio",
        lambda asyncio: dict(loops_of_thread(asyncio)),
        _set_loops,
        fresh=lambda _: {},
        touched_by=["asyncio"],
        of_thread=True,
    ),
    function_pair("sklearn", "get_config", "set_config", touched_by=["sklearn"], of_thread=True),
    table("matplotlib", "rcParams", touched_by=[ANY_PACKAGE]),
    table("matplotlib", "rcParamsDefault", touched_by=["matplotlib.rcParamsDefault", "matplotlib.pyplot.rcParamsDefault"]),
    table("matplotlib", "rcParamsOrig", touched_by=["matplotlib.rcParamsOrig", "matplotlib.pyplot.rcParamsOrig"]),
    table("matplotlib", "colormaps._cmaps", touched_by=["matplotlib"]),
    table("matplotlib.projections", "projection_registry._all_projection_types", touched_by=["matplotlib"]),
    table("matplotlib.scale", "_scale_mapping", touched_by=["matplotlib"]),
    table("matplotlib.scale", "_scale_has_axis_parameter", touched_by=["matplotlib"]),
    Setting("matplotlib.cm", _colormaps, _set_colormaps, touched_by=["matplotlib.cm", "matplotlib.pyplot.cm"]),
    table("pandas.tseries.holiday", "holiday_calendars", touched_by=["pandas.tseries.holiday"]),
    table("sympy.physics.units.unitsystem", "UnitSystem._unit_systems", touched_by=["sympy"]),
    table("bs4.builder", "builder_registry.builders", touched_by=["bs4.builder"]),
    Setting("bs4.builder", _builders, set_pairs, touched_by=["bs4.builder"]),
    class_tables("bs4.builder", "TreeBuilder", "HTMLTreeBuilder", touched_by=["bs4"]),
    class_tables("bs4.builder._lxml", "LXMLTreeBuilder", "LXMLTreeBuilderForXML", touched_by=["bs4"]),
    class_tables("bs4", "BeautifulSoup", "Tag", touched_by=["bs4"]),
    table("matplotlib.colors", "_colors_full_map", touched_by=["matplotlib"]),
    table("matplotlib.colors", "_colors_full_map.cache", touched_by=["matplotlib"]),
    *(table("matplotlib.patches", f"{kind}._style_list", touched_by=["matplotlib"]) for kind in ("ArrowStyle", "BoxStyle", "ConnectionStyle")),
    Setting("matplotlib.legend", _legend_handlers, _set_legend_handlers, touched_by=["matplotlib.legend"]),
    attributes("matplotlib.dates", "_epoch", touched_by=["matplotlib.dates"]),
    table("matplotlib.animation", "writers._registered", touched_by=["matplotlib.animation"]),
    Setting("matplotlib", _loglevel, _set_loglevel, touched_by=["matplotlib.set_loglevel", "matplotlib.pyplot.set_loglevel"]),
    table("matplotlib.font_manager", "fontManager.ttflist", touched_by=["matplotlib.font_manager"]),
    table("matplotlib.font_manager", "fontManager.afmlist", touched_by=["matplotlib.font_manager"]),
    Setting("mpmath", _precision, _set_precision, touched_by=["mpmath", "sympy"]),
    attributes("sympy.core.parameters", "evaluate", "distribute", "exp_is_pow", within="global_parameters", touched_by=["sympy"], of_thread=True),
    table("sympy.printing.printer", "Printer._global_settings", touched_by=["sympy"]),
    table("sympy.polys.polyconfig", "_current_config", touched_by=["sympy"]),
    attributes("sympy.ntheory.generate", "sieve_interval", within="sieve", touched_by=["sympy"]),
    table("sympy.assumptions.assume", "global_assumptions", touched_by=["sympy"]),
    table("sympy.core.numbers", "_errdict", touched_by=["sympy"]),
    attributes("scipy.sparse.linalg._dsolve.linsolve", "u", within="useUmfpack", touched_by=[".use_solver"], of_thread=True),
    attributes("dateutil.parser._parser", "dayfirst", "yearfirst", within="DEFAULTPARSER.info", touched_by=[".DEFAULTPARSER"]),
    table("PIL.Image", "EXTENSION", touched_by=[".registered_extensions"]),
    attributes("scipy.cluster.hierarchy", "_link_line_colors", touched_by=["scipy.cluster.hierarchy"]),
    function_pair("scipy.special", "geterr", "seterr", touched_by=["scipy.special"]),
    Setting("scipy.fft", lambda fft: dict(_of_transforms(fft)), _set_transforms, touched_by=["scipy.fft"], of_thread=True),
    function_pair("scipy._lib._uarray._uarray", "get_state", "set_state", touched_by=["scipy.fft"], of_thread=True),
    table("joblib.parallel", "BACKENDS", touched_by=[ANY_PACKAGE], fresh=_all_sequential),
    attributes("joblib.parallel", "config", within="_backend", touched_by=[ANY_PACKAGE], fresh=_one_after_the_other, of_thread=True),
    attributes("numpy.polynomial._polybase", "_use_unicode", within="ABCPolyBase", touched_by=["numpy.polynomial"]),
    table("pandas.plotting._misc", "plot_params", touched_by=["pandas.plotting"]),
    table("pytz", "all_timezones", touched_by=["pytz.all_timezones"]),
    table("pytz", "all_timezones_set", touched_by=["pytz.all_timezones_set"]),
    table("pytz", "common_timezones", touched_by=["pytz.common_timezones"]),
    table("pytz", "common_timezones_set", touched_by=["pytz.common_timezones_set"]),
    table("sklearn.metrics.pairwise", "PAIRWISE_DISTANCE_FUNCTIONS", touched_by=["sklearn"]),
    table("sklearn.metrics.pairwise", "PAIRWISE_KERNEL_FUNCTIONS", touched_by=["sklearn"]),
    table("sympy.multipledispatch.core", "global_namespace", touched_by=["sympy.multipledispatch"]),
    table("requests", "codes.__dict__", touched_by=["requests"]),
    Setting("bs4.formatter", _formatters, set_pairs, touched_by=["bs4"]),
    attributes(
        "networkx.utils.configs",
        *("backend_priority", "backends", "cache_converted_graphs", "fallback_to_nx", "warnings_to_ignore"),
        within="config",
        touched_by=["networkx"],
    ),
    table("email.policy", "default.header_factory.registry", touched_by=["email"]),
    table("email.contentmanager", "raw_data_manager.get_handlers", touched_by=["email"]),
    table("email.contentmanager", "raw_data_manager.set_handlers", touched_by=["email"]),
    Setting("pandas", _progress, _set_progress, touched_by=["tqdm"]),
    Setting("tqdm.std", _bar_lock, _set_bar_lock, touched_by=["tqdm"]),
    attributes("rich", "_console", touched_by=["rich"], fresh=lambda _: (None,)),
    Setting("lxml.objectify", _shows_trees, lambda objectify, on: objectify.enable_recursive_str(on), touched_by=["lxml.objectify"]),
    Setting(
        "lxml.objectify",
        lambda objectify: objectify.PYTYPE_ATTRIBUTE,
        lambda objectify, tag: objectify.set_pytype_attribute_tag(tag),
        touched_by=["lxml.objectify"],
    ),
    table("xml.etree.ElementTree", "_namespace_map", touched_by=["xml"]),
    Setting("typing", _overloads, _set_overloads, touched_by=["typing.overload", "typing_extensions.overload"]),
    table("openpyxl.cell.cell", "_TYPES", touched_by=["openpyxl"]),
    Setting("yaml", _yaml_tables, _set_yaml_tables, touched_by=["yaml"], fresh=_own_yaml_tables, is_in_place=_has_yaml_tables),
    attributes("attr._config", "_run_validators", touched_by=[".set_run_validators", ".set_disabled", ".disabled"]),
    attributes("pyparsing.core", *PARSERS, within="ParserElement", touched_by=["pyparsing"]),
    table("fsspec.registry", "_registry", touched_by=[".register_implementation"]),
    table("fsspec.registry", "known_implementations", touched_by=[".register_implementation"]),
    table("cloudpickle.cloudpickle", "_PICKLE_BY_VALUE_MODULES", touched_by=[".register_pickle_by_value", ".unregister_pickle_by_value"]),
    table("fontTools.ttLib.ttFont", "_customTableRegistry", touched_by=[".registerCustomTableClass", ".unregisterCustomTableClass"]),
    table("doctest", "OPTIONFLAGS_BY_NAME", touched_by=["doctest"]),
    attributes("doctest", "_unittest_reportflags", touched_by=["doctest"]),
    attributes("doctest", *EXAMPLES, touched_by=["doctest"], fresh=_on_the_session),
    attributes("unittest._log", "logging", touched_by=["unittest"], fresh=lambda _: (session_logging(),)),
    attributes("unittest", "main", "TestProgram", touched_by=["unittest"], fresh=_tests_of_the_session),
    attributes("unittest.suite", "sys", touched_by=["unittest"], fresh=_system_of_the_session),
    attributes("unittest.loader", "testNamePatterns", within="defaultTestLoader", touched_by=["unittest"]),
    table("unittest.loader", "defaultTestLoader.errors", touched_by=["unittest"]),
    table("unittest.case", "_module_cleanups", touched_by=["unittest"]),
    *SHARED,
)
