# --- dataclasses made by a call
import dataclasses
P = dataclasses.make_dataclass("P", [("x", int), ("y", int, 5), "z"][:2], namespace={"total": lambda self: self.x + self.y}, order=True)
F = dataclasses.make_dataclass("F", ["a", ("b", list, dataclasses.field(default_factory=list))], bases=(P,), frozen=False, kw_only=True)
print(P(1), P(1).total(), P(1) < P(2), [f.name for f in dataclasses.fields(P)], F(1, a=2), dataclasses.asdict(F(1, a=2)), dataclasses.replace(P(1), y=0))
# --- hints in texts
import typing
from typing import Optional, get_type_hints
class A:
    x: "B"
    y: "list[B]"
    def m(self, other: "A", n: "Optional[int]" = None) -> "dict[str, A]": return {}
class B: pass
def f(a: "typing.Optional[B]", b: "Optional[A]" = None, *c: "int | None") -> "list['A']": pass
def outer(B):
    return get_type_hints(f)
print(get_type_hints(A), get_type_hints(A.m), get_type_hints(A().m), get_type_hints(f), outer(int))
def broken(a: "Nowhere"): pass
try: get_type_hints(broken)
except NameError as e: print(e)
# --- models with hints that are texts
from __future__ import annotations
from typing import Annotated, Optional, Union
from datetime import datetime
from enum import Enum
from pydantic import BaseModel, Field, ValidationError, field_validator
class Role(Enum):
    admin = "admin"
class Part(BaseModel):
    code: str = Field(pattern=r"^\d+$")
    cost: Annotated[float, Field(gt=0)] = 1.0
class Order(BaseModel):
    when: Optional[datetime] = None
    role: Role = Role.admin
    parts: list[Part] = []
    both: Union[int, str, None] = None
    @field_validator("both")
    @classmethod
    def check(cls, v: Union[int, str, None]) -> Union[int, str, None]: return v
print(Order(when="2024-01-02T03:04:05", parts=[{"code": "12"}], both="x").model_dump())
try: Order(parts=[{"code": "x", "cost": -1}])
except ValidationError as e: print(e.error_count(), [x["loc"] for x in e.errors()])
# --- models that name themselves and later ones
from typing import List, Optional
from pydantic import BaseModel
class Node(BaseModel):
    value: int
    kids: List["Node"] = []
    after: Optional["Later"] = None
    def total(self): return self.value + sum(k.total() for k in self.kids)
class Later(BaseModel):
    name: str
def local():
    class Tree(BaseModel):
        left: "Optional[Tree]" = None
    class Wood(BaseModel):
        trees: "List[Tree]"
    return Tree(left={"left": {}}).model_dump(), Wood(trees=[{}])
print(Node(value=1, kids=[{"value": 2, "kids": [{"value": 3}]}], after={"name": "z"}).total(), Node(value=1, after={"name": "z"}), local())
# --- formulas read variables of the code
import numpy as np, pandas as pd, patsy
import statsmodels.api as sm, statsmodels.formula.api as smf
df = pd.DataFrame({"x": np.arange(1.0, 13), "g": list("abcabcabcabc")}); df["y"] = 2 * df.x + np.sin(df.x)
k = 3
def half(v): return v / 2
def inner(data):
    shift = 10
    def moved(v): return v + shift
    fit = smf.ols("y ~ moved(x)", data).fit()
    return fit.params.round(3).to_dict(), fit.predict(data.head(1)).round(3).tolist()
print(smf.ols("y ~ np.log(x) + C(g)", df).fit().params.round(3).to_dict(), smf.ols("y ~ half(x) + I(x ** k)", df).fit().params.round(3).to_dict(), inner(df))
print(np.asarray(patsy.dmatrix("half(x)", df))[:2].tolist(), [smf.ols(f"y ~ I(x * {n})", df).fit().rsquared.round(4) for n in (1, 2)], smf.glm("y ~ np.sqrt(x)", df, family=sm.families.Gaussian()).fit().params.round(3).tolist())
# --- printers of one's own
from sympy import sin, symbols
from sympy.printing.latex import LatexPrinter
from sympy.printing.str import StrPrinter
x, y = symbols("x y")
class Mine(StrPrinter):
    def _print_Pow(self, e): return f"pow({self._print(e.base)}, {self._print(e.exp)})"
    def _print_Symbol(self, e): return e.name.upper()
    def _print_sin(self, e): return "S[" + ", ".join(map(self._print, e.args)) + "]" + super()._print_Function(e)
class Tex(LatexPrinter):
    def _print_Symbol(self, e): return r"\mathbf{" + super()._print_Symbol(e) + "}"
print(Mine().doprint(x**2 + y + sin(x * y)), Tex().doprint(x**2 / y))
# --- sheets behind a writer
import io
import pandas as pd
b = io.BytesIO()
with pd.ExcelWriter(b, engine="openpyxl") as w:
    pd.DataFrame({"a": [1, 2]}).to_excel(w, sheet_name="one", index=False)
    sheet = w.sheets["one"]
    sheet.column_dimensions["A"].width = 20
    sheet.row_dimensions[1].height = 30
    sheet["A1"].value = "top"
    sheet.freeze_panes = "A2"
b.seek(0)
print(pd.read_excel(b), sheet.column_dimensions["A"].width, sheet.freeze_panes)
# --- archives in memory
import io, tarfile
t = io.BytesIO()
with tarfile.open(fileobj=t, mode="w:gz") as tf:
    for name, data in (("a.txt", b"abc"), ("d/b.csv", b"1,2")):
        i = tarfile.TarInfo(name); i.size = len(data); i.mtime = 0; i.mode = 0o600
        tf.addfile(i, io.BytesIO(data))
t.seek(0)
with tarfile.open(fileobj=t) as tf:
    print(tf.getnames(), [m.size for m in tf.getmembers()], oct(tf.getmember("a.txt").mode))
