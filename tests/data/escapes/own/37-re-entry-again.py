# --- a list that goes while its slice is set |  | expr:False
class E:
    def __init__(s, l): s.l = l
    def __iter__(s):
        yield from list(s.l)
        s.l.clear()
for i in range(50):
    l = [object() for i in range(1000)]
    l[::-1] = E(l)
# --- a list that goes while its slice is set: by its method |  | expr:False
class E:
    def __init__(s, l): s.l = l
    def __iter__(s):
        yield from list(s.l)
        s.l.clear()
class L(list): pass
for make in (list, L):
    for i in range(50):
        l = make(object() for i in range(1000))
        list(map(l.__setitem__, [slice(None, None, 2)], [E(l[::2])]))
# --- a list that goes while its slice is set: steps that say so late |  | expr:False
class Step:
    def __index__(s): return 2
class E(list):
    def __iter__(s):
        yield from s[:]
        l.clear()
for i in range(50):
    l = [object() for i in range(1000)]
    l[::Step()] = E(l[::2])
# --- contexts that change while they are compared | contextvars | expr:False
import contextvars
names = [contextvars.ContextVar(f"v{i}") for i in range(64)]
class E:
    __hash__ = None
    def __eq__(s, o):
        def change():
            for v in names: v.set([object() for _ in range(9)])
        for c in (one, two):
            try: c.run(change)
            except RuntimeError: pass
        return True
def fill():
    for v in names: v.set(E())
for i in range(20):
    one, two = contextvars.copy_context(), contextvars.copy_context()
    one.run(fill); two.run(fill)
    one == two, one != two
# --- contexts that change while they are compared: from inside | contextvars | expr:False
import contextvars
names = [contextvars.ContextVar(f"v{i}") for i in range(64)]
class E:
    __hash__ = None
    def __eq__(s, o):
        for v in names: v.set([object() for _ in range(9)])
        return True
def fill():
    for v in names: v.set(E())
for i in range(20):
    one, two = contextvars.copy_context(), contextvars.copy_context()
    one.run(fill); two.run(fill)
    one.run(lambda: one == two)
# --- an element changed while a slice of it is read | xml.etree.ElementTree | expr:False
import xml.etree.ElementTree as ET
class I:
    def __init__(s, v): s.v = v
    def __index__(s): e.clear(); return s.v
for read in (lambda: e[I(0):I(5)], lambda: e[I(3)], lambda: e[::I(2)]):
    for i in range(20):
        e = ET.Element("a")
        for _ in range(10): ET.SubElement(e, "b")
        try: read()
        except (RuntimeError, IndexError): pass
# --- an element changed while a slice of it is set | xml.etree.ElementTree | expr:False
import xml.etree.ElementTree as ET
class I:
    def __init__(s, v): s.v = v
    def __index__(s): e.clear(); return s.v
def put(key, value): e[key] = value
def take(key): del e[key]
for write in (lambda: put(slice(I(0), I(5)), [ET.Element("x")]), lambda: take(slice(I(0), I(8))), lambda: put(I(4), ET.Element("z")), lambda: take(I(4)), lambda: take(slice(None, None, I(2)))):
    for i in range(20):
        e = ET.Element("a")
        for _ in range(10): ET.SubElement(e, "b")
        try: write()
        except (RuntimeError, IndexError): pass
# --- an element changed by the new children of a slice | xml.etree.ElementTree | expr:False
import xml.etree.ElementTree as ET
class Children:
    def __iter__(s):
        e.clear()
        return iter([ET.Element("x")])
for i in range(20):
    e = ET.Element("a")
    for _ in range(10): ET.SubElement(e, "b")
    try: e[2:5] = Children()
    except RuntimeError: pass
# --- a future whose loop takes its callbacks away | asyncio | expr:False
import asyncio
class T:
    def __call__(self, f): pass
class L:
    def get_debug(self): return False
    def call_soon(self, *a, **k): pass
    def __getattribute__(self, name):
        global t
        if name == "call_soon":
            future.remove_done_callback(t)
            t = None
        return object.__getattribute__(self, name)
for i in range(50):
    t = T()
    future = asyncio.Future(loop=L())
    future.add_done_callback(t)
    future.add_done_callback(lambda f: None)
    future.set_result(1)
# --- a future whose loop takes its callbacks away: below a loop of asyncio | asyncio | expr:False
import asyncio
class L(asyncio.SelectorEventLoop):
    def call_soon(self, *a, **k):
        future.remove_done_callback(f)
        return super().call_soon(*a, **k)
def f(x): pass
loop = L()
for i in range(50):
    future = loop.create_future()
    for _ in range(9): future.add_done_callback(f)
    future.set_result(1)
# --- a future whose callbacks change while they are compared | asyncio | expr:False
import asyncio
class C:
    def __call__(self, f): pass
    def __eq__(self, other):
        try: future.cancel()
        except RuntimeError: pass
        return False
    __hash__ = None
async def main():
    global future
    for i in range(50):
        future = asyncio.get_running_loop().create_future()
        for _ in range(9): future.add_done_callback(C())
        future.remove_done_callback(C())
asyncio.run(main())
# --- a task with a loop of the code's own | asyncio | expr:False
import asyncio
class L:
    def get_debug(self): return False
    def call_soon(self, *a, **k): pass
async def f(): pass
c = f()
asyncio.Task(c, loop=L())
