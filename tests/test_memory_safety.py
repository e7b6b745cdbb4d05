"""Memory is what its type says: arrays of objects, errors of codecs, values of classes; ordinary programs are as they were."""

from __future__ import annotations

import subprocess
import sys

import fastexec
import pytest

HARMLESS = {
    "a matrix of objects": ("np.matrix([[1, 'a'], [None, 2.5]], dtype=object).tolist()", [[1, "a"], [None, 2.5]]),
    "a matrix of an array of objects": ("(np.asmatrix(np.array([[1, 2], [3, 4]], dtype=object)) * 2).tolist()", [[2, 4], [6, 8]]),
    "records with objects": ("np.rec.fromarrays([np.array(['a', 'b'], dtype=object), np.array([1, 2])], names='x,y').x.tolist()", ["a", "b"]),
    "records of tuples": ("np.rec.fromrecords([('a', 1)], dtype=[('n', 'O'), ('v', 'i4')]).n.tolist()", ["a"]),
    "a view as records": ("np.zeros(2, dtype=[('n', 'i4'), ('o', 'O')]).view(np.recarray).o.tolist()", [0, 0]),
    "numbers over bytes": ("np.frombuffer(b'abcdefgh', dtype='u1')[:2].tolist()", [97, 98]),
    "numbers over bytes, read only": ("a = np.frombuffer(b'abcdefgh', dtype='u1')\n[a.flags.writeable, a.flags.owndata, bytes(a.base)]", [False, False, b"abcdefgh"]),
    "a number over a number": ("np.frombuffer(np.float64(2.5)).tolist()", [2.5]),
    "a byte over a byte": ("np.frombuffer(b'a', dtype='u1').tolist()", [97]),
    "numbers that follow their buffer": ("b = bytearray(2)\na = np.frombuffer(b, 'u1')\na[1] = 7\nbytes(b)", b"\0\7"),
    "a part of bytes": ("np.frombuffer(b'abcdefgh', 'u1', count=2, offset=3).tolist()", [100, 101]),
    "numbers over a buffer": ("np.ndarray((2,), 'i4', buffer=bytearray(8)).tolist()", [0, 0]),
    "numbers over numbers": ("np.ndarray((1,), 'f8', np.arange(4.0), offset=8).tolist()", [1.0]),
    "records over bytes": ("np.rec.array(b'abcd', dtype=[('a', 'S2'), ('b', 'S2')]).b.tolist()", [b"cd"]),
    "windows of objects": ("np.lib.stride_tricks.sliding_window_view(np.array(list('abc'), dtype=object), 2).tolist()", [["a", "b"], ["b", "c"]]),
    "objects broadcast": ("np.broadcast_to(np.array(['a'], dtype=object), (2,)).tolist()", ["a", "a"]),
    "bytes of numbers": ("bytes(np.arange(2, dtype='u1')) + b''.join([np.zeros(1, 'u1')])", b"\0\1\0"),
    "texts of any length": ("np.array(['x' * 50], dtype=np.dtypes.StringDType())[0]", "x" * 50),
    "a class of arrays": ("class A(np.ndarray): pass\nA((2,), dtype=object).tolist()", [None, None]),
    "columns of a frame": ("pd.DataFrame({'a': ['x', 'y', 'x'], 'b': [1, 2, 3]}).groupby('a').b.sum().to_dict()", {"x": 4, "y": 2}),
    "factors of objects": ("pd.factorize(np.array(['x', 'y', 'x'], dtype=object))[0].tolist()", [0, 1, 0]),
    "objects in order": ("a = np.array(['b', 'a', 'c'], dtype=object)\na.sort()\na.tolist()", ["a", "b", "c"]),
    "a part of an array in order": ("a = np.array([[3, 1], [2, 4]], dtype=object)\na[:, 0].sort()\na.tolist()", [[2, 1], [3, 4]]),
    "records with objects in order": ("r = np.array([(2, 'x'), (1, 'y')], dtype=[('n', 'i4'), ('o', 'O')])\nr.sort(order='n')\nr.tolist()", [(1, "y"), (2, "x")]),
    "places in an order": ("a = np.array([3, 1, 2], dtype=object)\n[a.argsort().tolist(), int(a.argmax()), int(np.sort(a).searchsorted(2)), np.lexsort((a,)).tolist()]", [[1, 2, 0], 0, 1, [1, 2, 0]]),
    "bytes into a format": ("bytes(bytearray(b'%d-%s') % (1, b'x'))", b"1-x"),
    "a frame as records": ("pd.DataFrame({'a': ['x']}).to_records(index=False).a.tolist()", ["x"]),
    "states of random numbers": ("s = np.random.get_state()\na = np.random.rand(3)\nnp.random.set_state(s)\nbool((a == np.random.rand(3)).all())", True),
    "states as dicts": ("r = np.random.RandomState(1)\nr.rand(3)\ns = r.get_state(legacy=False)\na = r.rand(3)\nr.set_state(state=s)\nbool((a == r.rand(3)).all())", True),
    "states of other generators": ("r = np.random.RandomState(np.random.Philox(1))\nr.rand(3)\ns = r.get_state(legacy=False)\na = r.rand(3)\nr.set_state(s)\nbool((a == r.rand(3)).all())", True),
    "states as lists": ("r = np.random.RandomState(1)\ns = list(r.get_state())\na = r.rand()\nr.set_state(s)\na == r.rand()", True),
    "texts of a column": ("pd.Series(['x', None]).str.upper().tolist()[0]", "X"),
}


@pytest.fixture(scope="module")
def executor() -> fastexec.LocalPythonExecutor:
    executor = fastexec.LocalPythonExecutor(["numpy.*", "pandas"])
    executor.send_tools({})
    executor("import numpy as np, pandas as pd")
    return executor


@pytest.mark.filterwarnings("ignore:the matrix subclass")
@pytest.mark.parametrize("name", HARMLESS)
def test_harmless(name: str, executor: fastexec.LocalPythonExecutor) -> None:
    code, expected = HARMLESS[name]
    assert executor(code).output == expected


@pytest.mark.skipif(sys.version_info >= (3, 13), reason="CPython 3.13 has no audioop")
@pytest.mark.filterwarnings("ignore:'audioop' is deprecated:DeprecationWarning")
def test_sounds_are_converted_in_parts() -> None:
    executor = fastexec.LocalPythonExecutor(["audioop"])
    executor.send_tools({})
    code = """
import audioop
sound, state, parts = bytes(range(200)), None, b""
for at in range(0, 200, 40):
    part, state = audioop.ratecv(sound[at : at + 40], 2, 1, 8000, 11025, state)
    parts += part
parts == audioop.ratecv(sound, 2, 1, 8000, 11025, None)[0], audioop.ratecv(b"", 2, 2, 5, 3, state and (-1, ((0, 0), (0, 0))))[0]
"""
    assert executor(code).output == (True, b"")


def test_certificates_of_granted_files(tmp_path) -> None:
    file = tmp_path / "none.pem"
    file.write_text("none")
    executor = fastexec.LocalPythonExecutor(["ssl"], allow_read=[tmp_path])
    executor.send_tools({})
    executor("import ssl\ncontext = ssl.create_default_context(ssl.Purpose.SERVER_AUTH)")
    with pytest.raises(fastexec.InterpreterError, match="SSLError"):
        executor(f"context.load_verify_locations({str(file)!r})")
    with pytest.raises(fastexec.InterpreterError, match=r"Forbidden operation: open \(/etc/passwd\)"):
        executor("ssl.create_default_context(cafile='/etc/passwd')")


REFUSED = {
    "over bytes": "np.ndarray((1,), object, bytearray(8))",
    "of records": "np.recarray((1,), [('a', 'O')], buf=bytearray(8))",
    "over numbers": "np.ndarray((1,), object, np.zeros(1))",
    "texts over bytes": "np.ndarray((1,), np.dtypes.StringDType(), bytearray(16))",
    "between objects": "np.ndarray((1,), object, np.array([1, 2], dtype=object), offset=4)",
    "by steps": "np.ndarray((2,), object, np.array([1, 2], dtype=object), strides=(4,))",
}


@pytest.mark.parametrize("name", REFUSED)
def test_no_objects_over_foreign_memory(name: str, executor: fastexec.LocalPythonExecutor) -> None:
    with pytest.raises(fastexec.InterpreterError, match="an array of objects cannot be made over a buffer"):
        executor(REFUSED[name])


@pytest.mark.parametrize("code", ["np.ndarray((1,), 'u8', OBJECTS)", "np.frombuffer(OBJECTS, 'u8')"])
def test_no_numbers_over_objects(code: str, executor: fastexec.LocalPythonExecutor) -> None:
    with pytest.raises(fastexec.InterpreterError, match="an array of objects"):
        executor(code.replace("OBJECTS", "np.array([1], dtype=object)"))


def test_the_host_makes_what_it_likes() -> None:
    import numpy

    executor = fastexec.LocalPythonExecutor(["numpy"])
    executor("import numpy")
    items = numpy.array([1, 2], dtype=object)
    assert len(numpy.frombuffer(items, "u8")) == 2
    assert numpy.ndarray((2,), "u8", items).shape == (2,)
    assert memoryview(items).format == "O"


def test_errors_of_codecs_show_nothing_beyond_their_object() -> None:
    executor = fastexec.LocalPythonExecutor([])
    code = """
shown = set()
for start in list(range(-300, 0)) + list(range(3, 300)):
    shown.add(str(UnicodeDecodeError('u', b'abc', start, start + 1, 'x')) == f"'u' codec can't decode bytes in position {start}-{start}: x")
    shown.add(str(UnicodeEncodeError('u', 'abc', start, start + 1, 'x')) == f"'u' codec can't encode characters in position {start}-{start}: x")
    shown.add(str(UnicodeTranslateError('abc', start, start + 1, 'x')) == f"can't translate characters in position {start}-{start}: x")
shown
"""
    assert executor(code).output == {True}


def test_an_exchanged_value_of_a_class_sees_its_successor() -> None:
    executor = fastexec.LocalPythonExecutor(["weakref"])
    code = """
import weakref
class Value: pass
class Holder: value = Value()
class Below(Holder): pass
def read(): return Holder.value, Below.value, getattr(Holder, "value"), Below().value
read(), read(), read()
found = []
watch = weakref.ref(Holder.value, lambda _: found.append(read()))
Holder.value = 5
found
"""
    assert executor(code).output == [(5, 5, 5, 5)]


LAZY = {
    "by an attribute of a module": "import numpy as np\nr = np.random.RandomState(1)",
    "by a tool": "load()\nimport numpy as np\nr = np.random.RandomState(1)",
    "by a thread of the host": "wait()\nimport numpy as np\nr = np.random.RandomState(1)",
}
PROGRAM = """
import sys, threading, fastexec
def load(): import numpy.random
def wait():
    thread = threading.Thread(target=load)
    thread.start()
    thread.join()
executor = fastexec.LocalPythonExecutor(["numpy", "numpy.random"])
executor.send_tools({"load": load, "wait": wait})
assert "numpy" not in sys.modules
try:
    executor(sys.argv[1] + "\\ns = list(r.get_state())\\ns[2] = -5\\nr.set_state(tuple(s))\\nr.randint(0, 2**31)")
except fastexec.InterpreterError as error:
    print("between 0 and 624" in str(error))
"""


@pytest.mark.parametrize("how", LAZY)
def test_what_is_loaded_in_the_middle_of_a_run_is_guarded(how: str) -> None:
    # Others of this process have numpy already.
    done = subprocess.run([sys.executable, "-c", PROGRAM, LAZY[how]], capture_output=True, text=True, timeout=120, check=False)
    assert (done.stdout, done.returncode) == ("True\n", 0), done.stderr


# Compiled code of pandas goes on writing to a vector that did not grow.
VECTORS = """
import fastexec

for size in (64, 96, 128, 192):
    for call in ("value_counts()", "mode()", "unique()"):
        executor = fastexec.LocalPythonExecutor(["numpy", "pandas"], limits=fastexec.Limits(memory_bytes=size << 20))
        executor.send_tools({})
        try:
            executor(f"import numpy as np, pandas as pd\\npd.Series(np.arange(3_000_000)).{call}")
        except fastexec.InterpreterError as error:
            assert "added memory" in str(error) or "MemoryError" in str(error), error
        assert executor("1 + 1").output == 2
print("all ended")
"""


def test_vectors_of_compiled_code_that_get_no_memory() -> None:
    ran = subprocess.run([sys.executable, "-c", VECTORS], capture_output=True, text=True)
    assert (ran.returncode, ran.stdout) == (0, "all ended\n"), ran.stderr


# A key of any type in a table of texts: CPython itself ends there.
EMPTIED_WHILE_LOOKING = r"""
key = b'\x84\0\0\0' + b'A' * 36 + b'\x10\0\0\0\0\0\0\0' + b'B' * 8
text = key.decode('latin1')
names = {f'k{n}': n for n in range(5)}
class Own(dict): pass
class Same:
    def __hash__(self): return hash(key)
    def __eq__(self, other):
        for one in list(d): dict.pop(d, one)
        EMPTY
        return False
answers = []
for d in ({}, Own()):
    d[Same()] = 1
    PUT
    answers.append((key in d, text in d, d.get(text), [one in d for one in d]))
answers
"""
EMPTY = ["d.clear()", "dict.clear(d)", "d.update(names)", "d.update(**names)", "d.__ior__(names)", "dict.__init__(d, names) if type(d) is Own else d.clear()"]


@pytest.mark.parametrize("empty", EMPTY)
@pytest.mark.parametrize("put", ["d[key] = 2", "d.setdefault(key, 2)", "d.update({key: 2})", "d |= {key: 2}"])
def test_a_dict_that_is_emptied_while_it_looks_for_a_key(empty: str, put: str, executor: fastexec.LocalPythonExecutor) -> None:
    for present, is_text, value, each in executor(EMPTIED_WHILE_LOOKING.replace("EMPTY", empty).replace("PUT", put)).output:
        assert present and not is_text and value is None and all(each)


def test_a_dict_is_emptied_as_ever(executor: fastexec.LocalPythonExecutor) -> None:
    code = "d = {1: 2, 'a': 3}\nd.clear()\ne = dict(d)\nd.update(a=1)\nd |= {2: 3}\nd.update({'c': 4})\n[list(d.items()), e, len(e)]"
    assert executor(code).output == [[("a", 1), (2, 3), ("c", 4)], {}, 0]
