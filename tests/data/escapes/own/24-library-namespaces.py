# --- a cached property reads an object of the host | functools | leak
import functools
class CP(functools.cached_property): pass
cp = CP(lambda s: 'x')
cp.attrname = '_conn'
cp.__get__(fetch_record(), None).password
# --- a cached property writes to an object of the host | functools | expr: out == 'pwned'
import functools
class CP(functools.cached_property): pass
cp = CP(lambda s: 'pwned')
cp.attrname = 'double'
r = fetch_record()
cp.__get__(r, None)
r.double if isinstance(r.double, str) else 'as it was'
# --- a cached property writes to a module | functools,json | expr: hasattr(mod('json'), 'pwned')
import functools, json
class CP(functools.cached_property): pass
cp = CP(lambda s: 'x')
cp.attrname = 'pwned'
cp.__get__(json, None)
# --- a cached property by a class method | functools,json | expr: hasattr(mod('json'), 'pwned')
import functools, json
class CP(functools.cached_property): pass
cp = CP(lambda s: 'x')
cp.attrname = 'pwned'
classmethod(cp).__get__(None, json)
# --- a cached property by a partial method | functools | leak
import functools
class CP(functools.cached_property): pass
cp = CP(lambda s: 'x')
cp.attrname = '_conn'
functools.partialmethod(cp).__get__(fetch_record(), None)().password
# --- a cached property by C code | functools | leak
import functools
class CP(functools.cached_property): pass
cp = CP(lambda s: 'x')
cp.attrname = '_conn'
list(map(cp.__get__, [fetch_record()], [None]))[0].password
# --- a cached property that is renamed below the host's class | functools | leak
import functools
class CP(functools.cached_property): pass
class G(type(fetch_record())):
    conn = CP(lambda s: 'x')
G.conn.attrname = '_conn'
G(1).conn.password
# --- a cached property whose name changes while it is asked | functools | leak
import functools
names = iter(['conn', 'conn', '_conn', '_conn', '_conn', '_conn', '_conn'])
class CP(functools.cached_property):
    attrname = property(lambda s: next(names, '_conn'), lambda s, v: None)
class G(type(fetch_record())):
    conn = CP(lambda s: 'x')
G(1).conn.password
# --- a cached property reads a class of the host | functools | leak
import functools
class CP(functools.cached_property): pass
cp = CP(lambda s: 'x')
cp.attrname = '_kind'
cp.__get__(type(fetch_record()), None)
# --- a copy of a dict writes to a module | json | expr: mod('json').dumps(1) != '1'
import collections, json
flag = False
class U(collections.UserDict):
    def __new__(cls, *a): return json if flag else super().__new__(cls)
u = U()
u.dumps = lambda *a, **k: 'evil'
flag = True
u.__copy__()
# --- a copy of a list writes to a module | json | expr: hasattr(mod('json'), 'pwned')
import collections, json
flag = False
class U(collections.UserList):
    def __new__(cls, *a): return json if flag else super().__new__(cls)
u = U()
u.pwned = 1
flag = True
u.copy()
# --- a copy of a dict writes to an object of the host |  | expr: out == 'over'
import collections
flag = False
r = fetch_record()
class U(collections.UserDict):
    def __new__(cls, *a): return r if flag else super().__new__(cls)
u = U()
u.double = 'over'
flag = True
u.__copy__()
r.double if isinstance(r.double, str) else 'as it was'
# --- what makes the copy comes from a table of C code | json | expr: hasattr(mod('json'), 'pwned')
import collections, json
class U(collections.UserDict): pass
u = U()
u.pwned = 1
U.__new__ = {U: json}.get
u.__copy__()
# --- a copy of a dict below the host's class |  | leak
import collections
class P: pass
flag = False
class U(collections.UserDict, type(fetch_record())):
    def __init__(self):
        collections.UserDict.__init__(self)
        type(fetch_record()).__init__(self, 1)
    def __new__(cls): return P() if flag else super().__new__(cls)
u = U()
flag = True
u.__copy__()._conn.password
# --- a copy below the host's class by a metaclass |  | leak
import collections
class P: pass
class M(type(collections.UserDict)):
    def __getattribute__(cls, name):
        if name == '__new__' and flag: return lambda c: P()
        return super().__getattribute__(name)
flag = False
class U(collections.UserDict, type(fetch_record()), metaclass=M):
    def __init__(self):
        collections.UserDict.__init__(self)
        type(fetch_record()).__init__(self, 1)
u = U()
flag = True
u.__copy__()._conn.password
# --- a namespace of arguments below the host's class | argparse | expr: '_conn=' in str(out)
import argparse
class N(argparse.Namespace, type(fetch_record())):
    def __init__(self): type(fetch_record()).__init__(self, 1)
repr(N())
# --- an alias marks a module | math | expr: hasattr(mod('math'), '__orig_class__')
import math
G = type(list[int])
G(lambda: math, int)()
# --- an alias marks a class of the host |  | expr: hasattr(mod('fxhost').Record, '__orig_class__')
G = type(list[int])
G(type, int)(fetch_record())
# --- an alias of C code marks a class of the host |  | expr: hasattr(mod('fxhost').Record, '__orig_class__')
G = type(list[int])
G([type(fetch_record())].pop, int)()
# --- an alias of a class that gives a module | types,math | expr: hasattr(mod('math'), '__orig_class__')
import types, math
class B:
    __class_getitem__ = classmethod(types.GenericAlias)
    def __new__(cls): return math
B[int]()
# --- an alias of typing marks a module | typing,math | expr: hasattr(mod('math'), '__orig_class__')
import typing, math
type(typing.List[int])(lambda: math, (int,))()
# --- an alias of typing marks a class of the host | typing | expr: hasattr(mod('fxhost').Record, '__orig_class__')
import typing
type(typing.List[int])(type, (int,))(fetch_record())
# --- an alias of a generic class whose metaclass gives a module | typing,math | expr: hasattr(mod('math'), '__orig_class__')
import typing, math
class M(type):
    def __call__(cls, *a): return math
class B(typing.Generic[typing.TypeVar('T')], metaclass=M): pass
B[int]()
# --- a class below the aliases of typing | typing,math | expr: hasattr(mod('math'), '__orig_class__')
import typing, math
class A(type(typing.List[int])): pass
A(lambda: math, (int,))()
# --- a class below the aliases | types,math | expr: hasattr(mod('math'), '__orig_class__')
import types, math
class A(types.GenericAlias): pass
A(lambda: math, int)()
# --- fields of a dataclass of the host | dataclasses | leak
import dataclasses
[f.default for f in dataclasses.fields(fetch_config())]
# --- fields of a class below a dataclass of the host | dataclasses | leak
import dataclasses
class G(type(fetch_config())): pass
[f.default for f in dataclasses.fields(G)]
# --- the table of fields of a dataclass of the host |  | leak
[f.default for f in type(fetch_config()).__dataclass_fields__.values()]
# --- the signature of a method of the host | inspect | leak
import inspect
str(inspect.signature(fetch_record().sign))
# --- the arguments of a class of the host | inspect | leak
import inspect
str(inspect.getfullargspec(type(fetch_config())))
# --- defaults of keywords of the host | inspect | leak
import inspect
str(inspect.getfullargspec(fetch_record().sign).kwonlydefaults)
# --- the constants of a method of the host | dis | expr: 'HOST CONSTANT' in str(out)
import dis
dis.Bytecode(fetch_record().motto).dis()
# --- the constants of all methods of a class of the host | dis | expr: 'HOST CONSTANT' in str(logs)
import dis
dis.dis(type(fetch_record()))
# --- what a method of the host is made of | dis | expr: 'HOST CONSTANT' in str(out)
import dis
dis.code_info(fetch_record().motto)
# --- instructions of a method of the host | dis | expr: 'HOST CONSTANT' in str(out)
import dis
[i.argval for i in dis.get_instructions(type(fetch_record()).motto)]
# --- a printer writes a class pattern | sympy | leak
import sympy
x, y, mark = sympy.symbols("x y mark")
text = "0\n    match x:\n        case C(_conn=t):\n            return t"
class Printer:
    def doprint(self, e): return text if str(e) == "mark" else str(e)
f = sympy.lambdify([x], y, modules=[{"C": type(fetch_record())}], printer=Printer(), cse=lambda e: ([(y, mark)], y))
f(fetch_record()).password
# --- a printer writes an assignment | sympy,html | expr: mod('html').escape == 4
import sympy, html
x, y, mark = sympy.symbols("x y mark")
text = "0\n    h.escape = 4"
class Printer:
    def doprint(self, e): return text if str(e) == "mark" else str(e)
sympy.lambdify([x], y, modules=[{"h": html}], printer=Printer(), cse=lambda e: ([(y, mark)], y))(1)
# --- a printer writes a target of a loop | sympy,html | expr: mod('html').escape == 4
import sympy, html
x, y, mark = sympy.symbols("x y mark")
text = "0\n    for h.escape in [4]: pass"
class Printer:
    def doprint(self, e): return text if str(e) == "mark" else str(e)
sympy.lambdify([x], y, modules=[{"h": html}], printer=Printer(), cse=lambda e: ([(y, mark)], y))(1)
# --- a printer writes an import | sympy | expr: str(out).startswith('<module')
import sympy
x, y, mark = sympy.symbols("x y mark")
text = "0\n    import html as h\n    return h"
class Printer:
    def doprint(self, e): return text if str(e) == "mark" else str(e)
str(sympy.lambdify([x], y, modules=[{}], printer=Printer(), cse=lambda e: ([(y, mark)], y))(1))
# --- a printer writes a loop without end | sympy | limit
import sympy
x, y, mark = sympy.symbols("x y mark")
text = "0\n    while 1:\n        try:\n            while 1: pass\n        except: pass"
class Printer:
    def doprint(self, e): return text if str(e) == "mark" else str(e)
sympy.lambdify([x], y, modules=[{}], printer=Printer(), cse=lambda e: ([(y, mark)], y))(1)
# --- a formula that calls itself the host's reads a file | sympy | leak
import sympy
x, y = sympy.symbols("x y")
def read(path): return open(path).read()
f = sympy.lambdify([x], sympy.Function("read")(x), modules=[{"read": read, "__name__": "fxhost"}])
f(canary_path("secret.txt"))
# --- a formula that calls itself the host's never ends | sympy | limit
import sympy
x, i = sympy.symbols("x i")
f = sympy.lambdify([x], sympy.Function("total")(x), modules=[{"total": lambda n: sum(iter(int, 1)), "__name__": "fxhost"}])
f(1)
# --- nodes of a template that import | jinja2,jinja2.* | leak
from jinja2 import nodes
from jinja2.sandbox import SandboxedEnvironment
environment = SandboxedEnvironment()
tree = nodes.Template([nodes.Output([nodes.ImportedName("fxhost.HOST_SECRET")], lineno=1)], lineno=1)
environment.from_string(tree.set_environment(environment)).render()
# --- nodes of a template that import a module | jinja2,jinja2.* | expr:'FX_TOKEN' in outs
from jinja2 import nodes
from jinja2.sandbox import SandboxedEnvironment
environment = SandboxedEnvironment()
tree = nodes.Template([nodes.Output([nodes.ImportedName("os.environ")], lineno=1)], lineno=1)
environment.from_string(tree.set_environment(environment)).render()
# --- extension of a template that imports | jinja2,jinja2.* | leak
from jinja2 import nodes
from jinja2.ext import Extension
from jinja2.sandbox import SandboxedEnvironment
class Reads(Extension):
    tags = {"reads"}
    def parse(self, parser):
        return nodes.Output([nodes.ImportedName("fxhost.HOST_SECRET")], lineno=next(parser.stream).lineno)
SandboxedEnvironment(extensions=[Reads]).from_string("{% reads %}").render()
# --- constant of a template whose text is code | jinja2,jinja2.* | leak
from jinja2 import nodes
from jinja2.sandbox import SandboxedEnvironment
class Text(str):
    def __repr__(self): return "context.vars['r']._conn.password"
    __str__ = __repr__
environment = SandboxedEnvironment()
tree = nodes.Template([nodes.Output([nodes.Getattr(nodes.Name("r", "load"), Text("value"), "load")], lineno=1), nodes.If(nodes.Const(Text("a")), [], [], [], lineno=1)], lineno=1)
environment.from_string(tree.set_environment(environment)).render(r=fetch_record())
# --- member of the environment whose name is code | jinja2,jinja2.* | leak
from jinja2 import nodes
from jinja2.sandbox import SandboxedEnvironment
environment = SandboxedEnvironment()
tree = nodes.Template([nodes.Output([nodes.EnvironmentAttribute("globals or context.get_all()['r']._conn.password")], lineno=1)], lineno=1)
environment.from_string(tree.set_environment(environment)).render(r=fetch_record())
