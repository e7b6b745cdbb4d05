//! Walls: how a freshly forked worker has the kernel lock it in, for good, before it runs any code.
//!
//! The rules of the floors below stop Python; these stop native code. What one wall misses another should hold: a file of
//! the host is out of reach by Landlock, and where nothing is granted for writing also because the filter refuses to open
//! one for writing. Nothing here can be taken back, not even by the worker itself.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use pyo3::exceptions::PyPermissionError;
use pyo3::prelude::*;

use crate::front::policy::defence_layers;

#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod answers;
#[cfg(target_os = "linux")]
mod files;
#[cfg(target_os = "linux")]
mod limits;
#[cfg(target_os = "linux")]
mod process;
#[cfg(target_os = "linux")]
mod seccomp;
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod syscalls;

/// Whether this process stands behind all of them.
static ALL_STAND: AtomicBool = AtomicBool::new(false);

/// The walls, by the names under which `confine` answers.
pub const NAMES: [&str; 7] = ["process", "files", "network", "scopes", "syscalls", "memory", "limits"];

/// For each wall None if it stands, or why it does not.
pub type Report = BTreeMap<&'static str, Option<String>>;

/// What the host grants a worker.
pub struct Grants {
    /// Files and folders that may be read. Those that do not exist are skipped.
    pub read: Vec<PathBuf>,
    /// Files and folders that may be read, written, made and removed.
    pub write: Vec<PathBuf>,
    /// Bytes that the worker may add to the data that it has already.
    pub memory_bytes: Option<u64>,
    /// Seconds of processor time from now on.
    pub cpu_seconds: Option<u64>,
    /// Descriptors that may be open at a time.
    pub files: u64,
    /// Open descriptors, besides 0 to 2, that the worker goes on using.
    pub keep: Vec<i32>,
}

/// Locks the calling process in. It must be a fresh fork with a single thread. A limit that is None counts as standing.
/// Descriptors 0 to 2 stay as they are: the caller points them at nothing of the host's first.
///
/// The worker ends when the *thread* that forked it does, so the server forks on a thread that stays.
#[pyfunction]
pub fn confine(
    py: Python<'_>,
    read: Vec<PathBuf>,
    write: Vec<PathBuf>,
    memory_bytes: Option<u64>,
    cpu_seconds: Option<u64>,
    files: u64,
    keep: Vec<i32>,
) -> Report {
    let report = raise(py, &Grants { read, write, memory_bytes, cpu_seconds, files, keep });
    ALL_STAND.store(report.values().all(Option::is_none), Ordering::SeqCst);
    report
}

/// Makes what is the same for all workers that are granted that much, in the process that is going to fork them.
#[pyfunction]
pub fn prepare_walls(writing: bool, memory_is_limited: bool) {
    #[cfg(target_os = "linux")]
    for truncating in [false, writing] {
        seccomp::Filter { writing, truncating, shared_memory: !memory_is_limited }.make_ahead();
    }
}

/// From now on rules that are there for a host's sake do not hold in this process: `rules="contract"`. Raises
/// `PermissionError` where not all walls stand around it.
#[pyfunction]
pub fn rely_on_walls() -> PyResult<()> {
    if !ALL_STAND.load(Ordering::SeqCst) {
        return Err(PyPermissionError::new_err("not all walls stand around this process"));
    }
    defence_layers::do_without_host();
    Ok(())
}

/// The order matters: granted paths are opened while the process may still open them, limits are read from /proc while it is
/// there, and the filter comes last, because it refuses what raises the other walls.
#[cfg(target_os = "linux")]
fn raise(py: Python<'_>, grants: &Grants) -> Report {
    let mut process = process::leave_host(py, &grants.keep);
    let rules = files::Rules::new(&grants.read, &grants.write);
    let memory = limits::memory(grants.memory_bytes);
    let limits = limits::others(grants);
    process.extend(process::give_up_privileges());
    let landlock = rules.and_then(files::Rules::enforce);
    let filter = seccomp::Filter {
        writing: !grants.write.is_empty(),
        // Before ABI 3 Landlock knows nothing of `truncate`, so the filter has to hold that.
        truncating: !grants.write.is_empty() && landlock.as_ref().is_ok_and(|held| held.truncating),
        shared_memory: grants.memory_bytes.is_none(),
    };
    let syscalls = filter.install(process::own_pid());
    report(process, &landlock, &syscalls, memory, limits)
}

/// Sockets and signals have two walls each, of which one is enough.
#[cfg(target_os = "linux")]
fn report(
    process: Vec<String>,
    landlock: &Result<files::Held, String>,
    syscalls: &Result<(), String>,
    memory: Vec<String>,
    limits: Vec<String>,
) -> Report {
    let either = |held: fn(&files::Held) -> bool, missing: &str| match (landlock, syscalls) {
        (_, Ok(())) => None,
        (Ok(landlock), Err(_)) if held(landlock) => None,
        (Ok(_), Err(filter)) => Some(format!("{missing}; {filter}")),
        (Err(landlock), Err(filter)) => Some(format!("{landlock}; {filter}")),
    };
    let standing = |missing: Vec<String>| if missing.is_empty() { None } else { Some(missing.join("; ")) };
    let cut = landlock.as_ref().is_ok_and(|held| !held.truncating) && syscalls.is_err();
    let files = landlock.as_ref().err().cloned().or(cut.then(|| "Landlock of this kernel does not know truncation".to_owned()));
    Report::from([
        ("process", standing(process)),
        ("files", files),
        // Landlock alone knows TCP only.
        ("network", either(|_| false, "Landlock holds TCP at most")),
        ("scopes", either(|held| held.scopes, "Landlock of this kernel has no scopes")),
        ("syscalls", syscalls.as_ref().err().cloned()),
        ("memory", standing(memory)),
        ("limits", standing(limits)),
    ])
}

#[cfg(not(target_os = "linux"))]
fn raise(_py: Python<'_>, _grants: &Grants) -> Report {
    NAMES.into_iter().map(|name| (name, Some("it is not there on this system".to_owned()))).collect()
}
