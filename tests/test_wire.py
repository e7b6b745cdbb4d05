"""The wire format: what comes out is what went in, and no bytes do harm."""

from __future__ import annotations

import struct

import pytest
from fastexec._fastexec import pack, unpack
from hypothesis import given, settings
from hypothesis import strategies as st

KIND, DICT, SET, FROZEN_SET, TUPLE, REF, LIST = 17, 13, 14, 15, 12, 16, 11


def kinds(kind: str, payload: object) -> object:
    return (kind, payload)


def none(value: object) -> tuple[str, object]:
    raise TypeError(type(value).__name__)


def typed(value: object) -> object:
    """The value with its types beside it: `1 == 1.0 == True`, `0.0 == -0.0`."""
    if isinstance(value, dict):
        return dict, [(typed(key), typed(item)) for key, item in value.items()]
    if isinstance(value, (set, frozenset)):
        return type(value), frozenset(map(typed, value))
    if isinstance(value, (list, tuple)):
        return type(value), tuple(map(typed, value))
    return type(value), repr(value)


SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.complex_numbers(allow_nan=False) | st.text() | st.binary()
KEYS = SCALARS | st.tuples(SCALARS, SCALARS) | st.frozensets(SCALARS, max_size=3)
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner) | st.dictionaries(KEYS, inner) | st.tuples(inner, inner) | st.sets(KEYS) | st.builds(bytearray, st.binary()), max_leaves=30
)


@given(VALUES)
def test_values_come_back(value):
    assert typed(unpack(pack(value, none), kinds)) == typed(value)


@given(st.binary(max_size=200) | st.lists(st.integers(0, 20), max_size=200).map(bytes))
@settings(max_examples=2000)
def test_any_bytes_give_a_value_or_an_error(data):
    try:
        unpack(data, kinds)
    except (ValueError, TypeError):
        pass


@given(VALUES, st.integers(0, 10**6), st.integers(0, 255))
def test_one_byte_wrong(value, place, byte):
    data = bytearray(pack(value, none))
    data[place % len(data)] = byte
    try:
        unpack(bytes(data), kinds)
    except (ValueError, TypeError):
        pass


def test_sameness_and_cycles():
    row: list = [1]
    table = [row, row]
    table.append(table)
    back = unpack(pack(table, none), kinds)
    assert back[0] is back[1] and back[2] is back
    inner: list = []
    inner.append((inner,))
    with pytest.raises(ValueError, match="a reference to nothing"):
        unpack(pack((inner := ([],),), none)[:-5] + bytes([REF, 0, 0, 0, 0]), kinds)


class Uncrossable(Exception):
    path = ""


def test_errors_say_where():
    def reduce(value: object) -> tuple[str, object]:
        raise Uncrossable

    with pytest.raises(Uncrossable) as caught:
        pack({"model": [1, (2, object())]}, reduce)
    assert caught.value.path == "['model'][1][1]"
    with pytest.raises(ValueError, match="containers are nested more than 500 deep"):
        deep: list = []
        for _ in range(600):
            deep = [deep]
        pack(deep, none)


def tuples_of_tuples(number: int, last: int) -> bytes:
    if number == last:
        return bytes([TUPLE]) + struct.pack("<I", 0)
    return bytes([TUPLE]) + struct.pack("<I", 2) + tuples_of_tuples(number + 1, last) + bytes([REF]) + struct.pack("<I", number + 1)


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"", "a length beyond the end"),
        (bytes([0, 0]), "bytes after the value"),
        (bytes([99]), "an unknown tag"),
        (bytes([LIST]) + struct.pack("<I", 2**32 - 1), "more items than bytes"),
        ((bytes([LIST]) + struct.pack("<I", 1)) * 600 + b"\0", "containers nested too deep"),
        (bytes([REF]) + struct.pack("<I", 7), "a reference to nothing"),
        (bytes([DICT]) + struct.pack("<I", 1) + tuples_of_tuples(1, 60) + b"\0", "a key that is too large"),
        (bytes([SET]) + struct.pack("<I", 1) + tuples_of_tuples(1, 60), "a key that is too large"),
        (bytes([FROZEN_SET]) + struct.pack("<I", 1) + tuples_of_tuples(1, 60), "a key that is too large"),
        (pack({n * (2**61 - 1): 0 for n in range(3000)}, none), "keys made to collide"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_hostile_bytes(data, text):
    with pytest.raises(ValueError, match=f"malformed message: {text}"):
        unpack(data, kinds)
