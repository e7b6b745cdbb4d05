//! The table of instructions.
//!
//! Everything that has to know all of them is made from it: see `instruction_table` for how to read an entry.

use crate::front::bytecode::code::{Annotations, Code};
use crate::front::bytecode::instruction_table::{aim, instructions, may_raise, operand, Field, Operand};
use crate::front::bytecode::operands::{Aggregate, AwaitSource, BinOp, CmpOp, Conversion, Pairs, Reg, Rk, UnaryOp};

instructions! {
/// One instruction. Jumps are relative to the instruction itself (`0` is itself, `1` the next).
/// `d` is a destination register; writing drops what it held after the new value is in place.
/// Reading an operand that is unset raises the NameError / UnboundLocalError of that variable.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Instr {
    Nop cannot_raise,
    /// Charges `n` operations (AST nodes) for the straight run that starts here; the only place where
    /// limits and the deadline are looked at.
    Charge { n: u32 } cannot_raise,

    // --- data movement
    Move { d: Reg, s: Rk } cannot_raise,
    /// Moves the value out of a temporary, which is unset then.
    Take { d: Reg, s: Reg } cannot_raise,
    LoadConst { d: Reg, k: u32 => entry(consts) } cannot_raise,
    /// Raises UnboundLocalError (function) or NameError (module) if `r` is unset.
    CheckBound { r: Reg },
    /// As `CheckBound`, inside a comprehension on a host where those are functions of their own: NameError.
    CheckFree { r: Reg },
    /// Makes `r` unset.
    Clear { r: Reg } cannot_raise,
    /// Makes `n` registers from `b` unset.
    ClearRange { b: Reg => registers(usize::from(n)), n: u16 } cannot_raise,
    /// `del` of a local: error when unset, then unset.
    DelLocal { r: Reg },
    /// `d = s` unless `s` is None (value of a last `if` / `for` statement).
    KeepNonNone { d: Reg, s: Rk } cannot_raise,

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
    MakeCell { r: Reg } cannot_raise,
    LoadCell { d: Reg, r: Reg },
    StoreCell { r: Reg, s: Rk } cannot_raise,
    DelCell { r: Reg },
    LoadFree { d: Reg, i: u16 => entry(free_names) },
    StoreFree { i: u16 => entry(free_names), s: Rk } cannot_raise,
    DelFree { i: u16 => entry(free_names) },

    // --- names in a class body (namespace mapping in register 0); `n` indexes `Code::name_refs`
    LoadName { d: Reg, n: u32 => entry(name_refs) },
    StoreName { s: Rk, n: u32 => entry(name_refs) },
    DelName { n: u32 => entry(name_refs) },
    /// Binds `name_refs[n]` (`__annotations__`) to a new dict if it is unbound.
    SetUpAnnotations { n: u32 => entry(name_refs) },
    /// Class-body read of a free variable: namespace first, then free cell `i`.
    LoadNameOrFree { d: Reg, n: u16 => entry(name_refs), i: u16 => entry(free_names) },

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
    SumStep { acc: Reg => registers(2), v: Rk },
    SumEnd { d: Reg, acc: Reg => registers(2) } cannot_raise,
    Unary { op: UnaryOp, d: Reg, a: Rk },
    Compare { op: CmpOp, d: Reg, a: Rk, b: Rk },

    // --- jumps
    Jump { to: i32 => jump } cannot_raise,
    JumpIfTrue { a: Rk, to: i32 => jump },
    JumpIfFalse { a: Rk, to: i32 => jump },
    /// Jumps when the comparison is false.
    JumpUnless { op: CmpOp, a: Rk, b: Rk, to: i16 => jump },
    /// `JumpUnless` of one comparison each: what layout makes of those that order numbers.
    JumpUnlessLt { a: Rk, b: Rk, to: i16 => jump },
    JumpUnlessLe { a: Rk, b: Rk, to: i16 => jump },
    JumpUnlessEq { a: Rk, b: Rk, to: i16 => jump },
    JumpUnlessNe { a: Rk, b: Rk, to: i16 => jump },
    JumpUnlessGt { a: Rk, b: Rk, to: i16 => jump },
    JumpUnlessGe { a: Rk, b: Rk, to: i16 => jump },
    /// Jumps when the comparison is true.
    JumpWhen { op: CmpOp, a: Rk, b: Rk, to: i16 => jump },
    /// Jumps unless `a` is the builtin of that name (`Join`: the method of str that `LoadMethod` left in `a`).
    JumpUnlessBuiltin { which: Aggregate, a: Rk, to: i32 => jump } cannot_raise,
    /// Jumps when `a` is None (`JumpIfNotNone`: is not).
    JumpIfNone { a: Rk, to: i32 => jump },
    JumpIfNotNone { a: Rk, to: i32 => jump },
    /// Back-edge of `while`: counts in `r` (int) and refuses more than the cap.
    LoopBack { r: Reg, to: i32 => jump },

    // --- iteration; an iterator takes three registers from `it`
    GetIter { it: Reg => registers(3), s: Rk },
    /// Iterates what `range(args)` gives while the global `range` is the builtin: no range object.
    /// `b..b+n` are the arguments; `g` the slot of the name `range`.
    GetRange { n: u8, it: Reg => registers(3), b: Reg => registers(usize::from(n)), g: u16 },
    /// The same of `zip(a, b)`, `enumerate(a)` and `enumerate(a, start)`, whose arguments are in the registers from `b`.
    GetPairs { which: Pairs, it: Reg => registers(3), b: Reg => registers(which.arguments()), g: u16 },
    /// `d = iter(s)` as one value, for a generator expression's parameter: raises at once when `s` cannot be
    /// iterated. An exact list, tuple, range or str may be handed on as it is.
    GetIterObject { d: Reg, s: Rk },
    /// Next item into `d` and jump to `to`; when exhausted clear the iterator and go on.
    ForNext { d: Reg, it: Reg => registers(3), to: i16 => jump },

    // --- containers
    BuildList { d: Reg, b: Reg => registers(usize::from(n)), n: u16 },
    BuildTuple { d: Reg, b: Reg => registers(usize::from(n)), n: u16 },
    BuildSet { d: Reg, b: Reg => registers(usize::from(n)), n: u16 },
    /// `n` key/value pairs from `b`.
    BuildDict { d: Reg, b: Reg => registers(2 * usize::from(n)), n: u16 },
    BuildSlice { d: Reg, b: Reg => registers(3) },
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
    GetSlice { d: Reg, a: Rk, b: Reg => registers(3) },
    SetSlice { a: Rk, b: Reg => registers(3), v: Rk },
    DelSlice { a: Rk, b: Reg => registers(3) },

    // --- attributes; `ic` indexes `Code::attr_sites`
    GetAttr { d: Reg, a: Rk, ic: u16 => entry(attr_sites) },
    SetAttr { a: Rk, v: Rk, ic: u16 => entry(attr_sites) },
    DelAttr { a: Rk, ic: u16 => entry(attr_sites) },

    // --- strings
    /// Formats one f-string part; what cannot be observed (str, int, float, ...) may be moved as it is.
    Format { conv: Conversion, d: Reg, s: Rk },
    FormatSpec { conv: Conversion, d: Reg, s: Rk, spec: Rk },
    /// Joins `n` parts from `b`.
    BuildStr { d: Reg, b: Reg => registers(usize::from(n)), n: u16 },
    /// Template string of the host (3.14): value and format spec of each interpolation of
    /// `Code::templates[k]` from `b`.
    BuildTemplate { d: Reg, b: Reg => counted(interpolation_values, k), k: u16 => entry(templates) },

    // --- unpacking into consecutive registers from `b`
    Unpack { b: Reg => registers(usize::from(n)), s: Rk, n: u16 },
    UnpackEx { before: u8, b: Reg => registers(usize::from(before) + 1 + usize::from(after)), s: Rk, after: u16 },

    // --- calls; callee in `b`, arguments in the next `n` registers; they are consumed (left unset)
    Call { n: u8, d: Reg, b: Reg => registers(usize::from(n) + 1) },
    /// The last `keywords[k].len()` of the `n` arguments are keyword values.
    CallKw { n: u8, d: Reg, b: Reg => registers(usize::from(n) + 1), k: u16 => entry(keywords) },
    /// Object in `b`; name, and keyword names if any, in `attr_sites[ic]`. Looks the method up after the
    /// arguments: only for arguments that can neither fail nor do anything (constants, bound names).
    CallMethod { n: u8, d: Reg, b: Reg => registers(usize::from(n) + 1), ic: u16 => entry(attr_sites) },
    /// Looks up the method of the object in `b` before the arguments are evaluated: callee into `b`,
    /// receiver (or unset) into `b+1`. Arguments follow from `b+2`.
    LoadMethod { b: Reg => registers(2), ic: u16 => entry(attr_sites) },
    /// As `LoadMethod` for `super().name(...)`; class cell's content in `b`, first parameter in `b+1`, `g` as in `Super`.
    LoadSuper { b: Reg => registers(2), ic: u16 => entry(attr_sites), g: u16 },
    /// As `LoadSuper` for `super(class, object).name(...)`; class in `b`, object in `b+1`.
    LoadSuperOf { b: Reg => registers(2), ic: u16 => entry(attr_sites), g: u16 },
    /// Makes a bound method in `b` of what `LoadSuper` left there and in `b+1`, for a call with `*` or `**`.
    BindLoaded { b: Reg => registers(2) },
    /// Calls what `LoadMethod` left in `b` and `b+1` with the `n` arguments from `b+2`.
    CallLoaded { n: u8, d: Reg, b: Reg => registers(usize::from(n) + 2) },
    CallLoadedKw { n: u8, d: Reg, b: Reg => registers(usize::from(n) + 2), k: u16 => entry(keywords) },
    /// Callee in `b`, list or tuple of arguments in `b+1`, dict of keywords or unset in `b+2`.
    CallEx { d: Reg, b: Reg => registers(3) },
    /// Zero-argument `super()` while the global `super` is the builtin, else a plain call:
    /// content of the `__class__` cell in `b`, first parameter in `b+1`; `g` is the slot of `super`.
    Super { d: Reg, b: Reg => registers(2), g: u16 },
    Return { s: Rk },

    // --- definitions
    /// `functions[f]`; inputs from `b` in the order that `FunctionDesc` gives.
    MakeFunction { d: Reg, f: u16 => entry(functions), b: Reg => counted(function_inputs, f) },
    /// `classes[c]`; list or tuple of bases in `b`, dict of keywords or unset in `b+1`.
    MakeClass { d: Reg, c: u16 => entry(classes), b: Reg => registers(2) },
    /// Type parameters or a `type` statement: a tuple of what the declaration `names[t]` makes, whose bounds,
    /// defaults and value are the `n` functions from `b`, called when somebody asks.
    MakeTyped { n: u8, d: Reg, t: u16 => entry(names), b: Reg => registers(usize::from(n)) },
    /// What makes annotations when somebody asks, from a list in `s`: for each its name, a function without parameters
    /// that gives the value, and its source.
    MakeAnnotate { d: Reg, s: Rk },
    /// `Generic[params]` for a class with type parameters: tuple of parameters in `s`.
    SubscriptGeneric { d: Reg, s: Rk },

    // --- generators and coroutines
    /// First instruction of a generator's body (after argument binding).
    StartGenerator cannot_raise,
    /// Suspends with `s`; what is sent arrives in `d`.
    Yield { d: Reg, s: Rk },
    /// Iterator of `yield from s` (coroutines allowed only in coroutines).
    GetYieldFrom { d: Reg, s: Rk },
    /// Runs the delegate in `it` one step with the value in `it+1`; on its end its value is in `d`.
    Delegate { d: Reg, it: Reg => registers(2) },
    GetAwaitable { how: AwaitSource, d: Reg, s: Rk },
    GetAIter { d: Reg, s: Rk },
    /// Awaitable of the next item of the async iterator `s`.
    GetANext { d: Reg, s: Rk },
    /// In a handler: jumps when the exception in `e` is StopAsyncIteration.
    JumpIfStopAsync { e: Reg, to: i32 => jump } cannot_raise,
    /// In a handler: jumps when the exception in `e` is a NameError.
    JumpIfNameError { e: Reg, to: i32 => jump } cannot_raise,

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
    PushHandled cannot_raise,
    /// Pops the handled stack to `depth` entries above the frame's base.
    PopHandled { depth: u16 } cannot_raise,
    /// `assert` with message `s` failed.
    AssertFail { s: Rk },
    /// `assert` without message failed; name `n` is the source of the test.
    AssertFailBare { n: u16 => entry(names) },

    // --- with
    /// Looks up `__enter__` and `__exit__` of `s`: bound exit in `b`, bound enter in `b+1`.
    LoadEnterExit { b: Reg => registers(2), s: Rk },
    LoadAsyncEnterExit { b: Reg => registers(2), s: Rk },
    /// Calls the exit in `f` with the exception in `e` (type, value, None); result in `d`.
    CallExit { d: Reg, f: Reg, e: Reg },

    // --- imports
    Import { d: Reg, k: u16 => entry(imports) },
    /// `n` indexes `Code::names`; module in `m`.
    ImportFrom { d: Reg, m: Reg, n: u16 => entry(names) },
    ImportStar { m: Reg },

    // --- match
    MatchSequence { d: Reg, s: Rk },
    MatchMapping { d: Reg, s: Rk },
    /// `d` = length of `s`.
    MatchLen { d: Reg, s: Rk },
    /// `n` keys from `b`; values into `d..d+n` and true in `d+n`, or false in `d+n`.
    MatchKeys { n: u8, d: Reg => registers(usize::from(n) + 1), s: Rk, b: Reg => registers(usize::from(n)) },
    /// dict of `s` without the `n` keys from `b`.
    MatchRest { n: u8, d: Reg, s: Rk, b: Reg => registers(usize::from(n)) },
    /// Class in `b`, subject in `b+1`; `attr_classes[k]` says which attributes; values into `d..`, flag after them.
    MatchClass { d: Reg => counted(class_pattern_results, k), b: Reg => registers(2), k: u16 => entry(match_classes) },

    /// Raises `refusals[k]`.
    Refuse { k: u32 => entry(refusals) },
}
}

const _: () = assert!(std::mem::size_of::<Instr>() == 8);

impl Instr {
    /// The comparison that it makes, or jumps by.
    pub fn comparison(&self) -> Option<(CmpOp, Rk, Rk)> {
        Some(match *self {
            Instr::Compare { op, a, b, .. } | Instr::JumpUnless { op, a, b, .. } | Instr::JumpWhen { op, a, b, .. } => (op, a, b),
            Instr::JumpUnlessLt { a, b, .. } => (CmpOp::Lt, a, b),
            Instr::JumpUnlessLe { a, b, .. } => (CmpOp::Le, a, b),
            Instr::JumpUnlessEq { a, b, .. } => (CmpOp::Eq, a, b),
            Instr::JumpUnlessNe { a, b, .. } => (CmpOp::Ne, a, b),
            Instr::JumpUnlessGt { a, b, .. } => (CmpOp::Gt, a, b),
            Instr::JumpUnlessGe { a, b, .. } => (CmpOp::Ge, a, b),
            _ => return None,
        })
    }

    /// Whether it asks for the contrary of what a special method tells it (`not in`).
    pub fn negates(&self) -> bool {
        matches!(
            self,
            Instr::Compare { op: CmpOp::NotIn, .. } | Instr::JumpUnless { op: CmpOp::NotIn, .. } | Instr::JumpWhen { op: CmpOp::NotIn, .. }
        )
    }

    /// How far it goes when what it tests is true, or false.
    pub fn branch(&self, holds: bool) -> isize {
        match *self {
            Instr::JumpIfTrue { to, .. } if holds => to as isize,
            Instr::JumpIfFalse { to, .. } if !holds => to as isize,
            Instr::JumpUnless { to, .. }
            | Instr::JumpUnlessLt { to, .. }
            | Instr::JumpUnlessLe { to, .. }
            | Instr::JumpUnlessEq { to, .. }
            | Instr::JumpUnlessNe { to, .. }
            | Instr::JumpUnlessGt { to, .. }
            | Instr::JumpUnlessGe { to, .. }
                if !holds =>
            {
                to.into()
            }
            Instr::JumpWhen { to, .. } if holds => to.into(),
            _ => 1,
        }
    }
}

/// Value and format spec of each interpolation.
fn interpolation_values(code: &Code, template: u16) -> usize {
    code.templates.get(usize::from(template)).map_or(0, |t| t.interpolations.len() * 2)
}

/// What a function is made from: defaults, annotations, type parameters.
fn function_inputs(code: &Code, function: u16) -> usize {
    code.functions.get(usize::from(function)).map_or(0, |f| {
        usize::from(f.defaults) + f.keyword_defaults.len() + usize::from(f.annotations != Annotations::None) + usize::from(f.type_params)
    })
}

/// The attributes that a class pattern reads, and whether it matched.
fn class_pattern_results(code: &Code, pattern: u16) -> usize {
    code.match_classes.get(usize::from(pattern)).map_or(0, |m| usize::from(m.positional) + m.keywords.len()) + 1
}
