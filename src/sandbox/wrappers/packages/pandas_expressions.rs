//! Expressions that pandas evaluates (`query`, `eval`): their names are columns and what the code has under these
//! names, their attributes go through the door.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};
use pyo3::wrap_pyfunction;
use rustc_hash::FxHashSet;

use crate::cpython::hooks::{exchange_attribute, table};
use crate::cpython::once::Once;
use crate::cpython::type_access::exact_text;
use crate::cpython::value::{raise, Exc, Value, R};
use crate::sandbox::attributes::{self, access_functions};
use crate::sandbox::value_filter;
use crate::session::current::with_run;
use crate::session::run_context::RunContext;
use crate::session::scope::sandboxed;
use crate::session::{engine_calls, refusals};

/// Arguments that decide how it is evaluated, not with which names.
const HARMLESS: &[&str] = &["engine", "expr", "inplace", "parser", "target"];

/// The arguments with which the real function is called: the text itself instead of a subclass of it, and the
/// variables of the code instead of those of the frame that calls.
pub fn arguments<'py>(
    m: &RunContext,
    args: &Bound<'py, PyTuple>,
    kwargs: Option<&Bound<'py, PyDict>>,
    place: usize,
) -> R<(Bound<'py, PyTuple>, Bound<'py, PyDict>)> {
    let py = args.py();
    read_through_the_door(py)?;
    let given = match kwargs {
        Some(kwargs) => kwargs.copy()?,
        None => PyDict::new(py),
    };
    let mut all: Vec<Bound<'py, PyAny>> = args.iter().collect();
    let Some(subject) = all.get(place).cloned().or(given.get_item("expr")?) else { return Ok((args.clone(), given)) };
    let Some(text) = exact_text(&subject) else {
        let text = format!("expr must be a string to be evaluated, {} given", subject.get_type().repr()?);
        return Err(raise::<pyo3::exceptions::PyValueError>(text));
    };
    match all.get_mut(place) {
        Some(position) => *position = text.clone().into_any(),
        None => given.set_item("expr", &text)?,
    }
    let scopes = [scope(m, &given, "local_dict")?, scope(m, &given, "global_dict")?];
    for key in given.keys() {
        let key = key.extract::<String>()?;
        match key.as_str() {
            // How far up the frames lie from which names are read: none are.
            "level" => given.del_item(key)?,
            "local_dict" | "global_dict" => {}
            key if HARMLESS.contains(&key) => {}
            key => return Err(refused(m, &format!("the argument {key}"))),
        }
    }
    let variables = variables(m, &text)?;
    let [locals, globals] = scopes;
    given.set_item("local_dict", locals.unwrap_or_else(|| variables.clone()))?;
    given.set_item("global_dict", globals.unwrap_or(variables))?;
    Ok((PyTuple::new(py, all)?, given))
}

/// A dict of names that the code gives: the expression may call what it holds.
fn scope<'py>(m: &RunContext, given: &Bound<'py, PyDict>, name: &str) -> R<Option<Bound<'py, PyDict>>> {
    let Some(scope) = given.get_item(name)?.filter(|scope| !scope.is_none()) else { return Ok(None) };
    let names = scope.cast_into::<PyDict>().map_err(PyErr::from)?.copy()?;
    for (name, value) in names.copy()? {
        names.set_item(name, value_filter::admit_bound(m, value)?)?;
    }
    Ok(Some(names))
}

/// What the code has under the names in the text. Words of quoted texts are looked up too, and do no harm.
fn variables<'py>(m: &RunContext, text: &Bound<'py, PyString>) -> R<Bound<'py, PyDict>> {
    let py = m.py();
    let found = PyDict::new(py);
    for word in words(py, text)? {
        let value = variable(m, &word);
        if !value.is_unset() {
            found.set_item(word, value.to_bound(py)?)?;
        }
    }
    Ok(found)
}

/// The words of a text, as Python's names are written.
pub fn words(py: Python<'_>, text: &Bound<'_, PyString>) -> PyResult<FxHashSet<String>> {
    let mut source = text.to_string_lossy().into_owned();
    if !source.is_ascii() {
        source = py.import("unicodedata")?.call_method1("normalize", ("NFKC", source))?.extract()?;
    }
    let words = source.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|word| !word.is_empty());
    Ok(words.map(str::to_owned).collect())
}

/// What the code has under this name where it is.
pub fn variable(m: &RunContext, name: &str) -> Value {
    (engine_calls::table().local)(name).unwrap_or_else(|| global(m, name))
}

/// What the code has under this name in its module.
pub fn global(m: &RunContext, name: &str) -> Value {
    let slot = m.session.names.borrow().get(name);
    slot.map_or(Value::UNSET, |slot| m.session.globals.get(slot))
}

fn refused(m: &RunContext, what: &str) -> Exc {
    refusals::raise(m, refusals::Kind::Plain, &format!("Forbidden in an expression: {what}"))
}

/// The module of pandas that reads the attributes of expressions gets a `getattr` of its own, for good: whether code of
/// the sandbox is behind a read shows when it is made.
fn read_through_the_door(py: Python<'_>) -> PyResult<()> {
    static DONE: Once<()> = Once::new();
    let exchange = || {
        let module = py.import("pandas.core.computation.expr")?;
        exchange_attribute(&module, "getattr", |py, _| Ok(wrap_pyfunction!(getattr, py)?.into_any().unbind()), &table::PANDAS_NAMES)
    };
    DONE.get_or_make(py, exchange).map(drop)
}

/// The `getattr` of a library's module that reads attributes by names in texts of the code.
#[pyfunction]
#[pyo3(signature = (object, name, *default), text_signature = None)]
pub fn getattr<'py>(object: Bound<'py, PyAny>, name: Bound<'py, PyAny>, default: Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyAny>> {
    let py = object.py();
    if !sandboxed() {
        let all = [object, name].into_iter().chain(default.iter()).collect::<Vec<_>>();
        return py.import("builtins")?.getattr("getattr")?.call1(PyTuple::new(py, all)?);
    }
    with_run(py, |m| {
        let name = access_functions::exact_name(&name, "")?;
        match attributes::get(m, &Value::from_bound(object), &name) {
            Ok(found) => found.to_bound(py),
            Err(Exc) => access_functions::missing(py, default.iter().next()),
        }
    })
}
