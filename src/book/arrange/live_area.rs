//! The live area of the pages of one trim: what is inside the margins.

use crate::book::design::{BookDesign, Running};
use crate::book::draw::TextStyle;
use crate::print::Trim;
use crate::print::printer::Edition;
use crate::print::terms::Terms;

/// How far letters reach below the baseline, at most, as a part of the size.
pub(in crate::book) const DESCENT: f64 = 0.28;
/// How far letters reach above the baseline, at most, as a part of the size.
pub(in crate::book) const ASCENT: f64 = 0.76;
/// The ink of some letters begins before their origin, or ends behind their advance, by less than
/// this in points: what is flush with a printer's margin would be in it.
pub(in crate::book) const OVERHANG: f64 = 0.5;
/// How much of the free height lies above a block in its optical middle, which is above the true
/// middle.
pub(in crate::book) const OPTICAL: f64 = 0.42;

/// The longest lines, in sizes of their type: the eye must find the next one.
const MEASURE: f64 = 37.0;
/// On low pages they are longer, so that there are fewer of them.
const MEASURE_LOW: f64 = 46.0;

/// The live area of the pages of one trim.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::book) struct LiveArea {
    pub width: f64,
    pub height: f64,
    pub inside: f64,
    pub outside: f64,
    /// Where the live area begins.
    pub top: f64,
    /// Where everything but the foot must have ended.
    pub bottom: f64,
    /// The baseline of the foot.
    pub foot: f64,
    /// The baseline of what a page says about itself: in the foot, or at its head.
    pub running: f64,
}

impl LiveArea {
    /// With this inside margin, and elsewhere the template's, or the printer's where those are wider
    /// and a hair more. A screen has no binding: what both sides take is shared between them.
    pub fn new(design: &BookDesign, trim: Trim, terms: Option<&Terms>, inside: f64) -> Self {
        let margins = &design.margins;
        let hair = |least: f64| if least > 0.0 { least + OVERHANG } else { 0.0 };
        let least = terms.map_or(0.0, |terms| hair(terms.outside(false)));
        let (mut inside, mut outside) = (inside, margins.outside.max(least));
        if terms.is_some_and(|terms| terms.edition() == Edition::Screen) {
            inside = (inside + outside) / 2.0;
            outside = inside;
        }
        // What is not bound has no side for the binding: both are as wide as the wider.
        if !design.bound {
            inside = inside.max(outside);
            outside = inside;
        }
        let foot_style = TextStyle::new(design.typefaces.figures.regular, design.sizes.foot);
        let foot = trim.height() - margins.bottom.max(least) - DESCENT * foot_style.size;
        let top = margins.top.max(least);
        let (top, running) = match design.running {
            Running::Foot => (top, foot),
            Running::Head => {
                let line = top + ASCENT * foot_style.size;
                (line + margins.foot_gap * 0.6, line)
            }
        };
        Self {
            width: trim.width(),
            height: trim.height(),
            inside,
            outside,
            top,
            bottom: foot - foot_style.cap() - margins.foot_gap,
            foot,
            running,
        }
    }

    /// How wide the live area is.
    pub fn live(&self) -> f64 {
        self.width - self.inside - self.outside
    }

    /// Whether pages are wider than they are high: then height is scarce.
    pub fn is_low(&self) -> bool {
        self.width > self.height
    }

    /// The longest lines, in sizes of their type.
    pub fn measure(&self) -> f64 {
        if self.is_low() { MEASURE_LOW } else { MEASURE }
    }

    /// How high the live area is.
    pub fn room(&self) -> f64 {
        self.bottom - self.top
    }
}
