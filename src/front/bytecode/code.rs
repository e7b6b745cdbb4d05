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

use crate::front::parse::span::Span;

/// Number of global slots that module code can address as registers.
pub const GLOBAL_REGISTERS: u16 = 16_384;

/// A register of the running frame.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Reg(pub u16);

impl Reg {
    /// The register `n` places further.
    pub fn offset(self, n: usize) -> Reg {
        Reg(self.0 + n as u16)
    }
}

/// An operand that is read: a register (`>= 0`) or a constant (`< 0`, index `-1 - k`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rk(pub i16);

impl Rk {
    pub fn reg(r: Reg) -> Rk {
        Rk(r.0 as i16)
    }
    /// Operand for constant `index`; `None` when it does not fit (use `LoadConst` then).
    pub fn constant(index: usize) -> Option<Rk> {
        i16::try_from(index).ok().map(|i| Rk(-1 - i))
    }
    #[inline(always)]
    pub fn is_reg(self) -> bool {
        self.0 >= 0
    }
}

/// Index of a global slot in the session.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct GlobalSlot(pub u32);

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum BinOp {
    Add,
    Sub,
    Mul,
    Div,
    FloorDiv,
    Mod,
    Pow,
    MatMul,
    And,
    Or,
    Xor,
    LShift,
    RShift,
}

impl BinOp {
    /// The operator as error texts name it.
    pub fn sign(self) -> &'static str {
        match self {
            BinOp::Add => "+",
            BinOp::Sub => "-",
            BinOp::Mul => "*",
            BinOp::Div => "/",
            BinOp::FloorDiv => "//",
            BinOp::Mod => "%",
            BinOp::Pow => "** or pow()",
            BinOp::MatMul => "@",
            BinOp::And => "&",
            BinOp::Or => "|",
            BinOp::Xor => "^",
            BinOp::LShift => "<<",
            BinOp::RShift => ">>",
        }
    }
    /// The special method of the left operand.
    pub fn method(self) -> &'static str {
        match self {
            BinOp::Add => "__add__",
            BinOp::Sub => "__sub__",
            BinOp::Mul => "__mul__",
            BinOp::Div => "__truediv__",
            BinOp::FloorDiv => "__floordiv__",
            BinOp::Mod => "__mod__",
            BinOp::Pow => "__pow__",
            BinOp::MatMul => "__matmul__",
            BinOp::And => "__and__",
            BinOp::Or => "__or__",
            BinOp::Xor => "__xor__",
            BinOp::LShift => "__lshift__",
            BinOp::RShift => "__rshift__",
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum UnaryOp {
    Neg,
    Pos,
    Invert,
    Not,
}

/// The first six have CPython's own numbers (`Py_LT` = 0 ... `Py_GE` = 5).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum CmpOp {
    Lt,
    Le,
    Eq,
    Ne,
    Gt,
    Ge,
    Is,
    IsNot,
    In,
    NotIn,
}

/// A call whose result a loop takes apart, pair by pair.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Pairs {
    Zip,
    Enumerate,
    EnumerateFrom,
}

impl Pairs {
    pub fn arguments(self) -> usize {
        match self {
            Pairs::Enumerate => 1,
            Pairs::Zip | Pairs::EnumerateFrom => 2,
        }
    }
}

/// A builtin that consumes a generator expression in place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Aggregate {
    Sum,
    Any,
    All,
    List,
    Tuple,
    Set,
    Sorted,
    /// `str.join`
    Join,
    Min,
    Max,
}

impl Aggregate {
    pub const ALL: [Aggregate; 10] = [
        Aggregate::Sum,
        Aggregate::Any,
        Aggregate::All,
        Aggregate::List,
        Aggregate::Tuple,
        Aggregate::Set,
        Aggregate::Sorted,
        Aggregate::Join,
        Aggregate::Min,
        Aggregate::Max,
    ];

    /// Name of the builtin.
    pub fn name(self) -> &'static str {
        match self {
            Aggregate::Sum => "sum",
            Aggregate::Any => "any",
            Aggregate::All => "all",
            Aggregate::List => "list",
            Aggregate::Tuple => "tuple",
            Aggregate::Set => "set",
            Aggregate::Sorted => "sorted",
            Aggregate::Join => "join",
            Aggregate::Min => "min",
            Aggregate::Max => "max",
        }
    }

    /// The builtin function or class of this name.
    pub fn named(name: &str) -> Option<Aggregate> {
        Aggregate::ALL.into_iter().find(|a| *a != Aggregate::Join && a.name() == name)
    }
}

/// f-string conversion (`!s`, `!r`, `!a`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Conversion {
    None,
    Str,
    Repr,
    Ascii,
}

/// Where an awaited object comes from; decides the text of the TypeError.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum AwaitSource {
    Expression,
    AsyncEnter,
    AsyncExit,
    AsyncNext,
}

/// One instruction. Jumps are relative to the instruction itself (`0` is itself, `1` the next).
/// `d` is a destination register; writing drops what it held after the new value is in place.
/// Reading an operand that is unset raises the NameError / UnboundLocalError of that variable.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Instr {
    Nop,
    /// Charges `n` operations (AST nodes) for the straight run that starts here; the only place where
    /// limits and the deadline are looked at.
    Charge { n: u32 },

    // --- data movement
    Move { d: Reg, s: Rk },
    /// Moves the value out of a temporary, which is unset then.
    Take { d: Reg, s: Reg },
    LoadConst { d: Reg, k: u32 },
    /// Raises UnboundLocalError (function) or NameError (module) if `r` is unset.
    CheckBound { r: Reg },
    /// As `CheckBound`, inside a comprehension on a host where those are functions of their own: NameError.
    CheckFree { r: Reg },
    /// Makes `r` unset.
    Clear { r: Reg },
    /// Makes `n` registers from `b` unset.
    ClearRange { b: Reg, n: u16 },
    /// `del` of a local: error when unset, then unset.
    DelLocal { r: Reg },
    /// `d = s` unless `s` is None (value of a last `if` / `for` statement).
    KeepNonNone { d: Reg, s: Rk },

    // --- globals by slot: the session's value, else tool or builtin of that name, else NameError
    LoadGlobal { d: Reg, g: u32 },
    /// Same, for the name of a direct call: a missing one gets the contract's text for functions.
    LoadCallee { d: Reg, g: u32 },
    StoreGlobal { s: Rk, g: u32 },
    DelGlobal { g: u32 },
    /// Binds a top-level `def`: the global slot, and the name's home becomes `custom_tools`.
    BindDef { s: Rk, g: u32 },

    // --- cells
    /// Puts the value of `r` (or unset) into a new cell, which replaces it in `r`.
    MakeCell { r: Reg },
    LoadCell { d: Reg, r: Reg },
    StoreCell { r: Reg, s: Rk },
    DelCell { r: Reg },
    LoadFree { d: Reg, i: u16 },
    StoreFree { i: u16, s: Rk },
    DelFree { i: u16 },

    // --- names in a class body (namespace mapping in register 0); `n` indexes `Code::name_refs`
    LoadName { d: Reg, n: u32 },
    StoreName { s: Rk, n: u32 },
    DelName { n: u32 },
    /// Binds `name_refs[n]` (`__annotations__`) to a new dict if it is unbound.
    SetUpAnnotations { n: u32 },
    /// Class-body read of a free variable: namespace first, then free cell `i`.
    LoadNameOrFree { d: Reg, n: u16, i: u16 },

    // --- operators
    Add { d: Reg, a: Rk, b: Rk },
    Sub { d: Reg, a: Rk, b: Rk },
    Mul { d: Reg, a: Rk, b: Rk },
    Binary { op: BinOp, d: Reg, a: Rk, b: Rk },
    /// `d = a; d op= b`. When `d` and `a` are the same register the operand is taken out of it first,
    /// so that an unshared string or list grows in place. When they differ `a` is a temporary and is
    /// consumed (left unset): the copy of a global made before the right side ran. If `d` still holds the
    /// same object both references may be taken out first.
    InPlace { op: BinOp, d: Reg, a: Rk, b: Rk },
    /// Small constant: `d = a + i` for `i >= 0`, `d = a - (-i)` for `i < 0`.
    AddInt { d: Reg, a: Rk, i: i16 },
    /// `acc += v` as `sum` does it since 3.12: what the float additions lost is kept in the register after `acc`,
    /// which is unset before the first float and None once other objects were met.
    SumStep { acc: Reg, v: Rk },
    SumEnd { d: Reg, acc: Reg },
    Unary { op: UnaryOp, d: Reg, a: Rk },
    Compare { op: CmpOp, d: Reg, a: Rk, b: Rk },

    // --- jumps
    Jump { to: i32 },
    JumpIfTrue { a: Rk, to: i32 },
    JumpIfFalse { a: Rk, to: i32 },
    /// Jumps when the comparison is false.
    JumpUnless { op: CmpOp, a: Rk, b: Rk, to: i16 },
    /// `JumpUnless` of one comparison each: what layout makes of those that order numbers.
    JumpUnlessLt { a: Rk, b: Rk, to: i16 },
    JumpUnlessLe { a: Rk, b: Rk, to: i16 },
    JumpUnlessEq { a: Rk, b: Rk, to: i16 },
    JumpUnlessNe { a: Rk, b: Rk, to: i16 },
    JumpUnlessGt { a: Rk, b: Rk, to: i16 },
    JumpUnlessGe { a: Rk, b: Rk, to: i16 },
    /// Jumps when the comparison is true.
    JumpWhen { op: CmpOp, a: Rk, b: Rk, to: i16 },
    /// Jumps unless `a` is the builtin of that name (`Join`: the method of str that `LoadMethod` left in `a`).
    JumpUnlessBuiltin { which: Aggregate, a: Rk, to: i32 },
    /// Jumps when `a` is None (`JumpIfNotNone`: is not).
    JumpIfNone { a: Rk, to: i32 },
    JumpIfNotNone { a: Rk, to: i32 },
    /// Back-edge of `while`: counts in `r` (int) and refuses more than the cap.
    LoopBack { r: Reg, to: i32 },

    // --- iteration; an iterator takes three registers from `it`
    GetIter { it: Reg, s: Rk },
    /// Iterates what `range(args)` gives while the global `range` is the builtin: no range object.
    /// `b..b+n` are the arguments; `g` the slot of the name `range`.
    GetRange { n: u8, it: Reg, b: Reg, g: u16 },
    /// The same of `zip(a, b)`, `enumerate(a)` and `enumerate(a, start)`, whose arguments are in the registers from `b`.
    GetPairs { which: Pairs, it: Reg, b: Reg, g: u16 },
    /// `d = iter(s)` as one value, for a generator expression's parameter: raises at once when `s` cannot be
    /// iterated. An exact list, tuple, range or str may be handed on as it is.
    GetIterObject { d: Reg, s: Rk },
    /// Next item into `d` and jump to `to`; when exhausted clear the iterator and go on.
    ForNext { d: Reg, it: Reg, to: i16 },

    // --- containers
    BuildList { d: Reg, b: Reg, n: u16 },
    BuildTuple { d: Reg, b: Reg, n: u16 },
    BuildSet { d: Reg, b: Reg, n: u16 },
    /// `n` key/value pairs from `b`.
    BuildDict { d: Reg, b: Reg, n: u16 },
    BuildSlice { d: Reg, b: Reg },
    ListAppend { l: Reg, v: Rk },
    ListExtend { l: Reg, s: Rk },
    /// `f(*s)` without other arguments: as `ListExtend`, with the text that names the callee in `f`.
    ArgsExtend { l: Reg, s: Rk, f: Reg },
    ListToTuple { d: Reg, s: Reg },
    SetAdd { l: Reg, v: Rk },
    SetUpdate { l: Reg, s: Rk },
    DictInsert { m: Reg, k: Rk, v: Rk },
    /// `{**s}`
    DictUpdate { m: Reg, s: Rk },
    /// `f(**s)`: callee in `f` for the error texts; a repeated keyword is an error.
    KwargsMerge { m: Reg, s: Rk, f: Reg },

    // --- subscripts; a slice takes three registers (lower, upper, step; None when absent)
    GetItem { d: Reg, a: Rk, b: Rk },
    SetItem { a: Rk, b: Rk, v: Rk },
    DelItem { a: Rk, b: Rk },
    GetSlice { d: Reg, a: Rk, b: Reg },
    SetSlice { a: Rk, b: Reg, v: Rk },
    DelSlice { a: Rk, b: Reg },

    // --- attributes; `ic` indexes `Code::attr_sites`
    GetAttr { d: Reg, a: Rk, ic: u16 },
    SetAttr { a: Rk, v: Rk, ic: u16 },
    DelAttr { a: Rk, ic: u16 },

    // --- strings
    /// Formats one f-string part; what cannot be observed (str, int, float, ...) may be moved as it is.
    Format { conv: Conversion, d: Reg, s: Rk },
    FormatSpec { conv: Conversion, d: Reg, s: Rk, spec: Rk },
    /// Joins `n` parts from `b`.
    BuildStr { d: Reg, b: Reg, n: u16 },
    /// Template string of the host (3.14): value and format spec of each interpolation of
    /// `Code::templates[k]` from `b`.
    BuildTemplate { d: Reg, b: Reg, k: u16 },

    // --- unpacking into consecutive registers from `b`
    Unpack { b: Reg, s: Rk, n: u16 },
    UnpackEx { before: u8, b: Reg, s: Rk, after: u16 },

    // --- calls; callee in `b`, arguments in the next `n` registers; they are consumed (left unset)
    Call { n: u8, d: Reg, b: Reg },
    /// The last `keywords[k].len()` of the `n` arguments are keyword values.
    CallKw { n: u8, d: Reg, b: Reg, k: u16 },
    /// Object in `b`; name, and keyword names if any, in `attr_sites[ic]`. Looks the method up after the
    /// arguments: only for arguments that can neither fail nor do anything (constants, bound names).
    CallMethod { n: u8, d: Reg, b: Reg, ic: u16 },
    /// Looks up the method of the object in `b` before the arguments are evaluated: callee into `b`,
    /// receiver (or unset) into `b+1`. Arguments follow from `b+2`.
    LoadMethod { b: Reg, ic: u16 },
    /// As `LoadMethod` for `super().name(...)`; class cell's content in `b`, first parameter in `b+1`, `g` as in `Super`.
    LoadSuper { b: Reg, ic: u16, g: u16 },
    /// As `LoadSuper` for `super(class, object).name(...)`; class in `b`, object in `b+1`.
    LoadSuperOf { b: Reg, ic: u16, g: u16 },
    /// Calls what `LoadMethod` left in `b` and `b+1` with the `n` arguments from `b+2`.
    CallLoaded { n: u8, d: Reg, b: Reg },
    CallLoadedKw { n: u8, d: Reg, b: Reg, k: u16 },
    /// Callee in `b`, list or tuple of arguments in `b+1`, dict of keywords or unset in `b+2`.
    CallEx { d: Reg, b: Reg },
    /// Zero-argument `super()` while the global `super` is the builtin, else a plain call:
    /// content of the `__class__` cell in `b`, first parameter in `b+1`; `g` is the slot of `super`.
    Super { d: Reg, b: Reg, g: u16 },
    Return { s: Rk },

    // --- definitions
    /// `functions[f]`; inputs from `b` in the order that `FunctionDesc` gives.
    MakeFunction { d: Reg, f: u16, b: Reg },
    /// `classes[c]`; list or tuple of bases in `b`, dict of keywords or unset in `b+1`.
    MakeClass { d: Reg, c: u16, b: Reg },
    /// Type parameters or a `type` statement: a tuple of what the declaration `names[t]` makes, whose bounds,
    /// defaults and value are the `n` functions from `b`, called when somebody asks.
    MakeTyped { n: u8, d: Reg, t: u16, b: Reg },
    /// What makes annotations when somebody asks, from a list in `s`: for each its name, a function without parameters
    /// that gives the value, and its source.
    MakeAnnotate { d: Reg, s: Rk },
    /// `Generic[params]` for a class with type parameters: tuple of parameters in `s`.
    SubscriptGeneric { d: Reg, s: Rk },

    // --- generators and coroutines
    /// First instruction of a generator's body (after argument binding).
    StartGenerator,
    /// Suspends with `s`; what is sent arrives in `d`.
    Yield { d: Reg, s: Rk },
    /// Iterator of `yield from s` (coroutines allowed only in coroutines).
    GetYieldFrom { d: Reg, s: Rk },
    /// Runs the delegate in `it` one step with the value in `it+1`; on its end its value is in `d`.
    Delegate { d: Reg, it: Reg },
    GetAwaitable { how: AwaitSource, d: Reg, s: Rk },
    GetAIter { d: Reg, s: Rk },
    /// Awaitable of the next item of the async iterator `s`.
    GetANext { d: Reg, s: Rk },
    /// In a handler: jumps when the exception in `e` is StopAsyncIteration.
    JumpIfStopAsync { e: Reg, to: i32 },
    /// In a handler: jumps when the exception in `e` is a NameError.
    JumpIfNameError { e: Reg, to: i32 },

    // --- exceptions
    Raise { s: Rk },
    RaiseFrom { s: Rk, c: Rk },
    /// Bare `raise`.
    Reraise,
    /// Goes on with the exception in `r` (no handler of this statement took it).
    Rethrow { r: Reg },
    /// `d` = whether the exception in `e` matches `t`.
    ExcMatch { d: Reg, e: Reg, t: Rk },
    /// `except*`: splits the group in `e` by `t`: matching part (or None) in `d`, rest (or None) in `e`.
    ExcSplit { d: Reg, e: Reg, t: Rk },
    /// End of `except*`: list of raised exceptions in `l`, rest in `e`, original in `o`: raises what is left.
    ExcGather { l: Reg, e: Reg, o: Reg },
    /// Pushes an empty entry on the handled stack (a `finally` entered without exception).
    PushHandled,
    /// Pops the handled stack to `depth` entries above the frame's base.
    PopHandled { depth: u16 },
    /// `assert` with message `s` failed.
    AssertFail { s: Rk },
    /// `assert` without message failed; name `n` is the source of the test.
    AssertFailBare { n: u16 },

    // --- with
    /// Looks up `__enter__` and `__exit__` of `s`: bound exit in `b`, bound enter in `b+1`.
    LoadEnterExit { b: Reg, s: Rk },
    LoadAsyncEnterExit { b: Reg, s: Rk },
    /// Calls the exit in `f` with the exception in `e` (type, value, None); result in `d`.
    CallExit { d: Reg, f: Reg, e: Reg },

    // --- imports
    Import { d: Reg, k: u16 },
    /// `n` indexes `Code::names`; module in `m`.
    ImportFrom { d: Reg, m: Reg, n: u16 },
    ImportStar { m: Reg },

    // --- match
    MatchSequence { d: Reg, s: Rk },
    MatchMapping { d: Reg, s: Rk },
    /// `d` = length of `s`.
    MatchLen { d: Reg, s: Rk },
    /// `n` keys from `b`; values into `d..d+n` and true in `d+n`, or false in `d+n`.
    MatchKeys { n: u8, d: Reg, s: Rk, b: Reg },
    /// dict of `s` without the `n` keys from `b`.
    MatchRest { n: u8, d: Reg, s: Rk, b: Reg },
    /// Class in `b`, subject in `b+1`; `attr_classes[k]` says which attributes; values into `d..`, flag after them.
    MatchClass { d: Reg, b: Reg, k: u16 },

    /// Raises `refusals[k]`.
    Refuse { k: u32 },
}

const _: () = assert!(std::mem::size_of::<Instr>() == 8);

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

/// Session-wide numbering of global names.
#[derive(Clone, Debug, Default)]
pub struct GlobalNames {
    map: indexmap::IndexSet<String, rustc_hash::FxBuildHasher>,
}

impl GlobalNames {
    /// The slot of `name`, made if new.
    pub fn slot(&mut self, name: &str) -> GlobalSlot {
        if let Some(i) = self.map.get_index_of(name) {
            return GlobalSlot(i as u32);
        }
        GlobalSlot(self.map.insert_full(name.to_owned()).0 as u32)
    }
    pub fn get(&self, name: &str) -> Option<GlobalSlot> {
        self.map.get_index_of(name).map(|i| GlobalSlot(i as u32))
    }
    pub fn name(&self, slot: GlobalSlot) -> &str {
        self.map.get_index(slot.0 as usize).map_or("?", |s| s.as_str())
    }
    pub fn len(&self) -> usize {
        self.map.len()
    }
    pub fn is_empty(&self) -> bool {
        self.map.is_empty()
    }
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.map.iter().map(|s| s.as_str())
    }
}
