"""Builtins that consume generator expressions: looped over in place while the name means the builtin."""
r=[]
r.append(sum(i*i for i in range(10)))
r.append(any(i>5 for i in range(10)))
r.append(all(i<5 for i in [1,2,3]))
r.append(any(x for x in []))
r.append(list(i for i in 'abc'))
r.append(tuple(i*2 for i in (1,2,3) if i!=2))
r.append(sorted((-i for i in range(5))))
r.append(set(i%3 for i in range(10)))
r.append(', '.join(str(i) for i in range(5)))
for sep in '-', '+':
    r.append(sep.join(f"{a}{b}" for a in 'xy' for b in (1,2)))
def f(rows, k):
    return [sum(x*y*k for x, y in zip(a, b)) for a in rows for b in rows]
r.append(f([[1,2],[3,4]], 2))
it = iter([1,2])
try:
    list(next(it) for _ in range(5))
except RuntimeError as e:
    r.append(repr(e)); r.append(repr(e.__cause__))
try:
    sum(x for x in ['a','b'])
except TypeError as e: r.append(str(e))
try:
    sum(1/x for x in [1,0])
except ZeroDivisionError as e: r.append(str(e))
class V:
    def __init__(s,v): s.v=v
    def __radd__(s,o): return V((o if isinstance(o,int) else o.v)+s.v)
    def __add__(s,o): return V(s.v+o.v)
r.append(sum(V(i) for i in range(4)).v)
def g():
    sum = lambda it: list(it)
    return sum(i for i in range(3))
r.append(g())
x = 5
r.append(any(x == y for y in range(10)))
r.append(sum(0.1 for _ in range(10)))
for item in r:
    print(item if not isinstance(item, set) else sorted(item))
print(sum(x for x in [0.1] * 3 + [True, 2]), sum(x for x in [10**20, 0.5, 1]), sum(x for x in [float("nan"), 1.0]))
print(sum(x for x in [1e308, 1e308]), sum(x for x in [True, True]), sum(2**n for n in range(70)))


def h(n):
    return sum(i for i in range(n))


class Loud:
    def __init__(self, truth):
        self.truth = truth

    def __bool__(self):
        print("asked", self.truth)
        return self.truth


print(any(Loud(t) for t in (False, True, True)), all(Loud(t) for t in (True, False, True)))
print(any(a and b for a, b in [(Loud(False), Loud(True)), (Loud(True), Loud(True))]))
print(any(x > 2 and print("seen", x) is None for x in range(5)))


class Hashed:
    def __init__(self, n):
        self.n = n
        print("made", n)

    def __hash__(self):
        print("hashed", self.n)
        return self.n

    def __eq__(self, other):
        return self.n == other.n


print(len(set(Hashed(n % 2) for n in range(3))))
try:
    set([n] for n in range(3))
except TypeError as error:
    print(error)
for text in ("-".join, "+".join):
    print(text(str(n) for n in range(3)))
try:
    "-".join(n for n in range(3))
except TypeError as error:
    print(error)
try:
    ",".join(str(n) for n in 5)
except TypeError as error:
    print(error)


def stops():
    raise StopIteration(1)


for consume in (lambda: sum(stops() for _ in "a"), lambda: any(stops() for _ in "a"), lambda: list(stops() for _ in "a")):
    try:
        consume()
    except RuntimeError as error:
        print(error, repr(error.__cause__), repr(error.__context__))


def early(values):
    """The rest of the iterator is still there after a jump out of the loop."""
    rest = iter(values)
    return any(v > 1 for v in rest), list(rest)


print(early([1, 2, 3, 4]))
i = "outer"
print(sum(i for i in range(3)), i)


class Body:
    factor = 3
    total = sum(n for n in range(4))
    names = sorted(name for name in ("b", "a"))


print(Body.total, Body.names)
print(h(4))


def sum(items):
    return ["mine", *items]


print(h(4), sum(n for n in range(2)))
