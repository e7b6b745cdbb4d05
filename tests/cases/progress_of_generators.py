# python: 3.11
# imports: types
"""What generators and coroutines of the code tell of how far they are."""
import types


def inner():
    yield 1


def outer():
    print(g.gi_running, g.gi_suspended)
    yield 0
    yield from inner()
    yield from [7]


g = outer()
print(g.gi_yieldfrom, g.gi_running, g.gi_suspended)
next(g)
print(g.gi_yieldfrom, g.gi_suspended)
next(g)
print(g.gi_yieldfrom.__name__, type(g.gi_yieldfrom) is type(g))
next(g)
print(type(g.gi_yieldfrom).__name__)
print(list(g), g.gi_yieldfrom, g.gi_running, g.gi_suspended)


@types.coroutine
def nap():
    yield 1


async def one():
    await nap()


async def two():
    await one()


c = two()
print(c.cr_await, c.cr_running, c.cr_suspended, c.cr_origin)
c.send(None)
print(c.cr_await.__name__, c.cr_await.cr_await.__name__, c.cr_suspended)
c.close()
print(c.cr_await, c.cr_suspended)


class Own:
    def __await__(self):
        yield 5


async def three():
    await Own()


waiting = three()
waiting.send(None)
print(waiting.cr_await.__name__, hasattr(waiting, "gi_yieldfrom"))
waiting.close()


async def steps():
    yield 1
    await nap()
    yield 2


s = steps()
print(s.ag_await, s.ag_running)
try:
    s.__anext__().send(None)
except StopIteration as stop:
    print(stop.value)
step = s.__anext__()
step.send(None)
print(s.ag_await.__name__, s.ag_running)
for name in ("gi_yieldfrom", "gi_running"):
    try:
        setattr(g, name, 1)
    except AttributeError:
        print("read only")
