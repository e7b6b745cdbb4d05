data = [("b", 2), ("a", 2), ("c", 1)]
print(sorted(data), sorted(data, key=lambda p: p[1]), sorted(data, key=lambda p: (-p[1], p[0])), sorted(data, reverse=True), max(data, key=lambda p: p[1]), min(data, key=lambda p: p[::-1]))
words = "the Quick brown Fox".split()
print(sorted(words), sorted(words, key=str.lower), sorted(words, key=len, reverse=True), sorted(words, key=lambda w: w[-1]))
calls = []


def key(v):
    calls.append(v)
    return -v


print(sorted([3, 1, 2], key=key), calls)


class K:
    def __init__(self, v):
        self.v = v

    def __lt__(self, o):
        return self.v > o.v

    def __repr__(self):
        return str(self.v)


l = [K(i) for i in (2, 3, 1)]
l.sort()
print(l, min(l), max(l))
