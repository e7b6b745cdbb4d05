"""Finds where library code lets a value become a name, or a text that runs: `getattr(x, name)`, `__dict__`,
`sys.modules[name]`, `eval(text)`, `open(path)` and the like with what is not a constant.

Looked through are the modules of the running interpreter's standard library that do not hand over the process
(`fastexec/tiers.py`), and packages. `tests/data/named_attributes.toml` has a verdict for each place of the standard
library, and how many there are in packages (`tests/test_named_attributes.py` compares).

    python tools/audit_names.py                 places without a verdict, verdicts without a place
    python tools/audit_names.py --list          every place of the standard library, or of `--packages numpy …`
    python tools/audit_names.py --count         counts of the installed packages, as the table has them
"""

from __future__ import annotations

import argparse
import ast
import bisect
import builtins
import collections
import importlib.metadata
import importlib.util
import itertools
import pathlib
import re
import sys
import sysconfig
import tokenize
from collections.abc import Iterable, Iterator
from typing import NamedTuple

ROOT = pathlib.Path(__file__).resolve().parent.parent
TABLE = ROOT / "tests" / "data" / "named_attributes.toml"
PACKAGES = ("numpy", "pandas", "scipy", "sklearn", "sympy", "matplotlib", "PIL", "networkx", "pydantic", "requests", "bs4", "lxml")
LEFT_OUT = frozenset({"test", "tests", "idle_test", "_testing", "conftest", "__main__", "__phello__", "distutils"})

FUNCTIONS = {
    "getattr": 1, "setattr": 1, "delattr": 1, "vars": 0, "__import__": 0, "eval": 0, "exec": 0, "compile": 0, "open": 0, "globals": None,
}  # fmt: skip
"""Builtins, and which argument decides. `globals()` alone is a place."""
METHODS = {"__getattribute__": "getattr", "__getattr__": "getattr", "__setattr__": "setattr", "__delattr__": "delattr"}
"""Called as methods, the last but for the value written is the name."""
MEMBERS = {
    ("importlib", "import_module"): "import_module", ("operator", "attrgetter"): "attrgetter", ("operator", "methodcaller"): "methodcaller",
    **{("builtins", name): name for name in FUNCTIONS}, ("io", "open"): "open", ("os", "open"): "open", ("codecs", "open"): "open",
    ("tokenize", "open"): "open",
}  # fmt: skip


class Place(NamedTuple):
    """Told without its line, so that it stays what it is in other versions."""

    module: str
    function: str
    kind: str
    text: str

    def __str__(self) -> str:
        return f"{self.module}: {self.function}: {self.kind}: {self.text}"


def statements(tree: ast.AST) -> Iterator[ast.AST]:
    """All statements, those inside of others too."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        for field in ("body", "orelse", "finalbody", "handlers", "cases"):
            inner = getattr(node, field, ())
            waiting.extend(inner if isinstance(inner, list) else ())


class Finder(ast.NodeVisitor):
    """Collects the places of one module."""

    def __init__(self, module: str, source: str, tree: ast.Module) -> None:
        self.module, self.path, self.places = module, [], []
        self.names = {name: name for name in FUNCTIONS if hasattr(builtins, name)}
        self.modules: dict[str, str] = {}
        self.hidden: list[set[str]] = []  # variables of the functions around, which have such a name and are something else
        self.callees: set[ast.expr] = set()
        self.reused: set[str] = set()  # such names that are variables somewhere
        for node in statements(tree):
            self.learn(node)
        self.lines = lines_with(source, {*self.names, *METHODS, *(name for _, name in MEMBERS), "__dict__", "modules"})

    def learn(self, node: ast.AST) -> None:
        """Other names of the functions: `from operator import attrgetter as _attrgetter`, `_open = open`."""
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            self.reused |= {arg.arg for arg in ast.walk(node.args) if isinstance(arg, ast.arg)} & FUNCTIONS.keys()
        elif isinstance(node, ast.Assign | ast.AnnAssign | ast.For):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            self.reused |= {part.id for target in targets for part in ast.walk(target) if isinstance(part, ast.Name)} & FUNCTIONS.keys()
        if isinstance(node, ast.Import):
            for alias in node.names:
                self.modules[alias.asname or alias.name] = alias.name.lstrip("_") if alias.name == "_io" else alias.name
        elif isinstance(node, ast.ImportFrom) and not node.level:
            for alias in node.names:
                if kind := MEMBERS.get((node.module or "", alias.name)):
                    self.names[alias.asname or alias.name] = kind
                elif (node.module, alias.name) == ("sys", "modules"):
                    self.names[alias.asname or alias.name] = "sys.modules"
                elif alias.name in self.names and node.module != "builtins":
                    del self.names[alias.name]
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Name | ast.Attribute) and (kind := self.kind(node.value)):
            for target in node.targets:
                if isinstance(target, ast.Name):
                    self.names[target.id] = kind

    def kind(self, node: ast.expr) -> str | None:
        """Which of the functions an expression names."""
        if isinstance(node, ast.Name):
            return None if any(node.id in names for names in self.hidden) else self.names.get(node.id)
        if not isinstance(node, ast.Attribute):
            return None
        if isinstance(node.value, ast.Name):
            home = self.modules.get(node.value.id, node.value.id)
            if (home, node.attr) == ("sys", "modules"):
                return "sys.modules"
            if kind := MEMBERS.get((home, node.attr)):
                return kind
        return METHODS.get(node.attr)

    def note(self, kind: str, node: ast.AST) -> None:
        text = re.sub(r"\s+", " ", ast.unparse(node))
        self.places.append(Place(self.module, ".".join(self.path) or "<module>", kind, text if len(text) <= 100 else text[:97] + "..."))

    def inside(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> None:
        outside = [*node.decorator_list, *(getattr(node, "bases", ())), *(keyword.value for keyword in getattr(node, "keywords", ()))]
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            outside += [node.args, *([node.returns] if node.returns else [])]
        for part in outside:
            self.visit(part)
        self.path.append(node.name)
        self.hidden.append(set() if isinstance(node, ast.ClassDef) else self.variables(node))
        for part in node.body:
            self.visit(part)
        self.hidden.pop()
        self.path.pop()

    def variables(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> set[str]:
        """Names of parameters and variables, but for those that the function gives such a name itself (`getattr=getattr`)."""
        if not self.reused:
            return set()
        arguments = node.args
        positional = [*arguments.posonlyargs, *arguments.args]
        defaults = dict(zip([arg.arg for arg in reversed(positional)], reversed(arguments.defaults), strict=False))
        defaults |= {arg.arg: value for arg, value in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True) if value}
        held = {arg.arg for arg in [*positional, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg] if arg}
        stored = {part.id: None for part in ast.walk(node) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)}
        own = {name for name, value in defaults.items() if self.kind(value)}
        return self.reused & (held | stored.keys()) - own

    visit_FunctionDef = visit_AsyncFunctionDef = visit_ClassDef = inside  # noqa: N815

    def visit(self, node: ast.AST) -> None:
        """Statements alone that have one of the words."""
        if isinstance(node, ast.stmt):
            first = min([node.lineno, *(part.lineno for part in getattr(node, "decorator_list", ()))])
            at = bisect.bisect_left(self.lines, first)
            if at == len(self.lines) or self.lines[at] > node.end_lineno:
                return
        super().visit(node)

    def generic_visit(self, node: ast.AST) -> None:
        """As its base's, and faster: constants and operators hold no expressions."""
        for field in node._fields:
            value = getattr(node, field)
            for part in value if isinstance(value, list) else (value,):
                if isinstance(part, ast.AST) and part._fields and not isinstance(part, ast.Constant):
                    self.visit(part)

    def visit_Call(self, node: ast.Call) -> None:  # noqa: N802
        kind = self.kind(node.func)
        method = isinstance(node.func, ast.Attribute) and node.func.attr in METHODS
        self.callees.add(node.func)
        if kind and self.is_open_ended(node, kind, method):
            self.note(kind, node)
        elif isinstance(node.func, ast.Attribute) and self.kind(node.func.value) == "sys.modules":
            self.callees.add(node.func.value)
            if not all(map(is_constant, node.args[:1])):
                self.note("sys.modules", node)
        self.generic_visit(node)

    def is_open_ended(self, node: ast.Call, kind: str, method: bool) -> bool:
        if kind == "globals":
            return True
        if method:
            last = node.args[-2 if kind == "setattr" else -1 :][:1]
            return not all(map(is_constant, last))
        if kind in ("attrgetter", "methodcaller"):
            return not all(map(is_constant, node.args if kind == "attrgetter" else node.args[:1]))
        place = FUNCTIONS.get(kind, 0) or 0
        starred = any(isinstance(arg, ast.Starred) for arg in node.args[: place + 1])
        if kind == "vars" and not node.args:
            return False
        return starred or len(node.args) <= place or not is_constant(node.args[place])

    def visit_Name(self, node: ast.Name) -> None:  # noqa: N802
        self.handed_on(node)

    def visit_Attribute(self, node: ast.Attribute) -> None:  # noqa: N802
        if node.attr == "__dict__":
            self.note("__dict__", node)
        elif node.attr not in METHODS:
            self.handed_on(node)
        self.generic_visit(node)

    def handed_on(self, node: ast.Name | ast.Attribute) -> None:
        """A function that is not called here: `map(getattr, …)`."""
        kind = self.kind(node)
        if isinstance(node.ctx, ast.Load) and kind not in (None, "sys.modules") and node not in self.callees:
            self.note(kind, node)

    def visit_BinOp(self, node: ast.BinOp) -> None:  # noqa: N802
        """Chains of thousands of terms (sympy's resolvents) are no recursion."""
        while isinstance(node, ast.BinOp):
            self.visit(node.right)
            node = node.left
        self.visit(node)

    def visit_Subscript(self, node: ast.Subscript) -> None:  # noqa: N802
        if self.kind(node.value) == "sys.modules" and not is_constant(node.slice):
            self.note("sys.modules", node)
        self.generic_visit(node)


def is_constant(node: ast.expr) -> bool:
    """Whether the text is there in the source, or is the module's own name."""
    return isinstance(node, ast.Constant) or (isinstance(node, ast.Name) and node.id == "__name__")


LIKELY = re.compile(
    rf"(?<![.\w])(?<!def )(?:{'|'.join(FUNCTIONS)})\b|__dict__|import_module|attrgetter|methodcaller|{'|'.join(METHODS)}|sys\.modules"
    r"|import modules|builtins|\.open\b"
)
"""Modules without any have no places."""


def lines_with(source: str, words: Iterable[str]) -> list[int]:
    """Numbers of the lines that have one of the words."""
    ends = list(itertools.accumulate(len(line) + 1 for line in source.split("\n")))
    found = set()
    for word in words:
        at = source.find(word)
        while at >= 0:
            found.add(bisect.bisect_right(ends, at) + 1)
            at = source.find(word, at + 1)
    return sorted(found)


def places_of(module: str, source: str) -> list[Place]:
    if not LIKELY.search(source):
        return []
    tree = ast.parse(source)
    finder = Finder(module, source, tree)
    finder.visit(tree)
    return finder.places


def read(path: pathlib.Path) -> str:
    with tokenize.open(path) as file:
        return file.read()


def below(top: pathlib.Path, name: str) -> Iterator[tuple[str, pathlib.Path]]:
    """Name and file of each module of a package (or of a module that is none), without tests and what builds it."""
    if top.is_file():
        yield name, top
        return
    for path in sorted(top.rglob("*.py")):
        parts = [name, *path.relative_to(top).with_suffix("").parts]
        if LEFT_OUT.isdisjoint(parts) and "site-packages" not in parts:
            yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), path


def tiers():
    """`fastexec/tiers.py`, without the package around it."""
    spec = importlib.util.spec_from_file_location("fastexec_tiers", ROOT / "python" / "fastexec" / "tiers.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def standard_modules() -> Iterator[tuple[str, pathlib.Path]]:
    """The modules of this interpreter's library that may be authorized without handing over the process."""
    tier = tiers().tier
    library = pathlib.Path(sysconfig.get_path("stdlib"))
    for name in sorted(sys.stdlib_module_names - LEFT_OUT - {"idlelib", "lib2to3", "turtledemo"}):
        top = next((path for path in (library / name, library / f"{name}.py") if path.exists()), None)
        for module, path in below(top, name) if top and not name.startswith("_sysconfigdata") else ():
            if tier(module) != "process" and (name != "importlib" or module.startswith("importlib.metadata")):
                yield module, path


def package_modules(name: str) -> Iterator[tuple[str, pathlib.Path]]:
    spec = importlib.util.find_spec(name)
    if spec is not None and spec.origin is not None:
        top = pathlib.Path(spec.origin)
        yield from below(top.parent if top.name == "__init__.py" else top, name)


def places(modules: Iterable[tuple[str, pathlib.Path]]) -> list[Place]:
    """Places of all the modules, each once."""
    return sorted({place for module, path in modules for place in places_of(module, read(path))})


class Verdict(NamedTuple):
    """An entry of the table: of a function, or of its places of one kind."""

    module: str
    verdict: str
    function: str
    kind: str | None

    def __str__(self) -> str:
        return f"{self.module}: {self.function}: {self.kind or 'all'} ({self.verdict})"

    def covers(self, place: Place) -> bool:
        return (place.module, place.function) == (self.module, self.function) and self.kind in (None, place.kind)


def holds(versions: str, version: tuple[int, ...] = sys.version_info[:2]) -> bool:
    """Whether `3.12`, `3.12-`, `-3.11` or `3.11-3.12` has this version in it."""
    first, dash, last = versions.partition("-")
    oldest, newest = (tuple(map(int, part.split("."))) if part else None for part in (first, last if dash else first))
    return (oldest is None or oldest <= version) and (newest is None or version <= newest)


def verdicts(table: dict) -> list[Verdict]:
    """The entries of the table for this version of Python."""
    found = []
    for module, groups in table["standard"].items():
        for verdict, functions in groups.items():
            for entry in functions:
                entry, _, versions = entry.partition(" @")
                function, _, kind = entry.partition(": ")
                if not versions or holds(versions):
                    found.append(Verdict(module, verdict, function, kind or None))
    return found


def compare(table: dict) -> tuple[list[str], list[str], list[str]]:
    """Places of the standard library without a verdict, those with several, and verdicts without a place."""
    found = places(standard_modules())
    by_module = collections.defaultdict(list)
    for verdict in verdicts(table):
        by_module[verdict.module].append(verdict)
    matches = {place: [verdict for verdict in by_module[place.module] if verdict.covers(place)] for place in found}
    used = {verdict for several in matches.values() for verdict in several}
    missing = [str(place) for place, several in matches.items() if not several]
    doubled = [f"{place}: {', '.join(map(str, several))}" for place, several in matches.items() if len(several) > 1]
    return missing, doubled, [str(verdict) for of in by_module.values() for verdict in of if verdict not in used]


def counts(package: str) -> dict[str, int]:
    """How many places of each kind an installed package has."""
    return dict(sorted(collections.Counter(place.kind for place in places(package_modules(package))).items()))


def version(package: str) -> str | None:
    """Of the package that is installed."""
    names = {"sklearn": "scikit-learn", "PIL": "pillow", "bs4": "beautifulsoup4"}
    try:
        return importlib.metadata.version(names.get(package, package))
    except importlib.metadata.PackageNotFoundError:
        return None


def main() -> None:
    parser = argparse.ArgumentParser(description="Finds where library code lets a value become a name, or a text that runs.")
    parser.add_argument("--list", action="store_true", help="every place, not what differs from the table")
    parser.add_argument("--packages", nargs="*", choices=PACKAGES, default=[], help="of these, not of the standard library")
    parser.add_argument("--count", action="store_true", help="counts of the installed packages, as the table has them")
    chosen = parser.parse_args()
    if chosen.count:
        for package in filter(version, chosen.packages or PACKAGES):
            kinds = ", ".join(f'{kind!r} = {count}' if "." in kind else f"{kind} = {count}" for kind, count in counts(package).items())
            print(f'{package} = {{ version = "{version(package)}", {kinds} }}')
    elif chosen.list or chosen.packages:
        modules = (module for package in chosen.packages for module in package_modules(package))
        print(*places(modules if chosen.packages else standard_modules()), sep="\n")
    else:
        import tomllib

        heads = ("without a verdict", "with several verdicts", "verdict without a place")
        for head, lines in zip(heads, compare(tomllib.loads(TABLE.read_text(encoding="utf-8"))), strict=True):
            print(*(f"{head}: {line}" for line in lines), sep="\n", end="\n" if lines else "")


if __name__ == "__main__":
    main()
