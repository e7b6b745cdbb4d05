"""Classes that derive from properties and methods of classes, and from iterators."""


class Twice(property):
    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        return super().__get__(instance, owner) * 2

    def __set__(self, instance, value):
        print("set", value)
        super().__set__(instance, value)


class A:
    @Twice
    def value(self):
        "The value."
        return self.held

    @value.setter
    def value(self, value):
        self.held = value


a = A()
a.value = 4
print(a.value, A.value.__doc__, type(A.value).__name__, A.value.fget.__name__, A.value.fdel)
try:
    del a.value
except AttributeError as error:
    print(error)


class Static(staticmethod):
    def __get__(self, instance, owner=None):
        print("static", instance is None)
        return super().__get__(instance, owner)


class Of(classmethod):
    def __get__(self, instance, owner=None):
        return super().__get__(instance, owner)

    def inside(self):
        return self.__func__.__name__


class B:
    @Static
    def one(x):
        return x + 1

    @Of
    def two(cls, x):
        return cls.__name__, x


print(B.one(1), B().one(2), B.two(3), B().two(4))
held = vars(B)
print(held["one"](5), held["one"].__func__.__name__, held["one"].__wrapped__.__name__, held["two"].inside())


class Reversed(zip):
    def __next__(self):
        return super().__next__()[::-1]


class Plus(map):
    def __next__(self):
        return super().__next__() + 1


class Tens(enumerate):
    def __next__(self):
        index, value = super().__next__()
        return index * 10, value


class Even(filter):
    def __new__(cls, values):
        return super().__new__(cls, lambda n: n % 2 == 0, values)


class Backwards(reversed):
    def first(self):
        return next(self)


print(list(Reversed([1, 2], "ab")), list(Plus(int, "12")), list(Tens("ab", 1)), list(Even(range(6))), Backwards("abc").first())
