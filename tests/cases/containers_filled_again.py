"""`__init__` of lists and dicts fills them again, as `extend` and `update` do; that of `object` does nothing."""
x = [1, 2]
print([].__init__(), x.__init__("ab"), x)
list.__init__(x, (3, 4))
print(x)
list.__init__(x)
print(x)
d = {1: 2}
d.__init__({3: 4})
dict.__init__(d, a=3)
print(d)
print("x".__init__(), (1,).__init__(), object().__init__(), (3).__init__(), None.__init__())
for call in (lambda: "x".__init__(1, 2), lambda: list.__init__(x, 1), lambda: dict.__init__(d, 1), lambda: list.__init__({}, [1])):
    try:
        print(call())
    except TypeError as error:
        print(error)
s = {1}
s.__init__([2])
print(s)
set.__init__(s, [3])
print(s, s.__init__(), s, frozenset([1]).__init__())
