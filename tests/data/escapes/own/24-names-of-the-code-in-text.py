# --- annotation of a function of the code reads privates | typing | leak
import typing
r = fetch_record()
def f(a: 'r._conn.password'): pass
typing.get_type_hints(f)
# --- annotation names a module behind a module | typing,statistics | cap
import typing, statistics
def f(a: 'statistics.sys'): pass
typing.get_type_hints(f)['a']
# --- annotation names what only the host has | typing | cap
import typing
def f(a: 'sys'): pass
typing.get_type_hints(f)['a']
# --- annotation calls a method | typing,numpy | file:hint.npy
import typing, numpy as np
path = canary_path('hint.npy')
a = np.zeros(3)
def f(a: 'a.tofile(path)'): pass
typing.get_type_hints(f)
# --- annotation calls a builtin | typing | file:hint.txt
import typing
path = canary_path('hint.txt')
def f(a: 'open(path, "w")'): pass
typing.get_type_hints(f)
# --- annotation with a lambda | typing | cap
import typing
def f(a: '(lambda: ().__class__.__base__)'): pass
typing.get_type_hints(f)
# --- annotation of a model reads privates | pydantic | leak
from pydantic import BaseModel
r = fetch_record()
class M(BaseModel):
    a: 'r._conn.password'
# --- annotation of a model in an annotation | pydantic,typing | cap
from pydantic import BaseModel
from typing import Optional
class M(BaseModel):
    a: "Optional['().__class__.__base__.__subclasses__()']"
M(a=1)
# --- formula reads privates of a variable | patsy | leak
import patsy
r = fetch_record()
patsy.dmatrix("I(r._conn.password)", {"x": [1.0]})
# --- formula writes a file | patsy,numpy | file:formula.npy
import patsy, numpy as np
path = canary_path('formula.npy')
patsy.dmatrix("np.save(path, x)", {"x": [1.0, 2.0]})
# --- formula opens a file | patsy | file:formula.txt
import patsy
path = canary_path('formula.txt')
patsy.dmatrix("open(path, 'w')", {"x": [1.0, 2.0]})
# --- formula with a module behind a module | patsy,statistics | cap
import patsy, statistics
patsy.dmatrix("statistics.sys.exit()", {"x": [1.0, 2.0]})
# --- private members of a printer that are not its methods of printing | sympy | cap
from sympy.printing.str import StrPrinter
class P(StrPrinter):
    def _print_Symbol(self, e): return str(self.__class__._get_initial_settings)
P()._context
super(P, P())._get_initial_settings.__globals__
