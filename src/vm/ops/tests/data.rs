//! Subscripts, iteration, unpacking, displays.

use crate::vm::ops::tests::*;

#[test]
fn subscripts_agree() {
    let containers = [
        "[1, 2, 3]",
        "(1, 2, 3)",
        "'abc'",
        "b'abc'",
        "{'a': 1, 1: 2, None: 3}",
        "range(5)",
        "5",
        "None",
        "DD(list)",
        "int",
        "list",
        "'aé€😀'",
    ];
    let indices = ["0", "-1", "2", "3", "-3", "-4", "True", "2**70", "'a'", "None", "1.0", "[1]", "Idx()"];
    with_python(|m, py| {
        let oracle = Oracle::new(
            py,
            "from collections import defaultdict as DD\nclass Idx:\n  def __index__(self): return 1\n  def __repr__(self): return 'Idx'",
        );
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
fn unpacking_agrees() {
    let sources = [
        "[1, 2]",
        "(1, 2, 3)",
        "[]",
        "'ab'",
        "{'a': 1, 'b': 2}",
        "range(2)",
        "range(4)",
        "iter([1])",
        "5",
        "None",
        "bad()",
        "Old()",
        "len",
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
        "[1, 'a']",
        "(1.5, None)",
        "range(3)",
        "range(5, 0, -2)",
        "range(2**70, 2**70 + 2)",
        "'ab'",
        "{'k': 1}",
        "{3}",
        "iter([1, 2])",
        "(i for i in 'xy')",
        "5",
        "None",
        "int",
        "Bad()",
        "b'ab'",
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
        assert_eq!(iterate::next(m, &mut state).unwrap().map(|v| v.num()), Some(crate::cpython::value::Num::Int(4)));
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
        for s in ["5", "None", "[1]", "iter([2])", "'ab'"] {
            let list = containers::list(m, vec![]).unwrap();
            let got = containers::args_extend(m, &list, &oracle.value(s), &callee).and_then(|()| {
                Ok(oracle.value("f").to_bound(py)?.call1(list.to_bound(py)?.cast::<PyList>().map_err(PyErr::from)?.to_tuple())?)
            });
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
