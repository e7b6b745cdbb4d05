//! The wall around system calls: a seccomp filter that allows what is named, refuses the rest and kills where only an attack asks.

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use program::programs;

/// What the filter depends on.
#[cfg_attr(not(any(target_arch = "x86_64", target_arch = "aarch64")), allow(dead_code))]
pub struct Filter {
    /// Something is granted for writing.
    pub writing: bool,
    /// So files may also be cut by name, because Landlock decides about that.
    pub truncating: bool,
    /// Anonymous shared memory, which no limit on data counts.
    pub shared_memory: bool,
    /// The worker, to which it may send signals.
    pub pid: u32,
}

impl Filter {
    /// Installs the filter for good.
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    pub fn install(&self) -> Result<(), String> {
        for program in programs(self).map_err(|error| format!("seccomp: {error}"))? {
            seccompiler::apply_filter_all_threads(&program).map_err(|error| format!("seccomp: {error}"))?;
        }
        Ok(())
    }

    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    pub fn install(&self) -> Result<(), String> {
        Err("seccomp: no filter is made for this machine's processor".to_owned())
    }
}

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod program {
    use std::collections::BTreeMap;

    use libc::*;
    use seccompiler::{
        BackendError, BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
    };

    use super::super::syscalls::*;
    use super::Filter;

    type Rules = BTreeMap<i64, Vec<SeccompRule>>;
    type Made<T> = Result<T, BackendError>;

    /// The programs in the order in which they are installed; the kernel takes the strictest answer of all, and of refusals
    /// that of the newest. The list of what is allowed comes last, since it refuses to install more. Another architecture's calls
    /// (32-bit ones on a 64-bit machine) kill in each.
    pub fn programs(filter: &Filter) -> Made<Vec<BpfProgram>> {
        let refuse = |errno: i32| SeccompAction::Errno(errno.unsigned_abs());
        let mut made = vec![
            matching(&[DEADLY, DEADLY_OLD], SeccompAction::KillProcess)?,
            matching(&[UNKNOWN], refuse(ENOSYS))?,
            matching(&[UNSUPPORTED], refuse(EOPNOTSUPP))?,
        ];
        if filter.writing {
            made.push(matching(&[PRETENDED, PRETENDED_OLD], refuse(0))?);
        }
        made.push(compile(allowed(filter)?, refuse(EPERM), SeccompAction::Allow)?);
        Ok(made)
    }

    fn matching(tables: &[&[c_long]], action: SeccompAction) -> Made<BpfProgram> {
        compile(always(tables), SeccompAction::Allow, action)
    }

    fn compile(rules: Rules, otherwise: SeccompAction, action: SeccompAction) -> Made<BpfProgram> {
        SeccompFilter::new(rules, otherwise, action, std::env::consts::ARCH.try_into()?)?.try_into()
    }

    fn always(tables: &[&[c_long]]) -> Rules {
        tables.iter().flat_map(|table| table.iter()).map(|&call| (call, Vec::new())).collect()
    }

    /// What the earlier programs answer is allowed by this one.
    fn allowed(filter: &Filter) -> Made<Rules> {
        let mut rules = always(&[ALLOWED, ALLOWED_OLD, DEADLY, DEADLY_OLD, UNKNOWN, UNSUPPORTED]);
        if filter.writing {
            rules.extend(always(&[ALLOWED_WRITING, ALLOWED_WRITING_OLD, PRETENDED, PRETENDED_OLD]));
        }
        if filter.truncating {
            rules.extend(always(&[&[SYS_truncate]]));
        }
        opening(filter, &mut rules)?;
        memory(filter, &mut rules)?;
        processes(filter, &mut rules)?;
        descriptors(&mut rules)?;
        Ok(rules)
    }

    /// Where nothing is granted for writing nothing is opened for it. Else only for reading or writing or both: O_TRUNC without
    /// the right to write, and the fourth way (for ioctl only), are nothing that an old Landlock looks at.
    fn opening(filter: &Filter, rules: &mut Rules) -> Made<()> {
        let creating = O_CREAT | O_TRUNC | (O_TMPFILE & !O_DIRECTORY);
        let opens = |place: u8| -> Made<Vec<SeccompRule>> {
            if filter.writing {
                let reading = rule(vec![masked(place, O_ACCMODE | O_TRUNC, O_RDONLY)?])?;
                let writing = [O_WRONLY, O_RDWR].map(|mode| rule(vec![masked(place, O_ACCMODE, mode)?]));
                [Ok(reading)].into_iter().chain(writing).collect()
            } else {
                Ok(vec![rule(vec![masked(place, O_ACCMODE | creating, O_RDONLY)?])?])
            }
        };
        rules.insert(SYS_openat, opens(2)?);
        #[cfg(target_arch = "x86_64")]
        rules.insert(SYS_open, opens(1)?);
        Ok(())
    }

    /// New code comes from files only, as libraries do that are imported late. Memory that no limit on data counts (a
    /// mapping that grows downwards is a stack to the kernel, a shared one a file) is refused.
    fn memory(filter: &Filter, rules: &mut Rules) -> Made<()> {
        const PROTECTION: u8 = 2;
        const FLAGS: u8 = 3;
        let uncounted = MAP_GROWSDOWN | MAP_HUGETLB;
        let mut maps = vec![
            rule(vec![masked(PROTECTION, PROT_EXEC, 0)?, masked(FLAGS, MAP_ANONYMOUS | MAP_SHARED | uncounted, MAP_ANONYMOUS)?])?,
            rule(vec![masked(PROTECTION, PROT_EXEC, 0)?, masked(FLAGS, MAP_ANONYMOUS | uncounted, 0)?])?,
            rule(vec![masked(PROTECTION, PROT_EXEC | PROT_WRITE, PROT_EXEC)?, masked(FLAGS, MAP_ANONYMOUS | MAP_SHARED | uncounted, 0)?])?,
        ];
        if filter.shared_memory {
            maps.push(rule(vec![masked(PROTECTION, PROT_EXEC, 0)?, masked(FLAGS, uncounted, 0)?])?);
        }
        rules.insert(SYS_mmap, maps);
        rules.insert(SYS_mprotect, vec![rule(vec![masked(PROTECTION, PROT_EXEC, 0)?])?]);
        Ok(())
    }

    /// Threads yes, processes no; signals to itself only; settings that concern nobody else.
    fn processes(filter: &Filter, rules: &mut Rules) -> Made<()> {
        // What the C library asks for when it starts a thread; musl adds a flag that means nothing.
        let thread = CLONE_VM
            | CLONE_FS
            | CLONE_FILES
            | CLONE_SIGHAND
            | CLONE_THREAD
            | CLONE_SYSVSEM
            | CLONE_SETTLS
            | CLONE_PARENT_SETTID
            | CLONE_CHILD_CLEARTID;
        rules.insert(SYS_clone, vec![rule(vec![masked(0, !CLONE_DETACHED, thread)?])?]);
        // Of threads (`tkill`) only the first has the number of the process, but one C library raises signals so.
        for call in [SYS_kill, SYS_tgkill, SYS_tkill] {
            rules.insert(call, vec![rule(vec![equal(0, filter.pid)?])?]);
        }
        let unchanged = SeccompCondition::new(2, SeccompCmpArgLen::Qword, SeccompCmpOp::Eq, 0)?;
        let itself = [0, filter.pid].map(|pid| rule(vec![equal(0, pid)?, unchanged.clone()]));
        rules.insert(SYS_prlimit64, itself.into_iter().collect::<Made<_>>()?);
        rules.insert(SYS_prctl, one_of(0, &[PR_SET_NAME, PR_GET_NAME, PR_SET_VMA, PR_CAPBSET_READ, PR_GET_DUMPABLE])?);
        Ok(())
    }

    /// What may be asked of a descriptor. No socket is made but a connected pair, which event loops wake themselves with:
    /// of streams, since datagrams can be sent to whatever address.
    fn descriptors(rules: &mut Rules) -> Made<()> {
        const TCGETS2: u32 = 0x802c_542a;
        let terminal = [TCGETS, TIOCGWINSZ, FIONREAD, FIONBIO, FIOCLEX, FIONCLEX].map(|request| request as u32);
        rules.insert(SYS_ioctl, one_of(1, &[terminal.as_slice(), &[TCGETS2]].concat())?);
        let commands = [
            F_DUPFD,
            F_DUPFD_CLOEXEC,
            F_GETFD,
            F_SETFD,
            F_GETFL,
            F_GETLK,
            F_SETLK,
            F_SETLKW,
            F_OFD_GETLK,
            F_OFD_SETLK,
            F_OFD_SETLKW,
            F_GETPIPE_SZ,
            F_GET_SEALS,
        ];
        let mut allowed = one_of(1, &commands)?;
        // O_ASYNC has the kernel send signals, to whoever owns the other end.
        allowed.push(rule(vec![equal(1, F_SETFL)?, masked(2, O_ASYNC, 0)?])?);
        rules.insert(SYS_fcntl, allowed);
        rules.insert(SYS_socketpair, vec![rule(vec![equal(0, AF_UNIX)?, masked(1, !(SOCK_CLOEXEC | SOCK_NONBLOCK), SOCK_STREAM)?])?]);
        let no_address = SeccompCondition::new(4, SeccompCmpArgLen::Qword, SeccompCmpOp::Eq, 0)?;
        rules.insert(SYS_sendto, vec![rule(vec![no_address, plain(3)?])?]);
        rules.insert(SYS_recvfrom, vec![rule(vec![plain(3)?])?]);
        rules.insert(SYS_recvmsg, vec![rule(vec![plain(2)?])?]);
        let level = equal(1, SOL_SOCKET)?;
        let options = [SO_ERROR, SO_TYPE, SO_DOMAIN, SO_PROTOCOL].map(|option| rule(vec![level.clone(), equal(2, option)?]));
        rules.insert(SYS_getsockopt, options.into_iter().collect::<Made<_>>()?);
        Ok(())
    }

    /// Nothing unusual is asked for; messages out of band had holes.
    fn plain(place: u8) -> Made<SeccompCondition> {
        masked(place, !(MSG_PEEK | MSG_WAITALL | MSG_DONTWAIT | MSG_TRUNC | MSG_NOSIGNAL | MSG_CMSG_CLOEXEC), 0)
    }

    /// All conditions together.
    fn rule(conditions: Vec<SeccompCondition>) -> Made<SeccompRule> {
        SeccompRule::new(conditions)
    }

    /// An argument of 32 bits, of which the kernel takes no more.
    fn equal(place: u8, value: impl Bits) -> Made<SeccompCondition> {
        SeccompCondition::new(place, SeccompCmpArgLen::Dword, SeccompCmpOp::Eq, value.bits())
    }

    /// The bits of `mask` have this value; the upper half of the argument means nothing to the calls that are compared so.
    fn masked(place: u8, mask: impl Bits, value: impl Bits) -> Made<SeccompCondition> {
        SeccompCondition::new(place, SeccompCmpArgLen::Dword, SeccompCmpOp::MaskedEq(mask.bits()), value.bits())
    }

    fn one_of<T: Bits + Copy>(place: u8, values: &[T]) -> Made<Vec<SeccompRule>> {
        values.iter().map(|&value| rule(vec![equal(place, value)?])).collect()
    }

    /// Constants of the C library have several types.
    trait Bits {
        fn bits(self) -> u64;
    }

    impl Bits for i32 {
        fn bits(self) -> u64 {
            u64::from(self.cast_unsigned())
        }
    }

    impl Bits for u32 {
        fn bits(self) -> u64 {
            u64::from(self)
        }
    }
}
