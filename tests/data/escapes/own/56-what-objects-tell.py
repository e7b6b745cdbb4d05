# What objects tell of themselves where native code, libraries and finalisers ask.
# --- bytes of references while numpy makes an array | numpy | expr:any(not isinstance(x, str) for x in out)
import numpy as np
objects, got = np.array([[1], "x"], dtype=object), []
class I:
    def __index__(self):
        try: got.append(np.frombuffer(objects, 'u8'))
        except Exception as error: got.append(str(error))
        return 1
np.ndarray(shape=(I(),), dtype='u1', buffer=bytearray(8))
got
# --- bytes of references while numpy makes an array over them | numpy | expr:any(not isinstance(x, str) for x in out)
import numpy as np
objects, got = np.array([[1], "x"], dtype=object), []
class I:
    def __index__(self):
        try: got.append(np.frombuffer(objects, 'u8'))
        except Exception as error: got.append(str(error))
        return 1
np.ndarray(shape=(I(),), dtype=object, buffer=objects)
got
# --- bytes of references by the strides of an array over them | numpy | expr:any(not isinstance(x, str) for x in out)
import numpy as np
objects, got = np.array([[1], "x"], dtype=object), []
class I:
    def __index__(self):
        try: got.append(memoryview(objects).cast('B'))
        except Exception as error: got.append(str(error))
        return 8
np.ndarray((1,), object, objects, 0, (I(),))
got
# --- state of numpy's dtype by a finaliser while an own pickle is read | pickle,numpy | expr:bool(out)
import pickle, numpy as np
forged = b"cnumpy\ndtype\n(S'V8'\nI0\nI1\ntR(I3\nS'|'\nN(S'a'\nt(dS'a'\n(cnumpy\ndtype\n(S'u8'\nI0\nI1\ntRI4096\ntsI8\nI1\nI0\ntb."
got, go = [], False
class D:
    def __del__(self):
        if go: got.append(pickle.loads(forged))
own = pickle.dumps([np.arange(3), [[i] for i in range(20000)]])
for i in range(300):
    d = D(); d.me = d
del d
go = True
pickle.loads(own)
go = False
got
# --- class of an object of the code by a destination of argparse | argparse,string | expr:type(out).__name__ == 'Formatter'
import argparse, string
class A: pass
a = A()
p = argparse.ArgumentParser()
p.add_argument("--c", dest="__class__", type=lambda s: string.Formatter)
p.parse_args(["--c", "x"], namespace=a)
a
# --- class of an object of the code by its state | copy,string | expr:type(out).__name__ == 'Formatter'
import copy, string
class A:
    def __getstate__(self): return ({"x": 1}, {"__class__": string.Formatter})
copy.copy(A())
# --- class of a namespace by its keywords | argparse,string | expr:type(out).__name__ == 'Formatter'
import argparse, string
argparse.Namespace(**{"__class__": string.Formatter})
# --- class of an object of the code by an option's destination | optparse,string | expr:type(out).__name__ == 'Formatter'
import optparse, string
class A: pass
a = A()
p = optparse.OptionParser()
p.add_option("--c", dest="__class__", action="store_const", const=string.Formatter)
p.parse_args(["--c"], values=a)
a
# --- class of a policy by its clone | email.policy | expr:type(out).__name__ == 'A'
import email.policy
class A(email.policy.Compat32): pass
email.policy.Compat32().clone(**{"__class__": A})
# --- memory that a series tells by a label | numpy,pandas | expr:out.dtype == 'u1'
import numpy as np, pandas as pd
text = b"0123456789abcdef"
np.asarray(pd.Series({"__array_interface__": dict(shape=(16,), typestr="|u1", data=(id(text) + 32, False), version=3)}))
# --- memory that a series of the code's class tells by a label | numpy,pandas | expr:out.dtype == 'u1'
import numpy as np, pandas as pd
text = b"0123456789abcdef"
class S(pd.Series): pass
np.asarray(S({"__array_interface__": dict(shape=(16,), typestr="|u1", data=(id(text) + 32, False), version=3)}))
# --- memory that rows of a frame tell by a column | numpy,pandas | expr:out.iloc[0].dtype == 'u1'
import numpy as np, pandas as pd
text = b"0123456789abcdef"
frame = pd.DataFrame({"__array_interface__": [dict(shape=(16,), typestr="|u1", data=(id(text) + 32, False), version=3)]})
frame.apply(np.asarray, axis=1)
# --- memory that a namespace of jinja2 tells | numpy,jinja2.utils | expr:out.dtype == 'u1'
import numpy as np, jinja2.utils
text = b"0123456789abcdef"
np.asarray(jinja2.utils.Namespace(__array_interface__=dict(shape=(16,), typestr="|u1", data=(id(text) + 32, False), version=3)))
# --- memory that a bunch of statsmodels tells | numpy,statsmodels.* | expr:out.dtype == 'u1'
import numpy as np
from statsmodels.tools.tools import Bunch
text = b"0123456789abcdef"
np.asarray(Bunch(__array_interface__=dict(shape=(16,), typestr="|u1", data=(id(text) + 32, False), version=3)))
# --- memory that an image of the code's class tells | numpy,PIL.* | expr:err is None
import numpy as np
from PIL import Image
text = b"0123456789abcdef"
class Im(Image.Image):
    mode, size = "L", (4, 4)
    def tobytes(self, *a, **k): return (id(text) + 32, False)
np.asarray(Im())
# --- more memory than an image of the code's class has | numpy,PIL.* | expr:err is None
import numpy as np
from PIL import Image
class Im(Image.Image):
    mode, size = "L", (400, 400)
    def tobytes(self, *a, **k): return b"abcd"
np.asarray(Im())
# --- references that an image of the code's class tells | numpy,PIL.* | expr:err is None
import numpy as np
from PIL import Image
class Im(Image.Image):
    mode, size = "L", (1, 1)
    @property
    def __array_interface__(self): return dict(shape=(1,), typestr="|O8", data=b"x" * 8, version=3)
np.asarray(Im())
# --- references of records by a wider view of a field of numbers | numpy,numpy.lib.stride_tricks | expr:err is None
import numpy as np
from numpy.lib.stride_tricks import as_strided
records = np.zeros(3, [("a", "O"), ("b", "u8")])
as_strided(records["b"], (5,), (8,)).tolist()
# --- references of records below a class of the code | numpy,numpy.lib.stride_tricks | expr:err is None
import numpy as np
from numpy.lib.stride_tricks import as_strided
class Lies(np.ndarray):
    dtype = property(lambda self: np.dtype("u8"))
    base = None
records = np.zeros(3, [("a", "O"), ("b", "u8")]).view(Lies)
as_strided(np.ndarray.__getitem__(records, "b"), (5,), (8,)).tolist()
# --- memory of an array of objects by super() | numpy | expr:err is None
import numpy as np
class A(np.ndarray):
    def mem(self): return super().data
np.array([1, 2, 3], dtype=object).view(A).mem().cast("B")
# --- state of a tree by super() | numpy,sklearn.* | expr:err is None
import numpy as np
from sklearn.neighbors import KDTree
class X(KDTree):
    def ss(self, s): return super().__setstate__(s)
X(np.zeros((30, 2))).ss(())
# --- state of a frame by super() | pandas | expr:err is None
import pandas as pd
class X(pd.DataFrame):
    def ss(self, s): return super().__setstate__(s)
X({"a": [1]}).ss({"_mgr": 1})
# --- capsules of an image by super() | PIL.* | expr:err is None
from PIL import Image
class Im(Image.Image):
    def caps(self): return super().__arrow_c_array__()
image = Image.new("L", (4, 4))
im = Im(); im._mode = image.mode; im._size = image.size; im.im = image.im
im.caps()[:1]
# --- memory by a hook that a class gets later | numpy | expr:out.dtype == 'u1'
import numpy as np
text = b"0123456789abcdef"
def hook(self, name):
    if name == "__array_interface__": return dict(shape=(16,), typestr="|u1", data=(id(text) + 32, False), version=3)
    raise AttributeError(name)
class A: pass
A.__getattr__ = hook
np.asarray(A())
# --- memory by a hook that type's own method sets | numpy | expr:out.dtype == 'u1'
import numpy as np
text = b"0123456789abcdef"
def hook(self, name):
    if name == "__array_interface__": return dict(shape=(16,), typestr="|u1", data=(id(text) + 32, False), version=3)
    return object.__getattribute__(self, name)
class A: pass
type.__setattr__(A, "__getattribute__", hook)
np.asarray(A())
# --- memory by a hook that a class above gets later | numpy | expr:out.dtype == 'u1'
import numpy as np
text = b"0123456789abcdef"
def hook(self, name):
    if name == "__array_interface__": return dict(shape=(16,), typestr="|u1", data=(id(text) + 32, False), version=3)
    raise AttributeError(name)
class B: pass
class A(B): pass
setattr(B, "__getattr__", hook)
np.asarray(A())
# --- memory of a class by a hook that its metaclass gets later | numpy | expr:out.dtype == 'u1'
import numpy as np
text = b"0123456789abcdef"
def hook(self, name):
    if name == "__array_interface__": return dict(shape=(16,), typestr="|u1", data=(id(text) + 32, False), version=3)
    raise AttributeError(name)
class M(type): pass
class A(metaclass=M): pass
M.__getattr__ = hook
np.asarray(A)
# --- memory by a hook in a class that a library's metaclass makes | numpy,enum | expr:out.dtype == 'u1'
import numpy as np, enum
text = b"0123456789abcdef"
def hook(self, name):
    if name == "__array_interface__": return dict(shape=(16,), typestr="|u1", data=(id(text) + 32, False), version=3)
    raise AttributeError(name)
np.asarray(enum.Enum("E", {"__getattr__": hook, "A": 1}).A)
# --- memory by a hook that a mock puts into a class | numpy,unittest.mock | expr:out.dtype == 'u1'
import numpy as np, unittest.mock as mock
text = b"0123456789abcdef"
def hook(self, name):
    if name == "__array_interface__": return dict(shape=(16,), typestr="|u1", data=(id(text) + 32, False), version=3)
    raise AttributeError(name)
class A: pass
with mock.patch.object(A, "__getattr__", hook, create=True):
    out = np.asarray(A())
out
# --- a dtype's state by what a late hook says of copies | numpy,copy | expr:out.fields
import numpy as np, copy
state = (3, "|", None, ("a",), {"a": (np.dtype("u8"), 4096)}, 8, 1, 0)
class Z: pass
Z.__getattribute__ = lambda self, name: (lambda *a: (np.dtype, ("V8", False, True), state)) if name == "__reduce_ex__" else object.__getattribute__(self, name)
copy.copy(Z())
# --- order of classes by a mixin of their metaclass |  | expr:err is None
class Base: pass
class Meta(Base, type): pass
Base.mro = lambda cls: [cls, object]
# --- lists as mappings for everybody | collections.abc | expr:isinstance([], __import__('collections.abc').abc.Mapping)
from collections.abc import Mapping
class M(Mapping):
    def __getitem__(self, k): return 1
    def __len__(self): return 1
    def __iter__(self): return iter([1])
M.register(list)
M
# --- a file by the class of connections | sqlite3 | expr:err is None
import sqlite3
sqlite3.Connection(canary_path('new.db'))
# --- a file by the class of a connection | sqlite3 | expr:err is None
import sqlite3
type(sqlite3.connect(':memory:'))(canary_path('new.db'))
# --- state of a tree that a class of the code says to a copy | copy,numpy,sklearn.* | expr:err is None
import copy, numpy as np
from sklearn.neighbors import KDTree
class X(KDTree):
    def __getstate__(self): return ()
copy.copy(X(np.zeros((30, 2))))
# --- an object that lies about its class by a field | dataclasses | expr:out.__class__ is int
import dataclasses
dataclasses.make_dataclass("D", [("__class__", type, 3)])(int)
# --- class of an exception of the code by its dict | copy,json | expr:type(out).__name__ == 'JSONDecodeError'
import copy, json
class E(ValueError): pass
e = E("x")
vars(e)["__class__"] = json.JSONDecodeError
copy.copy(e)
