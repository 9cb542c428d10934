//! The trim size: the size of a finished page after cutting.

use std::fmt;
use std::str::FromStr;
use thiserror::Error;
use words::{Clause, clause};

/// The number of points in an inch.
pub const INCH: f64 = 72.0;
/// The number of points in a millimetre.
pub const MM: f64 = 72.0 / 25.4;

/// The units of lengths: what users write, and the length in points.
const UNITS: [(&str, f64); 16] = [
    ("mm", MM),
    ("毫米", MM),
    ("cm", 10.0 * MM),
    ("in", INCH),
    ("英寸", INCH),
    ("zoll", INCH),
    ("pouces", INCH),
    ("po", INCH),
    ("pulgadas", INCH),
    ("pulg.", INCH),
    ("pollici", INCH),
    ("polegadas", INCH),
    ("pol.", INCH),
    ("pol", INCH),
    ("\"", INCH),
    ("″", INCH),
];

/// The minimum and maximum length of a side, in inches.
const SIDE: std::ops::RangeInclusive<f64> = 3.0..=17.0;

const A4: Trim = Trim::in_units(210.0, 297.0, MM);
const A5: Trim = Trim::in_units(148.0, 210.0, MM);
const LETTER: Trim = Trim::in_units(8.5, 11.0, INCH);
const HALF_LETTER: Trim = Trim::in_units(5.5, 8.5, INCH);

/// The named trim sizes; all others are written `WxHin` or `WxHmm`. The page of an e-ink tablet has
/// the size of its screen; the file of the printer `eink` has the sources.
const NAMED: [(&str, Trim); 9] = [
    ("a4", A4),
    ("a5", A5),
    ("letter", LETTER),
    ("remarkable-2", Trim::from_pixels(1404.0, 1872.0, 226.0)),
    ("remarkable-paper-pro", Trim::from_pixels(1620.0, 2160.0, 229.0)),
    ("kindle-scribe", Trim::from_pixels(1860.0, 2480.0, 300.0)),
    ("kindle-scribe-11", Trim::from_pixels(1986.0, 2648.0, 300.0)),
    ("supernote-nomad", Trim::from_pixels(1404.0, 1872.0, 300.0)),
    ("supernote-manta", Trim::from_pixels(1920.0, 2560.0, 300.0)),
];

/// The size of a page after the printer has cut it, in points (72 to the inch).
///
/// ```
/// use sudoku_press_preflight::Trim;
/// let trim: Trim = "6x9".parse()?;
/// assert_eq!((trim.width(), trim.height()), (432.0, 648.0));
/// assert_eq!(trim.to_string(), "6x9");
/// assert_eq!("210x297mm".parse::<Trim>()?, "A4".parse()?);
/// assert_eq!("6 × 9 英寸".parse::<Trim>()?, trim);
/// assert_eq!("6\" x 9\"".parse::<Trim>()?, trim);
/// assert_eq!("14,8 cm x 21 cm".parse::<Trim>()?, "A5".parse()?);
/// assert_eq!("8,5 × 11 Zoll".parse::<Trim>()?, "letter".parse()?);
/// # Ok::<(), sudoku_press_preflight::TrimError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trim {
    width: f64,
    height: f64,
}

/// The error of a text that is no trim size: neither a known name nor two lengths, or a length out
/// of range.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct TrimError(Clause);

impl From<TrimError> for Clause {
    fn from(error: TrimError) -> Self {
        error.0
    }
}

impl Trim {
    const fn in_units(width: f64, height: f64, unit: f64) -> Self {
        Self { width: width * unit, height: height * unit }
    }

    /// Returns the size of a screen with this number of pixels, and this number in an inch.
    const fn from_pixels(across: f64, down: f64, per_inch: f64) -> Self {
        Self::in_units(across / per_inch, down / per_inch, INCH)
    }

    /// Returns the size with these sides, in points; `None` if one is out of range. Sizes close to
    /// a named one become that size.
    pub(super) fn from_points(width: f64, height: f64) -> Option<Self> {
        for (_, known) in NAMED {
            if (known.width - width).abs() < 0.5 && (known.height - height).abs() < 0.5 {
                return Some(known);
            }
        }
        let trim = Self { width, height };
        if trim.is_in_range() { Some(trim) } else { None }
    }

    /// Returns the size of half a sheet of office paper: of Letter for a size in inches, otherwise
    /// of A4. Smaller pages keep their size.
    pub fn folded(self) -> Self {
        let (sheet, half) = if self.is_in_inches() { (LETTER, HALF_LETTER) } else { (A4, A5) };
        // The sheet lies on its side.
        let fits = 2.0 * self.width <= sheet.height && self.height <= sheet.width;
        if fits { self } else { half }
    }

    fn is_in_range(self) -> bool {
        SIDE.contains(&(self.width / INCH)) && SIDE.contains(&(self.height / INCH))
    }

    /// Returns the width in points.
    pub const fn width(self) -> f64 {
        self.width
    }

    /// Returns the height in points.
    pub const fn height(self) -> f64 {
        self.height
    }

    /// Returns true if a user would give the size in inches: it is `letter`, or its sides have at
    /// most two decimals in inches.
    pub fn is_in_inches(self) -> bool {
        let text = self.to_string();
        text == "letter" || text.starts_with(|c: char| c.is_ascii_digit()) && !text.ends_with("mm")
    }

    /// Returns how far a width and a height are from this size, in points.
    pub(super) fn distance(self, width: f64, height: f64) -> f64 {
        (self.width - width).hypot(self.height - height)
    }

    /// Returns the area in square points.
    pub(super) fn area(self) -> f64 {
        self.width * self.height
    }

    /// Returns width and height in points.
    pub(super) const fn size(self) -> (f64, f64) {
        (self.width, self.height)
    }
}

/// Parses `a4`, `a5`, `letter`, a tablet such as `kindle-scribe`, two lengths in inches (`6x9`,
/// `7.5x9.25in`) or in millimetres (`170x240mm`, `170x240毫米`), in any case. A decimal sign is a
/// point or a comma.
impl FromStr for Trim {
    type Err = TrimError;

    fn from_str(text: &str) -> Result<Self, TrimError> {
        let lower: String = text.to_lowercase().split_whitespace().collect();
        // A name may have spaces instead of hyphens, which are gone already.
        let joined = lower.replace('-', "");
        if let Some((_, trim)) = NAMED.iter().find(|(name, _)| name.replace('-', "") == joined) {
            return Ok(*trim);
        }
        let (sides, unit) = split_unit(&lower).unwrap_or((&lower, INCH));
        let Some(trim) = parse_sides(sides, unit) else {
            const KNOWN: &str = "a4, letter, kindle-scribe, 6x9, 8.5x11, 7.5x9.25in";
            let known = clause!("{} or {}", KNOWN, "170x240mm");
            let found = Clause::quoted(text);
            return Err(TrimError(clause!("expected a trim such as {}, found {}", known, found)));
        };
        if trim.is_in_range() {
            return Ok(trim);
        }
        let (low, high) = (SIDE.start(), SIDE.end());
        let [low_mm, high_mm] = [low, high].map(|side| format!("{:.0}", side * INCH / MM));
        Err(TrimError(clause!(
            "trim {}: each side must be from {} to {} in ({} to {} mm)",
            Clause::quoted(text),
            *low,
            *high,
            low_mm,
            high_mm,
        )))
    }
}

/// Splits the unit off the end of a length. Returns what stands before it, and the unit in points;
/// `None` if the length has no unit.
pub(super) fn split_unit(length: &str) -> Option<(&str, f64)> {
    UNITS.into_iter().find_map(|(name, points)| Some((length.strip_suffix(name)?, points)))
}

/// Parses two lengths with an `x` between them. The unit of the second one may also stand behind
/// the first one. A comma is a decimal sign.
fn parse_sides(text: &str, unit: f64) -> Option<Trim> {
    let (across, up) = text.split_once(['x', '×'])?;
    let (across, _) = split_unit(across).filter(|(_, own)| *own == unit).unwrap_or((across, unit));
    let width: f64 = across.replace(',', ".").parse().ok()?;
    let height: f64 = up.replace(',', ".").parse().ok()?;
    if !width.is_finite() || !height.is_finite() {
        return None;
    }
    Some(Trim::in_units(width, height, unit))
}

/// Rounds a length to two decimals of a unit.
fn decimal(side: f64, unit: f64) -> f64 {
    const HUNDRED: f64 = 100.0;
    (side / unit * HUNDRED).round() / HUNDRED
}

/// Formats the size as a user would type it: its name if it has one, otherwise in inches if two
/// decimals are exact, otherwise in millimetres.
impl fmt::Display for Trim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((name, _)) = NAMED.iter().find(|(_, trim)| trim == self) {
            return f.pad(name);
        }
        let mut sides = [self.width, self.height].into_iter();
        let is_exact = sides.all(|side| (decimal(side, INCH) * INCH - side).abs() < 1e-6);
        let (unit, suffix) = if is_exact { (INCH, "") } else { (MM, "mm") };
        let (w, h) = (decimal(self.width, unit), decimal(self.height, unit));
        f.pad(&format!("{w}x{h}{suffix}"))
    }
}
