# --- save | numpy.* | file:a.npy
import numpy as np
np.save(canary_path('a.npy'), np.zeros(2))
# --- savez | numpy.* | file:a.npz
import numpy as np
np.savez(canary_path('a.npz'), np.zeros(2))
# --- savetxt by keyword | numpy.* | file:a.txt
import numpy as np
np.savetxt(fname=canary_path('a.txt'), X=np.zeros(2))
# --- loadtxt of a path object | numpy.* | leak
import numpy as np
class P:
    def __fspath__(self): return canary_path('secret.txt')
np.loadtxt(P(), dtype=str)
# --- loadtxt | numpy.* | leak
import numpy as np
str(np.loadtxt(canary_path('secret.txt'), dtype=str))
# --- loadtxt of bytes | numpy.* | leak
import numpy as np
str(np.loadtxt(canary_path('secret.txt').encode(), dtype=str))
# --- loadtxt with a path that changes | numpy.* | leak
import numpy as np
class P:
    n = 0
    def __fspath__(self):
        P.n += 1
        return '/nowhere' if P.n == 1 else canary_path('secret.txt')
str(np.loadtxt(P(), dtype=str))
# --- genfromtxt | numpy.* | leak
import numpy as np
str(np.genfromtxt(canary_path('secret.txt'), dtype=str))
# --- genfromtxt by its module | numpy.* | leak
from numpy.lib import npyio
str(npyio.genfromtxt(canary_path('secret.txt'), dtype=str))
# --- fromfile | numpy.* | leak
import numpy as np
np.fromfile(canary_path('secret.txt'), dtype='u1').tobytes()
# --- rec fromfile | numpy.* | leak
import numpy as np
np.rec.fromfile(canary_path('secret.txt'), formats='S60').tobytes()
# --- memmap | numpy.* | leak
import numpy as np
np.memmap(canary_path('secret.txt'), mode='r').tobytes()
# --- memmap subclass | numpy.* | leak
import numpy as np
class M(np.memmap): pass
M(canary_path('secret.txt'), mode='r').tobytes()
# --- load with pickle | numpy.* | leak
import numpy as np
np.load(canary_path('secret.txt'), allow_pickle=True)
# --- data source | numpy.* | leak
import numpy as np
np.lib.npyio.DataSource().open(canary_path('secret.txt')).read()
# --- tofile by a class attribute | numpy.* | file:b.bin
import numpy as np
np.ndarray.tofile(np.zeros(2), canary_path('b.bin'))
# --- tofile by a subclass | numpy.* | file:c.bin
import numpy as np
class A(np.ndarray):
    def save(self): super().tofile(canary_path('c.bin'))
np.zeros(2).view(A).save()
# --- tofile by a masked array | numpy.* | file:d.bin
import numpy as np
np.ma.zeros(2).data.tofile(canary_path('d.bin'))
# --- tofile by methodcaller | numpy.*,operator | file:e.bin
import numpy as np, operator
operator.methodcaller('tofile', canary_path('e.bin'))(np.zeros(2))
# --- tofile by match | numpy.* | file:f.bin
import numpy as np
match np.zeros(2):
    case np.ndarray(tofile=t):
        t(canary_path('f.bin'))
# --- dumps of an array, loaded | numpy.*,pickle | leak
import numpy as np
np.zeros(1).dumps()
np.loads(b"cos\ngetenv\n(S'FX_TOKEN'\ntR.")
# --- save into a file object of the code | numpy.* | leak
import numpy as np
class F:
    def write(self, b): pass
    def __getattr__(self, n): return lambda *a: fetch_record()._conn.password
np.save(F(), np.zeros(2))
# --- npz file class | numpy.* | leak
from numpy.lib.npyio import NpzFile
NpzFile(canary_path('secret.txt'))
# --- format module | numpy.* | file:g.npy
from numpy.lib import format as f
f.open_memmap(canary_path('g.npy'), mode='w+', shape=(2,))
# --- set print function of the process | numpy.* | expr:'pwned' in repr(mod('numpy').zeros(1))
import numpy as np
np.set_printoptions(formatter={'float': lambda x: 'pwned'})
# --- print options of the process | numpy.* | expr:mod('numpy').get_printoptions()['precision'] == 1
import numpy as np
np.set_printoptions(precision=1)
# --- print options left open | numpy.* | expr:mod('numpy').get_printoptions()['precision'] == 1
import numpy as np
np.printoptions(precision=1).__enter__()
# --- error state of the process | numpy.* | expr:mod('numpy').geterr()['divide'] == 'raise'
import numpy as np
np.seterr(all='raise')
# --- error state left open | numpy.* | expr:mod('numpy').geterr()['divide'] == 'raise'
import numpy as np
np.errstate(all='raise').__enter__()
# --- error callback of the process | numpy.* | expr:mod('numpy').geterrcall() is not None
import numpy as np
np.errstate(call=lambda *a: 1).__enter__()
# --- buffer size of the process | numpy.* | expr:mod('numpy').getbufsize() == 1600
import numpy as np
np.setbufsize(1600)
# --- seed of the process | numpy.* | expr:False
import numpy as np
np.random.seed(1)
# --- ctypeslib by from | numpy.* | cap
from numpy import ctypeslib
ctypeslib.ctypes
# --- f2py | numpy.* | cap
import numpy as np
np.f2py.run_main(['x'])
# --- testing runs a string | numpy.* | leak
import numpy as np
np.testing.rundocs
# --- exec mod | numpy.* | file:ex
import numpy as np
np.testing.runstring("open('ex', 'w')", {})
# --- distutils exec | numpy.* | expr:err is None
import numpy.distutils.exec_command
# --- array function hook | numpy.* | leak
import numpy as np
class A:
    def __array_function__(self, func, types, args, kwargs): return func.__globals__
np.concatenate([A()])
# --- array ufunc hook | numpy.* | cap
import numpy as np
class A:
    def __array_ufunc__(self, u, m, *a, **k): return u.__class__.__mro__[-1].__subclasses__()
np.add(A(), 1)
# --- array function's implementation | numpy.* | leak
import numpy as np
np.sum._implementation.__globals__['os' if False else 'np'].os.getenv('FX_TOKEN')
# --- module of a public function | numpy.* | cap
import numpy as np
np.lib.scimath.nx.sys
# --- ndarray base of frombuffer | numpy.* | expr:err is None and out == 9
import numpy as np
b = b'constant bytes'
a = np.ndarray((4,), 'u1', b)
a.flags.writeable = True
a[0] = 9
int(a[0])
# --- as_strided by its module | numpy.* | expr:err is None
from numpy.lib.stride_tricks import as_strided
import numpy as np
as_strided(np.zeros(4), (1000,), (8,))
# --- resize without a reference check | numpy.* | expr:err is None
import numpy as np
a = np.zeros(1000)
b = a[10:]
a.resize(1, refcheck=False)
# --- resize by the class | numpy.* | expr:err is None
import numpy as np
a = np.zeros(1000)
np.ndarray.resize(a, 1, refcheck=False)
# --- object array from a buffer | numpy.* | expr:err is None
import numpy as np
np.frombuffer(b'12345678', dtype=object)
# --- view of numbers as objects | numpy.* | expr:err is None
import numpy as np
np.zeros(1, 'u8').view(object)
# --- structured dtype with overlapping objects | numpy.* | expr:err is None and out is not None
import numpy as np
d = np.dtype({'names': ['a', 'o'], 'formats': ['u8', 'O'], 'offsets': [0, 0]})
a = np.zeros(1, d)
a['a'] = 12345
a['o'][0]
# --- dlpack of an object | numpy.* | expr:err is None
import numpy as np
class A:
    def __dlpack__(self, **k): return 1
    def __dlpack_device__(self): return (1, 0)
np.from_dlpack(A())
# --- capsule of a generator | numpy.* | expr:err is None
import numpy as np
np.random.PCG64().capsule
# --- ctypes of a bit generator | numpy.* | cap
import numpy as np
np.random.PCG64().ctypes
# --- add documentation of the process | numpy.* | expr:err is None
import numpy as np
np.lib.add_docstring(np.sum, 'pwned')
# --- newdoc of the process | numpy.* | expr:err is None
import numpy as np
np.lib.add_newdoc('numpy', 'sum', 'pwned')
# --- save by the module of matrices | numpy.* | expr:err is None or 'Forbidden to write' not in errs
import numpy.matlib
numpy.matlib.save(canary_path('x'), 1)
# --- records from a text file | numpy.* | expr:err is None or 'Forbidden access' not in errs
from numpy.ma.mrecords import fromtextfile
fromtextfile(canary_path('secret.txt'))
# --- records from a file | numpy.* | expr:err is None or 'Forbidden access' not in errs
import numpy as np
np.rec.fromfile(canary_path('secret.txt'), formats='S1')
