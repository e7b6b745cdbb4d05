print("{} {}".format(1, 2), "{0}{1}{0}".format("a", "b"), "{x} {y:>5}".format(x=1, y="z"), "{:,}".format(1234567), "{:.3e}".format(12345.678))
print("{:08.3f}|{:+d}|{: d}|{:x}|{:#x}|{:b}|{:o}|{:%}|{:^9}|{:*<5}|{:e}".format(3.14159, 5, 5, 255, 255, 5, 8, 0.25, "mid", "a", 12.5))
print("{:{w}.{p}f}".format(3.14159, w=10, p=2), "{!r} {!s} {!a}".format("é", "é", "é"), "{{}}".format(), "{0[0]} {0[1]}".format([1, 2]), "{d[k]}".format(d={"k": "v"}))
print(format(255, "#010b"), format(3.5), format("x", ">3"), format(1e10, "g"), format(1234.5, ",.2f"), format(10**20, "_d"), format(True, "d"), format(2, "c"))


class P:
    x, y = 1, 2

    def __format__(self, spec):
        return f"P<{spec}>"


print("{0.x},{0.y} {0:abc}".format(P()), format(P(), "zz"), f"{P():q}", f"{P()}")
for bad in (lambda: "{}".format(), lambda: "{x}".format(), lambda: "{:d}".format("a"), lambda: "{0.nope}".format(P()), lambda: format(1, "zz"), lambda: "{".format(1), lambda: "{:>q}".format(1)):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, e)


class D(dict):
    def __missing__(self, key):
        return f"<{key}>"


print("{a} {b}".format_map(D(a=1)), "{a}".format_map({"a": [1]}))
