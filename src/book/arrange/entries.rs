//! The arrangement of lists of puzzles in columns: a number, and a few words.

use crate::book::arrange::head::Head;
use crate::book::arrange::live_area::LiveArea;
use crate::book::design::BookDesign;
use crate::book::draw::TextStyle;

/// Maximum number of columns.
const COLUMNS: usize = 6;
/// Type sizes that are tried, as fractions of the body size.
const SIZES: [f64; 3] = [0.94, 0.88, 0.82];

/// The entries of a list, and their places on its pages, column by column.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::book) struct EntriesPage {
    pub columns: usize,
    pub rows: usize,
    /// Horizontal and vertical distance from one entry to the next.
    pub pitch: (f64, f64),
    /// Distance of the first row from the top of the live area.
    pub first: f64,
    /// Type size.
    pub size: f64,
    /// Distance of the words from the left of their number.
    pub indent: f64,
    /// Width of the words.
    pub width: f64,
}

impl EntriesPage {
    /// As many columns as hold each text in one line; with one column, texts may have several.
    pub fn new<'a>(
        design: &BookDesign,
        area: &LiveArea,
        intro: &str,
        largest: usize,
        texts: impl Iterator<Item = &'a str> + Clone,
    ) -> Self {
        let live = area.live();
        let tried = SIZES.map(|part| {
            let size = design.sizes.legible(design.sizes.body * part);
            let words = TextStyle::new(design.typefaces.words.regular, size);
            let number = TextStyle::new(design.typefaces.figures.strong, size);
            let indent = number.width(&largest.to_string().replace(|_: char| true, "8")) + size;
            let widest = texts.clone().map(|text| words.width(text)).fold(0.0, f64::max);
            let gap = size * 1.4;
            let columns = ((live + gap) / (indent + widest + gap)) as usize;
            (columns.clamp(1, COLUMNS), size, indent, gap)
        });
        // Of sizes with the same number of columns the largest.
        let best = tried.into_iter().rev().max_by_key(|(columns, ..)| *columns);
        let (columns, size, indent, gap) = best.unwrap_or(tried[0]);
        let words = TextStyle::new(design.typefaces.words.regular, size);
        let width = (live + gap) / columns as f64 - gap - indent;
        let lines = match columns {
            1 => texts.map(|text| words.faces.wrap(text, size, width).len()).max(),
            _ => None,
        };
        let body = design.sizes.body;
        let leading = design.typefaces.leading;
        let italic = design.typefaces.words.italic;
        let intro = italic.wrap_paragraph(intro, body, live).len() as f64;
        let first = Head::new(design).height() + (intro + 0.6) * body * leading;
        let down = size * leading * 1.18 * lines.unwrap_or(1).max(1) as f64;
        let rows = (((area.room() - first) / down) as usize).max(1);
        Self { columns, rows, pitch: (indent + width + gap, down), first, size, indent, width }
    }

    /// Number of entries on a page.
    pub fn len(&self) -> usize {
        self.columns * self.rows
    }
}
