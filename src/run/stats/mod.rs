//! The figures of a run: what it counts while it works ([`RunStats`]), and how its puzzles are spread
//! over the values of each measure, which the archive keeps ([`Figures`]).

mod histograms;
mod run_stats;

pub use histograms::{Classes, Figures, Measure};
pub use run_stats::{RunEnd, RunStats};
