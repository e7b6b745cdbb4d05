x = 1


def read():
    return x


def shadowing():
    x = 2
    return x


def writes():
    global x
    x = 3


print(read(), shadowing(), x)
writes()
print(x, read())


def makes_global():
    global made
    made = "made"

    def reads():
        return made

    return reads()


print(makes_global(), made)
for loop_variable in range(3):
    inside = loop_variable * 2
print(loop_variable, inside)


def f():
    for i in range(3):
        pass
    return i


print(f())


class Scope:
    y = x
    x = "class"

    def method(self):
        return x

    z = [x for _ in range(1)]


print(Scope.y, Scope.x, Scope().method(), Scope.z)


def outer():
    x = "enclosing"

    class Inner:
        x = x if False else "own"

        def get(self):
            return x

    return Inner.x, Inner().get()


try:
    print(outer())
except NameError as e:
    print(type(e).__name__)
del x
try:
    print(read())
except NameError as e:
    print("NameError")
len = lambda v: "shadowed"
print(len([1]))
del len
print(len([1]))


def global_in_nested():
    def g():
        global counted
        counted = 10

    g()
    return counted


print(global_in_nested())
try:
    counted.missing
except AttributeError as e:
    print(e)
