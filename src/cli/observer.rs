//! Reports a run or a book while it is made: progress and the final table.

use super::locks::LockDeadline;
use super::progress::{Progress, ProgressTask};
use super::{Messages, preflight};
use ::jobs::{BookPlan, Event, Identity, Observer};
use ::preflight::{CoverSheet, PrintSpec, Spine};
use book::{Layout, Volume};
use cover::Cover;
use human::Rung;
use make::{BatchCaller, MadePuzzle};
use serde_json::json;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The time between checkpoints.
const CHECKPOINT_INTERVAL: Duration = Duration::from_secs(2);

/// The time that puzzles wait to be looked up together in an archive.
const LOOKUP_DELAY_MILLIS: u64 = 500;

/// The observer of the command line.
pub struct CliObserver<'a> {
    messages: &'a Messages,
    progress: Progress,
    spec: Option<&'a PrintSpec>,
    last_checkpoint: Instant,
    levels: BTreeMap<Rung, ProgressTask>,
    pages: Option<ProgressTask>,
    /// The time at which waiting for locks of other commands ends.
    pub deadline: Option<LockDeadline>,
    /// True if the seed is printed even with `--quiet`: no file has it, and nobody could make the
    /// puzzles again without it.
    pub always_prints_seed: bool,
    /// The pages of each volume, and its spine if the printer's figures determine it.
    volumes: Vec<(usize, Option<Spine>)>,
}

impl<'a> CliObserver<'a> {
    pub fn new(messages: &'a Messages) -> Self {
        Self {
            messages,
            progress: Progress::new(messages),
            spec: None,
            last_checkpoint: Instant::now(),
            levels: BTreeMap::new(),
            pages: None,
            deadline: None,
            always_prints_seed: false,
            volumes: Vec::new(),
        }
    }

    /// Reports a book too.
    pub fn with_book(mut self, book: &'a BookPlan) -> Self {
        self.spec = book.spec.as_ref();
        if let Some(sheets) = book.options().sheets {
            self.messages.with_stats(|stats| stats.forms = sheets.get().into());
        }
        self
    }

    /// Prints the pages of each volume, and the width of its spine.
    pub fn print_pages(&self) {
        let line = |&(pages, spine): &(usize, Option<Spine>)| match spine {
            Some(spine) => format!("{pages} pages, with a spine of {spine}"),
            None => format!("{pages} pages"),
        };
        let lines: Vec<_> = self.volumes.iter().map(line).collect();
        let pages = self.pages();
        let message = match lines.len() {
            0 => return,
            1 => lines.concat(),
            volumes if lines.iter().all(|line| *line == lines[0]) => {
                format!("{pages} pages in {volumes} volumes of {}", lines[0])
            }
            volumes => format!("{pages} pages in {volumes} volumes: {}", lines.join("; ")),
        };
        let inches = |(_, spine): &(usize, Option<Spine>)| spine.map(|s| s.points() / 72.0);
        let spines: Vec<_> = self.volumes.iter().map(inches).collect();
        self.messages.event("book", message, json!({ "pages": pages, "spine_inches": spines }));
    }

    /// Returns the number of pages of all volumes.
    pub fn pages(&self) -> usize {
        self.volumes.iter().map(|(pages, _)| pages).sum()
    }

    /// Returns the spine of the first volume, if the printer's figures determine it.
    pub fn spine(&self) -> Option<Spine> {
        self.volumes.first()?.1
    }
}

impl Observer for CliObserver<'_> {
    fn on_event(&mut self, event: Event<'_>) {
        match event {
            Event::Begins(run, quotas) => self.on_begin(run, quotas),
            Event::Made(made) => self.on_puzzle(made),
            Event::LaidOut(layout) => self.on_layout(layout),
            Event::Page => {
                self.messages.with_stats(|counted| counted.pages += 1);
                if let Some(task) = &self.pages {
                    task.step();
                }
            }
            Event::Covered(covers) => note_cover_advice(covers, self.messages),
            Event::Inspected(file, report)
                if report.refusals() > 0 || !self.messages.are_quiet() =>
            {
                preflight::eprint_findings(report, file);
            }
            Event::Note(note) => self.messages.info(note),
            // An event that a later version of the library adds.
            _ => {}
        }
    }

    fn batch_caller(&mut self) -> Arc<dyn BatchCaller> {
        let (begun, gathering_since) = (Instant::now(), AtomicU64::new(0));
        Arc::new(LevelCounter { levels: self.levels.clone(), begun, gathering_since })
    }

    fn wait_for_lock(&mut self) -> bool {
        self.deadline.is_some_and(LockDeadline::pause_before_retry)
    }

    fn is_checkpoint_due(&mut self) -> bool {
        let due = self.last_checkpoint.elapsed() >= CHECKPOINT_INTERVAL;
        if due {
            self.last_checkpoint = Instant::now();
        }
        due
    }
}

/// The progress of a batch. All threads report at once, so nothing here locks or formats text.
struct LevelCounter {
    levels: BTreeMap<Rung, ProgressTask>,
    begun: Instant,
    /// The time at which the batch began to gather puzzles for a lookup, in milliseconds.
    gathering_since: AtomicU64,
}

impl BatchCaller for LevelCounter {
    fn on_made(&self, rung: Rung) {
        if let Some(task) = self.levels.get(&rung) {
            task.step();
        }
    }

    fn on_gather(&self) {
        self.gathering_since.store(self.millis(), Ordering::Relaxed);
    }

    fn can_wait(&self, _gathered: usize) -> bool {
        self.millis() - self.gathering_since.load(Ordering::Relaxed) < LOOKUP_DELAY_MILLIS
    }
}

impl LevelCounter {
    /// Returns the time since the run began, in milliseconds.
    fn millis(&self) -> u64 {
        self.begun.elapsed().as_millis() as u64
    }
}

impl CliObserver<'_> {
    fn on_begin(&mut self, run: &Identity, quotas: &[(Rung, u64)]) {
        self.messages.set_run_id(run.name());
        let seed = run.seed();
        let (message, fields) = (format!("seed {seed}"), json!({ "seed": seed.0 }));
        if self.always_prints_seed {
            self.messages.lasting_event(message, fields);
        } else {
            self.messages.event("message", message, fields);
        }
        self.messages.with_stats(|counted| counted.begin(quotas));
        let begin =
            |&(rung, n): &(Rung, u64)| (rung, self.progress.task(rung.full_name(), n, "puzzles"));
        self.levels = quotas.iter().map(begin).collect();
        self.last_checkpoint = Instant::now();
    }

    fn on_puzzle(&mut self, made: &MadePuzzle) {
        let done = self.messages.with_stats(|counted| counted.count(made));
        if let Some(task) = self.levels.get(&made.slot().rung) {
            // A replayed puzzle was not made now.
            task.set_done(done);
        }
    }

    fn on_layout(&mut self, layout: &Layout) {
        let spine = |pages| CoverSheet::new(self.spec?, pages, None).ok()?.spine();
        let pages = layout.volumes.iter().map(Volume::page_count);
        self.volumes = pages.map(|pages| (pages, spine(pages))).collect();
        let pages: usize = self.volumes.iter().map(|(pages, _)| pages).sum();
        self.pages = Some(self.progress.task("Pages".to_owned(), pages as u64, "pages"));
        if layout.lacks_hints() {
            let why = "on levels 1 and 2 of the human ladder all steps are alike";
            self.messages.info(format_args!("the book has no hints: {why}"));
        }
    }
}

/// Prints notes about covers: reasons for a spine without text, and unconfirmed figures of the
/// printer.
pub fn note_cover_advice(covers: &[Cover<'_>], messages: &Messages) {
    for message in covers.iter().filter_map(Cover::spine_blank) {
        messages.info(message);
    }
    if let Some(advice) = covers.iter().find_map(Cover::advice) {
        messages.info(advice);
    }
    if covers.iter().any(|cover| cover.unsettled().is_some()) {
        messages.info(
            "compare the cover with the printer's own template before you order: it does not publish every \
             figure, and those used here are conservative",
        );
    }
}
