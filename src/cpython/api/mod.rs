//! Unsafe primitives of the operations: type slots, borrowed items, the error indicator.

pub mod coroutines;
pub mod errors;
pub mod exception_groups;
pub mod items;
pub mod numbers;
pub mod numpy;
pub mod proxies;
pub mod strings;
pub mod types;

pub use coroutines::*;
pub use errors::*;
pub use items::*;
pub use numbers::*;
pub use proxies::*;
pub use strings::*;
pub use types::*;
