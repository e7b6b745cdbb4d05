# imports: copy, pickle, collections
import collections
import copy
import pickle


class Point:
    def __init__(self, x, y):
        self.x, self.y = x, y

    def __reduce__(self):
        return (Point, (self.x, self.y))

    def __repr__(self):
        return f"Point({self.x}, {self.y})"


print(copy.copy(Point(1, 2)), copy.deepcopy([Point([1], 2)]), pickle.loads(pickle.dumps(Point(3, 4))))
for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
    print(pickle.loads(pickle.dumps([Point(1, 2)], protocol)))


class Coded(Exception):
    def __init__(self, message, code):
        super().__init__(message)
        self.code = code

    def __reduce__(self):
        return (self.__class__, (self.args[0], self.code))


class Below(Coded):
    pass


for kind in (Coded, Below):
    found = pickle.loads(pickle.dumps(kind("wrong", 7)))
    print(type(found).__name__, found, found.code, copy.copy(kind("again", 8)).code)


class Filled:
    def __init__(self, name):
        self.name = name

    def __reduce_ex__(self, protocol):
        return (Filled, (self.name,), {"protocol": protocol, "noted": [1]})


one = copy.copy(Filled("a"))
print(one.name, one.protocol, one.noted)
print(vars(pickle.loads(pickle.dumps(Filled("b"), 2))))


def made(kind, parts):
    found = kind.__new__(kind)
    found.parts = parts
    return found


class Made:
    def __reduce__(self):
        return made, (Made, list(self.parts))

    @classmethod
    def of(cls, *parts):
        return made(cls, list(parts))


print(copy.deepcopy(Made.of(1, 2)).parts, pickle.loads(pickle.dumps(Made.of(3))).parts)


class Listed(list):
    def __reduce__(self):
        return (Listed, (), None, iter(self))


class Table(collections.OrderedDict):
    def __reduce__(self):
        return (Table, (), None, None, iter(self.items()))


print(type(copy.copy(Listed([1, 2]))).__name__, copy.copy(Listed([1, 2])), dict(copy.copy(Table(a=1, b=2))))
print(pickle.loads(pickle.dumps(Listed([3]))), dict(pickle.loads(pickle.dumps(Table(c=3)))))


class ByMethod:
    def __init__(self, value=0):
        self.value = value

    @classmethod
    def with_value(cls, value):
        return cls(value)

    def __reduce__(self):
        return (self.with_value, (self.value,))


print(copy.copy(ByMethod(5)).value)


class Fails:
    def __reduce__(self):
        raise ValueError("not to be copied")


for act in (copy.copy, copy.deepcopy, pickle.dumps):
    try:
        act(Fails())
    except ValueError as error:
        print(error)
