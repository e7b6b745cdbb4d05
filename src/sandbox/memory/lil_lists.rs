//! Lists of lists of sparse matrices (`rows` and `data` of a `lil_matrix`), which the code may change: compiled functions of scipy take as
//! many items of the one as the other has, and write as many numbers as there were a moment before. They are looked at in front of each.

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyComplex, PyFloat, PyInt, PyList};

use crate::budget::compiled_calls;
use crate::cpython::hooks::{newly_loaded, table, Method};
use crate::cpython::type_access::Ty;
use crate::sandbox::memory::object_arrays::{elements, is_array, shape};
use crate::sandbox::memory::sparse_parts::integer;

const MODULE: &str = "scipy.sparse._csparsetools";

type Look = fn(&[Bound<'_, PyAny>]) -> PyResult<()>;

/// What is looked at in front of which function.
const FUNCTIONS: [(&str, Look); 7] = [
    ("lil_get_lengths", counted),
    ("lil_flatten_to_array", flattened),
    ("lil_get1", in_a_row),
    ("lil_insert", in_a_row),
    ("lil_fancy_get", in_all_rows),
    ("lil_fancy_set", changed),
    ("lil_get_row_ranges", in_all_rows),
];

/// Wraps the functions, when their module is loaded.
pub fn guard_loaded(py: Python<'_>) -> PyResult<()> {
    static DONE: AtomicBool = AtomicBool::new(false);
    let Some(module) = newly_loaded(py, &DONE, MODULE, "__test__")? else { return Ok(()) };
    for (name, look) in FUNCTIONS {
        // Versions have some or others of them.
        let Ok(function) = module.getattr(name) else { continue };
        for method in Method::all_of(&function) {
            compiled_calls::guard(method, &table::SPARSE, move |call| look(&call.places()));
        }
    }
    Ok(())
}

/// `lil_get_lengths(lists, lengths)`
fn counted(args: &[Bound<'_, PyAny>]) -> PyResult<()> {
    // (What is missing the functions ask for.)
    let [lists, lengths] = args else { return Ok(()) };
    match elements(lengths) >= Some(count(lists)?) {
        true => Ok(()),
        false => Err(misfit()),
    }
}

/// `lil_flatten_to_array(lists, numbers)`
fn flattened(args: &[Bound<'_, PyAny>]) -> PyResult<()> {
    let [lists, numbers] = args else { return Ok(()) };
    let mut found = 0;
    for list in all(lists)? {
        found += list.len();
        if !list.iter().all(|item| is_number(&item)) {
            return Err(PyTypeError::new_err("items of a sparse matrix of lists are plain numbers"));
        }
    }
    match elements(numbers) >= Some(found) {
        true => Ok(()),
        false => Err(misfit()),
    }
}

/// Functions of `(rows, columns, indices, values, row, …)`.
fn in_a_row(args: &[Bound<'_, PyAny>]) -> PyResult<()> {
    let [rows, _, indices, values, row, ..] = args else { return Ok(()) };
    let rows = integer(rows)?;
    has_rows(rows, [indices, values])?;
    let row = integer(row)?;
    // (Others the function refuses itself.)
    if !(-rows..rows).contains(&row) {
        return Ok(());
    }
    let row = if row < 0 { row + rows } else { row };
    fits(&list_at(indices, row)?, &list_at(values, row)?)
}

fn list_at<'py>(lists: &Bound<'py, PyAny>, row: i64) -> PyResult<Bound<'py, PyList>> {
    lists.get_item(row)?.cast_into_exact::<PyList>().map_err(|_| misfit())
}

/// Functions of `(rows, columns, indices, values, …)`.
fn in_all_rows(args: &[Bound<'_, PyAny>]) -> PyResult<()> {
    let [rows, _, indices, values, ..] = args else { return Ok(()) };
    has_rows(integer(rows)?, [indices, values])?;
    all(indices)?.iter().zip(&all(values)?).try_for_each(|(indices, values)| fits(indices, values))
}

/// The same where lists grow: one that stands for two rows would grow twice.
fn changed(args: &[Bound<'_, PyAny>]) -> PyResult<()> {
    in_all_rows(args)?;
    let [_, _, indices, values, ..] = args else { return Ok(()) };
    let lists = all(indices)?.into_iter().chain(all(values)?).collect::<Vec<_>>();
    let different = lists.iter().map(|list| list.as_ptr()).collect::<HashSet<_>>();
    match different.len() == lists.len() {
        true => Ok(()),
        false => Err(misfit()),
    }
}

fn has_rows(rows: i64, arrays: [&Bound<'_, PyAny>; 2]) -> PyResult<()> {
    for array in arrays {
        if i64::try_from(count(array)?).is_ok_and(|count| count < rows) {
            return Err(misfit());
        }
    }
    Ok(())
}

/// Indices of a row are plain integers, since they are compared, and there are as many values.
fn fits(indices: &Bound<'_, PyList>, values: &Bound<'_, PyList>) -> PyResult<()> {
    match indices.len() == values.len() && indices.iter().all(|index| is_number(&index)) {
        true => Ok(()),
        false => Err(misfit()),
    }
}

/// Lists in an array of numpy's own class.
fn count(lists: &Bound<'_, PyAny>) -> PyResult<usize> {
    match shape(lists).as_deref() {
        Some([count]) if is_array(lists) => Ok(*count),
        _ => Err(PyTypeError::new_err("lists of a sparse matrix are in no array")),
    }
}

fn all<'py>(lists: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyList>>> {
    count(lists)?;
    let lists = lists.call_method0("tolist")?.cast_into::<PyList>()?;
    lists.iter().map(|list| list.cast_into_exact::<PyList>().map_err(|_| misfit())).collect()
}

/// Whether nothing of the code runs when the object is asked for its number: one of the interpreter's, or a scalar of numpy.
fn is_number(object: &Bound<'_, PyAny>) -> bool {
    let is_plain = object.is_exact_instance_of::<PyInt>()
        || object.is_exact_instance_of::<PyFloat>()
        || object.is_exact_instance_of::<PyBool>()
        || object.is_exact_instance_of::<PyComplex>();
    is_plain || is_scalar(object)
}

fn is_scalar(object: &Bound<'_, PyAny>) -> bool {
    let class = object.get_type();
    let is_static = !Ty::from_class(&class).has(ffi::Py_TPFLAGS_HEAPTYPE);
    is_static && shape(object).is_none() && class.module().is_ok_and(|module| module == "numpy")
}

#[cold]
fn misfit() -> PyErr {
    PyValueError::new_err("lists of a sparse matrix do not fit its rows, or each other")
}
