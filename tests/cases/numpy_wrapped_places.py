# imports: numpy.*
"""Places beyond the end of an array: `take`, `put` and `choose` with each mode."""
import numpy as np

a = np.arange(10, 20)
for places in ([0, 9, 10, -1, -11, 25], 12, np.int8(-3), np.array([[11, -12], [3, 40]], dtype="i1"), [], [True, False], ()):
    print("take", places, a.take(places, mode="wrap"), a.take(places, None, None, "wrap"), np.take(a, places, mode="wrap"))
    print("clip", a.take(places, mode="clip"))

grid = np.arange(12).reshape(3, 4)
for axis in (None, 0, 1, -1, -2):
    print("axis", axis, grid.take([5, -6], axis=axis, mode="wrap").tolist(), np.take(grid, [5, -6], axis, mode="wrap").tolist())
out = np.zeros(3, dtype=a.dtype)
print("out", a.take([11, 12, -13], out=out, mode="wrap"), out)
print("order", a.take(mode="wrap", indices=[12]), a[::-2].take([7, -7], mode="wrap"))
print("masked", np.ma.masked_equal(a, 11).take([11, 2], mode="wrap"))
print("strings", np.array(["x", "y"]).take([3, 4], mode="wrap"))


class Own(np.ndarray):
    pass


print("own", a.view(Own).take([11], mode="wrap"), type(a.view(Own).take([11], mode="wrap")).__name__)

for places, values in (([12, -1, 33], [1, 2, 3]), (47, 5), ([], []), ([-22], 9)):
    b = a.copy()
    b.put(places, values, mode="wrap")
    c = grid.copy()
    np.put(c, places, values, "wrap")
    d = a.copy()
    d.put(indices=places, values=values, mode="wrap")
    print("put", places, b, c.tolist(), d)

for mode in (np.int64(1), np.int8(0), np.uint8(2), 1, "WRAP"[:4].lower()):
    try:
        print("mode", mode, a.take([12, 3], mode=mode), np.choose([3, 1], [[1, 2], [3, 4]], mode=mode))
    except Exception as e:
        print(type(e).__name__, e)
for kind in ("i1", "u1", "i2", "u2", "u4", "i8"):
    print(kind, a.take(np.array([100, 3], dtype=kind), mode="wrap"), np.arange(300).take(np.array([-7 if kind[0] == "i" else 250], dtype=kind), mode="wrap"))
try:
    print("u8", a.take(np.array([100], dtype="u8"), mode="wrap"))
except Exception as e:
    print("u8", type(e).__name__, e)


class Unit(np.ndarray):
    def __array_finalize__(self, other):
        self.unit = getattr(other, "unit", "m")

    def __array_ufunc__(self, ufunc, method, *given, **named):
        raise TypeError("no arithmetic here")


cm = a.view(Unit)
cm.unit = "cm"
print("unit", cm.take([12], mode="wrap").unit, type(a.take(np.array([12]).view(Unit), mode="wrap")).__name__)
print("unit", type(np.array([4]).view(Unit).choose([[1], [2]], mode="wrap")).__name__, a.take([11], axis=np.int64(0), mode="wrap"))

choices = [[0, 1, 2], [10, 11, 12], [20, 21, 22]]
for places in ([0, 1, 2], [3, 4, -1], [-5, 100, 7]):
    print("choose", np.choose(places, choices, mode="wrap"), np.array(places).choose(choices, out=None, mode="wrap"))
    print("choose", np.choose(places, np.array(choices), mode="wrap"), np.choose(places, choices, mode="clip"))
print("nothing", a.take(np.zeros((0, 2), int), mode="wrap").shape, a.take([[]], mode="wrap").shape)
print("several", np.array([3, 4, 5]).choose(*choices, mode="wrap"))
print("one", np.array(4).choose(choices, mode="wrap"), np.choose(5, [1, 2], mode="wrap"))

for call in (
    lambda: a.take([99]),
    lambda: a.take([99], mode="raise"),
    lambda: a.take([1.5], mode="wrap"),
    lambda: a.take(["x"], mode="wrap"),
    lambda: a.take(np.array([]), mode="wrap"),
    lambda: np.array([3]).choose(choices, None, "wrap"),
    lambda: a.take([1], axis=3, mode="wrap"),
    lambda: a.take([1], axis="x", mode="wrap"),
    lambda: a.take([1], mode="what"),
    lambda: a.take(mode="wrap"),
    lambda: a[:0].take([1], mode="wrap"),
    lambda: a[:0].take([], mode="wrap"),
    lambda: a[:0].put([1], [2], mode="wrap"),
    lambda: a.put(mode="wrap"),
    lambda: a.copy().put([1.5], [2], mode="wrap"),
    lambda: np.choose([0, 1], [], mode="wrap"),
    lambda: np.choose([0.5], [[1], [2]], mode="wrap"),
    lambda: np.choose([3], [[1], [2]]),
    lambda: np.array([1]).choose(mode="wrap"),
    lambda: a.take([12], mode=1),
    lambda: a.take([12], mode=0),
    lambda: a.take([2], mode=2),
    lambda: a.take([12], mode=7),
    lambda: a.take([12], mode=None),
    lambda: a.take([12], mode=1.0),
    lambda: a.take([12], mode=[]),
    lambda: a.take([12], mode="wrap", what=1),
    lambda: a.take([12], 0, axis=0, mode="wrap"),
    lambda: np.array([3]).choose(5, mode="wrap"),
    lambda: np.array([3]).choose(np.array(5), mode="wrap"),
    lambda: np.array([3]).choose("abc", mode="wrap"),
    lambda: np.array([3]).choose([1, "a"], mode="wrap"),
    lambda: np.array([3]).choose(iter([1]), mode="wrap"),
    lambda: np.array([3, 1]).choose(choices, mode="wrap", out=np.zeros(2, int)),
    lambda: np.array([3, 1, 2]).choose(choices, mode="wrap", out=np.zeros(3, int)),
):
    try:
        print(call())
    except Exception as e:
        print(type(e).__name__, e)
