# imports: numpy.*, scipy.*, functools, operator
# Ufuncs may be told what they work with.
import functools
import operator

import numpy as np

# --- step
assert np.add(1, 2, dtype="f4").dtype == "f4"
assert np.add(1, 2, dtype=np.float32).dtype == "f4"
assert np.add(1, 2, dtype=np.dtype("i2")) == 3
assert np.add([1, 2], [3, 4], signature="dd->d").tolist() == [4.0, 6.0]
assert np.add([1, 2], [3, 4], signature=("f8", "f8", "f8")).tolist() == [4.0, 6.0]
assert np.add(1, 2, dtype=None) == 3
assert np.subtract(np.datetime64("2020-01-02"), np.datetime64("2020-01-01"), dtype="m8") == np.timedelta64(1, "D")
assert np.add(np.datetime64("2020"), np.timedelta64(3, "Y"), dtype="M8") == np.datetime64("2023")

# --- step
# They name the kind of times, not the unit.
np.add(np.datetime64("2020"), np.timedelta64(3, "Y"), dtype="M8[10Y]")

# --- step
# One that is no dtype, and one that the function has no way for.
for wrong in ("nothing", 5, "M8[s", "M8[lightyears]", "U4"):
    try:
        np.add(1, 2, dtype=wrong)
    except TypeError as error:
        print(type(error).__name__)

# --- step
out = np.zeros(3)
assert np.multiply([1, 2, 3], 2, out=out, where=[True, False, True], casting="unsafe") is out
assert out.tolist() == [2.0, 0.0, 6.0]
assert np.multiply.outer([1, 2], [3, 4], dtype="f8").tolist() == [[3.0, 4.0], [6.0, 8.0]]
assert list(map(functools.partial(np.add, dtype="f8"), [1, 2], [3, 4])) == [4.0, 6.0]
assert operator.call(np.add, 1, 2, dtype="f8") == 3.0 if hasattr(operator, "call") else True
assert np.clip([1, 5], 0, 3, dtype="f8").tolist() == [1.0, 3.0]

# --- step
double = np.frompyfunc(lambda a: 2 * a, 1, 1)
assert double([1, 2]).tolist() == [2, 4]
assert double([1, 2], dtype=object).tolist() == [2, 4]
assert np.frompyfunc(lambda a, b: a + b, 2, 1).reduce([1, 2, 3]) == 6

# --- step
from scipy import special

assert special.expit(0.0, dtype="f8") == 0.5
assert special.gamma([5], dtype="f8").tolist() == [24.0]
