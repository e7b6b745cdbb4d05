# Text that is timed, patches of several members, records of logs made of dicts, what functions of libraries say of their parameters.
# --- text that is timed imports | timeit | expr:err is None
import timeit
timeit.timeit("os.system('true')", setup="import os", number=1)
# --- text that is timed walks classes | timeit | expr:err is None
import timeit
timeit.Timer("().__class__.__base__.__subclasses__()").timeit(1)
# --- text that is timed finds builtins of the process | timeit | expr:err is None
import timeit
timeit.timeit("open('/etc/passwd').read()", number=1)
# --- namespace of a module for text that is timed | timeit,json | expr:err is None
import timeit, json
timeit.timeit("codecs.open('/etc/passwd')", globals=vars(json), number=1)
# --- text that is timed goes on for ever | timeit | expr:err is None
import timeit
timeit.timeit("while True: pass", number=1)
# --- text that is timed ends the program of the measurement | timeit | expr:err is None
import timeit
timeit.timeit("pass\n    import os\nos.system('true')", number=1)
# --- text that is timed takes the place of a tool | timeit | expr:err is None
import timeit
timeit.timeit("global fetch_record\nfetch_record = 5", number=1)
# --- several private members of a module | unittest.mock,json | expr:err is None
import json
from unittest.mock import patch
patch.multiple(json, loads=5, __loader__=5).start()
# --- several members of a module are seen by others | unittest.mock,json | expr:type(mod('json').dumps).__name__ != 'function'
import json
from unittest.mock import patch
patch.multiple("json", loads=5, dumps=6).start()
# --- several members of a module that is not authorized | unittest.mock | expr:err is None
from unittest.mock import patch
patch.multiple("subprocess", run=5).start()
# --- several members of a class of a library | unittest.mock,json | expr:err is None
import json
from unittest.mock import patch
patch.multiple(json.JSONDecoder, decode=5).start()
# --- several members of a class of a library by its name | unittest.mock,json | expr:err is None
from unittest.mock import patch
import json
patch.multiple("json.JSONDecoder", decode=5).start()
# --- a record of logs with another class | logging | expr:err is None
import logging
logging.makeLogRecord({"__class__": logging.Logger})
# --- a record of logs with a dict of its own | logging | expr:err is None
import logging
logging.makeLogRecord({"__dict__": {"a": 1}})
# --- annotations of a function of a library are changed | json | expr:'evil' in mod('json').dumps.__annotations__
import json
json.dumps.__annotations__["evil"] = 1
