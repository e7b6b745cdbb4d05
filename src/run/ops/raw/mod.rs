//! Unsafe primitives of the operations: type slots, borrowed items, the error indicator.

mod errors;
mod items;
mod numbers;
mod suspension;
mod text;
mod types;

pub use errors::*;
pub use items::*;
pub use numbers::*;
pub use suspension::*;
pub use text::*;
pub use types::*;
