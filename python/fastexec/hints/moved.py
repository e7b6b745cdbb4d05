"""Hints about names that a module does not have: what is written for them now, and where they are."""

from __future__ import annotations

import builtins
import re
import sys
import types
from typing import cast

from fastexec.hints.asked import Asked, holds, is_module, kind_of, names_of, near

SHORT = {"np": "numpy", "pd": "pandas", "plt": "matplotlib.pyplot", "dt": "datetime", "sns": "seaborn", "sp": "scipy", "tf": "tensorflow", "nx": "networkx"}
_MEMBERS = {
    "collections": "ChainMap Counter OrderedDict defaultdict deque namedtuple",
    "datetime": "date timedelta timezone tzinfo",
    "decimal": "Decimal",
    "fractions": "Fraction",
    "functools": "lru_cache partial reduce singledispatch total_ordering wraps",
    "itertools": "accumulate chain combinations groupby islice pairwise permutations product zip_longest",
    "math": "comb factorial gcd hypot isclose isnan lcm perm prod sqrt",
    "pathlib": "Path",
    "random": "choice choices randint randrange shuffle",
    "re": "findall finditer fullmatch",
    "statistics": "mean median pstdev stdev variance",
    "time": "monotonic perf_counter sleep",
    "dataclasses": "asdict dataclass",
    "enum": "Enum IntEnum",
    "typing": "Any Callable Dict Iterable List NamedTuple Optional Protocol Tuple TypedDict Union",
    "copy": "deepcopy",
    "json": "dumps loads",
    "bs4": "BeautifulSoup",
    "PIL": "Image",
    "sklearn.model_selection": "GridSearchCV KFold StratifiedKFold cross_val_score train_test_split",
    "sklearn.preprocessing": "LabelEncoder MinMaxScaler OneHotEncoder StandardScaler",
    "sklearn.impute": "SimpleImputer",
    "sklearn.linear_model": "LinearRegression LogisticRegression",
    "sklearn.ensemble": "RandomForestClassifier RandomForestRegressor",
    "sklearn.cluster": "KMeans",
    "sklearn.metrics": "accuracy_score classification_report confusion_matrix f1_score mean_absolute_error mean_squared_error r2_score roc_auc_score",
}
HOMES = {name: module for module, names in _MEMBERS.items() for name in names.split()}
"""Modules of what is well known."""

_FORMER: dict[str, dict[str, str]] = {
    "numpy": {
        "int": "int", "float": "float", "bool": "bool", "object": "object", "str": "str", "complex": "complex", "long": "int",
        "unicode": "str", "float_": "np.float64", "complex_": "np.complex128", "unicode_": "np.str_", "string_": "np.bytes_",
        "Inf": "np.inf", "Infinity": "np.inf", "infty": "np.inf", "NaN": "np.nan", "product": "np.prod", "cumproduct": "np.cumprod",
        "alltrue": "np.all", "sometrue": "np.any", "in1d": "np.isin", "row_stack": "np.vstack", "trapz": "np.trapezoid",
        "int0": "np.intp", "uint0": "np.uintp", "bool8": "np.bool_", "asfarray": "np.asarray(array, dtype=float)", "rank": "array.ndim",
        "PINF": "np.inf", "NINF": "-np.inf", "find_common_type": "np.result_type", "recfromtxt": "np.genfromtxt", "recfromcsv": "np.genfromtxt",
        "loads": "pickle.loads", "issubclass_": "issubclass", "issctype": "isinstance(value, type)", "obj2sctype": "np.dtype(kind).type", "sctype2char": "np.dtype(kind).char",
        "disp": "print", "deprecate": "warnings.warn", "fastCopyAndTranspose": "array.T.copy()", "asscalar": "array.item()", "msort": "np.sort(array, axis=0)", "mat": "np.array", "round_": "np.round",
    },
    "pandas": {
        "rolling_mean": "column.rolling(window).mean()", "rolling_sum": "column.rolling(window).sum()", "rolling_std": "column.rolling(window).std()",
        "ewma": "column.ewm(span=...).mean()", "Panel": "a frame with two levels in its index, `frame.set_index([first, second])`", "TimeGrouper": "pd.Grouper(freq=...)",
        "scatter_matrix": "pd.plotting.scatter_matrix", "read_table": "pd.read_csv(path, sep='\\t')", "Int64Index": "pd.Index", "Float64Index": "pd.Index",
        "SparseDataFrame": "pd.DataFrame", "SparseSeries": "pd.Series(values, dtype='Sparse')", "UInt64Index": "pd.Index", "datetime": "from datetime import datetime",
        "match": "pd.Index(values).get_indexer(items)", "convert_objects": "pd.to_numeric",
    },
    "itertools": {"izip": "zip", "imap": "map", "ifilter": "filter", "izip_longest": "itertools.zip_longest", "ifilterfalse": "itertools.filterfalse", "flatten": "itertools.chain.from_iterable", "batch": "[items[i:i + size] for i in range(0, len(items), size)]"},
    "operator": {"isCallable": "callable", "div": "operator.truediv", "sequenceIncludes": "operator.contains", "isSequenceType": "isinstance(value, Sequence)"},
    "base64": {"encodestring": "base64.encodebytes", "decodestring": "base64.decodebytes"},
    "fractions": {"gcd": "math.gcd"},
    "string": {"letters": "string.ascii_letters", "lowercase": "string.ascii_lowercase", "uppercase": "string.ascii_uppercase", "join": "separator.join(items)", "maketrans": "str.maketrans", "atoi": "int", "atof": "float", "joinfields": "separator.join(items)"},
    "time": {"clock": "time.perf_counter"},
    "inspect": {"getargspec": "inspect.getfullargspec"},
    "asyncio": {"async": "asyncio.create_task", "get_event_loop_policy": "asyncio.run", "coroutine": "async def"},
    "math": {"inverse": "1 / number", "infinity": "math.inf", "square": "number ** 2", "average": "sum(items) / len(items)"},
    "sklearn.preprocessing": {"Imputer": "from sklearn.impute import SimpleImputer", "CategoricalEncoder": "OneHotEncoder"},
    "sklearn.datasets": {
        "load_boston": "from sklearn.datasets import load_diabetes", "fetch_mldata": "from sklearn.datasets import fetch_openml",
    },
    "sklearn.inspection": {"plot_partial_dependence": "PartialDependenceDisplay.from_estimator"},
    "sklearn.decomposition": {"RandomizedPCA": "PCA(svd_solver='randomized')"},
    "sklearn.mixture": {"GMM": "GaussianMixture", "DPGMM": "BayesianGaussianMixture", "VBGMM": "BayesianGaussianMixture"},
    "sklearn.neighbors": {"LSHForest": "NearestNeighbors", "kde": "from sklearn.neighbors import KernelDensity"},
    "sklearn.utils": {"safe_indexing": "array[indices]"},
    "sklearn.metrics": {"plot_confusion_matrix": "ConfusionMatrixDisplay.from_estimator", "plot_roc_curve": "RocCurveDisplay.from_estimator", "plot_precision_recall_curve": "PrecisionRecallDisplay.from_estimator"},
    "PIL.Image": {"ANTIALIAS": "Image.LANCZOS"},
    "sklearn.externals": {"joblib": "import joblib"},
    "scipy": {"integrate.cumtrapz": "scipy.integrate.cumulative_trapezoid"},
    "scipy.integrate": {"simps": "scipy.integrate.simpson", "trapz": "scipy.integrate.trapezoid", "cumtrapz": "scipy.integrate.cumulative_trapezoid", "quadrature": "scipy.integrate.quad", "romberg": "scipy.integrate.quad"},
    "scipy.interpolate": {"interp2d": "scipy.interpolate.RegularGridInterpolator", "spline": "scipy.interpolate.make_interp_spline"},
    "scipy.misc": {"imread": "np.array(PIL.Image.open(path))", "imresize": "image.resize((width, height))", "derivative": "(f(x + h) - f(x - h)) / (2 * h)", "comb": "scipy.special.comb", "factorial": "scipy.special.factorial"},
    "scipy.linalg": {"tri": "np.tri", "tril": "np.tril", "triu": "np.triu", "pinv2": "scipy.linalg.pinv"},
    "scipy.spatial.distance": {"matching": "scipy.spatial.distance.hamming"},
    "scipy.stats": {"median_absolute_deviation": "scipy.stats.median_abs_deviation", "binom_test": "scipy.stats.binomtest", "itemfreq": "np.unique(items, return_counts=True)", "chisqprob": "scipy.stats.chi2.sf"},
    "matplotlib.cm": {"get_cmap": "matplotlib.colormaps[name]"},
    "matplotlib.cbook": {"iterable": "np.iterable"},
    "matplotlib.mlab": {"normpdf": "scipy.stats.norm.pdf", "PCA": "from sklearn.decomposition import PCA"},
    "networkx": {"from_numpy_matrix": "nx.from_numpy_array", "to_numpy_matrix": "nx.to_numpy_array", "info": "print(graph)", "from_pandas_dataframe": "nx.from_pandas_edgelist", "to_pandas_dataframe": "nx.to_pandas_adjacency", "OrderedGraph": "nx.Graph", "OrderedDiGraph": "nx.DiGraph",
        "read_gpickle": "pickle.load(file)", "write_gpickle": "pickle.dump(graph, file)", "read_yaml": "nx.node_link_graph", "write_yaml": "nx.node_link_data", "read_shp": "geopandas.read_file", "hub_matrix": "matrix @ matrix.T", "authority_matrix": "matrix.T @ matrix", "connected_component_subgraphs": "(graph.subgraph(nodes) for nodes in nx.connected_components(graph))"},
}  # fmt: skip
"""Names that modules had once, or have in no version, and what is written for them."""

_FORMER_MODULES = {
    "sklearn.cross_validation": "sklearn.model_selection",
    "sklearn.grid_search": "sklearn.model_selection",
    "sklearn.learning_curve": "sklearn.model_selection",
    "sklearn.datasets.samples_generator": "sklearn.datasets",
    "sklearn.metrics.scorer": "sklearn.metrics",
    "sklearn.lda": "sklearn.discriminant_analysis",
    "sklearn.qda": "sklearn.discriminant_analysis",
    "sklearn.ensemble.partial_dependence": "sklearn.inspection",
    "statsmodels.tsa.arima_model": "statsmodels.tsa.arima.model",
    "scipy.stats.stats": "scipy.stats",
    "scipy.ndimage.filters": "scipy.ndimage",
    "scipy.ndimage.interpolation": "scipy.ndimage",
    "sklearn.externals.joblib": "joblib",
    "sklearn.externals.six": "six",
    "sklearn.neural_networks": "sklearn.neural_network",
    "pandas.tools.plotting": "pandas.plotting",
    "pandas.util.testing": "pandas.testing",
}
_OF_TEXTS = frozenset(name for name in dir(str) if not name.startswith("_"))
_FUNCTIONS = ("function", "_ArrayFunctionDispatcher", "_dispatchable")
"""Kinds of functions: Python's, numpy's and networkx's."""
_SAME = (
    ("average", "avg", "mean"),
    ("std", "stdev", "stddev", "std_dev", "standard_deviation"),
    ("var", "variance"),
    ("product", "prod"),
    ("matmul", "matrix_multiply", "multiply_matrices"),
    ("maximum", "max", "largest"),
    ("minimum", "min", "smallest"),
    ("sqrt", "squareroot", "square_root"),
    ("ceil", "ceiling"),
    ("log", "ln"),
    ("factorial", "fact"),
    ("degrees", "rad2deg", "to_degrees"),
    ("radians", "deg2rad", "to_radians"),
)
"""Names for one thing, of which each library has its own."""
_IMPORTED = re.compile(r"\s*from\s+[\w.]+\s+import\s+\(?\s*(\w+)")
_NO_SUCH_MODULE = re.compile(r"No module named '([\w.]+)'")
_FEW = 5
_SHORTEST = 5
"""Characters of a name of which longer ones are told."""
_MOST = 3_000
"""Modules that are looked through."""


def may_import(asked: Asked, module: str) -> bool:
    from fastexec._fastexec import is_authorized

    # `*` would offer any name at all.
    return is_authorized([entry for entry in asked.authorized if entry != "*"], module)


def former(module: types.ModuleType, name: str) -> str | None:
    """What is written for a name that a module once had."""
    now = _FORMER.get(_own_name(module), {}).get(name)
    if now is None:
        return _of_another(_own_name(module), name)
    return f"numpy has no such alias any more: write `{now}`" if _own_name(module) == "numpy" else f"write {now if '`' in now else f'`{now}`'}"


def _of_another(own: str, name: str) -> str | None:
    """Of a module whose names are another's now: texts have the functions of `string`, and numpy those that scipy had of it."""
    if own == "string" and name in _OF_TEXTS:
        return f"that is a text's own: `text.{name}(...)`"
    numpy: object = sys.modules.get("numpy")
    if own == "scipy" and is_module(numpy) and holds(vars(numpy), name) and not name.startswith("_"):
        return f"that is numpy's: `np.{name}`"
    abstract: object = sys.modules.get("collections.abc")
    if own == "collections" and is_module(abstract) and name in abstract.__all__:
        return f"it is in another module: `from collections.abc import {name}`"
    return None


def of_function(asked: Asked, value: object, name: str) -> str | None:
    """Where the package of an object has a function for what was asked of it: `nx.add_path(graph, ...)`."""
    package = type(value).__module__.partition(".")[0]
    module: object = sys.modules.get(package)
    if package not in SHORT.values() or not is_module(module) or not holds(vars(module), name) or kind_of(vars(module)[name]) not in _FUNCTIONS:
        return None
    short = next(other for other, named in SHORT.items() if named == package)
    alias = next((other for other in (short, package) if asked.state.get(other) is module), short)
    return f"that is a function: `{alias}.{name}(...)`, with this as its argument"


def elsewhere(asked: Asked, module: types.ModuleType, name: str) -> str | None:
    """Where the name is, if not in this module."""
    if name.startswith("_"):
        return None
    if holds(vars(builtins), name):
        return f"that is Python's own: `{name}(...)`"
    own = _own_name(module)
    home = HOMES.get(name)
    if home is not None and home != own and may_import(asked, home):
        return f"it is in another module: `from {home} import {name}`"
    home = _home_beside(asked, own, name)
    if home is not None:
        return f"it is in another module: `from {home} import {name}`"
    alone = SHORT.get(name, name)
    if alone != own and alone.partition(".")[0] not in (own, "numpy" if own == "scipy" else "") and alone in sys.modules and may_import(asked, alone):
        return f"that is a module of its own: `import {alone}{f' as {name}' if alone != name else ''}`"
    return None


def same(name: str, known: list[str]) -> str | None:
    """The name that stands for the same among these."""
    words = next((words for words in _SAME if name in words), ())
    return next((word for word in words if word in known), None)


def _own_name(module: types.ModuleType) -> str:
    found: object = types.ModuleType.__getattribute__(module, "__dict__").get("__name__")
    return found if type(found) is str else ""


def _home_beside(asked: Asked, own: str, name: str) -> str | None:
    """The first module of the same package that is loaded, and has it."""
    root = own.partition(".")[0]
    beside = [other for other in list(sys.modules)[:_MOST] if type(other) is str and other != own and (other == root or other.startswith(f"{root}."))]
    public = [other for other in beside if "._" not in other and ".test" not in other and _has_of(root, other, name) and may_import(asked, other)]
    return min(public, key=lambda other: (other.count("."), len(other), other), default=None)


def _has_of(root: str, module: str, name: str) -> bool:
    """Whether the module has a function or a class of this name that is its package's own."""
    found: object = sys.modules.get(module)
    if not is_module(found):
        return False
    members = types.ModuleType.__getattribute__(found, "__dict__")
    value = members[name] if holds(members, name) else None
    home: object = value.__module__ if issubclass(type(value), (type, types.FunctionType)) else None
    return type(home) is str and home.partition(".")[0] == root


def of_import(asked: Asked) -> str | None:
    """Of a module that a package does not have."""
    found = _NO_SUCH_MODULE.match(asked.message)
    if found is None or "." not in found[1]:
        return None
    parent, _, last = found[1].rpartition(".")
    now = _FORMER_MODULES.get(found[1])
    if now is not None and may_import(asked, now):
        return f"the module is `{now}` now"
    imported = _IMPORTED.match(asked.line)
    home = imported and (HOMES.get(imported[1]) or _home_beside(asked, found[1], imported[1]))
    if home and imported and may_import(asked, home):
        return f"it is in another module: `from {home} import {imported[1]}`"
    similar = near(last, _parts(parent))
    return f"did you mean `{parent}.{similar}`?" if similar is not None else None


def _parts(package: str) -> list[str]:
    """Public modules of a package."""
    import pkgutil

    path = cast("list[str]", getattr(sys.modules.get(package), "__path__", None))
    return [part.name for part in pkgutil.iter_modules(path) if not part.name.startswith("_")] if type(path) is list else []


def of_member(asked: Asked, module: types.ModuleType, name: str) -> str | None:
    """Of a name that a module does not have, in `module.name` and in `from module import name`."""
    known = names_of(module)
    similar = former(module, name) or elsewhere(asked, module, name)
    if similar is not None:
        return similar
    longer = sorted(other for other in known if other.startswith(name)) if len(name) >= _SHORTEST else []
    if 1 < len(longer) <= _FEW:
        return f"did you mean one of {', '.join(f'`{other}`' for other in longer)}?"
    similar = same(name, known) or alike(name, known)
    return f"did you mean `{similar}`?" if similar is not None else None


def alike(name: str, known: list[str]) -> str | None:
    """The name that has its words, or looks most like it."""
    words = name.split("_")
    if len(words) == 1 or len(known) > _MOST:
        return near(name, known) or _longer(name, known)
    having = sorted((other for other in known if set(words) <= set(other.split("_"))), key=len)
    if having or words[0] in known:
        return having[0] if having else words[0]
    beginning = [other for other in known if len(words[0]) >= _SHORTEST - 1 and other.startswith(f"{words[0]}_")]
    return near(name, known) or (beginning[0] if len(beginning) == 1 else None)


def _longer(name: str, known: list[str]) -> str | None:
    """The only name that begins or ends with it."""
    longer = [other for other in known if other.startswith(name) or other.endswith(name)] if len(name) >= _SHORTEST - 1 else []
    return longer[0] if len(longer) == 1 else None
