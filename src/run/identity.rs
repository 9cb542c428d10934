//! The identity of a run: all values that decide its puzzles, as bytes that are hashed. Texts, design
//! and program version are not part of it: a run with another title has the same puzzles.

use super::settings::{AskedSettings, Settings};
use super::{PROGRAM, PUZZLES};
use crate::batch::Plan;
use crate::files::output;
use crate::seed::Seed;
use crate::table::Writer;
use serde::{Deserialize, Serialize};
use std::io;

/// Version of the JSON format below. Any change of the format gives every run a new name.
const FORM: u32 = 1;

/// The values that decide the puzzles of a run.
///
/// They are encoded as one line of JSON with these keys in this order:
///
/// ```json
/// {"form":1,"puzzles":1,"seed":7,"quotas":[[1,200],[5,50]],"grid":"las-vegas","las_vegas_digits":11,"symmetry":"none","dedup":"class","variants":1,"attempts":10000}
/// ```
///
/// On the human ladder, with filters and with what is asked of the givens, further keys follow, each only where it is set: `ladder`, `wishes`,
/// `er`, `needs`, `without`, `givens`, `minimal`, `patterns`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Identity {
    seed: Seed,
    json: String,
}

#[derive(Serialize)]
struct Values<'a> {
    form: u32,
    puzzles: u32,
    seed: u64,
    quotas: Vec<(u8, u64)>,
    grid: &'a str,
    las_vegas_digits: Option<usize>,
    symmetry: &'a str,
    dedup: &'a str,
    variants: u64,
    attempts: u32,
    #[serde(flatten)]
    asked: &'a AskedSettings,
}

impl Identity {
    /// The identity of a plan with a seed.
    pub fn of(plan: &Plan, seed: Seed) -> Self {
        let quotas = plan.quotas.iter();
        let values = Values {
            form: FORM,
            puzzles: PUZZLES,
            seed: seed.0,
            quotas: quotas.map(|&(rung, n)| (rung.number(), n)).collect(),
            grid: plan.grid.name(),
            las_vegas_digits: plan.grid.las_vegas_digits(),
            symmetry: plan.symmetry.name(),
            dedup: plan.dedup.name(),
            variants: plan.variants,
            attempts: plan.attempts,
            asked: &AskedSettings::of(plan),
        };
        Self::new(seed, &values)
    }

    /// Writes what made a catalogue into its metadata, where its format has any.
    pub(crate) fn describe<W: io::Write + Send>(&self, catalog: &mut Writer<W>) {
        catalog.describe("program", PROGRAM);
        catalog.describe("settings", self.json());
        catalog.describe("seed", &self.seed.to_string());
    }

    /// The identity of the run with these settings.
    pub(super) fn of_settings(settings: &Settings, seed: Seed) -> Self {
        let quotas = settings.quotas.iter();
        let values = Values {
            form: FORM,
            puzzles: settings.puzzles,
            seed: seed.0,
            quotas: quotas.map(|(&level, &n)| (level, n)).collect(),
            grid: &settings.grid,
            las_vegas_digits: settings.las_vegas_digits,
            symmetry: &settings.symmetry,
            dedup: &settings.dedup,
            variants: settings.variants,
            attempts: settings.attempts,
            asked: &settings.asked,
        };
        Self::new(seed, &values)
    }

    /// The identity of a run or a catalogue as version 0.1.0 entered it in an archive, by its settings there.
    pub(super) fn of_0_1(seed: Seed, settings: &str) -> Option<Self> {
        /// Those of a catalogue.
        #[derive(Deserialize)]
        struct Catalog {
            quotas: Vec<(u8, u64)>,
            grid: String,
            symmetry: String,
            dedup: String,
            variants: u64,
            attempts: u32,
        }
        if let Ok(settings) = serde_json::from_str(settings) {
            return Some(Self::of_settings(&settings, seed));
        }
        let catalog: Catalog = serde_json::from_str(settings).ok()?;
        let digits = catalog.grid.strip_prefix("LasVegas { digits: ");
        let values = Values {
            form: FORM,
            puzzles: 1,
            seed: seed.0,
            quotas: catalog.quotas,
            grid: match &*catalog.grid {
                "Shuffled" => "shuffled",
                "Pattern" => "pattern",
                _ => "las-vegas",
            },
            las_vegas_digits: digits.and_then(|n| n.strip_suffix(" }")?.parse().ok()),
            symmetry: &catalog.symmetry,
            dedup: &catalog.dedup,
            variants: catalog.variants,
            attempts: catalog.attempts,
            asked: &AskedSettings::default(),
        };
        Some(Self::new(seed, &values))
    }

    fn new(seed: Seed, values: &Values) -> Self {
        let json = serde_json::to_string(values).expect("numbers and words have a form in JSON");
        Self { seed, json }
    }

    /// The seed.
    pub fn seed(&self) -> Seed {
        self.seed
    }

    /// The bytes that are hashed: one line of JSON.
    pub fn json(&self) -> &str {
        &self.json
    }

    /// The run's name in archives and logs: the first 16 hexadecimal digits of the SHA-256 of
    /// [`Identity::json`].
    pub fn name(&self) -> String {
        let mut name = output::sha256(self.json.as_bytes());
        name.truncate(16);
        name
    }
}

#[cfg(test)]
mod tests {
    use super::Identity;
    use crate::batch::{Dedup, Plan};
    use crate::generate::{FullGrid, Symmetry};
    use crate::score::Level;
    use crate::seed::Seed;

    /// These bytes and their hash are in people's archives.
    #[test]
    fn the_bytes_that_are_hashed_never_change() {
        let plan = Plan {
            grid: FullGrid::PAPER,
            symmetry: Symmetry::None,
            dedup: Dedup::Class,
            variants: 1,
            attempts: 10_000,
            ..Plan::paper(vec![(Level::Beginner, 200), (Level::Evil, 50)])
        };
        let identity = Identity::of(&plan, Seed(7));
        let bytes = r#"{"form":1,"puzzles":1,"seed":7,"quotas":[[1,200],[5,50]],"grid":"las-vegas","las_vegas_digits":11,"symmetry":"none","dedup":"class","variants":1,"attempts":10000}"#;
        assert_eq!(identity.json(), bytes);
        // printf '%s' '{"form":1,...}' | sha256sum
        assert_eq!(identity.name(), "f9a485944c37ddfe");
    }
}
