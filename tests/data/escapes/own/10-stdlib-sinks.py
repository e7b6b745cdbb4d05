# --- gzip open | gzip | file:gz
import gzip
gzip.open(canary_path('gz'), 'wb').write(b'x')
# --- bz2 | bz2 | file:bz
import bz2
bz2.BZ2File(canary_path('bz'), 'w').write(b'x')
# --- lzma | lzma | file:xz
import lzma
lzma.open(canary_path('xz'), 'wb').write(b'x')
# --- zip file | zipfile | file:z.zip
import zipfile
zipfile.ZipFile(canary_path('z.zip'), 'w').writestr('a', 'b')
# --- zip path reads | zipfile | leak
import zipfile
zipfile.Path(canary_path('secret.txt'))
# --- tar file | tarfile | file:t.tar
import tarfile
tarfile.open(canary_path('t.tar'), 'w').close()
# --- tar adds the secret | tarfile | leak
import tarfile, io
b = io.BytesIO()
t = tarfile.open(fileobj=b, mode='w')
t.add(canary_path('secret.txt'))
b.getvalue()
# --- config parser | configparser | leak
import configparser
c = configparser.ConfigParser(allow_no_value=True, delimiters=('=',))
c.read(canary_path('secret.txt'))
c.sections()
# --- config parser names the line | configparser | leak
import configparser
try:
    configparser.ConfigParser().read(canary_path('secret.txt'))
except Exception as e:
    x = str(e)
x
# --- netrc | netrc | leak
import netrc
netrc.netrc(canary_path('secret.txt'))
# --- mailbox | mailbox | leak
import mailbox
str(list(mailbox.mbox(canary_path('secret.txt'))))
# --- plist | plistlib | leak
import plistlib
plistlib.load(open(canary_path('secret.txt'), 'rb'))
# --- shelve | shelve | file:sh
import shelve
shelve.open(canary_path('sh'))
# --- dbm | dbm | file:db
import dbm
dbm.open(canary_path('db'), 'c')
# --- sqlite file | sqlite3 | file:s.db
import sqlite3
sqlite3.connect(canary_path('s.db')).execute('create table t (a)')
# --- sqlite attach | sqlite3 | file:a.db
import sqlite3
c = sqlite3.connect(':memory:')
c.execute("attach database '" + canary_path('a.db') + "' as x")
c.execute('create table x.t (a)')
c.commit()
# --- sqlite vacuum into | sqlite3 | file:v.db
import sqlite3
c = sqlite3.connect(':memory:')
c.execute("vacuum into '" + canary_path('v.db') + "'")
# --- sqlite attach after taking the guard away | sqlite3 | file:a2.db
import sqlite3
c = sqlite3.connect(':memory:')
c.set_authorizer(None)
c.execute("attach database '" + canary_path('a2.db') + "' as x")
c.execute('create table x.t (a)')
# --- sqlite connection class | sqlite3 | file:a3.db
import sqlite3
class C(sqlite3.Connection): pass
c = C(':memory:')
c.execute("attach database '" + canary_path('a3.db') + "' as x")
c.execute('create table x.t (a)')
c.commit()
# --- sqlite uri | sqlite3 | file:u.db
import sqlite3
sqlite3.connect('file:' + canary_path('u.db'), uri=True).execute('create table t (a)')
# --- sqlite extension | sqlite3 | expr:err is None
import sqlite3
sqlite3.connect(':memory:').enable_load_extension(True)
# --- wave | wave | file:w.wav
import wave
wave.open(canary_path('w.wav'), 'wb')
# --- pydoc writes | pydoc | file:json.html
import pydoc
pydoc.writedoc('json')
# --- trace | trace | file:tr
import trace
trace.Trace(count=0).run("open('tr', 'w')")
# --- profile | profile | file:pr
import profile
profile.run("open('pr', 'w')")
# --- timeit | timeit | file:ti
import timeit
timeit.timeit("open('ti', 'w')", number=1)
# --- pdb | pdb | file:pd
import pdb
pdb.run("open('pd', 'w')")
# --- bdb | bdb | file:bd
import bdb
bdb.Bdb().run("open('bd', 'w')")
# --- codeop | codeop | cap
import codeop
codeop.compile_command('1')
# --- ast and compile | ast | cap
import ast
compile(ast.parse('1'), 'x', 'exec')
# --- dis of a function | dis | expr:'LOAD' in str(logs) or 'LOAD' in str(out)
import dis
dis.Bytecode(json_like).dis() if False else dis.code_info(tick)
# --- mock's patch of the host | unittest.mock | expr:type(host.add).__name__ != 'function' or mod('fxhost').HOST_SECRET == 'pwned'
from unittest.mock import patch
patch('fxhost.HOST_SECRET', 'pwned').start()
# --- mock's patch object | unittest.mock | expr:mod('fxhost').Record(2).double() == 'pwned'
from unittest import mock
mock.patch.object(type(fetch_record()), 'double', lambda s: 'pwned').start()
# --- mock's patch dict | unittest.mock | expr:mod('os').environ.get('pwned') == '1'
from unittest.mock import patch
patch.dict('os.environ', {'pwned': '1'}).start()
# --- mock of unittest | unittest.mock,unittest | leak
from unittest import mock
mock.sys.modules['os'].getenv('FX_TOKEN')
# --- argparse fills a module | argparse,json | expr:mod('json').dumps([]) == 'pwned'
import argparse, json
p = argparse.ArgumentParser()
p.set_defaults(dumps=lambda x: 'pwned')
p.parse_args([], namespace=json)
# --- argparse fills a class of the host | argparse | expr:mod('fxhost').Record(2).double() == 'pwned'
import argparse
p = argparse.ArgumentParser()
p.set_defaults(double=lambda s: 'pwned')
p.parse_known_args([], type(fetch_record()))
# --- argparse subclass fills a module | argparse,json | expr:mod('json').dumps([]) == 'pwned'
import argparse, json
class P(argparse.ArgumentParser):
    def go(self, n): return super().parse_args([], n)
p = P()
p.set_defaults(dumps=lambda x: 'pwned')
p.go(json)
# --- argparse action fills a module | argparse,json | expr:mod('json').dumps([]) == 'pwned'
import argparse, json
a = argparse._StoreAction(['-x'], 'dumps')
a(None, json, lambda x: 'pwned')
# --- argparse store action by its registry | argparse,json | expr:mod('json').dumps([]) == 'pwned'
import argparse, json
p = argparse.ArgumentParser()
a = p.add_argument('--x', dest='dumps')
a(p, json, lambda x: 'pwned')
# --- argparse reads a file type | argparse | leak
import argparse
argparse.FileType('r')(canary_path('secret.txt')).read()
# --- argparse prefix file | argparse | leak
import argparse
p = argparse.ArgumentParser(fromfile_prefix_chars='@')
p.add_argument('x')
p.parse_args(['@' + canary_path('secret.txt')]).x
# --- optparse fills a module | optparse,json | expr:mod('json').dumps([]) == 'pwned'
import optparse, json
p = optparse.OptionParser()
p.add_option('-x', dest='dumps')
p.parse_args(['-x', 'pwned'], values=json)
mod = 1
# --- optparse values update | optparse | expr:err is None
import optparse
optparse.Values().read_file(canary_path('secret.txt'))
# --- optparse values read a module | optparse | leak
import optparse
v = optparse.Values()
v.read_module('os')
v.environ['FX_TOKEN']
# --- copy fills a module | copy,json | expr:mod('json').dumps([]) == 'pwned'
import copy, json
class X:
    def __reduce_ex__(self, p): return (lambda: json, (), {'dumps': lambda x: 'pwned'})
copy.copy(X())
# --- copy fills a module by __new__ | copy,json | expr:mod('json').dumps([]) == 'pwned'
import copy, json
class X:
    made = False
    def __new__(cls):
        if cls.made:
            return json
        cls.made = True
        return object.__new__(cls)
x = X()
x.dumps = lambda x: 'pwned'
copy.copy(x)
# --- copy fills a module by __new__ of an exception | copy,json | expr:mod('json').dumps([]) == 'pwned'
import copy, json
class X(Exception):
    made = False
    def __new__(cls, *a):
        if cls.made:
            return json
        cls.made = True
        return super().__new__(cls)
x = X()
x.dumps = lambda x: 'pwned'
copy.copy(x)
# --- copy fills a module by __new__ of a list | copy,json | expr:mod('json').dumps([]) == 'pwned'
import copy, json
class X(list):
    made = False
    def __new__(cls, *a):
        if cls.made:
            return json
        cls.made = True
        return super().__new__(cls)
x = X()
x.dumps = lambda x: 'pwned'
copy.deepcopy(x)
# --- copy fills a class of the host by a state | copy | expr:mod('fxhost').Record(2).double() == 'pwned'
import copy
R = type(fetch_record())
class X:
    made = False
    def __new__(cls):
        if cls.made:
            return R
        cls.made = True
        return object.__new__(cls)
    def __getstate__(self): return (None, {'double': lambda s: 'pwned'})
copy.copy(X())
# --- total ordering on the host's class | functools | expr:hasattr(mod('fxhost').Record, '__gt__') and mod('fxhost').Record.__gt__ is not object.__gt__
import functools
functools.total_ordering(type(fetch_record()))
# --- dataclass on the host's class | dataclasses | expr:hasattr(mod('fxhost').Record, '__dataclass_fields__')
import dataclasses
dataclasses.dataclass(type(fetch_record()))
# --- final on the host's class | typing | expr:hasattr(mod('fxhost').Record, '__final__')
import typing
typing.final(type(fetch_record()))
# --- no type check on the host's class | typing | expr:hasattr(mod('fxhost').Record, '__no_type_check__')
import typing
typing.no_type_check(type(fetch_record()))
# --- deprecated on the host's class | warnings | expr:hasattr(mod('fxhost').Record, '__deprecated__')
import warnings
warnings.deprecated('x')(type(fetch_record()))
# --- runtime checkable on the host's class | typing | expr:hasattr(mod('fxhost').Record, '_is_runtime_protocol')
import typing
typing.runtime_checkable(type(fetch_record()))
# --- dataclass transform | typing | expr:hasattr(mod('fxhost').Record, '__dataclass_transform__')
import typing
typing.dataclass_transform()(type(fetch_record()))
# --- override on the host's function | typing | expr:hasattr(mod('fxhost').Record.double, '__override__')
import typing
typing.override(type(fetch_record()).double)
# --- overload registry | typing | cap
import typing
typing.get_overloads(tick)
# --- singledispatch wraps | functools | leak
import functools
functools.singledispatch(type(fetch_record()).double).__wrapped__.__globals__['HOST_SECRET']
# --- cached property's func | functools | leak
import functools
functools.cached_property(type(fetch_record()).double).func.__globals__['HOST_SECRET']
# --- lru cache wrapped | functools | leak
import functools
functools.lru_cache(type(fetch_record()).double).__wrapped__.__globals__['HOST_SECRET']
# --- partial's func | functools | leak
import functools
functools.partial(type(fetch_record()).double).func.__globals__['HOST_SECRET']
# --- lxml parses a file | lxml.* | leak
from lxml import etree
etree.tostring(etree.parse(canary_path('secret.txt'), etree.HTMLParser()))
# --- lxml entity | lxml.* | leak
from lxml import etree
p = etree.XMLParser(resolve_entities=True, load_dtd=True, no_network=True)
etree.tostring(etree.fromstring('<!DOCTYPE a [<!ENTITY x SYSTEM "file://' + canary_path('secret.txt') + '">]><a>&x;</a>', p))
# --- lxml transformation | lxml.* | leak
from lxml import etree
x = etree.fromstring('<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:template match="/"><xsl:copy-of select="document(\'' + canary_path('secret.txt') + '\')"/></xsl:template></xsl:stylesheet>')
str(etree.XSLT(x)(etree.fromstring('<a/>')))
# --- lxml writes | lxml.* | file:lx.xml
from lxml import etree
etree.ElementTree(etree.fromstring('<a/>')).write(canary_path('lx.xml'))
# --- lxml writes the root tree | lxml.* | file:lr.xml
from lxml import etree
etree.fromstring('<a/>').getroottree().write(canary_path('lr.xml'))
# --- lxml include | lxml.* | leak
from lxml import etree
t = etree.fromstring('<a xmlns:xi="http://www.w3.org/2001/XInclude"><xi:include parse="text" href="' + canary_path('secret.txt') + '"/></a>').getroottree()
t.xinclude()
etree.tostring(t)
# --- minidom | xml.dom.minidom | leak
import xml.dom.minidom
xml.dom.minidom.parse(canary_path('secret.txt'))
# --- sax | xml.sax | leak
import xml.sax
xml.sax.parse(canary_path('secret.txt'), xml.sax.ContentHandler())
# --- expat external entity | xml.etree.ElementTree | leak
import xml.etree.ElementTree as ET
ET.fromstring('<!DOCTYPE a [<!ENTITY x SYSTEM "file://' + canary_path('secret.txt') + '">]><a>&x;</a>').text
# --- element tree parses | xml.etree.ElementTree | leak
import xml.etree.ElementTree as ET
ET.parse(canary_path('secret.txt'))
# --- url open of a file | urllib.request | leak
import urllib.request
urllib.request.urlopen('file://' + canary_path('secret.txt')).read()
# --- mimetypes reads | mimetypes | leak
import mimetypes
mimetypes.MimeTypes([canary_path('secret.txt')]).types_map
# --- linecache | linecache | leak
import linecache
linecache.getline(canary_path('secret.txt'), 1)
# --- tokenize | tokenize | leak
import tokenize
tokenize.open(canary_path('secret.txt')).read()
# --- codecs | codecs | leak
import codecs
codecs.open(canary_path('secret.txt')).read()
# --- hashlib file digest | hashlib | leak
import hashlib
hashlib.file_digest(open(canary_path('secret.txt'), 'rb'), 'md5')
# --- secrets module's random | secrets | leak
import secrets
secrets.SystemRandom()._os if False else secrets.base64.binascii
secrets.random._os.getenv('FX_TOKEN')
# --- platform's process | platform | expr:err is None and out
import platform
platform.popen('echo x') if hasattr(platform, 'popen') else platform._syscmd_ver()
# --- getpass | getpass | expr:err is None
import getpass
getpass.getpass()
# --- cmd loop | cmd | limit
import cmd
cmd.Cmd().cmdloop()
# --- webbrowser | webbrowser | cap
import webbrowser
webbrowser.subprocess
# --- socket through ssl | ssl | cap
import ssl
ssl.get_server_certificate(('127.0.0.1', 1))
# --- http client | http.client | expr:err is None
import http.client
c = http.client.HTTPConnection('127.0.0.1', 1, timeout=1)
c.connect()
# --- asyncio subprocess | asyncio | expr:err is None
import asyncio
async def f(): return await asyncio.create_subprocess_shell('true')
asyncio.run(f())
# --- asyncio executor | asyncio | expr:host.counter > 5
import asyncio
asyncio.new_event_loop().run_in_executor(None, tick)
# --- asyncio reader | asyncio | leak
import asyncio
async def f():
    r, w = await asyncio.open_connection('127.0.0.1', 80)
asyncio.run(f())
# --- string's private module | string | cap
import string
string._string.formatter_parser.__self__
# --- enum's builtins | enum | cap
import enum
enum.bltns.open
# --- jinja2 environment | jinja2.* | leak
import jinja2
jinja2.Environment().from_string("{{ cycler.__init__.__globals__.os.getenv('FX_TOKEN') }}").render()
# --- jinja2 native environment | jinja2.* | leak
from jinja2.nativetypes import NativeEnvironment
NativeEnvironment().from_string("{{ cycler.__init__.__globals__.os.getenv('FX_TOKEN') }}").render()
# --- jinja2 template class | jinja2.* | leak
from jinja2 import Template
Template("{{ cycler.__init__.__globals__.os.getenv('FX_TOKEN') }}").render()
# --- jinja2 sandbox subclass | jinja2.* | leak
from jinja2.sandbox import SandboxedEnvironment
class E(SandboxedEnvironment):
    def is_safe_attribute(self, *a): return True
    def is_safe_callable(self, *a): return True
E().from_string("{{ cycler.__init__.__globals__.os.getenv('FX_TOKEN') }}").render()
# --- jinja2 sandbox made unsafe | jinja2.* | leak
from jinja2.sandbox import SandboxedEnvironment
e = SandboxedEnvironment()
e.is_safe_attribute = lambda *a: True
e.is_safe_callable = lambda *a: True
e.from_string("{{ cycler.__init__.__globals__.os.getenv('FX_TOKEN') }}").render()
# --- jinja2 sandbox with the record | jinja2.* | leak
from jinja2.sandbox import SandboxedEnvironment
SandboxedEnvironment().from_string("{{ r._conn.password }}{{ r|attr('_conn') }}").render(r=fetch_record())
# --- yaml loader | yaml | leak
import yaml
yaml.load('!!python/object/apply:os.getenv [FX_TOKEN]', Loader=yaml.UnsafeLoader)
# --- yaml loader by its module | yaml.* | leak
import yaml.loader
yaml.load('!!python/object/apply:os.getenv [FX_TOKEN]', Loader=yaml.loader.UnsafeLoader)
# --- yaml constructor on the safe loader | yaml | leak
import yaml
yaml.SafeLoader.add_constructor('!x', lambda l, n: getattr(fetch_record(), '_conn'))
yaml.safe_load('!x 1').password
# --- yaml full loader's name | yaml.* | leak
import yaml.constructor
yaml.constructor.FullConstructor().find_python_name('os.getenv', None, unsafe=True)('FX_TOKEN')
# --- sympy evaluates | sympy | leak
import sympy
sympy.sympify("__import__('os').getenv('FX_TOKEN')")
# --- sympy lambdify | sympy | leak
import sympy
sympy.lambdify([], "__import__('os').getenv('FX_TOKEN')")()
# --- sympy lambdify reads a record | sympy | leak
import sympy
sympy.lambdify('r', 'r._conn.password')(fetch_record())
# --- sympy lambdify with modules | sympy | leak
import sympy
sympy.lambdify('x', 'getenv(x)', modules='os')('FX_TOKEN')
# --- sympy import helper | sympy | leak
from sympy.external import import_module
import_module('os').getenv('FX_TOKEN')
# --- PIL math evaluates | PIL.* | leak
from PIL import ImageMath
ImageMath.unsafe_eval("__import__('os').getenv('FX_TOKEN')")
# --- PIL font of a path | PIL.* | expr:err is None
from PIL import ImageFont
ImageFont.truetype(canary_path('secret.txt'))
# --- matplotlib saves | matplotlib.* | file:m.png
import matplotlib
matplotlib.use('Agg')
import matplotlib.pyplot as plt
plt.figure().savefig(canary_path('m.png'))
# --- matplotlib rc file | matplotlib.* | leak
import matplotlib
matplotlib.rc_params_from_file(canary_path('secret.txt'))
# --- scipy reads a file | scipy.* | leak
import scipy.io
scipy.io.loadmat(canary_path('secret.txt'))
# --- scipy writes a file | scipy.* | file:w2.wav
import numpy as np
import scipy.io.wavfile
scipy.io.wavfile.write(canary_path('w2.wav'), 8000, np.zeros(3))
# --- scipy low level callable | scipy.* | cap
import scipy
scipy._lib._ccallback.ctypes
# --- sklearn reads a file | sklearn.* | leak
from sklearn.datasets import load_svmlight_file
load_svmlight_file(canary_path('secret.txt'))
# --- joblib loads | joblib | leak
import joblib
joblib.load(canary_path('secret.txt'))
# --- joblib dumps | joblib | file:j.pkl
import joblib
joblib.dump([1], canary_path('j.pkl'))
# --- networkx writes | networkx.* | file:g.gml
import networkx as nx
nx.write_gml(nx.path_graph(2), canary_path('g.gml'))
# --- raw memory by an optimize result | scipy.*,numpy | expr:isinstance(out, list)
import numpy as np
from scipy.optimize import OptimizeResult
r = OptimizeResult(**{'__array_interface__': {'data': (id([]), False), 'shape': (4,), 'typestr': '<u8', 'version': 3}})
np.asarray(r).tolist() + []
# --- raw memory by a bunch | sklearn.*,numpy | expr:isinstance(out, list)
import numpy as np
from sklearn.utils import Bunch
r = Bunch(**{'__array_interface__': {'data': (id([]), False), 'shape': (4,), 'typestr': '<u8', 'version': 3}})
np.asarray(r).tolist() + []
# --- raw memory by a model's extra fields | pydantic.*,numpy | expr:isinstance(out, list)
import numpy as np
from pydantic import BaseModel, ConfigDict
class A(BaseModel):
    model_config = ConfigDict(extra='allow')
a = A(**{'__array_interface__': {'data': (id([]), False), 'shape': (4,), 'typestr': '<u8', 'version': 3}})
np.asarray(a).tolist() + []
# --- argparse boolean action fills a module | argparse,json | expr:mod('json').dumps is True
import argparse, json
argparse.BooleanOptionalAction(['--x'], dest='dumps')(None, json, [], '--x')
# --- argparse action in a callback | argparse,json | expr:mod('json').dumps is True
import argparse, json
a = argparse.BooleanOptionalAction(['--x'], dest='dumps')
call_me(a, None, json, [], '--x')
# --- argparse action by map | argparse,json | expr:mod('json').dumps is True
import argparse, json
list(map(argparse.BooleanOptionalAction(['--x'], dest='dumps'), [None], [json], [[]], ['--x']))
# --- mock's patch of several | unittest.mock | expr:mod('fxhost').Record(2).double() == 'pwned'
from unittest import mock
mock.patch.multiple(type(fetch_record()), double=lambda s: 'pwned').start()
# --- mock's patch of a class of the host by a name that changes | unittest.mock | expr:mod('fxhost').Record(2).double() == 'pwned'
from unittest import mock
class Own: pass
class Name(str):
    def __eq__(self, other): return True
    def __hash__(self): return hash('double')
mock.patch.object(Own, Name('x'), lambda s: 'pwned', create=True).start()
mock.patch.object(type(fetch_record()), attribute='double', new=lambda s: 'pwned').start()
# --- mock's patch of several, by a name that is equal to its options | unittest.mock | expr:mod('os').__dict__.get('pwned') is not None
from unittest import mock
class Name(str):
    def __eq__(self, other): return True
    def __hash__(self): return hash(str(self))
mock.patch.multiple('os', create=True, **{Name('pwned'): 1}).start()
# --- mock's patch of a special name | unittest.mock | expr:err is None
from unittest import mock
class Own: pass
mock.patch.object(Own, '__array_interface__', {'data': (1, False)}, create=True).start()
# --- mock's patch of a dict by name, through a str | unittest.mock | expr:mod('os').environ.get('pwned') == '1'
from unittest.mock import patch
class Name(str): pass
patch.dict(in_dict=Name('os.environ'), values={'pwned': '1'}).start()
# --- proxy of an object below a class of the host | weakref | leak
import weakref
class Mine(type(fetch_record())):
    pass
m = Mine(2)
m2 = weakref.proxy(m)
print(m2._conn.password)
# --- proxy's own way to attributes | weakref | leak
import weakref
class A: pass
a = A()
a.r = fetch_record()
print(type(weakref.proxy(a)).__getattribute__(weakref.proxy(a), 'r')._conn.password)
# --- proxy that shows the dict of an object below a class of the host | weakref | leak
import weakref
class Mine(type(fetch_record())):
    pass
m = Mine(2)
print(vars(weakref.proxy(m)), weakref.proxy(m).__dict__)
