//! Lays out the pages with puzzles: captions, grids, digits, and the lines below them.

use crate::book::arrange::{LOG_GAP, NOTE, caption_height, log_height};
use crate::book::design::{Label, Weight};
use crate::book::draw;
use crate::book::draw::TextStyle;
use crate::book::language::BETWEEN;
use crate::book::layout::below::{answers_below, hints_below};
use crate::book::layout::furniture::{FootText, foot, section_foot};
use crate::book::minutes::minutes;
use crate::book::page::{Drawing, Mark, Stamp};
use crate::book::volume::{Theme, Volume};
use crate::grid::Cell;
use crate::words::say;
use std::iter;
use std::ops::Range;

/// Minimum length of a blank below a grid, as a multiple of its type size.
const BLANK: f64 = 2.5;

pub(super) fn puzzles_page(
    volume: &Volume,
    index: usize,
    section: usize,
    puzzles: Range<usize>,
) -> Vec<Mark> {
    let style = &volume.design.puzzle;
    let page = &volume.puzzle_page;
    let outer = page.grid.outer();
    let places: Vec<_> = page
        .corners()
        .map(|(x, y)| (volume.live_left(index) + x, volume.area.top + y))
        .zip(puzzles.clone())
        .collect();
    let mut marks = Vec::new();

    let number = TextStyle::new(volume.figures().strong, style.number);
    let height = caption_height(&volume.design);
    for &((x, y), puzzle) in &places {
        marks.push(Mark::Stamp { stamp: Stamp::PuzzleGrid, corner: (x, y) });
        // Align number and stars vertically at their centres.
        let middle = y - style.caption_gap - height / 2.0;
        let stars = draw::stars_size(volume.levels[puzzle], style.stars);
        marks.push(Mark::Stamp {
            stamp: Stamp::CaptionStars(volume.levels[puzzle]),
            corner: (x + outer - stars.0, middle - stars.1 / 2.0),
        });
        let at = (x, middle + number.cap() / 2.0);
        let text = volume.number(puzzle).to_string();
        if let Some(label) = label(volume, puzzle) {
            let mut label_style = TextStyle::new(volume.figures().regular, style.number);
            // Keep enough distance from the number that label and number are not read as one.
            let before = number.width(&text) + number.size * 0.9;
            // A long date above a small grid is in smaller type, so that it ends before the stars.
            let room = outer - before - stars.0 - number.size * 0.5;
            let fits = room / label_style.width(&label);
            label_style.size = volume.design.sizes.legible(style.number * fits.min(1.0));
            draw::left(&mut marks, (x + before, at.1), label_style, label);
        }
        draw::left(&mut marks, at, number, text);
    }
    let face = match volume.design.faces.givens {
        Weight::Regular => volume.figures().regular.first(),
        Weight::Strong => volume.figures().strong.first(),
    };
    for &(corner, puzzle) in &places {
        let givens = volume.puzzles[puzzle].givens();
        page.grid.digits(&mut marks, corner, face, givens.filled());
    }
    if style.dots {
        for &(corner, puzzle) in &places {
            let empty = |cell: &Cell| volume.puzzles[puzzle].givens()[*cell].is_none();
            marks.extend(Cell::ALL.into_iter().filter(empty).map(|cell| Mark::Stamp {
                stamp: Stamp::Dots,
                corner: page.grid.cell_corner(corner, cell),
            }));
        }
    }
    if style.log {
        for &((x, y), puzzle) in &places {
            log(volume, &mut marks, (x, y + outer), puzzle);
        }
    }
    let first_note = log_height(&volume.design) - style.notes as f64 * NOTE;
    for &((x, y), _) in &places {
        for line in 1..=style.notes {
            let y = y + outer + first_note + line as f64 * NOTE;
            draw::rule(&mut marks, (x, y), outer);
        }
    }
    if style.class {
        class(volume, &mut marks, index, section);
    }
    if let Some(below) = &page.below {
        let left = volume.live_left(index);
        marks.push(answers_below(volume, below, left, puzzles.clone()));
    }

    if let Some(below) = &page.hints_below {
        marks.push(hints_below(volume, below, volume.live_left(index), puzzles.clone()));
    }

    let weeks = volume.iso_weeks(puzzles.clone());
    // If each puzzle names the page of its answer, the foot need not, and is the same on all pages.
    let answers = volume.pagination.answer_page(puzzles.start);
    match answers.zip(volume.pagination.answer_page(puzzles.end - 1)) {
        _ if !weeks.is_empty() => {
            let words = [vec![section_foot(volume, section)], weeks].concat().join(BETWEEN);
            foot(volume, &mut marks, index, FootText::Text(words));
        }
        Some((first, last)) if !style.log => {
            let words = answers_foot(volume, section, (first, last));
            foot(volume, &mut marks, index, FootText::Text(words));
        }
        _ => foot(volume, &mut marks, index, FootText::OfSection(section)),
    }
    marks
}

/// The label beside the number of a puzzle.
pub(super) fn label(volume: &Volume, puzzle: usize) -> Option<String> {
    let rating = volume.ratings[puzzle];
    match volume.design.puzzle.label {
        Label::None => None,
        Label::Level => Some(volume.language.level_name(volume.levels[puzzle]).to_owned()),
        Label::Date => Some(volume.day(puzzle)),
        Label::Rating => {
            rating.map(|rating| say!(volume.language, "bands.rating", rating = rating.er))
        }
        Label::Technique => {
            rating.map(|rating| volume.language.technique(rating.hardest).to_owned())
        }
        Label::Time => minutes(iter::once(rating)).map(|range| volume.language.time(Some(range))),
    }
}

/// Draws the line for name, class and date above the puzzles, at its end the version of a sheet.
pub(super) fn class(volume: &Volume, marks: &mut Vec<Mark>, index: usize, section: usize) {
    let style = TextStyle::new(volume.words().regular, volume.design.sizes.body);
    let (left, mut live) = (volume.live_left(index), volume.area.live());
    let y = volume.area.top + style.cap();
    if let Theme::Sheet(number) = volume.sections[section].theme {
        let strong = TextStyle::new(volume.words().strong, style.size);
        let version = say!(volume.language, "puzzles.version", number);
        let width = strong.width(&version);
        draw::right(marks, (left + live, y), strong, version);
        live -= width + 1.5 * style.size;
    }
    let words = [
        (0.0, 0.52, volume.language.text("puzzles.name")),
        (0.55, 0.76, volume.language.text("puzzles.class")),
        (0.79, 1.0, volume.language.text("puzzles.date")),
    ];
    for (from, until, word) in words {
        let at = (left + from * live, y);
        draw::blank(marks, at, left + until * live, style, word);
    }
}

/// The text of the foot: the name of the section, its numbers if there is room for them on every page, and the pages
/// of the answers.
pub(super) fn answers_foot(volume: &Volume, section: usize, answers: (usize, usize)) -> String {
    let style = TextStyle::new(volume.figures().regular, volume.design.sizes.foot);
    let last = volume.page_count();
    let whole = section_foot(volume, section);
    let widest = format!("{whole}{}{last}", volume.language.answers_on(last - 1, last));
    let fits = style.width(&widest) + 2.0 * style.size <= volume.area.live();
    let name = volume.section_name(section).filter(|_| !fits).unwrap_or(whole);
    name + &volume.language.answers_on(answers.0, answers.1)
}

/// The stamp with level and numbers for the foot of a section.
pub(super) fn foot_drawing(volume: &Volume, section: usize) -> Drawing {
    let style = TextStyle::new(volume.figures().regular, volume.design.sizes.foot);
    draw::line(style, section_foot(volume, section))
}

/// The stamp with blanks for time and date below a grid, or for time only. Its width leaves room for
/// the widest page number. Its top is the lower edge of the frame.
pub(super) fn log_drawing(volume: &Volume) -> Drawing {
    let style = TextStyle::new(volume.words().regular, volume.design.sizes.body);
    let outer = volume.puzzle_page.grid.outer();
    let y = LOG_GAP * style.size + style.cap();
    let widest = say!(volume.language, "puzzles.answer", page = 8)
        .replace('8', &"8".repeat(volume.page_count().to_string().len()));
    let (between, before) = (style.size * 1.6, style.size * 0.5);
    let room = outer - style.width(&widest);
    let words = [volume.language.text("puzzles.time"), volume.language.text("puzzles.date")];
    let words = words.map(|word| (word, style.width(word)));
    // A puzzle that has a date needs no blank for one.
    let most = if volume.date(0).is_some() { 1 } else { 2 };
    // Length of each blank if only the first `count` words have one.
    let blank = |count: usize| {
        let taken = |(_, width): &(&str, f64)| width + between + before;
        let taken: f64 = words[..count].iter().map(taken).sum();
        ((room - taken) / count as f64).min(style.size * 12.0)
    };
    // Blanks that would be too short to write in are left out.
    let count = (1..=most).rev().find(|&n| blank(n) >= BLANK * style.size);
    let count = count.unwrap_or(0);
    let mut marks = Vec::new();
    let mut pen = 0.0;
    for &(word, width) in &words[..count] {
        draw::left(&mut marks, (pen, y), style, word.to_owned());
        draw::rule(&mut marks, (pen + width + before, y + 1.5), blank(count));
        pen += width + before + blank(count) + between;
    }
    Drawing { width: outer, height: y + style.size * 0.3, marks }
}

/// Draws the line below a grid, starting at its lower left corner: time, date, page of the answer.
pub(super) fn log(volume: &Volume, marks: &mut Vec<Mark>, (x, y): (f64, f64), puzzle: usize) {
    let style = TextStyle::new(volume.words().regular, volume.design.sizes.body);
    marks.push(Mark::Stamp { stamp: Stamp::Log, corner: (x, y) });
    let Some(page) = volume.pagination.answer_page(puzzle) else {
        return;
    };
    let answer = say!(volume.language, "puzzles.answer", page);
    let at = (x + volume.puzzle_page.grid.outer(), y + LOG_GAP * style.size + style.cap());
    draw::right(marks, at, style, answer);
}
