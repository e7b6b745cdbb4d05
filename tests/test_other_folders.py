"""Packages count as installed wherever Python finds them: in a folder of PYTHONPATH, or one that a `.pth` file names."""

from __future__ import annotations

import importlib.util
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import fastexec
import packages
import pytest

NEEDED = ["numpy", "numpy.libs", "pandas", "pandas.libs", "dateutil", "six.py", "pytz", "tzdata", "sympy", "mpmath", "pydantic", "pydantic_core"]
NEEDED += ["annotated_types", "typing_extensions.py", "typing_inspection", "networkx"]
COMPILED_THERE = "networkx"  # each time: nobody may write its bytecode. That of the others is copied.
PROGRAM = """
from fastexec import LocalPythonExecutor
executor = LocalPythonExecutor(["sympy", "pandas", "pydantic", "numpy", "networkx"])
executor.send_tools({})
import pandas
assert pandas.__file__.startswith(FOLDER), pandas.__file__
for code in CODES:
    print(executor(code).output)
try:
    executor("import pandas as pd\\npd.read_csv('/etc/passwd')")
except Exception as error:
    print("Forbidden" in str(error))
"""
CODES = {
    "import sympy\nstr(sympy.sympify('x + 1'))": "x + 1",
    "import sympy\nsympy.lambdify(sympy.Symbol('x'), sympy.Symbol('x') + 1)(2)": "3",
    "import pandas as pd\npd.DataFrame({'a': [1]}).to_string()": "   a\n0  1",
    "import pandas as pd\nstr(pd.Timestamp('2024-01-05', tz='Europe/Berlin'))": "2024-01-05 00:00:00+01:00",
    "from pydantic import BaseModel, Field\nclass A(BaseModel):\n    n: int = Field(gt=0)\nA(n=1)": "n=1",
    "import networkx as nx\nnx.pagerank if False else nx.shortest_path(nx.path_graph(3), 0, 2)": "[0, 1, 2]",
    "import datetime\ndatetime.datetime.strptime('2024-01-05', '%Y-%m-%d').year": "2024",
}


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """Copies of installed packages in a folder of their own: links to the same files, where the system has them."""

    def place(source: str, target: str) -> None:
        try:
            os.link(source, target)
        except OSError:
            shutil.copy2(source, target)

    packages.need(["sympy", "pandas", "pydantic", "networkx"])
    folder = tmp_path_factory.mktemp("elsewhere").resolve()
    home = pathlib.Path(importlib.util.find_spec("pandas").origin).parent.parent
    for name in NEEDED:
        if (home / name).is_dir():
            left = shutil.ignore_patterns("tests", "__pycache__" if name == COMPILED_THERE else "tests")
            shutil.copytree(home / name, folder / name, copy_function=place, ignore=left)
        elif (home / name).exists():
            place(str(home / name), str(folder / name))
    return folder


@pytest.mark.parametrize("way", ["PYTHONPATH", "pth"])
def test_packages_of_other_folders(way: str, elsewhere: pathlib.Path, tmp_path: pathlib.Path) -> None:
    own = pathlib.Path(fastexec.__file__).parent.parent
    prelude = ""
    if way == "pth":
        (tmp_path / "packages.pth").write_text(f"{elsewhere}\n")
        prelude = f"import site\nsite.addsitedir({str(tmp_path)!r})\n"
    paths = [own] if way == "pth" else [own, elsewhere]
    environment = dict(os.environ, PYTHONPATH=os.pathsep.join(map(str, paths)), PYTHONDONTWRITEBYTECODE="1")
    program = f"{prelude}FOLDER, CODES = {str(elsewhere)!r}, {list(CODES)!r}\n{PROGRAM}"
    # Without `site`, the folder that they are installed in is not on the path.
    done = subprocess.run([sys.executable, "-S", "-c", program], capture_output=True, text=True, env=environment, cwd=tmp_path, timeout=300)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "\n".join([*CODES.values(), "True"]) + "\n"


TRACEBACK = """
import statistics, traceback
try:
    statistics.mean([])
except statistics.StatisticsError:
    text = traceback.format_exc()
text
"""


@pytest.mark.parametrize("folder", [tempfile.gettempdir(), "/dev/shm", "/var/tmp"])
def test_lines_of_source_wherever_the_environment_lies(folder: str) -> None:
    """Lines of Python's own source are read for a traceback, whichever of its folders sorts first."""
    if not os.path.isdir(folder):
        pytest.skip(f"no {folder}")
    with tempfile.TemporaryDirectory(dir=folder) as prefix:
        os.makedirs(os.path.join(prefix, sys.platlibdir, f"python{sys.version_info[0]}.{sys.version_info[1]}"))
        program = f"import sys\nsys.exec_prefix = {prefix!r}\nfrom fastexec import LocalPythonExecutor\n"
        program += f"print(LocalPythonExecutor(['traceback', 'statistics'])({TRACEBACK!r}).output)"
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert "raise StatisticsError" in done.stdout
