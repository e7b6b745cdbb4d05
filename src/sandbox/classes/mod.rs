//! Classes that the code made: which they are, and what they may not define.

pub mod abc_hooks;
pub mod array_sizes;
pub mod copied_state;
pub mod datetime_new;
pub mod generic_aliases;
pub mod getattr_hook;
pub mod private_names;
pub mod reduce_hook;
pub mod told_memory;
pub mod type_object;

use std::convert::Infallible;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple, PyType, PyWeakrefMethods, PyWeakrefReference};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::cpython::api;
use crate::cpython::builtin_types::known;
use crate::cpython::once::Once;
use crate::cpython::type_access::{exact_text, Ty, CLASS};
use crate::cpython::value::{raise, Exc, Value, R};
use crate::front::policy::defence_layers::{self, Net};
use crate::front::policy::{names, objects, refused_class_method};
use crate::sandbox::type_info::info;
use crate::sandbox::wrapper_calls;
use crate::session::refusals::{self, Kind};
use crate::session::run_context::RunContext;
use crate::session::state::sandbox_classes::OwnClasses;
use crate::session::state::type_info::Kind as ObjectKind;
use crate::session::{engine_types, module_name};

/// Texts of `__module__` with an object of their own; classes with others are known by address.
const MODULES: usize = 64;

impl OwnClasses {
    /// Whether the code made this class.
    pub fn contains(&self, class: &Bound<'_, PyType>) -> bool {
        let py = class.py();
        let reference = self.classes.borrow().get(&(class.as_ptr() as usize)).map(|r| r.clone_ref(py));
        if reference.is_some_and(|r| r.bind(py).upgrade().is_some_and(|c| c.is(class))) {
            return true;
        }
        self.has_our_module(class)
    }

    fn is_guest(&self, class: &Bound<'_, PyType>) -> bool {
        let py = class.py();
        let reference = self.guests.borrow().get(&(class.as_ptr() as usize)).map(|r| r.clone_ref(py));
        reference.is_some_and(|r| r.bind(py).upgrade().is_some_and(|c| c.is(class)))
    }

    pub fn has_our_module(&self, class: &Bound<'_, PyType>) -> bool {
        let py = class.py();
        let Some(found) = api::own_attribute(class, pyo3::intern!(py, "__module__")) else { return false };
        self.modules.borrow().iter().any(|m| m.is(&found))
    }

    /// The session's own str object for a `__module__` of this text.
    pub fn module<'py>(&self, name: &Bound<'py, PyString>) -> Bound<'py, PyString> {
        let py = name.py();
        let text = name.to_string_lossy();
        // Two characters at least: shorter texts are shared objects.
        let text = if text.len() > 1 { text.as_ref() } else { "__main__" };
        let known = self.modules.borrow().iter().find(|m| m.bind(py).to_string_lossy() == text).map(|m| m.bind(py).clone());
        if let Some(known) = known {
            return known;
        }
        let fresh = PyString::new(py, text);
        let mut modules = self.modules.borrow_mut();
        if modules.len() < MODULES {
            modules.push(fresh.clone().unbind());
        }
        fresh
    }

    fn insert(&self, class: &Bound<'_, PyType>) -> PyResult<()> {
        let reference = PyWeakrefReference::new(class)?.unbind();
        let (old, dead) = {
            let mut classes = self.classes.borrow_mut();
            let dead = if classes.len() >= 64 && classes.len().is_power_of_two() { sweep(class.py(), &mut classes) } else { Vec::new() };
            (classes.insert(class.as_ptr() as usize, reference), dead)
        };
        drop((old, dead));
        Ok(())
    }
}

/// Whether the code made the class, and from no class of the host's own program.
pub fn is_made(m: &RunContext, class: &Bound<'_, PyType>) -> bool {
    let state = &m.session.check;
    if state.made.contains(Ty::from_class(class)) {
        return true;
    }
    let found = state.own.contains(class) && !state.own.is_guest(class);
    if found {
        state.made.insert(Ty::from_class(class));
    }
    found
}

/// Takes out the references whose class is gone.
fn sweep(py: Python<'_>, classes: &mut FxHashMap<usize, Py<PyWeakrefReference>>) -> Vec<Py<PyWeakrefReference>> {
    let gone: Vec<usize> = classes.iter().filter(|(_, r)| r.bind(py).upgrade().is_none()).map(|(a, _)| *a).collect();
    gone.iter().filter_map(|a| classes.remove(a)).collect()
}

/// Notes that the code made `class`. Only for a class that did not exist before: `made` must come straight
/// from a metaclass that is not the code's.
pub fn register_new(m: &RunContext, made: &Bound<'_, PyAny>) -> R<()> {
    if let Ok(class) = made.cast::<PyType>() {
        if !m.session.check.own.has_our_module(class) {
            m.session.check.own.insert(class)?;
            m.session.check.policy_changed();
        }
    }
    Ok(())
}

/// `__module__` for classes of the code.
pub fn module<'py>(m: &RunContext) -> R<Bound<'py, PyString>> {
    let name = module_name(m).to_bound(m.py())?;
    let name = exact_text(&name).unwrap_or_else(|| PyString::new(m.py(), "__main__"));
    Ok(m.session.check.own.module(&name))
}

/// What `type.__new__` does for Python functions: `__init_subclass__` and `__class_getitem__` are class
/// methods, `__new__` is static.
pub fn wrap_special_functions(m: &RunContext, bases: &Bound<'_, PyAny>, namespace: &Bound<'_, PyAny>) -> R<()> {
    let py = m.py();
    datetime_new::wrap(m, bases, namespace)?;
    let Ok(dict) = namespace.cast::<PyDict>() else { return Ok(()) };
    (wrapper_calls::table()?.methods)(m, bases, dict)?;
    let wrappers = [("__init_subclass__", "classmethod"), ("__class_getitem__", "classmethod"), ("__new__", "staticmethod")];
    for (name, wrapper) in wrappers {
        let Some(found) = dict.get_item(name)? else { continue };
        if info(&m.session.check, Ty::of_bound(&found))?.kind == ObjectKind::OwnFunction {
            dict.set_item(name, api::module(py, "builtins")?.getattr(wrapper)?.call1((found,))?)?;
        }
    }
    Ok(())
}

/// Refuses a class body that defines what a class of the code may not. `namespace` is what `__prepare__`
/// gave, filled by the body: its keys are read as a plain dict, whatever class it has.
pub fn check_namespace(m: &RunContext, namespace: &Bound<'_, PyAny>) -> R<()> {
    let Ok(dict) = namespace.cast::<PyDict>() else {
        return Err(raise::<PyTypeError>("a class namespace must be a dict"));
    };
    for (key, value) in dict.copy()?.iter() {
        let Some(name) = crate::cpython::type_access::exact_text(&key) else { continue };
        check_held(m, &name.to_string_lossy(), &value)?;
    }
    Ok(())
}

/// As `check_member`, where the value is known: what the engine itself puts into classes may be there.
pub fn check_held(m: &RunContext, name: &str, value: &Bound<'_, PyAny>) -> R<()> {
    let annotate = name.starts_with("__annotate") && engine_types::is_annotate(value);
    if annotate || getattr_hook::is_blocked(value) || is_of_decorated(m, name, value)? {
        Ok(())
    } else {
        check_member(m, name)
    }
}

/// Whether it is what `dataclass` gave the class that it is about to make another one from. Below classes of the host the
/// fields are theirs, too.
fn is_of_decorated(m: &RunContext, name: &str, value: &Bound<'_, PyAny>) -> R<bool> {
    if !name.starts_with("__dataclass_") {
        return Ok(false);
    }
    let decorated = m.session.check.own.decorated.borrow().as_ref().map(|class| class.clone_ref(m.py()));
    let Some(class) = decorated else { return Ok(false) };
    let class = class.bind(m.py());
    let held = api::own_attribute(class, &PyString::new(m.py(), name));
    Ok(held.is_some_and(|held| held.is(value)) && !derives_from_host(m, class)?)
}

/// As `check_held`, for a class that is made: libraries and the interpreter put functions of their own into classes, to
/// make annotations.
pub fn check_held_by_class(m: &RunContext, name: &str, value: &Bound<'_, PyAny>) -> R<()> {
    let made = value.is_none() || known(m.py())?.is(Ty::of_bound(value).addr(), "FunctionType");
    if made && name.starts_with("__annotate") {
        Ok(())
    } else {
        check_held(m, name, value)
    }
}

/// Refuses the definition of a special method that misleads the interpreter or the host.
pub fn check_member(m: &RunContext, name: &str) -> R<()> {
    match refused_class_method(name) {
        Some(why) if !defence_layers::off(Net::Names) => {
            let text = format!("Forbidden definition of special method: {name} ({why})");
            Err(refusals::raise(m, Kind::Attribute, &text))
        }
        _ => Ok(()),
    }
}

/// Makes a class as a class statement or `type(name, bases, namespace)` does: `metaclass` is called with
/// bases that are resolved already. The metaclass may be the guarded `type`, or any callable.
pub fn make_class(
    m: &RunContext,
    metaclass: &Bound<'_, PyAny>,
    name: &Bound<'_, PyAny>,
    bases: &Bound<'_, PyAny>,
    namespace: &Bound<'_, PyAny>,
    kwargs: Option<&Bound<'_, PyDict>>,
) -> R<Value> {
    let metaclass = type_object::real_class(metaclass.clone());
    let bases = real_bases(bases)?;
    check_bases(m, &bases)?;
    let namespace = &with_module(m, namespace)?;
    // A namespace that is no dict can only come from a `__prepare__` of the code; what it holds is checked
    // when it reaches `type.__new__`, which is guarded for such metaclasses.
    if namespace.is_instance_of::<PyDict>() {
        check_namespace(m, namespace)?;
        wrap_special_functions(m, &bases, namespace)?;
        type_object::add_class_maker(m, &bases, namespace)?;
    }
    let made_by_library = is_library_metaclass(m, &metaclass) && !has_own_metaclass(m, &bases);
    let made = metaclass.call((name, &bases, namespace), kwargs)?;
    if made_by_library {
        register_new(m, &made)?;
        check_made(m, &made)?;
    }
    crate::sandbox::value_filter::admit(m, Value::from_bound(made))
}

/// Refuses classes that derive from one whose methods guard it.
pub fn check_bases(m: &RunContext, bases: &Bound<'_, PyAny>) -> R<()> {
    let Ok(bases) = bases.cast::<PyTuple>() else {
        return Ok(());
    };
    let known = known(m.py())?;
    for class in bases.iter() {
        let Ok(class) = class.cast_into::<PyType>() else {
            continue;
        };
        for above in known.mro(&class)? {
            if objects::FINAL.contains(&(known.module_name(&above)?.as_str(), known.qualname(&above)?.as_str())) {
                return Err(refused_base(m, &class));
            }
        }
    }
    Ok(())
}

/// The refusal of a class as a base.
#[cold]
pub fn refused_base(m: &RunContext, class: &Bound<'_, PyType>) -> Exc {
    match known(m.py()).and_then(|known| known.qualname(class)) {
        Ok(name) => refusals::raise(m, Kind::Plain, &format!("Forbidden to derive from class: {name}")),
        Err(error) => error.into(),
    }
}

/// A class of the code that derives from one of the host's own program sees what the host's methods store:
/// it may not stand in the way of that with hooks or with descriptors under private names of others.
pub fn check_guest(m: &RunContext, name: Option<&Bound<'_, PyAny>>, bases: &Bound<'_, PyTuple>, namespace: &Bound<'_, PyAny>) -> R<()> {
    if defence_layers::off(Net::Guests) || !has_host_base(m, bases)? {
        return Ok(());
    }
    m.session.check.own.any_guest.set(true);
    let (own, known) = (&m.session.check.own, known(m.py())?);
    let mut classes = Vec::new();
    for base in bases.iter() {
        let Ok(base) = base.cast_into::<PyType>() else { continue };
        classes.extend(known.mro(&base)?);
    }
    // Its C code shows and compares all that an instance holds.
    let showing = api::module(m.py(), "types")?.getattr("SimpleNamespace")?;
    if classes.iter().any(|class| class.is(&showing)) {
        return Err(refused_in_guest(m, "SimpleNamespace as a base"));
    }
    let others = || classes.iter().filter(|class| !own.contains(class));
    let is_private_to = |class: &str, member: &str| -> R<bool> {
        Ok(names::is_private_of(class, member) && !any(others(), |other| private_names::is_kept_by(other, member))?)
    };
    if let Ok(dict) = namespace.cast::<PyDict>() {
        let name = name.and_then(exact_text).map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        check_guest_members(m, &dict.copy()?, |member| is_private_to(&name, member))?;
    }
    for class in classes.iter().filter(|class| own.contains(class)) {
        let members = PyDict::new(m.py());
        members.update(known.namespace(class)?.cast::<pyo3::types::PyMapping>()?)?;
        for made in ["__dict__", "__weakref__"] {
            if members.get_item(made)?.is_some_and(|held| is_made_for(&held, class)) {
                members.del_item(made)?;
            }
        }
        let path = known.qualname(class)?;
        check_guest_members(m, &members, |member| is_private_to(&path, member))?;
    }
    Ok(())
}

fn any<T>(mut items: impl Iterator<Item = T>, holds: impl Fn(T) -> R<bool>) -> R<bool> {
    items.try_fold(false, |found, item| Ok(found || holds(item)?))
}

/// Whether the interpreter made it when it made the class.
fn is_made_for(member: &Bound<'_, PyAny>, class: &Bound<'_, PyType>) -> bool {
    let getter = known(class.py()).is_ok_and(|known| known.is(Ty::of_bound(member).addr(), "GetSetDescriptorType"));
    getter && member.getattr("__objclass__").is_ok_and(|of| of.is(class))
}

/// Whether a direct base is a class of the host's program or derives from one. Of the code's classes that is
/// known from when they were made: chains of classes may be long.
fn has_host_base(m: &RunContext, bases: &Bound<'_, PyTuple>) -> R<bool> {
    for base in bases.iter() {
        let Ok(base) = base.cast_into::<PyType>() else { continue };
        let guest = if m.session.check.own.contains(&base) { m.session.check.own.is_guest(&base) } else { derives_from_host(m, &base)? };
        if guest {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether the class of the code derives from one of the host's program.
pub fn derives_from_host(m: &RunContext, class: &Bound<'_, PyType>) -> R<bool> {
    let without = &m.session.check.without_host;
    if without.contains(Ty::from_class(class)) {
        return Ok(false);
    }
    let derives = has_host_class(m, &known(m.py())?.mro(class)?)?;
    if !derives {
        without.insert(Ty::from_class(class));
    }
    Ok(derives)
}

/// Whether nothing that the code wrote says what calls of the class give.
pub fn makes_its_objects(m: &RunContext, class: &Bound<'_, PyType>) -> R<bool> {
    let (own, known) = (&m.session.check.own, known(m.py())?);
    for base in known.mro(class)?.iter().filter(|base| own.contains(base)) {
        if own.contains(&base.get_type()) || known.namespace(base)?.contains("__new__")? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Remembers of a new class whether it derives from one of the host.
pub fn note_guest(m: &RunContext, class: &Bound<'_, PyType>) -> R<()> {
    if has_host_base(m, &class.bases())? {
        let reference = PyWeakrefReference::new(class)?.unbind();
        let old = m.session.check.own.guests.borrow_mut().insert(class.as_ptr() as usize, reference);
        drop(old);
    }
    Ok(())
}

/// Whether one of the classes belongs to the host's own program.
fn has_host_class(m: &RunContext, classes: &[Bound<'_, PyType>]) -> R<bool> {
    let known = known(m.py())?;
    for class in classes.iter().filter(|class| !m.session.check.own.contains(class)) {
        if !m.session.check.is_library(m.py(), &known.module_name(class)?) {
            return Ok(true);
        }
    }
    Ok(false)
}

fn check_guest_members(m: &RunContext, members: &Bound<'_, PyDict>, is_own: impl Fn(&str) -> R<bool>) -> R<()> {
    for (name, value) in members.iter() {
        if let Some(name) = exact_text(&name) {
            let name = name.to_string_lossy();
            check_guest_member(m, &name, &value, is_own(&name)?)?;
        }
    }
    Ok(())
}

fn check_guest_member(m: &RunContext, name: &str, value: &Bound<'_, PyAny>, is_own: bool) -> R<()> {
    let hook = matches!(name, "__setattr__" | "__delattr__" | "__getattribute__" | "__setstate__" | "__slots__" | "__dict__");
    let private = name.starts_with('_') && !crate::front::policy::is_dunder(name) && !is_own;
    let descriptor = || -> R<bool> {
        let function = info(&m.session.check, Ty::of_bound(value))?.kind == ObjectKind::OwnFunction;
        let class = value.get_type();
        Ok(!function && (class.hasattr("__set__")? || class.hasattr("__delete__")?))
    };
    if hook || (private && descriptor()?) {
        return Err(refused_in_guest(m, name));
    }
    Ok(())
}

#[cold]
pub fn refused_in_guest(m: &RunContext, name: &str) -> Exc {
    let text = format!("Forbidden definition in a class that derives from one of the host: {name}");
    refusals::raise(m, Kind::Attribute, &text)
}

/// Refuses a decorator that may make a second class by a metaclass of the code: the namespace that this one is given has the
/// fields of the host's classes, too.
pub fn check_decorated(m: &RunContext, class: &Bound<'_, PyType>) -> R<()> {
    if m.session.check.own.contains(&class.get_type()) && derives_from_host(m, class)? && !defence_layers::off(Net::Guests) {
        return Err(refused_in_guest(m, "slots beside a metaclass"));
    }
    Ok(())
}

/// A class of classes may not say what its classes derive from.
pub fn check_order(m: &RunContext, bases: &Bound<'_, PyTuple>, namespace: &Bound<'_, PyAny>) -> R<()> {
    let of_classes = bases.iter().any(|base| base.cast::<PyType>().is_ok_and(|base| Ty::from_class(base).has(CLASS)));
    if of_classes && !defence_layers::off(Net::Guests) && namespace.cast::<PyDict>().is_ok_and(|dict| dict.contains("mro").unwrap_or(true))
    {
        return Err(refused_order(m));
    }
    Ok(())
}

#[cold]
fn refused_order(m: &RunContext) -> Exc {
    refusals::raise(m, Kind::Attribute, "Forbidden definition of special method: mro (a class may not lie about its bases)")
}

/// Refuses a member of a class of the code that is set later, where a class with it could not have been made.
pub fn check_class_change(m: &RunContext, class: &Bound<'_, PyType>, name: &str, value: &Bound<'_, PyAny>) -> R<()> {
    if defence_layers::off(Net::Guests) {
        return Ok(());
    }
    if name == "__new__" {
        datetime_new::refuse_change(m, class)?;
    }
    if name == "mro" && m.session.check.own.contains(class) && orders_classes(class) {
        return Err(refused_order(m));
    }
    check_guest_change(m, class, name, value)
}

/// Whether it is a metaclass, or stands above one.
fn orders_classes(class: &Bound<'_, PyType>) -> bool {
    let (mut seen, mut left) = (FxHashSet::default(), vec![class.clone()]);
    while let Some(class) = left.pop() {
        if Ty::from_class(&class).has(CLASS) {
            return true;
        }
        if seen.insert(class.as_ptr() as usize) {
            left.extend(api::types::subclasses(&class));
        }
    }
    false
}

/// As `check_guest`, for a member of `class` that is set later, by whomever. Also looks at all classes that derive from it,
/// which the code may have made by now.
fn check_guest_change(m: &RunContext, class: &Bound<'_, PyType>, name: &str, value: &Bound<'_, PyAny>) -> R<()> {
    if !name.starts_with('_') || !m.session.check.own.contains(class) || !m.session.check.own.any_guest.get() {
        return Ok(());
    }
    // Objects of it may stand in a class below one of the host.
    if matches!(name, "__set__" | "__delete__") {
        return Err(refused_in_guest(m, name));
    }
    let below = m.py().get_type::<PyType>().getattr("__subclasses__")?;
    let (mut seen, mut left) = (FxHashSet::default(), vec![class.clone()]);
    while let Some(class) = left.pop() {
        if !seen.insert(class.as_ptr() as usize) {
            continue;
        }
        if derives_from_host(m, &class)? {
            return check_guest_member(m, name, value, false);
        }
        for sub in below.call1((class,))?.try_iter()? {
            left.push(sub?.cast_into::<PyType>().map_err(PyErr::from)?);
        }
    }
    Ok(())
}

/// The namespace as a copy (of an exact dict) with the session's object as its `__module__`.
pub fn with_module<'py>(m: &RunContext, namespace: &Bound<'py, PyAny>) -> R<Bound<'py, PyAny>> {
    let Ok(dict) = namespace.cast_exact::<PyDict>() else { return Ok(namespace.clone()) };
    let copy = dict.copy()?.into_any();
    mark_namespace(m, &copy)?;
    Ok(copy)
}

/// Puts the session's object for it in the place of the namespace's `__module__`.
pub fn mark_namespace(m: &RunContext, namespace: &Bound<'_, PyAny>) -> R<()> {
    let Ok(dict) = namespace.cast::<PyDict>() else { return Ok(()) };
    let given = dict.get_item("__module__")?.and_then(|given| exact_text(&given));
    let ours = match given {
        Some(text) => m.session.check.own.module(&text),
        None => module(m)?,
    };
    Ok(dict.set_item("__module__", ours)?)
}

/// After a class statement: notes the class that `metaclass` made, unless the metaclass is the code's (its
/// `type.__new__` notes the class then, and it may return anything).
pub fn made_by(m: &RunContext, metaclass: &Bound<'_, PyAny>, made: &Bound<'_, PyAny>) -> R<()> {
    if is_library_metaclass(m, metaclass) {
        register_new(m, made)?;
    }
    Ok(())
}

/// Bases with the guarded `type` replaced by the real one.
pub fn real_bases<'py>(bases: &Bound<'py, PyAny>) -> R<Bound<'py, PyAny>> {
    let Ok(tuple) = bases.cast::<PyTuple>() else { return Ok(bases.clone()) };
    let real: Vec<_> = tuple.iter().map(type_object::real_class).collect();
    Ok(PyTuple::new(bases.py(), real)?.into_any())
}

fn is_library_metaclass(m: &RunContext, metaclass: &Bound<'_, PyAny>) -> bool {
    metaclass.cast::<PyType>().is_ok_and(|c| Ty::from_class(c).has(CLASS) && !m.session.check.own.contains(c))
}

fn has_own_metaclass(m: &RunContext, bases: &Bound<'_, PyAny>) -> bool {
    bases.cast::<PyTuple>().is_ok_and(|t| t.iter().any(|b| m.session.check.own.contains(&b.get_type())))
}

/// Looks again at the class itself, since namespaces and metaclasses of the code may not tell the truth.
/// What a base has already is inherited and fine.
pub fn check_made(m: &RunContext, made: &Bound<'_, PyAny>) -> R<()> {
    let Ok(class) = made.cast::<PyType>() else { return Ok(()) };
    // A metaclass may return what it likes.
    if !m.session.check.own.contains(class) {
        return Ok(());
    }
    for (name, text) in refused_members(m.py()) {
        if let Some(held) = api::own_attribute(class, text.bind(m.py())) {
            check_held_by_class(m, name, &held)?;
        }
    }
    settle(m, class)
}

/// The names that a class of the code may not define, with their texts as the interpreter has them.
pub fn refused_members(py: Python<'_>) -> &[(&'static str, Py<PyString>)] {
    static MEMBERS: Once<Vec<(&'static str, Py<PyString>)>> = Once::new();
    let text = |name| (name, PyString::intern(py, name).unbind());
    let Ok(members) = MEMBERS.get_or_make(py, || Ok::<_, Infallible>(names::refused_class_methods().map(text).collect()));
    members
}

/// Whether attributes of objects of a class of the code are read by what has this name in it.
pub fn is_hook(m: &RunContext, class: &Bound<'_, PyAny>, name: &Bound<'_, PyString>) -> bool {
    let own = || class.cast::<PyType>().is_ok_and(|class| m.session.check.own.contains(class));
    getattr_hook::NAMES.contains(&&*name.to_string_lossy()) && own()
}

/// Brings a new class of the code, whose members were looked at, under the rules of such.
pub fn settle(m: &RunContext, class: &Bound<'_, PyType>) -> R<()> {
    note_guest(m, class)?;
    getattr_hook::block_in_class(class)?;
    array_sizes::wrap_in_class(m, class)?;
    getattr_hook::wrap_in_class(class)
}
