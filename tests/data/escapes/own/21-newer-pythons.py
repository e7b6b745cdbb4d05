# --- name of the host in a text | typing | leak
import typing
class A:
    x: 'HOST_SECRET'
A.__module__ = 'fxhost'
typing.get_type_hints(A)
# --- name of the host in a text of a method | typing | leak
import typing
class A:
    def f(self, x: 'HOST_SECRET'): pass
A.__module__ = A.f.__module__ = 'fxhost'
typing.get_type_hints(A.f), typing.get_type_hints(A)
# --- name of the host in a text inside | typing | leak
import typing
class A:
    x: typing.Optional['HOST_SECRET']
A.__module__ = 'fxhost'
typing.get_type_hints(A)
# --- name of the host in a typed dict | typing | leak
import typing
class A(typing.TypedDict):
    x: 'HOST_SECRET'
A.__module__ = 'fxhost'
typing.get_type_hints(A)
# --- text evaluated by itself | typing | leak
import typing
class A: pass
A.__module__ = 'fxhost'
typing.List['HOST_SECRET'].__args__[0].evaluate(owner=A)
# --- text evaluated by a function | typing | leak
import typing
class A: pass
A.__module__ = 'fxhost'
typing.evaluate_forward_ref(typing.List['HOST_SECRET'].__args__[0], owner=A)
# --- text evaluated for another class | annotationlib | leak
import annotationlib
annotationlib.ForwardRef('HOST_SECRET', module='fxhost').evaluate()
# --- name that is not there evaluated | dataclasses | leak
import dataclasses
@dataclasses.dataclass
class A:
    x: HOST_SECRET
A.__module__ = 'fxhost'
dataclasses.fields(A)[0].type.evaluate()
# --- texts evaluated by inspect | inspect | leak
import inspect
class A:
    x: 'HOST_SECRET'
A.__module__ = 'fxhost'
inspect.get_annotations(A, eval_str=True)
# --- texts evaluated by annotationlib | annotationlib | leak
import annotationlib
class A:
    x: 'HOST_SECRET'
A.__module__ = 'fxhost'
annotationlib.get_annotations(A, eval_str=True)
# --- annotations that are code | dataclasses | leak
import dataclasses
class A:
    x: int
A.__annotations__["y=__import__('fxhost').HOST_SECRET"] = int
repr(dataclasses.dataclass(A)())
# --- annotations made by a function of the code | dataclasses | leak
import dataclasses
class A:
    __annotate_func__ = lambda format: {"y: int=__import__('fxhost').HOST_SECRET, z": int}
repr(dataclasses.dataclass(A)(z=1))
# --- annotations made by a function that is set | dataclasses | leak
import dataclasses
class A: pass
A.__annotate__ = lambda format: {"y: int=__import__('fxhost').HOST_SECRET, z": int}
repr(dataclasses.dataclass(A)(z=1))
# --- annotations made by a metaclass | dataclasses | leak
import dataclasses
class M(type):
    def __new__(metacls, name, bases, namespace):
        namespace["__annotate_func__"] = lambda format: {"y: int=__import__('fxhost').HOST_SECRET, z": int}
        return super().__new__(metacls, name, bases, namespace)
class A(metaclass=M): pass
repr(dataclasses.dataclass(A)(z=1))
# --- annotations that were evaluated before | dataclasses | leak
import dataclasses
A = type('A', (), {"__annotations_cache__": {"y: int=__import__('fxhost').HOST_SECRET, z": int}})
repr(dataclasses.dataclass(A)(z=1))
# --- another interpreter | _interpreters | expr:err is None
import _interpreters
_interpreters.create()
# --- another interpreter of old | _xxsubinterpreters | expr:err is None
import _xxsubinterpreters
_xxsubinterpreters.create()
# --- another interpreter in a pool | concurrent.futures,concurrent.futures.* | expr:err is None
from concurrent.futures import InterpreterPoolExecutor
with InterpreterPoolExecutor(1) as pool:
    pool.submit(len, 'ab').result()
# --- another interpreter by its own module | concurrent.interpreters | expr:err is None
from concurrent import interpreters
interpreters.create()
# --- zstandard file | compression.zstd | file:z.zst
from compression import zstd
zstd.open(canary_path('z.zst'), 'wb').write(b'x')
# --- zstandard file by its class | compression.zstd | file:z.zst
from compression import zstd
zstd.ZstdFile(canary_path('z.zst'), 'wb').write(b'x')
# --- gzip by its new name | compression.gzip | leak
from compression import gzip
gzip.open(canary_path('secret.txt')).fileobj.read()
# --- call graph of tasks | asyncio | cap
import asyncio
async def f():
    return asyncio.capture_call_graph().call_stack[0].frame
asyncio.run(f())
# --- tasks of a process | asyncio,asyncio.tools | expr:err is None
import asyncio.tools
asyncio.tools.get_all_awaited_by(1)
# --- memory of a process | _remote_debugging | expr:err is None
import _remote_debugging
_remote_debugging.RemoteUnwinder
# --- event loop by the policy of old | asyncio | expr:err is None
import asyncio
asyncio.get_event_loop_policy().set_event_loop(None)
# --- annotations that change while they are read | dataclasses | leak
import dataclasses
class D:
    def __get__(self, instance, owner):
        found = A.__annotations__
        if found.pop('w', None):
            found["x,{}[__import__('fxhost').HOST_SECRET]"] = int
        return 1
class A:
    x: int = D()
    w: int = 2
dataclasses.dataclass(init=False, repr=False)(A)
A() == A()
# --- annotations that change while they are evaluated | dataclasses | leak
import dataclasses
def other():
    A.__annotations__ = {"x,{}[__import__('fxhost').HOST_SECRET]": int}
    return int
class A:
    x: other()
    w: Missing
dataclasses.dataclass(init=False, repr=False)(A)
A.x = 1
A() == A()
