//! The heading of a front: series, title, subtitle, the word, how many, how hard.

use super::{
    Area, Colour, Cover, CoverResult, DrawOp, FontStack, NUMBER, Point, TextStyle, WHOM, WORD,
    capitals, draw, large, wide,
};
use crate::book::text::typesetting::{NEW_LINE, TitleSpace};

/// Line spacing of titles and small lines, as multiples of the type size.
const TITLE_LEADING: f64 = 1.06;
const LEADING: f64 = 1.16;
/// Line spacing beside and below the number of puzzles.
const BESIDE: f64 = 1.14;
const BELOW: f64 = 1.2;
/// The gap between the number of puzzles and the words beside it, in pixels.
const ROW_GAP: f64 = 3.6;
/// The largest type size of a title, in pixels.
const LARGEST: f64 = 24.0;
/// The least type size of a title, in pixels.
const SMALLEST: f64 = 5.2;
/// A title below this size is small, in pixels.
const SMALL: f64 = 15.0;
/// The room of a heading with everything in it, in pixels.
pub(super) const HEADING: f64 = 112.0;
/// The least ratio of the type sizes of a title and its subtitle.
const OVER_SUBTITLE: f64 = 1.55;

/// What a block of text occupies: its right edge and its lower edge.
pub(super) type Block = (f64, f64);

/// The lines of a text, and the style that fits.
type SetLines = (Vec<String>, TextStyle);

/// How the count is shown in a heading.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Count {
    /// As a large number with words beside it.
    Beside,
    /// As a large number with what it counts beside it, and how hard below.
    Stacked,
    /// Elsewhere on the front; the heading says how hard.
    Elsewhere,
    /// Elsewhere, and how hard, too.
    Nothing,
}

/// What a heading has.
#[derive(Clone, Copy)]
pub(super) struct Heading {
    pub count: Count,
    pub is_centred: bool,
    /// Whether the word is a line of it, if the title does not have it.
    pub has_word: bool,
}

impl Heading {
    /// A heading at the left, with the word.
    pub const fn with(count: Count) -> Self {
        Self { count, is_centred: false, has_word: true }
    }
}

/// Lines of one style, drawn from a top.
struct Lines {
    lines: Vec<String>,
    style: TextStyle,
    leading: f64,
    colour: Colour,
    gap: f64,
}

impl Lines {
    /// The height of the ink of the first line above its baseline.
    fn above(&self) -> f64 {
        let first = self.lines.first().map_or("", String::as_str);
        let ink = self.style.faces.ink(first).1.max(capitals(self.style.faces, first) * 0.98);
        ink * self.style.size
    }

    fn height(&self) -> f64 {
        let between = (self.lines.len().max(1) - 1) as f64 * self.leading * self.style.size;
        self.above() + between + self.gap
    }
}

/// The number of puzzles with the words beside and below it.
pub(super) struct Row {
    number: TextStyle,
    beside: Vec<(String, TextStyle)>,
    below: Vec<(String, TextStyle)>,
    pub height: f64,
}

impl Cover<'_> {
    /// A text in at most this number of lines, in a size whose capitals have this many pixels at least.
    pub(super) fn lines_of(
        &self,
        (faces, text): (FontStack, &str),
        width: f64,
        lines: usize,
        (least, most): (f64, f64),
    ) -> Option<SetLines> {
        let sizes = [least, most].map(|pixels| self.sized(faces, text, pixels));
        let sizes = (sizes[0], sizes[1].max(sizes[0]));
        let space = TitleSpace { width, height: f64::INFINITY, sizes, lines, leading: LEADING };
        let (lines, size) = faces.title(text, &space)?;
        Some((lines, TextStyle::new(faces, size)))
    }

    /// The number of puzzles, and beside or below it what they are and how hard.
    pub(super) fn count_row(&self, width: f64, count: Count) -> CoverResult<Row> {
        let (number, caption) = self.counted();
        let (display, plain, pixel) = (self.display(), self.plain(), self.pixel());
        let hard = self.how_hard();
        let gap = ROW_GAP * pixel;
        let sized = |cap: f64| TextStyle::new(display, self.sized(display, "0", cap));
        let beside = [(1, 19.5), (1, NUMBER), (2, 29.0), (2, 24.0), (2, 19.5), (2, NUMBER)];
        for (rows, cap) in beside.into_iter().filter(|_| count != Count::Stacked) {
            let style = sized(cap);
            let rest = width - style.width(&number) - gap;
            let first = self.lines_of((display, &caption), rest, 1, (WHOM, 8.6));
            let then = self.lines_of((plain, &hard), rest, rows, (WHOM, 7.9));
            if let (Some(first), Some(then)) = (first, then)
                && rest > 0.0
            {
                let beside: Vec<_> = [first, then].into_iter().flat_map(styled).collect();
                let height = self.block_height(&beside).max(cap * pixel);
                return Ok(Row { number: style, beside, below: Vec::new(), height });
            }
        }
        let mut style = sized(if self.is_flat() { NUMBER } else { 18.0 });
        if style.width(&number) > 0.6 * width {
            style = sized(NUMBER);
        }
        // A number that is as wide as the heading.
        style = style.within(width, &number);
        let rest = width - style.width(&number) - gap;
        let least = if self.is_flat() { 4.2 } else { WHOM };
        let beside = self.lines_of((display, &caption), rest, 1, (least, 11.0));
        let beside: Vec<_> = beside.into_iter().flat_map(styled).collect();
        let whom = self.for_whom().filter(|_| self.is_flat());
        let caption = Some(caption).filter(|_| beside.is_empty());
        let first = [whom, caption].into_iter().flatten().chain([hard.clone()]);
        let all = first.collect::<Vec<_>>().join(if beside.is_empty() { " " } else { " · " });
        let below = self.lines_of((plain, &all), width, 4, (WHOM, 8.2));
        let below = styled(below.ok_or_else(|| wide("line of levels", &hard))?);
        let under: f64 = below.iter().map(|(_, style)| BELOW * style.size).sum();
        let height = capitals(display, "0") * style.size + under + 1.2 * pixel;
        Ok(Row { number: style, beside, below, height })
    }

    /// The height of lines below each other.
    fn block_height(&self, lines: &[(String, TextStyle)]) -> f64 {
        let Some((first, style)) = lines.first() else { return 0.0 };
        let rest: f64 = lines.iter().skip(1).map(|(_, style)| BESIDE * style.size).sum();
        capitals(style.faces, first) * style.size + rest
    }

    /// Draws the count from a corner, or in the middle of a width; returns its right edge.
    pub(super) fn draw_row(&mut self, row: &Row, (left, top): Point, centred: Option<f64>) -> f64 {
        let (number, _) = self.counted();
        let pixel = self.pixel();
        let cap = capitals(row.number.faces, "0") * row.number.size;
        let block = self.block_height(&row.beside);
        let high = if row.below.is_empty() { row.height } else { cap };
        let wide = row.number.width(&number);
        let beside = row.beside.iter().map(|(line, style)| style.width(line)).fold(0.0, f64::max);
        let first = wide + if row.beside.is_empty() { 0.0 } else { ROW_GAP * pixel + beside };
        let start = |width: f64| left + centred.map_or(0.0, |all| (all - width) / 2.0);
        let mut text = Vec::new();
        let x = start(first);
        draw::left(&mut text, (x, top + (high + cap) / 2.0), row.number, &number);
        let mut right = x + first;
        let x = x + wide + ROW_GAP * pixel;
        // A single line stands on the baseline of the number.
        let mut y = match &row.beside[..] {
            [_] => top + (high + cap) / 2.0 - block,
            _ => top + (high - block) / 2.0,
        };
        for (index, (line, style)) in row.beside.iter().enumerate() {
            y += match index {
                0 => capitals(style.faces, line) * style.size,
                _ => BESIDE * style.size,
            };
            draw::left(&mut text, (x, y), *style, &line);
        }
        let mut y = top + cap + 1.2 * pixel;
        for (line, style) in &row.below {
            y += BELOW * style.size;
            let width = style.width(line);
            right = right.max(start(width) + width);
            draw::left(&mut text, (start(width), y), *style, &line);
        }
        self.tone(self.colours.text(), text);
        right
    }

    /// The lines of the title, as large as an area permits; at least so large that a subtitle can be smaller.
    pub(super) fn title_lines(&self, room: Point, largest: f64) -> CoverResult<SetLines> {
        let faces = self.title_faces();
        let given = self.volume.setup.design.title(&self.volume.setup.imprint);
        let title = if given.contains(NEW_LINE) { given } else { &self.volume.titles.title };
        let largest = largest * self.pixel();
        let seen = if self.is_flat() { 0.0 } else { SMALLEST * self.pixel() };
        let smallest = (OVER_SUBTITLE * self.min_type).max(seen).min(largest);
        let sizes = (smallest, largest);
        let (width, height) = room;
        let space = TitleSpace { width, height, sizes, lines: 4, leading: TITLE_LEADING };
        let too_long =
            || large("title", &self.volume.titles.title, "long", "the front", "a shorter title");
        let (lines, size) = faces.title(title, &space).ok_or_else(too_long)?;
        Ok((lines, TextStyle::new(faces, size)))
    }

    /// The subtitle in at most two lines of an area, at most this large.
    pub(super) fn subtitle_lines(
        &self,
        subtitle: &str,
        (width, height): (f64, f64),
        most: f64,
    ) -> CoverResult<SetLines> {
        let faces = self.volume.setup.words().italic;
        let sizes = (self.min_type.min(most), most);
        let space = TitleSpace { width, height, sizes, lines: 2, leading: 1.2 };
        let found = faces.title(subtitle, &space);
        let (lines, size) = found.ok_or_else(|| wide("subtitle", subtitle))?;
        Ok((lines, TextStyle::new(faces, size)))
    }

    /// The style of the series in one line of at most so many pixels.
    pub(super) fn series_style(
        &self,
        series: &str,
        pixels: f64,
        width: f64,
    ) -> CoverResult<TextStyle> {
        let size = (pixels * self.pixel()).max(self.min_type);
        self.fitted("series", TextStyle::new(self.volume.setup.words().strong, size), series, width)
    }

    /// The subtitle that the user or the design wants.
    pub(super) fn own_subtitle(&self) -> Option<String> {
        let setup = &self.volume.setup;
        let has_text = |own: &String| !own.trim().is_empty();
        let is_own = setup.imprint.subtitle.as_ref().is_some_and(has_text);
        (is_own || setup.design.keys.subtitle.is_some())
            .then(|| self.volume.titles.subtitle.clone())
    }

    /// The series, where it has another name than the book.
    pub(super) fn series_name(&self) -> Option<String> {
        let titles = &self.volume.titles;
        titles.series.clone().filter(|series| *series != titles.title)
    }

    /// Draws the heading from the top of an area, and returns what it occupies.
    pub(super) fn heading(&mut self, area: Area, heading: Heading) -> CoverResult<Vec<Block>> {
        let Heading { count, is_centred, has_word } = heading;
        let (pixel, width) = (self.pixel(), area.width);
        let colours = self.colours;
        let (text, soft) = (colours.text(), colours.soft());
        let (display, plain) = (self.display(), self.plain());
        let mut above = Vec::new();
        let mut below = Vec::new();
        // A low front has its series at the foot, and smaller gaps.
        let is_flat = self.is_flat();
        let tight = if is_flat { 0.72 } else { 1.0 };
        let series = self.series_name().filter(|_| !is_flat);
        let has_series = series.is_some();
        if let Some(series) = series {
            let style = self.series_style(&series, 7.6, width)?;
            let (lines, gap) = (vec![series], 4.5 * pixel);
            above.push(Lines { lines, style, leading: 1.0, colour: soft, gap });
        }
        if let Some(whom) = self.for_whom().filter(|_| !is_flat) {
            let found = self.lines_of((display, &whom), width, 2, (WHOM, 8.6));
            let (lines, style) = found.ok_or_else(|| wide("text of the cover", &whom))?;
            above.push(Lines { lines, style, leading: LEADING, colour: soft, gap: 5.5 * pixel });
        }
        let word = self.word().to_uppercase();
        let sizes = (WORD, if is_flat { WORD } else { 14.5 });
        let found = self.lines_of((display, &word), width, 1, sizes);
        let (lines, style) = found.ok_or_else(|| wide("text of the cover", &word))?;
        let word = Lines { lines, style, leading: 1.0, colour: soft, gap: 6.5 * tight * pixel };
        let row = match count {
            Count::Beside | Count::Stacked => Some(self.count_row(width, count)?),
            _ => None,
        };
        if count == Count::Elsewhere {
            let hard = self.how_hard();
            let found = self.lines_of((plain, &hard), width, 3, (WHOM, 8.4));
            let (lines, style) = found.ok_or_else(|| wide("line of levels", &hard))?;
            below.push(Lines { lines, style, leading: 1.25, colour: text, gap: 0.0 });
        }
        let word = Some(word).filter(|_| has_word);
        let fixed: f64 = above.iter().chain(&below).chain(&word).map(Lines::height).sum();
        let fixed = fixed + row.as_ref().map_or(0.0, |row| row.height);
        let mut subtitle = self.own_subtitle();
        // The subtitle follows from the size of the title: room for it is kept.
        let kept = if is_flat || area.height < 76.0 * pixel { 12.5 } else { 24.0 } * pixel;
        let kept = if subtitle.is_some() { kept } else { 0.0 };
        let mut room = area.height - fixed - kept - 7.0 * tight * pixel;
        let mut title = self.title_lines((width, room), LARGEST);
        // Where there is no room for both, the subtitle is inside alone.
        if title.is_err() && subtitle.take().is_some() {
            room += kept;
            title = self.title_lines((width, room), LARGEST);
        }
        let (lines, style) = title?;
        let shows_word = self.title_has_word() && style.cap() >= WORD * pixel;
        // A long title is small: then the word is larger.
        let word = match (word, style.size < SMALL * pixel) {
            (Some(word), true) => {
                let most = (WORD + 0.5 * (room - style.size) / pixel).clamp(WORD, 21.0);
                let found = self.lines_of((display, &word.lines[0]), width, 1, (WORD, most));
                found.map(|(lines, style)| Lines { lines, style, ..word })
            }
            (word, _) => word,
        };
        // Nor is the series larger than its book.
        if let Some(series) = above.first_mut().filter(|_| has_series) {
            series.style.size = series.style.size.min(0.8 * style.size).max(self.min_type);
        }
        let title = Lines {
            lines,
            style,
            leading: TITLE_LEADING,
            colour: text,
            gap: 6.2 * tight * pixel + 0.1 * style.size,
        };
        let mut all = above;
        all.push(title);
        if let Some(subtitle) = subtitle {
            let most = (style.size / OVER_SUBTITLE).min(9.0 * pixel);
            let (lines, style) = self.subtitle_lines(&subtitle, (width, kept), most)?;
            all.push(Lines { lines, style, leading: 1.2, colour: text, gap: 6.5 * tight * pixel });
        }
        all.extend(word.filter(|_| !shows_word));
        all.extend(below);

        let mut y = area.top;
        let mut blocks = Vec::new();
        for part in all {
            let mut marks: Vec<DrawOp> = Vec::new();
            let mut baseline = y + part.above();
            let mut right = area.left;
            for (index, line) in part.lines.iter().enumerate() {
                baseline += if index > 0 { part.leading * part.style.size } else { 0.0 };
                let wide = part.style.width(line);
                let x = area.left + if is_centred { (width - wide) / 2.0 } else { 0.0 };
                right = right.max(x + wide);
                let x = self.clear_start(x, part.style, line);
                draw::left(&mut marks, (x, baseline), part.style, &line);
            }
            self.tone(part.colour, marks);
            blocks.push((right, baseline));
            y += part.height();
        }
        if let Some(row) = row {
            let centred = is_centred.then_some(width);
            let right = self.draw_row(&row, (area.left, y), centred);
            blocks.push((right, y + row.height));
        }
        Ok(blocks)
    }
}

/// Each line with its style.
fn styled((lines, style): SetLines) -> Vec<(String, TextStyle)> {
    lines.into_iter().map(|line| (line, style)).collect()
}
