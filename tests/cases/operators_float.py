inf, nan = float("inf"), float("nan")
vals = [0.0, -0.0, 1.5, -2.25, 1e308, 1e-308, inf, -inf]
for a in vals:
    for b in (1.0, -2.0, 0.5, 3):
        print(a + b, a - b, a * b, a / b, a // b, a % b)
print(nan == nan, nan != nan, nan < 1, nan in [nan], [nan] == [nan], inf > 10**400)
print(0.1 + 0.2, 1 / 3, 1e16 + 1, 2.0**0.5, (-8.0) ** (1 / 3), 5 // 0.3, -5 % 0.3, 1e22, 1e-7, 123456789012345680.0)
for bad in (lambda: 1.0 / 0, lambda: 1.0 // 0, lambda: 1.0 % 0, lambda: 0.0**-1, lambda: 10.0**400, lambda: int(inf), lambda: int(nan), lambda: 1.5 & 1, lambda: 10**400 * 1.0):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, e)
print(round(2.5), round(3.5), round(-2.5), round(2.675, 2), round(1234, -2), round(1.0), (1.5).is_integer(), (0.5).as_integer_ratio(), (10.0).hex())
print(int(3.99), int(-3.99), float("1e3"), float(" 2.5 "), 3 == 3.0, hash(3) == hash(3.0), 2**53 + 1 == float(2**53 + 1), 1 < 1.5 < 2)
print(max(0.0, -0.0), min(0, 0.0), sum([0.1] * 10), 1_000.5, .5, 5., 1e5)
