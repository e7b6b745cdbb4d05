# --- what a copy is made by reads a record | copy | leak
import copy
class K:
    def __reduce_ex__(self, p): return getattr, (fetch_record(), '_token')
str(copy.copy(K()))
# --- an operator's function reads a record | copy,operator | leak
import copy, operator
class K:
    def __reduce__(self): return operator.attrgetter('_token'), (fetch_record(),)
str(copy.deepcopy(K()))
# --- a method of a record | copy | expr:err is None
import copy
class K:
    def __reduce__(self): return fetch_record().__getattribute__, ('_token',)
str(copy.copy(K()))
# --- state for a record | copy | expr:vars(fetch_record()).get('note') == 'pwned'
import copy
record = fetch_record()
class K:
    def __reduce_ex__(self, p): return (lambda: record), (), {'note': 'pwned'}
copy.copy(K())
# --- state for a record, by its slots | copy | expr:err is None
import copy
record = fetch_record()
class K:
    def __reduce_ex__(self, p): return (lambda: record), (), (None, {'_token': 'pwned'})
copy.copy(K())
# --- state for a module | copy,json | expr:getattr(mod('json'), 'pwned', 0)
import copy, json
class K:
    def __reduce__(self): return (lambda: json), (), {'pwned': 1}
copy.copy(K())
# --- state for what a class of the code makes instead | copy,json | expr:getattr(mod('json'), 'pwned', 0)
import copy, json
class Other:
    def __new__(cls): return json
class K:
    def __reduce__(self): return Other, (), {'pwned': 1}
copy.copy(K())
# --- state for what a metaclass makes instead | copy,json | expr:getattr(mod('json'), 'pwned', 0)
import copy, json
class Meta(type):
    def __call__(cls): return json
class Other(metaclass=Meta): pass
class K:
    def __reduce__(self): return Other, (), {'pwned': 1}
copy.copy(K())
# --- items for what is no object of the class | copy,json | expr:err is None
import copy, json
class K:
    def __reduce__(self): return (lambda: json), (), None, None, iter([('pwned', 1)])
copy.copy(K())
# --- parts that change after the look | copy,json | expr:getattr(mod('json'), 'pwned', 0)
import copy, json
class Parts(tuple):
    def __iter__(self): return iter((lambda: json, (), {'pwned': 1}))
class K:
    def __reduce__(self): return Parts((K, ()))
copy.copy(K())
# --- arguments that change after the look | copy | expr:err is None
import copy
class Arguments(tuple): pass
class K:
    def __reduce__(self): return (K, Arguments())
copy.copy(K())
# --- a text that names what is elsewhere | pickle | expr:err is None
import pickle
class K:
    def __reduce__(self): return 'os.system'
pickle.dumps(K())
# --- function of a library in a pickle | pickle | expr:err is None
import pickle
class K:
    def __reduce__(self): return pickle.loads, (b'cos\ngetcwd\n(tR.',)
pickle.dumps(K())
# --- class below the code's that names another maker | pickle,copy | leak
import copy
class K:
    def __reduce__(self): return K, ()
class Below(K):
    def __reduce_ex__(self, p): return getattr, (fetch_record(), '_token')
str(copy.copy(Below()))
# --- what sets the state, in a pickle | pickle | expr:err is None
import pickle
class K:
    def __reduce__(self): return K, (), {'a': 1}, None, None, setattr
pickle.loads(pickle.dumps(K()))
# --- a copy that copies itself | copy | limit
import copy
class K:
    def __reduce__(self): return (lambda: copy.copy(self)), ()
copy.copy(K())
while True: pass
# --- what an object has in its dict says of copies | numpy,copy | expr:getattr(out, 'fields', None)
import numpy as np, copy
state = (3, "|", None, ("a",), {"a": (np.dtype("u8"), 4096)}, 8, 1, 0)
says = lambda *a: (np.dtype, ("V8", False, True), state)
class Z: pass
z = Z()
z.__dict__['__reduce_ex__'] = says
copy.copy(z)
# --- what an object has among its variables says of deep copies | numpy,copy | expr:getattr(out, 'fields', None)
import numpy as np, copy
state = (3, "|", None, ("a",), {"a": (np.dtype("u8"), 4096)}, 8, 1, 0)
says = lambda *a: (np.dtype, ("V8", False, True), state)
class Z: pass
z = Z()
vars(z).update({'__reduce_ex__': says, '__reduce__': says})
copy.deepcopy(z)
# --- a hook for all attributes says of copies | numpy,copy | expr:getattr(out, 'fields', None)
import numpy as np, copy
state = (3, "|", None, ("a",), {"a": (np.dtype("u8"), 4096)}, 8, 1, 0)
says = lambda *a: (np.dtype, ("V8", False, True), state)
class Z: pass
class Y:
    def __getattribute__(self, name): return says if name in ('__reduce_ex__', '__reduce__') else object.__getattribute__(self, name)
copy.copy(Y())
# --- a hook for missing attributes says of copies | numpy,copy | expr:getattr(out, 'fields', None)
import numpy as np, copy
state = (3, "|", None, ("a",), {"a": (np.dtype("u8"), 4096)}, 8, 1, 0)
says = lambda *a: (np.dtype, ("V8", False, True), state)
class Z: pass
class Y:
    def __getattr__(self, name):
        if name.startswith('__reduce'): return says
        raise AttributeError(name)
copy.deepcopy(Y())
# --- a class that C code makes says of copies | numpy,copy | expr:getattr(out, 'fields', None)
import numpy as np, copy
state = (3, "|", None, ("a",), {"a": (np.dtype("u8"), 4096)}, 8, 1, 0)
says = lambda *a: (np.dtype, ("V8", False, True), state)
class Z: pass
copy.copy(list(map(type, ['Y'], [()], [{'__reduce_ex__': says}]))[0]())
# --- a descriptor says of copies | numpy,copy | expr:getattr(out, 'fields', None)
import numpy as np, copy
state = (3, "|", None, ("a",), {"a": (np.dtype("u8"), 4096)}, 8, 1, 0)
says = lambda *a: (np.dtype, ("V8", False, True), state)
class Z: pass
class D:
    def __get__(self, o, t=None): return says
class Y:
    __reduce__ = D()
    __reduce_ex__ = D()
copy.copy(Y())
