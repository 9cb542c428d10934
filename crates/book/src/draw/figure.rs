//! The fox that speaks to children, and its speech bubble. The fox is an SVG for each mood in
//! `templates/art`, which is drawn in the colours of the book.

use page::{Area, Colour, DrawOp, LogoShape, PathEl, PathPaint, Point};
use std::sync::LazyLock;

/// The width and the height of the drawings, in their units.
const WIDTH: f64 = 100.0;
const HEIGHT: f64 = 140.0;
/// The colours in the drawings.
const FUR: [u8; 3] = [0xee, 0x81, 0x28];
const DARK: [u8; 3] = [0x6e, 0x34, 0x18];
const WHITE: [u8; 3] = [0xff; 3];
const STAR: [u8; 3] = [0xff, 0xd6, 0x4a];
const HALO: [u8; 3] = [0xff, 0x00, 0xff];

static LOOKING: LazyLock<Vec<LogoShape>> =
    LazyLock::new(|| LogoShape::built_in(include_str!("../../templates/art/fox-looking.svg")));
static CHEERING: LazyLock<Vec<LogoShape>> =
    LazyLock::new(|| LogoShape::built_in(include_str!("../../templates/art/fox-cheering.svg")));
static HOLDING: LazyLock<Vec<LogoShape>> =
    LazyLock::new(|| LogoShape::built_in(include_str!("../../templates/art/fox-holding.svg")));
static PAWS: LazyLock<Vec<LogoShape>> =
    LazyLock::new(|| LogoShape::built_in(include_str!("../../templates/art/fox-paws.svg")));
static PROUD: LazyLock<Vec<LogoShape>> =
    LazyLock::new(|| LogoShape::built_in(include_str!("../../templates/art/fox-proud.svg")));

static MEDAL: LazyLock<Vec<LogoShape>> =
    LazyLock::new(|| LogoShape::built_in(include_str!("../../templates/art/medal.svg")));
static BALLOONS: LazyLock<Vec<LogoShape>> =
    LazyLock::new(|| LogoShape::built_in(include_str!("../../templates/art/balloons.svg")));
static CAP: LazyLock<Vec<LogoShape>> =
    LazyLock::new(|| LogoShape::built_in(include_str!("../../templates/art/cap.svg")));
static CROWN: LazyLock<Vec<LogoShape>> =
    LazyLock::new(|| LogoShape::built_in(include_str!("../../templates/art/crown.svg")));
static PAW: LazyLock<Vec<LogoShape>> =
    LazyLock::new(|| LogoShape::built_in(include_str!("../../templates/art/paw.svg")));

/// The mood of the figure that speaks to children.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FigureMood {
    /// Pointing at the puzzle.
    Looking,
    /// Waving.
    Cheering,
    /// Holding a star.
    Proud,
    /// Holding a board, which is drawn before the paws.
    Holding,
    /// The paws alone that hold a board.
    Paws,
}

/// The colours of a fox.
#[derive(Clone, Copy)]
pub struct FoxColours {
    /// The colour of the fur.
    pub fur: Colour,
    /// The paws, and the inside of the ears.
    pub dark: Colour,
    /// The cheeks, the chest, and the tip of the tail.
    pub white: Colour,
    /// The colour of outlines.
    pub line: Colour,
    /// The colour of stars.
    pub star: Colour,
    /// A light edge, on a ground on which the lines cannot be seen.
    pub halo: Option<Colour>,
}

impl FoxColours {
    /// The greys of a fox in a book.
    pub const GREYS: Self = Self {
        fur: Colour::Grey(0.84),
        dark: Colour::Grey(0.45),
        white: Colour::WHITE,
        line: Colour::BLACK,
        star: Colour::WHITE,
        halo: None,
    };

    /// Returns the colour of a part of the drawing, or `None` if the fox lacks the part.
    fn paint(self, part: [u8; 3]) -> Option<Colour> {
        match part {
            FUR => Some(self.fur),
            DARK => Some(self.dark),
            WHITE => Some(self.white),
            STAR => Some(self.star),
            HALO => self.halo,
            _ => Some(self.line),
        }
    }
}

/// A fox that sits upright.
#[derive(Clone, Copy)]
pub struct Fox {
    mood: FigureMood,
    colours: FoxColours,
    is_mirrored: bool,
}

impl Fox {
    /// The width as a fraction of the height.
    pub const WIDTH: f64 = WIDTH / HEIGHT;
    /// The middle of the mouth, as fractions of the width and the height.
    pub const MOUTH: Point = (0.45, 0.42);
    /// The middle of the board that the fox holds, as fractions of the width and the height, and
    /// the side of the board as a fraction of the height.
    pub const BOARD: (Point, f64) = ((0.45, 0.728), 0.525);

    /// Returns a grey fox. It waves if it cheers, points to the right if it looks at something, and
    /// holds a star if it is proud.
    pub fn new(mood: FigureMood) -> Self {
        Self { mood, colours: FoxColours::GREYS, is_mirrored: false }
    }

    /// Returns the same fox in other colours.
    pub fn in_colours(self, colours: FoxColours) -> Self {
        Self { colours, ..self }
    }

    /// Returns the mirror image of the fox.
    pub fn mirrored(self) -> Self {
        Self { is_mirrored: true, ..self }
    }

    /// Draws the fox in the middle of an area, as high as the area.
    pub fn draw_within(self, area: Area) -> Vec<DrawOp> {
        self.draw(area.centred(area.height * Self::WIDTH).corner(), area.height)
    }

    /// Draws the fox with this top left corner and height.
    pub fn draw(self, corner: Point, height: f64) -> Vec<DrawOp> {
        let shapes: &[LogoShape] = match self.mood {
            FigureMood::Looking => &LOOKING,
            FigureMood::Cheering => &CHEERING,
            FigureMood::Proud => &PROUD,
            FigureMood::Holding => &HOLDING,
            FigureMood::Paws => &PAWS,
        };
        self.draw_shapes(shapes, corner, height / HEIGHT)
    }

    /// Draws shapes in the colours of the fox.
    fn draw_shapes(self, shapes: &[LogoShape], corner: Point, scale: f64) -> Vec<DrawOp> {
        let mut marks = Vec::new();
        for shape in shapes {
            if let Some(colour) = self.colours.paint(shape.colour) {
                marks.push(shape.mark(colour, |point| {
                    let x = if self.is_mirrored { WIDTH - point.0 } else { point.0 };
                    (corner.0 + x * scale, corner.1 + point.1 * scale)
                }));
            }
        }
        marks
    }
}

/// A paw that points to the right, or to the left.
pub struct Paw;

impl Paw {
    /// The height as a fraction of the width.
    pub const HEIGHT: f64 = 0.56;

    /// Draws a paw whose finger tip is at a point.
    pub fn draw(tip: Point, width: f64, points_left: bool) -> Vec<DrawOp> {
        let scale = width / WIDTH;
        let left = if points_left { tip.0 } else { tip.0 - width };
        let fox = Fox { is_mirrored: points_left, ..Fox::new(FigureMood::Looking) };
        fox.draw_shapes(&PAW, (left, tip.1 - Self::HEIGHT * width / 2.0), scale)
    }
}

/// The picture on the certificate of a stage. Five stages have different ones.
pub struct StagePicture {
    mood: FigureMood,
    /// The thing that the fox has got, drawn on the same sheet as the fox.
    prize: Option<&'static LazyLock<Vec<LogoShape>>>,
    /// The height of the prize above the sheet, and its width left of it, as fractions of the
    /// height and the width of the fox.
    outside: Point,
}

impl StagePicture {
    /// Returns the picture of a stage, counted from 0.
    pub fn new(stage: usize, is_last: bool) -> Self {
        let (mood, prize, outside) = match stage % 4 {
            _ if is_last => (FigureMood::Proud, Some(&CROWN), (0.0, 0.12)),
            0 => (FigureMood::Proud, None, (0.0, 0.0)),
            1 => (FigureMood::Cheering, Some(&BALLOONS), (0.42, 0.12)),
            2 => (FigureMood::Looking, Some(&MEDAL), (0.0, 0.0)),
            _ => (FigureMood::Cheering, Some(&CAP), (0.0, 0.05)),
        };
        Self { mood, prize, outside }
    }

    /// Draws the picture in the middle of an area, as high as the area.
    pub fn draw_within(&self, area: Area) -> Vec<DrawOp> {
        let fox = Fox::new(self.mood);
        let (beside, above) = self.outside;
        let by_width = area.width / Fox::WIDTH / (1.0 + beside);
        let height = (area.height / (1.0 + above)).min(by_width);
        let mut place = area.with_top(area.bottom() - height).centred(height * Fox::WIDTH);
        place.left = place.left.max(area.left + beside * place.width);
        let corner = place.corner();
        let mut marks = fox.draw(corner, height);
        if let Some(prize) = self.prize {
            marks.extend(fox.draw_shapes(prize, corner, height / HEIGHT));
        }
        marks
    }
}

/// Returns the outline of a speech bubble: a box, and a tail whose tip is to the left of the box or
/// below it.
pub fn speech_bubble(area: Area, tip: Point) -> DrawOp {
    const ROUND: f64 = 10.0;
    const TAIL: f64 = 8.0;
    const TAIL_PLACE: f64 = 0.55;
    const EDGE_SLACK: f64 = 0.01;
    let mut points = PathEl::flatten(&area.rounded(ROUND.min(area.height / 2.0)));
    // The points go clockwise. Insert the tail after the last point of the lower half of the left
    // side, or of the right part of the lower side.
    let (left, bottom) = (area.left, area.bottom());
    let (middle, tail) = if tip.0 < left {
        let middle = area.top + area.height * TAIL_PLACE;
        (middle, [(left, middle + TAIL), tip, (left, middle - TAIL)])
    } else {
        (bottom - EDGE_SLACK, [(tip.0 + TAIL, bottom), tip, (tip.0 - TAIL, bottom)])
    };
    let before = if tip.0 < left {
        points.iter().rposition(|point| point.0 < left + EDGE_SLACK && point.1 > middle)
    } else {
        points.iter().rposition(|point| point.1 > middle && point.0 > tip.0)
    };
    let at = if let Some(before) = before { before + 1 } else { 0 };
    points.splice(at..at, tail);
    DrawOp::Path { points, paint: PathPaint::Outline(1.5) }
}
