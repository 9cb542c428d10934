//! The heading of a front: series, title, subtitle, the word, the number of puzzles, and the
//! levels.

use super::{
    Area, Colour, Cover, CoverResult, DrawOp, FontStack,
    LineAnchor::{Left, Middle},
    MIN_NUMBER, MIN_SMALL, MIN_WORD, Point, TextLines, TextStyle, cap_ratio, draw, too_large,
    too_wide,
};
use crate::book::text::typesetting::{NEW_LINE, TitleSpace};

/// The line spacing of titles and of small lines, as multiples of the type size.
const TITLE_LEADING: f64 = 1.06;
const LEADING: f64 = 1.16;
const SUBTITLE_LEADING: f64 = 1.2;
const LEVELS_LEADING: f64 = 1.25;
/// The gaps below the lines of a heading, in pixels, and the space for letters below the baseline
/// of the title, in type sizes.
const BELOW_SERIES: f64 = 4.5;
const BELOW_AUDIENCE: f64 = 5.5;
const BELOW_WORD: f64 = 6.5;
const BELOW_TITLE: f64 = 6.2;
const TITLE_DESCENT: f64 = 0.1;
/// The maximum size of the series, as a fraction of the size of the title, and of the subtitle of a
/// low front, in pixels.
const MAX_SERIES: f64 = 0.8;
const MAX_LOW_SUBTITLE: f64 = 9.0;
/// The height that capitals count at least, because letters without round parts are lower.
const ROUND_LETTERS: f64 = 0.98;
/// The line spacing beside and below the number of puzzles, as multiples of the type size.
const BESIDE_LEADING: f64 = 1.14;
const BELOW_LEADING: f64 = 1.2;
/// The gap between the number of puzzles and the words beside it, in pixels.
const ROW_GAP: f64 = 3.6;
/// The space between the number of puzzles and the lines below it, in pixels.
const BELOW_NUMBER: f64 = 1.2;
/// The maximum type size of a title, in pixels: without and with the word.
const MAX_TITLE: (f64, f64) = (24.0, 30.0);
/// The minimum type size of a title, in pixels.
const MIN_TITLE: f64 = 5.2;
/// The type size below which a title counts as small, in pixels.
const SMALL_TITLE: f64 = 15.0;
/// The height of a heading with all its lines, in pixels.
pub(super) const HEADING: f64 = 112.0;
/// The minimum ratio between the type sizes of a title and its subtitle.
const SUBTITLE_RATIO: f64 = 1.0 / 0.6;
/// The minimum type size of a subtitle in one line, in pixels; a longer one has two lines.
const MIN_SUBTITLE: f64 = 8.0;

/// The usual and the maximum size of the capitals of the word, in pixels.
const USUAL_WORD: f64 = 14.5;
const MAX_WORD: f64 = 21.0;
/// The height below which a heading is short, the room of a subtitle, that of a short heading or a
/// low front, and the space below a heading, in pixels.
const SHORT_HEADING: f64 = 76.0;
const SUBTITLE_ROOM: f64 = 24.0;
const LOW_SUBTITLE_ROOM: f64 = 12.5;
const BELOW_HEADING: f64 = 7.0;

/// The right edge and the lower edge of each block of lines.
pub(super) type Extents = Vec<(f64, f64)>;

/// The form of the number of puzzles in a heading.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum CountStyle {
    /// A large number with words beside it.
    Beside,
    /// A large number with the counted word beside it, and the levels below.
    Stacked,
    /// The number is elsewhere on the front; the heading names the levels.
    Elsewhere,
    /// The number and the levels are elsewhere.
    Nothing,
}

/// The choices for a heading.
#[derive(Clone, Copy)]
pub(super) struct FrontHeading {
    pub count: CountStyle,
    pub is_centred: bool,
    /// True if the heading has a line for the word, unless the title contains it. Otherwise the
    /// front draws the word below the heading, and the heading ends with the title before it.
    pub has_word: bool,
}

impl FrontHeading {
    /// Returns a heading that is flush left and has the word.
    pub const fn with(count: CountStyle) -> Self {
        Self { count, is_centred: false, has_word: true }
    }
}

/// Lines of one colour, with the gap below them.
struct LineSet {
    text: TextLines,
    colour: Colour,
    gap: f64,
}

impl LineSet {
    /// Returns the height of the ink of the first line above its baseline.
    fn above(&self) -> f64 {
        let first = self.text.lines.first().map_or("", String::as_str);
        let cap = cap_ratio(self.text.style.faces, first) * ROUND_LETTERS;
        self.text.ink_above().max(cap * self.text.style.size)
    }

    fn height(&self) -> f64 {
        self.above() + self.text.height() + self.gap
    }
}

/// The parts of a heading beside its title and its subtitle.
#[derive(Default)]
struct HeadingParts {
    series: Option<LineSet>,
    audience: Option<LineSet>,
    word: Option<LineSet>,
    levels: Option<LineSet>,
    row: Option<CountRow>,
}

impl HeadingParts {
    fn height(&self) -> f64 {
        let sets = self.series.iter().chain(&self.audience).chain(&self.levels).chain(&self.word);
        let lines: f64 = sets.map(LineSet::height).sum();
        lines + self.row.as_ref().map_or(0.0, |row| row.height)
    }
}

/// The title of a heading, and the room that it was fitted into.
struct FittedTitle {
    title: TextLines,
    room: f64,
    subtitle: Option<String>,
    subtitle_room: f64,
}

/// The number of puzzles with the words beside and below it.
pub(super) struct CountRow {
    number: TextStyle,
    beside: Vec<CountLine>,
    below: Vec<CountLine>,
    pub height: f64,
}

/// A line beside or below the number of puzzles.
struct CountLine {
    text: String,
    style: TextStyle,
    /// The distance from the line above to the baseline.
    drop: f64,
}

impl CountLine {
    /// Returns the lines of some blocks, all with this line spacing.
    fn rows(blocks: impl IntoIterator<Item = TextLines>, leading: f64) -> Vec<Self> {
        let mut rows = Vec::new();
        for TextLines { lines, style, .. } in blocks {
            let drop = leading * style.size;
            rows.extend(lines.into_iter().map(|text| Self { text, style, drop }));
        }
        rows
    }

    /// Returns the lines of blocks beside the number. They begin at the top of their capitals.
    fn rows_beside(blocks: impl IntoIterator<Item = TextLines>) -> Vec<Self> {
        let mut rows = Self::rows(blocks, BESIDE_LEADING);
        if let Some(first) = rows.first_mut() {
            first.drop = cap_ratio(first.style.faces, &first.text) * first.style.size;
        }
        rows
    }

    fn height(rows: &[Self]) -> f64 {
        rows.iter().map(|row| row.drop).sum()
    }

    fn width(&self) -> f64 {
        self.style.width(&self.text)
    }
}

impl Cover<'_> {
    /// Breaks a text into at most this number of lines. Its capitals have a minimum and a maximum
    /// height in pixels.
    pub(super) fn fit_lines(
        &self,
        (faces, text): (FontStack, &str),
        width: f64,
        lines: usize,
        (least, most): (f64, f64),
    ) -> Option<TextLines> {
        let sizes = [least, most].map(|pixels| self.type_size(faces, text, pixels));
        let sizes = (sizes[0], sizes[1].max(sizes[0]));
        let space = TitleSpace { width, height: f64::INFINITY, sizes, lines, leading: LEADING };
        let (lines, size) = faces.title(text, &space)?;
        Some(TextLines::new(lines, TextStyle::new(faces, size), LEADING))
    }

    /// Arranges the number of puzzles, and the levels beside or below it.
    pub(super) fn count_row(&self, width: f64, count: CountStyle) -> CoverResult<CountRow> {
        let (number, caption) = self.counted_words();
        let (display, plain, pixel) = (self.display(), self.small_type(), self.pixel());
        let hard = self.level_range();
        let gap = ROW_GAP * pixel;
        let sized = |cap: f64| TextStyle::new(display, self.type_size(display, "0", cap));
        let beside = [(1, 19.5), (1, MIN_NUMBER), (2, 29.0), (2, 24.0), (2, 19.5), (2, MIN_NUMBER)];
        for (rows, cap) in beside.into_iter().filter(|_| count != CountStyle::Stacked) {
            let style = sized(cap);
            let rest = width - style.width(&number) - gap;
            let first = self.fit_lines((display, &caption), rest, 1, (MIN_SMALL, 8.6));
            let then = self.fit_lines((plain, &hard), rest, rows, (MIN_SMALL, 7.9));
            if let (Some(first), Some(then)) = (first, then)
                && rest > 0.0
            {
                let beside = CountLine::rows_beside([first, then]);
                let height = CountLine::height(&beside).max(cap * pixel);
                return Ok(CountRow { number: style, beside, below: Vec::new(), height });
            }
        }
        let mut style = sized(if self.is_low() { MIN_NUMBER } else { 18.0 });
        if style.width(&number) > 0.6 * width {
            style = sized(MIN_NUMBER);
        }
        // The number is at most as wide as the heading.
        style = style.within(width, &number);
        let rest = width - style.width(&number) - gap;
        let least = if self.is_low() { 4.2 } else { MIN_SMALL };
        let beside = self.fit_lines((display, &caption), rest, 1, (least, 11.0));
        let beside = CountLine::rows_beside(beside);
        let whom = self.audience().filter(|_| self.is_low());
        let caption = Some(caption).filter(|_| beside.is_empty());
        let first = [whom, caption].into_iter().flatten().chain([hard.clone()]);
        let all = first.collect::<Vec<_>>().join(if beside.is_empty() { " " } else { " · " });
        let below = self.fit_lines((plain, &all), width, 4, (MIN_SMALL, 8.2));
        let below = below.ok_or_else(|| too_wide("line of levels", &hard))?;
        let below = CountLine::rows([below], BELOW_LEADING);
        let cap = cap_ratio(display, "0") * style.size;
        let height = cap + CountLine::height(&below) + BELOW_NUMBER * pixel;
        Ok(CountRow { number: style, beside, below, height })
    }

    /// Draws the number of puzzles with its words from a corner, or in the middle of a width.
    /// Returns the right edge.
    pub(super) fn draw_count(&mut self, row: &CountRow, at: Point, centred: Option<f64>) -> f64 {
        let (left, top) = at;
        let (number, _) = self.counted_words();
        let pixel = self.pixel();
        let cap = cap_ratio(row.number.faces, "0") * row.number.size;
        let block = CountLine::height(&row.beside);
        let high = if row.below.is_empty() { row.height } else { cap };
        let wide = row.number.width(&number);
        let beside = row.beside.iter().map(CountLine::width).fold(0.0, f64::max);
        let first = wide + if row.beside.is_empty() { 0.0 } else { ROW_GAP * pixel + beside };
        let start = |width: f64| left + centred.map_or(0.0, |all| (all - width) / 2.0);
        let mut text = Vec::new();
        let x = start(first);
        draw::left(&mut text, (x, top + (high + cap) / 2.0), row.number, &number);
        let mut right = x + first;
        let x = x + wide + ROW_GAP * pixel;
        // A single line shares the baseline of the number.
        let mut y = match &row.beside[..] {
            [_] => top + (high + cap) / 2.0 - block,
            _ => top + (high - block) / 2.0,
        };
        for line in &row.beside {
            y += line.drop;
            draw::left(&mut text, (x, y), line.style, &line.text);
        }
        let mut y = top + cap + BELOW_NUMBER * pixel;
        for line in &row.below {
            y += line.drop;
            let x = start(line.width());
            right = right.max(x + line.width());
            draw::left(&mut text, (x, y), line.style, &line.text);
        }
        self.paint(self.colours.text(), text);
        right
    }

    /// Fits the title into a room, as large as possible. It stays large enough for a smaller
    /// subtitle.
    pub(super) fn fit_title(&self, room: Point, largest: f64) -> CoverResult<TextLines> {
        let given = self.volume.setup.design.title(&self.volume.setup.options);
        let title = if given.contains(NEW_LINE) { given } else { &self.volume.titles.title };
        self.fit_part_of_title(title, room, largest)
    }

    /// Fits the title or a part of it.
    pub(super) fn fit_part_of_title(
        &self,
        title: &str,
        room: Point,
        largest: f64,
    ) -> CoverResult<TextLines> {
        let faces = self.title_faces();
        let largest = largest * self.pixel();
        let seen = if self.is_low() { 0.0 } else { MIN_TITLE * self.pixel() };
        let smallest = (SUBTITLE_RATIO * self.min_type).max(seen).min(largest);
        let sizes = (smallest, largest);
        let (width, height) = room;
        let space = TitleSpace { width, height, sizes, lines: 4, leading: TITLE_LEADING };
        let too_long = || {
            too_large("title", &self.volume.titles.title, "long", "the front", "a shorter title")
        };
        // "Large Print" stays on one line.
        let title = self.with_kept_audience(title);
        let (lines, size) = faces.title(&title, &space).ok_or_else(too_long)?;
        let lines = lines.into_iter().map(|line| line.replace('\u{a0}', " ")).collect();
        Ok(TextLines::new(lines, TextStyle::new(faces, size), TITLE_LEADING))
    }

    /// Fits the subtitle into at most two lines of a room. `most` is the maximum type size.
    pub(super) fn fit_subtitle(
        &self,
        subtitle: &str,
        (width, height): (f64, f64),
        most: f64,
    ) -> CoverResult<TextLines> {
        let faces = self.small_type();
        let one = (MIN_SUBTITLE * self.pixel()).max(self.min_type);
        let space = |least: f64, lines: usize| {
            let sizes = (least.min(most), most);
            TitleSpace { width, height, sizes, lines, leading: SUBTITLE_LEADING }
        };
        let in_one = faces.title(subtitle, &space(one, 1));
        let found = in_one.or_else(|| faces.title(subtitle, &space(self.min_type, 2)));
        let (lines, size) = found.ok_or_else(|| too_wide("subtitle", subtitle))?;
        Ok(TextLines::new(lines, TextStyle::new(faces, size), SUBTITLE_LEADING))
    }

    /// Returns the style of the series in one line. `pixels` is its maximum type size.
    pub(super) fn fit_series(&self, name: &str, pixels: f64, width: f64) -> CoverResult<TextStyle> {
        let size = (pixels * self.pixel()).max(self.min_type);
        self.fit("series", TextStyle::new(self.small_type(), size), name, width)
    }

    /// Returns the subtitle if the user or the design sets one.
    pub(super) fn chosen_subtitle(&self) -> Option<String> {
        let setup = &self.volume.setup;
        let has_text = |own: &String| !own.trim().is_empty();
        let is_own = setup.options.subtitle.as_ref().is_some_and(has_text);
        (is_own || setup.design.keys.subtitle.is_some())
            .then(|| self.volume.titles.subtitle.clone())
    }

    /// Returns the name of the series if it differs from the title.
    pub(super) fn separate_series(&self) -> Option<String> {
        let titles = &self.volume.titles;
        titles.series.clone().filter(|series| *series != titles.title)
    }

    /// Draws the heading at the top of an area, and returns the extents of its parts.
    pub(super) fn draw_heading(&mut self, area: Area, form: FrontHeading) -> CoverResult<Extents> {
        let (pixel, width, tight) = (self.pixel(), area.width, self.tightness());
        let text_colour = self.colours.text();
        let mut parts = self.heading_parts(width, form)?;
        let fitted = self.fit_heading(&mut parts, area, form)?;
        let title_size = fitted.title.style.size;
        // A long title is small; the word is then larger.
        if title_size < SMALL_TITLE * pixel
            && let Some(word) = parts.word.take()
        {
            let most = MIN_WORD + 0.5 * (fitted.room - title_size) / pixel;
            let sizes = (MIN_WORD, most.clamp(MIN_WORD, MAX_WORD));
            let line = (self.display(), &*word.text.lines[0]);
            let found = self.fit_lines(line, width, 1, sizes);
            parts.word = found.map(|text| LineSet { text, ..word });
        }
        // The series is smaller than the title, too.
        if let Some(series) = &mut parts.series {
            let size = &mut series.text.style.size;
            *size = size.min(MAX_SERIES * title_size).max(self.min_type);
        }
        let mut all: Vec<_> = parts.series.into_iter().chain(parts.audience).collect();
        if fitted.title.has_text() {
            let gap = BELOW_TITLE * tight * pixel + TITLE_DESCENT * title_size;
            all.push(LineSet { text: fitted.title, colour: text_colour, gap });
        }
        if let Some(subtitle) = fitted.subtitle {
            let mut most = title_size / SUBTITLE_RATIO;
            if self.is_low() {
                most = most.min(MAX_LOW_SUBTITLE * pixel);
            }
            let text = self.fit_subtitle(&subtitle, (width, fitted.subtitle_room), most)?;
            all.push(LineSet { text, colour: text_colour, gap: BELOW_WORD * tight * pixel });
        }
        all.extend(parts.word);
        all.extend(parts.levels);

        let (mut blocks, y) = self.draw_line_sets(&all, area, form.is_centred);
        if let Some(row) = parts.row {
            let centred = if form.is_centred { Some(width) } else { None };
            let right = self.draw_count(&row, (area.left, y), centred);
            blocks.push((right, y + row.height));
        }
        Ok(blocks)
    }

    /// Returns the factor for the gaps of a heading, which are smaller on a low front.
    fn tightness(&self) -> f64 {
        if self.is_low() { 0.72 } else { 1.0 }
    }

    /// Returns the parts of a heading beside its title and its subtitle. A low front has the series
    /// and the audience at its foot.
    fn heading_parts(&self, width: f64, form: FrontHeading) -> CoverResult<HeadingParts> {
        let (pixel, is_low) = (self.pixel(), self.is_low());
        let (display, soft) = (self.display(), self.colours.soft());
        let mut parts = HeadingParts::default();
        if let Some(series) = self.separate_series().filter(|_| !is_low) {
            let style = self.fit_series(&series, 7.6, width)?;
            let text = TextLines::line(series, style);
            parts.series = Some(LineSet { text, colour: soft, gap: BELOW_SERIES * pixel });
        }
        if let Some(whom) = self.audience().filter(|_| !is_low) {
            let found = self.fit_lines((display, &whom), width, 2, (MIN_SMALL, 8.6));
            let text = found.ok_or_else(|| too_wide("text of the cover", &whom))?;
            parts.audience = Some(LineSet { text, colour: soft, gap: BELOW_AUDIENCE * pixel });
        }
        let word = self.sudoku_word().to_uppercase();
        let sizes = (MIN_WORD, if is_low { MIN_WORD } else { USUAL_WORD });
        let found = self.fit_lines((display, &word), width, 1, sizes);
        let text = found.ok_or_else(|| too_wide("text of the cover", &word))?;
        if form.has_word && !self.title_has_word() {
            let gap = BELOW_WORD * self.tightness() * pixel;
            parts.word = Some(LineSet { text, colour: soft, gap });
        }
        match form.count {
            CountStyle::Beside | CountStyle::Stacked => {
                parts.row = Some(self.count_row(width, form.count)?);
            }
            CountStyle::Elsewhere => {
                let hard = self.level_range();
                let found = self.fit_lines((self.small_type(), &hard), width, 3, (MIN_SMALL, 8.4));
                let levels = found.ok_or_else(|| too_wide("line of levels", &hard))?;
                let text = TextLines { leading: LEVELS_LEADING, ..levels };
                parts.levels = Some(LineSet { text, colour: self.colours.text(), gap: 0.0 });
            }
            CountStyle::Nothing => {}
        }
        Ok(parts)
    }

    /// Fits the title beside the other parts. Leaves the subtitle and then the series to the inside
    /// of the book if there is no room.
    fn fit_heading(
        &self,
        parts: &mut HeadingParts,
        area: Area,
        form: FrontHeading,
    ) -> CoverResult<FittedTitle> {
        let pixel = self.pixel();
        let mut subtitle = self.chosen_subtitle();
        // The subtitle depends on the size of the title, so its room is reserved first.
        let is_short = self.is_low() || area.height < SHORT_HEADING * pixel;
        let mut subtitle_room = if is_short { LOW_SUBTITLE_ROOM } else { SUBTITLE_ROOM } * pixel;
        if subtitle.is_none() {
            subtitle_room = 0.0;
        }
        let below = BELOW_HEADING * self.tightness() * pixel;
        let mut room = area.height - parts.height() - subtitle_room - below;
        let mut title = self.title_in(area.width, room, form);
        if title.is_err() && subtitle.take().is_some() {
            room += subtitle_room;
            title = self.title_in(area.width, room, form);
        }
        if title.is_err()
            && let Some(series) = parts.series.take()
        {
            room += series.height();
            title = self.title_in(area.width, room, form);
        }
        Ok(FittedTitle { title: title?, room, subtitle, subtitle_room })
    }

    /// Fits the title, or its part before the word if the front draws the word below the heading.
    fn title_in(&self, width: f64, room: f64, form: FrontHeading) -> CoverResult<TextLines> {
        if !form.has_word
            && let Some(split) = self.split_title()
        {
            // An empty part still has a style, for the subtitle.
            return self.fit_part_of_title(&split.before, (width, room), MAX_TITLE.0);
        }
        let has_both = form.has_word && self.title_has_word();
        let largest = if has_both { MAX_TITLE.1 } else { MAX_TITLE.0 };
        self.fit_title((width, room), largest)
    }

    /// Draws lines from the top of an area down. Returns their extents and their lower end.
    fn draw_line_sets(&mut self, sets: &[LineSet], area: Area, is_centred: bool) -> (Extents, f64) {
        let (mut y, width) = (area.top, area.width);
        let mut blocks = Vec::new();
        for part in sets {
            let mut marks: Vec<DrawOp> = Vec::new();
            let mut baseline = y + part.above();
            let mut right = area.left;
            let anchor = if is_centred { Middle(area.left + width / 2.0) } else { Left(area.left) };
            let style = self.within_margins(&part.text, anchor);
            let lead = part.text.leading * part.text.style.size;
            for (index, line) in part.text.lines.iter().enumerate() {
                baseline += if index > 0 { lead } else { 0.0 };
                let wide = style.width(line);
                let x = area.left + if is_centred { (width - wide) / 2.0 } else { 0.0 };
                right = right.max(x + wide);
                let x = self.inset_start(x, style, line);
                draw::left(&mut marks, (x, baseline), style, line);
            }
            self.paint(part.colour, marks);
            blocks.push((right, baseline));
            y += part.height();
        }
        (blocks, y)
    }
}
