//! What CPython's compiler refuses in patterns.

use rustc_hash::FxHashSet;
use rustpython_ruff_python_ast::{self as ast, Expr, Operator, Pattern};
use rustpython_ruff_text_size::Ranged;

use crate::front::bytecode::code::Const;
use crate::front::compile::error::Lowered;
use crate::front::compile::expressions::constant;
use crate::front::compile::symtable_builder::fail;

/// Checks the patterns of a statement: only the last case may be irrefutable.
pub fn check_cases(s: &ast::StmtMatch, source: &str) -> Lowered<()> {
    let last = s.cases.len().saturating_sub(1);
    for (i, case) in s.cases.iter().enumerate() {
        if i < last && case.guard.is_none() {
            refutable(&case.pattern)?;
        }
        check(&case.pattern, source)?;
        unique(&case.pattern, &mut FxHashSet::default())?;
    }
    Ok(())
}

fn refutable(pattern: &Pattern) -> Lowered<()> {
    let Pattern::MatchAs(p) = pattern else {
        // The last alternative of an or-pattern may be irrefutable; then the whole is.
        if let Pattern::MatchOr(or) = pattern {
            return or.patterns.last().map_or(Ok(()), refutable);
        }
        return Ok(());
    };
    match (&p.pattern, &p.name) {
        (Some(inner), _) => refutable(inner),
        (None, Some(name)) => fail(format!("name capture '{}' makes remaining patterns unreachable", name.id), p.range),
        (None, None) => fail("wildcard makes remaining patterns unreachable", p.range),
    }
}

fn check(pattern: &Pattern, source: &str) -> Lowered<()> {
    match pattern {
        Pattern::MatchSequence(p) => {
            let stars = p.patterns.iter().filter(|p| matches!(p, Pattern::MatchStar(_))).count();
            if stars > 1 {
                return fail("multiple starred expressions in sequence pattern", p.range);
            }
            p.patterns.iter().try_for_each(|p| check(p, source))
        }
        Pattern::MatchMapping(p) => {
            if p.rest.as_ref().is_some_and(|rest| rest.id == "_") {
                return fail("invalid syntax", p.range);
            }
            let mut seen: Vec<Const> = Vec::new();
            for key in &p.keys {
                let Some(constant) = constant_key(key, source) else { continue };
                if seen.contains(&constant) {
                    let text = constant::source_text(key, source);
                    return fail(format!("mapping pattern checks duplicate key ({text})"), p.range);
                }
                seen.push(constant);
            }
            p.patterns.iter().try_for_each(|p| check(p, source))
        }
        Pattern::MatchClass(p) => {
            let mut seen = FxHashSet::default();
            for keyword in &p.arguments.keywords {
                if !seen.insert(keyword.attr.id.as_str()) {
                    let text = format!("attribute name repeated in class pattern: {}", keyword.attr.id);
                    return fail(text, keyword.pattern.range());
                }
            }
            let inner = p.arguments.patterns.iter().chain(p.arguments.keywords.iter().map(|k| &k.pattern));
            inner.into_iter().try_for_each(|p| check(p, source))
        }
        Pattern::MatchValue(p) if p.value.is_f_string_expr() || p.value.is_t_string_expr() => {
            fail("patterns may only match literals and attribute lookups", p.range)
        }
        // What the parser crate takes behind a minus sign.
        Pattern::MatchValue(p) if matches!(&*p.value, Expr::UnaryOp(negated) if !negated.operand.is_number_literal_expr()) => {
            fail("invalid syntax", p.range)
        }
        Pattern::MatchAs(p) if p.pattern.is_some() && p.name.as_ref().is_some_and(|name| name.id == "_") => {
            fail("cannot use '_' as a target", p.range)
        }
        Pattern::MatchAs(p) => p.pattern.as_deref().map_or(Ok(()), |p| check(p, source)),
        Pattern::MatchOr(p) => {
            if let Some((_, first)) = p.patterns.split_last() {
                first.iter().try_for_each(refutable)?;
            }
            p.patterns.iter().try_for_each(|p| check(p, source))
        }
        _ => Ok(()),
    }
}

/// A constant that keys of a mapping are told apart by: equal numbers are one key.
fn constant_key(key: &Expr, source: &str) -> Option<Const> {
    match key {
        Expr::BinOp(sum) => {
            let imaginary = match (sum.op, constant_key(&sum.right, source)?) {
                (Operator::Sub, Const::Imaginary(imaginary)) => Const::Imaginary(-imaginary),
                (_, imaginary) => imaginary,
            };
            Some(match (constant_key(&sum.left, source)?, imaginary) {
                (real, Const::Int(0)) => real,
                (Const::Int(0), imaginary) => imaginary,
                (real, imaginary) => Const::Tuple(vec![real, imaginary]),
            })
        }
        // An imaginary number, which is not folded.
        Expr::UnaryOp(negated) if constant::constant(key, source).is_none() => match constant_key(&negated.operand, source)? {
            Const::Imaginary(imaginary) => Some(Const::Imaginary(-imaginary)),
            zero => Some(zero),
        },
        _ => constant::constant(key, source).map(|(found, _)| number(found)),
    }
}

/// The integer that a number is equal to, if there is one.
fn number(found: Const) -> Const {
    /// Floats below are integers of the size of `Const::Int` where they are whole.
    const WHOLE: f64 = (1_u64 << 62) as f64;
    match found {
        Const::Bool(value) => Const::Int(value.into()),
        Const::Float(value) if value.fract() == 0.0 && value.abs() < WHOLE => Const::Int(value as i64),
        Const::Imaginary(0.0) => Const::Int(0),
        other => other,
    }
}

/// Each name is bound once; alternatives bind the same names.
fn unique<'p>(pattern: &'p Pattern, seen: &mut FxHashSet<&'p str>) -> Lowered<()> {
    let bind = |name: &'p Option<ast::Identifier>, seen: &mut FxHashSet<&'p str>| match name {
        Some(id) if !seen.insert(id.id.as_str()) => fail(format!("multiple assignments to name '{}' in pattern", id.id), id.range),
        _ => Ok(()),
    };
    match pattern {
        Pattern::MatchSequence(p) => p.patterns.iter().try_for_each(|p| unique(p, seen)),
        Pattern::MatchMapping(p) => {
            p.patterns.iter().try_for_each(|p| unique(p, seen))?;
            bind(&p.rest, seen)
        }
        Pattern::MatchClass(p) => {
            p.arguments.patterns.iter().try_for_each(|p| unique(p, seen))?;
            p.arguments.keywords.iter().try_for_each(|k| unique(&k.pattern, seen))
        }
        Pattern::MatchStar(p) => bind(&p.name, seen),
        Pattern::MatchAs(p) => {
            if let Some(inner) = &p.pattern {
                unique(inner, seen)?;
            }
            bind(&p.name, seen)
        }
        Pattern::MatchOr(p) => alternatives(p, seen),
        Pattern::MatchValue(_) | Pattern::MatchSingleton(_) => Ok(()),
    }
}

fn alternatives<'p>(p: &'p ast::PatternMatchOr, seen: &mut FxHashSet<&'p str>) -> Lowered<()> {
    let mut first: Option<FxHashSet<&str>> = None;
    for alternative in &p.patterns {
        let mut names = FxHashSet::default();
        unique(alternative, &mut names)?;
        match &first {
            Some(first) if *first != names => return fail("alternative patterns bind different names", p.range),
            Some(_) => {}
            None => first = Some(names),
        }
    }
    for name in first.into_iter().flatten() {
        if !seen.insert(name) {
            return fail(format!("multiple assignments to name '{name}' in pattern"), p.range);
        }
    }
    Ok(())
}

/// Names that a pattern binds, in order.
pub fn captures<'p>(pattern: &'p Pattern, out: &mut Vec<&'p str>) {
    match pattern {
        Pattern::MatchSequence(p) => p.patterns.iter().for_each(|p| captures(p, out)),
        Pattern::MatchMapping(p) => {
            p.patterns.iter().for_each(|p| captures(p, out));
            out.extend(p.rest.as_ref().map(|n| n.id.as_str()));
        }
        Pattern::MatchClass(p) => {
            p.arguments.patterns.iter().for_each(|p| captures(p, out));
            p.arguments.keywords.iter().for_each(|k| captures(&k.pattern, out));
        }
        Pattern::MatchStar(p) => out.extend(p.name.as_ref().map(|n| n.id.as_str())),
        Pattern::MatchAs(p) => {
            if let Some(inner) = &p.pattern {
                captures(inner, out);
            }
            out.extend(p.name.as_ref().map(|n| n.id.as_str()));
        }
        Pattern::MatchOr(p) => {
            if let Some(first) = p.patterns.first() {
                captures(first, out);
            }
        }
        Pattern::MatchValue(_) | Pattern::MatchSingleton(_) => {}
    }
}

/// `_`, alone or starred: matches without looking.
pub fn is_wildcard(pattern: &Pattern) -> bool {
    match pattern {
        Pattern::MatchAs(p) => p.pattern.is_none() && p.name.is_none(),
        Pattern::MatchStar(p) => p.name.is_none(),
        _ => false,
    }
}
