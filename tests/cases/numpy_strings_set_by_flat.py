# imports: numpy.*
# python: 3.11
# Strings of variable length that are set by `flat`. (numpy 2.2, the last one for CPython 3.10, gives other memory in their place.)
import numpy as np

b = np.array(["a", "b" * 50, "c" * 300, "dd", ""], np.dtypes.StringDType())
b.flat[1:3] = ["f" * 40, "g"]
print(b[1:3].tolist(), [t for t in b.flat][2], np.repeat(b[2:3], 3).tolist(), b.reshape(5, 1).T.copy().shape)
