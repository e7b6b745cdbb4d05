//! Functions and slots of the interpreter that are guarded in themselves, whoever calls them.

pub mod callbacks;
pub mod certificates;
pub mod compared_namespaces;
pub mod contexts;
pub mod dataclass_fields;
pub mod file_objects;
pub mod foreign_functions;
pub mod functions;
pub mod namespaces;
pub mod opened_by_c;
pub mod outer_frames;
pub mod pillow_files;
pub mod serializers;
pub mod slot_writes;
pub mod validators;
