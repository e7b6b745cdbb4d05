//! Variables of the environment that a library sets for a while by itself (typer, around what it has pydantic do).

use std::collections::BTreeMap;
use std::sync::Mutex;

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

use crate::cpython::library_code;

/// What variables had that are set now; none where they were not there.
static BEFORE: Mutex<BTreeMap<String, Option<String>>> = Mutex::new(BTreeMap::new());

/// What others go by when they start programs and load code.
const REFUSED: &[&str] = &["PATH", "IFS", "HOME", "SHELL", "LD_", "DYLD_", "PYTHON", "BASH_", "GCONV_", "MALLOC_", "GLIBC_"];

/// Whether a function of an installed package sets (or deletes) a variable by itself: name and value stand in its text, and it
/// puts back what was there.
pub fn allows(py: Python<'_>, event: &str, args: Option<&Bound<'_, PyTuple>>) -> bool {
    if !matches!(event, "os.putenv" | "os.unsetenv") {
        return false;
    }
    let argument = |at: usize| args.and_then(|args| text(&args.get_item(at).ok()?));
    let (Some(name), value) = (argument(0), argument(1)) else { return false };
    let Some(code) = library_code::at_work(py) else { return false };
    if REFUSED.iter().any(|refused| name.starts_with(refused)) || !library_code::says(&code, &name) || !library_code::deletes_items(&code) {
        return false;
    }
    let Ok(mut before) = BEFORE.lock() else { return false };
    match value {
        Some(value) if before.get(&name).is_some_and(|held| held.as_ref() == Some(&value)) => {
            before.remove(&name);
            true
        }
        Some(value) if library_code::says(&code, &value) => {
            before.entry(name).or_insert_with_key(|name| std::env::var(name).ok());
            true
        }
        Some(_) => false,
        None => before.remove(&name).is_some_and(|held| held.is_none()),
    }
}

/// (The interpreter tells bytes.)
fn text(object: &Bound<'_, PyAny>) -> Option<String> {
    match object.cast::<PyBytes>() {
        Ok(bytes) => String::from_utf8(bytes.as_bytes().to_vec()).ok(),
        Err(_) => object.extract().ok(),
    }
}
