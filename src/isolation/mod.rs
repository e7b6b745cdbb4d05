//! A worker process that the kernel holds, and what crosses to it and back.

pub mod walls;
pub mod wire;
