//! Checks that a printer's figures make sense, and names the first that does not.

use super::error::PrinterError;
use super::figures::{CoverRules, Gutter, Ink, Rules, renamed};
use crate::print::trim::Trim;
use std::collections::BTreeSet;
use std::fmt::Display;

impl Rules {
    /// Checks all figures.
    pub(super) fn check(&self) -> Result<(), PrinterError> {
        self.check_words()?;
        self.check_sources()?;
        let within = |key: &str, found: f64, low: f64, high: f64, unit: &str| {
            let fine = (low..=high).contains(&found);
            ensure(fine, key, found, format_args!("{low} to {high} {unit}"))
        };
        let (ink, margins) = (&self.ink, &self.margins);
        within("ink.min_type", ink.min_type, 1.0, 24.0, "points")?;
        within("ink.min_line", ink.min_line, 0.0, 6.0, "points")?;
        within("ink.max_grey", ink.max_grey, 0.5, 1.0, "of white")?;
        within("ink.image_dpi", ink.image_dpi, 0.0, 2400.0, "dots an inch")?;
        if let Some(total) = ink.max_total {
            within("ink.max_total", total, 100.0, 400.0, "percent")?;
        }
        let unsettled = (&ink.unsettled, &ink.unsettled_keys);
        check_unsettled("ink", unsettled, &Ink::KEYS)?;
        within("margins.outside", margins.outside, 0.0, 144.0, "points")?;
        let bleeding = margins.outside_with_bleed;
        within("margins.outside_with_bleed", bleeding, 0.0, 144.0, "points")?;
        within("bleed.points", self.bleed.points, 0.0, 72.0, "points")?;
        let run = self.blanks.max_run;
        within("blanks.max_run", run as f64, 0.0, 100.0, "pages")?;
        for row in &margins.inside {
            within("margins.inside", row.points, 0.0, 216.0, "points")?;
        }
        let rising = |pair: &[Gutter]| {
            pair[0].pages_to < pair[1].pages_to && pair[0].points <= pair[1].points
        };
        let rows = margins.inside.len();
        ensure(
            rows > 0 && margins.inside.windows(2).all(rising),
            "margins.inside",
            format!("{rows} rows"),
            "at least one row, in ascending order of pages and of points",
        )?;
        self.check_papers()?;
        self.check_cover()
    }

    fn check_cover(&self) -> Result<(), PrinterError> {
        let Some(cover) = &self.cover else {
            return Ok(());
        };
        ensure(cover.source.is_some(), "cover.source", "none", "the name of a source")?;
        let unsettled = (&cover.unsettled, &cover.unsettled_keys);
        check_unsettled("cover", unsettled, &CoverRules::KEYS)?;
        ensure(!cover.inks.is_empty(), "cover.inks", "none", "rgb, cmyk or both")?;
        let total = cover.rich_black.map_or(0.0, |inks| inks.iter().sum());
        let max = self.ink.max_total.unwrap_or(400.0);
        let sound =
            cover.rich_black.is_none_or(|inks| inks.iter().all(|i| (0.0..=100.0).contains(i)));
        ensure(
            sound && total <= max,
            "cover.rich_black",
            total,
            format!("four inks of 0 to 100 percent, together at most {max}"),
        )?;
        let lengths = [
            ("cover.bleed", cover.bleed, 72.0),
            ("cover.safe", cover.safe, 72.0),
            ("cover.board", cover.board, 72.0),
            ("cover.spine_clear", cover.spine_clear, 72.0),
            ("cover.barcode.width", cover.barcode.width, 288.0),
            ("cover.barcode.height", cover.barcode.height, 288.0),
            ("cover.barcode.edge", cover.barcode.edge, 144.0),
        ];
        for (key, found, max) in lengths {
            ensure((0.0..=max).contains(&found), key, found, format_args!("0 to {max} points"))?;
        }
        for (paper, thick) in &cover.page {
            let key = format!("cover.page.{paper}");
            let known = self.paper.iter().any(|own| own.name == *paper);
            let names: Vec<&str> = self.paper.iter().map(|own| own.name.as_str()).collect();
            let names = names.join(", ");
            ensure(known, &key, "for no paper", format_args!("one of the papers ({names})"))?;
            ensure((0.02..=2.0).contains(thick), &key, thick, "0.02 to 2 points a page")?;
        }
        Ok(())
    }

    fn check_words(&self) -> Result<(), PrinterError> {
        for (key, words) in [("name", &self.name), ("title", &self.title)] {
            let fine = !words.trim().is_empty();
            ensure(fine, key, format!("{words:?}"), "a text that is not empty")?;
        }
        let custom = self.trims.custom.iter();
        let sides =
            custom.flat_map(|c| [("trims.custom.min", &c.min), ("trims.custom.max", &c.max)]);
        let named = self.trims.named.iter().map(|text| ("trims.named", text));
        for (key, text) in named.chain(sides) {
            let fine = text.parse::<Trim>().is_ok();
            let wanted = "sizes such as \"6x9\" or \"170x240mm\"";
            ensure(fine, key, format!("{text:?}"), wanted)?;
        }
        let version = self.file.max_version.as_deref().unwrap_or("1.4");
        ensure(
            ["1.3", "1.4", "1.5", "1.6", "1.7", "2.0"].contains(&version),
            "file.max_version",
            format!("{version:?}"),
            "a version of PDF from \"1.3\" to \"2.0\"",
        )
    }

    /// Checks that every figure has a source, and every source a date.
    fn check_sources(&self) -> Result<(), PrinterError> {
        for (name, source) in &self.sources {
            let date: Vec<&str> = source.checked.split('-').collect();
            let digits =
                |part: &str, n| part.len() == n && part.bytes().all(|b| b.is_ascii_digit());
            let fine =
                matches!(date[..], [y, m, d] if digits(y, 4) && digits(m, 2) && digits(d, 2));
            let key = format!("sources.{name}.checked");
            ensure(fine, &key, format!("{:?}", source.checked), "a day such as \"2026-11-20\"")?;
            let key = format!("sources.{name}.what");
            ensure(!source.what.trim().is_empty(), &key, "empty", "a description of the source")?;
        }
        let custom = self.trims.custom.iter().map(|c| ("trims.custom.source", &c.source));
        let papers = self.paper.iter().map(|p| ("paper.source", &p.source));
        let tables = [
            ("trims.source", &self.trims.source),
            ("pages.source", &self.pages.source),
            ("margins.source", &self.margins.source),
            ("bleed.source", &self.bleed.source),
            ("ink.source", &self.ink.source),
            ("blanks.source", &self.blanks.source),
            ("file.source", &self.file.source),
        ];
        let cover = self.cover.iter().flat_map(|cover| &cover.source);
        let cover = cover.map(|source| ("cover.source", source));
        for (key, name) in tables.into_iter().chain(custom).chain(papers).chain(cover) {
            let known = self.sources.contains_key(name);
            let names: Vec<&str> = self.sources.keys().map(String::as_str).collect();
            let names = names.join(", ");
            ensure(known, key, format!("{name:?}"), format_args!("one of the sources ({names})"))?;
        }
        Ok(())
    }

    fn check_papers(&self) -> Result<(), PrinterError> {
        let mut names = BTreeSet::new();
        ensure(!self.paper.is_empty(), "paper", "missing", "at least one paper")?;
        let thickest = self.margins.inside.last().map_or(0, |row| row.pages_to);
        for paper in &self.paper {
            let name = &paper.name;
            let fine = !name.trim().is_empty() && names.insert(name);
            ensure(fine, "paper.name", format!("{name:?}"), "a name that no other paper has")?;
            let limits = paper.except.iter().map(|e| e.pages);
            for (min, max) in limits.chain([paper.pages]) {
                let key = format!("paper {name}: pages");
                let found = format!("[{min}, {max}]");
                ensure(min <= max, &key, &found, "the minimum before the maximum")?;
                ensure(
                    max <= thickest,
                    &key,
                    &found,
                    format_args!("at most {thickest}, where margins.inside ends,"),
                )?;
            }
            for text in paper.except.iter().flat_map(|e| &e.trims) {
                let known = self.trims.named.contains(text);
                let key = format!("paper {name}: except.trims");
                ensure(known, &key, format!("{text:?}"), "one of trims.named")?;
            }
        }
        Ok(())
    }
}

/// Checks that `unsettled_keys` names only keys of the table, and that `unsettled` gives a reason.
fn check_unsettled(
    table: &str,
    (why, keys): (&Option<String>, &Option<Vec<String>>),
    figures: &[&str],
) -> Result<(), PrinterError> {
    for key in keys.iter().flatten() {
        let known = figures.contains(&renamed(key)) && why.is_some();
        let place = format!("{table}.unsettled_keys");
        ensure(
            known,
            &place,
            format!("{key:?}"),
            format_args!("{table}.unsettled, and here some of {}", figures.join(", ")),
        )?;
    }
    Ok(())
}

fn ensure(
    fine: bool,
    key: &str,
    found: impl Display,
    wanted: impl Display,
) -> Result<(), PrinterError> {
    if fine {
        return Ok(());
    }
    Err(PrinterError::Figure {
        key: key.to_owned(),
        found: found.to_string(),
        wanted: wanted.to_string(),
    })
}
