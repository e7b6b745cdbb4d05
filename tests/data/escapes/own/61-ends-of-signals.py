# --- a signal of one number is reflected | numpy.*,scipy.* | expr:False
import numpy as np
from scipy.signal import upfirdn
upfirdn(np.ones(30), [1.0], mode="reflect")
# --- a signal of no numbers is wrapped | numpy.*,scipy.* | expr:False
import numpy as np
from scipy.signal import resample_poly
resample_poly(np.ones((3, 0)), 3, 2, axis=1, padtype="wrap")
# --- a signal of one number is resampled, reflected | numpy.*,scipy.* | expr:False
from scipy.signal import resample_poly
resample_poly([1.0], 3, 2, padtype="antireflect")
# --- a signal of one number goes on as it does: memory beside it | numpy.*,scipy.* | expr:out
import numpy as np
from scipy.signal import upfirdn
out = []
for n in range(2000):
    around = [np.full(1, 1e5 + n) for _ in range(20)]
    del around[::2]
    a = np.zeros(1)
    out += [v for v in upfirdn([1.0, 0.0], a, mode="smooth").tolist() if v]
# --- a window of a picture beyond 32 bits | numpy.*,scipy.* | expr:False
import numpy as np
from scipy.signal import medfilt2d
medfilt2d(np.random.rand(300, 300), kernel_size=2**32 + 1)
# --- a window with as many points as no integer of C has | numpy.*,scipy.* | expr:False
import numpy as np
from scipy.signal import medfilt2d
for _ in range(50):
    medfilt2d(np.random.rand(6, 2), kernel_size=2**31 - 1)
# --- a picture without points is mirrored | numpy.*,scipy.* | expr:False
import numpy as np
from scipy.signal import correlate2d
correlate2d(np.ones((0, 3)), np.ones((3, 3)), boundary="symm")
# --- a picture without points is wrapped | numpy.*,scipy.* | expr:False
import numpy as np
from scipy.signal import convolve2d
convolve2d(np.ones((0, 3)), np.ones((3, 3)), boundary="wrap")
# --- more labels than there is memory for | scipy.* | expr:False
from scipy.ndimage import find_objects
find_objects(2**62)
# --- more labels than there is memory for, by name | numpy.*,scipy.* | expr:False
import numpy as np
from scipy.ndimage import find_objects
find_objects(np.ones((3, 3), int), max_label=2**58)
# --- compiled filters by public names | numpy.*,statsmodels.* | expr:False
import numpy as np
from statsmodels.tsa.regime_switching import markov_switching as ms
F = lambda *shape: np.asfortranarray(np.ones(shape))
ms.dhamilton_filter_log(10**6, 2, 0, F(2, 2, 1), F(2, 10), F(10), F(2, 11), F(2, 10))
# --- compiled smoothers by tables of their kinds | numpy.*,statsmodels.* | expr:False
import numpy as np
from statsmodels.tsa.regime_switching import markov_switching as ms
F = lambda *shape: np.asfortranarray(np.ones(shape))
ms.prefix_kim_smoother_log_map["d"](10**6, 2, 0, F(2, 2, 1), F(2, 10), F(2, 10), F(2, 10))
# --- places of missing values that are fewer than the values | numpy.*,statsmodels.* | expr:False
import numpy as np
from statsmodels.tsa.statespace import tools
a = np.asfortranarray(np.ones((2, 2, 30000)))
tools.reorder_missing_matrix(a, np.asfortranarray(np.ones((2, 3), np.int32)), True, True, False)
# --- the same, copied, by a table of kinds | numpy.*,statsmodels.* | expr:False
import numpy as np
from statsmodels.tsa.statespace import tools
F = lambda *shape: np.asfortranarray(np.ones(shape))
tools.prefix_copy_missing_matrix_map["d"](F(2, 2, 3), F(200, 200, 3), np.asfortranarray(np.ones((2, 3), np.int32)), True, True, False, "N")
# --- arguments of compiled smoothers that are longer than they are | numpy.*,statsmodels.* | expr:False
import numpy as np
import statsmodels.tsa.holtwinters.model as h
a = h.HoltWintersArgs(np.ones(5, dtype=np.int64), np.ones(6), np.ones((6, 2)), np.ones(5), 2, 10**7)
for smooth in h.SMOOTHERS.values():
    smooth(np.ones(6), a)
# --- indices of a sparse product beyond its arrays | numpy.*,sklearn.* | expr:False
import numpy as np
from sklearn.utils.sparsefuncs import csr_matmul_csr_to_dense
data = np.ones(3)
indices = np.array([10**8, 10**8, 1], dtype=np.int32)
indptr = np.array([0, 3], dtype=np.int32)
csr_matmul_csr_to_dense(data, indices, indptr, data, indices, indptr, np.zeros((2, 2)), 3, 3, 3)
# --- bounds of more windows than there are times | numpy.*,pandas.* | expr:False
import numpy as np
import pandas.core.indexers.objects as g
g.VariableWindowIndexer(index_array=np.arange(3), window_size=2).get_window_bounds(10**7, 1, True, "both", 1)
# --- the same by the compiled function itself | numpy.*,pandas.* | expr:False
import numpy as np
import pandas.core.indexers.objects as g
g.calculate_variable_window_bounds(10**7, 3, 1, False, "both", np.arange(3))
# --- the same as windows of a longer series: memory beside it | numpy.*,pandas.* | expr:err is None
import numpy as np, pandas as pd
import pandas.core.indexers.objects as g
pd.Series(np.ones(10**6)).rolling(g.VariableWindowIndexer(index_array=np.arange(3), window_size=2), min_periods=1).sum()
# --- special functions by names of compiled code | scipy.* | expr:False
import scipy.special.cython_special as c
for n in (5, 50, 150):
    for m in (0, 1, 5):
        c.pro_cv(m, n, 1000.0)
        c.obl_cv(m, n, 1000.0)
# --- a generator of the host that is none | numpy.* | expr:__import__("numpy").random.get_bit_generator() == 5
import numpy as np
np.random.set_bit_generator(5)
# --- a generator of the host that is a class | numpy.* | expr:isinstance(__import__("numpy").random.get_bit_generator(), type)
import numpy as np
np.random.set_bit_generator(np.random.PCG64)
# --- a decomposition of a rank that the matrix does not have | numpy.*,scipy.* | expr:False
import numpy as np
from scipy.linalg.interpolative import interp_decomp
interp_decomp(np.ones((0, 3)), 65537)
# --- the same without chance | numpy.*,scipy.* | expr:False
import numpy as np
from scipy.linalg.interpolative import interp_decomp
interp_decomp(np.random.rand(4, 3), 100, rand=False)
# --- columns of a decomposition that no matrix has | numpy.*,scipy.* | expr:False
import numpy as np
import scipy.linalg.interpolative as i
i.id_to_svd(np.ones((4, 1)), np.array([10**8, 5, 3]), np.ones((1, 2)))
