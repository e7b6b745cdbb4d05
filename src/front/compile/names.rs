//! Reading, binding and deleting names.

use std::collections::BTreeSet;

use rustpython_ruff_python_ast as ast;
use rustpython_ruff_text_size::TextRange;

use crate::front::bytecode::code::{Const, Refusal};
use crate::front::bytecode::global_names::GlobalSlot;
use crate::front::bytecode::instr::Instr;
use crate::front::bytecode::operands::{Reg, Rk, GLOBAL_REGISTERS};
use crate::front::compile::error::{LowerError, Lowered};
use crate::front::compile::symtable::{Access, ScopeKind};
use crate::front::compile::{global_register, Lowerer};

/// Where a name's value lives for the current frame.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Variable {
    /// Local in a register.
    Local(Reg),
    Cell(Reg),
    Free(u16),
    /// Global with a register of the module frame.
    GlobalRegister(Reg, GlobalSlot),
    Global(GlobalSlot),
    /// Name of a class body.
    Name(u32),
    NameOrFree(u16, u16),
}

impl Lowerer<'_> {
    /// Resolves a name as written in the source.
    pub(crate) fn variable(&mut self, name: &str) -> Lowered<Variable> {
        let name = self.scopes.mangle(self.scope, name);
        self.mangled_variable(&name)
    }

    pub(crate) fn mangled_variable(&mut self, name: &str) -> Lowered<Variable> {
        Ok(match self.scopes.access(self.scope, name) {
            Access::Slot(slot) => Variable::Local(self.slot_register(slot)),
            Access::Cell(slot) => Variable::Cell(self.slot_register(slot)),
            Access::Free(i) => Variable::Free(i),
            Access::Global => {
                let slot = self.global_slot(name);
                match global_register(slot) {
                    Some(reg) if self.in_module() => Variable::GlobalRegister(reg, slot),
                    _ => Variable::Global(slot),
                }
            }
            Access::ClassName => Variable::Name(self.class_name(name)?),
            Access::ClassFree(i) => match u16::try_from(self.class_name(name)?) {
                Ok(n) => Variable::NameOrFree(n, i),
                Err(_) => return Err(LowerError::new("code is too large", self.f.span)),
            },
        })
    }

    pub(crate) fn global_slot(&mut self, name: &str) -> GlobalSlot {
        let slot = self.options.names.slot(name);
        note(&mut self.used, slot);
        slot
    }

    fn class_name(&mut self, name: &str) -> Lowered<u32> {
        let global = self.global_slot(name);
        self.f.name_ref(name, global)
    }

    /// Whether reading the name is reading a register that holds a value.
    pub(crate) fn is_surely_bound(&mut self, name: &str) -> Lowered<bool> {
        Ok(match self.variable(name)? {
            Variable::Local(reg) | Variable::GlobalRegister(reg, _) => self.is_bound(reg),
            _ => false,
        })
    }

    fn is_bound(&self, reg: Reg) -> bool {
        self.f.flow.contains(self.bit(reg))
    }

    pub(crate) fn mark_bound(&mut self, reg: Reg) {
        let bit = self.bit(reg);
        self.f.flow.insert(bit);
    }

    fn check_bound(&mut self, reg: Reg) {
        if !self.is_bound(reg) {
            self.f.emit(match self.reads_free() {
                true => Instr::CheckFree { r: reg },
                false => Instr::CheckBound { r: reg },
            });
            self.mark_bound(reg);
        }
    }

    /// Whether an unbound variable here is a free one: before 3.12 comprehensions are functions of their own.
    fn reads_free(&self) -> bool {
        self.options.version < (3, 12) && self.scopes.get(self.scope).kind == ScopeKind::Comprehension
    }

    /// The variable's register as an operand, where that is possible.
    pub(crate) fn name_operand(&mut self, e: &ast::ExprName) -> Lowered<Option<Rk>> {
        self.at(e.range);
        match self.variable(&e.id)? {
            Variable::Local(reg) => {
                self.check_bound(reg);
                Ok(Some(Rk::reg(reg)))
            }
            Variable::GlobalRegister(reg, _) if self.is_bound(reg) => Ok(Some(Rk::reg(reg))),
            _ => Ok(None),
        }
    }

    /// Reads a name into `d`. `called` when it is the callee of a direct call.
    pub(crate) fn load_name(&mut self, name: &str, d: Reg, called: bool) -> Lowered<()> {
        let variable = self.variable(name)?;
        self.load_variable(variable, d, called);
        Ok(())
    }

    pub(crate) fn load_variable(&mut self, variable: Variable, d: Reg, called: bool) {
        let instr = match variable {
            Variable::Local(reg) => {
                self.check_bound(reg);
                Instr::Move { d, s: Rk::reg(reg) }
            }
            Variable::GlobalRegister(reg, _) if self.is_bound(reg) => Instr::Move { d, s: Rk::reg(reg) },
            Variable::Cell(r) => {
                if self.reads_free() {
                    self.f.emit(Instr::CheckFree { r });
                }
                Instr::LoadCell { d, r }
            }
            Variable::Free(i) => Instr::LoadFree { d, i },
            Variable::GlobalRegister(_, slot) | Variable::Global(slot) if called => Instr::LoadCallee { d, g: slot.0 },
            Variable::GlobalRegister(_, slot) | Variable::Global(slot) => Instr::LoadGlobal { d, g: slot.0 },
            Variable::Name(n) => Instr::LoadName { d, n },
            Variable::NameOrFree(n, i) => Instr::LoadNameOrFree { d, n, i },
        };
        self.f.emit(instr);
    }

    /// The register that binding this name writes, if that is all there is to it. After writing it
    /// call `bound_in`.
    pub(crate) fn target_register(&mut self, name: &str) -> Lowered<Option<Reg>> {
        let variable = self.variable(name)?;
        if self.is_protected(name, variable) {
            return Ok(None);
        }
        Ok(match variable {
            Variable::Local(reg) | Variable::GlobalRegister(reg, _) => Some(reg),
            _ => None,
        })
    }

    /// Notes that the variable register `reg` has been written.
    pub(crate) fn bound_in(&mut self, reg: Reg) {
        self.mark_bound(reg);
        if self.in_module() && reg.0 < GLOBAL_REGISTERS {
            let slot = GlobalSlot(u32::from(reg.0));
            note(&mut self.stored, slot);
        }
    }

    /// Names of tools cannot be bound, except as attributes of a class.
    pub(crate) fn is_protected(&self, name: &str, variable: Variable) -> bool {
        !matches!(variable, Variable::Name(_) | Variable::NameOrFree(..)) && (self.options.is_tool)(name)
    }

    /// Binds a name to `value`.
    pub(crate) fn store_name(&mut self, name: &str, value: Rk, range: TextRange) -> Lowered<()> {
        self.at(range);
        let variable = self.variable(name)?;
        if self.is_protected(name, variable) {
            self.f.refuse(Refusal::ToolName(name.to_owned()));
            return Ok(());
        }
        self.store_variable(variable, value);
        Ok(())
    }

    pub(crate) fn store_variable(&mut self, variable: Variable, s: Rk) {
        match variable {
            Variable::Local(d) | Variable::GlobalRegister(d, _) => {
                if s != Rk::reg(d) {
                    self.f.emit(Instr::Move { d, s });
                }
                self.bound_in(d);
            }
            Variable::Cell(r) => self.f.emit(Instr::StoreCell { r, s }),
            Variable::Free(i) => self.f.emit(Instr::StoreFree { i, s }),
            Variable::Global(slot) => {
                note(&mut self.stored, slot);
                self.f.emit(Instr::StoreGlobal { s, g: slot.0 });
            }
            Variable::Name(n) => self.f.emit(Instr::StoreName { s, n }),
            // A read elsewhere made it "or free"; binding such a name is binding the free variable.
            Variable::NameOrFree(_, i) => self.f.emit(Instr::StoreFree { i, s }),
        }
    }

    /// Binds the name of a `def`.
    pub(crate) fn store_function(&mut self, name: &str, s: Rk, range: TextRange) -> Lowered<()> {
        let variable = self.variable(name)?;
        if let Variable::GlobalRegister(reg, slot) = variable {
            if !self.is_protected(name, variable) {
                self.f.emit(Instr::BindDef { s, g: slot.0 });
                self.bound_in(reg);
                return Ok(());
            }
        }
        if let (Variable::Global(slot), true) = (variable, self.in_module()) {
            if !self.is_protected(name, variable) {
                note(&mut self.stored, slot);
                self.f.emit(Instr::BindDef { s, g: slot.0 });
                return Ok(());
            }
        }
        self.store_name(name, s, range)
    }

    /// `del name`
    pub(crate) fn delete_name(&mut self, name: &str, range: TextRange) -> Lowered<()> {
        self.at(range);
        let variable = self.variable(name)?;
        if self.is_protected(name, variable) {
            self.f.refuse(Refusal::ToolName(name.to_owned()));
            return Ok(());
        }
        match variable {
            Variable::Local(r) => {
                self.f.emit(Instr::DelLocal { r });
                let bit = self.bit(r);
                self.f.flow.remove(bit);
            }
            Variable::GlobalRegister(r, slot) => {
                note(&mut self.stored, slot);
                self.f.emit(Instr::DelGlobal { g: slot.0 });
                let bit = self.bit(r);
                self.f.flow.remove(bit);
            }
            Variable::Global(slot) => {
                note(&mut self.stored, slot);
                self.f.emit(Instr::DelGlobal { g: slot.0 });
            }
            Variable::Cell(r) => self.f.emit(Instr::DelCell { r }),
            Variable::Free(i) | Variable::NameOrFree(_, i) => self.f.emit(Instr::DelFree { i }),
            Variable::Name(n) => self.f.emit(Instr::DelName { n }),
        }
        Ok(())
    }

    /// End of `except … as name`: the name goes, bound or not.
    pub(crate) fn unbind_exception(&mut self, name: &str) -> Lowered<()> {
        let variable = self.variable(name)?;
        if self.is_protected(name, variable) {
            return Ok(());
        }
        let none = self.f.constant(Const::None)?;
        match variable {
            Variable::Local(r) => {
                self.f.emit(Instr::Clear { r });
                let bit = self.bit(r);
                self.f.flow.remove(bit);
                return Ok(());
            }
            Variable::GlobalRegister(r, slot) => {
                // As in Python the name may have been deleted meanwhile: bind, then delete.
                self.f.emit(Instr::Move { d: r, s: none });
                self.f.emit(Instr::DelGlobal { g: slot.0 });
                note(&mut self.stored, slot);
                let bit = self.bit(r);
                self.f.flow.remove(bit);
                return Ok(());
            }
            _ => {}
        }
        self.store_variable(variable, none);
        match variable {
            Variable::Cell(r) => self.f.emit(Instr::DelCell { r }),
            Variable::Free(i) | Variable::NameOrFree(_, i) => self.f.emit(Instr::DelFree { i }),
            Variable::Global(slot) => self.f.emit(Instr::DelGlobal { g: slot.0 }),
            Variable::Name(n) => self.f.emit(Instr::DelName { n }),
            Variable::Local(_) | Variable::GlobalRegister(..) => {}
        }
        Ok(())
    }
}

fn note(marks: &mut BTreeSet<u32>, slot: GlobalSlot) {
    marks.insert(slot.0);
}
