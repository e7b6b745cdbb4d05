"""How images of PIL cross: mode, size, palette and the bytes of the points."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PIL import Image

from fastexec.guards import is_tuple
from fastexec.isolation.kinds import Payload, Put, Take
from fastexec.isolation.shared_memory import Block

if TYPE_CHECKING:
    from typing import TypeAlias

    Arrived: TypeAlias = "None | bool | int | str | bytearray | memoryview[int] | list[Arrived] | dict[Any, Any]"
    """What came, of which nothing is known yet."""

_MODES = {
    "1": 8, "L": 8, "P": 8, "RGB": 24, "RGBA": 32, "CMYK": 32, "YCbCr": 24, "LAB": 24, "HSV": 24, "I": 32, "F": 32, "LA": 16, "PA": 16,
    "RGBa": 32, "La": 16, "I;16": 16,
}  # fmt: skip
"""Bits of a point."""


def _take_image(image: Any) -> Payload:
    palette = image.getpalette() if image.mode in ("P", "PA") else None
    # (PIL keeps a byte for each of them, and would make a file's of them.)
    points = image.convert("L") if image.mode == "1" else image
    return [image.mode, *image.size, palette, Block(memoryview(points.tobytes())), _told(image.info)]


def _told(info: Any) -> dict[str, Any]:
    """What the file said of the image, as far as it is plain: which color is transparent, how many points an inch has."""
    plain = (bool, int, float, str, bytes, type(None))
    return {
        name: said
        for name, said in info.items()
        if type(name) is str and (type(said) in plain or (is_tuple(said) and all(type(part) in plain for part in said)))
    }


def _put_image(payload: Arrived) -> Any:
    match payload:
        case [str(mode), int(width), int(height), palette, (bytearray() | memoryview()) as data, dict(info)] if mode in _MODES:
            # PIL makes the image before it looks at the data.
            if not (0 <= width < 1 << 31 and 0 <= height < 1 << 31) or len(data) != (width * _MODES[mode] + 7) // 8 * height:
                raise ValueError("malformed message: an image of another size")
            image = Image.frombytes(mode, (width, height), bytes(data), "raw", "1;8" if mode == "1" else mode)
            if isinstance(palette, list) and all(isinstance(part, int) and 0 <= part < 256 for part in palette):
                colours: list[Any] = palette
                image.putpalette(colours)
            image.info.update(_told(info))
            return image
    raise ValueError("malformed message: an image that is none")


BY_NAME: dict[str, Put] = {"PIL.Image": _put_image}


def taking(value: Any) -> tuple[str, Take] | None:
    """As `kinds.taking`. Images of a file are loaded, and cross as images."""
    if isinstance(value, Image.Image) and value.mode in _MODES and type(value).__module__.startswith("PIL."):
        return "PIL.Image", _take_image
    return None
