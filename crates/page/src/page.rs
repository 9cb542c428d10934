//! Pages and their drawing operations. The caller decides the positions, `pdf` encodes the
//! operations.
//!
//! Lengths are in points (72 to the inch). The origin is the top left corner of the page, and y
//! grows downwards. The y of a text is its baseline.

use crate::draw::picture::RasterImage;
use crate::typesetting::{Face, PathEl};
use std::borrow::Cow;
use std::sync::Arc;

/// One side of a leaf.
#[derive(Clone, Debug, PartialEq)]
pub struct Page {
    /// Width in points.
    pub width: f64,
    /// Height in points.
    pub height: f64,
    /// The folio as the reader knows it, even if the page does not show it: `iv`, `27`.
    pub folio: String,
    /// The operations in drawing order. Texts are drawn above all others.
    pub marks: Vec<DrawOp>,
}

/// A point: x to the right, y downwards.
pub type Point = (f64, f64);

/// A rectangle in points: left edge, top edge, width and height.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Area {
    /// The left edge.
    pub left: f64,
    /// The upper edge.
    pub top: f64,
    /// The width.
    pub width: f64,
    /// The height.
    pub height: f64,
}

impl Area {
    /// Returns a square around a point.
    pub fn square(middle: Point, side: f64) -> Self {
        let (left, top) = (middle.0 - side / 2.0, middle.1 - side / 2.0);
        Self { left, top, width: side, height: side }
    }

    /// Returns the smallest rectangle that holds some points.
    pub fn around<'a>(points: impl IntoIterator<Item = &'a Point>) -> Self {
        let (mut left, mut top) = (f64::MAX, f64::MAX);
        let (mut right, mut bottom) = (f64::MIN, f64::MIN);
        for &(x, y) in points {
            (left, right) = (left.min(x), right.max(x));
            (top, bottom) = (top.min(y), bottom.max(y));
        }
        Self { left, top, width: right - left, height: bottom - top }
    }

    /// Returns the right edge.
    pub fn right(self) -> f64 {
        self.left + self.width
    }

    /// Returns the lower edge.
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

    /// Returns true if a point lies in the rectangle or on its edge.
    pub fn holds(self, (x, y): Point) -> bool {
        (self.left..=self.right()).contains(&x) && (self.top..=self.bottom()).contains(&y)
    }

    /// Returns true if a part of another rectangle lies inside this one.
    pub fn overlaps(self, other: Self) -> bool {
        let is_beside = self.left >= other.right() || other.left >= self.right();
        !is_beside && self.top < other.bottom() && other.top < self.bottom()
    }

    /// Returns the rectangle inside a margin.
    pub fn inside(self, margin: f64) -> Self {
        Self {
            left: self.left + margin,
            top: self.top + margin,
            width: self.width - (margin + margin),
            height: self.height - (margin + margin),
        }
    }

    /// Returns the rectangle from a new top down to the same bottom.
    pub fn with_top(self, top: f64) -> Self {
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

/// A colour in the colour space of the file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Colour {
    /// Grey: 0 is black, 1 is white.
    Grey(f64),
    /// Red, green, blue: 1 is full light.
    Rgb([f64; 3]),
    /// Cyan, magenta, yellow, black: 1 is full ink.
    Cmyk([f64; 4]),
}

impl Colour {
    /// Black ink alone.
    pub const BLACK: Self = Self::Grey(0.0);
    /// The colour of the paper.
    pub const WHITE: Self = Self::Grey(1.0);
}

/// A drawing operation of a page. Everything is black unless the operation has a colour.
#[derive(Clone, Debug, PartialEq)]
pub enum DrawOp {
    /// A straight line with flat ends.
    Line {
        /// One end.
        from: Point,
        /// The other end.
        to: Point,
        /// Line width.
        width: f64,
    },
    /// A filled rectangle.
    Box {
        /// The top left corner.
        corner: Point,
        /// Width and height.
        size: Point,
        /// The colour.
        colour: Colour,
    },
    /// A closed path of straight lines.
    Path {
        /// The corners of the path.
        points: Vec<Point>,
        /// The painting of the path.
        paint: PathPaint,
    },
    /// A filled shape, which may have curves.
    Shape {
        /// The outline. Each move starts a new subpath.
        steps: Vec<PathEl>,
        /// True if every second subpath inside another is a hole; otherwise holes run in the
        /// opposite direction.
        even_odd: bool,
    },
    /// A picture that fills a rectangle: centred, and cropped where it is too wide or too high.
    Picture {
        /// The top left corner of the rectangle.
        corner: Point,
        /// Width and height of the rectangle.
        size: Point,
        /// The picture.
        picture: Arc<RasterImage>,
    },
    /// A line of text.
    Text {
        /// The origin of the first letter, on the baseline.
        at: Point,
        /// The face of the text.
        face: Face,
        /// The type size.
        size: f64,
        /// The characters.
        text: Cow<'static, str>,
    },
    /// A group of operations that is rotated.
    Rotated {
        /// The rotation.
        turn: Rotation,
        /// The top left corner of the area that the group fills on the page.
        corner: Point,
        /// Width and height of the area before rotation.
        size: Point,
        /// The operations, relative to the top left corner of the area before rotation.
        marks: Vec<DrawOp>,
    },
    /// Operations in a colour instead of black. Boxes keep their own colour.
    Colored {
        /// The colour.
        colour: Colour,
        /// The operations, relative to the same page.
        marks: Vec<DrawOp>,
    },
    /// Dotted lines.
    Dotted {
        /// The length of a dot and of the gap after it.
        dot: Point,
        /// The lines.
        marks: Vec<DrawOp>,
    },
    /// A form that many pages share.
    Form {
        /// The form.
        form: Arc<FormContent>,
        /// The position of the top left corner.
        corner: Point,
    },
    /// An area of the screen edition that leads to a place when a reader touches it.
    Link {
        /// The top left corner of the area.
        corner: Point,
        /// Width and height of the area.
        size: Point,
        /// The place.
        target: LinkTarget,
    },
    /// The place to which links of the screen edition lead.
    Anchor {
        /// The name of the place.
        target: LinkTarget,
        /// The distance of the place from the top of the page.
        top: f64,
    },
}

/// A place to which a link leads.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum LinkTarget {
    /// The page with this index.
    Page(usize),
    /// The puzzle with this index in the volume.
    Puzzle(usize),
    /// The answer of the puzzle with this index in the volume.
    Answer(usize),
    /// A web address.
    Address(String),
}

/// The angle by which a group is rotated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rotation {
    /// 90 degrees clockwise: lines read downwards.
    Quarter,
    /// 180 degrees.
    Half,
}

/// The painting of a path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PathPaint {
    /// Filled.
    Fill,
    /// Outlined by a line of this width.
    Outline(f64),
}

/// A drawing that many pages share: a form XObject. A PDF contains equal forms only once. The
/// operations place no other forms and stay within the size.
#[derive(Clone, Debug, PartialEq)]
pub struct FormContent {
    /// Width in points.
    pub width: f64,
    /// Height in points.
    pub height: f64,
    /// The operations, relative to the top left corner of the form.
    pub marks: Vec<DrawOp>,
}
