"""Arguments that come out of sequences and dicts, each at one place in a loop."""


def shown(function):
    try:
        return function()
    except Exception as error:
        return type(error).__name__, str(error)


def gathered(first, second=2, third=3):
    return first, second, third


for items in ([1], (1, 2), [1, 2, 3], [1, 2, 3, 4], [], "ab", range(2), {1: 2}, [1.5, None], (True, "text"), [[], {}]):
    print(shown(lambda: gathered(*items)), shown(lambda: gathered(0, *items)), shown(lambda: gathered(*items, **{"third": 9})))


def decorated(function):
    def wrapper(*args, **kwargs):
        return function(*args, **kwargs)

    return wrapper


@decorated
def added(first, second=2, *, third=3):
    return first + second + third


for turn in range(3):
    print(added(turn), added(turn, 5), added(turn, second=1), added(turn, third=1), shown(lambda: added()), shown(lambda: added(1, 2, 3)))
    print(shown(lambda: added(*None)), shown(lambda: added(1, **None)), shown(lambda: added(1, **{"first": 1})), shown(lambda: added(1, **{})))
    print(shown(lambda: added(*[1], *(2,))), shown(lambda: added(*[1], **{"third": turn}, **{"third": 1})), shown(lambda: added(**{5: 1})))
