//! Operators, comparisons, formatting.

use crate::vm::ops::tests::*;

#[test]
fn binary_operators_agree() {
    let ops = [
        (BinOp::Add, "+"),
        (BinOp::Sub, "-"),
        (BinOp::Mul, "*"),
        (BinOp::Div, "/"),
        (BinOp::FloorDiv, "//"),
        (BinOp::Mod, "%"),
        (BinOp::Pow, "**"),
        (BinOp::MatMul, "@"),
        (BinOp::And, "&"),
        (BinOp::Or, "|"),
        (BinOp::Xor, "^"),
        (BinOp::LShift, "<<"),
        (BinOp::RShift, ">>"),
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
    matches!(sign, "**" | "<<" | "*")
        && (huge.contains(&b) || huge.contains(&a) && sign == "*")
        && a.len() <= 30
        && !(sign == "*" && a.parse::<f64>().is_ok() && b.parse::<f64>().is_ok())
}

#[test]
fn comparisons_agree() {
    let ops = [
        (CmpOp::Lt, "<"),
        (CmpOp::Le, "<="),
        (CmpOp::Eq, "=="),
        (CmpOp::Ne, "!="),
        (CmpOp::Gt, ">"),
        (CmpOp::Ge, ">="),
        (CmpOp::In, "in"),
        (CmpOp::NotIn, "not in"),
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
fn formats_agree() {
    let specs = ["", ",.2f", ".3f", ".0f", ",.0f", ".20f", ",d", ">10", "05d", ".2f", ",", "x", "e", "%", "^+8.1f", "s", "c", "_b", "Q"];
    with_python(|m, py| {
        let oracle = Oracle::new(py, SETUP);
        for a in VALUES {
            for (conversion, sign) in [(Conversion::None, ""), (Conversion::Str, "!s"), (Conversion::Repr, "!r"), (Conversion::Ascii, "!a")]
            {
                let expected = shown(oracle.eval(&format!("f'<{{({a}){sign}}}>'").replace("('", "(\"").replace("')", "\")")), py);
                if a.contains('\'') {
                    continue;
                }
                let part = format::format(m, conversion, &oracle.value(a), None)
                    .and_then(|v| format::join(m, &[Value::string(py, "<"), v, Value::string(py, ">")]));
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
        assert!(api::kind(&text) == api::Kind::Str);
    });
}
