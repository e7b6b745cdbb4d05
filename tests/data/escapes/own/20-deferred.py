# --- repr that never ends |  | limit | post=repr
class A:
    def __repr__(self):
        while True:
            pass
A()
# --- str that builds without end |  | limit | post=str
class A:
    def __str__(self):
        return 'x' * 10**12
A()
# --- bool that never ends |  | limit | post=bool
class A:
    def __bool__(self):
        while True:
            pass
A()
# --- eq that sleeps |  | limit | post=eq
import time
class A:
    def __eq__(self, o):
        time.sleep(10**6)
A()
# --- repr that reads a secret |  | leak | post=repr
class A:
    def __repr__(self): return fetch_record()._conn.password
A()
# --- repr that opens a file | gzip | file:rp | post=repr
import gzip
class A:
    def __repr__(self):
        gzip.open(canary_path('rp'), 'w')
        return 'x'
A()
# --- finaliser that opens a file | gzip | file:dl | post=gc
import gzip
class A:
    def __del__(self):
        gzip.open(canary_path('dl'), 'w')
a = A()
a.a = a
a
# --- finaliser that calls a tool after the run |  | expr:host.counter > 0 | post=gc
class A:
    def __del__(self): tick()
a = A()
a.a = a
a
# --- weak reference's callback after the run | weakref | expr:host.counter > 0 | post=gc
import weakref
class A: pass
a = A()
a.a = a
r = weakref.ref(a, lambda r: tick())
keep = r
None
# --- weak finaliser calls a tool | weakref | expr:host.counter > 0 | post=gc
import weakref
class A: pass
a = A()
a.a = a
weakref.finalize(a, tick)
None
# --- weak finaliser opens a file | weakref,gzip | file:wf | post=gc
import weakref, gzip
class A: pass
a = A()
a.a = a
weakref.finalize(a, gzip.open, canary_path('wf'), 'w')
a = None
# --- generator's clean-up after the run | gzip | file:gc | post=gc
import gzip
def g():
    try:
        yield 1
    finally:
        gzip.open(canary_path('gc'), 'w')
x = g()
next(x)
x
# --- coroutine's clean-up after the run | asyncio,gzip | file:co | post=gc
import asyncio, gzip
async def f():
    try:
        await asyncio.sleep(100)
    finally:
        gzip.open(canary_path('co'), 'w')
c = f()
c.send(None) if False else None
c
# --- saved callback that opens a file | gzip | file:sc | post=saved
import gzip
save_callback(lambda: gzip.open(canary_path('sc'), 'w'))
# --- saved reader of a secret |  | leak | post=saved
got = []
save_callback(lambda: got.append(fetch_record()._conn.password))
got
# --- iterator pulled by the host | itertools | limit | post=eq
import itertools
class A:
    def __eq__(self, o): return sum(itertools.count())
A()
# --- hash in a set of the host |  | limit | post=repr
class A:
    def __repr__(self): return str(sum(range(10**12)))
A()
# --- deep repr |  | limit | post=repr
x = []
for i in range(10**5):
    x = [x]
x
# --- deepcopy of a bomb |  | limit | post=deepcopy
class A:
    def __deepcopy__(self, memo):
        while True:
            pass
A()
# --- pickled state of a bomb |  | limit | post=pickle
class A:
    def __getstate__(self):
        while True:
            pass
A()
# --- subclass of dict whose items never end |  | limit | post=repr
class D(dict):
    def __repr__(self):
        i = 0
        while True:
            i += 1
D()
# --- error with an endless text |  | limit
class E(Exception):
    def __str__(self):
        while True:
            pass
raise E()
# --- error with a huge text |  | expr:len(errs) > 10**6
raise ValueError('x' * 10**8)
# --- error with huge arguments |  | expr:len(errs) > 10**6
raise ValueError(['x' * 1000] * 10**5)
# --- name of a class is huge |  | expr:len(errs) > 10**6
A = type('A' * 10**7, (Exception,), {})
raise A()
# --- thread goes on | threading | expr:still_ticking() | zombie
import threading
def loop():
    while True:
        tick()
threading.Thread(target=loop, daemon=True).start()
# --- timer fires after the run | threading | expr:host.counter > 0 | zombie
import threading
late = threading.Timer(0.3, tick)
late.daemon = True
late.start()
# --- pool goes on | concurrent.futures | expr:still_ticking() | zombie
from concurrent.futures import ThreadPoolExecutor
p = ThreadPoolExecutor(1)
def loop():
    for i in range(10**6):
        tick()
p.submit(loop)
None
# --- thread opens a file | threading,gzip | file:th
import threading, gzip
t = threading.Thread(target=lambda: gzip.open(canary_path('th'), 'w'))
t.start(); t.join()
# --- thread runs a native function that opens a file | threading,gzip | file:tn
import threading, gzip
t = threading.Thread(target=gzip.open, args=(canary_path('tn'), 'w'))
t.start(); t.join()
# --- pool runs a native function that opens a file | concurrent.futures,gzip | file:pn
from concurrent.futures import ThreadPoolExecutor
import gzip
with ThreadPoolExecutor(1) as p:
    p.submit(gzip.open, canary_path('pn'), 'w').exception()
# --- thread reads a secret | threading | leak
import threading
got = []
t = threading.Thread(target=lambda: got.append(fetch_record()._conn.password))
t.start(); t.join()
got
# --- at exit | atexit | expr:err is None
import atexit
atexit.register(tick)
# --- signal handler | signal | expr:err is None
import signal
signal.signal(signal.SIGALRM, lambda *a: tick())
signal.setitimer(signal.ITIMER_REAL, 0.01)
# --- scheduled later | sched | limit
import sched
s = sched.scheduler()
s.enter(10**6, 1, tick)
s.run()
# --- event loop left running | asyncio | expr:still_ticking() | zombie
import asyncio
loop = asyncio.new_event_loop()
loop.call_later(0.2, tick)
None
# --- weak finaliser of a tool in a cycle | weakref | expr:host.counter > 0 | post=gc
import weakref
class A: pass
a = A()
a.a = a
def later(): tick()
weakref.finalize(a, later)
a = None
# --- weak finaliser by a bound method of a library | weakref,gzip,functools | file:wg | post=gc
import weakref, gzip, functools
class A: pass
a = A()
a.a = a
weakref.finalize(a, functools.partial(gzip.open, canary_path('wg'), 'w'))
a = None
# --- weak finaliser at the end of the process | weakref | expr:err is None and __import__('weakref').finalize._registry and any(i.atexit and getattr(i.func, '__name__', '') != '_close' for i in __import__('weakref').finalize._registry.values())
import weakref
class A: pass
keep = A()
f = weakref.finalize(keep, print)
f.atexit = True
keep
# --- generators that nobody holds call a tool in the end |  | expr: host.counter > 0 | post=gc
def g():
    try: yield
    finally: tick()
held = [g() for i in range(3)]
_ = [next(x) for x in held]
held
