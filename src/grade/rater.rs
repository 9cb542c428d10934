//! Walks the path to a solution and rates it.

use super::band::Band;
use super::rating::{Rating, Tenths, Unrated};
use super::time::{Load, open_placements};
use crate::logic::{Position, Step, Technique, TechniqueSet, next_step};
use crate::puzzle::Puzzle;

/// Rates puzzles one after the other. Use one for each thread.
#[derive(Clone, Debug)]
pub struct Rater {
    allowed: TechniqueSet,
    ceiling: Option<Tenths>,
}

impl Default for Rater {
    fn default() -> Self {
        Self::new()
    }
}

impl Rater {
    /// With all techniques and no ceiling: the rating of Sudoku Explainer 1.2.1.
    pub const fn new() -> Self {
        Self {
            allowed: TechniqueSet::ALL,
            ceiling: None,
        }
    }

    /// With these techniques only.
    pub const fn with(mut self, allowed: TechniqueSet) -> Self {
        self.allowed = allowed;
        self
    }

    /// Gives up as soon as the rating must be higher.
    pub const fn up_to(mut self, ceiling: Tenths) -> Self {
        self.ceiling = Some(ceiling);
        self
    }

    /// The rating of a puzzle as it is printed. About 0.2 milliseconds; most of it goes to the few that need
    /// chains.
    pub fn rate(&mut self, puzzle: &Puzzle) -> Result<Rating, Unrated> {
        let mut walk = Walk::default();
        let mut position = Position::new(puzzle.givens());
        let (block, line) = open_placements(&position);
        let openings = block.union(line).len() as u32;
        while !position.is_full() {
            walk.load.add(&position);
            let step = self.next(&position)?;
            walk.add(step.tenths(), step.technique, step.placement.is_some());
            step.apply(&mut position);
        }
        Ok(walk.rating(openings))
    }

    /// The steps of the path, each with its reason. Slower than [`Self::rate`]; the same path.
    pub fn path(&mut self, puzzle: &Puzzle) -> Result<Vec<Step>, Unrated> {
        let mut position = Position::new(puzzle.givens());
        let mut steps = Vec::new();
        while !position.is_full() {
            let step = self.next(&position)?;
            step.apply(&mut position);
            steps.push(step);
        }
        Ok(steps)
    }

    /// The next step of any position, with its reason.
    pub fn next(&self, position: &Position) -> Result<Step, Unrated> {
        let ceiling = self.ceiling.unwrap_or(Tenths(u16::MAX));
        match next_step(position, self.allowed) {
            Some(step) if step.tenths() > u32::from(ceiling.0) => Err(Unrated::Above(ceiling)),
            Some(step) => Ok(step),
            None if self.allowed == TechniqueSet::ALL => Err(Unrated::Nested),
            None => Err(Unrated::Stuck),
        }
    }
}

/// What is known of a path so far.
#[derive(Default)]
struct Walk {
    er: u32,
    ep: Option<u32>,
    ed: Option<u32>,
    hardest: Option<Technique>,
    load: Load,
    /// How many steps had each rating, in tenths.
    counts: std::collections::BTreeMap<u32, u32>,
}

impl Walk {
    fn add(&mut self, tenths: u32, technique: Technique, places: bool) {
        self.ed.get_or_insert(tenths);
        if tenths > self.er {
            (self.er, self.hardest) = (tenths, Some(technique));
        }
        if places {
            self.ep.get_or_insert(self.er);
        }
        *self.counts.entry(tenths).or_default() += 1;
    }

    fn rating(self, openings: u32) -> Rating {
        let shown = |tenths: u32| Tenths(tenths as u16);
        let band = Band::of(shown(self.er), self.load);
        let below = band
            .number()
            .checked_sub(1)
            .and_then(Band::new)
            .and_then(Band::ceiling);
        let below = below.map_or(0, |ceiling| u32::from(ceiling.0));
        Rating {
            er: shown(self.er),
            ep: shown(self.ep.unwrap_or(self.er)),
            ed: shown(self.ed.unwrap_or(self.er)),
            hardest: self.hardest.unwrap_or(Technique::LastCell),
            steps: self.counts.values().sum(),
            openings,
            load: self.load,
            seconds: self.load.into(),
            band,
            steps_beyond: self.counts.range(below + 1..).map(|(_, count)| count).sum(),
        }
    }
}
