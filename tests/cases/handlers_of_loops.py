# imports: asyncio, gc
import asyncio
import gc


async def bad(text):
    raise ValueError(text)


async def main():
    loop = asyncio.get_running_loop()
    print(loop.get_exception_handler())
    heard = []

    def handler(of, context):
        heard.append((of is loop, sorted(context), context["message"].split(" at ")[0], repr(context.get("exception"))))

    loop.set_exception_handler(handler)
    print(loop.get_exception_handler() is handler)
    loop.call_soon(lambda: 1 / 0)
    await asyncio.sleep(0.001)
    task = loop.create_task(bad("lost"))
    await asyncio.sleep(0.001)
    del task
    gc.collect()
    loop.call_exception_handler({"message": "by hand", "exception": KeyError("k")})
    print(*heard, sep="\n")
    loop.set_exception_handler(None)
    print(loop.get_exception_handler())
    for wrong in (3, "text"):
        try:
            loop.set_exception_handler(wrong)
        except TypeError as error:
            print(error)


asyncio.run(main())


async def later():
    print(asyncio.get_running_loop().get_exception_handler())


asyncio.run(later())
loop = asyncio.new_event_loop()
loop.set_exception_handler(lambda of, context: print("heard", of is loop, context["exception"]))
loop.call_soon(lambda: {}["key"])
loop.run_until_complete(asyncio.sleep(0.001))
loop.close()
# --- step
seen = []
asyncio.get_running_loop().set_exception_handler(lambda of, context: seen.append(repr(context["exception"])))
asyncio.get_running_loop().call_soon(lambda: [].pop())
await asyncio.sleep(0.001)
seen
