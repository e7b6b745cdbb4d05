//! Keeping the host's dicts and the session's variables the same, whenever host code can look.
//!
//! `state` holds every variable but top-level functions, which are in `custom_tools`. The code works on
//! slots. `flush` brings the dicts up to date, `resync` the slots. Both look at the names that the session
//! knows, and only when something changed, so that a call costs the same whatever else is in `state`.
//!
//! What the host puts into the dicts passes the gate like everything else that the code gets hold of. Where
//! no machine is there to ask, it is withheld: the variable looks unbound until somebody asks for it.
//!
//! Trap: each dict operation may run code (finalisers, `__eq__` of odd keys): nothing is borrowed then.

use std::cell::{Cell, RefCell};

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyFloat, PyInt, PyString};
use pyo3::{PyTraverseError, PyVisit};

#[cfg(Py_3_14)]
use crate::cpython::hooks;
use crate::cpython::layout::dict_version::{self, is_shared};
use crate::cpython::value::{Exc, Value, R};
use crate::front::bytecode::global_names::{GlobalNames, GlobalSlot};
use crate::session::engine_calls;
use crate::session::global_table::{visit_value, GlobalTable, Words};

/// Entries of `state` that are the session's own or lead to the interpreter: the code neither sees nor
/// changes them, whatever it binds under these names.
const HIDDEN: [&str; 5] = ["_print_outputs", "_operations_count", "__builtins__", "__loader__", "__spec__"];

/// Which of the host's dicts holds a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Home {
    #[default]
    None,
    State,
    Custom,
}

/// Has changes of dicts noticed where they have no version of their own, once per process; without they are looked through.
#[cfg(Py_3_14)]
pub fn watch_dicts(py: Python<'_>) {
    match hooks::add_dict_watcher(py, dict_version::watched::changed, &hooks::table::DICT_WATCHER) {
        Ok(watcher) => dict_version::watched::use_watcher(watcher),
        Err(error) => log::debug!("changes of dicts are not noticed: {error}"),
    }
}

/// What a slot and the dicts had in common when last compared.
#[derive(Default)]
struct Shadow {
    home: Home,
    words: Option<Words>,
    /// The object in the dict; owned, so that its address is not used again.
    object: Option<Py<PyAny>>,
    /// A function that a top-level `def` has bound since.
    defined: Option<Value>,
    hidden: bool,
    /// `object` has not passed the gate; the slot is unset.
    withheld: bool,
}

/// What the code gets for an object that the host bound to a name.
pub type Gate<'a> = &'a dyn Fn(&str, Value) -> R<Value>;

impl Shadow {
    fn words(&self) -> Words {
        self.words.unwrap_or(Words::UNSET)
    }
}

/// The host's two dicts of variables.
struct Dicts {
    state: Py<PyDict>,
    custom: Py<PyDict>,
}

type Versions = (Option<u64>, Option<u64>);

#[derive(Default)]
pub struct Sync {
    dicts: RefCell<Option<Dicts>>,
    /// Versions of the dicts at which slots and dicts were the same.
    seen: Cell<Option<Versions>>,
    /// Names of the slots, interned.
    keys: RefCell<Vec<Py<PyString>>>,
    shadows: RefCell<Vec<Shadow>>,
    /// Slots that module code under way may write without telling.
    watched: RefCell<Vec<GlobalSlot>>,
    /// Room for what `flush` collects, kept from call to call.
    spare: Cell<(Vec<GlobalSlot>, Replaced)>,
}

/// What the dicts held before, to be dropped when all is done.
#[derive(Default)]
struct Replaced {
    shadows: Vec<Shadow>,
    objects: Vec<Py<PyAny>>,
}

/// Dicts of the moment, with references of their own.
struct Held<'py> {
    state: Bound<'py, PyDict>,
    custom: Bound<'py, PyDict>,
}

impl Held<'_> {
    fn versions(&self) -> Option<Versions> {
        match (dict_version::of(&self.state), dict_version::of(&self.custom)) {
            (Some(state), Some(custom)) => Some((Some(state), Some(custom))),
            _ => None,
        }
    }
}

impl Sync {
    /// Uses these dicts from now on; `resync` reads them.
    pub fn attach(&self, state: &Bound<'_, PyDict>, custom: &Bound<'_, PyDict>) {
        let same = self
            .dicts
            .borrow()
            .as_ref()
            .is_some_and(|held| held.state.as_ptr() == state.as_ptr() && held.custom.as_ptr() == custom.as_ptr());
        if same {
            return;
        }
        self.seen.set(None);
        let old = self.dicts.replace(Some(Dicts { state: state.clone().unbind(), custom: custom.clone().unbind() }));
        drop(old);
    }

    /// Whether nobody holds the dicts but this and `Variables`, which asks for them to be brought up to date.
    pub fn is_private(&self) -> bool {
        let dicts = self.dicts.borrow();
        dicts.as_ref().is_some_and(|dicts| !is_shared(&dicts.state, 2) && !is_shared(&dicts.custom, 2))
    }

    /// Whether somebody may have changed the dicts since they were the same as the slots.
    pub fn has_news(&self, py: Python<'_>) -> bool {
        let versions = self.held(py).and_then(|held| held.versions());
        versions.is_none() || versions != self.seen.get()
    }

    fn held<'py>(&self, py: Python<'py>) -> Option<Held<'py>> {
        let dicts = self.dicts.borrow();
        let dicts = dicts.as_ref()?;
        Some(Held { state: dicts.state.bind(py).clone(), custom: dicts.custom.bind(py).clone() })
    }

    /// Announces slots that were handed out since, and reads their values from the dicts.
    pub fn extend(&self, py: Python<'_>, names: &RefCell<GlobalNames>, table: &GlobalTable) -> PyResult<()> {
        let first = self.keys.borrow().len();
        {
            let names = names.borrow();
            table.grow(names.len());
            let (mut keys, mut shadows) = (self.keys.borrow_mut(), self.shadows.borrow_mut());
            for name in names.iter().skip(first) {
                keys.push(PyString::intern(py, name).unbind());
                shadows.push(Shadow { hidden: HIDDEN.contains(&name), ..Shadow::default() });
            }
        }
        let Some(held) = self.held(py) else { return Ok(()) };
        let last = self.keys.borrow().len();
        for slot in first..last {
            self.pull(py, &held, table, GlobalSlot(slot as u32), None)?;
        }
        Ok(())
    }

    /// Whether the dicts hold `name` now.
    pub fn holds(&self, py: Python<'_>, name: &str) -> bool {
        let Some(held) = self.held(py) else { return false };
        !HIDDEN.contains(&name) && [&held.state, &held.custom].iter().any(|dict| dict.contains(name).unwrap_or(false))
    }

    /// How often the dicts, and what is known of them, refer to the object for a variable.
    pub fn references(&self, py: Python<'_>, object: *mut pyo3::ffi::PyObject) -> usize {
        let Some(held) = self.held(py) else { return 0 };
        let (keys, shadows) = (self.keys.borrow(), self.shadows.borrow());
        let of = |(key, shadow): (&Py<PyString>, &Shadow)| {
            let known = shadow.object.as_ref().is_some_and(|known| known.as_ptr() == object);
            let dict = if shadow.home == Home::Custom { &held.custom } else { &held.state };
            let there = dict.get_item(key).is_ok_and(|found| found.is_some_and(|found| found.as_ptr() == object));
            usize::from(known) + usize::from(there)
        };
        keys.iter().zip(shadows.iter()).map(of).sum()
    }

    /// Names of the variables in the dicts, at most `most` of each.
    pub fn names(&self, py: Python<'_>, most: usize) -> Vec<String> {
        let Some(held) = self.held(py) else { return Vec::new() };
        let keys = [&held.state, &held.custom].map(|dict| dict.keys());
        let names = keys.iter().flat_map(|keys| keys.iter().take(most));
        names.filter_map(|key| key.extract::<String>().ok()).filter(|name| !HIDDEN.contains(&name.as_str())).collect()
    }

    /// Watches the slots that module code may write; gives back what `unwatch` needs.
    pub fn watch(&self, slots: &[GlobalSlot]) -> usize {
        let mut watched = self.watched.borrow_mut();
        let before = watched.len();
        watched.extend_from_slice(slots);
        before
    }

    pub fn unwatch(&self, before: usize) {
        self.watched.borrow_mut().truncate(before);
    }

    /// Remembers that a top-level `def` binds `value` to `slot`, whose home is therefore `custom_tools`.
    pub fn defined(&self, slot: GlobalSlot, value: &Value) {
        let old = self.shadows.borrow_mut().get_mut(slot.0 as usize).and_then(|shadow| shadow.defined.replace(value.clone()));
        drop(old);
    }

    /// Takes a deleted variable out of the dicts at once: finalisers and weak references of the code tell when its value dies.
    pub fn deleted(&self, py: Python<'_>, table: &GlobalTable, slot: GlobalSlot) -> PyResult<()> {
        let kept = |shadow: &Shadow| !shadow.hidden && (shadow.object.is_some() || shadow.defined.is_some());
        if !self.shadows.borrow().get(slot.0 as usize).is_some_and(kept) {
            return Ok(());
        }
        let mut replaced = Replaced::default();
        self.push_all(py, table, &[slot], &mut replaced)
    }

    /// Has the dicts hold these variables no longer, until `flush`: what the code binds anew dies at once then. For
    /// dicts that nobody looks at meanwhile.
    pub fn release(&self, py: Python<'_>, slots: &[GlobalSlot]) -> PyResult<()> {
        let Some(held) = self.held(py) else { return Ok(()) };
        let known = held.versions().is_some() && held.versions() == self.seen.get();
        let mut released = Vec::new();
        for slot in slots {
            let key = {
                let (keys, mut shadows) = (self.keys.borrow(), self.shadows.borrow_mut());
                let kept = |shadow: &&mut Shadow| shadow.home == Home::State && !shadow.hidden && !shadow.withheld;
                let Some(shadow) = shadows.get_mut(slot.0 as usize).filter(kept) else { continue };
                if shadow.object.as_ref().is_none_or(|object| is_small(object.bind(py))) {
                    continue;
                }
                shadow.words = Some(Words::of(&Value::NONE));
                released.extend(shadow.object.replace(py.None()));
                let Some(key) = keys.get(slot.0 as usize) else { continue };
                key.clone_ref(py)
            };
            held.state.set_item(key, py.None())?;
        }
        if known {
            self.seen.set(held.versions());
        }
        Ok(())
    }

    /// Brings the dicts up to date with the slots.
    pub fn flush(&self, py: Python<'_>, table: &GlobalTable) -> PyResult<()> {
        let (mut slots, mut replaced) = self.spare.take();
        self.differing(table, &mut slots);
        let result = if slots.is_empty() { Ok(()) } else { self.push_all(py, table, &slots, &mut replaced) };
        // What the dicts held dies after the versions were noted: finalisers may change the dicts.
        replaced.shadows.clear();
        replaced.objects.clear();
        slots.clear();
        self.spare.set((slots, replaced));
        result
    }

    fn push_all(&self, py: Python<'_>, table: &GlobalTable, slots: &[GlobalSlot], replaced: &mut Replaced) -> PyResult<()> {
        let Some(held) = self.held(py) else { return Ok(()) };
        let known = held.versions().is_some() && held.versions() == self.seen.get();
        for slot in slots {
            if !self.push_again(&held, table, *slot, &mut replaced.objects)? {
                replaced.shadows.push(self.push(py, &held, table, *slot)?);
            }
        }
        if known {
            self.seen.set(held.versions());
        }
        Ok(())
    }

    /// Slots whose value is not what the dicts were last told.
    fn differing(&self, table: &GlobalTable, slots: &mut Vec<GlobalSlot>) {
        table.take_changed(slots);
        slots.extend_from_slice(&self.watched.borrow());
        let shadows = self.shadows.borrow();
        slots.retain(|slot| {
            let shadow = shadows.get(slot.0 as usize);
            shadow.is_some_and(|shadow| !shadow.hidden && (shadow.words() != table.words(*slot) || shadow.defined.is_some()))
        });
    }

    /// Writes a variable that is in `state` and stays there, the common case; false when it is another one.
    fn push_again(&self, held: &Held<'_>, table: &GlobalTable, slot: GlobalSlot, replaced: &mut Vec<Py<PyAny>>) -> PyResult<bool> {
        let (py, value) = (held.state.py(), table.get(slot));
        let stays = |shadow: &Shadow| shadow.home == Home::State && shadow.defined.is_none();
        if value.is_unset() || !self.shadows.borrow().get(slot.0 as usize).is_some_and(stays) {
            return Ok(false);
        }
        let Some(key) = self.keys.borrow().get(slot.0 as usize).map(|key| key.clone_ref(py)) else { return Ok(false) };
        let words = Words::of(&value);
        let object = (engine_calls::table().unwrap_tool)(value).to_bound(py).map_err(|Exc| PyErr::fetch(py))?;
        held.state.set_item(key, &object)?;
        if let Some(shadow) = self.shadows.borrow_mut().get_mut(slot.0 as usize) {
            (shadow.words, shadow.withheld) = (Some(words), false);
            replaced.extend(shadow.object.replace(object.unbind()));
        }
        Ok(true)
    }

    /// Writes one variable to the dict where it belongs and takes it out of the other one.
    fn push(&self, py: Python<'_>, held: &Held<'_>, table: &GlobalTable, slot: GlobalSlot) -> PyResult<Shadow> {
        let value = table.get(slot);
        let Some((key, before, defined)) = self.key_and_home(py, slot, &value) else {
            return Ok(Shadow::default());
        };
        let words = Words::of(&value);
        let (home, object) = if value.is_unset() {
            (Home::None, None)
        } else {
            let object = (engine_calls::table().unwrap_tool)(value).to_bound(py).map_err(|Exc| PyErr::fetch(py))?;
            (if defined { Home::Custom } else { Home::State }, Some(object))
        };
        if let Some(object) = &object {
            let dict = if defined { &held.custom } else { &held.state };
            dict.set_item(&key, object)?;
        }
        if home != before || home == Home::None {
            for (of, dict) in [(Home::State, &held.state), (Home::Custom, &held.custom)] {
                if of != home && dict.contains(&key)? {
                    dict.del_item(&key)?;
                }
            }
        }
        let shadow = Shadow { home, words: Some(words), object: object.map(Bound::unbind), ..Shadow::default() };
        Ok(self.replace(slot, shadow))
    }

    /// Key of a slot, where its value was last, and whether `value` is what a `def` bound.
    fn key_and_home<'py>(&self, py: Python<'py>, slot: GlobalSlot, value: &Value) -> Option<(Bound<'py, PyString>, Home, bool)> {
        let key = self.keys.borrow().get(slot.0 as usize)?.bind(py).clone();
        let shadows = self.shadows.borrow();
        let shadow = shadows.get(slot.0 as usize)?;
        let words = Words::of(value);
        let defined = shadow.defined.as_ref().is_some_and(|defined| Words::of(defined) == words);
        // Bound again to the function that is there already: it stays where it is.
        let same = shadow.home == Home::Custom && shadow.words() == words;
        Some((key, shadow.home, defined || same))
    }

    fn replace(&self, slot: GlobalSlot, mut shadow: Shadow) -> Shadow {
        let mut shadows = self.shadows.borrow_mut();
        match shadows.get_mut(slot.0 as usize) {
            Some(place) => {
                shadow.hidden = place.hidden;
                std::mem::replace(place, shadow)
            }
            None => shadow,
        }
    }

    /// Brings the slots up to date with the dicts, if these were changed or exchanged.
    pub fn resync(&self, py: Python<'_>, table: &GlobalTable, gate: Option<Gate<'_>>) -> PyResult<()> {
        let Some(held) = self.held(py) else { return Ok(()) };
        let versions = held.versions();
        if versions.is_some() && versions == self.seen.get() {
            return Ok(());
        }
        let count = self.keys.borrow().len();
        for slot in 0..count {
            self.pull(py, &held, table, GlobalSlot(slot as u32), gate)?;
        }
        self.seen.set(versions);
        Ok(())
    }

    /// Notes that a change to the dicts was ours and is no news.
    pub fn acknowledge(&self, py: Python<'_>) {
        if let Some(held) = self.held(py) {
            self.seen.set(held.versions());
        }
    }

    /// Reads one variable from the dicts, if it is not the object that was there.
    fn pull(&self, py: Python<'_>, held: &Held<'_>, table: &GlobalTable, slot: GlobalSlot, gate: Option<Gate<'_>>) -> PyResult<()> {
        let key = match (self.keys.borrow().get(slot.0 as usize), self.shadows.borrow().get(slot.0 as usize)) {
            (Some(key), Some(shadow)) if !shadow.hidden => key.bind(py).clone(),
            _ => return Ok(()),
        };
        let (home, object) = match held.state.get_item(&key)? {
            Some(object) => (Home::State, Some(object)),
            None => match held.custom.get_item(&key)? {
                Some(object) => (Home::Custom, Some(object)),
                None => (Home::None, None),
            },
        };
        if self.is_shadowed(slot, home, object.as_ref()) {
            return Ok(());
        }
        let withheld = object.as_ref().is_some_and(|object| !is_plain(object));
        let value = object.as_ref().filter(|_| !withheld);
        let value = value.map_or(Value::UNSET, |object| Value::from_bound(object.clone()));
        let words = Some(Words::of(&value));
        let replaced = table.replace(slot, value);
        let shadow = Shadow { home, words, object: object.map(Bound::unbind), withheld, ..Shadow::default() };
        let old = self.replace(slot, shadow);
        if withheld {
            // A tool or builtin of that name is hidden now.
            table.set_fallback(slot, Value::UNSET);
        }
        drop((replaced, old));
        if let (Some(gate), true) = (gate, withheld) {
            // What is refused stays withheld; the code gets the refusal when it asks for it.
            if self.admit(py, table, slot, gate).is_err() {
                drop(PyErr::take(py));
            }
        }
        Ok(())
    }

    /// Lets a withheld value through the gate; nothing happens for others.
    pub fn admit(&self, py: Python<'_>, table: &GlobalTable, slot: GlobalSlot, gate: Gate<'_>) -> R<()> {
        let (name, object) = {
            let (keys, shadows) = (self.keys.borrow(), self.shadows.borrow());
            match (keys.get(slot.0 as usize), shadows.get(slot.0 as usize)) {
                (Some(key), Some(Shadow { withheld: true, object: Some(object), .. })) => {
                    (key.bind(py).to_string_lossy().into_owned(), object.bind(py).clone())
                }
                _ => return Ok(()),
            }
        };
        let value = gate(&name, Value::from_bound(object.clone()))?;
        let words = Words::of(&value);
        let replaced = {
            let mut shadows = self.shadows.borrow_mut();
            let shadow = shadows.get_mut(slot.0 as usize).filter(|shadow| shadow.withheld);
            // Passing the gate may have run code that bound the name anew.
            match shadow.filter(|shadow| shadow.object.as_ref().is_some_and(|known| known.is(&object))) {
                Some(shadow) => {
                    shadow.withheld = false;
                    shadow.words = Some(words);
                    table.replace(slot, value)
                }
                None => value,
            }
        };
        drop(replaced);
        Ok(())
    }

    /// Whether the dict's entry is the one that the slot came from or went to.
    fn is_shadowed(&self, slot: GlobalSlot, home: Home, object: Option<&Bound<'_, PyAny>>) -> bool {
        let shadows = self.shadows.borrow();
        let Some(shadow) = shadows.get(slot.0 as usize) else { return true };
        let known = shadow.object.as_ref().map(Py::as_ptr);
        shadow.home == home && known == object.map(Bound::as_ptr)
    }

    /// Forgets everything the host gave.
    pub fn clear(&self) {
        self.seen.set(None);
        let old = (self.dicts.take(), self.shadows.take(), self.keys.take(), self.watched.take());
        drop(old);
    }

    /// Shows the garbage collector the dicts and what is remembered of them.
    pub fn traverse(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError> {
        if let Ok(dicts) = self.dicts.try_borrow() {
            if let Some(dicts) = dicts.as_ref() {
                visit.call(&dicts.state)?;
                visit.call(&dicts.custom)?;
            }
        }
        let Ok(shadows) = self.shadows.try_borrow() else { return Ok(()) };
        shadows.iter().try_for_each(|shadow| {
            visit.call(&shadow.object)?;
            shadow.defined.as_ref().map_or(Ok(()), |value| visit_value(visit, value))
        })
    }
}

/// Whether it does not matter how long such an object is kept.
fn is_small(object: &Bound<'_, PyAny>) -> bool {
    object.is_none() || object.is_exact_instance_of::<PyInt>() || object.is_exact_instance_of::<PyFloat>()
}

/// Whether the gate lets every object of this kind pass: no need to ask it. (It notes what lists and tuples hold.)
fn is_plain(object: &Bound<'_, PyAny>) -> bool {
    object.is_none()
        || object.is_instance_of::<PyString>()
        || object.is_instance_of::<PyInt>()
        || object.is_instance_of::<PyBytes>()
        || object.is_exact_instance_of::<PyFloat>()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Dicts, slots and names of a session, without the session.
    struct World<'py> {
        py: Python<'py>,
        state: Bound<'py, PyDict>,
        custom: Bound<'py, PyDict>,
        names: RefCell<GlobalNames>,
        table: GlobalTable,
        sync: Sync,
    }

    impl<'py> World<'py> {
        fn new(py: Python<'py>) -> World<'py> {
            let world = World {
                py,
                state: PyDict::new(py),
                custom: PyDict::new(py),
                names: RefCell::default(),
                table: GlobalTable::new(),
                sync: Sync::default(),
            };
            world.sync.attach(&world.state, &world.custom);
            world
        }
        fn slot(&self, name: &str) -> GlobalSlot {
            let slot = self.names.borrow_mut().slot(name);
            self.sync.extend(self.py, &self.names, &self.table).unwrap();
            slot
        }
        fn int(&self, name: &str) -> Option<i64> {
            let value = self.table.get(self.slot(name));
            (!value.is_unset()).then(|| value.to_bound(self.py).ok().unwrap().extract().unwrap())
        }
        fn flush(&self) {
            self.sync.flush(self.py, &self.table).unwrap();
        }
        fn resync(&self) {
            self.sync.resync(self.py, &self.table, None).unwrap();
        }
        fn shown(&self) -> (String, String) {
            (self.state.repr().unwrap().to_string(), self.custom.repr().unwrap().to_string())
        }
    }

    fn with_world(test: impl FnOnce(World<'_>)) {
        Python::initialize();
        Python::attach(|py| test(World::new(py)));
    }

    #[test]
    fn variables_go_both_ways() {
        with_world(|w| {
            w.state.set_item("x", 1).unwrap();
            w.custom.set_item("f", 7).unwrap();
            assert_eq!((w.int("x"), w.int("f"), w.int("y")), (Some(1), Some(7), None));
            let y = w.slot("y");
            w.sync.watch(&[y]);
            w.table.replace(y, Value::int(5));
            w.table.set(w.slot("x"), Value::int(2));
            w.flush();
            assert_eq!(w.shown(), ("{'x': 2, 'y': 5}".to_owned(), "{'f': 7}".to_owned()));
            w.state.set_item("y", 6).unwrap();
            w.state.del_item("x").unwrap();
            w.resync();
            assert_eq!((w.int("x"), w.int("y")), (None, Some(6)));
            w.table.set(y, Value::UNSET);
            w.flush();
            assert_eq!(w.shown().0, "{}");
        });
    }

    #[test]
    fn deleted_variables_leave_the_dicts_at_once() {
        with_world(|w| {
            let (x, f) = (w.slot("x"), w.slot("f"));
            w.table.set(x, Value::int(1));
            w.flush();
            w.table.set(x, Value::UNSET);
            w.sync.deleted(w.py, &w.table, x).unwrap();
            assert_eq!(w.shown(), ("{}".to_owned(), "{}".to_owned()));
            let function = Value::string(w.py, "function");
            w.sync.defined(f, &function);
            w.table.set(f, function);
            w.flush();
            w.table.set(f, Value::UNSET);
            w.sync.deleted(w.py, &w.table, f).unwrap();
            assert_eq!(w.shown(), ("{}".to_owned(), "{}".to_owned()));
            w.flush();
            assert_eq!(w.shown(), ("{}".to_owned(), "{}".to_owned()));
        });
    }

    #[test]
    fn definitions_live_in_custom_tools() {
        with_world(|w| {
            let f = w.slot("f");
            w.state.set_item("f", 1).unwrap();
            w.resync();
            let function = || Value::string(w.py, "function");
            let define = |value: Value| {
                w.sync.defined(f, &value);
                w.table.set(f, value);
            };
            define(function());
            w.flush();
            assert_eq!(w.shown(), ("{}".to_owned(), "{'f': 'function'}".to_owned()));
            w.table.set(f, Value::int(3));
            w.flush();
            assert_eq!(w.shown(), ("{'f': 3}".to_owned(), "{}".to_owned()));
            define(function());
            w.table.set(f, Value::int(4));
            w.flush();
            assert_eq!(w.shown(), ("{'f': 4}".to_owned(), "{}".to_owned()));
        });
    }

    #[test]
    fn exchanged_dicts_are_read_anew() {
        with_world(|w| {
            w.state.set_item("x", 1).unwrap();
            assert_eq!(w.int("x"), Some(1));
            let other = PyDict::new(w.py);
            other.set_item("z", 9).unwrap();
            w.sync.attach(&other, &w.custom);
            w.resync();
            assert_eq!((w.int("x"), w.int("z")), (None, Some(9)));
            w.flush();
            assert_eq!(other.repr().unwrap().to_string(), "{'z': 9}");
        });
    }

    #[test]
    fn what_is_not_plain_waits_for_the_gate() {
        with_world(|w| {
            w.state.set_item("m", w.py.import("sys").unwrap()).unwrap();
            let m = w.slot("m");
            assert!(w.table.get(m).is_unset());
            w.flush();
            assert!(w.state.contains("m").unwrap());
            let refuse = |_: &str, _: Value| Err(crate::cpython::value::raise::<pyo3::exceptions::PyValueError>("no"));
            assert!(w.sync.admit(w.py, &w.table, m, &refuse).is_err());
            drop(PyErr::take(w.py));
            let exchange = |name: &str, _: Value| Ok(Value::string(w.py, name));
            assert!(w.sync.admit(w.py, &w.table, m, &exchange).is_ok());
            assert!(!w.table.get(m).is_unset());
            w.flush();
            assert!(w.state.get_item("m").unwrap().unwrap().is(w.py.import("sys").unwrap().as_any()));
        });
    }

    #[test]
    fn own_entries_are_left_alone() {
        with_world(|w| {
            w.state.set_item("_print_outputs", 1).unwrap();
            assert_eq!(w.int("_print_outputs"), None);
            w.table.set(w.slot("_print_outputs"), Value::int(2));
            w.flush();
            assert_eq!(w.shown().0, "{'_print_outputs': 1}");
            assert!(!w.sync.holds(w.py, "_print_outputs"));
        });
    }
}
