//! Files that compiled code opens by itself (reports of ODRPACK), and those that it finds by the number of a descriptor: an object of
//! the code says of itself which one it has (`fileno`), and the process has many. The number has to be that of a file that the
//! interpreter opened, or that the code may open.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use pyo3::exceptions::{PyOSError, PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyInt, PyType};

use crate::budget::compiled_calls::{self, Call};
use crate::cpython::api;
use crate::cpython::call_stack;
use crate::cpython::hooks::{newly_loaded, table, Method};
use crate::cpython::type_access::exact_text;
use crate::sandbox::granted_paths::{check_path, path_granted};
use crate::session::current::{with_current, with_run};
use crate::session::scope;

/// Place of the number among the arguments of PIL's reader and writer of TIFF.
const OF_TIFF: (usize, &str) = (3, "fp");
/// Places and names of ODRPACK's reports.
const REPORTS: [(usize, &str); 2] = [(13, "errfile"), (14, "rptfile")];

/// Wraps what belongs to modules that are loaded, each once per process.
pub fn guard_loaded(py: Python<'_>) -> PyResult<()> {
    static DONE: [AtomicBool; 3] = [const { AtomicBool::new(false) }; 3];
    let guard = |function: Bound<'_, PyAny>, look: fn(&Call) -> PyResult<()>| {
        if let Some(method) = Method::of(&function) {
            compiled_calls::guard(method, &table::OPENED_BY_C, look);
        }
    };
    if let Some(module) = newly_loaded(py, &DONE[0], "scipy.odr.__odrpack", "odr")? {
        guard(module.getattr("odr")?, reports);
    }
    if let Some(module) = newly_loaded(py, &DONE[1], "PIL._imaging", "raw_encoder")? {
        guard(module.call_method1("raw_encoder", ("L", "L", 0, 1))?.get_type().getattr("encode_to_file")?, |call| {
            of_image(call, (0, "fh"), true)
        });
        // (PIL may be made without them.)
        if let Ok(reader) = module.getattr("libtiff_decoder") {
            guard(reader, |call| of_image(call, OF_TIFF, false));
        }
        if let Ok(writer) = module.getattr("libtiff_encoder") {
            guard(writer, |call| of_image(call, OF_TIFF, true));
        }
    }
    if let Some(module) = newly_loaded(py, &DONE[2], "numpy._core._multiarray_umath", "fromfile")? {
        guard(module.getattr("fromfile")?, |call| of_array(call, "file"));
        guard(module.getattr("ndarray")?.getattr("tofile")?, |call| of_array(call, "fid"));
    }
    Ok(())
}

/// ODRPACK makes its files itself, and ends the process where it cannot.
fn reports(call: &Call) -> PyResult<()> {
    let mut known: Vec<PathBuf> = Vec::new();
    for (place, name) in REPORTS {
        let Some(given) = call.given(place, name).filter(|given| !given.is_none()) else { continue };
        let py = given.py();
        let Some(path) = exact_text(&given) else { return Err(PyTypeError::new_err(format!("{name} is a text"))) };
        with_run(py, |m| check_path(m, given.as_any(), true))?;
        let text = path.to_string_lossy();
        // (Blanks at the end do not count there.)
        if text.trim() != text || text.is_empty() || text.contains('\0') {
            return Err(PyValueError::new_err(format!("{name} is no name of a file")));
        }
        let Some(real) = call_stack::resolve(text.as_ref().as_ref()).filter(|real| !known.contains(real)) else {
            return Err(PyValueError::new_err(format!("{name} is a file of its own in a folder that is there")));
        };
        let builtins = py.import("builtins")?;
        builtins.call_method1("open", (&path, "x"))?.call_method0("close")?;
        py.import("os")?.call_method1("remove", (&path,))?;
        known.push(real);
    }
    Ok(())
}

/// An image is read or written by the number at this place; without one, through the methods of the file.
fn of_image(call: &Call, (place, name): (usize, &str), writes: bool) -> PyResult<()> {
    let Some(given) = call.given(place, name) else { return Ok(()) };
    // (Any other object may be another number the next time that it is asked.)
    if !(given.is_exact_instance_of::<PyInt>() || given.is_exact_instance_of::<PyBool>()) {
        return Err(PyTypeError::new_err("the number of a descriptor is an int"));
    }
    let number: i64 = given.extract()?;
    // (libtiff takes 0 for none.)
    if name == OF_TIFF.1 && number == 0 || is_open(given.py(), number, writes)? {
        return Ok(());
    }
    // (PIL writes through the file itself then.)
    Err(unsupported(given.py()))
}

/// Whether the package at work has a file that the interpreter opened under this number, or the code might open what is there.
fn is_open(py: Python<'_>, number: i64, writes: bool) -> PyResult<bool> {
    for locals in call_stack::locals_in_package(py, "PIL") {
        let local = |name: &str| locals.get_item(name).ok();
        let of_image = || api::own_members(&local("self")?)?.get_item("fp").ok()?;
        for file in [local("fp"), of_image()].into_iter().flatten() {
            let file = inside(file)?;
            if is_opened(&file)? && file.call_method0(intern!(py, "fileno"))?.extract::<i64>()? == number {
                return Ok(true);
            }
        }
    }
    // (Elsewhere than on Linux nothing tells.)
    let Ok(path) = std::fs::read_link(format!("/proc/self/fd/{number}")) else { return Ok(false) };
    Ok(path.is_file() && with_current(|m| path_granted(m, &path, writes) || scope::files_lifted(m)).unwrap_or(false))
}

/// The file in one of `tempfile`.
fn inside(file: Bound<'_, PyAny>) -> PyResult<Bound<'_, PyAny>> {
    let module = file.py().import("tempfile")?;
    for (class, name) in [("_TemporaryFileWrapper", "file"), ("SpooledTemporaryFile", "_file")] {
        if file.get_type().is(&module.getattr(class)?) {
            return Ok(api::own_members(&file).and_then(|members| members.get_item(name).ok()?).unwrap_or(file));
        }
    }
    Ok(file)
}

/// Whether PIL at work reads an image from a file of the interpreter's own classes, opened by it or in memory.
pub fn is_of_a_plain_file(py: Python<'_>) -> PyResult<bool> {
    let memory = py.import("_io")?.getattr("BytesIO")?;
    for locals in call_stack::locals_in_package(py, "PIL") {
        let image = locals.get_item("self").ok();
        if let Some(file) = image.and_then(|image| api::own_members(&image)?.get_item("fp").ok()?) {
            return Ok(file.get_type().is(&memory) || is_opened(&file)?);
        }
    }
    Ok(false)
}

/// Whether it is a file that the interpreter opened. (Others say of themselves what they like.)
fn is_opened(file: &Bound<'_, PyAny>) -> PyResult<bool> {
    let py = file.py();
    let module = py.import("_io")?;
    let is_of = |object: &Bound<'_, PyAny>, name: &str| Ok::<_, PyErr>(object.get_type().is(&module.getattr(name)?.cast_into::<PyType>()?));
    for name in ["BufferedReader", "BufferedWriter", "BufferedRandom"] {
        if is_of(file, name)? {
            return is_of(&file.getattr(intern!(py, "raw"))?, "FileIO");
        }
    }
    is_of(file, "FileIO")
}

/// numpy opens what has a name, and asks anything else for its number.
fn of_array(call: &Call, name: &str) -> PyResult<()> {
    let Some(given) = call.given(0, name) else { return Ok(()) };
    if exact_text(&given).is_some() || given.is_exact_instance_of::<PyBytes>() || is_path(&given)? || is_opened(&given)? {
        return Ok(());
    }
    Err(unsupported(given.py()))
}

fn is_path(given: &Bound<'_, PyAny>) -> PyResult<bool> {
    let py = given.py();
    let kinds = py.import("pathlib")?;
    let is_kind = |name: &str| Ok::<_, PyErr>(given.get_type().is(&kinds.getattr(name)?));
    Ok(is_kind("PosixPath")? || is_kind("WindowsPath")?)
}

fn unsupported(py: Python<'_>) -> PyErr {
    let made = || -> PyResult<PyErr> {
        let class = py.import("io")?.getattr("UnsupportedOperation")?;
        Ok(PyErr::from_value(class.call1(("fileno: the file has no descriptor that the code may use",))?))
    };
    made().unwrap_or_else(|_| PyOSError::new_err("fileno"))
}
