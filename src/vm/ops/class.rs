//! Making classes: bases, metaclass, namespace, and the call that makes the class.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple, PyType};

use crate::cpython::api::{self, type_error};
use crate::cpython::static_types;
use crate::cpython::value::{raise, Value, R};
use crate::sandbox::builtins;
use crate::sandbox::classes::{self, check_made, getattr_hook, type_object};
use crate::vm::machine::Machine;
use crate::vm::ops::containers::optional_attr;

/// A class whose body has yet to run.
#[derive(Debug)]
pub struct Prepared<'py> {
    name: Bound<'py, PyString>,
    /// As written.
    original_bases: Bound<'py, PyTuple>,
    /// With `__mro_entries__` resolved.
    bases: Bound<'py, PyTuple>,
    metaclass: Bound<'py, PyAny>,
    keywords: Bound<'py, PyDict>,
    namespace: Bound<'py, PyAny>,
}

impl Prepared<'_> {
    /// The mapping that the body runs in.
    pub fn namespace(&self) -> Value {
        Value::from_bound(self.namespace.clone())
    }
}

/// Makes a class in one go. `body` runs in the namespace, tells it `__module__` and `__qualname__` first, and gives the `__class__` cell or None, in a pair
/// with the cell of the namespace where code that runs later looks there; `fill` puts something into such a cell.
pub fn build(
    m: &Machine,
    name: &str,
    bases: &Value,
    keywords: &Value,
    body: &mut dyn FnMut(&Machine, &Value) -> R<Value>,
    fill: &mut dyn FnMut(&Machine, &Value, Value) -> R<()>,
) -> R<Value> {
    let prepared = prepare(m, name, bases, keywords)?;
    let cells = body(m, &prepared.namespace())?;
    let (cell, namespace) = match cells.as_object().as_ref().and_then(|cells| cells.cast_exact::<PyTuple>().ok()) {
        Some(pair) => (Value::from_bound(pair.get_item(0)?), Value::from_bound(pair.get_item(1)?)),
        None => (cells, Value::UNSET),
    };
    let made = finish(m, prepared, &cell, fill)?;
    // From now on its names are those of the class.
    if !namespace.is_unset() && made.as_object().is_some_and(|made| made.is_instance_of::<PyType>()) {
        fill(m, &namespace, made.clone())?;
    }
    Ok(made)
}

/// First half: everything before the body. `bases` is a list or tuple, `keywords` a dict or unset.
pub fn prepare<'py>(m: &Machine, name: &str, bases: &Value, keywords: &Value) -> R<Prepared<'py>> {
    let py = m.py();
    let name = PyString::intern(py, name);
    let original_bases = bases_tuple(py, bases)?;
    let bases = resolve_bases(m, &original_bases)?;
    let keywords = match keywords.is_object() {
        true => keywords.to_bound(py)?.cast::<PyDict>().map_err(PyErr::from)?.copy()?,
        false => PyDict::new(py),
    };
    let metaclass = metaclass(&bases, &keywords)?;
    let namespace = namespace(&metaclass, &name, &bases, &keywords)?;
    Ok(Prepared { name, original_bases, bases, metaclass, keywords, namespace })
}

fn bases_tuple<'py>(py: Python<'py>, bases: &Value) -> R<Bound<'py, PyTuple>> {
    if bases.is_unset() {
        return Ok(PyTuple::empty(py));
    }
    let bases = bases.to_bound(py)?;
    match bases.cast_into::<PyTuple>() {
        Ok(tuple) => Ok(tuple),
        Err(e) => Ok(e.into_inner().cast_into::<PyList>().map_err(PyErr::from)?.to_tuple()),
    }
}

/// Replaces bases that are no classes by what their `__mro_entries__` gives.
fn resolve_bases<'py>(m: &Machine, bases: &Bound<'py, PyTuple>) -> R<Bound<'py, PyTuple>> {
    let mut resolved = Vec::with_capacity(bases.len());
    let mut changed = false;
    for base in bases {
        if base.is(builtins::super_object(m.py())?) {
            return Err(classes::refused_base(m, static_types::super_class(m.py()).cast()?));
        }
        let entries = match base.is_instance_of::<PyType>() {
            true => None,
            false => optional_attr(&base, "__mro_entries__")?,
        };
        let Some(entries) = entries else {
            resolved.push(base);
            continue;
        };
        let Ok(entries) = entries.call1((bases,))?.cast_into::<PyTuple>() else {
            return Err(type_error("__mro_entries__ must return a tuple".to_owned()));
        };
        resolved.extend(entries);
        changed = true;
    }
    if !changed {
        return Ok(bases.clone());
    }
    Ok(PyTuple::new(bases.py(), resolved)?)
}

/// Whether other bases stand in the place of the `original` ones. (The real `type` in that of the code's is none.)
fn differ(original: &Bound<'_, PyTuple>, bases: &Bound<'_, PyTuple>) -> bool {
    original.len() != bases.len() || original.iter().zip(bases).any(|(given, base)| !type_object::real_class(given).is(&base))
}

/// Takes `metaclass` out of the keywords and finds the most derived one.
fn metaclass<'py>(bases: &Bound<'py, PyTuple>, keywords: &Bound<'py, PyDict>) -> R<Bound<'py, PyAny>> {
    let py = bases.py();
    let start = match keywords.get_item("metaclass")? {
        Some(given) => {
            keywords.del_item("metaclass")?;
            match type_object::real_class(given).cast_into::<PyType>() {
                Ok(class) => class,
                // Any callable may stand here; there is nothing to derive then.
                Err(e) => return Ok(e.into_inner()),
            }
        }
        None => match bases.iter().next() {
            Some(first) => first.get_type(),
            None => py.get_type::<PyType>(),
        },
    };
    most_derived(start, bases).map(Bound::into_any)
}

fn most_derived<'py>(start: Bound<'py, PyType>, bases: &Bound<'py, PyTuple>) -> R<Bound<'py, PyType>> {
    let mut winner = start;
    for base in bases {
        let candidate = base.get_type();
        if api::is_subtype(&winner, &candidate) {
            continue;
        }
        if !api::is_subtype(&candidate, &winner) {
            return Err(type_error(
                "metaclass conflict: the metaclass of a derived class must be a (non-strict) subclass of the \
                 metaclasses of all its bases"
                    .to_owned(),
            ));
        }
        winner = candidate;
    }
    Ok(winner)
}

fn namespace<'py>(
    metaclass: &Bound<'py, PyAny>,
    name: &Bound<'py, PyString>,
    bases: &Bound<'py, PyTuple>,
    keywords: &Bound<'py, PyDict>,
) -> R<Bound<'py, PyAny>> {
    let py = metaclass.py();
    if metaclass.is(py.get_type::<PyType>()) {
        return Ok(PyDict::new(py).into_any());
    }
    let Some(prepare) = optional_attr(metaclass, "__prepare__")? else {
        return Ok(PyDict::new(py).into_any());
    };
    let namespace = prepare.call((name, bases), Some(keywords))?;
    if !api::is_mapping(&namespace) {
        let meta = match metaclass.is_instance_of::<PyType>() {
            true => api::class_name(metaclass),
            false => "<metaclass>".to_owned(),
        };
        let got = api::type_name_of(&namespace);
        return Err(type_error(format!("{meta}.__prepare__() must return a mapping, not {got}")));
    }
    Ok(namespace)
}

/// Second half: makes the class of the namespace. `cell` is the code's `__class__` cell or None.
///
/// While the metaclass runs, the cell holds a cell of the interpreter, which `type.__new__` fills: methods
/// that run before the class is returned (`__set_name__`, members of an Enum) find their class through it.
pub fn finish(m: &Machine, prepared: Prepared<'_>, cell: &Value, fill: &mut dyn FnMut(&Machine, &Value, Value) -> R<()>) -> R<Value> {
    refuse_dangerous(m, &prepared)?;
    classes::mark_namespace(m, &prepared.namespace)?;
    classes::wrap_special_functions(m, prepared.bases.as_any(), &prepared.namespace)?;
    type_object::add_class_maker(m, prepared.bases.as_any(), &prepared.namespace)?;
    let Prepared { name, original_bases, bases, metaclass, keywords, namespace } = prepared;
    if differ(&original_bases, &bases) {
        namespace.set_item("__orig_bases__", &original_bases)?;
    }
    if cell.is_none() || cell.is_unset() {
        let made = metaclass.call((name, bases, namespace), Some(&keywords))?;
        classes::made_by(m, &metaclass, &made)?;
        check_made(m, &made)?;
        return Ok(Value::from_bound(made));
    }
    let carrier = api::new_cell()?;
    namespace.set_item("__classcell__", carrier.to_bound(m.py())?)?;
    fill(m, cell, carrier.clone())?;
    let made = metaclass.call((&name, bases, namespace), Some(&keywords));
    let inside = api::cell_content(&carrier).unwrap_or(Value::UNSET);
    fill(m, cell, inside.clone())?;
    let made = made?;
    classes::made_by(m, &metaclass, &made)?;
    if made.is_instance_of::<PyType>() {
        check_cell(&name, &made, &inside)?;
    }
    check_made(m, &made)?;
    Ok(Value::from_bound(made))
}

/// The metaclass must have given `__classcell__` to `type.__new__`, and returned that class.
fn check_cell(name: &Bound<'_, PyString>, made: &Bound<'_, PyAny>, inside: &Value) -> R<()> {
    if inside.ptr() == made.as_ptr() {
        return Ok(());
    }
    let (name, class) = (name.repr()?, made.repr()?);
    let (name, class) = (name.to_string_lossy(), class.to_string_lossy());
    if inside.is_unset() {
        return Err(raise::<PyRuntimeError>(format!(
            "__class__ not set defining {name} as {class}. Was __classcell__ propagated to type.__new__?"
        )));
    }
    let held = inside.to_bound(made.py())?.repr()?;
    let held = held.to_string_lossy();
    Err(type_error(format!("__class__ set to {held} defining {name} as {class}")))
}

/// Refuses special methods that would mislead the interpreter or native code about memory or types, and
/// wraps the hooks that could pretend to have them.
fn refuse_dangerous(m: &Machine, prepared: &Prepared<'_>) -> R<()> {
    classes::check_bases(m, prepared.bases.as_any())?;
    for (name, text) in classes::refused_members(m.py()) {
        if let Some(member) = entry(&prepared.namespace, text.bind(m.py()).as_any())? {
            classes::check_held(m, name, &member)?;
        }
    }
    for name in getattr_hook::NAMES {
        if let Some(hook) = entry(&prepared.namespace, PyString::intern(m.py(), name).as_any())? {
            prepared.namespace.set_item(name, getattr_hook::wrap(&hook)?)?;
        }
    }
    Ok(())
}

/// What a class would have by this name. (A dict is copied as it is, whatever its own class says.)
fn entry<'py>(namespace: &Bound<'py, PyAny>, name: &Bound<'py, PyAny>) -> R<Option<Bound<'py, PyAny>>> {
    if let Ok(dict) = namespace.cast::<PyDict>() {
        return Ok(dict.get_item(name)?);
    }
    Ok(if namespace.contains(name)? { Some(namespace.get_item(name)?) } else { None })
}
