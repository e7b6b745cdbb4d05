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
