//! Making functions, classes, type aliases, templates; `super()`.

use pyo3::exceptions::{PyRuntimeError, PySystemError};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::cpython::arguments::Arguments;
use crate::cpython::static_types;
use crate::cpython::value::{raise, Value, R};
use crate::front::bytecode::code::{Annotations, FreeSource};
use crate::front::bytecode::operands::{Conversion, Reg};
use crate::sandbox::builtins;
use crate::session::module_name;
use crate::vm::call;
use crate::vm::interpreter::names;
use crate::vm::machine::linked_code::Linked;
use crate::vm::machine::registers::Active;
use crate::vm::machine::Machine;
use crate::vm::objects::cell;
use crate::vm::objects::function::{self, Function};
use crate::vm::ops::{class as class_ops, type_params};

fn missing() -> crate::cpython::value::Exc {
    raise::<PySystemError>("no such definition")
}

/// Cells for a new function, from the frame that makes it.
fn closure(a: &Active, sources: &[FreeSource]) -> Box<[Value]> {
    sources
        .iter()
        .map(|source| match source {
            FreeSource::Cell(r) => a.reg(*r).clone(),
            FreeSource::Free(i) => a.free(*i),
        })
        .collect()
}

fn make(m: &Machine, linked: std::rc::Rc<Linked>, closure: Box<[Value]>) -> Function {
    Function {
        name: linked.name.clone().into(),
        qualname: linked.qualname.clone().into(),
        module: module_name(m).into(),
        doc: linked.doc.clone().into(),
        annotations: Value::UNSET.into(),
        annotate: Value::UNSET.into(),
        type_params: Value::UNSET.into(),
        awaitable: std::cell::Cell::new(false),
        defaults: std::cell::RefCell::new(Box::default()),
        keyword_defaults: std::cell::RefCell::new(Box::default()),
        keyword_dict: std::cell::RefCell::new(Value::UNSET),
        session: m.session.clone(),
        owner: m.owner.clone(),
        closure,
        linked,
    }
}

/// `def` / `lambda`: inputs from `b` in the order of `FunctionDesc`.
pub fn function(m: &Machine, a: &mut Active, index: u16, b: Reg) -> R<Value> {
    let linked = a.linked();
    let desc = linked.code.functions.get(index as usize).ok_or_else(missing)?;
    let made = make(m, linked.function(m.py(), index)?, closure(a, &desc.closure));
    let mut next = b;
    let mut take = |n: usize| {
        let values = a.take_many(next, n);
        next = next.offset(n);
        values
    };
    *made.defaults.borrow_mut() = take(desc.defaults as usize).into_boxed_slice();
    let keyword_values = take(desc.keyword_defaults.len());
    *made.keyword_defaults.borrow_mut() =
        desc.keyword_defaults.iter().map(|name| Value::from_bound(PyString::intern(m.py(), name).into_any())).zip(keyword_values).collect();
    let annotations = match desc.annotations {
        Annotations::None => None,
        Annotations::Values => Some(&made.annotations),
        Annotations::Lazy => Some(&made.annotate),
    };
    if let Some(annotations) = annotations {
        drop(annotations.replace(take(1).pop().unwrap_or_default()));
    }
    if desc.type_params {
        drop(made.type_params.replace(take(1).pop().unwrap_or_default()));
    }
    function::new(made)
}

/// `class`: bases in `b`, keywords in `b + 1`.
pub fn class(m: &Machine, a: &mut Active, index: u16, b: Reg) -> R<Value> {
    let linked = a.linked();
    let desc = linked.code.classes.get(index as usize).ok_or_else(missing)?;
    let body = function::new(make(m, linked.class(m.py(), index)?, closure(a, &desc.closure)))?;
    let bases = a.take(b);
    let keywords = a.take(b.offset(1));
    let mut run = |m: &Machine, namespace: &Value| call::run_class_body(m, body.clone(), namespace.clone());
    let mut fill = |_: &Machine, holder: &Value, value: Value| {
        drop(cell::replace(holder, value));
        Ok(())
    };
    class_ops::build(m, &desc.name, &bases, &keywords, &mut run, &mut fill)
}

/// `super()` without arguments, with the content of the `__class__` cell in `b` and the first parameter after it (which is put there
/// where lowering could not tell that it is bound); a shadowed `super` is called as any other name. `for_attribute`: one is read of it
/// next, so that from 3.12 on the parameter is read as any variable.
pub fn zero_argument_super(m: &Machine, a: &mut Active, g: u16, b: Reg, for_attribute: bool) -> R<Value> {
    let py = m.py();
    let found = names::load_global(m, u32::from(g), true)?;
    let is_super = found.is_object() && found.ptr() == builtins::super_object(py)?.as_ptr();
    if !is_super {
        return call::call_foreign(m, found, Arguments { values: Vec::new(), names: None });
    }
    if a.linked().code.params.positional == 0 {
        return Err(raise::<PyRuntimeError>("super(): no arguments"));
    }
    if a.reg(b.offset(1)).is_unset() {
        let first = a.reg(Reg(0));
        let first = if cell::is_cell(first) { cell::get(first) } else { first.clone() };
        if first.is_unset() {
            let reads = cfg!(Py_3_12) && for_attribute;
            return Err(if reads { names::unbound_parameter(a) } else { raise::<PyRuntimeError>("super(): arg[0] deleted") });
        }
        a.set(b.offset(1), first);
    }
    let (class, receiver) = (a.reg(b), a.reg(b.offset(1)));
    if class.is_unset() {
        return Err(raise::<PyRuntimeError>("super(): empty __class__ cell"));
    }
    static_types::GUARDED_SUPER.store(found.ptr(), std::sync::atomic::Ordering::Relaxed);
    let made = static_types::super_class(py).call1((class.to_bound(py)?, receiver.to_bound(py)?))?;
    Ok(Value::from_bound(made))
}

/// `super(class, object)`, as any call of that name.
pub fn explicit_super(m: &Machine, g: u16, class: &Value, object: &Value) -> R<Value> {
    let found = names::load_global(m, u32::from(g), true)?;
    if found.is_object() && found.ptr() == builtins::super_object(m.py())?.as_ptr() {
        static_types::GUARDED_SUPER.store(found.ptr(), std::sync::atomic::Ordering::Relaxed);
    }
    call::call_foreign(m, found, Arguments { values: vec![class.clone(), object.clone()], names: None })
}

/// Type parameters, or a `type` statement with its own.
pub fn typed(m: &Machine, a: &Active, declaration: u16, b: Reg, n: u8) -> R<Value> {
    let functions = a.take_many(b, n as usize);
    match a.linked().code.names.get(declaration as usize) {
        Some(declaration) => type_params::declare(m, declaration, &functions, &module_name(m)),
        None => Err(missing()),
    }
}

/// Template string of the host (3.14).
pub fn template(m: &Machine, a: &Active, b: Reg, k: u16) -> R<Value> {
    let desc = a.linked().code.templates.get(k as usize).ok_or_else(missing)?;
    let parts = a.take_many(b, 2 * desc.interpolations.len());
    let py = m.py();
    let library = py.import("string.templatelib")?;
    let mut arguments: Vec<Bound<'_, PyAny>> = Vec::new();
    for (i, text) in desc.strings.iter().enumerate() {
        arguments.push(crate::vm::machine::linked_code::constant_value(py, text)?.to_bound(py)?);
        let (Some((source, conversion)), Some(value), Some(spec)) = (desc.interpolations.get(i), parts.get(2 * i), parts.get(2 * i + 1))
        else {
            continue;
        };
        let conversion = match conversion {
            Conversion::None => None,
            Conversion::Str => Some("s"),
            Conversion::Repr => Some("r"),
            Conversion::Ascii => Some("a"),
        };
        let made = library.getattr("Interpolation")?.call1((value.to_bound(py)?, source.as_str(), conversion, spec.to_bound(py)?))?;
        arguments.push(made);
    }
    let made = library.getattr("Template")?.call1(pyo3::types::PyTuple::new(py, arguments)?)?;
    Ok(Value::from_bound(made))
}
