# `__dir__` of the code, with that of the class behind it.
class Plain:
    def __init__(self):
        self.x = 1
        self._y = 2

    def method(self):
        pass

    def __dir__(self):
        return sorted(super().__dir__()) + ["extra"]


class Below(Plain):
    def __dir__(self):
        return [name for name in super().__dir__() if not name.startswith("__")]


class Direct:
    field = 1

    def __dir__(self):
        return object.__dir__(self)


class Asked:
    def __getattr__(self, name):
        return name

    def __dir__(self):
        return ["asked"] + [name for name in super().__dir__() if name == "__init__"]


class Listed(list):
    def __dir__(self):
        return [name for name in super().__dir__() if name in ("append", "own")]

    def own(self):
        pass


for object_ in (Plain(), Below(), Direct(), Asked(), Listed()):
    print([name for name in dir(object_) if not name.startswith("__")])
print(Below().__dir__(), sorted(name for name in object.__dir__(Plain()) if name[0] != "_"))
for call in (lambda: object.__dir__(), lambda: object.__dir__(Plain(), 1)):
    try:
        call()
    except TypeError as error:
        print(error)
