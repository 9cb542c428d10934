//! A printer's cover template, a PDF made for one book. It gives the width of the spine and the
//! size of the sheet that contains the cover.

use super::print_spec::PrintSpec;
use super::printer::SIZE_TOLERANCE;
use super::sheet::{CoverSheet, SheetPlacement, Spine};
use super::trim::Trim;
use pdf_reader::{Dict, Rect};
use words::{Clause, Problem};

/// A printer's template for a cover. Only its boxes are read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CoverTemplate {
    media: Rect,
    /// The TrimBox, if it is smaller than the sheet.
    trim: Option<Rect>,
}

impl CoverTemplate {
    /// Reads the first page of a template.
    ///
    /// # Errors
    /// [`Problem`] when this is not a PDF with a page of some size.
    ///
    /// ```
    /// use sudoku_press_preflight::CoverTemplate;
    /// assert!(CoverTemplate::read(b"a picture").is_err());
    /// ```
    pub fn read(bytes: &[u8]) -> Result<Self, Problem> {
        let document =
            pdf_reader::open(bytes).map_err(|e| wrong("a PDF", format!("a file that is {e}")))?;
        if pdf_reader::is_encrypted(&document) {
            return Err(wrong("a file without password", "an encrypted one"));
        }
        let first =
            pdf_reader::pages(&document).next().and_then(|id| document.get_dictionary(id).ok());
        let page = Dict::new(&document, first.ok_or_else(|| wrong("a page", "none"))?);
        if page.is_turned() {
            return Err(wrong("an upright page", "/Rotate or /UserUnit"));
        }
        let Some(media) = page.page_box(b"MediaBox").filter(is_sound) else {
            return Err(wrong("a page of some size", "none"));
        };
        let trim = page.rect(b"TrimBox").filter(|trim| {
            let (across, up) = (media.width() - trim.width(), media.height() - trim.height());
            is_sound(trim) && (across > SIZE_TOLERANCE || up > SIZE_TOLERANCE)
        });
        Ok(Self { media, trim })
    }

    /// Returns the width of the spine: the template's width minus two trims and the bleed. `None`
    /// if its sheet is larger than a cover and has no TrimBox that locates the cover.
    ///
    /// # Errors
    /// [`Problem`] when the template is for another trim size.
    pub fn spine(&self, trim: Trim, spec: Option<&PrintSpec>) -> Result<Option<Spine>, Problem> {
        let usual = spec.map(PrintSpec::cover).unwrap_or_default().bleed;
        let cover = self.trim.unwrap_or(self.media);
        let over = cover.height() - trim.height();
        let bleed = match over {
            _ if is_same(over, 0.0) => 0.0,
            _ if is_same(over, 2.0 * usual) => usual,
            _ if over > 0.0 && self.trim.is_none() => return Ok(None),
            _ => {
                let wanted = format!("a height of {:.3} in for trim {trim}", trim.height() / 72.0);
                return Err(wrong(wanted, format!("{:.3} in", cover.height() / 72.0)));
            }
        };
        let covers = 2.0 * (trim.width() + bleed);
        let spine = Spine::from_points(cover.width() - covers);
        if spine.is_none() {
            let least = covers / 72.0;
            let wanted = format!("a width of {least:.3} in and a spine of at most 4 in");
            return Err(wrong(wanted, format!("{:.3} in", cover.width() / 72.0)));
        }
        Ok(spine)
    }

    /// Returns the size of the template's sheet and the cover's distance from its left and bottom
    /// edge, as the TrimBox says, or centred. `None` if the sheet is no larger than the cover's.
    ///
    /// # Errors
    /// [`Problem`] when the cover does not fit.
    fn placement(&self, cover: &CoverSheet) -> Result<Option<SheetPlacement>, Problem> {
        let (width, height) = (self.media.width(), self.media.height());
        let (dx, dy) = (width - cover.width(), height - cover.height());
        let corner = match self.trim {
            // The centre of the TrimBox is the centre of the cover, with bleed or without.
            Some(trim) => (
                (trim.left + trim.right - cover.width()) / 2.0 - self.media.left,
                (trim.bottom + trim.top - cover.height()) / 2.0 - self.media.bottom,
            ),
            None => (dx / 2.0, dy / 2.0),
        };
        // The template shows the cover with its bleed, without it, or a larger sheet.
        let shown = self.trim.unwrap_or(self.media);
        let (over, up) = (shown.width() - cover.width(), shown.height() - cover.height());
        let exact = [0.0, -cover.bleeds()]
            .iter()
            .any(|bleeds| is_same(over, *bleeds) && is_same(up, *bleeds));
        let larger = self.trim.is_none() && over > 0.0 && up > SIZE_TOLERANCE;
        if !exact && !larger {
            let wanted = format!("room for a cover of {}", inches(cover.width(), cover.height()));
            return Err(wrong(wanted, inches(shown.width(), shown.height())));
        }
        if dx <= SIZE_TOLERANCE && dy <= SIZE_TOLERANCE {
            return Ok(None);
        }
        let (across, up) =
            (-SIZE_TOLERANCE..=dx + SIZE_TOLERANCE, -SIZE_TOLERANCE..=dy + SIZE_TOLERANCE);
        if !across.contains(&corner.0) || !up.contains(&corner.1) {
            return Err(wrong("room for the bleed around the TrimBox", "less"));
        }
        Ok(Some(SheetPlacement { sheet: (width, height), corner }))
    }
}

impl CoverSheet {
    /// Places the cover on the sheet of the printer's template, if that is larger.
    ///
    /// # Errors
    /// [`Problem`] when the cover does not fit.
    pub fn on(self, template: &CoverTemplate) -> Result<Self, Problem> {
        Ok(Self { placement: template.placement(&self)?, ..self })
    }
}

/// Returns true if a box is large enough for a page, and no larger than PDF allows.
fn is_sound(b: &Rect) -> bool {
    (1.0..=14_400.0).contains(&b.width()) && b.height() >= 1.0
}

fn is_same(a: f64, b: f64) -> bool {
    (a - b).abs() < SIZE_TOLERANCE
}

fn inches(width: f64, height: f64) -> String {
    format!("{:.3} x {:.3} in", width / 72.0, height / 72.0)
}

fn wrong(wanted: impl Into<Clause>, found: impl Into<Clause>) -> Problem {
    Problem::expected(wanted, found).at("cover template")
}
