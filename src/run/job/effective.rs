//! Which setting is effective where several origins have one: a flag before the environment, the
//! environment before a job file.

use super::{Origin, Setting};
use std::collections::BTreeMap;

/// The origin of each setting of a command, by name.
#[derive(Clone, Debug)]
pub struct Effective {
    origins: BTreeMap<String, Origin>,
    /// Pairs of settings that exclude each other.
    either: &'static [(&'static str, &'static str)],
}

impl Effective {
    /// Begins with the names of all settings, each with whether a flag sets it. Of two settings in
    /// `either` the one with the stronger origin is effective.
    pub fn new(
        flags: impl IntoIterator<Item = (String, bool)>,
        either: &'static [(&'static str, &'static str)],
    ) -> Self {
        let origin = |given| match given {
            true => Origin::Flag,
            false => Origin::Default,
        };
        let flags = flags.into_iter();
        let origins = flags.map(|(name, given)| (name, origin(given))).collect();
        Self { origins, either }
    }

    /// The settings with their origins, in order of names.
    pub fn origins(&self) -> &BTreeMap<String, Origin> {
        &self.origins
    }

    /// Whether a setting, of an origin that is not stronger than those before, becomes effective: if it
    /// is not set yet, and no stronger origin sets one that excludes it. Two of the same origin that
    /// exclude each other are both effective, as two flags are: the command refuses them.
    pub fn is_next(&self, setting: &Setting) -> bool {
        let stronger = |other: &str| self.is_set(other) && !same(&self.origins[other], setting);
        self.origins.get(&setting.name) == Some(&Origin::Default)
            && !self.rivals(&setting.name).any(stronger)
    }

    /// Records the origin of a setting that has become effective.
    pub fn set(&mut self, setting: Setting) {
        self.origins.insert(setting.name, setting.origin);
    }

    /// The effective setting that excludes this one, which is not set.
    pub fn excluding(&self, name: &str) -> Option<&'static str> {
        let mut rivals = self.rivals(name).filter(|_| !self.is_set(name));
        rivals.find(|other| self.is_set(other))
    }

    fn is_set(&self, name: &str) -> bool {
        let origin = self.origins.get(name);
        origin.is_some_and(|origin| *origin != Origin::Default)
    }

    fn rivals(&self, name: &str) -> impl Iterator<Item = &'static str> {
        self.either.iter().filter_map(move |&(a, b)| match name {
            _ if name == a => Some(b),
            _ if name == b => Some(a),
            _ => None,
        })
    }
}

fn same(origin: &Origin, setting: &Setting) -> bool {
    std::mem::discriminant(origin) == std::mem::discriminant(&setting.origin)
}
