# --- repr of a tool |  | leak
repr(search) + str(search) + f'{search!r}'
# --- repr of a record |  | leak
repr(fetch_record())
# --- copy of a tool | copy | leak
import copy
copy.deepcopy(search)._api_key
# --- dictionary of tools |  | leak
[getattr(t, '_api_key', None) for t in [search, add, tick]] + [search._api_key]
# --- class of a tool |  | leak
type(search).__init__.__globals__['HOST_SECRET']
# --- forward of a tool |  | leak
search.forward.__self__._api_key
# --- status of a tool |  | expr:err is None and out == 'ok'
search.status
# --- calls of a tool |  | expr:err is None
search.calls
# --- defaults of a function tool |  | cap
add.__defaults__
# --- closure of a function tool |  | cap
tick.__closure__[0].cell_contents
# --- module of a function tool |  | cap
tick.__module__ and tick.__globals__
# --- code constants of a function tool |  | cap
tick.__code__.co_consts
# --- weak reference of a tool | weakref | leak
import weakref
weakref.ref(search)()._api_key
# --- partial of a tool | functools | leak
import functools
functools.partial(search)._api_key if False else functools.partial(search).func._api_key
# --- partial's state | functools | leak
import functools
functools.partial(search).__reduce__()
# --- method type of a tool | types | leak
import types
types.MethodType(search, 1).__func__._api_key
# --- property of a tool |  | leak
property(search).fget._api_key
# --- static method of a tool |  | leak
staticmethod(search).__wrapped__._api_key
# --- wraps of a tool | functools | leak
import functools
@functools.wraps(search)
def f(): pass
[f.__dict__, f.__wrapped__._api_key]
# --- update wrapper of a tool | functools | leak
import functools
def f(): pass
functools.update_wrapper(f, search, assigned=('_api_key',))
f._api_key
# --- update wrapper of a record | functools | leak
import functools
def f(): pass
functools.update_wrapper(f, fetch_record(), assigned=('_conn',))
f._conn.password
# --- wraps with an update of dicts | functools | leak
import functools
def f(): pass
functools.update_wrapper(f, fetch_record(), updated=('__dict__',))
f.__dict__
# --- inputs of a tool changed and read |  | expr:'pwned' in str(host.search.inputs)
search.inputs.clear()
search.inputs['pwned'] = 1
# --- json of a tool | json | leak
import json
json.dumps(search, default=lambda o: [getattr(o, n) for n in dir(o)])
# --- pickle of a tool | pickle | leak
import pickle
pickle.dumps(search)
# --- pickle in a container | pickle | leak
import pickle
pickle.dumps({'a': [fetch_record()]})
# --- pickle by the pickler class | pickle,io | leak
import pickle, io
b = io.BytesIO()
pickle.Pickler(b).dump(fetch_record())
b.getvalue()
# --- pickle by pandas | pandas,io | leak
import pandas as pd, io
b = io.BytesIO()
pd.DataFrame({'a': [fetch_record()]}).to_pickle(b)
b.getvalue()
# --- pickle by numpy | numpy | leak
import numpy as np
np.array([fetch_record()], dtype=object).dumps()
# --- pickle by numpy's save | numpy,io | leak
import numpy as np, io
b = io.BytesIO()
np.save(b, np.array([fetch_record()], dtype=object), allow_pickle=True)
b.getvalue()
# --- pickle by multiprocessing's reducer | multiprocessing.* | leak
from multiprocessing.reduction import ForkingPickler
bytes(ForkingPickler.dumps(fetch_record()))
# --- marshal | marshal | leak
import marshal
marshal.dumps([1])
marshal.loads(b'')
# --- dataclass of the host shown | dataclasses | leak
import dataclasses
dataclasses.fields(fetch_record())
# --- hash table of the host's module |  | leak
call_me.__globals__['HOST_SECRET']
# --- generator of the host |  | leak
g = make_gen()
next(g)
g.gi_frame.f_locals['secret']
# --- name of a generator's code |  | cap
make_gen().gi_code
# --- coroutine of the host |  | cap
make_coro().cr_frame
# --- async generator of the host |  | cap
make_agen().ag_frame
# --- pprint of a record | pprint | leak
import pprint
pprint.pformat(fetch_record())
# --- reprlib | reprlib | leak
import reprlib
class R(reprlib.Repr):
    def repr_Record(self, r, level): return r._conn.password
R().repr(fetch_record())
# --- inspect signature of a tool | inspect | leak
import inspect
inspect.signature(tick).parameters
inspect.unwrap(tick).__globals__
# --- inspect getattr_static | inspect | leak
import inspect
inspect.getattr_static(fetch_record(), '_conn').password
# --- inspect getmembers static | inspect | leak
import inspect
dict(inspect.getmembers_static(fetch_record()))['_conn'].password
# --- inspect's closure | inspect | leak
import inspect
inspect.getclosurevars(call_me).globals
# --- rlcompleter | rlcompleter | leak
import rlcompleter
c = rlcompleter.Completer({'r': fetch_record()})
[c.complete('r._conn.p', i) for i in range(2)]
# --- string of a bound method |  | expr:'0x' not in outs and 'HostTool' in outs
str(search)
# --- sympy's symbol over a record | sympy | leak
import sympy
sympy.sympify({'r': 'r'}, locals={'r': fetch_record()})
sympy.sympify('r._conn.password', locals={'r': fetch_record()})
# --- pandas reads attributes of records | pandas | leak
import pandas as pd
pd.json_normalize([vars(fetch_record())])
# --- pandas frame of records | pandas | leak
import pandas as pd
pd.DataFrame([fetch_record()], columns=['_conn'])
# --- pandas from records | pandas | leak
import pandas as pd
pd.DataFrame.from_records([fetch_record()])
# --- numpy's structured access | numpy | leak
import numpy as np
np.array([fetch_record()], dtype=object).astype('U100')
# --- pydantic from attributes | pydantic.* | leak
from pydantic import BaseModel, ConfigDict, Field
class A(BaseModel):
    model_config = ConfigDict(from_attributes=True, arbitrary_types_allowed=True)
    c: object = Field(alias='_conn')
A.model_validate(fetch_record()).c.password
# --- pydantic from attributes by a path | pydantic.* | leak
from pydantic import BaseModel, ConfigDict, Field, AliasPath
class B(BaseModel):
    model_config = ConfigDict(from_attributes=True)
    password: str
class A(BaseModel):
    model_config = ConfigDict(from_attributes=True)
    c: B = Field(validation_alias='_conn')
A.model_validate(fetch_record()).c.password
# --- pydantic from a function's globals | pydantic.* | leak
from pydantic import BaseModel, ConfigDict, Field
class A(BaseModel):
    model_config = ConfigDict(from_attributes=True, arbitrary_types_allowed=True)
    g: dict = Field(alias='__globals__')
A.model_validate(type(fetch_record()).double).g['HOST_SECRET']
# --- jinja2's attribute filter | jinja2.* | leak
from jinja2.sandbox import SandboxedEnvironment
SandboxedEnvironment().from_string("{{ rs|map(attribute='_conn')|map(attribute='password')|list }}").render(rs=[fetch_record()])
# --- matplotlib's setp | matplotlib.* | expr:err is None and 'pwned' in str(mod('fxhost').Record.__dict__)
import matplotlib.artist
class A:
    pass
matplotlib.artist.setp(fetch_record(), value=3)
# --- sklearn's clone | sklearn.* | leak
from sklearn.base import clone
clone(fetch_record(), safe=False)._conn.password
# --- sklearn get params | sklearn.* | leak
from sklearn.base import BaseEstimator
class E(BaseEstimator):
    def __init__(self, a=1): self.a = a
E(fetch_record()).get_params()['a']._conn.password
# --- networkx node attributes | networkx.* | leak
import networkx as nx
g = nx.Graph()
g.add_node(fetch_record())
nx.node_link_data(g)['nodes'][0]['id']._conn.password
# --- pydantic told at the call | pydantic.* | leak
from pydantic import BaseModel, Field
class M(BaseModel):
    x: object = Field(validation_alias='_api_key')
class R(BaseModel):
    x: object = Field(alias='_conn')
getattr(R.model_validate(fetch_record(), from_attributes=True).x, 'password')
# --- pydantic by partial | pydantic.*,functools | leak
import functools
from pydantic import BaseModel, Field
class R(BaseModel):
    x: object = Field(alias='_conn')
functools.partial(R.model_validate, from_attributes=True)(fetch_record()).x.password
# --- pydantic by an adapter | pydantic.* | leak
from pydantic import BaseModel, Field, TypeAdapter
class R(BaseModel):
    x: object = Field(alias='_conn')
TypeAdapter(R).validate_python(fetch_record(), from_attributes=True).x.password
# --- pydantic by the adapter's validator | pydantic.* | leak
from pydantic import BaseModel, Field, TypeAdapter
class R(BaseModel):
    x: object = Field(alias='_conn')
TypeAdapter(R).validator.validate_python(fetch_record(), from_attributes=True).x.password
# --- pydantic by a list of names | pydantic.* | leak
from pydantic import BaseModel, ConfigDict, Field, AliasChoices
class R(BaseModel):
    model_config = ConfigDict(from_attributes=True)
    x: object = Field(validation_alias=AliasChoices('no', '_conn'))
R.model_validate(fetch_record()).x.password
# --- pydantic by a generator of names | pydantic.* | leak
from pydantic import BaseModel, ConfigDict
class R(BaseModel):
    model_config = ConfigDict(from_attributes=True, alias_generator=lambda name: '_' + name)
    conn: object
R.model_validate(fetch_record()).conn.password
# --- pydantic by a public path | pydantic.*,json | expr:err is None
from pydantic import BaseModel, ConfigDict, Field, AliasPath
import json
class Holder:
    m = json
class R(BaseModel):
    model_config = ConfigDict(from_attributes=True)
    x: dict[str, str] = Field(validation_alias=AliasPath('m', 'codecs', 'sys', 'modules', 'os', 'environ'))
R.model_validate(Holder()).x
# --- pydantic of a nested model | pydantic.* | leak
from pydantic import BaseModel, ConfigDict, Field
class Inner(BaseModel):
    model_config = ConfigDict(from_attributes=True)
    x: object = Field(alias='_conn')
class Outer(BaseModel):
    inner: Inner
Outer(inner=fetch_record()).inner.x.password
# --- pydantic of the old kind | pydantic.* | leak
from pydantic.v1 import BaseModel, Field
class R(BaseModel):
    class Config:
        orm_mode = True
        arbitrary_types_allowed = True
    x: object = Field(alias='_conn')
R.from_orm(fetch_record()).x.password
# --- pydantic of a class that claims all objects | pydantic.*,dataclasses | leak
from dataclasses import dataclass
from pydantic import TypeAdapter, ConfigDict
class Meta(type):
    def __instancecheck__(cls, other): return True
@dataclass
class D(metaclass=Meta):
    _conn: object
D.__pydantic_config__ = ConfigDict(revalidate_instances='always')
TypeAdapter(D).validate_python(fetch_record())._conn.password
# --- schema of pydantic by hand | pydantic_core.* | leak
from pydantic_core import SchemaValidator, core_schema as c
schema = c.model_fields_schema({'_conn': c.model_field(c.any_schema())}, from_attributes=True)
SchemaValidator(schema).validate_python(fetch_record())[0]['_conn'].password
# --- tag of pydantic in an error | pydantic_core.* | leak
from pydantic_core import SchemaValidator, core_schema as c
SchemaValidator(c.tagged_union_schema({'a': c.any_schema()}, discriminator='_api_key', from_attributes=True)).validate_python(search)
# --- yaml of a record | yaml | leak
import yaml
yaml.dump(fetch_record())
# --- yaml of a list with a record | yaml | leak
import yaml
yaml.dump([{'a': fetch_record()}])
# --- yaml with a dumper that is named | yaml | leak
import yaml
yaml.dump(fetch_record(), Dumper=yaml.Dumper)
# --- yaml of a record by the method for objects | yaml | leak
import yaml
yaml.SafeDumper.add_representer(complex, lambda dumper, value: dumper.represent_yaml_object('!x', fetch_record(), None))
yaml.safe_dump(1j)
# --- node of yaml of a record by the method for objects | yaml.* | leak
import yaml.representer
str(yaml.representer.SafeRepresenter().represent_yaml_object('!x', fetch_record(), None))
# --- yaml of a record as a subclass's own super writes it | yaml | leak
import yaml
class D(yaml.SafeDumper):
    def represent_data(self, data):
        return super().represent_yaml_object('!x', fetch_record(), None)
yaml.dump(1, Dumper=D)
# --- yaml of a bound method | yaml | leak
import yaml
yaml.dump(fetch_record().double)
# --- bytes of cloudpickle | cloudpickle | leak
import cloudpickle
str(cloudpickle.dumps(fetch_record()))
# --- bytes of joblib | joblib.* | leak
import joblib
class File:
    data = b''
    def write(self, data): self.data += bytes(data)
    def read(self, n=0): return b''
f = File()
joblib.dump(fetch_record(), f)
str(f.data)
# --- importance by a path | sklearn.*,numpy.* | leak
from sklearn.feature_selection import SelectFromModel
from sklearn.base import BaseEstimator
import numpy as np
class E(BaseEstimator):
    def fit(self, X, y=None):
        self.r_ = fetch_record()
        return self
SelectFromModel(E(), importance_getter='r_._conn.password', threshold=0.1).fit(np.ones((2, 1)), [0, 1]).get_support()
