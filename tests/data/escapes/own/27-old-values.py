# --- class value: read at set | weakref | expr:False
import weakref
class Obj:
    def go(self): return 1
class C: pass
class S(C): pass
def use(): return C.x
C.x = Obj()
for i in range(20): use(), S.x, getattr(C, 'x')
out = []
r = weakref.ref(C.x, lambda r: out.append(use()))
C.x = None
out
# --- class value: finaliser, read at set |  | expr:False
class Obj:
    def __del__(self): out.append(use())
    def go(self): return 1
class C: pass
class S(C): pass
def use(): return C.x
C.x = Obj()
for i in range(20): use(), S.x, getattr(C, 'x')
out = []
C.x = None
out
# --- class value: read below at delete | weakref | expr:False
import weakref
class Obj:
    def go(self): return 1
class C: pass
class S(C): pass
def use(): return C.x
C.x = Obj()
for i in range(20): use(), S.x, getattr(C, 'x')
out = []
r = weakref.ref(C.x, lambda r: out.append(S.x))
del C.x
out
# --- class value: finaliser, read below at delete |  | expr:False
class Obj:
    def __del__(self): out.append(S.x)
    def go(self): return 1
class C: pass
class S(C): pass
def use(): return C.x
C.x = Obj()
for i in range(20): use(), S.x, getattr(C, 'x')
out = []
del C.x
out
# --- class value: getattr at setattr | weakref | expr:False
import weakref
class Obj:
    def go(self): return 1
class C: pass
class S(C): pass
def use(): return C.x
C.x = Obj()
for i in range(20): use(), S.x, getattr(C, 'x')
out = []
r = weakref.ref(C.x, lambda r: out.append(getattr(C, 'x')))
setattr(C, 'x', 1)
out
# --- class value: finaliser, getattr at setattr |  | expr:False
class Obj:
    def __del__(self): out.append(getattr(C, 'x'))
    def go(self): return 1
class C: pass
class S(C): pass
def use(): return C.x
C.x = Obj()
for i in range(20): use(), S.x, getattr(C, 'x')
out = []
setattr(C, 'x', 1)
out
# --- class value: call at type | weakref | expr:False
import weakref
class Obj:
    def go(self): return 1
class C: pass
class S(C): pass
def use(): return C.x
C.x = Obj()
for i in range(20): use(), S.x, getattr(C, 'x')
out = []
r = weakref.ref(C.x, lambda r: out.append(C.x.go()))
type.__setattr__(C, 'x', 1)
out
# --- class value: finaliser, call at type |  | expr:False
class Obj:
    def __del__(self): out.append(C.x.go())
    def go(self): return 1
class C: pass
class S(C): pass
def use(): return C.x
C.x = Obj()
for i in range(20): use(), S.x, getattr(C, 'x')
out = []
type.__setattr__(C, 'x', 1)
out
# --- class value: of an instance at text of another kind | weakref | expr:False
import weakref
class Obj:
    def go(self): return 1
class C: pass
class S(C): pass
def use(): return C.x
C.x = Obj()
for i in range(20): use(), S.x, getattr(C, 'x')
out = []
r = weakref.ref(C.x, lambda r: out.append(C().x))
class N(str): pass
setattr(C, N('x'), 1)
out
# --- class value: finaliser, of an instance at text of another kind |  | expr:False
class Obj:
    def __del__(self): out.append(C().x)
    def go(self): return 1
class C: pass
class S(C): pass
def use(): return C.x
C.x = Obj()
for i in range(20): use(), S.x, getattr(C, 'x')
out = []
class N(str): pass
setattr(C, N('x'), 1)
out
# --- class value: below an instance at delattr | weakref | expr:False
import weakref
class Obj:
    def go(self): return 1
class C: pass
class S(C): pass
def use(): return C.x
C.x = Obj()
for i in range(20): use(), S.x, getattr(C, 'x')
out = []
r = weakref.ref(C.x, lambda r: out.append(S().x))
delattr(C, 'x')
out
# --- class value: finaliser, below an instance at delattr |  | expr:False
class Obj:
    def __del__(self): out.append(S().x)
    def go(self): return 1
class C: pass
class S(C): pass
def use(): return C.x
C.x = Obj()
for i in range(20): use(), S.x, getattr(C, 'x')
out = []
delattr(C, 'x')
out
# --- class value: bound at set | weakref | expr:False
import weakref
class Obj:
    def go(self): return 1
class C: pass
class S(C): pass
def use(): return C.x
C.x = Obj()
for i in range(20): use(), S.x, getattr(C, 'x')
out = []
r = weakref.ref(C.x, lambda r: out.append(S().x.go()))
C.x = None
out
# --- class value: finaliser, bound at set |  | expr:False
class Obj:
    def __del__(self): out.append(S().x.go())
    def go(self): return 1
class C: pass
class S(C): pass
def use(): return C.x
C.x = Obj()
for i in range(20): use(), S.x, getattr(C, 'x')
out = []
C.x = None
out
# --- class value: print at delete | weakref | expr:False
import weakref
class Obj:
    def go(self): return 1
class C: pass
class S(C): pass
def use(): return C.x
C.x = Obj()
for i in range(20): use(), S.x, getattr(C, 'x')
out = []
r = weakref.ref(C.x, lambda r: out.append(print(C.x)))
del C.x
out
# --- class value: finaliser, print at delete |  | expr:False
class Obj:
    def __del__(self): out.append(print(C.x))
    def go(self): return 1
class C: pass
class S(C): pass
def use(): return C.x
C.x = Obj()
for i in range(20): use(), S.x, getattr(C, 'x')
out = []
del C.x
out
# --- class value: class with a metaclass | weakref | expr:False
import weakref
class Obj:
    def go(self): return 1
class M(type): pass
class C(metaclass=M): pass
class S(C): pass
def use(): return C.x
C.x = Obj()
for i in range(20): use(), S.x, getattr(C, 'x')
out = []
r = weakref.ref(C.x, lambda r: out.append(C.x))
C.x = None
out
# --- class value: class with a metaclass that writes | weakref | expr:False
import weakref
class Obj:
    def go(self): return 1
class M(type):
    def __setattr__(self, n, v): super().__setattr__(n, v)
class C(metaclass=M): pass
class S(C): pass
def use(): return C.x
C.x = Obj()
for i in range(20): use(), S.x, getattr(C, 'x')
out = []
r = weakref.ref(C.x, lambda r: out.append(C.x))
C.x = None
out
# --- class value: annotations | weakref | expr:False
import weakref
class Obj:
    def go(self): return 1
class C: pass
class S(C): pass
def use(): return C.x
C.x = Obj()
for i in range(20): use(), S.x, getattr(C, 'x')
out = []
class A(dict): pass
C.__annotations__ = A()
r = weakref.ref(C.__annotations__, lambda r: out.append(C.__annotations__))
C.__annotations__ = {}
out
# --- generator: loop while it is resumed |  | expr:False
def gen():
    try:
        for q in range(3): x = yield q
    finally: log.append('finally')
log = []
class D:
    def __del__(self):
        try: log.append([v for v in g])
        except BaseException as e: log.append(str(e))
g = gen()
next(g)
g.send(D())
for v in g: log.append(v)
log
# --- generator: next while it is resumed |  | expr:False
def gen():
    try:
        for q in range(3): x = yield q
    finally: log.append('finally')
log = []
class D:
    def __del__(self):
        try: log.append(next(g))
        except BaseException as e: log.append(str(e))
g = gen()
next(g)
g.send(D())
for v in g: log.append(v)
log
# --- generator: send while it is resumed |  | expr:False
def gen():
    try:
        for q in range(3): x = yield q
    finally: log.append('finally')
log = []
class D:
    def __del__(self):
        try: log.append(g.send(1))
        except BaseException as e: log.append(str(e))
g = gen()
next(g)
g.send(D())
for v in g: log.append(v)
log
# --- generator: throw while it is resumed |  | expr:False
def gen():
    try:
        for q in range(3): x = yield q
    finally: log.append('finally')
log = []
class D:
    def __del__(self):
        try: log.append(g.throw(ValueError('x')))
        except BaseException as e: log.append(str(e))
g = gen()
next(g)
g.send(D())
for v in g: log.append(v)
log
# --- generator: close while it is resumed |  | expr:False
def gen():
    try:
        for q in range(3): x = yield q
    finally: log.append('finally')
log = []
class D:
    def __del__(self):
        try: log.append(g.close())
        except BaseException as e: log.append(str(e))
g = gen()
next(g)
g.send(D())
for v in g: log.append(v)
log
# --- generator: list while it is resumed |  | expr:False
def gen():
    try:
        for q in range(3): x = yield q
    finally: log.append('finally')
log = []
class D:
    def __del__(self):
        try: log.append(list(g))
        except BaseException as e: log.append(str(e))
g = gen()
next(g)
g.send(D())
for v in g: log.append(v)
log
# --- generator: end of the last reference while it is resumed |  | expr:False
def forget():
    global g
    g = None

def gen():
    try:
        for q in range(3): x = yield q
    finally: log.append('finally')
log = []
class D:
    def __del__(self):
        try: log.append(forget())
        except BaseException as e: log.append(str(e))
g = gen()
next(g)
g.send(D())
for v in g: log.append(v)
log
# --- generator: sum while it is resumed |  | expr:False
def gen():
    try:
        for q in range(3): x = yield q
    finally: log.append('finally')
log = []
class D:
    def __del__(self):
        try: log.append(sum(g))
        except BaseException as e: log.append(str(e))
g = gen()
next(g)
g.send(D())
for v in g: log.append(v)
log
# --- generator: unpack while it is resumed |  | expr:False
def gen():
    try:
        for q in range(3): x = yield q
    finally: log.append('finally')
log = []
class D:
    def __del__(self):
        try: log.append([*g])
        except BaseException as e: log.append(str(e))
g = gen()
next(g)
g.send(D())
for v in g: log.append(v)
log
# --- generator: delegated while it is resumed |  | expr:False
def outer(): yield from g

def gen():
    try:
        for q in range(3): x = yield q
    finally: log.append('finally')
log = []
class D:
    def __del__(self):
        try: log.append(list(outer()))
        except BaseException as e: log.append(str(e))
g = gen()
next(g)
g.send(D())
for v in g: log.append(v)
log
