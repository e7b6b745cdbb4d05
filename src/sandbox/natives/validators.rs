//! Objects that pydantic's validators fill in (`self_instance=`, `validate_assignment`): native code puts another dict in the
//! place of their `__dict__`, whatever their class is. Objects of others are filled in by the validator of their class alone.

use std::sync::atomic::AtomicBool;

use pyo3::intern;
use pyo3::prelude::*;

use crate::budget::compiled_calls::{self, Call};
use crate::cpython::hooks::{newly_loaded, table, Method};
use crate::cpython::type_access::Ty;
use crate::cpython::value::R;
use crate::front::policy::defence_layers::{self, Net};
use crate::sandbox::attributes::{refused, Use};
use crate::sandbox::type_info::info;
use crate::session::current;
use crate::session::run_context::RunContext;
use crate::session::scope::{sandboxed, HostScope};
use crate::session::state::type_info::Kind;

/// Wraps what `pydantic_core` has once it is loaded.
pub fn guard_loaded(py: Python<'_>) -> PyResult<()> {
    static DONE: AtomicBool = AtomicBool::new(false);
    newly_loaded(py, &DONE, "pydantic_core", "SchemaValidator")?.map_or(Ok(()), |module| guard(&module))
}

fn guard(module: &Bound<'_, PyAny>) -> PyResult<()> {
    let members = module.getattr("SchemaValidator")?.getattr("__dict__")?;
    let makes = ["validate_python", "isinstance_python", "validate_json", "validate_strings"];
    for method in makes.iter().filter_map(|name| Method::of(&members.get_item(name).ok()?)) {
        compiled_calls::wrap(method, &table::VALIDATORS, |call, original| {
            may_fill(call, call.named("self_instance"))?;
            original.run()
        });
    }
    if let Some(method) = members.get_item("validate_assignment").ok().and_then(|found| Method::of(&found)) {
        compiled_calls::wrap(method, &table::VALIDATORS, |call, original| {
            may_fill(call, call.given(0, "obj"))?;
            original.run()
        });
    }
    Ok(())
}

/// Whether the validator may fill in the object, for the code.
fn may_fill(call: &Call, object: Option<Bound<'_, PyAny>>) -> R<()> {
    let (Some(this), Some(object)) = (call.this(), object.filter(|object| !object.is_none())) else { return Ok(()) };
    if !sandboxed() || defence_layers::off(Net::Names) {
        return Ok(());
    }
    current::with_current(|m| check(m, &this, &object)).unwrap_or(Ok(()))
}

fn check(m: &RunContext, this: &Bound<'_, PyAny>, object: &Bound<'_, PyAny>) -> R<()> {
    let _own = HostScope::enter();
    let facts = info(&m.session.check, Ty::of_bound(object))?;
    let own = facts.kind == Kind::Own && (facts.pure || facts.known_bases);
    if own || is_of_its_class(this, object)? {
        return Ok(());
    }
    Err(refused(m, "__dict__", Use::Write))
}

/// Whether the validator is the one that the object's class has, or what a plugin of pydantic laid round that works with it.
fn is_of_its_class(this: &Bound<'_, PyAny>, object: &Bound<'_, PyAny>) -> R<bool> {
    let py = object.py();
    let Some(found) = Ty::of_bound(object).lookup(intern!(py, "__pydantic_validator__")) else { return Ok(false) };
    Ok(found.is(this) || found.getattr_opt(intern!(py, "_schema_validator"))?.is_some_and(|inner| inner.is(this)))
}
