//! The cover of a volume: front, spine and back on one sheet.
//!
//! ```text
//! ┌─────────────────────────────────────────────┐ bleed, cut off
//! │ ┌─────────────────┬───────┬───────────────┐ │
//! │ │      back       │ spine │     front     │ │ trim
//! │ │        barcode  │       │               │ │
//! │ └─────────────────┴───────┴───────────────┘ │
//! └─────────────────────────────────────────────┘
//! ```
//! Back, spine and front have one ground, and a band at the foot goes round them, so that no fold can be seen to be off.
//! What a front shows is in `front`, a file for each design.
//!
//! Sizes are in units of about 1/42 of the side of a square as large as the page: 12.6 points for 6 x 9 in.

mod back;
mod barcode;
mod colours;
mod front;
mod logo;
pub(in crate::book) mod palette;
mod shapes;
mod shop;
mod spine;

// The other modules import from here what most of them use.
use crate::book::cover::palette::{Colours, Palette};
use crate::book::draw::picture::Picture;
use crate::book::draw::{self, GridStyle, TextStyle};
use crate::book::model::error::{CoverError, LayoutError};
use crate::book::model::look::{CoverDesign, CoverLook, Scene};
use crate::book::model::page::{
    Colour, DrawOp, FormContent, Page, PathPaint, Point, Rotation, SharedForm,
};
use crate::book::model::volume::Volume;
use crate::book::text::typesetting::{FontStack, PathEl};
use crate::human::ladder::Rung;
use crate::printers::sheet::{CoverSheet, Spine, front_only};
use crate::printers::{CoverTemplate, Inks, MM};
use crate::sudoku::grid::Cell;
use crate::text::text;
use front::digit::large_number;
use std::borrow::Cow;
use std::sync::Arc;

/// Minimum type size without a printer, in points.
const MIN_TYPE: f64 = 7.0;
/// Pages that are wider, as a fraction of the height, have the heading beside what they show.
const WIDE: f64 = 1.1;

/// The cover of one volume, laid out.
#[derive(Clone, Debug)]
pub struct Cover<'a> {
    pub(in crate::book) volume: &'a Volume,
    sheet: CoverSheet,
    /// What is drawn on the sheet; heights are measured from its top.
    marks: Vec<DrawOp>,
    design: CoverDesign,
    picture: Option<Arc<Picture>>,
    colours: Colours,
    palette: Cow<'static, Palette>,
    /// What is seen through a window.
    scene: Scene,
    /// Where the band at the foot begins; the foot of the page if there is none.
    band: f64,
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
    /// Why the spine has no text; `None` if it has some.
    spine_blank: Option<String>,
    advice: Option<String>,
}

type CoverResult<T> = Result<T, CoverError>;

/// Where a line of text is drawn: from a point, around it, or up to it.
type Place = fn(&mut Vec<DrawOp>, Point, TextStyle, &str);

/// A rectangle: left, top, width and height.
#[derive(Clone, Copy, Debug)]
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

    /// The point at these parts of its width and height.
    fn at(self, (x, y): Point) -> Point {
        (self.left + x * self.width, self.top + y * self.height)
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

    /// The area filled with a colour.
    fn filled(self, colour: Colour) -> DrawOp {
        DrawOp::Box { corner: (self.left, self.top), size: (self.width, self.height), colour }
    }
}

impl<'a> Cover<'a> {
    /// Lays out the cover of a volume. The width of the spine is `spine` if given, otherwise it is
    /// computed from the printer's figures, the paper and the number of pages.
    ///
    /// # Errors
    /// [`CoverError`] when the width of the spine is unknown, or something does not fit.
    pub fn new(volume: &'a Volume, spine: Option<Spine>, look: &CoverLook) -> CoverResult<Self> {
        let terms = volume.terms.as_ref();
        let trim = (volume.setup.area.width, volume.setup.area.height);
        let sheet = CoverSheet::for_trim(trim, volume.page_count(), terms, spine)?;
        if sheet.spine.is_none() && look.back.is_some() {
            return Err(front_only(terms, "back").into());
        }
        let (width, height) = (sheet.width(), sheet.height());
        let mut cover = Self::measured(volume, sheet, look)?;
        let whole = Area { left: 0.0, top: 0.0, width, height };
        cover.marks.push(whole.filled(cover.colours.ground));
        cover.front()?;
        if let Some(spine) = cover.sheet.spine {
            cover.spine_blank = cover.spine_text(spine)?;
            cover.back(look.back.as_ref())?;
            cover.back_logo();
            cover.qr()?;
            cover.barcode()?;
        }
        Ok(cover)
    }

    /// The measures and colours that front, spine and back share.
    fn measured(volume: &'a Volume, sheet: CoverSheet, look: &CoverLook) -> CoverResult<Self> {
        let (width, height) = sheet.trim;
        let terms = volume.terms.as_ref();
        let levels = volume.levels_present();
        let middle = levels[levels.len() / 2];
        let shown = volume.showcase_puzzle(middle, None);
        let sample = volume.showcase_puzzle(levels[0], Some(shown));
        let margin = (0.085 * width.min(height)).max(sheet.rules.safe);
        let face = Area { left: sheet.front(), top: sheet.rules.bleed, width, height };
        let design = front_of(volume, look);
        let (palette, colours) =
            colours::of(volume, &sheet, look, (design, usize::from(middle.number())))?;
        let scenes = Scene::ALL;
        let scene = scenes[(volume.numbering.volume.max(1) - 1) % scenes.len()];
        let grid = |digit| GridStyle { cell: 0.0, digit, thin: 0.0, block: 0.0 };
        let mut cover = Self {
            volume,
            sheet,
            marks: Vec::new(),
            design,
            picture: None,
            colours,
            palette,
            scene: look.scene.unwrap_or(scene),
            band: face.bottom(),
            levels,
            unit: ((width * height).sqrt() / 42.0).min(width.min(height) / 28.0),
            min_type: terms.map_or(MIN_TYPE, |terms| terms.rules().ink.min_type),
            is_wide: width > WIDE * height,
            face,
            live: face.inside(margin),
            shown: [shown, sample],
            grid: grid(volume.setup.design.keys.puzzle.digit),
            sample: grid(0.64),
            spine_blank: None,
            advice: None,
        };
        cover.sample = cover.sample.of_side(cover.sample_side());
        if let Some(picture) = &look.picture {
            cover.set_picture(picture)?;
        }
        Ok(cover)
    }

    /// Lays out the covers of all volumes. `spines` has a width for each volume, one for all if they
    /// have the same number of pages, or none.
    ///
    /// # Errors
    /// As [`Cover::new`], and [`LayoutError::Expected`] for another number of spines.
    pub fn of_volumes(
        volumes: &'a [Volume],
        spines: &[Spine],
        look: &CoverLook,
    ) -> CoverResult<Vec<Self>> {
        let pages: Vec<usize> = volumes.iter().map(Volume::page_count).collect();
        let spines = match spines {
            [] => vec![None; volumes.len()],
            [one] if pages.iter().all(|n| *n == pages[0]) => vec![Some(*one); volumes.len()],
            all if all.len() == volumes.len() => all.iter().copied().map(Some).collect(),
            all => {
                let pages: Vec<String> = pages.iter().map(usize::to_string).collect();
                let (count, pages) = (volumes.len(), pages.join(", "));
                let expected = format!("one width for each of {count} volumes ({pages} pages)");
                return Err(LayoutError::expected("spine", expected, all.len()).into());
            }
        };
        let covers = volumes.iter().zip(spines);
        covers.map(|(volume, spine)| Self::new(volume, spine, look)).collect()
    }

    /// The same cover on the sheet of the printer's template, if that is larger.
    ///
    /// # Errors
    /// [`CoverError::Sheet`] when the cover does not fit.
    pub fn on(self, template: &CoverTemplate) -> CoverResult<Self> {
        Ok(Self { sheet: self.sheet.on(template)?, ..self })
    }

    /// The size of the sheet and the width of the spine, for people.
    pub fn measures(&self) -> String {
        let (width, height) = self.sheet.placement().sheet;
        let size = format!("{:.3} x {:.3} in", width / 72.0, height / 72.0);
        let pages = self.volume.page_count();
        let Some(spine) = self.sheet.spine() else { return format!("{size}, a front alone") };
        let barcode = match (self.volume.isbn(), self.sheet.has_barcode()) {
            (Some(isbn), true) => format!(", and the barcode of ISBN {isbn}"),
            (Some(_), false) => ", and a white place for the printer's barcode".to_owned(),
            (None, _) => String::new(),
        };
        format!("{size}, with a spine of {spine} for {pages} pages{barcode}")
    }

    /// The measures of the sheet.
    pub fn sheet(&self) -> &CoverSheet {
        &self.sheet
    }

    /// Width and height of the sheet including bleed, in points.
    pub fn size(&self) -> (f64, f64) {
        (self.sheet.width(), self.sheet.height())
    }

    /// Bleed at each edge, in points.
    pub fn bleed(&self) -> f64 {
        self.sheet.rules.bleed
    }

    /// A sentence that explains why the spine has no text; `None` if it has some.
    pub fn spine_blank(&self) -> Option<&str> {
        self.spine_blank.as_deref()
    }

    /// What the user should know of the picture; `None` if there is nothing to say.
    pub fn advice(&self) -> Option<&str> {
        self.advice.as_deref()
    }

    /// Returns why the printer's figures are unsettled and its own page must be checked; `None` if
    /// they are settled.
    pub fn unsettled(&self) -> Option<&str> {
        self.sheet.rules.unsettled.as_deref()
    }

    /// The sheet with everything drawn on it.
    pub fn page(&self) -> Page {
        let (width, height) = self.size();
        Page { width, height, folio: String::new(), marks: self.marks.clone() }
    }

    /// The drawing of a stamp on this cover.
    pub fn drawing(&self, form: SharedForm) -> FormContent {
        match form {
            SharedForm::CoverStars(level) => draw::stars(level, self.stars_height()),
            SharedForm::SampleGrid => self.sample.drawing(),
            _ => self.grid.drawing(),
        }
    }
}

/// What front, spine and back use.
impl Cover<'_> {
    /// Draws marks in a colour.
    fn tone(&mut self, colour: Colour, marks: Vec<DrawOp>) {
        self.marks.push(DrawOp::Colored { colour, marks });
    }

    /// Draws lines of text in a colour, the first on this baseline, and returns the last baseline; `place` is a function of
    /// `draw`.
    fn write(
        &mut self,
        (place, colour): (Place, Colour),
        (x, mut y): Point,
        (lines, style): (&[impl AsRef<str>], TextStyle),
        leading: f64,
    ) -> f64 {
        let mut marks = Vec::new();
        for (index, line) in lines.iter().enumerate() {
            y += if index > 0 { leading * style.size } else { 0.0 };
            place(&mut marks, (x, y), style, line.as_ref());
        }
        self.tone(colour, marks);
        y
    }

    /// The faces of the title: the user's font, or the bold face of the words, which is read from afar.
    fn title_faces(&self) -> FontStack {
        let (title, words) = (self.volume.setup.design.typefaces.title, self.volume.setup.words());
        let usual = if title == words.regular { words.strong } else { title };
        self.volume.setup.imprint.title_face.map_or(usual, |own| usual.with_first(own))
    }

    fn stars_height(&self) -> f64 {
        self.unit * 1.05
    }

    /// Converts units to points, with the minimum type size as lower limit.
    fn points(&self, units: f64) -> f64 {
        (units * self.unit).max(self.min_type)
    }

    /// A type style of this size in units.
    fn style(&self, faces: FontStack, units: f64) -> TextStyle {
        TextStyle::new(faces, self.points(units))
    }

    /// A colour of a drawing, by its red, green and blue.
    fn drawn(&self, rgb: [u8; 3]) -> Colour {
        self.palette.paint(rgb, colours::inks(self.volume, &self.sheet)[0])
    }

    /// A type style of this size, or smaller if the text would exceed a width; the text is `what`.
    fn fitted(
        &self,
        what: &'static str,
        mut style: TextStyle,
        text: &str,
        width: f64,
    ) -> CoverResult<TextStyle> {
        style.faces.check(text).map_err(|missing| LayoutError::Glyph {
            what,
            text: text.to_owned(),
            missing,
        })?;
        while style.width(text) > width {
            if style.size <= self.min_type {
                return Err(wide(what, text));
            }
            style.size = (style.size * 0.96).max(self.min_type);
        }
        Ok(style)
    }
}

/// The front of a volume: the one that is chosen, or the one that suits the design of the book.
fn front_of(volume: &Volume, look: &CoverLook) -> CoverDesign {
    let own = volume.setup.design.keys.front.as_deref().and_then(CoverDesign::named);
    // A book without a number has none to show.
    let own = own.filter(|own| *own != CoverDesign::Digit || large_number(volume).is_some());
    look.design.or(own).unwrap_or_default()
}

/// The error for a text that is too wide for its place.
fn wide(what: &'static str, text: &str) -> CoverError {
    let (place, wanted) = match what {
        "author" => ("the front", "a shorter name"),
        "host of the QR code" => ("the back", "a shorter host"),
        "name of a level" => ("the back", "a larger trim"),
        "line of levels" => ("the front", "shorter names of levels"),
        "text of the cover" => ("the front", "a larger trim"),
        _ => ("the front", "shorter words"),
    };
    large(what, text, "wide", place, wanted)
}

/// The error for a text that is too `extent`, wide or long, for its place.
fn large(
    what: &'static str,
    text: &str,
    extent: &'static str,
    place: &'static str,
    wanted: &'static str,
) -> CoverError {
    CoverError::Large { what, text: text.to_owned(), extent, place, wanted }
}
