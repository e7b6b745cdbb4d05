# A number that is stored where another one was: who else had the old one keeps it.
floats = [1.5, 2.5, 3.5]
ints = [5000, 6000, 7000, 10, -8000, 2**40]
kept = floats[0], ints[0], ints[5]
copies = floats[:], ints[:]
floats[0] = 9.5
ints[0] = 50_001
ints[5] = 1_000_000
print(kept, copies, floats, ints)

for i in range(3):
    floats[i] = i * 0.25
    ints[i] = i * 100_000
    ints[i + 3] = -i
print(floats, ints, copies)

first = ints[2]
ints[2] = first + 1
second = ints[2]
ints[2] += 1
print(first, second, ints[2], ints[2] is second)

ints[3] = 2**62
ints[3] += 1
ints[4] = 2**30
ints[4] -= 1
print(ints, [type(x) for x in ints])

floats[0] = 0.0
floats[1] = -0.0
floats[2] = float("nan")
nan = floats[2]
floats[2] = 4.0
print(floats, nan, str(floats[1]))
floats[2] = 7
floats[0] = True
print(floats)


class Point:
    def __init__(self, x, y):
        self.x = x
        self.y = y


points = [Point(k * 1000, k * 0.5) for k in range(3)]
for step in range(3):
    for point in points:
        before = point.x, point.y
        seen = {point.x: "x", point.y: "y"}
        point.x += 1000
        point.y *= 2.0
        print(before, (point.x, point.y), seen)


class Slotted:
    __slots__ = ("value",)


one, other = Slotted(), Slotted()
one.value = 123_456
other.value = one.value
one.value = 654_321
print(one.value, other.value)
one.value = 1.25
other.value = one.value
one.value = 2.25
print(one.value, other.value)

shared = [x * 1000 for x in range(4)]
views = [shared, list(reversed(shared)), tuple(shared), dict.fromkeys(shared), set(shared)]
for i in range(4):
    shared[i] = shared[i] + 500_000
print(shared, views[1:])

total = 0
for item in shared:
    shared[0] = item + 1
    total += item
print(total, shared)
