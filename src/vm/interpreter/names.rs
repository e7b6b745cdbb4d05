//! Names: locals, cells, globals, class bodies, imports, and the errors of missing ones.

use pyo3::exceptions::{PyKeyError, PyNameError, PyUnboundLocalError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};

use crate::cpython::value::{raise, Exc, Value, R};
use crate::front::bytecode::code::{CodeKind, Refusal};
use crate::front::bytecode::global_names::GlobalSlot;
use crate::front::bytecode::operands::{Reg, Rk, GLOBAL_REGISTERS};
use crate::front::messages::contract;
use crate::sandbox::attributes::class;
use crate::sandbox::{builtins, imports, value_filter};
use crate::session::refusals::{self, Kind};
use crate::vm::machine::registers::Active;
use crate::vm::machine::{Machine, Note};
use crate::vm::objects::cell;

/// The operand's value; the variable's own error when it is unset.
#[inline]
pub fn bound(m: &Machine, a: &Active, operand: Rk) -> R<Value> {
    let value = a.get(operand);
    if value.is_unset() {
        return unset(m, a, operand);
    }
    Ok(value.clone())
}

#[cold]
#[inline(never)]
fn unset(m: &Machine, a: &Active, operand: Rk) -> R<Value> {
    if operand.0 < 0 {
        return Ok(Value::NONE);
    }
    let index = operand.0 as usize;
    if a.linked().code.kind == CodeKind::Module {
        if index < GLOBAL_REGISTERS as usize {
            return load_global(m, index as u32, false);
        }
        return Err(raise::<PyNameError>("name is not defined"));
    }
    Err(unbound_local(local_name(a, index)))
}

fn local_name(a: &Active, index: usize) -> &str {
    a.linked().code.slot_names.get(index).map_or("?", String::as_str)
}

/// The error of the first parameter, which was deleted.
pub fn unbound_parameter(a: &Active) -> Exc {
    unbound_local(local_name(a, 0))
}

#[cold]
fn unbound_local(name: &str) -> Exc {
    raise::<PyUnboundLocalError>(if cfg!(Py_3_11) {
        format!("cannot access local variable '{name}' where it is not associated with a value")
    } else {
        format!("local variable '{name}' referenced before assignment")
    })
}

#[cold]
fn unbound_free(name: &str) -> Exc {
    raise::<PyNameError>(if cfg!(Py_3_11) {
        format!("cannot access free variable '{name}' where it is not associated with a value in enclosing scope")
    } else {
        format!("free variable '{name}' referenced before assignment in enclosing scope")
    })
}

/// The error of a variable of the function that is read unbound in one of its comprehensions.
pub fn check_free(a: &Active, r: Reg) -> R<()> {
    let holder = a.reg(r);
    if holder.is_unset() || (cell::is_cell(holder) && cell::get(holder).is_unset()) {
        return Err(unbound_free(local_name(a, r.0 as usize)));
    }
    Ok(())
}

pub fn delete_local(m: &Machine, a: &Active, r: Reg) -> R<()> {
    if a.linked().code.kind == CodeKind::Module && r.0 < GLOBAL_REGISTERS {
        return delete_global(m, u32::from(r.0));
    }
    let old = a.take(r);
    if old.is_unset() {
        return Err(unbound_local(local_name(a, r.0 as usize)));
    }
    Ok(())
}

// --- cells

pub fn load_cell(m: &Machine, a: &Active, holder: &Value, index: usize) -> R<Value> {
    let _ = m;
    let value = cell::get(holder);
    if value.is_unset() {
        return Err(unbound_local(local_name(a, index)));
    }
    Ok(value)
}

pub fn load_free(m: &Machine, a: &Active, index: u16) -> R<Value> {
    let _ = m;
    let value = cell::get(&a.free(index));
    if value.is_unset() {
        return Err(unbound_free(free_name(a, index)));
    }
    Ok(value)
}

fn free_name(a: &Active, index: u16) -> &str {
    a.linked().code.free_names.get(index as usize).map_or("?", String::as_str)
}

pub fn delete_cell(m: &Machine, a: &Active, holder: Value, index: usize) -> R<()> {
    let _ = m;
    let old = cell::replace(&holder, Value::UNSET);
    if old.is_unset() {
        return Err(unbound_local(local_name(a, index)));
    }
    Ok(())
}

pub fn delete_free(m: &Machine, a: &Active, index: u16) -> R<()> {
    let _ = m;
    let old = cell::replace(&a.free(index), Value::UNSET);
    if old.is_unset() {
        return Err(unbound_free(free_name(a, index)));
    }
    Ok(())
}

// --- globals

#[inline]
pub fn load_global(m: &Machine, g: u32, called: bool) -> R<Value> {
    let value = m.session.load(m, GlobalSlot(g))?;
    if value.is_unset() {
        return Err(undefined(m, GlobalSlot(g), called));
    }
    Ok(value)
}

#[cold]
#[inline(never)]
fn undefined(m: &Machine, slot: GlobalSlot, called: bool) -> Exc {
    let name = m.session.names.borrow().name(slot).to_owned();
    if builtins::is_withheld(m.py(), &name) {
        m.session.record_refusal(&if called { contract::undefined_function(&name) } else { contract::undefined_variable(&name) });
    }
    name_error(m, &name, Note::UndefinedName { name: name.clone(), called })
}

#[cold]
fn name_error(m: &Machine, name: &str, note: Note) -> Exc {
    let py = m.py();
    let error = PyNameError::new_err(format!("name '{name}' is not defined"));
    let value = error.value(py);
    // CPython sets the attribute `name`; a failure to do so must not hide the NameError.
    let _ = value.setattr("name", name);
    m.take_note(Value::from_bound(value.clone().into_any()), note);
    error.into()
}

pub fn store_global(m: &Machine, g: u32, value: Value) -> R<()> {
    let slot = GlobalSlot(g);
    if m.session.globals.set(slot, value) {
        m.session.release(m.py(), &[slot])?;
    }
    Ok(())
}

pub fn delete_global(m: &Machine, g: u32) -> R<()> {
    let slot = GlobalSlot(g);
    if m.session.globals.words(slot) == crate::session::global_table::Words::UNSET {
        let name = m.session.names.borrow().name(slot).to_owned();
        return Err(name_error(m, &name, Note::DelName { name: name.clone() }));
    }
    m.session.globals.set(slot, Value::UNSET);
    Ok(m.session.deleted(m.py(), slot)?)
}

pub fn bind_def(m: &Machine, g: u32, value: Value) -> R<()> {
    m.session.bind_def(GlobalSlot(g), value);
    Ok(())
}

pub fn is_builtin_range(m: &Machine, value: &Value) -> bool {
    let _ = m;
    value.is_object() && value.ptr() == crate::cpython::static_types::range_type()
}

// --- class bodies

fn name_ref(a: &Active, n: u32) -> R<&(Py<pyo3::types::PyString>, GlobalSlot)> {
    a.linked().name_refs.get(n as usize).ok_or_else(|| raise::<pyo3::exceptions::PySystemError>("no such name"))
}

/// The name in the class namespace, if it is there.
fn in_namespace(m: &Machine, a: &Active, name: &Py<pyo3::types::PyString>) -> R<Option<Value>> {
    let (py, held) = (m.py(), a.reg(Reg(0)));
    let name = name.bind(py);
    // (Code of the body that runs later has it in a cell, with the class in its place as soon as there is one.)
    let namespace = if cell::is_cell(held) { cell::get(held) } else { held.clone() }.to_bound(py)?;
    if let Ok(made) = namespace.cast::<PyType>() {
        return class::held(m, made, name);
    }
    if let Ok(dict) = namespace.cast_exact::<PyDict>() {
        return Ok(dict.get_item(name)?.map(Value::from_bound));
    }
    match namespace.get_item(name) {
        Ok(value) => Ok(Some(Value::from_bound(value))),
        Err(error) if error.is_instance_of::<PyKeyError>(py) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

pub fn load_name(m: &Machine, a: &Active, n: u32) -> R<Value> {
    let (name, slot) = name_ref(a, n)?;
    match in_namespace(m, a, name)? {
        Some(value) => value_filter::admit(m, value),
        None => load_global(m, slot.0, false),
    }
}

pub fn load_name_or_free(m: &Machine, a: &Active, n: u16, i: u16) -> R<Value> {
    let (name, _) = name_ref(a, u32::from(n))?;
    match in_namespace(m, a, name)? {
        Some(value) => value_filter::admit(m, value),
        None => load_free(m, a, i),
    }
}

pub fn store_name(m: &Machine, a: &Active, n: u32, value: &Value) -> R<()> {
    let py = m.py();
    let (name, _) = name_ref(a, n)?;
    let namespace = a.reg(Reg(0)).to_bound(py)?;
    namespace.set_item(name.bind(py), value.to_bound(py)?)?;
    Ok(())
}

/// A class body or module with annotated names has a dict for them; one that is there already stays.
pub fn set_up_annotations(m: &Machine, a: &Active, n: u32) -> R<()> {
    let py = m.py();
    let (name, slot) = name_ref(a, n)?;
    let made = || Value::from_bound(PyDict::new(py).into_any());
    if a.linked().code.kind == CodeKind::Module {
        if m.session.load(m, *slot)?.is_unset() {
            store_global(m, slot.0, made())?;
        }
        return Ok(());
    }
    let namespace = a.reg(Reg(0)).to_bound(py)?;
    match namespace.get_item(name.bind(py)) {
        Ok(_) => Ok(()),
        Err(error) if error.is_instance_of::<PyKeyError>(py) => Ok(namespace.set_item(name.bind(py), made().to_bound(py)?)?),
        Err(error) => Err(error.into()),
    }
}

pub fn delete_name(m: &Machine, a: &Active, n: u32) -> R<()> {
    let py = m.py();
    let (name, _) = name_ref(a, n)?;
    let namespace = a.reg(Reg(0)).to_bound(py)?;
    match namespace.del_item(name.bind(py)) {
        Ok(()) => Ok(()),
        Err(error) if error.is_instance_of::<PyKeyError>(py) => {
            let name = name.bind(py).to_string();
            Err(name_error(m, &name, Note::DelName { name: name.clone() }))
        }
        Err(error) => Err(error.into()),
    }
}

// --- imports

pub fn import(m: &Machine, a: &Active, k: u16) -> R<Value> {
    match a.linked().code.imports.get(k as usize) {
        Some(desc) => imports::import(m, desc),
        None => Err(raise::<pyo3::exceptions::PySystemError>("no such import")),
    }
}

pub fn import_from(m: &Machine, a: &Active, module: Reg, n: u16) -> R<Value> {
    let module = a.reg(module).clone();
    match a.linked().code.names.get(n as usize) {
        Some(name) => imports::import_from(m, &module, name),
        None => Err(raise::<pyo3::exceptions::PySystemError>("no such name")),
    }
}

/// Binds all that `from module import *` gives as globals of the session.
pub fn import_star(m: &Machine, module: &Value) -> R<()> {
    for (name, value) in imports::star_names(m, module)? {
        if m.session.is_tool(m.py(), &name) {
            return Err(refusals::tool_name(m, &name));
        }
        let slot = m.session.slot_for(m.py(), &name)?;
        m.session.globals.set(slot, value);
    }
    Ok(())
}

// --- refusals known at lowering

#[cold]
pub fn refuse(m: &Machine, a: &Active, k: u32) -> Exc {
    match a.linked().code.refusals.get(k as usize) {
        Some(Refusal::DunderAttribute(name)) => {
            refusals::raise(m, Kind::Attribute, &format!("Forbidden access to dunder attribute: {name}"))
        }
        Some(Refusal::ToolName(name)) => refusals::tool_name(m, name),
        Some(Refusal::Text(text)) => refusals::raise(m, Kind::Plain, text),
        None => raise::<pyo3::exceptions::PySystemError>("no such refusal"),
    }
}
