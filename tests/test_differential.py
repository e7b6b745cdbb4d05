"""fastexec and smolagents' own executor agree on what a host can see, snippet by snippet."""

from __future__ import annotations

import differential
import divergences
import pytest

PAYLOADS = {name: {"code": code} for name, code in differential.SNIPPETS.items()}
DIVERGENT = divergences.load("smolagents")


def test_there_are_enough() -> None:
    assert len(PAYLOADS) >= 150


@pytest.mark.parametrize("name", PAYLOADS)
def test_snippet(name: str, batch) -> None:
    result = batch.result("differential:run_both", PAYLOADS, name, seconds=60)
    found = "\n".join(differential.differences(result["fastexec"], result["smolagents"]))
    if name in DIVERGENT:
        assert found, "nothing differs: take it out of divergences.toml"
        assert DIVERGENT[name]["shows"] in found, found
    elif found:
        pytest.fail(f"{differential.SNIPPETS[name]}\n{found}", pytrace=False)
