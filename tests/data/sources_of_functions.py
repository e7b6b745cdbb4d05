# imports: inspect, functools, textwrap
# The text of functions of the code. (CPython finds it in the file that they are from; there is none here.)
import functools
import inspect
import textwrap


def plain(x):
    # a comment
    return x + 1  # the end


class Shape:
    side = 2

    @staticmethod
    def area(side):

        return side * side

    def grown(self, by=1):
        """Text."""
        return self.side + by


def outer():
    def inner(a):
        return [a, a]

    return inner


def logged(function):
    @functools.wraps(function)
    def wrapper(*args):
        return function(*args)

    return wrapper


@logged
def named(x):
    return x


double = lambda x: x * 2

print(inspect.getsource(plain))
print(inspect.getsource(Shape.area))
print(textwrap.dedent(inspect.getsource(Shape.grown)), inspect.getsource(Shape().grown) == inspect.getsource(Shape.grown))
print(inspect.getsource(outer()), inspect.getsource(outer).count("\n"))
print(inspect.getsource(named), inspect.getsource(double))
print(inspect.getsourcelines(plain), inspect.getsourcelines(Shape.grown)[1], len(inspect.getsourcelines(outer)[0]))
print(len(inspect.getsource(plain).splitlines()), "return" in inspect.getsource(logged), inspect.getcomments(plain))
