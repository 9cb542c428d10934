//! The puzzles of a run that take the place of others: the setting `another`.

use crate::{Interrupt, RunError};
use book::TurnOrder;
use explainer::AnyRating;
use grid::AnyGrid;
use human::Ladder;
use make::{Batch, MadePuzzle, MovedPuzzle, ReplacementError, Slot};
use tables::PuzzleIds;
use words::{Clause, Problem, clause};

/// The key that orders the puzzles of a level in the catalogue.
type OrderKey = (Option<u64>, Option<AnyGrid>, Slot);

/// Replaces puzzles of a batch that has made all of them. A new puzzle keeps the place of the old
/// one in the order of the catalogue, as far as one is found. Returns a sentence for each that does
/// not.
pub(super) fn replace_puzzles(
    batch: &mut Batch,
    made: &mut [MadePuzzle],
    turns: &TurnOrder,
    ids: &PuzzleIds,
    interrupt: &Interrupt,
) -> Result<Vec<Clause>, RunError> {
    let is_even = turns.is_even();
    let replaced = batch.replace(made, |made| order_key(made, is_even));
    // After an interruption no puzzle is found.
    interrupt.check()?;
    match replaced {
        Ok(moved) => Ok(moved.into_iter().map(|moved| describe_move(moved, ids)).collect()),
        Err(ReplacementError::Lookup(error)) => Err(error.into()),
        Err(ReplacementError::NotMade(slot)) => {
            let expected = "a puzzle of the run, whose level has fewer";
            Err(refusal(Problem::expected(expected, ids.id(slot))))
        }
        Err(ReplacementError::NoOther { slot, why }) => {
            let id = ids.id(slot);
            Err(refusal(Problem::new(clause!("found no other puzzle for {}: {}", id, why))))
        }
    }
}

fn order_key(made: &MadePuzzle, is_even: bool) -> OrderKey {
    let slot = made.slot();
    if slot.rung.ladder() == Ladder::Published {
        return (None, None, slot);
    }
    let rating = made.entry.rating.as_ref();
    if is_even {
        let rating = rating.and_then(AnyRating::classic);
        let (seconds, givens) = TurnOrder::time_key(rating, &made.entry.puzzle);
        return (Some(seconds), Some(givens), slot);
    }
    let seconds = rating.and_then(|rating| Some(rating.seconds()?.whole()));
    (seconds, None, slot)
}

fn describe_move(moved: MovedPuzzle, ids: &PuzzleIds) -> Clause {
    let (id, places) = (ids.id(moved.slot), moved.places);
    let template = if places == 1 {
        "{}: no other puzzle of its time was found; the nearest stands {} place away in its level, \
         and those between move by one"
    } else {
        "{}: no other puzzle of its time was found; the nearest stands {} places away in its level, \
         and those between move by one"
    };
    Clause::fill(template, [id.into(), places.into()])
}

fn refusal(problem: Problem) -> RunError {
    problem.with_setting("another").remedy("leave it out").into()
}
