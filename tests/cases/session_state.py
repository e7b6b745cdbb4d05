x = 1
data = [1, 2]


def double(v):
    return v * 2


# --- step
x += 1
data.append(double(x))
print(x, data)
double(data)
# --- step
def triple(v):
    return double(v) + v


class Keeper:
    total = 0

    def add(self, v):
        Keeper.total += triple(v)
        return self


k = Keeper().add(1)
# --- step
k.add(2).total
# --- step
def double(v):
    return f"redefined {v}"


print(double(1))
double("x")
# --- step
del x
try:
    print(x)
except NameError:
    print("gone")
# --- step
import math as m
from collections import Counter
# --- step
m.floor(2.5), Counter("aab").most_common(1)
# --- step
gen = (i * i for i in range(5))
first = next(gen)
# --- step
next(gen), list(gen), first
