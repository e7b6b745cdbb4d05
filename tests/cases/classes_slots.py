class P:
    __slots__ = ("x", "y")

    def __init__(self, x, y=0):
        self.x, self.y = x, y

    def __eq__(self, o):
        return (self.x, self.y) == (o.x, o.y)

    def __hash__(self):
        return hash((self.x, self.y))


p = P(1, 2)
p.x += 10
print(p.x, p.y, p == P(11, 2), len({p, P(11, 2)}))
try:
    p.z = 1
except AttributeError as e:
    print("AttributeError")
del p.x
try:
    p.x
except AttributeError as e:
    print("AttributeError", hasattr(p, "x"))


class Q(P):
    __slots__ = ("z",)


class R(P):
    pass


q, r = Q(1), R(1)
q.z, r.anything = 5, 6
print(q.z, r.anything, q.y)
try:

    class Conflict:
        __slots__ = ("a",)
        a = 1

except ValueError as e:
    print(e)
total = 0
for i in range(50):
    v = P(i, i * 2)
    v.x, v.y = v.y, v.x
    total += v.x - v.y
print(total)
