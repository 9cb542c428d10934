//! The columns of a catalogue: name, allowed values and source of each. Header, rows, JSON lines,
//! Parquet, `datapackage.json`, `verify` and the documentation all follow these lists. `rate` has
//! the columns of scores and of ratings, too.

use super::backtracks::{BACKTRACKS_CAP, backtracks};
use super::column::{Column, ColumnRole, ColumnType, FieldValue};
use super::puzzle_facts::PuzzleFacts;
use crate::columns;
use captions::PuzzleLink;
use explainer::{AnyRating, RatedForm};
use grid::{AnyGrid, AnyPuzzle, GridShape, Level, Score, Symmetry};
use human::{Band, Ladder, ShortestWay, StepKind, Technique};
use make::{Entry, HoleOrder, Plan, PuzzleOrigin, Slot};
use std::collections::BTreeMap;
use std::slice;
use std::sync::LazyLock;

words::named! {
    /// The relation of a stated rating to the right one: a word in the column `bound`.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum RatingBound {
        /// The rating itself
        Exact = "exact",
        /// The rating is above the ceiling
        MoreThan = "more-than",
        /// A lower bound: the rest of the path is unknown
        AtLeast = "at-least",
    }
}

/// A column of a catalogue.
pub type CatalogColumn = Column<ColumnSource>;

/// The source of the values of a column.
#[derive(Clone, Debug)]
pub enum ColumnSource {
    /// The value depends on the puzzle alone: `verify` computes it again and compares.
    Puzzle(fn(&PuzzleFacts) -> FieldValue),
    /// The value follows from the puzzle's score: `verify` computes it again and compares.
    Score(ScoreValue),
    /// The value follows from the puzzle's rating: `verify` rates the puzzle again and compares.
    Rating(RatingValue),
    /// The value follows from the shortest way of the puzzle's canonical form: `verify` finds the
    /// way again and compares.
    Way(WayValue),
    /// The value records how the puzzle was made: `verify` can only check that [`ColumnType`]
    /// allows it.
    Origin(fn(&PuzzleOrigin) -> FieldValue),
    /// The value identifies the puzzle: `verify` computes it from slot and level and compares.
    Id(PuzzleIds),
    /// The value is the address of the puzzle: `verify` computes it again and compares.
    Link(NumberedLink),
}

/// A value that follows from a score.
pub type ScoreValue = fn(&Score) -> FieldValue;

/// A value that follows from a rating.
pub type RatingValue = fn(&AnyRating) -> FieldValue;

/// A value that follows from the shortest way.
pub type WayValue = fn(&ShortestWay) -> FieldValue;

/// The identifiers of the puzzles of a catalogue: a prefix, the level or band, and a number in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleIds {
    /// The text before the level.
    pub prefix: String,
    /// The number of the first puzzle of each level.
    pub first: u64,
}

impl Default for PuzzleIds {
    fn default() -> Self {
        Self { prefix: String::new(), first: 1 }
    }
}

impl PuzzleIds {
    /// Returns the identifier of the puzzle of a slot.
    pub fn id(&self, slot: Slot) -> String {
        let numbered = self.numbered(slot);
        format!("{}{numbered}", self.prefix)
    }

    /// Returns the slot of the puzzle that has this identifier; `None` if no puzzle has it.
    pub fn slot(&self, id: &str) -> Option<Slot> {
        let numbered: Slot = id.strip_prefix(&*self.prefix)?.parse().ok()?;
        let number = numbered.number.checked_sub(self.first.saturating_sub(1))?;
        Some(Slot { number, ..numbered })
    }

    /// Returns the slot whose own identifier has the number of this one.
    fn numbered(&self, slot: Slot) -> Slot {
        Slot { number: slot.number.saturating_add(self.first.saturating_sub(1)), ..slot }
    }

    fn field(&self, slot: Slot) -> FieldValue {
        if self.prefix.is_empty() {
            return FieldValue::Id(self.numbered(slot));
        }
        FieldValue::Text(self.id(slot))
    }

    /// Returns the identifiers of a catalogue of which one row has this identifier and slot.
    pub fn from_row(id: &str, slot: u64) -> Option<Self> {
        let (begin, number) = id.rsplit_once('-')?;
        let prefix = begin.get(..begin.len().checked_sub(2)?)?;
        let first = number.parse::<u64>().ok()?.checked_sub(slot)?;
        (first > 0).then(|| Self { prefix: prefix.to_owned(), first })
    }
}

/// The web addresses of the puzzles of a catalogue, whose rows are numbered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberedLink {
    /// The addresses.
    pub link: PuzzleLink,
    /// The identifiers.
    pub ids: PuzzleIds,
    /// The number of the first puzzle.
    pub first: u64,
}

impl NumberedLink {
    /// Returns the address of the puzzle in this row, counted from 0.
    pub fn address(&self, row: u64, givens: &AnyGrid, id: &str) -> String {
        self.link.address(givens, Some(id), self.first + row)
    }
}

impl CatalogColumn {
    /// Returns the value of this column for the entry of a row, counted from 0.
    fn entry_value(&self, entry: &Entry, facts: &PuzzleFacts, row: u64) -> FieldValue {
        match &self.value {
            ColumnSource::Link(link) => {
                let id = link.ids.id(entry.origin.slot);
                FieldValue::Text(link.address(row, &entry.puzzle.givens(), &id))
            }
            ColumnSource::Id(ids) => ids.field(entry.origin.slot),
            ColumnSource::Origin(value) => value(&entry.origin),
            _ => self.fact(facts).expect("all other values follow from the puzzle"),
        }
    }

    /// Returns the value that follows from a puzzle; `None` if the column has another source.
    pub fn fact(&self, facts: &PuzzleFacts) -> Option<FieldValue> {
        match &self.value {
            ColumnSource::Puzzle(value) => Some(value(facts)),
            ColumnSource::Score(value) => Some(facts.score().map(value).into()),
            ColumnSource::Rating(value) => Some(facts.rating().map(value).into()),
            ColumnSource::Way(value) => Some(facts.way().map(value).into()),
            ColumnSource::Origin(_) | ColumnSource::Id(_) | ColumnSource::Link(_) => None,
        }
    }

    /// Returns true if the values follow from the puzzles.
    pub const fn is_fact(&self) -> bool {
        matches!(
            self.value,
            ColumnSource::Puzzle(_)
                | ColumnSource::Score(_)
                | ColumnSource::Rating(_)
                | ColumnSource::Way(_)
        )
    }

    /// Returns true if the values follow from the ratings of the puzzles.
    pub const fn is_rating(&self) -> bool {
        matches!(self.value, ColumnSource::Rating(_))
    }
}

/// The columns of a catalogue, in order.
#[derive(Clone, Debug)]
pub struct CatalogColumns(Vec<CatalogColumn>);

/// The columns of catalogues, except the column of web addresses.
static ALL_COLUMNS: LazyLock<CatalogColumns> = LazyLock::new(|| {
    CatalogColumns::new(Some(RatedForm::Canonical), true).with_sizes().with_further()
});

/// The names of columns that others look up.
impl CatalogColumns {
    /// The name of the column of the wrong guesses of a plain search.
    pub const BACKTRACKS: &'static str = "backtracks";
    /// The name of the column of the fewest removals.
    pub const CRUX: &'static str = "crux";
    /// The name of a column of ratings. No other data set uses this name for something else.
    pub const ER: &'static str = "er";
    /// The name of the column of the technique of the hardest step.
    pub const HARDEST: &'static str = "hardest";
    /// The name of the column of web addresses.
    pub const LINK: &'static str = "link";
    /// The name of the column of minimal puzzles.
    pub const MINIMAL: &'static str = "minimal";
    /// The word in the column `order` for a puzzle that was not dug.
    pub const PATTERN: &'static str = "pattern";
    /// The name of the column that states which form of a puzzle was rated.
    pub const RATED_AS: &'static str = "rated_as";
    /// The name of the column of sizes, which a catalogue with a size other than 9 x 9 has.
    pub const SIZE: &'static str = "size";
}

impl CatalogColumns {
    /// Iterates over the columns, in order.
    pub fn iter(&self) -> slice::Iter<'_, CatalogColumn> {
        self.0.iter()
    }

    /// Returns a row of a CSV catalogue, without its line end. No field needs quoting: an address
    /// has no comma and no quotation mark. `row` counts the rows from 0.
    pub fn csv_row(&self, entry: &Entry, row: u64) -> String {
        let mut text = String::new();
        for value in self.values(entry, row) {
            if !text.is_empty() {
                text.push(',');
            }
            value.write(&mut text);
        }
        text
    }

    /// Returns the value of each column for the entry of a row, counted from 0.
    pub(super) fn values(&self, entry: &Entry, row: u64) -> impl Iterator<Item = FieldValue> {
        let facts = PuzzleFacts::from(entry);
        self.iter().map(move |column| column.entry_value(entry, &facts, row))
    }

    /// Returns the column of this name.
    fn find(&self, name: &str) -> Option<&CatalogColumn> {
        self.iter().find(|column| column.name == name)
    }

    /// Returns the names, in order.
    pub fn names(&self) -> Vec<&'static str> {
        self.iter().map(|column| column.name).collect()
    }

    /// Returns the columns with these names, in the order of the names.
    ///
    /// # Errors
    /// A sentence, if a name is unknown or comes twice, or `puzzle` is missing.
    pub fn select(&self, names: &[&str]) -> Result<Self, String> {
        let mut chosen: Vec<CatalogColumn> = Vec::new();
        let further = further_columns();
        for name in names {
            let mut known = self.0.iter().chain(&further);
            let Some(column) = known.find(|column| column.name == *name) else {
                let reason = if *name == Self::LINK {
                    ", which `puzzle-link` adds"
                } else if Self::all_names().contains(name) {
                    ", which this catalogue does not have"
                } else {
                    ""
                };
                return Err(format!("expected columns of the catalogue, found `{name}`{reason}"));
            };
            if chosen.iter().any(|other| other.name == column.name) {
                return Err(format!("expected columns of the catalogue, found `{name}` twice"));
            }
            chosen.push(column.clone());
        }
        if !chosen.iter().any(|column| column.name == "puzzle") {
            return Err("expected columns of the catalogue, found no `puzzle`".to_owned());
        }
        Ok(Self(chosen))
    }

    /// Returns the names of all columns that a catalogue may have.
    pub fn all_names() -> Vec<&'static str> {
        ALL_COLUMNS.names().into_iter().chain([Self::LINK]).collect()
    }

    /// Returns the meaning of a name in tables that this program did not write.
    pub fn role_of(name: &str) -> ColumnRole {
        ALL_COLUMNS.find(name).map(|column| column.role).unwrap_or_default()
    }

    /// Returns true if a transform changes the values of the column of this name, or they say how
    /// to make the old puzzle again.
    pub fn is_changed(name: &str) -> bool {
        match ALL_COLUMNS.find(name) {
            Some(CatalogColumn {
                value: ColumnSource::Puzzle(_) | ColumnSource::Id(_), ..
            }) => name == Self::MINIMAL,
            Some(_) => true,
            None => name == Self::LINK,
        }
    }

    /// Returns true if a catalogue has the column of this name only if somebody names it.
    pub fn is_further(name: &str) -> bool {
        further_columns().iter().any(|column| column.name == name)
    }

    /// Adds the columns that a catalogue has only if somebody names them.
    #[must_use]
    pub fn with_further(mut self) -> Self {
        self.0.extend(further_columns());
        self
    }

    /// Replaces the identifiers.
    #[must_use]
    pub fn with_ids(mut self, ids: &PuzzleIds) -> Self {
        for column in &mut self.0 {
            match &mut column.value {
                ColumnSource::Link(link) => link.ids = ids.clone(),
                ColumnSource::Id(old) => {
                    *old = ids.clone();
                    if let ColumnType::Text(pattern) = &mut column.column_type {
                        pattern.to_mut().insert_str(0, &ids.prefix);
                    }
                }
                _ => {}
            }
        }
        self
    }

    /// Returns the identifiers, if there is a column of them.
    pub fn ids(&self) -> Option<&PuzzleIds> {
        self.iter().find_map(|column| match &column.value {
            ColumnSource::Id(ids) => Some(ids),
            _ => None,
        })
    }

    /// Adds the column of the web addresses of puzzles at the end, if there are any. The first
    /// puzzle has this number.
    #[must_use]
    pub fn with_link(mut self, link: Option<&PuzzleLink>, first: u64) -> Self {
        self.0.extend(link.map(|link| CatalogColumn {
            name: Self::LINK,
            column_type: ColumnType::Text("https?://[^ ,]+".into()),
            about: "Web address of the puzzle",
            role: ColumnRole::Own,
            value: ColumnSource::Link(NumberedLink {
                link: link.clone(),
                ids: PuzzleIds::default(),
                first,
            }),
        }));
        self
    }

    /// Returns the web addresses of the rows, if there is a column of them.
    pub fn link(&self) -> Option<&NumberedLink> {
        self.iter().find_map(|column| match &column.value {
            ColumnSource::Link(link) => Some(link),
            _ => None,
        })
    }

    /// Returns the columns without those that let a reader make the run again: the seed makes the
    /// same puzzles on any machine, and slot and reissue locate each puzzle in its sequence.
    #[must_use]
    pub fn public(&self) -> Self {
        let mut columns = self.0.clone();
        columns.retain(|column| column.role != ColumnRole::Private);
        Self(columns)
    }
}

/// The regular expression of a puzzle.
const PUZZLE_PATTERN: &str = "[1-9.]{81}";

/// Returns the regular expression of a grid of any size, whose empty cells have this sign.
fn grid_pattern(blank: &str) -> String {
    let pattern =
        |shape: GridShape| format!("[1-{}{blank}]{{{}}}", shape.side(), shape.cell_count());
    GridShape::ALL.map(pattern).join("|")
}

impl CatalogColumns {
    /// Returns the columns of a plan's catalogue.
    pub fn for_plan(plan: &Plan) -> Self {
        let ratings = if plan.has_ratings() { Some(plan.rating.rated_as) } else { None };
        let columns = Self::new(ratings, plan.givens.minimal);
        if plan.has_small_sizes() { columns.with_sizes() } else { columns }
    }

    /// Returns the columns of every catalogue, followed by the columns of ratings and of minimal
    /// puzzles if the catalogue has them.
    pub fn new(ratings: Option<RatedForm>, minimal: bool) -> Self {
        let Self(mut columns) = match ratings {
            Some(rated_as) => Self::with_ratings(rated_as),
            None => Self::default(),
        };
        if minimal {
            columns.extend(columns! { ColumnSource;
                (CatalogColumns::MINIMAL): ColumnType::Word(vec!["given", "orbit", "no"]), ColumnSource::Puzzle(minimality),
                    "What cannot be left out: a given, or the givens that belong together by the symmetry";
            });
        }
        Self(columns)
    }

    /// Adds the column of sizes at the end. Columns that small sizes leave empty allow that.
    #[must_use]
    pub fn with_sizes(mut self) -> Self {
        for column in &mut self.0 {
            let is_of_puzzle = matches!(column.value, ColumnSource::Puzzle(_));
            column.column_type = match (column.name, &column.column_type) {
                ("id", _) => ColumnType::Text("[LBFS][1-7]-[0-9]{6,}".into()),
                ("puzzle" | "canonical", _) => ColumnType::Text(grid_pattern(".").into()),
                ("solution", _) => ColumnType::Text(grid_pattern("").into()),
                ("clues", _) => ColumnType::Integer(4, 81),
                ("searches" | "load" | "seconds", _) => ColumnType::OptionalNumber(true),
                ("level", _) if !is_of_puzzle => ColumnType::OptionalNumber(true),
                ("difficulty", _) => ColumnType::OptionalNumber(false),
                (_, usual) => usual.clone(),
            };
        }
        self.0.extend(columns! { ColumnSource;
            (CatalogColumns::SIZE): ColumnType::Word(GridShape::ALL.map(GridShape::label).to_vec()),
                ColumnSource::Puzzle(|facts| FieldValue::Word(facts.puzzle().shape().label())),
                "Size of the grid";
        });
        self
    }

    /// Returns the columns of a catalogue with ratings: those of every catalogue, and ten more. A
    /// catalogue without the column [`Self::RATED_AS`] was rated as given.
    fn with_ratings(rated_as: RatedForm) -> Self {
        use ColumnSource::{Origin, Puzzle};
        use ColumnType::{Text, Word};
        let Self(mut columns) = Self::default();
        columns[0].column_type = Text("[LB][1-7]-[0-9]{6,}".into());
        columns[0].about = "Level and number of the puzzle, unique in its run";
        if let Some(column) = columns.iter_mut().find(|column| column.name == "level_name") {
            column.about = "English name of the level by the published score, also of a puzzle of the human ladder";
        }
        columns.extend(columns! { ColumnSource;
            "ladder": Word(Ladder::ALL.map(Ladder::name).to_vec()),
                Origin(|origin| FieldValue::Word(origin.slot.rung.ladder().name())),
                "Ladder for which the puzzle was made";
        });
        let mut ratings = Self::of_ratings();
        let band_name = ratings.pop();
        columns.extend(ratings.into_iter().map(|column| column.with_value(ColumnSource::Rating)));
        if rated_as == RatedForm::Canonical {
            columns.extend(columns! { ColumnSource;
                (CatalogColumns::RATED_AS) as Rating: Word(vec![RatedForm::Canonical.name()]),
                    Puzzle(|_| FieldValue::Word(RatedForm::Canonical.name())),
                    "The form of the puzzle that was rated; without this column the puzzle was rated as it is given";
            });
        }
        columns.extend(band_name.map(|column| column.with_value(ColumnSource::Rating)));
        Self(columns)
    }
}

impl CatalogColumns {
    /// Returns the columns of ratings.
    pub fn of_ratings() -> Vec<Column<RatingValue>> {
        use ColumnType::{Decimal, Integer, Word};
        use FieldValue::{Tenths, Whole};
        columns! { RatingValue;
            (CatalogColumns::ER) as Rating: Decimal(1, 12), |rating| Tenths(rating.er().0),
                "The rating of Sudoku Explainer 1.2.1: that of the hardest step";
            "ep" as Rating: Decimal(1, 12), |rating| Tenths(rating.ep().0),
                "The highest rating up to the first step that places a digit";
            "ed" as Rating: Decimal(1, 12), |rating| Tenths(rating.ed().0), "The rating of the first step";
            (CatalogColumns::HARDEST) as Rating: Word(Technique::ALL.iter().map(|technique| technique.name()).collect()),
                |rating| FieldValue::Word(rating.hardest().name()), "The technique of the hardest step";
            "load" as Rating: Integer(0, 1_000_000), |rating| rating.load().map(|load| Whole(load.whole())).into(),
                "How much grid there is to scan for each thing there is to find, summed over all steps";
            "seconds" as Rating: Integer(0, 1_000_000), |rating| rating.seconds().map(|it| Whole(it.whole())).into(),
                "The expected time of a practised player";
            "band" as Rating: Integer(1, 7), |rating| Whole(rating.rung().number().into()),
                "Level on the human ladder, 1 (Gentle) to 7 (Extreme)";
            "band_name": Word(Band::ALL.map(Band::name).to_vec()),
                |rating| FieldValue::Word(rating.rung().name()),
                "English name of the level on the human ladder";
        }
    }

    /// Returns the columns of scores. Those of its items are not in a catalogue.
    pub fn of_scores() -> Vec<Column<ScoreValue>> {
        use ColumnType::{Decimal, Integer, Word};
        use FieldValue::{Tenths, Whole};
        columns! { ScoreValue;
            "clues" as Fact: Integer(17, 81), |score| Whole(score.givens as u64), "Number of givens";
            "clues_score": Integer(1, 5), |score| Whole(score.items()[0].into()),
                "Score of the number of givens";
            "row_col_min" as Fact: Integer(0, 9), |score| Whole(score.row_col_min as u64),
                "Minimum number of givens in any row or column";
            "row_col_min_score": Integer(1, 5), |score| Whole(score.items()[1].into()),
                "Score of this minimum";
            "searches" as Fact: Integer(0, Score::SEARCHES_CAP), |score| Whole(score.searches),
                "Number of digits that a depth-first search tries to find all solutions; counting stops at the maximum";
            "searches_score": Integer(1, 5), |score| Whole(score.items()[2].into()),
                "Score of the searches";
            "difficulty" as Level: Decimal(1, 5), |score| Tenths(score.total_tenths().into()),
                "Weighted mean of the scores for givens, minimum of givens in a row or column, and searches (0.4, 0.3, 0.3)";
            "level" as Level: Integer(1, 5), |score| Whole(score.level().number().into()),
                "Level: the difficulty, rounded up to an integer";
            "level_name" as Level: Word(Level::ALL.map(Level::name).to_vec()),
                |score| FieldValue::Word(score.level().name()), "English name of the level";
        }
    }
}

/// Returns the columns that a catalogue has only if somebody names them.
fn further_columns() -> Vec<CatalogColumn> {
    use ColumnSource::Way;
    use ColumnType::{Integer, Text, Word};
    columns! { ColumnSource;
        (CatalogColumns::BACKTRACKS): Integer(0, BACKTRACKS_CAP),
            ColumnSource::Puzzle(|facts| match facts.puzzle().classic() {
                Some(puzzle) => FieldValue::Whole(backtracks(puzzle.givens())),
                None => FieldValue::Missing,
            }),
            "Number of wrong guesses of a plain search: it places singles, then tries the digits of the first cell with the fewest; counting stops at the maximum";
        (CatalogColumns::CRUX): Integer(0, MAX_REMOVALS),
            Way(|way| FieldValue::Whole(way.removals().count() as u64)),
            "The fewest steps that place no digit, by techniques of the puzzle's level, after which singles finish it";
        "crux_bound": Word(CRUX_BOUNDS.to_vec()),
            Way(|way| FieldValue::Word(CRUX_BOUNDS[usize::from(!way.is_fewest)])),
            "exact, or at-most where there are too many combinations to try all of them";
        "crux_technique": Word(StepKind::all().map(StepKind::name).collect()),
            Way(|way| way.hardest().map(|kind| FieldValue::Word(kind.name())).into()),
            "The hardest technique of these steps, in the order of the ladder; without any, the hardest single";
        "steps": Text("[a-z0-9-]+:[0-9]+( [a-z0-9-]+:[0-9]+)*".into()),
            Way(|way| FieldValue::Text(steps_by_kind(way))),
            "The techniques of the shortest way, simplest first, each with the number of its steps";
    }
}

/// More removals than any puzzle needs: each takes a candidate at least, of which 81 cells lose 8.
const MAX_REMOVALS: u64 = 81 * 8;

/// The words of the column `crux_bound`.
const CRUX_BOUNDS: [&str; 2] = ["exact", "at-most"];

/// Returns the kinds of steps of a way, simplest first: `hidden-single-block:40 x-wing:1`.
fn steps_by_kind(way: &ShortestWay) -> String {
    let mut counts = BTreeMap::new();
    for told in &way.steps {
        let kind = told.kind();
        counts.entry(kind.ladder_key()).or_insert((kind, 0)).1 += 1;
    }
    let counts =
        counts.into_values().map(|(kind, count): (StepKind, u32)| format!("{kind}:{count}"));
    counts.collect::<Vec<_>>().join(" ")
}

/// Returns what cannot be left out of a puzzle.
fn minimality(facts: &PuzzleFacts) -> FieldValue {
    let is_minimal = |symmetry: Symmetry| match facts.puzzle() {
        AnyPuzzle::Classic(puzzle) => symmetry.is_minimal(puzzle),
        AnyPuzzle::Mini(puzzle) => symmetry.is_minimal_small(puzzle),
    };
    let word = if is_minimal(Symmetry::None) {
        "given"
    } else if is_minimal(facts.symmetry()) {
        "orbit"
    } else {
        "no"
    };
    FieldValue::Word(word)
}

/// The columns of every catalogue. The first five have the names and the order of a public data set
/// of three million puzzles and never change. New columns are added at the end.
impl Default for CatalogColumns {
    fn default() -> Self {
        use ColumnSource::{Origin, Puzzle};
        use ColumnType::{Integer, Text, Unsigned, Word};
        use FieldValue::Whole;
        let mut columns = columns! { ColumnSource;
            "id" as Fact: Text("L[1-5]-[0-9]{6,}".into()), ColumnSource::Id(PuzzleIds::default()),
                "Level and number of the puzzle, unique in its run";
            "puzzle" as Fact: Text(PUZZLE_PATTERN.into()), Puzzle(|facts| facts.puzzle().givens().into()),
                "The givens, row by row; a period is an empty cell";
            "solution" as Fact: Text("[1-9]{81}".into()), Puzzle(|facts| facts.puzzle().solution().into()),
                "The only solution, row by row";
        };
        let scores = Self::of_scores();
        for name in ["clues", "difficulty", "level", "level_name", "row_col_min", "searches"] {
            let column = scores.iter().find(|column| column.name == name).cloned();
            columns.extend(column.map(|column| {
                column.with_value(|value| match name {
                    // Small sizes have these, too.
                    "clues" => Puzzle(|facts| Whole(facts.puzzle().givens_count() as u64)),
                    "row_col_min" => {
                        Puzzle(|facts| Whole(facts.puzzle().givens().row_col_min() as u64))
                    }
                    _ => ColumnSource::Score(value),
                })
            }));
        }
        columns.extend(columns! { ColumnSource;
            "grid": Word(vec!["las-vegas", "shuffled", "cyclic"]),
                Origin(|origin| FieldValue::Word(origin.grid.name())),
                "Method that made the full grid";
            "order": Word(HoleOrder::ALL.into_iter().map(HoleOrder::name).chain([Self::PATTERN]).collect()),
                Origin(|origin| FieldValue::Word(origin.order.map_or(Self::PATTERN, HoleOrder::name))),
                "Order in which cells were tried for digging; pattern is a puzzle with the givens of a picture, for which nothing is dug";
            "symmetry": Word(Symmetry::ALL.map(Symmetry::name).to_vec()),
                Origin(|origin| FieldValue::Word(origin.symmetry.name())),
                "Symmetry of the pattern of givens";
            "canonical" as Fact: Text(PUZZLE_PATTERN.into()), Puzzle(|facts| (*facts.canonical()).into()),
                "Canonical form (minlex): equal exactly for equivalent puzzles";
            "seed" as Private: Unsigned, Origin(|origin| FieldValue::Whole(origin.seed.0)),
                "Seed of the run";
            "slot" as Private: Integer(0, Slot::MAX), Origin(|origin| FieldValue::Whole(origin.slot.number)),
                "Number of the puzzle in its level, from 0";
            "reissue" as Private: Integer(0, u64::from(Slot::MAX_REISSUES)),
                Origin(|origin| FieldValue::Whole(origin.reissue.into())),
                "Number of times that the puzzle was replaced because it was a duplicate";
        });
        Self(columns)
    }
}
