# imports: fractions, decimal, re, functools, ipaddress, types
import collections, datetime, decimal, fractions, ipaddress, re


def attempt(obj, name, value=1):
    for change in (lambda: setattr(obj, name, value), lambda: delattr(obj, name)):
        try:
            change()
            print("changed", type(obj).__name__, name)
        except AttributeError as e:
            print(type(obj).__name__, name, "AttributeError", e)


day = datetime.date(2024, 1, 2)
try:
    day.year = 2025
except AttributeError as e:
    print("a date does not change:", e)
for obj, name in [
    (datetime.datetime(2024, 1, 1), "hour"), (datetime.timedelta(1), "days"), (datetime.time(1), "minute"), (1j, "real"), (1, "real"), (1.5, "imag"),
    (fractions.Fraction(1, 2), "numerator"), (range(3), "start"), (slice(1), "stop"), (collections.deque(maxlen=2), "maxlen"),
    (re.compile("a"), "pattern"), (re.match("a", "a"), "string"), (ipaddress.ip_address("1.1.1.1"), "packed"), (True, "denominator"), ((1,), "count"),
]:
    attempt(obj, name)


class Money:
    def __init__(self, amount):
        self._amount = amount

    @property
    def amount(self):
        return self._amount


attempt(Money(3), "amount")
Pair = collections.namedtuple("Pair", "a b")
attempt(Pair(1, 2), "a")
