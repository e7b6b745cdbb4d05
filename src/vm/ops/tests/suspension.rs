//! `await`, `async for`, `yield from`: texts of the errors, delegates of the host.

use crate::front::bytecode::operands::AwaitSource;
use crate::vm::ops::tests::*;

const SETUP_ASYNC: &str = "
import types
class Co:
    def __await__(self): return iter([1, 2])
class BadAwait:
    def __await__(self): return 5
async def coro(): return 7
class CoroAwait:
    def __await__(self):
        c = coro(); made.append(c); return c
made = []
class EnterOnly:
    async def __aexit__(self, *a): pass
    def __aenter__(self): return 5
class ExitBad:
    async def __aenter__(self): pass
    def __aexit__(self, *a): return 5
class AIter:
    def __aiter__(self): return self
    def __anext__(self): return 5
class BadIter:
    def __aiter__(self): return 5
def drive(c):
    try:
        while True: c.send(None)
    except StopIteration as e: return e.value
    finally:
        for x in made: x.close()
        made.clear()
async def await_(x): await x
async def with_(x):
    async with x: pass
async def for_(x):
    async for i in x: return i
def gen(x): return (yield from x)
";

#[test]
fn awaiting_agrees() {
    with_python(|m, py| {
        let oracle = Oracle::new(py, SETUP_ASYNC);
        for s in ["5", "None", "BadAwait()", "CoroAwait()"] {
            let expected = shown(oracle.eval(&format!("drive(await_({s}))")), py);
            let got = await_::awaitable(m, AwaitSource::Expression, &oracle.value(s));
            assert_eq!(outcome(py, got), expected, "await {s}");
        }
        assert!(await_::awaitable(m, AwaitSource::Expression, &oracle.value("Co()")).is_ok());
        for (how, s) in [(AwaitSource::AsyncEnter, "EnterOnly()"), (AwaitSource::AsyncExit, "ExitBad()")] {
            let expected = shown(oracle.eval(&format!("drive(with_({s}))")), py);
            let got = await_::awaitable(m, how, &Value::int(5));
            assert_eq!(outcome(py, got), expected, "async with {s}");
        }
        for s in ["5", "BadIter()", "AIter()"] {
            let expected = shown(oracle.eval(&format!("drive(for_({s}))")), py);
            let got = await_::aiter(m, &oracle.value(s))
                .and_then(|i| await_::anext(m, &i))
                .and_then(|n| await_::awaitable(m, AwaitSource::AsyncNext, &n));
            assert_eq!(outcome(py, got), expected, "async for {s}");
        }
    });
}

#[test]
fn delegates_of_the_host() {
    with_python(|m, py| {
        let oracle = Oracle::new(py, SETUP_ASYNC);
        let c = oracle.value("coro()");
        assert_eq!(outcome(py, await_::yield_from_iter(m, &c, false)), shown(oracle.eval("drive(gen(coro()))"), py));
        let generator = oracle.value("(lambda: (yield 1))()");
        let iterator = await_::yield_from_iter(m, &generator, false).unwrap();
        let first = await_::send(m, &iterator, &Value::NONE);
        assert!(matches!(first, Ok(api::Sent::Yielded(v)) if v.num() == crate::cpython::value::Num::Int(1)));
        let last = await_::send(m, &iterator, &Value::float(2.5));
        assert!(matches!(last, Ok(api::Sent::Returned(v)) if v.as_float() == Some(2.5)));
        let iterator = oracle.value("iter([3])");
        assert!(matches!(await_::send(m, &iterator, &Value::NONE), Ok(api::Sent::Yielded(_))));
        assert!(matches!(await_::send(m, &iterator, &Value::NONE), Ok(api::Sent::Returned(v)) if v.is_none()));
        assert!(await_::throw(m, &iterator, &oracle.value("KeyError()")).unwrap().is_none());
        drop(oracle.eval("1"));
    });
}
