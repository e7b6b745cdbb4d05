//! Places that the host's compiler gives to instructions, where they are not those of the expression.

use rustpython_ruff_python_ast::{self as ast, Expr};
use rustpython_ruff_text_size::{Ranged, TextRange, TextSize};

use crate::front::compile::Lowerer;

impl Lowerer<'_> {
    /// `part` of a statement or expression; before 3.12 CPython noted the `whole` for what has no node of its own.
    pub(crate) fn part_of(&self, whole: TextRange, part: TextRange) -> TextRange {
        if self.options.version < (3, 12) {
            whole
        } else {
            part
        }
    }

    /// Where a failed `assert` is: the statement, before 3.12 the last comparison that its test jumps by, since 3.13 the test.
    pub(crate) fn assertion(&self, s: &ast::StmtAssert) -> TextRange {
        match self.options.version {
            version if version < (3, 12) => last_jump_by_comparison(&s.test).unwrap_or(s.range),
            version if version < (3, 13) => s.range,
            _ => s.test.range(),
        }
    }

    /// As `part_of`, for the clauses of a comprehension, of which CPython notes the places since 3.13.
    pub(crate) fn clause_place(&self, part: TextRange) -> TextRange {
        self.clause_of(self.comprehension, part)
    }

    /// As `clause_place`, of the comprehension `whole`.
    pub(crate) fn clause_of(&self, whole: TextRange, part: TextRange) -> TextRange {
        if self.options.version < (3, 13) {
            whole
        } else {
            part
        }
    }

    /// A generator expression; as the only argument of a call its parentheses are those of the call.
    pub(crate) fn generator_place(&self, e: &ast::ExprGenerator) -> TextRange {
        let (before, after) = (self.source.get(..e.range.start().to_usize()), self.source.get(e.range.end().to_usize()..));
        let (Some(before), Some(after), false) = (before, after, e.parenthesized) else { return e.range };
        let (before, blank) = (before.trim_end(), after.len() - after.trim_start().len());
        if !before.ends_with('(') || !after[blank..].starts_with(')') {
            return e.range;
        }
        let size = |n: usize| TextSize::try_from(n).unwrap_or_default();
        TextRange::new(size(before.len() - 1), e.range.end() + size(blank + 1))
    }

    /// `whole` (an attribute, or the call of a method), from the attribute's name on if that stands in another line: so
    /// each link of a chain over many lines has a line of its own.
    pub(crate) fn since_attribute(&self, whole: TextRange, attribute: &ast::ExprAttribute) -> TextRange {
        let before = TextRange::new(whole.start(), attribute.attr.range().start());
        let broken = self.source.get(before.start().to_usize()..before.end().to_usize()).is_some_and(|text| text.contains(['\n', '\r']));
        if broken {
            TextRange::new(before.end(), whole.end())
        } else {
            whole
        }
    }
}

/// The last comparison among the conditions that `test` is jumped by.
fn last_jump_by_comparison(test: &Expr) -> Option<TextRange> {
    match test {
        Expr::Compare(e) => Some(e.range),
        Expr::UnaryOp(e) if e.op == ast::UnaryOp::Not => last_jump_by_comparison(&e.operand),
        Expr::BoolOp(e) => e.values.iter().rev().find_map(last_jump_by_comparison),
        Expr::If(e) => [&e.orelse, &e.body, &e.test].into_iter().find_map(|part| last_jump_by_comparison(part)),
        _ => None,
    }
}
