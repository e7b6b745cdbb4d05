//! Builds one `Code`: emission, labels, registers, constants, places, charges.

use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::front::bytecode::code::{
    AttrSite, ClassDesc, Code, CodeKind, Const, FunctionDesc, Handler, HandlerKind, ImportDesc, Inlined, MatchClassDesc, NameRef, Params,
    Refusal, Suspends, TemplateDesc,
};
use crate::front::bytecode::global_names::GlobalSlot;
use crate::front::bytecode::instr::Instr;
use crate::front::bytecode::operands::{Reg, Rk};
use crate::front::compile::control_blocks::Block;
use crate::front::compile::definite_assignment::Flow;
use crate::front::compile::error::{LowerError, Lowered};
use crate::front::compile::symtable::ScopeId;
use crate::front::parse::span::Span;

/// A place in the code that jumps refer to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Label(u32);

const UNBOUND: u32 = u32::MAX;
/// Highest register number an operand can name.
const MAX_REGISTER: u16 = i16::MAX as u16;

#[derive(Debug)]
struct LabelState {
    pc: u32,
    /// Meet of what holds at the jumps to it.
    flow: Option<Flow>,
}

#[derive(Debug)]
struct RawHandler {
    start: u32,
    end: u32,
    target: Label,
    reg: Reg,
    depth: u16,
    kind: HandlerKind,
}

#[derive(PartialEq, Eq, Hash)]
enum ConstKey {
    None,
    Ellipsis,
    Bool(bool),
    Int(i64),
    Float(u64),
    Str(Box<[u8]>),
}

/// Where the lines of the source text start.
#[derive(Clone)]
pub struct Lines(Rc<[u32]>);

impl Lines {
    pub fn of(source: &str) -> Lines {
        let bytes = source.as_bytes();
        let ends =
            (0u32..).zip(bytes).filter(|(i, byte)| **byte == b'\n' || (**byte == b'\r' && bytes.get(*i as usize + 1) != Some(&b'\n')));
        Lines(ends.map(|(i, _)| i + 1).collect())
    }
    fn line_of(&self, place: Span) -> usize {
        self.0.partition_point(|start| *start <= place.start)
    }
}

/// Whether the instruction may run code of another line before the next one.
fn calls(instr: &Instr) -> bool {
    matches!(
        instr,
        Instr::Call { .. }
            | Instr::CallKw { .. }
            | Instr::CallMethod { .. }
            | Instr::CallLoaded { .. }
            | Instr::CallLoadedKw { .. }
            | Instr::CallEx { .. }
            | Instr::MakeClass { .. }
            | Instr::Delegate { .. }
    )
}

/// Operations of the straight run being emitted.
#[derive(Default)]
struct Run {
    open: bool,
    pc: u32,
    /// Line that it is about, where runs are told apart by lines.
    line: usize,
    total: u32,
    /// Operations started at instructions that may raise.
    started: Vec<(u32, u32)>,
}

/// One frame under construction.
pub struct Frame {
    pub scope: ScopeId,
    pub flow: Flow,
    pub blocks: Vec<Block>,
    /// How many blocks the host's compiler counts around this point (`nested`).
    pub static_blocks: u16,
    /// Depth of the handled stack at this point.
    pub handled: u16,
    pub span: Span,
    /// Variables whose binding may vanish: `del`, `except … as`.
    pub deletable: Vec<usize>,
    /// Of a class: the attributes that functions in it set on what they call `self`.
    pub self_attributes: BTreeSet<Box<str>>,
    pub loops: u32,
    pub names: Vec<String>,
    pub name_refs: Vec<NameRef>,
    pub attr_sites: Vec<AttrSite>,
    pub keywords: Vec<Vec<String>>,
    pub functions: Vec<FunctionDesc>,
    pub classes: Vec<ClassDesc>,
    pub imports: Vec<ImportDesc>,
    pub match_classes: Vec<MatchClassDesc>,
    pub templates: Vec<TemplateDesc>,
    pub refusals: Vec<Refusal>,
    /// Operations counted so far, whatever run they belong to.
    pub counted: u64,
    /// Above zero: operations are counted but not charged here.
    pub muted: u32,
    /// The node whose operations are counted.
    pub node: Span,
    /// Charges are told apart by lines.
    lines: Option<Lines>,
    instrs: Vec<Instr>,
    jumps: Vec<(u32, Label)>,
    labels: Vec<LabelState>,
    consts: Vec<Const>,
    const_index: FxHashMap<ConstKey, u32>,
    name_index: FxHashMap<String, u16>,
    handlers: Vec<RawHandler>,
    inlined: Vec<Inlined>,
    /// Inlined code that is being emitted, with the instruction it goes on from; innermost last.
    inlining: Vec<Inlined>,
    spans: Vec<(u32, Span)>,
    run: Run,
    unspent: Vec<(u32, u32)>,
    base: u16,
    first_temp: u16,
    next: u16,
    max: u16,
    /// Highest temporary used since a `watch` began.
    high: u16,
    /// Temporaries of this statement that may keep objects alive.
    dirty: Option<(u16, u16)>,
    /// Those of them that hold what a call gave: maybe the only reference to it.
    called: Option<(u16, u16)>,
    /// The highest register that an instruction of `note_dirty` writes so far.
    highest_written: u16,
}

impl Frame {
    /// `base` is the register below all of this frame's own, `first_temp` the first temporary.
    /// With `lines` no charge spans two of them, and what follows a call has a charge of its own (maybe of 0).
    pub fn new(scope: ScopeId, base: u16, first_temp: u16, lines: Option<Lines>) -> Frame {
        Frame {
            scope,
            flow: Flow::default(),
            blocks: Vec::new(),
            static_blocks: 0,
            handled: 0,
            span: Span::default(),
            deletable: Vec::new(),
            self_attributes: BTreeSet::new(),
            loops: 0,
            names: Vec::new(),
            name_refs: Vec::new(),
            attr_sites: Vec::new(),
            keywords: Vec::new(),
            functions: Vec::new(),
            classes: Vec::new(),
            imports: Vec::new(),
            match_classes: Vec::new(),
            templates: Vec::new(),
            refusals: Vec::new(),
            counted: 0,
            muted: 0,
            node: Span::default(),
            lines,
            instrs: Vec::new(),
            jumps: Vec::new(),
            labels: Vec::new(),
            consts: Vec::new(),
            const_index: FxHashMap::default(),
            name_index: FxHashMap::default(),
            handlers: Vec::new(),
            inlined: Vec::new(),
            inlining: Vec::new(),
            spans: Vec::new(),
            run: Run::default(),
            unspent: Vec::new(),
            base,
            first_temp,
            next: first_temp,
            max: first_temp,
            high: first_temp,
            dirty: None,
            called: None,
            highest_written: 0,
        }
    }

    /// Operations are those of this node from now on; gives the one before.
    pub fn enter(&mut self, node: Span) -> Span {
        std::mem::replace(&mut self.node, node)
    }

    // --- registers

    pub fn alloc(&mut self) -> Lowered<Reg> {
        self.alloc_n(1)
    }

    /// `n` consecutive temporaries.
    pub fn alloc_n(&mut self, n: usize) -> Lowered<Reg> {
        let first = self.next;
        let next = usize::from(first) + n;
        if next > usize::from(MAX_REGISTER) {
            return Err(LowerError::new("code needs too many registers", self.span));
        }
        self.next = next as u16;
        self.max = self.max.max(self.next);
        self.high = self.high.max(self.next);
        Ok(Reg(first))
    }

    pub fn mark(&self) -> u16 {
        self.next
    }
    /// Gives back the temporaries allocated since `mark`.
    pub fn release(&mut self, mark: u16) {
        self.next = mark;
    }
    /// Whether `reg` is a temporary, which nothing but the code being emitted can see.
    pub fn is_temp(&self, reg: Reg) -> bool {
        reg.0 >= self.first_temp
    }
    /// Starts to watch how far temporaries reach; returns what to give to `unwatch`.
    pub fn watch(&mut self) -> u16 {
        std::mem::replace(&mut self.high, self.next)
    }
    /// Ends a watch: the end of the temporaries used since.
    pub fn unwatch(&mut self, before: u16) -> u16 {
        let high = self.high;
        self.high = self.high.max(before);
        high
    }

    // --- emission

    /// Adds an instruction, unless this point cannot be reached.
    pub fn emit(&mut self, instr: Instr) {
        if self.flow.dead {
            return;
        }
        self.start_run(self.span);
        let pc = self.pc();
        if self.spans.last().is_none_or(|(_, s)| *s != self.span) {
            self.spans.push((pc, self.span));
        }
        if instr.may_raise() {
            self.run.started.push((pc, self.run.total));
        }
        self.note_dirty(&instr);
        self.instrs.push(instr);
        if self.lines.is_some() && calls(&instr) {
            self.end_run();
        }
    }

    pub fn pc(&self) -> u32 {
        self.instrs.len() as u32
    }

    /// Marks the rest of the straight line as unreachable.
    pub fn dead(&mut self) {
        self.end_run();
        self.flow.dead = true;
    }

    // --- labels

    pub fn label(&mut self) -> Label {
        self.labels.push(LabelState { pc: UNBOUND, flow: None });
        Label(self.labels.len() as u32 - 1)
    }

    /// This point is where `label` is.
    pub fn bind(&mut self, label: Label) {
        self.end_run();
        let pc = self.pc();
        if let Some(state) = self.labels.get_mut(label.0 as usize) {
            state.pc = pc;
            if let Some(flow) = state.flow.take() {
                self.flow.meet(&flow);
            }
        }
    }

    /// As `bind`, for the head of a loop, which is also reached from below.
    pub fn bind_head(&mut self, label: Label) {
        self.bind(label);
        let deletable = std::mem::take(&mut self.deletable);
        self.flow.remove_all(&deletable);
        self.deletable = deletable;
    }

    /// Whether some reachable jump goes to `label` (not yet bound).
    pub fn is_target(&self, label: Label) -> bool {
        self.labels.get(label.0 as usize).is_some_and(|s| s.flow.is_some())
    }

    /// Emits a jump instruction (its own `to` is ignored) to `label`.
    pub fn jump_instr(&mut self, instr: Instr, label: Label) {
        if self.flow.dead {
            return;
        }
        self.emit(instr);
        self.jumps.push((self.pc() - 1, label));
        if let Some(state) = self.labels.get_mut(label.0 as usize) {
            match &mut state.flow {
                Some(flow) => flow.meet(&self.flow),
                // Bound already: a back-edge.
                None if state.pc != UNBOUND => {}
                empty => *empty = Some(self.flow.clone()),
            }
        }
        self.end_run();
    }

    pub fn jump(&mut self, label: Label) {
        self.jump_instr(Instr::Jump { to: 0 }, label);
        self.dead();
    }

    /// Enters a handler's code: reached only by an exception, with what held in `flow`.
    pub fn enter_handler(&mut self, label: Label, mut flow: Flow) {
        flow.remove_all(&self.deletable);
        self.flow.dead = true;
        self.bind(label);
        self.flow = flow;
    }

    pub fn handler(&mut self, range: (u32, u32), target: Label, reg: Reg, depth: u16, kind: HandlerKind) {
        if range.0 < range.1 {
            self.handlers.push(RawHandler { start: range.0, end: range.1, target, reg, depth, kind });
        }
    }

    /// What is emitted from here on runs in a function of its own in CPython, called from `call`.
    pub fn begin_inlined(&mut self, name: &'static str, call: Span, generator: bool) {
        let start = self.pc();
        self.inlining.push(Inlined { start, end: start, name, call, generator });
    }

    pub fn end_inlined(&mut self) {
        self.note_inlined();
        self.inlining.pop();
    }

    /// What is emitted by `f` is done by the builtin that consumes the inlined generator, if the innermost is one.
    pub fn by_consumer(&mut self, f: impl FnOnce(&mut Frame)) {
        let Some(inner) = self.inlining.last().filter(|inner| inner.generator) else { return f(self) };
        let (call, span) = (inner.call, self.span);
        self.note_inlined();
        self.span = call;
        f(self);
        self.span = span;
        let pc = self.pc();
        if let Some(inner) = self.inlining.last_mut() {
            inner.start = pc;
        }
    }

    fn note_inlined(&mut self) {
        let end = self.pc();
        if let Some(inner) = self.inlining.last().filter(|inner| inner.start < end) {
            self.inlined.push(Inlined { end, ..inner.clone() });
        }
    }

    // --- operations

    /// The evaluation of `n` nodes starts here.
    pub fn op(&mut self, n: u32) {
        self.counted += u64::from(n);
        if self.muted > 0 || self.flow.dead || n == 0 {
            return;
        }
        self.start_run(if self.lines.is_some() { self.node } else { self.span });
        self.run.total = self.run.total.saturating_add(n);
    }

    /// Which straight run is open.
    pub fn run_id(&self) -> Option<u32> {
        self.run.open.then_some(self.run.pc)
    }

    /// Takes back what the last `op` counted.
    pub fn uncount(&mut self, n: u32) {
        self.counted = self.counted.saturating_sub(u64::from(n));
        if self.muted == 0 && !self.flow.dead {
            self.run.total = self.run.total.saturating_sub(n);
        }
    }

    /// Makes sure that a loop body charges something: charges are where limits are looked at.
    pub fn op_at_least_one(&mut self) {
        let muted = std::mem::take(&mut self.muted);
        if muted > 0 {
            self.op(1);
        }
        self.muted = muted;
    }

    /// Makes sure that a straight run is open to which `place` belongs.
    fn start_run(&mut self, place: Span) {
        let line = self.lines.as_ref().map_or(0, |lines| lines.line_of(place));
        if self.run.open && self.run.line != line {
            self.end_run();
        }
        if self.run.open {
            return;
        }
        let mut started = std::mem::take(&mut self.run.started);
        started.clear();
        self.run = Run { open: true, pc: self.pc(), line, total: 0, started };
        if self.spans.last().is_none_or(|(_, s)| *s != place) {
            self.spans.push((self.run.pc, place));
        }
        self.instrs.push(Instr::Charge { n: 0 });
    }

    /// Ends the straight run: what follows is charged on its own.
    pub fn end_run(&mut self) {
        if !self.run.open {
            return;
        }
        self.run.open = false;
        let total = self.run.total;
        if let Some(instr) = self.instrs.get_mut(self.run.pc as usize) {
            *instr = Instr::Charge { n: total };
        }
        for (pc, started) in self.run.started.drain(..) {
            let left = total.saturating_sub(started);
            if self.unspent.last().map_or(0, |e| e.1) != left {
                self.unspent.push((pc, left));
            }
        }
    }

    // --- tables

    fn index16(&self, len: usize) -> Lowered<u16> {
        u16::try_from(len).map_err(|_| LowerError::new("code is too large", self.span))
    }

    /// Index of `constant` in the pool.
    pub fn const_index(&mut self, constant: Const) -> u32 {
        let key = match &constant {
            Const::None => ConstKey::None,
            Const::Ellipsis => ConstKey::Ellipsis,
            Const::Bool(b) => ConstKey::Bool(*b),
            Const::Int(i) => ConstKey::Int(*i),
            Const::Float(f) => ConstKey::Float(f.to_bits()),
            Const::Str(s) => ConstKey::Str(s.clone()),
            Const::BigInt(_) | Const::Imaginary(_) | Const::Bytes(_) | Const::Tuple(_) | Const::FrozenSet(_) | Const::Annotation(_) => {
                return self.push_const(constant)
            }
        };
        if let Some(index) = self.const_index.get(&key) {
            return *index;
        }
        let index = self.push_const(constant);
        self.const_index.insert(key, index);
        index
    }

    fn push_const(&mut self, constant: Const) -> u32 {
        self.consts.push(constant);
        self.consts.len() as u32 - 1
    }

    /// An operand for `constant`: itself, or a temporary that it is loaded into.
    pub fn constant(&mut self, constant: Const) -> Lowered<Rk> {
        let k = self.const_index(constant);
        if let Some(rk) = Rk::constant(k as usize) {
            return Ok(rk);
        }
        let d = self.alloc()?;
        self.emit(Instr::LoadConst { d, k });
        Ok(Rk::reg(d))
    }

    pub fn load_const(&mut self, d: Reg, constant: Const) {
        let k = self.const_index(constant);
        match Rk::constant(k as usize) {
            Some(s) => self.emit(Instr::Move { d, s }),
            None => self.emit(Instr::LoadConst { d, k }),
        }
    }

    pub fn name(&mut self, name: &str) -> Lowered<u16> {
        if let Some(index) = self.name_index.get(name) {
            return Ok(*index);
        }
        let index = self.index16(self.names.len())?;
        self.names.push(name.to_owned());
        self.name_index.insert(name.to_owned(), index);
        Ok(index)
    }

    pub fn name_ref(&mut self, name: &str, global: GlobalSlot) -> Lowered<u32> {
        if let Some(index) = self.name_refs.iter().position(|r| r.name == name) {
            return Ok(index as u32);
        }
        self.name_refs.push(NameRef { name: name.to_owned(), global });
        Ok(self.name_refs.len() as u32 - 1)
    }

    pub fn attr_site(&mut self, name: &str, keywords: Option<u16>) -> Lowered<u16> {
        let ic = self.index16(self.attr_sites.len())?;
        self.attr_sites.push(AttrSite { name: name.to_owned(), keywords, looks_at_class: false, place: self.span });
        Ok(ic)
    }

    /// A site of `x.__class__` where the class is only looked at.
    pub fn class_site(&mut self) -> Lowered<u16> {
        let ic = self.index16(self.attr_sites.len())?;
        self.attr_sites.push(AttrSite { name: "__class__".to_owned(), keywords: None, looks_at_class: true, place: self.span });
        Ok(ic)
    }

    pub fn keyword_names(&mut self, names: Vec<String>) -> Lowered<u16> {
        let k = self.index16(self.keywords.len())?;
        self.keywords.push(names);
        Ok(k)
    }

    pub fn import_desc(&mut self, desc: ImportDesc) -> Lowered<u16> {
        let k = self.index16(self.imports.len())?;
        self.imports.push(desc);
        Ok(k)
    }

    pub fn function_desc(&mut self, desc: FunctionDesc) -> Lowered<u16> {
        let k = self.index16(self.functions.len())?;
        self.functions.push(desc);
        Ok(k)
    }

    pub fn class_desc(&mut self, desc: ClassDesc) -> Lowered<u16> {
        let k = self.index16(self.classes.len())?;
        self.classes.push(desc);
        Ok(k)
    }

    pub fn match_class(&mut self, desc: MatchClassDesc) -> Lowered<u16> {
        let k = self.index16(self.match_classes.len())?;
        self.match_classes.push(desc);
        Ok(k)
    }

    pub fn template(&mut self, desc: TemplateDesc) -> Lowered<u16> {
        let k = self.index16(self.templates.len())?;
        self.templates.push(desc);
        Ok(k)
    }

    /// Raises `refusal` when reached.
    pub fn refuse(&mut self, refusal: Refusal) {
        let k = self.refusals.len() as u32;
        self.refusals.push(refusal);
        self.emit(Instr::Refuse { k });
    }

    // --- temporaries that outlive their statement

    fn note_dirty(&mut self, instr: &Instr) {
        let d = match instr {
            Instr::GetAttr { d, .. }
            | Instr::GetItem { d, .. }
            | Instr::GetSlice { d, .. }
            | Instr::Call { d, .. }
            | Instr::CallKw { d, .. }
            | Instr::CallMethod { d, .. }
            | Instr::CallEx { d, .. }
            | Instr::CallLoaded { d, .. }
            | Instr::CallLoadedKw { d, .. }
            | Instr::Delegate { d, .. }
            | Instr::BuildList { d, .. }
            | Instr::BuildDict { d, .. }
            | Instr::BuildSet { d, .. }
            | Instr::BuildTuple { d, .. }
            | Instr::Binary { d, .. }
            | Instr::Add { d, .. }
            | Instr::Sub { d, .. }
            | Instr::Mul { d, .. }
            | Instr::Compare { d, .. }
            | Instr::Unary { d, .. }
            | Instr::MakeFunction { d, .. }
            | Instr::MakeClass { d, .. }
            | Instr::Move { d, .. } => *d,
            _ => return,
        };
        let wider = |range: Option<(u16, u16)>| {
            let (low, high) = range.unwrap_or((d.0, d.0));
            Some((low.min(d.0), high.max(d.0)))
        };
        self.dirty = wider(self.dirty);
        if calls(instr) && d.0 >= self.first_temp {
            self.called = wider(self.called);
        }
        self.highest_written = self.highest_written.max(d.0);
    }

    /// Ends a statement: what its calls gave goes, as far as nothing else holds it. With `all` other temporaries go as well.
    pub fn settle(&mut self, all: bool) {
        let (dirty, called) = (self.dirty.take(), self.called.take());
        if let Some((low, high)) = if all { dirty } else { called } {
            self.clear_from(low, high);
        }
    }

    /// What calls gave so far stays: most of it is the truth that a block hangs on, and to clear it would cost each such block an instruction.
    pub fn keep_called(&mut self) {
        self.called = None;
    }

    fn clear_from(&mut self, low: u16, high: u16) {
        let low = low.max(self.first_temp).max(self.next);
        match high.checked_sub(low) {
            None => {}
            Some(0) => self.emit(Instr::Clear { r: Reg(low) }),
            Some(n) => self.emit(Instr::ClearRange { b: Reg(low), n: n + 1 }),
        }
    }

    /// Clears what earlier statements left in temporaries: an operand that nobody else holds goes with the variable that it was of.
    pub fn clear_temporaries(&mut self) {
        self.clear_from(0, self.highest_written);
        (self.dirty, self.called) = (None, None);
    }

    // --- the end

    /// Resolves jumps and drops empty charges.
    pub fn finish(mut self, about: About) -> Lowered<Code> {
        self.end_run();
        if self.instrs.len() > (i32::MAX / 4) as usize {
            return Err(LowerError::new("code is too large", self.span));
        }
        let jumps = self.jumps.iter().map(|(pc, l)| (*pc, self.label_pc(*l)));
        let layout = crate::front::compile::assemble::Layout::new(&self.instrs, jumps, self.lines.is_some());
        let at = |pc: u32| layout.place(pc);
        let handlers = self
            .handlers
            .iter()
            .map(|h| Handler {
                start: at(h.start),
                end: at(h.end),
                target: at(self.label_pc(h.target)),
                reg: h.reg,
                depth: h.depth,
                kind: h.kind,
            })
            .filter(|h| h.start < h.end)
            .collect();
        let inlined = self.inlined.iter().map(|i| Inlined { start: at(i.start), end: at(i.end), ..i.clone() }).collect();
        let moved = |list: &[(u32, u32)]| crate::front::compile::assemble::moved(list, &layout);
        let spans = crate::front::compile::assemble::moved(&self.spans, &layout);
        let unspent = moved(&self.unspent);
        Ok(Code {
            name: about.name,
            qualname: about.qualname,
            kind: about.kind,
            suspends: about.suspends,
            params: about.params,
            slot_names: about.slot_names,
            free_names: about.free_names,
            registers: self.max - self.base,
            instrs: layout.instrs,
            consts: self.consts,
            names: self.names,
            name_refs: self.name_refs,
            attr_sites: self.attr_sites,
            keywords: self.keywords,
            functions: self.functions,
            classes: self.classes,
            imports: self.imports,
            match_classes: self.match_classes,
            templates: self.templates,
            refusals: self.refusals,
            handlers,
            inlined,
            spans,
            doc: about.doc,
            span: about.span,
            unspent,
        })
    }

    fn label_pc(&self, label: Label) -> u32 {
        self.labels.get(label.0 as usize).map_or(UNBOUND, |s| s.pc)
    }
}

/// What a `Code` says of itself besides its instructions.
pub struct About {
    pub name: String,
    pub qualname: String,
    pub kind: CodeKind,
    pub suspends: Suspends,
    pub params: Params,
    pub slot_names: Vec<String>,
    pub free_names: Vec<String>,
    pub doc: Option<Const>,
    pub span: Span,
}

/// Shares a finished code.
pub fn shared(code: Code) -> Arc<Code> {
    Arc::new(code)
}
