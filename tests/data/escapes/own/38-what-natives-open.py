# --- a profile of colours that the C code opens | PIL.* | expr:logs and 'opened' in logs
from PIL import ImageCms
try: ImageCms.getOpenProfile('/usr/share/color/icc/none.icc')
except ImageCms.PyCMSError as e:
    if 'cannot open' in str(e): print('opened')
# --- a profile of colours by its class | PIL.* | expr:logs and 'opened' in logs
from PIL import ImageCms
try: ImageCms.ImageCmsProfile('/etc/passwd')
except OSError: print('opened')
# --- a profile of colours from C code that calls C code | PIL.* | expr:logs and 'opened' in logs
from PIL import ImageCms
try: list(map(ImageCms.ImageCmsProfile, ['/etc/passwd']))
except OSError: print('opened')
# --- a font that the C code opens | PIL.* | expr:logs and 'opened' in logs
from PIL import ImageFont
try: ImageFont.FreeTypeFont('/etc/passwd')
except OSError: print('opened')
# --- a font under a name that ends as fonts do | PIL.* | expr:logs and 'opened' in logs
from PIL import ImageFont
try: ImageFont.FreeTypeFont(canary_path('none.ttf'))
except OSError: print('opened')
# --- a picture of the screen of another machine | PIL.* | expr:logs and 'opened' in logs
from PIL import ImageGrab
try: ImageGrab.grab(xdisplay='127.0.0.1:77')
except OSError: print('opened')
# --- compiled parts of a package | PIL.* | expr:out is not None
from PIL import Image
Image.core
# --- compiled parts of a package by their names | PIL.* | expr:out is not None
import PIL._imaging
PIL._imaging.new
# --- who shows everyone's images | PIL.* | expr:any(type(v).__name__ == 'V' for v in mod('PIL.ImageShow')._viewers)
from PIL import ImageShow
class V(ImageShow.Viewer): pass
ImageShow.register(V)
# --- who opens everyone's images of a format | PIL.* | expr:type(mod('PIL.WmfImagePlugin')._handler).__name__ == 'H'
from PIL import WmfImagePlugin
class H: pass
WmfImagePlugin.register_handler(H())
# --- who tells everyone's kinds of sounds | email.* | expr:len(mod('email.mime.audio')._rules) > 3
import email.mime.audio
email.mime.audio.rule(lambda data: 'x')
# --- who implements everyone's documents | xml.* | expr:'own' in mod('xml.dom.domreg').registered
import xml.dom
xml.dom.registerDOMImplementation('own', lambda: 1)
# --- variables of frames in a traceback | traceback | leak
import traceback
try: call_me(lambda: 1 / 0)
except Exception as e:
    for shown in traceback.TracebackException.from_exception(e, capture_locals=True).stack: print(shown.locals)
# --- variables of frames, by a class below | traceback | leak
import traceback
class T(traceback.TracebackException):
    def __init__(self, *a, **k): super().__init__(*a, **{**k, 'capture_locals': True})
try: call_me(lambda: 1 / 0)
except Exception as e:
    for shown in T.from_exception(e).stack: print(shown.locals)
# --- what a function of the host wraps | inspect,functools | cap
import inspect, functools
inspect.unwrap(functools.wraps(fetch_record)(lambda: 1)).__globals__
# --- an annotation evaluated by inspect reads privates | inspect | leak
import inspect
r = fetch_record()
def f(a: 'r._conn.password'): pass
print(inspect.signature(f, eval_str=True), inspect.get_annotations(f, eval_str=True))
# --- an annotation evaluated by inspect names what the host has | inspect | cap
import inspect
def f(a: 'sys'): pass
inspect.get_annotations(f, eval_str=True)['a']
# --- an annotation evaluated by inspect runs text | inspect | cap
import inspect
def f(a: '[c for c in ().__class__.__base__.__subclasses__()]'): pass
inspect.get_annotations(f, eval_str=True)['a']
# --- an annotation evaluated by inspect, of a function of the host | inspect | cap
import inspect
def f(a: int): pass
f.__annotations__ = {'a': '__import__("os")'}
inspect.get_annotations(f, eval_str=True, globals={'__builtins__': {}})['a']
# --- privates of a printer that are no methods of printing | sympy | cap
from sympy import Symbol
kept = []
class S(Symbol):
    def _sympystr(self, printer): kept.append(printer); return printer._context
str(S('x'))
# --- memory that all databases of the process may take | sqlite3 | expr:__import__('sqlite3').connect(':memory:').execute('pragma hard_heap_limit').fetchone()[0] > 0
import sqlite3
sqlite3.connect(':memory:').execute('pragma hard_heap_limit=100000')
# --- memory that all databases of the process may take, by a table | sqlite3 | expr:__import__('sqlite3').connect(':memory:').execute('pragma soft_heap_limit').fetchone()[0] > 0
import sqlite3
sqlite3.connect(':memory:').execute('select * from PRAGMA_Soft_Heap_Limit(5000)').fetchall()
# --- where all databases of the process keep what is in the way | sqlite3 | expr:bool(__import__('sqlite3').connect(':memory:').execute('pragma temp_store_directory').fetchall())
import sqlite3
sqlite3.connect(':memory:').executescript("pragma main.temp_store_directory='/tmp'")
