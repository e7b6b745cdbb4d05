# Dimensions, counts and places that compiled code computes with, and numbers that are none.
# --- a Sobol sequence of more dimensions than it was made for | scipy.* | expr:err is None
from scipy.stats import qmc
s = qmc.Sobol(3)
s.d = 10**5
s.random(4)
# --- the same of a few more, whose numbers would be memory | scipy.* | expr:err is None
from scipy.stats import qmc
s = qmc.Sobol(3)
s.d = 8
s.random(4)
# --- the same, gone forward | scipy.* | expr:err is None
from scipy.stats import qmc
s = qmc.Sobol(3)
s.d = 10**5
s.fast_forward(5)
# --- a Sobol sequence beyond its last point | scipy.* | expr:err is None
from scipy.stats import qmc
s = qmc.Sobol(2, bits=4)
s.maxn = 2**40
s.num_generated = 2**20 - 2
s.random(64)
# --- the same by a number before its first | scipy.* | expr:err is None
from scipy.stats import qmc
s = qmc.Sobol(2)
s.num_generated = -2**40
s.random(64)
# --- the same, gone forward too far | scipy.* | expr:err is None
from scipy.stats import qmc
qmc.Sobol(2, bits=3).fast_forward(1000)
# --- dimensions that are told one way and then another | scipy.* | expr:err is None
from scipy.stats import qmc
class D(int):
    def __index__(self): return 10**5
    def __int__(self): return 10**5
s = qmc.Sobol(3)
s.d = D(3)
s.random(4)
# --- an image moved by what is no number | scipy.*,numpy | expr:err is None
from scipy import ndimage
import numpy as np
ndimage.shift(np.ones((8, 8)), [np.nan, 0], mode="wrap")
# --- the same by more than any place | scipy.*,numpy | expr:err is None
from scipy import ndimage
import numpy as np
ndimage.shift(np.ones((8, 8)), [1e300, 0], mode="mirror", order=1)
# --- the same by a transformation | scipy.*,numpy | expr:err is None
from scipy import ndimage
import numpy as np
ndimage.affine_transform(np.ones((8, 8)), [np.nan, 1], offset=np.nan, mode="reflect")
# --- positions of t-SNE that are no numbers | numpy.*,sklearn.* | expr:err is None
import numpy as np
from sklearn.manifold import TSNE
TSNE(2, perplexity=5, init=np.full((80, 2), np.nan)).fit_transform(np.random.rand(80, 3))
# --- positions of t-SNE that become none | numpy.*,sklearn.* | expr:err is None
import numpy as np
from sklearn.manifold import TSNE
TSNE(2, perplexity=5, early_exaggeration=1e300).fit_transform(np.random.rand(80, 3))
# --- codes of what is near to nothing | numpy.*,scipy.* | expr:err is None
import numpy as np
from scipy.cluster.vq import vq
vq(np.full((5000, 2), np.nan), np.random.rand(3, 2), check_finite=False)
# --- clusters of numbers whose squares are none | numpy.*,scipy.* | expr:err is None
import numpy as np
from scipy.cluster.vq import kmeans2
kmeans2(np.random.rand(50000, 3) * 1e200, 3, minit="points")
# --- codes of what is near to nothing, in few bits | numpy.*,scipy.* | expr:err is None
import numpy as np
from scipy.cluster.vq import vq
vq(np.full((50, 2), 1e30, "f4"), np.random.rand(3, 2).astype("f4"))
# --- tables whose sums wrap around | numpy.*,scipy.* | expr:err is None
from scipy.stats import random_table
random_table([2**62] * 4 + [5], [5]).rvs(method="boyett")
# --- the same by the other method | numpy.*,scipy.* | expr:err is None
from scipy.stats import random_table
random_table([2**62] * 4 + [2, 3], [1, 4]).rvs(method="patefield")
# --- qhull that runs again and again | numpy.*,scipy.* | expr:err is None
import numpy as np
from scipy.spatial import ConvexHull
ConvexHull(np.random.rand(20, 2), qhull_options="TR2147483647")
# --- the same among other options | numpy.*,scipy.* | expr:err is None
import numpy as np
from scipy.spatial import ConvexHull
ConvexHull(np.random.rand(20, 2), qhull_options="Qt TsR2147483647")
# --- arguments of the process | sys | expr:"leaked" in __import__("sys").argv
import sys
sys.argv.append("leaked")
# --- the same, set at once | sys | expr:"leaked" in __import__("sys").argv
import sys
sys.argv = ["leaked"]
# --- tests of the host's main module | unittest | expr:"TestOfTheHost" in out
import unittest
print(unittest.main(argv=["x", "TestOfTheHost"], exit=False).result)
# --- a picture that is drawn from all of another one, and more | matplotlib.* | expr:err is None
import matplotlib.pyplot as plt
fig, ax = plt.subplots()
ax.imshow([[1, 2], [3, 4]], interpolation="lanczos", filterrad=1e300)
fig.canvas.draw()
# --- a key of many lanes that has as many bytes | hashlib | expr:err is None
import hashlib
hashlib.scrypt(b"a", salt=b"b", n=2, r=1, p=10**6, dklen=10**5, maxmem=2**31 - 1)
# --- more digits than there is room for | numpy.*,scipy.* | expr:err is None
import numpy as np
from scipy import io
class File:
    def write(self, data): return len(data)
    def flush(self): pass
io.mmwrite(File(), np.random.rand(2, 2), precision=100)
# --- pictures that are written in a way that they are not of | PIL.*,io | expr:err is None
from PIL import Image
import io
for n in range(20):
    Image.new("RGB", (40, 30), "red").save(io.BytesIO(), "TIFF", compression="group4")
