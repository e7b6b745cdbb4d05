//! `str.format` with the door in front of each `.name` and the gate behind each `[key]`.

use pyo3::exceptions::{PyIndexError, PyKeyError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};

use crate::budget::sizes;
use crate::cpython::once::Once;
use crate::cpython::type_access::exact_text;
use crate::cpython::value::{raise, Value, R};
use crate::cpython::{api, static_types};
use crate::sandbox::{attributes, value_filter};
use crate::session::current::with_run;
use crate::session::run_context::RunContext;
use crate::session::state::format_templates::{Field, Part, LONGEST};

// `'...'.format` (bound), or `str.format` when `text` is none.
#[pyclass(frozen, module = "builtins", name = "builtin_function_or_method")]
pub struct Formatter {
    text: Option<Py<PyString>>,
    /// `format_map`: the fields come from one mapping.
    mapped: bool,
}

/// The guarded bound method `name` of the str `object`.
pub fn bound_format(m: &RunContext, object: &Bound<'_, PyAny>, name: &Bound<'_, PyString>) -> R<Value> {
    let py = m.py();
    let Some(text) = exact_text(object) else {
        return value_filter::admit(m, Value::from_bound(object.getattr(name)?));
    };
    let mapped = name.to_string_lossy() == "format_map";
    let bound = Bound::new(py, Formatter { text: Some(text.unbind()), mapped })?;
    Ok(Value::from_bound(bound.into_any()))
}

/// The raw `str.format`, to be called with `object` before its arguments, when `name` is `format` and `object` a text
/// with nothing to guard: no field with `.name` or `[key]`. Texts do not change.
pub fn plain_method(m: &RunContext, object: &Value, name: &Bound<'_, PyString>) -> Option<Value> {
    let py = m.py();
    if !name.is(pyo3::intern!(py, "format")) {
        return None;
    }
    let text = object.as_object()?;
    let text = api::ascii_text(&text)?;
    if has_paths(text) {
        return None;
    }
    let (format, _) = raw_methods(py).ok()?;
    Some(Value::from_bound(format.bind(py).clone()))
}

/// The raw `str.format` and the text that it is bound to, when `callee` guards it and there is nothing to guard.
pub fn plain_parts(m: &RunContext, callee: &Bound<'_, PyAny>) -> Option<[Value; 2]> {
    let guard = callee.cast_exact::<Formatter>().ok()?.get();
    let text = guard.text.as_ref().filter(|_| !guard.mapped)?;
    let text = Value::from_bound(text.bind(m.py()).clone().into_any());
    let method = plain_method(m, &text, pyo3::intern!(m.py(), "format"))?;
    Some([method, text])
}

/// Guarded `str.format` / `str.format_map`.
pub fn unbound(py: Python<'_>, name: &str) -> R<Value> {
    let guard = Formatter { text: None, mapped: name == "format_map" };
    Ok(Value::from_bound(Bound::new(py, guard)?.into_any()))
}

/// If `function` is the raw `str.format` or `str.format_map`: its name.
pub fn unbound_name(function: &Bound<'_, PyAny>) -> R<Option<&'static str>> {
    let (format, format_map) = raw_methods(function.py())?;
    Ok(if function.is(format) {
        Some("format")
    } else if function.is(format_map) {
        Some("format_map")
    } else {
        None
    })
}

/// `str.format` and `str.format_map` of the interpreter.
fn raw_methods(py: Python<'_>) -> PyResult<&'static (Py<PyAny>, Py<PyAny>)> {
    static RAW: Once<(Py<PyAny>, Py<PyAny>)> = Once::new();
    RAW.get_or_make(py, || {
        let class = py.get_type::<PyString>();
        let format = class.getattr("format")?;
        static_types::know_format_method(format.as_ptr());
        Ok((format.unbind(), class.getattr("format_map")?.unbind()))
    })
}

#[pymethods]
impl Formatter {
    #[pyo3(signature = (*args, **kwargs))]
    fn __call__<'py>(&self, args: &Bound<'py, PyTuple>, kwargs: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
        let py = args.py();
        with_run(py, |m| {
            let (text, args) = self.receiver(args)?;
            if !self.mapped {
                return format_text(m, &text, &args, kwargs);
            }
            match args.get_item(0) {
                Ok(mapping) if args.len() == 1 && kwargs.is_none_or(|kwargs| kwargs.is_empty()) => format_map(m, &text, mapping),
                // It says what is wrong.
                _ => Ok(PyString::new(py, "").call_method("format_map", args, kwargs)?),
            }
        })
    }
    /// As a class attribute (`fmt = str.format`) the unbound one binds.
    fn __get__<'py>(slf: &Bound<'py, Self>, obj: Bound<'py, PyAny>, _owner: Option<Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        match exact_text(&obj) {
            Some(text) if slf.get().text.is_none() => {
                let bound = Formatter { text: Some(text.unbind()), mapped: slf.get().mapped };
                Ok(Bound::new(slf.py(), bound)?.into_any())
            }
            _ => Ok(slf.clone().into_any()),
        }
    }
    #[getter]
    fn __name__(&self) -> &'static str {
        if self.mapped {
            "format_map"
        } else {
            "format"
        }
    }
    fn __repr__(&self) -> String {
        format!("<built-in method {} of str object>", self.__name__())
    }
}

impl Formatter {
    fn receiver<'py>(&self, args: &Bound<'py, PyTuple>) -> R<(Bound<'py, PyString>, Bound<'py, PyTuple>)> {
        let py = args.py();
        if let Some(text) = &self.text {
            return Ok((text.bind(py).clone(), args.clone()));
        }
        let name = self.__name__();
        let Ok(first) = args.get_item(0) else {
            return Err(raise::<PyTypeError>(format!("unbound method str.{name}() needs an argument")));
        };
        let Some(text) = exact_text(&first) else {
            let kind = first.get_type().name()?;
            return Err(raise::<PyTypeError>(format!("descriptor '{name}' for 'str' objects doesn't apply to a '{kind}' object")));
        };
        Ok((text, args.get_slice(1, args.len())))
    }
}

/// The real `format` does when no field has `.name` or `[key]`: it reads no attribute then.
pub fn format_text<'py>(
    m: &RunContext,
    text: &Bound<'py, PyString>,
    args: &Bound<'py, PyTuple>,
    kwargs: Option<&Bound<'py, PyDict>>,
) -> R<Bound<'py, PyAny>> {
    if !has_paths(&text.to_string_lossy()) {
        return Ok(text.call_method("format", args, kwargs)?);
    }
    Fields::new(args, kwargs, None).format(m, text)
}

pub fn format_map<'py>(m: &RunContext, text: &Bound<'py, PyString>, mapping: Bound<'py, PyAny>) -> R<Bound<'py, PyAny>> {
    if !has_paths(&text.to_string_lossy()) {
        return Ok(text.call_method1("format_map", (mapping,))?);
    }
    Fields::new(&PyTuple::empty(m.py()), None, Some(mapping)).format(m, text)
}

/// Whether some replacement field (nested ones too) names an attribute or an index. Says yes in doubt.
pub fn has_paths(text: &str) -> bool {
    let mut in_name = false;
    for byte in text.bytes() {
        match byte {
            b'{' => in_name = true,
            b'}' | b':' | b'!' => in_name = false,
            b'.' | b'[' if in_name => return true,
            _ => {}
        }
    }
    false
}

/// Where the fields of a format text come from.
struct Fields<'a, 'py> {
    args: &'a Bound<'py, PyTuple>,
    kwargs: Option<&'a Bound<'py, PyDict>>,
    mapping: Option<Bound<'py, PyAny>>,
    /// Next automatic index; none once a field was numbered by hand.
    next: Option<usize>,
}

/// Fields inside of fields, and none inside of those.
const DEPTH: u32 = 2;

impl<'a, 'py> Fields<'a, 'py> {
    fn new(args: &'a Bound<'py, PyTuple>, kwargs: Option<&'a Bound<'py, PyDict>>, mapping: Option<Bound<'py, PyAny>>) -> Self {
        Fields { args, kwargs, mapping, next: Some(0) }
    }

    /// The text with what the fields show.
    fn format(mut self, m: &RunContext, text: &Bound<'py, PyString>) -> R<Bound<'py, PyAny>> {
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
