//! The door of classes and of `super` objects.

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyModule, PySet, PyString, PyTuple, PyType};

use crate::cpython::api;
use crate::cpython::builtin_types::known;
use crate::cpython::hooks::{GETATTR, NEW};
use crate::cpython::once::Once;
use crate::cpython::type_access::{self, exact_text, Ty, CLASS, TEXT};
use crate::cpython::value::{Exc, Value, R};
use crate::front::policy::{is_dunder, names, objects};
use crate::sandbox::attributes::{access_functions, labels, module, refused, Place, Use};
use crate::sandbox::classes::{self, array_sizes, getattr_hook, private_names, type_object};
use crate::sandbox::memory::unfilled_objects;
use crate::sandbox::natives::namespaces;
use crate::sandbox::type_info::{info, is_named};
use crate::sandbox::wrappers::looks::Look;
use crate::sandbox::wrappers::{str_format, unbound_methods};
use crate::sandbox::{value_filter, wrapper_calls};
use crate::session::run_context::RunContext;
use crate::session::state::attribute_cache::Verdict;
use crate::session::state::type_info::{Kind, TypeInfo};
use crate::session::{engine_types, refusals};

/// `class.name`
pub fn get(m: &RunContext, at: &Place<'_, '_>) -> R<Value> {
    let (object, name) = (at.object, at.name);
    let class = object.cast::<PyType>()?;
    let ty = Ty::from_class(class);
    let plain = &m.session.check.class_members;
    if plain.find(ty, name) == Some(Verdict::Plain) {
        return at.admitted(m);
    }
    let text = name.to_string_lossy();
    let text = text.as_ref();
    // `type` itself says them, and no class body has a say in it.
    if matches!(text, "__name__" | "__qualname__") && object.get_type().is(m.py().get_type::<PyType>()) {
        return at.admitted(m);
    }
    let facts = info(&m.session.check, ty)?;
    let meta = info(&m.session.check, Ty::of_bound(object))?;
    if !m.session.check.own.contains(class) && changes_table(class, text)? {
        return Err(at.refused(m));
    }
    let own_register = text == "register" && registers_for_itself(m, class)?;
    if text == "register" && !own_register && meta.denies(text) && !facts.denies(text) && !is_metaclass_member(ty, name) {
        return (wrapper_calls::table()?.guard)(m.py(), (at.fetch)()?, Look::Subject, 0);
    }
    if let Some(found) = (wrapper_calls::table()?.lineage)(m, class, at, text)? {
        return Ok(found);
    }
    if names::fixed_attribute_refusal(text) || facts.denies(text) || (meta.denies(text) && !own_register) {
        return Err(at.refused(m));
    }
    if ty.has(TEXT) && matches!(text, "format" | "format_map") && definer(m, class, name)? != Definer::Own {
        return str_format::unbound(m.py(), text);
    }
    if let Some(guarded) = (wrapper_calls::table()?.class_member)(m, at, &facts, text)? {
        return Ok(guarded);
    }
    let unbound = unbound_methods::is_unbound(ty, name);
    if is_dunder(text) {
        let found = special(m, class, &facts, at, text)?;
        if unbound {
            return unbound_methods::guard(m, class, found);
        }
        // What changes with the class alone is not asked for again: functions of the code, and what a class in C has.
        let lasts = engine_types::is_function(&found) || type_access::is_immutable(class);
        if lasts && ty.lookup(name).is_some_and(|held| held.as_ptr() == found.ptr()) {
            plain.keep(ty, name, Verdict::Plain);
        }
        return Ok(found);
    }
    if text.starts_with('_') && !names::public_underscore(text) && !private_allowed(m, class, &facts, name)? {
        return Err(at.refused(m));
    }
    if let Some(copy) = shared_copy(m, ty, name)? {
        return Ok(copy);
    }
    if unbound {
        return unbound_methods::guard(m, class, at.admitted(m)?);
    }
    plain.keep(ty, name, Verdict::Plain);
    at.admitted(m)
}

/// Whether the class itself has the name, not its metaclass for it.
fn is_metaclass_member(class: Ty<'_>, name: &Bound<'_, PyString>) -> bool {
    class.lookup(name).is_some()
}

/// Whether what `__new__` of the class gives lacks what `__init__` puts there, which C code may count on.
fn is_half_made(py: Python<'_>, class: &Bound<'_, PyType>) -> bool {
    let object = py.get_type::<PyAny>();
    let name = pyo3::intern!(py, "__init__");
    let init = |class: &Bound<'_, PyType>| Ty::from_class(class).lookup(name).map(|found| found.as_ptr());
    NEW.of(class) != NEW.of(&object) && init(class) != init(&object) && !is_builtin(class)
}

/// Whether `__init__` of the class is a function of C code, which may not expect to be called again.
fn is_made_in_c(py: Python<'_>, class: &Bound<'_, PyType>) -> bool {
    let found = Ty::from_class(class).lookup(pyo3::intern!(py, "__init__"));
    found.is_some_and(|found| !unbound_methods::is_library_function(&found)) && !is_builtin(class)
}

fn is_of_the_engine(class: &Bound<'_, PyType>) -> bool {
    let address = class.as_type_ptr();
    address == engine_types::function_type() || engine_types::generator_types().contains(&address)
}

fn is_builtin(class: &Bound<'_, PyType>) -> bool {
    let home = known(class.py()).and_then(|known| known.module_name(class));
    home.is_ok_and(|home| matches!(home.as_str(), "builtins" | "collections" | "datetime" | "functools"))
}

/// Whether the method changes what a class of a library holds for everyone.
fn changes_table(class: &Bound<'_, PyType>, text: &str) -> R<bool> {
    let mut tables = objects::CLASS_TABLES.iter().filter(|(_, names)| names.contains(&text)).peekable();
    if tables.peek().is_none() {
        return Ok(false);
    }
    let home = known(class.py())?.module_name(class)?;
    Ok(tables.any(|(top, _)| home.split('.').next() == Some(top)))
}

/// Whether what is registered for a class of the code is so for no abstract class of others, which ask those below them.
fn registers_for_itself(m: &RunContext, class: &Bound<'_, PyType>) -> R<bool> {
    let is_plain = |base: &Bound<'_, PyType>| {
        let plain = ["ABC", "Generic", "Protocol", "object"].iter().any(|name| type_access::is_called(base, name));
        plain || m.session.check.own.contains(base)
    };
    Ok(m.session.check.own.contains(class) && known(m.py())?.mro(class)?.iter().all(is_plain))
}

/// Containers that a class of others holds are everybody's: the code gets a copy.
pub fn shared_copy(m: &RunContext, ty: Ty<'_>, name: &Bound<'_, PyString>) -> R<Option<Value>> {
    let Some(found) = ty.lookup(name) else { return Ok(None) };
    if !module::is_container(&found) || defined_by_code(m, ty, name)? {
        return Ok(None);
    }
    module::own_copy(m, value_filter::admit(m, Value::from_bound(found))?).map(Some)
}

/// Whether what was found at an object is its class's, or the object is everybody's with all its tables: a function of a library
/// that is no wrapper of one of the code.
pub fn holds_for_all(m: &RunContext, at: &Place<'_, '_>, found: &Bound<'_, PyAny>) -> R<bool> {
    let ty = Ty::of_bound(at.object);
    let facts = info(&m.session.check, ty)?;
    if facts.kind == Kind::Function {
        let of_library = m.session.check.is_library(m.py(), &value_filter::function_home(at.object));
        let inner = at.object.getattr(intern!(m.py(), "__wrapped__")).ok();
        let is_own =
            |inner: &Bound<'_, PyAny>| info(&m.session.check, Ty::of_bound(inner)).is_ok_and(|inner| inner.kind == Kind::OwnFunction);
        return Ok(of_library && module::is_container(found) && !inner.as_ref().is_some_and(is_own));
    }
    Ok(facts.tables || ty.lookup(at.name).is_some_and(|held| held.is(found)))
}

fn defined_by_code(m: &RunContext, ty: Ty<'_>, name: &Bound<'_, PyString>) -> R<bool> {
    Ok(definer(m, &ty.to_bound(m.py()), name)? == Definer::Own)
}

/// Which class of the MRO defines a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Definer {
    Own,
    Other,
    Nobody,
}

pub fn definer(m: &RunContext, class: &Bound<'_, PyType>, name: &Bound<'_, PyString>) -> R<Definer> {
    let known = known(m.py())?;
    for base in known.mro(class)? {
        if api::own_attribute(&base, name).is_some_and(|found| !getattr_hook::is_inherited(&found)) {
            return Ok(if m.session.check.own.contains(&base) { Definer::Own } else { Definer::Other });
        }
    }
    Ok(Definer::Nobody)
}

/// Whether it is a private name (`self.__name`) of a class of the code, and of no other class above it.
pub fn is_private_to_own(m: &RunContext, class: &Bound<'_, PyType>, text: &str) -> R<bool> {
    let known = known(m.py())?;
    let classes = known.mro(class)?;
    let mut found = false;
    for base in classes.iter().filter(|base| m.session.check.own.contains(base)) {
        found = found || names::is_private_of(&known.qualname(base)?, text);
    }
    for base in classes.iter().filter(|base| found && !m.session.check.own.contains(base)) {
        if private_names::is_kept_by(base, text)? {
            return Ok(false);
        }
    }
    Ok(found)
}

fn private_allowed(m: &RunContext, class: &Bound<'_, PyType>, facts: &TypeInfo, name: &Bound<'_, PyString>) -> R<bool> {
    let own = m.session.check.own.contains(class);
    Ok(match definer(m, class, name)? {
        Definer::Own => own,
        Definer::Other => own && facts.pure || facts.hands_down(&name.to_string_lossy()),
        // A metaclass of the code may define it; where no other does, there is nothing to keep.
        Definer::Nobody if keeps_it(m, class, name)? => false,
        Definer::Nobody => {
            own && (facts.pure || facts.known_bases || asks_code(m, class, name)?)
                || looks_only_there(class, name)
                || is_private_to_own(m, class, &name.to_string_lossy())?
        }
    })
}

/// Whether a metaclass of the host's program has the name, for its classes.
fn keeps_it(m: &RunContext, class: &Bound<'_, PyType>, name: &Bound<'_, PyString>) -> R<bool> {
    let metaclass = class.get_type();
    Ok(definer(m, &metaclass, name)? == Definer::Other && classes::derives_from_host(m, &metaclass)?)
}

/// Whether it is the code that answers for a name that the class does not have: its metaclass has the name, or nothing but a
/// function of the code is asked for it. (Metaclasses of the host's program may keep what is private there.)
fn asks_code(m: &RunContext, class: &Bound<'_, PyType>, name: &Bound<'_, PyString>) -> R<bool> {
    let metaclass = class.get_type();
    Ok(match definer(m, &metaclass, name)? {
        Definer::Own => true,
        Definer::Other => false,
        Definer::Nobody => m.session.check.own.contains(&metaclass) && is_pure_metaclass(m, &metaclass)?,
    })
}

fn is_pure_metaclass(m: &RunContext, metaclass: &Bound<'_, PyType>) -> R<bool> {
    let plain = metaclass.py().get_type::<PyType>();
    let classes = known(metaclass.py())?.mro(metaclass)?;
    Ok(classes.iter().all(|class| m.session.check.own.contains(class) || class.is(&plain) || is_builtin(class)))
}

/// Whether reading `name` on the class looks into it and those it inherits from, and does nothing else.
fn looks_only_there(class: &Bound<'_, PyType>, name: &Bound<'_, PyString>) -> bool {
    let metaclass = class.get_type();
    GETATTR.of(&metaclass) == GETATTR.of(&class.py().get_type::<PyType>()) && Ty::from_class(&metaclass).lookup(name).is_none()
}

fn special(m: &RunContext, class: &Bound<'_, PyType>, facts: &TypeInfo, at: &Place<'_, '_>, text: &str) -> R<Value> {
    let name = at.name;
    let own = m.session.check.own.contains(class);
    let by = definer(m, class, name)?;
    let is_metaclass = Ty::from_class(class).has(CLASS);
    let fetch = || -> R<Value> { at.admitted(m) };
    match text {
        // The types of the engine show their objects' own.
        "__module__" if is_of_the_engine(class) => Ok(Value::string(m.py(), "builtins")),
        "__doc__" if is_of_the_engine(class) => Ok(Value::NONE),
        _ if names::descriptive(text) => fetch(),
        "__getattribute__" | "__setattr__" | "__delattr__" | "__getattr__" => {
            if by == Definer::Own {
                fetch()
            } else {
                access_functions::raw_access(m, (at.fetch)()?, name, false)
            }
        }
        "__new__" if is_metaclass => access_functions::class_maker_of(m, (at.fetch)()?),
        "__call__" if is_metaclass && by != Definer::Own => fetch(),
        "__new__" if own && by != Definer::Own && unfilled_objects::is_filled_by_init(class) => Err(at.refused(m)),
        "__new__" if own || by == Definer::Own => fetch(),
        "__new__" if !facts.pure => Err(at.refused(m)),
        "__new__" if is_half_made(m.py(), class) => (wrapper_calls::table()?.guard)(m.py(), (at.fetch)()?, Look::Subject, 0),
        "__new__" => fetch(),
        "__init__" if fills_again(m.py(), Ty::from_class(class), name) => fetch(),
        "__init__" if !own && by == Definer::Other && is_made_in_c(m.py(), class) => {
            (wrapper_calls::table()?.guard)(m.py(), (at.fetch)()?, Look::Subject, 0)
        }
        "__members__" | "__annotations__" | "__dataclass_fields__" if !own || text != "__annotations__" => copied(m, at, facts),
        "__private_attributes__" if own && by == Definer::Own => copied(m, at, facts),
        _ if own && names::shows_private(text) && !facts.pure && !facts.known_bases => Err(at.refused(m)),
        "__annotations__"
        | "__init__"
        | "__slots__"
        | "__match_args__"
        | "__orig_bases__"
        | "__parameters__"
        | "__args__"
        | "__origin__"
        | "__version__"
        | "__type_params__"
        | "__total__"
        | "__required_keys__"
        | "__optional_keys__"
        | "__abstractmethods__"
        | "__static_attributes__"
        | "__firstlineno__"
        | "__final__"
        | "__bound__"
        | "__constraints__" => fetch(),
        "__dict__" if own || class.is(m.py().get_type::<PyAny>()) => namespace(m, class),
        "__dict__" => Err(at.refused(m)),
        "__class__" if own => type_object::class_of(m, &Value::from_bound(class.clone().into_any())),
        "__class__" => Err(at.refused(m)),
        _ if names::harmless_special(text) || by == Definer::Own => fetch(),
        "__init_subclass__" | "__prepare__" | "__instancecheck__" | "__subclasscheck__" if own || is_metaclass => fetch(),
        _ if own && by == Definer::Nobody => fetch(),
        _ => Err(at.refused(m)),
    }
}

/// What the class itself holds now, undescribed, in its order. What the code may not read by its name is left out.
fn namespace(m: &RunContext, class: &Bound<'_, PyType>) -> R<Value> {
    let shown = PyDict::new(m.py());
    let before = m.session.check.refusals.pause();
    let filled = fill(m, class, &shown);
    m.session.check.refusals.resume(before);
    filled?;
    (wrapper_calls::table()?.view)(shown)
}

/// What a class of the code itself holds under the name, as its `__dict__` shows it.
pub fn held(m: &RunContext, class: &Bound<'_, PyType>, name: &Bound<'_, PyString>) -> R<Option<Value>> {
    let found = api::own_attribute(class, name).filter(|_| m.session.check.own.contains(class));
    let Some(found) = found else { return Ok(None) };
    let before = m.session.check.refusals.pause();
    let entry = entry(m, class, name, &found);
    m.session.check.refusals.resume(before);
    entry
}

fn fill(m: &RunContext, class: &Bound<'_, PyType>, shown: &Bound<'_, PyDict>) -> R<()> {
    let held = known(m.py())?.namespace(class)?.call_method0("copy")?.cast_into::<PyDict>().map_err(PyErr::from)?;
    for (name, value) in held {
        let Some(text) = exact_text(&name) else { continue };
        if let Some(entry) = entry(m, class, &text, &value)? {
            shown.set_item(name, entry.to_bound(m.py())?)?;
        }
    }
    Ok(())
}

/// A value that the class holds under the name, as the code may have it; `None` for what it may not.
pub fn entry(m: &RunContext, class: &Bound<'_, PyType>, name: &Bound<'_, PyString>, value: &Bound<'_, PyAny>) -> R<Option<Value>> {
    if getattr_hook::is_blocked(value) || type_object::is_stand_in(value) {
        return Ok(None);
    }
    if let Some(hook) = getattr_hook::wrapped(value).or_else(|| array_sizes::wrapped(value)) {
        return Ok(Some(Value::from_bound(hook)));
    }
    if let Some(instead) = (wrapper_calls::table()?.instead_of_forbidden)(m, value)? {
        return Ok(Some(instead));
    }
    let fetch = || Ok(value.clone());
    match get(m, &Place { object: class.as_any(), name, how: Use::Read, fetch: &fetch }) {
        Ok(found) => Ok(Some(found)),
        Err(Exc) => {
            let error = PyErr::fetch(m.py());
            if refusals::is_refusal(m.py(), &error) {
                Ok(None)
            } else {
                Err(error.into())
            }
        }
    }
}

/// Tables of a class (dicts that it shares, views of its own) as a dict of the code's own, or a view of one.
fn copied(m: &RunContext, at: &Place<'_, '_>, facts: &TypeInfo) -> R<Value> {
    let table = (at.fetch)()?;
    // The metaclass itself has what makes them.
    let Ok(held) = table.cast::<pyo3::types::PyMapping>() else { return value_filter::admit(m, Value::from_bound(table)) };
    let copy = PyDict::new(m.py());
    copy.update(held)?;
    let class = at.object.cast::<PyType>()?;
    if is_typed_dict(class) {
        return value_filter::admit(m, Value::from_bound(copy.into_any()));
    }
    let own = m.session.check.own.contains(class);
    let view = known(m.py())?.is(Ty::of_bound(&table).addr(), "MappingProxyType");
    for name in copy.keys().iter().filter(namespaces::is_private) {
        if !own || !facts.pure && !facts.known_bases && is_of_others(m, class, at.name, &name)? {
            copy.del_item(name)?;
        }
    }
    if view {
        return (wrapper_calls::table()?.view)(copy);
    }
    value_filter::admit(m, Value::from_bound(copy.into_any()))
}

/// Whether what it annotates are keys of dicts.
fn is_typed_dict(class: &Bound<'_, PyType>) -> bool {
    let metaclass = class.get_type();
    type_access::is_called(&metaclass, "_TypedDictMeta") && is_named(class.py(), metaclass.as_any(), "typing", "_TypedDictMeta")
}

/// Whether a class that the code did not make, and that this one derives from, has the entry in its own table.
fn is_of_others(m: &RunContext, class: &Bound<'_, PyType>, table: &Bound<'_, PyString>, entry: &Bound<'_, PyAny>) -> R<bool> {
    let known = known(m.py())?;
    for base in known.mro(class)?.iter().filter(|base| !m.session.check.own.contains(base)) {
        let namespace = known.namespace(base)?;
        if namespace.contains(table)? && namespace.get_item(table)?.contains(entry)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// May `name` of the class be written or deleted?
pub fn check_change(m: &RunContext, object: &Bound<'_, PyAny>, name: &Bound<'_, PyString>, how: Use) -> R<()> {
    let class = object.cast::<PyType>()?;
    let text = name.to_string_lossy();
    // The interpreter says so itself.
    if type_access::is_immutable(class) {
        return Ok(());
    }
    let fixed = matches!(text.as_ref(), "__class__" | "__dict__" | "__subclasscheck__");
    let may_change = m.session.check.own.contains(class) || !text.starts_with('_') && is_of_one_mock(m, class)?;
    if !may_change || fixed || names::fixed_attribute_refusal(&text) {
        return Err(refused(m, &text, how));
    }
    if how == Use::Write {
        classes::check_member(m, &text)?;
    }
    Ok(())
}

/// Whether `unittest.mock` made the class for one mock, whose public attributes may be set: that is where properties of it go
/// (`type(mock).name = PropertyMock()`).
fn is_of_one_mock(m: &RunContext, class: &Bound<'_, PyType>) -> R<bool> {
    let py = m.py();
    if !info(&m.session.check, Ty::from_class(class))?.mock || known(py)?.module_name(class)? != "unittest.mock" {
        return Ok(false);
    }
    let shared = api::module(py, "unittest.mock")?.getattr_opt(class.name()?)?;
    Ok(!shared.is_some_and(|shared| shared.is(class)))
}

/// Descriptors of `super` objects, which a class attribute of the same name cannot hide.
fn super_self<'py>(object: &Bound<'py, PyAny>) -> R<Bound<'py, PyAny>> {
    static DESCRIPTOR: Once<Py<PyAny>> = Once::new();
    let py = object.py();
    let descriptor = DESCRIPTOR.get_or_make(py, || {
        let class = api::module(py, "builtins")?.getattr("super")?;
        class.getattr("__dict__")?.get_item("__self__").map(Bound::unbind)
    })?;
    Ok(descriptor.bind(py).call_method1("__get__", (object,))?)
}

/// `super().name`
pub fn super_get(m: &RunContext, object: &Bound<'_, PyAny>, name: &Bound<'_, PyString>, how: Use) -> R<Value> {
    let text = name.to_string_lossy();
    let text = text.as_ref();
    let receiver = super_self(object)?;
    let is_class = Ty::of_bound(&receiver).has(CLASS);
    let facts = info(&m.session.check, Ty::of_bound(&receiver))?;
    let mut denied = names::fixed_attribute_refusal(text) && text != names::REDUCE || facts.denies(text);
    let mut own = facts.kind == Kind::Own;
    let mut pure = facts.pure && own;
    let mut guest = own && !facts.pure && !facts.known_bases;
    if let (true, Ok(class)) = (is_class, receiver.cast::<PyType>()) {
        let class_facts = info(&m.session.check, Ty::from_class(class))?;
        own = m.session.check.own.contains(class);
        pure = own && class_facts.pure;
        guest = own && !class_facts.pure && !class_facts.known_bases;
        denied |= class_facts.denies(text);
    }
    if denied || (guest && names::shows_private(text)) {
        return Err(refused(m, text, how));
    }
    let found = || -> R<Bound<'_, PyAny>> { Ok(object.getattr(name)?) };
    match text {
        "__getattribute__" | "__getattr__" | "__setattr__" | "__delattr__" => return access_functions::raw_access(m, found()?, name, true),
        "__dir__" if own && access_functions::is_common_dir(&receiver, &found()?)? => {
            return access_functions::raw_access(m, found()?, name, true);
        }
        "__dir__" if own && access_functions::is_own_method(m, &found()?)? => {}
        "__class__" | "__dict__" | "__dir__" | "__getstate__" => return Err(refused(m, text, how)),
        "__new__" if receiver.cast::<PyType>().is_ok_and(|c| Ty::from_class(c).has(CLASS)) => {
            return access_functions::class_maker_of(m, found()?);
        }
        _ => {}
    }
    let resolved = found()?;
    if let Some(guarded) = (wrapper_calls::table()?.super_member)(m, &receiver, text, &resolved)? {
        return Ok(guarded);
    }
    let written_by_code = access_functions::is_own_method(m, &resolved)? || is_own_function(m, &resolved)?;
    // (A state that no library wrote leads C code astray. Some classes of Python code hand down how they read theirs.)
    let of_state = text == names::REDUCE || text == "__setstate__" && !facts.hands_down(text);
    if !written_by_code && (of_state || names::hands_over_memory(text)) {
        return Err(refused(m, text, how));
    }
    let allowed = written_by_code
        || (facts.kind == Kind::Property && is_accessor(m, &receiver, text)?)
        || if is_dunder(text) {
            own || names::harmless_special(text) || names::descriptive(text)
        } else if text.starts_with('_') {
            pure || names::public_underscore(text) || (own && facts.hands_down(text))
        } else {
            true
        };
    if !allowed {
        return Err(refused(m, text, how));
    }
    if let (true, Ok(class)) = (is_class, receiver.cast::<PyType>()) {
        // `super(A, A).__init__` is a function without its object.
        if unbound_methods::is_library_function(&resolved) {
            return unbound_methods::guard(m, class, value_filter::admit(m, Value::from_bound(resolved))?);
        }
    }
    value_filter::admit(m, Value::from_bound(resolved))
}

fn is_own_function(m: &RunContext, object: &Bound<'_, PyAny>) -> R<bool> {
    Ok(info(&m.session.check, Ty::of_bound(object))?.kind == Kind::OwnFunction)
}

// --- what classes hold round functions: properties, static methods, class methods

/// `prop.setter` and the like build new properties; the functions inside are shown if they are the code's, or builtin ones that it may
/// have.
pub fn of_property(m: &RunContext, at: &Place<'_, '_>) -> R<Value> {
    match &*at.name.to_string_lossy() {
        "getter" | "setter" | "deleter" | "__doc__" | "__set_name__" | "__isabstractmethod__" => at.admitted(m),
        "fget" | "fset" | "fdel" => {
            let found = (at.fetch)()?;
            match found.is_none() || is_own_function(m, &found)? || is_of_a_module(&found) {
                true => value_filter::admit(m, Value::from_bound(found)),
                false => Err(at.refused(m)),
            }
        }
        text if is_accessor(m, at.object, text)? => Ok(Value::from_bound((at.fetch)()?)),
        _ => Err(at.refused(m)),
    }
}

/// Whether it is what calls the functions of a property, which are the code's.
fn is_accessor(m: &RunContext, property: &Bound<'_, PyAny>, name: &str) -> R<bool> {
    Ok(matches!(name, "__get__" | "__set__" | "__delete__") && is_own_function(m, &property.getattr(pyo3::intern!(m.py(), "fget"))?)?)
}

/// Whether an attribute of a property may be set: what it says of itself, where its functions are the code's.
pub fn may_change_property(m: &RunContext, property: &Bound<'_, PyAny>, text: &str) -> R<bool> {
    Ok(matches!(text, "__doc__" | "__name__") && is_own_function(m, &property.getattr(pyo3::intern!(m.py(), "fget"))?)?)
}

/// Whether it is what a named tuple of the code's, and no class of others, has for one of its fields.
pub fn is_own_field(m: &RunContext, field: &Bound<'_, PyAny>) -> R<bool> {
    let py = m.py();
    if !labels::is_getter_of_field(field)? {
        return Ok(false);
    }
    let mut own = false;
    for class in py.get_type::<PyTuple>().call_method0(intern!(py, "__subclasses__"))?.try_iter()? {
        let class = class?.cast_into::<PyType>().map_err(PyErr::from)?;
        let holds = api::own_attributes(&class).is_some_and(|held| held.values().iter().any(|value| value.is(field)));
        if holds && !m.session.check.own.contains(&class) {
            return Ok(false);
        }
        own |= holds;
    }
    Ok(own)
}

/// Whether `__init__` of objects of this very type does nothing (that of `object`), or what other methods of theirs do: lists and sets
/// are filled again, dicts get more.
pub fn fills_again(py: Python<'_>, ty: Ty<'_>, name: &Bound<'_, PyString>) -> bool {
    let containers = [py.get_type::<PyList>(), py.get_type::<PyDict>(), py.get_type::<PySet>()];
    let of_object = || Ty::from_class(&py.get_type::<PyAny>()).lookup(name);
    containers.iter().any(|class| class.as_ptr() as usize == ty.addr())
        || ty.lookup(name).is_some_and(|held| of_object().is_some_and(|nothing| held.is(&nothing)))
}

/// Whether it is what a static method or class method lies round, or binds, and that is a function of the code, or a builtin one.
pub fn is_inside_own(m: &RunContext, at: &Place<'_, '_>) -> R<bool> {
    if !matches!(&*at.name.to_string_lossy(), "__func__" | "__wrapped__" | "__get__") {
        return Ok(false);
    }
    let class = at.object.get_type();
    let builtins = api::module(m.py(), "builtins")?;
    let is_one = |name: &str| R::Ok(class.is_subclass(&builtins.getattr(name)?)?);
    if !(is_one("staticmethod")? || is_one("classmethod")?) {
        return Ok(false);
    }
    let inner = at.object.getattr(pyo3::intern!(m.py(), "__func__"))?;
    Ok(is_own_function(m, &inner)? || is_of_a_module(&inner))
}

/// Whether it is a builtin function, of a module or of none.
fn is_of_a_module(object: &Bound<'_, PyAny>) -> bool {
    type_access::builtin_function(object).is_some_and(|(_, receiver)| receiver.is_none_or(|receiver| receiver.is_instance_of::<PyModule>()))
}
