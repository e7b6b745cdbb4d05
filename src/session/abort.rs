//! Aborts: how a limit or `final_answer` ends a run past everything the code could catch it with.

use pyo3::exceptions::PyBaseException;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};

use crate::cpython::once::Once;
use crate::cpython::value::{Exc, Value, R};
use crate::cpython::{api, static_types};
use crate::front::limits::Stop;
use crate::session::run_context::RunContext;

/// Why the frames are being unwound past all `except` clauses.
#[derive(Debug)]
pub enum Abort {
    /// A limit. Nothing of the code runs any more.
    Limit(Stop),
    /// `final_answer(value)`: `finally` clauses run.
    FinalAnswer(Value),
    /// A refusal under `on_refusal="abort"`; the error to report is kept.
    Refusal(PyErr),
    /// A function of the host's that looks on has failed; the error to report.
    Host(PyErr),
}

/// Starts the abort; the private carrier is put into the error indicator. The first reason stays.
#[cold]
#[inline(never)]
pub fn start(m: &RunContext, why: Abort) -> Exc {
    let rejected = {
        let mut abort = m.abort.borrow_mut();
        match &*abort {
            // A limit that strikes while `finally` clauses run for an answer takes over.
            Some(Abort::Limit(_)) => Some(why),
            _ => abort.replace(why),
        }
    };
    // The frames that the first one left are those to tell of.
    if rejected.is_none() {
        drop(m.carrier.take());
    }
    drop(rejected);
    m.meter.notice();
    // Where the carrier gets lost (in a `__del__`), the engine sees that it must end before it calls anything.
    m.meter.poke();
    m.aborting.set(true);
    carry(m)
}

/// Puts the carrier of the abort under way into the error indicator.
#[cold]
pub fn carry(m: &RunContext) -> Exc {
    let py = m.py();
    let known = m.carrier.borrow().as_ref().map(|known| known.clone_ref(py));
    let made = || carrier(py).and_then(|class| class.call1(("the run has ended",)));
    match known.map_or_else(made, |known| Ok(known.into_bound(py))) {
        Ok(carrier) => {
            drop(m.carrier.replace(Some(carrier.clone().unbind())));
            api::put_raised(Value::from_bound(carrier));
            Exc
        }
        Err(error) => error.into(),
    }
}

/// Whether a limit (not an answer) is ending the run: no code of the sandbox may run any more.
pub fn by_limit(m: &RunContext) -> bool {
    m.aborting.get() && matches!(&*m.abort.borrow(), Some(Abort::Limit(_) | Abort::Refusal(_) | Abort::Host(_)))
}

/// Class of the exception that carries an abort through frames of C and of the host.
fn carrier(py: Python<'_>) -> PyResult<Bound<'_, PyType>> {
    static CARRIER: Once<Py<PyType>> = Once::new();
    let class = CARRIER.get_or_make(py, || {
        let namespace = PyDict::new(py);
        namespace.set_item("__module__", "fastexec")?;
        let bases = (py.get_type::<PyBaseException>(),);
        let class = py.get_type::<PyType>().call1(("RunEnded", bases, namespace))?;
        Ok::<_, PyErr>(class.cast_into::<PyType>()?.unbind())
    })?;
    Ok(class.bind(py).clone())
}

/// Whether `error` is the carrier.
pub fn is_carrier(py: Python<'_>, error: &PyErr) -> bool {
    carrier(py).is_ok_and(|class| error.is_instance(py, &class))
}

/// Ends the run when the error under way is the user's own Ctrl-C, which reaches us as an exception out of C
/// code or a tool. Code that has named `KeyboardInterrupt` could have raised it itself.
pub fn recognise_interrupt(m: &RunContext) {
    if static_types::interrupt_is_raised() && !m.session.has_named_interrupt() {
        drop(PyErr::take(m.py()));
        let Exc = start(m, Abort::Limit(Stop::Interrupted));
    }
}

/// An error that comes out of native code after the run was asked to stop is its way to comply.
pub fn recognise_stop(m: &RunContext) {
    let why = m.meter.requested();
    if why != Stop::No && !by_limit(m) {
        static_types::clear_error();
        let Exc = start(m, Abort::Limit(why));
    }
}

/// The value of a run that came to its end, unless it had been asked to stop.
pub fn unless_stopped(m: &RunContext, value: Value) -> R<Value> {
    match m.meter.requested() {
        Stop::No => Ok(value),
        why => Err(start(m, Abort::Limit(why))),
    }
}

/// Counts an iteration of a `while` loop.
pub fn too_many_iterations(m: &RunContext) -> Exc {
    start(m, Abort::Limit(Stop::WhileIterations))
}
