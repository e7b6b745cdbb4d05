"""What becomes of a value on its way to the other side: plain data by value, large arrays by memory, the rest by number."""

from __future__ import annotations

import collections
import os
import re
import sys
import weakref
from collections.abc import Callable
from typing import Any, cast

from fastexec._fastexec import pack, unpack
from fastexec.guards import is_a
from fastexec.isolation import (
    class_descriptions,
    class_references,
    failures,
    kinds,
    plain_bases,
    references,
    shared_memory,
    type_expressions,
    valued,
)
from fastexec.isolation.channel import MOST_BESIDE, Parcel
from fastexec.isolation.problems import Uncrossable
from fastexec.isolation.references import ByNumber, Reference, Table
from fastexec.isolation.shared_memory import LARGE, Block

_MOST = (1 << 64) - 1

_OBJECT = 1 << 10
"""Bytes that an object counts which the other side holds."""

_EXCEPTIONS = 16
"""That were met last: raised again, they are the very ones."""


_Beside = tuple[list[int], list["memoryview | bytearray"]]
"""Descriptors and blocks that go beside the bytes of a message."""


def _is_pattern(value: Any) -> bool:
    return type(value) is re.Pattern


def _close_all(descriptors: list[int]) -> None:
    while descriptors:
        os.close(descriptors.pop())


class Crossing:
    """The way of values of one conversation.

    Args:
        asking: Gives what uses an object of the other side, for each reference.
        of_host: Whether this is the host's side. It makes shared memory for large blocks (a worker cannot: they go in
            the message), and tells functions of Python's own by name (a worker believes that, the host would not).
        authorizes: Of the host's side, whether code may have the module of that name.
        most: Bytes that a message may take here, and objects that the other side holds.
    """

    def __init__(
        self, asking: Callable[[], references.Ask], *, of_host: bool, authorizes: Callable[[str], bool] = lambda _name: True, most: int = _MOST
    ) -> None:
        self.objects: Table = Table(most // _OBJECT)
        self._asking = asking
        self.of_host = of_host
        self._authorizes = authorizes
        self._most = most
        self.reading: bool = False
        self.seconds: float | None = None
        """That may be spent on what a message is made of."""
        self.describing: list[BaseException] = []
        """Exceptions on their way, each held by the one before."""
        self._references: weakref.WeakValueDictionary[int, Reference] = weakref.WeakValueDictionary()
        self._classes = class_references.Classes()
        self._given_up: collections.deque[int] = collections.deque()
        self._foreign: collections.deque[tuple[BaseException, int]] = collections.deque(maxlen=_EXCEPTIONS)
        self._own: collections.deque[tuple[BaseException, int]] = collections.deque(maxlen=_EXCEPTIONS)
        self._exceptions = 0
        self._patterns: dict[re.Pattern[Any], int] = {}
        """Of the host's, by what they are here: its numbers."""
        self._settling = valued.Settling()
        self._is_settled = True

    def may_name(self, module: str) -> bool:
        """Whether exceptions from the other side may be of a class of this module: not of the host's own program, where it gave the
        code none of it."""
        top = module.partition(".")[0]
        return not self.of_host or (top in sys.stdlib_module_names and top != "__main__") or self._authorizes(top) or self._authorizes(module)

    def pack(self, value: Any) -> Parcel:
        """The value on its way; objects that do not cross go by number."""
        descriptors: list[int] = []
        blocks: list[memoryview | bytearray] = []
        try:
            return Parcel(pack(value, lambda item: self._taken(item, (descriptors, blocks))), descriptors, blocks)
        except BaseException:
            _close_all(descriptors)
            raise

    def pack_plain(self, value: Any) -> bytes:
        """The bytes of a value that is plain through and through. Raises `Uncrossable`."""
        return pack(value, lambda item: self._taken(item, None))

    def check(self, value: Any) -> None:
        """As `pack_plain`; objects of the other side may be in it, too: there they are what they were."""
        pack(value, lambda item: ("yours", theirs) if (theirs := self._number_of(item)) is not None else self._taken(item, None))

    def unpack(self, parcel: Parcel) -> Any:
        """The value that came. Raises `ValueError`."""
        before, self.reading = self.reading, True
        self._classes.messages += 1
        beside = sum(map(len, parcel.blocks)) if parcel.blocks else 0
        try:
            return unpack(parcel.data, lambda kind, payload: self._put(kind, payload, parcel), beside, self._most, self.seconds)
        finally:
            self.reading = before
            if parcel.descriptors:
                self.sent(parcel)

    def unpack_plain(self, data: bytes) -> Any:
        """The value of `pack_plain`."""
        return self.unpack(Parcel(data, [], []))

    def sent(self, parcel: Parcel) -> None:
        """Its descriptors have done their work here."""
        _close_all(parcel.descriptors)

    def _taken(self, value: Any, beside: _Beside | None) -> tuple[str, Any]:
        """Kind and payload. With nothing beside the message the value has to be plain through and through."""
        if is_a(value, Block):
            return self._block(value, beside)
        if is_a(value, ByNumber):
            return self._number(value.obj)
        theirs = self._number_of(value)
        if theirs is not None:
            if beside is None:
                raise Uncrossable(type(value).__name__ if _is_pattern(value) else value._kind)
            return "yours", theirs
        if is_a(value, failures.Described):
            return "error", value.data
        if is_a(value, BaseException):
            return "error", failures.describe(value, self, whole=beside is not None)
        if self.of_host and beside is not None and _is_pattern(value):
            return "pattern", [self.objects.number_of(value), value.pattern, value.flags]
        if self.of_host and kinds.is_function_of_python(value):
            return "function", [value.__self__.__name__, value.__name__]
        of_types = type_expressions.taken(value, self._is_class_there, within=self.of_host)
        if of_types is not None and (beside is not None or all(self._number_of(part) is None for part in of_types[1])):
            return of_types
        known = kinds.taking(value)
        if known is not None:
            kind, take = known
            try:
                return kind, take(value)
            except TypeError:
                pass  # a part of it has no plain form
        if beside is None:
            raise Uncrossable(f"class {type(value).__name__}")
        return self._number(value)

    def _is_class_there(self, kind: type[Any]) -> bool:
        """Whether the class is one on the other side, too: as all of the host's are, while of the code's there are references."""
        if self.of_host:
            return not isinstance(kind, class_references.ClassReference)
        if isinstance(kind, class_references.ClassReference):
            return bool(kind.is_of_host())
        known = kinds.taking(kind)
        return known is not None and known[0].endswith("type")

    def _number_of(self, value: Any) -> int | None:
        """The other side's number of it, if it is an object of the other side."""
        if is_a(value, Reference):
            return value._number
        if _is_pattern(value):
            return self._patterns.get(value)
        return class_references.number_of(value) if is_a(value, class_references.ClassReference) else None

    def _number(self, value: Any) -> tuple[str, Any]:
        told = [self.objects.number_of(value), references.about(value)]
        if self.of_host:
            return "mine", [*told, *self._class_of(value)]
        return "mine", [*told, references.special_methods(plain_bases.type_of(value)), *self._value_of(value)]

    def _value_of(self, value: Any) -> list[Any]:
        """What the host is told of an object of the code that is a value of a plain type, too."""
        kind = plain_bases.type_of(value)
        base = None if isinstance(value, type) else plain_bases.base_of(class_descriptions.lineage_of(kind))
        if base is None or not plain_bases.is_tree(value):
            return []
        return [[plain_bases.value_of(value, base), ByNumber(kind), *class_descriptions.redefined(kind, base)]]

    def _class_of(self, value: Any) -> list[Any]:
        """What a worker is told of the object's class, or of the class that it is; and the object's value, if it is one of
        a plain type, too."""
        kind = class_descriptions.class_of(value)
        base = None if kind is value else plain_bases.base_of(class_descriptions.lineage_of(kind))
        if base is None:
            return [self.lineage(kind, value), []]
        plain = plain_bases.value_of(value, base)
        if not plain_bases.is_tree(value):
            return [self.lineage(kind, value, has_value=False), []]
        return [self.lineage(kind, value), [plain]]

    def lineage(self, kind: type[Any], value: object, *, has_value: bool = True) -> list[Any]:
        """The numbers of a class of the host and of all that it inherits from, how it is described (with an object of it), and,
        of an exception, those that it inherits from: by name where they are Python's own, else told in the same way."""
        numbers = [self.objects.number_of(each) for each in class_descriptions.lineage_of(kind)]
        described = self.objects.noted(numbers[0], has_value, lambda: class_descriptions.describe(kind, value, has_value))
        bases = class_descriptions.bases_of(kind)
        return [numbers, described, [base.__name__ if kinds.is_plain_type(base) else self.lineage(base, base) for base in bases]]

    def class_told(self, lineage: Any) -> Any:
        """The class that stands in a worker for the one of that lineage."""
        return self._classes.told(lineage, self._asking(), self._given_up.append)

    def _put(self, kind: str, payload: Any, parcel: Parcel) -> Any:
        if kind == "block":
            return self._put_block(payload, parcel)
        if kind == "yours":
            if not isinstance(payload, int):
                raise ValueError("malformed message: an object without a number")
            return self.objects.object_of(payload)
        if kind == "mine":
            told: list[int | list[Any]] | None = payload
            match told:
                case [int(number), description, operations] if self.of_host:
                    return self._reference(number, description, operations)
                case [int(number), description, operations, said] if self.of_host:
                    self._is_settled = False
                    return self._reference(number, description, operations, valued.told(said))
                case [int(number), description, lineage, list(value)] if not self.of_host:
                    return self._object_of_host(number, description, lineage, value)
            raise ValueError("malformed message: an object without a number")
        if kind == "error":
            return failures.build(payload, self)
        if kind == "function" and not self.of_host:
            return kinds.function_of_python(*payload)
        if kind == "pattern" and not self.of_host:
            return self._put_pattern(*payload)
        if kind == "union":
            return type_expressions.union(payload, of_host=self.of_host)
        if kind == "alias" and not self.of_host:
            return type_expressions.alias(*payload)
        if kind == "module":
            return kinds.module(payload, self._authorizes)
        return kinds.putting(kind)(payload)

    def _reference(self, number: int, description: Any, operations: Any, said: valued.Told | None = None) -> Reference:
        """What stands here for that object: the same as long as somebody holds it."""
        known = self._references.get(number)
        if known is not None:
            known._given += 1
        else:
            known = self._references[number] = references.reference(
                number, description, self._asking(), self._given_up.append, operations=operations
            )
        vars(known)["_said"] = said
        return known

    def settled(self, value: Any) -> Any:
        """What came, as the host's program gets it: objects of the code that are values of plain types, too, are such."""
        if self._is_settled:
            return value
        self._is_settled = True
        return self._settling.settled(value)

    def _object_of_host(self, number: int, description: Any, lineage: Any, value: list[Any]) -> Any:
        """What stands in a worker for that object of the host, or for that class."""
        kind = self.class_told(lineage)
        if number == class_references.number_of(kind):
            self._given_up.append(number)  # it was shown as an object, too
            class_references.describe(kind, description)
            return kind
        members = class_references.members_of(kind)
        known = self._references.get(number) if members is None else members.get(number)
        if known is not None:
            known._given += 1
            return known
        made = references.reference(number, description, self._asking(), self._given_up.append, cast("type[Reference]", kind), *value)
        if members is not None:
            members[number] = made
        elif not value:  # (weak references to some plain types are not to be had; these are equal by value)
            self._references[number] = made
        return made

    def _put_pattern(self, number: int, pattern: Any, flags: int) -> re.Pattern[Any]:
        """A pattern of the host, which is one here. (The other way they go by number: what takes long to compile, a worker may send.)"""
        made = re.compile(pattern, flags & ~re.DEBUG)
        if made in self._patterns:
            self._given_up.append(number)  # equal ones are one
        else:
            self._patterns[made] = number
        return made

    def _block(self, block: Block, beside: _Beside | None) -> tuple[str, Any]:
        data = block.data
        if beside is None or data.nbytes < LARGE:
            return "block", bytearray(data)
        descriptors, blocks = beside
        if max(len(descriptors), len(blocks)) >= MOST_BESIDE:
            return "block", bytearray(data)
        if self.of_host and shared_memory.CAN_BE_MADE:
            descriptor, size, begin = shared_memory.place_of(data) or (shared_memory.of_bytes(data), data.nbytes, 0)
            descriptors.append(descriptor)
            return "block", ["memory", size, len(descriptors) - 1, begin, begin + data.nbytes]
        blocks.append(data)
        return "block", ["beside", data.nbytes, len(blocks) - 1]

    def _put_block(self, payload: Any, parcel: Parcel) -> bytearray | memoryview:
        match payload:
            case bytearray():
                return payload
            case [str("memory"), int(size), int(place), int(begin), int(end)] if 0 <= place < len(parcel.descriptors):
                return shared_memory.mapped(parcel.descriptors[place], size)[begin:end]
            case [str("beside"), int(size), int(place)] if 0 <= place < len(parcel.blocks) and len(parcel.blocks[place]) == size:
                return parcel.blocks[place]
        raise ValueError("malformed message: a block that is none")

    def released(self) -> list[int]:
        """Numbers of the other side's objects that this side holds no more."""
        numbers: list[int] = []
        while self._given_up:
            numbers.append(self._given_up.popleft())
        return numbers

    def release(self, numbers: list[Any]) -> None:
        """The other side holds these no more."""
        for number in numbers:
            if isinstance(number, int):
                self.objects.release(number)

    def exception_number(self, error: BaseException) -> int:
        """Of an exception of the other side its number there, negative; of one of this side a new one."""
        if isinstance(error, (KeyboardInterrupt, SystemExit)):
            return 0  # no worker says these again: they would end the host's program
        for met, number in self._foreign:
            if met is error:
                return -number
        for own, number in self._own:
            if own is error:
                return number
        self._exceptions += 1
        self._own.append((error, self._exceptions))
        return self._exceptions

    def own_exception(self, number: int) -> BaseException | None:
        """The exception of this side that crossed and comes back."""
        return next((error for error, own in self._own if own == -number), None) if number else None

    def met_before(self, number: int) -> BaseException | None:
        """What stands in a worker for the host's exception of that number, with the lines of the code that it came through."""
        if self.of_host:
            return None  # (a worker may say that one of another class is the same)
        return next((error for error, theirs in self._foreign if theirs == number), None)

    def stands_for(self, error: BaseException, number: int, text: str) -> None:
        """This stands in a worker for the host's exception of that number, which says that text; or another one of a class that
        is loaded here does."""
        if isinstance(type(error), class_references.ClassReference):
            vars(error).update(_number=number, _ask=self._asking(), _give_up=self._given_up.append, _text=text)
        else:
            self._given_up.append(number)

    def shown_again(self, number: int) -> None:
        """The object of that number is here already, and is given up once."""
        self._given_up.append(number)

    def met_exception(self, error: BaseException, number: int) -> None:
        """This stands for the other side's exception of that number."""
        if number > 0:
            self._foreign.append((error, number))


def uncrossing(items: dict[str, Any]) -> str:
    """The name of the first of the host's variables that has no form in which it crosses, or else of the largest."""

    def nobody() -> references.Ask:
        raise ValueError

    sizes: dict[str, int] = {}
    for name, value in items.items():
        crossing = Crossing(nobody, of_host=True)
        try:
            parcel = crossing.pack(value)
        except ValueError:
            return repr(name)
        crossing.sent(parcel)
        sizes[name] = len(parcel.data) + sum(map(len, parcel.blocks))
    return repr(max(sizes, key=lambda name: sizes[name])) if sizes else ""
