def echo():
    received = None
    try:
        while True:
            received = yield received
            print("got", received)
    except ValueError as e:
        print("thrown", e)
        yield "after throw"
    finally:
        print("cleanup")


g = echo()
print(next(g), g.send(1), g.send("two"))
print(g.throw(ValueError("boom")))
try:
    g.send(None)
except StopIteration:
    print("stopped")
g = echo()
next(g)
g.close()
g.close()
try:
    g.send(1)
except StopIteration:
    print("closed")
g = echo()
try:
    g.send(5)
except TypeError as e:
    print(e)


def averager():
    total = n = 0
    average = None
    while True:
        value = yield average
        if value is None:
            return average, n
        total += value
        n += 1
        average = total / n


def delegate(results):
    while True:
        results.append((yield from averager()))


res = []
d = delegate(res)
next(d)
for v in (10, 20, None, 5, None):
    d.send(v)
print(res)


def stubborn():
    try:
        yield 1
    except GeneratorExit:
        yield "refuses"


s = stubborn()
next(s)
try:
    s.close()
except RuntimeError as e:
    print(e)


def leaks_stop():
    yield 1
    raise StopIteration("inside")


try:
    list(leaks_stop())
except RuntimeError as e:
    print(e, type(e.__cause__).__name__)


def reenter():
    yield next(me)


me = reenter()
try:
    next(me)
except ValueError as e:
    print(e)


def inner():
    try:
        x = yield "i1"
        print("inner got", x)
    except KeyError as e:
        print("inner caught", e)
        return "from except"
    return "returned"


def outer():
    r = yield from inner()
    print("outer got", r)
    yield "o1"


o = outer()
print(next(o), o.send("S"))
o = outer()
next(o)
print(o.throw(KeyError("K")))
o = outer()
next(o)
o.close()
print(list(outer.__name__ for _ in range(1)))
g = (i for i in range(3))
try:
    g.throw(IndexError("never started"))
except IndexError as e:
    print(e, list(g))


def fin():
    try:
        yield 1
        yield 2
    finally:
        print("fin")


for x in fin():
    print(x)
    break
del x
g = fin()
next(g)
del g


def yields_in_expressions():
    a = (yield 1) + (yield 2)
    b = [(yield 3), (yield 4)]
    return a, b


g = yields_in_expressions()
print(next(g), g.send(10), g.send(20), g.send("x"))
try:
    g.send("y")
except StopIteration as e:
    print(e.value)


def from_plain():
    r = yield from [1, 2]
    print(r)
    r = yield from "ab"
    yield from {5: 6}
    yield from ()


print(list(from_plain()))


def handling():
    try:
        raise KeyError("a")
    except Exception:
        try:
            yield
        except ValueError as e:
            print("inner", repr(e.__context__))
            raise


def delegating():
    yield from handling()


for make in (handling, delegating):
    g = make()
    next(g)
    try:
        g.throw(ValueError)
    except ValueError as e:
        print("outer", repr(e.__context__))
g = handling()
next(g)
try:
    raise OSError
except OSError:
    try:
        g.throw(TypeError("t"))
    except TypeError as e:
        print(repr(e), repr(e.__context__), repr(e.__context__.__context__))


def in_finally():
    try:
        raise KeyError("outer")
    except KeyError:
        try:
            pass
        finally:
            yield


g = in_finally()
next(g)
try:
    g.throw(ValueError)
except ValueError as e:
    print(repr(e.__context__))


class Fails:
    def __iter__(self):
        return self

    def __next__(self):
        return 1

    def __getattr__(self, name):
        raise ValueError("no " + name)


def delegates():
    try:
        yield from Fails()
    finally:
        print("cleaned up")


g = delegates()
next(g)
g.close()
print("closed", list(g))


# StopIteration thrown before the first step.
def begins():
    yield 1


async def waits():
    pass


def thrown(target, error):
    try:
        target.throw(error)
    except (RuntimeError, StopIteration) as raised:
        return type(raised).__name__, str(raised), type(raised.__cause__).__name__


print(thrown(begins(), StopIteration), thrown(begins(), StopIteration(3)), thrown(waits(), StopIteration), thrown((x for x in ()), StopIteration))
started = begins()
next(started)
print(thrown(started, StopIteration), thrown(started, StopIteration))
