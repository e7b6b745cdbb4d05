//! A session: the state that outlives a call (globals, policy, limits, tools) of one executor.

use std::cell::RefCell;
use std::sync::Arc;

use crate::limits::{Limits, Meter};
use crate::lower::program::GlobalNames;
use crate::policy::Policy;

pub struct Session {
    pub policy: RefCell<Policy>,
    pub limits: RefCell<Limits>,
    pub names: RefCell<GlobalNames>,
    pub meter: Arc<Meter>,
}
