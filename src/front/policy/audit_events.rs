//! Which audit events of the interpreter are refused while sandboxed code runs, and when not.

/// How an event is judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    Pass,
    Never,
    /// A file is opened: the path and the mode decide.
    Open,
    /// A directory is read.
    List,
    /// Something on disk is changed.
    Change,
    /// A process is started or signalled.
    Process,
    Network,
    /// Foreign code is loaded or called.
    Native,
    /// A thread is started.
    Thread,
    /// A module is imported that was not loaded yet, or native code is loaded as one.
    Import,
    /// A code object is run.
    Run,
    /// A function or code object is made by hand.
    MakeCode,
    /// Source text is compiled.
    Compile,
    /// A pickle names what it is made of.
    Unpickle,
    /// A Python frame is looked at.
    Frame,
    /// An attribute of a function, frame or class that the interpreter watches.
    Attribute,
    /// A database is opened: the path decides.
    Database,
    /// What an object refers to is listed.
    Referents,
    /// A trace function is set.
    Trace,
    /// Allowed with an authorized module of this name only.
    Module(&'static str),
}

/// The verdict on the event `name`.
pub fn verdict(name: &str) -> Verdict {
    match name {
        // (The most frequent one: whatever is copied or shown is asked for its address.)
        "builtins.id" => Verdict::Pass,
        "open" => Verdict::Open,
        "os.listdir" | "os.scandir" | "os.walk" | "os.fwalk" | "glob.glob" | "glob.glob/2" | "pathlib.Path.glob"
        | "pathlib.Path.rglob" | "os.getxattr" | "os.listxattr" | "os.listdrives" | "os.listmounts" | "os.listvolumes" => Verdict::List,
        "os.fork" | "os.forkpty" | "os.exec" | "os.spawn" | "os.posix_spawn" | "os.system" | "os.startfile" | "os.kill"
        | "os.killpg" | "os.putenv" | "os.unsetenv" | "pty.spawn" | "subprocess.Popen" | "signal.pthread_kill"
        | "msvcrt.locking" => Verdict::Process,
        "os.add_dll_directory" | "ctypes.dlopen" => Verdict::Native,
        "import" => Verdict::Import,
        "exec" => Verdict::Run,
        "code.__new__" | "function.__new__" | "marshal.loads" | "marshal.load" => Verdict::MakeCode,
        "marshal.dumps" => Verdict::Module("marshal"),
        "compile" => Verdict::Compile,
        "sys._getframe" | "sys._getframemodulename" => Verdict::Frame,
        "sys._current_frames" | "sys._current_exceptions" | "sys.setprofile" | "sys.addaudithook"
        | "sys.monitoring.register_callback" | "cpython.remote_debugger_script" | "sys.remote_exec" | "builtins.input"
        // Another interpreter would start under the limits and eyes of this one, which its start does not survive.
        | "cpython.PyInterpreterState_New" | "builtins.breakpoint" | "builtins.input/result" | "code.__new__/raw" | "sys.unraisablehook/set" => Verdict::Never,
        "gc.get_objects" | "gc.get_referrers" => Verdict::Never,
        "gc.get_referents" => Verdict::Referents,
        "sys.settrace" => Verdict::Trace,
        "pickle.find_class" => Verdict::Unpickle,
        "_thread.start_new_thread" | "_thread.start_joinable_thread" => Verdict::Thread,
        "mmap.__new__" => Verdict::Module("mmap"),
        "sqlite3.connect" => Verdict::Database,
        "sqlite3.enable_load_extension" | "sqlite3.load_extension" => Verdict::Never,
        "resource.setrlimit" | "resource.prlimit" => Verdict::Module("resource"),
        "webbrowser.open" => Verdict::Module("webbrowser"),
        "fcntl.fcntl" | "fcntl.ioctl" | "fcntl.flock" | "fcntl.lockf" => Verdict::Module("fcntl"),
        "syslog.openlog" | "syslog.syslog" | "syslog.closelog" | "syslog.setlogmask" => Verdict::Module("syslog"),
        "object.__getattr__" | "object.__setattr__" | "object.__delattr__" => Verdict::Attribute,
        _ => by_prefix(name),
    }
}

fn by_prefix(name: &str) -> Verdict {
    let family = name.split('.').next().unwrap_or(name);
    match family {
        "os" | "shutil" | "tempfile" => Verdict::Change,
        "ctypes" | "winreg" | "msvcrt" => Verdict::Native,
        "socket" | "ssl" | "urllib" | "http" | "ftplib" | "smtplib" | "poplib" | "imaplib" | "nntplib" | "telnetlib" => Verdict::Network,
        "signal" => Verdict::Process,
        _ => Verdict::Pass,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_events() {
        assert_eq!(verdict("open"), Verdict::Open);
        assert_eq!(verdict("os.remove"), Verdict::Change);
        assert_eq!(verdict("os.system"), Verdict::Process);
        assert_eq!(verdict("socket.connect"), Verdict::Network);
        assert_eq!(verdict("ctypes.call_function"), Verdict::Native);
        assert_eq!(verdict("builtins.id"), Verdict::Pass);
        assert_eq!(verdict("time.sleep"), Verdict::Pass);
    }
}
