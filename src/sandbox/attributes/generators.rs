//! The door of generators and coroutines.

use pyo3::exceptions::PyAttributeError;

use crate::cpython::api;
use crate::cpython::value::{raise, Value, R};
use crate::front::bytecode::code::Suspends;
use crate::front::policy::names;
use crate::session::engine_calls;
use crate::session::run_context::RunContext;
use crate::session::state::attribute_cache::Verdict;

/// Names that tell how far one has come, by kind: what it waits for, whether it runs, whether it stands still.
const PROGRESS: [(Suspends, [&str; 3]); 3] = [
    (Suspends::Generator, ["gi_yieldfrom", "gi_running", "gi_suspended"]),
    (Suspends::Coroutine, ["cr_await", "cr_running", "cr_suspended"]),
    (Suspends::AsyncGenerator, ["ag_await", "ag_running", "ag_suspended"]),
];
/// Which of them tell of the last one in this version of the interpreter.
const SUSPENSION: &[Suspends] = if cfg!(Py_3_12) {
    &[Suspends::Generator, Suspends::Coroutine, Suspends::AsyncGenerator]
} else if cfg!(Py_3_11) {
    &[Suspends::Generator, Suspends::Coroutine]
} else {
    &[]
};
/// Where a coroutine was made, which nobody has noted.
const ORIGIN: &str = "cr_origin";

pub fn verdict(text: &str) -> Verdict {
    match text {
        "send" | "throw" | "close" | "asend" | "athrow" | "aclose" => Verdict::Plain,
        _ if names::harmless_special(text) || names::descriptive(text) => Verdict::Plain,
        _ => Verdict::Refused,
    }
}

/// Whether an attribute may be set: what it calls itself, of what the code of this session made.
pub fn may_change(object: &Value, text: &str) -> bool {
    matches!(text, "__name__" | "__qualname__") && (engine_calls::table().generator_state)(object).is_some()
}

/// Such an attribute, of what the code of this session made; `None` for all else.
pub fn progress(m: &RunContext, object: &Value, text: &str) -> R<Option<Value>> {
    let calls = engine_calls::table();
    let (Some((kind, state)), Some((awaited, under_way))) = ((calls.generator_state)(object), (calls.awaits)(m, object)) else {
        return Ok(None);
    };
    let place = PROGRESS.iter().find(|(of, _)| *of == kind).and_then(|(_, names)| names.iter().position(|name| *name == text));
    let found = match place {
        Some(0) if awaited.is_unset() => Value::NONE,
        Some(0) => awaited,
        Some(1) if kind == Suspends::AsyncGenerator => Value::bool(under_way),
        Some(1) => Value::bool(state == "RUNNING"),
        Some(2) if SUSPENSION.contains(&kind) => Value::bool(state == "SUSPENDED"),
        None if text == ORIGIN && kind == Suspends::Coroutine => Value::NONE,
        _ => {
            let name = api::type_name(object);
            return Err(raise::<PyAttributeError>(format!("'{name}' object has no attribute '{text}'")));
        }
    };
    Ok(Some(found))
}
