//! Inline caches: what an attribute site learned about the types it met.
//!
//! An entry holds for one type version, so it dies by itself when the type or one of its bases changes.
//! Only attributes that the door called plain are kept; values still pass the gate.
#![allow(unsafe_code, reason = "reads instance layouts found by `instance_layout`")]

use std::cell::{Cell, UnsafeCell};
use std::ptr;

use pyo3::ffi::{self, PyObject};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyType};

use crate::cpython::layout::{self, dict, instance};
use crate::cpython::static_types;
use crate::cpython::type_access::Ty;
use crate::cpython::value::attached;
use crate::sandbox::classes::getattr_hook;
use crate::sandbox::memory::array_interfaces;
use crate::session::engine_types;

/// Types a site remembers.
const WAYS: usize = 4;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Kind {
    #[default]
    Empty,
    /// Inline instance value at `index`; where there is none, the class's value if it has one.
    Inline,
    /// `__slots__` member at byte offset `index`.
    Slot,
    /// Entry `index` of the dict of an instance without inline values.
    Dict,
    /// Function or method descriptor of the class that no instance can shadow.
    Method,
    /// The same, while the type's shared keys number `index` and the instance has inline values.
    MethodUnlessShadowed,
    /// The same, of an instance whose own dict must not have the name.
    MethodUnlessInDict,
    /// A `staticmethod` or `classmethod` of the code that no instance can shadow.
    Wrapped,
    /// The same, on the condition of `MethodUnlessShadowed`.
    WrappedUnlessShadowed,
    /// Item `index` of an instance of a subclass of tuple (a field of a namedtuple).
    Item,
    /// A `property` that a function of the code reads. (`index` is not 0 where a `__getattr__` is asked when that raises AttributeError.)
    Property,
    /// Any other descriptor of the class, an object of the code, with `index` as in `Property`.
    Descriptor,
    /// Plain value of the class that no instance can shadow.
    Value,
    /// The same, on the condition of `MethodUnlessShadowed`.
    ValueUnlessShadowed,
    /// The object is itself the class of this version and holds the value; its metaclass has version `index`.
    Member,
    /// As `Member`, of a `staticmethod`, or a `classmethod`.
    StaticMember,
    ClassMember,
    /// The `__getattribute__` of the code is asked, or its `__getattr__` for what no instance can have.
    Hook,
    /// The same, on the conditions of `MethodUnlessShadowed` and `MethodUnlessInDict`.
    HookUnlessShadowed,
    HookUnlessInDict,
    /// What comes after the class in `super_class` for instances of this version's class: a method of theirs.
    Super,
    /// What `super(super_class, class).__new__` is for the class of this version.
    SuperNew,
    /// The interpreter is asked: a descriptor of the class computes it, or the class reads in a way of its own. The door called it plain.
    Asked,
}

#[derive(Clone, Copy)]
struct Entry {
    version: u32,
    kind: Kind,
    index: u32,
    /// Borrowed from the class: while a type has this version, it is there. An own reference would
    /// tie functions, codes and classes into cycles that the collector cannot see.
    object: *mut PyObject,
}

/// Version of an entry that is empty: no type has it, not even one without a version (0).
const NO_VERSION: u32 = u32::MAX;

impl Default for Entry {
    fn default() -> Entry {
        Entry { version: NO_VERSION, kind: Kind::Empty, index: 0, object: ptr::null_mut() }
    }
}

/// What an attribute site remembers of the types it met.
pub struct AttrCache {
    entries: UnsafeCell<[Entry; WAYS]>,
    victim: Cell<u8>,
    tries: Cell<u8>,
    /// How often data of a class was not where it had been.
    moves: Cell<u32>,
    /// Class that a `super()` at this site starts from. An address to compare with: the class is in the MRO of every
    /// class that an entry is about, and alive with it.
    super_class: Cell<*const PyObject>,
}

impl Default for AttrCache {
    fn default() -> AttrCache {
        AttrCache {
            entries: UnsafeCell::default(),
            victim: Cell::new(0),
            tries: Cell::new(0),
            moves: Cell::new(0),
            super_class: Cell::new(ptr::null()),
        }
    }
}

impl AttrCache {
    #[inline(always)]
    fn find(&self, type_: *mut ffi::PyTypeObject) -> Option<&Entry> {
        // SAFETY: one thread at a time; entries change only in `fill`, which holds no reference to them,
        // and callers use the reference before they enter the interpreter.
        unsafe {
            let version = layout::type_version(type_);
            (*self.entries.get()).iter().find(|e| e.version == version)
        }
    }

    fn fill(&self, entry: Entry) {
        if entry.version == 0 || entry.version == NO_VERSION {
            return;
        }
        // SAFETY: as for `find`.
        let entries = unsafe { &mut *self.entries.get() };
        // An entry of the same version is stale (instances got a key since): it would hide the new one.
        let same = entries.iter().position(|e| e.version == entry.version);
        let victim = same.unwrap_or_else(|| {
            let next = self.victim.get();
            self.victim.set(next.wrapping_add(1));
            next as usize % WAYS
        });
        if let Some(place) = entries.get_mut(victim) {
            *place = entry;
        }
    }

    /// What reading the attribute gives, borrowed; null when this site does not know.
    ///
    /// # Safety
    /// `p` and the interned `name` of this site are live objects.
    #[inline(always)]
    pub unsafe fn read(&self, p: *mut PyObject, name: *mut PyObject) -> *mut PyObject {
        // SAFETY: a live object, whose type has the version of the entry; layouts are as `self_test` found them.
        unsafe {
            let type_ = ffi::Py_TYPE(p);
            let Some(entry) = self.find(type_) else { return self.member(p) };
            // By far the most common kinds.
            if entry.kind == Kind::Inline {
                let values = instance::inline_values(p);
                if values.is_null() {
                    return from_shared_dict(p, type_, entry, name);
                }
                let own = *values.add(entry.index as usize);
                return if own.is_null() { entry.object } else { own };
            }
            if entry.kind == Kind::Slot {
                return *((p as *mut u8).add(entry.index as usize) as *mut *mut PyObject);
            }
            self.read_otherwise(p, name, type_, entry)
        }
    }

    #[inline(never)]
    unsafe fn read_otherwise(&self, p: *mut PyObject, name: *mut PyObject, type_: *mut ffi::PyTypeObject, entry: &Entry) -> *mut PyObject {
        // SAFETY: a live object, whose type has the version of the entry; layouts are as `self_test` found them.
        unsafe {
            match entry.kind {
                Kind::Inline | Kind::Slot => ptr::null_mut(),
                Kind::Dict => from_dict(p, entry.index as usize, name),
                Kind::Item => {
                    let (items, count) = layout::tuple_items(p);
                    if (entry.index as usize) < count {
                        *items.add(entry.index as usize)
                    } else {
                        ptr::null_mut()
                    }
                }
                Kind::Method | Kind::MethodUnlessShadowed | Kind::MethodUnlessInDict => ptr::null_mut(),
                Kind::Wrapped | Kind::WrappedUnlessShadowed | Kind::Property | Kind::Descriptor => ptr::null_mut(),
                Kind::Hook | Kind::HookUnlessShadowed | Kind::HookUnlessInDict => ptr::null_mut(),
                Kind::Empty | Kind::Member | Kind::StaticMember | Kind::ClassMember => ptr::null_mut(),
                Kind::Super | Kind::SuperNew | Kind::Asked => ptr::null_mut(),
                Kind::Value => entry.object,
                Kind::ValueUnlessShadowed if unshadowed(p, type_, entry, name) => entry.object,
                Kind::ValueUnlessShadowed => ptr::null_mut(),
            }
        }
    }

    /// Value of the class `p` itself, borrowed; null when this site does not know it.
    ///
    /// # Safety
    /// `p` is a live object.
    #[inline(always)]
    pub unsafe fn member(&self, p: *mut PyObject) -> *mut PyObject {
        // SAFETY: a live object, whose type has the version of the entry; layouts are as `self_test` found them.
        unsafe {
            let meta = ffi::Py_TYPE(p);
            if (*meta).tp_flags as std::ffi::c_ulong & ffi::Py_TPFLAGS_TYPE_SUBCLASS == 0 {
                return ptr::null_mut();
            }
            match self.find(p as *mut ffi::PyTypeObject) {
                Some(entry) if entry.kind == Kind::Member && entry.index == layout::type_version(meta) => entry.object,
                _ => ptr::null_mut(),
            }
        }
    }

    /// Function of the code that a call on the class `p` itself goes to, borrowed, and whether it is given the class.
    ///
    /// # Safety
    /// `p` is a live object.
    #[inline(always)]
    pub unsafe fn member_function(&self, p: *mut PyObject) -> Option<(*mut PyObject, bool)> {
        // SAFETY: a live object, whose type has the version of the entry; layouts are as `self_test` found them.
        unsafe {
            let meta = ffi::Py_TYPE(p);
            if (*meta).tp_flags as std::ffi::c_ulong & ffi::Py_TPFLAGS_TYPE_SUBCLASS == 0 {
                return None;
            }
            let entry = self.find(p as *mut ffi::PyTypeObject)?;
            if entry.index != layout::type_version(meta) {
                return None;
            }
            let found = match entry.kind {
                Kind::Member => entry.object,
                Kind::StaticMember | Kind::ClassMember => instance::wrapped_function(entry.object),
                _ => return None,
            };
            let ours = !found.is_null() && ffi::Py_TYPE(found) == engine_types::function_type();
            ours.then_some((found, entry.kind == Kind::ClassMember))
        }
    }

    /// Function of the code in the `staticmethod` or `classmethod` that a call on the instance `p` goes to, borrowed,
    /// and whether it is given the class.
    ///
    /// # Safety
    /// `p` is a live object.
    pub unsafe fn wrapped_function(&self, p: *mut PyObject, name: *mut PyObject) -> Option<(*mut PyObject, bool)> {
        // SAFETY: a live object, whose type has the version of the entry; layouts are as `self_test` found them.
        unsafe {
            let type_ = ffi::Py_TYPE(p);
            let entry = self.find(type_)?;
            let known = match entry.kind {
                Kind::Wrapped => true,
                Kind::WrappedUnlessShadowed => unshadowed(p, type_, entry, name),
                _ => false,
            };
            if !known {
                return None;
            }
            // (The wrapper may have been made anew since, of another function.)
            let function = instance::wrapped_function(entry.object);
            is_own_function(function).then(|| (function, ffi::Py_TYPE(entry.object) == instance::class_method_type()))
        }
    }

    /// Function of the code that reads the property of the instance `p`, borrowed, if this site knows the type.
    ///
    /// # Safety
    /// `p` is a live object.
    pub unsafe fn property_getter(&self, p: *mut PyObject) -> Option<*mut PyObject> {
        // SAFETY: a live object, whose type has the version of the entry; layouts are as `self_test` found them.
        let entry = unsafe { self.find(ffi::Py_TYPE(p))? };
        let read = entry.kind == Kind::Property && entry.index == 0;
        // SAFETY: a live object, whose type has the version of the entry; layouts are as `self_test` found them.
        read.then(|| unsafe { instance::property_getter(entry.object) }).filter(|getter| !getter.is_null())
    }

    /// Function of the code that sets the property of the instance `p`, borrowed, if this site knows the type.
    ///
    /// # Safety
    /// `p` is a live object.
    pub unsafe fn property_setter(&self, p: *mut PyObject) -> Option<*mut PyObject> {
        // SAFETY: a live object, whose type has the version of the entry; layouts are as `self_test` found them.
        unsafe {
            let entry = self.find(ffi::Py_TYPE(p))?;
            let setter = (entry.kind == Kind::Property).then(|| instance::property_setter(entry.object))?;
            is_own_function(setter).then_some(setter)
        }
    }

    /// Descriptor that the class of the instance `p` holds, an object of the code's that sets, too, borrowed, if this site knows the type;
    /// for a read, where nothing else is asked when it raises AttributeError. What its class has now is to be looked up.
    ///
    /// # Safety
    /// `p` is a live object.
    pub unsafe fn descriptor(&self, p: *mut PyObject, reads: bool) -> Option<*mut PyObject> {
        // SAFETY: a live object, whose type has the version of the entry; layouts are as `self_test` found them.
        unsafe {
            let entry = self.find(ffi::Py_TYPE(p))?;
            let known = entry.kind == Kind::Descriptor && !(reads && entry.index != 0);
            (known && (*ffi::Py_TYPE(entry.object)).tp_descr_set.is_some()).then_some(entry.object)
        }
    }

    /// The function of the code that is asked in the place of the instance `p`: its `__getattr__`, where that has nothing under the interned
    /// `name` of this site, or its `__getattribute__`. Borrowed, if this site knows the type.
    ///
    /// # Safety
    /// `p` and `name` are live objects.
    pub unsafe fn hook(&self, p: *mut PyObject, name: *mut PyObject) -> Option<*mut PyObject> {
        // SAFETY: a live object, whose type has the version of the entry; layouts are as `self_test` found them.
        unsafe {
            let type_ = ffi::Py_TYPE(p);
            let entry = self.find(type_)?;
            let asked = match entry.kind {
                Kind::Hook => true,
                Kind::HookUnlessShadowed => unshadowed(p, type_, entry, name),
                Kind::HookUnlessInDict => not_in_dict(p, type_, name),
                _ => false,
            };
            asked.then_some(entry.object)
        }
    }

    /// Whether the interpreter is asked for the attribute of `p`, without the door, which called it plain before.
    #[inline(always)]
    pub fn is_asked(&self, p: *mut PyObject) -> bool {
        // SAFETY: as for `place`.
        unsafe { self.find(ffi::Py_TYPE(p)).is_some_and(|entry| entry.kind == Kind::Asked) }
    }

    /// Where an instance keeps the attribute, for a write. The place may hold null, and a null in inline values
    /// needs `instance_layout::add_inline_value`, whose index is given along.
    #[inline(always)]
    pub fn place(&self, p: *mut PyObject) -> Option<(*mut *mut PyObject, Option<usize>)> {
        // SAFETY: `p` is a live object; the entry's version says that its type has this layout.
        unsafe {
            let entry = self.find(ffi::Py_TYPE(p))?;
            let index = entry.index as usize;
            match entry.kind {
                Kind::Inline => {
                    let values = instance::inline_values(p);
                    (!values.is_null()).then(|| (values.add(index), Some(index)))
                }
                Kind::Slot => Some(((p as *mut u8).add(index) as *mut *mut PyObject, None)),
                _ => None,
            }
        }
    }

    /// Whether `p` keeps the attribute in a dict of its own.
    pub fn keeps_in_dict(&self, p: *mut PyObject) -> bool {
        // SAFETY: as for `place`.
        unsafe {
            self.find(ffi::Py_TYPE(p)).is_some_and(|entry| match entry.kind {
                Kind::Dict => true,
                Kind::Inline => instance::inline_values(p).is_null(),
                _ => false,
            })
        }
    }

    /// The class's function or descriptor for a call on this instance, borrowed, if this site knows the type.
    #[inline(always)]
    pub fn method(&self, p: *mut PyObject, name: *mut PyObject) -> Option<*mut PyObject> {
        // SAFETY: as for `place`.
        unsafe {
            let type_ = ffi::Py_TYPE(p);
            let entry = self.find(type_)?;
            // By far the most common kind.
            if entry.kind == Kind::MethodUnlessShadowed {
                return unshadowed(p, type_, entry, name).then_some(entry.object);
            }
            match entry.kind {
                Kind::Method => Some(entry.object),
                Kind::MethodUnlessInDict if not_in_dict(p, type_, name) => Some(entry.object),
                _ => None,
            }
        }
    }

    /// The method that `super(class, p).name` finds, borrowed, if this site knows.
    #[inline(always)]
    pub fn super_method(&self, class: *mut PyObject, p: *mut PyObject) -> Option<*mut PyObject> {
        // SAFETY: as for `place`.
        let entry = self.find(unsafe { ffi::Py_TYPE(p) })?;
        (entry.kind == Kind::Super && self.super_class.get() == class.cast_const()).then_some(entry.object)
    }

    /// Learns what `super(class, p).name` gives, by what the classes hold: `called` says what is called in the place of that, if
    /// anything.
    #[cold]
    pub fn learn_super(
        &self,
        class: *mut PyObject,
        p: *mut PyObject,
        name: *mut PyObject,
        called: impl FnOnce(&Bound<'_, PyAny>) -> Option<*mut PyObject>,
    ) {
        // SAFETY: live objects; what is found is borrowed from a class of the MRO, whose change changes the version, and what is
        // called in its place is it or lives as long as the process.
        unsafe {
            let type_ = ffi::Py_TYPE(p);
            // Gives the type a version.
            let _ = static_types::type_lookup(type_, name);
            let version = layout::type_version(type_);
            let found = instance::after_class(type_, class, name);
            if version == 0 || found.is_null() {
                return;
            }
            let Some(object) = called(&Bound::from_borrowed_ptr(attached(), found)) else { return };
            if self.super_class.get() != class.cast_const() {
                *self.entries.get() = Default::default();
                self.super_class.set(class);
            }
            self.fill(Entry { version, kind: Kind::Super, index: 0, object });
        }
    }

    /// The `__new__` that `super(class, p).__new__` finds for the class `p`, borrowed, if this site knows.
    ///
    /// # Safety
    /// `p` is a live object.
    pub unsafe fn super_new(&self, class: *mut PyObject, p: *mut PyObject) -> Option<*mut PyObject> {
        // SAFETY: a live object, tested to be a class.
        let entry = unsafe { (ffi::PyType_Check(p) != 0).then(|| self.find(p.cast())) }??;
        (entry.kind == Kind::SuperNew && self.super_class.get() == class.cast_const()).then_some(entry.object)
    }

    /// Learns that `super(class, p).__new__` gives `callee` for the class `p`: what a class of the MRO holds, or the function in its
    /// `staticmethod`.
    #[cold]
    pub fn learn_super_new(&self, class: *mut PyObject, p: *mut PyObject, name: *mut PyObject, callee: *mut PyObject) {
        // SAFETY: live objects, `p` a class; what is found is borrowed from a class of the MRO, whose change changes the version. A type
        // has a version only where layouts are as `self_test` found them.
        unsafe {
            let type_: *mut ffi::PyTypeObject = p.cast();
            let _ = static_types::type_lookup(type_, name);
            let version = layout::type_version(type_);
            let found = instance::after_class(type_, class, name);
            if version == 0 || found.is_null() || !(found == callee || instance::wrapped_function(found) == callee) {
                return;
            }
            if self.super_class.get() != class.cast_const() {
                *self.entries.get() = Default::default();
                self.super_class.set(class);
            }
            self.fill(Entry { version, kind: Kind::SuperNew, index: 0, object: callee });
        }
    }

    /// Whether it is worth while to learn more here: a site that meets many types stops trying.
    #[inline]
    pub fn may_learn(&self) -> bool {
        let tries = self.tries.get();
        self.tries.set(tries.saturating_add(1));
        tries < 64
    }

    /// Whether it is worth while to learn where a class has data, which is lost when anything of the class changes: at first, and now
    /// and then.
    pub fn may_learn_data(&self) -> bool {
        let moves = self.moves.get();
        self.moves.set(moves.wrapping_add(1));
        moves < 8 || moves.is_multiple_of(64)
    }

    /// Learns how a plain read or write of `name` finds its place on instances like `p`.
    #[cold]
    pub fn learn_place(&self, p: *mut PyObject, name: *mut PyObject) {
        // SAFETY: live objects; the type is looked at after a lookup, which gives it a version.
        unsafe {
            let type_ = ffi::Py_TYPE(p);
            if !plain_access(type_) {
                return;
            }
            let mut found = static_types::type_lookup(type_, name);
            let version = layout::type_version(type_);
            let known = if version == 0 {
                None
            } else if is_common_class(found, name) {
                found = type_.cast();
                Some((Kind::Value, 0))
            } else if found.is_null() {
                own_place(p, type_, name)
            } else if is_own_function(instance::property_getter(found)) {
                Some((Kind::Property, asks_hook_last(type_).into()))
            } else if is_descriptor_of_code(found) {
                Some((Kind::Descriptor, asks_hook_last(type_).into()))
            } else if let Some(index) = instance::field_index(attached(), type_, found) {
                Some((Kind::Item, index))
            } else {
                let kept = instance::slot_offset(found).map(|offset| (Kind::Slot, offset)).or_else(|| class_value(p, type_, name, found));
                kept.or_else(|| if is_default(found) { own_place(p, type_, name) } else { None })
            };
            if let Some((kind, index)) = known {
                self.fill(Entry { version, kind, index, object: found });
            }
        }
    }

    /// Learns that instances like `p` have nothing under `name` but what `hook`, the `__getattr__` of their class, says; or that it is asked
    /// `first`, a `__getattribute__`.
    #[cold]
    pub fn learn_hook(&self, p: *mut PyObject, name: *mut PyObject, hook: *mut PyObject, first: bool) {
        // SAFETY: as for `learn_place`; the hook is borrowed from a class of the MRO, whose change changes the version.
        unsafe {
            let type_ = ffi::Py_TYPE(p);
            let found = static_types::type_lookup(type_, name);
            let version = layout::type_version(type_);
            if version == 0 || !(first || found.is_null()) {
                return;
            }
            let (kind, index) = match shadowing(p, type_, name) {
                _ if first => (Kind::Hook, 0),
                Some(None) => (Kind::Hook, 0),
                Some(Some(keys)) => (Kind::HookUnlessShadowed, keys),
                None if not_in_dict(p, type_, name) => (Kind::HookUnlessInDict, 0),
                None => return,
            };
            self.fill(Entry { version, kind, index, object: hook });
        }
    }

    /// Learns that a plain read of `name` on objects like `p` is for the interpreter, where no place can be known.
    #[cold]
    pub fn learn_asked(&self, p: *mut PyObject, name: *mut PyObject) {
        // SAFETY: as for `learn_place`.
        unsafe {
            let type_ = ffi::Py_TYPE(p);
            let found = static_types::type_lookup(type_, name);
            if self.find(type_).is_none() && (!plain_access(type_) || is_computed(found)) {
                self.fill(Entry { version: layout::type_version(type_), kind: Kind::Asked, index: 0, object: ptr::null_mut() });
            }
        }
    }

    /// Learns what a plain read of `name` from the class `p` itself gives.
    #[cold]
    pub fn learn_member(&self, p: *mut PyObject, name: *mut PyObject) {
        // SAFETY: as for `learn_place`; `p` is tested to be a class.
        unsafe {
            let meta = ffi::Py_TYPE(p);
            let plain =
                ffi::PyType_Check(p) != 0 && (*meta).tp_getattro.map(|f| f as usize) == ffi::PyType_Type.tp_getattro.map(|f| f as usize);
            if !plain {
                return;
            }
            // What the metaclass has comes after what the class has, unless it also sets. (What sets may change in classes that code made.)
            let of_meta = static_types::type_lookup(meta, name);
            if !of_meta.is_null() {
                let kind = ffi::Py_TYPE(of_meta);
                if (*kind).tp_descr_set.is_some() || ffi::PyType_HasFeature(kind, ffi::Py_TPFLAGS_HEAPTYPE) != 0 {
                    return;
                }
            }
            let found = static_types::type_lookup(p as *mut ffi::PyTypeObject, name);
            let (version, index) = (layout::type_version(p as *mut ffi::PyTypeObject), layout::type_version(meta));
            if found.is_null() || version == 0 || index == 0 {
                return;
            }
            let type_ = ffi::Py_TYPE(found);
            // (Read from a class, the descriptor of a method in C is itself.)
            let in_c = [&raw mut ffi::PyMethodDescr_Type, &raw mut ffi::PyWrapperDescr_Type].contains(&type_);
            let kind = if type_ == engine_types::function_type() || in_c || (*type_).tp_descr_get.is_none() {
                Kind::Member
            } else if type_ == instance::static_method_type() {
                Kind::StaticMember
            } else if type_ == instance::class_method_type() {
                Kind::ClassMember
            } else {
                return;
            };
            self.fill(Entry { version, kind, index, object: found });
        }
    }

    /// Learns which method a plain call of `name` finds on instances like `p`.
    #[cold]
    pub fn learn_method(&self, p: *mut PyObject, name: *mut PyObject) {
        // SAFETY: as for `learn_place`; the found object is borrowed from the type.
        unsafe {
            let type_ = ffi::Py_TYPE(p);
            if !plain_access(type_) {
                return;
            }
            let found = static_types::type_lookup(type_, name);
            let version = layout::type_version(type_);
            if version == 0 || found.is_null() {
                return;
            }
            let wrapped = is_own_function(instance::wrapped_function(found));
            let kinds = [engine_types::function_type(), &raw mut ffi::PyMethodDescr_Type, &raw mut ffi::PyFunction_Type];
            if !wrapped && !kinds.contains(&ffi::Py_TYPE(found)) {
                return;
            }
            let (kind, index) = match shadowing(p, type_, name) {
                Some(None) if wrapped => (Kind::Wrapped, 0),
                Some(Some(keys)) if wrapped => (Kind::WrappedUnlessShadowed, keys),
                None if wrapped => return,
                Some(None) => (Kind::Method, 0),
                Some(Some(keys)) => (Kind::MethodUnlessShadowed, keys),
                None if not_in_dict(p, type_, name) => (Kind::MethodUnlessInDict, 0),
                None => return,
            };
            self.fill(Entry { version, kind, index, object: found });
        }
    }
}

/// Whether it is a function of the code; false for null.
unsafe fn is_own_function(p: *mut PyObject) -> bool {
    // SAFETY: a live object, whose type has the version of the entry; layouts are as `self_test` found them.
    unsafe { !p.is_null() && ffi::Py_TYPE(p) == engine_types::function_type() }
}

/// Whether the instance holds nothing under a name that was no shared key when the entry was made.
#[inline(always)]
unsafe fn unshadowed(p: *mut PyObject, type_: *mut ffi::PyTypeObject, entry: &Entry, name: *mut PyObject) -> bool {
    // SAFETY: a live object, whose type has the version of the entry; layouts are as `self_test` found them.
    unsafe {
        if instance::inline_values(p).is_null() {
            return not_in_dict(p, type_, name);
        }
        instance::shared_key_count(type_) == entry.index as isize
    }
}

/// Whether the instance has nothing under the interned `name`, in its dict or its inline values.
#[inline(never)]
unsafe fn not_in_dict(p: *mut PyObject, type_: *mut ffi::PyTypeObject, name: *mut PyObject) -> bool {
    // SAFETY: a live object, whose type has the version of the entry; layouts are as `self_test` found them.
    unsafe {
        if instance::has_inline_values(type_) {
            let values = instance::inline_values(p);
            if !values.is_null() {
                return instance::shared_key_index(type_, name).is_none_or(|index| (*values.add(index as usize)).is_null());
            }
        }
        let dict = instance::own_dict(p);
        if dict.is_null() {
            // Only a plain `tp_dictoffset` or an empty managed dict is seen through.
            return (*type_).tp_dictoffset > 0 || instance::has_managed_dict(type_);
        }
        // (A key of the code may tell whether it equals the name, in code that changes the object and its class.)
        ffi::Py_TYPE(dict) == &raw mut ffi::PyDict_Type && dict::lacks(dict, name)
    }
}

#[inline(never)]
unsafe fn from_dict(p: *mut PyObject, hint: usize, name: *mut PyObject) -> *mut PyObject {
    // SAFETY: a live object, whose type has the version of the entry; layouts are as `self_test` found them.
    unsafe {
        let dict = instance::own_dict(p);
        if dict.is_null() || ffi::Py_TYPE(dict) != &raw mut ffi::PyDict_Type {
            return ptr::null_mut();
        }
        instance::dict_value(dict, hint, name)
    }
}

/// What an instance whose dict has been asked for holds where the others have an inline value; null where that is not known.
#[inline(never)]
unsafe fn from_shared_dict(p: *mut PyObject, type_: *mut ffi::PyTypeObject, entry: &Entry, name: *mut PyObject) -> *mut PyObject {
    // SAFETY: a live object, whose type has the version of the entry; layouts are as `self_test` found them.
    unsafe {
        let dict = instance::own_dict(p);
        if dict.is_null() || ffi::Py_TYPE(dict) != &raw mut ffi::PyDict_Type {
            return ptr::null_mut();
        }
        match instance::shared_value(dict, type_, entry.index as usize) {
            Some(own) if own.is_null() => entry.object,
            Some(own) => own,
            None => instance::dict_value(dict, entry.index as usize, name),
        }
    }
}

/// Place of an attribute that the class says nothing of.
unsafe fn own_place(p: *mut PyObject, type_: *mut ffi::PyTypeObject, name: *mut PyObject) -> Option<(Kind, u32)> {
    // SAFETY: a live object, whose type has the version of the entry; layouts are as `self_test` found them.
    unsafe {
        if instance::has_inline_values(type_) && !instance::inline_values(p).is_null() {
            return instance::shared_key_index(type_, name).map(|index| (Kind::Inline, index));
        }
        let dict = instance::own_dict(p);
        if dict.is_null() || ffi::Py_TYPE(dict) != &raw mut ffi::PyDict_Type {
            return None;
        }
        instance::dict_hint(dict, name).map(|hint| (Kind::Dict, hint))
    }
}

/// Whether a value of the class is for good no descriptor, so that what an instance holds under its name goes before it.
unsafe fn is_default(found: *mut PyObject) -> bool {
    // SAFETY: a live object.
    unsafe {
        let type_ = ffi::Py_TYPE(found);
        let is_fixed = (*type_).tp_flags as std::ffi::c_ulong & ffi::Py_TPFLAGS_HEAPTYPE == 0;
        is_fixed && (*type_).tp_descr_get.is_none() && (*type_).tp_descr_set.is_none()
    }
}

/// Whether what the class has is for good a descriptor that comes before whatever an instance holds; false for null.
unsafe fn is_computed(found: *mut PyObject) -> bool {
    // SAFETY: a live object or null.
    unsafe {
        let of = |found: *mut PyObject| &*ffi::Py_TYPE(found);
        !found.is_null()
            && of(found).tp_flags as std::ffi::c_ulong & ffi::Py_TPFLAGS_HEAPTYPE == 0
            && of(found).tp_descr_get.is_some()
            && of(found).tp_descr_set.is_some()
    }
}

/// Whether it is what `object` has under `__class__`: what that gives is the type of an object.
unsafe fn is_common_class(found: *mut PyObject, name: *mut PyObject) -> bool {
    // SAFETY: ATTACHED; a live object or null, and a live str.
    unsafe {
        !found.is_null()
            && name == intern!(attached(), "__class__").as_ptr()
            && found == static_types::type_lookup(&raw mut ffi::PyBaseObject_Type, name)
    }
}

/// Whether an object's class has a `__get__` or a `__set__` that code wrote, and sets.
unsafe fn is_descriptor_of_code(found: *mut PyObject) -> bool {
    // SAFETY: live objects.
    unsafe {
        let type_ = ffi::Py_TYPE(found);
        let held = |name: &Bound<'_, PyString>| is_own_function(static_types::type_lookup(type_, name.as_ptr()));
        (*type_).tp_descr_set.is_some() && (held(intern!(attached(), "__get__")) || held(intern!(attached(), "__set__")))
    }
}

/// A value of the class that is no descriptor.
unsafe fn class_value(p: *mut PyObject, type_: *mut ffi::PyTypeObject, name: *mut PyObject, found: *mut PyObject) -> Option<(Kind, u32)> {
    // SAFETY: a live object, whose type has the version of the entry; layouts are as `self_test` found them.
    if unsafe { (*ffi::Py_TYPE(found)).tp_descr_get.is_some() } {
        return None;
    }
    // SAFETY: a live object, whose type has the version of the entry; layouts are as `self_test` found them.
    Some(match unsafe { shadowing(p, type_, name)? } {
        None => (Kind::Value, 0),
        Some(keys) => (Kind::ValueUnlessShadowed, keys),
    })
}

/// Whether instances could hold something under `name` themselves: `Some(None)` never, `Some(n)` not while the
/// type has `n` shared keys and the instance inline values.
unsafe fn shadowing(p: *mut PyObject, type_: *mut ffi::PyTypeObject, name: *mut PyObject) -> Option<Option<u32>> {
    // SAFETY: a live object, whose type has the version of the entry; layouts are as `self_test` found them.
    unsafe {
        if (*type_).tp_dictoffset == 0 && !instance::has_managed_dict(type_) {
            return Some(None);
        }
        let inline = instance::has_inline_values(type_)
            && !instance::inline_values(p).is_null()
            && instance::shared_key_index(type_, name).is_none();
        if !inline {
            return None;
        }
        u32::try_from(instance::shared_key_count(type_)).ok().map(Some)
    }
}

/// Whether the type reads and writes attributes in the ordinary way.
///
/// # Safety
/// `type_` is a live type.
unsafe fn plain_access(type_: *mut ffi::PyTypeObject) -> bool {
    let set: ffi::setattrofunc = ffi::PyObject_GenericSetAttr;
    // SAFETY: a live object, whose type has the version of the entry; layouts are as `self_test` found them.
    unsafe {
        (array_interfaces::is_ordinary((*type_).tp_getattro) || asks_hook_last(type_))
            && ((*type_).tp_setattro.is_some_and(|f| f as usize == set as usize) || (*type_).tp_setattro.is_none())
    }
}

/// Whether reads come to a `__getattr__` of the code where there is nothing, and are ordinary before that.
unsafe fn asks_hook_last(type_: *mut ffi::PyTypeObject) -> bool {
    // SAFETY: a live type.
    let class = unsafe { Bound::from_borrowed_ptr(attached(), type_.cast()) };
    class.cast::<PyType>().is_ok_and(|class| getattr_hook::comes_last(Ty::from_class(class)))
}
