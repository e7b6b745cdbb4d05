# python: 3.11
eg = ExceptionGroup("m", [ValueError(1), TypeError(2), ExceptionGroup("in", [ValueError(3), KeyError(4)])])
eg.add_note("note")


def is_key(e):
    return isinstance(e, KeyError)


print(eg.split(ValueError), eg.subgroup((KeyError, TypeError)))
print(eg.split(is_key), eg.subgroup(lambda e: isinstance(e, KeyError)), eg.subgroup(lambda e: False), eg.split(lambda e: True)[1])
print(eg.subgroup(is_key).__notes__, eg.derive([OSError(1)]), eg.exceptions[0], eg.message)
for wrong in (3, "x", None, int, (ValueError, 3)):
    try:
        eg.split(wrong)
    except TypeError as e:
        print(type(e).__name__)
try:
    eg.subgroup(lambda e: 1 / 0)
except ZeroDivisionError as e:
    print(e)


class Mine(ExceptionGroup):
    def __new__(cls, message, errors, code=0):
        self = super().__new__(cls, message, errors)
        self.code = code
        return self

    def derive(self, errors):
        return Mine(self.message, errors, self.code + 1)


mine = Mine("mine", [ValueError(1), Mine("deep", [KeyError(2), ValueError(3)], 10)], 5)
match, rest = mine.split(lambda e: isinstance(e, ValueError))
print(repr(match), match.code, repr(rest), rest.code, rest.exceptions[0].code)
try:
    raise mine
except* KeyError as e:
    print(repr(e), e.code)
except* ValueError as e:
    print(repr(e), e.code)


class Splitting(ExceptionGroup):
    def split(self, kind):
        print("split", kind.__name__)
        return super().split(kind)


try:
    raise Splitting("s", [ValueError(1), TypeError(2)])
except* ValueError as e:
    print(repr(e))
except* TypeError as e:
    print(repr(e))
error = ValueError("again")
print(error.with_traceback(None) is error, error.__class__ is ValueError, error.__class__.__name__)
try:
    error.with_traceback(3)
except TypeError as e:
    print(e)


class Told(ExceptionGroup):
    made = []

    def derive(self, errors):
        Told.made.append([type(e).__name__ for e in errors])
        return Told(self.message, errors)


def told():
    made, Told.made = Told.made, []
    return made


def handled(group, *, again=None):
    try:
        try:
            raise group
        except* ValueError as e:
            if again:
                raise again
            print(e.message)
        except* OSError:
            raise
    except ExceptionGroup as e:
        print(repr(e), end=" ")
    print(told())


handled(Told("flat", [ValueError(1), KeyError(2)]))
handled(Told("flat", [ValueError(1), KeyError(2)]), again=OSError(3))
handled(Told("nested", [ValueError(1), Told("in", [KeyError(2), ValueError(4), OSError(5)])]))
handled(Told("none", [KeyError(1), Told("in", [KeyError(2)])]))
handled(Told("all", [ValueError(1)]))
deep = Told("deep", [ValueError(1), Told("in", [KeyError(2), ValueError(4)])])
for found in (deep.split(ValueError), deep.subgroup(ValueError), deep.split(is_key), deep.subgroup(is_key), deep.subgroup(lambda e: False)):
    print(found, told())
