s = "Hello, World"
print(s.upper(), s.lower(), s.swapcase(), s.title(), s.center(20, "*"), s.ljust(15, "."), s.rjust(15), s.zfill(15))
print(s.split(", "), s.partition(","), s.rpartition("o"), s.find("o"), s.rfind("o"), s.index("W"), s.count("l"), s.replace("l", "L", 2))
print("a,b,,c".split(","), " a  b ".split(), "a\nb\r\nc".splitlines(), "abc".join("123"), "-".join(["x", "y"]), "x".join([]))
print(s.startswith(("He", "x")), s.endswith("d"), s.strip("Hd"), s.lstrip("H"), "xx1xx".strip("x"), s.removeprefix("Hello"), s.removesuffix("ld"))
print("abc".isalpha(), "12".isdigit(), "a1".isalnum(), " ".isspace(), "Ab".istitle(), "AB".isupper(), "ab".islower(), "x1".isidentifier(), "²".isdecimal(), "½".isnumeric())
print("%s is %d years, %.2f %5s|%-5s|%05d %x %r %%" % ("Bo", 5, 1.5, "a", "b", 42, 255, "q"), "%(k)s" % {"k": 1}, "%c%c" % (65, "b"))
print(s[0], s[-1], s[2:5], s[::-1], s[::2], s[10:100], s[5:2], s[-3:])
print("a" in "abc", "x" not in "abc", "" in "", "a" * 3, 3 * "ab", "a" * -1, "ß".casefold(), "ǆ".title(), "İ".lower())
print("tr".translate({ord("t"): "T", ord("r"): None}), str.maketrans("ab", "cd"), "abc".expandtabs(), "a\tb".expandtabs(4), "é".encode("latin-1"), "abc".encode().decode())
name = "a"
for bad in (lambda: "a".index("b"), lambda: "abc"[10], lambda: "a" + 1, lambda: "%d" % "x", lambda: "%s %s" % 1, lambda: "a".join([1]), lambda: int("x1"), lambda: "é".encode("ascii"), lambda: b"\xff".decode(), lambda: s[name], lambda: float("abc"), lambda: "a" * "b"):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, e)
print(sorted("hello"), min("hello"), list("ab"), tuple("ab"), set("aa"), "".join(reversed("abc")), chr(8364), ord("€"), len("naïve"))
