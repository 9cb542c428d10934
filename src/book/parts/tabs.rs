//! The tab of a level at the outer edge of its pages: the next level's is one step further down. Tabs go through the
//! edge into the bleed; their words stay inside the printer's margin.

use super::{ChapterKind, Colour, DrawOp, PageSide, PageSlot, TextStyle, Volume, draw};
use crate::book::model::page::Rotation;

/// The most height of a tab, in multiples of its type size, and its part of a step.
const HIGH: f64 = 10.0;
const FILLED: f64 = 0.92;
/// The greys of the first tab and the last one, and the darkest below black words.
const GREYS: (f64, f64) = (0.85, 0.2);
const BLACK_WORDS: f64 = 0.5;

pub(super) fn draw(volume: &Volume, leaf: &PageSlot, side: PageSide, marks: &mut Vec<DrawOp>) {
    if !volume.tabs || !["(opener)", "(lesson)", "puzzles"].contains(&leaf.part) {
        return;
    }
    let Some(name) = volume.chapter_name(leaf.subject()) else { return };
    let (area, count) = (&volume.setup.area, volume.chapters.len());
    let mut style =
        TextStyle::new(volume.setup.words().strong, volume.setup.design.keys.sizes.small);
    let step = area.live_height() / count as f64;
    let high = (FILLED * step).min(HIGH * style.size);
    let top = area.top + leaf.subject() as f64 * step.min(high / FILLED);
    let (width, bleed) = (area.tab + volume.bleed().1, volume.bleed().1);
    let left = if side == PageSide::Recto { area.width - area.tab } else { -bleed };
    let along = leaf.subject() as f64 / count.saturating_sub(1).max(1) as f64;
    let grey = GREYS.0 + along * (GREYS.1 - GREYS.0);
    marks.push(DrawOp::Box {
        corner: (left, top),
        size: (width, high),
        colour: Colour::Grey(grey),
    });
    // A name that is too long for its tab gives way to its number.
    let room = high - style.size;
    let number = match volume.chapters[leaf.subject()].kind {
        ChapterKind::Level(level) => usize::from(level.number()),
        _ => leaf.subject() + 1,
    };
    let is_short = style.width(&name) <= room;
    let words = if is_short { name } else { number.to_string() };
    style.size = style.size.min(high * 0.8);
    // Letters stand on a line that leads downwards; their heads, and accents, are at its right.
    let line = 1.2 * volume.setup.design.keys.sizes.small;
    let x = match side {
        PageSide::Recto => area.width - area.tab + 0.25 * line,
        PageSide::Verso => area.tab - 1.25 * line,
    };
    let mut text = Vec::new();
    draw::centred(&mut text, (high / 2.0, 0.79 * line), style, &words);
    let colour = if grey < BLACK_WORDS { Colour::WHITE } else { Colour::BLACK };
    marks.push(DrawOp::Rotated {
        turn: Rotation::Quarter,
        corner: (x, top),
        size: (high, line),
        marks: vec![DrawOp::Colored { colour, marks: text }],
    });
}
