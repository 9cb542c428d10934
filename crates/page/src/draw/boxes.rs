//! Boxes on a page: lines of text, a stack of boxes from the top down, and a raster of equal boxes.

use crate::draw::text::TextStyle;
use crate::page::{Area, DrawOp, Point};

/// The part of a line of text that stands at a given x.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextAlign {
    /// At the left edge.
    Left,
    /// In the middle.
    Middle,
    /// At the right edge.
    Right,
}

/// Lines of text in one style. Their box reaches from the first baseline to the last.
#[derive(Clone, Debug)]
pub struct TextLines {
    /// The lines from top to bottom.
    pub lines: Vec<String>,
    /// The type of all lines.
    pub style: TextStyle,
    /// The distance between baselines, as a multiple of the type size.
    pub leading: f64,
}

impl TextLines {
    /// Creates lines of a type. `leading` is the distance of their baselines in type sizes.
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
        let Some(first) = self.lines.first() else { return 0.0 };
        self.style.faces.ink(first).1 * self.style.size
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
            self.style.draw_left(marks, (at.0 - before, y), line);
        }
    }
}

/// The function that draws a box in its area.
type DrawBox<'a> = Box<dyn FnOnce(&mut Vec<DrawOp>, Area) + 'a>;

/// A row of a stack.
enum StackRow<'a> {
    Gap(f64),
    /// A gap with this share of the free height.
    Share(f64),
    /// A box of this height, with the function that draws it.
    Item(f64, DrawBox<'a>),
}

/// Boxes below one another, with gaps between them.
#[derive(Default)]
pub struct BoxStack<'a> {
    rows: Vec<StackRow<'a>>,
    height: f64,
}

impl<'a> BoxStack<'a> {
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
    pub fn text(&mut self, drop: f64, text: TextLines) {
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
pub struct Raster {
    /// Number of boxes beside each other.
    pub columns: usize,
    /// Number of boxes below each other.
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
    pub fn box_count(&self) -> usize {
        self.columns * self.rows
    }

    /// Returns the top left corner of the box in a column and a row.
    pub fn corner(&self, column: usize, row: usize) -> Point {
        (self.first.0 + column as f64 * self.pitch.0, self.first.1 + row as f64 * self.pitch.1)
    }

    /// Returns the top left corners of all boxes, row by row.
    pub fn across(self) -> impl Iterator<Item = Point> + Clone {
        (0..self.box_count())
            .map(move |place| self.corner(place % self.columns, place / self.columns))
    }

    /// Returns the top left corners of all boxes, column by column.
    pub fn down(self) -> impl Iterator<Item = Point> + Clone {
        (0..self.box_count()).map(move |place| self.corner(place / self.rows, place % self.rows))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_of_a_stack_divide_what_boxes_leave_free() {
        let tops = std::cell::RefCell::new(Vec::new());
        let mut stack = BoxStack::default();
        stack.share(0.25);
        stack.item(10.0, |_, area| tops.borrow_mut().push((area.top, area.height)));
        stack.gap(6.0);
        stack.share(0.5);
        stack.item(4.0, |_, area| tops.borrow_mut().push((area.top, area.height)));
        assert_eq!(stack.height(), 20.0);
        let end =
            stack.draw(&mut Vec::new(), Area { left: 5.0, top: 100.0, width: 30.0, height: 60.0 });
        assert_eq!(*tops.borrow(), [(110.0, 10.0), (146.0, 4.0)]);
        assert_eq!(end, 150.0);
    }

    #[test]
    fn stack_without_free_height_keeps_its_gaps() {
        let mut stack = BoxStack::default();
        stack.share(1.0);
        stack.gap(8.0);
        let low = Area { left: 0.0, top: 2.0, width: 1.0, height: 3.0 };
        assert_eq!(stack.free(low), 0.0);
        assert_eq!(stack.draw(&mut Vec::new(), low), 10.0);
    }

    #[test]
    fn raster_runs_across_or_down() {
        let raster = Raster { columns: 2, rows: 3, first: (1.0, 2.0), pitch: (10.0, 20.0) };
        assert_eq!(raster.across().nth(1), Some((11.0, 2.0)));
        assert_eq!(raster.down().nth(1), Some((1.0, 22.0)));
        assert_eq!(raster.across().count(), 6);
        assert_eq!(Raster::fitting(32.0, 10.0, 1.0), 3);
    }
}
