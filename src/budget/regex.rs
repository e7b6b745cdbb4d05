//! Regular expressions on threads where no signal reaches the matcher: what would backtrack long beyond the deadline
//! is not started. The methods of compiled patterns are wrapped, since libraries call them as well.
#![allow(unsafe_code, reason = "methods of one of the interpreter's types are wrapped")]

use std::ffi::CStr;
use std::ptr;
use std::rc::Rc;
use std::sync::atomic::{AtomicPtr, Ordering};

use pyo3::ffi::{self, PyObject, PyTypeObject};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PySlice, PyString, PyTuple};

use crate::budget::costs;
use crate::cpython::hooks::{table, Method, FASTCALL_KEYWORDS, FASTCALL_METHOD};
use crate::cpython::value::R;
use crate::front::regex_cost::{self, At, End, Graph, Node, NodeId, Part, Search, Set};
use crate::session::run_context::RunContext;
use crate::session::scope::{self, HostScope};
use crate::session::state::regex_cache::Pattern;
use crate::session::{current, panics};

/// Seconds that a step of the matcher takes at least.
const STEP: f64 = 0.7e-9;
/// Places of text times places of the pattern that are looked at: some tenths of a second.
const MOST_VISITS: usize = 30_000_000;
/// Characters that are looked at first, and steps per character up to which a text is an easy one: then the rest is
/// not looked at.
const FIRST_WINDOW: usize = 32;
const EASY: f64 = 12.0;
/// Patterns that a session remembers.
const REMEMBERED: usize = 32;

const METHODS: [(&CStr, Search, usize); 9] = [
    (c"match", Search::Match, 0),
    (c"fullmatch", Search::Whole, 0),
    (c"search", Search::First, 0),
    (c"finditer", Search::First, 0),
    (c"scanner", Search::First, 0),
    (c"findall", Search::All, 0),
    (c"split", Search::All, 0),
    (c"sub", Search::All, 1),
    (c"subn", Search::All, 1),
];
static ORIGINALS: [AtomicPtr<()>; METHODS.len()] = [const { AtomicPtr::new(ptr::null_mut()) }; METHODS.len()];

type Fast = unsafe extern "C" fn(*mut PyObject, *const *mut PyObject, ffi::Py_ssize_t, *mut PyObject) -> *mut PyObject;
type FastOfClass =
    unsafe extern "C" fn(*mut PyObject, *mut PyTypeObject, *const *mut PyObject, ffi::Py_ssize_t, *mut PyObject) -> *mut PyObject;

/// Wraps the methods, once per process.
pub fn install(py: Python<'_>) -> PyResult<()> {
    let members = py.import("re")?.getattr("Pattern")?.getattr("__dict__")?;
    let fast = [fast::<0>, fast::<1>, fast::<2>, fast::<3>, fast::<4>, fast::<5>, fast::<6>, fast::<7>, fast::<8>].map(|f| f as Fast);
    let of_class = [
        of_class::<0>,
        of_class::<1>,
        of_class::<2>,
        of_class::<3>,
        of_class::<4>,
        of_class::<5>,
        of_class::<6>,
        of_class::<7>,
        of_class::<8>,
    ]
    .map(|f| f as FastOfClass);
    for (n, (name, ..)) in METHODS.iter().enumerate() {
        let found = members.get_item(name.to_string_lossy())?;
        let Some(method) = Method::of(&found) else { continue };
        let wrapper = match method.convention() {
            FASTCALL_KEYWORDS => fast[n] as *mut (),
            FASTCALL_METHOD => of_class[n] as *mut (),
            _ => continue,
        };
        if method.function() == wrapper {
            continue; // it could not be taken back
        }
        ORIGINALS[n].store(method.function(), Ordering::Release);
        // SAFETY: ATTACHED; the wrapper is one for these flags, and calls the function that was there before.
        unsafe { method.exchange(wrapper, &table::PATTERNS) };
    }
    Ok(())
}

unsafe extern "C" fn fast<const N: usize>(
    this: *mut PyObject,
    args: *const *mut PyObject,
    n: ffi::Py_ssize_t,
    names: *mut PyObject,
) -> *mut PyObject {
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    unsafe {
        if !may_search::<N>(this, args, n, names) {
            return ptr::null_mut();
        }
        // SAFETY: stored by `install` from a method of these flags; so below.
        let original: Fast = std::mem::transmute(ORIGINALS[N].load(Ordering::Relaxed));
        original(this, args, n, names)
    }
}

unsafe extern "C" fn of_class<const N: usize>(
    this: *mut PyObject,
    class: *mut PyTypeObject,
    args: *const *mut PyObject,
    n: ffi::Py_ssize_t,
    names: *mut PyObject,
) -> *mut PyObject {
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    unsafe {
        if !may_search::<N>(this, args, n, names) {
            return ptr::null_mut();
        }
        let original: FastOfClass = std::mem::transmute(ORIGINALS[N].load(Ordering::Relaxed));
        original(this, class, args, n, names)
    }
}

/// False, with an error set, where the search would end long after the deadline.
#[inline]
unsafe fn may_search<const N: usize>(this: *mut PyObject, args: *const *mut PyObject, n: ffi::Py_ssize_t, names: *mut PyObject) -> bool {
    // SAFETY: CALLED: what the wrapper was given.
    unsafe {
        if !scope::sandboxed() {
            return true;
        }
        let Some(m) = current::pointer().as_ref() else { return true };
        if m.interruptible || m.deadline.is_none() {
            return true;
        }
        let (_, search, first) = METHODS[N];
        let n = usize::try_from(n).unwrap_or(0);
        // SAFETY: ATTACHED; the interpreter passes `n` positional arguments, those named by `names` after them.
        let all = if names.is_null() { n } else { n + ffi::PyTuple_GET_SIZE(names) as usize };
        let at = |i: usize| Bound::from_borrowed_ptr(m.py(), *args.add(i));
        let named = |wanted: &str| {
            (n..all).find(|i| {
                let name = Bound::from_borrowed_ptr(m.py(), ffi::PyTuple_GET_ITEM(names, (i - n) as isize));
                name.cast::<PyString>().is_ok_and(|name| name == wanted)
            })
        };
        let positional = |i: usize| (i < n).then_some(i);
        let Some(text) = positional(first).or_else(|| named("string")).map(at) else { return true };
        let bounds = first == 0 && search != Search::All || N == 5;
        let number =
            |i: usize, name: &str| positional(i).filter(|_| bounds).or_else(|| named(name)).and_then(|i| at(i).extract::<usize>().ok());
        let (from, to) = (number(1, "pos").unwrap_or(0), number(2, "endpos"));
        // A number of replacements: who knows how far they are.
        let counted = !bounds && all > first + 1;
        let search = if counted { Search::First } else { search };
        let pattern = Bound::from_borrowed_ptr(m.py(), this);
        panics::contained(true, || look(m, &pattern, &text, (from, to), search).is_ok())
    }
}

/// Refuses the search when it takes too long.
#[cold]
fn look(m: &RunContext, pattern: &Bound<'_, PyAny>, text: &Bound<'_, PyAny>, (from, to): (usize, Option<usize>), search: Search) -> R<()> {
    let Some(left) = m.time_left() else { return Ok(()) };
    let length =
        text.cast::<PyString>().map(|text| text.len().unwrap_or(0)).or_else(|_| text.cast::<PyBytes>().map(|b| b.as_bytes().len()));
    let Ok(length) = length else { return Ok(()) };
    let length = to.map_or(length, |to| to.min(length));
    // Most steps that there can be, as a power of two, against those that there is time for.
    let most = ((left.as_secs_f64() + 1.0) / STEP).log2();
    if (length as f64) < most.sqrt() {
        return Ok(());
    }
    let known = known(m, pattern)?;
    let Some(graph) = &known.graph else { return Ok(()) };
    let size = (length as f64 + 1.0).log2();
    let nested = if known.nested { length as f64 } else { 0.0 };
    let starts = i32::from(!matches!(search, Search::Match | Search::Whole));
    if f64::from(known.repeats + starts) * size + known.choices + nested < most {
        return Ok(());
    }
    let largest = MOST_VISITS / graph.size().max(1);
    // One character more, for what depends on the one before.
    let base = from.saturating_sub(1);
    let mut window = FIRST_WINDOW;
    loop {
        let end = from.saturating_add(window).min(length);
        let characters = characters(text, base, end)?;
        let count = |end| {
            let part = Part { characters: &characters, from: from - base, first: base == 0, end };
            regex_cost::steps(graph, &part, search)
        };
        if end == length {
            return costs::check(m, count(End::Real) * STEP);
        }
        if count(End::Fails) < EASY * window as f64 {
            return Ok(());
        }
        costs::check(m, count(End::Matches) * STEP)?;
        if window >= largest {
            return Ok(());
        }
        window = window.saturating_mul(8).min(largest);
    }
}

fn characters(text: &Bound<'_, PyAny>, from: usize, to: usize) -> R<Vec<char>> {
    if let Ok(bytes) = text.cast::<PyBytes>() {
        return Ok(bytes.as_bytes().get(from..to).unwrap_or_default().iter().map(|byte| char::from(*byte)).collect());
    }
    let part = text.cast::<PyString>().map_err(PyErr::from)?.get_item(PySlice::new(text.py(), from as isize, to as isize, 1))?;
    Ok(part.cast::<PyString>().map_err(PyErr::from)?.to_string_lossy().chars().collect())
}

/// What the session knows of `pattern`.
fn known(m: &RunContext, pattern: &Bound<'_, PyAny>) -> R<Rc<Pattern>> {
    let remembered = &m.session.check.patterns;
    if let Some((_, known)) = remembered.borrow().iter().find(|(object, _)| object.is(pattern)) {
        return Ok(known.clone());
    }
    let made = Rc::new(read(pattern));
    let old = {
        let mut remembered = remembered.borrow_mut();
        remembered.push((pattern.clone().unbind(), made.clone()));
        (remembered.len() > REMEMBERED).then(|| remembered.remove(0))
    };
    drop(old);
    Ok(made)
}

fn read(pattern: &Bound<'_, PyAny>) -> Pattern {
    let mut reader = Reader { graph: Graph::default(), repeats: 0, nested: false, choices: 0.0, depth: 0 };
    let graph = match reader.read(pattern) {
        Ok(Some(start)) => {
            reader.graph.start = start;
            Some(std::mem::take(&mut reader.graph))
        }
        Ok(None) => None,
        Err(_) => None,
    };
    Pattern { graph, repeats: reader.repeats, nested: reader.nested, choices: reader.choices }
}

const IGNORECASE: u32 = 2;
const MULTILINE: u32 = 8;
const DOTALL: u32 = 16;
const DEBUG: u32 = 128;
const ASCII: u32 = 256;

struct Reader {
    graph: Graph,
    repeats: i32,
    nested: bool,
    choices: f64,
    /// Endless repetitions around.
    depth: u32,
}

/// Where a part of a pattern starts; `Ok(None)`: it is not understood.
type Start = PyResult<Option<NodeId>>;

impl Reader {
    fn read(&mut self, pattern: &Bound<'_, PyAny>) -> Start {
        let py = pattern.py();
        let _host = HostScope::enter();
        let parser = py.import(if py.version_info() >= (3, 11) { "re._parser" } else { "sre_parse" })?;
        let (source, flags) = (pattern.getattr("pattern")?, pattern.getattr("flags")?.extract::<u32>()? & !DEBUG);
        let tree = parser.call_method1("parse", (&source, flags))?;
        let flags = tree.getattr("state")?.getattr("flags")?.extract::<u32>()?;
        let flags = if source.is_instance_of::<PyBytes>() { flags | ASCII } else { flags };
        let Some(accept) = self.graph.add(Node::Accept) else { return Ok(None) };
        self.sequence(&tree, accept, flags)
    }

    fn sequence(&mut self, part: &Bound<'_, PyAny>, next: NodeId, flags: u32) -> Start {
        let items = part.getattr("data")?.cast_into::<PyList>()?;
        let mut next = next;
        for item in items.iter().rev() {
            let (op, value): (Bound<'_, PyAny>, Bound<'_, PyAny>) = item.extract()?;
            let op: String = op.getattr("name")?.extract()?;
            match self.item(&op, &value, next, flags)? {
                Some(start) => next = start,
                None => return Ok(None),
            }
        }
        Ok(Some(next))
    }

    fn item(&mut self, op: &str, value: &Bound<'_, PyAny>, next: NodeId, flags: u32) -> Start {
        if let Some(set) = set_of(op, value, flags)? {
            return Ok(self.graph.add(Node::One(set, next)));
        }
        match op {
            "SUBPATTERN" => {
                let (_, add, remove, part): (Bound<'_, PyAny>, u32, u32, Bound<'_, PyAny>) = value.extract()?;
                self.sequence(&part, next, (flags | add) & !remove)
            }
            "BRANCH" => {
                let (_, parts): (Bound<'_, PyAny>, Vec<Bound<'_, PyAny>>) = value.extract()?;
                let mut starts = Vec::with_capacity(parts.len());
                let (before, mut most) = (self.repeats, self.repeats);
                for part in &parts {
                    self.repeats = before;
                    let Some(start) = self.sequence(part, next, flags)? else { return Ok(None) };
                    starts.push(start);
                    most = most.max(self.repeats);
                }
                self.repeats = most;
                self.choices += (starts.len() as f64).log2();
                // One of many in a repetition: as many ways as there are repetitions.
                self.nested |= self.depth > 0;
                Ok(self.graph.add(Node::Split(starts)))
            }
            "MAX_REPEAT" | "MIN_REPEAT" => {
                let (least, most, part): (Bound<'_, PyAny>, Bound<'_, PyAny>, Bound<'_, PyAny>) = value.extract()?;
                let endless = most.getattr("name").is_ok();
                let (least, most): (u32, u32) = (least.extract()?, if endless { 0 } else { most.extract()? });
                self.repeat(&part, (least, (!endless).then_some(most)), op == "MAX_REPEAT", next, flags)
            }
            "AT" => Ok(match at_of(&value.getattr("name")?.extract::<String>()?, flags) {
                Some(at) => self.graph.add(Node::At(at, next)),
                None => None,
            }),
            "ASSERT" | "ASSERT_NOT" => self.assertion(value, op == "ASSERT_NOT", next, flags),
            _ => Ok(None),
        }
    }

    fn repeat(&mut self, part: &Bound<'_, PyAny>, (least, most): (u32, Option<u32>), greedy: bool, next: NodeId, flags: u32) -> Start {
        let order = |body: NodeId, exit: NodeId| if greedy { vec![body, exit] } else { vec![exit, body] };
        let mut start = next;
        match most {
            None => {
                let Some(again) = self.graph.add(Node::Fail) else { return Ok(None) };
                self.nested |= self.depth > 0;
                self.repeats += 1;
                self.depth += 1;
                let body = self.sequence(part, again, flags);
                self.depth -= 1;
                let Some(body) = body? else { return Ok(None) };
                self.graph.set(again, Node::Split(order(body, next)));
                start = again;
            }
            Some(most) => {
                for _ in least..most {
                    self.nested |= self.depth > 0;
                    self.choices += 1.0;
                    let Some(body) = self.sequence(part, start, flags)? else { return Ok(None) };
                    match self.graph.add(Node::Split(order(body, next))) {
                        Some(choice) => start = choice,
                        None => return Ok(None),
                    }
                }
            }
        }
        for _ in 0..least {
            match self.sequence(part, start, flags)? {
                Some(copy) => start = copy,
                None => return Ok(None),
            }
        }
        Ok(Some(start))
    }

    fn assertion(&mut self, value: &Bound<'_, PyAny>, negative: bool, next: NodeId, flags: u32) -> Start {
        let (direction, part): (i32, Bound<'_, PyAny>) = value.extract()?;
        if direction > 0 {
            let Some(found) = self.graph.add(Node::Found) else { return Ok(None) };
            let Some(inner) = self.sequence(&part, found, flags)? else { return Ok(None) };
            return Ok(self.graph.add(Node::Look { inner, negative, next }));
        }
        let items = part.getattr("data")?.cast_into::<PyList>()?;
        if items.len() != 1 {
            return Ok(None);
        }
        let (op, value): (Bound<'_, PyAny>, Bound<'_, PyAny>) = items.get_item(0)?.extract()?;
        let set = set_of(&op.getattr("name")?.extract::<String>()?, &value, flags)?;
        let at = set.map(|set| if negative { At::NotAfter(set) } else { At::After(set) });
        Ok(at.and_then(|at| self.graph.add(Node::At(at, next))))
    }
}

/// The characters that an item of a pattern stands for, if it is one of these.
fn set_of(op: &str, value: &Bound<'_, PyAny>, flags: u32) -> PyResult<Option<Set>> {
    let set = match op {
        "LITERAL" => Set::Literal(character(value)?),
        "NOT_LITERAL" => return Ok(Some(Set::Not(Box::new(folded(Set::Literal(character(value)?), flags))))),
        "ANY" => return Ok(Some(if flags & DOTALL != 0 { Set::Any } else { Set::AnyButNewline })),
        "RANGE" => {
            let (first, last): (Bound<'_, PyAny>, Bound<'_, PyAny>) = value.extract()?;
            Set::Range(character(&first)?, character(&last)?)
        }
        "CATEGORY" => return Ok(category(&value.getattr("name")?.extract::<String>()?, flags)),
        "IN" => {
            let mut sets = Vec::new();
            let mut negative = false;
            for item in value.cast::<PyList>()?.iter() {
                let item = item.cast_into::<PyTuple>()?;
                let op: String = item.get_item(0)?.getattr("name")?.extract()?;
                if op == "NEGATE" {
                    negative = true;
                    continue;
                }
                match set_of(&op, &item.get_item(1)?, flags)? {
                    Some(set) => sets.push(set),
                    None => return Ok(None),
                }
            }
            let set = Set::Either(sets);
            return Ok(Some(if negative { Set::Not(Box::new(set)) } else { set }));
        }
        _ => return Ok(None),
    };
    Ok(Some(folded(set, flags)))
}

fn folded(set: Set, flags: u32) -> Set {
    if flags & IGNORECASE != 0 {
        Set::Folded(Box::new(set))
    } else {
        set
    }
}

fn character(code: &Bound<'_, PyAny>) -> PyResult<char> {
    Ok(char::from_u32(code.extract()?).unwrap_or(char::REPLACEMENT_CHARACTER))
}

fn category(name: &str, flags: u32) -> Option<Set> {
    let set = match name {
        "CATEGORY_DIGIT" | "CATEGORY_NOT_DIGIT" => Set::Digit,
        "CATEGORY_SPACE" | "CATEGORY_NOT_SPACE" => Set::Space,
        "CATEGORY_WORD" | "CATEGORY_NOT_WORD" => Set::Word,
        _ => return None,
    };
    let set = if flags & ASCII != 0 { Set::Ascii(Box::new(set)) } else { set };
    Some(if name.contains("_NOT_") { Set::Not(Box::new(set)) } else { set })
}

fn at_of(name: &str, flags: u32) -> Option<At> {
    let (lines, ascii) = (flags & MULTILINE != 0, flags & ASCII != 0);
    Some(match name {
        "AT_BEGINNING" if lines => At::LineStart,
        "AT_BEGINNING" | "AT_BEGINNING_STRING" => At::Start,
        "AT_END" if lines => At::LineEnd,
        "AT_END" => At::LastLineEnd,
        "AT_END_STRING" => At::End,
        "AT_BOUNDARY" => At::Boundary { ascii },
        "AT_NON_BOUNDARY" => At::NoBoundary { ascii },
        _ => return None,
    })
}
