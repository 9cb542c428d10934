//! Follows a run or a book while it is made: bars or lines of progress, the table at the end, an account
//! of the layout.

use super::locks::Patience;
use super::progress::{Progress, StopWatch, Task};
use super::{Messages, Stdout, preflight};
use serde_json::json;
use std::collections::BTreeMap;
use std::io::Write as _;
use std::sync::Arc;
use std::time::{Duration, Instant};
use sudoku_press::book::{Cover, Layout, Volume};
use sudoku_press::human::ladder::Rung;
use sudoku_press::make::batch::{BatchCaller, LookupDelay, MadePuzzle};
use sudoku_press::printers::{CoverSheet, PrintSpec, Spine};
use sudoku_press::run::{BookPlan, Event, Identity, MessageSettings, Observer};

/// How much work a checkpoint holds.
const CHECKPOINT: Duration = Duration::from_secs(2);

/// How long puzzles wait to be looked up together in an archive.
const LOOKUP_DELAY: Duration = Duration::from_millis(500);

/// The observer of the command line.
pub struct Follower<'a> {
    messages: &'a Messages,
    progress: Progress,
    /// What is needed to explain the layout, when the user wants that.
    explained: Option<&'a BookPlan>,
    terms: Option<&'a PrintSpec>,
    saved: Instant,
    levels: BTreeMap<Rung, Task>,
    pages: Option<(Task, StopWatch)>,
    /// How long another command may hold what is needed.
    patience: Option<Patience>,
    /// The pages of each volume, and its spine if the printer's figures tell it.
    volumes: Vec<(usize, Option<Spine>)>,
}

impl<'a> Follower<'a> {
    pub fn new(settings: &MessageSettings, messages: &'a Messages) -> Self {
        Self {
            messages,
            progress: Progress::new(settings, messages),
            explained: None,
            terms: None,
            saved: Instant::now(),
            levels: BTreeMap::new(),
            pages: None,
            patience: None,
            volumes: Vec::new(),
        }
    }

    /// Follows a book too; `explain` prints how it came out.
    pub fn of_book(mut self, book: &'a BookPlan, explain: bool) -> Self {
        self.explained = explain.then_some(book);
        self.terms = book.terms.as_ref();
        self
    }

    /// Waits for locks as long as this.
    pub fn waiting(&mut self, patience: Patience) {
        self.patience = Some(patience);
    }

    /// Tells what was made.
    pub fn tell_levels(&self) {
        for (rung, task) in &self.levels {
            self.messages.count(|counted| counted.set_work_time(*rung, task.worked()));
        }
        self.messages.tell_levels();
    }

    /// Tells how many pages each volume has, and how wide its spine is.
    pub fn tell_pages(&self) {
        let line = |&(pages, spine): &(usize, Option<Spine>)| match spine {
            Some(spine) => format!("{pages} pages, with a spine of {spine}"),
            None => format!("{pages} pages"),
        };
        let lines: Vec<_> = self.volumes.iter().map(line).collect();
        let pages = self.pages();
        let words = match lines.len() {
            0 => return,
            1 => lines.concat(),
            volumes if lines.iter().all(|line| *line == lines[0]) => {
                format!("{pages} pages in {volumes} volumes of {}", lines[0])
            }
            volumes => format!("{pages} pages in {volumes} volumes: {}", lines.join("; ")),
        };
        let inches = |(_, spine): &(usize, Option<Spine>)| spine.map(|s| s.points() / 72.0);
        let spines: Vec<_> = self.volumes.iter().map(inches).collect();
        self.messages.say("book", words, json!({ "pages": pages, "spine_inches": spines }));
    }

    /// The number of pages of all volumes.
    pub fn pages(&self) -> usize {
        self.volumes.iter().map(|(pages, _)| pages).sum()
    }

    /// The spine of the first volume, if the printer's figures tell it.
    pub fn spine(&self) -> Option<Spine> {
        self.volumes.first()?.1
    }
}

impl Observer for Follower<'_> {
    fn on_event(&mut self, event: Event<'_>) {
        match event {
            Event::Begins(run, quotas) => self.begins(run, quotas),
            Event::Made(made) => self.made(made),
            Event::LaidOut(layout) => self.laid_out(layout),
            Event::Page => {
                self.messages.count(|counted| counted.pages += 1);
                if let Some((task, watch)) = &self.pages {
                    task.step(watch);
                }
            }
            Event::Covered(covers) => tell_covers(covers, self.messages),
            Event::Inspected(file, report) => preflight::tell(report, file),
            Event::Note(note) => self.messages.note(note),
            // One that a later version of the library has.
            _ => {}
        }
    }

    fn batch_caller(&mut self) -> Arc<dyn BatchCaller> {
        Arc::new(LevelProgress { levels: self.levels.clone(), watch: StopWatch::start() })
    }

    fn wait_for_lock(&mut self) -> bool {
        self.patience.is_some_and(Patience::waits)
    }

    fn is_checkpoint_due(&mut self) -> bool {
        let due = self.saved.elapsed() >= CHECKPOINT;
        if due {
            self.saved = Instant::now();
        }
        due
    }
}

/// The progress of a batch. All threads report at once: nothing here is locked, and no words are made.
struct LevelProgress {
    levels: BTreeMap<Rung, Task>,
    watch: StopWatch,
}

impl BatchCaller for LevelProgress {
    fn on_made(&self, rung: Rung) {
        if let Some(task) = self.levels.get(&rung) {
            task.step(&self.watch);
        }
    }

    fn lookup_delay(&self) -> LookupDelay {
        let begun = Instant::now();
        Box::new(move |_| begun.elapsed() < LOOKUP_DELAY)
    }
}

impl Follower<'_> {
    fn begins(&mut self, run: &Identity, quotas: &[(Rung, u64)]) {
        self.messages.set_run_id(run.name());
        let seed = run.seed();
        self.messages.say("message", format_args!("seed {seed}"), json!({ "seed": seed.0 }));
        self.messages.count(|counted| counted.begin(quotas));
        let task = |name, n| self.progress.task(name, n, "puzzles");
        let levels = quotas.iter();
        let levels = levels.map(|&(rung, n)| (rung, task(format!("{} {rung}", rung.number()), n)));
        self.levels = levels.collect();
        self.saved = Instant::now();
    }

    fn made(&mut self, made: &MadePuzzle) {
        let done = self.messages.count(|counted| counted.count(made));
        if let Some(task) = self.levels.get(&made.slot().rung) {
            // One that was replayed was not made now.
            task.reach(done);
        }
    }

    fn laid_out(&mut self, layout: &Layout) {
        if let Some(book) = self.explained {
            explain(&book.explain_layout(layout));
        }
        let spine = |pages| CoverSheet::new(self.terms?, pages, None).ok()?.spine();
        let pages = layout.volumes.iter().map(Volume::page_count);
        self.volumes = pages.map(|pages| (pages, spine(pages))).collect();
        let pages: usize = self.volumes.iter().map(|(pages, _)| pages).sum();
        self.pages = Some((
            self.progress.task("Pages".to_owned(), pages as u64, "pages"),
            StopWatch::start(),
        ));
    }
}

/// Prints how a book came out. The book is made whether or not somebody reads it.
pub fn explain(account: &str) {
    let mut out = Stdout::new();
    let _ = write!(out, "{account}").and_then(|()| out.flush());
}

/// Tells what is to be known of covers: why a spine has no text, that figures are not settled.
pub fn tell_covers(covers: &[Cover<'_>], messages: &Messages) {
    for words in covers.iter().filter_map(Cover::spine_blank) {
        messages.note(words);
    }
    if let Some(advice) = covers.iter().find_map(Cover::advice) {
        messages.note(advice);
    }
    if covers.iter().any(|cover| cover.unsettled().is_some()) {
        messages.note(
            "compare the cover with the printer's own template before you order: it does not publish every \
             figure, and those used here are conservative (docs/covers.md)",
        );
    }
}
