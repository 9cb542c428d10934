//! Outcomes of a batch as lines of text, for checkpoints. A line holds only what is expensive to
//! compute. Everything else is computed again on reading, including the proof that the puzzle has
//! exactly one solution.

use super::miss::Misses;
use super::plan::{Issued, Plan};
use super::short::Shortfall;
use crate::human::grade::Rater;
use crate::human::ladder::Rung;
use crate::make::entry::{Entry, Origin};
use crate::make::seed::{Seed, Slot};
use crate::sudoku::canon::Canonical;
use crate::sudoku::puzzle::Puzzle;
use crate::sudoku::score::Score;

/// The line of an outcome, without line end.
pub fn line(outcome: &Result<Issued, Shortfall>) -> String {
    match outcome {
        Ok(Issued { entry, attempts, .. }) => {
            let Origin { slot, reissue, .. } = entry.origin;
            format!(
                "{} {} {reissue} {attempts} {} {}",
                slot.rung.number(),
                slot.number,
                entry.score.searches,
                entry.puzzle.givens()
            )
        }
        Err(Shortfall { rung, made, wanted, why }) => {
            format!("{} {made} short {wanted} {why}", rung.number())
        }
    }
}

/// Parses a line of an outcome of this plan; `None` if it is not valid.
pub fn parse(plan: &Plan, seed: Seed, line: &str) -> Option<Result<Issued, Shortfall>> {
    let mut words = line.split(' ');
    let mut word = || words.next();
    let rung = plan.ladder().rung(word()?.parse().ok()?)?;
    let place = word()?.parse().ok()?;
    let third = word()?;
    if third == "short" {
        let wanted = word()?.parse().ok()?;
        let why = line.splitn(5, ' ').nth(4)?;
        let short = plan.shortfall(rung, place, Misses::default());
        return Some(Err(Shortfall { wanted, why: why.to_owned(), ..short }));
    }
    let reissue = third.parse().ok()?;
    let attempts = word()?.parse().ok()?;
    let searches = word()?.parse().ok()?;
    let puzzle = Puzzle::prove(word()?.parse().ok()?).ok()?;
    let score =
        Score { givens: puzzle.givens_count(), row_col_min: puzzle.row_col_min(), searches };
    let slot = Slot { rung, number: place };
    let origin = plan.origin(seed, slot, reissue);
    let canonical = Canonical::of(&puzzle);
    let key = plan.key(&puzzle, &canonical);
    let rating = match plan.has_ratings() {
        true => Some(Rater::new().rate(&plan.asked.rated_as.form(&puzzle)).ok()?),
        false => None,
    };
    let is_of_rung = match rung {
        Rung::Level(level) => score.level() == level,
        Rung::Band(band) => rating.is_some_and(|rating| rating.band == band),
    };
    let entry = Entry { puzzle, score, rating, canonical, origin };
    (is_of_rung && word().is_none()).then_some(Ok(Issued { entry, attempts, key }))
}
