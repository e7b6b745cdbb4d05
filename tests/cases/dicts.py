d = {"a": 1, "b": 2}
d["c"] = 3
print(d, d["a"], d.get("z"), d.get("z", 0), "a" in d, "z" not in d, len(d), list(d), list(d.values()), list(d.items()))
print(d.pop("a"), d.pop("zz", "default"), d.setdefault("b", 9), d.setdefault("n", []), d.popitem(), d)
d.update({"x": 1}, y=2)
d.update([("p", 1), ("q", 2)])
print(d, d | {"x": 100}, {**d, "b": 0}, dict(a=1), dict([(1, 2)]), dict(zip("ab", [1, 2])), dict.fromkeys("ab", 0))
for k, v in d.items():
    print(k, v, end=";")
print()
print(d.keys() & {"x", "y"}, d.keys() - {"x", "y", "b"} == {"p", "q", "c"}, sorted(d.keys() | {"new"}), {v: k for k, v in d.items()})
del d["x"]
print(d == dict(d), d != {}, sorted(d), max(d, key=d.get), min(d.values()), list(reversed(d)))
for bad in (lambda: d["nope"], lambda: d[[]], lambda: {}.popitem(), lambda: {[]: 1}, lambda: dict(5), lambda: dict([1]), lambda: {} + {}, lambda: d.pop("no")):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, e)
try:
    for k in d:
        d[k + "!"] = 1
except RuntimeError as e:
    print(e)
n = {}
n.setdefault("a", {}).setdefault("b", []).append(1)
n["a"]["b"] += [2]
print(n, n["a"]["b"][0])
e = {}
e[1], e[1.0], e[True] = "a", "b", "c"
print(e, {(1, 2): "t"}[1, 2], {None: 1}[None])
counts = {}
for ch in "mississippi":
    counts[ch] = counts.get(ch, 0) + 1
print(counts, sorted(counts.items(), key=lambda kv: (-kv[1], kv[0])))


class Key:
    def __init__(self, v):
        self.v = v

    def __hash__(self):
        return 1

    def __eq__(self, o):
        return self.v == o.v

    def __repr__(self):
        return f"Key({self.v})"


print({Key(1): "a", Key(2): "b", Key(1): "c"})
d.clear()
print(d, bool(d))
