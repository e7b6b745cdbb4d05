//! A session: the state that outlives a call (globals, policy, limits, tools) of one executor.

pub mod abort;
pub mod current;
pub mod engine_calls;
pub mod engine_types;
pub mod errors;
pub mod finaliser_budget;
pub mod global_table;
pub mod hooks;
pub mod host_mirror;
pub mod panics;
pub mod process_settings;
pub mod profile_entry;
pub mod refusals;
pub mod run_context;
pub mod run_notes;
pub mod scope;
pub mod state;
pub mod tool_threads;
pub mod turns;

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use pyo3::{PyTraverseError, PyVisit};
use rustc_hash::FxHashSet;

use crate::cpython::hooks::registry::Lease;
use crate::cpython::layout::dict_version::is_shared;
use crate::cpython::static_types;
use crate::cpython::value::{Exc, Value};
use crate::front::bytecode::global_names::{GlobalNames, GlobalSlot};
use crate::front::limits::{Limits, Meter};
use crate::front::messages::print_log::PrintLog;
use crate::front::policy::Policy;
use crate::session::finaliser_budget::FinaliserBudget;
use crate::session::global_table::{visit_value, GlobalTable};
use crate::session::hooks::RunHooks;
use crate::session::host_mirror::Sync;
use crate::session::profile_entry::Entry;
use crate::session::run_context::RunContext;
use crate::session::run_notes::RunNotes;
use crate::session::turns::Turns;

/// Calls that the code may ask to nest where the host gave no cap: a few hundred bytes each.
const MOST_FRAMES: usize = 100_000;
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
    pub(crate) sync: Sync,
    /// Host code runs that has not looked at its dicts, which are not up to date.
    pub(crate) unpublished: Cell<bool>,
    /// The host's dicts are brought up to date before any host code of this run.
    publishes_always: Cell<bool>,
    pub(crate) tools: RefCell<Tools>,
    output: RefCell<Output>,
    /// Objects that take what is printed to standard output and error instead of the log (unset: the log), and what `input`
    /// reads from (unset: nothing).
    pub redirects: RefCell<[Value; 3]>,
    /// Context variables of the code, with the values that they had when the last run ended.
    pub context_values: RefCell<Option<Py<PyDict>>>,
    refusals: RefCell<Vec<String>>,
    /// What the run under way does.
    pub notes: RunNotes,
    /// What the host takes part in during the run under way.
    pub hooks: RunHooks,
    /// What the door and the gate remember.
    pub check: state::State,
    pub(crate) named_interrupt: Cell<bool>,
    /// Slot of `__name__`, and how many names there were when it was looked for.
    module_slot: Cell<(Option<GlobalSlot>, usize)>,
    pub turns: Turns,
    /// How deep the code asked its calls to be nested (`sys.setrecursionlimit`).
    recursion: Cell<Option<usize>>,
    /// Goes last.
    _changes: Lease,
}

/// The host's tools and what the code sees of them.
#[derive(Default)]
pub(crate) struct Tools {
    pub(crate) host: Option<Py<PyDict>>,
    pub(crate) version: Option<u64>,
    /// The sandbox's `print`.
    pub(crate) print: Value,
    /// Names that are known not to be in the table.
    pub(crate) absent: FxHashSet<Box<str>>,
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
            context_values: RefCell::default(),
            refusals: RefCell::default(),
            notes: RunNotes::default(),
            hooks: RunHooks::default(),
            check: state::State::default(),
            module_slot: Cell::new((None, 0)),
            named_interrupt: Cell::new(false),
            turns: Turns::default(),
            recursion: Cell::new(None),
            _changes: Lease::new(),
        })
    }

    /// How deep calls may be nested: as the interpreter has it or the code asked, within the host's cap.
    pub fn recursion(&self, limits: &Limits) -> usize {
        let most = limits.recursion.map_or(MOST_FRAMES, |n| n as usize);
        let asked = self.recursion.get().or(limits.recursion.map(|n| n as usize));
        asked.unwrap_or_else(static_types::recursion_limit).min(most)
    }

    /// The code asks for it; gives what it gets.
    pub fn ask_recursion(&self, depth: usize) -> usize {
        self.recursion.set(Some(depth));
        self.recursion(&self.limits.borrow())
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

    /// Binds what a top-level `def` made: found in `custom_tools` from now on.
    pub fn bind_def(&self, slot: GlobalSlot, value: Value) {
        self.sync.defined(slot, &value);
        self.globals.set(slot, value);
    }

    /// After the code deleted a variable: the host's dicts keep nothing of it either.
    pub fn deleted(&self, py: Python<'_>, slot: GlobalSlot) -> PyResult<()> {
        self.sync.deleted(py, &self.globals, slot)
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

    /// The variables of the module as a dict of its own.
    pub fn variables<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let variables = PyDict::new(py);
        for (place, name) in self.names.borrow().iter().enumerate() {
            let value = u32::try_from(place).map(|place| self.globals.get(GlobalSlot(place))).unwrap_or_default();
            if !value.is_unset() {
                variables.set_item(name, value.to_bound(py).map_err(|Exc| PyErr::fetch(py))?)?;
            }
        }
        Ok(variables)
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

    pub(crate) fn has_onlookers(&self) -> bool {
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

    /// Watches the slots that a program's module code may write; undone with `unwatch`.
    pub fn watch(&self, py: Python<'_>, slots: &[GlobalSlot]) -> PyResult<usize> {
        self.release(py, slots)?;
        Ok(self.sync.watch(slots))
    }

    /// The host's dicts keep nothing of variables that the code binds anew, while nobody has got hold of the dicts.
    pub fn release(&self, py: Python<'_>, slots: &[GlobalSlot]) -> PyResult<()> {
        if self.has_onlookers() {
            return Ok(());
        }
        self.sync.release(py, slots)
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
            self.hooks.keep(text);
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
        if let Ok(values) = self.context_values.try_borrow() {
            visit.call(&*values)?;
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
        let old = (self.tools.take(), self.output.take(), self.redirects.take(), self.context_values.take());
        drop(old);
        *self.names.borrow_mut() = GlobalNames::default();
    }
}

/// What `__module__` of new functions and classes says.
pub fn module_name(m: &RunContext) -> Value {
    let value = m.session.module_slot().map_or(Value::UNSET, |s| m.session.globals.get(s));
    if value.is_unset() {
        return Value::from_bound(pyo3::intern!(m.py(), "__main__").clone().into_any());
    }
    value
}
