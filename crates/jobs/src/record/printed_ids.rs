//! The identifiers of puzzles by the numbers that are printed beside them.

use super::SourceRun;
use crate::book::has_catalog_order;
use crate::{RebuildError, RunError, Sections, Settings, is_printed_number};
use book::Volume;
use std::collections::BTreeMap;
use tables::{PuzzleFile, PuzzleRecord};
use words::{Problem, clause, setting};

/// The identifiers of the puzzles of each number.
type IdsByNumber = BTreeMap<u64, Vec<String>>;

impl Settings {
    /// Turns the numbers of puzzles that are replaced into their identifiers in a finished run or
    /// in the rows of a file. A number that no puzzle has, or several, is refused.
    ///
    /// # Errors
    /// [`RunError`] if the puzzles cannot be read, or a number names not one of them.
    pub fn name_replaced_puzzles(
        &mut self,
        run: Option<&SourceRun>,
        file: Option<PuzzleFile>,
    ) -> Result<(), RunError> {
        if !self.counts.another.iter().any(|name| is_printed_number(name)) {
            return Ok(());
        }
        let ids = match (run, file) {
            (Some(run), _) => run.printed_ids()?,
            (None, Some(file)) => row_ids(vec![file], 1)?,
            (None, None) => return Ok(()),
        };
        for name in &mut self.counts.another {
            if is_printed_number(name) {
                *name = id_of_number(name, &ids).map_err(|e| e.with_setting("another"))?;
            }
        }
        Ok(())
    }
}

/// Returns the identifier of the only puzzle with this number, or of that of one version of a
/// class, such as `7/3` for puzzle 3 of version 7.
fn id_of_number(name: &str, ids: &IdsByNumber) -> Result<String, Problem> {
    let (version, number) = match name.split_once('/') {
        Some((version, number)) => (Some(version), number),
        None => (None, name),
    };
    let found = number.parse().ok().and_then(|number: u64| ids.get(&number));
    let Some(found) = found else {
        let [first, last] = [ids.keys().next(), ids.keys().next_back()]
            .map(|number| number.copied().unwrap_or_default());
        return Err(Problem::expected(
            clause!("a number from {} to {}", first, last),
            number.to_owned(),
        ));
    };
    let place = match version {
        Some(version) => version.parse().ok().and_then(|version: usize| version.checked_sub(1)),
        None => (found.len() == 1).then_some(0),
    };
    if let Some(id) = place.and_then(|place| found.get(place)) {
        return Ok(id.clone());
    }
    let last = found.len();
    let expected = if last == 1 {
        "a number without a version".to_owned()
    } else {
        format!("a version from 1 to {last} and the number, such as {last}/{number}")
    };
    Err(Problem::expected(expected, name.to_owned()))
}

/// Returns the identifiers of the rows of files, which are numbered from this one.
fn row_ids(files: Vec<PuzzleFile>, first: u64) -> Result<IdsByNumber, RunError> {
    let mut ids = IdsByNumber::new();
    for (number, record) in (first..).zip(PuzzleRecord::read(files)) {
        let (place, record) = record?;
        let id = record.id.ok_or_else(|| lacks_id(&place.to_string()))?;
        ids.insert(number, vec![id.to_string()]);
    }
    Ok(ids)
}

/// Returns the problem of a catalogue without identifiers.
fn lacks_id(place: &str) -> Problem {
    let columns = setting("columns");
    Problem::expected("an identifier beside the number", "a catalogue without the column `id`")
        .at(place.to_owned())
        .remedy(clause!("name the puzzle by its identifier, or add the column ({})", columns))
}

impl SourceRun {
    /// Returns the identifiers of its puzzles by their numbers: those that its book prints, or
    /// without a book those of the rows.
    fn printed_ids(&self) -> Result<IdsByNumber, RunError> {
        let settings = &self.manifest.settings;
        if settings.is_data {
            if settings.split.is_some() {
                let expected = "an identifier, because the puzzles of a data set have no numbers";
                let problem = Problem::expected(expected, "a number").with_setting("another");
                return Err(problem.into());
            }
            return row_ids(self.puzzles(), settings.first());
        }
        let mut ids = IdsByNumber::new();
        for printed in self.printed_volumes("another")?.iter().flat_map(Volume::printed_puzzles) {
            let of_number = ids.entry(printed.number as u64).or_default();
            of_number.extend(printed.id);
        }
        Ok(ids)
    }

    /// Returns the identifiers of its puzzles in the order of their printed numbers if that is
    /// another order than that of the catalogue; otherwise nothing.
    ///
    /// # Errors
    /// [`RunError`] if its puzzles cannot be read.
    pub fn printed_order(&self) -> Result<Vec<String>, RunError> {
        let settings = &self.manifest.settings;
        let design = self.design().ok();
        if settings.is_data || has_catalog_order(&settings.book.imprint, design.as_ref()) {
            return Ok(Vec::new());
        }
        Ok(self.printed_ids()?.into_values().flatten().collect())
    }

    /// Returns the printed numbers of the pages of its puzzles by their identifiers, all as wide as
    /// the largest one.
    ///
    /// # Errors
    /// [`RunError`] if the run has no book, or its puzzles cannot be read.
    pub fn printed_pages(&self) -> Result<BTreeMap<String, String>, RunError> {
        if self.manifest.settings.is_data {
            let problem =
                Problem::expected("a run with a book, for the place {page}", "a data set");
            return Err(problem.with_setting("name").into());
        }
        let mut pages = BTreeMap::new();
        for volume in self.printed_volumes("name")? {
            for printed in volume.printed_puzzles() {
                pages.extend(printed.id.map(|id| (id, volume.folio(printed.page))));
            }
        }
        let widest = pages.values().map(String::len).max().unwrap_or_default();
        pages.values_mut().for_each(|page| *page = format!("{page:0>widest$}"));
        Ok(pages)
    }

    /// Lays out the volumes of its book. Errors are about this setting.
    fn printed_volumes(&self, setting: &'static str) -> Result<Vec<Volume>, RunError> {
        let plan = self.book_plan(false).map_err(|e| match e {
            RebuildError::Missing(why) | RebuildError::Wrong(why) | RebuildError::Unread(why) => {
                let remedy = "name puzzles by their identifiers in the catalogue";
                Problem::new(why).with_setting(setting).remedy(remedy)
            }
        })?;
        let mut sections = Sections::new(plan.options()).with_ids();
        for record in PuzzleRecord::read(self.puzzles()) {
            let (place, record) = record?;
            if record.id.is_none() {
                return Err(lacks_id(&place.to_string()).into());
            }
            sections.push_record(&place, &record)?;
        }
        Ok(plan.lay_out(&sections.into_vec())?.volumes)
    }
}
