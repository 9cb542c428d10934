//! What stands on paper: pages, and the few kinds of marks on them. Not why a mark is where it is
//! (layout) and not how a file says it (pdf).
//!
//! Lengths are in points (72 to the inch). The origin is the top left corner of the page, y grows
//! downwards; a text stands with its baseline on its y.

use crate::book::typesetting::Face;
use crate::score::Level;
use std::borrow::Cow;

/// One side of a leaf.
#[derive(Clone, Debug, PartialEq)]
pub struct Page {
    /// In points.
    pub width: f64,
    /// In points.
    pub height: f64,
    /// What the reader calls the page, printed or not: `iv`, `27`.
    pub folio: String,
    /// In the order of drawing; texts lie above everything else.
    pub marks: Vec<Mark>,
}

/// A point: x to the right, y downwards.
pub type Point = (f64, f64);

/// Something to draw, in black if it does not say otherwise.
#[derive(Clone, Debug, PartialEq)]
pub enum Mark {
    /// A straight line with flat ends.
    Line {
        /// One end.
        from: Point,
        /// The other end.
        to: Point,
        /// How thick.
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
        /// The corners.
        points: Vec<Point>,
        /// Filled or outlined.
        paint: Paint,
    },
    /// A line of text.
    Text {
        /// Where the first letter's origin stands, on the baseline.
        at: Point,
        /// In which face.
        face: Face,
        /// The size of the face.
        size: f64,
        /// What it says.
        text: Cow<'static, str>,
    },
    /// Marks that are turned, for whoever turns the page.
    Turned {
        /// How far.
        turn: Turn,
        /// The top left corner of where they lie.
        corner: Point,
        /// Width and height, as one sees them who has turned the page.
        size: Point,
        /// From their own top left corner, as one sees them who has turned the page.
        marks: Vec<Mark>,
    },
    /// Marks in another ink than black; boxes keep their own grey.
    Toned {
        /// 0 is black, 1 is white.
        grey: f64,
        /// On the same page.
        marks: Vec<Mark>,
    },
    /// A drawing that many pages share.
    Stamp {
        /// Which.
        stamp: Stamp,
        /// Where its top left corner lies.
        corner: Point,
    },
}

/// How far marks are turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Clockwise, so that lines read downwards.
    Quarter,
    /// Upside down.
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

/// A drawing that many pages share. A file holds each that is used once.
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
    CaptionStars(Level),
    /// The stars on the page that opens a level.
    OpenerStars(Level),
    /// The stars beside a level's name where the levels are explained.
    LevelStars(Level),
    /// The blanks for time and date below a puzzle.
    Log,
    /// The dots in an empty cell.
    Dots,
    /// The line in the foot of a section's pages.
    Foot {
        /// The index of the section.
        section: usize,
    },
    /// The empty grid on a cover.
    CoverGrid,
    /// The stars on a cover.
    CoverStars,
}

/// What a stamp looks like. Its marks contain no stamps, and lie within its size.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawing {
    /// In points.
    pub width: f64,
    /// In points.
    pub height: f64,
    /// From the drawing's own top left corner.
    pub marks: Vec<Mark>,
}
