//! Verifies one row of a catalogue: every field is recomputed from the puzzle, by the table of
//! columns. Rows are not compared with each other here.
//!
//! ```text
//! row ─► ColumnSet: which columns it has
//!     ─► TableRow::prove: puzzle, solutions, id, title
//!     ─► ComputedRow: score, canonical form, rating
//!           └─► check_fields: bound, each column, symmetry ─► findings
//! ```

use crate::verify::finding::Finding;
use captions::PuzzleTitle;
use explainer::{AnyRating, AnyRatingError, RatedForm, RatingError};
use grid::{AnyGrid, AnyPuzzle, Key, Score, Symmetry};
use human::{Ladder, Rung, Tenths};
use make::{Dedup, Recipe, Slot};
use page::UnsupportedScript;
use std::sync::Arc;
use tables::{
    CatalogColumn, CatalogColumns, ColumnRole, PuzzleFacts, PuzzleIds, RatingBound, ReadError,
    TableHeader, TableRow,
};

/// The recomputed properties of a puzzle, independent of what its row states.
#[derive(Clone, Debug)]
pub struct VerifiedPuzzle {
    /// The puzzle.
    pub puzzle: AnyPuzzle,
    /// The level, or the band for rows of the human ladder; `None` if nobody asks for levels.
    pub rung: Option<Rung>,
    /// The three items of the paper's score; `None` if nobody asks for levels, or for a small size.
    pub score: Option<Score>,
    /// The rating, if the row states one.
    pub rating: Option<AnyRating>,
    /// The keys; `None` if nobody asks for duplicates.
    pub keys: Option<VerifiedKeys>,
}

/// The keys by which puzzles are compared with each other.
#[derive(Clone, Copy, Debug)]
pub struct VerifiedKeys {
    /// The deduplication key.
    pub key: Key,
    /// The key of the equivalence class, independent of the deduplication mode.
    pub class: Key,
}

/// A row of a catalogue, to compare a book with.
#[derive(Clone, Debug)]
pub struct CatalogRow {
    /// The line at which the row begins.
    pub line: u64,
    /// The stated id; empty without one.
    pub id: String,
    /// The stated title and date.
    pub title: PuzzleTitle,
    /// The verified puzzle; `None` if it does not have exactly one solution.
    pub proved: Option<VerifiedPuzzle>,
}

impl CatalogRow {
    /// Returns the id of the row, or its line.
    pub fn name(&self) -> String {
        if self.id.is_empty() { format!("line {}", self.line) } else { self.id.clone() }
    }
}

/// The result of checking a row.
#[derive(Clone, Debug)]
pub struct RowReport {
    /// The row.
    pub known: CatalogRow,
    /// The stated slot.
    pub slot: Option<u64>,
    /// The stated seed.
    pub seed: Option<u64>,
    /// The stated web address.
    pub link: Option<String>,
    /// The findings about the row.
    pub findings: Vec<Finding>,
    /// The columns of a foreign table that may state levels or ratings of ours.
    pub claims: Vec<Claim>,
}

/// The value of a column in a foreign table. The column has the name of one of ours, but nothing
/// else tells whose levels or ratings it states.
#[derive(Clone, Debug)]
pub struct Claim {
    /// The name of the column.
    pub column: &'static str,
    /// The comparison with our value.
    pub state: ClaimState,
}

/// The result of comparing a claim with our value.
#[derive(Clone, Debug)]
pub enum ClaimState {
    /// The column has our value.
    Proved,
    /// The column has a value that ours never has.
    Foreign,
    /// The column has another value of ours, which is stated first, or one that is not computed.
    Unproved {
        /// The stated value.
        stated: String,
        /// Our value, if it is computed.
        expected: Option<String>,
    },
}

/// A checker for the rows of a file.
#[derive(Clone, Debug)]
pub struct RowChecker {
    file: Arc<str>,
    dedup: Option<Dedup>,
    has_levels: bool,
    /// The identifiers that slots and levels imply.
    ids: PuzzleIds,
    /// The columns of each kind of row. The last set has the most.
    columns: Vec<(ColumnSet, CatalogColumns)>,
}

/// The column in which `rate` says whether a rating is exact.
const BOUND: &str = "bound";

/// Returns true if `verify` checks a column of this role in a foreign table. Ids are compared with
/// each other.
fn is_judged(header: &TableHeader, role: ColumnRole) -> bool {
    match role {
        ColumnRole::Own | ColumnRole::Private => false,
        ColumnRole::Fact => true,
        ColumnRole::Level => {
            ["level", "row_col_min", "searches"].iter().all(|item| header.find(item).is_some())
        }
        ColumnRole::Rating => header.find(CatalogColumns::ER).is_some(),
    }
}

/// Returns the unverified columns, named as in the file.
pub(super) fn unjudged(header: &TableHeader, run: Option<&CatalogColumns>) -> Vec<String> {
    let ours = match run {
        Some(columns) => columns.names(),
        None if header.is_catalog() => {
            let rated_as = header.find(CatalogColumns::ER).map(|_| RatedForm::Canonical);
            let has_minimal = header.find(CatalogColumns::MINIMAL).is_some();
            let has_sizes = header.find(CatalogColumns::SIZE).is_some();
            ColumnSet { rated_as, has_minimal, has_sizes }.columns().names()
        }
        None => Vec::new(),
    };
    let mut names = Vec::new();
    for (at, (name, key, is_solution)) in header.columns().enumerate() {
        let role = if key == BOUND { ColumnRole::Rating } else { CatalogColumns::role_of(key) };
        let is_known = if ours.is_empty() { is_judged(header, role) } else { ours.contains(&key) };
        if !name.is_empty() && !is_solution && !is_known && !header.is_title(at) {
            names.push(name.to_owned());
        }
    }
    names
}

impl RowChecker {
    /// Creates a checker for the rows of a file. Without `dedup` and `has_levels`, keys and levels
    /// are computed only for the columns that state them.
    pub fn new(file: Arc<str>, dedup: Option<Dedup>, has_levels: bool, ids: PuzzleIds) -> Self {
        let forms = [None, Some(RatedForm::Canonical), Some(RatedForm::Given)];
        let mut columns = Vec::new();
        for has_sizes in [true, false] {
            for rated_as in forms {
                for has_minimal in [false, true] {
                    let set = ColumnSet { rated_as, has_minimal, has_sizes };
                    columns.push((set, set.columns()));
                }
            }
        }
        Self { file, dedup, has_levels, ids, columns }
    }

    /// Verifies the puzzle of a row and compares every other field with it.
    pub fn check(&self, row: &TableRow) -> RowReport {
        let set = ColumnSet::from_row(row);
        let known = self.columns.iter().find(|(known, _)| *known == set);
        let (_, columns) = known.expect("there are columns for each set");
        let is_ours = row.is_of_catalog();
        let proved = row.prove();
        let (id, findings) = (proved.id.unwrap_or_default(), Vec::new());
        let mut judge = RowVerification { checker: self, columns, row, is_ours, id, findings };
        for fault in proved.faults {
            let ReadError::Row(error) = fault.error else { continue };
            let finding = judge.report(error.at.column(), fault.found, fault.expected);
            if let Some(name) = &error.column {
                finding.in_column(name);
            }
        }
        let computed = proved.puzzle.map(|puzzle| ComputedRow {
            facts: PuzzleFacts::new(puzzle, stated_symmetry(row), set.rated_as),
            is_human: is_human(row),
        });
        judge.check_fields(computed.as_ref());
        let claims = computed.as_ref().map(|computed| judge.claims(computed));
        judge.check_scripts();
        RowReport {
            known: CatalogRow {
                line: row.line,
                id: judge.id,
                title: proved.title,
                proved: computed.map(|computed| computed.prove(self.dedup, self.has_levels)),
            },
            slot: stated_slot(row),
            seed: row.number("seed"),
            link: row.get(CatalogColumns::LINK).map(str::to_owned),
            findings: judge.findings,
            claims: claims.unwrap_or_default(),
        }
    }
}

/// The properties of a row that decide which columns it has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct ColumnSet {
    /// The rated form; `None` without a rating.
    rated_as: Option<RatedForm>,
    has_minimal: bool,
    has_sizes: bool,
}

impl ColumnSet {
    /// Returns the columns of the set.
    fn columns(self) -> CatalogColumns {
        let columns = CatalogColumns::new(self.rated_as, self.has_minimal).with_further();
        if self.has_sizes { columns.with_sizes() } else { columns }
    }

    /// Returns the column set that a row states.
    fn from_row(row: &TableRow) -> Self {
        let is_rated = row.has(CatalogColumns::ER) || row.is_of_catalog() && is_human(row);
        let form = match row.get(CatalogColumns::RATED_AS) {
            Some(name) => name.parse().unwrap_or_default(),
            None => RatedForm::Given,
        };
        Self {
            rated_as: if is_rated { Some(form) } else { None },
            // In foreign files a column of this name may hold anything.
            has_minimal: row.is_of_catalog() && row.has(CatalogColumns::MINIMAL),
            has_sizes: row.is_of_catalog() && row.has(CatalogColumns::SIZE),
        }
    }
}

/// Returns the slot that a row states, if it is a possible one.
fn stated_slot(row: &TableRow) -> Option<u64> {
    row.number("slot").filter(|slot| *slot <= Slot::MAX)
}

/// Returns true if a row states the human ladder.
fn is_human(row: &TableRow) -> bool {
    row.get("ladder") == Some(Ladder::Human.name())
}

/// Returns the symmetry that a row states.
pub(super) fn stated_symmetry(row: &TableRow) -> Symmetry {
    row.get("symmetry").and_then(|name| name.parse().ok()).unwrap_or(Symmetry::None)
}

/// Everything that follows from the puzzle of a row. The symmetry is the stated one, the only value
/// taken from the row: [`RowVerification::check_symmetry`] checks it.
struct ComputedRow {
    facts: PuzzleFacts,
    is_human: bool,
}

impl ComputedRow {
    /// Returns the level or band; `None` for a small puzzle that is beyond all levels.
    fn rung(&self) -> Option<Rung> {
        match (self.facts.rated(), self.facts.puzzle()) {
            (Some(Ok(rating @ AnyRating::Mini(..))), _) => Some(rating.rung()),
            (Some(Ok(rating)), _) if self.is_human => Some(rating.rung()),
            (_, AnyPuzzle::Classic(_)) => Some(self.facts.score()?.level().into()),
            (_, AnyPuzzle::Mini(puzzle)) => {
                Some(AnyRating::from_mini(puzzle, RatedForm::default())?.rung())
            }
        }
    }

    /// Returns the value of a column, as text; `None` if it does not follow from the puzzle. A row
    /// does not know its number; `CatalogIndex` compares the addresses.
    fn value(&self, column: &CatalogColumn) -> Option<String> {
        if column.is_rating()
            && let Err(e) = self.facts.rated()?
        {
            return Some(format!("none: {e}"));
        }
        Some(column.fact(&self.facts)?.text())
    }

    fn keys(&self, dedup: Dedup) -> VerifiedKeys {
        let class = self.facts.canonical().key();
        let key = match dedup {
            Dedup::Class => class,
            Dedup::Exact => self.facts.puzzle().givens().key(),
        };
        VerifiedKeys { key, class }
    }

    fn prove(&self, dedup: Option<Dedup>, has_levels: bool) -> VerifiedPuzzle {
        VerifiedPuzzle {
            puzzle: *self.facts.puzzle(),
            rung: if has_levels { self.rung() } else { None },
            score: if has_levels { self.facts.score().copied() } else { None },
            rating: self.facts.rating().copied(),
            keys: dedup.map(|dedup| self.keys(dedup)),
        }
    }
}

/// Returns true if a stated value is the expected one, or without one, a value that the column may
/// have.
fn is_right(column: &CatalogColumn, stated: &str, expected: Option<&str>) -> bool {
    match expected {
        Some(expected) => column.column_type.is_same(stated, expected),
        None => column.column_type.allows(stated),
    }
}

/// Compares the value of a column in a foreign table with ours, if it is computed.
fn compare_claim(
    column: &CatalogColumn,
    stated: Option<&str>,
    expected: Option<String>,
) -> ClaimState {
    let Some(stated) = stated.filter(|stated| column.column_type.allows(stated)) else {
        return ClaimState::Foreign;
    };
    match expected {
        Some(expected) if column.column_type.is_same(stated, &expected) => ClaimState::Proved,
        expected => ClaimState::Unproved { stated: stated.to_owned(), expected },
    }
}

/// The verification of one row: the stated values and the findings so far.
struct RowVerification<'a> {
    checker: &'a RowChecker,
    columns: &'a CatalogColumns,
    row: &'a TableRow,
    /// True if the row belongs to one of our catalogues, in which no field may be empty.
    is_ours: bool,
    id: String,
    findings: Vec<Finding>,
}

impl RowVerification<'_> {
    /// Adds a finding, and returns it.
    fn report(
        &mut self,
        column: &'static str,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) -> &mut Finding {
        // A bare grid has no columns.
        let column = if self.row.header().is_some() { column } else { "" };
        let finding = Finding::in_row(&self.checker.file, self.row.line, column, found, expected);
        self.findings.push(finding.about_puzzle(&self.id));
        self.findings.last_mut().expect("it was just added")
    }

    /// Finds titles and dates with a character that no font prints right.
    fn check_scripts(&mut self) {
        let row = self.row;
        let Some(header) = row.header() else { return };
        for (at, (name, ..)) in header.columns().enumerate() {
            let text = if header.is_title(at) { row.title_at(at) } else { String::new() };
            for character in text.chars() {
                let Some(script) = UnsupportedScript::find(character) else { continue };
                let found = script.describe(character).to_string();
                self.report("title", found, "a text that books can print").in_column(name);
                break;
            }
        }
    }

    /// Checks every field except the puzzle. Derived fields must equal the recomputed value;
    /// provenance fields must have a possible value.
    fn check_fields(&mut self, computed: Option<&ComputedRow>) {
        let mut has_bound = false;
        if let Some(computed) = computed {
            has_bound = self.check_bound(computed);
        }
        for column in self.columns.iter() {
            let is_elsewhere = match column.name {
                "puzzle" => true,
                "solution" => !self.is_ours || self.row.solutions().next().is_some(),
                CatalogColumns::ER => has_bound,
                name => CatalogColumns::is_further(name) && !self.row.has(name),
            };
            if !is_elsewhere && self.judges(column) {
                self.check_field(column, computed);
            }
        }
        if self.is_ours {
            self.check_symmetry();
        }
    }

    /// Returns true if a column is judged.
    fn judges(&self, column: &CatalogColumn) -> bool {
        self.is_ours || self.row.header().is_some_and(|header| is_judged(header, column.role))
    }

    fn check_field(&mut self, column: &CatalogColumn, computed: Option<&ComputedRow>) {
        // `None` where the column allows any text.
        let expected = match computed {
            _ if !column.is_fact() => computed.and_then(|row| self.implied(column.name, row)),
            Some(computed) => computed.value(column),
            None => return,
        };
        let found = match self.row.get(column.name) {
            // Small sizes have no value in some columns.
            None if expected.as_deref() == Some("") => return,
            None if self.is_ours && self.row.has(column.name) => "nothing is stated".to_owned(),
            Some(stated) if !is_right(column, stated, expected.as_deref()) => {
                format!("{stated} is stated")
            }
            _ => return,
        };
        let expected = match expected {
            Some(nothing) if nothing.is_empty() => "nothing, for this size".to_owned(),
            Some(expected) => expected,
            None => column.column_type.to_string(),
        };
        self.report(column.name, found, expected);
    }

    /// Compares the columns of a foreign table that may state levels or ratings of ours.
    fn claims(&self, computed: &ComputedRow) -> Vec<Claim> {
        let mut claims = Vec::new();
        // The last set has the most columns.
        let sets = &self.checker.columns;
        let all_columns = sets.last().map(|(_, columns)| columns).unwrap_or(self.columns);
        for column in all_columns.iter() {
            let is_claim = matches!(column.role, ColumnRole::Level | ColumnRole::Rating)
                && self.row.has(column.name)
                && !self.judges(column);
            if is_claim {
                let stated = self.row.get(column.name);
                let expected = computed.value(column);
                let state = compare_claim(column, stated, expected);
                claims.push(Claim { column: column.name, state });
            }
        }
        claims
    }

    /// Checks `er` where `bound` states a lower limit, as `rate` writes it. Returns false if `er`
    /// is the rating itself.
    fn check_bound(&mut self, computed: &ComputedRow) -> bool {
        let [stated, bound] =
            [CatalogColumns::ER, BOUND].map(|name| self.row.get(name).unwrap_or_default());
        let bound = RatingBound::named(bound).filter(|bound| *bound != RatingBound::Exact);
        let (Ok(er), Some(bound), Some(rated)) =
            (stated.parse::<Tenths>(), bound, computed.facts.rated())
        else {
            return false;
        };
        let (is_right, expected) = match rated {
            Ok(rating) => (
                bound == RatingBound::MoreThan && er < rating.er(),
                format!("{} exactly", rating.er()),
            ),
            Err(unrated) => {
                let is_right = match unrated {
                    AnyRatingError::Classic(RatingError::Nested(least)) => {
                        if bound == RatingBound::AtLeast { er == *least } else { er < *least }
                    }
                    _ => false,
                };
                (is_right, unrated.to_string())
            }
        };
        if !is_right {
            self.report(CatalogColumns::ER, format!("{bound} {stated} is stated"), expected);
        }
        true
    }

    /// Returns the text of a provenance field that other fields imply.
    fn implied(&self, column: &str, computed: &ComputedRow) -> Option<String> {
        match column {
            "id" => {
                let number = stated_slot(self.row)?;
                Some(self.checker.ids.id(Slot { rung: computed.rung()?, number }))
            }
            "order" if self.is_ours && self.row.get("order") != Some(CatalogColumns::PATTERN) => {
                Some(Recipe::from(computed.rung()?).order.name().to_owned())
            }
            _ => None,
        }
    }

    /// Checks that the givens have the stated symmetry. No other provenance field can be seen in
    /// the puzzle.
    fn check_symmetry(&mut self) {
        let symmetry = stated_symmetry(self.row);
        let grid = match self.row.grid() {
            Ok(AnyGrid::Classic(grid)) => grid,
            Ok(AnyGrid::Mini(grid)) if !symmetry.keeps_small(&grid) => {
                let found = format!("{} is stated, which the givens do not have", symmetry.name());
                self.report("symmetry", found, Symmetry::None.name());
                return;
            }
            Ok(AnyGrid::Mini(_)) | Err(_) => return,
        };
        for (cell, _) in grid.filled() {
            if let Some(other) = symmetry.orbit(cell).iter().find(|other| grid[**other].is_none()) {
                let name = symmetry.name();
                let found =
                    format!("{name} is stated, but {cell} has a digit and {other} has none");
                self.report("symmetry", found, Symmetry::None.name());
                return;
            }
        }
    }
}
