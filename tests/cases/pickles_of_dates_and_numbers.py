# imports: pickle, copy, datetime, decimal, fractions, numbers, dataclasses
import copy
import dataclasses
import datetime
import decimal
import fractions
import numbers
import pickle


class Day(datetime.date):
    @property
    def quarter(self):
        return (self.month - 1) // 3 + 1


class Moment(datetime.datetime):
    def __new__(cls, *args, **kwargs):
        return super().__new__(cls, *args, **kwargs)


class Span(datetime.timedelta):
    def weeks(self):
        return self.days / 7


class Hour(datetime.time):
    pass


class Zone(datetime.tzinfo):
    def __init__(self, hours=0, name="Z"):
        self.hours, self.name = hours, name

    def utcoffset(self, moment):
        return datetime.timedelta(hours=self.hours)

    def dst(self, moment):
        return None

    def tzname(self, moment):
        return self.name


class Fixed(datetime.tzinfo):
    def __init__(self, hours):
        self.hours = hours

    def utcoffset(self, moment):
        return datetime.timedelta(hours=self.hours)

    def __getinitargs__(self):
        return (self.hours,)


class Money(decimal.Decimal):
    def __repr__(self):
        return f"Money({self})"

    def __add__(self, other):
        return Money(super().__add__(other))


class Share(fractions.Fraction):
    pass


class Mod(numbers.Number):
    def __init__(self, value):
        self.value = value

    def __hash__(self):
        return self.value

    def __eq__(self, other):
        return self.value == other.value


@dataclasses.dataclass
class Bill:
    day: Day
    total: Money
    parts: list


values = [
    Day(2024, 5, 1), Moment(2024, 5, 1, 10, 30, fold=1), Span(days=14, seconds=3), Hour(3, 4, 5, 6), Zone(2, "two"), Fixed(3),
    Money("1.50"), Share(1, 3), Mod(7), Bill(Day(2024, 1, 2), Money(3), [Share(1, 2), Moment(2024, 1, 1, tzinfo=Zone(1))]),
]
for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
    found = pickle.loads(pickle.dumps(values, protocol))
    for one in found:
        print(protocol, type(one).__name__, one if not isinstance(one, (Zone, Fixed, Mod)) else vars(one))
    print(found[0].quarter, found[2].weeks(), found[6] + 1, found[9].parts[1].tzname(), found[1].fold, found[4].utcoffset(None))
print([type(copy.deepcopy(one)).__name__ for one in values], pickle.loads(pickle.dumps(values[9])) == values[9])
# --- step
[type(one).__name__ for one in pickle.loads(pickle.dumps({"a": values[:3], "b": {Money(1): 2}}))["a"]]
