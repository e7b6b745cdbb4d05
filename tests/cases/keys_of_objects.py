# Names that objects got by their dicts: as texts that were put together, by classes below str, and by keys that compare themselves.
def name():
    return "".join(["na", "me"])


class Method:
    def name(self):
        return "method"


class Field:
    name = "class"


class Asked:
    def __getattr__(self, key):
        return f"asked for {key}"


def read(thing):
    return thing.name


def call(thing):
    return thing.name()


def filled(kind, first, second):
    one, other, third = kind(), kind(), kind()
    one.__dict__[name()] = first
    other.name = second
    return one, other, third


things = filled(Method, lambda: "one", lambda: "other")
print([call(thing) for _ in range(3) for thing in things])
for kind in (Field, Asked):
    things = filled(kind, "one", "other")
    print([read(thing) for _ in range(3) for thing in things])
    for thing in things:
        vars(thing)
    print([read(thing) for _ in range(3) for thing in things])
    things[2].name = "third"
    del things[1].name
    print([read(thing) for _ in range(3) for thing in things])


# --- step
class Named(str):
    def __hash__(self):
        return hash("name")

    def __eq__(self, other):
        return other == "name"


for kind in (Field, Asked):
    one, other = kind(), kind()
    print([read(thing) for _ in range(3) for thing in (one, other)])
    one.__dict__[Named("x")] = "by another text"
    other.__dict__ = {Named("y"): "by another dict"}
    print([read(thing) for _ in range(3) for thing in (one, other)])


# --- step
class Changing(str):
    armed = False

    def __hash__(self):
        return hash("name")

    def __eq__(self, other):
        if Changing.armed:
            Changing.armed = False
            one.__dict__ = {"filler": 1}
            call(Other())
        return False


class Other(Method):
    def name(self):
        return "of another"


one = Method()
for turn in range(20):
    call(one)
    one.__dict__ = {Changing(turn): 1}
    Changing.armed = True
    print(call(one), sorted(one.__dict__), end=" ")
