"""Loaders of PyYAML for the code: a text that names modules, functions or classes of the process is refused as one that names unknown ones."""

from __future__ import annotations

from typing import Any

import yaml
from yaml.constructor import ConstructorError, FullConstructor


class _PlainConstructor(FullConstructor):
    def find_python_module(self, name: str, mark: Any, unsafe: bool = False) -> Any:
        raise ConstructorError("while constructing a Python module", mark, f"module {name!r} is not imported", mark)

    def find_python_name(self, name: str, mark: Any, unsafe: bool = False) -> Any:
        raise ConstructorError("while constructing a Python object", mark, f"module {name.rpartition('.')[0]!r} is not imported", mark)


class FullLoader(_PlainConstructor, yaml.FullLoader):
    pass


class Loader(_PlainConstructor, yaml.FullLoader):
    pass


# The code takes classes of the modules that it may import.
FullLoader.__module__ = Loader.__module__ = yaml.FullLoader.__module__

if yaml.__with_libyaml__:

    class CFullLoader(_PlainConstructor, yaml.CFullLoader):
        pass

    class CLoader(_PlainConstructor, yaml.CFullLoader):
        pass

    CFullLoader.__module__ = CLoader.__module__ = yaml.CFullLoader.__module__


def full_load(stream: Any) -> Any:
    return yaml.load(stream, FullLoader)


def full_load_all(stream: Any) -> Any:
    return yaml.load_all(stream, FullLoader)
