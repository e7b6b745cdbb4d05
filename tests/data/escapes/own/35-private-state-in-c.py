# --- private fields by make_dataclass | dataclasses | leak
import dataclasses
Z = dataclasses.make_dataclass("Z", ["_conn"], bases=(type(fetch_record()),), init=False)
z = Z(1)
repr(z), str(z._conn.password)
# --- private fields by the methods of another dataclass | dataclasses | leak
import dataclasses
@dataclasses.dataclass(init=False)
class M:
    _kind: str
class Z(type(fetch_record())):
    __repr__ = M.__repr__
repr(Z(1))
# --- private fields by the methods of another dataclass, later | dataclasses | leak
import dataclasses
@dataclasses.dataclass(init=False)
class M:
    _kind: str
class Z(type(fetch_record())): pass
Z.__repr__ = M.__repr__
repr(Z(1))
# --- private fields shown by a namespace | types | leak
import types
got = []
class Ev:
    def __eq__(s, o):
        got.append(o)
        return True
class Z(types.SimpleNamespace, type(fetch_record())):
    def __init__(s): type(fetch_record()).__init__(s, 1)
Z() == types.SimpleNamespace(value=Ev(), _conn=Ev())
repr(Z()), got
# --- the host's source by a class that says it is its | inspect | leak
import inspect
class A: pass
A.__module__, A.__qualname__ = type(fetch_record()).__module__, "Record"
[str(f(A)) for f in (inspect.findsource, inspect.getsourcelines, inspect.getsource)]
# --- help of an object of the host | argparse | expr: '_Conn object' in str(out)
import argparse
class F(argparse.HelpFormatter):
    def _get_help_string(self, action): return '%(_conn)s'
    def go(self): return self._expand_help(fetch_record())
F('x').go()
