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
