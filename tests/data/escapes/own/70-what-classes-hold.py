# --- how objects are read, as a class holds it | inspect | leak
import inspect
class A: pass
inspect.getattr_static(A, '__getattribute__')(fetch_record(), '_conn').password
# --- the same, of an object | inspect | leak
import inspect
class A: pass
inspect.getattr_static(A(), '__getattribute__')(fetch_record(), '_conn').password
# --- the same, among what is classified | inspect | leak
import inspect
class A: pass
[entry.object for entry in inspect.classify_class_attrs(A) if entry.name == '__getattribute__'][0](fetch_record(), '_conn').password
# --- how objects are written, as a class holds it | inspect,math | expr:hasattr(mod('math'), 'left')
import inspect, math
class A: pass
inspect.getattr_static(A, '__setattr__')(math, 'left', 3)
# --- how attributes are deleted, as a class holds it | inspect | expr:out
import inspect
class A: pass
record = fetch_record()
inspect.getattr_static(A, '__delattr__')(record, '_conn')
True
# --- how classes are written, as a metaclass holds it | inspect | expr:err is None
import inspect
class M(type): pass
inspect.getattr_static(M, '__setattr__')(type(fetch_record()), 'sign', 3)
# --- the same, of a class of it | inspect | expr:err is None
import inspect
class M(type): pass
class A(metaclass=M): pass
inspect.getattr_static(A, '__setattr__')(type(fetch_record()), 'sign', 3)
# --- globals of a library's function by what a class holds | inspect,json | cap
import inspect, json
class A: pass
inspect.getattr_static(A, '__getattribute__')(json.dumps, '__globals__')
# --- how objects are read, by a list of names that an object gives | inspect | leak
import inspect
class A:
    def __dir__(self): return ['__getattribute__']
dict(inspect.getmembers_static(A()))['__getattribute__'](fetch_record(), '_conn').password
# --- how objects are read, as a library tells of a class | pydoc | leak
import pydoc
class A: pass
[part[3] for part in pydoc.classify_class_attrs(A) if part[0] == '__getattribute__'][0](fetch_record(), '_conn').password
# --- what is below a class, as a library tells of a metaclass | pydoc | cap
import pydoc
class M(type): pass
[part[3] for part in pydoc.classify_class_attrs(M) if part[0] == '__subclasses__'][0](object)
