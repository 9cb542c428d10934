//! A logo: the filled shapes of an SVG, or a PNG.
//!
//! Of an SVG, everything that is filled or stroked in a plain colour is read. Everything else is refused with its name: a
//! logo is never drawn in part.

mod svg;

use crate::book::draw::canvas::Rgb;
use crate::book::draw::picture::{Picture, Space};
use crate::book::model::page::{Colour, DrawOp, Point};
use crate::book::text::typesetting::PathEl;
use crate::printers::PrintSpec;
use crate::sudoku::value_error::ValueError;
use std::fmt::Display;
use std::sync::Arc;

/// Maximum size of a file, in bytes.
const MOST: usize = 1 << 20;
/// Minimum resolution of a logo of dots, in dots an inch.
const DPI: f64 = 300.0;

/// A logo that was read.
#[derive(Clone, Debug, PartialEq)]
pub struct Logo {
    /// Width and height, in units of its own.
    size: (f64, f64),
    art: Art,
}

#[derive(Clone, Debug, PartialEq)]
enum Art {
    /// From the top left corner.
    Shapes(Vec<Shape>),
    Dots(Arc<Picture>),
}

/// A filled shape of one colour.
#[derive(Clone, Debug, PartialEq)]
struct Shape {
    colour: Rgb,
    steps: Vec<PathEl>,
    even_odd: bool,
}

/// Expected one thing, found another.
fn wrong<T>(wanted: &str, found: impl Display) -> Result<T, ValueError> {
    Err(ValueError::new(wanted, found).at("logo"))
}

impl Logo {
    /// Reads an SVG or a PNG.
    ///
    /// # Errors
    /// [`ValueError`] for any other file, a damaged one, or one with something that is not drawn.
    pub fn read(bytes: Vec<u8>) -> Result<Self, ValueError> {
        if bytes.len() > MOST {
            return wrong("a file of at most 1 MB", format!("{} bytes", bytes.len()));
        }
        if bytes.starts_with(b"\x89PNG") {
            let picture = Picture::read(bytes).map_err(|e| e.at("logo"))?;
            let (width, height) = picture.dots();
            let size = (width as f64, height as f64);
            return Ok(Self { size, art: Art::Dots(Arc::new(picture)) });
        }
        let text = std::str::from_utf8(&bytes).ok().filter(|text| text.contains("<svg"));
        match text {
            Some(text) => Self::of_shapes(svg::shapes(text)?),
            None => wrong("an SVG or a PNG", "another kind of file"),
        }
    }

    /// Shapes without the room around them.
    fn of_shapes(mut shapes: Vec<Shape>) -> Result<Self, ValueError> {
        let (mut low, mut high) = ((f64::MAX, f64::MAX), (f64::MIN, f64::MIN));
        for point in shapes.iter().flat_map(|shape| &shape.steps).flat_map(PathEl::points) {
            low = (low.0.min(point.0), low.1.min(point.1));
            high = (high.0.max(point.0), high.1.max(point.1));
        }
        let size = (high.0 - low.0, high.1 - low.1);
        let is_sensible = |length: f64| (1e-3..1e6).contains(&length);
        if !is_sensible(size.0) || !is_sensible(size.1) {
            return wrong("an SVG with shapes", "none that can be seen");
        }
        for step in shapes.iter_mut().flat_map(|shape| &mut shape.steps) {
            *step = step.moved((-low.0, -low.1));
        }
        Ok(Self { size, art: Art::Shapes(shapes) })
    }

    /// Its size in a box of this size, in points. A picture has at least [`DPI`] dots in an inch, or as many as the printer
    /// wants.
    pub(in crate::book) fn within(
        &self,
        room: (f64, f64),
        terms: Option<&PrintSpec>,
    ) -> (f64, f64) {
        let dpi = terms.map_or(DPI, |terms| terms.rules().ink.image_dpi.max(DPI));
        let most = match self.art {
            Art::Shapes(_) => f64::MAX,
            Art::Dots(_) => 72.0 / dpi,
        };
        let scale = (room.0 / self.size.0).min(room.1 / self.size.1).min(most).max(0.0);
        (self.size.0 * scale, self.size.1 * scale)
    }

    /// Whether it has one colour alone, and may be drawn in another.
    pub(in crate::book) fn is_plain(&self) -> bool {
        match &self.art {
            Art::Shapes(shapes) => shapes.iter().all(|shape| shape.colour == shapes[0].colour),
            Art::Dots(_) => false,
        }
    }

    /// Whether it is a picture in colour.
    pub(in crate::book) fn picture(&self) -> Option<&Arc<Picture>> {
        match &self.art {
            Art::Shapes(_) => None,
            Art::Dots(picture) => Some(picture),
        }
    }

    /// The same logo with another form of its picture.
    pub(in crate::book) fn with(&self, picture: Picture) -> Self {
        Self { art: Art::Dots(Arc::new(picture)), ..self.clone() }
    }

    /// The same logo for pages, which are in black and greys.
    pub(in crate::book) fn in_grey(&self) -> Self {
        match &self.art {
            Art::Dots(picture) if picture.space() != Space::Grey => self.with(picture.in_grey()),
            _ => self.clone(),
        }
    }

    /// Draws it with this top left corner and this width; `paint` tells the colour of a shape.
    pub(in crate::book) fn marks(
        &self,
        corner: Point,
        width: f64,
        paint: impl Fn(Rgb) -> Colour,
    ) -> Vec<DrawOp> {
        let scale = width / self.size.0;
        let size = (width, self.size.1 * scale);
        let to = |(x, y): Point| (corner.0 + x * scale, corner.1 + y * scale);
        match &self.art {
            Art::Dots(picture) => vec![DrawOp::Picture { corner, size, picture: picture.clone() }],
            Art::Shapes(shapes) => {
                let drawn = |shape: &Shape| {
                    let steps = shape.steps.iter().map(|step| step.mapped(to)).collect();
                    let marks = vec![DrawOp::Shape { steps, even_odd: shape.even_odd }];
                    DrawOp::Colored { colour: paint(shape.colour), marks }
                };
                shapes.iter().map(drawn).collect()
            }
        }
    }
}
