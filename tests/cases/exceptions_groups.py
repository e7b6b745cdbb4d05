# python: 3.11
def group():
    return ExceptionGroup("g", [ValueError("v1"), TypeError("t"), ExceptionGroup("inner", [ValueError("v2"), KeyError("k")])])


try:
    raise group()
except* ValueError as eg:
    print("values", [str(e) for e in eg.exceptions], eg.message, len(eg.exceptions))
except* (TypeError, KeyError) as eg:
    print("rest", [type(e).__name__ for e in eg.exceptions])
else:
    print("no error")
finally:
    print("finally")
try:
    try:
        raise group()
    except* ValueError:
        pass
except ExceptionGroup as left:
    print(left, [repr(e) for e in left.exceptions])
try:
    raise ValueError("plain")
except* ValueError as eg:
    print(repr(eg))
try:
    print("nothing raised")
except* ValueError:
    print("never")
else:
    print("else")
try:
    try:
        raise ExceptionGroup("g", [ValueError(1)])
    except* ValueError:
        raise KeyError("new")
except (ExceptionGroup, KeyError) as eg:
    print(repr(eg))
try:
    try:
        raise KeyError("k")
    except* ValueError:
        print("never")
except KeyError as e:
    print("passed through", repr(e))
eg = group()
print(eg.subgroup(ValueError), eg.split(KeyError)[0].exceptions, eg.derive([ValueError("d")]))
for n in range(3):
    try:
        if n == 1:
            raise ExceptionGroup("loop", [OSError(n)])
    except* OSError as caught:
        print(n, caught.exceptions)
for bad in (lambda: ExceptionGroup("x", []), lambda: ExceptionGroup("x", [5]), lambda: ExceptionGroup([ValueError()])):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, e)
