# Objects that become those of another class, and what stands in the place of variables, streams and builtins.
# --- a record becomes an object of the code |  | expr:out is True
record = fetch_record()
class K: pass
record.__class__ = K
type(record) is K
# --- the same by the function of object |  | expr:out is True
record = fetch_record()
class K: pass
object.__setattr__(record, '__class__', K)
type(record) is K
# --- an object of the code becomes a record |  | expr:out is True
class K: pass
k = K()
setattr(k, '__class__', type(fetch_record()))
type(k) is type(fetch_record())
# --- an object below a class of the host loses what guards it |  | leak
record = fetch_record()
class Below(type(record)): pass
class K:
    def __getattribute__(self, name): return object.__getattribute__(self, name)
below = Below.__new__(Below)
below.__dict__.update(vars(record))
below.__class__ = K
str(vars(below))
# --- an array becomes an object that tells its fields | numpy | expr:out is True
import numpy as np
class A(np.ndarray): pass
class K: pass
a = np.zeros(3).view(A)
a.__class__ = K
type(a) is K
# --- an error becomes one that shows its traceback |  | expr:out is True
class K:
    pass
try:
    1 / 0
except ZeroDivisionError as error:
    error.__class__ = K
    found = type(error) is K
found
# --- a class becomes one of another metaclass that asks |  | expr:out is True
class M(type): pass
class K: pass
K.__class__ = M
type(K) is M
# --- a module becomes an object of the code | json | expr:type(mod('json')).__name__ == 'K'
import json
class K: pass
json.__class__ = K
# --- a setter that swaps the object while its class is set |  | expr:out is True
record = fetch_record()
class K: pass
class L:
    def __setattr__(self, name, value):
        object.__setattr__(record, name, value)
l = L()
l.__class__ = K
type(record) is K
# --- a class that is a text for the name |  | expr:out is True
class Name(str):
    def __eq__(self, other): return True
    def __hash__(self): return hash('__class__')
record = fetch_record()
class K: pass
setattr(record, Name('x'), K)
type(record) is K
# --- a function of a module, patched by its name | unittest.mock,json | expr:mod('json').dumps(1) != '1'
from unittest.mock import patch
patch('json.dumps', lambda *a, **k: 'pwned').start()
# --- a builtin, patched by its name, for the host | unittest.mock | expr:mod('builtins').len('abc') != 3
from unittest.mock import patch
patch('builtins.len', lambda x: 99).start()
len('abc')
# --- a tool, patched by its name | unittest.mock | expr:out == 'pwned'
from unittest.mock import patch
patch('__main__.fetch_record', lambda: 'pwned').start()
fetch_record()
# --- a private part of a record, patched by its path | unittest.mock | expr:out == 'pwned'
from unittest.mock import patch
record = fetch_record()
patch('__main__.record._token', 'pwned').start()
str(record._token)
# --- loaded modules, patched by their name | unittest.mock,sys | expr:'pwned' in mod('sys').modules
import sys
from unittest.mock import patch
patch('sys.modules', {'pwned': 1}).start()
# --- the path of imports, patched | unittest.mock,sys | expr:'pwned' in mod('sys').path
import sys
from unittest.mock import patch
patch.object(sys, 'path', ['pwned']).start()
# --- a hook of the interpreter, patched | unittest.mock,sys | expr:mod('sys').excepthook == 5
import sys
from unittest.mock import patch
patch('sys.excepthook', 5).start()
# --- the host's output stays after a patch | unittest.mock,sys | expr:type(mod('sys').stdout).__name__ == 'K'
import sys
from unittest.mock import patch
class K:
    def write(self, text): return len(text)
patch('sys.stdout', K()).start()
exit()
# --- the namespace that is patched, by its patcher | unittest.mock | expr:out is True
from unittest.mock import patch
x = 1
patcher = patch('__main__.x', 2)
patcher.start()
patcher.target.fetch_record = lambda: 'pwned'
fetch_record() == 'pwned'
# --- what input reads is a record's private part | sys | leak
import sys
record = fetch_record()
class K:
    readline = record.__getattribute__
sys.stdin = K()
str(input('_token'))
