def counter():
    count = 0

    def bump(by=1):
        nonlocal count
        count += by
        return count

    def peek():
        return count

    return bump, peek


bump, peek = counter()
other, _ = counter()
print(bump(), bump(5), peek(), other())


def outer():
    x = "outer"

    def middle():
        def inner():
            return x

        return inner

    x = "rebound"
    return middle()()


print(outer())
adders = [lambda v, k=k: v + k for k in range(3)]
late = [lambda: k for k in range(3)]
print([a(10) for a in adders], [f() for f in late])


def make(n):
    def power(x):
        return x**n

    power.n = n
    return power


print(make(2)(5), make(3)(2), make(4).n)
total = 0


def add_global(v):
    global total, brand_new
    total += v
    brand_new = total * 2


add_global(5)
add_global(7)
print(total, brand_new)


def free_before_bound():
    def g():
        return later

    try:
        g()
    except NameError as e:
        print(e)
    later = 3
    return g()


print(free_before_bound())


def unbound():
    print(v)
    v = 1


try:
    unbound()
except UnboundLocalError as e:
    print(type(e).__name__)


def deleted():
    v = 1
    del v
    return v


try:
    deleted()
except UnboundLocalError as e:
    print(type(e).__name__)


def nested_nonlocal():
    a = 1

    def f():
        nonlocal a
        a = 2

        def g():
            nonlocal a
            a = 3

        g()
        return a

    return f(), a


print(nested_nonlocal())


def shadow(total):
    total += 1
    return total


print(shadow(1), total)


def default_cell(x):
    return [lambda y=x: (x, y) for _ in range(2)][1]()


print(default_cell(9))
