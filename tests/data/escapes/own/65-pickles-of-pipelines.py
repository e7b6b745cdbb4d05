# --- fields of a dataclass of the host, in the namespace of a second class | dataclasses | leak
import dataclasses
seen = []
class M(type):
    def __new__(m, name, bases, namespace, **options):
        seen.append(namespace.get('__dataclass_fields__') or {})
        return super().__new__(m, name, bases, namespace)
class G(type(fetch_config()), metaclass=M):
    x: int = 0
try:
    dataclasses.dataclass(slots=True, kw_only=True)(G)
except Exception as error:
    print(error)
[field.default for fields in seen for field in fields.values()]
# --- fields of a dataclass in a class that is none | dataclasses | expr:out is True
import dataclasses
seen = []
class M(type):
    def __new__(m, name, bases, namespace, **options):
        seen.append(namespace.get('__dataclass_fields__'))
        return super().__new__(m, name, bases, namespace)
@dataclasses.dataclass(slots=True)
class A(metaclass=M):
    x: int = 0
dataclasses.is_dataclass(M('B', (), {'__dataclass_fields__': seen[-1]}))
# --- variables of a function, by a pickle | pickle | expr:isinstance(out, dict)
import pickle
class A:
    def f(self): pass
pickle.loads(b"cbuiltins\ngetattr\n(cbuiltins\ngetattr\n(c__main__\nA\nS'f'\ntRS'__globals__'\ntR.")
# --- a function of a builtin, by a pickle | pickle | expr:callable(out)
import pickle
class A(dict): pass
pickle.loads(b"cbuiltins\ngetattr\n(c__main__\nA\nS'update'\ntR.")
# --- another step in the pickle of a pipeline | pickle,numpy,sklearn.* | expr:type(out[0]).__name__ == 'Sub'
import pickle
from sklearn.base import BaseEstimator
from sklearn.pipeline import Pipeline
class Add(BaseEstimator):
    def fit(self, X, y=None): return self
    def transform(self, X): return X
class Sub(Add): pass
pickle.loads(pickle.dumps(Pipeline([('a', Add())])).replace(b'\x03Add', b'\x03Sub'))
