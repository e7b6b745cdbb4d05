//! Binding arguments to parameters, with CPython's error texts.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};

use crate::cpython::api;
use crate::cpython::arguments::Arguments;
use crate::cpython::value::{raise, Exc, Value, R};
use crate::sandbox::value_filter;
use crate::session::current;
#[cfg(Py_3_13)]
use crate::session::scope::HostScope;
use crate::vm::objects::function::Function;

/// The values of the parameter slots, in slot order.
pub fn bind(function: &Function, arguments: Arguments) -> R<Vec<Value>> {
    let py = crate::cpython::value::attached();
    let params = &function.linked.code.params;
    let named = (params.positional + params.keyword_only) as usize;
    let mut slots: Vec<Value> = Vec::with_capacity(params.total());
    slots.resize_with(params.total(), Value::default);

    let names = match &arguments.names {
        Some(names) => Some(names.to_bound(py)?.cast_into::<PyTuple>().map_err(PyErr::from)?),
        None => None,
    };
    let keyword_count = names.as_ref().map_or(0, |n| n.len());
    let given = arguments.values.len().saturating_sub(keyword_count);
    let mut values = arguments.values.into_iter();

    let extra = put_positional(function, &mut slots, &mut values, given)?;
    if let Some(names) = &names {
        put_keywords(py, function, &mut slots, names, values, named)?;
    } else if params.double_star {
        if let Some(slot) = slots.get_mut(named + usize::from(params.star)) {
            *slot = Value::from_bound(PyDict::new(py).into_any());
        }
    }
    if extra {
        return Err(too_many(function, &slots, given));
    }
    fill_defaults(py, function, &mut slots)?;
    Ok(slots)
}

/// Moves positional arguments into their slots and the rest into `*args`; true when there are too many.
fn put_positional(function: &Function, slots: &mut [Value], values: &mut std::vec::IntoIter<Value>, given: usize) -> R<bool> {
    let params = &function.linked.code.params;
    let positional = params.positional as usize;
    for (slot, value) in slots.iter_mut().zip(values.by_ref().take(given.min(positional))) {
        *slot = value;
    }
    let rest: Vec<Value> = values.by_ref().take(given.saturating_sub(positional)).collect();
    if !params.star {
        return Ok(!rest.is_empty());
    }
    if let Some(slot) = slots.get_mut(positional + params.keyword_only as usize) {
        *slot = api::new_tuple(rest)?;
    }
    Ok(false)
}

fn put_keywords(
    py: Python<'_>,
    function: &Function,
    slots: &mut [Value],
    names: &Bound<'_, PyTuple>,
    values: std::vec::IntoIter<Value>,
    named: usize,
) -> R<()> {
    let params = &function.linked.code.params;
    let double_star = if params.double_star {
        let dict = PyDict::new(py);
        if let Some(slot) = slots.get_mut(named + usize::from(params.star)) {
            *slot = Value::from_bound(dict.clone().into_any());
        }
        Some(dict)
    } else {
        None
    };
    for (name, value) in names.iter().zip(values) {
        let Ok(name) = name.cast_into::<PyString>() else {
            return Err(raise::<PyTypeError>(format!("{}() keywords must be strings", qualname(function))));
        };
        match find_parameter(py, function, &name, named)? {
            Some(index) => {
                let Some(slot) = slots.get_mut(index) else { continue };
                if !slot.is_unset() {
                    return Err(raise::<PyTypeError>(format!("{}() got multiple values for argument '{name}'", qualname(function))));
                }
                *slot = value;
            }
            None => match &double_star {
                Some(dict) => dict.set_item(name, value.to_bound(py)?)?,
                None => return Err(unexpected_keyword(function, names, &name, named)),
            },
        }
    }
    Ok(())
}

/// Slot of the parameter that may be given by this keyword.
fn find_parameter(py: Python<'_>, function: &Function, name: &Bound<'_, PyString>, named: usize) -> R<Option<usize>> {
    let first = function.linked.code.params.positional_only as usize;
    let candidates = &function.linked.slot_names;
    for index in first..named {
        if candidates.get(index).is_some_and(|c| c.is(name)) {
            return Ok(Some(index));
        }
    }
    for index in first..named {
        if let Some(candidate) = candidates.get(index) {
            if candidate.bind(py).as_any().eq(name)? {
                return Ok(Some(index));
            }
        }
    }
    Ok(None)
}

fn unexpected_keyword(function: &Function, names: &Bound<'_, PyTuple>, name: &Bound<'_, PyString>, named: usize) -> Exc {
    let positional_only = function.linked.code.params.positional_only as usize;
    let wrong: Vec<String> = function
        .linked
        .code
        .slot_names
        .iter()
        .take(positional_only)
        .filter(|slot| names.iter().any(|n| n.eq(slot.as_str()).unwrap_or(false)))
        .cloned()
        .collect();
    if wrong.is_empty() {
        let meant = function.linked.slot_names.get(positional_only..named).and_then(|candidates| suggestion(candidates, name));
        let meant = meant.map_or(String::new(), |meant| format!(". Did you mean '{meant}'?"));
        return raise::<PyTypeError>(format!("{}() got an unexpected keyword argument '{name}'{meant}", qualname(function)));
    }
    raise::<PyTypeError>(format!(
        "{}() got some positional-only arguments passed as keyword arguments: '{}'",
        qualname(function),
        wrong.join(", ")
    ))
}

/// What the interpreter takes the name for, which says so from 3.13 on.
#[cfg(Py_3_13)]
fn suggestion(candidates: &[Py<PyString>], name: &Bound<'_, PyString>) -> Option<String> {
    let _host = HostScope::enter();
    let py = name.py();
    let find = || -> PyResult<Option<String>> {
        let candidates = pyo3::types::PyList::new(py, candidates.iter().map(|candidate| candidate.bind(py)))?;
        py.import("_suggestions")?.getattr("_generate_suggestions")?.call1((candidates, name))?.extract()
    };
    find().ok().flatten()
}

#[cfg(not(Py_3_13))]
fn suggestion(_candidates: &[Py<PyString>], _name: &Bound<'_, PyString>) -> Option<String> {
    None
}

fn fill_defaults(py: Python<'_>, function: &Function, slots: &mut [Value]) -> R<()> {
    let params = &function.linked.code.params;
    let positional = params.positional as usize;
    if slots.iter().take(positional).any(Value::is_unset) {
        let defaults = function.defaults.borrow().to_vec();
        let first_default = positional.saturating_sub(defaults.len());
        let missing: Vec<String> = missing_names(function, slots, 0..first_default);
        if !missing.is_empty() {
            return Err(missing_error(function, &missing, "positional"));
        }
        // (A function may have been given more of them than it has parameters.)
        let unused = defaults.len().saturating_sub(positional);
        for (slot, default) in slots.iter_mut().take(positional).skip(first_default).zip(defaults.into_iter().skip(unused)) {
            if slot.is_unset() {
                *slot = default;
            }
        }
    }
    let keyword_only = positional..positional + params.keyword_only as usize;
    if slots.get(keyword_only.clone()).is_some_and(|s| s.iter().any(Value::is_unset)) {
        let defaults = function.keyword_defaults.borrow().to_vec();
        let later = function.keyword_dict.borrow().clone();
        for index in keyword_only.clone() {
            let Some(slot) = slots.get_mut(index).filter(|s| s.is_unset()) else { continue };
            let Some(name) = function.linked.slot_names.get(index) else { continue };
            for (key, value) in &defaults {
                if key.to_bound(py)?.eq(name.bind(py))? {
                    *slot = value.clone();
                }
            }
            if let Some(found) = in_dict(py, &later, name.bind(py))? {
                *slot = found;
            }
        }
        let missing = missing_names(function, slots, keyword_only);
        if !missing.is_empty() {
            return Err(missing_error(function, &missing, "keyword-only"));
        }
    }
    Ok(())
}

/// The default of this name in a dict of them, as the code may have it.
fn in_dict(py: Python<'_>, dict: &Value, name: &Bound<'_, PyString>) -> R<Option<Value>> {
    if dict.is_unset() {
        return Ok(None);
    }
    let Some(found) = dict.to_bound(py)?.cast::<PyDict>().map_err(PyErr::from)?.get_item(name)? else { return Ok(None) };
    Ok(Some(current::with_run(py, |m| value_filter::admit(m, Value::from_bound(found.clone())))?))
}

fn missing_names(function: &Function, slots: &[Value], range: std::ops::Range<usize>) -> Vec<String> {
    range.filter(|i| slots.get(*i).is_some_and(Value::is_unset)).filter_map(|i| function.linked.code.slot_names.get(i).cloned()).collect()
}

fn missing_error(function: &Function, missing: &[String], kind: &str) -> Exc {
    let quoted: Vec<String> = missing.iter().map(|n| format!("'{n}'")).collect();
    let list = match quoted.as_slice() {
        [one] => one.clone(),
        [one, two] => format!("{one} and {two}"),
        [head @ .., last] => format!("{}, and {last}", head.join(", ")),
        [] => String::new(),
    };
    raise::<PyTypeError>(format!(
        "{}() missing {} required {kind} argument{}: {list}",
        qualname(function),
        missing.len(),
        if missing.len() == 1 { "" } else { "s" },
    ))
}

fn too_many(function: &Function, slots: &[Value], given: usize) -> Exc {
    let params = &function.linked.code.params;
    let positional = params.positional as usize;
    let defaults = function.defaults.borrow().len();
    let keyword_given =
        slots.get(positional..positional + params.keyword_only as usize).map_or(0, |s| s.iter().filter(|v| !v.is_unset()).count());
    let (takes, plural) = if defaults > 0 {
        (format!("from {} to {positional}", positional - defaults.min(positional)), true)
    } else {
        (positional.to_string(), positional != 1)
    };
    let keyword_text = if keyword_given > 0 {
        format!(
            " positional argument{} (and {keyword_given} keyword-only argument{})",
            if given == 1 { "" } else { "s" },
            if keyword_given == 1 { "" } else { "s" },
        )
    } else {
        String::new()
    };
    raise::<PyTypeError>(format!(
        "{}() takes {takes} positional argument{} but {given}{keyword_text} {} given",
        qualname(function),
        if plural { "s" } else { "" },
        if given == 1 && keyword_given == 0 { "was" } else { "were" },
    ))
}

/// The function's `__qualname__`, as error texts show it.
pub fn qualname(function: &Function) -> String {
    let name = function.qualname.borrow().clone();
    match name.to_bound(crate::cpython::value::attached()) {
        Ok(name) => name.to_string(),
        Err(Exc) => function.linked.code.qualname.clone(),
    }
}
