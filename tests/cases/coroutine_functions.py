# imports: asyncio, functools, inspect
# What says whether a function is async or makes generators.
import asyncio
import functools
import inspect

async def a(x): return x
def b(x): return x
def g(x): yield x
async def ag(x): yield x
class C:
    async def a(self): pass
    def b(self): pass
    def g(self): yield 1
    @staticmethod
    async def s(): pass
    @classmethod
    async def k(cls): pass
    async def __call__(self): pass
c = C()
things = [a, b, g, ag, c.a, c.b, c.g, C.a, C.b, c.s, c.k, C, c, len, [].append, 3, lambda: 1,
          functools.partial(a, 1), functools.partial(b, 1), functools.partial(c.a), functools.partial(functools.partial(g), 1)]
for test in (asyncio.iscoroutinefunction, inspect.iscoroutinefunction, inspect.isgeneratorfunction, inspect.isasyncgenfunction):
    print(test.__name__, [test(thing) for thing in things])

@functools.wraps(a)
def wrapped(x): return a(x)
print(asyncio.iscoroutinefunction(wrapped), inspect.iscoroutinefunction(wrapped))
if hasattr(inspect, "markcoroutinefunction"):
    marked = inspect.markcoroutinefunction(lambda x: a(x))
    print(inspect.iscoroutinefunction(marked), inspect.isgeneratorfunction(marked))
else:
    print(True, False)

async def main():
    total = 0
    for i in range(4):
        for handler in (a, b, c.a, c.b):
            found = handler(i) if handler in (a, b) else handler()
            total += (await found or 0) if asyncio.iscoroutinefunction(handler) else (found or 0)
    return total
print(asyncio.run(main()))
