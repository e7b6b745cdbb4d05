# imports: weakref, gc
# What a variable held goes when it is deleted, whoever bound it, and in which call.
import gc
import weakref


class Loud:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("gone:", self.name)


def decorator(function):
    return function


@decorator
def first():
    return 1


def second():
    return 2


refs = weakref.ref(first), weakref.ref(second)
known = weakref.WeakSet([second])
print(first() + second(), len(known))
del first
print(refs[0]() is None)
del second
print(refs[1]() is None, len(known))
kept = Loud("kept")
cached = Loud("cached")


def third():
    return kept


last = weakref.ref(third)
del cached
print("end of the first")
# --- step
print("second")
del kept
print("after kept")
try:
    third()
except NameError as e:
    print(e)
del third
gc.collect()
print(last() is None)
again = Loud("again")
# --- step
def third():
    return 3


print(third())
del third, again
print("third")
try:
    third
except NameError as e:
    print(e)
# --- step
third = 5
print(third)


def in_a_function(kind):
    held = Loud(kind.__name__)
    seen = weakref.ref(held)
    container = kind([held, 1])
    held.walked = iter(container)
    del held, container
    gc.collect()
    return seen() is None


print([in_a_function(kind) for kind in (list, tuple, set, frozenset)])


def operands():
    seen = []
    for n in range(3):
        held = Loud(f"operand {n}")
        seen.append(weakref.ref(held))
        first = dict([(1, held)]).values()
        second = sorted([held, held], key=id)
        del held, first, second
        print(n, seen[-1]() is None)


operands()
