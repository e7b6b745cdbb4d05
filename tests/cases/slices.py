x = list(range(10))
print(x[2:5], x[:3], x[7:], x[:], x[::3], x[::-1], x[8:2:-2], x[-3:-1], x[100:], x[-100:2], x[5:2])
s = slice(1, 8, 3)
print(x[s], s, s.start, s.stop, s.step, s.indices(5), slice(None) == slice(None, None))


class Probe:
    def __getitem__(self, key):
        return key

    def __setitem__(self, key, value):
        print("set", key, value)

    def __delitem__(self, key):
        print("del", key)


p = Probe()
print(p[1:2], p[::], p[1, 2], p[1:2, ::3, ...], p[()], p[None], p[-1], p[:, 0])
p[1:2] = 5
p[..., 1] = 6
del p[::2]
p[0] = p[1] = 7
x[2:4] = "abc"
print(x)
x[::2] = range(len(x[::2]))
print(x)
del x[::3]
print(x)
print("hello"[1:4], (1, 2, 3)[::-1], b"abc"[1:], range(10)[2:8:2], range(10)[-1], "abc"[slice(0, 2)])
i, j = 1, -1
print(x[i:j], x[i:j][0], [x[k : k + 2] for k in range(0, len(x), 2)])
