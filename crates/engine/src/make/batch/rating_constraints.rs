//! Constraints on the ratings of puzzles in addition to level or band: filters, quality rules and a
//! course.
//!
//! [`RatingConstraints::rows`] is the one list of filters: a batch judges its candidates by the
//! rows, `verify` the puzzles of a file, and a shortfall is explained by them. A new filter is a
//! new row.

use super::error::PlanError;
use super::givens_constraints::Violation;
use super::quality_rules::{QualityRule, band_norms};
use super::range::{ErRange, MinutesRange};
use crate::human::course::Course;
use crate::human::grade::{Band, RatedForm, Rater, Rating, Tenths};
use crate::human::ladder::Rung;
use crate::human::logic::{ChainPattern, StepKind, TECHNIQUE_GROUPS, Technique, TechniqueSet};
use crate::sudoku::puzzle::Puzzle;
use std::cell::OnceCell;
use std::collections::BTreeSet;

/// The constraints on the ratings of puzzles in addition to level or band.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RatingConstraints {
    /// The allowed ratings.
    pub er: Option<ErRange>,
    /// The allowed expected times.
    pub minutes: Option<MinutesRange>,
    /// Techniques that the puzzle needs: without any one of them, the other techniques of its band
    /// do not solve it. Patterns that steps of the puzzle as it is printed have; such a step is
    /// taken only where everything easier is stuck.
    pub needs: Vec<StepKind>,
    /// Techniques that the puzzle does not need: the other techniques of its band solve it without
    /// all of these. Patterns that no step of the puzzle as it is printed has.
    pub without: Vec<StepKind>,
    /// The quality rules for puzzles of bands 3 to 6.
    pub rules: Vec<QualityRule>,
    /// The techniques that the puzzles teach: each puzzle needs the technique of its chapter, and
    /// nothing harder.
    pub course: Course,
    /// The form of a puzzle that is rated, and that must meet the constraints.
    pub rated_as: RatedForm,
}

/// No filter, and every quality rule.
impl Default for RatingConstraints {
    fn default() -> Self {
        let (needs, without) = (Vec::new(), Vec::new());
        let (rules, course) = (QualityRule::ALL.to_vec(), Course::default());
        let rated_as = RatedForm::default();
        Self { er: None, minutes: None, needs, without, rules, course, rated_as }
    }
}

/// The row of the technique that a slot teaches, if it teaches one. It is judged before the others.
pub(super) const TAUGHT_ROW: usize = 0;

/// A row of the list of constraints.
pub(super) struct ConstraintRow<'a> {
    /// The catalogue column of the value that the row demands.
    column: &'static str,
    /// The demand, as `verify` writes it.
    expected: String,
    /// The predicate of the sentence in which a shortfall tells of the puzzles that fail the row.
    pub shortfall: String,
    /// Returns true if a puzzle meets the row.
    pub is_met: PuzzleTest<'a>,
    /// Describes what a puzzle has instead.
    found: Box<dyn Fn(&Rating) -> String + 'a>,
}

type PuzzleTest<'a> = Box<dyn Fn(&RatedPuzzle<'_>) -> bool + 'a>;

/// A rated puzzle that is judged by the rows.
pub(super) struct RatedPuzzle<'a> {
    pub printed: &'a Puzzle,
    /// The form that was rated.
    pub form: &'a Puzzle,
    pub rating: &'a Rating,
    /// The techniques of the path. The puzzle needs no other. All, if the path is unknown.
    pub used: TechniqueSet,
    /// The patterns of the path of `printed`.
    pub patterns: OnceCell<BTreeSet<ChainPattern>>,
}

impl RatedPuzzle<'_> {
    /// Returns true if the other techniques of the band do not solve the puzzle, or if a step has
    /// one of the patterns.
    fn needs(&self, kinds: &[StepKind]) -> bool {
        let off: Vec<_> = kinds.iter().filter_map(|kind| kind.technique()).collect();
        if off.iter().any(|&technique| self.used.contains(technique))
            && is_unsolvable_without(self.form, self.rating.band, &off)
        {
            return true;
        }
        kinds.iter().filter_map(|kind| kind.pattern()).any(|pattern| {
            self.patterns.get_or_init(|| Rater::new().patterns(self.printed)).contains(&pattern)
        })
    }
}

impl RatingConstraints {
    /// Returns true if a filter or the course depends on ratings. Quality rules do not count.
    pub fn is_of_ratings(&self) -> bool {
        !self.rows(None).is_empty()
    }

    /// Returns the list of constraints, the cheapest first. `taught` is the technique that a slot
    /// teaches; `None` stands for any slot.
    pub(super) fn rows(&self, taught: Option<Technique>) -> Vec<ConstraintRow<'_>> {
        let mut rows = Vec::new();
        if let Some(taught) = taught {
            rows.push(needs_row(taught.into(), Box::new(move |it| it.rating.hardest == taught)));
        } else if !self.course.is_empty() {
            rows.push(ConstraintRow {
                column: "hardest",
                expected: format!("one of {}", self.course),
                shortfall: String::new(),
                is_met: Box::new(|it| self.course.has_technique(it.rating.hardest)),
                found: Box::new(|rating| format!("{} as the hardest technique", rating.hardest)),
            });
            rows.push(ConstraintRow {
                column: "puzzle",
                expected: "a puzzle that needs its hardest technique".to_owned(),
                shortfall: String::new(),
                is_met: Box::new(|it| is_stuck_below(it.form, it.rating.hardest)),
                found: Box::new(|rating| format!("{} is not needed", rating.hardest)),
            });
        }
        if let Some(range) = self.er {
            rows.push(ConstraintRow {
                column: "er",
                expected: format!("one in {range}"),
                shortfall: format!("were rated outside {range}"),
                is_met: Box::new(move |it| range.contains(it.rating.er)),
                found: Box::new(|rating| format!("a rating of {}", rating.er)),
            });
        }
        if let Some(range) = self.minutes {
            rows.push(ConstraintRow {
                column: "seconds",
                expected: format!("{range} minutes"),
                shortfall: format!("had other expected times than {range} minutes"),
                is_met: Box::new(move |it| range.contains(it.rating.minutes())),
                found: Box::new(|rating| format!("{:.1} expected minutes", rating.minutes())),
            });
        }
        for &kind in &self.needs {
            rows.push(needs_row(kind, Box::new(move |it| it.needs(&[kind]))));
        }
        if !self.without.is_empty() {
            let names: Vec<_> = self.without.iter().map(|kind| kind.name()).collect();
            let avoided = names.join(" or ");
            rows.push(ConstraintRow {
                column: "puzzle",
                expected: format!("a puzzle without {avoided}"),
                shortfall: format!("needed {avoided}"),
                is_met: Box::new(|it| !it.needs(&self.without)),
                found: Box::new(move |_| format!("{avoided} is needed")),
            });
        }
        rows
    }

    /// Returns the first row that a puzzle violates. Rates the puzzle if the caller has no rating.
    /// Does not check level, band and quality rules.
    pub fn violation(&self, printed: &Puzzle, rating: Option<&Rating>) -> Option<Violation> {
        let rows = self.rows(None);
        if rows.is_empty() {
            return None;
        }
        let form = &self.rated_as.form(printed);
        let rating = match rating {
            Some(rating) => *rating,
            None => match Rater::new().rate(form) {
                Ok(rating) => rating,
                Err(why) => return Some(Violation::new("puzzle", why.to_string(), "a rating")),
            },
        };
        let (used, patterns) = (TechniqueSet::ALL, OnceCell::new());
        let puzzle = RatedPuzzle { printed, form, rating: &rating, used, patterns };
        let row = rows.into_iter().find(|row| !(row.is_met)(&puzzle))?;
        Some(Violation::new(row.column, (row.found)(&rating), row.expected))
    }

    /// Returns the highest acceptable rating, if there is one.
    pub(super) fn ceiling(&self, rung: Rung) -> Option<Tenths> {
        let of_band = rung.band().and_then(Band::ceiling);
        [self.er.map(|er| er.to), of_band].into_iter().flatten().min()
    }

    /// Rejects constraints that no puzzle can meet, by the ratings of bands and techniques.
    pub(super) fn check(&self, rungs: impl Iterator<Item = Rung>) -> Result<(), PlanError> {
        if let Some(both) = self.needs.iter().find(|technique| self.without.contains(technique)) {
            return Err(PlanError::NeededAndNot(*both));
        }
        for rung in rungs {
            let mut least: Vec<_> = self.needs.iter().map(|kind| lowest(*kind)).collect();
            let mut most = Vec::new();
            if let Some(er) = self.er {
                least.push((er.from, format!("the range {er}")));
                most.push((er.to, format!("the range {er}")));
            }
            if let Rung::Band(band) = rung {
                least.extend(self.floor(band));
                most.extend(band.ceiling().map(|er| (er, "the level".to_owned())));
            }
            if let (Some(least), Some(most)) = (least.into_iter().max(), most.into_iter().min())
                && least.0 > most.0
            {
                return Err(PlanError::NoRating { rung, least, most });
            }
        }
        Ok(())
    }

    /// Returns the lowest rating of a band and its reason. Returns `None` if a puzzle of the band
    /// may be rated lower, because the band below has a maximum load.
    fn floor(&self, band: Band) -> Option<(Tenths, String)> {
        let below = Band::new(band.number() - 1)?;
        let why = match below.max_load() {
            None => "the level",
            Some(_) if band_norms(band).is_some() && self.rules.contains(&QualityRule::Needed) => {
                "the wish needed"
            }
            Some(_) => return None,
        };
        Some((Tenths(below.ceiling()?.0 + 1), why.to_owned()))
    }
}

/// Returns the row of a technique or a pattern that a puzzle needs.
fn needs_row(kind: StepKind, is_met: PuzzleTest<'_>) -> ConstraintRow<'_> {
    ConstraintRow {
        column: "puzzle",
        expected: format!("a puzzle that needs {kind}"),
        shortfall: format!("did not need {kind}"),
        is_met,
        found: Box::new(move |_| format!("{kind} is not needed")),
    }
}

/// Returns the lowest rating of a puzzle that needs a technique or a pattern, which is that of its
/// step.
fn lowest(kind: StepKind) -> (Tenths, String) {
    let technique = match kind {
        StepKind::Technique(technique) => technique,
        StepKind::Pattern(pattern) => pattern.technique(),
    };
    let mut groups = TECHNIQUE_GROUPS.iter();
    // Some techniques share a group with one that is rated lower.
    let lowest = match technique {
        Technique::HiddenSingleLine => Tenths(15),
        Technique::ForcingXChain => Tenths(66),
        Technique::XyCycle | Technique::ForcingChain => Tenths(70),
        _ => match groups.find(|group| group.techniques.contains(&technique)) {
            Some(group) => group.lowest,
            None => Tenths(0),
        },
    };
    (lowest, format!("{kind} is needed"))
}

/// Returns true if the techniques before this one do not solve a puzzle.
fn is_stuck_below(puzzle: &Puzzle, technique: Technique) -> bool {
    let mut easier = TechniqueSet::range(Technique::LastCell, technique);
    easier.remove(technique);
    Rater::new().with_techniques(easier).rate(puzzle).is_err()
}

/// Returns true if the techniques of a band, without those in `off`, do not solve a puzzle.
pub fn is_unsolvable_without(puzzle: &Puzzle, band: Band, off: &[Technique]) -> bool {
    let mut allowed = band.techniques();
    off.iter().for_each(|&technique| allowed.remove(technique));
    let mut rater = Rater::new().with_techniques(allowed);
    if let Some(ceiling) = band.ceiling() {
        rater = rater.with_ceiling(ceiling);
    }
    rater.rate(puzzle).is_err()
}
