class N:
    def __init__(self, v):
        self.v = v

    def __add__(self, o):
        return NotImplemented if isinstance(o, str) else f"add({self.v},{o})"

    def __radd__(self, o):
        return f"radd({o},{self.v})"

    def __sub__(self, o):
        return f"sub({self.v},{o})"

    def __rsub__(self, o):
        return f"rsub({o},{self.v})"

    def __neg__(self):
        return "neg"

    def __pos__(self):
        return "pos"

    def __invert__(self):
        return "invert"

    def __abs__(self):
        return 42

    def __divmod__(self, o):
        return ("divmod", o)

    def __pow__(self, o, m=None):
        return ("pow", o, m)

    def __lshift__(self, o):
        return ("lshift", o)

    def __round__(self, n=None):
        return ("round", n)

    def __index__(self):
        return 3

    def __int__(self):
        return 30

    def __float__(self):
        return 1.5


class Sub(N):
    def __radd__(self, o):
        return "sub-radd"


n = N(1)
print(n + 1, 1 + n, n - 1, 1 - n, -n, +n, ~n, abs(n), divmod(n, 2), n**2, pow(n, 2, 5), n << 1, round(n), round(n, 1))
print(N(1) + Sub(2), Sub(1) + N(2))
print([10, 20, 30, 40][n], "abcdef"[:n], range(n), int(n), float(n), bin(n), hex(n))
for f in (lambda: n + "s", lambda: "s" + N(2), lambda: n * 2, lambda: 2 * n):
    try:
        print(f())
    except TypeError as e:
        print(e)
x = n
x += 5
print(x)
