# imports: asyncio
import asyncio


async def add(a, b):
    await asyncio.sleep(0)
    return a + b


async def fail():
    await asyncio.sleep(0)
    raise ValueError("async failure")


async def agen(n):
    for i in range(n):
        await asyncio.sleep(0)
        yield i


class Ctx:
    async def __aenter__(self):
        print("aenter")
        return self

    async def __aexit__(self, kind, value, trace):
        print("aexit", kind.__name__ if kind else None)
        return kind is KeyError


class Aiter:
    def __init__(self, n):
        self.n = n

    def __aiter__(self):
        return self

    async def __anext__(self):
        if self.n == 0:
            raise StopAsyncIteration
        self.n -= 1
        return self.n


class Awaitable:
    def __await__(self):
        yield from asyncio.sleep(0).__await__() if False else ()
        return "awaited"


async def main():
    print(await add(1, 2), await asyncio.gather(add(1, 1), add(2, 2), add(3, 3)))
    try:
        await fail()
    except ValueError as e:
        print(e)
    print([x async for x in agen(3)], {x: x * 2 async for x in agen(2)}, [await add(x, x) for x in range(3)], {x async for x in agen(5) if x % 2})
    async with Ctx() as c, Ctx():
        print("body", type(c).__name__)
    async with Ctx():
        raise KeyError("suppressed")
    async for v in Aiter(3):
        if v == 1:
            continue
        print("v", v)
    else:
        print("async else")
    print(await Awaitable())
    task = asyncio.create_task(add(5, 6))
    print(await task, task.done())
    results = await asyncio.gather(add(1, 1), fail(), return_exceptions=True)
    print(results)
    try:
        await asyncio.wait_for(asyncio.sleep(10), timeout=0.01)
    except asyncio.TimeoutError:
        print("timed out")
    g = agen(3)
    print(await g.__anext__() if False else await anext(g), await anext(g), await anext(g), await anext(g, "end"))
    for bad in (5, None):
        try:
            await bad
        except TypeError as e:
            print(e)
    lock = asyncio.Lock()
    order = []

    async def worker(n):
        async with lock:
            order.append(n)
            await asyncio.sleep(0)
            order.append(n)

    await asyncio.gather(*(worker(i) for i in range(3)))
    print(order)
    q = asyncio.Queue()

    async def produce():
        for i in range(3):
            await q.put(i)
        await q.put(None)

    async def consume():
        got = []
        while (item := await q.get()) is not None:
            got.append(item)
        return got

    print((await asyncio.gather(produce(), consume()))[1])
    return "main result"


print(asyncio.run(main()))


async def two():
    yield 1
    try:
        yield 2
    finally:
        print("agen closed")


async def early():
    g = two()
    async for x in g:
        print(x)
        if x == 2:
            break
    await g.aclose()
    h = two()
    print(await h.asend(None), await h.asend(None))
    try:
        await h.athrow(ValueError("thrown in"))
    except ValueError as e:
        print(e)


asyncio.run(early())


async def items():
    got = yield 123
    print("got", got)


for step in (items().__anext__(), items().asend(None)):
    try:
        step.send(5)
    except TypeError as e:
        print(e)


async def closing(name):
    try:
        yield 1
        yield 2
    finally:
        print("closing", name)


async def leave():
    async for item in closing("left"):
        break
    print("loop left")
    it = closing("dropped")
    print(await it.__anext__())


try:
    leave().send(None)
except StopIteration:
    print("done")
