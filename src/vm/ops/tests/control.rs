//! Exceptions, groups, context managers, patterns.

use crate::vm::ops::tests::*;

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
        "ValueError(1)",
        "EG('a', [ValueError(1), KeyError(2)])",
        "EG('a', [EG('b', [ValueError(1), OSError(3)]), KeyError(2)])",
        "Mine('m', [ValueError(1), KeyError(2)])",
        "BaseExceptionGroup('b', [KeyboardInterrupt(), ValueError(1)])",
    ];
    with_python(|m, py| {
        let oracle = Oracle::new(py, setup);
        for e in exceptions {
            for t in ["ValueError", "(ValueError, KeyError)", "Exception", "OSError", "TypeError"] {
                let expected = shown(oracle.eval(&format!("split({e}, {t})")), py);
                let got =
                    exception_groups::split(m, &oracle.value(e), &oracle.value(t)).and_then(|(a, b)| containers::tuple(m, vec![a, b]));
                assert_eq!(outcome(py, got), expected, "{e} except* {t}");
            }
        }
        for t in ["ExceptionGroup", "(ValueError, EG)", "5"] {
            let expected = shown(oracle.exec(&format!("try:\n  raise ValueError\nexcept* {t}: pass")).and_then(|()| oracle.eval("1")), py);
            let got = exception_groups::split(m, &oracle.value("ValueError()"), &oracle.value(t)).map(|p| p.0);
            assert_eq!(outcome(py, got), expected, "except* {t}");
        }
        let lying = exception_groups::split(m, &oracle.value("Liar('a', [ValueError(1), KeyError(2)])"), &oracle.value("KeyError"));
        assert_eq!(outcome(py, lying.map(|p| p.0)), "!TypeError: derive must return an instance of BaseExceptionGroup");
    });
}

#[cfg(Py_3_11)]
#[test]
fn groups_are_gathered_in_the_shape_of_the_original() {
    with_python(|m, py| {
        let oracle =
            Oracle::new(py, "a, b, c = ValueError(1), KeyError(2), OSError(3)\nEG = ExceptionGroup\no = EG('o', [EG('i', [a, b]), c])\n");
        let gather = |raised: &str, rest: &str, original: &str| {
            let result = exception_groups::gather(m, &oracle.value(raised), &oracle.value(rest), &oracle.value(original));
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
            let got = match_::class(m, &oracle.value(class), &oracle.value(subject), positional, &names);
            let got = got.and_then(|found| found.map_or(Ok(Value::NONE), |v| containers::tuple(m, v)));
            assert_eq!(outcome(py, got), expected, "{source}");
        }
        for (source, sequence, mapping) in [
            ("[1]", true, false),
            ("'a'", false, false),
            ("{}", false, true),
            ("range(2)", true, false),
            ("1", false, false),
            ("OrderedDict()", false, true),
        ] {
            assert_eq!(match_::sequence(m, &oracle.value(source)), Ok(sequence));
            assert_eq!(match_::mapping(m, &oracle.value(source)), Ok(mapping));
        }
        let keys = |subject: &str, keys: &[&str]| {
            let keys: Vec<Value> = keys.iter().map(|k| oracle.value(k)).collect();
            let found = match_::keys(m, &oracle.value(subject), &keys);
            outcome(py, found.and_then(|f| f.map_or(Ok(Value::NONE), |v| containers::tuple(m, v))))
        };
        assert_eq!(keys("{'a': 1, 2: 3}", &["'a'", "2"]), "tuple (1, 3)");
        assert_eq!(keys("defaultdict(list)", &["'a'"]), "NoneType None");
        assert_eq!(keys("{'a': None}", &["'a'", "'a'"]), "!ValueError: mapping pattern checks duplicate key ('a')");
        assert_eq!(outcome(py, match_::rest(m, &oracle.value("{'a': 1, 'b': 2}"), &[oracle.value("'a'")])), "dict {'b': 2}");
    });
}
