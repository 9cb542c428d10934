//! Checks the values of a template's keys: texts, fonts, numbers, parts. Layout checks whether the
//! design fits a page.

use crate::book::design::keys::{Design, Label};
use crate::book::design::part_names::{self, PartName};
use crate::book::design::template::TemplateError;
use crate::book::typesetting::{FAMILIES, Family};
use crate::ladder::Ladder;
use crate::print::Trim;

impl Design {
    /// Runs all checks.
    pub fn check(&self) -> Result<(), TemplateError> {
        self.check_texts()?;
        self.check_faces()?;
        self.check_numbers()?;
        self.check_parts()
    }

    fn check_parts(&self) -> Result<(), TemplateError> {
        let refuse = |key, found: String, wanted| Err(TemplateError::Text { key, found, wanted });
        if let Some(trim) = self.trim.as_ref().filter(|trim| trim.parse::<Trim>().is_err()) {
            return refuse("trim", trim.clone(), "a size such as a4, 6x9 or 190x250mm");
        }
        if self.turns.iter().any(|&number| Ladder::Human.rung(number).is_none()) {
            let wanted = "a list of levels from 1 to 5, or of bands from 1 to 7";
            return refuse("turns", format!("{:?}", self.turns), wanted);
        }
        if self.puzzle.label == Label::Date && self.turns.len() != 7 {
            let found = format!("{:?}", self.turns);
            return refuse(
                "turns",
                found,
                "a level for each day from Monday, because label is date",
            );
        }
        if self.puzzle.iso_weeks && self.puzzle.label != Label::Date {
            let wanted = "false, because label is not date";
            return refuse("puzzle.iso_weeks", true.to_string(), wanted);
        }
        let parts = self.parts();
        if self.answers_below() && parts.contains(&PartName::Answers) {
            let wanted = "no answers, because answers.place is foot";
            return refuse("parts", self.parts.join(", "), wanted);
        }
        match part_names::wrong(&parts) {
            None => Ok(()),
            Some((_, wanted)) => refuse("parts", self.parts.join(", "), wanted),
        }
    }

    fn check_texts(&self) -> Result<(), TemplateError> {
        let texts = [("name", &self.name), ("description", &self.description)];
        for (key, found) in texts {
            if found.trim().is_empty() {
                return Err(TemplateError::Text {
                    key,
                    found: found.clone(),
                    wanted: "a text that is not empty",
                });
            }
        }
        if let Some(title) = self.title.as_ref().filter(|title| title.trim().is_empty()) {
            return Err(TemplateError::Text {
                key: "title",
                found: title.clone(),
                wanted: "a text that is not empty, or leaving it out",
            });
        }
        if let Some(subtitle) = &self.subtitle
            && subtitle.replace("{count}", "").contains(['{', '}'])
        {
            return Err(TemplateError::Text {
                key: "subtitle",
                found: subtitle.clone(),
                wanted: "a text in which {count} is the only placeholder, such as \"{count} Sudoku\"",
            });
        }
        Ok(())
    }

    fn check_faces(&self) -> Result<(), TemplateError> {
        let faces = [("faces.words", &self.faces.words), ("faces.figures", &self.faces.figures)];
        match faces.into_iter().find(|(_, name)| Family::named(name).is_none()) {
            None => Ok(()),
            Some((key, found)) => Err(TemplateError::Face {
                key,
                found: found.clone(),
                known: FAMILIES
                    .iter()
                    .map(|f| format!("{:?}", f.name))
                    .collect::<Vec<_>>()
                    .join(" or "),
            }),
        }
    }

    fn check_numbers(&self) -> Result<(), TemplateError> {
        const POINTS: &str = "points";
        const CELLS: &str = "of the cell's side";
        let (sizes, margins) = (&self.sizes, &self.margins);
        let (puzzle, answers) = (&self.puzzle, &self.answers);
        // Printers accept type from 7 pt; a design may ask for more.
        let least = sizes.min_type;
        // Printers accept lines from 0.75 pt, margins from 0.25 in, and from 0.375 in
        // at the binding of the thinnest book. Unbound sheets have no minimum margin.
        let (binding, edge) = if self.bound { (27.0, 18.0) } else { (0.0, 0.0) };
        let numbers = [
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
        ]
        .map(|(key, found, low, high, unit)| (key.to_owned(), found, low, high, unit));
        let arrangements = self.arrangement.iter().enumerate().flat_map(|(i, a)| {
            let key = move |name: &str| format!("arrangement {}: {name}", i + 1);
            [
                (key("trim_width_from"), a.trim_width_from, 0.0, 1224.0, POINTS),
                (key("columns"), a.columns as f64, 1.0, 6.0, "columns"),
                (key("rows"), a.rows as f64, 1.0, 8.0, "rows"),
            ]
        });
        for (key, found, low, high, unit) in numbers.into_iter().chain(arrangements) {
            if !(low..=high).contains(&found) {
                return Err(TemplateError::Range { key, found, low, high, unit });
            }
        }
        if self.arrangement.iter().any(|a| a.trim_width_from == 0.0) {
            Ok(())
        } else {
            Err(TemplateError::Arrangement)
        }
    }
}
