"""Console sessions on pages: commands and what they print."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator

BLOCK = re.compile(r"^```console\n(.*?)^```$", re.M | re.S)


def sessions(page: str) -> Iterator[tuple[list[str], str]]:
    """Arguments of each `fastexec` on the page, and the text under it."""
    for block in BLOCK.findall(page):
        for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, _, shown = part.partition("\n")
            name, *arguments = shlex.split(command)
            if name == "fastexec":
                yield arguments, shown
