//! The plain pages around the puzzles: half title, contents, progress, notes.

use super::{ASCENT, Head, Inside, Sheet, Volume};
use crate::book::design::Design;
use crate::book::draw::{self, Type};
use crate::book::language::is_east_asian;
use crate::book::page::{Mark, Point};
use crate::book::plan::Part;
use std::ops::Range;

/// From a line of notes to the next, in points: handwriting needs no less.
const RULED: f64 = 24.0;

/// From a box to tick to its number, in sizes of the number.
const NUMBER_GAP: f64 = 0.45;

/// Fewer dots than this between a title and its page are none.
const DOTS_LEAST: usize = 3;

/// A line of the contents.
pub(in crate::book) struct Entry {
    pub title: String,
    /// What stands beside it: the numbers of a level's puzzles.
    pub aside: Option<String>,
    /// The index of its page.
    pub page: usize,
}

impl Volume {
    pub(super) fn half_title(&self) -> Vec<Mark> {
        let (lines, title) = self.title_lines();
        let least = self.design.sizes.body * 1.2;
        let size = (title.size * 0.55).max(least).min(title.size);
        let style = Type::new(title.faces, size);
        let middle = self.sheet.width / 2.0;
        let mut y = self.sheet.height * 0.3;
        let mut marks = Vec::new();
        for line in lines {
            draw::centred(&mut marks, (middle, y), style, line);
            y += style.size * 1.25;
        }
        if let Some((number, _)) = self.among() {
            let aside = Type::new(self.words().italic, self.design.sizes.body * 1.2);
            y += aside.size * 0.4;
            let volume = self.language.volume(number);
            draw::centred(&mut marks, (middle, y), aside, volume);
        }
        marks
    }

    /// What the contents and the outline list: every part behind them that has a name.
    pub(in crate::book) fn entries(&self) -> Vec<Entry> {
        let mut entries: Vec<Entry> = Vec::new();
        let mut answers = false;
        let mut progress = false;
        for (page, part) in self.plan.parts.iter().enumerate() {
            let (title, aside) = match part {
                Part::HowToPlay => (self.language.how_to_play().to_owned(), None),
                Part::Levels => (self.language.levels_heading().to_owned(), None),
                Part::Opener { section } => self.chapter_entry(*section),
                Part::Puzzles { section, puzzles }
                    if !self.design.openers && puzzles.start == self.sections[*section].start =>
                {
                    self.chapter_entry(*section)
                }
                Part::Answers { .. } if !answers => {
                    answers = true;
                    (self.language.answers().to_owned(), None)
                }
                Part::Progress { .. } if !progress => {
                    progress = true;
                    (self.language.progress().to_owned(), None)
                }
                Part::Text { text, page: 0 } => match &self.texts[*text].heading {
                    Some(heading) => (heading.clone(), None),
                    None => continue,
                },
                _ => continue,
            };
            entries.push(Entry { title, aside, page });
        }
        entries
    }

    fn chapter_entry(&self, section: usize) -> (String, Option<String>) {
        let span = &self.sections[section];
        let (first, last) = self.numbers(span.start..span.start + span.len);
        let range = self.language.puzzles(first, last);
        match span.level {
            Some(level) => (self.language.level_name(level).to_owned(), Some(range)),
            None => (range, None),
        }
    }

    /// The page, and where its last line ends.
    pub(in crate::book) fn contents(&self, index: usize) -> (Vec<Mark>, f64) {
        let body = self.design.sizes.body;
        let style = Type::new(self.words().regular, body * 1.1);
        let aside = Type::new(self.words().italic, body);
        let folio = Type::new(self.figures().regular, body * 1.05);
        let leader = Type::new(self.words().regular, body);
        let (left, live) = (self.live_left(index), self.sheet.live());
        let live = live.min(self.measure() * body);
        let mut marks = Vec::new();
        let y = self.heading(&mut marks, index, self.language.contents().to_owned());
        let entries = self.entries();
        let behind = entries.iter().filter(|entry| entry.page > index);
        let lines = behind.clone().count().max(1) as f64;
        let free = (self.sheet.bottom - y) / lines;
        let leading = free.clamp(style.size * 1.5, style.size * 2.1);
        let folios = behind.clone().map(|entry| self.plan.folio(entry.page));
        let widest = folios
            .map(|number| folio.width(&number))
            .fold(0.0, f64::max);
        let end = left + live;
        let mut y = y + style.size * 0.6;
        // Dots stand below each other: all rows of them end before the widest number.
        let room = end - widest - body * 0.9;
        for entry in behind {
            let mut pen = left;
            let lines = style
                .faces
                .wrap_paragraph(&entry.title, style.size, room - left);
            for (i, line) in lines.into_iter().enumerate() {
                if i > 0 {
                    y += style.size * 1.3;
                }
                pen = left + style.width(&line) + body * 0.9;
                draw::left(&mut marks, (left, y), style, line);
            }
            if let Some(range) = &entry.aside
                && pen + aside.width(range) <= room
            {
                draw::left(&mut marks, (pen, y), aside, range.clone());
                pen += aside.width(range) + body * 0.9;
            }
            let dot = match entry.title.chars().any(is_east_asian) {
                true => "· ",
                false => ". ",
            };
            dots(&mut marks, (pen - body * 0.4, y), room, leader, dot);
            let number = self.plan.folio(entry.page);
            draw::right(&mut marks, (end, y), folio, number);
            y += leading;
        }
        self.foot(&mut marks, index, Inside::Nothing);
        (marks, y - leading)
    }

    /// A page of lines to write on.
    pub(super) fn notes(&self, index: usize) -> Vec<Mark> {
        let mut marks = Vec::new();
        let y = self.heading(&mut marks, index, self.language.notes().to_owned());
        let (left, live) = (self.live_left(index), self.sheet.live());
        let lines = ((self.sheet.bottom - y) / RULED).floor().max(0.0) as usize;
        for line in 0..=lines {
            draw::rule(&mut marks, (left, y + line as f64 * RULED), live);
        }
        self.foot(&mut marks, index, Inside::Nothing);
        marks
    }

    pub(super) fn progress(&self, index: usize, puzzles: Range<usize>) -> Vec<Mark> {
        let page = &self.progress_page;
        let (left, top) = (self.live_left(index), self.sheet.top);
        let mut marks = Vec::new();
        let (first, last) = self.numbers(puzzles.clone());
        let range = self.language.range(first, last);
        let title = self.language.progress().to_owned();
        Head::new(&self.design).draw(&mut marks, (left, top), self.sheet.live(), title, range);
        let body = self.design.sizes.body;
        let aside = Type::new(self.words().italic, body);
        let intro = self.language.progress_intro().to_owned();
        let y = top + Head::new(&self.design).height() + ASCENT * body;
        draw::left(&mut marks, (left, y), aside, intro);
        let number = Type::new(self.figures().regular, page.number);
        for (place, puzzle) in puzzles.enumerate() {
            let (column, row) = (place % page.columns, place / page.columns);
            let x = left + column as f64 * page.pitch.0;
            let y = top + page.first + row as f64 * page.pitch.1;
            draw::tick_box(&mut marks, (x, y), page.tick);
            let at = (
                x + page.tick + page.number * NUMBER_GAP,
                y + (page.tick + number.cap()) / 2.0,
            );
            draw::left(&mut marks, at, number, self.number(puzzle).to_string());
        }
        let foot = self.language.progress().to_owned();
        self.foot(&mut marks, index, Inside::Text(foot));
        marks
    }
}

/// Dots from a point of a line to where it ends.
fn dots(marks: &mut Vec<Mark>, (x, y): Point, end: f64, style: Type, dot: &str) {
    let count = ((end - x) / style.width(dot)).max(0.0) as usize;
    if count >= DOTS_LEAST {
        let dots = dot.repeat(count);
        draw::right(marks, (end, y), style, dots.trim_end().to_owned());
    }
}

/// Where boxes to tick stand on their pages.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::book) struct ProgressPage {
    columns: usize,
    rows: usize,
    /// From a box to the next, to the right and down.
    pitch: (f64, f64),
    /// Where the first row begins, from the top of the live area.
    first: f64,
    /// The side of a box.
    tick: f64,
    /// The size of its number.
    number: f64,
}

impl ProgressPage {
    /// As many boxes a page as leave their numbers as large as words.
    pub fn new(design: &Design, sheet: &Sheet) -> Self {
        let number = design.sizes.body * 0.95;
        let tick = number * 1.05;
        let first = Head::new(design).height() + design.sizes.body * design.cast.leading * 1.6;
        let widest = Type::new(design.cast.figures.regular, number).width("88888");
        let unit = tick + NUMBER_GAP * number + widest;
        let columns = ((sheet.live() / (tick + widest + number)) as usize).max(1);
        // Tens are easy to find.
        let columns = if columns >= 10 { 10 } else { columns.min(5) };
        let down = number * 2.1;
        let rows = (((sheet.room() - first) / down) as usize).max(1);
        Self {
            columns,
            rows,
            // The last column ends where the head does.
            pitch: ((sheet.live() - unit) / (columns - 1).max(1) as f64, down),
            first,
            tick,
            number,
        }
    }

    /// How many boxes stand on a page.
    pub fn len(&self) -> usize {
        self.columns * self.rows
    }
}
