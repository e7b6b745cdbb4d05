"""What compiled functions compute in one call is estimated before, whoever calls them; what is in time runs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap

import fastexec
import pytest

LATE = {
    "integers by tensordot": "import numpy as np\na = np.ones((4000, 4000), dtype=int)\nnp.tensordot(a, a, 1)",
    "integers by map": "import numpy as np\na = np.ones((4000, 4000), dtype=int)\nlist(map(np.dot, [a], [a]))",
    "integers by a method": "import numpy as np\na = np.ones((4000, 4000), dtype=int)\nlist(map(a.dot, [a]))",
    "integers by an operator": "import numpy as np, operator\na = np.ones((4000, 4000), dtype=int)\nlist(map(operator.matmul, [a], [a]))",
    "integers by einsum": "import numpy as np\na = np.ones((4000, 4000), dtype=int)\nnp.einsum('ij,jk->ik', a, a, optimize=True)",
    "integers by several": "import numpy as np\na = np.ones((4000, 4000), dtype=int)\nnp.linalg.multi_dot([a, a, a])",
    "frames": "import numpy as np, pandas as pd\na = pd.DataFrame(np.ones((4000, 4000), dtype=int))\na @ a",
    "convolution by map": "import numpy as np\na = np.ones(3 * 10**6)\nlist(map(np.convolve, [a], [a]))",
    "vonmises": "import numpy as np\nnp.random.RandomState(1).vonmises(0, 1.5e16)",
    "vonmises of several": "import numpy as np\nnp.random.RandomState(1).vonmises(0, np.array([1.0, 8.3e15]))",
    "antiderivative": "import numpy as np\nfrom scipy.interpolate import CubicSpline\nCubicSpline(np.arange(3.0), np.arange(3.0)).antiderivative(9000)",
    "antiderivative of several": "import numpy as np\nfrom scipy.interpolate import NdPPoly\nNdPPoly(np.ones((2, 2, 300, 30)), (np.arange(301.0), np.arange(31.0))).antiderivative([300, 0])",
    "roots of polynomials": "from scipy.special import roots_jacobi\nroots_jacobi(10**6, 1, 1)",
    "decompositions of scipy": "import numpy as np\nfrom scipy import linalg\nlinalg.schur(np.eye(4500))",
    "several decompositions": "import numpy as np\nlist(map(np.linalg.det, [np.broadcast_to(np.eye(50), (2 * 10**7, 50, 50))]))",
    "decompositions by map": "import numpy as np\nlist(map(np.linalg.svd, [np.ones((5000, 5000))]))",
    "decompositions by name": "import numpy as np\nfrom scipy.linalg import lapack\nlapack.dgesdd(a=np.ones((6000, 6000)))",
    "decompositions of rows": "import numpy as np\nfrom scipy.linalg import lapack\nlapack.dgesdd([np.ones(6000)] * 6000)",
    "equations of matrices": "import numpy as np\nfrom scipy.linalg import lapack\na = np.triu(np.ones((4000, 4000)))\nlapack.dtrsyl(a, a, a)",
    "products by BLAS": "import numpy as np\nfrom scipy.linalg import blas\na = np.ones((9000, 9000))\nblas.dgemm(1, a, b=a)",
    "sums of what repeats": "import numpy as np\na = np.broadcast_to(np.float64(6), (10**12,))\nnp.sum(a)",
    "greatest divisors of what repeats": "import numpy as np\na = np.broadcast_to(np.int64(6), (10**12,))\nnp.gcd.reduce(array=a)",
    "products of what repeats": "import numpy as np\na = np.broadcast_to(np.float64(6), (10**12,))\nnp.vdot(a, a)",
    "counts of what repeats": "import numpy as np\na = np.broadcast_to(np.float64(6), (10**12,))\nnp.count_nonzero(a)",
    "noise": "from PIL import Image\nImage.effect_noise((30000, 30000), 50)",
    "lines": "from PIL import Image, ImageDraw\nImageDraw.Draw(Image.new('L', (9, 9))).line([(0, 0), (10**9, 10**9)] * 1000, fill=1)",
    "lines in a path": "from PIL import Image, ImageDraw, ImagePath\nImageDraw.Draw(Image.new('L', (9, 9))).line(ImagePath.Path([(0, 0), (10**9, 10**9)] * 1000), fill=1)",
    "lines in an array": "import array\nfrom PIL import Image, ImageDraw\nImageDraw.Draw(Image.new('L', (9, 9))).line(array.array('f', [0, 0, 1e9, 1e9] * 1000), fill=1)",
    "outline": "from PIL import Image, ImageDraw\nImageDraw.Draw(Image.new('L', (9, 9))).polygon([0, 0, 10**9, 10**9] * 1000, outline=1)",
    "arc": "from PIL import Image, ImageDraw\nImageDraw.Draw(Image.new('L', (9, 9))).arc((0, 0, 2 * 10**9, 2 * 10**9), 0, 360, fill=1)",
}

IN_TIME = {
    "products": "import numpy as np, operator\na = np.arange(6).reshape(2, 3)\n[list(map(f, [a], [a.T]))[0].tolist() for f in (np.dot, operator.matmul, np.matmul)] == [[[5, 14], [14, 50]]] * 3",
    "product by name": "import numpy as np\na = np.eye(100)\nout = np.empty((100, 100))\nnp.dot(a, b=a, out=out) is out and (out == a).all() and (a.dot(b=a) == a).all()",
    "products of others": "import numpy as np\n[np.dot(3, 4), np.dot([1, 2], [3, 4]), np.inner([1, 2], 3).tolist()] == [12, 11, [3, 6]]",
    "truth values": "import numpy as np\na = np.ones((5000, 5000), dtype=bool)\n(a @ a).all()",
    "frames": "import numpy as np, pandas as pd\na = pd.DataFrame(np.eye(500))\n(a @ a).equals(a) and a.dot(a[0]).equals(a[0])",
    "decompositions": "import numpy as np\na = np.eye(300)\n[f(a) is not None for f in (np.linalg.svd, np.linalg.eig, np.linalg.inv, np.linalg.det, np.linalg.qr, np.linalg.pinv, np.linalg.cond)] == [True] * 7",
    "convolution": "import numpy as np\nlist(map(np.convolve, [[1, 2]], [[3, 4]]))[0].tolist() == [3, 10, 8] and np.correlate(np.ones(10**4), np.ones(10**3)).shape == (9001,)",
    "vonmises": "import numpy as np\nr = np.random.RandomState(1)\nr.vonmises(0, 1.7e16) is not None and r.vonmises(0, [4.0, 8e15]).shape == (2,) and r.vonmises(0, 0) is not None",
    "antiderivatives": "import numpy as np\nfrom scipy.interpolate import CubicSpline, PPoly\ns = CubicSpline(np.arange(1000.0), np.arange(1000.0))\ns.antiderivative(20).c.shape == (24, 999) and PPoly(np.ones((4, 1)), [0, 1]).antiderivative(5000).c.shape == (5004, 1)",
    "roots of polynomials": "from scipy.special import roots_jacobi, roots_legendre\nlen(roots_jacobi(2000, 1, 1)[0]) == 2000 and len(roots_legendre(100)[0]) == 100",
    "decompositions of scipy": "import numpy as np\nfrom scipy import linalg\na = np.eye(200)\n[f(a) is not None for f in (linalg.svd, linalg.eigh, linalg.schur, linalg.lu_factor, linalg.qr, linalg.cholesky)] == [True] * 6",
    "what repeats": "import numpy as np\na = np.broadcast_to(np.int64(6), (10**7,))\n[a.sum(), np.gcd.reduce(a), np.vdot(a, a), np.count_nonzero(a), np.maximum.reduce(a[:0], initial=3), np.add.reduce([1, 2])] == [6 * 10**7, 6, 36 * 10**7, 10**7, 3, 3]",
    "noise": "from PIL import Image\nImage.effect_noise((2000, 2000), 50).size == (2000, 2000)",
    "lines": "from PIL import Image, ImageDraw\ni = Image.new('L', (9, 9))\nd = ImageDraw.Draw(i)\nd.line([(0, 0), (10**6, 10**6)] * 20, fill=1)\nd.line([0, 0, 8.5, 8.5], fill=2, width=2)\nd.line([(0, 0), (10**9, 10**9)] * 100, fill=1, width=9)\ni.getpixel((4, 4))",
    "filled": "from PIL import Image, ImageDraw\ni = Image.new('L', (9, 9))\nd = ImageDraw.Draw(i)\nd.polygon([(0, 0), (10**6, 10**6), (0, 10**6)] * 50, fill=1)\nd.ellipse((0, 0, 10**6, 10**6), fill=3, outline=1, width=3)\ni.getpixel((0, 8)) == 1",
}
ALLOWED = ["numpy", "numpy.*", "pandas", "scipy", "scipy.*", "PIL", "PIL.*", "operator", "array"]


def executor(code: str) -> fastexec.LocalPythonExecutor:
    for name in ("numpy", "pandas", "scipy", "PIL"):
        if f"import {name}" in code or f"from {name}" in code or f", {name}" in code:
            pytest.importorskip(name)
    made = fastexec.LocalPythonExecutor(ALLOWED, limits=fastexec.Limits(seconds=60))
    made("\n".join(line for line in code.split("\n") if line.startswith(("import ", "from "))))
    return made


@pytest.mark.parametrize("name", LATE)
def test_late_is_not_begun(name: str) -> None:
    used = executor(LATE[name])
    # (Making what is computed with takes a while on a busy machine.)
    with pytest.raises((fastexec.InterpreterError, fastexec.ExecutionTimeoutError), match="this computation"):
        used(LATE[name], limits=fastexec.Limits(seconds=2))
    assert used("40 + 2").output == 42


@pytest.mark.parametrize("name", IN_TIME)
def test_in_time_runs(name: str) -> None:
    assert executor(IN_TIME[name])(IN_TIME[name]).output


def test_guards_are_there_when_all_packages_are() -> None:
    """There is a trampoline for each function, also for those of the package that is loaded last, and room for those of next versions."""
    for name in ("numpy", "PIL", "pandas", "scipy", "sklearn"):
        pytest.importorskip(name)
    code = """
        import contextlib, importlib, json, pkgutil
        import fastexec
        from fastexec import _fastexec
        for package in ("numpy", "scipy", "pandas", "sklearn", "PIL", "pydantic_core", "yaml", "matplotlib", "lxml", "sqlite3"):
            with contextlib.suppress(ImportError):
                path = importlib.import_module(package).__path__
                for found in pkgutil.walk_packages(path, package + ".", onerror=lambda name: None):
                    if not set(found.name.split(".")) & {"tests", "testing", "conftest", "f2py", "distutils", "__main__", "backends"}:
                        with contextlib.suppress(Exception, SystemExit):
                            importlib.import_module(found.name)
        executor = fastexec.LocalPythonExecutor(["PIL.*"], timeout_seconds=2)
        executor("from PIL import Image")
        try:
            executor("Image.effect_mandelbrot((2000, 2000), (-0.1, -0.1, 0.1, 0.1), 10000)")
        except (fastexec.InterpreterError, fastexec.ExecutionTimeoutError) as error:
            assert "this computation" in str(error), error
        print(json.dumps(_fastexec.tables_of_originals()))
    """
    env = {**os.environ, "FASTEXEC_TEST_NETS": "1", "MPLBACKEND": "agg"}
    arguments = [sys.executable, "-W", "ignore", "-c", textwrap.dedent(code)]
    done = subprocess.run(arguments, capture_output=True, text=True, timeout=600, check=False, env=env)
    assert done.returncode == 0, done.stderr
    tables = json.loads(done.stdout.splitlines()[-1])
    assert len(tables) > 20
    full = [(file, line, used, missed) for file, line, size, used, missed in tables if missed or used > size * 7 // 8]
    assert not full, "give these tables more room (budget/originals.rs)"


def test_guards_are_there_though_another_thread_imports_meanwhile() -> None:
    """A class of a module that is being loaded may get its methods later: what is guarded too early is not guarded."""
    pytest.importorskip("sklearn")
    host = """
        import sys, threading
        from fastexec import LocalPythonExecutor

        def imports_again():
            while True:
                sys.modules.pop("colorsys", None)
                import colorsys

        sys.setswitchinterval(1e-5)
        threading.Thread(target=imports_again, daemon=True).start()
        print(LocalPythonExecutor(["numpy", "sklearn.*"], timeout_seconds=100)(sys.argv[1]).output)
    """
    code = """
        import numpy as np
        from sklearn.neighbors import KNeighborsClassifier, RadiusNeighborsClassifier
        told = []
        for model in KNeighborsClassifier(algorithm="brute"), RadiusNeighborsClassifier(algorithm="brute"):
            model.fit(np.ones((60, 6)), np.arange(60) % 2).n_features_in_ = 1
            try:
                told.append(model.predict(np.ones((10, 1))))
            except ValueError as error:
                told.append(str(error))
        told
    """
    arguments = [sys.executable, "-W", "ignore", "-c", textwrap.dedent(host), textwrap.dedent(code)]
    done = subprocess.run(arguments, capture_output=True, text=True, timeout=300, check=False)
    assert done.stdout.splitlines()[-1:] == [str(["Y has 6 numbers where others have 1"] * 2)], done
