# imports: sys, collections, textwrap, shlex, configparser, abc
import collections
import configparser
import shlex
import sys
import textwrap


def attempt(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


class A:
    x = 1


for function in (getattr, hasattr, setattr, delattr):
    attempt(function)
    attempt(function, A)
    attempt(function, A, "x", 3, 4)
    attempt(function, A, name="x")
    attempt(function, A, 3, *[1] * (function is setattr))
attempt(lambda: print + print)
attempt(lambda: "a" + A().__init__)
attempt(lambda: getattr + 1)


def f(**k):
    return k


attempt(lambda: f(**{1: 3}, **{1: 5}))
attempt(lambda: f(**{1: 3}))
attempt(lambda: f(a=1, **{"a": 2}))


def g():
    try:
        yield 1
    except ValueError as e:
        yield e.args


attempt(g().throw, ValueError, "foo", 23)
attempt(g().throw, ValueError, "foo", None, None)
attempt(g().throw)
started = g()
next(started)
attempt(started.throw, ValueError, "foo", None)
d = collections.defaultdict(list)
d["a"].append(1)
d.default_factory = None
print(d)
attempt(lambda: d["b"])
config = configparser.ConfigParser()
config.optionxform = str
config.read_string("[A]\nKey=1\n")
print(dict(config["A"]))
wrapper = textwrap.TextWrapper()
wrapper.width = 5
print(wrapper.wrap("aaa bbb ccc"))
lexer = shlex.shlex("a b-c", posix=True)
lexer.whitespace_split = True
print(list(lexer))
print("to", "stdout", file=sys.stdout, sep="-")
print(sys.stdout.write("written\n"))
sys.stdout.writelines(["a", "b\n"])
sys.stdout.flush()
