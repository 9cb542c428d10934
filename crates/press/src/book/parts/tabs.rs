//! The tab of a level at the outer edge of its pages. The tab of the next level is one step further
//! down. Tabs extend into the bleed; their words stay inside the printer's margin.

use super::{ChapterKind, Colour, DrawOp, PageSide, PageSlot, TextStyle, Volume, draw};
use crate::book::model::page::Rotation;

/// The maximum height of a tab in multiples of its type size, and its share of a step.
const MAX_HEIGHT: f64 = 10.0;
const FILLED_PART: f64 = 0.92;
/// The greys of tabs, which take turns: pale ones with black words, dark ones with white words.
const GREYS: [f64; 2] = [0.85, 0.25];
/// The darkest grey below black words.
const MIN_WORDS_GREY: f64 = 0.5;

pub(super) fn draw(volume: &Volume, slot: &PageSlot, side: PageSide, marks: &mut Vec<DrawOp>) {
    if !volume.tabs || !["(opener)", "(lesson)", "puzzles"].contains(&slot.part) {
        return;
    }
    let Some(name) = volume.chapter_name(slot.subject()) else { return };
    let (area, count) = (&volume.setup.area, volume.chapters.len());
    let mut style =
        TextStyle::new(volume.setup.words().strong, volume.setup.design.keys.sizes.small);
    let step = area.live_height() / count as f64;
    let high = (FILLED_PART * step).min(MAX_HEIGHT * style.size);
    let top = area.top + slot.subject() as f64 * step.min(high / FILLED_PART);
    let (wide, bleed) = (area.tab + volume.bleed().1, volume.bleed().1);
    let left = if side == PageSide::Recto { area.width - area.tab } else { -bleed };
    let grey = GREYS[slot.subject() % 2];
    marks.push(DrawOp::Box { corner: (left, top), size: (wide, high), colour: Colour::Grey(grey) });
    // A name that is too long for its tab is replaced by its number.
    let room = high - style.size;
    let number = match volume.chapters[slot.subject()].kind {
        ChapterKind::Level(level) => usize::from(level.number()),
        _ => slot.subject() + 1,
    };
    let is_short = style.width(&name) <= room;
    let words = if is_short { name } else { number.to_string() };
    style.size = style.size.min(high * 0.8);
    // The words stay inside the printer's margin, so their line is at the inner edge of the tab.
    // Its baseline leads downwards: the capitals of the words are in the middle of the line.
    let line = 1.5 * volume.setup.design.keys.sizes.small;
    let x = match side {
        PageSide::Recto => area.width - area.tab,
        PageSide::Verso => area.tab - line,
    };
    let mut text = Vec::new();
    draw::centred(&mut text, (high / 2.0, (line + style.cap()) / 2.0), style, &words);
    let colour = if grey < MIN_WORDS_GREY { Colour::WHITE } else { Colour::BLACK };
    marks.push(DrawOp::Rotated {
        turn: Rotation::Quarter,
        corner: (x, top),
        size: (high, line),
        marks: vec![DrawOp::Colored { colour, marks: text }],
    });
}
