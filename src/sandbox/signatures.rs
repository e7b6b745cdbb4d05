//! Arguments of what stands for a function of Python, by name. What does not fit that function is refused in its own words,
//! which differ from version to version.

use std::sync::Mutex;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::cpython::{api, type_access};
use crate::session::scope::HostScope;

/// How a function of a module is called.
pub struct Signature<const N: usize> {
    pub module: &'static str,
    pub name: &'static str,
    /// Its parameters; one that no keyword reaches has no name.
    pub parameters: [&'static str; N],
    /// How many of them, from the left, are given by position.
    pub positional: usize,
}

impl<const N: usize> Signature<N> {
    /// The arguments in the order of the parameters. Which of them must be given is for the caller to say (`refuse`).
    pub fn bind<'py>(&self, args: &Bound<'py, PyTuple>, kwargs: Option<&Bound<'py, PyDict>>) -> PyResult<[Option<Bound<'py, PyAny>>; N]> {
        let mut bound = [const { None }; N];
        if args.len() > self.positional {
            return Err(self.refuse(args, kwargs));
        }
        for (place, given) in bound.iter_mut().zip(args.iter()) {
            *place = Some(given);
        }
        for (keyword, given) in kwargs.into_iter().flat_map(|kwargs| kwargs.iter()) {
            let at = self.parameters.iter().position(|name| !name.is_empty() && keyword.eq(*name).unwrap_or(false));
            match at.and_then(|at| bound.get_mut(at)) {
                Some(place @ None) => *place = Some(given),
                _ => return Err(self.refuse(args, kwargs)),
            }
        }
        Ok(bound)
    }

    /// What the function says to arguments of which too many, too few or others than its own are given.
    pub fn refuse(&self, args: &Bound<'_, PyTuple>, kwargs: Option<&Bound<'_, PyDict>>) -> PyErr {
        match self.real(args.py()) {
            Ok(real) => refuse(&real, 0, args, kwargs),
            Err(error) => error,
        }
    }

    /// The function.
    pub fn real<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        api::module(py, self.module)?.getattr(self.name)
    }
}

/// Which functions of ours stand for which of a module, by the addresses of their definitions.
static STAND_INS: Mutex<Vec<(usize, String, String)>> = Mutex::new(Vec::new());

/// `function` stands for `module.name`.
pub fn stands_for(function: &Bound<'_, PyAny>, module: &str, name: &str) {
    let Some(definition) = type_access::definition_of(function) else { return };
    let Ok(mut known) = STAND_INS.lock() else { return };
    if !known.iter().any(|(address, ..)| *address == definition) {
        known.push((definition, module.to_owned(), name.to_owned()));
    }
}

/// The function that `object` stands for, if it is one of ours.
pub fn behind<'py>(object: &Bound<'py, PyAny>) -> Option<Bound<'py, PyAny>> {
    let definition = type_access::definition_of(object)?;
    let (module, name) = {
        let known = STAND_INS.lock().ok()?;
        known.iter().find(|(address, ..)| *address == definition).map(|(_, module, name)| (module.clone(), name.clone()))?
    };
    object.py().import(module).and_then(|module| module.getattr(name)).ok()
}

/// What `inspect.signature` and its like are told of what stands for `real`.
pub fn of<'py>(real: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    api::module(real.py(), "inspect")?.call_method1("signature", (real,))
}

/// What `real` says to so many arguments and such keywords. It gets None for each of them but the first `kept`: should it take them
/// after all, it has nothing of the code's.
pub fn refuse(real: &Bound<'_, PyAny>, kept: usize, args: &Bound<'_, PyTuple>, kwargs: Option<&Bound<'_, PyDict>>) -> PyErr {
    let py = real.py();
    // Some of these functions are guarded in themselves: the guards would come here again.
    let _host = HostScope::enter();
    let called = || {
        let given = args.iter().enumerate().map(|(at, given)| if at < kept { given } else { py.None().into_bound(py) });
        let keywords = PyDict::new(py);
        for keyword in kwargs.into_iter().flat_map(|kwargs| kwargs.keys().iter()) {
            keywords.set_item(keyword, py.None())?;
        }
        real.call(PyTuple::new(py, given.collect::<Vec<_>>())?, Some(&keywords))
    };
    match called() {
        Ok(_) => PyTypeError::new_err("these arguments are not taken here"),
        Err(error) => error,
    }
}
