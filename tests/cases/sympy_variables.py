# imports: sympy, sympy.*, mpmath
from sympy import *
r = var("x y")
print(x + y, r)
def f():
    var("alpha")
    return alpha * 2
print(f(), alpha)
var("f", cls=Function)
print(f(x).diff(x))
print(var("a:3"), a1)
print(var("q", real=True).is_real)
import sympy as sp
sp.var(["m", ["n1", "n2"]])
print(m, n2)
try: var("")
except ValueError as e: print(e)
import mpmath
print(mpmath.identify(3*mpmath.pi - 2*mpmath.e, ['pi', 'e']))
