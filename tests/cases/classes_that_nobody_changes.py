# imports: datetime, decimal, collections, re
"""Attributes of the interpreter's classes: its own error says that they cannot be set."""
import collections
import datetime
import decimal
import re


def attempt(change, *args):
    try:
        change(*args)
        print("done")
    except (TypeError, AttributeError) as error:
        print(type(error).__name__, error)


for cls in (int, str, list, dict, object, type, Exception, type(None), datetime.date, decimal.Decimal, collections.deque, type(len), property):
    attempt(setattr, cls, "x", 1)
    attempt(delattr, cls, "x")
attempt(setattr, dict, "get", None)
attempt(delattr, str, "join")
attempt(setattr, int, "__add__", None)
attempt(setattr, int, "__name__", "number")
attempt(type.__setattr__, int, "x", 1)
attempt(type.__delattr__, int, "x")
for value in (1, "a", [], (), None, 1.5, len, range(3), object(), re.compile("a")):
    attempt(setattr, value, "x", 1)
attempt(setattr, property(), "fget", 1)
# --- step
int.x = 1
# --- step
del int.x
# --- step
setattr(list, "append", print)
# --- step
def give():
    def patch(cls):
        cls.patched = True
    for cls in (int, bool, dict):
        try:
            patch(cls)
        except TypeError as error:
            print("not patched:", error)
give()
