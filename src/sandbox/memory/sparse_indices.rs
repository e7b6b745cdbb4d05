//! Sparse matrices: compiled functions of scipy and scikit-learn read and write memory by the numbers in their arrays of
//! indices, which the code may change. What they are given is looked at, in front of each of them.
#![allow(unsafe_code, reason = "compiled functions of packages are wrapped")]

use std::ptr;
use std::sync::atomic::AtomicBool;
use std::sync::OnceLock;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::ffi::{self, PyObject};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};
use pyo3::IntoPyObjectExt;

use crate::budget::compiled_calls;
use crate::budget::originals::{trampolines, Originals, MOST};
use crate::cpython::hooks::{newly_loaded, table, wrap_attribute, Method, VARARGS_KEYWORDS};
use crate::cpython::type_access::Ty;
use crate::front::policy::sparse::{parts, Part, MODULES, OF_BLOCKS, OF_DIAGONALS, OF_ENTRIES, OF_ROWS};
use crate::sandbox::memory::object_arrays::{elements, is_array, shape};
use crate::sandbox::memory::sparse_parts::{self, integer};
use crate::session::scope::{sandboxed, HostScope};
use crate::session::{current, panics};

type Plain = ffi::PyCFunction;
type Keywords = ffi::PyCFunctionWithKeywords;

static FUNCTION: Originals = Originals::new();
static PARTS: [OnceLock<&'static [Part]>; MOST] = [const { OnceLock::new() }; MOST];
static PLAIN: [Plain; MOST] = trampolines!(plain);
static KEYWORDS: [Keywords; MOST] = trampolines!(keywords);

/// Wraps what belongs to modules that are loaded, each once per process.
pub fn guard_loaded(py: Python<'_>) -> PyResult<()> {
    static TOOLS: AtomicBool = AtomicBool::new(false);
    static SOLVERS: AtomicBool = AtomicBool::new(false);
    static LEARNING: AtomicBool = AtomicBool::new(false);
    static WHOLE: [AtomicBool; MODULES.len()] = [const { AtomicBool::new(false) }; MODULES.len()];
    for (done, (module, last)) in [&TOOLS, &SOLVERS].into_iter().zip(LISTED) {
        if let Some(found) = newly_loaded(py, done, module, last)? {
            guard_listed(&found, module)?;
        }
    }
    for (done, module) in WHOLE.iter().zip(MODULES) {
        if let Some(found) = newly_loaded(py, done, module, "__test__")? {
            guard_compiled(&found)?;
        }
    }
    let Some(validation) = newly_loaded(py, &LEARNING, "sklearn.utils.validation", "check_array")? else { return Ok(()) };
    for name in ["_ensure_sparse_format", "_check_n_features"] {
        wrap_attribute(&validation, name, |original| Checked { original }, &table::SPARSE)?;
    }
    Ok(())
}

/// Modules of functions that are listed, each with one that it has when it is loaded.
const LISTED: [(&str, &str); 2] = [("scipy.sparse._sparsetools", "csr_matvec"), ("scipy.sparse.linalg._dsolve._superlu", "gssv")];

fn guard_listed(module: &Bound<'_, PyAny>, path: &str) -> PyResult<()> {
    for name in module.dir()?.iter() {
        let Some(parts) = parts(path, &name.extract::<String>()?) else { continue };
        let Some(method) = Method::of(&module.getattr(name.cast::<PyString>()?)?) else { continue };
        let flags = method.convention();
        let Some(number) = FUNCTION.keep(method.function()) else { continue };
        let (Some(known), Some(plain), Some(keywords)) = (PARTS.get(number), PLAIN.get(number), KEYWORDS.get(number)) else { continue };
        known.get_or_init(|| parts);
        // SAFETY: ATTACHED; functions for these flags, which call the one that was there before.
        unsafe {
            match flags {
                ffi::METH_VARARGS => method.exchange(*plain as *mut (), &table::SPARSE),
                VARARGS_KEYWORDS => method.exchange(*keywords as *mut (), &table::SPARSE),
                _ => {}
            }
        }
    }
    Ok(())
}

/// Wraps the functions of a module that Cython made.
fn guard_compiled(module: &Bound<'_, PyAny>) -> PyResult<()> {
    for name in module.dir()?.iter() {
        if let Some(method) = Method::of_cython(&module.getattr(name.cast::<PyString>()?)?) {
            compiled_calls::guard(method, &table::SPARSE, |call| call.all().iter().try_for_each(look));
        }
    }
    Ok(())
}

unsafe extern "C" fn plain<const N: usize>(module: *mut PyObject, args: *mut PyObject) -> *mut PyObject {
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    unsafe {
        let Some(args) = sound::<N>(args) else { return ptr::null_mut() };
        // SAFETY: called by the interpreter, attached; the original was kept before, and so below. (The tuple lives until the call is over.)
        let original: Plain = std::mem::transmute(FUNCTION.get::<N>());
        original(module, args.as_ref().map_or(ptr::null_mut(), Bound::as_ptr))
    }
}

unsafe extern "C" fn keywords<const N: usize>(module: *mut PyObject, args: *mut PyObject, kwargs: *mut PyObject) -> *mut PyObject {
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    unsafe {
        let Some(args) = sound::<N>(args) else { return ptr::null_mut() };
        let original: Keywords = std::mem::transmute(FUNCTION.get::<N>());
        original(module, args.as_ref().map_or(ptr::null_mut(), Bound::as_ptr), kwargs)
    }
}

/// The arguments to hand on, if they are such as function `N` takes them for; else an error is set.
///
/// # Safety
/// Attached, with the live tuple of arguments of function `N`, or NULL.
unsafe fn sound<'py, const N: usize>(args: *mut PyObject) -> Option<Option<Bound<'py, PyAny>>> {
    // SAFETY: as `# Safety` says, which the caller keeps.
    let Some(args) = (unsafe { Bound::from_borrowed_ptr_or_opt(Python::assume_attached(), args) }) else { return Some(None) };
    let (Ok(given), Some(parts)) = (args.cast::<PyTuple>(), PARTS.get(N).and_then(OnceLock::get)) else { return Some(Some(args)) };
    if !sandboxed() {
        return Some(Some(args));
    }
    let mut handed_on = given.clone();
    let is_sound = told(args.py(), || {
        handed_on = plain_arrays(given)?;
        sparse_parts::look(&handed_on, parts)
    });
    is_sound.then(|| Some(handed_on.into_any()))
}

/// The arguments, with arrays of numpy's own class over the same memory in the place of others: functions make copies of some, which
/// runs methods of a class of the code after indices were looked at.
fn plain_arrays<'py>(args: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyTuple>> {
    let is_plain = |arg: &Bound<'py, PyAny>| is_array(arg) || shape(arg).is_none() && !is_of_code(arg);
    if args.iter().all(|arg| is_plain(&arg)) {
        return Ok(args.clone());
    }
    let as_array = args.py().import(intern!(args.py(), "numpy"))?.getattr(intern!(args.py(), "asarray"))?;
    let plain = |arg: Bound<'py, PyAny>| match is_plain(&arg) {
        true => Ok(arg),
        false if shape(&arg).is_some() => as_array.call1((arg,)),
        false => Err(PyTypeError::new_err(format!("a part of a sparse matrix is no array or number: {}", arg.get_type()))),
    };
    PyTuple::new(args.py(), args.iter().map(plain).collect::<PyResult<Vec<_>>>()?)
}

/// Whether the code made the object's class.
fn is_of_code(object: &Bound<'_, PyAny>) -> bool {
    current::with_current(|m| m.session.check.own.contains(&object.get_type())).unwrap_or(true)
}

/// Whether the look found nothing; else its error is set.
fn told(py: Python<'_>, look: impl FnOnce() -> PyResult<()>) -> bool {
    panics::contained(false, || {
        let _own = HostScope::enter();
        look().map_err(|error| error.restore(py)).is_ok()
    })
}

// Functions of `sklearn.utils.validation` through which all matrices come that it is given, and estimators with those that
// they kept.
#[pyclass(frozen, module = "sklearn.utils.validation", name = "function")]
struct Checked {
    original: Py<PyAny>,
}

#[pymethods]
impl Checked {
    #[pyo3(signature = (*args, **kwargs))]
    fn __call__<'py>(&self, args: &Bound<'py, PyTuple>, kwargs: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
        if sandboxed() {
            let _own = HostScope::enter();
            for arg in args.iter() {
                look(&arg)?;
                for (_, kept) in members(&arg).into_iter().flatten() {
                    look(&kept)?;
                }
            }
        }
        self.original.bind(args.py()).call(args, kwargs)
    }
}

/// What the object itself holds, whatever its class says of it.
fn members<'py>(object: &Bound<'py, PyAny>) -> Option<Bound<'py, PyDict>> {
    // SAFETY: attached; a new reference, or NULL with an error set.
    let members = unsafe { Bound::from_owned_ptr_or_err(object.py(), ffi::PyObject_GenericGetDict(object.as_ptr(), ptr::null_mut())) };
    members.ok()?.cast_into().ok()
}

/// Looks at an object if it is a sparse matrix of scipy.
fn look(object: &Bound<'_, PyAny>) -> PyResult<()> {
    let py = object.py();
    let ty = Ty::of_bound(object);
    let Some(format) = ty.lookup(intern!(py, "_format")).and_then(|format| format.extract::<String>().ok()) else { return Ok(()) };
    let Some(members) = members(object) else { return Ok(()) };
    // What a class of the code has in their place would be asked again.
    let member = |name: &str| match members.get_item(name)? {
        // (What an array of such a class says of itself runs code later on.)
        Some(member) if ty.lookup(&PyString::new(py, name)).is_none() && !is_of_code(&member) => Ok(member),
        _ => Err(PyValueError::new_err(format!("the sparse matrix has no '{name}' of its own"))),
    };
    let matrix = Matrix { format: &format, shape: sizes(&member("_shape")?)?, member: &member };
    matrix.look(py)
}

/// Sizes in a tuple of plain integers.
fn sizes(shape: &Bound<'_, PyAny>) -> PyResult<Vec<usize>> {
    shape.cast_exact::<PyTuple>()?.iter().map(|size| Ok(usize::try_from(integer(&size)?)?)).collect()
}

/// A sparse matrix by its parts.
struct Matrix<'a, 'py> {
    format: &'a str,
    shape: Vec<usize>,
    member: &'a dyn Fn(&str) -> PyResult<Bound<'py, PyAny>>,
}

impl<'py> Matrix<'_, 'py> {
    fn look(&self, py: Python<'py>) -> PyResult<()> {
        let (rows, columns) = match self.shape[..] {
            [columns] => (1, columns),
            [rows, columns] => (rows, columns),
            // Those of more dimensions go to no other function than `sparsetools`.
            _ => return Ok(()),
        };
        let numbers = |numbers: &[usize]| numbers.iter().map(|n| n.into_bound_py_any(py)).collect::<PyResult<Vec<_>>>();
        let sizes = || Ok::<_, PyErr>(shape(&(self.member)("data")?).unwrap_or_default());
        let (mut args, names, part) = match self.format {
            "csr" => (numbers(&[rows, columns])?, ["indptr", "indices", "data"].as_slice(), OF_ROWS),
            "csc" => (numbers(&[columns, rows])?, ["indptr", "indices", "data"].as_slice(), OF_ROWS),
            "bsr" => match sizes()?[..] {
                [_, high, wide] if high > 0 && wide > 0 => {
                    (numbers(&[rows / high, columns / wide, high, wide])?, ["indptr", "indices", "data"].as_slice(), OF_BLOCKS)
                }
                _ => return Err(PyValueError::new_err("the values of the sparse matrix are no blocks")),
            },
            "dia" => (numbers(&sizes()?)?, ["offsets", "data"].as_slice(), OF_DIAGONALS),
            "coo" => return self.coordinates(py, rows, columns),
            "lil" => return self.lists(rows, columns),
            _ => return Ok(()),
        };
        for name in names {
            args.push((self.member)(name)?);
        }
        sparse_parts::look(&PyTuple::new(py, args)?, &[part])
    }

    fn coordinates(&self, py: Python<'py>, rows: usize, columns: usize) -> PyResult<()> {
        let values = (self.member)("data")?;
        let mut coordinates = (self.member)("coords")?.cast_into_exact::<PyTuple>()?.iter().collect::<Vec<_>>();
        let (Some(column), row) = (coordinates.pop(), coordinates.pop()) else { return Ok(()) };
        let row = row.unwrap_or_else(|| column.clone());
        let count = [&values, &row, &column].into_iter().filter_map(elements).max();
        let rows = if self.shape.len() == 1 { columns } else { rows };
        sparse_parts::look(&(count, rows, columns, row, column, values).into_pyobject(py)?, &[OF_ENTRIES])
    }
    /// Lists of indices and of values in arrays of objects: arrays are made of them unseen.
    fn lists(&self, rows: usize, columns: usize) -> PyResult<()> {
        let lists = |name: &str| -> PyResult<Vec<Bound<'py, PyList>>> {
            let lists = (self.member)(name)?;
            if !is_array(&lists) {
                return Err(PyTypeError::new_err("lists of a sparse matrix are in no array"));
            }
            let lists = lists.call_method0(intern!(lists.py(), "tolist"))?.cast_into::<PyList>()?;
            lists.iter().map(|list| Ok(list.cast_into_exact::<PyList>()?)).collect()
        };
        let (indices, values) = (lists("rows")?, lists("data")?);
        let as_many = indices.len() == rows && values.len() == rows;
        let fits = |(indices, values): (&Bound<'py, PyList>, &Bound<'py, PyList>)| {
            let inside = |index: Bound<'py, PyAny>| integer(&index).is_ok_and(|index| (0..columns as i64).contains(&index));
            indices.len() == values.len() && indices.iter().all(inside)
        };
        if as_many && indices.iter().zip(&values).all(fits) {
            return Ok(());
        }
        Err(PyValueError::new_err("lists of a sparse matrix lie outside of it, or have no values"))
    }
}
