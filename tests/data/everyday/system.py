# --- os.path
import os.path
print(os.path.join("a", "b.txt"), os.path.splitext("x/y.tar.gz"), os.path.basename("/p/q"), os.path.dirname("/p/q"), os.path.normpath("a/../b"))
# --- pure paths
from pathlib import PurePosixPath
p = PurePosixPath("/data/in/report.csv")
print(p.name, p.stem, p.suffix, p.parent, p.with_suffix(".txt"), p / "x", p.parts, p.is_absolute())
# --- pathlib
import tempfile
from pathlib import Path
with tempfile.TemporaryDirectory() as folder:
    p = Path(folder) / "a" / "b.txt"
    p.parent.mkdir()
    p.write_text("hello\nthere")
    print(p.exists(), p.read_text().split(), [x.name for x in Path(folder).rglob("*.txt")], p.stat().st_size)
    with p.open("a") as f:
        f.write("!")
    print(p.read_bytes()[-1:])
# --- logging
import logging
log = logging.getLogger("model")
logging.basicConfig(level=logging.INFO, format="%(message)s")
log.debug("not shown")
print(log.name, logging.getLevelName(20), log.isEnabledFor(logging.CRITICAL))
# --- time
import time
start = time.perf_counter()
time.sleep(0.001)
print(time.perf_counter() > start, time.strftime("%Y", time.gmtime(0)), time.time() > 1e9, time.monotonic() > 0, time.gmtime(86400).tm_mday, time.process_time() >= 0)
# --- threads
import queue
import threading
q = queue.Queue()
lock = threading.Lock()
total = []
def work(n):
    with lock:
        total.append(n * n)
    q.put(n)
threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
for t in threads:
    t.start()
for t in threads:
    t.join()
print(sorted(total), q.qsize(), threading.current_thread().name == threading.main_thread().name)
# --- futures
from concurrent.futures import ThreadPoolExecutor, as_completed
with ThreadPoolExecutor(max_workers=2) as pool:
    print(list(pool.map(lambda x: x * 2, [1, 2, 3])))
    jobs = {pool.submit(lambda n: 2**n, n): n for n in (3, 4)}
    print(sorted(f.result() for f in as_completed(jobs)))
# --- temporary files and shutil
import os
import shutil
import tempfile
folder = tempfile.mkdtemp()
name = os.path.join(folder, "x.txt")
with open(name, "w") as f:
    f.write("data")
shutil.copy(name, name + ".bak")
print(sorted(os.listdir(folder)), os.path.getsize(name), os.path.exists(name))
shutil.rmtree(folder)
print(os.path.exists(folder))
with tempfile.NamedTemporaryFile("w+") as t:
    t.write("q"); t.seek(0)
    print(t.read())
# --- subprocess
import subprocess
r = subprocess.run(["echo", "hi"], capture_output=True, text=True)
print(r.returncode, r.stdout.strip(), subprocess.check_output(["printf", "x"]))
# --- os and sys
import os
import sys
print(os.environ.get("NOT_SET_ANYWHERE", "none"), os.sep, len(os.getcwd()) > 0, os.cpu_count() > 0, sys.version_info[0], sys.maxsize > 2**30, sys.platform != "")
# --- asyncio
import asyncio
async def work(n):
    await asyncio.sleep(0)
    return n * 2
async def main():
    results = await asyncio.gather(*(work(i) for i in range(3)))
    task = asyncio.create_task(work(9))
    return results, await task
print(asyncio.run(main()))
# --- warnings and traceback text
import traceback
import warnings
warnings.filterwarnings("ignore")
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    warnings.warn("x")
try:
    1 / 0
except ZeroDivisionError:
    print(traceback.format_exc().splitlines()[-1])
# --- platform, getpass free system facts, timeit by hand
import platform
import sys
print(platform.python_version().split(".")[0], sys.version_info >= (3, 8), platform.system() != "")
# --- logging, argparse, json, csv and regular expressions
import argparse, collections, csv, io, json, logging, re, textwrap
logger = logging.getLogger("app"); logger.setLevel(logging.INFO); logger.info("quiet")
a = argparse.ArgumentParser(); a.add_argument("--n", type=int, default=3); a.add_argument("files", nargs="*"); n = a.parse_args(["--n", "5", "x"]); print(n, n.n, vars(n))
class E(json.JSONEncoder):
    def default(self, o): return sorted(o) if isinstance(o, set) else super().default(o)
print(json.dumps({"a": {3, 1}}, cls=E, indent=1), json.loads('{"x": 1.5}', parse_float=str), json.dumps({"b": object}, default=repr)[:8])
w = io.StringIO(); c = csv.DictWriter(w, ["a", "b"]); c.writeheader(); c.writerow({"a": 1, "b": 'q"'}); print(w.getvalue(), list(csv.DictReader(io.StringIO(w.getvalue()))))
print(re.sub(r"(?P<y>\d{4})", lambda m: str(int(m["y"]) + 1), "in 2023"), re.compile("a|b", re.I).findall("AxB"), textwrap.fill("long text here", 8), collections.Counter("abca").most_common(1))
# --- threads, queues, asyncio and futures
import asyncio, queue, threading, time
from concurrent.futures import ThreadPoolExecutor, as_completed
q = queue.Queue()
def work():
    while (i := q.get()) is not None: done.append(i * 2)
done = []; t = threading.Thread(target=work, daemon=True); t.start()
for i in range(3): q.put(i)
q.put(None); t.join(); print(sorted(done))
with ThreadPoolExecutor(2) as ex: print(sorted(f.result() for f in as_completed([ex.submit(pow, 2, i) for i in range(3)])))
async def fetch(i):
    await asyncio.sleep(0.001); return i
async def main():
    async with asyncio.Lock(): pass
    r = await asyncio.gather(*(fetch(i) for i in range(3))); t = asyncio.create_task(fetch(9))
    try: await asyncio.wait_for(asyncio.sleep(1), 0.01)
    except asyncio.TimeoutError: r.append("late")
    return r + [await t]
print(asyncio.run(main()))
# --- recorded warnings have the lines of the code
import warnings
def one():
    warnings.warn("one")
def two():
    warnings.warn("two", DeprecationWarning, stacklevel=2)
class Old:
    def __init__(self):
        warnings.warn("old", FutureWarning, stacklevel=2)
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    one()
    two()
    [Old() for i in range(2)]
    list(map(lambda k: two(), [1]))
    def numbers():
        two()
        yield 1
    sum(numbers())
    class K:
        two()
    warnings.warn("beyond", stacklevel=30)
    warnings.warn_explicit("explicit", UserWarning, "file.py", 33)
print([(str(w.message), w.lineno, w.category.__name__) for w in caught])
# --- warnings are shown once for each line
import warnings
with warnings.catch_warnings(record=True) as caught:
    warnings.resetwarnings()
    for i in range(3):
        warnings.warn("same")
    warnings.warn("same")
    for i in range(3):
        warnings.warn(f"number {i}")
    warnings.filterwarnings("ignore", module="__main__")
    warnings.warn("hidden")
    warnings.filterwarnings("once")
    for i in range(3):
        warnings.warn("once")
    warnings.filterwarnings("error")
    try:
        warnings.warn("raised")
    except UserWarning as error:
        print(error)
print([(str(w.message), w.lineno) for w in caught])
# --- deprecations of the code itself are told from those of others
import warnings
def old():
    warnings.warn("use new", DeprecationWarning, stacklevel=2)
with warnings.catch_warnings(record=True) as caught:
    warnings.filterwarnings("default", category=DeprecationWarning, module="__main__")
    old(); old()
    old()
print([(str(w.message), w.lineno) for w in caught])
# --- logs of the code, configured in one call
import logging
import sys
logging.basicConfig(level=logging.INFO, format="%(levelname)s:%(name)s:%(funcName)s:%(lineno)d:%(message)s", stream=sys.stdout)
log = logging.getLogger("my.app")
def work(n):
    log.info("hello %s", n)
    log.debug("not shown")
    try:
        1 / 0
    except ZeroDivisionError:
        log.error("failed", exc_info=False)
work("world")
logging.warning("of the root")
logging.getLogger().setLevel(logging.DEBUG)
log.debug("shown now", stacklevel=1)
print(logging.getLogger("my.app") is log, log.parent, len(logging.getLogger().handlers), log.getEffectiveLevel())
# --- logs of the code, by handlers and filters of its own
import io
import logging
import sys
class Listed(logging.Handler):
    def __init__(self):
        super().__init__()
        self.records = []
    def emit(self, record):
        self.records.append(self.format(record))
log = logging.getLogger("x.y")
log.setLevel(logging.DEBUG)
log.propagate = False
listed = Listed()
listed.setFormatter(logging.Formatter("%(levelname)-8s %(funcName)s:%(lineno)d %(message)s"))
log.addHandler(listed)
console = logging.StreamHandler(sys.stdout)
console.setLevel(logging.ERROR)
log.addHandler(console)
def work():
    log.debug("value %d", 1)
    log.error("bad")
work()
print(listed.records)
buffer = io.StringIO()
quiet = logging.StreamHandler(buffer)
quiet.setFormatter(logging.Formatter("{levelname}|{message}", style="{"))
class NoSecrets(logging.Filter):
    def filter(self, record):
        return "secret" not in record.getMessage()
quiet.addFilter(NoSecrets())
log.addHandler(quiet)
log.warning("a secret")
log.warning("plain")
print(repr(buffer.getvalue()))
log.removeHandler(quiet)
print(len(log.handlers), log.hasHandlers(), log.isEnabledFor(10))
logging.LoggerAdapter(log, {"k": 1}).error("adapted")
logging.disable(logging.CRITICAL)
log.error("not shown")
logging.disable(logging.NOTSET)
child = log.getChild("c")
print(child.name, child.parent.name, logging.getLevelName(25), logging.getLevelName("INFO"))
logging.addLevelName(25, "NOTE")
log.log(25, "noted")
print(listed.records[-1])
# --- skipped tests of the code's own
import unittest
class T(unittest.TestCase):
    @unittest.skip("later")
    def test_a(self): pass
    @unittest.expectedFailure
    def test_b(self): self.fail()
    @unittest.skipIf(False, "no")
    def test_c(self): self.assertEqual(1, 1)
r = unittest.TestResult()
unittest.defaultTestLoader.loadTestsFromTestCase(T).run(r)
print(r.testsRun, len(r.skipped), len(r.expectedFailures), r.wasSuccessful())
# --- files of archives in memory
import io
import tarfile
buffer = io.BytesIO()
with tarfile.open(fileobj=buffer, mode="w:gz") as archive:
    data = b"one\ntwo\n"
    entry = tarfile.TarInfo("a.txt")
    entry.size = len(data)
    archive.addfile(entry, io.BytesIO(data))
buffer.seek(0)
with tarfile.open(fileobj=buffer, mode="r:gz") as archive:
    print(archive.getnames(), archive.extractfile("a.txt").read())
    for line in archive.extractfile(archive.getmember("a.txt")):
        print(line)
# --- work in threads beside an event loop
import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
def double(x, wait=0.0):
    time.sleep(wait)
    return x * 2
async def main():
    loop = asyncio.get_running_loop()
    one = await loop.run_in_executor(None, double, 3)
    both = await asyncio.gather(loop.run_in_executor(None, double, 1, 0.02), loop.run_in_executor(None, sorted, [2, 1]))
    with ThreadPoolExecutor(2) as pool:
        more = [await future for future in [loop.run_in_executor(pool, double, n) for n in range(3)]]
    try:
        await loop.run_in_executor(None, lambda: 1 / 0)
    except ZeroDivisionError as error:
        print(error)
    return one, both, more
print(asyncio.run(main()))
# --- tests of what is logged
import io
import logging
import unittest
class LogTest(unittest.TestCase):
    def test_logs(self):
        with self.assertLogs("foo", level="INFO") as caught:
            logging.getLogger("foo").info("hi")
        self.assertEqual(caught.output, ["INFO:foo:hi"])
    def test_logger(self):
        with self.assertLogs(logging.getLogger("bar")) as caught:
            logging.getLogger("bar.child").error("bad")
        self.assertEqual(caught.records[0].getMessage(), "bad")
result = unittest.TextTestRunner(stream=io.StringIO()).run(unittest.defaultTestLoader.loadTestsFromTestCase(LogTest))
print(result.testsRun, len(result.failures), len(result.errors))
# --- traces of errors of tools and of own functions, as text
import traceback
def inner(): raise ValueError("bad")
def outer():
    try:
        inner()
    except ValueError as error:
        raise RuntimeError("outer") from error
try:
    outer()
except RuntimeError:
    print([line.strip() for line in traceback.format_exc().splitlines() if "Error" in line])
# --- signatures and what is below decorators
import functools
import inspect
def template(a, b=1): pass
def like_template(f):
    @functools.wraps(f)
    def wrapper(*args, **kwargs):
        return f(*args, **kwargs)
    wrapper.__signature__ = inspect.signature(template)
    return wrapper
@like_template
def summed(*numbers): return sum(numbers)
@functools.lru_cache(maxsize=None)
def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)
print(inspect.signature(summed), summed.__signature__, summed(1, 2), fib.__wrapped__(10), fib.cache_info().currsize)
# --- other headers for a table
import csv
import io
reader = csv.DictReader(io.StringIO("a,b\n1,2\n"))
reader.fieldnames = [name.upper() for name in reader.fieldnames]
print(list(reader))
# --- what platform tells of the machine
import platform
print(platform.platform(), platform.processor(), platform.machine(), platform.architecture(), platform.uname().processor == platform.processor())
