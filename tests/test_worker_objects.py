"""What code does with objects of the host is the same in a worker: each use of data/host_objects.py on each object."""

from __future__ import annotations

import re
import sys
import warnings
from typing import Any

import fastexec
import pytest

pytest.importorskip("pandas")
pytest.importorskip("pydantic")

from test_host_objects import CLASSES, IMPORTS, OBJECTS, PROGRAMS, fresh  # noqa: E402

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the kernel's walls are Linux's")

DIFFERS = [
    # Marks in the program, the objects (all, if none is named), and why.
    ("class C(", "", "classes of the host cannot be inherited from in a worker"),
    ("type('N'", "", "classes of the host cannot be inherited from in a worker"),
    ("isinstance(x, t) for t in", "dict list", "what changes stays where it is: no `isinstance(x, list)`"),
    ("json.dumps(x", "dict list file namespace chain partial user-dict records random items", "likewise; attributes of what stands for an object are not its own"),
    ("vars(x)", "list text number file namespace chain partial user-dict records", "likewise"),
    ("np.array([x])", "dict frame integers", "likewise: numpy looks into those of its own process"),
    ("np.asarray(x)", "dict frame", "likewise"),
    ("pd.DataFrame([x])", "frame", "likewise: pandas asks numpy (3.0)"),
    ("weakref.ref(x)", "", "what stands for an object may take weak references where it takes none"),
    ("x.__class__", "file namespace random items", "the class is the one that stands for it, which shows nothing"),
    ("ismethod", "", "a method of the host is something that can be called"),
    ("__doc__", "integers records", "long texts are cut"),
    ("getdoc", "integers records", "likewise"),
    ("x.", "records", "attributes of arrays that the code has not made are not written"),
    ("setattr", "records", "likewise"),
    ("hash", "", "hashes of texts are those of a process"),
    ("set(x)", "", "likewise: their order"),
]


def differs_knowingly(name: str, code: str) -> bool:
    return any(mark in code and (not names or name.replace(" ", "-") in names.split()) for mark, names, _why in DIFFERS)


def told(text: object) -> str:
    return re.sub(r"0x[0-9a-fA-F]+", "0x", str(text))


def run(executor: Any, code: str, variables: dict[str, Any]) -> tuple[str, ...]:
    executor.send_tools({})
    executor.state = {"__name__": "__main__", **variables}
    try:
        given = executor(code)
        return "gives", told(repr(given.output)), told(given.logs)
    except fastexec.InterpreterError as error:
        return "raises", told(error)


@pytest.mark.parametrize("name", OBJECTS)
def test_objects_of_the_host_are_used_alike_in_workers(name: str) -> None:
    warnings.simplefilter("ignore")
    executors = [fastexec.LocalPythonExecutor(IMPORTS, isolation=isolation) for isolation in (None, "process")]
    differs = []
    for code in PROGRAMS:
        seen = []
        for executor in executors:
            with fresh(name) as x:
                seen.append(run(executor, code, {**CLASSES, "x": x}))
        if seen[0] != seen[1] and not seen[0][0] == seen[1][0] == "raises" and not differs_knowingly(name, code):
            differs.append((code, *seen))
    assert differs == []


def test_an_object_that_can_say_nothing_of_itself():
    """As proxies of web frameworks do where there is nothing behind them."""

    class Unbound:
        def __getattr__(self, name):
            raise RuntimeError("nothing is behind it")

    executor = fastexec.LocalPythonExecutor([], isolation="process")
    executor.send_tools({"proxy": Unbound})
    executor.send_variables({"held": [Unbound()]})
    assert executor("len(held), len([proxy()])").output == (1, 1)


class Untold:
    """What it says of its class fails."""

    @property
    def __class__(self):
        raise RuntimeError("no class")

    def price(self):
        return 5


def test_an_object_whose_class_cannot_be_asked():
    executor = fastexec.LocalPythonExecutor([], isolation="process")
    executor.send_tools({"get": lambda: Untold()})
    executor.send_variables({"given": Untold()})
    assert executor("given.price() + get().price()").output == 10
