# imports: dataclasses
"""Attributes that the class has a value for, and instances get their own: which of them is read and written."""
import dataclasses


@dataclasses.dataclass
class Point:
    x: int = 1
    y: float = 2.0
    name: str = "p"


class Counter:
    count = 0
    label = None
    limit = 10

    def step(self):
        self.count += 1
        if self.count == 3:
            self.label = "three"
        return self.count


class Watched:
    """Its value becomes a descriptor later."""

    value = Counter()


def moved(points):
    for point in points:
        for i in range(5):
            point.x = i
            point.y += 0.5
            point.name += str(point.x)
    return points


print(moved([Point(), Point(5), Point(name="q")]))
counters = [Counter() for _ in range(4)]
for counter in counters[:3]:
    print([counter.step() for _ in range(4)], counter.label, counter.__dict__)
Counter.count, Counter.label = 100, "class"
print([(counter.count, counter.label, counter.limit) for counter in counters], counters[3].step())
del counters[0].count, counters[1].label
print([(counter.count, counter.label) for counter in counters])


def read_and_write(thing, value):
    before = thing.value
    thing.value = value
    return type(before).__name__, thing.value


things = [Watched() for _ in range(5)]
print([read_and_write(thing, n) for n, thing in enumerate(things)])
Counter.__get__ = lambda self, instance, owner: "got"
Counter.__set__ = lambda self, instance, value: print("set", value)
print([read_and_write(thing, n) for n, thing in enumerate(things)], [thing.__dict__ for thing in things])


class Limited:
    limit = 3

    def use(self):
        return self.limit


def uses(objects):
    return [one.use() for one in objects for _ in range(3)]


objects = [Limited() for _ in range(3)]
print(uses(objects))
objects[1].limit = 7
print(uses(objects))
Limited.limit = property(lambda self: "property")
print(uses(objects))
Limited.limit = 5
print(uses(objects))
del Limited.limit
try:
    uses(objects[:1])
except AttributeError as error:
    print(error)
print(uses(objects[1:2]))


class Slotted:
    __slots__ = ("a", "__dict__")
    b = 1


slotted = Slotted()
for i in range(4):
    slotted.a = i
    slotted.b = slotted.b + slotted.a
print(slotted.a, slotted.b, slotted.__dict__, Slotted.b)
