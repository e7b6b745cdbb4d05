# --- solve
import sympy as sp
x = sp.symbols("x")
print(sp.solve(x**2 - 5 * x + 6, x), sp.solveset(sp.sin(x), x, sp.Interval(0, 7)))
# --- calculus
from sympy import Symbol, diff, exp, integrate, limit, oo, sin
x = Symbol("x")
print(diff(x**3 * sin(x), x), integrate(exp(-x**2), (x, -oo, oo)), limit(sin(x) / x, x, 0), integrate(x**2, x))
# --- simplify and expand
import sympy as sp
x, y = sp.symbols("x y", positive=True)
print(sp.simplify(sp.sin(x)**2 + sp.cos(x)**2), sp.expand((x + y)**3), sp.factor(x**2 - y**2), sp.apart(1 / (x * (x + 1))), sp.sqrt(x**2))
# --- matrices
from sympy import Matrix, eye
m = Matrix([[2, 1], [1, 2]])
print(m.eigenvals(), m.det(), m.inv(), m * eye(2), m.rref()[0], m.T)
# --- systems of equations
from sympy import Eq, linsolve, solve, symbols
x, y = symbols("x y")
print(solve([Eq(x + y, 10), Eq(x - y, 2)], [x, y]), linsolve([x + y - 3, x - y - 1], x, y))
# --- series and sums
from sympy import Sum, cos, factorial, oo, series, summation, symbols
x, n = symbols("x n")
print(series(cos(x), x, 0, 6), summation(1 / n**2, (n, 1, oo)), Sum(n, (n, 1, 10)).doit())
# --- numbers
from sympy import N, Rational, divisors, factorint, gcd, isprime, nextprime, pi, prime, sqrt
print(Rational(1, 3) + Rational(1, 6), N(pi, 20), factorint(360), isprime(97), nextprime(100), prime(10), divisors(12), sqrt(8), gcd(12, 18))
# --- substitution and evaluation
import sympy as sp
a, b = sp.symbols("a b")
e = a**2 + b
print(e.subs({a: 2, b: 3}), e.subs(a, sp.pi).evalf(5), e.free_symbols == {a, b}, e.args, float(sp.sqrt(2)))
# --- lambdify
import sympy as sp
x = sp.symbols("x")
f = sp.lambdify(x, x**2 + 1, "math")
print(f(3))
# --- parse an expression
from sympy import sympify
from sympy.parsing.sympy_parser import parse_expr
print(sympify("2*x + 3*x"), parse_expr("x**2 + 2*x + 1").factor())
# --- differential equation
from sympy import Derivative, Eq, Function, dsolve, symbols
x = symbols("x")
f = Function("f")
print(dsolve(Eq(f(x).diff(x), f(x)), f(x)))
# --- printing
import sympy as sp
x = sp.symbols("x")
print(sp.latex(sp.Integral(x**2, (x, 0, 1))), sp.pretty(x**2 / 2, use_unicode=False), sp.srepr(x + 1), sp.pycode(sp.sin(x)))
# --- logic and sets
from sympy import And, FiniteSet, Interval, Or, Union, satisfiable, symbols
p, q = symbols("p q")
print(satisfiable(And(p, ~q)), Union(Interval(0, 1), Interval(1, 2)), FiniteSet(1, 2) & FiniteSet(2, 3), Or(p, q).subs(p, True))
# --- polynomials
from sympy import Poly, symbols, roots
x = symbols("x")
p = Poly(x**3 - 6 * x**2 + 11 * x - 6, x)
print(p.degree(), p.all_coeffs(), roots(p), p.eval(4), p.nroots(n=4))
# --- geometry
from sympy import Circle, Point, Triangle
t = Triangle(Point(0, 0), Point(4, 0), Point(0, 3))
print(t.area, t.perimeter, Circle(Point(0, 0), 2).area, Point(0, 0).distance(Point(3, 4)))
# --- vectors and units
from sympy import Piecewise, symbols
from sympy.physics.units import convert_to, hour, km, meter, second
x = symbols("x")
print(convert_to(36 * km / hour, [meter, second]), Piecewise((x, x > 0), (0, True)).subs(x, -3))
# --- combinatorics
from sympy import binomial, fibonacci
from sympy.utilities.iterables import multiset_permutations
print(binomial(5, 2), fibonacci(20), list(multiset_permutations("aab")))
# --- sympy calculus and solving
import sympy as sp
x, y = sp.symbols("x y", real=True)
print(sp.integrate(sp.exp(-x ** 2), (x, -sp.oo, sp.oo)), sp.diff(sp.sin(x) * x, x), sp.limit(sp.sin(x) / x, x, 0), sp.series(sp.exp(x), x, 0, 4), sp.solve(x ** 2 - 2, x), sp.solve([x + y - 3, x - y - 1], [x, y]))
print(sp.factor(x ** 2 - 1), sp.expand((x + 1) ** 3), sp.simplify(sp.sin(x) ** 2 + sp.cos(x) ** 2), sp.latex(x ** 2 / 2), sp.Matrix([[1, 2], [3, 4]]).inv(), sp.Matrix([[2, 0], [0, 3]]).eigenvals())
f = sp.lambdify((x, y), x ** 2 + sp.sin(y), "numpy"); print(float(f(2, 0)), sp.N(sp.pi, 15), sp.nsimplify(0.5), sp.Rational(1, 3) + 1, sp.sympify("x**2 + 1").subs("x", 3))
g = sp.Function("g"); print(sp.dsolve(g(x).diff(x) - g(x), g(x)), sp.Sum(x, (x, 1, 10)).doit(), list(sp.primerange(1, 20)), sp.factorint(360), sp.Poly(x ** 2 + 2 * x, x).all_coeffs())
print(sp.parse_expr("2*x + sin(y)"), sp.Eq(x, 2), sp.Piecewise((x, x > 0), (0, True)).subs(x, -1), sp.Interval(0, 1).contains(0.5), sp.plot if False else 1, sp.pretty(x ** 2), sp.srepr(x + 1))
# --- sympy own function, printing and logic
import sympy as sp
class my(sp.Function):
    @classmethod
    def eval(cls, a):
        if a.is_Integer: return a * 2
    def fdiff(self, argindex=1): return sp.Integer(2)
x = sp.Symbol("x"); print(my(3), my(x), my(x).diff(x))
a, b = sp.symbols("a b"); print(sp.simplify_logic((a & b) | (a & ~b)), sp.satisfiable(a & ~b), sp.to_cnf(a | (b & a)))
print(sp.codegen if False else sp.ccode(x ** 2), sp.pycode(sp.sin(x)), sp.fcode(x ** 2).strip(), sp.python(x ** 2).splitlines()[-1])
print(sp.lambdify([x], sp.Max(x, 2), "math")(1), sp.lambdify(x, sp.Piecewise((1, x > 0), (2, True)))(3), sp.lambdify([(a, b)], a + b)((1, 2)), sp.lambdify(x, [x, x ** 2])(3))
# --- texts as expressions, in a namespace of one's own
import sympy
from sympy.parsing.sympy_parser import parse_expr, standard_transformations, implicit_multiplication_application
x = sympy.Symbol("x")
names = {"Symbol": sympy.Symbol, "Integer": sympy.Integer}
print(parse_expr("x + 1", global_dict=names), parse_expr("2x", transformations=standard_transformations + (implicit_multiplication_application,)))
print(sympy.sympify("x**2 + sin(x)"), sympy.sympify("k + 1", locals={"k": x}), parse_expr("x*y", local_dict={"y": x}))
# --- functions of the code in formulas import by themselves, and C code does for them
import datetime
import sympy
def season(x):
    import math
    from collections import Counter
    return datetime.datetime.strptime(f"{int(x)}-03-01", "%Y-%m-%d").month + math.floor(x) + len(Counter("ab"))
x = sympy.symbols("x")
f = sympy.lambdify(x, sympy.Function("season")(x) + 1, modules=[{"season": season}, "math"])
print(f(2024.5), f(2023), sympy.lambdify(x, sympy.sin(x), "numpy")(0.0))
# --- series that mpmath writes functions for
from sympy import betainc, hyper, I
print(betainc(0.75, 1 - 4*I, 0, 2 + 3*I).evalf(25), hyper((1 + I, 2.5), (3.25, I), 0.5).evalf(12))
# --- numbers drawn by another package
from sympy.stats import Die, sample, density
d = Die("d", 6)
print(1 <= int(sample(d)) <= 6, density(d).dict[3])
# --- symbols that print themselves
from sympy import Symbol, latex, sin
from sympy.printing.str import StrPrinter
class Unit(Symbol):
    def _sympystr(self, printer):
        return "<" + printer._print(Symbol("u")) + ">"
    def _latex(self, printer):
        return r"\unit{" + printer._print(sin(Symbol("z"))) + "}"
print(Unit("a") + 1, latex(Unit("a") ** 2), StrPrinter()._print(Symbol("q")))
# --- sums as functions
from sympy import Sum, lambdify, symbols
import numpy as np
x, k, n = symbols("x k n")
print(lambdify(x, Sum(x**k, (k, 0, 3)))(2), lambdify((x, n), Sum(x * k, (k, 1, n)) + 1)(2.0, 4), lambdify(x, Sum(x**k, (k, 0, 2)), "math")(3))
print(lambdify(x, Sum(x**k, (k, 0, 2)))(np.array([1.0, 2.0])), lambdify(x, Sum(Sum(x + k * n, (k, 0, 2)), (n, 0, 1)))(1))
# --- functions of one's own that go on with what sympy has
import sympy as sp
x, y = sp.symbols("x y")
class Twice(sp.Function):
    @classmethod
    def eval(cls, argument):
        if argument.is_Number:
            return 2 * argument
    def fdiff(self, argindex=1):
        return sp.Integer(2)
    def _eval_subs(self, old, new):
        print("subs", old, new)
        return super()._eval_subs(old, new)
    def _eval_evalf(self, prec):
        return (2 * self.args[0])._eval_evalf(prec)
    def _eval_is_real(self):
        return self.args[0].is_real
    def _eval_derivative(self, symbol):
        return super()._eval_derivative(symbol)
    def _eval_simplify(self, **options):
        return self.func(sp.simplify(self.args[0]))
class Pair(sp.Expr):
    def __new__(cls, one, other):
        return sp.Expr.__new__(cls, sp.sympify(one), sp.sympify(other))
    def _eval_subs(self, old, new):
        return super()._eval_subs(old, new)
    def _eval_expand_power_base(self, **hints):
        return self.func(*(argument.expand() for argument in self.args))
print(Twice(x).subs(x, 3), Twice(x).diff(x), Twice(x**2).diff(x), Twice(sp.pi).evalf(5), Twice(sp.Symbol("r", real=True)).is_real, sp.simplify(Twice(x * x / x)))
print(Pair(x, y).subs(x, 2), Pair(x, (x + 1) ** 2).subs({x: y}), (x**2)._eval_derivative(x), sp.sin(x)._eval_derivative(x))
# --- expressions in pickles
import pickle
import sympy as sp
x, y = sp.symbols("x y", positive=True)
for value in (x**2 + sp.sin(y) / 3, sp.Matrix([[1, x], [y, 2]]), sp.Eq(x, y), sp.Integral(x, (x, 0, 1)), sp.Poly(x**2 + 1, x), sp.Interval(0, 1), sp.pi + sp.I + sp.oo, sp.Piecewise((x, x > 1), (0, True))):
    back = pickle.loads(pickle.dumps(value))
    print(back, back == value, type(back).__name__)
print(pickle.loads(pickle.dumps({x: [1, y]}))[x], sp.solve(pickle.loads(pickle.dumps(x**2 - 4)), x))
