//! The pages with puzzles: captions, grids, digits, and the lines below them.

use super::caption::{
    self, caption_height, label_room, label_start, label_style, number_style, stars,
};
use super::class::{class_height, draw_class_lines};
use super::column::head_height;
use super::log::{draw_aside, draw_letters, draw_log, letters_height, log_form};
use super::writing::RULED;
use super::{
    Area, DrawOp, GridLayout, LinkTarget, PageFoot, PagePlanner, PageSlot, PartName, Point,
    TextColumn, Volume, below, chapter_foot, children, codes, even_ranges, foot_style, head, last,
    opener, slots_of_range, text, tidy_ranges,
};
use crate::model::design::{GivensWeight, PageHead, PuzzleLabel};
use crate::model::{MinuteRange, Openers};
use crate::text::language::Language;
use std::ops::Range;

/// The free space between the foot and the folio, in type sizes.
const BESIDE_FOLIO: f64 = 2.0;

/// Assigns the pages of all chapters, each after its opener. The pages of a level after an opener,
/// those of small grids, and those of a class share the puzzles evenly.
pub(super) fn pages(first: &PageSlot, planner: &PagePlanner, pages: &mut Vec<PageSlot>) {
    let arrangements = &planner.setup.puzzle_pages;
    for (chapter, mut range) in planner.ranges().enumerate() {
        let arrangement = arrangements.of_chapter(planner.chapters[chapter].shape);
        let grids = &arrangement.grids;
        let is_like_last = chapter > 0
            && arrangement == arrangements.of_chapter(planner.chapters[chapter - 1].shape);
        if planner.chapters[chapter].opener == Openers::Line && is_like_last {
            run_on(pages, grids, chapter, &mut range);
        }
        let has_page = planner.chapters[chapter].opener == Openers::Page;
        // A page without a lesson opens the test of a course.
        if !planner.setup.options.course.is_empty() && !has_page {
            pages.push(PageSlot::new(PartName::Lesson, chapter).with_subject(chapter));
        } else if has_page {
            if planner.has_certificates() {
                planner.binding.pad_to_recto(pages);
            }
            pages.push(PageSlot::new(PartName::Opener, 0).with_subject(chapter));
        }
        let slot = PageSlot::new(first.part, 0).with_subject(chapter);
        let slots: Vec<PageSlot> = if arrangements.small.contains(arrangement) {
            let shares = tidy_ranges(range.len(), grids.len(), grids.column_count());
            let shares = shares.into_iter().map(|share| offset(&range, share));
            shares.map(|puzzles| slot.with_puzzles(puzzles)).collect()
        } else if has_page || planner.setup.design.keys.puzzle.class {
            let shares = even_ranges(range.len(), grids.len(), 1);
            shares.map(|share| slot.with_puzzles(offset(&range, share))).collect()
        } else {
            slots_of_range(first.part, chapter, range, grids.len()).collect()
        };
        pages.extend(slots);
    }
}

/// Returns a share of a range, whose entries are counted from the start of the range.
fn offset(range: &Range<usize>, share: Range<usize>) -> Range<usize> {
    range.start + share.start..range.start + share.end
}

/// Lets a chapter begin on the last page of the chapter before it, if rows are free there and no
/// line opens a chapter there yet. Removes the puzzles on that page from the range.
fn run_on(pages: &mut [PageSlot], grids: &GridLayout, chapter: usize, range: &mut Range<usize>) {
    let [.., before, last] = pages else { return };
    let is_later_page = [before.part, last.part] == [PartName::Puzzles; 2]
        && [before.subject(), last.subject()] == [last.subject(); 2]
        && last.subject() + 1 == chapter;
    let taken = last.puzzles().len().next_multiple_of(grids.column_count());
    if !is_later_page || taken >= grids.len() {
        return;
    }
    let end = range.end.min(range.start + grids.len() - taken);
    *last = last.with_puzzles(last.puzzles().start..end);
    range.start = end;
}

pub(super) fn draw(volume: &Volume, slot: &PageSlot, page: &mut TextColumn) {
    let style = &volume.setup.design.keys.puzzle;
    let grids = volume.puzzle_grids(slot);
    let outer = grids.grid.outer();
    let arrangement = volume.arrangement(slot);
    let aside = volume.aside(arrangement, page.side);
    let places = volume.puzzle_places(slot, page.side, page.pen());
    if let Some(((_, y), _)) = places.first() {
        draw_head(volume, slot, page, y + outer);
    }
    let forms = volume.setup.puzzle_forms(grids.grid);
    for &(corner, puzzle) in &places {
        page.form(forms.of_shape(volume.shape(puzzle)), corner);
        draw_caption(volume, page, corner, puzzle);
    }
    let face = match volume.setup.design.keys.faces.givens {
        GivensWeight::Regular => volume.setup.figures().regular.first(),
        GivensWeight::Strong => volume.setup.figures().strong.first(),
    };
    for &(corner, puzzle) in &places {
        let givens = volume.puzzle(puzzle).givens();
        let grid = grids.grid.in_shape(givens.shape());
        let signs = volume.symbols(puzzle);
        if arrangement.head.head == PageHead::Figure {
            children::draw_first_cell(volume, slot, page, grid, corner);
        }
        grid.draw_signs(&mut page.marks, corner, face, signs, givens.filled());
    }
    for &(corner, puzzle) in places.iter().filter(|_| style.dots) {
        let givens = volume.puzzle(puzzle).givens();
        let grid = grids.grid.in_shape(givens.shape());
        grid.draw_dots(&mut page.marks, corner, givens.empty_cells());
    }
    let letters = letters_height(&volume.setup.design, &arrangement.head);
    for &((x, y), puzzle) in places.iter().filter(|_| letters > 0.0) {
        draw_letters(volume, &mut page.marks, (x, y + outer), puzzle);
    }
    let below = outer + letters;
    if let Some(aside) = aside {
        for &((left, y), puzzle) in &places {
            draw_aside(volume, page, aside, (left + aside.left, y + outer), puzzle);
        }
    } else if style.log {
        let form = log_form(volume, slot.puzzles().start);
        for &((x, y), puzzle) in &places {
            if let Some(form) = &form {
                page.form(form.clone(), (x, y + below));
            }
            draw_log(volume, page, (x, y + below), puzzle);
        }
    }
    codes::draw(volume, slot.part, page, &places);
    let notes = if arrangement.head.beside > 0.0 { 0 } else { arrangement.notes };
    let first_note = arrangement.log_height(&volume.setup.design) - notes as f64 * RULED;
    for &((x, y), _) in &places {
        for line in 1..=notes {
            let y = y + outer + first_note + line as f64 * RULED;
            page.marks.push(DrawOp::rule((x, y), outer));
        }
    }
    if style.class {
        draw_class_lines(volume, slot, page);
    }
    below::draw(volume, slot, page);
    last::draw(volume, slot, page);
}

/// Draws the heading of a level below the lines for a class, and below it the head of a page.
fn draw_head(volume: &Volume, slot: &PageSlot, page: &mut TextColumn, below: f64) {
    let top = page.y;
    page.y += class_height(&volume.setup.design, &volume.setup.area);
    let first_row = page.y;
    if let (Some(chapter), Some(places)) =
        (volume.chapter_of_line(slot), volume.places_before_line(slot))
    {
        let grids = volume.puzzle_grids(slot);
        if places > 0 {
            let row = top + grids.corners[places].1 - grids.caption;
            page.y = row - head_height(&volume.setup.design);
        }
        opener::draw_line(volume, &slot.with_subject(chapter), page);
        if places > 0 {
            page.y = first_row;
        }
    }
    if volume.arrangement(slot).head.beside > 0.0 {
        let grids = volume.puzzle_grids(slot);
        page.y = top + grids.corners[0].1 - grids.caption;
    }
    head::draw(volume, slot, page, below);
    page.y = top;
}

/// Draws number, label and stars above a grid with this corner.
fn draw_caption(volume: &Volume, page: &mut TextColumn, corner: Point, puzzle: usize) {
    let style = &volume.setup.design.keys.puzzle;
    let (x, y) = corner;
    let number = number_style(volume);
    let outer = volume.frame_side(puzzle);
    let height = caption_height(&volume.setup.design);
    let top = y - style.caption_gap - height;
    let caption = Area { left: x, top, width: outer, height };
    page.marks.push(DrawOp::link(caption, LinkTarget::Answer(puzzle)));
    page.marks.push(DrawOp::Anchor { target: LinkTarget::Puzzle(puzzle), top });
    // Number and stars are vertically centred on each other.
    let middle = y - style.caption_gap - height / 2.0;
    let stars = stars(volume, puzzle);
    let corner = (x + outer - stars.width, middle - stars.height / 2.0);
    // A class has no use for the level: all its puzzles are of the teacher's choice.
    if !style.class {
        page.form(stars, corner);
    }
    let at = (x, middle + number.cap() / 2.0);
    let text = volume.numbering.number(puzzle).to_string();
    let beside = (x + label_start(volume, puzzle), at.1);
    if let Some(title) = volume.puzzle_title(puzzle) {
        let reference = match volume.setup.design.keys.puzzle.label {
            PuzzleLabel::None => walkthrough_reference(volume, puzzle),
            _ => None,
        };
        let marks = &mut page.marks;
        caption::draw_beside_number(volume, marks, beside, puzzle, &title, reference);
    } else if let Some(label) = label(volume, puzzle) {
        // A long date above a small grid has smaller type, so that it ends before the stars.
        let style = label_style(&volume.setup.design);
        let style = style.within(label_room(volume, puzzle), &label);
        page.draw_line(style, beside, &label);
    }
    page.draw_line(number, at, &text);
}

/// Returns the label beside the number of a puzzle.
fn label(volume: &Volume, puzzle: usize) -> Option<String> {
    let (rating, language) = (volume.rating(puzzle), &volume.setup.language);
    match volume.setup.design.keys.puzzle.label {
        PuzzleLabel::None => walkthrough_reference(volume, puzzle),
        PuzzleLabel::Level => Some(language.level_name(volume.level(puzzle)).to_owned()),
        // A large day above the puzzle already shows the date.
        PuzzleLabel::Date if volume.setup.puzzle_pages.classic.head.head == PageHead::Day => {
            Some(language.level_name(volume.level(puzzle)).to_owned())
        }
        PuzzleLabel::Date => Some(volume.dates.day(puzzle)),
        PuzzleLabel::Rating => rating.map(|rating| {
            text!(language, "bands.rating", rating = language.words().rating(rating.er))
        }),
        PuzzleLabel::Technique => {
            volume.technique(puzzle).map(|kind| language.words().kind(kind).to_owned())
        }
        PuzzleLabel::Time => {
            rating.map(|rating| language.time(Some(MinuteRange::around(rating.seconds))))
        }
    }
}

/// Returns the words beside a puzzle that a walkthrough solves: the page where it begins.
fn walkthrough_reference(volume: &Volume, puzzle: usize) -> Option<String> {
    let shown = volume.walkthroughs.iter().position(|shown| shown.planned.puzzle == puzzle)?;
    let first = volume
        .pagination
        .pages
        .iter()
        .position(|slot| slot.part == PartName::Walkthrough && slot.subject() == shown)?;
    let page = volume.pagination.folio(first);
    if !volume.has_page_numbers() {
        return None;
    }
    Some(text!(volume.setup.language, "walkthrough.page", page))
}

/// Returns the foot of a page: the name of the chapter, its numbers if every page has room for
/// them, and the pages of the answers. If each puzzle names the page of its answer, the foot is the
/// same on all pages.
pub(super) fn page_foot(volume: &Volume, slot: &PageSlot) -> PageFoot {
    if volume.chapters_on(slot).len() > 1 {
        let names = volume.chapters_on(slot).filter_map(|chapter| volume.chapter_name(chapter));
        let names = names.collect::<Vec<_>>().join(Language::BETWEEN);
        return PageFoot::Text(names + &answers_text(volume, slot).unwrap_or_default());
    }
    let weeks = volume.dates.iso_weeks(slot.puzzles());
    if !weeks.is_empty() {
        let whole = chapter_foot(volume, slot.subject());
        return PageFoot::Text([vec![whole], weeks].concat().join(Language::BETWEEN));
    }
    let Some(answers) = answers_text(volume, slot) else {
        return PageFoot::OfChapter(slot.subject());
    };
    let whole = chapter_foot(volume, slot.subject());
    let (style, last) = (foot_style(volume), volume.page_count());
    let widest = format!("{whole}{}{last}", volume.setup.language.answers_on(last - 1, last));
    let width = style.width(&widest) + BESIDE_FOLIO * style.size;
    let name = match volume.chapter_name(slot.subject()) {
        Some(name) if width > volume.setup.area.live_width() => name,
        _ => whole,
    };
    PageFoot::Text(name + &answers)
}

/// Returns the words for the pages with the answers of a page; `None` if there are none, or if each
/// puzzle names the page of its answer.
fn answers_text(volume: &Volume, slot: &PageSlot) -> Option<String> {
    let first = volume.pagination.answer_page(slot.puzzles().start)?;
    let last = volume.pagination.answer_page(slot.puzzles().end - 1)?;
    if volume.arrangement(slot).names_answers(&volume.setup.design) {
        return None;
    }
    Some(volume.setup.language.answers_on(first, last))
}
