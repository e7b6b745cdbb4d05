"""Variants of a payload: the same attack in another dress.

As a program (`FASTEXEC_TEST_NETS=1 python mutate.py COUNT SEED`) it makes COUNT variants of the attacks in
data/escapes/, runs them and tells what got out and how often the audit hook had to step in.
"""

from __future__ import annotations

import ast
import collections
import os
import random
import sys
import tempfile

MODULES = ["functools", "operator", "asyncio", "contextlib"]


def parse(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body


def fill(template: str, hole: ast.expr) -> ast.expr:
    """`template` with `HOLE` replaced by the expression."""

    class Fill(ast.NodeTransformer):
        def visit_Name(self, node: ast.Name) -> ast.expr:
            return hole if node.id == "HOLE" else node

    return Fill().visit(parse(template))


# An expression in another position.
AROUND = [
    "(lambda: HOLE)()",
    "list(map(lambda _: HOLE, [0]))[0]",
    "functools.partial(lambda: HOLE)()",
    "[HOLE for _ in [0]][0]",
    "next(HOLE for _ in [0])",
    "{0: HOLE}[0]",
    "(lambda a=HOLE: a)()",
    "max([HOLE], key=lambda _: 0)",
    "functools.reduce(lambda a, b: b, [0, HOLE])",
    "(hole_ := HOLE)",
    "HOLE if True else 0",
    "[*[HOLE]][0]",
    "call_me(lambda: HOLE)",
    "operator.itemgetter(0)([HOLE])",
    "{**{'k': HOLE}}['k']",
    "sorted([HOLE], key=id)[0]",
    "(lambda *a, **k: k['x'])(x=HOLE)",
]
# All of the code in another place; `result_` is its value.
PLACES = [
    "def place_():\n{code}\n    return result_\nplace_()",
    "class Place_:\n{code}\nPlace_.result_",
    "async def place_():\n{code}\n    return result_\nimport asyncio\nasyncio.run(place_())",
    "def place_():\n{code}\n    yield result_\nlist(place_())[0]",
    "try:\n{code}\nfinally:\n    pass\nresult_",
    "try:\n{code}\nexcept ZeroDivisionError:\n    pass\nresult_",
    "for _ in [0]:\n{code}\nresult_",
    "with contextlib.suppress(ZeroDivisionError):\n{code}\nresult_",
    "def decorate_(f):\n{code}\n    return result_\n@decorate_\ndef place_(): pass\nplace_",
    "class Place_:\n    def __init__(self):\n{deep}\n        self.result_ = result_\nPlace_().result_",
    "class Place_:\n    @property\n    def p(self):\n{deep}\n        return result_\nPlace_().p",
    "class Base_:\n    def __init_subclass__(cls):\n{deep}\n        cls.result_ = result_\nclass Place_(Base_): pass\nPlace_.result_",
    "match 0:\n    case 0:\n{deep}\nresult_",
    "while True:\n{code}\n    break\nresult_",
]
# `a.b` read in another way.
READS = [
    "getattr(HOLE, {name!r})",
    "getattr(HOLE, {name!r}[:1] + {name!r}[1:])",
    "operator.attrgetter({name!r})(HOLE)",
    "functools.partial(getattr, HOLE)({name!r})",
    "list(map(getattr, [HOLE], [{name!r}]))[0]",
    "call_me(getattr, HOLE, {name!r})",
    "type(HOLE).__getattribute__(HOLE, {name!r})",
    "object.__getattribute__(HOLE, {name!r})",
]


def value_of_last(tree: ast.Module) -> bool:
    """Makes the last statement, if it is an expression, an assignment to `result_`."""
    if not tree.body or not isinstance(tree.body[-1], ast.Expr):
        return False
    tree.body[-1] = ast.copy_location(ast.Assign([ast.Name("result_", ast.Store())], tree.body[-1].value), tree.body[-1])
    return True


def indent(text: str, by: int) -> str:
    return "\n".join(" " * by + line if line else line for line in text.splitlines())


def move(tree: ast.Module, chance: random.Random) -> str | None:
    if any(isinstance(node, (ast.Global, ast.Nonlocal)) or (isinstance(node, ast.ImportFrom) and node.names[0].name == "*") for node in ast.walk(tree)):
        return None
    if not value_of_last(tree):
        tree.body.append(ast.parse("result_ = None").body[0])
    text = ast.unparse(ast.fix_missing_locations(tree))
    if "'''" in text or '"""' in text:
        return None
    template = chance.choice(PLACES)
    return template.format(code=indent(text, 4), deep=indent(text, 8))


def dress(tree: ast.Module, chance: random.Random) -> str | None:
    """One expression or attribute of the code in another form."""
    found = [n for n in ast.walk(tree) if isinstance(n, (ast.Attribute, ast.Call)) and isinstance(getattr(n, "ctx", ast.Load()), ast.Load)]
    if not found:
        return None
    chosen = chance.choice(found)
    read = isinstance(chosen, ast.Attribute) and chance.random() < 0.6
    template = chance.choice(READS).format(name=chosen.attr) if read else chance.choice(AROUND)

    class Dress(ast.NodeTransformer):
        def visit(self, node: ast.AST) -> ast.AST:
            if node is chosen:
                return fill(template, chosen.value if read else chosen)
            return self.generic_visit(node)

        def visit_MatchClass(self, node: ast.MatchClass) -> ast.AST:
            return node

    changed = ast.unparse(ast.fix_missing_locations(Dress().visit(tree)))
    return changed


def rename(tree: ast.Module, chance: random.Random) -> str | None:
    own = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)} - {"search", "final_answer", "add"}
    if not own:
        return None
    names = {name: f"{name}_{chance.randrange(100)}" for name in own}
    text = ast.unparse(tree)
    # Names in strings, keywords and attributes stay: only plain names change.
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id in names:
            node.id = names[node.id]
        elif isinstance(node, (ast.Global, ast.Nonlocal)) or (isinstance(node, ast.arg) and node.arg in names):
            return text
    return ast.unparse(tree)


def mutant(code: str, chance: random.Random) -> str:
    """The code, changed once to three times."""
    for _ in range(chance.randint(1, 3)):
        try:
            made = chance.choice([move, dress, dress, rename])(ast.parse(code), chance)
            if made is not None:
                ast.parse(made)
                code = made
        except (SyntaxError, ValueError, RecursionError):
            pass
    return code


def mutants(cases: dict[str, dict], count: int, seed: int) -> dict[str, dict]:
    """`count` variants of cases whose canary needs no more than the result, a text or a file."""
    chance = random.Random(seed)
    usable = {name: case for name, case in cases.items() if case.get("canary", "").split(":")[0] in ("leak", "cap", "file") and parses(case["code"])}
    made = {}
    for number in range(count):
        name = chance.choice(list(usable))
        case = dict(usable[name])
        case["code"] = mutant(case["code"], chance)
        needed = [module for module in MODULES if module in case["code"]]
        case["authorized_imports"] = list(dict.fromkeys([*case["authorized_imports"], *needed]))
        case["code"] = "".join(f"import {module}\n" for module in needed) + case["code"]
        made[f"{name}#{number}"] = case
    return made


def parses(code: str) -> bool:
    try:
        ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


def main(count: int, seed: int) -> None:
    os.environ["ESCAPES_FOLDER"] = tempfile.mkdtemp()
    import escapes
    import isolation

    attacks = {name: case for name, case in escapes.load_all().items() if not case["class"].startswith("benign") and escapes.installed(case)}
    attacks = {name: case for name, case in attacks.items() if int(case["class"][:2]) < 21}
    verdicts, hits, reached = collections.Counter(), 0, 0
    for start in range(0, count, 250):
        made = mutants(attacks, min(250, count - start), seed * 1_000_003 + start)
        for (name, case), answer in zip(made.items(), isolation.run_all("escapes:run", list(made.values()), 20), strict=True):
            value = answer.get("value", {"verdict": "lost", "error": answer.get("lost"), "hits": 0})
            verdicts[value["verdict"]] += 1
            hits += value["hits"] > 0
            reached += any(word in (value.get("error") or "") for word in ("Forbidden", "not allowed", "Cannot"))
            if value["verdict"] not in ("refused", "limited", "contained"):
                print("*", name, value["verdict"], value.get("error"), "\n" + case["code"], "\n")
        print(f"{sum(verdicts.values())} variants: {dict(verdicts)}; {reached} met a refusal, at {hits} the audit hook stepped in", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
