//! Functions of the interpreter that are guarded in themselves, not on the way to them (`front::policy::natives` names them):
//! C code that composes C functions reaches them unseen by the gate.
//!
//! Their entries in the method tables of the interpreter are replaced, once per process: the function objects stay what
//! they are, and outside of sandboxed code a call costs one look at a flag more.
#![allow(unsafe_code, reason = "entries of the interpreter's method tables are wrapped")]

use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicPtr, Ordering};

use pyo3::ffi::{self, PyObject, Py_ssize_t};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFunction, PyModule, PyString, PyTuple, PyType};
use pyo3::Borrowed;

use crate::budget::originals::{trampolines, MOST};
use crate::cpython::api;
use crate::cpython::builtin_types::known;
use crate::cpython::call_stack::{self, Caller};
use crate::cpython::frames;
use crate::cpython::hooks::{table, Method, FASTCALL_KEYWORDS, VARARGS_KEYWORDS};
use crate::cpython::once::Once;
use crate::cpython::type_access::{self, exact_text, Ty, CLASS, PLAIN};
use crate::cpython::value::{attached, Value, R};
use crate::front::policy::defence_layers::{self, Net};
use crate::front::policy::natives::{guarded, public_name, Rule};
use crate::front::policy::objects::denied_home;
use crate::front::policy::{fixed_attribute_refusal, names};
use crate::sandbox::attributes::{self, access_functions, refused, Use};
use crate::sandbox::classes::getattr_hook;
use crate::sandbox::memory::array_interfaces;
use crate::sandbox::natives::outer_frames;
use crate::sandbox::type_info::{info, is_found_at, is_named};
use crate::sandbox::wrappers::str_format::{format_map, format_text, has_paths};
use crate::sandbox::{classes, granted_paths, lazy_imports, value_filter};
use crate::session::current::{with_current, with_run};
use crate::session::run_context::RunContext;
use crate::session::scope::sandboxed;
use crate::session::state::type_info::Kind;
use crate::session::{panics, refusals};

static ORIGINALS: [AtomicPtr<()>; MOST] = [const { AtomicPtr::new(ptr::null_mut()) }; MOST];
/// Calling conventions, where they must be known.
static FLAGS: [AtomicI32; MOST] = [const { AtomicI32::new(0) }; MOST];
/// Those that list names.
static LISTS: [AtomicBool; MOST] = [const { AtomicBool::new(false) }; MOST];
/// Those that read an attribute.
static READS: [AtomicBool; MOST] = [const { AtomicBool::new(false) }; MOST];

static PLAINS: [ffi::PyCFunction; MOST] = trampolines!(plain);
static KEYWORDS: [ffi::PyCFunctionWithKeywords; MOST] = trampolines!(keywords);
static FASTS: [ffi::PyCFunctionFast; MOST] = trampolines!(fast);
static FAST_KEYWORDS: [ffi::PyCFunctionFastWithKeywords; MOST] = trampolines!(fast_keywords);

/// Wraps the entries, once per process.
pub fn install(py: Python<'_>) -> PyResult<()> {
    let builtin = py.import("sys")?.getattr("builtin_module_names")?;
    // Those of one module follow one another: it is looked for once (a million instructions less for the first executor).
    let mut last = ("", None);
    for (number, &(module, name, rule)) in guarded().iter().enumerate() {
        if last.0 != module {
            last = (module, holder(module, &builtin)?);
        }
        if let Some(function) = last.1.as_ref().and_then(|holder| holder.getattr(name).ok()) {
            READS[number].store(matches!(rule, Rule::Read | Rule::Test), Ordering::Release);
            LISTS[number].store(rule == Rule::Names, Ordering::Release);
            wrap(number, &function);
        }
    }
    Ok(())
}

/// What has the functions of this module, if the interpreter brings it.
fn holder<'py>(module: &str, builtin: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
    let py = builtin.py();
    match module {
        "str" => Ok(Some(PyString::new(py, "").into_any())),
        _ if builtin.contains(module)? => Ok(Some(api::module(py, module)?.into_any())),
        _ => Ok(None),
    }
}

fn wrap(number: usize, function: &Bound<'_, PyAny>) {
    let Some(method) = Method::of(function) else { return };
    let flags = method.convention();
    let this = match flags {
        ffi::METH_VARARGS | ffi::METH_NOARGS | ffi::METH_O => PLAINS[number] as *mut (),
        VARARGS_KEYWORDS => KEYWORDS[number] as *mut (),
        ffi::METH_FASTCALL => FASTS[number] as *mut (),
        FASTCALL_KEYWORDS => FAST_KEYWORDS[number] as *mut (),
        _ => return,
    };
    let known = ORIGINALS[number].load(Ordering::Acquire);
    // (It is there again where it was taken back.)
    if known.is_null() || known == method.function() {
        FLAGS[number].store(flags, Ordering::Release);
        ORIGINALS[number].store(method.function(), Ordering::Release);
        // SAFETY: ATTACHED; the trampoline has the convention that the flags tell, and calls the function that was there.
        unsafe { method.exchange(this, &table::NATIVES) };
    }
}

/// What is done instead of the call, or with it.
enum Look {
    /// The call goes on.
    Pass,
    /// The call goes on; the namespace gets no `__builtins__` from it, but those that were lent to it again.
    Clean {
        namespace: Py<PyDict>,
        lent: bool,
    },
    /// The call goes on; what it gives is nobody's to have.
    Nothing,
    Done(Py<PyAny>),
}

unsafe extern "C" fn plain<const N: usize>(this: *mut PyObject, args: *mut PyObject) -> *mut PyObject {
    // SAFETY: stored by `wrap` from an entry of this convention; the interpreter calls attached, with borrowed objects:
    // a tuple, one object or null, as the entry's flags say.
    unsafe {
        let original: ffi::PyCFunction = std::mem::transmute(ORIGINALS[N].load(Ordering::Relaxed));
        let call = || match original(this, args) {
            // (A tuple, as `dir` takes it before 3.12 and from 3.13 on.)
            names if LISTS[N].load(Ordering::Relaxed) && ffi::PyTuple_GET_SIZE(args) == 1 => {
                without_blocked(names, ffi::PyTuple_GET_ITEM(args, 0))
            }
            result => result,
        };
        if !sandboxed() {
            return call();
        }
        let single = FLAGS[N].load(Ordering::Relaxed) != ffi::METH_VARARGS;
        let given = || match (Bound::from_borrowed_ptr_or_opt(attached(), args), single) {
            (None, _) => Ok(PyTuple::empty(attached())),
            (Some(one), true) => PyTuple::new(attached(), [one]),
            (Some(all), false) => Ok(all.cast_into::<PyTuple>()?),
        };
        looked::<N>(this, given, ptr::null_mut(), call)
    }
}

/// What `dir` gives, without names that stand in a class to keep them from being used: nobody finds anything there.
///
/// # Safety
/// A new reference or null, and the live object that the call was about.
unsafe fn without_blocked(names: *mut PyObject, object: *mut PyObject) -> *mut PyObject {
    // SAFETY: as `# Safety` says, which the caller keeps.
    unsafe {
        if names.is_null() || !getattr_hook::blocks() || ffi::PyList_CheckExact(names) == 0 {
            return names;
        }
        let (list, object) = (Bound::from_borrowed_ptr(attached(), names), Bound::from_borrowed_ptr(attached(), object));
        panics::contained((), || drop(getattr_hook::leave_out_blocked(list.cast_unchecked(), &object)));
        names
    }
}

unsafe extern "C" fn keywords<const N: usize>(this: *mut PyObject, args: *mut PyObject, named: *mut PyObject) -> *mut PyObject {
    // SAFETY: as in `plain`; a tuple, and a dict or null.
    unsafe {
        let original: ffi::PyCFunctionWithKeywords = std::mem::transmute(ORIGINALS[N].load(Ordering::Relaxed));
        if !sandboxed() {
            return original(this, args, named);
        }
        let given = || Ok(Bound::from_borrowed_ptr(attached(), args).cast_into::<PyTuple>()?);
        looked::<N>(this, given, named, || original(this, args, named))
    }
}

unsafe extern "C" fn fast<const N: usize>(this: *mut PyObject, args: *mut *mut PyObject, n: Py_ssize_t) -> *mut PyObject {
    // SAFETY: as in `plain`; `n` objects at `args`.
    unsafe {
        let original: ffi::PyCFunctionFast = std::mem::transmute(ORIGINALS[N].load(Ordering::Relaxed));
        let call = || match original(this, args, n) {
            names if LISTS[N].load(Ordering::Relaxed) && n == 1 => without_blocked(names, *args),
            result => result,
        };
        if !sandboxed() || READS[N].load(Ordering::Relaxed) && is_open_read(args, n) {
            return call();
        }
        looked::<N>(this, || gathered(args, n), ptr::null_mut(), call)
    }
}

unsafe extern "C" fn fast_keywords<const N: usize>(
    this: *mut PyObject,
    args: *const *mut PyObject,
    n: Py_ssize_t,
    names: *mut PyObject,
) -> *mut PyObject {
    // SAFETY: as in `fast`; values of keywords come after the others and are not looked at.
    unsafe {
        let original: ffi::PyCFunctionFastWithKeywords = std::mem::transmute(ORIGINALS[N].load(Ordering::Relaxed));
        if !sandboxed() {
            return original(this, args, n, names);
        }
        let named = Bound::from_borrowed_ptr_or_opt(attached(), names).and_then(|names| names.cast_into::<PyTuple>().ok());
        let named = named.map_or(0, |names| names.len() as Py_ssize_t);
        looked::<N>(this, || gathered(args.cast_mut(), n + named), ptr::null_mut(), || original(this, args, n, names))
    }
}

/// Whether library code reads by a name of its own, or what it may read of everything, as nearly all calls of `getattr` do:
/// `attribute` passes these, too, by ten times as many instructions.
///
/// # Safety
/// `n` borrowed objects at `args`.
#[inline]
unsafe fn is_open_read(args: *mut *mut PyObject, n: Py_ssize_t) -> bool {
    // SAFETY: as `# Safety` says, which the caller keeps.
    unsafe {
        if n < 2 || ffi::PyUnicode_CheckExact(*args.add(1)) == 0 || call_stack::is_floor() {
            return false;
        }
        let name = Borrowed::from_ptr(attached(), *args.add(1)).cast_unchecked::<PyString>();
        let object = Borrowed::from_ptr(attached(), *args);
        let is_open = || ffi::PyModule_Check(*args) == 0 && name.to_str().is_ok_and(|name| !is_hidden(name));
        is_known_open(&object) || is_open() || call_stack::says(attached(), &name)
    }
}

/// Whether library code may read everything of the object, as `is_foreign` found before of such: a class that is none of the
/// host's program, plain data, an object of the code's own. (`hasattr(type(obj), "__dataclass_fields__")`, where the name is in
/// a variable, and the list of names that are harmless was searched three times for each.)
fn is_known_open(object: &Bound<'_, PyAny>) -> bool {
    let ty = Ty::of_bound(object);
    let known = |m: &RunContext| {
        let state = &m.session.check;
        match object.cast::<PyType>() {
            Ok(class) => state.of_others.contains(Ty::from_class(class)),
            Err(_) if ty.has(PLAIN) => true,
            Err(_) => state.without_host.contains(ty) && state.types.find(ty).is_some_and(|facts| facts.kind == Kind::Own),
        }
    };
    with_current(known).unwrap_or(false)
}

/// # Safety
/// `n` borrowed objects at `args`.
unsafe fn gathered<'py>(args: *mut *mut PyObject, n: Py_ssize_t) -> PyResult<Bound<'py, PyTuple>> {
    // SAFETY: as `# Safety` says, which the caller keeps.
    let items = (0..n.max(0) as usize).map(|i| unsafe { Bound::from_borrowed_ptr(attached(), *args.add(i)) });
    PyTuple::new(attached(), items.collect::<Vec<_>>())
}

/// # Safety
/// `this` is borrowed, `named` a borrowed dict or null.
#[inline(never)]
unsafe fn looked<const N: usize>(
    this: *mut PyObject,
    given: impl Fn() -> PyResult<Bound<'static, PyTuple>>,
    named: *mut PyObject,
    call: impl FnOnce() -> *mut PyObject,
) -> *mut PyObject {
    let py = attached();
    if defence_layers::off(Net::Names) {
        return call();
    }
    // SAFETY: as `# Safety` says, which the caller keeps.
    let subject = unsafe { (Bound::from_borrowed_ptr_or_opt(py, this), Bound::from_borrowed_ptr_or_opt(py, named)) };
    let look = panics::contained(None, || match given().and_then(|args| look(py, N, &subject, &args)) {
        Ok(look) => Some(look),
        Err(error) => {
            error.restore(py);
            None
        }
    });
    match look {
        None => ptr::null_mut(),
        Some(Look::Pass) => call(),
        Some(Look::Done(result)) => result.into_ptr(),
        Some(Look::Nothing) => {
            let result = call();
            // SAFETY: the call gave a new reference, or null with an error.
            match unsafe { Bound::from_owned_ptr_or_opt(py, result) } {
                Some(_) => py.None().into_ptr(),
                None => ptr::null_mut(),
            }
        }
        Some(Look::Clean { namespace, lent }) => {
            let result = call();
            // An error on its way may be a panic of the engine: it goes on when it is taken.
            panics::contained(ptr::null_mut(), || {
                let error = PyErr::take(py);
                let namespace = namespace.bind(py);
                let _ = namespace.del_item(intern!(py, "__builtins__"));
                drop(PyErr::take(py));
                if lent {
                    drop(lend_import(namespace));
                }
                if let Some(error) = error {
                    error.restore(py);
                }
                result
            })
        }
    }
}

/// An object and keywords.
type Subject<'py> = (Option<Bound<'py, PyAny>>, Option<Bound<'py, PyAny>>);

fn look(py: Python<'_>, number: usize, (this, named): &Subject<'_>, args: &Bound<'_, PyTuple>) -> PyResult<Look> {
    let Some(&(module, name, rule)) = guarded().get(number) else { return Ok(Look::Pass) };
    match rule {
        Rule::Read | Rule::Test | Rule::Write | Rule::Delete => attribute(py, rule, args),
        Rule::Namespace | Rule::Names => match call_stack::caller(py) {
            Caller::Code if rule == Rule::Namespace => Ok(Look::Done(access_functions::vars(args, None)?.unbind())),
            Caller::Code => Ok(Look::Done(access_functions::dir(args, None)?.unbind())),
            _ => Ok(Look::Pass),
        },
        Rule::Format => match this.as_ref().and_then(exact_text) {
            Some(text) => format(&text, args, named.as_ref(), name == "format_map"),
            None => Ok(Look::Pass),
        },
        // Our own code imports like this, too: without a look at where files are.
        Rule::Import if call_stack::is_floor() => Ok(Look::Nothing),
        // (A library may have it under a name of its own.)
        Rule::Import => lazy_imports::check_call(args).map(|()| Look::Pass),
        Rule::Run => match call_stack::caller_of(py, &PyString::new(py, name)) {
            Caller::Code => Err(forbidden(py, name)),
            Caller::Library => Ok(without_builtins(py, args)),
            Caller::Host => Ok(Look::Pass),
        },
        Rule::Frame => Ok(outer_frames::instead(py, args)?.map_or(Look::Pass, |frame| Look::Done(frame.unbind()))),
        Rule::Process | Rule::Create | Rule::Descriptor => {
            let own = match rule {
                Rule::Process | Rule::Create => call_stack::caller_of(py, &PyString::new(py, name)) == Caller::Code,
                _ => call_stack::is_floor(),
            };
            let allowed = !own || with_run(py, |m| Ok(m.session.policy.borrow().authorizes(public_name(module))))?;
            if !allowed {
                return Err(forbidden(py, name));
            }
            if rule == Rule::Create {
                let path = args.get_item(0)?;
                with_run(py, |m| granted_paths::check_path(m, &path, true))?;
            }
            Ok(Look::Pass)
        }
    }
}

fn forbidden(py: Python<'_>, name: &str) -> PyErr {
    let refused = with_run(py, |m| Err::<(), _>(refusals::forbidden_function(m, name)));
    refused.err().unwrap_or_else(|| pyo3::exceptions::PyRuntimeError::new_err(name.to_owned()))
}

/// A format text that reads attributes or items, and is not library code's own, is the code's.
fn format(text: &Bound<'_, PyString>, args: &Bound<'_, PyTuple>, named: Option<&Bound<'_, PyAny>>, mapped: bool) -> PyResult<Look> {
    let py = text.py();
    if !has_paths(&text.to_string_lossy()) {
        return Ok(Look::Pass);
    }
    match call_stack::caller(py) {
        Caller::Host => return Ok(Look::Pass),
        Caller::Library if call_stack::knows(py, text) => return Ok(Look::Pass),
        _ => {}
    }
    let named = named.and_then(|named| named.cast::<PyDict>().ok());
    if mapped && args.len() != 1 {
        return Ok(Look::Pass); // it says what is wrong
    }
    let made = with_run(py, |m| match (mapped, args.get_item(0)) {
        (true, Ok(mapping)) => format_map(m, text, mapping),
        _ => format_text(m, text, args, named),
    })?;
    Ok(Look::Done(made.unbind()))
}

/// A namespace of the code in which library code runs text: the interpreter would leave all its builtins in it.
fn without_builtins(py: Python<'_>, args: &Bound<'_, PyTuple>) -> Look {
    let Some(namespace) = args.get_item(1).ok().and_then(|given| given.cast_into_exact::<PyDict>().ok()) else { return Look::Pass };
    let held = |name| namespace.contains(PyString::intern(py, name)).unwrap_or(true);
    if defence_layers::off(Net::Namespaces) || held("__spec__") || call_stack::in_import_system(py) {
        return Look::Pass;
    }
    let lent = take_import(&namespace).unwrap_or(false);
    if held("__builtins__") {
        Look::Pass
    } else {
        Look::Clean { namespace: namespace.unbind(), lent }
    }
}

/// Puts `__import__` alone into a namespace that has no builtins: where functions of it are at work, C code imports by
/// what this says. Whether it did.
pub fn lend_import(namespace: &Bound<'_, PyDict>) -> PyResult<bool> {
    let py = namespace.py();
    if namespace.contains(intern!(py, "__builtins__"))? {
        return Ok(false);
    }
    let import = PyDict::new(py);
    import.set_item(intern!(py, "__import__"), builtin_import(py)?)?;
    namespace.set_item(intern!(py, "__builtins__"), import)?;
    Ok(true)
}

/// Takes out what `lend_import` put in; whether it was there.
pub fn take_import(namespace: &Bound<'_, PyDict>) -> PyResult<bool> {
    let name = intern!(namespace.py(), "__builtins__");
    let held = namespace.get_item(name)?.and_then(|held| held.cast_into_exact::<PyDict>().ok());
    let lent = held.is_some_and(|held| held.len() == 1 && is_import(&held).unwrap_or(false));
    if lent {
        namespace.del_item(name)?;
    }
    Ok(lent)
}

fn builtin_import(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    static IMPORT: Once<Py<PyAny>> = Once::new();
    // Not by an import, which may be what fails.
    let found = || -> PyResult<Py<PyAny>> {
        // SAFETY: attached; borrowed from the running frame or the interpreter.
        let builtins = unsafe { Bound::from_borrowed_ptr(py, ffi::PyEval_GetBuiltins()) };
        Ok(builtins.get_item(intern!(py, "__import__"))?.unbind())
    };
    Ok(IMPORT.get_or_make(py, found)?.bind(py).clone())
}

fn is_import(held: &Bound<'_, PyDict>) -> PyResult<bool> {
    let import = builtin_import(held.py())?;
    Ok(held.get_item(intern!(held.py(), "__import__"))?.is_some_and(|found| found.is(&import)))
}

/// `getattr` and its like. Library code may read and write what it likes by names of its own; the names that it is given
/// by the code are looked at where they lead to objects of the host, modules and classes.
fn attribute(py: Python<'_>, rule: Rule, args: &Bound<'_, PyTuple>) -> PyResult<Look> {
    let (Ok(object), Ok(name)) = (args.get_item(0), args.get_item(1)) else { return Ok(Look::Pass) };
    let Some(name) = exact_text(&name) else { return Ok(Look::Pass) };
    let changes = matches!(rule, Rule::Write | Rule::Delete);
    if call_stack::is_floor() {
        return through_the_door(rule, args);
    }
    if rule == Rule::Write {
        if let (Ok(class), Ok(value)) = (object.cast::<PyType>(), args.get_item(2)) {
            with_run(py, |m| classes::check_class_change(m, class, &name.to_string_lossy(), &value))?;
        }
    }
    let hidden = is_hidden(&name.to_string_lossy());
    if hidden && !changes && is_compared_to_protocol(&object, &name) {
        return Ok(Look::Pass);
    }
    if !(changes || hidden || type_access::module_dict(&object).is_some()) {
        return Ok(Look::Pass);
    }
    let how = match rule {
        Rule::Write => Use::Write,
        Rule::Delete => Use::Delete,
        _ => Use::Read,
    };
    check_by_library(&object, &name, how).map(|()| Look::Pass)
}

/// Whether library code may read, write or delete what has this name there.
pub fn check_by_library(object: &Bound<'_, PyAny>, name: &Bound<'_, PyString>, how: Use) -> PyResult<()> {
    let py = object.py();
    let is_hook = || with_run(py, |m| Ok(classes::is_hook(m, object, name))).unwrap_or(false);
    // (All of these names begin so.)
    let is_special = how == Use::Write && name.to_string_lossy().starts_with("__");
    if is_special && (array_interfaces::is_name(name) || is_hook()) && !call_stack::knows(py, name) {
        return with_run(py, |m| Err(refused(m, &name.to_string_lossy(), how)));
    }
    if Ty::of_bound(object).has(PLAIN) || !with_run(py, |m| is_foreign(m, object, name, how))? || call_stack::knows(py, name) {
        return Ok(());
    }
    if how == Use::Read && !is_hidden(&name.to_string_lossy()) && call_stack::reads_through(py, name) {
        return Ok(());
    }
    if call_stack::caller(py) == Caller::Host || call_stack::in_import_system(py) || makes_signature(py, how) {
        return Ok(());
    }
    if how != Use::Read && call_stack::assigns(py, object, name) {
        return Ok(());
    }
    if how == Use::Read && call_stack::is_standard_code(py) && frames::is_known_around(py, name) {
        return Ok(());
    }
    with_run(py, |m| Err(refused(m, &name.to_string_lossy(), how)))
}

/// Whether `inspect` asks a class how it is called, by names of its own that one function of it gives another.
fn makes_signature(py: Python<'_>, how: Use) -> bool {
    how == Use::Read && call_stack::is_standard(py, "inspect.py", &["_signature_get_user_defined_method", "_get_method_of"])
}

/// Whether `typing` looks whether an object has what a protocol asks for, as it does before 3.12: all that comes of it is yes or no.
/// Nothing of the host's runs for it: it is a method or plain data of the class, or in the object's own dict, or nowhere.
fn is_compared_to_protocol(object: &Bound<'_, PyAny>, name: &Bound<'_, PyString>) -> bool {
    let ty = Ty::of_bound(object);
    let runs = |held: &Bound<'_, PyAny>| {
        !held.is_exact_instance_of::<PyFunction>() && Ty::of_bound(held).lookup(intern!(held.py(), "__get__")).is_some()
    };
    let runs_nothing = || !ty.lookup(name).is_some_and(|held| runs(&held)) && array_interfaces::is_ordinary(ty.reader());
    // The protocol itself is asked whether what it has under the name can be called.
    let is_class = || {
        let class = object.cast::<PyType>().ok();
        let own = |ty: Ty<'_>| ty.reader().map(|reader| reader as usize);
        let as_types = own(ty) == own(Ty::from_class(&object.py().get_type::<PyType>())) && ty.lookup(name).is_none();
        as_types && class.is_some_and(|class| !Ty::from_class(class).lookup(name).is_some_and(|held| runs(&held)))
    };
    cfg!(not(Py_3_12))
        && type_access::module_dict(object).is_none()
        && (type_access::looks_only_there(ty, name) || runs_nothing() || is_class())
        && call_stack::is_standard(object.py(), "typing.py", &["__instancecheck__", "<genexpr>"])
}

fn is_hidden(name: &str) -> bool {
    name.starts_with('_') && !names::harmless_special(name) || fixed_attribute_refusal(name)
}

fn through_the_door(rule: Rule, args: &Bound<'_, PyTuple>) -> PyResult<Look> {
    let py = args.py();
    let done = match rule {
        Rule::Read => access_functions::getattr(args, None)?.unbind(),
        Rule::Test => access_functions::hasattr(args, None)?.into_pyobject(py)?.to_owned().into_any().unbind(),
        Rule::Write => access_functions::setattr(args, None).map(|()| py.None())?,
        _ => access_functions::delattr(args, None).map(|()| py.None())?,
    };
    Ok(Look::Done(done))
}

/// Whether library code may not use a name on the object that it was given by the code.
fn is_foreign(m: &RunContext, object: &Bound<'_, PyAny>, name: &Bound<'_, PyString>, how: Use) -> R<bool> {
    let ty = Ty::of_bound(object);
    let facts = info(&m.session.check, ty)?;
    let changes = how != Use::Read;
    let hidden = || is_hidden(&name.to_string_lossy());
    Ok(match facts.kind {
        Kind::Module => {
            let name = value_filter::module_name(object);
            (changes || denied_home(&name) && !value_filter::module_allowed(m, object)) && !call_stack::is_same_package(m.py(), &name)
        }
        Kind::Class if ty.has(CLASS) => match object.cast::<PyType>()? {
            class if changes => is_settled(m, class, how)?,
            class => hidden() && is_of_host_program(m, class)? && is_there(m, class)?,
        },
        Kind::Host if facts.app => is_of_host_program(m, &object.get_type())? && !(changes && is_set_up(m, object)?),
        // Libraries set up what is theirs; what is another's they may change as the code may.
        Kind::Host => {
            changes
                && !is_of_same_package(m, object)?
                && !is_wrapper(m)
                && !attributes::is_settable(m, &Value::from_bound(object.clone()), name)?
        }
        Kind::Function | Kind::Method => {
            let host = || value_filter::is_host_code(m, &Value::from_bound(object.clone()));
            (changes || fixed_attribute_refusal(&name.to_string_lossy())) && host()
                || changes && !is_wrapper(m) && is_settled_function(m, object)?
        }
        Kind::Own => {
            let class = object.get_type();
            hidden() && classes::derives_from_host(m, &class)? && !attributes::class::is_private_to_own(m, &class, &name.to_string_lossy())?
        }
        _ => false,
    })
}

/// Whether a class is made: those that libraries are making for the code belong to no module yet.
fn is_there(m: &RunContext, class: &Bound<'_, PyType>) -> R<bool> {
    let (module, path) = (known(m.py())?.module_name(class)?, known(m.py())?.qualname(class)?);
    if m.session.check.own.has_our_module(class) {
        return Ok(false);
    }
    Ok(path.contains("<locals>") || is_found_at(m.py(), class, &module, &path))
}

/// A function of the host, or of others that is there by its name: not one that a library is making just now, or its own.
pub fn is_settled_function(m: &RunContext, function: &Bound<'_, PyAny>) -> R<bool> {
    let py = m.py();
    let home = value_filter::function_home(function);
    if is_host_home(m, &home) {
        return Ok(true);
    }
    let Some(path) = exact_text(&function.getattr(intern!(py, "__qualname__"))?) else { return Ok(true) };
    Ok(is_found_at(py, function, &home, &path.to_string_lossy()) && !call_stack::is_same_package(py, &home))
}

/// Whether the module of this name is of the host's own program, and neither authorized nor of the library at work.
pub fn is_host_home(m: &RunContext, home: &str) -> bool {
    !m.session.check.is_library(m.py(), home) && call_stack::is_host_module(m.py(), home) && !call_stack::is_same_package(m.py(), home)
}

/// Whether the class belongs to the host's own program, and the library at work is no part of it.
fn is_of_host_program(m: &RunContext, class: &Bound<'_, PyType>) -> R<bool> {
    let (state, ty) = (&m.session.check, Ty::from_class(class));
    if state.of_others.contains(ty) {
        return Ok(false);
    }
    let (py, home) = (m.py(), known(m.py())?.module_name(class)?);
    let own = state.own.contains(class);
    if !own && call_stack::is_host_module(py, &home) {
        return Ok(!call_stack::is_same_package(py, &home));
    }
    // (Of a module that is not loaded nothing is known yet.)
    if own || api::loaded_modules(py).is_some_and(|modules| modules.contains(&home).unwrap_or(false)) {
        state.of_others.insert(ty);
    }
    Ok(false)
}

/// Whether a library gives a wrapper of its own the names of what it wraps. (The code has an `update_wrapper` that is guarded.)
fn is_wrapper(m: &RunContext) -> bool {
    call_stack::is_standard(m.py(), "functools.py", &["update_wrapper"])
}

/// Whether the library at work sets up what its own class gave an object of the host, or fills a copy of such an object.
fn is_set_up(m: &RunContext, object: &Bound<'_, PyAny>) -> R<bool> {
    let Some(first) = frames::first_argument(m.py()) else { return Ok(false) };
    if first.is(object) {
        return derives_from_package_at_work(m, object);
    }
    Ok(call_stack::is_standard(m.py(), "copy.py", &["_reconstruct"]) && first.get_type().is(object.get_type()))
}

/// Whether the object's class is of the package of the library at work, or derives from one whose method is at work, or
/// the library makes another such object.
pub fn is_of_same_package(m: &RunContext, object: &Bound<'_, PyAny>) -> R<bool> {
    // (What the variables of the code at work are costs the most, and is asked last.)
    if is_of_package_at_work(m, &object.get_type())? {
        return Ok(true);
    }
    let Some(first) = frames::first_argument(m.py()) else { return Ok(false) };
    if !first.is(object) {
        return Ok(first.get_type().is(object.get_type()));
    }
    derives_from_package_at_work(m, object)
}

fn derives_from_package_at_work(m: &RunContext, object: &Bound<'_, PyAny>) -> R<bool> {
    let classes = known(m.py())?.mro(&object.get_type())?;
    classes.iter().map(|class| is_of_package_at_work(m, class)).try_fold(false, |any, one| Ok(any || one?))
}

fn is_of_package_at_work(m: &RunContext, class: &Bound<'_, PyType>) -> R<bool> {
    // (To ask the class takes 800 instructions, and is done for each attribute that pandas sets of its own.)
    match m.session.check.types.find(Ty::from_class(class)) {
        Some(facts) => Ok(call_stack::is_same_package(m.py(), &facts.module)),
        None => Ok(call_stack::is_same_package(m.py(), &known(m.py())?.module_name(class)?)),
    }
}

/// A class of others that is there by its name: not one that a library is making just now. A library adds to its own
/// classes; what is there it takes from nobody.
fn is_settled(m: &RunContext, class: &Bound<'_, PyType>, how: Use) -> R<bool> {
    if m.session.check.own.contains(class) {
        return Ok(false);
    }
    let known = known(m.py())?;
    let (module, name) = (known.module_name(class)?, known.qualname(class)?);
    if call_stack::sets_by_name(m.py()) {
        // Classes that `unittest.mock` makes for itself are its own.
        return Ok(module != "unittest.mock");
    }
    if module == "__main__" {
        let main = PyModule::import(m.py(), "__main__")?;
        return Ok(main.dict().get_item(name)?.is_some_and(|found| found.is(class)));
    }
    Ok(is_named(m.py(), class, &module, &name) && (how == Use::Delete || !call_stack::is_same_package(m.py(), &module)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_has_a_trampoline() {
        assert!(guarded().len() <= MOST);
    }
}
