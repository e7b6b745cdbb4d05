"""Folders and files below a granted folder that are not there yet."""

from __future__ import annotations

import pytest
from fastexec import InterpreterError, LocalPythonExecutor


def made(tmp_path, isolation=None, imports=("pathlib",)):
    executor = LocalPythonExecutor(list(imports), allow_read=tmp_path, allow_write=tmp_path, isolation=isolation)
    executor.send_tools({})
    executor.send_variables({"folder": str(tmp_path)})
    return executor


@pytest.mark.parametrize("isolation", [None, "process"])
@pytest.mark.filterwarnings("ignore:Authorizing:RuntimeWarning")
def test_folders_are_made_with_their_parents(tmp_path, isolation):
    code = "from pathlib import Path\nto = Path(folder) / 'a' / 'b' / 'c'\nto.mkdir(parents=True)\nto.mkdir(parents=True, exist_ok=True)\n(to / 'x').write_text('1')"
    with made(tmp_path, isolation) as executor:
        executor(code)
        assert executor.refusals == []
        with pytest.raises(InterpreterError, match="FileNotFoundError"):
            executor("open(folder + '/none/below/x.csv')")
        with pytest.raises(InterpreterError, match="FileNotFoundError"):
            executor("(Path(folder) / 'none' / 'below' / 'x').write_text('')")
    assert (tmp_path / "a" / "b" / "c" / "x").read_text() == "1"


@pytest.mark.filterwarnings("ignore:Authorizing:RuntimeWarning")
def test_nothing_beside_the_folder_is_reached(tmp_path):
    inner = tmp_path / "inner"
    inner.mkdir()
    (inner / "link").symlink_to(tmp_path / "other")
    (inner / "below").symlink_to("../other/below")
    executor = made(inner)
    for path in ("link", "link/x", "below", "none/../../x", "none/" * 4000 + "x", "../none/x"):
        for mode in "rw":
            with pytest.raises(InterpreterError, match="Forbidden"):
                executor(f"open(folder + '/{path}', '{mode}')")
        with pytest.raises(InterpreterError, match="Forbidden"):
            executor(f"import pathlib\npathlib.Path(folder + '/{path}').mkdir()")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["inner"]
