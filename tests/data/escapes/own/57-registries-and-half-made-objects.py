# Classes whose C code reads what only their own `__init__` makes, once; registries and finders of packages.
# --- a text of lxml without its tree | lxml.* | expr:err is None
import lxml.objectify as o
class X(o.StringElement):
    def __init__(self, *a): pass
X
# --- a parser of yaml without its reader | yaml | expr:err is None
import yaml
class X(yaml.CSafeLoader):
    def __init__(self, *a): pass
X
# --- a writer of yaml without its buffer | yaml | expr:err is None
import yaml
class X(yaml.CSafeDumper):
    def __init__(self, *a): pass
X
# --- a writer of yaml below a mixin | yaml | expr:err is None
import yaml
class M:
    def __init__(self, *a): pass
type("X", (M, yaml.CDumper), {})
# --- a season without its series | statsmodels.* | expr:err is None
from statsmodels.tsa.api import STL
class X(STL):
    def __init__(self, *a): pass
X
# --- dates without their array | pandas,pandas.* | expr:err is None
import pandas as pd
class X(pd.arrays.DatetimeArray):
    def __init__(self, *a): pass
X
# --- strings without their array | pandas,pandas.* | expr:err is None
import pandas as pd
type("X", (pd.arrays.NumpyExtensionArray,), {"__init__": lambda self, *a: None})
# --- a path that is made again at work | lxml.* | expr:err is None
import lxml.etree as etree
class X(etree.XPath):
    def re(self, *a, **k): super().__init__(*a, **k)
X
# --- an evaluator that is made again | lxml.* | expr:err is None
import lxml.etree as etree
class X(etree.XPathElementEvaluator): pass
X
# --- a stylesheet that is made again | lxml.* | expr:err is None
import lxml.etree as etree
class X(etree.XSLT): pass
X
# --- a schema that is made again | lxml.* | expr:err is None
import lxml.etree as etree
class X(etree.XMLSchema): pass
X
# --- a tree that is made again | sklearn.* | expr:err is None
from sklearn.neighbors import BallTree
class X(BallTree):
    def re(self, *a, **k): super().__init__(*a, **k)
X
# --- a finder of imports | wrapt | expr:any('wrapt' in type(f).__module__ for f in __import__('sys').meta_path)
import wrapt
wrapt.register_post_import_hook(lambda module: module.x, "colorsys")
# --- a finder of imports by a decorator | wrapt,wrapt.* | expr:any('wrapt' in type(f).__module__ for f in __import__('sys').meta_path)
import wrapt.importer
wrapt.importer.when_imported("colorsys")(print)
# --- the handler of a package for all | urllib3 | expr:bool(__import__('logging').getLogger('urllib3').handlers[1:])
import urllib3
urllib3.add_stderr_logger()
# --- the level of a package for all | fontTools,fontTools.* | expr:__import__('logging').getLogger('fontTools').level != 0
import fontTools
fontTools.configLogger(level="DEBUG")
