//! Lays out a cover. A black band runs across back, spine and front. The front has the title in the
//! band and a puzzle of the book below it. The back has a small picture of a puzzle of each level in
//! the band, and below it a text and a white area for the barcode.
//!
//! Sizes are in units of 1/54 of the height: 12 points on a page of 9 in. On narrow pages a unit is
//! 1/30 of the width, if that is smaller.

mod back;
mod barcode;
mod front;
mod spine;

use crate::book::draw;
use crate::book::draw::{GridStyle, TextStyle};
use crate::book::error::{CoverError, LayoutError};
use crate::book::page::{Drawing, Mark, Stamp};
use crate::book::typesetting::Manuscript;
use crate::book::volume::Volume;
use crate::ladder::Rung;
use crate::print::CoverSheet;

/// Number of units in the width, at least, and in the height of a cover.
const UNITS: (f64, f64) = (30.0, 54.0);
/// Maximum side of the grid, as fractions of the width and of the height.
const GRID: (f64, f64) = (0.74, 0.53);
/// Maximum margin as a fraction of the width: on wide covers the grid is at the left.
const MARGIN: f64 = 0.16;
/// Minimum type size without a printer, in points.
const MIN_TYPE: f64 = 7.0;

/// A cover that is laid out.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::book) struct CoverPage {
    pub marks: Vec<Mark>,
    grid: GridStyle,
    /// The height of its stars.
    stars: f64,
    hardest: Rung,
    /// Why the spine has no text; `None` if it has some.
    pub spine_blank: Option<String>,
}

impl CoverPage {
    pub fn new(
        volume: &Volume,
        sheet: &CoverSheet,
        back: Option<&Manuscript>,
    ) -> Result<Self, CoverError> {
        let composer = Composer::new(volume, sheet);
        let mut marks =
            vec![Mark::Box { corner: (0.0, 0.0), size: (sheet.width(), composer.band), grey: 0.0 }];
        composer.front(&mut marks)?;
        let mut spine_blank = None;
        if let Some(spine) = sheet.spine {
            spine_blank = composer.spine_text(&mut marks, spine)?;
            composer.back(&mut marks, back)?;
            marks.extend(barcode::barcode(volume, sheet)?);
        }
        Ok(Self {
            marks,
            grid: composer.grid,
            stars: composer.stars_height(),
            hardest: composer.hardest(),
            spine_blank,
        })
    }
}

impl CoverPage {
    /// The drawing of a stamp on this cover.
    pub fn drawing(&self, stamp: Stamp) -> Drawing {
        match stamp {
            Stamp::CoverStars => draw::stars(self.hardest, self.stars),
            _ => self.grid.drawing(),
        }
    }
}

/// The measures that the parts of a cover share. Heights are measured from the top of the sheet.
struct Composer<'a> {
    volume: &'a Volume,
    sheet: &'a CoverSheet,
    levels: Vec<Rung>,
    unit: f64,
    /// Minimum type size.
    min_type: f64,
    /// Margin beside the text of front and back.
    margin: f64,
    grid: GridStyle,
    /// Lower edge of the band.
    band: f64,
    /// Baselines: of the last line in the band, of the line above the grid, of the foot of the front.
    band_line: f64,
    caption: f64,
    foot: f64,
    grid_top: f64,
}

impl<'a> Composer<'a> {
    fn new(volume: &'a Volume, sheet: &'a CoverSheet) -> Self {
        let (width, height) = sheet.trim;
        let unit = (width / UNITS.0).min(height / UNITS.1);
        let min_type = volume.terms.as_ref().map_or(MIN_TYPE, |t| t.min_type());
        let side = (GRID.0 * width).min(GRID.1 * height);
        let cell = side / 9.1;
        let grid = GridStyle {
            cell,
            digit: volume.design.puzzle.digit,
            thin: (cell * 0.028).max(0.75),
            block: (cell * 0.1).max(1.5),
        };
        let foot = sheet.rules.bleed + height - (3.4 * unit).max(sheet.rules.safe + 0.4 * min_type);
        let has_foot = volume.author().is_some() || volume.numbered().is_some();
        let bottom = if has_foot { foot - 3.2 * unit } else { foot - 1.2 * unit };
        let grid_top = bottom - grid.outer();
        let caption = grid_top - 1.0 * unit;
        let band = caption - 3.6 * unit;
        Self {
            volume,
            sheet,
            levels: volume.levels_present(),
            unit,
            min_type,
            margin: ((width - side) / 2.0).min(MARGIN * width).max(sheet.rules.safe),
            grid,
            band,
            band_line: band - 2.4 * unit,
            caption,
            foot,
            grid_top,
        }
    }

    /// Width available for text on the front and on the back.
    fn live(&self) -> f64 {
        self.sheet.trim.0 - 2.0 * self.margin
    }

    fn hardest(&self) -> Rung {
        *self.levels.last().expect("a volume has puzzles")
    }

    fn stars_height(&self) -> f64 {
        self.unit * 1.05
    }

    /// Converts units to points, with the minimum type size as lower limit.
    fn size(&self, units: f64) -> f64 {
        (units * self.unit).max(self.min_type)
    }

    /// A type style of this size, or smaller if the text would exceed a width.
    fn fitted(
        &self,
        (what, place, wanted): (&'static str, &'static str, &'static str),
        style: TextStyle,
        text: &str,
        width: f64,
    ) -> Result<TextStyle, CoverError> {
        style.faces.check(text).map_err(|missing| {
            CoverError::Glyph(LayoutError::Glyph { what, text: text.to_owned(), missing })
        })?;
        let mut style = style;
        while style.width(text) > width {
            if style.size <= self.min_type {
                return Err(CoverError::Large {
                    what,
                    text: text.to_owned(),
                    extent: "wide",
                    place,
                    wanted,
                });
            }
            style.size = (style.size * 0.96).max(self.min_type);
        }
        Ok(style)
    }
}
