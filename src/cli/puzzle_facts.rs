//! The facts about a puzzle that `transform` adds to a list, and the filter of its rows.

use super::{Failure, one_of, usage_error};
use ::jobs::Setting;
use explainer::{AnyRating, RatedForm};
use grid::{AnyGrid, AnyPuzzle, Level, Symmetry};
use human::{Ladder, Rung, StepKind, Tenths};
use make::{ClosedRange, RatingConstraints};
use std::collections::BTreeSet;
use tables::{CatalogColumn, CatalogColumns, ColumnHead, ColumnType, FieldValue, PuzzleFacts};
use words::quote_names;

/// The flags of the filter. Each leaves out puzzles.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Filter")]
pub struct FilterArgs {
    /// Only puzzles that need this technique or pattern of a chain; may be given several times
    #[arg(long, value_name = "TECHNIQUE", value_delimiter = ',')]
    needs: Vec<StepKind>,

    /// Only puzzles that do not need this technique or pattern; may be given several times
    #[arg(long, value_name = "TECHNIQUE", value_delimiter = ',')]
    without: Vec<StepKind>,

    /// Only puzzles of these levels, by number or name
    #[arg(long, value_name = "LEVELS")]
    levels: Option<String>,

    /// Ladder of the levels
    #[arg(long, value_parser = one_of(Ladder::TABLE), default_value = "published", requires = "levels")]
    ladder: Ladder,

    /// Only puzzles with a rating of Sudoku Explainer in this range
    #[arg(long, value_name = "A..B", value_parser = Setting::parse_range::<Tenths>)]
    er: Option<ClosedRange<Tenths>>,

    /// Only puzzles that a practised player solves in this number of minutes
    #[arg(long, value_name = "A..B", value_parser = Setting::parse_range::<u16>)]
    minutes: Option<ClosedRange<u16>>,

    /// Form in which puzzles are rated
    #[arg(long, value_name = "FORM", value_parser = one_of(RatedForm::TABLE), default_value = "canonical")]
    pub rated_as: RatedForm,
}

/// The conditions that a puzzle must meet to be in the output.
#[derive(Clone)]
pub struct PuzzleFilter {
    constraints: RatingConstraints,
    /// The numbers of the levels, if the filter asks for any.
    levels: Option<BTreeSet<u8>>,
    ladder: Ladder,
}

/// The verdict of a filter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FilterVerdict {
    Kept,
    LeftOut,
    /// The puzzle has no rating, so the filter cannot judge it.
    Unrated,
}

impl FilterArgs {
    /// Returns the filter; `None` if all puzzles pass.
    pub fn filter(&self) -> Result<Option<PuzzleFilter>, Failure> {
        let levels = self
            .levels
            .as_deref()
            .map(|text| Setting::parse_levels(text, self.ladder).map(|levels| levels.0));
        let levels = levels.transpose().map_err(|e| usage_error(format!("--levels: {e}")))?;
        let constraints = RatingConstraints {
            er: self.er,
            minutes: self.minutes,
            needs: self.needs.clone(),
            without: self.without.clone(),
            rules: Vec::new(),
            rated_as: self.rated_as,
            ..RatingConstraints::default()
        };
        constraints.check_kinds().map_err(usage_error)?;
        if levels.is_none() && !constraints.is_of_ratings() {
            return Ok(None);
        }
        Ok(Some(PuzzleFilter { constraints, levels, ladder: self.ladder }))
    }
}

impl PuzzleFilter {
    /// Judges a puzzle.
    pub fn judge(&self, facts: &PuzzleFacts) -> FilterVerdict {
        if let Some(levels) = &self.levels {
            let rung = match (self.ladder, facts.puzzle().classic()) {
                (Ladder::Published, Some(puzzle)) => Some(Rung::from(Level::of(puzzle))),
                (Ladder::Published, None) => return FilterVerdict::Unrated,
                (Ladder::Human, _) => facts.rating().map(AnyRating::rung),
            };
            match rung {
                None => return FilterVerdict::Unrated,
                Some(rung) if !levels.contains(&rung.number()) => return FilterVerdict::LeftOut,
                Some(_) => {}
            }
        }
        if !self.constraints.is_of_ratings() {
            return FilterVerdict::Kept;
        }
        let rating = facts.rating().and_then(AnyRating::classic);
        let (Some(rating), Some(puzzle)) = (rating, facts.puzzle().classic()) else {
            return FilterVerdict::Unrated;
        };
        if self.constraints.allows(puzzle, rating) {
            FilterVerdict::Kept
        } else {
            FilterVerdict::LeftOut
        }
    }
}

/// Proves a grid.
///
/// # Errors
/// If it does not have exactly one solution.
pub fn prove_facts(grid: AnyGrid, rated_as: RatedForm) -> Result<PuzzleFacts, String> {
    let puzzle = AnyPuzzle::prove(grid).map_err(|e| e.to_string())?;
    let symmetry = match &puzzle {
        AnyPuzzle::Classic(puzzle) => Symmetry::from_givens(puzzle.givens()),
        AnyPuzzle::Mini(puzzle) => Symmetry::from_small_givens(puzzle.givens()),
    };
    Ok(PuzzleFacts::new(puzzle, symmetry, Some(rated_as)))
}

/// A column that the facts about a puzzle fill.
#[derive(Clone)]
pub struct FactColumn(CatalogColumn);

impl FactColumn {
    /// Returns all columns that can be added, by the list of a catalogue's columns.
    fn all(rated_as: RatedForm) -> Vec<Self> {
        let columns = CatalogColumns::new(Some(rated_as), true).with_further();
        let computed = columns.iter().filter(|column| {
            column.name != "puzzle" && (column.is_fact() || column.name == SYMMETRY)
        });
        computed.cloned().map(Self).collect()
    }

    /// Returns true if this is the name of a column that can be added.
    pub fn is_name(name: &str) -> bool {
        Self::all(RatedForm::default()).iter().any(|column| column.0.name == name)
    }

    /// Returns the columns with these names.
    pub fn select(names: &[String], rated_as: RatedForm) -> Result<Vec<Self>, Failure> {
        let all = Self::all(rated_as);
        let mut selected: Vec<Self> = Vec::new();
        for name in names {
            let Some(column) = all.iter().find(|column| column.0.name == name) else {
                let names: Vec<_> = all.iter().map(|column| column.0.name).collect();
                let (known, found) = (names.join(", "), quote_names(&[name]));
                let message = format!("--add: expected one of {known}, found {found}");
                return Err(usage_error(message));
            };
            if !selected.iter().any(|other| other.0.name == name) {
                selected.push(column.clone());
            }
        }
        Ok(selected)
    }

    /// Returns the part of the column that a table shows. A puzzle without a rating has no number.
    pub fn head(&self) -> ColumnHead {
        let column_type = match &self.0.column_type {
            ColumnType::Integer(..) => ColumnType::OptionalNumber(true),
            ColumnType::Decimal(..) => ColumnType::OptionalNumber(false),
            other => other.clone(),
        };
        ColumnHead { column_type, ..self.0.head() }
    }

    /// Returns the value of a puzzle.
    pub fn value(&self, facts: &PuzzleFacts) -> FieldValue {
        self.0.fact(facts).unwrap_or_else(|| FieldValue::Word(facts.symmetry().name()))
    }
}

/// The name of the column of the symmetry of givens.
const SYMMETRY: &str = "symmetry";
