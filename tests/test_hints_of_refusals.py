"""What is refused has a hint that says what to do instead, and what it says works."""

from __future__ import annotations

import pytest
from fastexec import InterpreterError, LocalPythonExecutor

INSTEAD = {
    "import traceback\ntry: 1/0\nexcept Exception as e: e.__traceback__": ("traceback.format_exc()", "import traceback\ntry: 1/0\nexcept Exception as e: traceback.format_exc(), repr(e)"),
    "def f(a): pass\nf.__code__": ("inspect.signature(function)", "import inspect\ndef f(a): pass\ninspect.signature(f), f.__name__"),
    "bool.__mro__": ("issubclass(one, other)", "class A: pass\nissubclass(bool, int), A.__mro__, A.mro(), A.__bases__, A.__base__"),
    "int.__subclasses__()": ("__init_subclass__", "class A: pass\nA.__subclasses__()"),
    "int.__dict__": ("getattr(object, name)", "class A: pass\ndir(int), getattr(int, 'bit_length'), A.__dict__"),
    "[].__class__": ("type(object)", "type([])"),
    "(n for n in ()).gi_frame": ("inspect.getgeneratorstate(generator)", "import inspect\ninspect.getgeneratorstate((n for n in ()))"),
    "''.__reduce__()": ("copy.copy(object)", "import copy\ncopy.copy('')"),
    "globals()": ("a dict of your own", "own = {}\nown['x'] = 1"),
    "import logging.config\nlogging.config.fileConfig('log.ini')": ("logging.basicConfig(level=..., format=...)", "import logging\nlogging.basicConfig(level='INFO', format='%(message)s')\nlogger = logging.getLogger('app')\nhandler = logging.StreamHandler()\nlogger.addHandler(handler)\nhandler.setFormatter(logging.Formatter('%(message)s'))"),
    "import io, pickle\npickle.Pickler(io.BytesIO()).dump([1])": ("pickle.dump(object, buffer)", "import io, pickle\nbuffer = io.BytesIO()\npickle.dump([1], buffer)\nbuffer.seek(0)\npickle.load(buffer)"),
    "import io\nio.BufferedReader(io.BytesIO(b'a'))": ("io.BytesIO(data)", "import io\nio.BytesIO(b'a\\nb').readline()"),
    "from concurrent.futures import ProcessPoolExecutor": ("ThreadPoolExecutor", "from concurrent.futures import ThreadPoolExecutor\nwith ThreadPoolExecutor(2) as pool: list(pool.map(abs, [-1]))"),
    "import threading\nthreading.setprofile(print)": ("time.perf_counter()", "import time\nbegun = time.perf_counter()\ntime.perf_counter() - begun"),
    "from unittest.mock import patch\npatch('os.getcwd')": ("patch.object(Class, name)", "from unittest.mock import Mock, patch\nclass A:\n    def f(self): return 1\nwith patch.object(A, 'f', return_value=2): A().f()\n(lambda f: f())(Mock(return_value=3))"),
    "import types\ntypes.ModuleType('m')": ("types.SimpleNamespace(...)", "import types\ntypes.SimpleNamespace(a=1).a"),
    "from jinja2 import FileSystemLoader": ("jinja2.DictLoader", "import jinja2\njinja2.Environment(loader=jinja2.DictLoader({'a': '{{ x }}'})).get_template('a').render(x=1)"),
    "import numpy as np\nnp.fromfile('a.bin')": ("np.frombuffer(file.read(), dtype)", "import io, numpy as np\nnp.frombuffer(io.BytesIO(bytes(8)).read(), float)"),
    "import numpy as np\nnp.zeros(1).tofile('a.bin')": ("array.tobytes()", "import io, numpy as np\nio.BytesIO().write(np.zeros(1).tobytes())"),
    "import inspect, random\ninspect.getmodule(random.Random)": ("object.__module__", "import random\nrandom.Random.__module__"),
    "import time\ntime.sleep = lambda s: None": ("own function", "def sleep(s): return None\nsleep(1)"),
    "import math\nmath.pi = 3": ("variable of your own", "pi = 3\npi"),
    "import threading\ndef hook(told): pass\nthreading.excepthook = hook": ("own function", "def hook(told): return told\nhook(1)"),
    "import pickle, random\nclass D(random.Random): pass\npickle.dumps(D(1))": ("make the object anew", "import pickle\npickle.dumps(1)"),
    "import inspect\ninspect.stack()": ("traceback.format_exc()", "import traceback\ntry: 1 / 0\nexcept ZeroDivisionError: traceback.format_exc()"),
    "import threading\nimport gc\ngc.get_objects()": ("a list of your own", "kept = []\nkept.append(object())"),
    "import signal\nsignal.alarm(1)": ("future.result(timeout=...)", "from concurrent.futures import ThreadPoolExecutor\nwith ThreadPoolExecutor(1) as pool: pool.submit(abs, -1).result(timeout=5)"),
    "import atexit\natexit.register(print)": ("contextlib.ExitStack()", "import contextlib\nwith contextlib.ExitStack() as stack: stack.callback(print, 'end')"),
    "vars()": ("vars(object)", "class A: pass\ndir(), vars(A())"),
    "import numpy as np\nnp.zeros(1).ctypes": ("array.tobytes()", "import numpy as np\nnp.zeros(1).tobytes()"),
    "import collections\ncollections.Counter.most = lambda c: max(c)": ("class of your own below `Counter`", "import collections\nclass C(collections.Counter):\n    def most(self): return max(self)\nC('ab').most()"),
    "import sys\nsys.setswitchinterval(1)": ("leave it out", "1"),
    "import threading\nthreading.stack_size(1 << 20)": ("leave it out", "import threading\nthread = threading.Thread(target=print)\nthread.start()\nthread.join()"),
    "import copyreg\ncopyreg.pickle(int, str)": ("`__reduce__`", "import pickle\nclass A:\n    def __reduce__(self): return A, ()\ntype(pickle.loads(pickle.dumps(A()))) is A or 1 / 0"),
    "import marshal\nmarshal.loads(b'N')": ("pickle.loads(data)", "import pickle\npickle.loads(pickle.dumps([1]))"),
    "import random\nrandom._inst": ("dir(object)", "import random\ndir(random)"),
}  # fmt: skip
"""What is refused, a part of the hint, and code that does as it says."""


@pytest.mark.parametrize("code", INSTEAD)
def test_what_to_do_instead_of_what_is_refused(code: str) -> None:
    part, instead = INSTEAD[code]
    executor = LocalPythonExecutor(["traceback", "inspect", "copy", "logging.*", "io", "pickle", "random", "threading", "time", "decimal", "concurrent.*", "unittest.mock", "types", "jinja2", "sys", "numpy", "gc", "signal", "atexit", "contextlib", "math", "copyreg", "marshal"])
    with pytest.raises(InterpreterError) as caught:
        executor(code)
    assert caught.value.hint is not None and part in caught.value.hint
    executor(instead)


@pytest.mark.parametrize("isolation", [None, "process"])
def test_a_package_that_is_imported_by_another_name(isolation: str | None) -> None:
    executor = LocalPythonExecutor(["bs4"], isolation=isolation)
    told = {}
    for code in ("import beautifulsoup4", "from pillow import Image", "import nosuchmodule"):
        with pytest.raises(InterpreterError) as caught:
            executor(code)
        told[code] = caught.value.hint, caught.value.host_hint
    assert told == {
        "import beautifulsoup4": ("the package is imported as `bs4`", None),
        "from pillow import Image": (None, 'additional_authorized_imports=["PIL"] allows it'),
        "import nosuchmodule": (None, "the module `nosuchmodule` is not installed"),
    }


@pytest.mark.filterwarnings("ignore")
def test_a_package_that_is_not_installed() -> None:
    pytest.importorskip("bs4")
    told = {}
    executor = LocalPythonExecutor(["*"])
    for code in ("import beautifulsoup4", "import nosuchmodule", "from opencv_python import imread"):
        with pytest.raises(InterpreterError) as caught:
            executor(code)
        told[code] = caught.value.hint
    assert told == {
        "import beautifulsoup4": "the package is imported as `bs4`",
        "import nosuchmodule": "`nosuchmodule` is not installed here, and cannot be: do it with another module",
        "from opencv_python import imread": "`opencv_python` is not installed here, and cannot be: do it with another module",
    }
    with pytest.raises(InterpreterError) as caught:
        LocalPythonExecutor([])("import opencv_python")
    assert caught.value.host_hint == "the module `cv2`, as which `opencv_python` is imported, is not installed"
    with pytest.raises(InterpreterError, match="`opencv-python` is imported as `cv2`"):
        LocalPythonExecutor(["opencv-python"])
