# Keys are found by identity and hash where that says all; every other key decides for itself.
calls = []


class Key:
    def __init__(self, like):
        self.like = like

    def __hash__(self):
        calls.append("hash")
        return hash(self.like)

    def __eq__(self, other):
        calls.append("eq")
        return self.like == other or (isinstance(other, Key) and other.like == self.like)


class Text(str):
    pass


plain = {"a": 1, "b": 2, "": 3}
mixed = {Key("a"): 7, 3: 4, True: 9, 2.0: 8, -1: 5, -2: 6, None: 0, Text("t"): 1, (1, "x"): 2}
print(len(calls))
for d in (plain, mixed, {}):
    for key in ("a", "".join(["", "a"]), "c", "", Text("a"), Text("zz"), "t", 1, 0, 2, 3, -1, -2, 1.0, True, False, None, (1, "x"), 10**30, 2**62, b"a"):
        calls.clear()
        print(key in d, d.get(key), d.get(key, "none"), calls)
        try:
            print(d[key])
        except KeyError as e:
            print("KeyError", e)
for bad in (lambda: plain.get(), lambda: plain.get([]), lambda: plain.get(1, 2, 3), lambda: [] in mixed, lambda: plain[{}]):
    try:
        print(bad())
    except TypeError as e:
        print("TypeError", e)

# Deleted keys, tables of every size, numbers that share a hash.
for size in (3, 5, 90, 300, 40_000, 50_000):
    numbers = {n * n: n for n in range(size)}
    names = {f"k{n}": n for n in range(size)}
    for n in range(0, size, 3):
        del numbers[n * n], names[f"k{n}"]
    print(size, sum(numbers.get(n * n, 0) for n in range(size + 9)), sum(n * n in numbers for n in range(size + 9)))
    print(sum(names.get(f"k{n}", 0) for n in range(size + 9)), sum(f"k{n}" in names for n in range(size + 9)))
    print(sum(numbers[n * n] for n in range(size) if n % 3), sum(names[f"k{n}"] for n in range(size) if n % 3))
modulus = 2**61 - 1
same = {0: "zero", modulus: "modulus", modulus + 5: "five more", 2 * modulus + 5: "and again", 5: "five", -modulus: "less"}
print([same.get(k) for k in (0, modulus, 5, modulus + 5, 2 * modulus + 5, -modulus, 3 * modulus, 3 * modulus + 5)])

# The default is given back as it is, and nothing is kept.
default = [1]
print(plain.get("no", default) is default, default, plain.get("a", default), {}.get("x"), plain.get(key="a") if False else None)


class Dict(dict):
    def __missing__(self, key):
        return ("missing", key)

    def get(self, key, default=None):
        return ("got", key, default)


own = Dict(plain)
print(own["a"], own["zz"], own.get("a"), own.get("zz", 1), "a" in own, dict.get(own, "a"), dict.get(own, "zz"), dict.get(plain, "b"))
counts = {}
for word in "the cat and the dog and the bird".split():
    counts[word] = counts.get(word, 0) + 1
print(counts)


# A key of the dict that has the hash of what is looked for is asked once whether it equals that, found or not.
from collections import Counter, defaultdict


class Same:
    asked = 0

    def __init__(self, like, equal=False, then=None):
        self.like, self.equal, self.then = like, equal, then

    def __hash__(self):
        return hash(self.like)

    def __eq__(self, other):
        Same.asked += 1
        if self.then:
            self.then()
        return self.equal


def look(mapping, key):
    try:
        return mapping[key]
    except KeyError as error:
        return repr(error)


for key in (5, (1, 2), 0.5, -2):
    for kind in (dict, Dict, Counter, lambda pairs: defaultdict(list, pairs)):
        for equal in (False, True):
            mapping, Same.asked = kind({Same(key, equal): 1}), 0
            print(look(mapping, key), key in mapping, len(mapping), Same.asked)
grows = {}
grows[Same(7, False, lambda: grows.clear())] = 1
print(look(grows, 7), len(grows))
