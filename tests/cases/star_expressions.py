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


class Asked:
    def __iter__(self):
        print("iter", end=" ")
        return iter([1, 2])

    def __len__(self):
        print("len", end=" ")
        return 2


class Unsure:
    def __init__(self, answer):
        self.answer = answer

    def __iter__(self):
        return iter([1])

    def __length_hint__(self):
        print("hint", end=" ")
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


def grown(source):
    got = [0]
    got += source
    return got


def put_in(source):
    got = [0]
    got[1:] = source
    return got


for make in (put_in, lambda s: [*s], lambda s: (*s, 3), lambda s: [0, *s, *s], lambda s: max(*s, 0), lambda s: {*s}, grown, list, tuple):
    print(make(Asked()), make(Unsure(5)), make(Unsure(NotImplemented)))
    for answer in (-1, "two", ValueError("no answer"), TypeError("no length")):
        try:
            print(make(Unsure(answer)))
        except (ValueError, TypeError) as e:
            print(type(e).__name__, e)
