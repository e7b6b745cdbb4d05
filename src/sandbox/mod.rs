//! What guards the program: the door (attributes), the gate (values), imports, sizes, the audit hook.
//!
//! For callers: every attribute access by name goes through `attributes`; every object that comes back from the
//! interpreter into a register goes through `value_filter::admit`; classes that the code makes are checked by
//! `classes::check_namespace` before and `classes::register` after they are made; a `scope::SandboxScope` is alive
//! on this thread whenever sandboxed code runs, a `scope::HostScope` whenever a tool of the host does.

pub mod acting_for_host;
pub mod annotation_texts;
pub mod asking_callers;
pub mod attributes;
pub mod audit;
pub mod builtins;
pub mod classes;
pub mod compiled_parts;
pub mod context_vars;
pub mod databases;
pub mod direct_builtins;
pub mod final_answer;
pub mod generated_code;
pub mod given_objects;
pub mod global_lookup;
pub mod granted_paths;
pub mod host_call;
pub mod host_hooks;
pub mod host_loop;
pub mod imports;
pub mod interpreter_types;
pub mod lazy_imports;
pub mod memory;
pub mod natives;
pub mod process_starts;
pub mod signatures;
pub mod thread_starts;
pub mod threads;
pub mod tool_signatures;
pub mod tools;
pub mod type_hints;
pub mod type_info;
pub mod value_filter;
pub mod warnings;
pub mod wrapper_calls;
pub mod wrappers;

use std::any::Any;
use std::sync::atomic::{AtomicBool, Ordering};

use pyo3::prelude::*;

use crate::budget::{
    comparisons, decomposition_loops, descriptors, far_places, long_compressions, long_searches, matrix_loops, memory as memory_budget,
    native_stack, nested_classes, nesting, numpy_memory, regex, square_time, waits,
};
use crate::cpython::hooks;
use crate::sandbox::attributes::private_state;
use crate::sandbox::classes::generic_aliases;
#[cfg(Py_3_11)]
use crate::sandbox::memory::dict_tables;
use crate::sandbox::memory::{
    audio_states, class_values, closed_iterators, codec_states, colour_transforms, compiled_sizes, decimal_contexts, dtype_specs,
    event_loops, fitpack, hulls, image_capsules, immutable_buffers, json_values, lent_memory, lil_lists, machine_integers, mat_files,
    numpy_objects, numpy_strings, object_arrays, objects_at_work, pandas_places, pattern_marks, pictures, pillow_arguments, pivots,
    private_copies, random_states, records, shown_arrays, sparse_indices, special_functions, string_arrays, string_dtypes, thread_ids,
    triangulations, ufunc_dtypes, unfilled_objects, unicode_errors, yaml_nesting, zone_data, zone_tables,
};
use crate::sandbox::natives::{
    callbacks, certificates, compared_namespaces, contexts, dataclass_fields, file_objects, functions, namespaces, outer_frames,
    pillow_files, serializers, slot_writes, validators,
};
use crate::sandbox::wrapper_calls::WrapperCalls;
use crate::sandbox::wrappers::library::{self, dataclass_texts};
use crate::sandbox::wrappers::packages::pandas_assignments;
use crate::sandbox::wrappers::{class_lineage, library_callables, library_methods, members, stand_ins};
use crate::session::engine_types;
use crate::session::run_context::RunContext;
use crate::session::scope::HostScope;
use crate::session::state::type_info::{register_native, Kind};

/// Tells the checks about the native types of the engine and their own; once, when the module is imported.
pub fn init(py: Python<'_>) -> PyResult<()> {
    register_native(engine_types::function_type() as usize, Kind::OwnFunction);
    for class in engine_types::generator_types() {
        register_native(class as usize, Kind::Generator);
    }
    wrappers::init(py)?;
    wrapper_calls::register(WrapperCalls {
        instead_of_function: wrappers::instead_of_function,
        guard_member: wrappers::guard_member,
        module_member: library::module_member,
        member: members::member,
        class_member: members::class_member,
        super_member: members::super_member,
        guard: members::guard,
        callable: library_callables::instead_of,
        handed_over: library_callables::handed_over,
        method: library_methods::instead_in,
        methods: library_methods::wrap,
        instead_of_forbidden: stand_ins::instead_of,
        view: stand_ins::view,
        lineage: class_lineage::get,
    });
    Ok(())
}

/// Changes what must be changed in the interpreter; once per process.
pub fn install(py: Python<'_>) -> PyResult<()> {
    audit::install(py)?;
    databases::install();
    #[cfg(Py_3_14)]
    crate::session::host_mirror::watch_dicts(py);
    memory_budget::install(py)?;
    hooks::keep_hashes(py);
    nesting::install(py);
    nested_classes::install(py)?;
    native_stack::install(py)?;
    callbacks::install(py)?;
    comparisons::install(py)?;
    long_searches::install(py)?;
    regex::install(py)?;
    waits::install(py);
    unicode_errors::install(py);
    unfilled_objects::install(py)?;
    class_values::install(py);
    #[cfg(Py_3_11)]
    dict_tables::install(py)?;
    thread_ids::install(py)?;
    private_copies::install(py);
    pattern_marks::install(py)?;
    outer_frames::guard(py)?;
    guard_loaded(py)?;
    thread_starts::install(py)?;
    type_hints::install(py)?;
    lazy_imports::install(py)?;
    private_state::install(py)?;
    namespaces::install(py)?;
    compared_namespaces::install(py)?;
    generic_aliases::install(py)?;
    warnings::install(py)?;
    slot_writes::install(py)?;
    contexts::install(py)?;
    functions::install(py)
}

/// Wraps what belongs to modules that were loaded since the last time, each once per process: as the host, whom no limit of the
/// run leaves half-way.
pub fn guard_loaded(py: Python<'_>) -> PyResult<()> {
    hooks::look_at_loaded(py, |py| {
        let _host = HostScope::enter();
        guard_arrays(py);
        guard_each(py)
    })
}

fn guard_each(py: Python<'_>) -> PyResult<()> {
    objects_at_work::guard_loaded(py)?;
    square_time::guard_loaded(py)?;
    long_compressions::guard_loaded(py)?;
    matrix_loops::guard_loaded(py)?;
    decomposition_loops::guard_loaded(py)?;
    decimal_contexts::guard_loaded(py)?;
    event_loops::guard_loaded(py)?;
    audio_states::guard_loaded(py)?;
    codec_states::guard_loaded(py)?;
    random_states::guard_loaded(py)?;
    certificates::guard_loaded(py)?;
    pillow_files::guard_loaded(py)?;
    process_starts::guard_loaded(py)?;
    descriptors::guard_loaded(py)?;
    serializers::guard_loaded(py)?;
    validators::guard_loaded(py)?;
    sparse_indices::guard_loaded(py)?;
    lil_lists::guard_loaded(py)?;
    numpy_objects::guard_loaded(py)?;
    dtype_specs::guard_loaded(py)?;
    ufunc_dtypes::guard_loaded(py)?;
    far_places::guard_loaded(py)?;
    numpy_strings::guard_loaded(py)?;
    string_dtypes::guard_loaded(py)?;
    string_arrays::guard_loaded(py)?;
    records::guard_loaded(py)?;
    closed_iterators::guard_loaded(py)?;
    immutable_buffers::guard_loaded(py)?;
    pandas_places::guard_loaded(py)?;
    compiled_sizes::guard_loaded(py)?;
    pictures::guard_loaded(py)?;
    triangulations::guard_loaded(py)?;
    pillow_arguments::guard_loaded(py)?;
    image_capsules::guard_loaded(py)?;
    colour_transforms::guard_loaded(py)?;
    yaml_nesting::guard_loaded(py)?;
    lent_memory::guard_loaded(py)?;
    file_objects::guard_loaded(py)?;
    json_values::guard_loaded(py)?;
    pivots::guard_loaded(py)?;
    machine_integers::guard_loaded(py)?;
    fitpack::guard_loaded(py)?;
    hulls::guard_loaded(py)?;
    zone_data::guard_loaded(py)?;
    zone_tables::guard_loaded(py)?;
    unfilled_objects::guard_loaded(py)?;
    mat_files::guard_loaded(py)?;
    shown_arrays::guard_loaded(py)?;
    special_functions::guard_loaded(py)?;
    dataclass_texts::guard_loaded(py)?;
    dataclass_fields::guard_loaded(py)?;
    asking_callers::guard_loaded(py)?;
    pandas_assignments::guard_loaded(py)
}

/// Wraps what belongs to modules that were loaded since the last time.
pub fn guard_modules(py: Python<'_>) {
    // What fails is a signal that came just now: the next look is soon.
    drop(guard_loaded(py));
}

/// Looks after modules that were loaded since the last time: numpy's arrays are counted from now on.
pub fn meet_modules(m: &RunContext) {
    guard_modules(m.py());
    if m.arrays.borrow().is_none() {
        let counting = numpy_memory::count(m.py()).map(|counting| Box::new(counting) as Box<dyn Any>);
        drop(m.arrays.replace(counting));
    }
}

/// Once per process.
fn guard_arrays(py: Python<'_>) {
    static DONE: AtomicBool = AtomicBool::new(false);
    if DONE.load(Ordering::Relaxed) {
        return;
    }
    let Some(array) = numpy_memory::array_class(py) else { return };
    DONE.store(true, Ordering::Relaxed);
    object_arrays::guard(&array);
    if let Err(error) = private_copies::guard_arrays(&array) {
        log::debug!("numpy's arrays of objects are put in order as they are: {error}");
    }
}
