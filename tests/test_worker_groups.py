"""Groups of the kernel's for workers: which folder is taken, what is written, and that none is left."""

from __future__ import annotations

import errno
import os
import pathlib
import signal
import subprocess
import sys
import textwrap
import time

import pytest
from fastexec.isolation import doctor, groups

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the kernel's groups are Linux's")


class Tree:
    """Folders that look like groups of a machine."""

    def __init__(self, root: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.root, self.busy, self.patch = root, set(), monkeypatch
        self.add("", handed_on="memory")
        monkeypatch.delenv(groups.VARIABLE, raising=False)
        monkeypatch.setattr(groups, "_write", self.write)
        self.rmdir = os.rmdir
        monkeypatch.setattr(os, "rmdir", self.remove)
        monkeypatch.setattr(os, "getxattr", self.attribute)
        self.delegated: str | None = None

    def add(self, name: str, controllers: str = "cpu memory pids", handed_on: str = "", busy: bool = False) -> str:
        folder = self.root / name
        folder.mkdir(exist_ok=True)
        for file, text in (("cgroup.controllers", controllers), ("cgroup.subtree_control", handed_on), ("cgroup.procs", "")):
            (folder / file).write_text(text)
        if busy:
            self.busy.add(str(folder))
        return str(folder)

    def lives_in(self, name: str) -> None:
        """The group of this process."""
        mounts, own = self.root / "mounts", self.root / "own"
        mounts.write_text(f"30 20 0:26 / {self.root} rw,nosuid - cgroup2 cgroup2 rw\n")
        own.write_text(f"4:memory:/elsewhere\n0::/{name}\n")
        self.patch.setattr(groups, "MOUNTS", str(mounts))
        self.patch.setattr(groups, "OWN", str(own))

    def remove(self, path: str) -> None:
        """The kernel's own files are no obstacle there."""
        for file in pathlib.Path(path).iterdir() if os.path.isdir(path) else ():
            file.unlink()
        self.rmdir(path)

    def attribute(self, path: str, name: str) -> bytes:
        if name != "user.delegate" or path != self.delegated:
            raise OSError(errno.ENODATA, "No data available")
        return b"1"

    def write(self, folder: str, name: str, text: str) -> None:
        path = pathlib.Path(folder, name)
        if name == "cgroup.subtree_control":
            if folder in self.busy:
                raise OSError(errno.EBUSY, "Device or resource busy")
            text = f"{path.read_text()} {text.removeprefix('+')}".strip()
        path.write_text(text)


@pytest.fixture
def tree(tmp_path, monkeypatch) -> Tree:
    return Tree(tmp_path / "groups", monkeypatch)


def test_the_one_that_is_named(tree, monkeypatch):
    tree.lives_in("elsewhere")
    monkeypatch.setenv(groups.VARIABLE, named := tree.add("named"))
    assert groups.place() == named and pathlib.Path(named, "cgroup.subtree_control").read_text() == "pids memory"


def test_one_that_was_delegated(tree):
    outer = tree.add("unit")
    tree.add("unit/main", busy=True)
    tree.lives_in("unit/main")
    with pytest.raises(groups.Unusable, match="is not in one that was delegated; FASTEXEC_CGROUP names such a group"):
        groups.place()
    tree.delegated = outer
    assert groups.place() == outer


def test_that_of_the_machine_is_not_changed(tree):
    tree.lives_in("")
    assert groups.place() == str(tree.root)
    tree.add("", handed_on="cpu")
    with pytest.raises(groups.Unusable, match="does not hand memory on to groups in it"):
        groups.place()
    assert (tree.root / "cgroup.subtree_control").read_text() == "cpu"


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"controllers": "cpu"}, "memory is not among the controllers of"),
        ({"busy": True}, "as it must not while processes are in it"),
    ],
)
def test_what_cannot_be_used(tree, monkeypatch, options, why):
    monkeypatch.setenv(groups.VARIABLE, tree.add("named", **options))
    with pytest.raises(groups.Unusable, match=why):
        groups.here()
    monkeypatch.setenv(groups.VARIABLE, str(tree.root / "nothing"))
    with pytest.raises(groups.Unusable, match="memory is not among the controllers"):
        groups.here()
    monkeypatch.delenv(groups.VARIABLE)
    monkeypatch.setattr(groups, "MOUNTS", "/nonexistent")
    assert groups.here() is None


def test_a_group_of_a_worker(tree, monkeypatch):
    monkeypatch.setenv(groups.VARIABLE, named := tree.add("named"))
    ended = subprocess.Popen(["true"])
    ended.wait()
    tree.add(f"named/fastexec-{ended.pid}-1"), tree.add("named/another")
    made = groups.here()
    assert sorted(os.listdir(named)) == ["another", "cgroup.controllers", "cgroup.procs", "cgroup.subtree_control"]  # that of nobody is gone
    group = made.make(100 << 20)
    texts = {path.name: path.read_text() for path in pathlib.Path(group.folder).iterdir()}
    assert texts == {"memory.max": str(164 << 20), "memory.oom.group": "1", "memory.swap.max": "0", "pids.max": "512"}
    group.enter()
    assert pathlib.Path(group.folder, "cgroup.procs").read_text() == "0"
    assert not group.ran_out()
    pathlib.Path(group.folder, "memory.events").write_text("low 0\noom 1\noom_kill 1\n")
    assert group.ran_out()
    with monkeypatch.context() as busy:
        busy.setattr(os, "rmdir", lambda _folder: (_ for _ in ()).throw(OSError(errno.EBUSY, "busy")))
        made.give_up(group)
    assert os.path.exists(group.folder)
    made.give_up(made.make(1))
    assert not os.path.exists(group.folder)
    left = made.make(1)
    groups.remove_all_of(os.getpid())
    assert not os.path.exists(left.folder) and os.path.exists(os.path.join(named, "another"))


def test_processes_that_may_not_be_moved(tree, monkeypatch):
    monkeypatch.setenv(groups.VARIABLE, tree.add("named"))
    write = groups._write

    def refused(folder, name, text):
        if name == "cgroup.procs":
            raise OSError(errno.EACCES, "Permission denied")
        write(folder, name, text)

    monkeypatch.setattr(groups, "_write", refused)
    with pytest.raises(groups.Unusable, match="processes of here may not be put into"):
        groups.here()
    assert not [name for name in os.listdir(tree.root / "named") if name.startswith("fastexec-")]


def test_who_names_a_group_has_it_or_an_error(tmp_path):
    code = """
        import fastexec
        try:
            fastexec.LocalPythonExecutor([], isolation="process")("1")
        except fastexec.IsolationError as error:
            print(error)
    """
    environment = dict(os.environ, PYTHONPATH=os.pathsep.join(filter(None, sys.path)), **{groups.VARIABLE: str(tmp_path)})
    run = subprocess.run([sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, timeout=60, check=True, env=environment)
    assert run.stdout == f"no group for a worker: memory is not among the controllers of {tmp_path}\n"


# ------------------------------------------------------------------------------------------ where the machine has them
WORKERS = """
import glob, os, signal, sys, time
from fastexec import InterpreterError, Limits, LocalPythonExecutor
from fastexec.isolation import groups
def made():
    executor = LocalPythonExecutor([], isolation="process", limits=Limits(memory_bytes=64 << 20))
    executor("kept = 1")
    return executor
def there():
    return glob.glob(groups.place() + "/fastexec-*")
executor, other = made(), made()
pid = executor._session._live.process.pid
mine = next(folder for folder in there() if open(folder + "/cgroup.procs").read().split() == [str(pid)])
print(int(open(mine + "/memory.max").read()) > 64 << 20)
# As if it had found memory that its own limit does not count.
with open(mine + "/memory.max", "w") as limit:
    limit.write(str(32 << 20))
try:
    executor("x = bytearray(48 << 20)")
except InterpreterError as error:
    print(error)
print(executor("1 + 1").output, other("kept").output)
if sys.argv[1] == "killed":
    os.kill(os.getpid(), signal.SIGKILL)
"""


def usable() -> str | None:
    try:
        groups.check(groups.Groups(folder := groups.place()))
    except (groups.Unusable, OSError):
        return None
    return folder


@pytest.mark.parametrize("end", ["leaves", "killed"])
def test_real_ones(end):
    folder = usable() if sys.platform.startswith("linux") else None
    if folder is None:
        pytest.skip("this machine grants no groups")
    environment = dict(os.environ, PYTHONPATH=os.pathsep.join(filter(None, sys.path)))
    run = subprocess.run([sys.executable, "-u", "-c", WORKERS, end], capture_output=True, text=True, timeout=120, check=False, env=environment)
    lines = run.stdout.splitlines()
    assert lines[:1] + lines[2:] == ["True", "2 1"], run.stderr
    assert lines[1].startswith("The worker of this session has ended (SIGKILL: more memory than its group may have")
    assert run.returncode == (-signal.SIGKILL if end == "killed" else 0)
    until = time.monotonic() + 10
    while left := [name for name in os.listdir(folder) if name.startswith("fastexec-")]:
        assert time.monotonic() < until, left
        time.sleep(0.01)
    assert "a group for each worker" in doctor._cgroup()
