//! Pages and the marks on them. `parts` and `cover` decide the positions of marks, `pdf` encodes them.
//!
//! Lengths are in points (72 to the inch). The origin is the top left corner of the page, and y grows
//! downwards; y of a text is its baseline.

use crate::book::draw::picture::Picture;
use crate::book::text::typesetting::{Face, PathEl};
use crate::human::ladder::Rung;
use std::borrow::Cow;
use std::sync::Arc;

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
    pub marks: Vec<DrawOp>,
}

/// A point: x to the right, y downwards.
pub type Point = (f64, f64);

/// A colour, in the terms of the file that is written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Colour {
    /// 0 is black, 1 is white.
    Grey(f64),
    /// Red, green, blue: 1 is full light.
    Rgb([f64; 3]),
    /// Cyan, magenta, yellow, black: 1 is full ink.
    Cmyk([f64; 4]),
}

impl Colour {
    /// Black ink alone.
    pub const BLACK: Self = Self::Grey(0.0);
    /// The paper.
    pub const WHITE: Self = Self::Grey(1.0);
}

/// Something drawn on a page, in black unless it has a colour of its own.
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
        /// Its top left corner.
        corner: Point,
        /// Width and height.
        size: Point,
        /// Its own colour.
        colour: Colour,
    },
    /// A closed path of straight lines.
    Path {
        /// The corners of the path.
        points: Vec<Point>,
        /// How it is painted.
        paint: PathPaint,
    },
    /// A filled shape, which may have curves.
    Shape {
        /// Its outline. Each move starts a new part.
        steps: Vec<PathEl>,
        /// Whether every second part inside another is a hole; otherwise holes run the other way round.
        even_odd: bool,
    },
    /// A picture that fills a rectangle: centred, and what is too wide or too high is cut off.
    Picture {
        /// The top left corner of the rectangle.
        corner: Point,
        /// Width and height of the rectangle.
        size: Point,
        /// The picture.
        picture: Arc<Picture>,
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
    Rotated {
        /// The rotation.
        turn: Rotation,
        /// The top left corner of the area that they fill on the page.
        corner: Point,
        /// Width and height of the area before rotation.
        size: Point,
        /// The marks, relative to the top left corner of the area before rotation.
        marks: Vec<DrawOp>,
    },
    /// Marks in a colour instead of black; boxes keep their own.
    Colored {
        /// The colour.
        colour: Colour,
        /// The marks, relative to the same page.
        marks: Vec<DrawOp>,
    },
    /// Lines that are dotted.
    Dotted {
        /// The length of a dot and of the gap after it.
        dot: Point,
        /// The lines.
        marks: Vec<DrawOp>,
    },
    /// A drawing that many pages share.
    Form {
        /// The drawing.
        form: SharedForm,
        /// The position of its top left corner.
        corner: Point,
    },
}

/// The angle by which marks are rotated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rotation {
    /// 90 degrees clockwise: lines read downwards.
    Quarter,
    /// 180 degrees.
    Half,
}

/// How a path is painted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PathPaint {
    /// Filled.
    Fill,
    /// Outlined by a line of this width.
    Outline(f64),
}

/// How the figure that speaks to children looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FigureMood {
    /// It looks at the puzzle.
    Looking,
    /// It cheers.
    Cheering,
    /// It is content.
    Proud,
}

/// A drawing that many pages share. A PDF contains each stamp that is used only once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SharedForm {
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
    /// The blanks for time and date below a puzzle, or stars to colour.
    Log,
    /// The figure that speaks to children, with the outline around its words.
    Figure(FigureMood),
    /// The empty grid of an answer of the page before.
    LastGrid,
    /// The dots in an empty cell.
    Dots,
    /// The running line of a section in the foot.
    Foot {
        /// The index of the section.
        section: usize,
    },
    /// The empty grid on a cover.
    CoverGrid,
    /// The empty grid of the sample on the back of a cover.
    SampleGrid,
    /// The stars on a cover.
    CoverStars(Rung),
}

/// The content of a stamp. Its marks contain no stamps and lie within its size.
#[derive(Clone, Debug, PartialEq)]
pub struct FormContent {
    /// Width in points.
    pub width: f64,
    /// Height in points.
    pub height: f64,
    /// The marks, relative to the drawing's top left corner.
    pub marks: Vec<DrawOp>,
}
