"""System calls by number, for attempts that no function of Python makes."""

from __future__ import annotations

import ctypes
import os
import platform

LIBC = ctypes.CDLL(None, use_errno=True)
LIBC.syscall.restype = ctypes.c_long

# Numbers on x86_64 and aarch64; None where a machine has no such call.
_NUMBERS: dict[str, tuple[int | None, int | None]] = {
    "acct": (163, 89),
    "add_key": (248, 217),
    "arch_prctl": (158, None),
    "bpf": (321, 280),
    "brk": (12, 214),
    "capset": (126, 91),
    "chmod": (90, None),
    "clone": (56, 220),
    "clone3": (435, 435),
    "delete_module": (176, 106),
    "execveat": (322, 281),
    "fanotify_init": (300, 262),
    "fchmodat2": (452, 452),
    "finit_module": (313, 273),
    "fsopen": (430, 430),
    "get_robust_list": (274, 100),
    "getxattr": (191, 8),
    "init_module": (175, 105),
    "inotify_add_watch": (254, 27),
    "inotify_init1": (294, 26),
    "io_setup": (206, 0),
    "io_uring_setup": (425, 425),
    "ioperm": (173, None),
    "iopl": (172, None),
    "ioprio_set": (251, 30),
    "kcmp": (312, 272),
    "kexec_load": (246, 104),
    "keyctl": (250, 219),
    "memfd_create": (319, 279),
    "memfd_secret": (447, 447),
    "mknodat": (259, 33),
    "mmap": (9, 222),
    "modify_ldt": (154, None),
    "mount": (165, 40),
    "move_pages": (279, 239),
    "mprotect": (10, 226),
    "mq_open": (240, 180),
    "mq_unlink": (241, 181),
    "mremap": (25, 216),
    "msgctl": (71, 187),
    "msgget": (68, 186),
    "name_to_handle_at": (303, 264),
    "open_by_handle_at": (304, 265),
    "open_tree": (428, 428),
    "openat": (257, 56),
    "openat2": (437, 437),
    "perf_event_open": (298, 241),
    "personality": (135, 92),
    "pidfd_getfd": (438, 438),
    "pidfd_open": (434, 434),
    "pidfd_send_signal": (424, 424),
    "pivot_root": (155, 41),
    "pkey_mprotect": (329, 288),
    "prctl": (157, 167),
    "prlimit64": (302, 261),
    "process_madvise": (440, 440),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "ptrace": (101, 117),
    "quotactl": (179, 60),
    "reboot": (169, 142),
    "remap_file_pages": (216, 234),
    "request_key": (249, 218),
    "rt_sigqueueinfo": (129, 138),
    "rt_tgsigqueueinfo": (297, 240),
    "seccomp": (317, 277),
    "semctl": (66, 191),
    "semget": (64, 190),
    "setdomainname": (171, 162),
    "setns": (308, 268),
    "settimeofday": (164, 170),
    "shmat": (30, 196),
    "shmctl": (31, 195),
    "shmget": (29, 194),
    "signalfd4": (289, 74),
    "swapon": (167, 224),
    "syslog": (103, 116),
    "tgkill": (234, 131),
    "tkill": (200, 130),
    "truncate": (76, 45),
    "umount2": (166, 39),
    "unshare": (272, 97),
    "userfaultfd": (323, 282),
    "vfork": (58, None),
    "vhangup": (153, 58),
}
COLUMN = {"x86_64": 0, "aarch64": 1}.get(platform.machine())


def known(name: str) -> bool:
    """Whether this machine has the call."""
    return COLUMN is not None and _NUMBERS[name][COLUMN] is not None


def number(name: str) -> int:
    """The number of the call on this machine."""
    found = _NUMBERS[name][COLUMN] if COLUMN is not None else None
    if found is None:
        raise NotImplementedError(name)
    return found


def call(name: str, *arguments: object) -> int:
    """Makes the system call; its error is an OSError."""
    words = [ctypes.c_long(argument) if isinstance(argument, int) else argument for argument in arguments]
    result = LIBC.syscall(ctypes.c_long(number(name)), *words)
    if result == -1:
        raise OSError(ctypes.get_errno(), f"{name}: {os.strerror(ctypes.get_errno())}")
    return result


def past(name: str, *arguments: object, errors: tuple[int, ...]) -> bool:
    """Makes a call whose arguments mean nothing, so that it does no harm: whether it got past the look at the caller's rights,
    which shows in its complaining of the arguments."""
    try:
        call(name, *arguments)
    except OSError as error:
        if error.errno not in errors:
            raise
    return True
