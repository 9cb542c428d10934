//! The conversion of settings to specifications: the plan of the puzzles, the plan of the book, the
//! encoding of the catalogue.

use super::{BookSettings, CatalogFormat, CoverSettings, PUBLIC, PuzzleSettings, Settings};
use crate::run::{BookPlan, CatalogEncoding, CatalogSpec, IoContext as _, RunError, RunSpec};
use engine::human::course::Course;
use engine::human::ladder::{Ladder, Rung};
use engine::make::batch::{Levels, Plan, QualityRule};
use engine::make::generate::GivensMask;
use std::num::NonZeroU16;
use store::files::output;
use store::table::{CatalogColumns, MAX_WORKBOOK_PUZZLES, TableFormat};

impl RunSpec {
    /// Returns the specification of a run with these settings. Reads the files that they name.
    ///
    /// # Errors
    /// [`RunError`] if a file is missing or invalid, or settings exclude each other.
    pub fn from_settings(settings: &Settings) -> Result<Self, RunError> {
        let Settings { counts, book: own, .. } = settings;
        let has_cover_settings =
            CoverSettings { is_wanted: false, ..own.cover.clone() } != CoverSettings::default();
        if has_cover_settings && !own.cover.is_wanted {
            return Err(usage(
                "the setting `spine`, the setting `back`, the setting `palette` and other settings of \
                 covers are for the setting `cover`, which is missing",
            ));
        }
        let mut book = BookPlan::from_settings(own)?;
        let is_course = !book.imprint.course.is_empty();
        if is_course && counts.pages.is_some() {
            return Err(usage(
                "the setting `course`: expected the setting `count`, found the setting `pages`",
            ));
        }
        let total = match counts.pages {
            Some(pages) => Some(settings.count_for(pages.into(), &book)?),
            None => settings.days(&book)?,
        };
        if book.imprint.fill_pages {
            book.imprint.fill_to = counts.pages.and_then(NonZeroU16::new);
        }
        let plan = settings.plan(Some(&book), total)?;
        settings.check_link(&book)?;
        Ok(Self {
            columns: settings.chosen_columns(&plan)?,
            plan,
            book,
            compress: settings.compress,
            archive: settings.archive.name.clone(),
            continue_numbering: own.continues_series,
        })
    }
}

impl CatalogSpec {
    /// Returns the specification of a catalogue without a book.
    ///
    /// # Errors
    /// [`RunError`], like [`RunSpec::from_settings`].
    pub fn from_settings(settings: &Settings) -> Result<Self, RunError> {
        let plan = settings.plan(None, None)?;
        let order = Self {
            columns: settings.chosen_columns(&plan)?,
            plan,
            form: CatalogEncoding { format: settings.format()?, codec: settings.compress },
            archive: settings.archive.name.clone(),
        };
        let rows: u128 = order.plan.quotas.iter().map(|&(_, quota)| u128::from(quota)).sum();
        if order.form.format == TableFormat::Xlsx && rows > MAX_WORKBOOK_PUZZLES.into() {
            return Err(usage(format!(
                "the setting `format = xlsx`: expected at most {MAX_WORKBOOK_PUZZLES} puzzles, which fill \
                 an Excel sheet, found {rows}; make several files with different seeds, or `format = csv`"
            )));
        }
        let has_columns = !matches!(order.form.format, TableFormat::Sdm | TableFormat::Txt);
        let link = settings.book.imprint.puzzle_link.as_ref();
        let needs_columns = [("columns", order.columns.is_some()), ("puzzle-link", link.is_some())];
        if let Some((name, _)) = needs_columns.iter().find(|(_, is_set)| *is_set && !has_columns) {
            return Err(usage(format!(
                "the setting `{name}` is for the setting `format = csv`, jsonl, xlsx and parquet: \
                 other forms have no columns"
            )));
        }
        let with_link = || CatalogColumns::for_plan(&order.plan).with_link(link);
        let columns = order.columns.clone().or_else(|| link.map(|_| with_link()));
        Ok(Self { columns, ..order })
    }
}

impl Settings {
    /// Returns the plan of the puzzles, for a book or for none. `total` is their number in all, if
    /// the pages or days of the book decide it.
    fn plan(&self, book: Option<&BookPlan>, total: Option<u64>) -> Result<Plan, RunError> {
        if let Some(course) = book.map(|book| &book.imprint.course).filter(|c| !c.is_empty()) {
            return self.course_plan(course);
        }
        let (ladder, sheets) = (self.puzzles.ladder, sheets(book));
        if sheets > 1 && self.puzzles.variants > 1 {
            return Err(usage(
                "the setting `sheets`: the setting `variants` cannot be used with it, because it is the number of \
                 sheets",
            ));
        }
        let levels = self.levels(book)?;
        let total = total.or(self.counts.total);
        if let (Some(_), Some(book), 1) = (&self.counts.levels, book, sheets) {
            book.check_turns(&levels, ladder, total).map_err(usage)?;
        }
        let quotas = self.quotas(book, &levels, total)?;
        let variants = self.puzzles.variants.max(sheets);
        Ok(Plan { variants, ..self.plan_with(quotas)? })
    }

    /// Returns the plan of a course: the same number of puzzles for each technique, by its band.
    fn course_plan(&self, course: &Course) -> Result<Plan, RunError> {
        let counts = &self.counts;
        let is_counted =
            counts.total.is_some() || counts.levels.is_some() || !self.puzzles.quotas.is_empty();
        if is_counted {
            return Err(usage(
                "the setting `course`: expected the setting `count`, the number of puzzles of a \
                 chapter, found the setting `levels`, the setting `quota` or another count",
            ));
        }
        let (each, variants) = (counts.count.unwrap_or(6), self.puzzles.variants);
        if !each.is_multiple_of(variants) {
            return Err(usage(format!(
                "the setting `count`: expected a multiple of {variants}, the setting `variants`, \
                 because a chapter of a course has all variants of a puzzle, found {each}"
            )));
        }
        let quotas = course.bands().map(|(band, count)| (band.into(), count * each));
        let mut plan = self.plan_with(quotas.collect())?;
        // The course says what varies, and how much there is of it.
        plan.rating.rules.retain(|wish| *wish == QualityRule::Openings);
        plan.rating.course = course.clone();
        Ok(Plan { rated: false, ..plan })
    }

    /// Returns the plan of all other settings, with these numbers of puzzles.
    fn plan_with(&self, quotas: Vec<(Rung, u64)>) -> Result<Plan, RunError> {
        let PuzzleSettings { ladder, rating, rated, .. } = &self.puzzles;
        let mut plan = self.puzzles.with_quotas(quotas);
        plan.rated = (*rated || rating.minutes.is_some()) && *ladder == Ladder::Published;
        plan.rating.course = Course::default();
        if let Some(path) = &self.job.pattern {
            let text = output::read_user_text(path).read_context(path)?;
            let wrong = |e| usage(format!("{}: {e}", path.display()));
            plan.givens.patterns = GivensMask::read_all(&text).map_err(wrong)?;
        }
        Ok(plan)
    }

    /// Returns the levels or bands of the puzzles.
    fn levels(&self, book: Option<&BookPlan>) -> Result<Levels, RunError> {
        let ladder = self.puzzles.ladder;
        let turns = book.map_or_else(Vec::new, |book| book.template.turns(ladder));
        Ok(match (&self.counts.levels, book.filter(|_| sheets(book) > 1)) {
            (Some(levels), _) => levels.clone(),
            // The easiest ones that fill a page.
            (None, Some(book)) => {
                let page = book.puzzles_a_page(ladder)?;
                Levels((1..=page.clamp(1, 5) as u8).collect())
            }
            (None, None) if turns.is_empty() => {
                // If there are fewer puzzles than levels, the levels in the middle have them.
                let total = self.counts.total.map_or(5, |total| total.clamp(1, 5) as u8);
                let first = 1 + (5 - total) / 2;
                Levels((first..first + total).collect())
            }
            (None, None) => Levels(turns.iter().map(|rung| rung.number()).collect()),
        })
    }

    /// Returns the number of puzzles of each level or band: `total` in all, where that is known.
    fn quotas(
        &self,
        book: Option<&BookPlan>,
        levels: &Levels,
        total: Option<u64>,
    ) -> Result<Vec<(Rung, u64)>, RunError> {
        let (ladder, sheets, count) = (self.puzzles.ladder, sheets(book), self.counts.count);
        let mut quotas = match (total, book) {
            _ if !self.puzzles.quotas.is_empty() => self.puzzles.own_quotas(),
            (Some(total), _) if sheets > 1 => levels.share(ladder, total, 1),
            (None, _) if sheets > 1 => levels.quota_each(ladder, count.unwrap_or(1)),
            (Some(total), Some(book)) => return book.share(levels, ladder, total),
            (Some(total), None) => levels.share(ladder, total, 1),
            (None, _) => {
                let turns = book.map_or_else(Vec::new, |book| book.template.turns(ladder));
                levels.quotas(ladder, count, &turns)
            }
        }
        .map_err(RunError::Usage)?;
        quotas.iter_mut().for_each(|(_, quota)| *quota *= sheets);
        Ok(quotas)
    }

    /// Returns the number of puzzles, or of days, of a book with this number of pages.
    fn count_for(&self, pages: usize, book: &BookPlan) -> Result<u64, RunError> {
        let (ladder, levels) = (self.puzzles.ladder, self.levels(Some(book))?);
        if self.counts.levels.is_some() && sheets(Some(book)) == 1 {
            book.check_turns(&levels, ladder, None).map_err(usage)?;
        }
        let in_strips = !book.template.turns(ladder).is_empty() && !book.template.has_days();
        let extent = if in_strips {
            (1, book.puzzles_a_page(ladder)? as u64)
        } else {
            (levels.0.len() as u64, 1)
        };
        let without_page_limit = book.without_page_limit();
        let quotas = |total| self.quotas(Some(&without_page_limit), &levels, Some(total));
        book.count_for(pages, extent, quotas)
    }

    /// Returns the number of days, if days were ordered.
    fn days(&self, book: &BookPlan) -> Result<Option<u64>, RunError> {
        let (Some(first), Some(last)) = (book.imprint.first_day, self.counts.last_day) else {
            return Ok(None);
        };
        if !book.template.has_days() {
            let name = book.template.name();
            return Err(usage(format!(
                "the setting `last-day`: expected a design with a day for each puzzle, such as \
                 daily, found {name}"
            )));
        }
        match u64::try_from((last - first).get_days()) {
            Ok(days) => Ok(Some(days + 1)),
            Err(_) => Err(usage(format!(
                "the setting `last-day`: expected {first} or later, found {last}"
            ))),
        }
    }

    /// Returns the columns of the catalogue of a plan; `None` for all.
    fn chosen_columns(&self, plan: &Plan) -> Result<Option<CatalogColumns>, RunError> {
        let wrong = |why| usage(format!("the setting `columns`: {why}"));
        let link = self.book.imprint.puzzle_link.as_ref();
        let all = || CatalogColumns::for_plan(plan).with_link(link);
        let chosen = self.columns.as_ref().map(|_| self.select_columns(all()));
        chosen.transpose().map_err(wrong)
    }

    /// Checks that the addresses of puzzles in the catalogue of a run are those in its book.
    fn check_link(&self, book: &BookPlan) -> Result<(), RunError> {
        let Some(link) = &book.imprint.puzzle_link else { return Ok(()) };
        let wrong = |place: &str, why: &str, remedy: &str| {
            Err(usage(format!(
                "the setting `puzzle-link`: expected no {{{place}}} {why}, found {link}; {remedy}"
            )))
        };
        let has_id = |names: &Vec<String>| names.iter().any(|name| name == "id" || name == PUBLIC);
        if link.has_id() && !self.columns.as_ref().is_none_or(has_id) {
            let why = "in a catalogue without the column `id` (the setting `columns`)";
            return wrong("id", why, "add the column, or use {puzzle}");
        }
        let is_sorted_again = !book.imprint.course.is_empty() || book.template.sorts_by_technique();
        if link.has_number() && is_sorted_again {
            let why = "where the book has another order than the catalogue";
            return wrong("number", why, "use {id} or {puzzle}");
        }
        Ok(())
    }

    /// Returns the form of a catalogue that is made alone.
    fn format(&self) -> Result<TableFormat, RunError> {
        use CatalogFormat::{Csv, Jsonl, Parquet, Sdm, Txt, Xlsx};
        let words = match self.catalog_format {
            Csv => return Ok(TableFormat::Csv),
            Jsonl => return Ok(TableFormat::Jsonl),
            Sdm => return Ok(TableFormat::Sdm),
            Txt => return Ok(TableFormat::Txt),
            Xlsx if self.compress.is_some() => {
                "the setting `compress` is for text; an Excel workbook has a compression of its own"
            }
            Xlsx => return Ok(TableFormat::Xlsx),
            Parquet if self.compress.is_some() => {
                "the setting `compress` is for text; Parquet has a compression of its own"
            }
            #[cfg(feature = "parquet")]
            Parquet => return Ok(TableFormat::Parquet),
            #[cfg(not(feature = "parquet"))]
            Parquet => {
                "this program was built without Parquet; cargo install --path . --features parquet \
                 builds one with it"
            }
        };
        Err(usage(words))
    }
}

impl BookSettings {
    /// Returns true if the book has a standard of PDF/X, or a printer that may want one.
    pub fn may_be_pdfx(&self) -> bool {
        self.imprint.pdfx.is_some() || self.files.printer.is_some()
    }
}

/// Number of sheets with the same puzzles.
fn sheets(book: Option<&BookPlan>) -> u64 {
    book.and_then(|book| book.imprint.sheets).map_or(1, |sheets| sheets.get().into())
}

fn usage(words: impl ToString) -> RunError {
    RunError::Usage(words.to_string())
}
