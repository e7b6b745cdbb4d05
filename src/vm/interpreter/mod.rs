//! The loop: steps, names, attributes, definitions, unwinding.

pub mod attributes;
pub mod definitions;
pub mod fast_loop;
pub mod frame_return;
pub mod limit_check;
pub mod names;
pub mod run;
pub mod step;
pub mod suspend;
pub mod unwind;
