class Loud:
    def __init__(self, n):
        self.n = n

    def __lt__(self, other):
        print("lt", self.n, other.n)
        return self.n < other.n

    def __eq__(self, other):
        print("eq", self.n, getattr(other, "n", other))
        return isinstance(other, Loud) and self.n == other.n


a, b, c = Loud(1), Loud(2), Loud(2)
print(a < b < c)
print(a == b, b == c, b != c, a != 5)
print(b in [a, c], a in (b,), a not in [b])
print(a is a, a is not b, None is None, (a < b) is True)
print(1 < 2 < 3, 1 < 3 < 2, 3 > 2 >= 2 != 1, 1 == 1.0 == True)
print("a" < "b", "a" < "B", "abc" < "abd", (1, 2) < (1, 2, 0), [1, [2]] == [1, [2]], {1} < {1, 2}, {1, 2} >= {2})
print([1, 2] < [1, 3], {"a": 1} == {"a": 1.0}, "" == b"", None == 0, b"a" < b"b")
for f in (lambda: [] < (), lambda: {} < {}, lambda: 1 < None, lambda: object() < object(), lambda: 1 in 5, lambda: 1 in "a"):
    try:
        print(f())
    except TypeError as e:
        print(e)


class Weird:
    def __eq__(self, other):
        return "yes"

    def __contains__(self, item):
        return "contained"


print(Weird() == 1, 5 in Weird(), 5 not in Weird(), Weird() != 1)
