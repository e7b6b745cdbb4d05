//! Semantic syntax errors have CPython 3.11's texts.

use crate::front::compile::tests::try_lower;

fn error(source: &str) -> String {
    match try_lower(source, &[]) {
        Ok(_) => "no error".to_owned(),
        Err(e) => e.message.into_owned(),
    }
}

#[test]
fn outside_of_functions_and_loops() {
    assert_eq!(error("return 1"), "'return' outside function");
    assert_eq!(error("class A:\n return 1"), "'return' outside function");
    assert_eq!(error("yield 1"), "'yield' outside function");
    assert_eq!(error("x = (yield)"), "'yield' outside function");
    assert_eq!(error("class A:\n yield 1"), "'yield' outside function");
    assert_eq!(error("def f(x=(yield)): pass"), "'yield' outside function");
    assert_eq!(error("def f():\n await x"), "'await' outside async function");
    assert_eq!(error("async def f():\n  lambda: await x"), "'await' outside async function");
    assert_eq!(error("break"), "'break' outside loop");
    assert_eq!(error("continue"), "'continue' not properly in loop");
    assert_eq!(error("for x in y:\n def f():\n  break"), "'break' outside loop");
    assert_eq!(error("while 1:\n class A:\n  continue"), "'continue' not properly in loop");
    assert_eq!(error("for x in y: pass\nelse: break"), "'break' outside loop");
    assert_eq!(error("def f():\n async for x in y: pass"), "'async for' outside async function");
    assert_eq!(error("def f():\n async with x: pass"), "'async with' outside async function");
    assert_eq!(error("async def f():\n yield from x"), "'yield from' inside async function");
    assert_eq!(error("async def f():\n yield 1\n return 2"), "'return' with value in async generator");
    assert_eq!(error("lambda: (yield)"), "no error");
    assert_eq!(error("while 1:\n try: pass\n finally: continue"), "no error");
}

#[test]
fn declarations() {
    assert_eq!(error("def f():\n x=1\n global x"), "name 'x' is assigned to before global declaration");
    assert_eq!(error("def f():\n print(x)\n global x"), "name 'x' is used prior to global declaration");
    assert_eq!(error("def f(x):\n global x"), "name 'x' is parameter and global");
    assert_eq!(error("x=1\nglobal x"), "name 'x' is assigned to before global declaration");
    assert_eq!(error("nonlocal x"), "nonlocal declaration not allowed at module level");
    assert_eq!(error("def f():\n nonlocal q"), "no binding for nonlocal 'q' found");
    assert_eq!(error("q = 1\nclass A:\n nonlocal q"), "no binding for nonlocal 'q' found");
    assert_eq!(error("def f():\n x = 1\n def g():\n  global x\n  nonlocal x"), "name 'x' is nonlocal and global");
    assert_eq!(error("x: int\nglobal x"), "annotated name 'x' can't be global");
    assert_eq!(error("def f():\n global x\n x: int = 1"), "annotated name 'x' can't be global");
    assert_eq!(error("def f(a, a): pass"), "duplicate argument 'a' in function definition");
    assert_eq!(error("lambda a, *a: 1"), "duplicate argument 'a' in function definition");
    assert_eq!(error("global x\nx = 1"), "no error");
}

#[test]
fn comprehensions_and_assignment_expressions() {
    assert_eq!(error("x=[(yield 1) for x in y]"), "'yield' outside function".replace("outside function", "inside list comprehension"));
    assert_eq!(error("[x:=1 for x in y]"), "assignment expression cannot rebind comprehension iteration variable 'x'");
    assert_eq!(error("[x for x in (y:=1)]"), "assignment expression cannot be used in a comprehension iterable expression");
    assert_eq!(error("[x for x in (lambda: (y:=1))]"), "assignment expression cannot be used in a comprehension iterable expression");
    assert_eq!(error("class A:\n [y:=1 for x in z]"), "assignment expression within a comprehension cannot be used in a class body");
    assert_eq!(error("[[(i:=1) for j in i] for i in z]"), "assignment expression cannot rebind comprehension iteration variable 'i'");
    assert_eq!(error("[i for i in a if (j:=1) for j in z]"), "comprehension inner loop cannot rebind assignment expression target 'j'");
    assert_eq!(error("def f():\n [x async for x in y]"), "asynchronous comprehension outside of an asynchronous function");
    assert_eq!(error("def f():\n return [await x for y in z]"), "asynchronous comprehension outside of an asynchronous function");
    assert_eq!(error("async def f():\n return [await x for y in z]"), "no error");
    assert_eq!(error("async def f():\n return (await x for y in z)"), "no error");
}

#[test]
fn targets() {
    assert_eq!(error("a, *b, *c = 1"), "multiple starred expressions in assignment");
    assert_eq!(error("*a = 1"), "starred assignment target must be in a list or tuple");
    assert_eq!(error("*a"), "can't use starred expression here");
    assert_eq!(error("__debug__ = 1"), "cannot assign to __debug__");
    assert_eq!(error("def f(__debug__): pass"), "cannot assign to __debug__");
    assert_eq!(error("import __debug__"), "cannot assign to __debug__");
    assert_eq!(error("f(__debug__=1)"), "cannot assign to __debug__");
    assert_eq!(error("a.__debug__ = 1"), "cannot assign to __debug__");
    assert_eq!(error("a = *b,"), "no error");
    assert_eq!(error("x[*a]"), "no error");
}

#[test]
fn imports_and_handlers() {
    assert_eq!(error("def f():\n from x import *"), "import * only allowed at module level");
    assert_eq!(error("x=1\nfrom __future__ import annotations"), "from __future__ imports must occur at the beginning of the file");
    assert_eq!(error("from __future__ import foo"), "future feature foo is not defined");
    assert_eq!(error("from __future__ import braces"), "not a chance");
    assert_eq!(error("'doc'\nfrom __future__ import annotations"), "no error");
    assert_eq!(error("try: pass\nexcept: pass\nexcept E: pass"), "default 'except:' must be last");
    let star = "'break', 'continue' and 'return' cannot appear in an except* block";
    assert_eq!(error("for x in y:\n try: pass\n except* E: break"), star);
    assert_eq!(error("def f():\n try: pass\n except* E: return"), star);
    assert_eq!(error("try: pass\nexcept* E:\n for x in y: break"), "no error");
}

#[test]
fn patterns() {
    let case = |p: &str| error(&format!("match x:\n case {p}: pass"));
    let first = |p: &str| error(&format!("match x:\n case {p}: pass\n case 1: pass"));
    assert_eq!(first("_"), "wildcard makes remaining patterns unreachable");
    assert_eq!(first("a"), "name capture 'a' makes remaining patterns unreachable");
    assert_eq!(first("a if a"), "no error");
    assert_eq!(case("a|1"), "name capture 'a' makes remaining patterns unreachable");
    assert_eq!(case("[a]|[b]"), "alternative patterns bind different names");
    assert_eq!(case("[a,a]"), "multiple assignments to name 'a' in pattern");
    assert_eq!(case("A(x=1,x=2)"), "attribute name repeated in class pattern: x");
    assert_eq!(case("{'a':1,'a':2}"), "mapping pattern checks duplicate key ('a')");
    for keys in ["0:_, False:_", "1:_, 1.0:_", "0.0:_, -0j:_", "1+2j:_, 1.0+2j:_", "2j:_, 0+2j:_", "1:_, 1-0j:_"] {
        assert!(case(&format!("{{{keys}}}")).starts_with("mapping pattern checks duplicate key"), "{keys}");
    }
    assert_eq!(case("f''"), "patterns may only match literals and attribute lookups");
}

#[test]
fn type_parameters() {
    assert_eq!(error("def f[T, T](): pass"), "duplicate type parameter 'T'");
}
