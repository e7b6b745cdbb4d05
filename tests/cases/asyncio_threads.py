# imports: asyncio, threading, time, contextvars
import asyncio, threading, time, contextvars
names, most, now = set(), 0, 0
lock = threading.Lock()
cv = contextvars.ContextVar("cv", default="unset")
def job(i):
    global most, now
    with lock:
        now += 1; most = max(most, now); names.add(threading.current_thread().name)
    time.sleep(0.002)
    with lock: now -= 1
    return i, cv.get()
async def main():
    cv.set("of the task")
    got = await asyncio.gather(*[asyncio.to_thread(job, i) for i in range(300)])
    print(got == [(i, "of the task") for i in range(300)], most <= 40, len(names) <= 40, sorted(names)[0])
    loop = asyncio.get_running_loop()
    got = await asyncio.gather(*[loop.run_in_executor(None, job, i) for i in range(100)])
    print(got == [(i, "unset") for i in range(100)], len(names) <= 40)
    print(await asyncio.gather(asyncio.to_thread(pow, 2, 3), loop.run_in_executor(None, getattr, "a", "upper"), return_exceptions=True) is not None)
    try: await asyncio.to_thread(lambda: 1 / 0)
    except ZeroDivisionError as e: print(e)
    task = asyncio.ensure_future(asyncio.to_thread(time.sleep, 0.05))
    await asyncio.sleep(0); task.cancel()
    try: await task
    except asyncio.CancelledError: print("cancelled")
    print(await asyncio.to_thread(job, "after"))
asyncio.run(main())
asyncio.run(main())
t = threading.Thread(target=lambda: print(cv.get())); t.start(); t.join()
