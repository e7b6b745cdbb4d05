"""What does the same as an attribute or a function that is refused."""

from __future__ import annotations

import re
import types

from fastexec.hints.asked import Asked, is_module

_NAME = re.compile(r"Forbidden (?:access to (?:dunder )?attribute|call to dunder function|access to function|access to object of type|assignment to attribute|definition of special method|operation): ([\w.]+)")

_OWN = "classes of your own have it"
_INSTEAD = {
    ("__traceback__", "tb_frame", "tb_lasti", "tb_lineno", "tb_next"): "`traceback.format_exc()` is the text of the error that is handled, `repr(error)` says what it was",
    ("__code__",): "`inspect.signature(function)` tells of its parameters, `function.__name__` its name",
    ("__closure__", "__globals__", "cell_contents"): "use the variables by their names, or keep them in an object",
    ("__mro__", "__bases__", "__base__", "mro"): f"`issubclass(one, other)` tells what inherits from what; {_OWN}",
    ("__subclasses__",): f"keep a list of them (`__init_subclass__`); {_OWN}",
    ("__dict__",): f"`getattr(object, name)` reads one attribute, `dir(object)` lists them; {_OWN}",
    ("__class__",): "`type(object)`",
    ("__self__", "__func__"): "use the object itself, and the function of its class",
    ("__reduce__", "__reduce_ex__"): "`copy.copy(object)`, or `__getstate__` and `__setstate__` in a class of your own",
    ("__weakref__",): "`weakref.ref(object)`",
    ("gi_frame", "gi_code"): "`inspect.getgeneratorstate(generator)` tells its state",
    ("cr_frame", "cr_code"): "`inspect.getcoroutinestate(coroutine)` tells its state",
    ("getattr_static", "inspect.getattr_static", "inspect.getmembers_static"): "`getattr(object, name)`, or `vars(cls)` of a class of your own",
    ("dictConfig", "fileConfig", "DictConfigurator"): "`logging.config.dictConfig` of plain handlers, `logging.basicConfig(level=..., format=...)`, or `logger.addHandler(...)` and `handler.setFormatter(...)`",
    ("setLoggerClass",): "a class of your own that has a logger",
    ("Pickler", "Unpickler"): "`pickle.dump(object, buffer)` and `pickle.load(buffer)`",
    ("pickle.dumps",): "pickle what it holds (numbers, tables, fitted models), and make the object anew of that",
    ("BufferedReader", "BufferedWriter", "BufferedRandom", "BufferedRWPair"): "`io.BytesIO(data)` is read and written by lines, too",
    ("pickle.find_class",): "pickles that this session did not write hold plain values alone: read CSV, JSON, Parquet or `.npz` files instead",
    ("YAMLObject",): "`yaml.SafeLoader.add_constructor(tag, function)` and `yaml.SafeDumper.add_representer(cls, function)`",
    ("ProcessPoolExecutor",): "`concurrent.futures.ThreadPoolExecutor` with the same methods, or `map`",
    ("exec",): "a library at work writes code as text and runs it, which is not available: do the same with functions of your own, or with another library (texts with places to fill in: jinja2)",
    ("ctypes.create_string_buffer", "ctypes.dlopen", "ctypes.dlsym", "ctypes.cdata", "ctypes.addressof"): "a library at work reaches native code by addresses, which is not available (numba compiles with it): do the same without it, as with numpy",
    ("patch",): "`patch(\"__main__.name\")` of a function or class of your own, `patch.object(Class, name)`, or a function that is given what it calls as an argument, and a `Mock(...)` for it",
    ("ModuleType",): "`types.SimpleNamespace(...)`",
    ("FileSystemLoader", "PackageLoader", "ModuleLoader"): "`jinja2.DictLoader({name: text})`, with the texts of files where these may be read",
    ("getline", "getlines", "updatecache", "lazycache", "checkcache"): "`open(path).readlines()` of a file that may be read",
    ("getmodule",): "`object.__module__` is the name of its module",
    ("ETXPath",): "`element.xpath(text, namespaces={...})`",
    ("tofile",): "`np.save(path, array)`, or `file.write(array.tobytes())` of a file that may be written",
    ("fromfile",): "`np.frombuffer(file.read(), dtype)` of a file that may be read, opened with 'rb', or `np.load(path)` of what `np.save` wrote",
    ("sys.setprofile", "sys.settrace", "setprofile", "settrace"): "`time.perf_counter()` before and after tells how long it took",
    ("_getframe", "currentframe", "stack", "extract_stack", "inspect.stack"): "give what it needs as an argument: `traceback.format_exc()` tells where an error was",
    ("get_objects", "get_referrers", "get_referents"): "keep a list of your own, of the objects that are meant",
    ("signal", "alarm", "setitimer"): "`asyncio.wait_for(...)`, or `future.result(timeout=...)` of a `concurrent.futures.ThreadPoolExecutor`, ends a wait",
    ("register",): "call it where the code ends, or by `stack.callback(function)` of a `with contextlib.ExitStack() as stack`",
    ("vars",): "a dict of your own: `dir()` gives the names, and `vars(object)` what an object holds",
    ("ctypes",): "the array itself, or `array.tobytes()`",
    ("create_subprocess_exec", "create_subprocess_shell"): "this runs no other programs: do it in Python",
    ("XSLT",): "`element.xpath(...)`, and new elements that a loop makes of what it finds",
    ("tzset",): "`zoneinfo.ZoneInfo(name)`, for times of `datetime`",
    ("setswitchinterval", "stack_size"): "leave it out: that is the whole process's, and threads of the code run as they are",
    ("marshal.loads", "marshal.load"): "`pickle.loads(data)`, or `json.loads(text)`",
    ("setlocale",): "the name of a locale, as in `locale.setlocale(locale.LC_ALL, \"C\")`",
}  # fmt: skip
_PICKLES = re.compile(r"\bcopyreg\.(?:pickle|constructor|add_extension)\b|\bcopyreg import\b")
_OF_COPYREG = "`__reduce__`, or `__getstate__` and `__setstate__`, in a class of your own say how it is pickled"
_BY_NAME = {name: instead for names, instead in _INSTEAD.items() for name in names}


_STYLE = re.compile(r"\bstyle\.(use|context)\(")
"""What takes for a path what is no style."""
_BACKEND = re.compile(r"\b(matplotlib|mpl|plt)\.(use|switch_backend)\(")
NO_SCREEN = "there is no screen: leave it out, pictures are drawn without one (`'Agg'`)"
_ASSIGNED = re.compile(r"\s*([A-Za-z_]\w*)\.([A-Za-z_]\w*)\s*=(?!=)\s*(.*)")
_ON_CLASS = re.compile(r"\s*(?:[A-Za-z_]\w*\.)*([A-Z]\w*)\.([A-Za-z_]\w*)\s*=(?!=)")


def _of_class(asked: Asked) -> str | None:
    """Of `pd.DataFrame.total = ...`: classes of libraries are everybody's."""
    assigned = _ON_CLASS.match(asked.line)
    if assigned is None or asked.message != f"Forbidden assignment to attribute: {assigned[2]}":
        return None
    return f"classes of libraries stay as they are: a function of your own that takes the object, or a class of your own below `{assigned[1]}`"


_PRIVATE = {
    "Forbidden access to attribute: _": "a name with `_` in front is private: `dir(object)` lists the others",
    "Forbidden assignment to attribute: _": "a name with `_` in front is private: take one without it",
}


def _of_private(asked: Asked) -> str | None:
    return next((hint for beginning, hint in _PRIVATE.items() if asked.message.startswith(beginning)), None)


def _of_assignment(asked: Asked) -> str | None:
    """Of `plt.title = "..."`, where the module has a function of that name, and of other changes of modules."""
    assigned = _ASSIGNED.match(asked.line)
    module = asked.state.get(assigned[1]) if assigned is not None and asked.message == f"Forbidden assignment to attribute: {assigned[2]}" else None
    if assigned is None or not is_module(module):
        return None
    member = types.ModuleType.__getattribute__(module, "__dict__").get(assigned[2])
    given = assigned[3].strip()
    if given.startswith("lambda") or given in asked.functions or callable(asked.state.get(given)):
        return "modules stay as they are: call your own function by its name, or give it to what calls it as an argument"
    if type(member) is types.FunctionType:
        return f"this is a function: call it, `{assigned[1]}.{assigned[2]}(...)`"
    return "modules stay as they are: keep the value in a variable of your own"


def hint(asked: Asked) -> str | None:
    if asked.message.startswith("Forbidden operation: open (") and _STYLE.search(asked.marked):
        return "there is no such style: `plt.style.available` lists them (`'seaborn-v0_8'`, `'ggplot'`)"
    if _BACKEND.search(asked.marked) and asked.category == "refused":
        return NO_SCREEN
    named = _NAME.match(asked.message) if asked.category == "refused" else None
    if named is None:
        return None
    if _PICKLES.search(asked.line):
        return _OF_COPYREG
    return _BY_NAME.get(named[1]) or _of_assignment(asked) or _of_class(asked) or _of_private(asked)
