# Files of the code that C code reads and writes, lengths that objects tell, and what changes while C code looks.
# --- a raw file that says it read more | io | expr:not (err is not None and 'outside buffer size' in err)
import io
class Raw(io.RawIOBase):
    def readable(s): return True
    def readinto(s, b): return 3000
Raw().read(10)[10:200]
# --- a raw file that empties its room | io | expr:not (err is not None and 'outside buffer size' in err)
import io
class Raw(io.RawIOBase):
    def readable(s): return True
    def readinto(s, b):
        b.clear()
        return 8
Raw().read(10)
# --- a wrapper of texts whose buffer lets go of itself | io | expr:err is None
import io
class Buf:
    closed = False
    def readable(s): return True
    def writable(s): return True
    def seekable(s): return True
    def write(s, b): return len(b)
    def flush(s):
        if go: T.detach()
    def close(s): pass
go = False
T = io.TextIOWrapper(Buf(), encoding="utf-8")
go = True
T.close()
# --- the same under gzip | gzip | expr:err is None
import gzip
class F:
    def write(s, b): return len(b)
    def flush(s):
        if go: T.detach()
    def close(s): pass
go = False
T = gzip.open(F(), "wt")
go = True
T.close()
# --- bytes that say they are longer, read by pandas | pandas | expr:not (err is not None or out == [1])
import pandas as pd
class B(bytes):
    def __len__(s): return 20000
class F:
    done = False
    def read(s, n=-1):
        if s.done: return b""
        s.done = True
        return B(b"a\n1\n")
    def __iter__(s): return iter(())
pd.read_csv(F(), encoding_errors="ignore", on_bad_lines="skip", sep="\x01", quoting=3)["a"].tolist()
# --- what a file keeps of pickle's memory | pickle | expr:not (err is not None or out == 0)
import pickle
body = b"\x80\x04C\xff" + b"A" * 255 + b"0N."
keep = []
class F:
    p = 0
    def read(s, n): r = body[s.p:s.p+n]; s.p += len(r); return r
    def readline(s): return s.read(1)
    def readinto(s, b):
        n = len(b); b[:] = body[s.p:s.p+n]; s.p += n; keep.append(b); return n
pickle.load(F())
len(keep)
# --- pickle's memory kept by a method of C code | pickle | expr:not (err is not None or out == 0)
import pickle
body = b"\x80\x04C\xff" + b"A" * 255 + b"0N."
keep = []
class F:
    p = 0
    readinto = keep.append
    def read(s, n): r = body[s.p:s.p+n]; s.p += len(r); return r
    def readline(s): return s.read(1)
pickle.load(F())
len(keep)
# --- what a raw file keeps of a buffer that XML is written through | io,xml.etree.ElementTree | expr:not (err is not None or all(set(part) <= set(b"<a/>x") for part in out))
import io, xml.etree.ElementTree as ET
keep = []
class Raw(io.RawIOBase):
    def writable(s): return True
    def write(s, b): keep.append(b); return len(b)
el = ET.Element("a"); el.text = "x" * 50000
ET.ElementTree(el).write(Raw())
[bytes(v[:64]) for v in keep]
# --- the buffer kept by a method of C code | io,xml.etree.ElementTree | expr:not (err is not None or all(set(part) <= set(b"<a/>x") for part in out))
import io, xml.etree.ElementTree as ET
keep = []
class Raw(io.RawIOBase):
    def writable(s): return True
    write = keep.append
el = ET.Element("a"); el.text = "x" * 50000
try: ET.ElementTree(el).write(Raw())
except OSError: pass
[bytes(v[:64]) for v in keep]
# --- a list that a handler of to_json empties | pandas | expr:not (err is not None or '"1":1' in out)
import pandas as pd
class O: pass
L = [O() for i in range(2000)]
def dh(o): L.clear(); return "x"
pd.Series([L, 1]).to_json(default_handler=dh)
# --- indents beyond what there is room for | pandas | expr:not (len(out) > 500_000)
import pandas as pd
pd.DataFrame({"a": range(1000)}).to_json(indent=300)
# --- indents of nested lists | pandas | expr:not (out.count("[") == 20_000)
import pandas as pd
x = 1
for i in range(200): x = [x]
pd.Series([x] * 100).to_json(indent=8)
# --- a duration whose number is none | pandas,datetime | expr:not ('P5DT' in out)
import pandas as pd, datetime
class TD(datetime.timedelta): _value = "x"
pd.Series([TD(5), 1], dtype=object).to_json(date_format="iso")
# --- a date of no year | pandas,datetime | expr:not ('2020' in out)
import pandas as pd, datetime
class DT(datetime.datetime): year = "x"
pd.Series([DT(2020, 1, 1)], dtype=object).to_json(date_format="iso")
# --- a date of a month that there is not | pandas,datetime | expr:not ('1577836800000' in out)
import pandas as pd, datetime
class DT(datetime.datetime): month = 10**9
pd.Series([DT(2020, 1, 1)], dtype=object).to_json()
# --- a table with a shorter index than it has | pandas | expr:not (err is not None or '3' in out)
import pandas as pd
on = False
class C(pd.DataFrame): index = property(lambda s: pd.Index([1]) if on else super(C, s).index)
o = C({"a": [1, 2, 3]})
on = True
pd.Series([o, 1]).to_json()
# --- a period of a date of a month that there is not | pandas,datetime | expr:not (err is not None)
import pandas as pd, datetime
class DT(datetime.datetime): month = 10**9
pd.Period(DT(2020, 1, 1), "D")
# --- a period of a date that asks for its month | pandas,datetime | expr:not (err is not None)
import pandas as pd, datetime
class DT(datetime.datetime):
    def __getattribute__(s, n): return 10**9 if n == "month" else super().__getattribute__(n)
pd.Period(DT(2020, 1, 1), "W")
# --- a parser of yaml that its stream asks again | yaml | expr:not (err is not None and 'at work' in err)
import yaml
class F:
    busy = False
    def read(s, size):
        if L and not s.busy:
            s.busy = True
            for i in range(3000): L.get_token()
            s.busy = False
        return "- abc\n" * (size // 6)
L = None
L = yaml.CSafeLoader(F())
for i in range(60000): L.get_token()
# --- a writer of yaml that its stream asks again | yaml | expr:not (out > 0)
import yaml
class W:
    met = 0
    def write(s, b):
        for i in range(300):
            try: D.emit(yaml.ScalarEvent(None, None, (True, False), "x" * 1000))
            except RuntimeError: s.met += 1; break
w = W()
D = yaml.CSafeDumper(w)
D.open()
D.emit(yaml.DocumentStartEvent()); D.emit(yaml.SequenceStartEvent(None, None, True))
for i in range(1000): D.emit(yaml.ScalarEvent(None, None, (True, False), "y" * 500))
w.met
# --- a writer of yaml that its stream closes | yaml | expr:not (out > 0)
import yaml
class W:
    met = 0
    def write(s, b):
        try: D.close()
        except RuntimeError: s.met += 1
w = W()
D = yaml.CSafeDumper(w)
D.open()
D.serialize(yaml.compose("a: " + "x" * 100000))
D.close()
w.met
# --- moments before the table of a zone | numpy,pandas | expr:not (err is None or 'OutOfBounds' in err)
import numpy as np, pandas as pd
list(pd.Series(pd.DatetimeIndex(np.array([-2**62], "i8").view("M8[s]")).tz_localize("UTC").tz_convert("Europe/Berlin")))
# --- the hash of a record with a text that is none | numpy | expr:not (err is not None)
import numpy as np
hash(np.frombuffer(b"\xff" * 8, [("a", "U1"), ("b", "U1")])[0])
# --- an object that became a parameter of an alias afterwards | math | expr:not (err is not None and 'alias' in err)
class P: pass
p, q, r = P(), P(), P()
q.__parameters__ = (p,)
a = list[r, q]
a.__parameters__
r.__typing_subst__ = lambda x: x
a[int]
# --- bases that lead back | math | expr:not (err is not None and 'RecursionError' in err)
class P: pass
p = P()
vars(p)["__bases__"] = (p,)
issubclass(p, int)
# --- bases that lead back by many ways | math | expr:not (err is not None and 'RecursionError' in err)
class P: pass
p = P()
for i in range(100):
    q = P()
    vars(q)["__bases__"] = (p, p)
    p = q
issubclass(p, int)
# --- columns that are called like builtins, and are not there | pandas,patsy | expr:not (err is None and out == 0)
import pandas as pd, patsy
met = 0
for part in ("type(x)", "open('/etc/passwd')", "vars(x)", "globals()", "getattr(x, '__class__')", "eval('1')", "object", "super()"):
    try: patsy.dmatrix(part, pd.DataFrame({"x": [1.0]})); met += 1
    except Exception: pass
met
# --- columns that are there once | pandas,patsy | expr:not (err is not None and 'type' in err)
import pandas as pd, patsy
class Once(dict):
    asked = 0
    def __getitem__(s, k):
        s.asked += k == "type"
        if k == "type" and s.asked > 1: raise KeyError(k)
        return [1.0, 2.0]
patsy.dmatrix("I(type) + I(type(5).__class__ if 0 else type)", Once())
# --- the hash of a record that says what its items are | numpy | expr:not (err is not None)
import numpy as np
class R(np.record):
    def item(self): return 1
fields = [("a", "U1"), ("b", "U1")]
hash(np.frombuffer(b"\xff" * 8, fields).view(np.dtype((R, fields)))[0])
