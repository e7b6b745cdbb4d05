//! `str.format` with the door in front of each `.name` and the gate behind each `[key]`.

use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};

use crate::budget::sizes;
use crate::cpython::once::Once;
use crate::cpython::type_access::exact_text;
use crate::cpython::value::{raise, Value, R};
use crate::cpython::{api, static_types};
use crate::sandbox::{attributes, value_filter};
use crate::session::current::with_run;
use crate::session::run_context::RunContext;

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
    let mut fields = Fields { args, kwargs, mapping: None, next: Some(0) };
    let out = fields.format(m, text, 2)?;
    Ok(PyString::new(m.py(), &out).into_any())
}

pub fn format_map<'py>(m: &RunContext, text: &Bound<'py, PyString>, mapping: Bound<'py, PyAny>) -> R<Bound<'py, PyAny>> {
    if !has_paths(&text.to_string_lossy()) {
        return Ok(text.call_method1("format_map", (mapping,))?);
    }
    let empty = PyTuple::empty(m.py());
    let mut fields = Fields { args: &empty, kwargs: None, mapping: Some(mapping), next: Some(0) };
    let out = fields.format(m, text, 2)?;
    Ok(PyString::new(m.py(), &out).into_any())
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

impl<'py> Fields<'_, 'py> {
    fn format(&mut self, m: &RunContext, text: &Bound<'py, PyString>, depth: u32) -> R<String> {
        if depth == 0 {
            return Err(raise::<PyValueError>("Max string recursion exceeded"));
        }
        let py = m.py();
        let parser = py.import("_string")?.getattr("formatter_parser")?;
        let mut out = String::new();
        for part in parser.call1((text,))?.try_iter()? {
            let (literal, field, spec, conversion): (Bound<'py, PyAny>, Bound<'py, PyAny>, Bound<'py, PyAny>, Bound<'py, PyAny>) =
                part?.extract()?;
            out.push_str(&literal.cast::<PyString>()?.to_string_lossy());
            let Ok(field) = field.cast::<PyString>() else { continue };
            let value = self.field(m, field)?;
            let value = convert(value, &conversion)?;
            let spec = match spec.cast::<PyString>() {
                Ok(spec) if !spec.is_empty()? => PyString::new(py, &self.format(m, spec, depth - 1)?),
                _ => PyString::new(py, ""),
            };
            let shown = py.import("builtins")?.call_method1("format", (value, spec))?;
            out.push_str(&shown.cast::<PyString>()?.to_string_lossy());
            sizes::text(m, out.len() as u64)?;
        }
        Ok(out)
    }

    fn field(&mut self, m: &RunContext, field: &Bound<'py, PyString>) -> R<Bound<'py, PyAny>> {
        let py = m.py();
        let split = py.import("_string")?.call_method1("formatter_field_name_split", (field,))?;
        let (first, rest): (Bound<'py, PyAny>, Bound<'py, PyAny>) = split.extract()?;
        let mut value = Value::from_bound(self.first(m, &first)?);
        for step in rest.try_iter()? {
            let (is_attribute, name): (bool, Bound<'py, PyAny>) = step?.extract()?;
            value = if is_attribute {
                attributes::get(m, &value, name.cast::<PyString>()?)?
            } else {
                let item = value.to_bound(py)?.get_item(name)?;
                value_filter::admit(m, Value::from_bound(item))?
            };
        }
        value.to_bound(py)
    }

    fn first(&mut self, m: &RunContext, first: &Bound<'py, PyAny>) -> R<Bound<'py, PyAny>> {
        let _ = m;
        if let Ok(index) = first.extract::<usize>() {
            if self.next.is_some_and(|n| n > 0) {
                return Err(raise::<PyValueError>("cannot switch from automatic field numbering to manual field specification"));
            }
            self.next = None;
            return self.positional(index);
        }
        let name = first.cast::<PyString>()?;
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
            None => Err(pyo3::exceptions::PyKeyError::new_err((name.clone().unbind(),)).into()),
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

fn convert<'py>(value: Bound<'py, PyAny>, conversion: &Bound<'py, PyAny>) -> R<Bound<'py, PyAny>> {
    let Ok(letter) = conversion.cast::<PyString>() else { return Ok(value) };
    Ok(match letter.to_string_lossy().as_ref() {
        "s" => value.str()?.into_any(),
        "r" => value.repr()?.into_any(),
        "a" => value.py().import("builtins")?.call_method1("ascii", (value,))?,
        other => return Err(raise::<PyValueError>(format!("Unknown conversion specifier {other}"))),
    })
}
