# --- strides beyond the array | numpy.* | cap
import numpy as np
np.lib.stride_tricks.as_strided(np.zeros(4), (1000,), (8,))
# --- strides before the array | numpy.* | cap
import numpy as np
np.lib.stride_tricks.as_strided(np.zeros(4), (5,), (-8,))
# --- strides of the last item | numpy.* | cap
import numpy as np
np.lib.stride_tricks.as_strided(np.zeros(4, dtype=np.int8).view(np.int8)[3:], (2,), (1,))
# --- strides that overflow | numpy.* | cap
import numpy as np
np.lib.stride_tricks.as_strided(np.zeros(4), (2**62, 2), (2**62, 8))
# --- strides that change | numpy.* | cap
import numpy as np
class N:
    n = 0
    def __index__(self):
        N.n += 1
        return 4 if N.n < 3 else 10**6
np.lib.stride_tricks.as_strided(np.zeros(4), (N(),), (8,))[10**5:]
# --- strides of objects | numpy.* | cap
import numpy as np
np.lib.stride_tricks.as_strided(np.array([{}, []], dtype=object), (1,), (4,))
# --- strides by the private module | numpy.* | cap
from numpy.lib import _stride_tricks_impl as s
s.as_strided
# --- memory of objects | numpy.* | cap
import numpy as np
a = np.array([{}, []], dtype=object)
a.data
# --- memory of a record of objects | numpy.* | cap
import numpy as np
np.zeros(2, dtype=[('a', object), ('b', int)]).data
# --- resize below a view | numpy.* | expr:err is None
import numpy as np
a = np.zeros(10**6)
v = a[10:]
a.resize(1, refcheck=False)
# --- resize of the base of a view | numpy.* | expr:err is None
import numpy as np
v = np.zeros(10**6)[10:]
v.base.resize(1, refcheck=False)
# --- resize below a memoryview | numpy.* | expr:err is None
import numpy as np
a = np.zeros(10**6)
m = a.data
a.resize(1, refcheck=False)
# --- resize by the class | numpy.* | expr:err is None
import numpy as np
a = np.zeros(10**6)
v = a[10:]
np.ndarray.resize(a, 1, refcheck=False)
# --- resize in a callback | numpy.* | expr:err is None
import numpy as np
a = np.zeros(10**6)
v = a[10:]
list(map(a.resize, [1]))
# --- info of another module | numpy.* | cap
import numpy as np
np.info('x', toplevel='hostapp')
# --- info of another module by place | numpy.* | cap
import numpy as np
np.info('x', 76, None, 'hostapp')
# --- testing runs text | numpy.* | cap
import numpy as np
np.testing.runstring('import os', {})
# --- testing measures text | numpy.* | cap
import numpy as np
np.testing.measure('import os')
# --- testing by the private module | numpy.* | cap
from numpy.testing._private import utils
# --- marks of functions | numpy.* | cap
import numpy as np
np.core.numeric.set_module
# --- overrides of the older name | numpy.* | cap
import numpy as np
np.core.overrides.set_module
# --- multiarray of the older name | numpy.* | cap
import numpy as np
np.core.multiarray.fromfile
# --- testing of pandas, private | pandas.* | cap
import pandas._testing as tm
# --- helpers of the testing of pandas | pandas.* | cap
from pandas.testing import ensure_clean
# --- query with a module in a column | pandas,statistics | cap
import pandas as pd, statistics
df = pd.DataFrame({'m': [statistics]})
df.eval('m.iloc[0].sys', engine='python')
# --- query with a module in a list | pandas,statistics | cap
import pandas as pd, statistics
box = [statistics]
pd.DataFrame({'a': [1]}).eval('@box[0].sys', engine='python')
# --- query with a module | pandas,statistics | cap
import pandas as pd, statistics
pd.DataFrame({'a': [1]}).eval('@statistics.sys', engine='python')
# --- expression with a module | pandas,statistics | cap
import pandas as pd, statistics
pd.eval('statistics.sys', engine='python')
# --- expression with frames of a generator | pandas | cap
import pandas as pd
def f(): yield 1
g = f()
pd.eval('g.gi_frame', engine='python')
# --- expression in wide letters | pandas | file:q.csv
import pandas as pd
df = pd.DataFrame({'a': [1]})
path = canary_path('q.csv')
pd.eval('df.ｔo_csv(path)', engine='python')
# --- expression with a lying text | pandas | cap
import pandas as pd
class S(str):
    def splitlines(self, *a): return ['f.__globals__']
    def strip(self, *a): return 'f.__globals__'
def f(): pass
pd.eval(S('1 + 1'), engine='python').__class__ is int or pd.eval(S('f.__globals__'), engine='python')
# --- resolvers of an expression | pandas | leak
import pandas as pd
pd.eval('r._conn.password', resolvers=[{'r': fetch_record()}])
# --- local names of an expression | pandas | leak
import pandas as pd
pd.eval('r._conn.password', local_dict={'r': fetch_record()}, engine='python')
# --- the host's frames by an expression | pandas | leak
import pandas as pd
pd.eval('HOST_SECRET', level=5)
# --- flags by a lying name | pandas | cap
import pandas as pd
class S(str):
    def __eq__(self, o): return True
    def __hash__(self): return hash('allows_duplicate_labels')
pd.DataFrame({'a': [1]}).flags[S('__class__')].__subclasses__()
# --- Excel at a path | pandas | file:a.xlsx
import pandas as pd
pd.DataFrame({'a': [1]}).to_excel(canary_path('a.xlsx'))
# --- writer of Excel at a path | pandas | file:b.xlsx
import pandas as pd
with pd.ExcelWriter(canary_path('b.xlsx')) as w:
    pd.DataFrame({'a': [1]}).to_excel(w)
# --- style in Excel at a path | pandas | file:c.xlsx
import pandas as pd
pd.DataFrame({'a': [1]}).style.to_excel(canary_path('c.xlsx'))
# --- Stata at a path | pandas | file:a.dta
import pandas as pd
pd.DataFrame({'a': [1]}).to_stata(canary_path('a.dta'))
# --- fromregex of a path | numpy.* | leak
import numpy as np
str(np.fromregex(canary_path('secret.txt'), r'(.*)', [('a', 'S80')]))
# --- an entity of lxml | lxml.* | leak
from io import BytesIO
from lxml import etree
text = '<!DOCTYPE a [<!ENTITY e SYSTEM "file://%s">]><a>&e;</a>' % canary_path('secret.txt')
etree.parse(BytesIO(text.encode()), etree.XMLParser(resolve_entities=True)).getroot().text
# --- an entity of lxml by a definition | lxml.* | leak
from io import BytesIO
from lxml import etree
text = '<!DOCTYPE a [<!ENTITY e SYSTEM "file://%s">]><a>&e;</a>' % canary_path('secret.txt')
etree.tostring(etree.parse(BytesIO(text.encode()), etree.XMLParser(load_dtd=True, no_network=False)))
# --- an entity of lxml by default | lxml.* | leak
from io import BytesIO
from lxml import etree
text = '<!DOCTYPE a [<!ENTITY e SYSTEM "file://%s">]><a>&e;</a>' % canary_path('secret.txt')
str([e.text for _, e in etree.iterparse(BytesIO(text.encode()), resolve_entities=True)])
# --- lxml of a path | lxml.* | leak
from lxml import etree
str(etree.parse(canary_path('secret.txt'), etree.XMLParser(recover=True)).getroot())
# --- lxml of a path that changes | lxml.* | cap
from lxml import etree
class P:
    n = 0
    def __fspath__(self):
        P.n += 1
        return '/nowhere' if P.n == 1 else canary_path('secret.txt')
etree.parse(P())
# --- the class of a parser of lxml | lxml.* | cap
from lxml import etree
type(etree.XMLParser())
# --- resolvers of a parser of lxml | lxml.* | cap
from lxml import etree
etree.XMLParser().resolvers
# --- a thread of asyncio reads a file | asyncio | leak
import asyncio
def f(): return open(canary_path('secret.txt')).read()
async def main(): return await asyncio.to_thread(f)
asyncio.run(main())
# --- a thread of asyncio calls getattr | asyncio | cap
import asyncio
def f(): return 1
async def main(): return await asyncio.to_thread(getattr, f, '__globals__')
asyncio.run(main())
# --- a thread of asyncio goes on | asyncio | limit
import asyncio
def f():
    while True: pass
async def main(): return await asyncio.to_thread(f)
asyncio.run(main())
