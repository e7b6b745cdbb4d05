"""An attacker: programs made by the grammar of attack_grammar.py, each a way from what the code holds to what it must not.

A program picks a sink (what must not happen), a source to start from, a way for every step between them,
and a place where all of it happens. Each program has a canary of the harness (escapes.py). As a program
(`python attacker.py COUNT SEED`) it runs COUNT attacks and tells what got out.
"""

from __future__ import annotations

import collections
import functools
import importlib
import os
import random
import re
import sys
import tempfile
import types
from collections.abc import Iterable, Sequence

import attack_grammar as grammar
import attack_values
from attack_templates import HOLE, NAME, fill, one_of, usable

GOOD = ("refused", "limited", "contained")
SECONDS = 30
BATCH = 200
WALKED = ("numpy", "pandas", "scipy", "sklearn", "sympy", "matplotlib", "networkx", "pydantic", "requests", "bs4", *grammar.STANDARD)
HOPS = 3  # from an authorized module to one that is not
HELPERS = grammar.HELPERS | attack_values.HELPERS


# ------------------------------------------------------------------------------------------ templates
def spelled(chance: random.Random, name: str) -> str:
    """An expression that gives the name."""
    cut = chance.randrange(1, max(2, len(name)))
    forms = [repr(name)] * 4
    forms += [f"{name[:cut]!r} + {name[cut:]!r}", f"''.join({list(name)!r})", f"{name[::-1]!r}[::-1]", f"str({name!r})", f"{name.encode()!r}.decode()", f"type('T', (str,), {{}})({name!r})", f"f'{name[:cut]}{{{name[cut:]!r}}}'"]
    return f"({chance.choice(forms)})"


def imports(code: str) -> tuple[str, list[str]]:
    """The import statements that the code needs, and what has to be authorized."""
    lines, authorized = [], []
    used = dict.fromkeys(NAME.findall(code))
    for name in used:
        if name in grammar.MODULES:
            line, modules = grammar.MODULES[name]
        elif name in grammar.STANDARD and re.search(rf"(?<![.\w'\"]){name}\b(?!\s*=[^=])", code):
            line, modules = f"import {name}", [name]
        else:
            continue
        lines.append(line)
        authorized += modules
    return "\n".join(dict.fromkeys(lines)), list(dict.fromkeys(authorized))


def helpers(code: str, attribute: str) -> str:
    """The definitions that the code uses, and those that they use."""
    chosen: dict[str, str] = {}
    todo = [code]
    while todo:
        for name in NAME.findall(todo.pop()):
            if name in HELPERS and name not in chosen:
                chosen[name] = fill(HELPERS[name], ATTR=attribute)
                todo.append(chosen[name])
    return "\n".join(reversed(chosen.values()))


# ------------------------------------------------------------------------------------------ modules
@functools.cache
def passages() -> list[tuple[str, list[str], str]]:
    """Ways by attributes from an authorized module to one that nobody authorized: where from, the steps, where to."""
    found = []
    for name in WALKED:
        try:
            top = importlib.import_module(name)
        except ImportError:
            continue
        seen, layer = {id(top)}, [([], top)]
        for _ in range(HOPS):
            following = []
            for path, module in layer:
                for attribute, value in list(vars(module).items()):
                    if not isinstance(value, types.ModuleType) or id(value) in seen:
                        continue
                    way = [*path, f".{attribute}"]
                    if value.__name__ in grammar.MODULE_ENDS and value.__name__ != name:
                        found.append((name, way, value.__name__))
                    elif len(found) < 5000:
                        seen.add(id(value))
                        following.append((way, value))
            layer = following[:60]
    return found


def way_to_a_module(chance: random.Random) -> tuple[str, list[str], str]:
    start, steps, end = chance.choice(passages())
    more, canary = chance.choice(grammar.MODULE_ENDS[end])
    named = {"numpy": "np", "pandas": "pd", "networkx": "nx"}
    return named.get(start, start), [*steps, *more], canary


# ------------------------------------------------------------------------------------------ ways
def step_of_values(chance: random.Random, value: str, step: str) -> str:
    """An expression for what the step leads to, from an expression."""
    if step.startswith("."):
        template = one_of(chance, grammar.READS) if chance.random() < 0.8 else "(OBJ).ATTR"
        return fill(template, OBJ=value, NAME=spelled(chance, step[1:]), ATTR=step[1:])
    if step.startswith("["):
        return fill(one_of(chance, grammar.ITEMS_OF), OBJ=value, ARG=step[1:-1])
    argument = step[1:-1]
    if not argument or "," in argument or chance.random() < 0.3:
        return f"({value}){step}"
    return fill(one_of(chance, grammar.CALLS), FUNC=value, ARG=argument)


def step_of_streams(chance: random.Random, items: str, step: str) -> str:
    """The same from an iterable to an iterable."""
    if step.startswith("."):
        return fill(one_of(chance, grammar.STREAM_READS), ITEMS=items, NAME=spelled(chance, step[1:]), ATTR=step[1:])
    if step.startswith("["):
        return fill(one_of(chance, grammar.STREAM_ITEMS), ITEMS=items, ARG=step[1:-1])
    if step == "()":
        return f"map(operator.call, {items})"
    return fill(one_of(chance, grammar.STREAM_CALLS), ITEMS=items, ARGS=f"[{step[1:-1]}]", ARG=step[1:-1])


def way(chance: random.Random, source: str, path: list[str]) -> str:
    """An expression that goes from the source along the path; from some point on maybe unseen, inside C code."""
    streamed = chance.randrange(len(path) + 1) if chance.random() < 0.5 else len(path)
    expression = source
    for step in path[:streamed]:
        expression = step_of_values(chance, expression, step)
    if streamed < len(path):
        items = fill(one_of(chance, grammar.INTO_STREAM), OBJ=expression)
        for step in path[streamed:]:
            items = step_of_streams(chance, items, step)
        expression = fill(one_of(chance, grammar.OUT_OF_STREAM), ITEMS=items)
    return expression


# ------------------------------------------------------------------------------------------ programs
def reading(chance: random.Random, sink: str) -> tuple[str, str, str]:
    goal = way_to_a_module(chance) if sink == "modules" else chance.choice(grammar.READ_GOALS[sink])
    source, path, canary = goal
    attribute = next((step[1:] for step in path if step.startswith(".")), "x")
    return f"def reach(*a, **k): return {way(chance, source, path)}", canary, attribute


def writing(chance: random.Random, sink: str) -> tuple[str, str, str]:
    target, attribute, canary = chance.choice(grammar.WRITE_GOALS[sink])
    value = "(lambda *a, **k: 'pwned')" if canary.endswith(("'1'", "!= 2", "!= 42")) else "'pwned'"
    written = fill(one_of(chance, grammar.WRITES), OBJ=target, NAME=spelled(chance, attribute), ATTR=attribute, VALUE=value)
    return f"target = fetch_record()\ndef reach(*a, **k): return {written}", canary, attribute


def filing(chance: random.Random, sink: str) -> tuple[str, str, str]:
    """Reading or writing a file without a grant."""
    reads = sink == "files read"
    path = grammar.SECRET_PATH if reads else "canary_path('pwned')"
    template = one_of(chance, grammar.READERS if reads else grammar.WRITERS)
    plain = re.fullmatch(r"([\w.]+)\(ARG\)", template)
    if plain and chance.random() < 0.7:
        expression = fill(one_of(chance, grammar.CALLS), FUNC=plain[1], ARG=path)
    elif chance.random() < 0.4:
        expression = fill(one_of(chance, grammar.CALLS), FUNC=f"(lambda path: {fill(template, ARG='path')})", ARG=path)
    else:
        expression = fill(template, ARG=path)
    return f"def reach(*a, **k): return {expression}", "leak" if reads else "file:pwned", "x"


def running_text(chance: random.Random, sink: str) -> tuple[str, str, str]:
    text, canary = chance.choice(grammar.TEXTS)
    names = "names = {'o': fetch_record(), 'json': json, 'print': print, 'getattr': getattr, 'setattr': setattr}\no = fetch_record()"
    return f"{names}\ndef reach(*a, **k): return {fill(one_of(chance, grammar.EVALUATORS), TEXT=repr(text))}, names.get('__builtins__')", canary, "x"


def starting_processes(chance: random.Random, sink: str) -> tuple[str, str, str]:
    while True:
        code, canary = chance.choice(grammar.PROCESSES)
        if usable((code,)):
            return code, canary, "x"


def setting(chance: random.Random, sink: str) -> tuple[str, str, str]:
    while True:
        code, canary = chance.choice(grammar.SETTINGS)
        if usable((code,)):
            break
    body = code
    if (call := re.fullmatch(r"([\w.]+)\(([^,=()]+)\)", code)) and chance.random() < 0.6:
        body = f"return {fill(one_of(chance, grammar.CALLS), FUNC=call[1], ARG=call[2])}"
    return f"def reach(*a, **k):\n    {body}\n    return 0", canary.replace("before_locale", "'C.UTF-8'"), "x"


def ending(chance: random.Random, sink: str) -> tuple[str, str, str]:
    code = chance.choice(grammar.ENDS).replace("\n", "\n    ")
    return f"def reach(*a, **k):\n    {code}\n    return 0", "expr: err is not None and not isinstance(err, Exception)", "x"


SINKS = dict.fromkeys(grammar.READ_GOALS, reading) | dict.fromkeys(grammar.WRITE_GOALS, writing)
SINKS |= {"files read": filing, "files written": filing, "text that runs": running_text, "processes and sockets": starting_processes}
SINKS |= {"settings that stay": setting, "the end of the interpreter": ending} | attack_values.SINKS


def sink_of(seed: int) -> str:
    return list(SINKS)[seed % len(SINKS)]


def program(seed: int) -> dict:
    """The attack of this seed, as a case of escapes.py."""
    chance = random.Random(seed)
    sink = sink_of(seed)
    while True:
        reach, canary, attribute = SINKS[sink](chance, sink)
        carry = "found.append(reach())" if chance.random() < 0.5 else one_of(chance, grammar.CARRIES)
        body = f"found = []\n{reach}\n{carry}\nfound"
        if sink == "finalisers after the run":
            body = f"{reach}\nreach()"
        if sink == "writes to private data":
            body = f"found = []\n{reach}\ntry: found.append(reach())\nexcept Exception as error: print(error)\ntarget"
        defined = helpers(body, attribute)
        lines, authorized = imports(f"{defined}\n{body}")
        code = "\n".join(part for part in (lines, defined, body) if part)
        if not HOLE.search(code.replace("ARGS", "")) and parses(code):
            after = ["str", "repr", "saved", "gc"] if sink == "finalisers after the run" else ["str", "repr", "saved"]
            return {"class": sink, "seed": seed, "authorized_imports": authorized, "canary": canary, "code": code, "expect": "refused", "post": after}


def parses(code: str) -> bool:
    try:
        compile(code, "attack", "exec")
    except (SyntaxError, ValueError):
        return False
    return True


# ------------------------------------------------------------------------------------------ running
def attack(seeds: Iterable[int], nets_off: Sequence[str] = (), changes_off: Sequence[str] = ()) -> list[tuple[dict, dict]]:
    """The programs of the seeds, each with the report of its child; without some of the guards."""
    import isolation

    cases = [dict(program(seed), nets_off=list(nets_off), changes_off=list(changes_off)) for seed in seeds]
    answers = isolation.run_all("attacked:run", cases, SECONDS)
    return [(case, answer.get("value") or {"verdict": "lost", "error": answer["lost"], "hits": 0}) for case, answer in zip(cases, answers, strict=True)]


def got_out(results: list[tuple[dict, dict]]) -> list[tuple[dict, dict]]:
    return [(case, report) for case, report in results if report["verdict"] not in GOOD]


def shown(case: dict, report: dict) -> str:
    """What to look at when an attack got out."""
    return f"seed {case['seed']}, {case['class']}, canary {case['canary']}: {report['verdict']}\n{report.get('shown', '')}\n{report['error']}\n{case['code']}\n"


def main(count: int, seed: int, nets_off: list[str]) -> None:
    os.environ["ESCAPES_FOLDER"] = tempfile.mkdtemp()
    verdicts, tried, found, reached = collections.Counter(), collections.Counter(), collections.Counter(), 0
    for start in range(seed, seed + count, BATCH):
        results = attack(range(start, min(start + BATCH, seed + count)), nets_off)
        for case, report in results:
            verdicts[report["verdict"]] += 1
            tried[case["class"]] += 1
            found[case["class"]] += report["verdict"] not in GOOD
            reached += any(word in (report["error"] or "") for word in ("Forbidden", "not allowed", "Cannot"))
        if not nets_off:
            print(*(shown(*result) for result in got_out(results)), sep="\n", end="")
        print(f"{verdicts.total()} programs: {dict(verdicts)}; {reached} met a refusal by name", flush=True)
    for sink in tried:
        print(f"{sink:30} {tried[sink]:6} {found[sink]:6}")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])
