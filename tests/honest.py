"""Ordinary programs that must work inside of the walls, and the runner that tries them.

As a program (`python -I honest.py settings`) it forks a process for each, which has imported nothing, confines itself with one
folder granted for writing, and runs it.
"""

from __future__ import annotations

import dataclasses
import json
import os
import socket
import subprocess
import sys
import tempfile
import traceback

HERE = os.path.dirname(os.path.abspath(__file__))
MEMORY_BYTES = 1 << 30
SECONDS = 240
LOOKED_AT = ["/proc/self/statm", "/proc/self/status", "/proc/meminfo", "/proc/cpuinfo"]


@dataclasses.dataclass
class Program:
    """A program; it has `folder`, which is granted for writing, and `channel`, a socket to the host."""

    name: str
    code: str
    needs: tuple[str, ...] = ()


PROGRAMS = [
    Program("json", "import json; assert json.loads(json.dumps({'a': [1, 2.5, None]})) == {'a': [1, 2.5, None]}"),
    Program("dates", "import datetime, zoneinfo; datetime.datetime(2026, 7, 1, tzinfo=zoneinfo.ZoneInfo('Europe/Berlin')).isoformat().index('+02:00')"),
    Program("sorting", "assert sorted(range(100_000), key=lambda n: -n)[0] == 99_999"),
    Program("extension modules", "import _decimal, _ctypes, _ssl, unicodedata, sqlite3, zlib, hashlib, pyexpat; hashlib.sha256(b'x').hexdigest()"),
    Program(
        "threads",
        """
import concurrent.futures, threading
with concurrent.futures.ThreadPoolExecutor(8) as pool:
    assert sum(pool.map(lambda n: n * n, range(100))) == 328350
done = threading.Event()
threading.Timer(0.01, done.set).start()
assert done.wait(5)
""",
    ),
    Program("events", "import asyncio\nasync def main(): return await asyncio.gather(*(asyncio.to_thread(abs, -n) for n in range(5)))\nassert asyncio.run(main()) == [0, 1, 2, 3, 4]"),
    Program("time", "import time, datetime; time.sleep(0.01); time.process_time(); time.monotonic(); datetime.datetime.now(); time.localtime()"),
    Program("about itself", "import os, platform, resource, sys; os.cpu_count(); os.sysconf('SC_PAGE_SIZE'); os.getloadavg; platform.platform(); os.getcwd(); os.getpid(); resource.getrusage(0); resource.getrlimit(7); os.sched_getaffinity(0); os.urandom(8); sys.stdout.isatty(); os.times()"),
    Program("memory of its own", f"assert [open(path).read() for path in {LOOKED_AT!r}]"),
    Program(
        "signals to itself",
        """
import os, signal
heard = []
for number in (signal.SIGUSR1, signal.SIGALRM):
    signal.signal(number, lambda number, frame: heard.append(number))
signal.raise_signal(signal.SIGUSR1)
os.kill(os.getpid(), signal.SIGUSR1)
signal.setitimer(signal.ITIMER_REAL, 0.01)
signal.pause()
assert heard == [signal.SIGUSR1, signal.SIGUSR1, signal.SIGALRM], heard
""",
    ),
    Program(
        "a thread is interrupted",
        """
import signal, threading
heard = []
signal.signal(signal.SIGUSR1, lambda number, frame: heard.append(number))
threading.Thread(target=signal.pthread_kill, args=(threading.main_thread().ident, signal.SIGUSR1)).start()
import time
time.sleep(0.1)
assert heard
""",
    ),
    Program(
        "files in the folder",
        """
import csv, gzip, os, pathlib, pickle, shutil, tempfile, zipfile
path = pathlib.Path(folder, "a.txt")
path.write_text("x\\n" * 1000)
with path.open("a") as file:
    file.write("end")
    file.flush()
    os.fsync(file.fileno())
shutil.copy(path, path.with_name("b.txt"))
shutil.copy2(path, path.with_name("c.txt"))
os.rename(path, path.with_name("d.txt"))
path.with_name("e").mkdir()
shutil.move(path.with_name("d.txt"), path.with_name("e"))
shutil.copytree(path.with_name("e"), path.with_name("f"))
assert sorted(os.listdir(folder)) == ["b.txt", "c.txt", "e", "f"]
shutil.make_archive(path.with_name("all"), "zip", path.with_name("e"))
shutil.unpack_archive(path.with_name("all.zip"), path.with_name("g"))
assert path.with_name("g").joinpath("d.txt").stat().st_size == 2003
with tempfile.TemporaryDirectory(dir=folder) as inner, tempfile.NamedTemporaryFile(dir=inner) as file:
    file.write(b"x"); file.truncate(10)
with gzip.open(path, "wb") as file:
    pickle.dump([1, 2], file)
path.touch()
shutil.rmtree(path.with_name("g"))
path.unlink()
""",
    ),
    Program("temporary files", "import os, tempfile; tempfile.tempdir = folder; tempfile.mkstemp(); tempfile.mkdtemp(); tempfile.TemporaryFile().write(b'x')"),
    Program("a database", "import os, sqlite3; base = sqlite3.connect(os.path.join(folder, 'base')); base.execute('create table t(a)'); base.execute('insert into t values (1)'); base.commit(); assert base.execute('select a from t').fetchall() == [(1,)]; base.close()"),
    Program("mapped files", "import mmap, os\npath = os.path.join(folder, 'm')\nopen(path, 'wb').write(b'abc' * 5000)\nwith open(path, 'r+b') as file, mmap.mmap(file.fileno(), 0) as found:\n    found[:3] = b'xyz'\n    assert found[:3] == b'xyz'"),
    Program("a descriptor from the host", "import os, socket; data, descriptors, *_ = socket.recv_fds(channel, 10, 1); assert (data, os.read(descriptors[0], 10)) == (b'file', b'granted'); channel.send(b'thanks'); os.write(channel.fileno(), b'!')"),
    Program(
        "refusals are ordinary errors",
        """
import os, socket, subprocess
for attempt in (lambda: open("/etc/hostname"), lambda: os.listdir("/"), lambda: subprocess.run(["true"]), lambda: socket.create_connection(("127.0.0.1", 9)),
                lambda: os.system("true") == 0 or 1 / 0, lambda: os.fork(), lambda: os.kill(os.getppid(), 0), lambda: bytearray(4 << 30)):
    try:
        attempt()
    except (PermissionError, ZeroDivisionError, MemoryError):
        continue
    raise AssertionError
""",
    ),
    Program("arrays", "import numpy as np; a = np.random.default_rng(1).random((300, 300)); assert np.allclose(np.linalg.inv(a) @ a, np.eye(300)); np.save(folder + '/a.npy', a); assert np.load(folder + '/a.npy', mmap_mode='r').sum() == a.sum()", ("numpy",)),
    Program("frames", "import pandas as pd; frame = pd.DataFrame({'a': range(1000), 'b': 'x'}); frame.to_csv(folder + '/f.csv'); assert pd.read_csv(folder + '/f.csv').a.sum() == 499500; assert len(frame.groupby('b').a.mean()) == 1", ("pandas",)),
    Program("optimisation", "import scipy.optimize, scipy.sparse.linalg, scipy.stats; assert abs(scipy.optimize.minimize(lambda x: (x[0] - 1) ** 2, [0]).x[0] - 1) < 1e-3", ("scipy",)),
    Program("regression", "import numpy as np\nfrom sklearn.ensemble import RandomForestRegressor\nfrom sklearn.linear_model import LinearRegression\nx = np.arange(50.0)[:, None]\nassert LinearRegression().fit(x, x[:, 0]).score(x, x[:, 0]) > 0.99\nRandomForestRegressor(5, n_jobs=2).fit(x, x[:, 0])", ("sklearn",)),
    Program("plots", "import os; os.environ.update(MPLCONFIGDIR=folder, MPLBACKEND='agg'); import matplotlib.pyplot as plt; plt.plot([1, 2]); plt.title('x'); plt.savefig(folder + '/p.png'); assert os.path.getsize(folder + '/p.png')", ("matplotlib",)),
    Program("images", "from PIL import Image; Image.new('RGB', (20, 20)).resize((5, 5)).save(folder + '/i.png')", ("PIL",)),
    Program("workbooks", "import openpyxl; book = openpyxl.Workbook(); book.active['A1'] = 1; book.save(folder + '/b.xlsx'); assert openpyxl.load_workbook(folder + '/b.xlsx').active['A1'].value == 1", ("openpyxl",)),
]  # fmt: skip


def run(names: list[str]) -> dict[str, str | None]:
    """For each program None if it worked, else how it ended."""
    with tempfile.TemporaryDirectory(prefix="honest-") as folder:
        settings = json.dumps({"paths": sys.path, "names": names, "folder": folder})
        environment = dict(os.environ, OPENBLAS_NUM_THREADS="1", OMP_NUM_THREADS="1", PYTHONDONTWRITEBYTECODE="1")
        command = [sys.executable, "-I", os.path.join(HERE, "honest.py"), settings]
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=SECONDS, env=environment, check=False)
    if done.returncode:
        raise RuntimeError(done.stderr)
    return json.loads(done.stdout)


def serve(settings: dict) -> None:
    """Runs the programs, two at a time, and prints what became of them."""
    chosen = [program for program in PROGRAMS if program.name in settings["names"]]
    answers: dict[str, str | None] = {}
    under_way: list[tuple[Program, int, int, socket.socket]] = []
    for program in chosen:
        if len(under_way) == 2:
            answers.update([finish(*under_way.pop(0))])
        under_way.append((program, *start(program, settings["folder"])))
    answers.update(finish(*started) for started in under_way)
    print(json.dumps(answers))


def start(program: Program, folder: str) -> tuple[int, int, socket.socket]:
    """Its process, where its answer comes from, and the host's end of the channel."""
    folder = tempfile.mkdtemp(dir=folder)
    near, far = socket.socketpair()
    granted, writer = os.pipe()
    os.write(writer, b"granted")
    socket.send_fds(near, [b"file"], [granted])
    reader, answer = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            confined(program, folder, far, answer)
        finally:
            os._exit(0)
    for descriptor in (granted, writer, answer):
        os.close(descriptor)
    far.close()
    return pid, reader, near


def confined(program: Program, folder: str, channel: socket.socket, answer: int) -> None:
    """What the process does."""
    try:
        from fastexec._fastexec import confine
        from fastexec.isolation import paths

        missing = confine([*paths.for_imports(), *LOOKED_AT], [folder], MEMORY_BYTES, 60, 256, [answer, channel.fileno()])
        assert not any(missing.values()), missing
        os.environ["TMPDIR"] = folder
        exec(compile(program.code, program.name, "exec"), {"folder": folder, "channel": channel, "__name__": "__main__"})
        os.write(answer, b"worked")
    except BaseException:  # noqa: BLE001 - the process ends here, whatever it is
        os.write(answer, traceback.format_exc()[-3000:].encode())


def finish(program: Program, pid: int, reader: int, channel: socket.socket) -> tuple[str, str | None]:
    """The program's name and its answer."""
    with open(reader, "rb") as file:
        said = file.read().decode()
    status = os.waitpid(pid, 0)[1]
    channel.close()
    return program.name, None if said == "worked" and status == 0 else said or f"it ended with status {status}"


if __name__ == "__main__":
    given = json.loads(sys.argv[1])
    sys.path[:] = given["paths"]
    serve(given)
