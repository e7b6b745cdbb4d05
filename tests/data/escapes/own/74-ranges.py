# Numbers between the least and the greatest of an array, of which C code has a table.
# --- more of them than a number of 32 bits counts | scipy.*,numpy | expr:err is None
import numpy as np
from scipy import ndimage
ndimage.value_indices(np.array([-2**31, 2**31 - 1], "i4"))
# --- more of them than an unsigned number counts | scipy.*,numpy | expr:err is None
import numpy as np
from scipy import ndimage
ndimage.value_indices(np.array([0, 2**32 - 1], "u4"))
# --- more of them than a number of 64 bits counts | scipy.*,numpy | expr:err is None
import numpy as np
from scipy import ndimage
ndimage.value_indices(np.array([-2**63, 2**63 - 1]))
# --- the same of an array of a class of the code | scipy.*,numpy | expr:err is None
import numpy as np
from scipy import ndimage
class Values(np.ndarray):
    def max(self): return 1
    def min(self): return 0
ndimage.value_indices(np.array([-2**31, 2**31 - 1], "i4").view(Values))
