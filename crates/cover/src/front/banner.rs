//! The banner of a front: words from margin to margin that say what the book is, such as *Learn
//! Sudoku*, *Large print* or *Mini Sudoku*. The series stands above it, title and subtitle below.

use super::heading::{FAIR_TITLE, LineSet};
use super::{
    Area, Colour, CountedWords, Cover, CoverDesign, CoverResult, LineSpace, MIN_NUMBER, MIN_SMALL,
    Point, TextAlign, TextLines, TextStyle, cap_ratio, too_wide,
};
use words::is_east_asian;

/// The maximum height of the capitals of the banner in one line and in two, and the gap below a
/// line, as fractions of the width of the front and of the height of a line.
const MAX_CAPS: [f64; 2] = [0.29, 0.19];
const LINE_GAP: f64 = 0.2;
const MIN_LINE_GAP: f64 = 4.0;
/// The factors for the height of the banner to try.
const SCALES: [f64; 7] = [1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4];
/// The part of the measure that one line has at least, before the banner takes two lines.
const MIN_MEASURE: f64 = 0.75;
/// The minimum and the maximum type size of the title below the banner and without one, in pixels,
/// and the maximum as a fraction of the banner.
const MIN_TITLE: f64 = 5.2;
const MAX_TITLE: f64 = 15.0;
const MAX_LONE_TITLE: f64 = 26.0;
const TITLE_SHARE: f64 = 0.6;
/// The height of a title in one line in type sizes, the part of a room for a title in several
/// lines, and its minimum type size as a multiple of the printer's.
const ONE_LINE: f64 = 1.2;
const TITLE_PART: f64 = 0.45;
const MIN_TYPE_SHARE: f64 = 1.7;
/// The type size of the series, and the gaps below the small lines, in pixels.
const SERIES: f64 = 7.6;
const BELOW_SERIES: f64 = 4.5;
const BELOW_TITLE: f64 = 5.0;
/// The minimum and the maximum height of the capitals of facts below the title, in pixels.
const FACT_CAPS: (f64, f64) = (MIN_SMALL, 9.4);
/// The heights of the number of a fact that are tried, in pixels, the height of its caption as a
/// fraction of it, and the gaps beside the number and between two facts, in pixels.
pub(super) const MAX_FACT_NUMBER: f64 = 20.0;
const FACT_NUMBERS: [f64; 5] = [MAX_FACT_NUMBER, 18.0, MIN_NUMBER, 13.0, 10.0];
const FACT_CAPTION: f64 = 0.46;
const BESIDE_FACT: f64 = 3.0;
const BETWEEN_FACTS: f64 = 8.0;

/// The lines of a banner, and those above and below it.
pub(super) struct Banner {
    pub sets: Vec<LineSet>,
    /// The type size of the smallest line of the banner, or of the title in its place.
    pub size: f64,
    /// The right end and the baseline of the first line of the banner, from the corner.
    pub first_end: Point,
}

impl Banner {
    pub fn height(&self) -> f64 {
        let last = self.sets.last().map_or(0.0, |set| set.gap);
        self.sets.iter().map(LineSet::height).sum::<f64>() - last
    }
}

/// The words and colours of a banner.
#[derive(Clone)]
pub(super) struct BannerForm {
    /// The lines of the banner; none if the title stands alone.
    pub words: Vec<String>,
    /// The colours of its first line, and of the others.
    pub colours: [Colour; 2],
    /// True if all words may be in one line.
    pub may_join: bool,
    /// True if the series stands above the banner.
    pub has_series: bool,
    /// True if the title and the subtitle stand below the banner.
    pub has_title: bool,
    /// A line below the title.
    pub fact: Option<String>,
}

/// The number of a fact and its caption, with their styles.
pub(super) struct FactRow {
    facts: Vec<CountedWords>,
    number: TextStyle,
    caption: TextStyle,
}

impl FactRow {
    /// Returns the height of the numbers. Words instead of numbers may be higher.
    pub fn height(&self) -> f64 {
        let faces = self.number.faces;
        let ratios = self.facts.iter().map(|fact| cap_ratio(faces, &fact.number));
        ratios.fold(faces.first().cap_height(), f64::max) * self.number.size
    }

    /// Returns true if the facts fit a width, on a front with pixels of this size.
    pub fn is_within(&self, width: f64, pixel: f64) -> bool {
        let each = self.facts.iter().map(|fact| self.width(fact, BESIDE_FACT * pixel));
        let gaps = BETWEEN_FACTS * pixel * self.facts.len().saturating_sub(1) as f64;
        each.sum::<f64>() + gaps <= width
    }

    fn width(&self, fact: &CountedWords, gap: f64) -> f64 {
        self.number.width(&fact.number) + gap + self.caption.width(&fact.caption)
    }
}

impl Cover<'_> {
    /// Returns the words that say what the book is, in lines, if the design has such words for it:
    /// those of a course, of a book in large print, or of small grids alone. Otherwise returns the
    /// word *Sudoku*, or nothing if the title has it.
    pub(super) fn pitch(&self) -> Vec<String> {
        let (setup, word) = (&self.volume.setup, self.sudoku_word());
        let is_small = self.volume.has_small_sizes_alone() && !setup.design.keys.children;
        let key = match self.design {
            CoverDesign::Closeup if setup.design.keys.sizes.is_large_print() => "front.large_print",
            CoverDesign::Lesson if !setup.options.course.is_empty() => "front.learn",
            CoverDesign::Pad if is_small => "front.mini",
            _ if self.title_has_word() => return Vec::new(),
            _ => return vec![word.to_uppercase()],
        };
        let words = setup.language.text(key).split(' ').map(|part| part.replace('\u{a0}', " "));
        // The word for small grids keeps its small letters, so that it looks small.
        let is_kept =
            |part: &str| self.design == CoverDesign::Pad && !part.eq_ignore_ascii_case(&word);
        words.map(|part| if is_kept(&part) { part } else { part.to_uppercase() }).collect()
    }

    /// Returns a banner of the words of the book, with the series above it, and the title and a
    /// fact below.
    pub(super) fn usual_banner(&self, fact: Option<String>) -> BannerForm {
        BannerForm {
            words: self.pitch(),
            colours: [self.soft_on(self.colours.ground), self.colours.text()],
            may_join: true,
            has_series: true,
            has_title: true,
            fact,
        }
    }

    /// Returns true if these words say what the title says, which is then not printed again.
    pub(super) fn is_title(&self, words: &[String]) -> bool {
        letters_of(&words.concat()) == letters_of(&self.volume.titles.title)
    }

    /// Fits a banner into a room. The lines shrink if the room is low, and the subtitle and then
    /// the series are left out. In a very low room there is no fact either.
    pub(super) fn fit_banner(&self, room: Area, form: &BannerForm) -> CoverResult<Banner> {
        let plain = BannerForm { fact: None, ..form.clone() };
        let mut outcome = None;
        let tries = [form, &plain].into_iter().flat_map(|form| SCALES.map(|scale| (form, scale)));
        for (form, scale) in tries {
            for (has_subtitle, has_series) in [(true, true), (false, true), (false, false)] {
                if has_subtitle && self.chosen_subtitle().is_none()
                    || !has_series && self.separate_series().is_none()
                {
                    continue;
                }
                let found = self.banner_at(room, form, scale, has_subtitle, has_series);
                if found.as_ref().is_ok_and(|banner| banner.height() <= room.height) {
                    return found;
                }
                outcome = Some(found);
            }
        }
        outcome.expect("a banner without subtitle is always tried")
    }

    /// Arranges a banner whose largest line has this part of its usual height.
    fn banner_at(
        &self,
        room: Area,
        form: &BannerForm,
        scale: f64,
        has_subtitle: bool,
        has_series: bool,
    ) -> CoverResult<Banner> {
        let (pixel, text) = (self.pixel(), self.colours.text());
        let soft = self.soft_on(self.colours.ground);
        let mut sets = Vec::new();
        if let Some(series) = self.separate_series().filter(|_| has_series && form.has_series) {
            let style = TextStyle::new(self.small_type(), (SERIES * pixel).max(self.min_type));
            let style = self.fit("series", style, &series, room.width)?;
            sets.push(LineSet {
                text: TextLines::line(series, style),
                colour: soft,
                gap: BELOW_SERIES * pixel,
            });
        }
        let lines = self.banner_lines(form, room.width, scale);
        let mut first_end = (room.width, 0.0);
        let sizes = lines.iter().map(|line| line.style.size);
        let size = sizes.reduce(f64::min).unwrap_or(0.0);
        for (index, line) in lines.into_iter().enumerate() {
            let cap = cap_ratio(line.style.faces, &line.lines[0]) * line.style.size;
            let gap = (LINE_GAP * cap).max(MIN_LINE_GAP * pixel);
            let wide = line.style.width(&line.lines[0]);
            sets.push(LineSet { text: line, colour: form.colours[index.min(1)], gap });
            if index == 0 {
                first_end = (wide, sets.iter().map(LineSet::height).sum::<f64>() - gap);
            }
        }
        if form.has_title && !self.is_title(&form.words) {
            // A title without a banner stands in its place.
            let share = if size > 0.0 { TITLE_SHARE * size / pixel } else { f64::INFINITY };
            let most = share.min(if size > 0.0 { MAX_TITLE } else { MAX_LONE_TITLE });
            let title = self.fit_floored_title(room, most)?;
            let gap = BELOW_TITLE * pixel + 0.12 * title.style.size;
            sets.push(LineSet { text: title, colour: text, gap });
        }
        let subtitle = self.chosen_subtitle().filter(|_| form.has_title && has_subtitle);
        let whom = self.audience().filter(|_| form.has_title);
        for line in whom.into_iter().chain(form.fact.clone()).chain(subtitle) {
            let space =
                LineSpace { width: room.width, lines: 4, caps: FACT_CAPS, limit: f64::INFINITY };
            let fitted = self.fit_fewest_lines(&line, space);
            let fitted = fitted.ok_or_else(|| too_wide("text of the cover", &line))?;
            sets.push(LineSet { text: fitted, colour: text, gap: BELOW_TITLE * pixel });
        }
        let largest = sets.iter().map(|set| set.text.style.size).fold(0.0, f64::max);
        let size = if size > 0.0 { size } else { largest };
        Ok(Banner { sets, size, first_end })
    }

    /// Returns the lines of the banner, each as wide as the measure or as high as a line may be.
    /// All words are in one line if that is nearly as wide and as high.
    fn banner_lines(&self, form: &BannerForm, width: f64, scale: f64) -> Vec<TextLines> {
        let words = &form.words;
        let joined = words.join(if words.iter().all(|word| word.chars().all(is_east_asian)) {
            ""
        } else {
            " "
        });
        let faces = self.display();
        let side = self.front.width.min(self.front.height);
        let fit = |line: &String, most: f64| {
            let high = scale * most * side / cap_ratio(faces, line);
            let style = TextStyle::new(faces, high).within(width, line);
            let size = style.size.max(self.min_type);
            TextLines::line(line.clone(), TextStyle { size, ..style })
        };
        let most = MAX_CAPS[usize::from(words.len() > 1)];
        let apart: Vec<TextLines> = words.iter().map(|line| fit(line, most)).collect();
        let widest = apart.iter().map(|line| line.style.width(&line.lines[0])).fold(0.0, f64::max);
        let whole = fit(&joined, MAX_CAPS[0]);
        if !form.may_join {
            return apart;
        }
        if words.len() > 1 && widest < MIN_MEASURE * width && scale < 1.0
            || words.len() > 1 && whole.style.size >= apart[0].style.size
        {
            return vec![whole];
        }
        apart
    }

    /// Fits a title of at most this type size in pixels into a part of a room, in one line if that
    /// is not small. A long word breaks, or else shrinks.
    pub(super) fn fit_floored_title(&self, room: Area, most: f64) -> CoverResult<TextLines> {
        let pixel = self.pixel();
        let most = most.max(MIN_TYPE_SHARE * self.min_type / pixel);
        let fair = FAIR_TITLE.min(most);
        let line = Area { height: ONE_LINE * most * pixel, ..room };
        if let Ok(title) = self.fit_title(line, (fair, most), false)
            && title.lines.len() == 1
        {
            return Ok(title);
        }
        let part = Area { height: TITLE_PART * room.height, ..room };
        let is_long = self.title_faces().hyphenated(&self.volume.titles.title).is_some();
        let mut found = self.fit_title(part, (fair, most), false);
        if found.is_err() && is_long {
            found = self.fit_title(part, (fair, most), true);
        }
        let least = MIN_TITLE.min(most);
        let whole = Area { height: f64::INFINITY, ..room };
        found
            .or_else(|_| self.fit_title(part, (least, most), is_long))
            .or_else(|_| self.fit_title(whole, (least, least), is_long))
    }

    /// Returns the lower end of a column of words: above the tile with the number of the volume.
    pub(super) fn column_bottom(&self, column: Area) -> f64 {
        let tile =
            self.foot_tile.map_or(f64::INFINITY, |tile| tile.top - BELOW_TITLE * self.pixel());
        tile.min(column.bottom())
    }

    /// Fits facts side by side: each a large number with a caption.
    /// The numbers are at most as high as `most`, in pixels.
    pub(super) fn fit_facts(&self, facts: Vec<CountedWords>, width: f64, most: f64) -> FactRow {
        let (display, small, pixel) = (self.display(), self.small_type().heavy(), self.pixel());
        let mut row = None;
        for cap in FACT_NUMBERS.into_iter().filter(|cap| *cap <= most) {
            let number = TextStyle::new(display, self.type_size(display, "0", cap));
            let caption = facts.first().map_or("", |fact| fact.caption.as_str());
            let high = (FACT_CAPTION * cap).max(MIN_SMALL);
            let caption = TextStyle::new(small, self.type_size(small, caption, high));
            let found = FactRow { facts: facts.clone(), number, caption };
            let fits = found.is_within(width, pixel);
            row = Some(found);
            if fits {
                break;
            }
        }
        row.expect("sizes are tried")
    }

    /// Draws facts on a colour. The first begins at the left of an area, and the last ends at its
    /// right.
    pub(super) fn draw_facts(&mut self, row: &FactRow, area: Area, base: Colour) {
        let (gap, colours) = (BESIDE_FACT * self.pixel(), self.colours);
        let bright = colours.on(base, &[colours.accent, colours.ground, colours.paper]);
        let paper = colours.on(base, &[colours.paper, colours.deep]);
        let baseline = area.top + row.height();
        let widths: f64 = row.facts.iter().map(|fact| row.width(fact, gap)).sum();
        let gaps = row.facts.len().saturating_sub(1).max(1) as f64;
        let between = (area.width - widths) / gaps;
        let mut x = area.left;
        for fact in &row.facts {
            let number = TextLines::line(fact.number.clone(), row.number);
            self.write(bright, &number, (x, baseline), TextAlign::Left);
            let after = x + row.number.width(&fact.number) + gap;
            let caption = TextLines::line(fact.caption.clone(), row.caption);
            self.write(paper, &caption, (after, baseline), TextAlign::Left);
            x += row.width(fact, gap) + between;
        }
    }
}

/// Returns the letters and digits of a text in lower case.
fn letters_of(text: &str) -> String {
    text.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect()
}
