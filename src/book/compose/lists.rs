//! What lists and lessons tell of the puzzles of a book, computed once for all trial layouts.

use crate::book::compose::chapters::Chapter;
use crate::book::imprint::Imprint;
use crate::book::insight::{Insight, Use};
use crate::book::lesson::Lesson;
use crate::book::minutes::minutes;
use crate::book::parts;
use crate::human::grade::Rater;
use crate::human::logic::Technique;
use crate::sudoku::puzzle::Puzzle;
use crate::words::explain::Strength;
use std::ops::Range;
use std::sync::Arc;

/// The lists of all puzzles of a book, in its order; empty where the book does not have the part.
pub(in crate::book) struct Lists {
    insights: Vec<Insight>,
    /// The words of the hint for each puzzle.
    pub hints: Arc<[String]>,
    /// The words of the time for each puzzle.
    pub times: Arc<[String]>,
    /// The largest number of a puzzle.
    pub largest: usize,
}

impl Lists {
    pub fn new(
        parts: &[String],
        imprint: &Imprint,
        chapters: &[Chapter],
        strength: Strength,
    ) -> Self {
        let puzzles = || chapters.iter().flat_map(|chapter| &chapter.puzzles);
        let mut rater = Rater::new();
        let insights: Vec<Insight> = match parts::need_insight(parts) {
            true => puzzles().map(|dealt| Insight::of(&mut rater, dealt.puzzle)).collect(),
            false => Vec::new(),
        };
        let language = &imprint.language;
        let hint = |insight: &Insight| language.hint(insight.hint.as_ref(), strength);
        let time = |insight: &Insight| language.time(minutes(insight.rating));
        let of = |part: &str, words: &dyn Fn(&Insight) -> String| -> Arc<[String]> {
            insights.iter().filter(|_| parts.iter().any(|other| other == part)).map(words).collect()
        };
        let first = imprint.first_number.map_or(1, |first| first.get() as usize);
        Self {
            hints: of("hints", &hint),
            times: of("times", &time),
            largest: first + puzzles().count(),
            insights,
        }
    }

    /// The techniques that these puzzles need, by rating, each with the puzzle that shows it best.
    fn techniques(&self, range: &Range<usize>) -> Vec<(Use, usize)> {
        let Some(insights) = self.insights.get(range.clone()) else { return Vec::new() };
        let best = |&technique: &Technique| {
            let uses = insights.iter().enumerate();
            let uses = uses.filter_map(|(i, insight)| Some((insight.uses(technique)?, i)));
            uses.min_by_key(|(found, i)| (found.rank(), *i))
        };
        let mut all: Vec<_> = Technique::ALL.iter().filter_map(best).collect();
        all.sort_by_key(|(found, _)| (found.rating, found.technique));
        all
    }

    /// The number of techniques that these puzzles need.
    pub fn technique_count(&self, range: &Range<usize>) -> usize {
        self.techniques(range).len()
    }

    /// The lessons of a volume with these puzzles.
    pub fn lessons(&self, range: &Range<usize>, puzzles: &[Puzzle]) -> Vec<Lesson> {
        let mut rater = Rater::new();
        let lesson = |(found, puzzle): (Use, usize)| {
            let needs = |i: &usize| self.insights[range.start + i].uses(found.technique).is_some();
            Lesson {
                technique: found.technique,
                puzzle,
                told: found.told(&mut rater, &puzzles[puzzle]),
                needed_by: (0..puzzles.len()).filter(needs).collect(),
            }
        };
        self.techniques(range).into_iter().map(lesson).collect()
    }
}
