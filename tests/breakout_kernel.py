"""Attempts to use the kernel against it, to make code, and to take more than is granted. See breakout_table.py."""

from __future__ import annotations

import ctypes
import mmap
import os
import resource
import signal
import socket
import struct
import threading
import time

from breakout_table import (
    BAD,
    GROWSDOWN,
    HERE,
    PRIVATE_ANONYMOUS,
    READ_EXECUTE,
    READ_WRITE,
    SHARED_ANONYMOUS,
    attempt,
    computes,
    mapped,
    system_loader,
)
from breakouts import CPU_SECONDS, FILES, MEMORY_BYTES, Stage
from native import LIBC, call, known, past


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
def more_memory_of_tables(stage: Stage) -> object:
    """Get a terabyte to read, whose tables take memory that the limit does not count"""
    return mapped(1 << 40, mmap.PROT_READ, PRIVATE_ANONYMOUS)


@attempt("more", passes="only a cgroup counts threads by process")
def many_small_threads(stage: Stage) -> object:
    """Start 300 threads with small stacks"""
    threading.stack_size(64 << 10)
    done = threading.Event()
    threads = [threading.Thread(target=done.wait, daemon=True) for _ in range(300)]
    for thread in threads:
        thread.start()
    return len(threads)


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
    end = time.monotonic() + 60
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
