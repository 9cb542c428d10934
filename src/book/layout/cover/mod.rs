//! Lays out a cover. Back and spine have one ground; the front has a heading (title, subtitle, levels),
//! what its design shows, and the author at the foot. Pages that are wider than high, or nearly, have the
//! heading beside what the design shows, others above it.
//!
//! Sizes are in units of about 1/42 of the side of a square as large as the page: 12.6 points for 6 x 9 in.

mod back;
mod barcode;
mod front;
mod shapes;
mod spine;

use crate::book::draw;
use crate::book::draw::{GridStyle, TextStyle};
use crate::book::error::{CoverError, LayoutError};
use crate::book::look::{CoverDesign, CoverLook};
use crate::book::page::{Colour, Drawing, Mark, Stamp};
use crate::book::palette::Colours;
use crate::book::picture::{Picture, Space};
use crate::book::typesetting::FaceChain;
use crate::book::volume::Volume;
use crate::grid::Digit;
use crate::ladder::Rung;
use crate::print::{CoverSheet, Inks, Pdfx, Terms};
use std::sync::Arc;

/// Minimum type size without a printer, in points.
const MIN_TYPE: f64 = 7.0;
/// Minimum resolution of a picture without a printer, in dots an inch.
const MIN_DPI: f64 = 300.0;
/// Maximum total of inks without a printer's limit, in percent.
const MAX_INK: f64 = 300.0;
/// Pages that are wider, as a fraction of the height, have the heading beside what they show.
const WIDE: f64 = 1.1;

/// A cover that is laid out.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::book) struct CoverPage {
    pub marks: Vec<Mark>,
    grid: GridStyle,
    sample: GridStyle,
    /// The height of its stars.
    stars: f64,
    /// Why the spine has no text; `None` if it has some.
    pub spine_blank: Option<String>,
    /// What the user should know of the picture.
    pub advice: Option<String>,
}

impl CoverPage {
    pub fn new(volume: &Volume, sheet: &CoverSheet, look: &CoverLook) -> Result<Self, CoverError> {
        let composer = Composer::new(volume, sheet, look)?;
        let mut marks = vec![Mark::Box {
            corner: (0.0, 0.0),
            size: (sheet.width(), sheet.height()),
            colour: composer.tones.base,
        }];
        composer.front(&mut marks)?;
        let mut spine_blank = None;
        if let Some(spine) = sheet.spine {
            spine_blank = composer.spine_text(&mut marks, spine)?;
            composer.back(&mut marks, look.back.as_ref())?;
            marks.extend(barcode::barcode(volume, sheet)?);
        }
        Ok(Self {
            marks,
            grid: composer.grid,
            sample: composer.sample,
            stars: composer.stars_height(),
            spine_blank,
            advice: composer.advice,
        })
    }

    /// The drawing of a stamp on this cover.
    pub fn drawing(&self, stamp: Stamp) -> Drawing {
        match stamp {
            Stamp::CoverStars(level) => draw::stars(level, self.stars),
            Stamp::SampleGrid => self.sample.drawing(),
            _ => self.grid.drawing(),
        }
    }
}

/// The colours of text and what is below it.
#[derive(Clone, Copy)]
struct Tones {
    base: Colour,
    text: Colour,
    /// Small and secondary text.
    soft: Colour,
}

/// A rectangle: left, top, width and height.
#[derive(Clone, Copy)]
struct Area {
    left: f64,
    top: f64,
    width: f64,
    height: f64,
}

impl Area {
    fn right(self) -> f64 {
        self.left + self.width
    }

    fn bottom(self) -> f64 {
        self.top + self.height
    }

    /// What is left inside a margin.
    fn inside(self, margin: f64) -> Self {
        Self {
            left: self.left + margin,
            top: self.top + margin,
            width: self.width - 2.0 * margin,
            height: self.height - 2.0 * margin,
        }
    }
}

/// The measures and colours that the parts of a cover share. Heights are measured from the top of the
/// sheet.
struct Composer<'a> {
    volume: &'a Volume,
    sheet: &'a CoverSheet,
    design: CoverDesign,
    picture: Option<Arc<Picture>>,
    colours: Colours,
    /// The colours of back and spine.
    tones: Tones,
    levels: Vec<Rung>,
    unit: f64,
    /// Minimum type size.
    min_type: f64,
    is_wide: bool,
    /// The front without its bleed.
    face: Area,
    /// The front without its margins.
    live: Area,
    /// The puzzle that the front shows, counted from 0, and the one on the back.
    shown: [usize; 2],
    grid: GridStyle,
    sample: GridStyle,
    advice: Option<String>,
}

impl<'a> Composer<'a> {
    fn new(
        volume: &'a Volume,
        sheet: &'a CoverSheet,
        look: &CoverLook,
    ) -> Result<Self, CoverError> {
        let (width, height) = sheet.trim;
        let unit = ((width * height).sqrt() / 42.0).min(width.min(height) / 28.0);
        let terms = volume.terms.as_ref();
        let min_type = terms.map_or(MIN_TYPE, |terms| terms.rules().ink.min_type);
        let levels = volume.levels_present();
        let first = |level: Rung| volume.levels.iter().position(|&l| l == level).unwrap_or(0);
        let middle = levels[levels.len() / 2];
        let shown = first(middle);
        let sample = match first(levels[0]) {
            same if same == shown && volume.levels.get(same + 1) == Some(&levels[0]) => same + 1,
            other => other,
        };
        let margin = (0.085 * width.min(height)).max(sheet.rules.safe);
        let face = Area { left: sheet.front(), top: sheet.rules.bleed, width, height };
        let colours = colours(volume, sheet, look, usize::from(middle.number()))?;
        let on_ground = Tones { base: colours.ground, text: colours.paper, soft: colours.accent };
        let on_paper = Tones { base: colours.paper, text: colours.ink, soft: colours.ink };
        let is_pale = look.design == CoverDesign::Digit && look.picture.is_none();
        let mut composer = Self {
            volume,
            sheet,
            design: look.design,
            picture: None,
            colours,
            tones: if is_pale { on_paper } else { on_ground },
            levels,
            unit,
            min_type,
            is_wide: width > WIDE * height,
            face,
            live: face.inside(margin),
            shown: [shown, sample],
            grid: GridStyle { cell: 0.0, digit: volume.design.puzzle.digit, thin: 0.0, block: 0.0 },
            sample: GridStyle { cell: 0.0, digit: 0.64, thin: 0.0, block: 0.0 },
            advice: None,
        };
        composer.grid = composer.grid.of_side(composer.front_side());
        composer.sample = composer.sample.of_side(composer.sample_side());
        if let Some(picture) = &look.picture {
            composer.set_picture(picture)?;
        }
        Ok(composer)
    }

    /// Checks the resolution and the inks of the picture.
    fn set_picture(&mut self, picture: &Arc<Picture>) -> Result<(), CoverError> {
        let terms = self.volume.terms.as_ref();
        let size = self.picture_area();
        let size = (size.width, size.height);
        let min = terms.map_or(MIN_DPI, |terms| terms.rules().ink.image_dpi);
        let dpi = picture.dpi(size);
        if dpi < min - 1.0 {
            let needed = |points: f64| (points / 72.0 * min).ceil() as usize;
            let (width, height) = picture.dots();
            let error = CoverError::Picture {
                wanted: format!(
                    "at least {} x {} pixels, {min} in each inch of {:.3} x {:.3} in",
                    needed(size.0),
                    needed(size.1),
                    size.0 / 72.0,
                    size.1 / 72.0
                ),
                found: format!("{width} x {height}, {dpi:.0} in an inch"),
            };
            match terms.is_some_and(|terms| terms.unsettled("ink.image_dpi").is_none()) {
                true => return Err(error),
                false => self.advice = Some(error.to_string()),
            }
        }
        let taken = inks(self.volume, self.sheet);
        let max = terms.and_then(|terms| terms.rules().ink.max_total).unwrap_or(MAX_INK);
        let refused = |wanted: &str, found: &str| {
            Err(CoverError::Picture { wanted: wanted.to_owned(), found: found.to_owned() })
        };
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

    /// The colours of text on the pale part of a front.
    fn on_paper(&self) -> Tones {
        Tones { base: self.colours.paper, text: self.colours.ink, soft: self.colours.ink }
    }

    /// The faces of the title: the user's font, or the bold face of the words, which is read from afar.
    fn title_faces(&self) -> FaceChain {
        let (title, words) = (self.volume.design.typefaces.title, self.volume.words());
        if title == words.regular { words.strong } else { title }
    }

    fn stars_height(&self) -> f64 {
        self.unit * 1.05
    }

    /// The baseline of the last line at the foot of front and spine.
    fn foot(&self) -> f64 {
        self.live.bottom() - 0.1 * self.unit
    }

    /// Converts units to points, with the minimum type size as lower limit.
    fn size(&self, units: f64) -> f64 {
        (units * self.unit).max(self.min_type)
    }

    /// The digit that stands for this volume: its number, or the one in the middle of its puzzle.
    fn figure(&self) -> char {
        let number = self.volume.numbered();
        let number = number.and_then(|n| Digit::new(u8::try_from(n).ok()?));
        let middle = self.volume.puzzles[self.shown[0]].solution();
        char::from(b'0' + number.unwrap_or(middle[crate::grid::Cell::at(4, 4)]).get())
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

/// The colours that the file of a cover may have; it is written in the first.
fn inks(volume: &Volume, sheet: &CoverSheet) -> Vec<Inks> {
    match (volume.pdfx, volume.terms.as_ref()) {
        (Some((Pdfx::X1a, _)), _) => vec![Inks::Cmyk],
        // A PDF/A for the screen has an output intent of red, green and blue.
        (_, Some(terms)) if terms.rules().edition == crate::print::Edition::Screen => {
            vec![Inks::Rgb]
        }
        _ => sheet.rules.inks.clone(),
    }
}

/// The colours of a cover, whose front shows a puzzle of the level with this number.
fn colours(
    volume: &Volume,
    sheet: &CoverSheet,
    look: &CoverLook,
    level: usize,
) -> Result<Colours, CoverError> {
    let rules = &sheet.rules;
    let is_x4 = matches!(volume.pdfx, Some((Pdfx::X4, _)));
    let has_colour = rules.colour && !is_x4;
    let palette = look.palette.palette(volume.volume_number(), level, has_colour);
    let picture = look.picture.as_ref().is_some_and(|picture| picture.space() != Space::Grey);
    let coloured = palette.is_coloured() || picture;
    if coloured && !rules.colour {
        let printer = volume.terms.as_ref().map_or("", Terms::printer);
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
    Ok(colours)
}
