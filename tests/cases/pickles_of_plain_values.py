# imports: pickle, io, decimal, fractions, copy
import pickle, io, datetime as dt, decimal, fractions, collections
buf = io.BytesIO()
pickle.dump({"when": dt.datetime(2024, 5, 6, 7, 8, 9, 10), "d": decimal.Decimal("1.10"), "f": fractions.Fraction(1, 3)}, buf)
buf.seek(0)
print(pickle.load(buf))
for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
    for v in [1, -5, 2**80, 1.5, None, True, "aé", b"bytes\xff", {1, 2}, frozenset([1]), [1, (2,)], {"a": None}, dt.date(2020, 1, 2), dt.time(1, 2), dt.timedelta(3, 4), dt.timezone.utc, dt.datetime(2020, 1, 1, tzinfo=dt.timezone(dt.timedelta(hours=2))), decimal.Decimal("NaN"), collections.Counter("abca"), collections.deque([1, 2], maxlen=3), collections.OrderedDict(a=1), collections.defaultdict(int, a=2), complex(1, 2), bytearray(b"x"), range(4), slice(1, 2), fractions.Fraction(1, 3)]:
        w = pickle.loads(pickle.dumps(v, protocol=protocol))
        if type(w) is not type(v) or repr(w) != repr(v): print("differs", protocol, v, w)
x = [1]; y = pickle.loads(pickle.dumps([x, x])); print(y[0] is y[1])
c = collections.Counter(a=1); y = pickle.loads(pickle.dumps({"p": c, "q": c})); print(y["p"] is y["q"])
r = []; r.append(r); print(pickle.loads(pickle.dumps(r)))
print(pickle.loads(pickle.dumps(collections.defaultdict(list, a=[1])))["zz"], pickle.loads(b"\x80\x04\x95\x05\x00\x00\x00\x00\x00\x00\x00K\x01K\x02\x86."), pickle.loads(bytearray(pickle.dumps(4))))
for bad in [b"", b"garbage", b"\x80\x04K"]:
    try: pickle.loads(bad)
    except Exception as e: print(type(e).__name__, e)
try: pickle.loads("x")
except TypeError as e: print(e)
try: pickle.dump(1, 3)
except TypeError as e: print(e)
try: pickle.load(3)
except TypeError as e: print(e)
d = pickle.loads(pickle.dumps({"a": [1]})); d["a"].append(2); print(d, len(pickle.dumps(list(range(1000)))), pickle.dumps((1, 2)))
import copy; print(copy.deepcopy(collections.defaultdict(collections.deque, a=[1])), pickle.loads(pickle.dumps(collections.defaultdict(collections.deque))))
