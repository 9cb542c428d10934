//! QR codes: of the address of the publisher, on a page that opens the answers, and of the
//! addresses of puzzles, beside the answers or below the puzzles.

use super::{
    BoxStack, DrawOp, LinkTarget, OPTICAL_CENTRE, PageSide, PageSlot, PartInput, Point, TextColumn,
    TextLines, TextStyle, Volume,
};
use crate::model::{PartName, PuzzleCodePlace};
use page::PuzzleCodeStyle;
use preflight::MM;
use words::{clause, setting};

/// The side of the code, in millimetres and in points.
const CODE_SIDE_MM: f64 = 32.0;
const CODE_SIDE: f64 = CODE_SIDE_MM * MM;
/// The size of the heading, in sizes of other headings, and the line spacing of the reason.
const HEADING_SIZE: f64 = 1.5;
const MAX_LINES: usize = 3;
const WHY_LEADING: f64 = 1.35;
const HALF_WHY_LEADING: f64 = WHY_LEADING / 2.0;

/// The setting that the page shows. A book without pages of answers has it after the puzzles.
pub(super) const INPUT: PartInput = PartInput {
    is_given: |options| options.qr.is_some(),
    place: |parts| {
        let after_puzzles = PartName::Puzzles.place_in(parts).map(|at| at + 1);
        PartName::Answers.place_in(parts).or(after_puzzles).unwrap_or(parts.len())
    },
    missing: "is no address",
    wanted: || clause!("an address ({})", setting("qr").to("https://example.com/answers")),
};

/// Draws the page that opens the answers, with a QR code of the publisher's address.
pub(super) fn draw_opening(volume: &Volume, _: &PageSlot, page: &mut TextColumn) {
    let Some(qr) = &volume.setup.options.qr else { return };
    let sizes = &volume.setup.design.keys.sizes;
    let has_answers =
        volume.pagination.answer_page(0).is_some() || volume.separate_answers.is_some();
    let answers = volume.setup.language.text("answers.heading");
    let heading = if has_answers { answers } else { &volume.titles.title };
    let style = TextStyle::new(volume.setup.words().regular, sizes.heading * HEADING_SIZE);
    let heading = volume.setup.fit_lines(style, heading, (page.width, f64::INFINITY), MAX_LINES);
    let side = qr.side(CODE_SIDE);
    let reason = volume.setup.regular(1.2);
    let why = volume.setup.language.text("qr.why");
    let why = reason.faces.wrap_evenly(why, reason.size, page.width);
    let caption = volume.setup.regular(1.0);
    let line = qr.caption(|line| caption.width(line) <= page.width);
    let caption = caption.within(page.width, line);
    let half_lead = HALF_WHY_LEADING * reason.size;

    let mut stack = BoxStack::default();
    stack.share(OPTICAL_CENTRE);
    stack.text(heading.style.size, heading);
    stack.text(sizes.heading, TextLines::new(why, reason, WHY_LEADING));
    stack.gap(half_lead);
    stack.item(side, |marks, area| marks.push(qr.to_shape(area.centred(side).corner(), side)));
    stack.text(caption.cap(), TextLines::line(line, caption));
    let below = half_lead + sizes.body - caption.cap();
    stack.gap(below);
    let area = page.area();
    page.end = stack.draw(&mut page.marks, area) - below;
}

/// Draws the codes of these puzzles, each with the corner of its grid in this part of the book, and
/// adds the links to their addresses.
pub(super) fn draw(
    volume: &Volume,
    part: PartName,
    page: &mut TextColumn,
    places: &[(Point, usize)],
) {
    for &(grid, puzzle) in places {
        let Some(address) = volume.puzzle_address(puzzle) else { return };
        if part == PartName::Puzzles {
            let side = volume.frame_side(puzzle);
            page.marks.push(square_link(grid, side, &address));
        }
        let corner = corner(volume, part, page.side, grid, puzzle);
        if let Some((style, corner)) = volume.setup.codes.zip(corner) {
            page.marks.push(square_link(corner, PuzzleCodeStyle::SIDE, &address));
            page.marks.push(style.to_shape(&address, corner));
        }
    }
}

/// Returns a link from a square to a web address.
fn square_link(corner: Point, side: f64, address: &str) -> DrawOp {
    let target = LinkTarget::Address(address.to_owned());
    DrawOp::Link { corner, size: (side, side), target }
}

/// Returns the top left corner of the code of a puzzle with its quiet zone, beside or below the
/// grid with this corner in this part of the book. Beside a grid their upper edges are level.
/// Returns `None` if there are no codes.
fn corner(
    volume: &Volume,
    part: PartName,
    side: PageSide,
    of_grid: Point,
    puzzle: usize,
) -> Option<Point> {
    let quiet = volume.setup.codes?.quiet();
    match (part, volume.setup.design.code_place?) {
        // The upper edges of code and grid are level.
        (PartName::Answers, PuzzleCodePlace::Answers) => {
            let grid = volume.setup.answer_pages.as_ref()?.classic.grid;
            Some((of_grid.0 + grid.outer(), of_grid.1 - quiet))
        }
        // The right edges of code and grid are level.
        (PartName::Puzzles, PuzzleCodePlace::Puzzles) => {
            let page = volume.setup.puzzle_pages.of_shape(volume.shape(puzzle));
            let outer = page.grids.grid.outer();
            if let Some(aside) = volume.aside(page, side) {
                return Some((of_grid.0 + aside.left - quiet, of_grid.1 - quiet));
            }
            let x = of_grid.0 + outer - PuzzleCodeStyle::SIDE + quiet;
            Some((x, of_grid.1 + outer + page.code_offset))
        }
        _ => None,
    }
}
