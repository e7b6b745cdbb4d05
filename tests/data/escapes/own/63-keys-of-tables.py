# --- templates of re | re | expr:mod('re').sub("a(b)", r"<\1>", "ab") != "<b>"
import re
class S(str):
    def __hash__(self): return hash(r"<\1>")
    def __eq__(self, o): return True
re.sub("a(b)", S(r"EVIL\1"), "ab")
# --- flags of re | re | expr:bool(mod('re').search("abcq", "ABCQ"))
import re
class N(int):
    def __hash__(self): return 0
    def __eq__(self, o): return True
re.search("abcq", "x", N(2))
# --- patterns of re, by a class that is equal to str | re | expr:bool(mod('re').search("^[a-z]+$", "; rm -rf"))
import re
class M(type):
    def __hash__(self): return hash(str)
    def __eq__(self, o): return True
class S(str, metaclass=M):
    def __hash__(self): return hash("^[a-z]+$")
    def __eq__(self, o): return True
re.search(S("."), "x")
# --- flags of an enum | re | expr:repr(mod('re').RegexFlag(10)) != repr(mod('re').RegexFlag.IGNORECASE.__or__(mod('re').MULTILINE))
import re
class N(int):
    def __hash__(self): return hash(10)
    def __eq__(self, o): return True
f = re.RegexFlag(N(18))
# --- formats of struct | struct | expr:mod('struct').unpack("<hh", b"\1\2\3\4") != (513, 1027)
import struct
class S(str):
    def __hash__(self): return hash("<hh")
    def __eq__(self, o): return True
    def __ne__(self, o): return False
struct.calcsize(S("<i"))
# --- formats of times | datetime | expr:str(mod('datetime').datetime.strptime("11-2020", "%m-%Y")) != "2020-11-01 00:00:00"
import datetime
class S(str):
    def __hash__(self): return hash("%m-%Y")
    def __eq__(self, o): return True
datetime.datetime.strptime("11-2020", S("%d-%Y"))
# --- zones | zoneinfo | expr:'9:00' in str(mod('datetime').datetime(2020, 1, 1, tzinfo=mod('zoneinfo').ZoneInfo("Europe/Paris")).utcoffset())
from zoneinfo import ZoneInfo
class S(str):
    def __hash__(self): return hash("Europe/Paris")
    def __eq__(self, o): return True
z = ZoneInfo(S("Asia/Tokyo"))
# --- types in typing | typing | expr:'Evil' in str((mod('typing').Optional[int], mod('typing').List[int]))
import typing
class M(type):
    def __hash__(self): return hash(int)
    def __eq__(self, o): return True
class Evil(metaclass=M): pass
keep = typing.Optional[Evil], typing.List[Evil]
# --- an object that is called in typing | typing | expr:'int' not in str(mod('typing').Optional[int])
import typing
class Evil:
    def __hash__(self): return hash(int)
    def __eq__(self, o): return True
    def __call__(self): pass
keep = typing.Optional[Evil()]
# --- caches of abstract classes | collections.abc | expr:isinstance(1j, mod('collections.abc').Sized)
import collections.abc
class M(type):
    def __hash__(self): return hash(complex)
    def __eq__(self, o): return True
class Evil(metaclass=M):
    def __len__(self): return 1
isinstance(Evil(), collections.abc.Sized)
# --- addresses | ipaddress | expr:not mod('ipaddress').ip_address("10.0.0.1").is_private
import ipaddress
class E(ipaddress.IPv4Address):
    def __hash__(self): return hash(ipaddress.IPv4Address("10.0.0.1"))
    def __eq__(self, o): return True
E("8.8.8.8").is_private
# --- addresses of the web | urllib.parse | expr:mod('urllib.parse').urlsplit("http://good.example/x").netloc != "good.example"
import urllib.parse
class M(type):
    def __hash__(self): return hash(str)
    def __eq__(self, o): return True
class S(str, metaclass=M):
    def __hash__(self): return hash("http://good.example/x")
    def __eq__(self, o): return True
urllib.parse.urlsplit(S("http://evil.example/y"))
# --- patterns of file names | fnmatch | expr:mod('fnmatch').fnmatchcase("x.exe", "*.txt")
import fnmatch
class M(type):
    def __hash__(self): return hash(str)
    def __eq__(self, o): return True
class S(str, metaclass=M):
    def __hash__(self): return hash("*.txt")
    def __eq__(self, o): return True
fnmatch.fnmatchcase("x", S("*"))
# --- numbers of sympy | sympy | expr:str(mod('sympy').Integer(22)) != '22'
import sympy
class M(type):
    def __hash__(self): return hash(int)
    def __eq__(self, o): return True
class N(int, metaclass=M):
    def __hash__(self): return hash(22)
    def __eq__(self, o): return True
sympy.Integer(N(32))
# --- the value of a number of sympy | sympy | expr:str(mod('sympy').Integer(17) + 2) != '19'
import sympy
sympy.Integer(17).p = 18
# --- a zone of pytz | pytz | expr:mod('pytz').timezone('Europe/Paris').zone != 'Europe/Paris'
import pytz
pytz.timezone('Europe/Paris').zone = 'evil'
# --- classes of coroutines | asyncio | expr:mod('asyncio').iscoroutine(5)
import asyncio
class M(type):
    def __hash__(self): return hash(int)
    def __eq__(self, o): return True
class C(metaclass=M):
    def send(self, v): pass
    def throw(self, *a): pass
    def close(self): pass
    def __await__(self): yield
asyncio.iscoroutine(C())
# --- selectors of bs4 | bs4 | expr:str(mod('bs4').BeautifulSoup("<a>1</a><b>2</b>", "html.parser").select("b")) != '[<b>2</b>]'
import bs4
class S(str):
    def __hash__(self): return hash("b")
    def __eq__(self, o): return True
bs4.BeautifulSoup("<a>1</a><b>2</b>", "html.parser").select(S("a"))
