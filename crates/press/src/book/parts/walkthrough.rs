//! Whole solutions: the first puzzle of each level, solved step by step in small grids.

use super::column::head_height;
use super::techniques::diagram_with;
use super::{
    ASCENT, ContentsHeading, PagePlanner, PageSetup, PageSlot, Raster, TextColumn, TextStyle,
    Volume, plain_heading, text,
};
use crate::book::draw::{Diagram, LABEL_ROOM};
use crate::book::model::walkthrough::{FrameContent, Walkthrough, WalkthroughFrame, placements};
use crate::book::text::language::BETWEEN;
use crate::text::explain::at_three_lengths;

/// The type sizes of the words below a grid to try, as fractions of the body size.
const TYPE_SIZES: [f64; 3] = [0.82, 0.74, 0.66];
/// The number of lines of words for which a row of frames has room.
const LINES: f64 = 6.0;
/// The space between two frames, and between a grid and its words, in points.
const COLUMN_GAP: f64 = 8.0;
const ROW_GAP: f64 = 10.0;
const BELOW_GRID: f64 = 5.0;
/// The size of a candidate of the smallest type, as a fraction of the size of a digit.
const CANDIDATE: f64 = 0.8;
/// The maximum number of frames side by side.
const MAX_COLUMNS: usize = 4;

/// The places of the frames of a page.
struct FramePlaces {
    diagram: Diagram,
    /// The frames, measured from the corner of the live area.
    raster: Raster,
    /// The width of the words.
    width: f64,
    /// The height below a grid.
    below: f64,
}

impl FramePlaces {
    /// Arranges as many frames as fit with legible candidates.
    fn new(setup: &PageSetup) -> Self {
        let (keys, area) = (&setup.design.keys, &setup.area);
        let least = diagram_with(setup, keys.sizes.min_type / (keys.puzzle.digit * CANDIDATE));
        let size = keys.sizes.legible(keys.sizes.body * TYPE_SIZES[0]);
        let words = BELOW_GRID + LINES * size * setup.design.typefaces.leading;
        let (live, top) = (area.live_width(), head_height(&setup.design));
        let room = area.live_height() - top;
        let columns = Raster::fitting(live, least.side(), COLUMN_GAP).clamp(1, MAX_COLUMNS);
        let rows = Raster::fitting(room, least.side() + words, ROW_GAP).max(1);
        let pitch_across = (live + COLUMN_GAP) / columns as f64;
        let pitch_down = (room + ROW_GAP) / rows as f64;
        let width = pitch_across - COLUMN_GAP;
        let side = width.min(pitch_down - ROW_GAP - words);
        let labels = LABEL_ROOM * least.label;
        let cell = ((side - labels - least.grid.block) / 9.0).max(least.grid.cell);
        let mut diagram = diagram_with(setup, cell);
        diagram.label = least.label;
        Self {
            below: pitch_down - ROW_GAP - diagram.side(),
            diagram,
            raster: Raster { columns, rows, first: (0.0, top), pitch: (pitch_across, pitch_down) },
            width,
        }
    }
}

pub(super) fn heading(volume: &Volume, _: &PageSlot) -> Option<ContentsHeading> {
    plain_heading(volume.setup.language.words().title())
}

pub(super) fn pages(first: &PageSlot, planner: &PagePlanner, pages: &mut Vec<PageSlot>) {
    let size = FramePlaces::new(&planner.setup).raster.len();
    for (subject, planned) in planner.walkthroughs.iter().enumerate() {
        let count = planned.frames.div_ceil(size);
        pages.extend((0..count).map(|nth| PageSlot::new(first.part, nth).with_subject(subject)));
    }
}

pub(super) fn draw(volume: &Volume, slot: &PageSlot, page: &mut TextColumn) {
    let walkthrough = &volume.walkthroughs[slot.subject()];
    let language = &volume.setup.language;
    let (left, top) = page.pen();
    let number = volume.numbering.number(walkthrough.puzzle);
    let level = language.level_name(volume.level(walkthrough.puzzle));
    let aside = format!("{level}{BETWEEN}{}", language.puzzles(number, number));
    page.draw_head(language.words().title(), aside);
    let places = FramePlaces::new(&volume.setup);
    let frames = walkthrough.frames.iter().skip(slot.nth() * places.raster.len());
    for (corner, frame) in places.raster.across().zip(frames) {
        (page.left, page.y) = (left + corner.0, top + corner.1);
        page.width = places.width;
        draw_frame(volume, page, &places, walkthrough, frame);
    }
}

/// Draws a frame: the grid, and below it the numbers of the steps and what they do.
fn draw_frame(
    volume: &Volume,
    page: &mut TextColumn,
    places: &FramePlaces,
    walkthrough: &Walkthrough,
    frame: &WalkthroughFrame,
) {
    let (diagram, givens, corner) = (&places.diagram, &walkthrough.givens, page.pen());
    match &frame.content {
        FrameContent::Singles(steps) => {
            let Some(told) = steps.first() else { return };
            let (before, placed) = (told.before.grid(), placements(steps));
            diagram.draw_placements(&mut page.marks, corner, givens, before, &placed);
        }
        FrameContent::Step(told) => diagram.draw(&mut page.marks, corner, givens, told),
        FrameContent::Rest(solution) => {
            diagram.draw_placements(&mut page.marks, corner, givens, solution, &[]);
        }
    }
    page.y += diagram.side() + BELOW_GRID;
    let words = FrameWords::new(volume, frame);
    words.draw(&volume.setup, page, places);
}

/// The words of a frame.
struct FrameWords {
    /// The numbers of the steps, and the technique.
    caption: String,
    /// The effect of the steps, in texts that become shorter.
    texts: Vec<String>,
}

impl FrameWords {
    fn new(volume: &Volume, frame: &WalkthroughFrame) -> Self {
        let language = &volume.setup.language;
        let words = language.words();
        let (first, last) = (frame.first, frame.last());
        let caption = if first == last {
            text!(language, "walkthrough.one", first)
        } else {
            text!(language, "walkthrough.more", first, last)
        };
        match &frame.content {
            FrameContent::Singles(steps) => {
                let placed = placements(steps);
                let placements = words.all(placed.into_iter().map(|it| words.placement(it)));
                let text = text!(language, "walkthrough.singles", placements);
                Self { caption, texts: vec![text] }
            }
            FrameContent::Step(told) => Self {
                caption: format!("{caption}{BETWEEN}{}", words.step_name(told)),
                texts: at_three_lengths(words, &told.before, &told.step).to_vec(),
            },
            FrameContent::Rest(_) => Self { caption, texts: vec![words.nested().to_owned()] },
        }
    }

    /// Draws the caption, and the longest text that fits below it in the largest type.
    fn draw(&self, setup: &PageSetup, page: &mut TextColumn, places: &FramePlaces) {
        let sizes = &setup.design.keys.sizes;
        let faces = setup.words();
        let mut chosen = None;
        'found: for text in &self.texts {
            for share in TYPE_SIZES {
                let size = sizes.legible(sizes.body * share);
                let lead = size * setup.design.typefaces.leading;
                let caption = faces.strong.wrap_paragraph(&self.caption, size, places.width);
                let lines = faces.regular.wrap_paragraph(text, size, places.width);
                let height = (caption.len() + lines.len()) as f64 * lead + BELOW_GRID;
                chosen = Some((size, caption, lines));
                if height <= places.below {
                    break 'found;
                }
            }
        }
        let Some((size, caption, lines)) = chosen else { return };
        let lead = size * setup.design.typefaces.leading;
        page.y += ASCENT * size;
        page.draw_lines(caption, TextStyle::new(faces.strong, size), lead);
        page.draw_lines(lines, TextStyle::new(faces.regular, size), lead);
    }
}
