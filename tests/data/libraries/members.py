# --- records
import numpy as np
r = np.rec.fromarrays([[1, 2], ["a", "b"]], names="n,s")
print(r.n, r[0].s, np.rec.array([(1, 2.0)], dtype=[("x", int), ("y", float)]).y, r.dtype.fields["n"][0])
# --- what numpy says of itself
import numpy as np
print(np.finfo(float).eps, np.iinfo("int8").max, np.dtype("datetime64[D]").name, np.result_type("i4", "f4"), np.can_cast("i8", "i4"), np.__version__ > "1")
# --- buffers and bytes of arrays
import numpy as np
a = np.array([1, 2], dtype="<i2")
print(a.tobytes(), np.frombuffer(b"\x01\x00", dtype="<i2"), bytes(a), bytearray(a), a.view("u1"))
# --- windows over arrays
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
print(sliding_window_view(np.arange(5), 3), np.broadcast_to([1, 2], (2, 2)), np.broadcast_shapes((2, 1), (1, 3)))
# --- tables from and to text
import io
import pandas as pd
df = pd.read_csv(io.StringIO("d;v\n2024-01-02;1,5\n"), sep=";", decimal=",", parse_dates=["d"])
print(df, df.to_csv(index=False), df.to_json(orient="records", date_format="iso"), df.to_html()[:40], df.to_markdown(), pd.read_json(io.StringIO('[{"a":1}]')), pd.read_csv(io.StringIO("a b\n1 2"), sep=r"\s+"), pd.read_fwf(io.StringIO("a  b\n1  2")))
# --- frames hold themselves and others
import pandas as pd
df = pd.DataFrame({"a": [1, 2]})
print(df.pipe(lambda d, n: d * n, 3), df.assign(b=lambda d: d.a + 1), df.map(str) if hasattr(df, "map") else df, df.agg(["sum", "mean"]), df.transform(lambda c: c - c.mean()), df.T.to_dict())
# --- kinds of values and types
import pandas as pd
print(pd.api.types.is_numeric_dtype(pd.Series([1])), pd.api.types.infer_dtype(["a"]), pd.api.types.CategoricalDtype(["b", "a"], ordered=True))
# --- pandas' array types
import pandas as pd
s = pd.array([1, None, 3], dtype="Int64")
print(s, pd.Series(["a", None], dtype="string").str.len(), pd.Categorical(["a", "b", "a"]).codes, pd.interval_range(0, 3), pd.cut([1, 5], [0, 2, 6], labels=["lo", "hi"]), pd.period_range("2024-01", periods=2, freq="M"), pd.NA, pd.NaT)
# --- groups, windows and joins
import pandas as pd
df = pd.DataFrame({"k": list("aabb"), "t": pd.date_range("2024", periods=4, freq="12h"), "v": [1.0, 2, 3, 4]})
print(df.groupby("k").apply(lambda g: g.v.max(), include_groups=False), df.groupby(pd.Grouper(key="t", freq="D")).v.sum(), df.set_index("t").v.rolling("1D").sum().tolist(), pd.merge_asof(df, df[["t", "v"]].rename(columns={"v": "w"}), on="t").w.tolist(), df.pivot_table(index="k", values="v", aggfunc=["min", "max"]))
# --- errors of pandas have their names
import pandas as pd
try:
    pd.DataFrame({"a": [1]})["b"]
except KeyError as e:
    print("no column", e)
try:
    pd.to_datetime(["2024-13-01"])
except ValueError as e:
    print(type(e).__name__)
try:
    pd.merge(pd.DataFrame({"a": [1]}), pd.DataFrame({"b": [1]}))
except pd.errors.MergeError as e:
    print(str(e)[:30])
# --- own functions for arrays
import numpy as np
print(np.vectorize(lambda a, b: a if a > b else b)([1, 5], [3, 2]), np.apply_along_axis(sum, 1, np.eye(2)), np.frompyfunc(lambda x: x + 1, 1, 1)([1, 2]), np.fromfunction(lambda i, j: i + j, (2, 2)), np.piecewise(np.array([1.0, -1]), [[True, False]], [lambda x: x * 2, 0]), np.fromiter((x * x for x in range(3)), int))
# --- arrays of one's own class
import numpy as np
class Unit(np.ndarray):
    def __new__(cls, data, unit=None):
        self = np.asarray(data).view(cls)
        self.unit = unit
        return self
    def __array_finalize__(self, other):
        self.unit = getattr(other, "unit", None)
u = Unit([1.0, 2], "m")
print((u * 2).unit, u[:1].unit, type(u + 1).__name__, np.sum(u))
# --- operands of one's own
import numpy as np
class Money:
    def __init__(self, v): self.v = v
    def __array_ufunc__(self, ufunc, method, *args, **kwargs):
        return Money(getattr(ufunc, method)(*(a.v if isinstance(a, Money) else a for a in args), **kwargs))
    def __array__(self, dtype=None, copy=None): return np.array([self.v])
print((np.add(Money(3), 4)).v, np.asarray(Money(5)), (np.array([1, 2]) * Money(2)).v)
# --- einsum, linear algebra, transforms, polynomials
import numpy as np
a = np.array([[2.0, 1], [1, 3]])
print(np.einsum("ij,jk->ik", a, a), np.linalg.eigvalsh(a).round(4), np.linalg.svd(a)[1].round(4), np.linalg.lstsq(a, [1, 2], rcond=None)[0], np.fft.fft([1, 0, 0, 0]), np.polynomial.Chebyshev([1, 2])(0.5), np.roots([1, -3, 2]), np.kron([1, 2], [1, 1]))
try:
    np.linalg.inv(np.zeros((2, 2)))
except np.linalg.LinAlgError as e:
    print(e)
# --- dates and strings of numpy
import numpy as np
print(np.busday_count("2024-01-01", "2024-02-01"), np.datetime64("2024-02-28") + np.timedelta64(2, "D"), np.char.upper(["a", "b"]), np.strings.str_len(["a", "bc"]) if hasattr(np, "strings") else [1, 2], np.datetime_as_string(np.datetime64("2024-01-01T10"), unit="m"), np.arange("2024-01", "2024-03", dtype="M8[M]"))
# --- flags of arrays
import numpy as np
a = np.arange(6).reshape(2, 3)
print(a.flags.c_contiguous, a.flags["WRITEABLE"], a.T.flags.f_contiguous, a.strides, a.itemsize, a.base is not None, a.dtype.names)
a.flags.writeable = False
try:
    a[0, 0] = 1
except ValueError as e:
    print(e)
# --- a slice is given a column (and what pandas says of it)
import warnings
import pandas as pd
warnings.simplefilter("ignore")
df = pd.DataFrame({"x": [1, 2, 3]})
part = df[df.x > 1]
part["y"] = 5
part.loc[:, "z"] = part.x * 2
df["x"][0] = 9
print(part, df)
# --- pandas.testing
import pandas as pd
import pandas.testing as tm
tm.assert_series_equal(pd.Series([1.0]), pd.Series([1.0 + 1e-9]))
tm.assert_index_equal(pd.Index([1]), pd.Index([1]))
try:
    pd.testing.assert_frame_equal(pd.DataFrame({"a": [1]}), pd.DataFrame({"a": [2]}))
except AssertionError as e:
    print(e)
# --- numpy.testing
import numpy as np
np.testing.assert_array_equal([1, 2], [1, 2])
np.testing.assert_almost_equal(1.0, 1.0000000001)
with np.testing.assert_raises(ValueError):
    int("x")
try:
    np.testing.assert_allclose([1.0, 2], [1.0, 3], rtol=0.1)
except AssertionError as e:
    print(e)
# --- flags and attributes of frames
import pandas as pd
df = pd.DataFrame({"a": [1]})
df.attrs["unit"] = "m"
print(df.flags, df.flags.allows_duplicate_labels, df.set_flags(allows_duplicate_labels=False).flags.allows_duplicate_labels, df.attrs, df.style.data is df)
# --- styled frames
import pandas as pd
df = pd.DataFrame({"a": [1.234, -2], "b": ["x", "y"]})
s = df.style.format(precision=1).highlight_max(subset=["a"]).set_caption("C").hide(axis="index").map(lambda v: "color: red", subset=["b"])
s = s.set_table_styles([{"selector": "th", "props": "font-weight: bold"}])
h = s.set_uuid("u").to_html()
print(h, s.table_styles, df.style.bar(subset=["a"]).set_uuid("v").to_html()[:60])
# --- styled frames as LaTeX and text
import pandas as pd
df = pd.DataFrame({"a": [1.5, 2]}, index=["r1", "r2"])
print(df.style.to_latex(), df.style.format("{:.2f}").to_string(), df.to_latex(float_format="%.1f"))
# --- masked arrays
import numpy as np
m = np.ma.array([1.0, 2, 3], mask=[0, 1, 0], fill_value=-1)
print(m, m.data, m.mask, m.filled(), m.mean(), np.ma.masked_where(m > 2, m), m.compressed(), np.ma.getmaskarray(m), np.ma.masked_invalid([1, np.nan]))
# --- numpy's help texts
import io
import numpy as np
b = io.StringIO()
np.info(np.polyval, output=b)
print(b.getvalue()[:50])
np.show_config()
# --- arrays change their size in place
import numpy as np
a = np.array([1, 2, 3])
a.resize(5, refcheck=False)
print(a, np.resize([1, 2], 5))
b = np.zeros(2)
b.resize((2, 2), refcheck=False)
print(b)
# --- saving to buffers
import io
import numpy as np
b = io.BytesIO(); np.save(b, np.arange(3)); b.seek(0)
z = io.BytesIO(); np.savez(z, a=np.eye(2)); z.seek(0)
t = io.StringIO(); np.savetxt(t, [[1, 2]], fmt="%d")
print(np.load(b), np.load(z)["a"], t.getvalue(), np.loadtxt(io.StringIO("1 2\n3 4")), np.genfromtxt(io.StringIO("a,b\n1,\n"), delimiter=",", names=True))
# --- queries
import pandas as pd
df = pd.DataFrame({"a": [1, 2, 3], "b b": [3, 2, 1], "s": list("xyx")})
def above(limit):
    word = "x"
    return df.query("a > @limit and s == @word", engine="python")
print(above(1), df.query("`b b` < a"), df.query("s in ['y']"), df.query("index % 2 == 0").a.sum(), df.query("s.str.upper() == 'X'", engine="python").a.tolist())
# --- evaluation
import pandas as pd
df = pd.DataFrame({"a": [1, 2], "b": [3, 4]})
n = 10
print(df.eval("c = a * b + @n"), pd.eval("df.a + df.b").tolist(), df.eval("a > 1").tolist(), pd.eval("1 + 2"), df.eval("d = a ** 2\ne = d + b").e.tolist())
# --- workbooks in memory
import io
import pandas as pd
df = pd.DataFrame({"a": [1, 2], "b": ["x", None]})
b = io.BytesIO()
df.to_excel(b, index=False, sheet_name="S")
print(pd.read_excel(io.BytesIO(b.getvalue())), pd.ExcelFile(io.BytesIO(b.getvalue())).sheet_names)
# --- several sheets in memory
import io
import pandas as pd
b = io.BytesIO()
with pd.ExcelWriter(b, engine="openpyxl") as w:
    pd.DataFrame({"a": [1]}).to_excel(w, sheet_name="one")
    pd.DataFrame({"b": [pd.Timestamp("2024-01-02")]}).to_excel(w, sheet_name="two", index=False)
print({k: v.to_dict("list") for k, v in pd.read_excel(io.BytesIO(b.getvalue()), sheet_name=None).items()})
# --- tables from markup
import io
import pandas as pd
print(pd.read_html(io.StringIO("<table><tr><th>a</th></tr><tr><td>1</td></tr></table>"))[0], pd.DataFrame({"a": [1]}).to_xml(), pd.read_xml(io.StringIO("<r><i><a>1</a></i></r>")))
# --- attributes of objects of libraries that are set
import difflib, json
import bs4, pandas as pd
style = pd.DataFrame({"a": [1, 2]}).style
style.table_styles = [{"selector": "th", "props": [("color", "red")]}]
style.caption = "figures"
style.uuid = "u"
print("color: red" in style.to_html(), "figures" in style.to_html())
page = bs4.BeautifulSoup("<p>text</p>", "html.parser")
page.p.name = "div"
page.div.string = "other"
print(page)
matcher = difflib.SequenceMatcher(a="abc", b="abd")
matcher.autojunk = False
encoder = json.JSONEncoder()
encoder.indent = 1
print(round(matcher.ratio(), 3), encoder.encode({"a": 1}))
