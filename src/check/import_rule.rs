//! The import statements.

use pyo3::prelude::*;

use crate::lower::program::ImportDesc;
use crate::run::machine::Machine;
use crate::run::value::{Value, R};

/// `import a.b` (gives `a`), `import a.b as c` and `from a.b import …` (give `a.b`).
pub fn import(m: &Machine, desc: &ImportDesc) -> R<Value> {
    let py = m.py();
    let name = if desc.leaf { desc.module.as_str() } else { desc.module.split('.').next().unwrap_or("") };
    Ok(Value::from_bound(py.import(name)?.into_any()))
}

/// `from module import name`
pub fn import_from(m: &Machine, module: &Value, name: &str) -> R<Value> {
    Ok(Value::from_bound(module.to_bound(m.py())?.getattr(name)?))
}

/// Names and values that `from module import *` binds.
pub fn star_names(_m: &Machine, _module: &Value) -> R<Vec<(String, Value)>> {
    Ok(Vec::new())
}
