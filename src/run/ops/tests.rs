//! The operations against the interpreter's own: same results, same errors, over a table of values.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::lower::program::{BinOp, CmpOp, Conversion, UnaryOp};
use crate::run::engine;
use crate::run::machine::Machine;
use crate::run::ops::{
    arithmetic, compare, containers, exceptions, format, groups, iterate, matching, raw, subscript, unpack, with_,
};
use crate::run::session::Session;
use crate::run::value::{Value, R};

fn with_python(test: impl FnOnce(&Machine, Python<'_>)) {
    Python::initialize();
    Python::attach(|py| {
        py.run(c"import warnings; warnings.simplefilter('ignore')", None, None).unwrap();
        let session = Session::new();
        let result = engine::deferred(&session, &Value::NONE, |m| {
            test(m, py);
            Ok(())
        });
        assert_eq!(result, Ok(()));
    });
}

/// Python source whose result the operation is compared with.
struct Oracle<'py> {
    globals: Bound<'py, PyDict>,
}

impl<'py> Oracle<'py> {
    fn new(py: Python<'py>, setup: &str) -> Oracle<'py> {
        let globals = PyDict::new(py);
        py.run(&std::ffi::CString::new(setup).unwrap(), Some(&globals), None).unwrap();
        Oracle { globals }
    }
    fn eval(&self, source: &str) -> PyResult<Bound<'py, PyAny>> {
        self.globals.py().eval(&std::ffi::CString::new(source).unwrap(), Some(&self.globals), None)
    }
    fn value(&self, source: &str) -> Value {
        unboxed(self.eval(source).unwrap())
    }
    fn exec(&self, source: &str) -> PyResult<()> {
        self.globals.py().run(&std::ffi::CString::new(source).unwrap(), Some(&self.globals), None)
    }
}

/// As the engine has it: small integers unboxed.
fn unboxed(object: Bound<'_, PyAny>) -> Value {
    let value = Value::from_bound(object);
    match value.num() {
        crate::run::value::Num::Int(i) if value.is_object() => Value::int(i),
        _ => value,
    }
}

fn shown(result: PyResult<Bound<'_, PyAny>>, py: Python<'_>) -> String {
    match result {
        Ok(v) => format!("{} {}", v.get_type().name().unwrap(), v.repr().unwrap()),
        Err(e) => format!("!{}: {}", e.get_type(py).name().unwrap(), e.value(py)),
    }
}

fn outcome(py: Python<'_>, result: R<Value>) -> String {
    shown(result.map_err(|_| PyErr::take(py).unwrap()).and_then(|v| Ok(v.to_bound(py).map_err(|_| PyErr::fetch(py))?)), py)
}

const VALUES: &[&str] = &[
    "0", "1", "-1", "2", "3", "-7", "63", "64", "10**18", "2**63-1", "-2**63", "2**63", "2**53+1", "-(2**70)", "True", "False", "None",
    "0.0", "-0.0", "1.5", "-2.5", "1e300", "1e-300", "5e-324", "float('inf')", "float('-inf')", "float('nan')", "2.0**53", "1e16", "3.0",
    "1j", "'ab'", "''", "'x%sy'", "b'ab'", "[1, 2]", "(1, 2)", "{1, 2}", "{'a': 1}", "Fraction(1, 3)", "Sub(5)", "FSub(1.5)", "range(3)",
];
const SETUP: &str = "
from fractions import Fraction
class Sub(int): pass
class FSub(float): pass
";

#[test]
fn binary_operators_agree() {
    let ops = [
        (BinOp::Add, "+"), (BinOp::Sub, "-"), (BinOp::Mul, "*"), (BinOp::Div, "/"), (BinOp::FloorDiv, "//"),
        (BinOp::Mod, "%"), (BinOp::Pow, "**"), (BinOp::MatMul, "@"), (BinOp::And, "&"), (BinOp::Or, "|"),
        (BinOp::Xor, "^"), (BinOp::LShift, "<<"), (BinOp::RShift, ">>"),
    ];
    with_python(|m, py| {
        let oracle = Oracle::new(py, SETUP);
        for (op, sign) in ops {
            for a in VALUES {
                for b in VALUES {
                    if too_large(sign, a, b) {
                        continue;
                    }
                    let (x, y) = (oracle.value(a), oracle.value(b));
                    let expected = shown(oracle.eval(&format!("({a}) {sign} ({b})")), py);
                    assert_eq!(outcome(py, arithmetic::binary(m, op, &x, &y)), expected, "{a} {sign} {b}");
                    let expected = in_place_expected(&oracle, a, sign, b);
                    assert_eq!(outcome(py, arithmetic::in_place(m, op, x, &y)), expected, "{a} {sign}= {b}");
                }
            }
        }
    });
}

fn in_place_expected(oracle: &Oracle<'_>, a: &str, sign: &str, b: &str) -> String {
    let py = oracle.globals.py();
    let result = oracle.exec(&format!("r = ({a})\nr {sign}= ({b})")).and_then(|()| oracle.eval("r"));
    shown(result, py)
}

fn too_large(sign: &str, a: &str, b: &str) -> bool {
    let huge = ["10**18", "2**63-1", "2**63", "2**53+1", "-2**63", "-(2**70)"];
    matches!(sign, "**" | "<<" | "*") && (huge.contains(&b) || huge.contains(&a) && sign == "*") && !(a.len() > 30)
        && !(sign == "*" && a.parse::<f64>().is_ok() && b.parse::<f64>().is_ok())
}

#[test]
fn comparisons_agree() {
    let ops = [
        (CmpOp::Lt, "<"), (CmpOp::Le, "<="), (CmpOp::Eq, "=="), (CmpOp::Ne, "!="), (CmpOp::Gt, ">"), (CmpOp::Ge, ">="),
        (CmpOp::In, "in"), (CmpOp::NotIn, "not in"),
    ];
    with_python(|m, py| {
        let oracle = Oracle::new(py, SETUP);
        for (op, sign) in ops {
            for a in VALUES {
                for b in VALUES {
                    let (x, y) = (oracle.value(a), oracle.value(b));
                    let expected = shown(oracle.eval(&format!("({a}) {sign} ({b})")), py);
                    assert_eq!(outcome(py, compare::compare(m, op, &x, &y)), expected, "{a} {sign} {b}");
                }
            }
        }
    });
}

#[test]
fn unary_operators_and_truth_agree() {
    let ops = [(UnaryOp::Neg, "-"), (UnaryOp::Pos, "+"), (UnaryOp::Invert, "~"), (UnaryOp::Not, "not ")];
    with_python(|m, py| {
        let oracle = Oracle::new(py, SETUP);
        for a in VALUES {
            for (op, sign) in ops {
                let expected = shown(oracle.eval(&format!("{sign}({a})")), py);
                assert_eq!(outcome(py, arithmetic::unary(m, op, &oracle.value(a))), expected, "{sign}{a}");
            }
            let expected: bool = oracle.eval(&format!("bool({a})")).unwrap().extract().unwrap();
            assert_eq!(arithmetic::truth(m, &oracle.value(a)), Ok(expected));
        }
    });
}

#[test]
fn identity_is_what_a_program_can_tell() {
    with_python(|_, py| {
        let oracle = Oracle::new(py, SETUP);
        let boxed = |s: &str| Value::from_bound(oracle.eval(s).unwrap());
        assert!(compare::identical(&Value::int(10_i64.pow(12)), &boxed("10**12")));
        assert!(!compare::identical(&Value::int(1), &Value::bool(true)));
        assert!(!compare::identical(&Value::int(5), &boxed("Sub(5)")));
        assert!(compare::identical(&Value::float(1.5), &boxed("1.5")));
        let nan = Value::float(f64::NAN);
        assert!(compare::identical(&nan, &nan.clone()));
        assert!(!compare::identical(&nan, &Value::float(f64::NAN)));
    });
}

#[test]
fn subscripts_agree() {
    let containers = [
        "[1, 2, 3]", "(1, 2, 3)", "'abc'", "b'abc'", "{'a': 1, 1: 2, None: 3}", "range(5)", "5", "None", "DD(list)", "int", "list",
        "'aé€😀'",
    ];
    let indices = ["0", "-1", "2", "3", "-3", "-4", "True", "2**70", "'a'", "None", "1.0", "[1]", "Idx()"];
    with_python(|m, py| {
        let oracle = Oracle::new(py, "from collections import defaultdict as DD\nclass Idx:\n  def __index__(self): return 1\n  def __repr__(self): return 'Idx'");
        for c in containers {
            for i in indices {
                let expected = shown(oracle.eval(&format!("({c})[{i}]")), py);
                let got = subscript::get(m, &oracle.value(c), &oracle.value(i));
                assert_eq!(outcome(py, got), expected, "{c}[{i}]");
            }
        }
    });
}

#[test]
fn slices_agree() {
    let containers = ["[1, 2, 3, 4]", "(1, 2, 3, 4)", "'aé€😀'", "b'abcd'", "range(9)", "{}", "7"];
    let parts = ["None", "0", "1", "-2", "9", "-9", "2**70", "'x'", "True"];
    with_python(|m, py| {
        let oracle = Oracle::new(py, "");
        for c in containers {
            for lower in parts {
                for upper in parts {
                    for step in ["None", "1", "-1", "2", "0"] {
                        let expected = shown(oracle.eval(&format!("({c})[slice({lower}, {upper}, {step})]")), py);
                        let value = oracle.value(c);
                        let parts = [&oracle.value(lower), &oracle.value(upper), &oracle.value(step)];
                        let got = subscript::get_slice(m, &value, parts);
                        assert_eq!(outcome(py, got), expected, "{c}[{lower}:{upper}:{step}]");
                    }
                }
            }
        }
    });
}

#[test]
fn a_failed_lookup_is_noted() {
    with_python(|m, py| {
        let oracle = Oracle::new(py, "");
        assert!(subscript::get(m, &oracle.value("{'a': 1}"), &oracle.value("'b'")).is_err());
        let error = PyErr::fetch(py);
        let note = m.note.replace(None);
        assert_eq!(note.map(|(of, _)| of.ptr()), Some(error.value(py).as_ptr()));
    });
}

#[test]
fn formats_agree() {
    let specs = ["", ">10", "05d", ".2f", ",", "x", "e", "%", "^+8.1f", "s", "c", "_b", "Q"];
    with_python(|m, py| {
        let oracle = Oracle::new(py, SETUP);
        for a in VALUES {
            for (conversion, sign) in
                [(Conversion::None, ""), (Conversion::Str, "!s"), (Conversion::Repr, "!r"), (Conversion::Ascii, "!a")]
            {
                let expected = shown(oracle.eval(&format!("f'<{{({a}){sign}}}>'").replace("('", "(\"").replace("')", "\")")), py);
                if a.contains('\'') {
                    continue;
                }
                let part = format::format(m, conversion, &oracle.value(a), None).and_then(|v| {
                    format::join(m, &[Value::string(py, "<"), v, Value::string(py, ">")])
                });
                assert_eq!(outcome(py, part), expected, "{a}{sign}");
            }
            for spec in specs {
                let expected = shown(oracle.eval(&format!("format({a}, '{spec}')")), py);
                let got = format::format(m, Conversion::None, &oracle.value(a), Some(&Value::string(py, spec)));
                let got = got.and_then(|v| format::join(m, &[v]));
                assert_eq!(outcome(py, got), expected, "{a}:{spec}");
            }
        }
    });
}

#[test]
fn float_texts_agree_on_random_bits() {
    with_python(|_, py| {
        let mut bits: u64 = 0x9E37_79B9_7F4A_7C15;
        for _ in 0..20_000 {
            bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            for f in [f64::from_bits(bits), (bits >> 40) as f64 / 1000.0, (bits >> 11) as f64] {
                let expected = pyo3::types::PyFloat::new(py, f).repr().unwrap().to_string();
                assert_eq!(format::float_text(f), expected);
            }
        }
    });
}

#[test]
fn joined_texts_of_all_widths() {
    with_python(|m, py| {
        let parts: Vec<Value> = ["a", "é", "€", "😀", ""].iter().map(|s| Value::string(py, s)).collect();
        let mut all = parts.clone();
        all.extend([Value::int(-5), Value::float(0.5), Value::bool(true), Value::NONE]);
        assert_eq!(outcome(py, format::join(m, &all)), "str 'aé€😀-50.5TrueNone'");
        assert_eq!(outcome(py, format::join(m, &[])), "str ''");
        assert_eq!(outcome(py, format::join(m, &[Value::int(7)])), "str '7'");
    });
}

#[test]
fn unpacking_agrees() {
    let sources = [
        "[1, 2]", "(1, 2, 3)", "[]", "'ab'", "{'a': 1, 'b': 2}", "range(2)", "range(4)", "iter([1])", "5", "None", "bad()", "Old()", "len",
    ];
    let setup = "
class Old:
    def __getitem__(self, i):
        if i > 1: raise IndexError
        return i
def bad():
    yield 1
    raise KeyError('x')
";
    with_python(|m, py| {
        let oracle = Oracle::new(py, setup);
        for source in sources {
            for (targets, n) in [("a,", 1), ("a, b", 2), ("a, b, c", 3)] {
                let expected = target_values(&oracle, targets, source);
                let got = unpack::exact(m, &oracle.value(source), n);
                assert_eq!(outcome(py, got.and_then(|v| containers::tuple(m, v))), expected, "{targets} = {source}");
            }
            for (targets, before, after) in [("*a,", 0, 0), ("a, *b", 1, 0), ("*a, b", 0, 1), ("a, *b, c, d", 1, 2)] {
                let expected = target_values(&oracle, targets, source);
                let got = unpack::starred(m, &oracle.value(source), before, after);
                assert_eq!(outcome(py, got.and_then(|v| containers::tuple(m, v))), expected, "{targets} = {source}");
            }
        }
        let endless = oracle.value("iter(int, 1)");
        assert_eq!(
            outcome(py, unpack::exact(m, &endless, 2).and_then(|v| containers::tuple(m, v))),
            "!ValueError: too many values to unpack (expected 2)"
        );
    });
}

fn target_values(oracle: &Oracle<'_>, targets: &str, source: &str) -> String {
    let names = targets.replace('*', "");
    let names = names.trim_end_matches(',');
    let result = oracle.exec(&format!("{targets} = {source}")).and_then(|()| oracle.eval(&format!("({names},)")));
    shown(result, oracle.globals.py())
}

#[test]
fn iteration_agrees() {
    let sources = [
        "[1, 'a']", "(1.5, None)", "range(3)", "range(5, 0, -2)", "range(2**70, 2**70 + 2)", "'ab'", "{'k': 1}", "{3}", "iter([1, 2])",
        "(i for i in 'xy')", "5", "None", "int", "Bad()", "b'ab'",
    ];
    with_python(|m, py| {
        let oracle = Oracle::new(py, "class Bad:\n  def __iter__(self): return 1");
        for source in sources {
            let expected = shown(oracle.eval(&format!("[x for x in {source}]")), py);
            let got = iterate::get_iter(m, &oracle.value(source)).and_then(|mut state| {
                let mut items = Vec::new();
                while let Some(item) = iterate::next(m, &mut state)? {
                    items.push(item);
                }
                containers::list(m, items)
            });
            assert_eq!(outcome(py, got), expected, "{source}");
        }
    });
}

#[test]
fn a_list_may_grow_and_shrink_while_iterated() {
    with_python(|m, py| {
        let list = PyList::new(py, [1, 2, 3]).unwrap();
        let mut state = iterate::get_iter(m, &Value::from_bound(list.clone().into_any())).unwrap();
        assert!(iterate::next(m, &mut state).unwrap().is_some());
        list.append(4).unwrap();
        list.del_slice(1, 3).unwrap();
        assert_eq!(iterate::next(m, &mut state).unwrap().map(|v| v.num()), Some(crate::run::value::Num::Int(4)));
        assert!(iterate::next(m, &mut state).unwrap().is_none());
    });
}

#[test]
fn displays_with_stars_agree() {
    let sources = ["[1]", "(1, 2)", "'ab'", "{'a': 1}", "{5}", "range(2)", "iter([7])", "5", "None"];
    with_python(|m, py| {
        let oracle = Oracle::new(py, "");
        for s in sources {
            let list = containers::list(m, vec![Value::int(0)]).unwrap();
            let got = containers::extend(m, &list, &oracle.value(s)).map(|()| list);
            assert_eq!(outcome(py, got), shown(oracle.eval(&format!("[0, *{s}]")), py), "[*{s}]");
            let set = containers::set(m, vec![Value::int(0)]).unwrap();
            let got = containers::set_update(m, &set, &oracle.value(s)).map(|()| set);
            assert_eq!(outcome(py, got), shown(oracle.eval(&format!("{{0, *{s}}}")), py), "{{*{s}}}");
            let dict = containers::dict(m, vec![]).unwrap();
            let got = containers::dict_update(m, &dict, &oracle.value(s)).map(|()| dict);
            assert_eq!(outcome(py, got), shown(oracle.eval(&format!("{{**{s}}}")), py), "{{**{s}}}");
        }
    });
}

#[test]
fn call_stars_name_the_function() {
    let setup = "
import types
def f(*a, **k): return (a, k)
class M:
    def keys(self): return ['a', 'b']
    def __getitem__(self, k): return k
";
    with_python(|m, py| {
        let oracle = Oracle::new(py, setup);
        let callee = oracle.value("f");
        for s in ["5", "None", "[1]", "iter([2])"] {
            let list = containers::list(m, vec![]).unwrap();
            let got = containers::args_extend(m, &list, &oracle.value(s), &callee)
                .and_then(|()| Ok(oracle.value("f").to_bound(py)?.call1(list.to_bound(py)?.cast::<PyList>().map_err(PyErr::from)?.to_tuple())?));
            assert_eq!(outcome(py, got.map(Value::from_bound)), shown(oracle.eval(&format!("f(*{s})")), py), "f(*{s})");
        }
        for s in ["5", "{'b': 2}", "{'a': 2}", "M()", "{1: 2}", "types.MappingProxyType({'z': 1})", "[('x', 1)]"] {
            let map = oracle.value("{'a': 1}");
            let got = containers::kwargs_merge(m, &map, &oracle.value(s), &callee).and_then(|()| {
                let map = map.to_bound(py)?;
                Ok(oracle.value("f").to_bound(py)?.call((), Some(map.cast::<PyDict>().map_err(PyErr::from)?))?)
            });
            assert_eq!(outcome(py, got.map(Value::from_bound)), shown(oracle.eval(&format!("f(a=1, **{s})")), py), "f(**{s})");
        }
    });
}

#[test]
fn raising_agrees() {
    let setup = "
class E(Exception): pass
class Odd(Exception):
    def __new__(cls): return 5
class Bad(Exception):
    def __init__(self): raise KeyError('init')
";
    with_python(|m, py| {
        let oracle = Oracle::new(py, setup);
        for s in ["E", "E('x')", "5", "None", "int", "Odd", "Bad", "'text'", "KeyboardInterrupt"] {
            exceptions::raise(m, &oracle.value(s));
            let got = shown(Err(PyErr::fetch(py)), py);
            assert_eq!(got, shown(oracle.exec(&format!("raise {s}")).and_then(|()| oracle.eval("1")), py), "raise {s}");
            for c in ["None", "E", "ValueError(1)", "5", "Bad"] {
                exceptions::raise_from(m, &oracle.value(s), &oracle.value(c));
                let got = PyErr::fetch(py);
                let expected = oracle.exec(&format!("raise {s} from {c}")).unwrap_err();
                assert_eq!(cause_text(&got, py), cause_text(&expected, py), "raise {s} from {c}");
            }
        }
    });
}

fn cause_text(error: &PyErr, py: Python<'_>) -> String {
    let value = error.value(py);
    format!("{:?} {:?} {:?}", value.repr(), value.getattr("__cause__").unwrap().repr(), value.getattr("__suppress_context__"))
}

#[test]
fn matching_exceptions_agrees() {
    with_python(|m, py| {
        let oracle = Oracle::new(py, "def test(e, t):\n  try:\n    raise e\n  except t:\n    return True\n  except BaseException as x:\n    if x is not e: raise\n    return False");
        for t in ["ValueError", "(KeyError, ValueError)", "Exception", "()", "5", "int", "(ValueError, 5)", "((ValueError,),)", "'x'"] {
            let expected = shown(oracle.eval(&format!("test(ValueError(), {t})")), py);
            let got = exceptions::matches(m, &oracle.value("ValueError()"), &oracle.value(t));
            assert_eq!(outcome(py, got.map(Value::bool)), expected, "except {t}");
        }
    });
}

#[cfg(Py_3_11)]
#[test]
fn groups_split_as_the_language_says() {
    let setup = "
EG = ExceptionGroup
class Mine(ExceptionGroup):
    def derive(self, excs): return Mine(self.message + '*', excs)
class Liar(ExceptionGroup):
    def derive(self, excs): return 5
def split(e, t):
    try:
        try: raise e
        except* t as g: caught.append(g)
    except BaseException as rest:
        if rest is not e and not isinstance(rest, BaseExceptionGroup): raise
        return (caught.pop() if caught else None, rest)
    return (caught.pop() if caught else None, None)
caught = []
";
    let exceptions = [
        "ValueError(1)", "EG('a', [ValueError(1), KeyError(2)])", "EG('a', [EG('b', [ValueError(1), OSError(3)]), KeyError(2)])",
        "Mine('m', [ValueError(1), KeyError(2)])", "BaseExceptionGroup('b', [KeyboardInterrupt(), ValueError(1)])",
    ];
    with_python(|m, py| {
        let oracle = Oracle::new(py, setup);
        for e in exceptions {
            for t in ["ValueError", "(ValueError, KeyError)", "Exception", "OSError", "TypeError"] {
                let expected = shown(oracle.eval(&format!("split({e}, {t})")), py);
                let got = groups::split(m, &oracle.value(e), &oracle.value(t)).and_then(|(a, b)| containers::tuple(m, vec![a, b]));
                assert_eq!(outcome(py, got), expected, "{e} except* {t}");
            }
        }
        for t in ["ExceptionGroup", "(ValueError, EG)", "5"] {
            let expected = shown(oracle.exec(&format!("try:\n  raise ValueError\nexcept* {t}: pass")).and_then(|()| oracle.eval("1")), py);
            let got = groups::split(m, &oracle.value("ValueError()"), &oracle.value(t)).map(|p| p.0);
            assert_eq!(outcome(py, got), expected, "except* {t}");
        }
        let lying = groups::split(m, &oracle.value("Liar('a', [ValueError(1), KeyError(2)])"), &oracle.value("KeyError"));
        assert_eq!(outcome(py, lying.map(|p| p.0)), "!TypeError: derive must return an instance of BaseExceptionGroup");
    });
}

#[cfg(Py_3_11)]
#[test]
fn groups_are_gathered_in_the_shape_of_the_original() {
    with_python(|m, py| {
        let oracle = Oracle::new(py, "a, b, c = ValueError(1), KeyError(2), OSError(3)\nEG = ExceptionGroup\no = EG('o', [EG('i', [a, b]), c])\n");
        let gather = |raised: &str, rest: &str, original: &str| {
            let result = groups::gather(m, &oracle.value(raised), &oracle.value(rest), &oracle.value(original));
            outcome(py, result.map(|()| Value::NONE))
        };
        let text = |source: &str| {
            let e = PyErr::from_value(oracle.eval(source).unwrap());
            shown(Err(e), py)
        };
        assert_eq!(gather("[]", "None", "o"), "NoneType None");
        assert_eq!(gather("[None]", "None", "o"), "NoneType None");
        assert_eq!(gather("[]", "EG('o', [c])", "o"), text("EG('o', [c])"));
        assert_eq!(gather("[TypeError(9)]", "None", "o"), text("TypeError(9)"));
        assert_eq!(gather("[TypeError(9)]", "EG('o', [c])", "o"), text("EG('', [TypeError(9), EG('o', [c])])"));
        assert_eq!(gather("[EG('o', [EG('i', [a])])]", "EG('o', [EG('i', [b])])", "o"), text("EG('o', [EG('i', [a, b])])"));
        assert_eq!(gather("[TypeError(9)]", "None", "a"), text("TypeError(9)"));
    });
}

#[test]
fn context_managers_are_looked_up_on_the_type() {
    let setup = "
class Good:
    def __enter__(self): return 1
    def __exit__(self, *a): return a
class Half:
    def __enter__(self): return 1
class Instance: pass
i = Instance(); i.__enter__ = i.__exit__ = lambda *a: None
";
    with_python(|m, py| {
        let oracle = Oracle::new(py, setup);
        for s in ["5", "Half()", "i", "None"] {
            let expected = shown(oracle.exec(&format!("with {s}: pass")).and_then(|()| oracle.eval("1")), py);
            assert_eq!(outcome(py, with_::enter_exit(m, &oracle.value(s), false).map(|p| p.0)), expected, "with {s}");
        }
        let (exit, enter) = with_::enter_exit(m, &oracle.value("Good()"), false).unwrap();
        assert_eq!(enter.to_bound(py).unwrap().call0().unwrap().to_string(), "1");
        let result = with_::call_exit(m, &exit, &oracle.value("KeyError(1)"));
        assert_eq!(outcome(py, result), "tuple (<class 'KeyError'>, KeyError(1), None)");
    });
}

#[test]
fn patterns_agree() {
    let setup = "
from collections import defaultdict, OrderedDict
class P:
    __match_args__ = ('x', 'y')
    def __init__(self, x, y): self.x, self.y = x, y
class L:
    __match_args__ = ['x']
class N:
    __match_args__ = (1,)
class Plain: a = 1
class Twice:
    __match_args__ = ('a', 'a')
    a = 1
";
    let cases = [
        ("P(1, 2)", "P", 2, "", "P(a, b)", "(a, b)"),
        ("P(1, 2)", "P", 1, "y", "P(a, y=b)", "(a, b)"),
        ("P(1, 2)", "P", 3, "", "P(a, b, c)", "(a, b, c)"),
        ("P(1, 2)", "P", 0, "z", "P(z=a)", "(a,)"),
        ("P(1, 2)", "P", 1, "x", "P(a, x=b)", "(a, b)"),
        ("5", "int", 1, "", "int(a)", "(a,)"),
        ("True", "bool", 1, "", "bool(a)", "(a,)"),
        ("'s'", "str", 2, "", "str(a, b)", "(a, b)"),
        ("5", "str", 1, "", "str(a)", "(a,)"),
        ("L()", "L", 1, "", "L(a)", "(a,)"),
        ("N()", "N", 1, "", "N(a)", "(a,)"),
        ("Plain()", "Plain", 1, "", "Plain(a)", "(a,)"),
        ("Plain()", "Plain", 0, "a", "Plain(a=b)", "(b,)"),
        ("Twice()", "Twice", 2, "", "Twice(a, b)", "(a, b)"),
        ("5", "len", 1, "", "len(a)", "(a,)"),
    ];
    with_python(|m, py| {
        let oracle = Oracle::new(py, setup);
        for (subject, class, positional, names, pattern, result) in cases {
            let source = format!("r = None\nmatch {subject}:\n  case {pattern}: r = {result}");
            let expected = shown(oracle.exec(&source).and_then(|()| oracle.eval("r")), py);
            let names: Vec<String> = names.split(' ').filter(|n| !n.is_empty()).map(str::to_owned).collect();
            let got = matching::class(m, &oracle.value(class), &oracle.value(subject), positional, &names);
            let got = got.and_then(|found| found.map_or(Ok(Value::NONE), |v| containers::tuple(m, v)));
            assert_eq!(outcome(py, got), expected, "{source}");
        }
        for (source, sequence, mapping) in [("[1]", true, false), ("'a'", false, false), ("{}", false, true), ("range(2)", true, false), ("1", false, false), ("OrderedDict()", false, true)] {
            assert_eq!(matching::sequence(m, &oracle.value(source)), Ok(sequence));
            assert_eq!(matching::mapping(m, &oracle.value(source)), Ok(mapping));
        }
        let keys = |subject: &str, keys: &[&str]| {
            let keys: Vec<Value> = keys.iter().map(|k| oracle.value(k)).collect();
            let found = matching::keys(m, &oracle.value(subject), &keys);
            outcome(py, found.and_then(|f| f.map_or(Ok(Value::NONE), |v| containers::tuple(m, v))))
        };
        assert_eq!(keys("{'a': 1, 2: 3}", &["'a'", "2"]), "tuple (1, 3)");
        assert_eq!(keys("defaultdict(list)", &["'a'"]), "NoneType None");
        assert_eq!(keys("{'a': None}", &["'a'", "'a'"]), "!ValueError: mapping pattern checks duplicate key ('a')");
        assert_eq!(outcome(py, matching::rest(m, &oracle.value("{'a': 1, 'b': 2}"), &[oracle.value("'a'")])), "dict {'b': 2}");
    });
}

#[test]
fn strings_grow_in_place() {
    with_python(|m, py| {
        let mut text = Value::string(py, &"x".repeat(100));
        let addition = Value::string(py, "y");
        let mut moved = 0;
        for _ in 0..1000 {
            let before = text.ptr();
            text = arithmetic::in_place(m, BinOp::Add, text, &addition).unwrap();
            moved += usize::from(before != text.ptr());
        }
        assert_eq!(text.to_bound(py).unwrap().len().unwrap(), 1100);
        assert!(moved < 500, "{moved} copies");
        assert!(raw::kind(&text) == raw::Kind::Str);
    });
}
