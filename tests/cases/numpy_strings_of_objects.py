# imports: numpy.*
# What arrays of strings of variable length make of objects, and records of theirs.
import numpy as np


class Named:
    def __init__(self, name):
        self.name = name

    def __str__(self):
        return f"<{self.name}>"

    __repr__ = __str__


class Text(str):
    def __str__(self):
        return self.upper()


class Failing:
    def __repr__(self):
        return "Failing"

    def __str__(self):
        raise KeyError("no text")


class Equal:
    def __eq__(self, other):
        return other == "gone"

    def __str__(self):
        return "equal"

    __repr__ = __str__


def shown(f):
    try:
        print(repr(f()))
    except (TypeError, ValueError, KeyError, SystemError) as error:
        print(type(error).__name__, str(error)[:50])


def put(array, value):
    array[0] = value
    return array


VALUES = [
    "x", 1, 2.5, True, None, b"by", np.bytes_(b"nb"), b"\xff", 1j, (1, "a"), ["q"], {"k": 1}, np.float64(0.5), np.nan, float("nan"), np.float32("nan"), np.str_("ns"),
    np.int8(3), np.datetime64("2020-01-01"), Named("n"), Text("text"), Failing(), Equal(), int, "ä€😀", "\0",
]
DTYPES = [
    {}, {"na_object": None}, {"na_object": np.nan}, {"na_object": "gone"}, {"coerce": False}, {"na_object": None, "coerce": False},
    {"na_object": 1}, {"na_object": np.float64("nan")},
]
for options in DTYPES:
    print(options)
    for value in VALUES:
        dtype = np.dtypes.StringDType(**options)
        shown(lambda: put(np.array(["a", "b"], dtype), value))
        shown(lambda: np.full(2, value, dtype))
        shown(lambda: put(np.array(["a", "b"], dtype)[:1], [value]))
        objects = np.empty(1, object)
        objects[0] = value
        shown(lambda: objects.astype(dtype))

# Records: tuples, and their texts.
records = np.array([(1, 2.0, "a", None), (3, 4.0, "b", [1])], dtype=[("x", "i4"), ("y", "f8"), ("z", "U2"), ("o", "O")])
shown(lambda: records.tolist())
shown(lambda: records[0].item())
shown(lambda: records.astype(object).sum())
shown(lambda: np.array([(1, 2.0)], dtype=[("x", "i4"), ("y", "f8")]).sum(dtype=object))
shown(lambda: [records[0], str(records[1]), np.void(b"abc"), str(np.void(b"abc")), np.void(3)])
shown(lambda: np.zeros(2, "V4"))
shown(lambda: np.array(["a"]).byteswap().tolist())
