class Circle:
    def __init__(self, radius):
        self._radius = radius

    @property
    def radius(self):
        "What it was made with."
        return self._radius

    @radius.setter
    def radius(self, value):
        self._radius = value

    width = property(lambda self: 2 * self._radius)


print(Circle.radius.__doc__, Circle.width.__doc__)
Circle.radius.__doc__ = "How far it reaches."
Circle.width.__doc__ = "How wide it is."
print(Circle.radius.__doc__, Circle.width.__doc__)
Circle.radius.__doc__ += " Not negative."
print(Circle.radius.__doc__, Circle(3).radius, Circle(3).width)
for name in "fget", "fset", "fdel":
    try:
        setattr(Circle.radius, name, None)
    except AttributeError as error:
        print(type(error).__name__)


def mark(function):
    function.marked = True
    function.order = getattr(function, "order", 0) + 1
    return function


class Marked:
    @mark
    @staticmethod
    def plain(a):
        return a

    @mark
    @classmethod
    @mark
    def of_class(cls, a):
        return cls.__name__, a

    @staticmethod
    @mark
    def inner(a):
        return a


held = Marked.__dict__
print(held["plain"].marked, held["plain"].order, held["of_class"].order, Marked.of_class.order, Marked.inner.marked)
print(Marked.plain(1), Marked().of_class(2), hasattr(held["inner"], "marked"), hasattr(held["of_class"], "absent"))
del held["plain"].marked
print(hasattr(held["plain"], "marked"))
