//! Where things stand on the pages of a volume: pure geometry, in points from the top left corner.
//! Which part stands on which page is the plan's; what a mark becomes in a file is pdf's.

mod answers;
mod front;
mod links;
mod puzzles;

pub(super) use answers::AnswerPage;
pub(super) use links::{Entry, Place};
pub(super) use puzzles::PuzzlePage;

use super::draw::{self, GridStyle, Type};
use super::font::Family;
use super::page::{Mark, Page, Stamp};
use super::plan::Part;
use super::printer::Edition;
use super::template::Design;
use super::terms::Terms;
use super::trim::Trim;
use super::volume::Volume;
use crate::score::Level;

/// From a line to the next, as a part of the size of the type.
const LEADING: f64 = 1.42;
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
}

impl Sheet {
    /// With the template's margins, or the printer's where those are wider and a hair more; inside
    /// at least as told. A screen has no binding: what both sides take is shared between them.
    pub fn new(design: &Design, trim: Trim, terms: Option<&Terms>, inside: f64) -> Self {
        let margins = &design.margins;
        let hair = |least: f64| if least > 0.0 { least + OVERHANG } else { 0.0 };
        let least = terms.map_or(0.0, |terms| hair(terms.outside(false)));
        let inside = hair(inside);
        let (mut inside, mut outside) = (margins.inside.max(inside), margins.outside.max(least));
        if terms.is_some_and(|terms| terms.edition() == Edition::Screen) {
            inside = (inside + outside) / 2.0;
            outside = inside;
        }
        let foot_style = Type::new(design.figures().regular, design.sizes.foot);
        let foot = trim.height() - margins.bottom.max(least) - DESCENT * foot_style.size;
        Self {
            width: trim.width(),
            height: trim.height(),
            inside,
            outside,
            top: margins.top.max(least),
            bottom: foot - foot_style.cap() - margins.foot_gap,
            foot,
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

/// The stamps of a volume, by their index.
pub(super) struct Stamps;

impl Stamps {
    pub const PUZZLE: usize = 0;
    pub const ANSWER: usize = 1;
    pub const TITLE: usize = 2;
    pub const EXAMPLE: usize = 3;
    const CAPTION: usize = 4;
    const OPENER: usize = 9;
    const LEVEL: usize = 14;
    pub const LOG: usize = 19;
    const FOOT: usize = 20;

    /// The stars above a puzzle.
    pub fn caption(level: Level) -> usize {
        Self::CAPTION + level.index()
    }

    /// The stars on an opener.
    pub fn opener(level: Level) -> usize {
        Self::OPENER + level.index()
    }

    /// The stars beside a level's name where the levels are explained.
    pub fn level(level: Level) -> usize {
        Self::LEVEL + level.index()
    }

    /// The foot of the pages of a section.
    pub fn foot(section: usize) -> usize {
        Self::FOOT + section
    }

    /// All of them, in the order of their indices.
    pub fn draw(volume: &Volume) -> Vec<Stamp> {
        let (puzzle, sizes) = (&volume.design.puzzle, &volume.design.sizes);
        let grids = [
            volume.puzzle_page.grid,
            volume.answer_page.grid,
            volume.title_grid(),
            volume.example_grid(),
        ];
        let stars = |height| Level::ALL.map(move |level| draw::stars(level.number(), height));
        grids
            .map(GridStyle::stamp)
            .into_iter()
            .chain(stars(puzzle.stars))
            .chain(stars(sizes.heading * 0.58))
            .chain(stars(sizes.body * 0.9))
            .chain([volume.log_stamp()])
            .chain(volume.sections.iter().map(|span| volume.foot_stamp(span)))
            .collect()
    }
}

impl Volume {
    /// Lays out the page with this index.
    pub(super) fn lay(&self, index: usize) -> Page {
        let marks = match &self.plan.parts[index] {
            Part::Title => self.title_page(),
            Part::Imprint => self.imprint_page(),
            Part::HowToPlay => self.how_to_play(index).0,
            Part::Levels => self.levels(index).0,
            Part::Blank => Vec::new(),
            Part::Opener { section } => self.opener(index, &self.sections[*section]),
            Part::Puzzles { section, puzzles } => self.puzzles(index, *section, puzzles.clone()),
            Part::Answers { puzzles } => self.answers(index, puzzles.clone()),
        };
        Page {
            width: self.sheet.width,
            height: self.sheet.height,
            folio: self.plan.folio(index),
            marks,
        }
    }

    fn side(index: usize) -> Side {
        if index.is_multiple_of(2) {
            Side::Recto
        } else {
            Side::Verso
        }
    }

    /// Where the live area of a page begins, from the left.
    fn live_left(&self, index: usize) -> f64 {
        match Self::side(index) {
            Side::Recto => self.sheet.inside,
            Side::Verso => self.sheet.outside,
        }
    }

    fn words(&self) -> Family {
        self.design.words()
    }

    fn figures(&self) -> Family {
        self.design.figures()
    }

    /// The foot of a page: its number outside, something else inside.
    fn foot(&self, marks: &mut Vec<Mark>, index: usize, inside: Inside) {
        let size = self.design.sizes.foot;
        let number = Type::new(self.figures().strong, size);
        let style = Type::new(self.figures().regular, size);
        let left = self.live_left(index);
        let right = left + self.sheet.live();
        let y = self.sheet.foot;
        let folio = self.plan.folio(index);
        let side = Self::side(index);
        match side {
            Side::Recto => draw::right(marks, (right, y), number, folio),
            Side::Verso => draw::left(marks, (left, y), number, folio),
        }
        match (inside, side) {
            (Inside::Nothing, _) => {}
            (Inside::Text(text), Side::Recto) => draw::left(marks, (left, y), style, text),
            (Inside::Text(text), Side::Verso) => draw::right(marks, (right, y), style, text),
            (Inside::Stamp(stamp), _) => {
                let x = match side {
                    Side::Recto => left,
                    Side::Verso => right - self.stamps[stamp].width,
                };
                let corner = (x, y - size);
                marks.push(Mark::Stamp { stamp, corner });
            }
        }
    }

    /// Sets a text into lines from a first baseline down, and gives the baseline of the line after
    /// the last.
    fn paragraph(
        marks: &mut Vec<Mark>,
        (x, mut y): (f64, f64),
        width: f64,
        style: Type,
        text: &str,
    ) -> f64 {
        for line in style.face.wrap_paragraph(text, style.size, width) {
            draw::left(marks, (x, y), style, line);
            y += style.size * LEADING;
        }
        y
    }
}
