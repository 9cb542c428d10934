//! What each column holds: for those who read catalogues with their own tools. Not whether a row is
//! right, which `verify` proves.

use crate::generate::{Order, Symmetry};
use crate::score::{Level, SEARCHES_CAP};
use crate::seed::{MOST_REISSUES, Slot};

/// A column of the catalogue.
#[derive(Clone, PartialEq, Debug)]
pub struct Column {
    /// Its name in the header.
    pub name: &'static str,
    /// What it holds.
    pub holds: Holds,
    /// The same in words.
    pub about: &'static str,
}

/// The values of a column.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum Holds {
    /// Text, of which the whole matches this regular expression. Never a number, whatever it looks
    /// like: 81 digits are more than a number keeps.
    Text(&'static str),
    /// One of these words.
    Word(Vec<&'static str>),
    /// A whole number in these bounds.
    Integer(u64, u64),
    /// A number with one decimal, in bounds that are whole.
    Decimal(u64, u64),
    /// A whole number of 64 bits without a sign, more than many readers of numbers keep.
    Unsigned,
}

/// Every column, in the order of [`super::COLUMNS`].
pub fn columns() -> [Column; 16] {
    use Holds::{Decimal, Integer, Text, Unsigned, Word};
    let about = |name: &str| match name {
        "id" => (
            Text("L[1-5]-[0-9]{6,}"),
            "Level and number of the puzzle, unique in its run",
        ),
        "puzzle" => (
            Text("[1-9.]{81}"),
            "The givens, row by row; a point is a blank cell",
        ),
        "solution" => (Text("[1-9]{81}"), "The only solution, row by row"),
        "clues" => (Integer(17, 81), "How many digits are given"),
        "difficulty" => (
            Decimal(1, 5),
            "The three items of the score, weighted 0.4, 0.3 and 0.3; one decimal",
        ),
        "level" => (
            Integer(1, 5),
            "Level k is a difficulty above k - 1, up to k",
        ),
        "level_name" => (
            Word(Level::ALL.map(Level::name).to_vec()),
            "The level's English name",
        ),
        "row_col_min" => (
            Integer(0, 9),
            "The fewest digits given in any row or column",
        ),
        "searches" => (
            Integer(0, SEARCHES_CAP),
            "Digits that a plain depth-first search tries until it knows all solutions; counting \
             ends at the maximum",
        ),
        "grid" => (
            Word(vec!["las-vegas", "shuffled", "pattern"]),
            "How the full grid was made",
        ),
        "order" => (
            Word(Order::ALL.map(Order::name).to_vec()),
            "The order in which holes were tried",
        ),
        "symmetry" => (
            Word(
                [Symmetry::None, Symmetry::HalfTurn]
                    .map(Symmetry::name)
                    .to_vec(),
            ),
            "Symmetry of the pattern of givens",
        ),
        "canonical" => (
            Text("[1-9.]{81}"),
            "The canonical form: the same for two puzzles exactly when one is the other in disguise",
        ),
        "seed" => (Unsigned, "Seed of the run"),
        "slot" => (
            Integer(0, Slot::MOST),
            "Number of the puzzle in its level, from 0",
        ),
        "reissue" => (
            Integer(0, u64::from(MOST_REISSUES)),
            "How often the slot was made again because its puzzle was there already",
        ),
        other => unreachable!("{other} is no column"),
    };
    super::COLUMNS.map(|name| {
        let (holds, about) = about(name);
        Column { name, holds, about }
    })
}
