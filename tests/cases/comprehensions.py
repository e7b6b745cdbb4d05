print([x * x for x in range(5)], {x % 3 for x in range(9)}, {x: x**2 for x in range(3)}, list(x for x in "abc"))
print([x for x in range(20) if x % 2 if x % 3], [(x, y) for x in range(3) for y in range(x)], [[j for j in range(i)] for i in range(4)])
x = "outer"
print([x for x in range(3)], x)
fs = [lambda: i for i in range(3)]
print([f() for f in fs], [f(0) for f in [lambda y, i=i: i + y for i in range(3)]])
print([a + b for a, b in [(1, 2), (3, 4)]], {k: v for k, v in zip("ab", [1, 2])}, [first for first, *rest in ["abc", "de"]])
n = 10
print([n + k for k in range(2)], sum(v for v in range(5) if v != 3), max((len(w), w) for w in ["a", "bbb", "cc"]))
data = {"a": [1, 2], "b": [3]}
print([(k, v) for k, vs in data.items() for v in vs], {v: k for k, vs in data.items() for v in vs}, sorted({w[0] for w in ["x1", "x2", "y1"]}))
print([y for x in [1, 2] for y in [x, x * 10]], [y for x in [1, 2, 3] if (y := x * 2) > 2])


def f(a):
    b = 2
    return [a + b + c for c in range(2)], {a: [b for _ in range(2)]}, list(a * c for c in range(3))


print(f(5))


class C:
    items = [1, 2]
    doubled = [i * 2 for i in items]
    try:
        crossed = [i for _ in range(1) for i in items]
    except NameError as e:
        crossed = str(e)


print(C.doubled, C.crossed)
try:
    print([1 / z for z in (1, 0)])
except ZeroDivisionError as e:
    print(e)
try:
    print([q for q in 5])
except TypeError as e:
    print(e)
matrix = [[1, 2, 3], [4, 5, 6]]
print([[row[i] for row in matrix] for i in range(3)], [v for row in matrix for v in row if v % 2 == 0], any(v > 5 for row in matrix for v in row))
print(sum(1 for _ in filter(None, [0, 1, 2])), "".join(c.upper() for c in "abc" if c != "b"), dict((i, str(i)) for i in range(2)), tuple(i for i in range(3)))
