//! The identity of a run: all values that decide its puzzles, as bytes for a hash. Texts, design
//! and program version are not part of it: a run with another title has the same puzzles.

use crate::settings::{identity_values, parse_identity_values};
use crate::{ALGORITHM_VERSION, Manifest, Settings};
use archive::RunDescription;
use human::Rung;
use make::{Plan, Seed};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// Version of the JSON format below. Any change of the format gives every run a new name.
const FORM: u32 = 1;

/// The values that decide the puzzles of a run.
///
/// They are encoded as one line of JSON: the version of this form, the version of the algorithm,
/// the seed, and by name the settings that decide the puzzles and differ from their defaults.
///
/// ```json
/// {"form":1,"puzzles":1,"seed":7,"quota":"1=200,5=50","symmetry":"half-turn"}
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Identity {
    seed: Seed,
    json: String,
}

#[derive(Serialize, Deserialize)]
struct Values {
    form: u32,
    puzzles: u32,
    seed: u64,
    #[serde(flatten)]
    settings: Map<String, Value>,
}

/// The setting that has the levels and the numbers of puzzles, whatever settings gave them.
pub(super) const QUOTA: &str = "quota";

/// Returns what differs between two quotas.
pub(super) fn quota_words(own: &[(Rung, u64)], wanted: &[(Rung, u64)]) -> Vec<&'static str> {
    let rungs = |quotas: &[(Rung, u64)]| quotas.iter().map(|(rung, _)| *rung).collect::<Vec<_>>();
    let total = |quotas: &[(Rung, u64)]| quotas.iter().map(|(_, count)| count).sum::<u64>();
    let changes = [
        ("levels", rungs(own) != rungs(wanted)),
        ("number of puzzles", total(own) != total(wanted)),
    ];
    let words: Vec<_> =
        changes.into_iter().filter(|(_, is_changed)| *is_changed).map(|(word, _)| word).collect();
    if words.is_empty() { vec!["puzzles of each level"] } else { words }
}

impl Identity {
    /// Returns the identity of a plan with a seed.
    pub fn of(plan: &Plan, seed: Seed) -> Self {
        Self::new(ALGORITHM_VERSION, seed, plan)
    }

    /// Returns the identity of the run with these settings.
    pub fn of_settings(settings: &Settings, seed: Seed) -> Self {
        Self::new(settings.version, seed, &settings.puzzles)
    }

    /// Parses the JSON of an identity. Returns its plan and the identity, or `None` if this program
    /// does not know the JSON.
    pub fn plan(json: &str, rated: bool) -> Option<(Plan, Self)> {
        let Values { seed, settings, .. } = serde_json::from_str(json).ok()?;
        let plan = Plan { rated, ..parse_identity_values(settings).ok()? };
        let identity = Self::of(&plan, Seed(seed));
        Some((plan, identity))
    }

    fn new(puzzles: u32, seed: Seed, plan: &Plan) -> Self {
        let values = Values { form: FORM, puzzles, seed: seed.0, settings: identity_values(plan) };
        let json = serde_json::to_string(&values).expect("numbers and words have a form in JSON");
        Self { seed, json }
    }

    /// Returns the seed.
    pub fn seed(&self) -> Seed {
        self.seed
    }

    /// Returns the names of the settings that differ from those of another identity in JSON.
    pub fn differences(&self, other_json: &str) -> Vec<String> {
        let parsed = [&self.json, other_json].map(serde_json::from_str::<Map<String, Value>>);
        let [Ok(own), Ok(other)] = parsed else { return Vec::new() };
        let names: BTreeSet<&String> = own.keys().chain(other.keys()).collect();
        let changed = names.into_iter().filter(|name| own.get(*name) != other.get(*name));
        let mut changed: Vec<String> = changed.cloned().collect();
        if let Some(at) = changed.iter().position(|name| name == QUOTA)
            && let Some((wanted, _)) = Self::plan(&self.json, false)
            && let Some((other, _)) = Self::plan(other_json, false)
        {
            let words = quota_words(&other.quotas, &wanted.quotas);
            changed.splice(at..=at, words.into_iter().map(str::to_owned));
        }
        changed
    }

    /// Returns the hashed bytes: one line of JSON.
    pub fn json(&self) -> &str {
        &self.json
    }

    /// Returns the description of the run for an archive. `kind` is the command that adds it.
    pub fn archived(&self, kind: &str) -> RunDescription {
        RunDescription {
            kind: kind.to_owned(),
            program: Manifest::PROGRAM.to_owned(),
            seed: Some(self.seed.0),
            settings: self.json.clone(),
        }
    }

    /// Returns the run's name in archives and logs: the first 16 hexadecimal digits of the SHA-256
    /// of [`Identity::json`].
    pub fn name(&self) -> String {
        self.archived("run").name()
    }
}
