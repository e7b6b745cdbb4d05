# --- the host's initialiser on an own object |  | leak
class Q: pass
q = Q()
type(fetch_record()).__init__(q, 1)
q._conn.password
# --- the host's initialiser on an own object, by keyword |  | leak
class Q: pass
q = Q()
type(fetch_record()).__init__(self=q, value=1)
q._conn.password
# --- the host's initialiser bound to an own object |  | leak
class Q:
    init = type(fetch_record()).__init__
q = Q()
q.init(1)
q._conn.password
# --- the host's initialiser on a namespace | types | leak
import types
n = types.SimpleNamespace()
type(fetch_record()).__init__(n, 1)
vars(n)["_conn"].password
# --- the host's initialiser on a function |  | leak
def f(): pass
type(fetch_record()).__init__(f, 1)
f._conn.password
# --- the host's initialiser by an own class that says yes | abc | leak
import abc
R = type(fetch_record())
class M(abc.ABCMeta):
    def __instancecheck__(cls, o): return True
class G(R, metaclass=M): pass
class P: pass
p = P()
G.__init__(p, 1)
p._conn.password
# --- a descriptor gets its setter later |  | leak
got = []
class Desc: pass
class G(type(fetch_record())):
    _conn = Desc()
Desc.__set__ = lambda s, i, v: got.append(v.password)
G(1)
got[0]
# --- a descriptor gets its setter while the class is made |  | leak
got = []
class SN:
    def __set_name__(s, o, n): type(s).__set__ = lambda a, b, c: got.append(c.password)
class G(type(fetch_record())):
    _conn = SN()
G(1)
got[0]
# --- a mixin gets a hook later |  | leak
got = []
class Mix: pass
class Mix2(Mix): pass
class Mix3(Mix2): pass
class G(Mix3, type(fetch_record())): pass
Mix.__setattr__ = lambda s, n, v: got.append(v)
G(1)
got[1].password
# --- a mixin gets a hook while the class is made |  | leak
got = []
class Mix:
    def __init_subclass__(cls):
        Mix.__setattr__ = lambda s, n, v: got.append(v)
class G(Mix, type(fetch_record())): pass
G(1)
got[1].password
# --- a metaclass that orders bases |  | leak
got = []
class E:
    def __setattr__(self, n, v): got.append(v)
R = type(fetch_record())
class M(type):
    def mro(cls): return [cls, E, R, object]
class G(R, metaclass=M): pass
G(1)
got[1].password
# --- a metaclass that orders bases later |  | leak
got = []
class E:
    def __setattr__(self, n, v): got.append(v)
R = type(fetch_record())
class M(type): pass
M.mro = lambda cls: [cls, E, R, object]
class G(R, metaclass=M): pass
G(1)
got[1].password
# --- a metaclass of the library called directly | abc | leak
import abc
got = []
abc.ABCMeta('X', (type(fetch_record()),), {'__setattr__': lambda s, n, v: got.append(v)})(1)
got[1].password
# --- the state of a class below the host's | copy | leak
import copy
got = []
class S(type(fetch_record())):
    def __setstate__(self, s): got.append(s)
copy.copy(S(1))
got[0]["_conn"].password
# --- a dataclass that names what the host keeps | dataclasses | leak
import dataclasses
@dataclasses.dataclass(init=False)
class H(type(fetch_record())):
    _conn: object = None
    def __init__(self): super().__init__(1)
dataclasses.asdict(H())["_conn"].password
# --- a dataclass made by hand that names what the host keeps | dataclasses | leak
import dataclasses
H = dataclasses.make_dataclass("H", [("_conn", object, None)], bases=(type(fetch_record()),), init=False)
dataclasses.asdict(H(1))["_conn"].password
# --- a metaclass that returns the host's class |  | expr: '__array_interface__' in vars(type(host.tools()['fetch_record']()))
R = type(fetch_record())
class M(type):
    def __new__(m, n, b, ns): return R
class E(metaclass=M): pass
# --- a metaclass that returns a class of the library | random | expr: '__reduce_ex__' in vars(mod('random').Random)
import random
class M(type):
    def __new__(m, n, b, ns): return random.Random
class E(metaclass=M): pass
# --- an initialiser of the library on a module, by a class that says yes | abc,json | expr: hasattr(mod('json'), 'data')
import collections, abc, json
class M(abc.ABCMeta):
    def __instancecheck__(cls, o): return True
class U(collections.UserDict, metaclass=M): pass
U.__init__(json, {}, a=1)
# --- members of a module by an enum | enum,json | expr: hasattr(mod('json'), 'Pwned')
import enum
class M(enum.EnumMeta):
    def go(cls, *a): return super()._convert_(*a)
class ES(enum.Enum, metaclass=M): pass
ES.go('Pwned', 'json', lambda n: n == 'codecs')
