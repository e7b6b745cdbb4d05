//! `open` and its like for the paths that the host granted.

use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyDict, PyString, PyTuple};
use pyo3::wrap_pyfunction;

use crate::cpython::api;
use crate::cpython::once::Once;
use crate::cpython::type_access::exact_text;
use crate::cpython::value::{Value, R};
use crate::sandbox::attributes::access_functions::exact_name;
use crate::sandbox::granted_paths;
use crate::sandbox::signatures::{self, Signature};
use crate::session::current::with_run;
use crate::session::refusals;
use crate::session::run_context::RunContext;
use crate::session::scope::{self, HostScope};
use crate::session::state::type_info::{register_native, Kind};

/// Names of builtins that exist for some policies only: `open` where the host granted paths.
pub fn granted_builtin(m: &RunContext, name: &str) -> R<Option<Value>> {
    let granted = {
        let policy = m.session.policy.borrow();
        name == "open" && !(policy.allow_read.is_empty() && policy.allow_write.is_empty())
    };
    let lifted = name == "open" && scope::files_lifted(m);
    if !granted && !lifted {
        return Ok(None);
    }
    let open = wrap_pyfunction!(open, m.py())?.into_any();
    signatures::stands_for(&open, "io", "open");
    Ok(Some(Value::from_bound(open)))
}

/// `open` for the paths that the host granted.
#[pyfunction]
#[pyo3(signature = (file, mode = None, *args, **kwargs), text_signature = None)]
pub fn open<'py>(
    file: Bound<'py, PyAny>,
    mode: Option<Bound<'py, PyAny>>,
    args: Bound<'py, PyTuple>,
    kwargs: Option<Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = file.py();
    with_run(py, |m| {
        let mode = match &mode {
            Some(mode) => exact_name(mode, "")?,
            None => PyString::new(py, "r"),
        };
        let writes = mode.to_string_lossy().contains(['w', 'a', 'x', '+']);
        let by_hand = args.len() > 4 || kwargs.as_ref().map(|k| k.contains("opener")).transpose()?.unwrap_or(false);
        let is_path = exact_text(&file).is_some() || file.hasattr("__fspath__")?;
        if by_hand || !is_path {
            return Err(refusals::forbidden_function(m, "open"));
        }
        // The path is read once: an object could name another one the second time.
        let path = py.import("os")?.call_method1("fspath", (file,))?;
        granted_paths::check_path(m, &path, writes)?;
        let mut all = vec![path, mode.into_any()];
        all.extend(args.iter());
        let opened = api::module(py, "io")?.getattr("open")?.call(PyTuple::new(py, all)?, kwargs.as_ref())?;
        Ok(granted_file(opened)?)
    })
}

/// What was opened on a granted path, as the code may have it: buffers of other files are not for the code.
fn granted_file(opened: Bound<'_, PyAny>) -> PyResult<Bound<'_, PyAny>> {
    static KNOWN: Once<()> = Once::new();
    let py = opened.py();
    let _host = HostScope::enter();
    let streams = py.import("fastexec.streams")?;
    KNOWN.get_or_make(py, || {
        let classes = streams.getattr("BUFFERS")?.call_method0("values")?;
        for class in classes.try_iter()? {
            register_native(class?.as_ptr() as usize, Kind::Host);
        }
        Ok::<_, PyErr>(())
    })?;
    streams.getattr("granted")?.call1((opened,))
}

/// `tempfile.TemporaryFile`, which opens what the grants allow.
#[pyfunction]
#[pyo3(signature = (*args, **kwargs), text_signature = None)]
pub fn temporary_file<'py>(args: &Bound<'py, PyTuple>, kwargs: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
    granted_file(args.py().import("tempfile")?.getattr("TemporaryFile")?.call(args, kwargs)?)
}

const CODECS_OPEN: Signature<5> =
    Signature { module: "codecs", name: "open", parameters: ["filename", "mode", "encoding", "errors", "buffering"], positional: 5 };

/// `codecs.open`: with an encoding a file of text, whose ends of lines stay as they are.
#[pyfunction]
#[pyo3(signature = (*args, **kwargs), text_signature = None)]
pub fn codecs_open<'py>(args: &Bound<'py, PyTuple>, kwargs: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
    let py = args.py();
    let [Some(file), mode, encoding, errors, buffering] = CODECS_OPEN.bind(args, kwargs)? else {
        return Err(CODECS_OPEN.refuse(args, kwargs));
    };
    let given = [("buffering", buffering)].into_iter().filter_map(|(name, value)| Some((name, value?)));
    let options = given.into_py_dict(py)?;
    let encoding = encoding.filter(|encoding| !encoding.is_none());
    let mode = match (&encoding, mode) {
        (Some(encoding), mode) => {
            options.set_item("encoding", encoding)?;
            options.set_item("newline", "")?;
            options.set_item("errors", errors)?;
            mode.map(|mode| with_run(py, |_| Ok(exact_name(&mode, "")?.to_string_lossy().replace('b', ""))))
                .transpose()?
                .map(|mode| PyString::new(py, &mode).into_any())
        }
        (None, mode) => mode,
    };
    open(file, mode, PyTuple::empty(py), Some(options))
}
