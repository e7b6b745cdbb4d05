# imports: pickle, io, copy, enum, dataclasses, typing, abc
import pickle, io, copy, enum, dataclasses, collections, typing, abc
class A:
    def __init__(self,x,y=None): self.x=x; self.y=y
    def __eq__(self,o): return type(o) is A and (self.x,self.y)==(o.x,o.y)
    class Inner:
        v=3
        def __repr__(self): return 'Inner'
class S:
    __slots__=('a','b')
    def __init__(self,a,b): self.a=a; self.b=b
class G:
    def __init__(self): self.cache={}; self.n=5; self.lock=lambda: 1
    def __getstate__(self):
        d=self.__dict__.copy(); del d['lock']; return d
    def __setstate__(self,d):
        self.__dict__.update(d); self.lock=lambda: 2
class C(enum.Enum):
    RED=1; BLUE='b'
class F(enum.Flag):
    X=1; Y=2
class I(enum.IntEnum):
    ONE=1
@dataclasses.dataclass
class P:
    x:int; y:list=dataclasses.field(default_factory=list)
@dataclasses.dataclass(frozen=True)
class FP:
    x:int
@dataclasses.dataclass(frozen=True,slots=True)
class FS:
    x:int; y:str='q'
N=collections.namedtuple('N','a b')
class T(typing.NamedTuple):
    a:int; b:str='z'
class L(list):
    def __init__(self,*a): super().__init__(*a); self.tag='t'
class D(dict):
    pass
class OD(collections.OrderedDict): pass
class E(Exception):
    def __init__(self,msg,code=0): super().__init__(msg,code); self.code=code
class Base(abc.ABC):
    @abc.abstractmethod
    def f(self): ...
class Impl(Base):
    def f(self): return 7
class K:
    def __new__(cls,a,b): o=super().__new__(cls); o.ab=(a,b); return o
    def __getnewargs__(self): return self.ab
class KX:
    def __new__(cls,*,a): o=super().__new__(cls); o.a=a; return o
    def __getnewargs_ex__(self): return (),{'a':self.a}
    def __getstate__(self): return None
def func(n): return n+1
Tv=typing.TypeVar('Tv')
class Gen(typing.Generic[Tv]):
    def __init__(self,v): self.v=v
def show(label,f):
    try: print(label,f())
    except Exception as e: print(label, isinstance(e, (AttributeError, pickle.PicklingError)), type(e).__name__ == "PicklingError" or "local" in str(e) or label)
rt=lambda v,p=None: pickle.loads(pickle.dumps(v,p))
a=A(1,[A(2)]); a.y.append(a.y[0])
print(len(pickle.dumps(a)))
for p in (2,3,4,5): print(len(pickle.dumps(a,p)), pickle.dumps(A(1),p))
b=rt(a); print(b.x,b.y[0].x,b.y[0] is b.y[1],type(b) is A, b is a, A(1)==rt(A(1)))
s=rt(S(1,{'q':[1]})); print(s.a,s.b)
g=rt(G()); print(g.n,g.lock(),g.cache)
print(rt(C.RED) is C.RED, rt([C.BLUE,F.X|F.Y,I.ONE]), rt({C.RED:1}))
print(rt(P(1,[2,3])),rt(FP(3)),rt(FS(1)),hash(rt(FS(1)))==hash(FS(1)))
print(rt(N(1,2)),rt(T(1)),type(rt(T(1))) is T)
l=L([1,2]); l2=rt(l); print(l2,l2.tag,type(l2) is L)
d=D(a=1); d.z=5; d2=rt(d); print(d2,d2.z, rt(OD(a=1,b=2)))
e=rt(E('boom',3)); print(repr(e),e.code,e.args)
print(rt(Impl()).f(),rt(K(1,2)).ab,rt(KX(a=4)).a,rt(Gen(5)).v)
print(rt(func)(3), rt(A) is A, rt(A.Inner()), rt(A.Inner) is A.Inner, rt([A,1]), rt([func])[0] is func)
x=A(1); x.y=x; y=rt(x); print(y.y is y)
show('lambda',lambda: pickle.dumps(lambda: 0))
def mk():
    class Loc: pass
    def inner(): pass
    return Loc,inner
Loc,inner=mk()
show('local',lambda: pickle.dumps(Loc()))
show('inner',lambda: pickle.dumps(inner))
h=A(1); h.y=lambda: 3
show('attr',lambda: pickle.dumps(h))
OldA=A
class A: pass
show('redef',lambda: pickle.dumps(OldA(1)))
del OldA
data=pickle.dumps(P(5))
f=io.BytesIO(); pickle.dump(P(1),f); pickle.dump([1],f); pickle.dump(C.RED,f); f.seek(0)
print(pickle.load(f),pickle.load(f),pickle.load(f))
del P
show('gone',lambda: pickle.loads(data))
class Singleton:
    _i=None
    def __new__(cls):
        if cls._i is None: cls._i=super().__new__(cls)
        return cls._i
print(rt(Singleton()) is Singleton())
class Prop:
    def __init__(self): self._v=1
    @property
    def v(self): return self._v
    def __setattr__(self,n,v):
        print('set',n); object.__setattr__(self,n,v)
print(rt(Prop()).v)
print(copy.deepcopy(x).y is not x)


class Place:
    def __init__(self, x): self.x = x
    def __hash__(self): return hash(self.x)
    def __eq__(self, other): return self.x == other.x
    def __repr__(self): return f"Place({self.x})"


for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
    print(pickle.loads(pickle.dumps([{Place(1)}, frozenset([Place(2)]), {Place(3): [Place(4)]}, ..., NotImplemented, None], protocol)))
class Named:
    @staticmethod
    def of(): return 1
    class Inner:
        @staticmethod
        def deep(x): return x * 2
print(pickle.loads(pickle.dumps(Named.of)) is Named.of, pickle.loads(pickle.dumps([Named.Inner.deep]))[0](4))
class Weight(float,enum.Enum):
    LIGHT=1.5; HEAVY=20
class Name(str,enum.Enum):
    FIRST='f'
class Perm(enum.IntFlag):
    R=4; W=2
for member in (C.RED,F.X,I.ONE,Weight.HEAVY,Name.FIRST,Perm.R):
    print([pickle.loads(pickle.dumps(member,protocol)) is member for protocol in range(6)],copy.copy(member) is member,copy.deepcopy(member) is member)
print([pickle.loads(pickle.dumps(Perm.R|Perm.W,protocol)) == Perm(6) for protocol in range(6)])
