# --- static members of a class below one of the host | inspect | leak
import inspect
class Below(type(fetch_record())): pass
dict(inspect.getmembers_static(fetch_record()))['_conn'].password
# --- static attribute of an object below a class of the host | inspect | leak
import inspect
class Below(type(fetch_record())): pass
inspect.getattr_static(fetch_record(), '_conn', None).password
# --- attributes of a class of the host, classified | inspect | expr:err is None
import inspect
[entry.object for entry in inspect.classify_class_attrs(type(fetch_record()))]
# --- slot of a class of the code as it is held | inspect | leak
import inspect
class A:
    __slots__ = ('_conn',)
inspect.getattr_static(A, '_conn').__get__(fetch_record()).password
# --- dict of an object by the descriptor of a class | inspect | leak
import inspect
class A: pass
held = {entry.name: entry.object for entry in inspect.classify_class_attrs(A)}
str(held['__dict__'].__get__(fetch_record()))
# --- how a function of the host reads its object | inspect | cap
import inspect
class A:
    f = staticmethod(tick)
inspect.getattr_static(A, 'f').__func__.__globals__
# --- memory told by a class of types.new_class | types,numpy | expr:err is None
import types, numpy
def body(namespace):
    namespace['__array_interface__'] = {'data': (id(body), False), 'shape': (4,), 'typestr': '<i8', 'version': 3}
numpy.asarray(types.new_class('A', (), {}, body)())
# --- namespace of types.new_class kept for later | types | expr:err is None
import types
kept = []
A = types.new_class('A', (), {}, kept.append)
kept[0]['__subclasshook__'] = 1
A.__subclasshook__ + 1
# --- class below one of the host by types.new_class | types | leak
import types
Host = type(fetch_record())
found = []
def body(namespace):
    namespace['__setattr__'] = lambda self, name, value: found.append(value)
types.new_class('A', (Host,), {}, body)()
str([getattr(value, 'password', None) for value in found])
# --- what a generator of the host waits for |  | cap
search.__call__.gi_yieldfrom
# --- frame of a generator by what it delegates to |  | cap
def inner(): yield 1
def outer(): yield from inner()
g = outer()
next(g)
g.gi_yieldfrom.gi_frame.f_globals
# --- how objects of a class are copied, by an alias in it |  | expr:err is None
class A:
    type Held = __reduce_ex__
A.Held.__value__
# --- method of a class of the host, by an alias in a class statement that gives that |  | expr:err is None
Host, kept = type(fetch_record()), []
def made(name, bases, namespace):
    kept.append(namespace)
    return Host
class A(metaclass=made):
    type Held = __init__
kept[0]['Held'].__value__
