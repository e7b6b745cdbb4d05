//! Names of global variables, each of which has a slot.

/// Index of a global slot in the session.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct GlobalSlot(pub u32);

/// Session-wide numbering of global names.
#[derive(Clone, Debug, Default)]
pub struct GlobalNames {
    map: indexmap::IndexSet<String, rustc_hash::FxBuildHasher>,
}

impl GlobalNames {
    /// The slot of `name`, made if new.
    pub fn slot(&mut self, name: &str) -> GlobalSlot {
        if let Some(i) = self.map.get_index_of(name) {
            return GlobalSlot(i as u32);
        }
        GlobalSlot(self.map.insert_full(name.to_owned()).0 as u32)
    }
    pub fn get(&self, name: &str) -> Option<GlobalSlot> {
        self.map.get_index_of(name).map(|i| GlobalSlot(i as u32))
    }
    pub fn name(&self, slot: GlobalSlot) -> &str {
        self.map.get_index(slot.0 as usize).map_or("?", |s| s.as_str())
    }
    pub fn len(&self) -> usize {
        self.map.len()
    }
    pub fn is_empty(&self) -> bool {
        self.map.is_empty()
    }
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.map.iter().map(|s| s.as_str())
    }
}
