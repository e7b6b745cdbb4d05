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
pub mod autospec;
pub mod builtins;
pub mod classes;
pub mod compiled_parts;
pub mod context_vars;
pub mod databases;
pub mod direct_builtins;
pub mod entry_points;
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
pub mod native_parts;
pub mod natives;
pub mod own_pickles;
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

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::budget::{
    comparisons, decomposition_loops, descriptors, far_places, long_compressions, long_searches, matrix_loops, memory as memory_budget,
    native_stack, nested_classes, nesting, numpy_memory, originals, regex, square_time, waits,
};
use crate::cpython::hooks;
use crate::cpython::value::R;
use crate::sandbox::attributes::private_state;
use crate::sandbox::classes::generic_aliases;
#[cfg(Py_3_11)]
use crate::sandbox::memory::dict_tables;
use crate::sandbox::memory::{
    audio_states, class_values, closed_iterators, codec_states, colour_transforms, compiled_sizes, decimal_contexts, dtype_specs,
    event_loops, fitpack, growing_vectors, hulls, image_capsules, immutable_buffers, json_values, lent_memory, lil_lists, long_subscripts,
    machine_integers, mat_files, numpy_objects, numpy_strings, object_arrays, objects_at_work, pandas_places, pattern_marks, pictures,
    pillow_arguments, pivots, private_copies, random_states, records, shown_arrays, sparse_indices, special_functions, string_arrays,
    string_dtypes, support_vectors, thread_ids, triangulations, ufunc_dtypes, unfilled_objects, unicode_errors, yaml_nesting, zone_data,
    zone_tables,
};
use crate::sandbox::natives::{
    callbacks, certificates, compared_namespaces, contexts, dataclass_fields, file_objects, foreign_functions, functions, namespaces,
    opened_by_c, outer_frames, pillow_files, serializers, slot_writes, validators,
};
use crate::sandbox::wrapper_calls::WrapperCalls;
use crate::sandbox::wrappers::library::{self, dataclass_texts, temporary_folder};
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

type Guard = fn(Python<'_>) -> PyResult<()>;

/// What is changed in the interpreter, in this order.
const CHANGES: &[Guard] = &[
    audit::install,
    |_| {
        databases::install();
        Ok(())
    },
    #[cfg(Py_3_14)]
    |py| {
        crate::session::host_mirror::watch_dicts(py);
        Ok(())
    },
    memory_budget::install,
    |py| {
        hooks::keep_hashes(py);
        Ok(())
    },
    |py| {
        nesting::install(py);
        Ok(())
    },
    nested_classes::install,
    native_stack::install,
    callbacks::install,
    comparisons::install,
    long_searches::install,
    regex::install,
    |py| {
        waits::install(py);
        Ok(())
    },
    |py| {
        unicode_errors::install(py);
        Ok(())
    },
    unfilled_objects::install,
    |py| {
        class_values::install(py);
        Ok(())
    },
    #[cfg(Py_3_11)]
    dict_tables::install,
    thread_ids::install,
    |py| {
        private_copies::install(py);
        Ok(())
    },
    pattern_marks::install,
    outer_frames::guard,
    guard_loaded,
    thread_starts::install,
    type_hints::install,
    lazy_imports::install,
    private_state::install,
    namespaces::install,
    compared_namespaces::install,
    generic_aliases::install,
    warnings::install,
    slot_writes::install,
    contexts::install,
    functions::install,
];

/// Changes what must be changed in the interpreter, each once per process: where something comes in between, what is missing is put
/// in its place the next time.
pub fn install(py: Python<'_>) -> PyResult<()> {
    static DONE: [AtomicBool; CHANGES.len()] = [const { AtomicBool::new(false) }; CHANGES.len()];
    let once = |py: Python<'_>, change: Guard, is_done: &'static AtomicBool| {
        if is_done.load(Ordering::Relaxed) {
            return Ok(());
        }
        hooks::note_done(is_done);
        change(py)
    };
    let mut all = Ok(());
    for (change, is_done) in CHANGES.iter().zip(&DONE) {
        // (Each, whatever becomes of the others.)
        all = all.and(hooks::put_guard(py, |py| once(py, *change, is_done), |_| false));
    }
    all
}

/// What is guarded of modules when they are loaded.
const GUARDS: &[Guard] = &[
    guard_arrays,
    objects_at_work::guard_loaded,
    square_time::guard_loaded,
    long_compressions::guard_loaded,
    matrix_loops::guard_loaded,
    decomposition_loops::guard_loaded,
    decimal_contexts::guard_loaded,
    event_loops::guard_loaded,
    audio_states::guard_loaded,
    codec_states::guard_loaded,
    random_states::guard_loaded,
    certificates::guard_loaded,
    pillow_files::guard_loaded,
    process_starts::guard_loaded,
    descriptors::guard_loaded,
    serializers::guard_loaded,
    validators::guard_loaded,
    private_state::guard_loaded,
    private_state::guard_loaded_yaml,
    sparse_indices::guard_loaded,
    lil_lists::guard_loaded,
    numpy_objects::guard_loaded,
    dtype_specs::guard_loaded,
    ufunc_dtypes::guard_loaded,
    far_places::guard_loaded,
    long_subscripts::guard_loaded,
    numpy_strings::guard_loaded,
    string_dtypes::guard_loaded,
    support_vectors::guard_loaded,
    string_arrays::guard_loaded,
    records::guard_loaded,
    closed_iterators::guard_loaded,
    immutable_buffers::guard_loaded,
    pandas_places::guard_loaded,
    growing_vectors::guard_loaded,
    compiled_sizes::guard_loaded,
    pictures::guard_loaded,
    triangulations::guard_loaded,
    pillow_arguments::guard_loaded,
    opened_by_c::guard_loaded,
    foreign_functions::guard_loaded,
    image_capsules::guard_loaded,
    colour_transforms::guard_loaded,
    yaml_nesting::guard_loaded,
    lent_memory::guard_loaded,
    file_objects::guard_loaded,
    json_values::guard_loaded,
    pivots::guard_loaded,
    machine_integers::guard_loaded,
    fitpack::guard_loaded,
    hulls::guard_loaded,
    zone_data::guard_loaded,
    zone_tables::guard_loaded,
    unfilled_objects::guard_loaded,
    mat_files::guard_loaded,
    shown_arrays::guard_loaded,
    special_functions::guard_loaded,
    dataclass_texts::guard_loaded,
    temporary_folder::guard_loaded,
    dataclass_fields::guard_loaded,
    asking_callers::guard_loaded,
    pandas_assignments::guard_loaded,
];

/// Wraps what belongs to modules that were loaded since the last time, each once per process: as the host, whom no limit of the
/// run leaves half-way. What comes in between of one guard leaves the others where they are.
///
/// # Errors
/// What came in between of a guard, and from then on that a function could not be wrapped: nothing runs beside it.
pub fn guard_loaded(py: Python<'_>) -> PyResult<()> {
    let looked = hooks::look_at_loaded(py, |py| {
        let _host = HostScope::enter();
        let mut all = Ok(());
        for guard in GUARDS {
            all = all.and(hooks::put_guard(py, guard, hooks::fails_each_time));
        }
        all
    });
    if originals::all_wrapped() {
        return looked;
    }
    Err(PyRuntimeError::new_err(
        "fastexec runs nothing more in this process: the packages that are loaded have more functions to guard than it has places for.",
    ))
}

/// Looks after modules that were loaded since the last time: numpy's arrays are counted from now on.
///
/// # Errors
/// What came in between of a guard.
pub fn meet_modules(m: &RunContext) -> R<()> {
    let guarded = guard_loaded(m.py());
    if m.arrays.borrow().is_none() {
        let counting = numpy_memory::count(m.py()).map(|counting| Box::new(counting) as Box<dyn Any>);
        drop(m.arrays.replace(counting));
    }
    Ok(guarded?)
}

/// Once per process.
fn guard_arrays(py: Python<'_>) -> PyResult<()> {
    static DONE: AtomicBool = AtomicBool::new(false);
    if DONE.load(Ordering::Relaxed) {
        return Ok(());
    }
    let Some(array) = numpy_memory::array_class(py) else { return Ok(()) };
    hooks::note_done(&DONE);
    object_arrays::guard(&array);
    private_copies::guard_arrays(&array)
}
