//! The columns of a catalogue: name, allowed values and source of each. Header, rows, JSON lines,
//! Parquet, `datapackage.json`, `verify` and the documentation all follow this list.

use super::number::{is_same_number, parse_whole, shortest_form};
use engine::human::grade::{Band, RatedForm, Rating};
use engine::human::ladder::Ladder;
use engine::human::logic::Technique;
use engine::make::batch::Plan;
use engine::make::entry::{Entry, PuzzleOrigin};
use engine::make::generate::{HoleOrder, Symmetry};
use engine::make::seed::{MAX_REISSUES, Slot};
use engine::sudoku::canon::Canonical;
use engine::sudoku::grid::{Cell, Grid};
use engine::sudoku::puzzle::Puzzle;
use engine::sudoku::puzzle_link::PuzzleLink;
use engine::sudoku::score::{Level, SEARCHES_CAP, Score};
use std::fmt::{self, Write as _};
use std::slice;

/// A column of a catalogue.
#[derive(Clone, Debug)]
pub struct CatalogColumn {
    /// The name in the header.
    pub name: &'static str,
    /// The allowed values.
    pub column_type: ColumnType,
    /// The description in words.
    pub about: &'static str,
    /// The source of the value.
    pub source: ColumnSource,
}

/// The allowed values of a column.
#[derive(Clone, PartialEq, Debug)]
pub enum ColumnType {
    /// Text that matches this regular expression completely. Never a number: 81 digits exceed the
    /// precision of numbers.
    Text(&'static str),
    /// One of these words.
    Word(Vec<&'static str>),
    /// An integer, with minimum and maximum.
    Integer(u64, u64),
    /// A number with one decimal, with integers as minimum and maximum.
    Decimal(u64, u64),
    /// An unsigned 64-bit integer, which many programs cannot represent exactly as a number.
    Unsigned,
}

/// The source of the values of a column.
#[derive(Clone, Debug)]
pub enum ColumnSource {
    /// The value depends on the puzzle alone: `verify` computes it again and compares.
    Puzzle(fn(&ComputedFacts<'_>) -> FieldValue),
    /// The value follows from the puzzle's rating: `verify` rates the puzzle again and compares.
    Rating(fn(&Rating) -> FieldValue),
    /// The value records how the puzzle was made: `verify` can only check that [`ColumnType`]
    /// allows it.
    Origin(fn(&PuzzleOrigin) -> FieldValue),
    /// The value is the address of the puzzle: `verify` computes it again and compares.
    Link(NumberedLink),
}

/// The web addresses of the puzzles of a catalogue, whose rows are numbered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberedLink {
    /// The addresses.
    pub link: PuzzleLink,
    /// The number of the first puzzle.
    pub first: u64,
}

impl NumberedLink {
    /// Returns the address of the puzzle in this row, counted from 0.
    pub fn address(&self, row: u64, givens: &Grid, id: &str) -> String {
        self.link.address(givens, Some(id), self.first + row)
    }
}

/// A puzzle with the results computed from it.
#[derive(Clone, Copy, Debug)]
pub struct ComputedFacts<'a> {
    /// The proved puzzle.
    pub puzzle: &'a Puzzle,
    /// The score of the puzzle.
    pub score: &'a Score,
    /// The canonical form of the puzzle.
    pub canonical: &'a Canonical,
    /// The symmetry of the givens, as the row states it.
    pub symmetry: Symmetry,
}

/// The value of a field. `Display` formats it as in CSV.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FieldValue {
    /// The identifier of the puzzle.
    Id(Slot),
    /// The 81 characters of a grid.
    Cells([u8; Cell::COUNT]),
    /// One of the column's words.
    Word(&'static str),
    /// An integer.
    Whole(u64),
    /// A number with one decimal, stored in tenths.
    Tenths(u16),
    /// A web address, in which there is no comma and no quotation mark.
    Address(String),
}

impl FieldValue {
    /// Returns the text of a field.
    pub fn text(&self) -> String {
        let mut text = String::new();
        self.write(&mut text);
        text
    }

    /// Appends the text of a field. A catalogue has millions of fields, and the formatting of std
    /// took 5 % of the instructions of level 1.
    pub(super) fn write(&self, row: &mut String) {
        match *self {
            Self::Address(ref address) => row.push_str(address),
            Self::Id(id) => write!(row, "{id}").expect("a string takes any text"),
            Self::Cells(line) => row.push_str(std::str::from_utf8(&line).expect("digits and dots")),
            Self::Word(word) => row.push_str(word),
            Self::Whole(n) => write_number(row, n),
            Self::Tenths(n) => {
                write_number(row, u64::from(n / 10));
                row.push('.');
                write_number(row, u64::from(n % 10));
            }
        }
    }
}

fn write_number(row: &mut String, n: u64) {
    if n > 9 {
        write_number(row, n / 10);
    }
    row.push(char::from(b'0' + (n % 10) as u8));
}

impl CatalogColumn {
    /// Returns the value of this column for the entry of a row, counted from 0.
    pub fn value(&self, entry: &Entry, row: u64) -> FieldValue {
        match &self.source {
            ColumnSource::Link(link) => {
                let id = entry.origin.slot.to_string();
                FieldValue::Address(link.address(row, entry.puzzle.givens(), &id))
            }
            ColumnSource::Origin(value) => value(&entry.origin),
            ColumnSource::Rating(value) => {
                let rating = entry.rating.as_ref();
                value(rating.expect("a plan with these columns rates its puzzles"))
            }
            ColumnSource::Puzzle(value) => value(&ComputedFacts {
                puzzle: &entry.puzzle,
                score: &entry.score,
                canonical: &entry.canonical,
                symmetry: entry.origin.symmetry,
            }),
        }
    }
}

impl ColumnType {
    /// Returns true if a field may have this text. The regular expression of a text column is not
    /// checked.
    pub fn allows(&self, text: &str) -> bool {
        match self {
            Self::Text(_) => true,
            Self::Word(words) => words.contains(&text),
            Self::Integer(min, max) => {
                parse_whole(text).is_some_and(|number| (*min..=*max).contains(&number))
            }
            Self::Unsigned => parse_whole(text).is_some(),
            Self::Decimal(min, max) => {
                let number = shortest_form(text).and_then(|form| form.parse::<f64>().ok());
                number.is_some_and(|number| (*min as f64..=*max as f64).contains(&number))
            }
        }
    }

    /// Returns true if two texts of a field are the same value. Numbers may have other forms: `1`
    /// is `1.0`.
    pub fn is_same(&self, one: &str, other: &str) -> bool {
        match self {
            Self::Text(_) | Self::Word(_) => one == other,
            Self::Integer(..) | Self::Unsigned | Self::Decimal(..) => is_same_number(one, other),
        }
    }
}

/// Formats the allowed values in words.
impl fmt::Display for ColumnType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(pattern) => write!(f, "text: {pattern}"),
            Self::Word(words) => f.write_str(&words.join(" or ")),
            Self::Integer(min, max) => write!(f, "a number from {min} to {max}"),
            Self::Decimal(min, max) => write!(f, "a number from {min} to {max}, one decimal"),
            Self::Unsigned => write!(f, "a number from 0 to {}", u64::MAX),
        }
    }
}

/// Builds a list of columns: name, allowed values, source and description of each.
macro_rules! columns {
    ($($name:tt: $column_type:expr, $source:expr, $about:literal;)*) => {
        vec![$(CatalogColumn { name: $name, column_type: $column_type, source: $source, about: $about },)*]
    };
}

/// The columns that let a reader make a run again. The seed makes the same puzzles on any machine;
/// slot and reissue locate each puzzle in its sequence.
const PRIVATE_COLUMNS: [&str; 3] = ["seed", "slot", "reissue"];

/// The columns of a catalogue, in order.
#[derive(Clone, Debug)]
pub struct CatalogColumns(Vec<CatalogColumn>);

impl CatalogColumns {
    /// Iterates over the columns, in order.
    pub fn iter(&self) -> slice::Iter<'_, CatalogColumn> {
        self.0.iter()
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
        let wrong =
            |found: String| Err(format!("expected columns of the catalogue, found {found}"));
        let mut chosen: Vec<CatalogColumn> = Vec::new();
        for name in names {
            let Some(column) = self.0.iter().find(|column| column.name == *name) else {
                return wrong(match Self::all_names().contains(name) {
                    true if *name == LINK => {
                        format!("`{name}`, which `puzzle-link` adds")
                    }
                    true => format!("`{name}`, which this catalogue does not have"),
                    false => format!("`{name}`"),
                });
            };
            if chosen.iter().any(|other| other.name == column.name) {
                return wrong(format!("`{name}` twice"));
            }
            chosen.push(column.clone());
        }
        if chosen.iter().any(|column| column.name == "puzzle") {
            Ok(Self(chosen))
        } else {
            wrong("no `puzzle`".to_owned())
        }
    }

    /// Returns the names of all columns that a catalogue may have.
    pub fn all_names() -> Vec<&'static str> {
        let all = Self::new(Some(RatedForm::Canonical), true);
        all.names().into_iter().chain([LINK]).collect()
    }

    /// Adds the column of the web addresses of puzzles at the end, if there are any.
    #[must_use]
    pub fn with_link(mut self, link: Option<&PuzzleLink>) -> Self {
        self.0.extend(link.map(|link| CatalogColumn {
            name: LINK,
            column_type: ColumnType::Text("https?://[^ ,]+"),
            about: "Web address of the puzzle",
            source: ColumnSource::Link(NumberedLink { link: link.clone(), first: 1 }),
        }));
        self
    }

    /// Numbers the first row of the column of web addresses, if there is one.
    #[must_use]
    pub fn numbered_from(mut self, number: u64) -> Self {
        for column in &mut self.0 {
            if let ColumnSource::Link(link) = &mut column.source {
                link.first = number;
            }
        }
        self
    }

    /// Returns the web addresses of the rows, if there is a column of them.
    pub fn link(&self) -> Option<&NumberedLink> {
        self.iter().find_map(|column| match &column.source {
            ColumnSource::Link(link) => Some(link),
            _ => None,
        })
    }

    /// Returns the columns without those that let a reader make the run again.
    #[must_use]
    pub fn public(&self) -> Self {
        let is_public = |column: &&CatalogColumn| !PRIVATE_COLUMNS.contains(&column.name);
        Self(self.0.iter().filter(is_public).cloned().collect())
    }
}

/// Returns a row of a CSV catalogue, with its line end. No field needs quoting. `row` counts the
/// rows from 0.
pub fn csv_row(columns: &CatalogColumns, entry: &Entry, row: u64) -> String {
    let mut text = String::new();
    write_csv_row(&mut text, columns, (entry, row));
    text + "\n"
}

/// Appends a row of a CSV catalogue, without its line end. The number of the row counts from 0.
pub(super) fn write_csv_row(
    text: &mut String,
    columns: &CatalogColumns,
    (entry, row): (&Entry, u64),
) {
    for (i, column) in columns.iter().enumerate() {
        if i > 0 {
            text.push(',');
        }
        column.value(entry, row).write(text);
    }
}

/// The name of the column of minimal puzzles.
pub const MINIMAL: &str = "minimal";

/// The name of the column of web addresses.
pub const LINK: &str = "link";

/// The name of a column of ratings. No other data set uses this name for something else.
pub const ER: &str = "er";

/// The name of the column that states which form of a puzzle was rated.
pub const RATED_AS: &str = "rated_as";

impl CatalogColumns {
    /// Returns the columns of a plan's catalogue.
    pub fn for_plan(plan: &Plan) -> Self {
        Self::new(plan.has_ratings().then_some(plan.rating.rated_as), plan.givens.minimal)
    }

    /// Returns the columns of every catalogue, followed by the columns of ratings and of minimal
    /// puzzles if the catalogue has them.
    pub fn new(ratings: Option<RatedForm>, minimal: bool) -> Self {
        use ColumnType::Word;
        let Self(mut columns) = ratings.map_or_else(Self::default, Self::with_ratings);
        if minimal {
            columns.extend(columns! {
                MINIMAL: Word(vec!["given", "orbit", "no"]), ColumnSource::Puzzle(|facts| {
                    let (puzzle, symmetry) = (facts.puzzle, facts.symmetry);
                    FieldValue::Word(match () {
                        () if Symmetry::None.is_minimal(puzzle) => "given",
                        () if symmetry.is_minimal(puzzle) => "orbit",
                        () => "no",
                    })
                }),
                    "What cannot be left out: a given, or the givens that belong together by the symmetry";
            });
        }
        Self(columns)
    }

    /// Returns the columns of a catalogue with ratings: those of every catalogue, and ten more. A
    /// catalogue without the column [`RATED_AS`] was rated as given.
    fn with_ratings(rated_as: RatedForm) -> Self {
        use ColumnSource::{Origin, Rating};
        use ColumnType::{Decimal, Integer, Text, Word};
        let Self(mut columns) = Self::default();
        columns[0].column_type = Text("[LB][1-7]-[0-9]{6,}");
        columns[0].about = "Level and number of the puzzle, unique in its run";
        if let Some(column) = columns.iter_mut().find(|column| column.name == "level_name") {
            column.about = "English name of the level by the published score, also of a puzzle of the human ladder";
        }
        columns.extend(columns! {
            "ladder": Word(Ladder::ALL.map(Ladder::name).to_vec()),
                Origin(|origin| FieldValue::Word(origin.slot.rung.ladder().name())),
                "Ladder for which the puzzle was made";
            ER: Decimal(1, 12), Rating(|rating| FieldValue::Tenths(rating.er.0)),
                "The rating of Sudoku Explainer 1.2.1: that of the hardest step";
            "ep": Decimal(1, 12), Rating(|rating| FieldValue::Tenths(rating.ep.0)),
                "The highest rating up to the first step that places a digit";
            "ed": Decimal(1, 12), Rating(|rating| FieldValue::Tenths(rating.ed.0)),
                "The rating of the first step";
            "hardest": Word(Technique::ALL.iter().map(|technique| technique.name()).collect()),
                Rating(|rating| FieldValue::Word(rating.hardest.name())),
                "The technique of the hardest step";
            "load": Integer(0, 1_000_000), Rating(|rating| FieldValue::Whole(rating.load.whole())),
                "How much grid there is to scan for each thing there is to find, summed over all steps";
            "seconds": Integer(0, 1_000_000), Rating(|rating| FieldValue::Whole(rating.seconds.0.round() as u64)),
                "The expected time of a practised player";
            "band": Integer(1, 7), Rating(|rating| FieldValue::Whole(rating.band.number().into())),
                "Level on the human ladder, 1 (Gentle) to 7 (Extreme)";
        });
        if rated_as == RatedForm::Canonical {
            columns.extend(columns! {
                RATED_AS: Word(vec![RatedForm::Canonical.name()]),
                    ColumnSource::Puzzle(|_| FieldValue::Word(RatedForm::Canonical.name())),
                    "The form of the puzzle that was rated; without this column the puzzle was rated as it is given";
            });
        }
        columns.extend(columns! {
            "band_name": Word(Band::ALL.map(Band::name).to_vec()),
                Rating(|rating| FieldValue::Word(rating.band.name())),
                "English name of the level on the human ladder";
        });
        Self(columns)
    }
}

/// The word in the column `order` for a puzzle that was not dug.
pub const PATTERN: &str = "pattern";

/// The columns of every catalogue. The first five have the names and the order of a public data set
/// of three million puzzles and never change. New columns are added at the end.
impl Default for CatalogColumns {
    fn default() -> Self {
        use ColumnSource::{Origin, Puzzle};
        use ColumnType::{Decimal, Integer, Text, Unsigned, Word};
        Self(columns! {
            "id": Text("L[1-5]-[0-9]{6,}"), Origin(|origin| FieldValue::Id(origin.slot)),
                "Level and number of the puzzle, unique in its run";
            "puzzle": Text("[1-9.]{81}"), Puzzle(|facts| FieldValue::Cells(facts.puzzle.givens().line())),
                "The givens, row by row; a period is an empty cell";
            "solution": Text("[1-9]{81}"), Puzzle(|facts| FieldValue::Cells(Grid::from(*facts.puzzle.solution()).line())),
                "The only solution, row by row";
            "clues": Integer(17, 81), Puzzle(|facts| FieldValue::Whole(facts.score.givens as u64)),
                "Number of givens";
            "difficulty": Decimal(1, 5), Puzzle(|facts| FieldValue::Tenths(facts.score.total_tenths().into())),
                "Weighted mean of the scores for givens, minimum of givens in a row or column, and searches (0.4, 0.3, 0.3)";
            "level": Integer(1, 5), Puzzle(|facts| FieldValue::Whole(facts.score.level().number().into())),
                "Level: the difficulty, rounded up to an integer";
            "level_name": Word(Level::ALL.map(Level::name).to_vec()),
                Puzzle(|facts| FieldValue::Word(facts.score.level().name())),
                "English name of the level";
            "row_col_min": Integer(0, 9), Puzzle(|facts| FieldValue::Whole(facts.score.row_col_min as u64)),
                "Minimum number of givens in any row or column";
            "searches": Integer(0, SEARCHES_CAP), Puzzle(|facts| FieldValue::Whole(facts.score.searches)),
                "Number of digits that a depth-first search tries to find all solutions; counting stops at the maximum";
            "grid": Word(vec!["las-vegas", "shuffled", "cyclic"]),
                Origin(|origin| FieldValue::Word(origin.grid.name())),
                "Method that made the full grid";
            "order": Word(HoleOrder::ALL.into_iter().map(HoleOrder::name).chain([PATTERN]).collect()),
                Origin(|origin| FieldValue::Word(origin.order.map_or(PATTERN, HoleOrder::name))),
                "Order in which cells were tried for digging; pattern is a puzzle with the givens of a picture, for which nothing is dug";
            "symmetry": Word(Symmetry::ALL.map(Symmetry::name).to_vec()),
                Origin(|origin| FieldValue::Word(origin.symmetry.name())),
                "Symmetry of the pattern of givens";
            "canonical": Text("[1-9.]{81}"), Puzzle(|facts| FieldValue::Cells(facts.canonical.grid().line())),
                "Canonical form (minlex): equal exactly for equivalent puzzles";
            "seed": Unsigned, Origin(|origin| FieldValue::Whole(origin.seed.0)),
                "Seed of the run";
            "slot": Integer(0, Slot::MAX), Origin(|origin| FieldValue::Whole(origin.slot.number)),
                "Number of the puzzle in its level, from 0";
            "reissue": Integer(0, u64::from(MAX_REISSUES)),
                Origin(|origin| FieldValue::Whole(origin.reissue.into())),
                "Number of times that the puzzle was replaced because it was a duplicate";
        })
    }
}
