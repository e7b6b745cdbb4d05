//! `logging`: each session has a module of its own (see `fastexec/logs.py`); the host's is left alone.

use pyo3::exceptions::PyAttributeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyModule, PyString, PyTuple, PyType};
use pyo3::wrap_pyfunction;

use crate::cpython::type_access::Ty;
use crate::cpython::value::{raise, Exc, Value, R};
use crate::cpython::{frames, type_access};
use crate::front::policy::objects::LOGS_OF_A_SESSION;
use crate::sandbox::attributes::{self, access_functions};
use crate::sandbox::type_info::info;
use crate::sandbox::value_filter;
use crate::sandbox::wrapper_calls;
use crate::sandbox::wrappers::library::sys_streams;
use crate::sandbox::wrappers::looks::Look;
use crate::session::current::{self, with_run};
use crate::session::engine_calls::{self, Level};
use crate::session::refusals;
use crate::session::run_context::RunContext;
use crate::session::scope::HostScope;
use crate::session::state::type_info::Kind;

/// What the code gets for the module `module`, if that is `logging` of the process.
pub fn instead_of<'py>(m: &RunContext, module: &Bound<'py, PyAny>) -> R<Option<Bound<'py, PyAny>>> {
    let py = module.py();
    if value_filter::module_name(module) != "logging" || m.session.check.logs.is_module(module) {
        return Ok(None);
    }
    let known = m.session.check.logs.0.borrow().as_ref().map(|own| own.clone_ref(py));
    if let Some(own) = known {
        return Ok(Some(own.into_bound(py).into_any()));
    }
    let own = {
        let _host = HostScope::enter();
        let make = py.import("fastexec.logs")?.getattr("fresh")?;
        make.call1((wrap_pyfunction!(caller, py)?, wrap_pyfunction!(write, py)?))?.cast_into::<PyModule>().map_err(PyErr::from)?
    };
    drop(m.session.check.logs.0.replace(Some(own.clone().unbind())));
    Ok(Some(own.into_any()))
}

/// The module of the session that runs; the host's where none does.
#[pyfunction]
pub fn session_logging(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    let logging = py.import("logging")?.into_any();
    let own = current::with_current(|m| instead_of(m, &logging)).transpose().map_err(|Exc| PyErr::fetch(py))?;
    Ok(own.flatten().unwrap_or(logging))
}

/// Members that open a file, and one that writes whatever attributes it is told to.
pub fn member(m: &RunContext, name: &str) -> R<Option<Value>> {
    if name == "makeLogRecord" {
        return Ok(Some(Value::from_bound(wrap_pyfunction!(make_record, m.py())?.into_any())));
    }
    let own = m.session.check.logs.0.borrow().as_ref().map(|own| own.clone_ref(m.py()));
    let Some(own) = own.filter(|_| matches!(name, "basicConfig" | "FileHandler")) else { return Ok(None) };
    let real = own.bind(m.py()).getattr(name)?;
    (wrapper_calls::table()?.guard)(m.py(), real, Look::Write(&["filename"]), 0).map(Some)
}

/// `logging.makeLogRecord(dict)`: a record with attributes that the code itself may set.
#[pyfunction(name = "makeLogRecord")]
fn make_record<'py>(dict: &Bound<'py, PyDict>) -> PyResult<Bound<'py, PyAny>> {
    let py = dict.py();
    with_run(py, |m| {
        let logging = py.import("logging")?.into_any();
        let own = instead_of(m, &logging)?.unwrap_or(logging);
        let empty = PyTuple::empty(py);
        let made = own.getattr("LogRecord")?.call1((py.None(), py.None(), "", 0, "", empty, py.None(), py.None()))?;
        for (name, value) in dict.copy()?.iter() {
            let name = access_functions::exact_name(&name, "")?;
            attributes::set(m, &Value::from_bound(made.clone()), &name, &Value::from_bound(value))?;
        }
        Ok(made)
    })
}

/// File, line and function of what logs. Calls inside of `logging` do not count.
#[pyfunction]
fn caller(py: Python<'_>, level: i64, source: &str) -> PyResult<(String, i32, String)> {
    with_run(py, |m| {
        let (mut left, mut found) = (level, None);
        engine_calls::walk(m.py(), |level| {
            let place = match &level {
                Level::Code { line, function } => Some(("<string>".to_owned(), i32::try_from(*line).unwrap_or(i32::MAX), function.clone())),
                Level::Python(frame) => frames::place_of(frame).ok().filter(|(file, ..)| file != source),
            };
            if place.is_some() {
                left -= 1;
                found = place;
            }
            left <= 0 && found.is_some()
        });
        Ok(found.unwrap_or_else(|| ("(unknown file)".to_owned(), 0, "(unknown function)".to_owned())))
    })
}

/// `stream.write(text)`, as the code may call it.
#[pyfunction]
fn write(stream: Bound<'_, PyAny>, text: Bound<'_, PyString>) -> PyResult<()> {
    if sys_streams::is_of_process(&stream) {
        return stream.call_method1("write", (text,)).map(drop);
    }
    with_run(text.py(), |m| sys_streams::write_to(m, &value_filter::admit(m, Value::from_bound(stream))?, &text))
}

/// By which name policy knows what is of `module`, the session's own being another one.
pub fn home<'a>(m: &RunContext, module: &Bound<'_, PyAny>, name: &'a str) -> &'a str {
    if m.session.check.logs.is_module(module) {
        LOGS_OF_A_SESSION
    } else {
        name
    }
}

/// A part of the package that was imported is to be found in the session's module too.
pub fn note_part(m: &RunContext, name: &str, part: &Bound<'_, PyAny>) -> R<()> {
    let Some(part_name) = name.strip_prefix("logging.") else { return Ok(()) };
    let logging = part.py().import("logging")?;
    let own = instead_of(m, logging.as_any())?;
    if let Some(names) = own.as_ref().and_then(type_access::module_dict) {
        names.set_item(part_name, part)?;
    }
    Ok(())
}

/// `logging.config.dictConfig` for the session's loggers: plain handlers, and classes and functions of the code.
#[pyfunction]
pub fn dict_config(config: &Bound<'_, PyAny>) -> PyResult<()> {
    let py = config.py();
    let configuration = with_run(py, |m| {
        let logging = py.import("logging")?.into_any();
        let own = instead_of(m, &logging)?.unwrap_or(logging);
        let named = PyDict::new(py);
        for name in ["stdout", "stderr"] {
            named.set_item(format!("sys.{name}"), sys_streams::of(m, name)?.to_bound(py)?)?;
        }
        let rules = (wrap_pyfunction!(variable, py)?, wrap_pyfunction!(is_own, py)?, wrap_pyfunction!(refuse, py)?);
        let _host = HostScope::enter();
        Ok(py.import("fastexec.logs")?.getattr("Configuration")?.call1((own, named, rules))?)
    })?;
    configuration.call_method1("apply", (config,)).map(drop)
}

/// A variable of the code.
#[pyfunction]
fn variable(py: Python<'_>, name: &str) -> PyResult<Py<PyAny>> {
    with_run(py, |m| {
        let found = m.session.load(m, m.session.slot_for(py, name)?)?;
        if found.is_unset() {
            return Err(raise::<PyAttributeError>(format!("module '__main__' has no attribute '{name}'")));
        }
        Ok(found.to_bound(py)?.unbind())
    })
}

/// Whether the code made this class or function.
#[pyfunction]
fn is_own(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    with_run(object.py(), |m| match object.cast::<PyType>() {
        Ok(class) => Ok(m.session.check.own.contains(class)),
        Err(_) => Ok(info(&m.session.check, Ty::of_bound(object))?.kind == Kind::OwnFunction),
    })
}

#[pyfunction]
fn refuse(py: Python<'_>, what: &str) -> PyResult<()> {
    with_run(py, |m| Err(refusals::forbidden_function(m, &format!("dictConfig (of {what})"))))
}
