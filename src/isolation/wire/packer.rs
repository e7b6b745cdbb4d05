//! Python values to the format.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyComplex, PyDict, PyEllipsis, PyFloat, PyFrozenSet, PyInt, PyList, PySet, PyString, PyTuple};
use pyo3::{intern, PyTypeInfo};
use rustc_hash::FxHashMap;

use super::{tag, DEEPEST};

/// The bytes of `value`. What is none of Python's plain values is handed to `reduce`, which gives the name of its kind
/// and a payload, or raises. An error that has an attribute `path` is told there where the value stands: `["a"][0]`.
#[pyfunction]
pub fn pack<'py>(value: &Bound<'py, PyAny>, reduce: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
    let py = value.py();
    let mut packer = Packer { out: Vec::with_capacity(256), known: FxHashMap::default(), alive: Vec::new(), depth: 0, reduce };
    packer.value(value).map_err(|failure| failure.told(py))?;
    Ok(PyBytes::new(py, &packer.out))
}

/// Why a value does not cross, and its place, the innermost step first.
struct Failure {
    error: PyErr,
    path: Vec<String>,
}

impl<E: Into<PyErr>> From<E> for Failure {
    fn from(error: E) -> Failure {
        Failure { error: error.into(), path: Vec::new() }
    }
}

impl Failure {
    fn below(mut self, step: impl FnOnce() -> String) -> Failure {
        self.path.push(step());
        self
    }

    fn told(mut self, py: Python<'_>) -> PyErr {
        self.path.reverse();
        let value = self.error.value(py);
        if value.hasattr(intern!(py, "path")).unwrap_or(false) {
            // An error that takes no attribute is told without it.
            let _ = value.setattr(intern!(py, "path"), self.path.concat());
        }
        self.error
    }
}

struct Packer<'a, 'py> {
    out: Vec<u8>,
    /// Numbers of the containers that were met, by address.
    known: FxHashMap<usize, u32>,
    /// These containers: an address is another object's when its own is gone.
    alive: Vec<Bound<'py, PyAny>>,
    depth: usize,
    reduce: &'a Bound<'py, PyAny>,
}

type Packed = Result<(), Failure>;

impl<'py> Packer<'_, 'py> {
    fn value(&mut self, value: &Bound<'py, PyAny>) -> Packed {
        if value.is_none() {
            self.out.push(tag::NONE);
        } else if let Ok(text) = value.cast_exact::<PyString>() {
            self.text(text)?;
        } else if let Ok(number) = value.cast_exact::<PyInt>() {
            self.int(number)?;
        } else if let Ok(number) = value.cast_exact::<PyFloat>() {
            self.out.push(tag::FLOAT);
            self.out.extend(number.value().to_le_bytes());
        } else if let Ok(flag) = value.cast_exact::<pyo3::types::PyBool>() {
            self.out.push(if flag.is_true() { tag::TRUE } else { tag::FALSE });
        } else if let Ok(bytes) = value.cast_exact::<PyBytes>() {
            self.block(tag::BYTES, bytes.as_bytes())?;
        } else if let Ok(number) = value.cast_exact::<PyComplex>() {
            self.out.push(tag::COMPLEX);
            self.out.extend(number.real().to_le_bytes());
            self.out.extend(number.imag().to_le_bytes());
        } else if value.is(PyEllipsis::get(value.py())) {
            self.out.push(tag::ELLIPSIS);
        } else if !self.known_again(value) {
            self.enter()?;
            self.container(value)?;
            self.depth -= 1;
        }
        Ok(())
    }

    /// What has a number; whether it was met before.
    fn known_again(&mut self, value: &Bound<'py, PyAny>) -> bool {
        let next = self.known.len() as u32;
        let number = *self.known.entry(value.as_ptr() as usize).or_insert(next);
        if number == next {
            self.alive.push(value.clone());
            return false;
        }
        self.out.push(tag::REF);
        self.out.extend(number.to_le_bytes());
        true
    }

    fn enter(&mut self) -> Packed {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(PyValueError::new_err(format!("containers are nested more than {DEEPEST} deep")).into());
        }
        Ok(())
    }

    // Copies are walked: other threads may change a container meanwhile.
    fn container(&mut self, value: &Bound<'py, PyAny>) -> Packed {
        if let Ok(list) = value.cast_exact::<PyList>() {
            self.items(tag::LIST, &list.to_tuple())
        } else if let Ok(tuple) = value.cast_exact::<PyTuple>() {
            self.items(tag::TUPLE, tuple)
        } else if let Ok(dict) = value.cast_exact::<PyDict>() {
            self.pairs(dict)
        } else if value.is_exact_instance_of::<PySet>() {
            self.members(tag::SET, value)
        } else if value.is_exact_instance_of::<PyFrozenSet>() {
            self.members(tag::FROZEN_SET, value)
        } else if let Ok(bytes) = value.cast_exact::<PyByteArray>() {
            self.block(tag::BYTE_ARRAY, &bytes.to_vec())
        } else {
            self.kind(value)
        }
    }

    fn items(&mut self, tag: u8, items: &Bound<'py, PyTuple>) -> Packed {
        self.head(tag, items.len())?;
        for (index, item) in items.iter().enumerate() {
            self.value(&item).map_err(|failure| failure.below(|| format!("[{index}]")))?;
        }
        Ok(())
    }

    fn pairs(&mut self, dict: &Bound<'py, PyDict>) -> Packed {
        let items = dict.items();
        self.head(tag::DICT, items.len())?;
        for item in items {
            let (key, value) = item.extract::<(Bound<'py, PyAny>, Bound<'py, PyAny>)>()?;
            let step = || key.repr().map_or_else(|_| "[…]".to_owned(), |key| format!("[{key}]"));
            self.value(&key).map_err(|failure| failure.below(|| format!("{} (the key)", step())))?;
            self.value(&value).map_err(|failure| failure.below(step))?;
        }
        Ok(())
    }

    fn members(&mut self, tag: u8, set: &Bound<'py, PyAny>) -> Packed {
        let members = PyTuple::type_object(set.py()).call1((set,))?.cast_into::<PyTuple>().map_err(PyErr::from)?;
        self.head(tag, members.len())?;
        for member in members {
            self.value(&member).map_err(|failure| failure.below(|| "{…}".to_owned()))?;
        }
        Ok(())
    }

    fn kind(&mut self, value: &Bound<'py, PyAny>) -> Packed {
        let (kind, payload) = self.reduce.call1((value,))?.extract::<(Bound<'py, PyString>, Bound<'py, PyAny>)>()?;
        self.block(tag::KIND, kind.to_str()?.as_bytes())?;
        self.value(&payload)
    }

    fn text(&mut self, text: &Bound<'py, PyString>) -> Packed {
        if let Ok(plain) = text.to_str() {
            return self.block(tag::TEXT, plain.as_bytes());
        }
        let bytes = text.call_method1(intern!(text.py(), "encode"), ("utf-8", "surrogatepass"))?;
        self.block(tag::SURROGATES, bytes.cast::<PyBytes>().map_err(PyErr::from)?.as_bytes())
    }

    fn int(&mut self, number: &Bound<'py, PyInt>) -> Packed {
        let py = number.py();
        if let Ok(small) = number.extract::<i64>() {
            self.out.push(tag::INT);
            self.out.extend(small.to_le_bytes());
            return Ok(());
        }
        let bits: usize = number.call_method0(intern!(py, "bit_length"))?.extract()?;
        let signed = PyDict::new(py);
        signed.set_item("signed", true)?;
        let bytes = number.call_method(intern!(py, "to_bytes"), (bits / 8 + 1, "little"), Some(&signed))?;
        self.block(tag::BIG_INT, bytes.cast::<PyBytes>().map_err(PyErr::from)?.as_bytes())
    }

    fn block(&mut self, tag: u8, bytes: &[u8]) -> Packed {
        self.head(tag, bytes.len())?;
        self.out.extend(bytes);
        Ok(())
    }

    fn head(&mut self, tag: u8, length: usize) -> Packed {
        let length = u32::try_from(length).map_err(|_| PyValueError::new_err("a value of 4 GiB or more"))?;
        self.out.push(tag);
        self.out.extend(length.to_le_bytes());
        Ok(())
    }
}
