"""Functions of BLAS and LAPACK, decompositions and strings of variable length that no guard has anything against: as in CPython."""

from __future__ import annotations

import types
from typing import Any

import fastexec
import pytest

SETUP = """
import numpy as np
import scipy.linalg
from scipy.linalg import blas, lapack
x = np.arange(100_000.0)
a = np.arange(1.0, 26).reshape(5, 5) + 9 * np.eye(5)
bands = np.arange(1.0, 25).reshape(4, 6)
packed = np.array([4.0, 1, 3, 0, 1, 5])
"""
PROGRAMS = [
    "blas.ddot(x, x, n=10, incx=1000, incy=10_000)",
    "blas.ddot(x, x, incx=300, incy=300)",
    "blas.ddot(x, x, offx=99_990, offy=50_000, n=10)",
    "blas.ddot([1, 2, 3, 4], (1.0, 2, 3, 4), incx=2, incy=-2)",
    "blas.dscal(2.0, x, 5, 70_000, 2).sum()",
    "blas.dnrm2(x, n=np.int64(70_000))",
    "blas.dasum(x, incx=50_000)",
    "blas.dgemv(1.0, np.ones((2, 70_000)), x[:70_000]).tolist()",
    "blas.dgemv(1.0, a, np.arange(10.0), incx=2).tolist()",
    "blas.dgemm(1.0, a, a, trans_b=True).tolist()",
    "blas.dtpmv(3, packed, [1.0, 2, 3]).tolist()",
    "lapack.dpptrf(3, packed)[1]",
    "lapack.dppcon(3, lapack.dpptrf(3, packed)[0], 6.0)[1]",
    # (Since scipy 1.16.)
    "round(float(lapack.dlangb('1', 1, 2, bands)), 6) if hasattr(lapack, 'dlangb') else None",
    "lapack.dgbtrf(np.vstack([np.zeros((1, 6)), bands[:3]]), 1, 1)[2]",
    "lapack.dgeqrf(a, lwork=64)[3], lapack.dgeqrf(a, lwork=np.float64(64))[3]",
    "lapack.dgeqrf_lwork(10**6, 10)[1]",
    "lapack.dgehrd(a, lo=0, hi=np.int32(4))[2]",
    "lapack.dgehrd(a, lo=np.array(0), hi=np.array([4]))[2]",
    "scipy.linalg.solve_banded((1, 2), bands, x[:6]).round(6).tolist()",
    "scipy.linalg.eig_banded(bands, select='i', select_range=[0, np.int64(2)])[0].round(6).tolist()",
    "scipy.linalg.solve_triangular(a, x[:5], trans='T', lower=np.True_).round(6).tolist()",
]
STRINGS = """
import numpy as np
def of(na):
    dtype = np.dtypes.StringDType(na_object=na)
    one = np.array(["b", na, "a"], dtype=dtype)
    return [str(one.copy()[1]), len(np.concatenate([one, one])), np.sort(np.array(["b", "a"], dtype=dtype)).tolist()]
x = [of(na) for na in (None, np.nan, float("nan"), "", "none", 3, True, np.float32("nan"))]
other = object()
x.append(np.array([other], dtype=np.dtypes.StringDType(na_object=other))[0] is other)
x.append(str(np.dtypes.StringDType(coerce=False)))
x
"""


def run(code: str, **options: Any) -> Any:
    limits = fastexec.Limits(**{"seconds": 60, **options})
    return fastexec.LocalPythonExecutor(["numpy.*", "scipy.*", "lzma", "bz2", "types"], limits=limits)(code).output


def in_python(code: str) -> Any:
    *most, last = code.strip().rsplit("\n", 1)
    names: dict[str, Any] = {}
    exec("\n".join(most), names)
    return eval(last, names)


def test_numbers_that_fit() -> None:
    pytest.importorskip("scipy")
    code = SETUP + f"[{', '.join(PROGRAMS)}]"
    assert str(run(code)) == str(in_python(code))


def test_what_is_decomposed() -> None:
    pytest.importorskip("scipy")
    code = (
        "import numpy as np\nimport scipy.sparse, scipy.sparse.linalg\n"
        "lu = scipy.sparse.linalg.splu(scipy.sparse.csc_matrix(np.array([[1.0, 2, 0], [0, 3, 1], [4, 0, 5]])))\n"
        "lu.perm_c.tolist(), lu.perm_r.tolist(), lu.L.toarray().tolist(), lu.shape, lu.nnz, lu.solve(np.ones(3)).round(9).tolist()"
    )
    assert str(run(code)) == str(in_python(code))


def test_strings_that_are_missing() -> None:
    numpy = pytest.importorskip("numpy")
    if not hasattr(numpy, "strings"):
        pytest.skip("numpy 2 and newer")
    assert str(run(STRINGS)) == str(in_python(STRINGS))


@pytest.mark.parametrize("module", ["lzma", "bz2"])
def test_long_compressions(module: str) -> None:
    code = f"""
import {module}
data = bytes(range(256)) * 9000 + bytes(70_001)
one = {module}.compress(data)
one == {module}.compress(bytearray(data)), hash(one), {module}.decompress(one) == data
"""
    assert run(code) == in_python(code)
    endless = f"import {module}, random\ndata = random.randbytes(60_000_000)\n{module}.compress(data)"
    executor = fastexec.LocalPythonExecutor([module, "random"], limits=fastexec.Limits(seconds=2))
    with pytest.raises(fastexec.ExecutionTimeoutError):
        executor(endless)
    assert executor("40 + 2").output == 42


def test_namespaces_of_the_host_are_compared_without_private_state() -> None:
    shown = types.SimpleNamespace(value=1)
    private = types.SimpleNamespace(value=1, _token="secret")
    executor = fastexec.LocalPythonExecutor(["types"])
    executor.send_tools({"shown": lambda: shown, "private": lambda: private})
    code = """
import types
seen = []
class Any:
    def __eq__(self, other):
        seen.append(other)
        return True
own = types.SimpleNamespace
[shown() == own(value=1), own(value=1) == shown(), shown() != own(value=2), own(value=Any()) == shown(), private() == private(),
 own(_a=1) == own(_a=1), own(_token=Any(), value=1) == private(), private() == own(value=1, _token=Any()), private() != own(value=1), seen]
"""
    assert executor(code).output == [True, True, True, True, True, True, False, False, True, [1]]
    assert private == types.SimpleNamespace(value=1, _token="secret")
