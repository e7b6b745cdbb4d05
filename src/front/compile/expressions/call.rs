//! Calls. A name called directly and the attribute of a method call are not nodes of their own.

use rustpython_ruff_python_ast::{self as ast, Expr};
use rustpython_ruff_text_size::{Ranged, TextRange};

use crate::front::bytecode::code::Const;
use crate::front::bytecode::instr::Instr;
use crate::front::bytecode::operands::{Reg, Rk};
use crate::front::compile::error::Lowered;
use crate::front::compile::symtable::{flag, Access};
use crate::front::compile::Lowerer;

/// Calls with more arguments pass them in a list.
const MAX_ARGUMENTS: usize = 200;

impl Lowerer<'_> {
    pub(crate) fn call(&mut self, e: &ast::ExprCall, d: Reg) -> Lowered<()> {
        self.f.op(1);
        let mark = self.f.mark();
        if self.aggregate(e, d)? {
            self.f.release(mark);
            return Ok(());
        }
        let arguments = &e.arguments;
        let spread = arguments.args.iter().any(Expr::is_starred_expr)
            || arguments.keywords.iter().any(|k| k.arg.is_none())
            || arguments.args.len() + arguments.keywords.len() > MAX_ARGUMENTS;
        if spread {
            self.call_spread(e, d)?;
        } else {
            match &*e.func {
                Expr::Attribute(method) => self.call_method(e, method, d)?,
                _ if self.is_super(e) => self.super_call(e.range, d)?,
                _ => self.call_plain(e, d)?,
            }
        }
        self.f.release(mark);
        Ok(())
    }

    fn call_plain(&mut self, e: &ast::ExprCall, d: Reg) -> Lowered<()> {
        let count = e.arguments.args.len() + e.arguments.keywords.len();
        let b = self.f.alloc_n(count + 1)?;
        self.callee(&e.func, b)?;
        self.plain_arguments(&e.arguments, b)?;
        self.at(e.range);
        let n = count as u8;
        if e.arguments.keywords.is_empty() {
            self.f.emit(Instr::Call { n, d, b });
        } else {
            let k = self.keyword_names(&e.arguments)?;
            self.f.emit(Instr::CallKw { n, d, b, k });
        }
        Ok(())
    }

    fn call_method(&mut self, e: &ast::ExprCall, method: &ast::ExprAttribute, d: Reg) -> Lowered<()> {
        let name = self.method_name(&method.attr);
        let count = e.arguments.args.len() + e.arguments.keywords.len();
        if self.is_super_call(&method.value) {
            return self.call_of_super(e, method, &name, d);
        }
        if let Expr::Call(made) = &*method.value {
            if let Some(g) = self.explicit_super(made) {
                return self.call_of_explicit_super(e, (method, made), &name, g, d);
            }
        }
        if !self.arguments_are_inert(&e.arguments)? {
            return self.call_looked_up(e, method, &name, d);
        }
        let b = self.f.alloc_n(count + 1)?;
        self.expr_into(&method.value, b)?;
        self.plain_arguments(&e.arguments, b)?;
        let keywords = match e.arguments.keywords.is_empty() {
            true => None,
            false => Some(self.keyword_names(&e.arguments)?),
        };
        self.at(self.since_attribute(method.range, method));
        let ic = self.f.attr_site(&name, keywords)?;
        self.at(self.since_attribute(e.range, method));
        self.f.emit(Instr::CallMethod { n: count as u8, d, b, ic });
        Ok(())
    }

    /// The method is looked up first when evaluating an argument may fail or do something.
    fn call_looked_up(&mut self, e: &ast::ExprCall, method: &ast::ExprAttribute, name: &str, d: Reg) -> Lowered<()> {
        let count = e.arguments.args.len() + e.arguments.keywords.len();
        let b = self.f.alloc_n(count + 2)?;
        self.expr_into(&method.value, b)?;
        self.at(self.since_attribute(method.range, method));
        let ic = self.f.attr_site(name, None)?;
        self.f.emit(Instr::LoadMethod { b, ic });
        self.call_loaded(e, method, b, d)
    }

    /// `super().name(...)`: no super object is made where the method is known.
    fn call_of_super(&mut self, e: &ast::ExprCall, method: &ast::ExprAttribute, name: &str, d: Reg) -> Lowered<()> {
        let count = e.arguments.args.len() + e.arguments.keywords.len();
        let b = self.f.alloc_n(count + 2)?;
        self.load_super(method, name, b)?;
        self.call_loaded(e, method, b, d)
    }

    fn load_super(&mut self, method: &ast::ExprAttribute, name: &str, b: Reg) -> Lowered<()> {
        self.f.op(1);
        let g = self.super_operands(method.value.range(), b)?;
        self.at(self.since_attribute(method.range, method));
        let ic = self.f.attr_site(name, None)?;
        self.f.emit(Instr::LoadSuper { b, ic, g });
        Ok(())
    }

    /// `super(class, object).name(...)`, in the same way.
    fn call_of_explicit_super(
        &mut self,
        e: &ast::ExprCall,
        (method, made): (&ast::ExprAttribute, &ast::ExprCall),
        name: &str,
        g: u16,
        d: Reg,
    ) -> Lowered<()> {
        let count = e.arguments.args.len() + e.arguments.keywords.len();
        let b = self.f.alloc_n(count + 2)?;
        // The inner call and the name `super`.
        self.f.op(2);
        for (i, argument) in made.arguments.args.iter().enumerate() {
            self.expr_into(argument, b.offset(i))?;
        }
        self.at(self.since_attribute(method.range, method));
        let ic = self.f.attr_site(name, None)?;
        self.f.emit(Instr::LoadSuperOf { b, ic, g });
        self.call_loaded(e, method, b, d)
    }

    /// Slot of the global `super` if this is `super(class, object)` of two names.
    fn explicit_super(&mut self, call: &ast::ExprCall) -> Option<u16> {
        let named = matches!(&*call.func, Expr::Name(name) if name.id == "super");
        let names = call.arguments.args.len() == 2 && call.arguments.args.iter().all(Expr::is_name_expr);
        if !named || !names || !call.arguments.keywords.is_empty() || self.scopes.access(self.scope, "super") != Access::Global {
            return None;
        }
        u16::try_from(self.global_slot("super").0).ok()
    }

    /// Arguments and call of what was loaded into `b` and the register after it.
    fn call_loaded(&mut self, e: &ast::ExprCall, method: &ast::ExprAttribute, b: Reg, d: Reg) -> Lowered<()> {
        self.plain_arguments(&e.arguments, b.offset(1))?;
        self.at(self.since_attribute(e.range, method));
        let n = (e.arguments.args.len() + e.arguments.keywords.len()) as u8;
        if e.arguments.keywords.is_empty() {
            self.f.emit(Instr::CallLoaded { n, d, b });
        } else {
            let k = self.keyword_names(&e.arguments)?;
            self.f.emit(Instr::CallLoadedKw { n, d, b, k });
        }
        Ok(())
    }

    /// Whether all arguments are constants or names that are surely bound.
    fn arguments_are_inert(&mut self, arguments: &ast::Arguments) -> Lowered<bool> {
        for value in arguments.args.iter().chain(arguments.keywords.iter().map(|k| &k.value)) {
            // One node each: the engine gives them back when the method is missing.
            let inert = crate::front::compile::expressions::constant::constant(value, self.source).is_some_and(|(_, nodes)| nodes == 1)
                || match value {
                    Expr::Name(name) => self.is_surely_bound(&name.id)?,
                    _ => false,
                };
            if !inert {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Names of called methods have a refusal text of their own, which the door gives.
    pub(crate) fn method_name(&mut self, attr: &ast::Identifier) -> String {
        self.scopes.mangle(self.scope, &attr.id).into_owned()
    }

    /// Positional arguments, then keyword values, in the registers after `b`.
    fn plain_arguments(&mut self, arguments: &ast::Arguments, b: Reg) -> Lowered<()> {
        let values = arguments.args.iter().chain(arguments.keywords.iter().map(|k| &k.value));
        for (i, value) in values.enumerate() {
            self.expr_into(value, b.offset(i + 1))?;
        }
        Ok(())
    }

    fn keyword_names(&mut self, arguments: &ast::Arguments) -> Lowered<u16> {
        let names = arguments.keywords.iter().filter_map(|k| k.arg.as_ref()).map(|a| a.id.to_string()).collect();
        self.f.keyword_names(names)
    }

    /// The callee; a direct name counts nothing.
    fn callee(&mut self, func: &Expr, d: Reg) -> Lowered<()> {
        match func {
            Expr::Name(name) => {
                self.at(name.range);
                self.load_name(&name.id, d, true)
            }
            other => self.expr_into(other, d),
        }
    }

    fn call_spread(&mut self, e: &ast::ExprCall, d: Reg) -> Lowered<()> {
        let b = self.f.alloc_n(3)?;
        match &*e.func {
            Expr::Attribute(method) if self.is_super_call(&method.value) => {
                let name = self.attribute_name(&method.attr);
                self.load_super(method, &name, b)?;
                self.f.emit(Instr::BindLoaded { b });
            }
            Expr::Attribute(method) => {
                let name = self.read_name(method);
                let mark = self.f.mark();
                let a = self.expr_hint(&method.value, Some(b))?;
                self.f.release(mark);
                self.refuse_frame_name(&method.attr, &name);
                self.at(self.since_attribute(method.range, method));
                let ic = self.f.attr_site(&name, None)?;
                self.f.emit(Instr::GetAttr { d: b, a, ic });
            }
            func => self.callee(func, b)?,
        }
        match &*e.arguments.args {
            // The only positional argument is walked when all else is evaluated.
            [Expr::Starred(starred)] if !e.arguments.keywords.is_empty() => {
                let mark = self.f.mark();
                let s = self.f.alloc()?;
                self.expr_into(&starred.value, s)?;
                self.keywords(&e.arguments.keywords, b.offset(2), b, e.range)?;
                self.at(e.range);
                self.f.emit(Instr::BuildList { d: b.offset(1), b: s, n: 0 });
                self.f.emit(Instr::ArgsExtend { l: b.offset(1), s: Rk::reg(s), f: b });
                self.f.release(mark);
            }
            args => {
                self.positional(args, b.offset(1), Some(b), e.range)?;
                self.keywords(&e.arguments.keywords, b.offset(2), b, e.range)?;
            }
        }
        self.at(e.range);
        self.f.emit(Instr::CallEx { d, b });
        Ok(())
    }

    /// Positional arguments with `*` as a list in `l`; the error text of a lone star names the callee.
    pub(crate) fn positional(&mut self, args: &[Expr], l: Reg, callee: Option<Reg>, range: TextRange) -> Lowered<()> {
        self.at(range);
        let none = self.f.mark();
        self.f.emit(Instr::BuildList { d: l, b: Reg(none), n: 0 });
        for arg in args {
            let mark = self.f.mark();
            match arg {
                Expr::Starred(starred) => {
                    let s = self.expr(&starred.value)?;
                    self.at(range);
                    self.f.emit(match callee {
                        Some(f) if args.len() == 1 => Instr::ArgsExtend { l, s, f },
                        _ => Instr::ListExtend { l, s },
                    });
                }
                plain => {
                    let v = self.expr(plain)?;
                    self.f.emit(Instr::ListAppend { l, v });
                }
            }
            self.f.release(mark);
        }
        Ok(())
    }

    /// Keywords as a dict in `m`, or `m` unset when there are none.
    pub(crate) fn keywords(&mut self, keywords: &[ast::Keyword], m: Reg, f: Reg, range: TextRange) -> Lowered<()> {
        self.at(range);
        if keywords.is_empty() {
            self.f.emit(Instr::Clear { r: m });
            return Ok(());
        }
        let none = Reg(self.f.mark());
        self.f.emit(Instr::BuildDict { d: m, b: none, n: 0 });
        let mut spread = false;
        for keyword in keywords {
            let mark = self.f.mark();
            let Some(name) = &keyword.arg else {
                spread = true;
                let s = self.expr(&keyword.value)?;
                self.at(range);
                self.f.emit(Instr::KwargsMerge { m, s, f });
                self.f.release(mark);
                continue;
            };
            let key = Const::Str(name.id.as_bytes().into());
            if spread {
                // A keyword after `**` may repeat one of the mapping: merged, so that it is noticed.
                let pair = self.f.alloc_n(2)?;
                self.f.load_const(pair, key);
                self.expr_into(&keyword.value, pair.offset(1))?;
                self.at(range);
                self.f.emit(Instr::BuildDict { d: pair, b: pair, n: 1 });
                self.f.emit(Instr::KwargsMerge { m, s: Rk::reg(pair), f });
            } else {
                let v = self.expr(&keyword.value)?;
                let k = self.f.constant(key)?;
                self.f.emit(Instr::DictInsert { m, k, v });
            }
            self.f.release(mark);
        }
        Ok(())
    }

    fn is_super_call(&mut self, e: &Expr) -> bool {
        matches!(e, Expr::Call(call) if self.is_super(call))
    }

    /// `super()` without arguments.
    fn is_super(&mut self, call: &ast::ExprCall) -> bool {
        let named = matches!(&*call.func, Expr::Name(name) if name.id == "super");
        named && call.arguments.is_empty() && self.is_builtin_super()
    }

    /// Whether `super` here is the global name, inside a function of a class.
    fn is_builtin_super(&mut self) -> bool {
        let kind = self.scopes.get(self.f.scope).kind;
        let function = kind.is_function() || kind.is_comprehension();
        function
            && self.scopes.access(self.scope, "super") == Access::Global
            && self.scopes.get(self.scope).symbols.contains_key("__class__")
    }

    fn super_call(&mut self, range: TextRange, d: Reg) -> Lowered<()> {
        let b = self.f.alloc_n(2)?;
        let g = self.super_operands(range, b)?;
        self.f.emit(Instr::Super { d, b, g });
        Ok(())
    }

    /// Content of the `__class__` cell and first parameter into `b` and the register after it; slot of `super`.
    fn super_operands(&mut self, range: TextRange, b: Reg) -> Lowered<u16> {
        let slot = self.global_slot("super");
        let Ok(g) = u16::try_from(slot.0) else {
            return Err(crate::front::compile::LowerError::new("code is too large", crate::front::compile::span(range)));
        };
        self.at(range);
        match self.scopes.access(self.scope, "__class__") {
            Access::Global | Access::ClassName => self.f.emit(Instr::Clear { r: b }),
            _ => self.load_name("__class__", b, false)?,
        }
        self.first_parameter(b.offset(1));
        self.at(range);
        Ok(g)
    }

    /// Copies the first parameter of the running function; unset when it has none, or it may be deleted: the machine looks then.
    fn first_parameter(&mut self, d: Reg) {
        let scope = self.scopes.get(self.f.scope);
        let first = scope.symbols.first().filter(|(_, s)| s.flags & flag::PARAM != 0);
        match first.map(|(_, s)| (s.cell, s.flags & flag::DELETED != 0, Reg(s.slot))) {
            Some((true, false, r)) => self.f.emit(Instr::LoadCell { d, r }),
            Some((false, _, r)) if self.f.flow.contains(usize::from(r.0)) => self.f.emit(Instr::Move { d, s: Rk::reg(r) }),
            _ => self.f.emit(Instr::Clear { r: d }),
        }
    }
}
