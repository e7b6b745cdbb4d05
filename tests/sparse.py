"""Programs over sparse matrices whose parts the code changed: each operation of `OPERATIONS` on each matrix of `CHANGES`."""

from __future__ import annotations

import warnings
from collections.abc import Callable

import fastexec

BEFORE = """
import numpy as np, scipy.sparse as sp
import scipy.sparse.linalg as linalg
from scipy.sparse import csgraph
from sklearn import cluster, decomposition, ensemble, linear_model, metrics, neighbors, preprocessing, svm, tree
from sklearn.utils import sparsefuncs
START = sp.random(30, 30, 0.3, format="csr", random_state=1) + sp.eye(30, format="csr")
y = np.arange(30) % 2
"""

COMPRESSED = [
    "A.indices[:] = 10**9", "A.indices[3] = -10**8", "A.indptr[5:] = 10**8", "A.indptr[3] = -10**7", "A.data = A.data[:1]",
    "A.indices = A.indices[:1]", "A.indices = A.indices.astype('>i4'); A.indices[0] = 10**9",
]
CHANGES = {
    "csr": COMPRESSED,
    "csc": COMPRESSED[::3],
    "coo": ["A.row[:] = 10**9", "A.col[0] = -10**9", "A.data = A.data[:1]", "A.coords = (A.coords[0][:1], A.coords[1])"],
    "bsr": ["A.indices[:] = 10**9", "A.indptr[1:] = 10**8", "A.data = A.data[:1]"],
    "dia": ["A.offsets = np.arange(10**5)", "A.data = A.data[:1, :1]", "A.offsets[:] = -2**31", "A.offsets[0] = 10**8"],
    "lil": ["A.rows[3] = [10**9] * len(A.rows[3])", "A.rows[3] = [1] * 5000", "A.data[3] = [1]", "A.rows = A.rows[:2]"],
}

OPERATIONS = """
A.toarray(); A @ np.ones(30); A @ np.ones((30, 3)); A @ A; A.T @ A; A + A; A.multiply(A); A.tocsc(); A.tocsr(); A.tocoo().toarray()
A.tobsr((2, 2)); A.tolil(); A.todok(); A.diagonal(); A.sum(); A.sum(axis=0); A[3]; A[:, 2]; A[1:5, 2:9]; A[::-1]; A[[1, 2], [3, 4]]
A[[1, 2]]; A[:, [1, 2]]; A[2, 3]; A.sort_indices(); A.sum_duplicates(); A.eliminate_zeros(); A.maximum(A); A > 0.5; A.max()
A.argmax(axis=0); sp.hstack([A, A]); sp.vstack([A, A]); sp.kron(A, A[:2, :2]); A.transpose().tocsr(); A.power(2); sp.find(A)
sp.tril(A); A.mean(axis=1); A.setdiag(3); A.resize(20, 20); A.reshape(15, 60); A.nonzero(); A.getnnz(axis=0)
linalg.spsolve(A, np.ones(30)); linalg.splu(A.tocsc()).solve(np.ones(30)); linalg.spilu(A.tocsc()).nnz; linalg.eigs(A, k=2, v0=np.ones(30))[0]; linalg.inv(A.tocsc())
linalg.norm(A); linalg.expm(A); linalg.cg(A, np.ones(30)); linalg.spsolve_triangular(sp.tril(A).tocsr(), np.ones(30))
csgraph.dijkstra(A); csgraph.connected_components(A); csgraph.reverse_cuthill_mckee(A); csgraph.structural_rank(A)
csgraph.maximum_bipartite_matching(A); csgraph.minimum_spanning_tree(A); csgraph.laplacian(A); csgraph.breadth_first_order(A, 0)
csgraph.maximum_flow((A * 10).astype(np.int32), 0, 5); csgraph.floyd_warshall(A); csgraph.min_weight_full_bipartite_matching(A)
neighbors.NearestNeighbors().fit(A).kneighbors(A); linear_model.SGDClassifier(max_iter=5).fit(A, y); tree.DecisionTreeClassifier().fit(A, y).predict(A)
preprocessing.StandardScaler(with_mean=False).fit_transform(A); preprocessing.normalize(A); decomposition.TruncatedSVD(2).fit(A)
cluster.KMeans(2, n_init=1).fit(A); linear_model.LogisticRegression(solver="liblinear").fit(A, y); svm.SVC().fit(A, y)
linear_model.Lasso().fit(A, y); metrics.pairwise.euclidean_distances(A); sparsefuncs.mean_variance_axis(A, axis=0)
ensemble.RandomForestClassifier(2).fit(A, y); preprocessing.MaxAbsScaler().fit(A); preprocessing.PolynomialFeatures(2).fit_transform(A)
"""


def operations() -> list[str]:
    return [operation.strip() for operation in OPERATIONS.replace("\n", ";").split(";") if operation.strip()]


FUNCTIONS = """
def change():
    A = START.copy().asformat({name!r})
    {change}
    return A
def told(value):
    return str(value.toarray()) if sp.issparse(value) else str(value)
results = []
"""

ATTEMPT = """
try:
    A = change()
    results.append(told({operation}))
except Exception as error:
    results.append(type(error).__name__ + ": " + str(error))
"""


def program(name: str, change: str) -> str:
    """A program whose value is a list with a text for each operation: of its result, or its error."""
    attempts = "".join(ATTEMPT.format(operation=operation) for operation in operations())
    return BEFORE + FUNCTIONS.format(name=name, change=change) + attempts + "results"


def run(payload: list[str]) -> list[str]:
    """The results of a program on fastexec; payload: format, change."""
    warnings.simplefilter("ignore")
    limits = fastexec.Limits(operations=None, seconds=120)
    executor = fastexec.LocalPythonExecutor(["numpy.*", "scipy.*", "sklearn.*"], limits=limits)
    executor.send_tools({})
    return executor(program(*payload)).output


def __getattr__(name: str) -> Callable[[list[str]], list[str]]:
    """`run_loaded` and `run_in_python_loaded`: in a worker that has loaded the packages, as hosts have."""
    if not name.endswith("_loaded"):
        raise AttributeError(name)
    exec(BEFORE, {})
    return globals()[name.removesuffix("_loaded")]


def run_in_python(payload: list[str]) -> list[str]:
    """The same on CPython."""
    warnings.simplefilter("ignore")
    namespace: dict = {}
    exec(program(*payload), namespace)
    return namespace["results"]
