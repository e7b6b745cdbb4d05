# --- attribute error's object |  | leak
try:
    fetch_record()._conn.nothing
except Exception as e:
    x = e
getattr(x, 'obj').password
# --- attribute error's object by match |  | cap
try:
    len.nothing
except AttributeError as e:
    match e:
        case AttributeError(obj=o):
            x = o
x.__self__
# --- attribute error's object by attrgetter | operator | cap
import operator
try:
    print.nothing
except AttributeError as e:
    x = e
operator.attrgetter('obj')(x).__self__
# --- SystemExit in repr of the result |  | expr:False
class A:
    def __repr__(self): raise SystemExit(3)
A()
# --- SystemExit in str of the error |  | expr:False
class E(Exception):
    def __str__(self): raise SystemExit(3)
raise E()
# --- KeyboardInterrupt in repr of the error |  | expr:False
class E(Exception):
    def __repr__(self): raise KeyboardInterrupt
    __str__ = __repr__
raise E()
# --- exit in eq used by the host |  | expr:False | post=eq
class A:
    def __eq__(self, o): raise SystemExit
A()
# --- exit in bool used by the host |  | expr:False | post=bool
class A:
    def __bool__(self): raise KeyboardInterrupt
A()
# --- exit in del |  | expr:False | post=gc
class A:
    def __del__(self): raise SystemExit
a = A()
a.me = a
a
# --- exit in a generator's clean-up |  | expr:False | post=gc
def g():
    try:
        yield 1
    finally:
        raise SystemExit
x = g()
next(x)
x
# --- exit in deepcopy by the host |  | expr:False | post=deepcopy
class A:
    def __deepcopy__(self, memo): raise SystemExit
A()
# --- exit in pickling by the host |  | expr:False | post=pickle
class A:
    def __getstate__(self): raise KeyboardInterrupt
A()
# --- exit in a saved callback |  | expr:False | post=saved
def f(): raise SystemExit
save_callback(f)
# --- generator exit from a saved callback |  | expr:False | post=saved
def f(): raise GeneratorExit
save_callback(f)
# --- base exception class raised |  | expr:isinstance(err, BaseException) and not isinstance(err, Exception)
raise BaseException
# --- group of exits |  | expr:isinstance(err, BaseException) and not isinstance(err, Exception)
raise BaseExceptionGroup('x', [SystemExit(1), KeyboardInterrupt()])
# --- exit as the cause |  | expr:isinstance(err.__cause__, SystemExit) and not isinstance(err, Exception)
raise ValueError from SystemExit(1)
# --- exit in a class body |  | expr:isinstance(err, BaseException) and not isinstance(err, Exception)
class A:
    raise SystemExit
# --- exit in a metaclass |  | expr:isinstance(err, BaseException) and not isinstance(err, Exception)
class M(type):
    def __new__(m, *a): raise SystemExit
class A(metaclass=M): pass
# --- exit in set name |  | expr:isinstance(err, BaseException) and not isinstance(err, Exception)
class D:
    def __set_name__(self, o, n): raise KeyboardInterrupt
class A:
    d = D()
# --- exit in hash of a key |  | expr:isinstance(err, BaseException) and not isinstance(err, Exception)
class A:
    def __hash__(self): raise SystemExit
{A(): 1}
# --- exit in a decorator |  | expr:isinstance(err, BaseException) and not isinstance(err, Exception)
def d(f): raise SystemExit
@d
def f(): pass
# --- exit in a default |  | expr:isinstance(err, BaseException) and not isinstance(err, Exception)
def x(): raise GeneratorExit
def f(a=x()): pass
# --- exit in a context manager |  | expr:isinstance(err, BaseException) and not isinstance(err, Exception)
class C:
    def __enter__(self): return self
    def __exit__(self, *a): raise SystemExit
with C():
    pass
# --- exit in format |  | expr:isinstance(err, BaseException) and not isinstance(err, Exception)
class A:
    def __format__(self, s): raise SystemExit
f'{A()}'
# --- exit in a tool's callback |  | expr:isinstance(err, BaseException) and not isinstance(err, Exception)
def f(): raise SystemExit
call_me(f)
# --- exit in pandas apply | pandas | expr:isinstance(err, BaseException) and not isinstance(err, Exception)
import pandas as pd
def f(x): raise SystemExit
pd.Series([1]).apply(f)
# --- exit in numpy vectorize | numpy | expr:isinstance(err, BaseException) and not isinstance(err, Exception)
import numpy as np
def f(x): raise KeyboardInterrupt
np.vectorize(f)([1])
# --- exit in an awaited task | asyncio | expr:isinstance(err, BaseException) and not isinstance(err, Exception)
import asyncio
async def f(): raise SystemExit
asyncio.run(f())
# --- exit in print |  | expr:isinstance(err, BaseException) and not isinstance(err, Exception)
class A:
    def __str__(self): raise SystemExit
print(A())
# --- exit by the name |  | expr:isinstance(err, BaseException) and not isinstance(err, Exception)
exit(1)
# --- exit through sys | sys | expr:isinstance(err, BaseException) and not isinstance(err, Exception)
import sys
sys.exit(1)
# --- exit through os | os | expr:False
import os
os._exit
'still here'
# --- abort by signal | signal | expr:isinstance(err, BaseException) and not isinstance(err, Exception)
import signal
signal.raise_signal(signal.SIGINT)
# --- warning raised as an error class of the code | warnings | expr:isinstance(err, BaseException) and not isinstance(err, Exception)
import warnings
class W(SystemExit, Warning): pass
warnings.warn('x', W)
# --- exception with a lying class |  | expr:isinstance(err, BaseException) and not isinstance(err, Exception)
class E(BaseException):
    @property
    def __class__(self): return ValueError
raise E()
