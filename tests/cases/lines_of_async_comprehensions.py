# imports: asyncio, re, traceback
# Lines of errors in asynchronous comprehensions that are spread over lines.
import asyncio
import re
import traceback
async def agen(n=1):
    for i in range(n):
        yield i
    raise ValueError("agen")
async def a():
    return [
        x
        async for x in agen()
    ]
async def b():
    return {
        x: 1
        async for x in agen()
        if x
    }
async def c():
    g = (
        x
        async for x in agen()
    )
    async for y in g:
        pass
async def d():
    return [
        x + y
        for x in [1]
        async for y in agen()
    ]
async def e():
    return [
        (
         await f(x)
        )
        for x in [1]
    ]
async def f(x):
    raise ValueError(x)
class It:
    def __aiter__(self): return self
    async def __anext__(self): raise ValueError("next")
class Bad:
    def __aiter__(self): return 3
async def g():
    return {
        x
        async for x in It()
    }
async def h():
    return [
        x
        async for x in Bad()
    ]
async def i():
    return [
        x
        async for x in [1]
    ]
async def j():
    return [
        x.foo
        async for x in agen()
    ]
async def k():
    return [
        [
        z
        async for z in agen()
        ]
        async for x in agen()
    ]
async def l():
    return [
        x
        async for x in agen(
           3)
        if x
        and x.y
    ]
async def m():
    return [
        x
        async for x, y in agen(
           3)
    ]
for fn in (a, b, c, d, e, g, h, i, j, k, l, m):
    try: asyncio.run(fn())
    except Exception as error:
        print(fn.__name__, type(error).__name__, re.findall(r'line (\d+), in (\w|agen|__anext__|f|<\w+>)\n', traceback.format_exc()))
