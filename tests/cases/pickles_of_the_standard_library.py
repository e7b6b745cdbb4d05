# imports: pickle, uuid, re, pathlib, ipaddress, array, types, collections, decimal, random, functools, operator, statistics, string, dataclasses, zoneinfo
import pickle, uuid, re, pathlib, ipaddress, array, types, collections, decimal, random, functools, operator, statistics, string, zoneinfo
import datetime as dt
from dataclasses import dataclass
@dataclass
class Row:
    value: object
    n: int = 1
berlin = zoneinfo.ZoneInfo("Europe/Berlin")
plain = [uuid.UUID(int=5), re.compile("a+", re.I), pathlib.PurePosixPath("/a/b"), pathlib.PureWindowsPath("c:/x"), ipaddress.ip_address("1.2.3.4"), ipaddress.ip_network("10.0.0.0/8"), ipaddress.ip_interface("::1/64"),
    array.array("d", [1.5, 2]), types.SimpleNamespace(a=1, b=[2]), collections.ChainMap({"a": 1}, {"b": 2}), collections.UserDict(a=1), collections.UserList([1]), collections.UserString("s"), decimal.Context(prec=5), berlin, dt.datetime(2024, 5, 6, tzinfo=berlin),
    statistics.NormalDist(1, 2), len, operator.add, int, dt.date, ValueError, uuid.SafeUUID.unknown, functools.partial(int, base=2), operator.itemgetter(1, 2)]
for v in plain + [ValueError("x"), KeyError("a", 2), OSError(2, "no", "f"), StopIteration(3), UnicodeDecodeError("utf-8", b"\xff", 0, 1, "bad")]:
    for protocol in (0, 1, 2, 4, 5):
        for wrap in (lambda v: v, lambda v: [v, 1], Row, lambda v: {"k": (v, Row(v))}):
            w = pickle.loads(pickle.dumps(wrap(v), protocol))
            if repr(w) != repr(wrap(v)): print("differs", protocol, repr(v), repr(w))
t = pickle.loads(pickle.dumps(string.Template("$a b"))); print(t.substitute(a=1))
r = random.Random(5); r.random(); print(pickle.loads(pickle.dumps(r)).random() == r.random())
e = ValueError("a"); e.k = [1]; e.row = Row(3)
f = pickle.loads(pickle.dumps(e)); print(f.args, f.k, f.row, type(f))
n = pickle.loads(pickle.dumps(types.SimpleNamespace(row=Row(3), more=types.SimpleNamespace(x=1)))); print(n, n.more.x)
u = uuid.UUID(int=7); a = pickle.loads(pickle.dumps([Row(u), Row(u)])); print(a[0].value is a[1].value, a)
