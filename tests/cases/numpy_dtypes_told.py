# imports: numpy.*
"""All the ways in which a dtype is told, of which numpy makes the same."""
import numpy as np

told = [
    None, float, int, bool, str, bytes, object, np.float32, np.int8, np.str_, np.void, "f4", "<i2", ">u8", "U5", "S3", "V7", "O",
    "M8[D]", "datetime64[10s]", "m8[us]", "timedelta64[5m]", b"f4", "i4, f8", "3i4, (2,3)f8, U4", "M8[s], i4",
    ("U", 5), (np.void, 10), (np.int32, (2, 2)), ("f8", 3), (np.record, [("a", "i4")]), (np.void, [("a", "O")]),
    (np.int32, {"real": (np.int16, 0), "imag": (np.int16, 2)}), [("a", "O"), ("b", "i4")], [("p", "f8", (2, 2)), ("n", "U5")],
    [(("title", "name"), "f4")], {"names": ["x", "y"], "formats": ["f4", "O"], "offsets": [0, 8]}, {"a": ("i4", 0), "b": ("f8", 8)},
    {"names": ["a"], "formats": [("f8", (3,))], "itemsize": 32}, [("inner", [("a", "M8[s]"), ("b", "S2")])], np.dtype("c16"),
    np.dtype([("a", "O")]), "datetime64[s", "nonsense", ("U0", 3), [("a",)], 7,
]
for each in told:
    try:
        made = np.dtype(each)
        print(repr(each), "->", made, made.hasobject, made.itemsize)
        print("   ", np.zeros(2, each).dtype == made, np.empty((1,), dtype=each).dtype == made, np.result_type(made))
    except (TypeError, ValueError) as error:
        print(repr(each), "->", type(error).__name__, error)

rows = np.array([(1, 2.5, "a"), (2, 3.5, "b")], dtype=[("n", "i4"), ("x", "f8"), ("t", "U1")])
print(rows["n"], rows[["n", "t"]], rows.view(np.recarray).x, rows["x"].astype("f4").dtype)
print(np.frombuffer(bytes(range(8)), dtype="<i2, <i2")["f1"], np.fromiter(range(3), dtype="f4"), np.arange(3, dtype="u1"))
print(rows.getfield("i4", 0), np.array([1, 2], "i4").view("i2"), np.array([1.0]).view([("a", "i4"), ("b", "i4")]))
print(np.datetime64("2020-01-05", "W"), np.datetime64(5, ("s", 10)), np.timedelta64(90, "m").astype("m8[h]"), np.datetime64("2020").astype("M8[10D]"))
print(np.datetime_as_string(np.datetime64("2020-05-01T10:20"), unit="h"), np.arange("2020-01", "2020-04", dtype="M8[M]"))
print(np.concatenate([[1], [2.5]], dtype="f4"), np.can_cast("i4", "f8"), np.promote_types("i4", "f4"), np.rec.array([(1, "x")], dtype=[("a", int), ("b", "U1")]).b)


class Plain:
    pass


print(np.array([1, 2], dtype=Plain).dtype, np.array([Plain], dtype=object).dtype)
it = np.nditer([np.arange(3)], flags=["buffered"], op_dtypes=["f8"], casting="safe")
print([float(x) for x in it])
print(np.zeros(2, dtype=np.dtype([("a", "f8")], align=True)), np.full(2, 1, dtype="U3"), np.ndarray((2,), "S2", b"abcd"))


class Views(np.ndarray):
    pass


class Telling:
    dtype = np.dtype("f4")


class Kept:
    def __init__(self):
        self.dtype = np.dtype("i2")


class Number(int):
    pass


class Word(str):
    pass


print(type(np.arange(3).view(Views)).__name__, np.arange(3).view(Views).view("i4").dtype, np.result_type(np.arange(3).view(Views), 1.5))
print(np.zeros(2, dtype=Telling()).dtype, np.zeros(2, Kept()).dtype, np.dtype(Kept()), np.dtype(Telling), np.zeros(2, Word("f4")).dtype)
print(np.result_type(Number(3), np.float32(1)), np.can_cast("i2", Word("i4")), np.array([Number(1)], dtype=object), np.array([1], dtype=Number).dtype)

names = np.dtype({"names": ["x[0]", "x[1]", "M[0"], "formats": ["i4", "f8", "U2"]})
print(names, np.zeros(1, [("y[0]", "f4"), ("s", "i2", (0,))]).dtype, np.dtype({"a": ("h", 0), "b": ("D", 8)}))
endless = []
endless.append(endless)
for each in (endless, [("a", endless)], ("f8", endless)):
    try:
        np.zeros(1, each)
    except (TypeError, ValueError, RecursionError) as error:
        print("refused")
print(np.datetime64(5, ("s", Number(7))), np.zeros(2).sum(dtype="f4").dtype, np.add.reduce([1, 2], dtype="f8"), np.void(b"ab", dtype=[("a", "S2")]))
print(np.zeros((2, 2)).trace(0, 0, 1, "f4").dtype, np.float64(3).sum(dtype=int), np.add.accumulate([1, 2], 0, float), np.zeros(2).__array__("i2").dtype)
