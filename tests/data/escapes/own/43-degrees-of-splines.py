# --- degrees of splines: a curve | numpy,scipy.* | expr:False
import numpy as np
from scipy.interpolate import splev
t = np.r_[np.zeros(301), np.ones(301)]
splev([0.5], (t, np.ones(301), 300))
# --- degrees of splines: derivatives of a curve | numpy,scipy.* | expr:False
import numpy as np
from scipy.interpolate import spalde, splev
t = np.r_[np.zeros(61), np.ones(61)]
for run in (lambda: splev([0.5], (t, np.ones(61), 60), der=2), lambda: spalde(0.5, (t, np.ones(61), 60))):
    try:
        run()
    except ValueError:
        pass
# --- degrees of splines: an integral | numpy,scipy.* | expr:False
import numpy as np
from scipy.interpolate import splint
t = np.r_[np.zeros(41), np.ones(41)]
splint(0, 1, (t, np.ones(41), 40))
# --- degrees of splines: fewer knots than the degree asks for | numpy,scipy.* | expr:False
import numpy as np
from scipy.interpolate import splev
splev([0.5], (np.array([0.0, 0, 0, 0, 1, 1, 1, 1]), np.ones(8), 1000))
# --- degrees of splines: a surface | numpy,scipy.* | expr:False
import numpy as np
from scipy.interpolate import bisplev
t = np.r_[np.zeros(61), np.ones(61)]
for more in ({}, {"dx": 1}):
    try:
        bisplev([0.5], [0.5], [t, t, np.ones(61 * 61), 60, 60], **more)
    except ValueError:
        pass
# --- degrees of splines: a surface that was changed | numpy,scipy.* | expr:False
import numpy as np
from scipy.interpolate import RectBivariateSpline
t = np.r_[np.zeros(61), np.ones(61)]
surface = RectBivariateSpline(np.arange(10.0), np.arange(10.0), np.ones((10, 10)))
surface.degrees, surface.tck = (60, 60), (t, t, np.ones(61 * 61))
for run in (lambda: surface(0.5, 0.5), lambda: surface.ev(0.5, 0.5), lambda: surface.integral(0, 1, 0, 1), lambda: surface(0.5, 0.5, dx=1), lambda: surface.ev(0.5, 0.5, dx=1)):
    try:
        run()
    except ValueError:
        pass
# --- degrees of splines: a number that is another one the second time | numpy,scipy.* | expr:False
import numpy as np
from scipy.interpolate import splev
class Degree(int):
    seen = [3, 3]
    def __index__(self): return self.seen.pop() if self.seen else 1000
    __int__ = __index__
    def __le__(self, other): return True
    def __ge__(self, other): return True
splev([0.5], (np.array([0.0, 0, 0, 0, 1, 1, 1, 1]), np.ones(8), Degree(3)))
