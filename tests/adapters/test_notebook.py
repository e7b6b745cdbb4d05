"""The cell magic in IPython, and docs/notebooks.md."""

from __future__ import annotations

import contextlib
import io
import pathlib
import re
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import fastexec
import pytest
from IPython.core.interactiveshell import InteractiveShell

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
import pages  # noqa: E402

COLOURS = re.compile(r"\x1b\[[\d;]*m")


@pytest.fixture
def shell() -> Iterator[InteractiveShell]:
    InteractiveShell.clear_instance()
    made = InteractiveShell.instance(colors="nocolor")
    made.run_line_magic("load_ext", "fastexec")
    yield made
    made.reset(new_session=False)
    InteractiveShell.clear_instance()


def ran(shell: InteractiveShell, code: str) -> tuple[Any, str]:
    """The value of a cell, and what it showed."""
    shown = io.StringIO()
    with contextlib.redirect_stdout(shown), contextlib.redirect_stderr(shown):
        result = shell.run_cell(code)
    return result.result, COLOURS.sub("", shown.getvalue())


class TestMagic:
    def test_variables_in_and_out(self, shell: InteractiveShell) -> None:
        shell.user_ns.update(data=[1, 2], double=lambda x: 2 * x)
        value, shown = ran(shell, "%%fastexec --in data --tool double --out total --out f\nprint('hi')\ndef f():\n    return 1\ntotal = double(data[1])\ntotal")
        assert (value.value, repr(value), shown) == (4, "4", "hi\nOut[0]: 4\n")
        assert shell.user_ns["total"] == 4 and shell.user_ns["f"]() == 1
        assert ran(shell, "%%fastexec\ntotal + 1")[0].value == 5
        assert ran(shell, "%%fastexec\nx = 1") == (None, "")

    def test_options(self, shell: InteractiveShell) -> None:
        assert "  option: --allow json allows it\n" in ran(shell, "%%fastexec\nimport json")[1]
        ran(shell, "%%fastexec\nx = 1")
        assert ran(shell, "%%fastexec --allow json\nimport json\njson.dumps(1)")[0].value == "1"
        assert ran(shell, "%%fastexec\ny = json.dumps(2)\ny")[0].value == "2", "what was said last holds"
        assert "The variable `x` is not defined" in ran(shell, "%%fastexec\nx")[1], "a new sandbox"
        assert "exceeded" in ran(shell, "%%fastexec --while-iterations 10\nwhile True: pass")[1]
        assert ran(shell, "%%fastexec\ny")[0].value == "2", "limits are for the cell"
        assert "The variable `y` is not defined" in ran(shell, "%%fastexec --new\ny")[1]
        assert isinstance(ran(shell, "%%fastexec --profile\n1 + 1")[0], fastexec.Profile)
        assert ran(shell, "%%fastexec --check\nnothing")[1].startswith("Out[0]: \nInterpreterError: The variable `nothing` is not defined.")
        assert ran(shell, "%%fastexec --check\n1") == (None, "")

    @pytest.mark.parametrize(
        ("line", "said"),
        [
            ("--nonsense", "No such option: --nonsense"),
            ("--in nothing", "the notebook has no variable nothing"),
            ("--out nothing", "the code has no variable nothing"),
            ("'", "No closing quotation"),
            ("--timeout x", "'x' is not a number of seconds or 'none'."),
            ("--allow nothing_at_all", "Non-installed authorized modules: nothing_at_all"),
            ("--tool data", "this is no function of the notebook: data"),
        ],
    )
    def test_wrong_lines(self, shell: InteractiveShell, line: str, said: str) -> None:
        shell.user_ns["data"] = [1]
        ran(shell, "%%fastexec\nkept = 5")
        value, shown = ran(shell, f"%%fastexec {line}\n1")
        assert (value is None) == (line != "--out nothing"), "that cell has run"
        assert shown.startswith("%%fastexec: ") and said in shown and "Traceback" not in shown
        assert ("`%%fastexec --help` shows the options." in shown) == line.startswith(("--nonsense", "--timeout", "--allow"))
        assert ran(shell, "%%fastexec\nkept")[0].value == 5, "the sandbox is what it was"

    def test_errors(self, shell: InteractiveShell) -> None:
        _, shown = ran(shell, "%%fastexec\nprint('\\x1b[31m before', end='')\nraise ValueError('\\x1b[2J')")
        assert shown == (
            "\\x1b[31m beforeCode execution failed at line 'raise ValueError('\\x1b[2J')' due to: ValueError: \\x1b[2J\n"
            "  line 2: raise ValueError('\\x1b[2J')\n          ^^^^^^^^^^^^^^^^^^^^^^^^^^^\n"
        )

    def test_top_level_await_beside_a_loop(self, shell: InteractiveShell) -> None:
        code = "%%fastexec --allow asyncio\nimport asyncio\nasync def f():\n    await asyncio.sleep(0)\n    return 3\nawait f()"
        assert ran(shell, code)[0].value == 3

    def test_isolated(self, shell: InteractiveShell) -> None:
        shell.user_ns["data"] = [1, 2]
        value, _ = ran(shell, "%%fastexec --isolation process --in data --out data\ndata.append(3)\nsum(data)")
        assert value.value == 6 and shell.user_ns["data"] == [1, 2, 3]

    def test_loaded_again(self, shell: InteractiveShell) -> None:
        ran(shell, "%%fastexec\nkept = 5")
        assert ran(shell, "%unload_ext fastexec") == (None, "")
        assert "Cell magic `%%fastexec` not found" in ran(shell, "%%fastexec\nkept")[1]
        assert "is not loaded" in ran(shell, "%unload_ext fastexec")[1]
        ran(shell, "%load_ext fastexec")
        assert "The variable `kept` is not defined" in ran(shell, "%%fastexec\nkept")[1], "a new sandbox"
        ran(shell, "%%fastexec\nkept = 5")
        assert ran(shell, "%reload_ext fastexec") == (None, "")
        assert ran(shell, "%%fastexec\n1 + 1")[0].value == 2


def test_without_the_extra() -> None:
    """What is missing is said."""
    code = """
import sys
sys.modules["typer"] = None
import fastexec
try:
    fastexec.load_ipython_extension(None)
except ModuleNotFoundError as error:
    print(error)
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert run.stdout == "%%fastexec needs typer; install it with: pip install fastexec[notebook]\n", run.stderr


def test_page(shell: InteractiveShell) -> None:
    page = pages.page("notebooks.md")
    shown = pages.check(page, lambda block: ran(shell, block.text)[1], kinds=("python", "ipython"))
    assert shown == sum(block.kind == "text" for block in pages.blocks(page)) > 4
