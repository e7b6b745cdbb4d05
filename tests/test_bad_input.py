"""Bad input gives a clear error and leaves executor and process usable; see bad_input.py."""

from __future__ import annotations

import sys

import bad_input
import pytest

PAYLOADS = {name: name for name in bad_input.CASES}


@pytest.mark.parametrize("name", PAYLOADS)
def test_bad_input(name: str, batch) -> None:
    assert batch.result("bad_input:run", PAYLOADS, name, seconds=90) == "fine"


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the kernel's walls are Linux's")
@pytest.mark.parametrize("name", PAYLOADS)
def test_bad_input_in_a_worker(name: str, batch) -> None:
    assert batch.result("bad_input:run_in_worker", PAYLOADS, name, seconds=90) == "fine"
