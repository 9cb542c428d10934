//! The back of a cover: an advertising sentence or a text of the user, the contents of the book, a
//! table of levels, a sample puzzle, and a white area for the barcode.
//!
//! ```text
//! ┌───────────────────────┐
//! │ opening ............. │
//! │ ✓ contents  ┌───────┐ │
//! │ ✓ contents  │sample │ │
//! │             └───────┘ │
//! │ level ★★☆   ┌───────┐ │
//! │ level ★★★   │barcode│ │
//! └─────────────┴───────┴─┘
//! ```
//! On a wide page the sample stands beside all text instead.

use super::{
    Area, Colour, Cover, CoverResult, DrawOp, PathPaint, Point, TextStyle, draw, text, too_large,
    unprintable,
};
use crate::book::model::setup::TypesetText;
use crate::book::parts::column::TextColumn;
use crate::book::parts::how_to_play;
use crate::book::text::listing::{ListedLevel, daily_promise, listed};
use crate::book::text::typesetting::Manuscript;

/// The heights of a row of the table, in units. The largest comes first.
const ROWS: [f64; 5] = [4.2, 3.7, 3.2, 2.8, 2.5];
/// The width of the right column as a fraction of the live area; it is at least as wide as the
/// barcode.
const RIGHT_COLUMN: f64 = 0.45;
/// The gaps between the columns, and between the parts of a column, in units.
const COLUMN_GAP: f64 = 1.7;
const PART_GAP: f64 = 1.5;
/// The type sizes of the opening sentence, in units. The first at which its lines fill this
/// fraction of the width is taken.
const OPENING_SIZES: [f64; 7] = [1.8, 1.7, 1.6, 1.5, 1.4, 1.35, 1.3];
const OPENING_FILL: f64 = 0.88;
/// The height below the card of the sample for the name of its level, in units.
const SAMPLE_LINE: f64 = 2.0;
/// The smallest size of the names of levels beside tiles, as a fraction of the usual one. Names in
/// narrow columns get the room of the tiles.
const MIN_NAME: f64 = 0.88;

/// The sentences that the back adds to the list of contents.
#[derive(Clone, Copy, PartialEq, Eq)]
struct BackCopy {
    /// True if the list mentions the page with the rules.
    rules: bool,
    /// True if the copy begins with an advertising paragraph.
    opening: bool,
}

/// The variants of the copy. The longest comes first.
const COPIES: [BackCopy; 3] = [
    BackCopy { rules: true, opening: true },
    BackCopy { rules: false, opening: true },
    BackCopy { rules: false, opening: false },
];

/// The arrangement of the back.
#[derive(Clone, Copy, PartialEq, Eq)]
enum BackLayout {
    /// The opening over the full width, then the list and the table on the left. The sample, if
    /// there is one, is on the right above the barcode.
    Columns { has_sample: bool },
    /// One column of text above the barcode, or on a wide page beside barcode and sample.
    Single { has_sample: bool },
}

impl BackLayout {
    /// Returns the arrangements to try, the best first.
    fn candidates(is_wide: bool) -> &'static [Self] {
        if is_wide {
            return &[Self::Single { has_sample: true }, Self::Single { has_sample: false }];
        }
        &[
            Self::Columns { has_sample: true },
            Self::Columns { has_sample: false },
            Self::Single { has_sample: false },
        ]
    }
}

/// The remedy in the error for a text that is too long.
const SHORTER_TEXT: &str = "fewer words, or a larger trim";

impl Cover<'_> {
    /// Returns the live area of the back: the back without its margins.
    fn back_live(&self) -> Area {
        let left = self.live.left - self.front.left + self.sheet.rules.bleed;
        Area { left, ..self.live }
    }

    /// Returns the area that the barcode occupies.
    pub(super) fn barcode_place(&self) -> Area {
        let rules = &self.sheet.rules;
        let (width, height) = (rules.barcode.width, rules.barcode.height);
        let left = rules.bleed + self.front.width - rules.barcode.edge - width;
        Area { left, top: self.front.bottom() - rules.barcode.edge - height, width, height }
    }

    /// Returns the largest side of the sample, or 0 if its digits would be too small.
    pub(super) fn sample_side(&self) -> f64 {
        let (live, unit) = (self.back_live(), self.unit);
        let side = if self.is_wide {
            (0.36 * self.front.width).min(self.back_logo_box().top - live.top - 3.6 * unit)
        } else {
            self.right_column().width
        };
        self.legible_side(0.93 * side)
    }

    /// Returns the side of a sample, or 0 if its digits would be too small.
    fn legible_side(&self, side: f64) -> f64 {
        let fits = side / 9.1 * self.sample.digit >= self.min_type;
        if fits { side } else { 0.0 }
    }

    /// Returns the column at the right of the back, above the logo, the QR code and the barcode. It
    /// ends at the right edge of the barcode if that is far enough from the fold.
    fn right_column(&self) -> Area {
        let (live, barcode) = (self.back_live(), self.barcode_place());
        let edge = self.sheet.rules.bleed + self.front.width - self.sheet.rules.safe;
        let right = barcode.right().min(edge);
        let width = (RIGHT_COLUMN * live.width).max(right - barcode.left);
        let height = self.back_logo_box().top - PART_GAP * self.unit - live.top;
        Area { left: right - width, top: live.top, width, height }
    }

    /// Returns the column at the left of the back, from here down to the band at the foot.
    fn left_column(&self, top: f64) -> Area {
        let live = self.back_live();
        let width = self.right_column().left.min(self.barcode_place().left) - live.left;
        let bottom = live.bottom().min(self.band_top - 1.2 * self.unit);
        Area { top, width: width - COLUMN_GAP * self.unit, height: bottom - top, ..live }
    }

    pub(super) fn draw_back(&mut self, text: Option<&Manuscript>) -> CoverResult<()> {
        if self.colours.ground != Colour::WHITE {
            self.marks.push(self.barcode_place().filled(Colour::WHITE));
        }
        let mut outcome = Ok(());
        // Try the longest copy first: with a sample and all sentences, then with fewer of both.
        let layouts = BackLayout::candidates(self.is_wide);
        let tries = layouts.iter().flat_map(|layout| COPIES.map(|said| (*layout, said)));
        let last = (layouts[layouts.len() - 1], COPIES[COPIES.len() - 1]);
        for (layout, said) in tries {
            let before = self.marks.len();
            let drawn = match layout {
                BackLayout::Columns { has_sample } => self.draw_columns(text, said, has_sample),
                BackLayout::Single { has_sample } => {
                    self.draw_single(text, said, has_sample, (layout, said) == last)
                }
            };
            match drawn {
                Ok(true) => return Ok(()),
                Ok(false) => {}
                Err(error) => outcome = Err(error),
            }
            self.marks.truncate(before);
        }
        outcome
    }

    /// Draws the back in two columns below the opening. Returns false if something has no room.
    fn draw_columns(
        &mut self,
        text: Option<&Manuscript>,
        said: BackCopy,
        has_sample: bool,
    ) -> CoverResult<bool> {
        let (live, unit) = (self.back_live(), self.unit);
        let setup = self.volume.setup.clone();
        let foot = self.left_column(live.top).bottom();
        let whole = Area { height: foot - live.top, ..live };
        let mut column = TextColumn::within(&setup, whole);
        if said.opening && text.is_none() {
            self.write_opening(&mut column)?;
        } else if let Some(text) = text {
            self.write_text(&mut column, text)?;
            column.y += PART_GAP * unit;
        }
        let mut marks = std::mem::take(&mut column.marks);
        let right = self.right_column();
        let right = right.with_top(column.y);
        if has_sample {
            // The name of the level is below the card.
            let most = self.sample_side().min(0.93 * (right.height - SAMPLE_LINE * unit));
            self.sample = self.sample.with_side(self.legible_side(most));
            if self.sample.cell <= 0.0 {
                return Ok(false);
            }
        }
        let area = self.left_column(column.y);
        let mut column = TextColumn::within(&setup, area);
        self.write_list(&mut column, said)?;
        marks.append(&mut column.marks);
        let room = column.room() - PART_GAP * unit;
        let Some(row) = self.row_height(room, 1) else { return Ok(false) };
        self.paint_copy(marks);
        self.draw_table(area, row)?;
        if has_sample {
            let pad = self.sample.pad();
            let card = self.sample.outer() + 2.0 * pad;
            let corner = (right.right() - card + pad, right.top + pad);
            self.draw_sample(corner, self.sample.outer() + pad + 1.5 * unit);
        }
        Ok(true)
    }

    /// Draws the back with one column of text. Returns false if something has no room. The last
    /// attempt may have lower rows in its table, or no table.
    fn draw_single(
        &mut self,
        text: Option<&Manuscript>,
        said: BackCopy,
        has_sample: bool,
        is_last: bool,
    ) -> CoverResult<bool> {
        if has_sample && self.sample.cell <= 0.0 {
            return Ok(false);
        }
        let setup = self.volume.setup.clone();
        let area = self.single_area(has_sample);
        let mut column = TextColumn::within(&setup, area);
        // A text of the user replaces our advertising sentence, and follows the list.
        if said.opening && text.is_none() {
            self.write_opening(&mut column)?;
        }
        self.write_list(&mut column, said)?;
        if let Some(text) = text {
            column.y += 0.6 * self.unit;
            self.write_text(&mut column, text)?;
        }
        let row = self.row_height(column.room() - PART_GAP * self.unit, usize::from(!is_last));
        // A shorter copy may leave room for the table.
        if row.is_none() && !is_last {
            return Ok(false);
        }
        self.paint_copy(column.marks);
        if let Some(row) = row {
            self.draw_table(area, row)?;
        }
        if has_sample {
            let (live, side, pad) = (self.back_live(), self.sample.outer(), self.sample.pad());
            let corner = (live.right() - side - pad, live.top + pad);
            self.draw_sample(corner, side + pad + 1.5 * self.unit);
        }
        Ok(true)
    }

    /// Returns the height of a row of the table in this room, in points, without the lowest
    /// `without` heights. `None` if the table has no room.
    fn row_height(&self, room: f64, without: usize) -> Option<f64> {
        let rows = ROWS[..ROWS.len() - without].iter().map(|row| row * self.unit);
        rows.into_iter().find(|row| self.levels.len() as f64 * row <= room)
    }

    /// Draws the lines of the copy, and its ticks in a soft colour.
    fn paint_copy(&mut self, marks: Vec<DrawOp>) {
        let (ticks, words): (Vec<_>, Vec<_>) =
            marks.into_iter().partition(|mark| matches!(mark, DrawOp::Path { .. }));
        self.paint(self.colours.text(), words);
        self.paint(self.colours.soft(), ticks);
    }

    /// Returns the area of a single column of text: above the barcode, or on a wide page beside it
    /// and the sample.
    fn single_area(&self, has_sample: bool) -> Area {
        let (live, barcode, unit) = (self.back_live(), self.barcode_place(), self.unit);
        if self.is_wide {
            let side = if has_sample { self.sample.outer() + 2.0 * self.sample.pad() } else { 0.0 };
            let aside = side.max(live.right() - barcode.left);
            let height = live.height.min(self.band_top - 1.2 * unit - live.top);
            return Area { width: live.width - aside - 2.5 * unit, height, ..live };
        }
        let bottom = self.back_logo_box().top.min(live.bottom());
        Area { height: bottom - 1.4 * unit - live.top, ..live }
    }

    /// Draws the advertising sentence in lines that fill the width.
    fn write_opening(&self, column: &mut TextColumn) -> CoverResult<()> {
        let (volume, faces) = (self.volume, self.volume.setup.words().strong);
        let count = volume.setup.language.group_digits(volume.puzzle_count());
        let opening = text!(volume.setup.language, "shop.opening", count);
        let filled = |style: &TextStyle| {
            let lines = style.faces.wrap_evenly(&opening, style.size, column.width);
            lines.iter().map(|line| style.width(line)).fold(0.0, f64::max) / column.width
        };
        let styles = OPENING_SIZES.map(|size| self.style(faces, size));
        let style = styles.iter().find(|style| filled(style) >= OPENING_FILL);
        let fullest = || styles.iter().max_by(|a, b| filled(a).total_cmp(&filled(b)));
        let style = *style.or_else(fullest).expect("there are sizes");
        let style = self.fit("text of the cover", style, &opening, f64::INFINITY)?;
        self.write_evenly(column, style, &opening);
        column.y += 0.9 * self.unit;
        Ok(())
    }

    /// Draws a text of the user.
    fn write_text(&self, column: &mut TextColumn, text: &Manuscript) -> CoverResult<()> {
        let words = self.volume.setup.words();
        text.check(&words).map_err(|missing| unprintable("text of the back", "", missing))?;
        let room = (column.width, column.room());
        let design = &self.volume.setup.design;
        let prose = TypesetText::new(design, room, self.front.height * 0.015, text, None);
        if prose.pages.len() > 1 {
            let words = text.first_words();
            return Err(too_large("text of the back", &words, "long", "the back", SHORTER_TEXT));
        }
        prose.draw(0, column);
        Ok(())
    }

    /// Draws the contents of the book with a tick before each, with a line about the rules if there
    /// is room for it.
    fn write_list(&self, column: &mut TextColumn, said: BackCopy) -> CoverResult<()> {
        let (volume, words) = (self.volume, self.volume.setup.words());
        let language = &volume.setup.language;
        let levels = volume.levels_line();
        let mut lines = language.cover(volume.puzzle_count(), &levels);
        let answers = lines.pop().filter(|_| volume.pagination.answer_page(0).is_some());
        // The front already shows the line of levels, and the table says more.
        lines.retain(|line| *line != levels);
        lines.extend(daily_promise(volume));
        if said.rules && how_to_play::is_promised(volume) {
            lines.push(language.text("shop.rules").to_owned());
        }
        lines.extend(answers);
        for line in &lines {
            let style = self.style(words.regular, 1.12);
            let line = line.trim_end_matches(['.', '。']);
            let style = self.fit("text of the cover", style, line, f64::INFINITY)?;
            column.marks.push(tick_shape((column.left, column.y), style.size));
            let indent = 1.55 * style.size;
            column.left += indent;
            column.width -= indent;
            self.write_evenly(column, style, line);
            column.left -= indent;
            column.width += indent;
            column.y += 0.4 * self.unit;
        }
        if column.room() < 0.0 {
            let lines = lines.join(" ");
            return Err(too_large("text of the cover", &lines, "long", "the back", SHORTER_TEXT));
        }
        Ok(())
    }

    /// Draws a text from here down in lines of nearly equal length.
    fn write_evenly(&self, column: &mut TextColumn, style: TextStyle, text: &str) {
        for line in style.faces.wrap_evenly(text, style.size, column.width) {
            // Characters such as 国 and Ś are higher than capitals.
            let above = style.faces.ink(&line).1.max(0.8);
            let at = (column.left, column.y + above * style.size);
            draw::left(&mut column.marks, at, style, &line);
            column.y += (above + 0.5) * style.size;
        }
    }

    /// Draws a row for each level at the foot of an area: a puzzle as tiles, the name of the level
    /// with its stars, and its puzzles. A narrow area has no tiles.
    fn draw_table(&mut self, area: Area, row: f64) -> CoverResult<()> {
        let (volume, words, unit) = (self.volume, self.volume.setup.words(), self.unit);
        let (language, colours) = (&volume.setup.language, self.colours);
        let stars = draw::stars_size(volume.star_count(), self.stars_height());
        let listed_levels: Vec<_> =
            self.levels.iter().map(|&level| (level, listed(volume, level))).collect();
        // All names have the size of the one that needs the smallest.
        let usual = self.style(words.strong, 1.2);
        let names = |room: f64| {
            listed_levels.iter().try_fold(usual, |style, (_, ListedLevel { name, .. })| {
                self.fit("name of a level", style, name, room - stars.0 - 0.8 * unit)
            })
        };
        let indents = [0.8 * row, 2.0 * unit].map(|side| (side, side + 0.9 * unit));
        let with_tiles = indents.into_iter().find_map(|(side, indent)| {
            let style = names(area.width - indent).ok()?;
            (style.size >= MIN_NAME * usual.size).then_some((side, indent, style))
        });
        let (side, indent, name_style) = match with_tiles {
            Some(found) => found,
            None => (0.0, 0.0, names(area.width)?),
        };
        let (left, room) = (area.left + indent, area.width - indent);
        let mut top = area.bottom() - listed_levels.len() as f64 * row;
        let (mut text, mut soft) = (Vec::new(), Vec::new());
        for (level, ListedLevel { name, puzzles, numbers, .. }) in listed_levels {
            let first = volume.puzzles_of_level(level).next().unwrap_or(0);
            let given_and_blank = if self.colours.ground == colours.paper {
                [colours.figure, lighten(colours.figure)]
            } else {
                [self.colours.soft(), colours.shade]
            };
            if side > 0.0 {
                let corner = (area.left, top + (row - side) / 2.0);
                self.draw_tiles(corner, side, first, given_and_blank);
            }
            let range = match numbers {
                Some((first, last)) => language.puzzles(first, last),
                None => language.group_digits(puzzles),
            };
            let small = self.style(words.regular, 0.95);
            let small = self.fit("name of a level", small, &range, room)?;
            for (line, style, below) in [(name, name_style, -0.15), (range, small, 1.05)] {
                let at = (left, top + row / 2.0 + below * self.to_points(1.0));
                draw::left(&mut text, at, style, &line);
            }
            let middle = top + row / 2.0 - 0.15 * self.to_points(1.0) - name_style.cap() / 2.0;
            let corner = (area.right() - stars.0, middle - stars.1 / 2.0);
            soft.push(DrawOp::Form { form: self.stars(level), corner });
            top += row;
        }
        self.paint(self.colours.text(), text);
        self.paint(self.colours.soft(), soft);
        Ok(())
    }

    /// Draws a puzzle on a white card, and its level at this distance below its corner.
    fn draw_sample(&mut self, (x, y): Point, end: f64) {
        let (side, pad) = (self.sample.outer(), self.sample.pad());
        self.draw_card((x, y), self.sample, Some(self.back_puzzle));
        // Draw the level and its stars if both fit the width of the card.
        let level = self.volume.level(self.back_puzzle);
        let stars = draw::stars_size(self.volume.star_count(), self.stars_height());
        let name = &self.volume.level_title(level);
        let (right, gap) = (x + side + pad - stars.0, 0.7 * self.unit);
        let style = self.style(self.volume.setup.words().regular, 1.05);
        let room = side + 2.0 * pad - stars.0 - gap;
        let mut soft = Vec::new();
        if let Ok(style) = self.fit("name of a level", style, name, room) {
            let corner = (right, y + end - style.cap() / 2.0 - stars.1 / 2.0);
            soft.push(DrawOp::Form { form: self.stars(level), corner });
            draw::right(&mut soft, (right - gap, y + end), style, name);
        }
        self.paint(self.colours.soft(), soft);
    }
}

/// Returns a tick for a line of this type size. Its box has this top left corner.
fn tick_shape((x, y): Point, size: f64) -> DrawOp {
    let shape = [(0.0, 0.52), (0.14, 0.38), (0.34, 0.58), (0.82, 0.06), (0.97, 0.2), (0.35, 0.86)];
    let points = shape.map(|point| (x + point.0 * size, y + point.1 * size));
    DrawOp::Path { points: points.to_vec(), paint: PathPaint::Fill }
}

/// Returns a colour three quarters of the way to white.
fn lighten(colour: Colour) -> Colour {
    let to = |part: f64, white: f64| part + 0.75 * (white - part);
    match colour {
        Colour::Grey(light) => Colour::Grey(to(light, 1.0)),
        Colour::Rgb(parts) => Colour::Rgb(parts.map(|part| to(part, 1.0))),
        Colour::Cmyk(inks) => Colour::Cmyk(inks.map(|ink| to(ink, 0.0))),
    }
}
