//! The spine of a cover. A tile at its head shows the number of the volume, or a block of nine
//! cells if there is no number. Below it follow the word, the title and the author, rotated so that
//! they read downwards. East Asian text is upright instead, with one character below the other.

use super::{
    Area, Cover, CoverResult, DrawOp, PathEl, Raster, Rotation, TextStyle, draw, too_large,
};
use crate::book::text::language::is_east_asian;

/// The line spacing of the title, as a multiple of its type size.
const TITLE_LEADING: f64 = 1.15;
/// The maximum type size, in units.
const MAX_TYPE: f64 = 1.7;
/// The minimum factor by which a second line must enlarge the title.
const MIN_ENLARGEMENT: f64 = 1.2;

/// The maximum height and width of the number on the tile, the sides and the pitch of the cells on
/// it, and the radius of round corners, as fractions of the side.
const MAX_NUMBER_HEIGHT: f64 = 0.56;
const MAX_NUMBER_WIDTH: f64 = 0.74;
const CELL_SIDE: f64 = 0.17;
const CELL_PITCH: f64 = 0.235;
const TILE_ROUND: f64 = 0.14;

/// The separator between the title and the author.
const AUTHOR_DASH: &str = " – ";

/// The distance from one upright character to the next, as a multiple of the type size.
const UPRIGHT_PITCH: f64 = 1.06;
/// The minimum distance between an upright title and the author, as a multiple of the type size.
const MIN_AUTHOR_GAP: f64 = 1.5;

/// Returns true if a text can be set upright: it has only ideographs, kana, short numbers, spaces
/// and dots.
fn can_be_upright(text: &str) -> bool {
    let is_fine = |c: char| is_east_asian(c) || c.is_ascii_digit() || GAP_CHARACTERS.contains(c);
    let mut numbers = text.split(|c: char| !c.is_ascii_digit());
    text.chars().all(is_fine) && numbers.all(|number| number.len() <= 2)
}

/// The characters that become a gap in upright text.
const GAP_CHARACTERS: &str = " \u{3000}\u{a0}·・,，、";

/// Splits upright text into pieces: a character, a number of two digits, or an empty piece for a
/// gap.
fn upright(text: &str) -> Vec<String> {
    let mut pieces: Vec<String> = Vec::new();
    for letter in text.chars() {
        match pieces.last_mut() {
            Some(last) if GAP_CHARACTERS.contains(letter) && last.is_empty() => {}
            Some(last)
                if letter.is_ascii_digit() && last.ends_with(|c: char| c.is_ascii_digit()) =>
            {
                last.push(letter);
            }
            _ if GAP_CHARACTERS.contains(letter) => pieces.push(String::new()),
            _ => pieces.push(letter.to_string()),
        }
    }
    pieces
}

/// Returns the length of a piece of upright text, as a multiple of the type size.
fn pitch_of(piece: &str) -> f64 {
    if piece.is_empty() { 0.5 } else { UPRIGHT_PITCH }
}

impl Cover<'_> {
    /// Draws the title and the author along the spine. Returns the reason if the spine has no text.
    pub(super) fn draw_spine(&mut self, width: f64) -> CoverResult<Option<String>> {
        let (volume, rules) = (self.volume, &self.sheet.rules);
        let pages = volume.page_count();
        if pages < rules.spine_text_from {
            return Ok(Some(format!(
                "no text on the spine: expected at least {} pages, found {pages}",
                rules.spine_text_from
            )));
        }
        let title = volume.titles.spine.clone();
        let author = volume.author().unwrap_or_default();
        let faces = [self.title_faces(), volume.setup.words().regular];
        let [title_ink, author_ink] = [faces[0].ink(&title), faces[1].ink(author)];
        let below = title_ink.0.min(author_ink.0);
        let over = title_ink.1.max(author_ink.1);
        // Compute all lengths as multiples of the type size. The result is the largest size that
        // fits both across and along the spine.
        let across = |lines: usize| over - below + (lines - 1) as f64 * TITLE_LEADING;
        let thick = |lines| (width - 2.0 * rules.spine_clear) / across(lines);
        if thick(1) < self.min_type {
            return Ok(Some(format!(
                "no text on the spine: expected room for type of at least {} points, found room for {:.1} \
                 points in {:.3} in",
                self.min_type,
                thick(1).max(0.0),
                width / 72.0
            )));
        }
        let (top, room) = self.spine_room(width);
        let word = self.spine_word();
        let apart = if author.is_empty() { 0.0 } else { faces[1].width(AUTHOR_DASH, 1.0) };
        let size = |lines: &[String]| {
            let long = lines.iter().map(|line| faces[0].width(line, 1.0));
            let along = long.fold(0.0, f64::max) + apart + faces[1].width(author, 1.0);
            thick(lines.len()).min(room / along).min(MAX_TYPE * self.unit)
        };
        // All lengths are proportional to the type size, so line breaks do not depend on it.
        let half = faces[0].width(&title, 100.0) * 0.65;
        let two = faces[0].wrap_evenly(&title, 100.0, half);
        let one = vec![title.clone()];
        let are_better = two.len() == 2 && size(&two) > MIN_ENLARGEMENT * size(&one);
        let lines = if are_better { two } else { one };
        let size = size(&lines);
        if size < self.min_type {
            return Err(too_large("title", &title, "wide", "the spine", "a shorter title"));
        }
        self.draw_spine_tile(width);
        self.draw_spine_logo(width);
        if can_be_upright(&title)
            && can_be_upright(author)
            && self.draw_upright(width, &title, author)
        {
            return Ok(None);
        }
        // These are coordinates before rotation: x runs from the top of the spine downwards. A
        // title in one line is centred together with its author. In a title of two lines, both
        // begin at the top, and the author ends at the foot.
        let [title_style, author_style] = faces.map(|faces| TextStyle::new(faces, size));
        let first = (width - across(lines.len()) * size) / 2.0 + over * size;
        let middle = (width - across(1) * size) / 2.0 + over * size;
        let mut turned = Vec::new();
        let mut soft = Vec::new();
        if let [line] = &lines[..] {
            let long = [title_style.width(line), author_style.width(author)];
            let all = long[0] + apart * size + long[1];
            let display = TextStyle::new(self.display(), size);
            let word = word.map(|word| (display.width(&word) + 0.7 * size, word));
            // Leave the word out if it would make the title smaller.
            let word = word.filter(|(long, _)| all + long <= room);
            let before = word.as_ref().map_or(0.0, |(long, _)| *long);
            let x = top + (room - all - before) / 2.0 + before;
            if let Some((long, word)) = word {
                draw::left(&mut soft, (x - long, middle), display, &word);
            }
            draw::left(&mut turned, (x, middle), title_style, line);
            if !author.is_empty() {
                let author = format!("{AUTHOR_DASH}{author}");
                draw::left(&mut turned, (x + long[0], middle), author_style, &author);
            }
        } else {
            for (i, line) in lines.into_iter().enumerate() {
                let y = first + i as f64 * TITLE_LEADING * size;
                draw::left(&mut turned, (top, y), title_style, &line);
            }
            let end = (top + room, middle);
            draw::right(&mut turned, end, author_style, author);
        }
        self.marks.push(DrawOp::Rotated {
            turn: Rotation::Quarter,
            corner: (self.sheet.front() - width, 0.0),
            size: (self.sheet.height(), width),
            marks: vec![
                DrawOp::Colored { colour: self.colours.soft(), marks: soft },
                DrawOp::Colored { colour: self.colours.text(), marks: turned },
            ],
        });
        Ok(None)
    }

    /// Returns the start and the length of the text of the spine: below the tile, and above the
    /// logo or the band at the foot.
    fn spine_room(&self, width: f64) -> (f64, f64) {
        let top = self.live.top + self.tile_side(width) + 0.9 * self.unit;
        let (_, high) = self.spine_logo_size(width);
        let logo = if high > 0.0 { high + 0.9 * self.unit } else { 0.0 };
        (top, self.spine_foot() - logo - top)
    }

    /// Returns the lower end of the spine, above the band at the foot.
    pub(super) fn spine_foot(&self) -> f64 {
        self.live.bottom().min(self.band_top - 0.9 * self.unit)
    }

    /// Returns the side of the tile at the head of the spine.
    pub(super) fn tile_side(&self, width: f64) -> f64 {
        (width - 2.0 * self.sheet.rules.spine_clear).clamp(0.0, 2.6 * self.unit)
    }

    /// Returns the word in capitals, unless the title contains it.
    fn spine_word(&self) -> Option<String> {
        Some(self.sudoku_word().to_uppercase()).filter(|_| !self.title_has_word())
    }

    /// Draws a tile at the head of the spine, so that the volumes of a series look alike on a
    /// shelf. It shows the number of the volume. Without a number it shows a block of nine cells,
    /// because any digit would be read as the number of the volume.
    fn draw_spine_tile(&mut self, width: f64) {
        let side = self.tile_side(width);
        let centre = (self.sheet.front() - width / 2.0, self.live.top + side / 2.0);
        let colours = self.colours;
        self.fill_round(colours.soft(), Area::square(centre, side), TILE_ROUND * side);
        let figure = colours.on(colours.soft(), &[colours.ground, colours.paper]);
        let Some(number) = self.volume.numbering.printed_volume else {
            let (cell, pitch) = (CELL_SIDE * side, CELL_PITCH * side);
            let first = (centre.0 - pitch, centre.1 - pitch);
            let cells = Raster { columns: 3, rows: 3, first, pitch: (pitch, pitch) };
            for middle in cells.across() {
                self.fill_round(figure, Area::square(middle, cell), TILE_ROUND * cell);
            }
            return;
        };
        let number = number.to_string();
        let display = self.display();
        let unit = TextStyle::new(display, 1.0);
        let size = (MAX_NUMBER_HEIGHT * side / unit.cap())
            .min(MAX_NUMBER_WIDTH * side / unit.width(&number));
        let (mut digits, mut x) = (Vec::new(), centre.0 - unit.width(&number) * size / 2.0);
        for digit in number.chars() {
            let at = (x, centre.1 + unit.cap() * size / 2.0);
            let outline = display.first().steps(digit, size).unwrap_or_default();
            digits.extend(outline.into_iter().map(|step| step.translated(at)));
            x += display.first().advance(digit) * size;
        }
        self.fill(figure, digits);
    }

    /// Draws the title and the author upright in the middle of the spine. Returns false if they
    /// would be too small.
    fn draw_upright(&mut self, width: f64, title: &str, author: &str) -> bool {
        let (top, room) = self.spine_room(width);
        let word = self.spine_word().filter(|word| can_be_upright(word));
        let pieces =
            [upright(word.as_deref().unwrap_or_default()), upright(title), upright(author)];
        let long = |pieces: &[String]| pieces.iter().map(|piece| pitch_of(piece)).sum::<f64>();
        let gaps = if word.is_some() { 0.8 } else { 0.0 } + MIN_AUTHOR_GAP;
        let size = (width - 2.0 * self.sheet.rules.spine_clear)
            .min(room / (pieces.iter().map(|pieces| long(pieces)).sum::<f64>() + gaps))
            .min(MAX_TYPE * self.unit);
        if size < self.min_type {
            return false;
        }
        let words = self.volume.setup.words();
        let faces = [words.strong, self.title_faces(), words.regular];
        let after_word = top + (long(&pieces[0]) + gaps - MIN_AUTHOR_GAP) * size;
        let starts = [top, after_word, top + room - long(&pieces[2]) * size];
        let tones = [self.colours.soft(), self.colours.text(), self.colours.text()];
        let middle = self.sheet.front() - width / 2.0;
        for (index, pieces) in pieces.iter().enumerate() {
            let style = TextStyle::new(faces[index], size);
            let (mut text, mut strokes, mut y) = (Vec::new(), Vec::new(), starts[index]);
            for piece in pieces {
                // Centre the ink of each character in its square.
                let (low, high) = style.faces.ink(piece);
                let baseline = y + (1.0 + low + high) / 2.0 * size;
                match piece.as_str() {
                    // The mark of a long vowel is vertical in upright text.
                    "ー" => strokes.extend(self.upright_bar(style, (middle, y + size / 2.0))),
                    number if style.width(number) > 1.02 * size => {
                        let small = TextStyle::new(style.faces, size * size / style.width(number));
                        draw::centred(&mut text, (middle, baseline), small, piece);
                    }
                    _ => draw::centred(&mut text, (middle, baseline), style, piece),
                }
                y += pitch_of(piece) * size;
            }
            self.paint(tones[index], text);
            self.fill(tones[index], strokes);
        }
        true
    }

    /// Returns the outline of the mark of a long vowel, turned upright around a point.
    fn upright_bar(&self, style: TextStyle, (x, y): (f64, f64)) -> Vec<PathEl> {
        let face = style.faces.runs("ー").next().map(|(face, _)| face);
        let steps = face.and_then(|face| face.steps('ー', style.size)).unwrap_or_default();
        let (low, high) = style.faces.ink("ー");
        let middle = (0.5 * style.size, -(low + high) / 2.0 * style.size);
        let turned = |point: (f64, f64)| (x - (point.1 - middle.1), y + (point.0 - middle.0));
        steps.into_iter().map(|step| step.map_points(turned)).collect()
    }
}
