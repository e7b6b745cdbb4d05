//! The wall around system calls: a seccomp filter that allows what is named, refuses the rest and kills where only an attack asks.

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use std::sync::OnceLock;

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use program::Ahead;

/// What the filter depends on.
#[cfg_attr(not(any(target_arch = "x86_64", target_arch = "aarch64")), allow(dead_code))]
pub struct Filter {
    /// Something is granted for writing.
    pub writing: bool,
    /// So files may also be cut by name, because Landlock decides about that.
    pub truncating: bool,
    /// Anonymous shared memory, which no limit on data counts.
    pub shared_memory: bool,
}

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
impl Filter {
    /// Makes the filter in a process that is going to fork workers, which then only install it.
    pub fn make_ahead(&self) {
        // What goes wrong is told when it is installed.
        let _ = self.ahead();
    }

    /// Installs the filter for good, around the worker of that number, which may send signals to itself.
    pub fn install(&self, pid: u32) -> Result<(), String> {
        let ahead = self.ahead().as_ref().map_err(Clone::clone)?;
        seccompiler::apply_filter_all_threads(&ahead.around(pid)).map_err(|error| format!("seccomp: {error}"))
    }

    fn ahead(&self) -> &'static Result<Ahead, String> {
        static MADE: [[[OnceLock<Result<Ahead, String>>; 2]; 2]; 2] = [const { [const { [const { OnceLock::new() }; 2] }; 2] }; 2];
        let [of_writing, of_truncating, of_memory] = [self.writing, self.truncating, self.shared_memory].map(usize::from);
        MADE[of_writing][of_truncating][of_memory].get_or_init(|| Ahead::new(self).map_err(|error| format!("seccomp: {error}")))
    }
}

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
impl Filter {
    pub fn make_ahead(&self) {}

    pub fn install(&self, _pid: u32) -> Result<(), String> {
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

    use super::super::answers::by_number;
    use super::super::syscalls::*;
    use super::Filter;

    type Rules = BTreeMap<i64, Vec<SeccompRule>>;
    type Made<T> = Result<T, BackendError>;

    /// A program that lacks the number of the worker: to make it takes many times as long as to install it.
    pub struct Ahead {
        program: BpfProgram,
        /// The instructions that compare with that number.
        own: Vec<usize>,
    }

    impl Ahead {
        pub fn new(filter: &Filter) -> Made<Self> {
            let [program, other] = [program(filter, 1)?, program(filter, 2)?];
            let own = program.iter().zip(&other).enumerate().filter(|(_, (one, other))| one.k != other.k).map(|(place, _)| place).collect();
            Ok(Self { program, own })
        }

        /// The program for the worker of that number.
        pub fn around(&self, pid: u32) -> BpfProgram {
            let mut program = self.program.clone();
            for &place in &self.own {
                if let Some(step) = program.get_mut(place) {
                    step.k = pid;
                }
            }
            program
        }
    }

    /// One program: what is answered by the number alone, the strictest first, then the calls whose arguments matter. The rest is
    /// refused, and another architecture's calls kill.
    pub fn program(filter: &Filter, pid: u32) -> Made<BpfProgram> {
        let conditions = conditions(filter, pid)?;
        let refuse = |errno: i32| SeccompAction::Errno(errno.unsigned_abs());
        let mut lists = vec![
            ([DEADLY, DEADLY_OLD].concat(), SeccompAction::KillProcess),
            (UNKNOWN.to_vec(), refuse(ENOSYS)),
            (UNSUPPORTED.to_vec(), refuse(EOPNOTSUPP)),
        ];
        if filter.writing {
            lists.push(([PRETENDED, PRETENDED_OLD].concat(), refuse(0)));
        }
        let mut allowed = allowed(filter);
        allowed.retain(|call| !conditions.contains_key(call));
        lists.push((allowed, SeccompAction::Allow));
        let mut program = by_number(lists);
        let rest: BpfProgram =
            SeccompFilter::new(conditions, refuse(EPERM), SeccompAction::Allow, std::env::consts::ARCH.try_into()?)?.try_into()?;
        program.extend(rest);
        Ok(program)
    }

    fn allowed(filter: &Filter) -> Vec<c_long> {
        let mut calls = [ALLOWED, ALLOWED_OLD].concat();
        if filter.writing {
            calls.extend([ALLOWED_WRITING, ALLOWED_WRITING_OLD].concat());
        }
        if filter.truncating {
            calls.push(SYS_truncate);
        }
        calls
    }

    fn conditions(filter: &Filter, pid: u32) -> Made<Rules> {
        let mut rules = Rules::new();
        opening(filter, &mut rules)?;
        memory(filter, &mut rules)?;
        processes(pid, &mut rules)?;
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
    fn processes(pid: u32, rules: &mut Rules) -> Made<()> {
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
            rules.insert(call, vec![rule(vec![equal(0, pid)?])?]);
        }
        let unchanged = SeccompCondition::new(2, SeccompCmpArgLen::Qword, SeccompCmpOp::Eq, 0)?;
        let itself = [0, pid].map(|pid| rule(vec![equal(0, pid)?, unchanged.clone()]));
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

#[cfg(all(test, any(target_arch = "x86_64", target_arch = "aarch64")))]
mod tests {
    use libc::*;
    use seccompiler::sock_filter;

    use super::super::syscalls::*;
    use super::program::{program, Ahead};
    use super::Filter;

    const ALLOW: u32 = 0x7fff_0000;
    const KILL: u32 = 0x8000_0000;
    const PID: u32 = 4242;

    fn refuse(errno: i32) -> u32 {
        0x5_0000 | errno.unsigned_abs()
    }

    fn filter(writing: bool) -> Vec<sock_filter> {
        program(&Filter { writing, truncating: writing, shared_memory: false }, PID).unwrap()
    }

    /// What the kernel would do.
    fn answer(program: &[sock_filter], architecture: u32, number: u32, arguments: [u64; 6]) -> u32 {
        let mut words = vec![number, architecture, 0, 0];
        words.extend(arguments.iter().flat_map(|argument| [*argument as u32, (*argument >> 32) as u32]));
        let (mut at, mut word) = (0, 0);
        loop {
            let step = &program[at];
            let holds = match step.code {
                0x06 => return step.k,
                0x20 => {
                    word = words[step.k as usize / 4];
                    false
                }
                0x54 => {
                    word &= step.k;
                    false
                }
                0x05 => {
                    at += step.k as usize;
                    false
                }
                0x15 => word == step.k,
                0x25 => word > step.k,
                0x35 => word >= step.k,
                code => panic!("an instruction that is not used: {code:#x}"),
            };
            at += 1 + usize::from(if holds { step.jt } else { step.jf });
        }
    }

    #[cfg(target_arch = "x86_64")]
    const OWN: u32 = 0xc000_003e;
    #[cfg(target_arch = "aarch64")]
    const OWN: u32 = 0xc000_00b7;

    fn of_number(program: &[sock_filter], number: c_long) -> u32 {
        answer(program, OWN, number.try_into().unwrap(), [0; 6])
    }

    #[test]
    fn calls_are_answered_as_the_tables_say() {
        for writing in [false, true] {
            let program = filter(writing);
            let when_writing = |answer| if writing { answer } else { refuse(EPERM) };
            let wanted = |number: c_long| match () {
                () if [DEADLY, DEADLY_OLD].concat().contains(&number) => KILL,
                () if UNKNOWN.contains(&number) => refuse(ENOSYS),
                () if UNSUPPORTED.contains(&number) => refuse(EOPNOTSUPP),
                () if [PRETENDED, PRETENDED_OLD].concat().contains(&number) => when_writing(refuse(0)),
                () if [ALLOWED, ALLOWED_OLD].concat().contains(&number) => ALLOW,
                () if number == SYS_truncate || [ALLOWED_WRITING, ALLOWED_WRITING_OLD].concat().contains(&number) => when_writing(ALLOW),
                () => refuse(EPERM),
            };
            // Of those whose arguments matter: asked with none that is allowed, but for the ones below.
            let with_nothing = [SYS_mprotect, SYS_prlimit64, SYS_sendto, SYS_recvfrom, SYS_recvmsg, SYS_fcntl, SYS_openat];
            #[cfg(target_arch = "x86_64")]
            let with_nothing = [with_nothing.as_slice(), &[SYS_open]].concat();
            for number in 0..600 {
                let wanted = if with_nothing.contains(&number) || number == SYS_mmap { ALLOW } else { wanted(number) };
                assert_eq!(of_number(&program, number), wanted, "{number}, writing: {writing}");
            }
        }
    }

    #[test]
    fn arguments_count_where_they_matter() {
        let open = |program: &[sock_filter], flags: i32| answer(program, OWN, SYS_openat as u32, [0, 0, flags as u64, 0, 0, 0]);
        let (reading, writing) = (filter(false), filter(true));
        assert_eq!(open(&reading, O_RDONLY), ALLOW);
        for flags in [O_WRONLY, O_RDWR, O_CREAT, O_TRUNC] {
            assert_eq!(open(&reading, flags), refuse(EPERM));
        }
        assert_eq!([O_WRONLY, O_RDWR | O_CREAT].map(|flags| open(&writing, flags)), [ALLOW; 2]);
        let kill = |pid: u32| answer(&reading, OWN, SYS_kill as u32, [pid.into(), 9, 0, 0, 0, 0]);
        assert_eq!([kill(PID), kill(0), kill(1), kill(u32::MAX)], [ALLOW, refuse(EPERM), refuse(EPERM), refuse(EPERM)]);
    }

    #[test]
    fn calls_of_other_architectures_kill_or_are_refused() {
        let program = filter(false);
        for architecture in [0, 0x4000_0003, OWN ^ 1] {
            assert_eq!(answer(&program, architecture, SYS_read as u32, [0; 6]), KILL);
        }
        // Numbers with the bit of x32.
        for number in 0x4000_0000..0x4000_0258 {
            assert_eq!(answer(&program, OWN, number, [0; 6]), refuse(EPERM));
        }
    }

    #[test]
    fn what_is_made_ahead_is_the_same_program() {
        for bits in 0..8 {
            let filter = Filter { writing: bits & 1 != 0, truncating: bits & 2 != 0, shared_memory: bits & 4 != 0 };
            let ahead = Ahead::new(&filter).unwrap();
            for pid in [1, 2, PID, 4_194_304] {
                assert!(ahead.around(pid) == program(&filter, pid).unwrap(), "{bits}, {pid}");
            }
        }
    }

    #[test]
    fn the_filter_is_short() {
        assert!(filter(true).len() < 800, "{}", filter(true).len());
    }
}
