# imports: timeit
import timeit

print(timeit.timeit(number=3) >= 0, timeit.timeit("pass", number=2) >= 0)
calls = []
print(timeit.timeit(lambda: calls.append(1), setup=lambda: calls.append("setup"), number=3) >= 0, calls)
print(len(timeit.repeat(lambda: None, repeat=2, number=2)), len(timeit.repeat(number=1, repeat=3)))
timer = timeit.Timer()
print(timer.timeit(5) >= 0, len(timer.repeat(2, 3)), timer.autorange()[0] > 0)
for wrong in ((3,), ("pass", 3)):
    try:
        timeit.Timer(*wrong)
        print("made", wrong)
    except ValueError as e:
        print(e)
# --- text is the code's own
import timeit

print(timeit.timeit("x = 1 + 1", number=100) >= 0, len(timeit.repeat("y * 2", setup="y = 3", repeat=2, number=5)))
seen = []
timer = timeit.Timer("seen.append(k)\nif k > 1:\n    seen.append('more')", setup="k = 2\nseen.append('setup')", globals={"seen": seen})
print(timer.timeit(2) >= 0, timer.repeat(2, 1)[0] >= 0, seen)


def square(n):
    seen.append(n)
    return n * n


print(timeit.timeit("square(3)", globals={"square": square}, number=2) >= 0, seen[-2:])
print(timeit.timeit("f()", setup=lambda: seen.append("called"), globals={"f": lambda: seen.append("f")}, number=1) >= 0, seen[-2:])
print(timeit.timeit(lambda: seen.append("timed"), setup="import math", number=1) >= 0, seen[-1])
print(timeit.timeit("pass", timer=iter(range(10)).__next__, number=3), timeit.timeit("1", timer=iter(range(10)).__next__, number=3))
for wrong, kind in (("1 +", SyntaxError), ("1 / 0", ZeroDivisionError)):
    try:
        timeit.timeit(wrong, number=1)
    except kind as e:
        print(type(e).__name__)
# --- text leaves no names behind
import timeit

k = "mine"
timeit.timeit("k = 5\nother = k", setup="k = 1", number=1)
print(k, "other" in dir())
