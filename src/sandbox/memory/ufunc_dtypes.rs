//! Calls of ufuncs, which may name a dtype: it is looked at as `dtype_specs` says. Each ufunc has the function for its calls itself.
#![allow(unsafe_code, reason = "calls of ufuncs are wrapped")]

use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};

use pyo3::ffi::{self, vectorcallfunc, PyObject};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::budget::compiled_calls::Call;
use crate::cpython::hooks::{newly_loaded, table, Method, UfuncCall, VARARGS_KEYWORDS};
use crate::cpython::type_access::module_dict;
use crate::cpython::value::attached;
use crate::sandbox::memory::dtype_specs::{look, passes, Takes, SIGNATURES};

/// Compiled modules with ufuncs, and one of each. (Older versions have them under other names.)
const MODULES: [(&str, &str); 7] = [
    ("numpy._core._multiarray_umath", "add"),
    ("numpy.core._multiarray_umath", "add"),
    ("numpy.linalg._umath_linalg", "det"),
    ("numpy.fft._pocketfft_umath", "fft"),
    ("scipy.special._ufuncs", "zetac"),
    ("scipy.special._special_ufuncs", "wright_bessel"),
    ("scipy.special._gufuncs", "_lqn"),
];

/// What numpy calls any ufunc by.
static CALL: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());
static MAKE: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());

/// Wraps the calls of ufuncs of modules that are loaded, and of those that the code makes.
pub fn guard_loaded(py: Python<'_>) -> PyResult<()> {
    static DONE: [AtomicBool; MODULES.len()] = [const { AtomicBool::new(false) }; MODULES.len()];
    for (done, (module, last)) in DONE.iter().zip(MODULES) {
        let Some(found) = newly_loaded(py, done, module, last)? else { continue };
        for member in module_dict(&found).map(|members| members.values()).into_iter().flatten() {
            let Some(this) = UfuncCall::of(&member)?.filter(is_of_numpy) else { continue };
            // SAFETY: ATTACHED; `call` calls what was there, which is the same for all.
            unsafe { this.exchange(call, &table::DTYPE_SPECS) };
        }
        if let Ok(maker) = found.getattr("frompyfunc") {
            guard_maker(&maker);
        }
    }
    Ok(())
}

fn guard_maker(maker: &Bound<'_, PyAny>) {
    let Some(method) = Method::of(maker).filter(|method| method.convention() == VARARGS_KEYWORDS) else { return };
    let this = make as ffi::PyCFunctionWithKeywords as *mut ();
    if method.function() == this {
        return;
    }
    MAKE.store(method.function(), Ordering::Release);
    // SAFETY: ATTACHED; a function for these flags, which calls the one that was there before.
    unsafe { method.exchange(this, &table::DTYPE_SPECS) };
}

/// Whether it is called by the function that ufuncs of numpy are called by, and not by ours.
fn is_of_numpy(this: &UfuncCall) -> bool {
    let Some(now) = this.now() else { return false };
    let (now, ours) = (now as *mut (), call as vectorcallfunc as *mut ());
    now != ours
        && CALL.compare_exchange(ptr::null_mut(), now, Ordering::AcqRel, Ordering::Acquire).map_or_else(|known| known == now, |_| true)
}

/// Whether one of the names may be that of a dtype.
fn names_dtype(names: Borrowed<'_, '_, PyAny>) -> bool {
    let Ok(names) = names.cast::<PyTuple>() else { return true };
    let is_other = |name: Borrowed<'_, '_, PyAny>| {
        name.cast_exact::<PyString>().is_ok_and(|name| name.to_str().is_ok_and(|name| !SIGNATURES.contains(&name)))
    };
    !names.iter_borrowed().all(is_other)
}

unsafe extern "C" fn call(ufunc: *mut PyObject, args: *const *mut PyObject, count: usize, names: *mut PyObject) -> *mut PyObject {
    // SAFETY: called by the interpreter, attached, with live objects; the original was stored before.
    unsafe {
        let original: vectorcallfunc = std::mem::transmute(CALL.load(Ordering::Acquire));
        let places = ffi::PyVectorcall_NARGS(count);
        // What is called most often is called without a name, or with others.
        if names.is_null()
            || !names_dtype(Borrowed::from_ptr(attached(), names))
            || passes(|| look(&Call::of_row(ufunc, args, places, names), Takes::Signature))
        {
            original(ufunc, args, count, names)
        } else {
            ptr::null_mut()
        }
    }
}

unsafe extern "C" fn make(module: *mut PyObject, args: *mut PyObject, named: *mut PyObject) -> *mut PyObject {
    // SAFETY: as above.
    unsafe {
        let original: ffi::PyCFunctionWithKeywords = std::mem::transmute(MAKE.load(Ordering::Acquire));
        let made = original(module, args, named);
        if let Some(made) = Bound::from_borrowed_ptr_or_opt(attached(), made) {
            if let Some(this) = UfuncCall::of(&made).ok().flatten().filter(is_of_numpy) {
                this.exchange_in_mortal(call);
            }
        }
        made
    }
}
