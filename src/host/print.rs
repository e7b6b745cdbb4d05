//! The sandbox's `print`: CPython's signature, into the log of the call.

use std::rc::{Rc, Weak};

use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};

use crate::cpython::api;
use crate::cpython::attached::Attached;
use crate::cpython::type_access::Ty;
use crate::cpython::value::{Exc, Value};
use crate::host::print_container::encode;
use crate::sandbox::wrappers::library::sys_streams;
use crate::sandbox::{attributes, host_hooks};
use crate::session::current::{self, with_run};
use crate::session::Session;
use crate::vm::call::entry;

// The object behind the name `print` in the code of one session.
#[pyclass(frozen, module = "builtins", name = "builtin_function_or_method")]
pub struct Print {
    session: Attached<Weak<Session>>,
}

impl Print {
    pub fn of(session: &Rc<Session>) -> Print {
        Print { session: Attached(Rc::downgrade(session)) }
    }
}

/// Where the text of one `print` goes.
enum Sink<'py> {
    Log(Rc<Session>),
    /// The `write` method of an object of the code.
    Write(Bound<'py, PyAny>),
    /// An object that standard output was redirected to.
    Redirected(Value),
}

#[pymethods]
impl Print {
    /// As `inspect.signature` has it: that of the interpreter's own.
    #[getter]
    fn __signature__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("inspect")?.call_method1("signature", (py.import("builtins")?.getattr("print")?,))
    }
    #[getter]
    fn __doc__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("builtins")?.getattr("print")?.getattr("__doc__")
    }
    fn __copy__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }
    fn __deepcopy__<'py>(slf: Bound<'py, Self>, _memo: Bound<'py, PyAny>) -> Bound<'py, Self> {
        slf
    }
    /// There is no such operation, but one of Python 2's: the interpreter knows its own `print`, and says what is meant.
    fn __rshift__<'py>(slf: Bound<'py, Self>, other: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        // (Two of them would ask each other.)
        let class = (!other.is_exact_instance_of::<Print>()).then(|| Ty::of_bound(&other).to_bound(py));
        let reflected = class.and_then(|class| api::class_attribute(&class, intern!(py, "__rrshift__")));
        let answer = reflected.map(|reflected| reflected.call1((&other, &slf))).transpose()?;
        if let Some(answer) = answer.filter(|answer| !answer.is(py.NotImplemented())) {
            return Ok(answer);
        }
        let other = api::type_name_of(&other);
        // (3.14 says no more.)
        let meant = if cfg!(Py_3_14) { "" } else { ". Did you mean \"print(<message>, file=<output_stream>)\"?" };
        Err(PyTypeError::new_err(format!("unsupported operand type(s) for >>: 'builtin_function_or_method' and '{other}'{meant}")))
    }
    #[pyo3(signature = (*args, **keywords))]
    fn __call__<'py>(&self, args: &Bound<'py, PyTuple>, keywords: Option<&Bound<'py, PyDict>>) -> PyResult<()> {
        let py = args.py();
        let [sep, end, file, flush] = options(py, keywords)?;
        let sep = text_option(py, "sep", sep, " ")?;
        let end = text_option(py, "end", end, "\n")?;
        let flush = flush.map_or(Ok(false), |flush| flush.is_truthy())?;
        let sink = self.sink(py, file.as_ref())?;
        for (i, arg) in args.iter().enumerate() {
            if i > 0 {
                sink.put(&sep)?;
            }
            sink.put(&arg.str()?)?;
        }
        sink.put(&end)?;
        if matches!(sink, Sink::Log(_)) {
            current::with_current(host_hooks::tell_printed).unwrap_or(Ok(())).map_err(|Exc| PyErr::fetch(py))?;
        }
        match file {
            Some(file) if flush && matches!(sink, Sink::Write(_)) => method(py, &file, "flush")?.call0().map(drop),
            _ => Ok(()),
        }
    }

    #[getter]
    fn __name__(&self) -> &'static str {
        "print"
    }

    #[getter]
    fn __qualname__(&self) -> &'static str {
        "print"
    }

    fn __repr__(&self) -> &'static str {
        "<built-in function print>"
    }
}

impl Print {
    fn sink<'py>(&self, py: Python<'py>, file: Option<&Bound<'py, PyAny>>) -> PyResult<Sink<'py>> {
        match file {
            Some(file) if !sys_streams::is_of_process(file) => Ok(Sink::Write(method(py, file, "write")?)),
            _ => match self.session.0.upgrade() {
                Some(session) => Ok(match sys_streams::print_target(&session, file) {
                    Some(target) => Sink::Redirected(target),
                    None => Sink::Log(session),
                }),
                None => Err(PyRuntimeError::new_err("the executor of this print is gone")),
            },
        }
    }
}

impl Sink<'_> {
    fn put(&self, text: &Bound<'_, PyString>) -> PyResult<()> {
        match self {
            Sink::Log(session) => session.print(&encode(text)?),
            Sink::Write(write) => {
                write.call1((text,))?;
            }
            Sink::Redirected(target) => with_run(text.py(), |m| sys_streams::write_to(m, target, text))?,
        }
        Ok(())
    }
}

/// `sep`, `end`, `file` and `flush`; `None` where left out or None.
fn options<'py>(py: Python<'py>, given: Option<&Bound<'py, PyDict>>) -> PyResult<[Option<Bound<'py, PyAny>>; 4]> {
    const NAMES: [&str; 4] = ["sep", "end", "file", "flush"];
    let mut options = [const { None }; 4];
    for (name, value) in given.into_iter().flatten() {
        let known = NAMES.iter().position(|known| name.eq(known).unwrap_or(false));
        match known.and_then(|at| options.get_mut(at)) {
            Some(place) => *place = Some(value).filter(|value| !value.is_none()),
            None => return Err(unknown_option(py, &name)),
        }
    }
    Ok(options)
}

/// In the host's own words: its `print` fails before it prints anything.
fn unknown_option(py: Python<'_>, name: &Bound<'_, PyAny>) -> PyErr {
    let call = || {
        let keywords = PyDict::new(py);
        keywords.set_item(name, py.None())?;
        py.import("builtins")?.getattr("print")?.call((), Some(&keywords))
    };
    call().err().unwrap_or_else(|| PyTypeError::new_err("print() got an unexpected keyword argument"))
}

fn text_option<'py>(py: Python<'py>, name: &str, given: Option<Bound<'py, PyAny>>, default: &str) -> PyResult<Bound<'py, PyString>> {
    match given {
        None => Ok(PyString::new(py, default)),
        Some(given) => given.cast_into::<PyString>().map_err(|error| {
            let kind = error.into_inner().get_type().name().map(|n| n.to_string()).unwrap_or_default();
            PyTypeError::new_err(format!("{name} must be None or a string, not {kind}"))
        }),
    }
}

/// A method of an object of the code, through the door.
fn method<'py>(py: Python<'py>, object: &Bound<'py, PyAny>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    let object = Value::from_bound(object.clone());
    let found = entry::with_current(|m| attributes::get(m, &object, &PyString::intern(py, name))?.to_bound(py));
    match found {
        Some(found) => found.map_err(|Exc| PyErr::fetch(py)),
        None => Err(PyRuntimeError::new_err("print to a file works only while the executor runs")),
    }
}
