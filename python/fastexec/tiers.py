"""What authorizing a module hands over. Each known module has a tier:

- *data*: it computes on what it is given; its members were looked at one by one.
- *guarded*: some members would lead out; they are refused, or come out guarded. Packages that are not known count as
  guarded by the common rules: values, names and the interpreter's events.
- *process*: its purpose is files, processes or the interpreter itself. Code that has it has what the process has.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable

from fastexec.options import callers

DATA = frozenset(
    """aifc audioop base64 binascii bisect chunk cmath colorsys configparser contextvars datetime difflib errno fnmatch
    fractions getopt graphlib hashlib heapq hmac html imghdr ipaddress itertools json keyword math netrc numbers opcode
    optparse plistlib pprint pydoc_data queue quopri reprlib sched secrets shlex sndhdr sre_compile sre_constants sre_parse
    stat statistics stringprep struct sunau symtable textwrap this token tomllib unicodedata uu uuid xdrlib zlib""".split()
)

GUARDED = frozenset(
    """abc annotationlib argparse array ast asynchat asyncio asyncore bz2 calendar codecs collections compression concurrent
    contextlib copy copyreg crypt csv dataclasses decimal dis email encodings enum ftplib functools gc getpass gettext grp
    gzip http imaplib inspect locale logging lzma mimetypes msilib msvcrt nis nntplib nturl2path operator ossaudiodev
    pickle pickletools platform poplib pwd pyexpat random re select selectors smtplib socket socketserver spwd
    sqlite3 ssl string syslog tarfile telnetlib threading time timeit tokenize traceback types typing urllib warnings wave
    weakref winreg winsound wsgiref xml xmlrpc zipfile zoneinfo""".split()
)
"""Of the standard library. `_fastexec.guarded_members()` has the members that are refused or come out guarded; the rest
of these modules leads to files, connections or the interpreter's state by itself, which the events are refused for."""

PACKAGES = frozenset(
    """PIL bs4 dateutil joblib lxml matplotlib mpmath networkx numpy openpyxl pandas patsy pydantic pytz requests scipy
    sklearn statsmodels sympy tzdata""".split()
)
"""Packages whose ways out were looked at; they are *guarded*."""

FILES = "the files that the process may read and write"
PROCESSES = "other programs, which run with the rights of the process"
INTERPRETER = "the interpreter of the process, and everything in it"
MEMORY = "the memory of the process"

PROCESS: dict[str, str] = {
    **dict.fromkeys(
        "compileall dbm filecmp fileinput genericpath glob io lib2to3 linecache mailbox mailcap ntpath pathlib posixpath"
        " py_compile shelve shutil tempfile zipapp".split(),
        FILES,
    ),
    **dict.fromkeys(
        "_posixsubprocess cgi cgitb curses multiprocessing nt os pipes posix pty signal smtpd subprocess termios tty webbrowser".split(),
        PROCESSES,
    ),
    **dict.fromkeys(
        "_frozen_importlib _frozen_importlib_external _imp antigravity atexit bdb builtins cProfile cmd code codeop distutils"
        " doctest ensurepip faulthandler fcntl idlelib imp importlib marshal modulefinder pdb pkgutil profile pstats"
        " pyclbr pydoc readline resource rlcompleter runpy site sys sysconfig tabnanny tkinter trace tracemalloc turtle"
        " turtledemo unittest venv zipimport".split(),
        INTERPRETER,
    ),
    **dict.fromkeys("_ctypes ctypes mmap".split(), MEMORY),
    "*": INTERPRETER,
}
"""Modules of the last tier, and what each hands over."""

INSTEAD = {
    FILES: "grant paths with allow_read and allow_write, or give the code a tool that does what is needed",
    PROCESSES: "give the code a tool that does what is needed",
    INTERPRETER: "authorize the modules that the code needs by their names, or give it a tool that does what is needed",
    MEMORY: "give the code a tool that does what is needed",
}


def tier(module: str) -> str:
    """`"data"`, `"guarded"` or `"process"`, of a name as it is authorized (`os.path`, `numpy.*`)."""
    if _handed_over(module) is not None:
        return "process"
    return "data" if module.partition(".")[0] in DATA else "guarded"


HARMLESS_PARTS = ("os.path", "importlib.metadata")
"""Modules of packages of the last tier that hand over less: what they read is looked at."""


def _handed_over(module: str) -> str | None:
    return None if module in HARMLESS_PARTS else PROCESS.get(module.partition(".")[0])


_told: set[str] = set()


def look_at(modules: Iterable[str], strict: bool) -> None:
    """Warns, once for each, of modules that hand over the process.

    Raises:
        ValueError: There is one, and `strict`.
    """
    for module in modules:
        what = _handed_over(module)
        if what is None:
            continue
        text = f"Authorizing {module!r} hands the code {what}. Instead, {INSTEAD[what]}."
        if strict:
            raise ValueError(f"{text} (strict=True allows no such module.)")
        if module not in _told:
            _told.add(module)
            warnings.warn(text, RuntimeWarning, stacklevel=callers() + 1)
