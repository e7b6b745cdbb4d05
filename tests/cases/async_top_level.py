# imports: asyncio
import asyncio


async def double(x):
    await asyncio.sleep(0)
    return 2 * x


async def numbers(n):
    for i in range(n):
        yield i


class Managed:
    async def __aenter__(self):
        print("in")
        return 4

    async def __aexit__(self, *details):
        print("out", details[0])
        return True


print(await double(21))
task = asyncio.create_task(double(1))
print("made")
print(await task, await asyncio.gather(double(2), double(3)))
async for x in numbers(2):
    print("item", x)
async with Managed() as managed:
    print(managed)
    raise ValueError
squares = [i * i async for i in numbers(4) if await double(i)]
print(squares, [await double(i) for i in range(3)])
for i in range(2):
    value = await double(i)
    if value:
        break
else:
    print("never")
try:
    await asyncio.wait_for(asyncio.sleep(1), 0.001)
except asyncio.TimeoutError:
    print("too long")
def use(): return value + managed


print(use(), (await double(1)) + (await double(2)))
del value
# --- step
print(task.done(), x)
total = 0
while total < 3:
    total += await double(1)
total
# --- step
await double(5)
# --- step
async def failing():
    raise KeyError("k")


try:
    await failing()
except KeyError as e:
    print(e)
await failing()
# --- step
await 3
# --- step
print(total)
await missing
