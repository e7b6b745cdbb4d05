//! Memory that is not what its type says: guards of objects that C code reads without a look.

pub mod array_interfaces;
pub mod audio_states;
pub mod class_values;
pub mod closed_iterators;
pub mod codec_states;
pub mod compiled_sizes;
pub mod decimal_contexts;
#[cfg(Py_3_11)]
pub mod dict_tables;
pub mod event_loops;
pub mod fitpack;
pub mod hulls;
pub mod immutable_buffers;
pub mod lent_memory;
pub mod machine_integers;
pub mod mat_files;
pub mod numpy_objects;
pub mod numpy_strings;
pub mod object_arrays;
pub mod objects_at_work;
pub mod pandas_places;
pub mod pattern_marks;
pub mod pictures;
pub mod pillow_arguments;
pub mod pivots;
pub mod private_copies;
pub mod random_states;
pub mod shown_arrays;
pub mod sparse_indices;
pub mod sparse_parts;
pub mod special_functions;
pub mod string_dtypes;
pub mod thread_ids;
pub mod unicode_errors;
pub mod yaml_nesting;
pub mod zone_data;
