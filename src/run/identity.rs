//! The identity of a run: all values that decide its puzzles, as bytes that are hashed. Texts, design
//! and program version are not part of it: a run with another title has the same puzzles.

use super::{PROGRAM, PUZZLES, PuzzleSettings, Settings};
use crate::human::grade::RatedAs;
use crate::human::ladder::Ladder;
use crate::make::batch::Plan;
use crate::make::seed::Seed;
use crate::store::archive::Run;
use crate::store::files::output;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

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
/// `er`, `minutes`, `needs`, `without`, `givens`, `minimal`, `finished_houses`, `patterns`, `rated_as`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Identity {
    seed: Seed,
    json: String,
}

#[derive(Serialize, Deserialize)]
struct Values<'a> {
    form: u32,
    puzzles: u32,
    seed: u64,
    quotas: Vec<(u8, u64)>,
    #[serde(flatten)]
    asked: Cow<'a, PuzzleSettings>,
}

impl Identity {
    /// The identity of a plan with a seed.
    pub fn of(plan: &Plan, seed: Seed) -> Self {
        let quotas = plan.quotas.iter().map(|&(rung, n)| (rung.number(), n));
        Self::new(PUZZLES, seed, quotas.collect(), &PuzzleSettings::of(plan))
    }

    /// The identity of the run with these settings.
    pub(super) fn of_settings(settings: &Settings, seed: Seed) -> Self {
        let quotas = settings.quotas.iter().map(|(&level, &n)| (level, n));
        Self::new(settings.puzzles, seed, quotas.collect(), &settings.asked)
    }

    /// A plan and its identity, by the JSON of one; `None` if this program does not know it.
    pub fn plan(json: &str, rated: bool) -> Option<(Plan, Self)> {
        let Values { seed, quotas, asked, .. } = &serde_json::from_str(json).ok()?;
        let mut plan = asked.plan(quotas, rated).ok()?;
        if rated && !plan.asked.is_of_ratings() && plan.ladder() == Ladder::Published {
            plan.asked.rated_as = RatedAs::default();
        }
        let identity = Self::of(&plan, Seed(*seed));
        Some((plan, identity))
    }

    fn new(puzzles: u32, seed: Seed, quotas: Vec<(u8, u64)>, asked: &PuzzleSettings) -> Self {
        let asked = Cow::Owned(asked.deciding());
        let values = Values { form: FORM, puzzles, seed: seed.0, quotas, asked };
        let json = serde_json::to_string(&values).expect("numbers and words have a form in JSON");
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

    /// The run as an archive has it, entered by a command of this name.
    pub(super) fn archived(&self, kind: &str) -> Run {
        Run {
            kind: kind.to_owned(),
            program: PROGRAM.to_owned(),
            seed: Some(self.seed.0),
            settings: self.json.clone(),
        }
    }

    /// The run's name in archives and logs: the first 16 hexadecimal digits of the SHA-256 of
    /// [`Identity::json`].
    pub fn name(&self) -> String {
        let mut name = output::sha256(self.json.as_bytes());
        name.truncate(16);
        name
    }
}
