"""Pictures that native code makes in memory of its own are no larger than a call may take."""

from __future__ import annotations

import fastexec
import pytest

pytest.importorskip("matplotlib")
pytest.importorskip("PIL")

SETTING = "import matplotlib.pyplot as plt\nfrom PIL import Image\nfrom matplotlib.backends.backend_agg import FigureCanvasAgg\n"
TOO_LARGE = [
    "FigureCanvasAgg(plt.figure(figsize=(300, 300), dpi=200)).draw()",
    "Image.new('RGBA', (40000, 40000))",
    "Image.new('L', (1, 1)).resize((60000, 60000))",
]
HONEST = {
    "FigureCanvasAgg(plt.figure(figsize=(20, 10), dpi=100)).get_width_height()": (2000, 1000),
    "c = FigureCanvasAgg(plt.figure(figsize=(2, 1), dpi=100))\nc.draw()\nc.copy_from_bbox(c.figure.bbox).get_extents()": (0, 0, 200, 100),
    "Image.new('L', (20000, 20000)).size": (20000, 20000),
    "Image.new('RGB', (300, 200), 'red').resize((30, 20)).crop((0, 0, 5, 4)).size": (5, 4),
}


def _executor() -> fastexec.LocalPythonExecutor:
    executor = fastexec.LocalPythonExecutor(["matplotlib.*", "PIL.*"], limits=fastexec.Limits(memory_bytes=1 << 30))
    executor.send_tools({})
    return executor


@pytest.mark.parametrize("code", TOO_LARGE)
def test_a_picture_is_estimated_before_it_is_made(code: str) -> None:
    executor = _executor()
    with pytest.raises(fastexec.InterpreterError, match="the result would need"):
        executor(SETTING + code)
    assert executor("1 + 1").output == 2


@pytest.mark.parametrize("code", HONEST)
def test_ordinary_pictures_are_made(code: str) -> None:
    assert _executor()(SETTING + code).output == HONEST[code]
