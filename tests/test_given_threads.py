"""Threads and event loops of the host, which the code is not handed, are not found by it."""

from __future__ import annotations

import asyncio
import threading

from fastexec import LocalPythonExecutor


class Worker(threading.Thread):
    token = "of the host"

    def __init__(self) -> None:
        super().__init__(name="worker of the host", daemon=True)
        self.ended = threading.Event()

    def run(self) -> None:
        self.ended.wait()


def test_threads_of_the_host_are_not_listed() -> None:
    worker = Worker()
    worker.start()
    executor = LocalPythonExecutor(["threading", "time"])
    executor.send_tools({})
    code = """
import threading, time
mine = threading.Thread(target=time.sleep, args=(0.2,), name="mine")
mine.start()
names = [thread.name for thread in threading.enumerate()], threading.active_count()
mine.join()
names, mine.is_alive(), threading.current_thread() in threading.enumerate()
"""
    (names, count), alive, itself = executor(code).output
    assert names == [threading.main_thread().name, "mine"]
    assert (count, alive, itself) == (2, False, True)
    executor.send_variables({"worker": worker})
    assert executor("worker.token").output == "of the host"
    worker.ended.set()


def test_loop_of_the_host_is_its_own() -> None:
    code = """
import asyncio, warnings
warnings.simplefilter("ignore")
try:
    loop = asyncio.get_event_loop()
except RuntimeError:  # from 3.14 on there is none
    loop = asyncio.new_event_loop()
seen = loop.is_running(), len(asyncio.all_tasks(loop))
result = loop.run_until_complete(asyncio.sleep(0, "mine"))
loop.close()
seen, result
"""

    async def other() -> str:
        await asyncio.sleep(0.05)
        return "done"

    async def main() -> tuple[object, str]:
        task = asyncio.create_task(other())
        await asyncio.sleep(0)
        executor = LocalPythonExecutor(["asyncio", "warnings"])
        executor.send_tools({})
        return executor(code).output, await task

    assert asyncio.run(main()) == (((False, 0), "mine"), "done")
    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    executor = LocalPythonExecutor(["asyncio", "warnings"])
    executor.send_tools({})
    executor(code)
    assert not loop.is_closed()
    loop.close()
    asyncio.set_event_loop(None)
