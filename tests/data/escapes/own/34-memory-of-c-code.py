# --- bytes that go: find |  | expr:False
junk = []
class V:
    def __index__(s):
        ba.clear(); junk.extend(bytes(100000) for i in range(20)); return 1
ba = bytearray(b'q' * 5_000_000)
print(ba.find(b'x', V()))
# --- bytes that go: rfind |  | expr:False
junk = []
class V:
    def __index__(s):
        ba.clear(); junk.extend(bytes(100000) for i in range(20)); return 1
ba = bytearray(b'q' * 5_000_000)
print(ba.rfind(b'x', V()))
# --- bytes that go: index |  | expr:False
junk = []
class V:
    def __index__(s):
        ba.clear(); junk.extend(bytes(100000) for i in range(20)); return 1
ba = bytearray(b'q' * 5_000_000)
print(ba.index(b'x', V()))
# --- bytes that go: rindex |  | expr:False
junk = []
class V:
    def __index__(s):
        ba.clear(); junk.extend(bytes(100000) for i in range(20)); return 1
ba = bytearray(b'q' * 5_000_000)
print(ba.rindex(b'x', V()))
# --- bytes that go: count |  | expr:False
junk = []
class V:
    def __index__(s):
        ba.clear(); junk.extend(bytes(100000) for i in range(20)); return 1
ba = bytearray(b'q' * 5_000_000)
print(ba.count(b'x', V()))
# --- bytes that go: endswith |  | expr:False
junk = []
class V:
    def __index__(s):
        ba.clear(); junk.extend(bytes(100000) for i in range(20)); return 1
ba = bytearray(b'q' * 5_000_000)
print(ba.endswith(b'x', V()))
# --- bytes that go: startswith |  | expr:False
junk = []
class V:
    def __index__(s):
        ba.clear(); junk.extend(bytes(100000) for i in range(20)); return 1
ba = bytearray(b'q' * 5_000_000)
print(ba.startswith(b'x', V()))
# --- bytes that go: hex |  | expr:False
class S(str):
    def __len__(s): ba.clear(); junk.extend(bytes(100000) for i in range(20)); return 1
junk = []
ba = bytearray(b'q' * 5_000_000)
ba.hex(S(':'))
# --- bytes that go: in |  | expr:False
class V:
    def __index__(s):
        ba.clear(); junk.extend(bytes(100000) for i in range(20)); return 1
junk = []
ba = bytearray(b'q' * 5_000_000)
V() in ba
# --- items that go: deque.index | collections | expr:False
from collections import deque
class E:
    def __eq__(s, o):
        d.clear(); return NotImplemented
for i in range(20):
    d = deque([E() for _ in range(10)])
    try: d.index(E())
    except (RuntimeError, ValueError): pass
# --- a structure made again at work | struct | expr:False
import struct
s = struct.Struct('10i')
class V:
    def __index__(self):
        struct.Struct.__init__(s, 'b' * 100)
        return 1
s.pack(*[V()] * 10)
# --- a cache emptied while it is searched | zoneinfo | expr:False
import zoneinfo
names = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Tokyo']
class K(str):
    def __eq__(s, o):
        zoneinfo.ZoneInfo.clear_cache()
        return False
    def __hash__(s): return 1
for i in range(5):
    for n in names: zoneinfo.ZoneInfo(n)
    zoneinfo.ZoneInfo(K('UTC'))
# --- a parser without its parent | xml.parsers.expat,xml | expr:False
from xml.parsers import expat
def go():
    p = expat.ParserCreate()
    p.SetParamEntityParsing(2)
    p.Parse(b'<!DOCTYPE a [<!ENTITY c "zzzzzz">]><a>', False)
    return p.ExternalEntityParserCreate('a')
qs = [go() for _ in range(50)]
junk = [b'A' * (16 * i) for i in range(3000)]
for q in qs:
    try: q.Parse(b'<a>&c;</a>', True)
    except Exception as e: print(e)
# --- a connection closed at work | sqlite3 | expr:False
import sqlite3
con = sqlite3.connect(':memory:')
def f(x):
    try: con.close()
    except Exception as e: print(e)
    try: type(con).__init__(con, ':memory:')
    except Exception as e: print(e)
    return 1
con.create_function('f', 1, f)
con.execute('select f(1) union all select f(2)').fetchall()
# --- a date of another class | datetime | expr:False
import datetime as dt
class Q(dt.datetime):
    def __new__(cls, *a, **k): return [1, 2, 3]
for i in range(30): dt.datetime.__new__(Q, 2020, 1, 1).astimezone()
# --- a date of another class, made natively | datetime,types | expr:False
import datetime as dt
def new(cls, *a, **k): return [1, 2, 3]
try: Q = list(map(type, ["Q"], [(dt.datetime,)], [{"__new__": new}]))[0]
except Exception: Q = dt.datetime
for i in range(30):
    try: dt.datetime.__new__(Q, 2020, 1, 1).astimezone()
    except TypeError: pass
class R(dt.datetime): pass
try: R.__new__ = new
except Exception: pass
for i in range(30): dt.datetime.__new__(R, 2020, 1, 1).astimezone()
# --- flags of a context that is gone | decimal | expr:False
import decimal
fl = [decimal.Context().flags for _ in range(2000)]
changed = 0
for size in range(44, 64, 4):
    l = [b'\x00' * size for i in range(3000)] and [bytes(size) for i in range(3000)]
    for f in fl: f[decimal.Inexact] = True
    changed += sum(1 for b in l if any(b))
    if changed:
        print(size, [b for b in l if any(b)][:1]); break
if changed: raise SystemError(changed)
# --- half made: struct | struct,lzma,bz2,asyncio | expr:False
import struct
struct.Struct.__new__(struct.Struct).__sizeof__()
# --- half made: struct_subclass | struct,lzma,bz2,asyncio | expr:False
import struct
class S(struct.Struct):
    def __init__(self): pass
s = S()
s.pack(1)
# --- half made: lzma | struct,lzma,bz2,asyncio | expr:False
import lzma
lzma.LZMACompressor.__new__(lzma.LZMACompressor).compress(b'x')
# --- half made: lzma_subclass | struct,lzma,bz2,asyncio | expr:False
import lzma
class S(lzma.LZMADecompressor):
    def __init__(self): pass
S().decompress(b'x')
# --- half made: bz2 | struct,lzma,bz2,asyncio | expr:False
import bz2
bz2.BZ2Compressor.__new__(bz2.BZ2Compressor).compress(b'x')
# --- half made: bz2_subclass | struct,lzma,bz2,asyncio | expr:False
import bz2
class S(bz2.BZ2Decompressor):
    def __init__(self): pass
S().decompress(b'x')
# --- half made: task | struct,lzma,bz2,asyncio | expr:False
import asyncio
t = asyncio.Task.__new__(asyncio.Task)
t.get_coro()
# --- half made: task_subclass | struct,lzma,bz2,asyncio | expr:False
import asyncio
class T(asyncio.Task):
    def __init__(self): pass
t = T()
t.get_coro()
# --- half made: numpy.random | numpy.random,numpy | expr:False
import numpy.random as r
r.PCG64.__new__(r.PCG64).advance(1)
# --- half made: pandas.Categorical | pandas | expr:False
import pandas as pd
pd.Categorical.__new__(pd.Categorical).copy()
# --- half made: KDTree | scipy,scipy.spatial | expr:False
import scipy.spatial as s
s.KDTree.__new__(s.KDTree).query_pairs(1)
# --- half made: FT2Font | matplotlib,matplotlib.ft2font | expr:False
import matplotlib.ft2font as f
x = f.FT2Font.__new__(f.FT2Font)
str(x)
x.get_path()
