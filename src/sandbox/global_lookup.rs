//! What a global name means: a variable, a tool of the host, or a builtin.

use pyo3::prelude::*;
use pyo3::types::{PyCFunction, PyDict, PyFunction};

use crate::cpython::api;
use crate::cpython::once::Once;
use crate::cpython::value::{Value, R};
use crate::front::bytecode::global_names::GlobalSlot;
use crate::sandbox::wrappers::library::{granted_files, sys_stdin};
use crate::sandbox::{builtins, final_answer, given_objects, tools};
use crate::session::run_context::RunContext;
use crate::session::scope::HostScope;
use crate::session::Session;

/// Variables that are looked through for a name that was meant.
const VISIBLE: usize = 4_000;

impl Session {
    /// Names that the code could have meant: variables, tools, builtins.
    pub fn visible_names(&self, py: Python<'_>) -> Vec<String> {
        let mut names = self.sync.names(py, VISIBLE);
        let tools = self.tools.borrow().host.as_ref().map(|host| host.bind(py).keys());
        let builtins = builtin_table(py).map(|table| table.keys()).ok();
        for keys in [tools, builtins].into_iter().flatten() {
            names.extend(keys.iter().filter_map(|key| key.extract::<String>().ok()));
        }
        names
    }

    /// Value of a global name: the variable, else the tool or builtin of that name, else unset.
    #[inline]
    pub fn load(&self, m: &RunContext, slot: GlobalSlot) -> R<Value> {
        let value = self.globals.get(slot);
        if value.is_unset() {
            return self.resolve(m, slot);
        }
        Ok(value)
    }

    /// What a name means whose slot is unset: a variable that has not passed the gate yet, else a tool or
    /// builtin; unset when there is none.
    pub fn resolve(&self, m: &RunContext, slot: GlobalSlot) -> R<Value> {
        let known = self.globals.fallback(slot);
        if !known.is_unset() {
            return Ok(known);
        }
        self.sync.admit(m.py(), &self.globals, slot, &|name, value| admit(m, name, value))?;
        let admitted = self.globals.get(slot);
        if !admitted.is_unset() {
            return Ok(admitted);
        }
        let name = self.names.borrow().name(slot).to_owned();
        let value = self.look_up(m, &name)?;
        if !value.is_unset() {
            self.globals.set_fallback(slot, value.clone());
        }
        Ok(value)
    }

    fn look_up(&self, m: &RunContext, name: &str) -> R<Value> {
        let py = m.py();
        if name == "KeyboardInterrupt" {
            self.named_interrupt.set(true);
        }
        if name == "print" {
            return Ok(self.tools.borrow().print.clone());
        }
        if let Some(object) = self.host_tool(py, name) {
            let proxy = tools::wrap(m, name, Value::from_bound(object))?;
            return if name == "final_answer" { final_answer::new(py, proxy) } else { Ok(proxy) };
        }
        if let Some(granted) = granted_files::granted_builtin(m, name)? {
            return Ok(granted);
        }
        if let Some(input) = sys_stdin::input_of(m, name)? {
            return Ok(input);
        }
        if let Some(builtin) = builtin_table(py)?.get_item(name)? {
            return Ok(Value::from_bound(builtin));
        }
        if name == "__name__" {
            // Class bodies ask for it; dicts of the host may lack it.
            return Ok(Value::string(py, "__main__"));
        }
        // What is left in the host's table are harmless functions under Python's own names (`sqrt`).
        Ok(self.static_tool(py, name).map_or(Value::UNSET, Value::from_bound))
    }

    fn static_tool<'py>(&self, py: Python<'py>, name: &str) -> Option<Bound<'py, PyAny>> {
        let host = self.tools.borrow().host.as_ref().map(|host| host.bind(py).clone())?;
        host.get_item(name).ok().flatten()
    }

    /// The host's own tool of this name; `None` for Python's builtins that the host lists as tools.
    fn host_tool<'py>(&self, py: Python<'py>, name: &str) -> Option<Bound<'py, PyAny>> {
        let object = self.static_tool(py, name)?;
        (!is_ordinary_builtin(name, &object)).then_some(object)
    }

    /// The builtin function of this name, if the host handed over just that as the tool of the name.
    pub fn handed_over<'py>(&self, py: Python<'py>, name: &str) -> Option<Bound<'py, PyAny>> {
        let own = api::module(py, "builtins").and_then(|builtins| builtins.getattr(name)).ok()?;
        self.static_tool(py, name).filter(|tool| tool.is(&own))
    }

    /// Whether the host handed over what makes code objects, and what runs them.
    pub fn may_hold_code(&self, py: Python<'_>) -> bool {
        let handed_over = |name| self.handed_over(py, name).is_some();
        handed_over("compile") && (handed_over("exec") || handed_over("eval"))
    }

    /// Whether the code may not bind `name`: the host's tools, `print` and `final_answer`.
    pub fn is_tool(&self, py: Python<'_>, name: &str) -> bool {
        if matches!(name, "print" | "final_answer") {
            return true;
        }
        if self.tools.borrow().absent.contains(name) {
            return false;
        }
        if self.static_tool(py, name).is_none() {
            self.tools.borrow_mut().absent.insert(name.into());
            return false;
        }
        self.host_tool(py, name).is_some()
    }

    /// Before host code runs that may look at the state: tools, callbacks, other sessions' functions. While nobody has
    /// got hold of the dicts, they wait until somebody asks for them (`publish`).
    pub fn before_host(&self, m: &RunContext) -> R<()> {
        self.operations.set(m.operations.get());
        if self.has_onlookers() {
            return Ok(self.flush(m.py())?);
        }
        self.unpublished.set(true);
        Ok(())
    }

    /// After host code ran that may have changed the state.
    pub fn after_host(&self, m: &RunContext) -> R<()> {
        if self.unpublished.take() && !self.sync.has_news(m.py()) {
            return Ok(());
        }
        Ok(self.sync.resync(m.py(), &self.globals, Some(&|name, value| admit(m, name, value)))?)
    }

    /// Lets the values that the host bound to these names through the gate. What is refused stays withheld.
    pub fn admit_all(&self, m: &RunContext, slots: &[GlobalSlot]) {
        for slot in slots {
            if self.sync.admit(m.py(), &self.globals, *slot, &|name, value| admit(m, name, value)).is_err() {
                drop(PyErr::take(m.py()));
            }
        }
    }
}

/// What the code gets for an object that the host put into its dicts. Functions of the host are its
/// callbacks, like tools.
fn admit(m: &RunContext, name: &str, value: Value) -> R<Value> {
    let value = given_objects::admit(m, value)?;
    let host =
        value.as_object().is_some_and(|object| object.is_exact_instance_of::<PyFunction>() || object.is_exact_instance_of::<PyCFunction>());
    if host {
        return tools::wrap(m, name, value);
    }
    Ok(value)
}

/// The guarded builtins, made once.
fn builtin_table(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    static TABLE: Once<Py<PyDict>> = Once::new();
    let table = TABLE.get_or_make(py, || {
        // It may have to import.
        let _host = HostScope::enter();
        builtins::table(py).map(Bound::unbind)
    })?;
    Ok(table.bind(py).clone())
}

/// Whether a tool is only Python's own function of that name (`len`, `sqrt`, the package's `getattr`).
fn is_ordinary_builtin(name: &str, object: &Bound<'_, PyAny>) -> bool {
    let py = object.py();
    let is_in = |module: &str| py.import(module).and_then(|module| module.getattr(name)).is_ok_and(|found| found.is(object));
    // Builtins that have no guarded version (`open`) are tools when the host lists them.
    let Ok(Some(guarded)) = builtin_table(py).and_then(|table| table.get_item(name)) else { return is_in("math") };
    guarded.is(object) || is_in("builtins") || is_base_tool(object) || is_in("math")
}

/// Whether `object` is a function that this package or the original puts in `BASE_PYTHON_TOOLS`.
fn is_base_tool(object: &Bound<'_, PyAny>) -> bool {
    // Exact functions only: other objects could answer with code of their own.
    if !object.is_exact_instance_of::<PyFunction>() {
        return false;
    }
    let module = object.getattr(pyo3::intern!(object.py(), "__module__"));
    let module = module.and_then(|module| module.extract::<String>()).unwrap_or_default();
    module.starts_with("fastexec") || module == "smolagents.local_python_executor"
}
