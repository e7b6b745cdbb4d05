# What classes of the code tell of themselves.
# --- subclasses of object by an own class |  | cap
class A: pass
A.__mro__[-1].__subclasses__()
# --- subclasses of object by bases |  | cap
class A: pass
A.__bases__[0].__subclasses__()
# --- subclasses of object by mro() |  | cap
class A: pass
A.mro()[-1].__subclasses__()
# --- type by the lineage of an own metaclass |  | expr:any(c is type for c in out)
class M(type): pass
M.__mro__
# --- type by the base of an own metaclass |  | expr:out is type
class M(type): pass
M.__base__
# --- subclasses of type by an own metaclass |  | cap
class M(type): pass
M.__base__.__subclasses__(M.__base__)
# --- the raw getter of a dict by a namespace |  | expr:hasattr(out, '__objclass__')
class A: pass
A.__dict__['__dict__']
# --- the dict of a tool by the getter of an own class |  | leak
class A: pass
A.__dict__['__dict__'].__get__(search)
# --- the raw slot of an own class | types | expr:hasattr(out, '__objclass__')
class A: __slots__ = ('x',)
A.__dict__['x']
# --- function of a tool's method |  | cap
search.forward.__func__.__globals__
# --- the object behind a tool's method |  | leak
search.forward.__self__._api_key
# --- code by the function of an own method |  | cap
class A:
    def f(self): pass
A().f.__func__.__code__
# --- globals by the function of an own method |  | cap
class A:
    def f(self): pass
A().f.__func__.__globals__
# --- namespace of object |  | cap
object.__dict__['__class__']
# --- reduce by the namespace of object |  | cap
object.__dict__['__reduce_ex__']([], 2)
# --- subclass hook by the namespace of object |  | cap
object.__dict__['__subclasshook__']
# --- memory interface by a namespace |  | expr:'__array_interface__' in out
class A: pass
sorted(A.__dict__)
# --- a namespace is not to be written |  | expr:out == 5
class A: x = 1
try:
    A.__dict__ |= {'x': 5}
except Exception:
    pass
A.x
# --- what is behind a view | gc,types | expr:any(isinstance(x, dict) and '__module__' in x and x.get('__array_interface__') for x in out)
import gc
class A: pass
gc.get_referents(A.__dict__)
# --- bases of a class below a tool |  | leak
class T(type(search)): pass
T.__mro__[1].__init__
# --- base of a class of the code below a host's |  | cap
class B(type(fetch_record())): pass
B.__base__.__dict__
# --- methods of a library by its lineage | collections | cap
import collections
class D(collections.UserDict): pass
D.__mro__[1].__init__.__globals__
