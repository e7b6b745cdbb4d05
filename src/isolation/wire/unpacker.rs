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

/// Values in a key, at most, counted as hashing meets them: tuples that name one another twice, again and again, keep it
/// counting.
const KEY_WEIGHT: u32 = 1_000_000;

/// The value that `bytes` say. `build` makes what is none of Python's plain values, of the name of its kind and a
/// payload. Raises `ValueError` for bytes that are no value, and what `build` raises.
#[pyfunction]
pub fn unpack<'py>(bytes: &Bound<'py, PyBytes>, build: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let mut unpacker = Unpacker { py: bytes.py(), reader: Reader::new(bytes.as_bytes()), known: Vec::new(), depth: 0, build };
    let (value, _) = unpacker.value()?;
    if unpacker.reader.is_at_end() {
        Ok(value)
    } else {
        Err(malformed(Malformed("bytes after the value")))
    }
}

fn malformed(error: Malformed) -> PyErr {
    PyValueError::new_err(format!("malformed message: {error}"))
}

/// A value, and how many values hashing it meets.
type Weighed<'py> = (Bound<'py, PyAny>, u32);

struct Unpacker<'a, 'py> {
    py: Python<'py>,
    reader: Reader<'a>,
    /// By number; None while it is made.
    known: Vec<Option<Weighed<'py>>>,
    depth: usize,
    build: &'a Bound<'py, PyAny>,
}

impl<'py> Unpacker<'_, 'py> {
    fn value(&mut self) -> PyResult<Weighed<'py>> {
        let py = self.py;
        let plain = match self.reader.token().map_err(malformed)? {
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
                Some(Some(known)) => return Ok(known.clone()),
                _ => return Err(malformed(Malformed("a reference to nothing"))),
            },
            container => return self.nested(container),
        };
        Ok((plain, 1))
    }

    fn nested(&mut self, token: Token<'_>) -> PyResult<Weighed<'py>> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(malformed(Malformed("containers nested too deep")));
        }
        let number = self.known.len();
        self.known.push(None);
        let made = self.container(token, number)?;
        self.announce(number, &made.0, made.1);
        self.depth -= 1;
        Ok(made)
    }

    fn container(&mut self, token: Token<'_>, number: usize) -> PyResult<Weighed<'py>> {
        let py = self.py;
        match token {
            Token::List(count) => {
                let list = PyList::empty(py);
                self.announce(number, list.as_any(), 1);
                for _ in 0..count {
                    list.append(self.value()?.0)?;
                }
                Ok((list.into_any(), 1))
            }
            Token::Dict(count) => {
                let dict = PyDict::new(py);
                self.announce(number, dict.as_any(), 1);
                let mut hashes = Hashes::of(count);
                for _ in 0..count {
                    let (key, (value, _)) = (self.value()?, self.value()?);
                    dict.set_item(hashes.met(key)?, value)?;
                }
                Ok((dict.into_any(), 1))
            }
            Token::Set(count) => {
                let set = PySet::empty(py)?;
                self.announce(number, set.as_any(), 1);
                let mut hashes = Hashes::of(count);
                for _ in 0..count {
                    set.add(hashes.met(self.value()?)?)?;
                }
                Ok((set.into_any(), 1))
            }
            Token::FrozenSet(count) => {
                let mut hashes = Hashes::of(count);
                let (members, weight) = self.values(count, |value| hashes.met(value))?;
                Ok((PyFrozenSet::new(py, members)?.into_any(), weight))
            }
            Token::Tuple(count) => {
                let (items, weight) = self.values(count, |(value, _)| Ok(value))?;
                Ok((PyTuple::new(py, items)?.into_any(), weight))
            }
            Token::ByteArray(bytes) => Ok((PyByteArray::new(py, bytes).into_any(), 1)),
            Token::Kind(kind) => {
                let (payload, weight) = self.payload()?;
                Ok((self.build.call1((kind, payload))?, weight))
            }
            _ => Err(malformed(Malformed("an unknown tag"))),
        }
    }

    /// What may hold itself has its number before its items are read.
    fn announce(&mut self, number: usize, made: &Bound<'py, PyAny>, weight: u32) {
        if let Some(place) = self.known.get_mut(number) {
            *place = Some((made.clone(), weight));
        }
    }

    fn values(
        &mut self,
        count: usize,
        mut taken: impl FnMut(Weighed<'py>) -> PyResult<Bound<'py, PyAny>>,
    ) -> PyResult<(Vec<Bound<'py, PyAny>>, u32)> {
        let (mut values, mut weight) = (Vec::new(), 1u32);
        for _ in 0..count {
            let value = self.value()?;
            weight = weight.saturating_add(value.1);
            values.push(taken(value)?);
        }
        Ok((values, weight))
    }

    /// Of a kind: what it is made of counts for what is made, though a list of it would not.
    fn payload(&mut self) -> PyResult<Weighed<'py>> {
        let (first, before) = (self.known.len(), self.reader.left());
        let (payload, weight) = self.value()?;
        let inside = self.known.get(first..).unwrap_or_default().iter().flatten();
        let heaviest = inside.map(|(_, weight)| *weight).max().unwrap_or(1).max(weight);
        let read = u32::try_from(before - self.reader.left()).unwrap_or(u32::MAX);
        Ok((payload, heaviest.saturating_add(read)))
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

    /// The key, which can be hashed in time.
    fn met<'py>(&mut self, (key, weight): Weighed<'py>) -> PyResult<Bound<'py, PyAny>> {
        if weight > KEY_WEIGHT {
            return Err(malformed(Malformed("a key that is too large")));
        }
        if let Some(seen) = &mut self.seen {
            if !seen.insert(key.hash()?) {
                self.repeated += 1;
                if self.repeated > SAME_HASHES {
                    return Err(malformed(Malformed("keys made to collide")));
                }
            }
        }
        Ok(key)
    }
}
