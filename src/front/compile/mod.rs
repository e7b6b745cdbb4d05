//! Lowering: one walk over the syntax tree that maps each node to guarded instructions.
//!
//! Scopes are resolved first (`collect`, `scope`); then each scope with a frame becomes one `Code`.
//! Registers that hold variables are used as operands where they are; `flow` knows which are bound.

pub mod assemble;
pub mod code_builder;
pub mod control_blocks;
pub mod definite_assignment;
pub mod error;
pub mod expressions;
pub mod names;
pub mod places;
pub mod statements;
pub mod symtable;
pub mod symtable_builder;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::sync::Arc;

use rustpython_ruff_python_ast::Stmt;
use rustpython_ruff_text_size::{TextRange, TextSize};

use crate::front::bytecode::code::{Code, CodeKind, Const, FreeSource, Params, Program, Suspends};
pub use crate::front::bytecode::disasm::listing;
use crate::front::bytecode::global_names::{GlobalNames, GlobalSlot};
use crate::front::bytecode::instr::Instr;
use crate::front::bytecode::operands::{Reg, GLOBAL_REGISTERS};
pub use crate::front::bytecode::verify::verify;
use crate::front::compile::code_builder::{About, Frame, Lines};
use crate::front::compile::expressions::constant;
use crate::front::compile::symtable::{flag, Access, ScopeId, ScopeKind, Scopes, MODULE};
use crate::front::compile::symtable_builder::span;
use crate::front::parse::span::Span;
use crate::front::parse::Parsed;
pub use error::{LowerError, Lowered};

/// What lowering needs to know of the session.
pub struct LowerOptions<'a> {
    /// Numbering of global names; new ones are added.
    pub names: &'a mut GlobalNames,
    /// Whether a slot holds a value now.
    pub bound: &'a dyn Fn(GlobalSlot) -> bool,
    /// Whether a name belongs to a tool and may not be bound.
    pub is_tool: &'a dyn Fn(&str) -> bool,
    /// Host version.
    pub version: (u8, u8),
    /// Charges are told apart by lines, for a profile.
    pub by_line: bool,
    /// `return` outside of functions ends the program with its value.
    pub top_level_return: bool,
}

/// Lowers a parsed snippet. Errors are SyntaxErrors that the grammar does not show.
pub fn lower(parsed: &Parsed, options: LowerOptions<'_>) -> Lowered<Program> {
    parsed.with_stack(|| {
        let scopes = symtable_builder::collect(parsed.body(), options.version)?;
        Lowerer::new(scopes, options, parsed.source()).program(parsed.body())
    })
}

struct Lowerer<'a> {
    /// The frame being built; `outer` are those around it, with the scope they were in.
    f: Frame,
    outer: Vec<(Frame, ScopeId)>,
    scope: ScopeId,
    scopes: Scopes,
    options: LowerOptions<'a>,
    source: &'a Arc<str>,
    future_annotations: bool,
    /// List of the lazy annotations of the class body that is being lowered.
    class_annotations: Option<Reg>,
    /// End of the last future statement at the start.
    future_end: Option<TextSize>,
    stored: BTreeSet<u32>,
    /// Iterators of the clauses around the one being lowered, for a jump out of all of them.
    iterators: Vec<Reg>,
    /// The comprehension that is being lowered.
    comprehension: TextRange,
    used: BTreeSet<u32>,
    /// Where charges are told apart by lines.
    lines: Option<Lines>,
}

impl<'a> Lowerer<'a> {
    fn new(scopes: Scopes, options: LowerOptions<'a>, source: &'a Arc<str>) -> Lowerer<'a> {
        let lines = options.by_line.then(|| Lines::of(source));
        let first_temp = GLOBAL_REGISTERS + scopes.get(MODULE).slot_names.len() as u16;
        let f = Frame::new(MODULE, GLOBAL_REGISTERS, first_temp, lines.clone());
        Lowerer {
            f,
            outer: Vec::new(),
            scope: MODULE,
            scopes,
            options,
            source,
            future_annotations: false,
            class_annotations: None,
            future_end: None,
            stored: BTreeSet::new(),
            iterators: Vec::new(),
            comprehension: TextRange::default(),
            used: BTreeSet::new(),
            lines,
        }
    }

    fn program(mut self, body: &[Stmt]) -> Lowered<Program> {
        self.future_imports(body)?;
        self.start_module();
        let result = self.top_level(body)?;
        self.f.emit(Instr::Return { s: result });
        let whole = Span::new(0, u32::try_from(self.source.len()).unwrap_or(u32::MAX));
        let about = About {
            name: "<module>".to_owned(),
            qualname: "<module>".to_owned(),
            kind: CodeKind::Module,
            suspends: if self.scopes.get(MODULE).is_async { Suspends::Coroutine } else { Suspends::No },
            params: Params::default(),
            slot_names: self.scopes.get(MODULE).slot_names.clone(),
            free_names: Vec::new(),
            doc: constant::docstring(body, self.source, self.options.version),
            span: whole,
        };
        let slots = |marks: &BTreeSet<u32>| -> Vec<GlobalSlot> { marks.iter().copied().map(GlobalSlot).collect() };
        let (stored, used) = (slots(&self.stored), slots(&self.used));
        Ok(Program {
            module: code_builder::shared(self.f.finish(about)?),
            statements: body.iter().map(|s| span(statements::whole_range(s, self.source))).collect(),
            stored,
            used,
            source: Arc::clone(self.source),
        })
    }

    /// What is bound before the snippet starts, and what it may unbind.
    fn start_module(&mut self) {
        let names: Vec<(Box<str>, u16)> = self.scopes.get(MODULE).symbols.iter().map(|(n, s)| (n.clone(), s.flags)).collect();
        let mut never = Vec::new();
        for name in std::mem::take(&mut self.scopes.deleted_globals) {
            never.push(self.options.names.slot(&name));
        }
        for (name, flags) in names {
            let slot = self.options.names.slot(&name);
            let Some(reg) = global_register(slot) else { continue };
            let bit = self.bit(reg);
            if flags & flag::DELETED != 0 || never.contains(&slot) {
                self.f.deletable.push(bit);
            }
            if (self.options.bound)(slot) && !never.contains(&slot) {
                self.f.flow.insert(bit);
            }
        }
    }

    /// Starts the code of a scope with a frame of its own.
    fn enter(&mut self, scope: ScopeId) {
        let slots = self.scopes.get(scope).slot_names.len() as u16;
        let mut frame = Frame::new(scope, 0, slots, self.lines.clone());
        frame.enter(self.f.node);
        let before = std::mem::replace(&mut self.f, frame);
        self.outer.push((before, self.scope));
        self.scope = scope;
        let deletable = self.scopes.get(scope).symbols.values();
        self.f.deletable =
            deletable.filter(|s| s.owner == Some(scope) && s.flags & flag::DELETED != 0).map(|s| usize::from(s.slot)).collect();
    }

    /// Ends the code of the innermost frame.
    fn exit(&mut self, kind: CodeKind, params: Params, doc: Option<Const>, place: TextRange) -> Lowered<Arc<Code>> {
        let id = self.f.scope;
        let suspends = self.suspends(id);
        let scope = self.scopes.get(id);
        let about = About {
            name: scope.name.clone(),
            qualname: scope.qualname.clone(),
            kind,
            suspends,
            params,
            slot_names: scope.slot_names.clone(),
            free_names: scope.frees.iter().map(|(_, n)| n.to_string()).collect(),
            doc,
            span: span(place),
        };
        let Some((outer, scope)) = self.outer.pop() else {
            return Err(LowerError::new("unbalanced frames", span(place)));
        };
        let frame = std::mem::replace(&mut self.f, outer);
        self.scope = scope;
        Ok(code_builder::shared(frame.finish(about)?))
    }

    fn suspends(&self, id: ScopeId) -> Suspends {
        let scope = self.scopes.get(id);
        match scope.kind {
            ScopeKind::Generator if scope.has_await => Suspends::AsyncGenerator,
            ScopeKind::Generator => Suspends::Generator,
            _ if scope.is_async && scope.has_yield => Suspends::AsyncGenerator,
            _ if scope.is_async => Suspends::Coroutine,
            _ if scope.has_yield => Suspends::Generator,
            _ => Suspends::No,
        }
    }

    /// Where the frame that makes a function finds what `scope` captures.
    fn closure(&mut self, scope: ScopeId) -> Vec<FreeSource> {
        let frees = self.scopes.get(scope).frees.clone();
        let frame = self.f.scope;
        frees
            .iter()
            .map(|(owner, name)| match self.scopes.captured(frame, *owner, name) {
                Access::Cell(slot) | Access::Slot(slot) => FreeSource::Cell(self.slot_register(slot)),
                Access::Free(i) => FreeSource::Free(i),
                _ => FreeSource::Free(u16::MAX),
            })
            .collect()
    }

    fn in_module(&self) -> bool {
        self.f.scope == MODULE
    }

    /// Register of a local slot in the current frame.
    fn slot_register(&self, slot: u16) -> Reg {
        if self.in_module() {
            Reg(GLOBAL_REGISTERS + slot)
        } else {
            Reg(slot)
        }
    }

    /// Place of a variable's register in `Flow`.
    fn bit(&self, reg: Reg) -> usize {
        if !self.in_module() {
            usize::from(reg.0)
        } else if reg.0 < GLOBAL_REGISTERS {
            usize::from(reg.0) * 2
        } else {
            usize::from(reg.0 - GLOBAL_REGISTERS) * 2 + 1
        }
    }

    fn at(&mut self, range: TextRange) {
        self.f.span = span(range);
    }

    fn scratch(&self, d: Reg) -> Option<Reg> {
        self.f.is_temp(d).then_some(d)
    }
}

/// The register of a global slot, for the slots that have one.
fn global_register(slot: GlobalSlot) -> Option<Reg> {
    u16::try_from(slot.0).ok().filter(|r| *r < GLOBAL_REGISTERS).map(Reg)
}
