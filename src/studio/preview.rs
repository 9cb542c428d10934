//! The book that the page shows: the real one, made in memory after each change. Its pages are
//! drawn when the page asks for them.

use super::book_job::{BookJob, BookPuzzles, Problem};
use crate::book::{self, Layout};
use crate::check::readback::Pdf;
use crate::check::sheet::{front_svg, page_svg};
use crate::make::seed::Seed;
use crate::printers::preflight;
use crate::run::{BookPlan, Interrupt, RunError, RunPuzzles, RunSpec, Sections};
use crate::store::table::PuzzleFile;
use serde_json::{Value, json};
use std::sync::Arc;

/// The maximum number of puzzles of a book that is shown before it is made.
const MAX_PUZZLES: u64 = 5_000;
/// The number of points of a millimetre.
const POINTS_PER_MM: f64 = 72.0 / 25.4;

/// A book in memory.
pub(super) struct Preview {
    pub id: u64,
    book: BookPlan,
    layout: Layout,
    volumes: Vec<Pdf>,
    facts: Value,
}

impl Preview {
    /// Makes the book of a job. The puzzles of the last preview are used again if the change leaves
    /// them as they are.
    ///
    /// # Errors
    /// The problem of a book that cannot be made; `None` if a newer change interrupts the work.
    pub fn make(
        id: u64,
        job: &BookJob,
        puzzles: &mut Option<Arc<RunPuzzles>>,
        interrupt: &Interrupt,
    ) -> Result<Self, Option<Problem>> {
        let failed = |error: RunError| match error {
            RunError::Interrupted => None,
            error => Some(error.into()),
        };
        let (book, sections, minutes, mut notes) = match &job.source {
            BookPuzzles::Run(spec, seed) => {
                let made = make_puzzles(spec, *seed, puzzles, interrupt)?;
                let notes = made.short().iter().map(ToString::to_string).collect();
                (&spec.book, made.sections(&spec.book), made.minutes(), notes)
            }
            BookPuzzles::File(file) => {
                let read = vec![PuzzleFile::plain(file.puzzles.clone())];
                let (sections, unread) =
                    Sections::read(read, file.sections, interrupt).map_err(failed)?;
                (&file.plan, sections, None, unread.sentence().into_iter().collect::<Vec<_>>())
            }
        };
        let book = book.clone();
        let count: usize = sections.iter().map(|section| section.puzzles.len()).sum();
        let layout = book.lay_out(&sections).map_err(|e| failed(e.into()))?;
        let mut volumes = Vec::new();
        let mut findings = Vec::new();
        for volume in &layout.volumes {
            interrupt.check().map_err(failed)?;
            let mut bytes = Vec::new();
            let stop = || match interrupt.is_stopped() {
                true => Err(std::io::ErrorKind::Interrupted.into()),
                false => Ok(()),
            };
            book::write_with_progress(volume, &mut bytes, &mut { stop }).map_err(|e| {
                (!interrupt.is_stopped()).then(|| Problem::from_message(e.to_string()))
            })?;
            let unreadable = |e: &dyn std::fmt::Display| Some(Problem::from_message(e.to_string()));
            let inspect = || book.terms.as_ref().map(|terms| preflight::inspect(&bytes, terms));
            let (report, volume) = rayon::join(inspect, || Pdf::open(&bytes));
            if let Some(report) = report.transpose().map_err(|e| unreadable(&e))? {
                findings.extend(report.findings.iter().map(preflight::PreflightFinding::what));
            }
            volumes.push(volume.map_err(|e| unreadable(&e))?);
        }
        let covers = book.covers(&layout).map_err(|e| failed(e.into()))?;
        if let Some(cover) = covers.first() {
            let texts = [cover.spine_blank(), cover.advice(), cover.unsettled()];
            notes.extend(texts.into_iter().flatten().map(str::to_owned));
        }
        let spine = covers.first().and_then(|cover| cover.sheet().spine());
        let facts = json!({
            "preview": id,
            "pages": volumes.iter().map(Pdf::page_count).sum::<usize>(),
            "puzzles": count,
            "volumes": volumes.len(),
            "spine_mm": spine.map(|spine| spine.points() / POINTS_PER_MM),
            "minutes": minutes,
            "front": !covers.is_empty(),
            "cover": !covers.is_empty(),
            "trim_mm": [book.trim.width() / POINTS_PER_MM, book.trim.height() / POINTS_PER_MM],
            "problems": [],
            "findings": findings,
            "notes": notes,
        });
        drop(covers);
        Ok(Self { id, book, layout, volumes, facts })
    }

    /// Returns the facts that the page shows beside the pages.
    pub fn facts(&self) -> Value {
        self.facts.clone()
    }

    /// Returns a page of the book, counted from 1 through all volumes, as SVG.
    pub fn page(&self, page: usize) -> Option<String> {
        let mut page = page;
        for volume in &self.volumes {
            if (1..=volume.page_count()).contains(&page) {
                return Some(page_svg(volume, page));
            }
            page = page.checked_sub(volume.page_count())?;
        }
        None
    }

    /// Returns the front of the first volume as SVG.
    pub fn front(&self) -> Option<String> {
        self.cover_pdf().map(|cover| front_svg(&cover, &self.volumes[0]))
    }

    /// Returns the cover of the first volume as SVG.
    pub fn cover(&self) -> Option<String> {
        self.cover_pdf().map(|cover| page_svg(&cover, 1))
    }

    fn cover_pdf(&self) -> Option<Pdf> {
        let covers = self.book.covers(&self.layout).ok()?;
        let mut bytes = Vec::new();
        book::write_cover(covers.first()?, &mut bytes).ok()?;
        Pdf::open(&bytes).ok()
    }
}

/// Makes the puzzles of a run, unless those of the last preview are the same.
fn make_puzzles(
    spec: &RunSpec,
    seed: Seed,
    puzzles: &mut Option<Arc<RunPuzzles>>,
    interrupt: &Interrupt,
) -> Result<Arc<RunPuzzles>, Option<Problem>> {
    let count: u64 = spec.plan.quotas.iter().map(|(_, count)| count).sum();
    if count > MAX_PUZZLES {
        let message = format!("the preview shows at most {MAX_PUZZLES} puzzles, found {count}");
        return Err(Some(Problem::of_setting("", message)));
    }
    if let Some(known) = puzzles.as_ref().filter(|known| known.is_of(&spec.plan, seed)) {
        return Ok(known.clone());
    }
    let made = match RunPuzzles::make(&spec.plan, seed, interrupt) {
        Err(RunError::Interrupted) => return Err(None),
        made => Arc::new(made.map_err(|e| Some(e.into()))?),
    };
    *puzzles = Some(made.clone());
    Ok(made)
}
