//! What code objects hold, read where the interpreter's own table of members says that it lies: by attribute each read takes
//! 170 instructions.
#![allow(unsafe_code, reason = "reads members of code objects in place")]

use std::ffi::{c_int, CStr};
use std::sync::OnceLock;

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyCode, PyTuple};

/// A member that code objects have in all versions.
#[derive(Clone, Copy, Debug)]
pub enum Table {
    /// `co_consts`
    Constants,
    /// `co_names`
    Names,
}

/// Bytes from the start of a code object.
struct Offsets {
    constants: Option<usize>,
    names: Option<usize>,
    argument_count: Option<usize>,
}

/// `T_INT`, `T_OBJECT` and `T_OBJECT_EX` of the interpreter's headers.
const INT: c_int = 1;
const OBJECT: [c_int; 2] = [6, 16];

fn offsets() -> &'static Offsets {
    static OFFSETS: OnceLock<Offsets> = OnceLock::new();
    OFFSETS.get_or_init(|| Offsets {
        constants: member(c"co_consts", &OBJECT),
        names: member(c"co_names", &OBJECT),
        argument_count: member(c"co_argcount", &[INT]),
    })
}

/// Where a member of these kinds lies.
fn member(name: &CStr, kinds: &[c_int]) -> Option<usize> {
    // SAFETY: the table of a static type ends with an entry without a name; names are C strings.
    unsafe {
        let mut entry = ffi::PyCode_Type.tp_members;
        while !entry.is_null() && !(*entry).name.is_null() {
            if CStr::from_ptr((*entry).name) == name && kinds.contains(&(*entry).type_code) {
                return usize::try_from((*entry).offset).ok();
            }
            entry = entry.add(1);
        }
    }
    None
}

/// A table of the code.
pub fn table<'a, 'py>(code: &'a Bound<'py, PyAny>, which: Table) -> Option<Borrowed<'a, 'py, PyTuple>> {
    let offset = match which {
        Table::Constants => offsets().constants?,
        Table::Names => offsets().names?,
    };
    if !code.is_exact_instance_of::<PyCode>() {
        return None;
    }
    // SAFETY: ATTACHED; a code object, which never changes, holds an object there, or null.
    unsafe {
        let held = *code.as_ptr().byte_add(offset).cast::<*mut ffi::PyObject>();
        Borrowed::from_ptr_or_opt(code.py(), held)?.cast_exact::<PyTuple>().ok()
    }
}

/// How many positional parameters it has; none where that cannot be read.
pub fn argument_count(code: &Bound<'_, PyAny>) -> Option<c_int> {
    let offset = offsets().argument_count.filter(|_| code.is_exact_instance_of::<PyCode>())?;
    // SAFETY: ATTACHED; a code object holds a number there.
    Some(unsafe { *code.as_ptr().byte_add(offset).cast::<c_int>() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_what_attributes_say() {
        Python::initialize();
        Python::attach(|py| {
            let code = py.eval(c"(lambda one, two=2: one.first + 'text' + two.second).__code__", None, None).unwrap();
            for (which, name) in [(Table::Constants, "co_consts"), (Table::Names, "co_names")] {
                assert!(table(&code, which).unwrap().is(code.getattr(name).unwrap()));
            }
            assert_eq!(argument_count(&code), Some(2));
            assert!(table(py.None().bind(py), Table::Names).is_none());
        });
    }
}
