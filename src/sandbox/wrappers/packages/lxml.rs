//! lxml, whose parsers open files by themselves, unseen by the interpreter: it gets texts and buffers, and options with
//! which it looks for nothing else.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString, PyTuple};

use crate::cpython::type_access::exact_text;
use crate::cpython::value::{Exc, R};
use crate::sandbox::granted_paths::check_path;
use crate::sandbox::value_filter::Called;
use crate::session::refusals;
use crate::session::run_context::RunContext;

/// Options that make a parser read files.
const READING: &[&str] = &["attribute_defaults", "dtd_validation", "load_dtd", "schema"];

/// Options of a parser: none that makes it read a definition or an entity from elsewhere.
pub fn check_options(m: &RunContext, kwargs: Option<&Bound<'_, PyDict>>) -> R<()> {
    for (name, value) in kwargs.map(|k| k.copy()).transpose()?.iter().flat_map(|k| k.iter()) {
        let name = name.extract::<String>()?;
        let text = exact_text(&value).map(|text| text.to_string_lossy().into_owned());
        let reads = match name.as_str() {
            "no_network" => !value.is_truthy()?,
            "resolve_entities" => text.as_deref() != Some("internal") && value.is_truthy()?,
            name => READING.contains(&name) && value.is_truthy()?,
        };
        if reads {
            return Err(refused(m, &format!("the option {name} of a parser, with which it reads other files")));
        }
    }
    Ok(())
}

/// Keywords by which functions are told what to read.
const SOURCES: &[&str] = &["source", "file", "from_file"];

/// The arguments of `parse(source, …)`, `ElementTree(file=…)` and their like with a buffer of what the source holds, or
/// with a path that the host granted.
pub fn with_source<'py>(m: &RunContext, args: &Bound<'py, PyTuple>, kwargs: Option<&Bound<'py, PyDict>>, first: bool) -> R<Called<'py>> {
    let mut all: Vec<Bound<'py, PyAny>> = args.iter().collect();
    let named = kwargs.map(|k| k.copy()).transpose()?;
    if let Some(source) = all.first_mut().filter(|_| first) {
        *source = buffer(m, source)?;
    }
    for name in SOURCES {
        let Some(named) = &named else { break };
        if let Some(source) = named.get_item(name)?.filter(|source| !source.is_none()) {
            named.set_item(name, buffer(m, &source)?)?;
        }
    }
    Ok((PyTuple::new(args.py(), all)?, named))
}

fn buffer<'py>(m: &RunContext, source: &Bound<'py, PyAny>) -> R<Bound<'py, PyAny>> {
    let py = source.py();
    let is_path = exact_text(source).is_some() || source.is_instance_of::<PyBytes>() || !source.hasattr("read")?;
    if is_path {
        // Read once: an object could name another file the second time.
        let path = py.import("os")?.call_method1("fspath", (source,))?;
        check_path(m, &path, false)?;
        return Ok(path);
    }
    let content = source.call_method0("read")?;
    let io = py.import("io")?;
    if let Some(text) = exact_text(&content) {
        return Ok(io.getattr("StringIO")?.call1((text,))?);
    }
    if content.is_exact_instance_of::<PyBytes>() {
        return Ok(io.getattr("BytesIO")?.call1((content,))?);
    }
    let class = content.get_type().name()?.cast_into::<PyString>().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    Err(crate::cpython::value::raise::<pyo3::exceptions::PyTypeError>(format!(
        "reading from file-like objects must return byte strings or unicode strings, not {class}"
    )))
}

fn refused(m: &RunContext, what: &str) -> Exc {
    refusals::raise(m, refusals::Kind::Plain, &format!("Forbidden: {what}"))
}
