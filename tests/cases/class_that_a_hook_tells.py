class Account:
    def __init__(self):
        self.total = 1


class Proxy:
    def __init__(self, held):
        object.__setattr__(self, "held", held)

    def __getattribute__(self, name):
        return getattr(object.__getattribute__(self, "held"), name)

    def __setattr__(self, name, value):
        setattr(object.__getattribute__(self, "held"), name, value)


held = Account()
proxy = Proxy(held)
proxy.total = 5
print(proxy.__class__.__name__, proxy.__class__ is Account, getattr(proxy, "__class__"), type(proxy).__name__, held.total, proxy.__dict__)
print(proxy.__class__().total, [made.__class__.__name__ for made in (proxy, Proxy(Proxy(held)), held)])
print(hasattr(proxy, "__class__"), object.__getattribute__(proxy, "__class__").__name__)


class Logged:
    def __getattribute__(self, name):
        print("asked", name)
        return super().__getattribute__(name)


print(Logged().__class__, isinstance(Logged(), Logged))


class Odd:
    def __getattribute__(self, name):
        if name == "__class__":
            raise AttributeError("no class")
        return object.__getattribute__(self, name)


try:
    Odd().__class__
except AttributeError as e:
    print(e)


class OddWithMore(Odd):
    def __getattr__(self, name):
        return f"found {name}"


print(OddWithMore().__class__, type(OddWithMore()).__name__, OddWithMore().other)


class Failing:
    def __getattribute__(self, name):
        raise KeyError(name)


try:
    Failing().__class__
except KeyError as e:
    print(repr(e))
Later = type("Later", (), {})
print(Later().__class__.__name__)
Later.__getattribute__ = lambda self, name: name
print(Later().__class__)
del Later.__getattribute__
print(Later().__class__.__name__)
