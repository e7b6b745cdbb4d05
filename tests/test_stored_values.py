"""`DataFrame.to_pickle`, `joblib.dump`, `codecs.open`, `shutil` and their like in granted folders: what they write is what CPython would, and what
others wrote is not unpickled."""

from __future__ import annotations

import pathlib
import pickle
import subprocess
import sys
from typing import Any

import fastexec
import pytest

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the kernel's walls are Linux's")
IMPORTS = ["codecs", "io", "joblib.*", "numpy.*", "pandas.*", "pathlib", "pickle", "sklearn.*"]
PROGRAMS = {
    "frames": """\
import io
import pathlib
import pandas as pd
frame = pd.DataFrame({"a": [1, 2], "b": ["x", None]}, index=pd.date_range("2024-01-01", periods=2))
frame.to_pickle(FOLDER + "/frame.pkl")
again = pd.read_pickle(FOLDER + "/frame.pkl")
print(again.equals(frame), again.index.equals(frame.index))
frame["a"].to_pickle(pathlib.Path(FOLDER) / "column.pkl.gz", protocol=4)
print(pd.read_pickle(pathlib.Path(FOLDER) / "column.pkl.gz").tolist())
pd.to_pickle({"a": [1]}, FOLDER + "/plain.pkl", compression=None)
print(pd.read_pickle(filepath_or_buffer=FOLDER + "/plain.pkl"))
pd.DataFrame.to_pickle(frame, FOLDER + "/class.xz")
print(pd.read_pickle(FOLDER + "/class.xz")["b"].isna().sum(), frame.to_pickle.__name__)
buffer = io.BytesIO()
frame.to_pickle(buffer)
buffer.seek(0)
print(pd.read_pickle(buffer).shape)
""",
    "models": """\
import io
import joblib
import numpy as np
from sklearn.linear_model import LinearRegression
model = LinearRegression().fit(np.arange(6.0).reshape(-1, 1), np.arange(6.0))
print([name.rpartition("/")[2] for name in joblib.dump(model, FOLDER + "/model.joblib")])
print(joblib.load(FOLDER + "/model.joblib").predict([[7.0]]).round(6))
for name, compress in [("a", 3), ("b", True), ("c", ("bz2", 2)), ("d", "xz"), ("e.gz", 0), ("f.z", 9), ("g.lzma", 0)]:
    joblib.dump({"model": model, "points": np.eye(2)}, FOLDER + "/" + name, compress=compress)
    found = joblib.load(FOLDER + "/" + name)
    print(name, found["points"].tolist(), found["model"].coef_.round(6))
buffer = io.BytesIO()
print(joblib.dump([1, 2], buffer))
buffer.seek(0)
print(joblib.load(buffer))
for wrong in ({"compress": 10}, {"compress": ("zip", 3)}, {"compress": (1, 2, 3)}):
    try:
        joblib.dump(1, FOLDER + "/wrong", **wrong)
    except ValueError as error:
        print(str(error)[:40])
""",
    "texts": """\
import codecs
with codecs.open(FOLDER + "/text.txt", "w", encoding="utf-16") as file:
    file.write("h\\u00e9\\nb\\n")
with codecs.open(FOLDER + "/text.txt", encoding="utf-16") as file:
    print(file.read().split("\\n"))
with codecs.open(FOLDER + "/text.txt", "ab", "latin-1", "replace") as file:
    file.write("\\u20ac")
with codecs.open(FOLDER + "/text.txt", "rb") as file:
    print(file.read())
""",
}
PLACES: list[dict[str, Any]] = [{}, {"isolation": "process"}, {"isolation": "process", "rules": "contract"}]


def _on_cpython(code: str) -> str:
    ran = subprocess.run([sys.executable, "-W", "ignore", "-c", code], capture_output=True, text=True, check=True)
    return ran.stdout


@pytest.mark.parametrize("options", PLACES, ids=["here", "worker", "contract"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_what_is_stored_comes_back(name: str, options: dict[str, Any], tmp_path: pathlib.Path) -> None:
    pytest.importorskip("sklearn")
    folders = [tmp_path / one for one in ("cpython", "fastexec")]
    for folder in folders:
        folder.mkdir()
    code = PROGRAMS[name]
    with fastexec.LocalPythonExecutor(IMPORTS, allow_read=[folders[1]], allow_write=[folders[1]], **options) as executor:
        executor.send_tools({})
        printed = executor(f"FOLDER = {str(folders[1])!r}\n{code}").logs
    assert printed == _on_cpython(f"FOLDER = {str(folders[0])!r}\n{code}")


def test_cpython_reads_what_was_stored(tmp_path: pathlib.Path) -> None:
    pandas, joblib = pytest.importorskip("pandas"), pytest.importorskip("joblib")
    executor = fastexec.LocalPythonExecutor(IMPORTS, allow_write=[tmp_path])
    executor.send_tools({})
    executor(f"import pandas as pd\nframe = pd.DataFrame({{'a': [1, 2]}})\nframe.to_pickle({str(tmp_path / 'frame.gz')!r})")
    executor(f"import joblib\njoblib.dump(frame, {str(tmp_path / 'frame.z')!r})")
    for found in (pandas.read_pickle(tmp_path / "frame.gz"), joblib.load(tmp_path / "frame.z")):
        assert found["a"].tolist() == [1, 2]


@pytest.mark.parametrize(
    "code",
    [
        "import pandas as pd\npd.read_pickle(PATH)",
        "import joblib\njoblib.load(PATH)",
        "from joblib.numpy_pickle import load\nload(PATH)",
        "from pandas.io.pickle import read_pickle\nread_pickle(PATH)",
        "import pickle\nwith open(PATH, 'rb') as file:\n    pickle.load(file)",
    ],
)
def test_what_others_wrote_is_not_called(code: str, tmp_path: pathlib.Path) -> None:
    path = tmp_path / "theirs.pkl"
    path.write_bytes(pickle.dumps(_Touches(tmp_path / "touched")))
    executor = fastexec.LocalPythonExecutor(IMPORTS, allow_read=[tmp_path])
    executor.send_tools({})
    with pytest.raises(fastexec.InterpreterError, match="Forbidden operation: pickle.find_class") as raised:
        executor(code.replace("PATH", repr(str(path))))
    assert not (tmp_path / "touched").exists() and "CSV" in (raised.value.hint or "")


class _Touches:
    def __init__(self, path: pathlib.Path) -> None:
        self.path = path

    def __reduce__(self) -> Any:
        return pathlib.Path.touch, (self.path,)


class Record:
    """One of the host's."""

    def __init__(self) -> None:
        self._token = "secret"


@pytest.mark.parametrize(
    "code",
    [
        "import pandas as pd\npd.Series([record]).to_pickle(PATH)",
        "import pandas as pd\npd.to_pickle(record, PATH)",
        "import joblib\njoblib.dump([record], PATH)",
        "import io, joblib\njoblib.dump(record, io.BytesIO())",
        "import pandas as pd\npd.DataFrame({'a': [1]}).to_pickle(OUTSIDE)",
        "import pandas as pd\npd.to_pickle(1, OUTSIDE)",
        "import joblib\njoblib.dump(1, OUTSIDE)",
        "import codecs\ncodecs.open(OUTSIDE, 'w')",
        "import codecs\ncodecs.open(OUTSIDE, 'w', 'utf-8')",
        "import codecs\nclass Mode(str):\n    def replace(self, *_): return 'w'\ncodecs.open(OUTSIDE, Mode('wb'), 'utf-8')",
    ],
)
def test_the_hosts_objects_and_other_files_are_not_stored(code: str, tmp_path: pathlib.Path) -> None:
    (tmp_path / "granted").mkdir()
    executor = fastexec.LocalPythonExecutor(IMPORTS, allow_write=[tmp_path / "granted"])
    executor.send_variables({"record": Record()})
    executor.send_tools({})
    for name, path in (("PATH", tmp_path / "granted" / "a"), ("OUTSIDE", tmp_path / "b")):
        code = code.replace(name, repr(str(path)))
    with pytest.raises(fastexec.InterpreterError, match="Forbidden"):
        executor(code)
    assert not (tmp_path / "b").exists() and "secret" not in "".join(one.read_text("latin-1") for one in (tmp_path / "granted").iterdir())


COPIES = """\
import pathlib
import shutil
print(shutil.copy(IN + "/a.csv", OUT + "/b.csv") == OUT + "/b.csv", shutil.copy2(IN + "/a.csv", OUT) == OUT + "/a.csv")
print(shutil.copyfile(pathlib.Path(IN, "a.csv"), pathlib.Path(OUT) / "c.csv").name)
print(pathlib.Path(shutil.copytree(IN, OUT + "/tree")).name, pathlib.Path(shutil.move(OUT + "/c.csv", OUT + "/tree/d.csv")).name)
print(sorted(path.name for path in pathlib.Path(OUT).rglob("*")))
archive = shutil.make_archive(OUT + "/packed", "zip", IN)
shutil.unpack_archive(archive, OUT + "/again")
print(pathlib.Path(OUT, "again", "a.csv").read_text() == pathlib.Path(IN, "a.csv").read_text())
shutil.rmtree(OUT + "/tree")
print(pathlib.Path(OUT, "tree").exists())
"""


@pytest.mark.parametrize("options", PLACES, ids=["here", "worker", "contract"])
def test_files_are_copied(options: dict[str, Any], tmp_path: pathlib.Path) -> None:
    printed = []
    for name in ("cpython", "fastexec"):
        source, target = tmp_path / name / "in", tmp_path / name / "out"
        source.mkdir(parents=True)
        target.mkdir()
        (source / "a.csv").write_text("a\n1\n")
        code = f"IN, OUT = {str(source)!r}, {str(target)!r}\n{COPIES}"
        if name == "cpython":
            printed.append(_on_cpython(code))
            continue
        with fastexec.LocalPythonExecutor(["shutil", "pathlib"], allow_read=[source], allow_write=[target], **options) as executor:
            printed.append(executor(code).logs)
    assert printed[0] == printed[1]


@pytest.mark.parametrize(
    "code",
    [
        "shutil.copy(SECRET, OUT + '/b')",
        "shutil.copyfile(pathlib.Path(SECRET), OUT + '/b')",
        "shutil.copy(IN + '/a.csv', IN + '/b.csv')",
        "shutil.copy(IN + '/a.csv', SECRET)",
        "shutil.move(IN + '/a.csv', OUT)",
        "shutil.copytree(IN, IN + '/again')",
        "shutil.copytree(pathlib.Path(SECRET).parent, OUT + '/all')",
        "shutil.copystat(SECRET, OUT)",
        "shutil.copystat(OUT, SECRET)",
        "shutil.copymode(OUT, SECRET)",
        "shutil.make_archive(OUT + '/all', 'zip', str(pathlib.Path(SECRET).parent))",
        "shutil.make_archive(OUT + '/all', 'zip', IN, str(pathlib.Path(SECRET).parent))",
        "shutil.make_archive(IN + '/all', 'zip', IN)",
        "shutil.unpack_archive(SECRET, OUT, 'zip')",
        "shutil.rmtree(IN)",
        "class Liar(type(pathlib.Path())):\n    def __fspath__(self): return SECRET\nshutil.copyfile(Liar(IN, 'a.csv'), OUT + '/b')",
        "class Liar:\n    def __init__(self): self.asked = 0\n    def __fspath__(self):\n        self.asked += 1\n"
        "        return IN + '/a.csv' if self.asked < 3 else SECRET\nshutil.copyfile(Liar(), OUT + '/b')",
    ],
)
def test_other_files_are_not_copied(code: str, tmp_path: pathlib.Path) -> None:
    source, target = tmp_path / "in", tmp_path / "out"
    source.mkdir()
    target.mkdir()
    (source / "a.csv").write_text("a\n1\n")
    (tmp_path / "secret").write_text("secret")
    names = f"import pathlib, shutil\nIN, OUT, SECRET = {str(source)!r}, {str(target)!r}, {str(tmp_path / 'secret')!r}\n"
    executor = fastexec.LocalPythonExecutor(["shutil", "pathlib"], allow_read=[source], allow_write=[target])
    with pytest.raises(fastexec.InterpreterError, match=r"Forbidden|Not a directory|FileNotFound"):
        executor(names + code)
    assert (tmp_path / "secret").read_text() == "secret" and [one.name for one in source.iterdir()] == ["a.csv"]
    assert not any(b"secret" in one.read_bytes() for one in target.rglob("*") if one.is_file())
