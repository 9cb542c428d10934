//! QR codes of web addresses (ISO/IEC 18004): the check of the address, and the code as a shape.

use crate::draw::boxes::Raster;
use crate::page::{DrawOp, Point};
use crate::typesetting::PathEl;
use captions::web_address;
use preflight::MM;
use qrcode::{EcLevel, QrCode, Version, bits};
use serde::{Deserialize, Serialize};
use std::str::FromStr;
use words::{Clause, ValueError, clause};

/// The smallest module that every phone can read, in points.
const MIN_MODULE: f64 = 0.4 * MM;
/// The number of modules of the quiet zone on each side.
const QUIET_MODULES: usize = 4;
/// The number of modules on each side of the largest code, version 10, which holds 213 letters at
/// level M. The modules of a larger code would be too large for the room above a barcode.
const MAX_MODULES: usize = 57;

/// The smallest module of the code of a puzzle, in points. A phone that is held near reads it.
const MIN_PUZZLE_MODULE: f64 = 0.33 * MM;
/// The smallest version of such a code. A code with fewer modules would be less than 14 mm wide
/// inside its quiet zone.
const MIN_PUZZLE_VERSION: i16 = 3;

/// The address of a web page, for a QR code of level M.
///
/// ```
/// use sudoku_press_page::QrUrl;
/// assert!("https://example.com/answers".parse::<QrUrl>().is_ok());
/// assert_eq!(
///     "example.com".parse::<QrUrl>().unwrap_err().to_string(),
///     "expected an address such as https://example.com/answers, found \"example.com\": \
///      it does not begin with https:// or http://",
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String")]
pub struct QrUrl(String);

impl FromStr for QrUrl {
    type Err = ValueError;

    fn from_str(found: &str) -> Result<Self, ValueError> {
        let url = Self(found.to_owned());
        let why = match web_address::problem(found) {
            Some(problem) => problem,
            None if url.modules().is_some_and(|modules| modules <= MAX_MODULES) => return Ok(url),
            None => "it is too long for a code of 57 modules, which holds 213 letters",
        };
        let expected = "an address such as https://example.com/answers";
        Err(ValueError::new(expected, clause!("{}: {}", Clause::quoted(found), why)))
    }
}

words::checked_string!(QrUrl);

impl QrUrl {
    fn code(&self) -> Option<QrCode> {
        QrCode::with_error_correction_level(&self.0, EcLevel::M).ok()
    }

    /// Returns the number of modules on each side; `None` if no code holds the address.
    fn modules(&self) -> Option<usize> {
        Some(self.code()?.width())
    }

    /// Returns the line below the code: the address without its scheme if it fits, or else its
    /// host.
    pub fn caption(&self, fits: impl Fn(&str) -> bool) -> &str {
        let bare = web_address::without_scheme(&self.0);
        if fits(bare) { bare } else { web_address::host(&self.0) }
    }

    /// Returns the side of the code with its quiet zone, in points: `wanted`, or more if the
    /// modules would be too small.
    pub fn side(&self, wanted: f64) -> f64 {
        let Some(modules) = self.modules() else { return wanted };
        wanted.max((modules + 2 * QUIET_MODULES) as f64 * MIN_MODULE)
    }

    /// Returns the code with its quiet zone in a square with this corner and side. It is one shape,
    /// in which each run of dark modules is a rectangle.
    pub fn to_shape(&self, corner: Point, side: f64) -> DrawOp {
        to_shape(self.code().as_ref(), corner, side)
    }
}

/// Returns a code with its quiet zone in a square with this corner and side.
fn to_shape(code: Option<&QrCode>, corner: Point, side: f64) -> DrawOp {
    let mut steps = Vec::new();
    if let Some(code) = code {
        let width = code.width();
        let pitch = side / (width + 2 * QUIET_MODULES) as f64;
        let modules = Raster { columns: width, rows: width, first: corner, pitch: (pitch, pitch) };
        for (row, colours) in code.to_colors().chunks(width).enumerate() {
            let row = row + QUIET_MODULES;
            let mut column = QUIET_MODULES;
            for run in colours.chunk_by(|a, b| a == b) {
                let (left, top) = modules.corner(column, row);
                column += run.len();
                let (right, bottom) = modules.corner(column, row + 1);
                if run[0] == qrcode::Color::Dark {
                    let corners = [(right, top), (right, bottom), (left, bottom)];
                    steps.push(PathEl::Move((left, top)));
                    steps.extend(corners.map(PathEl::Line));
                }
            }
        }
    }
    DrawOp::Shape { steps, even_odd: false }
}

/// The form of the QR codes of the puzzles of a book, of level M. All have the same number of
/// modules, so that they have the same size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PuzzleCodeStyle {
    version: i16,
}

impl PuzzleCodeStyle {
    /// The side of a code with its quiet zone, in points.
    pub const SIDE: f64 = 18.0 * MM;
    /// The smallest width of a quiet zone, in points.
    pub const MIN_QUIET: f64 = QUIET_MODULES as f64 * MIN_PUZZLE_MODULE;

    /// Returns the smallest form that holds all these addresses.
    ///
    /// # Errors
    /// Returns the first address for which the modules would be too small.
    pub fn for_addresses(addresses: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut style = Self { version: MIN_PUZZLE_VERSION };
        for address in addresses {
            let bits = bits::encode_auto(address.as_bytes(), EcLevel::M);
            let needed = match bits.map(|bits| bits.version()) {
                Ok(Version::Normal(version)) => Self { version: version.max(style.version) },
                _ => return Err(address),
            };
            if needed.module() < MIN_PUZZLE_MODULE {
                return Err(address);
            }
            style = needed;
        }
        Ok(style)
    }

    /// Returns the side of a module, in points.
    fn module(self) -> f64 {
        let modules = usize::from(self.version.unsigned_abs()) * 4 + 17 + 2 * QUIET_MODULES;
        Self::SIDE / modules as f64
    }

    /// Returns the width of the quiet zone, in points.
    pub fn quiet(self) -> f64 {
        QUIET_MODULES as f64 * self.module()
    }

    /// Returns the code of an address with its quiet zone in a square with this corner.
    pub fn to_shape(self, address: &str, corner: Point) -> DrawOp {
        let version = Version::Normal(self.version);
        let code = QrCode::with_version(address, version, EcLevel::M).ok();
        to_shape(code.as_ref(), corner, Self::SIDE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_of_puzzles_keep_their_smallest_sizes() {
        let side = |version| PuzzleCodeStyle::SIDE - 2.0 * PuzzleCodeStyle { version }.quiet();
        assert!(side(MIN_PUZZLE_VERSION) >= 14.0 * MM);
        assert!(side(MIN_PUZZLE_VERSION - 1) < 14.0 * MM);
        // Version 7 holds 122 bytes at level M.
        let style = |bytes: usize| PuzzleCodeStyle::for_addresses(["a".repeat(bytes)].into_iter());
        assert!(style(122).unwrap().module() >= 0.33 * MM);
        assert!(style(123).is_err());
        assert_eq!(style(1).unwrap().version, MIN_PUZZLE_VERSION);
    }
}
