//! Annotations, evaluated as the host version does; they count nothing outside of class bodies.
//!
//! Those of a module's variables may name what is not there: the original never evaluates them, and models
//! write `x: List[int] = []` without the import. They are evaluated where that could be noticed otherwise.

use rustpython_ruff_python_ast::{self as ast, Expr};

use super::error::Lowered;
use super::program::*;
use super::scope::{flag, ScopeKind, MODULE};
use super::{constants, Lowerer};

impl Lowerer<'_> {
    /// The dict of a function's annotations.
    pub(super) fn annotations(&mut self, s: &ast::StmtFunctionDef, d: Reg) -> Lowered<()> {
        self.f.muted += 1;
        let counted = self.f.counted;
        self.at(s.range);
        self.f.emit(Instr::BuildDict { d, b: d, n: 0 });
        let p = &s.parameters;
        let named = p.posonlyargs.iter().chain(&p.args).map(|p| &p.parameter);
        let keyword = p.kwonlyargs.iter().map(|p| &p.parameter);
        for parameter in named.chain(p.vararg.as_deref()).chain(keyword).chain(p.kwarg.as_deref()) {
            if let Some(annotation) = parameter.annotation() {
                let name = self.scopes.mangle(self.scope, &parameter.name.id).into_owned();
                self.annotation_entry(d, &name, annotation)?;
            }
        }
        if let Some(returns) = &s.returns {
            self.annotation_entry(d, "return", returns)?;
        }
        self.f.muted -= 1;
        self.f.counted = counted;
        Ok(())
    }

    fn annotation_entry(&mut self, m: Reg, name: &str, annotation: &Expr) -> Lowered<()> {
        let mark = self.f.mark();
        let v = self.annotation(annotation)?;
        let k = self.f.constant(Const::Str(name.as_bytes().into()))?;
        self.f.emit(Instr::DictInsert { m, k, v });
        self.f.release(mark);
        Ok(())
    }

    /// The value of an annotation: a string under `from __future__ import annotations`.
    fn annotation(&mut self, annotation: &Expr) -> Lowered<Rk> {
        if self.future_annotations {
            let text = constants::source_text(annotation, self.source);
            return self.f.constant(Const::Annotation(text.into()));
        }
        // `*args: *Ts` unpacks a single value.
        if let Expr::Starred(starred) = annotation {
            let b = self.f.alloc()?;
            self.expr_into(&starred.value, b)?;
            self.f.emit(Instr::Unpack { b, s: Rk::reg(b), n: 1 });
            return Ok(Rk::reg(b));
        }
        self.expr(annotation)
    }

    /// The annotation of a variable in a class body or module.
    pub(super) fn variable_annotation(&mut self, s: &ast::StmtAnnAssign) -> Lowered<()> {
        match self.scopes.get(self.scope).kind {
            ScopeKind::Class => self.class_annotation(s),
            ScopeKind::Module => self.module_annotation(s),
            _ => Ok(()),
        }
    }

    fn class_annotation(&mut self, s: &ast::StmtAnnAssign) -> Lowered<()> {
        let mark = self.f.mark();
        let name = match &*s.target {
            Expr::Name(name) if s.simple => name,
            _ => {
                if !self.future_annotations {
                    self.expr(&s.annotation)?;
                }
                self.f.release(mark);
                return Ok(());
            }
        };
        let v = self.annotation(&s.annotation)?;
        let a = self.f.alloc()?;
        self.at(s.range);
        self.load_name("__annotations__", a, false)?;
        let key = self.scopes.mangle(self.scope, &name.id).into_owned();
        let b = self.f.constant(Const::Str(key.as_bytes().into()))?;
        self.f.emit(Instr::SetItem { a: Rk::reg(a), b, v });
        self.f.release(mark);
        Ok(())
    }

    /// Recorded where the code looks at them.
    fn module_annotation(&mut self, s: &ast::StmtAnnAssign) -> Lowered<()> {
        let recorded = match &*s.target {
            Expr::Name(name) if s.simple && self.scopes.mentions_annotations => Some(name),
            _ => None,
        };
        let evaluated = !self.future_annotations && !is_inert(&s.annotation);
        if recorded.is_none() && !evaluated {
            return Ok(());
        }
        self.f.muted += 1;
        let counted = self.f.counted;
        let mark = self.f.mark();
        let exc = self.f.alloc()?;
        let (failed, end, missing) = (self.f.label(), self.f.label(), self.f.label());
        let before = self.f.flow.clone();
        self.open_region();
        let v = self.annotation(&s.annotation)?;
        if let Some(name) = recorded {
            let a = self.f.alloc()?;
            self.at(s.range);
            self.load_name("__annotations__", a, false)?;
            let b = self.f.constant(Const::Str(name.id.as_bytes().into()))?;
            self.f.emit(Instr::SetItem { a: Rk::reg(a), b, v });
        }
        let ranges = self.close_region();
        self.f.jump(end);
        let depth = self.f.handled;
        self.handle(&ranges, failed, exc, depth, HandlerKind::Except);
        self.f.enter_handler(failed, before);
        self.f.jump_instr(Instr::JumpIfNameError { e: exc, to: 0 }, missing);
        self.f.emit(Instr::Rethrow { r: exc });
        self.f.dead();
        self.f.bind(missing);
        self.pop_handled(depth, exc);
        self.f.bind(end);
        self.f.release(mark);
        self.f.muted -= 1;
        self.f.counted = counted;
        Ok(())
    }

    /// Makes `__annotations__` where the body has annotated names.
    pub(super) fn set_up_annotations(&mut self) -> Lowered<()> {
        let id = self.f.scope;
        let wanted = self.scopes.get(id).has_annotations && (id != MODULE || self.scopes.mentions_annotations);
        if !wanted {
            return Ok(());
        }
        self.scopes.note(id, "__annotations__", flag::BOUND, self.f.span);
        let global = self.global_slot("__annotations__");
        let n = self.f.name_ref("__annotations__", global)?;
        self.f.emit(Instr::SetUpAnnotations { n });
        Ok(())
    }
}

/// Whether evaluating the annotation does nothing but, at most, miss a name.
fn is_inert(annotation: &Expr) -> bool {
    matches!(annotation, Expr::Name(_)) || constants::is_constant(annotation)
}
