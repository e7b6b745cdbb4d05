# --- references: rec.array over bytes | numpy.* | expr:False
import numpy as np
r=np.rec.array(id(12345678901).to_bytes(8,"little"),dtype=[("a","O")])
r.a[0]
# --- references: recarray buf | numpy.* | expr:False
import numpy as np
np.recarray((1,), dtype=[("a","O")], buf=bytearray(b"A"*8)).a[0]
# --- references: new of subclass | numpy.* | expr:False
import numpy as np
class S(np.ndarray): pass
S((1,), dtype=object, buffer=bytearray(b"A"*8))[0]
# --- references: new by reduce | numpy.*,functools | expr:False
import numpy as np, functools
functools.partial(np.ndarray, (1,), object)(bytearray(b"A"*8))[0]
# --- references: new by map | numpy.* | expr:False
import numpy as np
list(map(repr, map(np.ndarray, [(1,)], [object], [bytearray(b"A"*8)])))
# --- references: object over u8 array | numpy.* | expr:False
import numpy as np
np.ndarray((1,), object, np.array([4702111234474983745],dtype='u8'))[0]
# --- references: u8 over object array | numpy.* | expr:False
import numpy as np
o=np.array([object], dtype=object)
u=np.ndarray((1,), 'u8', o)
u[0]=4702111234474983745
o[0]
# --- references: frombuffer of object array | numpy.* | expr:False
import numpy as np
o=np.array([object], dtype=object)
np.frombuffer(o,'u8')
# --- references: misaligned object over object | numpy.* | expr:False
import numpy as np
o=np.array([object,1,2], dtype=object)
np.ndarray((1,), object, o, offset=4)[0]
# --- references: strides object over object | numpy.* | expr:False
import numpy as np
o=np.array([object,1,2], dtype=object)
np.ndarray((3,), object, o, strides=(3,))[1]
# --- references: readinto | numpy.*,io | expr:False
import numpy as np, io
o=np.array([object], dtype=object)
io.BytesIO(b"A"*8).readinto(o)
o[0]
# --- references: pack_into | numpy.*,struct | expr:False
import numpy as np, struct
o=np.array([object], dtype=object)
struct.pack_into('Q', o, 0, 0x4141414141414141)
o[0]
# --- references: bytearray slice assign | numpy.* | expr:False
import numpy as np
b=bytearray(8); b[:]=np.array([object], dtype=object)
b
# --- references: view as object | numpy.* | expr:False
import numpy as np
np.array([4702111234474983745],dtype='u8').view(object)[0]
# --- references: view of object | numpy.* | expr:False
import numpy as np
np.array([object],dtype=object).view('u8')
# --- references: set dtype | numpy.* | expr:False
import numpy as np
a=np.array([4702111234474983745],dtype='u8')
a.dtype=object
a[0]
# --- references: getfield | numpy.* | expr:False
import numpy as np
np.array([4702111234474983745],dtype='u8').getfield(object)[0]
# --- references: void getfield | numpy.* | expr:False
import numpy as np
np.void(b"A"*8).getfield(object)
# --- references: inherit tuple dtype | numpy.* | expr:False
import numpy as np
d=np.dtype(('u8', {'a':('O',0)}))
x=np.array([4702111234474983745],dtype=d)
x['a'][0]
# --- references: inherit tuple dtype2 | numpy.* | expr:False
import numpy as np
d=np.dtype((np.dtype('u8'), np.dtype('O')))
d
# --- references: record tuple dtype | numpy.* | expr:False
import numpy as np
d=np.dtype((np.record, {'names':['a','b'],'formats':['O','u8'],'offsets':[0,0]}))
x=np.zeros(1,d); x['b']=4702111234474983745
x['a'][0]
# --- references: overlap via nested | numpy.* | expr:False
import numpy as np
inner=np.dtype([('o','O')])
d=np.dtype({'names':['a','b'],'formats':[inner,'u8'],'offsets':[0,0]})
x=np.zeros(1,d); x['b']=4702111234474983745
x['a']['o'][0]
# --- references: stringdtype over buffer | numpy.* | expr:False
import numpy as np
np.ndarray((1,), np.dtypes.StringDType(), bytearray(b"A"*16))[0]
# --- references: view as string | numpy.* | expr:False
import numpy as np
np.array([b"A"*16]).view(np.dtypes.StringDType())[0]
# --- references: view string as bytes | numpy.* | expr:False
import numpy as np
np.array(["x"*50],dtype=np.dtypes.StringDType()).view('S16')
# --- references: view other string | numpy.* | expr:False
import numpy as np
a=np.array(["x"*50],dtype=np.dtypes.StringDType())
a.view(np.dtypes.StringDType(na_object=None))[0]
# --- references: string over string | numpy.* | expr:False
import numpy as np
a=np.array(["x"*50],dtype=np.dtypes.StringDType())
np.ndarray((1,), np.dtypes.StringDType(), a)[0]
# --- references: buffer of string array | numpy.* | expr:False
import numpy as np
a=np.array(["x"*50],dtype=np.dtypes.StringDType())
np.frombuffer(a,'u8')
# --- references: chararray new | numpy.* | expr:False
import numpy as np
np.char.chararray((1,),itemsize=8,buffer=np.array([object],dtype=object))
# --- references: fromstring | numpy.* | expr:False
import numpy as np
np.fromstring(b"A"*8,dtype=object)
# --- references: rec.fromstring | numpy.* | expr:False
import numpy as np
np.rec.fromstring(b"A"*8,dtype=[('a','O')])
# --- references: object field of recarray over bytes array | numpy.* | expr:False
import numpy as np
np.zeros(1,'V8').view([('a','O')])['a'][0]
# --- unicode error: negative place |  | expr:False
str(UnicodeDecodeError('u', b'abc', -10**12, -10**12 + 1, 'x'))
# --- unicode error: negative place of text |  | expr:False
str(UnicodeEncodeError('u', 'abc', -10**12, -10**12 + 1, 'x'))
# --- unicode error: negative place, translated |  | expr:False
str(UnicodeTranslateError('abc', -10**12, -10**12 + 1, 'x'))
# --- unicode error: place set later |  | expr:False
e = UnicodeDecodeError('u', b'abc', 0, 1, 'x')
e.start = -10**12
e.end = e.start + 1
str(e)
# --- unicode error: place set by the reason's text |  | expr:False
class R(str):
    def __str__(self):
        e.start = -10**12
        e.end = e.start + 1
        return 'x'
class E(UnicodeDecodeError): pass
e = E('u', b'abc', 0, 1, R('x'))
str(e)
# --- unicode error: object of another kind |  | expr:False
class E(UnicodeDecodeError): pass
e = E('u', b'abc', 0, 1, 'x')
e.object = 12345678901
str(e)
# --- unicode error: text for bytes |  | expr:False
class E(UnicodeDecodeError): pass
e = E('u', b'abc', 0, 1, 'x')
e.object = 'abc'
str(e)
# --- unicode error: bytes for text |  | expr:False
class E(UnicodeEncodeError): pass
e = E('u', 'abc', 0, 1, 'x')
e.object = b'abc'
str(e)
# --- unicode error: object exchanged by the encoding's text |  | expr:False
class R(str):
    def __str__(self):
        e.object = 5
        return 'x'
class E(UnicodeEncodeError): pass
e = E('u', 'abc', 0, 1, 'x')
e.encoding = R('u')
str(e)
# --- unicode error: by format |  | expr:False
'{} {!s}'.format(UnicodeDecodeError('u', b'abc', -10**12, -10**12 + 1, 'x'), UnicodeEncodeError('u', 'a', -5, -4, 'x'))
# --- unicode error: by map |  | expr:False
list(map(str, map(UnicodeTranslateError, ['a'], [-10**12], [1 - 10**12], ['x'])))
# --- unicode error: by print and log |  | expr:False
print(UnicodeDecodeError('u', b'abc', -10**12, -10**12 + 1, 'x'))
raise UnicodeDecodeError('u', b'abc', -10**12, -10**12 + 1, 'x')
# --- unicode error: end that overflows |  | expr:False
str(UnicodeDecodeError('u', b'abc', 2**63 - 1, -2**63, 'x')), str(UnicodeEncodeError('u', 'abc', 2**63 - 1, -2**63, 'x'))
# --- unicode error: without init |  | expr:False
str(UnicodeDecodeError.__new__(UnicodeDecodeError))
# --- nested methods: attribute |  | expr:False
class A:
    def m(self): pass
T = type(A().m)
x = len
for i in range(120000): x = T(x, 1)
x.nothing
# --- nested methods: hash |  | expr:False
class A:
    def m(self): pass
T = type(A().m)
x = len
for i in range(120000): x = T(x, 1)
hash(x)
# --- nested methods: text |  | expr:False
class A:
    def m(self): pass
T = type(A().m)
x = len
for i in range(120000): x = T(x, 1)
repr(x)
# --- nested methods: equal |  | expr:False
class A:
    def m(self): pass
T = type(A().m)
x = len
for i in range(120000): x = T(x, 1)
x == x, x != 1
# --- nested methods: item |  | expr:False
class A:
    def m(self): pass
T = type(A().m)
x = len
for i in range(120000): x = T(x, 1)
x[int]
# --- nested methods: call |  | expr:False
class A:
    def m(self): pass
T = type(A().m)
x = len
for i in range(120000): x = T(x, 1)
x()
# --- nested methods: parameters |  | expr:False
class A:
    def m(self): pass
T = type(A().m)
x = len
for i in range(120000): x = T(x, 1)
x.__parameters__
# --- nested methods: length and items |  | expr:False
class A:
    def m(self): pass
T = type(A().m)
x = len
for i in range(120000): x = T(x, 1)
len(x)
# --- nested methods: iteration |  | expr:False
class A:
    def m(self): pass
T = type(A().m)
x = len
for i in range(120000): x = T(x, 1)
list(x)
# --- nested methods: membership |  | expr:False
class A:
    def m(self): pass
T = type(A().m)
x = len
for i in range(120000): x = T(x, 1)
1 in x
# --- nested methods: as a key |  | expr:False
class A:
    def m(self): pass
T = type(A().m)
x = len
for i in range(120000): x = T(x, 1)
{x: 1}
# --- nested methods: class of an instance |  | expr:False
class A:
    def m(self): pass
T = type(A().m)
x = len
for i in range(120000): x = T(x, 1)
isinstance(1, x)
# --- nested aliases: attribute |  | expr:False
T = type(list[int])
x = list
for i in range(120000): x = T(x, int)
x.nothing
# --- nested aliases: hash |  | expr:False
T = type(list[int])
x = list
for i in range(120000): x = T(x, int)
hash(x)
# --- nested aliases: text |  | expr:False
T = type(list[int])
x = list
for i in range(120000): x = T(x, int)
repr(x)
# --- nested aliases: equal |  | expr:False
T = type(list[int])
x = list
for i in range(120000): x = T(x, int)
x == x, x != 1
# --- nested aliases: item |  | expr:False
T = type(list[int])
x = list
for i in range(120000): x = T(x, int)
x[int]
# --- nested aliases: call |  | expr:False
T = type(list[int])
x = list
for i in range(120000): x = T(x, int)
x()
# --- nested aliases: parameters |  | expr:False
T = type(list[int])
x = list
for i in range(120000): x = T(x, int)
x.__parameters__
# --- nested aliases: length and items |  | expr:False
T = type(list[int])
x = list
for i in range(120000): x = T(x, int)
len(x)
# --- nested aliases: iteration |  | expr:False
T = type(list[int])
x = list
for i in range(120000): x = T(x, int)
list(x)
# --- nested aliases: membership |  | expr:False
T = type(list[int])
x = list
for i in range(120000): x = T(x, int)
1 in x
# --- nested aliases: as a key |  | expr:False
T = type(list[int])
x = list
for i in range(120000): x = T(x, int)
{x: 1}
# --- nested aliases: class of an instance |  | expr:False
T = type(list[int])
x = list
for i in range(120000): x = T(x, int)
isinstance(1, x)
# --- nested arguments of aliases: attribute | typing | expr:False
import typing
x = typing.TypeVar('T')
for i in range(120000): x = list[x]
x.nothing
# --- nested arguments of aliases: hash | typing | expr:False
import typing
x = typing.TypeVar('T')
for i in range(120000): x = list[x]
hash(x)
# --- nested arguments of aliases: text | typing | expr:False
import typing
x = typing.TypeVar('T')
for i in range(120000): x = list[x]
repr(x)
# --- nested arguments of aliases: equal | typing | expr:False
import typing
x = typing.TypeVar('T')
for i in range(120000): x = list[x]
x == x, x != 1
# --- nested arguments of aliases: item | typing | expr:False
import typing
x = typing.TypeVar('T')
for i in range(120000): x = list[x]
x[int]
# --- nested arguments of aliases: call | typing | expr:False
import typing
x = typing.TypeVar('T')
for i in range(120000): x = list[x]
x()
# --- nested arguments of aliases: parameters | typing | expr:False
import typing
x = typing.TypeVar('T')
for i in range(120000): x = list[x]
x.__parameters__
# --- nested arguments of aliases: length and items | typing | expr:False
import typing
x = typing.TypeVar('T')
for i in range(120000): x = list[x]
len(x)
# --- nested arguments of aliases: iteration | typing | expr:False
import typing
x = typing.TypeVar('T')
for i in range(120000): x = list[x]
list(x)
# --- nested arguments of aliases: membership | typing | expr:False
import typing
x = typing.TypeVar('T')
for i in range(120000): x = list[x]
1 in x
# --- nested arguments of aliases: as a key | typing | expr:False
import typing
x = typing.TypeVar('T')
for i in range(120000): x = list[x]
{x: 1}
# --- nested arguments of aliases: class of an instance | typing | expr:False
import typing
x = typing.TypeVar('T')
for i in range(120000): x = list[x]
isinstance(1, x)
# --- nested unions of aliases: attribute |  | expr:False
x = int
for i in range(20000): x = list[x | None]
x.nothing
# --- nested unions of aliases: hash |  | expr:False
x = int
for i in range(20000): x = list[x | None]
hash(x)
# --- nested unions of aliases: text |  | expr:False
x = int
for i in range(20000): x = list[x | None]
repr(x)
# --- nested unions of aliases: equal |  | expr:False
x = int
for i in range(20000): x = list[x | None]
x == x, x != 1
# --- nested unions of aliases: item |  | expr:False
x = int
for i in range(20000): x = list[x | None]
x[int]
# --- nested unions of aliases: call |  | expr:False
x = int
for i in range(20000): x = list[x | None]
x()
# --- nested unions of aliases: parameters |  | expr:False
x = int
for i in range(20000): x = list[x | None]
x.__parameters__
# --- nested unions of aliases: length and items |  | expr:False
x = int
for i in range(20000): x = list[x | None]
len(x)
# --- nested unions of aliases: iteration |  | expr:False
x = int
for i in range(20000): x = list[x | None]
list(x)
# --- nested unions of aliases: membership |  | expr:False
x = int
for i in range(20000): x = list[x | None]
1 in x
# --- nested unions of aliases: as a key |  | expr:False
x = int
for i in range(20000): x = list[x | None]
{x: 1}
# --- nested unions of aliases: class of an instance |  | expr:False
x = int
for i in range(20000): x = list[x | None]
isinstance(1, x)
# --- nested partials over methods: attribute | functools | expr:False
import functools
class A:
    def m(self): pass
T = type(A().m)
x = len
for i in range(60000): x = T(functools.partial(x), 1)
x.nothing
# --- nested partials over methods: hash | functools | expr:False
import functools
class A:
    def m(self): pass
T = type(A().m)
x = len
for i in range(60000): x = T(functools.partial(x), 1)
hash(x)
# --- nested partials over methods: text | functools | expr:False
import functools
class A:
    def m(self): pass
T = type(A().m)
x = len
for i in range(60000): x = T(functools.partial(x), 1)
repr(x)
# --- nested partials over methods: equal | functools | expr:False
import functools
class A:
    def m(self): pass
T = type(A().m)
x = len
for i in range(60000): x = T(functools.partial(x), 1)
x == x, x != 1
# --- nested partials over methods: item | functools | expr:False
import functools
class A:
    def m(self): pass
T = type(A().m)
x = len
for i in range(60000): x = T(functools.partial(x), 1)
x[int]
# --- nested partials over methods: call | functools | expr:False
import functools
class A:
    def m(self): pass
T = type(A().m)
x = len
for i in range(60000): x = T(functools.partial(x), 1)
x()
# --- nested partials over methods: parameters | functools | expr:False
import functools
class A:
    def m(self): pass
T = type(A().m)
x = len
for i in range(60000): x = T(functools.partial(x), 1)
x.__parameters__
# --- nested partials over methods: length and items | functools | expr:False
import functools
class A:
    def m(self): pass
T = type(A().m)
x = len
for i in range(60000): x = T(functools.partial(x), 1)
len(x)
# --- nested partials over methods: iteration | functools | expr:False
import functools
class A:
    def m(self): pass
T = type(A().m)
x = len
for i in range(60000): x = T(functools.partial(x), 1)
list(x)
# --- nested partials over methods: membership | functools | expr:False
import functools
class A:
    def m(self): pass
T = type(A().m)
x = len
for i in range(60000): x = T(functools.partial(x), 1)
1 in x
# --- nested partials over methods: as a key | functools | expr:False
import functools
class A:
    def m(self): pass
T = type(A().m)
x = len
for i in range(60000): x = T(functools.partial(x), 1)
{x: 1}
# --- nested partials over methods: class of an instance | functools | expr:False
import functools
class A:
    def m(self): pass
T = type(A().m)
x = len
for i in range(60000): x = T(functools.partial(x), 1)
isinstance(1, x)
# --- nested static methods: attribute |  | expr:False
x = len
for i in range(120000): x = staticmethod(x)
x.nothing
# --- nested static methods: hash |  | expr:False
x = len
for i in range(120000): x = staticmethod(x)
hash(x)
# --- nested static methods: text |  | expr:False
x = len
for i in range(120000): x = staticmethod(x)
repr(x)
# --- nested static methods: equal |  | expr:False
x = len
for i in range(120000): x = staticmethod(x)
x == x, x != 1
# --- nested static methods: item |  | expr:False
x = len
for i in range(120000): x = staticmethod(x)
x[int]
# --- nested static methods: call |  | expr:False
x = len
for i in range(120000): x = staticmethod(x)
x()
# --- nested static methods: parameters |  | expr:False
x = len
for i in range(120000): x = staticmethod(x)
x.__parameters__
# --- nested static methods: length and items |  | expr:False
x = len
for i in range(120000): x = staticmethod(x)
len(x)
# --- nested static methods: iteration |  | expr:False
x = len
for i in range(120000): x = staticmethod(x)
list(x)
# --- nested static methods: membership |  | expr:False
x = len
for i in range(120000): x = staticmethod(x)
1 in x
# --- nested static methods: as a key |  | expr:False
x = len
for i in range(120000): x = staticmethod(x)
{x: 1}
# --- nested static methods: class of an instance |  | expr:False
x = len
for i in range(120000): x = staticmethod(x)
isinstance(1, x)
# --- nested class methods: attribute |  | expr:False
x = len
for i in range(120000): x = classmethod(x)
x.nothing
# --- nested class methods: hash |  | expr:False
x = len
for i in range(120000): x = classmethod(x)
hash(x)
# --- nested class methods: text |  | expr:False
x = len
for i in range(120000): x = classmethod(x)
repr(x)
# --- nested class methods: equal |  | expr:False
x = len
for i in range(120000): x = classmethod(x)
x == x, x != 1
# --- nested class methods: item |  | expr:False
x = len
for i in range(120000): x = classmethod(x)
x[int]
# --- nested class methods: call |  | expr:False
x = len
for i in range(120000): x = classmethod(x)
x()
# --- nested class methods: parameters |  | expr:False
x = len
for i in range(120000): x = classmethod(x)
x.__parameters__
# --- nested class methods: length and items |  | expr:False
x = len
for i in range(120000): x = classmethod(x)
len(x)
# --- nested class methods: iteration |  | expr:False
x = len
for i in range(120000): x = classmethod(x)
list(x)
# --- nested class methods: membership |  | expr:False
x = len
for i in range(120000): x = classmethod(x)
1 in x
# --- nested class methods: as a key |  | expr:False
x = len
for i in range(120000): x = classmethod(x)
{x: 1}
# --- nested class methods: class of an instance |  | expr:False
x = len
for i in range(120000): x = classmethod(x)
isinstance(1, x)
# --- nested views of dicts: attribute | types | expr:False
import functools, types
x = {}
for i in range(120000): x = types.MappingProxyType(x)
x.nothing
# --- nested views of dicts: hash | types | expr:False
import functools, types
x = {}
for i in range(120000): x = types.MappingProxyType(x)
hash(x)
# --- nested views of dicts: text | types | expr:False
import functools, types
x = {}
for i in range(120000): x = types.MappingProxyType(x)
repr(x)
# --- nested views of dicts: equal | types | expr:False
import functools, types
x = {}
for i in range(120000): x = types.MappingProxyType(x)
x == x, x != 1
# --- nested views of dicts: item | types | expr:False
import functools, types
x = {}
for i in range(120000): x = types.MappingProxyType(x)
x[int]
# --- nested views of dicts: call | types | expr:False
import functools, types
x = {}
for i in range(120000): x = types.MappingProxyType(x)
x()
# --- nested views of dicts: parameters | types | expr:False
import functools, types
x = {}
for i in range(120000): x = types.MappingProxyType(x)
x.__parameters__
# --- nested views of dicts: length and items | types | expr:False
import functools, types
x = {}
for i in range(120000): x = types.MappingProxyType(x)
len(x)
# --- nested views of dicts: iteration | types | expr:False
import functools, types
x = {}
for i in range(120000): x = types.MappingProxyType(x)
list(x)
# --- nested views of dicts: membership | types | expr:False
import functools, types
x = {}
for i in range(120000): x = types.MappingProxyType(x)
1 in x
# --- nested views of dicts: as a key | types | expr:False
import functools, types
x = {}
for i in range(120000): x = types.MappingProxyType(x)
{x: 1}
# --- nested views of dicts: class of an instance | types | expr:False
import functools, types
x = {}
for i in range(120000): x = types.MappingProxyType(x)
isinstance(1, x)
# --- at work: dict move, clear | collections | expr:False
import collections
class K:
    event = None
    def __hash__(self): return 1
    def __eq__(self, other):
        if self.event: self.event()
        return self is other
d = collections.OrderedDict()
keys = [K() for i in range(20)]
for k in keys: d[k] = k
keys[10].event = d.clear
d.move_to_end(keys[12])
list(d), d.popitem()
# --- at work: dict pop, pop | collections | expr:False
import collections
class K:
    event = None
    def __hash__(self): return 1
    def __eq__(self, other):
        if self.event: self.event()
        return self is other
d = collections.OrderedDict()
keys = [K() for i in range(20)]
for k in keys: d[k] = k
keys[10].event = lambda: d.pop(keys[11], None)
d.pop(keys[12])
list(d), d.popitem()
# --- at work: dict popitem, popitem | collections | expr:False
import collections
class K:
    event = None
    def __hash__(self): return 1
    def __eq__(self, other):
        if self.event: self.event()
        return self is other
d = collections.OrderedDict()
keys = [K() for i in range(20)]
for k in keys: d[k] = k
keys[10].event = d.popitem
d.popitem()
list(d), d.popitem()
# --- at work: dict set, del | collections | expr:False
import collections
class K:
    event = None
    def __hash__(self): return 1
    def __eq__(self, other):
        if self.event: self.event()
        return self is other
d = collections.OrderedDict()
keys = [K() for i in range(20)]
for k in keys: d[k] = k
keys[10].event = lambda: d.__delitem__(keys[10])
d[K()] = 1
list(d), d.popitem()
# --- at work: dict delete, set | collections | expr:False
import collections
class K:
    event = None
    def __hash__(self): return 1
    def __eq__(self, other):
        if self.event: self.event()
        return self is other
d = collections.OrderedDict()
keys = [K() for i in range(20)]
for k in keys: d[k] = k
keys[10].event = lambda: d.__setitem__(K(), 1)
del d[keys[12]]
list(d), d.popitem()
# --- at work: dict default, update | collections | expr:False
import collections
class K:
    event = None
    def __hash__(self): return 1
    def __eq__(self, other):
        if self.event: self.event()
        return self is other
d = collections.OrderedDict()
keys = [K() for i in range(20)]
for k in keys: d[k] = k
keys[10].event = lambda: d.update(a=1, b=2)
d.setdefault(K(), 1)
list(d), d.popitem()
# --- at work: dict copy, clear | collections | expr:False
import collections
class K:
    event = None
    def __hash__(self): return 1
    def __eq__(self, other):
        if self.event: self.event()
        return self is other
d = collections.OrderedDict()
keys = [K() for i in range(20)]
for k in keys: d[k] = k
keys[10].event = d.clear
d.copy()
list(d), d.popitem()
# --- at work: dict iteration, pop | collections | expr:False
import collections
class K:
    event = None
    def __hash__(self): return 1
    def __eq__(self, other):
        if self.event: self.event()
        return self is other
d = collections.OrderedDict()
keys = [K() for i in range(20)]
for k in keys: d[k] = k
keys[10].event = lambda: d.pop(keys[11], None)
list(d)
list(d), d.popitem()
# --- at work: dict items, popitem | collections | expr:False
import collections
class K:
    event = None
    def __hash__(self): return 1
    def __eq__(self, other):
        if self.event: self.event()
        return self is other
d = collections.OrderedDict()
keys = [K() for i in range(20)]
for k in keys: d[k] = k
keys[10].event = d.popitem
list(d.items())
list(d), d.popitem()
# --- at work: dict reversed, del | collections | expr:False
import collections
class K:
    event = None
    def __hash__(self): return 1
    def __eq__(self, other):
        if self.event: self.event()
        return self is other
d = collections.OrderedDict()
keys = [K() for i in range(20)]
for k in keys: d[k] = k
keys[10].event = lambda: d.__delitem__(keys[10])
list(reversed(d))
list(d), d.popitem()
# --- at work: dict compare, set | collections | expr:False
import collections
class K:
    event = None
    def __hash__(self): return 1
    def __eq__(self, other):
        if self.event: self.event()
        return self is other
d = collections.OrderedDict()
keys = [K() for i in range(20)]
for k in keys: d[k] = k
keys[10].event = lambda: d.__setitem__(K(), 1)
d == collections.OrderedDict((k, 1) for k in keys)
list(d), d.popitem()
# --- at work: dict union, update | collections | expr:False
import collections
class K:
    event = None
    def __hash__(self): return 1
    def __eq__(self, other):
        if self.event: self.event()
        return self is other
d = collections.OrderedDict()
keys = [K() for i in range(20)]
for k in keys: d[k] = k
keys[10].event = lambda: d.update(a=1, b=2)
d | d
list(d), d.popitem()
# --- at work: dict views, clear | collections | expr:False
import collections
class K:
    event = None
    def __hash__(self): return 1
    def __eq__(self, other):
        if self.event: self.event()
        return self is other
d = collections.OrderedDict()
keys = [K() for i in range(20)]
for k in keys: d[k] = k
keys[10].event = d.clear
d.items() ^ d.items()
list(d), d.popitem()
# --- at work: dict text, pop | collections | expr:False
import collections
class K:
    event = None
    def __hash__(self): return 1
    def __eq__(self, other):
        if self.event: self.event()
        return self is other
d = collections.OrderedDict()
keys = [K() for i in range(20)]
for k in keys: d[k] = k
keys[10].event = lambda: d.pop(keys[11], None)
repr(d)
list(d), d.popitem()
# --- at work: every operation and every change | collections | expr:False
import collections
class K:
    event = None
    def __hash__(self): return 1
    def __eq__(self, other):
        if self.event: self.event()
        return self is other
d = collections.OrderedDict()
keys = [K() for i in range(20)]
for k in keys: d[k] = k

ops = [lambda: d.move_to_end(keys[12]), lambda: d.pop(keys[12]), lambda: d.popitem(), lambda: d.__setitem__(K(), 1), lambda: d.__delitem__(keys[12]), lambda: d.setdefault(K(), 1), lambda: d.copy(), lambda: list(d), lambda: list(d.items()), lambda: list(reversed(d)), lambda: d == collections.OrderedDict((k, 1) for k in keys), lambda: d | d, lambda: d.items() ^ d.items(), lambda: repr(d)]
for change in (lambda: d.clear(), lambda: d.pop(keys[11], None), lambda: d.popitem(), lambda: d.__delitem__(keys[10]), lambda: d.__setitem__(K(), 1), lambda: d.update(a=1, b=2),):
    for op in ops:
        for at in (0, 5, 19):
            d = collections.OrderedDict()
            keys = [K() for i in range(20)]
            for k in keys: d[k] = k
            keys[at].event = change
            try: op()
            except Exception: pass
            keys[at].event = None
            try: list(d), d.popitem(), d.copy()
            except Exception: pass
# --- at work: csv reader | csv | expr:False
import csv

class R:
    n = 0
    def __iter__(self): return self
    def __next__(self):
        self.n += 1
        if self.n == 1: next(reader)
        return 'a,b'
reader = csv.reader(R())
next(reader)
# --- at work: csv reader, second line | csv | expr:False
import csv

class R:
    n = 0
    def __iter__(self): return self
    def __next__(self):
        self.n += 1
        if self.n == 2: next(reader)
        return '"a'
reader = csv.reader(R())
next(reader)
# --- at work: csv reader in a list | csv | expr:False
import csv

class R:
    n = 0
    def __iter__(self): return self
    def __next__(self):
        self.n += 1
        if self.n == 3: list(reader)
        return 'a,b'
reader = csv.reader(R())
list(zip(reader, range(9)))
# --- at work: DictReader | csv | expr:False
import csv

class R:
    n = 0
    def __iter__(self): return self
    def __next__(self):
        self.n += 1
        if self.n == 2: next(reader)
        return 'a,b'
reader = csv.DictReader(R())
next(reader)
# --- at work: csv reader in a generator | csv | expr:False
import csv
def g():
    yield 'a'
    yield from reader
reader = csv.reader(g())
list(reader)
# --- at work: array item, del | array | expr:False
import array
class J:
    def __index__(self):
        del a[:]
        return 5
    def __eq__(self, other):
        del a[:]
        return False
a = array.array('i', range(100))
a[50] = J()
a
# --- at work: array item, pop | array | expr:False
import array
class J:
    def __index__(self):
        while a: a.pop()
        return 5
    def __eq__(self, other):
        while a: a.pop()
        return False
a = array.array('i', range(100))
a[50] = J()
a
# --- at work: array item, extend | array | expr:False
import array
class J:
    def __index__(self):
        a.extend(range(100000))
        return 5
    def __eq__(self, other):
        a.extend(range(100000))
        return False
a = array.array('i', range(100))
a[50] = J()
a
# --- at work: array items, del | array | expr:False
import array
class J:
    def __index__(self):
        del a[:]
        return 5
    def __eq__(self, other):
        del a[:]
        return False
a = array.array('i', range(100))
a[J():] = a
a
# --- at work: array items, pop | array | expr:False
import array
class J:
    def __index__(self):
        while a: a.pop()
        return 5
    def __eq__(self, other):
        while a: a.pop()
        return False
a = array.array('i', range(100))
a[J():] = a
a
# --- at work: array items, extend | array | expr:False
import array
class J:
    def __index__(self):
        a.extend(range(100000))
        return 5
    def __eq__(self, other):
        a.extend(range(100000))
        return False
a = array.array('i', range(100))
a[J():] = a
a
# --- at work: array append, del | array | expr:False
import array
class J:
    def __index__(self):
        del a[:]
        return 5
    def __eq__(self, other):
        del a[:]
        return False
a = array.array('i', range(100))
a.append(J())
a
# --- at work: array append, pop | array | expr:False
import array
class J:
    def __index__(self):
        while a: a.pop()
        return 5
    def __eq__(self, other):
        while a: a.pop()
        return False
a = array.array('i', range(100))
a.append(J())
a
# --- at work: array append, extend | array | expr:False
import array
class J:
    def __index__(self):
        a.extend(range(100000))
        return 5
    def __eq__(self, other):
        a.extend(range(100000))
        return False
a = array.array('i', range(100))
a.append(J())
a
# --- at work: array extend, del | array | expr:False
import array
class J:
    def __index__(self):
        del a[:]
        return 5
    def __eq__(self, other):
        del a[:]
        return False
a = array.array('i', range(100))
a.extend([J()] * 9)
a
# --- at work: array extend, pop | array | expr:False
import array
class J:
    def __index__(self):
        while a: a.pop()
        return 5
    def __eq__(self, other):
        while a: a.pop()
        return False
a = array.array('i', range(100))
a.extend([J()] * 9)
a
# --- at work: array extend, extend | array | expr:False
import array
class J:
    def __index__(self):
        a.extend(range(100000))
        return 5
    def __eq__(self, other):
        a.extend(range(100000))
        return False
a = array.array('i', range(100))
a.extend([J()] * 9)
a
# --- at work: array insert, del | array | expr:False
import array
class J:
    def __index__(self):
        del a[:]
        return 5
    def __eq__(self, other):
        del a[:]
        return False
a = array.array('i', range(100))
a.insert(3, J())
a
# --- at work: array insert, pop | array | expr:False
import array
class J:
    def __index__(self):
        while a: a.pop()
        return 5
    def __eq__(self, other):
        while a: a.pop()
        return False
a = array.array('i', range(100))
a.insert(3, J())
a
# --- at work: array insert, extend | array | expr:False
import array
class J:
    def __index__(self):
        a.extend(range(100000))
        return 5
    def __eq__(self, other):
        a.extend(range(100000))
        return False
a = array.array('i', range(100))
a.insert(3, J())
a
# --- at work: array fromlist, del | array | expr:False
import array
class J:
    def __index__(self):
        del a[:]
        return 5
    def __eq__(self, other):
        del a[:]
        return False
a = array.array('i', range(100))
a.fromlist([J()] * 9)
a
# --- at work: array fromlist, pop | array | expr:False
import array
class J:
    def __index__(self):
        while a: a.pop()
        return 5
    def __eq__(self, other):
        while a: a.pop()
        return False
a = array.array('i', range(100))
a.fromlist([J()] * 9)
a
# --- at work: array fromlist, extend | array | expr:False
import array
class J:
    def __index__(self):
        a.extend(range(100000))
        return 5
    def __eq__(self, other):
        a.extend(range(100000))
        return False
a = array.array('i', range(100))
a.fromlist([J()] * 9)
a
# --- at work: array index, del | array | expr:False
import array
class J:
    def __index__(self):
        del a[:]
        return 5
    def __eq__(self, other):
        del a[:]
        return False
a = array.array('i', range(100))
a.index(J())
a
# --- at work: array index, pop | array | expr:False
import array
class J:
    def __index__(self):
        while a: a.pop()
        return 5
    def __eq__(self, other):
        while a: a.pop()
        return False
a = array.array('i', range(100))
a.index(J())
a
# --- at work: array index, extend | array | expr:False
import array
class J:
    def __index__(self):
        a.extend(range(100000))
        return 5
    def __eq__(self, other):
        a.extend(range(100000))
        return False
a = array.array('i', range(100))
a.index(J())
a
# --- at work: array remove, del | array | expr:False
import array
class J:
    def __index__(self):
        del a[:]
        return 5
    def __eq__(self, other):
        del a[:]
        return False
a = array.array('i', range(100))
a.remove(J())
a
# --- at work: array remove, pop | array | expr:False
import array
class J:
    def __index__(self):
        while a: a.pop()
        return 5
    def __eq__(self, other):
        while a: a.pop()
        return False
a = array.array('i', range(100))
a.remove(J())
a
# --- at work: array remove, extend | array | expr:False
import array
class J:
    def __index__(self):
        a.extend(range(100000))
        return 5
    def __eq__(self, other):
        a.extend(range(100000))
        return False
a = array.array('i', range(100))
a.remove(J())
a
# --- at work: array in, del | array | expr:False
import array
class J:
    def __index__(self):
        del a[:]
        return 5
    def __eq__(self, other):
        del a[:]
        return False
a = array.array('i', range(100))
J() in a
a
# --- at work: array in, pop | array | expr:False
import array
class J:
    def __index__(self):
        while a: a.pop()
        return 5
    def __eq__(self, other):
        while a: a.pop()
        return False
a = array.array('i', range(100))
J() in a
a
# --- at work: array in, extend | array | expr:False
import array
class J:
    def __index__(self):
        a.extend(range(100000))
        return 5
    def __eq__(self, other):
        a.extend(range(100000))
        return False
a = array.array('i', range(100))
J() in a
a
# --- at work: find among elements that clear | xml.etree.ElementTree | expr:False
import xml.etree.ElementTree as ET
class E(ET.Element):
    def __eq__(self, other):
        root.clear()
        return False
    __hash__ = None
class T(str):
    def __eq__(self, other):
        root.clear()
        return False
    __hash__ = str.__hash__
root = ET.Element('r')
for i in range(10): root.append(E('a'))
root.find('b')
# --- at work: find among tags that clear | xml.etree.ElementTree | expr:False
import xml.etree.ElementTree as ET
class E(ET.Element):
    def __eq__(self, other):
        root.clear()
        return False
    __hash__ = None
class T(str):
    def __eq__(self, other):
        root.clear()
        return False
    __hash__ = str.__hash__
root = ET.Element('r')
for i in range(10): root.append(ET.Element(T('a')))
root.find('b')
# --- at work: findtext among elements that clear | xml.etree.ElementTree | expr:False
import xml.etree.ElementTree as ET
class E(ET.Element):
    def __eq__(self, other):
        root.clear()
        return False
    __hash__ = None
class T(str):
    def __eq__(self, other):
        root.clear()
        return False
    __hash__ = str.__hash__
root = ET.Element('r')
for i in range(10): root.append(E('a'))
root.findtext('b')
# --- at work: findtext among tags that clear | xml.etree.ElementTree | expr:False
import xml.etree.ElementTree as ET
class E(ET.Element):
    def __eq__(self, other):
        root.clear()
        return False
    __hash__ = None
class T(str):
    def __eq__(self, other):
        root.clear()
        return False
    __hash__ = str.__hash__
root = ET.Element('r')
for i in range(10): root.append(ET.Element(T('a')))
root.findtext('b')
# --- at work: findall among elements that clear | xml.etree.ElementTree | expr:False
import xml.etree.ElementTree as ET
class E(ET.Element):
    def __eq__(self, other):
        root.clear()
        return False
    __hash__ = None
class T(str):
    def __eq__(self, other):
        root.clear()
        return False
    __hash__ = str.__hash__
root = ET.Element('r')
for i in range(10): root.append(E('a'))
root.findall('b')
# --- at work: findall among tags that clear | xml.etree.ElementTree | expr:False
import xml.etree.ElementTree as ET
class E(ET.Element):
    def __eq__(self, other):
        root.clear()
        return False
    __hash__ = None
class T(str):
    def __eq__(self, other):
        root.clear()
        return False
    __hash__ = str.__hash__
root = ET.Element('r')
for i in range(10): root.append(ET.Element(T('a')))
root.findall('b')
# --- at work: remove among elements that clear | xml.etree.ElementTree | expr:False
import xml.etree.ElementTree as ET
class E(ET.Element):
    def __eq__(self, other):
        root.clear()
        return False
    __hash__ = None
class T(str):
    def __eq__(self, other):
        root.clear()
        return False
    __hash__ = str.__hash__
root = ET.Element('r')
for i in range(10): root.append(E('a'))
root.remove(E('b'))
# --- at work: remove among tags that clear | xml.etree.ElementTree | expr:False
import xml.etree.ElementTree as ET
class E(ET.Element):
    def __eq__(self, other):
        root.clear()
        return False
    __hash__ = None
class T(str):
    def __eq__(self, other):
        root.clear()
        return False
    __hash__ = str.__hash__
root = ET.Element('r')
for i in range(10): root.append(ET.Element(T('a')))
root.remove(E('b'))
# --- at work: iter among elements that clear | xml.etree.ElementTree | expr:False
import xml.etree.ElementTree as ET
class E(ET.Element):
    def __eq__(self, other):
        root.clear()
        return False
    __hash__ = None
class T(str):
    def __eq__(self, other):
        root.clear()
        return False
    __hash__ = str.__hash__
root = ET.Element('r')
for i in range(10): root.append(E('a'))
list(root.iter('b'))
# --- at work: iter among tags that clear | xml.etree.ElementTree | expr:False
import xml.etree.ElementTree as ET
class E(ET.Element):
    def __eq__(self, other):
        root.clear()
        return False
    __hash__ = None
class T(str):
    def __eq__(self, other):
        root.clear()
        return False
    __hash__ = str.__hash__
root = ET.Element('r')
for i in range(10): root.append(ET.Element(T('a')))
list(root.iter('b'))
# --- at work: iterfind among elements that clear | xml.etree.ElementTree | expr:False
import xml.etree.ElementTree as ET
class E(ET.Element):
    def __eq__(self, other):
        root.clear()
        return False
    __hash__ = None
class T(str):
    def __eq__(self, other):
        root.clear()
        return False
    __hash__ = str.__hash__
root = ET.Element('r')
for i in range(10): root.append(E('a'))
list(root.iterfind('b'))
# --- at work: iterfind among tags that clear | xml.etree.ElementTree | expr:False
import xml.etree.ElementTree as ET
class E(ET.Element):
    def __eq__(self, other):
        root.clear()
        return False
    __hash__ = None
class T(str):
    def __eq__(self, other):
        root.clear()
        return False
    __hash__ = str.__hash__
root = ET.Element('r')
for i in range(10): root.append(ET.Element(T('a')))
list(root.iterfind('b'))
# --- thread ids: a number | time | expr:False
import time
time.pthread_getcpuclockid(1)
# --- thread ids: by map | time | expr:False
import time
list(map(time.pthread_getcpuclockid, [1, 2, 3]))
# --- thread ids: a liar | time,threading | expr:False
import threading, time
class L(int):
    def __hash__(self): return hash(threading.get_ident())
    def __eq__(self, other): return True
time.pthread_getcpuclockid(L(1))
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
