def f(a, b=2, *args, c, d=4, **kw):
    return a, b, args, c, d, kw


print(f(1, c=3), f(1, 5, 6, 7, c=3, d=9, e=10), f(*[1, 2, 3], **{"c": 1, "z": 2}), f(c=0, a=1))


def pos_only(a, b=2, /, c=3, *, d=4):
    return a, b, c, d


print(pos_only(1), pos_only(1, 5, c=6, d=7), pos_only(1, 2, 3))


def star(*args, **kwargs):
    return args, kwargs


print(star(), star(1, *[2, 3], 4, x=1, **{"y": 2}), star(*"ab", *(1,), **{"a": 1}, **{"b": 2}))


def kw_only(*, x, y=1):
    return x + y


def same_name(a, /, **kw):
    return a, kw


print(kw_only(x=1), same_name(1, a=2))
calls = {
    "missing one": lambda: f(),
    "missing keyword": lambda: f(1),
    "missing two": lambda: pos_only(),
    "too many": lambda: pos_only(1, 2, 3, 4),
    "positional as keyword": lambda: pos_only(a=1),
    "unexpected": lambda: kw_only(x=1, z=2),
    "no positional": lambda: kw_only(1),
    "twice": lambda: f(1, a=2, c=3),
    "twice in maps": lambda: star(**{"a": 1}, **{"a": 2}),
    "twice with map": lambda: star(a=1, **{"a": 2}),
    "not a mapping": lambda: star(**5),
    "not iterable": lambda: star(*5),
    "key not str": lambda: star(**{1: 2}),
    "none expected": lambda: (lambda: 1)(5),
    "missing three": lambda: (lambda a, b, c: 1)(),
    "exactly one": lambda: (lambda a: a)(1, 2),
    "from one to two": lambda: (lambda a, b=1: a)(1, 2, 3),
    "not callable": lambda: "abc".upper()(),
}
for label, call in calls.items():
    try:
        print(label, call())
    except TypeError as e:
        print(label, "-", e)
