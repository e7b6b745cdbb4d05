# --- the values of an option parser out of a module of the host | optparse | leak
import optparse
v = optparse.Values()
v.read_module("fxhost", "loose")
v.HOST_SECRET
# --- the values of an option parser out of the program | optparse | leak
import optparse, operator
class V(optparse.Values): pass
v = V()
v.read_module("fxhost", "careful")
str(vars(v))
# --- the class of a name in a text | sympy,sympy.* | leak
from sympy.utilities.source import get_class
get_class("fxhost.Record")._kind
# --- a function of the host by a name in a text | sympy,sympy.* | expr: out == 42
from sympy.utilities.source import get_class
get_class("fxhost.Record")(21).double()
# --- a copy of a policy writes to a module | email,email.policy,json | expr: mod('json').dumps(1) != '1'
import json, email.policy
given = []
class Policy(email.policy.EmailPolicy):
    dumps = 1
    def __new__(cls, *args, **kwargs): return given[0] if given else super().__new__(cls)
policy = Policy(dumps=lambda *args, **kwargs: "evil")
given.append(json)
policy.clone()
# --- a copy of a policy writes to an object of the host | email,email.policy | expr: out == 'evil'
import email.policy
record, given = fetch_record(), []
class Policy(email.policy.EmailPolicy):
    _conn = value = 1
    def __new__(cls, *args, **kwargs): return given[0] if given else super().__new__(cls)
policy = Policy(value="evil")
given.append(record)
try:
    policy.clone()
except Exception:
    pass
record.value
# --- the sum of two policies writes to a module | email,email.policy,json | expr: mod('json').dumps(1) != '1'
import json, email.policy
given = []
class Policy(email.policy.EmailPolicy):
    dumps = 1
    def __new__(cls, *args, **kwargs): return given[0] if given else super().__new__(cls)
one, two = Policy(), Policy(dumps=lambda *args, **kwargs: "evil")
given.append(json)
one + two
# --- a copy of a policy writes to the policy of everybody | email,email.policy | expr: mod('email.policy').default.max_line_length != 78
import email.policy
given = []
class Policy(email.policy.EmailPolicy):
    def __new__(cls, *args, **kwargs): return given[0] if given else super().__new__(cls)
policy = Policy(max_line_length=1)
given.append(email.policy.default)
policy.clone()
# --- private parts of a class of the host through a reader | codecs | leak
import codecs
class Reader(codecs.StreamReader): pass
Reader(type(fetch_record()))._kind
# --- private parts of a class of the host through a writer | codecs | leak
import codecs
class Writer(codecs.StreamWriter):
    def read(self, name): return super().__getattr__(name)
Writer(type(fetch_record())).read("_kind")
# --- the globals of a method of the host through a reader | codecs | leak
import codecs
class Reader(codecs.StreamReader):
    def read(self, name): return super().__getattr__(name)
str(list(map(dict.get, map(Reader(fetch_record().double).read, ["__globals__"]), ["HOST_SECRET"])))
# --- a singleton of sympy is another one | sympy,sympy.* | expr: str(mod('sympy').S.Half) != '1/2'
import sympy
class Half: pass
sympy.S.register(Half)
# --- a singleton of sympy by its metaclass | sympy,sympy.* | expr: type(mod('sympy').S.Half).__module__ != 'sympy.core.numbers'
import sympy
from sympy.core.singleton import Singleton
class Half(sympy.Basic, metaclass=Singleton): pass
# --- an initialiser on the settings of matplotlib | argparse,matplotlib | expr: hasattr(mod('matplotlib').rcParams, 'pwned')
import argparse, matplotlib
argparse.Namespace.__init__(matplotlib.rcParams, pwned=1)
# --- an initialiser on the registry of sympy | argparse,sympy | expr: mod('sympy').S.Half == 3
import argparse, sympy
argparse.Namespace.__init__(sympy.S, Half=3)
# --- an option writes to the settings of networkx | optparse,networkx | expr: mod('networkx').config.fallback_to_nx == 'evil'
import optparse, networkx
optparse.Option("--x", dest="fallback_to_nx").process("--x", "evil", networkx.config, None)
# --- an option writes to a function of the library | optparse,json | expr: mod('json').dumps.__kwdefaults__ == 'evil' or hasattr(mod('json').dumps, 'pwned')
import optparse, json
optparse.Option("--x", dest="pwned").process("--x", "evil", json.dumps, None)
# --- a cached property writes to the settings of matplotlib | functools,matplotlib | expr: 'copy' in vars(mod('matplotlib').rcParams)
import functools, matplotlib
class Cached(functools.cached_property): pass
cached = Cached(lambda self: "evil")
cached.attrname = "copy"
cached.__get__(matplotlib.rcParams, None)
# --- a copied dict writes to the settings of matplotlib | matplotlib | expr: hasattr(mod('matplotlib').rcParams, 'pwned')
import collections, matplotlib
given = []
class Dict(collections.UserDict):
    def __new__(cls, *args): return given[0] if given else super().__new__(cls)
copied = Dict()
copied.pwned = 1
given.append(matplotlib.rcParams)
copied.__copy__()
