//! Checks the values of a template's keys: texts, fonts, numbers, parts. The layout checks whether
//! the design fits a page.

use crate::model::CoverDesign;
use crate::model::design::keys::{AnswerPlace, PuzzleLabel, Template};
use crate::model::part::PartName;
use crate::parts;
use crate::text::language::Language;
use human::Ladder;
use page::FontFamily;
use preflight::Trim;
use words::{TomlError, TomlReader};

pub(super) const TEMPLATE: TomlReader = TomlReader("template");

fn is_filled(text: &str) -> bool {
    !text.trim().is_empty()
}

fn is_family(name: &str) -> bool {
    FontFamily::named(name).is_some()
}

/// Returns true if a design may have this front. A picture is the user's.
fn is_front(name: &str) -> bool {
    !matches!(CoverDesign::named(name), None | Some(CoverDesign::Picture))
}

impl Template {
    /// Runs all checks.
    pub(super) fn check(&self) -> Result<(), TomlError> {
        self.check_texts()?;
        self.check_numbers()?;
        self.check_parts()
    }

    fn check_texts(&self) -> Result<(), TomlError> {
        type Row<'a> = (&'a str, Option<&'a String>, fn(&str) -> bool, &'a str);
        let fronts = CoverDesign::ALL.map(CoverDesign::name);
        let fronts = fronts.into_iter().filter(|name| is_front(name)).collect::<Vec<_>>();
        let fronts = fronts.join(", ");
        let families = FontFamily::ALL.iter().map(|family| format!("{:?}", family.name));
        let families = families.collect::<Vec<_>>().join(" or ");
        let filled = "a text that is not empty";
        let filled_or_none = "a text that is not empty, or leaving it out";
        let count = "a text in which {count} is the only placeholder, such as \"{count} Sudoku\"";
        let size = "a size such as a4, 6x9 or 190x250mm";
        let rows: [Row; 8] = [
            ("name", Some(&self.name), is_filled, filled),
            ("description", Some(&self.description), is_filled, filled),
            ("title", self.title.as_ref(), is_filled, filled_or_none),
            ("subtitle", self.subtitle.as_ref(), Language::is_subtitle, count),
            ("trim", self.trim.as_ref(), |text| text.parse::<Trim>().is_ok(), size),
            ("front", self.front.as_ref(), is_front, &fronts),
            ("faces.words", Some(&self.faces.words), is_family, &families),
            ("faces.figures", Some(&self.faces.figures), is_family, &families),
        ];
        for (key, text, is_fine, wanted) in rows {
            if let Some(text) = text {
                TEMPLATE.ensure(is_fine(text), key, wanted, format_args!("{text:?}"))?;
            }
        }
        Ok(())
    }

    fn check_parts(&self) -> Result<(), TomlError> {
        let has_dates = self.puzzle.label == PuzzleLabel::Date;
        let are_levels = self.turns.iter().all(|&number| Ladder::Human.rung(number).is_some());
        let has_answers = PartName::Answers.is_in(&self.parts);
        let wanted_parts = match parts::validate(&self.parts) {
            _ if self.has_answers_below() && has_answers => {
                Some("no answers, because answers.place is foot")
            }
            wrong => wrong.map(|(_, wanted)| wanted),
        };
        let turns = format!("{:?}", self.turns);
        let parts = format!("{:?}", self.parts.join(", "));
        let levels = "a list of levels, from 1 to 5 on the published ladder or from 1 to 7 on the human ladder";
        let week = "a level for each day from Monday, because label is date";
        let no_weeks = "false, because label is not date";
        for (is_fine, key, wanted, found) in [
            (are_levels, "turns", levels, &*turns),
            (!has_dates || self.turns.len() == 7, "turns", week, &turns),
            (has_dates || !self.puzzle.iso_weeks, "puzzle.iso_weeks", no_weeks, "true"),
            (self.hints != AnswerPlace::Next, "hints", "apart or foot", "next"),
            (wanted_parts.is_none(), "parts", wanted_parts.unwrap_or_default(), &parts),
        ] {
            TEMPLATE.ensure(is_fine, key, wanted, found)?;
        }
        Ok(())
    }

    fn check_numbers(&self) -> Result<(), TomlError> {
        const POINTS: &str = "points";
        const CELLS: &str = "of the cell's side";
        let (sizes, margins) = (&self.sizes, &self.margins);
        let (puzzle, answers) = (&self.puzzle, &self.answers);
        // Printers accept type from 7 pt; a design may ask for more.
        let least = sizes.min_type;
        // Printers accept lines from 0.75 pt, margins from 0.25 in, and from 0.375 in at the
        // binding of the thinnest book. Unbound sheets have no minimum margin.
        let (binding, edge) = if self.bound { (27.0, 18.0) } else { (0.0, 0.0) };
        TEMPLATE.ensure_in_range(&[
            ("page_limit", self.page_limit as f64, 24.0, 1200.0, "pages"),
            ("sizes.min_type", least, 7.0, 18.0, POINTS),
            ("sizes.title", sizes.title, 14.0_f64.max(least), 96.0, POINTS),
            ("sizes.heading", sizes.heading, 12.0_f64.max(least), 60.0, POINTS),
            ("sizes.body", sizes.body, least, 24.0, POINTS),
            ("sizes.small", sizes.small, least, 24.0, POINTS),
            ("sizes.foot", sizes.foot, least, 18.0, POINTS),
            ("margins.inside", margins.inside, binding, 216.0, POINTS),
            ("margins.outside", margins.outside, edge, 216.0, POINTS),
            ("margins.top", margins.top, edge, 216.0, POINTS),
            ("margins.bottom", margins.bottom, edge, 216.0, POINTS),
            ("margins.foot_gap", margins.foot_gap, 6.0, 144.0, POINTS),
            ("puzzle.digit", puzzle.digit, 0.3, 0.9, CELLS),
            ("puzzle.thin", puzzle.thin, 0.75, 6.0, POINTS),
            ("puzzle.block", puzzle.block, puzzle.thin, 8.0, POINTS),
            ("puzzle.min_cell", puzzle.min_cell, 12.0, 144.0, POINTS),
            ("puzzle.max_cell", puzzle.max_cell, puzzle.min_cell, 144.0, POINTS),
            ("puzzle.number", puzzle.number, least, 72.0, POINTS),
            ("puzzle.stars", puzzle.stars, 6.0, 48.0, POINTS),
            ("puzzle.caption_gap", puzzle.caption_gap, 3.0, 72.0, POINTS),
            ("puzzle.shade", puzzle.shade, 0.8, 1.0, "of white"),
            ("puzzle.notes", puzzle.notes as f64, 0.0, 12.0, "lines"),
            ("answers.digit", answers.digit, 0.3, 0.9, CELLS),
            ("answers.thin", answers.thin, 0.75, 6.0, POINTS),
            ("answers.block", answers.block, answers.thin, 8.0, POINTS),
            ("answers.min_digit", answers.min_digit, least, 48.0, POINTS),
            ("answers.number", answers.number, least, 48.0, POINTS),
            ("answers.caption_gap", answers.caption_gap, 2.0, 48.0, POINTS),
            ("answers.grid_gap", answers.grid_gap, 6.0, 72.0, POINTS),
        ])?;
        for (i, arrangement) in self.arrangement.iter().enumerate() {
            let [width, columns, rows] = ["trim_width_from", "columns", "rows"]
                .map(|name| format!("arrangement {}: {name}", i + 1));
            TEMPLATE.ensure_in_range(&[
                (&width, arrangement.trim_width_from, 0.0, 1224.0, POINTS),
                (&columns, arrangement.columns as f64, 1.0, 6.0, "columns"),
                (&rows, arrangement.rows as f64, 1.0, 8.0, "rows"),
            ])?;
        }
        let has_narrow = self.arrangement.iter().any(|a| a.trim_width_from == 0.0);
        let wanted = "a table with trim_width_from = 0 for narrow pages";
        TEMPLATE.ensure(has_narrow, "arrangement", wanted, "none")
    }
}
