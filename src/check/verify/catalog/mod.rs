//! Verifies a whole catalogue: every row on many threads, and rows against each other. `row`
//! verifies a single row.

mod claims;
pub(super) mod row;

use super::error::{ProofError, error_text};
use super::finding::Finding;
use claims::ClaimIndex;
use engine::human::any_rating::AnyRating;
use engine::human::ladder::{Ladder, Rung};
use engine::make::batch::{
    Dedup, GivensConstraints, RatingConstraints, RungTurn, SymmetryChoice, Violation,
};
use engine::make::generate::{GivensMask, Symmetry};
use engine::make::ordered_map::{MAX_FILE_BLOCKS, Workers};
use engine::sudoku::any_puzzle::GridShape;
use engine::sudoku::key::Key;
use engine::sudoku::key_map::KeyMap;
use engine::sudoku::puzzle::Puzzle;
use row::{CatalogRow, RowChecker, RowReport, VerifiedPuzzle, stated_symmetry, unjudged};
use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use store::table::{
    CatalogColumns, LINK, PATTERN, PuzzleIds, ReadError, RowPosition, RowReader, RunValues,
    SkippedLines, TableRow, parse_whole,
};

/// The number of rows in a block.
const ROWS_PER_BLOCK: usize = 256;

/// The number of bytes at which a block is complete.
const BLOCK_BYTES: usize = 1 << 20;

/// The maximum number of findings of a catalogue.
const MAX_FINDINGS: usize = 10_000;

/// The result of verifying a catalogue.
#[derive(Debug, Default)]
pub struct VerifiedCatalog {
    /// The findings, in order.
    pub findings: Vec<Finding>,
    /// The number of verified puzzles.
    pub puzzles: u64,
    /// The number of verified puzzles in each level or band, if these are known.
    pub rungs: BTreeMap<Rung, u64>,
    /// The lines that belong to no puzzle, if any.
    pub skipped: Option<SkippedLines>,
    /// The names of the columns that were not verified.
    pub unjudged: Vec<String>,
    /// A sentence for each of these columns that may state our levels or ratings.
    pub unproved: Vec<String>,
}

/// The expectations of a run for its catalogue, beyond what holds for every catalogue.
#[derive(Clone, Debug, Default)]
pub struct RunExpectations {
    /// The seed of every row.
    pub seed: Option<u64>,
    /// True if the slots of each level must count from 0. In a band, expected times must
    /// rise, and slots must rise within equal times.
    pub slots: bool,
    /// The columns that must exist.
    pub columns: Option<CatalogColumns>,
    /// The values that all rows have in missing columns; `None` if the rows may not belong to a
    /// run.
    pub left_out: Option<RunValues>,
    /// Columns with the same value in every row.
    pub constants: Vec<(&'static str, String)>,
    /// The symmetries of the rows.
    pub symmetry: Option<SymmetryChoice>,
    /// The constraints on the givens of every row, beyond their symmetry.
    pub givens: Option<GivensConstraints>,
    /// True if no two puzzles have the same pattern of givens.
    pub has_distinct_patterns: bool,
    /// The number of consecutive slots with one picture of givens, and with one symmetry; 0 is the
    /// same as 1.
    pub variants: u64,
    /// The constraints on the rating of every puzzle, beyond its level or band.
    pub rating: Option<RatingConstraints>,
    /// True if the level of every puzzle is needed, beyond those of a run.
    pub levels: bool,
    /// The size of every puzzle, if the user named one.
    pub size: Option<GridShape>,
}

/// Verifies a catalogue or any file of puzzles, and passes its rows on in order. Without `dedup`
/// duplicates are not looked for, and a list of plain puzzles of any length takes the same memory.
///
/// # Errors
/// When the threads cannot be started, or the system cannot continue to read. Faults of the file
/// are findings.
pub fn catalog<R: Read + Send + 'static>(
    file: &Arc<str>,
    mut rows: RowReader<R>,
    dedup: Option<Dedup>,
    expectations: &RunExpectations,
    threads: usize,
    mut each: impl FnMut(CatalogRow) -> Result<(), ProofError>,
) -> Result<VerifiedCatalog, ProofError> {
    let mut proved = VerifiedCatalog::default();
    let header = rows.header();
    if let Some(columns) = &expectations.columns {
        for name in columns.names() {
            if let Some(header) = &header
                && header.find(name).is_some()
            {
                continue;
            }
            let found = format!("column {name} is not there");
            proved.findings.push(Finding::whole(file, found, "all columns"));
        }
    }
    if let Some(header) = &header {
        proved.unjudged = unjudged(header, expectations.columns.as_ref());
    }
    let is_of_run = expectations.slots || expectations.givens.is_some();
    let has_levels = expectations.levels || is_of_run;
    let first = rows.next();
    let ids = match (&expectations.columns, &first) {
        (Some(columns), _) => columns.ids().cloned(),
        (None, Some(Ok(row))) => stated_ids(row),
        _ => None,
    };
    let check = RowChecker::new(file.clone(), dedup, has_levels, ids.unwrap_or_default());
    let (name, own) = (file.clone(), expectations.clone());
    let run = expectations.left_out.clone();
    let work = move |row: Result<TableRow, ReadError>| {
        row.map(|row| {
            let row = match &run {
                Some(values) => row.in_run(values.clone()),
                None => row,
            };
            let mut checked = check.check(&row);
            for Violation { column, found, expected } in own.of_row(&row, &checked) {
                let finding = Finding::in_row(&name, row.line, column, found, expected);
                checked.findings.push(finding.about_puzzle(&checked.known.id));
            }
            checked
        })
    };
    let skipped = Arc::new(Mutex::default());
    let blocks = RowBlocks { first, rows, skipped: skipped.clone() };
    let answers = Workers::start(threads)?.map_ordered(MAX_FILE_BLOCKS, blocks, work);
    let mut whole_file = CatalogIndex {
        file: file.clone(),
        dedup,
        expectations,
        keys: KeyMap::default(),
        patterns: KeyMap::default(),
        ids: KeyMap::default(),
        order: BTreeMap::new(),
        rows: 0,
        claims: ClaimIndex::default(),
    };
    for answer in answers {
        match answer {
            Ok(checked) => each(whole_file.take(checked, &mut proved))?,
            Err(ReadError::Row(fault)) => {
                let column = match fault.at {
                    RowPosition::Row | RowPosition::Character(_) => "",
                    RowPosition::Field(name) | RowPosition::InField(name, _) => name,
                };
                let line = fault.line;
                proved.findings.push(Finding::in_row(
                    file,
                    line,
                    column,
                    fault.reason.as_str(),
                    "",
                ));
                whole_file.rows += 1;
                each(CatalogRow { line, id: String::new(), proved: None })?;
            }
            Err(ReadError::Io(e)) => {
                let found = error_text(Path::new(&**file), e)?;
                proved.findings.push(Finding::whole(file, found, ""));
                // A failing reader may fail forever.
                break;
            }
        }
        if proved.findings.len() >= MAX_FINDINGS {
            let found = format!("{MAX_FINDINGS} problems; the rest is not read");
            proved.findings.push(Finding::whole(file, found, ""));
            break;
        }
    }
    if let Some(header) = &header {
        proved.unproved = whole_file.claims.settle(header, &mut proved.unjudged);
        proved.findings.iter_mut().for_each(|finding| finding.name_column(header));
    }
    proved.skipped = skipped.lock().unwrap_or_else(PoisonError::into_inner).take();
    // A run whose levels all fell short has no puzzles; its manifest states the expected number.
    if expectations.columns.is_none() && proved.puzzles == 0 && proved.findings.is_empty() {
        proved.findings.push(Finding::whole(file, "no puzzle", "puzzles"));
    }
    Ok(proved)
}

/// Returns the identifiers of a catalogue without a manifest, whose first row states them.
fn stated_ids(row: &TableRow) -> Option<PuzzleIds> {
    let slot = parse_whole(row.get("slot")?)?;
    PuzzleIds::from_row(row.get("id")?, slot)
}

impl RunExpectations {
    /// Returns where a row differs from the run's expectations.
    fn of_row(&self, row: &TableRow, checked: &RowReport) -> Vec<Violation> {
        let mut all = Vec::new();
        let turn = |slot: u64| slot / self.variants.max(1);
        let symmetry = self.symmetry_at(checked.slot.map(turn)).filter(|_| row.has("symmetry"));
        let symmetry = symmetry.map(|symmetry| ("symmetry", symmetry.name()));
        let constants = self.constants.iter().map(|(column, value)| (*column, value.as_str()));
        for (column, expected) in constants.chain(symmetry) {
            let stated = row.get(column).unwrap_or("");
            if stated != expected {
                let found = format!("{stated:?} is stated, where the manifest has another");
                all.push(Violation::new(column, found, expected));
            }
        }
        if let (Some(size), Some(proved)) = (self.size, &checked.known.proved)
            && size != proved.puzzle.shape()
        {
            let found = format!("a grid of {}", proved.puzzle.shape().label());
            all.push(Violation::new("puzzle", found, size.label()));
        }
        if let Some(VerifiedPuzzle { puzzle, rating, rung, .. }) = &checked.known.proved
            && let Some(puzzle) = puzzle.classic()
        {
            let rating = rating.as_ref().and_then(AnyRating::classic);
            // Only the choice among several patterns depends on the slot.
            let is_any = |shape: &&GivensConstraints| !row.has("slot") && shape.patterns.len() <= 1;
            let any_slot = self.givens.as_ref().filter(is_any).map(|_| 0);
            if let (Some(shape), Some(slot), Some(rung)) =
                (&self.givens, checked.slot.or(any_slot), *rung)
            {
                all.extend(givens_violation(shape, row, puzzle, rung, turn(slot)));
            }
            let place = checked.slot.zip(*rung).map(|(slot, rung)| {
                let turn = slot / self.variants.max(1);
                RungTurn { rung, turn }
            });
            let constraints = self.rating.as_ref();
            all.extend(constraints.and_then(|all| all.violation(puzzle, rating, place)));
        }
        all
    }

    /// Returns the symmetry of a turn; `None` if any may be right.
    fn symmetry_at(&self, turn: Option<u64>) -> Option<Symmetry> {
        match (self.symmetry?, turn) {
            (SymmetryChoice::Mixed, None) => None,
            (choice, turn) => Some(choice.at_turn(turn.unwrap_or_default())),
        }
    }
}

/// Compares the givens of a row with the constraints, beyond what the row states itself.
fn givens_violation(
    shape: &GivensConstraints,
    row: &TableRow,
    puzzle: &Puzzle,
    rung: Rung,
    turn: u64,
) -> Option<Violation> {
    let mismatch = |run: &str, expected: &str| {
        Some(Violation::new("order", format!("the run has {run}"), expected))
    };
    match (row.get("order") == Some(PATTERN), shape.patterns.is_empty()) {
        _ if !row.has("order") => shape.violation(puzzle, stated_symmetry(row), rung, turn),
        (true, true) => mismatch("no pictures", "an order of digging"),
        (false, false) => mismatch("pictures", PATTERN),
        _ => shape.violation(puzzle, stated_symmetry(row), rung, turn),
    }
}

/// The rows of a file in blocks.
struct RowBlocks<R: Read> {
    /// The first row, until it is in a block.
    first: Option<Result<TableRow, ReadError>>,
    rows: RowReader<R>,
    /// The lines that belong to no puzzle, set after the last row.
    skipped: Arc<Mutex<Option<SkippedLines>>>,
}

impl<R: Read> Iterator for RowBlocks<R> {
    type Item = Vec<Result<TableRow, ReadError>>;

    /// Several blocks are in flight at once, so a block of long rows has fewer of them.
    fn next(&mut self) -> Option<Self::Item> {
        let (mut block, mut bytes) = (Vec::new(), 0);
        while block.len() < ROWS_PER_BLOCK
            && bytes < BLOCK_BYTES
            && let Some(row) = self.first.take().or_else(|| self.rows.next())
        {
            bytes += row.as_ref().map_or(0, TableRow::size);
            block.push(row);
        }
        if block.is_empty() {
            let mut skipped = self.skipped.lock().unwrap_or_else(PoisonError::into_inner);
            *skipped = self.rows.skipped().cloned();
            return None;
        }
        Some(block)
    }
}

/// The state for comparing rows with each other.
struct CatalogIndex<'a> {
    file: Arc<str>,
    dedup: Option<Dedup>,
    expectations: &'a RunExpectations,
    /// The first line of each puzzle; all lines from 2^32 on are one.
    keys: KeyMap<u32>,
    /// The first line of each pattern of givens.
    patterns: KeyMap<u32>,
    /// The first line of each id, by its hash.
    ids: KeyMap<u32>,
    /// The order of each level or band, if the run demands one.
    order: BTreeMap<Rung, RungOrder>,
    /// The number of rows so far.
    rows: u64,
    /// The statements of the columns of a foreign table.
    claims: ClaimIndex,
}

/// The order within a level, by slot, or within a band, by expected time.
#[derive(Default)]
struct RungOrder {
    /// The slot after the last one.
    next: u64,
    /// The greatest time so far, in a band.
    seconds: u64,
}

impl RungOrder {
    /// Returns the violations of the order, and advances it.
    fn take(
        &mut self,
        slot: Option<u64>,
        proved: &VerifiedPuzzle,
    ) -> impl Iterator<Item = Violation> + use<> {
        let is_human = proved.rung.is_some_and(|rung| rung.ladder() == Ladder::Human);
        let rating = proved.rating.filter(|_| is_human);
        let seconds = rating.and_then(|rating| Some(rating.seconds()?.whole()));
        let slot = slot.and_then(|slot| {
            let is_right = match seconds {
                Some(seconds) => seconds != self.seconds || slot >= self.next,
                None => slot == self.next,
            };
            let expected = self.next.to_string();
            self.next = slot.saturating_add(1);
            let found = format!("{slot} is stated, out of order");
            (!is_right).then(|| Violation::new("slot", found, expected))
        });
        let time = seconds.and_then(|seconds| {
            let falls = seconds < self.seconds;
            let found = format!("{seconds} after {}", self.seconds);
            self.seconds = self.seconds.max(seconds);
            falls.then(|| Violation::new("seconds", found, "rising times in a level"))
        });
        slot.into_iter().chain(time)
    }
}

impl CatalogIndex<'_> {
    fn take(&mut self, checked: RowReport, proved_file: &mut VerifiedCatalog) -> CatalogRow {
        let RowReport { known, slot, seed, link, findings, claims } = checked;
        self.rows += 1;
        self.claims.add(known.line, claims);
        let line = known.line;
        let line_number = u32::try_from(line).unwrap_or(u32::MAX);
        proved_file.findings.extend(findings);
        let mut wrong_in = |column, found: String, expected: String| {
            let finding = Finding::in_row(&self.file, line, column, found, expected);
            proved_file.findings.push(finding.about_puzzle(&known.id));
        };
        if let Some(proved) = &known.proved {
            proved_file.puzzles += 1;
            if let Some(rung) = proved.rung {
                *proved_file.rungs.entry(rung).or_default() += 1;
            }
            if let Some(keys) = proved.keys
                && let Some(before) = self.keys.insert(keys.key, line_number)
            {
                let found = if self.dedup == Some(Dedup::Exact) {
                    format!("the puzzle of line {before} again")
                } else {
                    format!("a puzzle equivalent to that of line {before}")
                };
                wrong_in("puzzle", found, "a puzzle that is not a duplicate".into());
            }
            if self.expectations.has_distinct_patterns
                && let Some(puzzle) = proved.puzzle.classic()
            {
                let pattern = GivensMask::from_givens(puzzle.givens()).key();
                if let Some(before) = self.patterns.insert(pattern, line_number) {
                    let found = format!("the pattern of givens of line {before} again");
                    wrong_in("puzzle", found, "a pattern that no other puzzle has".into());
                }
            }
            if self.expectations.slots
                && let Some(rung) = proved.rung
            {
                let order = self.order.entry(rung).or_default();
                for Violation { column, found, expected } in order.take(slot, proved) {
                    wrong_in(column, found, expected);
                }
            }
        }
        if let Some(expected) = self.expectations.seed
            && seed != Some(expected)
        {
            let stated = seed.map_or("none".into(), |seed| seed.to_string());
            wrong_in("seed", format!("{stated} is stated"), expected.to_string());
        }
        let columns = self.expectations.columns.as_ref();
        if let (Some(links), Some(proved)) = (columns.and_then(CatalogColumns::link), &known.proved)
        {
            let expected = links.address(self.rows - 1, &proved.puzzle.givens(), &known.id);
            if link.as_ref() != Some(&expected) {
                let stated = link.unwrap_or_else(|| "nothing".to_owned());
                wrong_in(LINK, format!("{stated} is stated"), expected);
            }
        }
        if !known.id.is_empty()
            && let Some(before) = self.ids.insert(Key::of_bytes(known.id.as_bytes()), line_number)
        {
            let found = format!("the id of line {before} again");
            wrong_in("id", found, "an id of its own".into());
        }
        known
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::human::grade::Rater;
    use engine::sudoku::canon::Canonical;
    use engine::sudoku::key::Key;
    use row::VerifiedKeys;

    /// Times as a catalogue states them do not fall. Times that round to the same value are ordered
    /// by slot.
    #[test]
    fn equal_times_are_in_order() {
        let line =
            ".2.4..7.65..68.4...64.2...56.5.34..2.7.1..5.4..259..6.2....863.7.9..6.4..86..1.5.";
        let puzzle = Puzzle::prove(line.parse().unwrap()).unwrap();
        let rating = Rater::new().rate(&puzzle).unwrap();
        let proved = |seconds: f64| {
            let mut rating = rating;
            rating.seconds.0 = seconds;
            let key = Key::of(Canonical::of(&puzzle).grid());
            let rung = Some(rating.band.into());
            let keys = Some(VerifiedKeys { key, class: key });
            VerifiedPuzzle { puzzle, rung, score: None, rating: Some(rating), keys }
        };
        let mut order = RungOrder::default();
        let mut take = |slot, seconds| {
            order.take(Some(slot), &proved(seconds)).map(|found| found.column).collect::<Vec<_>>()
        };
        assert_eq!(take(3, 100.4), [""; 0]);
        assert_eq!(take(7, 99.6), [""; 0]);
        assert_eq!(take(4, 100.0), ["slot"]);
        assert_eq!(take(9, 99.0), ["seconds"]);
        assert_eq!(take(2, 101.0), [""; 0]);
    }
}
