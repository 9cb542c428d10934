//! The rules of a slot: the one list of what its puzzle must be.
//!
//! ```text
//!   settings ──► Plan ──► SlotRules: a list of SlotRule, cheapest first
//!                           │
//!   making     check_givens, check_closure, check_rating ──► Refusal: a rule, and a remedy
//!   shortfall  sentence: what the attempts at the next puzzle were
//!   verify     Plan::violations: what a row has, and what the plan expects
//! ```
//!
//! A rule speaks as soon as it can: of the givens, of the closure of the band, or of the rating. A
//! new rule is a new case of [`SlotRule`], with a line in each of these functions.

use super::constraints::RatingConstraints;
use super::plan::Plan;
use super::quality_rules::{
    LATE_USE, QualityRule, excluded_technique, is_late_turn, is_of_several_singles, min_openings,
    min_width,
};
use crate::generate::{GivensMask, Look};
use crate::range::ClosedRange;
use crate::seed::Slot;
use explainer::{Rater, Rating, can_solve, has_need_of};
use grid::{Cell, CellSet, Grid, Puzzle, Symmetry};
use human::{
    Band, LadderClosure, LadderPath, LadderSteps, LowerSingles, Position, Rung, Seconds, StepKind,
    Technique, Tenths,
};
use smallvec::SmallVec;

/// A rule for the puzzle of a slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SlotRule {
    /// The number of givens is one of those that the plan allows.
    Count(ClosedRange<u8>),
    /// The givens are where this picture of the run, counted from 1, has them.
    Picture(usize),
    /// Each row, column and block has as many givens as the look allows.
    Look(ClosedRange<u8>),
    /// A person finds the puzzle as hard as its level says: one of these bands is the first that
    /// solves it.
    Consent(ClosedRange<Band>),
    /// No given can be left out.
    Minimal,
    /// The techniques of the band solve the puzzle, and it has a rating.
    Solvable,
    /// The puzzle is of the level or band.
    Rung,
    /// The puzzle has a quality that editors wish.
    Quality(QualityRule),
    /// The technique of the slot's chapter is the hardest one. In the last band it is also the
    /// hardest one on the path of the ladder.
    Taught(Technique),
    /// A technique of the course is the hardest one.
    Course,
    /// The rating is one of those that the plan allows.
    Er(ClosedRange<Tenths>),
    /// The expected time is one of those that the plan allows.
    Minutes(ClosedRange<u16>),
    /// The puzzle needs a technique or a pattern.
    Needs(StepKind),
    /// The puzzle needs none of the techniques and patterns that the plan excludes.
    Without,
}

impl SlotRule {
    /// Returns true if the end of the singles of lower bands decides, as for all rules that are
    /// checked before this one.
    const fn follows_from_singles(self) -> bool {
        matches!(
            self,
            Self::Solvable | Self::Rung | Self::Quality(QualityRule::Needed | QualityRule::NoSpike)
        )
    }
}

/// The rule that a puzzle breaks, and the change of its givens that may help.
#[derive(Debug)]
pub(super) struct Refusal {
    pub rule: SlotRule,
    pub remedy: GivensRemedy,
    /// True if each puzzle breaks the rule in which the singles of lower bands end where they do
    /// in this one.
    pub follows_from_singles: bool,
}

impl Refusal {
    /// Refuses a puzzle for what follows from more than the end of its singles.
    pub const fn new(rule: SlotRule, remedy: GivensRemedy) -> Self {
        Self { rule, remedy, follows_from_singles: false }
    }
}

/// The givens of a puzzle, with the end of the singles of lower bands and that of all techniques.
struct SolvedGivens<'a> {
    givens: &'a Grid,
    singles: &'a LowerSingles,
    closure: &'a LadderClosure,
}

/// The change of the givens that may help a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum GivensRemedy {
    /// Further givens in these cells.
    More(CellSet),
    Fewer,
    Other,
}

/// A value of a catalogue row that contradicts the plan of its run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    /// The column of the value.
    pub column: &'static str,
    /// The value that the row has, in words.
    pub found: String,
    /// The value that the plan asks for, in words.
    pub expected: String,
}

impl Violation {
    /// Describes a value of a column.
    pub fn new(
        column: &'static str,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) -> Self {
        Self { column, found: found.into(), expected: expected.into() }
    }
}

/// A puzzle of a catalogue, with its place there.
#[derive(Clone, Copy, Debug)]
pub struct CatalogPuzzle<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// The rating, if it is known.
    pub rating: Option<&'a Rating>,
    /// The level or band.
    pub rung: Rung,
    /// The number in the level or band; `None` if the row does not state it.
    pub number: Option<u64>,
    /// The symmetry of the givens.
    pub symmetry: Symmetry,
}

impl Plan {
    /// Returns what contradicts the plan: the first rule of givens that the puzzle breaks, and the
    /// first of all others.
    pub fn violations(&self, row: &CatalogPuzzle<'_>) -> Vec<Violation> {
        let mut rules = SlotRules::new(self, row.rung, row.number);
        rules.take_picture_of(row.puzzle.givens());
        let mut all = Vec::new();
        if let Err(rule) = rules.check_puzzle(row.puzzle, row.symmetry) {
            all.push(rules.violation_of_givens(rule, row.puzzle));
        }
        if rules.rung.band().is_none() && !self.rating.is_of_ratings() {
            return all;
        }
        let rating = match row.rating {
            Some(rating) => *rating,
            None => match Rater::new().rate(&self.rating.rated_as.form(row.puzzle)) {
                Ok(rating) => rating,
                Err(why) => {
                    all.push(Violation::new("puzzle", why.to_string(), "a rating"));
                    return all;
                }
            },
        };
        let checked = rules.check_closure(row.puzzle.givens());
        let checked = checked.and_then(|()| rules.check_rating(row.puzzle, &rating));
        if let Err(Refusal { rule, .. }) = checked {
            all.push(rules.violation_of_rating(rule, &rating));
        }
        all
    }
}

/// Rules, the cheapest first. Those of a usual slot ask for no memory.
type RuleList = SmallVec<[SlotRule; 16]>;

/// The rules for the puzzle of a slot.
pub(super) struct SlotRules<'a> {
    plan: &'a Plan,
    pub rung: Rung,
    /// The turn of [`Plan::turn`].
    turn: u64,
    list: RuleList,
}

impl<'a> SlotRules<'a> {
    /// Makes the list of a slot. Without a number, the rules that depend on it are left out.
    pub fn new(plan: &'a Plan, rung: Rung, number: Option<u64>) -> Self {
        let Plan { givens, rating, .. } = plan;
        let slot = number.map(|number| Slot { rung, number });
        let turn = slot.map_or(0, |slot| plan.turn(slot));
        let mut list = RuleList::new();
        list.extend(givens.count.map(SlotRule::Count));
        if slot.is_some() || givens.patterns.len() == 1 {
            list.extend(givens.pattern(turn).map(|(number, _)| SlotRule::Picture(number)));
        }
        if givens.patterns.is_empty() && givens.look != Look::Published {
            list.push(SlotRule::Look(givens.look.givens_per_house(rung, plan.max_givens(rung))));
            if let Rung::Level(level) = rung {
                list.push(SlotRule::Consent(Look::consenting_bands(level, slot.map(|_| turn))));
            }
        }
        if givens.minimal {
            list.push(SlotRule::Minimal);
        }
        list.extend([SlotRule::Solvable, SlotRule::Rung]);
        if let (Some(_), Some(band)) = (slot, rung.band()) {
            list.extend(rating.quality_rules(band).map(SlotRule::Quality));
        }
        list.extend(rating.filters(slot.and_then(|slot| plan.taught_technique(slot))));
        Self { plan, rung, turn, list }
    }

    /// Asks for another picture of the run instead of the slot's own.
    pub fn take_picture(&mut self, number: usize) {
        for rule in &mut self.list {
            if let SlotRule::Picture(own) = rule {
                *own = number;
            }
        }
    }

    /// Asks for the picture that these givens show, if it may stand for the slot's own.
    pub fn take_picture_of(&mut self, givens: &Grid) {
        if let Some(substitute) = self.plan.givens.substitute(self.turn, givens) {
            self.take_picture(substitute.taken);
        }
    }

    /// Returns true if a rule, or the catalogue, asks for a rating.
    pub fn should_rate(&self) -> bool {
        self.plan.has_ratings() || self.plan.rating.is_of_ratings()
    }

    /// Checks the givens of a puzzle.
    ///
    /// # Errors
    /// The first rule that they break.
    pub fn check_givens(&self, givens: &Grid) -> Result<(), SlotRule> {
        match self.list.iter().find(|rule| !self.is_kept_by(givens, **rule)) {
            Some(rule) => Err(*rule),
            None => Ok(()),
        }
    }

    /// Returns true if these givens keep a rule, or if the rule asks for more than givens.
    fn is_kept_by(&self, givens: &Grid, rule: SlotRule) -> bool {
        match rule {
            SlotRule::Count(range) => range.contains(givens.filled_count()),
            SlotRule::Picture(number) => self.picture(number).first_difference(givens).is_none(),
            SlotRule::Look(range) => Look::uneven_house(givens, range).is_none(),
            SlotRule::Consent(bands) => Look::has_consent(givens, bands),
            _ => true,
        }
    }

    /// Returns the picture of the run with this number, counted from 1.
    pub fn picture(&self, number: usize) -> GivensMask {
        self.plan.givens.patterns[number - 1]
    }

    /// Checks the givens of a puzzle, and that it is minimal.
    ///
    /// # Errors
    /// The first rule that it breaks.
    pub fn check_puzzle(&self, puzzle: &Puzzle, symmetry: Symmetry) -> Result<(), SlotRule> {
        self.check_givens(puzzle.givens())?;
        if self.list.contains(&SlotRule::Minimal) && !symmetry.is_minimal(puzzle) {
            return Err(SlotRule::Minimal);
        }
        Ok(())
    }

    /// Begins the closure of a puzzle by the techniques of the slot's band: with the singles of
    /// lower bands. `None` for a level.
    pub fn lower_singles(&self, givens: &Grid) -> Option<LowerSingles> {
        Some(LowerSingles::new(self.rung.band()?, givens))
    }

    /// Checks all that follows from the closure of a puzzle by the techniques of the slot's band.
    /// If a band below the last one accepts the puzzle, the closure proves that the puzzle has one
    /// solution.
    ///
    /// # Errors
    /// The first rule that the puzzle breaks.
    pub fn check_closure(&self, givens: &Grid) -> Result<(), Refusal> {
        match self.lower_singles(givens) {
            Some(singles) => self.check_closure_from(singles, givens),
            None => Ok(()),
        }
    }

    /// Checks like [`Self::check_closure`], from a closure that was begun.
    ///
    /// # Errors
    /// The first rule that the puzzle breaks.
    pub fn check_closure_from(
        &self,
        mut singles: LowerSingles,
        givens: &Grid,
    ) -> Result<(), Refusal> {
        let Some(band) = self.rung.band() else { return Ok(()) };
        singles.fill();
        let mut closure = singles.closure();
        closure.run(band.min(Band::Diabolical).ladder_steps());
        let is_beyond = match band {
            Band::Extreme => !closure.is_solved(),
            _ => band <= Band::Medium || closure.hardest().band() == band,
        };
        for &rule in &self.list {
            let remedy = match rule {
                SlotRule::Solvable if band < Band::Extreme && !closure.is_solved() => {
                    Some(GivensRemedy::More(closure.open_cells()))
                }
                SlotRule::Rung if !is_beyond => Some(GivensRemedy::Fewer),
                SlotRule::Quality(rule) => {
                    let solved = SolvedGivens { givens, singles: &singles, closure: &closure };
                    self.quality_remedy(rule, band, &solved)
                }
                SlotRule::Taught(technique)
                    if band < Band::Extreme && closure.hardest() != technique.into() =>
                {
                    Some(GivensRemedy::Other)
                }
                _ => None,
            };
            if let Some(remedy) = remedy {
                let follows_from_singles = rule.follows_from_singles();
                return Err(Refusal { rule, remedy, follows_from_singles });
            }
        }
        Ok(())
    }

    /// Returns the remedy if a puzzle, which the band solves by this closure, misses a quality.
    fn quality_remedy(
        &self,
        rule: QualityRule,
        band: Band,
        SolvedGivens { givens, singles, closure }: &SolvedGivens<'_>,
    ) -> Option<GivensRemedy> {
        let is_met = match rule {
            QualityRule::Needed => closure.hardest().band() >= band,
            QualityRule::NoSpike => match band {
                Band::Medium => {
                    !is_of_several_singles(self.turn) || singles.need_several_naked_singles()
                }
                Band::Hard | Band::Fiendish | Band::Diabolical => {
                    singles.need_several_removals(band)
                }
                _ => true,
            },
            QualityRule::SecondCrux => {
                !is_late_turn(band, self.turn) || band.has_late_use(givens, LATE_USE)
            }
            QualityRule::Variety => excluded_technique(band, self.turn) != Some(closure.hardest()),
            QualityRule::Openings => Band::Easy.open_cells(givens) >= min_openings(band),
            QualityRule::NoNeedle => {
                let width = min_width(band);
                width == 0 || band.narrowest_round(givens, width) >= width
            }
            // Hidden singles alone solve the puzzles, so their time needs no rating.
            QualityRule::Window if band < Band::Medium => {
                return window_remedy(band, Seconds::from_singles(givens));
            }
            QualityRule::Window => true,
        };
        let remedy = match rule {
            QualityRule::Needed => GivensRemedy::Fewer,
            QualityRule::Openings | QualityRule::NoNeedle => GivensRemedy::More(CellSet::FULL),
            _ => GivensRemedy::Other,
        };
        if is_met { None } else { Some(remedy) }
    }

    /// Checks all that follows from the rating of a puzzle.
    ///
    /// # Errors
    /// The first rule that the puzzle breaks.
    pub fn check_rating(&self, puzzle: &Puzzle, rating: &Rating) -> Result<(), Refusal> {
        for &rule in &self.list {
            let remedy = match (rule, self.rung.band()) {
                (SlotRule::Rung, Some(band)) if rating.band < band => Some(GivensRemedy::Fewer),
                (SlotRule::Rung, Some(band)) if rating.band > band => {
                    Some(GivensRemedy::More(CellSet::FULL))
                }
                (SlotRule::Quality(QualityRule::Window), Some(band)) => {
                    window_remedy(band, rating.seconds)
                }
                _ if !self.plan.rating.meets(rule, puzzle, rating) => Some(GivensRemedy::Other),
                _ => None,
            };
            if let Some(remedy) = remedy {
                return Err(Refusal::new(rule, remedy));
            }
        }
        Ok(())
    }

    /// Returns the predicate of the sentence in which a shortfall tells of the attempts that broke
    /// a rule.
    pub fn sentence(&self, rule: SlotRule) -> String {
        let place = format!("level {}", self.rung.key());
        match rule {
            SlotRule::Count(range) => format!("had other numbers of givens than {range}"),
            SlotRule::Picture(number) => format!("had other givens than picture {number}"),
            SlotRule::Look(ClosedRange { from, to }) => {
                format!("had a row, column or block without {from} to {to} givens")
            }
            SlotRule::Consent(bands) => format!("were not of {}", human_levels(bands)),
            SlotRule::Minimal => "were not minimal".to_owned(),
            SlotRule::Solvable if matches!(self.rung, Rung::Level(_)) => "had no rating".to_owned(),
            SlotRule::Solvable => format!("were too hard for {place}"),
            SlotRule::Rung => format!("missed {place}"),
            SlotRule::Quality(rule) => format!("missed the wish {}", rule.name()),
            SlotRule::Taught(technique) => format!("did not need {technique}"),
            SlotRule::Course => {
                format!("had another hardest technique than {}", self.plan.rating.course)
            }
            SlotRule::Er(range) => format!("were rated outside {range}"),
            SlotRule::Minutes(range) => format!("had other expected times than {range} minutes"),
            SlotRule::Needs(kind) => format!("did not need {kind}"),
            SlotRule::Without => format!("needed {}", self.plan.rating.avoided()),
        }
    }

    /// Describes a puzzle that breaks a rule of givens.
    fn violation_of_givens(&self, rule: SlotRule, puzzle: &Puzzle) -> Violation {
        match rule {
            SlotRule::Count(range) => {
                let found = format!("{} givens", puzzle.givens_count());
                Violation::new("clues", found, format!("{range} givens"))
            }
            SlotRule::Picture(number) => {
                let mask = self.picture(number);
                let cell = mask.first_difference(puzzle.givens()).expect("there is a difference");
                let expected = if mask.contains(cell) { "a given" } else { "no given" };
                let expected = format!("the picture {number} of the run, with {expected} there");
                Violation::new("puzzle", format!("{cell} is not as in the picture"), expected)
            }
            SlotRule::Look(range @ ClosedRange { from, to }) => {
                let house = Look::uneven_house(puzzle.givens(), range).expect("there is one");
                let is_given = |cell: &&Cell| puzzle.givens()[**cell].is_some();
                let found = match house.cells().iter().filter(is_given).count() {
                    9 => format!("{house} is complete"),
                    0 => format!("{house} is empty"),
                    n => format!("{house} has {n} givens"),
                };
                let expected = format!("{from} to {to} givens in each row, column and block");
                Violation::new("puzzle", found, expected)
            }
            SlotRule::Minimal => {
                Violation::new("minimal", "givens can be left out", "a minimal puzzle")
            }
            SlotRule::Consent(bands) => {
                let band = Band::solving(puzzle.givens());
                let found = human_levels(ClosedRange { from: band, to: band });
                Violation::new("puzzle", found, human_levels(bands))
            }
            _ => unreachable!("{rule:?} asks for more than givens"),
        }
    }

    /// Describes a puzzle of a rating that breaks another rule.
    fn violation_of_rating(&self, rule: SlotRule, rating: &Rating) -> Violation {
        let RatingConstraints { course, .. } = &self.plan.rating;
        let hardest = format!("{} as the hardest technique", rating.hardest);
        let (column, found, expected) = match rule {
            SlotRule::Quality(rule) => {
                let found = format!("the wish {} is missed", rule.name());
                ("puzzle", found, "a puzzle that meets all wishes".to_owned())
            }
            SlotRule::Taught(technique) => {
                ("puzzle", hardest, format!("a puzzle that needs {technique}, and nothing harder"))
            }
            SlotRule::Course => {
                ("puzzle", hardest, format!("one of {course} as the hardest technique"))
            }
            SlotRule::Er(range) => {
                ("er", format!("a rating of {}", rating.er), format!("one in {range}"))
            }
            SlotRule::Minutes(range) => {
                let found = format!("{:.1} expected minutes", rating.minutes());
                ("seconds", found, format!("{range} minutes"))
            }
            SlotRule::Needs(kind) => {
                ("puzzle", format!("{kind} is not needed"), format!("a puzzle that needs {kind}"))
            }
            SlotRule::Without => {
                let avoided = self.plan.rating.avoided();
                ("puzzle", format!("{avoided} is needed"), format!("a puzzle without {avoided}"))
            }
            _ => ("puzzle", "another level".to_owned(), format!("a puzzle of {}", self.rung)),
        };
        Violation::new(column, found, expected)
    }
}

impl RatingConstraints {
    /// Returns true if a filter or the course depends on ratings. Quality rules do not count.
    pub fn is_of_ratings(&self) -> bool {
        !self.filters(None).is_empty()
    }

    /// Returns true if a puzzle of this rating passes all filters, in any slot.
    pub fn allows(&self, puzzle: &Puzzle, rating: &Rating) -> bool {
        self.filters(None).into_iter().all(|rule| self.meets(rule, puzzle, rating))
    }

    /// Returns the filters, the cheapest first. `taught` is the technique that a slot teaches;
    /// `None` stands for any slot.
    fn filters(&self, taught: Option<Technique>) -> RuleList {
        let mut filters = RuleList::new();
        match taught {
            Some(technique) => filters.push(SlotRule::Taught(technique)),
            None if self.course.is_empty() => {}
            None => filters.push(SlotRule::Course),
        }
        filters.extend(self.er.map(SlotRule::Er));
        filters.extend(self.minutes.map(SlotRule::Minutes));
        filters.extend(self.needs.iter().copied().map(SlotRule::Needs));
        if !self.without.is_empty() {
            filters.push(SlotRule::Without);
        }
        filters
    }

    /// Returns the quality rules of a band, the cheapest first. A wish for techniques or ratings
    /// replaces their variety, and a wish for times replaces the window.
    fn quality_rules(&self, band: Band) -> impl Iterator<Item = QualityRule> {
        let is_of_techniques =
            !(self.needs.is_empty() && self.without.is_empty() && self.er.is_none());
        QualityRule::CHEAPEST_FIRST.into_iter().filter(move |rule| {
            let is_replaced = match rule {
                QualityRule::Window => self.minutes.is_some(),
                QualityRule::Variety => is_of_techniques,
                _ => false,
            };
            self.rules.contains(rule) && rule.is_of_band(band) && !is_replaced
        })
    }

    /// Returns true if a puzzle of this rating passes a filter. Other rules ask for more than the
    /// rating.
    fn meets(&self, rule: SlotRule, puzzle: &Puzzle, rating: &Rating) -> bool {
        let needs = |kinds: &[StepKind]| has_need_of(rating.band.all_steps(), kinds, puzzle);
        match rule {
            SlotRule::Taught(technique) => {
                let kind = technique.into();
                has_hardest(puzzle, rating, technique)
                    && (rating.band < Band::Extreme
                        || hardest_on_path(puzzle.givens()) == Some(kind))
            }
            SlotRule::Course => {
                let mut techniques = self.course.in_band(rating.band);
                techniques.any(|technique| has_hardest(puzzle, rating, technique))
            }
            SlotRule::Er(range) => range.contains(rating.er),
            SlotRule::Minutes(range) => range.contains(rating.minutes()),
            SlotRule::Needs(kind) => needs(&[kind]),
            SlotRule::Without => !needs(&self.without),
            _ => true,
        }
    }

    /// Returns the techniques and patterns that no puzzle should need, as words.
    fn avoided(&self) -> String {
        let names: Vec<_> = self.without.iter().map(|kind| kind.name()).collect();
        names.join(" or ")
    }
}

/// Returns the words for a range of bands.
fn human_levels(ClosedRange { from, to }: ClosedRange<Band>) -> String {
    let (from, to) = (from.number(), to.number());
    match to - from {
        0 => format!("human level {from}"),
        1 => format!("human level {from} or {to}"),
        _ => format!("human levels {from} to {to}"),
    }
}

/// Returns true if the technique is the hardest that the puzzle needs, both by the ladder and by
/// the rating.
fn has_hardest(puzzle: &Puzzle, rating: &Rating, technique: Technique) -> bool {
    let kind = StepKind::from(technique);
    if rating.hardest != technique {
        return false;
    }
    if rating.band < Band::Extreme {
        let mut closure = LadderClosure::new(puzzle.givens());
        closure.run(rating.band.ladder_steps());
        return closure.hardest() == kind;
    }
    let steps = LadderSteps::up_to(kind);
    has_need_of(steps, &[kind], puzzle) && can_solve(steps, puzzle)
}

/// Returns the hardest kind of step on the path of the ladder, from which the book of a course
/// takes its explanations in the last band.
fn hardest_on_path(givens: &Grid) -> Option<StepKind> {
    let path = LadderPath::new(Position::new(givens));
    path.map(|told| told.kind()).max_by_key(|kind| kind.ladder_key())
}

/// Returns the remedy if an expected time is outside the window of a band.
fn window_remedy(band: Band, Seconds(seconds): Seconds) -> Option<GivensRemedy> {
    let window = band.window();
    if seconds < f64::from(*window.start()) {
        return Some(GivensRemedy::Fewer);
    }
    let is_over = seconds > f64::from(*window.end());
    if is_over { Some(GivensRemedy::More(CellSet::FULL)) } else { None }
}
