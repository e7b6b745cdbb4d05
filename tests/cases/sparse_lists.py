# imports: numpy, scipy.*
import numpy as np
import scipy.sparse as sp

for kind in (float, int, bool, complex, np.float32, np.int8):
    m = sp.lil_matrix((50, 60), dtype=kind)
    m[3, 4] = 2
    m[-1, -1] = 1
    m[1, :] = 1
    m[:, 2] = np.ones((50, 1))
    m[[1, 2], [3, 4]] = [5, 6]
    m[4:9, 5:9] = np.ones((5, 4))
    m[3, 4] = 0
    print(m[3, 4], m[-1, -1], m.tocsr().sum(), m[:, 3].sum(), m[[1, 2]].toarray().sum(), m[2:7, ::2].sum(), m.nnz)
    print(m.T.sum(), m.reshape(60, 50).sum(), (m * 2).sum(), m.copy().sum(), m[[0, 1], [2, 3]].toarray())
    a = sp.lil_array((5, 5), dtype=kind)
    a.setdiag(3)
    print(a.toarray().sum(), a.tocoo().sum(), a.count_nonzero())
m = sp.lil_matrix(np.eye(4))
m.resize(6, 6)
m[5, 5] = 2
print(m.sum(), sp.lil_matrix((0, 0)).tocsr().shape)
m.rows[1], m.data[1] = [0, 3], [7, 8.5]
print(m.toarray(), m[1, 3], list(m.rows[1]))
m.rows[2], m.data[2] = m.rows[1], m.data[1]
print(m.tocsr().sum(), m[[1, 2], [3, 3]].toarray(), m[2, 0])


class Mine(np.ndarray):
    pass


m = sp.diags([1.0, 2, 3, 4]).tocsr() + sp.eye(4, k=1, format="csr")
x = np.arange(4.0).view(Mine)
print(type(m @ x).__name__, (m @ x).tolist(), type(m @ np.matrix(np.ones((4, 2)))).__name__)
m.data = m.data.view(Mine)
print((m @ x).tolist(), (m + m).sum(), m.T.tocsr().sum(), m.tocoo().sum(), (m @ m).sum(), m.todense().sum())
print((m @ np.repeat(x, 2)[::2]).tolist())
