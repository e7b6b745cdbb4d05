"""Attempts to reach other processes and the network, and to become one's own. See breakout_table.py."""

from __future__ import annotations

import ctypes
import errno
import fcntl
import os
import pathlib
import resource
import signal
import socket
import struct

from breakout_table import attempt, holds_token, reads, shell, system_loader, vector
from breakouts import Stage
from native import LIBC, call, past


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


@attempt("others")
def signal_thread_of_other(stage: Stage) -> object:
    """The same, to a thread (tgkill)"""
    call("tgkill", stage.canary, stage.canary, signal.SIGUSR1)


@attempt("others")
def signal_thread(stage: Stage) -> object:
    """The same by the older call (tkill)"""
    call("tkill", stage.canary, signal.SIGUSR1)


@attempt("others")
def queue_signal(stage: Stage) -> object:
    """The same with data (rt_sigqueueinfo)"""
    call("rt_sigqueueinfo", stage.canary, signal.SIGUSR1, ctypes.create_string_buffer(struct.pack("iii", signal.SIGUSR1, 0, -1), 128))


@attempt("others")
def queue_signal_to_thread(stage: Stage) -> object:
    """The same, to a thread (rt_tgsigqueueinfo)"""
    details = ctypes.create_string_buffer(struct.pack("iii", signal.SIGUSR1, 0, -1), 128)
    call("rt_tgsigqueueinfo", stage.canary, stage.canary, signal.SIGUSR1, details)


@attempt("others")
def signal_by_descriptor(stage: Stage) -> object:
    """The same through a descriptor of the process that it was given (pidfd_send_signal)"""
    call("pidfd_send_signal", stage.pidfd, signal.SIGUSR1, None, 0)


@attempt("others")
def signal_by_pipe(stage: Stage) -> object:
    """Have the kernel send it when a pipe has data (F_SETOWN)"""
    reader, writer = os.pipe()
    fcntl.fcntl(reader, fcntl.F_SETOWN, stage.canary)
    fcntl.fcntl(reader, fcntl.F_SETFL, os.O_ASYNC)
    os.write(writer, b"!")


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
    there = vector(ctypes.addressof(stage.world.written), 1)
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
def folder_of_parent(stage: Stage) -> object:
    """Ask which folder the parent works in"""
    return os.readlink(f"/proc/{stage.world.runner}/cwd")


@attempt("others", passes="Landlock does not look at this")
def existence_of_other(stage: Stage) -> object:
    """Ask whether another process exists, and whose it is (stat)"""
    return os.stat(f"/proc/{stage.canary}").st_uid >= 0


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
def send_out_of_band(stage: Stage) -> object:
    """Send a byte out of band, which had holes"""
    near, far = socket.socketpair()
    return near.send(b"!", socket.MSG_OOB)


@attempt("network")
def hand_out_descriptor(stage: Stage) -> object:
    """Send a descriptor to another process (SCM_RIGHTS)"""
    near, far = socket.socketpair()
    return socket.send_fds(near, [b"!"], [1])


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
