//! A session: the state that outlives a call (globals, policy, limits, tools) of one executor.

pub mod abort;
pub mod context_vars;
pub mod global_table;
pub mod host_mirror;
pub mod panics;
pub mod refusals;
pub mod scope;
pub mod state;
pub mod turns;

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyCFunction, PyDict, PyFunction};
use pyo3::{PyTraverseError, PyVisit};
use rustc_hash::FxHashSet;

use crate::budget::finalisers::FinaliserBudget;
use crate::cpython::layout::dict_version::is_shared;
use crate::cpython::once::Once;
use crate::cpython::value::{R, Value};
use crate::front::bytecode::code::{GlobalNames, GlobalSlot};
use crate::front::limits::{Limits, Meter};
use crate::front::messages::print_log::PrintLog;
use crate::front::policy::Policy;
use crate::sandbox::{builtins, final_answer, given_objects, tools};
use crate::sandbox::wrappers::library;
use crate::session::global_table::{visit_value, GlobalTable};
use crate::session::host_mirror::Sync;
use crate::session::scope::HostScope;
use crate::session::turns::Turns;
use crate::vm::machine::Machine;
use crate::vm::machine::profile::Entry;

/// Variables that are looked through for a name that was meant.
const VISIBLE: usize = 4_000;
/// Refusals that are remembered per call.
const REFUSALS_KEPT: usize = 1_000;

/// What one executor keeps between calls. Lives in an `Rc` whose Python object (`owner`) shows the
/// garbage collector what is in it; sandboxed functions keep that object alive.
pub struct Session {
    pub policy: RefCell<Policy>,
    pub limits: RefCell<Limits>,
    pub names: RefCell<GlobalNames>,
    pub globals: GlobalTable,
    pub meter: Arc<Meter>,
    /// Operations of the run under way, as the host is shown them; the engine writes its count here.
    pub operations: Cell<i64>,
    /// Whether the run that starts next is profiled; source and account of the last one that was.
    pub profiling: Cell<bool>,
    pub finalisers: FinaliserBudget,
    pub profile: RefCell<Option<(Arc<str>, Vec<Entry>)>>,
    sync: Sync,
    /// Host code runs that has not looked at its dicts, which are not up to date.
    unpublished: Cell<bool>,
    /// The host's dicts are brought up to date before any host code of this run.
    publishes_always: Cell<bool>,
    tools: RefCell<Tools>,
    output: RefCell<Output>,
    /// Objects that take what is printed to standard output and error instead of the log; unset: the log.
    pub redirects: RefCell<[Value; 2]>,
    refusals: RefCell<Vec<String>>,
    /// What the door and the gate remember.
    pub check: state::State,
    named_interrupt: Cell<bool>,
    /// Slot of `__name__`, and how many names there were when it was looked for.
    module_slot: Cell<(Option<GlobalSlot>, usize)>,
    pub turns: Turns,
}

/// The host's tools and what the code sees of them.
#[derive(Default)]
struct Tools {
    host: Option<Py<PyDict>>,
    version: Option<u64>,
    /// The sandbox's `print`.
    print: Value,
    /// Names that are known not to be in the table.
    absent: FxHashSet<Box<str>>,
}

/// Where printed text and the counter of the call under way go.
#[derive(Clone, Default)]
pub struct Output {
    pub log: Option<Arc<PrintLog>>,
    /// The dict in `state["_operations_count"]`.
    pub counter: Option<Arc<Py<PyDict>>>,
}

impl Session {
    pub fn new() -> Rc<Session> {
        Rc::new(Session {
            policy: RefCell::default(),
            limits: RefCell::default(),
            names: RefCell::default(),
            globals: GlobalTable::new(),
            meter: Arc::new(Meter::new()),
            operations: Cell::new(0),
            profiling: Cell::new(false),
            finalisers: FinaliserBudget::default(),
            profile: RefCell::new(None),
            sync: Sync::default(),
            unpublished: Cell::new(false),
            publishes_always: Cell::new(false),
            tools: RefCell::default(),
            output: RefCell::default(),
            redirects: RefCell::default(),
            refusals: RefCell::default(),
            check: state::State::default(),
            module_slot: Cell::new((None, 0)),
            named_interrupt: Cell::new(false),
            turns: Turns::default(),
        })
    }

    // --- names

    /// The slot of `name`, with the value that the host's dicts hold if it is new.
    pub fn slot_for(&self, py: Python<'_>, name: &str) -> PyResult<GlobalSlot> {
        let known = self.names.borrow().len();
        let slot = self.names.borrow_mut().slot(name);
        if slot.0 as usize >= known {
            self.announce_names(py)?;
        }
        Ok(slot)
    }

    /// Reads the values of names that the session did not know before.
    pub fn announce_names(&self, py: Python<'_>) -> PyResult<()> {
        self.sync.extend(py, &self.names, &self.globals)
    }

    /// Whether the host's dicts hold a variable of this name now.
    pub fn is_bound(&self, py: Python<'_>, name: &str) -> bool {
        self.sync.holds(py, name)
    }

    /// How often the host's dicts, and what is known of them, refer to the object for a variable.
    pub fn references(&self, py: Python<'_>, object: *mut pyo3::ffi::PyObject) -> usize {
        self.sync.references(py, object)
    }

    /// Whether the code ever asked for the class `KeyboardInterrupt`.
    pub fn has_named_interrupt(&self) -> bool {
        self.named_interrupt.get()
    }

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

    /// Binds what a top-level `def` made: found in `custom_tools` from now on.
    pub fn bind_def(&self, slot: GlobalSlot, value: Value) {
        self.sync.defined(slot, &value);
        self.globals.set(slot, value);
    }

    /// Value of a global name: the variable, else the tool or builtin of that name, else unset.
    #[inline]
    pub fn load(&self, m: &Machine, slot: GlobalSlot) -> R<Value> {
        let value = self.globals.get(slot);
        if value.is_unset() {
            return self.resolve(m, slot);
        }
        Ok(value)
    }

    /// What a name means whose slot is unset: a variable that has not passed the gate yet, else a tool or
    /// builtin; unset when there is none.
    pub fn resolve(&self, m: &Machine, slot: GlobalSlot) -> R<Value> {
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

    fn look_up(&self, m: &Machine, name: &str) -> R<Value> {
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
        if let Some(granted) = library::granted_builtin(m, name)? {
            return Ok(granted);
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

    // --- tools

    /// Uses this table of tools, and this `print`, from now on.
    pub fn attach_tools(&self, host: &Bound<'_, PyDict>, version: Option<u64>) {
        let same = {
            let tools = self.tools.borrow();
            let dict = tools.host.as_ref().is_some_and(|known| known.as_ptr() == host.as_ptr());
            dict && version.is_some() && tools.version == version
        };
        if same {
            return;
        }
        let old = {
            let mut tools = self.tools.borrow_mut();
            tools.version = version;
            tools.absent.clear();
            tools.host.replace(host.clone().unbind())
        };
        drop(old);
        self.globals.clear_fallbacks();
        self.check.tools_changed();
    }

    pub fn set_print(&self, print: Value) {
        let old = std::mem::replace(&mut self.tools.borrow_mut().print, print);
        drop(old);
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
        let own = py.import("builtins").and_then(|builtins| builtins.getattr(name)).ok()?;
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

    // --- the host's dicts

    /// Uses these dicts from now on and reads what the host changed.
    pub fn attach_dicts(&self, state: &Bound<'_, PyDict>, custom: &Bound<'_, PyDict>) -> PyResult<()> {
        if self.unpublished.take() {
            self.flush(state.py())?;
        }
        self.publishes_always.set(false);
        self.sync.attach(state, custom);
        self.resync(state.py())
    }

    /// Brings the host's dicts up to date with the variables.
    pub fn flush(&self, py: Python<'_>) -> PyResult<()> {
        let counter = self.output.borrow().counter.clone();
        if let Some(counter) = counter {
            counter.bind(py).set_item(pyo3::intern!(py, "counter"), self.operations.get())?;
        }
        self.sync.flush(py, &self.globals)
    }

    /// Brings the variables up to date with the host's dicts.
    pub fn resync(&self, py: Python<'_>) -> PyResult<()> {
        self.sync.resync(py, &self.globals, None)
    }

    /// Says that the last change to the host's dicts was our own.
    pub fn acknowledge_dicts(&self, py: Python<'_>) {
        self.sync.acknowledge(py);
    }

    /// Before host code runs that may look at the state: tools, callbacks, other sessions' functions. While nobody has
    /// got hold of the dicts, they wait until somebody asks for them (`publish`).
    pub fn before_host(&self, m: &Machine) -> R<()> {
        self.operations.set(m.operations.get());
        if self.has_onlookers() {
            return Ok(self.flush(m.py())?);
        }
        self.unpublished.set(true);
        Ok(())
    }

    fn has_onlookers(&self) -> bool {
        let output = self.output.borrow();
        // One reference is in `state`.
        let counted = output.counter.as_ref().is_some_and(|counter| is_shared(counter, 2));
        counted || self.publishes_always.get() || !self.sync.is_private()
    }

    /// Brings the host's dicts up to date for host code that asks for them, on whatever thread.
    pub fn publish(&self, py: Python<'_>) -> PyResult<()> {
        if self.is_running() {
            self.unpublished.set(false);
            self.flush(py)?;
        }
        Ok(())
    }

    /// The host may keep the dicts without our knowing: they are up to date whenever it runs.
    pub fn publish_always(&self, py: Python<'_>) -> PyResult<()> {
        self.publishes_always.set(true);
        self.publish(py)
    }

    /// After host code ran that may have changed the state.
    pub fn after_host(&self, m: &Machine) -> R<()> {
        if self.unpublished.take() && !self.sync.has_news(m.py()) {
            return Ok(());
        }
        Ok(self.sync.resync(m.py(), &self.globals, Some(&|name, value| admit(m, name, value)))?)
    }

    /// Slot of the global `__name__`, if any code names it.
    pub fn module_slot(&self) -> Option<GlobalSlot> {
        let (slot, looked) = self.module_slot.get();
        let names = self.names.borrow();
        if slot.is_some() || names.len() == looked {
            return slot;
        }
        let slot = names.get("__name__");
        self.module_slot.set((slot, names.len()));
        slot
    }

    /// Lets the values that the host bound to these names through the gate. What is refused stays withheld.
    pub fn admit_all(&self, m: &Machine, slots: &[GlobalSlot]) {
        for slot in slots {
            if self.sync.admit(m.py(), &self.globals, *slot, &|name, value| admit(m, name, value)).is_err() {
                drop(PyErr::take(m.py()));
            }
        }
    }

    /// Watches the slots that a program's module code may write; undone with `unwatch`.
    pub fn watch(&self, slots: &[GlobalSlot]) -> usize {
        self.sync.watch(slots)
    }

    pub fn unwatch(&self, before: usize) {
        self.sync.unwatch(before);
    }

    // --- output

    /// Where printed text goes from now on; gives back where it went.
    pub fn set_output(&self, output: Output) -> Output {
        self.output.replace(output)
    }

    /// Adds printed text (UTF-8, lone surrogates passed) to the log of the call under way.
    pub fn print(&self, text: &[u8]) {
        let log = self.output.borrow().log.clone();
        if let Some(log) = log {
            log.append(text);
        }
    }

    /// Remembers a refusal for the host's audit.
    pub fn record_refusal(&self, text: &str) {
        let mut refusals = self.refusals.borrow_mut();
        if refusals.len() < REFUSALS_KEPT {
            refusals.push(text.to_owned());
        }
    }

    pub fn take_refusals(&self) -> Vec<String> {
        self.refusals.take()
    }

    pub fn refusals(&self) -> Vec<String> {
        self.refusals.borrow().clone()
    }

    // --- runs

    /// Tells sessions apart.
    pub fn address(&self) -> usize {
        std::ptr::from_ref(self) as usize
    }

    pub fn forget_redirects(&self) {
        drop(self.redirects.take());
    }

    pub fn is_running(&self) -> bool {
        self.turns.is_running()
    }

    // --- the garbage collector

    pub fn traverse(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.globals.traverse(visit)?;
        self.sync.traverse(visit)?;
        self.check.traverse(visit)?;
        if let Ok(redirects) = self.redirects.try_borrow() {
            redirects.iter().try_for_each(|value| visit_value(visit, value))?;
        }
        if let Ok(tools) = self.tools.try_borrow() {
            visit.call(&tools.host)?;
            visit_value(visit, &tools.print)?;
        }
        Ok(())
    }

    /// Gives up every Python reference.
    pub fn clear(&self) {
        self.globals.clear();
        self.sync.clear();
        self.check.clear();
        let old = (self.tools.take(), self.output.take(), self.redirects.take());
        drop(old);
        *self.names.borrow_mut() = GlobalNames::default();
    }
}

/// What the code gets for an object that the host put into its dicts. Functions of the host are its
/// callbacks, like tools.
fn admit(m: &Machine, name: &str, value: Value) -> R<Value> {
    let value = given_objects::admit(m, value)?;
    let host = value.as_object().is_some_and(|object| {
        object.is_exact_instance_of::<PyFunction>() || object.is_exact_instance_of::<PyCFunction>()
    });
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
    let is = |found: PyResult<Bound<'_, PyAny>>| found.is_ok_and(|found| found.is(object));
    let of = |module: &str| py.import(module).and_then(|module| module.getattr(name));
    if is(of("math")) {
        return true;
    }
    // Builtins that have no guarded version (`open`) are tools when the host lists them.
    let Ok(Some(guarded)) = builtin_table(py).and_then(|table| table.get_item(name)) else { return false };
    guarded.is(object) || is(of("builtins")) || is_base_tool(object)
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
