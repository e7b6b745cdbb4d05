class Animal:
    "An animal."
    kind = "animal"
    count = 0

    def __init__(self, name, sound="..."):
        self.name = name
        self.sound = sound
        Animal.count += 1

    def speak(self):
        return f"{self.name} says {self.sound}"

    def __repr__(self):
        return f"{type(self).__name__}({self.name!r})"


class Dog(Animal):
    kind = "dog"

    def __init__(self, name, *, trick=None):
        super().__init__(name, "woof")
        self.trick = trick

    def speak(self):
        return super().speak() + "!"


a, d = Animal("cat", "meow"), Dog("rex", trick="roll")
print(a, d, a.speak(), d.speak(), Animal.count, d.kind, Dog.kind, isinstance(d, Animal), issubclass(Dog, Animal), type(d) is Dog)
print(Animal.__name__, Animal.__doc__, Dog.__qualname__, Animal.__module__)
d.kind = "instance"
print(d.kind, Dog.kind, hasattr(d, "trick"), getattr(d, "nope", "default"))
setattr(d, "extra", [1])
print(d.extra, d.trick)
del d.kind
print(d.kind)
Dog.legs = 4
Dog.run = lambda self, n=1: f"{self.name} runs {n}"
print(d.legs, d.run(), d.run(3), Dog.run(d))
method = d.speak
print(method(), [m() for m in (a.speak, d.speak)], sorted([Dog("b"), Dog("a")], key=lambda x: x.name))


class Empty:
    pass


class WithBody:
    for i in range(3):
        pass
    if i == 2:
        flag = True

    def _private(self):
        return "p"

    squares = [n * n for n in (1, 2, 3)]
    total = sum(squares)
    x, y = 1, 2
    x += 10


w = WithBody()
print(w.i, w.flag, w._private(), w.squares, w.total, w.x, w.y)
for bad in (lambda: Animal(), lambda: Animal(1, 2, 3), lambda: Empty(1), lambda: a.nope, lambda: Animal.nope, lambda: Empty() + 1, lambda: Empty()(), lambda: len(Empty()), lambda: Empty()[0], lambda: d.speak(1), lambda: Animal.speak()):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, e)
print(Empty() == Empty(), a == a, hash(a) == hash(a), bool(Empty()), a != d, str(d))


class Outer:
    class Inner:
        value = 5

        def get(self):
            return Outer.Inner.value

    def make(self):
        return self.Inner()


print(Outer().make().get(), Outer.Inner.__qualname__)


def factory(base, **attributes):
    class Made(base):
        tag = attributes

        def who(self):
            return attributes.get("who"), __class__.__name__

    return Made


print(factory(Animal, who="x")("n").who(), factory(Empty).__qualname__)
Dog
