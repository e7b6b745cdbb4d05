def attempt(function):
    try:
        print(function())
    except Exception as error:
        print(type(error).__name__, error)


def few():
    a, b, c = 1, 2
    return a


def many():
    a, b = [1, 2, 3]
    return a


def starred_few():
    a, b, *c = [1]
    return c


def not_iterable():
    a, b = 5
    return a


def from_dict():
    a, b = {"x": 1, "y": 2}
    return a, b


def from_generator():
    a, b = (n for n in range(3))
    return a


for f in (few, many, starred_few, not_iterable, from_dict, from_generator):
    attempt(f)
