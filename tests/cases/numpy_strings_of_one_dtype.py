# imports: numpy.*, copy
# Arrays of strings of variable length that have a dtype in common, and are made of each other.
import copy

import numpy as np

T = np.dtypes.StringDType
dtype = T()
words = ["a", "b" * 50, "c" * 300, "dd", ""]
a, b = np.array(words, dtype), np.array(words[::-1], dtype)
c = np.empty(5, a.dtype)
c[...] = a
c[1:] = c[:-1]
print(a.tolist() == words, b.tolist() == words[::-1], [len(text) for text in c])
a[0] = "x" * 1000
a[:2] = b[3:]
print([len(text) for text in a], [len(text) for text in b])
print((a + b)[0] == a[0] + b[0], [len(text) for text in np.concatenate([a, b])], np.sort(b)[1])
print(np.unique(np.append(a, b)).size, np.isin("dd", a), (a == b).tolist(), np.argsort(a, kind="stable").tolist())
a += "!"
a *= 2
print([len(text) for text in a], np.strings.upper(a)[3], np.strings.find(a, "!").tolist())
kept = copy.deepcopy(a)
del a, c
print([len(text) for text in kept], np.where([True, False] * 2 + [True], kept, b).tolist()[4])
missing = np.array(["x", None, "y" * 99], T(na_object=None))
other = np.full(3, None, missing.dtype)
other[1:] = missing[1:]
print(missing.tolist(), other.tolist(), np.isin(other, ["y" * 99]).tolist())
for n in range(50):
    b[n % 5] = "k" * (n * 7)
    held = np.array(b, dtype)
print([len(text) for text in held], held.dtype == dtype, repr(dtype), held.dtype == T(na_object=None))
print(np.array(["q"], held.dtype).astype("U3"), held[:2].astype(object).tolist() == held[:2].tolist())
