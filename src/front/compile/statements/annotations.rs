//! Annotations, evaluated as the host version does: where they stand, or from 3.14 on when somebody asks (PEP 649).
//! Where they stand they count nothing outside of class bodies.
//!
//! Those of a module's variables may name what is not there: the original never evaluates them, and models
//! write `x: List[int] = []` without the import. They are evaluated where that could be noticed otherwise.

use rustpython_ruff_python_ast::{self as ast, Expr};
use rustpython_ruff_text_size::Ranged;

use crate::front::bytecode::code::{Annotations, Const, HandlerKind};
use crate::front::bytecode::instr::Instr;
use crate::front::bytecode::operands::{Reg, Rk};
use crate::front::compile::error::Lowered;
use crate::front::compile::expressions::constant;
use crate::front::compile::symtable::{flag, ScopeKind, MODULE};
use crate::front::compile::Lowerer;

impl Lowerer<'_> {
    /// A function's annotations in `d`.
    pub(crate) fn annotations(&mut self, s: &ast::StmtFunctionDef, d: Reg) -> Lowered<Annotations> {
        let annotated = annotated(s);
        if annotated.is_empty() {
            return Ok(Annotations::None);
        }
        self.f.muted += 1;
        let counted = self.f.counted;
        self.at(s.range);
        let lazy = self.scopes.lazy_annotations;
        if lazy {
            self.f.emit(Instr::BuildList { d, b: d, n: 0 });
        } else {
            self.f.emit(Instr::BuildDict { d, b: d, n: 0 });
        }
        for (name, annotation) in annotated {
            let name = self.scopes.mangle(self.scope, name).into_owned();
            if lazy {
                self.lazy_annotation(d, &name, annotation)?;
            } else {
                self.annotation_entry(d, &name, annotation)?;
            }
        }
        if lazy {
            self.f.emit(Instr::MakeAnnotate { d, s: Rk::reg(d) });
        }
        self.f.muted -= 1;
        self.f.counted = counted;
        Ok(if lazy { Annotations::Lazy } else { Annotations::Values })
    }

    /// Adds an annotation to the list for `MakeAnnotate`.
    fn lazy_annotation(&mut self, l: Reg, name: &str, annotation: &Expr) -> Lowered<()> {
        let mark = self.f.mark();
        let v = self.f.alloc()?;
        // The original evaluates annotations of class bodies where they stand.
        let counted = self.thunk(annotation, v, annotation.range())?;
        self.recount(counted);
        let source = self.source.get(annotation.range().to_std_range()).unwrap_or_default();
        let name = self.f.constant(Const::Str(name.as_bytes().into()))?;
        let text = self.f.constant(Const::Str(source.as_bytes().into()))?;
        for v in [name, Rk::reg(v), text] {
            self.f.emit(Instr::ListAppend { l, v });
        }
        self.f.release(mark);
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
            let text = constant::source_text(annotation, self.source);
            return self.f.constant(Const::Annotation(text.into()));
        }
        self.single(annotation)
    }

    /// One value; `*args: *Ts` unpacks it.
    pub(crate) fn single(&mut self, e: &Expr) -> Lowered<Rk> {
        let Expr::Starred(starred) = e else { return self.expr(e) };
        let b = self.f.alloc()?;
        self.expr_into(&starred.value, b)?;
        self.f.emit(Instr::Unpack { b, s: Rk::reg(b), n: 1 });
        Ok(Rk::reg(b))
    }

    /// The annotation of a variable in a class body or module.
    pub(crate) fn variable_annotation(&mut self, s: &ast::StmtAnnAssign) -> Lowered<()> {
        match self.scopes.get(self.scope).kind {
            ScopeKind::Class if self.scopes.lazy_annotations => self.lazy_class_annotation(s),
            // Nobody can ask for those of a snippet.
            ScopeKind::Module if self.scopes.lazy_annotations => Ok(()),
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

    /// Those of the statements that are reached.
    fn lazy_class_annotation(&mut self, s: &ast::StmtAnnAssign) -> Lowered<()> {
        match (&*s.target, self.class_annotations) {
            (Expr::Name(name), Some(list)) if s.simple => {
                let key = self.scopes.mangle(self.scope, &name.id).into_owned();
                self.lazy_annotation(list, &key, &s.annotation)
            }
            _ => Ok(()),
        }
    }

    /// Starts the list of a class body's lazy annotations; what the body around has.
    pub(crate) fn open_class_annotations(&mut self) -> Lowered<Option<Reg>> {
        let wanted = self.scopes.lazy_annotations && self.scopes.get(self.f.scope).has_annotations;
        let list = if wanted { Some(self.f.alloc()?) } else { None };
        if let Some(d) = list {
            self.f.emit(Instr::BuildList { d, b: d, n: 0 });
        }
        Ok(std::mem::replace(&mut self.class_annotations, list))
    }

    /// Stores what makes them in the namespace.
    pub(crate) fn close_class_annotations(&mut self, outer: Option<Reg>) -> Lowered<()> {
        if let Some(d) = std::mem::replace(&mut self.class_annotations, outer) {
            self.f.emit(Instr::MakeAnnotate { d, s: Rk::reg(d) });
            self.class_entry("__annotate_func__", Rk::reg(d))?;
        }
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
    pub(crate) fn set_up_annotations(&mut self) -> Lowered<()> {
        let id = self.f.scope;
        let wanted =
            !self.scopes.lazy_annotations && self.scopes.get(id).has_annotations && (id != MODULE || self.scopes.mentions_annotations);
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

/// Names and annotations of a function, in the order in which they are evaluated: parameters that are positional alone
/// come after those that are not.
fn annotated(s: &ast::StmtFunctionDef) -> Vec<(&str, &Expr)> {
    let p = &s.parameters;
    let named = p.args.iter().chain(&p.posonlyargs).map(|p| &p.parameter);
    let keyword = p.kwonlyargs.iter().map(|p| &p.parameter);
    let parameters = named.chain(p.vararg.as_deref()).chain(keyword).chain(p.kwarg.as_deref());
    let annotated = parameters.filter_map(|p| Some((p.name.id.as_str(), p.annotation()?)));
    annotated.chain(s.returns.as_deref().map(|returns| ("return", returns))).collect()
}

/// Whether evaluating the annotation does nothing but, at most, miss a name.
fn is_inert(annotation: &Expr) -> bool {
    matches!(annotation, Expr::Name(_)) || constant::is_constant(annotation)
}
