"""A group of the kernel's (cgroup version 2) for each worker, where the machine grants such.

The limit on a worker's data is its own; a group's counts all that the kernel keeps for it, memory that is shared and tables of pages
too, and the number of its threads.
"""

from __future__ import annotations

import contextlib
import os
import time
from typing import NamedTuple

VARIABLE = "FASTEXEC_CGROUP"
"""Of the environment: the folder of a group in which groups of workers may be made."""

MOUNTS, OWN = "/proc/self/mountinfo", "/proc/self/cgroup"

_NAME = "fastexec-"
_SPARE_BYTES = 64 << 20
_TASKS = 512
_SECONDS = 1.0
"""In which a group is empty, once its processes were killed."""


class Unusable(Exception):
    """There are no groups for workers. The text says why."""


class Group(NamedTuple):
    """Of one worker."""

    folder: str

    def enter(self) -> None:
        """Puts the calling process into it. Raises `OSError`."""
        _write(self.folder, "cgroup.procs", "0")

    def ran_out(self) -> bool:
        """Whether something in it was killed because its memory was used up."""
        events = dict(line.split() for line in _read(self.folder, "memory.events").splitlines() if len(line.split()) == 2)
        return events.get("oom_kill", "0") != "0"

    def remove(self) -> bool:
        """Whether it is gone; not as long as processes are in it."""
        try:
            os.rmdir(self.folder)
        except FileNotFoundError:
            return True
        except OSError:
            return False
        return True


class Groups:
    """Makes groups in a folder, for the calling process.

    Args:
        folder: As `place` gives it.
    """

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._made = 0
        self._old: dict[str, Group] = {}
        _sweep(folder)

    def make(self, memory_bytes: int) -> Group:
        """A group whose processes may have so much memory together, and something beside it. Raises `OSError`."""
        self._made += 1
        group = Group(os.path.join(self._folder, f"{_NAME}{os.getpid()}-{self._made}"))
        os.mkdir(group.folder)
        try:
            _write(group.folder, "memory.max", str(memory_bytes + _SPARE_BYTES))
            _write(group.folder, "memory.oom.group", "1")
            for name, limit in (("memory.swap.max", "0"), ("pids.max", str(_TASKS))):
                with contextlib.suppress(OSError):  # no swap; nobody delegated `pids`
                    _write(group.folder, name, limit)
        except BaseException:
            group.remove()
            raise
        return group

    def give_up(self, group: Group) -> None:
        """Its processes have ended. (The kernel may need a moment to notice. A signal may come here in the middle of it.)"""
        self._old[group.folder] = group
        for folder, old in list(self._old.items()):
            if old.remove():
                self._old.pop(folder, None)

    def end(self) -> None:
        """Those of all processes, which have ended."""
        _remove(list(self._old.values()))


def here() -> Groups | None:
    """Those of the calling process; None where there are none. Raises `Unusable` where such were asked for by name."""
    try:
        groups = Groups(place())
        check(groups)
    except Unusable:
        if os.environ.get(VARIABLE):
            raise
        return None
    return groups


def place() -> str:
    """The folder in which groups may be made: the one that is named; one that was delegated, in which this process has a group
    of its own; that of the whole machine, where it is prepared. Raises `Unusable`."""
    named = os.environ.get(VARIABLE)
    if named:
        return _prepared(named, may_prepare=True)
    own, root = _own()
    outer = os.path.dirname(own)
    if own != root and _is_delegated(outer):
        return _prepared(outer, may_prepare=True)
    if own == root:
        return _prepared(own, may_prepare=False)
    raise Unusable(f"the group of this process ({own}) is not in one that was delegated; {VARIABLE} names such a group")


def _own() -> tuple[str, str]:
    """The folder of this process's group, and that in which all groups are to be seen."""
    try:
        with open(MOUNTS) as mounts, open(OWN) as groups:
            mounted = [line.split() for line in mounts if " - cgroup2 " in line]
            own = [line.rstrip("\n")[3:] for line in groups if line.startswith("0::")]
    except OSError as error:
        raise Unusable(f"groups are not to be seen here ({error})") from None
    if not mounted or not own:
        raise Unusable("version 2 is not mounted")
    shown, root = mounted[0][3:5]
    return os.path.normpath(os.path.join(root, os.path.relpath(own[0], shown))), root


def _is_delegated(folder: str) -> bool:
    """As systemd marks those that it leaves to others."""
    try:
        return os.getxattr(folder, "user.delegate") == b"1"
    except (AttributeError, OSError):
        return False


def _prepared(folder: str, *, may_prepare: bool) -> str:
    if "memory" not in _read(folder, "cgroup.controllers").split():
        raise Unusable(f"memory is not among the controllers of {folder}")
    if not (os.access(folder, os.W_OK) and os.access(os.path.join(folder, "cgroup.procs"), os.W_OK)):
        raise Unusable(f"this user may make no groups in {folder}")
    handed_on = _read(folder, "cgroup.subtree_control").split()
    for controller in ("pids", "memory") if may_prepare else ():
        if controller not in handed_on:
            with contextlib.suppress(OSError):
                _write(folder, "cgroup.subtree_control", f"+{controller}")
    if "memory" not in _read(folder, "cgroup.subtree_control").split():
        raise Unusable(f"{folder} does not hand memory on to groups in it, as it must not while processes are in it")
    return folder


def check(groups: Groups) -> None:
    """Whether a process may be put into a group depends on where it comes from. Raises `Unusable` where not."""
    try:
        group = groups.make(1 << 30)
    except OSError as error:
        raise Unusable(f"no group can be made ({error})") from None
    pid = os.fork()
    if not pid:
        code = 1
        try:
            group.enter()
            code = 0
        finally:
            os._exit(code)
    try:
        if os.waitpid(pid, 0)[1]:
            raise Unusable(f"processes of here may not be put into {group.folder}")
    finally:
        groups.give_up(group)
        groups.end()


def _sweep(folder: str) -> None:
    """Groups of servers that could not remove them."""
    for name in os.listdir(folder):
        owner = name.removeprefix(_NAME).partition("-")[0]
        if name.startswith(_NAME) and owner.isdigit() and not os.path.exists(f"/proc/{owner}"):
            Group(os.path.join(folder, name)).remove()


def remove_all_of(pid: int) -> None:
    """The groups of a server that was killed, and whatever is in them."""
    try:
        folder = place()
        left = [Group(os.path.join(folder, name)) for name in os.listdir(folder) if name.startswith(f"{_NAME}{pid}-")]
    except (OSError, Unusable):
        return
    _remove(left)


def _remove(left: list[Group]) -> None:
    until = time.monotonic() + _SECONDS
    while (left := [group for group in left if not group.remove()]) and time.monotonic() < until:
        time.sleep(0.002)


def _read(folder: str, name: str) -> str:
    try:
        with open(os.path.join(folder, name)) as file:
            return file.read()
    except OSError:
        return ""


def _write(folder: str, name: str, text: str) -> None:
    descriptor = os.open(os.path.join(folder, name), os.O_WRONLY)
    try:
        os.write(descriptor, text.encode())
    finally:
        os.close(descriptor)
