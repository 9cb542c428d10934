//! The spine: title and author, turned to read downwards; or letter below letter, where a script is
//! written so.

use crate::book::draw;
use crate::book::draw::TextStyle;
use crate::book::error::CoverError;
use crate::book::language::is_east_asian;
use crate::book::layout::cover::Composer;
use crate::book::page::{Mark, Turn};
/// From a line of the title to the next, in sizes of its type.
const TITLE_LEADING: f64 = 1.15;
/// The largest type, in units.
const LARGEST: f64 = 1.7;
/// By how much the title must be larger in two lines than in one, to stand in two.
const BETTER: f64 = 1.2;

/// From a letter to the one below it, in sizes of their type.
const BELOW: f64 = 1.06;
/// Between a title and an author in letters below each other, at least, in sizes of their type.
const APART: f64 = 1.5;

/// Whether a text can be written downwards letter by letter: ideographs and kana, without the long
/// stroke, which is another letter then.
fn stands(text: &str) -> bool {
    text.chars().all(|c| is_east_asian(c) && c != 'ー')
}

impl Composer<'_> {
    /// Title and author along the spine; or why there are none.
    pub(in crate::book) fn spine_text(
        &self,
        marks: &mut Vec<Mark>,
        width: f64,
    ) -> Result<Option<String>, CoverError> {
        let (volume, rules) = (self.volume, &self.sheet.rules);
        let pages = volume.page_count();
        if pages < rules.spine_text_from {
            return Ok(Some(format!(
                "the spine has no text: {pages} pages are fewer than {}",
                rules.spine_text_from
            )));
        }
        let title = volume.full_title();
        let author = volume.author.as_deref().unwrap_or_default();
        let faces = [volume.design.typefaces.title, volume.words().regular];
        let [title_ink, author_ink] = [faces[0].ink(&title), faces[1].ink(author)];
        let below = title_ink.0.min(author_ink.0);
        let over = title_ink.1.max(author_ink.1);
        // All in sizes of the type, and then the largest size that fits across and along.
        let across = |lines: usize| over - below + (lines - 1) as f64 * TITLE_LEADING;
        let thick = |lines| (width - 2.0 * rules.spine_clear) / across(lines);
        if thick(1) < self.least {
            return Ok(Some(format!(
                "the spine has no text: {:.3} in leave room for type of {:.1} points, where {} are \
                 the least",
                width / 72.0,
                thick(1).max(0.0),
                self.least
            )));
        }
        let room = self.foot - self.grid_top - 2.0 * self.unit;
        let size = |lines: &[String]| {
            let long = lines.iter().map(|line| faces[0].width(line, 1.0));
            let along = long.fold(0.0, f64::max) + faces[1].width(author, 1.0);
            thick(lines.len())
                .min(room / along)
                .min(LARGEST * self.unit)
        };
        let one = vec![title.clone()];
        // Broken at any size: only the proportion matters.
        let half = faces[0].width(&title, 100.0) * 0.65;
        let two = faces[0].wrap_evenly(&title, 100.0, half);
        let lines = match two.len() == 2 && size(&two) > BETTER * size(&one) {
            true => two,
            false => one,
        };
        let size = size(&lines);
        if size < self.least {
            return Err(CoverError::Large {
                what: "title",
                text: title,
                extent: "wide",
                place: "the spine",
                wanted: "a shorter title",
            });
        }
        if stands(&title) && stands(author) && self.stacked(marks, width, &title, author) {
            return Ok(None);
        }
        // As one sees it who has turned the spine: from its top to the right.
        let [said, by] = faces.map(|faces| TextStyle::new(faces, size));
        let first = (width - across(lines.len()) * size) / 2.0 + over * size;
        let mut turned = Vec::new();
        for (i, line) in lines.into_iter().enumerate() {
            let y = first + i as f64 * TITLE_LEADING * size;
            draw::left(&mut turned, (self.grid_top, y), said, line);
        }
        let y = (width - across(1) * size) / 2.0 + over * size;
        draw::right(&mut turned, (self.foot, y), by, author.to_owned());
        marks.push(Mark::Turned {
            turn: Turn::Quarter,
            corner: (self.sheet.front() - width, 0.0),
            size: (self.sheet.height(), width),
            marks: turned,
        });
        Ok(None)
    }

    /// Title and author letter below letter, in the middle of the spine; not if they would be too
    /// small.
    fn stacked(&self, marks: &mut Vec<Mark>, width: f64, title: &str, author: &str) -> bool {
        let letters = (title.chars().count() + author.chars().count()) as f64;
        let room = self.foot - self.grid_top;
        let size = (width - 2.0 * self.sheet.rules.spine_clear)
            .min(room / (letters * BELOW + APART))
            .min(LARGEST * self.unit);
        if size < self.least {
            return false;
        }
        let middle = self.sheet.front() - width / 2.0;
        let faces = [
            self.volume.design.typefaces.title,
            self.volume.words().regular,
        ];
        let [said, by] = faces.map(|faces| TextStyle::new(faces, size));
        let mut column = |top: f64, style: TextStyle, text: &str| {
            for (i, letter) in text.chars().enumerate() {
                let letter = letter.to_string();
                // Its ink lies in the middle of its square.
                let (low, high) = style.faces.ink(&letter);
                let y = top + (i as f64 * BELOW + (1.0 + low + high) / 2.0) * size;
                draw::centred(marks, (middle, y), style, letter);
            }
        };
        column(self.grid_top, said, title);
        let high = author.chars().count() as f64 * BELOW * size;
        column(self.foot - high, by, author);
        true
    }
}
