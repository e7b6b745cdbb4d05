for i in range(5):
    if i == 1:
        continue
    if i == 3:
        break
    print("i", i)
else:
    print("no break")
for i in []:
    pass
else:
    print("else of an empty loop")
n = 0
while n < 3:
    n += 1
    if n == 2:
        continue
    print("n", n)
else:
    print("while else", n)
while True:
    n -= 1
    if n < 0:
        break
else:
    print("never")
for x in range(3):
    for y in range(3):
        if y == x:
            break
        if x == 2:
            continue
        print(x, y)
    else:
        print("inner else", x)
x = 5
if x > 10:
    print("big")
elif x > 3:
    print("medium")
else:
    print("small")
print("yes" if x else "no", "a" if x > 10 else "b" if x > 4 else "c")
i = 10
while i:
    i //= 2
print(i)


def search(grid, wanted):
    for r, row in enumerate(grid):
        for c, v in enumerate(row):
            if v == wanted:
                return r, c
    return None


print(search([[1, 2], [3, 4]], 3), search([[1]], 9))
for k in range(3):
    try:
        if k == 1:
            continue
        if k == 2:
            break
        print("body", k)
    finally:
        print("finally", k)
pass
for a, (b, *c) in [(1, (2, 3, 4)), (5, "xy")]:
    print(a, b, c)
