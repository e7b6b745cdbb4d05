"""Errors of attributes that are not there say which object it was."""


class Point:
    def __init__(self, x):
        self.x = x

    def __getattr__(self, name):
        raise AttributeError(f"no {name}", name=name, obj=self)


class Plain:
    pass


class Kind(type):
    pass


def lacks(thing, name):
    try:
        getattr(thing, name)
    except AttributeError as error:
        return error.name, error.obj is thing


print(lacks(Point(1), "y"), lacks(Plain(), "y"), lacks(None, "y"))
point = Plain()
try:
    point.there.further = 1
except AttributeError as error:
    print(error, error.name, error.obj is point)
try:
    None.strip()
except AttributeError as error:
    print(error, error.name, error.obj)
try:
    raise AttributeError("only text")
except AttributeError as error:
    print(error.name, error.obj, error.args)
try:
    point.method(1)
except AttributeError as error:
    print(error.obj is point, hasattr(error, "obj"), getattr(error, "obj", "none") is point)
found = []
for thing in (Point(1), Plain(), None):
    try:
        thing.missing
    except AttributeError as error:
        found.append(type(error.obj).__name__)
print(found)
