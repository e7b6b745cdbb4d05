//! Estimates of time before computations that nothing can interrupt: they are not started when they would
//! end long after the deadline. An estimate is the least time that a fast machine needs, so that nothing is
//! refused that could have been in time.

use std::sync::OnceLock;
use std::time::Duration;

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyComplex, PyDict, PyFloat, PyList, PyString, PyTuple, PyType};
use rustc_hash::FxHashMap;

use crate::cpython::arguments::Arguments;
use crate::cpython::once::Once;
use crate::cpython::type_access::Ty;
use crate::cpython::value::{Value, R};
use crate::front::limits::Stop;
use crate::front::policy::defence_layers::{self, Net};
use crate::session::abort::{self, Abort};
use crate::session::run_context::RunContext;

/// So much later than the deadline a computation may end.
const GRACE: Duration = Duration::from_secs(1);
/// Floating-point operations per second of a core, in libraries made for speed (AVX-512, single precision).
const FLOPS: f64 = 100e9;
/// What decompositions make of many cores.
const LAPACK_CORES: f64 = 2.0;
/// Multiplications per second of a plain loop over numbers of C, and over objects.
const LOOP: f64 = 4e9;
const OBJECT_LOOP: f64 = 100e6;
/// Digits (30 bits) per second of the interpreter's division.
const DIGITS: f64 = 3e9;

/// Ends the run when a computation of `seconds` at least would end long after its deadline.
pub fn check(m: &RunContext, seconds: f64) -> R<()> {
    if seconds < GRACE.as_secs_f64() || defence_layers::off(Net::Estimates) {
        return Ok(());
    }
    if m.time_left().is_none_or(|left| seconds <= (left + GRACE).as_secs_f64()) {
        return Ok(());
    }
    m.forecast.set(Some(seconds));
    m.meter.request(Stop::Time);
    Err(abort::start(m, Abort::Limit(Stop::Time)))
}

/// Division of integers of these sizes. On the main thread it can be interrupted; newer versions are faster, but not
/// where only the remainder is wanted.
pub fn division(m: &RunContext, bits: u64, divisor_bits: u64, remainder: bool) -> R<()> {
    const SMALL: u64 = 1 << 20;
    if bits < SMALL || divisor_bits > bits || m.interruptible {
        return Ok(());
    }
    if !remainder && m.py().version_info() >= (3, 12) {
        return Ok(());
    }
    let (digits, divisor) = (bits as f64 / 30.0, divisor_bits as f64 / 30.0);
    check(m, (digits - divisor) * divisor / DIGITS)
}

/// `math.comb` of `bits`, which divides numbers of up to that size by the ways to halve the `k` chosen ones.
pub fn choices(m: &RunContext, bits: f64, k: f64) -> R<()> {
    const DIVISIONS: f64 = 10.0;
    if m.interruptible {
        return Ok(());
    }
    check(m, DIVISIONS * (bits / 30.0) * (k.min(bits) / 30.0) / DIGITS)
}

/// `hashlib.pbkdf2_hmac` and `scrypt`, by the number of rounds.
pub fn hashing(m: &RunContext, rounds: f64) -> R<()> {
    const ROUNDS: f64 = 10e6;
    check(m, rounds / ROUNDS)
}

/// What a function of numpy computes.
#[derive(Clone, Copy, Debug)]
enum Work {
    Product,
    Einsum,
    Convolution,
    /// Factor of `rows * columns * the smaller of them`.
    Matrix(f64),
}

const FUNCTIONS: &[(&str, &[(&str, Work)])] = &[
    (
        "numpy",
        &[
            ("matmul", Work::Product),
            ("dot", Work::Product),
            ("inner", Work::Product),
            ("einsum", Work::Einsum),
            ("convolve", Work::Convolution),
            ("correlate", Work::Convolution),
        ],
    ),
    (
        "numpy.linalg",
        &[
            ("svd", Work::Matrix(16.0)),
            ("svdvals", Work::Matrix(4.0)),
            ("pinv", Work::Matrix(16.0)),
            ("eig", Work::Matrix(25.0)),
            ("eigvals", Work::Matrix(10.0)),
            ("eigh", Work::Matrix(4.0)),
            ("eigvalsh", Work::Matrix(1.3)),
            ("inv", Work::Matrix(2.0)),
            ("solve", Work::Matrix(0.6)),
            ("det", Work::Matrix(0.6)),
            ("slogdet", Work::Matrix(0.6)),
            ("cholesky", Work::Matrix(0.3)),
            ("qr", Work::Matrix(1.3)),
            ("lstsq", Work::Matrix(4.0)),
            ("matrix_rank", Work::Matrix(4.0)),
            ("cond", Work::Matrix(4.0)),
            ("matrix_power", Work::Matrix(2.0)),
        ],
    ),
];

/// Looks at a call of one of numpy's functions before it is made.
pub fn call(m: &RunContext, callee: &Value, arguments: &Arguments) -> R<()> {
    if m.arrays.borrow().is_none() {
        return Ok(());
    }
    let Some(work) = known(m.py()).and_then(|known| known.functions.get(&(callee.ptr() as usize))) else { return Ok(()) };
    // A keyword may ask for a faster way (`optimize`).
    if matches!(work, Work::Einsum) && arguments.names.is_some() {
        return Ok(());
    }
    let mut objects = Vec::with_capacity(arguments.values.len());
    for argument in &arguments.values {
        objects.push(argument.to_bound(m.py())?);
    }
    match seconds(*work, &objects) {
        Some(seconds) => check(m, seconds),
        None => Ok(()),
    }
}

/// Whether `call` looks at calls of this object.
pub fn estimates(m: &RunContext, callee: usize) -> bool {
    m.arrays.borrow().is_some() && known(m.py()).is_some_and(|known| known.functions.contains_key(&callee))
}

/// `a @ b`, `a.dot(b)`
pub fn product(m: &RunContext, a: &Value, b: &Value) -> R<()> {
    if m.arrays.borrow().is_none() {
        return Ok(());
    }
    let objects = [a.to_bound(m.py())?, b.to_bound(m.py())?];
    match seconds(Work::Product, &objects) {
        Some(seconds) => check(m, seconds),
        None => Ok(()),
    }
}

/// The same of arguments of compiled functions of numpy, whoever calls them.
pub fn product_of_arrays(m: &RunContext, a: Bound<'_, PyAny>, b: Bound<'_, PyAny>) -> R<()> {
    check(m, seconds(Work::Product, &[a, b]).unwrap_or(0.0))
}

/// The same of sums over letters: the text of these, and the arrays.
pub fn sums(m: &RunContext, given: &[Bound<'_, PyAny>]) -> R<()> {
    check(m, einsum_seconds(given).unwrap_or(0.0))
}

pub fn convolution(m: &RunContext, a: Bound<'_, PyAny>, b: Bound<'_, PyAny>) -> R<()> {
    check(m, seconds(Work::Convolution, &[a, b]).unwrap_or(0.0))
}

/// Seconds for so many multiplications of a product of matrices of this kind of numbers (a letter of numpy's).
pub fn product_of(letter: u8, multiplications: f64) -> f64 {
    2.0 * multiplications
        / match letter {
            b'f' | b'd' | b'F' | b'D' => FLOPS * cores(),
            b'O' => OBJECT_LOOP,
            _ => LOOP,
        }
}

/// Seconds for a decomposition, by its factor of `rows * columns * the smaller of them`.
pub fn decomposition(factor: f64, rows: f64, columns: f64) -> f64 {
    factor * rows * columns * rows.min(columns) / (FLOPS * cores().min(LAPACK_CORES))
}

/// Seconds for a Fourier transform of so many numbers: by their factors, or (as pocketfft does where they are large) by a
/// convolution of more than twice as many.
pub fn transform(count: usize) -> f64 {
    /// The length from which on caches hold little of it.
    const FAR: usize = 1 << 22;
    const STEP: f64 = 1e-10;
    let factors = || count as f64 * sum_of_factors(count);
    let convolution = || 6.0 * (2.0 * count as f64) * (2.0 * count as f64).log2();
    let steps = if count < 50 { factors() } else { factors().min(convolution()) };
    steps * if count < FAR { STEP } else { 2.5 * STEP }
}

fn sum_of_factors(mut rest: usize) -> f64 {
    let (mut sum, mut factor) = (0.0, 2);
    while factor * factor <= rest {
        while rest.is_multiple_of(factor) {
            sum += factor as f64;
            rest /= factor;
        }
        factor += 1;
    }
    if rest > 1 {
        sum += rest as f64;
    }
    sum
}

/// What the estimates need of numpy.
struct Known {
    /// By their addresses.
    functions: FxHashMap<usize, Work>,
    array: Py<PyAny>,
}

/// It, once numpy is there.
fn known(py: Python<'_>) -> Option<&'static Known> {
    static KNOWN: Once<Known> = Once::new();
    if let Some(known) = KNOWN.get(py) {
        return Some(known);
    }
    let modules = py.import("sys").ok()?.getattr("modules").ok()?;
    let modules = modules.cast::<PyDict>().ok()?;
    let mut found = FxHashMap::default();
    for (module, functions) in FUNCTIONS {
        let module = modules.get_item(*module).ok()??;
        for (name, work) in *functions {
            // Some came with later versions. What is here stays for good: modules keep their functions.
            if let Ok(function) = module.getattr(*name) {
                found.insert(function.into_ptr() as usize, *work);
            }
        }
    }
    let array = modules.get_item("numpy").ok()??.getattr("ndarray").ok()?.unbind();
    KNOWN.set(py, Known { functions: found, array });
    KNOWN.get(py)
}

/// Least time; `None` when the arguments are no arrays, or small ones.
fn seconds(work: Work, arguments: &[Bound<'_, PyAny>]) -> Option<f64> {
    if !matches!(work, Work::Einsum) && arguments.iter().take(2).all(is_small) {
        return None;
    }
    match work {
        Work::Product => product_seconds(&Array::of(arguments.first()?)?, &Array::of(arguments.get(1)?)?),
        Work::Matrix(factor) => {
            let a = Array::of(arguments.first()?)?;
            let (columns, rest) = a.shape.split_last()?;
            let (rows, batch) = rest.split_last()?;
            Some(batch.iter().product::<f64>() * decomposition(factor, *rows, *columns))
        }
        Work::Convolution => {
            let (a, b) = (Array::of_numbers(arguments.first()?)?, Array::of_numbers(arguments.get(1)?)?);
            Some(a.size() * b.size() / a.speed(&b, 10e9))
        }
        Work::Einsum => einsum_seconds(arguments),
    }
}

/// Whether it is an array so small that what two such take is within `GRACE`, even of objects.
fn is_small(object: &Bound<'_, PyAny>) -> bool {
    const SMALL: usize = 5_000;
    known(object.py()).is_some_and(|known| object.get_type().is(&known.array))
        && object.getattr(intern!(object.py(), "size")).is_ok_and(|size| size.extract().is_ok_and(|size: usize| size <= SMALL))
}

struct Array {
    shape: Vec<f64>,
    /// `f`, `i`, `O`, …
    kind: char,
}

impl Array {
    /// Numpy's arrays only: sparse matrices and the like have a shape too, and ways of their own. (So may a class below that of arrays.)
    fn is_one(object: &Bound<'_, PyAny>) -> bool {
        known(object.py()).is_some_and(|known| object.get_type().is(&known.array) || works_as(object, known.array.bind(object.py())))
    }
    /// The same of a list or tuple of numbers, which becomes one.
    fn of_numbers(object: &Bound<'_, PyAny>) -> Option<Array> {
        if !object.is_exact_instance_of::<PyList>() && !object.is_exact_instance_of::<PyTuple>() {
            return Array::of(object);
        }
        let first = object.get_item(0).ok()?;
        let kind = if first.is_exact_instance_of::<PyFloat>() || first.is_exact_instance_of::<PyComplex>() { 'f' } else { 'i' };
        Some(Array { shape: vec![object.len().ok()? as f64], kind })
    }
    fn of(object: &Bound<'_, PyAny>) -> Option<Array> {
        if !Array::is_one(object) {
            return None;
        }
        let py = object.py();
        // What numpy itself knows: a class of the code may say otherwise.
        let tell = |name| known(py)?.array.bind(py).getattr(name).ok()?.call_method1(intern!(py, "__get__"), (object,)).ok();
        let shape = tell(intern!(py, "shape"))?;
        let shape = shape.cast::<PyTuple>().ok()?.iter().map(|n| n.extract::<f64>().ok()).collect::<Option<_>>()?;
        let kind = tell(intern!(py, "dtype"))?.getattr(intern!(py, "kind")).ok()?.extract().ok()?;
        Some(Array { shape, kind })
    }
    fn size(&self) -> f64 {
        self.shape.iter().product()
    }
    /// Multiplications per second with `other`, where `best` is that of the library's own numbers.
    fn speed(&self, other: &Array, best: f64) -> f64 {
        match (self.kind, other.kind) {
            ('O', _) | (_, 'O') => OBJECT_LOOP,
            // (Sums of truth values end at the first that is true.)
            ('b', 'b') => f64::INFINITY,
            ('f' | 'c', 'f' | 'c') => best,
            _ => LOOP.min(best),
        }
    }
}

/// Whether an object of a class below that of arrays leaves all that is computed to that.
fn works_as(object: &Bound<'_, PyAny>, array: &Bound<'_, PyAny>) -> bool {
    let (py, Ok(array)) = (object.py(), array.cast::<PyType>()) else { return false };
    let (class, plain) = (Ty::of_bound(object), Ty::from_class(array));
    let same = |name| class.lookup(name).map(|f| f.as_ptr()) == plain.lookup(name).map(|f| f.as_ptr());
    object.is_instance(array).unwrap_or(false)
        && [intern!(py, "__array_ufunc__"), intern!(py, "__array_function__"), intern!(py, "__matmul__"), intern!(py, "__rmatmul__")]
            .into_iter()
            .all(same)
}

fn product_seconds(a: &Array, b: &Array) -> Option<f64> {
    let common = *a.shape.last()?;
    let columns = if b.shape.len() < 2 { 1.0 } else { *b.shape.last()? };
    let batch = (b.size() / (common * columns).max(1.0)).max(1.0);
    Some(a.size() * columns * batch.min(a.size()) * 2.0 / a.speed(b, FLOPS * cores()))
}

/// All combinations of the labels' values, as `einsum` goes through them unless it is told to optimize.
fn einsum_seconds(arguments: &[Bound<'_, PyAny>]) -> Option<f64> {
    let text = arguments.first()?.cast::<PyString>().ok()?.to_string_lossy().into_owned();
    let inputs = text.split("->").next()?;
    let mut sizes: FxHashMap<char, f64> = FxHashMap::default();
    let mut operands = Vec::new();
    for (labels, operand) in inputs.split(',').zip(arguments.get(1..)?) {
        let operand = Array::of(operand)?;
        let labels: Vec<char> = labels.chars().filter(|c| !c.is_whitespace()).collect();
        if labels.len() != operand.shape.len() || labels.contains(&'.') {
            return None;
        }
        sizes.extend(labels.into_iter().zip(operand.shape.iter().copied()));
        operands.push(operand);
    }
    let first = operands.first()?;
    let speed = operands.iter().map(|other| first.speed(other, 2.0 * LOOP)).fold(f64::INFINITY, f64::min);
    Some(sizes.values().product::<f64>() / speed)
}

/// Processors of this process, asked for once: the system reads files to tell (14 µs, small products take one).
fn cores() -> f64 {
    static FOUND: OnceLock<f64> = OnceLock::new();
    *FOUND.get_or_init(|| std::thread::available_parallelism().map_or(1.0, |n| n.get() as f64))
}
