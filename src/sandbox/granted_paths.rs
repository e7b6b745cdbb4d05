//! Files and folders that the host granted.

use std::fs;
use std::path::{Path, PathBuf};

use pyo3::prelude::*;

use crate::cpython::call_stack::resolve;
use crate::cpython::type_access::exact_text;
use crate::cpython::value::R;
use crate::front::policy::Policy;
use crate::session::run_context::RunContext;
use crate::session::{refusals, scope};

/// A path must lie where the host granted it. Buffers and other objects are none.
pub fn check_path(m: &RunContext, subject: &Bound<'_, PyAny>, write: bool) -> R<()> {
    let path = match exact_text(subject) {
        Some(text) => text.to_string_lossy().into_owned(),
        None if subject.is_instance_of::<pyo3::types::PyBytes>() => {
            subject.extract::<Vec<u8>>().map(|b| String::from_utf8_lossy(&b).into_owned())?
        }
        None if subject.hasattr("__fspath__")? => subject.call_method0("__fspath__")?.str()?.to_string(),
        None => return Ok(()),
    };
    if path_granted(m, Path::new(&path), write) || scope::files_lifted(m) {
        return Ok(());
    }
    let what = if write { "write" } else { "read" };
    Err(refusals::raise(m, refusals::Kind::Plain, &format!("Forbidden to {what} file: {path}")))
}

/// Whether the text is a document, and no path to one: it begins with one of `starts`, and no file does where a relative path
/// leads. (More of it need not be looked at, which C code may read in ways of its own, `%2F` for a slash.)
pub fn is_document(subject: &Bound<'_, PyAny>, starts: &[char]) -> bool {
    let Some(text) = exact_text(subject).map(|text| text.to_string_lossy().into_owned()) else { return false };
    let begins: Vec<char> = text.chars().take(1).chain(text.trim_start().chars().take(1)).collect();
    let is_file =
        |entry: std::io::Result<fs::DirEntry>| entry.map_or(true, |entry| entry.file_name().to_string_lossy().starts_with(&begins[..]));
    text.trim_start().starts_with(starts) && fs::read_dir(".").is_ok_and(|mut entries| !entries.any(is_file))
}

/// Whether the host granted reading (writing) of the path. Symbolic links and `..` are resolved first.
pub fn path_granted(m: &RunContext, path: &Path, write: bool) -> bool {
    granted(&m.session.policy.borrow(), path, write)
}

/// As `path_granted`, by a policy.
pub fn granted(policy: &Policy, path: &Path, write: bool) -> bool {
    let roots: Vec<&PathBuf> =
        if write { policy.allow_write.iter().collect() } else { policy.allow_read.iter().chain(&policy.allow_write).collect() };
    if roots.is_empty() {
        return false;
    }
    let Some(real) = resolve(path) else { return false };
    roots.iter().any(|root| resolve(root).is_some_and(|root| real.starts_with(root)))
}
