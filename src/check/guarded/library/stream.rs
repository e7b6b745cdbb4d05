//! `sys.stdout` and `sys.stderr` as the code sees them: what is written there belongs to the call's log, or to
//! the object that `contextlib.redirect_stdout` names.

use std::cell::RefCell;
use std::rc::{Rc, Weak};

use pyo3::exceptions::{PyOSError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::check::door;
use crate::check::scope::with_machine;
use crate::run::attached::Attached;
use crate::run::machine::Machine;
use crate::run::session::Session;
use crate::run::value::{Value, R};

/// Index in `Session::redirects`.
const OUT: usize = 0;
const ERR: usize = 1;

/// A text stream into the log.
#[pyclass(frozen, module = "_io", name = "TextIOWrapper")]
pub struct Stream {
    session: Attached<Weak<Session>>,
    which: usize,
}

/// `sys.<name>`
pub fn of(m: &Machine, name: &str) -> R<Value> {
    let which = if name == "stderr" { ERR } else { OUT };
    Ok(Value::from_bound(Bound::new(m.py(), Stream { session: Attached(Rc::downgrade(&m.session)), which })?.into_any()))
}

/// What `print` writes to instead of the log.
pub fn print_target(session: &Session) -> Option<Value> {
    redirected(session, OUT)
}

fn redirected(session: &Session, which: usize) -> Option<Value> {
    session.redirects.borrow().get(which).filter(|value| !value.is_unset()).cloned()
}

#[pymethods]
impl Stream {
    #[pyo3(signature = (text, /))]
    fn write(&self, text: &Bound<'_, PyAny>) -> PyResult<usize> {
        let Ok(text) = text.cast::<PyString>() else {
            let class = text.get_type().name()?.to_string();
            return Err(PyTypeError::new_err(format!("write() argument must be str, not {class}")));
        };
        let Some(session) = self.session.0.upgrade() else {
            return Err(PyOSError::new_err("the executor of this stream is gone"));
        };
        match redirected(&session, self.which).filter(|target| !self.is_same(target)) {
            Some(target) => with_machine(text.py(), |m| write_to(m, &target, text))?,
            None => session.print(&text.call_method1("encode", ("utf-8", "surrogatepass"))?.extract::<Vec<u8>>()?),
        }
        text.len()
    }
    #[pyo3(signature = (lines, /))]
    fn writelines(&self, lines: &Bound<'_, PyAny>) -> PyResult<()> {
        for line in lines.try_iter()? {
            self.write(&line?)?;
        }
        Ok(())
    }
    fn flush(&self) {}
    fn isatty(&self) -> bool {
        false
    }
    fn writable(&self) -> bool {
        true
    }
    fn readable(&self) -> bool {
        false
    }
    #[getter]
    fn encoding(&self) -> &'static str {
        "utf-8"
    }
    #[getter]
    fn errors(&self) -> &'static str {
        "strict"
    }
    #[getter]
    fn name(&self) -> &'static str {
        if self.which == ERR { "<stderr>" } else { "<stdout>" }
    }
    #[getter]
    fn closed(&self) -> bool {
        false
    }
    fn __repr__(&self) -> String {
        format!("<_io.TextIOWrapper name='{}' mode='w' encoding='utf-8'>", self.name())
    }
}

impl Stream {
    /// Whether `target` is this stream again.
    fn is_same(&self, target: &Value) -> bool {
        target.as_object().is_some_and(|o| o.cast::<Stream>().is_ok_and(|other| other.get().which == self.which))
    }
}

/// `contextlib.redirect_stdout` and `redirect_stderr`: for what the code prints, not for the host's streams.
#[pyclass(frozen, module = "contextlib", name = "redirect_stdout")]
pub struct Redirect {
    which: usize,
    target: Attached<Value>,
    /// What was in force at each entry.
    before: Attached<RefCell<Vec<Value>>>,
}

/// The class, as the code calls it.
#[pyclass(frozen, module = "contextlib", name = "type")]
pub struct RedirectClass {
    name: &'static str,
}

pub fn redirect_class(m: &Machine, name: &str) -> R<Value> {
    let name = if name == "redirect_stderr" { "redirect_stderr" } else { "redirect_stdout" };
    Ok(Value::from_bound(Bound::new(m.py(), RedirectClass { name })?.into_any()))
}

#[pymethods]
impl RedirectClass {
    #[pyo3(signature = (new_target))]
    fn __call__(&self, new_target: Bound<'_, PyAny>) -> Redirect {
        let which = if self.name == "redirect_stderr" { ERR } else { OUT };
        Redirect { which, target: Attached(Value::from_bound(new_target)), before: Attached(RefCell::default()) }
    }
    #[getter]
    fn __name__(&self) -> &'static str {
        self.name
    }
    fn __repr__(&self) -> String {
        format!("<class 'contextlib.{}'>", self.name)
    }
}

#[pymethods]
impl Redirect {
    fn __enter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let before = self.exchange(py, self.target.0.clone())?;
        self.before.0.borrow_mut().push(before);
        with_machine(py, |_| self.target.0.to_bound(py))
    }
    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, py: Python<'_>, _exception: &Bound<'_, pyo3::types::PyTuple>) -> PyResult<()> {
        let before = self.before.0.borrow_mut().pop().unwrap_or_default();
        drop(self.exchange(py, before)?);
        Ok(())
    }
    fn __traverse__(&self, visit: pyo3::PyVisit<'_>) -> Result<(), pyo3::PyTraverseError> {
        crate::run::globals::visit_value(&visit, &self.target.0)?;
        match self.before.0.try_borrow() {
            Ok(before) => before.iter().try_for_each(|value| crate::run::globals::visit_value(&visit, value)),
            Err(_) => Ok(()),
        }
    }
}

impl Redirect {
    /// Puts `target` in force; what was before.
    fn exchange(&self, py: Python<'_>, target: Value) -> PyResult<Value> {
        with_machine(py, |m| {
            let mut redirects = m.session.redirects.borrow_mut();
            Ok(redirects.get_mut(self.which).map(|place| std::mem::replace(place, target)).unwrap_or_default())
        })
    }
}

/// Writes `text` to an object that printed text was redirected to. None takes everything and keeps nothing.
pub fn write_to(m: &Machine, target: &Value, text: &Bound<'_, PyString>) -> R<()> {
    if target.is_none() {
        return Ok(());
    }
    let py = m.py();
    let write = door::load_method(m, target, pyo3::intern!(py, "write"))?;
    write.to_bound(py)?.call1((text,))?;
    Ok(())
}
