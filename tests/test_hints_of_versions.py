"""Hints about what libraries had in earlier versions, and Python had in the second one."""

from __future__ import annotations

import sys

import packages
import pytest
from fastexec import InterpreterError, LocalPythonExecutor

PANDAS = "import pandas as pd\ndf = pd.DataFrame({'a': [1, 2], 'b': ['x', 'y']})\n"
CASES = [
    ("import numpy as np\nnp.asfarray([1])", "numpy has no such alias any more: write `np.asarray(array, dtype=float)`"),
    ("import numpy as np\nnp.int0", "numpy has no such alias any more: write `np.intp`"),
    ("import numpy as np\nnp.array([1]).ptp()", "that is `np.ptp(array)`"),
    ("import numpy as np\nnp.histogram([1], normed=True)", "did you mean `density`?"),
    ("import numpy as np\nnp.random.default_rng().randn(5)", "that is `standard_normal(size)`"),
    ("import numpy as np\nnp.ones(2) + np.ones(3)", "lengths of each axis have to be the same, or 1: print the `.shape` of both"),
    (PANDAS + "df.get_values()", "that is `to_numpy()`"),
    (PANDAS + "df.info(null_counts=True)", "did you mean `show_counts`?"),
    (PANDAS + "pd.concat([df, df], join_axes=[df.index])", "the result is cut to labels by `.reindex(labels)`"),
    (PANDAS + "df.to_dict('record')", "the forms are `'dict'`, `'list'`, `'records'`, `'index'`, `'split'` and `'series'`"),
    (PANDAS + "df.groupby('b').agg({'a': {'x': 'sum'}})", "a result with a name of its own is a pair: `agg(total=('column', 'sum'))`"),
    ("import pandas as pd\npd.datetime.now()", "write `from datetime import datetime`"),
    ("from sklearn.mixture import GMM", "write `GaussianMixture`"),
    ("from sklearn.inspection import plot_partial_dependence", "write `PartialDependenceDisplay.from_estimator`"),
    ("from sklearn.model_selection import KFold\nKFold(n_folds=3)", "did you mean `n_splits`?"),
    ("from sklearn.cluster import AgglomerativeClustering\nAgglomerativeClustering(affinity='cosine')", "did you mean `metric`?"),
    ("from sklearn.linear_model import Ridge\nRidge(normalize=True)", "scale first: `make_pipeline(StandardScaler(), model)`"),
    ("from scipy.integrate import romberg", "write `scipy.integrate.quad`"),
    ("from scipy.linalg import pinv2", "write `scipy.linalg.pinv`"),
    ("import numpy\nimport scipy\nscipy.linspace(0, 1)", "that is numpy's: `np.linspace`"),
    ("import networkx as nx\nnx.from_pandas_dataframe(1)", "write `nx.from_pandas_edgelist`"),
    ("import networkx as nx\nnx.path_graph(3).degree().values()", "that is `dict(graph.degree()).values()`"),
    ("import networkx\ngraph = networkx.Graph()\ngraph.add_path([1, 2])", "that is a function: `networkx.add_path(...)`, with this as its argument"),
    ("import itertools\nitertools.flatten([[1]])", "write `itertools.chain.from_iterable`"),
    ("import base64\nbase64.encodestring(b'')", "write `base64.encodebytes`"),
    ("import operator\noperator.div(1, 2)", "write `operator.truediv`"),
    pytest.param("import asyncio\nasyncio.coroutine", "write `async def`", marks=pytest.mark.skipif(sys.version_info < (3, 11), reason="it is there")),
    ("import re\nre.compile('a', 'i')", "flags are values of `re`: `flags=re.IGNORECASE | re.MULTILINE`"),
    ("from collections import Mapping", "it is in another module: `from collections.abc import Mapping`"),
    ("{}.itervalues()", "that is `values()`"),
    ("unichr(3)", "Python has chr(...) for that"),
    ("exec 'x'", "code that is made at run time is not available"),
    ("b'a'.startswith('a')", "`data.decode()` makes text of bytes, `text.encode()` bytes of text"),
    ("class A:\n    def __init__(self):\n        return 1\nA()", "`__init__` returns nothing: it sets attributes of `self`"),
    ("iter({1: 2})[0]", "its values come one after the other: make a list of it first, `list(...)`"),
    ("'abc'.index('z')", "ask first whether it is there, `if part in text:`; `text.find(part)` gives -1"),
]
OTHERS = [
    (PANDAS + "df.sort_values('a', method='quicksort')", "`ffill()`"),
    (PANDAS + "df.head(level=1)", "levels"),
    ("class Graph:\n    pass\nGraph().add_path([1])", "nx."),
    ("def g():\n    return two()\nclass A:\n    def two(self):\n        return 2\ng()", "self."),
]


def hint(code: str) -> str:
    modules = [name for name in ("numpy", "pandas", "sklearn", "scipy", "networkx") if f"import {name}" in code or f"from {name}" in code]
    packages.need(modules)
    imports = [*(f"{name}.*" for name in modules), "itertools", "base64", "operator", "asyncio", "collections", "datetime"]
    with pytest.raises(InterpreterError) as raised:
        LocalPythonExecutor(imports)(code)
    return raised.value.hint or ""


@pytest.mark.parametrize("code, said", CASES)
def test_what_is_written_now_is_told(code: str, said: str) -> None:
    assert hint(code) == said


@pytest.mark.parametrize("code, said", OTHERS)
def test_it_is_not_told_of_others(code: str, said: str) -> None:
    assert said not in hint(code)
