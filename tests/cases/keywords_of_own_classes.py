# imports: functools, math, decimal, numpy, numpy.*
import functools
import math
from decimal import Decimal

import numpy as np


class Name(str):
    pass


def shown(**named):
    return sorted((type(name).__name__, str(name), value) for name, value in named.items())


print(shown(**{Name("a"): 1, np.str_("b"): 2}))
print(functools.partial(shown, **{"a": 1})(**{Name("b"): 2})[0])
print(sorted([1, 3, 2], **{Name("reverse"): True}), "{x}".format(**{Name("x"): 5}))
print(np.sum(np.ones((2, 3)), **{Name("axis"): 1}), list(dict(**{np.str_("b"): 2})))


class Price(Decimal):
    def adjusted(self):
        return 0


print(int(Price("123.5")), math.floor(Price("-2.5")), math.ceil(Price("1e20")), int(Decimal(10) ** 50))
print(np.random.SeedSequence(1, pool_size=8).generate_state(2), np.random.SeedSequence(1, **{Name("pool_size"): np.int64(8)}).generate_state(2))
