//! Boxes on a page: an area, lines of text, a stack of boxes from the top down, and a raster of
//! equal boxes.

use crate::book::draw::text::{TextStyle, left};
use crate::book::model::page::{Colour, DrawOp, Point};

/// A rectangle in points: left edge, top edge, width and height.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Area {
    pub left: f64,
    pub top: f64,
    pub width: f64,
    pub height: f64,
}

impl Area {
    /// Returns a square around a point.
    pub fn square(middle: Point, side: f64) -> Self {
        let (left, top) = (middle.0 - side / 2.0, middle.1 - side / 2.0);
        Self { left, top, width: side, height: side }
    }

    pub fn right(self) -> f64 {
        self.left + self.width
    }

    pub fn bottom(self) -> f64 {
        self.top + self.height
    }

    /// Returns the middle between the left and the right edge.
    pub fn middle(self) -> f64 {
        self.left + self.width / 2.0
    }

    /// Returns the top left corner.
    pub fn corner(self) -> Point {
        (self.left, self.top)
    }

    /// Returns the four corners, clockwise from the top left.
    pub fn corners(self) -> [Point; 4] {
        [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)].map(|share| self.at(share))
    }

    /// Returns the width and the height.
    pub fn size(self) -> Point {
        (self.width, self.height)
    }

    /// Returns the point at these fractions of the width and the height.
    pub fn at(self, share: Point) -> Point {
        (self.left + share.0 * self.width, self.top + share.1 * self.height)
    }

    /// Returns the rectangle inside a margin.
    pub fn inside(self, margin: f64) -> Self {
        Self {
            left: self.left + margin,
            top: self.top + margin,
            width: self.width - 2.0 * margin,
            height: self.height - 2.0 * margin,
        }
    }

    /// Returns the rectangle from a new top down to the same bottom.
    pub fn from_top(self, top: f64) -> Self {
        Self { top, height: self.bottom() - top, ..self }
    }

    /// Returns the rectangle of this width in the middle.
    pub fn centred(self, width: f64) -> Self {
        Self { left: self.middle() - width / 2.0, width, ..self }
    }

    /// Returns the rectangle filled with a colour.
    pub fn filled(self, colour: Colour) -> DrawOp {
        DrawOp::Box { corner: self.corner(), size: self.size(), colour }
    }
}

/// The part of a line of text that stands at a given x.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TextAlign {
    Left,
    Middle,
    Right,
}

/// Lines of text in one style. Their box reaches from the first baseline to the last.
#[derive(Clone, Debug)]
pub(crate) struct TextBlock {
    pub lines: Vec<String>,
    pub style: TextStyle,
    /// The distance between baselines, as a multiple of the type size.
    pub leading: f64,
}

impl TextBlock {
    pub fn new(lines: Vec<String>, style: TextStyle, leading: f64) -> Self {
        Self { lines, style, leading }
    }

    /// Returns a single line.
    pub fn line(text: impl Into<String>, style: TextStyle) -> Self {
        Self::new(vec![text.into()], style, 0.0)
    }

    /// Returns the distance from the first baseline to the last.
    pub fn height(&self) -> f64 {
        self.lines.len().saturating_sub(1) as f64 * self.leading * self.style.size
    }

    /// Returns the height of the lines with the space between them.
    pub fn line_height(&self) -> f64 {
        self.lines.len() as f64 * self.leading * self.style.size
    }

    /// Returns the distance from the top of the capitals to the last baseline.
    pub fn cap_height(&self) -> f64 {
        self.style.cap() + self.height()
    }

    /// Returns the distance from the top of the ink of the first line to its baseline.
    pub fn ink_above(&self) -> f64 {
        self.lines.first().map_or(0.0, |line| self.style.faces.ink(line).1 * self.style.size)
    }

    /// Returns the distance from the top of the ink to the last baseline.
    pub fn ink_height(&self) -> f64 {
        self.ink_above() + self.height()
    }

    /// Returns true if the block has words.
    pub fn has_text(&self) -> bool {
        self.lines.iter().any(|line| !line.is_empty())
    }

    /// Draws the lines. The first baseline is at a point, to which all lines are aligned.
    pub fn draw(&self, marks: &mut Vec<DrawOp>, at: Point, align: TextAlign) {
        for (index, line) in self.lines.iter().enumerate() {
            let before = match align {
                TextAlign::Left => 0.0,
                TextAlign::Middle => self.style.width(line) / 2.0,
                TextAlign::Right => self.style.width(line),
            };
            let y = at.1 + index as f64 * self.leading * self.style.size;
            left(marks, (at.0 - before, y), self.style, line);
        }
    }
}

/// A row of a stack.
enum StackRow<'a> {
    Gap(f64),
    /// A gap with this share of the free height.
    Share(f64),
    /// A box of this height, with the function that draws it.
    Item(f64, Box<dyn FnOnce(&mut Vec<DrawOp>, Area) + 'a>),
}

/// Boxes below one another, with gaps between them.
#[derive(Default)]
pub(crate) struct Stack<'a> {
    rows: Vec<StackRow<'a>>,
    height: f64,
}

impl<'a> Stack<'a> {
    /// Adds a gap.
    pub fn gap(&mut self, height: f64) {
        self.height += height;
        self.rows.push(StackRow::Gap(height));
    }

    /// Adds a gap with this share of the height that the boxes and the other gaps leave free.
    pub fn share(&mut self, share: f64) {
        self.rows.push(StackRow::Share(share));
    }

    /// Adds a box of this height.
    pub fn item(&mut self, height: f64, draw: impl FnOnce(&mut Vec<DrawOp>, Area) + 'a) {
        self.height += height;
        self.rows.push(StackRow::Item(height, Box::new(draw)));
    }

    /// Adds centred lines of text, the first baseline at this distance below the row above.
    pub fn text(&mut self, drop: f64, text: TextBlock) {
        self.gap(drop);
        self.item(text.height(), move |marks, area| {
            text.draw(marks, (area.middle(), area.top), TextAlign::Middle);
        });
    }

    /// Adds another stack below.
    pub fn append(&mut self, below: Self) {
        self.height += below.height;
        self.rows.extend(below.rows);
    }

    /// Returns the height of all boxes and gaps, without shares of a free height.
    pub fn height(&self) -> f64 {
        self.height
    }

    /// Returns the height of an area that the boxes and gaps leave free.
    pub fn free(&self, area: Area) -> f64 {
        (area.height - self.height).max(0.0)
    }

    /// Draws the boxes from the top of an area down. Returns the lower end of the last row.
    pub fn draw(self, marks: &mut Vec<DrawOp>, area: Area) -> f64 {
        let free = self.free(area);
        let mut top = area.top;
        for row in self.rows {
            let height = match row {
                StackRow::Gap(height) => height,
                StackRow::Share(share) => share * free,
                StackRow::Item(height, draw) => {
                    draw(marks, Area { top, height, ..area });
                    height
                }
            };
            top += height;
        }
        top
    }
}

/// Equal boxes in columns and rows.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Raster {
    pub columns: usize,
    pub rows: usize,
    /// The top left corner of the first box.
    pub first: Point,
    /// The horizontal and the vertical distance from one box to the next.
    pub pitch: Point,
}

impl Raster {
    /// Returns the number of boxes of this length that fit side by side, with these gaps.
    pub fn fitting(room: f64, length: f64, gap: f64) -> usize {
        ((room + gap) / (length + gap)) as usize
    }

    /// Returns the number of boxes.
    pub fn len(&self) -> usize {
        self.columns * self.rows
    }

    /// Returns the top left corner of the box in a column and a row.
    pub fn corner(&self, column: usize, row: usize) -> Point {
        (self.first.0 + column as f64 * self.pitch.0, self.first.1 + row as f64 * self.pitch.1)
    }

    /// Returns the top left corners of all boxes, row by row.
    pub fn across(self) -> impl Iterator<Item = Point> + Clone {
        (0..self.len()).map(move |place| self.corner(place % self.columns, place / self.columns))
    }

    /// Returns the top left corners of all boxes, column by column.
    pub fn down(self) -> impl Iterator<Item = Point> + Clone {
        (0..self.len()).map(move |place| self.corner(place / self.rows, place % self.rows))
    }
}
