# imports: copy
# `__reduce__` that the code wrote is a method like any other.
import copy


class Point:
    def __init__(self, x):
        self.x = x

    def __reduce__(self):
        return (Point, (self.x,))

    def shown(self):
        return self.__reduce__()[1]


class Near(Point):
    def __reduce__(self):
        return (Near, super().__reduce__()[1])


class Lost(Exception):
    def __init__(self, text, code):
        super().__init__(text)
        self.code = code

    def __reduce__(self):
        return (type(self), (self.args[0], self.code))


print(Point(3).shown(), Point(4).__reduce__()[1], Near(1).__reduce__()[1], Lost("a", 2).__reduce__()[1])
print(copy.copy(Point(5)).x, type(copy.copy(Near(1))).__name__, copy.copy(Lost("b", 3)).code)
method = Near(6).__reduce__
print(method()[1], getattr(Near(7), "__reduce__")()[1])
