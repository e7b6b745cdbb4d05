//! What each family of constructs lowers to.

use crate::front::bytecode::code::{CodeKind, Const, FreeSource, Suspends};
use crate::front::bytecode::instr::Instr;
use crate::front::bytecode::operands::{Reg, Rk};
use crate::front::compile::tests::{function_of, lowered, module_of, try_lower};

#[test]
fn globals_are_registers_once_bound() {
    assert_eq!(module_of("x = 1\ny = x + 2", &[]), ["Move", "AddInt", "Return"]);
    assert_eq!(module_of("y = x * x", &["x"]), ["Mul", "Return"]);
    assert_eq!(module_of("y = x * x", &[]), ["LoadGlobal", "LoadGlobal", "Mul", "Return"]);
    assert_eq!(
        module_of("if c: x = 1\nx", &["c"])[..3],
        ["Move", "JumpIfFalse", "Move"].map(String::from)[..].iter().map(String::as_str).collect::<Vec<_>>()[1..]
            .iter()
            .copied()
            .chain(["LoadGlobal"])
            .collect::<Vec<_>>()[..]
    );
}

#[test]
fn calls_are_laid_out_in_registers() {
    assert_eq!(module_of("f(1, x)", &["x"]), ["LoadCallee", "Move", "Move", "Call", "Return"]);
    assert_eq!(module_of("x.m(1)", &["x"]), ["Move", "Move", "CallMethod", "Return"]);
    assert_eq!(
        module_of("f(*x, **y)", &["x", "y", "f"]),
        ["Move", "Move", "BuildDict", "KwargsMerge", "BuildList", "ArgsExtend", "CallEx", "Return"]
    );
    assert_eq!(module_of("f(k=1)", &["f"]), ["Move", "Move", "CallKw", "Return"]);
}

#[test]
fn operands_are_copied_when_calls_follow() {
    assert_eq!(module_of("x + f()", &["x", "f"]), ["Move", "Move", "Call", "Add", "Return"]);
    assert_eq!(module_of("x + y", &["x", "y"]), ["Add", "Return"]);
    // A local cannot be rebound by a call.
    assert_eq!(function_of("def f(x): return x + x()"), ["Move", "Call", "Add", "Return"]);
    assert_eq!(function_of("def f(x): return x + (x := 1)"), ["Move", "Move", "Move", "Add", "Return"]);
}

#[test]
fn conditions_are_jumps() {
    assert_eq!(function_of("def f(a, b):\n if a < b and not a: return 1"), ["JumpUnlessLt", "JumpIfTrue", "Return", "Return"]);
    assert_eq!(function_of("def f(a):\n while a < 10: a += 1"), ["Move", "JumpUnlessLt", "InPlace", "LoopBack", "Return"]);
    assert_eq!(function_of("def f(a):\n while True: a()"), ["Move", "Move", "Call", "Clear", "LoopBack"]);
}

#[test]
fn range_loops_have_no_range() {
    assert_eq!(module_of("for i in range(10): x = i", &["range"])[..1], ["Move"]);
    assert!(module_of("for i in range(10): x = i", &[]).contains(&"GetRange".to_owned()));
    assert_eq!(function_of("def f(n):\n for i in range(n): pass"), ["Move", "GetRange", "Jump", "ForNext", "Return"]);
    assert!(!function_of("def f(range):\n for i in range(3): pass").contains(&"GetRange".to_owned()));
}

#[test]
fn check_bound_only_where_needed() {
    let checks = |source: &str| function_of(source).iter().filter(|m| *m == "CheckBound").count();
    assert_eq!(checks("def f(a):\n x = 1\n return x + a"), 0);
    assert_eq!(checks("def f(a):\n if a: x = 1\n return x"), 1);
    assert_eq!(checks("def f(a):\n if a: x = 1\n else: x = 2\n return x"), 0);
    assert_eq!(checks("def f(a):\n if a: x = 1\n else: raise a\n return x"), 0);
    assert_eq!(checks("def f(a):\n for x in a: y = x\n return x, y"), 2);
    assert_eq!(checks("def f(a):\n x = 1\n del x\n return x"), 1);
    assert_eq!(checks("def f(a):\n try: x = a()\n except a: x = 1\n return x"), 0);
    assert_eq!(checks("def f(a):\n try: x = a()\n except a: pass\n return x"), 1);
    assert_eq!(checks("def f(a):\n try: x = a()\n finally: a()\n return x"), 0);
    assert_eq!(checks("def f(a):\n while True:\n  x = a()\n  if x: break\n return x"), 0);
    assert_eq!(checks("def f(a):\n with a: x = 1\n return x"), 1);
    assert_eq!(checks("def f(a):\n if (x := a()) and (y := a()): return x, y\n return y"), 1);
    assert_eq!(checks("def f(a):\n return [x for x in a] + x"), 0, "a global");
    assert_eq!(checks("def f(a):\n match a:\n  case [x]: pass\n  case x: pass\n return x"), 0);
    assert_eq!(checks("def f(a):\n for i in a:\n  x = 1\n  del x\n  x"), 1);
}

#[test]
fn closures() {
    let program = lowered("def f(x):\n def g(): return x\n return g");
    let f = &program.module.functions.first().expect("f").code;
    assert!(matches!(f.instrs.get(1), Some(Instr::MakeCell { r: Reg(0) })), "{f}");
    let g = f.functions.first().expect("g");
    assert_eq!(g.closure, [FreeSource::Cell(Reg(0))]);
    assert_eq!(g.code.free_names, ["x"]);
    assert_eq!(g.code.qualname, "f.<locals>.g");
}

#[test]
fn comprehension_variables_have_slots_of_their_own() {
    let program = lowered("def f(x):\n return [x for x in x]");
    let f = &program.module.functions.first().expect("f").code;
    assert_eq!(f.slot_names, ["x", "x"]);
    let program = lowered("def f(a):\n return [lambda: i for i in a]");
    let f = &program.module.functions.first().expect("f").code;
    assert_eq!(f.functions.first().expect("lambda").closure, [FreeSource::Cell(Reg(1))]);
    assert!(f.instrs.iter().any(|i| matches!(i, Instr::MakeCell { r: Reg(1) })));
    // Siblings share, nested ones do not.
    let program = lowered("def f(a):\n [i for i in a]\n [i for i in a]\n [[i for i in i] for i in a]");
    let f = &program.module.functions.first().expect("f").code;
    assert_eq!(f.slot_names, ["a", "i", "i"]);
}

#[test]
fn class_scopes() {
    let program = lowered("class A:\n x = 1\n y = [x for _ in x]\n def m(self): return super().m(), __class__");
    let body = &program.module.classes.first().expect("A").code;
    assert_eq!(body.slot_names, [".namespace", "__class__", "_"]);
    assert!(matches!(body.instrs.last(), Some(Instr::Return { s: Rk(1) })));
    let m = body.functions.first().expect("m");
    assert_eq!(m.code.free_names, ["__class__"]);
    assert_eq!(m.code.qualname, "A.m");
    assert!(m.code.instrs.iter().any(|i| matches!(i, Instr::LoadSuper { .. })));
    let program = lowered("class A:\n def m(self): self.__x = __y; return __z__");
    let m = &program.module.classes.first().expect("A").code.functions.first().expect("m").code;
    assert_eq!(m.attr_sites.first().expect("site").name, "_A__x");
}

#[test]
fn tool_names_cannot_be_bound() {
    for source in [
        "tool = 1",
        "tool: int = 1",
        "tool += 1",
        "for tool in x: pass",
        "with a as tool: pass",
        "import tool",
        "import x as tool",
        "from x import y as tool",
        "def tool(): pass",
        "class tool: pass",
        "(tool := 1)",
        "del tool",
        "[1 for tool in x]",
        "a, tool = x",
        "a, (b, *tool) = x",
        "match x:\n case tool: pass",
        "match x:\n case {**tool}: pass",
        "try: pass\nexcept E as tool: pass",
        "def f():\n tool = 1",
        "def f():\n global tool\n tool = 1",
        "[(tool := 1) for x in y]",
        "lambda: (tool := 1)",
        "type tool = int",
    ] {
        let all = crate::front::compile::tests::listing(&lowered(source).module);
        assert!(all.contains("Refuse"), "{source}\n{all}");
    }
    for source in ["def f(tool): return tool", "class A:\n def tool(self): pass", "tool(1)", "x.tool = 1", "f(tool=1)"] {
        assert!(!crate::front::compile::tests::listing(&lowered(source).module).contains("Refuse"), "{source}");
    }
}

#[test]
fn fixed_refusals_come_before_the_object() {
    assert_eq!(module_of("f().__globals__", &["f"])[..1], ["Refuse"]);
    assert_eq!(module_of("f().__globals__ = 1", &["f"])[..1], ["Refuse"]);
    assert_eq!(module_of("del f().__globals__", &["f"])[..1], ["Refuse"]);
    for code in ["f().f_globals", "f().f_globals = 1", "del f().f_globals"] {
        let listing = module_of(code, &["f"]);
        assert!(listing[0] != "Refuse" && listing.contains(&"Refuse".to_owned()), "{code}: {listing:?}");
    }
}

#[test]
fn finally_is_emitted_once() {
    let code = function_of("def f(a):\n for i in a:\n  try:\n   if i: return 1\n   if a: break\n   if f: continue\n  finally: a.done()");
    assert_eq!(code.iter().filter(|m| *m == "CallMethod").count(), 1);
    assert_eq!(code.iter().filter(|m| *m == "PushHandled").count(), 1);
    let source = (0..20).fold("pass".to_owned(), |inner, _| {
        let body: String = inner.lines().map(|l| format!(" {l}\n")).collect();
        format!("try:\n{body} if x: return\nfinally:\n y()\n")
    });
    let body: String = source.lines().map(|l| format!(" {l}\n")).collect();
    assert!(function_of(&format!("def f(x, y):\n{body}")).len() < 700);
}

#[test]
fn handlers_nest_inside_out() {
    let program = lowered("try:\n try: a()\n except B: c()\nexcept D: e()");
    let handlers = &program.module.handlers;
    assert_eq!(handlers.len(), 2);
    let (inner, outer) = (handlers[0], handlers[1]);
    assert!(outer.start <= inner.start && inner.end < outer.end);
    assert_eq!((inner.depth, outer.depth), (0, 0));
}

#[test]
fn values_of_snippets() {
    let last = |source: &str| {
        let program = try_lower(source, &["x", "f"]).expect("lowers");
        let code = program.module.clone();
        let Some(Instr::Return { s }) = code.instrs.last().copied() else { panic!("no return") };
        if s.is_reg() {
            None
        } else {
            code.consts.get((-1 - i32::from(s.0)) as usize).cloned()
        }
    };
    for source in ["x = 1", "x += 1", "x", "def f(): pass", "class A: pass", "for i in x: i", "if x: 1", "x: int = 2", "a, b = x"] {
        assert_eq!(last(source), None, "{source}");
    }
    for source in ["", "pass", "while f(): 1", "import os", "del x", "try: x\nexcept: x", "with x: x", "x: int", "x = 1; pass"] {
        assert_eq!(last(source), Some(Const::None), "{source}");
    }
    assert!(module_of("for i in x:\n if i: i\n while i: 5", &["x"]).contains(&"KeepNonNone".to_owned()));
}

#[test]
fn long_displays_and_calls() {
    let items = |n: usize| vec!["x"; n].join(", ");
    assert!(module_of(&format!("[{}]", items(5_000)), &["x"]).len() > 5_000);
    assert!(module_of(&format!("f({})", items(300)), &["x"]).contains(&"CallEx".to_owned()));
    assert_eq!(module_of("x = [1, 2, 3]", &[]), ["BuildList", "ListExtend", "Move", "Return"]);
    let many: String = (0..40_000).map(|i| format!("x = {i}\n")).collect();
    assert!(module_of(&many, &[]).contains(&"LoadConst".to_owned()));
}

#[test]
fn far_jumps_are_widened() {
    let body: String = (0..12_000).map(|i| format!("  y = x.a{}\n", i % 7)).collect();
    let program = try_lower(&format!("for i in x:\n if i < 3:\n{body}\n"), &["x"]).expect("lowers");
    let far = program.module.instrs.iter().any(|i| matches!(i, Instr::Jump { to } if to.abs() > 30_000));
    assert!(far || program.module.instrs.len() < 32_767);
    let body: String = (0..40_000).map(|i| format!("  y = {i}\n")).collect();
    let program = try_lower(&format!("for i in x:\n if i < 3:\n{body}\n"), &["x"]).expect("lowers");
    assert!(program.module.instrs.iter().any(|i| matches!(i, Instr::JumpWhen { to: 2, .. })));
    assert!(program.module.instrs.iter().any(|i| matches!(i, Instr::ForNext { to: 2, .. })));
}

#[test]
fn generators() {
    assert_eq!(
        function_of("def f(a):\n x = yield a\n yield from a"),
        ["StartGenerator", "Yield", "GetYieldFrom", "Move", "Delegate", "Clear", "Return"]
    );
    assert_eq!(function_of("async def f(a): return await a"), ["StartGenerator", "GetAwaitable", "Move", "Delegate", "Return"]);
    let program = lowered("(x for x in y)");
    let code = &program.module.functions.first().expect("genexpr").code;
    assert_eq!(code.kind, CodeKind::GeneratorExpression);
    assert_eq!(code.suspends, Suspends::Generator);
    assert_eq!(code.slot_names, [".0", "x"]);
}

#[test]
fn lone_surrogates_are_kept() {
    let consts = |source: &str| lowered(source).module.consts.clone();
    let text = |bytes: &[u8]| Const::Str(bytes.into());
    assert!(consts(r"x = 'a\ud800b'").contains(&text(b"a\xed\xa0\x80b")));
    assert!(consts(
        r"x = '\n\N{BULLET}\
\x41\101\udfff\q'"
    )
    .contains(&text("\n\u{2022}AA".bytes().chain(*b"\xed\xbf\xbf\\q").collect::<Vec<_>>().as_slice())));
    assert!(consts(r"x = f'{{\ud800{y}'").contains(&text(b"{\xed\xa0\x80")));
    assert!(consts(r"x = r'\ud800'").contains(&text(br"\ud800")));
}

#[test]
fn numbers() {
    let consts = |source: &str| lowered(source).module.consts.clone();
    assert!(consts("x = 9223372036854775808").contains(&Const::BigInt("9223372036854775808".into())));
    assert!(consts("x = 0xFFFF_FFFF_FFFF_FFFF_FF").contains(&Const::BigInt("0xffffffffffffffffff".into())));
    assert!(consts("x = -5").contains(&Const::Int(-5)));
    assert!(consts("x = 1_000").contains(&Const::Int(1000)));
    assert!(consts("x = 2j").contains(&Const::Imaginary(2.0)));
    assert!(consts("x = (1, -2, 'a')").contains(&Const::Tuple(vec![Const::Int(1), Const::Int(-2), Const::Str(b"a".as_slice().into())])));
}

#[test]
fn statement_places() {
    let source = "x = 1\n@d\n# c\ndef f():\n    pass\n";
    let program = lowered(source);
    let texts: Vec<&str> = program.statements.iter().map(|s| s.text(source)).collect();
    assert_eq!(texts, ["x = 1", "def f():\n    pass"]);
}

#[test]
fn slots_of_a_program() {
    let program = lowered("a = b\ndef f():\n global c\n c = d");
    assert_eq!(program.stored.len(), 3);
    assert_eq!(program.used.len(), 5);
}
