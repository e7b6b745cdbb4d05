# imports: re, traceback
# Lines of errors in comprehensions and generator expressions that are spread over lines.
import re
import traceback
def a():
    return [
        x
        for x in
           5
    ]
def b():
    return {
        x
        for y in [1]
        for x in
           5
    }
def c():
    return {
        x: 1
        for x in
           None
    }
def d():
    return list(
        x
        for x in
           None
    )
class B:
    def __iter__(self): return self
    def __next__(self): raise ValueError
def e():
    return [
        x
        for x in
           B()
    ]
def f():
    return [
        x
        for x, y in
           [1]
    ]
def g():
    return {
        x
        for x in
           [[]]
    }
def h():
    return {
        x:
           2
        for x in
           [[]]
    }
def i():
    return [
        y
        for x in [1]
        if x
        for y in
           B()
        if y.z
    ]
def j():
    g = (
        y
        for x in [1]
        for y in
           B()
    )
    return [
        z for z
        in g
    ]
def k():
    return sum(
        x
        for x in
           ["a"]
    )
def l():
    return any(
        x
        for x in
           B()
    )
for fn in (a, b, c, d, e, f, g, h, i, j, k, l):
    try: fn()
    except Exception as error:
        print(fn.__name__, type(error).__name__, re.findall(r'line (\d+), in (\w|__next__|<\w+>)\n', traceback.format_exc()))
