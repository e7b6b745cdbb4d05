//! First pass: which names each scope reads, binds and declares, and the errors CPython's symbol table
//! reports.

use rustpython_ruff_python_ast::{self as ast, Expr, ExprContext, Pattern, Stmt};
use rustpython_ruff_text_size::{Ranged, TextRange};

use crate::front::compile::error::{LowerError, Lowered};
use crate::front::compile::statements::import;
use crate::front::compile::symtable::{flag, ScopeId, ScopeKind, Scopes, MODULE};
use crate::front::parse::span::Span;

pub fn span(range: TextRange) -> Span {
    Span::new(range.start().to_u32(), range.end().to_u32())
}

/// Builds and resolves the scopes of a snippet.
pub fn collect(body: &[Stmt], version: (u8, u8)) -> Lowered<Scopes> {
    let text_annotations = import::wants_text_annotations(body);
    let mut collector = Collector { scopes: Scopes::new(version), at: MODULE, in_iterable: 0, version, text_annotations, declaring: None };
    collector.scopes.lazy_annotations = version >= (3, 14) && !text_annotations;
    collector.body(body)?;
    // A snippet that awaits runs as a coroutine.
    let module = collector.scopes.get_mut(MODULE);
    module.is_async = module.has_await;
    collector.scopes.resolve()?;
    Ok(collector.scopes)
}

pub fn fail<T>(message: impl Into<std::borrow::Cow<'static, str>>, range: TextRange) -> Lowered<T> {
    Err(LowerError::new(message, span(range)))
}

struct Collector {
    scopes: Scopes,
    at: ScopeId,
    /// Depth of comprehension iterables: assignment expressions are not allowed there, not even in a lambda.
    in_iterable: u32,
    version: (u8, u8),
    /// Annotations are kept as texts.
    text_annotations: bool,
    /// The scope of a part of a declaration, and what that is: nothing is bound, awaited or yielded there.
    declaring: Option<(ScopeId, &'static str)>,
}

impl Collector {
    fn note(&mut self, name: &str, flags: u16, range: TextRange) -> Lowered<u16> {
        if name == "__debug__" && flags & (flag::BOUND | flag::PARAM) != 0 {
            let verb = if flags & flag::DELETED != 0 { "delete" } else { "assign to" };
            return fail(format!("cannot {verb} __debug__"), range);
        }
        if name == "__annotations__" {
            self.scopes.mentions_annotations = true;
        }
        let mangled = self.scopes.mangle(self.at, name);
        let mut scope = self.at;
        // The scope of type parameters holds nothing but them.
        while self.scopes.get(scope).kind == ScopeKind::TypeParams && self.scopes.flags(scope, &mangled) == 0 {
            match self.scopes.get(scope).parent {
                Some(parent) => scope = parent,
                None => break,
            }
        }
        Ok(self.scopes.note(scope, &mangled, flags, span(range)))
    }

    fn bind(&mut self, id: &ast::Identifier) -> Lowered<()> {
        self.note(&id.id, flag::BOUND, id.range).map(drop)
    }

    fn within<R>(&mut self, scope: ScopeId, f: impl FnOnce(&mut Self) -> Lowered<R>) -> Lowered<R> {
        let before = std::mem::replace(&mut self.at, scope);
        let result = f(self);
        self.at = before;
        result
    }

    fn frame(&mut self) -> &mut crate::front::compile::symtable::Scope {
        let frame = self.scopes.get(self.at).frame;
        self.scopes.get_mut(frame)
    }

    fn body(&mut self, body: &[Stmt]) -> Lowered<()> {
        body.iter().try_for_each(|s| self.stmt(s))
    }

    fn stmt(&mut self, stmt: &Stmt) -> Lowered<()> {
        match stmt {
            Stmt::FunctionDef(s) => self.function(s),
            Stmt::ClassDef(s) => self.class(s),
            Stmt::Return(s) => self.opt(s.value.as_deref()),
            Stmt::Delete(s) => self.exprs(&s.targets),
            Stmt::TypeAlias(s) => self.type_alias(s),
            Stmt::Assign(s) => {
                self.expr(&s.value)?;
                self.exprs(&s.targets)
            }
            Stmt::AugAssign(s) => {
                self.expr(&s.target)?;
                self.expr(&s.value)
            }
            Stmt::AnnAssign(s) => self.annotated(s),
            Stmt::For(s) => {
                self.expr(&s.iter)?;
                self.expr(&s.target)?;
                self.mark_async(s.is_async);
                self.body(&s.body)?;
                self.body(&s.orelse)
            }
            Stmt::While(s) => {
                self.expr(&s.test)?;
                self.body(&s.body)?;
                self.body(&s.orelse)
            }
            Stmt::If(s) => {
                self.expr(&s.test)?;
                self.body(&s.body)?;
                for clause in &s.elif_else_clauses {
                    self.opt(clause.test.as_ref())?;
                    self.body(&clause.body)?;
                }
                Ok(())
            }
            Stmt::With(s) => {
                self.mark_async(s.is_async);
                for item in &s.items {
                    self.expr(&item.context_expr)?;
                    self.opt(item.optional_vars.as_deref())?;
                }
                self.body(&s.body)
            }
            Stmt::Match(s) => self.match_(s),
            Stmt::Raise(s) => {
                self.opt(s.exc.as_deref())?;
                self.opt(s.cause.as_deref())
            }
            Stmt::Try(s) => self.try_(s),
            Stmt::Assert(s) => {
                self.expr(&s.test)?;
                self.opt(s.msg.as_deref())
            }
            Stmt::Import(s) => s.names.iter().try_for_each(|alias| self.import(alias)),
            Stmt::ImportFrom(s) => {
                for alias in &s.names {
                    if &*alias.name == "*" {
                        // In parentheses.
                        if alias.range.end() != s.range.end() {
                            return fail("invalid syntax", alias.range);
                        }
                        if self.at != MODULE {
                            return fail("import * only allowed at module level", alias.range);
                        }
                    } else {
                        self.import(alias)?;
                    }
                }
                Ok(())
            }
            Stmt::Global(s) => s.names.iter().try_for_each(|name| self.declare(name, flag::GLOBAL, s.range)),
            Stmt::Nonlocal(s) => {
                if self.at == MODULE {
                    return fail("nonlocal declaration not allowed at module level", s.range);
                }
                s.names.iter().try_for_each(|name| self.declare(name, flag::NONLOCAL, s.range))
            }
            Stmt::Expr(s) => self.expr(&s.value),
            Stmt::Pass(_) | Stmt::Break(_) | Stmt::Continue(_) => Ok(()),
            Stmt::IpyEscapeCommand(s) => fail("invalid syntax", s.range),
        }
    }

    fn mark_async(&mut self, is_async: bool) {
        if is_async {
            self.frame().has_await = true;
        }
    }

    fn import(&mut self, alias: &ast::Alias) -> Lowered<()> {
        match &alias.asname {
            Some(name) => self.bind(name),
            None => {
                let first = alias.name.id.split('.').next().unwrap_or_default();
                self.note(first, flag::BOUND, alias.range).map(drop)
            }
        }
    }

    /// `global` and `nonlocal`: the name must not have been touched before.
    fn declare(&mut self, id: &ast::Identifier, kind: u16, range: TextRange) -> Lowered<()> {
        let word = if kind == flag::GLOBAL { "global" } else { "nonlocal" };
        let name = id.id.as_str();
        let mangled = self.scopes.mangle(self.at, name).into_owned();
        let before = self.scopes.flags(self.at, &mangled);
        let why = if before & flag::PARAM != 0 {
            format!("name '{name}' is parameter and {word}")
        } else if before & flag::USED != 0 {
            format!("name '{name}' is used prior to {word} declaration")
        } else if before & flag::ANNOTATED != 0 {
            format!("annotated name '{name}' can't be {word}")
        } else if before & flag::BOUND != 0 {
            format!("name '{name}' is assigned to before {word} declaration")
        } else if (before | kind) & (flag::GLOBAL | flag::NONLOCAL) == flag::GLOBAL | flag::NONLOCAL {
            format!("name '{name}' is nonlocal and global")
        } else {
            self.note(name, kind, range)?;
            if kind == flag::GLOBAL {
                self.scopes.note(MODULE, &mangled, 0, span(range));
            }
            return Ok(());
        };
        fail(why, range)
    }

    fn annotated(&mut self, s: &ast::StmtAnnAssign) -> Lowered<()> {
        let at = self.at;
        if let Expr::Name(name) = &*s.target {
            if s.simple {
                let mangled = self.scopes.mangle(at, &name.id).into_owned();
                let flags = self.scopes.flags(at, &mangled);
                if at != MODULE && flags & (flag::GLOBAL | flag::NONLOCAL) != 0 {
                    let word = if flags & flag::GLOBAL != 0 { "global" } else { "nonlocal" };
                    return fail(format!("annotated name '{}' can't be {word}", name.id), s.range);
                }
                self.note(&name.id, flag::ANNOTATED | flag::BOUND, name.range)?;
                self.scopes.get_mut(at).has_annotations = true;
            } else if s.value.is_some() {
                self.note(&name.id, flag::BOUND, name.range)?;
            }
        } else {
            self.expr(&s.target)?;
        }
        self.annotation(&s.annotation)?;
        self.opt(s.value.as_deref())
    }

    fn annotation(&mut self, annotation: &Expr) -> Lowered<()> {
        match (self.scopes.lazy_annotations, self.text_annotations) {
            (true, _) => self.type_value(annotation, "an annotation"),
            (false, true) => self.part_of_declaration(self.at, "an annotation", |this| this.expr(annotation)),
            (false, false) => self.expr(annotation),
        }
    }

    /// Runs `inner` in `scope`, which is that of a part of a declaration.
    fn part_of_declaration(&mut self, scope: ScopeId, part: &'static str, inner: impl FnOnce(&mut Self) -> Lowered<()>) -> Lowered<()> {
        let before = self.declaring.replace((scope, part));
        let result = self.within(scope, inner);
        self.declaring = before;
        result
    }

    /// The part of a declaration that `scope` is the scope of.
    fn declared_in(&self, scope: ScopeId) -> Option<&'static str> {
        self.declaring.filter(|(declaring, _)| *declaring == scope).map(|(_, part)| part)
    }

    /// What may not stand directly in a part of a declaration.
    fn not_declaring(&self, what: &str, range: TextRange) -> Lowered<()> {
        match self.declared_in(self.at) {
            Some(part) => fail(format!("{what} cannot be used within {part}"), range),
            None => Ok(()),
        }
    }

    /// A function or comprehension in a part of a declaration that sees the names of a class, which 3.12 has not.
    fn not_seeing_a_class(&self, what: &str, range: TextRange) -> Lowered<()> {
        let scope = self.scopes.get(self.at);
        let declares = matches!(scope.kind, ScopeKind::TypeParams | ScopeKind::TypeValue);
        if self.version == (3, 12) && declares && scope.parent.is_some_and(|around| self.scopes.class_around(around).is_some()) {
            return fail(format!("Cannot use {what} in annotation scope within class scope"), range);
        }
        Ok(())
    }

    fn try_(&mut self, s: &ast::StmtTry) -> Lowered<()> {
        self.body(&s.body)?;
        for handler in &s.handlers {
            let ast::ExceptHandler::ExceptHandler(h) = handler;
            self.opt(h.type_.as_deref())?;
            if let Some(name) = &h.name {
                self.note(&name.id, flag::BOUND | flag::DELETED, name.range)?;
            }
            self.body(&h.body)?;
        }
        self.body(&s.orelse)?;
        self.body(&s.finalbody)
    }

    fn match_(&mut self, s: &ast::StmtMatch) -> Lowered<()> {
        self.expr(&s.subject)?;
        for case in &s.cases {
            self.pattern(&case.pattern)?;
            self.opt(case.guard.as_deref())?;
            self.body(&case.body)?;
        }
        Ok(())
    }

    fn pattern(&mut self, pattern: &Pattern) -> Lowered<()> {
        match pattern {
            Pattern::MatchValue(p) => self.expr(&p.value),
            Pattern::MatchSingleton(_) => Ok(()),
            Pattern::MatchSequence(p) => p.patterns.iter().try_for_each(|p| self.pattern(p)),
            Pattern::MatchMapping(p) => {
                self.exprs(&p.keys)?;
                p.patterns.iter().try_for_each(|p| self.pattern(p))?;
                p.rest.as_ref().map_or(Ok(()), |id| self.bind(id))
            }
            Pattern::MatchClass(p) => {
                self.expr(&p.cls)?;
                p.arguments.patterns.iter().try_for_each(|p| self.pattern(p))?;
                p.arguments.keywords.iter().try_for_each(|k| self.pattern(&k.pattern))
            }
            Pattern::MatchStar(p) => p.name.as_ref().map_or(Ok(()), |id| self.bind(id)),
            Pattern::MatchAs(p) => {
                p.pattern.as_deref().map_or(Ok(()), |p| self.pattern(p))?;
                p.name.as_ref().map_or(Ok(()), |id| self.bind(id))
            }
            Pattern::MatchOr(p) => p.patterns.iter().try_for_each(|p| self.pattern(p)),
        }
    }

    fn function(&mut self, s: &ast::StmtFunctionDef) -> Lowered<()> {
        s.decorator_list.iter().try_for_each(|d| self.expr(&d.expression))?;
        self.bind(&s.name)?;
        self.defaults(&s.parameters)?;
        self.type_params(s.type_params.as_deref(), None, |this| {
            let returns = s.returns.as_deref();
            s.parameters.iter().filter_map(|p| p.annotation()).chain(returns).try_for_each(|a| this.annotation(a))?;
            let scope = this.scopes.open(s, ScopeKind::Function, this.at, &s.name.id, span(s.range))?;
            this.scopes.get_mut(scope).is_async = s.is_async;
            this.within(scope, |this| {
                this.parameters(&s.parameters)?;
                this.body(&s.body)
            })
        })
    }

    fn defaults(&mut self, parameters: &ast::Parameters) -> Lowered<()> {
        parameters.iter_non_variadic_params().try_for_each(|p| self.opt(p.default.as_deref()))
    }

    /// Parameters in the order of their registers.
    fn parameters(&mut self, p: &ast::Parameters) -> Lowered<()> {
        let named = p.posonlyargs.iter().chain(&p.args).chain(&p.kwonlyargs).map(|p| &p.parameter);
        for parameter in named.chain(p.vararg.as_deref()).chain(p.kwarg.as_deref()) {
            let before = self.note(&parameter.name.id, flag::PARAM | flag::BOUND, parameter.range)?;
            if before & flag::PARAM != 0 {
                let name = &parameter.name.id;
                return fail(format!("duplicate argument '{name}' in function definition"), parameter.range);
            }
        }
        Ok(())
    }

    fn class(&mut self, s: &ast::StmtClassDef) -> Lowered<()> {
        s.decorator_list.iter().try_for_each(|d| self.expr(&d.expression))?;
        self.bind(&s.name)?;
        self.type_params(s.type_params.as_deref(), Some(&s.name.id), |this| {
            if let Some(arguments) = &s.arguments {
                this.arguments(arguments)?;
            }
            let scope = this.scopes.open(s, ScopeKind::Class, this.at, &s.name.id, span(s.range))?;
            let generic = s.type_params.is_some();
            this.within(scope, |this| {
                if generic {
                    this.note(".type_params", flag::USED, s.range)?;
                }
                this.body(&s.body)
            })
        })
    }

    fn type_alias(&mut self, s: &ast::StmtTypeAlias) -> Lowered<()> {
        self.expr(&s.name)?;
        self.type_params(s.type_params.as_deref(), None, |this| this.type_value(&s.value, "a type alias"))
    }

    /// Runs `inner` in the scope of the type parameters (of a class of this name), if there are any.
    fn type_params(
        &mut self,
        params: Option<&ast::TypeParams>,
        class: Option<&str>,
        inner: impl FnOnce(&mut Self) -> Lowered<()>,
    ) -> Lowered<()> {
        let Some(params) = params else { return inner(self) };
        let scope = self.scopes.open(params, ScopeKind::TypeParams, self.at, "<type parameters>", span(params.range))?;
        if let Some(class) = class {
            self.scopes.mangle_parameters(scope, class, params.iter().map(|p| Box::from(p.name().as_str())).collect());
        }
        self.part_of_declaration(scope, "the definition of a generic", |this| {
            this.scopes.note(scope, ".type_params", flag::BOUND, span(params.range));
            let mut has_default = false;
            for param in params {
                let name = param.name();
                if has_default && param.default().is_none() {
                    return fail(format!("non-default type parameter '{}' follows default type parameter", name.id), param.range());
                }
                has_default |= param.default().is_some();
                if &*name.id == "__debug__" {
                    return fail("cannot assign to __debug__", param.range());
                }
                let mangled = this.scopes.mangle(scope, &name.id).into_owned();
                if this.scopes.note(scope, &mangled, flag::BOUND, span(name.range)) != 0 {
                    return fail(format!("duplicate type parameter '{}'", name.id), name.range);
                }
            }
            for param in params {
                let (mut bound, default) = match param {
                    ast::TypeParam::TypeVar(var) => (var.bound.as_deref(), "a TypeVar default"),
                    ast::TypeParam::TypeVarTuple(_) => (None, "a TypeVarTuple default"),
                    ast::TypeParam::ParamSpec(_) => (None, "a ParamSpec default"),
                };
                if let Some(bound) = bound.take() {
                    let constraint = bound.is_tuple_expr() && this.version >= (3, 13);
                    this.type_value(bound, if constraint { "a TypeVar constraint" } else { "a TypeVar bound" })?;
                }
                param.default().map_or(Ok(()), |value| this.type_value(value, default))?;
            }
            inner(this)
        })
    }

    fn type_value(&mut self, value: &Expr, part: &'static str) -> Lowered<()> {
        let scope = self.scopes.open(value, ScopeKind::TypeValue, self.at, "<type value>", span(value.range()))?;
        self.part_of_declaration(scope, part, |this| this.expr(value))
    }

    fn opt(&mut self, expr: Option<&Expr>) -> Lowered<()> {
        expr.map_or(Ok(()), |e| self.expr(e))
    }

    fn exprs(&mut self, exprs: &[Expr]) -> Lowered<()> {
        exprs.iter().try_for_each(|e| self.expr(e))
    }

    fn arguments(&mut self, arguments: &ast::Arguments) -> Lowered<()> {
        self.exprs(&arguments.args)?;
        for keyword in &arguments.keywords {
            if keyword.arg.as_ref().is_some_and(|a| &**a == "__debug__") {
                return fail("cannot assign to __debug__", keyword.range);
            }
            self.expr(&keyword.value)?;
        }
        Ok(())
    }

    fn expr(&mut self, expr: &Expr) -> Lowered<()> {
        match expr {
            Expr::BoolOp(e) => self.exprs(&e.values),
            Expr::Named(e) => self.named(e),
            Expr::BinOp(e) => {
                self.expr(&e.left)?;
                self.expr(&e.right)
            }
            Expr::UnaryOp(e) => self.expr(&e.operand),
            Expr::Lambda(e) => self.lambda(e),
            Expr::If(e) => {
                self.expr(&e.test)?;
                self.expr(&e.body)?;
                self.expr(&e.orelse)
            }
            Expr::Dict(e) => e.items.iter().try_for_each(|item| {
                self.opt(item.key.as_ref())?;
                self.expr(&item.value)
            }),
            Expr::Set(e) => self.exprs(&e.elts),
            Expr::ListComp(e) => self.comprehension(e, &e.generators, &[&e.elt], "<listcomp>"),
            Expr::SetComp(e) => self.comprehension(e, &e.generators, &[&e.elt], "<setcomp>"),
            Expr::DictComp(e) => self.comprehension(e, &e.generators, &[&e.key, &e.value], "<dictcomp>"),
            Expr::Generator(e) => self.comprehension(e, &e.generators, &[&e.elt], "<genexpr>"),
            Expr::Await(e) => {
                self.not_declaring("await expression", e.range)?;
                self.frame().has_await = true;
                self.scopes.get_mut(self.at).has_await = true;
                self.expr(&e.value)
            }
            Expr::Yield(e) => {
                self.yields(e.range)?;
                self.opt(e.value.as_deref())
            }
            Expr::YieldFrom(e) => {
                self.yields(e.range)?;
                self.expr(&e.value)
            }
            Expr::Compare(e) => {
                std::iter::once(&*e.left).chain(&e.comparators).for_each(|operand| self.scopes.note_look(operand));
                self.expr(&e.left)?;
                self.exprs(&e.comparators)
            }
            Expr::Call(e) => {
                self.expr(&e.func)?;
                if let Some((_, generator)) = crate::front::compile::expressions::inlined_aggregates::of(e) {
                    let (generators, elements): (_, &[&Expr]) = (&generator.generators, &[&generator.elt]);
                    self.comprehension(generator, generators, elements, "<genexpr>")?;
                    return self.comprehension_scope(generator, generators, elements, "<genexpr>", ScopeKind::Comprehension);
                }
                self.arguments(&e.arguments)
            }
            Expr::FString(e) => e.value.elements().try_for_each(|part| self.interpolated(part)),
            Expr::TString(e) => e.value.elements().try_for_each(|part| self.interpolated(part)),
            Expr::Attribute(e) => {
                if &*e.attr == "__debug__" && e.ctx != ExprContext::Load {
                    return fail("cannot assign to __debug__", e.range);
                }
                if e.ctx == ExprContext::Load {
                    self.scopes.note_look(&e.value);
                }
                self.expr(&e.value)
            }
            Expr::Subscript(e) => {
                self.expr(&e.value)?;
                self.expr(&e.slice)
            }
            Expr::Starred(e) => self.expr(&e.value),
            Expr::Name(e) => self.name(e),
            Expr::List(e) => self.exprs(&e.elts),
            Expr::Tuple(e) => self.exprs(&e.elts),
            Expr::Slice(e) => {
                self.opt(e.lower.as_deref())?;
                self.opt(e.upper.as_deref())?;
                self.opt(e.step.as_deref())
            }
            Expr::IpyEscapeCommand(e) => fail("invalid syntax", e.range),
            Expr::StringLiteral(_)
            | Expr::BytesLiteral(_)
            | Expr::NumberLiteral(_)
            | Expr::BooleanLiteral(_)
            | Expr::NoneLiteral(_)
            | Expr::EllipsisLiteral(_) => Ok(()),
        }
    }

    fn interpolated(&mut self, part: &ast::InterpolatedStringElement) -> Lowered<()> {
        let ast::InterpolatedStringElement::Interpolation(part) = part else { return Ok(()) };
        self.expr(&part.expression)?;
        match &part.format_spec {
            Some(format) => format.elements.iter().try_for_each(|part| self.interpolated(part)),
            None => Ok(()),
        }
    }

    fn name(&mut self, e: &ast::ExprName) -> Lowered<()> {
        match e.ctx {
            ExprContext::Load | ExprContext::Invalid => {
                self.note(&e.id, flag::USED, e.range)?;
                let function = matches!(self.scopes.get(self.at).kind, k if k != ScopeKind::Module && k != ScopeKind::Class);
                if e.id == "super" && function && self.scopes.inside_class(self.at) {
                    self.note("__class__", flag::USED, e.range)?;
                }
                Ok(())
            }
            ExprContext::Store => self.note(&e.id, flag::BOUND, e.range).map(drop),
            ExprContext::Del => self.note(&e.id, flag::BOUND | flag::DELETED, e.range).map(drop),
        }
    }

    fn yields(&mut self, range: TextRange) -> Lowered<()> {
        self.not_declaring("yield expression", range)?;
        let scope = self.scopes.get_mut(self.at);
        if scope.kind.is_comprehension() {
            let what = match scope.name.as_str() {
                "<listcomp>" => "list comprehension",
                "<setcomp>" => "set comprehension",
                "<dictcomp>" => "dict comprehension",
                _ => "generator expression",
            };
            return fail(format!("'yield' inside {what}"), range);
        }
        self.frame().has_yield = true;
        Ok(())
    }

    fn lambda(&mut self, e: &ast::ExprLambda) -> Lowered<()> {
        if let Some(parameters) = &e.parameters {
            self.defaults(parameters)?;
        }
        self.not_seeing_a_class("lambda", e.range)?;
        let scope = self.scopes.open(e, ScopeKind::Lambda, self.at, "<lambda>", span(e.range))?;
        self.within(scope, |this| {
            if let Some(parameters) = &e.parameters {
                this.parameters(parameters)?;
            }
            this.expr(&e.body)
        })
    }

    fn comprehension<T: Ranged>(
        &mut self,
        node: &T,
        generators: &[ast::Comprehension],
        elements: &[&Expr],
        name: &'static str,
    ) -> Lowered<()> {
        let Some(first) = generators.first() else { return Ok(()) };
        self.iterable(&first.iter)?;
        self.not_seeing_a_class("comprehension", node.range())?;
        let generator = name == "<genexpr>";
        let kind = if generator { ScopeKind::Generator } else { ScopeKind::Comprehension };
        self.comprehension_scope(node, generators, elements, name, kind)
    }

    /// All but the first iterable, which belongs to the scope around.
    fn comprehension_scope<T>(
        &mut self,
        node: &T,
        generators: &[ast::Comprehension],
        elements: &[&Expr],
        name: &'static str,
        kind: ScopeKind,
    ) -> Lowered<()> {
        let Some(first) = generators.first() else { return Ok(()) };
        let generator = kind == ScopeKind::Generator;
        let range = first.range;
        let scope = self.scopes.open(node, kind, self.at, name, span(range))?;
        if generator {
            self.scopes.note(scope, ".0", flag::PARAM | flag::BOUND, span(range));
        }
        self.within(scope, |this| {
            for (i, g) in generators.iter().enumerate() {
                if i > 0 {
                    this.iterable(&g.iter)?;
                }
                this.target(&g.target)?;
                if g.is_async {
                    this.frame().has_await = true;
                    this.scopes.get_mut(scope).has_await = true;
                }
                this.exprs(&g.ifs)?;
            }
            elements.iter().try_for_each(|e| this.expr(e))
        })?;
        // Outside of a function that may await, only generator expressions may be asynchronous.
        let outer = self.scopes.get(self.at);
        if !generator && self.scopes.get(scope).has_await {
            let may_await = outer.frame == MODULE || self.scopes.get(outer.frame).is_async;
            if !may_await && !outer.kind.is_comprehension() {
                return fail("asynchronous comprehension outside of an asynchronous function", range);
            }
            self.scopes.get_mut(self.at).has_await = true;
        }
        Ok(())
    }

    fn iterable(&mut self, iter: &Expr) -> Lowered<()> {
        self.in_iterable += 1;
        let result = self.expr(iter);
        self.in_iterable -= 1;
        result
    }

    /// Target of a comprehension: its names belong to the comprehension.
    fn target(&mut self, target: &Expr) -> Lowered<()> {
        match target {
            Expr::Name(name) => {
                let before = self.note(&name.id, flag::BOUND | flag::ITERATION, name.range)?;
                if before & flag::WALRUS != 0 {
                    let text = "comprehension inner loop cannot rebind assignment expression target";
                    return fail(format!("{text} '{}'", name.id), name.range);
                }
                Ok(())
            }
            Expr::Tuple(e) => e.elts.iter().try_for_each(|e| self.target(e)),
            Expr::List(e) => e.elts.iter().try_for_each(|e| self.target(e)),
            Expr::Starred(e) => self.target(&e.value),
            other => self.expr(other),
        }
    }

    /// `name := value` binds in the nearest scope that is not a comprehension.
    fn named(&mut self, e: &ast::ExprNamed) -> Lowered<()> {
        let Expr::Name(target) = &*e.target else { return self.expr(&e.value) };
        if self.in_iterable > 0 {
            return fail("assignment expression cannot be used in a comprehension iterable expression", e.range);
        }
        self.not_declaring("named expression", e.range)?;
        let mangled = self.scopes.mangle(self.at, &target.id).into_owned();
        let mut scope = self.at;
        while self.scopes.get(scope).kind.is_comprehension() {
            let flags = self.scopes.flags(scope, &mangled);
            if flags & flag::ITERATION != 0 {
                let text = "assignment expression cannot rebind comprehension iteration variable";
                return fail(format!("{text} '{}'", target.id), target.range);
            }
            self.scopes.note(scope, &mangled, flag::USED | flag::WALRUS, span(target.range));
            match self.scopes.get(scope).parent {
                Some(parent) => scope = parent,
                None => break,
            }
        }
        if scope != self.at && self.scopes.get(scope).kind == ScopeKind::Class {
            let text = "assignment expression within a comprehension cannot be used in a class body";
            return fail(text, target.range);
        }
        if let Some(part) = self.declared_in(scope).filter(|_| scope != self.at) {
            return self.not_bound_in_a_declaration(scope, part, target.range);
        }
        self.frame().has_walrus = true;
        let inner = std::mem::replace(&mut self.at, scope);
        self.frame().has_walrus = true;
        let bound = self.note(&target.id, flag::BOUND, target.range);
        self.at = inner;
        bound?;
        self.expr(&e.value)
    }

    /// An assignment expression in a comprehension of a part of a declaration, which would bind there.
    fn not_bound_in_a_declaration(&self, scope: ScopeId, part: &str, range: TextRange) -> Lowered<()> {
        let within = match (self.scopes.get(scope).kind, part) {
            (ScopeKind::TypeParams, _) => "within the definition of a generic",
            (ScopeKind::TypeValue, "a type alias") => "in a type alias",
            (ScopeKind::TypeValue, "an annotation") => "in an annotation",
            (ScopeKind::TypeValue, _) => "in a TypeVar bound",
            _ => return Ok(()),
        };
        fail(format!("assignment expression within a comprehension cannot be used {within}"), range)
    }
}
