# imports: numpy
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
