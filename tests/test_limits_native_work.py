"""What compiled functions compute in one call is estimated before, whoever calls them; what is in time runs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap

import fastexec
import pytest

LATE = {
    "integers by tensordot": "import numpy as np\na = np.ones((4000, 4000), dtype=int)\nnp.tensordot(a, a, 1)",
    "integers by map": "import numpy as np\na = np.ones((4000, 4000), dtype=int)\nlist(map(np.dot, [a], [a]))",
    "integers by a method": "import numpy as np\na = np.ones((4000, 4000), dtype=int)\nlist(map(a.dot, [a]))",
    "integers by an operator": "import numpy as np, operator\na = np.ones((4000, 4000), dtype=int)\nlist(map(operator.matmul, [a], [a]))",
    "integers by einsum": "import numpy as np\na = np.ones((4000, 4000), dtype=int)\nnp.einsum('ij,jk->ik', a, a, optimize=True)",
    "integers by several": "import numpy as np\na = np.ones((4000, 4000), dtype=int)\nnp.linalg.multi_dot([a, a, a])",
    "frames": "import numpy as np, pandas as pd\na = pd.DataFrame(np.ones((4000, 4000), dtype=int))\na @ a",
    "convolution by map": "import numpy as np\na = np.ones(3 * 10**6)\nlist(map(np.convolve, [a], [a]))",
    "vonmises": "import numpy as np\nnp.random.RandomState(1).vonmises(0, 1.5e16)",
    "vonmises of several": "import numpy as np\nnp.random.RandomState(1).vonmises(0, np.array([1.0, 8.3e15]))",
    "antiderivative": "import numpy as np\nfrom scipy.interpolate import CubicSpline\nCubicSpline(np.arange(3.0), np.arange(3.0)).antiderivative(9000)",
    "antiderivative of several": "import numpy as np\nfrom scipy.interpolate import NdPPoly\nNdPPoly(np.ones((2, 2, 300, 30)), (np.arange(301.0), np.arange(31.0))).antiderivative([300, 0])",
    "roots of polynomials": "from scipy.special import roots_jacobi\nroots_jacobi(10**6, 1, 1)",
    "decompositions of scipy": "import numpy as np\nfrom scipy import linalg\nlinalg.schur(np.eye(4500))",
    "several decompositions": "import numpy as np\nlist(map(np.linalg.det, [np.broadcast_to(np.eye(50), (2 * 10**7, 50, 50))]))",
    "decompositions by map": "import numpy as np\nlist(map(np.linalg.svd, [np.ones((5000, 5000))]))",
    "decompositions by name": "import numpy as np\nfrom scipy.linalg import lapack\nlapack.dgesdd(a=np.ones((6000, 6000)))",
    "decompositions of rows": "import numpy as np\nfrom scipy.linalg import lapack\nlapack.dgesdd([np.ones(6000)] * 6000)",
    "equations of matrices": "import numpy as np\nfrom scipy.linalg import lapack\na = np.triu(np.ones((4000, 4000)))\nlapack.dtrsyl(a, a, a)",
    "products by BLAS": "import numpy as np\nfrom scipy.linalg import blas\na = np.ones((9000, 9000))\nblas.dgemm(1, a, b=a)",
    "sums of what repeats": "import numpy as np\na = np.broadcast_to(np.float64(6), (10**12,))\nnp.sum(a)",
    "greatest divisors of what repeats": "import numpy as np\na = np.broadcast_to(np.int64(6), (10**12,))\nnp.gcd.reduce(array=a)",
    "products of what repeats": "import numpy as np\na = np.broadcast_to(np.float64(6), (10**12,))\nnp.vdot(a, a)",
    "counts of what repeats": "import numpy as np\na = np.broadcast_to(np.float64(6), (10**12,))\nnp.count_nonzero(a)",
    "draws that are refused": "import numpy as np\nnp.random.RandomState(1).zipf(1 + 1e-12)",
    "many draws that are refused": "import numpy as np\nnp.random.RandomState(1).zipf(1 + 1e-4, size=(1000, 10**4))",
    "draws of several kinds": "import numpy as np\nnp.random.RandomState(1).zipf([2.0, 1 + 1e-12])",
    "balls": "import numpy as np\nnp.random.default_rng(1).multivariate_hypergeometric([10**6] * 10, 5 * 10**6, size=1000, method='count')",
    "balls by name": "import numpy as np\nnp.random.default_rng(1).multivariate_hypergeometric(colors=np.full(10, 10**6), nsample=4 * 10**6, size=(10, 100), method='count')",
    "what is mixed": "import numpy as np\na = np.zeros(10**9, dtype='i1')\nnp.random.default_rng(1).permuted(a, out=a)",
    "rows that are mixed": "import numpy as np\na = np.zeros((10**9, 1), dtype='i1')\nnp.random.default_rng(1).shuffle(a)",
    "columns that are mixed": "import numpy as np\na = np.zeros((1, 10**9), dtype='i1')\nnp.random.default_rng(1).shuffle(a, axis=-1)",
    "numbers that are mixed": "import numpy as np\nnp.random.RandomState(1).permutation(10**9)",
    "correlations of frames": "import numpy as np, pandas as pd\npd.DataFrame(np.ones((2000, 3000))).corr()",
    "transforms": "import numpy as np\nnp.fft.rfft(np.broadcast_to(np.float32(1), (10**8 + 7,)))",
    "transforms of scipy": "import numpy as np, scipy.fft\nscipy.fft.rfft(np.broadcast_to(np.float32(1), (10**8 + 7,)))",
    "cosine transforms": "import numpy as np, scipy.fft\nscipy.fft.dctn(np.broadcast_to(np.float32(1), (1, 10**8 + 7)), axes=[1])",
    "distances": "import numpy as np\nfrom scipy.spatial.distance import cdist\na = np.ones((12000, 500))\ncdist(a, a, 'cityblock')",
    "distances of powers": "import numpy as np\nfrom scipy.spatial.distance import cdist\na = np.ones((4000, 1000))\ncdist(a, a, 'minkowski', p=3.3)",
    "distances of powers of each other": "import numpy as np\nfrom scipy.spatial.distance import pdist\npdist(np.ones((5000, 1000)), 'minkowski', p=3)",
    "distances of each other": "import numpy as np\nfrom scipy.spatial.distance import pdist\npdist(np.ones((8000, 500)), 'jensenshannon')",
    "discrepancy": "import numpy as np\nfrom scipy.stats import qmc\nqmc.discrepancy(np.full((10**5, 5), 0.5))",
    "noise": "from PIL import Image\nImage.effect_noise((30000, 30000), 50)",
    "lines": "from PIL import Image, ImageDraw\nImageDraw.Draw(Image.new('L', (9, 9))).line([(0, 0), (10**9, 10**9)] * 1000, fill=1)",
    "lines in a path": "from PIL import Image, ImageDraw, ImagePath\nImageDraw.Draw(Image.new('L', (9, 9))).line(ImagePath.Path([(0, 0), (10**9, 10**9)] * 1000), fill=1)",
    "lines in an array": "import array\nfrom PIL import Image, ImageDraw\nImageDraw.Draw(Image.new('L', (9, 9))).line(array.array('f', [0, 0, 1e9, 1e9] * 1000), fill=1)",
    "outline": "from PIL import Image, ImageDraw\nImageDraw.Draw(Image.new('L', (9, 9))).polygon([0, 0, 10**9, 10**9] * 1000, outline=1)",
    "arc": "from PIL import Image, ImageDraw\nImageDraw.Draw(Image.new('L', (9, 9))).arc((0, 0, 2 * 10**9, 2 * 10**9), 0, 360, fill=1)",
    "places of what repeats": "import numpy as np\na = np.broadcast_to(np.float64(0), (10**12,))\na.nonzero()",
    "places of truth values that repeat": "import numpy as np\na = np.broadcast_to(np.False_, (10**12,))\nnp.where(a)",
    "what repeats is filled": "import numpy as np\na = np.lib.stride_tricks.as_strided(np.zeros(1), (10**12,), (0,))\na.fill(3)",
    "what repeats is set": "import numpy as np\na = np.lib.stride_tricks.as_strided(np.zeros(1), (10**12,), (0,))\na[:] = 3",
    "items of what repeats are set": "import numpy as np\na = np.lib.stride_tricks.as_strided(np.zeros(1), (10**12,), (0,))\nlist(map(np.ndarray.__setitem__, [a], [slice(9, None, 2)], [3]))",
    "fields of what repeats are set": "import numpy as np\na = np.lib.stride_tricks.as_strided(np.zeros(1, [('a', 'i4')]), (10**12,), (0,))\na['a'] = 3",
    "rows of what repeats are set": "import numpy as np\na = np.lib.stride_tricks.as_strided(np.zeros(1), (3, 10**12), (0, 0))\na[[0, 2]] = 3",
    "places that repeat are set": "import numpy as np\na = np.zeros(3)\na[np.broadcast_to(0, (10**12,))] = 3",
    "places along an axis": "import numpy as np\na = np.lib.stride_tricks.as_strided(np.zeros(1), (10**12,), (0,))\nnp.put_along_axis(a, np.broadcast_to(0, (10**12,)), 1, 0)",
    "a mask that repeats": "import numpy as np\na = np.broadcast_to(np.int8(1), (10**12,))\na[np.broadcast_to(np.False_, a.shape)]",
    "a mask by which it is set": "import numpy as np\na = np.lib.stride_tricks.as_strided(np.zeros(1), (10**12,), (0,))\na[np.broadcast_to(np.False_, a.shape)] = 5",
    "what repeats is set, one after the other": "import numpy as np\na = np.lib.stride_tricks.as_strided(np.zeros(1), (10**12,), (0,))\na.flat[:] = 3",
    "some of what repeats are set, one after the other": "import numpy as np\na = np.lib.stride_tricks.as_strided(np.zeros(1), (10**6, 10**6), (0, 0))\nlist(map(np.flatiter.__setitem__, [a.flat], [slice(7, None, 3)], [3]))",
    "places that repeat are set, one after the other": "import numpy as np\nnp.zeros(9).flat[np.broadcast_to(0, (10**12,))] = 3",
    "what repeats is set flat": "import numpy as np\na = np.lib.stride_tricks.as_strided(np.zeros(1), (10**12,), (0,))\na.flat = 3",
    "parts of what repeats": "import numpy as np\na = np.lib.stride_tricks.as_strided(np.zeros(1, complex), (10**12,), (0,))\na.real = 3",
    "other parts of what repeats": "import numpy as np\na = np.lib.stride_tricks.as_strided(np.zeros(1, complex), (10**12,), (0,))\nlist(map(setattr, [a], ['imag'], [3]))",
    "fields of what repeats": "import numpy as np\na = np.lib.stride_tricks.as_strided(np.zeros(1), (10**12,), (0,))\na.setfield(3, 'i4')",
    "views of what repeats": "import numpy as np\na = np.lib.stride_tricks.as_strided(np.zeros(1), (10**12,), (0,))\na.data == a.data",
    "what repeats is written": "import numpy as np\na = np.lib.stride_tricks.as_strided(np.zeros(1), (10**12,), (0,))\nlist(map(np.copyto, [a], [1]))",
    "what repeats is chosen": "import numpy as np\na = np.broadcast_to(np.float64(0), (10**12,))\nnp.compress(a == 1 if len(a) < 9 else np.broadcast_to(np.False_, a.shape), a)",
    "what repeats is added": "import numpy as np\na = np.broadcast_to(np.intp(0), (10**12,))\nnp.add.at(np.zeros(3), a, 1)",
    "what repeats is added by a tuple": "import numpy as np\na = np.broadcast_to(np.intp(0), (10**12,))\nnp.add.at(np.zeros(3), (a,), 1)",
    "sums of what repeats by letters": "import numpy as np\na = np.broadcast_to(np.float64(6), (10**12,))\nlist(map(np.einsum, ['i->'], [a]))",
    "sums from places on of what repeats": "import numpy as np\na = np.broadcast_to(np.float64(6), (10**12,))\nnp.add.reduceat(a, [0])",
    "bytes of what repeats": "import numpy as np\na = np.lib.stride_tricks.as_strided(np.zeros(1), (10**12,), (0,))\na.byteswap(True)",
    "long weights along lines": "import numpy as np\nfrom scipy.ndimage import gaussian_filter1d\ngaussian_filter1d(np.ones(10**6), 2e4)",
    "wide neighbourhoods": "import numpy as np\nfrom scipy.ndimage import generic_filter\ngeneric_filter(np.ones((900, 900)), len, size=101)",
    "prominences of a ramp": "import numpy as np\nfrom scipy.signal import find_peaks\nfind_peaks(np.arange(10**6) / 10 + np.arange(10**6) % 2, prominence=0)",
    "products of vectors that repeat": "import numpy as np\na = np.broadcast_to(np.float64(6), (10**12,))\nlist(map(np.vecdot, [a], [a]))",
    "distances by brute force": "import numpy as np\nfrom scipy.ndimage import distance_transform_bf\ndistance_transform_bf(np.pad(np.ones((3000, 3000), dtype='i1'), 1))",
    "paths from all nodes": "import numpy as np\nfrom scipy.sparse.csgraph import bellman_ford\nbellman_ford(np.ones((400, 400)))",
}

IN_TIME = {
    "products": "import numpy as np, operator\na = np.arange(6).reshape(2, 3)\n[list(map(f, [a], [a.T]))[0].tolist() for f in (np.dot, operator.matmul, np.matmul)] == [[[5, 14], [14, 50]]] * 3",
    "product by name": "import numpy as np\na = np.eye(100)\nout = np.empty((100, 100))\nnp.dot(a, b=a, out=out) is out and (out == a).all() and (a.dot(b=a) == a).all()",
    "products of others": "import numpy as np\n[np.dot(3, 4), np.dot([1, 2], [3, 4]), np.inner([1, 2], 3).tolist()] == [12, 11, [3, 6]]",
    "truth values": "import numpy as np\na = np.ones((5000, 5000), dtype=bool)\n(a @ a).all()",
    "frames": "import numpy as np, pandas as pd\na = pd.DataFrame(np.eye(500))\n(a @ a).equals(a) and a.dot(a[0]).equals(a[0])",
    "decompositions": "import numpy as np\na = np.eye(300)\n[f(a) is not None for f in (np.linalg.svd, np.linalg.eig, np.linalg.inv, np.linalg.det, np.linalg.qr, np.linalg.pinv, np.linalg.cond)] == [True] * 7",
    "convolution": "import numpy as np\nlist(map(np.convolve, [[1, 2]], [[3, 4]]))[0].tolist() == [3, 10, 8] and np.correlate(np.ones(10**4), np.ones(10**3)).shape == (9001,)",
    "vonmises": "import numpy as np\nr = np.random.RandomState(1)\nr.vonmises(0, 1.7e16) is not None and r.vonmises(0, [4.0, 8e15]).shape == (2,) and r.vonmises(0, 0) is not None",
    "antiderivatives": "import numpy as np\nfrom scipy.interpolate import CubicSpline, PPoly\ns = CubicSpline(np.arange(1000.0), np.arange(1000.0))\ns.antiderivative(20).c.shape == (24, 999) and PPoly(np.ones((4, 1)), [0, 1]).antiderivative(5000).c.shape == (5004, 1)",
    "roots of polynomials": "from scipy.special import roots_jacobi, roots_legendre\nlen(roots_jacobi(2000, 1, 1)[0]) == 2000 and len(roots_legendre(100)[0]) == 100",
    "decompositions of scipy": "import numpy as np\nfrom scipy import linalg\na = np.eye(200)\n[f(a) is not None for f in (linalg.svd, linalg.eigh, linalg.schur, linalg.lu_factor, linalg.qr, linalg.cholesky)] == [True] * 6",
    "what repeats": "import numpy as np\na = np.broadcast_to(np.int64(6), (10**7,))\n[a.sum(), np.gcd.reduce(a), np.vdot(a, a), np.count_nonzero(a), np.maximum.reduce(a[:0], initial=3), np.add.reduce([1, 2])] == [6 * 10**7, 6, 36 * 10**7, 10**7, 3, 3]",
    "items that are set": "import numpy as np\na = np.zeros((3, 4), dtype=[('a', 'i4'), ('b', 'f8')])\na['a'] = 5\na['b'][1:, ::2] = [[1, 2]]\na['b'][a['b'] == 2] = 7\na['a'][[0, 2], ..., None] = 9\nw = np.lib.stride_tricks.as_strided(np.zeros(1), (10**10, 3), (0, 0))\nw[5, 1] = 4\nw[[3, -1], :2] = 6\nw[10:30] = 8\n[a['a'].sum(), a['b'].sum(), w[9].tolist(), np.broadcast_to(np.False_, (10**6,))[np.broadcast_to(np.True_, (10**6,))].shape] == [92, 16, [8, 8, 8], (10**6,)]",
    "items that are set one after the other": "import numpy as np\na = np.zeros((3, 4), complex)\na.flat[:] = 5\na.flat[[0, 2]] = 7\na.flat[3] = 1j\na.flat[a.flat == 7] = 8\na.real = 2\na.imag[0] = 3\na.imag = a.imag + 1\nw = np.lib.stride_tricks.as_strided(np.zeros(1), (10**5, 10**5), (0, 0))\nw.flat[5] = 4\nw.flat[10:30] = 8\nw.flat[[1, 10**9]] = 6\nf = np.zeros(3)\nf.setfield(1, 'i4', 4)\nf.flat = [9, 8]\nx = np.zeros(10**7)\nx.flat[:] = 1\nx.flat = 2\n[a.real.sum(), a.imag[:2].sum(), w[9, 9], f.tolist(), x.sum(), a.flat[0]] == [24, 20, 6, [9, 8, 9], 2 * 10**7, 2 + 4j]",
    "views": "import numpy as np\na = np.broadcast_to(np.float64(6), (10**7,))\n[a.data == a.data, a.data == a[:9].data, a.data != a[::-1].data, a[:3].data == bytes(24)] == [True, False, False, False]",
    "draws": "import numpy as np\nr = np.random.RandomState(1)\nr.zipf(1.01, size=1000).shape == (1000,) and r.zipf([1.5, 2.0, 1000.0]).shape == (3,) and r.zipf(1 + 1e-5) >= 1 and r.zipf(2, (2, 3)).shape == (2, 3)",
    "balls": "import numpy as np\nr = np.random.default_rng(1)\n[r.multivariate_hypergeometric([10**5, 10**6], 1000, method='count').sum(), r.multivariate_hypergeometric([10**8] * 3, 10**8).sum(), r.multivariate_hypergeometric([5, 6], 3, size=(2, 2), method='count').shape] == [1000, 10**8, (2, 2, 2)]",
    "what is mixed": "import numpy as np\nr = np.random.default_rng(1)\nlist_ = list(range(9))\nr.shuffle(list_)\n[sorted(list_), sorted(r.permuted(np.arange(10**6)))[-1], r.permutation(10).shape, r.permutation(['a', 'b']).shape, r.permuted(np.ones((10**6, 2)), axis=1).shape, r.permutation(np.eye(3), axis=1).sum(), np.random.RandomState(1).permutation(10**6).max()] == [list(range(9)), 10**6 - 1, (10,), (2,), (10**6, 2), 3, 10**6 - 1]",
    "correlations of frames": "import numpy as np, pandas as pd\npd.DataFrame(np.random.default_rng(1).random((500, 300))).corr().shape == (300, 300)",
    "transforms": "import numpy as np, scipy.fft\na = np.random.default_rng(1).random(10**6 + 3)\nb = np.random.default_rng(1).random((300, 400))\n[np.allclose(np.fft.ifft(np.fft.fft(a)), a), np.allclose(np.fft.irfft(np.fft.rfft(a), len(a)), a), np.allclose(scipy.fft.irfft(scipy.fft.rfft(a), len(a)), a), np.allclose(scipy.fft.fft2(b), np.fft.fft2(b)), np.allclose(scipy.fft.idctn(scipy.fft.dctn(b)), b), np.fft.rfft(b, axis=0).shape, np.fft.hfft([1, 2, 3]).tolist(), np.fft.fft([1.0], n=4).tolist()] == [True] * 5 + [(151, 400), [8, -2, 0, -2], [1, 1, 1, 1]]",
    "distances": "import numpy as np\nfrom scipy.spatial.distance import cdist, pdist\na = np.ones((1500, 20))\n[cdist(a, a, metric).shape for metric in ('cityblock', 'euclidean', 'jensenshannon', 'minkowski')] == [(1500, 1500)] * 4 and pdist([[0, 0], [3, 4]]).tolist() == [5.0]",
    "distances of powers": "import numpy as np\nfrom scipy.spatial.distance import cdist, pdist\na = np.ones((1500, 20))\n[cdist(a, a, 'minkowski', p=p).shape for p in (1, 2, 3, 3.3, np.inf)] == [(1500, 1500)] * 5 and cdist(np.ones((2000, 500)), np.ones((2000, 500)), 'minkowski', p=2).shape == (2000, 2000) and pdist([[0, 0], [3, 4]], 'minkowski', p=1).tolist() == [7.0]",
    "discrepancy": "from scipy.stats import qmc\nqmc.discrepancy([[0.25, 0.5], [0.75, 0.5]]) > 0 and qmc.discrepancy(qmc.Halton(3, seed=1).random(2000), method='MD', workers=2) > 0",
    "noise": "from PIL import Image\nImage.effect_noise((2000, 2000), 50).size == (2000, 2000)",
    "lines": "from PIL import Image, ImageDraw\ni = Image.new('L', (9, 9))\nd = ImageDraw.Draw(i)\nd.line([(0, 0), (10**6, 10**6)] * 20, fill=1)\nd.line([0, 0, 8.5, 8.5], fill=2, width=2)\nd.line([(0, 0), (10**9, 10**9)] * 100, fill=1, width=9)\ni.getpixel((4, 4))",
    "filled": "from PIL import Image, ImageDraw\ni = Image.new('L', (9, 9))\nd = ImageDraw.Draw(i)\nd.polygon([(0, 0), (10**6, 10**6), (0, 10**6)] * 50, fill=1)\nd.ellipse((0, 0, 10**6, 10**6), fill=3, outline=1, width=3)\ni.getpixel((0, 8)) == 1",
    "what is small": "import numpy as np\na = np.zeros(5)\na.fill(2)\nnp.copyto(a, 3, where=[True, False] * 2 + [True])\nnp.add.at(a, [0, 0], 1)\nnp.add.at(a, ([1],), 1)\nnp.add.at(a, slice(None), 1)\n[a.tolist(), a.nonzero()[0].size, np.where(a > 4)[0].tolist(), np.compress([True], a).tolist(), np.einsum('i,i->', a, a), np.add.reduceat(a, [0, 2]).tolist(), np.putmask(a, a > 5, 0), a.tolist(), np.extract(a > 3, a).tolist()] == [[6, 4, 4, 3, 4], 5, [0], [6], 93, [10, 11], None, [0, 4, 4, 3, 4], [4, 4, 4]]",
    "what is large": "import numpy as np\na = np.broadcast_to(np.int64(6), (10**8,))\n[a.nonzero()[0].size if False else np.count_nonzero(a), np.where(a == 5)[0].size, np.einsum('i->', a)] == [10**8, 0, 6 * 10**8]",
    "weights along lines": "import numpy as np\nfrom scipy.ndimage import gaussian_filter, gaussian_filter1d\ngaussian_filter1d(np.ones(10**6), 50).shape == (10**6,) and gaussian_filter(np.ones((1000, 1000)), 5).shape == (1000, 1000)",
    "neighbourhoods": "import numpy as np\nfrom scipy.ndimage import generic_filter\ngeneric_filter(np.eye(100), max, size=5).sum() == 880",
    "peaks": "import numpy as np\nfrom scipy.signal import find_peaks, peak_prominences\nx = np.random.default_rng(1).random(10**5)\n[len(find_peaks(x, prominence=0.5)[0]) > 10**4, len(find_peaks(np.sin(np.arange(10**6) / 10), prominence=1)[0]) > 15000, peak_prominences(np.array([0.0, 2, 1, 3, 0]), [1, 3])[0].tolist(), len(find_peaks(np.arange(10**5) / 10 + np.arange(10**5) % 2, prominence=0, wlen=101)[0])] == [True, True, [1, 3], 49999]",
    "prominences of a short ramp": "import numpy as np\nfrom scipy.signal import find_peaks\nlen(find_peaks(np.arange(20000) / 10 + np.arange(20000) % 2, prominence=0)[0]) == 9999",
    "paths": "import numpy as np\nfrom scipy.sparse import csr_matrix\nfrom scipy.sparse.csgraph import bellman_ford, johnson\na = np.array([[0, 2, 0], [0, 0, -1], [0, 0, 0]])\n[bellman_ford(csr_matrix(a))[0].tolist(), bellman_ford(np.ones((100, 100)), indices=0).sum(), bellman_ford(np.eye(2000, k=1), indices=[0]).max(), johnson(a)[0].tolist()] == [[0, 2, 1], 99, 1999, [0, 2, 1]]",
    "products of vectors": "import numpy as np\na = np.arange(6.0).reshape(2, 3)\n[np.vecdot(a, a).tolist(), np.vecdot(np.ones(10**7), np.ones(10**7))] == [[5, 50], 10**7] and (not hasattr(np, 'matvec') or np.matvec(a, a[0]).tolist() + np.vecmat(a[:, 0], a).tolist() == [5, 14, 9, 12, 15])",
    "distances by brute force": "import numpy as np\nfrom scipy.ndimage import distance_transform_bf\ndistance_transform_bf(np.pad(np.ones((98, 98)), 1)).max() == 49",
    "trees of clusters": "import numpy as np\nfrom scipy.cluster.hierarchy import linkage\na = np.random.default_rng(1).random((2000, 3))\n[linkage(a, method).shape for method in ('single', 'complete', 'average', 'ward', 'centroid', 'median')] == [(1999, 4)] * 6",
}
ALLOWED = ["numpy", "numpy.*", "pandas", "scipy", "scipy.*", "PIL", "PIL.*", "operator", "array"]


def executor(code: str) -> fastexec.LocalPythonExecutor:
    for name in ("numpy", "pandas", "scipy", "PIL"):
        if f"import {name}" in code or f"from {name}" in code or f", {name}" in code:
            pytest.importorskip(name)
    made = fastexec.LocalPythonExecutor(ALLOWED, limits=fastexec.Limits(seconds=60))
    made("\n".join(line for line in code.split("\n") if line.startswith(("import ", "from "))))
    return made


@pytest.mark.parametrize("name", LATE)
def test_late_is_not_begun(name: str) -> None:
    used = executor(LATE[name])
    # (Making what is computed with takes a while on a busy machine.)
    with pytest.raises((fastexec.InterpreterError, fastexec.ExecutionTimeoutError), match="this computation"):
        used(LATE[name], limits=fastexec.Limits(seconds=2))
    assert used("40 + 2").output == 42


@pytest.mark.parametrize("name", IN_TIME)
def test_in_time_runs(name: str) -> None:
    assert executor(IN_TIME[name])(IN_TIME[name]).output


ENDLESS = """
import numpy as np
from sklearn.svm import SVC
r = np.random.RandomState(1)
SVC(C=1e10, kernel="linear", tol=1e-12).fit(r.rand(500, 5), r.randint(0, 2, 500))
"""
SPARSE = ENDLESS.replace("import numpy as np", "import numpy as np, scipy.sparse").replace("r.rand(500, 5)", "scipy.sparse.csr_matrix(r.rand(500, 5))")
CONVERGES = """
import numpy as np, scipy.sparse
from sklearn.svm import SVC, SVR
r = np.random.RandomState(1)
x, y = r.rand(400, 5), r.randint(0, 3, 400)
found = [SVC(C=1e4).fit(x, y), SVC(C=1e4).fit(scipy.sparse.csr_matrix(x), y), SVR(C=1e3).fit(x, x[:, 0] * x[:, 1]), SVC(max_iter=50).fit(x, y)]
[(int(one.n_iter_.max()) if hasattr(one.n_iter_, "max") else one.n_iter_, np.asarray(abs(one.dual_coef_).sum()).round(9).tolist()) for one in found]
"""


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("code", [ENDLESS, SPARSE], ids=["dense", "sparse"])
def test_support_vectors_that_are_never_found(code: str) -> None:
    pytest.importorskip("sklearn")
    used = fastexec.LocalPythonExecutor(["numpy.*", "scipy.*", "sklearn.*"], timeout_seconds=60)
    used("import numpy as np, scipy.sparse\nfrom sklearn.svm import SVC")
    with pytest.raises((fastexec.InterpreterError, fastexec.ExecutionTimeoutError), match="maximum execution time"):
        used(code, limits=fastexec.Limits(seconds=1))
    assert used("40 + 2").output == 42


@pytest.mark.filterwarnings("ignore")
def test_support_vectors_that_take_many_steps() -> None:
    """They are those that scikit-learn finds by itself, after as many steps."""
    pytest.importorskip("sklearn")
    used = fastexec.LocalPythonExecutor(["numpy.*", "scipy.*", "sklearn.*"], timeout_seconds=60)
    given = {"__name__": "host"}
    *lines, last = CONVERGES.strip().split("\n")
    exec("\n".join(lines), given)
    found = eval(last, given)
    assert max(steps for steps, _ in found) > 20_000
    assert used(CONVERGES).output == found


def test_series_that_hardly_converge_end() -> None:
    pytest.importorskip("scipy")
    used = fastexec.LocalPythonExecutor(["numpy.*", "scipy.*"], timeout_seconds=60)
    used("import numpy as np\nfrom scipy.special import hyp1f1")
    with pytest.raises((fastexec.InterpreterError, fastexec.ExecutionTimeoutError), match="maximum execution time"):
        used("hyp1f1(np.full(10**5, 1e6), 1.5, -1e5)", limits=fastexec.Limits(seconds=1))
    assert used("hyp1f1(np.arange(1.0, 5001), 1.0, 0.0).sum()").output == 5000


def test_solvers_end_by_themselves() -> None:
    pytest.importorskip("scipy.optimize._highspy._core")
    used = fastexec.LocalPythonExecutor(["numpy.*", "scipy.*"], timeout_seconds=60)
    used("import numpy as np\nfrom scipy.optimize import milp, linprog, LinearConstraint")
    code = """
        r = np.random.RandomState(1)
        rows = LinearConstraint(r.rand(60, 200), -np.inf, 10)
        milp(-r.rand(200), constraints=rows, integrality=np.ones(200), bounds=(0, 5))
    """
    with pytest.raises((fastexec.InterpreterError, fastexec.ExecutionTimeoutError), match="maximum execution time"):
        used(textwrap.dedent(code), limits=fastexec.Limits(seconds=1))
    assert used("linprog([-1, -2], A_ub=[[1, 1]], b_ub=[4]).x.tolist()").output == [0, 4]
    assert used("milp([-1, -2], constraints=LinearConstraint([[1, 1]], -np.inf, 4.5), integrality=[1, 1], options={'time_limit': 5}).fun").output == -8


def test_guards_are_there_when_all_packages_are() -> None:
    """There is a trampoline for each function, also for those of the package that is loaded last, and room for those of next versions."""
    for name in ("numpy", "PIL", "pandas", "scipy", "sklearn"):
        pytest.importorskip(name)
    code = """
        import contextlib, importlib, json, pkgutil
        import fastexec
        from fastexec import _fastexec
        for package in ("numpy", "scipy", "pandas", "sklearn", "PIL", "pydantic_core", "yaml", "matplotlib", "lxml", "sqlite3"):
            with contextlib.suppress(ImportError):
                path = importlib.import_module(package).__path__
                for found in pkgutil.walk_packages(path, package + ".", onerror=lambda name: None):
                    if not set(found.name.split(".")) & {"tests", "testing", "conftest", "f2py", "distutils", "__main__", "backends"}:
                        with contextlib.suppress(Exception, SystemExit):
                            importlib.import_module(found.name)
        executor = fastexec.LocalPythonExecutor(["PIL.*"], timeout_seconds=2)
        executor("from PIL import Image")
        try:
            executor("Image.effect_mandelbrot((2000, 2000), (-0.1, -0.1, 0.1, 0.1), 10000)")
        except (fastexec.InterpreterError, fastexec.ExecutionTimeoutError) as error:
            assert "this computation" in str(error), error
        print(json.dumps(_fastexec.tables_of_originals()))
    """
    env = {**os.environ, "FASTEXEC_TEST_NETS": "1", "MPLBACKEND": "agg"}
    arguments = [sys.executable, "-W", "ignore", "-c", textwrap.dedent(code)]
    done = subprocess.run(arguments, capture_output=True, text=True, timeout=600, check=False, env=env)
    assert done.returncode == 0, done.stderr
    tables = json.loads(done.stdout.splitlines()[-1])
    assert len(tables) > 20
    full = [(file, line, used, missed) for file, line, size, used, missed in tables if missed or used > size * 7 // 8]
    assert not full, "give these tables more room (budget/originals.rs)"


def test_nothing_runs_beside_functions_that_found_no_place() -> None:
    pytest.importorskip("PIL")
    code = """
        import fastexec
        from fastexec import _fastexec
        executor = fastexec.LocalPythonExecutor(["PIL.*"])
        assert executor("1").output == 1
        _fastexec.fill_tables_of_originals()
        assert executor("1").output == 1
        caught = "try:\\n    from PIL import Image\\nexcept RuntimeError as e:\\n    print(e)\\nfrom PIL import Image"
        for text in (caught, "1", "from PIL import Image"):
            try:
                executor(text)
            except Exception as error:
                assert "more functions to guard than it has places for" in str(error), error
                print(type(error).__name__)
    """
    env = {**os.environ, "FASTEXEC_TEST_NETS": "1"}
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, timeout=100, check=False, env=env)
    assert done.stdout.split() == ["InterpreterError"] * 3, done


def test_guards_are_there_though_another_thread_imports_meanwhile() -> None:
    """A class of a module that is being loaded may get its methods later: what is guarded too early is not guarded."""
    pytest.importorskip("sklearn")
    host = """
        import sys, threading
        from fastexec import LocalPythonExecutor

        def imports_again():
            while True:
                sys.modules.pop("colorsys", None)
                import colorsys

        sys.setswitchinterval(1e-5)
        threading.Thread(target=imports_again, daemon=True).start()
        print(LocalPythonExecutor(["numpy", "sklearn.*"], timeout_seconds=100)(sys.argv[1]).output)
    """
    code = """
        import numpy as np
        from sklearn.neighbors import KNeighborsClassifier, RadiusNeighborsClassifier
        told = []
        for model in KNeighborsClassifier(algorithm="brute"), RadiusNeighborsClassifier(algorithm="brute"):
            model.fit(np.ones((60, 6)), np.arange(60) % 2).n_features_in_ = 1
            try:
                told.append(model.predict(np.ones((10, 1))))
            except ValueError as error:
                told.append(str(error))
        told
    """
    arguments = [sys.executable, "-W", "ignore", "-c", textwrap.dedent(host), textwrap.dedent(code)]
    done = subprocess.run(arguments, capture_output=True, text=True, timeout=300, check=False)
    assert done.stdout.splitlines()[-1:] == [str(["Y has 6 numbers where others have 1"] * 2)], done
