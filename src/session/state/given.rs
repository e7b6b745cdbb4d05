//! Packages that the host gave objects of.

use std::cell::RefCell;

use rustc_hash::FxHashSet;

/// Top-level names of modules.
#[derive(Default)]
pub struct Given {
    /// Of all objects that were given.
    pub met: RefCell<FxHashSet<String>>,
    /// Of packages that are not authorized.
    pub packages: RefCell<FxHashSet<String>>,
}
