"""Functions of the operating system are guarded in themselves, raise an audit event, or tell and change nothing of worth."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import fastexec
import pytest

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="names the functions of Linux")

# https://docs.python.org/3/library/audit_events.html
AUDITED = set(
    """
    chdir chflags chmod chown execv execve fchmod fchown fork forkpty ftruncate getxattr kill killpg lchflags lchmod lchown link listdir
    listxattr lockf mkdir open posix_spawn posix_spawnp putenv remove removexattr rename replace rmdir scandir setxattr symlink system truncate
    unlink unsetenv utime
    """.split()
)
# They compute, wait, or tell what is no secret: numbers of the process and its descriptors, what the machine has.
HARMLESS = set(
    """
    WCOREDUMP WEXITSTATUS WIFCONTINUED WIFEXITED WIFSIGNALED WIFSTOPPED WSTOPSIG WTERMSIG _is_inputhook_installed _path_normpath
    _path_splitroot_ex confstr cpu_count ctermid device_encoding fdatasync fpathconf fspath fstat fstatvfs fsync get_blocking get_inheritable
    get_terminal_size getegid geteuid getgid getgrouplist getgroups getloadavg getpgid getpgrp getpid getppid getpriority getrandom getresgid
    getresuid getsid getuid isatty major makedev minor pathconf posix_fadvise ptsname sched_get_priority_max sched_get_priority_min
    sched_getaffinity sched_getparam sched_getscheduler sched_rr_get_interval sched_yield strerror sync sysconf tcgetpgrp times
    timerfd_gettime timerfd_gettime_ns ttyname urandom waitpid waitstatus_to_exitcode
    """.split()
)
GUARDED = """
import json, os, posix, re, types
os.environ["FASTEXEC_TEST_NETS"] = "1"
from fastexec import LocalPythonExecutor, _fastexec
executor = LocalPythonExecutor([])
executor("1")
guarded = {match[1] for _, target, _, _ in _fastexec.interpreter_changes() if (match := re.fullmatch(r"<built-in function (\\w+)>", target))}
there = [name for name, value in vars(posix).items() if isinstance(value, types.BuiltinFunctionType)]
print(json.dumps([there, sorted(guarded)]))
"""


def test_every_function_has_a_verdict() -> None:
    done = subprocess.run([sys.executable, "-c", GUARDED], capture_output=True, text=True, check=True)
    there, guarded = map(set, json.loads(done.stdout))
    assert sorted(there - guarded - AUDITED - HARMLESS) == []
    assert guarded & HARMLESS <= {"waitpid"}


@pytest.mark.parametrize(
    ("function", "arguments"),
    [(os.mkfifo, "['{0}']"), (os.mknod, "['{0}']"), (os.umask, "[0]"), (os.eventfd if hasattr(os, "eventfd") else os.pipe, "[1]"), (os.setpgid, "[0], [0]")],
)
def test_whatever_leads_to_them(function, arguments: str, tmp_path) -> None:
    executor = fastexec.LocalPythonExecutor(["csv"])
    executor.send_tools({"held": lambda: {"write": function}})
    path = tmp_path / "made"
    for code in (f"[f({arguments.replace('[', '').replace(']', '').format(path)}) for f in held().values()]", f"import csv\nclass W: pass\nw = W()\nw.__dict__.update(held())\ncsv.writer(w, lineterminator='').writerow([{str(path)!r}])"):
        with pytest.raises(fastexec.InterpreterError, match="Forbidden access to function: "):
            executor(code)
    assert not path.exists()
