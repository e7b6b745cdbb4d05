# imports: numpy, numpy.rec, numpy.ma
# Record arrays: masked, and written by the fields of one record.
import numpy as np

r = np.rec.array([(1, 2), (3, 4)], names="x,y")
print(np.ma.array(r, mask=[(1, 0), (0, 0)]))
print(np.ma.array(r).filled(), np.ma.asarray(r)["y"])
m = np.ma.array(r, mask=[(1, 0), (0, 0)])
print(m[0], m["x"], m.filled((9, 9)), np.ma.masked_array(m))
r[0].y = 9
print(r, r[0].y, r[1]["x"])
r.x[0] = 5
record = r[1]
record.x, record["y"] = 7, 8
print(r, record, record.x + record.y)
for set_it in (lambda: setattr(record, "z", 1), lambda: setattr(record, "x", "text")):
    try:
        set_it()
    except (AttributeError, ValueError) as error:
        print(type(error).__name__, error)


class Own(np.recarray):
    pass


own = r.view(Own)
print(type(own).__name__, own.x, np.ma.array(own)["y"])
mr = np.ma.mrecords.fromarrays([np.array([1, 2]), np.array([3.0, 4.0])], names="a,b") if hasattr(np.ma, "mrecords") else None
print(mr)
