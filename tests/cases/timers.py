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
