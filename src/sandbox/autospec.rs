//! Functions that `unittest.mock` makes in the place of others (`create_autospec`): it writes source text for each, with the
//! function's name in it, so that it binds `self` as that one does.

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyCode, PyFunction, PyTuple};

use crate::cpython::{api, call_stack};
use crate::session::scope::HostScope;

/// What each of them reads: the check of the signature, and the mock that it hands on to.
const NAMES: [&str; 2] = ["_checksig_", "mock"];

/// The text before and after the name.
const TEXTS: [(&str, &str); 2] = [
    ("def ", "(*args, **kwargs):\n    _checksig_(*args, **kwargs)\n    return mock(*args, **kwargs)"),
    ("async def ", "(*args, **kwargs):\n    _checksig_(*args, **kwargs)\n    return await mock(*args, **kwargs)"),
];

/// Whether it is `unittest.mock` that runs this code, and it is of one of its texts: nothing but the name differs.
pub fn runs_checked(py: Python<'_>, code: &Bound<'_, PyAny>) -> bool {
    call_stack::is_standard(py, "unittest/mock.py", &["_set_signature", "_set_async_signature"]) && is_of_text(code).unwrap_or(false)
}

fn is_of_text(code: &Bound<'_, PyAny>) -> PyResult<bool> {
    let py = code.py();
    let _host = HostScope::enter();
    let is_code = |value: &Bound<'_, PyAny>| value.is_exact_instance_of::<PyCode>();
    let constants = code.getattr(intern!(py, "co_consts"))?.cast_into::<PyTuple>()?;
    let Some(made) = constants.iter().find(is_code) else { return Ok(false) };
    let name: String = made.getattr(intern!(py, "co_name"))?.extract()?;
    let compile = api::module(py, "builtins")?.getattr(intern!(py, "compile"))?;
    for (before, after) in TEXTS {
        if compile.call1((format!("{before}{name}{after}"), "<string>", "exec", 0, true)).is_ok_and(|text| text.eq(code).unwrap_or(false)) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether it is such a function.
pub fn is_made(object: &Bound<'_, PyAny>) -> bool {
    if !object.is_exact_instance_of::<PyFunction>() {
        return false;
    }
    let _host = HostScope::enter();
    let names = || object.getattr(intern!(object.py(), "__code__"))?.getattr(intern!(object.py(), "co_names"))?.extract::<[String; 2]>();
    names().is_ok_and(|names| names == NAMES)
}
