//! The ink of one grid: its lines, its digits, and that nothing else is there.

mod lines;

use super::AppearanceIssue;
use super::digits::DigitCache;
use super::visibility::is_seen;
use crate::check::readback::{Lattice, PageGrid, turned};
use crate::printers::pdf::{
    Drawing, GlyphInk, PageObject, PageObjectKind, PdfPaint, PdfPoint, PlacedGlyph, Rect, Subpath,
};
use crate::store::table::FirstFew;
use crate::sudoku::grid::{Cell, Digit, Grid};
use lines::{GridRule, LINE_OFF, MARGIN};

/// The maximum distance of the middle of a digit's ink from the middle of its cell, in cells.
const MAX_OFF: f64 = 0.15;
/// The maximum rise of a digit's baseline, and the maximum slant of its stem, as a part of its
/// length.
const MAX_TURN: f64 = 0.05;
const MAX_SLANT: f64 = 0.4;
/// The height of a digit's ink, in cells.
const HEIGHTS: (f64, f64) = (0.25, 0.95);
/// What differs from what lies under it by less than this is not seen.
const UNSEEN: f64 = 0.04;
/// The backgrounds of the cells of a grid differ by at most this much.
const MAX_SHADES: f64 = 0.45;
/// The maximum side of a pencil mark, in cells.
const PENCIL: f64 = 0.3;
/// The maximum side of a dot that shows the place of a pencil mark, in cells.
const DOT: f64 = 0.12;

/// The longest max_dash_gap in a dotted line, in cells.
const MAX_GAP: f64 = 0.12;

/// A grid, and the marks that may be seen inside of it.
struct GridRegion<'a> {
    drawing: &'a Drawing,
    lattice: Lattice,
    quarter: u8,
    /// The marks that are no letters, in the order of painting.
    others: Vec<usize>,
    /// Those of them that do more than draw lines of the grid.
    inner: Vec<usize>,
    /// What the rest of them draws.
    rulings: Vec<GridRule>,
    letters: Vec<usize>,
}

/// Returns a box after the page is turned so that text of this direction is upright.
fn turned_box(b: Rect, quarter: u8) -> Rect {
    let turn = |point| turned(point, quarter);
    Rect::at(turn((b.left, b.bottom))).union_pt(turn((b.right, b.top)))
}

/// Returns everything that is wrong with a grid, one finding of a kind.
pub(super) fn judge(
    drawing: &Drawing,
    grid: &PageGrid,
    digits: &DigitCache,
) -> Vec<AppearanceIssue> {
    let place = GridRegion::new(drawing, grid);
    let mut wrong = GridIssues::default();
    let mut inked = [false; 81];
    let mut shown = Grid::EMPTY;
    for &index in &place.letters {
        if drawing.is_exhausted() {
            return Vec::new();
        }
        place.letter(index, digits, (&mut inked, &mut shown), &mut wrong);
    }
    if grid.broken.is_none() {
        place.same_digits(&grid.grid, &shown, &mut wrong);
    }
    let shades = place.shades(&inked, &mut wrong);
    place.gaps(&mut wrong);
    place.lines(&shades, &mut wrong);
    place.foreign_marks(&shades, &mut wrong);
    wrong.told()
}

/// GridIssues by their kind, which is what was expected. The first of each kind is kept, the others
/// are counted.
#[derive(Default)]
struct GridIssues(Vec<(&'static str, FirstFew<String>)>);

impl GridIssues {
    fn add(&mut self, expected: &'static str, found: impl FnOnce() -> String) {
        let known = self.0.iter().position(|(kind, _)| *kind == expected);
        let at = known.unwrap_or_else(|| {
            self.0.push((expected, FirstFew::new(1)));
            self.0.len() - 1
        });
        self.0[at].1.push(found);
    }

    fn told(self) -> Vec<AppearanceIssue> {
        let told = |(expected, mut few): (_, FirstFew<String>)| {
            let (first, others) = few.take();
            let others = match others {
                0 => String::new(),
                1 => " (and 1 more such place)".to_owned(),
                n => format!(" (and {n} more such places)"),
            };
            (first.concat() + &others, expected)
        };
        self.0.into_iter().map(told).collect()
    }
}

impl<'a> GridRegion<'a> {
    fn new(drawing: &'a Drawing, grid: &PageGrid) -> Self {
        let lattice = grid.lattice;
        let near = drawing.objects_in(turned_box(lattice.bounds(), 4 - grid.quarter));
        let letter = |&index: &usize| matches!(drawing.marks[index].kind, PageObjectKind::Glyph(_));
        let (letters, others) =
            near.into_iter().filter(|&i| !drawing.marks[i].is_invisible()).partition(letter);
        let (inner, rulings) = (Vec::new(), Vec::new());
        let mut place =
            Self { drawing, lattice, quarter: grid.quarter, others, inner, rulings, letters };
        for index in place.others.clone() {
            if !drawing.charge(place.mark(index).kind.segments()) {
                break;
            }
            match place.ruled(index) {
                Some(ruled) => place.rulings.extend(ruled),
                None => place.inner.push(index),
            }
        }
        place
    }

    fn mark(&self, index: usize) -> &'a PageObject {
        &self.drawing.marks[index]
    }

    /// Returns a point of the upright grid, on the page.
    fn on_page(&self, point: PdfPoint) -> PdfPoint {
        turned(point, 4 - self.quarter)
    }

    /// Returns a box on the page, after the page is turned so that the grid is upright.
    fn upright(&self, b: Rect) -> Rect {
        turned_box(b, self.quarter)
    }

    /// Returns a point of a cell: 0, 0 is its lower left corner, 1, 1 its upper right one. On the
    /// page.
    fn in_cell(&self, cell: Cell, (x, y): PdfPoint) -> PdfPoint {
        let (xs, ys) = (&self.lattice.xs, &self.lattice.ys);
        let (column, row) = (cell.column(), 8 - cell.row());
        let between = |from: f64, to: f64, part: f64| from + (to - from) * part;
        self.on_page((between(xs[column], xs[column + 1], x), between(ys[row], ys[row + 1], y)))
    }

    /// How light it is at a point, of marks that are no letters; `None` under a picture or a
    /// pattern.
    fn light(&self, point: PdfPoint) -> Option<f64> {
        self.drawing.sample_at(point, &self.others).light
    }

    /// Judges a letter: a digit, or a pencil mark.
    fn letter(
        &self,
        index: usize,
        digits: &DigitCache,
        (inked, shown): (&mut [bool; 81], &mut Grid),
        wrong: &mut GridIssues,
    ) {
        let mark = self.mark(index);
        let PageObjectKind::Glyph(letter) = &mark.kind else { return };
        let (ink, font) = (&letter.ink, &letter.font.name);
        let character = letter.character();
        let is_digit = character.is_ascii_digit();
        let Some(own) = letter.bounds() else {
            match ink {
                GlyphInk::Missing if is_digit => {
                    wrong.add("a digit of the font", || {
                        format!("the font {font} has no {character}")
                    });
                }
                _ if is_digit => {
                    wrong.add("a digit that is seen", || format!("found no ink for a {character}"));
                }
                _ => {}
            }
            return;
        };
        let b = self.upright(own);
        let Some(cell) = self.lattice.cell_at(b.middle()) else { return };
        let side = self.lattice.cell();
        inked[cell] = true;
        let cell = Cell::ALL[cell];
        if !is_digit {
            if b.width().max(b.height()) > PENCIL * side {
                let expected = "digits, and pencil marks that are smaller than a digit";
                wrong.add(expected, || format!("found {character:?} in {cell}"));
            }
            return;
        }
        shown[cell] = character.to_digit(10).and_then(|digit| Digit::new(digit as u8));
        if !self.is_upright(letter) {
            let found = || format!("found the {character} in {cell} turned, mirrored or slanted");
            wrong.add("a digit that is upright", found);
        }
        if letter.stroke_only {
            wrong.add("a filled digit", || format!("found the outline of a {character} in {cell}"));
        }
        let other = |(paint, width): &(PdfPaint, f64)| {
            *width > 0.01 * side
                && (paint.light().zip(mark.paint.light()))
                    .is_none_or(|(a, b)| (a - b).abs() > UNSEEN)
        };
        if !letter.stroke_only && letter.line.as_ref().is_some_and(other) {
            wrong.add("a filled digit", || {
                format!("found the {character} in {cell} with lines of another colour around it")
            });
        }
        if let GlyphInk::Outline(outline) = ink {
            let middle = self.upright(Rect::at(self.in_cell(cell, (0.5, 0.5)))).middle();
            let (dx, dy) = (b.middle().0 - middle.0, b.middle().1 - middle.1);
            let off = (dx * dx + dy * dy).sqrt() / side;
            if off > MAX_OFF {
                wrong.add("a digit in the middle of its cell", || {
                    format!("found the {character} in {cell} {off:.2} cells from its middle")
                });
            }
            let high = b.height() / side;
            if !(HEIGHTS.0..=HEIGHTS.1).contains(&high) {
                wrong.add("a digit that fits its cell", || {
                    format!("found the {character} in {cell} {high:.2} cells high")
                });
            }
            if let Some(shown) = digits.other(letter, outline, self.drawing) {
                wrong.add("a font that draws the digit of the text", || {
                    format!("the font {font} draws {shown} for the {character} in {cell}")
                });
            }
        }
        let clear = |p: PdfPoint| self.inside(p).is_some();
        let inside = clear((b.left, b.bottom)) && clear((b.right, b.top));
        let others = if inside { &self.inner } else { &self.others };
        if let Err(found) = is_seen(self.drawing, index, others) {
            wrong
                .add("a digit that is seen", || format!("found the {character} in {cell} {found}"));
        }
    }

    /// Returns true if a letter is as upright as its grid, not mirrored, and slanted no more than
    /// an italic is.
    fn is_upright(&self, letter: &PlacedGlyph) -> bool {
        let [a, b, c, d, ..] = letter.to_page.0;
        let ((ax, ay), (cx, cy)) = (turned((a, b), self.quarter), turned((c, d), self.quarter));
        // Type without size has no direction, and is not upright.
        ay.abs() < MAX_TURN * ax && cx.abs() < MAX_SLANT * cy
    }

    /// Returns the ink of each cell is the digit that was read from the text: fonts may draw beside
    /// their place.
    fn same_digits(&self, text: &Grid, shown: &Grid, wrong: &mut GridIssues) {
        let other = |cell: &Cell| shown[*cell] != text[*cell];
        for cell in Cell::ALL.into_iter().filter(other) {
            let name =
                |digit: Option<Digit>| digit.map_or("no digit".to_owned(), |d| d.to_string());
            let (ink, text) = (name(shown[cell]), name(text[cell]));
            wrong.add("the digit of the text in each cell", || {
                format!("found the ink of {ink} in {cell}, where the text has {text}")
            });
        }
    }

    /// How light the background of each cell is.
    fn shades(&self, inked: &[bool; 81], wrong: &mut GridIssues) -> [Option<f64>; 81] {
        // Between the lines and the digit.
        let shade = |cell: &Cell| {
            let point = self.in_cell(*cell, (1.0 - MARGIN, MARGIN));
            self.drawing.sample_at(point, &self.inner).light
        };
        let shades: [Option<f64>; 81] = std::array::from_fn(|index| shade(&Cell::ALL[index]));
        let known = || shades.iter().flatten().copied();
        let lightest = known().fold(0.0, f64::max);
        for (&cell, shade) in Cell::ALL.iter().zip(&shades) {
            match shade {
                None => wrong.add("cells with a plain background", || {
                    format!("found a picture or a pattern in {cell}")
                }),
                Some(shade) if lightest - shade > MAX_SHADES && !inked[cell.index()] => {
                    wrong.add("cells that are not covered", || {
                        format!("found {cell} darker than others by {:.2}", lightest - shade)
                    });
                }
                Some(_) => {}
            }
        }
        shades
    }

    /// Finds lines that are mostly gaps. Others, which are dotted, are seen as whole ones.
    fn gaps(&self, wrong: &mut GridIssues) {
        for &index in &self.others {
            if let PageObjectKind::Stroke { max_dash_gap, .. } = &self.mark(index).kind
                && *max_dash_gap > MAX_GAP * self.lattice.cell()
            {
                wrong.add("lines without gaps, or with those of dots", || {
                    format!("found a line with gaps of {max_dash_gap:.1} pt")
                });
            }
        }
    }

    /// Finds what is neither a line of the grid nor the background of cells.
    fn foreign_marks(&self, shades: &[Option<f64>; 81], wrong: &mut GridIssues) {
        for &index in &self.inner {
            let mark = self.mark(index);
            // A line is looked at in sixty places.
            if !self.drawing.charge(60 * (1 + mark.kind.segments())) {
                return;
            }
            let light = match &mark.kind {
                PageObjectKind::Image(_) | PageObjectKind::Shading => None,
                _ => mark.paint.light(),
            };
            let place = match &mark.kind {
                PageObjectKind::Stroke { subpaths, .. } => {
                    subpaths.iter().find_map(|part| self.stray_line(part))
                }
                PageObjectKind::Fill { subpaths, .. } => {
                    subpaths.iter().find_map(|part| self.stray_area(part))
                }
                // One around the grid is found as the background of cells.
                PageObjectKind::Image(_) | PageObjectKind::Shading => {
                    self.inside(self.upright(mark.bounds).middle())
                }
                PageObjectKind::Glyph(_) => None,
            };
            let Some(cell) = place else { continue };
            let shade = shades[cell.index()];
            let seen = light
                .zip(shade)
                .is_none_or(|(own, shade)| (own - shade).abs() * mark.alpha > UNSEEN);
            if seen && mark.bounds.width().max(mark.bounds.height()) > 0.0 {
                wrong.add("nothing in a grid but lines and digits", || {
                    format!("found a mark in {cell} that is neither")
                });
            }
        }
    }

    /// Returns a cell through which a line goes that is no line of the grid.
    fn stray_line(&self, part: &Subpath) -> Option<Cell> {
        let mut stray = None;
        part.pieces(part.closed, |from, to| {
            if self.ruling(from, to).is_none() && stray.is_none() {
                let (from, to) = (turned(from, self.quarter), turned(to, self.quarter));
                // The first of some points on it that is inside of a cell.
                let points = (0..=60).map(|i| {
                    let t = f64::from(i) / 60.0;
                    (from.0 + (to.0 - from.0) * t, from.1 + (to.1 - from.1) * t)
                });
                stray = points.into_iter().find_map(|point| self.inside(point));
            }
        });
        stray
    }

    /// Returns a cell in which an area lies that is no line of the grid and fills no whole cell.
    fn stray_area(&self, part: &Subpath) -> Option<Cell> {
        let b = self.upright(part.bounds);
        let (near, side) = (LINE_OFF * self.lattice.cell(), self.lattice.cell());
        if b.width().max(b.height()) < DOT * side {
            return None;
        }
        let on = |lines: &[f64; 10], at: f64| lines.iter().any(|line| (line - at).abs() <= near);
        let middle = b.middle();
        let narrow = 2.0 * near;
        if b.width() <= narrow && on(&self.lattice.xs, middle.0) && b.height() > b.width()
            || b.height() <= narrow && on(&self.lattice.ys, middle.1) && b.width() > b.height()
        {
            return None;
        }
        // It fills whole cells when its edges lie on lines or outside of the grid.
        let (xs, ys) = (&self.lattice.xs, &self.lattice.ys);
        let edge = |lines: &[f64; 10], at: f64| {
            on(lines, at) || at < lines[0] - near || at > lines[9] + near
        };
        let fills = part.is_upright()
            && edge(xs, b.left)
            && edge(xs, b.right)
            && edge(ys, b.bottom)
            && edge(ys, b.top);
        // An area with other edges is a background when all of the grid is inside of it.
        let whole = self.lattice.bounds();
        let clear = b.intersect(whole)?;
        if fills || clear == whole {
            return None;
        }
        let cell = |p: PdfPoint| self.lattice.cell_at(p).map(|cell| Cell::ALL[cell]);
        self.inside(clear.middle())
            .or_else(|| cell((clear.left + 0.01 * side, clear.bottom + 0.01 * side)))
    }

    /// Returns the cell around a point that is not close to its segments.
    fn inside(&self, point: PdfPoint) -> Option<Cell> {
        let near = LINE_OFF * self.lattice.cell();
        let clear = |lines: &[f64; 10], at: f64| lines.iter().all(|line| (line - at).abs() > near);
        let cell = self.lattice.cell_at(point)?;
        (clear(&self.lattice.xs, point.0) && clear(&self.lattice.ys, point.1))
            .then_some(Cell::ALL[cell])
    }
}
