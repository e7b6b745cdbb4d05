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
):
    try:
        print(call())
    except Exception as e:
        print(type(e).__name__, e)
