//! One row of a catalogue against its puzzle: every field proved from the puzzle alone, by the table
//! of columns. Not one row against another.

use super::finding::{Finding, Place};
use crate::human::grade::{RatedAs, Rater, Rating, Tenths, Unrated};
use crate::human::ladder::{Ladder, Rung};
use crate::make::batch::Dedup;
use crate::make::entry::Id;
use crate::make::generate::{Recipe, Symmetry};
use crate::make::seed::Slot;
use crate::store::table::rated::{AT_LEAST, MORE_THAN};
use crate::store::table::{
    At, Columns, ER, Facts, Header, MINIMAL, PATTERN, RATED_AS, ReadError, Row, Source,
};
use crate::sudoku::canon::Canonical;
use crate::sudoku::key::Key;
use crate::sudoku::puzzle::Puzzle;
use crate::sudoku::score::Score;
use std::sync::Arc;

/// What was proved of a row, whatever the row states.
#[derive(Clone, Debug)]
pub struct Proved {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Its level; its band, if the row is of the human ladder.
    pub rung: Rung,
    /// The paper's three items.
    pub score: Score,
    /// The rating, if the row states one.
    pub rating: Option<Rating>,
    /// Deduplication key.
    pub key: Key,
    /// The key of its class, whatever the deduplication is.
    pub class: Key,
}

/// A row, to hold a book against.
#[derive(Clone, Debug)]
pub struct Known {
    /// The line at which it begins.
    pub line: u64,
    /// The id that it states; empty if it has none.
    pub id: String,
    /// What was proved; `None` without a puzzle that has exactly one solution.
    pub proved: Option<Proved>,
}

impl Known {
    /// The id of the row, or else its line.
    pub fn name(&self) -> String {
        match self.id.is_empty() {
            true => format!("line {}", self.line),
            false => self.id.clone(),
        }
    }
}

/// A row that was checked.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The row.
    pub known: Known,
    /// The slot that it states.
    pub slot: Option<u64>,
    /// The seed that it states.
    pub seed: Option<u64>,
    /// What is wrong with it.
    pub findings: Vec<Finding>,
}

/// What a row is held against.
#[derive(Clone, Debug)]
pub struct RowCheck {
    file: Arc<str>,
    dedup: Dedup,
    /// The columns of a file without ratings, and with those of a form; each without and with that of minimal puzzles.
    columns: [[Columns; 2]; 3],
}

impl RowCheck {
    /// For the rows of a file.
    pub fn new(file: Arc<str>, dedup: Dedup) -> Self {
        let columns = [None, Some(RatedAs::Canonical), Some(RatedAs::Given)]
            .map(|rated| [false, true].map(|minimal| Columns::with(rated, minimal)));
        Self { file, dedup, columns }
    }

    /// Proves the puzzle of a row, and holds every other field against it.
    pub fn check(&self, row: &Row) -> Checked {
        let header = row.header();
        let is_rated = header.is_some_and(|header| header.find(ER).is_some());
        // Elsewhere a column of this name may hold anything.
        let of_ours = |header: &&Header| self.columns[0][0].are_in(header);
        let is_minimal =
            header.filter(of_ours).is_some_and(|header| header.find(MINIMAL).is_some());
        let rated_as = match row.get(RATED_AS) {
            None => RatedAs::Given,
            Some(name) => name.parse().unwrap_or_default(),
        };
        let of_form = if is_rated { 1 + rated_as as usize } else { 0 };
        let columns = &self.columns[of_form][usize::from(is_minimal)];
        let mut held = Held {
            check: self,
            columns,
            row,
            // A catalogue of ours: every column is there, so none may be empty.
            ours: header.is_some_and(|header| columns.are_in(header)),
            // The difficulty is the paper's total; elsewhere it may be anything.
            scored: header.is_some_and(|header| header.find("level").is_some()),
            id: String::new(),
            findings: Vec::new(),
        };
        match row.id() {
            Ok(id) => held.id = id.unwrap_or_default().to_owned(),
            Err(e) => held.find("id", e.to_string(), String::new()),
        }
        let puzzle = held.puzzle();
        let symmetry = stated_symmetry(row);
        let judged = puzzle.map(|puzzle| (Score::of(&puzzle), Canonical::of(&puzzle), puzzle));
        let facts = judged.as_ref().map(|(score, canonical, puzzle)| Facts {
            puzzle,
            score,
            canonical,
            symmetry,
        });
        let rated = facts.as_ref().filter(|_| is_rated);
        let rated = rated.map(|facts| Rater::new().rate(&rated_as.form(facts.puzzle)));
        held.fields(facts.as_ref(), rated.as_ref());
        let rating = rated.and_then(Result::ok);
        let number = |name: &str| row.get(name)?.parse().ok();
        let class = |facts: &Facts<'_>| Key::of_class(facts.canonical);
        let proved = facts.map(|facts| Proved {
            puzzle: *facts.puzzle,
            score: *facts.score,
            rung: held.rung(&facts, rating.as_ref()),
            rating,
            key: match self.dedup {
                Dedup::Class => class(&facts),
                Dedup::Exact => Key::of(facts.puzzle.givens()),
            },
            class: class(&facts),
        });
        Checked {
            known: Known { line: row.line, id: held.id, proved },
            slot: number("slot").filter(|slot| *slot <= Slot::MAX),
            seed: number("seed"),
            findings: held.findings,
        }
    }
}

/// The symmetry that a row states.
pub(super) fn stated_symmetry(row: &Row) -> Symmetry {
    row.get("symmetry").and_then(|name| name.parse().ok()).unwrap_or(Symmetry::None)
}

/// A row with what is found in it so far.
struct Held<'a> {
    check: &'a RowCheck,
    columns: &'a Columns,
    row: &'a Row,
    ours: bool,
    scored: bool,
    id: String,
    findings: Vec<Finding>,
}

impl Held<'_> {
    fn find(&mut self, column: &'static str, wrong: String, right: String) {
        let place = Place::Line { line: self.row.line, column };
        self.findings.push(Finding::at(&self.check.file, place, wrong, right).of(&self.id));
    }

    fn puzzle(&mut self) -> Option<Puzzle> {
        if self.row.header().is_some() && self.row.get("puzzle").is_none() {
            self.find("puzzle", "there is no puzzle".into(), String::new());
            return None;
        }
        let wrong = match self.row.grid() {
            Ok(grid) => match Puzzle::prove(grid) {
                Ok(puzzle) => {
                    if puzzle.is_complete() {
                        let wrong = "a complete grid, with nothing to solve";
                        self.find("puzzle", wrong.into(), "a puzzle".into());
                    }
                    return Some(puzzle);
                }
                Err(e) => e.to_string(),
            },
            Err(ReadError::Wrong(fault)) => match fault.at {
                At::InField(_, character) => format!("character {character}: {}", fault.why),
                _ => fault.why.to_string(),
            },
            Err(ReadError::Io(e)) => e.to_string(),
        };
        self.find("puzzle", wrong, "a puzzle with one solution".into());
        None
    }

    /// Every field but the puzzle: what follows from the puzzle must be as it follows, and what tells
    /// how it was made must be possible.
    fn fields(&mut self, facts: Option<&Facts<'_>>, rated: Option<&Result<Rating, Unrated>>) {
        let columns = self.columns;
        let rating = rated.and_then(|rated| rated.as_ref().ok());
        let bound = self.bound(rated);
        if bound == Some(false) {
            let right = match rated {
                Some(Err(e)) => e.to_string(),
                _ => rating.map_or(String::new(), |rating| format!("{} exactly", rating.er)),
            };
            let [er, bound] = [ER, "bound"].map(|name| self.row.get(name).unwrap_or(""));
            self.find(ER, format!("{bound} {er} is stated"), right);
        }
        for column in columns.iter().filter(|column| column.name != "puzzle") {
            let name = column.name;
            if name == "difficulty" && !self.scored {
                continue;
            }
            let right = match (column.source, facts) {
                (Source::Puzzle(_) | Source::Rating(_), None) => continue,
                (Source::Puzzle(value), Some(facts)) => Some(value(facts).text()),
                (Source::Rating(value), _) => match rated {
                    _ if name == ER && bound.is_some() => continue,
                    Some(Ok(rating)) => Some(value(rating).text()),
                    Some(Err(e)) => Some(format!("none: {e}")),
                    None => continue,
                },
                (Source::Origin(_), _) => self.implied(name, facts, rating),
            };
            let expected = right.clone().unwrap_or_else(|| column.holds.to_string());
            match self.row.get(name) {
                None if self.ours => self.find(name, "nothing is stated".into(), expected),
                None => {}
                Some(stated) => {
                    let is_right = match &right {
                        Some(right) => stated == right,
                        None => column.holds.allows(stated),
                    };
                    if !is_right {
                        self.find(name, format!("{stated} is stated"), expected);
                    }
                }
            }
        }
        self.symmetry();
    }

    /// Whether what `rate` states beside `er` as its bound is right; `None` where `er` is the rating.
    fn bound(&self, rated: Option<&Result<Rating, Unrated>>) -> Option<bool> {
        let bound = self.row.get("bound").filter(|bound| [MORE_THAN, AT_LEAST].contains(bound))?;
        let er = self.row.get(ER).and_then(|er| er.parse::<Tenths>().ok())?;
        Some(match rated? {
            Ok(rating) => bound == MORE_THAN && er < rating.er,
            Err(Unrated::Nested(least)) if bound == AT_LEAST => er == *least,
            Err(Unrated::Nested(least)) => er < *least,
            Err(_) => false,
        })
    }

    /// Whether the row is of the human ladder.
    fn is_human(&self) -> bool {
        self.row.get("ladder") == Some(Ladder::Human.name())
    }

    /// The level of the puzzle, or its band where the row is of the human ladder and the puzzle has one.
    fn rung(&self, facts: &Facts<'_>, rating: Option<&Rating>) -> Rung {
        match rating {
            Some(rating) if self.is_human() => rating.band.into(),
            _ => facts.score.level().into(),
        }
    }

    /// What a field about the origin must say, because other fields say it too.
    fn implied(
        &self,
        column: &str,
        facts: Option<&Facts<'_>>,
        rating: Option<&Rating>,
    ) -> Option<String> {
        let rung = self.rung(facts?, rating);
        match column {
            "id" => {
                let number = self.row.get("slot")?.parse().ok();
                let number = number.filter(|slot| *slot <= Slot::MAX)?;
                Some(Id(Slot { rung, number }).to_string())
            }
            "order" if self.ours && self.row.get("order") != Some(PATTERN) => {
                let recipe = match rung {
                    Rung::Level(level) => Recipe::paper(level),
                    Rung::Band(band) => Recipe::human(band),
                };
                Some(recipe.order.name().to_owned())
            }
            _ => None,
        }
    }

    /// Of all that is stated of the origin only the symmetry can be seen in the puzzle.
    fn symmetry(&mut self) {
        let symmetry = stated_symmetry(self.row);
        let Ok(grid) = self.row.grid() else {
            return;
        };
        let empty_beside = |(cell, _)| {
            let orbit = symmetry.orbit(cell);
            orbit.iter().find(|&&other| grid[other].is_none()).map(|&other| (cell, other))
        };
        if let Some((cell, other)) = grid.filled().find_map(empty_beside) {
            let name = symmetry.name();
            let wrong = format!("{name} is stated, but {cell} has a digit and {other} has none");
            self.find("symmetry", wrong, Symmetry::None.name().into());
        }
    }
}
