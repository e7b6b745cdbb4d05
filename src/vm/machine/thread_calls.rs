//! The calls under way on a thread, as the interpreter would have them on one stack: frames of the code, and frames of
//! the Python code that it calls and that calls it.
#![allow(unsafe_code, reason = "frames of the machine and of the interpreter are walked")]

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::cpython::call_stack::Floor;
use crate::cpython::frames;
#[cfg(not(Py_3_12))]
use crate::cpython::layout::recursion;
use crate::front::bytecode::instr::Instr;
use crate::sandbox::natives::functions;
use crate::session::engine_calls::Level;
use crate::vm::machine::frame::{Frame, FrameKind};
use crate::vm::machine::Machine;

/// Where the loop was entered from.
#[derive(Clone, Copy, Debug)]
pub struct Entrance {
    /// The instruction of the code that had called native code.
    place: usize,
    /// The innermost Python frame.
    outside: usize,
}

/// While it lives, a loop of the machine runs: Python code beyond it is not at work for what the code does in it.
#[must_use]
pub struct Entered<'m> {
    machine: &'m Machine,
    floor: Floor,
    /// The namespace of the Python code that called, where it has no builtins of its own: C code that the code calls
    /// imports by them.
    lent: Option<Py<PyDict>>,
    /// Where the code may go deeper than the interpreter's count: C code that it calls begins at nothing, as it has a native
    /// stack that was looked at.
    #[cfg(not(Py_3_12))]
    _counts: Option<recursion::Anew>,
}

impl<'m> Entered<'m> {
    #[inline(never)]
    pub fn enter(machine: &'m Machine) -> Entered<'m> {
        let outside = frames::innermost_frame();
        let mut entrances = machine.entrances.borrow_mut();
        let called = entrances.last().is_some_and(|last| last.outside != outside);
        entrances.push(Entrance { place: machine.meter.place(), outside });
        drop(entrances);
        Entered {
            machine,
            floor: Floor::enter(outside),
            lent: if called { lend(machine.py()) } else { None },
            #[cfg(not(Py_3_12))]
            _counts: machine.frames.is_deep().then(recursion::Anew::begin),
        }
    }

    /// The loop has come back and is entered again from the same place, with nothing in between.
    #[inline(always)]
    pub fn again(&self) {
        let entrances = self.machine.entrances.borrow();
        if let Some(entrance) = entrances.last() {
            self.machine.meter.set_place(entrance.place);
        }
        let left = entrances.len().saturating_sub(1);
        drop(entrances);
        self.machine.held.release_above(left);
    }
}

impl Drop for Entered<'_> {
    #[inline(always)]
    fn drop(&mut self) {
        self.floor.leave();
        let mut entrances = self.machine.entrances.borrow_mut();
        if let Some(entrance) = entrances.pop() {
            self.machine.meter.set_place(entrance.place);
        }
        let left = entrances.len();
        drop(entrances);
        self.machine.held.release_above(left);
        if let Some(namespace) = self.lent.take() {
            take_back(self.machine.py(), &namespace);
        }
    }
}

/// Between two calls of the loop from one place. The note that it was entered from there stays from one to the next, as long as no other
/// code runs in between.
#[derive(Default)]
pub struct AtRest<'m>(Option<Entered<'m>>);

impl<'m> AtRest<'m> {
    /// What is done now may run code, unless it is plain.
    #[inline(always)]
    pub fn unless(&mut self, plain: bool) {
        if !plain {
            self.0 = None;
        }
    }

    /// The note, for the loop that is entered now.
    #[inline(always)]
    pub fn enter(&mut self, machine: &'m Machine) -> &Entered<'m> {
        self.0.get_or_insert_with(|| Entered::enter(machine))
    }
}

#[cold]
#[inline(never)]
fn take_back(py: Python<'_>, namespace: &Py<PyDict>) {
    quietly(py, |py| functions::take_import(namespace.bind(py)));
}

#[cold]
#[inline(never)]
fn lend(py: Python<'_>) -> Option<Py<PyDict>> {
    let namespace = frames::innermost_globals(py)?;
    if namespace.contains(intern!(py, "__builtins__")).unwrap_or(true) {
        return None;
    }
    quietly(py, |_| functions::lend_import(&namespace)).unwrap_or(false).then(|| namespace.unbind())
}

/// An error on its way stays.
fn quietly<T>(py: Python<'_>, change: impl FnOnce(Python<'_>) -> PyResult<T>) -> Option<T> {
    let pending = PyErr::take(py);
    let changed = change(py).ok();
    if let Some(error) = pending {
        error.restore(py);
    }
    changed
}

/// The instruction of the code that called the innermost frame of Python code, if the code itself called it.
pub fn calling(m: &Machine) -> Option<Instr> {
    let outside = m.entrances.borrow().last()?.outside;
    if frames::back(&frames::innermost_object(m.py())?).map_or(0, |frame| frames::address_of(&frame)) != outside {
        return None;
    }
    m.frames.find_in_code(|linked| Some(linked.code.instrs.get(linked.index_of(m.meter.place())? as usize).copied())).flatten()
}

/// The calls of the run, innermost first, until `stop` says so.
pub fn walk<'py>(m: &Machine, py: Python<'py>, stop: &mut dyn FnMut(Level<'py>) -> bool) {
    let entrances = m.entrances.borrow().clone();
    let lines = lines(m, &entrances);
    let mut frame = frames::innermost_object(py);
    for (entrance, lines) in entrances.iter().rev().zip(lines) {
        while let Some(current) = frame.take_if(|frame| frames::address_of(frame) != entrance.outside) {
            frame = frames::back(&current);
            if stop(Level::Python(current)) {
                return;
            }
        }
        for (line, function) in lines {
            if stop(Level::Code { line, function }) {
                return;
            }
        }
    }
}

/// Lines and functions of the code's frames, by entrance, innermost first.
fn lines(m: &Machine, entrances: &[Entrance]) -> Vec<Vec<(usize, String)>> {
    let mut places = std::iter::once(m.meter.place()).chain(entrances.iter().rev().map(|entrance| entrance.place));
    let mut here = places.next();
    let (mut all, mut current) = (Vec::with_capacity(entrances.len()), Vec::new());
    // SAFETY: no frame is pushed or popped meanwhile.
    for frame in unsafe { m.frames.innermost_first() } {
        add_lines(&mut current, frame, here.take());
        if matches!(frame.kind, FrameKind::Entry | FrameKind::GeneratorEntry) {
            all.push(std::mem::take(&mut current));
            here = places.next();
        }
    }
    all
}

/// Lines of a frame and of the functions whose instructions stand in it; `place` is where it called native code.
fn add_lines(lines: &mut Vec<(usize, String)>, frame: &Frame, place: Option<usize>) {
    // SAFETY: a live frame keeps its code alive.
    let Some(linked) = (unsafe { frame.code.as_ref() }) else { return };
    let (code, source) = (&linked.code, &linked.source);
    let Some(pc) = place.and_then(|place| linked.index_of(place)).or_else(|| linked.index_of(frame.pc as usize)) else { return };
    let mut place = code.place_at(pc);
    for (i, inlined) in code.inlined.iter().enumerate().filter(|(_, inlined)| inlined.covers(pc)) {
        lines.push((code.place(place).line(source), inlined.name.to_owned()));
        place = code.call_place(i);
    }
    lines.push((code.place(place).line(source), code.name.clone()));
}
