# imports: math, collections, functools
import functools
import math

BIG = 10**20


def attempt(f):
    try:
        print(f())
    except (OverflowError, ValueError, MemoryError) as e:
        print(type(e).__name__, e)


attempt(lambda: "x".center(BIG))
attempt(lambda: "x".ljust(10**19))
attempt(lambda: b"x".rjust(BIG))
attempt(lambda: "x".zfill(BIG))
attempt(lambda: list(range(BIG)))
# From 3.14 on a tuple does not ask for the length first.
attempt(lambda: tuple(range(BIG)) if not hasattr(functools, "Placeholder") else list(range(BIG)))
attempt(lambda: sorted(range(BIG)))
attempt(lambda: "x" * BIG)
attempt(lambda: [1] * BIG)
attempt(lambda: "%*d" % (BIG, 3))
attempt(lambda: f"{3:{BIG}}")
attempt(lambda: format(3, "99999999999999999999d"))
attempt(lambda: "{:99999999999999999999}".format(3))
attempt(lambda: len(range(BIG)))
attempt(lambda: 1 << BIG)
attempt(lambda: (5).to_bytes(BIG, "big"))
attempt(lambda: bytes(BIG))
attempt(lambda: bytearray(BIG))
attempt(lambda: math.factorial(BIG))
attempt(lambda: math.comb(10**100, BIG))
attempt(lambda: math.perm(10**100, BIG))
attempt(lambda: math.comb(10**6, 3))
attempt(lambda: math.comb(10**30, 2))
attempt(lambda: math.perm(10**9, 2))
attempt(lambda: math.comb(10**9, 10**9 - 1))
attempt(lambda: round(3.5, BIG))
attempt(lambda: range(BIG)[BIG - 1])
attempt(lambda: BIG in range(BIG))
