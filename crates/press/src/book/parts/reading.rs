//! The page before the first technique: what the names of cells, the two kinds of digits and the
//! marks of a drawing mean.

use super::puzzles::grid_style;
use super::{ASCENT, PageSlot, TextColumn, TextStyle, Volume, text};
use crate::book::draw::{Diagram, DrawingSample};
use engine::sudoku::grid::Cell;

/// The sentences about names and digits. The last one is for courses, whose answers name steps.
const SENTENCES: [&str; 5] =
    ["reading.block", "reading.house", "reading.digits", "reading.candidates", "reading.step"];
/// The marks of drawings with the keys of their texts.
const SAMPLES: [(DrawingSample, &str); 4] = [
    (DrawingSample::Pattern, "reading.pattern"),
    (DrawingSample::Placed, "reading.placed"),
    (DrawingSample::Lost, "reading.lost"),
    (DrawingSample::Link, "reading.link"),
];
/// The type sizes to try, as fractions of the body size.
const TYPE_SIZES: [f64; 4] = [1.0, 0.9, 0.82, 0.75];
/// The side of a sample, in multiples of the type size.
const SAMPLE_SIDE: f64 = 2.4;

pub(super) fn draw(volume: &Volume, _: &PageSlot, page: &mut TextColumn) {
    page.width = volume.setup.measure();
    page.draw_heading(volume.setup.language.text("reading.heading"));
    let (top, marks) = (page.y, page.marks.len());
    for size in TYPE_SIZES {
        (page.y, page.end) = (top, top);
        page.marks.truncate(marks);
        draw_in_size(volume, page, size);
        if page.fits() {
            break;
        }
    }
}

fn draw_in_size(volume: &Volume, page: &mut TextColumn, size: f64) {
    let (design, language) = (&volume.setup.design, &volume.setup.language);
    let size = design.keys.sizes.legible(design.keys.sizes.body * size);
    let body = TextStyle::new(volume.setup.words().regular, size);
    let example = Cell::new(3, 6);
    let (row, column) = (example.row() + 1, example.column() + 1);
    let cell = language.words().cell(example);
    page.draw_paragraph(&text!(language, "reading.cell", cell, row, column), body);
    let is_course = !volume.setup.options.course.is_empty();
    let sentences = SENTENCES.iter().take(SENTENCES.len() - usize::from(!is_course));
    for key in sentences {
        page.y += size * 0.45;
        page.draw_paragraph(language.text(key), body);
    }

    let side = SAMPLE_SIDE * size;
    let (left, width) = (page.left, page.width);
    page.y += size * 0.9 - ASCENT * size;
    for (sample, key) in SAMPLES {
        let diagram = Diagram {
            grid: grid_style(design, side, (0.0, 0.0)),
            figures: volume.setup.figures(),
            small: size * 1.1,
        };
        let corner = page.pen();
        diagram.draw_sample(&mut page.marks, corner, side, sample);
        let indent = side + size;
        let lines = body.faces.wrap_paragraph(language.text(key), size, width - indent);
        let lead = size * design.typefaces.leading;
        let height = (lines.len() - 1) as f64 * lead + body.cap();
        let below = page.y + side;
        page.left = left + indent;
        page.y += ((side - height) / 2.0).max(0.0) + body.cap();
        page.draw_lines(lines, body, lead);
        page.left = left;
        page.y = page.y.max(below) + size * 0.5;
        page.end = page.end.max(below);
    }
}
