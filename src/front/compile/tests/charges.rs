//! Operations are counted as the original counts evaluated nodes.

use crate::front::bytecode::code::Code;
use crate::front::bytecode::instr::Instr;
use crate::front::compile::tests::{lowered, lowered_by_line, Program};

/// Sum of all charges of a code.
fn total(code: &Code) -> u32 {
    code.instrs.iter().map(|i| if let Instr::Charge { n } = i { *n } else { 0 }).sum()
}

fn cost(source: &str) -> u32 {
    total(&lowered(source).module)
}

fn inner(program: &Program) -> u32 {
    total(&program.module.functions.first().expect("a function").code)
}

#[test]
fn expressions() {
    // Statement, then nodes.
    for (source, nodes) in [
        ("1", 2),
        ("x", 2),
        ("-1", 3),
        ("x + 1", 4),
        ("x.y", 3),
        ("x.y.z", 4),
        ("f(1)", 3),
        ("f()(1)", 4),
        ("x.m(1)", 4),
        ("x[0](1)", 6),
        ("f(*a)", 3),
        ("f(k=1, **d)", 4),
        ("[1, 2, 3]", 5),
        ("[*a, 1]", 5),
        ("(1, 2)", 4),
        ("{1: 2}", 4),
        ("x[0]", 4),
        ("x[1:2]", 6),
        ("x[:]", 4),
        ("(a if b else c)[0]", 7),
        ("(a and b)[1:2]", 8),
        ("[i for i in x][-1]", 7),
        ("x[1:2, 3]", 8),
        ("a and b", 4),
        ("a < b < c", 5),
        ("not a", 3),
        ("a if b else c", 5),
        ("lambda x: x + 1", 2),
        ("'a' 'b'", 2),
        ("(y := 1)", 3),
        ("f(x)", 3),
    ] {
        assert_eq!(cost(source), nodes, "{source}");
    }
}

#[test]
fn f_strings() {
    assert_eq!(cost("f'abc'"), 3);
    assert_eq!(cost("f''"), 2);
    assert_eq!(cost("f'{x}'"), 4);
    assert_eq!(cost("f'a{x}b'"), 6);
    assert_eq!(cost("f'a' 'b' f'{x}'"), 5);
    assert_eq!(cost("f'{x:>10}'"), 6);
    assert_eq!(cost("f'{x:>{w}}'"), 8);
    assert_eq!(cost("f'{x=}'"), 5);
    assert_eq!(cost("f'{x!r}'"), 4);
}

#[test]
fn statements() {
    for (source, nodes) in [
        ("x = 1", 2),
        ("x = y = 1", 2),
        ("a, b = 1, 2", 4),
        ("x[0] = 1", 4),
        ("x.y = 1", 3),
        ("x += 1", 2),
        ("x.y += 1", 4),
        ("x[i] += 1", 6),
        ("x: int = 1", 2),
        ("x: List[int]", 1),
        ("del x", 1),
        ("del x[0]", 3),
        ("pass", 1),
        ("import os", 1),
        ("from os import path", 1),
        ("raise E", 2),
        ("assert x", 2),
        ("if x: pass\nelif y: pass", 6),
        ("for i in x: pass", 3),
        ("while x: pass", 3),
        ("try: pass\nexcept E: pass", 4),
        ("with a as b: pass", 3),
        ("class A: pass", 1),
        ("class A(B): pass", 2),
        ("def f(x: int) -> int: return 1", 1),
        ("@d\ndef f(): pass", 2),
        ("def f(x=1+1): pass", 1),
    ] {
        assert_eq!(cost(source), nodes, "{source}");
    }
}

#[test]
fn function_bodies_pay_for_their_defaults() {
    assert_eq!(inner(&lowered("def f(x=1+1): return x")), 3 + 2);
    assert_eq!(inner(&lowered("def f(*, x=1+1): return x")), 2);
    assert_eq!(inner(&lowered("def f(): 'doc'")), 2);
    assert_eq!(inner(&lowered("lambda x=1: x + 1")), 3);
}

#[test]
fn class_bodies() {
    let body = |source: &str| total(&lowered(source).module.classes.first().expect("a class").code);
    assert_eq!(body("class A:\n 'doc'\n pass"), 0);
    assert_eq!(body("class A:\n x = 1\n y: int = 2\n z: int"), 1 + 2 + 1);
    assert_eq!(body("class A:\n def f(self): pass"), 1);
}

#[test]
fn comprehensions_charge_per_item() {
    let charges: Vec<u32> = {
        let program = lowered("x = [i * 2 for i in y if i]");
        program.module.instrs.iter().filter_map(|i| if let Instr::Charge { n } = i { Some(*n) } else { None }).collect()
    };
    // Statement, comprehension, iterable; then the test; then the element.
    assert_eq!(charges, [3, 1, 3]);
    let generator = lowered("h(i * 2 for i in y)");
    assert_eq!(inner(&generator), 3);
    assert_eq!(total(&generator.module), 4);
    // Statement and call; expression, iterable and items of the loop in place; expression and iterable of the generator.
    let aggregate = lowered("sum(i * 2 for i in y)");
    assert_eq!(inner(&aggregate), 3);
    assert_eq!(total(&aggregate.module), 2 + (2 + 3) + 2);
}

#[test]
fn unspent_shrinks_along_a_run() {
    let program = lowered("x = f(a, b.c)");
    // Assign, Call, a, Attribute, b: when `f` is missing a, Attribute and b have not started.
    let left: Vec<u32> = program.module.unspent.iter().map(|e| e.1).collect();
    assert_eq!(left, [3, 2, 0]);
}

#[test]
fn every_loop_charges() {
    for source in ["while True: pass", "for i in x: pass", "def f(a=[i for i in x]): pass", "def f(a: [i for i in x]): pass"] {
        let program = lowered(source);
        let code = &program.module;
        for (pc, instr) in code.instrs.iter().enumerate() {
            let to = match instr {
                Instr::ForNext { to, .. } => i32::from(*to),
                Instr::LoopBack { to, .. } => *to,
                _ => continue,
            };
            let start = usize::try_from(pc as i32 + to).expect("inside");
            let body = code.instrs.get(start..pc).expect("a backward jump");
            assert!(body.iter().any(|i| matches!(i, Instr::Charge { n } if *n > 0)), "{source}\n{code}");
        }
    }
}

#[test]
fn by_line_no_charge_spans_two_lines() {
    let source = "x = [\n  a,\n  b[1],\n]\ny = f(1,\n  2) + g()\nif x > 1 and \\\n  y < 2:\n  x += 1\nelif x:\n  x = 2\n";
    let program = lowered_by_line(source);
    let code = &program.module;
    assert_eq!(total(code), cost(source));
    let line_at = |pc: usize| {
        let at = code.spans.partition_point(|(at, _)| *at as usize <= pc);
        code.spans.get(at - 1).expect("a place").1.line(source)
    };
    let mut line = 0;
    for (pc, instr) in code.instrs.iter().enumerate() {
        if matches!(instr, Instr::Charge { .. }) {
            line = line_at(pc);
        } else {
            assert_eq!(line_at(pc), line, "{instr:?}\n{code}");
        }
    }
}

#[test]
fn by_line_calls_are_followed_by_a_charge() {
    let program = lowered_by_line("def f():\n  return g(1) + h.i(2, *x)\n");
    let code = &program.module.functions.first().expect("a function").code;
    for (instr, next) in code.instrs.iter().zip(code.instrs.iter().skip(1)) {
        if matches!(instr, Instr::Call { .. } | Instr::CallMethod { .. } | Instr::CallLoaded { .. } | Instr::CallEx { .. }) {
            assert!(matches!(next, Instr::Charge { .. }), "{code}");
        }
    }
}
