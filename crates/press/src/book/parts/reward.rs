//! The certificate for a child who has solved the puzzles of the book: a fox with a star in a
//! frame, and lines for a name and a date.

use super::{DrawOp, PageSlot, Point, TextColumn, TextStyle, Volume, draw};
use crate::book::draw::Fox;
use crate::book::model::page::{FigureMood, PathPaint};

/// The widths of the two lines of the frame, the gap between them, and the radius of its corners,
/// in points.
const FRAME_LINES: [f64; 2] = [2.5, 0.75];
const FRAME_GAP: f64 = 6.0;
const CORNER_RADIUS: f64 = 16.0;
/// The space between the frame and its content, as a fraction of the width of the frame.
const PADDING: f64 = 0.08;
/// The type sizes as multiples of those of headings and of the body.
const HEADING_SIZE: f64 = 2.0;
const TEXT_SIZE: f64 = 1.5;
/// The maximum height of the fox as a fraction of the height of the frame.
const MAX_FOX: f64 = 0.46;
/// The shares of the free height above the heading, below it, and below the fox. The rest is above
/// the lines to write on.
const SHARES: [f64; 3] = [0.26, 0.22, 0.2];

/// Draws the page.
pub(super) fn draw(volume: &Volume, _: &PageSlot, page: &mut TextColumn) {
    let (setup, language) = (&volume.setup, &volume.setup.language);
    let (corner, size) = (page.pen(), (page.width, page.room()));
    draw_frame(&mut page.marks, corner, size);
    let padding = PADDING * size.0;
    (page.left, page.width) = (page.left + padding, page.width - 2.0 * padding);

    let words = language.text("reward.heading");
    let heading = HEADING_SIZE * setup.design.keys.sizes.heading;
    let heading = TextStyle::new(setup.design.typefaces.title, heading).within(page.width, words);
    let text = setup.strong(TEXT_SIZE);
    let lead = setup.design.typefaces.leading * text.size;
    let lines = text.faces.wrap_evenly(language.text("reward.text"), text.size, page.width);
    let blank = setup.regular(1.1);
    let text_height = text.cap() + lead * (lines.len() - 1) as f64;
    let used = heading.cap() + text_height + blank.size + padding;
    let fox = (MAX_FOX * size.1).min(page.width / Fox::WIDTH).min(0.8 * (size.1 - used));
    let [above, below, after] = SHARES.map(|share| share * (size.1 - used - fox));

    page.y = corner.1 + above + heading.cap();
    page.draw_centred(vec![words.to_owned()], heading, below);
    let fox_corner = (page.middle() - fox * Fox::WIDTH / 2.0, page.y);
    page.marks.extend(Fox::new(FigureMood::Proud).draw(fox_corner, fox));
    page.y += fox + after + text.cap();
    page.draw_centred(lines, text, lead);

    // The name has more room than the date.
    let baseline = corner.1 + size.1 - padding;
    let middle = page.left + 0.6 * page.width;
    let name = language.text("puzzles.name");
    draw::labelled_blank(&mut page.marks, (page.left, baseline), middle, blank, name);
    let (date, start, end) = (language.text("puzzles.date"), middle + blank.size, page.right());
    draw::labelled_blank(&mut page.marks, (start, baseline), end, blank, date);
}

/// Draws a double frame with round corners inside this area.
fn draw_frame(marks: &mut Vec<DrawOp>, (left, top): Point, (width, height): Point) {
    for (line, inset) in FRAME_LINES.into_iter().zip([0.0, FRAME_GAP]) {
        let inset = inset + line / 2.0;
        let size = (width - 2.0 * inset, height - 2.0 * inset);
        let steps = draw::rounded((left + inset, top + inset), size, CORNER_RADIUS - inset);
        let points = draw::flatten(&steps);
        marks.push(DrawOp::Path { points, paint: PathPaint::Outline(line) });
    }
}
