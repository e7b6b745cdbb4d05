# imports: warnings, asyncio
import asyncio, warnings
async def job(n):
    return n
class Account:
    async def owner(self): return "Ann"
def told(call):
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        try:
            call()
        except Exception as error:
            print(type(error).__name__, error)
    return [(warning.category.__name__, str(warning.message)) for warning in said]
def forgets():
    job(1)
    return 2
def keeps():
    coroutine = job(1)
    coroutine.close()
def fails():
    coroutine = job(1)
    1 / 0
async def main():
    job(1)
    await Account().owner()
    Account().owner()
    task = asyncio.ensure_future(job(3))
    return await task
async def cancelled():
    task = asyncio.ensure_future(job(3))
    task.cancel()
    await asyncio.sleep(0)
async def steps():
    yield 1
print(told(forgets), told(keeps), told(fails), told(lambda: asyncio.run(main())), told(lambda: asyncio.run(cancelled())), told(steps))
print(told(lambda: len([job(n) for n in range(2)])), told(lambda: job(1) + 1), told(lambda: len(list(map(job, [1, 2])))))
# --- step
coroutine = job(5)
told(lambda: asyncio.run(coroutine))
# --- step
with warnings.catch_warnings(record=True) as said:
    warnings.simplefilter("always")
    coroutine = job(6)
    del coroutine
    coroutine = job(7)
    coroutine = None
print([str(warning.message) for warning in said])
