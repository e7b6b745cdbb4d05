"""Runs tests of smolagents, FastMCP and DSPy on fastexec: `python tools/upstream_tests.py [NAME | NAME=CHECKOUT ...]`.

Each runs twice, as it is and on fastexec. A test that passes as it is and fails on fastexec has to be a row of
tests/upstream.toml, with the reason; a row whose test passes is an error too. The tests come from the source distribution of the
version that is installed, or from a checkout of that version: DSPy's distribution has none of its interpreters."""

from __future__ import annotations

import os
import pathlib
import shutil
import subprocess
import sys
import tarfile
import xml.etree.ElementTree as ElementTree
from importlib.metadata import version
from typing import NamedTuple

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent
WORK = ROOT / "target" / "upstream"
ROWS = ROOT / "tests" / "upstream.toml"
SECONDS = 1800


class Project(NamedTuple):
    """Whose tests."""

    package: str
    tests: list[str]
    options: tuple[str, ...] = ()
    in_sdist: bool = True


PROJECTS = {
    "smolagents": Project("smolagents", ["tests/test_local_python_executor.py", "tests/test_agents.py"]),
    "fastmcp": Project("fastmcp", ["tests/experimental/transforms/test_code_mode.py", "tests/experimental/transforms/test_code_mode_discovery.py"], options=("--timeout=60", "-k", "not monty_provider")),
    "dspy": Project("dspy", ["tests/primitives/test_local_interpreter.py"], in_sdist=False),
}


def copied(project: Project, checkout: pathlib.Path) -> None:
    """Takes the tests of a checkout, and how pytest is set there."""
    folder = folder_of(project)
    if not (checkout / project.tests[0]).exists():
        raise SystemExit(f"{checkout} has no {project.tests[0]}")
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(checkout / "tests", folder / "tests")
    if (checkout / "pyproject.toml").exists():
        shutil.copy(checkout / "pyproject.toml", folder)


def folder_of(project: Project) -> pathlib.Path:
    """Where its tests are put."""
    return WORK / f"{project.package}-{version(project.package)}"


def fetched(project: Project) -> pathlib.Path:
    """The folder of its sources."""
    folder = folder_of(project)
    name = folder.name
    if (folder / project.tests[0]).exists():
        return folder
    if not project.in_sdist:
        raise SystemExit(f"{project.package}: its source distribution has no such tests: name a checkout of {version(project.package)}, {project.package}=PATH")
    shutil.rmtree(folder, ignore_errors=True)
    WORK.mkdir(parents=True, exist_ok=True)
    wanted = f"{project.package}=={version(project.package)}"
    subprocess.run([sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", ":all:", "--dest", str(WORK), wanted], check=True)
    with tarfile.open(WORK / f"{name}.tar.gz") as sources:
        sources.extractall(WORK, filter="data")
    # The installed package is what is tested.
    for own in ("src", project.package, "fastmcp_slim", "fastmcp_remote", "fastmcp_tasks"):
        shutil.rmtree(folder / own, ignore_errors=True)
    return folder


def outcomes(name: str, on_fastexec: bool) -> dict[str, str]:
    """Each test, and what became of it: `passed`, `skipped`, or the first line of why it failed."""
    project = PROJECTS[name]
    folder = fetched(project)
    results = WORK / f"{name}-{'fastexec' if on_fastexec else 'as-it-is'}.xml"
    results.unlink(missing_ok=True)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"--junitxml={results}", *project.options, *project.tests]
    if on_fastexec:
        command += ["-p", "upstream_plugin", f"--on-fastexec={name}"]
    paths = [str(ROOT / "tools"), *filter(None, [os.environ.get("PYTHONPATH")])]
    subprocess.run(command, cwd=folder, env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)}, timeout=SECONDS, stdout=subprocess.DEVNULL)
    if not results.exists():
        raise SystemExit(f"{name}: pytest did not run: {' '.join(command)}")
    found = {}
    for case in ElementTree.parse(results).iter("testcase"):
        problems = [child for child in case if child.tag in ("failure", "error", "skipped")]
        outcome = "passed"
        if problems:
            outcome = "skipped" if problems[0].tag == "skipped" else (problems[0].get("message") or "?").splitlines()[0]
        found[f"{case.get('classname')}::{case.get('name')}"] = outcome
    return found


def compared(name: str) -> bool:
    """Runs the tests of a project both ways; says what is not as the rows have it."""
    before, after = outcomes(name, False), outcomes(name, True)
    passed = {test for test, outcome in before.items() if outcome == "passed"}
    if not passed:
        print(f"{name}: no test passes as it is")
        return False
    differs = {test for test in passed if after.get(test) not in ("passed", "skipped")}
    rows = {test for row in tomllib.loads(ROWS.read_text(encoding="utf-8"))["differs"] if row["project"] == name for test in row["tests"]}
    print(f"{name} {version(PROJECTS[name].package)}: {len(passed)} tests pass as they are, {len(passed - differs)} of them on fastexec, {len(differs & rows)} differ as told")
    for test in sorted(differs - rows):
        print(f"  differs: {test}: {after.get(test, 'not there')[:300]}")
    for test in sorted(rows & (passed - differs)):
        print(f"  passes, take its row out: {test}")
    for test in sorted(rows - passed):
        print(f"  does not pass as it is, take its row out: {test}")
    return rows == differs


def main() -> None:
    """Runs those that are named, or all whose distributions have tests."""
    wanted = dict(argument.partition("=")[::2] for argument in sys.argv[1:]) or {name: "" for name in PROJECTS if PROJECTS[name].in_sdist}
    for name, checkout in wanted.items():
        if checkout:
            copied(PROJECTS[name], pathlib.Path(checkout).resolve())
    results = [compared(name) for name in wanted]
    sys.exit(not all(results))


if __name__ == "__main__":
    main()
