//! Type parameters (PEP 695) and `type` statements.

use rustpython_ruff_python_ast::{self as ast, Expr, TypeParam};
use rustpython_ruff_text_size::Ranged;

use super::collect::fail;
use super::error::Lowered;
use super::program::*;
use super::scope::{ScopeId, ScopeKind};
use super::Lowerer;

/// An open scope of type parameters.
pub struct OpenTypeParams {
    /// The scope around.
    outer: ScopeId,
    /// Tuple of the parameters.
    pub tuple: Reg,
}

impl Lowerer<'_> {
    /// Makes the type parameters and enters their scope.
    pub(super) fn open_type_params(&mut self, params: Option<&ast::TypeParams>) -> Lowered<Option<OpenTypeParams>> {
        let Some(params) = params else { return Ok(None) };
        let scope = self.scopes.of_node(params, ScopeKind::TypeParams);
        let outer = std::mem::replace(&mut self.scope, scope);
        let own: Vec<(u16, bool)> =
            self.scopes.get(scope).symbols.values().filter(|s| s.owner == Some(scope)).map(|s| (s.slot, s.cell)).collect();
        for (slot, cell) in own {
            if cell {
                let r = self.slot_register(slot);
                self.f.emit(Instr::Clear { r });
                self.f.emit(Instr::MakeCell { r });
            }
        }
        let tuple = self.f.alloc()?;
        let mark = self.f.mark();
        let b = self.f.alloc_n(params.len())?;
        for (i, param) in params.iter().enumerate() {
            self.type_param(param, b.offset(i))?;
        }
        self.at(params.range);
        self.f.emit(Instr::BuildTuple { d: tuple, b, n: params.len() as u16 });
        let hidden = self.mangled_variable(".type_params")?;
        self.store_variable(hidden, Rk::reg(tuple));
        self.f.release(mark);
        Ok(Some(OpenTypeParams { outer, tuple }))
    }

    fn type_param(&mut self, param: &TypeParam, d: Reg) -> Lowered<()> {
        let mark = self.f.mark();
        let b = self.f.alloc_n(2)?;
        let bound = match param {
            TypeParam::TypeVar(var) => var.bound.as_deref(),
            _ => None,
        };
        for (value, r) in [(bound, b), (param.default(), b.offset(1))] {
            self.at(param.range());
            match value {
                Some(value) => self.thunk(value, r, value.range())?,
                None => self.f.emit(Instr::Clear { r }),
            }
        }
        let kind = match param {
            TypeParam::TypeVar(_) => TypeParamKind::TypeVar,
            TypeParam::TypeVarTuple(_) => TypeParamKind::TypeVarTuple,
            TypeParam::ParamSpec(_) => TypeParamKind::ParamSpec,
        };
        let id = param.name();
        let name = self.f.name(&id.id)?;
        self.at(param.range());
        self.f.emit(Instr::MakeTypeParam { kind, d, name, b });
        self.f.release(mark);
        let variable = self.variable(&id.id)?;
        self.store_variable(variable, Rk::reg(d));
        Ok(())
    }

    pub(super) fn close_type_params(&mut self, open: Option<OpenTypeParams>) {
        if let Some(open) = open {
            self.scope = open.outer;
        }
    }

    pub(super) fn type_alias(&mut self, s: &ast::StmtTypeAlias) -> Lowered<()> {
        let Expr::Name(target) = &*s.name else { return fail("invalid syntax", s.range) };
        let mark = self.f.mark();
        let d = self.f.alloc()?;
        let open = self.open_type_params(s.type_params.as_deref())?;
        let b = self.f.alloc_n(2)?;
        match &open {
            Some(open) => self.f.emit(Instr::Move { d: b, s: Rk::reg(open.tuple) }),
            None => self.f.emit(Instr::Clear { r: b }),
        }
        self.thunk(&s.value, b.offset(1), s.value.range())?;
        let name = self.f.name(&target.id)?;
        self.at(s.range);
        self.f.emit(Instr::MakeTypeAlias { d, name, b });
        self.close_type_params(open);
        self.store_name(&target.id, Rk::reg(d), s.range)?;
        self.f.release(mark);
        Ok(())
    }
}
