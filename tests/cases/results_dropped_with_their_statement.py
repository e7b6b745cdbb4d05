# imports: asyncio, contextlib, weakref
# What a call gave and nothing kept goes with its statement, in functions and loops, too.
import contextlib
import weakref


class Noted:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("gone", self.name)

    def me(self):
        return self

    def __getitem__(self, key):
        return key


def statements():
    Noted("made and not kept")
    print("1")
    Noted("receiver of an attribute").name
    print("2")
    Noted("target of an attribute").other = 3
    print("3")
    name = Noted("receiver of what is kept").name
    print("4", name)
    Noted("given back").me()
    print("5")
    size = len([Noted("in a list")]) + Noted("subscripted")[1]
    print("6", size)
    Noted("a").name, Noted("b").name
    print("7")
    Noted("compared") is None
    print("8")
    first, second = Noted("first").name, Noted("second").name
    print("9", first, second)


statements()
# --- step
def loops():
    for i in range(2):
        Noted(f"in a loop {i}")
        print("loop", i)
        if i:
            Noted("in a branch")
            print("branch")
        with contextlib.suppress(KeyError):
            Noted("in a block")
            raise KeyError
        try:
            Noted("in a try").missing
        except AttributeError:
            print("handler")
        finally:
            Noted("at last")
            print("finally")


loops()
for i in range(2):
    Noted(f"of the module {i}").me()
    print("round", i)
print("rounds over")
# --- step
def gives():
    Noted("before the first")
    got = yield 1
    Noted("before the second").me()
    yield got
    print("over")


for value in gives():
    print(value)


def dead():
    thing = Noted("weakly held")
    seen = weakref.ref(thing)
    seen()
    del thing
    return seen() is None


print(dead())
# --- step
async def waits():
    async def make():
        return Noted("awaited")

    await make()
    print("after")


import asyncio

asyncio.run(waits())
# --- step
class Body:
    Noted("in a class")
    print("class")
    value = Noted("of a member").name


f = lambda: (Noted("in a lambda"), print("lambda"))[1]
f()
[Noted("in a comprehension").name for _ in range(2)]
print("end")
