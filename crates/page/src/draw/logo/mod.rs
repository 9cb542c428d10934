//! A logo: the filled shapes of an SVG, or a PNG.
//!
//! The reader takes everything in an SVG that is filled or stroked in a plain colour. It rejects
//! any other SVG and names the reason, so that no logo is drawn in part.

mod svg;

use crate::draw::canvas::Rgb;
use crate::draw::picture::{ColourSpace, RasterImage};
use crate::page::{Area, Colour, DrawOp, Point};
use crate::typesetting::PathEl;
use preflight::PrintSpec;
use std::sync::Arc;
use words::{Clause, ValueError};

/// The maximum size of a file, in bytes.
const MAX_FILE_BYTES: usize = 1 << 20;
/// The minimum resolution of a raster logo, in dots per inch.
const MIN_DPI: f64 = 300.0;

/// A logo that was read from a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Logo {
    /// The width and the height, in units of the logo.
    size: (f64, f64),
    art: LogoArt,
}

#[derive(Clone, Debug, PartialEq)]
enum LogoArt {
    /// Shapes whose coordinates start at the top left corner.
    Shapes(Vec<LogoShape>),
    Dots(Arc<RasterImage>),
}

/// A filled shape of one colour.
#[derive(Clone, Debug, PartialEq)]
pub struct LogoShape {
    /// The colour in the file.
    pub colour: Rgb,
    steps: Vec<PathEl>,
    even_odd: bool,
}

impl LogoShape {
    /// Returns the shapes of an SVG of the program.
    ///
    /// # Panics
    /// If the SVG has anything that [`Logo::read`] refuses.
    pub fn built_in(text: &str) -> Vec<Self> {
        svg::read_shapes(text).expect("the drawings of the program have plain shapes")
    }

    /// Returns the shape in a colour. `to` maps its points to the page.
    pub fn mark(&self, colour: Colour, to: impl Fn(Point) -> Point) -> DrawOp {
        let steps = self.steps.iter().map(|step| step.map_points(&to)).collect();
        let marks = vec![DrawOp::Shape { steps, even_odd: self.even_odd }];
        DrawOp::Colored { colour, marks }
    }
}

/// Returns the error of a logo.
fn wrong<T>(wanted: impl Into<Clause>, found: impl Into<Clause>) -> Result<T, ValueError> {
    Err(ValueError::new(wanted, found).at("logo"))
}

impl Logo {
    /// Reads an SVG or a PNG.
    ///
    /// # Errors
    /// [`ValueError`] for any other file, a damaged one, or one with something that cannot be
    /// drawn.
    pub fn read(bytes: Vec<u8>) -> Result<Self, ValueError> {
        if bytes.len() > MAX_FILE_BYTES {
            return wrong("a file of at most 1 MB", format!("{} bytes", bytes.len()));
        }
        if bytes.starts_with(b"\x89PNG") {
            let picture = RasterImage::read(bytes).map_err(|e| e.at("logo"))?;
            let (width, height) = picture.dots();
            let size = (width as f64, height as f64);
            return Ok(Self { size, art: LogoArt::Dots(Arc::new(picture)) });
        }
        let text = std::str::from_utf8(&bytes).ok().filter(|text| text.contains("<svg"));
        match text {
            Some(text) => Self::from_shapes(svg::read_shapes(text)?),
            None => wrong("an SVG or a PNG", "another kind of file"),
        }
    }

    /// Builds a logo from shapes, without the room around them.
    fn from_shapes(mut shapes: Vec<LogoShape>) -> Result<Self, ValueError> {
        let steps = shapes.iter().flat_map(|shape| &shape.steps);
        let area = Area::around(steps.flat_map(PathEl::points));
        let size = area.size();
        let is_sensible = |length: f64| (1e-3..1e6).contains(&length);
        if !is_sensible(size.0) || !is_sensible(size.1) {
            return wrong("an SVG with shapes", "none that can be seen");
        }
        for step in shapes.iter_mut().flat_map(|shape| &mut shape.steps) {
            *step = step.translated((-area.left, -area.top));
        }
        Ok(Self { size, art: LogoArt::Shapes(shapes) })
    }

    /// Returns the size of the logo in a box of this size, in points. A raster logo has at least
    /// `MIN_DPI` pixels per inch, or as many as the printer requires.
    pub fn within(&self, room: Point, spec: Option<&PrintSpec>) -> (f64, f64) {
        let dpi = spec.map_or(MIN_DPI, |spec| spec.image_dpi().max(MIN_DPI));
        let most = match self.art {
            LogoArt::Shapes(_) => f64::MAX,
            LogoArt::Dots(_) => 72.0 / dpi,
        };
        let scale = (room.0 / self.size.0).min(room.1 / self.size.1).min(most).max(0.0);
        (self.size.0 * scale, self.size.1 * scale)
    }

    /// Returns true if the logo has one colour alone, so that it may be drawn in another.
    pub fn is_plain(&self) -> bool {
        match &self.art {
            LogoArt::Shapes(shapes) => shapes.iter().all(|shape| shape.colour == shapes[0].colour),
            LogoArt::Dots(_) => false,
        }
    }

    /// Returns the picture of a raster logo.
    pub fn picture(&self) -> Option<&Arc<RasterImage>> {
        match &self.art {
            LogoArt::Shapes(_) => None,
            LogoArt::Dots(picture) => Some(picture),
        }
    }

    /// Returns the same logo with another picture.
    pub fn with_picture(&self, picture: RasterImage) -> Self {
        Self { art: LogoArt::Dots(Arc::new(picture)), ..self.clone() }
    }

    /// Returns the same logo for the pages of a book, which are black and grey.
    pub fn to_grey(&self) -> Self {
        match &self.art {
            LogoArt::Dots(picture) if picture.colour_space() != ColourSpace::Grey => {
                self.with_picture(picture.to_grey())
            }
            _ => self.clone(),
        }
    }

    /// Returns the marks of the logo with this top left corner and width. `paint` chooses the
    /// colour of a shape.
    pub fn marks(&self, corner: Point, width: f64, paint: impl Fn(Rgb) -> Colour) -> Vec<DrawOp> {
        let scale = width / self.size.0;
        let size = (width, self.size.1 * scale);
        let to = |(x, y): Point| (corner.0 + x * scale, corner.1 + y * scale);
        match &self.art {
            LogoArt::Dots(picture) => {
                vec![DrawOp::Picture { corner, size, picture: picture.clone() }]
            }
            LogoArt::Shapes(shapes) => {
                shapes.iter().map(|shape| shape.mark(paint(shape.colour), to)).collect()
            }
        }
    }
}
