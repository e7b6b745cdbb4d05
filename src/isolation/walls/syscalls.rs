//! Which system calls a worker may make, as tables: those of CPython 3.10 to 3.14, numpy, pandas, scipy and matplotlib.
//!
//! What is not named is refused. Calls with conditions are in `seccomp`.

use libc::*;

/// Allowed whatever the arguments are: on memory, descriptors, time and signals of its own, and reading of what Landlock allows.
#[rustfmt::skip]
pub const ALLOWED: &[c_long] = &[
    // Descriptors that are open.
    SYS_read, SYS_write, SYS_readv, SYS_writev, SYS_pread64, SYS_pwrite64, SYS_preadv, SYS_pwritev, SYS_preadv2, SYS_pwritev2,
    SYS_close, SYS_close_range, SYS_lseek, SYS_dup, SYS_dup3, SYS_pipe2, SYS_sendfile, SYS_copy_file_range, SYS_fadvise64,
    SYS_flock, SYS_fsync, SYS_fdatasync, SYS_ppoll, SYS_pselect6, SYS_epoll_create1, SYS_epoll_ctl, SYS_epoll_pwait, SYS_epoll_pwait2,
    SYS_eventfd2, SYS_getsockname, SYS_getpeername, SYS_shutdown,
    // Looking at files. Landlock decides about contents; names, sizes and times of hidden files can be asked for.
    SYS_newfstatat, SYS_fstat, SYS_statx, SYS_statfs, SYS_fstatfs, SYS_readlinkat, SYS_faccessat, SYS_faccessat2, SYS_getdents64,
    SYS_getcwd, SYS_chdir, SYS_fchdir, SYS_umask,
    // Memory; `mmap` and `mprotect` have conditions.
    SYS_munmap, SYS_mremap, SYS_brk, SYS_madvise, SYS_mincore, SYS_msync, SYS_membarrier, SYS_get_mempolicy,
    // Threads. `clone` has a condition.
    SYS_futex, SYS_futex_waitv, SYS_set_robust_list, SYS_set_tid_address, SYS_rseq, SYS_gettid, SYS_sched_yield,
    SYS_sched_getaffinity, SYS_sched_getparam, SYS_sched_getscheduler, SYS_sched_get_priority_max, SYS_sched_get_priority_min,
    SYS_sched_rr_get_interval, SYS_getcpu, SYS_exit, SYS_exit_group, SYS_wait4, SYS_waitid,
    // Signals to itself.
    SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_rt_sigpending, SYS_rt_sigsuspend, SYS_rt_sigtimedwait, SYS_sigaltstack,
    SYS_restart_syscall,
    // Time.
    SYS_clock_gettime, SYS_clock_getres, SYS_clock_nanosleep, SYS_nanosleep, SYS_gettimeofday, SYS_getitimer, SYS_setitimer, SYS_times,
    SYS_timer_create, SYS_timer_settime, SYS_timer_gettime, SYS_timer_getoverrun, SYS_timer_delete,
    SYS_timerfd_create, SYS_timerfd_settime, SYS_timerfd_gettime,
    // About itself and the machine.
    SYS_getpid, SYS_getppid, SYS_getuid, SYS_geteuid, SYS_getgid, SYS_getegid, SYS_getresuid, SYS_getresgid, SYS_getgroups,
    SYS_getpgid, SYS_getsid, SYS_getpriority, SYS_getrusage, SYS_uname, SYS_sysinfo, SYS_getrandom,
];

/// The same of old, which this machine has besides.
#[cfg(target_arch = "x86_64")]
#[rustfmt::skip]
pub const ALLOWED_OLD: &[c_long] = &[
    SYS_stat, SYS_lstat, SYS_access, SYS_readlink, SYS_dup2, SYS_pipe, SYS_poll, SYS_select, SYS_epoll_create, SYS_epoll_wait,
    SYS_eventfd, SYS_pause, SYS_alarm, SYS_time, SYS_getpgrp, SYS_getrlimit,
];
#[cfg(target_arch = "aarch64")]
pub const ALLOWED_OLD: &[c_long] = &[];

/// Allowed where something is granted for writing: Landlock decides where.
#[rustfmt::skip]
pub const ALLOWED_WRITING: &[c_long] = &[
    SYS_mkdirat, SYS_unlinkat, SYS_renameat, SYS_renameat2, SYS_linkat, SYS_symlinkat, SYS_ftruncate, SYS_fallocate,
];
#[cfg(target_arch = "x86_64")]
#[rustfmt::skip]
pub const ALLOWED_WRITING_OLD: &[c_long] = &[SYS_mkdir, SYS_rmdir, SYS_unlink, SYS_rename, SYS_link, SYS_symlink];
#[cfg(target_arch = "aarch64")]
pub const ALLOWED_WRITING_OLD: &[c_long] = &[];

/// Answered with ENOSYS: the C library then does the same by calls whose arguments can be seen (here they are behind a pointer).
pub const UNKNOWN: &[c_long] = &[SYS_clone3, SYS_openat2];

/// Answered with EOPNOTSUPP, as on a file system without them: Landlock does not look at extended attributes of any path.
#[rustfmt::skip]
pub const UNSUPPORTED: &[c_long] = &[
    SYS_getxattr, SYS_lgetxattr, SYS_fgetxattr, SYS_listxattr, SYS_llistxattr, SYS_flistxattr,
    SYS_setxattr, SYS_lsetxattr, SYS_fsetxattr, SYS_removexattr, SYS_lremovexattr, SYS_fremovexattr,
];

/// Modes and times of files, of which Landlock knows nothing: the user's own could be changed wherever they are. Where
/// nothing is granted for writing they are refused; else they are answered with success and not done, so that copying and
/// unpacking into a granted folder works.
pub const PRETENDED: &[c_long] = &[SYS_fchmod, SYS_fchmodat, FCHMODAT2, SYS_utimensat];
#[cfg(target_arch = "x86_64")]
pub const PRETENDED_OLD: &[c_long] = &[SYS_chmod, SYS_utime, SYS_utimes, SYS_futimesat];
#[cfg(target_arch = "aarch64")]
pub const PRETENDED_OLD: &[c_long] = &[];

/// The same on both machines; the C bindings do not name it everywhere.
const FCHMODAT2: c_long = 452;
const PROCESS_MRELEASE: c_long = 448;

/// The process ends: no function of Python asks for these, so native code does, which should not be there.
#[rustfmt::skip]
pub const DEADLY: &[c_long] = &[
    // Other processes.
    SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_process_madvise, PROCESS_MRELEASE, SYS_kcmp, SYS_pidfd_getfd,
    // Parts of the kernel that have had most of its holes.
    SYS_bpf, SYS_perf_event_open, SYS_userfaultfd, SYS_add_key, SYS_request_key, SYS_keyctl,
    // Around names of files.
    SYS_mount, SYS_umount2, SYS_pivot_root, SYS_move_mount, SYS_open_tree, SYS_fsopen, SYS_fsconfig, SYS_fsmount, SYS_fspick,
    SYS_mount_setattr, SYS_open_by_handle_at, SYS_fanotify_init, SYS_quotactl,
    // The machine.
    SYS_init_module, SYS_finit_module, SYS_delete_module, SYS_kexec_load, SYS_kexec_file_load, SYS_reboot, SYS_swapon, SYS_swapoff,
    SYS_acct, SYS_settimeofday, SYS_adjtimex, SYS_clock_adjtime, SYS_setdomainname, SYS_vhangup, SYS_syslog, SYS_personality,
];
#[cfg(target_arch = "x86_64")]
pub const DEADLY_OLD: &[c_long] = &[SYS_iopl, SYS_ioperm, SYS_modify_ldt];
#[cfg(target_arch = "aarch64")]
pub const DEADLY_OLD: &[c_long] = &[];
