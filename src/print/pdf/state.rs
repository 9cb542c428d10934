//! Colours, and the graphics state of a page.

use super::geometry::{Matrix, Rect};
use super::object::{dictionary, entry};
use lopdf::{Dictionary, Document, Object};

/// A colour, as far as black ink is concerned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Paint {
    /// 0 is black, 1 is white.
    Grey(f64),
    /// Any colour that needs more than black ink.
    Colour,
    /// A pattern. Its content is not read.
    Pattern,
}

/// The family of a colour space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Space {
    Grey,
    /// Black ink alone: 1 is full.
    Tint,
    Cmyk,
    Colour,
    Pattern,
}

impl Space {
    /// A colour space: a device space by its name, a resource by its name, or an array.
    pub fn read(document: &Document, resources: &Dictionary, object: &Object) -> Self {
        let object = document.dereference(object).map_or(object, |(_, object)| object);
        if let Ok(name) = object.as_name() {
            return match name {
                b"DeviceGray" | b"CalGray" | b"G" => Self::Grey,
                b"DeviceCMYK" | b"CMYK" => Self::Cmyk,
                b"Pattern" => Self::Pattern,
                b"DeviceRGB" | b"RGB" | b"CalRGB" | b"Lab" => Self::Colour,
                _ => dictionary(document, resources, b"ColorSpace")
                    .and_then(|spaces| entry(document, spaces, name))
                    // A name that refers to itself is no colour space.
                    .filter(|found| found.as_name().ok() != Some(name))
                    .map_or(Self::Colour, |found| Self::of_array(document, found)),
            };
        }
        Self::of_array(document, object)
    }

    fn of_array(document: &Document, object: &Object) -> Self {
        if let Ok(name) = object.as_name() {
            return match name {
                b"DeviceGray" | b"CalGray" => Self::Grey,
                b"DeviceCMYK" => Self::Cmyk,
                b"Pattern" => Self::Pattern,
                _ => Self::Colour,
            };
        }
        let Ok(array) = object.as_array() else {
            return Self::Colour;
        };
        let item = |i: usize| Some(document.dereference(array.get(i)?).ok()?.1);
        let name = |i: usize| item(i).and_then(|o| o.as_name().ok());
        match name(0) {
            Some(b"CalGray" | b"DeviceGray") => Self::Grey,
            Some(b"DeviceCMYK") => Self::Cmyk,
            Some(b"Pattern") => Self::Pattern,
            Some(b"Separation") if name(1) == Some(b"Black") => Self::Tint,
            Some(b"ICCBased") => {
                let profile = item(1).and_then(|o| o.as_stream().ok());
                let n = profile.and_then(|s| s.dict.get(b"N").ok()?.as_i64().ok());
                match n {
                    Some(1) => Self::Grey,
                    Some(4) => Self::Cmyk,
                    _ => Self::Colour,
                }
            }
            // An indexed space has the colours of its base space.
            Some(b"Indexed") => match item(1).and_then(|o| o.as_name().ok()) {
                Some(b"DeviceGray") => Self::Grey,
                _ => Self::Colour,
            },
            _ => Self::Colour,
        }
    }

    /// The initial colour of a space: black, except for patterns.
    pub fn first(self) -> Paint {
        match self {
            Self::Pattern => Paint::Pattern,
            _ => Paint::Grey(0.0),
        }
    }

    /// The colour with these components.
    pub fn paint(self, components: &[f64]) -> Paint {
        match (self, components) {
            (Self::Pattern, _) => Paint::Pattern,
            (Self::Grey, [grey]) => Paint::Grey(*grey),
            (Self::Tint, [tint]) => Paint::Grey(1.0 - tint),
            (Self::Cmyk, [c, m, y, k]) if c + m + y == 0.0 => Paint::Grey(1.0 - k),
            _ => Paint::Colour,
        }
    }
}

/// The graphics state, which the operator `q` saves and `Q` restores.
#[derive(Clone, Debug)]
pub(crate) struct State {
    pub ctm: Matrix,
    pub clip: Rect,
    pub width: f64,
    /// The line cap: 0 is butt.
    pub cap: i64,
    pub fill: Paint,
    pub stroke: Paint,
    pub fill_space: Space,
    pub stroke_space: Space,
    pub font: Option<usize>,
    pub size: f64,
    pub char_space: f64,
    pub word_space: f64,
    pub stretch: f64,
    pub leading: f64,
    pub rise: f64,
    /// The text rendering mode: 0 is filled.
    pub mode: i64,
}

impl State {
    /// The state at the start of a page.
    pub const START: Self = Self {
        ctm: Matrix::IDENTITY,
        clip: Rect::ALL,
        width: 1.0,
        cap: 0,
        fill: Paint::Grey(0.0),
        stroke: Paint::Grey(0.0),
        fill_space: Space::Grey,
        stroke_space: Space::Grey,
        font: None,
        size: 0.0,
        char_space: 0.0,
        word_space: 0.0,
        stretch: 1.0,
        leading: 0.0,
        rise: 0.0,
        mode: 0,
    };

    /// Whether text is invisible.
    pub fn hides_text(&self) -> bool {
        matches!(self.mode, 3 | 7)
    }
}
