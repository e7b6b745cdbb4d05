//! Scopes: which variable each name means.
//!
//! `collect` records what every scope does with its names; `resolve` decides who owns them. A
//! comprehension is a scope without a frame of its own: its variables are slots of the frame around it.

use std::borrow::Cow;
use std::sync::Arc;

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use rustpython_ruff_python_ast::{self as ast, Expr};

use crate::front::compile::error::{LowerError, Lowered};
use crate::front::parse::span::Span;

/// Index into `Scopes`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ScopeId(pub u32);

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ScopeKind {
    Module,
    Function,
    Lambda,
    Class,
    /// Generator expression.
    Generator,
    /// List, set or dict comprehension: no frame.
    Comprehension,
    /// Type parameters of a definition: no frame.
    TypeParams,
    /// Bound, default or alias value that is evaluated on demand.
    TypeValue,
}

impl ScopeKind {
    /// Whether the scope lives in the frame of its parent.
    pub fn is_inline(self) -> bool {
        matches!(self, ScopeKind::Comprehension | ScopeKind::TypeParams)
    }
    pub fn is_comprehension(self) -> bool {
        matches!(self, ScopeKind::Comprehension | ScopeKind::Generator)
    }
    /// `def` or `lambda`: where `return`-like things and `<locals>` belong.
    pub fn is_function(self) -> bool {
        matches!(self, ScopeKind::Function | ScopeKind::Lambda)
    }
}

/// What a scope does with a name.
pub mod flag {
    pub const USED: u16 = 1;
    pub const BOUND: u16 = 2;
    pub const PARAM: u16 = 4;
    pub const GLOBAL: u16 = 8;
    pub const NONLOCAL: u16 = 16;
    pub const ANNOTATED: u16 = 32;
    pub const ITERATION: u16 = 64;
    pub const DELETED: u16 = 128;
    /// Bound by an assignment expression inside a comprehension of this scope.
    pub const WALRUS: u16 = 256;
}

#[derive(Clone, Debug, Default)]
pub struct Symbol {
    pub flags: u16,
    /// Scope that owns the variable; `None` for globals. Set by `resolve`.
    pub owner: Option<ScopeId>,
    /// Slot in the owner's frame, when this scope is the owner.
    pub slot: u16,
    /// Captured by another frame.
    pub cell: bool,
    /// Place of the declaration or first mention.
    pub span: Span,
}

#[derive(Debug)]
pub struct Scope {
    pub kind: ScopeKind,
    pub parent: Option<ScopeId>,
    /// Nearest scope with a frame (itself unless inline).
    pub frame: ScopeId,
    pub name: String,
    pub qualname: String,
    /// Class whose private names are mangled here.
    pub private: Option<Box<str>>,
    /// The only names that are mangled here: beside the type parameters of a class stand names of the code around it.
    pub mangled_only: Option<Arc<[Box<str>]>>,
    pub symbols: IndexMap<Box<str>, Symbol, FxBuildHasher>,
    pub is_async: bool,
    pub has_yield: bool,
    pub has_await: bool,
    /// Some assignment expression binds a variable of this frame.
    pub has_walrus: bool,
    /// A method uses `__class__`.
    pub class_cell: Option<u16>,
    /// Slot of the cell with the namespace, for code of a class body that runs later.
    pub namespace_cell: Option<u16>,
    /// The class body (or module) contains annotated names.
    pub has_annotations: bool,
    pub slot_names: Vec<String>,
    pub frees: Vec<(ScopeId, Box<str>)>,
    free_index: FxHashMap<(ScopeId, Box<str>), u16>,
    pub depth: u32,
}

/// How code of a scope reaches a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    Slot(u16),
    Cell(u16),
    Free(u16),
    Global,
    /// Namespace of the class body, then global.
    ClassName,
    /// Namespace of the class body, then free variable.
    ClassFree(u16),
}

/// All scopes of a snippet; the module is the first.
#[derive(Debug)]
pub struct Scopes {
    all: Vec<Scope>,
    by_node: FxHashMap<(usize, ScopeKind), ScopeId>,
    /// Global names that functions or classes delete.
    pub deleted_globals: Vec<Box<str>>,
    pub mentions_annotations: bool,
    /// Annotations are evaluated when somebody asks, each in a scope of its own.
    pub lazy_annotations: bool,
    /// Nodes `x.__class__` of which only an attribute is read, or which are compared.
    class_looks: FxHashSet<usize>,
    /// Comprehensions are functions of their own on this host (before 3.12), which shows in qualified names.
    pub comprehensions_are_functions: bool,
}

pub const MODULE: ScopeId = ScopeId(0);
/// Nested frames; far beyond what anyone writes, small enough to keep resolution linear.
const MAX_NESTED: u32 = 1_000;

impl Scopes {
    pub fn new(version: (u8, u8)) -> Scopes {
        let mut scopes = Scopes {
            all: Vec::new(),
            by_node: FxHashMap::default(),
            deleted_globals: Vec::new(),
            mentions_annotations: false,
            lazy_annotations: false,
            class_looks: FxHashSet::default(),
            comprehensions_are_functions: version < (3, 12),
        };
        scopes.all.push(Scope::new(ScopeKind::Module, None, MODULE, "<module>".to_owned(), 0));
        scopes
    }

    pub fn get(&self, id: ScopeId) -> &Scope {
        &self.all[id.0 as usize]
    }
    pub fn get_mut(&mut self, id: ScopeId) -> &mut Scope {
        &mut self.all[id.0 as usize]
    }

    /// Notes that the value of `node` is only looked at, if it is the class of something.
    pub fn note_look(&mut self, node: &Expr) {
        if let Expr::Attribute(e) = node {
            if &*e.attr == "__class__" {
                self.class_looks.insert(std::ptr::from_ref(e) as usize);
            }
        }
    }

    pub fn only_looks_at_class(&self, node: &ast::ExprAttribute) -> bool {
        self.class_looks.contains(&(std::ptr::from_ref(node) as usize))
    }

    /// The scope that a syntax node opens.
    pub fn of_node<T>(&self, node: &T, kind: ScopeKind) -> ScopeId {
        self.by_node.get(&(std::ptr::from_ref(node) as usize, kind)).copied().unwrap_or(MODULE)
    }

    /// Adds a scope for `node` under `parent`.
    pub fn open<T>(&mut self, node: &T, kind: ScopeKind, parent: ScopeId, name: &str, span: Span) -> Lowered<ScopeId> {
        let id = ScopeId(u32::try_from(self.all.len()).unwrap_or(u32::MAX));
        let (depth, private, mangled_only) = {
            let p = self.get(parent);
            (p.depth + 1, p.private.clone(), p.mangled_only.clone())
        };
        if depth > MAX_NESTED {
            return Err(LowerError::new("too many nested functions", span));
        }
        let frame = if kind.is_inline() { self.get(parent).frame } else { id };
        let mut scope = Scope::new(kind, Some(parent), frame, name.to_owned(), depth);
        scope.private = private;
        scope.mangled_only = mangled_only;
        scope.qualname = self.qualified(parent, name);
        if kind == ScopeKind::Class {
            scope.private = private_of_class(name);
            scope.mangled_only = None;
            scope.slot_names.push(".namespace".to_owned());
        }
        if let Some(class) = self.class_around(parent).filter(|_| kind == ScopeKind::TypeValue) {
            scope.slot_names.push(".namespace".to_owned());
            let class = self.get_mut(class);
            if class.namespace_cell.is_none() {
                class.namespace_cell = Some(class.slot_names.len() as u16);
                class.slot_names.push(".namespaces".to_owned());
            }
        }
        self.all.push(scope);
        self.by_node.insert((std::ptr::from_ref(node) as usize, kind), id);
        Ok(id)
    }

    /// The class whose names code in `scope` sees although it runs later: bounds, defaults and values of type
    /// parameters and aliases that stand in its body.
    pub fn class_around(&self, scope: ScopeId) -> Option<ScopeId> {
        match (self.get(scope).kind, self.get(scope).parent) {
            (ScopeKind::Class, _) => Some(scope),
            (ScopeKind::TypeParams, Some(parent)) => self.class_around(parent),
            _ => None,
        }
    }

    /// The register of the class body around with the cell that code of `scope` finds its namespace in.
    pub fn namespace_cell(&self, scope: ScopeId) -> Option<u16> {
        let class = self.get(scope).parent.and_then(|parent| self.class_around(parent))?;
        self.get(class).namespace_cell.filter(|_| self.sees_class(scope))
    }

    /// Whether the code of `scope` gets the namespace of a class in its first register.
    pub fn sees_class(&self, scope: ScopeId) -> bool {
        self.get(scope).kind == ScopeKind::TypeValue && self.get(scope).slot_names.first().is_some_and(|n| n == ".namespace")
    }

    /// Whether `name` in `scope` is read from the namespace of the class around it.
    fn is_class_name(&self, scope: ScopeId, name: &str) -> bool {
        if !self.sees_class(scope) {
            return false;
        }
        let class = self.get(scope).parent.and_then(|parent| self.class_around(parent));
        class.is_some_and(|class| self.flags(class, name) & (flag::BOUND | flag::GLOBAL) == flag::BOUND)
    }

    fn qualified(&self, parent: ScopeId, name: &str) -> String {
        let mut scope = self.get(parent);
        let declared_global = scope.symbols.get(name).is_some_and(|s| s.flags & flag::GLOBAL != 0);
        while scope.kind.is_inline() && !(self.comprehensions_are_functions && scope.kind.is_comprehension()) {
            match scope.parent {
                Some(outer) => scope = self.get(outer),
                None => break,
            }
        }
        match scope.kind {
            _ if declared_global => name.to_owned(),
            ScopeKind::Module => name.to_owned(),
            ScopeKind::Class => format!("{}.{name}", scope.qualname),
            kind if kind.is_comprehension() => format!("{}.{name}", scope.qualname),
            _ => format!("{}.<locals>.{name}", scope.qualname),
        }
    }

    /// Private-name mangling as in class bodies.
    pub fn mangle<'n>(&self, scope: ScopeId, name: &'n str) -> Cow<'n, str> {
        match &self.get(scope).private {
            Some(class) if is_private(name) && self.may_mangle(scope, name) => Cow::Owned(format!("_{class}{name}")),
            _ => Cow::Borrowed(name),
        }
    }

    fn may_mangle(&self, scope: ScopeId, name: &str) -> bool {
        self.get(scope).mangled_only.as_ref().is_none_or(|only| only.iter().any(|n| **n == *name))
    }

    /// The scope holds the type parameters of a class: their names are private to it, as its body has them.
    pub fn mangle_parameters(&mut self, scope: ScopeId, class: &str, names: Arc<[Box<str>]>) {
        let scope = self.get_mut(scope);
        scope.private = private_of_class(class);
        scope.mangled_only = Some(names);
    }

    /// Records `flags` for a (mangled) name and returns those it had before.
    pub fn note(&mut self, scope: ScopeId, name: &str, flags: u16, span: Span) -> u16 {
        let scope = self.get_mut(scope);
        if let Some(symbol) = scope.symbols.get_mut(name) {
            let before = symbol.flags;
            symbol.flags |= flags;
            return before;
        }
        scope.symbols.insert(name.into(), Symbol { flags, span, ..Symbol::default() });
        0
    }

    pub fn flags(&self, scope: ScopeId, name: &str) -> u16 {
        self.get(scope).symbols.get(name).map_or(0, |s| s.flags)
    }

    /// Decides owners, captures and slots.
    pub fn resolve(&mut self) -> Lowered<()> {
        for index in 0..self.all.len() {
            let id = ScopeId(index as u32);
            for at in 0..self.get(id).symbols.len() {
                if !self.resolve_own(id, at) {
                    self.resolve_name(id, at)?;
                }
            }
        }
        self.assign_slots()
    }

    /// Resolves the symbol if its scope owns it, or the module without more ado.
    fn resolve_own(&mut self, id: ScopeId, at: usize) -> bool {
        let scope = self.get_mut(id);
        let is_module = scope.kind == ScopeKind::Module;
        let Some((_, symbol)) = scope.symbols.get_index_mut(at) else { return true };
        let declared = symbol.flags & (flag::GLOBAL | flag::NONLOCAL) != 0;
        let bound = symbol.flags & (flag::BOUND | flag::PARAM) != 0;
        if declared || !(bound || is_module) {
            return false;
        }
        symbol.owner = (!is_module).then_some(id);
        true
    }

    fn resolve_name(&mut self, id: ScopeId, at: usize) -> Lowered<()> {
        let Some((name, symbol)) = self.get(id).symbols.get_index(at) else { return Ok(()) };
        let (name, flags, span) = (name.clone(), symbol.flags, symbol.span);
        let name = &*name;
        let owner = if flags & flag::GLOBAL != 0 {
            None
        } else if flags & flag::NONLOCAL != 0 {
            let found = self.enclosing(id, name).filter(|o| self.get(*o).kind != ScopeKind::Class || name == "__class__");
            if found.is_none() {
                return Err(LowerError::new(format!("no binding for nonlocal '{name}' found"), span));
            }
            if found.is_some_and(|owner| self.get(owner).kind == ScopeKind::TypeParams) {
                return Err(LowerError::new(format!("nonlocal binding not allowed for type parameter '{name}'"), span));
            }
            found
        } else {
            self.enclosing(id, name)
        };
        if let Some(owner) = owner {
            self.capture(id, owner, name);
        }
        if owner.is_none() && flags & flag::DELETED != 0 && id != MODULE {
            self.deleted_globals.push(name.into());
        }
        if let Some((_, symbol)) = self.get_mut(id).symbols.get_index_mut(at) {
            symbol.owner = owner;
        }
        Ok(())
    }

    /// The scope around `id` that owns `name`, if any but the module does.
    fn enclosing(&mut self, id: ScopeId, name: &str) -> Option<ScopeId> {
        let mut at = self.get(id).parent;
        while let Some(outer) = at {
            let scope = self.get(outer);
            match scope.kind {
                ScopeKind::Module => return None,
                ScopeKind::Class => {
                    if name == "__class__" {
                        return Some(outer);
                    }
                }
                // Outer scopes are resolved before inner ones, so this answer is final.
                _ => {
                    if let Some(symbol) = scope.symbols.get(name) {
                        return symbol.owner;
                    }
                }
            }
            at = scope.parent;
        }
        None
    }

    /// Threads a variable of `owner` through the frames between it and `id`.
    fn capture(&mut self, id: ScopeId, owner: ScopeId, name: &str) {
        let home = self.get(owner).frame;
        let mut frame = self.get(id).frame;
        if frame == home {
            return;
        }
        if self.get(owner).kind == ScopeKind::Class {
            self.class_cell(owner);
        } else if let Some(symbol) = self.get_mut(owner).symbols.get_mut(name) {
            symbol.cell = true;
        }
        while frame != home {
            let scope = self.get_mut(frame);
            let key = (owner, Box::<str>::from(name));
            if scope.free_index.contains_key(&key) {
                return;
            }
            scope.free_index.insert(key.clone(), scope.frees.len() as u16);
            scope.frees.push(key);
            let Some(parent) = scope.parent else { return };
            frame = self.get(parent).frame;
        }
    }

    fn class_cell(&mut self, class: ScopeId) {
        let scope = self.get_mut(class);
        if scope.class_cell.is_none() {
            scope.class_cell = Some(scope.slot_names.len() as u16);
            scope.slot_names.push("__class__".to_owned());
        }
    }

    fn assign_slots(&mut self) -> Lowered<()> {
        let mut pool: FxHashMap<(ScopeId, Box<str>), Vec<(u16, ScopeId)>> = FxHashMap::default();
        for index in 0..self.all.len() {
            let id = ScopeId(index as u32);
            let (kind, frame) = (self.get(id).kind, self.get(id).frame);
            if matches!(kind, ScopeKind::Module | ScopeKind::Class) {
                continue;
            }
            for at in 0..self.get(id).symbols.len() {
                let Some((name, symbol)) = self.get(id).symbols.get_index(at).filter(|(_, s)| s.owner == Some(id)) else { continue };
                let (name, cell) = (name.clone(), symbol.cell);
                // A register that held a cell is not shared: a stale cell must never be read as a value.
                let slot = if kind == ScopeKind::Comprehension && !cell {
                    let users = pool.entry((frame, name.clone())).or_default();
                    match users.iter_mut().find(|(_, user)| !is_ancestor(&self.all, *user, id)) {
                        Some(entry) => {
                            entry.1 = id;
                            entry.0
                        }
                        None => {
                            let slot = new_slot(&mut self.all, frame, name)?;
                            users.push((slot, id));
                            slot
                        }
                    }
                } else {
                    new_slot(&mut self.all, frame, name)?
                };
                if let Some((_, symbol)) = self.get_mut(id).symbols.get_index_mut(at) {
                    symbol.slot = slot;
                }
            }
        }
        Ok(())
    }

    /// How code in `scope` reaches the (mangled) name.
    pub fn access(&self, scope: ScopeId, name: &str) -> Access {
        if self.is_class_name(scope, name) {
            return Access::ClassName;
        }
        match self.lexical_access(scope, name) {
            // The class may have got the name after its body ran.
            Access::Global if self.sees_class(scope) && !self.is_declared_global(scope, name) => Access::ClassName,
            Access::Free(i) if self.sees_class(scope) => Access::ClassFree(i),
            other => other,
        }
    }

    /// Whether the class around says that `name` is a global one.
    fn is_declared_global(&self, scope: ScopeId, name: &str) -> bool {
        let class = self.get(scope).parent.and_then(|parent| self.class_around(parent));
        class.is_some_and(|class| self.flags(class, name) & flag::GLOBAL != 0)
    }

    fn lexical_access(&self, scope: ScopeId, name: &str) -> Access {
        let here = self.get(scope);
        let Some(symbol) = here.symbols.get(name) else {
            return match (here.kind, here.parent) {
                (ScopeKind::TypeParams, Some(parent)) => self.access(parent, name),
                (ScopeKind::Class, _) => Access::ClassName,
                _ => Access::Global,
            };
        };
        let is_class = here.kind == ScopeKind::Class;
        let explicit_global = symbol.flags & flag::GLOBAL != 0;
        match symbol.owner {
            None if is_class && !explicit_global => Access::ClassName,
            None => Access::Global,
            Some(owner) if is_class && owner == scope => Access::ClassName,
            Some(owner) if owner == scope && symbol.cell => Access::Cell(symbol.slot),
            Some(owner) if owner == scope => Access::Slot(symbol.slot),
            Some(owner) if self.get(owner).frame == here.frame => self.own_slot(owner, name),
            Some(owner) => match self.free(here.frame, owner, name) {
                Some(i) if is_class && symbol.flags & flag::NONLOCAL == 0 => Access::ClassFree(i),
                Some(i) => Access::Free(i),
                None => Access::Global,
            },
        }
    }

    fn own_slot(&self, owner: ScopeId, name: &str) -> Access {
        let scope = self.get(owner);
        if scope.kind == ScopeKind::Class {
            return scope.class_cell.map_or(Access::Global, Access::Cell);
        }
        match scope.symbols.get(name) {
            Some(symbol) if symbol.cell => Access::Cell(symbol.slot),
            Some(symbol) => Access::Slot(symbol.slot),
            None => Access::Global,
        }
    }

    /// Index of a captured variable among the free variables of `frame`.
    pub fn free(&self, frame: ScopeId, owner: ScopeId, name: &str) -> Option<u16> {
        self.get(frame).free_index.get(&(owner, Box::from(name))).copied()
    }

    /// Where code of `frame` finds the variable (of `owner`) that an inner frame captures.
    pub fn captured(&self, frame: ScopeId, owner: ScopeId, name: &str) -> Access {
        if self.get(owner).frame == frame {
            self.own_slot(owner, name)
        } else {
            self.free(frame, owner, name).map_or(Access::Global, Access::Free)
        }
    }

    pub fn inside_class(&self, id: ScopeId) -> bool {
        let mut at = Some(id);
        while let Some(scope) = at {
            if self.get(scope).kind == ScopeKind::Class {
                return true;
            }
            at = self.get(scope).parent;
        }
        false
    }
}

impl Scope {
    fn new(kind: ScopeKind, parent: Option<ScopeId>, frame: ScopeId, name: String, depth: u32) -> Scope {
        Scope {
            kind,
            parent,
            frame,
            qualname: name.clone(),
            name,
            private: None,
            mangled_only: None,
            symbols: IndexMap::default(),
            is_async: false,
            has_yield: false,
            has_await: false,
            has_walrus: false,
            class_cell: None,
            namespace_cell: None,
            has_annotations: false,
            slot_names: Vec::new(),
            frees: Vec::new(),
            free_index: FxHashMap::default(),
            depth,
        }
    }
}

fn is_ancestor(all: &[Scope], ancestor: ScopeId, of: ScopeId) -> bool {
    let mut at = Some(of);
    while let Some(id) = at {
        if id == ancestor {
            return true;
        }
        at = all.get(id.0 as usize).and_then(|s| s.parent);
    }
    false
}

fn new_slot(all: &mut [Scope], frame: ScopeId, name: Box<str>) -> Lowered<u16> {
    let too_many = || LowerError::new("too many local variables", Span::default());
    let scope = all.get_mut(frame.0 as usize).ok_or_else(too_many)?;
    let slot = u16::try_from(scope.slot_names.len()).ok().filter(|s| *s < 16_000).ok_or_else(too_many)?;
    scope.slot_names.push(name.into());
    Ok(slot)
}

/// What private names of a class begin with after the underscore; nothing is mangled in a class of underscores.
fn private_of_class(name: &str) -> Option<Box<str>> {
    Some(name.trim_start_matches('_')).filter(|n| !n.is_empty()).map(Box::from)
}

fn is_private(name: &str) -> bool {
    name.starts_with("__") && !name.ends_with("__") && !name.contains('.')
}
