//! Checks the appearance of one grid: its lines, its digits, and that nothing else is there.

mod frame;
mod lines;

pub use frame::KnownFrames;

use super::AppearanceIssue;
use super::digits::DigitCache;
use super::visibility::{boxes_touch, check_visible};
use crate::readback::{Lattice, PageGrid, name_digit, turned};
use grid::{AnyGrid, GridShape};
use lines::{GridRule, MARGIN, MAX_LINE_OFFSET};
use pdf_reader::{
    Drawing, GlyphInk, PageObject, PageObjectKind, PdfPaint, PdfPoint, PlacedGlyph, Rect, Subpath,
};
use words::FirstFew;

/// The maximum distance between the centre of a digit's ink and the centre of its cell, in cells.
const MAX_CENTRE_OFFSET: f64 = 0.15;
/// The maximum rise of a digit's baseline and the maximum slant of its stem, relative to its
/// length.
const MAX_BASELINE_RISE: f64 = 0.05;
const MAX_SLANT: f64 = 0.4;
/// The minimum and maximum height of a digit's ink, in cells.
const DIGIT_HEIGHTS: (f64, f64) = (0.25, 0.95);
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
/// The width of a hair, in cells: of a line around a digit that cannot be seen, and of the distance
/// of a point inside an area from its corner.
const HAIR: f64 = 0.01;

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
    glyphs: Vec<usize>,
}

/// Rotates a box so that text of this direction becomes upright.
fn turned_box(b: Rect, quarter: u8) -> Rect {
    let corner = Rect::at(turned((b.left, b.bottom), quarter));
    corner.union_pt(turned((b.right, b.top), quarter))
}

/// Checks one grid. Returns one issue of each kind, and notes the letters in its cells as `judged`.
pub(super) fn check_grid(
    drawing: &Drawing,
    grid: &PageGrid,
    digits: &DigitCache,
    frames: &mut KnownFrames,
    judged: &mut [bool],
) -> Vec<AppearanceIssue> {
    let mut place = GridRegion::new(drawing, grid);
    let frame = frames.judge(&mut place);
    let mut wrong = GridIssues::default();
    let mut shown = ShownDigits {
        inked: [false; GridShape::MAX_CELLS],
        grid: AnyGrid::empty(grid.lattice.shape),
    };
    for &index in &place.glyphs {
        if drawing.is_exhausted() {
            return Vec::new();
        }
        judged[index] |= place.check_glyph(index, grid, digits, &mut shown, &mut wrong);
    }
    if grid.broken.is_none() {
        place.check_digits(&grid.grid, &shown.grid, &mut wrong);
    }
    place.check_shades(&frame.shades, &shown.inked, &mut wrong);
    wrong.0.extend_from_slice(&frame.issues.0);
    wrong.into_issues()
}

/// Returns true if a grid has drawings of the size of digits in as many cells as a puzzle has
/// digits at least. The reader of pages takes letters alone for digits.
pub(super) fn has_drawn_digits(drawing: &Drawing, grid: &PageGrid) -> bool {
    let mut place = GridRegion::new(drawing, grid);
    place.split_lines();
    let mut drawn = [false; GridShape::MAX_CELLS];
    for &index in &place.inner {
        let object = place.object(index);
        if !drawing.charge(1 + object.kind.segments()) {
            return false;
        }
        match &object.kind {
            PageObjectKind::Stroke { subpaths, .. } | PageObjectKind::Fill { subpaths, .. } => {
                for part in subpaths.iter() {
                    place.note_drawn(part.bounds, &mut drawn);
                }
            }
            PageObjectKind::Image(_) | PageObjectKind::Shading => {
                place.note_drawn(object.bounds, &mut drawn);
            }
            PageObjectKind::Glyph(_) => {}
        }
    }
    drawn.iter().filter(|drawn| **drawn).count() >= grid.lattice.shape.min_givens()
}

/// The lightness of the background of each cell; `None` below a picture, and beyond the shape.
type CellShades = [Option<f64>; GridShape::MAX_CELLS];

/// The digits that the glyphs of a grid show.
struct ShownDigits {
    /// True for each cell with ink.
    inked: [bool; GridShape::MAX_CELLS],
    grid: AnyGrid,
}

/// A digit in its cell.
struct DigitMark<'a> {
    object: &'a PageObject,
    glyph: &'a PlacedGlyph,
    character: char,
    /// The index of the cell.
    cell: usize,
    /// The bounds of its ink in the upright grid.
    bounds: Rect,
}

/// Issues grouped by what was expected. The first issue of each kind is kept, the rest are counted.
#[derive(Clone, Default)]
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
        let issues = self.0.into_iter().map(|(expected, mut few)| {
            let (first, others) = few.take();
            (first.concat() + &name_others(others), expected)
        });
        issues.collect()
    }
}

/// Counts the places of an issue after the first.
fn name_others(count: u64) -> String {
    match count {
        0 => String::new(),
        1 => " (and 1 more such place)".to_owned(),
        n => format!(" (and {n} more such places)"),
    }
}

impl<'a> GridRegion<'a> {
    fn new(drawing: &'a Drawing, grid: &PageGrid) -> Self {
        let lattice = grid.lattice;
        let bounds = turned_box(lattice.bounds(), 4 - grid.quarter);
        drawing.charge(drawing.objects.len());
        let (mut glyphs, mut others) = (Vec::new(), Vec::new());
        for (index, object) in drawing.objects.iter().enumerate() {
            if boxes_touch(&object.bounds, &bounds) && !object.is_invisible() {
                let is_glyph = matches!(object.kind, PageObjectKind::Glyph(_));
                if is_glyph { &mut glyphs } else { &mut others }.push(index);
            }
        }
        let (inner, rules) = (Vec::new(), Vec::new());
        Self { drawing, lattice, quarter: grid.quarter, others, inner, rules, glyphs }
    }

    /// Tells the objects that draw nothing but lines of the grid from the others.
    fn split_lines(&mut self) {
        for &index in &self.others {
            if !self.drawing.charge(self.object(index).kind.segments()) {
                break;
            }
            match self.grid_rules(index) {
                Some(grid_rules) => self.rules.extend(grid_rules),
                None => self.inner.push(index),
            }
        }
    }

    fn cell_name(&self, cell: usize) -> String {
        self.lattice.shape.cell_name(cell)
    }

    fn object(&self, index: usize) -> &'a PageObject {
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
    fn in_cell(&self, cell: usize, point: PdfPoint) -> PdfPoint {
        let b = self.lattice.cell_bounds(cell);
        self.on_page((b.left + b.width() * point.0, b.bottom + b.height() * point.1))
    }

    /// Returns the lightness at a point, without glyphs. `None` under an image or a pattern.
    fn light(&self, point: PdfPoint) -> Option<f64> {
        self.drawing.sample_at(point, &self.others).light
    }

    /// Checks a glyph, which is a digit or a pencil mark. Returns false if it is in no cell.
    fn check_glyph(
        &self,
        index: usize,
        grid: &PageGrid,
        digits: &DigitCache,
        shown: &mut ShownDigits,
        wrong: &mut GridIssues,
    ) -> bool {
        let object = self.object(index);
        let PageObjectKind::Glyph(glyph) = &object.kind else { return false };
        let character = glyph.character();
        let Some(own) = glyph.bounds() else {
            check_missing_ink(glyph, wrong);
            return false;
        };
        let bounds = self.upright(own);
        let Some(cell) = self.lattice.cell_at(bounds.middle()) else { return false };
        shown.inked[cell] = true;
        let shown_digit = grid.digit(character);
        if character.is_ascii_digit() || shown_digit.is_some() {
            shown.grid.set(cell, shown_digit);
            let digit = DigitMark { object, glyph, character, cell, bounds };
            self.check_form(&digit, wrong);
            self.check_place(&digit, digits, wrong);
            self.check_digit_visible(index, &digit, wrong);
        } else if bounds.width().max(bounds.height()) > MAX_PENCIL_MARK * self.lattice.cell() {
            wrong.add("digits, and pencil marks that are smaller than a digit", || {
                format!("found {character:?} in {}", self.cell_name(cell))
            });
        }
        true
    }

    /// Checks that a digit is upright and filled.
    fn check_form(&self, digit: &DigitMark, wrong: &mut GridIssues) {
        let DigitMark { glyph, character, cell, .. } = digit;
        let cell = || self.cell_name(*cell);
        if !self.is_upright(glyph) {
            wrong.add("a digit that is upright", || {
                format!("found the {character} in {} turned, mirrored or slanted", cell())
            });
        }
        if glyph.stroke_only {
            let found = || format!("found the outline of a {character} in {}", cell());
            wrong.add("a filled digit", found);
        } else if let Some((paint, width)) = glyph.line
            && width > HAIR * self.lattice.cell()
            && differs_in_lightness(paint, digit.object.paint)
        {
            wrong.add("a filled digit", || {
                format!(
                    "found the {character} in {} with lines of another colour around it",
                    cell()
                )
            });
        }
    }

    /// Checks the place, the size and the outline of a digit that has an outline.
    fn check_place(&self, digit: &DigitMark, digits: &DigitCache, wrong: &mut GridIssues) {
        let DigitMark { glyph, character, cell, bounds, .. } = digit;
        let GlyphInk::Outline(outline) = &glyph.ink else { return };
        let side = self.lattice.cell();
        let middle = self.upright(Rect::at(self.in_cell(*cell, (0.5, 0.5)))).middle();
        let cell = || self.cell_name(*cell);
        let (dx, dy) = (bounds.middle().0 - middle.0, bounds.middle().1 - middle.1);
        let off = dx.hypot(dy) / side;
        if off > MAX_CENTRE_OFFSET {
            wrong.add("a digit in the middle of its cell", || {
                format!("found the {character} in {} {off:.2} cells from its middle", cell())
            });
        }
        let high = bounds.height() / side;
        if !(DIGIT_HEIGHTS.0..=DIGIT_HEIGHTS.1).contains(&high) {
            wrong.add("a digit that fits its cell", || {
                format!("found the {character} in {} {high:.2} cells high", cell())
            });
        }
        if character.is_ascii_digit()
            && let Some(shown) = digits.wrong_digit(glyph, outline, self.drawing)
        {
            wrong.add("a font that draws the digit of the text", || {
                let font = &glyph.font.name;
                format!("the font {font} draws {shown} for the {character} in {}", cell())
            });
        }
    }

    /// Checks that nothing covers a digit.
    fn check_digit_visible(&self, index: usize, digit: &DigitMark, wrong: &mut GridIssues) {
        let DigitMark { character, cell, bounds, .. } = digit;
        let near = -MAX_LINE_OFFSET * self.lattice.cell();
        let clear = self.lattice.cell_bounds(*cell).grown(near, near);
        let is_inside = clear.intersect(*bounds) == Some(*bounds);
        let others = if is_inside { &self.inner } else { &self.others };
        if let Err(found) = check_visible(self.drawing, index, others) {
            let cell = self.cell_name(*cell);
            wrong
                .add("a digit that is seen", || format!("found the {character} in {cell} {found}"));
        }
    }

    /// Returns true if a glyph is as upright as its grid, is not mirrored, and is slanted no more
    /// than an italic.
    fn is_upright(&self, glyph: &PlacedGlyph) -> bool {
        let [a, b, c, d, ..] = glyph.to_page.0;
        let ((ax, ay), (cx, cy)) = (turned((a, b), self.quarter), turned((c, d), self.quarter));
        // Type of size zero has no direction and is not upright.
        ay.abs() < MAX_BASELINE_RISE * ax && cx.abs() < MAX_SLANT * cy
    }

    /// Checks that each cell shows the digit that was read from the text. Fonts may draw outside
    /// their advance.
    fn check_digits(&self, text: &AnyGrid, shown: &AnyGrid, wrong: &mut GridIssues) {
        for cell in shown.differences(text) {
            let (ink, text) = (name_digit(shown.digit(cell)), name_digit(text.digit(cell)));
            let cell = self.cell_name(cell);
            wrong.add("the digit of the text in each cell", || {
                format!("found the ink of {ink} in {cell}, where the text has {text}")
            });
        }
    }

    /// Returns the lightness of the background of each cell.
    fn shades(&self) -> CellShades {
        let mut shades = [None; GridShape::MAX_CELLS];
        for (cell, shade) in shades.iter_mut().enumerate().take(self.lattice.shape.cell_count()) {
            // A point between the lines and the digit.
            let point = self.in_cell(cell, (1.0 - MARGIN, MARGIN));
            *shade = self.drawing.sample_at(point, &self.inner).light;
        }
        shades
    }

    /// Checks that the backgrounds of cells are plain and that none is covered.
    fn check_shades(
        &self,
        shades: &CellShades,
        inked: &[bool; GridShape::MAX_CELLS],
        wrong: &mut GridIssues,
    ) {
        let lightest = shades.iter().flatten().copied().fold(0.0, f64::max);
        for (cell, shade) in shades.iter().enumerate().take(self.lattice.shape.cell_count()) {
            match shade {
                None => wrong.add("cells with a plain background", || {
                    format!("found a picture or a pattern in {}", self.cell_name(cell))
                }),
                Some(shade) if lightest - shade > MAX_SHADE_DIFFERENCE && !inked[cell] => {
                    wrong.add("cells that are not covered", || {
                        let darker = lightest - shade;
                        format!("found {} darker than others by {darker:.2}", self.cell_name(cell))
                    });
                }
                Some(_) => {}
            }
        }
    }

    /// Reports lines that consist mostly of gaps. Dotted lines count as solid.
    fn check_gaps(&self, wrong: &mut GridIssues) {
        for &index in &self.others {
            if let PageObjectKind::Stroke { max_dash_gap, .. } = &self.object(index).kind
                && *max_dash_gap > MAX_GAP * self.lattice.cell()
            {
                wrong.add("lines without gaps, or with those of dots", || {
                    format!("found a line with gaps of {max_dash_gap:.1} pt")
                });
            }
        }
    }

    /// Reports objects that are neither lines of the grid nor cell backgrounds.
    fn check_foreign_marks(&self, shades: &CellShades, wrong: &mut GridIssues) {
        for &index in &self.inner {
            let object = self.object(index);
            // A line is sampled at sixty points.
            if !self.drawing.charge(60 * (1 + object.kind.segments())) {
                return;
            }
            let light = match &object.kind {
                PageObjectKind::Image(_) | PageObjectKind::Shading => None,
                _ => object.paint.lightness(),
            };
            let place = match &object.kind {
                PageObjectKind::Stroke { subpaths, .. } => {
                    subpaths.iter().find_map(|part| self.stray_line(part))
                }
                PageObjectKind::Fill { subpaths, .. } => {
                    subpaths.iter().find_map(|part| self.stray_area(part))
                }
                // An object around the whole grid is reported as a cell background.
                PageObjectKind::Image(_) | PageObjectKind::Shading => {
                    self.inside(self.upright(object.bounds).middle())
                }
                PageObjectKind::Glyph(_) => None,
            };
            let Some(cell) = place else { continue };
            let is_seen = match (light, shades[cell]) {
                (Some(own), Some(shade)) => (own - shade).abs() * object.alpha > INVISIBLE_CONTRAST,
                _ => true,
            };
            if is_seen && object.bounds.width().max(object.bounds.height()) > 0.0 {
                wrong.add("nothing in a grid but lines and digits", || {
                    format!("found a mark in {} that is neither", self.cell_name(cell))
                });
            }
        }
    }

    /// Notes the cell of a drawing that has the size of a digit.
    fn note_drawn(&self, bounds: Rect, drawn: &mut [bool; GridShape::MAX_CELLS]) {
        let upright = self.upright(bounds);
        let side = self.lattice.cell();
        let (min, max) = DIGIT_HEIGHTS;
        let is_digit =
            (min * side..=max * side).contains(&upright.height()) && upright.width() <= max * side;
        if is_digit && let Some(cell) = self.inside(upright.middle()) {
            drawn[cell] = true;
        }
    }

    /// Returns a cell that is crossed by a line which does not belong to the grid.
    fn stray_line(&self, part: &Subpath) -> Option<usize> {
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
    fn stray_area(&self, part: &Subpath) -> Option<usize> {
        let b = self.upright(part.bounds);
        let side = self.lattice.cell();
        if b.width().max(b.height()) < MAX_DOT * side || self.is_line_of_grid(b) {
            return None;
        }
        // An area of any shape is a background if it contains the whole grid.
        let whole = self.lattice.bounds();
        let clear = b.intersect(whole)?;
        if clear == whole || part.is_upright() && self.fills_cells(b) {
            return None;
        }
        let corner = (clear.left + HAIR * side, clear.bottom + HAIR * side);
        match self.inside(clear.middle()) {
            Some(cell) => Some(cell),
            None => self.lattice.cell_at(corner),
        }
    }

    /// Returns true if a narrow box lies on a line of the grid.
    fn is_line_of_grid(&self, b: Rect) -> bool {
        let near = MAX_LINE_OFFSET * self.lattice.cell();
        let (middle, max_width) = (b.middle(), near + near);
        let is_upright = b.width() <= max_width && b.height() > b.width();
        let is_lying = b.height() <= max_width && b.width() > b.height();
        is_upright && is_on_line(self.lattice.xs(), middle.0, near)
            || is_lying && is_on_line(self.lattice.ys(), middle.1, near)
    }

    /// Returns true if a box fills whole cells: its edges lie on lines or outside the grid.
    fn fills_cells(&self, b: Rect) -> bool {
        let near = MAX_LINE_OFFSET * self.lattice.cell();
        let edges = [
            (self.lattice.xs(), b.left),
            (self.lattice.xs(), b.right),
            (self.lattice.ys(), b.bottom),
            (self.lattice.ys(), b.top),
        ];
        edges.into_iter().all(|(lines, at)| {
            is_on_line(lines, at, near)
                || at < lines[0] - near
                || at > lines[lines.len() - 1] + near
        })
    }

    /// Returns the cell around a point, unless the point is close to an edge of the cell.
    fn inside(&self, point: PdfPoint) -> Option<usize> {
        let near = MAX_LINE_OFFSET * self.lattice.cell();
        let cell = self.lattice.cell_at(point)?;
        if is_on_line(self.lattice.xs(), point.0, near)
            || is_on_line(self.lattice.ys(), point.1, near)
        {
            return None;
        }
        Some(cell)
    }
}

/// Returns true if a coordinate is at most `near` points from one of these lines.
fn is_on_line(lines: &[f64], at: f64, near: f64) -> bool {
    lines.iter().any(|line| (line - at).abs() <= near)
}

/// Returns true unless two paints are known to have the same lightness.
fn differs_in_lightness(a: PdfPaint, b: PdfPaint) -> bool {
    match (a.lightness(), b.lightness()) {
        (Some(a), Some(b)) => (a - b).abs() > INVISIBLE_CONTRAST,
        _ => true,
    }
}

/// Reports a digit that has no ink.
fn check_missing_ink(glyph: &PlacedGlyph, wrong: &mut GridIssues) {
    let character = glyph.character();
    if !character.is_ascii_digit() {
        return;
    }
    if let GlyphInk::Missing = glyph.ink {
        let font = &glyph.font.name;
        wrong.add("a digit of the font", || format!("the font {font} has no {character}"));
    } else {
        wrong.add("a digit that is seen", || format!("found no ink for a {character}"));
    }
}
