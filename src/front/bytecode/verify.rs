//! Consistency of lowered code: operands inside the frame, jumps inside the code, tables inside bounds.
//!
//! The engine relies on all of it; tests run it on everything they lower.

use crate::front::bytecode::code::{Annotations, Code, CodeKind};
use crate::front::bytecode::instr::Instr;
use crate::front::bytecode::operands::{Reg, Rk, GLOBAL_REGISTERS};

/// What an instruction refers to.
enum Use {
    Read(Rk),
    /// `n` registers from here.
    Registers(Reg, usize),
    Jump(i64),
    Const(u32),
    /// Index into a table of this length.
    Table(usize, usize),
}

/// Whether the instruction can raise (or run code that does).
pub fn may_raise(instr: &Instr) -> bool {
    !matches!(
        instr,
        Instr::Nop
            | Instr::Charge { .. }
            | Instr::LoadConst { .. }
            | Instr::Clear { .. }
            | Instr::ClearRange { .. }
            | Instr::KeepNonNone { .. }
            | Instr::MakeCell { .. }
            | Instr::Jump { .. }
            | Instr::JumpUnlessBuiltin { .. }
            | Instr::SumEnd { .. }
            | Instr::StartGenerator
            | Instr::PushHandled
            | Instr::PopHandled { .. }
            | Instr::StoreCell { .. }
            | Instr::StoreFree { .. }
            | Instr::JumpIfStopAsync { .. }
            | Instr::JumpIfNameError { .. }
            | Instr::Move { .. }
            | Instr::Take { .. }
    )
}

/// Checks `code` and the codes inside it; the first fault found.
pub fn verify(code: &Code) -> Result<(), String> {
    let module = code.kind == CodeKind::Module;
    let frame = Registers { first: if module { usize::from(GLOBAL_REGISTERS) } else { 0 }, count: usize::from(code.registers), module };
    let mut uses = Vec::new();
    for (pc, instr) in code.instrs.iter().enumerate() {
        uses.clear();
        uses_of(code, instr, &mut uses);
        for one in &uses {
            check(code, &frame, pc, one).map_err(|why| format!("{}: {pc}: {instr:?}: {why}", code.qualname))?;
        }
    }
    let fault = |text: &str| Err(format!("{}: {text}", code.qualname));
    match code.instrs.last() {
        Some(Instr::Return { .. } | Instr::Jump { .. } | Instr::Rethrow { .. } | Instr::LoopBack { .. }) => {}
        Some(Instr::Raise { .. } | Instr::RaiseFrom { .. } | Instr::Reraise | Instr::Refuse { .. }) => {}
        Some(Instr::AssertFail { .. } | Instr::AssertFailBare { .. }) => {}
        other => return fault(&format!("falls off its end after {other:?}")),
    }
    for h in &code.handlers {
        let inside = h.start < h.end && h.end as usize <= code.instrs.len() && (h.target as usize) < code.instrs.len();
        if !inside || !frame.holds(h.reg, 1) {
            return fault(&format!("bad handler {h:?}"));
        }
    }
    if code.inlined.iter().any(|i| i.start > i.end || i.end as usize > code.instrs.len()) {
        return fault("bad inlined code");
    }
    let sorted = |list: &mut dyn Iterator<Item = u32>| {
        let all: Vec<u32> = list.collect();
        all.windows(2).all(|w| w[0] < w[1])
    };
    if !sorted(&mut code.spans.iter().map(|s| s.0)) || !sorted(&mut code.unspent.iter().map(|s| s.0)) {
        return fault("side tables are not sorted");
    }
    for f in &code.functions {
        if f.closure.len() != f.code.free_names.len() {
            return fault("closure does not fit its function");
        }
        verify(&f.code)?;
    }
    for c in &code.classes {
        if c.closure.len() != c.code.free_names.len() {
            return fault("closure does not fit its class");
        }
        verify(&c.code)?;
    }
    Ok(())
}

struct Registers {
    first: usize,
    count: usize,
    module: bool,
}

impl Registers {
    fn holds(&self, reg: Reg, n: usize) -> bool {
        let at = usize::from(reg.0);
        if n == 0 {
            return true;
        }
        (self.module && at + n <= usize::from(GLOBAL_REGISTERS)) || (at >= self.first && at + n <= self.first + self.count)
    }
}

fn check(code: &Code, frame: &Registers, pc: usize, one: &Use) -> Result<(), String> {
    let fine = match one {
        Use::Read(rk) if rk.is_reg() => frame.holds(Reg(rk.0 as u16), 1),
        Use::Read(rk) => ((-1 - i32::from(rk.0)) as usize) < code.consts.len(),
        Use::Registers(reg, n) => frame.holds(*reg, *n),
        Use::Jump(to) => usize::try_from(pc as i64 + to).is_ok_and(|target| target < code.instrs.len()),
        Use::Const(k) => (*k as usize) < code.consts.len(),
        Use::Table(index, len) => index < len,
    };
    if fine {
        return Ok(());
    }
    Err(match one {
        Use::Read(rk) => format!("operand {rk:?} is outside"),
        Use::Registers(reg, n) => format!("registers {reg:?}..+{n} are outside"),
        Use::Jump(to) => format!("jump by {to} leaves the code"),
        Use::Const(k) => format!("no constant {k}"),
        Use::Table(index, len) => format!("table entry {index} of {len}"),
    })
}

fn uses_of(code: &Code, instr: &Instr, out: &mut Vec<Use>) {
    use Use::{Const, Jump, Read, Registers as Regs, Table};
    let site = |ic: u16| Table(usize::from(ic), code.attr_sites.len());
    let w = |d: Reg| Regs(d, 1);
    match *instr {
        Instr::Nop | Instr::Charge { .. } | Instr::StartGenerator | Instr::Reraise => {}
        Instr::PushHandled | Instr::PopHandled { .. } => {}
        Instr::Move { d, s } | Instr::KeepNonNone { d, s } | Instr::Unary { d, a: s, .. } => out.extend([w(d), Read(s)]),
        Instr::Take { d, s } => out.extend([w(d), w(s)]),
        Instr::LoadConst { d, k } => out.extend([w(d), Const(k)]),
        Instr::CheckBound { r } | Instr::CheckFree { r } | Instr::Clear { r } | Instr::DelLocal { r } => out.push(w(r)),
        Instr::MakeCell { r } | Instr::DelCell { r } => out.push(w(r)),
        Instr::ClearRange { b, n } => out.push(Regs(b, n.into())),
        Instr::LoadGlobal { d, .. } | Instr::LoadCallee { d, .. } => out.push(w(d)),
        Instr::StoreGlobal { s, .. } | Instr::BindDef { s, .. } => out.push(Read(s)),
        Instr::DelGlobal { .. } => {}
        Instr::LoadCell { d, r } => out.extend([w(d), w(r)]),
        Instr::StoreCell { r, s } => out.extend([w(r), Read(s)]),
        Instr::LoadFree { d, i } => out.extend([w(d), Table(i.into(), code.free_names.len())]),
        Instr::StoreFree { i, s } => out.extend([Read(s), Table(i.into(), code.free_names.len())]),
        Instr::DelFree { i } => out.push(Table(i.into(), code.free_names.len())),
        Instr::LoadName { d, n } => out.extend([w(d), Table(n as usize, code.name_refs.len())]),
        Instr::StoreName { s, n } => out.extend([Read(s), Table(n as usize, code.name_refs.len())]),
        Instr::DelName { n } | Instr::SetUpAnnotations { n } => out.push(Table(n as usize, code.name_refs.len())),
        Instr::LoadNameOrFree { d, n, i } => {
            out.extend([w(d), Table(n.into(), code.name_refs.len()), Table(i.into(), code.free_names.len())]);
        }
        Instr::Add { d, a, b } | Instr::Sub { d, a, b } | Instr::Mul { d, a, b } | Instr::Binary { d, a, b, .. } => {
            out.extend([w(d), Read(a), Read(b)]);
        }
        Instr::InPlace { d, a, b, .. } | Instr::Compare { d, a, b, .. } | Instr::GetItem { d, a, b } => {
            out.extend([w(d), Read(a), Read(b)]);
        }
        Instr::AddInt { d, a, .. } | Instr::Format { d, s: a, .. } => out.extend([w(d), Read(a)]),
        Instr::Jump { to } => out.push(Jump(to.into())),
        Instr::JumpIfTrue { a, to } | Instr::JumpIfFalse { a, to } => out.extend([Read(a), Jump(to.into())]),
        Instr::JumpUnlessBuiltin { a, to, .. } => out.extend([Read(a), Jump(to.into())]),
        Instr::SumStep { acc, v } => out.extend([Regs(acc, 2), Read(v)]),
        Instr::SumEnd { d, acc } => out.extend([w(d), Regs(acc, 2)]),
        Instr::JumpIfNone { a, to } | Instr::JumpIfNotNone { a, to } => out.extend([Read(a), Jump(to.into())]),
        Instr::JumpUnless { a, b, to, .. }
        | Instr::JumpUnlessLt { a, b, to }
        | Instr::JumpUnlessLe { a, b, to }
        | Instr::JumpUnlessEq { a, b, to }
        | Instr::JumpUnlessNe { a, b, to }
        | Instr::JumpUnlessGt { a, b, to }
        | Instr::JumpUnlessGe { a, b, to }
        | Instr::JumpWhen { a, b, to, .. } => {
            out.extend([Read(a), Read(b), Jump(to.into())]);
        }
        Instr::LoopBack { r, to } => out.extend([w(r), Jump(to.into())]),
        Instr::GetIter { it, s } => out.extend([Regs(it, 3), Read(s)]),
        Instr::GetRange { n, it, b, .. } => out.extend([Regs(it, 3), Regs(b, n.into())]),
        Instr::GetPairs { it, b, which, .. } => out.extend([Regs(it, 3), Regs(b, which.arguments())]),
        Instr::GetIterObject { d, s } => out.extend([w(d), Read(s)]),
        Instr::ForNext { d, it, to } => out.extend([w(d), Regs(it, 3), Jump(to.into())]),
        Instr::BuildList { d, b, n } | Instr::BuildTuple { d, b, n } | Instr::BuildSet { d, b, n } => {
            out.extend([w(d), Regs(b, n.into())]);
        }
        Instr::BuildStr { d, b, n } => out.extend([w(d), Regs(b, n.into())]),
        Instr::BuildDict { d, b, n } => out.extend([w(d), Regs(b, usize::from(n) * 2)]),
        Instr::BuildSlice { d, b } => out.extend([w(d), Regs(b, 3)]),
        Instr::BuildTemplate { d, b, k } => {
            let n = code.templates.get(usize::from(k)).map_or(0, |t| t.interpolations.len() * 2);
            out.extend([w(d), Regs(b, n), Table(k.into(), code.templates.len())]);
        }
        Instr::ListAppend { l, v } | Instr::SetAdd { l, v } => out.extend([w(l), Read(v)]),
        Instr::ListExtend { l, s } | Instr::SetUpdate { l, s } => out.extend([w(l), Read(s)]),
        Instr::ArgsExtend { l, s, f } => out.extend([w(l), Read(s), w(f)]),
        Instr::ListToTuple { d, s } => out.extend([w(d), w(s)]),
        Instr::DictInsert { m, k, v } => out.extend([w(m), Read(k), Read(v)]),
        Instr::DictUpdate { m, s } => out.extend([w(m), Read(s)]),
        Instr::KwargsMerge { m, s, f } => out.extend([w(m), Read(s), w(f)]),
        Instr::SetItem { a, b, v } => out.extend([Read(a), Read(b), Read(v)]),
        Instr::DelItem { a, b } => out.extend([Read(a), Read(b)]),
        Instr::GetSlice { d, a, b } => out.extend([w(d), Read(a), Regs(b, 3)]),
        Instr::SetSlice { a, b, v } => out.extend([Read(a), Regs(b, 3), Read(v)]),
        Instr::DelSlice { a, b } => out.extend([Read(a), Regs(b, 3)]),
        Instr::GetAttr { d, a, ic } => out.extend([w(d), Read(a), site(ic)]),
        Instr::SetAttr { a, v, ic } => out.extend([Read(a), Read(v), site(ic)]),
        Instr::DelAttr { a, ic } => out.extend([Read(a), site(ic)]),
        Instr::FormatSpec { d, s, spec, .. } => out.extend([w(d), Read(s), Read(spec)]),
        Instr::Unpack { b, s, n } => out.extend([Regs(b, n.into()), Read(s)]),
        Instr::UnpackEx { before, b, s, after } => {
            out.extend([Regs(b, usize::from(before) + 1 + usize::from(after)), Read(s)]);
        }
        Instr::Call { n, d, b } => out.extend([w(d), Regs(b, usize::from(n) + 1)]),
        Instr::CallKw { n, d, b, k } => {
            out.extend([w(d), Regs(b, usize::from(n) + 1), Table(k.into(), code.keywords.len())]);
        }
        Instr::CallMethod { n, d, b, ic } => out.extend([w(d), Regs(b, usize::from(n) + 1), site(ic)]),
        Instr::LoadSuper { b, ic, .. } | Instr::LoadSuperOf { b, ic, .. } => out.extend([Regs(b, 2), site(ic)]),
        Instr::LoadMethod { b, ic } => out.extend([Regs(b, 2), site(ic)]),
        Instr::CallLoaded { n, d, b } => out.extend([w(d), Regs(b, usize::from(n) + 2)]),
        Instr::CallLoadedKw { n, d, b, k } => {
            out.extend([w(d), Regs(b, usize::from(n) + 2), Table(k.into(), code.keywords.len())]);
        }
        Instr::CallEx { d, b } => out.extend([w(d), Regs(b, 3)]),
        Instr::Super { d, b, .. } => out.extend([w(d), Regs(b, 2)]),
        Instr::Return { s } | Instr::Raise { s } | Instr::AssertFail { s } => out.push(Read(s)),
        Instr::RaiseFrom { s, c } => out.extend([Read(s), Read(c)]),
        Instr::MakeFunction { d, f, b } => {
            let inputs = code.functions.get(usize::from(f)).map_or(0, |f| {
                usize::from(f.defaults)
                    + f.keyword_defaults.len()
                    + usize::from(f.annotations != Annotations::None)
                    + usize::from(f.type_params)
            });
            out.extend([w(d), Regs(b, inputs), Table(f.into(), code.functions.len())]);
        }
        Instr::MakeClass { d, c, b } => out.extend([w(d), Regs(b, 2), Table(c.into(), code.classes.len())]),
        Instr::MakeTyped { n, d, t, b } => out.extend([w(d), Regs(b, n.into()), Table(t.into(), code.names.len())]),
        Instr::SubscriptGeneric { d, s } | Instr::MakeAnnotate { d, s } => out.extend([w(d), Read(s)]),
        Instr::Yield { d, s } | Instr::GetYieldFrom { d, s } | Instr::GetAwaitable { d, s, .. } => {
            out.extend([w(d), Read(s)]);
        }
        Instr::Delegate { d, it } => out.extend([w(d), Regs(it, 2)]),
        Instr::GetAIter { d, s } | Instr::GetANext { d, s } => out.extend([w(d), Read(s)]),
        Instr::JumpIfStopAsync { e, to } | Instr::JumpIfNameError { e, to } => out.extend([w(e), Jump(to.into())]),
        Instr::Rethrow { r } => out.push(w(r)),
        Instr::ExcMatch { d, e, t } | Instr::ExcSplit { d, e, t } => out.extend([w(d), w(e), Read(t)]),
        Instr::ExcGather { l, e, o } => out.extend([w(l), w(e), w(o)]),
        Instr::LoadEnterExit { b, s } | Instr::LoadAsyncEnterExit { b, s } => out.extend([Regs(b, 2), Read(s)]),
        Instr::CallExit { d, f, e } => out.extend([w(d), w(f), w(e)]),
        Instr::Import { d, k } => out.extend([w(d), Table(k.into(), code.imports.len())]),
        Instr::AssertFailBare { n } => out.push(Table(n.into(), code.names.len())),
        Instr::ImportFrom { d, m, n } => out.extend([w(d), w(m), Table(n.into(), code.names.len())]),
        Instr::ImportStar { m } => out.push(w(m)),
        Instr::MatchSequence { d, s } | Instr::MatchMapping { d, s } | Instr::MatchLen { d, s } => {
            out.extend([w(d), Read(s)]);
        }
        Instr::MatchKeys { n, d, s, b } => {
            out.extend([Regs(d, usize::from(n) + 1), Read(s), Regs(b, n.into())]);
        }
        Instr::MatchRest { n, d, s, b } => out.extend([w(d), Read(s), Regs(b, n.into())]),
        Instr::MatchClass { d, b, k } => {
            let values = code.match_classes.get(usize::from(k)).map_or(0, |m| usize::from(m.positional) + m.keywords.len());
            out.extend([Regs(d, values + 1), Regs(b, 2), Table(k.into(), code.match_classes.len())]);
        }
        Instr::Refuse { k } => out.push(Table(k as usize, code.refusals.len())),
    }
}
