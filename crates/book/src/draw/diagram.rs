//! Draws a step of a solution: the grid with its digits and candidates, the cells that the step
//! uses, its eliminations, and arrows. Everything is black and grey. The room `explain` computes
//! the positions.

use page::{Area, Colour, DrawOp, FamilyStacks, GridStyle, PathEl, PathPaint, Point, TextStyle};

use explain::{
    BLOCKER_RADIUS, CELL_SIDE, CandidateMark, CandidateStyle, MAX_WIDE_RADIUS, PathStep, Route,
    STRIKE_HALF_SIZE, StepFigure, cell_centre, cell_corner, distance,
};
use grid::{Cell, CellSet, Digit, Grid, House};

/// The greys of houses, of other cells of the step, and of candidates that are true or stand out.
const HOUSE_GREY: Colour = Colour::Grey(0.89);
const CELL_GREY: Colour = Colour::Grey(0.78);
pub(super) const TRUE_GREY: Colour = Colour::Grey(0.62);
/// The grey of arrows.
pub(super) const ARROW_GREY: Colour = Colour::Grey(0.42);
/// The widths of lines, in points.
pub(super) const THIN: f64 = 0.75;
pub(super) const ARROW: f64 = 1.1;
const CROSS: f64 = 1.2;
/// The width of a line with the white edge around it that strikes a digit out, in points.
const WITH_EDGE: f64 = 1.25;
/// The length of a dash and of the gap after it, in points.
const DASH: f64 = 2.6;
/// The room for the number of a row or column beside the grid, in multiples of its type size, and
/// the distances of these numbers from the grid.
pub const LABEL_ROOM: f64 = 1.45;
const LABEL_DROP: f64 = 0.45;
const LABEL_INSET: f64 = 0.8;
/// The type sizes of candidates to try, as fractions of the side of a cell, each with the largest
/// number of candidates in a cell.
const CANDIDATE_SIZES: [(f64, usize); 2] = [(0.46, 1), (0.36, 4)];
/// The type size of candidates in cells with more of them.
const SMALL_CANDIDATE: f64 = 0.27;
/// The radius of the mark around a small digit, as a fraction of the diagonal of the digit.
const MARK_SHARE: f64 = 0.48;
/// The least space between a mark and a line, in points.
const MARK_ROOM: f64 = 0.12;
/// The inset, the radius of the corners and the line width of the box around the digit to write,
/// as fractions of the side of its square.
pub(super) const BOX_INSET: f64 = 0.1;
const BOX_RADIUS: f64 = 0.18;
const BOX_LINE: f64 = 0.05;
/// The inset of a box with a number, the type size of the number, and the places of the digit and
/// the number, as fractions of the side of the square. The digit has this size, in sizes of others.
const NUMBERED_INSET: f64 = 0.05;
const NUMBERED_DIGIT: f64 = 0.92;
const NUMBER_SIZE: f64 = 0.3;
const DIGIT_PLACE: Point = (0.64, 0.57);
const NUMBER_PLACE: Point = (0.27, 0.31);
/// Half the side of the cross in a closed cell, as a fraction of the cell.
const CROSS_HALF: f64 = 0.13;
/// The distance that sight lines keep from the middle of a digit and of a cross, in cells.
const CLEAR_OF_DIGIT: f64 = 0.34;
const CLEAR_OF_CROSS: f64 = 0.2;
/// The number of steps in which a sight line crosses a cell.
const SIGHT_STEPS: usize = 24;

/// The digits of a grid: the givens, all digits, and those to write, in their order.
#[derive(Clone, Copy)]
pub struct WrittenGrid<'a> {
    pub givens: &'a Grid,
    pub digits: &'a Grid,
    pub placed: &'a [(Cell, Digit)],
    /// The houses in which the digits to write have one place.
    pub houses: &'a [House],
}

/// The measures and the faces of a drawn step.
#[derive(Clone, Copy)]
pub struct Diagram {
    pub grid: GridStyle,
    pub figures: FamilyStacks,
    /// The type size of the numbers of rows and columns.
    pub label: f64,
    /// The smallest type size of candidates.
    pub min_type: f64,
}

impl Diagram {
    /// Returns the side of the drawing with the numbers of rows and columns.
    pub fn side(&self) -> f64 {
        self.label_room() + self.grid.outer()
    }

    /// Returns the area of a drawing with this corner.
    pub fn area(&self, at: Point) -> Area {
        Area { left: at.0, top: at.1, width: self.side(), height: self.side() }
    }

    /// Returns the room for the numbers of rows or columns beside the grid.
    pub fn label_room(&self) -> f64 {
        LABEL_ROOM * self.label
    }

    /// Draws a step. The numbers of rows are at the left edge, and the numbers of columns at the
    /// top.
    pub fn draw(&self, marks: &mut Vec<DrawOp>, at: Point, given: &Grid, told: &PathStep) {
        let (figure, small) = self.figure(told);
        let at = self.grid_corner(at);
        let mut step = StepDrawing { diagram: self, at, figure: &figure, small, marks };
        step.shade_cells();
        step.marks.extend(self.grid.ruling(at));
        step.draw_sights();
        for cell in figure.picture.blockers {
            step.draw_disc(cell_centre(cell), BLOCKER_RADIUS, Colour::WHITE);
        }
        step.draw_candidate_marks();
        for (arrow, way) in figure.picture.arrows.iter().zip(figure.routes()) {
            step.draw_arrow(&way, arrow.off);
        }
        step.draw_candidates();
        step.strike_candidates();
        self.draw_digits(marks, at, given, told.before.grid());
        if let Some(placed) = figure.placed {
            self.draw_placed(marks, at, placed);
        }
        self.draw_labels(marks, at);
    }

    /// Draws a grid in which some digits are written one after the other. Several have numbers.
    pub fn draw_placements(&self, marks: &mut Vec<DrawOp>, at: Point, written: WrittenGrid) {
        let at = self.grid_corner(at);
        for house in written.houses {
            self.shade(marks, at, [house.cells()[0], house.cells()[8]], HOUSE_GREY);
        }
        marks.extend(self.grid.ruling(at));
        self.draw_digits(marks, at, written.givens, written.digits);
        for (placed, number) in written.placed.iter().zip(1..) {
            if written.placed.len() == 1 {
                self.draw_placed(marks, at, *placed);
            } else {
                self.draw_numbered(marks, at, *placed, number);
            }
        }
        self.draw_labels(marks, at);
    }

    /// Shades the rectangle from one cell to another in a grid with this outer corner.
    fn shade(&self, marks: &mut Vec<DrawOp>, at: Point, ends: [Cell; 2], colour: Colour) {
        let [(x, y), (right, bottom)] = ends.map(cell_corner);
        let (scale, edge) = (self.scale(), self.grid.block / 2.0);
        let size = ((right + CELL_SIDE - x) * scale, (bottom + CELL_SIDE - y) * scale);
        let corner = (at.0 + edge + x * scale, at.1 + edge + y * scale);
        marks.push(DrawOp::Box { corner, size, colour });
    }

    /// Returns the outer corner of the grid in a drawing with this corner.
    fn grid_corner(&self, at: Point) -> Point {
        (at.0 + self.label_room(), at.1 + self.label_room())
    }

    /// Returns the figure of a step with the largest candidates that have room, and their type
    /// size.
    pub(super) fn figure(&self, told: &PathStep) -> (StepFigure, f64) {
        for (share, most) in CANDIDATE_SIZES {
            let small = share * self.grid.cell;
            let figure = self.figure_in(told, small);
            if small >= self.min_type && figure.most_small_digits() <= most {
                return (figure, small);
            }
        }
        let small = (SMALL_CANDIDATE * self.grid.cell).max(self.min_type);
        (self.figure_in(told, small), small)
    }

    fn figure_in(&self, told: &PathStep, small: f64) -> StepFigure {
        StepFigure::focused(&told.before, &told.step, self.mark_radius(small) / self.scale())
    }

    /// Returns the number of points per unit of the figure.
    fn scale(&self) -> f64 {
        self.grid.cell / CELL_SIDE
    }

    /// Returns the radius of the mark around a digit of this type size.
    pub(super) fn mark_radius(&self, small: f64) -> f64 {
        let style = TextStyle::new(self.figures.strong, small);
        MARK_SHARE * style.width("8").hypot(style.cap()) + THIN
    }

    /// Returns the largest radius of a mark around a point of the figure that keeps clear of the
    /// lines of its cell.
    fn room_around(&self, centre: Point) -> f64 {
        let to_edge = |at: f64| {
            let inside = at.rem_euclid(CELL_SIDE);
            inside.min(CELL_SIDE - inside)
        };
        let line = self.grid.block / 2.0 + MARK_ROOM;
        to_edge(centre.0).min(to_edge(centre.1)) - line / self.scale()
    }

    /// Returns the side of the smallest cell that has room for four marks around the smallest
    /// candidates.
    pub fn min_cell(&self) -> f64 {
        self.mark_radius(self.min_type) * CELL_SIDE / MAX_WIDE_RADIUS
    }

    /// Draws the digits of a grid with this outer corner. The givens are bold.
    fn draw_digits(&self, marks: &mut Vec<DrawOp>, at: Point, given: &Grid, shown: &Grid) {
        for (faces, is_given) in [(self.figures.strong, true), (self.figures.regular, false)] {
            let digits = shown.filled().filter(|(cell, _)| given[*cell].is_some() == is_given);
            let digits = digits.map(|(cell, digit)| (cell.index(), digit.get()));
            self.grid.draw_digits(marks, at, faces.first(), digits);
        }
    }

    /// Draws a digit to write into a grid with this outer corner: large, in a box.
    fn draw_placed(&self, marks: &mut Vec<DrawOp>, at: Point, placed: (Cell, Digit)) {
        draw_box(marks, self.square(at, placed.0), BOX_INSET);
        self.grid.draw_digits(
            marks,
            at,
            self.figures.strong.first(),
            std::iter::once((placed.0.index(), placed.1.get())),
        );
    }

    /// Draws a digit to write with its number in the order, in a box.
    fn draw_numbered(
        &self,
        marks: &mut Vec<DrawOp>,
        at: Point,
        placed: (Cell, Digit),
        number: usize,
    ) {
        let square = self.square(at, placed.0);
        draw_box(marks, square, NUMBERED_INSET);
        let digit = TextStyle::new(self.figures.strong, NUMBERED_DIGIT * self.grid.digit_size());
        let size = (NUMBER_SIZE * self.grid.cell).max(self.min_type);
        let small = TextStyle::new(self.figures.regular, size);
        for (style, place, text) in
            [(digit, DIGIT_PLACE, placed.1.to_string()), (small, NUMBER_PLACE, number.to_string())]
        {
            let (x, y) = square.at(place);
            style.draw_centred(marks, (x, y + style.cap() / 2.0), &text);
        }
    }

    /// Returns the square of a cell in a grid with this outer corner.
    fn square(&self, at: Point, cell: Cell) -> Area {
        let (left, top) = self.grid.cell_corner(at, cell.index());
        Area { left, top, width: self.grid.cell, height: self.grid.cell }
    }

    /// Draws the numbers of rows and columns beside a grid with this outer corner.
    fn draw_labels(&self, marks: &mut Vec<DrawOp>, at: Point) {
        let style = TextStyle::new(self.figures.regular, self.label);
        for n in 0..9 {
            let number = (n + 1).to_string();
            let middle = self.grid.middle(at, Cell::new(n, n).index());
            style.draw_centred(marks, (middle.0, at.1 - self.label * LABEL_DROP), &number);
            let left = (at.0 - self.label * LABEL_INSET, middle.1 + style.cap() / 2.0);
            style.draw_centred(marks, left, &number);
        }
    }
}

/// Draws the white box of a digit to write into a square, with this inset in sides of the square.
pub(super) fn draw_box(marks: &mut Vec<DrawOp>, square: Area, inset: f64) {
    let side = square.width;
    let line = BOX_LINE * side;
    let outer = square.inside(inset * side);
    for (area, colour) in [(outer, Colour::BLACK), (outer.inside(line), Colour::WHITE)] {
        let steps = area.rounded(BOX_RADIUS * area.width);
        let shape = vec![DrawOp::Shape { steps, even_odd: false }];
        marks.push(DrawOp::Colored { colour, marks: shape });
    }
}

/// Draws a disc with a black edge.
pub(super) fn draw_ring(marks: &mut Vec<DrawOp>, middle: Point, radius: f64, colour: Colour) {
    for (radius, colour) in [(radius, Colour::BLACK), (radius - THIN, colour)] {
        let disc = vec![DrawOp::Shape { steps: PathEl::circle(middle, radius), even_odd: false }];
        marks.push(DrawOp::Colored { colour, marks: disc });
    }
}

/// Draws the cross of a closed cell, whose side is `side`.
pub(super) fn draw_cross(marks: &mut Vec<DrawOp>, middle: Point, side: f64) {
    let half = CROSS_HALF * side;
    let strokes = [half, -half].map(|down| DrawOp::Line {
        from: (middle.0 - half, middle.1 - down),
        to: (middle.0 + half, middle.1 + down),
        width: CROSS,
    });
    marks.push(DrawOp::Colored { colour: Colour::BLACK, marks: strokes.to_vec() });
}

/// Draws the line that strikes a candidate of this type size out. It is thin and has a white edge,
/// so that the digit stays legible. A flat line strikes a candidate that was gone before.
pub(super) fn draw_strike(marks: &mut Vec<DrawOp>, middle: Point, small: f64, is_flat: bool) {
    let wide = STRIKE_HALF_SIZE.0 * small;
    let high = if is_flat { 0.0 } else { STRIKE_HALF_SIZE.1 * small };
    let (from, to) = ((middle.0 - wide, middle.1 - high), (middle.0 + wide, middle.1 + high));
    for (colour, width) in [(Colour::WHITE, WITH_EDGE), (Colour::BLACK, THIN)] {
        let line = vec![DrawOp::Line { from, to, width }];
        marks.push(DrawOp::Colored { colour, marks: line });
    }
}

/// The drawing of one step in a grid with the outer corner `at`.
struct StepDrawing<'a> {
    diagram: &'a Diagram,
    at: Point,
    figure: &'a StepFigure,
    /// The type size of candidates.
    small: f64,
    marks: &'a mut Vec<DrawOp>,
}

impl StepDrawing<'_> {
    /// Maps a point of the figure to the page.
    fn on_page(&self, point: Point) -> Point {
        let (scale, edge) = (self.diagram.scale(), self.diagram.grid.block / 2.0);
        (self.at.0 + edge + point.0 * scale, self.at.1 + edge + point.1 * scale)
    }

    /// Shades the houses and the cells of the step.
    fn shade_cells(&mut self) {
        for house in &self.figure.picture.houses {
            self.shade(house.cells()[0], house.cells()[8], HOUSE_GREY);
        }
        self.figure.picture.cells.for_each(|cell| self.shade(cell, cell, CELL_GREY));
    }

    fn shade(&mut self, first: Cell, last: Cell, colour: Colour) {
        self.diagram.shade(self.marks, self.at, [first, last], colour);
    }

    /// Draws crosses into the closed cells, and the lines along which digits close them. Each line
    /// ends at the last cell that the digit closes in its direction.
    fn draw_sights(&mut self) {
        let closed = self.figure.closed();
        for &(from, to) in &self.figure.picture.sights {
            let is_straight = from.row() == to.row() || from.column() == to.column();
            if closed.contains(to) && is_straight && self.is_last_in_sight(from, to) {
                self.draw_sight(from, to, closed);
            }
        }
        for cell in closed {
            let middle = self.on_page(cell_centre(cell));
            draw_cross(self.marks, middle, self.diagram.grid.cell);
        }
    }

    /// Returns true if a digit closes no cell beyond this one.
    fn is_last_in_sight(&self, from: Cell, to: Cell) -> bool {
        for (blocker, place) in &self.figure.picture.sights {
            if *blocker == from && is_between(from, to, *place) {
                return false;
            }
        }
        true
    }

    /// Draws the dashed line from a digit to a cell that it closes. The line is interrupted at
    /// other digits and crosses.
    fn draw_sight(&mut self, from: Cell, to: Cell, closed: CellSet) {
        let (grid, at) = (self.diagram.grid, self.at);
        let (start, end) = (grid.middle(at, from.index()), grid.middle(at, to.index()));
        let length = distance(start, end);
        let steps = SIGHT_STEPS * (length / grid.cell).round() as usize;
        let obstacles: Vec<(Point, f64)> = Cell::ALL
            .into_iter()
            .filter_map(|cell| {
                let middle = grid.middle(at, cell.index());
                if cell == from {
                    Some((middle, BLOCKER_RADIUS * self.diagram.scale()))
                } else if closed.contains(cell) {
                    Some((middle, CLEAR_OF_CROSS * grid.cell))
                } else if self.figure.filled.contains(cell) {
                    Some((middle, CLEAR_OF_DIGIT * grid.cell))
                } else {
                    None
                }
            })
            .collect();
        let piece = length / steps as f64;
        let dash = (DASH / piece).ceil() as usize;
        let mut dashes = Vec::new();
        for step in (0..steps).filter(|step| (step / dash).is_multiple_of(2)) {
            let [from, to] =
                [step, step + 1].map(|step| between(start, end, step as f64 / steps as f64));
            let is_clear =
                obstacles.iter().all(|(middle, radius)| distance(*middle, from) >= *radius);
            if is_clear {
                dashes.push(DrawOp::Line { from, to, width: THIN });
            }
        }
        self.marks.push(DrawOp::Colored { colour: Colour::BLACK, marks: dashes });
    }

    /// Draws the marks around candidates.
    fn draw_candidate_marks(&mut self) {
        for &(cell, digit, sign) in &self.figure.picture.marks {
            let colour = match sign {
                CandidateMark::Pattern | CandidateMark::Off => Colour::WHITE,
                CandidateMark::Other | CandidateMark::On => TRUE_GREY,
                CandidateMark::Lost | CandidateMark::Gone => continue,
            };
            if let Some(radius) = self.figure.radius(cell) {
                let centre = self.figure.candidate_centre(cell, digit);
                self.draw_disc(centre, radius.min(self.diagram.room_around(centre)), colour);
            }
        }
    }

    /// Draws the candidates. Those that the step removes come last, because lines strike them.
    fn draw_candidates(&mut self) {
        let mut struck = Vec::new();
        for &(cell, digit, kind) in &self.figure.small {
            let is_strong = kind == CandidateStyle::Marked;
            let figures = self.diagram.figures;
            let faces = if is_strong { figures.strong } else { figures.regular };
            let style = TextStyle::new(faces, self.small);
            let (x, y) = self.on_page(self.figure.candidate_centre(cell, digit));
            let is_struck = kind == CandidateStyle::Lost;
            let to = if is_struck { &mut struck } else { &mut *self.marks };
            style.draw_centred(to, (x, y + style.cap() / 2.0), &digit.to_string());
        }
        self.marks.push(DrawOp::Colored { colour: Colour::BLACK, marks: struck });
    }

    /// Strikes candidates out. A cell that is crossed needs no struck candidate.
    fn strike_candidates(&mut self) {
        for &(cell, digit, sign) in &self.figure.picture.marks {
            if matches!(sign, CandidateMark::Lost | CandidateMark::Gone) {
                let middle = self.on_page(self.figure.candidate_centre(cell, digit));
                draw_strike(self.marks, middle, self.small, sign == CandidateMark::Gone);
            }
        }
    }

    /// Draws a disc with a black edge around a point of the figure.
    fn draw_disc(&mut self, centre: Point, radius: f64, colour: Colour) {
        let (middle, radius) = (self.on_page(centre), radius * self.diagram.scale());
        draw_ring(self.marks, middle, radius, colour);
    }

    /// Draws an arrow. Solid arrows place a digit; dashed arrows rule one out.
    fn draw_arrow(&mut self, way: &Route, off: bool) {
        let mut marks = Vec::new();
        let (mut piece, mut from) = (0, self.on_page(way.start));
        for to in way.points(0.5).into_iter().map(|point| self.on_page(point)) {
            if distance(from, to) >= DASH {
                if !off || piece % 2 == 0 {
                    marks.push(DrawOp::Line { from, to, width: ARROW });
                }
                (piece, from) = (piece + 1, to);
            }
        }
        if !off || piece % 2 == 0 {
            let tip = self.on_page(way.curves[way.curves.len() - 1][1]);
            marks.push(DrawOp::Line { from, to: tip, width: ARROW });
        }
        let points = way.head.map(|point| self.on_page(point)).to_vec();
        marks.push(DrawOp::Path { points, paint: PathPaint::Fill });
        self.marks.push(DrawOp::Colored { colour: ARROW_GREY, marks });
    }
}

/// Returns true if a cell lies on the straight way from `from` to `far`, which may be in any
/// direction.
fn is_between(from: Cell, cell: Cell, far: Cell) -> bool {
    let (a, b, c) = if from.row() == far.row() && from.row() == cell.row() {
        (from.column(), cell.column(), far.column())
    } else if from.column() == far.column() && from.column() == cell.column() {
        (from.row(), cell.row(), far.row())
    } else {
        return false;
    };
    (a < b && b < c) || (c < b && b < a)
}

/// Returns the point at a share of the way from one point to another.
fn between(from: Point, to: Point, share: f64) -> Point {
    (from.0 + share * (to.0 - from.0), from.1 + share * (to.1 - from.1))
}
