# imports: array, collections, csv, io, time, threading, types, weakref, xml.etree.ElementTree
import array
import collections
import csv
import io
import threading
import time
import types
import weakref
import xml.etree.ElementTree as ET

# What the interpreter tells of errors of codecs.
for error in (
    UnicodeDecodeError("utf-8", b"a\xffb", 1, 2, "invalid start byte"),
    UnicodeDecodeError("utf-8", b"a\xffb", 0, 3, "why"),
    UnicodeDecodeError("utf-8", b"", 0, 0, "empty"),
    UnicodeDecodeError("utf-8", b"abc", 3, 4, "behind"),
    UnicodeEncodeError("ascii", "a\u00e9b", 1, 2, "ordinal not in range(128)"),
    UnicodeEncodeError("ascii", "a\u20ac\U0001f600", 1, 2, "x"),
    UnicodeEncodeError("ascii", "a\u20ac\U0001f600", 2, 3, "x"),
    UnicodeEncodeError("ascii", "a\u20ac\U0001f600", 1, 3, "x"),
    UnicodeEncodeError("a", "b", 1, 2, "x"),
    UnicodeTranslateError("a\u20acb", 1, 2, "x"),
    UnicodeTranslateError("a\u20acb", 0, 3, "x"),
):
    print(str(error), repr(str(error)), error.args)
for data in (b"\xff\xfe", "é\ud800".encode("utf-8", "surrogatepass")):
    try:
        data.decode()
    except UnicodeError as e:
        print(e, e.start, e.end, e.reason)
try:
    "é€".encode("ascii")
except UnicodeError as e:
    print(e, f"{e}", e.object[e.start : e.end])


class Better(UnicodeDecodeError):
    def __str__(self):
        return "better: " + super().__str__()


print(Better("u", b"abc", 0, 1, "because"))


# Dicts with keys of classes, which compare and change other dicts.
class Key:
    seen = collections.OrderedDict()

    def __init__(self, n):
        self.n = n

    def __hash__(self):
        return self.n % 3

    def __eq__(self, other):
        Key.seen[self.n] = Key.seen.pop(self.n, 0) + 1
        return isinstance(other, Key) and self.n == other.n


ordered = collections.OrderedDict((Key(n), n) for n in range(12))
ordered.move_to_end(Key(3))
ordered.move_to_end(Key(7), last=False)
print(ordered.pop(Key(5)), ordered.popitem()[1], [k.n for k in ordered], [v for _, v in reversed(ordered.items())])
del ordered[Key(0)]
ordered[Key(1)] = "one"
print(ordered.setdefault(Key(1)), list(ordered.copy().values()), ordered == ordered.copy(), len(Key.seen))


class Cache(collections.OrderedDict):
    def __getitem__(self, key):
        self.move_to_end(key)
        return super().__getitem__(key)

    def __setitem__(self, key, value):
        super().__setitem__(key, value)
        self.move_to_end(key)
        if len(self) > 3:
            del self[next(iter(self))]


cache = Cache()
for n in (1, 2, 3, 1, 4, 5):
    cache[n] = n * n
print(cache[4], dict(cache))


# Readers that read from readers, arrays of objects with `__index__`.
rows = csv.reader(line for line in csv.reader(["a b,c d", "e f,g h"], delimiter=",").__next__())
print(list(rows), list(csv.DictReader(io.StringIO("a,b\n1,2"))))


class Five:
    def __index__(self):
        return 5


numbers = array.array("i", [1, 2, 3])
numbers.append(Five())
numbers[0] = Five()
numbers.extend([Five(), 7])
numbers.insert(1, Five())
numbers += array.array("i", [9])
print(numbers, numbers.index(7), 7 in numbers, numbers.count(5), numbers * 2)

root = ET.fromstring("<r><a>1</a><b><a>2</a></b></r>")
root.remove(root.find("a"))
root.append(ET.Element("c"))
print([e.tag for e in root.iter()], root.findtext("b/a"), ET.tostring(root))

# Values of classes that go.
class Value:
    pass


class Holder:
    value = Value()


found = []
watch = weakref.ref(Holder.value, lambda _: found.append("gone"))
Holder.value = None
print(found, Holder.value)
Holder.value = Value()
watch = weakref.ref(Holder.value, lambda _: found.append("gone too"))
del Holder.value
print(found, hasattr(Holder, "value"))
print(time.pthread_getcpuclockid(threading.get_ident()) == time.pthread_getcpuclockid(threading.main_thread().ident))


# Nesting of everyday depth.
class Thing:
    def show(self, *rest):
        return rest


bound = Thing().show
for n in range(50):
    bound = types.MethodType(bound, n)
print(bound.__name__, len(bound()), hash(bound) == hash(bound))
alias = int
for n in range(50):
    alias = list[alias]
print(alias.__origin__, len(repr(alias)), alias == alias, hash(alias) == hash(alias), dict[str, alias].__args__[0])


# Ordered dicts of a class of one's own, with keys of one's own.
class Key(tuple):
    def __eq__(self, other):
        return tuple.__eq__(self, other)

    def __hash__(self):
        return tuple.__hash__(self)


class Recent(OrderedDict):
    def __setitem__(self, key, value):
        super().__setitem__(key, value)
        self.move_to_end(key, last=False)


for kind in (OrderedDict, type("Kept", (OrderedDict,), {}), Recent):
    kept = kind()
    kept[Key("a")] = 1
    print(kept.setdefault(Key("b"), 2), kept.setdefault(Key("a"), 3), kept.setdefault("text"), list(kept.items()))
    print(kept.pop(Key("b")), kept.pop(Key("c"), None), kept.popitem(), kept.copy() == kept, len(kept | {Key("d"): 4}))
