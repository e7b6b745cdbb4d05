# --- integrals and roots of mpmath
from mpmath import mp, mpf, quad, findroot, nsum, inf, diff, matrix, polyroots, identify, taylor
mp.dps = 15
print(quad(lambda x: x**2, [0, 1]), findroot(lambda x: x**2 - 2, 1), nsum(lambda n: 1 / n**2, [1, inf]), diff(lambda x: x**3, 2), mpf(1) / 3, matrix([[1, 2], [3, 4]]) ** -1, polyroots([1, -3, 2]), taylor(mp.exp, 0, 3))
# --- precision of mpmath holds from one call to the next
import mpmath
mpmath.mp.dps = 30
# --- step
print(mpmath.pi, mpmath.workdps(5)(lambda: str(mpmath.mpf(1) / 3))())
with mpmath.workdps(8):
    print(mpmath.e)
# --- functions of one's own
from sympy import Eq, Function, Symbol, diff, dsolve, symbols
f, x = Function("f"), Symbol("x")
g, h = symbols("g h", cls=Function)
print(f(x), diff(f(x) ** 2, x), dsolve(Eq(f(x).diff(x, 2) + f(x), 0)), g(x) + h(x), f.__name__)
# --- classes of functions of one's own
from sympy import Function, Integer, Symbol
class twice(Function):
    @classmethod
    def eval(cls, v):
        if v.is_Number:
            return 2 * v
    def fdiff(self, argindex=1):
        return Integer(2)
x = Symbol("x")
print(twice(3), twice(x), twice(x).diff(x), twice(x).subs(x, 4))
# --- texts to formulas
from sympy import sympify, S, parse_expr, symbols
from sympy.parsing.sympy_parser import implicit_multiplication_application, standard_transformations
print(sympify("x**2 + 2*y"), S("1/3"), parse_expr("2 x", transformations=standard_transformations + (implicit_multiplication_application,)), sympify("sin(pi/2)"), sympify([1, "a"]), sympify("Rational(1, 3)"))
# --- assumptions and simplification
from sympy import Q, ask, cos, log, powsimp, radsimp, refine, simplify, sin, sqrt, symbols, trigsimp, Abs, assuming, logcombine
x, y = symbols("x y", positive=True)
print(ask(Q.positive(x)), simplify(sin(x) ** 2 + cos(x) ** 2), trigsimp(2 * sin(x) * cos(x)), powsimp(x**2 * x**3), radsimp(1 / (1 + sqrt(2))), refine(Abs(x)), logcombine(log(x) + log(y)))
# --- calculus
from sympy import Integral, Limit, Sum, cos, diff, exp, fourier_series, integrate, laplace_transform, limit, oo, pi, residue, series, sin, symbols
x, t, s = symbols("x t s")
print(integrate(x * exp(-x), (x, 0, oo)), limit(sin(x) / x, x, 0), series(cos(x), x, 0, 6), laplace_transform(t, t, s, noconds=True), residue(1 / x, x, 0), diff(x**x, x), Sum(x, (x, 1, 5)).doit(), fourier_series(x, (x, -pi, pi)).truncate(2))
# --- matrices and solvers
from sympy import Matrix, Rational, diag, eye, linsolve, nonlinsolve, nsolve, roots, solve, solveset, symbols, zeros, S
x, y = symbols("x y")
m = Matrix([[2, 1], [1, 2]])
print(m.eigenvects(), m.diagonalize(), m.charpoly(x), solve([x + y - 3, x - y - 1]), nonlinsolve([x**2 - y, y - 4], [x, y]), nsolve(x**3 - 2, 1), solveset(x**2 - 1, x, S.Reals), m.LUdecomposition()[0])
# --- polynomials, number theory, combinatorics
from sympy import Poly, binomial, factor, factorint, gcd, groebner, isprime, npartitions, primerange, resultant, symbols, totient, cancel, apart
from sympy.combinatorics import Permutation, SymmetricGroup
x, y = symbols("x y")
print(factor(x**4 - 1), factorint(5040), list(primerange(10, 30)), groebner([x**2 - y, y - 1], x, y).exprs, Permutation([1, 0, 2]).cycle_structure, SymmetricGroup(3).order(), apart(1 / (x**2 - 1)), Poly(x**2 + 1).gens, totient(12), resultant(x**2 - 1, x - 2))
# --- geometry, statistics, units, logic, sets
from sympy import Circle, FiniteSet, Interval, Point, Triangle, satisfiable, simplify_logic, symbols, Union
from sympy.physics.units import convert_to, kilometer, meter
from sympy.stats import E, Die, Normal, P, density, variance
a, b, x = symbols("a b x")
print(Triangle(Point(0, 0), Point(1, 0), Point(0, 1)).area, E(Die("D", 6)), P(Normal("X", 0, 1) > 0), variance(Normal("X", 0, 2)), convert_to(2 * kilometer, meter), satisfiable(a & ~b), simplify_logic((a & b) | (a & ~b)), Union(Interval(0, 1), FiniteSet(5)), Circle(Point(0, 0), 1).area)
# --- interactive and lazy parts
import sympy
print(sympy.Lambda(sympy.Symbol("x"), 1)(2), sympy.N("pi", 30), sympy.srepr(sympy.Symbol("a") + 1), sympy.default_sort_key(sympy.Integer(1)) is not None)
# --- generated functions of mpmath
import mpmath
mpmath.mp.dps = 20
print(mpmath.airybi(1), mpmath.ellipk(0.5), mpmath.hyp2f1(1, 2, 3, 0.25), mpmath.besselj(1, 2), mpmath.zeta(3), mpmath.gamma(0.5))
# --- printers
from sympy import Integral, Matrix, Rational, init_printing, latex, pprint, pretty, python, sqrt, symbols, ccode, fcode, mathml, octave_code
x, y = symbols("x y")
init_printing(use_unicode=False)
pprint(Integral(sqrt(1 / x), x), use_unicode=True)
print(latex(Matrix([[1, x]])), pretty(x**2 / y), ccode(x**2), python(x + 1), mathml(x), octave_code(x**2), fcode(x**2).strip())
# --- code from formulas
from sympy import cse, sin, symbols, lambdify, count_ops
from sympy.utilities.autowrap import ufuncify
from sympy.utilities.codegen import codegen
x, y = symbols("x y")
print(cse([sin(x + y) + (x + y)]), codegen(("f", x + y), "C", header=False, empty=False)[0][1], count_ops(x + y * 2), lambdify([x, y], x + y)(1, 2), lambdify(x, x + 1).__doc__.splitlines()[0])
# --- lambdify with one's own functions and common subexpressions
from sympy import Function, Sum, lambdify, symbols
x, n = symbols("x n")
f = Function("f")
print(lambdify(x, f(x) + 1, {"f": lambda v: v * 10})(2), lambdify(x, (x + 1) ** 2 + (x + 1), cse=True)(1), lambdify([(x, n)], x - n)((3, 1)))
# --- plotting is text where asked for
from sympy import symbols, textplot
x = symbols("x")
textplot(x**2, -1, 1, W=20, H=5)
