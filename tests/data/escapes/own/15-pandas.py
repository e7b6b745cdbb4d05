# --- option of the process | pandas | expr:mod('pandas').get_option('display.max_rows') == 1
import pandas as pd
pd.options.display.max_rows = 1
# --- option by setattr | pandas | expr:mod('pandas').get_option('display.max_rows') == 1
import pandas as pd
setattr(pd.options.display, 'max_rows', 1)
# --- option context left open | pandas | expr:mod('pandas').get_option('display.max_rows') == 1
import pandas as pd
pd.option_context('display.max_rows', 1).__enter__()
# --- option by the private config | pandas.* | expr:mod('pandas').get_option('display.max_rows') == 1
from pandas._config import config
config.set_option('display.max_rows', 1)
# --- describe option callback | pandas.* | expr:err is None
from pandas._config.config import register_option
register_option('x.y', 1)
# --- to_csv | pandas | file:a.csv
import pandas as pd
pd.DataFrame({'a': [1]}).to_csv(canary_path('a.csv'))
# --- to_csv by keyword | pandas | file:b.csv
import pandas as pd
pd.DataFrame({'a': [1]}).to_csv(path_or_buf=canary_path('b.csv'))
# --- to_csv of a series | pandas | file:c.csv
import pandas as pd
pd.Series([1]).to_csv(canary_path('c.csv'))
# --- to_csv by the class | pandas | file:d.csv
import pandas as pd
pd.DataFrame.to_csv(pd.DataFrame({'a': [1]}), canary_path('d.csv'))
# --- to_csv by super | pandas | file:e.csv
import pandas as pd
class D(pd.DataFrame):
    def go(self): super().to_csv(canary_path('e.csv'))
D({'a': [1]}).go()
# --- to_csv by the subclass | pandas | file:e2.csv
import pandas as pd
class D(pd.DataFrame): pass
D({'a': [1]}).to_csv(canary_path('e2.csv'))
# --- to_csv by agg | pandas | file:f.csv
import pandas as pd
pd.DataFrame({'a': [1]}).agg('to_csv', path_or_buf=canary_path('f.csv'))
# --- to_csv by apply on a series | pandas | file:g.csv
import pandas as pd
pd.Series([1]).apply('to_csv', args=(canary_path('g.csv'),))
# --- to_csv by transform | pandas | file:h.csv
import pandas as pd
pd.DataFrame({'a': [1]}).transform('to_csv', 0, canary_path('h.csv'))
# --- to_csv by a groupby | pandas | file:i.csv
import pandas as pd
pd.DataFrame({'a': [1]}).groupby('a').agg('to_csv', canary_path('i.csv'))
# --- to_csv by a groupby's attribute | pandas | file:i2.csv
import pandas as pd
pd.DataFrame({'a': [1], 'b': [2]}).groupby('a').b.to_csv(canary_path('i2.csv'))
# --- to_csv by a lying name | pandas | file:j.csv
import pandas as pd
class S(str):
    def startswith(self, *a): return False
    def __eq__(self, o): return True
    def __hash__(self): return 1
pd.DataFrame({'a': [1]}).agg(S('to_csv'), path_or_buf=canary_path('j.csv'))
# --- to_csv in a list of names that changes | pandas | file:k.csv
import pandas as pd
class L(list):
    n = 0
    def __iter__(self):
        L.n += 1
        return iter(['sum'] if L.n == 1 else ['to_csv'])
pd.Series([1]).agg(L(['sum']))
# --- to_pickle | pandas | file:p.pkl
import pandas as pd
pd.to_pickle([1], canary_path('p.pkl'))
# --- read_pickle by its module | pandas.* | leak
from pandas.io.pickle import read_pickle
read_pickle(canary_path('secret.txt'))
# --- read_csv by its module | pandas.* | leak
from pandas.io.parsers import readers
str(readers.read_csv(canary_path('secret.txt')).columns)
# --- text file reader | pandas.* | leak
from pandas.io.parsers import TextFileReader
str(TextFileReader(canary_path('secret.txt')).read().columns)
# --- text parser | pandas.* | leak
from pandas.io.parsers import TextParser
str(TextParser(open(canary_path('secret.txt'))))
# --- stata reader | pandas.* | leak
from pandas.io.stata import StataReader
StataReader(canary_path('secret.txt')).read()
# --- sas reader | pandas.* | leak
from pandas.io.sas.sasreader import read_sas
read_sas(canary_path('secret.txt'), format='xport')
# --- excel by its module | pandas.* | leak
from pandas.io.excel import ExcelFile
ExcelFile(canary_path('secret.txt'))
# --- get_handle | pandas.* | leak
from pandas.io.common import get_handle
get_handle(canary_path('secret.txt'), 'r').handle.read()
# --- read_json of a path | pandas | leak
import pandas as pd
pd.read_json(canary_path('secret.txt'))
# --- read_json of lines in chunks | pandas | leak
import pandas as pd
next(iter(pd.read_json(canary_path('secret.txt'), lines=True, chunksize=1)))
# --- read_table by bytes path | pandas | leak
import pandas as pd
str(pd.read_table(canary_path('secret.txt').encode()).columns)
# --- read_fwf | pandas | leak
import pandas as pd
str(pd.read_fwf(canary_path('secret.txt')).columns)
# --- read_xml | pandas | leak
import pandas as pd
pd.read_xml(canary_path('secret.txt'))
# --- read_xml with a stylesheet | pandas,io | leak
import pandas as pd, io
pd.read_xml(io.StringIO('<a><b/></a>'), stylesheet=canary_path('secret.txt'))
# --- read_html of a path | pandas | leak
import pandas as pd
pd.read_html(canary_path('secret.txt'))
# --- read_clipboard | pandas | expr:err is None
import pandas as pd
pd.read_clipboard()
# --- read_sql | pandas,sqlite3 | file:q.db
import pandas as pd
pd.read_sql('select 1', 'sqlite:///' + canary_path('q.db'))
# --- read_csv of a url | pandas | expr:host.hits > 0
import pandas as pd
pd.read_csv(server_url())
# --- read_csv with storage options | pandas | expr:host.hits > 0
import pandas as pd
pd.read_csv(server_url(), storage_options={'x': '1'})
# --- query with a call | pandas | leak
import pandas as pd
f = fetch_record
pd.DataFrame({'a': [1]}).query('@f()._conn.password == a')
# --- query with a record | pandas | leak
import pandas as pd
r = fetch_record()
pd.DataFrame({'a': ['x']}).eval('b = @r._conn.password').b.iloc[0]
# --- query's python engine with dunders | pandas | cap
import pandas as pd
pd.DataFrame({'a': [1]}).eval('a.__class__.__mro__', engine='python')
# --- query's resolvers | pandas | leak
import pandas as pd
pd.DataFrame({'a': [1]}).eval('r._conn.password', resolvers=[{'r': fetch_record()}])
# --- query's level | pandas | leak
import pandas as pd
pd.DataFrame({'a': [1]}).eval('@HOST_SECRET', level=5)
# --- pd.eval target | pandas | leak
import pandas as pd
pd.eval('r._conn.password', local_dict={'r': fetch_record()})
# --- computation module | pandas.* | leak
from pandas.core.computation.eval import eval as e
e('r._conn.password', local_dict={'r': fetch_record()})
# --- eval of a str subclass | pandas | leak
import pandas as pd
r = fetch_record()
class S(str):
    def __str__(self): return 'a'
pd.DataFrame({'a': [1]}).eval(S('@r._conn.password'))
# --- accessor by its module | pandas.* | expr:hasattr(mod('pandas').DataFrame, 'fxacc2')
from pandas.core.accessor import register_dataframe_accessor
@register_dataframe_accessor('fxacc2')
class A:
    def __init__(self, df): pass
# --- extension dtype that stays | pandas.* | expr:any(t.__name__ == 'Stays' for t in mod('pandas.core.dtypes.base')._registry.dtypes)
from pandas.api.extensions import ExtensionDtype, register_extension_dtype
@register_extension_dtype
class Stays(ExtensionDtype):
    name = "stays"
# --- extension dtype by another module that stays | pandas.* | expr:any(t.__name__ == 'Stays' for t in mod('pandas.core.dtypes.base')._registry.dtypes)
from pandas.core.arrays.string_ import register_extension_dtype
from pandas.api.extensions import ExtensionDtype
class Stays(ExtensionDtype):
    name = "stays"
register_extension_dtype(Stays)
raise ValueError
# --- plot backend | pandas | cap
import pandas as pd
pd.DataFrame({'a': [1]}).plot(backend='os')
# --- manager of a frame | pandas | expr:'Manager' in type(out).__name__
import pandas as pd
pd.DataFrame({'a': [1]})._mgr
# --- manager by attrgetter | pandas,operator | expr:'Manager' in type(out).__name__
import pandas as pd, operator
operator.attrgetter('_mgr')(pd.DataFrame({'a': [1]}))
# --- dict of a frame | pandas | expr:isinstance(out, dict)
import pandas as pd
vars(pd.DataFrame({'a': [1]}))
# --- setter of a frame's manager | pandas | expr:err is None
import pandas as pd
object.__setattr__(pd.DataFrame({'a': [1]}), '_mgr', 1)
# --- styler's template | pandas | leak
import pandas as pd
s = pd.DataFrame({'a': [1]}).style
type(s).from_custom_template(canary_path(''), 'secret.txt')
# --- styler writes | pandas | file:st.html
import pandas as pd
pd.DataFrame({'a': [1]}).style.to_html(canary_path('st.html'))
# --- styler writes latex | pandas | file:st.tex
import pandas as pd
pd.DataFrame({'a': [1]}).style.to_latex(canary_path('st.tex'))
# --- styler's string | pandas | file:st.txt
import pandas as pd
pd.DataFrame({'a': [1]}).style.to_string(buf=canary_path('st.txt'))
# --- info's buffer | pandas | file:inf
import pandas as pd
pd.DataFrame({'a': [1]}).info(buf=canary_path('inf'))
# --- to_markdown | pandas | file:md
import pandas as pd
pd.DataFrame({'a': [1]}).to_markdown(canary_path('md'))
# --- class method of a frame replaced by an instance attribute | pandas | expr:err is None and mod('pandas').DataFrame({'a': [1]}).sum is 1
import pandas as pd
pd.DataFrame.sum = 1
# --- attrs of the module | pandas | expr:mod('pandas').read_csv == 1
import pandas as pd
pd.__dict__['read_csv'] = 1
# --- the frame behind its flags | pandas | expr:err is None
import pandas as pd
pd.DataFrame({'a': [1]}).flags._obj
# --- tester of the package | pandas | expr:err is None
import pandas as pd
pd.test()
# --- compat module | pandas.* | cap
import pandas.compat
pandas.compat.os
# --- buffers of the interchange protocol | pandas.*,numpy.* | expr:err is None
from pandas.core.interchange.from_dataframe import buffer_to_ndarray
class B:
    bufsize = 64
    ptr = id(buffer_to_ndarray)
buffer_to_ndarray(B(), (1, 64, 'L', '='), length=4)
# --- interchange by the way of its package | pandas.*,numpy.* | expr:err is None
import pandas.core.interchange
pandas.core.interchange.from_dataframe.set_nulls
# --- import by the name of a dependency | pandas.* | expr:err is None
from pandas.core.frame import import_optional_dependency
import_optional_dependency('this')
# --- files by the handle of another module | pandas.* | expr:err is None
from pandas.io.xml import get_handle
get_handle(canary_path('secret.txt'), 'r').handle.read()
# --- pickles patched for old versions | pandas.* | expr:err is None
from pandas.io.pytables import patch_pickle
with patch_pickle(): pass
# --- engine for parquet files | pandas.* | expr:err is None
from pandas.io.parquet import PyArrowImpl
PyArrowImpl
# --- database by its address in a class | pandas.* | expr:err is None
from pandas.io.sql import SQLDatabase
SQLDatabase
# --- the environment of templates that styles are made by | pandas | expr:out
import pandas as pd
template = pd.DataFrame({"a": [1]}).style.template_html
template.environment.from_string("{{ ().__class__.__mro__[1].__subclasses__()|length }}").render() > "1"
# --- the environment of templates that styles are made by, from a context | pandas | expr:out
import pandas as pd
template = pd.DataFrame({"a": [1]}).style.template_html
len(template.new_context({}).environment.compile_expression("().__class__.__mro__[1].__subclasses__()")()) > 1
# --- the environment of templates that styles are made by, from what knows how it escapes | pandas | expr:out
import pandas as pd
template = pd.DataFrame({"a": [1]}).style.template_html_table
len(template.new_context({}).eval_ctx.environment.compile_expression("().__class__.__mro__[1].__subclasses__()")()) > 1
# --- the environment of templates that styles are made by, given to C code | pandas,operator | expr:out
import pandas as pd
from operator import attrgetter, methodcaller
template = pd.DataFrame({"a": [1]}).style.template_html
text = "{{ ().__class__.__mro__[1].__subclasses__()|length }}"
list(map(methodcaller("from_string", text), map(attrgetter("environment"), [template])))[0].render() > "1"
# --- reader from the module that defines it, of a path | pandas.* | expr:err is None
from pandas.io.parsers import read_csv
read_csv("/etc/passwd")
# --- reader from the module that defines it, of an address | pandas.* | expr:err is None
import pandas.io.json as j
j.read_json("file:///etc/passwd")
# --- writer from the module that defines it | pandas.* | expr:err is None
from pandas.io.excel import ExcelWriter
ExcelWriter("/tmp/pwned.xlsx")
