# imports: numpy, collections
# before: 3.14
# Arrays that grow where they lie, in attributes and lists. (From 3.14 on numpy counts other references.)
import numpy as np

class Buffer:
    def __init__(self):
        self.held = np.zeros(2)
    def grow(self, size):
        self.held.resize(size)
        return self.held

buffer = Buffer()
print(buffer.grow(4))
print(buffer.grow(1))
rows = [np.ones(2)]
rows[0].resize(4)
print(rows)
for kind in range(3):
    array = np.zeros(3)
    if kind == 0:
        view = array[:2]
    elif kind == 1:
        rows = [array]
    else:
        buffer.one = buffer.two = array
        del array
    try:
        (buffer.one if kind == 2 else array).resize(5)
    except ValueError as error:
        print(kind, str(error)[:20])
# --- step
# Held in dicts, which the collector does not see, in variables around, slots and generators.
import numpy as np
d = {"a": np.zeros(2)}
d["a"].resize(4)
print(d["a"])
nested = {"x": {"y": [1, np.ones(2)]}}
nested["x"]["y"][1].resize(3)
print(nested)
class Box:
    pass
box = Box()
box.__dict__["x"] = np.zeros(2)
box.x.resize(3)
print(box.x)
def outer():
    array = np.zeros(2)
    def inner():
        array.resize(4)
        return array
    return inner
print(outer()())
def held_in_local():
    rows = {"k": np.ones(1)}
    def grow():
        rows["k"].resize(2)
    grow()
    return rows
print(held_in_local())
class Slots:
    __slots__ = ("a",)
s = Slots()
s.a = np.ones(2)
s.a.resize(3)
print(s.a)
t = (np.ones(1),)
t[0].resize(2)
print(t)
from collections import defaultdict, OrderedDict
q = defaultdict(lambda: np.zeros(1))
q["z"].resize(3)
print(q["z"])
def gen():
    a = np.zeros(1)
    while True:
        a.resize(a.size + 1)
        yield a.sum()
g = gen()
print(next(g), next(g))
