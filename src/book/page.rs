//! Pages and the marks on them. `layout` decides the positions of marks, `pdf` encodes them.
//!
//! Lengths are in points (72 to the inch). The origin is the top left corner of the page, and y grows
//! downwards; y of a text is its baseline.

use crate::book::typesetting::Face;
use crate::ladder::Rung;
use std::borrow::Cow;

/// One side of a leaf.
#[derive(Clone, Debug, PartialEq)]
pub struct Page {
    /// Width in points.
    pub width: f64,
    /// Height in points.
    pub height: f64,
    /// The page number as the reader knows it, even if it is not printed: `iv`, `27`.
    pub folio: String,
    /// The marks in drawing order; texts are drawn above all others.
    pub marks: Vec<Mark>,
}

/// A point: x to the right, y downwards.
pub type Point = (f64, f64);

/// Something drawn on a page, in black unless it has a grey of its own.
#[derive(Clone, Debug, PartialEq)]
pub enum Mark {
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
        /// Its top left corner.
        corner: Point,
        /// Width and height.
        size: Point,
        /// 0 is black, 1 is white.
        grey: f64,
    },
    /// A closed path of straight lines.
    Path {
        /// The corners of the path.
        points: Vec<Point>,
        /// How it is painted.
        paint: Paint,
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
    /// A group of marks that is rotated.
    Turned {
        /// The rotation.
        turn: Turn,
        /// The top left corner of the area that they fill on the page.
        corner: Point,
        /// Width and height of the area before rotation.
        size: Point,
        /// The marks, relative to the top left corner of the area before rotation.
        marks: Vec<Mark>,
    },
    /// Marks in grey instead of black; boxes keep their own grey.
    Toned {
        /// 0 is black, 1 is white.
        grey: f64,
        /// The marks, relative to the same page.
        marks: Vec<Mark>,
    },
    /// A drawing that many pages share.
    Stamp {
        /// The drawing.
        stamp: Stamp,
        /// The position of its top left corner.
        corner: Point,
    },
}

/// The angle by which marks are rotated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// 90 degrees clockwise: lines read downwards.
    Quarter,
    /// 180 degrees.
    Half,
}

/// How a path is painted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Paint {
    /// Filled.
    Fill,
    /// Outlined by a line of this width.
    Outline(f64),
}

/// A drawing that many pages share. A PDF contains each stamp that is used only once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stamp {
    /// The empty grid of a puzzle.
    PuzzleGrid,
    /// The empty grid of an answer.
    AnswerGrid,
    /// The empty grid on the title page.
    TitleGrid,
    /// The empty grid of the worked example.
    ExampleGrid,
    /// The stars above a puzzle.
    CaptionStars(Rung),
    /// The stars on the page that opens a level.
    OpenerStars(Rung),
    /// The stars beside the name of a level on the page that explains the levels.
    LevelStars(Rung),
    /// The blanks for time and date below a puzzle.
    Log,
    /// The dots in an empty cell.
    Dots,
    /// The running line of a section in the foot.
    Foot {
        /// The index of the section.
        section: usize,
    },
    /// The empty grid on a cover.
    CoverGrid,
    /// The stars on a cover.
    CoverStars,
}

/// The content of a stamp. Its marks contain no stamps and lie within its size.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawing {
    /// Width in points.
    pub width: f64,
    /// Height in points.
    pub height: f64,
    /// The marks, relative to the drawing's top left corner.
    pub marks: Vec<Mark>,
}
