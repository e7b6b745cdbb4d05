"""Addresses of memory that objects of others hold, or that code makes when they are asked: no array is made of them, neither while
the code runs nor later by the host. The memory of an array that an object holds is told everybody."""

from __future__ import annotations

import argparse
import contextlib
import io
import sys

import numpy as np
import pandas as pd
import pytest
from fastexec import InterpreterError, LocalPythonExecutor

MODULES = ["numpy.*", "pandas.*", "jinja2.*", "sklearn.*", "PIL.*", "logging", "scipy.*", "argparse", "statsmodels.*"]
START = """
import logging, jinja2.utils, sklearn.utils, scipy.optimize, statsmodels.tools.testing
import numpy as np, pandas as pd
from PIL import Image
text = b"0123456789abcdef"
told = dict(shape=(16,), typestr="|u1", data=(id(text) + 32, False), version=3)
class Im(Image.Image):
    mode = "L"; size = (4, 4)
    def tobytes(self, *a): return (id(text) + 32, False)
class D(pd.api.extensions.ExtensionDtype):
    name = "d"; type = object; na_value = None
    @classmethod
    def construct_array_type(cls): return EA
class EA(pd.api.extensions.ExtensionArray):
    dtype = D(); nbytes = 1
    def __init__(self, there=None): self.there = there
    def __len__(self): return 1
    def __getitem__(self, i):
        if not isinstance(i, (int, np.integer)): return self
        return dict(told) if self.there is None else self.there.pop("told", None)
    def copy(self): return self
    def isna(self): return np.zeros(1, bool)
class Key(str):
    asked = 0
    __hash__ = str.__hash__
    def __eq__(self, other):
        self.asked += 1
        return self.asked > 1
"""
HOLDERS = {
    "labels": "pd.Series({'__array_interface__': told})",
    "row": "pd.DataFrame({'__array_interface__': [told], 'b': 1}).iloc[0]",
    "namespace of a template": "jinja2.utils.Namespace(__array_interface__=told)",
    "bunch": "sklearn.utils.Bunch(__array_interface__=told)",
    "result": "scipy.optimize.OptimizeResult(__array_interface__=told)",
    "record": "logging.getLogger('x').makeRecord('n', 1, 'f', 1, 'm', (), None, extra={'__array_interface__': told})",
    "image": "Im()",
    "made when asked": "pd.Series(EA(), index=['__array_interface__'], copy=False)",
    "taken when asked": "pd.Series(EA({'told': dict(told)}), index=['__array_interface__'], copy=False)",
    "structure": "pd.Series(EA(), index=['__array_struct__'], copy=False)",
    "key that changes": "pd.Series({'__array_interface__': {**{key: value for key, value in told.items() if key != 'data'}, Key('data'): told['data']}})",
}


def kind_of_array(value: object) -> str:
    try:
        return np.asarray(value).dtype.str
    except (TypeError, ValueError):
        return "none"


@pytest.mark.parametrize("holder", HOLDERS.values(), ids=HOLDERS)
def test_held_addresses_make_no_array(holder: str) -> None:
    executor = LocalPythonExecutor(MODULES)
    executor.send_tools({"kind_of_array": kind_of_array})
    executor(START)
    in_tool, value = executor(f"value = {holder}\n(kind_of_array(value), value)").output
    assert in_tool in {"|O", "none"}
    assert kind_of_array(value) in {"|O", "none"}


class Proxy:
    def __init__(self, array: np.ndarray) -> None:
        self.array = array

    def __getattr__(self, name: str) -> object:
        return getattr(self.array, name)


@pytest.mark.parametrize(
    "array",
    [
        np.arange(12).reshape(3, 4)[:, ::2],
        np.asfortranarray(np.ones((2, 3))),
        np.array(["2026-01-02"], "datetime64[D]"),
        np.array([(1, 2.5)], [("a", int), ("b", float)]),
        np.array(5.5),
        np.zeros((0, 3)),
        np.array([True, False]),
        np.array(["a", "bc"]),
    ],
    ids=lambda array: array.dtype.str + str(array.shape),
)
def test_arrays_behind_proxies_of_the_host(array: np.ndarray) -> None:
    array = array.copy("K") if array.flags.c_contiguous else array
    array.flags.writeable = False
    proxy = Proxy(array)
    executor = LocalPythonExecutor(MODULES)
    executor.send_tools({})
    executor.send_variables({"proxy": proxy})
    executor("proxy.shape")
    seen = np.asarray(proxy)
    assert (seen.dtype, seen.shape, seen.tolist()) == (array.dtype, array.shape, array.tolist())
    assert np.shares_memory(seen, array) == (array.flags.c_contiguous and array.size > 0)
    assert not seen.flags.writeable or not array.flags.c_contiguous


def test_arrays_outlive_the_proxy_that_let_them_go() -> None:
    proxy = Proxy(np.arange(1000))
    executor = LocalPythonExecutor(MODULES)
    executor.send_tools({})
    executor.send_variables({"proxy": proxy})
    executor("proxy.shape")
    seen = np.asarray(proxy)
    seen[3] = -1
    assert proxy.array[3] == -1
    proxy.array = None
    assert seen.sum() == sum(range(1000)) - 4


def test_arrays_of_the_host_s_objects() -> None:
    proxy = Proxy(np.arange(3))
    executor = LocalPythonExecutor(MODULES)
    executor.send_tools({"kind_of_array": kind_of_array})
    executor.send_variables({"proxy": proxy})
    assert executor("(proxy.shape, kind_of_array(proxy))").output == ((3,), np.arange(3).dtype.str)
    assert np.asarray(proxy).tolist() == [0, 1, 2]
    assert executor("import pandas as pd, numpy as np\nnp.asarray(pd.Series([1, 2])).tolist()").output == [1, 2]
    assert np.lib.stride_tricks.sliding_window_view(np.arange(4), 2).tolist() == [[0, 1], [1, 2], [2, 3]]


def test_names_that_are_held_back_are_not_listed() -> None:
    executor = LocalPythonExecutor(MODULES)
    executor.send_tools({})
    names = executor("import argparse\nvars(argparse.Namespace(a=1))\ndir(argparse.Namespace(a=1))").output
    for listed in (names, dir(argparse.Namespace(a=1)), dir(argparse.Namespace)):
        assert "__array_interface__" not in listed


def test_bytes_that_an_image_tells_stay() -> None:
    executor = LocalPythonExecutor(MODULES)
    executor.send_tools({})
    code = """
import numpy as np
from PIL import Image
told = bytearray(b"A" * 400)
class Im(Image.Image):
    mode = "L"; size = (20, 20)
    def tobytes(self, *a, **k): return told
array = np.asarray(Im())
told.clear()
others = [tuple(range(i, i + 47)) for i in range(50)]
array.ravel().tolist() == [65] * 400
"""
    assert executor(code).output is True


def test_bytes_that_an_object_holds_are_copied() -> None:
    executor = LocalPythonExecutor(MODULES)
    executor.send_tools({})
    value = executor(START + "held = bytearray(b'A' * 16)\npd.Series({'__array_interface__': dict(told, data=held)})").output
    array = np.asarray(value)
    executor("held.clear(); others = [tuple(range(i, i + 47)) for i in range(50)]")
    assert array.tolist() == [65] * 16


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="workers are Linux's")
def test_labels_from_a_worker_are_no_addresses() -> None:
    secret = b"0123456789abcdef of the host"
    with contextlib.ExitStack() as stack:
        executor = LocalPythonExecutor(["numpy", "pandas"], isolation="process")
        stack.callback(executor.cleanup)
        executor.send_tools({"kind_of_array": kind_of_array, "where": lambda: id(secret) + 32})
        out = executor("""
import pandas as pd
told = dict(shape=(16,), typestr="|u1", data=(where(), False), version=3)
series = pd.Series({"__array_interface__": told})
(kind_of_array(series), series, pd.Series([told], index=["b"]))
""").output
    assert out[0] == "|O"
    assert kind_of_array(out[1]) == "|O"
    assert kind_of_array(pd.Series({"__array_interface__": out[2]["b"]})) == "|O"


@pytest.mark.parametrize("told", ["True", "N(50)", "I()", "None", "7", "10**9", "-1"])
def test_buffers_of_tools_believe_no_count_of_raw_files(told: str) -> None:
    executor = LocalPythonExecutor(["io"])
    executor.send_tools({"buffered": lambda raw: io.BufferedReader(raw, 64).read1(60)})
    code = f"""
import io
class N(int): pass
class I:
    asked = 0
    def __index__(self):
        I.asked += 1
        return 1 if I.asked == 1 else 60
class Raw(io.RawIOBase):
    def readable(self): return True
    def readinto(self, room):
        room[:2] = b"ab"
        return {told}
buffered(Raw())
"""
    try:
        read = executor(code).output
    except InterpreterError as error:
        assert told in ("10**9", "-1") and "readinto() returned invalid length" in str(error)
        return
    assert read == {"True": b"a", "N(50)": b"ab".ljust(50, b"\0"), "I()": b"a", "None": b"", "7": b"ab\0\0\0\0\0"}[told]
