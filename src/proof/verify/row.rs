//! One row of a catalogue against the puzzle that stands in it: every word proved from nothing.
//! Not what rows have to do with each other.

use super::finding::{Finding, Place};
use crate::batch::Dedup;
use crate::canon::Canonical;
use crate::entry::Id;
use crate::generate::{Order, Recipe, Symmetry};
use crate::grid::Grid;
use crate::key::Key;
use crate::puzzle::Puzzle;
use crate::score::{Level, Score};
use crate::seed::{MAX_REISSUES, Slot};
use crate::table::{COLUMNS, Columns, Row};
use std::sync::Arc;

/// What was proved of a row, whatever the row says.
#[derive(Clone, Debug)]
pub struct Proved {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Its level.
    pub level: Level,
    /// Of what must not come twice.
    pub key: Key,
}

/// A row that was checked.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The line at which it begins.
    pub line: u64,
    /// Its id, or nothing.
    pub id: String,
    /// The slot that it states.
    pub slot: Option<u64>,
    /// The seed that it states.
    pub seed: Option<u64>,
    /// What was proved; nothing when the puzzle is none.
    pub proved: Option<Proved>,
    /// What is wrong with it.
    pub findings: Vec<Finding>,
}

/// What a row is held against.
#[derive(Clone, Debug)]
pub struct RowCheck {
    file: Arc<str>,
    dedup: Dedup,
    /// Every column is there, so none may be empty.
    ours: bool,
    /// The difficulty is the paper's total; elsewhere it may be anything.
    scored: bool,
}

impl RowCheck {
    /// For a file with these columns.
    pub fn new(file: Arc<str>, columns: &Columns, dedup: Dedup) -> Self {
        Self {
            file,
            dedup,
            ours: COLUMNS.iter().all(|name| columns.find(name).is_some()),
            scored: columns.find("level").is_some(),
        }
    }

    /// The file whose rows are checked.
    pub fn file(&self) -> &Arc<str> {
        &self.file
    }

    /// Proves the puzzle of a row, and holds every other field against it.
    pub fn check(&self, row: &Row) -> Checked {
        let mut held = Held {
            check: self,
            row,
            id: row.get("id").unwrap_or("").to_owned(),
            findings: Vec::new(),
        };
        let proved = held.puzzle();
        let level = proved.as_ref().map(|p| p.level);
        let slot = held.slot(level);
        let seed = held.number("seed", u64::MAX);
        held.number("reissue", u64::from(MAX_REISSUES));
        held.names(level);
        Checked {
            line: row.line,
            slot,
            seed,
            proved,
            id: held.id,
            findings: held.findings,
        }
    }
}

/// A row with what is found in it so far.
struct Held<'a> {
    check: &'a RowCheck,
    row: &'a Row,
    id: String,
    findings: Vec<Finding>,
}

impl Held<'_> {
    fn find(&mut self, column: &'static str, wrong: String, right: String) {
        self.findings.push(Finding {
            file: self.check.file.clone(),
            place: Place::Line {
                line: self.row.line,
                column,
            },
            puzzle: self.id.clone(),
            wrong,
            right,
        });
    }

    /// What a column states. A column that is empty states nothing, which is wrong in a catalogue
    /// that has them all.
    fn stated(&mut self, column: &'static str, right: &str) -> Option<String> {
        let stated = self.row.get(column).map(str::to_owned);
        if stated.is_none() && self.check.ours {
            self.find(column, "nothing is stated".into(), right.to_owned());
        }
        stated
    }

    fn same(&mut self, column: &'static str, right: &str) {
        if let Some(stated) = self.stated(column, right)
            && stated != right
        {
            self.find(column, format!("{stated} is stated"), right.to_owned());
        }
    }

    fn puzzle(&mut self) -> Option<Proved> {
        let Some(text) = self.row.get("puzzle") else {
            self.find("puzzle", "there is no puzzle".into(), String::new());
            return None;
        };
        let proof = text.parse::<Grid>().map_err(|e| e.to_string());
        let proof = proof.and_then(|grid| Puzzle::prove(grid).map_err(|e| e.to_string()));
        let puzzle = match proof {
            Ok(puzzle) => puzzle,
            Err(wrong) => {
                self.find("puzzle", wrong, "a puzzle with one solution".into());
                return None;
            }
        };
        self.same("solution", &puzzle.solution().to_string());
        self.same("clues", &puzzle.givens_count().to_string());
        let score = Score::of(&puzzle);
        if self.check.scored {
            self.same("difficulty", &score.total());
        }
        self.same("level", &score.level().number().to_string());
        self.same("level_name", score.level().name());
        self.same("row_col_min", &score.row_col_min.to_string());
        self.same("searches", &score.searches.to_string());
        let canonical = Canonical::of(&puzzle);
        self.same("canonical", &canonical.to_string());
        let key = Key::of(match self.check.dedup {
            Dedup::Class => canonical.grid(),
            Dedup::Exact => puzzle.givens(),
        });
        Some(Proved {
            puzzle,
            level: score.level(),
            key,
        })
    }

    fn number(&mut self, column: &'static str, most: u64) -> Option<u64> {
        let right = format!("a number from 0 to {most}");
        let text = self.stated(column, &right)?;
        let number = text.parse().ok().filter(|n| *n <= most);
        if number.is_none() {
            self.find(column, format!("{text} is stated"), right);
        }
        number
    }

    /// The slot, which the id must tell too.
    fn slot(&mut self, level: Option<Level>) -> Option<u64> {
        let slot = self.number("slot", Slot::MAX);
        if let Some((number, level)) = slot.zip(level) {
            self.same("id", &Id(Slot { level, number }).to_string());
        }
        slot
    }

    /// The words that say how the puzzle was made. Only the symmetry can be seen in it, and the
    /// order follows from the level.
    fn names(&mut self, level: Option<Level>) {
        const GRIDS: [&str; 3] = ["las-vegas", "shuffled", "pattern"];
        self.one_of("grid", &GRIDS);
        match level {
            Some(level) if self.check.ours => {
                self.same("order", Recipe::paper(level).order.name());
            }
            _ => self.one_of("order", &Order::ALL.map(Order::name)),
        }
        let symmetries = [Symmetry::None, Symmetry::HalfTurn].map(Symmetry::name);
        self.one_of("symmetry", &symmetries);
        let turned = self.row.get("symmetry") == Some(Symmetry::HalfTurn.name());
        let grid = self.row.get("puzzle").and_then(|p| p.parse::<Grid>().ok());
        if let Some(grid) = grid.filter(|_| turned)
            && let Some((cell, _)) = grid.filled().find(|(c, _)| grid[c.half_turn()].is_none())
        {
            let wrong = format!(
                "half-turn is stated, but {cell} has a digit and {} has none",
                cell.half_turn()
            );
            self.find("symmetry", wrong, Symmetry::None.name().into());
        }
    }

    fn one_of(&mut self, column: &'static str, known: &[&str]) {
        let right = known.join(" or ");
        if let Some(text) = self.stated(column, &right)
            && !known.contains(&text.as_str())
        {
            self.find(column, format!("{text} is stated"), right);
        }
    }
}
