//! `sys.stdout` and `sys.stderr` as the code sees them: what is written there belongs to the call's log.

use std::rc::Rc;

use pyo3::exceptions::{PyOSError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::run::attached::Attached;
use crate::run::machine::Machine;
use crate::run::session::Session;
use crate::run::value::R;

/// A text stream into the log.
#[pyclass(frozen, module = "_io", name = "TextIOWrapper")]
pub struct Stream {
    session: Attached<std::rc::Weak<Session>>,
    name: &'static str,
}

pub fn of(m: &Machine, name: &str) -> R<Bound<'static, Stream>> {
    let name = if name == "stderr" { "<stderr>" } else { "<stdout>" };
    Ok(Bound::new(m.py(), Stream { session: Attached(Rc::downgrade(&m.session)), name })?)
}

#[pymethods]
impl Stream {
    #[pyo3(signature = (text, /))]
    fn write(&self, text: &Bound<'_, PyAny>) -> PyResult<usize> {
        let Ok(text) = text.cast::<PyString>() else {
            let class = text.get_type().name()?.to_string();
            return Err(PyTypeError::new_err(format!("write() argument must be str, not {class}")));
        };
        let bytes = text.call_method1("encode", ("utf-8", "surrogatepass"))?.extract::<Vec<u8>>()?;
        match self.session.0.upgrade() {
            Some(session) => session.print(&bytes),
            None => return Err(PyOSError::new_err("the executor of this stream is gone")),
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
        self.name
    }
    #[getter]
    fn closed(&self) -> bool {
        false
    }
    fn __repr__(&self) -> String {
        format!("<_io.TextIOWrapper name='{}' mode='w' encoding='utf-8'>", self.name)
    }
}
