//! Sparse matrices: compiled functions of scipy and scikit-learn read and write memory by the numbers in their arrays of
//! indices, which the code may change. What they are given is looked at, in front of each of them.

use std::sync::atomic::AtomicBool;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};
use pyo3::IntoPyObjectExt;

use crate::budget::compiled_calls;
use crate::cpython::api::types::own_members;
use crate::cpython::hooks::{newly_loaded, table, wrap_attribute, Method};
use crate::cpython::type_access::Ty;
use crate::front::policy::sparse::{parts, MODULES, OF_BLOCKS, OF_DIAGONALS, OF_ENTRIES, OF_ROWS};
use crate::sandbox::memory::object_arrays::{elements, is_array, shape};
use crate::sandbox::memory::sparse_parts::{self, integer};
use crate::session::current;
use crate::session::scope::{sandboxed, HostScope};

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
        compiled_calls::wrap(method, &table::SPARSE, move |call, original| {
            if !sandboxed() {
                return original.run();
            }
            let (args, named) = call.arguments()?;
            let args = {
                let _own = HostScope::enter();
                let args = plain_arrays(&args)?;
                sparse_parts::look(&args, parts)?;
                args
            };
            original.with(&args, named.as_ref())
        });
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
                for (_, kept) in own_members(&arg).into_iter().flatten() {
                    look(&kept)?;
                }
            }
        }
        self.original.bind(args.py()).call(args, kwargs)
    }
}

/// Looks at an object if it is a sparse matrix of scipy.
fn look(object: &Bound<'_, PyAny>) -> PyResult<()> {
    let py = object.py();
    let ty = Ty::of_bound(object);
    let Some(format) = ty.lookup(intern!(py, "_format")).and_then(|format| format.extract::<String>().ok()) else { return Ok(()) };
    let Some(members) = own_members(object) else { return Ok(()) };
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
