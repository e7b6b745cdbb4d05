//! `str.format` with the door in front of each `.name` and the gate behind each `[key]`.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};

use crate::cpython::once::Once;
use crate::cpython::type_access::exact_text;
use crate::cpython::value::{raise, Value, R};
use crate::cpython::{api, static_types};
use crate::sandbox::value_filter;
use crate::sandbox::wrappers::format_fields::Fields;
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
