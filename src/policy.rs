//! What sandboxed code may reach: plain data, set by the host.

/// What a refused import, attribute or value does to the run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum OnRefusal {
    /// An ordinary error that the code may catch.
    #[default]
    Raise,
    /// Ends the run like a limit.
    Abort,
}

/// The host's rules for one executor.
#[derive(Clone, Debug, Default)]
pub struct Policy {
    /// Authorised imports as the host gave them (`numpy`, `numpy.*`, `*`), in order.
    pub authorized: Vec<String>,
    pub allow_read: Vec<std::path::PathBuf>,
    pub allow_write: Vec<std::path::PathBuf>,
    pub on_refusal: OnRefusal,
}
