//! Computes hints, times and lessons from the puzzles of a book, once for all layout attempts.

use crate::layout::chapters::Chapter;
use crate::model::insight::steps;
use crate::model::lesson_examples::{BookClasses, LessonExample, clearest_step};
use crate::model::walkthrough::PlannedWalkthrough;
use crate::model::{
    BookDesign, BookOptions, HintTexts, Insight, Lesson, ListWords, MinuteRange, PartName,
    PuzzleHint, PuzzleKinds, PuzzleLabel, PuzzleSequence, TechniqueUse, VolumeChapter,
};
use crate::parts;
use explain::HintStrength;
use explainer::{RatedForm, Rater};
use human::StepKind;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// A technique has a page if at least this many puzzles need it.
const MIN_NEEDED: usize = 3;

/// Hints, times and needed techniques of all puzzles, in the order of the book. Lists of parts that
/// the book lacks are empty.
pub struct BookInsights {
    insights: Vec<Insight>,
    /// The words of the hint for each puzzle that has one, if the hints are no table.
    pub hints: ListWords,
    /// The words of the table of hints; empty if the hints are no table.
    pub hint_texts: Vec<Option<HintTexts>>,
    /// The hardest technique on the shortest way of each puzzle, if the puzzles are labelled so.
    pub techniques: PuzzleKinds,
    /// The words of the time for each puzzle.
    pub times: ListWords,
    /// An upper bound of the printed numbers, for the width of the numbers in lists.
    pub largest: usize,
}

impl BookInsights {
    pub fn new(
        parts: &[String],
        options: &BookOptions,
        (sequence, chapters): (&PuzzleSequence, &[Chapter]),
        design: &BookDesign,
    ) -> Self {
        let is_course = !options.course.is_empty();
        let is_labelled = design.keys.puzzle.label == PuzzleLabel::Technique;
        let is_needed = parts::any_needs_insight(parts) || is_course || is_labelled;
        let mut insights: Vec<Insight> = if is_needed {
            (0..sequence.len()).map(|i| Insight::from_any(&sequence.puzzle(i), is_course)).collect()
        } else {
            Vec::new()
        };
        // In a course the hint is about the technique of the chapter, or in its test about the
        // hardest one.
        let kinds = chapters.iter().flat_map(|c| c.puzzles.clone().map(|_| c.kind.technique()));
        let taught: Vec<Option<StepKind>> = kinds.map(|kind| kind.map(StepKind::from)).collect();
        for (i, insight) in insights.iter_mut().enumerate().filter(|_| is_course) {
            let puzzle = sequence.puzzle(i);
            if let (Some(kind), Some(puzzle)) = (taught[i].or(insight.hardest()), puzzle.classic())
            {
                let hint = PuzzleHint::of_kind(&steps(puzzle, true), kind);
                insight.hint = hint.or(insight.hint.take());
            }
        }
        let language = &options.language;
        let (mut hints, mut hint_texts) = (Vec::new(), Vec::new());
        if PartName::Hints.is_in(parts) {
            let given = insights.iter().map(|insight| insight.hint.as_ref());
            if design.keys.hints_say == HintStrength::What && !design.hints_below {
                hint_texts.extend(given.map(|hint| Some(language.hint_texts(hint?))));
            } else {
                let says = design.keys.hints_say;
                hints.extend(given.zip(taught).map(|(hint, taught)| {
                    let hint = hint?.opening();
                    let is_taught = is_course && taught == Some(hint.kind);
                    Some(if is_taught { language.place(hint) } else { language.hint(hint, says) })
                }));
            }
        }
        let mut times = Vec::new();
        if PartName::Times.is_in(parts) {
            times.extend((0..sequence.len()).map(|i| {
                let rating = sequence.rating(i).or_else(|| {
                    let puzzle = sequence.puzzle(i);
                    Rater::new().rate(&RatedForm::Canonical.form(puzzle.classic()?)).ok()
                });
                Some(language.time(rating.map(|rating| MinuteRange::around(rating.seconds))))
            }));
        }
        let labelled = if is_labelled { &insights[..] } else { &[] };
        let techniques = labelled.iter().map(Insight::hardest).collect();
        let largest = options.first() + sequence.len();
        Self { hints: hints.into(), hint_texts, techniques, times: times.into(), largest, insights }
    }

    /// Returns the techniques to explain for these puzzles, in the order of the ladder, each with
    /// the puzzle that shows it best: the techniques that at least [`MIN_NEEDED`] puzzles need, or
    /// all if there are none.
    pub fn techniques(&self, range: &Range<usize>) -> Vec<(TechniqueUse, usize)> {
        let insights = self.insights.get(range.clone()).unwrap_or_default();
        // The number of puzzles that need a technique, and the one that shows it best.
        let mut found: BTreeMap<_, (usize, TechniqueUse, usize)> = BTreeMap::new();
        for (puzzle, insight) in insights.iter().enumerate() {
            for &shown in &insight.uses {
                let (count, best, at) =
                    found.entry(shown.kind.ladder_key()).or_insert((0, shown, puzzle));
                *count += 1;
                if shown.rank() < best.rank() {
                    (*best, *at) = (shown, puzzle);
                }
            }
        }
        let has_common = found.values().any(|(count, ..)| *count >= MIN_NEEDED);
        let least = if has_common { MIN_NEEDED } else { 1 };
        let needed = found.into_values().filter(|(count, ..)| *count >= least);
        needed.map(|(_, best, puzzle)| (best, puzzle)).collect()
    }

    /// Returns the puzzles of a volume that are solved step by step: the first one of each level.
    pub fn walkthroughs(
        &self,
        range: &Range<usize>,
        sequence: &PuzzleSequence,
    ) -> Vec<PlannedWalkthrough> {
        let mut first_of_level = BTreeMap::new();
        let insights = self.insights.get(range.clone()).unwrap_or_default();
        for (puzzle, insight) in insights.iter().enumerate() {
            let level = sequence.level(range.start + puzzle);
            if level.mini().is_none() {
                let planned = PlannedWalkthrough { puzzle, counts: insight.frames };
                first_of_level.entry(level).or_insert(planned);
            }
        }
        first_of_level.into_values().collect()
    }

    /// Returns the lessons of a volume with these puzzles: in a course one for each chapter, at its
    /// first puzzle; with `is_listed` one for each technique that the puzzles need.
    pub fn lessons(
        &self,
        range: &Range<usize>,
        chapters: &[VolumeChapter],
        is_listed: bool,
        sequence: &PuzzleSequence,
    ) -> Vec<Lesson> {
        let has_lessons = is_listed || chapters.iter().any(|c| c.kind.technique().is_some());
        let puzzles = (0..if has_lessons { sequence.len() } else { 0 })
            .filter_map(|i| sequence.puzzle(i).classic().copied());
        let classes = BookClasses::new(puzzles);
        let lesson = |kind, puzzle, needed_by| {
            Self::lesson(kind, classes.example(kind), range.start + puzzle, needed_by, sequence)
        };
        let mut lessons = Vec::new();
        if is_listed {
            for (TechniqueUse { kind, .. }, puzzle) in self.techniques(range) {
                let insights = self.insights[range.clone()].iter().zip(0..);
                let needing = insights.filter(|(insight, _)| insight.technique_use(kind).is_some());
                let needed_by = needing.map(|(_, puzzle)| puzzle).collect();
                lessons.push(lesson(kind, puzzle, needed_by));
            }
        } else {
            for chapter in chapters {
                let Some(technique) = chapter.kind.technique() else { continue };
                let puzzles = chapter.puzzles.clone();
                lessons.push(lesson(technique.into(), puzzles.start, puzzles.collect()));
            }
        }
        self.choose_first_tries(range, &mut lessons);
        lessons
    }

    /// Chooses the puzzle that a reader tries first after each lesson: the one with the fewest
    /// other techniques, if possible a different one for each.
    fn choose_first_tries(&self, range: &Range<usize>, lessons: &mut [Lesson]) {
        let mut taken = BTreeSet::new();
        for lesson in lessons {
            let rank = |puzzle: &usize| {
                let insight = &self.insights[range.start + puzzle];
                (taken.contains(puzzle), insight.uses.len(), *puzzle)
            };
            lesson.try_first = lesson.needed_by.iter().copied().min_by_key(rank);
            taken.extend(lesson.try_first);
        }
    }

    /// Returns a lesson with this example, or without one with this puzzle of the book.
    fn lesson(
        kind: StepKind,
        example: Option<LessonExample>,
        puzzle: usize,
        needed_by: Vec<usize>,
        sequence: &PuzzleSequence,
    ) -> Lesson {
        if let Some(LessonExample { givens, explained }) = example {
            let explained = Some(explained);
            return Lesson { kind, givens, is_extra: true, explained, needed_by, try_first: None };
        }
        let position = sequence.puzzle(puzzle);
        let classic = position.classic().expect("small puzzles have no lessons");
        let explained = clearest_step(kind, classic);
        let givens = *classic.givens();
        Lesson { kind, givens, is_extra: false, explained, needed_by, try_first: None }
    }
}
