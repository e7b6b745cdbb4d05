# imports: asyncio
import asyncio


async def numbers(name):
    try:
        yield 1
        yield 2
    finally:
        print("closing", name)
        await asyncio.sleep(0)
        print("closed", name)


async def main():
    async for x in numbers("a"):
        print(x)
        break
    await asyncio.sleep(0.01)
    print("after")
    it = numbers("b")
    print(await anext(it))
    await it.aclose()


asyncio.run(main())
print("end")
