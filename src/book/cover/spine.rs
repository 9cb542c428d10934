//! The spine of a cover: title and author with a dash between, rotated to read downwards. East Asian text is set upright
//! instead, one character below the other.

use super::{Cover, large};
use crate::book::draw::{self, TextStyle};
use crate::book::error::CoverError;
use crate::book::language::is_east_asian;
use crate::book::page::{Mark, Turn};

/// Line spacing of the title, as a multiple of its type size.
const TITLE_LEADING: f64 = 1.15;
/// Maximum type size, in units.
const LARGEST: f64 = 1.7;
/// Minimum factor by which two lines must enlarge the title, compared with one, to be used.
const BETTER: f64 = 1.2;

/// The separator of a title and its author.
const DASH: &str = " – ";

/// Distance from one upright character to the next, as a multiple of the type size.
const BELOW: f64 = 1.06;
/// Minimum distance between an upright title and author, as a multiple of the type size.
const APART: f64 = 1.5;

/// Whether a text can be set upright: only ideographs and kana. The long vowel mark is excluded,
/// because it has another form in upright text.
fn can_be_upright(text: &str) -> bool {
    text.chars().all(|c| is_east_asian(c) && c != 'ー')
}

impl Cover<'_> {
    /// Draws title and author along the spine, or records why there is no text.
    pub(super) fn spine_text(&mut self, width: f64) -> Result<Option<String>, CoverError> {
        let (volume, rules) = (self.volume, &self.sheet.rules);
        let pages = volume.page_count();
        if pages < rules.spine_text_from {
            return Ok(Some(format!(
                "the spine has no text: {pages} pages are fewer than {}",
                rules.spine_text_from
            )));
        }
        let title = volume.spine_title();
        let author = volume.author().unwrap_or_default();
        let faces = [self.title_faces(), volume.words().regular];
        let [title_ink, author_ink] = [faces[0].ink(&title), faces[1].ink(author)];
        let below = title_ink.0.min(author_ink.0);
        let over = title_ink.1.max(author_ink.1);
        // Compute all lengths as multiples of the type size, then take the largest size that fits both
        // across and along the spine.
        let across = |lines: usize| over - below + (lines - 1) as f64 * TITLE_LEADING;
        let thick = |lines| (width - 2.0 * rules.spine_clear) / across(lines);
        if thick(1) < self.min_type {
            return Ok(Some(format!(
                "the spine has no text: expected room for type of at least {} points, found room for {:.1} \
                 points in {:.3} in",
                self.min_type,
                thick(1).max(0.0),
                width / 72.0
            )));
        }
        let (top, room) = (self.live.top, self.live.height);
        let apart = if author.is_empty() { 0.0 } else { faces[1].width(DASH, 1.0) };
        let size = |lines: &[String]| {
            let long = lines.iter().map(|line| faces[0].width(line, 1.0));
            let along = long.fold(0.0, f64::max) + apart + faces[1].width(author, 1.0);
            thick(lines.len()).min(room / along).min(LARGEST * self.unit)
        };
        let one = vec![title.clone()];
        // The type size does not matter for line breaks, because all lengths are proportional to it.
        let half = faces[0].width(&title, 100.0) * 0.65;
        let two = faces[0].wrap_evenly(&title, 100.0, half);
        let lines = match two.len() == 2 && size(&two) > BETTER * size(&one) {
            true => two,
            false => one,
        };
        let size = size(&lines);
        if size < self.min_type {
            return Err(large("title", &title, "wide", "the spine", "a shorter title"));
        }
        if can_be_upright(&title) && can_be_upright(author) && self.stacked(width, &title, author) {
            return Ok(None);
        }
        // Coordinates before rotation: x runs from the top of the spine downwards. A title in one line stands
        // with its author in the middle; of two lines the first begins at the top, and the author ends at
        // the foot.
        let [title_style, author_style] = faces.map(|faces| TextStyle::new(faces, size));
        let first = (width - across(lines.len()) * size) / 2.0 + over * size;
        let middle = (width - across(1) * size) / 2.0 + over * size;
        let mut turned = Vec::new();
        if let [line] = &lines[..] {
            let long = [title_style.width(line), author_style.width(author)];
            let x = top + (room - long[0] - apart * size - long[1]) / 2.0;
            draw::left(&mut turned, (x, middle), title_style, line.clone());
            if !author.is_empty() {
                let author = format!("{DASH}{author}");
                draw::left(&mut turned, (x + long[0], middle), author_style, author);
            }
        } else {
            for (i, line) in lines.into_iter().enumerate() {
                let y = first + i as f64 * TITLE_LEADING * size;
                draw::left(&mut turned, (top, y), title_style, line);
            }
            let end = (self.live.bottom(), middle);
            draw::right(&mut turned, end, author_style, author.to_owned());
        }
        self.marks.push(Mark::Turned {
            turn: Turn::Quarter,
            corner: (self.sheet.front() - width, 0.0),
            size: (self.sheet.height(), width),
            marks: vec![Mark::Toned { colour: self.tones.text, marks: turned }],
        });
        Ok(None)
    }

    /// Draws title and author upright in the middle of the spine. Returns false if they would be too
    /// small.
    fn stacked(&mut self, width: f64, title: &str, author: &str) -> bool {
        let letters = (title.chars().count() + author.chars().count()) as f64;
        let room = self.live.height;
        let size = (width - 2.0 * self.sheet.rules.spine_clear)
            .min(room / (letters * BELOW + APART))
            .min(LARGEST * self.unit);
        if size < self.min_type {
            return false;
        }
        let middle = self.sheet.front() - width / 2.0;
        let faces = [self.title_faces(), self.volume.words().regular];
        let [title_style, author_style] = faces.map(|faces| TextStyle::new(faces, size));
        let mut letters = Vec::new();
        let mut column = |top: f64, style: TextStyle, text: &str| {
            for (i, letter) in text.chars().enumerate() {
                let letter = letter.to_string();
                // Centre the ink of each character in its square.
                let (low, high) = style.faces.ink(&letter);
                let y = top + (i as f64 * BELOW + (1.0 + low + high) / 2.0) * size;
                draw::centred(&mut letters, (middle, y), style, letter);
            }
        };
        column(self.live.top, title_style, title);
        let high = author.chars().count() as f64 * BELOW * size;
        column(self.live.bottom() - high, author_style, author);
        self.tone(self.tones.text, letters);
        true
    }
}
