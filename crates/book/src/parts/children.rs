//! The extras of books for children: a fox that speaks, and stars to colour.

use super::{
    Area, BookDesign, Colour, DrawOp, FormContent, GridStyle, LinkTarget, LiveArea, PageSetup,
    PageSlot, Point, Raster, TextAlign, TextColumn, TextLines, TextStyle, Volume, draw,
};
use crate::draw::{FigureMood, Fox, Paw};
use crate::model::setup::HeadLayout;
use crate::model::{SoughtDigit, easy_cell};
use crate::text::language::Language;
use page::{Face, PathEl, PathPaint, SymbolSet};

/// The height of the speech bubble, as a fraction of the height of the fox.
const BUBBLE_HEIGHT: f64 = 0.68;
/// The space between the fox and its bubble, and the padding inside the bubble, in points.
pub(super) const GAP: f64 = 16.0;
const PAD: f64 = 12.0;
/// The height of the fox above a puzzle as a fraction of the width of the live area, and its limits
/// in points.
const FOX_HEIGHT: f64 = 0.2;
const MIN_FOX: f64 = 64.0;
const MAX_FOX: f64 = 92.0;
/// The height of the bubble above the fox, and the limits of the height of the fox below it, as
/// fractions of the width of the head.
const BUBBLE_SHAPE: f64 = 0.42;
const MIN_FOX_SHAPE: f64 = 0.5;
const MAX_FOX_SHAPE: f64 = 0.9;
/// The top of the bubble beside the fox, as a fraction of the height of the fox.
const BUBBLE_TOP: f64 = 0.05;
/// The place of the tip of the bubble: beside the face as fractions of the fox, or above its head
/// by this distance in points.
const BESIDE_FACE: Point = (0.88, 0.0);
pub(super) const TIP_GAP: f64 = 2.0;
/// The space above and below the words in the bubble together, in paddings, their type size in body
/// sizes, and their line spacing.
const PAD_ABOVE: f64 = 0.5;
const WORDS_SIZE: f64 = 1.3;
const WORDS_LEADING: f64 = 1.3;
/// The height of the stars with the space above them, of the words above them, and the distances of
/// the words from the middle between their lines, in body sizes.
const TAIL_HEIGHT: f64 = 3.7;
const WORDS_ABOVE: f64 = 2.0;
const ABOVE_STARS: f64 = 0.9;
const ABOVE_MIDDLE: f64 = 0.15;
const BELOW_MIDDLE: f64 = 1.15;
/// The height of the signs to cross out with the space above them, and the side of their boxes, in
/// body sizes. The gap between boxes and the size of signs are fractions of the side.
const STRIP_HEIGHT: f64 = 2.9;
const BOX_SIDE: f64 = 1.8;
const BOX_GAP: f64 = 0.22;
const SIGN_SIZE: f64 = 0.66;
/// The room for the width of a line, and for half of it, in points.
const LINE: f64 = 2.0;
pub(super) const HALF_LINE: f64 = 1.0;
/// The height of a star to colour, as a fraction of its room.
const STAR_HEIGHT: f64 = 0.78;
/// The length of the line for the name of the owner, in type sizes.
const NAME_LINE: f64 = 14.0;
/// The maximum width of a fox beside the words of a wide page, as a fraction of their room, and the
/// space between both in points.
const FOX_BESIDE_WORDS: f64 = 0.34;
const BESIDE_WORDS_GAP: f64 = 24.0;
/// The grey of the cell in which a child can begin. A pencil is seen on it.
pub(super) const FIRST_CELL_GREY: f64 = 0.7;
/// The limits of the width of the paw, and its distance from the grid, in points.
const MIN_PAW: f64 = 24.0;
const MAX_PAW: f64 = 54.0;
const PAW_GAP: f64 = 3.0;
/// The distances of the eyes and of the mouth from the middle of a face, the radius of an eye, half
/// the width of the mouth, and the drop of its middle, in radii of the face.
const EYE: Point = (0.36, 0.24);
const EYE_RADIUS: f64 = 0.11;
const MOUTH_DROP: f64 = 0.38;
const HALF_MOUTH: f64 = 0.42;
/// The rise of the corners of the mouth for easy, middling and hard, in radii of the face.
const SMILES: [f64; 3] = [0.2, 0.0, -0.2];
/// The number of corners of the mouth, and the line width of a face in points.
const MOUTH_LINES: u8 = 9;
const FACE_LINE: f64 = 0.9;
/// The fox praises the child at each puzzle whose place in its level is a multiple of this.
const PRAISED: usize = 5;
/// The space between two faces, in sides of a box.
const FACE_GAP: f64 = 0.35;

/// Returns the height of the fox above a puzzle.
pub(super) fn fox_height(area: &LiveArea) -> f64 {
    (FOX_HEIGHT * area.live_width()).clamp(MIN_FOX, MAX_FOX)
}

/// Returns the areas of a fox at the left of a wide room, and of the words beside it.
pub(super) fn fox_beside_words(room: Area) -> [Area; 2] {
    let height = room.height.min(FOX_BESIDE_WORDS * room.width / Fox::WIDTH);
    let top = room.top + (room.height - height) / 2.0;
    let fox = Area { left: room.left, top, width: height * Fox::WIDTH, height };
    let left = fox.right() + BESIDE_WORDS_GAP;
    [fox, Area { left, width: room.right() - left, ..room }]
}

/// Returns true if the fox and its words are beside the puzzle.
fn is_beside(setup: &PageSetup) -> bool {
    setup.puzzle_pages.classic.head.beside > 0.0
}

/// Returns the areas of the fox and of its bubble, measured from the corner of the head.
fn fox_places(setup: &PageSetup) -> [Area; 2] {
    let outer = setup.puzzle_pages.classic.grids.grid.outer();
    if is_beside(setup) {
        let width = setup.puzzle_pages.classic.head.beside - HeadLayout::GUTTER;
        let bubble = Area { left: 0.0, top: 0.0, width, height: BUBBLE_SHAPE * width };
        let bubble = Area { height: bubble.height + LINE, ..bubble }.inside(HALF_LINE);
        let top = bubble.height + GAP;
        // The fox stands above the stars to colour and their words.
        let below = tail_height(&setup.design) + WORDS_ABOVE * setup.design.keys.sizes.body;
        let highest = (outer - below - top).min(MAX_FOX_SHAPE * width);
        let height = highest.max(MIN_FOX_SHAPE * width);
        return [Area { left: 0.0, top, width: height * Fox::WIDTH, height }, bubble];
    }
    let height = fox_height(&setup.area);
    let fox = Area { left: 0.0, top: 0.0, width: height * Fox::WIDTH, height };
    let left = fox.width + GAP;
    let (top, width) = (BUBBLE_TOP * height, outer - left - HALF_LINE);
    [fox, Area { left, top, width, height: BUBBLE_HEIGHT * height }]
}

/// Returns the form of the fox with its speech bubble.
fn fox_form(volume: &Volume, mood: FigureMood) -> FormContent {
    let [fox, bubble] = fox_places(&volume.setup);
    let tip = if is_beside(&volume.setup) {
        (fox.at(Fox::MOUTH).0, fox.top - TIP_GAP)
    } else {
        (fox.at(BESIDE_FACE).0, fox.at(Fox::MOUTH).1)
    };
    let mut marks = Fox::new(mood).draw(fox.corner(), fox.height);
    marks.push(draw::speech_bubble(bubble, tip));
    let width = fox.right().max(bubble.right()) + HALF_LINE;
    let height = fox.bottom().max(bubble.bottom()) + HALF_LINE;
    FormContent { width, height, marks }
}

/// Draws the fox and its words about a puzzle in the area of the head of a page. Beside a puzzle
/// the area is as high as the puzzle.
pub(super) fn speak(volume: &Volume, slot: &PageSlot, marks: &mut Vec<DrawOp>, area: Area) {
    let (mood, words) = phrase(volume, slot);
    let [_, bubble] = fox_places(&volume.setup);
    marks.push(DrawOp::Form { form: fox_form(volume, mood).into(), corner: area.corner() });
    let (left, top) = (area.left + bubble.left, area.top + bubble.top);
    draw_words(&volume.setup, marks, Area { left, top, ..bubble }, &words);
    if is_beside(&volume.setup) {
        let top = area.bottom() - tail_height(&volume.setup.design);
        draw_tail(volume, marks, area.with_top(top));
    }
}

/// Draws words in a bubble, smaller if they would not fit.
pub(super) fn draw_words(setup: &PageSetup, marks: &mut Vec<DrawOp>, bubble: Area, words: &str) {
    let shrink = (setup.design.keys.sizes.min_type, 0.95);
    let room = bubble.height - PAD_ABOVE * PAD;
    let strong = setup.strong(WORDS_SIZE);
    let style = TextStyle::new(strong.faces.with_second(Face::SHAPES), strong.size);
    let (lines, style, _) =
        style.shrunk_lines(words, bubble.inside(PAD).width, shrink, |lines, type_size| {
            lines as f64 * WORDS_LEADING * type_size <= room
        });
    let text = TextLines::new(lines, style, WORDS_LEADING);
    let above = (bubble.height - text.cap_height()) / 2.0 + style.cap();
    text.draw(marks, (bubble.left + PAD, bubble.top + above), TextAlign::Left);
}

/// Returns the words of the fox about a puzzle: the digit to look for in a tricky one, a cell to
/// begin in, or a cheer.
fn phrase(volume: &Volume, slot: &PageSlot) -> (FigureMood, String) {
    let language = &volume.setup.language;
    if let Some(hint) = hint_when_stuck(volume, slot.puzzles().start) {
        return (FigureMood::Looking, hint);
    }
    let nth = place_in_level(volume, slot);
    if is_praised(nth) {
        return (FigureMood::Proud, pick(language, "children.well_done", nth / PRAISED));
    }
    if first_cell(volume, slot).is_some() {
        return (FigureMood::Looking, language.text("children.hint").to_owned());
    }
    (FigureMood::Cheering, pick(language, "children.cheers", nth / 2))
}

/// Returns the words of the fox about the digit to look for in a tricky puzzle.
fn hint_when_stuck(volume: &Volume, puzzle: usize) -> Option<String> {
    if !volume.is_tricky(puzzle) {
        return None;
    }
    let sought = SoughtDigit::most_helpful(&volume.puzzle(puzzle).givens(), puzzle)?;
    let sign = SymbolSet::sign_in(volume.symbols(puzzle), sought.digit);
    Some(volume.setup.language.child_hint(sought.kind, sought.house, sign))
}

/// Returns the place of a puzzle in its level, counted from 0.
fn place_in_level(volume: &Volume, slot: &PageSlot) -> usize {
    slot.puzzles().start - volume.chapters[slot.subject()].puzzles.start
}

/// Returns true if the fox praises the child at a puzzle with this place in its level.
fn is_praised(nth: usize) -> bool {
    nth > 0 && nth.is_multiple_of(PRAISED)
}

/// Returns the cell of a puzzle to which the fox points. It does so at every second puzzle that is
/// not tricky.
fn first_cell(volume: &Volume, slot: &PageSlot) -> Option<usize> {
    if hint_when_stuck(volume, slot.puzzles().start).is_some() {
        return None;
    }
    let nth = place_in_level(volume, slot);
    if nth % 2 == 1 || is_praised(nth) {
        return None;
    }
    easy_cell(&volume.puzzle(slot.puzzles().start).givens())
}

/// Draws the cell in which a child can begin darker than the others, and a paw beside the grid that
/// points at it. Lines that are drawn already stay visible.
pub(super) fn draw_first_cell(
    volume: &Volume,
    slot: &PageSlot,
    page: &mut TextColumn,
    grid: GridStyle,
    corner: Point,
) {
    let Some(cell) = first_cell(volume, slot) else { return };
    let inside = grid.cell_area(corner, cell).inside(grid.block / 2.0);
    page.marks.push(inside.filled(Colour::Grey(FIRST_CELL_GREY)));
    let middle = inside.at((0.5, 0.5)).1;
    let right = corner.0 + grid.outer();
    let side = grid.shape.side();
    // The paw is at the nearer edge, in the free room between the grid and the margin.
    let is_left = cell % side < side / 2;
    let (tip, room) = if is_left {
        (corner.0 - PAW_GAP, corner.0 - PAW_GAP - page.left)
    } else {
        (right + PAW_GAP, page.right() - right - PAW_GAP)
    };
    if room >= MIN_PAW && !is_beside(&volume.setup) {
        page.marks.extend(Paw::draw((tip, middle), room.min(MAX_PAW), !is_left));
    }
}

/// Returns a text of a list, which begins again after its end.
fn pick(language: &Language, key: &str, nth: usize) -> String {
    let list = language.list(key);
    list[nth % list.len()].to_owned()
}

/// Returns the height of the stars to colour below a puzzle, with the space above them.
pub(super) fn tail_height(design: &BookDesign) -> f64 {
    TAIL_HEIGHT * design.keys.sizes.body
}

/// Returns the height of the signs to cross out below a puzzle, with the space above them.
pub(super) fn strip_height(design: &BookDesign) -> f64 {
    STRIP_HEIGHT * design.keys.sizes.body
}

/// Returns the form below a puzzle: the signs to cross out, and below them the stars to colour with
/// the words beside them.
pub(super) fn tail_form(volume: &Volume, puzzle: usize) -> FormContent {
    let width = volume.frame_side(puzzle);
    let strip = strip_height(&volume.setup.design);
    let height = strip + tail_height(&volume.setup.design);
    let area = Area { left: 0.0, top: 0.0, width, height };
    let mut marks = Vec::new();
    draw_strip(volume, puzzle, &mut marks, Area { height: strip, ..area });
    draw_tail(volume, &mut marks, area.with_top(strip));
    FormContent { width, height, marks }
}

/// Draws the signs of a puzzle in boxes, which a child crosses out when all of a sign are in, and
/// at the right three faces, one of which the child circles.
fn draw_strip(volume: &Volume, puzzle: usize, marks: &mut Vec<DrawOp>, area: Area) {
    let setup = &volume.setup;
    let signs = volume.shape(puzzle).side();
    let faces = SMILES.len() as f64 * (1.0 + FACE_GAP);
    let widest = area.width / (signs as f64 * (1.0 + BOX_GAP) + faces);
    let side = widest.min(BOX_SIDE * setup.design.keys.sizes.body);
    let corner = (area.left + HALF_LINE, area.bottom() - side - HALF_LINE);
    let pitch = (side + BOX_GAP * side, 0.0);
    let boxes = Raster { columns: signs, rows: 1, first: corner, pitch };
    let face = setup.figures().strong.first();
    let set = volume.symbols(puzzle);
    let (face, size) = (set.map_or(face, |set| set.face(face)), SIGN_SIZE * side);
    let signs = match set {
        Some(set) => set.listed(volume.shape(puzzle)),
        None => ('1'..='9').collect(),
    };
    for ((x, y), sign) in boxes.across().zip(signs) {
        marks.push(DrawOp::tick_box((x, y), side));
        let left = x + (side - face.advance(sign) * size) / 2.0;
        let baseline = y + (side + face.cap_height() * size) / 2.0;
        let text = sign.to_string().into();
        marks.push(DrawOp::Text { at: (left, baseline), face, size, text });
    }
    let mut right = area.right() - HALF_LINE;
    for smile in SMILES.into_iter().rev() {
        draw_face(marks, Area::square((right - side / 2.0, corner.1 + side / 2.0), side), smile);
        right -= (1.0 + FACE_GAP) * side;
    }
}

/// Draws a face in a square. The corners of its mouth are `smile` radii above the middle.
fn draw_face(marks: &mut Vec<DrawOp>, area: Area, smile: f64) {
    let radius = area.width / 2.0;
    let centre = area.at((0.5, 0.5));
    let at = |x: f64, y: f64| (centre.0 + x * radius, centre.1 + y * radius);
    let outline = PathEl::flatten(&PathEl::circle(centre, radius));
    marks.push(DrawOp::Path { points: outline, paint: PathPaint::Outline(FACE_LINE) });
    for x in [-EYE.0, EYE.0] {
        let steps = PathEl::circle(at(x, -EYE.1), EYE_RADIUS * radius);
        marks.push(DrawOp::Shape { steps, even_odd: false });
    }
    let (corner, middle) = (MOUTH_DROP - smile, MOUTH_DROP + smile);
    let shares = (0..MOUTH_LINES).map(|i| f64::from(i) / f64::from(MOUTH_LINES - 1));
    let points: Vec<Point> = shares
        .map(|share| {
            let x = 2.0 * share - 1.0;
            at(x * HALF_MOUTH, middle + (corner - middle) * x * x)
        })
        .collect();
    for ends in points.windows(2) {
        marks.push(DrawOp::Line { from: ends[0], to: ends[1], width: FACE_LINE });
    }
}

/// Draws stars to colour with the words beside them, or above them in a narrow column.
fn draw_tail(volume: &Volume, marks: &mut Vec<DrawOp>, area: Area) {
    let words = volume.setup.language.text("children.colour");
    let (star, end) = (STAR_HEIGHT * area.height, area.bottom() - LINE);
    let corner = (area.right() - LINE, end - star);
    let stars = draw::stars_to_colour(marks, corner, star);
    let style = volume.setup.strong(1.0);
    let beside = is_beside(&volume.setup);
    let room = area.width - if beside { 0.0 } else { stars + style.size / 2.0 };
    let style = style.within(room, words);
    let baseline = area.top + words_offset(&volume.setup) - ABOVE_MIDDLE * style.size;
    style.draw_left(marks, (area.left, baseline), words);
}

/// Returns the distance from the top of the stars, with their space, to the middle between the two
/// lines of words.
fn words_offset(setup: &PageSetup) -> f64 {
    if is_beside(setup) {
        -ABOVE_STARS * setup.design.keys.sizes.body
    } else {
        (1.0 - STAR_HEIGHT / 2.0) * tail_height(&setup.design)
    }
}

/// Draws the words about the answer of a puzzle below the words beside the stars.
pub(super) fn draw_answer(
    volume: &Volume,
    marks: &mut Vec<DrawOp>,
    corner: Point,
    (puzzle, words): (usize, &str),
) {
    let style = volume.setup.regular(1.0);
    let strip = if is_beside(&volume.setup) { 0.0 } else { strip_height(&volume.setup.design) };
    let below = strip + words_offset(&volume.setup) + BELOW_MIDDLE * style.size;
    let at = (corner.0, corner.1 + below);
    style.draw_left(marks, at, words);
    let (width, height) = (style.width(words), style.cap());
    let area = Area { left: at.0, top: at.1 - height, width, height };
    marks.push(DrawOp::link(area, LinkTarget::Answer(puzzle)));
}

/// Draws a centred line for the name of the child who owns the book, at the top of an area.
pub(super) fn draw_name_line(volume: &Volume, marks: &mut Vec<DrawOp>, area: Area) {
    let style = volume.setup.regular(1.0);
    let words = volume.setup.language.text("children.belongs");
    let width = style.width(words) + NAME_LINE * style.size;
    let line = area.centred(width.min(area.width).min(volume.setup.area.centred_width()));
    style.draw_with_blank(marks, line.corner(), line.right(), words);
}
