# imports: numpy.*, pandas.*, fractions
from fractions import Fraction

import numpy as np
import pandas as pd
from pandas.api.extensions import ExtensionArray, ExtensionDtype


class Shares(ExtensionDtype):
    name = "share"
    type = Fraction
    kind = "O"
    na_value = None

    @classmethod
    def construct_array_type(cls):
        return ShareArray


class ShareArray(ExtensionArray):
    def __init__(self, values):
        self.values = np.array(values, dtype=object)

    @classmethod
    def _from_sequence(cls, scalars, dtype=None, copy=False):
        return cls(list(scalars))

    @property
    def dtype(self):
        return Shares()

    def __len__(self):
        return len(self.values)

    def __getitem__(self, place):
        found = self.values[place]
        return ShareArray(found) if isinstance(found, np.ndarray) else found

    def isna(self):
        return np.array([value is None for value in self.values], dtype=bool)

    def copy(self):
        return ShareArray(self.values.copy())


series = pd.Series(ShareArray([Fraction(1, 2), Fraction(1, 3)]))
print(series, series.dtype, issubclass(series.dtype.type, Fraction), pd.api.types.is_numeric_dtype(series.dtype))


class Reading(Shares):
    name = "reading"
    type = np.float64
    kind = "f"


print(Reading().type is np.float64, pd.api.types.is_numeric_dtype(Reading()), pd.api.types.is_float_dtype(Reading()))
