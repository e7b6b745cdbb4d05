# imports: pandas.*, numpy
import pandas as pd

table = pd.DataFrame({"a": [1.23456, 2.5], "b": [3, 4], "c": [5, 6]})
pd.set_option("display.precision", 2, "display.max_columns", 2)
print(table, pd.get_option("display.precision"))
pd.reset_option("display.precision")
pd.reset_option("display.max_columns")
print(table)
with pd.option_context("display.precision", 1):
    print(table)
if pd.__version__ >= "3.1":
    pd.set_option({"display.precision": 3, "display.max_columns": 2})
    print(table)
    pd.reset_option("display.max_columns")
    with pd.option_context({"display.precision": 1}):
        print(table)
    pd.reset_option("display.precision")
print(table)
try:
    pd.set_option("display.precision", "many")
except ValueError as error:
    print(type(error).__name__)
try:
    pd.set_option("nothing.of.it", 1)
except KeyError as error:
    print(type(error).__name__)


class Ahead(pd.api.indexers.BaseIndexer):
    def get_window_bounds(self, num_values=0, min_periods=None, center=None, closed=None, step=None):
        import numpy as np

        start = np.arange(num_values, dtype=np.int64)
        return start, np.minimum(start + self.window_size, num_values)


print(table["b"].rolling(Ahead(window_size=2)).sum().tolist())
