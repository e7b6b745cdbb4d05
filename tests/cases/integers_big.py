def fib(n):
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return a


print(fib(300))
f = 1
for i in range(1, 60):
    f *= i
print(f, f % 10**9, str(f)[::-1])
x = 9223372036854775807
for _ in range(3):
    x += 1
    print(x, -x)
print(x - 1, x == 2**63 + 2, x // 3, x * x, int(x / 2), x & 0xFF, x >> 60)
total = 0
for k in range(40):
    total += 7**k
print(total, total.bit_length(), total.to_bytes(20, "big").hex(), int.from_bytes(b"\xff" * 9, "little"))
print(hash(10**40), 10**40 < 10**41, -(10**40) < 0, bool(10**40), 10**18 * 10, 10**19 - 10**19)
print(0x7FFFFFFFFFFFFFFF + 0x7FFFFFFFFFFFFFFF, 0o777, 0b1010, 1_000_000)
print(sum(range(10**6)), max(2**65, 2**64), sorted([2**65, -(2**65), 0]))
