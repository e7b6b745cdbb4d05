# --- raw memory by a class dict | numpy | expr:err is None and isinstance(out, list)
import numpy as np
A = type('A', (), {'__array_interface__': {'data': (id([]), False), 'shape': (4,), 'typestr': '<u8', 'version': 3}})
np.asarray(A()).tolist()
# --- raw memory by a simple namespace | numpy,types | expr:err is None and 'array' in str(type(out)) or isinstance(out, list)
import types
import numpy as np
x = types.SimpleNamespace(**{'__array_interface__': {'data': (id(x := []), False), 'shape': (4,), 'typestr': '<u8', 'version': 3}})
np.asarray(x).tolist() + []
# --- raw memory by an argparse namespace | numpy,argparse | expr:isinstance(out, list)
import argparse
import numpy as np
n = argparse.Namespace(**{'__array_interface__': {'data': (id([]), False), 'shape': (4,), 'typestr': '<u8', 'version': 3}})
np.asarray(n).tolist() + []
# --- raw memory by parsed defaults | numpy,argparse | expr:isinstance(out, list)
import argparse
import numpy as np
p = argparse.ArgumentParser()
p.set_defaults(**{'__array_interface__': {'data': (id([]), False), 'shape': (4,), 'typestr': '<u8', 'version': 3}})
np.asarray(p.parse_args([])).tolist() + []
# --- raw memory by a syntax node | numpy,ast | expr:isinstance(out, list)
import ast
import numpy as np
n = ast.Constant(value=1, **{'__array_interface__': {'data': (id([]), False), 'shape': (4,), 'typestr': '<u8', 'version': 3}})
np.asarray(n).tolist() + []
# --- raw memory by a mock | numpy,unittest.mock | expr:isinstance(out, list)
from unittest.mock import Mock
import numpy as np
n = Mock(**{'__array_interface__': {'data': (id([]), False), 'shape': (4,), 'typestr': '<u8', 'version': 3}})
np.asarray(n).tolist() + []
# --- raw memory by make_dataclass | numpy,dataclasses | expr:isinstance(out, list)
import dataclasses
import numpy as np
A = dataclasses.make_dataclass('A', ['a'], namespace={'__array_interface__': {'data': (id([]), False), 'shape': (4,), 'typestr': '<u8', 'version': 3}})
np.asarray(A(1)).tolist() + []
# --- raw memory by an Enum | numpy,enum | expr:isinstance(out, list)
import enum
import numpy as np
A = enum.Enum('A', {'__array_interface__': {'data': (id([]), False), 'shape': (4,), 'typestr': '<u8', 'version': 3}, 'B': 1})
np.asarray(A.B).tolist() + []
# --- raw memory by getattr hook | numpy | expr:isinstance(out, list)
import numpy as np
class A:
    def __getattr__(self, n):
        if n == '__array_interface__':
            return {'data': (id([]), False), 'shape': (4,), 'typestr': '<u8', 'version': 3}
        raise AttributeError(n)
np.asarray(A()).tolist() + []
# --- raw memory by an instance dict | numpy | expr:isinstance(out, list)
import numpy as np
class A: pass
a = A()
a.__dict__['__array_interface__'] = {'data': (id([]), False), 'shape': (4,), 'typestr': '<u8', 'version': 3}
np.asarray(a).tolist() + []
# --- raw memory by an exception's dict | numpy | expr:isinstance(out, list)
import numpy as np
class E(Exception): pass
e = E()
vars(e)['__array_interface__'] = {'data': (id([]), False), 'shape': (4,), 'typestr': '<u8', 'version': 3}
np.asarray(e).tolist() + []
# --- raw memory by a function's dict | numpy | expr:isinstance(out, list)
import numpy as np
def f(): pass
f.__dict__['__array_interface__'] = {'data': (id([]), False), 'shape': (4,), 'typestr': '<u8', 'version': 3}
np.asarray(f).tolist() + []
# --- raw memory by a metaclass | numpy | expr:isinstance(out, list)
import numpy as np
class M(type):
    @property
    def __array_interface__(cls): return {'data': (id([]), False), 'shape': (4,), 'typestr': '<u8', 'version': 3}
class A(metaclass=M): pass
np.asarray(A).tolist() + []
# --- raw memory through the interchange protocol | pandas.* | expr:isinstance(out, list)
import pandas as pd
class Buf:
    ptr = id([]); bufsize = 32
class Col:
    dtype = (1, 64, 'L', '='); offset = 0; null_count = 0; describe_null = (0, None); num_chunks = lambda s: 1
    def size(self): return 4
    def get_buffers(self): return {'data': (Buf(), (1, 64, 'L', '=')), 'validity': None, 'offsets': None}
    def get_chunks(self, n=None): return [self]
class DF:
    def __dataframe__(self, nan_as_null=False, allow_copy=True): return self
    def get_chunks(self, n=None): return [self]
    def column_names(self): return ['a']
    def num_columns(self): return 1
    def get_column_by_name(self, n): return Col()
    def num_chunks(self): return 1
    def num_rows(self): return 4
pd.api.interchange.from_dataframe(DF())['a'].tolist() + []
# --- dtype's state by a copy's reduce | numpy,copy | expr:err is None and out is not None
import copy
import numpy as np
class X:
    def __reduce_ex__(self, p):
        return np.dtype, ('V8',), (3, '|', None, ('x',), {'x': (np.dtype('O'), 0)}, 8, 1, 0)
copy.copy(X())
# --- array's state by a copy's reduce | numpy,copy | expr:err is None and out is not None
import copy
import numpy as np
class X:
    def __reduce_ex__(self, p):
        return np.zeros, (1,), (1, (4,), np.dtype('i8'), False, b'12345678' * 4)
copy.copy(X())
# --- array's setstate | numpy | expr:err is None and out is not None
import numpy as np
a = np.zeros(2)
a.__setstate__((1, (1,), np.dtype('O'), False, b'12345678'))
a
# --- dtype's setstate | numpy | expr:err is None
import numpy as np
np.dtype('V8').__setstate__((3, '|', None, ('x',), {'x': (np.dtype('O'), 0)}, 8, 1, 0))
# --- strides of an array | numpy | expr:err is None
import numpy as np
a = np.zeros(4)
a.strides = (1 << 40,)
# --- dtype of an array | numpy | expr:err is None
import numpy as np
a = np.zeros(4)
a.dtype = object
# --- writeable flag of constant bytes | numpy | expr:err is None
import numpy as np
a = np.frombuffer(b'constant', dtype='u1')
a.setflags(write=True)
# --- writeable flag by the flags object | numpy | expr:err is None
import numpy as np
a = np.frombuffer(b'constant', dtype='u1')
setattr(a.flags, 'writeable', True)
# --- metaclass call through type |  | cap
type.__call__(type, 'A', (), {}).__subclasses__
# --- subclasses through super |  | cap
class A: pass
super(A, A).__subclasses__()
# --- mro entries |  | cap
class E:
    def __mro_entries__(self, bases): return (object,)
class A(E()): pass
A.__orig_bases__[0].__class__.__bases__
# --- class getitem |  | cap
class A:
    def __class_getitem__(cls, k): return cls.__mro__
A[1]
# --- dict of object by type |  | expr:type(out).__name__ == 'mappingproxy'
type.__dict__['__dict__'].__get__(int)
# --- vars of a class |  | expr:type(out).__name__ == 'mappingproxy' or (isinstance(out, dict) and 'bit_length' in out)
vars(int)
# --- getset of a function |  | cap
type(lambda: 0).__code__
# --- new class of types | types | cap
import types
types.new_class('A', (), {}, lambda ns: ns.update(__array_interface__=1)).__mro__
# --- instance check that lies to the gate |  | cap
class M(type):
    def __instancecheck__(c, o): return True
    def __subclasscheck__(c, o): return True
class A(metaclass=M): pass
isinstance(add, A) and add.__globals__
# --- class property that lies |  | leak
class L:
    @property
    def __class__(self): return type(fetch_record())
getattr(L(), '_conn').password
# --- buffer protocol of a class |  | expr:err is None
class A:
    def __buffer__(self, flags): return memoryview(b'x')
bytes(A())
# --- memoryview cast |  | expr:err is None
memoryview(bytearray(8)).cast('P')
# --- finalizer keeps a frame |  | cap | post=gc
class A:
    def __del__(self):
        self.f = (lambda: 0).__globals__
A().f
# --- a hook that gives another class than the object's | numpy | expr:out
import numpy as np
class Lies:
    def __getattribute__(self, name):
        return np.ndarray if name == "__class__" else object.__getattribute__(self, name)
class Late:
    asked = 0
    def __getattribute__(self, name):
        if name != "__class__":
            return object.__getattribute__(self, name)
        Late.asked += 1
        return Late if Late.asked < 2 else np.ndarray
isinstance(Lies(), np.ndarray) or any(isinstance(Late(), np.ndarray) for _ in range(5))
# --- raw memory by an object whose metaclass has a class beside type | numpy | expr:isinstance(out, list)
import numpy as np
class Beside: pass
class Meta(Beside, type): pass
class A(metaclass=Meta): pass
a = A()
a.__dict__['__array_interface__'] = {'data': (id([]), False), 'shape': (4,), 'typestr': '<u8', 'version': 3}
np.asarray(a).tolist() + []
# --- raw memory by a class whose metaclass has a class beside type | numpy | expr:isinstance(out, list)
import numpy as np
class Beside: pass
class Meta(Beside, type): pass
A = Meta('A', (), {'__array_interface__': {'data': (id([]), False), 'shape': (4,), 'typestr': '<u8', 'version': 3}})
np.asarray(A()).tolist() + np.asarray(A).tolist()
