//! The colours of a cover, and the checks of the picture on its front.

use super::{
    Colour, Colours, Cover, CoverDesign, CoverLook, CoverResult, Inks, Palette, RasterImage, Volume,
};
use page::ColourSpace;
use preflight::{CoverSheet, INCH, Medium, Pdfx, PrintSpec};
use std::borrow::Cow;
use std::sync::Arc;
use words::{Problem, clause, setting};

/// The minimum resolution of a picture in dots per inch, if no printer is chosen.
const MIN_DPI: f64 = 300.0;
/// The maximum total ink coverage in percent, if no printer sets a limit.
const MAX_TOTAL_INK: f64 = 300.0;

impl Cover<'_> {
    /// Checks the resolution and the inks of the picture, and keeps it.
    pub(super) fn set_picture(&mut self, picture: &Arc<RasterImage>) -> CoverResult<()> {
        let spec = self.volume.spec.as_ref();
        let size = self.picture_area();
        let size = (size.width, size.height);
        let min = spec.map_or(MIN_DPI, |spec| spec.image_dpi());
        let dpi = picture.dpi(size);
        if dpi < min - 1.0 {
            let (width, height) = picture.dots();
            let (wide, high) = (size.0 / INCH, size.1 / INCH);
            let wanted = format!(
                "at least {:.0} x {:.0} pixels, {min} in each inch of {wide:.3} x {high:.3} in",
                (wide * min).ceil(),
                (high * min).ceil(),
            );
            let found = format!("{width} x {height}, {dpi:.0} in an inch");
            let problem = Problem::expected(wanted, found);
            if spec.is_some_and(|spec| spec.unsettled("ink.image_dpi").is_none()) {
                return Err(problem.with_setting("cover-picture"));
            }
            self.advice = Some(problem.at("picture").to_string());
        }
        let taken = allowed_inks(self.volume, &self.sheet);
        let max = max_total_ink(self.volume);
        self.picture = Some(match picture.colour_space() {
            ColourSpace::Rgb if !taken.contains(&Inks::Rgb) => match picture.to_cmyk(max) {
                Some(picture) => Arc::new(picture),
                None => {
                    let wanted = "a JPEG in CMYK, as this printer takes no other colours, or a PNG, \
                                  whose colours are converted";
                    return Err(
                        Problem::expected(wanted, "a JPEG in RGB").with_setting("cover-picture")
                    );
                }
            },
            ColourSpace::Cmyk if !taken.contains(&Inks::Cmyk) => {
                let found = "a JPEG in CMYK, which is for the press";
                return Err(Problem::expected("RGB or grey", found).with_setting("cover-picture"));
            }
            _ => picture.clone(),
        });
        Ok(())
    }
}

/// Returns the maximum total ink coverage of a cover in percent.
pub(super) fn max_total_ink(volume: &Volume) -> f64 {
    let max = volume.spec.as_ref().and_then(PrintSpec::max_total_ink);
    max.unwrap_or(MAX_TOTAL_INK)
}

/// Returns the colour spaces that the file of a cover may use. The file is written in the first
/// one.
pub(super) fn allowed_inks(volume: &Volume, sheet: &CoverSheet) -> Vec<Inks> {
    match (volume.pdfx, volume.spec.as_ref()) {
        (Some((Pdfx::X1a, _)), _) => vec![Inks::Cmyk],
        // A PDF/A for screens has an RGB output intent.
        (_, Some(spec)) if spec.medium() == Medium::Screen => vec![Inks::Rgb],
        _ => sheet.rules.inks.clone(),
    }
}

/// Chooses the palette of a cover and its colours. `design` is the front, and `level` is the number
/// of the level of the puzzle on it.
pub(super) fn choose_palette(
    volume: &Volume,
    sheet: &CoverSheet,
    look: &CoverLook,
    design: CoverDesign,
    level: usize,
) -> CoverResult<(Cow<'static, Palette>, Colours)> {
    let rules = &sheet.rules;
    let is_x4 = matches!(volume.pdfx, Some((Pdfx::X4, _)));
    let has_colour = rules.colour && !is_x4;
    let usual = design.palette();
    let palette = look.palette.palette(volume.numbering.volume, level, usual, has_colour);
    let picture =
        look.picture.as_ref().is_some_and(|picture| picture.colour_space() != ColourSpace::Grey);
    let coloured = palette.is_coloured() || picture;
    if coloured && !rules.colour {
        let printer = volume.spec.as_ref().map_or("", PrintSpec::printer);
        let wrong = format!("printer {printer} prints covers in black only");
        let remedy = clause!("use {}, and no picture in colour", setting("palette").to("black"));
        return Err(Problem::new(wrong).remedy(remedy));
    }
    if coloured && is_x4 {
        let wrong = "a cover in colour as PDF/X-4 needs the printer's ICC profile, which this \
                     program does not have";
        let (pdfx, palette) = (setting("pdfx").to("1a"), setting("palette").to("black"));
        return Err(Problem::new(wrong).remedy(clause!("use {}, or {}", pdfx, palette)));
    }
    let inks = allowed_inks(volume, sheet)[0];
    let max_ink = max_total_ink(volume);
    let mut colours = palette.colours(inks).map(|colour| colour.with_ink_within(max_ink));
    if let (Colour::BLACK, Inks::Cmyk, Some(rich)) = (colours.ground, inks, rules.rich_black) {
        colours.ground = Colour::Cmyk(rich.map(|ink| ink / 100.0));
    }
    Ok((palette, colours))
}
