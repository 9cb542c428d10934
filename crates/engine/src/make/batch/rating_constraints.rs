//! Constraints on the ratings of puzzles in addition to level or band: filters, quality rules and a
//! course.

use super::error::PlanError;
use super::givens_constraints::Violation;
use super::quality_rules::{QualityRule, band_norms};
use super::range::{ErRange, MinutesRange};
use crate::human::course::Course;
use crate::human::grade::{Band, RatedForm, Rater, Rating, Tenths};
use crate::human::ladder::Rung;
use crate::human::logic::{
    ChainPattern, StepKind, TECHNIQUE_GROUPS, Technique, TechniqueGroup, TechniqueSet,
};
use crate::sudoku::puzzle::Puzzle;

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

impl RatingConstraints {
    /// Returns true if a filter or the course depends on ratings. Quality rules do not count.
    pub fn is_of_ratings(&self) -> bool {
        let is_filtered = self.er.is_some() || self.minutes.is_some();
        let is_taught = !self.course.is_empty();
        is_filtered || is_taught || !self.needs.is_empty() || !self.without.is_empty()
    }

    /// Returns the first filter that a puzzle violates, or the course. Rates the puzzle if the
    /// caller has no rating. Does not check level, band and quality rules.
    pub fn violation(&self, puzzle: &Puzzle, rating: Option<&Rating>) -> Option<Violation> {
        if !self.is_of_ratings() {
            return None;
        }
        let violation = |column, found, expected| Some(Violation { column, found, expected });
        let unneeded = |technique: Technique| {
            let found = format!("{technique} is not needed");
            violation("puzzle", found, format!("a puzzle that needs {technique}"))
        };
        let printed = puzzle;
        let puzzle = &self.rated_as.form(puzzle);
        let rating = match rating.copied().map_or_else(|| Rater::new().rate(puzzle), Ok) {
            Ok(rating) => rating,
            Err(unrated) => return violation("puzzle", unrated.to_string(), "a rating".to_owned()),
        };
        let is_needed = |off: &[Technique]| is_unsolvable_without(puzzle, rating.band, off);
        let (er, hardest, minutes) = (rating.er, rating.hardest, rating.seconds.0 / 60.0);
        if let Some(range) = self.er.filter(|range| !range.contains(er)) {
            return violation("er", format!("a rating of {er}"), format!("one in {range}"));
        }
        if let Some(range) = self.minutes.filter(|range| !range.contains(minutes)) {
            let found = format!("{minutes:.1} expected minutes");
            return violation("seconds", found, format!("{range} minutes"));
        }
        if !self.course.is_empty() {
            if !self.course.has_technique(hardest) {
                let found = format!("{hardest} as the hardest technique");
                return violation("hardest", found, format!("one of {}", self.course));
            }
            if !is_stuck_below(puzzle, hardest) {
                return unneeded(hardest);
            }
        }
        let [needs, without] = self.needs_and_without(StepKind::technique);
        if let Some(technique) = needs.into_iter().find(|&technique| !is_needed(&[technique])) {
            return unneeded(technique);
        }
        if !without.is_empty() && is_needed(&without) {
            let avoided: Vec<_> = without.iter().map(|technique| technique.name()).collect();
            let avoided = avoided.join(" or ");
            let expected = format!("a puzzle without {avoided}");
            return violation("puzzle", format!("{avoided} is needed"), expected);
        }
        let (pattern, is_found) = self.wrong_pattern(printed)?;
        let [some, none] =
            ["a", "no"].map(|word| format!("{word} step with the pattern {pattern}"));
        let (found, expected) = if is_found { (some, none) } else { (none, some) };
        violation("puzzle", found, expected)
    }

    /// Returns the first pattern that a puzzle, as it is printed, needs and lacks, or must avoid
    /// and has; and true if the puzzle has it.
    pub(super) fn wrong_pattern(&self, printed: &Puzzle) -> Option<(ChainPattern, bool)> {
        let [needs, without] = self.needs_and_without(StepKind::pattern);
        if needs.is_empty() && without.is_empty() {
            return None;
        }
        let found = Rater::new().patterns(printed);
        let wrong = |patterns: Vec<ChainPattern>, is_found| {
            let pattern = patterns.into_iter().find(|one| found.contains(one) == is_found);
            pattern.map(|pattern| (pattern, is_found))
        };
        wrong(needs, false).or_else(|| wrong(without, true))
    }

    /// Returns the techniques alone, or the patterns alone, that the puzzle needs and that it must
    /// avoid.
    pub(super) fn needs_and_without<T>(&self, part: impl Fn(StepKind) -> Option<T>) -> [Vec<T>; 2] {
        [&self.needs, &self.without]
            .map(|kinds| kinds.iter().filter_map(|kind| part(*kind)).collect())
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

/// Returns the lowest rating of a puzzle that needs a technique or a pattern, which is that of its
/// step.
fn lowest(kind: StepKind) -> (Tenths, String) {
    let technique = match kind {
        StepKind::Technique(technique) => technique,
        StepKind::Pattern(pattern) => pattern.technique(),
    };
    let of = |group: &&TechniqueGroup| group.techniques.contains(&technique);
    // Some techniques share a group with one that is rated lower.
    let lowest = match technique {
        Technique::HiddenSingleLine => Tenths(15),
        Technique::ForcingXChain => Tenths(66),
        Technique::XyCycle | Technique::ForcingChain => Tenths(70),
        _ => TECHNIQUE_GROUPS.iter().find(of).map_or(Tenths(0), |group| group.lowest),
    };
    (lowest, format!("{kind} is needed"))
}

/// Returns true if the techniques before this one do not solve a puzzle.
fn is_stuck_below(puzzle: &Puzzle, technique: Technique) -> bool {
    let mut easier = TechniqueSet::NONE;
    Technique::ALL.iter().filter(|&&own| own < technique).for_each(|&own| easier.insert(own));
    Rater::new().with_techniques(easier).rate(puzzle).is_err()
}

/// Returns true if the techniques of a band, without those in `off`, do not solve a puzzle.
pub fn is_unsolvable_without(puzzle: &Puzzle, band: Band, off: &[Technique]) -> bool {
    let mut allowed: TechniqueSet = band.techniques();
    off.iter().for_each(|&technique| allowed.remove(technique));
    let rater = || Rater::new().with_techniques(allowed);
    let mut rater = band.ceiling().map_or_else(rater, |ceiling| rater().with_ceiling(ceiling));
    rater.rate(puzzle).is_err()
}
