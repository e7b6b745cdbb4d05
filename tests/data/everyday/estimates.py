# --- numbers in the text of a format
import datetime
x = 1
print("Account 9999999999: {}".format(x), "Phone %s 0123456789" % x, "ID 9999999999 %d%%" % 5, f"{x} 99999999999")
print("{0:{1}}".format(3, 5), "{{9999999999}} {}".format(2), "%(n1234567890)s" % {"n1234567890": 3})
print("{a1234567890}".format(a1234567890=3), "{d[1234567890]}".format(d={1234567890: 3}), format(1234567890123.5, ",.2f"))
day = datetime.date(2020, 1, 2)
print(f"{day:%Y 9999999999}", format(day, "9999999999 %d"), "{:%d 9999999999}".format(day))
# --- operators of one's own
class Vector(tuple):
    def __mul__(self, factor):
        return Vector(x * factor for x in self)
    __rmul__ = __mul__
class Modular(int):
    def __pow__(self, exponent):
        return Modular(pow(int(self), exponent, 97))
    def __lshift__(self, places):
        return "shifted"
    def __rpow__(self, base):
        return "raised"
class Text(str):
    def __mod__(self, values):
        return "own"
print(Vector((1, 2)) * 10**12, 10**12 * Vector((1, 2)), Modular(3) ** 10**12, Modular(3) << 10**12, 3 ** Modular(10**12))
print(Text("%9999999999d") % 1, pow(Modular(3), 10**12))
# --- powers that stay small
print(1 ** 10**12, (-1) ** (10**12 + 1), 0 << 10**12, pow(3, 10**12, 97), 2**-3, 10**10 % 7, True ** 10**9)
# --- large choices
import math
print(math.comb(10**18, 3), math.comb(5000, 2500).bit_length(), math.perm(10**12, 4), math.comb(10, 11), math.factorial(20000).bit_length())
# --- wide tabs
print("ab".expandtabs(2**31 - 1), "a".ljust(3) + "|", "7".zfill(3), "ab".center(-5))
# --- sparse products
import numpy as np
import scipy.sparse as sp
eye = sp.identity(200_000, format="csr")
print((eye @ eye).nnz, (eye @ np.ones(200_000)).sum(), eye.dot(eye).nnz)
# --- einsum by the fast way
import numpy as np
a = np.ones((40, 40))
print(np.einsum("ij,jk,kl->", a, a, a, optimize=True))
# --- patterns that could go back but do not
import re
print(re.fullmatch(r"(a+)+b", "a" * 60 + "b") is not None, re.sub(r"(\w+\s?)+$", "x", "one two three"), re.findall(r"(?:a|ab)*c", "ababc"))
# --- ranges that nobody goes through
big = range(10**15)
print(big[-1], 5 in big, len(big), big[10:20:5], sum(range(10**5)), list(reversed(big))[:0] if False else next(reversed(big)))
# --- products that nobody goes through
import itertools
print(list(itertools.islice(itertools.product(range(1000), repeat=5), 2)), next(itertools.permutations(range(50))), next(itertools.combinations(range(10**4), 3)))
# --- dates that are few
import pandas as pd
print(len(pd.date_range("2000-01-01", periods=5, freq="s")), pd.date_range("1700-01-01", "2200-01-01", freq="100YS").year.tolist())
# --- exact numbers
from decimal import Decimal, getcontext
from fractions import Fraction
print(Decimal("1e1000000").adjusted(), Decimal(10) ** 5, Fraction(10**20, 3) ** 5, format(Decimal("1.25"), "012.3f"), f"{Decimal(3):>8}")
# --- broadcast shapes
import numpy as np
print(np.broadcast_to(1, (10**6, 10**6)).shape, np.empty((0, 10**12)).shape, np.zeros((3, 0)).size)
