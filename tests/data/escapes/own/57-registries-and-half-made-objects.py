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
X().check_data()
# --- a parser of yaml that is made alone | yaml | expr:err is None
import yaml
class X(yaml.CSafeLoader): pass
X.__new__(X).check_data()
# --- a parser of yaml by an own maker | yaml | expr:err is None
import yaml
class X(yaml.CSafeLoader):
    def __new__(cls, *a):
        made = super().__new__(cls)
        made.check_data()
        return made
X("a")
# --- a parser of yaml by a record | yaml,dataclasses | expr:err is None
import dataclasses, yaml
@dataclasses.dataclass
class X(yaml.CSafeLoader):
    a: int = 1
X().check_data()
# --- a parser of yaml by its metaclass | yaml | expr:err is None
import yaml
class M(type):
    def __call__(cls, *a): return cls.__new__(cls)
class X(yaml.CSafeLoader, metaclass=M): pass
X().check_data()
# --- a writer of yaml without its buffer | yaml | expr:err is None
import yaml
class X(yaml.CSafeDumper):
    def __init__(self, *a): pass
X().close()
# --- a writer of yaml below a mixin | yaml | expr:err is None
import yaml
class M:
    def __init__(self, *a): pass
type("X", (M, yaml.CDumper), {})().open()
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
# --- a parser that is fed in its handler | xml.* | expr:not out
import xml.parsers.expat as x
p, seen = x.ParserCreate(), []
def start(name, attributes):
    if len(seen) < 100:
        try: p.Parse("<c>" + "d" * 100000, 0)
        except Exception as e: seen.append(str(e))
p.StartElementHandler = start
p.Parse("<a><b/></a>", 1)
seen
# --- a reader that is fed in its handler | xml.* | expr:not out
import xml.sax
seen, p = [], xml.sax.make_parser()
class H(xml.sax.ContentHandler):
    def startElement(self, name, attributes):
        try: p.feed("<c>" + "d" * 100000)
        except Exception as e: seen.append(str(e))
p.setContentHandler(H())
p.feed("<a><b/></a>")
seen
# --- a parser that is fed in its handler of declarations | xml.* | expr:err is None
import xml.parsers.expat as x
p = x.ParserCreate()
def el(name, model):
    p.ElementDeclHandler = None
    p.Parse("<!ELEMENT q (a|b)>", 0)
p.ElementDeclHandler = el
p.Parse('<!DOCTYPE a [<!ELEMENT a (b|(c,d)*)>]><a/>', 1)
# --- a static method of nothing |  | expr:err is None
staticmethod.__new__(staticmethod)()
# --- a static method of nothing below it |  | expr:err is None
class X(staticmethod):
    def __init__(self, *a): pass
X(len)()
# --- static methods of nothing by map |  | expr:err is None
list(map(staticmethod.__new__(staticmethod), [1]))
# --- a function of numpy of nothing | numpy | expr:err is None
import numpy as np
type(np.sum)()
# --- a function of numpy of nothing by its maker | numpy | expr:err is None
import numpy as np
T = type(np.sum)
T.__new__(T)
