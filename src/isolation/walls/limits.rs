//! The walls that count: memory, processor time, descriptors, sizes of files.

use std::fs;

use rustix::process::{getrlimit, setrlimit, Resource, Rlimit};

use super::Grants;

/// What the main stack may grow to. It does not count as data, so it is bounded by itself.
const STACK_BYTES: u64 = 64 << 20;

/// Addresses beyond the memory that is granted. Numpy, the allocator and mapped files take far more of those than memory, but
/// each two megabytes that are touched cost a page of tables, which nothing else counts.
const SPARE_ADDRESSES: u64 = 64 << 30;

/// Limits what the process may add to the data that it has.
pub fn memory(added: Option<u64>) -> Vec<String> {
    let Some(added) = added else { return Vec::new() };
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let (Some(data), Some(addresses)) = (in_use(&status, "VmData:"), in_use(&status, "VmSize:")) else {
        return vec!["how much data it has is unknown: no /proc".to_owned()];
    };
    let wanted = [
        (Resource::Data, data.saturating_add(added), "data"),
        (Resource::As, addresses.saturating_add(added).saturating_add(SPARE_ADDRESSES), "addresses"),
        (Resource::Stack, STACK_BYTES, "the stack"),
    ];
    wanted.into_iter().filter_map(|(resource, bytes, name)| lower(resource, bytes, bytes, name).err()).collect()
}

/// The kernel's own number, which is what it compares with the limit: data are private pages that may be written.
fn in_use(status: &str, name: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}

/// The number of processes and threads is not among them: the kernel counts those by user, over all programs of that user, and
/// for root not at all. Threads end where memory does.
pub fn others(grants: &Grants) -> Vec<String> {
    let mut wanted = vec![
        (Resource::Nofile, grants.files, grants.files, "descriptors"),
        (Resource::Core, 0, 0, "core dumps"),
        (Resource::Memlock, 0, 0, "locked memory"),
        (Resource::Msgqueue, 0, 0, "message queues"),
        (Resource::Nice, 0, 0, "priority"),
        (Resource::Rtprio, 0, 0, "real-time priority"),
    ];
    if let Some(seconds) = grants.cpu_seconds {
        let end = seconds_used().saturating_add(seconds);
        // The first limit sends a signal that code may catch, the second kills.
        wanted.push((Resource::Cpu, end, end.saturating_add(1), "processor time"));
    }
    if grants.write.is_empty() {
        wanted.push((Resource::Fsize, 0, 0, "sizes of files"));
    }
    wanted.into_iter().filter_map(|(resource, soft, hard, name)| lower(resource, soft, hard, name).err()).collect()
}

/// A limit that is lower already stays.
fn lower(resource: Resource, soft: u64, hard: u64, name: &str) -> Result<(), String> {
    let now = getrlimit(resource);
    let maximum = now.maximum.map_or(hard, |now| now.min(hard));
    let current = now.current.map_or(soft, |now| now.min(soft)).min(maximum);
    setrlimit(resource, Rlimit { current: Some(current), maximum: Some(maximum) })
        .map_err(|error| format!("{name} are not limited: {error}"))
}

/// Processor time of this process so far, in whole seconds; a fresh fork begins at none.
fn seconds_used() -> u64 {
    let used = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    used.tv_sec.unsigned_abs()
}
