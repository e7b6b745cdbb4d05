"""Every callable that a module hands to the code is guarded, passes by a rule, or was looked at."""

from __future__ import annotations

import exports
import pytest


def test_what_modules_export_was_looked_at() -> None:
    assert exports.unlisted() == {}


@pytest.mark.parametrize("name", ["open", "eval", "subprocess.run", "os.remove", "ctypes.cast"])
def test_the_crawl_finds_what_code_gets_to(name: str) -> None:
    module, _, function = name.rpartition(".")
    scope: dict = {"__name__": "made"}
    exec(f"import {module or 'math'}\ndef inner(): return {name}('x')\ndef outer(): return inner()", scope)  # noqa: S102
    inner, outer = scope["inner"], scope["outer"]
    inner.__module__ = outer.__module__ = "made"
    assert {found.rpartition(".")[2] for found in exports.Crawl().reached(outer)} == {function}


def test_the_crawl_finds_imports_inside_of_functions_and_native_functions() -> None:
    scope: dict = {"__name__": "made"}
    exec("def f():\n    import subprocess\n    from os import system as s\n    return subprocess.Popen, s", scope)  # noqa: S102
    assert {found.rpartition(".")[2] for found in exports.Crawl().reached(scope["f"])} == {"Popen", "system"}
    import mmap

    assert exports.native(mmap.mmap.read) == frozenset()
    assert exports.Crawl().reached(mmap.mmap)


def test_a_package_that_exports_something_new_is_noticed(monkeypatch) -> None:
    import string

    def load(path):
        return open(path)

    monkeypatch.setattr(string, "load", load, raising=False)
    monkeypatch.setattr(exports, "STANDARD", ["string"])
    monkeypatch.setattr(exports, "PACKAGES", [])
    assert any("open" in reached for reached in exports.unlisted().values())
