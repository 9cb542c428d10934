//! The legend below a drawn step: the signs that the drawing has, each with a few words.

use crate::draw::diagram::{
    ARROW, ARROW_GREY, BOX_INSET, Diagram, TRUE_GREY, draw_box, draw_cross, draw_ring, draw_strike,
};
use explain::{CandidateMark, ExplanationTexts, PathStep, StepSign};
use page::{Area, Colour, DrawOp, FontStack, FormContent, PathPaint, Point, TextStyle};

/// The side of a sign, its distance from the words after it, and the distances from one entry to
/// the next and from one line to the next, in type sizes.
const SIGN_SIDE: f64 = 1.9;
const AFTER_SIGN: f64 = 0.5;
const ENTRY_GAP: f64 = 1.6;
const LINE_GAP: f64 = 0.3;
/// The type sizes of the digits in a box or a large ring, and of a candidate, in type sizes.
const LARGE_DIGIT: f64 = 1.15;
const SMALL_DIGIT: f64 = 1.0;
/// The radius of the ring around a digit that decides, as a fraction of the side.
const RING: f64 = 0.47;
/// The side of the cell for which a cross is drawn, in sides of a sign.
const CROSSED_CELL: f64 = 2.2;
/// The length of an arrow, and the length and half the width of its head, as fractions of the side.
const ARROW_LENGTH: f64 = 1.0;
const HEAD: f64 = 0.24;
const HALF_HEAD: f64 = 0.11;
/// The number of dashes of a dashed arrow.
const ARROW_DASHES: u32 = 3;

/// An entry of a legend in its place.
struct LegendEntry {
    sign: StepSign,
    words: String,
    style: TextStyle,
    x: f64,
    line: usize,
}

/// The legend of a drawn step in lines of one width.
pub struct Legend {
    entries: Vec<LegendEntry>,
    /// The digit that the signs show.
    digit: String,
    diagram: Diagram,
    style: TextStyle,
}

impl Legend {
    /// Creates the legend of signs, which show a digit. A line that has room for the next entry
    /// takes it.
    pub fn new(
        diagram: &Diagram,
        (signs, digit): (&[StepSign], String),
        texts: &ExplanationTexts,
        style: TextStyle,
        width: f64,
    ) -> Self {
        let mut legend = Self { entries: Vec::new(), digit, diagram: *diagram, style };
        let (mut x, mut line) = (0.0, 0);
        for &sign in signs {
            let words = texts.legend(sign).to_owned();
            let style = style.within(width - legend.indent(), &words);
            let length = legend.indent() + style.width(&words);
            if x > 0.0 && x + length > width {
                (x, line) = (0.0, line + 1);
            }
            legend.entries.push(LegendEntry { sign, words, style, x, line });
            x += length + ENTRY_GAP * style.size;
        }
        legend
    }

    /// Returns the distance of the words from the left edge of their sign.
    fn indent(&self) -> f64 {
        (SIGN_SIDE + AFTER_SIGN) * self.style.size
    }

    /// Returns the distance from one line to the next.
    fn pitch(&self) -> f64 {
        (SIGN_SIDE + LINE_GAP) * self.style.size
    }

    /// Returns the height of the lines.
    pub fn height(&self) -> f64 {
        match self.entries.last() {
            Some(last) => (last.line + 1) as f64 * self.pitch(),
            None => 0.0,
        }
    }

    /// Returns the drawing of the lines.
    pub fn form(&self) -> FormContent {
        let side = SIGN_SIDE * self.style.size;
        let (mut marks, mut width) = (Vec::new(), 0.0_f64);
        for entry in &self.entries {
            let (x, y) = (entry.x, entry.line as f64 * self.pitch());
            let square = Area { left: x, top: y, width: side, height: side };
            self.draw_sign(&mut marks, square, entry.sign);
            let baseline = y + side / 2.0 + self.style.cap() / 2.0;
            entry.style.draw_left(&mut marks, (x + self.indent(), baseline), &entry.words);
            width = width.max(x + self.indent() + entry.style.width(&entry.words));
        }
        FormContent { width, height: self.height(), marks }
    }

    /// Draws a sign in a square.
    fn draw_sign(&self, marks: &mut Vec<DrawOp>, square: Area, sign: StepSign) {
        let middle = square.at((0.5, 0.5));
        let figures = self.diagram.figures;
        let large = LARGE_DIGIT * self.style.size;
        let small = SMALL_DIGIT * self.style.size;
        match sign {
            StepSign::Placed => {
                draw_box(marks, square, BOX_INSET);
                self.draw_digit(marks, middle, figures.strong, large);
            }
            StepSign::Blocker => {
                draw_ring(marks, middle, RING * square.width, Colour::WHITE);
                self.draw_digit(marks, middle, figures.strong, large);
            }
            StepSign::Closed => draw_cross(marks, middle, CROSSED_CELL * square.width),
            StepSign::Marked(CandidateMark::Lost | CandidateMark::Gone) => {
                self.draw_digit(marks, middle, figures.regular, small);
                let is_flat = sign == StepSign::Marked(CandidateMark::Gone);
                draw_strike(marks, middle, small, is_flat);
            }
            StepSign::Marked(mark) => {
                let is_grey = matches!(mark, CandidateMark::Other | CandidateMark::On);
                let colour = if is_grey { TRUE_GREY } else { Colour::WHITE };
                draw_ring(marks, middle, self.diagram.mark_radius(small), colour);
                self.draw_digit(marks, middle, figures.strong, small);
            }
            StepSign::TrueArrow => draw_arrow(marks, square, false),
            StepSign::FalseArrow => draw_arrow(marks, square, true),
        }
    }

    fn draw_digit(&self, marks: &mut Vec<DrawOp>, middle: Point, faces: FontStack, size: f64) {
        let style = TextStyle::new(faces, size);
        let baseline = middle.1 + style.cap() / 2.0;
        let mut digit = Vec::new();
        style.draw_centred(&mut digit, (middle.0, baseline), &self.digit);
        marks.push(DrawOp::Colored { colour: Colour::BLACK, marks: digit });
    }
}

/// Returns the signs that the drawings of steps have, in the order of a legend.
pub fn shown_signs(diagram: &Diagram, steps: &[&PathStep]) -> Vec<StepSign> {
    let figures: Vec<_> = steps.iter().map(|told| diagram.figure(told).0).collect();
    let is_shown = |sign: &StepSign| figures.iter().any(|figure| figure.has_sign(*sign));
    StepSign::ALL.into_iter().filter(is_shown).collect()
}

/// Returns the digit that the signs of a legend show: one of the step.
pub fn shown_digit(told: &PathStep) -> String {
    if let Some((_, digit)) = told.step.placement {
        return digit.to_string();
    }
    let lost = told.step.eliminations.iter().flat_map(|(_, digits)| *digits);
    lost.map(|digit| digit.to_string()).next().unwrap_or_default()
}

/// Draws an arrow through the middle of a square.
fn draw_arrow(marks: &mut Vec<DrawOp>, square: Area, is_dashed: bool) {
    let (y, side) = (square.at((0.0, 0.5)).1, square.width);
    let tip = square.left + ARROW_LENGTH * side;
    let neck = tip - HEAD * side;
    let half = HALF_HEAD * side;
    let parts = if is_dashed { ARROW_DASHES } else { 1 };
    let part = (neck - square.left) / f64::from(2 * parts - 1);
    let mut arrow = Vec::new();
    for dash in 0..parts {
        let start = square.left + f64::from(2 * dash) * part;
        arrow.push(DrawOp::Line { from: (start, y), to: (start + part, y), width: ARROW });
    }
    let points = vec![(tip, y), (neck, y - half), (neck, y + half)];
    arrow.push(DrawOp::Path { points, paint: PathPaint::Fill });
    marks.push(DrawOp::Colored { colour: ARROW_GREY, marks: arrow });
}
