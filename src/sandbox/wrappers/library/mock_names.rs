//! What `unittest.mock.patch("module.name")` may name: variables of the code (`__main__.name`), builtins, in whose place the code
//! sees a variable while they are patched, members of classes of the code, what of `sys` the code may set, and members of authorized
//! modules, in whose place the code sees others (`module_members`): libraries and the host go on seeing theirs.

use pyo3::exceptions::PyAttributeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::cpython::api;
use crate::cpython::type_access::Ty;
use crate::cpython::value::{raise, Exc, Value, R};
use crate::sandbox::type_info::info;
use crate::sandbox::wrappers::library::logging;
use crate::sandbox::{attributes, value_filter};
use crate::session::current::with_run;
use crate::session::engine_calls;
use crate::session::refusals;
use crate::session::run_context::RunContext;
use crate::session::state::type_info::Kind;
use crate::session::Session;

/// Members of `sys` that are the session's.
const OF_SESSION: [&str; 4] = ["argv", "stderr", "stdin", "stdout"];

/// No variable of the code has this name, but while it is patched.
const PRINT: &str = "print";

// The namespace that is patched: a module whose members are set as the code sets them, or the variables of the code.
#[pyclass(frozen, module = "builtins", name = "module")]
pub struct Names {
    module: Option<Py<PyAny>>,
    names: Vec<String>,
}

/// What is patched: the object that has it, and whether the names there may be new.
pub struct Patched<'py> {
    pub target: Bound<'py, PyAny>,
    pub create: bool,
}

/// What `path` names, if these members of it are for the code to patch.
pub fn named<'py>(m: &RunContext, py: Python<'py>, path: &str, names: &[String]) -> R<Option<Patched<'py>>> {
    let variables = || Bound::new(py, Names { module: None, names: names.to_vec() }).map(Bound::into_any);
    let (target, create) = match path {
        "__main__" => (variables()?, false),
        "builtins" => (variables()?, names.iter().map(|name| is_builtin_alone(m, py, name)).collect::<R<Vec<_>>>()?.contains(&true)),
        _ => match (path.strip_prefix("__main__."), module(m, py, path)?) {
            (Some(path), _) => (member(m, py, path)?, false),
            (None, Some(module)) => match of_module(m, &module, names)? {
                Some(target) => (target, false),
                None => return Ok(None),
            },
            (None, None) => return Ok(None),
        },
    };
    Ok(Some(Patched { target, create }))
}

/// Whether it is the name of a builtin and of no variable.
fn is_builtin_alone(m: &RunContext, py: Python<'_>, name: &str) -> R<bool> {
    let is_variable = !m.session.globals.get(m.session.slot_for(py, name)?).is_unset();
    Ok(!is_variable && api::module(py, "builtins")?.hasattr(name)?)
}

/// The authorized module of this name, if it was imported.
fn module<'py>(m: &RunContext, py: Python<'py>, name: &str) -> R<Option<Bound<'py, PyAny>>> {
    if !m.session.policy.borrow().authorizes(name) {
        return Ok(None);
    }
    let Some(found) = api::loaded_modules(py).map_or(Ok(None), |modules| modules.get_item(name))? else { return Ok(None) };
    (engine_calls::table().meet_modules)(m)?;
    Ok(Some(logging::instead_of(m, &found)?.unwrap_or(found)))
}

/// What stands for a module of which these members are patched.
pub fn of_module<'py>(m: &RunContext, module: &Bound<'py, PyAny>, names: &[String]) -> R<Option<Bound<'py, PyAny>>> {
    let py = module.py();
    if info(&m.session.check, Ty::of_bound(module))?.kind != Kind::Module
        || names.iter().any(|name| name.starts_with('_'))
        || value_filter::module_name(module) == "builtins"
    {
        return Ok(None);
    }
    Ok(Some(Bound::new(py, Names { module: Some(module.clone().unbind()), names: names.to_vec() })?.into_any()))
}

/// Whether it is one of the members of `sys` that are the session's.
fn is_of_session(module: &Bound<'_, PyAny>, name: &str) -> R<bool> {
    Ok(module.is(&api::module(module.py(), "sys")?) && OF_SESSION.contains(&name))
}

/// What the code sees there, if anything.
fn seen(m: &RunContext, module: &Bound<'_, PyAny>, name: &Bound<'_, PyString>) -> R<Option<Value>> {
    match attributes::get(m, &Value::from_bound(module.clone()), name) {
        Ok(found) => Ok(Some(found)),
        Err(Exc) => {
            let error = PyErr::fetch(module.py());
            if error.is_instance_of::<PyAttributeError>(module.py()) && !refusals::is_refusal(module.py(), &error) {
                return Ok(None);
            }
            Err(error.into())
        }
    }
}

/// A variable of the code, and what the further names are of it.
fn member<'py>(m: &RunContext, py: Python<'py>, path: &str) -> R<Bound<'py, PyAny>> {
    let mut names = path.split('.');
    let mut found = variable(m, py, names.next().unwrap_or_default())?;
    for name in names {
        found = attributes::get(m, &found, &PyString::new(py, name))?;
    }
    found.to_bound(py)
}

fn variable(m: &RunContext, py: Python<'_>, name: &str) -> R<Value> {
    let value = m.session.load(m, m.session.slot_for(py, name)?)?;
    if value.is_unset() {
        return Err(raise::<PyAttributeError>(format!("module '__main__' has no attribute '{name}'")));
    }
    Ok(value)
}

impl Names {
    fn has(&self, name: &str) -> bool {
        self.names.iter().any(|known| known == name)
    }

    /// What is there before it is patched, if anything.
    fn held(&self, m: &RunContext, py: Python<'_>, name: &str) -> R<Option<Value>> {
        match &self.module {
            Some(module) => seen(m, module.bind(py), &PyString::new(py, name)),
            None if m.session.globals.get(m.session.slot_for(py, name)?).is_unset() => Ok(None),
            None => variable(m, py, name).map(Some),
        }
    }
}

#[pymethods]
impl Names {
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        self.module.as_ref().map_or_else(|| Ok("<module '__main__'>".to_owned()), |module| module.bind(py).repr()?.extract())
    }

    fn __getattr__<'py>(&self, py: Python<'py>, name: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyAny>> {
        let text = name.to_string_lossy();
        with_run(py, |m| match &self.module {
            // (What is there is put back; what is not there goes again.)
            _ if text == "__dict__" => {
                let held = PyDict::new(py);
                for name in &self.names {
                    if let Some(found) = self.held(m, py, name)? {
                        held.set_item(name, found.to_bound(py)?)?;
                    }
                }
                Ok(held.into_any())
            }
            _ if !self.has(&text) => Err(raise::<PyAttributeError>(format!("no attribute '{text}'"))),
            Some(module) => attributes::get(m, &Value::from_bound(module.bind(py).clone()), name)?.to_bound(py),
            None => variable(m, py, &text)?.to_bound(py),
        })
    }

    fn __setattr__(&self, py: Python<'_>, name: &Bound<'_, PyString>, value: Bound<'_, PyAny>) -> PyResult<()> {
        let text = name.to_string_lossy();
        with_run(py, |m| match &self.module {
            _ if !self.has(&text) => Err(attributes::refused(m, &text, attributes::Use::Write)),
            Some(module) if is_of_session(module.bind(py), &text)? => {
                attributes::set(m, &Value::from_bound(module.bind(py).clone()), name, &Value::from_bound(value))
            }
            Some(module) => {
                let (module, value) = (module.bind(py), value_filter::admit(m, Value::from_bound(value))?);
                let before = seen(m, module, name)?;
                m.session.check.members.patch(module, name, before, value);
                Ok(())
            }
            None if text != PRINT && m.session.is_tool(py, &text) => Err(refusals::tool_name(m, &text)),
            None => {
                m.session.check.patches.print.set(text == PRINT || m.session.check.patches.print.get());
                let value = value_filter::admit(m, Value::from_bound(value))?;
                m.session.globals.set(m.session.slot_for(py, &text)?, value);
                Ok(())
            }
        })
    }

    fn __delattr__(&self, py: Python<'_>, name: &Bound<'_, PyString>) -> PyResult<()> {
        let text = name.to_string_lossy();
        with_run(py, |m| {
            match &self.module {
                Some(module) if self.has(&text) && !is_of_session(module.bind(py), &text)? => {
                    m.session.check.members.restore(module.bind(py), &text);
                    return Ok(());
                }
                None if self.has(&text) => {}
                _ => return Err(attributes::refused(m, &text, attributes::Use::Delete)),
            }
            Ok(unset(&m.session, py, &text)?)
        })
    }
}

fn unset(session: &Session, py: Python<'_>, name: &str) -> PyResult<()> {
    if name == PRINT {
        session.check.patches.print.set(false);
    }
    let slot = session.slot_for(py, name)?;
    session.globals.set(slot, Value::UNSET);
    session.deleted(py, slot)
}

/// Before a run: what a patch put in the place of `print`, which the code itself could not put back, is gone.
pub fn put_print_back(session: &Session, py: Python<'_>) -> PyResult<()> {
    match session.check.patches.print.get() {
        true => unset(session, py, PRINT),
        false => Ok(()),
    }
}
