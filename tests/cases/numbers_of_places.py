# imports: io, numpy.*, scipy.*, PIL.*
"""What compiled code is given that computes with dimensions, counts and places: as ordinary programs give it."""


import io

import numpy as np
from PIL import Image
from scipy import ndimage
from scipy.io import mmwrite
from scipy.cluster.vq import kmeans, kmeans2, vq, whiten
from scipy.spatial import ConvexHull, Delaunay
from scipy.stats import qmc, random_table


for options in ({"scramble": False}, {"bits": 20, "rng": 1}, {"rng": 2}):
    sobol = qmc.Sobol(3, **options)
    print(sobol.random(4).shape, sobol.random_base2(2).round(6).tolist(), sobol.fast_forward(8).random(3).round(6).tolist())
    print(sobol.reset().random(2).round(6).tolist(), sobol.d, sobol.num_generated)
small = qmc.Sobol(1, bits=3, scramble=False)
print(small.random(8).ravel().tolist())
try:
    small.random(1)
except ValueError as error:
    print(error)
picture = np.arange(12.0).reshape(3, 4)
for mode in ("wrap", "reflect", "mirror", "constant", "nearest", "grid-wrap", "grid-constant", "grid-mirror"):
    print(mode, ndimage.shift(picture, [1.5, -100], mode=mode, order=1).round(6).tolist())
    print(ndimage.zoom(picture, (2, 0.5), mode=mode, order=1).round(6).tolist())
    print(ndimage.affine_transform(picture, [0.5, 2], offset=[1, 1e6], mode=mode, order=1).round(6).tolist())
print(ndimage.shift(picture, [np.nan, 0], order=1).shape)
rng = np.random.default_rng(0)
data = np.concatenate([rng.normal(0, 1, (30, 2)), rng.normal(9, 1, (30, 2))])
for kind in ("f8", "f4"):
    book, distortion = kmeans(whiten(data).astype(kind), 2, rng=1)
    print(sorted(book.round(3).tolist()), round(float(distortion), 4), np.bincount(vq(data.astype(kind), book)[0]).tolist())
print(np.bincount(kmeans2(data * 1e20, 2, rng=3, minit="++")[1]).tolist(), kmeans2(data[:, 0] * 1e-200, 2, rng=3)[0].shape)
print(random_table([3, 4], [2, 5]).rvs(size=2, random_state=1).tolist(), random_table([10, 0, 5], [7, 8]).rvs(method="patefield", random_state=2).tolist())
points = rng.random((20, 2))
print(len(ConvexHull(points, qhull_options="Qt Pp").vertices), len(ConvexHull(points, qhull_options="QJ Tv").vertices), Delaunay(points).npoints)

for precision in (None, 3, 16, 17):
    target = io.BytesIO()
    mmwrite(target, np.array([[1 / 3, 2.5], [-1e300, 0]]), precision=precision)
    print(target.getvalue().decode().split()[-4:])
for compression, mode in (("group4", "1"), ("group3", "1"), ("tiff_lzw", "RGB"), ("tiff_deflate", "L"), ("jpeg", "RGB"), (None, "RGB")):
    target = io.BytesIO()
    Image.new(mode, (40, 30), 1).save(target, "TIFF", compression=compression)
    print(compression, Image.open(target).getpixel((3, 4)))
