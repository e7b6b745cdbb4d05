//! Files of the kernel that packages read about the machine.

use std::path::{Component, Path};

/// Where the kernel says how many processors a container has.
const SHARES_OF_PROCESSORS: [&str; 3] =
    ["/sys/fs/cgroup/cpu.max", "/sys/fs/cgroup/cpu/cpu.cfs_quota_us", "/sys/fs/cgroup/cpu/cpu.cfs_period_us"];

fn goes_up(path: &Path) -> bool {
    path.components().any(|part| part == Component::ParentDir)
}

/// What numeric packages ask before they share work among processors.
pub fn may_read(package: &Path, path: &Path) -> bool {
    match package.file_name().and_then(|name| name.to_str()) {
        Some("threadpoolctl.py") => path.starts_with("/proc") && path.ends_with("maps"),
        Some("joblib") => path.starts_with("/sys/fs/cgroup") && !goes_up(path) || path == Path::new("/proc/cpuinfo"),
        // (Any file may be named to it: these and no others.)
        Some("pandas") => SHARES_OF_PROCESSORS.iter().any(|known| path == Path::new(known)),
        _ => false,
    }
}
