//! Checks that a printer's figures are plausible. The error names the first that is not.

use super::figures::{CoverRules, PrinterRules};
use crate::trim::Trim;
use std::collections::BTreeSet;
use words::{KeyRange, TomlError, TomlReader};

pub(super) const PRINTER: TomlReader = TomlReader("printer");

/// The versions of PDF, oldest first.
const VERSIONS: [&str; 6] = ["1.3", "1.4", "1.5", "1.6", "1.7", "2.0"];

/// The tables that may list unsettled keys, with the keys that can be unsettled.
const KEYED: [(&str, &str); 2] = [
    ("ink", "min_type, min_line, max_grey, image_dpi, max_total"),
    (
        "cover",
        "inks, rich_black, bleed, safe, width, page, page.PAPER, spine_text_from, spine_clear, barcode",
    ),
];

impl PrinterRules {
    /// Checks all figures.
    pub(super) fn check(&self) -> Result<(), TomlError> {
        self.check_words()?;
        self.check_sources()?;
        let cover = self.cover.clone().unwrap_or_default();
        PRINTER.ensure_in_range(&self.ranges(&cover))?;
        self.check_unsettled()?;
        let rows = &self.margins.inside;
        PRINTER.ensure(
            !rows.is_empty()
                && rows.is_sorted_by(|a, b| a.pages_to < b.pages_to && a.points <= b.points),
            "margins.inside",
            "at least one row, in ascending order of pages and of points",
            format_args!("{} rows", rows.len()),
        )?;
        self.check_papers()?;
        match &self.cover {
            Some(cover) => self.check_cover(cover),
            None => Ok(()),
        }
    }

    fn ranges(&self, cover: &CoverRules) -> Vec<KeyRange<'_>> {
        const POINTS: &str = "points";
        let (ink, margins) = (&self.ink, &self.margins);
        let mut ranges = vec![
            ("ink.min_type", ink.min_type, 1.0, 24.0, POINTS),
            ("ink.min_line", ink.min_line, 0.0, 6.0, POINTS),
            ("ink.max_grey", ink.max_grey, 0.5, 1.0, "of white"),
            ("ink.image_dpi", ink.image_dpi, 0.0, 2400.0, "dots an inch"),
            ("ink.max_total", ink.max_total.unwrap_or(400.0), 100.0, 400.0, "percent"),
            ("margins.outside", margins.outside, 0.0, 144.0, POINTS),
            ("margins.outside_with_bleed", margins.outside_with_bleed, 0.0, 144.0, POINTS),
            ("bleed.points", self.bleed.points, 0.0, 72.0, POINTS),
            ("blanks.max_run", self.blanks.max_run as f64, 0.0, 100.0, "pages"),
            ("cover.bleed", cover.bleed, 0.0, 72.0, POINTS),
            ("cover.safe", cover.safe, 0.0, 72.0, POINTS),
            ("cover.board", cover.board, 0.0, 72.0, POINTS),
            ("cover.spine_clear", cover.spine_clear, 0.0, 72.0, POINTS),
            ("cover.barcode.width", cover.barcode.width, 0.0, 288.0, POINTS),
            ("cover.barcode.height", cover.barcode.height, 0.0, 288.0, POINTS),
            ("cover.barcode.edge", cover.barcode.edge, 0.0, 144.0, POINTS),
        ];
        let inside = margins.inside.iter();
        ranges.extend(inside.map(|row| ("margins.inside", row.points, 0.0, 216.0, POINTS)));
        ranges
    }

    fn check_cover(&self, cover: &CoverRules) -> Result<(), TomlError> {
        PRINTER.ensure(cover.source.is_some(), "cover.source", "the name of a source", "none")?;
        PRINTER.ensure(!cover.inks.is_empty(), "cover.inks", "rgb, cmyk or both", "none")?;
        let inks = cover.rich_black.unwrap_or_default();
        let total: f64 = inks.iter().sum();
        let max = self.ink.max_total.unwrap_or(400.0);
        PRINTER.ensure(
            inks.iter().all(|ink| (0.0..=100.0).contains(ink)) && total <= max,
            "cover.rich_black",
            format_args!("four inks of 0 to 100 percent, together at most {max}"),
            total,
        )?;
        let papers: Vec<&str> = self.paper.iter().map(|own| own.name.as_str()).collect();
        for (paper, thick) in &cover.page {
            let key = format!("cover.page.{paper}");
            let wanted = format_args!("one of the papers ({})", papers.join(", "));
            PRINTER.ensure(papers.contains(&paper.as_str()), &key, wanted, "for no paper")?;
            PRINTER.ensure_in_range(&[(&key, *thick, 0.02, 2.0, "points a page")])?;
        }
        Ok(())
    }

    fn check_words(&self) -> Result<(), TomlError> {
        for (key, words) in [("name", &self.name), ("title", &self.title)] {
            let found = format_args!("{words:?}");
            PRINTER.ensure(!words.trim().is_empty(), key, "a text that is not empty", found)?;
        }
        let custom = self.trims.custom.iter();
        let sides =
            custom.flat_map(|c| [("trims.custom.min", &c.min), ("trims.custom.max", &c.max)]);
        let named = self.trims.named.iter().map(|text| ("trims.named", text));
        for (key, text) in named.chain(sides) {
            let wanted = "sizes such as \"6x9\" or \"170x240mm\"";
            PRINTER.ensure(text.parse::<Trim>().is_ok(), key, wanted, format_args!("{text:?}"))?;
        }
        let version = self.file.max_version.as_deref().unwrap_or("1.4");
        PRINTER.ensure(
            VERSIONS.contains(&version),
            "file.max_version",
            "a version of PDF from \"1.3\" to \"2.0\"",
            format_args!("{version:?}"),
        )
    }

    /// Checks that every figure has a source, and every source a date.
    fn check_sources(&self) -> Result<(), TomlError> {
        for (name, source) in &self.sources {
            let is_day = source.checked.parse::<jiff::civil::Date>().is_ok();
            let found = format_args!("{:?}", source.checked);
            let key = format!("sources.{name}.checked");
            PRINTER.ensure(is_day, &key, "a day such as \"2026-11-20\"", found)?;
            let key = format!("sources.{name}.what");
            let has_words = !source.what.trim().is_empty();
            PRINTER.ensure(has_words, &key, "a description of the source", "empty")?;
        }
        let known: Vec<&str> = self.sources.keys().map(String::as_str).collect();
        let mut named = Vec::new();
        for (table, source, _) in self.tables() {
            named.push((format!("{table}.source"), source));
        }
        if let Some(custom) = &self.trims.custom {
            named.push(("trims.custom.source".to_owned(), &custom.source));
        }
        for paper in &self.paper {
            named.push(("paper.source".to_owned(), &paper.source));
        }
        if let Some(sales) = &self.sales {
            named.push(("sales.source".to_owned(), &sales.source));
        }
        if let Some(titles) = &self.titles {
            named.push(("titles.source".to_owned(), &titles.source));
        }
        if let Some(source) = self.cover.as_ref().and_then(|cover| cover.source.as_ref()) {
            named.push(("cover.source".to_owned(), source));
        }
        for (key, name) in named {
            let wanted = format_args!("one of the sources ({})", known.join(", "));
            PRINTER.ensure(
                known.contains(&name.as_str()),
                &key,
                wanted,
                format_args!("{name:?}"),
            )?;
        }
        Ok(())
    }

    fn check_papers(&self) -> Result<(), TomlError> {
        let mut names = BTreeSet::new();
        PRINTER.ensure(!self.paper.is_empty(), "paper", "at least one paper", "missing")?;
        let thickest = self.margins.inside.last().map(|row| row.pages_to).unwrap_or_default();
        for paper in &self.paper {
            let name = &paper.name;
            let is_new = !name.trim().is_empty() && names.insert(name);
            let found = format_args!("{name:?}");
            PRINTER.ensure(is_new, "paper.name", "a name that no other paper has", found)?;
            let key = format!("paper {name}: pages");
            let limits = paper.except.iter().map(|except| except.pages);
            for (min, max) in limits.chain([paper.pages]) {
                let found = format!("[{min}, {max}]");
                PRINTER.ensure(min <= max, &key, "the minimum before the maximum", &found)?;
                let wanted = format_args!("at most {thickest}, where margins.inside ends,");
                PRINTER.ensure(max <= thickest, &key, wanted, &found)?;
            }
            for text in paper.except.iter().flat_map(|except| &except.trims) {
                let is_known = self.trims.named.contains(text);
                let key = format!("paper {name}: except.trims");
                PRINTER.ensure(is_known, &key, "one of trims.named", format_args!("{text:?}"))?;
            }
        }
        Ok(())
    }
    /// Checks that `unsettled_keys` names only keys of the table, and that `unsettled` gives a
    /// reason.
    fn check_unsettled(&self) -> Result<(), TomlError> {
        for (table, known) in KEYED {
            let wanted = format!("{table}.unsettled, and here some of {known}");
            for key in self.unsettled_keys(table).unwrap_or_default() {
                let is_known = match key.strip_prefix("page.") {
                    Some(name) if table == "cover" && self.has_paper(name) => true,
                    _ => known.split(", ").any(|known| known == key),
                };
                let is_fine = is_known && self.why(table).is_some();
                let place = format!("{table}.unsettled_keys");
                PRINTER.ensure(is_fine, &place, &wanted, format_args!("{key:?}"))?;
            }
        }
        Ok(())
    }

    fn has_paper(&self, name: &str) -> bool {
        self.paper.iter().any(|paper| paper.name == name)
    }
}
