"""Functions of the code in frameworks that look at functions: pydantic and FastAPI."""

from __future__ import annotations

import asyncio
import functools
import inspect
import typing

import fastexec
import pydantic
import pytest
from fastapi import Depends, FastAPI
from fastapi.testclient import TestClient

CODE = """
def plain(q: int = 2, *, unit: str = "m") -> str:
    "Doc."
    return unit * q
def yields(z: int = 3):
    yield z
async def waits(w: int = 4) -> int:
    return w
async def yields_async(v: int = 5):
    yield v
class Model:
    def method(self, a: int) -> int:
        return a + 1
model = Model()
"""


@pytest.fixture(scope="module")
def code() -> dict[str, typing.Any]:
    executor = fastexec.LocalPythonExecutor([])
    executor(CODE)
    return {**executor.custom_tools, **executor.state}


def test_inspect(code) -> None:
    plain, yields, waits, yields_async = (code[name] for name in ("plain", "yields", "waits", "yields_async"))
    assert all(map(inspect.isfunction, (plain, yields, waits, yields_async)))
    assert [inspect.iscoroutinefunction(f) for f in (plain, waits)] == [False, True]
    assert [inspect.isgeneratorfunction(f) for f in (plain, yields)] == [False, True] and inspect.isasyncgenfunction(yields_async)
    assert inspect.ismethod(code["model"].method)
    assert str(inspect.signature(plain)) == "(q: int = 2, *, unit: str = 'm') -> str"
    assert typing.get_type_hints(plain) == {"q": int, "unit": str, "return": str}
    assert functools.wraps(plain)(lambda: None).__doc__ == "Doc."


def test_pydantic(code) -> None:
    plain, waits = code["plain"], code["waits"]
    assert pydantic.validate_call(plain)("3") == "mmm"
    with pytest.raises(pydantic.ValidationError):
        pydantic.validate_call(plain)("x")
    assert asyncio.run(pydantic.validate_call(waits)("7")) == 7

    class Holder(pydantic.BaseModel):
        call: typing.Callable[[int], str]
        items: typing.Iterable[int] = ()

    held = Holder(call=plain, items=code["yields"](8))
    assert held.call(1) == "m" and list(held.items) == [8]
    with pytest.raises(pydantic.ValidationError):
        Holder(call=1)


def test_fastapi(code) -> None:
    app = FastAPI()
    app.get("/plain")(code["plain"])
    app.get("/waits/{w}")(code["waits"])

    @app.get("/depends")
    def depends(
        a: str = Depends(code["plain"]),
        b: int = Depends(code["yields"]),
        c: int = Depends(code["waits"]),
        d: int = Depends(code["yields_async"]),
        e: int = Depends(code["model"].method),
    ) -> list[typing.Any]:
        return [a, b, c, d, e]

    client = TestClient(app)
    assert client.get("/plain?q=1&unit=s").json() == "s"
    assert client.get("/waits/9").json() == 9 and client.get("/waits/x").status_code == 422
    assert client.get("/depends?q=1&z=7&a=1").json() == ["m", 7, 4, 5, 2]
