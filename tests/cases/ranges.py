print(range(5), list(range(2, 10, 3)), list(range(5, 0, -1)), len(range(0, 100, 7)), 6 in range(0, 10, 2), 7 in range(0, 10, 2), range(3) == range(0, 3, 1))
print(range(10).index(4), range(10).count(3), range(0), bool(range(0)), range(10)[3], range(10)[-2:], list(reversed(range(4))), range(1, 10, 2).step)
print(sum(range(101)), max(range(5)), range(2**70, 2**70 + 3)[1], list(range(-3, 3)), [*range(3)], list(range(10**20, 10**20 + 2)))
for bad in (lambda: range(1, 2, 0), lambda: range("a"), lambda: range(1.5), lambda: range(3)[5], lambda: range()):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, e)
for i in range(3):
    i = i * 10
    print(i, end=" ")
print(i)
for i in range(0):
    print("never")
print(i)
hash(range(3))
it = iter(range(2))
print(next(it), next(it), next(it, "done"))
