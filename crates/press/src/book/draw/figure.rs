//! The fox that speaks to children, and its speech bubble. The parts of its head are given in a
//! square of 100 by 100, those of its body in a rectangle of 100 by 140, with y downwards.

use super::shapes::{circle, ellipse, flatten, flatten_in, rounded};
use super::stars::star;
use crate::book::model::page::{Colour, DrawOp, FigureMood, PathPaint, Point};
use crate::book::text::typesetting::PathEl::{self, Curve, Line, Move};

/// The height of the rectangle of the body, of which the width is 100.
const BODY_HEIGHT: f64 = 140.0;
/// The width of lines in units of the body, and their least width in points.
const LINE_WIDTH: f64 = 1.3;
const MIN_LINE: f64 = 0.75;
/// The width of the light edge around a fox on a dark ground, in widths of lines.
const HALO: f64 = 4.5;
/// The scale of the head, and its left edge in the rectangle of the body.
const HEAD_SCALE: f64 = 0.7;
const HEAD_LEFT: f64 = 10.0;
/// Curves of a fox that is higher, in points, have more corners.
const FINE_FROM: f64 = 110.0;

const HEAD: &[PathEl] = &[
    Move((50.0, 22.0)),
    Curve([(68.0, 22.0), (82.0, 28.0), (87.0, 44.0)]),
    Curve([(90.0, 52.0), (94.0, 57.0), (99.0, 61.0)]),
    Curve([(88.0, 80.0), (68.0, 95.0), (50.0, 96.0)]),
    Curve([(32.0, 95.0), (12.0, 80.0), (1.0, 61.0)]),
    Curve([(6.0, 57.0), (10.0, 52.0), (13.0, 44.0)]),
    Curve([(18.0, 28.0), (32.0, 22.0), (50.0, 22.0)]),
];
/// The parts on the left. Those on the right are their mirror images.
const OUTER_EAR: &[PathEl] = &[
    Move((12.0, 46.0)),
    Curve([(8.0, 30.0), (7.0, 14.0), (11.0, 3.0)]),
    Curve([(22.0, 8.0), (33.0, 15.0), (42.0, 24.0)]),
];
const INNER_EAR: &[PathEl] = &[
    Move((17.0, 34.0)),
    Curve([(14.5, 26.0), (14.0, 18.0), (15.0, 12.0)]),
    Curve([(21.0, 15.0), (27.0, 19.0), (32.0, 24.0)]),
    Curve([(26.0, 26.0), (20.0, 29.0), (17.0, 34.0)]),
];
const CHEEK: &[PathEl] = &[
    Move((1.0, 61.0)),
    Curve([(18.0, 55.0), (38.0, 57.0), (50.0, 72.0)]),
    Line((50.0, 96.0)),
    Curve([(32.0, 95.0), (12.0, 80.0), (1.0, 61.0)]),
];
const NOSE: &[PathEl] = &[
    Move((43.0, 70.0)),
    Curve([(46.0, 68.0), (54.0, 68.0), (57.0, 70.0)]),
    Curve([(58.0, 75.0), (53.0, 79.0), (50.0, 79.0)]),
    Curve([(47.0, 79.0), (42.0, 75.0), (43.0, 70.0)]),
];
const OPEN_MOUTH: &[PathEl] = &[
    Move((40.0, 82.0)),
    Curve([(46.0, 84.0), (54.0, 84.0), (60.0, 82.0)]),
    Curve([(59.0, 93.0), (41.0, 93.0), (40.0, 82.0)]),
];
const SMILE: &[PathEl] = &[
    Move((39.0, 82.0)),
    Curve([(44.0, 88.0), (56.0, 88.0), (61.0, 82.0)]),
    Line((61.5, 83.5)),
    Curve([(56.0, 90.5), (44.0, 90.5), (38.5, 83.5)]),
];
/// A closed, contented eye.
const ARCH: &[PathEl] = &[
    Move((26.0, 54.0)),
    Curve([(28.0, 45.0), (38.0, 45.0), (40.0, 54.0)]),
    Line((37.6, 54.4)),
    Curve([(36.0, 48.5), (30.0, 48.5), (28.4, 54.4)]),
];

const TAIL: &[PathEl] = &[
    Move((60.0, 131.0)),
    Curve([(84.0, 138.0), (101.0, 122.0), (98.0, 97.0)]),
    Curve([(97.0, 86.0), (92.0, 78.0), (86.0, 73.0)]),
    Curve([(86.0, 86.0), (82.0, 97.0), (75.0, 104.0)]),
    Curve([(70.0, 109.0), (64.0, 110.0), (60.0, 110.0)]),
];
const TAIL_TIP: &[PathEl] = &[
    Move((86.0, 73.0)),
    Curve([(92.0, 78.0), (97.0, 86.0), (98.0, 97.0)]),
    Curve([(94.0, 93.0), (92.0, 95.0), (89.0, 92.0)]),
    Curve([(87.0, 95.0), (84.0, 93.0), (81.5, 95.0)]),
    Curve([(84.5, 88.0), (86.0, 81.0), (86.0, 73.0)]),
];
const BODY: &[PathEl] = &[
    Move((45.0, 54.0)),
    Curve([(58.0, 54.0), (64.0, 72.0), (68.0, 94.0)]),
    Curve([(72.0, 114.0), (71.0, 136.0), (58.0, 136.5)]),
    Line((32.0, 136.5)),
    Curve([(19.0, 136.0), (18.0, 114.0), (22.0, 94.0)]),
    Curve([(26.0, 72.0), (32.0, 54.0), (45.0, 54.0)]),
];
const CHEST: &[PathEl] = &[
    Move((45.0, 58.0)),
    Curve([(55.0, 62.0), (59.0, 76.0), (58.0, 91.0)]),
    Curve([(57.0, 104.0), (52.0, 110.0), (45.0, 114.0)]),
    Curve([(38.0, 110.0), (33.0, 104.0), (32.0, 91.0)]),
    Curve([(31.0, 76.0), (35.0, 62.0), (45.0, 58.0)]),
];
/// The middles of the feet, and half their width and height.
const FEET: [Point; 2] = [(31.0, 133.0), (59.0, 133.0)];
const FOOT: Point = (11.0, 6.5);
/// The middle and the radius of the star in the paws.
const STAR: (Point, f64) = ((45.0, 98.0), 15.0);

/// An arm from its shoulder to its wrist, with half its width, and its paw.
struct Arm {
    from: Point,
    to: Point,
    half: f64,
    paw: Point,
    paw_size: Point,
}

const WAVING: [Arm; 2] = [
    Arm { from: (27.0, 84.0), to: (12.0, 70.0), half: 5.5, paw: (9.0, 66.0), paw_size: (6.5, 6.5) },
    Arm {
        from: (62.0, 84.0),
        to: (60.0, 108.0),
        half: 5.2,
        paw: (60.0, 111.0),
        paw_size: (6.0, 5.5),
    },
];
const POINTING: [Arm; 2] = [
    Arm {
        from: (28.0, 84.0),
        to: (30.0, 108.0),
        half: 5.2,
        paw: (30.0, 111.0),
        paw_size: (6.0, 5.5),
    },
    Arm {
        from: (63.0, 84.0),
        to: (80.0, 78.0),
        half: 5.5,
        paw: (84.0, 76.5),
        paw_size: (6.5, 6.0),
    },
];
const HOLDING: [Arm; 2] = [
    Arm {
        from: (26.0, 84.0),
        to: (30.0, 98.0),
        half: 5.2,
        paw: (32.0, 101.0),
        paw_size: (6.0, 5.5),
    },
    Arm {
        from: (64.0, 84.0),
        to: (60.0, 98.0),
        half: 5.2,
        paw: (58.0, 101.0),
        paw_size: (6.0, 5.5),
    },
];

/// The colours of a fox.
#[derive(Clone, Copy)]
pub(crate) struct FoxColours {
    pub fur: Colour,
    /// The paws, and the inside of the ears.
    pub dark: Colour,
    /// The cheeks, the chest, and the tip of the tail.
    pub white: Colour,
    pub line: Colour,
    pub star: Colour,
    /// A light edge, on a ground on which the lines cannot be seen.
    pub halo: Option<Colour>,
}

/// A fox that sits upright.
#[derive(Clone, Copy)]
pub(crate) struct Fox {
    mood: FigureMood,
    colours: FoxColours,
    is_mirrored: bool,
}

impl Fox {
    /// The width as a fraction of the height.
    pub const WIDTH: f64 = 100.0 / BODY_HEIGHT;
    /// The middle of the mouth, as fractions of the width and the height.
    pub const MOUTH: Point = (0.45, 0.42);

    /// Returns a grey fox. It waves if it cheers, points to the right if it looks at something, and
    /// holds a star if it is proud.
    pub fn new(mood: FigureMood) -> Self {
        let colours = FoxColours {
            fur: Colour::Grey(0.84),
            dark: Colour::Grey(0.45),
            white: Colour::WHITE,
            line: Colour::BLACK,
            star: Colour::WHITE,
            halo: None,
        };
        Self { mood, colours, is_mirrored: false }
    }

    /// Returns the same fox in other colours.
    pub fn in_colours(self, colours: FoxColours) -> Self {
        Self { colours, ..self }
    }

    /// Returns the mirror image of the fox.
    pub fn mirrored(self) -> Self {
        Self { is_mirrored: true, ..self }
    }

    /// Draws the fox with this top left corner and height.
    pub fn draw(self, corner: Point, height: f64) -> Vec<DrawOp> {
        let scale = height / BODY_HEIGHT;
        let mut drawing =
            FoxDrawing { fox: self, corner, scale, marks: Vec::new(), outlines: Vec::new() };
        drawing.add_body();
        drawing.add_head();
        let FoxDrawing { marks, outlines, .. } = drawing;
        let edge = self.colours.halo.map(|colour| DrawOp::Colored { colour, marks: outlines });
        edge.into_iter().chain(marks).collect()
    }
}

/// The side of a part of the head. The parts are given on the left.
#[derive(Clone, Copy, PartialEq)]
enum HeadSide {
    Left,
    Right,
}

/// A fox on its page.
struct FoxDrawing {
    fox: Fox,
    corner: Point,
    /// The size of a unit of the body, in points.
    scale: f64,
    marks: Vec<DrawOp>,
    /// The outlines in the width of the halo.
    outlines: Vec<DrawOp>,
}

impl FoxDrawing {
    fn add_body(&mut self) {
        let FoxColours { fur, dark, white, star: bright, .. } = self.fox.colours;
        self.part(TAIL, fur, true);
        self.part(TAIL_TIP, white, false);
        self.line(TAIL);
        self.part(BODY, fur, true);
        self.part(CHEST, white, false);
        for middle in FEET {
            self.part(&ellipse(middle, FOOT), dark, true);
        }
        let arms = match self.fox.mood {
            FigureMood::Cheering => WAVING,
            FigureMood::Looking => POINTING,
            FigureMood::Proud => HOLDING,
        };
        if self.fox.mood == FigureMood::Proud {
            let (middle, radius) = (self.at(STAR.0), STAR.1 * self.scale);
            self.push(bright, star(middle, radius, PathPaint::Fill));
            let outline = star(middle, radius, PathPaint::Outline(self.line_width()));
            self.push(self.fox.colours.line, outline);
        }
        for arm in arms {
            self.part(&limb(&arm), fur, true);
            self.part(&ellipse(arm.paw, arm.paw_size), dark, true);
        }
    }

    fn add_head(&mut self) {
        let FoxColours { fur, dark, white, line, .. } = self.fox.colours;
        let sides = [HeadSide::Left, HeadSide::Right];
        let left = |steps| on_head(steps, HeadSide::Left);
        for side in sides {
            self.part(&on_head(OUTER_EAR, side), fur, true);
            self.part(&on_head(INNER_EAR, side), dark, false);
        }
        self.part(&left(HEAD), fur, true);
        for side in sides {
            self.part(&on_head(CHEEK, side), white, false);
        }
        // The cheeks cover the lower edge of the head.
        self.line(&left(HEAD));
        self.part(&left(NOSE), line, false);
        let is_open = self.fox.mood == FigureMood::Cheering;
        self.part(&left(if is_open { OPEN_MOUTH } else { SMILE }), line, false);
        for side in sides {
            let shift = |by: f64| if side == HeadSide::Left { by } else { -by };
            let eye = |at: Point, radius: f64| on_head(&circle(at, radius), side);
            match self.fox.mood {
                FigureMood::Proud => self.part(&on_head(ARCH, side), line, false),
                // The fox looks down to the right.
                FigureMood::Looking => {
                    self.part(&eye((33.0, 50.0), 7.5), white, true);
                    self.part(&eye((33.0 + shift(2.6), 52.4), 4.2), line, false);
                }
                FigureMood::Cheering => {
                    self.part(&eye((33.0, 50.0), 6.2), line, false);
                    self.part(&eye((33.0 - shift(1.8), 47.8), 1.9), white, false);
                }
            }
        }
    }

    /// Returns the place of a point of the body on the page.
    fn at(&self, (x, y): Point) -> Point {
        let x = if self.fox.is_mirrored { 100.0 - x } else { x };
        (self.corner.0 + x * self.scale, self.corner.1 + y * self.scale)
    }

    fn line_width(&self) -> f64 {
        (LINE_WIDTH * self.scale).max(MIN_LINE)
    }

    /// Returns the corners of a part on the page.
    fn points(&self, steps: &[PathEl]) -> Vec<Point> {
        let pieces = if self.scale * BODY_HEIGHT > FINE_FROM { 24 } else { 10 };
        let mut corners = flatten_in(steps, pieces);
        // A path closes itself.
        if corners.first() == corners.last() {
            corners.pop();
        }
        corners.into_iter().map(|point| self.at(point)).collect()
    }

    fn push(&mut self, colour: Colour, mark: DrawOp) {
        self.marks.push(match colour {
            Colour::BLACK => mark,
            _ => DrawOp::Colored { colour, marks: vec![mark] },
        });
    }

    /// Adds a part of the body, with an outline if `outlined` is true.
    fn part(&mut self, steps: &[PathEl], colour: Colour, outlined: bool) {
        let points = self.points(steps);
        self.push(colour, DrawOp::Path { points, paint: PathPaint::Fill });
        if outlined {
            self.line(steps);
        }
    }

    fn line(&mut self, steps: &[PathEl]) {
        let (points, width) = (self.points(steps), self.line_width());
        let outline = |points, width| DrawOp::Path { points, paint: PathPaint::Outline(width) };
        self.outlines.push(outline(points.clone(), HALO * width));
        self.push(self.fox.colours.line, outline(points, width));
    }
}

/// Returns a part of the head in the rectangle of the body.
fn on_head(steps: &[PathEl], side: HeadSide) -> Vec<PathEl> {
    let place = |(x, y): Point| {
        let x = if side == HeadSide::Left { x } else { 100.0 - x };
        (HEAD_LEFT + HEAD_SCALE * x, HEAD_SCALE * y)
    };
    steps.iter().map(|step| step.map_points(place)).collect()
}

/// Returns an arm with round ends.
fn limb(arm: &Arm) -> Vec<PathEl> {
    /// The reach of the handles of the round ends, in half widths.
    const REACH: f64 = 1.1;
    let (a, b) = (arm.from, arm.to);
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let unit = arm.half / (dx * dx + dy * dy).sqrt();
    // The vectors across the arm and along it.
    let (across, along) = ((-dy * unit, dx * unit), (dx * unit * REACH, dy * unit * REACH));
    let at = |(x, y): Point, side: f64, far: f64| {
        (x + side * across.0 + far * along.0, y + side * across.1 + far * along.1)
    };
    vec![
        Move(at(a, 1.0, 0.0)),
        Line(at(b, 1.0, 0.0)),
        Curve([at(b, 1.0, 1.0), at(b, -1.0, 1.0), at(b, -1.0, 0.0)]),
        Line(at(a, -1.0, 0.0)),
        Curve([at(a, -1.0, -1.0), at(a, 1.0, -1.0), at(a, 1.0, 0.0)]),
    ]
}

/// Returns the outline of a speech bubble: a box with this corner and size, and a tail whose tip is
/// to the left of the box or below it.
pub(crate) fn speech_bubble((x, y): Point, (width, height): Point, tip: Point) -> DrawOp {
    const ROUND: f64 = 10.0;
    const TAIL: f64 = 8.0;
    let mut points = flatten(&rounded((x, y), (width, height), ROUND.min(height / 2.0)));
    // The points go clockwise. Insert the tail after the last point of the lower half of the left
    // side, or of the right part of the lower side.
    let (at, tail) = if tip.0 < x {
        let middle = y + height * 0.55;
        let is_before = |p: &Point| p.0 < x + 0.01 && p.1 > middle;
        (points.iter().rposition(is_before), [(x, middle + TAIL), tip, (x, middle - TAIL)])
    } else {
        let bottom = y + height;
        let is_before = |p: &Point| p.1 > bottom - 0.01 && p.0 > tip.0;
        let tail = [(tip.0 + TAIL, bottom), tip, (tip.0 - TAIL, bottom)];
        (points.iter().rposition(is_before), tail)
    };
    let at = at.map_or(0, |at| at + 1);
    points.splice(at..at, tail);
    DrawOp::Path { points, paint: PathPaint::Outline(1.5) }
}
