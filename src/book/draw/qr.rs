//! QR codes of web addresses (ISO/IEC 18004): the check of the address, and the code as a shape.

use crate::book::model::page::{DrawOp, Point};
use crate::book::text::typesetting::PathEl;
use crate::printers::MM;
use crate::sudoku::value_error::ValueError;
use qrcode::{EcLevel, QrCode};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The smallest module that every phone can read, in points.
const MIN_MODULE: f64 = 0.4 * MM;
/// The number of modules of the quiet zone on each side.
const QUIET_MODULES: usize = 4;
/// The number of modules on each side of the largest code, version 10, which holds 213 letters at
/// level M. The modules of a larger code would be too large for the room above a barcode.
const MAX_MODULES: usize = 57;

/// The address of a web page, for a QR code of level M.
///
/// ```
/// use sudoku_press::book::QrUrl;
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
        let host = url.host();
        let is_strange = |c: char| !c.is_ascii_graphic() || "\"<>\\^`{|}".contains(c);
        let is_named = |part: &str| !part.is_empty() && !part.contains(['@', '[', ']']);
        let why = if found.is_empty() {
            "it is empty"
        } else if url.without_scheme() == found {
            "it does not begin with https:// or http://"
        } else if found.contains(char::is_whitespace) {
            "it has spaces; a space is written as %20"
        } else if found.contains(is_strange) {
            "it has characters that addresses write as % with two digits"
        } else if !host.contains('.') || !host.split('.').all(is_named) {
            "after the scheme it has no host such as example.com"
        } else if host.len() > 60 {
            "its host has more than 60 letters"
        } else if url.code().is_none_or(|code| code.width() > MAX_MODULES) {
            "it is too long for a code of 57 modules, which holds 213 letters"
        } else {
            return Ok(url);
        };
        let expected = "an address such as https://example.com/answers";
        Err(ValueError::new(expected, format_args!("{found:?}: {why}")))
    }
}

impl fmt::Display for QrUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl TryFrom<String> for QrUrl {
    type Error = ValueError;

    fn try_from(text: String) -> Result<Self, ValueError> {
        text.parse()
    }
}

impl QrUrl {
    fn code(&self) -> Option<QrCode> {
        QrCode::with_error_correction_level(&self.0, EcLevel::M).ok()
    }

    /// Returns the address without its scheme and without a slash at its end.
    fn without_scheme(&self) -> &str {
        let bare = self.0.strip_prefix("https://").or(self.0.strip_prefix("http://"));
        bare.map_or(&self.0, |bare| bare.trim_end_matches('/'))
    }

    /// Returns the host with its port.
    fn host(&self) -> &str {
        self.without_scheme().split(['/', '?', '#']).next().unwrap_or_default()
    }

    /// Returns the line below the code: the address without its scheme if it fits, or else its
    /// host.
    pub(in crate::book) fn caption(&self, fits: impl Fn(&str) -> bool) -> &str {
        Some(self.without_scheme()).filter(|bare| fits(bare)).unwrap_or_else(|| self.host())
    }

    /// Returns the side of the code with its quiet zone, in points: `wanted`, or more if the
    /// modules would be too small.
    pub(in crate::book) fn side(&self, wanted: f64) -> f64 {
        let modules = self.code().map_or(0, |code| code.width() + 2 * QUIET_MODULES);
        wanted.max(modules as f64 * MIN_MODULE)
    }

    /// Returns the code with its quiet zone in a square with this corner and side. It is one shape,
    /// in which each run of dark modules is a rectangle.
    pub(in crate::book) fn to_shape(&self, (x, y): Point, side: f64) -> DrawOp {
        let mut steps = Vec::new();
        if let Some(code) = self.code() {
            let width = code.width();
            let module = side / (width + 2 * QUIET_MODULES) as f64;
            let at = |n: usize| (n + QUIET_MODULES) as f64 * module;
            for (row, modules) in code.to_colors().chunks(width).enumerate() {
                let mut column = 0;
                for run in modules.chunk_by(|a, b| a == b) {
                    let (left, right) = (x + at(column), x + at(column + run.len()));
                    let (top, bottom) = (y + at(row), y + at(row + 1));
                    column += run.len();
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
}
