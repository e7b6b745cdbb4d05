"""The attacker against each class of attacks with its mend taken out: what it then finds, and after how many programs.

A mend is a part of the nets (`policy::nets`), or changes of the interpreter by their reasons (`interpreter_changes`). As a
program (`python attack_mutations.py [PROGRAMS [CLASS …]]`) it prints the table of docs/security.md.
"""

from __future__ import annotations

import itertools
import os
import sys
import tempfile
from typing import NamedTuple

import attack_grammar as grammar
import attacker
import packages

FIRST = 50_000  # seed of the first program
PROGRAMS = 600  # of the sinks of a class, at most
BATCH = 24
FEW = 4  # where a program found is one that does not end


class Mend(NamedTuple):
    """What closes a class, and the sinks by which its attacks end."""

    nets: tuple[str, ...]
    changes: tuple[str, ...]
    sinks: tuple[str, ...]
    by_time: bool = False
    """Whether a program that does not end is one of the class."""


WRITES = tuple(grammar.WRITE_GOALS)
COMPOSED = "who calls it is looked at while sandboxed code runs"
CLASSES = {
    "memory that is not what its type says": Mend(
        (), ("arrays of objects lie in memory that numpy filled with objects", "texts of UnicodeErrors read no memory beyond their objects"), ("memory",)
    ),
    # What it composes comes out of the namespaces of the next class: either mend holds alone.
    "C code that composes C code": Mend(("namespaces",), (COMPOSED,), ("functions never seen",)),
    "namespaces that get builtins": Mend(("namespaces",), (), ("builtins in namespaces",)),
    "library code that reads and writes attributes": Mend(
        (),
        (
            "library code at work for sandboxed code sees the public part of what is the host's", "what libraries make for the code is looked at",
            "the whole state of the host's objects is not the code's", "private fields of the host's dataclasses are not the code's", "sandboxed code marks no object of others by an alias",
        ),
        ("private data of objects", "parts of functions", *WRITES),
    ),
    "classes below the host's": Mend(("guests",), (), ("classes below the host's",)),
    "modules that hand over the process": Mend(("members",), (), ("settings that stay", "processes and sockets", "text that runs")),
    "readers in native code": Mend(("members",), (), ("files read", "files written")),
    "bugs of the interpreter": Mend(
        (),
        (
            "objects of C code that call the code are not changed meanwhile", "C code that recurses must not overflow the native stack", "ids of threads are those of threads that there are",
            "old values of class attributes outlive the caches of them", "numpy recurses into nested arrays and dtypes within the native stack",
        ),
        ("what the interpreter trusts",),
    ),
    "late": Mend(("estimates",), ("conversions and mixtures that would end long after the deadline are not begun",), ("time beyond the deadline",), by_time=True),
    "settings that stay": Mend(("settings",), (), ("settings that stay",)),
    "after the run": Mend(("later",), (), ("finalisers after the run",), by_time=True),
}  # fmt: skip


class Found(NamedTuple):
    """The first program that got out, and how many were made until then (that batch included)."""

    programs: int
    case: dict | None
    report: dict | None


def is_found(mend: Mend, report: dict) -> bool:
    """Whether the program shows the class: one that merely does not end may be slow."""
    if report["verdict"] == "lost" and "still running" in report["error"]:
        return mend.by_time
    return report["verdict"] not in attacker.GOOD


def look_for(mend: Mend, programs: int = PROGRAMS) -> Found:
    """Lets the attacker look for a class whose mend is out."""
    seeds = (seed for seed in itertools.count(FIRST) if attacker.sink_of(seed) in mend.sinks)
    made = 0
    while made < programs:
        results = attacker.attack(list(itertools.islice(seeds, FEW if mend.by_time else BATCH)), mend.nets, mend.changes)
        for case, report in results:
            made += 1
            if is_found(mend, report):
                return Found(made, case, report)
    return Found(made, None, None)


def reasons(left_out: list[str]) -> list[str]:
    """In a child: why the interpreter was changed for an executor with some libraries, without some changes."""
    import fastexec
    from fastexec import _fastexec

    _fastexec.leave_changes_out(left_out)
    libraries = [name for name in ("numpy", "pydantic") if packages.present([name])]
    executor = fastexec.LocalPythonExecutor(libraries)
    executor("\n".join(f"import {name}" for name in libraries))
    return [reason for _, _, reason, _ in _fastexec.interpreter_changes()]


def main(programs: int, names: list[str]) -> None:
    os.environ["ESCAPES_FOLDER"], os.environ["FASTEXEC_TEST_NETS"] = tempfile.mkdtemp(), "1"
    print("| class | found | programs until then |\n|---|---|---|")
    for name in names or CLASSES:
        found = look_for(CLASSES[name], programs)
        print(f"| {name} | {'no' if found.case is None else 'yes'} | {found.programs} |", flush=True)
        if found.case is not None:
            print(attacker.shown(found.case, found.report), file=sys.stderr)


if __name__ == "__main__":
    main(int((sys.argv[1:] or [PROGRAMS])[0]), sys.argv[2:])
