x = y = z = [1]
x.append(2)
print(x is y is z, z)
a = b = 0
a += 1
print(a, b)
d = {}
d["k"] = v = d["j"] = 5
print(d, v)
i = 0
seq = [0, 0, 0]
i = seq[i] = 2
print(i, seq)
