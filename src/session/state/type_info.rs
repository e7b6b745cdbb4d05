//! What is known of types.

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::cpython::type_access::Ty;

/// How objects of a type are treated at the door and at the gate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Anything of the host or its libraries: public names.
    Host,
    /// Instances of classes that the code made.
    Own,
    /// Classes.
    Class,
    Module,
    /// Functions of the host and of libraries, builtin methods, descriptors that are called.
    Function,
    /// Bound methods (of either side).
    Method,
    /// Functions that the code made.
    OwnFunction,
    /// Generators, coroutines, async generators, ours and the host's.
    Generator,
    Exception,
    Super,
    Property,
    /// Tools, namespace views and guarded natives: they answer for themselves.
    Guard,
    /// What stands for a callable that the code handed over: it comes back as that.
    HandedOver,
    /// It stands for another object (`weakref.proxy`), which is asked.
    Proxy,
    /// Never a value of sandboxed code.
    Forbidden,
}

#[derive(Debug)]
pub struct TypeInfo {
    pub kind: Kind,
    /// The module that it says it is of.
    pub module: String,
    /// The gate passes instances without looking at them.
    pub harmless: bool,
    /// Lists of denied member names of the classes it derives from.
    pub denied: Vec<&'static [&'static str]>,
    /// Lists of members that a class before those has in a harmless way of its own.
    pub opened: Vec<&'static [&'static str]>,
    pub protected: Vec<&'static [&'static str]>,
    /// A str or a subclass of it.
    pub text: bool,
    /// Made by the code from classes of the code and builtin ones alone.
    pub pure: bool,
    /// For `Own`: every foreign base is a public class of Python's library or an authorized package.
    pub known_bases: bool,
    /// For `Host`: public attributes may be written.
    pub settable: bool,
    /// Public attributes that may be written where not all may.
    pub settable_members: Vec<&'static [&'static str]>,
    /// A class whose attributes may run code that acts for the host.
    pub app: bool,
    /// A thread, or a pool that starts its threads when there is work.
    pub thread: bool,
    /// A pool whose threads are there before their work.
    pub thread_pool: bool,
    /// It calls what it was given when its result is there.
    pub future: bool,
    /// An `argparse.ArgumentParser`.
    pub parser: bool,
    pub mock: bool,
    /// Some base is a class of pandas.
    pub pandas: bool,
    /// Some base is a class of pydantic.
    pub pydantic: bool,
    /// An array of numpy.
    pub array: bool,
    /// A function of a library, with tables of its own that everybody's calls go by.
    pub tables: bool,
    /// An event loop of `asyncio`.
    pub event_loop: bool,
    /// A future or task of `asyncio`, or something else that has an event loop.
    pub has_loop: bool,
    /// Whether instances are connections to databases of `sqlite3`.
    pub database: bool,
}

/// Beyond this the table starts anew: code may make any number of classes.
pub const TABLE_LENGTH: usize = 4096;

/// Table of types seen. Heap types are held by address and version, which no two types share.
#[derive(Default)]
pub struct Table {
    pub entries: RefCell<FxHashMap<usize, (u32, Rc<TypeInfo>)>>,
}

impl Table {
    pub fn find(&self, ty: Ty<'_>) -> Option<Rc<TypeInfo>> {
        let entries = self.entries.borrow();
        let (version, info) = entries.get(&ty.addr())?;
        (*version == ty.version() && *version != 0).then(|| info.clone())
    }

    pub fn keep(&self, ty: Ty<'_>, info: &Rc<TypeInfo>) {
        let old = {
            let mut entries = self.entries.borrow_mut();
            if entries.len() >= TABLE_LENGTH {
                entries.clear();
            }
            entries.insert(ty.addr(), (ty.version(), info.clone()))
        };
        drop(old);
    }

    pub fn clear(&self) {
        self.entries.borrow_mut().clear();
    }
}

pub static ENGINE_TYPES: std::sync::Mutex<Vec<(usize, Kind)>> = std::sync::Mutex::new(Vec::new());

/// Says, for all sessions, how instances of a native type are treated. Call once, for types that
/// are never freed: the engine's function, generator and cell types, files on granted paths.
pub fn register_native(address: usize, kind: Kind) {
    if let Ok(mut types) = ENGINE_TYPES.lock() {
        types.push((address, kind));
    }
}
