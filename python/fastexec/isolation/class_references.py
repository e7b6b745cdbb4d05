"""Classes of the host in a worker: each has a class there that stands for it, and those of its objects are instances of it."""

from __future__ import annotations

import types
import weakref
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

from fastexec.isolation import class_descriptions, plain_bases
from fastexec.isolation.operations import BINARY, METHODS
from fastexec.isolation.references import PUBLIC, Ask, Reference, class_for

_OF_NO_ARRAY = -1e6
"""What numpy takes an object for that says nothing of it."""


class _Host:
    """What a class knows of the host's, which counts on being given up.

    Args:
        numbers: Of the class, and of all that it inherits from.
        look: Of the class.
    """

    __slots__ = ("_classes", "_give_up", "_said", "ask", "look", "members", "numbers")

    def __init__(self, numbers: list[int], look: str, ask: Ask, give_up: Callable[[int], None], classes: Classes) -> None:
        self.numbers, self.look, self.ask, self._give_up, self._classes = numbers, look, ask, give_up, classes
        self.members: dict[int, Any] = {}
        """Of an enumeration, by number: there is one of each."""
        self._said: weakref.WeakKeyDictionary[type, tuple[bool, int]] | None = None

    def is_above(self, kind: type) -> bool:
        """Whether the host says that another one of its classes is below. (One that is stays so; one that is not may be registered
        whenever the host does something.)"""
        if self._said is None:
            self._said = weakref.WeakKeyDictionary()
        said = self._said.get(kind)
        if said is None or not (said[0] or said[1] == self._classes.messages):
            is_below = bool(self.ask(self.numbers[0], "subclass", [kind], {}))
            said = self._said[kind] = is_below, self._classes.messages
        return said[0]

    def __del__(self) -> None:
        for number in self.numbers:
            self._give_up(number)


class ClassReference(type):
    """Stands for a class of the host."""

    if TYPE_CHECKING:
        _host: _Host
        _is_open: bool
        _data: frozenset[str]
        _has_members: bool
        _protocol: list[str] | None
        _decides: str
    else:  # (with annotations of its own here, this would be none)

        @property
        def __annotations__(cls) -> Any:
            """Those of the host's class, as far as the code has that."""
            return _own_annotations(cls) if cls._is_own() else cls._ask("getattr", ["__annotations__"], {})

    def __new__(cls, name: str, bases: tuple[type[Any], ...], namespace: dict[str, Any], **keywords: Any) -> ClassReference:
        above = [base for base in bases if isinstance(base, ClassReference)]
        shut = next((base for base in above if not (base._is_open and base._data.isdisjoint(namespace))), None)
        if shut is not None:
            raise TypeError(
                f"a class of the host cannot be inherited from in a worker: {shut.__name__}. "
                "Write a class of its own that keeps an object of the host's class and calls it, or a function that takes one"
            )
        return type.__new__(cls, name, bases, namespace, **keywords)

    def __init__(cls, name: str, bases: tuple[type[Any], ...], namespace: dict[str, Any], **_keywords: Any) -> None:
        type.__init__(cls, name, bases, namespace)

    @property
    def __signature__(cls) -> Any:
        if cls._is_own():
            raise AttributeError("__signature__")  # it is found in another way
        return cls._ask("signature", [], {})

    def _is_own(cls) -> bool:
        """Whether it is a class of the code, below one of the host."""
        return "_host" not in vars(cls)

    def is_of_host(cls) -> bool:
        """Whether it stands for a class of the host itself."""
        return not cls._is_own()

    def __call__(cls, /, *args: Any, **kwargs: Any) -> Any:
        return type.__call__(cls, *args, **kwargs) if cls._is_own() else cls._ask("call", list(args), kwargs)

    def __repr__(cls) -> str:
        return type.__repr__(cls) if cls._is_own() else cls._host.look

    def __getattr__(cls, name: str) -> Any:
        if name.startswith("_") and name not in (*PUBLIC, "__members__"):
            raise AttributeError(f"type object {cls.__name__!r} has no attribute {name!r}")
        try:
            return cls._ask("getattr", [name], {})
        except AttributeError as error:
            # (That of an enumeration says the name alone, up to Python 3.11.)
            if type(error) is AttributeError and error.args in ((f"type object {cls.__name__!r} has no attribute {name!r}",), (name,)):
                error.obj = cls  # it is this one that was asked
            raise

    def __setattr__(cls, name: str, value: Any) -> None:
        if cls._is_own():
            type.__setattr__(cls, name, value)
        else:
            cls._ask("setattr", [name, value], {})

    def __bool__(cls) -> bool:
        return True

    def __instancecheck__(cls, instance: object) -> bool:
        if cls._is_own():
            return cls.__subclasscheck__(type(instance))
        if cls._protocol is not None:
            # (What an object of the host has under private names, the host knows.)
            if isinstance(instance, Reference) and any(name.startswith("_") and not name.startswith("__") for name in cls._protocol):
                return bool(cls._ask("instance", [instance], {}))
            return all(getattr(instance, name, None) is not None for name in cls._protocol)
        if cls._decides == "own":
            return bool(cls._ask("instance", [instance], {}))
        return cls.__subclasscheck__(type(instance))

    def __subclasscheck__(cls, subclass: type) -> bool:
        if cls._is_own():
            return type.__subclasscheck__(cls, subclass)
        if not isinstance(subclass, ClassReference):
            return False
        if cls._decides == "own" and not subclass._is_own():
            return bool(cls._ask("subclass", [subclass], {}))
        known = cls._host.numbers[0] in subclass._host.numbers
        return known or (bool(cls._decides) and not subclass._is_own() and cls._host.is_above(subclass))

    def _ask(cls, operation: str, args: list[Any], kwargs: dict[str, Any]) -> Any:
        return cls._host.ask(cls._host.numbers[0], operation, args, kwargs)


_own_annotations: Callable[[type], Any] = vars(type)["__annotations__"].__get__


def _asking(operation: str) -> Callable[..., Any]:
    def method(cls: ClassReference, *args: Any) -> Any:
        return cls._ask(operation, list(args), {})

    method.__name__ = f"__{operation}__"
    return method


_OF_METACLASSES = ("contains", "dir", "getitem", "iter", "len", "reversed")
"""What is asked of a class itself, as of an enumeration."""

for _operation in _OF_METACLASSES:
    setattr(ClassReference, f"__{_operation}__", _asking(_operation))
ClassReference.__name__ = "type"  # as messages of the interpreter name it


def number_of(kind: ClassReference) -> int:
    """The host's number of the class."""
    return kind._host.numbers[0]


def members_of(kind: ClassReference) -> dict[int, Any] | None:
    """Of an enumeration those that are known, by number."""
    return kind._host.members if kind._has_members else None


def describe(kind: ClassReference, description: Any) -> None:
    """What `references.about` told of the class itself: the way it is called, and what it says of itself."""
    *_, doc, signature = description
    type.__setattr__(kind, "__doc__", doc or None)
    type.__setattr__(kind, "_signature", signature)


class _Member:
    """A public member of a class of the host, in place of that of a plain type or an exception of Python's."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __get__(self, obj: Any, kind: Any) -> Any:
        if obj is None or "_number" not in vars(obj):  # (an exception of a class of the code has what the class has)
            return kind._ask("getattr", [self._name], {})
        return obj._ask(obj._number, "getattr", [self._name], {})


class _Method(_Member):
    """One that is called: a method here, too."""

    def __get__(self, obj: Any, kind: Any) -> Any:
        return super().__get__(None, kind) if obj is None else types.MethodType(self._called, obj)

    def _called(self, obj: Any, /, *args: Any, **kwargs: Any) -> Any:
        return super().__get__(obj, type(obj))(*args, **kwargs)


def _namespace(told: dict[str, Any], kind: type[Reference], base: type | None) -> dict[str, Any]:
    """What the class holds, whose objects are references of that kind."""
    members: dict[str, Any] = {"__module__": told["module"], "__doc__": told["doc"] or None, "_has_members": told["members"]}
    members.update(
        (method, METHODS[name]) for name in told["has"] if (method := f"__{name}__") not in vars(kind) or kind is Reference
    )
    members.update((f"__{name}__", None) for name in told["lacks"])
    if base is not None or not any(f"r{name}" in told["has"] for name in BINARY):
        members["__array_priority__"] = _OF_NO_ARRAY
    members.update((name, _Member(name)) for name in told["hides"])
    if "__hash__" not in members:  # (a class with `__eq__` alone would have none)
        members["__hash__"] = Reference.__hash__ if base is None else base.__hash__
    if told["annotations"]:
        members["__annotations__"] = told["annotations"]
    if told["matches"]:
        members["__match_args__"] = tuple(told["matches"])
    if told["fields"] is not None:
        members["__dataclass_fields__"] = class_descriptions.fields_of(told["fields"])
    return members


class _OfException:
    """What stands in a worker for an exception of the host: an exception, with the attributes that it came with. What its
    class has is asked for."""

    def __setattr__(self, name: str, value: Any) -> None:
        held = vars(self)
        if name.startswith("_") or "_number" not in held:
            object.__setattr__(self, name, value)
        else:
            held["_ask"](held["_number"], "setattr", [name, value], {})
            object.__setattr__(self, name, value)  # (`args` is no item of the dict)

    def __del__(self) -> None:
        held = vars(self)
        if "_number" in held:
            held["_give_up"](held["_number"])


def _beginning() -> Callable[..., None]:
    """The `__init__` of an exception of the host's, for objects of classes of the code: the host makes one of its own, whose
    attributes are theirs."""

    def __init__(self: Any, /, *args: Any, **kwargs: Any) -> None:
        kind = plain_bases.type_of(self)
        nearest = host_class_of(kind)
        with_it: Any = next(each for each in kind.__mro__ if vars(each).get("__init__") is __init__)
        twin = (nearest if nearest.__init__ is __init__ else with_it)._ask("call", list(args), kwargs)
        self.args = twin.args
        held = cast("dict[str, Any]", vars(twin))
        for name, value in held.items():
            if name not in _OF_TWINS:
                # A string may be how something looks that did not cross.
                setattr(self, name, twin._ask(twin._number, "getattr", [name], {}) if isinstance(value, str) else value)

    return __init__


_OF_TWINS = {"_number", "_ask", "_give_up", "_text"}


def host_class_of(kind: type) -> Any:
    """The class of the host's, or the first one that a class of the code inherits from; None where there is none."""
    return next((each for each in kind.__mro__ if isinstance(each, ClassReference) and not each._is_own()), None)


def _said(error: BaseException) -> str:
    said = vars(error).get("_text")
    return said if isinstance(said, str) else BaseException.__str__(error)


class Classes:
    """Those of the host that this worker was told of."""

    def __init__(self) -> None:
        self._known: weakref.WeakValueDictionary[tuple[int, str], ClassReference] = weakref.WeakValueDictionary()
        self.messages = 0
        """That came from the host so far."""

    def told(self, lineage: Any, ask: Ask, give_up: Callable[[int], None]) -> ClassReference:
        """The class that stands for the one of these numbers and that description."""
        numbers, told, bases = lineage
        key = numbers[0], told["plain"]
        made = self._known.get(key)
        above: list[type[Any]] = [_of_python(base) if isinstance(base, str) else self.told(base, ask, give_up) for base in bases]
        if made is not None:
            for number in numbers:  # it has them already
                give_up(number)
            return made
        host = _Host(numbers, told["look"], ask, give_up, self)
        made = self._known[key] = _exception(told, host, above) if above else _class(told, host)
        for name in told["abcs"]:
            class_descriptions.ABCS[name].register(made)
        return made


def _class(told: dict[str, Any], host: _Host) -> ClassReference:
    kind, base = class_for(told["name"], told["calls"], told["waits"]), plain_bases.BY_NAME.get(told["plain"])
    bases = (kind,) if base is None else (base, kind)
    return _made(told, host, bases, _namespace(told, kind, base))


def _exception(told: dict[str, Any], host: _Host, bases: list[type[Any]]) -> ClassReference:
    """A class of exceptions, of which code can raise and catch some."""
    members = {"__module__": told["module"], "__doc__": told["doc"] or None, "_has_members": False}
    members.update((name, _Member(name)) for name in told["hides"])
    members.update((name, _Method(name)) for name in told["methods"])
    if told["begins"]:
        members["__init__"] = _beginning()
    if "str" in told["has"]:
        members["__str__"] = _said
    if not any(isinstance(base, ClassReference) for base in bases):
        bases = [_OfException, *bases]
    return _made(told, host, tuple(bases), members)


def _made(told: dict[str, Any], host: _Host, bases: tuple[type[Any], ...], members: dict[str, Any]) -> ClassReference:
    # Data that `__init__` may read: it would find those of the host's class, whatever a class of the code has.
    data = frozenset(told["hides"]).union(*(base._data for base in bases if isinstance(base, ClassReference)))
    return type.__new__(ClassReference, told["name"], bases, {**members, "_host": host, "_is_open": told["open"], "_data": data, **_comparing(told)})


def _comparing(told: dict[str, Any]) -> dict[str, Any]:
    """How objects and classes are compared to the class, beside by what they inherit from."""
    return {"_protocol": told["protocol"], "_decides": told["decides"]}


def _of_python(name: str) -> type[BaseException]:
    import builtins

    found: type[BaseException] = vars(builtins)[name]
    return found
