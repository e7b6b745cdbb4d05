# python: 3.13
# Private names of a class among its type parameters, and what stands beside them.
class Foo[__T]:
    param = __T

    def method[__U](self, x: __U) -> __T:
        return __U, __T

    type __Alias[__V] = list[__V]


print(Foo.param, Foo.__type_params__, Foo().method(1), Foo._Foo__Alias)


class Bounded[__T, U: __T = int]:
    x: __T
    y: U


print(Bounded.__type_params__, Bounded.__annotations__, Bounded.__type_params__[1].__bound__)


class Below(Foo[int]):
    class Inner[__Z]:
        z = __Z

        def again(self):
            return __Z, [__Z for _ in range(2)], (lambda: __Z)()


print(Below.Inner.z, Below.Inner().again())

# Bases are no names of the class.
__Base = dict


class Outer:
    class WithParameters[__T](__Base):
        pass

    print(WithParameters.__mro__)
    _Outer__Base = list

    class Without(__Base):
        pass

    print(Without.__mro__)

    def method(self):
        class Local[__T, U: __T](list):
            def f[__V: __T](self, a: __V):
                return __V, __T, a

        return Local


Local = Outer().method()
print(Local.__type_params__, Local.__type_params__[1].__bound__, Local().f(3))


class ___[__T]:
    a = __T


print(___.a)


def function[__T](x: __T = 1):
    return __T, x


print(function())


class Lambda[__T: (lambda: __T)]:
    pass


print(Lambda.__type_params__[0].__bound__().__name__)


class Parameters[T, __B](list[__B], metaclass=type):
    pass


print(Parameters.__orig_bases__)
try:

    class Missing[__T](__Missing):
        pass

except NameError as error:
    print(error)
