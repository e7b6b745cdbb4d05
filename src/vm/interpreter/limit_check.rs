//! The slow side of charging operations: limits, signals, other threads.

use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;

use crate::budget::memory;
use crate::cpython::value::R;
use crate::front::limits::Stop;
use crate::session::abort::{by_limit, carry, start, Abort};
use crate::vm::machine::Machine;

/// The slow side of `Machine::charge`: the count passed the meter's bound.
#[cold]
#[inline(never)]
pub fn check_limits(m: &Machine) -> R<()> {
    if by_limit(m) {
        return Err(carry(m));
    }
    if m.operations.get() > m.operations_cap.get() {
        m.operations.set(m.operations_cap.get());
        return Err(start(m, Abort::Limit(Stop::Operations)));
    }
    match m.meter.requested() {
        Stop::No => {}
        stop => return Err(start(m, Abort::Limit(stop))),
    }
    let poked = m.meter.is_poked();
    m.meter.rearm(m.next_look());
    if !poked {
        return Ok(());
    }
    m.hot.look_inside(m);
    memory::collect_garbage(m.py());
    if let Err(error) = m.py().check_signals() {
        return Err(start(m, Abort::Limit(reason_of(m, error))));
    }
    // Other threads of the host get their turn, as between CPython's own instructions.
    m.py().detach(|| {});
    Ok(())
}

/// Why a handler of a signal failed: the user's Ctrl-C, or the run had no memory left for it.
fn reason_of(m: &Machine, error: PyErr) -> Stop {
    match m.meter.requested() {
        Stop::No if error.is_instance_of::<PyMemoryError>(m.py()) => Stop::Memory,
        Stop::No => Stop::Interrupted,
        why => why,
    }
}
