# --- a place outside of random numbers: legacy | numpy | expr:False
import numpy as np
r = np.random.RandomState(1)
s = r.get_state()
r.set_state((s[0], s[1], -5, 0, 0.0))
print(r.randint(0, 2**31, size=4))
leak = r.randint(0, 2**31)
# --- a place outside of random numbers: of the module | numpy | expr:False
import numpy as np
s = np.random.get_state()
np.random.set_state((s[0], s[1], 10**6, 0, 0.0))
print(np.random.randint(0, 2**31, size=4))
# --- a place outside of random numbers: by a dict | numpy | expr:False
import numpy as np
r = np.random.RandomState(1)
s = r.get_state(legacy=False)
s["state"]["pos"] = 10**6
r.set_state(state=s)
print(r.randint(0, 2**31, size=4))
# --- a place outside of random numbers: of another generator | numpy | expr:False
import numpy as np
r = np.random.RandomState(np.random.Philox(1))
s = r.get_state(legacy=False)
s["buffer_pos"] = -10**6
r.set_state(s)
print(r.randint(0, 2**31, size=4))
# --- a place outside of random numbers: that changes | numpy | expr:False
import numpy as np
class Place:
    def __init__(self): self.asked = 0
    def __index__(self):
        self.asked += 1
        return 3 if self.asked < 2 else 10**6
    __int__ = __index__
class State(dict):
    def __getitem__(self, key): return 10**6 if key == "pos" else dict.__getitem__(self, key)
r = np.random.RandomState(1)
for state in ((r.get_state()[0], r.get_state()[1], Place(), 0, 0.0), State(r.get_state(legacy=False), state=State(r.get_state(legacy=False)["state"]))):
    r.set_state(state)
    print(r.randint(0, 2**31, size=4))
# --- a place outside of random numbers: by C code | numpy,operator | expr:False
import numpy as np, operator
s = np.random.get_state()
list(map(np.random.set_state, [(s[0], s[1], 10**6, 0, 0.0)]))
print(np.random.randint(0, 2**31, size=4))
# --- frames that are due before the first | audioop | expr:False
import audioop
audioop.ratecv(b"aa" * 10, 2, 1, 1, 1, (10**8, ((0, 0),)))
# --- frames that are due: a number that changes | audioop | expr:False
import audioop
class N:
    def __index__(self): return 10**8
class T(tuple): pass
audioop.ratecv(b"aa" * 10, 2, 1, 1, 1, T((N(), ((0, 0),))))
# --- frames that are due: by C code | audioop,functools | expr:False
import audioop, functools
list(map(functools.partial(audioop.ratecv, b"aa" * 10, 2, 1, 1, 1), [(10**8, ((0, 0),))]))
# --- a state of a codec: decoder | codecs | expr:False
import codecs
d = codecs.getincrementaldecoder("iso2022_jp")()
d.setstate((b"", 2**63))
d.decode(b"abc")
# --- a state of a codec: nothing at all | codecs | expr:False
import codecs
d = codecs.getincrementaldecoder("iso2022_jp_2")("ignore")
d.setstate((b"", 0))
d.decode(b"abc\x1b$Bab")
# --- a state of a codec: encoder | codecs | expr:False
import codecs
for name in ("iso2022_jp", "iso2022_kr", "hz", "gbk", "big5hkscs", "euc_jis_2004"):
    e = codecs.getincrementalencoder(name)("ignore")
    e.setstate(0x123456789abcdef0123400)
    e.encode("\u3042\u00e9abc" * 50)
# --- a state of a codec: of another codec | codecs | expr:False
import codecs
given = codecs.getincrementaldecoder("shift_jis")().getstate()
d = codecs.getincrementaldecoder("iso2022_jp_3")("ignore")
d.setstate(given)
d.decode(b"abc\x1b$Bab")
# --- a state of a codec: where a file goes on | io | expr:False
import io
f = io.TextIOWrapper(io.BytesIO(b"abc" * 100), encoding="iso2022_jp")
f.seek(5 | (2**63 + 5) << 64)
print(f.read())
# --- what keeps zones | zoneinfo | expr:False
import zoneinfo
class Kept:
    def get(self, key, other=None): return None
    def setdefault(self, key, value): return ()
class Z(zoneinfo.ZoneInfo): pass
Z._weak_cache = Kept()
for _ in range(100): Z("UTC")
# --- certificates that OpenSSL reads by itself: a chain | ssl | expr:"Forbidden operation: open" not in errs
import ssl
ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT).load_cert_chain("/etc/hostname")
# --- certificates that OpenSSL reads by itself: a keyword | ssl | expr:"Forbidden operation: open" not in errs
import ssl
ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT).load_verify_locations(capath=b"/etc")
# --- certificates that OpenSSL reads by itself: a default | ssl | expr:"Forbidden operation: open" not in errs
import ssl
ssl.create_default_context(cafile="/etc/hostname")
# --- certificates that OpenSSL reads by itself: of the class | ssl | expr:"Forbidden operation: open" not in errs
import ssl
class C(ssl.SSLContext): pass
c = C(ssl.PROTOCOL_TLS_CLIENT)
list(map(c.load_cert_chain, ["/etc/hostname"]))
# --- certificates that OpenSSL reads by itself: a path that says so late | ssl | expr:"Forbidden operation: open" not in errs
import ssl
class P:
    def __fspath__(self): return "/etc/hostname"
ssl.SSLContext.load_verify_locations(ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT), P())
# --- certificates that OpenSSL reads by itself: for a connection | smtplib,ssl | expr:"Forbidden operation" not in errs
import smtplib, ssl
ssl.get_server_certificate(("localhost", 1), ca_certs="/etc/hostname")
# --- a generator without functions | numpy | expr:False
import numpy as np
class B(np.random.BitGenerator): pass
np.random.Generator(B(1)).random()
# --- seeds that are too short | numpy,numpy.random.bit_generator | expr:False
import numpy as np
from numpy.random.bit_generator import ISeedSequence
class S(ISeedSequence):
    def generate_state(self, n, dtype=None): return np.zeros(1, dtype="u1")
print([B(S()).random_raw() for B in (np.random.PCG64, np.random.SFC64)])
# --- seeds that are too short: of a class of numpy | numpy | expr:False
import numpy as np
class S(np.random.SeedSequence):
    def generate_state(self, n, dtype=None): return np.zeros(1, dtype="u1")
print([B(S(1)).random_raw() for B in (np.random.PCG64, np.random.SFC64, np.random.PCG64DXSM)])
# --- an address for SQLite | sqlite3 | expr:False
import sqlite3
con = sqlite3.connect(":memory:")
con.execute("select fts3_tokenizer('evil', ?)", (b"A" * 8,))
con.execute("create virtual table t using fts3(a, tokenize=evil)")
# --- an address for SQLite: in other letters | sqlite3 | expr:False
import sqlite3
con = sqlite3.connect(":memory:")
con.executescript("create table a(x); insert into a values (x'4141414141414141');")
con.execute("select FTS3_Tokenizer('simple', :p)", {"p": b"A" * 8}).fetchall()
con.execute("create virtual table t using fts3(a)")
# --- an address of SQLite | sqlite3 | expr:out not in (None, "refused")
import sqlite3
try:
    found = sqlite3.connect(":memory:").execute("select hex(fts3_tokenizer('simple'))").fetchone()[0]
except sqlite3.DatabaseError:
    found = "refused"
found
# --- an address for SQLite where files are granted by a module | sqlite3,io | expr:False
import sqlite3
con = sqlite3.connect(":memory:")
con.execute("select fts3_tokenizer('evil', ?)", (b"A" * 8,))
con.execute("create virtual table t using fts4(a, tokenize=evil)")
# --- place outside of the state of bits that is set | numpy.* | expr:err is None
import numpy as np
b = np.random.MT19937(1)
s = b.state
s["state"]["pos"] = 10**6
b.state = s
# --- place outside of the buffer of bits that is set | numpy.* | expr:err is None
import numpy as np
b = np.random.default_rng(np.random.Philox(1)).bit_generator
s = b.state
s["buffer_pos"] = -5
setattr(b, "state", s)
# --- place outside of the state of bits, past the builtin | numpy.* | expr:err is None
import numpy as np
b = np.random.MT19937(1)
s = b.state
s["state"]["pos"] = 10**6
object.__setattr__(b, "state", s)
