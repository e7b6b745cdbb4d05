"""How images of PIL cross: mode, size, palette and the bytes of the points."""

from __future__ import annotations

from typing import Any

from PIL import Image

from fastexec.isolation.kinds import Payload, Put, Take
from fastexec.isolation.shared_memory import Block

_MODES = ("1", "L", "P", "RGB", "RGBA", "CMYK", "YCbCr", "LAB", "HSV", "I", "F", "LA", "PA", "RGBa", "La", "I;16")


def _take_image(image: Any) -> Payload:
    palette = image.getpalette() if image.mode in ("P", "PA") else None
    return [image.mode, *image.size, palette, Block(memoryview(image.tobytes()))]


def _put_image(payload: Payload) -> Any:
    match payload:
        case [str(mode), int(width), int(height), palette, (bytearray() | memoryview()) as data] if mode in _MODES:
            image = Image.frombytes(mode, (width, height), bytes(data))
            if isinstance(palette, list):
                image.putpalette(palette)
            return image
    raise ValueError("malformed message: an image that is none")


BY_NAME: dict[str, Put] = {"PIL.Image": _put_image}


def taking(value: Any) -> tuple[str, Take] | None:
    """As `kinds.taking`. Images of a file are loaded, and cross as images."""
    if isinstance(value, Image.Image) and value.mode in _MODES and type(value).__module__.startswith("PIL."):
        return "PIL.Image", _take_image
    return None
