//! The lowered program: plain data, no Python object in it.
//!
//! A `Code` is one scope that runs in a frame of its own (module, function, class body, generator
//! expression). Its instructions are eight bytes each and work on registers.
//!
//! Registers. In a function frame, registers `0..` are the parameters (positional, keyword-only,
//! `*args`, `**kwargs`, in this order), then other locals and cells, then temporaries. In a module
//! frame, registers `0..GLOBAL_REGISTERS` are the session's global slots themselves and temporaries
//! start at `GLOBAL_REGISTERS`: first the variables of comprehensions (`slot_names` names these), then the
//! others. In a class body, register 0 holds the namespace mapping, then come comprehension variables.
//!
//! Constants are addressed by negative operands (`Rk`).

use std::sync::Arc;

use crate::front::bytecode::global_names::GlobalSlot;
use crate::front::bytecode::instr::Instr;
use crate::front::bytecode::operands::{Conversion, Reg};
use crate::front::parse::span::Span;

/// A literal. Tuples of constants are folded (`(1, 2)`), nothing else is.
#[derive(Clone, PartialEq, Debug)]
pub enum Const {
    None,
    Ellipsis,
    Bool(bool),
    Int(i64),
    /// Decimal, or with prefix `0x` / `0o` / `0b`; does not fit `Int`.
    BigInt(String),
    Float(f64),
    Imaginary(f64),
    /// Text as WTF-8 bytes: a lone surrogate from an escape is kept (`surrogatepass`).
    Str(Box<[u8]>),
    Bytes(Box<[u8]>),
    Tuple(Vec<Const>),
    /// Elements of a constant set display, in order.
    FrozenSet(Vec<Const>),
    /// Source of an annotation under `from __future__ import annotations`: the text that the host's compiler
    /// makes of it.
    Annotation(Box<str>),
}

/// A name read in a class body.
#[derive(Clone, PartialEq, Debug)]
pub struct NameRef {
    pub name: String,
    pub global: GlobalSlot,
}

/// One place in the source that reads, writes, deletes or calls an attribute.
#[derive(Clone, PartialEq, Debug)]
pub struct AttrSite {
    pub name: String,
    /// For `CallMethod`: index into `Code::keywords` when the last arguments are keywords.
    pub keywords: Option<u16>,
    /// Whether it is the class of a value that is only looked at: `x.__class__.name`, `x.__class__ is y.__class__`.
    pub looks_at_class: bool,
    /// Where the attribute is looked up.
    pub place: Span,
}

/// Where a new function finds a free variable in the frame that makes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FreeSource {
    /// A register of that frame that holds a cell.
    Cell(Reg),
    /// A free variable of that frame.
    Free(u16),
}

#[derive(Clone, PartialEq, Debug, Default)]
pub struct Params {
    /// Positional-only parameters, counted in `positional` too.
    pub positional_only: u16,
    pub positional: u16,
    pub keyword_only: u16,
    pub star: bool,
    pub double_star: bool,
}

impl Params {
    pub fn total(&self) -> usize {
        self.positional as usize + self.keyword_only as usize + self.star as usize + self.double_star as usize
    }
}

/// Inputs of `MakeFunction`, in consecutive registers in this order: positional defaults,
/// keyword-only defaults, then the annotations if any, then the type-parameter tuple if any.
#[derive(Clone, Debug)]
pub struct FunctionDesc {
    pub code: Arc<Code>,
    pub defaults: u16,
    /// Names of the keyword-only parameters that have a default, in order.
    pub keyword_defaults: Vec<String>,
    pub annotations: Annotations,
    pub type_params: bool,
    pub closure: Vec<FreeSource>,
}

/// How a function gets its annotations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Annotations {
    None,
    /// As a dict.
    Values,
    /// As what `MakeAnnotate` makes (CPython 3.14, PEP 649).
    Lazy,
}

#[derive(Clone, Debug)]
pub struct ClassDesc {
    pub name: String,
    /// Body; register 0 is the namespace; returns the `__class__` cell or None.
    pub code: Arc<Code>,
    pub closure: Vec<FreeSource>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct ImportDesc {
    /// Dotted name; may be empty for `from . import x`.
    pub module: String,
    /// Dots of a relative import.
    pub level: u32,
    /// `import a.b` binds `a` (false); `import a.b as c` and `from a.b import …` need `a.b` (true).
    pub leaf: bool,
    /// For `from`: the names (`*` alone for a star import); empty for `import`.
    pub from: Vec<String>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct MatchClassDesc {
    pub positional: u16,
    pub keywords: Vec<String>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct TemplateDesc {
    /// Literal parts, one more than there are interpolations.
    pub strings: Vec<Const>,
    /// Per interpolation: expression source and conversion. Value and format spec alternate in the registers.
    pub interpolations: Vec<(String, Conversion)>,
}

/// Which unwinding a handler takes part in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HandlerKind {
    /// `except`, `with`, generator bookkeeping.
    Except,
    /// `finally`: also entered by `final_answer`.
    Finally,
}

/// Instructions `start..end` are covered; the exception goes to `reg` and on the handled stack, which
/// is first cut back to `depth` entries above the frame's base. Inner handlers come first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Handler {
    pub start: u32,
    pub end: u32,
    pub target: u32,
    pub reg: Reg,
    pub depth: u16,
    pub kind: HandlerKind,
}

/// A refusal known at lowering; raised when reached.
#[derive(Clone, PartialEq, Debug)]
pub enum Refusal {
    /// `Forbidden access to dunder attribute: {0}`, also an AttributeError.
    DunderAttribute(String),
    /// `Cannot assign to name '{0}': doing this would erase the existing tool!`
    ToolName(String),
    /// Anything else: the text.
    Text(String),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CodeKind {
    Module,
    Function,
    Lambda,
    Class,
    GeneratorExpression,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Suspends {
    No,
    Generator,
    Coroutine,
    AsyncGenerator,
}

/// One scope, lowered.
#[derive(Clone, Debug)]
pub struct Code {
    pub name: String,
    pub qualname: String,
    pub kind: CodeKind,
    pub suspends: Suspends,
    pub params: Params,
    /// Names of the local slots, parameters first. `slot_names.len()` registers are variables.
    pub slot_names: Vec<String>,
    /// Names of the free variables, as in the function's closure.
    pub free_names: Vec<String>,
    /// All registers of the frame (a module's temporaries only).
    pub registers: u16,
    pub instrs: Vec<Instr>,
    pub consts: Vec<Const>,
    pub names: Vec<String>,
    pub name_refs: Vec<NameRef>,
    pub attr_sites: Vec<AttrSite>,
    /// Keyword names of calls.
    pub keywords: Vec<Vec<String>>,
    pub functions: Vec<FunctionDesc>,
    pub classes: Vec<ClassDesc>,
    pub imports: Vec<ImportDesc>,
    pub match_classes: Vec<MatchClassDesc>,
    pub templates: Vec<TemplateDesc>,
    pub refusals: Vec<Refusal>,
    pub handlers: Vec<Handler>,
    /// Instructions that stand for functions of their own in CPython, innermost first.
    pub inlined: Vec<Inlined>,
    /// Source place of instruction `pc` and those after it, sorted by `pc`.
    pub spans: Vec<(u32, Span)>,
    /// Docstring.
    pub doc: Option<Const>,
    /// Place of the whole definition (for `__source__`).
    pub span: Span,
    /// Operations per instruction that its `Charge` has taken but that are not yet done when it raises;
    /// sorted by `pc`, valid until the next entry. Given back on an exception, so that the count is exact.
    pub unspent: Vec<(u32, u32)>,
}

impl Code {
    /// The place of instruction `pc`, among `place_count` of them.
    pub fn place_at(&self, pc: u32) -> usize {
        self.spans.partition_point(|(at, _)| *at <= pc).saturating_sub(1)
    }
    /// The place that `inlined[i]` is called from.
    pub fn call_place(&self, i: usize) -> usize {
        self.spans.len() + i
    }
    /// The place where attribute site `ic` looks up.
    pub fn attribute_place(&self, ic: u16) -> usize {
        self.spans.len() + self.inlined.len() + usize::from(ic)
    }
    /// The place of the code before its first instruction.
    pub fn start_place(&self) -> usize {
        self.spans.len() + self.inlined.len() + self.attr_sites.len()
    }
    pub fn place_count(&self) -> usize {
        self.start_place() + 1
    }
    pub fn places(&self) -> impl Iterator<Item = Span> + '_ {
        let (calls, sites) = (self.inlined.iter().map(|i| i.call), self.attr_sites.iter().map(|site| site.place));
        let start = Span::new(self.span.start, self.span.start);
        self.spans.iter().map(|(_, span)| *span).chain(calls).chain(sites).chain([start])
    }
    pub fn place(&self, index: usize) -> Span {
        self.places().nth(index).unwrap_or_default()
    }
}

/// Instructions that run in the frame around them instead of one of their own.
#[derive(Clone, Debug)]
pub struct Inlined {
    pub start: u32,
    pub end: u32,
    /// Name of the function that CPython makes of them.
    pub name: &'static str,
    /// Where the frame around them stands meanwhile.
    pub call: Span,
    /// They are the body of a generator: a StopIteration that leaves them is an error there.
    pub generator: bool,
}

impl Inlined {
    pub fn covers(&self, pc: u32) -> bool {
        self.start <= pc && pc < self.end
    }
}

/// A whole snippet.
#[derive(Clone, Debug)]
pub struct Program {
    pub module: Arc<Code>,
    /// Places of the top-level statements, in order.
    pub statements: Vec<Span>,
    /// Global slots this snippet may bind (any scope), for bringing `state` up to date.
    pub stored: Vec<GlobalSlot>,
    /// Global slots this snippet reads or binds.
    pub used: Vec<GlobalSlot>,
    /// Source text; spans are byte offsets into it.
    pub source: Arc<str>,
}
