//! Entry points that installed packages registered for a package that the host authorized (spaCy's `spacy_loggers`).

use pyo3::prelude::*;

use crate::cpython::call_stack;

/// Whether `importlib.metadata` loads one, and the module is that of the entry.
pub fn loads_registered(py: Python<'_>, module: &str, authorizes: &dyn Fn(&str) -> bool) -> bool {
    look(py, module, authorizes).unwrap_or(false)
}

fn look(py: Python<'_>, module: &str, authorizes: &dyn Fn(&str) -> bool) -> PyResult<bool> {
    let Some(entry) = call_stack::standard_local(py, ("importlib/metadata/__init__.py", "load"), "self") else { return Ok(false) };
    let metadata = py.import("importlib.metadata")?;
    if !entry.get_type().is(&metadata.getattr("EntryPoint")?) {
        return Ok(false);
    }
    let (group, value): (String, String) = (entry.getattr("group")?.extract()?, entry.getattr("value")?.extract()?);
    // Groups are called after their package: `spacy_loggers`, `xarray.backends`.
    let ends = group.match_indices(['.', '_', '-']).map(|(end, _)| end).chain([group.len()]);
    let of_authorized = ends.filter_map(|end| group.get(..end)).any(|owner| !owner.is_empty() && authorizes(owner));
    let named = value.split([':', ' ', '[']).next().unwrap_or_default();
    let is_part = named == module || named.strip_prefix(module).is_some_and(|rest| rest.starts_with('.'));
    if !of_authorized || !is_part {
        return Ok(false);
    }
    let options = pyo3::types::PyDict::new(py);
    options.set_item("group", &group)?;
    for known in metadata.call_method("entry_points", (), Some(&options))?.try_iter()? {
        if known?.getattr("value")?.extract::<String>()? == value {
            return Ok(true);
        }
    }
    Ok(false)
}
