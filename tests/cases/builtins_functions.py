print(abs(-5), abs(-2.5), all([1, 0]), any([0, 1]), ascii("é"), bin(10), bool([]), bytearray(2), bytes(2), callable(len), chr(97), complex(1, 2))
print(dict(a=1), divmod(17, 5), divmod(-17, 5.0), list(enumerate("ab")), list(filter(None, [0, 1])), float("1.5"), format(3.14159, ".2f"), frozenset([1]), hash("a") == hash("a"), hex(255))
print(int("ff", 16), int("0b11", 0), int(" 12 "), isinstance(1, (str, int)), isinstance(True, int), issubclass(bool, int), iter([1]) is not None, len("abc"), list("ab"), list(map(str, [1, 2])))
print(max(1, 2), max([3, 1], key=lambda v: -v), max([], default=0), min("b", "a"), min([1, 2], default=5), next(iter([]), "d"), object() is not None, oct(8), ord("a"), pow(2, 10), pow(2, 10, 1000))
print(repr("a'b"), list(reversed([1, 2])), round(3.14159, 3), round(5), set([1]), slice(1), sorted([3, 1, 2], reverse=True), sorted("bA", key=str.lower), str(5), str(b"x", "ascii"), sum([1, 2], 3), tuple([1]), type(5).__name__, list(zip("ab", [1, 2])))
print(isinstance([], list | tuple), type("X", (), {"a": 1})().a, str(), int(), float(), list(), tuple(), dict(), set(), bool(), complex(), bytes(), str(None), repr(None), id(5) == id(5))
print(hasattr([], "append"), getattr("a", "upper")(), sum(x for x in [1]), sorted([(2, "a"), (1, "b")], key=lambda t: t[1]), max("ab", "b", key=len), divmod(2**70, 3), round(-1.5), round(1.25, 1), int(-3.9), int("-7"), float("-inf"))
for bad in (
    lambda: len(5), lambda: abs("x"), lambda: chr(-1), lambda: ord("ab"), lambda: int("z", 16), lambda: int([]), lambda: float("x"), lambda: max(1), lambda: max([]), lambda: min(),
    lambda: sum(["a"]), lambda: sum(5), lambda: sorted([1, "a"]), lambda: round("x"), lambda: isinstance(1, 5), lambda: issubclass(5, int), lambda: next(iter([])), lambda: iter(5), lambda: range("a"), lambda: dict([1]),
    lambda: zip(1), lambda: map(5), lambda: enumerate(5), lambda: reversed(5), lambda: divmod(1, 0), lambda: pow(2, -1, 4), lambda: pow("a", 2), lambda: hash([]), lambda: bytes("a"), lambda: int("9" * 5000), lambda: str(1, 2, 3, 4), lambda: list(1, 2), lambda: len(), lambda: sorted(), lambda: bin(1.5), lambda: type(1, 2), lambda: getattr(1, "nope"), lambda: complex("a"), lambda: chr("a"), lambda: slice(), lambda: filter(1), lambda: any(5), lambda: callable(), lambda: hex("a"), lambda: int("1", 99), lambda: "a".foo, lambda: (1).foo,
):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, str(e)[:120])
print(list(map(max, [1, 5], [3, 2])), list(map(int, "123")), list(map(str.upper, "ab")), list(map(lambda *a: sum(a), [1, 2], [3, 4])), sorted({"b": 1, "a": 2}), sorted([1, 2, 3], key=lambda x: -x), sorted(["b", "a"], key=str))
print(vars(type("V", (), {"__init__": lambda self: setattr(self, "q", 1)})()), [n for n in dir([]) if n.startswith("ap")])
