//! C code that calls other callables for the program (`map(json.loads, lines)`) hands them values that never enter the
//! program. What it is to call is wrapped here: the wrapper looks at the values, unless the callable only computes.

use std::sync::atomic::{AtomicU64, Ordering};

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyType};
use rustc_hash::FxHashSet;

use crate::check::gate;
use crate::check::guarded::attributes;
use crate::check::info::{info, is_named, Kind};
use crate::check::raw::{self, Ty};
use crate::check::scope::{sandboxed, with_machine};
use crate::once::Once;
use crate::policy::natives::{BY_KEY, CALLERS, KEEPERS, PURE_HOMES, PURE_TYPES};
use crate::policy::nets::{self, Net};
use crate::run::machine::Machine;
use crate::run::value::{Value, R};

/// A bit for each caller, by its address: what is no caller has mostly none.
static FILTER: [AtomicU64; WORDS] = [const { AtomicU64::new(0) }; WORDS];
const WORDS: usize = 16;

fn bit_of(address: usize) -> (usize, u64) {
    let place = address >> 4;
    (place / 64 % WORDS, 1 << (place % 64))
}

/// Whether the callee at this address may be one that calls what it is given by position; few others have its bit.
#[inline(always)]
pub fn may_call(callee: usize) -> bool {
    let (word, bit) = bit_of(callee);
    FILTER[word].load(Ordering::Relaxed) & bit != 0
}

/// Whether `callee` is one.
#[inline(always)]
pub fn calls_given(py: Python<'_>, callee: &Value) -> bool {
    let address = callee.ptr() as usize;
    may_call(address) && known(py).is_some_and(|known| known.by_position.contains(&address))
}

/// Whether `callee` calls one of its arguments, given by keyword or not.
pub fn calls(py: Python<'_>, callee: &Value) -> bool {
    known(py).is_some_and(|known| known.is_caller(callee.ptr() as usize))
}

/// Finds them, before code runs for the first time.
pub fn install(py: Python<'_>) -> PyResult<()> {
    let by_position = addresses(py, CALLERS)?;
    for address in &by_position {
        let (word, bit) = bit_of(*address);
        FILTER[word].fetch_or(bit, Ordering::Relaxed);
    }
    KNOWN.set(py, Known { by_position, by_key: addresses(py, BY_KEY)?, keepers: addresses(py, KEEPERS)? });
    Ok(())
}

/// What such a callee gets for `argument`, if that is not the argument itself.
pub fn instead_of_callable(m: &Machine, argument: &Value) -> R<Option<Value>> {
    if !argument.is_object() || nets::off(Net::Values) {
        return Ok(None);
    }
    let argument = argument.to_bound(m.py())?;
    if !argument.is_callable() || argument.is_instance_of::<Between>() || only_computes(m, &argument)? {
        return Ok(None);
    }
    Ok(Some(Value::from_bound(Bound::new(m.py(), Between { real: argument.unbind() })?.into_any())))
}

/// Addresses of the callables that call what they are given, and of those that keep it for that.
struct Known {
    by_position: FxHashSet<usize>,
    by_key: FxHashSet<usize>,
    keepers: FxHashSet<usize>,
}

impl Known {
    fn is_caller(&self, address: usize) -> bool {
        self.by_position.contains(&address) || self.by_key.contains(&address)
    }
}

static KNOWN: Once<Known> = Once::new();

#[cold]
fn known(py: Python<'_>) -> Option<&'static Known> {
    KNOWN.get(py)
}

/// Whether this is one of them.
fn composes(py: Python<'_>, address: usize) -> bool {
    known(py).is_some_and(|known| known.is_caller(address) || known.keepers.contains(&address))
}

fn addresses(py: Python<'_>, table: &[(&str, &[&str])]) -> PyResult<FxHashSet<usize>> {
    let mut found = FxHashSet::default();
    for (module, names) in table {
        let home = py.import(*module)?;
        for name in *names {
            let callable = name.split('.').try_fold(home.clone().into_any(), |owner, name| owner.getattr(name))?;
            // It lives as long as the set.
            found.insert(callable.into_ptr() as usize);
        }
    }
    Ok(found)
}

/// Whether nothing needs to look: functions of the code do so themselves.
fn only_computes(m: &Machine, callable: &Bound<'_, PyAny>) -> R<bool> {
    let py = m.py();
    if composes(py, callable.as_ptr() as usize) {
        return Ok(false);
    }
    if let Ok(class) = callable.cast::<PyType>() {
        return is_own_or_builtin(m, class);
    }
    if let Some((_, receiver)) = raw::builtin_function(callable) {
        let Some(receiver) = receiver else { return Ok(true) };
        if raw::module_dict(&receiver).is_some() {
            return Ok(PURE_HOMES.contains(&gate::module_name(&receiver).as_str()));
        }
        // A method of an object, or of a class.
        return Ok(!Ty::of_bound(&receiver).has(ffi::Py_TPFLAGS_HEAPTYPE));
    }
    let class = callable.get_type();
    if is_named(py, class.as_any(), "functools", "partial") {
        return only_computes(m, &callable.getattr(pyo3::intern!(py, "func"))?);
    }
    Ok(match info(&m.session.check, Ty::of_bound(callable))?.kind {
        Kind::OwnFunction => true,
        Kind::Function => raw::is_slot_method(callable) || raw::is_method_descriptor(callable),
        Kind::Method => attributes::is_own_method(m, callable)?,
        _ => PURE_TYPES.iter().any(|(module, name)| is_named(py, class.as_any(), module, name)) || is_own_or_builtin(m, &class)?,
    })
}

/// Whether the class and all it derives from are the code's, or the interpreter's without such as call what they are given.
fn is_own_or_builtin(m: &Machine, class: &Bound<'_, PyType>) -> R<bool> {
    let bases = class.mro();
    let harmless = |base: &Bound<'_, PyType>| m.session.check.own.contains(base) || !Ty::from_class(base).has(ffi::Py_TPFLAGS_HEAPTYPE);
    for base in bases.iter() {
        let Ok(base) = base.cast_into::<PyType>() else { return Ok(false) };
        if !harmless(&base) || composes(m.py(), base.as_ptr() as usize) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// A callable with a look at what it takes and gives.
#[pyclass(frozen, module = "builtins", name = "builtin_function_or_method")]
struct Between {
    real: Py<PyAny>,
}

#[pymethods]
impl Between {
    #[pyo3(signature = (*args, **kwargs))]
    fn __call__<'py>(&self, args: &Bound<'py, PyTuple>, kwargs: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
        let py = args.py();
        let real = self.real.bind(py);
        if !sandboxed() {
            return real.call(args, kwargs);
        }
        with_machine(py, |m| {
            let (args, kwargs) = gate::admit_arguments(m, args, kwargs)?;
            gate::admit_bound(m, real.call(args, kwargs.as_ref())?)
        })
    }
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.real.bind(py).repr()?.to_string())
    }
    fn __traverse__(&self, visit: pyo3::PyVisit<'_>) -> Result<(), pyo3::PyTraverseError> {
        visit.call(&self.real)
    }
}
