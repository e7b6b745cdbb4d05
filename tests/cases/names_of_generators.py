def counts():
    yield 1


async def waits():
    return 1


async def gives():
    yield 1


def shown(made):
    return made.__name__, made.__qualname__, repr(made).split(" at ")[0]


for make in counts, waits, gives:
    made = make()
    made.__name__ = "renamed"
    print(shown(made))
    setattr(made, "__qualname__", "place.renamed")
    print(shown(made), make.__name__)
    for name in "__name__", "__qualname__":
        for value in 3, None, b"x":
            try:
                setattr(made, name, value)
            except TypeError as error:
                print(error)
        try:
            delattr(made, name)
        except TypeError as error:
            print(error)
    if make is waits:
        made.close()

expression = (i for i in "ab")
expression.__name__ = "letters"
print(shown(expression), list(expression))
try:
    expression.other = 1
except AttributeError as error:
    print(error)


def named(function):
    def inside(*args):
        made = function(*args)
        made.__name__ = function.__name__
        made.__qualname__ = function.__qualname__
        return made

    return inside


@named
def original():
    yield 2


print(shown(original()), list(original()))
