//! The format to Python values. Whoever wrote the bytes may be hostile: they give a value, or an error.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{
    PyBool, PyByteArray, PyBytes, PyComplex, PyDict, PyEllipsis, PyFloat, PyFrozenSet, PyInt, PyList, PySet, PyString, PyTuple,
};
use pyo3::{intern, PyTypeInfo};
use rustc_hash::FxHashSet;

use super::reader::{Malformed, Reader, Token};
use super::DEEPEST;

/// Keys of one dict or set with the same hash, at most: more are made by hand, to keep the table searching.
const SAME_HASHES: usize = 1000;

/// The value that `bytes` say. `build` makes what is none of Python's plain values, of the name of its kind and a
/// payload. Raises `ValueError` for bytes that are no value, and what `build` raises.
#[pyfunction]
pub fn unpack<'py>(bytes: &Bound<'py, PyBytes>, build: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let mut unpacker = Unpacker { py: bytes.py(), reader: Reader::new(bytes.as_bytes()), known: Vec::new(), depth: 0, build };
    let value = unpacker.value()?;
    if unpacker.reader.is_at_end() {
        Ok(value)
    } else {
        Err(malformed(Malformed("bytes after the value")))
    }
}

fn malformed(error: Malformed) -> PyErr {
    PyValueError::new_err(format!("malformed message: {error}"))
}

struct Unpacker<'a, 'py> {
    py: Python<'py>,
    reader: Reader<'a>,
    /// By number; None while it is made.
    known: Vec<Option<Bound<'py, PyAny>>>,
    depth: usize,
    build: &'a Bound<'py, PyAny>,
}

impl<'py> Unpacker<'_, 'py> {
    fn value(&mut self) -> PyResult<Bound<'py, PyAny>> {
        let py = self.py;
        Ok(match self.reader.token().map_err(malformed)? {
            Token::None => py.None().into_bound(py),
            Token::Ellipsis => PyEllipsis::get(py).to_owned().into_any(),
            Token::Bool(flag) => PyBool::new(py, flag).to_owned().into_any(),
            Token::Int(number) => PyInt::new(py, number).into_any(),
            Token::BigInt(bytes) => self.big_int(bytes)?,
            Token::Float(number) => PyFloat::new(py, number).into_any(),
            Token::Complex(real, imaginary) => PyComplex::from_doubles(py, real, imaginary).into_any(),
            Token::Text(text) => PyString::new(py, text).into_any(),
            Token::Surrogates(bytes) => PyBytes::new(py, bytes).call_method1(intern!(py, "decode"), ("utf-8", "surrogatepass"))?,
            Token::Bytes(bytes) => PyBytes::new(py, bytes).into_any(),
            Token::Ref(number) => match self.known.get(number) {
                Some(Some(known)) => known.clone(),
                _ => return Err(malformed(Malformed("a reference to nothing"))),
            },
            container => self.nested(container)?,
        })
    }

    fn nested(&mut self, token: Token<'_>) -> PyResult<Bound<'py, PyAny>> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(malformed(Malformed("containers nested too deep")));
        }
        let number = self.known.len();
        self.known.push(None);
        let made = self.container(token, number)?;
        if let Some(place) = self.known.get_mut(number) {
            *place = Some(made.clone());
        }
        self.depth -= 1;
        Ok(made)
    }

    fn container(&mut self, token: Token<'_>, number: usize) -> PyResult<Bound<'py, PyAny>> {
        let py = self.py;
        match token {
            Token::List(count) => {
                let list = PyList::empty(py);
                self.announce(number, list.as_any());
                for _ in 0..count {
                    list.append(self.value()?)?;
                }
                Ok(list.into_any())
            }
            Token::Dict(count) => {
                let dict = PyDict::new(py);
                self.announce(number, dict.as_any());
                let mut hashes = Hashes::of(count);
                for _ in 0..count {
                    let (key, value) = (self.value()?, self.value()?);
                    hashes.meet(&key)?;
                    dict.set_item(key, value)?;
                }
                Ok(dict.into_any())
            }
            Token::Set(count) => {
                let set = PySet::empty(py)?;
                self.announce(number, set.as_any());
                let mut hashes = Hashes::of(count);
                for _ in 0..count {
                    let member = self.value()?;
                    hashes.meet(&member)?;
                    set.add(member)?;
                }
                Ok(set.into_any())
            }
            Token::FrozenSet(count) => {
                let mut hashes = Hashes::of(count);
                let members = self.values(count)?;
                members.iter().try_for_each(|member| hashes.meet(member))?;
                Ok(PyFrozenSet::new(py, members)?.into_any())
            }
            Token::Tuple(count) => Ok(PyTuple::new(py, self.values(count)?)?.into_any()),
            Token::ByteArray(bytes) => Ok(PyByteArray::new(py, bytes).into_any()),
            Token::Kind(kind) => {
                let payload = self.value()?;
                self.build.call1((kind, payload))
            }
            _ => Err(malformed(Malformed("an unknown tag"))),
        }
    }

    /// What may hold itself has its number before its items are read.
    fn announce(&mut self, number: usize, made: &Bound<'py, PyAny>) {
        if let Some(place) = self.known.get_mut(number) {
            *place = Some(made.clone());
        }
    }

    fn values(&mut self, count: usize) -> PyResult<Vec<Bound<'py, PyAny>>> {
        (0..count).map(|_| self.value()).collect()
    }

    fn big_int(&self, bytes: &[u8]) -> PyResult<Bound<'py, PyAny>> {
        let signed = PyDict::new(self.py);
        signed.set_item("signed", true)?;
        let bytes = PyBytes::new(self.py, bytes);
        PyInt::type_object(self.py).call_method(intern!(self.py, "from_bytes"), (bytes, "little"), Some(&signed))
    }
}

/// The hashes of the keys of one large container.
struct Hashes {
    seen: Option<FxHashSet<isize>>,
    repeated: usize,
}

impl Hashes {
    fn of(count: usize) -> Hashes {
        Hashes { seen: (count > SAME_HASHES).then(FxHashSet::default), repeated: 0 }
    }

    fn meet(&mut self, key: &Bound<'_, PyAny>) -> PyResult<()> {
        let Some(seen) = &mut self.seen else { return Ok(()) };
        if !seen.insert(key.hash()?) {
            self.repeated += 1;
            if self.repeated > SAME_HASHES {
                return Err(malformed(Malformed("keys made to collide")));
            }
        }
        Ok(())
    }
}
