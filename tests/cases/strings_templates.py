# Templates and format specs of plain values, in all the ways they can be put together.
class Shown:
    def __format__(self, spec):
        return "shown " + spec

    def __str__(self):
        return "as text"

    def __repr__(self):
        return "Shown()"


class Text(str):
    def __format__(self, spec):
        return "own " + spec


class Whole(int):
    def __str__(self):
        return "whole"


VALUES = [0, 7, -12345, 1234567890123, 10**30, True, False, None, 0.0, -0.0, 0.5, 2.675, -1234.5678, 1e16, 1e-7, float("inf"), float("nan")]
VALUES += ["", "text", "long text of words", "é", "\x00\x7f", Shown(), Text("t"), Whole(5), 3 + 4j, b"x", [1], (1, 2), {"a": 1}]
SPECS = ["", "d", "5d", "05d", "<5", ">12", "^9", "*^9", "x<4", "012.3f", ".0f", ".2f", "8.2f", "<10.1f", ",", ",.2f", "15,.1f", "%", ".1%", "7.1%", "07.1%"]
SPECS += ["s", "10s", ".3s", ">6.2s", "^7.1s", "08s", "e", "g", "x", "#x", "+d", " d", "_d", "n", "c", "=5", "=05d", "<05d", "0,d", "0", "00", "007", "30d", "100d"]
SPECS += [".", ".f", "5.", ",d,", "q", "ss", "!r", ".30f", "é<5", "<", ">", "^", ",s", ".2d", ",%", "1", "é"]


def attempt(function, *arguments):
    try:
        return function(*arguments)
    except Exception as error:
        return type(error).__name__[:5]


for spec in SPECS:
    print(spec, [attempt(lambda value: f"{value:{spec}}", value) for value in VALUES])
    written = [attempt(lambda value: f"<{value:{spec}}>", value) for value in VALUES]
    print(written == [attempt(("<{:" + spec + "}>").format, value) for value in VALUES])


def filled(template, *values):
    return attempt(lambda: template.format(*values))


TEMPLATES = ["", "plain", "{}", "{0}", "{}{}", "{1} {0}", "{0}{0}{0}", "{} {0}", "{0} {}", "{2}", "{{}}", "{{{}}}", "}}{{", "{", "}", "{}}", "{:5}|{:<5}|{:^5}"]
TEMPLATES += ["{:.2f} and {:>8}", "{!r} {!s}", "{!r:>6}", "{:{}}", "{0:{1}}", "{name}", "{0.real}", "{0[0]}", "{ 0}", "{00}", "{007}", "{-1}", "{0:}", "{:d}", "é {}", "{}" * 9]
for template in TEMPLATES:
    for values in [(), (1,), (1, 2), ("a", 2.5), (2.5, "b", None), (True, -3), (Shown(), Text("t"), Whole(1)), ("é", [1])]:
        print(filled(template, *values))

for template in ["", "plain", "%s", "%d", "%i", "%f", "%.2f", "%5d|%05d", "%8.3f", "%s %s", "%%", "%d%%", "%", "%q", "%5s", "%-5d", "%+d", "%x", "%r", "%(a)s", "%.1d", "%5%", "%.f", "%c", "%*d", "é %s"]:
    for values in [(), (1,), (1, 2), ("a",), ("a", 2.5), (2.5, 1), (None, True), (True,), (False, 2.0), (10**30,), ([1],), (Shown(),), (Whole(3), Text("t")), ("é",), (float("inf"),)]:
        print(attempt(lambda: template % values))
    for value in [1, 2.5, "a", None, True, [1, 2], {"a": 1}, {}, Shown(), Text("t"), Whole(4), 10**30]:
        print(attempt(lambda: template % value))

print("{} {}".format(1 + 1, "a" + "b"), "{:.1f}".format(sum([1.25, 2.5])), "{:>{}}".format("a", 4), "{a} {b}".format(a=1, b=2))
bound = "{}-{}".format
print(bound(1, 2), [*map("<{}>".format, [1, "a", None])])
name = "%s" % "first"
name %= ()
print(name, "x%dy" % 3, "%s and %s" % ("one", "two"))
