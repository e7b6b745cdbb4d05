# imports: argparse, copy, sklearn.base, sklearn.utils._param_validation, sklearn.utils.validation, pandas, numpy, random
import argparse, copy, random
import numpy as np, pandas as pd
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils._param_validation import Interval, StrOptions


class Smart(argparse.HelpFormatter):
    def _split_lines(self, text, width):
        if text.startswith("R|"):
            return text[2:].splitlines()
        return argparse.HelpFormatter._split_lines(self, text, width)


parser = argparse.ArgumentParser("x", formatter_class=Smart)
parser.add_argument("--b", help="plain")
parser.add_argument("--c", help="R|one\ntwo")
print(parser.format_help())


class Most(ClassifierMixin, BaseEstimator):
    _parameter_constraints = {"how": [StrOptions({"a", "b"})], "n": [int]}

    def __init__(self, how="a", n=1):
        self.how, self.n = how, n

    def fit(self, X, y=None):
        self._validate_params()
        self.names_ = self._get_param_names()
        return self


print(Most().fit([[1]]).names_, Most._get_param_names())
try:
    Most("c").fit([[1]])
except ValueError as error:
    print(error)


class Frame(pd.DataFrame):
    @property
    def _constructor(self):
        return Frame

    def numbers(self):
        return self._get_numeric_data()

    def column(self):
        return self._constructor_sliced([1, 2]).sum()


frame = Frame({"a": [1, 2], "b": ["x", "y"]})
print(type(frame.numbers()).__name__, list(frame.numbers()), frame.column(), type(frame[frame.a > 1]).__name__)


class Loaded(random.Random):
    def roll(self):
        return self._randbelow(6) + 1


print([Loaded(3).roll() for _ in range(3)])


class Restored(BaseEstimator):
    def __init__(self, a=1):
        self.a = a

    def __setstate__(self, state):
        super().__setstate__(state)
        self.restored_ = True


again = copy.deepcopy(Restored(3))
print(again.a, again.restored_)
