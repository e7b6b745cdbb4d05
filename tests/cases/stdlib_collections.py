import collections
from collections import ChainMap, Counter, OrderedDict, defaultdict, deque, namedtuple

c = Counter("mississippi")
c.update(["s", "z"])
print(c.most_common(2), c["s"], c["none"], sorted(c.elements())[:4], c - Counter("ss"), sum(c.values()), Counter(a=1) + Counter(a=2, b=1))
d = defaultdict(list)
for k, v in [("a", 1), ("b", 2), ("a", 3)]:
    d[k].append(v)
n = defaultdict(lambda: defaultdict(int))
n["x"]["y"] += 5
print(dict(d), n["x"]["y"], "q" in d, d.get("q"), sorted(d))
q = deque([1, 2, 3], maxlen=4)
q.appendleft(0)
q.append(9)
q.rotate(1)
print(q, q.popleft(), q.pop(), list(q), q[0], len(q))
P = namedtuple("P", "x y", defaults=[5])
p = P(1)
print(p, p.x, p._replace(x=3), p._asdict(), P(*[7, 8]), p == (1, 5), P._fields, p + (1,))
o = OrderedDict(a=1, b=2, c=3)
o.move_to_end("a")
print(o, o.popitem(last=False), list(o))
m = ChainMap({"a": 1}, {"a": 2, "b": 3})
print(m["a"], m["b"], dict(m), len(m))
groups = defaultdict(set)
for w in "the quick brown fox jumps over the lazy dog".split():
    groups[len(w)].add(w)
print({k: sorted(v) for k, v in sorted(groups.items())})
word_count = collections.Counter(w.lower() for w in "A a b B b c".split())
for w, n in word_count.most_common():
    print(w, n, end="; ")
print()
try:
    P()
except TypeError as e:
    print("TypeError")
