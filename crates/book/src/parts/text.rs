//! The pages of a text of the user.

use super::column::head_height;
use super::{
    ASCENT, BookDesign, ContentsHeading, PagePlanner, PageSlot, Point, TextColumn, TextStyle,
    Volume, plain_heading,
};
use crate::model::setup::{MEASURE, TypesetText};
use crate::text::manuscript::{FontStyle, Manuscript, StyledRun, TextBlock};
use page::{FamilyStacks, FontStack};
use std::ops::Range;

/// The space between paragraphs, in multiples of the body size.
const PARAGRAPH_GAP: f64 = 0.55;
/// The space above a heading within a page and above a list item, and the size of such a heading,
/// in multiples of the body size.
const HEADING_GAP: f64 = 1.2;
const ITEM_GAP: f64 = 0.25;
const HEADING_SIZE: f64 = 1.15;
/// The line spacing of the heading of a page and of a heading within it.
const PAGE_HEADING_LEADING: f64 = 1.4;
const HEADING_LEADING: f64 = 1.3;
/// The descent of a line, in type sizes.
const DESCENT: f64 = 0.3;
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
    /// Sets a text on pages of this size. A heading of the text has the space `above`. Without this
    /// space, as behind the puzzles, the heading is a head with a rule, as above the answers and
    /// above all lists. The text gets `heading` if it has no heading of its own.
    pub fn new(
        design: &BookDesign,
        (width, room): Point,
        above: Option<f64>,
        text: &Manuscript,
        heading: Option<&str>,
    ) -> Self {
        let own = text.heading();
        let has_own = own.is_some();
        let heading = own.or_else(|| heading.map(str::to_owned));
        let has_head = above.is_none() && heading.is_some();
        let added = heading.clone().filter(|_| !has_own && !has_head);
        let added = added.map(|text| TextBlock::Heading {
            page: true,
            text: vec![StyledRun { style: FontStyle::Plain, text }],
        });
        let above = above.unwrap_or(HEADING_GAP * design.keys.sizes.body);
        let own_blocks = text.blocks.iter().skip(usize::from(has_own && has_head));
        let blocks = added.iter().chain(own_blocks);
        let lines = blocks.flat_map(|block| break_lines(design, width, above, block)).collect();
        let top = if has_head { head_height(design) } else { 0.0 };
        Self { heading, has_head, pages: fill_pages(lines, room, top) }
    }

    /// Returns the width of the longest line.
    pub fn width(&self) -> f64 {
        let words = self.pages.iter().flatten();
        words.map(|((x, _), style, text)| x + style.width(text)).fold(0.0, f64::max)
    }

    /// Draws a page of the text from here down.
    pub fn draw(&self, nth: usize, page: &mut TextColumn) {
        let (left, top) = page.pen();
        if let Some(heading) = self.heading.as_ref().filter(|_| self.has_head && nth == 0) {
            page.draw_head(heading, String::new());
        }
        for ((x, y), style, text) in &self.pages[nth] {
            page.draw_line(*style, (x + left, y + top), text);
            page.y = page.y.max(y + top + DESCENT * style.size);
        }
    }
}

/// Fills pages with lines. The first begins at `top`.
fn fill_pages(
    mut lines: Vec<ProseLine>,
    room: f64,
    top: f64,
) -> Vec<Vec<(Point, TextStyle, String)>> {
    // The height of each line together with all lines that must follow on the same page.
    let mut needed: Vec<f64> = lines.iter().map(|line| line.height).collect();
    for i in (1..lines.len()).rev().filter(|i| lines[i - 1].with_next) {
        needed[i - 1] += lines[i].above + needed[i];
    }
    let mut pages = vec![Vec::new()];
    let (mut start, mut y) = (top, top);
    for (i, line) in lines.iter_mut().enumerate() {
        if y > start && y + line.above + needed[i] > room {
            pages.push(Vec::new());
            (start, y) = (0.0, 0.0);
        }
        if y > start || i == 0 && top == 0.0 {
            y += line.above;
        }
        let page = pages.last_mut().expect("there is a page");
        let words = std::mem::take(&mut line.words).into_iter();
        page.extend(words.map(|(x, style, text)| ((x, y + ASCENT * style.size), style, text)));
        y += line.height;
    }
    pages
}

pub(super) fn pages(first: &PageSlot, planner: &PagePlanner, pages: &mut Vec<PageSlot>) {
    let count = planner.setup.texts[first.subject()].pages.len();
    for nth in 0..count {
        pages.push(PageSlot::new(first.part, nth).with_subject(first.subject()));
    }
}

pub(super) fn heading(volume: &Volume, slot: &PageSlot) -> Option<ContentsHeading> {
    volume.setup.texts[slot.subject()].heading.as_deref().and_then(plain_heading)
}

pub(super) fn draw(volume: &Volume, slot: &PageSlot, page: &mut TextColumn) {
    volume.setup.texts[slot.subject()].draw(slot.nth(), page);
}

/// The measures of a block, and its text.
struct BlockSetting<'a> {
    faces: FamilyStacks,
    size: f64,
    /// The space above the block.
    above: f64,
    indent: f64,
    /// The line spacing, in type sizes.
    leading: f64,
    /// True for a heading within a page.
    is_strong: bool,
    text: &'a [StyledRun],
}

impl<'a> BlockSetting<'a> {
    fn new(design: &BookDesign, measure: f64, top: f64, block: &'a TextBlock) -> Self {
        let body = design.keys.sizes.body;
        let usual = Self {
            faces: design.typefaces.words,
            size: body,
            above: body * PARAGRAPH_GAP,
            indent: 0.0,
            leading: design.typefaces.leading,
            is_strong: false,
            text: &[],
        };
        match block {
            TextBlock::Heading { page: true, text } => {
                let size = design.keys.sizes.heading;
                Self { size, above: top, leading: PAGE_HEADING_LEADING, text, ..usual }
            }
            TextBlock::Heading { page: false, text } => Self {
                size: body * HEADING_SIZE,
                above: body * HEADING_GAP,
                leading: HEADING_LEADING,
                is_strong: true,
                text,
                ..usual
            },
            TextBlock::Paragraph(text) => Self { text, ..usual },
            TextBlock::Item { text, .. } => {
                Self { above: body * ITEM_GAP, indent: INDENT * body, text, ..usual }
            }
            TextBlock::Rule => Self { indent: measure / 2.0 - body, ..usual },
        }
    }

    /// Returns the style of a run.
    fn style(&self, style: FontStyle) -> TextStyle {
        let faces = if self.is_strong { self.faces.strong } else { style.faces(&self.faces) };
        TextStyle::new(faces, self.size)
    }

    /// Returns the words of a range of the text, each in its style.
    fn words(&self, range: Range<usize>) -> Vec<(TextStyle, &'a str)> {
        let (mut start, mut words) = (0, Vec::new());
        for run in self.text {
            let from = range.start.max(start) - start;
            let until = range.end.min(start + run.text.len()).saturating_sub(start);
            start += run.text.len();
            if from < until {
                words.push((self.style(run.style), &run.text[from..until]));
            }
        }
        words
    }

    /// Returns the width of a range of the text.
    fn width(&self, range: Range<usize>) -> f64 {
        self.words(range).into_iter().map(|(style, text)| style.width(text)).sum()
    }

    /// Returns the mark before the text, with its distance from the left.
    fn mark(&self, block: &TextBlock) -> Option<(f64, TextStyle, String)> {
        let regular = TextStyle::new(self.faces.regular, self.size);
        match block {
            TextBlock::Item { mark, .. } => {
                Some((self.indent - INDENT * self.size, regular, mark.clone()))
            }
            TextBlock::Rule => Some((self.indent, regular, "*  *  *".to_owned())),
            _ => None,
        }
    }
}

/// Breaks a block into lines.
fn break_lines(design: &BookDesign, width: f64, top: f64, block: &TextBlock) -> Vec<ProseLine> {
    let measure = width.min(MEASURE * design.keys.sizes.body);
    let setting = BlockSetting::new(design, measure, top, block);
    let mut mark = setting.mark(block);
    let whole: String = setting.text.iter().map(|run| run.text.as_str()).collect();
    let room = measure - setting.indent;
    let faces = setting.style(FontStyle::Plain).faces;
    let mut ranges =
        faces.break_paragraph(&whole, setting.size, room, |range| setting.width(range));
    if ranges.is_empty() && mark.is_some() {
        ranges.push(0..0);
    }
    let count = ranges.len();
    let mut lines = Vec::with_capacity(count);
    for (i, range) in ranges.into_iter().enumerate() {
        let mut words: Vec<_> = mark.take().into_iter().collect();
        let mut x = setting.indent;
        let hyphen = FontStack::hyphen(&whole, &range);
        for (style, text) in setting.words(range) {
            words.push((x, style, text.to_owned()));
            x += style.width(text);
        }
        if let Some((_, _, last)) = words.last_mut() {
            *last += hyphen;
        }
        lines.push(ProseLine {
            above: if i == 0 { setting.above } else { 0.0 },
            height: setting.size * setting.leading,
            words,
            // Avoid single lines of a paragraph at the foot or the head of a page, and a heading
            // without the text below it.
            with_next: matches!(block, TextBlock::Heading { .. })
                || (count > 1 && (i == 0 || i + 2 == count)),
        });
    }
    lines
}
