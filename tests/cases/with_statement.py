# imports: contextlib
from contextlib import ExitStack, closing, contextmanager, nullcontext, suppress


class CM:
    def __init__(self, name, swallow=False, fail=None):
        self.name, self.swallow, self.fail = name, swallow, fail

    def __enter__(self):
        print("enter", self.name)
        if self.fail == "enter":
            raise RuntimeError("enter failed")
        return self

    def __exit__(self, kind, value, trace):
        print("exit", self.name, kind.__name__ if kind else None, value)
        if self.fail == "exit":
            raise RuntimeError("exit failed")
        return self.swallow


with CM("a") as a, CM("b") as b:
    print(a.name, b.name)
with (CM("p") as p, CM("q")):
    print("parenthesised", p.name)
with CM("s", swallow=True):
    raise ValueError("swallowed")
for fail in ("enter", "exit"):
    try:
        with CM("outer"), CM("inner", fail=fail):
            print("body")
    except RuntimeError as e:
        print(e)
try:
    with CM("x") as holder:
        raise KeyError("leaves")
except KeyError as e:
    print("caught", e)


def returning():
    with CM("r"):
        return "value"


def looping():
    for i in range(3):
        with CM(i):
            if i == 0:
                continue
            break
    return i


print(returning(), looping())
box = {}
with CM("item") as box["k"]:
    print(box["k"].name)
with nullcontext((1, (2, 3))) as (one, (two, three)):
    print(one, two, three)


@contextmanager
def managed(n):
    print("setup", n)
    try:
        yield n * 2
    except ValueError as e:
        print("handled", e)
    finally:
        print("teardown", n)


with managed(4) as v:
    print(v)
with managed(5):
    raise ValueError("inside")
with suppress(KeyError, IndexError):
    {}["missing"]
with ExitStack() as stack:
    for n in range(2):
        stack.enter_context(managed(n))
    stack.callback(print, "callback")


class C:
    def close(self):
        print("closed")


with closing(C()):
    pass
for bad in (5, object()):
    try:
        with bad:
            pass
    except Exception as e:
        print(type(e).__name__)


class OnlyEnter:
    def __enter__(self):
        return 1


try:
    with OnlyEnter():
        pass
except Exception as e:
    print(type(e).__name__)
