# --- exit stack hands over a traceback | contextlib | expr:type(out).__name__ in ('traceback', 'frame')
from contextlib import ExitStack
seen = []
with ExitStack() as s:
    s.push(lambda t, v, tb: seen.append(tb) or True)
    1 / 0
seen[0]
# --- exception's traceback through with_traceback |  | cap
try:
    1 / 0
except Exception as e:
    x = e.with_traceback(None)
x.__traceback__
# --- traceback by a match |  | cap
try:
    1 / 0
except Exception as e:
    match e:
        case ZeroDivisionError(__traceback__=tb):
            x = tb
x
# --- traceback by getattr on the group |  | cap
try:
    raise ExceptionGroup('g', [ValueError(1)])
except Exception as e:
    x = e.exceptions[0]
getattr(x, '__traceback__')
# --- async generator's frame |  | cap
async def g():
    yield 1
g().ag_frame
# --- coroutine's frame through await |  | cap
async def f(): pass
c = f()
c.__await__().gi_frame if hasattr(c.__await__(), 'gi_frame') else c.cr_frame
# --- host generator's frame by attrgetter | operator | leak
import operator
operator.attrgetter('gi_frame.f_globals')(make_gen())['HOST_SECRET']
# --- host generator's frame by format |  | leak
'{0.gi_frame.f_locals[secret]}'.format(make_gen())
# --- stack of a task | asyncio | cap
import asyncio
async def main():
    return asyncio.current_task().get_stack()
asyncio.run(main())
# --- stack of a task, printed | asyncio | expr:'executor.py' in str(logs)
import asyncio
async def main():
    asyncio.current_task().print_stack()
asyncio.run(main())
# --- coroutine of a task | asyncio | cap
import asyncio
async def main():
    return asyncio.current_task().get_coro().cr_frame
asyncio.run(main())
# --- exc info | sys | cap
import sys
try:
    1 / 0
except Exception:
    x = sys.exc_info()
x
# --- get frame with sys authorized | sys | leak
import sys
f = sys._getframe()
while f:
    if 'HOST_SECRET' in f.f_globals:
        x = f.f_globals['HOST_SECRET']
    f = f.f_back
x
# --- current frames | sys | cap
import sys
list(sys._current_frames().values())[0]
# --- modules table with sys authorized | sys | leak
import sys
sys.modules['fxhost'].HOST_SECRET
# --- trace function | sys | cap
import sys
got = []
sys.settrace(lambda f, e, a: got.append(f))
got
# --- profile function | sys | cap
import sys
got = []
sys.setprofile(lambda f, e, a: got.append(f))
len('x')
got[0]
# --- unraisable hook | sys | expr:sys.unraisablehook is not sys.__unraisablehook__
import sys
sys.unraisablehook = print
# --- excepthook | sys | expr:sys.excepthook is not sys.__excepthook__
import sys
sys.excepthook = print
# --- display hook | sys | expr:sys.displayhook is not sys.__displayhook__
import sys
sys.displayhook = print
# --- frame by inspect | inspect | leak
import inspect
f = inspect.currentframe()
f.f_back.f_globals
# --- stack by inspect | inspect | cap
import inspect
inspect.stack()[0].frame
# --- traceback module's walk | traceback | cap
import traceback
try:
    1 / 0
except Exception as e:
    x = list(traceback.walk_tb(e.__traceback__))
x
# --- traceback exception | traceback | cap
import traceback
traceback.TracebackException.from_exception(ValueError()).stack
# --- logging record's exc info | logging | cap
import logging
logging.getLogger('x').findCaller()
# --- thread's exception hook arguments | threading | cap
import threading
got = []
threading.excepthook = lambda a: got.append(a.exc_traceback)
t = threading.Thread(target=lambda: 1 / 0)
t.start(); t.join()
got[0]
# --- generator throw gives a traceback argument |  | cap
def g():
    try:
        yield 1
    except ValueError as e:
        yield e
x = g(); next(x)
x.throw(ValueError(1)).__traceback__
# --- context of an exception's context |  | cap
try:
    try:
        1 / 0
    except Exception:
        raise KeyError
except Exception as e:
    x = e.__context__
[getattr(x, n) for n in ('__traceback__',)]
# --- state of an exception |  | cap
try:
    1 / 0
except Exception as e:
    x = e
x.__setstate__({'a': 1})
x.__dict__
# --- copy of an exception | copy | cap
import copy
try:
    1 / 0
except Exception as e:
    x = copy.copy(e)
x.__traceback__
