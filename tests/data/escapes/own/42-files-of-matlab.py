# --- files of MATLAB: an element of no type | numpy,scipy.*,io | expr:False
import io
import numpy as np
import scipy.io
file = io.BytesIO()
scipy.io.savemat(file, {"a": np.arange(4.0)}, do_compression=False)
data = file.getvalue()
at = data.index(bytes([9, 0, 0, 0, 32]))
for kind in (0, 8, 10, 11, 14, 15, 19, 128, 255):
    try:
        scipy.io.loadmat(io.BytesIO(data[:at] + bytes([kind]) + data[at + 1 :]))
    except ValueError:
        pass
scipy.io.loadmat(io.BytesIO(data[:at] + b"\xff\xff\x00\x00" + data[at + 4 :]))
# --- files of MATLAB: an element of no type in a compressed one | numpy,scipy.*,io,zlib,struct | expr:False
import io, struct, zlib
import numpy as np
import scipy.io
file = io.BytesIO()
scipy.io.savemat(file, {"a": np.arange(4.0)}, do_compression=False)
data = file.getvalue()
body = data[128:].replace(bytes([9, 0, 0, 0, 32]), bytes([200, 0, 0, 0, 32]))
packed = zlib.compress(body)
scipy.io.loadmat(io.BytesIO(data[:128] + struct.pack("<II", 15, len(packed)) + packed))
# --- files of MATLAB: a file that gives more than it was asked for | numpy,scipy.*,io | expr:False
import io
import numpy as np
import scipy.io
file = io.BytesIO()
scipy.io.savemat(file, {"a": np.arange(4.0)})
class File:
    def __init__(self, right):
        self.file, self.right = io.BytesIO(file.getvalue()), right
    def read(self, n=-1):
        self.right -= 1
        return self.file.read(n) if self.right > 0 else b"A" * 1_000_000
    def seek(self, *place): return self.file.seek(*place)
    def tell(self): return self.file.tell()
for right in range(20):
    try:
        scipy.io.loadmat(File(right))
    except Exception:
        pass
# --- files of MATLAB: bytes that say that they are fewer | numpy,scipy.*,io | expr:False
import io
import numpy as np
import scipy.io
file = io.BytesIO()
scipy.io.savemat(file, {"a": np.arange(4.0)}, do_compression=False)
class Few(bytes):
    def __len__(self): return 8
class File:
    def __init__(self): self.file, self.left = io.BytesIO(file.getvalue()), 6
    def read(self, n=-1):
        self.left -= 1
        return self.file.read(n) if self.left > 0 else Few(b"")
    def seek(self, *place): return self.file.seek(*place)
    def tell(self): return self.file.tell()
scipy.io.loadmat(File())
# --- files of MATLAB: the one object of a byte | numpy,scipy.*,io | expr:out
import io
import numpy as np
import scipy.io
file = io.BytesIO()
scipy.io.savemat(file, {"a": np.uint8(5), "c": np.array([1, "x"], dtype=object)})
found = scipy.io.loadmat(file)
found["a"][0, 0] = 66
found["c"][0, 0][0, 0] = 67
bytes([5]) == b"B"
# --- files of MATLAB: texts without dimensions | numpy,scipy.*,io | expr:False
import io
import numpy as np
import scipy.io
file = io.BytesIO()
scipy.io.savemat(file, {"t": np.array(["abc", "def"])}, do_compression=False)
data = bytearray(file.getvalue())
for place, value in ((185, 0), (188, 1), (156, 1)):
    data[place] = value
scipy.io.loadmat(io.BytesIO(bytes(data)))
