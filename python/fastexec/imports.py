"""Authorized imports, as the original's helpers see them. The executor itself is stricter: for it, `a.b`
does not authorize `a`."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from types import ModuleType
from typing import Any

from fastexec.errors import InterpreterError, error


def check_import_authorized(import_to_check: str, authorized_imports: Iterable[str]) -> bool:
    """Whether a dotted name is a listed one, leads to one, or lies under one that ends in `*`."""
    wanted = import_to_check.split(".")
    return any(_covers(entry.split("."), wanted) for entry in authorized_imports)


def _covers(listed: list[str], wanted: list[str]) -> bool:
    for at, part in enumerate(wanted):
        if at == len(listed):
            return False
        if listed[at] == "*":
            return True
        if listed[at] != part:
            return False
    return True


def get_safe_module(raw_module: Any, authorized_imports: Iterable[str], visited: set[int] | None = None) -> Any:
    """A copy of a module, and of the modules in it; anything else as it is. Kept for programs that call it:
    the executor hands out the modules themselves and checks each access."""
    visited = set() if visited is None else visited
    if not isinstance(raw_module, ModuleType) or id(raw_module) in visited:
        return raw_module
    visited.add(id(raw_module))
    copied = ModuleType(raw_module.__name__)
    for name in dir(raw_module):
        try:
            value = getattr(raw_module, name)
        except (ImportError, AttributeError) as missing:
            # Hosts that use none of it need not load it.
            import logging

            logger = logging.getLogger("fastexec")
            logger.info("not copied: %s.%s (%s: %s)", raw_module.__name__, name, type(missing).__name__, missing)
        else:
            setattr(copied, name, get_safe_module(value, authorized_imports, visited))
    return copied


def check_installed(authorized_imports: Iterable[str]) -> None:
    """Refuses authorized modules that are not there: better now than in the middle of a run."""
    missing = [top for top in dict.fromkeys(entry.split(".")[0] for entry in authorized_imports) if not _installed(top)]
    if missing:
        text = (
            f"Non-installed authorized modules: {', '.join(missing)}. "
            "Please install these modules or remove them from the authorized imports list."
        )
        told = [f"`{top}` is imported as `{'`, `'.join(modules)}`." for top in missing if (modules := modules_of(top))]
        raise error(InterpreterError, " ".join([text, *told]))


_IMPORTED_AS = {
    "beautifulsoup4": ["bs4"], "biopython": ["Bio"], "djangorestframework": ["rest_framework"], "faiss-cpu": ["faiss"], "faker": ["faker"],
    "google-api-python-client": ["googleapiclient"], "google-generativeai": ["google.generativeai"], "grpcio": ["grpc"],
    "levenshtein": ["Levenshtein"], "mysql-connector-python": ["mysql.connector"], "mysqlclient": ["MySQLdb"], "opencv-contrib-python": ["cv2"], "opencv-python": ["cv2"],
    "opencv-python-headless": ["cv2"], "paho-mqtt": ["paho.mqtt"], "pillow": ["PIL"], "protobuf": ["google.protobuf"], "psycopg2-binary": ["psycopg2"], "pycryptodome": ["Crypto"],
    "pygithub": ["github"], "pyjwt": ["jwt"], "pymupdf": ["fitz"], "pyopenssl": ["OpenSSL"], "pyserial": ["serial"], "python-dateutil": ["dateutil"], "python-docx": ["docx"],
    "python-dotenv": ["dotenv"], "python-jose": ["jose"], "python-levenshtein": ["Levenshtein"], "python-magic": ["magic"], "python-multipart": ["multipart"], "python-pptx": ["pptx"],
    "pytorch": ["torch"], "pywin32": ["win32api"], "pyyaml": ["yaml"], "pyzmq": ["zmq"], "scikit-image": ["skimage"], "scikit-learn": ["sklearn"], "sentence-transformers": ["sentence_transformers"],
    "tensorflow-cpu": ["tensorflow"], "tensorflow-gpu": ["tensorflow"], "websocket-client": ["websocket"], "youtube-dl": ["youtube_dl"], "yt-dlp": ["yt_dlp"],
}  # fmt: skip
"""Modules of packages that are installed by another name than that by which they are imported."""


def modules_of(package: str) -> list[str]:
    """Modules of a package, by the name that it is installed by: `sklearn` of `scikit-learn`."""
    from importlib import metadata

    try:
        found = metadata.distribution(package)
    except (metadata.PackageNotFoundError, ValueError):
        return _IMPORTED_AS.get(package.lower().replace("_", "-"), [])
    declared = (found.read_text("top_level.txt") or "").split()
    first = declared or [file.parts[0] for file in found.files or () if file.suffix == ".py" and len(file.parts) == 2]
    return [name for name in dict.fromkeys(first) if name.isidentifier() and not name.startswith("_") and _installed(name)][:3]


def _installed(top: str) -> bool:
    if top == "*" or top in sys.stdlib_module_names or top in sys.modules:
        return True
    from importlib.util import find_spec

    return find_spec(top) is not None
