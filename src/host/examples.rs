//! Text that libraries run for the code, on the session that their caller belongs to: examples of docstrings (`doctest`), and what
//! `timeit` measures.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::cpython::value::{Exc, Value, R};
use crate::front::bytecode::global_names::GlobalSlot;
use crate::host::call::{self, Failure};
use crate::sandbox::value_filter;
use crate::sandbox::wrappers::library::sys_streams::with_output;
use crate::session::scope::HostScope;
use crate::session::Session;
use crate::vm::call::entry;
use crate::vm::interpreter::run;
use crate::vm::machine::Machine;

/// A namespace with this name in it is a module's: what is in there is not the example's to see.
const OF_MODULES: &str = "__builtins__";

/// The variable that holds what shows a value.
const SHOW: &str = "_show_value_of_example";

/// Runs `source` in the run under way, with the names of `names` beside the session's variables; what it binds is in
/// `names` afterwards, and the variables are as they were. `show` is called with the value of each statement that is an
/// expression. What the example prints goes to `out`.
#[pyfunction]
pub fn run_example<'py>(
    source: &Bound<'py, PyString>,
    names: &Bound<'py, PyDict>,
    out: &Bound<'py, PyAny>,
    show: &Bound<'py, PyAny>,
) -> PyResult<()> {
    let source = shown(source)?;
    in_run(names, Some(show), |m| with_output(m, Value::from_bound(out.clone()), || run_text(m, &source)))
}

/// Runs `source` in the run under way, with the names of `names` as `run_example` has them.
#[pyfunction]
pub fn run_beside(source: &Bound<'_, PyString>, names: &Bound<'_, PyDict>) -> PyResult<()> {
    in_run(names, None, |m| run_text(m, source))
}

fn in_run<'py>(names: &Bound<'py, PyDict>, show: Option<&Bound<'py, PyAny>>, text: impl Fn(&Machine) -> R<()>) -> PyResult<()> {
    let py = names.py();
    let run = |m: &Machine| {
        let variables = Variables::exchange(m, names, show)?;
        let result = text(m);
        let error = if result.is_err() { PyErr::take(py) } else { None };
        variables.take_back(m, names)?;
        error.map_or(Ok(()), |error| Err(Exc::from(error)))
    };
    let result: Option<R<()>> = entry::with_current(run);
    result.ok_or_else(|| PyRuntimeError::new_err("no code is running"))?.map_err(|Exc| PyErr::fetch(py))
}

/// The session's variables, by name.
#[pyfunction]
pub fn session_variables(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let found = PyDict::new(py);
    let fill = |m: &Machine| -> R<()> {
        for (slot, name) in slots(&m.session) {
            let value = m.session.globals.get(slot);
            if !value.is_unset() {
                found.set_item(name, value.to_bound(py)?)?;
            }
        }
        Ok(())
    };
    entry::with_current(fill).unwrap_or(Ok(())).map_err(|Exc| PyErr::fetch(py))?;
    Ok(found)
}

/// The source in which each statement that is an expression hands its value to `SHOW`.
fn shown<'py>(source: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyString>> {
    let _host = HostScope::enter();
    let made = source.py().import("fastexec.examples")?.call_method1("shown", (source, SHOW))?;
    Ok(made.cast_into::<PyString>()?)
}

fn run_text(m: &Machine, source: &Bound<'_, PyString>) -> R<()> {
    let parsed = call::parsed(&m.session, source).map_err(raised)?;
    let program = call::program(&m.session, &parsed, source, false).map_err(raised)?;
    let watching = m.session.watch(m.py(), &program.stored)?;
    let result = run::run_inside(m, &program);
    m.session.unwatch(watching);
    result.map(drop)
}

fn raised(failure: Failure) -> Exc {
    Python::attach(|py| failure.into_python(py, false)).into()
}

fn slots(session: &Session) -> Vec<(GlobalSlot, String)> {
    session.names.borrow().iter().enumerate().map(|(index, name)| (GlobalSlot(index as u32), name.to_owned())).collect()
}

/// What the session's variables held before an example.
struct Variables(Vec<Value>);

impl Variables {
    fn exchange(m: &Machine, names: &Bound<'_, PyDict>, show: Option<&Bound<'_, PyAny>>) -> R<Variables> {
        let (py, session) = (m.py(), &m.session);
        let mut given = Vec::new();
        if !names.contains(OF_MODULES)? {
            // Of its own: values that pass the gate may run code that changes the dict.
            for (name, value) in names.copy()?.iter() {
                let Ok(name) = name.extract::<String>() else { continue };
                given.push((session.slot_for(py, &name)?, value_filter::admit(m, Value::from_bound(value))?));
            }
        }
        if let Some(show) = show {
            given.push((session.slot_for(py, SHOW)?, value_filter::admit(m, Value::from_bound(show.clone()))?));
        }
        let before = Variables(slots(session).into_iter().map(|(slot, _)| session.globals.get(slot)).collect());
        given.into_iter().for_each(|(slot, value)| {
            session.globals.set(slot, value);
        });
        Ok(before)
    }

    fn take_back(&self, m: &Machine, names: &Bound<'_, PyDict>) -> R<()> {
        let _host = HostScope::enter();
        let (py, session) = (m.py(), &m.session);
        for (index, (slot, name)) in slots(session).into_iter().enumerate() {
            let before = self.0.get(index).cloned().unwrap_or_default();
            let now = session.globals.get(slot);
            let same =
                now.is_unset() && before.is_unset() || !now.is_unset() && !before.is_unset() && now.to_bound(py)?.is(&before.to_bound(py)?);
            if same {
                continue;
            }
            if name == SHOW {
                // No name of the example's.
            } else if now.is_unset() {
                drop(names.del_item(&name));
            } else {
                names.set_item(&name, now.to_bound(py)?)?;
            }
            session.globals.set(slot, before);
        }
        Ok(())
    }
}
