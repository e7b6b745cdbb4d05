# Functions that mocks make, what stands in the place of members of modules, and configurations of logs.
# --- the name of a function is source text of its autospec | unittest.mock | expr:'root' in str(logs)
from unittest.mock import create_autospec
class Name(str):
    def isidentifier(self): return True
    def __str__(self): return 'f(*a): return open("/etc/passwd").read()\ndef g'
def f(a): pass
f.__name__ = Name('f')
m = create_autospec(f)
print(m(1))
# --- patch of a module is seen by others | unittest.mock,json | expr:type(mod('json').dumps).__name__ != 'function'
import json
from unittest.mock import patch
patch('json.dumps').start()
patch.object(json, 'loads', 5).start()
patch('json.nothing', 5, create=True).start()
# --- patch of a private member of a module | unittest.mock,json | expr:err is None
import json
from unittest.mock import patch
patch('json.__loader__', 5).start()
# --- patch of a module that is not authorized | unittest.mock | expr:err is None
from unittest.mock import patch
patch('subprocess.run').start()
# --- seal of an object of the host | unittest.mock | expr:err is None
from unittest.mock import seal
seal(fetch_record())
# --- a configuration of logs names a function | logging.config | expr:err is None
import logging.config
logging.config.dictConfig({'version': 1, 'filters': {'a': {'()': 'os.system', 'command': 'true'}}})
# --- a configuration of logs in a dict of the code | logging.config | expr:err is None
import logging.config
class D(dict): pass
logging.config.dictConfig({'version': 1, 'filters': {'a': D({'()': 'os.system', 'command': 'true'})}})
# --- a configuration of logs with a key that changes | logging.config | expr:err is None
import logging.config
class K(str):
    seen = 0
    def __eq__(self, o):
        K.seen += 1
        return K.seen > 2 and str.__eq__(self, o)
    __hash__ = str.__hash__
logging.config.dictConfig({'version': 1, 'filters': {'a': {K('()'): 'os.system', 'command': 'true'}}})
# --- a configuration of logs sets attributes | logging.config | expr:err is None
import logging.config
def made(): return fetch_record()
logging.config.dictConfig({'version': 1, 'filters': {'a': {'()': made, '.': {'_secret': 5}}}})
# --- a configuration of logs takes what is no stream | logging.config | expr:err is None
import logging.config
logging.config.dictConfig({'version': 1, 'handlers': {'h': {'class': 'logging.StreamHandler', 'stream': 'ext://os.system'}}})
# --- a configuration of logs writes a file | logging.config | expr:mod('os').path.exists('/tmp/fx-configured.log')
import logging.config
logging.config.dictConfig({'version': 1, 'handlers': {'h': {'class': 'logging.FileHandler', 'filename': '/tmp/fx-configured.log'}}, 'root': {'handlers': ['h']}})
# --- a configuration of logs calls a builtin | logging.config | expr:err is None
import logging.config
logging.config.dictConfig({'version': 1, 'filters': {'a': {'()': getattr}}})
# --- __reduce__ of what the code did not write |  | expr:err is None
class Own(list): pass
Own().__reduce__()
