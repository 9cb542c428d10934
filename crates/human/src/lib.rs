//! Human solving: owns techniques with their reasons, the two ladders and the time that a solver
//! needs. Knows no rating of a whole puzzle, no random plan, no file and no language.
//!
//! A [`Position`] is a grid with its candidates, and [`Position::next_step`] finds the easiest
//! [`Step`].
//! [`LadderSteps`] place a whole puzzle on the human ladder. `explainer` rates it as Sudoku
//! Explainer does.
//!
//! ```
//! use sudoku_press_human::{Band, Position, TechniqueSet};
//!
//! let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let givens = line.parse()?;
//! let step = Position::new(&givens).next_step(TechniqueSet::ALL).expect("a first step");
//! assert_eq!(step.tenths().to_string(), "1.2");
//! assert_eq!(Band::solving(&givens), Band::Gentle);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The folder `examples/` has small programs.

mod band;
mod closure;
mod course;
mod crux;
mod ladder;
mod ladder_path;
mod ladder_steps;
mod logic;
mod mini;
mod premises;
mod shortest_way;
mod time;

pub use band::Band;
pub use closure::{LadderClosure, LowerSingles};
pub use course::Course;
pub use ladder::{Ladder, Rung};
pub use ladder_path::{LadderPath, PathStep};
pub use ladder_steps::LadderSteps;
pub use logic::{
    Chain, ChainPattern, Eliminations, Link, Node, Position, Reason, Step, StepKind, Technique,
    TechniqueSet, Tenths, UniquenessType,
};
pub use mini::{MiniClosure, MiniHouse, MiniLevel, MiniPath, MiniRating, MiniReason, MiniStep};
pub use shortest_way::ShortestWay;
pub use time::{Load, Seconds};

// For `explainer` alone, which finds the same steps faster, without their reasons.
pub use logic::{
    BestFind, ChainMode, ChainPruner, Effect, LinkKinds, SearchScope, TechniqueGroup, UniqueLoop,
};
