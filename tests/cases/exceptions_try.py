def run(f):
    try:
        result = f()
    except ZeroDivisionError as e:
        return "zero", str(e)
    except (KeyError, IndexError) as e:
        return "lookup", type(e).__name__, e.args
    except Exception as e:
        return "other", type(e).__name__, str(e)
    else:
        return "fine", result
    finally:
        print("finally")


print(run(lambda: 1 / 0), run(lambda: {}["k"]), run(lambda: [][1]), run(lambda: int("x")), run(lambda: 5))


def returns():
    try:
        return "try"
    finally:
        print("cleanup")


def overrides():
    try:
        return "try"
    finally:
        return "finally"


def swallows():
    try:
        raise ValueError("lost")
    finally:
        return "swallowed"


def loop():
    out = []
    for i in range(4):
        try:
            if i == 1:
                continue
            if i == 3:
                break
            out.append(i)
        finally:
            out.append(f"f{i}")
    return out


print(returns(), overrides(), swallows(), loop())
try:
    try:
        raise ValueError("inner")
    except ValueError as e:
        raise TypeError("outer") from e
except TypeError as e:
    print(type(e.__cause__).__name__, e, e.__cause__)
try:
    try:
        1 / 0
    except ZeroDivisionError:
        undefined_thing
except NameError as e:
    print(type(e.__context__).__name__)
try:
    try:
        raise KeyError("k")
    except KeyError:
        raise
except KeyError as e:
    print("reraised", e)
e = "outer"
try:
    raise ValueError
except ValueError as e:
    pass
try:
    print(e)
except NameError:
    print("e is unbound")
try:
    raise ValueError("a", 1)
except ValueError as error:
    print(error.args, str(error), repr(error))
try:
    raise ValueError
except Exception as error:
    print(repr(error), error.args == ())
for thing in (5, "text", None, object):
    try:
        raise thing
    except TypeError as error:
        print(error)
try:
    try:
        raise ValueError("v")
    except 5:
        pass
except TypeError as error:
    print(error)
try:
    raise
except RuntimeError as error:
    print(error)
try:
    raise ValueError("x") from 5
except TypeError as error:
    print(error)
try:
    raise StopIteration(7)
except StopIteration as error:
    print(error.value)
try:
    assert 1 == 2, "message"
except AssertionError as error:
    print(error)
try:
    assert [], f"empty {1 + 1}"
except AssertionError as error:
    print(error.args)
try:
    try:
        raise OSError(2, "No such file")
    except OSError as error:
        print(error.errno, error.strerror, type(error).__name__, error)
finally:
    print("end")
