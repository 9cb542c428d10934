//! The book that the page shows: the real one, made in memory after each change. Its pages are
//! drawn when the page asks for them.

use super::book_job::{BookJob, BookPuzzles, FieldProblem};
use super::foreign;
use crate::check::readback::Pdf;
use crate::check::sheet::{front_svg, page_svg};
use crate::run::{BookPlan, Interrupt, RunError, RunPuzzles, RunSpec};
use engine::make::seed::Seed;
use press::book::{self, Layout};
use press::printers::preflight;
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};

/// The maximum number of puzzles of a book that is shown before it is made.
const MAX_PUZZLES: u64 = 5_000;
/// The maximum number of windows whose previews are kept. The one that was used least recently
/// gives way.
const MAX_WINDOWS: usize = 8;
/// The number of points of a millimetre.
const POINTS_PER_MM: f64 = 72.0 / 25.4;

/// The previews of the windows of the browser, the one that was used last at the end.
#[derive(Default)]
pub(super) struct PreviewWindows {
    windows: Vec<PreviewWindow>,
    newest: u64,
}

/// The preview of a window.
struct PreviewWindow {
    /// The name that the window has given itself.
    name: String,
    preview: Option<Arc<Preview>>,
    next: NextPreview,
}

/// A preview that is going to be made.
#[derive(Clone, Default)]
pub(super) struct NextPreview {
    pub id: u64,
    /// Stopped by the next change in the same window.
    pub interrupt: Interrupt,
    /// The puzzles of the last preview of the window. Locked while a preview is made.
    pub puzzles: Arc<Mutex<Option<Arc<RunPuzzles>>>>,
}

impl PreviewWindows {
    /// Begins a preview for a window, and stops an older one of the same window.
    pub fn begin(&mut self, name: &str) -> NextPreview {
        self.newest += 1;
        let known = self.windows.iter().position(|window| window.name == name);
        let (mut preview, mut next) = (None, NextPreview::default());
        if let Some(known) = known {
            let old = self.windows.remove(known);
            old.next.interrupt.stop();
            preview = old.preview;
            next.puzzles = old.next.puzzles;
        } else if self.windows.len() >= MAX_WINDOWS {
            self.windows.remove(0).next.interrupt.stop();
        }
        next.id = self.newest;
        self.windows.push(PreviewWindow { name: name.to_owned(), preview, next: next.clone() });
        next
    }

    /// Keeps a preview for its window, unless the window has given way.
    pub fn keep(&mut self, name: &str, preview: Preview) {
        if let Some(window) = self.windows.iter_mut().find(|window| window.name == name) {
            window.preview = Some(Arc::new(preview));
        }
    }

    /// Returns the preview with this number.
    pub fn find(&self, id: u64) -> Option<Arc<Preview>> {
        let mut previews = self.windows.iter().filter_map(|window| window.preview.as_ref());
        previews.find(|preview| preview.id == id).cloned()
    }

    /// Stops all work.
    pub fn stop(&self) {
        for window in &self.windows {
            window.next.interrupt.stop();
        }
    }
}

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
    ) -> Result<Self, Option<FieldProblem>> {
        let failed = |error: RunError| match error {
            RunError::Interrupted => None,
            error => Some(error.into()),
        };
        let (book, sections, minutes, mut notes) = match &job.source {
            BookPuzzles::Run(spec, seed) => {
                let made = make_puzzles(spec, *seed, puzzles, interrupt)?;
                let notes: Vec<_> = made.short().iter().map(ToString::to_string).collect();
                (&spec.book, made.sections(&spec.book), made.minutes(), notes)
            }
            BookPuzzles::File(file) => {
                let (sections, notes) =
                    foreign::read_puzzles(&file.puzzles, file.sections, interrupt)
                        .map_err(failed)?;
                (&file.plan, sections, None, notes)
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
            let stop = || {
                if interrupt.is_stopped() {
                    Err(std::io::ErrorKind::Interrupted.into())
                } else {
                    Ok(())
                }
            };
            book::write_with_progress(volume, &mut bytes, &mut { stop }).map_err(|e| {
                (!interrupt.is_stopped()).then(|| FieldProblem::without_field(e.to_string()))
            })?;
            let unreadable =
                |e: &dyn std::fmt::Display| Some(FieldProblem::without_field(e.to_string()));
            let inspect = || book.spec.as_ref().map(|spec| preflight::inspect(&bytes, spec));
            let (report, volume) = rayon::join(inspect, || Pdf::open(&bytes));
            if let Some(report) = report.transpose().map_err(|e| unreadable(&e))? {
                for finding in &report.findings {
                    let list = if finding.advice.is_none() { &mut findings } else { &mut notes };
                    list.push(finding.sentence());
                }
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
) -> Result<Arc<RunPuzzles>, Option<FieldProblem>> {
    let count: u64 = spec.plan.quotas.iter().map(|(_, count)| count).sum();
    if count > MAX_PUZZLES {
        let message = format!("the preview shows at most {MAX_PUZZLES} puzzles, found {count}");
        return Err(Some(FieldProblem::without_field(message)));
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
