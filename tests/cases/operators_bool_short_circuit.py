log = []


def v(x):
    log.append(x)
    return x


print(v(0) or v("") or v([]) or v("end"), log)
log.clear()
print(v(1) and v("x") and v(0) and v(5), log)
log.clear()
print(v(0) and v(1) or v(2), not v(3), log)
log.clear()
print(v(1) if v(0) else v(2), log)
log.clear()
print(v(1) < v(2) < v(2) < v(9), log)
log.clear()
print(v(1) < v(2) > v(0) == v(0) != v(1), log)


class Truthless:
    def __bool__(self):
        raise ValueError("no truth")


class Sized:
    def __init__(self, n):
        self.n = n

    def __len__(self):
        return self.n


print(bool(Sized(0)), bool(Sized(3)), Sized(0) and 1, not Sized(0))
for f in (lambda: not Truthless(), lambda: Truthless() and 1, lambda: 1 if Truthless() else 2, lambda: bool(Truthless())):
    try:
        print(f())
    except ValueError as e:
        print(e)


class BadBool:
    def __bool__(self):
        return 2


try:
    print(bool(BadBool()))
except TypeError as e:
    print(e)
print([] or {} or () or 0 or None or False)


class Truth:
    def __init__(self, value):
        self.value = value

    def __bool__(self):
        print("asked", self.value)
        return self.value


no, yes = Truth(False), Truth(True)
if (no and yes) if yes else no:
    print("never")
while (no or no) if yes else yes:
    break
print([1 if (yes if x else (no and yes)) else 2 for x in (0, 1)])
assert (yes if no else (no or yes))
print([x.value for x in ((no and yes) and yes, (yes or no) and no, (no and yes) or no, (no and yes) and yes or no)])
print(not (no and yes), 1 if (no and yes) and yes else 2)
