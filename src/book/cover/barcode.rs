//! The barcode on the back of a cover: an EAN-13 of 100 % with its quiet zones, on white.
//!
//! Sizes are those of the GS1 General Specifications: a module is 0.33 mm, a bar 22.85 mm high and those of
//! the guards 5 modules more, the quiet zones 11 modules at the left and 7 at the right, digits 2.75 mm high.

use super::{Colour, Cover, CoverResult, DrawOp, LayoutError, MM, TextStyle, draw};
use crate::book::model::isbn::MODULES;

/// Width of a module.
const X: f64 = 0.33 * MM;
const BAR: f64 = 22.85 * MM;
const GUARD: f64 = BAR + 5.0 * X;
const DIGIT: f64 = 2.75 * MM;
/// Modules of the quiet zones.
const QUIET: (f64, f64) = (11.0, 7.0);
/// Size of the line above the bars, and its distance from them.
const ISBN: (f64, f64) = (8.0, 2.5);

impl Cover<'_> {
    /// Draws the barcode of the volume where its printer wants it: over everything in the place that the printer
    /// keeps for it. Nothing for a book without ISBN, or a printer that adds its own.
    pub(super) fn barcode(&mut self) -> CoverResult<()> {
        let Some(isbn) = self.volume.isbn().filter(|_| self.sheet.has_barcode()) else {
            return Ok(());
        };
        let place = self.barcode_place();
        let regular = self.volume.setup.figures().regular;
        let line = TextStyle::new(regular, ISBN.0);
        let width = (QUIET.0 + MODULES as f64 + QUIET.1) * X;
        let height = line.cap() + ISBN.1 + BAR + X + DIGIT;
        if width > place.width || height > place.height {
            let expected = format!("at least {width:.1} x {height:.1} points");
            let found = format!("{:.1} x {:.1}", place.width, place.height);
            let place = "the place of a barcode in the printer's file (cover.barcode)";
            return Err(LayoutError::expected(place, expected, found).into());
        }
        self.marks.push(place.filled(Colour::WHITE));
        let left = place.left + (place.width - width) / 2.0 + QUIET.0 * X;
        let top = place.top + (place.height - height) / 2.0 + line.cap();
        let middle = left + MODULES as f64 * X / 2.0;
        draw::centred(&mut self.marks, (middle, top), line, &format!("ISBN {isbn}"));
        let top = top + ISBN.1;
        let mut at = 0;
        for bar in isbn.modules().chunk_by(|a, b| a == b) {
            let (dark, is_guard) = bar[0];
            if dark {
                let corner = (left + at as f64 * X, top);
                let high = if is_guard { GUARD } else { BAR };
                self.marks.push(DrawOp::Box {
                    corner,
                    size: (bar.len() as f64 * X, high),
                    colour: Colour::BLACK,
                });
            }
            at += bar.len();
        }
        let one = TextStyle::new(regular, 1.0);
        // As high as the standard says, but not wider than the distance of two digits.
        let size = (DIGIT / one.cap()).min(6.5 * X / one.width("0"));
        let style = TextStyle::new(regular, size);
        let baseline = top + BAR + X + style.cap();
        for (i, digit) in isbn.digits().into_iter().enumerate() {
            // The first digit is left of the bars, the next six below their left half, the last six below the right.
            let module = match i {
                0 => -7.0,
                1..=6 => 24.0 + 6.5 * (i as f64 - 3.5),
                _ => 71.0 + 6.5 * (i as f64 - 9.5),
            };
            draw::centred(
                &mut self.marks,
                (left + module * X, baseline),
                style,
                &digit.to_string(),
            );
        }
        Ok(())
    }
}
