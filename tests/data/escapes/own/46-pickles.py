# --- pickle that calls a function of a module | pickle | expr:err is None
import pickle
pickle.loads(b"cos\ngetcwd\n(tR.")
# --- pickle that evaluates | pickle | expr:err is None
import pickle
pickle.loads(b"cbuiltins\neval\n(S'1'\ntR.")
# --- pickle that evaluates, by the name of Python 2 | pickle,io | expr:err is None
import pickle, io
pickle.load(io.BytesIO(b"c__builtin__\neval\n(S'1'\ntR."))
# --- pickle that reads a module behind a class | pickle | expr:err is None
import pickle
pickle.loads(b"\x80\x04\x8c\x08datetime\x8c\x03sys\x93.")
# --- pickle that reads a method of a class | pickle | expr:err is None
import pickle
pickle.loads(b"\x80\x04\x8c\x08datetime\x8c\x10date.fromordinal\x93.")
# --- pickle that sets an attribute of a class of the library | pickle | expr:hasattr(mod('collections').Counter, 'pwned')
import pickle
pickle.loads(b"\x80\x02ccollections\nCounter\n(N}X\x05\x00\x00\x00pwnedK\x01stb.")
# --- pickle that sets an attribute of a class of the library, below numbers | pickle | expr:hasattr(mod('fractions').Fraction, 'pwned')
import pickle
pickle.loads(b"\x80\x02cfractions\nFraction\n(N}X\x05\x00\x00\x00pwnedK\x01stb.")
# --- pickle that encodes by a codec that is looked for | pickle | expr:err is None
import pickle
pickle.loads(b"\x80\x02c_codecs\nencode\nX\x01\x00\x00\x00aX\x03\x00\x00\x00zip\x86R.")
# --- record pickled into a file of the code | pickle,io | leak
import pickle, io
b = io.BytesIO()
pickle.dump([fetch_record()], b)
b.getvalue()
# --- file of a tool's that is written to | pickle | leak
import pickle
pickle.dump(search, fetch_record())
# --- pickle that sets a special name on a class of the code | pickle | expr:err is None
import pickle
class A: pass
pickle.loads(b"\x80\x02c__main__\nA\n(N}X\x13\x00\x00\x00__array_interface__K\x01stb.")
# --- pickle that fills the namespace of a class of the code | pickle | expr:err is None
import pickle
class A: pass
pickle.loads(b"\x80\x02c__main__\nA\n}X\x13\x00\x00\x00__array_interface__K\x01sb.")
# --- pickle that makes an object of the code one of a library | pickle,json | expr:err is None
import pickle
class A: pass
pickle.loads(b"\x80\x02c__main__\nA\n)\x81(N}X\x09\x00\x00\x00__class__cjson.decoder\nJSONDecoder\nstb.")
# --- pickle that names a tool | pickle | expr:err is None
import pickle
pickle.loads(b"\x80\x02c__main__\nfetch_record\n)R.")
# --- pickle that names a module of the code | pickle,json | expr:err is None
import pickle, json
pickle.loads(b"\x80\x04\x8c\x08__main__\x8c\x04json\x93.")
# --- pickle that walks from a class of the code | pickle | expr:err is None
import pickle
class A:
    def f(self): pass
pickle.loads(b"\x80\x04\x8c\x08__main__\x8c\x0fA.f.__globals__\x93.")
# --- pickle that sets the state of a plain value beside an object of the code | pickle | expr:err is None
import pickle
class A: pass
pickle.loads(b"\x80\x02c__main__\nA\n0cfractions\nFraction\n(K\x01K\x02tR(N}X\x0a\x00\x00\x00_numeratorX\x01\x00\x00\x00xstb.")
# --- pickle of an object of the code below an array | pickle,numpy | expr:err is None
import pickle, numpy as np
class A(np.ndarray): pass
pickle.loads(b"\x80\x02c__main__\nA\n(K\x03tR(K\x01(K\x03tX\x01\x00\x00\x00Otb.")
# --- pickle of an object below one of the host | pickle | leak
import pickle
class R(type(fetch_record())): pass
r = R(1)
pickle.dumps(r)
# --- pickle that makes an object below one of the host | pickle | expr:err is None
import pickle
class R(type(fetch_record())): pass
pickle.loads(b"\x80\x02c__main__\nR\n)\x81}X\x05\x00\x00\x00_connK\x01sb.")
# --- record in an object of the code that is pickled | pickle | leak
import pickle
class Box: pass
box = Box()
box.held = fetch_record()
pickle.dumps(box)
# --- record in the state that an object of the code gives | pickle | leak
import pickle
class Box:
    def __getstate__(self): return {"held": fetch_record()}
pickle.dumps(Box())
# --- pickle by an extension that the process registered | pickle | expr:err is None
import pickle
class A: pass
pickle.loads(b"\x80\x02c__main__\nA\n0\x82\x01.")
# --- pickle that gives a dtype a state | pickle,numpy | expr:err is None
import pickle, numpy as np
pickle.loads(b"cnumpy\ndtype\n(S'V8'\nI0\nI1\ntR(I3\nS'|'\nNS'a'\nNI8\nI1\nI0\ntb.")
# --- pickle of the session's own that is changed | pickle,numpy | expr:err is None
import pickle, numpy as np
pickle.loads(pickle.dumps(np.arange(3)).replace(b"i8", b"O8"))
# --- pickle of the session's own, and one more behind it | pickle,numpy,io | expr:err is None
import pickle, io, numpy as np
f = io.BytesIO(pickle.dumps(np.arange(3)) + b"cnumpy\ndtype\n(S'V8'\nI0\nI1\ntR.")
pickle.load(f); pickle.load(f)
# --- pickle of an array and of a namespace that says what is written of it | pickle,numpy,types | expr:err is None
import pickle, types, numpy as np
state = (3, '|', None, ('a',), {'a': (np.dtype('O'), 64)}, 8, 1, 0)
says = types.SimpleNamespace(**{'__reduce_ex__': lambda protocol: (np.dtype, ('V8', False, True), state)})
pickle.loads(pickle.dumps([np.arange(2), says]))
# --- pickle of a counter that says what is written of it | pickle,numpy,collections | expr:err is None
import pickle, collections, numpy as np
says = collections.Counter()
says.__reduce_ex__ = lambda protocol: (np.dtype, ('V8', False, True), (3, '|', None, ('a',), {'a': (np.dtype('O'), 64)}, 8, 1, 0))
pickle.loads(pickle.dumps([np.arange(2), says]))
# --- pickle of a frame that says what is written of it | pickle,pandas,numpy | expr:err is None
import pickle, pandas as pd, numpy as np
says = pd.DataFrame({'a': [1]})
says.__reduce_ex__ = lambda protocol: (np.dtype, ('V8', False, True), (3, '|', None, ('a',), {'a': (np.dtype('O'), 64)}, 8, 1, 0))
pickle.loads(pickle.dumps(says)).fields['a']
# --- pickle of the session's own that is read in another one's words | pickle,numpy,io | expr:err is None
import pickle, io, numpy as np
own = pickle.dumps(np.arange(3))
class File:
    def __init__(self): self.n = 0
    def tell(self): return 0
    def seek(self, to): self.n += 1
    def read(self, n=-1): return own if self.n == 0 else b"cnumpy\ndtype\n(S'V8'\nI0\nI1\ntR."[:n]
    def readline(self): return b"cnumpy\n"
    def readinto(self, b): return 0
pickle.load(File()); pickle.load(File()).names
# --- pickle of a bunch that says what is written of it | pickle,sklearn.*,numpy | expr:err is None
import pickle, numpy as np
from sklearn.utils import Bunch
says = Bunch(**{'__reduce_ex__': lambda protocol: (np.dtype, ('V8', False, True), (3, '|', None, ('a',), {'a': (np.dtype('O'), 64)}, 8, 1, 0))})
pickle.loads(pickle.dumps([np.arange(2), says]))[1].fields['a']
# --- pickle of a model whose attribute says what is written of it | pickle,sklearn.*,numpy | expr:err is None
import pickle, numpy as np
from sklearn.linear_model import LinearRegression
says = LinearRegression()
says.__reduce_ex__ = lambda protocol: (np.dtype, ('V8', False, True), (3, '|', None, ('a',), {'a': (np.dtype('O'), 64)}, 8, 1, 0))
pickle.loads(pickle.dumps(says)).fields['a']
# --- pickle of a tree that no library wrote | pickle,sklearn.*,numpy | expr:err is None
import pickle, numpy as np
from sklearn.tree import DecisionTreeClassifier
own = pickle.dumps(DecisionTreeClassifier().fit([[0.0], [1.0]], [0, 1]))
pickle.loads(own.replace(b"max_depth", b"max_dapth")).predict([[0.0]])
# --- record in a graph that is pickled | pickle,networkx | leak
import pickle, networkx as nx
graph = nx.Graph()
graph.add_node(1, held=fetch_record())
pickle.dumps(graph)
# --- pickle of a graph that holds a function for files | pickle,networkx,numpy | leak
import pickle, networkx as nx, numpy as np
graph = nx.Graph(held=np.loadtxt)
str(pickle.loads(pickle.dumps(graph)).graph["held"](canary_path('secret.txt'), dtype=str))
# --- pickle of a graph that holds a function that evaluates | pickle,networkx,sympy | expr:err is None
import pickle, networkx as nx, sympy
pickle.loads(pickle.dumps(nx.Graph(held=sympy.sympify))).graph["held"]("().__class__.__mro__[1].__subclasses__()")
# --- names of the session's own pickle in another one | pickle,networkx | expr:err is None
import pickle, networkx as nx
pickle.dumps(nx.Graph())
pickle.loads(b"cnetworkx\nread_edgelist\n(S'/etc/passwd'\ntR.")
# --- values of packages beside an object of the code that are changed | pickle,numpy | expr:err is None
import pickle, numpy as np
class A: pass
own = A(); own.x = np.arange(4)
pickle.loads(pickle.dumps(own).replace((3).to_bytes(8, "little"), (9).to_bytes(8, "little")))
# --- a dtype with a state in the place of values of packages | pickle | expr:err is None
import pickle
class A: pass
state = b"cnumpy\ndtype\n(S'V8'\nI0\nI1\ntR(I3\nS'|'\nN(S'a'\nt(dS'a'\n(cnumpy\ndtype\n(S'O'\nI0\nI1\ntRI64\ntsI8\nI1\nI0\ntb."
pickle.loads(pickle.BINBYTES8 + len(state).to_bytes(8, "little") + state + pickle.BINPERSID + b"0I0\n" + pickle.BINPERSID + b".")
# --- a state for a value of a package beside an object of the code | pickle,numpy | expr:err is None
import pickle, numpy as np
class A: pass
own = A(); own.x = np.arange(4)
text = pickle.dumps(own, 2)
at = text.index(pickle.POP, text.index(pickle.BINPERSID)) + 1
pickle.loads(text[:at] + b"K\x00" + pickle.BINPERSID + b"(K\x01)N\x89C\x00tb.")
# --- a state for a value of a package that an object of the code gives | pickle,numpy | expr:out.fields
import pickle, numpy as np
made = np.dtype('V8')
class A:
    def __new__(cls): return made if cls.given else object.__new__(cls)
    given = False
    def __getstate__(self): return (3, '|', None, ('a',), {'a': (np.dtype('O'), 64)}, 8, 1, 0)
text = pickle.dumps(A())
A.given = True
pickle.loads(text)
made
# --- an object of a class of the host by what makes those of the code | pickle | expr:err is None
import pickle
class A: pass
pickle.loads(b"ccopy_reg\n_reconstructor\n(c__builtin__\nobject\nc__builtin__\nobject\nNtR.")
# --- a class by what makes objects of the code's classes | pickle | expr:err is None
import pickle
class M(type): pass
pickle.loads(b"ccopy_reg\n_reconstructor\n(c__main__\nM\nc__builtin__\nobject\nNtR.")
# --- an object of the code by a base that lies | pickle | expr:err is None
import pickle
class Base:
    def __new__(cls, state): return print
class A(Base): pass
pickle.loads(b"ccopy_reg\n_reconstructor\n(c__main__\nA\nc__main__\nBase\nNtR.")
# --- a record among values of packages beside an object of the code | pickle,numpy | leak
import pickle, numpy as np
class A: pass
own = A(); own.x = np.array([fetch_record()], dtype=object)
str(pickle.dumps(own))
# --- a function for files among values of packages beside an object of the code | pickle,numpy,networkx | leak
import pickle, numpy as np, networkx as nx
class A: pass
own = A(); own.x = nx.Graph(held=np.loadtxt)
str(pickle.loads(pickle.dumps(own)).x.graph["held"](canary_path('secret.txt'), dtype=str))
