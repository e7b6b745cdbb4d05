"""Checks src/README.md against the source: every file has its line, and a folder imports only what
the table of layers lets it import (`crate::` paths; test modules may import anything)."""

from __future__ import annotations

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src"
LAYER_ROW = re.compile(r"^\| `(?P<layer>[^`]+)` \|[^|]*\| (?P<uses>[^|]*) \|$", re.M)
FILE_ROW = re.compile(r"^- `(?P<file>[^`]+\.rs)`: \S", re.M)
CRATE_PATH = re.compile(r"\bcrate::((?:\w+::)*(?:\w+|\{))")


def layers(text: str) -> dict[str, list[str]]:
    """Layer (a folder, or a file at the top) to the module paths it may use; `all` means any."""
    return {row["layer"]: re.findall(r"`([^`]+)`", row["uses"]) + re.findall(r"\ball\b", row["uses"]) for row in LAYER_ROW.finditer(text)}


def braces(text: str, start: int) -> list[str]:
    """The comma-separated heads of the group that opens at `start`, groups inside expanded."""
    heads, depth, item, inner = [], 0, "", start
    while inner < len(text):
        letter = text[inner]
        if letter == "{":
            depth += 1
            if depth > 1:
                item += letter
        elif letter == "}":
            depth -= 1
            if depth == 0:
                break
            item += letter
        elif letter == "," and depth == 1:
            heads.append(item)
            item = ""
        else:
            item += letter
        inner += 1
    heads.append(item)
    expanded = []
    for head in filter(None, map(str.strip, heads)):
        if "{" in head:
            prefix = head[: head.index("{")]
            expanded += [prefix + rest for rest in braces(head, head.index("{"))]
        else:
            expanded.append(head.split(" as ")[0])
    return expanded


def imports(text: str) -> set[str]:
    """Paths under `crate::` that the code outside of test modules and comments names."""
    text = re.split(r"^#\[cfg\(test\)\]\s*\nmod ", text, flags=re.M)[0]
    text = re.sub(r"//[^\n]*", "", text)
    found = set()
    for match in CRATE_PATH.finditer(text):
        path = match[1]
        if path.endswith("{"):
            found |= {path[:-1] + rest for rest in braces(text, match.end() - 1)}
        else:
            found.add(path)
    return found


def layer_of(file: pathlib.Path) -> str:
    """`run/` for a file of the folder `run`, `limits.rs` for a file at the top."""
    parts = file.relative_to(SOURCE).parts
    return parts[0] if len(parts) == 1 else parts[0] + "/"


def allowed(path: str, layer: str, uses: list[str]) -> bool:
    """Whether a layer that may use `uses` may name `path`."""
    own = layer.removesuffix("/").removesuffix(".rs")
    return "all" in uses or any(path == use or path.startswith(use + "::") for use in [own, *uses])


def problems() -> list[str]:
    """What is wrong, one line each."""
    text = (SOURCE / "README.md").read_text()
    table, listed = layers(text), {row["file"] for row in FILE_ROW.finditer(text)}
    files = sorted(SOURCE.rglob("*.rs"))
    names = {file.relative_to(SOURCE).as_posix() for file in files}
    wrong = [f"src/README.md: no line for {name}" for name in sorted(names - listed)]
    wrong += [f"src/README.md: {name} does not exist" for name in sorted(listed - names)]
    for file in files:
        layer = layer_of(file)
        if layer not in table:
            wrong.append(f"src/README.md: the table has no layer {layer}")
            continue
        for path in sorted(imports(file.read_text())):
            if not allowed(path, layer, table[layer]):
                wrong.append(f"{file.relative_to(ROOT)}: uses crate::{path}; {layer} may use {', '.join(table[layer]) or 'nothing'}")
    return sorted(set(wrong))


if __name__ == "__main__":
    found = problems()
    print("\n".join(found) or "layout: the table of src/README.md is true")
    sys.exit(bool(found))
