# imports: collections
from collections import Counter, OrderedDict, defaultdict


class Plain(dict):
    pass


class Missing(dict):
    def __missing__(self, key):
        return f"no {key}"


class Doubled(dict):
    def __getitem__(self, key):
        return dict.__getitem__(self, key) * 2


class Shouting(dict):
    def __setitem__(self, key, value):
        dict.__setitem__(self, key, str(value).upper())


class Everything(dict):
    def __contains__(self, key):
        return True


class Nothing(dict):
    def __len__(self):
        return 0


class Proud(dict):
    def __bool__(self):
        return True


class Ashamed(dict):
    def __bool__(self):
        return False


class Liar(dict):
    def __bool__(self):
        raise ValueError("neither")


KINDS = [dict, Plain, Missing, Doubled, Shouting, Everything, Nothing, Proud, Ashamed, Liar, Counter, OrderedDict, lambda d: defaultdict(list, d)]
TABLES = [{}, {1: 2}, {(1, 2): "x", "a": None, 3: 4.5, None: 0}, {"a": 1, **{str(n): n for n in range(300)}}]


def tried(what):
    try:
        return repr(what())[:30]
    except Exception as error:
        return f"{type(error).__name__}: {error}"[:40]


class Holder:
    def __init__(self, held):
        self.held = held


def look(table):
    holder = Holder(table)

    def put(key, value):
        holder.held[key] = value
        return holder.held[key]

    def add(key):
        holder.held[key] += 1
        return holder.held[key]

    def drop(key):
        del holder.held[key]
        return len(holder.held)

    yield tried(lambda: len(holder.held))
    yield tried(lambda: bool(holder.held))
    yield tried(lambda: "yes" if holder.held else "no")
    yield tried(lambda: not holder.held)
    for key in ("a", 1, (1, 2), None, "new", -1, 2**70, 1.0, True):
        yield tried(lambda: holder.held[key])
        yield tried(lambda: (key in holder.held, key not in holder.held))
        yield tried(lambda: put(key, 7))
        yield tried(lambda: add(key))
        yield tried(lambda: drop(key))
    yield tried(lambda: holder.held[[]])
    yield tried(lambda: [] in holder.held)
    yield tried(lambda: put([], 1))


for make in KINDS:
    for table in TABLES:
        print(getattr(make, "__name__", "?"), len(table), *look(make(dict(table))), sep=" | ")

# What a class gets later counts, too.
later = Plain(a=1)
for _ in range(3):
    print(later["a"], "b" in later, len(later), bool(later))
Plain.__getitem__ = lambda self, key: ("got", key)
Plain.__contains__ = lambda self, key: key == "b"
Plain.__len__ = lambda self: 5
Plain.__setitem__ = lambda self, key, value: print("set", key, value)
later["x"] = 1
print(later["a"], "b" in later, len(later), bool(later), dict.keys(later))
del Plain.__getitem__, Plain.__contains__, Plain.__len__, Plain.__setitem__
later["x"] = 1
print(later["a"], "b" in later, len(later), bool(later), dict.keys(later))


# Keys that hash as they like.
class Key:
    def __init__(self, name):
        self.name = name

    def __hash__(self):
        return hash(self.name)

    def __eq__(self, other):
        return isinstance(other, Key) and other.name == self.name


odd = {Key("__spec__"): 1, Key("__name__"): 2, 5: 3, 6: 4, 7: 5}
print(len(Holder(odd).held))
for kind in (Counter, OrderedDict, Plain):
    print(len(Holder(kind(odd)).held), 5 in kind(odd), kind(odd)[6])

# What many keys are looked up among.
many = {n: str(n) for n in range(70_000)}
names = {str(n): n for n in range(70_000)}
print(many[69_999], names["69999"], 70_000 in many, "70000" in names, tried(lambda: many[70_000]), tried(lambda: names["x"]))
print(Holder(many).held[5], Holder(names).held["5"], Counter(names)["69999"])

counts = Counter()
groups = defaultdict(list)
order = OrderedDict()
for word in "the cat and the dog and the bird".split():
    counts[word] += 1
    groups[len(word)].append(word)
    order[word] = order.get(word, 0) + 1
    if len(order) > 3:
        order.popitem(last=False)
print(counts.most_common(2), dict(groups), list(order.items()), counts["none"], "none" in counts)
for name, table in [("counts", counts), ("groups", groups)]:
    while table:
        print(name, table.popitem())
