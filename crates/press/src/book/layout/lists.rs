//! Computes hints, times and lessons from the puzzles of a book, once for all layout attempts.

use crate::book::layout::chapters::Chapter;
use crate::book::model::lesson_examples::{BookClasses, LessonExample};
use crate::book::model::{
    BookOptions, Insight, Lesson, ListWords, PartName, PuzzleSequence, TechniqueUse, VolumeChapter,
    minutes,
};
use crate::book::parts;
use crate::text::explain::{Hint, HintStrength};
use engine::human::grade::{RatedForm, Rater};
use engine::human::logic::StepKind;
use std::ops::Range;

/// A technique has a page if at least this many puzzles need it.
const MIN_NEEDED: usize = 3;

/// Hints, times and needed techniques of all puzzles, in the order of the book. Lists of parts that
/// the book lacks are empty.
pub(crate) struct BookInsights {
    insights: Vec<Insight>,
    /// The words of the hint for each puzzle that has one.
    pub hints: ListWords,
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
        strength: HintStrength,
    ) -> Self {
        let mut rater = Rater::new();
        let is_course = !options.course.is_empty();
        let mut insights: Vec<Insight> = if parts::any_needs_insight(parts) || is_course {
            (0..sequence.len()).map(|i| Insight::new(&sequence.puzzle(i))).collect()
        } else {
            Vec::new()
        };
        // In a course the hint is about the technique of the chapter.
        let taught = chapters.iter().flat_map(|c| c.puzzles.clone().map(move |i| (c.kind, i)));
        for ((kind, i), insight) in taught.zip(&mut insights).filter(|_| is_course) {
            let found = kind.technique().and_then(|it| insight.technique_use(it.into()));
            let told = found.and_then(|found| found.explain(&sequence.puzzle(i)));
            insight.hint = told.map(|told| Hint::from_step(&told)).or(insight.hint.take());
        }
        let language = &options.language;
        let hint = |insight: &Insight| Some(language.hint(insight.hint.as_ref()?, strength));
        let time = |i: usize| {
            let rate = || rater.rate(&RatedForm::Canonical.form(&sequence.puzzle(i))).ok();
            Some(language.time(minutes(sequence.rating(i).or_else(rate))))
        };
        let first = options.first_number.map_or(1, |first| first.get() as usize);
        Self {
            hints: insights.iter().filter(|_| PartName::Hints.is_in(parts)).map(hint).collect(),
            times: (0..sequence.len()).filter(|_| PartName::Times.is_in(parts)).map(time).collect(),
            largest: first + sequence.len(),
            insights,
        }
    }

    /// Returns the techniques to explain for these puzzles, in the order of the ladder, each with
    /// the puzzle that shows it best: the techniques that at least [`MIN_NEEDED`] puzzles need, or
    /// all if there are none.
    pub fn techniques(&self, range: &Range<usize>) -> Vec<(TechniqueUse, usize)> {
        let Some(insights) = self.insights.get(range.clone()) else { return Vec::new() };
        let best = |kind: StepKind| {
            let uses = insights.iter().enumerate();
            let uses = uses.filter_map(|(i, insight)| Some((insight.technique_use(kind)?, i)));
            uses.min_by_key(|(found, i)| (found.rank(), *i))
        };
        let is_common = |(found, _): &(TechniqueUse, usize)| {
            let needs = |insight: &&Insight| insight.technique_use(found.kind).is_some();
            insights.iter().filter(needs).nth(MIN_NEEDED - 1).is_some()
        };
        let mut all: Vec<_> = StepKind::all().filter_map(best).collect();
        if all.iter().any(is_common) {
            all.retain(is_common);
        }
        all.sort_by_key(|(found, _)| found.kind.ladder_key());
        all
    }

    /// Returns, for each puzzle of these chapters of a course, the step that first needs the
    /// technique of the chapter. `before` is the number of puzzles in earlier volumes.
    pub fn first_use_steps(&self, before: usize, chapters: &[VolumeChapter]) -> Vec<usize> {
        let steps = chapters.iter().flat_map(|chapter| {
            chapter.puzzles.clone().filter_map(|puzzle| {
                let kind = chapter.kind.technique()?.into();
                let found = self.insights.get(before + puzzle)?.technique_use(kind);
                Some(found.map_or(1, |found| found.first_step_number()))
            })
        });
        steps.collect()
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
        let puzzles = (0..if has_lessons { sequence.len() } else { 0 }).map(|i| sequence.puzzle(i));
        let classes = BookClasses::new(puzzles);
        let lesson = |kind: StepKind, puzzle: usize, needed_by: Vec<usize>| {
            if let Some(LessonExample { givens, explained }) = classes.example(kind) {
                let explained = Some(explained);
                return Lesson { kind, givens, is_extra: true, explained, needed_by };
            }
            let found = self.insights[range.start + puzzle].technique_use(kind);
            let position = sequence.puzzle(range.start + puzzle);
            let explained = found.and_then(|found| found.explain(&position));
            let givens = *position.givens();
            Lesson { kind, givens, is_extra: false, explained, needed_by }
        };
        if is_listed {
            let listed = self.techniques(range).into_iter().map(|(found, puzzle)| {
                let needs =
                    |i: &usize| self.insights[range.start + i].technique_use(found.kind).is_some();
                lesson(found.kind, puzzle, (0..range.len()).filter(needs).collect())
            });
            return listed.collect();
        }
        let taught = chapters.iter().filter_map(|chapter| {
            let puzzles = chapter.puzzles.clone();
            Some(lesson(chapter.kind.technique()?.into(), puzzles.start, puzzles.collect()))
        });
        taught.collect()
    }
}
