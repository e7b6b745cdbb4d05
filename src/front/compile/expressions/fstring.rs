//! f-strings and t-strings.
//!
//! Counting follows CPython's tree: adjacent literal parts are one constant, whichever literal they
//! were written in; a format spec is a joined string of its own.

use rustpython_ruff_python_ast::{self as ast, ConversionFlag, FStringPart, InterpolatedStringElement};
use rustpython_ruff_text_size::{Ranged, TextRange};

use crate::front::bytecode::code::{Const, TemplateDesc};
use crate::front::bytecode::instr::Instr;
use crate::front::bytecode::operands::{Conversion, Reg, Rk};
use crate::front::compile::error::Lowered;
use crate::front::compile::expressions::constant;
use crate::front::compile::Lowerer;

/// Parts that are put into registers before they are joined.
const CHUNK: usize = 64;

/// A merged part; texts are never empty.
enum Part<'e> {
    Text(Vec<u8>),
    Value(&'e ast::InterpolatedElement),
}

/// Parts being merged.
#[derive(Default)]
struct Parts<'e> {
    done: Vec<Part<'e>>,
    text: Vec<u8>,
}

impl<'e> Parts<'e> {
    fn value(&mut self, value: &'e ast::InterpolatedElement) {
        self.end_text();
        self.done.push(Part::Value(value));
    }

    fn end_text(&mut self) {
        if !self.text.is_empty() {
            self.done.push(Part::Text(std::mem::take(&mut self.text)));
        }
    }

    fn finish(mut self) -> Vec<Part<'e>> {
        self.end_text();
        self.done
    }
}

impl Lowerer<'_> {
    pub(crate) fn f_string(&mut self, e: &ast::ExprFString, d: Reg) -> Lowered<()> {
        let mut parts = Parts::default();
        for part in &e.value {
            match part {
                FStringPart::Literal(literal) => {
                    let (raw, place) = (literal.flags.prefix().is_raw(), literal.content_range());
                    constant::literal_bytes(&literal.value, place, raw, false, self.source, &mut parts.text);
                }
                FStringPart::FString(f) => self.merge(&f.elements, f.flags.prefix().is_raw(), &mut parts),
            }
        }
        self.joined(&parts.finish(), d, e.range)
    }

    fn merge<'e>(&self, elements: &'e ast::InterpolatedStringElements, raw: bool, parts: &mut Parts<'e>) {
        for element in elements {
            match element {
                InterpolatedStringElement::Literal(literal) => {
                    constant::literal_bytes(&literal.value, literal.range, raw, true, self.source, &mut parts.text);
                }
                InterpolatedStringElement::Interpolation(value) => {
                    if let Some(debug) = &value.debug_text {
                        let text = &mut parts.text;
                        text.extend_from_slice(debug.leading.as_bytes());
                        text.extend_from_slice(constant::source_text(&*value.expression, self.source).as_bytes());
                        text.extend_from_slice(debug.trailing.as_bytes());
                    }
                    parts.value(value);
                }
            }
        }
    }

    /// Builds the string of `parts`, counting it and them.
    fn joined(&mut self, parts: &[Part<'_>], d: Reg, range: TextRange) -> Lowered<()> {
        self.f.op(1);
        self.at(range);
        match parts {
            [] => self.f.load_const(d, Const::Str(Box::default())),
            [Part::Text(text)] => {
                self.f.op(1);
                self.f.load_const(d, Const::Str(text.as_slice().into()));
            }
            _ => self.join_parts(parts, d, range)?,
        }
        Ok(())
    }

    fn join_parts(&mut self, parts: &[Part<'_>], d: Reg, range: TextRange) -> Lowered<()> {
        let mark = self.f.mark();
        let b = self.f.alloc_n(parts.len().min(CHUNK))?;
        let mut filled = 0;
        for (i, part) in parts.iter().enumerate() {
            self.part(part, b.offset(filled), range)?;
            filled += 1;
            if filled == CHUNK && i + 1 < parts.len() {
                self.at(range);
                self.f.emit(Instr::BuildStr { d: b, b, n: CHUNK as u16 });
                filled = 1;
            }
        }
        self.at(range);
        self.f.emit(Instr::BuildStr { d, b, n: filled as u16 });
        self.f.release(mark);
        Ok(())
    }

    fn part(&mut self, part: &Part<'_>, d: Reg, range: TextRange) -> Lowered<()> {
        match part {
            Part::Text(text) => {
                self.f.op(1);
                self.at(range);
                self.f.load_const(d, Const::Str(text.as_slice().into()));
                Ok(())
            }
            Part::Value(value) => {
                self.f.op(1);
                self.formatted(value, d, range)
            }
        }
    }

    fn formatted(&mut self, value: &ast::InterpolatedElement, d: Reg, range: TextRange) -> Lowered<()> {
        let mark = self.f.mark();
        let conv = conversion(value);
        let spec = value.format_spec.as_deref();
        let s = match spec {
            // The spec is evaluated after the value and may run anything.
            Some(spec) if spec.elements.interpolations().next().is_some() => {
                self.expr_into(&value.expression, d)?;
                Rk::reg(d)
            }
            _ => self.expr_hint(&value.expression, Some(d))?,
        };
        match spec {
            None => {
                self.at(self.part_of(range, value.range));
                self.f.emit(Instr::Format { conv, d, s });
            }
            Some(spec) => {
                let text = self.f.alloc()?;
                self.format_spec(spec, text)?;
                self.at(self.part_of(range, value.range));
                self.f.emit(Instr::FormatSpec { conv, d, s, spec: Rk::reg(text) });
            }
        }
        self.f.release(mark);
        Ok(())
    }

    fn format_spec(&mut self, spec: &ast::InterpolatedStringFormatSpec, d: Reg) -> Lowered<()> {
        let mut parts = Parts::default();
        // The raw flag of the literal around it is not at hand; escapes only matter for surrogates.
        self.merge(&spec.elements, false, &mut parts);
        self.joined(&parts.finish(), d, spec.range)
    }

    pub(crate) fn t_string(&mut self, e: &ast::ExprTString, d: Reg) -> Lowered<()> {
        self.f.op(1);
        let mut parts = Parts::default();
        for t in &e.value {
            self.merge(&t.elements, t.flags.prefix().is_raw(), &mut parts);
        }
        let parts = parts.finish();
        let mark = self.f.mark();
        let mut desc = TemplateDesc { strings: vec![Const::Str(Box::default())], interpolations: Vec::new() };
        let values = parts.iter().filter(|p| matches!(p, Part::Value(_))).count();
        let b = self.f.alloc_n(values * 2)?;
        for part in &parts {
            match part {
                Part::Text(text) => {
                    self.f.op(1);
                    if let Some(last) = desc.strings.last_mut() {
                        *last = Const::Str(text.as_slice().into());
                    }
                }
                Part::Value(value) => {
                    let at = b.offset(desc.interpolations.len() * 2);
                    self.f.op(1);
                    self.expr_into(&value.expression, at)?;
                    match value.format_spec.as_deref() {
                        Some(spec) => self.format_spec(spec, at.offset(1))?,
                        None => self.f.load_const(at.offset(1), Const::Str(Box::default())),
                    }
                    let text = constant::source_text(&*value.expression, self.source).to_owned();
                    desc.interpolations.push((text, conversion(value)));
                    desc.strings.push(Const::Str(Box::default()));
                }
            }
        }
        let k = self.f.template(desc)?;
        self.at(e.range());
        self.f.emit(Instr::BuildTemplate { d, b, k });
        self.f.release(mark);
        Ok(())
    }
}

fn conversion(value: &ast::InterpolatedElement) -> Conversion {
    match value.conversion {
        ConversionFlag::Str => Conversion::Str,
        ConversionFlag::Repr => Conversion::Repr,
        ConversionFlag::Ascii => Conversion::Ascii,
        // `{x=}` shows the repr unless it says how to format.
        ConversionFlag::None if value.debug_text.is_some() && value.format_spec.is_none() => Conversion::Repr,
        ConversionFlag::None => Conversion::None,
    }
}
