//! Sets a text of the user in pages.

use crate::book::arrange::live_area::{ASCENT, LiveArea};
use crate::book::design::BookDesign;
use crate::book::draw;
use crate::book::draw::TextStyle;
use crate::book::page::Mark;
use crate::book::typesetting::{Block, FamilyFaces, Manuscript, Run, Voice, paragraph};
/// Space between paragraphs, in multiples of the body size.
const BETWEEN: f64 = 0.55;
/// Indent of list items from their bullets, in multiples of the body size.
const INDENT: f64 = 1.5;
/// Maximum length of lines, in multiples of the type size.
const MEASURE: f64 = 37.0;

/// A text set in pages. Positions of marks are relative to the live area.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::book) struct Prose {
    /// The heading in the contents.
    pub heading: Option<String>,
    pub pages: Vec<Vec<Mark>>,
}

/// A line of text with the space that it takes.
struct Line {
    /// Space above the line.
    above: f64,
    height: f64,
    x: f64,
    size: f64,
    words: Vec<Run>,
    /// The bullet or number before the line.
    mark: Option<String>,
    /// Whether the next line must be on the same page.
    with_next: bool,
}

impl Prose {
    /// Sets a text. `heading` is used if the text has none of its own.
    pub fn new(
        design: &BookDesign,
        area: &LiveArea,
        text: &Manuscript,
        heading: Option<&str>,
    ) -> Self {
        let own = text.heading();
        let blocks = match (&own, heading) {
            (None, Some(heading)) => vec![Block::Heading {
                page: true,
                text: vec![Run { voice: Voice::Plain, text: heading.to_owned() }],
            }],
            _ => Vec::new(),
        };
        let blocks = blocks.iter().chain(&text.blocks);
        let lines: Vec<Line> = blocks.flat_map(|block| broken(design, area, block)).collect();
        let words = &design.typefaces.words;
        let mut pages: Vec<Vec<Mark>> = vec![Vec::new()];
        let mut y = 0.0;
        for (i, line) in lines.iter().enumerate() {
            // The height of this line with all lines that must follow on the same page.
            let mut needed = line.height;
            let mut last = i;
            while lines[last].with_next && last + 1 < lines.len() {
                last += 1;
                needed += lines[last].above + lines[last].height;
            }
            let mut above = line.above;
            if y > 0.0 && y + above + needed > area.room() {
                pages.push(Vec::new());
                y = 0.0;
            }
            if y == 0.0 && i > 0 {
                above = 0.0;
            }
            y += above;
            let marks = pages.last_mut().expect("there is a page");
            line.draw(marks, words, y);
            y += line.height;
        }
        Self { heading: own.or_else(|| heading.map(str::to_owned)), pages }
    }
}

impl Line {
    fn draw(&self, marks: &mut Vec<Mark>, words: &FamilyFaces, top: f64) {
        let baseline = top + ASCENT * self.size;
        if let Some(mark) = &self.mark {
            let style = TextStyle::new(words.regular, self.size);
            let x = self.x - INDENT * self.size;
            draw::left(marks, (x, baseline), style, mark.clone());
        }
        let mut x = self.x;
        for run in &self.words {
            let style = TextStyle::new(words.voice(run.voice), self.size);
            draw::left(marks, (x, baseline), style, run.text.clone());
            x += style.width(&run.text);
        }
    }
}

/// Breaks a block into lines.
fn broken(design: &BookDesign, area: &LiveArea, block: &Block) -> Vec<Line> {
    let sizes = &design.sizes;
    let body = sizes.body;
    let measure = area.live().min(MEASURE * body);
    let (size, above, indent, text, mark) = match block {
        Block::Heading { page: true, text } => {
            let above = area.height * 0.015;
            (sizes.heading, above, 0.0, text, None)
        }
        Block::Heading { page: false, text } => (body * 1.15, body * 1.2, 0.0, text, None),
        Block::Paragraph(text) => (body, body * BETWEEN, 0.0, text, None),
        Block::Item { mark, text } => (body, body * 0.25, INDENT * body, text, Some(mark)),
        Block::Rule => {
            return vec![Line {
                above: body * BETWEEN,
                height: body * design.typefaces.leading,
                x: measure / 2.0 - body,
                size: body,
                words: vec![Run { voice: Voice::Plain, text: "*  *  *".to_owned() }],
                mark: None,
                with_next: false,
            }];
        }
    };
    let heading = matches!(block, Block::Heading { .. });
    // Headings within a page are bold.
    let voice = |voice| match block {
        Block::Heading { page: false, .. } => Voice::Strong,
        _ => voice,
    };
    let text: Vec<Run> =
        text.iter().map(|run| Run { voice: voice(run.voice), text: run.text.clone() }).collect();
    let whole: String = text.iter().map(|run| run.text.as_str()).collect();
    let words = &design.typefaces.words;
    let parts = |range: std::ops::Range<usize>| -> Vec<Run> {
        let mut start = 0;
        let mut parts = Vec::new();
        for run in &text {
            let end = start + run.text.len();
            let (from, to) = (range.start.max(start), range.end.min(end));
            if from < to {
                parts.push(Run {
                    voice: run.voice,
                    text: run.text[from - start..to - start].to_owned(),
                });
            }
            start = end;
        }
        parts
    };
    let width = |range: std::ops::Range<usize>| -> f64 {
        let width = |run: &Run| TextStyle::new(words.voice(run.voice), size).width(&run.text);
        parts(range).iter().map(width).sum()
    };
    let ranges = paragraph(&whole, size, measure - indent, width);
    let count = ranges.len();
    let leading = match block {
        Block::Heading { page: true, .. } => 1.4,
        Block::Heading { .. } => 1.3,
        _ => design.typefaces.leading,
    };
    ranges
        .into_iter()
        .enumerate()
        .map(|(i, range)| Line {
            above: if i == 0 { above } else { 0.0 },
            height: size * leading,
            x: indent,
            size,
            words: parts(range),
            mark: mark.filter(|_| i == 0).cloned(),
            // Avoid single lines of a paragraph at the foot or the head of a page, and a heading
            // without the text below it.
            with_next: heading || (count > 1 && (i == 0 || i + 2 == count)),
        })
        .collect()
}
