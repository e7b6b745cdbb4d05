//! Settings that a process has one of (random state, warning filters, print options): the session's values are in
//! place while its code runs, the host's otherwise. `fastexec/process_settings.py` has the table of them.

use std::cell::RefCell;

use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFrozenSet, PyModule, PyString};
use pyo3::{PyTraverseError, PyVisit};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::cpython::api;
use crate::cpython::call_stack;
use crate::cpython::layout::dict_version;
use crate::cpython::lock::interrupt_again;
use crate::cpython::once::Once;
use crate::cpython::value::R;
use crate::front::policy::defence_layers::{self, Net};
use crate::sandbox::acting_for_host::top_of;
use crate::sandbox::memory::array_interfaces;
use crate::session::process_settings::{InPlace, Outside};
use crate::session::run_context::RunContext;
use crate::session::scope::HostScope;
use crate::session::state::process_settings::Settings;

impl Settings {
    pub fn traverse(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError> {
        match self.own.try_borrow() {
            Ok(own) => visit.call(&*own),
            Err(_) => Ok(()),
        }
    }
    pub fn clear(&self) {
        drop(self.own.take());
    }
    fn known<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyAny>> {
        self.own.borrow().as_ref().map(|own| own.bind(py).clone())
    }
    fn made<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        if let Some(own) = self.known(py) {
            return Ok(own);
        }
        let own = table(py)?.getattr("Session")?.call0()?;
        drop(self.own.replace(Some(own.clone().unbind())));
        Ok(own)
    }
}

fn table(py: Python<'_>) -> PyResult<&Bound<'_, PyModule>> {
    static TABLE: Once<Py<PyModule>> = Once::new();
    Ok(TABLE.get_or_make(py, || Ok::<_, PyErr>(py.import("fastexec.process_settings")?.unbind()))?.bind(py))
}

/// What is in place for the run of this machine.
fn in_place<'py>(m: &RunContext, py: Python<'py>) -> Option<Bound<'py, InPlace>> {
    m.settings.borrow().as_ref().map(|in_place| in_place.bind(py).clone())
}

/// What is in place for the run; its session's settings if it touches its first one now.
fn in_place_of_touching<'py>(m: &RunContext, own: &Bound<'py, PyAny>) -> PyResult<Bound<'py, InPlace>> {
    let py = own.py();
    if let Some(known) = in_place(m, py) {
        return Ok(known);
    }
    let made = Bound::new(py, InPlace::default())?;
    drop(m.settings.replace(Some(made.clone().unbind())));
    extend(own, &made)?;
    Ok(made)
}

/// Puts in place what the session touched, but for what is there.
fn extend(own: &Bound<'_, PyAny>, in_place: &Bound<'_, InPlace>) -> PyResult<()> {
    own.call_method1(intern!(own.py(), "extend"), (in_place,)).map(drop)
}

/// At the start of a run, or of a call from outside of one: the session's settings in place of the host's.
pub fn enter_run(m: &RunContext) -> R<()> {
    if let Some(own) = m.session.check.settings.known(m.py()) {
        let _host = HostScope::enter();
        in_place_of_touching(m, &own)?;
    }
    Ok(())
}

/// At its end, whatever the outcome: the host's settings again.
pub fn leave_run(m: &RunContext) {
    let Some(in_place) = m.settings.take() else { return };
    quietly(m.py(), |py| Ok(in_place.get().leave(py)?));
}

/// Runs `change` as the host. An error on its way stays; one of its own is dropped, what could be done is done. Ctrl-C that
/// came meanwhile comes once more.
fn quietly<T>(py: Python<'_>, change: impl FnOnce(Python<'_>) -> R<T>) -> Option<T> {
    let _host = HostScope::enter();
    let pending = PyErr::take(py);
    let changed = change(py);
    let failed = if changed.is_err() { PyErr::take(py) } else { None };
    if failed.is_some_and(|error| error.is_instance_of::<PyKeyboardInterrupt>(py)) {
        drop(interrupt_again(py));
    }
    if let Some(error) = pending {
        error.restore(py);
    }
    changed.ok()
}

/// The code uses `module.name`, which may be a setting, or draw from the process's generators.
pub fn touch(m: &RunContext, module: &str, name: &str) -> R<()> {
    if defence_layers::off(Net::Settings) || is_arithmetic(module, name) {
        return Ok(());
    }
    let py = m.py();
    let _host = HostScope::enter();
    let top = module.split('.').next().unwrap_or(module);
    if is_indifferent(py, top)? {
        return Ok(());
    }
    let (own, in_place) = own_in_place(m)?;
    own.call_method1(intern!(py, "touch"), (in_place, module, name))?;
    Ok(())
}

/// Modules of numpy that draw, show, start and set nothing of the process: they compute, and what they call back is the code's.
const ARITHMETIC: [&str; 5] = ["numpy", "numpy.fft", "numpy.linalg", "numpy.ma", "numpy.lib.stride_tricks"];
/// Members of them that set something all the same, or lead to what does.
const SETTING: [&str; 9] =
    ["random", "errstate", "seterr", "geterrcall", "seterrcall", "setbufsize", "printoptions", "set_printoptions", "testing"];

/// Told without the table of settings, so that code which computes with arrays alone pays nothing for it. (With the table,
/// and generators for a session that draws nothing, the first use of numpy was 7.5 million instructions.)
fn is_arithmetic(module: &str, name: &str) -> bool {
    ARITHMETIC.contains(&module) && !name.is_empty() && !SETTING.contains(&name)
}

/// Whether it is a module of the standard library that touches no setting.
fn is_indifferent(py: Python<'_>, top: &str) -> PyResult<bool> {
    static TOUCHING: Once<Py<PyFrozenSet>> = Once::new();
    let touching = TOUCHING.get_or_make(py, || Ok::<_, PyErr>(table(py)?.getattr("TOUCHING")?.cast_into::<PyFrozenSet>()?.unbind()))?;
    if touching.bind(py).contains(top)? {
        return Ok(false);
    }
    api::module(py, "sys")?.getattr(intern!(py, "stdlib_module_names"))?.contains(top)
}

/// A module was imported for the code: settings that wait for it can be put in place.
pub fn look_again(m: &RunContext) -> R<()> {
    let Some((own, in_place)) = m.session.check.settings.known(m.py()).zip(in_place(m, m.py())) else { return Ok(()) };
    Ok(extend(&own, &in_place)?)
}

/// The code is about to write an attribute of an object of a library: a setting if the library's module holds the object
/// for everyone.
pub fn touch_attribute(m: &RunContext, object: &Bound<'_, PyAny>, name: &Bound<'_, PyString>) -> R<()> {
    // (What the code itself made is no setting that was there before it. Whose program it is costs the most, and is asked last.)
    if defence_layers::off(Net::Settings)
        || array_interfaces::is_own(object)
        || !is_held_by_module(object)?
        || is_of_own_program(m, object)?
    {
        return Ok(());
    }
    let _host = HostScope::enter();
    let (own, in_place) = own_in_place(m)?;
    own.call_method1(intern!(m.py(), "touch_attribute"), (in_place, object, name))?;
    Ok(())
}

/// Whether the object's class is of the host's own program, which reads in its variables what the code has done.
fn is_of_own_program(m: &RunContext, object: &Bound<'_, PyAny>) -> PyResult<bool> {
    let py = object.py();
    let _host = HostScope::enter();
    let Ok(home) = object.get_type().getattr(intern!(py, "__module__"))?.cast_into::<PyString>() else { return Ok(false) };
    let home = home.to_string_lossy();
    Ok(!m.session.check.is_library(py, &home) && !call_stack::is_installed(py, top_of(&home)))
}

/// Whether a module of the package that the object's class comes from holds it.
fn is_held_by_module(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    let py = object.py();
    let _host = HostScope::enter();
    let Some(modules) = api::loaded_modules(py) else { return Ok(false) };
    let Ok(home) = object.get_type().getattr(intern!(py, "__module__"))?.cast_into::<PyString>() else { return Ok(false) };
    if modules.get_item(&home)?.is_some_and(|module| holds(&module, object)) {
        return Ok(true);
    }
    let (home, address) = (home.to_string_lossy(), object.as_ptr() as usize);
    let package = home.split('.').next().unwrap_or_default();
    let of_package = |name: &str| name.strip_prefix(package).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    let is_among = |held: &Held| (held.modules == modules.len()).then(|| held.objects.contains(&address));
    let was_held = match HELD.with_borrow(|held| held.get(package).and_then(is_among)) {
        Some(known) => known,
        None => {
            let held = Held { modules: modules.len(), objects: held_by(&modules, of_package) };
            let found = held.objects.contains(&address);
            HELD.with_borrow_mut(|all| all.insert(package.to_owned(), held));
            found
        }
    };
    Ok(was_held && held_by(&modules, of_package).contains(&address))
}

/// Modules may come and go: beyond so many, what they hold is learned anew.
const MODULES: usize = 1024;

/// Whether the module holds the object now.
fn holds(module: &Bound<'_, PyAny>, object: &Bound<'_, PyAny>) -> bool {
    let Ok(module) = module.cast::<PyModule>() else { return false };
    let (dict, address) = (module.dict(), object.as_ptr() as usize);
    let known = || MEMBERS.with_borrow(|all| all.get(&(dict.as_ptr() as usize)).and_then(|members| members.has(&dict, address)));
    known().unwrap_or_else(|| {
        let found = dict.iter().any(|(_, held)| held.is(object));
        MEMBERS.with_borrow_mut(|all| {
            if all.len() >= MODULES {
                all.clear();
            }
            all.entry(dict.as_ptr() as usize).or_default().learn(&dict);
        });
        found
    })
}

/// What a module's namespace holds, while it is not changed: to look through all of it took 1 µs for each attribute that is set.
#[derive(Default)]
struct Members {
    version: Option<u64>,
    /// Addresses; they are there from the second look on. (A module that counts something changes its namespace all the time.)
    objects: Option<FxHashSet<usize>>,
}

impl Members {
    fn has(&self, dict: &Bound<'_, PyDict>, address: usize) -> Option<bool> {
        let objects = self.objects.as_ref()?;
        (self.version.is_some() && self.version == dict_version::of(dict)).then(|| objects.contains(&address))
    }
    fn learn(&mut self, dict: &Bound<'_, PyDict>) {
        let version = dict_version::of(dict);
        let is_same = version.is_some() && version == self.version;
        self.version = version;
        self.objects = is_same.then(|| dict.iter().map(|(_, held)| held.as_ptr() as usize).collect());
    }
}

/// What the modules of a package held when there were so many modules.
struct Held {
    modules: usize,
    objects: FxHashSet<usize>,
}

thread_local! {
    static HELD: RefCell<FxHashMap<String, Held>> = RefCell::default();
    /// By the address of the namespace, whose version no other has.
    static MEMBERS: RefCell<FxHashMap<usize, Members>> = RefCell::default();
}

/// Addresses of what modules of such names hold now.
fn held_by(modules: &Bound<'_, PyDict>, is_wanted: impl Fn(&str) -> bool) -> FxHashSet<usize> {
    let wanted = |name: &Bound<'_, PyAny>| name.cast::<PyString>().is_ok_and(|name| is_wanted(&name.to_string_lossy()));
    let dicts = modules.iter().filter(|(name, _)| wanted(name)).filter_map(|(_, module)| Some(module.cast::<PyModule>().ok()?.dict()));
    dicts.flat_map(|dict| dict.iter().map(|(_, held)| held.as_ptr() as usize).collect::<Vec<_>>()).collect()
}

/// The session's settings, and what is in place for the run.
fn own_in_place(m: &RunContext) -> PyResult<(Bound<'_, PyAny>, Bound<'_, InPlace>)> {
    let own = m.session.check.settings.made(m.py())?;
    let in_place = in_place_of_touching(m, &own)?;
    Ok((own, in_place))
}

/// The host's settings in place, for a tool; what `settle` needs afterwards.
#[inline]
pub fn unsettle(m: &RunContext, py: Python<'_>) -> Option<Outside> {
    let in_place = in_place(m, py)?;
    quietly(py, |py| Ok(in_place.get().outside(py)?))
}

/// The session's settings in place again.
pub fn settle(m: &RunContext, theirs: &Outside) {
    quietly(m.py(), |py| Ok(theirs.leave(py)?));
    // Those too that a snippet touched which the tool ran on this session.
    quietly(m.py(), |_| look_again(m));
}

/// The session's settings in place, for code that a tool calls; what `end_call_back` needs afterwards.
pub fn start_call_back(m: &RunContext) -> Option<Py<InPlace>> {
    let outer = m.settings.take();
    quietly(m.py(), |_| enter_run(m));
    outer
}

pub fn end_call_back(m: &RunContext, outer: Option<Py<InPlace>>) {
    leave_run(m);
    drop(m.settings.replace(outer));
}
