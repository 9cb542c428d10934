//! The conversion of settings to specifications: the plan of the puzzles, the plan of the book, the
//! encoding of the catalogue.

use super::counts::share_quotas;
use super::levels::on_shape;
use super::quotas::Levels;
use super::row::{DESIGNED_PATTERNS, are_pictures};
use super::{Group, PUBLIC, Setting, Settings, is_printed_number, without_idle_settings};
use crate::{BookPlan, BookSettings, CatalogEncoding, CatalogSpec, RunError, RunSpec};
use files::UserText;
use grid::GridShape;
use human::{Course, Ladder, Rung};
use jiff::ToSpan as _;
use jiff::civil::Date;
use make::{GivensMask, Plan, QualityRule, Slot};
use std::path::Path;
use tables::{CatalogColumns, PuzzleIds, TableFormat};
use words::{Clause, Problem, clause, setting};

impl RunSpec {
    /// Returns the specification of a run with these settings. Reads the files that they name.
    ///
    /// # Errors
    /// [`RunError`] if a file is missing or invalid, or settings exclude each other.
    pub fn from_settings(wanted: &Settings) -> Result<Self, RunError> {
        let Settings { counts, book: own, .. } = wanted;
        let is_of_cover =
            |row: &&Setting| row.group == Group::Cover && (row.write)(wanted).is_some();
        if let Some(row) = Setting::all().find(is_of_cover).filter(|_| !own.cover.is_wanted) {
            let wrong = clause!("expected {} too, found none", setting("cover"));
            return Err(Problem::new(wrong).with_setting(row.name).into());
        }
        let book = BookPlan::from_settings(own)?;
        let is_course = !book.options().course.is_empty();
        if is_course && counts.pages.is_some() {
            let wrong = clause!("expected {}, found {}", setting("count"), setting("pages"));
            return Err(Problem::new(wrong).with_setting("course").into());
        }
        let total = match counts.pages {
            Some(pages) => Some(wanted.count_for(pages.into(), &book)?),
            None => wanted.days(&book)?,
        };
        let plan = wanted.plan(Some(&book), total)?;
        wanted.check_link(&book)?;
        let mut settings = wanted.clone();
        settings.take_plan(&plan);
        settings.columns = wanted.chosen_names(&plan)?;
        Ok(Self { plan, book, settings })
    }

    /// Returns the specification of a catalogue in a folder, without a book.
    ///
    /// # Errors
    /// [`RunError`], like [`CatalogSpec::from_settings`].
    pub fn for_data(wanted: &Settings) -> Result<Self, RunError> {
        let mut settings = Settings { is_data: true, ..wanted.clone() };
        let CatalogSpec { plan, form, .. } = CatalogSpec::from_settings(&settings)?;
        let named = &wanted.book;
        let mut own =
            BookSettings { continues_series: named.continues_series, ..Default::default() };
        own.imprint.first_number = named.imprint.first_number;
        own.imprint.puzzle_link.clone_from(&named.imprint.puzzle_link);
        let licence = &mut own.imprint.copyright_page.licence;
        licence.clone_from(&named.imprint.copyright_page.licence);
        settings.take_plan(&plan);
        if form.format.has_columns() {
            settings.columns = settings.chosen_names(&plan)?;
        }
        let mut book = BookPlan::from_settings(&own)?;
        // The files of a book have defaults of their own, which a catalogue does not state.
        book.settings.files = own.files;
        Ok(Self { plan, book, settings })
    }

    /// Returns the settings, with values in place of defaults of the design and of the printer:
    /// those that the manifest keeps.
    pub fn settings(&self) -> Settings {
        Settings { book: self.book.settings.clone(), ..self.settings.clone() }
    }

    /// Returns the name of the wish that may be hardest to fulfil: the last one about the
    /// difficulty, or else the numbers of puzzles.
    pub fn hardest_wish(&self) -> &'static str {
        let given = self.settings.given.iter().map(|text| text.setting);
        let wishes = given.filter(|row| row.group == Group::Difficulty && row.name != "ladder");
        wishes.last().map_or("quota", |row| row.name)
    }

    /// Returns true for a catalogue without a book.
    pub fn is_data(&self) -> bool {
        self.settings.is_data
    }

    /// Returns the file names of the catalogue.
    pub fn catalogs(&self) -> Vec<String> {
        self.settings.catalogs()
    }

    /// Returns true for a data set with splits.
    pub fn has_splits(&self) -> bool {
        self.settings.split.is_some()
    }

    /// Returns the archive of printed puzzles. The run makes no puzzle that the archive contains,
    /// and adds its own puzzles to the archive.
    pub fn archive(&self) -> Option<&Path> {
        self.settings.archive.name.as_deref()
    }
}

impl CatalogSpec {
    /// Returns the specification of a catalogue without a book.
    ///
    /// # Errors
    /// [`RunError`], like [`RunSpec::from_settings`].
    pub fn from_settings(settings: &Settings) -> Result<Self, RunError> {
        // The rule is for books: a catalogue can have more puzzles than a symmetry has patterns,
        // and parts are made without each other.
        let mut plan = settings.plan(None, None)?;
        plan.givens.repeats_patterns = true;
        let spec = Self {
            columns: settings.chosen_columns(&plan)?,
            plan,
            form: CatalogEncoding { format: settings.format()?, codec: settings.compress },
            split: settings.split.clone(),
            archive: settings.archive.name.clone(),
        };
        let rows: u128 = spec.plan.quotas.iter().map(|&(_, quota)| u128::from(quota)).sum();
        if let Some(most) = spec.form.format.max_puzzles()
            && rows > most.into()
        {
            let expected = format!("at most {most} puzzles, which fill an Excel sheet");
            let csv = setting("format").to("csv");
            let remedy = clause!("make several files with different seeds, or use {}", csv);
            let problem =
                Problem::expected(expected, rows.to_string()).with_setting_value("format", "xlsx");
            return Err(problem.remedy(remedy).into());
        }
        let has_columns = spec.form.format.has_columns();
        let link = settings.book.imprint.puzzle_link.as_ref();
        let needs_columns = [
            ("columns", spec.columns.is_some()),
            ("puzzle-link", link.is_some()),
            ("id-prefix", settings.id_prefix.is_some()),
        ];
        if let Some((name, _)) = needs_columns.iter().find(|(_, is_set)| *is_set && !has_columns) {
            let wrong = clause!(
                "expected {}, jsonl, xlsx or parquet: other forms have no columns",
                setting("format").to("csv"),
            );
            return Err(Problem::new(wrong).with_setting(*name).into());
        }
        let is_usual = link.is_none() && settings.ids() == PuzzleIds::default();
        let columns = match spec.columns {
            None if !is_usual => Some(settings.all_columns(&spec.plan)),
            columns => columns,
        };
        Ok(Self { columns, ..spec })
    }
}

impl Settings {
    /// Returns the plan of the puzzles, for a book or for none. `total` is their number in all, if
    /// the pages or days of the book decide it.
    fn plan(&self, book: Option<&BookPlan>, total: Option<u64>) -> Result<Plan, RunError> {
        if let Some(course) = book.map(|book| &book.options().course).filter(|c| !c.is_empty()) {
            return self.course_plan(course);
        }
        let (ladder, sheets) = (self.ladder, sheets(book));
        if sheets > 1 && self.puzzles.variants > 1 {
            let wrong = clause!(
                "{} cannot be used with it, because it is the number of sheets",
                setting("variants"),
            );
            return Err(Problem::new(wrong).with_setting("sheets").into());
        }
        let levels = self.levels(book)?;
        let total = total.or(self.counts.total);
        if let (Some(_), Some(book), 1) = (&self.counts.levels, book, sheets) {
            book.check_turns(&levels, ladder, total)?;
        }
        let quotas = self.quotas(book, &levels, total)?;
        let quotas = on_shape(quotas, self.counts.size)
            .map_err(|e| Problem::new(e).with_setting("levels"))?;
        let mut plan = self.plan_with(quotas)?;
        if plan.has_small_sizes() {
            // Each sheet has other puzzles. 4x4 has too few classes for that, and disguises enough.
            plan.exact |= sheets > 1;
            if sheets > 1 && plan.quotas.iter().any(|(rung, _)| rung.mini().is_none()) {
                let problem = Problem::expected("9x9 or small sizes", "both");
                return Err(problem.with_setting("sheets").remedy("make a run for each").into());
            }
        } else {
            plan.variants = self.puzzles.variants.max(sheets);
            plan.by_sheet = sheets > 1;
        }
        if plan.has_small_sizes()
            && let Some(book) = book
            && !book.template.turns(ladder).is_empty()
        {
            let expected = "a design that goes level by level with 4x4 and 6x6, such as classic";
            let found = format!("{}, whose levels take turns", book.template.name());
            return Err(Problem::expected(expected, found).with_setting("template").into());
        }
        Ok(plan)
    }

    /// Returns the plan of a course: the same number of puzzles for each technique, by its band.
    fn course_plan(&self, course: &Course) -> Result<Plan, RunError> {
        let counts = &self.counts;
        let others = [
            ("levels", counts.levels.is_some()),
            ("total", counts.total.is_some()),
            ("quota", !self.puzzles.quotas.is_empty()),
        ];
        if let Some((other, _)) = others.into_iter().find(|(_, is_set)| *is_set) {
            let (count, other) = (setting("count"), setting(other));
            let wrong = clause!(
                "expected {}, the number of puzzles of a chapter, found {}",
                count,
                other.clone(),
            );
            let problem = Problem::new(wrong).with_setting("course");
            return Err(problem.remedy(clause!("leave out {}", other)).into());
        }
        let (each, variants) = (counts.count.unwrap_or(6), self.puzzles.variants);
        if !each.is_multiple_of(variants) {
            let expected = clause!(
                "a multiple of {}, {}, because a chapter of a course has all variants of a puzzle",
                variants.to_string(),
                setting("variants"),
            );
            return Err(Problem::expected(expected, each).with_setting("count").into());
        }
        let each = course.with_test(each, variants);
        let quotas = course.bands().map(|(band, count)| (band.into(), count * each));
        let mut plan = self.plan_with(quotas.collect())?;
        // The course says what varies, and how much there is of it.
        plan.rating.rules.retain(|wish| *wish == QualityRule::Openings);
        plan.rating.course = course.clone();
        Ok(Plan { rated: false, ..plan })
    }

    /// Returns the plan of all other settings, with these numbers of puzzles.
    fn plan_with(&self, quotas: Vec<(Rung, u64)>) -> Result<Plan, RunError> {
        let mut plan = Plan { quotas, ..self.puzzles.clone() };
        let is_rated = plan.rated || plan.rating.minutes.is_some();
        plan.rated = is_rated && self.ladder == Ladder::Published;
        plan.rating.course = Course::default();
        plan.another = self.replaced_slots(&plan)?;
        if let Some(path) = &self.work.pattern {
            plan.givens.patterns = read_patterns(path)?;
        }
        Ok(plan)
    }

    /// Takes the values of a plan, and forgets replaced puzzles of the run before that it does not
    /// have.
    fn take_plan(&mut self, plan: &Plan) {
        self.ladder = plan.ladder();
        self.puzzles = without_idle_settings(plan.clone());
        let ids = self.ids();
        let is_replaced =
            |name: &String| ids.slot(name).is_some_and(|slot| plan.another.contains(&slot));
        self.counts.another.retain(is_replaced);
    }

    /// Returns the slots of the puzzles that are replaced in a plan with these quotas. A puzzle of
    /// the run before that the plan does not have is left out.
    fn replaced_slots(&self, plan: &Plan) -> Result<Vec<Slot>, Problem> {
        let ids = self.ids();
        let wrong = |expected: Clause, name: &str| {
            Problem::expected(expected, name.to_owned()).with_setting(Setting::ANOTHER)
        };
        let mut slots = Vec::new();
        for (at, name) in self.counts.another.iter().enumerate() {
            if is_printed_number(name) {
                let remedy =
                    clause!("name its folder with {} or {}", setting("job"), setting("out"));
                let expected = "an identifier, because a number is of a finished run";
                return Err(wrong(expected.into(), name).remedy(remedy));
            }
            let quotas = plan.quotas.iter().filter(|(_, count)| *count > 0);
            let slot = ids.slot(name);
            let own = slot.and_then(|slot| {
                quotas.clone().find(|(rung, count)| *rung == slot.rung && slot.number < *count)
            });
            let Some(slot) = slot.filter(|_| own.is_some()) else {
                if at < self.given.replaced_before() {
                    continue;
                }
                // The level that was meant, or all of them.
                let meant: Vec<_> = quotas
                    .clone()
                    .filter(|(rung, _)| slot.map(|slot| slot.rung) == Some(*rung))
                    .collect();
                let shown = if meant.is_empty() { quotas.collect() } else { meant };
                let mut ranges = Vec::new();
                for &(rung, count) in shown {
                    let [first, last] = [0, count - 1].map(|number| ids.id(Slot { rung, number }));
                    ranges.push(clause!("{} to {}", first, last));
                }
                return Err(wrong(
                    clause!(
                        "puzzles of the run, {}",
                        Clause::join("{}, {}", ranges).unwrap_or_default()
                    ),
                    name,
                ));
            };
            slots.push(slot);
        }
        Ok(slots)
    }

    /// Returns the levels or bands of the puzzles.
    fn levels(&self, book: Option<&BookPlan>) -> Result<Levels, RunError> {
        let ladder = self.ladder;
        let turns = turns(book, ladder);
        Ok(match (&self.counts.levels, book.filter(|_| sheets(book) > 1)) {
            (Some(levels), _) => levels.clone(),
            (None, _) if self.counts.size != GridShape::Nine => {
                let rungs = Ladder::Human.rungs_of_shape(self.counts.size);
                Levels(rungs.map(Rung::number).collect())
            }
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
        let (ladder, sheets, count) = (self.ladder, sheets(book), self.counts.count);
        let has_quota = !self.puzzles.quotas.is_empty();
        let mut quotas = match (total, book) {
            (Some(total), _) if has_quota => Ok(share_quotas(&self.puzzles.quotas, total)),
            (None, _) if has_quota => Ok(self.puzzles.quotas.clone()),
            (Some(total), _) if sheets > 1 => levels.share(ladder, total, 1),
            (None, _) if sheets > 1 => levels.quota_each(ladder, count.unwrap_or(1)),
            (Some(total), Some(book)) => return book.share(levels, ladder, total),
            (Some(total), None) => levels.share(ladder, total, 1),
            (None, _) => levels.quotas(ladder, count, &turns(book, ladder)),
        }
        .map_err(|e| Problem::new(e).with_setting("total"))?;
        quotas.iter_mut().for_each(|(_, quota)| *quota *= sheets);
        Ok(quotas)
    }

    /// Returns the number of puzzles, or of days, of a book with this number of pages.
    fn count_for(&self, pages: usize, book: &BookPlan) -> Result<u64, RunError> {
        let (ladder, levels) = (self.ladder, self.levels(Some(book))?);
        if self.counts.levels.is_some() && sheets(Some(book)) == 1 {
            book.check_turns(&levels, ladder, None)?;
        }
        let in_strips = !book.template.turns(ladder).is_empty() && !book.template.has_days();
        let extent = if in_strips {
            (1, book.puzzles_a_page(ladder)? as u64)
        } else {
            (levels.0.len().max(self.puzzles.quotas.len()) as u64, 1)
        };
        let without_page_limit = book.without_page_limit();
        let quotas = |total| self.quotas(Some(&without_page_limit), &levels, Some(total));
        book.count_for(pages, extent, quotas)
    }

    /// Returns the number of days: to the last one, or of a year if a book of weeks has no number
    /// of puzzles.
    fn days(&self, book: &BookPlan) -> Result<Option<u64>, RunError> {
        let first = book.options().first_day;
        let (Some(first), Some(last)) = (first, self.counts.last_day) else {
            let counts = &self.counts;
            let has_number = counts.count.is_some()
                || counts.total.is_some()
                || !self.puzzles.quotas.is_empty()
                || sheets(Some(book)) > 1;
            let is_of_weeks = book.template.has_days() && book.template.turn_numbers().len() == 7;
            return Ok((is_of_weeks && !has_number).then(|| days_of_year(first)));
        };
        if !book.template.has_days() {
            let expected = "a design with a day for each puzzle, such as daily";
            return Err(Problem::expected(expected, book.template.name().to_owned())
                .with_setting("last-day")
                .into());
        }
        match u64::try_from((last - first).get_days()) {
            Ok(days) => Ok(Some(days + 1)),
            Err(_) => {
                let expected = format!("{first} or later");
                Err(Problem::expected(expected, last.to_string()).with_setting("last-day").into())
            }
        }
    }

    /// Returns the columns of the catalogue of a plan; `None` for all.
    fn chosen_columns(&self, plan: &Plan) -> Result<Option<CatalogColumns>, RunError> {
        let wrong = |why: Clause| Problem::new(why).with_setting("columns").into();
        let chosen = self.columns.as_ref().map(|_| self.select_columns(self.all_columns(plan)));
        chosen.transpose().map_err(wrong)
    }

    /// Returns the names of these columns.
    fn chosen_names(&self, plan: &Plan) -> Result<Option<Vec<String>>, RunError> {
        let Some(columns) = self.chosen_columns(plan)? else { return Ok(None) };
        Ok(Some(columns.names().into_iter().map(str::to_owned).collect()))
    }

    /// Checks that the addresses of puzzles in the catalogue of a run are those in its book.
    fn check_link(&self, book: &BookPlan) -> Result<(), RunError> {
        let Some(link) = &book.options().puzzle_link else { return Ok(()) };
        let wrong = |expected: Clause, remedy: &'static str| {
            Err(Problem::expected(expected, link.to_string())
                .with_setting("puzzle-link")
                .remedy(remedy)
                .into())
        };
        let has_id = |names: &Vec<String>| names.iter().any(|name| name == "id" || name == PUBLIC);
        if link.has_id() && !self.columns.as_ref().is_none_or(has_id) {
            let columns = setting("columns");
            let expected = clause!("no {id} in a catalogue without the column `id` ({})", columns);
            return wrong(expected, "add the column, or use {puzzle}");
        }
        if link.has_number() && !book.has_catalog_order() {
            let expected = "no {number} where the book has another order than the catalogue";
            return wrong(expected.into(), "use {id} or {puzzle}");
        }
        Ok(())
    }

    /// Returns the pictures of the givens in place of the name of their file.
    pub fn pictures(&self) -> String {
        let pictures: Vec<_> =
            self.puzzles.givens.patterns.iter().map(ToString::to_string).collect();
        pictures.join(",")
    }

    /// Returns the form of a catalogue that is made alone.
    fn format(&self) -> Result<TableFormat, RunError> {
        let format = self.catalog_format;
        let problem = match format {
            TableFormat::Xlsx if self.compress.is_some() => {
                Problem::new("cannot be used: an Excel workbook has a compression of its own")
                    .with_setting("compress")
            }
            TableFormat::Parquet if self.compress.is_some() => {
                Problem::new("cannot be used: Parquet has a compression of its own")
                    .with_setting("compress")
            }
            _ if !format.is_built_in() => Problem::new("this program was built without Parquet")
                .remedy("cargo install --path . --features parquet builds one with it"),
            _ => return Ok(format),
        };
        Err(problem.into())
    }
}

/// Returns the number of days to the same day of the next year.
fn days_of_year(first: Option<Date>) -> u64 {
    let next = first.and_then(|first| Some((first, first.checked_add(1.year()).ok()?)));
    let days = next.and_then(|(first, next)| u64::try_from((next - first).get_days()).ok());
    days.unwrap_or(365)
}

/// Number of sheets with the same puzzles.
fn sheets(book: Option<&BookPlan>) -> u64 {
    book.map_or(1, BookPlan::versions)
}

/// Returns the levels or bands that take turns in a book, if any.
fn turns(book: Option<&BookPlan>, ladder: Ladder) -> Vec<Rung> {
    match book {
        Some(book) => book.template.turns(ladder),
        None => Vec::new(),
    }
}

/// Reads the pictures of givens: those that are built in, those of a file, or those that stand in
/// place of its name.
fn read_patterns(path: &Path) -> Result<Vec<GivensMask>, Problem> {
    if path == Path::new(DESIGNED_PATTERNS) {
        let text = include_str!("../../../make/templates/patterns/designed.txt");
        return Ok(GivensMask::read_all(text).expect("the built-in pictures are tested"));
    }
    let pictures = path.to_str().filter(|text| are_pictures(text)).unwrap_or_default();
    if !pictures.is_empty() {
        let masks = pictures.split(',').map(str::parse).collect::<Result<_, _>>();
        return masks.map_err(|e| Problem::unusable("pattern", pictures, e));
    }
    let text = UserText::read(path).map_err(|e| Problem::unusable("pattern", path.display(), e))?;
    GivensMask::read_all(&text).map_err(|e| Problem::unusable("pattern", path.display(), e))
}
