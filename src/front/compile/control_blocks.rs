//! Statements that jumps have to leave properly: loops, `try`, `with`.

use rustpython_ruff_text_size::TextRange;

use crate::front::bytecode::code::{Const, HandlerKind};
use crate::front::bytecode::instr::Instr;
use crate::front::bytecode::operands::{Reg, Rk};
use crate::front::compile::code_builder::Label;
use crate::front::compile::error::{LowerError, Lowered};
use crate::front::compile::{span, Lowerer};

/// An enclosing construct of the code being emitted, outermost first.
#[derive(Debug)]
pub enum Block {
    Loop {
        break_: Label,
        continue_: Label,
    },
    /// Instructions under a handler: finished ranges, and the start of the open one.
    Region {
        done: Vec<(u32, u32)>,
        open: Option<u32>,
    },
    /// Body of an `except`: leaving cuts the handled stack to `handled` and unbinds the name.
    Handler {
        handled: u16,
        exc: Reg,
        name: Option<String>,
    },
    /// Body of a `try` with `finally`: jumps go to `entry` with their number in `kind`.
    Finally {
        kind: Reg,
        value: Reg,
        entry: Label,
        pending: Vec<Exit>,
    },
    /// The `finally` clause itself.
    FinallyBody {
        handled: u16,
        exc: Reg,
    },
    /// Body of a `with`: leaving calls the exit in `exit`.
    With {
        exit: Reg,
        is_async: bool,
        place: TextRange,
    },
    /// `except*` clause: no jump may leave it.
    StarHandler,
}

/// A jump out of blocks. Loops are named by their place among the blocks.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Exit {
    Return(Rk),
    Break(usize),
    Continue(usize),
}

impl Exit {
    /// Blocks from this one on are left.
    fn outermost(self) -> usize {
        match self {
            Exit::Return(_) => 0,
            Exit::Break(index) | Exit::Continue(index) => index + 1,
        }
    }

    fn same_kind(self, other: Exit) -> bool {
        matches!((self, other), (Exit::Return(_), Exit::Return(_))) || self == other
    }
}

impl Lowerer<'_> {
    /// Lowers `inside` in one more of the blocks that the host's compiler has room for 20 of in a function (21 from 3.13 on, where what
    /// ends a generator or a coroutine is one of them).
    pub(crate) fn nested<R>(&mut self, place: TextRange, inside: impl FnOnce(&mut Self) -> Lowered<R>) -> Lowered<R> {
        let scope = self.scopes.get(self.f.scope);
        let suspends = scope.kind.is_function() && (scope.has_yield || scope.is_async);
        let room = if self.options.version < (3, 13) { 20 } else { 21 - u16::from(suspends) };
        if self.f.static_blocks >= room {
            return Err(LowerError::new("too many statically nested blocks", span(place)));
        }
        self.f.static_blocks += 1;
        // (After an error it may stand in another frame.)
        let done = inside(self)?;
        self.f.static_blocks -= 1;
        Ok(done)
    }

    pub(crate) fn open_region(&mut self) {
        let start = self.f.pc();
        self.f.blocks.push(Block::Region { done: Vec::new(), open: Some(start) });
    }

    /// Ends the innermost block, a region, and gives its ranges.
    pub(crate) fn close_region(&mut self) -> Vec<(u32, u32)> {
        let pc = self.f.pc();
        match self.f.blocks.pop() {
            Some(Block::Region { mut done, open }) => {
                done.extend(open.map(|start| (start, pc)));
                done
            }
            _ => Vec::new(),
        }
    }

    pub(crate) fn handle(&mut self, ranges: &[(u32, u32)], target: Label, reg: Reg, depth: u16, kind: HandlerKind) {
        for range in ranges {
            self.f.handler(*range, target, reg, depth, kind);
        }
    }

    /// Whether leaving the blocks from `outermost` on runs code of the program.
    pub(crate) fn leaving_runs_code(&self) -> bool {
        self.f.blocks.iter().any(|b| !matches!(b, Block::Loop { .. } | Block::Region { .. }))
    }

    /// Jumps out of the enclosing blocks, innermost first.
    pub(crate) fn leave(&mut self, exit: Exit) -> Lowered<()> {
        if self.f.flow.dead {
            return Ok(());
        }
        let handled = self.f.handled;
        let mut closed = Vec::new();
        let mut at = self.f.blocks.len();
        let mut caught = false;
        while at > exit.outermost() && !caught {
            at -= 1;
            caught = self.leave_block(at, exit, &mut closed)?;
        }
        if !caught {
            self.complete(exit);
        }
        let pc = self.f.pc();
        for index in closed {
            if let Some(Block::Region { open, .. }) = self.f.blocks.get_mut(index) {
                *open = Some(pc);
            }
        }
        self.f.handled = handled;
        Ok(())
    }

    fn complete(&mut self, exit: Exit) {
        match exit {
            Exit::Return(s) => {
                self.f.emit(Instr::Return { s });
                self.f.dead();
            }
            Exit::Break(index) | Exit::Continue(index) => {
                if let Some(Block::Loop { break_, continue_ }) = self.f.blocks.get(index) {
                    let label = if matches!(exit, Exit::Break(_)) { *break_ } else { *continue_ };
                    self.f.jump(label);
                }
            }
        }
    }

    /// Code for leaving one block; true when a `finally` takes the jump over.
    fn leave_block(&mut self, at: usize, exit: Exit, closed: &mut Vec<usize>) -> Lowered<bool> {
        let pc = self.f.pc();
        match self.f.blocks.get_mut(at) {
            Some(Block::Region { done, open }) => {
                if let Some(start) = open.take() {
                    done.push((start, pc));
                    closed.push(at);
                }
            }
            Some(Block::Handler { handled, exc, name }) => {
                let (handled, exc, name) = (*handled, *exc, name.clone());
                self.pop_handled(handled, exc);
                if let Some(name) = name {
                    self.unbind_exception(&name)?;
                }
            }
            Some(Block::FinallyBody { handled, exc }) => {
                let (handled, exc) = (*handled, *exc);
                self.pop_handled(handled, exc);
            }
            Some(Block::With { exit, is_async, place }) => {
                let (exit, is_async, place) = (*exit, *is_async, *place);
                self.at(place);
                self.call_exit_plainly(exit, is_async)?;
            }
            Some(Block::Finally { kind, value, entry, pending }) => {
                let (kind, value, entry) = (*kind, *value, *entry);
                let number = match pending.iter().position(|p| p.same_kind(exit)) {
                    Some(index) => index,
                    None => {
                        pending.push(match exit {
                            Exit::Return(_) => Exit::Return(Rk::reg(value)),
                            other => other,
                        });
                        pending.len() - 1
                    }
                };
                if let Exit::Return(s) = exit {
                    self.f.emit(Instr::Move { d: value, s });
                }
                self.f.load_const(kind, Const::Int(number as i64 + 1));
                self.f.jump(entry);
                return Ok(true);
            }
            Some(Block::Loop { .. } | Block::StarHandler) | None => {}
        }
        Ok(false)
    }

    /// Cuts the handled stack and forgets the exception.
    pub(crate) fn pop_handled(&mut self, depth: u16, exc: Reg) {
        self.f.emit(Instr::PopHandled { depth });
        self.f.emit(Instr::Clear { r: exc });
        self.f.handled = depth;
    }
}
