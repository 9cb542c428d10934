//! What is drawn on a page: its marks in the order of painting, each with place, colour and clip; and
//! what of it is seen at a point.

use super::font::{Font, Ink};
use super::geometry::{Matrix, Point, Rect};
use super::path::{Part, surround, touches};
use super::state::{Clip, Paint, Space};
use lopdf::{ObjectId, Stream};
use std::rc::Rc;
use std::sync::Arc;

/// A page with its marks, in the order in which they are painted: later marks cover earlier ones.
#[derive(Clone, Debug, Default)]
pub(crate) struct Drawing {
    pub marks: Vec<Mark>,
    /// The marks of the pattern cells that the page uses, each cell once, wherever it is painted.
    pub cells: Vec<Mark>,
    /// The marks of the glyphs of Type 3 fonts, each glyph once, where it is first shown.
    pub glyphs: Vec<Mark>,
    /// What the content asks for, and the file does not have.
    pub lacks: Vec<String>,
}

/// Something that is drawn, visible or not.
#[derive(Clone, Debug)]
pub(crate) struct Mark {
    pub kind: Kind,
    /// The bounding box of its ink, cut to the rectangle of the clip, in points.
    pub bounds: Rect,
    pub paint: Paint,
    /// 1 covers what is below.
    pub alpha: f64,
    /// Whether it is blended with what is below in another way.
    pub blends: bool,
    /// Whether its ink is added to the ink below.
    pub overprints: bool,
    pub clip: Clip,
}

#[derive(Clone, Debug)]
pub(crate) enum Kind {
    Letter(Box<Letter>),
    Area {
        parts: Rc<Vec<Part>>,
        even_odd: bool,
    },
    /// Lines of this width, in points, with flat ends or with others.
    Lines {
        parts: Rc<Vec<Part>>,
        width: f64,
        flat: bool,
    },
    Image(Box<Image>),
    /// A shading over all that the clip leaves visible.
    Shading,
}

/// A letter on a page.
#[derive(Clone, Debug)]
pub(crate) struct Letter {
    pub font: Arc<Font>,
    pub code: u16,
    pub ink: Ink,
    /// From ems to points of the page, with the origin of the letter at 0, 0.
    pub onto: Matrix,
    /// The advance width, in points.
    pub advance: f64,
    /// Whether the text rendering mode makes it invisible.
    pub hidden: bool,
    /// Whether lines are painted around it as well, perhaps in another colour.
    pub lined: bool,
    /// Whether its outline alone is painted.
    pub hollow: bool,
}

impl Letter {
    /// The size of its type, in points.
    pub fn size(&self) -> f64 {
        self.onto.0[2].hypot(self.onto.0[3])
    }

    pub fn character(&self) -> char {
        self.font.character(self.code)
    }

    /// The box of its ink, in points; `None` without ink.
    pub fn bounds(&self) -> Option<Rect> {
        match &self.ink {
            Ink::Outline(outline) => Some(outline.bounds.through(self.onto)),
            Ink::Unknown(bounds) => Some(bounds.through(self.onto)),
            Ink::Empty | Ink::Missing => None,
        }
    }
}

/// A picture on the unit square.
#[derive(Clone, Debug)]
pub(crate) struct Image {
    pub onto: Matrix,
    /// Its number in the file; `None` if it is inside of a content stream.
    pub id: Option<ObjectId>,
    /// The picture itself, if it is inside of a content stream.
    pub inline: Option<Arc<Stream>>,
    /// Width and height in dots; 0 if the file does not say it.
    pub dots: (f64, f64),
    /// `None` for a mask, which is painted in the colour for areas.
    pub space: Option<Space>,
    /// Whether it has a soft mask.
    pub masked: bool,
    /// Whether a mask leaves some of it out.
    pub holes: bool,
}

impl Mark {
    /// Whether the mark has ink at a point of the page. Letters without an outline have it in all their box.
    pub fn covers(&self, point: Point) -> bool {
        if !self.bounds.contains(point) {
            return false;
        }
        let inside = match &self.kind {
            Kind::Letter(letter) => match &letter.ink {
                Ink::Outline(outline) => letter
                    .onto
                    .inverse()
                    .is_some_and(|back| surround(&outline.parts, false, back.apply(point))),
                Ink::Unknown(_) => true,
                Ink::Empty | Ink::Missing => false,
            },
            Kind::Area { parts, even_odd } => surround(parts, *even_odd, point),
            Kind::Lines { parts, width, .. } => touches(parts, width / 2.0, point),
            Kind::Image(image) => {
                image.onto.inverse().is_some_and(|back| Rect::UNIT.contains(back.apply(point)))
            }
            Kind::Shading => true,
        };
        inside && self.clip.contains(point)
    }

    /// Whether it adds nothing to the page: invisible text, or what is fully transparent.
    pub fn is_invisible(&self) -> bool {
        self.alpha <= 0.0 || matches!(&self.kind, Kind::Letter(letter) if letter.hidden)
    }

    /// Its colour; `None` for pictures and shadings, patterns, and colours that are not known.
    fn light(&self) -> Option<f64> {
        match self.kind {
            Kind::Image(_) | Kind::Shading => None,
            _ => self.paint.light(),
        }
    }
}

/// What is seen at a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Seen {
    /// How light it is: 0 is black, 1 is white paper. `None` under a picture or a pattern.
    pub light: Option<f64>,
    /// The index of the mark that is on top; `None` on bare paper.
    pub top: Option<usize>,
}

impl Drawing {
    /// Notes what the file does not have: each thing once, and only the first few.
    pub fn lack(&mut self, what: String) {
        if self.lacks.len() < 8 && !self.lacks.contains(&what) {
            self.lacks.push(what);
        }
    }

    /// What is seen at a point, of the marks with these indices, in ascending order.
    pub fn seen(&self, point: Point, among: &[usize]) -> Seen {
        let (mut light, mut through) = (Some(0.0), 1.0);
        let mut top = None;
        for &index in among.iter().rev() {
            let Some(mark) = self.marks.get(index) else { continue };
            if mark.is_invisible() || !mark.covers(point) {
                continue;
            }
            top = top.or(Some(index));
            let alpha = mark.alpha.min(1.0);
            light = light.zip(mark.light()).map(|(sum, own)| sum + through * alpha * own);
            through *= 1.0 - alpha;
            if through < 0.01 {
                return Seen { light, top };
            }
        }
        Seen { light: light.map(|sum| sum + through), top }
    }

    /// The indices of the marks that may be seen inside of a rectangle, ascending.
    pub fn within(&self, place: Rect) -> Vec<usize> {
        let near = |(_, mark): &(usize, &Mark)| mark.bounds.and(place).is_some();
        self.marks.iter().enumerate().filter(near).map(|(index, _)| index).collect()
    }
}
