//! Verifies a whole catalogue: every row on many threads, and rows against each other. `row`
//! verifies a single row.

mod claims;
pub(super) mod row;

use super::error::{ProofError, error_text};
use super::finding::Finding;
use captions::PuzzleTitle;
use claims::ClaimIndex;
use explainer::AnyRating;
use grid::{AnyPuzzle, GridShape, Key, KeyMap, Symmetry};
use human::{Ladder, Rung};
use make::mini::MiniRules;
use make::{CatalogPuzzle, Dedup, Plan, Slot, SymmetryChoice, Violation, Workers, pattern_key};
use row::{CatalogRow, RowChecker, RowReport, VerifiedPuzzle, stated_symmetry, unjudged};
use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use tables::{CatalogColumns, PuzzleIds, ReadError, RowReader, RunValues, TableHeader, TableRow};
use words::Clause;

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
    /// Sentences about lines that belong to no puzzle, and about grids of candidates.
    pub notes: Vec<Clause>,
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
    /// The plan of the run, whose rules every puzzle keeps.
    pub plan: Option<Plan>,
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
    if expectations.left_out.is_some() {
        rows = rows.of_run();
    }
    let header = rows.header();
    proved.check_header(file, header.as_ref(), expectations.columns.as_ref());
    let ids = match &expectations.columns {
        Some(columns) => columns.ids().cloned(),
        None => rows.peek().and_then(stated_ids),
    };
    let has_levels = expectations.needs_levels();
    let checker = RowChecker::new(file.clone(), dedup, has_levels, ids.unwrap_or_default());
    let verifier = RowVerifier { file: file.clone(), checker, expectations: expectations.clone() };
    let end = Arc::new(Mutex::new(FileEnd::default()));
    let blocks = RowBlocks { rows, end: end.clone() };
    let answers = Workers::start(threads)?.map_ordered(
        Workers::MAX_FILE_BLOCKS,
        blocks,
        move |row: Result<TableRow, ReadError>| row.map(|row| verifier.verify(row)),
    );
    let mut whole_file = CatalogIndex::new(file, dedup, expectations);
    for answer in answers {
        match answer {
            Ok(checked) => each(whole_file.take(checked, &mut proved))?,
            Err(ReadError::Row(error)) => {
                let (line, column, found) =
                    (error.line, error.at.column(), error.reason.to_string());
                let finding = Finding::in_row(&whole_file.file, line, column, found, "");
                proved.findings.push(finding);
                each(whole_file.take_unread(line))?;
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
    let end = std::mem::take(&mut *end.lock().unwrap_or_else(PoisonError::into_inner));
    proved.notes = end.notes;
    if let Some(header) = &end.header {
        let solutions: Vec<_> = header.columns().filter(|(.., is_solution)| *is_solution).collect();
        proved.unjudged.retain(|name| !solutions.iter().any(|(own, ..)| own == name));
    }
    // A run whose levels all fell short has no puzzles; its manifest states the expected number.
    if expectations.columns.is_none() && proved.puzzles == 0 && proved.findings.is_empty() {
        proved.findings.push(Finding::whole(file, "no puzzle", "puzzles"));
    }
    Ok(proved)
}

impl VerifiedCatalog {
    /// Compares the columns of a file with those of its run, if it belongs to one.
    fn check_header(
        &mut self,
        file: &Arc<str>,
        header: Option<&TableHeader>,
        columns: Option<&CatalogColumns>,
    ) {
        for name in columns.map(CatalogColumns::names).unwrap_or_default() {
            let is_there = matches!(header, Some(header) if header.find(name).is_some());
            if !is_there {
                let found = format!("column {name} is not there");
                self.findings.push(Finding::whole(file, found, "all columns"));
            }
        }
        if let Some(header) = header {
            self.unjudged = unjudged(header, columns);
        }
    }
}

/// A verifier of single rows, for many threads.
struct RowVerifier {
    file: Arc<str>,
    checker: RowChecker,
    expectations: RunExpectations,
}

impl RowVerifier {
    fn verify(&self, row: TableRow) -> RowReport {
        let row = match &self.expectations.left_out {
            Some(values) => row.in_run(values.clone()),
            None => row,
        };
        let mut checked = self.checker.check(&row);
        for Violation { column, found, expected } in self.expectations.violations(&row, &checked) {
            let finding = Finding::in_row(&self.file, row.line, column, found, expected);
            checked.findings.push(finding.about_puzzle(&checked.known.id));
        }
        checked
    }
}

/// Returns the identifiers of a catalogue without a manifest, whose first row states them.
fn stated_ids(row: &TableRow) -> Option<PuzzleIds> {
    PuzzleIds::from_row(row.get("id")?, row.number("slot")?)
}

impl RunExpectations {
    /// Returns true if the level of every puzzle is needed.
    fn needs_levels(&self) -> bool {
        self.levels || self.slots || self.plan.is_some()
    }

    /// Returns where a row differs from the run's expectations.
    fn violations(&self, row: &TableRow, checked: &RowReport) -> Vec<Violation> {
        let mut all = Vec::new();
        let turn = self.turn(checked);
        for (column, expected) in &self.constants {
            all.extend(constant_violation(row, column, expected));
        }
        if row.has("symmetry")
            && let Some(symmetry) = self.symmetry_at(turn)
        {
            all.extend(constant_violation(row, "symmetry", symmetry.name()));
        }
        let Some(VerifiedPuzzle { puzzle, rating, rung, .. }) = &checked.known.proved else {
            return all;
        };
        if let Some(size) = self.size
            && size != puzzle.shape()
        {
            let found = format!("a grid of {}", puzzle.shape().label());
            all.push(Violation::new("puzzle", found, size.label()));
        }
        let (Some(plan), Some(rung)) = (&self.plan, *rung) else { return all };
        all.extend(small_violation(plan, puzzle, rung, stated_symmetry(row)));
        let Some(puzzle) = puzzle.classic() else { return all };
        if let Some(violation) = order_violation(plan, row) {
            all.push(violation);
            return all;
        }
        let rating = rating.as_ref().and_then(AnyRating::classic);
        let symmetry = stated_symmetry(row);
        let placed = CatalogPuzzle { puzzle, rating, rung, number: checked.slot, symmetry };
        all.extend(plan.violations(&placed));
        all
    }

    /// Returns the turn of a row, which it shares with the variants of its puzzle.
    fn turn(&self, checked: &RowReport) -> Option<u64> {
        let number = checked.slot?;
        let Some(plan) = &self.plan else { return Some(number) };
        let rung = checked.known.proved.as_ref()?.rung?;
        Some(plan.turn(Slot { rung, number }))
    }

    /// Returns the symmetry of a turn; `None` if any may be right.
    fn symmetry_at(&self, turn: Option<u64>) -> Option<Symmetry> {
        match (self.plan.as_ref()?.symmetry, turn) {
            (SymmetryChoice::Mixed, None) => None,
            (choice, turn) => Some(choice.at_turn(turn.unwrap_or_default())),
        }
    }
}

/// Compares the order of digging that a row states with the plan.
fn order_violation(plan: &Plan, row: &TableRow) -> Option<Violation> {
    if !row.has("order") {
        return None;
    }
    match (row.get("order") == Some(CatalogColumns::PATTERN), plan.givens.patterns.is_empty()) {
        (true, true) => {
            Some(Violation::new("order", "the run has no pictures", "an order of digging"))
        }
        (false, false) => {
            Some(Violation::new("order", "the run has pictures", CatalogColumns::PATTERN))
        }
        _ => None,
    }
}

/// Returns the first rule of the plan that the givens of a small puzzle break.
fn small_violation(
    plan: &Plan,
    puzzle: &AnyPuzzle,
    rung: Rung,
    symmetry: Symmetry,
) -> Option<Violation> {
    let (AnyPuzzle::Mini(puzzle), Rung::Mini(level)) = (puzzle, rung) else { return None };
    let rules = MiniRules { symmetry, ..plan.mini_rules(0) };
    let fault = rules.fault(puzzle.givens(), level)?;
    Some(Violation::new("puzzle", fault.found, fault.expected))
}

/// Compares the value of a column with the one that all rows of the run have.
fn constant_violation(row: &TableRow, column: &'static str, expected: &str) -> Option<Violation> {
    let stated = row.get(column).unwrap_or("");
    if stated == expected {
        return None;
    }
    let found = format!("{stated:?} is stated, where the manifest has another");
    Some(Violation::new(column, found, expected))
}

/// The facts about a file that are known after its last row.
#[derive(Default)]
struct FileEnd {
    /// Sentences about what was read.
    notes: Vec<Clause>,
    /// The header of a table, with all columns that hold solutions.
    header: Option<TableHeader>,
}

/// The rows of a file in blocks.
struct RowBlocks<R: Read> {
    rows: RowReader<R>,
    /// Set after the last row.
    end: Arc<Mutex<FileEnd>>,
}

impl<R: Read> Iterator for RowBlocks<R> {
    type Item = Vec<Result<TableRow, ReadError>>;

    fn next(&mut self) -> Option<Self::Item> {
        let block = self.rows.next_block();
        if block.is_empty() {
            let mut end = self.end.lock().unwrap_or_else(PoisonError::into_inner);
            *end = FileEnd { notes: self.rows.notes(), header: self.rows.header() };
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
        let slot_violation = slot.and_then(|slot| self.take_slot(slot, seconds(proved)));
        let time_violation = seconds(proved).and_then(|seconds| self.take_time(seconds));
        slot_violation.into_iter().chain(time_violation)
    }

    /// Checks that a slot follows the last one, in a band only among puzzles of the same time.
    fn take_slot(&mut self, slot: u64, seconds: Option<u64>) -> Option<Violation> {
        let is_right = match seconds {
            Some(seconds) => seconds != self.seconds || slot >= self.next,
            None => slot == self.next,
        };
        let expected = self.next.to_string();
        self.next = slot.saturating_add(1);
        if is_right {
            return None;
        }
        Some(Violation::new("slot", format!("{slot} is stated, out of order"), expected))
    }

    /// Checks that the times of a band do not fall.
    fn take_time(&mut self, seconds: u64) -> Option<Violation> {
        let before = self.seconds;
        self.seconds = before.max(seconds);
        if seconds >= before {
            return None;
        }
        let found = format!("{seconds} after {before}");
        Some(Violation::new("seconds", found, "rising times in a level"))
    }
}

/// Returns the expected time of a puzzle in a band, as catalogues state it.
fn seconds(proved: &VerifiedPuzzle) -> Option<u64> {
    let is_human = proved.rung?.ladder() == Ladder::Human;
    let rating = proved.rating.filter(|_| is_human)?;
    Some(rating.seconds()?.whole())
}

impl<'a> CatalogIndex<'a> {
    fn new(file: &Arc<str>, dedup: Option<Dedup>, expectations: &'a RunExpectations) -> Self {
        Self {
            file: file.clone(),
            dedup,
            expectations,
            keys: KeyMap::default(),
            patterns: KeyMap::default(),
            ids: KeyMap::default(),
            order: BTreeMap::new(),
            rows: 0,
            claims: ClaimIndex::default(),
        }
    }

    /// Adds a row that cannot be read.
    fn take_unread(&mut self, line: u64) -> CatalogRow {
        self.rows += 1;
        CatalogRow { line, id: String::new(), title: PuzzleTitle::default(), proved: None }
    }

    /// Adds a row, and compares it with the rows before.
    fn take(&mut self, checked: RowReport, proved_file: &mut VerifiedCatalog) -> CatalogRow {
        let RowReport { known, slot, seed, link, findings, claims } = checked;
        self.rows += 1;
        self.claims.add(known.line, claims);
        proved_file.findings.extend(findings);
        let mut violations = Vec::new();
        if let Some(proved) = &known.proved {
            proved_file.puzzles += 1;
            if let Some(rung) = proved.rung {
                *proved_file.rungs.entry(rung).or_default() += 1;
            }
            violations.extend(self.duplicate(known.line, proved));
            violations.extend(self.order_violations(slot, proved));
        }
        violations.extend(self.seed_violation(seed));
        violations.extend(self.link_violation(&known, link));
        violations.extend(self.id_violation(&known));
        for Violation { column, found, expected } in violations {
            let finding = Finding::in_row(&self.file, known.line, column, found, expected);
            proved_file.findings.push(finding.about_puzzle(&known.id));
        }
        known
    }

    /// Compares a puzzle and its pattern of givens with those of earlier rows.
    fn duplicate(&mut self, line: u64, proved: &VerifiedPuzzle) -> Vec<Violation> {
        let mut violations = Vec::new();
        if let Some(keys) = proved.keys
            && let Some(before) = self.keys.insert(keys.key, short_line(line))
        {
            let found = if self.dedup == Some(Dedup::Exact) {
                format!("the puzzle of line {before} again")
            } else {
                format!("a puzzle equivalent to that of line {before}")
            };
            violations.push(Violation::new("puzzle", found, "a puzzle that is not a duplicate"));
        }
        if self.expectations.plan.as_ref().is_some_and(Plan::has_distinct_patterns)
            && let Some(pattern) = pattern_key(&proved.puzzle.givens())
            && let Some(before) = self.patterns.insert(pattern, short_line(line))
        {
            let found = format!("the pattern of givens of line {before} again");
            let expected = "a pattern that no other puzzle has";
            violations.push(Violation::new("puzzle", found, expected));
        }
        violations
    }

    /// Compares a row with the order that the run demands.
    fn order_violations(&mut self, slot: Option<u64>, proved: &VerifiedPuzzle) -> Vec<Violation> {
        match proved.rung {
            Some(rung) if self.expectations.slots => {
                self.order.entry(rung).or_default().take(slot, proved).collect()
            }
            _ => Vec::new(),
        }
    }

    fn seed_violation(&self, seed: Option<u64>) -> Option<Violation> {
        let expected = self.expectations.seed?;
        let stated = match seed {
            Some(seed) if seed == expected => return None,
            Some(seed) => seed.to_string(),
            None => "none".to_owned(),
        };
        Some(Violation::new("seed", format!("{stated} is stated"), expected.to_string()))
    }

    fn link_violation(&self, known: &CatalogRow, link: Option<String>) -> Option<Violation> {
        let links = self.expectations.columns.as_ref()?.link()?;
        let proved = known.proved.as_ref()?;
        let expected = links.address(self.rows - 1, &proved.puzzle.givens(), &known.id);
        if link.as_ref() == Some(&expected) {
            return None;
        }
        let stated = link.unwrap_or_else(|| "nothing".to_owned());
        Some(Violation::new(CatalogColumns::LINK, format!("{stated} is stated"), expected))
    }

    fn id_violation(&mut self, known: &CatalogRow) -> Option<Violation> {
        if known.id.is_empty() {
            return None;
        }
        let key = Key::of_bytes(known.id.as_bytes());
        let before = self.ids.insert(key, short_line(known.line))?;
        Some(Violation::new("id", format!("the id of line {before} again"), "an id of its own"))
    }
}

/// Returns the number of a line in an index; all lines from 2^32 on are one.
fn short_line(line: u64) -> u32 {
    u32::try_from(line).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use explainer::{AnyRating, Rater};
    use grid::{Canonical, Puzzle};
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
            let rating = Some(AnyRating::Classic(rating));
            VerifiedPuzzle { puzzle: puzzle.into(), rung, score: None, rating, keys }
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
