//! The entry of a book in a shop: texts in the language of the book, and figures.

use crate::draw::StarCounts;
use crate::model::part::PartName;
use crate::model::volume::MAX_TITLES_CHARS;
use crate::model::{BookOptions, PageHead, Volume};
use explain::text;
use human::Rung;
use jiff::civil::Date;
use preflight::{INCH, MM, PrintSpec, Trim};
use serde::Serialize;
use std::{fmt, iter};
use words::ValueError;

/// A centimetre in points.
const CM: f64 = 10.0 * MM;

/// The limit of KDP for the description, in characters.
const MAX_DESCRIPTION_CHARS: usize = 4_000;

/// The entry of a volume in a shop.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Listing {
    /// The title, without series and number.
    pub title: String,
    /// The subtitle.
    pub subtitle: String,
    /// The series.
    pub series: Option<String>,
    /// The number of the volume.
    pub volume: Option<usize>,
    /// The author.
    pub author: Option<String>,
    /// The publisher.
    pub publisher: Option<String>,
    /// The postal address of the publisher.
    pub address: Option<String>,
    /// The e-mail address of the publisher.
    pub email: Option<String>,
    /// The responsible person in the European Union.
    pub eu_contact: Option<String>,
    /// The licence.
    pub licence: Option<String>,
    /// The ISBN.
    pub isbn: Option<String>,
    /// Code of the language.
    pub language: String,
    /// Paragraphs of plain text.
    pub description: String,
    /// Seven keywords.
    pub keywords: Vec<String>,
    /// Shelves to choose from.
    pub categories: Vec<String>,
    /// The trim size.
    pub trim: String,
    /// The side of a puzzle's grid, in centimetres.
    pub grid_cm: f64,
    /// The side of a puzzle's grid in inches, if the trim size is in inches.
    pub grid_inches: Option<f64>,
    /// The type size of the digits of puzzles, in points.
    pub digit_points: f64,
    /// Number of pages, if known.
    pub pages: Option<usize>,
    /// The printer.
    pub printer: Option<String>,
    /// The printer's name of the paper.
    pub paper: Option<String>,
    /// Number of puzzles.
    pub puzzles: usize,
    /// The levels or bands, easiest first.
    pub levels: Vec<ListedLevel>,
    /// Sentences about what a shop or a law wants and the book lacks.
    pub advice: Vec<String>,
}

/// A level or band of a volume.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ListedLevel {
    /// The number of the level or band.
    pub level: u8,
    /// The name.
    pub name: String,
    /// Number of puzzles.
    pub puzzles: usize,
    /// The numbers of the first and the last puzzle; `None` if levels take turns.
    pub numbers: Option<(usize, usize)>,
    /// Minimum and maximum number of givens.
    pub givens: (usize, usize),
}

impl Listing {
    /// Collects the entry of a volume.
    ///
    /// # Errors
    /// Fails if title and subtitle, or the description, are longer than KDP permits.
    pub fn new(volume: &Volume, trim: Trim) -> Result<Self, ValueError> {
        let (language, options) = (&volume.setup.language, &volume.setup.options);
        let copyright_page = &options.copyright_page;
        let levels = volume.levels_present();
        let side = volume.grid_size();
        let has_own_page = options.texts.contains_key("copyright");
        let advice = volume.spec.as_ref().map(|spec| options.shop_advice(spec, has_own_page));
        let listing = Self {
            title: volume.titles.title.clone(),
            subtitle: volume.titles.subtitle.clone(),
            series: volume.titles.series.clone(),
            volume: volume.numbering.printed_volume,
            author: volume.author().map(str::to_owned),
            publisher: copyright_page.publisher.clone(),
            address: copyright_page.address.clone(),
            email: copyright_page.email.as_ref().map(ToString::to_string),
            eu_contact: copyright_page.eu_contact.clone(),
            licence: copyright_page.licence.clone(),
            isbn: volume.isbn().map(ToString::to_string),
            language: language.code().to_owned(),
            description: description(volume, &levels),
            keywords: keywords(volume),
            categories: owned(&language.list("shop.categories")),
            trim: trim_words(trim),
            grid_cm: rounded(side / CM, 10.0),
            grid_inches: if trim.is_in_inches() { Some(rounded(side / INCH, 100.0)) } else { None },
            digit_points: rounded(volume.cell_size() * volume.setup.design.keys.puzzle.digit, 10.0),
            pages: Some(volume.page_count()),
            printer: volume.spec.as_ref().map(|spec| spec.printer().to_owned()),
            paper: volume.spec.as_ref().map(|spec| spec.paper().to_owned()),
            puzzles: volume.puzzle_count(),
            levels: levels.iter().map(|&level| volume.listed_level(level)).collect(),
            advice: advice.unwrap_or_default(),
        };
        let titles = listing.title.chars().chain(listing.subtitle.chars()).count();
        for (what, max, found) in [
            ("title with its subtitle", MAX_TITLES_CHARS, titles),
            ("description", MAX_DESCRIPTION_CHARS, listing.description.chars().count()),
        ] {
            if found > max {
                let expected = format!("a {what} of at most {max} characters (KDP)");
                return Err(ValueError::new(expected, found));
            }
        }
        Ok(listing)
    }
}

/// The words that shops and the back of a cover say of a volume.
impl Volume {
    /// Collects the figures of a level or band.
    pub fn listed_level(&self, level: Rung) -> ListedLevel {
        let of_level: Vec<usize> = self.puzzles_of_level(level).collect();
        let ends = of_level.first().zip(of_level.last());
        let together = ends.filter(|(first, last)| *last - *first + 1 == of_level.len());
        let givens = of_level.iter().map(|&puzzle| self.puzzle(puzzle).givens_count());
        ListedLevel {
            level: level.number(),
            name: self.level_title(level).replace('\u{a0}', " "),
            puzzles: of_level.len(),
            numbers: together
                .map(|(first, last)| (self.numbering.number(*first), self.numbering.number(*last))),
            givens: (givens.clone().min().unwrap_or(0), givens.max().unwrap_or(0)),
        }
    }

    /// Returns the year of a volume whose puzzles have dates, or both years.
    pub fn years(&self) -> Option<String> {
        days(self).map(years_text)
    }

    /// Returns the first sentence about a book in a shop and on the back of its cover, which suits
    /// what the book has.
    pub fn promise(&self) -> String {
        let (language, keys) = (&self.setup.language, &self.setup.design.keys);
        let levels = self.levels_present();
        let is_mixed = self.setup.shapes.len() > 1;
        let key = if keys.children {
            // The texts for children replace this one.
            "shop.opening"
        } else if keys.sizes.is_large_print() {
            "cover.promise_large"
        } else if self.has_part(PartName::Lesson.name()) {
            "cover.promise_course"
        } else if self.has_small_sizes_alone() {
            "cover.promise_small"
        } else if self.is_daily() {
            "cover.promise_daily"
        } else if is_mixed {
            let sizes = language.levels_line(&levels);
            return text!(language, "cover.promise_mixed", sizes);
        } else if self.setup.area.width <= MAX_POCKET_WIDTH {
            "cover.promise_pocket"
        } else {
            "shop.opening"
        };
        if key == "shop.opening" {
            return language.opening(self.puzzle_count(), self.min_age());
        }
        language.text(key).to_owned()
    }

    /// Returns true if the puzzles of a volume are for one day each.
    pub fn is_daily(&self) -> bool {
        self.setup.design.keys.puzzle.head == PageHead::Day || days(self).is_some()
    }

    /// Returns the sentence that names the first and the last day of a volume with dates.
    pub fn days_line(&self) -> Option<String> {
        let language = &self.setup.language;
        let [first, last] = days(self)?.map(|day| language.sentence_date(day));
        Some(text!(language, "shop.days", first, last))
    }
}

/// Rounds a value to a fraction of one.
fn rounded(value: f64, per_unit: f64) -> f64 {
    (value * per_unit).round() / per_unit
}

fn owned(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

/// The number of keywords that a shop takes.
const KEYWORDS: usize = 7;

/// Returns the keywords of a book: first for its kind of book, then general ones.
fn keywords(volume: &Volume) -> Vec<String> {
    let age = volume.min_age();
    let general = volume.setup.language.keywords(age, volume.max_age());
    own_keywords(volume).into_iter().chain(general).take(KEYWORDS).collect()
}

/// Returns the keywords of books of this kind, if it is one that readers look for.
fn own_keywords(volume: &Volume) -> Vec<String> {
    let (language, keys) = (&volume.setup.language, &volume.setup.design.keys);
    if volume.is_daily() {
        return match days(volume) {
            Some(days) => language.kind_keywords("shop.dated", &[("year", &years_text(days))]),
            // The first keyword names the year.
            None => owned(&language.list("shop.dated")[1..]),
        };
    }
    if keys.children {
        return Vec::new();
    }
    let key = if keys.sizes.is_large_print() {
        "shop.large_print"
    } else if volume.has_part(PartName::Lesson.name()) {
        "shop.course"
    } else if volume.has_small_sizes_alone() {
        let mut sizes: Vec<_> =
            volume.levels_present().iter().map(|level| level.shape().label()).collect();
        sizes.dedup();
        return language.kind_keywords("shop.small", &[("size", &sizes.join(" "))]);
    } else if volume.setup.area.width <= MAX_POCKET_WIDTH {
        "shop.pocket"
    } else {
        return Vec::new();
    };
    language.kind_keywords(key, &[])
}

/// Returns a trim size as shops write it: `8.5 x 11 in`.
fn trim_words(trim: Trim) -> String {
    let (unit, name) = if trim.is_in_inches() { (INCH, "in") } else { (MM, "mm") };
    let [width, height] = [trim.width(), trim.height()].map(|side| rounded(side / unit, 1000.0));
    format!("{width} x {height} {name}")
}

/// The maximum width of a book for a pocket, in points.
const MAX_POCKET_WIDTH: f64 = 5.25 * INCH;

/// Returns the year of two days, or both years: `2027`, `2027–2028`.
fn years_text(days: [Date; 2]) -> String {
    match days.map(Date::year) {
        [first, last] if first == last => first.to_string(),
        [first, last] => format!("{first}–{last}"),
    }
}

/// Returns the first and the last day of a volume whose puzzles have dates.
fn days(volume: &Volume) -> Option<[Date; 2]> {
    let last = volume.puzzle_count().checked_sub(1)?;
    if let (Some(first), Some(last)) = (volume.dates.date(0), volume.dates.date(last)) {
        return Some([first, last]);
    }
    if volume.setup.design.keys.puzzle.head != PageHead::Masthead {
        return None;
    }
    let mut pages = volume.pagination.pages.iter().filter(|slot| slot.part == PartName::Puzzles);
    let first = pages.next()?;
    let last = pages.next_back().unwrap_or(first);
    Some([
        volume.dates.page_date(first.puzzles().start)?,
        volume.dates.page_date(last.puzzles().start)?,
    ])
}

/// Returns the line about a level: its stars and name, its puzzles and its promise.
fn level_line(volume: &Volume, level: Rung) -> String {
    let language = &volume.setup.language;
    let StarCounts { filled, count } = volume.stars(level);
    let stars = "★".repeat(filled.into()) + &"☆".repeat((count - filled).into());
    let mut parts = vec![format!("{stars} {}", volume.level_title(level))];
    if let Some((first, last)) = volume.listed_level(level).numbers {
        parts.push(language.puzzles(first, last));
    }
    parts.push(volume.level_promise(level));
    parts.join(" · ")
}

/// Composes the description: an opening, the levels, the features of the book, its series.
fn description(volume: &Volume, levels: &[Rung]) -> String {
    let language = &volume.setup.language;
    let rules = volume.promises_rules();
    let answers = volume.pagination.answer_page(0).is_some();
    let insights =
        [(true, "copyright.unique"), (rules, "shop.rules"), (answers, "shop.answers")].into_iter();
    // The names of levels for children make no phrase.
    let is_for_children = volume.setup.design.keys.children;
    let range = if is_for_children { None } else { Some(language.levels_line(levels)) };
    let groups: [Vec<String>; 4] = [
        iter::once(volume.promise()).chain(volume.days_line()).collect(),
        range.into_iter().chain(levels.iter().map(|&level| level_line(volume, level))).collect(),
        insights.filter(|(is, _)| *is).map(|(_, key)| language.text(key).to_owned()).collect(),
        volume.titles.series_line.clone().into_iter().collect(),
    ];
    let groups = groups.iter().filter(|group| !group.is_empty()).map(|group| group.join("\n"));
    let text = groups.collect::<Vec<_>>().join("\n\n");
    // No-break spaces keep a line together in the book; a shop needs ordinary spaces.
    text.replace('\u{a0}', " ").replace("  ", " ")
}

impl fmt::Display for Listing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let volume = self.volume.map(|number| number.to_string());
        let pages = self.pages.map(|pages| pages.to_string());
        let inches = match self.grid_inches {
            Some(inches) => format!(" ({inches:.2} in)"),
            None => String::new(),
        };
        let (side, points) = (self.grid_cm, self.digit_points);
        let grid = format!("{side:.1} cm{inches} a side, digits of {points:.1} points");
        for (name, text) in [
            ("Title", Some(&self.title)),
            ("Subtitle", Some(&self.subtitle)),
            ("Series", self.series.as_ref()),
            ("Volume", volume.as_ref()),
            ("Author", self.author.as_ref()),
            ("Publisher", self.publisher.as_ref()),
            ("Address", self.address.as_ref()),
            ("E-mail", self.email.as_ref()),
            ("In the EU", self.eu_contact.as_ref()),
            ("Licence", self.licence.as_ref()),
            ("ISBN", self.isbn.as_ref()),
            ("Language", Some(&self.language)),
            ("Trim", Some(&self.trim)),
            ("Grid", Some(&grid)),
            ("Pages", pages.as_ref()),
            ("Printer", self.printer.as_ref()),
            ("Paper", self.paper.as_ref()),
        ] {
            if let Some(text) = text {
                writeln!(f, "{:<11}{text}", format!("{name}:"))?;
            }
        }
        writeln!(f, "\nDescription:\n\n{}", self.description)?;
        for (name, list) in
            [("Keywords", &self.keywords), ("Categories to choose from", &self.categories)]
        {
            writeln!(f, "\n{name}:\n")?;
            list.iter().try_for_each(|item| writeln!(f, "- {item}"))?;
        }
        writeln!(f, "\nLevels:\n")?;
        for ListedLevel { level, name, puzzles, numbers, givens: (fewest, most) } in &self.levels {
            let numbers = match numbers {
                Some((first, last)) => format!(", numbers {first} to {last}"),
                None => String::new(),
            };
            writeln!(f, "{level} {name}: {puzzles} puzzles{numbers}, {fewest} to {most} givens")?;
        }
        if !self.advice.is_empty() {
            writeln!(f, "\nAdvice:\n")?;
        }
        self.advice.iter().try_for_each(|advice| writeln!(f, "- {advice}"))
    }
}

impl BookOptions {
    /// Returns sentences about what a shop or the law may object to. `has_own_page` is true if a
    /// text of the user replaces the copyright page, which is not read then.
    pub fn shop_advice(&self, spec: &PrintSpec, has_own_page: bool) -> Vec<String> {
        let safety = if has_own_page { None } else { product_safety_advice(self, spec) };
        title_advice(self, spec).into_iter().chain(safety).collect()
    }
}

/// Returns a sentence that names a word of the user's titles that the printer's shop forbids.
fn title_advice(options: &BookOptions, spec: &PrintSpec) -> Option<String> {
    let titles = [&options.title, &options.subtitle, &options.series].into_iter().flatten();
    let mut words = titles.flat_map(|title| {
        title.split(|c: char| c != '-' && !c.is_alphanumeric()).map(str::to_lowercase)
    });
    let forbidden = words.find(|word| spec.forbidden_title_words().contains(word))?;
    let printer = spec.printer();
    Some(format!("{printer} forbids {forbidden:?} in titles, as advertising; use another word"))
}

/// Returns a sentence that names what the copyright page lacks for readers in the European Union
/// (Regulation (EU) 2023/988 on general product safety, since 13 December 2024);
/// `None` if it lacks nothing, or if the printer does not sell there.
fn product_safety_advice(options: &BookOptions, spec: &PrintSpec) -> Option<String> {
    if !spec.sells_in_eu() {
        return None;
    }
    let page = &options.copyright_page;
    let has_page = match &options.parts {
        Some(parts) => PartName::Copyright.is_in(parts),
        None => true,
    };
    let [publisher, address] =
        [&page.publisher, &page.address].map(|text| text.as_deref().unwrap_or_default().trim());
    let required = [
        ("the part `copyright`", has_page),
        ("`publisher`", !publisher.is_empty()),
        ("`address`", !address.is_empty()),
        ("`email`", page.email.is_some()),
    ];
    let missing: Vec<&str> =
        required.iter().filter(|(_, is_there)| !is_there).map(|(what, _)| *what).collect();
    let outside = match page.eu_contact {
        Some(_) => "",
        None => "; a publisher outside the EU also names a responsible person there: `eu-contact`",
    };
    if missing.is_empty() {
        return None;
    }
    Some(format!(
        "a book sold in the EU names its publisher with postal and e-mail address \
         (Regulation (EU) 2023/988); missing: {}{outside}",
        missing.join(", ")
    ))
}
