# imports: functools, inspect
import functools
import inspect


def names(wrapper):
    """Since 3.14 objects keep what makes the annotations; here they keep those."""
    return [{"__annotate__": "__annotations__"}.get(name, name) for name in vars(wrapper)]


class CountCalls:
    def __init__(self, function):
        functools.update_wrapper(self, function)
        self.function, self.calls = function, 0

    def __call__(self, *args, **kwargs):
        self.calls += 1
        return self.function(*args, **kwargs)


@CountCalls
def greet(name: str, loud=False) -> str:
    """Says hello."""
    return f"hello {name}"


print(greet("ann"), greet.calls, greet.__name__, greet.__doc__, greet.__wrapped__("bob"), greet.__wrapped__ is greet.function)
print(names(greet), inspect.signature(greet), inspect.unwrap(greet) is greet.function, hasattr(greet, "__wrapped__"))
print(getattr(greet, "__wrapped__").__name__, hasattr(CountCalls, "__wrapped__"), inspect.getdoc(greet))


def logged(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        return function(*args, **kwargs)
    return wrapper


@logged
@CountCalls
def add(a, b):
    return a + b


print(add(1, 2), add.calls, add.__wrapped__.calls, add.__wrapped__.__wrapped__.__name__, inspect.signature(add), names(add))


def singleton(cls):
    made = {}

    @functools.wraps(cls)
    def get(*args, **kwargs):
        if cls not in made:
            made[cls] = cls(*args, **kwargs)
        return made[cls]
    return get


@singleton
class Database:
    """Where rows are."""
    limit = 5

    def __init__(self, path="x"):
        self.path = path

    def rows(self):
        return self.limit

    @staticmethod
    def parse(text):
        return text.split(",")

    @classmethod
    def name(cls):
        return cls.__name__


print(Database() is Database(), Database.limit, Database.__doc__, Database.__name__, Database.__wrapped__.limit, Database.rows(Database()), inspect.signature(Database))
print([name for name in vars(Database) if not name.startswith("__")], Database.parse("a,b") if hasattr(Database.parse, "__call__") else "", type(Database.name).__name__)


class Bound:
    """One that makes methods."""
    def __init__(self, function):
        self.function = function
        functools.update_wrapper(self, function, assigned=("__name__", "__doc__"), updated=())

    def __get__(self, instance, owner=None):
        return self if instance is None else functools.partial(self.function, instance)


class Thing:
    @Bound
    def double(self, k):
        "Twice."
        return 2 * k


print(Thing().double(4), Thing.double.__doc__, Thing.double.__name__, Thing.double.__wrapped__.__qualname__, names(Thing.double))


class Marked:
    __wrapped__ = 3

    def __getattr__(self, name):
        return name


print(Marked().__wrapped__, Marked().other)
mark = Marked()
mark.__wrapped__ = 4
print(mark.__wrapped__, vars(mark))
del mark.__wrapped__
print(mark.__wrapped__)


class Slotted:
    __slots__ = ()


try:
    functools.update_wrapper(Slotted(), greet.function, (), ())
except AttributeError as error:
    print(error)


class Outer(CountCalls):
    pass


print(Outer(greet).__wrapped__ is greet, Outer(greet).calls, inspect.unwrap(Outer(greet)) is greet.function)


try:
    @functools.wraps(Thing)
    class Same:
        pass
except AttributeError as error:
    print(error)


@functools.wraps(Thing, updated=())
class Same:
    pass


print(Same.__name__, Same.__wrapped__ is Thing, Same.__doc__, Same().__wrapped__ is Thing)


def plain():
    pass


print(functools.wraps(plain)(CountCalls(plain)).__wrapped__ is plain, hasattr(plain, "__wrapped__"))
