# --- filters and globals of templates that share an environment
import jinja2
t = jinja2.Template("{{ name|upper }} {{ n|double if double else n }}", trim_blocks=True)
t.environment.filters["double"] = lambda n: n * 2
t.environment.globals["double"] = True
again = jinja2.Template("{{ 4|double }}", trim_blocks=True)
print(again.render(), again.environment is t.environment, jinja2.Template("{{ 1 }}").environment is t.environment)
print(jinja2.Template("{% for x in xs %}{{ loop.index }}{{ x }}{% endfor %}").render(xs="ab"))
# --- rational numbers of a domain
import sympy
from sympy import QQ, ZZ, EX
x = sympy.Symbol("x")
print(QQ(1, 2) + QQ.one, QQ.zero, QQ(3, 4).numerator, QQ.one / QQ(3), EX.one + EX(x), ZZ.one)
p = sympy.Poly(x**2 / 2 + x, x, domain=QQ)
print(p.monic(), p.coeffs(), sympy.factor(x**4 - 1), sympy.apart(1 / (x**2 - 1)))
R, a, b = sympy.ring("a,b", QQ)
f = (a + b) ** 2
f[(3, 0)] = QQ(1, 2)
print(f, R.one, f.diff(a))
# --- matrices of quantum gates
import sympy
from sympy.physics.quantum.gate import zx_basis_transform, X, H
from sympy.physics.quantum.matrixcache import matrix_cache
from sympy.physics.quantum.qubit import Qubit
from sympy.physics.quantum.qapply import qapply
from sympy.physics.quantum.represent import represent
m = zx_basis_transform(1)
m[0, 0] = 7
print(m, zx_basis_transform(1) is m, zx_basis_transform(1)[0, 0])
print(qapply(X(0) * Qubit("01")), represent(H(0), nqubits=1), matrix_cache.get_matrix("Z", "numpy").shape)
matrix_cache.cache_matrix("own", sympy.Matrix([[1, 2], [3, 4]]))
print(matrix_cache.get_matrix("own", "sympy"))
# --- commutation of tensors
from sympy.tensor.tensor import TensorManager, TensorIndexType, TensorHead, TensorSymmetry, tensor_indices
L = TensorIndexType("L", dim=4)
i, j = tensor_indices("i j", L)
TensorManager.set_comm("A", "B", 0)
A = TensorHead("A", [L], TensorSymmetry.no_symmetry(1), comm="A")
B = TensorHead("B", [L], TensorSymmetry.no_symmetry(1), comm="B")
print(TensorManager.get_comm(TensorManager.comm_symbols2i("A"), TensorManager.comm_symbols2i("B")), (A(i) * B(j)).canon_bp(), A(i) * B(j) - B(j) * A(i))
# --- zones of dateutil
import datetime
from dateutil import tz, zoneinfo
z = zoneinfo.get_zonefile_instance()
print(z is zoneinfo.get_zonefile_instance(), "Europe/Paris" in z.zones, z.get("Nowhere/None"), sorted(z.metadata) != [])
when = datetime.datetime(2024, 7, 1, 12, tzinfo=tz.gettz("Europe/Paris"))
print(when.utcoffset(), when.astimezone(tz.UTC), tz.tzutc() is tz.UTC, tz.tzoffset("X", 3600), tz.tzlocal().utcoffset(when) is not None)
# --- zones of pytz
import datetime
import pytz
print(pytz.country_timezones["CH"], pytz.country_timezones("ch"), len(pytz.country_timezones) > 200, pytz.country_names["FR"])
print(pytz.FixedOffset(120), pytz.FixedOffset(120) is pytz.FixedOffset(120), pytz.utc.localize(datetime.datetime(2020, 1, 1)).isoformat())
zones = pytz.country_timezones["FR"]
zones.append("Own/Zone")
print(pytz.country_timezones["FR"], zones is pytz.country_timezones["FR"], zones.pop())
# --- fonts that are measured
import matplotlib.font_manager as fm
from matplotlib.mathtext import MathTextParser
font = fm.get_font(fm.findfont("DejaVu Sans"))
font.set_size(20, 72)
font.set_text("Hello")
print(font.get_width_height(), font is fm.get_font(fm.findfont("DejaVu Sans")), font.family_name)
print(MathTextParser("path").parse("$x^2$").width > 0)
# --- paths of hatches, markers and polygons
import numpy as np
import matplotlib.pyplot as plt
from matplotlib.markers import MarkerStyle
from matplotlib.path import Path
print(Path.hatch("/", 6) is Path.hatch("/", 6), len(Path.hatch("xo", 4).vertices), Path.hatch(None), Path([[0, 0]]).hatch("/").vertices.shape)
print(Path.unit_regular_polygon(5).vertices.round(2).tolist(), Path.unit_rectangle() is Path.unit_rectangle(), Path.unit_circle().codes.tolist()[:3])
try:
    Path.unit_regular_polygon(5).vertices[:] = 0
except ValueError as error:
    print(error)
print([MarkerStyle(m).get_path().vertices.shape for m in "^1xos*D|_"])
fig, ax = plt.subplots()
ax.bar([1, 2], [3, 4], hatch="//")
ax.plot([1, 2], marker="^")
ax.scatter([1, 2], [2, 1], marker="h")
fig.canvas.draw()
print(np.asarray(fig.canvas.buffer_rgba()).shape, sorted(fig.canvas.get_supported_filetypes())[:3], fig.canvas.get_supported_filetypes_grouped()["Portable Network Graphics"])
# --- a part of a canvas that is put back
import matplotlib
matplotlib.use("agg")
import numpy as np
import matplotlib.pyplot as plt
from matplotlib.backends.backend_agg import RendererAgg
from matplotlib.transforms import Bbox
fig, ax = plt.subplots(figsize=(2, 1), dpi=50)
line, = ax.plot([0, 1], animated=True)
fig.canvas.draw()
background = fig.canvas.copy_from_bbox(ax.bbox)
before = np.array(fig.canvas.buffer_rgba())
ax.draw_artist(line)
drawn = np.array(fig.canvas.buffer_rgba())
fig.canvas.restore_region(background)
print((before == drawn).all(), (before == np.array(fig.canvas.buffer_rgba())).all(), fig.canvas.copy_from_bbox(fig.bbox).get_extents())
ax.set_position([0.5, 0.5, 0.9, 0.9])
over = fig.canvas.copy_from_bbox(ax.bbox)
fig.canvas.restore_region(over)
fig.canvas.restore_region(background, ax.bbox, (0, 0))
print(over.get_extents(), np.asarray(over).shape, (before == np.array(fig.canvas.buffer_rgba())).mean() > 0.5)
r = RendererAgg(5, 4, 72)
print(np.asarray(r.copy_from_bbox(Bbox([[1.2, 1], [3.9, 3]]))).shape, r.copy_from_bbox(bbox=Bbox([[0, 0], [5, 4]])).get_extents(), np.asarray(r.copy_from_bbox(Bbox([[2, 2], [2, 2]]))).shape)
try:
    r.copy_from_bbox("box")
except (TypeError, ValueError):
    print("no box")
# --- backends of functions of networkx
import networkx as nx
print(nx.shortest_path.backends, nx.shortest_path.graphs, nx.shortest_path.name, nx.shortest_path.__name__, nx.shortest_path(nx.path_graph(3), 0, 2))
print(nx.pagerank.edge_attrs, nx.union.graphs, nx.is_connected(nx.cycle_graph(3), backend="networkx"))
# --- names of characters
import bs4
from bs4.dammit import EntitySubstitution
from bs4.formatter import HTMLFormatter
print(EntitySubstitution.CHARACTER_TO_HTML_ENTITY["é"], EntitySubstitution.HTML_ENTITY_TO_CHARACTER["eacute"], EntitySubstitution.substitute_html("é & <"))
soup = bs4.BeautifulSoup("<p>a &amp; é</p>", "html.parser")
print(soup.decode(formatter="html"), soup.decode(), soup.decode(formatter=HTMLFormatter(indent=2)))
# --- styles of a workbook
import openpyxl
from openpyxl.styles import Font, builtins
book = openpyxl.Workbook()
sheet = book.active
sheet["A1"] = 1
sheet["A1"].style = "Good"
sheet["A2"].font = Font(bold=True)
builtins.styles["Bad"].font.name = "Own"
sheet["A3"].style = "Bad"
print(sheet["A1"].font.color.rgb, sheet["A2"].font.b, builtins.styles["Normal"].font.name, sorted(book.named_styles), sheet["A3"].font.name)
# --- zeta and gamma
import mpmath
from mpmath.libmp.gammazeta import borwein_coefficients, primesieve
print(mpmath.zeta(2.5), mpmath.gamma(3.3), mpmath.zeta(3), borwein_coefficients(4), borwein_coefficients(4) is borwein_coefficients(4))
print(primesieve(12)[0], mpmath.nsum(lambda n: 1 / n**2, [1, mpmath.inf]))
# --- filters of images, and images without points
from PIL import Image, ImageChops, ImageFilter, ImageOps
im = Image.linear_gradient("L").resize((9, 7))
print([list(im.filter(f).getdata())[:6] for f in (ImageFilter.MedianFilter(3), ImageFilter.MinFilter(3), ImageFilter.MaxFilter(5), ImageFilter.RankFilter(3, 0), ImageFilter.ModeFilter(3))])
print(list(ImageChops.offset(im, 2, 1).getdata())[:5], list(im.transform((4, 4), Image.Transform.AFFINE, (1, 0.5, 0, 0, 1, 0), Image.Resampling.BILINEAR).getdata()))
none = Image.new("L", (0, 5))
print(none.filter(ImageFilter.BoxBlur(2)).size, none.filter(ImageFilter.ModeFilter(3)).size, none.filter(ImageFilter.GaussianBlur(2)).size, ImageOps.expand(none, 2).size)
print(set(none.transform((3, 3), Image.Transform.AFFINE, (1, 0, 0, 0, 1, 0), Image.Resampling.BICUBIC, fillcolor=7).getdata()), none.rotate(30, Image.Resampling.BILINEAR).size)
print(set(none.transform((3, 3), Image.Transform.PERSPECTIVE, (1, 0, 0, 0, 1, 0, 0.1, 0), Image.Resampling.BILINEAR).getdata()))
# --- nested tuples of classes
import contextlib
import numbers
number = (int, (float, (complex, numbers.Number)))
print(isinstance(1.5, number), isinstance("x", (number, (bytes, (str,)))), issubclass(bool, number), issubclass(list, (number, number)), isinstance(1, ()))
print(list(map(isinstance, [1, "x"], [number, (number, (list,))])), isinstance(True, int | None))
try:
    isinstance(1, (str, (1, 2)))
except TypeError as error:
    print(error)
deep = (str,)
for _ in range(12):
    deep = (deep, deep)
print(isinstance(1, deep), isinstance("", deep))
with contextlib.suppress((KeyError, (ValueError, (IndexError,)))):
    [][0]
# --- formulas and their materializers
import pandas as pd
from formulaic import model_matrix
from formulaic.materializers import FormulaMaterializer
print(model_matrix("a + np.log(b)", pd.DataFrame({"a": [1.0, 2.0], "b": [1.0, 1.0]})).to_dict(), FormulaMaterializer.for_materializer("pandas").__name__)
# --- threads of libraries of numbers
import numpy as np
import threadpoolctl
with threadpoolctl.threadpool_limits(limits=1):
    print([found["num_threads"] for found in threadpoolctl.threadpool_info() if found["user_api"] == "blas"] and np.ones((3, 3)).dot(np.ones(3)))
threadpoolctl.threadpool_limits(1, user_api="blas")
print({found["num_threads"] for found in threadpoolctl.threadpool_info() if found["user_api"] == "blas"} <= {1})
# --- profiles of tests
import hypothesis
from hypothesis import strategies as st
hypothesis.settings.register_profile("short", max_examples=3, database=None)
hypothesis.settings.load_profile("short")
print(hypothesis.settings().max_examples, hypothesis.settings.get_profile("short").max_examples)
