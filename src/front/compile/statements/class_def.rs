//! Class definitions.
//!
//! The original counts in a class body only the values of assignments, annotations and one per method.

use std::sync::Arc;

use rustpython_ruff_python_ast::{self as ast, Expr, Stmt};

use crate::front::bytecode::code::{ClassDesc, Code, CodeKind, Const, Params};
use crate::front::bytecode::instr::Instr;
use crate::front::bytecode::operands::{Reg, Rk};
use crate::front::compile::error::Lowered;
use crate::front::compile::expressions::constant;
use crate::front::compile::symtable::{ScopeId, ScopeKind};
use crate::front::compile::{span, Lowerer};

impl Lowerer<'_> {
    pub(crate) fn class_def(&mut self, s: &ast::StmtClassDef) -> Lowered<Rk> {
        if let [Expr::Generator(e)] = s.arguments.as_deref().map_or(&[][..], |a| &a.args) {
            if !e.parenthesized {
                return crate::front::compile::symtable_builder::fail("invalid syntax", e.range);
            }
        }
        let decorators = self.decorators(&s.decorator_list)?;
        let d = self.f.alloc()?;
        let mark = self.f.mark();
        let b = self.f.alloc_n(2)?;
        let open = self.open_type_params(s.type_params.as_deref())?;
        let arguments = s.arguments.as_deref();
        let bases = arguments.map_or(&[][..], |a| &a.args);
        self.at(s.range);
        self.bases(bases, open.as_ref().map(|p| p.tuple), b, s)?;
        let keywords = arguments.map_or(&[][..], |a| &a.keywords);
        let no_callee = self.f.alloc()?;
        if keywords.iter().any(|k| k.arg.is_none()) {
            self.f.emit(Instr::Clear { r: no_callee });
        }
        self.keywords(keywords, b.offset(1), no_callee, s.range)?;
        let scope = self.scopes.of_node(s, ScopeKind::Class);
        let code = self.class_code(s, scope)?;
        let closure = self.closure(scope);
        let c = self.f.class_desc(ClassDesc { name: s.name.id.to_string(), code, closure })?;
        self.at(crate::front::compile::statements::definition_range(s.range, s.decorator_list.last(), self.source));
        self.f.emit(Instr::MakeClass { d, c, b });
        self.close_type_params(open);
        self.f.release(mark);
        self.decorate(decorators, d);
        Ok(Rk::reg(d))
    }

    /// Tuple or list of bases in `d`; with type parameters `Generic[...]` is added.
    fn bases(&mut self, bases: &[Expr], type_params: Option<Reg>, d: Reg, s: &ast::StmtClassDef) -> Lowered<()> {
        let mark = self.f.mark();
        let plain = bases.len() <= 60 && !bases.iter().any(Expr::is_starred_expr);
        if plain {
            let n = bases.len() + usize::from(type_params.is_some());
            let b = self.f.alloc_n(n)?;
            for (i, base) in bases.iter().enumerate() {
                self.expr_into(base, b.offset(i))?;
            }
            self.at(s.range);
            if let Some(params) = type_params {
                self.f.emit(Instr::SubscriptGeneric { d: b.offset(bases.len()), s: Rk::reg(params) });
            }
            self.f.emit(Instr::BuildTuple { d, b, n: n as u16 });
        } else {
            self.positional(bases, d, None, s.range)?;
            if let Some(params) = type_params {
                let v = self.f.alloc()?;
                self.f.emit(Instr::SubscriptGeneric { d: v, s: Rk::reg(params) });
                self.f.emit(Instr::ListAppend { l: d, v: Rk::reg(v) });
            }
        }
        self.f.release(mark);
        Ok(())
    }

    fn class_code(&mut self, s: &ast::StmtClassDef, scope: ScopeId) -> Lowered<Arc<Code>> {
        let generic = s.type_params.is_some();
        let qualname = self.scopes.get(scope).qualname.clone();
        self.enter(scope);
        self.f.flow.insert(0);
        self.at(s.range);
        let cell = self.scopes.get(scope).class_cell.map(Reg);
        if let Some(r) = cell {
            self.f.emit(Instr::MakeCell { r });
        }
        let namespace = self.scopes.get(scope).namespace_cell.map(Reg);
        if let Some(r) = namespace {
            self.f.emit(Instr::MakeCell { r });
            self.f.emit(Instr::StoreCell { r, s: Rk::reg(Reg(0)) });
        }
        self.class_prologue(s, &qualname, generic)?;
        let outer = self.open_class_annotations()?;
        let doc = constant::docstring(&s.body, self.source, self.options.version);
        for (i, stmt) in s.body.iter().enumerate() {
            self.class_statement(stmt, i == 0 && doc.is_some())?;
        }
        self.at(s.range);
        self.close_class_annotations(outer)?;
        self.static_attributes()?;
        let result = match cell {
            Some(r) => Rk::reg(r),
            None => self.f.constant(Const::None)?,
        };
        let result = match namespace {
            Some(namespace) => self.pair(result, Rk::reg(namespace))?,
            None => result,
        };
        self.f.emit(Instr::Return { s: result });
        self.exit(CodeKind::Class, Params::default(), doc, s.range)
    }

    fn pair(&mut self, first: Rk, second: Rk) -> Lowered<Rk> {
        let b = self.f.alloc_n(2)?;
        self.f.emit(Instr::Move { d: b, s: first });
        self.f.emit(Instr::Move { d: b.offset(1), s: second });
        self.f.emit(Instr::BuildTuple { d: b, b, n: 2 });
        Ok(Rk::reg(b))
    }

    /// What methods set on `self`, as the interpreter notes it since 3.13.
    fn static_attributes(&mut self) -> Lowered<()> {
        if self.options.version < (3, 13) {
            return Ok(());
        }
        let names = std::mem::take(&mut self.f.self_attributes);
        let names = names.iter().map(|name| Const::Str(name.as_bytes().into())).collect();
        let names = self.f.constant(Const::Tuple(names))?;
        self.class_entry("__static_attributes__", names)
    }

    /// `__module__`, `__qualname__`, `__firstlineno__` (since 3.13), `__type_params__`, `__doc__`, `__annotations__`.
    fn class_prologue(&mut self, s: &ast::StmtClassDef, qualname: &str, generic: bool) -> Lowered<()> {
        let mark = self.f.mark();
        let d = self.f.alloc()?;
        let slot = self.global_slot("__name__");
        self.f.emit(Instr::LoadGlobal { d, g: slot.0 });
        self.class_entry("__module__", Rk::reg(d))?;
        let name = self.f.constant(Const::Str(qualname.as_bytes().into()))?;
        self.class_entry("__qualname__", name)?;
        if self.options.version >= (3, 13) {
            let line = span(s.range).line(self.source);
            let line = self.f.constant(Const::Int(i64::try_from(line).unwrap_or(i64::MAX)))?;
            self.class_entry("__firstlineno__", line)?;
        }
        if generic {
            let variable = self.mangled_variable(".type_params")?;
            self.load_variable(variable, d, false);
            self.class_entry("__type_params__", Rk::reg(d))?;
        }
        self.f.release(mark);
        self.set_up_annotations()?;
        let Some(doc) = constant::docstring(&s.body, self.source, self.options.version) else { return Ok(()) };
        let doc = self.f.constant(doc)?;
        self.class_entry("__doc__", doc)
    }

    pub(crate) fn class_entry(&mut self, name: &str, s: Rk) -> Lowered<()> {
        let global = self.global_slot(name);
        let n = self.f.name_ref(name, global)?;
        self.f.emit(Instr::StoreName { s, n });
        Ok(())
    }

    fn class_statement(&mut self, stmt: &Stmt, is_doc: bool) -> Lowered<()> {
        match stmt {
            Stmt::Expr(_) if is_doc => Ok(()),
            Stmt::Pass(_) => Ok(()),
            Stmt::Assign(s) => {
                self.assign_statement(s)?;
                self.end_statement();
                Ok(())
            }
            Stmt::AnnAssign(s) => {
                self.f.span = span(s.range);
                self.annotated_assign(s)?;
                self.end_statement();
                Ok(())
            }
            other => self.statement(other, None),
        }
    }
}
