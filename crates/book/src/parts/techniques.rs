//! The pages that explain techniques: how to find a technique, a position with the signs of its
//! step, the effect of the step, and the puzzles that need the technique.

use super::arrangement::{DRAWN_LINES, grid_style};
use super::{
    ASCENT, PagePlanner, PageSetup, PageSlot, TextColumn, TextLines, TextStyle, Volume, text,
};
use crate::draw::{Diagram, LABEL_ROOM, Legend, shown_digit, shown_signs};
use crate::model::insight::Lesson;
use explain::{PathStep, at_three_lengths};
use page::FontStack;

/// The maximum size of a candidate of the smallest type, as a fraction of the size of a digit.
const MAX_CANDIDATE: f64 = 0.78;
/// The type size of the numbers of rows and columns, as a fraction of the side of a cell.
const LABEL_SIZE: f64 = 0.27;
/// The maximum size of cells, in multiples of the maximum for puzzles.
const MAX_ENLARGEMENT: f64 = 1.3;
/// The fraction of a low page that the grid takes.
const GRID_PART: f64 = 0.52;
/// The space between two texts, in type sizes.
const GAP: f64 = 0.7;
/// The space between the grid of a low page and the texts beside it, in body sizes.
const BESIDE_GRID: f64 = 1.6;

/// One way to set a page.
struct LessonVariant {
    /// The index among the lengths of the explanation.
    length: usize,
    /// The type size, as a fraction of the body size.
    type_size: f64,
    /// True if the page says how to find the technique.
    has_find: bool,
    /// True if the page speaks of the position and the puzzles.
    has_position: bool,
}

/// The ways to set a page, the best first. If there is little room, first shrink the type, then
/// drop words. The arrows already show long chains.
const VARIANTS: [LessonVariant; 8] = [
    LessonVariant { length: 0, type_size: 1.0, has_find: true, has_position: true },
    LessonVariant { length: 0, type_size: 0.9, has_find: true, has_position: true },
    LessonVariant { length: 0, type_size: 0.82, has_find: true, has_position: true },
    LessonVariant { length: 1, type_size: 0.9, has_find: true, has_position: true },
    LessonVariant { length: 1, type_size: 0.82, has_find: true, has_position: true },
    LessonVariant { length: 2, type_size: 0.82, has_find: true, has_position: true },
    LessonVariant { length: 2, type_size: 0.82, has_find: false, has_position: true },
    LessonVariant { length: 2, type_size: 0.82, has_find: false, has_position: false },
];

pub(super) fn pages(first: &PageSlot, planner: &PagePlanner, pages: &mut Vec<PageSlot>) {
    pages.extend((0..planner.techniques).map(|nth| PageSlot::new(first.part, nth)));
}

pub(super) fn draw(volume: &Volume, slot: &PageSlot, page: &mut TextColumn) {
    let lesson = &volume.lessons[slot.nth()];
    let Some(told) = &lesson.explained else { return };
    let language = &volume.setup.language;
    let part = language.text("techniques.heading").to_owned();
    page.draw_chapter_head(language.words().kind(lesson.kind), None, &[part]);
    let (top, marks) = (page.y, page.marks.len());
    for variant in &VARIANTS {
        (page.y, page.end) = (top, top);
        page.marks.truncate(marks);
        LessonPage::new(volume, lesson, told, variant).draw(page);
        if page.fits() {
            break;
        }
    }
}

/// The content of a page in one type size and width.
struct LessonPage<'a> {
    setup: &'a PageSetup,
    lesson: &'a Lesson,
    told: &'a PathStep,
    /// The text on how to find the technique.
    find: TextLines,
    /// The explanation of the step, and the words about the position and the puzzles.
    below: [TextLines; 2],
    /// The style of the legend.
    legend: TextStyle,
    leading: f64,
    gap: f64,
    /// The width of the texts.
    width: f64,
}

impl<'a> LessonPage<'a> {
    fn new(
        volume: &'a Volume,
        lesson: &'a Lesson,
        told: &'a PathStep,
        variant: &LessonVariant,
    ) -> Self {
        let setup = &*volume.setup;
        let (design, words) = (&setup.design, setup.language.words());
        let size = design.keys.sizes.legible(design.keys.sizes.body * variant.type_size);
        let width = if setup.area.is_low() {
            setup.area.live_width() * (1.0 - GRID_PART) - BESIDE_GRID * design.keys.sizes.body
        } else {
            setup.measure()
        };
        let [regular, italic] = [setup.words().regular, setup.words().italic];
        let find = if variant.has_find { words.how_to_find(lesson.kind) } else { "" };
        let explained = &at_three_lengths(words, &told.before, &told.step)[variant.length];
        let position =
            if variant.has_position { position_text(volume, lesson, told) } else { String::new() };
        let set = TextSetting { size, width, leading: design.typefaces.leading };
        Self {
            setup,
            lesson,
            told,
            find: set.lines(regular, find),
            below: [set.lines(regular, explained), set.lines(italic, &position)],
            legend: TextStyle::new(regular, size),
            leading: size * design.typefaces.leading,
            gap: GAP * size,
            width,
        }
    }

    /// Draws the page below its head. On a low page the texts are beside the grid.
    fn draw(&self, page: &mut TextColumn) {
        let (left, live) = (page.left, page.width);
        if self.setup.area.is_low() {
            let diagram = self.largest_diagram(page.room(), live * GRID_PART);
            let corner = page.pen();
            self.draw_diagram(page, &diagram, corner);
            page.left = left + live - self.width;
            self.draw_text(page, &self.find);
            self.draw_texts_below(page, &diagram);
        } else {
            // The words of a legend do not depend on the size of the grid.
            let legend = self.legend(&diagram_with(self.setup, min_cell(self.setup)));
            let below: f64 = self.below.iter().map(|text| self.height(text)).sum();
            let texts = self.height(&self.find) + legend.height() + 2.0 * self.gap + below;
            let diagram = self.largest_diagram(page.room() - texts, self.width);
            self.draw_text(page, &self.find);
            let beside = (self.width - diagram.side() - diagram.label_room()) / 2.0;
            let corner = (left + beside.max(0.0), page.y);
            self.draw_diagram(page, &diagram, corner);
            page.y += diagram.side() + self.gap;
            self.draw_texts_below(page, &diagram);
        }
        page.left = left;
    }

    /// Draws the legend, and the texts below it.
    fn draw_texts_below(&self, page: &mut TextColumn, diagram: &Diagram) {
        let legend = self.legend(diagram);
        page.form(legend.form(), page.pen());
        page.y += legend.height() + self.gap;
        for text in &self.below {
            self.draw_text(page, text);
        }
    }

    /// Draws the grid. A grid that is too small for its candidates ends below the page.
    fn draw_diagram(&self, page: &mut TextColumn, diagram: &Diagram, corner: (f64, f64)) {
        diagram.draw(&mut page.marks, corner, &self.lesson.givens, self.told);
        page.end = page.end.max(corner.1 + diagram.side());
    }

    fn legend(&self, diagram: &Diagram) -> Legend {
        let words = self.setup.language.words();
        let signs = shown_signs(diagram, &[self.told]);
        Legend::new(diagram, (&signs, shown_digit(self.told)), words, self.legend, self.width)
    }

    /// Returns the height of a text with the gap below it.
    fn height(&self, text: &TextLines) -> f64 {
        if text.has_text() { text.lines.len() as f64 * self.leading + self.gap } else { 0.0 }
    }

    /// Draws a text from here down, with a gap below it.
    fn draw_text(&self, page: &mut TextColumn, text: &TextLines) {
        if text.has_text() {
            let ascent = ASCENT * text.style.size;
            page.y += ascent;
            page.draw_lines(text.lines.clone(), text.style, self.leading);
            page.y += self.gap - ascent;
        }
    }

    /// Returns the largest grid with room for candidates and for the numbers of rows and columns.
    fn largest_diagram(&self, room: f64, across: f64) -> Diagram {
        let style = &self.setup.design.keys.puzzle;
        let min_type = self.setup.design.keys.sizes.min_type;
        let (side, block) = (room.min(across), style.block.min(DRAWN_LINES.1));
        // The numbers grow with the cells, from the smallest type on.
        let fit = (side - block) / (9.0 + LABEL_ROOM * LABEL_SIZE);
        let with_least_labels = (side - block - LABEL_ROOM * min_type) / 9.0;
        let most = (style.max_cell * MAX_ENLARGEMENT).max(min_type / LABEL_SIZE);
        let cell = fit.min(with_least_labels).min(most).max(min_cell(self.setup));
        diagram_with(self.setup, cell)
    }
}

/// The measures of the texts of a page.
struct TextSetting {
    size: f64,
    width: f64,
    leading: f64,
}

impl TextSetting {
    /// Breaks a text into lines.
    fn lines(&self, faces: FontStack, text: &str) -> TextLines {
        let mut lines = faces.wrap_paragraph(text, self.size, self.width);
        lines.retain(|line| !line.is_empty());
        TextLines::new(lines, TextStyle::new(faces, self.size), self.leading)
    }
}

/// Returns a diagram with cells of this side.
pub(super) fn diagram_with(setup: &PageSetup, cell: f64) -> Diagram {
    let min_type = setup.design.keys.sizes.min_type;
    Diagram {
        grid: grid_style(&setup.design, cell, DRAWN_LINES),
        figures: setup.figures(),
        label: (cell * LABEL_SIZE).max(min_type),
        min_type,
    }
}

/// Returns the side of the smallest cell with room for candidates, which are smaller than digits.
pub(super) fn min_cell(setup: &PageSetup) -> f64 {
    let keys = &setup.design.keys;
    let cell = keys.sizes.min_type / (keys.puzzle.digit * MAX_CANDIDATE);
    cell.max(diagram_with(setup, cell).min_cell())
}

/// Says how far the position is, and which puzzles need the technique.
fn position_text(volume: &Volume, lesson: &Lesson, told: &PathStep) -> String {
    let language = &volume.setup.language;
    let found = told.before.grid().filled_count() - lesson.givens.filled_count();
    let mut sentences = Vec::new();
    if found > 0 {
        sentences.push(text!(language, "techniques.position", count = found));
    }
    if lesson.is_extra {
        sentences.push(language.text("techniques.example").to_owned());
    }
    if let Some(first) = lesson.try_first {
        let count = language.group_digits(lesson.needed_by.len());
        let first = volume.numbering.number(first);
        sentences.push(text!(language, "techniques.needed", count, first));
    }
    sentences.join(language.words().space())
}
