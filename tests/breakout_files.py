"""Attempts to reach files and descriptors that are not granted. See breakout_table.py."""

from __future__ import annotations

import ctypes
import errno
import fcntl
import mmap
import os
import pathlib
import select
import struct
import termios

from breakout_table import HERE, attempt, holds_token, reads
from breakouts import Stage
from native import LIBC, call, past


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


@attempt("files", root=True)  # of older kernels
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
    return holds_token(stage, os.pread(call("pidfd_getfd", stage.pidfd, stage.world.file, 0), 100, 0))


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
