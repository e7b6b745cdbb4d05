//! What objects of compiled code were told when they were made, by their addresses: they keep it where nobody can ask.

use std::collections::HashMap;
use std::sync::Mutex;

/// One that is made later at the same place takes it over.
pub struct ToldOf<T>(Mutex<Option<HashMap<usize, T>>>);

impl<T: Clone> ToldOf<T> {
    pub const fn new() -> Self {
        Self(Mutex::new(None))
    }
    /// Keeps what the object at the address was told; nothing, if that is not known.
    pub fn note(&self, address: usize, told: Option<T>) {
        let Ok(mut all) = self.0.lock() else { return };
        let all = all.get_or_insert_default();
        match told {
            Some(told) => all.insert(address, told),
            None => all.remove(&address),
        };
    }
    pub fn find(&self, address: usize) -> Option<T> {
        self.0.lock().ok()?.as_ref()?.get(&address).cloned()
    }
}
