# imports: argparse, types, dataclasses, functools
"""Format texts whose fields read attributes and items, used again and again while what they read changes."""

import functools


class Point:
    kind = "point"

    def __init__(self, x):
        self.x = x


template = "{0.x}/{0.kind!r:>9}"


def shown(o):
    try:
        return template.format(o)
    except Exception as e:
        return type(e).__name__, str(e)


p = Point(1)
for _ in range(3):
    print(shown(p))
Point.kind = "other"
print(shown(p))
Point.x = property(lambda self: "from the class")
print(shown(p))
del Point.x
print(shown(p))
del p.x
print(shown(p))
print(shown(5), shown("text"), shown(Point))
Point.__getattr__ = lambda self, name: f"<{name}>"
print(shown(p))

# What is wrong is said when it is its turn, each time.
seen = []


class Noisy:
    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        seen.append(name)
        return self

    def __getitem__(self, key):
        seen.append(key)
        return self

    def __format__(self, spec):
        seen.append(("format", spec))
        return "n"


for text in ("{0.a.b[c]} {0.d:{0.e}}", "{0.a} {0.}", "{0.a[b} {0.c}", "{0.a} {1.b}", "{0.a} {", "{0.a[1]c}", "{0.a} {0.b!z}", "{0.a:{0.b:{0.c}}}", "{.a}{0.b}", "{0.a}{.b}", "{.a}{.b}", "{x.a}", "{0.a} }", "{0.a!}", "{0.a!rr}", "{[k].a}{}"):
    for _ in range(2):
        seen.clear()
        try:
            print(text.format(Noisy()), end=" ")
        except Exception as e:
            print(type(e).__name__, e, end=" ")
        print(seen)


class Reentrant:
    """Formats the same text while it is formatted."""

    def __init__(self):
        self.depth = 0

    @property
    def x(self):
        self.depth += 1
        return again.format(self) if self.depth < 4 else "end"


again = "<{0.x}>"
print(again.format(Reentrant()), again.format(Reentrant()))

# A subclass of str that lies, as the text and as what a field shows.


class Text(str):
    def __len__(self):
        return 0

    def __str__(self):
        return "lie"

    def __format__(self, spec):
        return Text("shown")


print(Text("{0.x} {0.kind}").format(Point(Text("t"))))

# Lone surrogates stay what they are.
print(ascii("\ud800{0.x}\udfff{0.x!a}".format(Point("\udc80"))), ascii("{a[\udc80]}".format(a={"\udc80": "found"})))

print(["{0.x:{1.x}}".format(Point(i), Point(i)) for i in range(5)])
print("{p.x}{m[a][b]}{m[1]}".format_map({"p": Point(2), "m": {"a": {"b": 3}, 1: 4}}))
for count in (1, 3, 200):
    print(len(("{0.x}" * count).format(Point("ab"))))
long = "{0.x} " * 1000
print(len(long.format(Point(1))), len(long.format(Point(22))))
print([f"{{0.{name}}}".format(Point(7)) for name in ("x", "kind")])
print(functools.reduce(lambda text, i: text + "{0.x}".format(Point(i)), range(200), "")[-9:])
