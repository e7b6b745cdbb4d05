//! What objects of libraries tell of their memory by Python code (`__array_interface__` of an image of Pillow).
//!
//! numpy believes them: how much memory there is, and where. Methods that a class of the code overrides may say anything, so its
//! objects tell bytes, and no object more than it has.

use pyo3::exceptions::{PyAttributeError, PyTypeError};
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCapsule, PyDict, PyMemoryView, PyString, PyTuple, PyType};

use crate::cpython::api;
use crate::cpython::hooks::{self, table};
use crate::cpython::type_access::{self, exact_text};
use crate::cpython::value::R;
use crate::sandbox::classes::reduce_hook;
use crate::sandbox::memory::array_interfaces;
use crate::session::scope::{sandboxed, HostScope};

/// A property of a class of others, which is asked first.
#[pyclass(module = "fastexec", name = "told_memory", frozen)]
struct ToldMemory {
    real: Py<PyAny>,
}

/// Wraps such properties of the class itself.
pub fn wrap_in(class: &Bound<'_, PyType>) -> R<()> {
    for name in array_interfaces::NAMES {
        let name = PyString::intern(class.py(), name);
        let is_property = |own: &Bound<'_, PyAny>| type_access::is_called(&own.get_type(), "property");
        let Some(own) = api::own_attribute(class, &name).filter(is_property) else { continue };
        let told = Bound::new(class.py(), ToldMemory { real: own.unbind() })?;
        hooks::put_member(class, &name, told.as_any(), &table::INTERFACES)?;
    }
    Ok(())
}

#[pymethods]
impl ToldMemory {
    fn __get__<'py>(slf: &Bound<'py, Self>, object: &Bound<'py, PyAny>, owner: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        let told = slf.get().real.bind(slf.py()).call_method1("__get__", (object, owner))?;
        let is_own = reduce_hook::is_put(&object.get_type());
        if object.is_none() {
            return Ok(told);
        }
        match told.cast_into::<PyDict>() {
            Ok(told) => described(object, &told, is_own),
            Err(_) if is_own => Err(PyAttributeError::new_err("__array_struct__")),
            Err(told) => Ok(told.into_inner()),
        }
    }
    fn __set__(&self, object: &Bound<'_, PyAny>, value: &Bound<'_, PyAny>) -> PyResult<()> {
        self.real.bind(object.py()).call_method1("__set__", (object, value)).map(drop)
    }
    fn __delete__(&self, object: &Bound<'_, PyAny>) -> PyResult<()> {
        self.real.bind(object.py()).call_method1("__delete__", (object,)).map(drop)
    }
    fn __getattr__<'py>(&self, name: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyAny>> {
        match sandboxed() {
            true => Err(PyAttributeError::new_err((name.clone().unbind(),))),
            false => self.real.bind(name.py()).getattr(name),
        }
    }
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.real)
    }
}

/// What an object of a class of others tells the host of its memory by a hook. Code may have written a description, or write it
/// when it is asked for: an address is believed where an array that the object holds has it, and told anew from that array.
///
/// # Errors
/// `AttributeError` for every other address; `TypeError` for bytes that are fewer than they are said to be.
#[pyfunction]
#[pyo3(signature = (object, told, name, /))]
pub fn told_to_host<'py>(object: &Bound<'py, PyAny>, told: Bound<'py, PyAny>, name: Bound<'_, PyString>) -> PyResult<Bound<'py, PyAny>> {
    match told.cast::<PyDict>() {
        Ok(told) if name == array_interfaces::NAMES[0] => described(object, told, false),
        // (Without a structure numpy asks for the description.)
        Err(_) if !told.is_instance_of::<PyCapsule>() => Ok(told),
        _ => Err(PyAttributeError::new_err((name.unbind(),))),
    }
}

/// A description in which nothing but bytes and arrays is believed.
fn described<'py>(object: &Bound<'py, PyAny>, told: &Bound<'py, PyDict>, is_own: bool) -> PyResult<Bound<'py, PyAny>> {
    // (A copy: nobody changes it once it was looked at.)
    let told = told.copy()?;
    if is_own || told.get_item("data")?.is_some_and(|data| api::types::has_buffer(&data)) {
        return checked(told).map(Bound::into_any);
    }
    let _host = HostScope::enter();
    let array = object.py().import("fastexec.attribute_hooks")?.call_method1("told_by_array", (object, told))?;
    if array.is_none() {
        return Err(PyAttributeError::new_err(array_interfaces::NAMES[0]));
    }
    Ok(array)
}

/// What was told, if that is no more than there is.
fn checked(told: Bound<'_, PyDict>) -> PyResult<Bound<'_, PyDict>> {
    let py = told.py();
    let data = told.get_item("data")?;
    let Some(data) = data.filter(api::types::has_buffer) else {
        return Err(refused("an object of a class of the code tells the bytes of an array, not their address"));
    };
    let plain = told.keys().iter().all(|key| exact_text(&key).is_some_and(|key| KEYS.contains(&&*key.to_string_lossy())));
    let strides = told.get_item("strides")?.is_some_and(|strides| !strides.is_none());
    let (Some(shape), Some(kind)) = (told.get_item("shape")?, told.get_item("typestr")?.and_then(|kind| exact_text(&kind))) else {
        return Err(refused("an array has a shape and a type"));
    };
    let shape: Vec<usize> = shape.cast_exact::<PyTuple>()?.extract()?;
    let _host = HostScope::enter();
    let dtype = py.import("numpy")?.getattr("dtype")?.call1((kind,))?;
    let size: usize = dtype.getattr("itemsize")?.extract()?;
    let there: usize = PyMemoryView::from(&data)?.getattr("nbytes")?.extract()?;
    let wanted = shape.iter().try_fold(size, |all, length| all.checked_mul(*length));
    if !plain || strides || dtype.getattr("hasobject")?.is_truthy()? || wanted.is_none_or(|wanted| wanted > there) {
        return Err(refused("the bytes of an array are fewer than its shape and type say"));
    }
    // (numpy lets the buffer go and keeps what had it: bytes alone stay as they are.)
    if !data.is_exact_instance_of::<PyBytes>() {
        told.set_item("data", PyMemoryView::from(&data)?.call_method0("tobytes")?)?;
    }
    told.set_item("shape", PyTuple::new(py, shape)?)?;
    Ok(told)
}

/// What is told of arrays whose items lie one behind the other.
const KEYS: [&str; 5] = ["data", "shape", "strides", "typestr", "version"];

fn refused(text: &'static str) -> PyErr {
    PyTypeError::new_err(text)
}
