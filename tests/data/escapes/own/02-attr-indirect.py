# --- partial of getattr | functools | leak
import functools
functools.partial(getattr, search)('_api_key')
# --- method type of getattr | types | leak
import types
types.MethodType(getattr, search)('_api_key')
# --- property around attrgetter | operator | leak
import operator
class A:
    _r = fetch_record()
    k = property(operator.attrgetter('_r._conn.password'))
A().k
# --- property around getattr on a host object |  | leak
class A:
    k = property(lambda self: getattr(fetch_record(), '_conn'))
A().k.password
# --- key of a sort | operator | leak
import operator
seen = []
sorted([fetch_record(), fetch_record()], key=lambda r: seen.append(getattr(r, '_' + 'conn').password) or 0)
seen
# --- methodcaller of a raw reader | operator | leak
import operator
operator.methodcaller('__getattribute__', '_conn')(fetch_record()).password
# --- object's own reader |  | leak
object.__getattribute__(fetch_record(), '_conn').password
# --- reader of a subclass of object |  | leak
class A:
    pass
A.__getattribute__(fetch_record(), '_conn').password
# --- subclass of the host's class reads what its base keeps |  | leak
class R(type(fetch_record())):
    def get(self):
        return self._conn.password
R(1).get()
# --- subclass of the host's class, by super |  | leak
class R(type(fetch_record())):
    def get(self):
        return super().__getattribute__('_conn').password
R(1).get()
# --- subclass of the host's class, by its dict |  | leak
class R(type(fetch_record())):
    def get(self):
        return [c.password for c in self.__dict__.values() if hasattr(c, 'password')]
R(1).get()
# --- subclass of the host's class with a setter of its own |  | leak
got = []
class R(type(fetch_record())):
    def __setattr__(self, name, value):
        got.append(value)
        object.__setattr__(self, name, value)
R(1)
[c.password for c in got if hasattr(c, 'password')]
# --- slots over the private name |  | leak
class R(type(fetch_record())):
    __slots__ = ('_conn',)
R(1)._conn.password
# --- property over the private name |  | leak
keep = {}
class R(type(fetch_record())):
    @property
    def _conn(self):
        return keep['c']
    @_conn.setter
    def _conn(self, value):
        keep['c'] = value
R(1)
keep['c'].password
# --- descriptor over the private name |  | leak
keep = []
class D:
    def __set__(self, obj, value):
        keep.append(value)
class R(type(fetch_record())):
    _conn = D()
R(1)
keep[0].password
# --- match of a private attribute in a nested pattern |  | leak
match [fetch_record()]:
    case [object(_conn=object(password=p))]:
        p
p
# --- match with lying match args |  | leak
class M(type):
    def __instancecheck__(cls, o):
        return True
class P(metaclass=M):
    __match_args__ = ('_conn',)
match fetch_record():
    case P(c):
        c.password
c.password
# --- name as a str subclass that lies |  | leak
class S(str):
    def __str__(self): return 'value'
    def __eq__(self, o): return o == 'value'
    def __hash__(self): return hash('value')
    def startswith(self, *a): return False
    def encode(self, *a): return b'value'
getattr(fetch_record(), S('_conn')).password
# --- name spelled with compatibility characters |  | leak
fetch_record()._ｃonn.password
# --- getattr with a compatibility name |  | leak
getattr(fetch_record(), '_ｃonn', None) or getattr(search, '_ａpi_key')
# --- vars, dir and dict of a record |  | leak
r = fetch_record()
[getattr(r, n) for n in dir(r)] + [vars(r)]
# --- reduce over a path | functools | leak
import functools
functools.reduce(getattr, ['_conn', 'password'], fetch_record())
# --- single dispatch on getattr | functools | leak
import functools
f = functools.singledispatch(getattr)
f(fetch_record(), '_conn').password
# --- cached property of getattr | functools | leak
import functools
class A:
    _conn = functools.cached_property(lambda s: functools.partial(getattr, fetch_record(), '_conn')())
A()._conn.password
# --- map, filter and starmap | itertools | leak
import itertools
list(itertools.starmap(getattr, [(fetch_record(), '_conn')]))[0].password
# --- attribute by iteration of zip |  | leak
[x.password for x in map(getattr, [fetch_record()] * 2, ['_conn', '_conn'])]
# --- memo of a deep copy | copy | leak
import copy
memo = {}
copy.deepcopy(fetch_record(), memo)
[v.password for v in memo.values() if hasattr(v, 'password')]
# --- memo of a deep copy, seen by a hook | copy | leak
import copy
seen = []
class H:
    def __deepcopy__(self, memo):
        seen.append(list(memo.values()))
        return self
copy.deepcopy([fetch_record(), H()])
[v.password for vs in seen for v in vs if hasattr(v, 'password')]
# --- memo of a deep copy, its list of originals | copy | leak
import copy
memo = {}
copy.deepcopy([fetch_record()], memo)
[x.password for v in memo.values() if isinstance(v, list) for x in v if hasattr(x, 'password')]
# --- pickle of a record | pickle | leak
import pickle
pickle.dumps(fetch_record())
# --- pickle of a record in protocol 0 | pickle | leak
import pickle
pickle.dumps([fetch_record()], 0)
# --- dataclass helpers on a record | dataclasses | leak
import dataclasses
@dataclasses.dataclass
class A:
    x: object
dataclasses.asdict(A(fetch_record()))['x']._conn.password
# --- json with vars | json | leak
import json
json.dumps(fetch_record(), default=vars)
# --- state of a record |  | leak
fetch_record().__getstate__()
# --- reduce of a record |  | leak
fetch_record().__reduce_ex__(2)
# --- sizes and doc of the host function's closure |  | leak
[c.cell_contents for c in tick.__closure__]
# --- dict of a class through type |  | leak
type.__getattribute__(type(fetch_record()), '__init__').__globals__['HOST_SECRET']
# --- simple namespace of a record | types | leak
import types
types.SimpleNamespace(**vars(fetch_record()))
# --- inspect on a record | inspect | leak
import inspect
inspect.getmembers(fetch_record())
# --- inspect of a function's closure | inspect | leak
import inspect
inspect.getclosurevars(tick)
# --- source of the host | inspect | expr:'HOST_SECRET' in str(out)
import inspect
inspect.getsource(type(fetch_record()))
# --- bound method's parts | operator | leak
import operator
operator.attrgetter('double.__self__._conn.password')(fetch_record())
# --- walrus and subscript |  | leak
(r := fetch_record(), r._conn.password)[1]
# --- decorator expression |  | leak
got = []
@(got.append or 0)
def f(): pass
@(lambda fn: fetch_record()._conn)
def g(): pass
g.password
# --- annotation |  | leak
x: fetch_record()._conn.password = 1
def f(a: fetch_record()._conn.password): pass
f.__annotations__
# --- default of a keyword |  | leak
def f(*, a=fetch_record()._conn.password): return a
f()
# --- class keyword |  | leak
class A:
    def __init_subclass__(cls, k=None): cls.k = k
class B(A, k=fetch_record()._conn.password): pass
B.k
# --- comprehension's condition |  | leak
[p for r in [fetch_record()] if (p := r._conn.password)]
# --- augmented assignment's read |  | leak
got = []
class R:
    def __radd__(self, o): got.append(o); return o
r = fetch_record()
try:
    r._conn += R()
except Exception:
    pass
[g.password for g in got]
# --- with item's attribute |  | leak
class C:
    def __init__(self, v): self.v = v
    def __enter__(self): return self.v
    def __exit__(self, *a): return True
with C(fetch_record()._conn) as c:
    c.password
c.password
# --- set name hook |  | leak
class D:
    def __set_name__(self, owner, name): self.got = fetch_record()._conn.password
class A:
    d = D()
A.__dict__ if False else A.d.got
# --- getattr default hides nothing |  | leak
getattr(fetch_record(), '_conn', fetch_record()._conn).password
# --- hasattr then slot wrapper |  | leak
hasattr(fetch_record(), '_conn') and type(fetch_record()).__dict__
# --- weak reference and its call | weakref | leak
import weakref
r = fetch_record()
weakref.ref(r)()._conn.password
# --- weak method's function | weakref | leak
import weakref
r = fetch_record()
weakref.WeakMethod(r.double)().__func__.__globals__['HOST_SECRET']
# --- proxy | weakref | leak
import weakref
r = fetch_record()
weakref.proxy(r)._conn.password
