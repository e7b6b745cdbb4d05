# imports: numpy.*
"""`numpy.ma.masked` among other values: copies of it, and what is computed with it."""
import numpy as np
import numpy.ma as ma

values = ma.array([1.0, 2.0, 3.0], mask=[0, 1, 0])
print([value**2 for value in values], [np.sqrt(value) for value in values], [value + 1 for value in values], [abs(value) for value in values])
print(ma.masked**2 is ma.masked, repr(np.sqrt(ma.masked)), -ma.masked, ma.masked * np.arange(3))
for kind in (bool, float, object, None):
    print(ma.array([ma.masked, True], dtype=kind), ma.array([v > 1 for v in values], dtype=kind).mask)
print(ma.masked.astype(int), ma.masked.copy() is ma.masked, type(ma.masked.view(ma.MaskedArray)).__name__, ma.masked.shape, ma.masked.dtype)
print(ma.array([ma.masked, 2]).filled(0), ma.median(values), values.mean())
try:
    ma.masked.shape = (1,)
except (AttributeError, ValueError) as error:
    print(type(error).__name__)
