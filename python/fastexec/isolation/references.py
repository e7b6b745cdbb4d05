"""Objects that stay where they are: the other side has a number for them, and uses them by asking."""

from __future__ import annotations

import copy
import operator
import types
from abc import ABCMeta
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, cast

from fastexec._fastexec import shown
from fastexec.hints.calls import function_of, parameters_of
from fastexec.isolation import arrivals

Ask = Callable[..., Any]
"""`ask(number, operation, args, kwargs)`: what the owner's `operate` gives."""


class Table:
    """Objects of this side that the other side was shown. Numbers are given once and never again; whoever has one was
    given it on this very conversation.

    Args:
        most: Objects at a time.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._next = 1
        self._objects: dict[int, Any] = {}
        self._numbers: dict[int, int] = {}
        self._shown: dict[int, int] = {}

    def number_of(self, obj: Any) -> int:
        """The number of the object, which stays alive until it was released as often as it was shown. Raises
        `MemoryError` where there are too many."""
        number = self._numbers.get(id(obj))
        if number is None:
            if len(self._objects) >= self._most:
                raise MemoryError(f"the other side holds {self._most} objects of this one: no more are given")
            number, self._next = self._next, self._next + 1
            self._objects[number] = obj
            self._numbers[id(obj)] = number
            self._shown[number] = 0
        self._shown[number] += 1
        return number

    def object_of(self, number: int) -> Any:
        """Raises `ReferenceError` for a number that stands for nothing."""
        try:
            return self._objects[number]
        except KeyError:
            raise ReferenceError("this object is no more") from None

    def release(self, number: int) -> None:
        """The other side gave up one that it was shown."""
        left = self._shown.get(number)
        if left is None:
            return
        if left > 1:
            self._shown[number] = left - 1
            return
        del self._shown[number]
        del self._numbers[id(self._objects.pop(number))]

    def __len__(self) -> int:
        return len(self._objects)


def about(obj: object) -> list[Any]:
    """What the other side is told of an object: its name, its class, how it looks, whether it can be called and
    awaited, what it says of itself, and how it is called."""
    name = getattr(obj, "__name__", None)
    if not isinstance(name, str):
        name = getattr(obj, "name", None)
    text = name if isinstance(name, str) else ""
    says = ("description", "__doc__") if function_of(obj) is not obj else ("__doc__",)
    doc = next((said for name in says if isinstance(said := getattr(obj, name, None), str)), "")
    return [text, type(obj).__name__, shown(obj), callable(obj), hasattr(type(obj), "__await__"), doc[:2000], _signature(obj)]


def _signature(obj: Any) -> str:
    """How a function of this side is called."""
    obj = function_of(obj)
    if type(obj) not in (types.FunctionType, types.MethodType):
        return ""
    try:
        return parameters_of(obj)[:500]
    except Exception:  # noqa: BLE001  (it may say anything of itself)
        return ""


class ByNumber:
    """An object on its way that goes by number, whatever it is."""

    __slots__ = ("obj",)

    def __init__(self, obj: Any) -> None:
        self.obj: Any = obj


def lineage(obj: object, number_of: Callable[[Any], int]) -> list[Any]:
    """What a worker is told of the object's class, or of the class that it is: the numbers of all that it inherits from,
    itself first; name, module and look; whether its objects can be called and awaited, and are equal to themselves alone."""
    kind = obj if isinstance(obj, type) else type(obj)
    kinds: tuple[type[Any], ...] = type.__dict__["__mro__"].__get__(kind)
    has = [any(name in vars(each) for each in kinds) for name in ("__call__", "__await__")]
    home = kind.__module__
    return [
        [number_of(each) for each in kinds[:-1] or kinds],
        [kind.__name__, home if isinstance(home, str) else "", shown(kind)],
        [*has, getattr(kind, "__hash__", None) is object.__hash__],
    ]


PUBLIC = ("_asdict", "_fields", "_make", "_replace", "__source__")
"""Names that are private by their look alone."""


class Reference:
    """Stands for an object of the other side: what is asked of it is asked there."""

    if TYPE_CHECKING:
        __array_priority__: float
    else:  # (with `__annotations__` of its own, it would not ask for those of the object)
        __array_priority__ = 1e6
    """An array of numpy leaves what is done with both to it."""

    def __init__(self, number: int, description: Any, ask: Ask, give_up: Callable[[int], None]) -> None:
        match description:
            case [str(name), str(kind), str(look), bool(_calls), bool(_waits), str(doc), str(signature)]:
                # `given` is how often the owner has shown it, and counts on getting it back.
                self._number, self._ask, self._give_up, self._given = number, ask, give_up, 1
                self._kind, self._look, self._signature = kind, look, signature
                self.__name__: str = name or kind
                self.__doc__ = doc or None
            case _:
                raise ValueError("malformed message: an object without a description")

    def __repr__(self) -> str:
        return self._look

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") and name not in PUBLIC:
            raise AttributeError(f"{self._kind!r} object has no attribute {name!r}")
        return self._ask(self._number, "getattr", [name], {})

    def __setattr__(self, name: str, value: Any) -> None:
        if name.startswith("_"):
            object.__setattr__(self, name, value)
        else:
            self._ask(self._number, "setattr", [name, value], {})

    def __delattr__(self, name: str) -> None:
        if name.startswith("_"):
            object.__delattr__(self, name)
        else:
            self._ask(self._number, "delattr", [name], {})

    def __del__(self) -> None:
        for _ in range(self.__dict__.get("_given", 0)):
            self._give_up(self._number)

    def __exit__(self, *error: Any) -> Any:
        return self._ask(self._number, "exit", [_value_of(error)], {})

    # What can be awaited with a default, or by several, is a coroutine of this side.

    async def __anext__(self) -> Any:
        return await self._ask(self._number, "anext", [], {})

    async def __aenter__(self) -> Any:
        return await self._ask(self._number, "aenter", [], {})

    async def __aexit__(self, *error: Any) -> Any:
        return await self._ask(self._number, "aexit", [_value_of(error)], {})

    def __hash__(self) -> int:
        return object.__hash__(self)

    def __deepcopy__(self, _memo: Any) -> Any:
        return self._ask(self._number, "deepcopy", [], {})

    def __reduce__(self) -> Any:
        raise TypeError(f"a {self._kind} of another process cannot be pickled")


class CallableReference(Reference):
    """One that can be called."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self._ask(self._number, "call", list(args), kwargs)


class AwaitableReference(Reference):
    """One that can be awaited: the other side does."""

    def __await__(self) -> Any:
        # (Its frame keeps this object, and with it the owner's.)
        return (yield from arrivals.awaiting(self._number, self._ask))


class CoroutineReference(AwaitableReference):
    """A coroutine of the other side, for what takes nothing else (`asyncio.create_task`)."""

    def _own_steps(self) -> Any:
        steps = self.__dict__.get("_steps")
        if steps is None:
            steps = self._steps = self.__await__()
        return steps

    def send(self, value: Any) -> Any:
        return self._own_steps().send(value)

    def __next__(self) -> Any:
        return self.send(None)

    def throw(self, *error: Any) -> Any:
        return self._own_steps().throw(*error)

    def close(self) -> None:
        self._own_steps().close()


cast(ABCMeta, Coroutine).register(CoroutineReference)
CoroutineReference.__name__ = "coroutine"  # as messages of the interpreter name it


def class_for(name: str, calls: bool, waits: bool) -> type[Reference]:
    """Which class stands for objects whose own is named so, and which can be called or awaited."""
    if calls:
        return CallableReference
    if waits:
        return CoroutineReference if name == "coroutine" else AwaitableReference
    return Reference


def _value_of(error: tuple[Any, ...]) -> Any:
    """Of what a block is left with. Its class is told by it; no traceback is one on the other side."""
    return error[1] if len(error) == 3 else None


def left_with(error: BaseException | None) -> tuple[Any, Any, None]:
    """What `__exit__` is given."""
    return None if error is None else type(error), error, None


def awaited(target: Any) -> Any:
    """What an awaitable of this side gives. With a loop running on this thread it runs on a thread of its own."""
    import asyncio

    async def wait() -> Any:
        return await target

    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return _run(wait())
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(1) as pool:
        return pool.submit(_run, wait()).result()


def _run(main: Coroutine[Any, Any, Any]) -> Any:
    """As `asyncio.run`, but that generators which began in it are not closed: who has them goes on with them on another loop."""
    import asyncio.runners

    loop = asyncio.new_event_loop()
    try:
        return loop.run_until_complete(main)
    finally:
        try:
            asyncio.runners._cancel_all_tasks(loop)  # type: ignore[attr-defined]
            loop.run_until_complete(loop.shutdown_default_executor())
        finally:
            main.close()
            loop.close()


def _called(target: Any, *args: Any, **kwargs: Any) -> Any:
    return target(*args, **kwargs)


_OF_ONE: dict[str, Callable[[Any], Any]] = {
    "enter": lambda target: target.__enter__(),
    "aiter": lambda target: target.__aiter__(),
    "anext": lambda target: target.__anext__(),
    "aenter": lambda target: target.__aenter__(),
    "begin": lambda _target: False,
}

_OF_TWO: dict[str, Callable[[Any, Any], Any]] = {
    "exit": lambda target, error: target.__exit__(*left_with(error)),
    "aexit": lambda target, error: target.__aexit__(*left_with(error)),
    "rdivmod": lambda target, other: divmod(other, target),
}

OPERATIONS: dict[str, Callable[..., Any]] = {
    "getattr": getattr,
    "setattr": setattr,
    "delattr": delattr,
    "call": _called,
    "len": len,
    "bool": bool,
    "str": str,
    "iter": iter,
    "next": next,
    "getitem": operator.getitem,
    "setitem": operator.setitem,
    "delitem": operator.delitem,
    "contains": operator.contains,
    "eq": operator.eq,
    "lt": operator.lt,
    "le": operator.le,
    "gt": operator.gt,
    "ge": operator.ge,
    "await": awaited,
    "neg": operator.neg,
    "pos": operator.pos,
    "invert": operator.invert,
    "abs": abs,
    "int": int,
    "float": float,
    "complex": complex,
    "index": operator.index,
    "round": round,
    "format": format,
    "reversed": reversed,
    "dir": dir,
    "hash": hash,
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "divmod": divmod,
    **_OF_ONE,
    **_OF_TWO,
}
"""What can be asked of an object, by name."""

BINARY = {
    "add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "mod": "%", "pow": "**", "matmul": "@",
    "and": "&", "or": "|", "xor": "^", "lshift": "<<", "rshift": ">>",
}  # fmt: skip
"""Operators. Each is asked for with the object on its left, on its right (`radd`), and in place (`iadd`)."""


def _swapped(of_two: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    return lambda target, other: of_two(other, target)


for _name in BINARY:
    OPERATIONS[_name] = getattr(operator, f"__{_name}__")
    OPERATIONS[f"r{_name}"] = _swapped(OPERATIONS[_name])
    OPERATIONS[f"i{_name}"] = getattr(operator, f"__i{_name}__")
OPERATIONS["pow"] = pow  # which may be told a modulus

_NO_METHODS = ("call", "await", "begin")


def _asking(operation: str) -> Callable[..., Any]:
    def method(self: Reference, *args: Any) -> Any:
        return self._ask(self._number, operation, list(args), {})

    method.__name__ = f"__{operation}__"
    return method


for _operation in OPERATIONS:
    if f"__{_operation}__" not in vars(Reference) and _operation not in _NO_METHODS:
        setattr(Reference, f"__{_operation}__", _asking(_operation))


def reference(number: int, description: Any, ask: Ask, give_up: Callable[[int], None], kind: type[Reference] | None = None) -> Reference:
    """What stands here for that object of the other side: an instance of `kind`, where that stands for its class."""
    match description:
        case [_, str(name), _, bool(calls), bool(waits), *_] if kind is None:
            kind = class_for(name, calls, waits)
    made = object.__new__(Reference if kind is None else kind)
    Reference.__init__(made, number, description, ask, give_up)
    return made
