//! Groups the puzzles of a book into chapters, and puts them in order.

use crate::layout::turns::deal_in_turns;
use crate::model::{
    BookDesign, BookOptions, ChapterKind, Insight, LayoutError, Openers, PuzzleGrouping,
    PuzzleLabel, PuzzleOrder, PuzzlePages, PuzzleSequence, Section, date_of, numbered,
};
use explainer::Rating;
use grid::{AnyGrid, Puzzle};
use human::{Band, Course, LadderClosure, Rung, StepKind};
use std::ops::Range;
use words::{Problem, clause};

/// Consecutive puzzles of a book with a common theme.
pub struct Chapter {
    pub kind: ChapterKind,
    /// The puzzles in the order of the book.
    pub puzzles: Range<usize>,
    /// The place of its heading.
    pub opener: Openers,
}

/// Maximum number of full pages of puzzles that a line opens, unless the user chooses the openers,
/// and one more if the last one is not full: the next level then runs on there. A page that opens a
/// level is one more page.
const MAX_PAGES_BELOW_LINE: usize = 2;

/// A factor that scatters numbers over all 32 bits: 2^32 by the golden ratio.
const SCATTER: u32 = 2_654_435_769;

impl Chapter {
    /// Creates a chapter without a heading.
    fn new(kind: ChapterKind, puzzles: Range<usize>) -> Self {
        Self { kind, puzzles, opener: Openers::None }
    }

    /// Returns true if a line opens the chapter better than a page: it is a level that has few of
    /// these pages.
    pub fn suits_line(&self, pages: &PuzzlePages) -> bool {
        let puzzles_per_page = self.puzzles_on(pages);
        let is_level = matches!(self.kind, ChapterKind::Level(_));
        let has_full_end = self.puzzles.len().is_multiple_of(puzzles_per_page);
        let most = MAX_PAGES_BELOW_LINE + usize::from(!has_full_end);
        is_level && self.puzzles.len() <= most * puzzles_per_page
    }

    /// Returns the number of puzzles on a full page of the chapter.
    pub fn puzzles_on(&self, pages: &PuzzlePages) -> usize {
        pages.of_chapter(self.kind.shape()).grids.len()
    }
}

/// A chapter before the book has an order: its puzzles are counted from 0 through all sections.
type ChapterDraft = (ChapterKind, Vec<u32>);

/// Returns the puzzles of a book in its order, and its chapters.
pub fn chapters(
    design: &BookDesign,
    options: &BookOptions,
    sections: &[Section],
) -> Result<(PuzzleSequence, Vec<Chapter>), LayoutError> {
    let mut order = Vec::new();
    let mut chapters = Vec::new();
    for (kind, puzzles) in draft_chapters(design, options, sections)? {
        let start = order.len();
        order.extend(puzzles);
        chapters.push(Chapter::new(kind, start..order.len()));
    }
    // A class is not told the levels, so its sheets follow each other.
    let is_class = design.keys.puzzle.class && options.sheets.is_none();
    if (design.keys.few_puzzles.is_some() || is_class) && chapters.len() > 1 {
        chapters = vec![Chapter::new(ChapterKind::Mixed, 0..order.len())];
    }
    let mut sequence = PuzzleSequence::new(sections, order, &options.symbols);
    swap_puzzles(options, &mut sequence, &chapters)?;
    Ok((sequence, chapters))
}

/// Exchanges the pairs of puzzles that the user names. Both of a pair have the same level, in a
/// course the same chapter, and no dates of their own.
fn swap_puzzles(
    options: &BookOptions,
    sequence: &mut PuzzleSequence,
    chapters: &[Chapter],
) -> Result<(), LayoutError> {
    let (first, count) = (options.first(), sequence.len());
    let chapter = |place: usize| chapters.iter().position(|one| one.puzzles.contains(&place));
    for swap in &options.swaps {
        let numbers = swap.numbers().map(|number| number as usize);
        let place = |number: usize| number.checked_sub(first).filter(|place| *place < count);
        let expected = match numbers.map(place) {
            [Some(one), Some(other)] => {
                if sequence.level(one) != sequence.level(other) {
                    "two puzzles of one level".into()
                } else if !options.course.is_empty() && chapter(one) != chapter(other) {
                    "two puzzles of one chapter".into()
                } else if [one, other].iter().any(|place| sequence.day(*place).is_some()) {
                    "puzzles without dates of their own".into()
                } else {
                    sequence.swap(one, other);
                    continue;
                }
            }
            _ => clause!("numbers from {} to {}", first, first + count - 1),
        };
        return Err(Problem::expected(expected, swap.to_string()).with_setting("swap").into());
    }
    Ok(())
}

/// Groups the puzzles by the first of these rules that applies: a chapter for each sheet of a
/// class; for each technique of a course; for each month, if the puzzles keep the order of their
/// files or the levels take turns; for each level.
fn draft_chapters(
    design: &BookDesign,
    options: &BookOptions,
    sections: &[Section],
) -> Result<Vec<ChapterDraft>, LayoutError> {
    if sections.iter().all(|section| section.puzzles.is_empty()) {
        return Err(Problem::new("there are no puzzles; a book needs at least one").into());
    }
    if let Some(sheets) = options.sheets {
        by_sheet(sections, sheets.get().into())
    } else if !options.course.is_empty() {
        by_technique(&options.course, sections)
    } else if options.order_of(sections) == PuzzleOrder::Given {
        Ok(by_month(design, options, as_given(sections)))
    } else if !design.keys.turns.is_empty() {
        let dealt = deal_in_turns(&design.keys, options.first_day, sections)?;
        Ok(by_month(design, options, dealt))
    } else {
        Ok(by_level(design.keys.group, sections))
    }
}

/// Makes a chapter of each section, in the order of the section or by technique.
fn by_level(group: PuzzleGrouping, sections: &[Section]) -> Vec<ChapterDraft> {
    let mut chapters = Vec::new();
    for (numbers, section) in numbered(sections) {
        let mut puzzles: Vec<u32> = numbers.clone().collect();
        if group == PuzzleGrouping::Technique {
            // The sort is stable: puzzles with the same technique keep their order.
            puzzles.sort_by_cached_key(|puzzle| {
                let puzzle = section.puzzles.get((puzzle - numbers.start) as usize)?;
                Insight::new(puzzle.classic()?).hardest().map(StepKind::ladder_key)
            });
        }
        if !puzzles.is_empty() {
            chapters.push((ChapterKind::Level(section.rung), puzzles));
        }
    }
    chapters
}

/// Makes a chapter of each technique, in the order of the course, with the puzzles whose hardest
/// step it is in the order of the ladder. Puzzles without ratings are specimens; the techniques
/// share them evenly.
fn by_technique(course: &Course, sections: &[Section]) -> Result<Vec<ChapterDraft>, LayoutError> {
    let mut chapters = Vec::new();
    for (numbers, section) in numbered(sections) {
        let techniques: Vec<_> = match section.rung {
            Rung::Band(band) => course.in_band(band).collect(),
            Rung::Level(_) | Rung::Mini(_) => Vec::new(),
        };
        let share = section.puzzles.len().div_ceil(techniques.len().max(1));
        let mut left = section.puzzles.len();
        let rated = section.puzzles.iter().zip(section.ratings.iter());
        let hardest: Vec<_> =
            rated.map(|(puzzle, rating)| Some(needed_kind(puzzle.classic()?, rating))).collect();
        for (place, &technique) in techniques.iter().enumerate() {
            let mut puzzles = Vec::new();
            for (index, puzzle) in numbers.clone().enumerate() {
                let belongs = match hardest.get(index) {
                    Some(hardest) => *hardest == Some(technique.into()),
                    None => index / share == place,
                };
                if belongs {
                    puzzles.push(puzzle);
                }
            }
            left -= puzzles.len();
            chapters.push((ChapterKind::Technique(technique), puzzles));
        }
        if left > 0 {
            let expected = format!("puzzles whose hardest technique is one of {course}");
            let found = format!("{left} others");
            return Err(Problem::expected(expected, found).with_setting("course").into());
        }
    }
    chapters.retain(|(_, puzzles)| !puzzles.is_empty());
    chapters.sort_by_key(|(kind, _)| course.place_of(kind.technique()?));
    add_test(&mut chapters);
    Ok(chapters)
}

/// Moves the last puzzles of several chapters into a test at the end, in an order that does not
/// tell which technique is next.
fn add_test(chapters: &mut Vec<ChapterDraft>) {
    if chapters.len() < 2 {
        return;
    }
    let mut test = Vec::new();
    for (_, puzzles) in chapters.iter_mut() {
        test.extend(puzzles.split_off(puzzles.len() - puzzles.len() / Course::TEST_SHARE));
    }
    test.sort_by_key(|puzzle| puzzle.wrapping_mul(SCATTER));
    if !test.is_empty() {
        chapters.push((ChapterKind::Test, test));
    }
}

/// Returns the hardest kind of step that a puzzle needs: in the order of the ladder, and in the
/// last band, whose techniques have no order there, by rating.
fn needed_kind(puzzle: &Puzzle, rating: &Rating) -> StepKind {
    let mut closure = LadderClosure::new(puzzle.givens());
    if closure.run(Band::Diabolical.ladder_steps()) {
        return closure.hardest();
    }
    rating.hardest.into()
}

/// Makes a chapter of each sheet, with one puzzle of every class of equivalent puzzles. Of small
/// puzzles each sheet has others, in the order of their section.
fn by_sheet(sections: &[Section], sheets: usize) -> Result<Vec<ChapterDraft>, LayoutError> {
    let mut classes: Vec<(Option<AnyGrid>, Vec<u32>)> = Vec::new();
    let mut numbers = 0..;
    for section in sections {
        let is_small = section.rung.mini().is_some();
        let each = (section.puzzles.len() / sheets).max(1);
        let mut small: Vec<Vec<u32>> = if is_small { vec![Vec::new(); each] } else { Vec::new() };
        for (place, (puzzle, number)) in section.puzzles.iter().zip(&mut numbers).enumerate() {
            if is_small {
                small[place % each].push(number);
                continue;
            }
            let class = Some(puzzle.canonical());
            match classes.iter_mut().find(|(other, of)| *other == class && of.len() < sheets) {
                Some((_, of)) => of.push(number),
                None => classes.push((class, vec![number])),
            }
        }
        classes.extend(small.into_iter().map(|of| (None, of)));
    }
    if let Some((_, of)) = classes.iter().find(|(_, of)| of.len() != sheets) {
        let expected = format!("{sheets} equivalent puzzles of each");
        let found = format!("{}; a run with as many sheets makes them", of.len());
        return Err(Problem::expected(expected, found).with_setting("sheets").into());
    }
    let drafts = (0..sheets).map(|sheet| {
        let puzzles = classes.iter().map(|(_, of)| of[sheet]);
        (ChapterKind::Sheet(sheet + 1), puzzles.collect())
    });
    Ok(drafts.collect())
}

/// Makes a chapter of each month if the puzzles have dates, otherwise a single chapter.
fn by_month(design: &BookDesign, options: &BookOptions, puzzles: Vec<u32>) -> Vec<ChapterDraft> {
    let first_day = options.first_day.filter(|_| design.keys.puzzle.label == PuzzleLabel::Date);
    let mut chapters: Vec<ChapterDraft> = Vec::new();
    for (i, puzzle) in puzzles.into_iter().enumerate() {
        let month = first_day.and_then(|first| Some(date_of(first, i)?.first_of_month()));
        let kind = match month {
            Some(month) => ChapterKind::Month(month),
            None => ChapterKind::Mixed,
        };
        match chapters.last_mut() {
            Some((last, puzzles)) if *last == kind => puzzles.push(puzzle),
            _ => chapters.push((kind, vec![puzzle])),
        }
    }
    chapters
}

/// Returns the numbers of all puzzles in the order of their files. Specimens, which have no places,
/// are in the order of the sections.
fn as_given(sections: &[Section]) -> Vec<u32> {
    let placed = numbered(sections).flat_map(|(numbers, section)| {
        numbers.zip(0..).map(move |(number, index): (u32, usize)| {
            let place = section.places.get(index).copied();
            (place.unwrap_or(number), number)
        })
    });
    let mut placed: Vec<_> = placed.collect();
    placed.sort_unstable();
    placed.into_iter().map(|(_, number)| number).collect()
}
