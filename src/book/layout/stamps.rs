//! The drawings that the pages of a volume share, and their order.

use crate::book::draw::{self, GridStyle};
use crate::book::page::Stamp;
use crate::book::stars;
use crate::book::volume::Volume;
use crate::score::Level;

/// The stamps of a volume, by their index.
pub(in crate::book) struct Stamps;

impl Stamps {
    pub const PUZZLE: usize = 0;
    pub const ANSWER: usize = 1;
    pub const TITLE: usize = 2;
    pub const EXAMPLE: usize = 3;
    const CAPTION: usize = 4;
    const OPENER: usize = 9;
    const LEVEL: usize = 14;
    pub const LOG: usize = 19;
    pub const DOTS: usize = 20;
    const FOOT: usize = 21;

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
            volume.answer_grid(),
            volume.title_grid(),
            volume.example_grid(),
        ];
        let stars = |height| Level::ALL.map(move |level| stars::stars(level.number(), height));
        grids
            .map(GridStyle::stamp)
            .into_iter()
            .chain(stars(puzzle.stars))
            .chain(stars(sizes.heading * 0.58))
            .chain(stars(sizes.body * 0.9))
            .chain([volume.log_stamp(), draw::dots(volume.puzzle_page.grid.cell)])
            .chain(volume.sections.iter().map(|span| volume.foot_stamp(span)))
            .collect()
    }
}
