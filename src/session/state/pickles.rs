//! Pickles that the session wrote, by what tells one from all others.

use std::cell::RefCell;
use std::collections::VecDeque;

/// What tells a text of bytes from all others.
#[derive(Clone, PartialEq, Eq)]
pub struct Digest {
    pub length: usize,
    pub hash: Vec<u8>,
}

/// As many are remembered.
const MOST: usize = 4096;
/// As many lengths, of the last ones, are tried on a file.
const TRIED: usize = 16;

#[derive(Default)]
pub struct Written {
    digests: RefCell<VecDeque<Digest>>,
}

impl Written {
    pub fn keep(&self, digest: Digest) {
        let mut digests = self.digests.borrow_mut();
        digests.retain(|kept| *kept != digest);
        if digests.len() == MOST {
            digests.pop_back();
        }
        digests.push_front(digest);
    }
    pub fn knows(&self, digest: &Digest) -> bool {
        self.digests.borrow().contains(digest)
    }
    pub fn has_length(&self, length: usize) -> bool {
        self.digests.borrow().iter().any(|digest| digest.length == length)
    }
    /// Different ones of the last pickles, the longest first.
    pub fn lengths(&self) -> Vec<usize> {
        let mut lengths: Vec<_> = self.digests.borrow().iter().take(TRIED).map(|digest| digest.length).collect();
        lengths.sort_unstable_by(|a, b| b.cmp(a));
        lengths.dedup();
        lengths
    }
}
