//! Dicts read without calls, where that cannot run code: keys that are texts or small ints and are found, or seen to be
//! absent, by identity, value and hash. CPython 3.11 and newer; `self_test` compares with the interpreter.
#![allow(unsafe_code, reason = "reads the tables of dicts without calls")]

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use pyo3::ffi::{self, PyObject};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::cpython::layout::{self, string};
use crate::cpython::value::{Tag, Value};

/// Head of a table of keys (`PyDictKeysObject`); then come the indices, then the entries.
#[repr(C)]
pub struct KeysObject {
    refcount: isize,
    log2_size: u8,
    log2_index_bytes: u8,
    pub kind: u8,
    version: u32,
    usable: isize,
    pub entries: isize,
}

impl KeysObject {
    /// # Safety
    /// `keys` is a live table.
    #[inline(always)]
    pub unsafe fn first_entry(keys: *const KeysObject) -> *const u8 {
        // SAFETY: as the caller promises; `self_test` found the layout as it is declared.
        unsafe { (keys as *const u8).add(std::mem::size_of::<KeysObject>() + (1usize << (*keys).log2_index_bytes)) }
    }
}

const GENERAL: u8 = 0;
pub const TEXTS: u8 = 1;
pub const SPLIT: u8 = 2;

/// Tables with longer indices than four bytes are left to the interpreter.
const LARGEST_LOG2: u8 = 32;

static READABLE: AtomicBool = AtomicBool::new(false);

#[inline(always)]
unsafe fn keys_of(dict: *mut PyObject) -> *const KeysObject {
    // SAFETY: as the caller promises; `self_test` found the layout as it is declared.
    unsafe { (*(dict as *mut ffi::PyDictObject)).ma_keys as *const KeysObject }
}

/// Whether all keys of an exact dict are exact texts, so that looking for a text runs no code. False says nothing.
///
/// # Safety
/// `dict` is a live exact dict.
#[inline(always)]
pub unsafe fn has_text_keys(dict: *mut PyObject) -> bool {
    // SAFETY: as the caller promises; `self_test` found the layout as it is declared.
    unsafe {
        if cfg!(Py_3_11) {
            READABLE.load(Ordering::Relaxed) && (*keys_of(dict)).kind != GENERAL
        } else {
            let general = GENERAL_LOOKUP.load(Ordering::Relaxed);
            general != 0 && lookup_of(dict) != general
        }
    }
}

/// How CPython 3.10 looks for keys in dicts that hold any; 0 while that is not known.
static GENERAL_LOOKUP: AtomicUsize = AtomicUsize::new(0);

/// The function by which CPython 3.10 looks for keys in the dict.
///
/// # Safety
/// `dict` is a live exact dict of CPython 3.10.
unsafe fn lookup_of(dict: *mut PyObject) -> usize {
    // SAFETY: as the caller promises; a count of references and the size come before it.
    unsafe { *(keys_of(dict) as *const usize).add(2) }
}

/// Finds out how CPython 3.10 looks for keys in dicts of texts and in others.
fn learn_general_lookup(py: Python<'_>) -> PyResult<()> {
    let (texts, numbers) = (PyDict::new(py), PyDict::new(py));
    texts.set_item("a", 1)?;
    numbers.set_item(1, 1)?;
    // SAFETY: live exact dicts.
    let [texts, numbers] = [texts, numbers].map(|dict| unsafe { lookup_of(dict.as_ptr()) });
    GENERAL_LOOKUP.store(if texts == numbers { 0 } else { numbers }, Ordering::Relaxed);
    Ok(())
}

/// Whether an exact dict has nothing under an exact text, as far as that can be said without running code.
///
/// # Safety
/// `dict` is a live exact dict, `name` a live exact text.
pub unsafe fn lacks(dict: *mut PyObject, name: *mut PyObject) -> bool {
    // SAFETY: as the caller promises; what is probed is readable.
    unsafe {
        let seen = if READABLE.load(Ordering::Relaxed) { look_up_text(dict, name, Match::Perhaps) } else { Found::Unknown };
        match seen {
            Found::Absent => true,
            Found::Value(_) => false,
            // (A table whose keys are shared: the dict may have no value under the name.)
            Found::Unknown => has_text_keys(dict) && ffi::PyDict_Contains(dict, name) == 0,
        }
    }
}

/// Place of an exact text among the keys of a table of texts. (`obj.__dict__[text]` makes a key of a text that is not interned.)
///
/// # Safety
/// `keys` is a live table whose kind is `TEXTS` or `SPLIT`, `name` a live exact text that was hashed.
pub unsafe fn place_of(keys: *const KeysObject, name: *mut PyObject) -> Option<u32> {
    // SAFETY: as the caller promises; `self_test` found the layout as it is declared.
    unsafe {
        let hash = text_hash(name);
        let found = probe(keys, hash, |entry: *const [*mut PyObject; 2]| {
            let key = (*entry)[0];
            let same = key == name || (text_hash(key) == hash && equal(key, name));
            (if same { Match::Yes } else { Match::No }, entry.cast_mut().cast())
        });
        let Found::Value(entry) = found else { return None };
        let first = KeysObject::first_entry(keys) as *const [*mut PyObject; 2];
        u32::try_from(entry.cast_const().cast::<[*mut PyObject; 2]>().offset_from(first)).ok()
    }
}

/// What is known of a key without running code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Found {
    /// Its value, borrowed.
    Value(*mut PyObject),
    Absent,
    Unknown,
}

#[derive(Clone, Copy)]
enum Match {
    Yes,
    No,
    Perhaps,
}

/// Value of an exact text in a small dict of texts, borrowed, if it is this very object and lies where its hash says
/// first; null says nothing.
///
/// # Safety
/// `dict` is a live exact dict, `text` a live exact text.
#[inline(always)]
pub unsafe fn at_first_place(dict: *mut PyObject, text: *mut PyObject) -> *mut PyObject {
    // SAFETY: as the caller promises; `self_test` found the layout as it is declared.
    unsafe {
        let keys = keys_of(dict);
        if !READABLE.load(Ordering::Relaxed) || (*keys).kind != TEXTS || (*keys).log2_size >= 8 {
            return std::ptr::null_mut();
        }
        let place = text_hash(text) as usize & ((1 << (*keys).log2_size) - 1);
        let index = *(keys as *const i8).add(std::mem::size_of::<KeysObject>() + place);
        if index < 0 {
            return std::ptr::null_mut();
        }
        let entry = (KeysObject::first_entry(keys) as *const [*mut PyObject; 2]).add(index as usize);
        if (*entry)[0] == text {
            (*entry)[1]
        } else {
            std::ptr::null_mut()
        }
    }
}

/// Looks `key` up in an exact dict.
///
/// # Safety
/// `dict` is a live exact dict, `key` a live value.
#[inline(always)]
pub unsafe fn look_up(dict: *mut PyObject, key: &Value) -> Found {
    // SAFETY: as the caller promises; `self_test` found the layout as it is declared.
    unsafe {
        if key.tag() == Tag::Object && ffi::Py_TYPE(key.ptr()) == &raw mut ffi::PyUnicode_Type {
            let found = at_first_place(dict, key.ptr());
            if !found.is_null() {
                return Found::Value(found);
            }
        }
        look_up_anywhere(dict, key)
    }
}

/// What a dict, or an object of a subclass, has under a name: an exact text. Keys that are no exact texts are not asked
/// whether they equal it.
///
/// # Safety
/// `dict` is a live object of `dict` or of a subclass, `name` a live exact text.
#[inline(always)]
pub unsafe fn look_up_name(dict: *mut PyObject, name: *mut PyObject) -> Found {
    // SAFETY: as the caller promises; what is probed is readable.
    unsafe {
        if READABLE.load(Ordering::Relaxed) {
            look_up_text(dict, name, Match::No)
        } else {
            Found::Unknown
        }
    }
}

#[inline(never)]
unsafe fn look_up_anywhere(dict: *mut PyObject, key: &Value) -> Found {
    // SAFETY: as the caller promises; `self_test` found the layout as it is declared.
    unsafe {
        if !READABLE.load(Ordering::Relaxed) {
            return Found::Unknown;
        }
        match key.tag() {
            Tag::Int => look_up_int(dict, key.bits() as i64),
            Tag::Object => {
                let p = key.ptr();
                if ffi::Py_TYPE(p) == &raw mut ffi::PyUnicode_Type {
                    return look_up_text(dict, p, Match::Perhaps);
                }
                if ffi::Py_TYPE(p) == &raw mut ffi::PyLong_Type {
                    return layout::small_int(p).map_or(Found::Unknown, |n| look_up_int(dict, n));
                }
                Found::Unknown
            }
            _ => Found::Unknown,
        }
    }
}

/// Looks for an exact text; `other_kind` is what a key of the same hash is that is none.
#[inline(always)]
unsafe fn look_up_text(dict: *mut PyObject, key: *mut PyObject, other_kind: Match) -> Found {
    // SAFETY: as the caller promises; `self_test` found the layout as it is declared.
    unsafe {
        let keys = keys_of(dict);
        let hash = match text_hash(key) {
            // Not asked for yet; of an exact text that is a computation.
            -1 => ffi::PyObject_Hash(key),
            known => known,
        };
        match (*keys).kind {
            // (A table that instances share has the names, and no values.)
            TEXTS | SPLIT => probe(keys, hash, |entry: *const [*mut PyObject; 2]| {
                let other = (*entry)[0];
                let same = other == key || (text_hash(other) == hash && equal(other, key));
                (if same { Match::Yes } else { Match::No }, (*entry)[1])
            }),
            GENERAL => probe(keys, hash, |entry: *const Entry| {
                let other = (*entry).key;
                let same = if other == key {
                    Match::Yes
                } else if (*entry).hash != hash {
                    Match::No
                } else if ffi::Py_TYPE(other) != &raw mut ffi::PyUnicode_Type {
                    other_kind
                } else if equal(other, key) {
                    Match::Yes
                } else {
                    Match::No
                };
                (same, (*entry).value)
            }),
            _ => Found::Unknown,
        }
    }
}

#[inline(always)]
unsafe fn look_up_int(dict: *mut PyObject, key: i64) -> Found {
    // SAFETY: as the caller promises; `self_test` found the layout as it is declared.
    unsafe {
        // Larger numbers, and -1, have another hash than themselves.
        const LARGEST: i64 = 1 << 60;
        let keys = keys_of(dict);
        if (*keys).kind == TEXTS {
            return Found::Absent;
        }
        if (*keys).kind != GENERAL || key == -1 || !(-LARGEST..LARGEST).contains(&key) {
            return Found::Unknown;
        }
        let hash = key as isize;
        probe(keys, hash, |entry: *const Entry| {
            let same = if (*entry).hash != hash {
                Match::No
            } else if ffi::Py_TYPE((*entry).key) == &raw mut ffi::PyLong_Type {
                // -1 has the hash of -2; larger ints may have any.
                match layout::small_int((*entry).key) {
                    Some(other) if other == key => Match::Yes,
                    Some(_) => Match::No,
                    None => Match::Perhaps,
                }
            } else {
                Match::Perhaps
            };
            (same, (*entry).value)
        })
    }
}

/// Entry of a table of any keys.
#[repr(C)]
struct Entry {
    hash: isize,
    key: *mut PyObject,
    value: *mut PyObject,
}

#[inline(always)]
unsafe fn text_hash(text: *mut PyObject) -> isize {
    // SAFETY: as the caller promises; `self_test` found the layout as it is declared.
    unsafe { (*(text as *mut ffi::PyASCIIObject)).hash }
}

/// Whether two exact texts are the same text.
#[inline(always)]
unsafe fn equal(a: *mut PyObject, b: *mut PyObject) -> bool {
    // SAFETY: as the caller promises; `self_test` found the layout as it is declared.
    unsafe {
        let (length, kind) = (ffi::PyUnicode_GET_LENGTH(a), string::kind(a));
        if length != ffi::PyUnicode_GET_LENGTH(b) || kind != string::kind(b) {
            return false;
        }
        let bytes = length as usize * kind;
        let [a, b] = [a, b].map(|text| std::slice::from_raw_parts(string::data(text), bytes));
        a == b
    }
}

/// Goes through the places where the hash may lie, in the interpreter's order (`Objects/dictobject.c`).
#[inline(always)]
unsafe fn probe<E>(keys: *const KeysObject, hash: isize, look: impl Fn(*const E) -> (Match, *mut PyObject)) -> Found {
    // SAFETY: as the caller promises; `self_test` found the layout as it is declared.
    unsafe {
        const EMPTY: isize = -1;
        const PERTURB_SHIFT: u32 = 5;
        let log2 = (*keys).log2_size;
        if log2 >= LARGEST_LOG2 {
            return Found::Unknown;
        }
        let indices = (keys as *const u8).add(std::mem::size_of::<KeysObject>());
        let entries = KeysObject::first_entry(keys) as *const E;
        let mask = (1usize << log2) - 1;
        let mut perturb = hash as usize;
        let mut place = perturb & mask;
        loop {
            let index = match log2 {
                ..8 => *(indices as *const i8).add(place) as isize,
                8..16 => *(indices as *const i16).add(place) as isize,
                _ => *(indices as *const i32).add(place) as isize,
            };
            if index == EMPTY {
                return Found::Absent;
            }
            // Below it: an entry that was deleted.
            if index >= 0 {
                match look(entries.add(index as usize)) {
                    (Match::Yes, value) if !value.is_null() => return Found::Value(value),
                    (Match::No, _) => {}
                    _ => return Found::Unknown,
                }
            }
            perturb >>= PERTURB_SHIFT;
            place = place.wrapping_mul(5).wrapping_add(perturb).wrapping_add(1) & mask;
        }
    }
}

/// Compares with the interpreter: dicts with either kind of keys and index, with keys that are there, were deleted, or
/// never were.
pub fn self_test(py: Python<'_>) -> PyResult<()> {
    if cfg!(not(Py_3_11)) {
        return learn_general_lookup(py);
    }
    READABLE.store(true, Ordering::Relaxed);
    let mut right = string::self_test(py);
    for count in [0i64, 5, 90, 300] {
        let (texts, ints) = (PyDict::new(py), PyDict::new(py));
        let names = (0..count + 8).map(|n| format!("name {n}").into_pyobject(py)).collect::<Result<Vec<_>, _>>()?;
        let numbers = (0..count + 8).map(|n| (n * n).into_pyobject(py)).collect::<Result<Vec<_>, _>>()?;
        for n in 0..count as usize {
            texts.set_item(&names[n], n)?;
            ints.set_item(&numbers[n], n)?;
        }
        for n in (0..count as usize).step_by(3) {
            texts.del_item(&names[n])?;
            ints.del_item(&numbers[n])?;
        }
        for (dict, keys) in
            [(&texts, names.iter().map(|k| k.as_any()).collect::<Vec<_>>()), (&ints, numbers.iter().map(|k| k.as_any()).collect())]
        {
            for key in keys {
                key.hash()?;
                let expected = dict.get_item(key)?.map_or(Found::Absent, |value| Found::Value(value.as_ptr()));
                // SAFETY: an exact dict and a live key.
                right &= unsafe { look_up(dict.as_ptr(), &Value::from_bound(key.clone())) } == expected;
            }
        }
    }
    READABLE.store(right, Ordering::Relaxed);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Keys of either kind, few and so many that indices take four bytes; the asked text is there, was deleted, or never was.
    #[test]
    fn names_in_dicts() {
        Python::initialize();
        Python::attach(|py| {
            self_test(py).unwrap();
            let name = pyo3::intern!(py, "__spec__");
            // SAFETY: dicts that live, and an interned text.
            let look = |dict: &Bound<'_, PyAny>| unsafe { look_up_name(dict.as_ptr(), name.as_ptr()) };
            let lacks = |dict: &Bound<'_, PyAny>| look(dict) == Found::Absent;
            let make = |text: &str| py.eval(&std::ffi::CString::new(text).unwrap(), None, None).unwrap();
            for count in [0, 3, 6, 200, 70_000] {
                for text in ["{%: 0 for n in range(COUNT)}", "__import__('collections').OrderedDict((%, 0) for n in range(COUNT))"] {
                    for key in ["n", "str(n)", "(n, str(n))"] {
                        let dict = make(&text.replace('%', key).replace("COUNT", &format!("{count}")));
                        assert_eq!(lacks(&dict), cfg!(Py_3_11));
                        dict.set_item(name, 1).unwrap();
                        assert!(!lacks(&dict));
                        dict.del_item(name).unwrap();
                        assert_eq!(lacks(&dict), cfg!(Py_3_11));
                    }
                }
            }
            let shared =
                py.eval(c"(lambda c: [setattr(c, n, 1) for n in ('a', 'b')] and vars(c))(type('C', (), {})())", None, None).unwrap();
            assert_eq!(lacks(&shared), cfg!(Py_3_11));
            shared.set_item(name, 1).unwrap();
            assert!(!lacks(&shared));
        });
    }

    #[test]
    fn tables_are_readable() {
        Python::initialize();
        Python::attach(|py| {
            self_test(py).unwrap();
            assert_eq!(READABLE.load(Ordering::Relaxed), cfg!(Py_3_11));
        });
    }
}
