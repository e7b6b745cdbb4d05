"""Objects that stay where they are: the other side has a number for them, and uses them by asking."""

from __future__ import annotations

import functools
import types
from abc import ABCMeta
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, cast

from fastexec._fastexec import shown
from fastexec.hints.awaits import is_async
from fastexec.hints.calls import called_by, function_of, is_partial, parameters_of, with_words
from fastexec.isolation import arrivals, plain_bases
from fastexec.isolation.operations import METHODS

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
        self._noted: dict[int, Any] = {}

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
        self._noted.pop(number, None)
        del self._numbers[id(self._objects.pop(number))]

    def noted(self, number: int, kind: object, make: Callable[[], Any]) -> Any:
        """What is made of the object once for each kind of note, as long as it has the number."""
        notes: dict[object, Any] = self._noted.setdefault(number, {})
        if kind not in notes:
            notes[kind] = make()
        return notes[kind]

    def __len__(self) -> int:
        return len(self._objects)


def about(obj: Any) -> list[Any]:
    """What the other side is told of an object: its name if it has one, its class, how it looks, whether it can be called and
    awaited, and whether its calls are, what it says of itself, and how it is called."""
    name = read(obj.func if is_partial(obj) else obj, "__name__")
    text = name if isinstance(name, str) else ""
    says = ("description", "__doc__") if function_of(obj) is not obj else ("__doc__",)
    doc = next((said for name in says if isinstance(said := read(obj, name), str)), "")
    found: object = obj
    kind = type(found)
    return [text, kind.__name__, shown(obj), callable(obj), read(kind, "__await__") is not None, is_async(obj), doc[:2000], _call(obj)]


def read(obj: object, name: str) -> Any:
    """The attribute; None where there is none, or where it cannot be had: an object may do anything then."""
    try:
        return getattr(obj, name, None)
    except Exception:  # noqa: BLE001  (its class may do anything)
        return None


def _call(obj: Any) -> str:
    """How something of this side is called, as a hint says it behind the name: empty, where no Python code is."""
    try:
        function, said = called_by(obj) if callable(obj) and not isinstance(obj, type) else (None, None)
        is_python = type(function) in (types.FunctionType, types.MethodType) or is_partial(function)
        return with_words(parameters_of(function)[:500], said) if is_python else ""
    except Exception:  # noqa: BLE001  (it may say anything of itself)
        return ""


class ByNumber:
    """An object on its way that goes by number, whatever it is."""

    __slots__ = ("obj",)

    def __init__(self, obj: Any) -> None:
        self.obj: Any = obj


PUBLIC = ("_asdict", "_field_defaults", "_fields", "_make", "_replace", "__source__")
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
            case [str(name), str(kind), str(look), bool(_calls), bool(_waits), bool(is_async), str(doc), str(signature)]:
                # `given` is how often the owner has shown it, and counts on getting it back.
                self._number, self._ask, self._give_up, self._given = number, ask, give_up, 1
                self._kind, self._look, self._signature, self._is_async = kind, look, signature, is_async
                if name:
                    self.__name__: str = name
                self.__doc__ = doc or None
            case _:
                raise ValueError("malformed message: an object without a description")

    def __repr__(self) -> str:
        return self._look

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") and name not in PUBLIC:
            raise AttributeError(f"{self._kind!r} object has no attribute {name!r}")
        try:
            return self._ask(self._number, "getattr", [name], {})
        except AttributeError as error:
            if type(error) is AttributeError and error.args == (f"{self._kind!r} object has no attribute {name!r}",):
                error.obj = self  # it is this one that was asked, and no other that the object asked for its part
            raise

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

    def __hash__(self) -> int:
        return object.__hash__(self)

    def _asked_vars(self) -> Any:
        """What `vars` gives, which the engine asks."""
        return self._ask(self._number, "vars", [], {})

    def _asks_if_absent(self, name: str) -> bool:
        """Whether the object has nothing under a private name, which the engine asks."""
        try:
            self._ask(self._number, "getattr", [name], {})
        except AttributeError as error:
            return type(error) is AttributeError
        except Exception:  # noqa: BLE001  (it is refused, or its class may do anything)
            pass
        return False

    def __deepcopy__(self, _memo: Any) -> Any:
        return self._ask(self._number, "deepcopy", [], {})

    def __reduce__(self) -> Any:
        raise TypeError(f"a {self._kind} of another process cannot be pickled")


class CallableReference(Reference):
    """One that can be called."""

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        return self._ask(self._number, "call", list(args), kwargs)

    @property
    def __signature__(self) -> Any:
        return self._ask(self._number, "signature", [], {})


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


for _operation in ("dir", "copy"):
    setattr(Reference, f"__{_operation}__", METHODS[_operation])

_SPECIAL = {f"__{operation}__": operation for operation in METHODS}

_ALWAYS = frozenset(("format", "str"))
"""What any object says of itself, which the other side knows better."""


def special_methods(kind: type[Any]) -> list[str]:
    """Operations that objects of a class of this side have special methods for, beside what every object has."""
    has: dict[str, bool] = {}
    for each in type.__dict__["__mro__"].__get__(kind)[-2::-1]:
        space = type.__dict__["__dict__"].__get__(each)
        has.update((_SPECIAL[name], space[name] is not None) for name in _SPECIAL.keys() & space.keys())
    return [operation for operation, is_there in has.items() if is_there]


@functools.lru_cache(200)
def _like(name: str, calls: bool, waits: bool, operations: frozenset[str]) -> type[Reference]:
    """The class for objects of one of that name with these special methods."""
    kind = class_for(name, calls, waits)
    inherited = {method for base in kind.__mro__[:-1] for method in vars(base)}
    methods = {method: METHODS[operation] for operation in operations | _ALWAYS if (method := f"__{operation}__") not in inherited}
    named = name if name.isprintable() and len(name) < _LONGEST else kind.__name__
    members: dict[str, Any] = {"__module__": kind.__module__, "__hash__": Reference.__hash__, **methods}
    return type(named, (kind,), members)


_LONGEST = 200
"""Characters of the name of a class."""


def _are_operations(given: object) -> bool:
    return isinstance(given, list) and all(type(one) is str and one in METHODS for one in cast("list[object]", given))


def _kind_of(description: Any, operations: Any) -> type[Reference]:
    match description:
        case [_, str(name), _, bool(calls), bool(waits), *_] if _are_operations(operations):
            return _like(name, calls, waits, frozenset(operations))
    raise ValueError("malformed message: an object without a description")


def reference(
    number: int,
    description: Any,
    ask: Ask,
    give_up: Callable[[int], None],
    kind: type[Reference] | None = None,
    value: Any = None,
    operations: Any = None,
) -> Reference:
    """What stands here for that object of the other side: an instance of `kind`, where that stands for its class, with
    the value that it has as a plain one; else one of a class with special methods for these operations."""
    if kind is None:
        kind = _kind_of(description, operations)
    made = object.__new__(kind) if value is None else plain_bases.made(kind, value)
    Reference.__init__(made, number, description, ask, give_up)
    return made
