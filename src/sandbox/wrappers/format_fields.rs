//! Fields of a format text that name attributes or items, read as the code reads them.

use pyo3::exceptions::{PyIndexError, PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};

use crate::budget::sizes;
use crate::cpython::api;
use crate::cpython::once::Once;
use crate::cpython::value::{raise, Value, R};
use crate::sandbox::{attributes, value_filter};
use crate::session::run_context::RunContext;
use crate::session::state::format_templates::{Field, Part, LONGEST};

/// Where the fields of a format text come from.
pub struct Fields<'a, 'py> {
    args: &'a Bound<'py, PyTuple>,
    kwargs: Option<&'a Bound<'py, PyDict>>,
    mapping: Option<Bound<'py, PyAny>>,
    /// Next automatic index; none once a field was numbered by hand.
    next: Option<usize>,
}

/// Fields inside of fields, and none inside of those.
const DEPTH: u32 = 2;

impl<'a, 'py> Fields<'a, 'py> {
    pub fn new(args: &'a Bound<'py, PyTuple>, kwargs: Option<&'a Bound<'py, PyDict>>, mapping: Option<Bound<'py, PyAny>>) -> Self {
        Fields { args, kwargs, mapping, next: Some(0) }
    }

    /// The text with what the fields show.
    pub fn format(mut self, m: &RunContext, text: &Bound<'py, PyString>) -> R<Bound<'py, PyAny>> {
        self.filled(m, text, DEPTH)
    }

    fn filled(&mut self, m: &RunContext, text: &Bound<'py, PyString>, depth: u32) -> R<Bound<'py, PyAny>> {
        if depth == 0 {
            return Err(raise::<PyValueError>("Max string recursion exceeded"));
        }
        let py = m.py();
        let mut out = Texts { list: PyList::empty(py), length: 0 };
        match m.session.check.templates.find(text) {
            Some(parts) => {
                for part in parts.iter() {
                    self.show(m, part, depth, &mut out)?;
                }
            }
            None => {
                // The interpreter, too, says what is wrong with a text when it comes to that.
                let (is_kept, mut parts) = (text.len()? <= LONGEST, Vec::new());
                for found in parser(py)?.split.bind(py).call1((text,))?.try_iter()? {
                    let part = part_of(&found?)?;
                    self.show(m, &part, depth, &mut out)?;
                    if is_kept {
                        parts.push(part);
                    }
                }
                if is_kept {
                    m.session.check.templates.keep(text, parts);
                }
            }
        }
        Ok(pyo3::intern!(py, "").call_method1(pyo3::intern!(py, "join"), (out.list,))?)
    }

    fn show(&mut self, m: &RunContext, part: &Part, depth: u32, out: &mut Texts<'py>) -> R<()> {
        let py = m.py();
        out.add(m, part.literal.bind(py))?;
        let Some(field) = &part.field else { return Ok(()) };
        let value = convert(self.value(m, field)?, field.conversion.as_ref())?;
        let spec = field.spec.bind(py);
        let spec = if spec.is_empty()? { spec.clone().into_any() } else { self.filled(m, spec, depth - 1)? };
        // (A `__format__` may give a subclass, with a `__len__` of its own.)
        let shown = api::plain(&api::format(&value, &spec)?.to_bound(py)?)?;
        out.add(m, shown.cast::<PyString>()?)
    }

    fn value(&mut self, m: &RunContext, field: &Field) -> R<Bound<'py, PyAny>> {
        let py = m.py();
        let mut value = Value::from_bound(self.first(field.first.bind(py))?);
        for (is_attribute, name) in &field.steps {
            value = if *is_attribute {
                attributes::get(m, &value, name.bind(py).cast::<PyString>()?)?
            } else {
                let item = value.to_bound(py)?.get_item(name)?;
                value_filter::admit(m, Value::from_bound(item))?
            };
        }
        match &field.wrong {
            Some(error) => Err(error.clone_ref(py).into()),
            None => value.to_bound(py),
        }
    }

    fn first(&mut self, first: &Bound<'py, PyAny>) -> R<Bound<'py, PyAny>> {
        let Ok(name) = first.cast::<PyString>() else {
            if self.next.is_some_and(|n| n > 0) {
                return Err(raise::<PyValueError>("cannot switch from automatic field numbering to manual field specification"));
            }
            self.next = None;
            return self.positional(first.extract()?);
        };
        if name.is_empty()? {
            let Some(index) = self.next else {
                return Err(raise::<PyValueError>("cannot switch from manual field specification to automatic field numbering"));
            };
            self.next = Some(index + 1);
            return self.positional(index);
        }
        if let Some(mapping) = &self.mapping {
            return Ok(mapping.get_item(name)?);
        }
        match self.kwargs.map(|k| k.get_item(name)).transpose()?.flatten() {
            Some(found) => Ok(found),
            None => Err(PyKeyError::new_err((name.clone().unbind(),)).into()),
        }
    }

    fn positional(&self, index: usize) -> R<Bound<'py, PyAny>> {
        if self.mapping.is_some() {
            return Err(raise::<PyValueError>("Format string contains positional fields"));
        }
        match self.args.get_item(index) {
            Ok(found) => Ok(found),
            Err(_) => Err(raise::<PyIndexError>(format!("Replacement index {index} out of range for positional args tuple"))),
        }
    }
}

/// Texts to be joined, and how long they are together.
struct Texts<'py> {
    list: Bound<'py, PyList>,
    length: u64,
}

impl Texts<'_> {
    fn add(&mut self, m: &RunContext, text: &Bound<'_, PyString>) -> R<()> {
        self.length = self.length.saturating_add(text.len()? as u64);
        self.list.append(text)?;
        sizes::text(m, self.length)
    }
}

/// The interpreter's own functions that take format texts and the names of fields apart.
struct Parser {
    split: Py<PyAny>,
    split_name: Py<PyAny>,
}

fn parser(py: Python<'_>) -> PyResult<&Parser> {
    static PARSER: Once<Parser> = Once::new();
    PARSER.get_or_make(py, || {
        let module = py.import("_string")?;
        let function = |name| module.getattr(name).map(Bound::unbind);
        Ok(Parser { split: function("formatter_parser")?, split_name: function("formatter_field_name_split")? })
    })
}

fn part_of(found: &Bound<'_, PyAny>) -> R<Part> {
    let py = found.py();
    let (literal, name, spec, conversion): (Bound<'_, PyString>, Bound<'_, PyAny>, Bound<'_, PyAny>, Bound<'_, PyAny>) = found.extract()?;
    let Ok(name) = name.cast_into::<PyString>() else { return Ok(Part { literal: literal.unbind(), field: None }) };
    let (first, rest): (Bound<'_, PyAny>, Bound<'_, PyAny>) = parser(py)?.split_name.bind(py).call1((name,))?.extract()?;
    let mut steps = Vec::new();
    let mut wrong = None;
    for step in rest.try_iter()? {
        match step.and_then(|step| step.extract::<(bool, Py<PyAny>)>()) {
            Ok(step) => steps.push(step),
            Err(error) => {
                wrong = Some(error);
                break;
            }
        }
    }
    let spec = spec.cast_into::<PyString>().unwrap_or_else(|_| PyString::new(py, "")).unbind();
    let conversion = conversion.cast_into::<PyString>().ok().map(Bound::unbind);
    Ok(Part { literal: literal.unbind(), field: Some(Field { first: first.unbind(), steps, wrong, conversion, spec }) })
}

fn convert<'py>(value: Bound<'py, PyAny>, conversion: Option<&Py<PyString>>) -> R<Bound<'py, PyAny>> {
    let Some(letter) = conversion else { return Ok(value) };
    Ok(match letter.bind(value.py()).to_string_lossy().as_ref() {
        "s" => value.str()?.into_any(),
        "r" => value.repr()?.into_any(),
        "a" => api::ascii(&value)?,
        other => return Err(raise::<PyValueError>(format!("Unknown conversion specifier {other}"))),
    })
}
