//! The wall around files, by Landlock; its rules about TCP ports, abstract sockets and signals are a second wall there.

use std::path::PathBuf;

use landlock::{
    path_beneath_rules, Access, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, LandlockStatus, Ruleset, RulesetAttr,
    RulesetCreated, RulesetCreatedAttr, RulesetError, RulesetStatus, Scope, ABI,
};

/// The newest version whose rights are asked for. An older kernel handles those that it knows; what newer versions add is
/// about sockets, which the filter refuses.
const NEWEST: ABI = ABI::V7;

/// Rules that are made but do not hold yet.
pub struct Rules(RulesetCreated);

/// What Landlock holds on this kernel.
pub struct Held {
    /// `truncate`, and opening with O_TRUNC (ABI 3).
    pub truncating: bool,
    /// Abstract sockets and signals (ABI 6).
    pub scopes: bool,
}

impl Rules {
    /// Opens the granted paths. Everything that Landlock knows is handled, so what is not granted is refused.
    pub fn new(read: &[PathBuf], write: &[PathBuf]) -> Result<Self, String> {
        Self::build(read, write).map(Self).map_err(|error| format!("Landlock: {error}"))
    }

    fn build(read: &[PathBuf], write: &[PathBuf]) -> Result<RulesetCreated, RulesetError> {
        Ruleset::default()
            .set_compatibility(CompatLevel::BestEffort)
            .handle_access(AccessFs::from_all(NEWEST))?
            .handle_access(AccessNet::from_all(NEWEST))?
            .scope(Scope::from_all(NEWEST))?
            .create()?
            .add_rules(path_beneath_rules(read, reading()))?
            .add_rules(path_beneath_rules(write, writing()))
    }

    /// From here on the rules hold, for good.
    pub fn enforce(self) -> Result<Held, String> {
        let status = self.0.restrict_self().map_err(|error| format!("Landlock: {error}"))?;
        match (status.ruleset, status.landlock) {
            (RulesetStatus::FullyEnforced | RulesetStatus::PartiallyEnforced, LandlockStatus::Available { effective_abi, .. }) => {
                Ok(Held { truncating: effective_abi >= ABI::V3, scopes: effective_abi >= ABI::V6 })
            }
            (_, LandlockStatus::NotEnabled) => Err("Landlock is switched off on this kernel".to_owned()),
            _ => Err("Landlock is not in this kernel, or not allowed here".to_owned()),
        }
    }
}

/// Libraries are mapped with the right to read; executing programs stays refused even without the filter.
fn reading() -> BitFlags<AccessFs> {
    AccessFs::ReadFile | AccessFs::ReadDir
}

/// Regular files, folders and symbolic links. Nobody needs devices, sockets and named pipes.
fn writing() -> BitFlags<AccessFs> {
    AccessFs::from_all(NEWEST)
        & !(AccessFs::Execute | AccessFs::MakeChar | AccessFs::MakeBlock | AccessFs::MakeSock | AccessFs::MakeFifo | AccessFs::IoctlDev)
}
