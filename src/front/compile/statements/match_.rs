//! `match`: each pattern falls through when it matches and jumps to `fail` when it does not. Names are
//! bound when the whole pattern has matched, before the guard.

use rustpython_ruff_python_ast::{self as ast, Pattern, Singleton};
use rustpython_ruff_text_size::Ranged;

use crate::front::bytecode::code::{Const, MatchClassDesc};
use crate::front::bytecode::instr::Instr;
use crate::front::bytecode::operands::{CmpOp, Reg, Rk};
use crate::front::compile::code_builder::Label;
use crate::front::compile::error::Lowered;
use crate::front::compile::statements::match_checks::{self, is_wildcard};
use crate::front::compile::symtable_builder::fail as refuse;
use crate::front::compile::Lowerer;

/// Names that a matching pattern will bind, with where their values are.
type Captures<'p> = Vec<(&'p ast::Identifier, Reg)>;

impl Lowerer<'_> {
    pub(crate) fn match_statement(&mut self, s: &ast::StmtMatch) -> Lowered<()> {
        match_checks::check_cases(s, self.source)?;
        let mark = self.f.mark();
        let subject = self.f.alloc()?;
        self.expr_into(&s.subject, subject)?;
        let end = self.f.label();
        for case in &s.cases {
            let next = self.f.label();
            let each = self.f.mark();
            let mut captures = Captures::new();
            self.pattern(&case.pattern, subject, next, &mut captures)?;
            for (name, value) in captures {
                self.store_name(&name.id, Rk::reg(value), name.range)?;
            }
            if let Some(guard) = &case.guard {
                self.condition(guard, next, false)?;
            }
            self.f.release(each);
            self.block(&case.body, None)?;
            self.at(case.range);
            self.f.jump(end);
            self.f.bind(next);
        }
        self.f.bind(end);
        if self.f.loops == 0 {
            self.f.emit(Instr::Clear { r: subject });
        }
        self.f.release(mark);
        Ok(())
    }

    /// Registers of a pattern's parts stay allocated until the case is decided: captures refer to them.
    fn pattern<'p>(&mut self, pattern: &'p Pattern, subject: Reg, fail: Label, captures: &mut Captures<'p>) -> Lowered<()> {
        self.f.op(1);
        self.at(pattern.range());
        match pattern {
            Pattern::MatchValue(p) => {
                let b = self.expr(&p.value)?;
                self.at(p.range);
                self.f.jump_instr(Instr::JumpUnless { op: CmpOp::Eq, a: Rk::reg(subject), b, to: 0 }, fail);
                Ok(())
            }
            Pattern::MatchSingleton(p) => {
                let b = self.f.constant(match p.value {
                    Singleton::None => Const::None,
                    Singleton::True => Const::Bool(true),
                    Singleton::False => Const::Bool(false),
                })?;
                self.f.jump_instr(Instr::JumpUnless { op: CmpOp::Is, a: Rk::reg(subject), b, to: 0 }, fail);
                Ok(())
            }
            Pattern::MatchSequence(p) => self.sequence_pattern(p, subject, fail, captures),
            Pattern::MatchMapping(p) => self.mapping_pattern(p, subject, fail, captures),
            Pattern::MatchClass(p) => self.class_pattern(p, subject, fail, captures),
            Pattern::MatchStar(p) => refuse("can't use starred expression here", p.range),
            Pattern::MatchAs(p) => {
                if let Some(inner) = &p.pattern {
                    self.pattern(inner, subject, fail, captures)?;
                }
                captures.extend(p.name.as_ref().map(|name| (name, subject)));
                Ok(())
            }
            Pattern::MatchOr(p) => self.or_pattern(p, subject, fail, captures),
        }
    }

    fn sequence_pattern<'p>(
        &mut self,
        p: &'p ast::PatternMatchSequence,
        subject: Reg,
        fail: Label,
        captures: &mut Captures<'p>,
    ) -> Lowered<()> {
        let s = Rk::reg(subject);
        let star = p.patterns.iter().position(|p| matches!(p, Pattern::MatchStar(_)));
        let least = p.patterns.len() - usize::from(star.is_some());
        let flag = self.f.alloc()?;
        self.f.emit(Instr::MatchSequence { d: flag, s });
        self.jump_if(flag, false, fail);
        if star.is_none() || least > 0 {
            self.f.emit(Instr::MatchLen { d: flag, s });
            let b = self.f.constant(Const::Int(least as i64))?;
            let op = if star.is_some() { CmpOp::Ge } else { CmpOp::Eq };
            self.f.jump_instr(Instr::JumpUnless { op, a: Rk::reg(flag), b, to: 0 }, fail);
        }
        if p.patterns.iter().all(is_wildcard) {
            return Ok(());
        }
        if let Some(at) = star.filter(|at| p.patterns.get(*at).is_some_and(is_wildcard)) {
            return self.ends_pattern(p, at, subject, fail, captures);
        }
        let b = self.f.alloc_n(p.patterns.len())?;
        match star {
            None => self.f.emit(Instr::Unpack { b, s, n: p.patterns.len() as u16 }),
            Some(at) => {
                let Ok(before) = u8::try_from(at) else {
                    return refuse("too many expressions in star-unpacking sequence pattern", p.range);
                };
                self.f.emit(Instr::UnpackEx { before, b, s, after: (least - at) as u16 });
            }
        }
        for (i, part) in p.patterns.iter().enumerate() {
            match part {
                Pattern::MatchStar(star) => captures.extend(star.name.as_ref().map(|name| (name, b.offset(i)))),
                part => self.pattern(part, b.offset(i), fail, captures)?,
            }
        }
        Ok(())
    }

    /// Items beside a `*_`, asked for one by one: nobody wants those between them.
    fn ends_pattern<'p>(
        &mut self,
        p: &'p ast::PatternMatchSequence,
        star: usize,
        subject: Reg,
        fail: Label,
        captures: &mut Captures<'p>,
    ) -> Lowered<()> {
        let s = Rk::reg(subject);
        for (i, part) in p.patterns.iter().enumerate().filter(|(_, part)| !is_wildcard(part)) {
            let item = self.f.alloc()?;
            let index = if i < star {
                self.f.constant(Const::Int(i as i64))?
            } else {
                self.f.emit(Instr::MatchLen { d: item, s });
                let from_end = self.f.constant(Const::Int((p.patterns.len() - i) as i64))?;
                self.f.emit(Instr::Sub { d: item, a: Rk::reg(item), b: from_end });
                Rk::reg(item)
            };
            self.f.emit(Instr::GetItem { d: item, a: s, b: index });
            self.pattern(part, item, fail, captures)?;
        }
        Ok(())
    }

    fn mapping_pattern<'p>(
        &mut self,
        p: &'p ast::PatternMatchMapping,
        subject: Reg,
        fail: Label,
        captures: &mut Captures<'p>,
    ) -> Lowered<()> {
        let s = Rk::reg(subject);
        let flag = self.f.alloc()?;
        self.f.emit(Instr::MatchMapping { d: flag, s });
        self.jump_if(flag, false, fail);
        let count = p.keys.len();
        let Ok(n) = u8::try_from(count) else {
            return refuse("too many sub-patterns in mapping pattern", p.range);
        };
        let keys = self.f.alloc_n(count)?;
        if n > 0 {
            self.f.emit(Instr::MatchLen { d: flag, s });
            let b = self.f.constant(Const::Int(i64::from(n)))?;
            self.f.jump_instr(Instr::JumpUnless { op: CmpOp::Ge, a: Rk::reg(flag), b, to: 0 }, fail);
            for (i, key) in p.keys.iter().enumerate() {
                self.expr_into(key, keys.offset(i))?;
            }
            let d = self.f.alloc_n(count + 1)?;
            self.at(p.range);
            self.f.emit(Instr::MatchKeys { n, d, s, b: keys });
            self.jump_if(d.offset(count), false, fail);
            for (i, part) in p.patterns.iter().enumerate() {
                self.pattern(part, d.offset(i), fail, captures)?;
            }
        }
        if let Some(rest) = &p.rest {
            let d = self.f.alloc()?;
            self.at(p.range);
            self.f.emit(Instr::MatchRest { n, d, s, b: keys });
            captures.push((rest, d));
        }
        Ok(())
    }

    fn class_pattern<'p>(&mut self, p: &'p ast::PatternMatchClass, subject: Reg, fail: Label, captures: &mut Captures<'p>) -> Lowered<()> {
        let b = self.f.alloc_n(2)?;
        self.expr_into(&p.cls, b)?;
        self.at(p.range);
        self.f.emit(Instr::Move { d: b.offset(1), s: Rk::reg(subject) });
        let positional = &p.arguments.patterns;
        let keywords = &p.arguments.keywords;
        let mut names = Vec::with_capacity(keywords.len());
        for keyword in keywords {
            // (The names of patterns are those of attributes as they are, in the body of a class too.)
            self.refuse_dunder(&keyword.attr, &keyword.attr.id);
            names.push(keyword.attr.id.to_string());
        }
        let Ok(count) = u16::try_from(positional.len()) else {
            return refuse("too many sub-patterns in class pattern", p.range);
        };
        let k = self.f.match_class(MatchClassDesc { positional: count, keywords: names })?;
        let total = positional.len() + keywords.len();
        let d = self.f.alloc_n(total + 1)?;
        self.at(p.range);
        self.f.emit(Instr::MatchClass { d, b, k });
        self.jump_if(d.offset(total), false, fail);
        let parts = positional.iter().chain(keywords.iter().map(|k| &k.pattern));
        for (i, part) in parts.enumerate() {
            self.pattern(part, d.offset(i), fail, captures)?;
        }
        Ok(())
    }

    /// The alternatives put what they capture into the same registers.
    fn or_pattern<'p>(&mut self, p: &'p ast::PatternMatchOr, subject: Reg, fail: Label, captures: &mut Captures<'p>) -> Lowered<()> {
        let Some((last, first)) = p.patterns.split_last() else { return Ok(()) };
        let matched = self.f.label();
        let mut names = Vec::new();
        match_checks::captures(last, &mut names);
        let shared = self.f.alloc_n(names.len())?;
        for alternative in first {
            let next = self.f.label();
            self.alternative(alternative, subject, next, &names, shared)?;
            self.f.jump(matched);
            self.f.bind(next);
        }
        let own = self.alternative(last, subject, fail, &names, shared)?;
        self.f.bind(matched);
        captures.extend(own);
        Ok(())
    }

    fn alternative<'p>(&mut self, pattern: &'p Pattern, subject: Reg, fail: Label, names: &[&str], shared: Reg) -> Lowered<Captures<'p>> {
        let mut own = Captures::new();
        self.pattern(pattern, subject, fail, &mut own)?;
        for (name, value) in &mut own {
            if let Some(i) = names.iter().position(|n| *n == name.id.as_str()) {
                let d = shared.offset(i);
                self.f.emit(Instr::Move { d, s: Rk::reg(*value) });
                *value = d;
            }
        }
        Ok(own)
    }
}
