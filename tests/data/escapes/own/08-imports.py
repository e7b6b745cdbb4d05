# --- dunder import |  | leak
__import__('os').getenv('FX_TOKEN')
# --- import through a string method |  | leak
getattr(__builtins__, '__import__')('os').getenv('FX_TOKEN')
# --- importlib |  | leak
import importlib
importlib.import_module('os').getenv('FX_TOKEN')
# --- importlib authorized, module not | importlib | leak
import importlib
importlib.import_module('os').getenv('FX_TOKEN')
# --- importlib's import | importlib | leak
import importlib
importlib.__import__('os').getenv('FX_TOKEN')
# --- importlib reload of a base module | importlib | cap
import importlib, random
importlib.reload(random)._os
# --- importlib loader | importlib.util | cap
import importlib.util
importlib.util.find_spec('os').loader.load_module('os')
# --- module from a spec | importlib.util | cap
import importlib.util
importlib.util.module_from_spec(importlib.util.find_spec('os'))
# --- package's submodule by from | os.path | leak
from os.path import os
os.getenv('FX_TOKEN')
# --- submodule's parent by as | os.path | leak
import os.path as p
p.os.getenv('FX_TOKEN')
# --- generic path's os | genericpath | leak
import genericpath
genericpath.os.getenv('FX_TOKEN')
# --- nt path's os | ntpath | leak
from ntpath import os
os.getenv('FX_TOKEN')
# --- star import of a module with os | shlex | leak
from shlex import *
os.getenv('FX_TOKEN')
# --- star import of a module without __all__ | fnmatch,this | leak
from fnmatch import *
os.getenv('FX_TOKEN')
# --- import of main |  | cap
import __main__
__main__
# --- import of the engine |  | expr:err is None
import fastexec
# --- import of the engine's native part | fastexec | cap
import fastexec._fastexec as f
f
# --- import of the host's module |  | leak
import fxhost
fxhost.HOST_SECRET
# --- relative import |  | expr:err is None
from .. import os
# --- compatibility characters in a module name |  | leak
import ｏs
ｏs.getenv('FX_TOKEN')
# --- pkgutil's resolver | pkgutil | leak
import pkgutil
pkgutil.resolve_name('os:getenv')('FX_TOKEN')
# --- pydoc's locator | pydoc | leak
import pydoc
pydoc.locate('os').getenv('FX_TOKEN')
# --- runpy | runpy | leak
import runpy
runpy.run_module('os')['getenv']('FX_TOKEN')
# --- zipimport | zipimport | cap
import zipimport
zipimport.zipimporter
# --- submodule of an authorized package that leads out | json | leak
import json.tool
json.tool.sys.modules['os'].getenv('FX_TOKEN')
# --- numpy without its submodules | numpy | cap
import numpy.ctypeslib
numpy.ctypeslib.ctypes
# --- wildcard does not cover core | numpy.* | cap
from numpy._core import _methods
_methods.os
# --- xml.etree's parent | xml.etree.ElementTree | cap
import xml.etree.ElementTree as ET
ET.sys
# --- logging's handlers | logging | file:lh
import logging.handlers
logging.handlers.RotatingFileHandler(canary_path('lh'))
# --- concurrent futures process | concurrent.futures | cap
import concurrent.futures
concurrent.futures.process.mp
# --- multiprocessing by its pool | concurrent.futures | cap
from concurrent.futures import ProcessPoolExecutor
ProcessPoolExecutor(1).submit(print, 1)
# --- test package | test.support | leak
import test.support
test.support.os.getenv('FX_TOKEN')
# --- ctypes |  | cap
import ctypes
ctypes.CDLL(None)
# --- lazy module attribute |  | cap
import collections
collections.abc.sys
# --- module by the name of a plotting backend | pandas.* | expr:mod('antigravity') is not None
import pandas as pd
pd.Series([1]).plot(backend='antigravity')
# --- module by sympy's importer | sympy.* | expr:mod('this') is not None
from sympy.external import import_module
import_module('this')
# --- module by the name of a matplotlib backend | matplotlib.* | expr:mod('antigravity') is not None
import matplotlib.pyplot as plt
plt.switch_backend('module://antigravity')
# --- module by a name in a text of logging's kind | asyncio | expr:mod('antigravity') is not None
import pkgutil
pkgutil.resolve_name('antigravity')
# --- module by the name of a plotting backend, as a str of another class | pandas.* | expr:mod('antigravity') is not None
import pandas as pd
class Name(str):
    def __eq__(self, other): return True
    def __hash__(self): return hash('matplotlib')
pd.Series([1]).plot(backend=Name('antigravity'))
# --- module by a name put together | pandas.*,sympy.* | expr:mod('antigravity') is not None
import pandas as pd
pd.DataFrame({'a': [1]}).hist(backend='{}{}'.format('anti', 'gravity'))
# --- module by a codec's name | codecs | expr:mod('antigravity') is not None
import codecs
codecs.lookup('..antigravity')
# --- module named in a generated function | sympy.* | expr:mod('antigravity') is not None
import sympy
x = sympy.Symbol('__import__("antigravity")')
sympy.lambdify(x, x + 1)(1)
# --- module named as the home of functions | sympy.* | expr:mod('antigravity') is not None
import sympy
x = sympy.Symbol('x')
sympy.lambdify(x, sympy.sin(x), modules=['antigravity'])(1)
# --- import statement in a generated text | sympy.* | expr:mod('antigravity') is not None
import sympy
sympy.lambdify([], 'exec("import antigravity")')()
# --- type of a model by the name of a module | pydantic.* | expr:mod('antigravity') is not None
import pydantic
pydantic.TypeAdapter(pydantic.ImportString).validate_python('antigravity.geohash')
# --- annotation of a model that names a module | pydantic.* | expr:mod('antigravity') is not None
import pydantic
class M(pydantic.BaseModel):
    a: "__import__('antigravity')"
M.model_rebuild()
# --- field of a model's dataclass that is no name | pydantic.*,dataclasses | expr:mod('antigravity') is not None
import pydantic
from pydantic.dataclasses import dataclass
class C:
    x: int = 1
C.__annotations__['y=__import__("antigravity")'] = int
dataclass(C)
# --- file saved by what a library made of another package | pandas.* | file:plot
import pandas as pd
pd.DataFrame({'a': [1, 2]}).plot().figure.savefig(canary_path('plot'))
# --- file saved by a collection of another package | networkx.* | file:plot
import networkx as nx
nodes = nx.draw_networkx_nodes(nx.path_graph(2), {0: (0, 0), 1: (1, 1)})
nodes.figure.savefig(canary_path('plot'))
# --- module of a library that the code does not have | pandas.* | cap
import pandas as pd
pd.DataFrame({'a': [1, 2]}).plot().figure.canvas.manager.__module__
# --- file read by the path of a style | matplotlib.* | leak
import matplotlib.pyplot as plt
plt.style.use('/proc/self/environ')
# --- file read by the path of a time zone | zoneinfo,dateutil.* | leak
from dateutil import tz
tz.tzfile('/proc/self/environ')
# --- finaliser that runs while a library loads a module | pandas.* | file:late
import pandas as pd
class Late:
    def __del__(self):
        pd.DataFrame({'a': [1]}).to_csv(canary_path('late'))
late = Late(); late.me = late; del late
pd.Series([1, 2, 3]).corr(pd.Series([1, 3, 2]), method='spearman')
pd.DataFrame({'a': [1, 2]}).plot()
