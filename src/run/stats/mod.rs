//! The figures of a run: what it counts while it works ([`RunStats`]), and how its puzzles are spread
//! over the values of each measure, which the archive keeps ([`Histograms`]).

mod histograms;
mod run_stats;

pub use histograms::{BucketCounts, Histograms, Measure};
pub use run_stats::{RunEnd, RunStats};
