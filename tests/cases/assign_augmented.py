x = 7
x += 3
x -= 1
x *= 4
x //= 5
x %= 4
x **= 5
x <<= 3
x >>= 2
x |= 8
x &= 0b1111111
x ^= 3
print(x)
x /= 2
print(x)
s = "ab"
s += "c"
s *= 2
print(s)
lst = [1]
alias = lst
lst += (2, 3)
lst *= 2
print(alias, alias is lst)
st = {1, 2, 3}
keep = st
st &= {2, 3, 4}
st |= {9}
st -= {2}
st ^= {3, 5}
print(sorted(keep), keep is st)
d = {"a": 1}
d |= {"b": 2}
print(d)
d["a"] += 10
print(d)


class Counter:
    def __init__(self):
        self.n = 0
        self.log = []

    def __iadd__(self, other):
        self.n += other
        self.log.append(other)
        return self


c = Counter()
c += 5
c += 6
print(c.n, c.log)
c.n -= 1
print(c.n)
t = ([],)
try:
    t[0] += [1]
except TypeError as e:
    print(e, t)
m = [[1, 2], [3, 4]]
m[1][0] **= 2
print(m)
try:
    undefined_name += 1
except NameError as e:
    print("NameError")


def slices(x):
    y = x
    x[1:2] *= 2
    y[:1] += [9]
    x[::2] += ()
    x[-1:] += (7,)
    return x, x is y


class Logged:
    def __getitem__(self, key):
        print("get", key)
        return [1]

    def __setitem__(self, key, value):
        print("set", key, value)


print(slices([1, 2, 3]))
outside = [1, 2, 3, 4]
outside[1:3] *= 2
outside[outside.pop() - 4 :] += "ab"
print(outside)
Logged()[1:2] += [2]
Logged()[1:2:3, 4] += [3]
Logged()[slice(1)] *= 2
try:
    outside[::2] += [1]
except ValueError as e:
    print(e, outside)
# --- step: an operator that fails leaves the variable as it was
def fails():
    for value in ("a", "%d", (1,), b"a", 2):
        x = value
        for number in range(3):
            try:
                if number == 0:
                    x *= "abc"
                elif number == 1:
                    x %= "a"
                else:
                    x -= "abc"
            except TypeError as e:
                print(e)
            print(x)


fails()
x = "a"
for sign in ("*=", "%", "-="):
    try:
        if sign == "*=":
            x *= "abc"
        elif sign == "%":
            x %= "a"
        else:
            x -= "a"
    except TypeError as e:
        print(e)
    print(x)
# --- step: what the operator calls sees the variable
class Total:
    def __iadd__(self, other):
        print(total is self, other)
        return total

    def __isub__(self, other):
        print(total is self, other)
        return 5


class Other:
    def __radd__(self, other):
        print("radd", x)
        return x

    def __rmul__(self, other):
        print("rmul", x)
        return 3

    def __iter__(self):
        print("iter", x)
        yield 1
        print("next", x)

    def __str__(self):
        print("str", x)
        return "text"


total = Total()
total += 1
print(type(total).__name__)
total -= 2
print(total)
x = "a"
x += Other()
x *= Other()
print(x)
x = [1]
x += Other()
print(x)
x = "%s"
x %= Other()
print(x)
