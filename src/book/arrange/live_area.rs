//! The live area of the pages of one trim size: the area inside the margins.

use crate::book::design::{BookDesign, Running};
use crate::book::draw::TextStyle;
use crate::print::Trim;
use crate::print::printer::Edition;
use crate::print::terms::Terms;

/// Maximum extent of letters below the baseline, as a fraction of the size.
pub(in crate::book) const DESCENT: f64 = 0.28;
/// Maximum extent of letters above the baseline, as a fraction of the size.
pub(in crate::book) const ASCENT: f64 = 0.76;
/// Letters may extend beyond their origin or their advance by up to this much, in points. Text flush
/// with a printer's margin would otherwise extend into it.
pub(in crate::book) const OVERHANG: f64 = 0.5;
/// Fraction of the free height that goes above a vertically centred block: its optical centre is above
/// the geometric one.
pub(in crate::book) const OPTICAL: f64 = 0.42;

/// Maximum length of lines, in multiples of the type size: longer lines are hard to read.
const MEASURE: f64 = 37.0;
/// The same for pages in landscape format, where height is scarce and fewer lines are better.
const MEASURE_LOW: f64 = 46.0;

/// The live area of the pages of one trim size; all lengths are in points.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::book) struct LiveArea {
    pub width: f64,
    pub height: f64,
    pub inside: f64,
    pub outside: f64,
    /// Distance of the live area from the top of the page.
    pub top: f64,
    /// Lower limit for everything except the foot.
    pub bottom: f64,
    /// The baseline of the foot.
    pub foot: f64,
    /// The baseline of the running text, which is in the foot or at the head.
    pub running: f64,
}

impl LiveArea {
    /// The live area with this inside margin. The other margins are the larger of the template's and
    /// the printer's plus [`OVERHANG`]. A screen has no binding, so inside and outside margin are
    /// averaged.
    pub fn new(design: &BookDesign, trim: Trim, terms: Option<&Terms>, inside: f64) -> Self {
        let margins = &design.margins;
        let hair = |min: f64| if min > 0.0 { min + OVERHANG } else { 0.0 };
        let min = terms.map_or(0.0, |terms| hair(terms.outside(false)));
        let (mut inside, mut outside) = (inside, margins.outside.max(min));
        if terms.is_some_and(|terms| terms.rules().edition == Edition::Screen) {
            inside = (inside + outside) / 2.0;
            outside = inside;
        }
        // An unbound sheet has no binding edge: both margins are as wide as the wider one.
        if !design.bound {
            inside = inside.max(outside);
            outside = inside;
        }
        let foot_style = TextStyle::new(design.typefaces.figures.regular, design.sizes.foot);
        let foot = trim.height() - margins.bottom.max(min) - DESCENT * foot_style.size;
        let top = margins.top.max(min);
        let (top, running) = match design.running {
            Running::Foot => (top, foot),
            Running::Head => {
                // Characters such as Ś and 国 are higher than capitals, and stay below the margin too.
                let high = foot_style.faces.ink("Ś国").1.max(ASCENT);
                let line = top + high * foot_style.size;
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

    /// Width of the live area.
    pub fn live(&self) -> f64 {
        self.width - self.inside - self.outside
    }

    /// Whether pages are in landscape format, where height is scarce.
    pub fn is_low(&self) -> bool {
        self.width > self.height
    }

    /// Maximum length of lines, in multiples of the type size.
    pub fn measure(&self) -> f64 {
        if self.is_low() { MEASURE_LOW } else { MEASURE }
    }

    /// Height of the live area.
    pub fn room(&self) -> f64 {
        self.bottom - self.top
    }
}
