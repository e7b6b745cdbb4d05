//! The wall around the process: a session of its own, an end with its parent, no privileges, no inherited descriptors.

use std::fs;

use pyo3::prelude::*;
use rustix::io::Errno;
use rustix::process::{getpid, getppid, getsid, set_dumpable_behavior, set_parent_process_death_signal, setsid, DumpableBehavior, Signal};
use rustix::thread::{
    capabilities, capability_is_in_bounding_set, clear_ambient_capability_set, no_new_privs, remove_capability_from_bounding_set,
    set_capabilities, set_no_new_privs, CapabilitySet, CapabilitySets,
};

/// The process's id, as the filter compares it.
pub fn own_pid() -> u32 {
    getpid().as_raw_nonzero().get().unsigned_abs()
}

/// Cuts what the worker inherited. Each reason is something that did not work.
pub fn leave_host(py: Python<'_>, keep: &[i32]) -> Vec<String> {
    let mut missing = Vec::new();
    // Without a terminal of its own nobody types into the host's.
    if let Err(error) = setsid() {
        if getsid(None) != Ok(getpid()) {
            missing.push(format!("no session of its own: {error}"));
        }
    }
    missing.extend(die_with_parent().err());
    missing.extend(close_others(py, keep).err());
    missing.extend(alone().err());
    missing
}

/// A parent that ended before the request is not told of, so it is looked at again after it.
fn die_with_parent() -> Result<(), String> {
    let parent = getppid();
    set_parent_process_death_signal(Some(Signal::KILL)).map_err(|error| format!("it would outlive its parent: {error}"))?;
    if getppid() == parent {
        Ok(())
    } else {
        Err("its parent is gone".to_owned())
    }
}

/// Closes through the interpreter, which has a function that does not mind descriptors that are closed already.
fn close_others(py: Python<'_>, keep: &[i32]) -> Result<(), String> {
    let stays = |descriptor: &i32| *descriptor <= 2 || keep.contains(descriptor);
    let others = |found: Vec<i32>| found.into_iter().filter(|descriptor| !stays(descriptor)).collect::<Vec<_>>();
    let close = |from: i32, to: i32| py.import("os").and_then(|os| os.call_method1("closerange", (from, to))).map(drop);
    let found = others(open_descriptors().map_err(|error| format!("inherited descriptors are unknown: {error}"))?);
    for &descriptor in &found {
        close(descriptor, descriptor + 1).map_err(|error| format!("an inherited descriptor is open: {error}"))?;
    }
    match others(open_descriptors().unwrap_or_default()).len() {
        0 => Ok(()),
        left => Err(format!("inherited descriptors are open: {left}")),
    }
}

/// The one that lists the folder is closed when this returns.
fn open_descriptors() -> std::io::Result<Vec<i32>> {
    let listing = fs::read_dir("/proc/self/fd")?;
    let mut found: Vec<i32> = listing.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok()).collect();
    // Left out: the listing's own, closed by now.
    found.retain(|descriptor| fs::read_link(format!("/proc/self/fd/{descriptor}")).is_ok());
    Ok(found)
}

/// Landlock holds the calling thread and its children: another thread would be outside.
fn alone() -> Result<(), String> {
    match fs::read_dir("/proc/self/task").map(Iterator::count) {
        Ok(1) => Ok(()),
        Ok(threads) => Err(format!("{threads} threads run in it")),
        Err(error) => Err(format!("whether other threads run in it is unknown: {error}")),
    }
}

/// No way back up: no program with more rights, no capability of root, nobody of the same user who looks in.
///
/// The user stays the same, since files of the host may be readable by it only. Root without capabilities owns root's files
/// all the same, which is why the filter refuses changes of modes and owners.
pub fn give_up_privileges() -> Vec<String> {
    let mut missing = Vec::new();
    if set_no_new_privs(true).is_err() || no_new_privs() != Ok(true) {
        missing.push("programs could give it new privileges".to_owned());
    }
    missing.extend(drop_capabilities().err());
    if let Err(error) = set_dumpable_behavior(DumpableBehavior::NotDumpable) {
        missing.push(format!("others may look into it: {error}"));
    }
    missing
}

/// The bounding set first: lowering it takes a capability.
fn drop_capabilities() -> Result<(), String> {
    let all = (0..u64::BITS).map(|place| CapabilitySet::from_bits_retain(1 << place));
    for capability in all.take_while(|capability| capability_is_in_bounding_set(*capability) != Err(Errno::INVAL)) {
        // An ordinary user may not, and needs not: nothing gives it capabilities any more.
        let _ = remove_capability_from_bounding_set(capability);
    }
    let _ = clear_ambient_capability_set();
    let none = CapabilitySet::empty();
    set_capabilities(None, CapabilitySets { effective: none, permitted: none, inheritable: none })
        .map_err(|error| format!("it keeps capabilities: {error}"))?;
    match capabilities(None) {
        Ok(left) if left.permitted.is_empty() && left.effective.is_empty() => Ok(()),
        Ok(left) => Err(format!("it keeps capabilities: {:?}", left.permitted)),
        Err(error) => Err(format!("its capabilities are unknown: {error}")),
    }
}
