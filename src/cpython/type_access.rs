//! Types looked at directly: flags, version, method cache. The few places of `check` that need it.
#![allow(unsafe_code, reason = "flags and method cache of type objects are read directly")]

use std::ffi::c_ulong;
use std::marker::PhantomData;

use pyo3::ffi;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple, PyType};

use crate::cpython::layout::dict::{self, Found};
use crate::cpython::once::Once;
use crate::cpython::static_types;
use crate::cpython::value::{Tag, Value};

extern "C" {
    /// Borrowed reference or null; goes through the interpreter's method cache.
    fn _PyType_Lookup(class: *mut ffi::PyTypeObject, name: *mut ffi::PyObject) -> *mut ffi::PyObject;
}

/// Values of these types cannot give access to anything: int, list, tuple, bytes, str and subclasses.
pub const PLAIN: c_ulong = ffi::Py_TPFLAGS_LONG_SUBCLASS
    | ffi::Py_TPFLAGS_LIST_SUBCLASS
    | ffi::Py_TPFLAGS_TUPLE_SUBCLASS
    | ffi::Py_TPFLAGS_BYTES_SUBCLASS
    | ffi::Py_TPFLAGS_UNICODE_SUBCLASS;
/// `PLAIN` without str: bits 24 to 27.
pub const DICT: c_ulong = ffi::Py_TPFLAGS_DICT_SUBCLASS;
pub const TEXT: c_ulong = ffi::Py_TPFLAGS_UNICODE_SUBCLASS;
pub const CLASS: c_ulong = ffi::Py_TPFLAGS_TYPE_SUBCLASS;
pub const EXCEPTION: c_ulong = ffi::Py_TPFLAGS_BASE_EXC_SUBCLASS;

/// The type of a live object, borrowed for as long as that object.
#[derive(Clone, Copy, Debug)]
pub struct Ty<'a> {
    ptr: *mut ffi::PyTypeObject,
    life: PhantomData<&'a ()>,
}

impl<'a> Ty<'a> {
    /// Type of `value`; unboxed ones have the builtin types, an unset one that of None.
    #[inline(always)]
    pub fn of(value: &'a Value) -> Ty<'a> {
        let ptr = match value.tag() {
            Tag::Object => value.type_ptr(),
            other => builtin(other),
        };
        Ty { ptr, life: PhantomData }
    }
    #[inline(always)]
    pub fn of_bound(object: &'a Bound<'_, PyAny>) -> Ty<'a> {
        Ty { ptr: object.get_type_ptr(), life: PhantomData }
    }
    /// The class itself (not its metaclass).
    pub fn from_class(class: &'a Bound<'_, PyType>) -> Ty<'a> {
        Ty { ptr: class.as_type_ptr(), life: PhantomData }
    }
    #[inline(always)]
    fn mapping(self) -> Option<&'a ffi::PyMappingMethods> {
        // SAFETY: as in `flags`; a table of slots lives as long as its type.
        unsafe { (*self.ptr).tp_as_mapping.as_ref() }
    }
    #[inline(always)]
    fn sequence(self) -> Option<&'a ffi::PySequenceMethods> {
        // SAFETY: as in `mapping`.
        unsafe { (*self.ptr).tp_as_sequence.as_ref() }
    }
    /// Whether items are read as those of `dict` are, up to what happens when a key is missing: it is `dict`, or a subclass
    /// that has its slot (`Counter`, `defaultdict`, `OrderedDict`, one of the code's own).
    #[inline(always)]
    pub fn reads_as_dict(self) -> bool {
        self.does_as_dict(|ty| ty.mapping()?.mp_subscript.map(|slot| slot as usize))
    }
    /// Whether items are set as those of `dict` are.
    #[inline(always)]
    pub fn stores_as_dict(self) -> bool {
        self.does_as_dict(|ty| ty.mapping()?.mp_ass_subscript.map(|slot| slot as usize))
    }
    /// Whether keys are looked for as in a `dict`.
    #[inline(always)]
    pub fn contains_as_dict(self) -> bool {
        self.does_as_dict(|ty| ty.sequence()?.sq_contains.map(|slot| slot as usize))
    }
    /// Whether items are counted as those of a `dict` are.
    #[inline(always)]
    pub fn measures_as_dict(self) -> bool {
        self.does_as_dict(|ty| ty.mapping()?.mp_length.map(|slot| slot as usize))
    }
    #[inline(always)]
    fn does_as_dict(self, slot: impl Fn(Ty<'_>) -> Option<usize>) -> bool {
        let dict = Ty { ptr: &raw mut ffi::PyDict_Type, life: PhantomData };
        self.ptr == dict.ptr || (self.has(DICT) && slot(self) == slot(dict))
    }
    /// Whether objects have a length.
    #[inline(always)]
    pub fn is_measured(self) -> bool {
        self.mapping().is_some_and(|slots| slots.mp_length.is_some()) || self.sequence().is_some_and(|slots| slots.sq_length.is_some())
    }
    /// Whether the type has a `__bool__`.
    #[inline(always)]
    pub fn says_truth(self) -> bool {
        // SAFETY: as in `mapping`.
        unsafe { (*self.ptr).tp_as_number.as_ref() }.is_some_and(|slots| slots.nb_bool.is_some())
    }
    #[inline(always)]
    pub fn addr(self) -> usize {
        self.ptr as usize
    }
    #[inline(always)]
    pub fn flags(self) -> c_ulong {
        // SAFETY: `ptr` is the type of a live object, kept alive by it for `'a`.
        unsafe { (*self.ptr).tp_flags as c_ulong }
    }
    #[inline(always)]
    pub fn has(self, flags: c_ulong) -> bool {
        self.flags() & flags != 0
    }
    /// What reads attributes of its objects.
    pub fn reader(self) -> Option<ffi::getattrofunc> {
        // SAFETY: as in `flags`.
        unsafe { (*self.ptr).tp_getattro }
    }
    /// Changes whenever the type or a base changes, and no two types share one. 0: none assigned.
    #[inline(always)]
    pub fn version(self) -> u32 {
        // SAFETY: as in `flags`.
        unsafe { (*self.ptr).tp_version_tag }
    }
    pub fn to_bound<'py>(self, py: Python<'py>) -> Bound<'py, PyType> {
        // SAFETY: as in `flags`; a type object is a PyType.
        unsafe { Bound::from_borrowed_ptr(py, self.ptr as *mut ffi::PyObject).cast_into_unchecked() }
    }
    /// What the classes of the MRO hold under `name`, as stored (no descriptor is called).
    pub fn lookup<'py>(self, name: &Bound<'py, PyString>) -> Option<Bound<'py, PyAny>> {
        // SAFETY: as in `flags`; the result is borrowed and referenced anew before anything else runs. An
        // error of a hostile key comparison leaves null and may leave an exception, which is cleared.
        unsafe {
            let found = _PyType_Lookup(self.ptr, name.as_ptr());
            if found.is_null() {
                ffi::PyErr_Clear();
                return None;
            }
            Some(Bound::from_borrowed_ptr(name.py(), found))
        }
    }
}

fn builtin(tag: Tag) -> *mut ffi::PyTypeObject {
    match tag {
        Tag::Int => &raw mut ffi::PyLong_Type,
        Tag::Bool => &raw mut ffi::PyBool_Type,
        Tag::Float => &raw mut ffi::PyFloat_Type,
        // SAFETY: None is immortal.
        _ => unsafe { ffi::Py_TYPE(ffi::Py_None()) },
    }
}

/// Whether the object is a slot of a builtin type bound to an object (`[].__len__`).
pub fn is_slot_method(object: &Bound<'_, PyAny>) -> bool {
    // Not every version exports the type.
    static TYPE: Once<usize> = Once::new();
    let py = object.py();
    let found = TYPE.get_or_make(py, || Ok::<_, PyErr>(PyString::new(py, "").getattr("__len__")?.get_type_ptr() as usize));
    found.is_ok_and(|address| *address == object.get_type_ptr() as usize)
}

/// Whether the object is a method of a builtin type that is not bound (`str.strip`).
pub fn is_method_descriptor(object: &Bound<'_, PyAny>) -> bool {
    object.get_type_ptr() == &raw mut ffi::PyMethodDescr_Type
}

/// Whether the object is a property, of whatever class.
pub fn is_property(object: &Bound<'_, PyAny>) -> bool {
    // SAFETY: ATTACHED; both are types.
    unsafe { ffi::PyType_IsSubtype(object.get_type_ptr(), &raw mut ffi::PyProperty_Type) != 0 }
}

/// Whether the object is a slot of a builtin type that is not bound (`str.__len__`).
pub fn is_slot_wrapper(object: &Bound<'_, PyAny>) -> bool {
    object.get_type_ptr() == &raw mut ffi::PyWrapperDescr_Type
}

/// Whether writing or deleting `name` on instances of this type does nothing but fail: the type has something under that name that
/// is only to be read, or they have no dict, and the type has nothing under that name that takes a value.
pub fn takes_no_attribute(ty: Ty<'_>, name: &Bound<'_, PyString>) -> bool {
    let p = ty.addr() as *mut ffi::PyTypeObject;
    // SAFETY: a live type; its fields are read only.
    let plain = unsafe { (*p).tp_setattro.is_some_and(|f| f as usize == ffi::PyObject_GenericSetAttr as *const () as usize) };
    if !plain {
        return false;
    }
    match ty.lookup(name) {
        None => !keeps_dict(ty),
        Some(found) if is_read_only(&found) => true,
        // SAFETY: the type of a live object.
        Some(found) => unsafe { !keeps_dict(ty) && (*ffi::Py_TYPE(found.as_ptr())).tp_descr_set.is_none() },
    }
}

/// What `object.__setattr__` does with an object whose nearest class in C sets attributes as that does; `None` for others, which it refuses.
pub fn set_as_object_does(object: &Bound<'_, PyAny>, name: &Bound<'_, PyString>, value: &Bound<'_, PyAny>) -> Option<PyResult<()>> {
    let mut class = object.get_type_ptr();
    // SAFETY: ATTACHED; the bases of a live type are live, and end with one in C.
    unsafe {
        while (*class).tp_flags as std::ffi::c_ulong & ffi::Py_TPFLAGS_HEAPTYPE != 0 && !(*class).tp_base.is_null() {
            class = (*class).tp_base;
        }
        if (*class).tp_setattro.map(|f| f as usize) != ffi::PyBaseObject_Type.tp_setattro.map(|f| f as usize) {
            return None;
        }
        let done = ffi::PyObject_GenericSetAttr(object.as_ptr(), name.as_ptr(), value.as_ptr());
        Some(if done == 0 { Ok(()) } else { Err(PyErr::fetch(object.py())) })
    }
}

/// Whether attributes of the class are set as those of classes are, and no metaclass is asked.
pub fn sets_as_type(class: &Bound<'_, PyType>) -> bool {
    // SAFETY: ATTACHED; a live class and that of classes; their fields are read only.
    unsafe {
        let metaclass = ffi::Py_TYPE(class.as_ptr());
        (*metaclass).tp_setattro.map(|f| f as usize) == ffi::PyType_Type.tp_setattro.map(|f| f as usize)
    }
}

/// Whether the interpreter refuses every change of the attributes of the class.
pub fn is_immutable(class: &Bound<'_, PyType>) -> bool {
    // SAFETY: ATTACHED; a live class, whose fields are read only.
    let flags = unsafe { (*class.as_type_ptr()).tp_flags };
    sets_as_type(class) && flags as std::ffi::c_ulong & ffi::Py_TPFLAGS_IMMUTABLETYPE != 0
}

/// Whether the object is a descriptor of the interpreter that comes before the dict of an object, and neither sets nor deletes.
pub fn is_read_only(object: &Bound<'_, PyAny>) -> bool {
    let (p, ty) = (object.as_ptr(), object.get_type_ptr());
    if ty == &raw mut ffi::PyProperty_Type {
        let lacks = |accessor| object.getattr(accessor).is_ok_and(|function| function.is_none());
        return lacks(intern!(object.py(), "fset")) && lacks(intern!(object.py(), "fdel"));
    }
    // SAFETY: ATTACHED; a live descriptor of exactly this type, whose table lives as long as its class.
    unsafe {
        if ty == &raw mut ffi::PyGetSetDescr_Type {
            return (*(*p.cast::<ffi::PyGetSetDescrObject>()).d_getset).set.is_none();
        }
        if ty == &raw mut ffi::PyMemberDescr_Type {
            let member = (*p.cast::<ffi::PyMemberDescrObject>()).d_member.cast::<ffi::PyMemberDef>();
            return (*member).flags & ffi::Py_READONLY != 0;
        }
    }
    false
}

/// Whether reading `name` on instances of this type does nothing but fail: they have no dict, and the type has nothing
/// under that name.
pub fn has_no_attribute(ty: Ty<'_>, name: &Bound<'_, PyString>) -> bool {
    !keeps_dict(ty) && looks_only_there(ty, name)
}

/// Whether reading `name` on instances of this type looks into their own dict, if any, and does nothing else.
pub fn looks_only_there(ty: Ty<'_>, name: &Bound<'_, PyString>) -> bool {
    let p = ty.addr() as *mut ffi::PyTypeObject;
    // SAFETY: a live type; its fields are read only.
    let plain = unsafe { (*p).tp_getattro.is_some_and(|f| f as usize == ffi::PyObject_GenericGetAttr as *const () as usize) };
    // Of a property it is the same function, behind a look at the native stack.
    (plain || p == &raw mut ffi::PyProperty_Type) && ty.lookup(name).is_none()
}

/// What `__mro__` of the class gives, unless it is still being made.
pub fn lineage<'py>(class: &Bound<'py, PyType>) -> Option<Bound<'py, PyTuple>> {
    // SAFETY: ATTACHED; a live type; null or a tuple, which is referenced anew at once.
    unsafe { Bound::from_borrowed_ptr_or_opt(class.py(), (*class.as_type_ptr()).tp_mro) }?.cast_into().ok()
}

/// Whether instances may have a dict of their own.
fn keeps_dict(ty: Ty<'_>) -> bool {
    const MANAGED_DICT: std::ffi::c_ulong = 1 << 4;
    let p = ty.addr() as *mut ffi::PyTypeObject;
    // SAFETY: as above.
    ty.has(MANAGED_DICT) || unsafe { (*p).tp_dictoffset != 0 }
}

/// What a dict holds under an exact text, as namespaces of modules hold their names: other keys are not asked whether they
/// equal it where the table can be read. `None` for what is no dict, too.
pub fn named<'py>(dict: &Bound<'py, PyAny>, name: &Bound<'py, PyString>) -> Option<Bound<'py, PyAny>> {
    if !Ty::of_bound(dict).has(DICT) {
        return None;
    }
    // SAFETY: a dict by its flag; the borrowed result is referenced anew at once.
    match unsafe { dict::look_up_name(dict.as_ptr(), name.as_ptr()) } {
        // SAFETY: as above.
        Found::Value(found) => Some(unsafe { Bound::from_borrowed_ptr(dict.py(), found) }),
        Found::Absent => None,
        Found::Unknown => dict_get(dict, name),
    }
}

/// What a dict holds under `key`, without running code of subclasses of dict. `None` for what is no dict, too.
pub fn dict_get<'py>(dict: &Bound<'py, PyAny>, key: &Bound<'py, PyString>) -> Option<Bound<'py, PyAny>> {
    if !Ty::of_bound(dict).has(DICT) {
        return None;
    }
    // SAFETY: a dict by its flag; the borrowed result is referenced anew at once; an error of a hostile key
    // comparison is cleared.
    unsafe {
        let found = ffi::PyDict_GetItemWithError(dict.as_ptr(), key.as_ptr());
        if found.is_null() {
            ffi::PyErr_Clear();
            return None;
        }
        Some(Bound::from_borrowed_ptr(dict.py(), found))
    }
}

/// Whether a value among the first `most` is of a type that `wanted` tells. No code runs, and no value is held.
#[inline]
pub fn any_value(dict: &Bound<'_, PyDict>, most: usize, wanted: impl Fn(Ty<'_>) -> bool) -> bool {
    let (mut at, mut value) = (0, std::ptr::null_mut());
    for _ in 0..most {
        // SAFETY: attached; a live dict, which nothing changes between the steps: `wanted` is told a type, and the
        // functions that are given for it read flags.
        unsafe {
            if ffi::PyDict_Next(dict.as_ptr(), &mut at, std::ptr::null_mut(), &mut value) == 0 {
                return false;
            }
            if wanted(Ty { ptr: ffi::Py_TYPE(value), life: PhantomData }) {
                return true;
            }
        }
    }
    false
}

/// A namespace in which something is defined holds `__name__`, `__spec__` and `__builtins__` besides.
pub const LEAST_NAMESPACE: usize = 4;

/// Whether an object that is a dict is no module's namespace, known without running any code. False says nothing.
#[inline(always)]
pub fn is_no_namespace(value: &Value, py: Python<'_>) -> bool {
    let ty = Ty::of(value);
    if ty.flags() & (DICT | CLASS) != DICT {
        return false;
    }
    // SAFETY: a dict by its flag, whose class is none of classes; the text was interned.
    unsafe {
        let dict = value.ptr();
        let few = ((*(dict as *mut ffi::PyDictObject)).ma_used as usize) < LEAST_NAMESPACE;
        (few && value.type_ptr() == &raw mut ffi::PyDict_Type)
            || dict::look_up_name(dict, pyo3::intern!(py, "__spec__").as_ptr()) == Found::Absent
    }
}

/// As `module_dict`, lent: the module holds it.
pub fn lent_module_dict<'a, 'py>(module: &'a Bound<'py, PyAny>) -> Option<Borrowed<'a, 'py, PyDict>> {
    // SAFETY: as in `module_dict`; a module keeps its dict as long as it lives, and the module is borrowed.
    unsafe {
        if ffi::PyModule_Check(module.as_ptr()) == 0 {
            return None;
        }
        let dict = ffi::PyModule_GetDict(module.as_ptr());
        if dict.is_null() {
            ffi::PyErr_Clear();
            return None;
        }
        Some(Borrowed::from_ptr(module.py(), dict).cast_unchecked())
    }
}

/// The dict of a module object, whatever its type's `__getattribute__` says.
pub fn module_dict<'py>(module: &Bound<'py, PyAny>) -> Option<Bound<'py, PyDict>> {
    // SAFETY: `PyModule_GetDict` is called on modules (and subclasses) only; the result is borrowed.
    unsafe {
        if ffi::PyModule_Check(module.as_ptr()) == 0 {
            return None;
        }
        let dict = ffi::PyModule_GetDict(module.as_ptr());
        if dict.is_null() {
            ffi::PyErr_Clear();
            return None;
        }
        Some(Bound::from_borrowed_ptr(module.py(), dict).cast_into_unchecked())
    }
}

/// Whether the object is a function of Python or C code, a method, or a `functools.partial`, which is none of the engine's.
///
/// # Safety
/// Attached; a live object.
#[inline(always)]
pub unsafe fn is_function_of_others(object: *mut ffi::PyObject) -> bool {
    // SAFETY: as `# Safety` says, which the caller keeps.
    unsafe {
        let ty = ffi::Py_TYPE(object);
        if (*ty).tp_vectorcall_offset == 0 {
            return false;
        }
        ty == &raw mut ffi::PyFunction_Type
            || ty == &raw mut ffi::PyCFunction_Type
            || ty == static_types::method_type()
            || std::ffi::CStr::from_ptr((*ty).tp_name) == c"functools.partial"
    }
}

/// A builtin function's or method's C name and receiver (module, class or object).
pub fn builtin_function<'a, 'py>(f: &'a Bound<'py, PyAny>) -> Option<(&'a str, Option<Bound<'py, PyAny>>)> {
    // SAFETY: `PyCFunction_Check` before the fields are read; the name is a C string that lives as long as
    // the method table, which the function keeps; a static method has no receiver (null).
    unsafe {
        if ffi::PyCFunction_Check(f.as_ptr()) == 0 {
            return None;
        }
        let object = f.as_ptr() as *mut ffi::PyCFunctionObject;
        let definition = (*object).m_ml;
        if definition.is_null() || (*definition).ml_name.is_null() {
            return None;
        }
        let name = std::ffi::CStr::from_ptr((*definition).ml_name).to_str().unwrap_or("?");
        let receiver = (*object).m_self;
        let receiver = (!receiver.is_null()).then(|| Bound::from_borrowed_ptr(f.py(), receiver));
        Some((name, receiver))
    }
}

/// The address of the definition of a function of C code, which all objects of that function share.
pub fn definition_of(f: &Bound<'_, PyAny>) -> Option<usize> {
    // SAFETY: `PyCFunction_Check` before the field is read.
    unsafe {
        let is_one = ffi::PyCFunction_Check(f.as_ptr()) != 0;
        is_one.then(|| (*(f.as_ptr() as *mut ffi::PyCFunctionObject)).m_ml as usize)
    }
}

/// Whether the class calls itself `name`, without its module; quicker than to look where it is to be found.
pub fn is_called(class: &Bound<'_, PyType>, name: &str) -> bool {
    // SAFETY: ATTACHED; a live class has a name.
    let full = unsafe { std::ffi::CStr::from_ptr((*class.as_type_ptr()).tp_name) }.to_bytes();
    full.strip_suffix(name.as_bytes()).is_some_and(|before| before.is_empty() || before.ends_with(b"."))
}

/// An exact str with the same text (a str subclass may lie in any of its methods).
pub fn exact_text<'py>(object: &Bound<'py, PyAny>) -> Option<Bound<'py, PyString>> {
    // SAFETY: a str by its flag; `PyUnicode_FromObject` gives the same object for an exact str, a copy
    // made from the raw buffer otherwise.
    unsafe {
        if ffi::PyUnicode_Check(object.as_ptr()) == 0 {
            return None;
        }
        let text = ffi::PyUnicode_FromObject(object.as_ptr());
        if text.is_null() {
            ffi::PyErr_Clear();
            return None;
        }
        Some(Bound::from_owned_ptr(object.py(), text).cast_into_unchecked())
    }
}

/// The argument that is given by this name. (Compiled functions compare the texts of names; a lookup asks a str subclass.)
pub fn keyword<'py>(arguments: &Bound<'py, PyDict>, name: &str) -> Option<Bound<'py, PyAny>> {
    let is_name = |key: &Bound<'py, PyAny>| exact_text(key).is_some_and(|text| text == name);
    arguments.iter().find(|(key, _)| is_name(key)).map(|(_, value)| value)
}

/// How many references there are to the object.
pub fn references(object: &Bound<'_, PyAny>) -> isize {
    // SAFETY: a live object.
    unsafe { ffi::Py_REFCNT(object.as_ptr()) as isize }
}
