//! Tracebacks: a frame that an error passes is noted on the exception, as the interpreter notes its own.
//!
//! So the notes go wherever the exception goes (a future, another thread, `raise … from`) and end with it.
//! The frame object of an entry is inert: no variables, no builtins, no frame below it.
#![allow(unsafe_code, reason = "entries of tracebacks and frames have no safe interface")]

use std::ffi::{c_int, CString};
use std::ptr;
use std::sync::Arc;

use pyo3::exceptions::PyBaseException;
use pyo3::ffi::{self, PyTracebackObject};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::cpython::api;
use crate::cpython::value::{attached, Value};
use crate::front::bytecode::code::{Code, Suspends};
use crate::front::bytecode::instr::Instr;
use crate::front::parse::span::Span;
use crate::session::scope::HostScope;
use crate::vm::machine::linked_code::Linked;
use crate::vm::machine::outcome::{Trace, TraceEntry};
use crate::vm::machine::registers::Active;
use crate::vm::machine::{stop_iteration, Machine};

/// Name of the file in tracebacks, as for any code that comes as a text.
const FILE: &std::ffi::CStr = c"<string>";
/// Entries that are kept for the text of an error, from either end.
const KEPT: usize = 32;

/// What the inert frame of a code stands for.
#[pyclass(frozen, module = "fastexec")]
struct Origin {
    code: Arc<Code>,
    source: Arc<str>,
    function: String,
}

/// What is needed to note frames of a code, made when the first error passes one.
pub struct Traced {
    /// By name of the function: one for the code itself, and those of `Code::inlined`.
    frames: Vec<(String, Py<PyAny>)>,
    /// Line of each of `Code::place_count` places.
    lines: Box<[c_int]>,
}

impl Traced {
    fn new(py: Python<'_>, linked: &Linked) -> PyResult<Traced> {
        // The run may neither see what is made here nor refuse it.
        let _host = HostScope::enter();
        let (code, source) = (&linked.code, &linked.source);
        let mut frames: Vec<(String, Py<PyAny>)> = Vec::with_capacity(1);
        for name in std::iter::once(code.name.as_str()).chain(code.inlined.iter().map(|inlined| inlined.name)) {
            if frames.iter().all(|(known, _)| known != name) {
                frames.push((name.to_owned(), inert_frame(py, code, source, name)?));
            }
        }
        Ok(Traced { frames, lines: lines(code, source) })
    }

    fn entry(&self, name: Option<&str>, place: usize) -> Option<(&Py<PyAny>, c_int)> {
        let mut frames = self.frames.iter();
        let (_, frame) = name.map_or_else(|| self.frames.first(), |name| frames.find(|(known, _)| known == name))?;
        Some((frame, *self.lines.get(place)?))
    }
}

/// Lines of the places of `code`, counted from 1.
fn lines(code: &Code, source: &str) -> Box<[c_int]> {
    let bytes = source.as_bytes();
    let ends = (0..bytes.len()).filter(|i| bytes[*i] == b'\n' || (bytes[*i] == b'\r' && bytes.get(i + 1) != Some(&b'\n')));
    let ends: Vec<u32> = ends.map(|i| i as u32).collect();
    let line = |span: Span| ends.partition_point(|end| *end < span.start) as c_int + 1;
    code.places().map(line).collect()
}

/// A frame of a code that does nothing and has `code` as its origin.
fn inert_frame(py: Python<'_>, code: &Arc<Code>, source: &Arc<str>, name: &str) -> PyResult<Py<PyAny>> {
    let origin = Bound::new(py, Origin { code: code.clone(), source: source.clone(), function: name.to_owned() })?;
    let function = CString::new(name)?;
    let first_line = c_int::try_from(code.span.line(source)).unwrap_or(c_int::MAX);
    // SAFETY: ATTACHED; texts that live during the call; an owned reference or an error.
    let empty = unsafe { Bound::from_owned_ptr_or_err(py, ffi::PyCode_NewEmpty(FILE.as_ptr(), function.as_ptr(), first_line).cast())? };
    // An instruction for each place, and no lines of their own: readers then take those of the entries. The frame itself
    // stands before them (at one or the other, by version), where there is a line: some take a frame's for a number.
    let count = code.place_count();
    let instructions = empty.getattr("co_code")?.cast_into::<PyBytes>()?;
    let instruction = instructions.as_bytes().get(..2).unwrap_or(&[0, 0]);
    let changes = PyDict::new(py);
    changes.set_item("co_code", PyBytes::new(py, &instruction.repeat(BEFORE_PLACES + count)))?;
    changes.set_item("co_linetable", PyBytes::new(py, &no_locations(count)))?;
    changes.set_item("co_consts", (origin,))?;
    let inert = empty.call_method("replace", (), Some(&changes))?;
    let globals = PyDict::new(py);
    globals.set_item("__builtins__", PyDict::new(py))?;
    // SAFETY: ATTACHED; a code object, a dict and no locals; an owned reference or an error.
    unsafe {
        let frame = ffi::PyFrame_New(ffi::PyThreadState_Get(), inert.as_ptr().cast(), globals.as_ptr(), ptr::null_mut());
        Ok(Bound::from_owned_ptr_or_err(py, frame.cast())?.unbind())
    }
}

/// Instructions of an inert frame that stand for no place.
const BEFORE_PLACES: usize = 2;

/// The table of locations of those before the places, on the code's first line, and of `count` that have none (PEP 626's form,
/// read by 3.11 and later).
fn no_locations(count: usize) -> Vec<u8> {
    const ON_THE_FIRST_LINE: [u8; 2] = [0x80 | (13 << 3) | (BEFORE_PLACES - 1) as u8, 0];
    const NONE: u8 = 0x80 | (15 << 3);
    const MOST: usize = 8;
    let none = (0..count).step_by(MOST).map(|at| NONE | ((count - at).min(MOST) - 1) as u8);
    ON_THE_FIRST_LINE.into_iter().chain(none).collect()
}

/// Notes the active frame, at `pc`, on the error that is raised. A StopIteration that leaves instructions which stand
/// for a generator's body becomes a RuntimeError on the way, as there.
#[cold]
#[inline(never)]
pub fn note(m: &Machine, a: &Active, pc: u32) {
    let linked = a.linked();
    let mut place = match a.instr() {
        Instr::CallMethod { ic, .. } if m.lookup_failed.replace(ptr::null()) == a.pc => linked.code.attribute_place(ic),
        _ => linked.code.place_at(pc),
    };
    for (i, inlined) in linked.code.inlined.iter().enumerate() {
        if !inlined.covers(pc) {
            continue;
        }
        add(linked, Some(inlined.name), place);
        if inlined.generator {
            convert_stop();
        }
        place = linked.code.call_place(i);
    }
    add(linked, None, place);
}

/// Notes a frame that was left before its first instruction.
pub fn note_start(linked: &Linked) {
    add(linked, None, linked.code.start_place());
}

fn convert_stop() {
    let py = attached();
    if let Some(error) = PyErr::take(py) {
        stop_iteration::convert_stop_as(Suspends::Generator, error).restore(py);
    }
}

/// Puts an entry on top of the traceback of the error that is raised: of `linked`, or of what is inlined in it under this
/// name. Without memory for one it stays as it is.
fn add(linked: &Linked, inlined: Option<&str>, place: usize) {
    let py = attached();
    let Some(exception) = api::take_raised() else { return };
    let traced = match linked.traced.get() {
        Some(traced) => Some(traced),
        None => Traced::new(py, linked).ok().map(|made| linked.traced.get_or_init(|| made)),
    };
    if let Some((frame, line)) = traced.and_then(|traced| traced.entry(inlined, place)) {
        push(&exception, frame, place, line);
    }
    api::put_raised(exception);
}

fn push(exception: &Value, frame: &Py<PyAny>, place: usize, line: c_int) {
    let py = attached();
    let next = exception.as_object().and_then(|exception| api::traceback(&exception));
    let lasti = c_int::try_from(2 * (BEFORE_PLACES + place)).unwrap_or(0);
    // SAFETY: ATTACHED; an exception instance. The entry is made by its type's own allocator, which sets all fields to
    // zero; the references that it gets are owned ones. The exception takes a reference of its own to it.
    unsafe {
        let entry: *mut PyTracebackObject = ffi::PyType_GenericAlloc(&raw mut ffi::PyTraceBack_Type, 0).cast();
        if entry.is_null() {
            ffi::PyErr_Clear();
            return;
        }
        (*entry).tb_next = next.map_or(ptr::null_mut(), Bound::into_ptr).cast();
        (*entry).tb_frame = frame.clone_ref(py).into_ptr().cast();
        (*entry).tb_lasti = lasti;
        (*entry).tb_lineno = line;
        ffi::PyException_SetTraceback(exception.ptr(), entry.cast());
        ffi::Py_DECREF(entry.cast());
    }
}

/// The frames of sandboxed code that the exception passed; those of others are left out.
pub fn trace(exception: &Bound<'_, PyBaseException>) -> Trace {
    let own: Vec<_> = entries(exception).filter_map(|(frame, place)| Some((origin(&frame)?, place))).collect();
    let left_out = own.len().saturating_sub(2 * KEPT);
    let kept = own.iter().take(KEPT).chain(own.iter().skip(KEPT + left_out));
    let entries = kept.map(|(origin, place)| {
        let origin = origin.get();
        TraceEntry { function: origin.function.clone(), source: origin.source.clone(), span: origin.code.place(*place) }
    });
    Trace { entries: entries.collect(), left_out }
}

/// Frame and place of each entry, outermost first.
fn entries<'py>(exception: &Bound<'py, PyBaseException>) -> impl Iterator<Item = (Bound<'py, PyAny>, usize)> {
    let py = exception.py();
    std::iter::successors(api::traceback(exception.as_any()), move |entry| {
        // SAFETY: ATTACHED; a live entry, which keeps the next one (or none) alive.
        unsafe { Bound::from_borrowed_ptr_or_opt(py, (*entry.as_ptr().cast::<PyTracebackObject>()).tb_next.cast()) }
    })
    .map(move |entry| {
        // SAFETY: ATTACHED; a live entry, which keeps its frame alive.
        unsafe {
            let entry = entry.as_ptr().cast::<PyTracebackObject>();
            let place = (usize::try_from((*entry).tb_lasti).unwrap_or(0) / 2).saturating_sub(BEFORE_PLACES);
            (Bound::from_borrowed_ptr(py, (*entry).tb_frame.cast()), place)
        }
    })
}

/// What an inert frame stands for; `None` for the interpreter's own frames.
fn origin<'py>(frame: &Bound<'py, PyAny>) -> Option<Bound<'py, Origin>> {
    // SAFETY: ATTACHED; a frame of a traceback; a new reference to its code.
    let code = unsafe { Bound::from_owned_ptr_or_opt(frame.py(), ffi::PyFrame_GetCode(frame.as_ptr().cast()).cast())? };
    let first = code.getattr("co_consts").ok()?.get_item(0).ok()?;
    first.cast_into::<Origin>().ok()
}
