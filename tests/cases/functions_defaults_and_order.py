log = []


def tick(v):
    log.append(v)
    return v


def f(a=tick("a"), b=tick("b"), *, c=tick("c")):
    return a, b, c


print(log, f(), f(1), log)


def appending(x, acc=[]):
    acc.append(x)
    return acc


print(appending(1), appending(2), appending(3, []), appending(4))
n = 1


def early(v=n):
    return v, n


n = 2
print(early())


def nothing():
    pass


def bare():
    return


def several():
    return 1, 2, *[3, 4]


print(nothing(), bare(), several())


def doc():
    "The docstring."
    return doc.__doc__, doc.__name__, doc.__qualname__


print(doc())
doc.attribute = 5
print(doc.attribute, hasattr(doc, "attribute"), hasattr(doc, "other"), callable(doc))
print((lambda x, *y, k=3, **z: (x, y, k, z))(1, 2, k=4, w=5), (lambda: (yield))().__name__ if False else "ok", (lambda: 0).__name__)


def recursive(n):
    return 1 if n <= 1 else n * recursive(n - 1)


print(recursive(20), [recursive(i) for i in range(6)])


def even(n):
    return True if n == 0 else odd(n - 1)


def odd(n):
    return False if n == 0 else even(n - 1)


print(even(200), odd(7))
