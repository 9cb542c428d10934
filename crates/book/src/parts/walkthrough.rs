//! Whole solutions: the first puzzle of each level, solved step by step in small grids. All pages
//! of a book have the same places for grids, and the solution of each puzzle fills its last page.

use super::column::head_height;
use super::techniques::diagram_with;
use super::{
    ASCENT, Area, ContentsHeading, LinkTarget, PagePlanner, PageSetup, PageSlot, Raster,
    TextColumn, TextStyle, Volume, plain_heading, text,
};
use crate::draw::{Diagram, LABEL_ROOM, Legend, WrittenGrid, shown_digit, shown_signs};
use crate::model::walkthrough::{
    FrameContent, Walkthrough, WalkthroughFrame, placements, ruling_house,
};
use crate::text::language::Language;
use explain::{PathStep, StepSign, at_three_lengths};
use page::{DrawOp, FontStack};
use words::is_east_asian;

/// The type sizes of the words below a grid to try, as fractions of the body size.
const TYPE_SIZES: [f64; 3] = [0.82, 0.74, 0.66];
/// The length of usual words below a grid, in type sizes, which a heading precedes.
const WORDS_LENGTH: f64 = 72.0;
/// The minimum width of words beside a grid, in type sizes.
const MIN_BESIDE: f64 = 9.0;
/// The space between two frames, and between a grid and its words, in points.
const COLUMN_GAP: f64 = 10.0;
const ROW_GAP: f64 = 12.0;
const BELOW_GRID: f64 = 6.0;
/// The number of signs that the steps of a page usually have, and the space above their legend in
/// points.
const USUAL_SIGNS: usize = 8;
const ABOVE_LEGEND: f64 = 6.0;
/// The size of a candidate of the smallest type, as a fraction of the size of a digit.
const CANDIDATE: f64 = 0.8;
/// The maximum number of frames side by side and below one another.
const MAX_COLUMNS: usize = 4;
const MAX_ROWS: usize = 4;
/// A space at which no line ends.
const NO_BREAK: &str = "\u{a0}";
/// The area that the grids of a page cover, as a fraction of the largest such area. Of the
/// arrangements that cover at least as much, the one with the most frames is taken.
const GOOD_COVER: f64 = 0.9;

/// The places of the frames of a page.
struct FramePlaces {
    diagram: Diagram,
    /// The frames, measured from the corner of the live area.
    raster: Raster,
    /// The place of the words, measured from the corner of a frame.
    words: Area,
}

/// The side of a grid at which its words stand.
#[derive(Clone, Copy, PartialEq)]
enum WordsSide {
    Below,
    Beside,
}

impl FramePlaces {
    /// Arranges frames with legible candidates that fill a page well.
    fn new(setup: &PageSetup) -> Self {
        let mut all = Vec::new();
        for columns in 1..=MAX_COLUMNS {
            let of_rows = |rows| Self::arranged(setup, columns, rows, WordsSide::Below);
            all.extend((1..=MAX_ROWS).filter_map(of_rows));
        }
        let largest = all.iter().map(Self::cover).fold(0.0, f64::max);
        all.retain(|places| places.cover() >= GOOD_COVER * largest);
        let Some(below) = all.into_iter().max_by_key(|places| places.raster.box_count()) else {
            // A later check refuses a page that is too small.
            return Self::with_cell(setup, 1, 1, WordsSide::Below, least_diagram(setup).grid.cell);
        };
        // Japanese phrases, which no line divides, are too wide for a column beside a grid.
        let is_wide = setup.language.words().title().contains(is_east_asian);
        if below.raster.box_count() > 1 || is_wide {
            return below;
        }
        let of_rows = |rows| Self::arranged(setup, 1, rows, WordsSide::Beside);
        let mut beside = (2..=MAX_ROWS).filter_map(of_rows);
        beside.find(|places| places.cover() >= GOOD_COVER * largest).unwrap_or(below)
    }

    /// Arranges this number of frames with the largest cells. `None` if these are too small.
    fn arranged(setup: &PageSetup, columns: usize, rows: usize, words: WordsSide) -> Option<Self> {
        let least = least_diagram(setup);
        let width = (setup.area.live_width() + COLUMN_GAP) / columns as f64 - COLUMN_GAP;
        let height = (page_room(setup) + ROW_GAP) / rows as f64 - ROW_GAP;
        let side = match words {
            WordsSide::Below => width.min(height - words_height(setup, width)),
            WordsSide::Beside => height.min(width - COLUMN_GAP - MIN_BESIDE * words_size(setup)),
        };
        if words == WordsSide::Beside && words_height(setup, width - COLUMN_GAP - side) > height {
            return None;
        }
        let cell = (side - LABEL_ROOM * least.label - least.grid.block) / 9.0;
        if cell < least.grid.cell {
            return None;
        }
        let cell = cell.min(setup.design.keys.puzzle.max_cell);
        Some(Self::with_cell(setup, columns, rows, words, cell))
    }

    fn with_cell(
        setup: &PageSetup,
        columns: usize,
        rows: usize,
        words: WordsSide,
        cell: f64,
    ) -> Self {
        let mut diagram = diagram_with(setup, cell);
        diagram.label = least_diagram(setup).label;
        let side = diagram.side();
        let live = setup.area.live_width();
        // The outer columns are flush with the rule of the head.
        let across = if columns == 1 { live } else { (live - side) / (columns - 1) as f64 };
        let down = (page_room(setup) + ROW_GAP) / rows as f64;
        let first = (0.0, head_height(&setup.design));
        let width = if columns == 1 { live } else { side };
        let frame = Area { left: 0.0, top: 0.0, width, height: down - ROW_GAP };
        let words = match words {
            WordsSide::Below => frame.with_top(side + BELOW_GRID),
            WordsSide::Beside => {
                let left = side + COLUMN_GAP;
                Area { left, width: live - left, ..frame.with_top(diagram.label_room()) }
            }
        };
        Self { diagram, raster: Raster { columns, rows, first, pitch: (across, down) }, words }
    }

    /// Returns the area that the grids of a page cover.
    fn cover(&self) -> f64 {
        self.raster.box_count() as f64 * self.diagram.side().powi(2)
    }
}

/// Returns the diagram with the smallest cells.
fn least_diagram(setup: &PageSetup) -> Diagram {
    let keys = &setup.design.keys;
    diagram_with(setup, keys.sizes.min_type / (keys.puzzle.digit * CANDIDATE))
}

/// Returns the height of a page below its head and above its legend.
fn page_room(setup: &PageSetup) -> f64 {
    setup.area.live_height() - head_height(&setup.design) - ABOVE_LEGEND - legend_room(setup)
}

/// Returns the height of a legend of as many signs as a page usually has, in the smallest type.
fn legend_room(setup: &PageSetup) -> f64 {
    let smallest = TYPE_SIZES[TYPE_SIZES.len() - 1];
    let usual = &StepSign::ALL[StepSign::ALL.len() - USUAL_SIGNS..];
    page_legend(setup, &least_diagram(setup), (usual, "1".to_owned()), smallest).height()
}

/// Returns the legend of a page, whose type has this share of the body size.
fn page_legend(
    setup: &PageSetup,
    diagram: &Diagram,
    signs: (&[StepSign], String),
    share: f64,
) -> Legend {
    let sizes = &setup.design.keys.sizes;
    let style = TextStyle::new(setup.words().regular, sizes.legible(sizes.body * share));
    Legend::new(diagram, signs, setup.language.words(), style, setup.area.live_width())
}

/// Draws the legend of the steps of a page at its foot, in the largest type that fits. The first
/// signs explain themselves and are left out rather.
fn draw_legend(page: &mut TextColumn, setup: &PageSetup, diagram: &Diagram, steps: &[&PathStep]) {
    let Some(first) = steps.first() else { return };
    let signs = shown_signs(diagram, steps);
    for from in 0..signs.len() {
        for share in TYPE_SIZES {
            let legend = page_legend(setup, diagram, (&signs[from..], shown_digit(first)), share);
            if legend.height() <= legend_room(setup) {
                page.form(legend.form(), page.pen());
                return;
            }
        }
    }
}

/// Returns the largest type size of words.
fn words_size(setup: &PageSetup) -> f64 {
    let sizes = &setup.design.keys.sizes;
    sizes.legible(sizes.body * TYPE_SIZES[0])
}

/// Returns the height of usual words in the largest type in a column of this width, with the space
/// above them.
fn words_height(setup: &PageSetup, width: f64) -> f64 {
    let size = words_size(setup);
    let lines = (WORDS_LENGTH * size / width).ceil() + 1.0;
    BELOW_GRID + lines * size * setup.design.typefaces.leading
}

pub(super) fn heading(volume: &Volume, _: &PageSlot) -> Option<ContentsHeading> {
    plain_heading(volume.setup.language.words().title())
}

/// Returns the number of frames of a page.
pub fn frames_on_page(setup: &PageSetup) -> usize {
    FramePlaces::new(setup).raster.box_count()
}

pub(super) fn pages(first: &PageSlot, planner: &PagePlanner, pages: &mut Vec<PageSlot>) {
    let size = frames_on_page(&planner.setup);
    for (subject, planned) in planner.walkthroughs.iter().enumerate() {
        let count = planned.counts.filling(size).div_ceil(size);
        pages.extend((0..count).map(|nth| PageSlot::new(first.part, nth).with_subject(subject)));
    }
}

pub(super) fn draw(volume: &Volume, slot: &PageSlot, page: &mut TextColumn) {
    let walkthrough = &volume.walkthroughs[slot.subject()];
    let language = &volume.setup.language;
    let (left, top) = page.pen();
    let puzzle = walkthrough.planned.puzzle;
    let number = volume.numbering.number(puzzle);
    let level = volume.level_title(volume.level(puzzle));
    let aside = format!("{level}{}{}", Language::BETWEEN, language.puzzles(number, number));
    page.draw_head(language.words().title(), aside);
    let places = FramePlaces::new(&volume.setup);
    let frames = walkthrough.frames.iter().skip(slot.nth() * places.raster.box_count());
    let mut steps = Vec::new();
    for (corner, frame) in places.raster.across().zip(frames) {
        (page.left, page.y) = (left + corner.0, top + corner.1);
        draw_grid(page, &places, walkthrough, frame);
        (page.left, page.y) = (page.left + places.words.left, page.y + places.words.top);
        page.width = places.words.width;
        FrameWords::new(volume, walkthrough, frame).draw(&volume.setup, page, &places);
        if let FrameContent::Step(told) = &frame.content {
            steps.push(&**told);
        }
    }
    let end = top + head_height(&volume.setup.design) + page_room(&volume.setup);
    (page.left, page.y) = (left, end + ABOVE_LEGEND);
    draw_legend(page, &volume.setup, &places.diagram, &steps);
}

/// Draws the grid of a frame.
fn draw_grid(
    page: &mut TextColumn,
    places: &FramePlaces,
    walkthrough: &Walkthrough,
    frame: &WalkthroughFrame,
) {
    let (diagram, givens, corner) = (&places.diagram, &walkthrough.givens, page.pen());
    let bare = WrittenGrid { givens, digits: givens, placed: &[], houses: &[] };
    let marks = &mut page.marks;
    match &frame.content {
        FrameContent::Puzzle => {
            diagram.draw_placements(marks, corner, bare);
            let target = LinkTarget::Puzzle(walkthrough.planned.puzzle);
            marks.push(DrawOp::link(diagram.area(corner), target));
        }
        FrameContent::Singles(steps) => {
            let Some(told) = steps.first() else { return };
            let houses: Vec<_> = steps.iter().filter_map(ruling_house).collect();
            let (placed, digits) = (placements(steps), told.before.grid());
            let written = WrittenGrid { givens, digits, placed: &placed, houses: &houses };
            diagram.draw_placements(marks, corner, written);
        }
        FrameContent::Step(told) => diagram.draw(marks, corner, givens, told),
        FrameContent::Solution { solution, .. } => {
            diagram.draw_placements(marks, corner, WrittenGrid { digits: solution, ..bare });
        }
    }
}

/// The words of a frame.
struct FrameWords {
    /// The numbers of the steps, and the technique.
    caption: String,
    /// The effect of the steps, in texts that become shorter.
    texts: Vec<String>,
}

impl FrameWords {
    fn new(volume: &Volume, walkthrough: &Walkthrough, frame: &WalkthroughFrame) -> Self {
        let words = volume.setup.language.words();
        let (caption, texts) = match &frame.content {
            FrameContent::Puzzle => {
                let (caption, text) = puzzle_words(volume, walkthrough.planned.puzzle);
                (caption, vec![text])
            }
            FrameContent::Singles(steps) => {
                let (caption, text) = singles_words(volume, frame, steps);
                (caption, vec![text])
            }
            FrameContent::Step(told) => {
                let texts = at_three_lengths(words, &told.before, &told.step);
                let caption = steps_caption(volume, frame, Some(words.step_name(told)));
                (caption, texts.to_vec())
            }
            FrameContent::Solution { steps, .. } => {
                let text = solution_text(volume, walkthrough, *steps);
                (words.solution().to_owned(), vec![text])
            }
        };
        Self { caption, texts }
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
                let caption = wrapped(faces.strong, &self.caption, size, places.words.width);
                let lines = wrapped(faces.regular, text, size, places.words.width);
                let height = (caption.len() + lines.len()) as f64 * lead;
                chosen = Some((size, caption, lines));
                if height <= places.words.height {
                    break 'found;
                }
            }
        }
        let Some((size, caption, lines)) = chosen else { return };
        let lead = size * setup.design.typefaces.leading;
        let regular = TextStyle::new(faces.regular, size);
        page.y += ASCENT * size;
        page.draw_lines(caption, TextStyle::new(faces.strong, size), lead);
        page.draw_lines(lines, regular, lead);
    }
}

/// Returns the lines of a paragraph. A narrow column divides words that other columns keep
/// together.
fn wrapped(faces: FontStack, text: &str, size: f64, width: f64) -> Vec<String> {
    let lines = faces.wrap_paragraph(text, size, width);
    let style = TextStyle::new(faces, size);
    if lines.iter().all(|line| style.width(line) <= width) {
        return lines;
    }
    faces.wrap_paragraph(&text.replace(NO_BREAK, " "), size, width)
}

/// Returns the numbers of the steps of a frame, and the name of their technique.
fn steps_caption(volume: &Volume, frame: &WalkthroughFrame, name: Option<&str>) -> String {
    let (first, last) = (frame.first, frame.last());
    let numbers = volume.setup.language.steps(first, last);
    match name {
        Some(name) => format!("{numbers}{}{name}", Language::BETWEEN),
        None => numbers,
    }
}

/// Returns the caption and the text below a puzzle: its page, what its level asks of the reader,
/// and what the numbers in boxes mean.
fn puzzle_words(volume: &Volume, puzzle: usize) -> (String, String) {
    let language = &volume.setup.language;
    let number = volume.numbering.number(puzzle);
    let mut caption = language.puzzles(number, number);
    if let Some(page) = volume.pagination.puzzle_page(puzzle).filter(|page| *page > 0)
        && volume.has_page_numbers()
    {
        caption =
            format!("{caption}{}{}", Language::BETWEEN, text!(language, "answers.puzzle", page));
    }
    let promise = volume.level_promise(volume.level(puzzle));
    let text = [&promise, language.text("walkthrough.order")].join(language.words().space());
    (caption, text)
}

/// Returns the caption and the text of steps that place a digit each: the digits in their order,
/// with the house in which they have one place, which digits in a row share.
fn singles_words(
    volume: &Volume,
    frame: &WalkthroughFrame,
    steps: &[PathStep],
) -> (String, String) {
    let language = &volume.setup.language;
    let words = language.words();
    let mut placed = Vec::new();
    for run in steps.chunk_by(|one, next| ruling_house(one) == ruling_house(next)) {
        let placements = run.iter().filter_map(|told| told.step.placement);
        let placement =
            words.all(placements.map(|placed| words.placement(placed).replace(' ', NO_BREAK)));
        placed.push(match run.first().and_then(ruling_house) {
            Some(house) => {
                text!(language, "walkthrough.at", placement, house = words.house(house))
            }
            None => placement,
        });
    }
    let is_alike = steps.iter().all(|told| told.kind() == steps[0].kind());
    let name = if is_alike { Some(words.step_name(&steps[0])) } else { None };
    let text = text!(language, "walkthrough.singles", placements = words.list(placed));
    (steps_caption(volume, frame, name), text)
}

/// Returns the text below a solution: the number of steps with the page of the answer, or why the
/// steps end before the solution.
fn solution_text(volume: &Volume, walkthrough: &Walkthrough, steps: Option<usize>) -> String {
    let language = &volume.setup.language;
    let Some(count) = steps else { return language.words().nested().to_owned() };
    let solved = text!(language, "walkthrough.solved", count);
    match volume.pagination.answer_page(walkthrough.planned.puzzle) {
        Some(page) if volume.has_page_numbers() => {
            let answer = text!(language, "puzzles.answer", page);
            [solved, answer].join(language.words().space())
        }
        _ => solved,
    }
}
