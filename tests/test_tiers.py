"""Tiers of modules: each known one has a tier, those that hand over the process warn, or are refused."""

from __future__ import annotations

import pathlib
import subprocess
import sys
import warnings

import fastexec
import pytest
from fastexec import _fastexec, tiers

PAGE = pathlib.Path(__file__).parent.parent / "docs" / "security.md"


def public(names):
    return {name for name in names if not name.startswith("_")}


def table() -> str:
    """As the security page has it."""
    rows = {
        "data": tiers.DATA,
        "guarded": tiers.GUARDED,
        "guarded, packages that were looked at": tiers.PACKAGES,
        **{f"process: {what}": {name for name, handed in tiers.PROCESS.items() if handed == what} for what in tiers.INSTEAD},
    }
    lines = [f"| {tier} | {' '.join(f'`{name}`' for name in sorted(public(names)))} |" for tier, names in rows.items()]
    return "\n".join(["| tier | modules |", "|---|---|", *lines])


def test_the_page_lists_them():
    assert table() in PAGE.read_text(encoding="utf-8")


def test_each_module_of_the_standard_library_has_one():
    sets = (tiers.DATA, tiers.GUARDED, frozenset(tiers.PROCESS))
    assert {name: sum(name in found for found in sets) for name in public(sys.stdlib_module_names) - {"nt"}} == dict.fromkeys(public(sys.stdlib_module_names) - {"nt"}, 1)
    assert not sets[0] & sets[1] and not sets[0] & sets[2] and not sets[1] & sets[2]


def test_members_of_data_modules_need_no_guard():
    guarded = {module.partition(".")[0] for module in _fastexec.guarded_members()}
    assert not guarded & tiers.DATA


def test_base_modules_hand_over_nothing():
    assert "process" not in map(tiers.tier, fastexec.BASE_BUILTIN_MODULES)


@pytest.mark.parametrize(
    ("name", "tier"),
    [
        ("json", "data"), ("math", "data"), ("numpy", "guarded"), ("numpy.*", "guarded"), ("typing", "guarded"), ("no_such_package", "guarded"),
        ("os", "process"), ("os.*", "process"), ("os.path", "guarded"), ("unittest.mock", "process"), ("importlib.util", "process"), ("*", "process"),
    ],
)  # fmt: skip
def test_tier(name, tier):
    assert tiers.tier(name) == tier


@pytest.mark.parametrize("name", ["os", "sys", "subprocess", "unittest", "unittest.mock", "doctest", "importlib", "ctypes", "pathlib", "*"])
def test_strict(name):
    with pytest.raises(ValueError, match="strict=True"):
        fastexec.LocalPythonExecutor([name], strict=True)
    with pytest.raises(ValueError, match="strict=True"):
        fastexec.LocalPythonExecutor(["numpy", name], strict=True)


def test_strict_allows_what_computes():
    executor = fastexec.LocalPythonExecutor(["json", "numpy", "os.path", "typing"], strict=True)
    executor.send_tools({})
    assert executor("import json, os.path\njson.dumps(os.path.join('a', 'b'))").output == '"a/b"'
    with pytest.raises(TypeError, match="strict"):
        fastexec.LocalPythonExecutor([], strict=1)


def test_it_warns_once_and_tells_what_to_do():
    program = """
import warnings
with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter("always")
    from fastexec import LocalPythonExecutor
    for _ in range(3):
        LocalPythonExecutor(["json", "numpy.*", "pathlib", "sys"])
for warning in seen:
    print(warning.category.__name__, warning.lineno, warning.message)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.splitlines() == [
        "RuntimeWarning 7 Authorizing 'pathlib' hands the code the files that the process may read and write. Instead, grant paths with"
        " allow_read and allow_write, or give the code a tool that does what is needed.",
        "RuntimeWarning 7 Authorizing 'sys' hands the code the interpreter of the process, and everything in it. Instead, authorize the"
        " modules that the code needs by their names, or give it a tool that does what is needed.",
    ]


def test_nothing_is_said_of_what_computes():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        fastexec.LocalPythonExecutor(["json", "numpy", "numpy.*", "pandas", "typing", "os.path"])
