//! Colours and the graphics state.

use super::font::FontResource;
use super::geometry::{Matrix, PdfPoint, Rect};
use super::object::Dict;
use super::path::{Subpath, bounds, fill_contains};
use super::solid_inks::SolidInks;
use lopdf::Object;
use std::rc::Rc;
use std::sync::Arc;

/// The tolerance of colour components, because files round to 1/255.
const SAME_LIGHT: f64 = 0.006;

/// A colour with components from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PdfPaint {
    /// A grey; 0 is black, 1 is white.
    Grey(f64),
    /// Red, green, blue; 1 is full light.
    Rgb([f64; 3]),
    /// Cyan, magenta, yellow, black; 1 is full ink. Black ink alone is [`PdfPaint::Grey`].
    Cmyk([f64; 4]),
    /// A colour that is not computed, such as a spot colour.
    Other,
    /// A grey pattern or shading, or a pattern cell, whose objects are listed separately.
    Pattern,
}

/// Returns the lightness of an RGB colour, from 0 to 1.
pub(super) fn lightness([r, g, b]: [f64; 3]) -> f64 {
    const WEIGHTS: [f64; 3] = [0.299, 0.587, 0.114];
    WEIGHTS[0] * r + WEIGHTS[1] * g + WEIGHTS[2] * b
}

impl PdfPaint {
    /// Returns the RGB colour on a screen, from 0 to 1; `None` if unknown.
    pub fn rgb(self) -> Option<[f64; 3]> {
        let rgb = match self {
            Self::Grey(grey) => [grey; 3],
            Self::Rgb(rgb) => rgb,
            Self::Cmyk(inks) => SolidInks::convert_to_rgb(inks),
            Self::Other | Self::Pattern => return None,
        };
        Some(rgb.map(|light| light.clamp(0.0, 1.0)))
    }

    /// Returns the RGB colour on a screen, each from 0 to 255; `None` if unknown.
    pub fn rgb_bytes(self) -> Option<[u8; 3]> {
        Some(self.rgb()?.map(|light| (light * f64::from(u8::MAX)).round() as u8))
    }

    /// Returns the lightness, from 0 to 1; `None` if unknown.
    pub fn lightness(self) -> Option<f64> {
        self.rgb().map(lightness)
    }

    /// Returns true for the colour of white paper.
    pub fn is_white(self) -> bool {
        self.rgb().is_some_and(|rgb| rgb.iter().all(|light| *light > 1.0 - SAME_LIGHT))
    }

    /// Returns true for a colour other than grey. Equal red, green and blue are grey.
    pub fn is_colour(self) -> bool {
        match self {
            Self::Grey(_) | Self::Pattern => false,
            Self::Rgb([r, g, b]) => (r - g).abs().max((g - b).abs()) > SAME_LIGHT,
            Self::Cmyk(_) | Self::Other => !self.is_white(),
        }
    }
}

/// The family of a colour space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ColorSpace {
    /// Grey; 1 is white.
    Grey,
    /// Black ink alone; 1 is full ink.
    SeparationBlack,
    /// Four inks.
    Cmyk,
    /// Red, green and blue.
    Rgb,
    /// The same amount of all inks, as for printer's marks.
    SeparationAll,
    /// A space whose colours are not computed.
    Other,
    /// A pattern of cells or a shading.
    Pattern,
}

impl ColorSpace {
    /// Reads a colour space from a device name, a resource name or an array. Also returns the
    /// family of its base space; `None` if unknown.
    pub fn read(resources: Dict, object: &Object) -> (Self, Option<&'static str>) {
        // Spaces nest at most three deep: a pattern of an index of a spot colour.
        Self::nested(resources, object, 5).unwrap_or((Self::Other, None))
    }

    fn nested(
        resources: Dict,
        object: &Object,
        deep: usize,
    ) -> Option<(Self, Option<&'static str>)> {
        let deeper = deep.checked_sub(1)?;
        let resolved = resources.resolve(object)?;
        let array = match resolved {
            Object::Array(items) => items.as_slice(),
            other => std::slice::from_ref(other),
        };
        let second = array.get(1).and_then(|item| resources.resolve(item));
        Some(match resources.resolve(array.first()?)?.as_name().ok()? {
            b"DeviceGray" | b"G" => (Self::Grey, Some("DeviceGray")),
            b"DeviceRGB" | b"RGB" => (Self::Rgb, Some("DeviceRGB")),
            b"DeviceCMYK" | b"CMYK" => (Self::Cmyk, Some("DeviceCMYK")),
            b"CalGray" => (Self::Grey, Some("CalGray")),
            b"CalRGB" => (Self::Rgb, Some("CalRGB")),
            b"Lab" => (Self::Other, Some("Lab")),
            b"ICCBased" => {
                let profile = second.and_then(|profile| resources.as_dict(profile));
                let space = match profile.and_then(|profile| profile.number(b"N")) {
                    Some(1.0) => Self::Grey,
                    Some(3.0) => Self::Rgb,
                    Some(4.0) => Self::Cmyk,
                    _ => Self::Other,
                };
                (space, Some("ICCBased"))
            }
            // An indexed space has the colours of its base space.
            b"Indexed" | b"I" => match Self::base(resources, array.get(1), deeper) {
                (Self::Grey, family) => (Self::Grey, family),
                (_, family) => (Self::Other, family),
            },
            b"Pattern" => (Self::Pattern, Self::base(resources, array.get(1), deeper).1),
            b"Separation" | b"DeviceN" => {
                let space = match second.and_then(|ink| ink.as_name().ok()) {
                    Some(b"Black") => Self::SeparationBlack,
                    Some(b"All") => Self::SeparationAll,
                    _ => Self::Other,
                };
                (space, Self::base(resources, array.get(2), deeper).1)
            }
            name => {
                let spaces = resources.dict_or_empty(b"ColorSpace").own;
                return Self::nested(resources, spaces.get(name).ok()?, deeper);
            }
        })
    }

    /// Reads the base space of another one.
    fn base(resources: Dict, base: Option<&Object>, deep: usize) -> (Self, Option<&'static str>) {
        base.and_then(|base| Self::nested(resources, base, deep)).unwrap_or((Self::Other, None))
    }

    /// Returns the initial colour of a space: black, except for patterns.
    pub fn first(self) -> PdfPaint {
        match self {
            Self::Pattern => PdfPaint::Pattern,
            _ => PdfPaint::Grey(0.0),
        }
    }

    /// Returns the colour with these components.
    pub fn paint(self, components: &[f64]) -> PdfPaint {
        match (self, components) {
            (Self::Pattern, _) => PdfPaint::Pattern,
            (Self::Grey, [grey]) => PdfPaint::Grey(*grey),
            (Self::SeparationBlack, [tint]) => PdfPaint::Grey(1.0 - tint),
            (Self::SeparationAll, [tint]) => PdfPaint::Cmyk([*tint; 4]),
            (Self::Cmyk, [0.0, 0.0, 0.0, k]) => PdfPaint::Grey(1.0 - k),
            (Self::Cmyk, &[c, m, y, k]) => PdfPaint::Cmyk([c, m, y, k]),
            (Self::Rgb, &[r, g, b]) => PdfPaint::Rgb([r, g, b]),
            _ => PdfPaint::Other,
        }
    }
}

/// Returns the blend mode that an ExtGState sets, unless it is the normal one. Viewers take the
/// first known mode of an array.
pub(super) fn blend_mode(parameters: Dict<'_>) -> Option<&[u8]> {
    let mode = parameters.get(b"BM")?;
    let first = match mode {
        Object::Array(modes) => modes.first()?,
        mode => mode,
    };
    let name = parameters.resolve(first)?.as_name().ok()?;
    if matches!(name, b"Normal" | b"Compatible") { None } else { Some(name) }
}

/// A clip: a rectangle, and shapes inside it.
#[derive(Clone, Debug)]
pub struct Clip {
    pub rect: Rect,
    shapes: Option<Rc<ClipShapes>>,
}

/// A clipping path that is not an axis-aligned rectangle, linked to the previous ones.
#[derive(Debug)]
struct ClipShapes {
    subpaths: Rc<Vec<Subpath>>,
    even_odd: bool,
    before: Option<Rc<ClipShapes>>,
}

impl Clip {
    /// The clip in which everything is visible.
    pub const ALL: Self = Self { rect: Rect::ALL, shapes: None };

    /// Intersects the clip with a path.
    pub fn intersect(&mut self, subpaths: Rc<Vec<Subpath>>, even_odd: bool) {
        let inside = bounds(&subpaths).and_then(|bounds| bounds.intersect(self.rect));
        self.rect = inside.unwrap_or(Rect::NOWHERE);
        if !matches!(&subpaths[..], [part] if part.is_upright()) {
            let before = self.shapes.take();
            self.shapes = Some(Rc::new(ClipShapes { subpaths, even_odd, before }));
        }
    }

    pub fn contains(&self, point: PdfPoint) -> bool {
        self.rect.contains(point)
            && self.shapes().all(|(subpaths, even_odd)| fill_contains(subpaths, even_odd, point))
    }

    /// Returns the paths that are not axis-aligned rectangles, last one first, with true for the
    /// even-odd rule.
    pub fn shapes(&self) -> impl Iterator<Item = (&[Subpath], bool)> {
        let all = std::iter::successors(self.shapes.as_deref(), |shapes| shapes.before.as_deref());
        all.map(|shapes| (&shapes.subpaths[..], shapes.even_odd))
    }
}

/// Clips are the same if they are the same rectangle. A clip with another shape differs from each
/// clip.
impl PartialEq for Clip {
    fn eq(&self, other: &Self) -> bool {
        self.rect == other.rect && self.shapes.is_none() && other.shapes.is_none()
    }
}

/// The paint of fills and glyphs, or of strokes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PaintState {
    pub paint: PdfPaint,
    pub space: ColorSpace,
    /// The opacity; 1 covers everything.
    pub alpha: f64,
    /// True if its ink is added to the ink below instead of replacing it.
    pub overprints: bool,
}

impl PaintState {
    pub const START: Self =
        Self { paint: PdfPaint::Grey(0.0), space: ColorSpace::Grey, alpha: 1.0, overprints: false };
}

/// The destination of painted objects.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Layer {
    Page,
    /// The cell of a pattern.
    Cell,
    /// A glyph of a Type 3 font.
    Glyph,
}

/// The graphics state, which `q` saves and `Q` restores.
#[derive(Clone, Debug, PartialEq)]
pub struct GraphicsState {
    pub ctm: Matrix,
    pub clip: Clip,
    pub width: f64,
    /// The line cap; 0 is butt.
    pub cap: i64,
    /// The longest gap of the dash pattern; 0 for solid lines.
    pub max_dash_gap: f64,
    /// The paint of fills and glyphs.
    pub fill: PaintState,
    /// The paint of strokes.
    pub stroke: PaintState,
    /// True if a blend mode is set.
    pub blends: bool,
    /// True if a soft mask is set.
    pub masked: bool,
    pub font: Option<Arc<FontResource>>,
    pub size: f64,
    pub char_space: f64,
    pub word_space: f64,
    pub horizontal_scaling: f64,
    pub leading: f64,
    pub rise: f64,
    /// The text rendering mode; 0 is fill.
    pub text_rendering_mode: i64,
    /// The destination of painted objects.
    pub layer: Layer,
    /// True if colour operators are ignored.
    pub uncoloured: bool,
}

impl GraphicsState {
    /// The state at the start of a page.
    pub const START: Self = Self {
        ctm: Matrix::IDENTITY,
        clip: Clip::ALL,
        width: 1.0,
        cap: 0,
        max_dash_gap: 0.0,
        fill: PaintState::START,
        stroke: PaintState::START,
        blends: false,
        masked: false,
        font: None,
        size: 0.0,
        char_space: 0.0,
        word_space: 0.0,
        horizontal_scaling: 1.0,
        leading: 0.0,
        rise: 0.0,
        text_rendering_mode: 0,
        layer: Layer::Page,
        uncoloured: false,
    };

    /// Sets the stroke colour or the fill colour.
    pub fn set(&mut self, lines: bool, space: ColorSpace, paint: PdfPaint) {
        let brush = if lines { &mut self.stroke } else { &mut self.fill };
        (brush.space, brush.paint) = (space, paint);
    }

    /// Applies an ExtGState dictionary.
    pub fn apply_ext_gstate(&mut self, parameters: Dict) {
        self.width = parameters.number(b"LW").unwrap_or(self.width);
        self.fill.alpha = parameters.number(b"ca").unwrap_or(self.fill.alpha);
        self.stroke.alpha = parameters.number(b"CA").unwrap_or(self.stroke.alpha);
        // A setting for strokes alone also holds for fills.
        let (areas, lines) = (parameters.flag(b"op"), parameters.flag(b"OP"));
        self.fill.overprints = areas.or(lines).unwrap_or(self.fill.overprints);
        self.stroke.overprints = lines.unwrap_or(self.stroke.overprints);
        if parameters.has(b"BM") {
            self.blends = blend_mode(parameters).is_some();
        }
        if parameters.has(b"SMask") {
            self.masked = parameters.name(b"SMask") != Some(b"None");
        }
    }

    /// Intersects the clip with a path, if it is a clipping path.
    pub fn clip_to(&mut self, subpaths: Rc<Vec<Subpath>>, clips: Option<bool>) {
        if let Some(even_odd) = clips {
            self.clip.intersect(subpaths, even_odd);
        }
    }
}
