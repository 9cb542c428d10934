//! Checks the appearance of one grid: its lines, its digits, and that nothing else is there.

mod lines;

use super::AppearanceIssue;
use super::digits::DigitCache;
use super::visibility::check_visible;
use crate::check::readback::{Lattice, PageGrid, turned};
use engine::sudoku::grid::{Cell, Digit, Grid};
use lines::{GridRule, MARGIN, MAX_LINE_OFFSET};
use press::printers::pdf::{
    Drawing, GlyphInk, PageObject, PageObjectKind, PdfPaint, PdfPoint, PlacedGlyph, Rect, Subpath,
};
use store::table::FirstFew;

/// The maximum distance between the centre of a digit's ink and the centre of its cell, in cells.
const MAX_CENTRE_OFFSET: f64 = 0.15;
/// The maximum rise of a digit's baseline and the maximum slant of its stem, relative to its
/// length.
const MAX_BASELINE_RISE: f64 = 0.05;
const MAX_SLANT: f64 = 0.4;
/// The minimum and maximum height of a digit's ink, in cells.
const DIGIT_HEIGHTS: (f64, f64) = (0.25, 0.95);
/// The minimum number of digits of a puzzle with one solution.
const MIN_DRAWN_DIGITS: usize = 17;
/// A smaller difference in lightness is invisible.
const INVISIBLE_CONTRAST: f64 = 0.04;
/// The maximum difference in lightness between the backgrounds of the cells of a grid.
const MAX_SHADE_DIFFERENCE: f64 = 0.45;
/// The maximum side of a pencil mark, in cells.
const MAX_PENCIL_MARK: f64 = 0.3;
/// The maximum side of a dot that marks the place of a pencil mark, in cells.
const MAX_DOT: f64 = 0.12;

/// The longest gap in a dotted line, in cells.
const MAX_GAP: f64 = 0.12;

/// The region of one grid and the page objects that may be visible in it.
struct GridRegion<'a> {
    drawing: &'a Drawing,
    lattice: Lattice,
    quarter: u8,
    /// The objects that are not glyphs, in painting order.
    others: Vec<usize>,
    /// The `others` that draw more than lines of the grid.
    inner: Vec<usize>,
    /// The lines drawn by the remaining `others`.
    rules: Vec<GridRule>,
    letters: Vec<usize>,
}

/// Rotates a box so that text of this direction becomes upright.
fn turned_box(b: Rect, quarter: u8) -> Rect {
    let turn = |point| turned(point, quarter);
    Rect::at(turn((b.left, b.bottom))).union_pt(turn((b.right, b.top)))
}

/// Checks one grid. Returns one issue of each kind.
pub(super) fn check_grid(
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
        place.check_glyph(index, digits, (&mut inked, &mut shown), &mut wrong);
    }
    if grid.broken.is_none() {
        place.check_digits(&grid.grid, &shown, &mut wrong);
    }
    let shades = place.check_shades(&inked, &mut wrong);
    place.check_gaps(&mut wrong);
    place.check_lines(&shades, &mut wrong);
    place.check_foreign_marks(&shades, &mut wrong);
    wrong.into_issues()
}

/// Returns true if a grid has drawings of the size of digits in as many cells as a puzzle has
/// digits at least. The reader of pages takes letters alone for digits.
pub(super) fn has_drawn_digits(drawing: &Drawing, grid: &PageGrid) -> bool {
    let place = GridRegion::new(drawing, grid);
    let mut drawn = [false; 81];
    for &index in &place.inner {
        let mark = place.mark(index);
        if !drawing.charge(1 + mark.kind.segments()) {
            return false;
        }
        match &mark.kind {
            PageObjectKind::Stroke { subpaths, .. } | PageObjectKind::Fill { subpaths, .. } => {
                for part in subpaths.iter() {
                    place.note_drawn(part.bounds, &mut drawn);
                }
            }
            PageObjectKind::Image(_) | PageObjectKind::Shading => {
                place.note_drawn(mark.bounds, &mut drawn);
            }
            PageObjectKind::Glyph(_) => {}
        }
    }
    drawn.iter().filter(|drawn| **drawn).count() >= MIN_DRAWN_DIGITS
}

/// Issues grouped by what was expected. The first issue of each kind is kept, the rest are counted.
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

    fn into_issues(self) -> Vec<AppearanceIssue> {
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
        let letter =
            |&index: &usize| matches!(drawing.objects[index].kind, PageObjectKind::Glyph(_));
        let (letters, others) =
            near.into_iter().filter(|&i| !drawing.objects[i].is_invisible()).partition(letter);
        let (inner, rules) = (Vec::new(), Vec::new());
        let mut place =
            Self { drawing, lattice, quarter: grid.quarter, others, inner, rules, letters };
        for index in place.others.clone() {
            if !drawing.charge(place.mark(index).kind.segments()) {
                break;
            }
            match place.grid_rules(index) {
                Some(grid_rules) => place.rules.extend(grid_rules),
                None => place.inner.push(index),
            }
        }
        place
    }

    fn mark(&self, index: usize) -> &'a PageObject {
        &self.drawing.objects[index]
    }

    /// Converts a point of the upright grid to page coordinates.
    fn on_page(&self, point: PdfPoint) -> PdfPoint {
        turned(point, 4 - self.quarter)
    }

    /// Rotates a box of the page so that the grid becomes upright.
    fn upright(&self, b: Rect) -> Rect {
        turned_box(b, self.quarter)
    }

    /// Converts a point of a cell to page coordinates. (0, 0) is the lower left corner of the cell,
    /// (1, 1) the upper right.
    fn in_cell(&self, cell: Cell, (x, y): PdfPoint) -> PdfPoint {
        let (xs, ys) = (&self.lattice.xs, &self.lattice.ys);
        let (column, row) = (cell.column(), 8 - cell.row());
        let between = |from: f64, to: f64, part: f64| from + (to - from) * part;
        self.on_page((between(xs[column], xs[column + 1], x), between(ys[row], ys[row + 1], y)))
    }

    /// Returns the lightness at a point, without glyphs. `None` under an image or a pattern.
    fn light(&self, point: PdfPoint) -> Option<f64> {
        self.drawing.sample_at(point, &self.others).light
    }

    /// Checks a glyph, which is a digit or a pencil mark.
    fn check_glyph(
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
            if b.width().max(b.height()) > MAX_PENCIL_MARK * side {
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
                && (paint.lightness().zip(mark.paint.lightness()))
                    .is_none_or(|(a, b)| (a - b).abs() > INVISIBLE_CONTRAST)
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
            if off > MAX_CENTRE_OFFSET {
                wrong.add("a digit in the middle of its cell", || {
                    format!("found the {character} in {cell} {off:.2} cells from its middle")
                });
            }
            let high = b.height() / side;
            if !(DIGIT_HEIGHTS.0..=DIGIT_HEIGHTS.1).contains(&high) {
                wrong.add("a digit that fits its cell", || {
                    format!("found the {character} in {cell} {high:.2} cells high")
                });
            }
            if let Some(shown) = digits.wrong_digit(letter, outline, self.drawing) {
                wrong.add("a font that draws the digit of the text", || {
                    format!("the font {font} draws {shown} for the {character} in {cell}")
                });
            }
        }
        let clear = |p: PdfPoint| self.inside(p).is_some();
        let inside = clear((b.left, b.bottom)) && clear((b.right, b.top));
        let others = if inside { &self.inner } else { &self.others };
        if let Err(found) = check_visible(self.drawing, index, others) {
            wrong
                .add("a digit that is seen", || format!("found the {character} in {cell} {found}"));
        }
    }

    /// Returns true if a glyph is as upright as its grid, is not mirrored, and is slanted no more
    /// than an italic.
    fn is_upright(&self, letter: &PlacedGlyph) -> bool {
        let [a, b, c, d, ..] = letter.to_page.0;
        let ((ax, ay), (cx, cy)) = (turned((a, b), self.quarter), turned((c, d), self.quarter));
        // Type of size zero has no direction and is not upright.
        ay.abs() < MAX_BASELINE_RISE * ax && cx.abs() < MAX_SLANT * cy
    }

    /// Checks that each cell shows the digit that was read from the text. Fonts may draw outside
    /// their advance.
    fn check_digits(&self, text: &Grid, shown: &Grid, wrong: &mut GridIssues) {
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

    /// Returns the lightness of the background of each cell.
    fn check_shades(&self, inked: &[bool; 81], wrong: &mut GridIssues) -> [Option<f64>; 81] {
        // A point between the lines and the digit.
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
                Some(shade) if lightest - shade > MAX_SHADE_DIFFERENCE && !inked[cell.index()] => {
                    wrong.add("cells that are not covered", || {
                        format!("found {cell} darker than others by {:.2}", lightest - shade)
                    });
                }
                Some(_) => {}
            }
        }
        shades
    }

    /// Reports lines that consist mostly of gaps. Dotted lines count as solid.
    fn check_gaps(&self, wrong: &mut GridIssues) {
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

    /// Reports objects that are neither lines of the grid nor cell backgrounds.
    fn check_foreign_marks(&self, shades: &[Option<f64>; 81], wrong: &mut GridIssues) {
        for &index in &self.inner {
            let mark = self.mark(index);
            // A line is sampled at sixty points.
            if !self.drawing.charge(60 * (1 + mark.kind.segments())) {
                return;
            }
            let light = match &mark.kind {
                PageObjectKind::Image(_) | PageObjectKind::Shading => None,
                _ => mark.paint.lightness(),
            };
            let place = match &mark.kind {
                PageObjectKind::Stroke { subpaths, .. } => {
                    subpaths.iter().find_map(|part| self.stray_line(part))
                }
                PageObjectKind::Fill { subpaths, .. } => {
                    subpaths.iter().find_map(|part| self.stray_area(part))
                }
                // An object around the whole grid is reported as a cell background.
                PageObjectKind::Image(_) | PageObjectKind::Shading => {
                    self.inside(self.upright(mark.bounds).middle())
                }
                PageObjectKind::Glyph(_) => None,
            };
            let Some(cell) = place else { continue };
            let shade = shades[cell.index()];
            let seen = light
                .zip(shade)
                .is_none_or(|(own, shade)| (own - shade).abs() * mark.alpha > INVISIBLE_CONTRAST);
            if seen && mark.bounds.width().max(mark.bounds.height()) > 0.0 {
                wrong.add("nothing in a grid but lines and digits", || {
                    format!("found a mark in {cell} that is neither")
                });
            }
        }
    }

    /// Notes the cell of a drawing that has the size of a digit.
    fn note_drawn(&self, bounds: Rect, drawn: &mut [bool; 81]) {
        let upright = self.upright(bounds);
        let side = self.lattice.cell();
        let (min, max) = DIGIT_HEIGHTS;
        let is_digit =
            (min * side..=max * side).contains(&upright.height()) && upright.width() <= max * side;
        if is_digit && let Some(cell) = self.inside(upright.middle()) {
            drawn[cell.index()] = true;
        }
    }

    /// Returns a cell that is crossed by a line which does not belong to the grid.
    fn stray_line(&self, part: &Subpath) -> Option<Cell> {
        let mut stray = None;
        part.pieces(part.closed, |from, to| {
            if self.rule_under(from, to).is_none() && stray.is_none() {
                let (from, to) = (turned(from, self.quarter), turned(to, self.quarter));
                // The first of 61 points on the line that lies inside a cell.
                let points = (0..=60).map(|i| {
                    let t = f64::from(i) / 60.0;
                    (from.0 + (to.0 - from.0) * t, from.1 + (to.1 - from.1) * t)
                });
                stray = points.into_iter().find_map(|point| self.inside(point));
            }
        });
        stray
    }

    /// Returns a cell that is partly covered by an area which is no line of the grid.
    fn stray_area(&self, part: &Subpath) -> Option<Cell> {
        let b = self.upright(part.bounds);
        let (near, side) = (MAX_LINE_OFFSET * self.lattice.cell(), self.lattice.cell());
        if b.width().max(b.height()) < MAX_DOT * side {
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
        // The area fills whole cells if its edges lie on lines or outside the grid.
        let (xs, ys) = (&self.lattice.xs, &self.lattice.ys);
        let edge = |lines: &[f64; 10], at: f64| {
            on(lines, at) || at < lines[0] - near || at > lines[9] + near
        };
        let fills = part.is_upright()
            && edge(xs, b.left)
            && edge(xs, b.right)
            && edge(ys, b.bottom)
            && edge(ys, b.top);
        // An area of any shape is a background if it contains the whole grid.
        let whole = self.lattice.bounds();
        let clear = b.intersect(whole)?;
        if fills || clear == whole {
            return None;
        }
        let cell = |p: PdfPoint| self.lattice.cell_at(p).map(|cell| Cell::ALL[cell]);
        self.inside(clear.middle())
            .or_else(|| cell((clear.left + 0.01 * side, clear.bottom + 0.01 * side)))
    }

    /// Returns the cell around a point, unless the point is close to an edge of the cell.
    fn inside(&self, point: PdfPoint) -> Option<Cell> {
        let near = MAX_LINE_OFFSET * self.lattice.cell();
        let clear = |lines: &[f64; 10], at: f64| lines.iter().all(|line| (line - at).abs() > near);
        let cell = self.lattice.cell_at(point)?;
        (clear(&self.lattice.xs, point.0) && clear(&self.lattice.ys, point.1))
            .then_some(Cell::ALL[cell])
    }
}
