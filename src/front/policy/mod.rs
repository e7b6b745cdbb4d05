//! What sandboxed code may reach: plain data, set by the host, and the fixed rules about names.
//!
//! Nothing here knows Python objects; `check` applies these rules to them.

pub mod audit_events;
pub mod defence_layers;
pub mod fits;
pub mod functions;
pub mod modules;
pub mod names;
pub mod natives;
pub mod objects;
pub mod pickles;
pub mod places;
pub mod sizes;
pub mod sparse;
pub mod special;
pub mod work;

pub use modules::{is_authorized, repr_list, BASE_MODULES, DANGEROUS_FUNCTIONS, DANGEROUS_MODULES};
pub use names::{fixed_attribute_refusal, is_dunder, is_refused_unseen, refused_class_method, tells_of_progress};

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
    /// Authorized imports as the host gave them (`numpy`, `numpy.*`, `*`), in order.
    pub authorized: Vec<String>,
    pub allow_read: Vec<std::path::PathBuf>,
    pub allow_write: Vec<std::path::PathBuf>,
    pub on_refusal: OnRefusal,
    /// Whether errors have the contract's text alone.
    pub plain_errors: bool,
    /// Whether `return` outside of functions ends a snippet with its value.
    pub top_level_return: bool,
}

impl Policy {
    /// Whether the module of this dotted name may be imported and held.
    pub fn authorizes(&self, module: &str) -> bool {
        is_authorized(&self.authorized, module)
    }

    /// Whether the module lies in a private part of a package that no entry names.
    pub fn is_private_by_wildcard(&self, module: &str) -> bool {
        modules::is_private_by_wildcard(&self.authorized, module)
    }

    /// Whether some entry lies below `module` (`os.path` lies below `os`).
    pub fn authorizes_below(&self, module: &str) -> bool {
        modules::authorizes_below(&self.authorized, module)
    }
}
