//! The colours of a cover, and the picture on its front.

use super::{
    Colour, Colours, Cover, CoverDesign, CoverError, CoverLook, CoverResult, Inks, LayoutError,
    Palette, Picture, Volume,
};
use crate::book::draw::picture::Space;
use crate::printers::{CoverSheet, Medium, Pdfx, PrintSpec};
use std::borrow::Cow;
use std::sync::Arc;

/// Minimum resolution of a picture without a printer, in dots an inch.
const MIN_DPI: f64 = 300.0;
/// Maximum total of inks without a printer's limit, in percent.
pub(super) const MAX_INK: f64 = 300.0;

impl Cover<'_> {
    /// Checks the resolution and the inks of the picture.
    pub(super) fn set_picture(&mut self, picture: &Arc<Picture>) -> CoverResult<()> {
        let terms = self.volume.terms.as_ref();
        let size = self.picture_area();
        let size = (size.width, size.height);
        let min = terms.map_or(MIN_DPI, |terms| terms.rules().ink.image_dpi);
        let dpi = picture.dpi(size);
        if dpi < min - 1.0 {
            let needed = |points: f64| (points / 72.0 * min).ceil() as usize;
            let (width, height) = picture.dots();
            let wanted = format!(
                "at least {} x {} pixels, {min} in each inch of {:.3} x {:.3} in",
                needed(size.0),
                needed(size.1),
                size.0 / 72.0,
                size.1 / 72.0
            );
            let found = format!("{width} x {height}, {dpi:.0} in an inch");
            let error = LayoutError::expected("picture", wanted, found);
            match terms.is_some_and(|terms| terms.unsettled("ink.image_dpi").is_none()) {
                true => return Err(error.into()),
                false => self.advice = Some(error.to_string()),
            }
        }
        let taken = inks(self.volume, &self.sheet);
        let max = terms.and_then(|terms| terms.rules().ink.max_total).unwrap_or(MAX_INK);
        let refused =
            |wanted: &str, found: &str| Err(LayoutError::expected("picture", wanted, found).into());
        self.picture = Some(match picture.space() {
            Space::Rgb if !taken.contains(&Inks::Rgb) => match picture.in_four_inks(max) {
                Some(picture) => Arc::new(picture),
                None => {
                    let wanted = "a JPEG in CMYK, as this printer takes no other colours, or a PNG, \
                                  whose colours are converted";
                    return refused(wanted, "a JPEG in RGB");
                }
            },
            Space::Cmyk if !taken.contains(&Inks::Cmyk) => {
                return refused("RGB or grey", "a JPEG in CMYK, which is for the press");
            }
            _ => picture.clone(),
        });
        Ok(())
    }
}

/// The colours that the file of a cover may have; it is written in the first.
pub(super) fn inks(volume: &Volume, sheet: &CoverSheet) -> Vec<Inks> {
    match (volume.pdfx, volume.terms.as_ref()) {
        (Some((Pdfx::X1a, _)), _) => vec![Inks::Cmyk],
        // A PDF/A for the screen has an output intent of red, green and blue.
        (_, Some(terms)) if terms.rules().edition == Medium::Screen => vec![Inks::Rgb],
        _ => sheet.rules.inks.clone(),
    }
}

/// The palette of a cover with this front, which shows a puzzle of the level with this number, and its colours.
pub(super) fn of(
    volume: &Volume,
    sheet: &CoverSheet,
    look: &CoverLook,
    (design, level): (CoverDesign, usize),
) -> CoverResult<(Cow<'static, Palette>, Colours)> {
    let rules = &sheet.rules;
    let is_x4 = matches!(volume.pdfx, Some((Pdfx::X4, _)));
    let has_colour = rules.colour && !is_x4;
    let usual = design.palette();
    let palette = look.palette.palette(volume.numbering.volume, level, usual, has_colour);
    let picture = look.picture.as_ref().is_some_and(|picture| picture.space() != Space::Grey);
    let coloured = palette.is_coloured() || picture;
    if coloured && !rules.colour {
        let printer = volume.terms.as_ref().map_or("", PrintSpec::printer);
        return Err(CoverError::Colourless { printer: printer.to_owned() });
    }
    if coloured && is_x4 {
        return Err(CoverError::Profile);
    }
    let inks = inks(volume, sheet)[0];
    let mut colours = palette.colours(inks);
    if let (Colour::BLACK, Inks::Cmyk, Some(rich)) = (colours.ground, inks, rules.rich_black) {
        colours.ground = Colour::Cmyk(rich.map(|ink| ink / 100.0));
    }
    Ok((palette, colours))
}
