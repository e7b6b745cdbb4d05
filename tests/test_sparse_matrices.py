"""Sparse matrices whose index arrays the code changed end in errors, in every function that reads memory by them; others are as
in CPython (`sparse.py` has the programs)."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import isolation
import packages
import sparse

PAYLOADS = [[name, change] for name, changes in sparse.CHANGES.items() for change in changes]
HARMLESS = [[name, "pass"] for name in sparse.CHANGES]
LISTED = Path(__file__).parent.parent / "src" / "front" / "policy" / "sparse.rs"


def values(target: str, payloads: list) -> list[list[str]]:
    results = isolation.run_all(target, payloads, seconds=300)
    lost = [(payload, result["lost"]) for payload, result in zip(payloads, results, strict=True) if "lost" in result]
    assert not lost
    return [result["value"] for result in results]


def test_changed_matrices_end_no_process() -> None:
    # The first change of each format is tried where the code loads the packages, the others where the host has.
    cold = [payload for payload in PAYLOADS if payload[1] == sparse.CHANGES[payload[0]][0]]
    loaded = [payload for payload in PAYLOADS if payload not in cold]
    for payload, texts in zip(cold + loaded, values("sparse:run", cold) + values("sparse:run_loaded", loaded), strict=True):
        assert any(re.match("ValueError: .*(sparse matrix|matrix dimension)", text, re.S) for text in texts), payload


def test_other_matrices_are_as_in_python() -> None:
    for name, ours, expected in zip(sparse.CHANGES, values("sparse:run_loaded", HARMLESS), values("sparse:run_in_python_loaded", HARMLESS), strict=True):
        # Conversions to exceptions of the contract keep the original's words.
        plain = [text if "Could not index" not in text else "" for text in ours]
        for operation, text, python in zip(sparse.operations(), plain, expected, strict=True):
            assert not text or text.split("\n")[0] == python.split("\n")[0], (name, operation)


def test_every_function_is_listed() -> None:
    packages.need(["scipy"])
    tools = importlib.import_module("scipy.sparse._sparsetools")
    text = LISTED.read_text()
    patterns = re.findall(r'"((?:csr|csc|bsr|coo|dia|get|expand|cs)\w*\*?\w*)"', text)
    unlisted = [
        name
        for name in dir(tools)
        if not name.startswith("__") and not any(re.fullmatch(pattern.replace("*", r"\w+"), name) for pattern in patterns)
    ]
    assert [name for name in unlisted if name != "test_throw_error"] == []
