# Distances that take a power for each number: far slower than the others, and nothing ends them.
# --- powers of distances of two tables | scipy.*,numpy | expr:err is None
import numpy as np
from scipy.spatial.distance import cdist
cdist(np.ones((12000, 1000)), np.ones((12000, 1000)), 'minkowski', p=3.3)
# --- powers of distances in one table | scipy.*,numpy | expr:err is None
import numpy as np
from scipy.spatial.distance import pdist
pdist(np.ones((9000, 2000)), 'minkowski', p=0.5)
