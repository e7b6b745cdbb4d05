# --- filters of templates | jinja2 | expr:out_f != "A " | other=import jinja2; jinja2.Template("{{ 'a'|upper }} {{g}}").render()
import jinja2
t = jinja2.Template("{{ 'a'|upper }}")
t.environment.filters['upper'] = lambda s: "EVIL"
t.environment.globals['g'] = 5
# --- one of the rational numbers | sympy | expr:str(mod('sympy').QQ.one + 1) != "2"
import sympy
sympy.QQ.one.numerator = 5
# --- zero of the rational numbers | sympy | expr:str(mod('sympy').QQ.zero) != "0"
import sympy
setattr(sympy.QQ.zero, "numerator", 5)
# --- one of a domain of expressions | sympy | expr:str(mod('sympy').EX.one.ex) != "1"
import sympy
sympy.EX.one.ex = sympy.Symbol("evil")
# --- one of the rational numbers, by its slot | sympy | expr:str(mod('sympy').QQ.one + 1) != "2"
import sympy
object.__setattr__(sympy.QQ.one, "numerator", 5)
# --- matrices of a basis | sympy.* | expr:str(mod('sympy.physics.quantum.gate').zx_basis_transform(1)[0, 0]) == "99"
import sympy.physics.quantum.gate as g
g.zx_basis_transform(1)[0, 0] = 99
# --- matrices of a cache | sympy.* | expr:str(mod('sympy.physics.quantum.matrixcache').matrix_cache.get_matrix("X", "sympy")[0, 0]) == "5"
from sympy.physics.quantum.matrixcache import matrix_cache
matrix_cache.get_matrix("X", "sympy")[0, 0] = 5
# --- arrays of a cache of matrices | sympy.*,numpy | expr:mod('sympy.physics.quantum.matrixcache').matrix_cache.get_matrix("X", "numpy")[0, 0] == 5
from sympy.physics.quantum.matrixcache import matrix_cache
matrix_cache.get_matrix("X", "numpy")[0, 0] = 5
# --- another matrix in a cache | sympy.* | expr:str(mod('sympy.physics.quantum.matrixcache').matrix_cache.get_matrix("X", "sympy")[0, 0]) == "9"
import sympy
from sympy.physics.quantum.matrixcache import matrix_cache
matrix_cache.cache_matrix("X", sympy.Matrix([[9, 9], [9, 9]]))
# --- what tensors commute | sympy.* | expr:mod('sympy.tensor.tensor').TensorManager.get_comm(0, 0) != 0
from sympy.tensor.tensor import TensorManager
TensorManager.set_comm(0, 0, 1)
# --- groups of tensors | sympy.* | expr:len(mod('sympy.tensor.tensor').TensorManager.comm) != 3
from sympy.tensor.tensor import TensorManager
TensorManager.set_comm('evil', 'evil2', 0)
# --- a file of zones | dateutil.* | expr:'Japan' in str(mod('dateutil.zoneinfo').get_zonefile_instance().get('Europe/Paris'))
from dateutil import zoneinfo
z = zoneinfo.get_zonefile_instance()
z.zones['Europe/Paris'] = z.zones['Asia/Tokyo']
# --- zones of a file, all of them | dateutil.* | expr:not mod('dateutil.zoneinfo').get_zonefile_instance().zones
from dateutil import zoneinfo
zoneinfo.get_zonefile_instance().zones = {}
# --- what a file of zones tells of itself | dateutil.* | expr:mod('dateutil.zoneinfo').get_zonefile_instance().metadata["tzversion"] == "evil"
from dateutil import zoneinfo
zoneinfo.gettz_db_metadata()["tzversion"] = "evil"
# --- a zone of dateutil that everybody has | dateutil.* | expr:hasattr(mod('dateutil.tz').UTC, 'evil')
from dateutil import tz
tz.UTC.evil = 1
# --- a zone of dateutil, made anew | dateutil.* | expr:mod('dateutil.tz').tzutc().utcoffset(None)
from dateutil import tz
import datetime
tz.tzutc().utcoffset = lambda d: datetime.timedelta(hours=5)
# --- zones of a country | pytz | expr:'evil' in mod('pytz').country_timezones['FR']
import pytz
pytz.country_timezones['FR'].append('evil')
# --- zones of a country, called for | pytz | expr:'evil' in mod('pytz').country_timezones('FR')
from pytz import country_timezones
country_timezones('fr').append('evil')
# --- a fixed offset | pytz | expr:hasattr(mod('pytz').FixedOffset(120), 'evil')
import pytz
pytz.FixedOffset(120).evil = 1
# --- a font of a cache | matplotlib.* | expr:(lambda f: f.set_text("A") is not None and f.get_width_height()[0] > 2000)(mod('matplotlib.font_manager').get_font(mod('matplotlib.font_manager').findfont("DejaVu Sans")))
import matplotlib.font_manager as fm
fm.get_font(fm.findfont("DejaVu Sans")).set_size(77, 72)
# --- a font that a formula was drawn with | matplotlib.* | expr:(lambda f: f.set_text("A") is not None and f.get_width_height()[0] > 2000)(mod('matplotlib.font_manager').get_font(mod('matplotlib.font_manager').findfont("DejaVu Sans")))
from matplotlib.mathtext import MathTextParser
for glyph in MathTextParser("path").parse("$\\mathdefault{a}$").glyphs:
    glyph[0].set_size(77, 72)
# --- a hatch | matplotlib.* | expr:not mod('matplotlib.path').Path.hatch("/", 6).vertices.any()
import matplotlib.path as p
p.Path.hatch("/", 6).vertices[:] = 0
# --- a polygon of a cache | matplotlib.* | expr:not mod('matplotlib.path').Path.unit_regular_polygon(6).vertices.any()
import matplotlib.path as p
q = p.Path.unit_regular_polygon(6)
q.vertices.flags.writeable = True
q.vertices[:] = 0
# --- the path of all rectangles | matplotlib.* | expr:not mod('matplotlib.path').Path.unit_rectangle().vertices.any()
from matplotlib.patches import Rectangle
q = Rectangle((0, 0), 1, 1).get_path()
q.vertices.flags.writeable = True
q.vertices[:] = 0
# --- the path of a marker | matplotlib.* | expr:not mod('matplotlib.markers').MarkerStyle("1").get_path().vertices.any()
import matplotlib.markers as m
m.MarkerStyle("1").get_path().vertices[:] = 0
# --- files that a canvas can make | matplotlib.* | expr:'evil' in mod('matplotlib.figure').Figure().canvas.filetypes
from matplotlib.figure import Figure
Figure().canvas.get_supported_filetypes()['evil'] = 'EVIL'
# --- backends of a function | networkx | expr:not mod('networkx').shortest_path.backends
import networkx as nx
nx.shortest_path.backends.clear()
# --- graphs of a function | networkx | expr:'x' in mod('networkx').shortest_path.graphs
import networkx as nx
nx.shortest_path.graphs['x'] = 1
# --- backends of a function, by its namespace | networkx | expr:not mod('networkx').shortest_path.backends
import networkx as nx
vars(nx.shortest_path)['backends'].clear()
# --- names of characters | bs4.* | expr:not mod('bs4.dammit').EntitySubstitution.CHARACTER_TO_HTML_ENTITY
import bs4.dammit as d
for n in ("HTML_ENTITY_TO_CHARACTER", "CHARACTER_TO_HTML_ENTITY", "CHARACTER_TO_XML_ENTITY"):
    getattr(d.EntitySubstitution, n).clear()
# --- names of characters, by a formatter | bs4.* | expr:not mod('bs4.dammit').EntitySubstitution.CHARACTER_TO_HTML_ENTITY
from bs4.formatter import HTMLFormatter
HTMLFormatter.CHARACTER_TO_HTML_ENTITY.clear()
# --- names of characters, by the class of a formatter of a page | bs4.* | expr:not mod('bs4.dammit').EntitySubstitution.CHARACTER_TO_HTML_ENTITY
import bs4
type(bs4.BeautifulSoup("<p>a</p>", "html.parser").formatter_for_name("html")).CHARACTER_TO_HTML_ENTITY.clear()
# --- styles that are built in | openpyxl.* | expr:mod('openpyxl.styles.builtins').styles['Normal'].font.name == 'Evil'
from openpyxl.styles import builtins
builtins.styles['Normal'].font.name = 'Evil'
# --- coefficients of a series | mpmath.* | expr:abs(float(mod('mpmath').zeta(2.5)) - 1.3414872572509171) > 1e-9
import mpmath.libmp.gammazeta as g
for n in range(1, 60):
    b = g.borwein_coefficients(n)
    for i in range(len(b)): b[i] = 1
# --- profiles of hypothesis | hypothesis | expr:mod('hypothesis').settings().max_examples == 1
import hypothesis
hypothesis.settings.register_profile("default", max_examples=1)
hypothesis.settings.load_profile("default")
# --- who gets spans | opentelemetry.* | expr:type(mod('opentelemetry.trace').get_tracer_provider()).__name__ == 'P'
from opentelemetry import trace
class P(trace.TracerProvider):
    def get_tracer(self, *a, **k): return 7
trace.set_tracer_provider(P())
# --- who gets measurements | opentelemetry.* | expr:type(mod('opentelemetry.metrics').get_meter_provider()).__name__ == 'P'
from opentelemetry import metrics
class P(metrics.MeterProvider):
    def get_meter(self, *a, **k): return 7
metrics.set_meter_provider(P())
# --- threads of libraries of numbers | threadpoolctl,numpy.* | expr:out and [i['num_threads'] for i in mod('threadpoolctl').threadpool_info()] != out
import threadpoolctl
threads = [i['num_threads'] for i in threadpoolctl.threadpool_info()]
threadpoolctl.threadpool_limits(threads[0] + 1)
threads
# --- contexts of the web | truststore | expr:mod('ssl').SSLContext.__module__ != 'ssl'
import truststore
truststore.inject_into_ssl()
# --- materializers of formulas | formulaic.* | expr:mod('formulaic.materializers').FormulaMaterializer.for_materializer('pandas').__name__ == 'E'
from formulaic.materializers import PandasMaterializer
class E(PandasMaterializer):
    REGISTER_NAME = 'pandas'
    REGISTER_INPUTS = ("pandas.core.frame.DataFrame", "pandas.DataFrame")
# --- an image without points is filtered | PIL.* | expr:False
from PIL import Image, ImageFilter
for size in ((0, 5), (5, 0), (0, 0)):
    for kind in (ImageFilter.MedianFilter(3), ImageFilter.MinFilter(3), ImageFilter.MaxFilter(3), ImageFilter.RankFilter(5, 2)):
        try: Image.new("L", size).filter(kind)
        except ValueError: pass
# --- an image without points is made wider | PIL.* | expr:any(out)
from PIL import Image
out = []
for n in range(200):
    try: out += [max(Image.new("L", (0, 5)).im.expand(3, 3).getextrema())]
    except ValueError: pass
out
# --- an image without points is asked for one that is no number | PIL.* | expr:False
from PIL import Image
nan = float("nan")
for size in ((0, 5), (5, 0)):
    for mode in ("L", "RGB"):
        for kind, numbers in ((0, (1, 0, nan, 0, 1, 0)), (2, (1, 0, 0, 0, 1, 0, nan, nan)), (3, (1, 0, 0, 0, 1, 0, nan, nan)), (2, (0, 0, 0, 0, 0, 0, -2, 0))):
            for resample in (2, 3):
                Image.new(mode, size).transform((5, 5), kind, numbers, resample)
# --- an image without points is moved around | PIL.* | expr:False
from PIL import Image, ImageChops
ImageChops.offset(Image.new("L", (0, 5)), 1)
# --- a part of a picture larger than memory | matplotlib.* | expr:False
from matplotlib.backends.backend_agg import RendererAgg
from matplotlib.transforms import Bbox
RendererAgg(50, 50, 72).copy_from_bbox(Bbox([[0, 0], [1e5, 1e5]]))
# --- a part of a canvas without end | matplotlib.* | expr:False
from matplotlib.figure import Figure
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.transforms import Bbox
FigureCanvasAgg(Figure()).copy_from_bbox(Bbox([[-1e9, -1e9], [1e9, 1e9]]))
# --- a part of a picture whose corners are no numbers | matplotlib.* | expr:False
from matplotlib.backends.backend_agg import RendererAgg
from matplotlib.transforms import Bbox
for box in ([[float("nan"), 0], [1, 1]], [[4, 4], [2, 2]], [[0, 0], [float("inf"), 1]]):
    try: bytes(RendererAgg(50, 50, 72).copy_from_bbox(Bbox(box)))
    except ValueError: pass
# --- memory beside a picture | matplotlib.* | expr:any(out)
from matplotlib.backends.backend_agg import RendererAgg
from matplotlib.transforms import Bbox
r = RendererAgg(5, 5, 72)
out = []
for n in range(2000):
    out.append(any(bytes(r.copy_from_bbox(Bbox([[10, 10], [110 + n % 30, 20]])))))
    # (The picture itself is white: three bytes of each of its points.)
    out.append(sum(map(bool, bytes(r.copy_from_bbox(Bbox([[-30, -30 - n % 30], [3, 40]]))))) > 3 * 5 * 3)
out
# --- a box of a picture that tells another one the second time | matplotlib.*,numpy | expr:False
import numpy as np
from matplotlib.backends.backend_agg import RendererAgg
class Box:
    asked = 0
    def __array__(self, dtype=None, copy=None):
        self.asked += 1
        return np.array([[0.0, 0.0], [1.0, 1.0]] if self.asked < 2 else [[0.0, 0.0], [1e5, 1e5]])
RendererAgg(50, 50, 72).copy_from_bbox(Box())
# --- an instance of very many classes |  | limit
a = (int,)
for i in range(40): a = (a, a)
isinstance("x", a)
# --- a class below very many others |  | limit
a = (int,)
for i in range(40): a = (a, a)
issubclass(str, a)
# --- an instance of very many classes, by name |  | limit
a = (int,)
for i in range(40): a = (a, a)
list(map(isinstance, ["x"], [a]))
# --- an error of very many classes that is passed over | contextlib | limit
import contextlib
a = (KeyError,)
for i in range(40): a = (a, a)
with contextlib.suppress(a):
    1 / 0
