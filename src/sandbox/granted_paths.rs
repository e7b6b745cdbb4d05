//! Files and folders that the host granted.

#[cfg(unix)]
use std::os::unix::ffi::OsStrExt;
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

/// Whether the text is a document, and no path to one: it begins with one of `starts`, and leads nowhere as a relative path.
pub fn is_document(subject: &Bound<'_, PyAny>, starts: &[char]) -> bool {
    let Some(text) = exact_text(subject).map(|text| text.to_string_lossy().into_owned()) else { return false };
    text.trim_start().starts_with(starts) && !leads_somewhere(text.as_bytes())
}

/// Beyond this a text is no longer the name of a file, whatever stands for its characters.
const LONGEST: usize = 8192;

/// Whether a file or folder is called as the path begins. C code (libxml2) tries `%2F` for a slash, too.
fn leads_somewhere(path: &[u8]) -> bool {
    let mut path = path.get(..LONGEST).unwrap_or(path).to_vec();
    loop {
        let first = path.split(|byte| *byte == b'/').next().unwrap_or_default();
        if is_there(first) {
            return true;
        }
        let decoded = percent_decoded(&path);
        if decoded.len() == path.len() {
            return false;
        }
        path = decoded;
    }
}

#[cfg(unix)]
fn is_there(name: &[u8]) -> bool {
    Path::new(std::ffi::OsStr::from_bytes(name)).symlink_metadata().is_ok()
}

#[cfg(not(unix))]
fn is_there(name: &[u8]) -> bool {
    std::str::from_utf8(name).map_or(true, |name| Path::new(name).symlink_metadata().is_ok())
}

fn percent_decoded(path: &[u8]) -> Vec<u8> {
    let (mut decoded, mut rest) = (Vec::with_capacity(path.len()), path);
    while let Some((byte, after)) = rest.split_first() {
        let code = after.get(..2).and_then(|code| std::str::from_utf8(code).ok());
        let code = code.filter(|code| *byte == b'%' && !code.starts_with('+')).and_then(|code| u8::from_str_radix(code, 16).ok());
        decoded.push(code.unwrap_or(*byte));
        rest = if code.is_some() { after.get(2..).unwrap_or_default() } else { after };
    }
    decoded
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
    let Some(real) = place(path, STEPS) else { return false };
    roots.iter().any(|root| resolve(root).is_some_and(|root| real.starts_with(root)))
}

/// Folders and links that are not there, or lead to what is not, of one path.
const STEPS: u32 = 200;

/// Where the path leads, or will once its folders are there (`Path.mkdir(parents=True)` asks for the last one first). What would go
/// up from a folder that is not there leads nowhere.
fn place(path: &Path, steps: u32) -> Option<PathBuf> {
    if let Ok(real) = path.canonicalize() {
        return Some(real);
    }
    let steps = steps.checked_sub(1)?;
    let name = path.file_name()?;
    let parent = place(path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new(".")), steps)?;
    let here = parent.join(name);
    match here.read_link() {
        Ok(target) => place(&parent.join(target), steps),
        Err(_) => Some(here),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn places_of_what_is_not_there() {
        let folder = std::env::temp_dir().join(format!("fastexec-places-{}", std::process::id()));
        std::fs::create_dir(&folder).unwrap();
        let real = folder.canonicalize().unwrap();
        let link = |target: &str, name: &str| std::os::unix::fs::symlink(target, folder.join(name)).unwrap();
        link("/nowhere/x", "out");
        link("b/c", "inner");
        link("round", "round");
        let at = |name: &str| place(&folder.join(name), STEPS);
        assert_eq!(at("a/b/c"), Some(real.join("a/b/c")));
        assert_eq!(at("inner/d"), Some(real.join("b/c/d")));
        assert_eq!(at("out"), Some(PathBuf::from("/nowhere/x")));
        assert_eq!(at("out/y"), Some(PathBuf::from("/nowhere/x/y")));
        assert_eq!(at("a/../../b"), None);
        assert_eq!(at("round"), None);
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn paths_are_read_as_c_code_may() {
        assert_eq!(percent_decoded(b"<b>%2F..%2fa%+1%"), b"<b>/../a%+1%");
        assert!(leads_somewhere(b"src/../secret"));
        assert!(leads_somewhere(b"src%2F..%252Fsecret"));
        assert!(leads_somewhere(b"s%2572c/x"));
        assert!(!leads_somewhere(b"<table>50%</table>"));
        assert!(!leads_somewhere(b"<%FF/x"));
    }
}
