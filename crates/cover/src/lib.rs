//! The cover of a volume: front, spine and back on one sheet. Owns the fronts and what stands on
//! spine and back. Knows no files and no command; the book gives its words, colours and puzzles.
//!
//! ```text
//! ┌─────────────────────────────────────────────┐ bleed, cut off
//! │ ┌─────────────────┬───────┬───────────────┐ │
//! │ │      back       │ spine │     front     │ │ trim
//! │ │        barcode  │       │               │ │
//! │ └─────────────────┴───────┴───────────────┘ │
//! └─────────────────────────────────────────────┘
//! ```
//! Back, spine and front share one ground and a band at the foot, so that a fold that is slightly
//! off cannot be seen. The module `front` has a file for each design.
//!
//! Sizes are in units of about 1/42 of the side of a square as large as the page: 12.6 points for
//! 6 x 9 in.
//!
//! ```
//! use grid::{Level, Puzzle};
//! use preflight::Printer;
//! use book::{LayoutSpec, Section, Template};
//! use sudoku_press_cover::{Cover, CoverLook};
//!
//! let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let sections = [Section::new(Level::Easy, vec![Puzzle::prove(line.parse()?)?; 40])];
//! let template = Template::builtin("classic").expect("it is built in");
//! let printer = Printer::builtin("kdp").expect("it is built in");
//! let terms = printer.terms("6x9".parse()?, None)?;
//! let book = LayoutSpec::new(&template, &sections).printer(&terms).lay_out()?;
//!
//! // The figures of the printer give the spine its width.
//! let cover = Cover::new(&book.volumes[0], None, &CoverLook::default())?;
//! assert!(cover.sheet().spine.is_some());
//! let mut pdf = Vec::new();
//! sudoku_press_cover::write(&cover, &mut pdf)?;
//! assert!(pdf.starts_with(b"%PDF-"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod back;
mod barcode;
mod colours;
mod front;
mod logo;
mod look;
mod palette_choice;
mod sample;
mod shapes;
mod shop;
mod spine;

// The modules of this room import the names that most of them use from here.
use crate::look::Scene;
use book::{CoverDesign, LayoutError, Volume};
use front::digit::large_number;
use grid::GridShape;
use human::Rung;
use page::{
    Area, Colour, Colours, DrawOp, FlatMark, FontStack, GridStyle, Page, Palette, PathEl,
    PathPaint, Point, Raster, RasterImage, Rotation, TextAlign, TextLines, TextStyle,
};
use preflight::{CoverSheet, CoverTemplate, Inks, MM, Spine, front_only};
use std::borrow::Cow;
use std::io::{self, Write};
use std::sync::Arc;
use words::{Clause, Problem, clause, is_east_asian};

pub use look::{BackDesign, CoverLook};
pub use palette_choice::PaletteChoice;

/// The minimum type size in points, if no printer is chosen.
const MIN_TYPE: f64 = 7.0;
/// The distance by which the ground and the band at the foot extend beyond the sheet, in points.
const OVERHANG: f64 = 1.0;
/// The length by which a letter may reach into a margin, in points: no printer sees it.
const MAX_REACH: f64 = 0.05;
/// The minimum distance from the trim of a mark that does not cross it, in points.
const NEAR_TRIM: f64 = 1.5;
/// Tolerance for rounded type sizes, in points, and the factor from one size to the next.
const TYPE_SIZE_TOLERANCE: f64 = 0.01;
const NEXT_SIZE: f64 = 0.96;

/// The finished layout of the cover of one volume.
#[derive(Clone, Debug)]
pub struct Cover<'a> {
    volume: &'a Volume,
    sheet: CoverSheet,
    /// The drawing on the sheet. Coordinates start at the top left corner of the sheet.
    marks: Vec<DrawOp>,
    design: CoverDesign,
    picture: Option<Arc<RasterImage>>,
    colours: Colours,
    palette: Cow<'static, Palette>,
    /// The scene behind the window.
    scene: Scene,
    /// The upper edge of the band at the foot, or the foot of the page if there is no band.
    band_top: f64,
    /// The tile with the number of the volume that rises above the band, if there is one.
    foot_tile: Option<Area>,
    levels: Vec<Rung>,
    unit: f64,
    /// The minimum type size.
    min_type: f64,
    /// The trimmed front, without its bleed.
    front: Area,
    /// The live area of the front, inside its margins.
    live: Area,
    /// The puzzles on the front and on the back, counted from 0.
    front_puzzle: usize,
    back_puzzle: usize,
    grid: GridStyle,
    /// The reason why the spine has no text; `None` if it has some.
    spine_blank: Option<String>,
    advice: Option<String>,
}

type CoverResult<T> = Result<T, Problem>;

impl<'a> Cover<'a> {
    /// Lays out the cover of a volume. The spine has the width `spine` if given. Otherwise the
    /// width follows from the printer's figures, the paper and the number of pages.
    ///
    /// # Errors
    /// [`Problem`] if the width of the spine is unknown, or something does not fit.
    pub fn new(volume: &'a Volume, spine: Option<Spine>, look: &CoverLook) -> CoverResult<Self> {
        let spec = volume.spec.as_ref();
        let trim = (volume.setup.area.width, volume.setup.area.height);
        let sheet = CoverSheet::for_trim(trim, volume.page_count(), spec, spine)?;
        if sheet.spine.is_none() && look.back.is_some() {
            return Err(front_only(spec, "back"));
        }
        let (width, height) = (sheet.width(), sheet.height());
        let mut cover = Self::with_sheet(volume, sheet, look)?;
        // Marks that reach the edge of the sheet extend beyond it. If some ended there, a viewer
        // would show a seam of uneven pixels.
        let whole = Area { left: 0.0, top: 0.0, width, height }.inside(-OVERHANG);
        cover.marks.push(whole.filled(cover.colours.ground));
        cover.draw_front()?;
        cover.check_type()?;
        cover.note_missing_line();
        if let Some(spine) = cover.sheet.spine {
            cover.spine_blank = cover.draw_spine(spine)?;
            cover.draw_back(look.back.as_ref(), look.back_design)?;
            cover.draw_back_logo();
            cover.draw_qr()?;
            cover.draw_barcode()?;
        }
        Ok(cover)
    }

    /// Returns a blank cover with the measures and colours that front, spine and back share.
    fn with_sheet(volume: &'a Volume, sheet: CoverSheet, look: &CoverLook) -> CoverResult<Self> {
        let (width, height) = sheet.trim;
        let spec = volume.spec.as_ref();
        let levels = volume.levels_present();
        let middle = levels[levels.len() / 2];
        let front_puzzle = volume.emblem_puzzle();
        let shape = volume.shape(front_puzzle);
        let easiest = levels.iter().find(|level| level.shape() == shape).unwrap_or(&middle);
        let back_puzzle = volume.showcase_puzzle(*easiest, Some(front_puzzle));
        let margin = (0.085 * width.min(height)).max(sheet.rules.safe);
        let front = Area { left: sheet.front(), top: sheet.rules.bleed, width, height };
        let design = front_design(volume, look);
        let (palette, colours) =
            colours::choose_palette(volume, &sheet, look, design, usize::from(middle.number()))?;
        let scenes = Scene::ALL;
        let scene = scenes[(volume.numbering.volume.max(1) - 1) % scenes.len()];
        let digit = volume.setup.design.keys.puzzle.digit;
        let mut cover = Self {
            volume,
            sheet,
            marks: Vec::new(),
            design,
            picture: None,
            colours,
            palette,
            scene,
            band_top: front.bottom(),
            foot_tile: None,
            levels,
            unit: ((width * height).sqrt() / 42.0).min(width.min(height) / 28.0),
            min_type: spec.map_or(MIN_TYPE, |spec| spec.min_type()),
            front,
            live: front.inside(margin),
            front_puzzle,
            back_puzzle,
            grid: GridStyle { shape: GridShape::Nine, cell: 0.0, digit, thin: 0.0, block: 0.0 },
            spine_blank: None,
            advice: None,
        };
        if let Some(picture) = &look.picture {
            cover.set_picture(picture)?;
        }
        Ok(cover)
    }

    /// Lays out the covers of all volumes. `spines` has a width for each volume, or one for all
    /// volumes if they have the same number of pages, or none.
    ///
    /// # Errors
    /// The errors of [`Cover::new`], and [`Problem`] for another number of spines.
    pub fn for_volumes(
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
                let expected = clause!("one width for each of {} volumes ({} pages)", count, pages);
                return Err(Problem::expected(expected, all.len()).with_setting("spine"));
            }
        };
        let covers = volumes.iter().zip(spines);
        covers.map(|(volume, spine)| Self::new(volume, spine, look)).collect()
    }

    /// Returns the same cover on the sheet of the printer's template, if that sheet is larger.
    ///
    /// # Errors
    /// [`Problem`] if the cover does not fit.
    pub fn on(self, template: &CoverTemplate) -> CoverResult<Self> {
        Ok(Self { sheet: self.sheet.on(template)?, ..self })
    }

    /// Returns the size of the sheet and the width of the spine as a text for people.
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

    /// Returns the measures of the sheet.
    pub fn sheet(&self) -> &CoverSheet {
        &self.sheet
    }

    /// Returns the width and the height of the sheet with its bleed, in points.
    pub fn size(&self) -> (f64, f64) {
        (self.sheet.width(), self.sheet.height())
    }

    /// Returns the bleed at each edge, in points.
    pub fn bleed(&self) -> f64 {
        self.sheet.rules.bleed
    }

    /// Returns a sentence that explains why the spine has no text; `None` if it has some.
    pub fn spine_blank(&self) -> Option<&str> {
        self.spine_blank.as_deref()
    }

    /// Returns a warning about the picture or the subtitle, if there is one.
    pub fn advice(&self) -> Option<&str> {
        self.advice.as_deref()
    }

    /// Returns the reason why the printer's figures are unsettled, so that the user must check the
    /// printer's own page. `None` if they are settled.
    pub fn unsettled(&self) -> Option<&str> {
        self.sheet.rules.unsettled.as_deref()
    }

    /// Returns the sheet with everything drawn on it.
    pub fn page(&self) -> Page {
        let (width, height) = self.size();
        Page { width, height, folio: String::new(), marks: self.marks.clone() }
    }
}

/// Writes a cover as a PDF of one page.
///
/// # Errors
/// Returns errors of the writer, such as a full disk.
pub fn write(cover: &Cover, out: &mut dyn Write) -> io::Result<()> {
    cover.volume.write_cover(cover.page(), cover.sheet().placement(), cover.bleed(), out)
}

/// Helpers that front, spine and back share.
impl Cover<'_> {
    /// Notes the first line of the user for which the front has no room: the subtitle, or the
    /// series.
    fn note_missing_line(&mut self) {
        let texts = FlatMark::all(&self.marks).into_iter().filter_map(FlatMark::text);
        let shown: String = texts.flat_map(str::chars).filter(|c| !c.is_whitespace()).collect();
        let series = self.separate_series().filter(|_| self.design != CoverDesign::Picture);
        for (what, line) in [("subtitle", self.chosen_subtitle()), ("series", series)] {
            let Some(line) = line else { continue };
            let letters: String = line.chars().filter(|c| !c.is_whitespace()).collect();
            if self.advice.is_none() && !shown.contains(&letters) {
                self.advice = Some(format!(
                    "the front has no room for the {what} {line:?}; use a shorter {what} or title, or \
                     another front (`cover-design`)"
                ));
            }
        }
    }

    /// Refuses a front with type that is too small for the printer.
    fn check_type(&self) -> CoverResult<()> {
        for mark in FlatMark::all(&self.marks) {
            if let DrawOp::Text { size, text, .. } = mark.op
                && *size < self.min_type - TYPE_SIZE_TOLERANCE
            {
                return Err(too_wide("text of the cover", text));
            }
        }
        Ok(())
    }

    /// Draws marks in a colour.
    fn paint(&mut self, colour: Colour, marks: Vec<DrawOp>) {
        self.marks.push(DrawOp::Colored { colour, marks });
    }

    /// Returns how far lines that begin at `x` reach into the margin of their side: a letter such
    /// as J begins to the left of its line.
    fn inset(&self, text: &TextLines, x: f64) -> f64 {
        let overhangs = text.lines.iter().map(|line| text.style.overhangs(line).0);
        let [back, front] = [self.back_live().left, self.live.left];
        let margin = if x < front { back } else { front };
        let inset = margin - (x - overhangs.fold(0.0, f64::max));
        // Lines that begin in the margin have their place from a drawing.
        if inset > MAX_REACH && x > margin - MAX_REACH { inset } else { 0.0 }
    }

    /// Draws lines of text in a colour. The first baseline is at a point, to which all lines are
    /// aligned. Returns the last baseline.
    fn write(&mut self, colour: Colour, text: &TextLines, at: Point, align: TextAlign) -> f64 {
        self.marks.push(self.written(colour, text, at, align));
        at.1 + text.height()
    }

    /// Returns the mark that draws lines of text as [`Self::write`] does.
    fn written(&self, colour: Colour, text: &TextLines, at: Point, align: TextAlign) -> DrawOp {
        let mut marks = Vec::new();
        let inset = if align == TextAlign::Left { self.inset(text, at.0) } else { 0.0 };
        text.draw(&mut marks, (at.0 + inset, at.1), align);
        DrawOp::Colored { colour, marks }
    }

    /// Returns the faces of the title, heavy for Chinese and Japanese. The bold text face replaces
    /// the face of the front where it lacks a letter.
    fn title_faces(&self) -> FontStack {
        let titles = &self.volume.titles;
        let strong = self.volume.setup.words().strong.for_title(&titles.title);
        let face = self.title_face();
        for c in titles.spine.chars().chain(titles.title.chars()) {
            if !c.is_whitespace() && !is_east_asian(c) && !face.has_glyph(c) {
                return strong.heavy();
            }
        }
        if strong.first() == face { strong.heavy() } else { strong.with_first(face).heavy() }
    }

    /// Converts units to points. The result is at least the minimum type size.
    fn to_points(&self, units: f64) -> f64 {
        (units * self.unit).max(self.min_type)
    }

    /// Returns a text style whose size is given in units.
    fn style(&self, faces: FontStack, units: f64) -> TextStyle {
        TextStyle::new(faces, self.to_points(units))
    }

    /// Returns a colour of a drawing in the colour space of this cover. A grey that is too pale for
    /// the printer becomes the palest that it prints.
    fn colour_of(&self, rgb: [u8; 3]) -> Colour {
        let colour = self.palette.paint(rgb, colours::allowed_inks(self.volume, &self.sheet)[0]);
        let palest = self.volume.spec.as_ref().map_or(1.0, |spec| spec.max_grey());
        match colour {
            Colour::Grey(light) if light > palest && light < 1.0 => Colour::Grey(palest),
            _ => colour.with_ink_within(colours::max_total_ink(self.volume)),
        }
    }

    /// Returns this style, or a smaller one if the text would be wider than `width`. `what` names
    /// the text in errors.
    fn fit(
        &self,
        what: &'static str,
        style: TextStyle,
        text: &str,
        width: f64,
    ) -> CoverResult<TextStyle> {
        style.faces.check(text).map_err(|missing| LayoutError::unprintable(what, text, missing))?;
        let sizes = (self.min_type, NEXT_SIZE);
        let (style, fits) = style.largest(sizes, |style| style.width(text) <= width);
        if fits { Ok(style) } else { Err(too_wide(what, text)) }
    }
}

/// Returns the chosen front, or the one that suits the book: that of its design, or else of its
/// kind. A shelf of different books then has different fronts.
fn front_design(volume: &Volume, look: &CoverLook) -> CoverDesign {
    let own = volume.setup.design.keys.front.as_deref().and_then(CoverDesign::named);
    // A book without a number cannot have a front that shows one.
    let own = own.filter(|own| *own != CoverDesign::Digit || large_number(volume).is_some());
    // The design of a book names no picture of the user.
    let own = own.filter(|own| *own != CoverDesign::Picture);
    look.design.or(own).unwrap_or_else(|| front_of_kind(volume))
}

/// Returns the front that suits the kind of a book.
fn front_of_kind(volume: &Volume) -> CoverDesign {
    if !volume.setup.options.course.is_empty() {
        // A book to learn from says so.
        CoverDesign::Lesson
    } else if volume.titles.series.is_some() {
        // The view is another one in each volume.
        CoverDesign::Window
    } else if volume.has_part("walkthrough") {
        CoverDesign::Lesson
    } else if (1..volume.puzzle_count()).any(|i| volume.shape(i) != volume.shape(0)) {
        // Both sizes show.
        CoverDesign::Cards
    } else {
        CoverDesign::default()
    }
}

/// Returns the error for a text that is too wide for its place.
fn too_wide(what: &'static str, text: &str) -> Problem {
    let (place, remedy) = match what {
        "author" => ("the front", "use a shorter name"),
        "host of the QR code" => ("the back", "use a shorter host"),
        "name of a level" => ("the back", "use a larger trim"),
        "line of levels" => ("the front", "use shorter names of levels"),
        "text of the cover" => ("the front", "use a larger trim"),
        _ => ("the front", "use shorter words"),
    };
    too_wide_for(place, what, text).remedy(remedy)
}

/// Returns the error for a text that is too wide for this place, without a remedy.
fn too_wide_for(place: &'static str, what: &'static str, text: &str) -> Problem {
    let wrong = clause!("the {} {} is too wide for {}", what, Clause::quoted(text), place);
    LayoutError::of_text(wrong.into(), what)
}

/// Returns the error for a text that has no room at this place, without a remedy.
fn too_long_for(place: &'static str, what: &'static str, text: &str) -> Problem {
    let wrong = clause!("the {} {} is too long for {}", what, Clause::quoted(text), place);
    LayoutError::of_text(wrong.into(), what)
}
