# Long strings and bytes, searched from the end.
text = "ab" * 2_000_000 + "x"
for kind in (str, str.encode, lambda text: bytearray(text, "ascii")):
    long, part, missing = kind(text), kind("ba" * 1000 + "bx"), kind("a" * 1500)
    print(long.rfind(part), long.rfind(missing), long.rfind(part, 0, -1), long.rfind(part, 3_000_000), long.rfind(part, None, None), long.rindex(part))
    before, between, after = long.rpartition(kind("ab" * 1000))
    print(type(before).__name__, len(before), len(between), after, between == kind("ab" * 1000))
    print(long.rfind(kind("ab" * 1000), 10, 5000), long.rfind(kind("ab" * 1000), 10, 1000), long.rfind(kind("ab" * 1000), -3000, -400))
    before, between, after = long.rpartition(missing)
    print(type(after).__name__, before, between, after == long, after is long)
    for wrong in (lambda: long.rindex(missing), lambda: long.rfind(part, "a"), lambda: long.rfind(part, 1, 2, 3)):
        try:
            print(wrong())
        except (TypeError, ValueError) as error:
            print(type(error).__name__, str(error) if isinstance(error, ValueError) or "indices" in str(error) else "")


class Own(str):
    def __getitem__(self, place):
        return "of its own"

    def __str__(self):
        return "of its own"

    def __len__(self):
        return 3


own = Own(text)
print(own.rfind(Own("ab" * 1000)), type(own.rpartition("ba" * 1000)[0]).__name__, own.rpartition("c" * 2000)[2] is own)
