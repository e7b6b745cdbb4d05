//! Nothing that parses makes lowering panic or produce inconsistent code.

use proptest::prelude::*;

use crate::front::compile::tests::try_lower;
use crate::front::parse::parse;

fn check(source: &str) {
    if parse(source, crate::front::compile::tests::VERSION).is_ok() {
        let _ = try_lower(source, &["x"]);
    }
}

#[test]
fn long_chains() {
    let run = || {
        let n = 10_000;
        for (open, mid, close) in [
            ("", "a", "+a"),
            ("", "a", ".b"),
            ("", "f", "()"),
            ("-", "x", ""),
            ("not ", "x", ""),
            ("", "a", "[0]"),
            ("", "a", "**a"),
            ("", "a", " and a"),
            ("", "a", " < a"),
            ("", "a", " if a else a"),
            ("lambda: ", "1", ""),
            ("", "if a: pass\n", "elif a: pass\n"),
            ("", "x", " = x"),
            ("", "x", ", x"),
            ("@a\n", "def f(): pass", ""),
            ("", "f'", "{x}"),
            ("", "x", ".m(1)"),
        ] {
            let mut source = open.repeat(n) + mid + &close.repeat(n);
            if mid == "f'" {
                source.push('\'');
            }
            check(&source);
            check(&format!("while {source}: pass"));
        }
    };
    std::thread::Builder::new().stack_size(512 << 10).spawn(run).expect("thread").join().expect("no overflow");
}

const WORDS: &[&str] = &[
    "x",
    "y",
    "f",
    "tool",
    "1",
    "'s'",
    "f'{x}'",
    "None",
    "...",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    ";",
    "=",
    "+=",
    ":=",
    "+",
    "-",
    "*",
    "**",
    "<",
    "==",
    "is",
    "in",
    "not",
    "and",
    "or",
    "if",
    "else",
    "elif",
    "for",
    "while",
    "def",
    "class",
    "return",
    "yield",
    "from",
    "await",
    "async",
    "lambda",
    "try",
    "except",
    "finally",
    "with",
    "as",
    "raise",
    "del",
    "pass",
    "break",
    "continue",
    "global",
    "nonlocal",
    "import",
    "match",
    "case",
    "_",
    "assert",
    ".",
    "@",
    "->",
    "\n",
    "\n ",
    "\n  ",
    "super",
    "__class__",
    "__x",
    "type",
    "|",
    "!r",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

    #[test]
    fn token_soup(words in prop::collection::vec(prop::sample::select(WORDS), 0..40)) {
        check(&words.join(" "));
    }
}

/// Random but grammatical statements.
fn expression() -> impl Strategy<Value = String> + Clone {
    let leaf = prop::sample::select(&["x", "y", "1", "'a'", "None", "__debug__", "super()", "-1", "(1, 2)"][..]).prop_map(String::from);
    leaf.prop_recursive(4, 40, 4, |inner| {
        let two = (inner.clone(), inner.clone());
        prop_oneof![
            two.clone().prop_map(|(a, b)| format!("({a} + {b})")),
            two.clone().prop_map(|(a, b)| format!("({a} and {b})")),
            two.clone().prop_map(|(a, b)| format!("({a} < {b} < 3)")),
            two.clone().prop_map(|(a, b)| format!("f({a}, *{b}, k={a}, **{b})")),
            two.clone().prop_map(|(a, b)| format!("f({a}, k={b})")),
            two.clone().prop_map(|(a, b)| format!("{a}.m({b})")),
            two.clone().prop_map(|(a, b)| format!("{a}[{b}:]")),
            two.clone().prop_map(|(a, b)| format!("[{a} for y in {b} if y]")),
            two.clone().prop_map(|(a, b)| format!("{{y: {a} for y, z in {b}}}")),
            two.clone().prop_map(|(a, b)| format!("({a} for y in {b})")),
            two.clone().prop_map(|(a, b)| format!("(lambda y={a}: {b})")),
            two.clone().prop_map(|(a, b)| format!("({a} if {b} else z)")),
            two.clone().prop_map(|(a, b)| format!("[{a}, *{b}]")),
            two.clone().prop_map(|(a, b)| format!("{{**{a}, 1: {b}}}")),
            two.prop_map(|(a, b)| format!("(w := [{a}, {b}])")),
            inner.clone().prop_map(|a| format!("(yield {a})")),
            inner.clone().prop_map(|a| format!("(not {a})")),
            inner.prop_map(|a| format!("{a}.__b")),
        ]
    })
}

fn indented(body: &str) -> String {
    body.lines().map(|l| format!(" {l}\n")).collect()
}

fn statement() -> impl Strategy<Value = String> {
    let e = expression();
    let leaf = prop_oneof![
        e.clone().prop_map(|e| format!("x = {e}\n")),
        e.clone().prop_map(|e| format!("x += {e}\n")),
        e.clone().prop_map(|e| format!("x[{e}] += {e}\n")),
        e.clone().prop_map(|e| format!("y, *z = {e}\n")),
        e.clone().prop_map(|e| format!("return {e}\n")),
        e.clone().prop_map(|e| format!("raise {e}\n")),
        e.clone().prop_map(|e| format!("assert {e}\n")),
        e.prop_map(|e| format!("{e}\n")),
        prop::sample::select(&["break\n", "continue\n", "del x\n", "raise\n", "pass\n", "import a.b\n", "return\n"][..])
            .prop_map(String::from),
    ];
    leaf.prop_recursive(5, 60, 4, |inner| {
        let block = prop::collection::vec(inner, 1..4).prop_map(|s| indented(&s.concat()));
        let two = (block.clone(), block.clone());
        prop_oneof![
            two.clone().prop_map(|(a, b)| format!("if x:\n{a}else:\n{b}")),
            two.clone().prop_map(|(a, b)| format!("for y in x:\n{a}else:\n{b}")),
            two.clone().prop_map(|(a, b)| format!("while x:\n{a}else:\n{b}")),
            two.clone().prop_map(|(a, b)| format!("try:\n{a}finally:\n{b}")),
            two.clone().prop_map(|(a, b)| format!("try:\n{a}except E as e:\n{b}")),
            two.clone().prop_map(|(a, b)| format!("try:\n{a}except E:\n{b}else:\n pass\nfinally:\n{a}")),
            two.clone().prop_map(|(a, b)| format!("with x as y, z:\n{a}{}", indented(&b).replace("\n ", "\n"))),
            two.clone().prop_map(|(a, b)| format!(
                "match x:\n case [y, *z]:\n{}\n case {{'k': y, **z}} | A(y, z=z) if y:\n{}",
                indented(&a),
                indented(&b)
            )),
            two.prop_map(|(a, b)| format!("def g(x, *a, y=1, **k):\n{a}{b}")),
            block.clone().prop_map(|a| format!("while True:\n{a}")),
            block.clone().prop_map(|a| format!(
                "async def h():\n async for i in x:\n{}\n async with x as y:\n{}",
                indented(&a),
                indented(&a)
            )),
            block.prop_map(|a| format!("class C(x, m=y):\n{a}")),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_500, ..ProptestConfig::default() })]

    #[test]
    fn random_programs(body in prop::collection::vec(statement(), 1..5)) {
        let body = body.concat();
        check(&body);
        check(&format!("def outer(x):\n{}", indented(&body)));
        check(&format!("for i in x:\n{}", indented(&body)));
    }
}
