//! The back of a cover: a headline and a promise or a text of the user, a drawing with facts that
//! buyers ask for, three large numbers, the ladder of levels as a bar, where the answers are, and a
//! white area for the barcode. Each [`BackDesign`] has another drawing.
//!
//! ```text
//!        facts                  corner                  pages
//! ┌───────────────────┐  ┌────────────┬──────┐  ┌───────────────────┐
//! │ Headline          │  │ page at    │  10  │  │ Headline          │
//! │ promise ......... │  │ true size  │  mm  │  │   ┌───┬───┬───┐   │
//! │ ▪ fact            │  ├────────────┘  100 │  │   │ r │ p │ a │   │
//! │▒▒▒▒▒▒▒▒▒▒▒▒▒ 5 ▒▒▒│  │ Headline          │  │   └───┴───┴───┘   │
//! │ 100   10 mm   1   │  │ promise ......... │  │ 100   10 mm   1   │
//! │ ▒▒▒▒▒▒▒▓▓▓▓▓▓▓    │  │ ▒▒▒▒▒▒▒▓▓▓▓▓▓▓    │  │ ▒▒▒▒▒▒▒▓▓▓▓▓▓▓    │
//! │ answers  ┌───────┐│  │ answers  ┌───────┐│  │ answers  ┌───────┐│
//! └──────────┴───────┴┘  └──────────┴───────┴┘  └──────────┴───────┴┘
//! ```

mod corner;
mod facts;
mod ladder;
mod pages;
mod strip;

use super::{
    Area, Colour, Cover, CoverResult, DrawOp, FontStack, TextAlign, TextLines, TextStyle,
    too_long_for,
};
use crate::look::BackDesign;
use book::{LayoutError, Manuscript, TextColumn, TypesetText};
use page::TitleSpace;
use words::is_east_asian;

/// The gaps between columns and between parts, in units.
const COLUMN_GAP: f64 = 2.0;
const PART_GAP: f64 = 1.6;
/// The type sizes of the headline, in units, the largest number of its lines, and its line spacing.
const HEAD_SIZES: [f64; 8] = [3.1, 2.8, 2.5, 2.2, 1.9, 1.7, 1.5, 1.3];
const HEAD_LINES: usize = 2;
const HEAD_LEADING: f64 = 1.16;
/// The type size of the promise below the headline, in units, and the distance of their baselines
/// in type sizes of the promise.
const PROMISE_SIZE: f64 = 1.45;
const BELOW_HEAD: f64 = 1.75;
/// The type size of the line about the answers, in units, and the line spacing of paragraphs.
const ANSWERS_SIZE: f64 = 1.05;
const LEADING: f64 = 1.32;
/// The maximum number of lines of a Chinese or Japanese paragraph.
const MAX_LINES: usize = 4;
/// The minimum width of a line before the last one, as a fraction of the longest, with which three
/// or more lines are even.
const EVEN_LINE: f64 = 0.55;
/// The marks that end the headline of a promise.
const ENDS_OF_HEAD: [&str; 6] = [": ", "：", "。", "! ", "！", ". "];
/// The type sizes of the user's text in units, in the order in which they are tried, and the part
/// of the height that the text may take in them.
const TEXT_SIZES: [f64; 4] = [PROMISE_SIZE, facts::FACT_SIZE, 1.15, 1.0];
const MAX_TEXT: f64 = 0.6;
/// The minimum size of a heading in the user's text, in sizes of the text, and the space above it
/// as a fraction of the height of the back.
const MIN_TEXT_HEADING: f64 = 1.4;
const ABOVE_TEXT_HEADING: f64 = 0.015;
/// The remedy in the error for a text that is too long.
const SHORTER_TEXT: &str = "use fewer words, or a larger trim";

/// The advice where a page at true size was chosen and has no room.
const NO_CORNER: &str = "the back has no room for a page at its true size; use fewer words, a larger \
                         trim, or another layout (`back-design`)";

/// The promise or the text of the user, and where it ends.
struct BackHead {
    marks: Vec<DrawOp>,
    bottom: f64,
}

impl Cover<'_> {
    /// Returns the live area of the back: the back without its margins.
    pub(super) fn back_live(&self) -> Area {
        let left = self.live.left - self.front.left + self.sheet.rules.bleed;
        Area { left, ..self.live }
    }

    /// Returns the area of the barcode on the sheet.
    pub fn barcode_place(&self) -> Area {
        let rules = &self.sheet.rules;
        let (width, height) = (rules.barcode.width, rules.barcode.height);
        let left = rules.bleed + self.front.width - rules.barcode.edge - width;
        Area { left, top: self.front.bottom() - rules.barcode.edge - height, width, height }
    }

    /// Draws the back, in a chosen layout or in the one that suits the book. Its foot has the line
    /// about the answers beside the barcode, and the ladder above both; its head has the page at
    /// true size or the words; the layout fills what is between.
    pub(super) fn draw_back(
        &mut self,
        text: Option<&Manuscript>,
        chosen: Option<BackDesign>,
    ) -> CoverResult<()> {
        let design = chosen.unwrap_or_else(|| self.back_of_kind());
        let behind = self.marks.len();
        if self.colours.ground != Colour::WHITE {
            self.marks.push(self.barcode_place().filled(Colour::WHITE));
        }
        let (live, gap) = (self.back_live(), PART_GAP * self.unit);
        let answers = self.fit_answers_line()?;
        let height = answers.as_ref().map_or(0.0, TextLines::line_height);
        let answers_top = live.bottom() - height;
        let foot = answers_top.min(self.back_logo_box().top) - gap;
        let ladder = self.fit_ladder(live.width)?;
        let ladder_top = foot - ladder.as_ref().map_or(0.0, |ladder| ladder.height);
        let corner = match design {
            BackDesign::Corner => self.fit_corner(text, ladder_top - gap)?,
            BackDesign::Facts | BackDesign::Pages => None,
        };
        if chosen == Some(BackDesign::Corner) && corner.is_none() {
            self.advice.get_or_insert_with(|| NO_CORNER.to_owned());
        }
        let top = corner.as_ref().map_or(live.top, |corner| corner.bottom() + gap);
        let head = self.compose_head(text, top, ladder_top - gap)?;
        let mut room = live.with_top(head.bottom + gap);
        room.height = foot - room.top;
        if let Some(ladder) = ladder.filter(|ladder| ladder.height <= room.height) {
            self.draw_ladder(&ladder, Area { top: ladder_top, height: ladder.height, ..live });
            room.height = ladder_top - gap - room.top;
        }
        match (&corner, design) {
            (Some(corner), _) => {
                self.draw_corner(corner);
                self.draw_sentences(room)?;
            }
            (None, BackDesign::Facts) => self.draw_strip_and_facts(room, behind)?,
            (None, BackDesign::Corner | BackDesign::Pages) => self.draw_pages_and_facts(room)?,
        }
        self.marks.extend(head.marks);
        let Some(answers) = answers else { return Ok(()) };
        if answers_top < head.bottom {
            let words = answers.lines.join(" ");
            return Err(too_long_for("the back", "text of the cover", &words).remedy(SHORTER_TEXT));
        }
        let at = (live.left, answers_top + answers.style.size);
        self.write(self.colours.text(), &answers, at, TextAlign::Left);
        Ok(())
    }

    /// Composes the promise, or the text of the user, in the full width from this height down. A
    /// text of the user is in the largest type that leaves a part of the height down to `foot` to
    /// the drawing, or in the type of the book.
    fn compose_head(
        &self,
        text: Option<&Manuscript>,
        top: f64,
        foot: f64,
    ) -> CoverResult<BackHead> {
        let live = self.back_live();
        let Some(text) = text else { return self.compose_promise(live.with_top(top)) };
        let body = self.volume.setup.design.keys.sizes.body;
        let most = Area { top, height: MAX_TEXT * (foot - top), ..live };
        for size in TEXT_SIZES.map(|size| self.to_points(size)) {
            if size > body
                && let Ok(head) = self.set_text(text, most, size)
            {
                return Ok(head);
            }
        }
        let bottom = self.back_logo_box().top - PART_GAP * self.unit;
        self.set_text(text, Area { top, height: bottom - top, ..live }, body)
    }

    /// Composes the promise from the top of an area down: its first words as a headline, the others
    /// below.
    fn compose_promise(&self, area: Area) -> CoverResult<BackHead> {
        let promise = self.volume.promise();
        let (first, rest) = split_promise(&promise);
        let head = self.fit_headline(&first, area.width)?;
        let mut baseline = area.top + head.ink_above();
        let (left, soft) = (TextAlign::Left, self.colours.soft());
        let mut marks = vec![self.written(soft, &head, (area.left, baseline), left)];
        baseline += head.height();
        if !rest.is_empty() {
            let faces = self.volume.setup.words().regular;
            let rest = self.fit_paragraph(&rest, faces, PROMISE_SIZE, area.width)?;
            baseline += BELOW_HEAD * rest.style.size;
            marks.push(self.written(self.colours.text(), &rest, (area.left, baseline), left));
            baseline += rest.height();
        }
        Ok(BackHead { marks, bottom: baseline })
    }

    /// Breaks the headline into few lines of large type.
    fn fit_headline(&self, words: &str, width: f64) -> CoverResult<TextLines> {
        let faces = self.display();
        let last = self.style(faces, HEAD_SIZES[HEAD_SIZES.len() - 1]);
        self.fit("text of the cover", last, words, f64::INFINITY)?;
        let (mut lines, mut style) = (Vec::new(), last);
        for size in HEAD_SIZES {
            style = self.style(faces, size);
            lines = break_words(style, words, width, HEAD_LINES);
            if lines.len() <= HEAD_LINES && lines.iter().all(|line| style.width(line) <= width) {
                break;
            }
        }
        Ok(TextLines::new(lines, style, HEAD_LEADING))
    }

    /// Sets a text of the user into an area, in paragraphs of this type size.
    fn set_text(&self, text: &Manuscript, area: Area, size: f64) -> CoverResult<BackHead> {
        let setup = &self.volume.setup;
        text.check(&setup.words())
            .map_err(|missing| LayoutError::unprintable("text of the back", "", missing))?;
        let mut design = (*setup.design).clone();
        let sizes = &mut design.keys.sizes;
        (sizes.body, sizes.heading) = (size, sizes.heading.max(MIN_TEXT_HEADING * size));
        let above = Some(self.front.height * ABOVE_TEXT_HEADING);
        let prose = TypesetText::new(&design, area.size(), above, text, None);
        let mut column = TextColumn::within(setup, area);
        prose.draw(0, &mut column);
        if prose.pages.len() > 1 || size > self.min_type && prose.width() > area.width {
            let words = text.first_words();
            return Err(too_long_for("the back", "text of the back", &words).remedy(SHORTER_TEXT));
        }
        let (colour, marks) = (self.colours.text(), std::mem::take(&mut column.marks));
        Ok(BackHead { marks: vec![DrawOp::Colored { colour, marks }], bottom: column.y })
    }

    /// Breaks the line about the answers into lines beside the barcode; `None` without answers.
    fn fit_answers_line(&self) -> CoverResult<Option<TextLines>> {
        let live = self.back_live();
        let width = self.barcode_place().left - COLUMN_GAP * self.unit - live.left;
        let faces = self.volume.setup.words().regular;
        let line = self.answers_line();
        line.map(|line| self.fit_paragraph(&line, faces, ANSWERS_SIZE, width)).transpose()
    }

    /// Breaks a sentence into even lines. `size` is in units.
    fn fit_paragraph(
        &self,
        sentence: &str,
        faces: FontStack,
        size: f64,
        width: f64,
    ) -> CoverResult<TextLines> {
        let sentence = sentence.trim_end_matches(['.', '。']);
        let style = self.style(faces, size);
        let style = self.fit("text of the cover", style, sentence, f64::INFINITY)?;
        let lines = break_words(style, sentence, width, MAX_LINES);
        Ok(TextLines::new(lines, style, LEADING))
    }
}

/// Divides a promise into its headline and the rest, which begins with a capital.
fn split_promise(promise: &str) -> (String, String) {
    let ends = ENDS_OF_HEAD.iter().filter_map(|end| Some((promise.find(end)?, *end)));
    let Some((at, end)) = ends.min_by_key(|(at, _)| *at) else {
        return (promise.trim_end_matches(['.', '。']).to_owned(), String::new());
    };
    let head = promise[..at].trim_end();
    // An exclamation mark belongs to the headline.
    let head = match end.chars().next() {
        Some(mark @ ('!' | '！')) => format!("{head}{mark}"),
        _ => head.to_owned(),
    };
    let mut rest = promise[at + end.len()..].trim_start().chars();
    let first = rest.next().into_iter().flat_map(char::to_uppercase);
    (head, first.chain(rest).collect())
}

/// Breaks a text into even lines. Chinese and Japanese break between words like a title if that
/// needs no more than this number of lines. Words divide in a column that is too narrow for even
/// lines.
fn break_words(style: TextStyle, text: &str, width: f64, lines: usize) -> Vec<String> {
    let TextStyle { faces, size, .. } = style;
    if text.chars().any(is_east_asian) {
        let (height, sizes) = (f64::INFINITY, (size, size));
        let space = TitleSpace { width, height, sizes, lines, leading: LEADING };
        if let Some(fitted) = faces.title(text, &space) {
            return fitted.lines;
        }
    }
    let even = faces.wrap_evenly(text, size, width);
    let widths: Vec<f64> = even.iter().map(|line| style.width(line)).collect();
    let longest = widths.iter().copied().fold(0.0, f64::max);
    let before_last = &widths[..widths.len().saturating_sub(1)];
    let is_ragged = widths.len() > 2 && before_last.iter().any(|line| *line < EVEN_LINE * longest);
    if longest > width || is_ragged { faces.wrap_paragraph(text, size, width) } else { even }
}

/// Returns a mixture of two colours with this share of the second. Colours of different spaces do
/// not mix: the second wins.
fn blend(from: Colour, to: Colour, share: f64) -> Colour {
    match (from, to) {
        (Colour::Grey(a), Colour::Grey(b)) => Colour::Grey(between(a, b, share)),
        (Colour::Rgb(a), Colour::Rgb(b)) => {
            Colour::Rgb(std::array::from_fn(|part| between(a[part], b[part], share)))
        }
        (Colour::Cmyk(a), Colour::Cmyk(b)) => {
            Colour::Cmyk(std::array::from_fn(|part| between(a[part], b[part], share)))
        }
        _ => to,
    }
}

/// Returns the value at this share of the way, in thousandths.
fn between(from: f64, to: f64, share: f64) -> f64 {
    ((from + share * (to - from)) * 1000.0).round() / 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headline_ends_at_first_mark() {
        let split = |promise| {
            let (head, rest) = split_promise(promise);
            [head, rest]
        };
        let [head, rest] = split("Un vrai confort\u{a0}: du sudoku, de la place.");
        assert_eq!([&*head, &*rest], ["Un vrai confort", "Du sudoku, de la place."]);
        assert_eq!(split("削好铅笔，出发吧！80道数独。"), ["削好铅笔，出发吧！", "80道数独。"]);
        assert_eq!(split("One line alone."), ["One line alone", ""]);
    }
}
