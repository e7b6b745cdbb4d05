# --- pytz
from datetime import datetime
import pytz
ny = pytz.timezone("America/New_York")
print(ny.localize(datetime(2024, 7, 4, 9)), pytz.utc.localize(datetime(2024, 1, 1)).astimezone(ny), "Asia/Kolkata" in pytz.all_timezones, pytz.country_timezones["ch"])
# --- dateutil
from datetime import datetime
from dateutil import parser, tz
from dateutil.relativedelta import relativedelta
print(parser.parse("2024-01-05 10:00 EST", tzinfos={"EST": -18000}), datetime(2024, 6, 1, tzinfo=tz.gettz("Europe/Berlin")), datetime(2024, 1, 31) + relativedelta(months=+1), parser.isoparse("2024-05-06T07:08:09Z"))
# --- codecs that are loaded when first asked for
for name in ("cp1252", "latin-1", "utf-16", "shift_jis", "koi8-r", "idna", "punycode", "utf-8-sig", "ascii"):
    print(name, "abc".encode(name))
print("ü".encode("cp1252"), b"\xff\xfea\x00".decode("utf-16"), "ä".encode("ascii", "xmlcharrefreplace"), "日".encode("euc_jp"))
# --- codecs by module
import codecs
print(codecs.encode("Uryyb", "rot13"), codecs.encode(b"ab", "hex"), codecs.decode(b"YWI=", "base64"), codecs.lookup("latin1").name)
# --- names of characters
import unicodedata
print(unicodedata.name("é"), "\N{GREEK SMALL LETTER ALPHA}", unicodedata.normalize("NFD", "é").encode(), unicodedata.category("A"), "ß".casefold())
# --- calendars
import calendar
print(calendar.month(2024, 2), calendar.monthrange(2024, 2), calendar.day_name[0], calendar.isleap(1900), list(calendar.TextCalendar().itermonthdays(2024, 2))[:5])
# --- a sparse frame
import pandas as pd
s = pd.Series(pd.arrays.SparseArray([0, 0, 1, 2]))
print(s.sparse.density, s.dtype, pd.DataFrame({"a": s}).sparse.to_coo().toarray().ravel())
# --- models with times, decimals, unions and nesting
from datetime import date, datetime
from decimal import Decimal
from enum import Enum
from typing import Literal, Optional, Union
from uuid import UUID
from pydantic import BaseModel, Field
class Colour(Enum):
    red = "r"
class Item(BaseModel):
    day: date
    at: Optional[datetime] = None
    price: Decimal = Field(gt=0)
    kind: Literal["a", "b"] = "a"
    colour: Colour = Colour.red
    key: Union[int, str] = 0
    id: UUID = UUID(int=1)
class Box(BaseModel):
    items: list[Item]
print(Box(items=[{"day": "2024-01-02", "at": "2024-01-02T03:04:05Z", "price": "9.99"}]).model_dump_json())
# --- finalisers in between do not disturb dataclasses
import dataclasses, gc
class Noisy:
    def __init__(self): self.me = self
    def __del__(self): pass
for n in range(200):
    Noisy()
    @dataclasses.dataclass(order=True)
    class P:
        x: int
        y: list = dataclasses.field(default_factory=list)
    p = P(n)
gc.collect()
print(p, dataclasses.replace(p, x=1), P(1) < P(2))
# --- decimals and fractions first
from decimal import Decimal
from fractions import Fraction
import statistics
print(Decimal("0.1") + Decimal("0.2"), Fraction("0.125"), statistics.mean([Decimal("1.5"), 2]), statistics.stdev([1, 2, 4]), statistics.NormalDist(0, 1).cdf(1.96), Fraction(1, 3).limit_denominator(2))
# --- heapq, bisect, array, struct and others that are C inside
import array, bisect, heapq, struct, zlib, binascii, hashlib, base64, operator, itertools, functools
print(heapq.nsmallest(2, [3, 1, 2]), bisect.bisect([1, 3], 2), array.array("d", [1.5]).tobytes(), struct.pack("<if", 1, 2.5), zlib.crc32(b"a"), binascii.hexlify(b"k"), hashlib.sha256(b"x").hexdigest()[:8], base64.b64encode(b"hi"), functools.reduce(operator.mul, range(1, 6)))
# --- compressed data in memory
import bz2, gzip, io, lzma, zipfile
b = io.BytesIO()
with zipfile.ZipFile(b, "w", zipfile.ZIP_DEFLATED) as z:
    z.writestr("a.txt", "hello" * 10)
print(gzip.decompress(gzip.compress(b"abc")), bz2.decompress(bz2.compress(b"abc")), lzma.decompress(lzma.compress(b"abc")), zipfile.ZipFile(b).read("a.txt")[:5])
# --- messages of the e-mail package and others that import late
from email.message import EmailMessage
import mimetypes, html, urllib.parse, textwrap, difflib, pprint, uuid
m = EmailMessage(); m["Subject"] = "Hä"; m["To"] = "a@b.c"; m.set_content("Hello")
print(m.as_string(), mimetypes.guess_type("a.png"), html.unescape("&eacute;"), urllib.parse.urlencode({"a": "ü"}), list(difflib.unified_diff(["a"], ["b"], lineterm="")), uuid.uuid5(uuid.NAMESPACE_DNS, "x"))
