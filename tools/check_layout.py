"""Checks src/README.md against the source: a folder imports only what the table of layers lets it
import (`crate::` paths; test modules may import anything), and every file has its line, which is the
first sentence of its own documentation (`--write` writes these lines)."""

from __future__ import annotations

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src"
LAYER_ROW = re.compile(r"^\| `(?P<layer>[^`]+)` \|[^|]*\| (?P<uses>[^|]*) \|$", re.M)
HEADING = "## Files\n"
ENOUGH = 30  # characters that a description needs at least, where there is more
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


def first_sentence(text: str) -> str:
    """Of a file's own documentation (as many as say something); empty when there is none."""
    lines = [line[3:].strip() for line in text.splitlines() if line.startswith("//!")]
    paragraph = " ".join(lines[: lines.index("")] if "" in lines else lines)
    said = ""
    for sentence in re.split(r"(?<=[.:]) ", paragraph):
        if len(said) >= ENOUGH:
            break
        said = f"{said} {sentence}".strip()
    return said.rstrip(".:")


def file_lines(files: list[pathlib.Path]) -> str:
    """The list of files, one section for each folder."""
    lines, folder = [], None
    for file in sorted(files, key=lambda file: (file.parent.relative_to(SOURCE).parts, file.name)):
        place = file.parent.relative_to(SOURCE).as_posix()
        if place != folder:
            lines += ["", f"**`{'src' if place == '.' else place}/`**", ""]
            folder = place
        lines.append(f"- `{file.relative_to(SOURCE).as_posix()}`: {first_sentence(file.read_text())}.")
    return "\n".join(lines) + "\n"


def problems(text: str, files: list[pathlib.Path]) -> list[str]:
    """What is wrong, one line each."""
    table = layers(text)
    wrong = [f"{file.relative_to(ROOT)}: no documentation at its top" for file in files if not first_sentence(file.read_text())]
    if text.split(HEADING)[-1] != file_lines(files):
        wrong.append("src/README.md: the list of files is not the source's (tools/check_layout.py --write writes it)")
    for file in files:
        layer = layer_of(file)
        if layer not in table:
            wrong.append(f"src/README.md: the table has no layer {layer}")
            continue
        if "tests" in file.relative_to(SOURCE).parts:
            continue
        for path in sorted(imports(file.read_text())):
            if not allowed(path, layer, table[layer]):
                wrong.append(f"{file.relative_to(ROOT)}: uses crate::{path}; {layer} may use {', '.join(table[layer]) or 'nothing'}")
    return sorted(set(wrong))


def main() -> int:
    """The exit code: 1 when something is wrong."""
    readme, files = SOURCE / "README.md", sorted(SOURCE.rglob("*.rs"))
    text = readme.read_text()
    if "--write" in sys.argv[1:]:
        text = text.split(HEADING)[0] + HEADING + file_lines(files)
        readme.write_text(text)
    found = problems(text, files)
    print("\n".join(found) or "layout: src/README.md is true")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
