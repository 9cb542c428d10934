//! The pages of a text of the user.

use super::{
    ASCENT, BookDesign, ContentsHeading, PagePlanner, PageSlot, TextColumn, TextStyle, Volume,
    draw, plain_heading,
};
use crate::book::model::setup::{MEASURE, TypesetText};
use crate::book::text::typesetting::{FontStyle, Manuscript, StyledRun, TextBlock, paragraph};
use std::ops::Range;

/// The space between paragraphs, in multiples of the body size.
const PARAGRAPH_GAP: f64 = 0.55;
/// The indent of list items from their bullets, in multiples of the body size.
const INDENT: f64 = 1.5;

/// A line of text with its height.
struct ProseLine {
    /// The space above the line.
    above: f64,
    height: f64,
    /// The words of the line, each with its distance from the left.
    words: Vec<(f64, TextStyle, String)>,
    /// True if the next line must be on the same page.
    with_next: bool,
}

impl TypesetText {
    /// Sets a text on pages with room of this width and height. A heading of the text has the space
    /// `above`. The text gets `heading` if it has no heading of its own.
    pub fn new(
        design: &BookDesign,
        (width, room): (f64, f64),
        above: f64,
        text: &Manuscript,
        heading: Option<&str>,
    ) -> Self {
        let own = text.heading();
        let added = heading.filter(|_| own.is_none()).map(|heading| TextBlock::Heading {
            page: true,
            text: vec![StyledRun { style: FontStyle::Plain, text: heading.to_owned() }],
        });
        let blocks = added.iter().chain(&text.blocks);
        let mut lines: Vec<ProseLine> =
            blocks.flat_map(|block| break_lines(design, width, above, block)).collect();
        // The height of each line together with all lines that must follow on the same page.
        let mut needed: Vec<f64> = lines.iter().map(|line| line.height).collect();
        for i in (1..lines.len()).rev().filter(|i| lines[i - 1].with_next) {
            needed[i - 1] += lines[i].above + needed[i];
        }
        let mut pages = vec![Vec::new()];
        let mut y = 0.0;
        for (i, line) in lines.iter_mut().enumerate() {
            if y > 0.0 && y + line.above + needed[i] > room {
                pages.push(Vec::new());
                y = 0.0;
            }
            if y > 0.0 || i == 0 {
                y += line.above;
            }
            let page = pages.last_mut().expect("there is a page");
            let words = std::mem::take(&mut line.words).into_iter();
            page.extend(words.map(|(x, style, text)| ((x, y + ASCENT * style.size), style, text)));
            y += line.height;
        }
        Self { heading: own.or_else(|| heading.map(str::to_owned)), pages }
    }

    /// Draws a page of the text from here down.
    pub fn draw(&self, nth: usize, page: &mut TextColumn) {
        let (left, top) = page.pen();
        for ((x, y), style, text) in &self.pages[nth] {
            draw::left(&mut page.marks, (x + left, y + top), *style, text);
            page.y = page.y.max(y + top + 0.3 * style.size);
        }
    }
}

pub(super) fn pages(first: &PageSlot, planner: &PagePlanner, pages: &mut Vec<PageSlot>) {
    let count = planner.setup.texts[first.subject()].pages.len();
    let slot = |nth| PageSlot::new(first.part, nth).with_subject(first.subject());
    pages.extend((0..count).map(slot));
}

pub(super) fn heading(volume: &Volume, slot: &PageSlot) -> Option<ContentsHeading> {
    volume.setup.texts[slot.subject()].heading.as_deref().and_then(plain_heading)
}

pub(super) fn draw(volume: &Volume, slot: &PageSlot, page: &mut TextColumn) {
    volume.setup.texts[slot.subject()].draw(slot.nth(), page);
}

/// Breaks a block into lines.
fn break_lines(design: &BookDesign, width: f64, top: f64, block: &TextBlock) -> Vec<ProseLine> {
    let (body, leading) = (design.keys.sizes.body, design.typefaces.leading);
    let measure = width.min(MEASURE * body);
    let faces = design.typefaces.words;
    let none = Vec::new();
    // The type size, the space above, the indent and the line spacing of the block.
    let (size, above, indent, leading, text) = match block {
        TextBlock::Heading { page: true, text } => (design.keys.sizes.heading, top, 0.0, 1.4, text),
        TextBlock::Heading { page: false, text } => (body * 1.15, body * 1.2, 0.0, 1.3, text),
        TextBlock::Paragraph(text) => (body, body * PARAGRAPH_GAP, 0.0, leading, text),
        TextBlock::Item { text, .. } => (body, body * 0.25, INDENT * body, leading, text),
        TextBlock::Rule => (body, body * PARAGRAPH_GAP, measure / 2.0 - body, leading, &none),
    };
    // Headings within a page are bold.
    let style = |style| match block {
        TextBlock::Heading { page: false, .. } => TextStyle::new(faces.strong, size),
        _ => TextStyle::new(faces.style(style), size),
    };
    let regular = TextStyle::new(faces.regular, size);
    let mark = match block {
        TextBlock::Item { mark, .. } => Some((indent - INDENT * size, regular, mark.clone())),
        TextBlock::Rule => Some((indent, regular, "*  *  *".to_owned())),
        _ => None,
    };
    let whole: String = text.iter().map(|run| run.text.as_str()).collect();
    // Returns the words of a range of the text, each in its style.
    let words = |range: Range<usize>| {
        let mut start = 0;
        text.iter().filter_map(move |run| {
            let from = range.start.max(start) - start;
            let until = range.end.min(start + run.text.len()).saturating_sub(start);
            start += run.text.len();
            (from < until).then(|| (style(run.style), &run.text[from..until]))
        })
    };
    let width = |range| words(range).map(|(style, text)| style.width(text)).sum();
    let mut ranges = paragraph(&whole, size, measure - indent, width);
    if ranges.is_empty() && mark.is_some() {
        ranges.push(0..0);
    }
    let count = ranges.len();
    let line = |(i, range): (usize, Range<usize>)| {
        let mut x = indent;
        let words = words(range).map(|(style, text)| {
            let start = x;
            x += style.width(text);
            (start, style, text.to_owned())
        });
        ProseLine {
            above: if i == 0 { above } else { 0.0 },
            height: size * leading,
            words: mark.clone().into_iter().filter(|_| i == 0).chain(words).collect(),
            // Avoid single lines of a paragraph at the foot or the head of a page, and a heading
            // without the text below it.
            with_next: matches!(block, TextBlock::Heading { .. })
                || (count > 1 && (i == 0 || i + 2 == count)),
        }
    };
    ranges.into_iter().enumerate().map(line).collect()
}
