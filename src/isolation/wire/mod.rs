//! The format in which values cross between host and worker: typed, length-checked, no code in it.
//!
//! A value is a tag of one byte and what the tag asks for; lengths are `u32`, numbers little-endian. Containers, byte
//! arrays and kinds are numbered in the order in which they begin, and `Ref` names one of them again, so that what is the
//! same object on one side is the same object on the other. What is none of Python's plain values is a *kind*: a name
//! and a plain payload, which `fastexec.isolation.kinds` makes and reads.

mod budget;
pub mod packer;
pub mod reader;
pub mod unpacker;

/// Containers in containers that cross, at most.
const DEEPEST: usize = 500;

/// The first byte of a value.
mod tag {
    pub const NONE: u8 = 0;
    pub const FALSE: u8 = 1;
    pub const TRUE: u8 = 2;
    pub const INT: u8 = 3;
    pub const BIG_INT: u8 = 4;
    pub const FLOAT: u8 = 5;
    pub const COMPLEX: u8 = 6;
    pub const TEXT: u8 = 7;
    /// Text with lone surrogates, as Python's `surrogatepass` writes it.
    pub const SURROGATES: u8 = 8;
    pub const BYTES: u8 = 9;
    pub const BYTE_ARRAY: u8 = 10;
    pub const LIST: u8 = 11;
    pub const TUPLE: u8 = 12;
    pub const DICT: u8 = 13;
    pub const SET: u8 = 14;
    pub const FROZEN_SET: u8 = 15;
    pub const REF: u8 = 16;
    pub const KIND: u8 = 17;
    pub const ELLIPSIS: u8 = 18;
}
