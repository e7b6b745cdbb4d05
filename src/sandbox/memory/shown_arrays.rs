//! Arrays of places that objects of compiled classes show, and go by afterwards without a look: trees of points of scipy and
//! scikit-learn, and what scipy decomposed. The code gets copies; arrays of other numbers are the tree's own.
#![allow(unsafe_code, reason = "getters and methods of compiled classes are wrapped")]

use std::ffi::c_void;
use std::ptr;
use std::sync::atomic::AtomicBool;

use pyo3::ffi::{self, PyObject};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple, PyType};

use crate::budget::originals::{trampolines, Originals, MOST};
use crate::cpython::api;
use crate::cpython::api::types::has_buffer;
use crate::cpython::hooks::{newly_loaded, table, Getter, Method, FASTCALL_KEYWORDS};
use crate::cpython::value::attached;
use crate::sandbox::memory::object_arrays;
use crate::session::panics;
use crate::session::scope::{sandboxed, HostScope};

/// (module, its last member, classes (versions have some or others of them), what gives arrays)
type Shown = (&'static str, &'static str, &'static [&'static str], &'static [&'static str]);
const CLASSES: [Shown; 4] = [
    ("scipy.spatial._ckdtree", "__test__", &["cKDTree", "cKDTreeNode"], &["indices"]),
    ("scipy.sparse.linalg._dsolve._superlu", "SuperLU", &["SuperLU"], &["perm_c", "perm_r"]),
    ("sklearn.neighbors._kd_tree", "__test__", &["BinaryTree64", "BinaryTree32"], TREE),
    ("sklearn.neighbors._ball_tree", "__test__", &["BinaryTree64", "BinaryTree32"], TREE),
];
const TREE: &[&str] = &["idx_array", "node_data", "get_arrays"];

type Fast = unsafe extern "C" fn(*mut PyObject, *const *mut PyObject, ffi::Py_ssize_t, *mut PyObject) -> *mut PyObject;

static GETTERS: Originals = Originals::new();
static GETS: [ffi::getter; MOST] = trampolines!(get);
static METHODS: Originals = Originals::new();
static PLAIN: [ffi::PyCFunction; MOST] = trampolines!(plain);
static FAST: [Fast; MOST] = trampolines!(fast);

/// Wraps what belongs to modules that are loaded, each once per process.
pub fn guard_loaded(py: Python<'_>) -> PyResult<()> {
    static DONE: [AtomicBool; CLASSES.len()] = [const { AtomicBool::new(false) }; CLASSES.len()];
    for (done, (module, last, classes, names)) in DONE.iter().zip(CLASSES) {
        let Some(found) = newly_loaded(py, done, module, last)? else { continue };
        // (The classes of trees are the bases of public ones.)
        let public = found.dir()?.iter().filter_map(|name| found.getattr(name.cast::<PyString>().ok()?).ok());
        let all = public.filter_map(|one| one.cast_into::<PyType>().ok()).flat_map(|class| class.mro().iter().collect::<Vec<_>>());
        let mut seen = Vec::new();
        for class in all.filter_map(|class| class.cast_into::<PyType>().ok()) {
            let known = classes.iter().any(|name| class.name().is_ok_and(|own| own.to_string_lossy() == **name));
            if known && !seen.contains(&(class.as_ptr() as usize)) {
                seen.push(class.as_ptr() as usize);
                names.iter().filter_map(|name| api::own_attribute(&class, &PyString::new(py, name))).for_each(|member| guard(&member));
            }
        }
    }
    Ok(())
}

fn guard(member: &Bound<'_, PyAny>) {
    if let Some(getter) = Getter::of(member) {
        if let Some(get) = GETTERS.keep(getter.function()).and_then(|number| GETS.get(number)) {
            // SAFETY: ATTACHED; a getter that asks the one that was there before.
            unsafe { getter.exchange(*get as *mut (), &table::SHOWN_ARRAYS) };
        }
        return;
    }
    let Some(method) = Method::of(member).or_else(|| Method::of_cython(member)) else { return };
    let flags = method.convention();
    let Some(number) = METHODS.keep(method.function()) else { return };
    let this = match (flags, PLAIN.get(number), FAST.get(number)) {
        (ffi::METH_NOARGS | ffi::METH_VARARGS, Some(plain), _) => *plain as *mut (),
        (FASTCALL_KEYWORDS, _, Some(fast)) => *fast as *mut (),
        _ => return,
    };
    // SAFETY: ATTACHED; a function for these flags, which calls the one that was there before.
    unsafe { method.exchange(this, &table::SHOWN_ARRAYS) };
}

unsafe extern "C" fn get<const N: usize>(object: *mut PyObject, closure: *mut c_void) -> *mut PyObject {
    // SAFETY: called by the interpreter, attached; the original was kept before. So below.
    unsafe {
        let original: ffi::getter = std::mem::transmute(GETTERS.get::<N>());
        shown(original(object, closure))
    }
}

unsafe extern "C" fn plain<const N: usize>(object: *mut PyObject, args: *mut PyObject) -> *mut PyObject {
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    unsafe {
        let original: ffi::PyCFunction = std::mem::transmute(METHODS.get::<N>());
        shown(original(object, args))
    }
}

unsafe extern "C" fn fast<const N: usize>(
    object: *mut PyObject,
    args: *const *mut PyObject,
    count: ffi::Py_ssize_t,
    names: *mut PyObject,
) -> *mut PyObject {
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    unsafe {
        let original: Fast = std::mem::transmute(METHODS.get::<N>());
        shown(original(object, args, count, names))
    }
}

/// What the code is shown in the place of what there is.
///
/// # Safety
/// Attached, with a reference that is given away, or null with an error.
unsafe fn shown(given: *mut PyObject) -> *mut PyObject {
    if given.is_null() || !sandboxed() {
        return given;
    }
    let py = attached();
    // SAFETY: as `# Safety` says, which the caller keeps.
    let given = unsafe { Bound::from_owned_ptr(py, given) };
    panics::contained(ptr::null_mut(), || {
        let _own = HostScope::enter();
        copied(&given).map_or_else(
            |error| {
                error.restore(py);
                ptr::null_mut()
            },
            Bound::into_ptr,
        )
    })
}

fn copied<'py>(given: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = given.py();
    if let Ok(several) = given.cast_exact::<PyTuple>() {
        return Ok(PyTuple::new(py, several.iter().map(|one| copied(&one)).collect::<PyResult<Vec<_>>>()?)?.into_any());
    }
    if !has_buffer(given) {
        return Ok(given.clone());
    }
    let array = py.import(intern!(py, "numpy"))?.call_method1(intern!(py, "asarray"), (given,))?;
    let kind = object_arrays::dtype(&array).map(|dtype| dtype.getattr(intern!(py, "kind"))?.extract::<char>()).transpose()?;
    match kind {
        Some('i' | 'u' | 'V') => given.call_method0(intern!(py, "copy")),
        _ => Ok(given.clone()),
    }
}
