//! A whole catalogue: every row proved on many threads, and rows held against each other. Not what a
//! single row must state of its puzzle.

use super::error::{ProofError, found};
use super::finding::{Finding, Place};
use super::row::{Checked, Proved, RowCheck};
use crate::human::grade::Rating;
use crate::human::ladder::{Ladder, Rung};
use crate::make::batch::{Asked, Dedup, Shape};
use crate::make::parallel;
use crate::store::table::{At, Columns, PATTERN, ReadError, Row, Rows};
use crate::sudoku::grid::Grid;
use crate::sudoku::key::Key;
use crate::sudoku::puzzle::Puzzle;
use crate::sudoku::score::Score;
use std::collections::{BTreeMap, HashMap};
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

/// Rows that are worked on together.
const BLOCK: usize = 256;

/// The bytes from which fewer rows are worked on together.
const BLOCK_BYTES: usize = 1 << 20;

/// What is wrong with a catalogue is collected, up to this number of findings.
const FINDINGS: usize = 10_000;

/// A puzzle as a catalogue has it, to hold a book against.
#[derive(Clone, Debug)]
pub struct Known {
    /// The puzzle; `None` when the row has none with exactly one solution.
    pub puzzle: Option<Puzzle>,
    /// The level or band, proved.
    pub rung: Option<Rung>,
    /// The paper's three items; `None` without a puzzle.
    pub score: Option<Score>,
    /// The rating, where the file has ratings.
    pub rating: Option<Rating>,
    /// Deduplication key; `None` without a puzzle.
    pub key: Option<Key>,
    /// The id that the row states; empty if it has none.
    pub id: String,
    /// The line of the row.
    pub line: u64,
}

/// What a catalogue was found to be.
#[derive(Debug, Default)]
pub struct Catalog {
    /// What is wrong, in order.
    pub findings: Vec<Finding>,
    /// Number of proved puzzles in each level or band.
    pub rungs: BTreeMap<Rung, u64>,
    /// What came of each level or band, where their order is demanded.
    pub order: BTreeMap<Rung, Order>,
}

/// What a run demands of its catalogue, beyond what is true of every catalogue.
#[derive(Clone, Debug, Default)]
pub struct Demands {
    /// The seed of every row.
    pub seed: Option<u64>,
    /// The slots of each level run from 0, in order; those of a band by rising load, and those of one load in order.
    pub slots: bool,
    /// Where the only level or band of this part of a run goes on. Its puzzles are compared with those of all parts, later.
    pub goes_on: Option<Order>,
    /// Columns that are there.
    pub columns: Option<Columns>,
    /// Columns with the same value in every row.
    pub constants: Vec<(&'static str, String)>,
    /// What the givens of every row are, beyond their symmetry.
    pub shape: Option<Shape>,
    /// What the puzzle of every row is, beyond its level or band.
    pub asked: Option<Asked>,
}

/// Proves a catalogue, or any file of puzzles, and hands on its rows in order.
///
/// # Errors
/// When the threads cannot be started, or the system cannot read on. What is wrong with the file is a finding.
pub fn catalog<R: Read + Send + 'static>(
    file: &Arc<str>,
    mut rows: Rows<R>,
    dedup: Dedup,
    demands: &Demands,
    threads: usize,
    mut each: impl FnMut(Known) -> Result<(), ProofError>,
) -> Result<Catalog, ProofError> {
    let mut proved = Catalog::default();
    let header = rows.header();
    if let Some(columns) = &demands.columns {
        let missing = |name: &&str| header.as_ref().is_none_or(|h| h.find(name).is_none());
        for name in columns.names().into_iter().filter(missing) {
            let wrong = format!("column {name} is not there");
            proved.findings.push(Finding::whole(file, wrong, "all columns"));
        }
    }
    let check = RowCheck::new(file.clone(), dedup);
    let (constants, shape) = (demands.constants.clone(), demands.shape.clone());
    let asked = demands.asked.clone();
    let work = move |row: Result<Row, ReadError>| {
        row.map(|row| {
            let mut checked = check.check(&row);
            for (column, right) in &constants {
                let stated = row.get(column).unwrap_or("");
                if stated != right {
                    let place = Place::Line { line: row.line, column };
                    let wrong = format!("{stated:?} is stated, where the manifest has another");
                    let finding = Finding::at(check.file(), place, wrong, right).of(&checked.id);
                    checked.findings.push(finding);
                }
            }
            let wrong = shape.as_ref().and_then(|shape| misshapen(shape, &check, &row, &checked));
            let other =
                checked.proved.as_ref().zip(asked.as_ref()).and_then(|(proved, asked)| {
                    asked.wrong(&proved.puzzle, proved.rating.as_ref())
                });
            let other = other.map(|(column, wrong, right)| {
                let place = Place::Line { line: row.line, column };
                Finding::at(check.file(), place, wrong, right).of(&checked.id)
            });
            checked.findings.extend(wrong.into_iter().chain(other));
            checked
        })
    };
    let mut answers = parallel::in_order(threads, Blocks(rows), work)?;
    let mut whole_file =
        Whole { file: file.clone(), dedup, demands, keys: HashMap::new(), ids: HashMap::new() };
    while let Ok(Some(answer)) = answers.next(|| Ok::<(), ()>(())) {
        match answer {
            Ok(checked) => each(whole_file.take(checked, &mut proved))?,
            Err(ReadError::Wrong(fault)) => {
                let column = match fault.at {
                    At::Character(_) => "",
                    At::Field(name) | At::InField(name, _) => name,
                };
                let line = fault.line;
                let place = Place::Line { line, column };
                proved.findings.push(Finding::at(file, place, fault.why.to_string(), ""));
                each(Known::unread(line))?;
            }
            Err(ReadError::Io(e)) => {
                let wrong = found(Path::new(&**file), e)?;
                proved.findings.push(Finding::whole(file, wrong, ""));
                // A reader that fails may fail for ever.
                break;
            }
        }
        if proved.findings.len() >= FINDINGS {
            let wrong = format!("{FINDINGS} problems; the rest is not read");
            proved.findings.push(Finding::whole(file, wrong, ""));
            break;
        }
    }
    // A run whose levels all ended short has none: its manifest tells how many there must be.
    if demands.columns.is_none() && proved.rungs.is_empty() && proved.findings.is_empty() {
        proved.findings.push(Finding::whole(file, "no puzzle", "puzzles"));
    }
    Ok(proved)
}

/// What is wrong with the givens of a row, beyond what it states itself.
fn misshapen(shape: &Shape, check: &RowCheck, row: &Row, checked: &Checked) -> Option<Finding> {
    let (proved, slot) = (checked.proved.as_ref()?, checked.slot?);
    let is_picture = row.get("order") == Some(PATTERN);
    let (column, wrong, right) = match is_picture == shape.patterns.is_empty() {
        true => {
            let (run, right) = match is_picture {
                true => ("no pictures", "an order of digging"),
                false => ("pictures", PATTERN),
            };
            ("order", format!("the run has {run}"), right.to_owned())
        }
        false => shape.wrong(&proved.puzzle, check.symmetry(row), slot)?,
    };
    let place = Place::Line { line: row.line, column };
    Some(Finding::at(check.file(), place, wrong, right).of(&checked.id))
}

impl Known {
    /// The givens; `None` without a puzzle.
    pub fn givens(&self) -> Option<&Grid> {
        self.puzzle.as_ref().map(Puzzle::givens)
    }

    /// A row that could not be read.
    fn unread(line: u64) -> Self {
        let id = String::new();
        Self { puzzle: None, rung: None, score: None, rating: None, key: None, id, line }
    }
}

struct Blocks<R: Read>(Rows<R>);

impl<R: Read> Iterator for Blocks<R> {
    type Item = Vec<Result<Row, ReadError>>;

    /// Several blocks are under way at once: a block of long rows has fewer of them.
    fn next(&mut self) -> Option<Self::Item> {
        let (mut block, mut bytes) = (Vec::new(), 0);
        while block.len() < BLOCK
            && bytes < BLOCK_BYTES
            && let Some(row) = self.0.next()
        {
            bytes += row.as_ref().map_or(0, Row::size);
            block.push(row);
        }
        (!block.is_empty()).then_some(block)
    }
}

/// What later rows are compared with.
struct Whole<'a> {
    file: Arc<str>,
    dedup: Dedup,
    demands: &'a Demands,
    /// Where each puzzle was first.
    keys: HashMap<Key, u64>,
    /// Where each id was first.
    ids: HashMap<String, u64>,
}

/// The order inside a level, which is that of the slots, or inside a band, which is that of the loads.
#[derive(Clone, Copy, Debug, Default)]
pub struct Order {
    /// The slot after the last one.
    pub next: u64,
    /// The greatest load of a band.
    pub load: u64,
}

impl Order {
    /// What is out of order: column, what is wrong, what is right.
    fn take(
        &mut self,
        slot: Option<u64>,
        proved: &Proved,
    ) -> impl Iterator<Item = (&'static str, String, String)> + use<> {
        let rating = proved.rating.filter(|_| proved.rung.ladder() == Ladder::Human);
        let load = rating.map(|rating| rating.load.whole());
        let slot = slot.and_then(|slot| {
            let is_right = match load {
                Some(load) => load != self.load || slot >= self.next,
                None => slot == self.next,
            };
            let right = self.next.to_string();
            self.next = slot.saturating_add(1);
            let wrong = format!("{slot} is stated, out of order");
            (!is_right).then_some(("slot", wrong, right))
        });
        let load = load.and_then(|load| {
            let falls = load < self.load;
            let wrong = format!("{load} after {}", self.load);
            self.load = self.load.max(load);
            let right = "rising loads in a band".to_owned();
            falls.then_some(("load", wrong, right))
        });
        slot.into_iter().chain(load)
    }
}

impl Whole<'_> {
    fn take(&mut self, checked: Checked, proved_file: &mut Catalog) -> Known {
        let line = checked.line;
        proved_file.findings.extend(checked.findings);
        let mut wrong_in = |column, wrong: String, right: String| {
            let place = Place::Line { line, column };
            proved_file.findings.push(Finding::at(&self.file, place, wrong, right).of(&checked.id));
        };
        if let Some(proved) = &checked.proved {
            if self.demands.goes_on.is_none()
                && let Some(before) = self.keys.insert(proved.key, line)
            {
                let wrong = match self.dedup {
                    Dedup::Class => format!("a puzzle equivalent to that of line {before}"),
                    Dedup::Exact => format!("the puzzle of line {before} again"),
                };
                wrong_in("puzzle", wrong, "a puzzle that is not a duplicate".into());
            }
            if self.demands.slots {
                let begin = || self.demands.goes_on.unwrap_or_default();
                let order = proved_file.order.entry(proved.rung).or_insert_with(begin);
                for (column, wrong, right) in order.take(checked.slot, proved) {
                    wrong_in(column, wrong, right);
                }
            }
        }
        if let Some(seed) = self.demands.seed
            && checked.seed != Some(seed)
        {
            let stated = checked.seed.map_or("none".into(), |s| s.to_string());
            wrong_in("seed", format!("{stated} is stated"), seed.to_string());
        }
        // An id follows from level and slot, and the slots of a level are in order.
        let is_part = self.demands.goes_on.is_some();
        let in_order = |p: &Proved| is_part && p.rung.ladder() == Ladder::Paper;
        if !checked.id.is_empty()
            && !checked.proved.as_ref().is_some_and(in_order)
            && let Some(before) = self.ids.insert(checked.id.clone(), line)
        {
            let wrong = format!("the id of line {before} again");
            wrong_in("id", wrong, "an id of its own".into());
        }
        let proved = checked.proved.as_ref();
        if let Some(proved) = proved {
            *proved_file.rungs.entry(proved.rung).or_default() += 1;
        }
        Known {
            puzzle: proved.map(|p| p.puzzle),
            rung: proved.map(|p| p.rung),
            score: proved.map(|p| p.score),
            rating: proved.and_then(|p| p.rating),
            key: proved.map(|p| p.key),
            id: checked.id,
            line,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::human::grade::Rater;
    use crate::sudoku::canon::Canonical;

    /// The loads of a band, as its catalogue has them, do not fall: those that round to the same are in the order of their
    /// slots.
    #[test]
    fn equal_loads_are_in_order() {
        let line =
            ".2.4..7.65..68.4...64.2...56.5.34..2.7.1..5.4..259..6.2....863.7.9..6.4..86..1.5.";
        let puzzle = Puzzle::prove(line.parse().unwrap()).unwrap();
        let rating = Rater::new().rate(&puzzle).unwrap();
        let proved = |load: f64| {
            let mut rating = rating;
            rating.load.0 = load;
            let key = Key::of(Canonical::of(&puzzle).grid());
            let rung = rating.band.into();
            Proved { puzzle, rung, score: Score::of(&puzzle), rating: Some(rating), key }
        };
        let mut order = Order::default();
        let mut take = |slot, load| {
            order.take(Some(slot), &proved(load)).map(|wrong| wrong.0).collect::<Vec<_>>()
        };
        assert_eq!(take(3, 100.4), [""; 0]);
        assert_eq!(take(7, 99.6), [""; 0]);
        assert_eq!(take(4, 100.0), ["slot"]);
        assert_eq!(take(9, 99.0), ["load"]);
        assert_eq!(take(2, 101.0), [""; 0]);
    }
}
