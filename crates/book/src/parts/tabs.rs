//! The tab of a level at the outer edge of its pages and of its answers. The tab of the next level
//! is one step further down. Tabs extend into the bleed; their words stay inside the printer's
//! margin.

use super::{
    ChapterKind, Colour, DrawOp, PageSide, PageSlot, PartName, TextStyle, Volume, part_of,
};
use page::Rotation;

/// The maximum height of a tab in multiples of its type size, and its share of a step.
const MAX_HEIGHT: f64 = 10.0;
const FILLED_PART: f64 = 0.92;
/// The greys of tabs, which take turns: pale ones with black words, dark ones with white words.
const GREYS: [f64; 2] = [0.85, 0.25];
/// The darkest grey below black words.
const MIN_WORDS_GREY: f64 = 0.5;

pub(super) fn draw(volume: &Volume, slot: &PageSlot, side: PageSide, marks: &mut Vec<DrawOp>) {
    let area = volume.area(slot);
    let Some(tab) = area.tab.filter(|_| volume.tabs) else { return };
    let Some(chapter) = chapter_of_page(volume, slot) else { return };
    let Some(name) = volume.chapter_name(chapter) else { return };
    let mut style = TextStyle::new(volume.setup.words().strong, tab.size);
    let step = area.live_height() / volume.chapters.len() as f64;
    let high = (FILLED_PART * step).min(MAX_HEIGHT * style.size);
    let top = area.top + chapter as f64 * step.min(high / FILLED_PART);
    let bleed = volume.bleed().1;
    let left = if side == PageSide::Recto { area.width - tab.extent } else { -bleed };
    let grey = GREYS[chapter % 2];
    let size = (tab.extent + bleed, high);
    marks.push(DrawOp::Box { corner: (left, top), size, colour: Colour::Grey(grey) });
    // A name that is too long for its tab is replaced by its number.
    let room = high - style.size;
    let number = match volume.chapters[chapter].kind {
        ChapterKind::Level(level) => usize::from(level.number()),
        _ => chapter + 1,
    };
    let is_short = style.width(&name) <= room;
    let words = if is_short { name } else { number.to_string() };
    style.size = style.size.min(high * 0.8);
    // The baseline leads downwards: the capitals of the words are in the middle of the line.
    let middle = if side == PageSide::Recto { area.width - tab.middle } else { tab.middle };
    let mut text = Vec::new();
    style.draw_centred(&mut text, (high / 2.0, (tab.line + style.cap()) / 2.0), &words);
    let colour = if grey < MIN_WORDS_GREY { Colour::WHITE } else { Colour::BLACK };
    marks.push(DrawOp::Rotated {
        turn: Rotation::Quarter,
        corner: (middle - tab.line / 2.0, top),
        size: (high, tab.line),
        marks: vec![DrawOp::Colored { colour, marks: text }],
    });
}

/// Returns the chapter of the tab on a page. A page of answers has the tab of its first puzzle.
fn chapter_of_page(volume: &Volume, slot: &PageSlot) -> Option<usize> {
    if slot.part == PartName::Answers {
        let first = slot.puzzles().start;
        return volume.chapters.iter().position(|chapter| chapter.puzzles.contains(&first));
    }
    part_of(slot).has_tab.then(|| slot.subject())
}
