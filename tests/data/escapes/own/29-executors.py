# --- endless work in an executor | asyncio | limit
import asyncio
def endless():
    while True: pass
async def main():
    await asyncio.get_running_loop().run_in_executor(None, endless)
asyncio.run(main())
# --- work in an executor after the run | asyncio,time | expr: 'late' in globals().get('caught', '')
import asyncio, time
def late():
    time.sleep(1)
    fetch_record()
async def main():
    asyncio.get_running_loop().run_in_executor(None, late)
asyncio.run(main())
1 / 0
# --- processes for a loop | asyncio,concurrent.futures | expr: out is True
import asyncio, concurrent.futures
async def main():
    await asyncio.get_running_loop().run_in_executor(concurrent.futures.ProcessPoolExecutor(1), sum, [1])
    return True
asyncio.run(main())
# --- the loop's own function | asyncio | expr: out is True
import asyncio
async def main():
    loop = asyncio.get_running_loop()
    await type(loop).run_in_executor(loop, None, sum, [1])
    return True
asyncio.run(main())
# --- raw function in an executor | asyncio | leak
import asyncio
async def main():
    return await asyncio.get_running_loop().run_in_executor(None, getattr, fetch_record(), "_conn")
asyncio.run(main()).password
