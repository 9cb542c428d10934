//! The heading of a front: series, readers, title, subtitle, the word, the number of puzzles, and
//! the levels. The title has the largest type: all other lines are limited by its size.

use super::{
    Area, Colour, Cover, CoverResult, FontStack, LineAnchor, MIN_NUMBER, MIN_SMALL, MIN_WORD,
    Point, TextAlign, TextLines, TextStyle, cap_ratio, too_long_for, too_wide,
};
use page::{FittedTitle, TitleSpace};
use words::is_east_asian;

/// The line spacing of titles and of small lines, as multiples of the type size.
const TITLE_LEADING: f64 = 1.02;
const LEADING: f64 = 1.16;
const SUBTITLE_LEADING: f64 = 1.2;
const LEVELS_LEADING: f64 = 1.25;
/// The line spacing beside the number of puzzles, and below it.
const BESIDE_LEADING: f64 = 1.14;
const BELOW_LEADING: f64 = 1.2;
/// The gaps below the lines of a heading, in pixels, and the space for letters below the baseline
/// of the title, in type sizes.
const BELOW_SERIES: f64 = 4.5;
const BELOW_AUDIENCE: f64 = 5.5;
const BELOW_WORD: f64 = 6.5;
const BELOW_TITLE: f64 = 5.5;
const TITLE_DESCENT: f64 = 0.12;
/// The factor for gaps on a low front.
const LOW_GAPS: f64 = 0.72;
/// The height that capitals count at least, because letters without round parts are lower.
const ROUND_LETTERS: f64 = 0.98;
/// The gap between the number of puzzles and the words beside it, and the space between the number
/// and the lines below it, in pixels.
const ROW_GAP: f64 = 3.6;
const BELOW_NUMBER: f64 = 1.2;
/// The maximum of this gap, and the maximum size of the words beside and below the number, as
/// fractions of its size.
const MAX_ROW_GAP: f64 = 0.24;
const COUNT_WORDS_SHARE: f64 = 0.75;
/// The maximum type size of the series, and of the subtitle of a low front, in pixels.
const MAX_SERIES: f64 = 7.6;
const MAX_LOW_SUBTITLE: f64 = 9.0;
/// The maximum number of lines of a title.
const MAX_LINES: usize = 5;
/// The maximum type size of a title, in pixels: that of a short title in one line.
const MAX_TITLE: f64 = 26.0;
/// The minimum type sizes of a title beside other lines and alone, in pixels, and the factor for
/// them on a wide front. At the first size, the word is as large as it should be.
const GOOD_TITLE: f64 = 17.6;
pub(super) const FAIR_TITLE: f64 = 12.0;
const MIN_TITLE: f64 = 5.2;
const WIDE_TITLE: f64 = 0.75;
/// The maximum type size of a title of at most this number of Chinese or Japanese characters.
const MAX_SHORT_TITLE: f64 = 35.2;
const SHORT_TITLE: usize = 4;
/// The maximum size of the number of puzzles, of the word and the readers, and of a subtitle, as
/// fractions of the size of the title, and the space for the subtitle.
pub(super) const NUMBER_SHARE: f64 = 0.8;
pub(super) const WORD_SHARE: f64 = 0.7;
const SUBTITLE_SHARE: f64 = 0.6;
const SUBTITLE_ROOM: f64 = 22.0;
/// The minimum type size of a subtitle in one line, in pixels; a longer one has two lines.
const MIN_SUBTITLE: f64 = 8.0;
/// The usual height of the capitals of the word and of small lines, in pixels.
const USUAL_WORD: f64 = 14.5;
const USUAL_SMALL: f64 = 8.4;
/// The minimum height of the word beside a badge, on a narrow front, in pixels.
const MIN_WORD_ASIDE: f64 = 7.0;
/// The heights of the capitals of the number of puzzles to try beside one and two lines of levels,
/// in pixels, and the usual height above them.
const NUMBERS: [(usize, f64); 6] =
    [(1, 19.5), (1, MIN_NUMBER), (2, 29.0), (2, 24.0), (2, 19.5), (2, MIN_NUMBER)];
const STACKED_NUMBER: f64 = 18.0;
/// The maximum width of the number above its levels, as a fraction of the heading.
const MAX_NUMBER_WIDTH: f64 = 0.6;
/// The minimum and the maximum height of the words beside the number, in pixels.
const MAX_CAPTION: f64 = 11.0;
const MIN_LOW_CAPTION: f64 = 4.2;
/// The factor for a size that must fit again in spite of rounding.
const ROUNDING: f64 = 0.9999;
/// The number of times that the title and the lines beside it are fitted to each other.
const ROUNDS: usize = 6;

/// The right edge and the lower edge of each block of lines.
pub(super) type Extents = Vec<(f64, f64)>;

/// The form of the number of puzzles in a heading.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum CountStyle {
    /// A large number with words beside it.
    Beside,
    /// A large number with the counted word beside it, and the levels below.
    Stacked,
    /// The number with the word *Sudoku* beside it, which then has no line of its own, and the
    /// levels below.
    WithWord,
    /// The number is elsewhere on the front; the heading names the levels.
    Levels,
    /// The number and the levels are elsewhere.
    Nothing,
}

/// The choices for a heading.
#[derive(Clone, Copy)]
pub(super) struct HeadingForm {
    pub count: CountStyle,
    pub align: TextAlign,
    /// True if the heading has a line for the word, unless the title contains it.
    pub has_word: bool,
    /// The colour on which the heading stands.
    pub base: Colour,
    /// The maximum type size of the title, in pixels.
    pub max_title: f64,
    /// The width that a badge beside the lines below the title takes.
    pub beside: f64,
}

/// Lines of one colour, with the gap below them.
pub(super) struct LineSet {
    pub text: TextLines,
    pub colour: Colour,
    pub gap: f64,
}

impl LineSet {
    /// Returns the height of the ink of the first line above its baseline.
    fn above(&self) -> f64 {
        let Some(first) = self.text.lines.first() else { return 0.0 };
        let cap = cap_ratio(self.text.style.faces, first) * ROUND_LETTERS;
        self.text.ink_above().max(cap * self.text.style.size)
    }

    pub fn height(&self) -> f64 {
        self.above() + self.text.height() + self.gap
    }
}

/// A heading that was fitted into a room.
pub(super) struct Heading {
    sets: Vec<LineSet>,
    row: Option<CountRow>,
    align: TextAlign,
    colour: Colour,
    /// The number of lines above the lines below the title, and the type size of the title.
    pub title_end: usize,
    pub title_size: f64,
    /// The maximum type size of all other lines.
    pub limit: f64,
    /// True if the levels have room.
    pub has_levels: bool,
}

impl Heading {
    /// Returns the height from the top of the first line to the last baseline or the end of the
    /// count.
    pub fn height(&self) -> f64 {
        let row = self.row.as_ref().map_or(0.0, |row| row.height);
        let last =
            if self.row.is_none() { self.sets.last().map_or(0.0, |set| set.gap) } else { 0.0 };
        self.sets.iter().map(LineSet::height).sum::<f64>() + row - last
    }

    /// Moves the count down into the middle of the room below a heading in a room of this height.
    pub fn lower_count(&mut self, height: f64) {
        let free = height - self.height();
        if let (Some(_), Some(last)) = (&self.row, self.sets.last_mut()) {
            last.gap += free.max(0.0) / 2.0;
        }
    }

    /// Returns the maximum type size of a badge beside the heading: as large as the title, or as
    /// the other lines if the title is small.
    pub fn largest(&self) -> f64 {
        self.title_size.max(self.limit)
    }

    /// Returns the height of the lines down to the title.
    pub fn title_height(&self) -> f64 {
        self.sets[..self.title_end].iter().map(LineSet::height).sum()
    }
}

/// The lines that a heading may leave out.
#[derive(Clone, Copy)]
struct HeadingLines {
    has_subtitle: bool,
    has_series: bool,
    has_levels: bool,
    /// The minimum type size of the title, in pixels.
    min_title: f64,
    /// The size that limits all other lines at least, in pixels: they keep it beside a title that
    /// shrinks further.
    min_limit: f64,
    /// True if long words of the title may break.
    is_hyphenated: bool,
}

/// A set of lines that is tried for a heading in an area.
#[derive(Clone, Copy)]
struct HeadingTrial {
    area: Area,
    form: HeadingForm,
    lines: HeadingLines,
}

/// Creates a set of lines: with the subtitle, the series, and the levels.
const fn lines_with(has_lines: [bool; 3], min_title: f64) -> HeadingLines {
    let [has_subtitle, has_series, has_levels] = has_lines;
    let (min_limit, is_hyphenated) = (min_title, false);
    HeadingLines { has_subtitle, has_series, has_levels, min_title, min_limit, is_hyphenated }
}

/// Creates the same set of lines with a title whose long words may break.
const fn hyphenated(lines: HeadingLines) -> HeadingLines {
    HeadingLines { is_hyphenated: true, ..lines }
}

/// Creates a set of lines that keep their sizes beside a small title.
const fn floored(has_lines: [bool; 3]) -> HeadingLines {
    HeadingLines { min_limit: FAIR_TITLE, ..hyphenated(lines_with(has_lines, MIN_TITLE)) }
}

/// The sets of lines to try, the best first. The levels, which the back shows as well, matter less
/// than the title, and a large title less than the series and a subtitle of the user. Words break
/// only where the title would be small otherwise.
const LINES: [HeadingLines; 15] = [
    lines_with([true, true, true], GOOD_TITLE),
    lines_with([true, true, false], GOOD_TITLE),
    lines_with([true, true, false], FAIR_TITLE),
    hyphenated(lines_with([true, true, false], FAIR_TITLE)),
    lines_with([false, true, true], GOOD_TITLE),
    lines_with([false, true, false], GOOD_TITLE),
    lines_with([false, true, true], FAIR_TITLE),
    hyphenated(lines_with([false, true, true], GOOD_TITLE)),
    hyphenated(lines_with([false, true, false], FAIR_TITLE)),
    floored([false, true, true]),
    floored([false, true, false]),
    lines_with([false, false, true], FAIR_TITLE),
    hyphenated(lines_with([false, false, true], FAIR_TITLE)),
    floored([false, false, false]),
    lines_with([false, false, true], MIN_TITLE),
];

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
    /// Returns a heading on the ground, flush left, with the word.
    pub(super) fn heading_form(&self, count: CountStyle) -> HeadingForm {
        let (base, align) = (self.colours.ground, TextAlign::Left);
        HeadingForm { count, align, has_word: true, base, max_title: MAX_TITLE, beside: 0.0 }
    }

    /// Breaks a text into at most this number of lines. Its capitals have a minimum and a maximum
    /// height in pixels.
    pub(super) fn fit_lines(
        &self,
        faces: FontStack,
        text: &str,
        space: LineSpace,
    ) -> Option<TextLines> {
        let limit = space.limit.max(self.min_type);
        let least = self.type_size(faces, text, space.caps.0).min(limit);
        let most = self.type_size(faces, text, space.caps.1).min(limit);
        let sizes = (least, most.max(least));
        let LineSpace { width, lines, .. } = space;
        let space = TitleSpace { width, height: f64::INFINITY, sizes, lines, leading: LEADING };
        let FittedTitle { lines, size, .. } = faces.title(text, &space)?;
        Some(TextLines::new(lines, TextStyle::new(faces, size), LEADING))
    }

    /// Breaks small words into as few lines as have room.
    pub(super) fn fit_fewest_lines(&self, text: &str, space: LineSpace) -> Option<TextLines> {
        let faces = self.small_type();
        (1..=space.lines)
            .find_map(|lines| self.fit_lines(faces, text, LineSpace { lines, ..space }))
    }

    /// Returns the gap between the number of puzzles and the words beside it.
    fn row_gap(&self, number: TextStyle) -> f64 {
        (ROW_GAP * self.pixel()).min(MAX_ROW_GAP * number.size)
    }

    /// Arranges the number of puzzles, with the levels beside or below it if `has_levels` is true.
    /// No type is larger than `limit`.
    pub(super) fn fit_count(
        &self,
        width: f64,
        count: CountStyle,
        limit: f64,
        has_levels: bool,
    ) -> CoverResult<CountRow> {
        if count == CountStyle::Beside && has_levels {
            for (lines, cap) in NUMBERS {
                if let Some(row) = self.count_beside(width, lines, cap, limit) {
                    return Ok(row);
                }
            }
        }
        let word = if count == CountStyle::WithWord { Some(self.sudoku_word()) } else { None };
        self.count_above(width, limit, has_levels, word)
    }

    /// Returns the style of the number of puzzles whose digits have this height in pixels.
    fn number_style(&self, cap: f64, limit: f64) -> TextStyle {
        let display = self.display();
        TextStyle::new(display, self.type_size(display, "0", cap).min(NUMBER_SHARE * limit))
    }

    /// Arranges the levels beside the number in at most this number of lines, if they fit.
    fn count_beside(&self, width: f64, lines: usize, cap: f64, limit: f64) -> Option<CountRow> {
        let counted = self.counted_words();
        let number = self.number_style(cap, limit);
        let rest = width - number.width(&counted.number) - self.row_gap(number);
        if rest <= 0.0 {
            return None;
        }
        let limit = limit.min(COUNT_WORDS_SHARE * number.size);
        let small = LineSpace { width: rest, lines: 1, caps: (MIN_SMALL, 8.6), limit };
        let caption = self.fit_lines(self.display(), &counted.caption, small)?;
        let small = LineSpace { lines, caps: (MIN_SMALL, 7.9), ..small };
        let levels = self.fit_lines(self.small_type(), &self.level_range(), small)?;
        let beside = CountLine::rows_beside([caption, levels]);
        let height = CountLine::height(&beside).max(number.cap());
        Some(CountRow { number, beside, below: Vec::new(), height })
    }

    /// Arranges the number with the counted word beside it, and the levels below if there are any.
    /// If a word is given, it stands beside the number, in type as large.
    fn count_above(
        &self,
        width: f64,
        limit: f64,
        has_levels: bool,
        word: Option<String>,
    ) -> CoverResult<CountRow> {
        let (mut counted, pixel, is_low) = (self.counted_words(), self.pixel(), self.is_low());
        let mut wide = counted.number.clone();
        if let Some(word) = &word {
            counted.caption = word.to_uppercase();
            wide = [wide, counted.caption.clone()].join("\u{2002}");
        }
        let usual = self.number_style(if is_low { MIN_NUMBER } else { STACKED_NUMBER }, limit);
        let is_long = usual.width(&counted.number) > MAX_NUMBER_WIDTH * width;
        let style = if is_long { self.number_style(MIN_NUMBER, limit) } else { usual };
        // The number is at most as wide as the heading.
        let number = style.within(width, &wide);
        let limit = limit.min(COUNT_WORDS_SHARE * number.size);
        let caption_limit = if word.is_some() { number.size } else { limit };
        let rest = width - number.width(&counted.number) - self.row_gap(number);
        let least = if is_low { MIN_LOW_CAPTION } else { MIN_SMALL };
        let caps = (least, MAX_CAPTION);
        let space = LineSpace { width: rest, lines: 1, caps, limit: caption_limit };
        let caption = self.fit_lines(self.display(), &counted.caption, space);
        let beside = CountLine::rows_beside(caption);
        // Each fact has lines of its own.
        let mut facts: Vec<String> = self.audience().filter(|_| is_low).into_iter().collect();
        let mut words = Vec::new();
        if beside.is_empty() {
            words.push(counted.caption);
        }
        if has_levels {
            words.push(self.level_range());
        }
        if !words.is_empty() {
            facts.push(words.join(" "));
        }
        let mut blocks = Vec::new();
        let space = LineSpace { width, lines: 4, caps: (MIN_SMALL, 8.2), limit };
        for fact in facts {
            let lines = self.fit_fewest_lines(&fact, space);
            blocks.push(lines.ok_or_else(|| too_wide("line of levels", &fact))?);
        }
        let below = CountLine::rows(blocks, BELOW_LEADING);
        let gap = if below.is_empty() { 0.0 } else { BELOW_NUMBER * pixel };
        let height = number.cap() + CountLine::height(&below) + gap;
        Ok(CountRow { number, beside, below, height })
    }

    /// Draws the number of puzzles with its words at the top of an area. Returns the right edge.
    pub(super) fn draw_count(
        &mut self,
        row: &CountRow,
        area: Area,
        align: TextAlign,
        colour: Colour,
    ) -> f64 {
        let (number, pixel) = (self.counted_words().number, self.pixel());
        let cap = row.number.cap();
        let block = CountLine::height(&row.beside);
        let high = if row.below.is_empty() { row.height } else { cap };
        let wide = row.number.width(&number);
        let beside = row.beside.iter().map(CountLine::width).fold(0.0, f64::max);
        let first =
            wide + if row.beside.is_empty() { 0.0 } else { self.row_gap(row.number) + beside };
        let mut text = Vec::new();
        let x = start_of_line(area, first, align);
        let baseline = area.top + (high + cap) / 2.0;
        row.number.draw_left(&mut text, (x, baseline), &number);
        let mut right = x + first;
        let x = x + wide + self.row_gap(row.number);
        // A single line shares the baseline of the number.
        let mut y = match &row.beside[..] {
            [_] => baseline - block,
            _ => area.top + (high - block) / 2.0,
        };
        for line in &row.beside {
            y += line.drop;
            line.style.draw_left(&mut text, (x, y), &line.text);
        }
        let mut y = area.top + cap + BELOW_NUMBER * pixel;
        for line in &row.below {
            y += line.drop;
            let x = start_of_line(area, line.width(), align);
            right = right.max(x + line.width());
            line.style.draw_left(&mut text, (x, y), &line.text);
        }
        self.paint(colour, text);
        right
    }

    /// Fits the title into a room, as large as possible. The minimum and the maximum type size are
    /// in pixels.
    pub(super) fn fit_title(
        &self,
        room: Area,
        sizes: (f64, f64),
        is_hyphenated: bool,
    ) -> CoverResult<TextLines> {
        let FittedTitle { lines, size, .. } = self.break_title(room, sizes, is_hyphenated)?;
        Ok(TextLines::new(lines, TextStyle::new(self.title_faces(), size), TITLE_LEADING))
    }

    /// Returns the title with the marks of the user, or else with breaks in long words.
    fn marked_title(&self, is_hyphenated: bool) -> String {
        let setup = &self.volume.setup;
        let given = setup.design.title(&setup.options);
        let title = &self.volume.titles.title;
        let title = if FittedTitle::has_marks(given) { given } else { title };
        let hyphenated = if is_hyphenated { self.title_faces().hyphenated(title) } else { None };
        hyphenated.unwrap_or_else(|| title.to_owned())
    }

    /// Breaks the title into lines that fit a room. The minimum and the maximum type size are in
    /// pixels.
    fn break_title(
        &self,
        room: Area,
        (least, most): (f64, f64),
        is_hyphenated: bool,
    ) -> CoverResult<FittedTitle> {
        let title = self.marked_title(is_hyphenated);
        let faces = self.title_faces();
        let (least, most) = (least * self.pixel(), most * self.pixel());
        let sizes = (least.max(self.min_type / SUBTITLE_SHARE).min(most), most);
        let Area { width, height, .. } = room;
        let space = TitleSpace { width, height, sizes, lines: MAX_LINES, leading: TITLE_LEADING };
        // "Large Print" stays on one line.
        let kept = self.with_kept_audience(&title);
        let Some(mut fitted) = faces.title(&kept, &space) else {
            let title = &self.volume.titles.title;
            return Err(too_long_for("the front", "title", title).remedy("use a shorter title"));
        };
        for line in &mut fitted.lines {
            *line = line.replace('\u{a0}', " ");
        }
        Ok(fitted)
    }

    /// Fits the subtitle into at most two lines of this width. `most` is the maximum type size.
    fn fit_subtitle(&self, subtitle: &str, width: f64, most: f64) -> CoverResult<TextLines> {
        let faces = self.small_type();
        let one = (MIN_SUBTITLE * self.pixel()).max(self.min_type);
        for (least, lines) in [(one, 1), (self.min_type, 2)] {
            let (height, leading) = (SUBTITLE_ROOM * self.pixel(), SUBTITLE_LEADING);
            let sizes = (least.min(most), most);
            let space = TitleSpace { width, height, sizes, lines, leading };
            if let Some(FittedTitle { lines, size, .. }) = faces.title(subtitle, &space) {
                return Ok(TextLines::new(lines, TextStyle::new(faces, size), leading));
            }
        }
        Err(too_wide("subtitle", subtitle))
    }

    /// Returns the subtitle if the user or the design sets one.
    pub(crate) fn chosen_subtitle(&self) -> Option<String> {
        self.volume.has_chosen_subtitle().then(|| self.volume.titles.subtitle.clone())
    }

    /// Returns the name of the series if it differs from the title.
    pub(crate) fn separate_series(&self) -> Option<String> {
        let titles = &self.volume.titles;
        titles.series.clone().filter(|series| *series != titles.title)
    }

    /// Fits a heading into an area. Leaves out the levels, the series, and then the subtitle if the
    /// title would be small.
    pub(super) fn fit_heading(&self, area: Area, mut form: HeadingForm) -> CoverResult<Heading> {
        let title = &self.volume.titles.title;
        if title.chars().all(is_east_asian) && title.chars().count() <= SHORT_TITLE {
            form.max_title = form.max_title.max(MAX_SHORT_TITLE);
        }
        let has_subtitle = self.chosen_subtitle().is_some();
        let is_long = self.title_faces().hyphenated(title).is_some();
        let mut outcome = None;
        for lines in LINES {
            let is_break_in_vain = lines.is_hyphenated && lines.min_title >= FAIR_TITLE && !is_long;
            if lines.has_subtitle && !has_subtitle || is_break_in_vain {
                continue;
            }
            let found = self.fit_heading_lines(HeadingTrial { area, form, lines });
            if found.is_ok() {
                return found;
            }
            outcome = Some(found);
        }
        outcome.expect("there are sets of lines")
    }

    /// Fits the title and the lines beside it to each other: no line is larger than the title.
    /// Finds the largest limit of type with which the title has room.
    fn fit_heading_lines(&self, trial: HeadingTrial) -> CoverResult<Heading> {
        let HeadingTrial { area, form, lines } = trial;
        let wide = if self.is_wide_front() { WIDE_TITLE } else { 1.0 };
        let least = (wide * lines.min_title).min(form.max_title);
        // The size at which the title breaks best. A larger one might break it badly.
        let mut most = form.max_title;
        if let Ok(title) = self.break_title(area, (least, most), lines.is_hyphenated) {
            most = (ROUNDING * title.size / self.pixel()).clamp(least, most);
        }
        if let Ok((heading, _)) = self.fit_heading_within(trial, most) {
            return Ok(heading);
        }
        let (mut best, quality) = self.fit_heading_within(trial, least)?;
        let mut rating = least * quality;
        let (mut low, mut high) = (least, most);
        for _ in 0..ROUNDS {
            let middle = (low + high) / 2.0;
            let Ok((heading, found)) = self.fit_heading_within(trial, middle) else {
                high = middle;
                continue;
            };
            low = middle;
            if middle * found > rating {
                (best, rating) = (heading, middle * found);
            }
        }
        Ok(best)
    }

    /// Fits a title that is at least as large as the limit of all other lines, in pixels. Returns
    /// how well its breaks read as well.
    fn fit_heading_within(&self, trial: HeadingTrial, limit: f64) -> CoverResult<(Heading, f64)> {
        let HeadingTrial { area, form, lines } = trial;
        let wide = if self.is_wide_front() { WIDE_TITLE } else { 1.0 };
        let others = limit.max(wide * lines.min_limit) * self.pixel();
        let mut heading = self.heading_beside_title(trial, others)?;
        let room = Area { height: area.height - heading.height(), ..area };
        let sizes = (limit, form.max_title);
        let FittedTitle { lines, size, quality } =
            self.break_title(room, sizes, lines.is_hyphenated)?;
        let style = TextStyle::new(self.title_faces(), size);
        heading.title_size = size;
        heading.sets[heading.title_end - 1].text = TextLines::new(lines, style, TITLE_LEADING);
        Ok((heading, quality))
    }

    /// Returns a heading whose title is blank. No line is larger than `limit`. A low front has the
    /// series and the readers at its foot.
    fn heading_beside_title(&self, trial: HeadingTrial, limit: f64) -> CoverResult<Heading> {
        let HeadingTrial { area: Area { width, .. }, form, lines } = trial;
        let (pixel, is_low, display) = (self.pixel(), self.is_low(), self.display());
        let tight = if is_low { LOW_GAPS } else { 1.0 };
        let text = self.colours.on(form.base, &[self.colours.paper, self.colours.deep]);
        let soft = self.soft_on(form.base);
        let mut sets = Vec::new();
        if let Some(series) = self.separate_series().filter(|_| lines.has_series && !is_low) {
            let size = (MAX_SERIES * pixel).min(limit).max(self.min_type);
            let style = TextStyle::new(self.small_type(), size);
            let style = self.fit("series", style, &series, width)?;
            let text = TextLines::line(series, style);
            sets.push(LineSet { text, colour: soft, gap: BELOW_SERIES * pixel });
        }
        if let Some(whom) = self.audience().filter(|_| !is_low) {
            let least = self.type_size(display, &whom, MIN_SMALL);
            let limit = limit.min(least.max(WORD_SHARE * limit));
            let space = LineSpace { width, lines: 2, caps: (MIN_SMALL, 8.6), limit };
            let found = self.fit_lines(display, &whom, space);
            let text = found.ok_or_else(|| too_wide("text of the cover", &whom))?;
            sets.push(LineSet { text, colour: soft, gap: BELOW_AUDIENCE * pixel });
        }
        let gap = BELOW_TITLE * tight * pixel + TITLE_DESCENT * limit;
        let title = TextLines::new(Vec::new(), TextStyle::new(self.title_faces(), limit), 0.0);
        sets.push(LineSet { text: title, colour: text, gap });
        let title_end = sets.len();
        let below = width - form.beside;
        if let Some(subtitle) = self.chosen_subtitle().filter(|_| lines.has_subtitle) {
            let low = if is_low { MAX_LOW_SUBTITLE * pixel } else { f64::INFINITY };
            let most = (SUBTITLE_SHARE * limit).min(low);
            let text_lines = self.fit_subtitle(&subtitle, below, most)?;
            sets.push(LineSet { text: text_lines, colour: text, gap: BELOW_WORD * tight * pixel });
        }
        if form.has_word && form.count != CountStyle::WithWord && !self.title_has_word() {
            let word = self.sudoku_word().to_uppercase();
            let most = if is_low { MIN_WORD } else { USUAL_WORD };
            let least = if form.beside > 0.0 { MIN_WORD_ASIDE } else { MIN_WORD };
            let limit = WORD_SHARE * limit;
            let space = LineSpace { width: below, lines: 1, caps: (least, most), limit };
            let found = self.fit_lines(display, &word, space);
            let line = found.ok_or_else(|| too_wide("text of the cover", &word))?;
            sets.push(LineSet { text: line, colour: soft, gap: BELOW_WORD * tight * pixel });
        }
        let mut row = None;
        match form.count {
            CountStyle::Beside | CountStyle::Stacked | CountStyle::WithWord => {
                row = Some(self.fit_count(below, form.count, limit, lines.has_levels)?);
            }
            CountStyle::Levels if lines.has_levels => {
                let levels = self.fit_levels(below, limit)?;
                sets.push(LineSet { text: levels, colour: text, gap: 0.0 });
            }
            CountStyle::Levels | CountStyle::Nothing => {}
        }
        let align = form.align;
        let has_levels = lines.has_levels;
        let (colour, title_size) = (text, limit);
        Ok(Heading { sets, row, align, colour, title_end, title_size, limit, has_levels })
    }

    /// Breaks the levels into at most three lines of this width.
    pub(super) fn fit_levels(&self, width: f64, limit: f64) -> CoverResult<TextLines> {
        let hard = self.level_range_in_lines();
        let space = LineSpace { width, lines: 3, caps: (MIN_SMALL, USUAL_SMALL), limit };
        let found = self.fit_lines(self.small_type(), &hard, space);
        let levels = found.ok_or_else(|| too_wide("line of levels", &hard))?;
        Ok(TextLines { leading: LEVELS_LEADING, ..levels })
    }

    /// Returns the colour of secondary text on a colour.
    pub(super) fn soft_on(&self, base: Colour) -> Colour {
        let colours = &self.colours;
        colours.on(base, &[colours.accent, colours.figure])
    }

    /// Draws a heading from the top of an area down. Returns the extents of its blocks.
    pub(super) fn draw_heading(&mut self, heading: Heading, area: Area) -> Extents {
        let (mut blocks, top) = self.draw_sets(&heading.sets, area, heading.align);
        if let Some(row) = heading.row {
            let right = self.draw_count(&row, area.with_top(top), heading.align, heading.colour);
            blocks.push((right, top + row.height));
        }
        blocks
    }

    /// Draws sets of lines from the top of an area down. Returns their extents and the lower end.
    pub(super) fn draw_sets(
        &mut self,
        sets: &[LineSet],
        area: Area,
        align: TextAlign,
    ) -> (Extents, f64) {
        let mut y = area.top;
        let mut blocks = Vec::new();
        for set in sets {
            if set.text.has_text() {
                blocks.push(self.draw_lines(set, Area { top: y, ..area }, align));
            }
            y += set.height();
        }
        (blocks, y)
    }

    /// Draws lines at the top of an area. Returns their right edge and their last baseline.
    fn draw_lines(&mut self, set: &LineSet, area: Area, align: TextAlign) -> Point {
        let anchor = match align {
            TextAlign::Middle => LineAnchor::Middle(area.middle()),
            TextAlign::Left | TextAlign::Right => LineAnchor::Left(area.left),
        };
        let style = self.within_margins(&set.text, anchor);
        let lead = set.text.leading * set.text.style.size;
        let mut baseline = area.top + set.above();
        let mut right = area.left;
        let mut marks = Vec::new();
        for (index, line) in set.text.lines.iter().enumerate() {
            baseline += if index > 0 { lead } else { 0.0 };
            let wide = style.width(line);
            let x = start_of_line(area, wide, align);
            right = right.max(x + wide);
            style.draw_left(&mut marks, (self.inset_start(x, style, line), baseline), line);
        }
        self.paint(set.colour, marks);
        (right, baseline)
    }
}

/// The space for small lines of a front.
#[derive(Clone, Copy)]
pub(super) struct LineSpace {
    pub width: f64,
    /// The maximum number of lines.
    pub lines: usize,
    /// The minimum and the maximum height of capitals, in pixels.
    pub caps: (f64, f64),
    /// The maximum type size, in points.
    pub limit: f64,
}

/// Returns the left end of a line of this width in an area.
fn start_of_line(area: Area, width: f64, align: TextAlign) -> f64 {
    match align {
        TextAlign::Left => area.left,
        TextAlign::Middle => area.middle() - width / 2.0,
        TextAlign::Right => area.right() - width,
    }
}
