"""Mistakes with tables and arrays have hints that mend them."""

from __future__ import annotations

import pytest
from failures import failure

TEXTS = "a column holds texts: `pd.to_numeric(column)` makes numbers of them, `pd.to_datetime(column)` dates, `column.astype(str)` texts of others"
OF_ONE = "turn the number into text with `str(...)` or an f-string, or the text into a number with `int(...)` or `float(...)`"
OF_TABLES = {
    "df.groupby('City').sum()": "did you mean 'city'? the columns are: 'city', 'temp'",
    "df.groupby('city')['tmp']": "did you mean 'temp'? the columns are: 'city', 'temp'",
    "df.sort_values(by=['tmp'])": "did you mean 'temp'? the columns are: 'city', 'temp'",
    "df.set_index('City')": "did you mean 'city'? the columns are: 'city', 'temp'",
    "df.merge(df, on='town')": "the columns are: 'city', 'temp'",
    "df.loc[0, 'tmp']": "did you mean 'temp'? the columns are: 'city', 'temp'",
    "df.loc['a']": "the labels are: 0",
    "df.drop('city')": "a column is dropped by `drop(columns=['city'])`",
    "df.iterrows()[0]": "its values come one after the other: make a list of it first, `list(...)`",
    "np.zeros(2).append(3)": "that is `np.append(array, values)`",
    "df.shape()": "`shape` is a value, not a method: leave its brackets out",
    "df['city'] + df['temp']": TEXTS,
    "df['city'] > 3": "a column holds texts: `pd.to_numeric(column)` makes numbers of them, `pd.to_datetime(column)` dates",
    "df.corr()": "a column holds texts: choose those of numbers, `frame.select_dtypes('number')`, or convert it by `pd.to_numeric(column)`",
    "df.apply(lambda row: row.city + row.temp, axis=1)": OF_ONE,
    "df.city.strip()": "that is `column.str.strip(...)`, for each text of a column",
    "df.city.contains('a')": "that is `column.str.contains(...)`",
    "df.city[0].str.upper()": "that is nothing: this is one text, leave `.str` out",
    "df.groupby('city').get_group('z')": None,
    "df.mean.round(2)": "this is a function: call it first, with brackets",
    "df.groupby('city').agg(total=('temp', 'sum')).sort_values('totl')": None,
    "df.reset_index().set_index('Index')": None,
    "df.merge(df, left_on='city', right_on='town')": None,
    "df.sort_values('Temp').head()": "did you mean 'temp'? the columns are: 'city', 'temp'",
    "df.city.sort()": "that is `sort_values(...)`",
    "df.count_values()": "that is `value_counts()`",
    "df.query('tmp > 1')": "did you mean 'temp'? the columns are: 'city', 'temp'",
    "df.at[0, 'tmp']": "did you mean 'temp'? the columns are: 'city', 'temp'",
    "for i, row in df: pass": "a loop over a frame gives the names of its columns: `df.iterrows()` gives labels and rows",
    "np.int(3)": "numpy has no such alias any more: write `int`",
    "df.temp.str.upper()": "the column has values of another type: `.astype(str).str` turns them into it first",
    "df.city.dt.year": "the column has values of another type: `pd.to_datetime(column).dt` turns them into it first",
    "np.zeros(2, 3)": "values for one argument go into a list or a tuple: `np.sum([1, 2, 3])`, `np.zeros((rows, columns))`",
    "df.price.mean()": "the columns are: 'city', 'temp'",
    "df.price": "the columns are: 'city', 'temp'",
    "df._secret": "a name with `_` in front is private: `dir(object)` lists the others",
    "df._seen = 1": "a name with `_` in front is private: take one without it",
    "df['city', 'temp']": "several columns are chosen by a list of them: `[['city', 'temp']]`",
    "df['city', 'tmp']": "the columns are: 'city', 'temp'",
    "df.iloc[7]": "there are 1 rows: the last one is `.iloc[0]`",
    "df.temp.iloc[7]": "there are 1 rows: the last one is `.iloc[0]`",
    "pd.concat([df, df]).pivot(index='city', columns='temp', values='temp')": "several values are for one place: `pivot_table(..., aggfunc=...)` says what becomes of them",
    "np.concatenate(np.ones(2), np.ones(2))": "the arrays are one argument, a list: `([first, second])`",
}


@pytest.mark.parametrize("code", OF_TABLES)
def test_mistakes_with_tables(code: str) -> None:
    pytest.importorskip("pandas")
    frame = "import numpy as np, pandas as pd\ndf = pd.DataFrame({'city': ['a'], 'temp': [1]})\n"
    assert failure(frame + code, imports=("pandas", "numpy")).hint == OF_TABLES[code]
