//! What is drawn on a page: its marks in the order of painting, each with place, colour and clip; and
//! what of it is seen at a point.

use super::facts::Facts;
use super::font::{Font, Ink};
use super::geometry::{Matrix, Point, Rect};
use super::path::{Part, surround, touches};
use super::state::{Clip, Paint, Space, light};
use lopdf::{ObjectId, Stream};
use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;

/// The maximum number of comparisons of a side of a mark with a point on one page. A page of a book takes some
/// thousands, a page with a drawing of many lines some millions.
pub(crate) const MAX_COMPARED: usize = 300_000_000;

/// A page with its marks, in the order in which they are painted: later marks cover earlier ones.
#[derive(Clone, Debug, Default)]
pub(crate) struct Drawing {
    pub marks: Vec<Mark>,
    /// The marks of the pattern cells that the page uses, each cell once, wherever it is painted.
    pub cells: Vec<Mark>,
    /// The marks of the glyphs of Type 3 fonts, each glyph once, where it is first shown.
    pub glyphs: Vec<Mark>,
    pub facts: Facts,
    /// The number of comparisons of a side of a mark with a point so far.
    compared: Cell<usize>,
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
    /// Lines of this width, in points, with flat ends or with others; `gap` is the longest gap in them where they are
    /// dashed or dotted, in points, and else 0.
    Lines {
        parts: Rc<Vec<Part>>,
        width: f64,
        flat: bool,
        gap: f64,
    },
    Image(Box<Image>),
    /// A shading over all that the clip leaves visible.
    Shading,
}

/// The number of sides of paths.
fn sides(parts: &[Part]) -> usize {
    parts.iter().map(|part| part.sides.len()).sum()
}

impl Kind {
    /// The number of its sides.
    pub fn sides(&self) -> usize {
        match self {
            Self::Letter(letter) => match &letter.ink {
                Ink::Outline(outline) => sides(&outline.parts),
                _ => 0,
            },
            Self::Area { parts, .. } | Self::Lines { parts, .. } => sides(parts),
            Self::Image(_) | Self::Shading => 0,
        }
    }
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
    /// Whether its outline alone is painted.
    pub hollow: bool,
    /// The colour and the width, in points, of the lines that are painted around it.
    pub line: Option<(Paint, f64)>,
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

    /// The number of sides of the mark and its clip: each is compared with a point.
    fn sides(&self) -> usize {
        self.kind.sides() + self.clip.shapes().map(|(parts, _)| sides(parts)).sum::<usize>()
    }

    /// Whether it adds nothing to the page: invisible text, or what is fully transparent.
    pub fn is_invisible(&self) -> bool {
        self.alpha <= 0.0 || matches!(&self.kind, Kind::Letter(letter) if letter.hidden)
    }

    /// Its colour; `None` for pictures and shadings, patterns, and colours that are not known.
    fn colour(&self) -> Option<[f64; 3]> {
        match self.kind {
            Kind::Image(_) | Kind::Shading => None,
            _ => self.paint.rgb(),
        }
    }

    /// How much it hides of what is below it where it has ink: 1 hides all.
    fn hides(&self) -> f64 {
        let gaps = match &self.kind {
            Kind::Image(image) => image.space.is_none() || image.masked || image.holes,
            Kind::Shading => false,
            // The cell of a pattern may have gaps.
            _ => self.paint == Paint::Pattern,
        };
        if gaps || self.blends || self.overprints { 0.0 } else { self.alpha.min(1.0) }
    }
}

/// What is seen at a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Seen {
    /// Red, green and blue: 1 is full light, as of white paper. `None` under a picture or a pattern.
    pub colour: Option<[f64; 3]>,
    /// How light that looks: 0 is black, 1 is white.
    pub light: Option<f64>,
    /// The index of the mark that is on top; `None` on bare paper.
    pub top: Option<usize>,
}

impl Drawing {
    /// Counts work on the marks of the page. Returns false if the page exceeds its limit: its ink is then not judged
    /// any further.
    pub fn spend(&self, sides: usize) -> bool {
        self.compared.set(self.compared.get().saturating_add(sides));
        self.compared.get() <= MAX_COMPARED
    }

    /// Returns true if more work was spent than a page may take.
    pub fn is_exhausted(&self) -> bool {
        self.compared.get() > MAX_COMPARED
    }

    /// Returns true if a mark has ink at a point.
    pub fn covers(&self, index: usize, point: Point) -> bool {
        let mark = &self.marks[index];
        if !mark.bounds.contains(point) {
            return false;
        }
        self.spend(1 + mark.sides()) && mark.covers(point)
    }

    /// What is seen at a point, of the marks with these indices, in ascending order.
    pub fn seen(&self, point: Point, among: &[usize]) -> Seen {
        let (mut colour, mut through) = (Some([0.0; 3]), 1.0);
        let add = |sum: Option<[f64; 3]>, own: Option<[f64; 3]>, part: f64| {
            sum.zip(own).map(|(sum, own)| [0, 1, 2].map(|i| sum[i] + part * own[i]))
        };
        let mut top = None;
        self.spend(among.len());
        for &index in among.iter().rev() {
            let Some(mark) = self.marks.get(index) else { continue };
            if mark.is_invisible() || !self.covers(index, point) {
                continue;
            }
            top = top.or(Some(index));
            let alpha = mark.alpha.min(1.0);
            colour = add(colour, mark.colour(), through * alpha);
            through *= 1.0 - alpha;
            if through < 0.01 {
                return Seen { colour, light: colour.map(light), top };
            }
        }
        let colour = add(colour, Some([1.0; 3]), through);
        Seen { colour, light: colour.map(light), top }
    }

    /// How much of a mark is seen at a point where it has ink, among marks with these indices, in ascending
    /// order: 0 where it is covered or cut off, 1 where nothing lies above it.
    pub fn uncovered(&self, index: usize, point: Point, among: &[usize]) -> f64 {
        let above = &among[among.partition_point(|&other| other <= index)..];
        let above = above.iter().filter_map(|&other| self.marks.get(other));
        let above = above.filter(|other| !other.is_invisible() && other.covers(point));
        let through = above.map(|other| 1.0 - other.hides()).product();
        if self.marks[index].clip.contains(point) { through } else { 0.0 }
    }

    /// How much a mark changes what is seen at such a point: the largest difference of red, green and blue.
    /// `None` if a colour is not known.
    pub fn contrast(&self, index: usize, point: Point, among: &[usize]) -> Option<f64> {
        let uncovered = self.uncovered(index, point, among);
        if uncovered < 0.01 {
            return Some(0.0);
        }
        let below = &among[..among.partition_point(|&other| other < index)];
        let (own, ground) = (self.marks[index].colour()?, self.seen(point, below).colour?);
        let far = own.iter().zip(ground).map(|(own, ground)| (own - ground).abs());
        Some(uncovered * self.marks[index].alpha.min(1.0) * far.fold(0.0, f64::max))
    }

    /// The indices of the marks that may be seen inside of a rectangle, ascending.
    pub fn within(&self, place: Rect) -> Vec<usize> {
        self.spend(self.marks.len());
        let near = |(_, mark): &(usize, &Mark)| mark.bounds.and(place).is_some();
        self.marks.iter().enumerate().filter(near).map(|(index, _)| index).collect()
    }
}
