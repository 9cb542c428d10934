//! Makes the book of a run: puzzles in, PDF files out.

use super::{At as _, Event, Interrupt, Observer, RunError};
use crate::book::{
    self, Cover, CoverError, CoverLook, Imprint, Layout, LayoutError, PuzzleOrder, Section,
    Template, Volume,
};
use crate::human::grade::{Rater, Rating};
use crate::human::ladder::{Ladder, Rung};
use crate::make::batch::{Dedup, Levels};
use crate::printers::{CoverSheet, PrintSpec, Spine, Trim, preflight};
use crate::store::files::fs_path;
use crate::store::files::output::{self, AtomicFile, FileRecord, Overwrite};
use crate::store::table::{DuplicateSearch, InputError, PuzzleFile, UnreadColumns, ValidRecords};
use crate::sudoku::puzzle::Puzzle;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Everything that defines the look of a book.
#[derive(Clone, Debug)]
pub struct BookPlan {
    /// The design.
    pub template: Template,
    /// The design's source text, whose hash the manifest records.
    pub template_text: String,
    /// The size of the pages.
    pub trim: Trim,
    /// Title, author, language, fonts and texts.
    pub imprint: Imprint,
    /// The printer's requirements; `None` for no particular printer.
    pub terms: Option<PrintSpec>,
    /// The printer's source text, whose hash the manifest records.
    pub printer_text: Option<String>,
    /// Number of volumes; `None` for the smallest number that the printer can bind.
    pub volumes: Option<usize>,
    /// The covers that a run makes with the book; `None` for none.
    pub cover: Option<CoverPlan>,
    /// Whether each volume is written as a booklet too.
    pub booklet: bool,
    /// SHA-256 of every other file that changes the look of the book, by name.
    pub files: BTreeMap<String, String>,
}

/// What a cover has that its book does not have.
#[derive(Clone, Debug, Default)]
pub struct CoverPlan {
    /// Its design, its colours, its picture, and the text on the back.
    pub look: CoverLook,
    /// The width of the spine of each volume, or one for all; empty for that of the paper.
    pub spines: Vec<Spine>,
}

impl BookPlan {
    /// Lays the book out with specimens, before any puzzle is made.
    ///
    /// # Errors
    /// As [`book::lay_out`].
    pub fn try_out(&self, quotas: &[(Rung, u64)]) -> Result<Layout, LayoutError> {
        self.lay_out(&specimens(quotas))
    }

    /// The order in which levels take turns, if it is not the template's.
    pub(super) fn own_turns(&self) -> Option<Vec<u8>> {
        let turns = self.template.turn_numbers();
        let usual = Template::parse(&self.template_text).ok()?;
        (usual.turn_numbers() != turns && !turns.is_empty()).then(|| turns.to_vec())
    }

    /// The numbers of puzzles that come out even where the levels take turns: as many as there are turns for. All
    /// where levels do not, or where there is not one round.
    pub fn as_many_as_fit(&self, counts: &[(Rung, u64)]) -> Vec<(Rung, u64)> {
        let ladder = counts.first().map_or(Ladder::Published, |(rung, _)| rung.ladder());
        let round = self.template.turns(ladder).len() as u64;
        let mut fit: Vec<_> = counts.iter().map(|&(rung, _)| (rung, 0)).collect();
        for turn in self.template.in_turn(ladder, self.imprint.first_day) {
            let place = counts.iter().position(|(rung, _)| *rung == turn);
            match place.filter(|&place| fit[place].1 < counts[place].1) {
                Some(place) => fit[place].1 += 1,
                None => break,
            }
        }
        fit.retain(|(_, count)| *count > 0);
        let all: u64 = fit.iter().map(|(_, count)| count).sum();
        if all < round.max(1) { counts.to_vec() } else { fit }
    }

    /// Leaves out the puzzles that do not come out even. Returns their number.
    pub fn leave_out(&self, sections: &mut [Section]) -> usize {
        if self.imprint.order == Some(PuzzleOrder::Given) {
            return 0;
        }
        let count = |section: &Section| (section.rung, section.puzzles.len() as u64);
        let counts: Vec<_> = sections.iter().map(count).collect();
        let fit: BTreeMap<_, _> = self.as_many_as_fit(&counts).into_iter().collect();
        let mut left = 0;
        for section in sections {
            let keep = fit.get(&section.rung).map_or(0, |&count| count as usize);
            left += section.puzzles.len() - keep;
            section.truncate(keep);
        }
        left
    }

    /// The number of puzzles on a page.
    ///
    /// # Errors
    /// As [`book::lay_out`].
    pub fn puzzles_a_page(&self, ladder: Ladder) -> Result<usize, LayoutError> {
        let puzzles = self.imprint.sheets.map_or(MORE, |sheets| sheets.get().into());
        let mut quotas = self.dealt(ladder, puzzles);
        if quotas.is_empty() {
            quotas.push((ladder.rung(1).expect("every ladder begins with 1"), puzzles));
        }
        Ok(self.roomy().try_out(&quotas)?.volumes[0].grids_per_page().0)
    }

    /// The same book where a printer does not mind how thick it is.
    pub fn roomy(&self) -> Self {
        let imprint = Imprint { fill_pages: true, ..self.imprint.clone() };
        Self { imprint, volumes: None, ..self.clone() }
    }

    /// So many puzzles by the turns of the design; none where levels do not take turns.
    fn dealt(&self, ladder: Ladder, total: u64) -> Vec<(Rung, u64)> {
        let mut quotas: BTreeMap<Rung, u64> = BTreeMap::new();
        let turns = self.template.in_turn(ladder, self.imprint.first_day);
        turns.take(total as usize).for_each(|rung| *quotas.entry(rung).or_default() += 1);
        quotas.into_iter().collect()
    }

    /// The largest number of puzzles whose book has at most this number of pages, in all its volumes. `least` is the
    /// smallest number of puzzles, of which `step` are always added together; `quotas` shares a number of puzzles. Pages that depend on the puzzles, such as those of techniques, are counted for
    /// specimens.
    ///
    /// # Errors
    /// A sentence, when the smallest book has more pages, or there is no such book.
    pub fn count_for(
        &self,
        pages: usize,
        (least, step): (u64, u64),
        quotas: impl Fn(u64) -> Result<Vec<(Rung, u64)>, String>,
    ) -> Result<u64, String> {
        let pages_of = |steps: u64| match self.try_out(&quotas(steps * step)?) {
            Ok(layout) => Ok(layout.volumes.iter().map(Volume::page_count).sum()),
            Err(LayoutError::Thin { pages, .. }) => Ok(pages),
            Err(LayoutError::Thick { .. }) => Ok(usize::MAX),
            Err(e) => Err(e.to_string()),
        };
        let first = least.div_ceil(step).max(1);
        let smallest: usize = pages_of(first)?;
        if smallest > pages {
            let puzzles = first * step;
            return Err(format!(
                "the setting `pages`: expected at least {smallest}, for a book of {puzzles} \
                     puzzles, found {pages}"
            ));
        }
        let (mut found, mut beyond) = ((first, smallest), 2 * first);
        loop {
            let of = pages_of(beyond)?;
            if of > pages {
                break;
            }
            found = (beyond, of);
            beyond *= 2;
            if beyond * step > 10 * ENOUGH {
                return Err(format!(
                    "the setting `pages`: expected fewer, found {pages}; use the setting `total`"
                ));
            }
        }
        while beyond - found.0 > 1 {
            let middle = found.0.midpoint(beyond);
            match pages_of(middle)? {
                of if of <= pages => found = (middle, of),
                _ => beyond = middle,
            }
        }
        // Where blank pages fall differently, a few puzzles more may need no more pages.
        let more = if found.1 < pages { beyond + 1..beyond + 24 } else { 0..0 };
        for steps in more {
            if pages_of(steps)? == pages {
                found = (steps, pages);
            }
        }
        Ok(found.0 * step)
    }

    /// The numbers of puzzles of each level or band that are `total` in all: by turns where the levels take
    /// turns, and otherwise even. In full pages where the design wants it: by `fit` as many as make full pages
    /// of a strip.
    ///
    /// # Errors
    /// A sentence, when there is no such book.
    pub fn share(
        &self,
        levels: &Levels,
        ladder: Ladder,
        total: u64,
        fit: bool,
    ) -> Result<Vec<(Rung, u64)>, String> {
        let even = |page| levels.share(ladder, total, page);
        let dealt = |total| {
            let mut quotas = self.dealt(ladder, total);
            quotas.retain(|(rung, _)| levels.0.contains(&rung.number()));
            quotas
        };
        let in_turn = !self.template.turns(ladder).is_empty();
        let first = if in_turn { dealt(total) } else { even(1)? };
        let layout = self.try_out(&first).map_err(|e| e.to_string())?;
        // A book of days has every day that was asked for, whether the last page is full or not.
        let page =
            if self.template.has_days() { 1 } else { layout.volumes[0].grids_per_page().0 as u64 };
        match (in_turn, total % page) {
            (false, _) => even(page),
            (true, 0) => Ok(first),
            (true, over) if fit && total > page => Ok(dealt(total - over)),
            (true, over) => {
                let (below, above) = (total - over, total - over + page);
                let fewer = match below {
                    0 => String::new(),
                    below => format!("the setting `total = {below}` or "),
                };
                Err(format!(
                    "design {}: expected full pages of {page} puzzles, found the setting \
                     `total = {total}`; use {fewer}the setting `total = {above}`, or the setting \
                     `as-many-as-fit`",
                    self.template.name()
                ))
            }
        }
    }

    /// Checks that these levels or bands fill the turns of the design, or those of `total` puzzles.
    ///
    /// # Errors
    /// A sentence, with turns that they fill.
    pub fn check_turns(
        &self,
        levels: &Levels,
        ladder: Ladder,
        total: Option<u64>,
    ) -> Result<(), String> {
        let turns = self.template.turns(ladder);
        let many = total.map_or(turns.len(), |total| turns.len().min(total as usize));
        let order = self.template.in_turn(ladder, self.imprint.first_day);
        if order.take(many).all(|rung| levels.0.contains(&rung.number())) {
            return Ok(());
        }
        let numbers: Vec<u8> = levels.0.iter().copied().collect();
        let own = self.template.turns_through(&numbers);
        let template = self.template.clone().with_turns(own.clone()).map_err(|e| e.to_string())?;
        let plan = Self { template, ..self.clone() };
        let page = match plan.template.has_days() {
            true => 1,
            false => plan.puzzles_a_page(ladder).map_err(|e| e.to_string())?,
        } as u64;
        let over = total.filter(|total| total % page > 0);
        let even = over.map(|total| (total - total % page).max(page));
        let even = even.map(|total| format!(" with the setting `total = {total}`"));
        Err(format!(
            "design {}: {}puzzles of levels {} do not fill turns of levels {}; use the \
             setting `turns = {}`{}",
            self.template.name(),
            total.map_or(String::new(), |total| format!("{total} ")),
            listed(&numbers).replace(',', ", "),
            listed(self.template.turn_numbers()).replace(',', ", "),
            listed(&own),
            even.unwrap_or_default()
        ))
    }

    /// Lays out the covers that were ordered with the book.
    ///
    /// # Errors
    /// As [`Cover::for_volumes`].
    pub fn covers<'a>(&self, layout: &'a Layout) -> Result<Vec<Cover<'a>>, CoverError> {
        let Some(CoverPlan { look, spines }) = &self.cover else {
            return Ok(Vec::new());
        };
        Cover::for_volumes(&layout.volumes, spines, look)
    }

    /// Assigns all content to the pages of the volumes.
    ///
    /// # Errors
    /// As [`book::lay_out`].
    pub fn lay_out(&self, sections: &[Section]) -> Result<Layout, LayoutError> {
        let (imprint, terms) = (&self.imprint, self.terms.as_ref());
        let count = sections.iter().map(|section| section.puzzles.len()).sum();
        // A printer that binds books wants more pages than such a book has.
        let is_bound = terms.is_some_and(|terms| terms.pages().0 > 2);
        let is_whole = imprint.parts.is_some()
            || imprint.sheets.is_some()
            || !imprint.course.is_empty()
            || self.volumes.is_some()
            || self.cover.is_some()
            || self.booklet
            || is_bound;
        let few = (count <= FEW && !is_whole)
            .then(|| self.template.clone().for_few_puzzles(count, imprint));
        let template = few.as_ref().unwrap_or(&self.template);
        book::lay_out(template, self.trim, imprint, sections, terms, self.volumes)
    }

    /// How a layout of this book was found, for people.
    pub fn account(&self, layout: &Layout) -> String {
        layout.explain_layout(self.terms.as_ref(), self.trim)
    }

    /// Writes the volumes of a book: under the name of `target`, or numbered when there are several; then
    /// the answers, if they are apart, and booklets.
    ///
    /// # Errors
    /// When a volume cannot be written, exists and `existing` is `Keep`, or the run is interrupted.
    pub fn press(
        &self,
        layout: &Layout,
        target: &Path,
        overwrite: Overwrite,
        interrupt: &Interrupt,
        observer: &mut dyn Observer,
    ) -> Result<Vec<(PathBuf, FileRecord)>, RunError> {
        observer.happens(Event::LaidOut(layout));
        let mut page_done = || {
            observer.happens(Event::Page);
            match interrupt.is_stopped() {
                true => Err(io::ErrorKind::Interrupted.into()),
                false => Ok(()),
            }
        };
        let volumes = &layout.volumes;
        let answers: Vec<_> = volumes.iter().filter_map(Volume::answers).collect();
        let imposed = if self.booklet { &volumes[..] } else { &[] };
        let bound = numbered(target, volumes.len());
        let apart = numbered(&beside(target, "answers"), answers.len());
        let folded = numbered(&beside(target, "booklet"), imposed.len());
        refuse_finished(bound.iter().chain(&apart).chain(&folded), overwrite)?;
        let mut files = write_files(volumes, bound, overwrite, interrupt, |volume, file| {
            book::write(volume, file, &mut page_done)
        })?;
        files.extend(write_files(&answers, apart, overwrite, interrupt, |volume, file| {
            book::write(volume, file, &mut || Ok(()))
        })?);
        files.extend(write_files(imposed, folded, overwrite, interrupt, book::write_booklet)?);
        Ok(files)
    }

    /// Writes the covers of a book, named as [`BookPlan::press`] names its volumes, and pictures of their fronts, if
    /// there are some, beside them: `cover.png`, or `cover-01.png` and so on.
    ///
    /// # Errors
    /// As [`BookPlan::press`].
    pub fn press_covers(
        &self,
        covers: &[Cover<'_>],
        fronts: &[Vec<u8>],
        target: &Path,
        overwrite: Overwrite,
        interrupt: &Interrupt,
    ) -> Result<Vec<(PathBuf, FileRecord)>, RunError> {
        let paths = numbered(target, covers.len());
        let pictures = numbered(&target.with_extension("png"), fronts.len());
        refuse_finished(&pictures, overwrite)?;
        refuse_finished(&paths, overwrite)?;
        let mut files = write_files(covers, paths, overwrite, interrupt, book::write_cover)?;
        files.extend(write_files(fronts, pictures, overwrite, interrupt, |front, file| {
            file.write_all(front)
        })?);
        Ok(files)
    }

    /// Checks finished files against the printer's requirements, if there is a printer: volumes, and
    /// covers with their sheets. Answers in a file of their own are not for the printer.
    ///
    /// # Errors
    /// [`RunError::Refused`] for the first file that breaks a rule.
    pub fn inspect<'a>(
        &self,
        files: impl IntoIterator<Item = (&'a Path, Option<&'a CoverSheet>)>,
        observer: &mut dyn Observer,
    ) -> Result<(), RunError> {
        let Some(terms) = &self.terms else {
            return Ok(());
        };
        for (path, cover) in files {
            let bytes = output::read(path).reading(path)?;
            let report = match cover {
                None => preflight::inspect(&bytes, terms),
                Some(sheet) => preflight::inspect_cover(&bytes, terms, sheet),
            };
            let report = report.reading(path)?;
            observer.happens(Event::Inspected(path, &report));
            if let Some(words) = report.refusal(path) {
                return Err(RunError::Refused(words));
            }
        }
        Ok(())
    }
}

/// Numbers as flags have them.
fn listed(numbers: &[u8]) -> String {
    numbers.iter().map(u8::to_string).collect::<Vec<_>>().join(",")
}

/// Beyond this number of puzzles of a level, more only add volumes.
const ENOUGH: u64 = 20_000;
/// A book of at most this number of puzzles, of which no parts are listed, is its puzzles and their answers.
const FEW: usize = 5;
/// The puzzles of a book that has all its parts.
const MORE: u64 = FEW as u64 + 1;

/// Sections of a book in which one puzzle stands for all.
pub(super) fn specimens(quotas: &[(Rung, u64)]) -> Vec<Section> {
    const SPECIMEN: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let givens = SPECIMEN.parse().expect("the specimen has 81 cells");
    let puzzle = Puzzle::prove(givens).expect("the specimen has one solution");
    let section =
        |&(rung, n): &(Rung, u64)| Section::new(rung, vec![puzzle; n.min(ENOUGH) as usize]);
    quotas.iter().map(section).collect()
}

/// Refuses to make files again of which the last is there. If only others are, an interrupted command may have left
/// them, and goes on.
fn refuse_finished<'a>(
    paths: impl IntoIterator<Item = &'a PathBuf>,
    overwrite: Overwrite,
) -> Result<(), RunError> {
    let (mut first, mut finished) = (None, false);
    for path in paths {
        finished = output::sweep_then_exists(path).reading(path)?;
        first = first.or(finished.then_some(path));
    }
    match first {
        Some(path) if finished && overwrite == Overwrite::Never => {
            Err(RunError::Exists(path.clone()))
        }
        _ => Ok(()),
    }
}

/// Writes a file for each item. One that is there stays if it is what would be written, and is refused if not.
fn write_files<T>(
    items: &[T],
    paths: Vec<PathBuf>,
    overwrite: Overwrite,
    interrupt: &Interrupt,
    mut write: impl FnMut(&T, &mut dyn io::Write) -> io::Result<()>,
) -> Result<Vec<(PathBuf, FileRecord)>, RunError> {
    let write = |(item, path): (&T, PathBuf)| {
        interrupt.check()?;
        let is_there = overwrite == Overwrite::Never && fs_path::exists(&path).reading(&path)?;
        let overwrite = if is_there { Overwrite::Always } else { overwrite };
        let mut file = AtomicFile::create_with(&path, overwrite).writing(&path)?;
        let written = write(item, &mut file);
        interrupt.check()?;
        written.map_err(|e| match e.kind() {
            io::ErrorKind::InvalidData => RunError::Usage(e.to_string()),
            _ => RunError::Write(path.clone(), e),
        })?;
        if !is_there {
            let record = file.commit().writing(&path)?;
            return Ok((path, record));
        }
        let record = file.record();
        match record.difference(fs_path::parent_dir(&path)).reading(&path)? {
            None => Ok((path, record)),
            Some(_) => Err(RunError::Exists(path)),
        }
    };
    items.iter().zip(paths).map(write).collect()
}

/// The path of a file beside a book: `answers.pdf` beside `book.pdf`, and `rainy-answers.pdf` beside
/// `rainy.pdf`.
fn beside(target: &Path, what: &str) -> PathBuf {
    let mut name = match target.file_stem().unwrap_or_default() {
        book if book == "book" => OsString::new(),
        stem => [stem, "-".as_ref()].into_iter().collect(),
    };
    name.push(format!("{what}.pdf"));
    target.with_file_name(name)
}

/// The paths of `of` volumes: `book.pdf`, or `book-01.pdf` and so on when there are several.
fn numbered(target: &Path, of: usize) -> Vec<PathBuf> {
    let (stem, ending) = (target.file_stem(), target.extension());
    let digits = of.to_string().len().max(2);
    let path = |number: usize| {
        let mut name = stem.unwrap_or_default().to_owned();
        name.push(format!("-{number:0digits$}."));
        name.push(ending.unwrap_or_default());
        if of == 1 { target.to_owned() } else { target.with_file_name(name) }
    };
    (1..=of).map(path).collect()
}

/// How puzzles are read for a book.
#[derive(Clone, Copy, Debug, Default)]
pub struct SectionSettings {
    /// The ladder of the sections; `None` for that of the first puzzle.
    pub ladder: Option<Ladder>,
    /// When two puzzles are duplicates; `None` if duplicates are allowed.
    pub dedup: Option<Dedup>,
    /// The order of the puzzles.
    pub order: PuzzleOrder,
}

/// Puzzles by level or band, each in the order in which its puzzles come.
#[derive(Default)]
pub struct Sections {
    by_rung: BTreeMap<Rung, Section>,
    /// The order of the book.
    order: PuzzleOrder,
    /// Number of puzzles.
    count: u32,
}

impl Sections {
    /// No puzzles yet, for a book in this order.
    pub fn new(order: PuzzleOrder) -> Self {
        Self { order, ..Self::default() }
    }

    /// Reads the puzzles of files. Each is proved and scored: a solution that a file states must be
    /// right, and a level and a band that a catalogue of this program states. Also returns the
    /// columns that were not read.
    ///
    /// # Errors
    /// When a puzzle cannot be read or comes twice, there is none, or the work is interrupted.
    pub fn read(
        files: Vec<PuzzleFile>,
        settings: SectionSettings,
        interrupt: &Interrupt,
    ) -> Result<(Vec<Section>, UnreadColumns), RunError> {
        let SectionSettings { mut ladder, dedup, order } = settings;
        let mut sections = Self::new(order);
        let mut rater = Rater::new();
        let mut duplicates = DuplicateSearch::new(dedup);
        let mut records = ValidRecords::new(files);
        while let Some(record) = records.next() {
            let (place, record) = record?;
            interrupt.check()?;
            if duplicates.push(&record.puzzle, &place) {
                continue;
            }
            let ladder = *ladder.get_or_insert(record.ladder.unwrap_or_default());
            match record.judged(Some(ladder), &mut rater) {
                Ok((rung, rating)) => sections.push(rung, record.puzzle, rating),
                Err(e) => records.put_aside(&place.row_error(&e)),
            }
        }
        duplicates.end()?;
        match sections.into_vec() {
            none if none.is_empty() => Err(InputError::Empty.into()),
            sections => Ok((sections, records.unread_columns().clone())),
        }
    }

    /// Adds a puzzle to its level or band, with its rating if that is known for all puzzles.
    pub fn push(&mut self, rung: Rung, puzzle: Puzzle, rating: Option<Rating>) {
        let section = self.by_rung.entry(rung).or_insert_with(|| Section::new(rung, []));
        section.push(&puzzle, rating);
        if self.order == PuzzleOrder::Given {
            Arc::make_mut(&mut section.places).push(self.count);
        }
        self.count += 1;
    }

    /// The sections that have puzzles, easiest first. Where puzzles are rated, they come by rising
    /// load, unless they keep the order in which they came.
    pub fn into_vec(self) -> Vec<Section> {
        let mut sections: Vec<_> = self.by_rung.into_values().collect();
        if self.order == PuzzleOrder::Level {
            sections.iter_mut().for_each(Section::sort_by_load);
        }
        sections
    }
}
