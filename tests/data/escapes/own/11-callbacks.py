# --- eval as a key of max |  | leak
max(["__import__('os').getenv('FX_TOKEN')"], key=eval)
# --- exec through filter |  | file:fx
list(filter(exec, ["open('fx', 'w')"]))
# --- default factory of a builtin | collections | cap
import collections
collections.defaultdict(globals)['x']
# --- default factory of a field | dataclasses | cap
import dataclasses
@dataclasses.dataclass
class A:
    x: object = dataclasses.field(default_factory=globals)
A().x
# --- default factory of a bound reader | dataclasses,functools | leak
import dataclasses, functools
@dataclasses.dataclass
class A:
    x: object = dataclasses.field(default_factory=functools.partial(getattr, fetch_record(), '_conn'))
A().x.password
# --- regular expression callback | re | cap
import re
got = []
re.sub('a', lambda m: got.append(m.__class__.__init__.__self__) or '', 'a')
got
# --- regular expression callback is a builtin |  | leak
import re
re.sub('.+', lambda m: eval(m.group()), "__import__('os').getenv('FX_TOKEN')")
# --- json hooks | json | cap
import json
json.loads('{"a": 1}', object_pairs_hook=globals)
# --- json constant hook | json | leak
import json
json.loads('NaN', parse_constant=lambda s: getattr(fetch_record(), '_conn').password)
# --- single dispatch register | functools | cap
import functools
f = functools.singledispatch(lambda x: 0)
f.register(int, eval)
f(1)
# --- iter with a sentinel |  | cap
next(iter(globals, None))
# --- accumulate | itertools | leak
import itertools
list(itertools.accumulate([fetch_record(), '_conn', 'password'], getattr))[-1]
# --- group by a reader | itertools,operator | leak
import itertools, operator
[k.password for k, g in itertools.groupby([fetch_record()], operator.attrgetter('_conn'))]
# --- takewhile of a reader | itertools | leak
import itertools
got = []
list(itertools.takewhile(lambda r: got.append(r._conn.password), [fetch_record()]))
got
# --- heap key | heapq,operator | leak
import heapq, operator
heapq.nsmallest(1, [fetch_record()], key=operator.attrgetter('_conn.password'))
# --- sum of readers |  | leak
class A:
    def __radd__(self, o): return fetch_record()._conn.password
sum([A()])
# --- frompyfunc of getattr | numpy | leak
import numpy as np
np.frompyfunc(getattr, 2, 1)(fetch_record(), '_conn').password
# --- vectorize of getattr | numpy | leak
import numpy as np
np.vectorize(getattr, otypes=[object])([fetch_record()], ['_conn'])[0].password
# --- piecewise and fromfunction | numpy | cap
import numpy as np
np.fromfunction(eval, (1,))
# --- apply along an axis | numpy | leak
import numpy as np
np.apply_along_axis(lambda a: np.array([a[0]._conn.password]), 0, np.array([fetch_record()], dtype=object))
# --- pandas map of getattr | pandas | leak
import pandas as pd
pd.Series(['_conn']).map(lambda n: getattr(fetch_record(), n).password)
# --- pandas apply of a builtin | pandas | cap
import pandas as pd
pd.Series(['1']).apply(eval)
# --- pandas apply with arguments | pandas | leak
import pandas as pd
pd.Series([fetch_record()], dtype=object).apply(getattr, args=('_conn',)).iloc[0].password
# --- pandas pipe | pandas | leak
import pandas as pd
pd.DataFrame({'a': [1]}).pipe((getattr, 'name'), '_x') if False else pd.Series([1]).pipe(lambda s: fetch_record()._conn.password)
# --- tool's callback of exec |  | file:fx2
call_me(exec, "open('fx2', 'w')")
# --- tool's callback of setattr |  | expr:host.search.name == 'pwned'
call_me(setattr, search, 'name', 'pwned')
# --- tool's callback of a method |  | leak
call_me(fetch_record().__getattribute__, '_conn').password
# --- key function of sorted is a class |  | leak
class K:
    def __init__(self, r): self.p = r._conn.password
    def __lt__(self, o): return False
sorted([fetch_record()], key=K)
# --- default of dict.get chain |  | cap
list(map(dict.get, [{}], ['x'], [eval]))
# --- eval hidden in a container |  | cap
[eval][0]('1')
# --- builtins given to a host callback |  | cap
call_me(lambda f=eval: f, )
# --- print's file |  | leak
class F:
    def write(self, s): got.append(fetch_record()._conn.password)
got = []
print(1, file=F())
got
