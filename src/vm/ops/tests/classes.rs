//! Making classes.

use crate::vm::ops::tests::*;

const CLASSES: &str = "
import abc, enum, typing, collections
from dataclasses import dataclass
T = typing.TypeVar('T')
class Meta(type):
    @classmethod
    def __prepare__(cls, name, bases, **k): return collections.OrderedDict(made=sorted(k))
    def __new__(cls, name, bases, ns, **k): return super().__new__(cls, name, bases, ns)
    def __init__(cls, name, bases, ns, **k): cls.seen = sorted(k)
class Other(type): pass
class BadPrepare(type):
    def __prepare__(name, bases): return 5
class A: pass
class B(A): pass
class WithMeta(metaclass=Meta): pass
class WithOther(metaclass=Other): pass
class Hook:
    def __init_subclass__(cls, **k): cls.hooked = sorted(k.items())
class Entries:
    def __mro_entries__(self, bases): return (A,)
    def __repr__(self): return 'Entries()'
class BadEntries:
    def __mro_entries__(self, bases): return [A]
class Final(enum.Enum):
    X = 1
def function(name, bases, ns, **k): return (name, bases, sorted(n for n in ns if n[0] != '_'), k)
def describe(c):
    if not isinstance(c, type): return repr(c)
    names = sorted(n for n in vars(c) if n not in ('__reduce_ex__', '__array_interface__', '__array_struct__', '__static_attributes__', '__firstlineno__', '__classdictcell__', '__dict__', '__weakref__', '__doc__', '__module__'))
    return (type(c).__name__, c.__name__, c.__qualname__, [b.__name__ for b in c.__mro__], names, getattr(c, '__orig_bases__', None),
            getattr(c, 'seen', None), getattr(c, 'made', None), getattr(c, 'hooked', None))
";

/// `class X(head): body` by our own steps.
fn build(m: &Machine, oracle: &Oracle<'_>, head: &str, body: &str) -> R<Value> {
    let py = m.py();
    let arguments = oracle.eval(&format!("(lambda *a, **k: (list(a), k))({head})"))?;
    let bases = Value::from_bound(arguments.get_item(0)?);
    let keywords = Value::from_bound(arguments.get_item(1)?);
    let source = std::ffi::CString::new(body).unwrap();
    let mut run = |_: &Machine, namespace: &Value| -> R<Value> {
        let namespace = namespace.to_bound(py)?;
        oracle.eval("exec")?.call1((source.to_str().unwrap(), &oracle.globals, namespace))?;
        Ok(Value::NONE)
    };
    let made = class::build(m, "X", &bases, &keywords, &mut run, &mut |_, _, _| Ok(()))?;
    Ok(Value::from_bound(oracle.eval("describe")?.call1((made.to_bound(py)?,))?))
}

#[test]
fn classes_are_made_as_the_interpreter_makes_them() {
    let heads = [
        "",
        "A",
        "A, B",
        "B, A",
        "object",
        "WithMeta",
        "A, WithMeta",
        "A, metaclass=Meta",
        "metaclass=Meta, k=1, j=2",
        "WithMeta, WithOther",
        "WithMeta, metaclass=Other",
        "Hook, a=1",
        "A, b=2",
        "Entries()",
        "A, Entries()",
        "BadEntries()",
        "typing.Generic[T]",
        "typing.List[int]",
        "typing.NamedTuple",
        "typing.TypedDict",
        "typing.TypedDict, total=False",
        "typing.Protocol",
        "enum.Enum",
        "Final",
        "abc.ABC",
        "5",
        "A, A",
        "metaclass=function, k=1",
        "metaclass=5",
        "metaclass=BadPrepare",
        "int, str",
        "bool",
        "Exception",
        "tuple",
        "B, metaclass=abc.ABCMeta",
    ];
    with_python(|m, py| {
        let oracle = Oracle::new(py, CLASSES);
        for head in heads {
            for body in ["__annotations__ = {'x': int}\nx = 1", "def f(self): pass\ny = 2"] {
                let indented = body.replace('\n', "\n  ");
                let statement = format!("__name__ = '__main__'\nclass X({head}):\n  {indented}");
                let expected = oracle.exec(&statement).and_then(|()| oracle.eval("describe(X)"));
                assert_eq!(outcome(py, build(m, &oracle, head, body)), shown(expected, py), "{statement}");
            }
        }
    });
}

#[test]
fn dangerous_special_methods_are_refused() {
    let setup = "
class Liar(dict):
    def __contains__(self, k): return False
class Hiding(type):
    def __prepare__(name, bases): return Liar()
describe = repr
";
    with_python(|m, py| {
        let oracle = Oracle::new(py, setup);
        for head in ["", "metaclass=Hiding"] {
            for name in ["__array_interface__", "__buffer__", "__class__", "__typing_subst__"] {
                let got = outcome(py, build(m, &oracle, head, &format!("{name} = property(lambda s: 1)")));
                assert!(got.starts_with(&format!("!InterpreterError: Forbidden definition of special method: {name}")), "{got}");
            }
        }
        assert!(build(m, &oracle, "bytearray", "x = 1").is_ok());
    });
}

#[test]
fn attribute_hooks_know_no_raw_memory() {
    let setup = "
def hook(self, name): return name
class Smuggler(dict):
    def __contains__(self, k): return False
class Hiding(type):
    def __prepare__(name, bases): return Smuggler()
def describe(c):
    x = c()
    try: return (x.some, getattr(x, '__array_interface__', None), c.__getattr__(x, 'y'))
    except TypeError as e: return (x.some, getattr(x, '__array_interface__', None), str(e))
";
    with_python(|m, py| {
        let oracle = Oracle::new(py, setup);
        for (head, body) in [
            ("", "def __getattr__(self, name): return name"),
            ("metaclass=Hiding", "def __getattr__(self, name): return name"),
            ("", "__getattr__ = hook"),
        ] {
            assert_eq!(outcome(py, build(m, &oracle, head, body)), "tuple ('some', None, 'y')", "{head} {body}");
        }
        let got = outcome(py, build(m, &oracle, "", "__getattr__ = {'some': 1, '__array_interface__': 2, 'y': 3}.get"));
        assert!(got.starts_with("tuple (1, None,"), "{got}");
        let got = outcome(py, build(m, &oracle, "", "def __getattribute__(self, name): return name + '!'\n__getattr__ = None"));
        assert!(got.starts_with("tuple ('some!', None,"), "{got}");
    });
}

#[test]
fn deep_tuples_are_no_keys() {
    with_python(|m, py| {
        let oracle = Oracle::new(py, "t = ()\nfor _ in range(100000): t = (t,)\nu = ((1, (2, 3)), 'x')");
        let (deep, fine) = (oracle.value("t"), oracle.value("u"));
        let got = containers::set(m, vec![deep.clone()]);
        assert_eq!(outcome(py, got), "!RecursionError: maximum recursion depth exceeded: objects are nested too deeply");
        assert!(subscript::get(m, &oracle.value("{1: 2}"), &deep).is_err());
        drop(PyErr::take(py));
        assert!(compare::contains(m, &deep, &oracle.value("{1}")).is_err());
        drop(PyErr::take(py));
        assert_eq!(outcome(py, containers::set(m, vec![fine])), "set {((1, (2, 3)), 'x')}");
    });
}

#[cfg(Py_3_12)]
#[test]
fn type_parameters_and_aliases() {
    use crate::vm::ops::type_params;
    with_python(|m, py| {
        let oracle = Oracle::new(py, "import typing\ndef late(): return missing");
        let module = Value::string(py, "here");
        let declare = |source: &str, functions: &[&str]| {
            let functions: Vec<Value> = functions.iter().map(|f| oracle.value(f)).collect();
            type_params::declare(m, source, &functions, &module).unwrap()
        };
        let show = |v: &Value, source: &str| {
            let f = oracle.eval(source).unwrap();
            f.call1((v.to_bound(py).unwrap(),)).unwrap().to_string()
        };
        let source = "def make(a, b):\n def f[T: a(), C: (*b(),), *Ts, **P](): pass\n return f.__type_params__";
        let all = declare(source, &["lambda: int", "lambda: (int, str)"]);
        assert_eq!(show(&all, "lambda v: (v[0].__bound__, v[0].__infer_variance__)"), "(<class 'int'>, True)");
        assert_eq!(show(&all, "lambda v: v[1].__constraints__"), "(<class 'int'>, <class 'str'>)");
        let generic = type_params::generic(m, &all).unwrap();
        assert_eq!(show(&generic, "lambda v: v.__parameters__"), "(T, C, Ts, P)");
        let alias = declare("def make(a):\n type L = a()\n return (L,)", &["late"]);
        assert_eq!(show(&alias, "lambda v: (v[0].__name__, v[0].__module__)"), "('L', 'here')");
    });
}

#[test]
fn wrappers_of_the_interpreter_carry_no_raw_memory() {
    with_python(|_, py| {
        crate::sandbox::classes::getattr_hook::install(py).unwrap();
        let setup = "
import functools
def g(): pass
g.__dict__['__array_interface__'] = 5
wrapped = [g, functools.lru_cache(g), functools.singledispatch(g), functools.partial(g), staticmethod(g)]
wrapped[3].__dict__['__array_interface__'] = 5
found = [hasattr(w, '__array_interface__') for w in wrapped]
";
        let oracle = Oracle::new(py, setup);
        assert_eq!(oracle.eval("found").unwrap().to_string(), "[False, False, False, False, False]");
    });
}
