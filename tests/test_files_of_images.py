"""An image opens the file that it was read from, when its points are asked for: no other one that the code names, whoever asks."""

from __future__ import annotations

import pathlib
from typing import Any

import fastexec
import pytest

Image = pytest.importorskip("PIL.Image")

SETTING = """
from PIL import BmpImagePlugin, Image
class Bytes:
    def __init__(self, data=b''): self.data, self.place = bytearray(data), 0
    def write(self, more):
        self.data[self.place:self.place + len(more)] = more
        self.place += len(more)
        return len(more)
    def read(self, count=-1):
        end = len(self.data) if count < 0 else self.place + count
        found = bytes(self.data[self.place:end])
        self.place += len(found)
        return found
    def seek(self, place, whence=0):
        self.place = place + (0, self.place, len(self.data))[whence]
        return self.place
    def tell(self): return self.place
    def flush(self): pass
made = Bytes()
Image.new('L', (16, 16), 7).save(made, 'BMP')
def again(opens=Image.open, *more): return opens(Bytes(made.data), *more)
whole = [('raw', (0, 0, 16, 16), 0, ('L', 16, 1))]
"""
ATTACKS = [
    "image = again()\nimage.filename, image.tile = PATH, whole",
    "image = again(BmpImagePlugin.BmpImageFile, PATH)\nimage.tile = whole",
    "class Own(BmpImagePlugin.BmpImageFile):\n    filename = property(lambda self: PATH, lambda self, value: None)\nimage = again(Own)\nimage.tile = whole",
]


def _mean(image: Any) -> int:
    return image.convert("L").getpixel((0, 0))


@pytest.fixture
def path(tmp_path: pathlib.Path) -> pathlib.Path:
    file = tmp_path / "secret"
    file.write_bytes(b"s" * 4096)
    return file


@pytest.mark.parametrize("code", ATTACKS)
def test_a_tool_reads_no_file_for_the_code(code: str, path: pathlib.Path) -> None:
    executor = fastexec.LocalPythonExecutor(["PIL.*"])
    executor.send_tools({"mean": _mean})
    executor.send_variables({"PATH": str(path)})
    try:
        found = executor(SETTING + code + "\n[mean(image), image.tobytes()]").output
    except fastexec.InterpreterError:
        return
    assert found[0] != ord("s")
    assert b"s" * 9 not in found[1]


def test_images_of_the_host_are_read_from_their_files(tmp_path: pathlib.Path) -> None:
    file = tmp_path / "a.bmp"
    Image.new("L", (16, 16), 9).save(file)
    executor = fastexec.LocalPythonExecutor(["PIL.*"], allow_read=[file])
    executor.send_tools({"mean": _mean, "read": lambda: Image.open(file)})
    executor.send_variables({"PATH": str(file)})
    assert executor(
        SETTING + "[mean(again()), mean(read()), read().getpixel((1, 1)), Image.open(PATH).getpixel((2, 2)), mean(Image.open(PATH))]"
    ).output == [7, 9, 9, 9, 9]
    with Image.open(file) as image:
        assert _mean(image) == 9
