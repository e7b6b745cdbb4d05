# --- a frame and its facts
import pandas as pd
df = pd.DataFrame({"name": ["Ann", "Bob", "Cid"], "age": [30, 25, 41], "city": ["Rome", "Oslo", "Rome"]})
print(df.shape, list(df.columns), df.dtypes.astype(str).to_dict())
print(df.head(2))
print(df.describe())
# --- select rows and columns
import pandas as pd
df = pd.DataFrame({"a": range(5), "b": list("vwxyz")}, index=list("abcde"))
print(df.loc["b":"d", ["a"]], df.iloc[-1], df[df["a"] > 2], df.at["a", "b"], df.iat[1, 0], sep="\n")
# --- groupby with named aggregation
import pandas as pd
df = pd.DataFrame({"team": ["x", "y", "x", "y"], "points": [1, 2, 3, 4], "fouls": [0, 1, 1, 0]})
print(df.groupby("team").agg(total=("points", "sum"), mean=("points", "mean"), worst=("fouls", "max")))
print(df.groupby("team")["points"].transform("sum").tolist())
# --- groupby with functions of one's own
import pandas as pd
df = pd.DataFrame({"k": list("aab"), "v": [1, 2, 5]})
print(df.groupby("k")["v"].apply(lambda s: s.max() - s.min()))
print(df.groupby("k")["v"].agg(["min", "max", lambda s: s.sum() * 2]))
for key, part in df.groupby("k"):
    print(key, len(part))
# --- merge and join
import pandas as pd
left = pd.DataFrame({"id": [1, 2, 3], "x": ["a", "b", "c"]})
right = pd.DataFrame({"id": [2, 3, 4], "y": [20, 30, 40]})
print(left.merge(right, on="id", how="outer", indicator=True))
print(left.set_index("id").join(right.set_index("id"), how="left"))
# --- pivot tables
import pandas as pd
df = pd.DataFrame({"d": ["m", "m", "t", "t"], "p": ["a", "b", "a", "b"], "v": [1, 2, 3, 4]})
print(df.pivot(index="d", columns="p", values="v"))
print(df.pivot_table(index="d", values="v", aggfunc="sum", margins=True))
print(pd.crosstab(df.d, df.p))
# --- melt and stack
import pandas as pd
df = pd.DataFrame({"id": [1, 2], "q1": [5, 6], "q2": [7, 8]})
print(df.melt(id_vars="id", var_name="quarter", value_name="n"))
print(df.set_index("id").stack())
# --- apply on rows
import pandas as pd
df = pd.DataFrame({"a": [1, 2], "b": [3, 4]})
df["c"] = df.apply(lambda r: r["a"] * r["b"], axis=1)
df["d"] = df["a"].map({1: "one", 2: "two"})
df["e"] = df["a"].apply(str).str.zfill(3)
print(df)
# --- strings
import pandas as pd
s = pd.Series(["Apple pie", "banana split", None])
print(s.str.upper(), s.str.contains("an", na=False).tolist(), s.str.split(" ", expand=True), s.str.extract(r"(\w)\w* (\w+)"), s.str.len().tolist())
# --- dates
import pandas as pd
df = pd.DataFrame({"when": pd.to_datetime(["2024-01-15", "2024-02-20", "2024-02-25"]), "v": [1, 2, 3]})
df["month"] = df["when"].dt.month
df["day"] = df["when"].dt.day_name()
print(df, df.groupby(df["when"].dt.to_period("M"))["v"].sum(), df.when.dt.strftime("%d.%m.%Y").tolist())
# --- resample and rolling
import pandas as pd
s = pd.Series(range(8), index=pd.date_range("2024-01-01", periods=8, freq="D"))
print(s.resample("3D").sum(), s.rolling(3).mean().tolist(), s.expanding().max().tolist(), s.ewm(alpha=0.5).mean().round(3).tolist(), s.shift(1).tolist())
# --- missing data
import numpy as np
import pandas as pd
df = pd.DataFrame({"a": [1, np.nan, 3], "b": ["x", None, "z"]})
print(df.isna().sum().to_dict(), df.dropna(), df.fillna({"a": 0, "b": "?"}), df["a"].interpolate().tolist())
# --- sort and rank
import pandas as pd
df = pd.DataFrame({"n": ["a", "b", "c"], "s": [3, 1, 2]})
print(df.sort_values("s", ascending=False), df["s"].rank().tolist(), df.nlargest(2, "s"), df.sort_index(ascending=False).index.tolist())
# --- query and eval
import pandas as pd
df = pd.DataFrame({"a": [1, 2, 3], "b": [3, 2, 1]})
limit = 1
print(df.query("a > @limit and b < 3"), df.eval("a + b").tolist(), df.query("a in [1, 3]").index.tolist())
# --- csv in memory
import io
import pandas as pd
text = "name,score\nAnn,3\nBob,5\n"
df = pd.read_csv(io.StringIO(text))
print(df["score"].sum(), df.to_csv(index=False) == text)
# --- json and dict forms
import json
import pandas as pd
df = pd.DataFrame({"a": [1, 2], "b": ["x", "y"]})
print(df.to_dict("records"), json.loads(df.to_json(orient="records")), df.to_dict("list"), pd.DataFrame.from_dict({"r": [1, 2]}, orient="index"))
# --- normalised json
import pandas as pd
print(pd.json_normalize([{"id": 1, "tags": {"k": "v"}}, {"id": 2, "tags": {"k": "w"}}]))
# --- value counts and categories
import pandas as pd
s = pd.Series(["lo", "hi", "lo", "mid"])
c = pd.Categorical(s, categories=["lo", "mid", "hi"], ordered=True)
print(s.value_counts(), c.codes, c.max(), s.astype("category").cat.categories.tolist(), s.unique(), s.nunique())
# --- cut and qcut
import pandas as pd
ages = pd.Series([3, 17, 25, 70])
print(pd.cut(ages, bins=[0, 18, 65, 120], labels=["child", "adult", "senior"]).tolist(), pd.qcut(ages, 2, labels=False).tolist())
# --- multi index
import pandas as pd
mi = pd.MultiIndex.from_product([["a", "b"], [1, 2]], names=["l", "n"])
s = pd.Series(range(4), index=mi)
print(s.loc["a"], s.unstack(), s.xs(2, level="n"), s.groupby(level="l").sum(), s.reset_index(name="v"))
# --- concat
import pandas as pd
a, b = pd.DataFrame({"x": [1]}), pd.DataFrame({"x": [2], "y": [3]})
print(pd.concat([a, b], ignore_index=True), pd.concat([a, b], axis=1), pd.concat({"a": a, "b": b}))
# --- duplicates
import pandas as pd
df = pd.DataFrame({"a": [1, 1, 2], "b": [1, 1, 3]})
print(df.duplicated().tolist(), df.drop_duplicates(), df.drop(columns="b"), df.rename(columns={"a": "A"}).columns.tolist())
# --- new columns
import numpy as np
import pandas as pd
df = pd.DataFrame({"p": [10.0, 20.0], "q": [3, 1]})
df = df.assign(total=lambda d: d.p * d.q, label=lambda d: np.where(d.p > 15, "dear", "cheap"))
df.columns = ["price", "amount", "total", "label"]
df.index = ["first", "second"]
df.insert(0, "n", [1, 2])
df.loc["third"] = [3, 1.0, 1, 1.0, "x"]
print(df)
# --- iterate
import pandas as pd
df = pd.DataFrame({"a": [1, 2], "b": ["x", "y"]})
for i, row in df.iterrows():
    print(i, row["a"], row.b)
for t in df.itertuples():
    print(t.Index, t.a, t.b)
print([(k, v.tolist()) for k, v in df.items()])
# --- correlation and statistics
import pandas as pd
df = pd.DataFrame({"x": [1, 2, 3, 4], "y": [2, 4, 5, 9]})
print(df.corr().round(3), df.cov().round(3), df.quantile([0.25, 0.75]), df.agg(["mean", "std"]).round(3), df["y"].pct_change().round(2).tolist(), df.cumsum())
# --- time deltas and offsets
import pandas as pd
t = pd.Timestamp("2024-03-01 12:30")
print(t + pd.Timedelta(days=1), t.normalize(), t.month_name(), t + pd.offsets.MonthEnd(), (t - pd.Timestamp("2024-01-01")).days, t.tz_localize("UTC").tz_convert("Asia/Tokyo"))
# --- periods and ranges
import pandas as pd
print(pd.period_range("2024-01", periods=3, freq="M").astype(str).tolist(), pd.date_range("2024-01-01", periods=3, freq="W").strftime("%d").tolist(), pd.bdate_range("2024-01-05", periods=2)[1].date())
# --- pipes and styles of output
import pandas as pd
df = pd.DataFrame({"a": [1.23456, 2.0]})
print(df.pipe(lambda d: d * 2), df.to_string(index=False), df.to_html()[:6], df.round(1).to_markdown() if False else "", df.map(lambda v: v + 1))
# --- where, mask, isin, between
import pandas as pd
s = pd.Series([1, 5, 9])
print(s.where(s > 3, 0).tolist(), s.mask(s > 3).tolist(), s.isin([1, 9]).tolist(), s.between(2, 6).tolist(), s.clip(2, 6).tolist(), s.idxmax())
# --- explode and get_dummies
import pandas as pd
df = pd.DataFrame({"id": [1, 2], "tags": [["a", "b"], ["c"]]})
print(df.explode("tags"), pd.get_dummies(df.explode("tags")["tags"], dtype=int))
# --- merge_asof and ordered
import pandas as pd
trades = pd.DataFrame({"t": [1, 5, 10], "v": [1, 2, 3]})
quotes = pd.DataFrame({"t": [1, 4, 9], "q": [10, 40, 90]})
print(pd.merge_asof(trades, quotes, on="t"))
# --- options within a context
import pandas as pd
df = pd.DataFrame({"a": range(100)})
with pd.option_context("display.max_rows", 4):
    print(df)
# --- numeric conversion
import pandas as pd
s = pd.Series(["1", "2.5", "x"])
print(pd.to_numeric(s, errors="coerce").tolist(), pd.Series([1.0, 2.0]).astype("int64").tolist(), pd.Series([1, None], dtype="Int64").sum())
# --- memory and info
import io
import pandas as pd
df = pd.DataFrame({"a": [1, 2]})
buf = io.StringIO()
df.info(buf=buf)
print("entries" in buf.getvalue(), df.memory_usage(deep=True).sum() > 0, df.empty, df.size, df.ndim, df.T.shape, df.values.tolist(), df.to_numpy().sum())
# --- filter, sample, select_dtypes
import pandas as pd
df = pd.DataFrame({"aa": [1, 2, 3], "ab": [4, 5, 6], "s": list("xyz")})
print(df.filter(like="a"), df.sample(2, random_state=1).shape, df.select_dtypes("number").columns.tolist(), df.groupby("s").filter(lambda g: g["aa"].sum() > 1))
# --- weighted mean per group
import numpy as np
import pandas as pd
df = pd.DataFrame({"g": list("aabb"), "v": [1.0, 2, 3, 4], "w": [1, 3, 1, 1]})
print(df.groupby("g")[["v", "w"]].apply(lambda d: np.average(d["v"], weights=d["w"])))
# --- cumulative per group and ranks
import pandas as pd
df = pd.DataFrame({"g": list("abab"), "v": [1, 2, 3, 4]})
df["cum"] = df.groupby("g")["v"].cumsum()
df["n"] = df.groupby("g").cumcount()
df["r"] = df.groupby("g")["v"].rank(ascending=False)
print(df, df.groupby("g").first(), df.groupby("g").size().to_dict(), df.groupby("g").ngroups)
# --- reindex and align
import pandas as pd
s = pd.Series([1, 2], index=["a", "c"])
print(s.reindex(["a", "b", "c"], fill_value=0), s.add(pd.Series([10], index=["a"]), fill_value=0), s.combine_first(pd.Series([7], index=["z"])))
# --- a helper class around a frame
import pandas as pd
class Ledger:
    def __init__(self):
        self._rows = []
    def add(self, what, amount):
        self._rows.append({"what": what, "amount": amount})
        return self
    @property
    def frame(self):
        return pd.DataFrame(self._rows)
print(Ledger().add("rent", -700).add("pay", 2000).frame.amount.sum())
# --- options
import pandas as pd
pd.set_option("display.max_columns", None)
pd.options.display.precision = 2
print(pd.DataFrame({"a": [1.23456]}), pd.get_option("display.precision"))
pd.reset_option("display.precision")
# --- a database in memory
import sqlite3
import pandas as pd
con = sqlite3.connect(":memory:")
pd.DataFrame({"a": [1, 2]}).to_sql("t", con, index=False)
print(pd.read_sql("select sum(a) as s from t", con), pd.read_sql_query("select * from t", con).shape)
# --- pandas groupby pipeline
import pandas as pd, numpy as np
df = pd.DataFrame({"g": list("aabbc"), "x": [1, 2, 3, 4, 5], "d": pd.date_range("2024-01-01", periods=5)})
out = df.groupby("g").agg(total=("x", "sum"), mean=("x", "mean"), last=("d", "max"), n=("x", lambda s: (s > 1).sum()))
print(out)
print(df.groupby("g")["x"].transform(lambda s: s - s.mean()).tolist(), df.groupby("g")["x"].apply(lambda s: s.max() - s.min()).to_dict())
print(df.assign(y=lambda f: f.x ** 2, z=lambda f: f.y + 1).query("y > 4 and g != 'c'").sort_values("z", ascending=False).reset_index(drop=True))
print(df.pipe(lambda f, k: f[f.x > k], 3)["x"].tolist(), df.eval("x * 2 + 1").tolist())
# --- pandas reshape and merge
import pandas as pd
l = pd.DataFrame({"k": ["a", "b"], "v": [1, 2]}); r = pd.DataFrame({"k": ["b", "c"], "w": [3, 4]})
print(l.merge(r, on="k", how="outer", indicator=True).to_string())
w = pd.DataFrame({"id": [1, 2], "q1": [3, 4], "q2": [5, 6]}).melt(id_vars="id", var_name="q", value_name="s"); print(w)
print(w.pivot_table(index="id", columns="q", values="s", aggfunc="sum", margins=True))
print(pd.concat([l, r], keys=["l", "r"]).stack().to_dict(), pd.crosstab(w.q, w.s).shape, pd.get_dummies(l.k).astype(int).values.tolist())
s = pd.Series([1, 2, 3], index=pd.MultiIndex.from_tuples([("a", 1), ("a", 2), ("b", 1)], names=["x", "y"])); print(s.unstack(), s.xs("a"), s.groupby(level="x").sum().to_dict())
# --- pandas strings, times and windows
import pandas as pd
s = pd.Series(["Ann Lee", "bob ray", None]); print(s.str.title().str.split().str[0].fillna("?").tolist(), s.str.extract(r"(\w+) (\w+)").values.tolist(), s.str.contains("a", na=False).tolist())
t = pd.Series(range(6), index=pd.date_range("2024-01-01", periods=6, freq="12h")); print(t.resample("D").sum(), t.rolling(2).mean().round(1).tolist(), t.ewm(span=2).mean().iloc[-1].round(4), t.shift(1).diff().tolist())
print(t.index.day_name().tolist()[:2], t.index.tz_localize("UTC").tz_convert("Europe/Berlin")[0], pd.Timestamp("2024-02-28") + pd.offsets.MonthEnd(1), pd.to_timedelta("1h") * 3, pd.Period("2024Q1").end_time.date())
print(pd.cut([1, 5, 9], [0, 3, 6, 10], labels=["l", "m", "h"]).tolist(), pd.qcut(range(4), 2).categories.size, pd.Categorical(["b", "a"], ordered=True).codes.tolist())
# --- pandas io in memory and styling
import pandas as pd, io
df = pd.read_csv(io.StringIO("a,b\n1,x\n2,y\n"), dtype={"a": "int64"}); print(df.dtypes.astype(str).to_dict(), df.to_json(orient="records"), df.to_dict("list"))
print(pd.read_json(io.StringIO(df.to_json())).shape, df.to_csv(index=False), df.to_html(index=False)[:20], df.describe(include="all").shape)
b = io.StringIO(); df.info(buf=b); print(len(b.getvalue()) > 50)
print(df.style.format({"a": "{:.1f}"}).set_caption("c").apply(lambda c: ["color: red"] * len(c)).to_html()[:6], df.memory_usage().sum() > 0)
for row in df.itertuples(): print(row.a, row._fields, row.Index)
for i, row in df.iterrows(): print(i, row["b"])
# --- pandas extension of a frame and accessor-like helpers
import pandas as pd
class Sales(pd.DataFrame):
    @property
    def _constructor(self): return Sales
    def total(self): return float(self["x"].sum())
s = Sales({"x": [1, 2]}); print(s.total(), type(s[s.x > 1]).__name__, s.copy().total())
df = pd.DataFrame({"x": [3, 1]}); df.attrs["source"] = "test"; df.columns = ["y"]; df.index.name = "i"; print(df.attrs, df)
print(df.map(lambda v: v * 2).values.tolist(), df.apply(sum, axis=0).to_dict(), df.apply("mean").to_dict(), df.agg(["min", "max"]).to_dict(), df["y"].map({3: "c"}).tolist())
# --- warnings below a library are at its lines
import warnings
import numpy as np
import pandas as pd
def f(x):
    warnings.warn("here")
    warnings.warn("in pandas", stacklevel=2)
    return np.log(x)
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    pd.Series([1.0, -1.0]).apply(f)
    pd.to_datetime(["1/13/2020", "2020-01-14"], errors="coerce")
print([(str(w.message)[:20], w.lineno if "pandas" not in w.filename else w.filename.rpartition("/")[2]) for w in caught])
# --- a dtype of the code by its name
import numpy as np
import pandas as pd
from pandas.api.extensions import ExtensionArray, ExtensionDtype, register_extension_dtype, take
@register_extension_dtype
class Money(ExtensionDtype):
    name = "money"
    type = float
    na_value = np.nan
    @classmethod
    def construct_array_type(cls):
        return Amounts
class Amounts(ExtensionArray):
    dtype = Money()
    def __init__(self, values):
        self.values = np.array(values, dtype=float)
    @classmethod
    def _from_sequence(cls, scalars, *, dtype=None, copy=False):
        return cls(scalars)
    def __len__(self):
        return len(self.values)
    def __getitem__(self, place):
        found = self.values[place]
        return Amounts(found) if isinstance(found, np.ndarray) else found
    def isna(self):
        return np.isnan(self.values)
    def take(self, places, *, allow_fill=False, fill_value=None):
        return Amounts(take(self.values, places, allow_fill=allow_fill, fill_value=np.nan))
    def copy(self):
        return Amounts(self.values)
    def _formatter(self, boxed=False):
        return "${:.2f}".format
print(pd.Series([1, 2.5], dtype="money"), pd.Series([3]).astype("money").dtype == "money", pd.api.types.pandas_dtype("money"))
print(pd.DataFrame({"a": pd.Series([1, 2], dtype="money")}).iloc[::-1])
# --- accessors of the code
import pandas as pd
@pd.api.extensions.register_dataframe_accessor("geo")
class Geo:
    def __init__(self, frame):
        self._frame = frame
        if "lat" not in frame.columns:
            raise AttributeError("Must have 'lat'.")
    @property
    def center(self):
        return float(self._frame.lat.mean())
@pd.api.extensions.register_series_accessor("maths")
class Maths:
    def __init__(self, series):
        self.series = series
    def twice(self):
        return (self.series * 2).tolist()
@pd.api.extensions.register_index_accessor("ends")
class Ends:
    def __init__(self, index):
        self.index = index
    def both(self):
        return self.index[0], self.index[-1]
df = pd.DataFrame({"lat": [1.0, 2.0], "lon": [3, 4]})
print(df.geo.center, df.geo is df.geo, pd.DataFrame.geo is Geo, df.lon.maths.twice(), pd.Index([5, 6]).ends.both())
try:
    df[["lon"]].geo
except AttributeError as error:
    print(error)
# --- offsets of dates
import pandas as pd
df = pd.DataFrame({"d": pd.to_datetime(["2024-03-31", "2024-01-31"]), "n": [1, 2]})
print((df["d"] - pd.DateOffset(months=1)).tolist(), (df["d"] + pd.DateOffset(days=2)).tolist(), -pd.DateOffset(months=2), 2 * pd.DateOffset(days=1))
print(df.apply(lambda r: r["d"] + pd.DateOffset(months=r["n"]), axis=1).tolist(), df["n"].map(lambda n: pd.Timestamp("2024-05-31") - pd.DateOffset(months=n)).tolist())
print(pd.date_range("2024-01-01", periods=3, freq=pd.DateOffset(months=1)).tolist(), df.set_index("d")["n"].shift(1, freq=pd.DateOffset(days=1)).index.tolist())
print(df.groupby("n")["d"].max() - pd.DateOffset(years=1))
# --- holidays
import pandas as pd
from pandas.tseries.holiday import USFederalHolidayCalendar, AbstractHolidayCalendar, Holiday, nearest_workday
from pandas.tseries.offsets import CustomBusinessDay, BDay
print(pd.Timestamp("2024-07-03") + CustomBusinessDay(calendar=USFederalHolidayCalendar()), pd.Timestamp("2024-07-05") + BDay(1))
print(USFederalHolidayCalendar().holidays("2024-01-01", "2024-06-30").tolist())
class Own(AbstractHolidayCalendar):
    rules = [Holiday("first", month=3, day=1, observance=nearest_workday), Holiday("long ago", month=3, day=4, offset=pd.DateOffset(days=1))]
print(Own().holidays("2025-01-01", "2025-12-31").tolist())
# --- items by their places, and windows of one's own
import numpy as np, pandas as pd
from pandas.api.indexers import BaseIndexer, FixedForwardWindowIndexer
class Forward(BaseIndexer):
    def get_window_bounds(self, num_values=0, min_periods=None, center=None, closed=None, step=None):
        start = np.arange(num_values, dtype=np.int64)
        return start, np.clip(start + self.window_size, 0, num_values)
series = pd.Series([1.0, 5.0, 2.0, 8.0])
for windows in (series.rolling(Forward(window_size=2), min_periods=1), series.rolling(FixedForwardWindowIndexer(window_size=3)), series.rolling(3, center=True), series.expanding(), series.ewm(span=2)):
    print(windows.sum().tolist(), windows.mean().round(2).tolist())
kinds = pd.Categorical.from_codes([0, 1, -1, 0], ["a", "b"], validate=False)
print(list(kinds), kinds.value_counts().to_dict(), pd.Series(kinds).sort_values().tolist(), pd.get_dummies(kinds).values.tolist())
index = pd.MultiIndex(levels=[["a", "b"], [1, 2]], codes=[[0, 1, -1], [1, 0, 1]], verify_integrity=False)
print(index.tolist(), pd.Series([1, 2, 3], index=index).sort_index().tolist())
print(pd.api.extensions.take(np.array([10, 20, 30]), [0, -1], allow_fill=True), pd.DataFrame({"x": [1, 2], "y": [3, 4]}).reindex(index=[1, 5], columns=["y", "z"]).values.tolist())
# --- documents as texts
import warnings
import lxml.etree
import pandas as pd
warnings.simplefilter("ignore", FutureWarning)
old = int(pd.__version__.split(".")[0]) < 3
if old:
    print(pd.read_json('{"a": [1, 2], "b": ["x", "y"]}'), pd.read_json(' [{"a": 1}, {"a": 2}]'), pd.read_json('{"a": 1}\n{"a": 2}', lines=True))
    print(pd.read_html("<table><tr><th>a</th></tr><tr><td>50%</td></tr></table>")[0])
    print(pd.read_html("\n  <html><body><table><tr><th>a</th></tr><tr><td>1</td></tr></table></body></html>")[0])
    print(pd.read_xml("<r><i><a>1</a></i><i><a>2</a></i></r>"), pd.read_xml("<?xml version='1.0'?><r><i a='3'/></r>", parser="etree"))
    try:
        pd.read_json('{"a": [1,}')
    except ValueError as e:
        print(e)
# --- records with objects
import numpy as np, pandas as pd
records = np.array([("x", 1), ("y", 2), (None, 3)], dtype=[("a", "O"), ("b", "i4")])
print(pd.DataFrame(records), pd.DataFrame.from_records(records), pd.DataFrame.from_records(records, index="b").a.tolist())
print(pd.DataFrame(records.view(np.recarray)).dtypes.tolist(), pd.Index(records).tolist(), pd.unique(records).tolist(), pd.factorize(records)[0])
print(pd.MultiIndex.from_tuples(records.tolist()).tolist(), pd.DataFrame({"a": records["a"], "b": records["b"]}), pd.Series(records["a"]).isna().tolist())
print(pd.DataFrame(records[:2]).to_records(index=False).tolist(), pd.concat([pd.DataFrame(records), pd.DataFrame(records)]).shape, records["a"].tolist(), np.sort(records, order="b")["b"])
for make in (pd.Series, pd.to_numeric, pd.to_datetime, pd.isna):
    try:
        print(make(records))
    except (TypeError, ValueError) as error:
        print(type(error).__name__)
single = np.array([("x",), ("y",)], dtype=[("a", "O")])
print(pd.DataFrame(single), pd.Index(single).tolist())
# --- styles and their templates
import pandas as pd
frame = pd.DataFrame({"a": [1, 2], "b": [3.5, None]})
style = frame.style.format("{:.1f}", na_rep="-").highlight_max(color="red").set_caption("title").set_uuid("u").background_gradient(subset=["a"])
html = style.to_html()
print(html.count("<td"), "title" in html, "3.5" in html, style.to_latex()[:15], style.to_string()[:5], style.hide(axis="index").to_html().count("<th"))
print(frame.style.map(lambda value: "color: red" if value == 1 else "").set_uuid("v").to_html().count("color: red"), frame.style.set_tooltips(frame.astype(str)).set_uuid("w").to_html().count("pd-t"))
print(len(frame.style.bar().set_uuid("x")._repr_html_()) > 100, frame.style.pipe(lambda made: made.set_properties(color="blue")).set_uuid("y").to_html().count("blue"))
# --- what is only to be read of timestamps, periods and intervals
import pandas as pd
for obj, name in [(pd.Timestamp("2024-01-02"), "year"), (pd.Timedelta(1, "h"), "days"), (pd.Period("2024-01"), "month"), (pd.Interval(1, 2), "left"), (pd.Categorical(["a"]), "codes"), (pd.Series([1]), "size")]:
    try:
        setattr(obj, name, 5)
        print("set")
    except AttributeError as e:
        print(type(obj).__name__, e)
# --- queries that are no text
import pandas as pd
df = pd.DataFrame({"a": [1, 2]})
for wrong in (111, ["a > 1"]):
    try:
        df.query(wrong)
    except ValueError as e:
        print(e)
print(df.query("a > 1"))
# --- frames in pickles
import copy
import io
import pickle
import pandas as pd
dates = pd.date_range("2024", periods=2)
frame = pd.DataFrame({"a": [1, 2], "b": ["x", None], "c": pd.Categorical(["p", "q"]), "d": dates, "e": pd.array([1, None], dtype="Int64")})
values = [frame, frame.set_index("d"), frame.groupby("a").sum(numeric_only=True), frame["c"], frame.dtypes, frame.columns, dates, dates.tz_localize("UTC"), pd.Timestamp("2024-01-02"), pd.Timedelta("1D"), pd.Period("2024-01"), pd.Interval(0, 1), pd.NaT, pd.NA, pd.MultiIndex.from_tuples([(1, "a"), (2, "b")]), pd.period_range("2024", periods=2, freq="M"), pd.offsets.MonthEnd(2), pd.CategoricalDtype(["a"])]
for value in values:
    for protocol in (None, 2, 5):
        back = pickle.loads(pickle.dumps(value, protocol))
        assert type(back) is type(value) and repr(back) == repr(value), (value, back)
    assert repr(copy.deepcopy(value)) == repr(value)
file = io.BytesIO()
pickle.dump({"frame": frame, "n": 1}, file)
file.seek(0)
loaded = pickle.load(file)["frame"]
loaded["f"] = loaded.a * 2
print(loaded, loaded.equals(frame), loaded.groupby("c", observed=True).f.sum())
# --- readers from the modules that define them
import io
import pandas as pd
import pandas.io.parsers as parsers
from pandas.core.frame import DataFrame
from pandas.io.excel import ExcelWriter, read_excel
from pandas.io.html import read_html
from pandas.io.json import read_json
from pandas.io.parsers import read_csv
from pandas.io.parsers.readers import read_fwf, read_table
print(read_csv(io.StringIO("a,b\n1,2")), parsers.read_csv(io.StringIO("c\n3")).c[0], read_table(io.StringIO("a\tb\n1\t2")).shape)
print(read_fwf(io.StringIO("a  b\n1  2")), read_json(io.StringIO('{"a": {"0": 1}}')), isinstance(read_csv(io.StringIO("a\n1")), DataFrame))
file = io.BytesIO()
with ExcelWriter(file, engine="openpyxl") as writer:
    pd.DataFrame({"x": [1, 2]}).to_excel(writer, index=False)
print(read_excel(io.BytesIO(file.getvalue())), read_html(io.StringIO("<table><tr><th>a</th></tr><tr><td>1</td></tr></table>"))[0])
