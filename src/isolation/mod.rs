//! The worker process behind the kernel's walls: what crosses to it and back.

pub mod wire;
