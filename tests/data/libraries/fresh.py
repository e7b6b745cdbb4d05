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
# --- times from text
from datetime import datetime
import time
print(datetime.strptime("2024-02-29 13:05", "%Y-%m-%d %H:%M"), time.strptime("30 Nov 00", "%d %b %y")[:3], datetime.strptime("Mon, 05 Feb 2024", "%a, %d %b %Y").weekday())
# --- times from text, in a list and with zones
from datetime import datetime
rows = ["2024-01-05T10:00:00+0200", "2023-12-31T23:59:59+0000"]
print([datetime.strptime(r, "%Y-%m-%dT%H:%M:%S%z").isoformat() for r in rows], datetime.strptime("12:30 PM", "%I:%M %p").time())
# --- time zones of the standard library
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo, available_timezones
d = datetime(2024, 3, 30, 12, tzinfo=ZoneInfo("Europe/Paris"))
print(d, (d + timedelta(days=1)).utcoffset(), d.astimezone(ZoneInfo("Asia/Tokyo")), "UTC" in available_timezones(), d.tzname())
# --- a time zone that is not there
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError
try:
    ZoneInfo("Mars/Base")
except ZoneInfoNotFoundError as e:
    print(e)
# --- zones in frames
import pandas as pd
s = pd.Series(pd.date_range("2024-03-09 22:00", periods=4, freq="3h", tz="US/Eastern"))
print(s, s.dt.tz_convert("UTC").dt.hour.tolist(), s.dt.tz_localize(None)[0], pd.Timestamp("2024-01-01", tz="Asia/Tokyo").isoformat())
# --- zones by ZoneInfo in frames
import pandas as pd
from zoneinfo import ZoneInfo
t = pd.Timestamp("2024-07-01 12:00", tz=ZoneInfo("Europe/London"))
print(t, t.tz_convert("America/Sao_Paulo"), pd.DatetimeIndex([t]).dtype, pd.DataFrame({"t": [t]}).t.dt.tz_convert("UTC")[0])
# --- texts to times in frames
import pandas as pd
print(pd.to_datetime(pd.Series(["01/02/2024", "15/03/2024"]), format="%d/%m/%Y").tolist(), pd.to_datetime(["2024-01-05T10:00Z", "2024-01-05T12:00+02:00"], utc=True), pd.to_datetime("3 March 2024"), pd.to_datetime(["x"], errors="coerce"))
# --- correlations of frames
import pandas as pd
df = pd.DataFrame({"a": [1, 2, 3, 5], "b": [2, 1, 4, 9]})
print(df.corr(method="spearman"), df.corr(method="kendall").iloc[0, 1], df.a.corr(df.b))
# --- interpolation and smoothing of series by scipy
import pandas as pd
s = pd.Series([0, None, 2, None, 8.0])
print(s.interpolate().tolist(), s.interpolate(method="quadratic").round(3).tolist(), s.interpolate(method="spline", order=2).round(3).tolist(), s.rolling(2, win_type="triang", min_periods=1).mean().tolist())
# --- centralities of graphs need numpy and scipy
import networkx as nx
g = nx.karate_club_graph()
print(round(nx.pagerank(g)[0], 6), round(nx.eigenvector_centrality_numpy(g)[0], 6), round(nx.katz_centrality_numpy(g)[0], 6), round(nx.algebraic_connectivity(g, method="tracemin_lu", seed=1), 6))
# --- matrices of graphs
import networkx as nx
g = nx.path_graph(4)
print(nx.adjacency_matrix(g).toarray(), nx.laplacian_matrix(g).toarray()[0], nx.to_numpy_array(g).sum(), nx.laplacian_spectrum(g).round(4))
# --- frames of graphs
import networkx as nx
g = nx.Graph([("a", "b", {"w": 2})])
print(nx.to_pandas_edgelist(g), nx.to_pandas_adjacency(g))
# --- layouts of graphs
import networkx as nx
g = nx.cycle_graph(4)
print({k: v.round(3).tolist() for k, v in nx.spring_layout(g, seed=1).items()}, {k: v.round(3).tolist() for k, v in nx.circular_layout(g).items()}, sorted(nx.kamada_kawai_layout(g)), sorted(nx.spectral_layout(g)))
# --- lambdify finds its modules by itself
from sympy import Matrix, cos, exp, lambdify, sin, symbols
x, y = symbols("x y")
print(lambdify((x, y), sin(x) + cos(y))(0, 0), lambdify(x, [x, x**2])(3), lambdify(x, Matrix([x, 2 * x]))(1), lambdify(x, exp(x), "math")(0), lambdify(x, x + 1, "mpmath")(1), lambdify(x, sin(x), "sympy")(1))
# --- lambdify over arrays
import numpy as np
from sympy import Piecewise, lambdify, sqrt, symbols
x = symbols("x")
print(lambdify(x, sqrt(x) * 2, "numpy")(np.array([1.0, 4.0])), lambdify(x, Piecewise((0, x < 0), (x, True)), "numpy")(np.array([-1, 2])), lambdify(x, x**2, "scipy")(3))
# --- the first model of a process
from pydantic import BaseModel
class Point(BaseModel):
    x: int
    y: float = 0
print(Point(x="3"), Point(x=1).model_dump(), Point.model_json_schema()["required"])
# --- tasks, executors and queues
import asyncio, concurrent.futures, queue
async def work(n):
    await asyncio.sleep(0)
    return n * n
async def main():
    print(await asyncio.gather(*(work(n) for n in range(3))), await asyncio.to_thread(pow, 2, 5), await asyncio.wait_for(work(4), 5))
asyncio.run(main())
with concurrent.futures.ThreadPoolExecutor(2) as pool:
    print(list(pool.map(lambda v: v + 1, [1, 2])), pool.submit(len, "abc").result())
# --- dataclasses that a library makes in its functions
import networkx as nx
print(nx.graph_edit_distance(nx.cycle_graph(4), nx.path_graph(4)))
