//! Encodes the operators of a content stream as bytes. `content` decides the operators.

use crate::page::{Colour, Point};
use crate::typesetting::PathEl;
use std::io::Write as _;

/// Fixed-point units per point. Positions are rounded to such units: 3.5 micrometres.
pub(super) const FIXED_PER_POINT: f64 = 100.0;

/// Rounds a length in points to fixed-point units.
pub(super) fn to_fixed(points: f64) -> i64 {
    (points * FIXED_PER_POINT).round() as i64
}

/// A content stream under construction.
#[derive(Default)]
pub(super) struct ContentWriter(Vec<u8>);

impl ContentWriter {
    /// Writes an operator after its operands.
    pub fn operator(&mut self, name: &str) {
        self.0.extend_from_slice(name.as_bytes());
        self.0.push(b'\n');
    }

    /// Writes a fixed-point length as an operand in points.
    pub fn length(&mut self, fixed: i64) {
        let (whole, part) = (fixed.unsigned_abs() / 100, fixed.unsigned_abs() % 100);
        if fixed < 0 {
            self.0.push(b'-');
        }
        self.whole(whole);
        let (tens, ones) = (b'0' + (part / 10) as u8, b'0' + (part % 10) as u8);
        match (tens, ones) {
            (b'0', b'0') => {}
            (_, b'0') => self.0.extend([b'.', tens]),
            _ => self.0.extend([b'.', tens, ones]),
        }
        self.0.push(b' ');
    }

    /// Writes the digits of a whole number. The general formatter takes a tenth of the time of a
    /// book.
    fn whole(&mut self, mut number: u64) {
        let mut digits = [0; 20];
        let mut first = digits.len();
        loop {
            first -= 1;
            digits[first] = b'0' + (number % 10) as u8;
            number /= 10;
            if number == 0 {
                break;
            }
        }
        self.0.extend_from_slice(&digits[first..]);
    }

    /// Writes a number as an operand.
    pub fn number(&mut self, number: f64) {
        // Writing to a vector never fails.
        let _ = write!(self.0, "{} ", number as f32);
    }

    /// Changes the coordinate system: a linear map with these four numbers, and a translation to a
    /// point.
    pub fn transform(&mut self, turn: [i8; 4], to: (i64, i64)) {
        for number in turn {
            let _ = write!(self.0, "{number} ");
        }
        self.point(to);
        self.operator("cm");
    }

    /// Sets the line width, unless it is the current one.
    pub fn width(&mut self, current: &mut Option<f64>, width: f64) {
        if current.replace(width) != Some(width) {
            self.number(width);
            self.operator("w");
        }
    }

    /// Appends straight lines to the path.
    pub fn path(&mut self, points: impl IntoIterator<Item = (i64, i64)>) {
        for (i, point) in points.into_iter().enumerate() {
            self.point(point);
            self.operator(if i == 0 { "m" } else { "l" });
        }
    }

    /// Appends a rectangle with this lower left corner to the path.
    pub fn rectangle(&mut self, corner: (i64, i64), size: Point) {
        self.point(corner);
        self.point((to_fixed(size.0), to_fixed(size.1)));
        self.operator("re");
    }

    /// Appends the outline of a shape to the path.
    pub fn shape(&mut self, steps: &[PathEl], at: impl Fn(&Point) -> (i64, i64)) {
        let mut pen = (0.0, 0.0);
        for step in steps {
            let step = step.to_cubic(pen);
            step.points().iter().for_each(|point| self.point(at(point)));
            self.operator(step.pdf_operator());
            pen = step.end_point();
        }
    }

    /// Sets a colour with the operator of its space: grey, RGB or CMYK.
    pub fn paint(&mut self, colour: Colour, [grey, rgb, cmyk]: [&str; 3]) {
        let (parts, operator) = match &colour {
            Colour::Grey(light) => (std::slice::from_ref(light), grey),
            Colour::Rgb(parts) => (&parts[..], rgb),
            Colour::Cmyk(parts) => (&parts[..], cmyk),
        };
        parts.iter().for_each(|part| self.number(*part));
        self.operator(operator);
    }

    /// Writes a point as operands.
    pub fn point(&mut self, point: (i64, i64)) {
        self.length(point.0);
        self.length(point.1);
    }

    /// Writes the name of a resource as an operand: a letter for its kind, and its number.
    pub fn name(&mut self, kind: u8, number: usize) {
        self.0.extend([b'/', kind]);
        self.whole(number as u64);
        self.0.push(b' ');
    }

    /// Draws the form or picture with this name.
    pub fn draw(&mut self, kind: u8, number: usize) {
        self.name(kind, number);
        self.operator("Do");
    }

    /// Writes a string of two-byte codes as an operand.
    pub fn codes(&mut self, codes: impl IntoIterator<Item = u16>) {
        self.0.push(b'<');
        for code in codes {
            let digits = [12, 8, 4, 0].map(|shift| usize::from(code >> shift & 15));
            self.0.extend(digits.map(|digit| b"0123456789ABCDEF"[digit]));
        }
        self.0.extend_from_slice(b"> ");
    }

    /// Writes a delimiter, such as a bracket.
    pub fn sign(&mut self, sign: u8) {
        self.0.push(sign);
    }

    pub fn into_bytes(mut self) -> Vec<u8> {
        self.0.pop();
        self.0
    }
}
