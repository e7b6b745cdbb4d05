# imports: types, inspect, asyncio
"""`types.coroutine` gives the same function back, whose generators coroutines await."""
import asyncio
import inspect
import types


def pause(value=5, *, more=0):
    """Waits."""
    got = yield value
    return got, more


made = types.coroutine(pause)
print(made is pause, types.coroutine(pause) is pause, made.__doc__, inspect.isgeneratorfunction(pause), inspect.iscoroutinefunction(pause))


async def wait(*args):
    return await pause(*args)


waiting = wait(1)
print(waiting.send(None))
try:
    waiting.send("sent")
except StopIteration as stop:
    print(stop.value)


def before():
    yield 1


early = before()
types.coroutine(before)
print(inspect.isawaitable(early), inspect.isawaitable(before()), inspect.isgenerator(before()), inspect.iscoroutine(before()))


async def of(awaited):
    return await awaited


try:
    of(early).send(None)
except TypeError as error:
    print(error)
print(of(before()).send(None))


# A generator that was made a coroutine may delegate to one; others may not.
@types.coroutine
def relay():
    return (yield from wait(7))


def plain():
    return (yield from wait(7))


print(of(relay()).send(None))
try:
    next(plain())
except TypeError as error:
    print(error)


class Once:
    @types.coroutine
    def method(self):
        yield "method"
        return 1

    @staticmethod
    @types.coroutine
    def static():
        yield "static"

    @classmethod
    @types.coroutine
    def of_class(cls):
        yield cls.__name__

    def __await__(self):
        return self.method()


async def everything():
    await Once().method()
    await Once.static()
    await Once.of_class()
    return "end"


print(list(everything().__await__()))
try:
    of(Once()).send(None)
except TypeError as error:
    print(error)


class Call:
    def __call__(self):
        return iter("ab")


print(type(types.coroutine(Call())).__name__, types.coroutine(lambda: 5)())
for wrong in (3, "text"):
    try:
        types.coroutine(wrong)
    except TypeError as error:
        print(error)


@types.coroutine
def nap():
    yield
    return "slept"


async def main():
    return await nap(), await asyncio.gather(of(nap()), of(nap()))


asyncio.run(main())
