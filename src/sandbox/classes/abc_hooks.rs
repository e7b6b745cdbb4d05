//! Classes of the code below abstract classes of others: `isinstance(x, Mapping)` anywhere in the process asks all
//! subclasses of `Mapping`, and remembers what they say. A class of the code may not answer by a hook of its own.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple, PyType};

use crate::cpython::builtin_types::known;
use crate::cpython::type_access::Ty;
use crate::cpython::value::R;
use crate::front::policy::defence_layers::{self, Net};
use crate::session::refusals;
use crate::session::run_context::RunContext;

const HOOK: &str = "__subclasshook__";
/// Of a metaclass.
const CHECK: &str = "__subclasscheck__";

/// Refuses a class that would speak for classes of others.
pub fn check(m: &RunContext, metaclass: &Bound<'_, PyAny>, bases: &Bound<'_, PyAny>, namespace: &Bound<'_, PyAny>) -> R<()> {
    let Ok(bases) = bases.cast::<PyTuple>() else { return Ok(()) };
    if defence_layers::off(Net::Names) || bases.is_empty() {
        return Ok(());
    }
    let py = m.py();
    let bases: Vec<Bound<'_, PyType>> = bases.iter().filter_map(|base| base.cast_into::<PyType>().ok()).collect();
    let mut speaks = metaclass.cast::<PyType>().map(|meta| defines(m, meta, CHECK)).unwrap_or(Ok(false))?;
    speaks |= namespace.cast::<PyDict>().is_ok_and(|dict| dict.contains(HOOK).unwrap_or(true));
    for base in &bases {
        speaks = speaks || speaks_by_itself(m, base)?;
    }
    if !speaks {
        return Ok(());
    }
    for base in &bases {
        for class in known(py)?.mro(base)? {
            if !m.session.check.own.contains(&class) && is_abstract(&class)? {
                return Err(refused(m));
            }
        }
    }
    Ok(())
}

/// Whether the class of the code has such a hook, of its own or of a class of the code that it derives from.
pub fn speaks_by_itself(m: &RunContext, class: &Bound<'_, PyType>) -> R<bool> {
    Ok(defines(m, class, HOOK)? || defines(m, &class.get_type(), CHECK)?)
}

#[cold]
pub fn refused(m: &RunContext) -> crate::cpython::value::Exc {
    let text = format!("Forbidden definition of special method: {HOOK} (it would speak for abstract classes of others)");
    refusals::raise(m, refusals::Kind::Attribute, &text)
}

fn defines(m: &RunContext, class: &Bound<'_, PyType>, name: &str) -> R<bool> {
    let py = class.py();
    let known = known(py)?;
    let name = PyString::intern(py, name);
    // Chains of classes may be long: mostly it is the interpreter's own.
    let usual = Ty::from_class(&py.get_type::<PyType>()).lookup(&name);
    let found = Ty::from_class(class).lookup(&name);
    if found.is_none() || found.as_ref().is_some_and(|found| usual.is_some_and(|usual| usual.is(found))) {
        return Ok(false);
    }
    for class in known.mro(class)? {
        if m.session.check.own.contains(&class) && known.namespace(&class)?.contains(&name)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// A class with `ABCMeta`, but for those that stand for nothing by themselves.
fn is_abstract(class: &Bound<'_, PyType>) -> R<bool> {
    let py = class.py();
    let abc = py.import("abc")?;
    if !class.get_type().is_subclass(&abc.getattr("ABCMeta")?)? || class.is(&abc.getattr("ABC")?) {
        return Ok(false);
    }
    let home = known(py)?.module_name(class)?;
    Ok(!(matches!(home.as_str(), "typing" | "typing_extensions") && known(py)?.qualname(class)? == "Protocol"))
}
