//! The spine of a cover. A tile at its head shows the number of the volume, or a block of nine
//! cells if there is no number. Below it follow the word, the title and the author, rotated so that
//! they read downwards. East Asian text is upright instead, with one character below the other.

use super::shapes::TILE_ROUND;
use super::{
    Area, Cover, CoverResult, DrawOp, FontStack, PathEl, Point, Raster, Rotation, TextStyle,
    too_wide_for,
};
use words::is_east_asian;

/// The line spacing of the title, as a multiple of its type size.
const TITLE_LEADING: f64 = 1.15;
/// The maximum type size, in units.
const MAX_TYPE: f64 = 1.7;
/// The maximum width of the first line of two, as a fraction of the width of the title, and the gap
/// behind the word, in type sizes.
const FIRST_LINE: f64 = 0.65;
const WORD_GAP: f64 = 0.7;
/// The minimum factor by which a second line must enlarge the title.
const MIN_ENLARGEMENT: f64 = 1.2;

/// The sides and the pitch of the cells on the tile, as fractions of its side.
const CELL_SIDE: f64 = 0.17;
const CELL_PITCH: f64 = 0.235;

/// The side of the tile as a fraction of the spine, its maximum, and the space around the text, in
/// units.
const TILE_SHARE: f64 = 0.6;
const MAX_TILE: f64 = 2.6;
const PART_GAP: f64 = 0.9;

/// The distance from one upright character to the next, as a multiple of the type size.
const UPRIGHT_PITCH: f64 = 1.06;
const UPRIGHT_GAP: f64 = 0.5;
/// The width from which a number is made smaller, and the gap behind the word.
const MAX_UPRIGHT: f64 = 1.02;
const UPRIGHT_WORD_GAP: f64 = 0.8;
/// The minimum distance between the title and the author, as a multiple of the type size.
const MIN_AUTHOR_GAP: f64 = 1.5;

/// Returns true if a text can be set upright: it has only ideographs, kana, short numbers, spaces
/// and dots.
fn can_be_upright(text: &str) -> bool {
    let mut numbers = text.split(|c: char| !c.is_ascii_digit());
    let mut letters = text.chars();
    numbers.all(|number| number.len() <= 2)
        && letters.all(|c| is_east_asian(c) || c.is_ascii_digit() || GAP_CHARACTERS.contains(c))
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
fn pitch(piece: &str) -> f64 {
    if piece.is_empty() { UPRIGHT_GAP } else { UPRIGHT_PITCH }
}

/// Returns the length of upright text, as a multiple of the type size.
fn upright_length(pieces: &[String]) -> f64 {
    pieces.iter().map(|piece| pitch(piece)).sum()
}

/// Title and author of a spine. Lengths are multiples of the type size, which both share.
struct SpineText {
    title: String,
    author: String,
    /// The faces of the title and of the author.
    faces: [FontStack; 2],
    /// The lowest and the highest place of the ink of a line.
    ink: (f64, f64),
}

impl SpineText {
    fn new(cover: &Cover) -> Self {
        let title = cover.volume.titles.spine.clone();
        let author = cover.volume.author().unwrap_or_default().to_owned();
        let faces = [cover.title_faces(), cover.volume.setup.figures().regular];
        let [of_title, of_author] = [faces[0].ink(&title), faces[1].ink(&author)];
        let ink = (of_title.0.min(of_author.0), of_title.1.max(of_author.1));
        Self { title, author, faces, ink }
    }

    /// Returns the height of this number of lines.
    fn across(&self, lines: usize) -> f64 {
        self.ink.1 - self.ink.0 + (lines - 1) as f64 * TITLE_LEADING
    }

    /// Returns the distance from the title to the author in one line.
    fn apart(&self) -> f64 {
        if self.author.is_empty() { 0.0 } else { MIN_AUTHOR_GAP }
    }

    /// Returns the length of a title in these lines with the author.
    fn along(&self, lines: &[String]) -> f64 {
        let title = lines.iter().map(|line| self.faces[0].width(line, 1.0)).fold(0.0, f64::max);
        title + self.apart() + self.faces[1].width(&self.author, 1.0)
    }

    /// Returns the style of a word beside the title, and how far its baseline lies below that of
    /// the title. Ideographs, which are higher than capitals, are made smaller.
    fn beside(&self, faces: FontStack, word: &str, size: f64) -> (TextStyle, f64) {
        let (low, high) = faces.ink(word);
        let (lowest, highest) = self.ink;
        if lowest <= low && high <= highest {
            return (TextStyle::new(faces, size), 0.0);
        }
        let small = size * ((highest - lowest) / (high - low)).min(1.0);
        let below = ((low + high) * small - (lowest + highest) * size) / 2.0;
        (TextStyle::new(faces, small), below)
    }

    /// Breaks the title into two lines. All lengths are proportional to the type size, so line
    /// breaks do not depend on it.
    fn in_two_lines(&self) -> Vec<String> {
        let half = self.faces[0].width(&self.title, 100.0) * FIRST_LINE;
        self.faces[0].wrap_evenly(&self.title, 100.0, half)
    }
}

impl Cover<'_> {
    /// Draws the title and the author along the spine. Returns the reason if the spine has no text.
    pub(super) fn draw_spine(&mut self, width: f64) -> CoverResult<Option<String>> {
        let text = SpineText::new(self);
        if let Some(reason) = self.no_spine_text(&text, width) {
            return Ok(Some(reason));
        }
        let (one, two) = (vec![text.title.clone()], text.in_two_lines());
        let [small, large] = [&one, &two].map(|lines| self.spine_type(&text, lines, width));
        let are_better = two.len() == 2 && large > MIN_ENLARGEMENT * small;
        let (lines, size) = if are_better { (two, large) } else { (one, small) };
        if size < self.min_type {
            return Err(
                too_wide_for("the spine", "title", &text.title).remedy("use a shorter title")
            );
        }
        self.draw_spine_tile(width);
        self.draw_spine_logo(width);
        let is_upright = can_be_upright(&text.title) && can_be_upright(&text.author);
        if !is_upright || !self.draw_upright(width, &text.title, &text.author) {
            self.draw_turned(width, &text, &lines, size);
        }
        Ok(None)
    }

    /// Returns the reason why the spine has no text, if the printer allows none.
    fn no_spine_text(&self, text: &SpineText, width: f64) -> Option<String> {
        let (pages, least) = (self.volume.page_count(), self.sheet.rules.spine_text_from);
        if pages < least {
            return Some(format!(
                "no text on the spine: expected at least {least} pages, found {pages}"
            ));
        }
        let thick = self.spine_thickness(text, 1, width);
        if thick >= self.min_type {
            return None;
        }
        Some(format!(
            "no text on the spine: expected room for type of at least {} points, found room for {:.1} \
             points in {:.3} in",
            self.min_type,
            thick.max(0.0),
            width / 72.0
        ))
    }

    /// Returns the largest type size of this number of lines that fits across the spine.
    fn spine_thickness(&self, text: &SpineText, lines: usize, width: f64) -> f64 {
        (width - 2.0 * self.sheet.rules.spine_clear) / text.across(lines)
    }

    /// Returns the largest type size that fits both across and along the spine.
    fn spine_type(&self, text: &SpineText, lines: &[String], width: f64) -> f64 {
        let (_, room) = self.spine_room(width);
        let thick = self.spine_thickness(text, lines.len(), width);
        thick.min(room / text.along(lines)).min(MAX_TYPE * self.unit)
    }

    /// Draws title and author rotated. The title begins at the top, and the author ends at the
    /// foot.
    fn draw_turned(&mut self, width: f64, text: &SpineText, lines: &[String], size: f64) {
        // These are coordinates before rotation: x runs from the top of the spine downwards.
        let (top, room) = self.spine_room(width);
        let [title_style, author_style] = text.faces.map(|faces| TextStyle::new(faces, size));
        let over = text.ink.1 * size;
        let first = (width - text.across(lines.len()) * size) / 2.0 + over;
        let middle = (width - text.across(1) * size) / 2.0 + over;
        let mut turned = Vec::new();
        let mut soft = Vec::new();
        if let [line] = lines {
            let all =
                title_style.width(line) + text.apart() * size + author_style.width(&text.author);
            let mut x = top;
            if let Some(word) = self.spine_word() {
                let (display, below) = text.beside(self.display(), &word, size);
                let long = display.width(&word) + WORD_GAP * size;
                // Leave the word out if it would make the title smaller.
                if all + long <= room {
                    display.draw_left(&mut soft, (x, middle + below), &word);
                    x += long;
                }
            }
            title_style.draw_left(&mut turned, (x, middle), line);
        } else {
            for (i, line) in lines.iter().enumerate() {
                let y = first + i as f64 * TITLE_LEADING * size;
                title_style.draw_left(&mut turned, (top, y), line);
            }
        }
        // The last letter may extend beyond its width.
        let end = top + room - author_style.overhangs(&text.author).1;
        author_style.draw_right(&mut turned, (end, middle), &text.author);
        self.marks.push(DrawOp::Rotated {
            turn: Rotation::Quarter,
            corner: (self.sheet.front() - width, 0.0),
            size: (self.sheet.height(), width),
            marks: vec![
                DrawOp::Colored { colour: self.colours.soft(), marks: soft },
                DrawOp::Colored { colour: self.colours.text(), marks: turned },
            ],
        });
    }

    /// Returns the start and the length of the text of the spine: below the tile, and above the
    /// logo or the band at the foot.
    fn spine_room(&self, width: f64) -> (f64, f64) {
        let top = self.live.top + self.tile_side(width) + PART_GAP * self.unit;
        let (_, high) = self.spine_logo_size(width);
        let logo = if high > 0.0 { high + PART_GAP * self.unit } else { 0.0 };
        (top, self.spine_foot() - logo - top)
    }

    /// Returns the lower end of the spine, above the band at the foot.
    pub(super) fn spine_foot(&self) -> f64 {
        self.live.bottom().min(self.band_top - PART_GAP * self.unit)
    }

    /// Returns the side of the tile at the head of the spine.
    pub(super) fn tile_side(&self, width: f64) -> f64 {
        (TILE_SHARE * width).min(MAX_TILE * self.unit)
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
        let (tile, fill) = (Area::square(centre, side), self.colours.soft());
        if self.volume.numbering.printed_volume.is_some() {
            self.draw_number_tile(tile, fill, TILE_ROUND * side);
            return;
        }
        self.fill_round(fill, tile, TILE_ROUND * side);
        let figure = self.number_on(fill);
        let (cell, pitch) = (CELL_SIDE * side, CELL_PITCH * side);
        let first = (centre.0 - pitch, centre.1 - pitch);
        let cells = Raster { columns: 3, rows: 3, first, pitch: (pitch, pitch) };
        for middle in cells.across() {
            self.fill_round(figure, Area::square(middle, cell), TILE_ROUND * cell);
        }
    }

    /// Draws the title and the author upright in the middle of the spine. Returns false if they
    /// would be too small.
    fn draw_upright(&mut self, width: f64, title: &str, author: &str) -> bool {
        let (top, room) = self.spine_room(width);
        let word = self.spine_word().filter(|word| can_be_upright(word));
        let pieces =
            [upright(word.as_deref().unwrap_or_default()), upright(title), upright(author)];
        let gaps = if word.is_some() { UPRIGHT_WORD_GAP } else { 0.0 } + MIN_AUTHOR_GAP;
        let size = (width - 2.0 * self.sheet.rules.spine_clear)
            .min(room / (pieces.iter().map(|part| upright_length(part)).sum::<f64>() + gaps))
            .min(MAX_TYPE * self.unit);
        if size < self.min_type {
            return false;
        }
        let words = self.volume.setup.words();
        let faces = [words.strong, self.title_faces(), self.volume.setup.figures().regular];
        let after_word = top + (upright_length(&pieces[0]) + gaps - MIN_AUTHOR_GAP) * size;
        let starts = [top, after_word, top + room - upright_length(&pieces[2]) * size];
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
                    number if style.width(number) > MAX_UPRIGHT * size => {
                        let small = TextStyle::new(style.faces, size * size / style.width(number));
                        small.draw_centred(&mut text, (middle, baseline), piece);
                    }
                    _ => style.draw_centred(&mut text, (middle, baseline), piece),
                }
                y += pitch(piece) * size;
            }
            self.paint(tones[index], text);
            self.fill(tones[index], strokes);
        }
        true
    }

    /// Returns the outline of the mark of a long vowel, turned upright around a point.
    fn upright_bar(&self, style: TextStyle, centre: Point) -> Vec<PathEl> {
        let face = style.faces.runs("ー").next().map(|(face, _)| face);
        let steps = face.and_then(|face| face.steps('ー', style.size)).unwrap_or_default();
        let (low, high) = style.faces.ink("ー");
        let middle = (style.size / 2.0, -(low + high) / 2.0 * style.size);
        let (x, y) = (centre.0 + middle.1, centre.1 - middle.0);
        steps.into_iter().map(|step| step.map_points(|at| (x - at.1, y + at.0))).collect()
    }
}
