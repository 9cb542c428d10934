//! The certificate for a child who has solved the puzzles of the book: a fox with a star in a
//! frame, and lines for a name and a date.

use super::{
    Area, BLANK_SLOT, BoxStack, DrawOp, PagePlanner, PageSlot, PartName, TextColumn, TextLines,
    TextStyle, Volume, children, text,
};
use crate::draw::{Fox, StagePicture};
use page::{PathEl, PathPaint};

/// The widths of the two lines of the frame, the gap between them, and the radius of its corners,
/// in points.
const FRAME_LINES: [f64; 2] = [2.5, 0.75];
const FRAME_GAP: f64 = 6.0;
const CORNER_RADIUS: f64 = 16.0;
/// The space between the frame and its content, as a fraction of the width of the frame.
const PADDING: f64 = 0.08;
/// The type sizes as multiples of those of headings and of the body.
const HEADING_SIZE: f64 = 2.0;
const TEXT_SIZE: f64 = 1.5;
const STAGE_SIZE: f64 = 1.8;
/// The maximum height of the fox as a fraction of the height of the frame.
const MAX_FOX: f64 = 0.46;
/// The shares of the free height above the heading, below it, below the fox, and above the lines to
/// write on.
const SHARES: [f64; 4] = [0.22, 0.16, 0.18, 0.28];
/// The height of the lines to write on with the space above them, in type sizes.
const WRITING_HEIGHT: f64 = 3.0;
/// The maximum share of the height between the texts that the fox takes.
const FOX_SHARE: f64 = 0.8;
/// The share of the width that the name takes. It has more room than the date.
const NAME_SHARE: f64 = 0.6;

/// Assigns a page to each certificate, after the puzzles of its stage: the back of the last leaf if
/// that is blank.
pub(super) fn pages(first: &PageSlot, planner: &PagePlanner, pages: &mut Vec<PageSlot>) {
    for stage in 0..planner.chapters.len() {
        let next = pages.iter().position(|slot| is_opener(slot, stage + 1));
        let place = next.unwrap_or(pages.len());
        let certificate = first.with_subject(stage);
        match pages[..place].last_mut() {
            Some(back) if *back == BLANK_SLOT => *back = certificate,
            _ => {
                let mut leaf = vec![certificate];
                if planner.binding.leaves && next.is_some() {
                    leaf.push(BLANK_SLOT);
                }
                pages.splice(place..place, leaf);
            }
        }
    }
}

/// Returns true if a page opens a stage.
fn is_opener(slot: &PageSlot, stage: usize) -> bool {
    slot.part == PartName::Opener && slot.subject() == stage
}

/// Returns the words of the certificate of a stage. Only the last one is for the whole book.
fn praise(volume: &Volume, slot: &PageSlot) -> String {
    let language = &volume.setup.language;
    let puzzles = volume.chapters[slot.subject()].puzzles.clone();
    let count = puzzles.len();
    match volume.symbols(puzzles.start) {
        _ if volume.is_last_chapter(slot.subject()) => language.text("reward.text").to_owned(),
        Some(set) if !set.is_of_letters() => text!(language, "reward.shapes", count),
        _ => text!(language, "reward.stage", count),
    }
}

/// Draws the certificate of a stage. On a wide page, the fox sits beside the words.
pub(super) fn draw(volume: &Volume, slot: &PageSlot, page: &mut TextColumn) {
    let (setup, language) = (&volume.setup, &volume.setup.language);
    let frame = page.area();
    draw_frame(&mut page.marks, frame);
    let padding = PADDING * frame.width;
    let inside = frame.centred(frame.width - 2.0 * padding);
    let inside = Area { height: frame.height - padding, ..inside };
    let blank = setup.regular(1.1);
    let picture = StagePicture::new(slot.subject(), volume.is_last_chapter(slot.subject()));
    let is_wide = setup.area.is_low();
    let mut column = inside;
    if is_wide {
        let height = inside.height - padding - WRITING_HEIGHT * blank.size;
        let room = Area { height, ..inside.with_top(inside.top + padding) };
        let [fox, words] = children::fox_beside_words(room);
        page.marks.extend(picture.draw_within(fox));
        column = Area { left: words.left, width: words.width, ..inside };
    }

    let words = language.text("reward.heading");
    let heading = HEADING_SIZE * setup.design.keys.sizes.heading;
    let heading = TextStyle::new(setup.design.typefaces.title, heading).within(column.width, words);
    let text = setup.strong(TEXT_SIZE);
    let lines = text.faces.wrap_evenly(&praise(volume, slot), text.size, column.width);
    let text = TextLines::new(lines, text, setup.design.typefaces.leading);
    let stage = volume.chapter_name(slot.subject()).unwrap_or_default();
    let stage =
        TextLines::line(stage.clone(), setup.strong(STAGE_SIZE).within(column.width, &stage));
    let texts = heading.cap() + stage.style.cap() + text.cap_height();
    let free = inside.height - texts - blank.size;
    let fox = (MAX_FOX * frame.height).min(inside.width / Fox::WIDTH).min(FOX_SHARE * free);

    let mut stack = BoxStack::default();
    stack.share(SHARES[0]);
    stack.text(heading.cap(), TextLines::line(words, heading));
    stack.share(SHARES[1]);
    stack.text(stage.style.cap(), stage);
    stack.share(SHARES[1]);
    if !is_wide {
        stack.item(fox, |marks, area| marks.extend(picture.draw_within(area)));
    }
    stack.share(SHARES[2]);
    stack.text(text.style.cap(), text);
    stack.share(SHARES[3]);
    stack.item(blank.size, |marks, area| {
        let (name, date) = (language.text("puzzles.name"), language.text("puzzles.date"));
        let (baseline, middle) = (area.bottom(), inside.left + NAME_SHARE * inside.width);
        blank.draw_with_blank(marks, (inside.left, baseline), middle, name);
        blank.draw_with_blank(marks, (middle + blank.size, baseline), inside.right(), date);
    });
    stack.draw(&mut page.marks, column);
}

/// Draws a double frame with round corners inside this area.
fn draw_frame(marks: &mut Vec<DrawOp>, area: Area) {
    for (line, inset) in FRAME_LINES.into_iter().zip([0.0, FRAME_GAP]) {
        let inset = inset + line / 2.0;
        let edge = area.inside(inset);
        let steps = edge.rounded(CORNER_RADIUS - inset);
        marks.push(DrawOp::Path {
            points: PathEl::flatten(&steps),
            paint: PathPaint::Outline(line),
        });
    }
}
