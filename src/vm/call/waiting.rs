//! Where code waits when a limit ends it: nothing of it goes on then, so no error passes its frames.

use std::rc::Rc;

use pyo3::exceptions::PyBaseException;
use pyo3::prelude::*;

use crate::cpython::value::Value;
use crate::front::messages::details::MODULE;
use crate::vm::call::{entry, resume};
use crate::vm::machine::outcome::TraceEntry;
use crate::vm::machine::{traceback, Machine};
use crate::vm::objects::generator::{self, Generator, State};

/// Coroutines that wait for each other, of which places are noted.
const DEEP: usize = 50;

/// Notes for the run on this thread where a coroutine of its code stands, and those that it waits for in turn.
#[pyfunction]
pub fn waits_at(coroutine: Bound<'_, PyAny>) {
    let mut places = Vec::new();
    let mut object = Some(Value::from_bound(coroutine));
    entry::with_current(|m| {
        while let Some(generator) = object.as_ref().and_then(generator::get) {
            let waits = generator.state.get() == State::Suspended;
            if !waits || places.len() == DEEP || !Rc::ptr_eq(&generator.session, &m.session) {
                break;
            }
            places.push(place_of(generator));
            let inner = resume::delegate_value(generator);
            object = inner;
        }
        // A loop that the code runs: what it waited for does not matter where something was under way in it.
        if !was_under_way(m) || places.first().is_some_and(|place| place.function == MODULE) {
            drop(m.waits.replace(places));
        }
    });
}

/// Whether what ends the run has left frames of the code already.
fn was_under_way(m: &Machine) -> bool {
    let carrier = m.carrier.borrow().as_ref().map(|carrier| carrier.clone_ref(m.py()).into_bound(m.py()));
    let carrier = carrier.and_then(|carrier| carrier.into_any().cast_into::<PyBaseException>().ok());
    carrier.is_some_and(|carrier| !traceback::trace(&carrier).entries.is_empty())
}

fn place_of(generator: &Generator) -> TraceEntry {
    let linked = &generator.linked;
    let span = linked.code.place(linked.code.place_at(linked.index_of(generator.pc.get().addr()).unwrap_or_default()));
    TraceEntry { function: linked.code.name.clone(), source: linked.source.clone(), span }
}
