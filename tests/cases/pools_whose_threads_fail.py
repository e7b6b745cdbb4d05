# imports: concurrent.futures, concurrent.futures.thread
# A pool whose threads cannot begin says so.
import concurrent.futures
from concurrent.futures.thread import BrokenThreadPool


def fails(*_given):
    raise ValueError("not today")


# --- step
try:
    with concurrent.futures.ThreadPoolExecutor(2, initializer=fails) as pool:
        print(list(pool.map(len, ["ab", "c"])))
except BrokenThreadPool as error:
    print(type(error).__name__, error)

# --- step
pool = concurrent.futures.ThreadPoolExecutor(1, initializer=fails, initargs=(1, 2))
first = pool.submit(len, "ab")
assert isinstance(first.exception(), BrokenThreadPool)
try:
    pool.submit(len, "ab")
except concurrent.futures.BrokenExecutor as error:
    print(error)
pool.shutdown()

# --- step
ready = []
with concurrent.futures.ThreadPoolExecutor(2, initializer=ready.append, initargs=(1,)) as pool:
    assert list(pool.map(len, ["ab", "c"])) == [2, 1]
assert ready and set(ready) == {1}

# --- step
# A callback that fails is passed over, and so is an error in a call until somebody asks for it.
seen = []
with concurrent.futures.ThreadPoolExecutor(1) as pool:
    call = pool.submit(fails)
    call.add_done_callback(fails)
    call.add_done_callback(lambda done: seen.append(type(done.exception()).__name__))
assert seen == ["ValueError"]
try:
    call.result()
except ValueError as error:
    print(error)
