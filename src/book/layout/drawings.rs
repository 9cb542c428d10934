//! The stamps of a volume: drawings that its pages share.

use crate::book::draw;
use crate::book::layout::front::{LEVEL_STARS, title_grid};
use crate::book::layout::opener::OPENER_STARS;
use crate::book::layout::puzzles::{foot_drawing, log_drawing};
use crate::book::page::{Drawing, Stamp};
use crate::book::volume::Volume;

/// The drawing of a stamp.
pub(in crate::book) fn drawing(volume: &Volume, stamp: Stamp) -> Drawing {
    let stars = draw::stars;
    let (puzzle, sizes) = (&volume.design.puzzle, &volume.design.sizes);
    match stamp {
        Stamp::PuzzleGrid => volume.puzzle_page.grid.shaded(puzzle.shade),
        Stamp::AnswerGrid => volume.answer_grid().drawing(),
        Stamp::TitleGrid => title_grid(volume).drawing(),
        Stamp::ExampleGrid => volume.rules().grid().drawing(),
        Stamp::CaptionStars(level) => stars(level, puzzle.stars),
        Stamp::OpenerStars(level) => stars(level, sizes.heading * OPENER_STARS),
        Stamp::LevelStars(level) => stars(level, sizes.body * LEVEL_STARS),
        Stamp::Log => log_drawing(volume),
        Stamp::Dots => draw::dots(volume.puzzle_page.grid.cell),
        Stamp::Foot { section } => foot_drawing(volume, section),
        Stamp::CoverGrid | Stamp::SampleGrid | Stamp::CoverStars(_) => {
            unreachable!("these are on covers only")
        }
    }
}
