//! The barcode on the back of a cover: an EAN-13 at 100 % with its quiet zones, on white.
//!
//! Sizes follow the GS1 General Specifications. A module is 0.33 mm wide. Bars are 22.85 mm high,
//! and guard bars are 5 modules higher. The quiet zones have 11 modules on the left and 7 on the
//! right. Digits are 2.75 mm high.

use super::{Colour, Cover, CoverResult, DrawOp, MM, TextStyle};
use book::Isbn;
use words::Problem;

/// The width of a module.
const MODULE: f64 = 0.33 * MM;
const BAR_HEIGHT: f64 = 22.85 * MM;
const GUARD_HEIGHT: f64 = BAR_HEIGHT + 5.0 * MODULE;
const DIGIT_HEIGHT: f64 = 2.75 * MM;
/// The widths of the left and the right quiet zone, in modules.
const QUIET_ZONES: (f64, f64) = (11.0, 7.0);
/// The type size of the line above the bars, and its distance from them, in points.
const ISBN_LINE: (f64, f64) = (8.0, 2.5);

impl Cover<'_> {
    /// Draws the barcode of the volume over everything else, at the place that its printer
    /// prescribes. Draws nothing for a book without an ISBN, or if the printer adds the barcode.
    pub(super) fn draw_barcode(&mut self) -> CoverResult<()> {
        let Some(isbn) = self.volume.isbn().filter(|_| self.sheet.has_barcode()) else {
            return Ok(());
        };
        let place = self.barcode_place();
        let regular = self.volume.setup.figures().regular;
        let line = TextStyle::new(regular, ISBN_LINE.0);
        let width = (QUIET_ZONES.0 + Isbn::MODULES as f64 + QUIET_ZONES.1) * MODULE;
        let height = line.cap() + ISBN_LINE.1 + BAR_HEIGHT + MODULE + DIGIT_HEIGHT;
        if width > place.width || height > place.height {
            let expected = format!("at least {width:.1} x {height:.1} points");
            let found = format!("{:.1} x {:.1}", place.width, place.height);
            let place = "the place of a barcode in the printer's file (cover.barcode)";
            return Err(Problem::expected(expected, found).at(place));
        }
        self.marks.push(place.filled(Colour::WHITE));
        let left = place.left + (place.width - width) / 2.0 + QUIET_ZONES.0 * MODULE;
        let top = place.top + (place.height - height) / 2.0 + line.cap();
        let middle = left + Isbn::MODULES as f64 * MODULE / 2.0;
        line.draw_centred(&mut self.marks, (middle, top), &format!("ISBN {isbn}"));
        let top = top + ISBN_LINE.1;
        let mut at = 0;
        for bar in isbn.modules().chunk_by(|a, b| a == b) {
            let (dark, is_guard) = bar[0];
            if dark {
                let corner = (left + at as f64 * MODULE, top);
                let high = if is_guard { GUARD_HEIGHT } else { BAR_HEIGHT };
                self.marks.push(DrawOp::Box {
                    corner,
                    size: (bar.len() as f64 * MODULE, high),
                    colour: Colour::BLACK,
                });
            }
            at += bar.len();
        }
        let one = TextStyle::new(regular, 1.0);
        // The standard rules the height, and the distance of two digits limits the width.
        let size = (DIGIT_HEIGHT / one.cap()).min(6.5 * MODULE / one.width("0"));
        let style = TextStyle::new(regular, size);
        let baseline = top + BAR_HEIGHT + MODULE + style.cap();
        for (i, digit) in isbn.digits().into_iter().enumerate() {
            // The first digit is to the left of the bars. Six digits are below their left half, and
            // six below their right half.
            let module = match i {
                0 => -7.0,
                1..=6 => 24.0 + 6.5 * (i as f64 - 3.5),
                _ => 71.0 + 6.5 * (i as f64 - 9.5),
            };
            let at = (left + module * MODULE, baseline);
            style.draw_centred(&mut self.marks, at, &digit.to_string());
        }
        Ok(())
    }
}
