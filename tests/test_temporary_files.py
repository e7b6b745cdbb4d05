"""Temporary files, by way of which libraries write documents, lie in the first folder that was granted for writing."""

from __future__ import annotations

import tempfile

import pytest
from fastexec import InterpreterError, LocalPythonExecutor

SAVES = {
    "a workbook": ("import openpyxl\nbook = openpyxl.Workbook()\nbook.active.append([1, 2])\nbook.save(folder + '/made.xlsx')\nopenpyxl.load_workbook(folder + '/made.xlsx').active['B1'].value", ["openpyxl.*"], 2),
    "a frame": ("import pandas as pd\npd.DataFrame({'a': [1, 2]}).to_excel(folder + '/made.xlsx')\nint(pd.read_excel(folder + '/made.xlsx').a.sum())", ["pandas.*"], 3),
    "files of tempfile": ("import tempfile\nwith tempfile.NamedTemporaryFile('w+') as file, tempfile.TemporaryDirectory() as inner:\n    found = [file.name.startswith(folder), inner.startswith(folder), tempfile.gettempdir() == folder]\nfound", ["tempfile"], [True] * 3),
}  # fmt: skip


def made(imports, tmp_path, **options):
    executor = LocalPythonExecutor(imports, **options)
    executor.send_tools({})
    executor.send_variables({"folder": str(tmp_path)})
    return executor


@pytest.mark.parametrize("isolation", [None, "process"])
@pytest.mark.parametrize("name", SAVES)
@pytest.mark.filterwarnings("ignore:Authorizing:RuntimeWarning")
def test_documents_are_saved_in_a_granted_folder(tmp_path, name, isolation):
    code, imports, wanted = SAVES[name]
    before = tempfile.gettempdir()
    with made(imports, tmp_path, allow_write=tmp_path, isolation=isolation) as executor:
        assert executor(code).output == wanted
        assert executor.refusals == []
    assert tempfile.gettempdir() == before
    assert {path.name for path in tmp_path.iterdir()} <= {"made.xlsx"}


@pytest.mark.filterwarnings("ignore:Authorizing:RuntimeWarning")
def test_the_folder_of_the_process_where_it_was_granted(tmp_path, monkeypatch):
    code = "import tempfile\ntempfile.gettempdir()"
    other = tmp_path / "other"
    other.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(other))
    assert made(["tempfile"], tmp_path)(code).output == str(other)
    assert made(["tempfile"], tmp_path, allow_write=[tmp_path])(code).output == str(other)
    (tmp_path / "file").touch()
    second = tmp_path / "second"
    second.mkdir()
    assert made(["tempfile"], tmp_path, allow_write=[tmp_path / "file", second])(code).output == str(second)


def test_nothing_is_granted_by_it(tmp_path):
    (tmp_path / "in.csv").touch()
    save = "import openpyxl\nopenpyxl.Workbook().save(folder + '/made.xlsx')"
    for options in ({}, {"allow_read": tmp_path}, {"allow_write": tmp_path / "in.csv"}):
        with pytest.raises(InterpreterError, match="Forbidden"):
            made(["openpyxl.*"], tmp_path, **options)(save)
    assert not (tmp_path / "made.xlsx").exists()
