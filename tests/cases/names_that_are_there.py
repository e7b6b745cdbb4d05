import math
x = 1
def double(n): return 2 * n
class Point: pass
for i in range(2): pass
print("x" in dir(), "double" in dir(), "Point" in dir(), "math" in dir(), "i" in dir(), "y" in dir(), "len" in dir())
print([name for name in dir() if not name.startswith("_")])
# --- step
del x
y = 2
print([name for name in dir() if not name.startswith("_")], dir() == sorted(dir()))
if "total" not in dir():
    total = 0
total += 1
# --- step
if "total" not in dir():
    total = 0
total += 1
print(total)
# --- step
def outer(a, b=2, *rest, **more):
    print(dir())
    if a:
        later = 1
    def inner(c):
        d = a
        print(dir())
        del c
        return dir()
    print(inner(3), dir())
    del later
    return dir()
outer(1, z=5)
# --- step
class Account:
    def __init__(self, owner):
        self.owner = owner
        print(dir())
    def names(self): return dir()
    @staticmethod
    def none(): return dir()
print(Account("Ann").names(), Account.none(), (lambda p, q=1: dir())(1), list(map(lambda r: dir(), [1])))
def steps():
    a = 1
    yield dir()
    b = 2
    yield dir()
print(list(steps()))
dir(1, 2)
