# imports: traceback


def numbers(n):
    print("begins")
    try:
        for i in range(n):
            yield i
    finally:
        print("ends")


print(list(numbers(3)), tuple(numbers(2)), sorted(numbers(3)), set(numbers(3)), sum(numbers(4)))
print(any(numbers(5)), all(numbers(5)))
print(list(numbers(0)), tuple(numbers(0)), sorted(numbers(0)), set(numbers(0)), sum(numbers(0)), any(numbers(0)), all(numbers(0)))


# --- step
def floats():
    yield 0.1
    yield 2
    yield True
    yield 1e100
    yield -1e100
    yield 10**30


print(sum(floats()), list(floats()), sorted(floats()))
g = floats()
print(next(g), list(g), list(g), sum(g))


# --- step
class Loud:
    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return self.name

    def __hash__(self):
        print("hash of", self.name)
        return 1

    def __eq__(self, other):
        print(self.name, "==", other.name)
        return self.name == other.name

    def __bool__(self):
        print("truth of", self.name)
        return self.name == "b"

    def __radd__(self, other):
        print(other, "+", self.name)
        return 10

    def __lt__(self, other):
        return self.name > other.name


def loud():
    for name in "abc":
        print("gives", name)
        yield Loud(name)


print(len(set(loud())), any(loud()), all(loud()), sum(loud()), sorted(loud()), list(loud()))


# --- step
class Bad:
    def __hash__(self):
        raise ValueError("no hash")

    def __bool__(self):
        raise ValueError("no truth")

    def __lt__(self, other):
        raise ValueError("no order")


def bad():
    try:
        yield Bad()
        yield Bad()
    finally:
        print("closed")


for builtin in (set, any, all, sum, sorted):
    try:
        builtin(bad())
    except Exception as error:
        print(builtin.__name__, type(error).__name__, error)


def lists():
    yield [1]
    yield [2]


for builtin in (set, sum, sorted, any):
    try:
        print(builtin(lists()))
    except Exception as error:
        print(builtin.__name__, type(error).__name__, error)


# --- step
def raises(n):
    for i in range(n):
        if i == 2:
            raise KeyError(i)
        yield i


def outer():
    return list(raises(5))


try:
    outer()
except KeyError:
    print(traceback.format_exc().count("in raises"))
try:
    tuple(raises(5))
except KeyError as error:
    lines = [(f.name, f.line) for f in traceback.extract_tb(error.__traceback__)]
    print(lines[-1], len(lines))


# --- step
def itself():
    yield 1
    yield list(again)


again = itself()
try:
    list(again)
except ValueError as error:
    print(error)


def stops():
    yield 1
    raise StopIteration("inside")


try:
    list(stops())
except RuntimeError as error:
    print(error, repr(error.__cause__))


def handles():
    for text in ("1", "x", "2", "y"):
        try:
            yield int(text)
        except ValueError as error:
            yield str(error)
    try:
        raise KeyError("kept")
    except KeyError:
        yield "while it handles"
        try:
            yield "twice"
        finally:
            yield "at last"


print(list(handles()))


def nested(depth):
    if depth:
        yield from list(nested(depth - 1))
    yield sum(nested(depth - 1)) if depth else 1


print(tuple(nested(6)))


def returns():
    yield 1
    return [2]


def delegates():
    got = yield from returns()
    yield got


print(list(delegates()), any(delegates()))


# --- step
def endless():
    n = 0
    while True:
        n += 1
        yield n > 10


print(any(endless()))
kept = endless()
print(any(kept), next(kept))


def sees(log):
    log.append("a")
    yield len(log)
    log.append("b")
    yield len(log)


log = []
print(list(sees(log)), log, sorted(sees(log), reverse=True), sum(sees(log), 100))


# --- step
def mine(source):
    return "own", [x for x in source]


def use(list):
    return list(numbers(2))


print(use(mine), use(tuple))
list = mine
print(list(numbers(2)))
del list
print(list(numbers(2)))


class Items:
    def __iter__(self):
        yield from (3, 1, 2)


print(sorted(Items()), list(Items()), sum(Items()), set(Items()), tuple(Items()), any(Items()))


# --- step
def three():
    got = yield 1
    print("got", got)
    yield 2
    return "last"


g = three()
print(next(g), next(g))
try:
    next(g)
except StopIteration as error:
    print(repr(error), error.value)
try:
    next(g)
except StopIteration as error:
    print(repr(error), error.value)
print(next(g, "nothing"), next(three(), "nothing"))


def gives(value):
    return value
    yield


for value in (None, (1, 2), [], ValueError("v")):
    try:
        next(gives(value))
    except StopIteration as error:
        print(repr(error), repr(error.value))
    print(next(gives(value), value) is value)


def fails():
    yield 1
    raise ValueError("inside")


g = fails()
print(next(g, 0))
try:
    next(g, 0)
except ValueError as error:
    print(error, len(traceback.extract_tb(error.__traceback__)))
print(next(g, 0))
for arguments in ((), (1,), (three(), 1, 2)):
    try:
        next(*arguments)
    except TypeError as error:
        print(error)


def asks_itself():
    yield 1
    yield next(asked)


asked = asks_itself()
next(asked)
try:
    next(asked)
except ValueError as error:
    print(error)


def kept():
    try:
        yield "first"
        yield "second"
    finally:
        print("let go")


print(next(kept()))
print(next(kept()), "after")
pair = kept()
print(next(pair))
del pair
print("done")
