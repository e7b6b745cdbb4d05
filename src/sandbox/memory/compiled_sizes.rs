//! Sizes of arrays (and radii of blurs) that compiled functions of numpy, scipy, scikit-learn and PIL are given, and the clusters that a linkage names: the functions read and
//! write memory by them, and what is in front of them looks at a part of that alone. `front::policy::sizes` says what holds.

use std::ops::RangeInclusive;
use std::sync::atomic::AtomicBool;

use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PyList, PyModule, PyString, PyTuple, PyType};

use crate::budget::compiled_calls::{self, Call};
use crate::budget::costs;
use crate::cpython::api;
use crate::cpython::hooks::{newly_loaded, table, Method};
use crate::front::policy::fits;
use crate::front::policy::sizes::{
    Sizes, BLURS, CLASSES, DRAWINGS, EFFECTS, FACTORS, FRACTALS, MANY, MARGINS, MODULES, MOST_THREADS, NEIGHBOURHOODS, OF_POINTS, PICTURES,
    REDUCES, RESIZES, WIDEST_BLUR,
};
use crate::front::policy::special::Room;
use crate::front::policy::work::{Count, Work, PASSES};
use crate::sandbox::memory::object_arrays::{dtype, elements, holds_references, rows_of_doubles, shape};
use crate::sandbox::memory::plain_numbers::{self, is_own};
use crate::sandbox::memory::{footprints, image_passes, integration_steps, interpolative, long_work, losses, months, neighbours};
use crate::sandbox::memory::{pictures, repeated_items, signals, sobol_sequences, string_arrays};
use crate::session::current::with_run;
use crate::session::scope::HostScope;

/// Wraps what belongs to modules that are loaded, each once per process.
pub fn guard_loaded(py: Python<'_>) -> PyResult<()> {
    static DONE: [AtomicBool; MODULES.len() + fits::MODULES.len()] =
        [const { AtomicBool::new(false) }; MODULES.len() + fits::MODULES.len()];
    for (done, (module, functions, sizes)) in DONE.iter().zip(MODULES.iter().chain(fits::MODULES)) {
        let Some(last) = functions.last() else { continue };
        let Some(found) = newly_loaded(py, done, module, last)? else { continue };
        for name in *functions {
            // Versions have some or others of them.
            let Ok(function) = found.getattr(*name) else { continue };
            for method in Method::all_of(&function) {
                guard(method, *sizes);
            }
        }
    }
    guard_classes(py)?;
    guard_images(py)
}

fn guard_classes(py: Python<'_>) -> PyResult<()> {
    static DONE: [AtomicBool; CLASSES.len()] = [const { AtomicBool::new(false) }; CLASSES.len()];
    for (done, (module, class, methods, sizes)) in DONE.iter().zip(CLASSES) {
        let Some(found) = newly_loaded(py, done, module, class)? else { continue };
        let class = found.getattr(*class)?;
        if methods.contains(&"__init__") {
            let sizes = *sizes;
            compiled_calls::guard_slot(class.cast::<PyType>()?, compiled_calls::CallSlot::Init, &table::SIZES, move |call| {
                check(call, sizes)
            });
            continue;
        }
        for method in methods.iter().filter_map(|name| class.getattr(*name).ok()) {
            // (A property is asked by its function, and so is a method of the class.)
            let method = method.getattr("fget").or_else(|_| method.getattr("__func__")).unwrap_or(method);
            for method in Method::all_of(&method) {
                guard(method, *sizes);
            }
        }
    }
    Ok(())
}

fn guard_images(py: Python<'_>) -> PyResult<()> {
    static DONE: AtomicBool = AtomicBool::new(false);
    let Some(found) = newly_loaded(py, &DONE, "PIL._imaging", "new")? else { return Ok(()) };
    let class = found.call_method1("new", ("L", (1, 1)))?.get_type();
    for method in BLURS.iter().filter_map(|name| Method::of(&class.getattr(*name).ok()?)) {
        guard(method, Sizes::Radius);
    }
    for method in PICTURES.iter().filter_map(|name| Method::of(&found.getattr(*name).ok()?)) {
        guard(method, Sizes::Picture(1));
    }
    for method in FRACTALS.iter().filter_map(|name| Method::of(&found.getattr(*name).ok()?)) {
        guard(method, Sizes::Fractal);
    }
    for method in NEIGHBOURHOODS.iter().filter_map(|name| Method::of(&class.getattr(*name).ok()?)) {
        guard(method, Sizes::Neighbourhood);
    }
    for method in OF_POINTS.iter().filter_map(|name| Method::of(&class.getattr(*name).ok()?)) {
        guard(method, Sizes::Points);
    }
    for method in MARGINS.iter().filter_map(|name| Method::of(&class.getattr(*name).ok()?)) {
        guard(method, Sizes::Margin);
    }
    for method in REDUCES.iter().filter_map(|name| Method::of(&class.getattr(*name).ok()?)) {
        guard(method, Sizes::Blocks);
    }
    for method in EFFECTS.iter().filter_map(|name| Method::of(&found.getattr(*name).ok()?)) {
        guard(method, Sizes::Work(Work::Noise));
    }
    let drawing = found.call_method1("draw", (found.call_method1("new", ("L", (1, 1)))?, 0))?.get_type();
    for (methods, work) in DRAWINGS {
        for method in methods.iter().filter_map(|name| Method::of(&drawing.getattr(*name).ok()?)) {
            guard(method, Sizes::Work(*work));
        }
    }
    for (name, pass) in PASSES {
        if let Some(method) = class.getattr(*name).ok().and_then(|method| Method::of(&method)) {
            guard(method, Sizes::Image(*pass));
        }
    }
    for method in RESIZES.iter().filter_map(|name| Method::of(&class.getattr(*name).ok()?)) {
        guard(method, Sizes::Picture(0));
    }
    Ok(())
}

fn guard(method: Method, sizes: Sizes) {
    let skip = move |call: &Call| match sizes {
        // What is called often is called without it.
        Sizes::Along(place, name) => call.is_without(place, name),
        _ => are_short(call, sizes),
    };
    compiled_calls::guard_unless(method, &table::SIZES, skip, move |call| check(call, sizes));
}

/// Whether there are arrays with so few numbers that no product of them takes long, or few arrays: such calls are made often.
fn are_short(call: &Call, sizes: Sizes) -> bool {
    const FEW: usize = 5_000;
    if let Sizes::Walk(each) = sizes {
        return call.this().as_ref().and_then(elements).is_some_and(|items| items as f64 * each < 1.0);
    }
    if let Sizes::Work(Work::Steps([Count::Many(place, _)], _)) = sizes {
        let given = ffi::Py_ssize_t::try_from(*place).ok().and_then(|place| call.in_row(place));
        return given.is_some_and(|given| long_work::items(&given).is_some_and(|items| items < MANY));
    }
    if let Sizes::Work(Work::Steps([Count::Items(place, _)], each)) = sizes {
        let given = ffi::Py_ssize_t::try_from(*place).ok().and_then(|place| call.in_row(place));
        return given.as_ref().and_then(elements).is_some_and(|items| items as f64 * each < 1.0);
    }
    let (Sizes::Work(Work::Product), Some(count)) = (sizes, call.count_in_row()) else { return false };
    let is_few = |found: Option<usize>| found.is_some_and(|found| found <= FEW);
    let given = |n| call.in_row(n).as_ref().and_then(elements);
    match call.this().as_ref().and_then(elements) {
        Some(own) => count >= 1 && own <= FEW && is_few(given(0)),
        None => count >= 2 && is_few(given(0)) && is_few(given(1)),
    }
}

/// Whether the arguments (and the object that a method belongs to) are such as the function takes them for.
fn check(call: &Call, sizes: Sizes) -> PyResult<()> {
    let (args, named) = call.arguments()?;
    match (sizes, call.this()) {
        _ if !call.has_plain_names() => Err(PyTypeError::new_err("keywords must be strings")),
        (Sizes::StartingMonth, Some(offset)) => months::check_start(&offset),
        (Sizes::Neighbourhood, Some(image)) => neighbourhood(&image, &args),
        (Sizes::Image(pass), Some(image)) => image_passes::check(&image, &args, pass),
        (Sizes::Points, Some(image)) => pictures::has_points(&image),
        (Sizes::Margin, Some(_)) => args.get_item(0).map_or(Ok(()), |margin| pictures::check_margin(&margin)),
        (Sizes::Tree(None), Some(tree)) => check_tree(&tree, columns(args.get_item(0).ok().as_ref())),
        (Sizes::Repeats, Some(array)) => {
            repeated_items::check(&array, argument(&args, named.as_ref(), (0, "repeats"))?, argument(&args, named.as_ref(), (1, "axis"))?)
        }
        (Sizes::Work(work @ Work::Product), Some(array)) if shape(&array).is_some() => {
            long_work::of_two(Some(array), argument(&args, named.as_ref(), (0, "b"))?, work)
        }
        (Sizes::Work(Work::Polygon), Some(drawing)) => {
            long_work::polygon(&drawing, &|place, name| argument(&args, named.as_ref(), (place, name)))
        }
        (Sizes::Work(Work::Lines), Some(drawing)) => {
            long_work::broad_lines(&drawing, &|place, name| argument(&args, named.as_ref(), (place, name)))
        }
        (Sizes::Walk(each), Some(array)) => long_work::walk(&array, each),
        (Sizes::Near(kind), Some(tree)) => neighbours::near(&tree, kind, &|place, name| argument(&args, named.as_ref(), (place, name))),
        (Sizes::Asks(function, names), this) => {
            asks(args.py(), function, this, names, &|place, name| argument(&args, named.as_ref(), (place, name)))
        }
        _ => look(&args, named.as_ref(), sizes),
    }
}

/// Calls the function of ours with what it looks at: `None` in the place of what is not given.
fn asks<'py>(
    py: Python<'py>,
    (module, function): (&str, &str),
    this: Option<Bound<'py, PyAny>>,
    names: &[(usize, &'static str)],
    argument: &dyn Fn(usize, &str) -> PyResult<Option<Bound<'py, PyAny>>>,
) -> PyResult<()> {
    // (A function's is its module.)
    let mut given: Vec<_> = this.into_iter().filter(|this| !this.is_instance_of::<PyModule>()).collect();
    for (place, name) in names {
        given.push(argument(*place, name)?.unwrap_or_else(|| py.None().into_bound(py)));
    }
    py.import(format!("fastexec.{module}"))?.call_method1(function, PyTuple::new(py, given)?).map(drop)
}

/// Columns of a table.
fn columns(table: Option<&Bound<'_, PyAny>>) -> Option<usize> {
    dimensions(table?)?.get(1).copied()
}

fn check_tree(tree: &Bound<'_, PyAny>, columns: Option<usize>) -> PyResult<()> {
    tree.py().import("fastexec.trees")?.call_method1("check", (tree, columns)).map(drop)
}

/// `predict_stages(estimators, X, scale, out)`, `predict_stage(estimators, stage, X, scale, out)`
fn trees<'py>(py: Python<'py>, argument: impl Fn(usize, &str) -> PyResult<Option<Bound<'py, PyAny>>>) -> PyResult<()> {
    // (What is missing the function asks for.)
    let Some(estimators) = argument(0, "estimators")? else { return Ok(()) };
    // (An array, or a view of one that Cython made.)
    let estimators = py.import("numpy")?.call_method1("asarray", (estimators,))?;
    let (rows, classes) = estimators.getattr("shape")?.extract::<(usize, usize)>()?;
    let (rows, table, out) = match argument(1, "stage")?.and_then(|stage| stage.extract::<usize>().ok()) {
        Some(stage) => (stage..rows.min(stage.saturating_add(1)), argument(2, "X")?, argument(4, "out")?),
        None => (0..rows, argument(1, "X")?, argument(3, "out")?),
    };
    let width = columns(table.as_ref());
    losses::check_sums(table.as_ref().and_then(dimensions), out.as_ref().and_then(dimensions), classes)?;
    for place in rows.flat_map(|row| (0..classes).map(move |class| (row, class))) {
        let estimator = estimators.get_item(place)?;
        // (It would have another tree the second time.)
        if with_run(py, |m| Ok(m.session.check.own.contains(&estimator.get_type())))? {
            return Err(PyTypeError::new_err("an estimator of scikit-learn is required"));
        }
        check_tree(&estimator.getattr("tree_")?, width)?;
    }
    Ok(())
}

/// The argument of this place, or name.
fn argument<'py>(
    args: &Bound<'py, PyTuple>,
    named: Option<&Bound<'py, PyDict>>,
    (place, name): (usize, &str),
) -> PyResult<Option<Bound<'py, PyAny>>> {
    match args.get_item(place) {
        Ok(found) => Ok(Some(found)),
        Err(_) => named.map_or(Ok(None), |named| named.get_item(name)),
    }
}

fn look(args: &Bound<'_, PyTuple>, named: Option<&Bound<'_, PyDict>>, sizes: Sizes) -> PyResult<()> {
    let argument = |place, name: &str| argument(args, named, (place, name));
    match sizes {
        Sizes::Alike(arrays) => return alike(arrays, argument),
        Sizes::Trees => return trees(args.py(), argument),
        Sizes::SparseVectors => return sparse_vectors(args.py(), argument),
        Sizes::Columns => return in_columns(argument),
        Sizes::Tree(Some(place)) => return argument(place, "orig_tree")?.map_or(Ok(()), |tree| check_tree(&tree, None)),
        Sizes::Takes(takes) => return long_work::takes(args.py(), takes, &argument),
        Sizes::Room(room, names) => return has_room(in_this_scipy(args.py(), room)?, names, argument),
        Sizes::Within((place, name), least, most) => return within(argument(place, name)?, name, least..=most),
        Sizes::AsMany(count, array) => return has_as_many(argument(count.0, count.1)?, argument(array.0, array.1)?, (count.1, array.1)),
        Sizes::Factors => return factors(named),
        Sizes::Numbers => return numbers(args, named),
        Sizes::Work(work) => return long_work::check(args.py(), work, &argument),
        Sizes::TimeLimit(place, name) => return argument(place, name)?.map_or(Ok(()), |options| long_work::end_in_time(&options)),
        Sizes::Nearest => return neighbours::nearest(&argument),
        Sizes::Step => return integration_steps::check(&argument),
        Sizes::Month(place, name) => return months::check(argument(place, name)?),
        Sizes::MonthOfPeriod(month, frequency, date) => {
            date.map_or(Ok(None), |(place, name)| argument(place, name))?.map_or(Ok(()), |date| months::check_date(&date))?;
            return months::check_periods(argument(month.0, month.1)?, argument(frequency.0, frequency.1)?);
        }
        Sizes::Items(place, name) => return has_items(argument(place, name)?, name),
        Sizes::FixedItems(place, name) => return argument(place, name)?.map_or(Ok(()), |given| string_arrays::check(&given, name)),
        Sizes::Footprint => return footprints::neighbourhood(args),
        Sizes::Instance((place, name), class) => return is_instance(argument(place, name)?, name, class),
        Sizes::Object(place, name) => return is_object(argument(place, name)?, name),
        Sizes::Array(place, name) => return is_array_or_none(argument(place, name)?, name),
        Sizes::Line => return footprints::line(args),
        Sizes::Paths => return paths(argument),
        Sizes::Places => return footprints::places(args),
        Sizes::Rank => return interpolative::rank(args),
        Sizes::Order => return interpolative::order(args),
        Sizes::Ends => return signals::ends(args),
        Sizes::Borders => return signals::borders(args),
        Sizes::Window => return signals::windows(args),
        Sizes::Labels => return signals::regions(args),
        Sizes::Finite(numbers) => return finite(numbers, argument),
        Sizes::Counts(counts) => return counted(counts, argument),
        Sizes::Loss => return losses::check_threads(&argument).and_then(|()| alike(losses::ARRAYS, argument)),
        Sizes::Sobol => return sobol_sequences::check(|name| named.map_or(Ok(None), |named| named.get_item(name))),
        Sizes::Blocks => return blocks(argument(0, "scale")?),
        Sizes::Ranks => return footprints::of_one_rank(args),
        Sizes::Origins(place) => return inside(args, place),
        Sizes::Along(place, name) => return along(argument(place, name)?),
        _ => {}
    }
    let Ok(first) = args.get_item(0) else { return by_place() };
    match sizes {
        Sizes::Triangles => {
            looked_at(&first, "triangles", "check", std::slice::from_ref(&first))?;
            for name in ["xi", "x", "y"] {
                argument(1, name)?.map_or(Ok(()), |asked| points(&asked))?;
            }
            Ok(())
        }
        Sizes::Interpolated => looked_at(&first, "triangles", "check", &[first.clone(), args.get_item(1)?]),
        Sizes::Nodes => looked_at(&first, "yaml_nodes", "check", std::slice::from_ref(&first)),
        Sizes::Fractal => fractal(&first, args.get_item(2).ok().as_ref()),
        Sizes::Regions => looked_at(&first, "triangles", "check_regions", &[first.clone(), args.get_item(1)?]),
        Sizes::Vectors => vectors(&first, argument),
        Sizes::Linkage => linkage(&first, args.get_item(1).ok().as_ref()),
        Sizes::Square(place, name) => {
            let found = argument(place, name)?;
            let columns = shape(&first).and_then(|sizes| sizes.get(1).copied()).unwrap_or(0);
            let numbers = found.as_ref().and_then(elements).unwrap_or(0);
            if numbers < columns.saturating_mul(columns) {
                return Err(PyValueError::new_err(format!(
                    "{name} has to have the same number of rows and columns as there are columns of points"
                )));
            }
            Ok(())
        }
        Sizes::Spline(place) => spline(args, place),
        Sizes::Knots(place) => knots(args, place),
        Sizes::Radius => radius(&first),
        Sizes::Filters => filters(&first, args),
        Sizes::Threads(place, name) => {
            let asked = argument(place, name)?;
            asked.as_ref().map_or(Ok(()), |asked| plain_numbers::check(asked, name))?;
            match asked.and_then(|asked| asked.extract::<i64>().ok()).filter(|asked| *asked > MOST_THREADS) {
                Some(_) => Err(PyValueError::new_err(format!("{name} are {MOST_THREADS} at most"))),
                None => Ok(()),
            }
        }
        Sizes::Weights => {
            let weights = argument(1, "weights")?.as_ref().and_then(elements);
            let rows = dimensions(&first).and_then(|sizes| sizes.first().copied());
            match weights.zip(rows).filter(|(weights, rows)| weights != rows) {
                Some((weights, rows)) => Err(PyValueError::new_err(format!("{weights} weights are not those of {rows} rows"))),
                None => Ok(()),
            }
        }
        Sizes::Picture(place) => argument(place, "size")?.map_or(Ok(()), |size| picture(&first, &size)),
        Sizes::Alike(_)
        | Sizes::Trees
        | Sizes::Tree(_)
        | Sizes::SparseVectors
        | Sizes::Columns
        | Sizes::Neighbourhood
        | Sizes::Points
        | Sizes::Margin
        | Sizes::Takes(_)
        | Sizes::TimeLimit(..)
        | Sizes::Room(..)
        | Sizes::Asks(..)
        | Sizes::Within(..)
        | Sizes::AsMany(..)
        | Sizes::Factors
        | Sizes::Numbers
        | Sizes::Work(_)
        | Sizes::Ranks
        | Sizes::Nearest
        | Sizes::Step
        | Sizes::Month(..)
        | Sizes::MonthOfPeriod(..)
        | Sizes::StartingMonth
        | Sizes::Items(..)
        | Sizes::Footprint
        | Sizes::FixedItems(..)
        | Sizes::Repeats
        | Sizes::Blocks
        | Sizes::Instance(..)
        | Sizes::Object(..)
        | Sizes::Array(..)
        | Sizes::Line
        | Sizes::Paths
        | Sizes::Places
        | Sizes::Ends
        | Sizes::Rank
        | Sizes::Order
        | Sizes::Borders
        | Sizes::Window
        | Sizes::Labels
        | Sizes::Finite(_)
        | Sizes::Counts(_)
        | Sizes::Sobol
        | Sizes::Loss
        | Sizes::Walk(_)
        | Sizes::Near(_)
        | Sizes::Image(_)
        | Sizes::Along(..)
        | Sizes::Origins(_) => Ok(()),
    }
}

/// Asks a function of ours that is written in Python.
fn looked_at<'py>(one: &Bound<'py, PyAny>, module: &str, function: &str, about: &[Bound<'py, PyAny>]) -> PyResult<()> {
    let py = one.py();
    py.import(format!("fastexec.{module}"))?.call_method1(function, PyTuple::new(py, about)?).map(drop)
}

/// `dijkstra(csgraph, directed, indices, return_predecessors, unweighted, …)`
fn paths<'py>(argument: impl Fn(usize, &str) -> PyResult<Option<Bound<'py, PyAny>>>) -> PyResult<()> {
    let Some(graph) = argument(0, "csgraph")? else { return Ok(()) };
    let named = PyDict::new(graph.py());
    for (place, name) in [(1, "directed"), (2, "indices"), (4, "unweighted")] {
        argument(place, name)?.map_or(Ok(()), |given| named.set_item(name, given))?;
    }
    graph.py().import("fastexec.graphs")?.call_method("check", (graph,), Some(&named)).map(drop)
}

/// The parts of a model of scikit-learn's `_libsvm`. (What is missing the function asks for, or has none of.)
fn vectors<'py>(first: &Bound<'py, PyAny>, argument: impl Fn(usize, &str) -> PyResult<Option<Bound<'py, PyAny>>>) -> PyResult<()> {
    const PARTS: [&str; 8] = ["X", "support", "SV", "nSV", "sv_coef", "intercept", "probA", "probB"];
    let kind = argument(PARTS.len(), "svm_type")?.unwrap_or_else(|| PyInt::new(first.py(), 0).into_any());
    let mut about = vec![kind];
    for (place, name) in PARTS.into_iter().enumerate() {
        about.extend(argument(place, name)?);
    }
    looked_at(first, "vectors", "check", &about)
}

/// The parts of a model of scikit-learn's `_libsvm_sparse`. (What is missing the function asks for.)
fn sparse_vectors<'py>(py: Python<'py>, argument: impl Fn(usize, &str) -> PyResult<Option<Bound<'py, PyAny>>>) -> PyResult<()> {
    const PARTS: [(usize, &str); 7] =
        [(8, "svm_type"), (5, "SV_indptr"), (20, "nSV"), (6, "sv_coef"), (7, "intercept"), (21, "probA"), (22, "probB")];
    let parts = PARTS.into_iter().map(|(place, name)| argument(place, name)).collect::<PyResult<Option<Vec<_>>>>()?;
    parts.map_or(Ok(()), |parts| py.import("fastexec.vectors")?.call_method1("check_sparse", PyTuple::new(py, parts)?).map(drop))
}

/// Nodes of one of scikit-learn's trees over histograms, and the table that they are asked about.
fn in_columns<'py>(argument: impl Fn(usize, &str) -> PyResult<Option<Bound<'py, PyAny>>>) -> PyResult<()> {
    let (Some(nodes), Some(table)) = (argument(0, "nodes")?, argument(1, "numeric_data")?) else { return Ok(()) };
    looked_at(&nodes, "trees", "check_columns", &[nodes.clone(), table])
}

/// Steps per second of one point of a picture, and comparisons of two points.
const STEPS: f64 = 1e9;
const COMPARISONS: f64 = 10e9;

/// Each point takes as many steps as it is allowed, at most.
fn fractal(size: &Bound<'_, PyAny>, steps: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
    plain_numbers::check(size, "size")?;
    steps.map_or(Ok(()), |steps| plain_numbers::check(steps, "quality"))?;
    let (Ok((width, height)), Some(Ok(steps))) = (size.extract::<(f64, f64)>(), steps.map(|steps| steps.extract::<f64>())) else {
        return Ok(());
    };
    with_run(size.py(), |m| costs::check(m, width * height * steps / STEPS))
}

/// (What is missing, no number or no array the function refuses.)
fn has_as_many(count: Option<Bound<'_, PyAny>>, array: Option<Bound<'_, PyAny>>, names: (&str, &str)) -> PyResult<()> {
    let Some((count, array)) = count.zip(array) else { return Ok(()) };
    plain_numbers::check(&count, names.0)?;
    match (count.extract::<i64>(), elements(&array)) {
        (Ok(count), Some(items)) if i64::try_from(items).is_ok_and(|items| items < count) => {
            Err(PyValueError::new_err(format!("{} is {count}, and there are {items} items in {}", names.0, names.1)))
        }
        _ => Ok(()),
    }
}

/// (What is missing or no number the function refuses.)
fn within(given: Option<Bound<'_, PyAny>>, name: &str, range: RangeInclusive<f64>) -> PyResult<()> {
    let Some(given) = given else { return Ok(()) };
    plain_numbers::check(&given, name)?;
    match given.extract::<f64>() {
        Ok(number) if !range.contains(&number) => {
            let short = |number: &f64| if number.abs() < 1e16 { number.to_string() } else { format!("{number:e}") };
            Err(PyValueError::new_err(format!("{name} is a number between {} and {}", short(range.start()), short(range.end()))))
        }
        _ => Ok(()),
    }
}

/// (What is no number the function refuses.)
fn finite<'py>(numbers: &[(usize, &str)], argument: impl Fn(usize, &str) -> PyResult<Option<Bound<'py, PyAny>>>) -> PyResult<()> {
    for (place, name) in numbers {
        let Some(given) = argument(*place, name)? else { continue };
        plain_numbers::check(&given, name)?;
        let size = dtype(&given).and_then(|dtype| dtype.getattr("itemsize").ok()?.extract::<usize>().ok());
        let most = if size == Some(4) { 1e17 } else { 1e150 };
        if plain_numbers::sum(&given, |number| f64::from(!(0.0..=most).contains(&number.abs()))).is_some_and(|others| others != 0.0) {
            return Err(PyValueError::new_err(format!("{name} must be finite numbers, {most:e} at most")));
        }
    }
    Ok(())
}

/// (What is no number the function refuses.)
fn counted<'py>(counts: &[(usize, &str)], argument: impl Fn(usize, &str) -> PyResult<Option<Bound<'py, PyAny>>>) -> PyResult<()> {
    for (place, name) in counts {
        let Some(given) = argument(*place, name)? else { continue };
        plain_numbers::check(&given, name)?;
        let all = plain_numbers::sum(&given, |count| if count < 0.0 { f64::INFINITY } else { count });
        if all.is_some_and(|all| !(0.0..=f64::from(i32::MAX)).contains(&all)) {
            return Err(PyValueError::new_err(format!("{name} must be counts, {} all in all at most", i32::MAX)));
        }
    }
    Ok(())
}

fn factors(named: Option<&Bound<'_, PyDict>>) -> PyResult<()> {
    let Some(options) = named.map(|named| named.get_item("options")).transpose()?.flatten() else { return Ok(()) };
    // (What is no dict the function refuses.)
    let Ok(options) = options.cast::<PyDict>() else { return Ok(()) };
    for (name, value) in options.copy()? {
        let name = name.cast_exact::<PyString>().map_err(|_| PyTypeError::new_err("names of options are strings"))?;
        let Some((name, range)) = FACTORS.iter().find(|(known, _)| name == known).filter(|_| !value.is_none()) else { continue };
        plain_numbers::check(&value, name)?;
        if !value.extract::<f64>().is_ok_and(|number| range.contains(&number)) {
            return Err(PyValueError::new_err(format!("{name} is a number between {} and {}", range.start(), range.end())));
        }
    }
    Ok(())
}

fn numbers(args: &Bound<'_, PyTuple>, named: Option<&Bound<'_, PyDict>>) -> PyResult<()> {
    let named = named.map(|named| named.values().iter().collect::<Vec<_>>()).unwrap_or_default();
    for dtype in args.iter().chain(named).filter_map(|one| dtype(&one)) {
        if holds_references(&dtype)? {
            return Err(PyTypeError::new_err("an array of objects has no place here"));
        }
    }
    Ok(())
}

/// (What is missing the function asks for.)
fn is_instance(given: Option<Bound<'_, PyAny>>, name: &str, (module, class): (&str, &str)) -> PyResult<()> {
    let Some(given) = given else { return Ok(()) };
    let wanted = given.py().import(module)?.getattr(class)?.cast_into::<PyType>()?;
    // (The real class: an object may say that it is of another one.)
    match api::is_subtype(&given.get_type(), &wanted) {
        true => Ok(()),
        false => Err(PyTypeError::new_err(format!("{name} must be an object of class {class}"))),
    }
}

/// (A method that Cython made looks at the class of what it is given, and takes `None` for one of each.)
fn is_object(given: Option<Bound<'_, PyAny>>, name: &str) -> PyResult<()> {
    match given {
        Some(given) if given.is_none() => Err(PyTypeError::new_err(format!("Argument '{name}' must not be None"))),
        _ => Ok(()),
    }
}

/// (A function that Cython made takes all for an array that is given here.)
fn is_array_or_none(given: Option<Bound<'_, PyAny>>, name: &str) -> PyResult<()> {
    match given.filter(|given| !given.is_none() && shape(given).is_none()) {
        Some(_) => Err(PyTypeError::new_err(format!("{name} must be an array"))),
        None => Ok(()),
    }
}

/// (What is none the function refuses.)
fn blocks(given: Option<Bound<'_, PyAny>>) -> PyResult<()> {
    let Some(given) = given else { return Ok(()) };
    plain_numbers::check(&given, "factor")?;
    match given.extract::<Vec<i64>>().unwrap_or_default()[..] {
        [across, down] if across.saturating_mul(down) > i64::from(i32::MAX) || across.max(down) > i64::from(i32::MAX / 2) => {
            Err(PyValueError::new_err("scale is too large"))
        }
        _ => Ok(()),
    }
}

/// (What is no array the function refuses.)
fn has_items(given: Option<Bound<'_, PyAny>>, name: &str) -> PyResult<()> {
    match given.as_ref().and_then(elements) {
        Some(0) => Err(PyValueError::new_err(format!("{name} is an array with items"))),
        _ => Ok(()),
    }
}

/// (What is no array the function refuses, and so does it several.)
fn along(given: Option<Bound<'_, PyAny>>) -> PyResult<()> {
    let Some(given) = given else { return Ok(()) };
    let given = given.cast::<PyTuple>().ok().and_then(|several| several.get_item(0).ok()).unwrap_or(given);
    match shape(&given) {
        Some(sizes) if sizes.is_empty() => Err(PyValueError::new_err("provided out is the wrong size for the accumulation.")),
        _ => Ok(()),
    }
}

/// What scipy asks for its shape, shapes anew and converts, and then reads by what the first answer was: nothing of that is the
/// code's own.
fn points(given: &Bound<'_, PyAny>) -> PyResult<()> {
    let refused = || Err(PyTypeError::new_err("points are an array of numpy"));
    if is_own(given)? {
        return refused();
    }
    let Some(sizes) = shape(given) else {
        // (A namespace has what the code put into it.)
        let class = given.get_type();
        for name in ["shape", "__array__"] {
            if given.hasattr(name)? && !class.hasattr(name)? {
                return refused();
            }
        }
        let scalar = given.getattr("shape").is_ok_and(|sizes| sizes.len().is_ok_and(|count| count == 0));
        return if scalar { Err(PyIndexError::new_err("tuple index out of range")) } else { Ok(()) };
    };
    // (A masked array calls methods of the class that it masks.)
    let masked = given.getattr("baseclass").ok().and_then(|class| class.cast_into::<PyType>().ok());
    if let Some(masked) = masked {
        if with_run(given.py(), |m| Ok(m.session.check.own.contains(&masked)))? {
            return refused();
        }
    }
    match sizes.is_empty() {
        true => Err(PyIndexError::new_err("tuple index out of range")),
        false => Ok(()),
    }
}

/// (What is no array the function refuses.)
fn inside(args: &Bound<'_, PyTuple>, place: usize) -> PyResult<()> {
    let (Ok(structure), Ok(origins)) = (args.get_item(1), args.get_item(place)) else { return by_place() };
    let Some(sizes) = shape(&structure) else { return Ok(()) };
    let origins = match origins.cast::<PyList>() {
        Ok(list) => list.to_tuple(),
        Err(_) => origins.cast_into::<PyTuple>().map_err(|_| PyTypeError::new_err("origins are a list"))?,
    };
    for (size, origin) in sizes.iter().zip(origins) {
        plain_numbers::check(&origin, "an origin")?;
        let middle = i64::try_from(size / 2).ok().zip(origin.extract::<i64>().ok()).and_then(|(half, origin)| half.checked_add(origin));
        if middle.and_then(|middle| usize::try_from(middle).ok()).is_none_or(|middle| middle >= *size) {
            return Err(PyValueError::new_err("invalid origin"));
        }
    }
    Ok(())
}

/// What there is room for in the version of scipy that is there.
fn in_this_scipy(py: Python<'_>, room: Room) -> PyResult<Room> {
    if room != Room::Characteristics {
        return Ok(room);
    }
    let _own = HostScope::enter();
    let version = py.import("scipy")?.getattr("__version__")?.extract::<String>()?;
    let numbers: Vec<u32> = version.split('.').map_while(|number| number.parse().ok()).collect();
    Ok(if numbers.as_slice() < [1, 17].as_slice() { Room::FewCharacteristics } else { room })
}

/// (What is missing or no number the function refuses.)
fn has_room<'py>(room: Room, names: &[&str], argument: impl Fn(usize, &str) -> PyResult<Option<Bound<'py, PyAny>>>) -> PyResult<()> {
    let given = names.iter().enumerate().map(|(place, name)| argument(place, name)).collect::<PyResult<Option<Vec<_>>>>()?;
    let Some(given) = given else { return Ok(()) };
    for (one, name) in given.iter().zip(names) {
        plain_numbers::check(one, name)?;
    }
    match given.iter().map(|one| one.extract().ok()).collect::<Option<Vec<f64>>>() {
        Some(numbers) if !room.holds(&numbers) => {
            let given: Vec<String> = names.iter().zip(&numbers).map(|(name, number)| format!("{name}={number}")).collect();
            Err(PyValueError::new_err(format!("there is no room for {}", given.join(", "))))
        }
        _ => Ok(()),
    }
}

/// Each point is compared with all in the square around it.
fn neighbourhood(image: &Bound<'_, PyAny>, args: &Bound<'_, PyTuple>) -> PyResult<()> {
    let side = args.get_item(0)?;
    plain_numbers::check(&side, "size")?;
    let (Ok((width, height)), Ok(side)) = (image.getattr("size")?.extract::<(f64, f64)>(), side.extract::<f64>()) else {
        return Ok(());
    };
    with_run(args.py(), |m| costs::check(m, width * height * side * side / COMPARISONS))
}

/// Width and height; a mode may come before them. (What is none the function refuses.)
fn picture(first: &Bound<'_, PyAny>, size: &Bound<'_, PyAny>) -> PyResult<()> {
    let py = size.py();
    plain_numbers::check(size, "size")?;
    let point = match first.extract::<String>() {
        Ok(mode) if matches!(&*mode, "1" | "L" | "P") => 1,
        _ => pictures::POINT,
    };
    match size.extract::<Vec<i64>>().unwrap_or_default()[..] {
        [width, height] => pictures::check(py, (width, height), point),
        _ => Ok(()),
    }
}

/// Filters begin and end at the edges of what they filter: `sepfir2d(input, hrow, hcol)`.
fn filters(input: &Bound<'_, PyAny>, args: &Bound<'_, PyTuple>) -> PyResult<()> {
    let (Ok(across), Ok(down)) = (args.get_item(1), args.get_item(2)) else { return by_place() };
    let Some(&[height, width]) = shape(input).as_deref().map(|sizes| <&[usize; 2]>::try_from(sizes).ok()).unwrap_or_default() else {
        return Err(PyTypeError::new_err("what is filtered is an array of two dimensions"));
    };
    match (rows(&across), rows(&down)) {
        (Some(across), Some(down)) if across / 2 * 2 <= width && down / 2 * 2 <= height => Ok(()),
        _ => Err(PyValueError::new_err(format!("filters are longer than an array of {height} rows and {width} columns"))),
    }
}

/// A number, or one for each direction, that is the same when the function reads it. (What is no number the function refuses.)
fn radius(given: &Bound<'_, PyAny>) -> PyResult<()> {
    plain_numbers::check(given, "the radius of a blur")?;
    let radii = match given.extract::<f64>() {
        Ok(radius) => vec![radius],
        Err(_) => given.extract::<Vec<f64>>().unwrap_or_default(),
    };
    if radii.iter().any(|radius| !(-WIDEST_BLUR..=WIDEST_BLUR).contains(radius)) {
        return Err(PyValueError::new_err(format!("the radius of a blur is {WIDEST_BLUR} at most")));
    }
    Ok(())
}

/// Dimensions with the same letter are of one length. (What is no array, or one of other dimensions, the function refuses.)
fn alike<'py>(
    arrays: &[(usize, &'static str, &'static str)],
    argument: impl Fn(usize, &str) -> PyResult<Option<Bound<'py, PyAny>>>,
) -> PyResult<()> {
    let mut lengths: Vec<(char, usize)> = Vec::new();
    for (place, name, letters) in arrays {
        let Some(sizes) = argument(*place, name)?.as_ref().and_then(dimensions).filter(|sizes| sizes.len() == letters.len()) else {
            continue;
        };
        for (letter, length) in letters.chars().zip(sizes) {
            match lengths.iter().find(|(known, _)| *known == letter) {
                Some((_, other)) if *other != length => {
                    return Err(PyValueError::new_err(format!("{name} has {length} numbers where others have {other}")));
                }
                Some(_) => {}
                None => lengths.push((letter, length)),
            }
        }
    }
    Ok(())
}

/// Those of an array; of a sparse matrix or a view of Cython's as it says itself.
fn dimensions(given: &Bound<'_, PyAny>) -> Option<Vec<usize>> {
    shape(given).or_else(|| given.getattr("shape").ok()?.extract().ok())
}

/// The functions are called by their package, which gives what they need by its place.
fn by_place() -> PyResult<()> {
    Err(PyTypeError::new_err("a compiled function of scipy takes its arguments by their places"))
}

/// Each row joins two of the clusters that are there: those of one point, and those of the rows above.
fn linkage(given: &Bound<'_, PyAny>, beside: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
    let Some(rows) = rows_of_doubles::<2>(given) else {
        return Err(PyTypeError::new_err("a linkage is an array of numbers with two columns at least"));
    };
    let count = rows.len();
    for (row, joined) in rows.enumerate() {
        // (No comparison holds of what is no number.)
        let there = |cluster: &f64| *cluster >= 0.0 && *cluster < (count + 1 + row) as f64;
        if !joined.iter().all(there) {
            return Err(PyValueError::new_err(format!("row {row} of a linkage joins a cluster that is not there")));
        }
    }
    match beside.and_then(elements) {
        Some(numbers) if numbers < count => Err(PyValueError::new_err(format!("a linkage of {count} rows needs as many numbers"))),
        _ => Ok(()),
    }
}

/// Rows of an array, items of a list.
fn rows(given: &Bound<'_, PyAny>) -> Option<usize> {
    let listed = || given.cast_exact::<PyList>().map(|list| list.len()).or_else(|_| given.cast_exact::<PyTuple>().map(|items| items.len()));
    shape(given).map_or_else(|| listed().ok(), |sizes| sizes.first().copied())
}

/// `evaluate_spline(t, c, k, …)`; the first of them at a place.
fn spline(args: &Bound<'_, PyTuple>, place: usize) -> PyResult<()> {
    let (Ok(knots), Ok(numbers), Ok(degree)) = (args.get_item(place), args.get_item(place + 1), args.get_item(place + 2)) else {
        return by_place();
    };
    let (Some(knots), Some(rows)) = (rows(&knots), rows(&numbers)) else {
        return Err(PyTypeError::new_err("knots and coefficients of a spline are arrays"));
    };
    plain_numbers::check(&degree, "a degree")?;
    let degree = degree.extract::<i64>()?;
    match order(degree, knots) {
        Some(order) if knots - order <= rows => Ok(()),
        _ => Err(PyValueError::new_err(format!("{knots} knots and {rows} coefficients do not make a spline of degree {degree}"))),
    }
}

/// The order of a spline of this degree, if these are enough knots: two more than twice the degree at least.
fn order(degree: i64, knots: usize) -> Option<usize> {
    usize::try_from(degree).ok()?.checked_add(1).filter(|order| order.saturating_mul(2) <= knots)
}

/// `data_matrix(x, t, k, …)`; the knots at a place, then the degree. (What is no array or number the function refuses.)
fn knots(args: &Bound<'_, PyTuple>, place: usize) -> PyResult<()> {
    let (Ok(knots), Ok(degree)) = (args.get_item(place), args.get_item(place + 1)) else { return by_place() };
    plain_numbers::check(&degree, "a degree")?;
    let (Some(knots), Ok(degree)) = (rows(&knots), degree.extract::<i64>()) else { return Ok(()) };
    match order(degree, knots) {
        Some(_) => Ok(()),
        None => Err(PyValueError::new_err(format!("{knots} knots do not make a spline of degree {degree}"))),
    }
}
