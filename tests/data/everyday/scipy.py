# --- minimise a function
from scipy.optimize import minimize
res = minimize(lambda p: (p[0] - 1) ** 2 + (p[1] + 2) ** 2, x0=[0, 0])
print(res.success, res.x.round(3), round(float(res.fun), 6))
# --- roots
from scipy import optimize
print(round(optimize.brentq(lambda x: x**2 - 2, 0, 2), 6), optimize.root(lambda x: x**3 - 8, 1.0).x.round(4), round(optimize.newton(lambda x: x**2 - 9, 4), 4))
# --- curve fit
import numpy as np
from scipy.optimize import curve_fit
x = np.linspace(0, 4, 20)
popt, pcov = curve_fit(lambda x, a, b: a * np.exp(-b * x), x, 2.5 * np.exp(-1.3 * x))
print(popt.round(4))
# --- linear programming
from scipy.optimize import linprog
r = linprog(c=[-1, -2], A_ub=[[1, 1]], b_ub=[4], bounds=[(0, 3), (0, 3)])
print(r.x, r.fun, r.status)
# --- assignment
import numpy as np
from scipy.optimize import linear_sum_assignment
cost = np.array([[4, 1, 3], [2, 0, 5], [3, 2, 2]])
rows, cols = linear_sum_assignment(cost)
print(cols, cost[rows, cols].sum())
# --- normal distribution
from scipy import stats
n = stats.norm(loc=10, scale=2)
print(round(n.cdf(12), 4), round(n.ppf(0.975), 4), round(stats.norm.pdf(0), 4), n.mean(), n.rvs(size=2, random_state=1).round(3))
# --- t test and others
from scipy import stats
a, b = [5.1, 4.9, 5.6, 5.8], [6.1, 6.3, 5.9, 6.5]
t = stats.ttest_ind(a, b)
print(round(t.statistic, 4), round(t.pvalue, 4), stats.pearsonr(a, b).statistic.round(4), round(stats.shapiro(a).pvalue, 3))
# --- chi square
from scipy.stats import chi2_contingency
r = chi2_contingency([[10, 20], [20, 10]])
print(round(r.statistic, 4), round(r.pvalue, 4), r.dof, r.expected_freq)
# --- linear regression
from scipy import stats
r = stats.linregress([1, 2, 3, 4], [2.1, 3.9, 6.2, 7.8])
print(round(r.slope, 4), round(r.intercept, 4), round(r.rvalue**2, 4))
# --- describe
from scipy import stats
d = stats.describe([1, 2, 3, 4, 5])
print(d.nobs, d.minmax, d.mean, d.variance, stats.skew([1, 2, 9]).round(4), stats.zscore([1, 2, 3]).round(4), stats.mode([1, 1, 2]).mode)
# --- integrate
import numpy as np
from scipy.integrate import quad, simpson
value, error = quad(lambda x: np.sin(x), 0, np.pi)
print(round(value, 6), error < 1e-6, round(simpson([0, 1, 4], x=[0, 1, 2]), 4))
# --- differential equation
import numpy as np
from scipy.integrate import odeint, solve_ivp
s = solve_ivp(lambda t, y: -0.5 * y, (0, 10), [2.0], t_eval=[0, 5, 10], rtol=1e-8)
print(s.y.round(4), odeint(lambda y, t: -y, 1.0, [0, 1])[-1].round(4))
# --- interpolation
import numpy as np
from scipy.interpolate import CubicSpline, interp1d
x = np.array([0.0, 1, 2, 3])
print(interp1d(x, x**2)(1.5), CubicSpline(x, x**2)(2.5).round(4), CubicSpline(x, x**3).derivative()(1.0).round(4))
# --- filters
import numpy as np
from scipy import signal
b, a = signal.butter(2, 0.2)
y = signal.filtfilt(b, a, np.sin(np.linspace(0, 6, 50)))
peaks, props = signal.find_peaks([0, 2, 0, 3, 0], height=1)
print(b.round(4), y.shape, peaks, props["peak_heights"])
# --- spectra
import numpy as np
from scipy import fft, signal
t = np.arange(128) / 128
f, p = signal.welch(np.sin(2 * np.pi * 16 * t), fs=128, nperseg=64)
print(f[p.argmax()], np.abs(fft.fft([1, 0, 0, 0])))
# --- sparse matrices
import numpy as np
from scipy import sparse
from scipy.sparse.linalg import spsolve
m = sparse.csr_matrix([[4.0, 0], [0, 2.0]])
print(m.nnz, m.toarray(), spsolve(m.tocsc(), np.array([8.0, 2.0])), (m @ m).diagonal())
# --- graph algorithms
from scipy.sparse import csr_matrix
from scipy.sparse.csgraph import connected_components, dijkstra
g = csr_matrix([[0, 2, 0], [0, 0, 3], [0, 0, 0]])
print(dijkstra(g, indices=0), connected_components(g, directed=False)[0])
# --- distances and neighbours
import numpy as np
from scipy.spatial import ConvexHull, KDTree, distance
pts = np.array([[0, 0], [1, 0], [0, 1], [1, 1], [0.5, 0.5]])
print(round(float(distance.euclidean(pts[0], pts[3])), 4), KDTree(pts).query([0.9, 0.9])[1], ConvexHull(pts).volume, distance.cdist(pts[:2], pts[:2]))
# --- clustering
import numpy as np
from scipy.cluster.hierarchy import fcluster, linkage
z = linkage(np.array([[0.0], [0.1], [5.0]]), "single")
print(fcluster(z, 2, criterion="maxclust").tolist())
# --- special functions and constants
from scipy import constants, special
print(special.gamma(5), special.comb(5, 2), round(special.erf(1), 5), constants.c, special.factorial(5, exact=True))
# --- linear algebra
import numpy as np
from scipy import linalg
A = np.array([[1.0, 2], [3, 4]])
p, l, u = linalg.lu(A)
print(np.allclose(p @ l @ u, A), linalg.expm(np.zeros((2, 2))), linalg.det(A).round(4), linalg.sqrtm(np.diag([4.0, 9.0])).round(4))
# --- images as arrays
import numpy as np
from scipy import ndimage
a = np.zeros((5, 5)); a[2, 2] = 1
labels, n = ndimage.label(a)
print(ndimage.gaussian_filter(a, 1).round(3)[2, 2], n, ndimage.center_of_mass(a), ndimage.rotate(a, 90).shape)
# --- scipy optimisation and root finding
from scipy import optimize
import numpy as np
r = optimize.minimize(lambda p: (p[0] - 1) ** 2 + (p[1] + 2) ** 2, [0, 0], method="BFGS"); print(r.x.round(4), r.success)
print(round(optimize.brentq(lambda x: x ** 2 - 2, 0, 2), 6), optimize.root(lambda v: [v[0] + v[1] - 3, v[0] - v[1] - 1], [0, 0]).x.round(4))
p, c = optimize.curve_fit(lambda x, a, b: a * np.exp(b * x), np.linspace(0, 1, 10), 2 * np.exp(0.5 * np.linspace(0, 1, 10))); print(p.round(4))
print(optimize.linprog([-1, -2], A_ub=[[1, 1]], b_ub=[4], bounds=[(0, 3), (0, 3)]).x, optimize.linear_sum_assignment([[4, 1], [2, 0]])[1])
print(optimize.differential_evolution(lambda x: (x[0] - 2) ** 2, [(-5, 5)], seed=1).x.round(3), optimize.least_squares(lambda x: x - 3, [0]).x.round(4))
# --- scipy statistics
from scipy import stats
import numpy as np
a = np.array([1.1, 2.2, 3.1, 4.0, 5.3]); b = a + np.array([.1, .2, -.1, .3, .2])
print(np.round(stats.ttest_rel(a, b).pvalue, 4), np.round(stats.pearsonr(a, b)[0], 4), stats.linregress(a, b).slope.round(4), stats.norm(0, 1).cdf(1.96).round(4))
print(stats.describe(a).mean, stats.zscore(a).round(3), stats.mode([1, 1, 2]).mode, stats.kstest(a, "norm", args=(3, 1.5)).pvalue > 0, stats.rankdata([3, 1, 2]))
print(stats.binom.pmf(2, 5, .5), stats.gamma(2).rvs(3, random_state=1).round(3), stats.chi2_contingency([[10, 20], [20, 10]])[1].round(4), stats.bootstrap((a,), np.mean, random_state=1, n_resamples=50).confidence_interval.low > 0)
class Tri(stats.rv_continuous):
    def _pdf(self, x): return 2 * x
print(round(Tri(a=0, b=1).cdf(0.5), 4))
# --- scipy integrate, interpolate, sparse, signal, spatial
from scipy import integrate, interpolate, sparse, signal, spatial, linalg, ndimage, special, cluster
import numpy as np
print(round(integrate.quad(lambda x: np.exp(-x ** 2), -np.inf, np.inf)[0], 6), integrate.solve_ivp(lambda t, y: -y, (0, 1), [1.0]).y[0, -1].round(3), integrate.odeint(lambda y, t: -y, 1, [0, 1])[-1].round(4))
print(interpolate.interp1d([0, 1], [0, 2])(0.5), interpolate.CubicSpline([0, 1, 2], [0, 1, 4])(1.5).round(3), interpolate.griddata([[0, 0], [0, 1], [1, 0]], [1, 2, 3], [[.25, .25]]).round(3))
m = sparse.csr_matrix([[0, 1], [2, 0]]); print(m.nnz, (m @ m).toarray().tolist(), sparse.linalg.spsolve(m.tocsc(), [1, 2]))
print(signal.find_peaks([0, 1, 0, 2, 0])[0], signal.butter(2, .3)[0].round(4), spatial.distance.cdist([[0, 0]], [[3, 4]]), spatial.KDTree([[0, 0], [1, 1]]).query([0.9, 0.9])[1], round(float(spatial.ConvexHull([[0, 0], [1, 0], [0, 1]]).area), 3))
print(round(float(linalg.det([[1, 2], [3, 4]])), 6), linalg.expm(np.zeros((2, 2))), ndimage.label([[1, 0, 1]])[1], special.gamma(5), cluster.hierarchy.linkage([[0.], [1.], [5.]]).shape)
# --- matrices in memory, as text
import io
import scipy.io
import numpy as np
f = io.BytesIO()
scipy.io.mmwrite(f, np.array([[1.0, 2.0], [3.0, 4.5]]))
print(scipy.io.mminfo(io.BytesIO(f.getvalue())), scipy.io.mmread(io.BytesIO(f.getvalue())).tolist())
# --- matrices that are overwritten
import numpy as np, scipy.linalg as la
given = np.frombuffer(np.array([[2.0, 1.0], [1.0, 3.0]]).tobytes()).reshape(2, 2)
print(la.inv(given, overwrite_a=True).round(3).tolist(), la.det(given))
# --- insides of packages that are no compiled code
from scipy.stats._distn_infrastructure import rv_frozen
from scipy import stats
print(isinstance(stats.norm(0, 1), rv_frozen))
# --- linkages, splines and distances whose sizes are looked at
import numpy as np
from scipy.cluster import hierarchy as h
from scipy.spatial.distance import cdist, pdist
from scipy.interpolate import BSpline, make_interp_spline
points = np.random.default_rng(1).random((20, 3))
linkage = h.linkage(points, "ward")
print(h.fcluster(linkage, 3, criterion="maxclust"), h.cophenet(linkage)[:2].round(3), h.leaves_list(linkage)[:5])
print(h.dendrogram(linkage, no_plot=True)["leaves"][:4], h.leaders(linkage, h.fcluster(linkage, 3, criterion="maxclust")))
rest = h.inconsistent(linkage)
print(h.maxRstat(linkage, rest, 0)[-1].round(3), h.fcluster(linkage, 1.0, criterion="monocrit", monocrit=h.maxRstat(linkage, rest, 3))[:3])
print(h.optimal_leaf_ordering(linkage, points)[-1].round(3), h.from_mlab_linkage(h.to_mlab_linkage(linkage))[-1].round(3))
print(cdist(points, points, "mahalanobis")[0, :3].round(3), pdist(points, "mahalanobis", VI=np.eye(3))[:3].round(3))
spline = make_interp_spline(np.arange(10.0), np.c_[np.sin(np.arange(10.0)), np.ones(10)], k=5)
print(spline([1.5, 20.0]).round(3), spline.derivative()(1.5).round(3), spline.integrate(0, 3).round(3))
print(BSpline.basis_element([0, 1, 2, 3])(1.5), BSpline(np.array([0.0, 1, 2]), [1.0, 2], 0)(0.5))
# --- slopes that write into what they are given
import numpy as np
from scipy.integrate import ode, odeint
def bounded(y, t):
    y[y < 0.5] = 0.5
    return -y
print(np.round(odeint(bounded, np.ones(3), np.linspace(0, 2, 5)), 6).tolist())
def growing(t, y):
    y *= 1.0001
    return -y
for name in ("vode", "lsoda", "dopri5"):
    solver = ode(growing).set_integrator(name).set_initial_value(np.ones(3), 0)
    print(name, solver.integrate(1.0).round(6).tolist())
# --- roots by functions, methods, objects and partial functions
import functools
import numpy as np
from scipy.optimize import curve_fit, fsolve, leastsq
def away(x, a, b=2):
    return x + a - b
class Line:
    def __call__(self, x):
        return x - 3
    def method(self, x):
        return x - 4
print(leastsq(lambda x: x, np.ones(3))[0].round(6).tolist())
print([fsolve(f, [1.0]).round(4).tolist() for f in (Line(), Line().method, functools.partial(away, a=3, b=1), np.sin)])
print(fsolve(lambda x: [x[0] - 1, x[1] ** 2 - 2], [1.0, 1.0], fprime=lambda x: [[1, 0], [0, 2 * x[1]]]).round(5).tolist())
points = np.linspace(0, 4, 20)
print(curve_fit(lambda x, a, b: a * np.exp(-b * x), points, 2.5 * np.exp(-1.3 * points))[0].round(4).tolist())
# --- knots inserted into splines of arrays, lists and objects
import numpy as np
from scipy.interpolate import insert, make_interp_spline, splrep
at = np.arange(8.0)
t, c, k = splrep(at, np.sin(at))
print(insert(3.5, (t, c, k))[1][:-4].round(4).tolist() == insert(3.5, (list(t), list(c), k))[1][:-4].round(4).tolist())
print(insert(3.5, make_interp_spline(at, np.sin(at))).c[:-4].round(4).tolist())
print(insert(3.5, (t, [c, c * 2], k))[1][1][:-4].round(3).tolist())
print(insert(3.5, make_interp_spline(at, np.stack([np.sin(at), np.cos(at)], 1))).c.shape)
# --- what a package offers, from its compiled parts
from scipy.sparse.csgraph._shortest_path import dijkstra
from scipy.spatial._ckdtree import cKDTree
from scipy.spatial._kdtree import KDTree
print(dijkstra([[0, 1], [2, 0]]).tolist(), cKDTree([[0.0], [1.0]]).query([0.9])[1], KDTree([[0.0], [1.0]]).n)
# --- pivots of decompositions
import numpy as np
import scipy.linalg as la
from scipy.linalg import lapack
a, b = np.array([[1.0, 4, 2], [3, 1, 5], [2, 2, 9]]), np.array([1.0, 2, 3])
lu, piv = la.lu_factor(a)
print(la.lu_solve((lu, piv), b).round(6).tolist() == la.lu_solve((lu, list(piv)), b).round(6).tolist(), la.lu_solve((lu, piv), b, trans=1).round(6).tolist())
print(lapack.dgetri(lu, piv)[0].round(5).tolist(), lapack.dlaswp(a.copy(), np.array([2, 1, 2])).tolist(), lapack.dgetrs(lu=lu, piv=piv, b=b)[0].round(5).tolist())
s = a + a.T - 8 * np.eye(3)
ldu, ipiv, info = lapack.dsytrf(s)
print(ipiv.tolist(), lapack.dsytrs(ldu, ipiv, b)[0].round(5).tolist(), la.ldl(s)[1].round(4).tolist(), la.inv(s, assume_a="sym").round(4).tolist(), la.solve(s, b, assume_a="sym").round(4).tolist())
ab = np.array([[0, 0, 0.0], [0, 1, 2], [4, 5, 6], [1, 1, 0]])
lub, ipiv, info = lapack.dgbtrf(ab, 1, 1)
print(lapack.dgbtrs(lub, 1, 1, b, ipiv)[0].round(5).tolist(), la.solve_banded((1, 1), ab[1:], b).round(5).tolist())
dl, d, du, du2, ipiv, info = lapack.dgttrf(np.ones(2), np.array([4.0, 5, 6]), np.ones(2))
print(lapack.dgttrs(dl, d, du, du2, ipiv, b)[0].round(5).tolist())
print(la.eigh_tridiagonal([1.0, 2, 3], [0.5, 0.5], select="i", select_range=(0, 1), lapack_driver="stebz")[1].round(4).tolist())
print(la.expm(a / 10).round(4).tolist(), float(la.det(a)), la.solve(a.astype(complex), b).round(5).tolist())
# --- filters of rows and columns, discrepancies by threads
import numpy as np
from scipy.signal import sepfir2d
from scipy.stats import qmc
print(sepfir2d(np.arange(36.0).reshape(6, 6), [1, 2, 1], np.array([1.0, 0, 2, 0, 1]))[0].tolist())
points = qmc.Halton(2, scramble=False).random(8)
print([round(float(qmc.discrepancy(points, method=name, workers=2)), 6) for name in ("CD", "WD", "MD", "L2-star")], qmc.Halton(2, scramble=True, seed=1).random(3, workers=2).shape)
# --- classes that are called by what solves, integrates and measures
import collections

import numpy as np
from scipy.integrate import odeint
from scipy.optimize import fsolve, leastsq
from sklearn.neighbors import BallTree


class Residuals(list):
    def __init__(self, x):
        super().__init__([x[0] - 3, x[1] + 1])


class Away(float):
    def __new__(cls, a, b):
        return super().__new__(cls, abs(a - b).sum())


class Slope(collections.UserList):
    def __init__(self, y, t):
        super().__init__([-y[0]])


print(np.round(leastsq(Residuals, np.zeros(2))[0], 6), np.round(fsolve(Residuals, [0.0, 0.0]), 6))
print(np.round(odeint(Slope, [1.0], [0.0, 1.0]), 5).tolist())
tree = BallTree(np.arange(12.0).reshape(4, 3), metric=Away)
print(tree.query(np.ones((1, 3)), k=2)[0].tolist())
# --- pivots that functions of lapack give and take
import numpy as np
from scipy.linalg import lapack, lu_factor, lu_solve

table = np.array([[0.0, 2, 0], [3, 1, 0], [0, 1, 5.0]])
lu, rows, columns, info = lapack.dgetc2(table)
print(lapack.dgesc2(lu, table @ np.array([1.0, 2, 3]), rows, columns)[0].round(6))
print(lapack.dgesvx(table, np.ones((3, 1)))[7].round(6).tolist())
first = lapack.dgesvx(table, np.ones((3, 1)))
print(lapack.dgesvx(table, np.ones((3, 1)), fact="F", af=first[1], ipiv=first[2] + 1, equed="N")[7].round(6).tolist())
below, middle, above, second, places, info = lapack.dgttrf(np.array([3.0, 4]), np.array([1.0, 1, 1]), np.ones(2))
print(lapack.dgttrs(below, middle, above, second, places, np.ones((3, 1)))[0].round(6).tolist())
print(round(lapack.dgtcon(below, middle, above, second, places, 5.0)[0], 6))
given = lapack.dgtsvx(np.array([3.0, 4]), np.array([1.0, 1, 1]), np.ones(2), np.ones((3, 1)))
print(given[5].round(6).tolist(), given[4])
again = lapack.dgtsvx(np.array([3.0, 4]), np.array([1.0, 1, 1]), np.ones(2), np.ones((3, 1)), "F", "N", *given[:5])
print(again[5].round(6).tolist())
even = np.array([[0.0, 1, 2], [1, 0, 3], [2, 3, 0.0]])
factors = lapack.dsytrf(even)
solved = lapack.dsysvx(even, np.ones((3, 1)), af=factors[0], ipiv=factors[1], factored=True)
print(solved[4].round(6).tolist(), lapack.dsysvx(even, np.ones((3, 1)))[2], lapack.zhesvx(even + 0j, np.ones((3, 1)))[2].round(6).tolist())
bands = np.zeros((4, 3))
bands[2], bands[1, 1:], bands[3, :2] = [0, 1, 5], [2, 0], [3, 1]
lu, places, info = lapack.dgbtrf(bands, 1, 1)
print(places, round(lapack.dgbcon(1, 1, lu, places, 5.0)[0], 6), lapack.dgbtrs(lu, 1, 1, np.ones((3, 1)), places)[0].round(6).tolist())
rows = np.array([1, 2, 2], dtype=np.int32)
print(lapack.dlaswp(table, rows).tolist(), lapack.dlaswp(table, rows, inc=-1).tolist(), lapack.dlaswp(table, rows, 1, 2).tolist(), lapack.dlaswp(table, rows, k2=1).tolist())
print(lapack.dlaswp(table, [1, 0, 2], k1=0, k2=1, inc=2).tolist(), lapack.dlaswp(table, np.array([2, 1]), off=0, k1=np.int64(0)).tolist())
print(lu_solve(lu_factor(table), np.ones(3)).round(6), lapack.dsytrs(*factors[:2], np.ones((3, 1)))[0].round(6).tolist())
# --- files of MATLAB: what was written is read
import io
import numpy as np
import scipy.io
import scipy.sparse as sp
given = {
    "numbers": np.arange(12.0).reshape(3, 4), "small": np.uint8(5), "tiny": np.array([1, 2, 3], dtype="i1"), "complex": np.array([1 + 2j]), "flags": np.array([True, False]),
    "cells": np.array(["x", 1, np.zeros(0)], dtype=object), "record": {"q": 1, "text": "z", "inner": {"a": [1, 2]}}, "words": np.array(["abc", "de"]), "sparse": sp.csc_matrix(np.eye(3)),
    "empty": np.zeros((0, 2)), "large": np.arange(50000.0), "é"[:0] + "u": "grün",
}
for compress in (False, True):
    for options in ({}, {"squeeze_me": True, "struct_as_record": False}, {"mat_dtype": True, "chars_as_strings": False}, {"simplify_cells": True}, {"variable_names": ["record", "large"]}):
        file = io.BytesIO()
        scipy.io.savemat(file, given, do_compression=compress)
        found = scipy.io.loadmat(io.BytesIO(file.getvalue()), **options)
        for name in sorted(found):
            if not name.startswith("__"):
                value = found[name]
                print(compress, name, type(value).__name__, getattr(value, "shape", ""), getattr(value, "dtype", ""))
                if hasattr(value, "toarray"):
                    value = value.toarray()
                if name not in ("large", "record"):
                    print(value)
        print(scipy.io.whosmat(io.BytesIO(file.getvalue()))[:3])
found = scipy.io.loadmat(file)
found["tiny"] += 1
print(found["tiny"], found["record"]["inner"][0, 0]["a"])
# --- splines of FITPACK of all degrees
import numpy as np
from scipy.interpolate import RectBivariateSpline, SmoothBivariateSpline, UnivariateSpline, bisplev, bisplrep, insert, make_interp_spline, spalde, splantider, splder, splev, splint, splprep, splrep, sproot
x = np.linspace(0, 6, 40)
for k in range(1, 6):
    tck = splrep(x, np.sin(x), k=k)
    print(k, np.round(splev([0.5, 3, 7], tck), 6), np.round(splev(0.5, tck, der=min(k, 2)), 6), round(float(splint(0, 3, tck)), 6), np.round(spalde(0.5, tck), 4), np.round(splev(1, insert(1.5, tck)), 6))
print(np.round(sproot(splrep(x, np.sin(x))), 6), np.round(splev(1, splantider(splrep(x, np.cos(x)))), 6), np.round(splev(1, splder(splrep(x, np.sin(x)))), 6))
high = make_interp_spline(x, np.sin(x), k=9)
print(np.round(splev([0.5, 1], (high.t, high.c, high.k)), 6))
(t, c, k), u = splprep([np.cos(x), np.sin(x)], s=0)
print(np.round(splev([0.1, 0.5], (t, c, k)), 6))
a, b = np.meshgrid(np.arange(8.0), np.arange(9.0), indexing="ij")
surface = RectBivariateSpline(np.arange(8.0), np.arange(9.0), a * b, kx=2, ky=4)
print(np.round(surface(1.5, [2.5, 3]), 6), np.round(surface.ev([1, 2], [3, 4], dx=1), 6), round(surface.integral(0, 1, 0, 2), 6), np.round(surface.partial_derivative(1, 1)(1, 1), 6))
print(np.round(bisplev([1, 2], [3, 4], bisplrep(a.ravel(), b.ravel(), (a + b).ravel())), 5), np.round(SmoothBivariateSpline(a.ravel(), b.ravel(), (a - b).ravel(), kx=1, ky=5)(1, 2), 5))
u = UnivariateSpline(x, np.sin(x), k=5, s=0)
print(np.round(u(0.5), 6), round(u.integral(0, 1), 6), np.round(u.derivatives(1), 4), np.round(UnivariateSpline(x, np.sin(x), s=0).roots(), 4), list(np.round(splev(x=[1], tck=list(splrep(x, x))), 6)))
# --- trees of points and their places
import numpy as np
from scipy.spatial import KDTree, cKDTree
points = np.random.default_rng(1).random((50, 2))
for tree in (cKDTree(points, leafsize=4), KDTree(points, leafsize=4)):
    print(tree.indices[:5], tree.indices.dtype, sorted(tree.indices) == list(range(50)), tree.data[tree.indices[0]])
    print(tree.query(points[:2], k=2), tree.query_ball_point(points[0], 0.2), tree.n, tree.maxes, len(tree.query_pairs(0.1)))
print(cKDTree(points, leafsize=4).tree.lesser.indices[:4], cKDTree(points).tree.data_points[:2])
# --- triangles and what is in them
import numpy as np
from scipy.interpolate import CloughTocher2DInterpolator, LinearNDInterpolator, griddata
from scipy.spatial import Delaunay
points = np.random.default_rng(1).random((40, 2))
triangles = Delaunay(points)
print(triangles.find_simplex(points[:5]) >= 0, triangles.find_simplex(tol=np.float64(1e-3), xi=[[9.0, 9.0]]), triangles.plane_distance(xi=points[:1]).shape, triangles.vertex_to_simplex[:5], triangles.convex_hull.shape)
print(triangles.transform.shape, [len(part) for part in triangles.vertex_neighbor_vertices], triangles.plane_distance(points[:1]).shape)
class Mesh(Delaunay):
    def area(self):
        a, b, c = (self.points[self.simplices[:, k]] for k in range(3))
        return float(abs(np.cross(b - a, c - a)).sum() / 2) if False else len(a)
print(Mesh(points).area(), Mesh(points).find_simplex([[0.5, 0.5]]) >= 0)
kept = triangles.simplices[np.ptp(points[triangles.simplices][:, :, 0], axis=1) < 0.5].copy()
kept[:, 0] = 0
print(kept.shape[1], Delaunay(points, incremental=True).simplices.shape[1], Delaunay(np.random.default_rng(2).random((20, 3))).find_simplex([[0.5, 0.5, 0.5]]) >= 0)
for kind in (LinearNDInterpolator, CloughTocher2DInterpolator):
    print(kind(points, points[:, 0])([[0.5, 0.5]]).round(6), kind(triangles, points[:, 0] + 1j)([[0.4, 0.5]]).round(6), kind(points, points)([[0.5, 0.5]]).round(6))
print(griddata(points, points[:, 1], [[0.5, 0.5]], method="cubic").round(6), LinearNDInterpolator(points, points[:, 0], rescale=True)(0.5, 0.5).round(6))
growing = Delaunay(points, incremental=True)
growing.add_points([[2.0, 2.0]])
print(growing.find_simplex([[1.0, 1.0]]) >= 0, growing.npoints)
# --- regions of a sphere
import numpy as np
from scipy.spatial import SphericalVoronoi
points = np.random.default_rng(1).normal(size=(30, 3))
points /= np.linalg.norm(points, axis=1)[:, None]
voronoi = SphericalVoronoi(points)
voronoi.sort_vertices_of_regions()
print(len(voronoi.regions), voronoi.calculate_areas().sum().round(6))
voronoi.sort_vertices_of_regions()
print([len(region) for region in voronoi.regions][:5])
# --- orders and parameters of special functions
import numpy as np
from scipy import special as s
print(s.mathieu_cem(3, 5.0, [10.0, 20.0]), s.mathieu_a([0, 1, 100], 2.5), s.mathieu_modsem1(2, 1.5, 0.3), s.mathieu_sem(600, 1, 10.0), s.mathieu_cem(2, 1e7, 10))
print(s.pro_rad1(0, 1, 5, 1.5), s.obl_ang1(1, 3, 2.5, np.linspace(0, 0.9, 4)), s.pro_cv(0, 2, [1.0, 20.0]), s.pro_rad2(0, 1, -5, 1.5), s.obl_rad2_cv(0, 1, 2, 3.5, 1.5))
print(s.mathieu_cem(np.float32(3), np.float32(5), np.float32(10)), s.pro_ang1_cv(1, 3, 2.5, 12.5, [0.1, 0.5, np.nan]), s.mathieu_a.outer([1, 2], [3.0, 4.0]))
print(s.lpmv(1, [2, 3], 0.5), s.eval_hermite(10, 0.5), s.eval_legendre([0, 1, 50], 0.3), s.eval_laguerre(1e9, 1e-9), s.eval_jacobi(3, 0.5, 0.5, 0.1), s.pbdv(2, 0.5))
print(s.erf(np.linspace(-1, 1, 5000)).sum().round(9), s.expit(np.arange(-3000, 3000, 2.0)).sum().round(6), s.gammaln(np.arange(1.0, 2e4))[::4999].round(3))
print(s.gamma(np.arange(6.0, dtype="f4")), s.jv([0, 1], [[1.0], [2 + 1j]]), s.comb(10, 3), s.binom([5, 6], 2), s.ndtri(0.975), s.erf(np.zeros((0, 3))).shape)
out = np.zeros(3)
s.erf([0.1, 0.2, 0.3], out=out)
print(out, s.logsumexp([1.0, 2.0]), s.softmax([1.0, 2.0]), np.add.reduce(s.erf(np.ones((50, 50))[:, ::7])).round(6))
# --- confluent functions of small and large numbers
import numpy as np
from scipy import special
print(special.hyp1f1([0.5, 1, 2.5, 1], 3, [10.0, -1e20, 700, -1e300]), special.hyp1f1(1.5, 2, np.array([1 + 2j, 5])), special.hyp1f1(0.5, 3, 1e9))
print(special.hyperu([1, 2.5, 1000.0], [0.5, 1.5, 3], [1.0, 20.0, 3.0]), special.hyperu(np.nan, 1, 2), special.hyp1f1(1, 2, np.inf))
# --- a density with a bandwidth of one's own
import numpy as np
from scipy.stats import gaussian_kde
kde = gaussian_kde([1.0, 2.0, 2.5, 4.0])
kde.covariance_factor = lambda: 0.5
print(kde.covariance_factor(), round(float(kde(2.0)[0]), 6))
kde.set_bandwidth(0.3)
print(round(kde.factor, 3))
# --- eigenvalues in an order of one's own
import numpy as np
from scipy import linalg
A = np.diag([1.0, -2.0, 3.0])
print(linalg.schur(A, output="real", sort=lambda re, im: re < 0)[-1], linalg.schur(A, output="complex", sort=lambda x: x.real > 0)[-1])
seen = []
def chosen(re, im=None):
    seen.append(im is not None)
    return re < 0
class Chooses:
    def pick(self, re, im):
        return re > 0
    def __call__(self, re, im=None):
        return re < 0
print(linalg.schur(A, sort=chosen)[-1], all(seen), linalg.schur(A, sort=Chooses().pick)[-1], linalg.schur(A, sort=Chooses())[-1], linalg.schur(A, sort="lhp")[-1])
print(linalg.ordqz(A, np.eye(3), sort=lambda a, b: (a / b).real < 0)[2].real)
# --- names that moved warn at the line that asks for them
import warnings
with warnings.catch_warnings(record=True) as said:
    warnings.simplefilter("always")
    from scipy.ndimage.filters import (
        gaussian_filter)
    import scipy.signal.signaltools as old
    smooth = [
        1,
        old.convolve([1, 2], [1, 1]).tolist(),
    ]
    def later(name):
        return getattr(
            old, name)
    print(smooth, later("lfilter") is not None, gaussian_filter([1.0, 1.0], 1))
print([(warning.lineno, warning.category.__name__) for warning in said])
# --- structures, hulls, splines, factors and tables with the numbers that people give them
import numpy as np
from scipy.ndimage import binary_closing, binary_dilation, binary_erosion, binary_fill_holes, binary_opening, binary_propagation, distance_transform_cdt, distance_transform_edt, distance_transform_bf
from scipy.spatial.distance import squareform, pdist
from scipy.spatial import ConvexHull, Delaunay, Voronoi, HalfspaceIntersection
from scipy.interpolate import BSpline, generate_knots, make_interp_spline, make_lsq_spline, make_splprep, make_splrep
from scipy.sparse.linalg import spilu, splu, spsolve
from scipy.sparse import csc_matrix, eye
from scipy.stats import fisher_exact, random_table
import scipy.special as s
a = np.zeros((7, 7), dtype=int); a[1:6, 2:5] = 1
for o in (0, 1, -1, [0, 1], (1, -1)):
    for st in (None, np.ones((3, 3)), np.ones((2, 2)), np.ones((1, 3))):
        for f in (binary_closing, binary_dilation, binary_erosion, binary_opening):
            for it in (1, 2):
                sides = (3, 3) if st is None else st.shape
                moved = o if isinstance(o, (list, tuple)) else [o] * 2
                if all(-(n // 2) <= w <= (n - 1) // 2 and 0 <= n // 2 - w - (n + 1) % 2 < n for n, w in zip(sides, moved)):
                    print(f(a, structure=st, origin=o, iterations=it).sum())
print(binary_fill_holes(a).sum(), binary_propagation(a, mask=a).sum())
for m in ('taxicab', 'chessboard', np.ones((3, 3))):
    print(distance_transform_cdt(a, m).sum(), distance_transform_cdt(a, m, return_indices=True)[1].shape)
print(distance_transform_edt(a).sum(), distance_transform_bf(a).sum())
print(squareform(pdist([[0., 1], [2, 3], [4, 5]])), squareform([1, 2, 3]), squareform(np.array([True, False, True])))
rng = np.random.default_rng(0)
p = rng.random((20, 2))
print(ConvexHull(p).volume, Delaunay(p).simplices.shape, Voronoi(p).regions[:3], ConvexHull(p, incremental=True, qhull_options='Qt').area)
print(HalfspaceIntersection(np.array([[-1, 0., 0], [0, -1, 0], [1, 0, -1], [0, 1, -1]]), np.array([.5, .5])).intersections)
x = np.linspace(0, 1, 12); y = np.sin(6 * x)
for k in (1, 2, 3, 5):
    print(make_splrep(x, y, k=k, s=.1).t.size, make_interp_spline(x, y, k=k)(.3), make_splprep([x, y], k=k, s=.1)[0](.3), make_lsq_spline(x, y, np.r_[[0.] * (k + 1), [1.] * (k + 1)], k=k)(.4))
    print([len(t) for t in generate_knots(x, y, k=k, s=.001)], BSpline.design_matrix(x, np.r_[[0.] * (k + 1), [1.] * (k + 1)], k).toarray().sum())
print(make_interp_spline(x, y, k=0)(.3))
m = csc_matrix(rng.random((30, 30)) * (rng.random((30, 30)) < .2) + np.eye(30) * 5)
b = np.ones(30)
for kw in ({}, {'panel_size': 10}, {'relax': 1}, {'relax': 10, 'panel_size': 20}, {'options': {'SymmetricMode': True}, 'permc_spec': 'MMD_AT_PLUS_A'}, {'diag_pivot_thresh': 0.}):
    print(splu(m, **kw).solve(b).sum(), spilu(m, **kw).solve(b).sum())
print(spilu(m, drop_tol=1e-3, fill_factor=1).nnz, spilu(m, fill_factor=20, drop_rule='basic,area').nnz, spsolve(m, b).sum())
print(fisher_exact([[8, 2], [1, 5]]), random_table([3, 4, 5], [5, 7]).rvs(2, random_state=1), random_table([3, 4, 5], [5, 7]).rvs(2, method='patefield', random_state=1))
print(s.jnjnp_zeros(5), s.jnjnp_zeros(0), s.pro_cv_seq(1, 4, 2.5), s.obl_cv_seq(0, 3, 1), s.pro_cv_seq(2, 3, .5))
# --- points asked of triangulations in many forms
import numpy as np
from scipy.interpolate import CloughTocher2DInterpolator, LinearNDInterpolator
from scipy.spatial import Delaunay, tsearch
corners = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0], [0.5, 0.4]])
triangles = Delaunay(corners)
for points in ([[0.2, 0.1], [2.0, 2.0]], [0.2, 0.1], np.array([[0.2, 0.1]]), np.ones((2, 3, 2)) / 3, np.ma.array([[0.2, 0.1]]), np.array([[0, 1]])):
    print((triangles.find_simplex(points) >= 0).tolist(), (tsearch(triangles, points) >= 0).tolist())
    print([f(points).round(6).tolist() for f in (LinearNDInterpolator(triangles, corners[:, 0]), CloughTocher2DInterpolator(triangles, corners[:, 1]))])
    if isinstance(points, np.ndarray):
        print(triangles.plane_distance(points).shape, triangles.lift_points(points).tolist())
print(LinearNDInterpolator(triangles, corners[:, 0])(0.2, [0.1, 0.3]), LinearNDInterpolator(triangles, corners * 1j)([[0.2, 0.1]]).round(6))
for f in (triangles.plane_distance, triangles.find_simplex, LinearNDInterpolator(triangles, corners[:, 0])):
    for points in ([0.1, 0.2, 0.3], np.array([1.0]), np.zeros((2, 3)), None):
        try:
            f(points)
        except (AttributeError, IndexError, TypeError, ValueError) as e:
            print(type(e).__name__)
# --- a distribution that goes on with what its base has
import numpy as np
from scipy import stats
class Waiting(stats.rv_continuous):
    def _argcheck(self, rate):
        return super()._argcheck(rate) & (rate < 100)
    def _get_support(self, rate):
        low, high = super()._get_support(rate)
        return low, high
    def _pdf(self, x, rate):
        return rate * np.exp(-rate * x)
    def _logpdf(self, x, rate):
        return np.log(self._pdf(x, rate))
    def _sf(self, x, rate):
        return 1 - self._cdf(x, rate)
    def _stats(self, rate):
        return 1 / rate, None, None, None
waiting = Waiting(a=0, name="waiting")
print(waiting.cdf(1, 2).round(6), waiting.sf(1, 2).round(6), waiting.logpdf(1, 2), waiting.mean(2), waiting.ppf(0.5, 2).round(6), waiting.pdf(1, 200))
print(waiting._cdf(1.0, 2.0).round(6), stats.norm._pdf(0.0).round(6), stats.poisson._pmf(1, 2.0).round(6))
# --- neighbours, filters along lines and repeated items
import numpy as np
import pandas as pd
from enum import IntEnum
from scipy import ndimage
from scipy.spatial import ConvexHull, Delaunay, KDTree, cKDTree
class Many(IntEnum):
    TWO = 2
points = np.random.default_rng(3).random((400, 2))
for Tree in (KDTree, cKDTree):
    tree = Tree(points)
    print(tree.query(points[:2], k=3)[1].tolist(), tree.query(points[0], [1, 3])[1].tolist(), tree.query(points[:2], k=np.int64(2), p=1)[1].tolist(), tree.query([2, 2], Many.TWO)[1].tolist())
    print(len(tree.query_pairs(0.1)), tree.query_pairs(r=0.2, output_type="ndarray").shape, len(tree.query_ball_point(points[0], 0.3)), tree.query_ball_point(points[:3], [0.1, 0.2, 0.3], return_length=True).tolist())
    print([len(near) for near in tree.query_ball_tree(Tree(points[:9]), r=0.5)][:9], tree.sparse_distance_matrix(Tree(points[:5]), max_distance=0.2).nnz, tree.query_ball_point(points[:5].tolist(), 10, 1).shape)
    print(len(tree.query_pairs(9.0, 2)), sum(map(len, tree.query_ball_point(points, 9.0))), tree.query(points[:1], 500)[0].shape)
    for f in (lambda: tree.query(points[0], None), lambda: tree.query_pairs("a"), lambda: tree.query_ball_point(points, "a"), lambda: tree.query_ball_tree(5, 0.1), lambda: tree.query_pairs(0.1, p=0.5)):
        try:
            print(f())
        except Exception as e:
            print(type(e).__name__, e)
hull = ConvexHull(points, incremental=True)
hull.add_points([[2, 3], [4, 5]], restart=True)
triangles = Delaunay(points.astype("f4"), incremental=True)
triangles.add_points(np.array([[2, 3]]), True)
print(hull.npoints, triangles.npoints, len(hull.vertices) > 3)
grid = np.arange(12.0).reshape(3, 4)
print(ndimage.maximum_filter(grid, 3), ndimage.minimum_filter1d(grid, 2, origin=-1), ndimage.uniform_filter(grid, size=(2, 3)), ndimage.uniform_filter1d(grid, 9, axis=0))
print(ndimage.rank_filter(grid, -1, size=2), ndimage.percentile_filter(grid, 50, np.int64(3)), ndimage.gaussian_filter1d(grid, 1.0).round(3), ndimage.median_filter(grid, Many.TWO))
print(np.arange(3).repeat([1, 0, 2]), grid.repeat(2, axis=1), grid.repeat([1, 0, 2], axis=-2).shape, np.repeat("ab", 3), np.repeat(grid, repeats=np.int8(2), axis=0).shape, np.arange(2).repeat(Many.TWO), np.arange(2).repeat((3,)), np.array(5).repeat(2), np.zeros((0, 3)).repeat(5, axis=1).shape)
print(pd.Categorical(list("aba")).repeat(2).tolist(), pd.Series([1, 2]).repeat([2, 1]).tolist(), pd.Index(["x", "y"]).repeat(2).tolist(), pd.array(pd.date_range("2020", periods=2)).repeat(2).day.tolist(), pd.Categorical(["a", "b"]).repeat([0, 2]).tolist())
out = np.zeros(3)
rng = np.random.default_rng(4)
print(grid.trace(1), np.trace(grid, offset=-1), grid.diagonal(-1), grid.diagonal(offset=9), rng.random(out=out).shape, rng.standard_normal(3, np.float64, out) is out, rng.standard_exponential(out=None) > 0, rng.standard_gamma(2.0, out=out).shape, rng.standard_exponential(3, "f4").dtype)
print(pd.offsets.MonthEnd().is_year_end(pd.Timestamp("2020-12-31")), pd.offsets.Day().is_month_start(ts=pd.Timestamp("2020-12-31")))
for f in (lambda: np.arange(3).repeat(-1), lambda: np.arange(3).repeat([1, 2]), lambda: np.arange(3).repeat(1.5), lambda: np.arange(3).repeat("a"), lambda: grid.repeat(2, axis=2), lambda: ndimage.uniform_filter1d(grid, 0), lambda: ndimage.maximum_filter1d(grid, 3, origin=2)):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
# --- sparse matrices and generators in pickles
import pickle
import numpy as np
from scipy import sparse
for matrix in (sparse.csr_matrix(np.eye(3)), sparse.coo_array(([1.0, 2.0], ([0, 1], [1, 0])), shape=(2, 2)), sparse.lil_matrix((2, 2)), sparse.dia_matrix(np.eye(2))):
    back = pickle.loads(pickle.dumps(matrix))
    print(type(back).__name__, back.shape, back.toarray().tolist())
for generator in (np.random.default_rng(1), np.random.RandomState(2)):
    generator.random(3) if hasattr(generator, "integers") else generator.rand(3)
    back = pickle.loads(pickle.dumps(generator))
    print(back.standard_normal(2).tolist() == generator.standard_normal(2).tolist(), type(back).__name__)
# --- first vectors, gradients of all shapes, equations, densities and paths
import warnings
import numpy as np
from scipy import optimize, sparse
from scipy.interpolate import RBFInterpolator
from scipy.sparse import csgraph, linalg
from scipy.spatial import ConvexHull, Delaunay, Voronoi
from scipy.stats import gaussian_kde
rng = np.random.default_rng(3)
matrix = sparse.diags([1.0, 2, 3, 4, 5, 6, 7, 8, 9, 10])
for v0 in (np.ones(10), [1.0] * 10, np.arange(10) + 1, np.ones((10, 1))):
    print(linalg.eigsh(matrix, 2, v0=v0)[0].round(6), linalg.eigs(matrix, 2, v0=v0)[0].real.round(6))
print(linalg.eigsh(matrix, 3, which="SM", return_eigenvectors=False).round(6), linalg.svds(matrix, 2, v0=np.ones(10))[1].round(6))
for jac in (lambda x: 2 * x, lambda x: [2 * v for v in x], lambda x: (2 * x).astype("f4"), lambda x: (2 * x)[None], True, "2-point"):
    fun = (lambda x: ((x**2).sum(), 2 * x)) if jac is True else (lambda x: (x**2).sum())
    for method in ("L-BFGS-B", "SLSQP"):
        try:
            print(method, np.abs(optimize.minimize(fun, [1.0, 2.0, 3.0], jac=jac, method=method, bounds=[(-5, 5)] * 3).x).round(3))
        except Exception as e:
            print(type(e).__name__)
print(optimize.fmin_l_bfgs_b(lambda x: ((x - 1) ** 2).sum(), np.zeros(4), approx_grad=True)[0].round(3))
equal = [{"type": "eq", "fun": lambda x: x.sum() - 1}, {"type": "eq", "fun": lambda x: [x[0] - x[1], x[1] - x[2]], "jac": lambda x: [[1, -1, 0], [0, 1, -1]]}, {"type": "ineq", "fun": lambda x: x}]
found = optimize.minimize(lambda x: (x**2).sum(), [1.0, 2.0, 3.0], constraints=equal)
print(found.success, found.x.round(4), optimize.fmin_slsqp(lambda x: x[0] ** 2, [3.0], f_eqcons=lambda x: [x[0] - 2], iprint=0).round(3))
for points in (rng.random((2, 50)), rng.random(50), rng.random((2, 50)).tolist()):
    density = gaussian_kde(points, weights=np.arange(50) + 1)
    at = np.full((density.d, 3), 0.5)
    print(density(at).shape, (density.logpdf(at) - np.log(density(at))).round(6), density.resample(4, seed=1).shape, round(density.integrate_box_1d(-9, 9), 3) if density.d == 1 else "")
class Density(gaussian_kde):
    def covariance_factor(self): return 0.5
print(Density(rng.random((3, 40)))(np.full((3, 2), 0.5)).shape)
for kernel in ("thin_plate_spline", "cubic", "gaussian"):
    surface = RBFInterpolator(rng.random((30, 2)), rng.random((30, 2)), kernel=kernel, epsilon=1, neighbors=12 if kernel == "cubic" else None)
    print(kernel, surface(rng.random((4, 2))).shape)
graph = np.array([[0, 1, 4], [0, 0, 2], [0, 0, 0]])
distances, before = csgraph.shortest_path(graph, return_predecessors=True)
print(csgraph.construct_dist_matrix(graph, before), csgraph.construct_dist_matrix(graph, before, directed=False, null_value=-1))
points = rng.random((20, 3))
for options in ("QJ", "Qt Qx", "Qt Q12 Pp", "Qbb Qc Qz", "Qt C-0.001", "Qt A-0.999", "Tv"):
    print(options, len(Delaunay(points, qhull_options=options).simplices) > 9, "Qz" in options or len(ConvexHull(points, qhull_options=options).simplices) > 9)
print(len(Voronoi(points, qhull_options="Qbb Qc Qz Qx").vertices) > 9, ConvexHull(np.random.default_rng(2).random((20, 2)), qhull_options="QG4").good is not None)
warnings.simplefilter("ignore")
from scipy import odr
x = np.linspace(0, 5, 30)
fit = odr.ODR(odr.RealData(x, 2 * x + 1, sx=0.1, sy=0.1), odr.Model(lambda b, x: b[0] * x + b[1]), beta0=[1.0, 2.0], maxit=2)
print(fit.run().beta.round(3), fit.output.info > 0)
first = odr.odr(lambda b, x: b[0] * x + b[1], [1.0, 2.0], 2 * x + 1, x, maxit=1, full_output=1)[3]
print(odr.odr(lambda b, x: b[0] * x + b[1], [1.0, 2.0], 2 * x + 1, x, work=first["work"], iwork=first["iwork"], job=10000)[0].round(3))
