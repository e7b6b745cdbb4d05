"""Which walls the kernel of this machine raises around a worker, found out by trying to get past each of them.

`python -m fastexec.isolation.doctor` prints the table.
"""

from __future__ import annotations

import ctypes
import dataclasses
import errno
import json
import mmap
import os
import pathlib
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from typing import Any

from fastexec.isolation import groups, paths

NAMES = ("process", "files", "network", "scopes", "syscalls", "memory", "limits")
MEMORY_BYTES = 64 << 20
CPU_SECONDS = 1
FILES = 32
SECONDS = 120  # that trying takes at most
LANDLOCK_CREATE_RULESET = 444  # on every architecture
MAP_GROWSDOWN = 0x100
PTRACE_TRACEME = 0


@dataclasses.dataclass
class Wall:
    """One wall: whether it stands, and what was tried."""

    name: str
    stands: bool
    detail: str


def walls() -> list[Wall]:
    """Each wall, tried from inside of a worker in a fresh process. Never raises: what cannot be tried does not stand."""
    try:
        answer = _tried()
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        return [Wall(name, False, f"could not be tried: {error}") for name in NAMES]
    return [_judged(name, answer["raised"].get(name), [tuple(trial) for trial in answer["trials"] if trial[0] == name]) for name in NAMES]


def report() -> str:
    """A table for people: what the machine has, and what each wall did."""
    facts = [("kernel", _kernel()), ("Landlock", _landlock()), ("seccomp", _seccomp()), ("cgroup", _cgroup())]
    lines = [f"{name:9} {text}" for name, text in facts]
    for wall in walls():
        lines.append(f"{wall.name:9} {'stands' if wall.stands else 'DOES NOT STAND'}")
        lines += [f"{'':11}{part}" for part in wall.detail.split("\n")]
    return "\n".join(lines)


def _judged(name: str, missing: str | None, trials: Iterable[tuple[str, str, str, bool]]) -> Wall:
    lines = [f"not raised: {missing}"] if missing is not None else []
    lines += [f"{what}: {happened}" for _, what, happened, _ in trials]
    return Wall(name, missing is None and all(held for *_, held in trials), "\n".join(lines))


def _tried() -> dict[str, Any]:
    """The answer of a fresh interpreter, which has nothing of the host's but the places of its modules."""
    if sys.platform != "linux":
        raise OSError(f"there are no walls on {sys.platform}")
    program = f"import sys; sys.path[:] = {sys.path!r}; from fastexec.isolation import doctor; doctor.serve()"
    done = subprocess.run([sys.executable, "-I", "-c", program], capture_output=True, text=True, timeout=SECONDS, check=False)
    if done.returncode:
        raise OSError(done.stderr.strip().splitlines()[-1] if done.stderr.strip() else f"the interpreter ended with {done.returncode}")
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


# ---------------------------------------------------------------------------- in the fresh interpreter
class Place:
    """What a worker must not reach: a file, an open descriptor, sockets."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.file: str = os.path.join(folder, "secret")
        pathlib.Path(self.file).write_text("secret")
        self.descriptor: int = os.open(self.file, os.O_RDONLY)
        self.tcp: socket.socket = socket.create_server(("127.0.0.1", 0))
        self.abstract: socket.socket = socket.socket(socket.AF_UNIX)
        self.abstract.bind(f"\0fastexec-doctor-{os.getpid()}")
        self.abstract.listen()
        self.address: tuple[str, int] = self.tcp.getsockname()
        self.name: str | bytes = self.abstract.getsockname()
        self.parent: int = os.getpid()
        self.libc: ctypes.CDLL = ctypes.CDLL(None, use_errno=True)
        self.libc.mmap.restype = ctypes.c_void_p
        self.libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long]

    def map(self, length: int, protection: int, flags: int) -> None:
        """`mmap` as the kernel sees it, without Python's own checks."""
        address = self.libc.mmap(None, length, protection, flags | mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, -1, 0)
        if address == ctypes.c_void_p(-1).value:
            raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))

    def memory(self, flags: int) -> None:
        self.map(2 * MEMORY_BYTES, mmap.PROT_READ | mmap.PROT_WRITE, flags)


def _connects(family: int, address: tuple[str, int] | str | bytes) -> None:
    with socket.socket(family) as client:
        client.connect(address)


def _spins(_: Place) -> None:
    signal.signal(signal.SIGXCPU, signal.SIG_IGN)
    # Its own time: on a machine with much to do it takes longer.
    while time.process_time() < 6 * CPU_SECONDS:
        pass


def _opens(place: Place) -> None:
    for _ in range(2 * FILES):
        os.dup(0)


def _traced(place: Place) -> None:
    if place.libc.ptrace(PTRACE_TRACEME, 0, None, None):
        raise OSError(ctypes.get_errno(), "ptrace")


TRIALS: list[tuple[str, str, Callable[[Place], object]]] = [
    ("limits", f"{6 * CPU_SECONDS} s of processor time where {CPU_SECONDS} is granted", _spins),
    ("process", "read a descriptor that the host left open", lambda place: os.read(place.descriptor, 1)),
    ("process", "read the environment of the parent", lambda place: pathlib.Path(f"/proc/{place.parent}/environ").read_bytes()),
    ("process", "change the user", lambda place: os.setresuid(65533, 65533, 65533)),
    ("files", "read a file that is not granted", lambda place: pathlib.Path(place.file).read_bytes()),
    ("files", "write it", lambda place: os.open(place.file, os.O_WRONLY)),
    ("files", "list its folder", lambda place: os.listdir(place.folder)),
    ("files", "make a file beside it", lambda place: os.open(os.path.join(place.folder, "new"), os.O_CREAT | os.O_WRONLY)),
    ("network", "connect to a port of this machine", lambda place: _connects(socket.AF_INET, place.address)),
    ("network", "make a socket for datagrams", lambda place: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).close()),
    ("scopes", "signal the parent", lambda place: os.kill(place.parent, 0)),
    ("scopes", "connect to an abstract socket", lambda place: _connects(socket.AF_UNIX, place.name)),
    ("syscalls", "start a process", lambda place: os.fork() or os._exit(0)),
    ("syscalls", "become another program", lambda place: os.execv(sys.executable, ["python", "-c", ""])),
    ("syscalls", "make memory executable", lambda place: place.map(4096, mmap.PROT_READ | mmap.PROT_EXEC, 0)),
    ("syscalls", "be traced", _traced),
    ("memory", f"{2 * MEMORY_BYTES >> 20} MB where {MEMORY_BYTES >> 20} are granted", lambda place: place.memory(0)),
    ("memory", "the same as a stack", lambda place: place.memory(MAP_GROWSDOWN)),
    ("limits", f"{2 * FILES} descriptors where {FILES} are granted", _opens),
]


def serve() -> None:
    """Tries everything, each in a worker of its own, and prints what happened."""
    with tempfile.TemporaryDirectory() as folder:
        place = Place(folder)
        read = list(paths.for_imports())
        started = [(wall, what, *_start(place, read, attempt)) for wall, what, attempt in TRIALS]
        raised: dict[str, str | None] = {}
        trials: list[tuple[Any, ...]] = []
        for wall, what, pid, pipe in started:
            with open(pipe) as answer:
                lines = answer.read().splitlines()
            status = os.waitpid(pid, 0)[1]
            raised.update(json.loads(lines[0]) if lines else {})
            trials.append((wall, what, *_happened(lines[1:], status)))
    print(json.dumps({"raised": raised, "trials": trials}))


def _start(place: Place, read: list[str], attempt: Callable[[Place], object]) -> tuple[int, int]:
    """A worker that makes one attempt: its process, and where its answer comes from."""
    from fastexec._fastexec import confine

    reader, writer = os.pipe()
    pid = os.fork()
    if pid:
        os.close(writer)
        return pid, reader
    try:
        os.write(writer, json.dumps(confine(read, [], MEMORY_BYTES, CPU_SECONDS, FILES, [writer])).encode() + b"\n")
        attempt(place)
        os.write(writer, b"succeeded\n")
    except OSError as error:
        os.write(writer, f"refused ({errno.errorcode.get(error.errno or 0, 'an error')})\n".encode())
    except BaseException as error:  # noqa: BLE001 - the worker ends here, whatever it is
        os.write(writer, f"refused ({type(error).__name__})\n".encode())
    finally:
        os._exit(0)


def _happened(lines: list[str], status: int) -> tuple[str, bool]:
    """In words, and whether the wall held."""
    if os.WIFSIGNALED(status):
        return f"killed ({signal.Signals(os.WTERMSIG(status)).name})", True
    if not lines:
        return "succeeded", False  # another program ran in its place
    return lines[0], lines[0].startswith("refused")


# ---------------------------------------------------------------------------- facts
def _kernel() -> str:
    system = os.uname() if hasattr(os, "uname") else None
    return f"{system.sysname} {system.release} {system.machine}" if system else sys.platform


def _landlock() -> str:
    if sys.platform != "linux":
        return "not on this system"
    libc = ctypes.CDLL(None, use_errno=True)
    version = libc.syscall(LANDLOCK_CREATE_RULESET, None, ctypes.c_size_t(0), 1)
    if version < 0:
        return f"not to be had: {os.strerror(ctypes.get_errno())}"
    newer = {1: "files", 3: "truncation", 4: "TCP", 5: "devices", 6: "abstract sockets and signals"}
    return f"ABI {version}: {', '.join(text for least, text in newer.items() if version >= least)}"


def _seccomp() -> str:
    actions = pathlib.Path("/proc/sys/kernel/seccomp/actions_avail")
    try:
        known = actions.read_text().split()
        modes = [line.split()[1] for line in pathlib.Path("/proc/self/status").read_text().splitlines() if line.startswith("Seccomp:")]
    except OSError:
        return "unknown"
    around = "; a filter of somebody else's is around this process already" if modes == ["2"] else ""
    return f"{'with' if 'kill_process' in known else 'without'} an end of the process{around}"


def _cgroup() -> str:
    """Whether workers have groups with a limit on all memory that the kernel counts for them, tried by one."""
    program = f"import sys; sys.path[:] = {sys.path!r}; from fastexec.isolation import doctor; doctor.try_group()"
    try:
        done = subprocess.run([sys.executable, "-I", "-c", program], capture_output=True, text=True, timeout=SECONDS, check=False)
    except (OSError, subprocess.SubprocessError) as error:
        return f"could not be tried: {error}"
    return done.stdout.strip() or "could not be tried"


def try_group() -> None:
    """In a fresh interpreter: what becomes of a process in such a group that shares more memory than that may have."""
    try:
        made = groups.Groups(groups.place())
        groups.check(made)
        group = made.make(MEMORY_BYTES)
    except (groups.Unusable, OSError) as error:
        print(f"no group for a worker: {error}")
        return
    much = 4 * MEMORY_BYTES
    pid = os.fork()
    if not pid:
        try:
            group.enter()
            with mmap.mmap(-1, much) as shared:
                for at in range(0, much, mmap.PAGESIZE):
                    shared[at] = 1
        finally:
            os._exit(0)
    happened, held = _happened([], os.waitpid(pid, 0)[1])
    made.give_up(group)
    made.end()
    print(f"{'a group for each worker' if held else 'GROUPS DO NOT HOLD'}: {much >> 20} MB that are shared, where {MEMORY_BYTES >> 20} are granted: {happened}")


if __name__ == "__main__":
    print(report())
