//! The figures of a run: its counts while it works ([`RunStats`]), and the distribution of its
//! puzzles over the values of each measure, which the archive keeps ([`Histograms`]).

mod histograms;
mod run_stats;

pub use histograms::{BucketCounts, Histograms, Measure};
pub use run_stats::{RunEnd, RunStats, read_metrics};
