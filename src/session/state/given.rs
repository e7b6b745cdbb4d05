//! Packages that the host gave objects of.

use std::cell::RefCell;

use rustc_hash::FxHashSet;

/// Top-level names of the packages.
#[derive(Default)]
pub struct Given(pub RefCell<FxHashSet<String>>);
