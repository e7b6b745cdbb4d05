"""What `make test` prints and gives for files of tests that pass, fail, are empty or are not there."""

from __future__ import annotations

import pathlib
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "tools"))
try:
    import test_files
finally:
    sys.path.remove(str(pathlib.Path(__file__).parent.parent / "tools"))

FILES = {
    "test_good.py": "import os\ndef test_one():\n    pass\ndef test_two():\n    os.environ['LEFT'] = '1'\n",
    "test_other.py": "import os\ndef test_alone():\n    assert 'LEFT' not in os.environ\n",
    "test_bad.py": "def test_fails():\n    assert 1 == 2, 'told why'\n",
    "test_empty.py": "",
    "helper.py": "def test_of_nobody():\n    raise AssertionError\n",
}


@pytest.mark.parametrize(
    ("arguments", "code", "told", "not_told"),
    [
        ([], 1, ["tests/test_good.py: 2 passed", "tests/test_other.py: 1 passed", "told why", "==== 1 failed, 3 passed in", "4 files"], ["test_empty", "nobody"]),
        (["tests/test_good.py", "tests/test_other.py"], 0, ["==== 3 passed in"], ["bad"]),
        (["tests/test_good.py::test_one", "tests/test_good.py::test_two", "-q"], 0, ["tests/test_good.py::test_one: 2 passed", "1 files"], ["other"]),
        (["tests"], 1, ["tests: 2 failed, 2 passed"], ["nobody"]),
        (["-k", "test_one"], 0, ["==== 1 passed"], ["test_bad.py"]),
        (["-k", "nothing_of_them"], 5, ["==== "], ["tests/test_good.py: "]),
        (["tests/test_empty.py"], 5, ["no tests ran"], []),
        (["tests/test_gone.py"], 1, ["not found: tests/test_gone.py"], []),
        (["--jobs", "0", "tests/test_bad.py"], 1, ["told why"], []),
    ],
)
def test_runs_of_files(
    arguments: list[str],
    code: int,
    told: list[str],
    not_told: list[str],
    tmp_path: pathlib.Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "tests").mkdir()
    for name, text in FILES.items():
        (tmp_path / "tests" / name).write_text(text, encoding="utf-8")
    monkeypatch.setattr(test_files, "ROOT", tmp_path)
    monkeypatch.setattr(sys, "argv", ["test_files.py", *arguments])
    monkeypatch.delenv("PYTEST_ADDOPTS", raising=False)
    assert test_files.main() == code
    printed = capsys.readouterr().out
    assert [text for text in told if text not in printed] == [] and [text for text in not_told if text in printed] == [], printed
