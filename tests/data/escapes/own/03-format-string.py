# --- format map |  | leak
'{r._conn.password}'.format_map({'r': fetch_record()})
# --- unbound format through map |  | leak
list(map(str.format, ['{0._conn.password}'], [fetch_record()]))[0]
# --- unbound format by partial | functools | leak
import functools
functools.partial(str.format, '{0._conn.password}')(fetch_record())
# --- method caller | operator | leak
import operator
operator.methodcaller('format', fetch_record())('{0._conn.password}')
# --- attribute getter of the method | operator | leak
import operator
operator.attrgetter('format')('{0._conn.password}')(fetch_record())
# --- super of a str subclass |  | leak
class S(str):
    def format(self, *a): return super().format(*a)
S('{0._conn.password}').format(fetch_record())
# --- subclass method through the class |  | leak
class S(str): pass
S.format('{0._conn.password}', fetch_record())
# --- get of the descriptor |  | leak
str.format.__get__('{0._conn.password}')(fetch_record())
# --- get of the descriptor in a class of the code |  | leak
class A(str):
    f = str.format
A('{0._conn.password}').f(fetch_record())
# --- class attribute by type() |  | leak
type('x').format('{0._conn.password}', fetch_record())
# --- formatter subclass | string | leak
import string
class F(string.Formatter):
    def get_value(self, k, a, kw): return fetch_record()
F().format('{x._conn.password}')
# --- formatter's field by hand | string | leak
import string
string.Formatter().get_field('0._conn.password', (fetch_record(),), {})[0]
# --- formatter's vformat | string | leak
import string
string.Formatter().vformat('{r._conn.password}', (), {'r': fetch_record()})
# --- formatter's base through super | string | leak
import string
class F(string.Formatter):
    def go(self, *a): return super().get_field('0._conn.password', a, {})
F().go(fetch_record())[0]
# --- formatter's mro | string | leak
import string
string.Formatter.__mro__[1].format('{0._conn.password}', fetch_record())
# --- nested replacement in a spec |  | leak
'{0:{1._conn.password}}'.format('x', fetch_record())
# --- error of a spec names the value |  | leak
'{0:{1._conn.password}}'.format(1, fetch_record())
# --- index then attribute |  | leak
'{0[0]._conn.password}'.format([fetch_record()])
# --- f-string |  | leak
f'{fetch_record()._conn.password!r:>50}'
# --- f-string debug form |  | leak
f'{fetch_record()._conn.password=}'
# --- template string class | string | leak
import string
class T(string.Template):
    idpattern = '[a-z._]+'
T('$r._conn.password').substitute({'r': fetch_record(), 'r._conn.password': 'no'})
# --- conversion through ascii |  | leak
'{0._conn.password!a}'.format(fetch_record())
# --- styler's format string | pandas | leak
import pandas as pd
pd.DataFrame({'a': [fetch_record()]}).style.format('{0._conn.password}').to_html()
# --- styler's format by column | pandas | leak
import pandas as pd
pd.DataFrame({'a': [fetch_record()]}).style.format({'a': '{0._conn.password}'}).to_html()
# --- styler's index format | pandas | leak
import pandas as pd
pd.DataFrame({'a': [1]}, index=[fetch_record()]).style.format_index('{0._conn.password}').to_html()
# --- styler class reached by its type | pandas | leak
import pandas as pd
s = pd.DataFrame({'a': [fetch_record()]}).style
type(s).format(s, '{0._conn.password}').to_html()
# --- float format of a frame | pandas | leak
import pandas as pd
pd.DataFrame({'a': [fetch_record()]}).to_string(formatters=['{0._conn.password}'.format])
# --- series apply with the unbound method | pandas | leak
import pandas as pd
pd.Series(['{0._conn.password}']).apply(str.format, args=(fetch_record(),)).iloc[0]
# --- series map with a bound method | pandas | leak
import pandas as pd
pd.Series([fetch_record()]).map('{0._conn.password}'.format).iloc[0]
# --- frompyfunc of format | numpy | leak
import numpy as np
np.frompyfunc(str.format, 2, 1)('{0._conn.password}', fetch_record())
# --- array printing with a formatter | numpy | leak
import numpy as np
np.array2string(np.array([fetch_record()], dtype=object), formatter={'all': '{0._conn.password}'.format})
# --- tick formatter of matplotlib | matplotlib.* | leak
from matplotlib.ticker import StrMethodFormatter
StrMethodFormatter('{x._conn.password}')(fetch_record())
# --- reduce with format | functools | leak
import functools
functools.reduce(str.format, ['{0._conn.password}', fetch_record()])
# --- callback of a tool |  | leak
call_me(str.format, '{0._conn.password}', fetch_record())
# --- format from a match pattern |  | leak
match '{0._conn.password}':
    case str(format=f):
        f(fetch_record())
f(fetch_record())
# --- format of a user string | collections | leak
import collections
collections.UserString('{0._conn.password}').format(fetch_record())
# --- format map of a user string | collections | leak
import collections
collections.UserString('{r._conn.password}').format_map({'r': fetch_record()})
# --- dunder format with a spec |  | leak
format(fetch_record(), '{0._conn.password}')
# --- percent formatting with attributes in the key |  | leak
'%(r._conn.password)s' % {'r': fetch_record(), 'r._conn.password': 0}
