"""What a host must not notice: programs that print the same whether or not they use fastexec on the way."""

from __future__ import annotations

import pathlib
import subprocess
import sys
import textwrap

import pytest

ROOT = pathlib.Path(__file__).parent.parent
USED = """
kept = []
def use():
    import fastexec
    executor = fastexec.LocalPythonExecutor(["numpy", "argparse"])
    executor("import numpy as np\\nimport argparse\\nclass A: pass\\nnp.arange(3).sum() + len([A()])")
    try:
        executor("1 / 0")
    except fastexec.InterpreterError:
        pass
    kept.append(executor)
"""
# The executor is gone when the program goes on, and the most of what was changed.
GONE = USED.replace("    kept.append(executor)\n", "    __import__('time').sleep(0.6)\n")
UNUSED = "def use(): pass\n"

PROGRAMS = {
    "metaclasses made before": """
        class Base(type): pass
        class Meta(Base):
            def __new__(mcls, name, bases, namespace): return super().__new__(mcls, name, bases, namespace)
        class Plain(Base): pass
        class A(metaclass=Meta): pass
        use()
        class B(A): pass
        class C(metaclass=Plain): pass
        print(B, C, type.__new__(Meta, "D", (), {}), type.__new__(Plain, "E", (), {}), Meta("F", (A,), {}).__mro__)
    """,
    "sympy loaded before": """
        import sympy
        print(sympy.Function("f"))
        use()
        print(sympy.Function("g"), sympy.Function("h")(sympy.Symbol("x")).diff())
    """,
    "attributes of modules and classes": """
        import types
        class Lazy(types.ModuleType):
            def __setattr__(self, name, value): object.__setattr__(self, name, value)
        class Meta(type):
            def __setattr__(cls, name, value): type.__setattr__(cls, name, value)
            def __delattr__(cls, name): type.__delattr__(cls, name)
        class C(metaclass=Meta): pass
        module, lazy = types.ModuleType("m"), Lazy("l")
        use()
        class Later(types.ModuleType):
            def __setattr__(self, name, value): types.ModuleType.__setattr__(self, name, value)
        object.__setattr__(module, "x", 1)
        lazy.x, C.x, later = 2, 3, Later("later")
        later.x = 4
        print(module.x, lazy.x, C.x, later.x)
        object.__delattr__(module, "x")
        del C.x
        print(hasattr(module, "x"), hasattr(C, "x"))
        for object_, base in ((C, object), (dict, object)):
            try: base.__setattr__(object_, "x", 1)
            except TypeError as error: print(error)
    """,
    "subclasses of builtin types": """
        import functools
        class L(list):
            def __eq__(self, other): return list.__eq__(self, other)
            __hash__ = None
        class T(tuple):
            def __hash__(self): return tuple.__hash__(self)
        class P(functools.partial): pass
        class S(str): pass
        use()
        class L2(list):
            def __eq__(self, other): return super().__eq__(other)
        print(L([1]) == L([1]), L2([1]) == [1], {T((1, 2)): 3}[(1, 2)], P(int, "7")(), S("a") == "a")
        print(functools.partial.__new__(P, int)())
        del L.__eq__
        print(L([1]) == L([1]))
    """,
    "interface of arrays": """
        import types
        import numpy as np
        data = np.arange(4)
        space = types.SimpleNamespace(__array_interface__=data.__array_interface__)
        use()
        other = types.SimpleNamespace(__array_interface__=data.__array_interface__)
        print(np.asarray(space), np.asarray(other), hasattr(types.SimpleNamespace(), "__array_interface__"))
        other.__array_struct__ = 5
        print(other.__array_struct__, vars(other) == other.__dict__, hasattr(types.SimpleNamespace, "__array_struct__"))
        del other.__array_struct__, space.__array_interface__
        print(hasattr(other, "__array_struct__"), space)
        try: other.__array_struct__
        except AttributeError as error: print(error)
    """,
    "pickles of the host": """
        import copy, pickle
        class Point:
            def __init__(self, x): self.x = x
            def __eq__(self, other): return self.x == other.x
        use()
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            print(pickle.loads(pickle.dumps(Point(3), protocol)) == Point(3), copy.deepcopy(Point([1])).x)
    """,
    "functions and generators that the code made": """
        import asyncio, collections.abc, functools, inspect, types, typing
        code = """ + repr("""
def f(a: int, b="x", *args, c=3, **kw) -> float:
    \'doc\'
    return a * 2
def g(n):
    yield from range(n)
async def a(): return 3
async def ag(): yield 1
class C:
    def m(self, x): return x
made = [f, C, C(), g(2), a(), ag(), lambda: 0]
""") + """
        def made():
            names = {"__name__": "__main__"}
            exec(code, names)
            return names["made"]
        if use.__code__.co_names:
            import fastexec
            def made():
                executor = fastexec.LocalPythonExecutor([])
                executor(code)
                return executor.state["made"]
        f, C, c, g, a, ag, l = made()
        print(inspect.signature(f), typing.get_type_hints(f), f.__name__, f.__doc__, f.__module__, f.__defaults__, f.__kwdefaults__, l.__name__)
        print([inspect.isfunction(f), isinstance(l, types.FunctionType), asyncio.iscoroutine(a), inspect.ismethod(c.m)])
        print([isinstance(g, collections.abc.Generator), isinstance(a, collections.abc.Coroutine), isinstance(ag, collections.abc.AsyncGenerator), inspect.isawaitable(a)])
        print([inspect.isgenerator(g), inspect.iscoroutine(a), inspect.isasyncgen(ag), inspect.isawaitable(g), inspect.isawaitable(ag)])
        print([isinstance(g, types.GeneratorType), isinstance(a, types.CoroutineType), isinstance(ag, types.AsyncGeneratorType), isinstance(g, types.CoroutineType)])
        print(list(g), asyncio.run(a), functools.lru_cache(f)(3), functools.partial(f, 4)(), functools.singledispatch(f)(5), inspect.getfullargspec(f))
        print(f.__code__.co_name, f.__code__.co_argcount, vars(C)["m"].__qualname__, C.__mro__[1:], C.__module__)
    """,
    "threads and signals": """
        import signal, threading
        use()
        lock = threading.Lock()
        print(lock.acquire(timeout=0.01), lock.acquire(timeout=0.01), threading.active_count())
        thread = threading.Thread(target=lambda: print("in thread"))
        thread.start(); thread.join()
        print(signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM))
    """,
    "forks": """
        import os, time
        use()
        time.sleep(1.0)  # the thread that watches the time has ended: the interpreter warns of forks beside others
        child = os.fork()
        if child == 0:
            use()
            os._exit(7)
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
    """,
    "threads with small stacks": """
        import sys, threading
        use()
        def work():
            chain = iter(range(3))
            for _ in range(20):
                chain = map(int, chain)
            print(sum(chain), hash(((1, (2, 3)),)), [[1]] == [[1]])
        # 3.14 takes no smaller one than 52 KiB.
        for size in (32 << 10 if sys.version_info < (3, 14) else 52 << 10, 64 << 10, 256 << 10):
            threading.stack_size(size)
            thread = threading.Thread(target=work)
            thread.start(); thread.join()
    """,
    "protocols": """
        import typing
        @typing.runtime_checkable
        class HasInterface(typing.Protocol):
            @property
            def __array_interface__(self): ...
        use()
        import numpy as np
        print(isinstance(np.arange(3), HasInterface), isinstance(5, HasInterface))
    """,
    "mocks and parsers of the host": """
        import argparse, json
        from unittest import mock
        use()
        with mock.patch.object(json, "dumps", return_value="patched"): print(json.dumps(1))
        print(json.dumps(1), mock.Mock(a=json, **{"a.marker": 5}).a.marker)
        print(argparse.Namespace(a=1), argparse.ArgumentParser().parse_args([]))
    """,
}


def printed(prelude: str, program: str) -> str:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", prelude + textwrap.dedent(program)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout


@pytest.mark.parametrize("name", PROGRAMS)
def test_program_prints_the_same(name):
    assert printed(USED, PROGRAMS[name]) == printed(GONE, PROGRAMS[name]) == printed(UNUSED, PROGRAMS[name]) != ""


SLOTS = """
import ctypes, sys
# Words of a type object, the same in all supported versions.
NAMES = (
    "refcnt type size name basicsize itemsize dealloc vectorcall_offset getattr setattr async repr number sequence mapping hash call"
    " str getattro setattro buffer flags doc traverse clear richcompare weaklistoffset iter iternext methods members getset base dict"
    " descr_get descr_set dictoffset init alloc new free is_gc"
    " bases mro cache subclasses weaklist del version_tag finalize vectorcall"
).split()
KEPT = "getattr setattr traverse clear descr_set init alloc free is_gc".split()
GUARDED = "dealloc repr hash getattro richcompare iternext descr_get new init str setattro iter call vectorcall".split()
HEAP = 1 << 9
WORD = ctypes.sizeof(ctypes.c_void_p)

class Meta(type): pass
class Sub(dict): pass
class Namespace(__import__("types").SimpleNamespace): pass

def types():
    found, todo = {}, [object]
    while todo:
        class_ = todo.pop()
        if id(class_) not in found:
            found[id(class_)] = class_
            todo += type.__subclasses__(class_)
    return found

def slots(class_):
    return {name: ctypes.c_void_p.from_address(id(class_) + NAMES.index(name) * WORD).value for name in KEPT + GUARDED}

before = {address: (class_, slots(class_), set(vars(class_))) for address, class_ in types().items()}

def changed():
    return {(class_.__name__, name) for class_, old, _ in before.values() for name, new in slots(class_).items() if old[name] != new}
"""


def test_built_in_functions_keep_their_hashes():
    program = """
    import io, numpy, sys, time
    functions = [getattr, eval, open, "".format, time.sleep, numpy.frombuffer, numpy.zeros, sys._getframe]
    kept, hashes = {function: 1 for function in functions}, [hash(function) for function in functions]
    import fastexec
    executor = fastexec.LocalPythonExecutor(["numpy.*"])
    executor("import numpy as np\\nnp.frombuffer(b'abc', dtype=np.uint8).sum()")
    print(all(function in kept for function in functions), hashes == [hash(function) for function in functions])
    del executor
    print(all(function in kept for function in functions), hashes == [hash(function) for function in functions])
    """
    assert printed("", program) == "True True\nTrue True\n"


def test_a_tool_uses_databases_of_its_own_while_the_code_copies_one():
    program = """
    import sqlite3
    import fastexec
    told = []
    def tick(*pages):
        with sqlite3.connect(":memory:") as mine:
            told.append(mine.execute("select 1").fetchone()[0])
        mine.close()
    executor = fastexec.LocalPythonExecutor(["sqlite3"])
    executor.send_tools({"tick": tick})
    code = "import sqlite3\\na, b = sqlite3.connect(':memory:'), sqlite3.connect(':memory:')\\na.execute('create table t (x)')\\n"
    executor(code + "a.backup(b, pages=1, progress=tick)\\nb.close()\\na.close()")
    print(set(told))
    """
    assert printed("", program) == "{1}\n"


def test_callbacks_of_the_collector_are_not_ended():
    # The signal that ends a run finds them at work most of the time here.
    program = """
    import gc
    import fastexec
    failed, told = [], []
    def callback(phase, info):
        try:
            told.append(sum(range(20)))
            for _ in range(2000): pass
        except BaseException as error:
            failed.append(error)
    executor = fastexec.LocalPythonExecutor([], timeout_seconds=0.05, limits=fastexec.Limits(operations=None, while_iterations=None))
    gc.callbacks.append(callback)
    gc.set_threshold(1)
    for _ in range(10):
        try:
            executor("x = []\\nwhile True: x = [x, []]; x = []")
        except fastexec.ExecutionTimeoutError:
            pass
        else:
            print("not ended")
    print(failed, len(told) > 10)
    """
    assert printed("", program) == "[] True\n"

def test_a_run_that_a_finaliser_of_the_host_begins_has_its_own_time():
    program = """
    import time
    import fastexec
    executor = fastexec.LocalPythonExecutor(["textwrap"], timeout_seconds=0.05)
    executor("import textwrap")
    took = []
    class Thing:
        def __del__(self):
            began = time.monotonic()
            try:
                executor("textwrap.wrap('a ' * 1_000_000)")
            except fastexec.ExecutionTimeoutError:
                took.append(time.monotonic() - began)
    for _ in range(5):
        Thing()
    print(len(took), min(took) < 0.8)
    """
    assert printed("", program) == "5 True\n"


FINALISERS = {
    "weakref.finalize": "thing = Thing(); weakref.finalize(thing, work)",
    "weakref.ref": "thing = Thing(); kept = weakref.ref(thing, lambda reference: work())",
    "__del__": "thing = Worker()",
    "unraisablehook": "thing = Failing(); sys.unraisablehook = lambda error: work()",
    "partial hook": "thing = Failing(); sys.unraisablehook = functools.partial(lambda error, more: work(), more=1)",
}


@pytest.mark.parametrize("finaliser", FINALISERS)
def test_finalisers_of_the_host_are_not_ended(finaliser):
    # A limit strikes while one works in the middle of the code: it goes on to its end, and then the run ends.
    program = """
    import functools, sys, time, weakref
    import fastexec
    done, failed = [], []
    def work():
        try:
            end = time.monotonic() + 0.4
            while time.monotonic() < end: pass
            done.append(1)
        except BaseException as error:
            failed.append(error)
    class Thing: pass
    class Worker(Thing):
        def __del__(self): work()
    class Failing(Thing):
        def __del__(self): raise ValueError
    sys.unraisablehook = failed.append
    FINALISER
    executor = fastexec.LocalPythonExecutor([], timeout_seconds=0.2, limits=fastexec.Limits(operations=None, while_iterations=None))
    executor.send_variables({"things": [thing]})
    del thing
    try:
        executor("things.clear()\\nwhile True: pass")
    except fastexec.ExecutionTimeoutError:
        print("ended")
    print(done, failed, executor("1 + 1").output)
    """.replace("FINALISER", FINALISERS[finaliser])
    assert printed("", program) == "ended\n[1] [] 2\n"


@pytest.mark.skipif(sys.implementation.name != "cpython", reason="layout of CPython's types")
class TestSlots:
    def test_import_changes_nothing(self):
        program = "import fastexec\nfrom fastexec import LocalPythonExecutor, Limits\nprint(changed())"
        assert printed(SLOTS, program) == "set()\n"

    def test_slots_that_the_interpreter_compares_stay(self):
        # Classes of Python code that had the slot of their base have it still, and what `object.__setattr__` compares is as it was.
        program = """
        from fastexec import LocalPythonExecutor
        executor = LocalPythonExecutor([])
        executor("sorted([(1, 2), (0, 1)])")
        print(sorted({name for _, name in changed()} - set(GUARDED)))
        for class_, old, _ in before.values():
            base = class_.__base__
            if id(base) in before and class_.__flags__ & HEAP:
                for name in GUARDED:
                    if old[name] == before[id(base)][1][name] and slots(class_)[name] != slots(base)[name]:
                        print("not as its base:", class_, name)
        print(("type", "new") in changed(), ("Meta", "new") in changed())
        """
        assert printed(SLOTS, program) == "[]\nTrue True\n"

    def test_classes_get_no_names_but_of_their_getters(self):
        # A first use of typing gives names to classes by itself, on some versions.
        program = """
        import typing
        [getattr(typing, name, None) for name in typing.__all__]
        before = {address: (class_, slots(class_), set(vars(class_))) for address, class_ in types().items()}
        from fastexec import LocalPythonExecutor
        executor = LocalPythonExecutor([])
        executor("sorted([(1, 2), (0, 1)])")
        print(sorted(set().union(*(set(vars(class_)) - names for class_, _, names in before.values()))))
        """
        assert printed(SLOTS, program) == "['__getattribute__']\n"


    def test_changes_are_those_of_the_account(self):
        # Slots, tables of methods, dicts of modules and types, signals: with an executor, without one, with another.
        done = subprocess.run(
            [sys.executable, str(pathlib.Path(__file__).with_name("interpreter_state.py"))], capture_output=True, text=True, timeout=120, check=False
        )
        looks = [f"{when}, {what}: []" for when in ("with an executor", "without one") for what in ("not in the account", "not seen")]
        assert done.stdout.splitlines() == [*looks, "stays: []", *looks[:2]], done.stderr

    def test_page_has_the_table(self):
        done = subprocess.run([sys.executable, str(ROOT / "tools" / "host_traces.py")], capture_output=True, text=True, timeout=120, check=False)
        assert (done.returncode, done.stdout) == (0, ""), done.stderr

    def test_changes_are_for_the_versions_that_the_table_says(self):
        program = """
        import os, sys
        os.environ["FASTEXEC_TEST_NETS"] = "1"
        from fastexec import LocalPythonExecutor, _fastexec
        executor = LocalPythonExecutor(["dataclasses"])
        executor("import dataclasses")
        made = {reason for _, _, reason, _ in _fastexec.interpreter_changes()}
        rows = {reason: (first or 0) <= sys.version_info[1] <= (last or 99) for _, reason, (first, last), _ in _fastexec.interpreter_hooks()}
        print(sorted(reason for reason in made if not rows[reason]))
        print("importlib._bootstrap._find_and_load" in [target for kind, target, _, _ in _fastexec.interpreter_changes() if kind == "attribute"])
        """
        assert printed("", program) == "[]\nTrue\n"


class TestRuns:
    """What only shows while a run is under way, or after one that was ended."""

    def test_tool_past_the_deadline_goes_on(self):
        program = """
        import threading, time
        import fastexec
        told = []
        def tool():
            start, equal = time.monotonic(), 0
            try:
                while time.monotonic() - start < 1.2:
                    equal += [1, 2, 3] == [1, 2, 3] and hash((1, 2)) == hash((1, 2)) and {1: 2} == {1: 2}
            except BaseException as error:
                told.append(error)
                raise
            told.append(equal > 1000)
        def run():
            executor = fastexec.LocalPythonExecutor([], timeout_seconds=0.3)
            executor.send_tools({"tool": tool})
            try:
                executor("tool()")
            except fastexec.ExecutionTimeoutError:
                told.append("ended")
        run()
        thread = threading.Thread(target=run)
        thread.start(); thread.join()
        print(told)
        """
        assert printed("", program) == "[True, 'ended', True, 'ended']\n"

    def test_tracemalloc_is_started_while_runs_are_ended(self):
        program = """
        import threading, time, tracemalloc
        import fastexec
        ENDLESS = "x = [(i * 7919) % 1000003 for i in range(400000)]\\nwhile True: sorted(x)"
        limits = fastexec.Limits(operations=None, while_iterations=None, memory_bytes=None, seconds=0.6)
        def run():
            try:
                fastexec.LocalPythonExecutor([], limits=limits)(ENDLESS)
            except fastexec.ExecutionTimeoutError:
                ended.append(True)
        ended = []
        for delay in (0.62, 0.64, 0.66, 0.68, 0.7, None) * 2:
            thread = threading.Thread(target=run)
            thread.start()
            if delay:
                time.sleep(delay)
                tracemalloc.start()
                kept = [bytes(1000) for _ in range(100)]
                assert tracemalloc.get_traced_memory()[0] >= 100_000
            thread.join()
            if delay and delay > 0.65:
                tracemalloc.stop()
        tracemalloc.stop()
        print(len(ended))
        """
        assert printed("", program) == "12\n"

    def test_interface_of_an_object_of_the_code_is_never_read(self):
        # Whoever converts it: the code, a tool, the host afterwards.
        program = """
        import types
        import numpy as np
        import fastexec
        executor = fastexec.LocalPythonExecutor(["types", "numpy", "copy"])
        executor.send_tools({"convert": np.asarray})
        code = (
            "import copy, types, numpy as np\\n"
            "told = {'data': (16, False), 'shape': (1,), 'typestr': '<i8', 'version': 3}\\n"
            "space = types.SimpleNamespace(**{'__array_interface__': told})\\n"
            "other = copy.copy(space)\\n"
            "[np.asarray(space).dtype, convert(space).dtype, convert(other).dtype, space, other]"
        )
        result = executor(code).output
        print([str(kind) for kind in result[:3]], [np.asarray(space).dtype for space in result[3:]])
        del result
        executor.cleanup()
        executor.state.clear()
        made = [types.SimpleNamespace(__array_interface__=np.arange(2).__array_interface__) for _ in range(1000)]
        print({np.asarray(space).dtype for space in made})
        """
        assert printed("", program) == "['object', 'object', 'object'] [dtype('O'), dtype('O')]\n{dtype('int64')}\n"


# ------------------------------------------------------------------------------------------ the end
ENDINGS = {
    "a finaliser that makes objects": "class D:\n    def __del__(self):\n        x = D(); x.s = x\nkeep = D()",
    "a finaliser that prints and imports": "class D:\n    def __del__(self):\n        import math; print(math.pi)\nkeep = D()",
    "a generator with a clean-up": "def g():\n    try: yield 1\n    finally: print('end', [i for i in range(9)])\nkeep = g(); next(keep)",
    "a coroutine": "import weakref\nclass C: pass\nkeep = C()\nkeep.f = weakref.finalize(keep, lambda: print('gone'))",
}


@pytest.mark.parametrize("name", ENDINGS)
def test_nothing_of_the_code_runs_while_the_interpreter_ends(name):
    program = f"""
        import fastexec
        executor = fastexec.LocalPythonExecutor(["weakref"])
        executor.send_tools({{}})
        kept = executor({ENDINGS[name] + chr(10) + "keep"!r})
        print("over")
    """
    assert printed("", program) == "over\n"


CHAINS = {
    "each makes the next": "class D:\n    def __del__(self):\n        x = D()\nD()",
    "by a generator": "class D:\n    def __del__(self): g.send(D())\ndef gen():\n    while True: x = yield 1\ng = gen(); next(g); D(); 1",
    "generators that wait in the end": "import time\ndef gen():\n    try: yield\n    finally: time.sleep(1)\nheld = [gen() for _ in range(50)]\n_ = [next(g) for g in held]\ntaken, held = held, None\ntaken",
    "each fails": "class D:\n    def __del__(self): 1 / 0\n[D() for _ in range(20_000)]",
    "each prints to standard error": "import warnings\nclass D:\n    def __del__(self): warnings.warn('x' * 1000 + str(id(self)))\n[D() for _ in range(20_000)]",
}


@pytest.mark.parametrize("name", CHAINS)
def test_finalisers_after_a_run_have_one_budget(name):
    program = f"""
        import gc, time
        import fastexec
        executor = fastexec.LocalPythonExecutor(["warnings"], limits=fastexec.Limits(seconds=1))
        executor.send_tools({{}})
        kept = executor({CHAINS[name]!r})
        begin = time.monotonic()
        del kept
        gc.collect()
        print(time.monotonic() - begin < 10, executor("1 + 1").output)
    """
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(program)], capture_output=True, text=True, timeout=120, check=True)
    assert done.stdout == "True 2\n"
    assert len(done.stderr) < 120_000  # that of a run and of what comes after it


def test_what_code_writes_to_an_object_of_the_program_stays():
    """Whether a variable of the program's module holds it or not: it is no setting of a library."""
    program = textwrap.dedent("""
        import fastexec

        class Cart:
            def __init__(self): self.total = 1
            def told(self): return self.total

        cart = Cart()
        executor = fastexec.LocalPythonExecutor([])
        executor.send_tools({})
        executor.send_variables({"cart": cart})
        print(executor("cart.total = 5\\ncart.total, cart.told()").output, cart.total)
        print(executor("cart.total += 1\\ncart.told()").output, cart.total)
    """)
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False)
    assert run.stdout.splitlines() == ["(5, 5) 5", "6 6"], run.stderr
