# imports: pandas, collections, typing
"""Names with an underscore that the data gave: fields of named tuples, columns of tables, labels of series."""
import collections
import typing

import pandas as pd

table = pd.DataFrame({"a b": [1, 2], "c": [3, 4], "_id": [5, 6]})
for row in table.itertuples():
    print(row._1, row.c, row._3, row)
for row in table.itertuples(index=False, name="Row"):
    print(row._0, row._2, getattr(row, "_2"), hasattr(row, "_9"))
print(table._id.tolist(), hasattr(table, "_id"), hasattr(table, "_other"), table.groupby("c")._id.sum().tolist())
merged = pd.merge(table, pd.DataFrame({"c": [3, 9]}), on="c", how="outer", indicator=True)
print(merged[merged._merge == "left_only"].c.tolist(), merged._merge.value_counts().to_dict())
print(pd.Series({"_a": 1, "b": 2})._a, pd.Series([1, 2], index=["_x", "y"])._x)

Point = collections.namedtuple("Point", "x def y", rename=True)
print(Point(1, 2, 3)._1, Point._fields)
Point.x.__doc__ = "the x"
Point._1.__doc__ = "the second"
print(Point.x.__doc__, Point._1.__doc__, Point.y.__doc__)


class Named(typing.NamedTuple):
    a: int
    b: str = "b"


Named.a.__doc__ = "the a"
print(Named.a.__doc__, Named.b.__doc__, Named(1))
print(table._append({"c": 9}, ignore_index=True).c.tolist(), table.c._append(pd.Series([0])).tolist())
