a = [1, 2]
t = (3, 4)
print([*a, *t, 5], (*a, *t), {*a, *t}, {**{"x": 1}, **{"x": 2, "y": 3}}, [*range(2), *"ab", *{9: 1}])


def f(*args, **kw):
    return args, kw


print(f(*a, *t), f(*a, 9, *t, k=1, **{"m": 2}, n=3), f(**{"a b": 1}), f(*[], **{}))
x = *a, *t
print(x)
first, *_ = a
*_, last = t
print(first, last)
for p, *q in [(1, 2, 3), "ab"]:
    print(p, q)
d = {"k": a, **{"z": 1}}
print(d, a[0:1] + [*t])


def g():
    return *a, 0


print(g(), [i for i in (*a, *t)], max(*a, *t), print(*[]) is None)


def y():
    yield *a, 1


print(list(y()))
idx = {(1, 2): "tuple key"}
print(idx[*a] if False else idx[tuple(a)])
for v in *a, *t:
    print(v, end=" ")
print()
for bad in (lambda: [*5], lambda: f(*None), lambda: {**5}, lambda: {**[1]}, lambda: f(**{"a": 1}, a=2)):
    try:
        print(bad())
    except TypeError as e:
        print(e)
