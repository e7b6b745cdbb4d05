import math


class Out:
    def __init__(self):
        self.parts = []

    def write(self, text):
        self.parts.append(text)

    def flush(self):
        self.parts.append("<flush>")


print()
print("a", "b", 3, None, [1, "x"], sep="-", end="!\n")
print("no newline", end="")
print()
print(*range(3), sep=", ")
print("tab\tnew\nline")
out = Out()
print("to", "object", 5, file=out)
print("sep", "end", sep="", end="|", file=out, flush=True)
print(out.parts)
print("x", file=None)
print(1, 2, sep=None, end=None)
for bad in (lambda: print(1, sep=5), lambda: print(1, end=3), lambda: print(1, file=5), lambda: print(1, nope=2)):
    try:
        bad()
    except Exception as e:
        print(type(e).__name__, e)
value = print("returns None")
print(value, print)
list(map(print, [1, 2]))
say = print
say("aliased", sep="")


class Str:
    def __str__(self):
        return "custom"


class BadStr:
    def __str__(self):
        raise ValueError("bad str")


print(Str(), [1, Str()][0])
try:
    print("before", BadStr())
except ValueError as e:
    print(e)
print("é😀", "\x00".encode(), 1e100, 10**30, -0.0, math.nan)
[print(i, end=" ") for i in range(3)]
print("a" if print("side") is None else "b")
