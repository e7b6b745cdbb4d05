# imports: json, functools, operator, string, copy, decimal, fractions, heapq, bisect, textwrap
import bisect
import copy
import datetime as dt
import heapq
import json
import math
import operator
import re
import statistics as st
import string
import textwrap
import time
import unicodedata
from decimal import Decimal, getcontext
from fractions import Fraction

print(math.pi, math.sqrt(2), math.gcd(12, 18), math.comb(5, 2), math.floor(-1.5), math.isclose(0.1 + 0.2, 0.3), math.prod([1, 2, 3]), math.inf, math.hypot(3, 4))
print(re.findall(r"(\w+)@(\w+)", "a@b c@d"), re.sub(r"\d+", lambda m: str(int(m.group()) * 2), "a1b22"), re.match(r"(?P<y>\d{4})-(\d\d)", "2024-05").groupdict(), re.split(r"[,;]\s*", "a, b;c"), bool(re.search("z", "abc")))
for m in re.finditer(r"[aeiou]", "education"):
    print(m.group(), m.start(), end=" ")
print(re.compile(r"^\s+", re.M).sub("", " a\n  b"), re.escape("a.b"), re.fullmatch("a+", "aaa").span())
print(json.dumps({"b": [1, None, True], "a": {"x": 1.5}}, sort_keys=True), json.loads('{"k": [1, 2, {"n": null}]}'), json.dumps("é", ensure_ascii=False), json.dumps([1, 2], indent=1))
try:
    json.loads("{bad")
except ValueError as e:
    print(type(e).__name__, e)
try:
    json.dumps({"s": {1}})
except TypeError as e:
    print(e)
print(json.dumps({1: object()}, default=lambda o: "obj"))
d = dt.date(2024, 2, 28) + dt.timedelta(days=2)
print(d, d.isoformat(), d.weekday(), (dt.date(2024, 12, 25) - d).days, dt.datetime(2024, 1, 2, 3, 4, 5).strftime("%Y/%m/%d %H:%M"), dt.datetime.strptime("2024-01-02", "%Y-%m-%d").day, dt.timedelta(hours=25), dt.datetime(2024, 1, 1) < dt.datetime(2024, 1, 2))
print(st.mean([1, 2, 3, 4]), st.median([3, 1, 2]), st.stdev([1, 2, 3, 4]), st.mode("aab"), st.pvariance([1, 2]))
print(Decimal("0.1") + Decimal("0.2"), Decimal(1) / Decimal(3), Decimal("2.50").quantize(Decimal("0.1")), Fraction(1, 3) + Fraction(1, 6), Fraction("0.25"), Fraction(3, 4) * 2, float(Fraction(1, 8)))
h = [5, 1, 4]
heapq.heapify(h)
heapq.heappush(h, 0)
print(heapq.heappop(h), heapq.nsmallest(2, h), heapq.nlargest(1, h, key=lambda v: -v), list(heapq.merge([1, 4], [2, 3])))
a = [1, 3, 5]
bisect.insort(a, 4)
print(a, bisect.bisect_left(a, 3), bisect.bisect(a, 10))
x = {"a": [1, {2: 3}]}
y, z = copy.copy(x), copy.deepcopy(x)
x["a"].append(9)
print(y, z)
print(sorted([(1, "b"), (0, "a")], key=operator.itemgetter(1)), operator.add(1, 2), string.ascii_lowercase[:5], string.digits, string.Template("$a ${b}").substitute(a=1, b=2), textwrap.fill("aaa bbb ccc", 7), textwrap.dedent("  x\n  y"))
print(unicodedata.name("é"), unicodedata.normalize("NFD", "é") == "é", isinstance(time.time(), float), time.strftime("%Y", time.gmtime(0)))
import functools

half = functools.partial(math.pow, 0.5)
half.__name__, half.power = "half", 2
print(half.__name__, half(half.power), functools.update_wrapper(functools.partial(json.dumps, indent=1), json.dumps).__name__)
