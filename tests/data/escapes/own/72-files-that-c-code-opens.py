# Files that compiled code opens by itself, and descriptors that an object of the code says are its own.
# --- a report of ODRPACK | scipy.*,numpy | file:report
import numpy as np
from scipy import odr
x = np.linspace(0, 5, 50)
odr.odr(lambda b, x: b[0] * x + b[1], [1.0, 2.0], 2 * x + 1, x, rptfile=canary_path("report"), iprint=6666)
# --- errors of ODRPACK | scipy.*,numpy | file:errors
import numpy as np
from scipy import odr
x = np.linspace(0, 5, 50)
odr.ODR(odr.Data(x, 2 * x + 1), odr.Model(lambda b, x: b[0] * x + b[1]), [1.0, 2.0], errfile=canary_path("errors"), iprint=6666).run()
# --- a report where a file is, which ends the process | scipy.*,numpy | expr:err is None
import numpy as np
from scipy import odr
x = np.linspace(0, 5, 50)
odr.odr(lambda b, x: b[0] * x + b[1], [1.0, 2.0], 2 * x + 1, x, rptfile=canary_path("secret.txt"), iprint=6666)
# --- a hull that exchanges the input of the process | scipy.*,numpy | expr:"secret" in os.readlink("/proc/self/fd/0")
import numpy as np
from scipy.spatial import ConvexHull
ConvexHull(np.array([[0.0, 0], [1, 0], [0, 1], [1, 1], [2, 3]]), qhull_options=f"TI{canary_path('secret.txt')}")
# --- the same behind another option | scipy.*,numpy | expr:"secret" in os.readlink("/proc/self/fd/0")
import numpy as np
from scipy.spatial import Voronoi
Voronoi(np.array([[0.0, 0], [1, 0], [0, 1], [1, 1], [2, 3]]), qhull_options=f"iTI{canary_path('secret.txt')}")
# --- a hull that ends the process after an error | scipy.*,numpy.* | expr:err is None
import numpy as np
from scipy.spatial import ConvexHull
for n in range(9): ConvexHull(np.random.rand(30, 3), qhull_options="m PoA-2147483648")
# --- a hull that computes with any numbers | scipy.*,numpy.* | expr:err is None
import numpy as np
from scipy.spatial import ConvexHull
ConvexHull(np.random.rand(30, 3), qhull_options="R1e300")
# --- joblib closes a file of the host by its number | joblib | expr:not os.path.exists("/proc/self/fd/0")
import joblib
try: joblib.load(0)
except Exception: pass
# --- an image into a file of the host by its number | PIL.* | expr:isinstance(out, int) and out < 48
from PIL import Image
class Told:
    def __init__(self): self.data = b""
    def fileno(self): return 2
    def flush(self): pass
    def tell(self): return 0
    def seek(self, *where): return 0
    def write(self, data): self.data += data
for kind in ("BMP", "JPEG", "PNG", "PPM"):
    told = Told(); Image.new("RGB", (4, 4)).save(told, kind)
    if len(told.data) < 48: break
len(told.data)
# --- a TIFF into such a file | PIL.* | expr:err is None
from PIL import Image
class Told:
    def fileno(self): return 2
    def flush(self): pass
    def tell(self): return 0
    def seek(self, *where): return 0
    def write(self, data): pass
Image.new("RGB", (4, 4)).save(Told(), "TIFF", compression="tiff_lzw")
# --- a TIFF out of such a file | PIL.* | expr:"seek" in errs or err is None
from PIL import Image
class Told:
    def __init__(self): self.data, self.place = bytearray(), 0
    number = 0
    def fileno(self): return self.number
    def flush(self): pass
    def tell(self): return self.place
    def seek(self, where, whence=0): self.place = where + (0, self.place, len(self.data))[whence]; return self.place
    def read(self, n=-1):
        found = bytes(self.data[self.place:] if n < 0 else self.data[self.place:self.place + n]); self.place += len(found); return found
    def write(self, data): self.data[self.place:self.place + len(data)] = data; self.place += len(data)
told = Told(); Image.new("RGB", (40, 40)).save(told, "TIFF", compression="tiff_lzw"); told.number = 2; told.seek(0)
Image.open(told).load()
# --- JPEG 2000 from a file that says that it is shorter | PIL.* | limit
from PIL import Image
class Told:
    def __init__(self): self.data, self.place = bytearray(), 0
    def tell(self): return min(self.place, 9)
    def seek(self, where, whence=0): self.place = where + (0, self.place, len(self.data))[whence]; return self.place
    def read(self, n=-1):
        found = bytes(self.data[self.place:] if n < 0 else self.data[self.place:self.place + n]); self.place += len(found); return found
    def write(self, data): self.data[self.place:self.place + len(data)] = data; self.place += len(data)
told = Told(); Image.new("RGB", (40, 40)).save(told, "JPEG2000"); told.place = 0
Image.open(told).load()
# --- records of Fortran into a file of the host by its number | scipy.*,numpy | expr:"position" in errs or err is None
import numpy as np
from scipy.io import FortranFile
class Told:
    def fileno(self): return 2
    def flush(self): pass
    def tell(self): return 0
    def seek(self, *where): return 0
    def write(self, data): return len(data)
    def close(self): pass
FortranFile(Told(), "w").write_record(np.arange(9))
