# --- default dialect | csv | expr:mod('csv').get_dialect('excel').delimiter == ';'
import csv
csv.register_dialect('excel', delimiter=';')
# --- default dialect by keyword | csv | expr:mod('csv').get_dialect('excel').delimiter == ';'
import csv
csv.register_dialect(name='excel', delimiter=';')
# --- dialect removed | csv | expr:'unix' not in mod('csv').list_dialects()
import csv
csv.unregister_dialect('unix')
# --- field size | csv | expr:mod('csv').field_size_limit() == 1
import csv
csv.field_size_limit(1)
# --- first weekday | calendar | expr:mod('calendar').firstweekday() == 6
import calendar
calendar.setfirstweekday(6)
# --- first weekday by the module's calendar | calendar | expr:mod('calendar').c.firstweekday == 6
import calendar
calendar.c.setfirstweekday(6)
# --- names of the calendar | calendar | expr:mod('calendar').day_name[0] == 'pwned'
import calendar
calendar.day_name._days = ['pwned']
# --- boolean words of configparser | configparser | expr:'pwned' in mod('configparser').ConfigParser.BOOLEAN_STATES
import configparser
configparser.ConfigParser.BOOLEAN_STATES['pwned'] = True
# --- boolean words through an instance | configparser | expr:'pwned' in mod('configparser').ConfigParser.BOOLEAN_STATES
import configparser
configparser.ConfigParser().BOOLEAN_STATES['pwned'] = True
# --- dispatch of copy | copy | expr:mod('copy').copy([1]) == 'pwned'
import copy
copy._copy_dispatch[list] = lambda x: 'pwned'
# --- dispatch of copyreg | copyreg | expr:complex not in mod('copyreg').dispatch_table
import copyreg
copyreg.dispatch_table.clear()
# --- json's default encoder | json | expr:mod('json').dumps({1: 2}) == 'pwned'
import json
json._default_encoder.encode = lambda o: 'pwned'
# --- json's encoder class | json | expr:mod('json').dumps({1: 2}) == 'pwned'
import json
type(json.JSONEncoder()).encode = lambda s, o: 'pwned'
# --- json's scanner by setattr | json | expr:mod('json').loads('1') == 'pwned'
import json
setattr(json.decoder, 'scanner', None)
# --- random's hidden instance | random | expr:mod('random').random() == mod('random').Random(3).random()
import random
random._inst.seed(3)
# --- random's methods by a bound one |  | expr:False
import random
random.random.__self__.seed(3)
# --- module attribute by vars | math | expr:mod('math').pi == 3
import math
vars(math)['pi'] = 3
# --- module attribute by setattr | math | expr:mod('math').pi == 3
import math
list(map(setattr, [math], ['pi'], [3]))
# --- module attribute by object | math | expr:mod('math').pi == 3
import math
object.__setattr__(math, 'pi', 3)
# --- module attribute by type's setter | math | expr:mod('math').pi == 3
import math
type(math).__setattr__(math, 'pi', 3)
# --- module attribute by for | math | expr:mod('math').pi == 3
import math
for math.pi in [3]:
    pass
# --- module attribute by with | math | expr:mod('math').pi == 3
import math
class C:
    def __enter__(self): return 3
    def __exit__(self, *a): pass
with C() as math.pi:
    pass
# --- module attribute by import as | math | expr:mod('math').pi == 3
import math
exec('math.pi = 3')
# --- module attribute by delattr | math | expr:not hasattr(mod('math'), 'pi')
import math
delattr(math, 'pi')
# --- class attribute of the library by type |  | expr:mod('collections').OrderedDict.x == 1
import collections
type.__setattr__(collections.OrderedDict, 'x', 1)
# --- class attribute by a metaclass |  | expr:mod('collections').OrderedDict.x == 1
import collections
class M(type):
    def go(cls): super().__setattr__(collections.OrderedDict, 'x', 1)
class A(metaclass=M): pass
type.__setattr__(collections.OrderedDict, 'x', 1)
# --- method of a library class by a descriptor |  | expr:mod('collections').Counter.total(mod('collections').Counter('a')) == 'pwned'
import collections
class D:
    def __set_name__(self, o, n): collections.Counter.total = lambda s: 'pwned'
class A:
    d = D()
# --- abstract registry | collections.abc | expr:isinstance(1, mod('collections.abc').Sized)
from collections.abc import Sized
Sized.register(int)
# --- abstract registry by the metaclass | abc,collections.abc | expr:isinstance(1, mod('collections.abc').Sized)
import abc
from collections.abc import Sized
abc.ABCMeta.register(Sized, int)
# --- abstract registry as a decorator | collections.abc | expr:isinstance(1, mod('collections.abc').Sized)
from collections.abc import Sized
@Sized.register
class A: pass
Sized.register(int)
# --- abstract registry by map | collections.abc | expr:isinstance(1, mod('collections.abc').Sized)
from collections.abc import Sized
list(map(Sized.register, [int]))
# --- subclass hook left behind | collections.abc | expr:isinstance(1, mod('collections.abc').Sized)
from collections.abc import Sized
Sized.__subclasshook__ = classmethod(lambda c, s: True)
# --- caches of re | re | expr:len(mod('re')._cache) == 0 and False
import re
re._cache.clear()
# --- warnings filters | warnings | expr:mod('warnings').filters and mod('warnings').filters[0][0] == 'error'
import warnings
warnings.simplefilter('error')
# --- warnings filters by the list | warnings | expr:not mod('warnings').filters
import warnings
warnings.filters.clear()
# --- warnings shown by the code | warnings | expr:mod('warnings').showwarning.__name__ == 'f'
import warnings
def f(*a): pass
warnings.showwarning = f
# --- logging level | logging | expr:mod('logging').getLogger().level == 50
import logging
logging.getLogger().setLevel(50)
# --- logging disabled | logging | expr:mod('logging').root.manager.disable == 50
import logging
logging.disable(50)
# --- logging handler | logging | expr:len(mod('logging').getLogger('fx').handlers) > 0
import logging
logging.getLogger('fx').addHandler(logging.NullHandler())
# --- logging propagate | logging | expr:mod('logging').getLogger('fx').propagate is False
import logging
logging.getLogger('fx').propagate = False
# --- logger made disabled | logging | expr:mod('logging').getLogger('fx').disabled
import logging
logging.getLogger('fx').disabled = True
# --- logger class | logging | expr:mod('logging').getLogger('fx2').__class__.__name__ == 'L'
import logging
class L(logging.getLoggerClass()): pass
logging.setLoggerClass(L)
# --- logging raise exceptions | logging | expr:mod('logging').raiseExceptions == 0
import logging
logging.raiseExceptions = 0
# --- logging's dict config | logging.config | expr:mod('logging').getLogger('fxc').level == 10
import logging.config
logging.config.dictConfig({'version': 1, 'loggers': {'fxc': {'level': 10}}})
# --- locale | locale | expr:mod('locale').setlocale(mod('locale').LC_NUMERIC) == 'C.UTF-8'
import locale
locale.setlocale(locale.LC_ALL, 'C.UTF-8')
# --- locale by the path of its files | locale | expr:err is None
import locale
locale.setlocale(locale.LC_ALL, '/tmp/pwned')
# --- warning rules by an object that stands for the module | warnings,logging | expr:mod('logging').getLogger().filters == 'pwned' or err is None
import warnings, logging
with warnings.catch_warnings(module=logging.getLogger()): pass
# --- rules about warnings after the run | warnings | expr:mod('warnings').filters[0][0] == 'pwned' or mod('warnings').filters[0][:3] == ('error', None, Warning)
import warnings
warnings.simplefilter('error')
# --- recorder of warnings after the run | warnings | expr:mod('warnings').showwarning.__qualname__ != 'showwarning'
import warnings
caught = warnings.catch_warnings(record=True)
caught.__enter__()
# --- generator of the process after the run | random | expr:mod('random').random() == 0.5488135023423363
import random
random.seed('pwned')
# --- action of a parser that writes where it is told | argparse,json | expr:getattr(mod('json'), 'pwned', None) == 1
import argparse, json
argparse.ArgumentParser().add_argument('--pwned')(None, json, 1)
# --- action that a formatter is called with | argparse,json | expr:getattr(mod('json'), 'pwned', None) == 1
import argparse, json
class F(argparse.HelpFormatter):
    def _format_action(self, action):
        if action.dest == 'pwned': action(None, json, 1)
        return super()._format_action(action)
p = argparse.ArgumentParser(formatter_class=F)
p.add_argument('--pwned')
p.format_help()
# --- action that a parser checks values of | argparse,json | expr:getattr(mod('json'), 'pwned', None) == 1
import argparse, json
class P(argparse.ArgumentParser):
    def _check_value(self, action, value):
        type(action).__call__(action, None, json, 1)
p = P()
p.add_argument('pwned')
p.parse_args(['x'])
# --- stream of the process by a tee | sys | expr:type(mod('sys').stdout).__name__ == 'Tee' or type(mod('sys').stderr).__name__ == 'Tee'
import sys
class Tee:
    def write(self, text): return len(text)
setattr(sys, 'stdout', Tee()); setattr(sys, 'stderr', Tee())
# --- time zone | time | expr:err is None
import time
time.tzset()
# --- recursion limit | sys | expr:sys.getrecursionlimit() == 12345
import sys
sys.setrecursionlimit(12345)
# --- switch interval | sys | expr:sys.getswitchinterval() > 1
import sys
sys.setswitchinterval(2)
# --- standard output | sys | expr:sys.stdout.__class__.__name__ == 'F'
import sys
class F:
    def write(self, s): pass
sys.stdout = F()
# --- module path | sys | expr:'/pwned' in sys.path
import sys
sys.path.append('/pwned')
# --- modules table | sys | expr:sys.modules.get('fxp') == 1
import sys
sys.modules['fxp'] = 1
# --- garbage collector | gc | expr:not __import__('gc').isenabled()
import gc
gc.disable()
# --- socket default timeout | socket | expr:__import__('socket').getdefaulttimeout() == 1
import socket
socket.setdefaulttimeout(1)
# --- mime types | mimetypes | expr:__import__('mimetypes').guess_type('a.fx')[0] == 'x/pwned'
import mimetypes
mimetypes.add_type('x/pwned', '.fx')
# --- url opener | urllib.request | expr:__import__('urllib.request').request._opener is not None
import urllib.request
urllib.request.install_opener(urllib.request.build_opener())
# --- namespace prefix | xml.etree.ElementTree | expr:__import__('xml.etree.ElementTree').etree.ElementTree._namespace_map.get('urn:p') == 'pwned'
import xml.etree.ElementTree as ET
ET._namespace_map['urn:p'] = 'pwned'
# --- decimal context | decimal | expr:mod('decimal').getcontext().prec == 3
import decimal
decimal.getcontext().prec = 3
# --- decimal context left open | decimal | expr:mod('decimal').getcontext().prec == 3
import decimal
decimal.localcontext(decimal.Context(prec=3)).__enter__()
# --- decimal context set | decimal | expr:mod('decimal').getcontext().prec == 3
import decimal
decimal.setcontext(decimal.Context(prec=3))
# --- decimal context in a deferred call | decimal | expr:mod('decimal').getcontext().prec == 3 | post=repr
import decimal
class A:
    def __repr__(self):
        decimal.getcontext().prec = 3
        return 'x'
A()
# --- context variable of the host | contextvars | expr:err is None and 'pwned' in str(list(__import__('contextvars').copy_context().values()))
import contextvars
v = contextvars.ContextVar('v')
v.set('pwned')
# --- string template | string | expr:mod('string').Template.delimiter == '@'
import string
type.__setattr__(string.Template, 'delimiter', '@')
# --- string constants by vars | string | expr:mod('string').digits == 'x'
import string
string.__dict__.update(digits='x')
# --- enum member | enum | expr:err is None
import enum, re
re.RegexFlag.IGNORECASE._value_ = 5
# --- enum class of the library | enum,http | expr:__import__('http').HTTPStatus.OK.value == 5
import http
object.__setattr__(http.HTTPStatus.OK, '_value_', 5)
# --- enum's table | http | expr:'pwned' in __import__('http').HTTPStatus._value2member_map_
import http
http.HTTPStatus._value2member_map_['pwned'] = 1
# --- queue class | queue | expr:mod('queue').Queue.get(1) == 'pwned'
import queue
queue.Queue.get = lambda s: 'pwned'
# --- queue module's threading | queue | expr:err is None
import queue
queue.threading.settrace(print)
# --- statistics function's default | statistics | expr:err is None
import statistics
statistics.mean.__kwdefaults__ = {}
# --- function attribute of a library | statistics | expr:hasattr(mod('statistics').mean, 'pwned')
import statistics
statistics.mean.pwned = 1
# --- function's code | statistics | expr:err is None
import statistics
statistics.mean.__code__ = (lambda: 0).__code__
# --- datetime class |  | expr:err is None
import datetime
datetime.datetime.now = 1
# --- timezone table | zoneinfo | expr:err is None
import zoneinfo
zoneinfo.TZPATH = ()
# --- zone cache cleared | zoneinfo | expr:err is None
import zoneinfo
zoneinfo.reset_tzpath(['/pwned'])
1
# --- dataclass field of a library | dataclasses | expr:err is None
import dataclasses
dataclasses.MISSING.x = 1
# --- uuid's node | uuid | expr:mod('uuid')._node == 5
import uuid
uuid._node = 5
# --- heapq's function | heapq | expr:mod('heapq').heappush == 1
import heapq
heapq.heappush = 1
# --- html's table | html | expr:mod('html.entities').html5.get('pwned') == 1
import html.entities
html.entities.html5['pwned'] = 1
# --- unittest's sentinel | unittest.mock | expr:err is None
import unittest.mock
unittest.mock.DEFAULT = 1
# --- masked constant of numpy | numpy.* | expr:mod('numpy').ma.masked.fill_value == 7
import numpy as np
np.ma.masked.fill_value = 7
# --- print form of masked values | numpy.* | expr:str(mod('numpy').ma.masked) == 'pwned'
import numpy as np
np.ma.masked_print_option.set_display('pwned')
# --- class of numpy | numpy | expr:err is None
import numpy as np
np.errstate.__enter__ = 1
# --- rc parameters of matplotlib by its module | matplotlib.* | expr:err is None
import matplotlib
matplotlib.rcParams = {}
# --- sympy's cache | sympy | expr:err is None
import sympy
sympy.core.cache.CACHE = None
# --- other executor's module | json | expr:out_f == 'pwned' | other=import json; json.dumps(1)
import json
json.dumps = lambda o: 'pwned'
# --- other executor's class |  | expr:out_f == 'pwned' | other=from collections import Counter; Counter('a').most_common()
from collections import Counter
Counter.most_common = lambda s: 'pwned'
# --- other executor's builtins |  | expr:out_f == 'pwned' | other=len([])
import builtins
builtins.len = lambda x: 'pwned'
# --- other executor's random state |  | expr:out_f == [0.13436424411240122] | other=import random; [random.random()]
import random
random.seed(1)
# --- other executor's numpy state | numpy.* | expr:out_f == 417022004 | other=import numpy as np; int(np.random.rand() * 10**9)
import numpy as np
np.random.seed(1)
# --- initialiser of a namespace on a module | argparse,json | expr:mod('json').dumps == 'pwned'
import argparse, json
argparse.Namespace.__init__(json, dumps='pwned')
# --- initialiser of a namespace by map | argparse,json,functools | expr:mod('json').dumps == 'pwned'
import argparse, json, functools
functools.partial(argparse.Namespace.__init__, dumps='pwned')(json)
# --- initialiser of a namespace by a subclass | argparse,json | expr:mod('json').dumps == 'pwned'
import argparse, json
class N(argparse.Namespace): pass
N.__init__(json, dumps='pwned')
# --- initialiser of a namespace by super | argparse,json | expr:mod('json').dumps == 'pwned'
import argparse, json
class N(argparse.Namespace): pass
super(N, N).__init__(json, dumps='pwned')
# --- initialiser of a namespace on the host's class | argparse | expr:mod('fxhost').Record(2).double() == 'pwned'
import argparse
argparse.Namespace.__init__(type(fetch_record()), double=lambda s: 'pwned')
# --- initialiser of a template on a module | string,json | expr:hasattr(mod('json'), 'template')
import string, json
string.Template.__init__(json, 'x')
# --- initialiser of a user dict on a module | json | expr:hasattr(mod('json'), 'data')
import json, collections
collections.UserDict.__init__(json)
# --- initialiser of the host's class on a module | json | expr:hasattr(mod('json'), 'value')
import json
type(fetch_record()).__init__(json, 5)
# --- action of a parser on a module | argparse,json | expr:mod('json').dumps is True
import argparse, json
class F:
    dest = 'dumps'
    option_strings = ['--x']
argparse.BooleanOptionalAction.__call__(F(), None, json, None, '--x')
# --- translations installed among the builtins | gettext | expr:hasattr(mod('builtins'), '_')
import gettext
gettext.install('x')
# --- translations installed by their object | gettext | expr:hasattr(mod('builtins'), '_')
import gettext
gettext.NullTranslations().install()
# --- translations installed by the class | gettext | expr:hasattr(mod('builtins'), '_')
import gettext
class T(gettext.NullTranslations): pass
super(T, T()).install()
# --- domain of translations | gettext | expr:mod('gettext').textdomain() == 'pwned'
import gettext
gettext.textdomain('pwned')
# --- handler of a signal by a watcher of children | asyncio | expr:err is None
import asyncio
asyncio.MultiLoopChildWatcher().attach_loop(None)
# --- conversion of numbers in databases | sqlite3 | expr:mod('sqlite3').connect(':memory:').execute('select ?', (1j,)).fetchall() == [('pwned',)]
import sqlite3
sqlite3.register_adapter(complex, lambda x: 'pwned')
# --- conversion of columns in databases | sqlite3 | expr:'SPELL' in mod('_sqlite3').converters
import sqlite3
sqlite3.register_converter('spell', lambda x: 'pwned')
# --- shared cache of databases | sqlite3 | expr:err is None
import sqlite3
sqlite3.enable_shared_cache(True)
# --- class marked deprecated by typing_extensions | typing_extensions | expr:hasattr(mod('fxhost').Record, '__deprecated__')
import typing_extensions
typing_extensions.deprecated('pwned')(type(fetch_record()))
# --- function marked deprecated by typing_extensions | typing_extensions,json | expr:hasattr(mod('json').dumps, '__deprecated__')
import typing_extensions, json
typing_extensions.deprecated('pwned')(json.dumps)
# --- class marked by typing_extensions | typing_extensions | expr:hasattr(mod('fxhost').Record, '__dataclass_transform__')
import typing_extensions
typing_extensions.dataclass_transform()(type(fetch_record()))
# --- overloads cleared | typing | expr:err is None
import typing
typing.clear_overloads()
# --- function marked as a coroutine function | inspect,json | expr:mod('inspect').iscoroutinefunction(mod('json').dumps)
import inspect, json
inspect.markcoroutinefunction(json.dumps)
# --- function marked for templates | jinja2,json | expr:hasattr(mod('json').dumps, 'jinja_pass_arg')
import jinja2, json
jinja2.pass_context(json.dumps)
# --- class configured by pydantic | pydantic.* | expr:hasattr(mod('fxhost').Record, '__pydantic_config__')
import pydantic
pydantic.with_config({'strict': True})(type(fetch_record()))
# --- class made a dataclass by pydantic | pydantic.* | expr:hasattr(mod('fxhost').Record, '__dataclass_fields__')
import pydantic.dataclasses
pydantic.dataclasses.dataclass(type(fetch_record()))
# --- class made a dataclass by pydantic with options | pydantic.* | expr:hasattr(mod('fxhost').Record, '__dataclass_fields__')
import pydantic.dataclasses
pydantic.dataclasses.dataclass(frozen=True)(type(fetch_record()))
# --- base class by a keyword | numbers | expr:issubclass(str, mod('numbers').Number)
import numbers
numbers.Number.register(subclass=str)
# --- level of a logger after the run | logging | expr:mod('logging').getLogger('fxhost').level == 13
import logging
logging.getLogger('fxhost').setLevel(13)
# --- attribute of a module by a mock's keyword | unittest.mock,json | expr:hasattr(mod('json'), 'pwned')
from unittest.mock import Mock
import json
Mock(x=json, **{'x.pwned': 1})
# --- attribute of a module by a mock that is configured | unittest.mock,json | expr:mod('json').dumps == 1
from unittest.mock import MagicMock
import json
m = MagicMock()
m.x = json
m.configure_mock(**{'x.dumps': 1})
# --- attribute of a class by a mock | unittest.mock | expr:hasattr(mod('fxhost').Record, 'pwned')
from unittest.mock import Mock
Mock(x=type(fetch_record()), **{'x.pwned': 1})
# --- defaults of a function by a mock | unittest.mock,json | expr:mod('json').dumps.__defaults__ is not None
from unittest.mock import Mock
import json
Mock(x=json.dumps, **{'x.__defaults__': (1,)})
# --- module attached to a mock | unittest.mock,json | expr:hasattr(mod('json'), '_mock_parent')
from unittest.mock import Mock
import json
Mock().attach_mock(json, 'x')
# --- specification of a mock with a keyword | unittest.mock,json | expr:hasattr(mod('json'), 'pwned')
from unittest.mock import create_autospec
import json
create_autospec(lambda: 0, x=json, **{'x.pwned': 1})
# --- attribute of a module for a while | pandas.*,json | expr:out is True
import json
import pandas.core.common
with pandas.core.common.temp_setattr(json, 'dumps', 1):
    changed = json.dumps == 1
changed
# --- names inherited by a foreign class | pandas.* | expr:hasattr(mod('fxhost').Record, 'pwned')
from pandas.core.indexes.extension import inherit_names
class D:
    pwned = property(lambda self: 1)
inherit_names(['pwned'], D)(type(fetch_record()))
# --- names delegated by a foreign class | pandas.* | expr:hasattr(mod('fxhost').Record, 'pwned')
from pandas.core.accessor import delegate_names
class D:
    pwned = 1
delegate_names(D, ['pwned'], 'property', overwrite=True)(type(fetch_record()))
# --- reader of images for everyone | PIL.* | expr:'PWN' in mod('PIL.Image').OPEN
from PIL import Image
Image.register_open('PWN', len, None)
# --- trace of all threads | threading | expr:mod('threading')._trace_hook is not None
import threading
threading.settrace(print)
# --- stack size of threads | threading | expr:mod('threading').stack_size() == 65536
import threading
threading.stack_size(65536)
# --- event loop of the thread | asyncio | expr:mod('asyncio').get_event_loop_policy()._local._loop is not None
import asyncio
asyncio.set_event_loop(asyncio.new_event_loop())
# --- event loop of the thread by the policy | asyncio | expr:mod('asyncio').get_event_loop_policy()._local._loop is not None
import asyncio
asyncio.get_event_loop_policy().set_event_loop(asyncio.new_event_loop())
# --- directory of translations in C | locale | expr:err is None
import locale
locale.bindtextdomain('pwned', '/')
# --- digits of integers after the run | sys | expr:mod('sys').get_int_max_str_digits() == 0
import sys
sys.set_int_max_str_digits(0)
# --- encoding of mail for everyone | email.charset | expr:'pwned' in mod('email.charset').CHARSETS
import email.charset
email.charset.add_charset('pwned')
# --- implementation of a library's generic function | pkgutil | expr:complex in mod('pkgutil').iter_importer_modules.registry
import pkgutil
pkgutil.iter_importer_modules.register(complex, print)
# --- implementation by partial | pkgutil,functools | expr:complex in mod('pkgutil').iter_importer_modules.registry
import pkgutil, functools
functools.partial(getattr, pkgutil.iter_importer_modules)('register')(complex, print)
# --- representer of yaml for everyone | yaml | expr:mod('yaml').safe_dump(1j) == "pwned\n"
import yaml
yaml.SafeDumper.add_representer(complex, lambda dumper, value: dumper.represent_str('pwned'))
# --- constructor of yaml for everyone | yaml | expr:'!pwned' in mod('yaml').SafeLoader.yaml_constructors
import yaml
yaml.SafeLoader.add_constructor('!pwned', lambda loader, node: 1)
# --- constructor of yaml by a subclass's super | yaml | expr:'!pwned' in mod('yaml').SafeLoader.yaml_constructors
import yaml
class L(yaml.SafeLoader):
    @classmethod
    def go(cls): super(L, yaml.SafeLoader).add_constructor('!pwned', lambda loader, node: 1)
L.go()
# --- rule of a predicate of sympy | sympy.* | expr:err is None
import sympy
sympy.Q.prime.register(int)(lambda *args: True)
# --- dispatcher of sympy | sympy.* | expr:err is None
from sympy.multipledispatch.core import global_namespace
global_namespace['_eval_is_eq'].add((int, int), lambda a, b: True)
# --- backend of the Fourier transform for everyone | scipy.* | expr:err is None
import scipy.fft
class B:
    __ua_domain__ = 'numpy.scipy.fft'
    @staticmethod
    def __ua_function__(method, args, kwargs): return 'pwned'
scipy.fft.register_backend(B)
# --- settings of scikit-learn after the run | sklearn.* | expr:mod('sklearn').get_config()['assume_finite']
import sklearn
sklearn.set_config(assume_finite=True)
# --- backend of joblib for everyone | joblib.* | expr:err is None
import joblib
joblib.register_parallel_backend('pwned', len)
# --- canvas of matplotlib for everyone | matplotlib.* | expr:err is None
from matplotlib.backend_bases import register_backend
register_backend('png', 'antigravity')
# --- scale of matplotlib for everyone | matplotlib.* | expr:'pwned' in mod('matplotlib.scale')._scale_mapping or mod('matplotlib.scale')._scale_mapping['log'].__name__ != 'LogScale'
import matplotlib.scale as scale
class Mine(scale.LinearScale):
    name = "pwned"
scale.register_scale(Mine)
Mine.name = "log"
scale.register_scale(Mine)
# --- projection of matplotlib for everyone | matplotlib.* | expr:mod('matplotlib.projections').get_projection_class('rectilinear').__name__ != 'Axes'
import matplotlib.projections
from matplotlib.axes import Axes
class Mine(Axes):
    name = "rectilinear"
matplotlib.projections.register_projection(Mine)
# --- converters of matplotlib's units for everyone | matplotlib.* | expr:err is None
import matplotlib.units
matplotlib.units.registry[int] = 1
# --- hook for unhandled errors | cgitb | expr:mod('sys').excepthook is not mod('sys').__excepthook__
import cgitb
cgitb.enable()
# --- limits of the process | resource | expr:err is None
import resource
resource.setrlimit
# --- answer for an abstract class by a hook | collections | expr:isinstance(1j, mod('collections.abc').Mapping)
import collections.abc
class A(collections.abc.Mapping):
    @classmethod
    def __subclasshook__(cls, other): return True
keep = A
# --- answer for an abstract class by a metaclass | abc,collections | expr:isinstance(1j, mod('collections.abc').Mapping)
import abc, collections.abc
class M(abc.ABCMeta):
    def __subclasscheck__(cls, other): return True
class A(collections.abc.Mapping, metaclass=M): pass
keep = A
# --- answer for an abstract class by a mixture | collections | expr:isinstance(1j, mod('collections.abc').Mapping)
import collections.abc
class Mix:
    @classmethod
    def __subclasshook__(cls, other): return True
class A(Mix, collections.abc.Mapping): pass
keep = A
# --- answer for an abstract class that is registered | collections | expr:isinstance(1j, mod('collections.abc').Mapping)
import collections.abc
class M(type):
    def __subclasscheck__(cls, other): return True
class A(metaclass=M): pass
collections.abc.Mapping.register(A)
keep = A
# --- answer for an abstract class set later | abc,collections | expr:isinstance(1j, mod('collections.abc').Mapping)
import abc, collections.abc
class M(abc.ABCMeta): pass
class A(collections.abc.Mapping, metaclass=M): pass
M.__subclasscheck__ = lambda cls, other: True
keep = A
# --- answer for an abstract class by a class made by call | abc,collections | expr:isinstance(1j, mod('collections.abc').Mapping)
import abc, collections.abc
keep = abc.ABCMeta('A', (collections.abc.Mapping,), {'__subclasshook__': classmethod(lambda cls, other: True)})
# --- answer for an abstract class by type | collections | expr:isinstance(1j, mod('collections.abc').Mapping)
import collections.abc
class M(type(collections.abc.Mapping)):
    def __new__(m, name, bases, namespace):
        namespace['__subclasshook__'] = classmethod(lambda cls, other: True)
        return super().__new__(m, name, bases, namespace)
class A(collections.abc.Mapping, metaclass=M): pass
keep = A
# --- an array of a module of numpy | numpy,numpy.* | expr: mod('numpy.polynomial.polynomial').polyx.tolist() != [0, 1]
from numpy.polynomial import polynomial
polynomial.polyx[0] = 7
# --- an array of a class of numpy, by an object | numpy,numpy.* | expr: mod('numpy').polynomial.Polynomial.domain.tolist() != [-1, 1]
import numpy as np
np.polynomial.Polynomial([1, 2]).domain[0] = 99
# --- an array of a class of numpy | numpy,numpy.* | expr: mod('numpy').polynomial.Polynomial.window.tolist() != [-1, 1]
import numpy as np
np.polynomial.Polynomial.window[0] = 99
# --- a function of a library gets an attribute by a cached property | json,functools | expr: hasattr(mod('json').dumps, 'pwned')
import json, functools
class Named(functools.cached_property): pass
held = Named(lambda o: 'pwned')
held.attrname = 'pwned'
held.__get__(json.dumps, None)
# --- a function of a library is taken for a UserDict | json | expr: hasattr(mod('json').dumps, 'pwned')
import json, collections
class U(collections.UserDict):
    late = False
    def __new__(cls, *a): return json.dumps if U.late else super().__new__(cls)
u = U(); u.pwned = 1; U.late = True
u.__copy__()
# --- a function of a library as the values of options | json,optparse | expr: hasattr(mod('json').dumps, 'pwned')
import json, optparse
parser = optparse.OptionParser()
parser.add_option('-x', dest='pwned')
parser.parse_args(['-x', '1'], values=json.dumps)
# --- a tool as the values of options | optparse | expr: hasattr(host.add, 'pwned')
import optparse
parser = optparse.OptionParser()
parser.add_option('-x', dest='pwned')
parser.parse_args(['-x', '1'], values=add)
# --- a method of the host as the values of options | optparse | expr: hasattr(mod('fxhost').Record.double, 'pwned')
import optparse
parser = optparse.OptionParser()
parser.add_option('-x', dest='pwned')
parser.parse_args(['-x', '1'], values=type(fetch_record()).double)
# --- builders of trees for everybody, from an object that is no module | bs4,bs4.* | expr:mod('bs4.builder').HTMLTreeBuilder.__module__ != 'bs4.builder'
from bs4 import builder
class Mine(builder.HTMLTreeBuilder):
    features = ["html.parser"]
class Module:
    __all__ = ["HTMLTreeBuilder"]
    HTMLTreeBuilder = Mine
builder.register_treebuilders_from(Module)
# --- text of a property of a library | fractions | expr:err is None
import fractions
fractions.Fraction.numerator.__doc__ = 'mine'
# --- mark on a static method of the interpreter | inspect | expr:err is None
import inspect
inspect.getattr_static(str, 'maketrans').marked = True
# --- mark on a class method of a library | inspect,fractions | expr:err is None
import fractions, inspect
inspect.getattr_static(fractions.Fraction, 'from_float').marked = True
