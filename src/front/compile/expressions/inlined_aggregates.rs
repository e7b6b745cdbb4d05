//! `sum`, `any`, `all`, `min`, `max`, `list`, `tuple`, `set`, `sorted` and `str.join` of a generator expression: its loop
//! runs in the frame around it, without a generator, while the name still means the builtin (a guard looks at every call).

use rustpython_ruff_python_ast::{self as ast, visitor, visitor::Visitor, Expr};
use rustpython_ruff_text_size::{Ranged, TextRange};

use crate::front::bytecode::code::Const;
use crate::front::bytecode::instr::Instr;
use crate::front::bytecode::operands::{Aggregate, CmpOp, Reg, Rk};
use crate::front::compile::error::Lowered;
use crate::front::compile::expressions::comprehension::{Element, Extreme};
use crate::front::compile::symtable::{Access, ScopeKind};
use crate::front::compile::symtable_builder::span;
use crate::front::compile::Lowerer;

/// The generator expression of a call that may be looped over in place, and what is made of its items.
pub(crate) fn of(call: &ast::ExprCall) -> Option<(Aggregate, &ast::ExprGenerator)> {
    let ([Expr::Generator(generator)], []) = (&*call.arguments.args, &*call.arguments.keywords) else { return None };
    let aggregate = match &*call.func {
        Expr::Name(name) => Aggregate::named(&name.id)?,
        Expr::Attribute(method) if method.attr.as_str() == "join" => Aggregate::Join,
        _ => return None,
    };
    is_flat(generator).then_some((aggregate, generator))
}

/// Whether nothing inside has a scope of its own, binds in the scope around or may suspend: the expression is lowered
/// twice, in the frame and as a generator. The first iterable belongs to the frame anyway.
fn is_flat(generator: &ast::ExprGenerator) -> bool {
    struct Finder(bool);
    impl Visitor<'_> for Finder {
        fn visit_expr(&mut self, e: &Expr) {
            self.0 &= !matches!(
                e,
                Expr::Lambda(_)
                    | Expr::ListComp(_)
                    | Expr::SetComp(_)
                    | Expr::DictComp(_)
                    | Expr::Generator(_)
                    | Expr::Named(_)
                    | Expr::Await(_)
                    | Expr::Yield(_)
                    | Expr::YieldFrom(_)
                    | Expr::TString(_)
            );
            if self.0 {
                visitor::walk_expr(self, e);
            }
        }
    }
    let mut finder = Finder(true);
    finder.visit_expr(&generator.elt);
    for (i, g) in generator.generators.iter().enumerate() {
        finder.0 &= !g.is_async;
        finder.visit_expr(&g.target);
        g.ifs.iter().for_each(|test| finder.visit_expr(test));
        if i > 0 {
            finder.visit_expr(&g.iter);
        }
    }
    finder.0
}

impl Lowerer<'_> {
    /// A call that `of` found: true when it was lowered here.
    pub(crate) fn aggregate(&mut self, call: &ast::ExprCall, d: Reg) -> Lowered<bool> {
        let Some((which, generator)) = of(call) else { return Ok(false) };
        match &*call.func {
            Expr::Name(name) if self.scopes.access(self.scope, &name.id) == Access::Global => {
                let b = self.f.alloc_n(2)?;
                self.at(name.range);
                self.load_name(&name.id, b, true)?;
                self.guarded_loop(call, generator, which, b, b.offset(1), d)?;
                Ok(true)
            }
            Expr::Attribute(method) if which == Aggregate::Join => {
                let name = self.method_name(&method.attr);
                let b = self.f.alloc_n(3)?;
                self.expr_into(&method.value, b)?;
                self.at(self.since_attribute(method.range, method));
                let ic = self.f.attr_site(&name, None)?;
                self.f.emit(Instr::LoadMethod { b, ic });
                self.guarded_loop(call, generator, which, b, b.offset(2), d)?;
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    /// The callee is in `b`, its only argument goes to `argument`.
    fn guarded_loop(
        &mut self,
        call: &ast::ExprCall,
        generator: &ast::ExprGenerator,
        which: Aggregate,
        b: Reg,
        argument: Reg,
        d: Reg,
    ) -> Lowered<()> {
        let (general, end) = (self.f.label(), self.f.label());
        self.at(call.range);
        self.f.jump_instr(Instr::JumpUnlessBuiltin { which, a: Rk::reg(b), to: 0 }, general);
        let mark = self.f.mark();
        // Only `min` and `max` ask.
        let extreme = Extreme { best: argument, seen: self.f.alloc()? };
        self.loop_in_place(call.range, generator, which, argument, extreme)?;
        self.f.release(mark);
        self.at(call.range);
        self.finish_aggregate(which, b, extreme, d);
        self.f.jump(end);
        self.f.bind(general);
        // The same nodes are counted on either way.
        self.generator(generator, argument)?;
        self.at(call.range);
        self.f.emit(match which {
            Aggregate::Join => Instr::CallLoaded { n: 1, d, b },
            _ => Instr::Call { n: 1, d, b },
        });
        self.f.bind(end);
        Ok(())
    }

    /// Makes the result of what the loop left in `argument`.
    fn finish_aggregate(&mut self, which: Aggregate, b: Reg, Extreme { best: argument, seen }: Extreme, d: Reg) {
        if matches!(which, Aggregate::Min | Aggregate::Max) {
            let found = self.f.label();
            self.f.jump_instr(Instr::JumpIfTrue { a: Rk::reg(seen), to: 0 }, found);
            // The builtin itself says that there was nothing.
            self.f.emit(Instr::BuildTuple { d: argument, b: argument, n: 0 });
            self.f.emit(Instr::Call { n: 1, d: argument, b });
            self.f.bind(found);
        }
        match which {
            Aggregate::Sorted => self.f.emit(Instr::Call { n: 1, d, b }),
            Aggregate::Join => self.f.emit(Instr::CallLoaded { n: 1, d, b }),
            Aggregate::Tuple => {
                self.f.emit(Instr::ListToTuple { d, s: argument });
                self.f.emit(Instr::ClearRange { b, n: 2 });
            }
            _ => {
                self.f.emit(Instr::Move { d, s: Rk::reg(argument) });
                self.f.emit(Instr::ClearRange { b, n: 2 });
            }
        }
    }

    /// Since 3.12 `sum` keeps the error of float additions.
    fn compensates(&self) -> bool {
        self.options.version >= (3, 12)
    }

    /// What the items come to, or their list, into `result`.
    fn loop_in_place(&mut self, call: TextRange, e: &ast::ExprGenerator, which: Aggregate, result: Reg, extreme: Extreme) -> Lowered<()> {
        let Some(first) = e.generators.first() else { return Ok(()) };
        let scope = self.scopes.of_node(e, ScopeKind::Comprehension);
        let (found, end) = (self.f.label(), self.f.label());
        self.f.op(1);
        // A compensated sum takes two registers.
        let sum = if which == Aggregate::Sum && self.compensates() { self.f.alloc_n(2)? } else { result };
        let it = self.f.alloc_n(3)?;
        let place = self.generator_place(e);
        let around = std::mem::replace(&mut self.comprehension, place);
        self.iterate(&first.iter, it, self.clause_place(first.iter.range()))?;
        self.at(e.range);
        let element = match which {
            Aggregate::Sum => {
                self.f.load_const(sum, Const::Int(0));
                if self.compensates() {
                    self.f.emit(Instr::Clear { r: sum.offset(1) });
                    Element::Compensated(sum, &e.elt)
                } else {
                    Element::Sum(sum, &e.elt)
                }
            }
            Aggregate::Min | Aggregate::Max => {
                self.f.load_const(extreme.seen, Const::Bool(false));
                let op = if which == Aggregate::Max { CmpOp::Gt } else { CmpOp::Lt };
                Element::Extreme(op, extreme, &e.elt)
            }
            Aggregate::Any => Element::Until(found, &e.elt, true),
            Aggregate::All => Element::Until(found, &e.elt, false),
            Aggregate::Set => {
                self.f.emit(Instr::BuildSet { d: result, b: result, n: 0 });
                Element::Set(result, &e.elt)
            }
            Aggregate::List | Aggregate::Tuple | Aggregate::Sorted | Aggregate::Join => {
                self.f.emit(Instr::BuildList { d: result, b: result, n: 0 });
                Element::List(result, &e.elt)
            }
        };
        let outer = std::mem::replace(&mut self.scope, scope);
        self.f.begin_inlined("<genexpr>", span(call), true);
        self.fresh_variables(scope);
        self.f.loops += 1;
        let before = self.f.flow.clone();
        let outer_iterators = std::mem::take(&mut self.iterators);
        self.generators(&e.generators, Some(it), element)?;
        let iterators = std::mem::replace(&mut self.iterators, outer_iterators);
        self.f.loops -= 1;
        self.f.end_inlined();
        self.comprehension = around;
        if let Element::Until(_, _, when) = element {
            self.f.load_const(result, Const::Bool(!when));
            self.f.jump(end);
            self.f.bind(found);
            for it in iterators {
                self.f.emit(Instr::ClearRange { b: it, n: 3 });
            }
            self.f.load_const(result, Const::Bool(when));
            self.f.bind(end);
        }
        self.f.flow = before;
        self.clear_variables(scope);
        self.scope = outer;
        if which == Aggregate::Sum && self.compensates() {
            self.f.emit(Instr::SumEnd { d: result, acc: sum });
        }
        Ok(())
    }
}
