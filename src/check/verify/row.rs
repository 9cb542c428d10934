//! One row of a catalogue against its puzzle: every field proved from the puzzle alone, by the table
//! of columns. Not one row against another.

use super::finding::Finding;
use crate::human::grade::{RatedAs, Rater, Rating, Tenths, Unrated};
use crate::human::ladder::{Ladder, Rung};
use crate::make::batch::Dedup;
use crate::make::entry::Id;
use crate::make::generate::{Recipe, Symmetry};
use crate::make::seed::Slot;
use crate::store::table::rated::{AT_LEAST, MORE_THAN};
use crate::store::table::{
    At, Columns, ER, Facts, Header, MINIMAL, PATTERN, RATED_AS, ReadError, Row, Source,
    StatedAnswer,
};
use crate::sudoku::canon::Canonical;
use crate::sudoku::grid::Grid;
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

/// Columns whose values follow from the puzzle in the tables of others too.
const JUDGED: [&str; 6] = ["puzzle", "solution", "clues", "canonical", "row_col_min", "searches"];
/// Columns that are levels of ours where the items of the score stand beside them.
const SCORED: [&str; 3] = ["difficulty", "level", "level_name"];
/// Columns that are a rating where `er` is one.
const RATED: [&str; 9] = [ER, "ep", "ed", "hardest", "load", "seconds", "band", "bound", RATED_AS];

/// Returns true if `verify` judges the column of this name in a table of others. An id is compared
/// with other ids.
fn is_judged(header: &Header, name: &str) -> bool {
    let has = |name| header.find(name).is_some();
    JUDGED.contains(&name)
        || name == "id"
        || SCORED.contains(&name) && ["level", "row_col_min", "searches"].into_iter().all(has)
        || RATED.contains(&name) && has(ER)
}

/// The names of the columns that are not judged, as the file has them.
pub(super) fn unjudged(header: &Header, run: Option<&Columns>) -> Vec<String> {
    let ours = match run {
        Some(columns) => columns.names(),
        None if header.is_catalog() => {
            let rated_as = header.find(ER).map(|_| RatedAs::Canonical);
            Columns::with(rated_as, header.find(MINIMAL).is_some()).names()
        }
        None => Vec::new(),
    };
    let is_known = |key: &str| ours.contains(&key) || ours.is_empty() && is_judged(header, key);
    let names = header
        .columns()
        .filter(|(name, key, is_solution)| !name.is_empty() && !is_solution && !is_known(key));
    names.map(|(name, ..)| name.to_owned()).collect()
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
        let is_rated =
            row.has(ER) || row.is_of_catalog() && row.get("ladder") == Some(Ladder::Human.name());
        // Elsewhere a column of this name may hold anything.
        let is_minimal = row.is_of_catalog() && row.has(MINIMAL);
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
            // A catalogue of ours: no column may be empty.
            ours: row.is_of_catalog(),
            id: String::new(),
            findings: Vec::new(),
        };
        match row.id() {
            Ok(id) => held.id = id.unwrap_or_default().to_owned(),
            // An id of others may be of any length.
            Err(_) if !held.ours => {}
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
    id: String,
    findings: Vec<Finding>,
}

impl Held<'_> {
    fn find(&mut self, column: &'static str, wrong: String, right: String) {
        // A bare grid has no columns.
        let column = if self.row.header().is_some() { column } else { "" };
        let finding = Finding::in_row(&self.check.file, self.row.line, column, wrong, right);
        self.findings.push(finding.of(&self.id));
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
        let header = self.row.header();
        let is_judged =
            |name: &str| self.ours || header.is_some_and(|header| is_judged(header, name));
        let judged: Vec<_> = columns
            .iter()
            .filter(|column| !["puzzle", "solution"].contains(&column.name))
            .filter(|column| is_judged(column.name))
            .collect();
        self.solutions(facts);
        for column in judged {
            let name = column.name;
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
                None if self.ours && self.row.has(name) => {
                    self.find(name, "nothing is stated".into(), expected);
                }
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
        if self.ours {
            self.symmetry();
        }
    }

    /// The solutions, under any name.
    fn solutions(&mut self, facts: Option<&Facts<'_>>) {
        let Some(solution) = facts.map(|facts| Grid::from(*facts.puzzle.solution())) else {
            return;
        };
        let right = solution.to_string();
        let row = self.row;
        if self.ours && row.has("solution") && row.solutions().next().is_none() {
            self.find("solution", "nothing is stated".into(), right.clone());
        }
        for (name, stated) in row.solutions() {
            let answer = StatedAnswer { column: name.to_owned(), text: stated.to_owned() };
            if stated != right && (self.ours || !answer.solves(&solution)) {
                let rounded = if answer.is_rounded() { ", rounded by a spreadsheet" } else { "" };
                self.find("solution", format!("{stated} is stated{rounded}"), right.clone());
                self.findings.last_mut().expect("it was just added").in_column(name);
            }
        }
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
