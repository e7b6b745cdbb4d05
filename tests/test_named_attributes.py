"""Each place where the standard library lets a value become a name, or a text that runs, has a verdict; what is new in packages
is shown (`tools/audit_names.py` finds them, `data/named_attributes.toml` has the verdicts)."""

from __future__ import annotations

import pathlib
import platform
import sys
import warnings

import pytest

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tools"))
import audit_names

TABLE = tomllib.loads(audit_names.TABLE.read_text(encoding="utf-8"))


def test_every_place_of_the_standard_library_has_one_verdict() -> None:
    missing, doubled, unused = audit_names.compare(TABLE)
    assert not missing, "without a verdict:\n" + "\n".join(missing)
    assert not doubled, "with several verdicts:\n" + "\n".join(doubled)
    if platform.python_version() in TABLE["versions"]:
        assert not unused, "verdicts without a place:\n" + "\n".join(unused)
    elif unused:
        warnings.warn("not in this version of Python:\n" + "\n".join(unused), stacklevel=1)


def test_verdicts_are_those_that_are_explained() -> None:
    used = {verdict for groups in TABLE["standard"].values() for verdict in groups}
    assert used == set(TABLE["verdicts"])


@pytest.mark.parametrize("package", audit_names.PACKAGES)
def test_places_of_packages(package: str) -> None:
    recorded = dict(TABLE["packages"][package])
    if audit_names.version(package) == recorded.pop("version"):
        assert audit_names.counts(package) == recorded


def found(source: str) -> list[tuple[str, str, str]]:
    return [(place.function, place.kind, place.text) for place in audit_names.places_of("m", source)]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("def f(x, name): return getattr(x, name)", ("f", "getattr", "getattr(x, name)")),
        ("def f(x): return getattr(x, 'name')", None),
        ("class C:\n def f(self, n, v): super().__setattr__(n, v)", ("C.f", "setattr", "super().__setattr__(n, v)")),
        ("class C:\n def f(self, v): object.__setattr__(self, 'n', v)", None),
        ("def f(x): return x.__dict__", ("f", "__dict__", "x.__dict__")),
        ("def f(x): return vars(x)", ("f", "vars", "vars(x)")),
        ("def f(): return vars()", None),
        ("import sys\ndef f(n): return sys.modules[n]", ("f", "sys.modules", "sys.modules[n]")),
        ("import sys\ndef f(n): return sys.modules.get(n)", ("f", "sys.modules", "sys.modules.get(n)")),
        ("import sys\nx = sys.modules[__name__]", None),
        ("from importlib import import_module as load\ndef f(n): return load(n)", ("f", "import_module", "load(n)")),
        ("import builtins\ndef f(p): return builtins.open(p)", ("f", "open", "builtins.open(p)")),
        ("_open = open\ndef f(p): return _open(p)", ("f", "open", "_open(p)")),
        ("def f(xs): return map(getattr, xs)", ("f", "getattr", "getattr")),
        ("def f(p, open): return open(p)", None),
        ("def f(x, n, getattr=getattr): return getattr(x, n)", ("f", "getattr", "getattr(x, n)")),
        ("from operator import attrgetter\ndef f(*n): return attrgetter(*n)", ("f", "attrgetter", "attrgetter(*n)")),
        ("import operator\nf = operator.attrgetter('a', 'b')", None),
        ("def f(t): exec(t)", ("f", "exec", "exec(t)")),
        ("import re\ndef f(t): return re.compile(t)", None),
        ("from re import compile\ndef f(t): return compile(t)", None),
        ("def f(n): return globals()[n]", ("f", "globals", "globals()")),
    ],
)
def test_what_is_found(source: str, expected: tuple[str, str, str] | None) -> None:
    assert (expected in found(source)) if expected else not found(source)


@pytest.mark.parametrize(
    ("versions", "held"), [("3.12", [12]), ("3.12-", [12, 13, 14]), ("-3.11", [10, 11]), ("3.11-3.12", [11, 12])]
)
def test_versions_of_an_entry(versions: str, held: list[int]) -> None:
    assert [minor for minor in range(10, 15) if audit_names.holds(versions, (3, minor))] == held
