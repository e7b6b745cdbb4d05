"""What of the interpreter can be changed by those who write into it: slots of types, tables of methods, dicts of modules.

As a program: compares what differs while there is an executor, when it is gone, and while there is another with the account
that the extension module keeps (`interpreter_changes`). Prints what does not fit."""

from __future__ import annotations

import ctypes
import gc
import importlib
import os
import signal
import sys
import time
import types
import typing
from collections.abc import Iterator

WORD = ctypes.sizeof(ctypes.c_void_p)
# Words of a type object, the same in all supported versions.
WORDS = (
    "refcnt type size name basicsize itemsize dealloc vectorcall_offset getattr setattr as_async repr as_number as_sequence as_mapping"
    " hash call str getattro setattro as_buffer flags doc traverse clear richcompare weaklistoffset iter iternext methods members getset"
    " base dict descr_get descr_set dictoffset init alloc new free is_gc"
    " bases mro cache subclasses weaklist del version_tag finalize vectorcall"
).split()
SLOTS = (
    "dealloc getattr setattr repr hash call str getattro setattro traverse clear richcompare iter iternext descr_get descr_set init alloc"
    " new free is_gc finalize vectorcall"
).split()
TABLES = {
    "as_async": "am_await am_aiter am_anext am_send".split(),
    "as_number": (
        "nb_add nb_subtract nb_multiply nb_remainder nb_divmod nb_power nb_negative nb_positive nb_absolute nb_bool nb_invert nb_lshift"
        " nb_rshift nb_and nb_xor nb_or nb_int reserved nb_float nb_inplace_add nb_inplace_subtract nb_inplace_multiply"
        " nb_inplace_remainder nb_inplace_power nb_inplace_lshift nb_inplace_rshift nb_inplace_and nb_inplace_xor nb_inplace_or"
        " nb_floor_divide nb_true_divide nb_inplace_floor_divide nb_inplace_true_divide nb_index nb_matrix_multiply"
        " nb_inplace_matrix_multiply"
    ).split(),
    "as_sequence": "sq_length sq_concat sq_repeat sq_item was_slice sq_ass_item was_ass_slice sq_contains sq_inplace_concat sq_inplace_repeat".split(),
    "as_mapping": "mp_length mp_subscript mp_ass_subscript".split(),
    "as_buffer": "bf_getbuffer bf_releasebuffer".split(),
}
VECTORCALL = 1 << 11
MODULES = """
    abc array ast argparse asyncio atexit binascii bisect collections contextvars copy copyreg csv dataclasses datetime decimal enum functools heapq
    inspect itertools json logging math operator pickle posix pydoc pyexpat queue random re select signal sqlite3 statistics struct
    threading time types typing unicodedata warnings weakref xml.etree.ElementTree zlib zoneinfo numpy
"""
METHOD, GETTER, WRAPPER = type(str.join), type(types.FunctionType.__code__), type(object.__init__)

# One thing that may differ: kind, place, name.
Place = tuple[str, int, str]


def word(address: int) -> int:
    return ctypes.c_size_t.from_address(address).value


def all_types() -> dict[int, type]:
    found: dict[int, type] = {}
    todo: list[type] = [object]
    while todo:
        class_ = todo.pop()
        if id(class_) not in found:
            found[id(class_)] = class_
            todo += type.__subclasses__(class_)
    return found


def slots_of(class_: type) -> Iterator[tuple[str, int]]:
    for name in SLOTS:
        yield f"tp_{name}", word(id(class_) + WORDS.index(name) * WORD)
    for table, names in TABLES.items():
        if at := word(id(class_) + WORDS.index(table) * WORD):
            for number, name in enumerate(names):
                yield name, word(at + number * WORD)
    yield "tp_flags", word(id(class_) + WORDS.index("flags") * WORD) & VECTORCALL


def behind(value: object) -> Iterator[tuple[Place, int]]:
    """The words of tables that a function, method, getter or setter leads to."""
    if type(value) is types.BuiltinFunctionType:
        definition = word(id(value) + 2 * WORD)
        yield ("method", definition, repr(value)), word(definition + WORD)
    elif type(value) in (METHOD, GETTER, WRAPPER):
        definition = word(id(value) + 5 * WORD)
        if type(value) is WRAPPER:
            yield ("slot wrapper", definition, ""), word(definition + 3 * WORD)
        else:
            yield ("method" if type(value) is METHOD else "getter", definition, ""), word(definition + WORD)
        if type(value) is GETTER:
            yield ("setter", definition, ""), word(definition + 2 * WORD)


def state(known: dict[int, object]) -> dict[Place, int]:
    """All that is compared, of the types and modules that are `known`."""
    found: dict[Place, int] = {}
    for address, owner in known.items():
        members = type.__dict__["__dict__"].__get__(owner) if isinstance(owner, type) else object.__getattribute__(owner, "__dict__")
        if isinstance(owner, type):
            found |= {(name, address, ""): value for name, value in slots_of(owner)}
        for name, value in list(members.items()):
            if not isinstance(value, types.ModuleType):  # one that was loaded since
                found["member", address, str(name)] = id(value)
            found |= {(kind, at, ""): held for (kind, at, _), held in behind(value)}
    numbers = set(signal.valid_signals()) if hasattr(signal, "valid_signals") else set()
    return found | {("signal", number, ""): id(signal.getsignal(number)) for number in numbers}


def accounted(changes: list[tuple[str, str, str, int]], before: dict[Place, int], known: dict[int, object]) -> set[Place]:
    """The places that the account tells of."""
    found: set[Place] = set()
    for kind, target, _, place in changes:
        if kind in ("attribute", "class member") or (kind == "getter" and place in known):
            found.add(("member", place, target.rpartition(".")[2] if kind != "getter" else target.split("'")[1]))
        elif kind in ("method", "getter", "setter", "slot wrapper", "signal"):
            found.add((kind, place, ""))
        elif kind not in ("allocator", "audit hook", "atexit", "dict watcher"):  # those cannot be read
            old = before.get((kind, place, ""))
            below = (at for at, owner in known.items() if isinstance(owner, type) and place in map(id, type.mro(owner) if owner is not type else [type, object]))
            found |= {(kind, at, "") for at in below if before.get((kind, at, "")) == old}
    return {place for place in found if is_known(place, before) and (place[0] != "member" or place[1] in known)}


def is_known(place: Place, before: dict[Place, int]) -> bool:
    """New tables say nothing, new members do."""
    return place in before or place[0] == "member"


def told(places: set[Place], known: dict[int, object]) -> list[str]:
    return sorted(f"{kind} {known.get(at, hex(at))} {name}" for kind, at, name in places)


def main() -> None:
    for name in MODULES.split():
        try:
            importlib.import_module(name)
        except ImportError:
            print("no", name, file=sys.stderr)
    for name in typing.__all__:  # some are made when they are asked for
        getattr(typing, name, None)
    known: dict[int, object] = {**all_types(), **{id(module): module for module in list(sys.modules.values()) if isinstance(module, types.ModuleType)}}
    before = state(known)
    os.environ["FASTEXEC_TEST_NETS"] = "1"
    import fastexec
    from fastexec import _fastexec

    def look(when: str) -> None:
        now = state(known)
        differs = {place for place in before.keys() | now.keys() if before.get(place) != now.get(place) and is_known(place, before)}
        changes = _fastexec.interpreter_changes()
        expected = accounted(changes, before, known)
        print(when, "not in the account:", told(differs - expected, known))
        print(when, "not seen:", told(expected - differs, known))

    def use() -> None:
        executor = fastexec.LocalPythonExecutor(["numpy", "argparse", "dataclasses"])
        executor("import argparse, dataclasses\nclass A: pass\nsum([1, 2]), sorted(map(str, [1, 2]))")
        look("with an executor,")
        time.sleep(0.6)  # what was put there less than half a second ago stays

    use()
    gc.collect()
    look("without one,")
    stays = {reason for _, reason, _, why in _fastexec.interpreter_hooks() if why}
    print("stays:", sorted({reason for _, _, reason, _ in _fastexec.interpreter_changes()} - stays))
    use()


if __name__ == "__main__":
    main()
