# What stands for a handle of a foreign library is one: packages that call it through `ctypes` hand on what they are given.
# --- numbers for addresses | z3,z3.* | expr:err is None
import z3
z3.Z3_ast_to_string(1, 2)
# --- the same by the module of such functions | z3,z3.* | expr:err is None
import z3
from z3 import z3core
z3core.Z3_ast_to_string(1, 2)
# --- a number for a model | z3,z3.* | expr:err is None
import z3
z3.ModelRef(5, z3.main_ctx())
# --- a number in the place of a handle | z3,z3.* | expr:err is None
import z3
x = z3.Int("x")
x.ast = 7
str(x)
# --- bytes for a handle | z3,z3.* | expr:err is None and "unknown" not in str(out)
import z3
str(z3.ExprRef(b"AAAAAAAA"))
# --- a context of the code | z3,z3.* | expr:err is None
import z3
class Context:
    def ref(self): return 77
z3.Int("x", Context())
# --- a context that says what it is | z3,z3.* | expr:err is None
import z3
class Context:
    _as_parameter_ = 77
    def ref(self): return self
z3.Int("x", Context())
# --- an object of the code that is left to the end | z3,z3.* | expr:err is None
import z3
class Left(z3.ExprRef):
    def __init__(self): self.ast = 7; self.ctx = z3.main_ctx()
kept = Left()
str(Left())
# --- parts of pandas that must be named | pandas.*,numpy | expr:err is None
from pandas.core.array_algos import take
take.take_nd
# --- managers of pandas by a wildcard | pandas.* | expr:err is None
from pandas.core.internals import managers
managers.BlockManager
# --- a sort of bytes that is left to the end | z3,z3.* | expr:err is None
import z3
class Left(z3.SortRef):
    def __init__(self): self.ast = b"AAAAAAAA"; self.ctx = z3.main_ctx()
kept = Left()
z3.SortRef(b"AAAAAAAA", z3.main_ctx())
