# imports: sympy, sympy.external
# What a library looks for and does without is not there.
from sympy.external import import_module

print(import_module("no_such_module_of_anybody"), import_module("no_such_module_of_anybody", warn_not_installed=False))
