//! Calls of the host's hooks (`session::hooks`) while code runs.

use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::cpython::static_types;
use crate::cpython::value::R;
use crate::front::limits::Stop;
use crate::sandbox::tools::on_host;
use crate::session::abort::{self, Abort};
use crate::session::refusals;
use crate::session::run_context::RunContext;
use crate::session::scope::HostScope;

/// What is awaited in place of an object that is no coroutine: a future of the host's loop is awaited there.
pub fn awaited<'py>(m: &RunContext, object: Bound<'py, PyAny>) -> R<Bound<'py, PyAny>> {
    let Some(hook) = m.session.hooks.awaited(object.py()) else { return Ok(object) };
    let _host = HostScope::enter();
    Ok(hook.call1((object,))?)
}

/// Tells the host what was printed since the last time. An error of its own function, of whatever class, ends the run.
pub fn tell_printed(m: &RunContext) -> R<()> {
    let py = m.py();
    let Some(hook) = m.session.hooks.printed(py) else { return Ok(()) };
    let text = m.session.hooks.take_text();
    if text.is_empty() || m.aborting.get() {
        return Ok(());
    }
    let told = on_host(m, || {
        let text = PyBytes::new(py, &text).call_method1("decode", ("utf-8", "surrogatepass"))?;
        Ok(hook.call1((text,))?.unbind())
    });
    match told {
        Ok(_) => Ok(()),
        Err(exc) if m.aborting.get() => Err(exc),
        // The user's own Ctrl-C: no code runs in that function.
        Err(_) if static_types::interrupt_is_raised() => {
            static_types::clear_error();
            Err(abort::start(m, Abort::Limit(Stop::Interrupted)))
        }
        Err(_) => {
            let error = PyErr::fetch(py);
            let class = refusals::interpreter_error(py)?;
            let name = error.get_type(py).name()?;
            let failed = PyErr::from_type(class, (format!("on_print failed: {name}: {}", error.value(py)),));
            failed.set_cause(py, Some(error));
            Err(abort::start(m, Abort::Host(failed)))
        }
    }
}
