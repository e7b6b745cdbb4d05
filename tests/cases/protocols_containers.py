class Matrix:
    def __init__(self, r, c):
        self.data = {}
        self.shape = r, c

    def __getitem__(self, key):
        if isinstance(key, slice):
            return ("slice", key.start, key.stop, key.step)
        return self.data.get(key, 0)

    def __setitem__(self, key, value):
        self.data[key] = value

    def __delitem__(self, key):
        del self.data[key]

    def __len__(self):
        return len(self.data)

    def __contains__(self, key):
        return key in self.data

    def __iter__(self):
        return iter(sorted(self.data))

    def __reversed__(self):
        return reversed(sorted(self.data))

    def __bool__(self):
        return bool(self.data)


m = Matrix(2, 2)
print(bool(m), len(m))
m[0, 1] = 5
m[1, 0] = 7
m[0, 1] += 3
print(m[0, 1], m[9, 9], (1, 0) in m, (5, 5) not in m, list(m), list(reversed(m)), m[1:2:3], bool(m), len(m))
del m[0, 1]
print(list(m))


class Default(dict):
    def __missing__(self, k):
        return "missing " + k


print(Default(a=1)["b"], Default().get("b"))


class Num:
    def __init__(self, v):
        self.v = v

    def __lt__(self, o):
        return self.v < o.v

    def __le__(self, o):
        return self.v <= o.v

    def __eq__(self, o):
        return isinstance(o, Num) and self.v == o.v

    def __hash__(self):
        return hash(self.v)

    def __repr__(self):
        return f"N{self.v}"

    def __call__(self, *a, **k):
        return self.v, a, k

    def __len__(self):
        return self.v

    def __str__(self):
        return "str"

    def __format__(self, spec):
        return f"fmt:{spec}"

    def __bytes__(self):
        return b"bytes"

    def __hash__(self):
        return 5

    def __sizeof__(self):
        return 1

    def __dir__(self):
        return ["b", "a"]


n = [Num(3), Num(1), Num(2)]
print(sorted(n), max(n), min(n), Num(1) <= Num(1), Num(2) > Num(1), Num(1) >= Num(2), Num(1) == Num(1), Num(1) != Num(1), Num(4)(1, k=2), len(Num(9)))
print(str(Num(1)), f"{Num(1):spec}", format(Num(1)), bytes(Num(1)), hash(Num(1)), {Num(1): "x"}[Num(1)], dir(Num(1)), [Num(1)], "%s %r" % (Num(1), Num(2)))
for cls, bad in (("len", -1), ("len", "x"), ("hash", "x"), ("repr", 5), ("bool", 5), ("index", "x"), ("iter", 3)):
    T = type("T", (), {f"__{cls}__": lambda self, bad=bad: bad})
    try:
        print({"len": len, "hash": hash, "repr": repr, "bool": bool, "index": lambda t: [1][t], "iter": iter}[cls](T()))
    except Exception as e:
        print(cls, type(e).__name__, e)
# --- step: membership where no iterator comes
class List:
    def __iter__(self):
        return [1]


class Fails:
    def __iter__(self):
        raise TypeError("not now")


class Wrong:
    def __iter__(self):
        raise ValueError("not now")


for cls in (List, Fails, Wrong):
    try:
        print(1 in cls())
    except (TypeError, ValueError) as e:
        print(type(e).__name__, e)
