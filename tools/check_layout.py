"""Checks the house of src/: floors, one above the other. A file imports from its own floor and from those below it.

src/README.md names the floors from the bottom to the top, and has a line for each file, which is the first sentence of
the file's own documentation. What still points up, and how many files hang together in a circle, is counted in
tools/layout.json: these numbers may fall, never rise. (`--write` writes the lines, and smaller numbers. Test modules may
import anything.)"""

from __future__ import annotations

import collections
import json
import pathlib
import re
import sys
from collections.abc import Iterable, Iterator

ROOT = pathlib.Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src"
COUNTS = ROOT / "tools" / "layout.json"
FLOOR_ROW = re.compile(r"^\| `(?P<floor>\w+)/` \|", re.M)
HEADING = "## Files\n"
ENOUGH = 30  # characters that a description needs at least, where there is more
CRATE_PATH = re.compile(r"\bcrate::((?:\w+::)*(?:\w+|\{))")
# What the lowest floor does without: it is compiled and tested with no interpreter.
NOT_IN_FRONT = re.compile(r"\bpyo3\b|\bunsafe\b")

Graph = dict[str, set[str]]


def floors(readme: str) -> list[str]:
    """The floors, the lowest first."""
    return FLOOR_ROW.findall(readme)


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


def code(text: str) -> str:
    """A file without its comments and test modules."""
    text = re.split(r"^#\[cfg\(test\)\]\s*\nmod ", text, flags=re.M)[0]
    return re.sub(r"//[^\n]*", "", text)


def imports(text: str) -> set[str]:
    """Paths under `crate::` that code names."""
    found = set()
    for match in CRATE_PATH.finditer(text):
        path = match[1]
        if path.endswith("{"):
            found |= {path[:-1] + rest.removesuffix("::self") for rest in braces(text, match.end() - 1)}
        else:
            found.add(path)
    return found


def module_of(file: pathlib.Path) -> str:
    """`vm::fast` for `vm/fast/mod.rs`."""
    parts = file.relative_to(SOURCE).with_suffix("").parts
    return "::".join(parts[:-1] if parts[-1] == "mod" else parts)


def resolved(path: str, modules: Iterable[str]) -> str | None:
    """The module that a path leads into."""
    parts = path.split("::")
    ways = ("::".join(parts[:end]) for end in range(len(parts), 0, -1))
    return next((way for way in ways if way in modules), None)


def import_graph(files: list[pathlib.Path]) -> Graph:
    """Module to the modules that it imports from; modules of tests and the root left out."""
    texts = {module_of(file): code(file.read_text()) for file in files if "tests" not in file.relative_to(SOURCE).parts and file.parent != SOURCE}
    graph: Graph = {}
    for module, text in texts.items():
        children = {other for other in texts if other.rpartition("::")[0] == module}
        inner = {child for child in children if re.search(rf"(?<![\w:.]){child.rpartition('::')[2]}::", text)}
        named = {resolved(path, texts) for path in imports(text)}
        graph[module] = {other for other in named | inner if other and other != module}
    return graph


def circles(graph: Graph) -> list[set[str]]:
    """Groups of modules that import each other, directly or not; the largest first (Tarjan, 1972)."""
    number: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[set[str]] = []

    def visit(start: str) -> None:
        work: list[tuple[str, Iterator[str]]] = [(start, iter(graph[start]))]
        number[start] = low[start] = len(number)
        stack.append(start)
        while work:
            module, others = work[-1]
            for other in others:
                if other not in number:
                    number[other] = low[other] = len(number)
                    stack.append(other)
                    work.append((other, iter(graph[other])))
                    break
                if other in stack:
                    low[module] = min(low[module], number[other])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[module])
                if low[module] == number[module]:
                    at = stack.index(module)
                    found.append(set(stack[at:]))
                    del stack[at:]

    for module in graph:
        if module not in number:
            visit(module)
    return sorted((circle for circle in found if len(circle) > 1), key=len, reverse=True)


def folder_graph(graph: Graph) -> Graph:
    """The same of folders."""
    files = {module: (SOURCE / pathlib.Path(*module.split("::"))).is_dir() for module in graph}
    folder = {module: module if is_folder else module.rpartition("::")[0] for module, is_folder in files.items()}
    found: Graph = collections.defaultdict(set)
    for module, others in graph.items():
        found[folder[module]] |= {folder[other] for other in others} - {folder[module]}
    return {name: found[name] for name in set(folder.values())}


def upward(graph: Graph, order: list[str]) -> dict[str, list[str]]:
    """`session -> vm` to the pairs of modules of which one imports from the other above it."""
    found = collections.defaultdict(list)
    for module, others in sorted(graph.items()):
        for other in sorted(others):
            own, theirs = module.split("::")[0], other.split("::")[0]
            if order.index(theirs) > order.index(own):
                found[f"{own} -> {theirs}"].append(f"{module} -> {other}")
    return found


def counts(graph: Graph, order: list[str]) -> dict[str, int]:
    """What may only fall."""
    by_floor = [(floor, {module: others for module, others in graph.items() if module.split("::")[0] == floor}) for floor in order]
    inside = {floor: {module: {o for o in others if o in part} for module, others in part.items()} for floor, part in by_floor}
    found = {f"upward, {pair}": len(pairs) for pair, pairs in upward(graph, order).items()}
    found["files in the largest circle"] = max((len(circle) for circle in circles(graph)), default=0)
    found["folders in circles"] = sum(len(circle) for circle in circles(folder_graph(graph)))
    return found | {f"files in the largest circle of {floor}": len(circle) for floor, part in inside.items() for circle in circles(part)[:1]}


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


def file_lines(files: list[pathlib.Path], order: list[str]) -> str:
    """The list of files from the lowest floor up, one section for each folder."""

    def place(file: pathlib.Path) -> tuple[int, tuple[str, ...], bool, str]:
        parts = file.relative_to(SOURCE).parts[:-1]
        return (order.index(parts[0]) if parts and parts[0] in order else -1, parts, file.name != "mod.rs", file.name)

    lines, folder = [], None
    for file in sorted(files, key=place):
        parent = file.parent.relative_to(SOURCE).as_posix()
        if parent != folder:
            lines += ["", f"**`{'src' if parent == '.' else parent}/`**", ""]
            folder = parent
        lines.append(f"- `{file.relative_to(SOURCE).as_posix()}`: {first_sentence(file.read_text())}.")
    return "\n".join(lines) + "\n"


def problems(readme: str, files: list[pathlib.Path], known: dict[str, int]) -> list[str]:
    """What is wrong, one line each."""
    order = floors(readme)
    wrong = [f"{file.relative_to(ROOT)}: no documentation at its top" for file in files if not first_sentence(file.read_text())]
    wrong += [f"src/README.md: the table has no floor {floor}/" for floor in {file.relative_to(SOURCE).parts[0] for file in files if file.parent != SOURCE} - set(order)]
    if wrong:
        return sorted(wrong)
    if readme.split(HEADING)[-1] != file_lines(files, order):
        wrong.append("src/README.md: the list of files is not the source's (tools/check_layout.py --write writes it)")
    for file in files:
        if file.relative_to(SOURCE).parts[0] == "front" and (found := NOT_IN_FRONT.search(code(file.read_text()))):
            wrong.append(f"{file.relative_to(ROOT)}: `{found[0]}` has no place in front/")
    graph = import_graph(files)
    now, pairs = counts(graph, order), upward(graph, order)
    for what, count in now.items():
        if count > known.get(what, 0):
            more = ": " + ", ".join(pairs[what.removeprefix("upward, ")]) if what.startswith("upward, ") else ""
            wrong.append(f"{what}: {count}, not {known.get(what, 0)} as before{more}")
    if any(now.get(what, 0) < count for what, count in known.items()):
        wrong.append("tools/layout.json: there is less now (tools/check_layout.py --write writes it)")
    return sorted(wrong)


def write(readme: pathlib.Path, files: list[pathlib.Path], known: dict[str, int]) -> dict[str, int]:
    """Writes the lines of the files, and the numbers that fell."""
    text = readme.read_text()
    order = floors(text)
    readme.write_text(text.split(HEADING)[0] + HEADING + file_lines(files, order))
    now = counts(import_graph(files), order)
    smaller = {what: min(count, known.get(what, count)) if known else count for what, count in sorted(now.items()) if not known or what in known}
    COUNTS.write_text(json.dumps(smaller, indent=2) + "\n")
    return smaller


def main() -> int:
    """The exit code: 1 when something is wrong."""
    readme, files = SOURCE / "README.md", sorted(SOURCE.rglob("*.rs"))
    known = json.loads(COUNTS.read_text()) if COUNTS.exists() else {}
    if "--write" in sys.argv[1:]:
        known = write(readme, files, known)
    found = problems(readme.read_text(), files, known)
    print("\n".join(f"{what}: {count}" for what, count in known.items()))
    print("\n".join(found) or "layout: src/README.md is true")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
