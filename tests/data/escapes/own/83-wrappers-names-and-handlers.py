# What `functools.wraps` copies and lays round, objects that pickles name, properties of mocks, handlers of loops.
# --- what wraps copies of a class shows the dict of any object | functools | leak
import functools
class K: pass
@functools.wraps(K)
def f(): pass
str([part.__get__(fetch_record()) for part in vars(f).values() if hasattr(part, '__get__')]) + str(vars(f).get('__dict__').__get__(fetch_record()))
# --- what a wrapper copies of a record | functools | leak
import functools
class K: pass
k = K()
functools.update_wrapper(k, fetch_record())
str(vars(k)) + str(k.__wrapped__._token)
# --- the dict of a record as what is updated | functools | expr:vars(fetch_record()).get('note') == 'pwned'
import functools
class K: pass
k = K()
k.note = 'pwned'
functools.update_wrapper(fetch_record(), k)
# --- the dict of a module as what is updated | functools,json | expr:getattr(mod('json'), 'pwned', 0)
import functools, json
class K: pwned = 1
functools.update_wrapper(json, K)
# --- the class of a library as what is updated | functools,json | expr:getattr(mod('json').JSONEncoder, 'pwned', 0) or hasattr(mod('json').JSONEncoder, '__wrapped__')
import functools, json
class K: pwned = 1
functools.update_wrapper(json.JSONEncoder, K)
# --- what a proxy of the code's class lies round | wrapt | leak
import wrapt
class P(wrapt.ObjectProxy): pass
str(P(fetch_record()).__wrapped__._token)
# --- unwrap reads what a record is called by | functools,inspect | leak
import functools, inspect
class K: pass
k = K()
k.__wrapped__ = fetch_record()
str(inspect.unwrap(k)._token) + str(k.__wrapped__.__dict__)
# --- a pickle names a tool | pickle | expr:result is not None and '_token' in str(result)
import pickle
str(vars(pickle.loads(b'c__main__\nfetch_record\n.')()))
# --- an object says that it is called as a tool is | pickle | expr:err is None
import pickle
class K:
    def __reduce__(self): return 'fetch_record'
pickle.dumps(K())
# --- an object says that it is called as a module's member is | pickle,copy | expr:err is None
import pickle
class K:
    __module__ = 'os'
    def __reduce__(self): return 'system'
pickle.dumps(K())
# --- a pickle names a variable that is none of the code's objects | pickle,json | expr:err is None
import pickle, json
held = json
pickle.loads(b'c__main__\nheld\n.')
# --- state for a record that a pickle names | pickle | expr:vars(fetch_record()).get('note') == 'pwned'
import pickle
held = fetch_record()
pickle.loads(b'c__main__\nheld\n(dVnote\nVpwned\nsb.')
# --- state for a class of dates | pickle,datetime | expr:err is None
import pickle, datetime
class D(datetime.date): pass
pickle.loads(b'c__main__\nD\n(dVyear\nI1\nsb.')
# --- a date that is none, by what makes objects of the first protocols | pickle,datetime | expr:err is None
import pickle, datetime
class D(datetime.date): pass
class T(datetime.tzinfo): pass
pickle.loads(b'ccopy_reg\n_reconstructor\n(c__main__\nT\ncdatetime\ndate\nVx\ntR.')
# --- an attribute for all mocks | unittest,unittest.mock | expr:hasattr(mod('unittest.mock').Mock, 'pwned') or hasattr(mod('unittest.mock').NonCallableMock, 'pwned')
from unittest import mock
try: mock.NonCallableMock.pwned = 1
except Exception: pass
mock.Mock.pwned = mock.PropertyMock(return_value=1)
# --- an attribute for all mocks, by the class above that of one | unittest,unittest.mock | expr:hasattr(mod('unittest.mock').Mock, 'pwned')
from unittest import mock
type(mock.Mock()).mro()[1].pwned = 1
# --- what a mock keeps for itself, by its class | unittest,unittest.mock | expr:err is None
from unittest import mock
type(mock.Mock())._mock_children = fetch_record()
# --- a special method of one mock, by its class | unittest,unittest.mock | expr:err is None
from unittest import mock
type(mock.Mock()).__getattribute__ = lambda self, name: name
# --- the handler of a loop, by its class | asyncio | expr:err is None
import asyncio
async def main():
    loop = asyncio.get_running_loop()
    type(loop).set_exception_handler(loop, print)
asyncio.run(main())
# --- the handler of a loop hears of the program's lines | asyncio | leak
import asyncio
heard = []
async def bad(): raise ValueError
async def main():
    loop = asyncio.get_running_loop()
    loop.set_debug(True)
    loop.set_exception_handler(lambda of, context: heard.append({name: str(value) for name, value in context.items()}))
    task = loop.create_task(bad())
    await asyncio.sleep(0.001)
    del task
    loop.call_soon(lambda: 1 / 0)
    await asyncio.sleep(0.001)
asyncio.run(main())
str([context['source_traceback'] for context in heard])
# --- a handler that never ends | asyncio | limit
import asyncio
def handler(loop, context):
    while True: pass
async def main():
    asyncio.get_running_loop().set_exception_handler(handler)
    asyncio.get_running_loop().call_soon(lambda: 1 / 0)
    await asyncio.sleep(1)
asyncio.run(main())
# --- a handler of a loop that never ends, when the run is over | asyncio | limit
import asyncio
def handler(loop, context):
    while True: pass
async def bad(): raise ValueError
async def main():
    asyncio.get_running_loop().set_exception_handler(handler)
    globals_kept.append(asyncio.get_running_loop().create_task(bad()))
    while True: await asyncio.sleep(0)
globals_kept = []
asyncio.run(main())
# --- what a response says it was sent is a record's | requests,requests.models | leak
import requests
response = requests.models.Response()
response._content = fetch_record()
str(response._content._token) + str(response.text)
