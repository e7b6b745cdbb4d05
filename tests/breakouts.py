"""Runs attempts to break out as native code in processes with walls and, to see that they would succeed, without.

As a program (`python -I breakouts.py settings`) it is the runner: it forks a process for each attempt, which confines itself
and makes it. Nothing of the language's rules is there. No attempt harms the machine when it succeeds. The attempts are in
breakout_attempts.py; `python breakouts.py` prints the table of what stopped each.
"""

from __future__ import annotations

import contextlib
import ctypes
import dataclasses
import errno
import json
import mmap
import os
import pathlib
import platform
import secrets
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Callable, Iterator

HERE = os.path.dirname(os.path.abspath(__file__))
MODES = ("control", "bare", "granted")  # without walls; nothing granted; one folder granted for reading, one for writing
NOBODY = 65534
MEMORY_BYTES = 64 << 20
CPU_SECONDS = 1
FILES = 64
PATIENCE = 90  # seconds for one attempt
# What a machine answers that forbids an attempt, or does not know it, without any wall of ours.
UNAVAILABLE = {errno.EPERM, errno.EACCES, errno.ENOSYS, errno.EOPNOTSUPP, errno.ENODEV, errno.EIO, errno.EAFNOSUPPORT}


@dataclasses.dataclass
class Attempt:
    """One way to try. `make` returns something true, or changes what `Stage` looks at, when it succeeds."""

    name: str
    group: str
    make: Callable[[Stage], object]
    root: bool  # whether only root succeeds without walls
    control: str | None  # why it is not made without walls
    passes: str | None  # why nothing stops it
    slow: bool

    @property
    def what(self) -> str:
        """A sentence for people."""
        return " ".join((self.make.__doc__ or "").split())


@dataclasses.dataclass
class Outcome:
    """What became of one attempt in one mode."""

    name: str
    mode: str
    succeeded: bool
    detail: str
    errno: int | None = None


# ------------------------------------------------------------------------------------------ the stage
class World:
    """What is there once for all attempts: sockets, shared memory, a terminal, keys."""

    def __init__(self, folder: str, imports: list[str]) -> None:
        import native

        self.folder, self.imports, self.runner = folder, imports, os.getpid()
        self.token = secrets.token_hex(16).encode()
        self.tcp = socket.create_server(("127.0.0.1", 0), backlog=200)
        self.udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.udp.bind(("127.0.0.1", 0))
        self.unix = self._bound(socket.SOCK_STREAM, os.path.join(folder, "stream"))
        self.datagrams = self._bound(socket.SOCK_DGRAM, os.path.join(folder, "datagrams"))
        self.abstract = self._bound(socket.SOCK_STREAM, f"\0breakouts-{os.getpid()}")
        self.tcp_address, self.udp_address, self.abstract_address = (bound.getsockname() for bound in (self.tcp, self.udp, self.abstract))
        self.terminal, self.terminal_side = os.openpty()
        self.shared_file = f"/dev/shm/breakouts-{os.getpid()}"
        self.queue = f"breakouts-{os.getpid()}".encode()
        self.memory = ctypes.create_string_buffer(self.token)  # at the same address in every process forked from here
        self.written = ctypes.create_string_buffer(1)
        self.high = 900  # a descriptor that is easily overlooked
        self.code = machine_code()
        pathlib.Path(folder, "world").write_bytes(self.token)
        self.file = os.open(os.path.join(folder, "world"), os.O_RDONLY)
        self.watch()
        self.shm = self.sem = self.msg = self.key = -1
        with contextlib.suppress(OSError):
            pathlib.Path(self.shared_file).write_bytes(self.token)
        with contextlib.suppress(OSError):
            self._ipc(native)
        with contextlib.suppress(OSError):
            self.key = native.call("add_key", b"user", self.queue, self.token, len(self.token), -4)

    def _bound(self, kind: int, address: str) -> socket.socket:
        bound = socket.socket(socket.AF_UNIX, kind)
        bound.bind(address)
        if kind == socket.SOCK_STREAM:
            bound.listen(200)
        return bound

    def _ipc(self, native) -> None:
        self.shm = native.call("shmget", 0, 4096, 0o1600)
        native.LIBC.shmat.restype = ctypes.c_void_p
        ctypes.memmove(native.LIBC.shmat(self.shm, None, 0), self.token, len(self.token))
        self.sem = native.call("semget", 0, 1, 0o1600)
        self.msg = native.call("msgget", 0, 0o1600)
        os.close(native.call("mq_open", self.queue, os.O_CREAT | os.O_RDWR, 0o600, None))

    def watch(self) -> None:
        """Starts a process that tells of signals, and otherwise sleeps with the token in its memory."""
        reader, writer = os.pipe()
        self.heard, ear = os.pipe2(os.O_NONBLOCK)
        self.canary = os.fork()
        if self.canary:
            self.pidfd = os.pidfd_open(self.canary)
            os.read(reader, 1)
            for descriptor in (reader, writer, ear):
                os.close(descriptor)
            return
        try:
            # Waited for, not handled: Python's handlers may answer a later signal before an earlier one, the kernel's queue does not.
            said = {signal.SIGUSR1: b"!", signal.SIGIO: b"!", signal.SIGRTMAX: b"."}
            signal.pthread_sigmask(signal.SIG_BLOCK, said)
            os.write(writer, b".")
            while True:
                os.write(ear, said[signal.sigwait(said)])
        finally:
            os._exit(0)

    def signalled(self) -> str | None:
        """Whether something reached that process since the last look; if it ended, another takes its place."""
        os.kill(self.canary, signal.SIGRTMAX)  # the last of all that it has to answer
        said = b""
        while not said.endswith(b"."):
            if os.waitpid(self.canary, os.WNOHANG)[0]:
                self.watch()
                return "the other process ended"
            if select.select([self.heard], [], [], 0.5)[0]:
                said += os.read(self.heard, 100)
        return "a signal reached the other process" if said != b"." else None

    def remove(self) -> None:
        """Takes away what would outlive the process."""
        import native

        os.kill(self.canary, signal.SIGKILL)
        os.waitpid(self.canary, 0)
        tasks = [("shmctl", self.shm, 0, None), ("semctl", self.sem, 0, 0, None), ("msgctl", self.msg, 0, None)]
        for task in [*tasks, ("mq_unlink", self.queue), ("keyctl", 9, self.key, -4)]:
            with contextlib.suppress(OSError):
                native.call(*task)
        with contextlib.suppress(OSError):
            os.unlink(self.shared_file)


def machine_code() -> Callable[[int, int], int] | None:
    """A function that makes a 32-bit system call with two arguments, made while memory may still become executable."""

    if platform.machine() != "x86_64":
        return None
    # push rbx; mov eax, edi; mov ebx, esi; mov ecx, 0; int 0x80; pop rbx; ret
    code = bytes.fromhex("53 89f8 89f3 b900000000 cd80 5b c3")
    memory = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    memory.write(code)
    function = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int, ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(memory)))
    function.memory = memory
    return function


class Stage:
    """What one attempt is about: files that it must not reach, and what `World` has."""

    def __init__(self, world: World, number: int) -> None:
        self.world, self.token = world, world.token
        self.folder = os.path.join(world.folder, str(number))
        self.hidden = os.path.join(self.folder, "hidden")
        self.secret = os.path.join(self.hidden, "secret")
        self.readable = os.path.join(self.folder, "readable")
        self.data = os.path.join(self.readable, "data")
        self.writable = os.path.join(self.folder, "writable")
        self.inside = os.path.join(self.writable, "inside")
        for folder in (self.hidden, self.readable, self.writable):
            os.makedirs(folder)
        pathlib.Path(self.secret).write_bytes(self.token)
        pathlib.Path(self.data).write_bytes(b"data")
        pathlib.Path(self.inside).write_bytes(b"inside")
        os.symlink(self.secret, os.path.join(self.writable, "link"))
        os.symlink("secret", os.path.join(self.hidden, "link"))
        self.handle = self._handle()
        self.leak = os.open(self.secret, os.O_RDWR)
        self.directory = os.open(self.hidden, os.O_RDONLY)
        self.canary, self.pidfd = world.canary, world.pidfd
        self.answer = -1
        self.before = self._state()

    def _handle(self) -> ctypes.Array | None:
        import native

        handle, mount = ctypes.create_string_buffer(b"\x80\0\0\0" + bytes(132), 136), ctypes.c_int()
        try:
            native.call("name_to_handle_at", -100, self.secret.encode(), handle, ctypes.byref(mount), 0)
        except OSError:
            return None
        return handle

    def _state(self) -> list:
        files = [(path, os.lstat(path), sorted(os.listdir(path)) if os.path.isdir(path) else pathlib.Path(path).read_bytes())
                 for path in (self.hidden, self.secret, self.readable, self.data)]  # fmt: skip
        return [(path, at.st_mode, at.st_uid, at.st_gid, at.st_mtime_ns, at.st_nlink, found, os.listxattr(path)) for path, at, found in files]

    def changed(self) -> str | None:
        """What an attempt did, as seen from outside."""
        if signalled := self.world.signalled():
            return signalled
        try:
            now = self._state()
        except OSError as error:
            return f"files are gone: {error}"
        differences = [old[0] for old, new in zip(self.before, now, strict=True) if old != new]
        return f"changed: {', '.join(map(os.path.basename, differences))}" if differences else None

    def remove(self) -> None:
        """The end of it."""
        for descriptor in (self.leak, self.directory):
            os.close(descriptor)
        shutil.rmtree(self.folder, ignore_errors=True)


# ------------------------------------------------------------------------------------------ the runner
@dataclasses.dataclass
class Running:
    """An attempt under way."""

    attempt: Attempt
    mode: str
    stage: Stage
    pid: int
    answer: int
    until: float


def serve(settings: dict) -> None:
    """Makes the attempts, and prints outcomes as JSON."""
    import breakout_attempts  # all imports before the change of the user, who may not be able to read modules
    from fastexec.isolation import paths

    imports = paths.for_imports()
    if settings["user"] is not None:
        os.setgroups([])
        os.setresgid(*[settings["user"]] * 3)
        os.setresuid(*[settings["user"]] * 3)
        ctypes.CDLL(None).prctl(4, 1, 0, 0, 0)  # dumpable again, as a process of an ordinary user is
    world, outcomes, running, number = World(settings["folder"], imports), [], [], 0
    try:
        for attempt in sorted(breakout_attempts.ATTEMPTS, key=lambda attempt: not attempt.slow):
            for mode in MODES:
                if mode == "control" and (attempt.control or (attempt.root and os.geteuid() != 0)):
                    continue
                number += 1
                started = start(world, attempt, mode, number)
                if attempt.slow:
                    running.append(started)
                else:
                    outcomes.append(finish(started))
        outcomes += [finish(started) for started in running]
    finally:
        world.remove()
    print(json.dumps([dataclasses.asdict(outcome) for outcome in outcomes]))


def start(world: World, attempt: Attempt, mode: str, number: int) -> Running:
    """Forks a process that confines itself and makes the attempt."""
    stage = Stage(world, number)
    reader, stage.answer = os.pipe()
    os.set_inheritable(stage.answer, True)
    os.dup2(stage.leak, world.high)
    pid = os.fork()
    if pid == 0:
        try:
            attempt_in_child(stage, attempt, mode)
        finally:
            os._exit(0)
    os.close(stage.answer)
    os.close(world.high)
    return Running(attempt, mode, stage, pid, reader, time.monotonic() + PATIENCE)


def attempt_in_child(stage: Stage, attempt: Attempt, mode: str) -> None:
    """What the forked process does: one line of answer."""
    os.dup2(stage.world.terminal_side, 0)
    try:
        if mode != "control":
            confined(stage, mode)
        found = attempt.make(stage)
        answer = f"succeeded: {found!r}" if found else "nothing came of it"
    except (OSError, termios.error) as error:
        number = error.args[0] if error.args else 0
        answer = f"{errno.errorcode.get(number, 'OSError')} {number}"
    except BaseException as error:  # noqa: BLE001 - the process ends here, whatever it is
        answer = type(error).__name__
    os.write(stage.answer, answer[:200].encode() + b"\n")


def confined(stage: Stage, mode: str) -> None:
    """Raises the walls around the calling process."""
    from fastexec._fastexec import confine

    read, write = stage.world.imports, []
    if mode == "granted":
        read, write = [*read, stage.readable], [stage.writable]
    missing = {wall: why for wall, why in confine(read, write, MEMORY_BYTES, CPU_SECONDS, FILES, [stage.answer, stage.pidfd]).items() if why}
    if missing:
        raise RuntimeError(f"walls are missing: {missing}")


def finish(running: Running) -> Outcome:
    """Waits for the answer and looks at the traces."""
    said = answer_of(running)
    status = os.waitpid(running.pid, 0)[1]
    os.close(running.answer)
    seen = running.stage.changed()
    running.stage.remove()
    attempt, mode = running.attempt, running.mode
    if seen or said.startswith("succeeded"):
        return Outcome(attempt.name, mode, True, seen or said)
    if os.WIFSIGNALED(status):
        return Outcome(attempt.name, mode, False, signal.Signals(os.WTERMSIG(status)).name)
    name, _, number = said.partition(" ")
    return Outcome(attempt.name, mode, False, name if number.isdigit() else said, int(number) if number.isdigit() else None)


def answer_of(running: Running) -> str:
    """The line that the process wrote; one that does not end is ended."""
    ready, _, _ = select.select([running.answer], [], [], max(0.0, running.until - time.monotonic()))
    if not ready:
        os.kill(running.pid, signal.SIGKILL)
        return "no answer"
    return os.read(running.answer, 1000).decode().split("\n")[0]


# ------------------------------------------------------------------------------------------ from outside
def run(user: int | None) -> list[Outcome]:
    """All outcomes, as this user or another one."""
    with folder_for(user) as folder:
        settings = json.dumps({"paths": sys.path, "user": user, "folder": folder})
        command = [sys.executable, "-I", os.path.join(HERE, "breakouts.py"), settings]
        environment = dict(os.environ, OPENBLAS_NUM_THREADS="1", OMP_NUM_THREADS="1")
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=300, env=environment, check=False)
    if done.returncode:
        raise RuntimeError(done.stderr)
    return [Outcome(**fields) for fields in json.loads(done.stdout)]


@contextlib.contextmanager
def folder_for(user: int | None) -> Iterator[str]:
    """A folder of this user's, outside of everything that is readable for imports."""
    folder = tempfile.mkdtemp(prefix="breakouts-")
    try:
        if user is not None:
            os.chown(folder, user, user)
        os.chmod(folder, 0o755)
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def stopped_by(outcome: Outcome) -> str:
    """The wall, by the way in which it answers."""
    walls = {
        "SIGSYS": "system calls: the process is ended",
        "EPERM": "system calls: refused",
        "ENOSYS": "system calls: unknown",
        "ENOTSUP": "system calls: unsupported",
        "EACCES": "files",
        "EXDEV": "files",
        "ENOMEM": "memory",
        "MemoryError": "memory",
        "EMFILE": "limits",
        "EINVAL": "limits",
        "SIGKILL": "limits",
        "nothing came of it": "system calls: answered, but not done",
        "EBADF": "process: the descriptor is closed",
    }
    return walls.get(outcome.detail, outcome.detail)


def table(outcomes: list[Outcome]) -> str:
    """Markdown: each attempt, and what stopped it where nothing is granted and where two folders are."""
    import breakout_attempts

    found = {(outcome.name, outcome.mode): outcome for outcome in outcomes}
    lines = ["| attempt | nothing granted | folders granted |", "|---|---|---|"]
    for attempt in breakout_attempts.ATTEMPTS:
        cells = []
        for mode in MODES[1:]:
            outcome = found[attempt.name, mode]
            cells.append(f"**not stopped**: {attempt.passes}" if outcome.succeeded else stopped_by(outcome))
        lines.append(f"| {attempt.what} | {cells[0]} | {cells[1] if cells[1] != cells[0] else 'the same'} |")
    return "\n".join(lines)


PAGE = pathlib.Path(HERE).parent / "docs" / "breakouts.md"


def page(outcomes: list[Outcome]) -> str:
    """The page with this table."""
    return PAGE.read_text(encoding="utf-8").partition("| attempt |")[0] + table(outcomes) + "\n"


def main() -> None:
    if sys.argv[1:] == ["--write"]:
        PAGE.write_text(page(run(None)), encoding="utf-8")
    elif len(sys.argv) > 1:
        settings = json.loads(sys.argv[1])
        sys.path[:] = [HERE, *settings["paths"]]
        sys.modules["breakouts"] = sys.modules["__main__"]
        serve(settings)
    else:
        print(table(run(None)))


if __name__ == "__main__":
    main()
