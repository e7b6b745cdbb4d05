class AppError(Exception):
    pass


class CodeError(AppError):
    def __init__(self, code, message="failed"):
        super().__init__(message)
        self.code = code

    def __str__(self):
        return f"[{self.code}] {super().__str__()}"


class Silent(Exception):
    def __init__(self):
        pass


try:
    raise CodeError(404)
except AppError as e:
    print(e, e.code, e.args, type(e).__name__, isinstance(e, Exception))
for error in (AppError, AppError(), AppError("m"), AppError("m", 2), Silent(), CodeError(1, "x")):
    try:
        raise error
    except Exception as e:
        print(repr(e), "|", str(e), "|", e.args)


class Base(Exception):
    pass


class Derived(Base, ValueError):
    pass


for kind in (Base, ValueError, Exception):
    try:
        raise Derived("d")
    except kind as e:
        print(kind.__name__, "catches", e)


def chain():
    try:
        try:
            raise ValueError("1")
        except ValueError as e:
            raise KeyError("2") from e
    except KeyError as e:
        raise AppError("3") from None


try:
    chain()
except AppError as e:
    print(e, e.__cause__, e.__suppress_context__, type(e.__context__).__name__)
e = ValueError("kept")
e.extra = [1]
try:
    raise e
except ValueError as caught:
    print(caught is e, caught.extra)
print(issubclass(KeyError, LookupError), issubclass(UnicodeDecodeError, ValueError), FileNotFoundError.__name__, ArithmeticError("x").args)


def generator_with_error():
    yield 1
    raise CodeError(5, "in generator")


try:
    for v in generator_with_error():
        print(v)
except CodeError as e:
    print(e)
raise CodeError(9, "leaves the program")


# What native code drops is gone at once.
class Gone(AttributeError):
    def __del__(self):
        print("gone")


class Asked:
    def __getattr__(self, name):
        raise Gone(name)


print(hasattr(Asked(), "x"), getattr(Asked(), "y", 1))
for _ in range(2):
    print(hasattr(Asked(), "z"))
