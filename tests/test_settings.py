"""Settings that a process has one of: the session's while its code runs, the host's otherwise; and what libraries print."""

from __future__ import annotations

import ast
import asyncio
import calendar
import contextlib
import csv
import decimal
import io
import locale
import logging
import os
import random
import reprlib
import signal
import subprocess
import sys
import threading
import types
import typing
import warnings

import bs4
import matplotlib
import mpmath
import networkx
import numpy as np
import pandas as pd
import pytest
import scipy.cluster.hierarchy
import scipy.fft
import scipy.stats
import sklearn
import sklearn.metrics.pairwise
import statsmodels.formula
from fastexec import InterpreterError, LocalPythonExecutor, more_settings, process_settings
from matplotlib import font_manager
from pandas.tseries import holiday

PACKAGES = ["numpy", "numpy.*", "pandas", "pandas.*", "scipy", "scipy.*", "sklearn", "sklearn.*", "networkx", "networkx.*", "sympy", "sympy.*", "mpmath", "matplotlib", "matplotlib.*", "bs4", "bs4.*", "statsmodels.*"]
STANDARD = ["reprlib", "warnings", "locale", "decimal", "csv", "calendar", "shutil", "webbrowser", "fileinput", "socket", "sys", "io", "contextlib", "logging", "dis", "pprint", "doctest", "xml.etree.ElementTree", "asyncio", "threading", "unittest", "typing", "openpyxl.*", "email.contentmanager", "rich", "tqdm", "attr", "attrs.*", "fsspec", "fsspec.*", "pyparsing", "urllib3", "lxml.objectify", "PIL", "PIL.*", "dateutil.*", "jinja2", "pytz"]


pytestmark = pytest.mark.usefixtures("without_spans")


def executor(tools=None, **options):
    made = LocalPythonExecutor([*PACKAGES, *STANDARD], **options)
    made.send_tools(tools or {})
    return made


def steps(*codes, tools=None, **options):
    """Output of the last call."""
    made = executor(tools, **options)
    for code in codes:
        result = made(code)
    return result.output


def test_names_that_touch_the_settings_loaded_later() -> None:
    more = {name for setting in more_settings.SETTINGS for name in setting.touched_by}
    assert process_settings.MORE == more - {process_settings.ANY_PACKAGE}
    of_any = {setting.module for setting in more_settings.SETTINGS if process_settings.ANY_PACKAGE in setting.touched_by}
    assert of_any == set(process_settings.MORE_OF_ANY_PACKAGE)


@pytest.mark.parametrize(
    ("code", "loaded"),
    [
        ("np.linalg.solve(np.eye(2), np.ones(2)).sum() + np.sin(1)", []),
        ("np.random", ["process_settings"]),
        ("np.random.rand()", ["process_settings"]),
        ("from numpy.random import rand\nrand()", ["process_settings"]),
        ("from numpy import random\nrandom.rand()", ["process_settings"]),
        ("with np.errstate(all='ignore'):\n    np.log(0)", ["process_settings"]),
        ("np.seterr(all='ignore')", ["process_settings"]),
        ("np.set_printoptions(precision=2)", ["process_settings"]),
        ("np.setbufsize(64)", ["process_settings"]),
        ("np.polynomial.Polynomial([1])", ["process_settings", "more_settings"]),
        ("import pandas\npandas.Series([1])", ["process_settings"]),
    ],
)
def test_arithmetic_touches_no_setting(code: str, loaded: list[str]) -> None:
    program = f"""
import sys, numpy, pandas, fastexec
executor = fastexec.LocalPythonExecutor(["numpy.*", "pandas"])
executor("import numpy as np")
executor({code!r})
print(*[name for name in sys.modules if name.startswith("fastexec.") and name.endswith("_settings")])
"""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, env=environment)
    assert run.stdout.split() == [f"fastexec.{name}" for name in loaded]


# ------------------------------------------------------------------------------------------ generators
def python_says(code):
    names = {}
    kept = random.getstate(), np.random.get_state()
    try:
        exec(code, names)
    finally:
        random.setstate(kept[0])
        np.random.set_state(kept[1])
    return names["x"]


DRAWS = [
    "import random; random.seed(3); x = [random.random(), random.gauss(0, 1), random.sample(range(99), 4), random.choices('abc', k=3)]",
    "import numpy as np; np.random.seed(3); x = [np.random.rand(2).tolist(), float(np.random.randn()), np.random.permutation(5).tolist()]",
    "import numpy as np, pandas as pd; np.random.seed(3); x = pd.Series(range(99)).sample(5).tolist()",
    "import numpy as np; from scipy import stats; np.random.seed(3); x = stats.norm.rvs(size=3).tolist()",
    "import numpy as np; from sklearn.model_selection import train_test_split; np.random.seed(3); x = train_test_split(range(50))[1]",
    "import random, networkx as nx; random.seed(3); x = sorted(nx.gnp_random_graph(20, .3).edges)",
    "import numpy as np; from numpy.random import seed, rand; seed(3); x = rand(3).tolist()",
    "import numpy as np; x = [np.random.RandomState(0).rand(2).tolist(), np.random.default_rng(0).random(2).tolist()]",
]


@pytest.mark.parametrize("code", DRAWS)
def test_seeds_reach_libraries(code):
    before = random.getstate(), np.random.get_state(legacy=False)
    assert steps(code, "x") == python_says(code)
    assert random.getstate() == before[0]
    after = np.random.get_state(legacy=False)
    assert str(after) == str(before[1])


@pytest.mark.parametrize("imports", [[], ["numpy.*"], ["pandas"]])
@pytest.mark.parametrize("way", ["variable", "in a list", "tool"])
def test_methods_of_given_objects_draw_from_the_session(imports, way):
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"a": range(99)})
    executor = LocalPythonExecutor(imports)
    executor.send_tools({"load": lambda: frame})
    executor.send_variables({"frame": frame, "frames": [frame]})
    text = {"variable": "frame", "in a list": "frames[0]", "tool": "load()"}[way]
    before = str(np.random.get_state(legacy=False))
    drawn = [executor(f"{text}.sample(5).a.tolist()").output for _ in range(2)]
    assert drawn[0] != drawn[1]
    assert str(np.random.get_state(legacy=False)) == before


def test_generators_go_on_in_the_next_call():
    code = "import random, numpy as np\nrandom.seed(1); np.random.seed(1)\nx = [random.gauss(0, 1), float(np.random.randn())]"
    more = "x += [random.gauss(0, 1), float(np.random.randn()), random.random(), float(np.random.rand())]"
    assert steps(code, more, "x") == python_says(f"{code}\n{more}")


def test_host_draws_what_it_would_draw():
    random.seed(5)
    np.random.seed(5)
    first = random.gauss(0, 1), float(np.random.randn())
    made = executor()
    made("import random, numpy as np, pandas as pd\nrandom.random(); np.random.randn(); pd.Series([1, 2]).sample(1)")
    rest = random.gauss(0, 1), float(np.random.randn())
    random.seed(5)
    np.random.seed(5)
    assert (first, rest) == ((random.gauss(0, 1), float(np.random.randn())), (random.gauss(0, 1), float(np.random.randn())))


def test_sessions_differ_until_they_seed():
    code = "import random, numpy as np\n(random.random(), float(np.random.rand()))"
    assert len({executor()(code).output for _ in range(3)}) == 3


def test_tool_has_the_generators_of_the_host():
    def draw():
        return random.random(), float(np.random.rand())

    random.seed(7)
    np.random.seed(7)
    expected = [draw() for _ in range(3)]
    random.seed(7)
    np.random.seed(7)
    code = "import random, numpy as np\nrandom.seed(1); np.random.seed(1)\nx = [random.random(), float(np.random.rand())]\ndrawn = [draw(), draw()]\nx += [random.random(), float(np.random.rand())]"
    made = executor({"draw": draw})
    made(code)
    assert [*made.state["drawn"], draw()] == expected
    assert made.state["x"] == python_says("import random, numpy as np\nrandom.seed(1); np.random.seed(1)\nx = [random.random(), float(np.random.rand()), random.random(), float(np.random.rand())]")


def test_function_that_the_host_calls_draws_from_the_session():
    made = executor()
    made("import random\ndef f(): return random.random()\nrandom.seed(2)")
    before = random.getstate()
    drawn = [made.custom_tools["f"](), made("f()").output]
    assert random.getstate() == before
    generator = random.Random(2)
    assert drawn == [generator.random(), generator.random()]


def test_run_ended_by_a_limit_gives_everything_back():
    before = random.getstate(), str(np.random.get_state(legacy=False)), list(warnings.filters), dict(dict.items(matplotlib.rcParams))
    code = "import random, numpy as np, warnings, matplotlib\nrandom.seed(1); np.random.seed(1)\nwarnings.simplefilter('error')\nmatplotlib.rcParams['font.size'] = 3\n"
    for end, options in [("while True: random.random()", {"timeout_seconds": 0.3}), ("x = [0] * 10**9", {}), ("while True: pass", {}), ("x = 1\nwhile True: x = [x, random.random()]", {"timeout_seconds": 0.3})]:
        with pytest.raises(Exception, match="."):
            executor(**options)(code + end)
    assert random.getstate() == before[0]
    assert str(np.random.get_state(legacy=False)) == before[1]
    assert warnings.filters == before[2]
    assert dict(dict.items(matplotlib.rcParams)) == before[3]


def test_threads_never_lose_the_value_of_the_host():
    before = random.getstate()
    codes = ["import random\nfor i in range(2000): random.random()", "import random\nrandom.seed(4)\nx = [random.random() for i in range(500)]"]

    def work(code):
        made = executor({"nothing": lambda: None})
        for _ in range(20):
            made(f"{code}\nnothing()")

    threads = [threading.Thread(target=work, args=(code,)) for code in codes * 2]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert random.getstate() == before


# ------------------------------------------------------------------------------------------ other settings
SETTINGS = [
    # what sets it; what tells it, inside; what tells it, outside
    ("import numpy as np\nnp.seterr(divide='ignore')", "np.geterr()['divide']", lambda: np.geterr()["divide"], "ignore"),
    ("import numpy as np\nnp.set_printoptions(precision=2)", "str(np.array([1/3]))", lambda: str(np.array([1 / 3])), "[0.33]"),
    ("import decimal\ndecimal.getcontext().prec = 5", "str(decimal.Decimal(1) / 3)", lambda: str(decimal.Decimal(1) / 3), "0.33333"),
    ("import pandas as pd\npd.set_option('display.max_rows', 3)", "pd.get_option('display.max_rows')", lambda: pd.get_option("display.max_rows"), 3),
    ("import pandas as pd\npd.options.display.width = 33", "pd.options.display.width", lambda: pd.options.display.width, 33),
    ("import calendar\ncalendar.setfirstweekday(6)", "calendar.firstweekday()", lambda: calendar.firstweekday(), 6),
    ("import csv\ncsv.register_dialect('own', delimiter=';')", "'own' in csv.list_dialects()", lambda: "own" in csv.list_dialects(), True),
    ("import csv\n_ = csv.field_size_limit(77)", "csv.field_size_limit()", lambda: csv.field_size_limit(), 77),
    ("import shutil\nshutil.register_archive_format('zip', lambda *a, **k: 'own')", "dict(shutil.get_archive_formats())['zip']", lambda: dict(__import__("shutil").get_archive_formats())["zip"], ""),
    ("import shutil\nshutil.unregister_unpack_format('zip')", "[name for name, *_ in shutil.get_unpack_formats() if name == 'zip']", lambda: [name for name, *_ in __import__("shutil").get_unpack_formats() if name == "zip"], []),
    ("import webbrowser\nwebbrowser.register('own', None, len, preferred=True)", "webbrowser.get('own') is len", lambda: "own" in (__import__("webbrowser")._tryorder or []), True),
    ("import webbrowser\nwebbrowser.register('own', None, len)", "webbrowser.get('own') is len", lambda: "own" in __import__("webbrowser")._browsers, True),
    ("import fileinput\n_ = fileinput.input([])", "fileinput.lineno()", lambda: __import__("fileinput")._state, 0),
    ("import socket\nsocket.setdefaulttimeout(3.5)", "socket.getdefaulttimeout()", lambda: __import__("socket").getdefaulttimeout(), 3.5),
    ("import locale\n_ = locale.setlocale(locale.LC_ALL, 'C.UTF-8')", "locale.setlocale(locale.LC_NUMERIC)", lambda: locale.setlocale(locale.LC_NUMERIC), "C.UTF-8"),
    ("import sklearn\nsklearn.set_config(assume_finite=True)", "sklearn.get_config()['assume_finite']", lambda: sklearn.get_config()["assume_finite"], True),
    ("import matplotlib.pyplot as plt\nplt.rcParams['figure.dpi'] = 55", "plt.rcParams['figure.dpi']", lambda: matplotlib.rcParams["figure.dpi"], 55),
    ("import matplotlib.pyplot as plt\nplt.style.use('ggplot')", "plt.rcParams['axes.grid']", lambda: matplotlib.rcParams["axes.grid"], True),
    ("import matplotlib\nmatplotlib.rcParamsDefault['figure.dpi'] = 55", "matplotlib.rcParamsDefault['figure.dpi']", lambda: matplotlib.rcParamsDefault["figure.dpi"], 55),
    ("import matplotlib.pyplot as plt, warnings\nwarnings.simplefilter('ignore')\nplt.cm.viridis.set_extremes(bad='red', under='blue')", "plt.cm.viridis.get_bad().tolist()", lambda: matplotlib.cm.viridis.get_bad().tolist(), [1, 0, 0, 1]),
    ("import pandas.tseries.holiday as h\nclass USFederalHolidayCalendar(h.AbstractHolidayCalendar): rules = []", "len(h.get_calendar('USFederalHolidayCalendar').rules)", lambda: len(holiday.get_calendar("USFederalHolidayCalendar").rules), 0),
    ("from sympy.physics.units import UnitSystem\n_ = UnitSystem((), name='SI')", "len(UnitSystem.get_unit_system('SI').get_units_non_prefixed())", lambda: unit_systems()["SI"], 0),
    ("import bs4.builder as b\nb.builder_registry.builders.clear()", "len(b.builder_registry.builders)", lambda: len(__import__("bs4.builder").builder.builder_registry.builders), 0),
    ("import bs4.builder as b\nclass B(b.HTMLTreeBuilder): features = ['html.parser']\nb.builder_registry.register(B)", "len(b.builder_registry.builders_for_feature['html.parser'])", lambda: len(__import__("bs4.builder").builder.builder_registry.builders_for_feature["html.parser"]), 2),
    ("import bs4\nsoup = bs4.BeautifulSoup('<a>', 'html.parser')\nsoup.builder.DEFAULT_CDATA_LIST_ATTRIBUTES['*'].add('href')", "bs4.BeautifulSoup('<a href=b>', 'html.parser').a['href']", lambda: bs4.BeautifulSoup("<a href=b>", "html.parser").a["href"], ["b"]),
    ("import bs4\nbs4.BeautifulSoup('', 'html.parser').builder.empty_element_tags.clear()", "str(bs4.BeautifulSoup('<br>', 'html.parser'))", lambda: str(bs4.BeautifulSoup("<br>", "html.parser")), "<br></br>"),
    ("import mpmath\nmpmath.mp.dps = 30", "mpmath.mp.dps", lambda: mpmath.mp.dps, 30),
    ("from mpmath import mp\nmp.prec = 200", "mp.prec", lambda: mpmath.mp.prec, 200),
    ("import sympy\nc = sympy.evaluate(False)\n_ = c.__enter__()", "str(sympy.Integer(2) + 3)", lambda: str(__import__("sympy").Integer(2) + 3), "2 + 3"),
    ("import sympy\nsympy.init_printing(pretty_print=True)", "1", lambda: sys.displayhook, 1),
    ("import mpmath\nfrom contextlib import suppress\nwith suppress(BaseException): mpmath.doctests(['pi'])", "1", lambda: "Spoof" in type(sys.stdout).__name__, 1),
    ("from lxml import objectify\nobjectify.enable_recursive_str()", "str(objectify.fromstring('<a><b/></a>'))[:8]", lambda: str(__import__("lxml.objectify").objectify.fromstring("<a><b/></a>")), "a = None"),
    ("from lxml import objectify\nobjectify.set_pytype_attribute_tag('{u}t')", "objectify.PYTYPE_ATTRIBUTE", lambda: __import__("lxml.objectify").objectify.PYTYPE_ATTRIBUTE, "{u}t"),
    ("import sympy.core.numbers as n\n_ = n.seterr(divide=True)", "1", lambda: dict(__import__("sympy.core.numbers").core.numbers._errdict), 1),
    ("import scipy.cluster.hierarchy as h\nh.set_link_color_palette(['r'])", "h.dendrogram([[0, 1, 1., 2]], no_plot=True, color_threshold=2)['color_list']", lambda: link_colours(), ["r"]),
    ("import matplotlib.legend as l\nl.Legend.set_default_handler_map({1: 2})", "l.Legend.get_default_handler_map()", lambda: dict(__import__("matplotlib.legend").legend.Legend.get_default_handler_map()), {1: 2}),
    ("import matplotlib.legend as l\nl.Legend.update_default_handler_map({1: 2})", "l.Legend.get_default_handler_map()[1]", lambda: dict(__import__("matplotlib.legend").legend.Legend.get_default_handler_map()), 2),
    ("import matplotlib.patches as p\np.BoxStyle.get_styles()['square'] = 5", "p.BoxStyle.get_styles()['square']", lambda: dict(__import__("matplotlib.patches").patches.BoxStyle.get_styles())["square"], 5),
    ("from PIL import Image\nImage.registered_extensions()['.png'] = 'OWN'", "Image.registered_extensions()['.png']", lambda: __import__("PIL.Image").Image.registered_extensions().get(".png"), "OWN"),
    ("import dateutil.parser as p\np.DEFAULTPARSER.info.dayfirst = True", "p.parse('01/02/2020').month", lambda: __import__("dateutil.parser").parser.parse("01/02/2020").month, 2),
    ("import jinja2\njinja2.Template('').environment.globals['own'] = 5", "jinja2.Template('{{ own }}').render()", lambda: __import__("jinja2").Template("{{ own }}").render(), "5"),
    ("from sympy.tensor.tensor import TensorManager as t\nt.set_comm(0, 0, 1)", "t.get_comm(0, 0)", lambda: __import__("sympy.tensor.tensor").tensor.tensor.TensorManager.get_comm(0, 0), 1),
    ("import pytz\npytz.country_timezones['FR'].append('own')", "pytz.country_timezones['FR']", lambda: list(__import__("pytz").country_timezones["FR"]), ["Europe/Paris", "own"]),
    ("import matplotlib.path as p\np.Path.hatch('/', 3).vertices[:] = 7", "p.Path.hatch('/', 3).vertices.min()", lambda: __import__("matplotlib.path").path.Path.hatch("/", 3).vertices.min(), 7),
    ("import scipy.sparse.linalg as l\nl.use_solver(useUmfpack=False)", "1", lambda: dict(vars(__import__("scipy.sparse.linalg._dsolve.linsolve").sparse.linalg._dsolve.linsolve.useUmfpack)), 1),
    ("import matplotlib.dates as d\nd.set_epoch('2000-01-01')", "d.get_epoch()", lambda: __import__("matplotlib.dates").dates._epoch, "2000-01-01"),
    ("import matplotlib.animation as a\n_ = a.writers.register('own')(int)", "1", lambda: dict(__import__("matplotlib.animation").animation.writers._registered), 1),
    ("import matplotlib\nmatplotlib.set_loglevel('error')", "1", lambda: (matplotlib._log.level, list(matplotlib._log.handlers)), 1),
    ("import openpyxl.cell.cell as c\nclass K: pass\n_ = c.get_type(K, 1)", "c.get_type(K, 'text')", lambda: dict(__import__("openpyxl.cell.cell").cell.cell._TYPES), "s"),
    ("import typing\n@typing.overload\ndef f(a: int): ...\n@typing.overload\ndef f(a: str): ...\ndef f(a): return a", "len(typing.get_overloads(f))", lambda: overloads(), 2),
    ("import scipy.special as s\n_ = s.seterr(all='raise')", "s.geterr()['singular']", lambda: __import__("scipy.special").special.geterr()["singular"], "raise"),
    ("import warnings\nwarnings.simplefilter('error')", "warnings.filters[0][0]", lambda: list(warnings.filters), "error"),
    ("import logging\nlogging.getLogger('a.logger').setLevel(10)", "logging.getLogger('a.logger').level", lambda: logging.getLogger("a.logger").level, 10),
    ("import xml.etree.ElementTree as ET\nET.register_namespace('q', 'http://q')", "ET.tostring(ET.Element('{http://q}a')).decode()", lambda: ET_text(), '<q:a xmlns:q="http://q" />'),
    ("import calendar, locale\n_ = calendar.different_locale('C.UTF-8').__enter__()", "calendar.LocaleTextCalendar(locale='C.UTF-8') and locale.setlocale(locale.LC_TIME)", lambda: locale.setlocale(locale.LC_TIME), "C.UTF-8"),
    ("import threading\nthreading.main_thread().name = 'other'", "threading.main_thread().name", lambda: threading.main_thread().name, "other"),
    ("import unittest\n_ = unittest.installHandler()", "1", lambda: signal.getsignal(signal.SIGINT), 1),
    ("import scipy.fft\nkept = scipy.fft.set_workers(2)\n_ = kept.__enter__()", "scipy.fft.get_workers()", lambda: scipy.fft.get_workers(), 2),
    ("import scipy.fft\n_ = scipy.fft.set_backend(Backend).__enter__()", "scipy.fft.fft([1, 2])", lambda: scipy.fft.fft([1, 2]).tolist(), "of the code"),
    ("import scipy.stats\nscipy.stats.norm.name = 'of the code'", "scipy.stats.norm.name", lambda: scipy.stats.norm.name, "of the code"),
    ("import matplotlib.colors as c\nc.get_named_colors_mapping()['red'] = '#000000'", "c.to_rgb('red')", lambda: matplotlib.colors.to_rgb("red"), (0, 0, 0)),
    ("import matplotlib.font_manager as f\nf.fontManager.ttflist.clear()", "len(f.fontManager.ttflist)", lambda: len(font_manager.fontManager.ttflist), 0),
    ("import networkx as nx\nnx.config['warnings_to_ignore'] = {'cache'}", "nx.config.warnings_to_ignore", lambda: networkx.config.warnings_to_ignore, {"cache"}),
    ("import mpmath\nmpmath.mp.sin = lambda x: 42", "mpmath.mp.sin(0)", lambda: mpmath.mp.sin(0), 42),
    ("import mpmath\nmpmath.mp.note = 1", "mpmath.mp.note", lambda: hasattr(mpmath.mp, "note"), 1),
    ("import reprlib\nreprlib.aRepr.__setattr__('maxlist', 1)", "reprlib.repr([1, 2])", lambda: reprlib.repr([1, 2]), "[1, ...]"),
    ("import pandas as pd\nfrom tqdm import tqdm\ntqdm.pandas(disable=True)", "pd.Series([1, 2]).progress_apply(lambda x: x + 1).sum()", lambda: "progress_apply" in vars(pd.Series), 5),
    ("from tqdm import tqdm\nclass Lock:\n    name = 'own'\n    def acquire(self, *a): return True\n    def release(self): pass\ntqdm.set_lock(Lock())", "tqdm.get_lock().name", lambda: vars(__import__("tqdm").tqdm).get("_lock"), "own"),
    ("import rich\nrich.reconfigure(width=33)", "rich.get_console().width", lambda: __import__("rich").get_console().width, 33),
    ("import email.contentmanager as c\nc.raw_data_manager.add_get_handler('own/kind', lambda m: 5)", "'own/kind' in c.raw_data_manager.get_handlers", lambda: "own/kind" in __import__("email.contentmanager").contentmanager.raw_data_manager.get_handlers, True),
    ("import numpy as np\nnp.polynomial.set_default_printstyle('ascii')", "str(np.polynomial.Polynomial([1, 2]))", lambda: str(np.polynomial.Polynomial([1, 2])), "1.0 + 2.0 x"),
    ("import sklearn.metrics.pairwise as p\np.distance_metrics().clear()", "len(p.distance_metrics())", lambda: len(sklearn.metrics.pairwise.distance_metrics()), 0),
    ("import attr\nattr.set_run_validators(False)", "attr.get_run_validators()", lambda: __import__("attr").get_run_validators(), False),
    ("import attrs\nattrs.validators.set_disabled(True)", "attrs.validators.get_disabled()", lambda: not __import__("attr").get_run_validators(), True),
    ("import pyparsing as p\np.ParserElement.set_default_whitespace_chars('q')", "p.Word('ab').parse_string('qab')[0]", lambda: __import__("pyparsing").ParserElement.DEFAULT_WHITE_CHARS, "ab"),
    ("import fsspec\nfrom fsspec.spec import AbstractFileSystem\nclass F(AbstractFileSystem): pass\nfsspec.register_implementation('s3', F, clobber=True)", "fsspec.get_filesystem_class('s3') is F", lambda: "s3" in fsspec_registry(), True),
    ("import urllib3\nurllib3.disable_warnings()", "1", lambda: (__import__("urllib3"), list(warnings.filters))[1], 1),
    ("import statsmodels.formula as f\nf.options.formula_engine = 'formulaic'", "f.options.formula_engine", lambda: statsmodels.formula.options.formula_engine, "formulaic"),
    ("import asyncio\nasync def one(): return 1\n_ = asyncio.run(one())", "1", lambda: loops(), 1),
    ("import bs4\nfrom bs4.formatter import HTMLFormatter\nHTMLFormatter.REGISTRY['minimal'].void_element_close_prefix = 'X'", "str(bs4.BeautifulSoup('<br>', 'html.parser'))", lambda: str(bs4.BeautifulSoup("<br>", "html.parser")), "<brX>"),
]
BACKEND = "class Backend:\n    __ua_domain__ = 'numpy.scipy.fft'\n    @staticmethod\n    def __ua_function__(method, args, kwargs): return 'of the code'\n"


def loops():
    policy = getattr(asyncio.events, "_get_event_loop_policy", None) or asyncio.get_event_loop_policy
    return dict(vars(policy()._local))


def fsspec_registry():
    import fsspec.spec  # noqa: F401

    return dict(sys.modules["fsspec.registry"]._registry)


def unit_systems():
    from sympy.physics.units import UnitSystem

    return dict(UnitSystem._unit_systems)


def overloads():
    return {module: {name: dict(lines) for name, lines in names.items()} for module, names in typing._overload_registry.items()}


def link_colours():
    return list(scipy.cluster.hierarchy._link_line_colors)


def ET_text():
    import xml.etree.ElementTree as ET

    return ET.tostring(ET.Element("{http://q}a")).decode()


@pytest.mark.parametrize(("change", "look", "outside", "expected"), SETTINGS, ids=[case[0].split("\n")[-1] for case in SETTINGS])
def test_setting_is_the_session_s(change, look, outside, expected):
    before = outside()
    seen = []
    made = executor({"tool": lambda: seen.append(outside())})
    made(f"{BACKEND}{change}\ntool()")
    assert seen == [before]
    assert outside() == before
    assert made(look).output == expected
    assert made(f"tool()\n{look}").output == expected
    assert outside() == before


def test_what_the_host_sets_is_seen_where_the_code_set_nothing():
    made = executor()
    made("import matplotlib.pyplot as plt, pandas as pd\n_ = pd.options.display.width")
    with pd.option_context("display.width", 44), matplotlib.rc_context({"figure.dpi": 66}):
        assert made("(pd.options.display.width, plt.rcParams['figure.dpi'])").output == (44, 66)


def test_setting_that_a_tool_changes_stays_the_host_s():
    first = calendar.firstweekday()
    try:
        made = executor({"tool": lambda: calendar.setfirstweekday(3)})
        assert made("import calendar\ncalendar.setfirstweekday(6)\ntool()\ncalendar.firstweekday()").output == 6
        assert calendar.firstweekday() == 3
    finally:
        calendar.setfirstweekday(first)


def test_session_run_by_a_tool_of_the_session():
    made = executor({"tool": lambda: made("calendar.setfirstweekday(2)")})
    first = calendar.firstweekday()
    assert made("import calendar\ncalendar.setfirstweekday(6)\ntool()\ncalendar.firstweekday()").output == 2
    assert calendar.firstweekday() == first


def test_locale_by_path_is_refused():
    with pytest.raises(InterpreterError, match="setlocale"):
        executor()("import locale\nlocale.setlocale(locale.LC_ALL, '/tmp/x')")
    with pytest.raises(InterpreterError, match="unsupported locale"):
        executor()("import locale\nlocale.setlocale(locale.LC_ALL, 'xx_YY')")


# ------------------------------------------------------------------------------------------ warnings
def test_warnings_are_recorded_raised_and_ignored():
    code = """
import warnings
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter('always')
    warnings.warn('one'); warnings.warn('two', DeprecationWarning)
texts = [(str(w.message), w.category.__name__) for w in caught]
with warnings.catch_warnings():
    warnings.simplefilter('error')
    try:
        warnings.warn('three')
    except UserWarning as error:
        texts.append(str(error))
with warnings.catch_warnings():
    warnings.filterwarnings('ignore', message='fo.*')
    warnings.warn('four')
import numpy as np
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter('always')
    np.array([1.0]) / 0
texts.append(caught[0].category.__name__)
texts"""
    assert steps(code) == [("one", "UserWarning"), ("two", "DeprecationWarning"), "three", "RuntimeWarning"]


def in_fresh_process(code):
    """Logs of a call, and what the process wrote to standard error."""
    program = f"from fastexec import LocalPythonExecutor as E\ne = E(['warnings']); e.send_tools({{}})\nprint(repr(e({code!r}).logs))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return ast.literal_eval(done.stdout), done.stderr


def test_warnings_are_not_output():
    logs, errors = in_fresh_process("import warnings\nwarnings.warn('careful')\nprint('done')")
    assert logs == "done\n"
    assert "UserWarning: careful" in errors


# ------------------------------------------------------------------------------------------ output of libraries
PRINTS = [
    "import calendar\nprint('a')\ncalendar.prmonth(2024, 2)\nprint('b')",
    "import dis\nprint('a')\ndis.dis('x = 1')\nprint('b')",
    "import pprint\npprint.pprint({'a': list(range(40))})",
    "import sympy\nx = sympy.Symbol('x')\nsympy.pprint(x**2 / 3)",
    "import pandas as pd\npd.DataFrame({'a': [1]}).info()",
    "import networkx as nx\nnx.write_network_text(nx.path_graph(3))",
    "import sys\nsys.stdout.write('x\\n'); sys.stdout.flush(); sys.stdout.writelines(['y', 'z\\n'])\nsys.stdout.buffer.write(b'bytes\\n')\nprint(sys.stdout.isatty(), sys.stdout.encoding, sys.stdout.writable())",
]


@pytest.mark.parametrize("code", PRINTS)
def test_what_libraries_print_is_in_the_logs(code, capsys):
    exec(code, {})
    expected = capsys.readouterr().out.replace("UTF-8", "utf-8")
    result = executor()(code)
    assert result.logs == expected
    assert capsys.readouterr().out == ""


def test_prints_of_libraries_are_bounded(capsys):
    result = executor(max_print_outputs_length=1000)("import calendar\nfor i in range(200): calendar.prmonth(2024, 2)")
    assert len(result.logs) < 1200
    assert capsys.readouterr().out == ""


def test_tools_print_to_the_host(capsys):
    made = executor({"tool": lambda: print("by the tool")})
    assert made("import calendar\ncalendar.prmonth(2024, 2)\ntool()\nprint('end')").logs.endswith("29\nend\n")
    assert capsys.readouterr().out == "by the tool\n"


def test_stream_of_the_host_is_back():
    before = sys.stdout, sys.stderr
    seen = []
    made = executor({"tool": lambda: seen.append(made2("print('inner')").logs)})
    made2 = executor()
    made("print('x')\ntool()")
    assert seen == ["inner\n"]
    assert (sys.stdout, sys.stderr) == before
    with pytest.raises(InterpreterError):
        made("import sys, io\nsys.stdout = io.StringIO()\n1/0")
    assert (sys.stdout, sys.stderr) == before
    assert made("print('logged')").logs == "logged\n"


def test_host_redirects_inside_a_tool_and_around_a_call():
    inner, outer = io.StringIO(), io.StringIO()

    def tool():
        with contextlib.redirect_stdout(inner):
            print("tool")
            assert executor()("import calendar\ncalendar.prmonth(2024, 2)\nprint('nested')").logs.endswith("nested\n")

    with contextlib.redirect_stdout(outer):
        assert executor({"tool": tool})("tool()\nprint('code')").logs == "code\n"
    assert (inner.getvalue(), outer.getvalue()) == ("tool\n", "")


def test_other_threads_print_to_the_host(capsys):
    go, done = threading.Event(), threading.Event()

    def other():
        go.wait()
        print("from the host")
        done.set()

    thread = threading.Thread(target=other)
    thread.start()
    made = executor({"go": lambda: (go.set(), done.wait())})
    assert made("print('a')\n_ = go()\nprint('b')").logs == "a\nb\n"
    thread.join()
    assert capsys.readouterr().out == "from the host\n"


@pytest.mark.parametrize(
    "code",
    [
        "import sys, io, calendar\nold = sys.stdout\nsys.stdout = s = io.StringIO()\nprint('x'); calendar.prmonth(2024, 2)\nprint(sys.stdout.getvalue() == s.getvalue(), file=old)\nsys.stdout = old\nprint(repr(s.getvalue()), sys.stdout is old)",
        "import sys, io\nsys.stdout = io.StringIO()\nprint('x')\nsys.stdout = sys.__stdout__\nprint('y')",
        "import contextlib, io, calendar\nwith contextlib.redirect_stdout(io.StringIO()) as s:\n    print('x'); calendar.prmonth(2024, 2)\nprint(repr(s.getvalue()))",
        "import sys\nclass Tee:\n    def __init__(self, below): self.below, self.seen = below, []\n    def write(self, text): self.seen.append(text); return self.below.write(text)\n    def flush(self): self.below.flush()\nsys.stdout = tee = Tee(sys.stdout)\nprint('twice')\nsys.stdout = tee.below\nprint(tee.seen)",
    ],
)
def test_code_puts_in_its_own_stream(code):
    out = io.StringIO()
    real, underlying = sys.stdout, sys.__stdout__
    sys.stdout = sys.__stdout__ = out
    try:
        exec(code, {})
    finally:
        sys.stdout, sys.__stdout__ = real, underlying
    assert executor()(code).logs == out.getvalue()
    assert sys.stdout is real


def test_standard_error_of_the_host_is_not_flooded():
    code = "import warnings\nfor i in range(5000): warnings.warn(f'warning number {i} ' + 'x' * 100)\nprint('done')"
    logs, errors = in_fresh_process(code)
    assert logs == "done\n"
    assert 40_000 < len(errors) < 51_000
    assert "left out" in errors


# ------------------------------------------------------------------------------------------ no silent differences
def test_refusal_that_compiled_code_drops_leaves_no_wrong_number():
    """`scipy` reads the directions of its sequences from a file, in a function that raises nothing."""
    try:
        points = executor()("from scipy.stats import qmc\nqmc.Sobol(2, scramble=False).random(4).tolist()").output
    except InterpreterError as error:
        assert "direction_numbers" in str(error)  # noqa: PT017
    else:
        assert points == [[0.0, 0.0], [0.5, 0.5], [0.75, 0.25], [0.25, 0.75]]


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_refusal_in_a_finaliser_ends_nothing():
    code = "class A:\n    def __del__(self): import os\na = A()\ndel a\n'went on'"
    assert executor()(code).output == "went on"


def test_action_of_a_parser_tells_about_itself_and_does_nothing():
    made = LocalPythonExecutor(["argparse", "json"])
    made.send_tools({})
    code = "import argparse\na = argparse.ArgumentParser().add_argument('-v', '--value', type=int, default=3, help='h')\n"
    assert made(f"{code}(a.dest, a.option_strings, a.default, a.help)").output == ("value", ["-v", "--value"], 3, "h")
    with pytest.raises(InterpreterError, match="not callable"):
        made(f"{code}import json\na(None, json, 1)")


def test_column_of_a_part_of_a_frame():
    code = "import pandas as pd\ndf = pd.DataFrame({'x': [1, 2, 3]})\nbig = df[df.x > 1]\nbig['y'] = 5\nbig.y.tolist()"
    assert executor()(f"import warnings\nwarnings.simplefilter('ignore')\n{code}").output == [5, 5]


# ------------------------------------------------------------------------------------------ logs
LOGS = """
import logging, sys
logging.basicConfig(level=logging.DEBUG, format='%(levelname)s %(message)s', stream=sys.stdout)
logging.getLogger('app').setLevel(logging.INFO)
logging.addLevelName(25, 'NOTE')
"""


def test_logs_of_the_code_are_the_session_s(capsys):
    before = (list(logging.root.handlers), logging.root.level, set(logging.root.manager.loggerDict), logging.getLevelName(25))
    host = logging.getLogger("tool")
    records = []
    handler = logging.Handler()
    handler.emit = records.append
    host.addHandler(handler)
    try:
        made = executor({"tool": lambda: host.warning("by the tool")})
        made(LOGS)
        result = made("log = logging.getLogger('app')\ntool()\nlog.info('one'); log.debug('not'); logging.debug('two'); log.log(25, 'three')")
        assert result.logs == "INFO one\nDEBUG two\nNOTE three\n"
        assert [record.getMessage() for record in records] == ["by the tool"]
        assert executor()("import logging\n(logging.getLogger().level, logging.getLogger().handlers, logging.getLevelName(25))").output == (30, [], "Level 25")
    finally:
        host.removeHandler(handler)
    assert (list(logging.root.handlers), logging.root.level, set(logging.root.manager.loggerDict) - {"tool"}, logging.getLevelName(25)) == (before[0], before[1], before[2] - {"tool"}, before[3])
    assert capsys.readouterr().out == ""


def test_logs_in_granted_files(tmp_path):
    made = LocalPythonExecutor(["logging"], allow_write=[str(tmp_path)])
    made.send_tools({"path": lambda: str(tmp_path / "log.txt")})
    made("import logging\nlogging.basicConfig(filename=path(), level=20, format='%(message)s')\nlogging.info('kept')\nlogging.shutdown()")
    assert (tmp_path / "log.txt").read_text() == "kept\n"
    with pytest.raises(InterpreterError, match="Forbidden to write file"):
        made("logging.FileHandler('/elsewhere.txt')")


def test_accessors_are_the_session_s():
    seen = []
    made = executor({"look": lambda: seen.append((hasattr(pd.DataFrame, "geo"), "geo" in pd.DataFrame._accessors))})
    made("import pandas as pd\n@pd.api.extensions.register_dataframe_accessor('geo')\nclass Geo:\n    def __init__(self, df): self.df = df\n    def rows(self): return len(self.df)\nlook()")
    assert not hasattr(pd.DataFrame, "geo")
    assert made("df = pd.DataFrame({'x': [1, 2]})\nlook()\ndf.geo.rows()").output == 2
    assert seen == [(False, False)] * 2
    assert executor()("import pandas as pd\nhasattr(pd.DataFrame, 'geo')").output is False
    assert made("import warnings\nwarnings.simplefilter('ignore')\n@pd.api.extensions.register_dataframe_accessor('geo')\nclass Geo:\n    def __init__(self, df): self.df = df\n    def rows(self): return -1\npd.DataFrame().geo.rows()").output == -1


@pytest.mark.parametrize("name", ["loc", "_mgr", "to_csv", "__len__", "values"])
def test_accessors_take_no_name_of_pandas(name):
    with pytest.raises(InterpreterError, match="register_accessor"):
        executor()(f"import pandas as pd\npd.api.extensions.register_series_accessor({name!r})(type('A', (), {{}}))")


def test_accessors_are_classes_of_the_code():
    with pytest.raises(InterpreterError, match="what the code did not make"):
        executor()("import pandas as pd\npd.api.extensions.register_dataframe_accessor('series')(pd.Series)")


def test_tables_of_yaml_are_the_session_s() -> None:
    yaml = pytest.importorskip("yaml")
    tags = set(yaml.SafeLoader.yaml_constructors)
    executor, other = (LocalPythonExecutor(["yaml"]) for _ in range(2))
    executor.send_tools({"tags": lambda: set(yaml.SafeLoader.yaml_constructors)})
    other.send_tools({})
    code = """
import yaml
class Meta(type):
    def __eq__(cls, other): raise KeyError
    __hash__ = type.__hash__
class P(metaclass=Meta): pass
yaml.SafeDumper.add_representer(P, lambda dumper, value: dumper.represent_str("p"))
yaml.SafeLoader.add_constructor("!x", lambda loader, node: 5)
(tags(), yaml.safe_load("!x 1"))
"""
    assert executor(code).output == (tags, 5)
    assert executor("(yaml.safe_load('!x 1'), yaml.safe_dump(P()))").output == (5, "p\n...\n")
    assert set(yaml.SafeLoader.yaml_constructors) == tags
    with pytest.raises(InterpreterError, match="could not determine a constructor"):
        other("import yaml\nyaml.safe_load('!x 1')")


def test_object_that_its_module_holds_later_is_everybody_s(monkeypatch):
    library = types.ModuleType("plainlibrary")
    monkeypatch.setitem(sys.modules, "plainlibrary", library)
    exec("class Record:\n    pass", vars(library))
    first, second = library.Record(), library.Record()
    first.value = second.value = "the host's"
    made = LocalPythonExecutor(["plainlibrary"])
    made.send_variables({"first": first, "second": second})
    made.send_tools({"hold": lambda: setattr(library, "held", first)})

    def set_often(name, value):
        return made(f"for _ in range(3):\n    {name}.value = {value!r}\n{name}.value").output

    assert set_often("first", "the code's") == first.value == "the code's"
    library.held = second
    assert set_often("second", "the session's") == "the session's"
    assert set_often("first", "again") == first.value == "again"
    assert second.value == "the host's"
    made("for _ in range(3):\n    first.value = 1\nhold()\nfirst.value = 2")
    assert first.value == 1
