//! Linking: a lowered `Code` gets its constants and names as interpreter objects.
use std::cell::OnceCell;
use std::rc::Rc;
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyComplex, PyFrozenSet, PyString, PyTuple};

use crate::cpython::value::{Value, R};
use crate::front::bytecode::code::{Code, CodeKind, Const, Params, Suspends};
use crate::front::bytecode::global_names::GlobalSlot;
use crate::front::bytecode::instr::Instr;
use crate::front::bytecode::operands::GLOBAL_REGISTERS;
use crate::vm::machine::inline_cache::AttrCache;
use crate::vm::machine::traceback::Traced;

/// A code that can run: constants and names as objects, callable codes linked on first use.
pub struct Linked {
    pub code: Arc<Code>,
    pub source: Arc<str>,
    /// In reverse order, so that operand `-1 - k` is an offset from the end.
    consts: Box<[Value]>,
    consts_end: *const Value,
    /// The first instruction.
    pub entry: *const Instr,
    pub names: Box<[Py<PyString>]>,
    pub name_refs: Box<[(Py<PyString>, GlobalSlot)]>,
    pub attrs: Box<[AttrLink]>,
    pub keywords: Box<[Py<PyTuple>]>,
    /// Interned names of the local slots (parameters are matched with keywords by identity first).
    pub slot_names: Box<[Py<PyString>]>,
    functions: Box<[OnceCell<Rc<Linked>>]>,
    classes: Box<[OnceCell<Rc<Linked>>]>,
    /// What functions of this code are called, and their docstring or None.
    pub name: Value,
    pub qualname: Value,
    pub doc: Value,
    pub registers: usize,
    /// Exactly `positional` arguments and nothing else: bound by moving them.
    pub simple: bool,
    pub positional: usize,
    /// `positional` of a plain code, else a number that no call has.
    pub exact: usize,
    pub suspends: bool,
    /// `simple`, and runs at once when called.
    pub plain: bool,
    /// As `plain`, but for keyword-only parameters.
    pub named: bool,
    /// As `named`, and `*args` or `**kwargs` take up the rest.
    pub gathers: bool,
    pub traced: OnceCell<Traced>,
}

/// An attribute site with its interned name, keyword names and cache.
pub struct AttrLink {
    pub name: Py<PyString>,
    pub keywords: Option<Py<PyTuple>>,
    /// As in `AttrSite`.
    pub looks_at_class: bool,
    pub cache: AttrCache,
}

impl Linked {
    /// Register after those that are variables, or hold the namespace of a class body.
    pub fn first_temporary(&self) -> usize {
        let first = match self.code.kind {
            CodeKind::Module => usize::from(GLOBAL_REGISTERS),
            CodeKind::Class => 1,
            _ => 0,
        };
        first + self.slot_names.len()
    }

    /// Index of the instruction at this address, if it is one of this code.
    pub fn index_of(&self, address: usize) -> Option<u32> {
        let instructions = self.code.instrs.as_ptr_range();
        let offset = address.checked_sub(instructions.start as usize)?;
        let inside = address < instructions.end as usize;
        inside.then(|| (offset / std::mem::size_of::<Instr>()) as u32)
    }

    pub fn new(py: Python<'_>, code: &Arc<Code>, source: &Arc<str>) -> R<Rc<Linked>> {
        let mut consts = Vec::with_capacity(code.consts.len());
        for constant in code.consts.iter().rev() {
            consts.push(Value::from_bound(constant_object(py, constant)?));
        }
        for value in &mut consts {
            unbox_int(value);
        }
        let keywords: Box<[Py<PyTuple>]> = code.keywords.iter().map(|names| name_tuple(py, names)).collect::<R<_>>()?;
        let attrs = code
            .attr_sites
            .iter()
            .map(|site| AttrLink {
                name: PyString::intern(py, &site.name).unbind(),
                keywords: site.keywords.and_then(|k| keywords.get(k as usize)).map(|k| k.clone_ref(py)),
                looks_at_class: site.looks_at_class,
                cache: AttrCache::default(),
            })
            .collect();
        let params = &code.params;
        let runs_at_once = code.kind != CodeKind::Class && code.suspends == Suspends::No;
        let plain = is_simple(params) && runs_at_once;
        let consts = consts.into_boxed_slice();
        Ok(Rc::new(Linked {
            source: source.clone(),
            consts_end: consts.as_ptr_range().end,
            entry: code.instrs.as_ptr(),
            consts,
            names: intern_all(py, &code.names),
            name_refs: code.name_refs.iter().map(|r| (PyString::intern(py, &r.name).unbind(), r.global)).collect(),
            attrs,
            keywords,
            slot_names: intern_all(py, &code.slot_names),
            functions: code.functions.iter().map(|_| OnceCell::new()).collect(),
            classes: code.classes.iter().map(|_| OnceCell::new()).collect(),
            name: Value::from_bound(PyString::intern(py, &code.name).into_any()),
            qualname: Value::from_bound(PyString::intern(py, &code.qualname).into_any()),
            doc: match &code.doc {
                Some(constant) => constant_value(py, constant)?,
                None => Value::NONE,
            },
            registers: code.registers as usize,
            simple: is_simple(params) && code.kind != CodeKind::Class,
            positional: params.positional as usize,
            suspends: code.suspends != Suspends::No,
            gathers: (params.star || params.double_star) && runs_at_once,
            exact: if plain { params.positional as usize } else { usize::MAX },
            plain,
            named: !params.star && !params.double_star && runs_at_once,
            traced: OnceCell::new(),
            code: code.clone(),
        }))
    }

    /// One past the last constant.
    #[inline(always)]
    pub fn consts_end(&self) -> *const Value {
        self.consts_end
    }

    /// Constant `k` of the code.
    pub fn constant(&self, k: u32) -> Option<&Value> {
        let from_end = self.consts.len().checked_sub(1)?.checked_sub(k as usize)?;
        self.consts.get(from_end)
    }

    pub fn function(&self, py: Python<'_>, index: u16) -> R<Rc<Linked>> {
        self.child(py, &self.functions, index, self.code.functions.get(index as usize).map(|f| &f.code))
    }

    pub fn class(&self, py: Python<'_>, index: u16) -> R<Rc<Linked>> {
        self.child(py, &self.classes, index, self.code.classes.get(index as usize).map(|c| &c.code))
    }

    fn child(&self, py: Python<'_>, cells: &[OnceCell<Rc<Linked>>], index: u16, code: Option<&Arc<Code>>) -> R<Rc<Linked>> {
        let (Some(cell), Some(code)) = (cells.get(index as usize), code) else {
            return Err(crate::cpython::value::raise::<pyo3::exceptions::PySystemError>("no such code"));
        };
        if let Some(linked) = cell.get() {
            return Ok(linked.clone());
        }
        let linked = Linked::new(py, code, &self.source)?;
        Ok(cell.get_or_init(|| linked).clone())
    }
}

fn is_simple(params: &Params) -> bool {
    params.keyword_only == 0 && !params.star && !params.double_star
}

fn intern_all(py: Python<'_>, names: &[String]) -> Box<[Py<PyString>]> {
    names.iter().map(|n| PyString::intern(py, n).unbind()).collect()
}

fn name_tuple(py: Python<'_>, names: &[String]) -> R<Py<PyTuple>> {
    Ok(PyTuple::new(py, names.iter().map(|n| PyString::intern(py, n)))?.unbind())
}

/// Int constants are unboxed like computed ints.
fn unbox_int(value: &mut Value) {
    if value.is_object() {
        if let crate::cpython::value::Num::Int(i) = value.num() {
            *value = Value::int(i);
        }
    }
}

/// The object of a constant.
pub fn constant_value(py: Python<'_>, constant: &Const) -> R<Value> {
    Ok(Value::from_bound(constant_object(py, constant)?))
}

fn constant_object<'py>(py: Python<'py>, constant: &Const) -> R<Bound<'py, PyAny>> {
    Ok(match constant {
        Const::None => py.None().into_bound(py),
        Const::Ellipsis => py.Ellipsis().into_bound(py),
        Const::Bool(b) => (*b).into_pyobject(py).map_err(PyErr::from)?.to_owned().into_any(),
        Const::Int(i) => (*i).into_pyobject(py).map_err(PyErr::from)?.into_any(),
        Const::BigInt(text) => big_int(py, text)?,
        Const::Float(f) => pyo3::types::PyFloat::new(py, *f).into_any(),
        Const::Imaginary(f) => PyComplex::from_doubles(py, 0.0, *f).into_any(),
        Const::Str(bytes) => string(py, bytes)?,
        Const::Bytes(bytes) => PyBytes::new(py, bytes).into_any(),
        Const::Annotation(source) => annotation(py, source)?,
        Const::FrozenSet(items) => {
            let items = items.iter().map(|c| constant_object(py, c)).collect::<R<Vec<_>>>()?;
            PyFrozenSet::new(py, items)?.into_any()
        }
        Const::Tuple(items) => {
            let items = items.iter().map(|c| constant_object(py, c)).collect::<R<Vec<_>>>()?;
            PyTuple::new(py, items)?.into_any()
        }
    })
}

/// The text of an annotation: the host's compiler writes it into the constants of a code that is never run.
pub fn annotation<'py>(py: Python<'py>, source: &str) -> R<Bound<'py, PyAny>> {
    const FUTURE_ANNOTATIONS: i32 = 0x0100_0000;
    // `*args: *Ts` is the one place where a star may stand.
    let (star, inner) = match source.strip_prefix('*') {
        Some(inner) => ("*", inner),
        None => ("", source),
    };
    let statement = format!("x: (\n{inner}\n)");
    let code = {
        let _host = crate::session::scope::HostScope::enter();
        let compile = py.import("builtins")?.getattr("compile")?;
        compile.call1((statement, "<annotation>", "exec", FUTURE_ANNOTATIONS, true))?
    };
    let constants = code.getattr("co_consts")?.cast_into::<PyTuple>().map_err(PyErr::from)?;
    let text = constants.iter().find_map(|c| c.cast_into::<PyString>().ok());
    match text {
        Some(text) => Ok(PyString::intern(py, &format!("{star}{}", text.to_string_lossy())).into_any()),
        None => Ok(PyString::new(py, source).into_any()),
    }
}

fn big_int<'py>(py: Python<'py>, text: &str) -> R<Bound<'py, PyAny>> {
    let (radix, digits) = match text.get(..2) {
        Some("0x") => (16, &text[2..]),
        Some("0o") => (8, &text[2..]),
        Some("0b") => (2, &text[2..]),
        _ => (10, text),
    };
    match num_bigint::BigInt::parse_bytes(digits.as_bytes(), radix) {
        Some(big) => {
            let bytes = big.to_signed_bytes_le();
            let int = py.get_type::<pyo3::types::PyInt>();
            let args = (PyBytes::new(py, &bytes), "little");
            let kwargs = pyo3::types::PyDict::new(py);
            kwargs.set_item("signed", true)?;
            Ok(int.call_method("from_bytes", args, Some(&kwargs))?)
        }
        None => Err(crate::cpython::value::raise::<pyo3::exceptions::PyValueError>("invalid integer literal")),
    }
}

fn string<'py>(py: Python<'py>, bytes: &[u8]) -> R<Bound<'py, PyAny>> {
    match std::str::from_utf8(bytes) {
        // Short identifiers are interned by CPython's compiler; attribute and dict code profits.
        Ok(text) if text.len() <= 20 && is_identifier(text) => Ok(PyString::intern(py, text).into_any()),
        Ok(text) => Ok(PyString::new(py, text).into_any()),
        Err(_) => Ok(PyBytes::new(py, bytes).call_method1("decode", ("utf-8", "surrogatepass"))?),
    }
}

fn is_identifier(text: &str) -> bool {
    text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}
