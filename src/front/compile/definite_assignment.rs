//! Definite assignment: which variables surely hold a value at a point of the code.

/// Set of variables that are surely bound. Unreachable points hold every variable.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Flow {
    words: Vec<u64>,
    pub dead: bool,
}

impl Flow {
    pub fn contains(&self, bit: usize) -> bool {
        self.dead || self.words.get(bit / 64).is_some_and(|w| w >> (bit % 64) & 1 == 1)
    }

    pub fn insert(&mut self, bit: usize) {
        if self.words.len() <= bit / 64 {
            self.words.resize(bit / 64 + 1, 0);
        }
        if let Some(word) = self.words.get_mut(bit / 64) {
            *word |= 1 << (bit % 64);
        }
    }

    pub fn remove(&mut self, bit: usize) {
        if let Some(word) = self.words.get_mut(bit / 64) {
            *word &= !(1 << (bit % 64));
        }
    }

    /// What holds on both ways.
    pub fn meet(&mut self, other: &Flow) {
        if other.dead {
            return;
        }
        if self.dead {
            self.clone_from(other);
            return;
        }
        self.words.truncate(other.words.len());
        for (word, with) in self.words.iter_mut().zip(&other.words) {
            *word &= with;
        }
    }

    /// What holds after both have happened.
    pub fn join(&mut self, other: &Flow) {
        if self.words.len() < other.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        for (word, with) in self.words.iter_mut().zip(&other.words) {
            *word |= with;
        }
    }

    pub fn remove_all(&mut self, bits: &[usize]) {
        for bit in bits {
            self.remove(*bit);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn meet_and_join() {
        let (mut a, mut b) = (Flow::default(), Flow::default());
        a.insert(3);
        a.insert(100);
        b.insert(3);
        let mut c = a.clone();
        c.meet(&b);
        assert!(c.contains(3) && !c.contains(100));
        b.join(&a);
        assert!(b.contains(100));
        let dead = Flow { dead: true, ..Flow::default() };
        a.meet(&dead);
        assert!(a.contains(100) && !a.dead);
    }
}
