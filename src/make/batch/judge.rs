//! Rates what was made for a slot, and refuses what was not asked for.

use super::asked::{Asked, OPENINGS, Wish, needs, usual};
use super::miss::Miss;
use crate::human::grade::{Band, Rater, Rating};
use crate::human::ladder::Rung;
use crate::human::logic::{Technique, TechniqueSet};
use crate::make::seed::Slot;
use crate::sudoku::puzzle::Puzzle;

/// The number of puzzles that are given up for [`Wish::Variety`] before any technique is taken.
const PASSED_OVER: u32 = 3;

/// Rates the candidates of a slot, one after the other, and refuses those that are not what was asked for.
pub(super) struct Judge<'a> {
    asked: &'a Asked,
    pub slot: Slot,
    /// With the ceiling of what may be accepted; `None` where nothing is asked about the rating.
    rater: Option<Rater>,
    passed_over: u32,
    /// The technique of the chapter of a course.
    taught: Option<Technique>,
}

impl<'a> Judge<'a> {
    /// A judge of a slot. With `rated` every accepted puzzle gets its rating.
    pub fn new(asked: &'a Asked, slot: Slot, rated: bool) -> Self {
        let band = match slot.rung {
            Rung::Band(band) => Some(band),
            Rung::Level(_) => None,
        };
        let mut rater = Rater::new();
        if let Some(band) = band {
            rater = rater.with(band.techniques());
        }
        if let Some(ceiling) = asked.ceiling(slot.rung) {
            rater = rater.up_to(ceiling);
        }
        let is_needed = rated || band.is_some() || asked.is_of_ratings();
        Self { asked, slot, rater: is_needed.then_some(rater), passed_over: 0, taught: None }
    }

    /// A judge of a slot of a course, which has this technique.
    pub fn teaching(self, taught: Option<Technique>) -> Self {
        Self { taught, ..self }
    }

    /// The rating of a puzzle that is accepted, if anything is asked about it.
    pub fn accept(&mut self, puzzle: &Puzzle) -> Result<Option<Rating>, Miss> {
        let Some(rater) = &mut self.rater else {
            return Ok(None);
        };
        let mut used = TechniqueSet::NONE;
        let rating = rater.rate_seeing(puzzle, |_, technique, _| used.insert(technique));
        let rating = rating.map_err(|_| Miss::TooHard)?;
        if let Rung::Band(band) = self.slot.rung {
            if rating.band != band {
                return Err(Miss::Rung);
            }
            if let Some(wish) = self.missed_wish(band, &rating) {
                return Err(Miss::Wish(wish));
            }
        }
        if self.asked.er.is_some_and(|er| rating.er < er.from) {
            return Err(Miss::Er);
        }
        if self.asked.minutes.is_some_and(|minutes| !minutes.has(rating.seconds)) {
            return Err(Miss::Minutes);
        }
        // What is looked for before the hardest technique got stuck: otherwise it had not been used.
        if let Some(taught) = self.taught.filter(|taught| rating.hardest != *taught) {
            return Err(Miss::Needs(taught));
        }
        self.filters(puzzle, rating.band, used)?;
        Ok(Some(rating))
    }

    /// The first wish that the puzzle does not meet.
    fn missed_wish(&mut self, band: Band, rating: &Rating) -> Option<Wish> {
        let (median_load, commonest) = usual(band)?;
        let below = Band::new(band.number() - 1);
        let mut is_met = |wish: &Wish| match wish {
            // The path of the band below is the same until its techniques find nothing.
            Wish::Needed => Some(rating.er) > below.and_then(Band::ceiling),
            Wish::NoSpike => rating.steps_beyond >= 2 || rating.load.0 >= median_load,
            Wish::Openings => rating.openings >= OPENINGS,
            Wish::Variety => {
                let is_common = self.slot.number % 3 == 2 && rating.hardest == commonest;
                let passes = is_common && self.passed_over < PASSED_OVER;
                self.passed_over += u32::from(passes);
                !passes
            }
        };
        self.asked.wishes.iter().copied().find(|wish| !is_met(wish))
    }

    /// Refuses a puzzle of this band that does not need, or needs, what it should not. `used` are the techniques
    /// of its path: without another one the path is the same.
    fn filters(&self, puzzle: &Puzzle, band: Band, used: TechniqueSet) -> Result<(), Miss> {
        let is_needed = |off: &[Technique]| {
            off.iter().any(|&technique| used.contains(technique)) && needs(puzzle, band, off)
        };
        match self.asked.needs.iter().find(|&&technique| !is_needed(&[technique])) {
            Some(&technique) => Err(Miss::Needs(technique)),
            None if is_needed(&self.asked.without) => Err(Miss::Without),
            None => Ok(()),
        }
    }
}
