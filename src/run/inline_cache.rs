//! Inline caches of attribute sites.

/// What an attribute site remembers of the types it met.
#[derive(Default)]
pub struct AttrCache {}
