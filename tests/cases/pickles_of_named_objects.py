# imports: pickle, functools, typing, copy
import copy
import functools
import pickle
import typing

T = typing.TypeVar("T")
P = typing.ParamSpec("P")
UserId = typing.NewType("UserId", int)


@functools.lru_cache(maxsize=None)
def square(x):
    return x * x


@functools.cache
def cube(x):
    return x**3


@functools.singledispatch
def show(x):
    return "something"


@show.register
def _(x: int):
    return "a number"


class Holder:
    def __init__(self):
        self.f, self.types = square, {"t": T, "u": UserId}

    @functools.lru_cache
    def method(self, x):
        return x

    @staticmethod
    @functools.lru_cache
    def doubled(x):
        return 2 * x


for made in (T, P, UserId, square, cube, show):
    again = [pickle.loads(pickle.dumps(made, protocol)) for protocol in range(pickle.HIGHEST_PROTOCOL + 1)]
    print(made.__name__, all(found is made for found in again), copy.deepcopy(made) is made, copy.copy(made) is made)
print(pickle.loads(pickle.dumps(square))(5), pickle.loads(pickle.dumps({"f": [show]}))["f"][0](3), square.cache_info())
found = pickle.loads(pickle.dumps(Holder()))
print(found.f is square, found.types["t"] is T, found.types["u"](7))
print(pickle.loads(pickle.dumps(functools.partial(square, 3)))(), pickle.loads(pickle.dumps([square, square, T, T])) == [square, square, T, T])

Other = typing.TypeVar("Unnamed")
hidden = functools.lru_cache(lambda x: x)


def local():
    @functools.lru_cache
    def inside(x):
        return x

    return inside


for made in (Other, hidden, local(), [local()]):
    try:
        print(pickle.dumps(made))
    except (pickle.PicklingError, AttributeError) as e:
        print(type(e).__name__)
text = pickle.dumps(square)
# --- step
del square
try:
    pickle.loads(text)
except AttributeError as e:
    print(type(e).__name__)
# --- step
square = cube
pickle.loads(text) is cube
