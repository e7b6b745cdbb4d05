"""What goes to a node and what comes back. Results are in the format in which data leaves a worker, so that nothing that
code made is unpickled."""

from __future__ import annotations

import io
import pickle
import sys
import threading
import types
from typing import Any, NoReturn

import ray
from ray import cloudpickle

from fastexec._fastexec import shown
from fastexec.isolation.channel import Parcel
from fastexec.isolation.crossing import Crossing
from fastexec.isolation.pool import Result
from fastexec.isolation.problems import IsolationError, Uncrossable
from fastexec.isolation.references import Reference

Given = bytes | list[Any] | None
"""Tools, variables and limits on their way: pickled, or in a list (which Ray does not look into) a reference to them."""

_SMALL = 64 << 10
"""Bytes that go along with each task: less than a round to the object store takes."""

_one_at_a_time = threading.Lock()


class Way(Crossing):
    """The way of results from an actor: plain data as it leaves a worker. An object of the code (`Reference`), or a
    module, becomes its text; what a tool gave is pickled, and becomes its text where that does not work."""

    def __init__(self) -> None:
        super().__init__(_nobody, of_host=False)

    def _taken(self, value: Any, beside: Any) -> tuple[str, Any]:
        if isinstance(value, (Reference, types.ModuleType)):
            return "text", _text(value)
        if isinstance(value, IsolationError):
            return "isolation", str(value)
        try:
            return super()._taken(value, None)
        except Uncrossable:
            return _pickled(value)

    def _put(self, kind: str, payload: Any, parcel: Parcel) -> Any:
        if kind == "text":
            return payload
        if kind == "isolation":
            return IsolationError(payload)
        if kind == "object":
            return pickle.loads(payload)
        return super()._put(kind, payload, parcel)


class _Pickler(cloudpickle.CloudPickler):
    """For objects that tools gave: what code may have put into them travels as everywhere."""

    def reducer_override(self, obj: Any) -> Any:
        if isinstance(obj, Reference):
            return str, (_text(obj),)
        if isinstance(obj, types.ModuleType):
            return _module, (obj.__name__,)
        if isinstance(obj, BaseException):
            return unpacked, (Way().pack_plain(obj),)
        return super().reducer_override(obj)


def _module(name: str) -> types.ModuleType:
    """The module where it is loaded, else one with nothing in it: nothing is imported because a result says so."""
    return sys.modules.get(name) or types.ModuleType(name)


def _nobody() -> NoReturn:
    raise ReferenceError("this object stayed on its node")


def _text(value: Any) -> str:
    try:
        return repr(value)
    except Exception:  # noqa: BLE001  (its class may do anything)
        return f"<{type(value).__name__}>"


def _pickled(value: Any) -> tuple[str, Any]:
    file = io.BytesIO()
    try:
        _Pickler(file).dump(value)
    except Exception:  # noqa: BLE001  (whatever it is: it has a text)
        return "text", shown(value)
    return "object", file.getvalue()


def packed(value: Any) -> bytes:
    """The value on its way. One that has no form at all (nested too deeply) is its text."""
    try:
        return Way().pack_plain(value)
    except Exception:  # noqa: BLE001  (a batch has more results than this one)
        return Way().pack_plain(shown(value))


def unpacked(data: bytes) -> Any:
    return Way().unpack_plain(data)


Record = tuple[bytes, str, bool, "bytes | None", float]
"""Output, logs, whether it is a final answer, error, seconds."""


def record(result: Result) -> Record:
    error = None if result.error is None else packed(result.error)
    return packed(result.output), result.logs, result.is_final_answer, error, result.seconds


def result(index: int, record: Record) -> Result:
    output, logs, is_final_answer, error, seconds = record
    return Result(index, unpacked(output), logs, is_final_answer, None if error is None else unpacked(error), seconds)


def given(keywords: dict[str, Any]) -> Given:
    """Keywords of `Pool.submit` on their way to actors.

    Raises:
        TypeError: They cannot be pickled.
    """
    try:
        data: bytes = cloudpickle.dumps(keywords)
        # (Without a connection `put` would start a cluster.)
        return [ray.put(keywords)] if len(data) > _SMALL and ray.is_initialized() else data
    except Exception as error:  # noqa: BLE001  (a class of anybody may say no in any way)
        raise TypeError(f"tools and variables are sent to the nodes, and these cannot be pickled: {error}") from error


def taken(given: Given) -> dict[str, Any]:
    """On the node: the keywords, each time anew."""
    if given is None:
        return {}
    if isinstance(given, bytes):
        return dict(cloudpickle.loads(given))
    # Two threads that ask for one object at the same moment end the raylet of Ray 2.51 and older.
    with _one_at_a_time:
        return dict(ray.get(given[0]))
