//! What arrays of the code's classes tell of their memory.
//!
//! Libraries ask an array for its shape in Python, and let compiled code write as much by it. To the code a class of its own says of
//! its arrays what it likes; libraries hear it where it is so.

use pyo3::exceptions::PyTypeError;
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PyString, PyTuple, PyType};
use rustc_hash::FxHashSet;

use crate::cpython::api;
use crate::cpython::type_access::Ty;
use crate::cpython::value::{attached, Exc, R};
use crate::sandbox::memory::object_arrays;
use crate::session::refusals::{self, Kind};
use crate::session::run_context::RunContext;

/// Attributes of an array that tell of its memory.
const NAMES: [&str; 8] = ["dtype", "flags", "itemsize", "nbytes", "ndim", "shape", "size", "strides"];

/// A member of that name in a class of arrays.
#[pyclass(module = "fastexec", name = "array_size", frozen)]
struct ArraySize {
    name: &'static str,
    member: Py<PyAny>,
}

fn known(name: &str) -> Option<&'static str> {
    NAMES.into_iter().find(|known| *known == name)
}

/// Whether the name is one of them.
pub fn is_one(name: &str) -> bool {
    known(name).is_some()
}

/// Wraps such members of a class of arrays that the code made, whichever of its classes has them.
pub fn wrap_in_class(m: &RunContext, class: &Bound<'_, PyType>) -> R<()> {
    if !object_arrays::is_class(class) {
        return Ok(());
    }
    for name in NAMES {
        let text = PyString::intern(class.py(), name);
        let Some(member) = member_of_code(m, class, &text).filter(|member| !member.is_exact_instance_of::<ArraySize>()) else { continue };
        let size = Bound::new(class.py(), ArraySize { name, member: member.unbind() })?;
        api::put_into_class(class, &text, size.as_any())?;
    }
    Ok(())
}

/// What objects of the class have under this name from a class of the code.
fn member_of_code<'py>(m: &RunContext, class: &Bound<'py, PyType>, name: &Bound<'py, PyString>) -> Option<Bound<'py, PyAny>> {
    let mut lineage = class.mro().iter().filter_map(|base| base.cast_into::<PyType>().ok());
    let holder = lineage.find(|base| api::own_attribute(base, name).is_some())?;
    m.session.check.own.contains(&holder).then(|| api::own_attribute(&holder, name))?
}

/// What a class of the code gets in the place of `value` that is set under this name.
///
/// # Errors
/// A refusal where arrays get it from a class that is none of theirs.
pub fn instead<'py>(m: &RunContext, object: &Bound<'py, PyAny>, name: &str, value: &Bound<'py, PyAny>) -> R<Option<Bound<'py, PyAny>>> {
    let (Some(name), Ok(class)) = (known(name), object.cast::<PyType>()) else { return Ok(None) };
    if !m.session.check.own.contains(class) {
        return Ok(None);
    }
    if object_arrays::is_class(class) {
        return Ok(Some(Bound::new(class.py(), ArraySize { name, member: value.clone().unbind() })?.into_any()));
    }
    match is_above_arrays(class) {
        true => Err(refusals::raise(m, Kind::Attribute, &format!("Forbidden assignment to attribute of a class that arrays have: {name}"))),
        false => Ok(None),
    }
}

fn is_above_arrays(class: &Bound<'_, PyType>) -> bool {
    let (mut seen, mut left) = (FxHashSet::default(), vec![class.clone()]);
    while let Some(class) = left.pop() {
        if object_arrays::is_class(&class) {
            return true;
        }
        if seen.insert(class.as_ptr() as usize) {
            left.extend(api::types::subclasses(&class));
        }
    }
    false
}

/// What was wrapped, if this is such a wrapper.
pub fn wrapped<'py>(value: &Bound<'py, PyAny>) -> Option<Bound<'py, PyAny>> {
    Some(value.cast_exact::<ArraySize>().ok()?.get().member.bind(value.py()).clone())
}

/// Whether a class of the code says what arrays of this class have under the name.
pub fn tells(ty: Ty<'_>, name: &Bound<'_, PyString>) -> bool {
    known(&name.to_string_lossy()).is_some() && ty.lookup(name).is_some_and(|held| held.is_exact_instance_of::<ArraySize>())
}

/// What the class says, for the code alone.
pub fn told<'py>(object: &Bound<'py, PyAny>, name: &Bound<'py, PyString>) -> R<Bound<'py, PyAny>> {
    match Ty::of_bound(object).lookup(name).and_then(|held| held.cast_into_exact::<ArraySize>().ok()) {
        Some(size) => Ok(size.get().said(object, None)?),
        None => Ok(object.getattr(name)?),
    }
}

/// What an array says of its memory under this name, `said`, to whom it may concern.
///
/// # Errors
/// `TypeError` if it is another than it has.
pub fn true_size<'py>(object: &Bound<'py, PyAny>, name: &str, said: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let (Some(name), Some(_)) = (known(name), object_arrays::shape(object)) else { return Ok(said) };
    let Some(real) = object_arrays::member(object, name) else { return Ok(said) };
    match is_same(&said, &real)? {
        true => Ok(real),
        false => Err(PyTypeError::new_err(format!("{name} of an array is not what its class says"))),
    }
}

/// Whether both are plain values, and the same. (Others may be compared by functions of the code.)
fn is_same(said: &Bound<'_, PyAny>, real: &Bound<'_, PyAny>) -> PyResult<bool> {
    let is_plain = |tuple: &Bound<'_, PyTuple>| tuple.iter().all(|item| item.is_exact_instance_of::<PyInt>());
    let comparable = said.get_type().is(real.get_type()) && said.cast_exact::<PyTuple>().map_or(true, is_plain);
    Ok(said.is(real) || comparable && said.eq(real)?)
}

impl ArraySize {
    fn said<'py>(&self, object: &Bound<'py, PyAny>, owner: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        let member = self.member.bind(object.py());
        if !is_data(member) {
            if let Some(own) = namespace(object)?.and_then(|own| own.get_item(self.name).transpose()).transpose()? {
                return Ok(own);
            }
        }
        api::bind(member, object, owner).map_err(error)
    }
}

/// Whether it comes before what objects have themselves.
fn is_data(member: &Bound<'_, PyAny>) -> bool {
    ["__set__", "__delete__"].iter().any(|name| member.get_type().hasattr(*name).unwrap_or(false))
}

fn namespace<'py>(object: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyDict>>> {
    Ok(object.getattr_opt(pyo3::intern!(object.py(), "__dict__"))?.and_then(|own| own.cast_into().ok()))
}

fn error(_: Exc) -> PyErr {
    PyErr::fetch(attached())
}

#[pymethods]
impl ArraySize {
    fn __get__<'py>(&self, object: &Bound<'py, PyAny>, owner: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        if object.is_none() {
            return api::bind(self.member.bind(object.py()), object, owner).map_err(error);
        }
        true_size(object, self.name, self.said(object, owner)?)
    }
    fn __set__(&self, object: &Bound<'_, PyAny>, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let member = self.member.bind(object.py());
        match namespace(object)? {
            Some(own) if !is_data(member) => own.set_item(self.name, value),
            _ => member.call_method1("__set__", (object, value)).map(drop),
        }
    }
    fn __delete__(&self, object: &Bound<'_, PyAny>) -> PyResult<()> {
        let member = self.member.bind(object.py());
        match namespace(object)? {
            Some(own) if !is_data(member) => own.del_item(self.name),
            _ => member.call_method1("__delete__", (object,)).map(drop),
        }
    }
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.member)
    }
}
