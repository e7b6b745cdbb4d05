a, b, c = 1, 2, 3
del a
del (b, c)
for name in ("a", "b"):
    try:
        print(a if name == "a" else b)
    except NameError:
        print(name, "is gone")
d = {"x": 1, "y": {"z": 2}}
del d["x"], d["y"]["z"]
print(d)
lst = list(range(6))
del lst[0], lst[-1], lst[1:3]
print(lst)


class C:
    def __init__(self):
        self.v = 1

    def __delitem__(self, key):
        print("delitem", key)

    def __delattr__(self, name):
        print("delattr", name)
        super().__delattr__(name)


c = C()
del c.v
del c["k"], c[1:2]
print(hasattr(c, "v"))
for bad in (lambda: d.__delitem__("no") if False else d.pop("no"), lambda: [].pop()):
    try:
        bad()
    except Exception as e:
        print(type(e).__name__, e)
try:
    del d["nope"]
except KeyError as e:
    print("KeyError", e)
try:
    del lst[99]
except IndexError as e:
    print(e)
try:
    del c.missing
except AttributeError as e:
    print("AttributeError")


def f():
    x = 1
    del x
    x = 2
    return x


print(f())
for i in range(2):
    t = i
    del t
[p, q] = 1, 2
del [p, q]
