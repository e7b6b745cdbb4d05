"""The attempts to break out, as native code makes them: each returns something true when it succeeds, or leaves a trace."""

from __future__ import annotations

import ctypes
import errno
import fcntl
import mmap
import os
import pathlib
import resource
import select
import signal
import socket
import struct
import termios
import threading
import time
from collections.abc import Callable

from breakouts import CPU_SECONDS, FILES, MEMORY_BYTES, Attempt, Stage
from native import LIBC, call, known, past

ATTEMPTS: list[Attempt] = []
Make = Callable[[Stage], object]
HERE = -100  # the folder that relative paths begin at
LIBC.mmap.restype = LIBC.shmat.restype = ctypes.c_void_p
LIBC.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long]
GROWSDOWN, SHARED_ANONYMOUS, PRIVATE_ANONYMOUS = 0x100, mmap.MAP_SHARED | mmap.MAP_ANONYMOUS, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS
READ_WRITE, READ_EXECUTE = mmap.PROT_READ | mmap.PROT_WRITE, mmap.PROT_READ | mmap.PROT_EXEC
BAD = (errno.EINVAL, errno.ENOENT, errno.EBADF, errno.EFAULT, errno.ENOTBLK, errno.EBUSY, errno.ENOEXEC, errno.ENODEV)


def attempt(group: str, *, root: bool = False, control: str | None = None, passes: str | None = None, slow: bool = False) -> Callable[[Make], Make]:
    """Puts the function into the table."""

    def add(make: Make) -> Make:
        ATTEMPTS.append(Attempt(make.__name__, group, make, root, control, passes, slow))
        return make

    return add


def holds_token(stage: Stage, data: bytes) -> bool:
    return stage.token in data


def reads(stage: Stage, path: str) -> bool:
    return holds_token(stage, pathlib.Path(path).read_bytes())


def mapped(length: int, protection: int, flags: int, descriptor: int = -1) -> int:
    address = LIBC.mmap(None, length, protection, flags, descriptor, 0)
    if address == ctypes.c_void_p(-1).value:
        raise OSError(ctypes.get_errno(), "mmap")
    return address


def shell(stage: Stage) -> list[str]:
    os.dup2(stage.answer, 9)  # shells know descriptors of one digit
    return ["/bin/sh", "-c", "echo succeeded: a program ran >&9"]


def system_loader() -> str:
    return next(path for path in ("/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1") if os.path.exists(path))


def computes() -> bool:
    while time.process_time() < CPU_SECONDS + 1.5:
        pass
    return True


def vector(address: int, length: int) -> ctypes.Array:
    """One struct iovec."""
    return ctypes.create_string_buffer(struct.pack("PN", address, length), 16)


# ------------------------------------------------------------------------------------------ reading files
@attempt("files")
def read_file(stage: Stage) -> object:
    """Open a file that is not granted, and read it"""
    return reads(stage, stage.secret)


@attempt("files")
def read_through_symlink(stage: Stage) -> object:
    """Read it through a symbolic link in a granted folder"""
    return reads(stage, os.path.join(stage.writable, "link"))


@attempt("files")
def read_through_new_symlink(stage: Stage) -> object:
    """Make a symbolic link to it in a granted folder, and read that"""
    os.symlink(stage.hidden, os.path.join(stage.writable, "folder"))
    return reads(stage, os.path.join(stage.writable, "folder", "secret"))


@attempt("files")
def read_through_hardlink(stage: Stage) -> object:
    """Link it into a granted folder, and read it there"""
    os.link(stage.secret, os.path.join(stage.writable, "hard"))
    return reads(stage, os.path.join(stage.writable, "hard"))


@attempt("files")
def read_after_rename(stage: Stage) -> object:
    """Move it into a granted folder, and read it there"""
    os.rename(stage.secret, os.path.join(stage.writable, "moved"))
    return reads(stage, os.path.join(stage.writable, "moved"))


@attempt("files")
def exchange_files(stage: Stage) -> object:
    """Let it change places with a granted file (renameat2)"""
    LIBC.renameat2.argtypes = [ctypes.c_int, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_uint]
    if LIBC.renameat2(HERE, stage.secret.encode(), HERE, stage.inside.encode(), 2):
        raise OSError(ctypes.get_errno(), "renameat2")


@attempt("files")
def read_by_dots(stage: Stage) -> object:
    """Leave a granted folder by `..`"""
    folder = os.open(stage.writable, os.O_RDONLY | os.O_DIRECTORY)
    return holds_token(stage, os.read(os.open("../hidden/secret", os.O_RDONLY, dir_fd=folder), 100))


@attempt("files")
def read_by_chdir(stage: Stage) -> object:
    """Go into its folder and read it by its short name"""
    os.chdir(stage.hidden)
    return reads(stage, "secret")


@attempt("files")
def read_by_proc_root(stage: Stage) -> object:
    """Read it under /proc/self/root"""
    return reads(stage, f"/proc/self/root{stage.secret}")


@attempt("files")
def read_by_proc_cwd(stage: Stage) -> object:
    """Read it under /proc/self/cwd"""
    os.chdir(stage.hidden)
    return reads(stage, "/proc/self/cwd/secret")


@attempt("files")
def reopen_path_descriptor(stage: Stage) -> object:
    """Open it as a mere place (O_PATH), and open that again under /proc/self/fd"""
    place = os.open(stage.secret, os.O_PATH)
    return reads(stage, f"/proc/self/fd/{place}")


@attempt("files")
def read_below_path_descriptor(stage: Stage) -> object:
    """Open its folder as a mere place, and the file below that"""
    folder = os.open(stage.hidden, os.O_PATH | os.O_DIRECTORY)
    return holds_token(stage, os.read(os.open("secret", os.O_RDONLY, dir_fd=folder), 100))


@attempt("files")
def read_by_openat2(stage: Stage) -> object:
    """Read it by the newer call for opening, whose arguments a filter cannot see"""
    how = ctypes.create_string_buffer(struct.pack("QQQ", os.O_RDONLY, 0, 0), 24)
    return holds_token(stage, os.read(call("openat2", HERE, stage.secret.encode(), how, 24), 100))


@attempt("files", root=True)
def read_by_handle(stage: Stage) -> object:
    """Open it by its number in the file system (open_by_handle_at)"""
    folder = os.open(stage.readable, os.O_RDONLY) if os.access(stage.readable, os.R_OK) else HERE
    return holds_token(stage, os.read(call("open_by_handle_at", folder, stage.handle, os.O_RDONLY), 100))


@attempt("files")
def list_folder(stage: Stage) -> object:
    """List a folder that is not granted"""
    return "secret" in os.listdir(stage.hidden)


@attempt("files")
def watch_folder(stage: Stage) -> object:
    """Watch what happens in a folder that is not granted (inotify)"""
    return call("inotify_add_watch", call("inotify_init1", 0), stage.hidden.encode(), 0xFFF)


@attempt("files", root=True)
def watch_machine(stage: Stage) -> object:
    """Watch all files of the machine (fanotify)"""
    return call("fanotify_init", 0, os.O_RDONLY)


@attempt("files")
def map_hidden_file(stage: Stage) -> object:
    """Map a file that is not granted"""
    with open(stage.secret, "rb") as file:
        return holds_token(stage, mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ)[:])


@attempt("files")
def open_for_ioctl(stage: Stage) -> object:
    """Open it in the fourth way, neither for reading nor for writing"""
    return call("openat", HERE, stage.secret.encode(), 3, 0)


@attempt("files", root=True)
def change_root(stage: Stage) -> object:
    """Make a granted folder the root, and leave that by `..`"""
    os.chroot(stage.writable)
    os.chdir("../" * 20)
    return True


@attempt("files")
def read_attributes(stage: Stage) -> object:
    """Ask for extended attributes of a file that is not granted"""
    return past("getxattr", stage.secret.encode(), b"user.x", ctypes.create_string_buffer(10), 10, errors=(errno.ENODATA,))


@attempt("files", passes="Landlock does not look at this")
def size_of_hidden_file(stage: Stage) -> object:
    """Ask for size and times of a file that is not granted (stat)"""
    return os.stat(stage.secret).st_size == len(stage.token)


@attempt("files", passes="Landlock does not look at this")
def target_of_hidden_link(stage: Stage) -> object:
    """Ask where a symbolic link leads that is not granted (readlink)"""
    return os.readlink(os.path.join(stage.hidden, "link")) == "secret"


# ------------------------------------------------------------------------------------------ writing files
@attempt("files")
def write_file(stage: Stage) -> object:
    """Write a file that is not granted"""
    os.write(os.open(stage.secret, os.O_WRONLY), b"!")


@attempt("files")
def append_to_file(stage: Stage) -> object:
    """Append to it"""
    os.write(os.open(stage.secret, os.O_WRONLY | os.O_APPEND), b"!")


@attempt("files")
def write_through_symlink(stage: Stage) -> object:
    """Write it through a symbolic link in a granted folder"""
    pathlib.Path(stage.writable, "link").write_bytes(b"!")


@attempt("files")
def write_readable_file(stage: Stage) -> object:
    """Write a file that is granted for reading"""
    os.write(os.open(stage.data, os.O_RDWR), b"!")


@attempt("files")
def truncate_while_reading(stage: Stage) -> object:
    """Cut a file that is granted for reading, while it is opened for reading"""
    os.open(stage.data, os.O_RDONLY | os.O_TRUNC)


@attempt("files")
def truncate_by_name(stage: Stage) -> object:
    """Cut a file by its name"""
    call("truncate", stage.data.encode(), 0)


@attempt("files")
def make_file(stage: Stage) -> object:
    """Make a file in a folder that is not granted"""
    os.open(os.path.join(stage.hidden, "new"), os.O_CREAT | os.O_WRONLY)


@attempt("files")
def make_nameless_file(stage: Stage) -> object:
    """Make a file without a name there, and give it one"""
    descriptor = os.open(stage.hidden, os.O_TMPFILE | os.O_WRONLY)
    if LIBC.linkat(descriptor, b"", HERE, os.path.join(stage.hidden, "new").encode(), 0x1000):
        raise OSError(ctypes.get_errno(), "linkat")


@attempt("files")
def move_out(stage: Stage) -> object:
    """Move a file out of a granted folder"""
    os.rename(stage.inside, os.path.join(stage.hidden, "new"))


@attempt("files")
def link_out(stage: Stage) -> object:
    """Link a file of a granted folder into another one"""
    os.link(stage.inside, os.path.join(stage.readable, "new"))


@attempt("files")
def remove_file(stage: Stage) -> object:
    """Remove a file that is not granted"""
    os.unlink(stage.secret)


@attempt("files")
def remove_readable_file(stage: Stage) -> object:
    """Remove a file that is granted for reading"""
    os.unlink(stage.data)


@attempt("files")
def make_folder(stage: Stage) -> object:
    """Make a folder in one that is not granted"""
    os.mkdir(os.path.join(stage.hidden, "new"))


@attempt("files")
def make_symlink(stage: Stage) -> object:
    """Make a symbolic link in a folder that is granted for reading"""
    os.symlink("/", os.path.join(stage.readable, "new"))


@attempt("files")
def make_pipe(stage: Stage) -> object:
    """Make a named pipe in a folder that is granted for writing"""
    os.mkfifo(os.path.join(stage.writable, "pipe"))
    return True


@attempt("files", root=True)
def make_device(stage: Stage) -> object:
    """Make a device there, and open it"""
    call("mknodat", HERE, os.path.join(stage.writable, "zeros").encode(), 0o20600, os.makedev(1, 5))
    return os.read(os.open(os.path.join(stage.writable, "zeros"), os.O_RDONLY), 1) == b"\0"


@attempt("files")
def change_mode(stage: Stage) -> object:
    """Let everybody read a file that is not granted (chmod)"""
    os.chmod(stage.secret, 0o777)


@attempt("files")
def change_mode_of_descriptor(stage: Stage) -> object:
    """Change the mode of a file that is granted for reading (fchmod)"""
    os.fchmod(os.open(stage.data, os.O_RDONLY), 0o777)


@attempt("files")
def change_mode_anew(stage: Stage) -> object:
    """The same by the newest call (fchmodat2)"""
    call("fchmodat2", HERE, stage.secret.encode(), 0o777, 0)


@attempt("files", root=True)
def change_owner(stage: Stage) -> object:
    """Give a file to somebody else"""
    os.chown(stage.secret, 12345, 12345)


@attempt("files")
def change_times(stage: Stage) -> object:
    """Change the times of a file that is not granted"""
    os.utime(stage.secret, (1, 1))


@attempt("files")
def change_attributes(stage: Stage) -> object:
    """Set an extended attribute of a file that is not granted"""
    os.setxattr(stage.secret, "user.x", b"!")


@attempt("files", root=True)
def write_kernel_setting(stage: Stage) -> object:
    """Open a setting of the kernel for writing (/proc/sys)"""
    return os.open("/proc/sys/kernel/hostname", os.O_WRONLY)


@attempt("files", root=True)
def open_kernel_log(stage: Stage) -> object:
    """Open the log of the kernel for writing (/dev/kmsg)"""
    return os.open("/dev/kmsg", os.O_WRONLY)


# ------------------------------------------------------------------------------------------ descriptors
@attempt("descriptors")
def read_inherited_descriptor(stage: Stage) -> object:
    """Read a descriptor that the host left open"""
    return holds_token(stage, os.pread(stage.leak, 100, 0))


@attempt("descriptors")
def write_inherited_descriptor(stage: Stage) -> object:
    """Write to it"""
    os.pwrite(stage.leak, b"!", 0)


@attempt("descriptors")
def read_high_descriptor(stage: Stage) -> object:
    """Read one with a high number"""
    return holds_token(stage, os.pread(stage.world.high, 100, 0))


@attempt("descriptors")
def open_below_inherited_folder(stage: Stage) -> object:
    """Open a file below a folder that the host left open"""
    return holds_token(stage, os.read(os.open("secret", os.O_RDONLY, dir_fd=stage.directory), 100))


@attempt("descriptors")
def accept_for_host(stage: Stage) -> object:
    """Take a connection that was meant for the host"""
    poll = select.poll()
    poll.register(stage.world.tcp.fileno(), select.POLLIN)
    return poll.poll(0) is not None and os.fstat(stage.world.tcp.fileno()).st_mode & 0o140000 == 0o140000


@attempt("descriptors")
def descriptor_of_other(stage: Stage) -> object:
    """Fetch a descriptor of another process (pidfd_getfd)"""
    return holds_token(stage, os.pread(call("pidfd_getfd", stage.pidfd, stage.leak, 0), 100, 0))


@attempt("descriptors", root=True)
def type_into_terminal(stage: Stage) -> object:
    """Type a command into the host's terminal (TIOCSTI)"""
    for letter in b"x\n":
        fcntl.ioctl(0, termios.TIOCSTI, bytes([letter]))
    return True


@attempt("descriptors")
def set_terminal(stage: Stage) -> object:
    """Switch off the echo of the host's terminal"""
    now = termios.tcgetattr(0)
    now[3] ^= termios.ECHO
    termios.tcsetattr(0, termios.TCSANOW, now)
    return True


@attempt("descriptors", control="the runner has no session of its own to take it into")
def take_terminal(stage: Stage) -> object:
    """Make the host's terminal one's own (TIOCSCTTY)"""
    return fcntl.ioctl(0, termios.TIOCSCTTY, 0) == 0


# ------------------------------------------------------------------------------------------ programs and processes
@attempt("processes")
def execute(stage: Stage) -> object:
    """Become another program"""
    os.execv("/bin/sh", shell(stage))


@attempt("processes")
def execute_descriptor(stage: Stage) -> object:
    """The same, of an open file (execveat)"""
    arguments = (ctypes.c_char_p * 4)(*[word.encode() for word in shell(stage)], None)
    call("execveat", os.open("/bin/sh", os.O_PATH), b"", arguments, None, 0x1000)


@attempt("processes")
def execute_from_memory(stage: Stage) -> object:
    """The same, of a program that is nowhere on disk (memfd_create)"""
    descriptor = call("memfd_create", b"program", 0)
    os.write(descriptor, pathlib.Path("/bin/sh").read_bytes())
    os.execv(f"/proc/self/fd/{descriptor}", shell(stage))


@attempt("processes")
def execute_own_file(stage: Stage) -> object:
    """The same, of a program that was written into a granted folder"""
    path = os.path.join(stage.writable, "program")
    pathlib.Path(path).write_text(f"#!/bin/sh\n{shell(stage)[2]}\n")
    os.chmod(path, 0o700)
    os.execv(path, [path])


@attempt("processes")
def execute_by_loader(stage: Stage) -> object:
    """Have the system's loader run a program"""
    loader = system_loader()
    os.execv(loader, [loader, *shell(stage)])


@attempt("processes")
def spawn(stage: Stage) -> object:
    """Start a program (posix_spawn)"""
    os.waitpid(os.posix_spawn("/bin/sh", shell(stage), {}), 0)


@attempt("processes")
def run_command(stage: Stage) -> object:
    """Start a program through the C library (system)"""
    if LIBC.system(shell(stage)[2].encode()):
        raise PermissionError(errno.EPERM, "system")


@attempt("processes")
def fork(stage: Stage) -> object:
    """Start a process"""
    return os.fork() or os._exit(0)


@attempt("processes")
def clone_process(stage: Stage) -> object:
    """The same by its oldest call (clone)"""
    return call("clone", signal.SIGCHLD, 0, 0, 0, 0) or os._exit(0)


@attempt("processes")
def clone_process_anew(stage: Stage) -> object:
    """The same by its newest call, whose arguments a filter cannot see (clone3)"""
    arguments = ctypes.create_string_buffer(struct.pack("11Q", 0, 0, 0, 0, signal.SIGCHLD, 0, 0, 0, 0, 0, 0), 88)
    return call("clone3", arguments, 88) or os._exit(0)


@attempt("processes", control="parent and child would share a stack")
def vfork(stage: Stage) -> object:
    """The same with the memory shared (vfork)"""
    return call("vfork") or os._exit(0)


@attempt("processes")
def clone_namespaces(stage: Stage) -> object:
    """Start a process that is root in a world of its own (user namespace)"""
    return call("clone", 0x10000000 | signal.SIGCHLD, 0, 0, 0, 0) or os._exit(0)


@attempt("processes")
def unshare_user(stage: Stage) -> object:
    """Become root in a world of one's own (unshare)"""
    return call("unshare", 0x10000000) == 0


@attempt("processes", root=True)
def unshare_mounts(stage: Stage) -> object:
    """Get mounts of one's own"""
    return call("unshare", 0x20000) == 0


@attempt("processes", root=True)
def enter_namespace(stage: Stage) -> object:
    """Enter the world of another process (setns)"""
    return call("setns", stage.pidfd, 0x04000000) == 0


@attempt("processes")
def outlive_parent(stage: Stage) -> object:
    """Have the kernel forget that the worker ends with its parent"""
    return call("prctl", 1, 0, 0, 0, 0) == 0


@attempt("processes")
def become_dumpable(stage: Stage) -> object:
    """Let others of the same user look in again"""
    return call("prctl", 4, 1, 0, 0, 0) == 0


@attempt("processes", root=True)
def change_user(stage: Stage) -> object:
    """Become another user"""
    os.setresuid(12345, 12345, 12345)
    return True


@attempt("processes", root=True)
def take_capabilities(stage: Stage) -> object:
    """Take the capabilities of root"""
    everything = ctypes.create_string_buffer(struct.pack("6I", 0xFFFFFFFF & ~(1 << 24), 0xFFFFFFFF & ~(1 << 24), 0, 0x1FF, 0x1FF, 0), 24)
    return call("capset", ctypes.create_string_buffer(struct.pack("Ii", 0x20080522, 0), 8), everything) == 0


@attempt("processes")
def add_filter(stage: Stage) -> object:
    """Put a filter of system calls over the walls' own"""
    LIBC.prctl(38, 1, 0, 0, 0)
    return past("seccomp", 1, 0, None, errors=(errno.EFAULT,))


# ------------------------------------------------------------------------------------------ other processes
@attempt("others")
def signal_other(stage: Stage) -> object:
    """Send a signal to another process"""
    os.kill(stage.canary, signal.SIGUSR1)
    time.sleep(0.02)


@attempt("others")
def signal_thread_of_other(stage: Stage) -> object:
    """The same, to a thread (tgkill)"""
    call("tgkill", stage.canary, stage.canary, signal.SIGUSR1)
    time.sleep(0.02)


@attempt("others")
def signal_thread(stage: Stage) -> object:
    """The same by the older call (tkill)"""
    call("tkill", stage.canary, signal.SIGUSR1)
    time.sleep(0.02)


@attempt("others")
def queue_signal(stage: Stage) -> object:
    """The same with data (rt_sigqueueinfo)"""
    call("rt_sigqueueinfo", stage.canary, signal.SIGUSR1, ctypes.create_string_buffer(struct.pack("iii", signal.SIGUSR1, 0, -1), 128))
    time.sleep(0.02)


@attempt("others")
def queue_signal_to_thread(stage: Stage) -> object:
    """The same, to a thread (rt_tgsigqueueinfo)"""
    details = ctypes.create_string_buffer(struct.pack("iii", signal.SIGUSR1, 0, -1), 128)
    call("rt_tgsigqueueinfo", stage.canary, stage.canary, signal.SIGUSR1, details)
    time.sleep(0.02)


@attempt("others")
def signal_by_descriptor(stage: Stage) -> object:
    """The same through a descriptor of the process that it was given (pidfd_send_signal)"""
    call("pidfd_send_signal", stage.pidfd, signal.SIGUSR1, None, 0)
    time.sleep(0.02)


@attempt("others")
def signal_by_pipe(stage: Stage) -> object:
    """Have the kernel send it when a pipe has data (F_SETOWN)"""
    reader, writer = os.pipe()
    fcntl.fcntl(reader, fcntl.F_SETOWN, stage.canary)
    fcntl.fcntl(reader, fcntl.F_SETFL, os.O_ASYNC)
    os.write(writer, b"!")
    time.sleep(0.02)


@attempt("others")
def signal_everybody(stage: Stage) -> object:
    """Signal all processes at once (kill -1; tried with no signal)"""
    os.kill(-1, 0)
    return True


@attempt("others")
def signal_parent(stage: Stage) -> object:
    """Signal the parent (tried with no signal)"""
    os.kill(stage.world.runner, 0)
    return True


@attempt("others")
def signal_group_of_parent(stage: Stage) -> object:
    """Signal all that were started with the parent (tried with no signal)"""
    os.killpg(os.getpgid(stage.world.runner), 0)
    return True


@attempt("others")
def open_process(stage: Stage) -> object:
    """Open another process (pidfd_open)"""
    return os.pidfd_open(stage.canary)


@attempt("others")
def trace(stage: Stage) -> object:
    """Trace another process (PTRACE_SEIZE)"""
    return call("ptrace", 0x4206, stage.canary, 0, 0) == 0


@attempt("others")
def read_memory(stage: Stage) -> object:
    """Read memory of another process (process_vm_readv)"""
    found = ctypes.create_string_buffer(len(stage.token))
    there = vector(ctypes.addressof(stage.world.memory), len(stage.token))
    call("process_vm_readv", stage.canary, vector(ctypes.addressof(found), len(stage.token)), 1, there, 1, 0)
    return found.raw == stage.token


@attempt("others")
def write_memory(stage: Stage) -> object:
    """Write memory of another process (process_vm_writev)"""
    text = ctypes.create_string_buffer(b"!")
    there = vector(ctypes.addressof(stage.world.memory), 1)
    return call("process_vm_writev", stage.canary, vector(ctypes.addressof(text), 1), 1, there, 1, 0)


@attempt("others")
def read_memory_file(stage: Stage) -> object:
    """Read memory of another process under /proc"""
    descriptor = os.open(f"/proc/{stage.canary}/mem", os.O_RDONLY)
    return holds_token(stage, os.pread(descriptor, len(stage.token), ctypes.addressof(stage.world.memory)))


@attempt("others")
def write_own_memory_file(stage: Stage) -> object:
    """Open one's own memory for writing, past all protection (/proc/self/mem)"""
    return os.open("/proc/self/mem", os.O_RDWR)


@attempt("others")
def read_environment(stage: Stage) -> object:
    """Read the environment of the parent"""
    return pathlib.Path(f"/proc/{stage.world.runner}/environ").read_bytes()


@attempt("others")
def read_maps(stage: Stage) -> object:
    """Read where another process has what in memory"""
    return pathlib.Path(f"/proc/{stage.canary}/maps").read_bytes()


@attempt("others")
def read_command_lines(stage: Stage) -> object:
    """List the processes of the machine"""
    return [name for name in os.listdir("/proc") if name.isdigit()]


@attempt("others")
def read_descriptor_of_parent(stage: Stage) -> object:
    """Open a descriptor of the parent under /proc"""
    return reads(stage, f"/proc/{stage.world.runner}/fd/{stage.leak}")


@attempt("others")
def root_of_other(stage: Stage) -> object:
    """Read a file under the root of another process"""
    return reads(stage, f"/proc/{stage.canary}/root{stage.secret}")


@attempt("others")
def compare_with_other(stage: Stage) -> object:
    """Compare one's own things with those of another process (kcmp)"""
    return call("kcmp", os.getpid(), stage.canary, 1, 0, 0) >= 0


@attempt("others", root=True)
def advise_other(stage: Stage) -> object:
    """Push memory of another process out (process_madvise)"""
    page = ctypes.addressof(stage.world.memory) & ~4095
    return call("process_madvise", stage.pidfd, vector(page, 4096), 1, 20, 0)


@attempt("others")
def locks_of_other(stage: Stage) -> object:
    """Ask for addresses of another process (get_robust_list)"""
    head, length = ctypes.c_void_p(), ctypes.c_size_t()
    return call("get_robust_list", stage.canary, ctypes.byref(head), ctypes.byref(length)) == 0


@attempt("others")
def slow_other(stage: Stage) -> object:
    """Lower the priority of another process"""
    os.setpriority(os.PRIO_PROCESS, stage.canary, 10)
    return True


@attempt("others")
def bind_other(stage: Stage) -> object:
    """Choose the processors of another process"""
    os.sched_setaffinity(stage.canary, os.sched_getaffinity(0))
    return True


@attempt("others")
def schedule_other(stage: Stage) -> object:
    """Change how another process is scheduled"""
    os.sched_setscheduler(stage.canary, os.SCHED_BATCH, os.sched_param(0))
    return True


@attempt("others")
def disk_priority_of_other(stage: Stage) -> object:
    """Change how soon another process reaches the disk (ioprio_set)"""
    return call("ioprio_set", 1, stage.canary, 3 << 13) == 0


@attempt("others")
def limit_other(stage: Stage) -> object:
    """Change limits of another process (prlimit)"""
    resource.prlimit(stage.canary, resource.RLIMIT_CORE, (0, 0))
    return True


# ------------------------------------------------------------------------------------------ network
@attempt("network")
def connect_tcp(stage: Stage) -> object:
    """Connect to a port of this machine"""
    socket.socket().connect(stage.world.tcp_address)
    return True


@attempt("network")
def listen_tcp(stage: Stage) -> object:
    """Listen on a port"""
    return socket.create_server(("127.0.0.1", 0))


@attempt("network")
def send_udp(stage: Stage) -> object:
    """Send a datagram"""
    return socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"!", stage.world.udp_address)


@attempt("network")
def connect_ipv6(stage: Stage) -> object:
    """Make a socket of IPv6"""
    return socket.socket(socket.AF_INET6)


@attempt("network")
def connect_unix(stage: Stage) -> object:
    """Connect to a socket of a service in a folder"""
    socket.socket(socket.AF_UNIX).connect(os.path.join(stage.world.folder, "stream"))
    return True


@attempt("network")
def connect_abstract(stage: Stage) -> object:
    """Connect to a socket of a service without a folder (abstract)"""
    socket.socket(socket.AF_UNIX).connect(stage.world.abstract_address)
    return True


@attempt("network")
def send_from_pair(stage: Stage) -> object:
    """Send a datagram to a service from a connected pair of sockets"""
    kind = socket.SOCK_DGRAM
    near = next((end for end in socket.socketpair(socket.AF_UNIX, kind)), None)
    return near.sendto(b"!", os.path.join(stage.world.folder, "datagrams"))


@attempt("network", control="a connected stream refuses by itself")
def send_from_stream(stage: Stage) -> object:
    """The same from a pair of streams"""
    near, far = socket.socketpair()
    return near.sendto(b"!", os.path.join(stage.world.folder, "stream"))


@attempt("network")
def ask_kernel(stage: Stage) -> object:
    """Ask the kernel about interfaces (netlink)"""
    return socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0)


@attempt("network", root=True)
def listen_to_packets(stage: Stage) -> object:
    """Listen to all packets of the machine"""
    return socket.socket(socket.AF_PACKET, socket.SOCK_RAW, 0x0300)


@attempt("network", root=True)
def make_raw_socket(stage: Stage) -> object:
    """Send packets of one's own making"""
    return socket.socket(socket.AF_INET, socket.SOCK_RAW, 255)


@attempt("network")
def connect_machine(stage: Stage) -> object:
    """Reach the machine around this one (vsock)"""
    return socket.socket(socket.AF_VSOCK)


@attempt("network")
def use_kernel_cipher(stage: Stage) -> object:
    """Have the kernel encrypt (AF_ALG, which had many holes)"""
    return socket.socket(socket.AF_ALG, socket.SOCK_SEQPACKET)


# ------------------------------------------------------------------------------------------ memory that others have too
@attempt("shared")
def read_shared_file(stage: Stage) -> object:
    """Read shared memory of another process (/dev/shm)"""
    return reads(stage, stage.world.shared_file)


@attempt("shared")
def make_shared_file(stage: Stage) -> object:
    """Make shared memory there"""
    path = f"/dev/shm/breakouts-new-{os.getpid()}"
    os.close(os.open(path, os.O_CREAT | os.O_RDWR))
    os.unlink(path)
    return True


@attempt("shared")
def attach_shared_memory(stage: Stage) -> object:
    """Read shared memory of another process (System V)"""
    address = LIBC.shmat(stage.world.shm, None, 0)
    if address == ctypes.c_void_p(-1).value:
        raise OSError(ctypes.get_errno(), "shmat")
    return ctypes.string_at(address, len(stage.token)) == stage.token


@attempt("shared")
def make_shared_memory(stage: Stage) -> object:
    """Make such memory, which stays after the worker"""
    made = call("shmget", 0, 4096, 0o1600)
    return call("shmctl", made, 0, None) == 0


@attempt("shared")
def count_semaphore(stage: Stage) -> object:
    """Change a semaphore of another process"""
    return call("semctl", stage.world.sem, 0, 16, 1) == 0


@attempt("shared")
def make_message_queue(stage: Stage) -> object:
    """Make a queue of messages, which stays after the worker"""
    made = call("msgget", 0, 0o1600)
    return call("msgctl", made, 0, None) == 0


@attempt("shared")
def open_message_queue(stage: Stage) -> object:
    """Open a queue of another process (POSIX)"""
    return call("mq_open", stage.world.queue, os.O_RDWR, 0, None)


@attempt("shared")
def add_key(stage: Stage) -> object:
    """Keep a secret in the kernel's keyring"""
    return call("add_key", b"user", b"breakouts-new", b"!", 1, -2)


@attempt("shared")
def read_key(stage: Stage) -> object:
    """Read a secret of another process from it (keyctl)"""
    found = ctypes.create_string_buffer(100)
    call("keyctl", 11, stage.world.key, found, 100, 0)
    return holds_token(stage, found.raw)


@attempt("shared")
def request_key(stage: Stage) -> object:
    """Look for it by its name (request_key)"""
    return call("request_key", b"user", stage.world.queue, None, -2)


# ------------------------------------------------------------------------------------------ the kernel and the machine
@attempt("kernel")
def use_io_uring(stage: Stage) -> object:
    """Have the kernel make system calls that no filter sees (io_uring)"""
    return call("io_uring_setup", 4, ctypes.create_string_buffer(120))


@attempt("kernel")
def use_aio(stage: Stage) -> object:
    """The same by its predecessor (io_setup)"""
    return call("io_setup", 1, ctypes.byref(ctypes.c_ulong(0))) == 0


@attempt("kernel", root=True)
def load_bpf(stage: Stage) -> object:
    """Make a table for programs in the kernel (bpf)"""
    return call("bpf", 0, ctypes.create_string_buffer(struct.pack("IIII", 2, 4, 8, 1), 128), 128)


@attempt("kernel", root=True)
def count_events(stage: Stage) -> object:
    """Count events of the processor (perf_event_open)"""
    return call("perf_event_open", ctypes.create_string_buffer(struct.pack("IIQ", 1, 112, 0), 112), 0, -1, -1, 0)


@attempt("kernel", root=True)
def handle_page_faults(stage: Stage) -> object:
    """Stop the kernel in the middle of its work (userfaultfd)"""
    return call("userfaultfd", os.O_CLOEXEC)


@attempt("kernel")
def change_personality(stage: Stage) -> object:
    """Switch off the random places of memory (personality)"""
    return call("personality", 0x0040000) >= 0 and call("personality", 0) >= 0


@attempt("kernel")
def hide_memory(stage: Stage) -> object:
    """Make memory that not even the kernel sees (memfd_secret)"""
    return call("memfd_secret", 0)


@attempt("kernel", root=True)
def mount(stage: Stage) -> object:
    """Mount a file system (one that there is not)"""
    return past("mount", b"none", stage.writable.encode(), b"nosuchfs", 0, None, errors=BAD)


@attempt("kernel", root=True)
def unmount(stage: Stage) -> object:
    """Unmount one (where none is)"""
    return past("umount2", stage.writable.encode(), 0, errors=BAD)


@attempt("kernel", root=True)
def pivot(stage: Stage) -> object:
    """Change places with the root (which is not one)"""
    return past("pivot_root", stage.writable.encode(), stage.writable.encode(), errors=BAD)


@attempt("kernel", root=True)
def prepare_mount(stage: Stage) -> object:
    """Mount by the newer calls (fsopen)"""
    return call("fsopen", b"tmpfs", 0)


@attempt("kernel", root=True)
def copy_mount(stage: Stage) -> object:
    """Copy a mount (open_tree)"""
    return call("open_tree", HERE, stage.writable.encode(), 1)


@attempt("kernel", root=True)
def load_module(stage: Stage) -> object:
    """Load a module into the kernel (which is none)"""
    return past("init_module", b"0123456789", 10, b"", errors=BAD)


@attempt("kernel", root=True)
def load_module_file(stage: Stage) -> object:
    """The same from a file"""
    return past("finit_module", -1, b"", 0, errors=BAD)


@attempt("kernel", root=True)
def unload_module(stage: Stage) -> object:
    """Unload one (that is not there)"""
    return past("delete_module", b"nosuchmodule", os.O_NONBLOCK, errors=BAD)


@attempt("kernel", root=True)
def load_kernel(stage: Stage) -> object:
    """Load another kernel (with flags that there are not)"""
    return past("kexec_load", 0, 1, None, 0xFFFF, errors=BAD)


@attempt("kernel", root=True)
def reboot(stage: Stage) -> object:
    """Switch the machine off (without the numbers that this takes)"""
    return past("reboot", 0, 0, 0, None, errors=BAD)


@attempt("kernel", root=True)
def set_host_name(stage: Stage) -> object:
    """Name the machine (as it is named)"""
    socket.sethostname(socket.gethostname())
    return True


@attempt("kernel", root=True)
def set_domain_name(stage: Stage) -> object:
    """Name its domain (from nowhere)"""
    return past("setdomainname", None, 1, errors=BAD)


@attempt("kernel", root=True)
def set_time(stage: Stage) -> object:
    """Set the clock (to nothing)"""
    return past("settimeofday", None, None, errors=BAD)


@attempt("kernel", root=True)
def use_swap(stage: Stage) -> object:
    """Swap memory out to a file (that is not there)"""
    return past("swapon", b"/nonexistent", 0, errors=BAD)


@attempt("kernel", root=True)
def account(stage: Stage) -> object:
    """Have all processes written down (in a file that is not there)"""
    return past("acct", b"/nonexistent", errors=BAD)


@attempt("kernel")
def quota(stage: Stage) -> object:
    """Ask for quotas (of a disk that is not there)"""
    return past("quotactl", 0x80000700, b"/nonexistent", 0, None, errors=BAD)


@attempt("kernel", root=True)
def read_kernel_log(stage: Stage) -> object:
    """Read the log of the kernel (syslog)"""
    return call("syslog", 10, None, 0) >= 0 and call("syslog", 3, ctypes.create_string_buffer(4096), 4096) >= 0


@attempt("kernel", root=True)
def hang_up(stage: Stage) -> object:
    """Take the terminal away from all (vhangup; there is none)"""
    os.setsid() if os.getsid(0) != os.getpid() else None
    return call("vhangup") == 0


if known("iopl"):

    @attempt("kernel", root=True)
    def use_ports(stage: Stage) -> object:
        """Talk to the hardware (iopl)"""
        return call("iopl", 3) == 0

    @attempt("kernel", root=True)
    def use_one_port(stage: Stage) -> object:
        """The same, one port (ioperm)"""
        return call("ioperm", 0x80, 1, 1) == 0

    @attempt("kernel")
    def segments(stage: Stage) -> object:
        """Look at segments of old programs (modify_ldt)"""
        return call("modify_ldt", 0, ctypes.create_string_buffer(64), 64) >= 0

    @attempt("kernel")
    def call_in_32_bits(stage: Stage) -> object:
        """Make system calls as a 32-bit program, whose numbers are others"""
        return stage.world.code(20, 0) == os.getpid()

    @attempt("kernel", control="kernels without the x32 interface do not know it")
    def call_in_x32(stage: Stage) -> object:
        """Make system calls by the numbers of the x32 interface"""
        number = 0x40000000 | 41
        made = LIBC.syscall(ctypes.c_long(number), 2, 1, 0)
        if made < 0:
            raise OSError(ctypes.get_errno(), "x32")
        return made


# ------------------------------------------------------------------------------------------ new code
@attempt("code")
def map_executable(stage: Stage) -> object:
    """Get memory that is executable"""
    return mapped(4096, READ_EXECUTE, PRIVATE_ANONYMOUS)


@attempt("code")
def map_writable_and_executable(stage: Stage) -> object:
    """Get memory that is writable and executable"""
    return mapped(4096, READ_WRITE | mmap.PROT_EXEC, PRIVATE_ANONYMOUS)


@attempt("code")
def make_executable(stage: Stage) -> object:
    """Make memory executable that was written (mprotect)"""
    return call("mprotect", mapped(4096, READ_WRITE, PRIVATE_ANONYMOUS), 4096, READ_EXECUTE) == 0


@attempt("code")
def make_executable_by_key(stage: Stage) -> object:
    """The same by the newer call (pkey_mprotect)"""
    return call("pkey_mprotect", mapped(4096, READ_WRITE, PRIVATE_ANONYMOUS), 4096, READ_EXECUTE, -1) == 0


@attempt("code")
def make_file_executable(stage: Stage) -> object:
    """Map a library so that its code may be written"""
    descriptor = os.open(system_loader(), os.O_RDONLY)
    return mapped(4096, READ_WRITE | mmap.PROT_EXEC, mmap.MAP_PRIVATE, descriptor)


@attempt("code")
def map_memory_file(stage: Stage) -> object:
    """Write code into a file in memory, and map that (memfd_create)"""
    descriptor = call("memfd_create", b"code", 0)
    os.ftruncate(descriptor, 4096)
    return mapped(4096, READ_EXECUTE, mmap.MAP_PRIVATE, descriptor)


# ------------------------------------------------------------------------------------------ more than granted
@attempt("more")
def more_memory(stage: Stage) -> object:
    """Get twice the memory that is granted"""
    return mapped(2 * MEMORY_BYTES, READ_WRITE, PRIVATE_ANONYMOUS)


@attempt("more")
def more_memory_of_python(stage: Stage) -> object:
    """The same as an object of Python"""
    return bytearray(2 * MEMORY_BYTES)[:1] == b"\0"


@attempt("more")
def more_memory_by_pieces(stage: Stage) -> object:
    """The same in small pieces"""
    held = [mapped(1 << 20, READ_WRITE, PRIVATE_ANONYMOUS) for _ in range(2 * MEMORY_BYTES >> 20)]
    return len(held)


@attempt("more")
def more_memory_by_break(stage: Stage) -> object:
    """The same at the end of the data (brk)"""
    end = call("brk", 0)
    if call("brk", end + 2 * MEMORY_BYTES) < end + 2 * MEMORY_BYTES:
        raise MemoryError
    return True


@attempt("more")
def more_memory_as_stack(stage: Stage) -> object:
    """The same as a stack, which the limit does not count"""
    return mapped(2 * MEMORY_BYTES, READ_WRITE, PRIVATE_ANONYMOUS | GROWSDOWN)


@attempt("more")
def more_memory_shared(stage: Stage) -> object:
    """The same as shared memory, which the limit does not count"""
    return mapped(2 * MEMORY_BYTES, READ_WRITE, SHARED_ANONYMOUS)


@attempt("more")
def more_memory_of_zeros(stage: Stage) -> object:
    """The same from the file of zeros"""
    return mapped(2 * MEMORY_BYTES, READ_WRITE, mmap.MAP_SHARED, os.open("/dev/zero", os.O_RDWR))


@attempt("more")
def more_memory_later(stage: Stage) -> object:
    """Reserve the memory, and make it writable afterwards"""
    return call("mprotect", mapped(2 * MEMORY_BYTES, 0, PRIVATE_ANONYMOUS), 2 * MEMORY_BYTES, READ_WRITE) == 0


@attempt("more")
def more_memory_by_growth(stage: Stage) -> object:
    """Get little memory, and let it grow (mremap)"""
    return call("mremap", mapped(4096, READ_WRITE, PRIVATE_ANONYMOUS), 4096, 2 * MEMORY_BYTES, 1, 0)


@attempt("more")
def more_memory_as_file(stage: Stage) -> object:
    """Get it as a file in memory"""
    descriptor = call("memfd_create", b"memory", 0)
    os.ftruncate(descriptor, 2 * MEMORY_BYTES)
    return True


@attempt("more")
def more_threads(stage: Stage) -> object:
    """Start threads whose stacks take twice the memory together"""
    threading.stack_size(8 << 20)
    done = threading.Event()
    threads = [threading.Thread(target=done.wait, daemon=True) for _ in range(2 * MEMORY_BYTES >> 23)]
    try:
        for thread in threads:
            thread.start()
    except RuntimeError:
        raise MemoryError from None
    return True


@attempt("more")
def lock_memory(stage: Stage) -> object:
    """Keep memory from being swapped out"""
    address = mapped(4096, READ_WRITE, PRIVATE_ANONYMOUS)
    if LIBC.mlock(ctypes.c_void_p(address), ctypes.c_size_t(4096)):
        raise OSError(ctypes.get_errno(), "mlock")
    return True


@attempt("more")
def raise_limit(stage: Stage) -> object:
    """Raise one's own limit"""
    unlimited = ctypes.create_string_buffer(struct.pack("QQ", 2**64 - 1, 2**64 - 1), 16)
    return call("prlimit64", 0, resource.RLIMIT_DATA, unlimited, None) == 0


@attempt("more", slow=True)
def more_time(stage: Stage) -> object:
    """Compute longer than is granted, deaf to the signal that says so"""
    signal.signal(signal.SIGXCPU, signal.SIG_IGN)
    return computes()


@attempt("more", slow=True)
def more_time_in_thread(stage: Stage) -> object:
    """The same in another thread"""
    thread = threading.Thread(target=computes)
    signal.signal(signal.SIGXCPU, signal.SIG_IGN)
    thread.start()
    end = time.monotonic() + 15
    while time.process_time() < CPU_SECONDS + 1.5 and time.monotonic() < end:
        time.sleep(0.05)
    return time.process_time() >= CPU_SECONDS + 1.5


@attempt("more")
def more_descriptors(stage: Stage) -> object:
    """Open more descriptors than granted"""
    return [os.dup(1) for _ in range(2 * FILES)]


@attempt("more")
def descriptor_beyond(stage: Stage) -> object:
    """Open one with a number beyond"""
    return os.dup2(1, 2 * FILES)


@attempt("more", root=True)
def higher_priority(stage: Stage) -> object:
    """Get in front of other processes"""
    os.setpriority(os.PRIO_PROCESS, 0, os.getpriority(os.PRIO_PROCESS, 0) - 1)
    return True


@attempt("more", root=True)
def real_time(stage: Stage) -> object:
    """Get in front of all of them for good (real time)"""
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
    os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
    return True
