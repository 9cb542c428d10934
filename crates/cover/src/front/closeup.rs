//! The front *closeup*: a banner such as *Large print*, and the corner of a page of the book at its
//! true size. A dark band below it has title, word and count.

use super::banner::{Banner, BannerForm, FactRow, MAX_FACT_NUMBER};
use super::foot::FootLine;
use super::heading::LineSet;
use super::{
    Area, CountStyle, CountedWords, Cover, CoverResult, HeadingForm, LineSpace, MIN_NUMBER,
    MIN_SMALL, MIN_WORD, NEAR_TRIM, OVERHANG, Point, TextAlign, TextLines, TextStyle, cap_ratio,
};
use crate::sample::{SamplePage, SeenPart};
use page::Colour;

/// The maximum height of the banner as a fraction of the front, and of a wide front.
const MAX_BANNER: f64 = 0.4;
const WIDE_BANNER: f64 = 0.5;
/// The maximum height of the words in the band of a high front, as a fraction of it.
const MAX_WORDS: f64 = 0.3;
/// The maximum type size of the title in pixels, and as a fraction of the type size of the banner.
const MAX_TITLE: f64 = 19.0;
const MAX_SHARE: f64 = 0.7;
/// The maximum type size of the subtitle, as a fraction of the title.
const SUBTITLE_SHARE: f64 = 0.6;
/// The space between the words in the band, in pixels.
const BETWEEN_WORDS: f64 = 5.5;
/// The space below the banner, in pixels.
const BELOW_BANNER: f64 = 8.0;
/// The maximum margin of the page beside and above its puzzle, as fractions of the width of the
/// front.
const MAX_MARGIN: Point = (0.075, 0.06);
/// The height of the capitals of the words on the tag, and its padding, in pixels.
const TAG_CAP: f64 = 7.6;
const TAG_PADDING: Point = (5.0, 4.2);
/// The maximum width of the tag as a fraction of the front.
const MAX_TAG: f64 = 0.75;
/// The part of the tag above the page.
const TAG_RISE: f64 = 0.6;

/// The words in the band: title and subtitle, and below them the facts.
struct BandWords {
    title: Option<TextLines>,
    subtitle: Option<TextLines>,
    /// The word, if it has no room beside the count.
    word: Option<TextLines>,
    facts: FactRow,
}

impl BandWords {
    /// Returns the height of the words on a front with pixels of this size.
    fn height(&self, pixel: f64) -> f64 {
        let lines = [self.title.as_ref(), self.subtitle.as_ref(), self.word.as_ref()];
        let gap = BETWEEN_WORDS * pixel;
        let high =
            |text: &TextLines| LineSet { text: text.clone(), colour: Colour::BLACK, gap }.height();
        lines.into_iter().flatten().map(high).sum::<f64>() + self.facts.height()
    }
}

impl Cover<'_> {
    /// Draws the front: the banner, the page and the words below one another, or the page on the
    /// right of a wide front.
    pub(super) fn draw_closeup(&mut self) -> CoverResult<()> {
        let foot = self.fit_foot()?;
        self.set_band(&foot);
        let (live, pixel) = (self.front.inside(self.margin()), self.pixel());
        let words = self.pitch();
        let form = BannerForm {
            colours: [self.colours.text(); 2],
            may_join: true,
            has_series: !self.is_wide_front(),
            // A title with the word *Sudoku* stands in the place of the banner.
            has_title: words.is_empty() && !self.is_wide_front(),
            fact: None,
            words,
        };
        if self.is_wide_front() {
            return self.draw_wide_closeup(&foot, &form);
        }
        let height = MAX_BANNER * self.front.height - self.margin();
        let banner = self.fit_banner(Area { height, ..live }, &form)?;
        let most = self.max_title_beside(&banner);
        let words = self.fit_words_in_band(self.beside_tile(live), &form.words, most)?;
        let place = self.raise_band(&foot, words.height(pixel));
        let top = live.top + banner.height() + BELOW_BANNER * pixel;
        let room = Area { left: live.left, top, width: 0.0, height: self.band_top - top };
        self.draw_page_corner(room);
        self.draw_foot_band(&foot);
        // The words follow the banner in the file, because both may be the title.
        self.draw_sets(&banner.sets, live, TextAlign::Left);
        self.draw_words_in_band(words, self.beside_tile(place));
        Ok(())
    }

    /// Draws a wide front.
    fn draw_wide_closeup(&mut self, foot: &FootLine, form: &BannerForm) -> CoverResult<()> {
        let (live, pixel) = (self.above_foot(foot), self.pixel());
        let column = self.heading_column(live);
        let height = WIDE_BANNER * self.front.height - self.margin();
        let banner = self.fit_banner(Area { height, ..column }, form)?;
        let top = column.top + banner.height() + BELOW_BANNER * pixel;
        let mut words = column.with_top(top);
        words.height = self.column_bottom(column) - top;
        let base = self.heading_form(CountStyle::Stacked);
        let max_title =
            if banner.sets.is_empty() { base.max_title } else { self.max_title_beside(&banner) };
        let has_word = !form.words.contains(&self.sudoku_word().to_uppercase());
        let heading = self.fit_heading(words, HeadingForm { max_title, has_word, ..base })?;
        let left = column.right() + BELOW_BANNER * pixel;
        // Without a band the page reaches the edge of the sheet.
        let has_band = self.band_top < self.front.bottom();
        let bottom = if has_band { self.band_top } else { self.sheet.height() + OVERHANG };
        self.draw_page_corner(Area { left, width: 0.0, height: bottom - live.top, ..live });
        self.draw_sets(&banner.sets, column, TextAlign::Left);
        let free = words.height - heading.height();
        self.draw_heading(heading, words.with_top(words.top + free.max(0.0) / 2.0));
        self.draw_foot_band(foot);
        Ok(())
    }

    /// Fits the title into the band, and below it the word and the count. No line is as large as
    /// the banner.
    fn fit_words_in_band(&self, live: Area, words: &[String], most: f64) -> CoverResult<BandWords> {
        let title = if words.is_empty() || self.is_title_in_banner(words) {
            None
        } else {
            let height = MAX_WORDS * self.front.height;
            Some(self.fit_floored_title(Area { height, ..live }, most)?)
        };
        let (word, counted) = (self.sudoku_word().to_uppercase(), self.counted_words());
        let is_printed = words.is_empty() || words.contains(&word);
        let has_word = !is_printed && (title.is_none() || !self.title_has_word());
        let mut lines = None;
        let mut facts = self.fit_facts(vec![counted.clone()], live.width, MIN_NUMBER);
        if has_word {
            let fact = CountedWords { number: word.clone(), caption: String::new() };
            let both = self.fit_facts(vec![fact, counted], live.width, MAX_FACT_NUMBER);
            if both.is_within(live.width, self.pixel()) {
                facts = both;
            } else {
                let style =
                    TextStyle::new(self.display(), self.type_size(self.display(), &word, MIN_WORD));
                lines = Some(TextLines::line(word.clone(), style.within(live.width, &word)));
            }
        }
        let chosen = self.chosen_subtitle().filter(|_| !words.is_empty());
        let subtitle = chosen.and_then(|subtitle| {
            let space = LineSpace {
                width: live.width,
                lines: 1,
                caps: (MIN_SMALL, MIN_SMALL),
                limit: SUBTITLE_SHARE * most * self.pixel(),
            };
            self.fit_lines(self.small_type(), &subtitle, space)
        });
        Ok(BandWords { title, subtitle, word: lines, facts })
    }

    /// Returns the maximum type size of a title beside a banner, in pixels.
    fn max_title_beside(&self, banner: &Banner) -> f64 {
        MAX_TITLE.min(MAX_SHARE * banner.size / self.pixel())
    }

    /// Returns true if the words of the banner, or the banner and the word, are the title, and no
    /// other line stands between them.
    fn is_title_in_banner(&self, words: &[String]) -> bool {
        let both = [words, &[self.sudoku_word()]].concat();
        self.chosen_subtitle().is_none() && (self.is_title(words) || self.is_title(&both))
    }

    /// Draws the words into a place of the band.
    fn draw_words_in_band(&mut self, words: BandWords, place: Area) {
        let (pixel, base) = (self.pixel(), self.band_colour());
        let paper = self.colours.on(base, &[self.colours.paper, self.colours.deep]);
        let gap = BETWEEN_WORDS * pixel;
        let facts = words.facts.height();
        let mut sets = Vec::new();
        for text in [words.title, words.subtitle].into_iter().flatten() {
            sets.push(LineSet { text, colour: paper, gap });
        }
        let bright = self.soft_on(base);
        sets.extend(words.word.map(|text| LineSet { text, colour: bright, gap }));
        self.draw_sets(&sets, place, TextAlign::Left);
        self.draw_facts(&words.facts, place.with_top(place.bottom() - facts), base);
    }

    /// Draws the corner of a page, from the upper left corner of a room to the right edge of the
    /// sheet, and the tag above it.
    fn draw_page_corner(&mut self, room: Area) {
        let tag = self.fit_tag();
        let tag_height = tag.as_ref().map_or(0.0, |tag| self.tag_height(tag));
        let right = self.sheet.width() + OVERHANG;
        let top = room.top + TAG_RISE * tag_height;
        let seen =
            Area { left: room.left, top, width: right - room.left, height: room.bottom() - top };
        if seen.height <= tag_height {
            return;
        }
        if let Some(page) = self.page_of_front(seen) {
            self.draw_sample(&page);
        }
        if let Some(tag) = tag {
            self.draw_tag_on_page(&tag, seen, tag_height);
        }
    }

    /// Returns the page of the puzzle on the front, so that its first puzzle begins in a corner of
    /// an area. Margins that are wider than usual are cut.
    fn page_of_front(&self, area: Area) -> Option<SamplePage> {
        let index = self.volume.puzzle_page(self.front_puzzle)?;
        let page = self.volume.page(index);
        let puzzle = self.volume.placed_puzzles(index).first()?.area;
        let (front, width) = (self.front, self.front.width);
        let left = puzzle.left.min(MAX_MARGIN.0 * width);
        let top = puzzle.top.min(MAX_MARGIN.1 * width);
        let corner = (area.left + left - puzzle.left, area.top + top - puzzle.top);
        let width = front.right() - NEAR_TRIM - area.left;
        let height = area.height.min(front.bottom() - NEAR_TRIM - area.top);
        let trim = Area { width, height, ..area };
        Some(SamplePage::at_true_size(page, corner, SeenPart { area, letters: trim, trim }))
    }

    /// Fits the words *actual size*.
    fn fit_tag(&self) -> Option<TextLines> {
        let words = self.volume.setup.language.text("front.actual_size");
        let width = MAX_TAG * self.front.width;
        let space = LineSpace { width, lines: 1, caps: (MIN_SMALL, TAG_CAP), limit: f64::INFINITY };
        self.fit_lines(self.small_type().heavy(), words, space)
    }

    fn tag_height(&self, tag: &TextLines) -> f64 {
        let cap = cap_ratio(tag.style.faces, &tag.lines[0]) * tag.style.size;
        cap + 2.0 * TAG_PADDING.1 * self.pixel()
    }

    /// Draws the tag on the upper edge of the page, from the words to the right edge of the sheet.
    fn draw_tag_on_page(&mut self, tag: &TextLines, page: Area, height: f64) {
        let live = self.front.inside(self.margin());
        let wide = tag.style.width(&tag.lines[0]);
        let start = live.right() - wide;
        let left = start - TAG_PADDING.0 * self.pixel();
        let width = self.sheet.width() + OVERHANG - left;
        let place = Area { left, top: page.top - TAG_RISE * height, width, height };
        let fill = self.badge_fill(Colour::WHITE, &[self.colours.accent]);
        self.marks.push(place.filled(fill));
        let text = self.colours.on(fill, &[self.colours.deep, self.colours.paper]);
        let baseline = place.bottom() - TAG_PADDING.1 * self.pixel();
        self.write(text, tag, (start, baseline), TextAlign::Left);
    }
}
