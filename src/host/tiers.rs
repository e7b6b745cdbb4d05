//! What `fastexec.tiers` tells of modules, from the rules.

use std::collections::{BTreeMap, BTreeSet};

use pyo3::prelude::*;

use crate::front::policy::functions::{DENIED_FUNCTIONS, GUARDED_FUNCTIONS};
use crate::front::policy::objects::DENIED_MEMBERS;

/// Members that are refused or come out guarded, by the modules that have them; those of classes as `Class.member`.
#[pyfunction]
pub fn guarded_members() -> BTreeMap<&'static str, BTreeSet<String>> {
    let functions = DENIED_FUNCTIONS
        .iter()
        .chain(GUARDED_FUNCTIONS)
        .flat_map(|(module, names)| names.iter().map(move |name| (*module, (*name).to_owned())));
    let members =
        DENIED_MEMBERS.iter().flat_map(|(module, class, names)| names.iter().map(move |name| (*module, format!("{class}.{name}"))));
    let mut found: BTreeMap<&'static str, BTreeSet<String>> = BTreeMap::new();
    for (module, name) in functions.chain(members) {
        found.entry(module).or_default().insert(name);
    }
    found
}
