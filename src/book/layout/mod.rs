//! Where things stand on the pages of a volume: pure geometry, in points from the top left corner.
//! Which part stands on which page is the plan's; what a mark becomes in a file is pdf's.

mod answers;
mod arrange;
mod below;
mod cover;
mod front;
mod head;
mod how_to_play;
mod links;
mod matter;
mod opener;
mod prose;
mod puzzles;
mod stamps;

pub(super) use answers::AnswerPage;
pub(super) use arrange::PuzzlePage;
pub(super) use below::Below;
pub(super) use cover::CoverPage;
pub(super) use links::{Entry, Place};
pub(super) use matter::ProgressPage;
pub(super) use prose::Prose;
pub(super) use stamps::Stamps;

use head::Head;

use super::design::{Design, Running};
use super::draw::{self, Type};
use super::faces::Set;
use super::page::{Mark, Page};
use super::plan::Part;
use super::volume::Volume;
use crate::print::Trim;
use crate::print::printer::Edition;
use crate::print::terms::Terms;

/// How far letters reach below the baseline, at most, as a part of the size.
const DESCENT: f64 = 0.28;
/// How far letters reach above the baseline, at most, as a part of the size.
const ASCENT: f64 = 0.76;
/// The ink of some letters begins before their origin, or ends behind their advance, by less than
/// this in points: what is flush with a printer's margin would be in it.
pub(super) const OVERHANG: f64 = 0.5;
/// How much of the free height lies above a block in its optical middle, which is above the true
/// middle.
const OPTICAL: f64 = 0.42;

/// The live area of the pages of one trim.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Sheet {
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

impl Sheet {
    /// With this inside margin, and elsewhere the template's, or the printer's where those are wider
    /// and a hair more. A screen has no binding: what both sides take is shared between them.
    pub fn new(design: &Design, trim: Trim, terms: Option<&Terms>, inside: f64) -> Self {
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
        let foot_style = Type::new(design.cast.figures.regular, design.sizes.foot);
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

    /// How high the live area is.
    pub fn room(&self) -> f64 {
        self.bottom - self.top
    }
}

/// The side of the binding.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    /// A right-hand page, bound at its left.
    Recto,
    /// A left-hand page, bound at its right.
    Verso,
}

/// What stands at the inner end of a foot.
enum Inside {
    Nothing,
    Text(String),
    /// A stamp as [`draw::line`] makes it.
    Stamp(usize),
}

impl Volume {
    /// Lays out the page with this index.
    pub(super) fn lay(&self, index: usize) -> Page {
        let marks = match &self.plan.parts[index] {
            Part::HalfTitle => self.half_title(),
            Part::Title => self.title_page(),
            Part::Copyright => self.copyright_page(index),
            Part::Contents => self.contents(index).0,
            Part::HowToPlay => self.how_to_play(index).0,
            Part::Levels => self.levels(index).0,
            Part::Blank => Vec::new(),
            Part::Opener { section } => self.opener(index, &self.sections[*section]),
            Part::Puzzles { section, puzzles } => self.puzzles(index, *section, puzzles.clone()),
            Part::Answers { puzzles } => self.answers(index, puzzles.clone()),
            Part::Progress { puzzles } => self.progress(index, puzzles.clone()),
            Part::Notes => self.notes(index),
            Part::Text { text, page } => self.text_page(index, *text, *page),
        };
        Page {
            width: self.sheet.width,
            height: self.sheet.height,
            folio: self.plan.folio(index),
            marks,
        }
    }

    /// A sheet that is not bound has no other side.
    fn side(&self, index: usize) -> Side {
        if index.is_multiple_of(2) || !self.design.bound {
            Side::Recto
        } else {
            Side::Verso
        }
    }

    /// Where the live area of a page begins, from the left.
    fn live_left(&self, index: usize) -> f64 {
        match self.side(index) {
            Side::Recto => self.sheet.inside,
            Side::Verso => self.sheet.outside,
        }
    }

    fn words(&self) -> Set {
        self.design.cast.words
    }

    fn figures(&self) -> Set {
        self.design.cast.figures
    }

    /// The foot of a page: its number outside, something else inside.
    fn foot(&self, marks: &mut Vec<Mark>, index: usize, inside: Inside) {
        let size = self.design.sizes.foot;
        let number = Type::new(self.figures().strong, size);
        let style = Type::new(self.figures().regular, size);
        let left = self.live_left(index);
        let right = left + self.sheet.live();
        let (y, running) = (self.sheet.foot, self.sheet.running);
        let folio = self.plan.folio(index);
        let side = self.side(index);
        match side {
            Side::Recto => draw::right(marks, (right, y), number, folio),
            Side::Verso => draw::left(marks, (left, y), number, folio),
        }
        match (inside, side) {
            (Inside::Nothing, _) => {}
            (Inside::Text(text), Side::Recto) => draw::left(marks, (left, running), style, text),
            (Inside::Text(text), Side::Verso) => draw::right(marks, (right, running), style, text),
            (Inside::Stamp(stamp), _) => {
                let x = match side {
                    Side::Recto => left,
                    Side::Verso => right - self.stamps[stamp].width,
                };
                let corner = (x, running - size);
                marks.push(Mark::Stamp { stamp, corner });
            }
        }
    }

    /// A page of a text of the user's.
    fn text_page(&self, index: usize, text: usize, page: usize) -> Vec<Mark> {
        let (left, top) = (self.live_left(index), self.sheet.top);
        let mut marks = self.texts[text].pages[page].clone();
        for mark in &mut marks {
            if let Mark::Text { at, .. } = mark {
                *at = (at.0 + left, at.1 + top);
            }
        }
        self.foot(&mut marks, index, Inside::Nothing);
        marks
    }

    /// Sets a text into lines from a first baseline down, and gives the baseline of the line after
    /// the last.
    fn paragraph(
        &self,
        marks: &mut Vec<Mark>,
        (x, mut y): (f64, f64),
        width: f64,
        style: Type,
        text: &str,
    ) -> f64 {
        for line in style.faces.wrap_paragraph(text, style.size, width) {
            draw::left(marks, (x, y), style, line);
            y += style.size * self.design.cast.leading;
        }
        y
    }
}
