"""Private fields of the host's dataclasses, models and contexts stay its own, whatever C code of pydantic is told to read, write
or show for the code. (The nearest honest programs are in data/everyday/.)"""

from __future__ import annotations

import contextlib
import contextvars
import dataclasses
import pathlib
import subprocess
import sys
from typing import Any

import fastexec
import pytest

pydantic = pytest.importorskip("pydantic")
SECRET = "kept-by-the-host"
IMPORTS = ["pydantic", "pydantic.*", "pydantic_core", "pydantic_core.*", "collections", "contextvars", "dataclasses", "enum", "typing"]


class Account:
    def __init__(self) -> None:
        self.owner = "Ann"
        self._token = SECRET


@dataclasses.dataclass
class Point:
    x: int = 1
    _token: str = dataclasses.field(default=SECRET, repr=False)


class Model(pydantic.BaseModel):
    n: int = 3
    _token: str = pydantic.PrivateAttr(default=SECRET)


def run(code: str, **variables: Any) -> tuple[str, str]:
    """What the code shows, and the error that ends it."""
    executor = fastexec.LocalPythonExecutor(IMPORTS)
    executor.send_tools({})
    given = {"Account": Account, "Point": Point, "Model": Model, "account": Account(), "point": Point(), "model": Model(), **variables}
    executor.send_variables(given)
    try:
        result = executor(code)
        return f"{result.logs}{result.output!r}", ""
    except fastexec.InterpreterError as error:
        return str(executor.state.get("_print_outputs", "")), str(error)


FIELDS = '{"type": "model-fields", "fields": {"_token": {"type": "model-field", "schema": {"type": "any"}}}}'
COMPUTED = (
    '{"type": "model-fields", "fields": {},'
    ' "computed_fields": [{"type": "computed-field", "property_name": "_token", "return_schema": {"type": "any"}}]}'
)
READS = {
    "container": "from pydantic_core import to_json\nimport collections\nto_json(collections.deque([point]))",
    "subclass of a list": "from pydantic_core import to_json\nclass L(list): pass\nto_json(L([point]))",
    "named tuple": "from pydantic_core import to_json\nimport collections\nto_json(collections.namedtuple('N', 'a')(point))",
    "generator": "from pydantic_core import to_jsonable_python\nto_jsonable_python(point for _ in range(2))",
    "slots": (
        "from pydantic_core import to_json\nclass S:\n    __slots__ = ('a',)\ns = S()\ns.a = point\nto_json(s, fallback=lambda v: v.a)"
    ),
    "what a function gives": "from pydantic_core import to_json\nclass X: pass\nto_json(X(), fallback=lambda v: point)",
    "computed field": (
        "from pydantic import BaseModel, computed_field\nfrom typing import Any\nclass V(BaseModel):\n    @computed_field\n"
        "    def c(self) -> Any: return point\nV().model_dump()"
    ),
    "serializer": (
        "from pydantic import TypeAdapter, PlainSerializer\nfrom typing import Annotated\n"
        "TypeAdapter(Annotated[int, PlainSerializer(lambda v: point)]).dump_json(3)"
    ),
    "error": (
        "from pydantic import TypeAdapter, ValidationError\ntry:\n    TypeAdapter(int).validate_python(point)\n"
        "except ValidationError as error:\n    print(error.json())"
    ),
    "fields of a schema": f"from pydantic_core import SchemaSerializer\nSchemaSerializer({{'type': 'model', 'cls': Account, 'schema': {FIELDS}}}).to_python(account)",
    "computed field of a schema": f"from pydantic_core import SchemaSerializer\nSchemaSerializer({{'type': 'model', 'cls': Account, 'schema': {COMPUTED}}}).to_python(account)",
    "computed field for another class": (
        "from pydantic import BaseModel, computed_field\nclass Own(BaseModel):\n    @computed_field\n    @property\n"
        "    def _token(self) -> str: return 'mine'\nprint(Own().model_dump())\nfrom pydantic import TypeAdapter\n"
        "TypeAdapter(Own).dump_python(account)"
    ),
    "default by the metaclass": "class S(Model): pass\nS._token",
    "default by getattr": "class S(Model): pass\nlist(map(getattr, [S], ['_token']))",
    "default by the metaclass's method": "class S(Model): pass\ntype(S).__getattr__(S, '_token')",
    "default by a metaclass of the code": (
        "class Meta(type(Model)):\n    def peek(cls): return super().__getattr__('_token')\nclass S(Model, metaclass=Meta): pass\nS.peek()"
    ),
    "table of private attributes": "class S(Model): pass\nS.__private_attributes__",
    "values of private attributes": "class S(Model): pass\nS().__pydantic_private__",
    "values by super": "class S(Model):\n    def peek(self): return super().__pydantic_private__\nS().peek()",
    "fields of a dataclass below": "class S(Point): pass\nS.__dataclass_fields__['_token'].default",
    "fields of an object below": "class S(Point): pass\nS().__dataclass_fields__['_token'].default",
    "fields of a dataclass of the code below": (
        "import dataclasses\n@dataclasses.dataclass\nclass S(Point):\n    z: int = 1\nS.__dataclass_fields__['_token'].default"
    ),
    "fields by super": "class S(Point):\n    def peek(self): return super().__dataclass_fields__['_token'].default\nS().peek()",
}


@pytest.mark.parametrize("code", READS.values(), ids=READS)
def test_private_fields_are_not_read(code: str) -> None:
    shown, error = run(code)
    assert SECRET not in shown
    assert SECRET not in error


MODEL = (
    "{'type': 'model', 'cls': Own, 'schema': {'type': 'model-fields', 'fields': {'n': {'type': 'model-field', 'schema': {'type': 'any'}}}}}"
)
WRITES = {
    "an object": "SchemaValidator(schema).validate_python({'n': 1}, self_instance=account)",
    "an object, from JSON": "SchemaValidator(schema).validate_json('{\"n\": 1}', self_instance=account)",
    "an object, by a partial": "import functools\nfunctools.partial(SchemaValidator(schema).validate_python, self_instance=account)({'n': 1})",
    "a model": "SchemaValidator(schema).validate_python({'n': 1}, self_instance=model)",
    "a field of a model": "SchemaValidator(schema).validate_assignment(model, 'n', 'x')",
    "a private field": (
        "SchemaValidator({'type': 'dataclass', 'cls': Own, 'fields': ['_token'], 'schema': {'type': 'dataclass-args',"
        " 'dataclass_name': 'Own', 'fields': [{'type': 'dataclass-field', 'name': '_token', 'schema': {'type': 'any'}}]}})"
        ".validate_assignment(point, '_token', 'x')"
    ),
}


@pytest.mark.parametrize("code", WRITES.values(), ids=WRITES)
def test_validators_of_the_code_fill_in_no_objects_of_the_host(code: str) -> None:
    account, model, point = Account(), Model(), Point()
    begin = f"from pydantic_core import SchemaValidator\nclass Own: pass\nschema = {MODEL}\n"
    _, error = run(begin + code.replace("import functools\n", ""), account=account, model=model, point=point)
    assert error
    assert vars(account) == {"owner": "Ann", "_token": SECRET}
    assert (vars(model), model._token) == ({"n": 3}, SECRET)
    assert vars(point) == {"x": 1, "_token": SECRET}


def test_models_of_the_host_are_made_and_changed() -> None:
    shown, error = run(
        "m = Model(n=4)\nm.n = 5\nclass S(Model):\n    z: int = 1\ns = S(n=2)\ns.z = 7\n(m, s, m.model_dump(), s.model_dump_json())"
    )
    assert not error
    assert shown == "(Model(n=5), S(n=2, z=7), {'n': 5}, '{\"n\":2,\"z\":7}')"


def test_contexts_show_the_variables_of_the_code() -> None:
    hidden: contextvars.ContextVar[str] = contextvars.ContextVar("hidden")
    code = """
import contextvars
own = contextvars.ContextVar("own")
own.set(1)
context = contextvars.copy_context()
names = [var.name for var in context] + [var.name for var in context.keys()] + [var.name for var, _ in context.items()]
(names, list(context.values()), len(context), context[own], own in context, context.run(own.get), dict(context) == {own: 1})
"""

    def inside() -> tuple[str, str]:
        hidden.set(SECRET)
        return run(code)

    shown, error = contextvars.copy_context().run(inside)
    assert not error
    assert shown == "(['own', 'own', 'own'], [1], 1, 1, True, 1, True)"


def test_contexts_of_the_host_show_all_to_the_host() -> None:
    hidden: contextvars.ContextVar[str] = contextvars.ContextVar("hidden")

    def inside() -> tuple[list[Any], int, bool]:
        hidden.set(SECRET)
        executor = fastexec.LocalPythonExecutor([])
        executor.send_tools({})
        executor("1")
        context = contextvars.copy_context()
        return [context[var] for var in context if var is hidden], len(context) - len(list(context.items())), hidden in list(context.keys())

    assert contextvars.copy_context().run(inside) == ([SECRET], 0, True)


ADDRESS = '{"__array_interface__": {"data": (4096, False), "shape": (4,), "typestr": "<i8", "version": 3}}'
ADDRESSES = {
    "options": f"import optparse\nvalue = optparse.Values({ADDRESS})",
    "options, later": f"import optparse\nvalue = optparse.Values()\nvalue.ensure_value('__array_interface__', {ADDRESS}['__array_interface__'])",
    "defaults of options": f"import optparse\np = optparse.OptionParser()\np.set_defaults(**{ADDRESS})\nvalue = p.get_default_values()",
    "a record of a log": f"import logging\nvalue = logging.getLogger('q').makeRecord('n', 10, 'p', 1, 'm', (), None, extra={ADDRESS})",
    "a copy of a model": f"value = model.model_copy(update={ADDRESS})",
    "a copy of a model, as before": f"value = model.copy(update={ADDRESS})",
    "an attribute of a wrapper": (
        f"import functools, string\nclass W:\n    __dict__ = {ADDRESS}\nvalue = string.Template('x')\n"
        "functools.update_wrapper(value, W(), assigned=(), updated=('__dict__',))"
    ),
    "an object of a library by a schema": (
        "import queue\nfrom pydantic_core import SchemaValidator\nfields = {'__array_interface__': {'type': 'model-field', 'schema': {'type': 'any'}}}\n"
        "schema = {'type': 'model', 'cls': queue.Queue, 'schema': {'type': 'model-fields', 'fields': fields}}\n"
        f"value = SchemaValidator(schema).validate_python({ADDRESS})"
    ),
    "an object of the interpreter by a schema": (
        "from pydantic_core import SchemaValidator\nfields = {'__array_interface__': {'type': 'model-field', 'schema': {'type': 'any'}}}\n"
        "schema = {'type': 'model', 'cls': Exception, 'schema': {'type': 'model-fields', 'fields': fields}}\n"
        f"value = SchemaValidator(schema).validate_python({ADDRESS})"
    ),
    "an object of the host by a schema": (
        "from pydantic_core import SchemaValidator\n"
        "schema = {'type': 'dataclass', 'cls': Point, 'fields': [], 'schema': {'type': 'dataclass-args', 'dataclass_name': 'P',"
        " 'fields': [], 'extra_behavior': 'allow'}}\n"
        f"value = SchemaValidator(schema).validate_python({ADDRESS})"
    ),
}


@pytest.mark.parametrize("code", ADDRESSES.values(), ids=ADDRESSES)
def test_no_object_tells_a_memory_address(code: str) -> None:
    """(It would end the process.)"""
    pytest.importorskip("numpy")
    ended = subprocess.run([sys.executable, "-c", PROGRAM, code], capture_output=True, text=True, timeout=120, check=False)  # noqa: S603
    assert ended.returncode == 0, ended.stderr[-500:]
    assert "done" in ended.stdout


PROGRAM = f"""
import sys
sys.path.insert(0, {str(pathlib.Path(__file__).parent)!r})
import test_private_fields
test_private_fields.IMPORTS += ["numpy", "optparse", "logging", "functools", "string", "queue"]
print(test_private_fields.run("import numpy as np\\n" + sys.argv[1] + "\\nprint(np.asarray(value).shape, np.asarray([value]).shape)"))
print("done")
"""


def test_objects_of_the_host_tell_the_host_what_they_did() -> None:
    """An object may keep the name in its dict, as numpy's own do; the host reads it before and after a run."""
    np = pytest.importorskip("numpy")

    class Lent:
        def __init__(self, array: Any) -> None:
            self.array = array
            self.__array_interface__ = array.__array_interface__

    lent = Lent(np.arange(3))
    executor = fastexec.LocalPythonExecutor(["functools"])
    executor.send_tools({})
    executor.send_variables({"lent": lent})
    executor("import functools\nclass W: pass\nfunctools.update_wrapper(W(), lent, assigned=(), updated=('__dict__',))")
    assert np.asarray(lent).tolist() == [0, 1, 2]
    lent.__array_interface__ = np.arange(2).__array_interface__
    assert "__array_interface__" in vars(lent)
    del lent.__array_interface__
    assert not hasattr(lent, "__array_interface__")


class Asked:
    """Nothing but the code looks at its objects."""

    def __init__(self) -> None:
        self.owner = "Ann"


@pytest.mark.parametrize("first", ["dir(asked())", "import copy\ncopy.copy(asked())", "import functools\nfunctools.wraps(asked())(lambda: 0)"])
def test_a_class_stays_what_it_was_when_its_objects_were_looked_at(first: str) -> None:
    made = type("Made", (Asked,), {"__module__": "__main__"})
    tools: dict[str, Any] = {"asked": lambda: made()}
    for code in (first, "type(asked()).__name__"):
        executor = fastexec.LocalPythonExecutor(["copy", "functools"])
        executor.send_tools(tools)
        executor.send_variables({"Made": made})
        output = executor(code).output
    assert output == "Made"


class Kept:
    __slots__ = ("_token", "owner")

    def __init__(self) -> None:
        self.owner, self._token = "Ann", SECRET


CHANGES = [
    "import copyreg, copy\ncopyreg.pickle(type(a), lambda x: (lambda: a, (), (None, {'_token': 'hacked'})))\ncopy.copy(a)",
    "import copy\nclass E:\n    def __reduce_ex__(self, p): return (lambda: a, (), (None, {'_token': 'hacked'}))\ncopy.copy(E())",
    "import copy\nclass E:\n    def __reduce_ex__(self, p): return (lambda: b, (), {'_token': 'hacked'})\ncopy.copy(E())",
    "import copy\nx=copy.copy(a)\nx._token",
    "import copy\nx=copy.copy(f)\nx._token",
    "f._token='hacked'",
    "setattr(f,'_token','hacked')",
    "f.eval('_token = 5')\nf",
    "f['_token']=3\nf._token",
    "f.__setattr__('_token', 'hacked')",
    "import pandas as pd\npd.DataFrame.__setattr__(f,'_token','hacked')",
    "object.__setattr__(f,'_token','hacked')",
    "f.attrs['_token']=3",
    "list(map(f.__setattr__, ['_token'], ['hacked']))",
    "import operator\noperator.methodcaller('__setattr__','_token','hacked')(f)",
    "f.__finalize__(f)\nf",
    "class G(type(f)): pass\ng=G({'a':[1]})\ng._token='hacked'\nf.__finalize__(g)",
    "import pandas as pd\ng=pd.DataFrame({'a':[1]})\nobject.__setattr__(g,'_token','hacked')\nf.__finalize__(g)",
    "f.__setstate__({'_token':'hacked','_mgr':f.copy()._mgr})",
    "f.__setstate__({'_token':'hacked'})",
    "import copy\nd={}\ncopy._reconstruct(a, d, lambda: a, (), (None, {'_token':'hacked'}))",
]


@pytest.mark.parametrize("code", CHANGES)
def test_private_fields_are_not_written(code: str) -> None:
    """Not where libraries copy objects of the host, or set up what derives from their classes, either."""
    pd = pytest.importorskip("pandas")

    class Frame(pd.DataFrame):  # type: ignore[misc]
        _metadata = ["_token"]

        @property
        def _constructor(self) -> type:
            return Frame

    kept, account, frame = Kept(), Account(), Frame({"a": [1, 2]})
    object.__setattr__(frame, "_token", SECRET)
    executor = fastexec.LocalPythonExecutor([*IMPORTS, "copy", "copyreg", "operator", "pandas", "pandas.*"])
    executor.send_tools({})
    executor.send_variables({"a": kept, "b": account, "f": frame})
    with contextlib.suppress(fastexec.InterpreterError):
        executor(code)
    assert (kept._token, account._token, object.__getattribute__(frame, "_token")) == (SECRET, SECRET, SECRET)


TOLD_BY_ATTRS = """
import attr, attrs, inspect

def told(C):
    yield [(field.name, field.default) for field in attrs.fields(C)]
    yield attr.fields(C).a.default, attr.fields(C) is attr.fields(C), len(attr.fields_dict(C))
    yield attr.fields_dict(C)["_token"].default, attr.fields(C)[1].name
    yield inspect.signature(C), inspect.getfullargspec(C).defaults, inspect.getfullargspec(C).kwonlydefaults
"""


def test_defaults_of_private_fields_of_attrs() -> None:
    attrs = pytest.importorskip("attrs")

    @attrs.define
    class Record:
        a: int = 1
        _token: str = SECRET
        _key: str = attrs.field(default=SECRET, kw_only=True)

    executor = fastexec.LocalPythonExecutor(["attr", "attrs", "inspect"])
    executor.send_tools({})
    executor.send_variables({"Record": Record, "record": Record()})
    shown = executor(f"{TOLD_BY_ATTRS}\nfor each in told(Record): print(each)\nfields = attr.fields(type(record)), record.a, Record(2, token='x').a\nprint(fields)").logs
    assert SECRET not in shown
    assert "[('a', 1), ('_token', NOTHING), ('_key', NOTHING)]" in shown
    own = "@attrs.define\nclass Own:\n    a: int = 1\n    _token: str = 'mine'\n    _key: str = attrs.field(default='too', kw_only=True)\n"
    shown = executor(f"{TOLD_BY_ATTRS}\n{own}\nfor each in told(Own): print(each)").logs
    assert shown.splitlines() == [
        "[('a', 1), ('_token', 'mine'), ('_key', 'too')]",
        "(1, True, 3)",
        "('mine', '_token')",
        "(<Signature (a: int = 1, token: str = 'mine', *, key: str = 'too') -> None>, (1, 'mine'), {'key': 'too'})",
    ]


def renamed_class() -> type:
    """A class that was called otherwise when its methods were compiled."""

    class Impl:
        def __init__(self) -> None:
            self.__key = SECRET

        @property
        def size(self) -> int:
            return len(self.__key)

    Impl.__qualname__ = Impl.__name__ = "Keeper"
    return Impl


READERS = {
    "as it is written": "class Impl(Base):\n    def show(self): return self.__key\nprint(Impl().show())",
    "by getattr": "class Impl(Base): pass\nprint(getattr(Impl(), '_Impl__key'))",
    "of a class that is renamed, too": "class Own(Base): pass\nOwn.__qualname__ = 'Impl'\nprint(Own()._Impl__key)",
    "by a descriptor": "class Impl(Base):\n    @property\n    def __key(self): return 1\n    @__key.setter\n    def __key(self, value): print(value)\nImpl()",
}


@pytest.mark.parametrize("code", READERS.values(), ids=READERS)
@pytest.mark.parametrize("made_anew", [False, True])
def test_private_names_of_a_class_that_was_renamed(code: str, made_anew: bool) -> None:
    base = renamed_class()
    if made_anew:
        base = type("Keeper", (), {name: value for name, value in vars(base).items() if name not in ("__dict__", "__weakref__")})
    output, error = run(code, Base=base)
    assert "Forbidden" in error and SECRET not in output + error


def test_private_names_of_the_code_below_a_class_that_was_renamed() -> None:
    code = "class Own(Base):\n    def __init__(self):\n        super().__init__()\n        self.__key = 3\n    def show(self): return self.__key\n"
    assert run(code + "o = Own()\nprint(o.show(), o._Own__key, o.size)", Base=renamed_class()) == (f"3 3 {len(SECRET)}\nNone", "")
