import math

for a in (0, 1, -1, 7, -7, 2**63 - 1, -(2**63), 2**64 + 3):
    for b in (1, -1, 2, 3, -3, 2**31):
        print(a, b, a + b, a - b, a * b, a // b, a % b, divmod(a, b), a & b, a | b, a ^ b)
print(2**10, (-2) ** 3, 2**-1, 0**0, pow(3, 5, 7), pow(3, -1, 7), 7 / 2, -7 // 2, -7 % 3)
print(1 << 70, (1 << 70) >> 68, -5 >> 1, ~5, ~-1, -0, +5)
print(10**30 // 10**28, 10**30 % 7, -(10**30) // 7)
for bad in (lambda: 1 // 0, lambda: 1 % 0, lambda: 1 / 0, lambda: 0**-1, lambda: 1 << -1, lambda: 1 + "a", lambda: "a" + 1, lambda: [] + (), lambda: -"a", lambda: ~1.5, lambda: 1 @ 2, lambda: 3 < "a", lambda: None + 1):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, e)
print(True + True, True * 3, True & False, True | 2, not 0, not "", -True)
print((2**63 - 1) + 1, -(2**63) - 1, 2**62 * 2, 3037000500**2, -(-(2**63)), abs(-(2**63)))
print(math.factorial(25), 2**200, (2**200).bit_length(), int("123" * 10), hash(2**61 - 1))
