//! `import`, `from … import`, future statements.

use rustpython_ruff_python_ast::{self as ast, Stmt};
use rustpython_ruff_text_size::Ranged;

use crate::front::bytecode::code::ImportDesc;
use crate::front::bytecode::instr::Instr;
use crate::front::bytecode::operands::Rk;
use crate::front::compile::error::Lowered;
use crate::front::compile::symtable_builder::fail;
use crate::front::compile::Lowerer;

const FEATURES: [&str; 10] = [
    "nested_scopes",
    "generators",
    "division",
    "absolute_import",
    "with_statement",
    "print_function",
    "unicode_literals",
    "barry_as_FLUFL",
    "generator_stop",
    "annotations",
];

/// Whether the future statements at the start ask for annotations as texts.
pub(crate) fn wants_text_annotations(body: &[Stmt]) -> bool {
    future_statements(body).flat_map(|s| &s.names).any(|alias| &*alias.name == "annotations")
}

/// Those at the start of a module; a docstring may come before them.
fn future_statements(body: &[Stmt]) -> impl Iterator<Item = &ast::StmtImportFrom> {
    let docstring = matches!(body.first(), Some(Stmt::Expr(s)) if s.value.is_string_literal_expr());
    body.iter().skip(usize::from(docstring)).map_while(|s| match s {
        Stmt::ImportFrom(s) if s.level == 0 && s.module.as_ref().is_some_and(|m| &**m == "__future__") => Some(s),
        _ => None,
    })
}

impl Lowerer<'_> {
    pub(crate) fn import(&mut self, s: &ast::StmtImport) -> Lowered<()> {
        for alias in &s.names {
            let mark = self.f.mark();
            let d = self.f.alloc()?;
            let module = alias.name.id.to_string();
            let desc = ImportDesc { module, level: 0, leaf: alias.asname.is_some(), from: Vec::new() };
            let k = self.f.import_desc(desc)?;
            self.at(s.range);
            self.f.emit(Instr::Import { d, k });
            let name = match &alias.asname {
                Some(name) => name.id.as_str(),
                None => alias.name.id.split('.').next().unwrap_or_default(),
            };
            self.store_name(name, Rk::reg(d), alias.range)?;
            self.f.release(mark);
        }
        Ok(())
    }

    pub(crate) fn import_from(&mut self, s: &ast::StmtImportFrom) -> Lowered<()> {
        let module = s.module.as_ref().map_or(String::new(), |m| m.id.to_string());
        if module == "__future__" && s.level == 0 && !self.is_future_place(s) {
            return fail("from __future__ imports must occur at the beginning of the file", s.range);
        }
        let mark = self.f.mark();
        let m = self.f.alloc()?;
        let from = s.names.iter().map(|a| a.name.id.to_string()).collect();
        let k = self.f.import_desc(ImportDesc { module, level: s.level, leaf: true, from })?;
        self.at(s.range);
        self.f.emit(Instr::Import { d: m, k });
        for alias in &s.names {
            if &*alias.name == "*" {
                self.at(s.range);
                self.f.emit(Instr::ImportStar { m });
                continue;
            }
            let each = self.f.mark();
            let d = self.f.alloc()?;
            let n = self.f.name(&alias.name.id)?;
            self.at(s.range);
            self.f.emit(Instr::ImportFrom { d, m, n });
            let name = alias.asname.as_ref().unwrap_or(&alias.name);
            self.store_name(&name.id, Rk::reg(d), alias.range)?;
            self.f.release(each);
        }
        self.f.release(mark);
        Ok(())
    }

    fn is_future_place(&self, s: &ast::StmtImportFrom) -> bool {
        self.future_end.is_some_and(|end| s.range.end() <= end)
    }

    /// Reads the future statements at the start of a module.
    pub(crate) fn future_imports(&mut self, body: &[Stmt]) -> Lowered<()> {
        for s in future_statements(body) {
            for alias in &s.names {
                self.future_feature(alias)?;
            }
            self.future_end = Some(s.range.end());
        }
        Ok(())
    }

    fn future_feature(&mut self, alias: &ast::Alias) -> Lowered<()> {
        let name = alias.name.id.as_str();
        if name == "braces" {
            return fail("not a chance", alias.range());
        }
        if !FEATURES.contains(&name) {
            return fail(format!("future feature {name} is not defined"), alias.range());
        }
        self.future_annotations |= name == "annotations";
        Ok(())
    }
}
