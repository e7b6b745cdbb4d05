# python: 3.11
# Arguments go in their order when a call is over. (3.10 lets go of the last one first.)


class Told:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("gone", self.name)


def keep(a, *, b=None, c=None):
    return "kept"


print(keep(Told("a"), b=Told("b")))
print(keep(Told("x"), c=Told("y"), b=1))


def both(a, b):
    return "both"


print(both(Told("p"), Told("q")))
print(both(b=Told("q"), a=Told("p")))
