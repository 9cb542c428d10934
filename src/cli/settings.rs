//! What decides a run, as the archive remembers it. Not what the manifest says: `run` has more.

use serde::Serialize;
use sudoku_press::archive::Run;
use sudoku_press::batch::Plan;
use sudoku_press::seed::Seed;

/// The program and its version.
pub const PROGRAM: &str = concat!("sudoku-press ", env!("CARGO_PKG_VERSION"));

/// A run in the archive, of settings that can be written as JSON.
pub fn entry(kind: &str, settings: &impl Serialize, seed: Seed) -> Run {
    let settings = serde_json::to_string(settings);
    Run {
        kind: kind.to_owned(),
        program: PROGRAM.to_owned(),
        seed: Some(seed.0),
        settings: settings.expect("settings are a struct of plain values"),
    }
}

/// The settings of a plan.
#[derive(Serialize)]
pub struct PlanSettings {
    quotas: Vec<(u8, u64)>,
    grid: String,
    symmetry: &'static str,
    dedup: &'static str,
    variants: u64,
    attempts: u32,
}

impl PlanSettings {
    pub fn of(plan: &Plan) -> Self {
        let quotas = plan.quotas.iter();
        Self {
            quotas: quotas.map(|&(level, n)| (level.number(), n)).collect(),
            grid: format!("{:?}", plan.grid),
            symmetry: plan.symmetry.name(),
            dedup: plan.dedup.name(),
            variants: plan.variants,
            attempts: plan.attempts,
        }
    }

    /// The run of these settings and this seed.
    pub fn entry(&self, kind: &str, seed: Seed) -> Run {
        entry(kind, self, seed)
    }
}
