"""What a compromised worker may say, made from what honest ones say: each message gives the host a value or an exception, soon,
and costs what its bytes are.

    python tests/fuzz_kinds.py 100000 seed
"""

from __future__ import annotations

import collections
import datetime
import decimal
import fractions
import random
import resource
import sys
import time
import uuid
import warnings
import zoneinfo
from typing import Any

import fastexec  # noqa: F401
import numpy as np
import pandas as pd
from fastexec._fastexec import pack, unpack
from fastexec.isolation.channel import Parcel
from fastexec.isolation.crossing import Crossing
from PIL import Image

SLOW = 2.0
"""Seconds of the processor that no message of this size may take."""

KILOBYTES = 300_000
"""By which the process may grow."""

MOST = 64 << 20

LITTLE = [
    None, True, False, 0, 1, -1, 2, 3, 32, 255, 1 << 31, -(1 << 31), 1 << 62, -(1 << 63), 1 << 64, 10**30, 0.0, -1.5, float("nan"), float("inf"), 1e300,
    2j, "", "a", "C", "F", "<i8", "|O", "O", "M8[ns]", "M8[D]", "<M8[7D]", "i4,i4", "V9999999", "S0", "U1", "utc", "UTC", "Europe/Berlin", "../..", "ns",
    "D", "B", "BME", "W-MON", "1000000000000D", "QS-OCT", "bh", "C", "SME-15", "LWOM", "left", "both", "NA", "nan", "os", "math", "__import__", "RGB", "P",
    "1", "L", "builtins", "KeyError", "UnicodeDecodeError", "ExceptionGroup", "OSError", "json", "JSONDecodeError", "\ud800", b"", b"\xff" * 9, bytearray(8),
    [], [1], (), (1, 2), {}, {"a": 1}, set(), frozenset(), ...,
]  # fmt: skip


class Kind:
    """A value of a kind that is chosen here."""

    def __init__(self, name: str, payload: Any) -> None:
        self.name, self.payload = name, payload


def packed(value: Any) -> bytes:
    return pack(value, lambda item: (item.name, item.payload))


class Account:
    """Goes by reference."""


def honest() -> list[Any]:
    """Values of every kind."""
    dates = pd.date_range("2024-01-01", periods=3, tz="Europe/Berlin")
    table = pd.DataFrame(
        {
            "n": [1, 2, 3], "s": ["a", None, "c"], "d": dates, "c": pd.Categorical(["x", "y", "x"]), "i": pd.array([1, None, 3], "Int64"),
            "t": pd.array(["p", None, "q"], "string"), "p": pd.period_range("2024-01", periods=3, freq="M"), "v": pd.interval_range(0, 3),
        }
    )  # fmt: skip
    errors = [KeyError("k"), OSError(2, "no"), UnicodeDecodeError("utf-8", b"\xff", 0, 1, "bad"), StopIteration(1)]
    errors[0].__cause__ = ValueError("cause")
    return [
        datetime.datetime(2024, 2, 29, 1, 2, 3, 4, tzinfo=zoneinfo.ZoneInfo("Europe/Berlin")), datetime.date(2024, 1, 1),
        datetime.time(1, 2, tzinfo=datetime.timezone(datetime.timedelta(hours=2), "X")), datetime.timedelta(1, 2, 3), decimal.Decimal("1.10"),
        fractions.Fraction(1, 3), uuid.UUID(int=5), range(1, 9, 2), slice(1, None, 2), int, ValueError, collections.OrderedDict(b=1), collections.Counter("abca"),
        collections.deque([1, 2], 3), collections.defaultdict(list, {"k": [1]}), np.arange(6.0).reshape(2, 3), np.array(["a", "bc"]), np.array([1, "a"], object),
        np.zeros(3, [("x", "i4"), ("y", "f8", (2,))]), np.ma.array([1, 2], mask=[True, False]), np.float32(1.5), np.datetime64("2024"), np.dtype("i2"), table,
        table.set_index(["n", "s"])[["p"]], table["d"], dates, pd.DataFrame(np.ones((3, 2)), index=dates), pd.Timestamp("2024", tz="UTC"), pd.NA, pd.NaT,
        pd.RangeIndex(5), pd.MultiIndex.from_product([[1, 2], ["a"]]), Image.new("RGB", (3, 2)), Image.new("P", (2, 2)), Account(), datetime, len, *errors,
    ]  # fmt: skip


def trees() -> list[Any]:
    """The same as what their messages say."""
    worker = Crossing(lambda: None, of_host=False)  # type: ignore[arg-type,return-value]
    return [unpack(worker.pack(value).data, Kind) for value in honest()]


def nodes(tree: Any) -> list[tuple[Any, Any]]:
    """Places in it that can be changed: containers, and where in them."""
    found, waiting, seen = [], [tree], set()
    while waiting:
        at = waiting.pop()
        if id(at) in seen:
            continue
        seen.add(id(at))
        if isinstance(at, Kind):
            found += [(at, "payload"), (at, "name")]
            waiting.append(at.payload)
        elif isinstance(at, (list, dict)):
            keys = range(len(at)) if isinstance(at, list) else list(at)
            found += [(at, key) for key in keys]
            waiting += [at[key] for key in keys]
    return found


def copy(tree: Any) -> Any:
    if isinstance(tree, Kind):
        return Kind(tree.name, copy(tree.payload))
    if isinstance(tree, list):
        return [copy(item) for item in tree]
    if isinstance(tree, dict):
        return {key: copy(item) for key, item in tree.items()}
    return tree


class Mutator:
    def __init__(self, seed: int) -> None:
        self.numbers = random.Random(seed)
        self.trees = trees()
        self.names = sorted({place.name for tree in self.trees for place, _ in nodes([tree]) if isinstance(place, Kind)} | {"yours", "error", "module", "function"})
        self.host = Crossing(lambda: self.ask, of_host=True, most=MOST)

    @staticmethod
    def ask(*_asked: Any) -> Any:
        raise ValueError("malformed message: an object that is asked while it is read")

    def message(self) -> bytes:
        choose = self.numbers.choice
        tree = [copy(choose(self.trees))]
        for _ in range(self.numbers.randint(1, 3)):
            self.change(*choose(nodes([tree])))
        data = bytearray(packed(tree))
        if self.numbers.random() < 0.1:
            data[self.numbers.randrange(len(data))] = self.numbers.randrange(256)
        return bytes(data)

    def change(self, place: Any, key: Any) -> None:
        choose = self.numbers.choice
        if isinstance(place, Kind):
            if key == "name":
                place.name = choose(self.names)
            else:
                place.payload = self.value(place.payload)
        elif isinstance(place, list) and self.numbers.random() < 0.3:
            choose([lambda: place.pop(key), lambda: place.append(choose(LITTLE)), lambda: place.insert(key, place[key]), place.reverse])()
        elif isinstance(place, dict) and self.numbers.random() < 0.3:
            place[choose(["x", "args", "number", "cause", "class"])] = place.pop(key)
        else:
            place[key] = self.value(place[key])

    def value(self, old: Any) -> Any:
        choose = self.numbers.choice
        if type(old) is int and self.numbers.random() < 0.5:
            return old + choose([-1, 1, 1 << 31, -(1 << 62)])
        if isinstance(old, str) and old and self.numbers.random() < 0.5:
            at = self.numbers.randrange(len(old))
            return old[:at] + choose("0/-[]9aZ\0,") * self.numbers.randint(1, 20) + old[at + 1 :]
        if self.numbers.random() < 0.4:
            return copy(choose(self.trees))
        return choose([*LITTLE, old * 3 if isinstance(old, (list, str, bytes)) else old, [old] * 40])

    def read(self, data: bytes) -> float:
        """Seconds that the host takes for it."""
        began = time.process_time()
        try:
            self.host.unpack(Parcel(data, [], []))
        except Exception:  # noqa: BLE001  (the host takes each for what no worker says)
            pass
        return time.process_time() - began


def run(times: int, seed: int) -> dict[str, Any]:
    """What the worst message took, and by how much the process grew."""
    warnings.simplefilter("ignore")
    mutator = Mutator(seed)
    for _ in range(100):
        mutator.read(mutator.message())
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    worst, which = 0.0, b""
    for _ in range(times):
        data = mutator.message()
        largest = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        seconds = mutator.read(data)
        grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - largest
        if seconds > worst or grown > KILOBYTES // 3:
            worst, which = seconds, data
            if grown > KILOBYTES // 3:
                break
    return {"seconds": worst, "message": which.hex(), "kilobytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before}


if __name__ == "__main__":
    found = run(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0)
    print(found)
    sys.exit(found["seconds"] > SLOW or found["kilobytes"] > KILOBYTES)
