//! `match`: tests and captures of the pattern kinds.

use pyo3::exceptions::{PyAttributeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PySet, PyString, PyTuple, PyType};

use crate::cpython::api::{self, type_error, Kind};
use crate::cpython::value::{raise, Exc, Value, R};
use crate::sandbox::classes::type_object;
use crate::sandbox::{attributes, value_filter};
use crate::session::refusals;
use crate::vm::machine::Machine;
use crate::vm::ops::containers;

/// Whether `[...]` may match (a flag of the type; strings and bytes do not have it).
pub fn sequence(m: &Machine, subject: &Value) -> R<bool> {
    flagged(m, subject, api::FLAG_SEQUENCE)
}

/// Whether `{...}` may match.
pub fn mapping(m: &Machine, subject: &Value) -> R<bool> {
    flagged(m, subject, api::FLAG_MAPPING)
}

fn flagged(m: &Machine, subject: &Value, flag: std::ffi::c_ulong) -> R<bool> {
    if !subject.is_object() && !subject.is_unset() {
        return Ok(false);
    }
    Ok(api::has_flag(&subject.to_bound(m.py())?, flag))
}

/// `len(subject)`
pub fn len(m: &Machine, subject: &Value) -> R<i64> {
    match api::kind(subject) {
        Kind::List => Ok(api::list_len(subject) as i64),
        Kind::Tuple => Ok(api::tuple_len(subject) as i64),
        _ => Ok(subject.to_bound(m.py())?.len()? as i64),
    }
}

/// The values under `keys`, or `None` when one is missing. Asks with `get`, as the language says, so that
/// nothing is added to a defaultdict.
pub fn keys(m: &Machine, subject: &Value, keys: &[Value]) -> R<Option<Vec<Value>>> {
    let py = m.py();
    let subject = subject.to_bound(py)?;
    let lookup = Lookup::of(&subject)?;
    let seen = PySet::empty(py)?;
    let mut values = Vec::with_capacity(keys.len());
    for key in keys {
        let key = key.to_bound(py)?;
        if seen.contains(&key)? {
            let text = key.repr()?.to_string_lossy().into_owned();
            return Err(raise::<PyValueError>(format!("mapping pattern checks duplicate key ({text})")));
        }
        seen.add(&key)?;
        match lookup.find(&key)? {
            Some(value) => values.push(value_filter::admit(m, Value::from_bound(value))?),
            None => return Ok(None),
        }
    }
    Ok(Some(values))
}

enum Lookup<'py> {
    Dict(Bound<'py, PyDict>),
    /// `subject.get` and a default that nothing else can be.
    Get(Bound<'py, PyAny>, Bound<'py, PyAny>),
}

impl<'py> Lookup<'py> {
    fn of(subject: &Bound<'py, PyAny>) -> R<Lookup<'py>> {
        if let Ok(dict) = subject.cast_exact::<PyDict>() {
            return Ok(Lookup::Dict(dict.clone()));
        }
        let default = subject.py().get_type::<PyAny>().call0()?;
        Ok(Lookup::Get(subject.getattr("get")?, default))
    }

    fn find(&self, key: &Bound<'py, PyAny>) -> R<Option<Bound<'py, PyAny>>> {
        match self {
            Lookup::Dict(dict) => Ok(dict.get_item(key)?),
            Lookup::Get(get, default) => {
                let found = get.call1((key, default))?;
                Ok((!found.is(default)).then_some(found))
            }
        }
    }
}

/// A new dict of `subject` without these keys.
pub fn rest(m: &Machine, subject: &Value, keys: &[Value]) -> R<Value> {
    let py = m.py();
    let dict = PyDict::new(py);
    let result = Value::from_bound(dict.clone().into_any());
    containers::dict_update(m, &result, subject)?;
    for key in keys {
        dict.del_item(key.to_bound(py)?)?;
    }
    Ok(result)
}

/// The attributes that the class pattern `class(p1, …, name=…)` looks at, or `None` when it does not match.
pub fn class(m: &Machine, class: &Value, subject: &Value, positional: usize, names: &[String]) -> R<Option<Vec<Value>>> {
    let py = m.py();
    let class = type_object::real_class(class.to_bound(py)?);
    if !class.is_instance_of::<PyType>() {
        let what = if cfg!(Py_3_12) { "class" } else { "type" };
        return Err(type_error(format!("called match pattern must be a {what}")));
    }
    if !subject.to_bound(py)?.is_instance(&class)? {
        return Ok(None);
    }
    let mut pattern = ClassPattern { m, class, subject, seen: Vec::new(), found: Vec::new() };
    if positional > 0 && !pattern.positional(positional)? {
        return Ok(None);
    }
    for name in names {
        if !pattern.attribute(&PyString::new(py, name))? {
            return Ok(None);
        }
    }
    Ok(Some(pattern.found))
}

struct ClassPattern<'a, 'py> {
    m: &'a Machine,
    class: Bound<'py, PyAny>,
    subject: &'a Value,
    seen: Vec<Bound<'py, PyString>>,
    found: Vec<Value>,
}

impl<'py> ClassPattern<'_, 'py> {
    /// False when an attribute is missing.
    fn positional(&mut self, count: usize) -> R<bool> {
        let (names, itself) = self.match_args()?;
        let allowed = if itself { 1 } else { names.len() };
        if allowed < count {
            let plural = if allowed == 1 { "" } else { "s" };
            let class = api::class_name(&self.class);
            return Err(type_error(format!("{class}() accepts {allowed} positional sub-pattern{plural} ({count} given)")));
        }
        if itself {
            self.found.push(self.subject.clone());
            return Ok(true);
        }
        for name in names.iter().take(count) {
            let Ok(name) = name.cast_exact::<PyString>() else {
                let got = api::type_name_of(&name);
                return Err(type_error(format!("__match_args__ elements must be strings (got {got})")));
            };
            if !self.attribute(name)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// `__match_args__`, and whether the class matches the subject itself instead.
    fn match_args(&self) -> R<(Bound<'py, PyTuple>, bool)> {
        let py = self.class.py();
        let Some(found) = containers::optional_attr(&self.class, "__match_args__")? else {
            return Ok((PyTuple::empty(py), api::class_has_flag(&self.class, api::FLAG_MATCH_SELF)));
        };
        match found.cast_into_exact::<PyTuple>() {
            Ok(tuple) => Ok((tuple, false)),
            Err(e) => {
                let got = api::type_name_of(&e.into_inner());
                let class = api::class_name(&self.class);
                Err(type_error(format!("{class}.__match_args__ must be a tuple (got {got})")))
            }
        }
    }

    /// Reads one attribute; false when it is missing.
    fn attribute(&mut self, name: &Bound<'py, PyString>) -> R<bool> {
        for seen in &self.seen {
            if seen.as_any().eq(name)? {
                let (class, name) = (api::class_name(&self.class), name.repr()?);
                let name = name.to_string_lossy();
                return Err(type_error(format!("{class}() got multiple sub-patterns for attribute {name}")));
            }
        }
        self.seen.push(name.clone());
        match attributes::get(self.m, self.subject, name) {
            Ok(value) => self.found.push(value),
            Err(Exc) => return missing(self.m),
        }
        Ok(true)
    }
}

/// An AttributeError means no match; a refusal stays an error.
fn missing(m: &Machine) -> R<bool> {
    let py = m.py();
    let Some(raised) = api::take_raised() else { return Err(Exc) };
    let refused = refusals::interpreter_error(py)?;
    let absent = raised.as_object().is_some_and(|e| e.is_instance_of::<PyAttributeError>() && !api::given_matches(&e, refused.as_any()));
    if absent {
        return Ok(false);
    }
    api::put_raised(raised);
    Err(Exc)
}
