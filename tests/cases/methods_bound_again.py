class A:
    def name(self):
        return type(self).__name__

    @classmethod
    def made(cls):
        return cls.__name__


class B:
    pass


a, b = A(), B()
b.name = a.name.__get__(b, B)
print(b.name(), a.name.__get__(b) == a.name, A.made.__get__(b)(), A.name.__get__(b)(), A.name.__get__(None, A) is A.name)
