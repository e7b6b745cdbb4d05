//! What a message may cost whoever reads it: memory, and the work of hashing keys.

use super::reader::Malformed;

/// Keys of one dict or set that are few enough to collide as they like.
const FEW: usize = 32;

/// Work that any message may cost: a second of comparisons, or less.
const WORK: u64 = 1_000_000;

/// What is left of both.
pub struct Budget {
    bytes: u64,
    work: u64,
}

impl Budget {
    /// Of a message of `length` bytes that may become `bytes` in memory. Hashing may meet each of its values 16 times.
    pub fn new(length: usize, bytes: u64) -> Budget {
        Budget { bytes, work: WORK + 16 * length as u64 }
    }

    /// What was used of `bytes` since there were `before`.
    pub fn used_since(&self, before: u64) -> u64 {
        before - self.bytes
    }

    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    pub fn take(&mut self, bytes: u64) -> Result<(), Malformed> {
        self.bytes = self.bytes.checked_sub(bytes).ok_or(Malformed("a message that needs more memory than the executor may use"))?;
        Ok(())
    }

    /// A key is hashed, which meets `weight` values, and compared with `others` of the same hash.
    pub fn hash(&mut self, weight: u64, others: u64) -> Result<(), Malformed> {
        let work = weight.saturating_mul(others + 1);
        self.work = self.work.checked_sub(work).ok_or(Malformed("keys that take too long"))?;
        Ok(())
    }
}

/// Whether a container of so many keys is looked at for keys with the same hash.
pub fn is_large(count: usize) -> bool {
    count > FEW
}

/// Bytes, about, of a value without those in it.
pub mod size {
    pub const PLAIN: u64 = 32;
    pub const SLOT: u64 = 8;
    pub const ENTRY: u64 = 72;
    pub const CONTAINER: u64 = 64;
    pub const TABLE: u64 = 216;

    pub fn of_kind(name: &str) -> u64 {
        match name {
            "error" => 2048,
            "yours" => PLAIN,
            _ if name.starts_with("pandas.") => 4096,
            _ => 512,
        }
    }
}
