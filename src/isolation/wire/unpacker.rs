//! The format to Python values. Whoever wrote the bytes may be hostile: they give a value, or an error.

use std::time::{Duration, Instant};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{
    PyBool, PyByteArray, PyBytes, PyComplex, PyDict, PyEllipsis, PyFloat, PyFrozenSet, PyInt, PyList, PyMemoryView, PySet, PyString,
    PyTuple,
};
use pyo3::{intern, PyTypeInfo};
use rustc_hash::FxHashMap;

use super::budget::{is_large, size, Budget};
use super::reader::{Malformed, Reader, Token};
use super::DEEPEST;

/// The value that `bytes` say. `build` makes what is none of Python's plain values, of the name of its kind and a
/// payload. With what is `beside` the message it may become `most` bytes in memory, and `build` may take so many `seconds`. Raises
/// `ValueError` for bytes that are no value, and what `build` raises.
#[pyfunction]
#[pyo3(signature = (bytes, build, beside = 0, most = u64::MAX, seconds = None))]
pub fn unpack<'py>(
    bytes: &Bound<'py, PyBytes>,
    build: &Bound<'py, PyAny>,
    beside: usize,
    most: u64,
    seconds: Option<f64>,
) -> PyResult<Bound<'py, PyAny>> {
    let message = bytes.as_bytes();
    let mut unpacker = Unpacker {
        py: bytes.py(),
        reader: Reader::new(message),
        budget: Budget::new(message.len().saturating_add(beside), most),
        known: Vec::new(),
        depth: 0,
        kinds: 0,
        build,
        until: seconds.and_then(|seconds| Instant::now().checked_add(Duration::try_from_secs_f64(seconds).ok()?)),
    };
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
type Weighed<'py> = (Bound<'py, PyAny>, u64);

/// A container or a kind that was read.
struct Known<'py> {
    /// None while it is made.
    made: Option<Weighed<'py>>,
    /// What the budget was when it began.
    began: u64,
    /// Bytes that it takes; None while it is made.
    bytes: Option<u64>,
}

struct Unpacker<'a, 'py> {
    py: Python<'py>,
    reader: Reader<'a>,
    budget: Budget,
    /// By number.
    known: Vec<Known<'py>>,
    depth: usize,
    /// Kinds around the value.
    kinds: usize,
    build: &'a Bound<'py, PyAny>,
    /// When there is no more time for what is built.
    until: Option<Instant>,
}

impl<'py> Unpacker<'_, 'py> {
    fn value(&mut self) -> PyResult<Weighed<'py>> {
        let py = self.py;
        let token = self.reader.token().map_err(malformed)?;
        self.take(bytes_of(&token))?;
        let plain = match token {
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
            Token::Ref(number) => return self.again(number),
            container => return self.nested(container),
        };
        Ok((plain, 1))
    }

    /// What was read before. A kind may copy what it is made of: there it counts once more.
    fn again(&mut self, number: usize) -> PyResult<Weighed<'py>> {
        let Some(Known { made: Some(made), began, bytes }) = self.known.get(number) else {
            return Err(malformed(Malformed("a reference to nothing")));
        };
        let (made, bytes) = (made.clone(), bytes.unwrap_or_else(|| self.budget.used_since(*began)));
        if self.kinds > 0 {
            self.take(bytes)?;
        }
        Ok(made)
    }

    fn take(&mut self, bytes: u64) -> PyResult<()> {
        self.budget.take(bytes).map_err(malformed)
    }

    fn nested(&mut self, token: Token<'_>) -> PyResult<Weighed<'py>> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(malformed(Malformed("containers nested too deep")));
        }
        let (number, began) = (self.known.len(), self.budget.bytes() + bytes_of(&token));
        self.known.push(Known { made: None, began, bytes: None });
        let made = self.container(token, number)?;
        self.announce(number, &made.0, made.1);
        if let Some(known) = self.known.get_mut(number) {
            known.bytes = Some(self.budget.used_since(began));
        }
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
                    dict.set_item(hashes.met(key, &mut self.budget)?, value)?;
                }
                Ok((dict.into_any(), 1))
            }
            Token::Set(count) => {
                let set = PySet::empty(py)?;
                self.announce(number, set.as_any(), 1);
                let mut hashes = Hashes::of(count);
                for _ in 0..count {
                    let member = self.value()?;
                    set.add(hashes.met(member, &mut self.budget)?)?;
                }
                Ok((set.into_any(), 1))
            }
            Token::FrozenSet(count) => {
                let mut hashes = Hashes::of(count);
                let (members, weight) = self.values(count, |value, budget| hashes.met(value, budget))?;
                Ok((PyFrozenSet::new(py, members)?.into_any(), weight))
            }
            Token::Tuple(count) => {
                let (items, weight) = self.values(count, |(value, _), _| Ok(value))?;
                Ok((PyTuple::new(py, items)?.into_any(), weight))
            }
            Token::ByteArray(bytes) => Ok((PyByteArray::new(py, bytes).into_any(), 1)),
            Token::Kind(kind) => self.kind(kind),
            _ => Err(malformed(Malformed("an unknown tag"))),
        }
    }

    /// What may hold itself has its number before its items are read.
    fn announce(&mut self, number: usize, made: &Bound<'py, PyAny>, weight: u64) {
        if let Some(known) = self.known.get_mut(number) {
            known.made = Some((made.clone(), weight));
        }
    }

    fn values(
        &mut self,
        count: usize,
        mut taken: impl FnMut(Weighed<'py>, &mut Budget) -> PyResult<Bound<'py, PyAny>>,
    ) -> PyResult<(Vec<Bound<'py, PyAny>>, u64)> {
        let (mut values, mut weight) = (Vec::new(), 1u64);
        for _ in 0..count {
            let value = self.value()?;
            weight = weight.saturating_add(value.1);
            values.push(taken(value, &mut self.budget)?);
        }
        Ok((values, weight))
    }

    /// What a kind is made of counts for what is made, though a list of it would not.
    fn kind(&mut self, name: &str) -> PyResult<Weighed<'py>> {
        let (first, before) = (self.known.len(), self.reader.left());
        self.kinds += 1;
        let (payload, weight) = self.value()?;
        self.kinds -= 1;
        let inside = self.known.get(first..).unwrap_or_default().iter().filter_map(|known| known.made.as_ref());
        let heaviest = inside.map(|(_, weight)| *weight).max().unwrap_or(1).max(weight);
        let made = self.build.call1((name, payload))?;
        if self.until.is_some_and(|until| Instant::now() > until) {
            return Err(malformed(Malformed("a value that takes longer than the call may")));
        }
        // What is beside the message.
        if let Ok(memory) = made.cast_exact::<PyMemoryView>() {
            self.take(memory.getattr(intern!(self.py, "nbytes"))?.extract()?)?;
        }
        Ok((made, heaviest.saturating_add((before - self.reader.left()) as u64)))
    }

    fn big_int(&self, bytes: &[u8]) -> PyResult<Bound<'py, PyAny>> {
        let signed = PyDict::new(self.py);
        signed.set_item("signed", true)?;
        let bytes = PyBytes::new(self.py, bytes);
        PyInt::type_object(self.py).call_method(intern!(self.py, "from_bytes"), (bytes, "little"), Some(&signed))
    }
}

/// Bytes that a value takes, without those in it.
fn bytes_of(token: &Token<'_>) -> u64 {
    let items = |count: usize, each: u64| each.saturating_mul(count as u64);
    match token {
        Token::None | Token::Bool(_) | Token::Ellipsis | Token::Ref(_) => 0,
        Token::Int(_) | Token::Float(_) | Token::Complex(..) => size::PLAIN,
        Token::Text(text) => size::PLAIN + text.len() as u64,
        Token::BigInt(bytes) | Token::Surrogates(bytes) | Token::Bytes(bytes) | Token::ByteArray(bytes) => size::PLAIN + bytes.len() as u64,
        Token::List(count) | Token::Tuple(count) => size::CONTAINER + items(*count, size::SLOT),
        Token::Dict(count) | Token::Set(count) | Token::FrozenSet(count) => size::TABLE + items(*count, size::ENTRY),
        Token::Kind(name) => size::of_kind(name),
    }
}

/// The hashes of the keys of one large container, and how many keys have them.
struct Hashes {
    seen: Option<FxHashMap<isize, u64>>,
}

impl Hashes {
    fn of(count: usize) -> Hashes {
        Hashes { seen: is_large(count).then(FxHashMap::default) }
    }

    /// The key, which can be hashed, and found among the others, in time.
    fn met<'py>(&mut self, (key, weight): Weighed<'py>, budget: &mut Budget) -> PyResult<Bound<'py, PyAny>> {
        budget.hash(weight, 0).map_err(malformed)?;
        if let Some(seen) = &mut self.seen {
            let others = seen.entry(key.hash()?).or_default();
            budget.hash(weight, *others).map_err(malformed)?;
            *others += 1;
        }
        Ok(key)
    }
}
