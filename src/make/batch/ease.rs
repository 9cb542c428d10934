//! Gives puzzles that are too hard for their band further givens, where the solver of the band gets stuck.

use super::asked::Wish;
use super::judge::{Judge, Refused, Stuck};
use super::miss::Miss;
use super::plan::Plan;
use crate::human::grade::Rating;
use crate::make::generate::Recipe;
use crate::sudoku::grid::Cell;
use crate::sudoku::puzzle::Puzzle;
use crate::sudoku::solver::Position;
use rand::seq::SliceRandom as _;

/// The greatest number of further givens of a puzzle.
const EASED: usize = 6;
/// The number of cells that are tried.
const TRIED: usize = 24;

impl Plan {
    /// A puzzle of the slot's band with the givens of this one, which is too hard, and some more. Each further given is
    /// in a cell that is open where the solver is stuck.
    pub(super) fn ease(
        &self,
        recipe: &Recipe,
        mut puzzle: Puzzle,
        mut stuck: Box<Stuck>,
        judge: &mut Judge<'_>,
        rng: &mut impl rand::Rng,
    ) -> Result<(Puzzle, Option<Rating>), Miss> {
        let (mut miss, mut tries) = (Miss::TooHard, TRIED);
        for _ in 0..EASED {
            let mut cells: Vec<Cell> = stuck.open.collect();
            cells.shuffle(rng);
            let mut harder = None;
            for cell in cells {
                if tries == 0 {
                    return Err(miss);
                }
                tries -= 1;
                let orbit = recipe.symmetry.orbit(cell);
                let further = || orbit.iter().map(|&cell| (cell, puzzle.solution()[cell]));
                let mut givens = *puzzle.givens();
                further().for_each(|(cell, digit)| givens[cell] = Some(digit));
                let position = stuck.from.clone().with(further());
                // More givens of the same solution keep a puzzle unique.
                let eased = Puzzle::from_parts_unchecked(givens, *puzzle.solution());
                let accepted = judge.goes_on(&eased, position, stuck.load).and_then(|()| {
                    self.check_shape(recipe, &eased, judge.slot)?;
                    judge.accept(&eased)
                });
                match accepted {
                    Ok(rating) => return Ok((eased, rating)),
                    Err(Refused::Missed(Miss::Wish(Wish::NoSpike))) => {
                        match self.thinned(recipe, eased, judge, rng) {
                            Ok(accepted) => return Ok(accepted),
                            Err(other) => miss = other,
                        }
                    }
                    Err(Refused::Stuck(further)) => {
                        harder = Some((eased, further));
                        break;
                    }
                    Err(Refused::Missed(other)) => miss = other,
                }
            }
            (puzzle, stuck) = harder.ok_or(miss)?;
        }
        Err(miss)
    }

    /// A puzzle of the slot's band with some of the givens of this one, which is in the band but has a spike: what was
    /// given to ease it often makes other givens needless.
    fn thinned(
        &self,
        recipe: &Recipe,
        mut puzzle: Puzzle,
        judge: &mut Judge<'_>,
        rng: &mut impl rand::Rng,
    ) -> Result<(Puzzle, Option<Rating>), Miss> {
        let mut miss = Miss::Wish(Wish::NoSpike);
        let mut cells: Vec<Cell> = puzzle.givens().filled().map(|(cell, _)| cell).collect();
        cells.shuffle(rng);
        for cell in cells {
            let mut givens = *puzzle.givens();
            let orbit = recipe.symmetry.orbit(cell);
            orbit.iter().for_each(|&cell| givens[cell] = None);
            if givens.filled_count() < recipe.min_givens as usize {
                break;
            }
            let mut position = Position::of(puzzle.givens());
            let is_needed = |&cell: &Cell| {
                position.take(cell, puzzle.solution()[cell]);
                position.has_other(cell, puzzle.solution()[cell])
            };
            if orbit.iter().any(is_needed) {
                continue;
            }
            let thinner = Puzzle::from_parts_unchecked(givens, *puzzle.solution());
            let shape = self.check_shape(recipe, &thinner, judge.slot).map_err(Refused::from);
            match shape.and_then(|()| judge.accept(&thinner)) {
                Ok(rating) => return Ok((thinner, rating)),
                Err(Refused::Missed(wish @ Miss::Wish(_))) => (puzzle, miss) = (thinner, wish),
                Err(_) => {}
            }
        }
        Err(miss)
    }
}
