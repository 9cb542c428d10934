//! A book that is being made: its lines of progress, which any number of pages read from the first
//! one on. The work continues if all pages are closed.

use super::book_job::{BookJob, BookPuzzles, FieldProblem, FileBook};
use super::shelf::{files, has_other_edition};
use super::words::WindowWords;
use super::{StudioOptions, choices, lock, puzzle_files, versions};
use archive::Archive;
use files::Overwrite;
use files::output::{self, AtomicFile};
use human::Rung;
use jobs::{
    BookOutput, BookPlan, BookRecord, Event, FoundSheet, Interrupt, IoContext as _, MadeBook,
    Manifest, Observer, Options, RunError, RunOutcome, RunSpec, Sections, Setting, SourceRun,
};
use make::Seed;
use proof::sheet;
use proof::verify::{Proof, ProofError};
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Condvar, Mutex, PoisonError};
use words::Problem;

/// The number of puzzles between two checkpoints.
const CHECKPOINT_PUZZLES: u64 = 200;
/// The number of pages between two lines.
const PAGES_PER_LINE: usize = 10;

/// The making of a book.
pub(super) struct BookProduction {
    pub book: String,
    /// The words of the window that has begun it.
    pub words: WindowWords,
    /// Stops it. The book can be continued.
    pub interrupt: Interrupt,
    progress: Mutex<MakingProgress>,
    changed: Condvar,
}

#[derive(Default)]
struct MakingProgress {
    lines: Vec<String>,
    has_ended: bool,
    /// The reason why the book was not made.
    refusal: Option<String>,
}

impl BookProduction {
    /// Returns the making of a book that has not begun.
    pub fn new(book: &str, words: WindowWords) -> Self {
        let (interrupt, progress, changed) = Default::default();
        Self { book: book.to_owned(), words, interrupt, progress, changed }
    }

    /// Returns true after the last line.
    pub fn has_ended(&self) -> bool {
        lock(&self.progress).has_ended
    }

    /// Returns the reason why the book was not made, if it has ended so.
    pub fn refusal(&self) -> Option<String> {
        lock(&self.progress).refusal.clone()
    }

    /// Waits for lines after the first `known` ones. Returns them, and true with the last ones.
    pub fn lines_after(&self, known: usize) -> (Vec<String>, bool) {
        let progress = lock(&self.progress);
        let is_waiting =
            |progress: &mut MakingProgress| progress.lines.len() == known && !progress.has_ended;
        let progress =
            self.changed.wait_while(progress, is_waiting).unwrap_or_else(PoisonError::into_inner);
        (progress.lines[known..].to_vec(), progress.has_ended)
    }

    fn say(&self, line: &Value) {
        lock(&self.progress).lines.push(format!("{line}\n"));
        self.changed.notify_all();
    }

    /// Makes the book and its proof sheet, and ends with a line that has the exit code of the
    /// command line. A finished run with other puzzles is replaced if `replace` is set.
    pub fn work(&self, job: &BookJob, replace: bool, options: &StudioOptions) {
        let code = self.make(job, replace, options).unwrap_or_else(|error| {
            let code = (options.exit_code)(&error);
            // The state says that the user has stopped the work.
            if !matches!(error, RunError::Interrupted) {
                self.say_problem(&FieldProblem::from(error));
            }
            Some(code)
        });
        if code.is_none() {
            lock(&self.progress).refusal = Some(self.words.text("unmade.puzzles", &[]));
        }
        let folder = options.folder.join(&job.book);
        if let Some(0 | 1 | 3) = code {
            // The book is made, whatever becomes of the copy of its settings.
            let _ = versions::keep(&folder, job, choices::time(options.dated));
        }
        let files = files(&folder);
        let (code, exists) = code.map_or((2, true), |code| (code, false));
        self.end(&json!({ "type": "end", "code": code, "exists": exists, "files": files }));
    }

    /// Ends with the problems of settings that make no book.
    pub fn refuse(&self, problems: &[FieldProblem]) {
        for problem in problems {
            self.say_problem(problem);
        }
        self.end(&json!({ "type": "end", "code": 2, "files": [] }));
    }

    fn say_problem(&self, problem: &FieldProblem) {
        let label = self.words.label(&problem.setting);
        let problem = self.words.problem(problem);
        let message = problem["message"].as_str().unwrap_or_default();
        let said = [label.as_str(), message].into_iter().filter(|text| !text.is_empty());
        lock(&self.progress).refusal = Some(said.collect::<Vec<_>>().join(": "));
        self.say(&json!({ "type": "error", "text": problem["message"], "problem": problem }));
    }

    /// Waits for the last line.
    pub fn wait_for_end(&self) {
        let progress = lock(&self.progress);
        drop(self.changed.wait_while(progress, |progress| !progress.has_ended));
    }

    /// Says the last line. Whoever has read it finds that the making has ended.
    fn end(&self, line: &Value) {
        let mut progress = lock(&self.progress);
        progress.lines.push(format!("{line}\n"));
        progress.has_ended = true;
        drop(progress);
        self.changed.notify_all();
    }

    /// Returns the exit code of the command line; `None` if a finished book with other puzzles
    /// stays.
    fn make(
        &self,
        job: &BookJob,
        replace: bool,
        options: &StudioOptions,
    ) -> Result<Option<u8>, RunError> {
        let folder = options.folder.join(&job.book);
        refuse_foreign_sheet(&folder)?;
        let mut proof = Proof::new(0, None, None);
        let (is_short, is_new, paths) = match &job.source {
            BookPuzzles::Run(spec, seed) => {
                // The book of a finished run is made again unasked; other puzzles are not.
                let mut replacement = Overwrite::from(replace);
                let is_begun = !replace && spec.is_other_begun(&folder, *seed)?;
                if let Some(SourceRun { manifest: old, .. }) =
                    SourceRun::open(&folder)?.filter(|_| !replace)
                {
                    let other_puzzles = changed_puzzles(&old, spec, *seed);
                    if !other_puzzles.is_empty() {
                        let about = match replaced_puzzles(&old, spec, &other_puzzles) {
                            0 => self.words.text("replace.about", &[]),
                            count if is_smaller(&old, spec) => {
                                self.words.counted("replace.fewer", count)
                            }
                            count => self.words.counted("replace.about", count),
                        };
                        let line =
                            json!({ "type": "exists", "settings": other_puzzles, "about": about });
                        // One question for both.
                        let lost = self.words.text("begun.about", &[]);
                        let begun = json!({ "type": "begun", "about": format!("{lost} {about}") });
                        self.say(if is_begun { &begun } else { &line });
                        return Ok(None);
                    }
                    replacement = Overwrite::Derived;
                }
                if is_begun {
                    self.say(&json!({ "type": "begun" }));
                    return Ok(None);
                }
                let before = if replace { puzzles_in_run(&folder) } else { HashSet::new() };
                let run_options = self.run_options(job, *seed, replacement, options);
                let (is_short, is_new) = match self.make_run(&folder, spec, &run_options) {
                    Err(RunError::Edited { rows, .. }) => {
                        let about = self.words.text("replace.edited", &[("rows", &*rows)]);
                        self.say(&json!({ "type": "exists", "settings": [], "about": about }));
                        return Ok(None);
                    }
                    made => made?,
                };
                // The archive has each of these puzzles as one of this book and of no other.
                proof.archive = spec.archive().map(Archive::open_to_read).transpose()?;
                if !before.is_empty() && is_new {
                    self.say_kept_puzzles(&before, &puzzles_in_run(&folder));
                }
                (is_short, is_new, vec![folder.clone()])
            }
            BookPuzzles::File(file) => {
                let is_again = has_made_book(&folder)?;
                let paths = match self.make_book(&folder, file, replace || is_again) {
                    Err(RunError::Exists(_)) => {
                        let about = self.words.text("replace.about", &[]);
                        self.say(&json!({ "type": "exists", "settings": [], "about": about }));
                        return Ok(None);
                    }
                    made => made?,
                };
                proof.terms = file.plan.spec.clone();
                proof.allows_duplicates = file.sections.allows_duplicates();
                (false, true, paths)
            }
        };
        Ok(Some(match (self.prove(&folder, proof, &paths, is_new)?, is_short) {
            (Some(_), _) => 1,
            (None, true) => 3,
            (None, false) => 0,
        }))
    }

    /// Says how many puzzles of the book before are in the new one too.
    fn say_kept_puzzles(&self, before: &HashSet<String>, after: &HashSet<String>) {
        let stayed = before.intersection(after).count();
        let [old, kept, added] =
            [before.len(), stayed, after.len() - stayed].map(|count| count.to_string());
        let key = match stayed {
            0 => "kept.none",
            _ if stayed == before.len() => "kept.all",
            _ => "kept.some",
        };
        let text = self.words.text(key, &[("old", &*old), ("kept", &kept), ("added", &added)]);
        self.say(&json!({ "type": "message", "text": text }));
    }

    /// Makes the proof sheet of the files of a book. Returns a sentence with the problems, if any.
    fn prove(
        &self,
        folder: &Path,
        mut proof: Proof,
        paths: &[PathBuf],
        is_new: bool,
    ) -> Result<Option<String>, RunError> {
        let path = folder.join(FoundSheet::FILE);
        // A proof sheet of other files must not lie beside these.
        if is_new {
            output::remove(&path).write_context(&path)?;
        }
        // What a crash has left is no file of the book.
        AtomicFile::sweep_dir(folder);
        self.say(&json!({ "type": "verify" }));
        proof.makes_again = true;
        proof.sheet = Some(path.clone());
        let proved = proof.prove(paths).and_then(|()| sheet::make(&proof));
        let sheet = proved.map_err(|e| unproved(folder, e))?;
        output::write(&path, sheet.html.as_bytes()).write_context(&path)?;
        self.say(&json!({ "type": "verified", "problems": sheet.problems }));
        Ok(sheet.problems)
    }

    /// Returns the options of a run that makes a book.
    fn run_options(
        &self,
        job: &BookJob,
        seed: Seed,
        replace: Overwrite,
        options: &StudioOptions,
    ) -> Options {
        Options {
            seed: Some(seed),
            night: None,
            threads: 0,
            replace,
            // The archive has the puzzles of a copy for another printer as those of the first book.
            again: replace == Overwrite::Always || has_other_edition(&options.folder, job),
            holder: options.holder.clone(),
            now: options.now,
            interrupt: self.interrupt.clone(),
        }
    }

    /// Makes a run. Returns true if a level has too few puzzles, and true if the run was not there.
    fn make_run(
        &self,
        folder: &Path,
        spec: &RunSpec,
        options: &Options,
    ) -> Result<(bool, bool), RunError> {
        let level = |(rung, count): &(Rung, u64)| json!({ "level": level_number(*rung), "name": rung.name(), "count": count });
        let levels: Vec<_> = spec.plan.quotas.iter().map(level).collect();
        let seed = options.seed.map(|seed| seed.0);
        self.say(&json!({ "type": "begin", "levels": levels, "seed": seed }));
        let outcome = spec.make(folder, options, &mut LineObserver::new(self))?;
        Ok(match outcome {
            RunOutcome::Made { short, .. } => (!short.is_empty(), true),
            RunOutcome::Unchanged { manifest, .. } => (!manifest.short.is_empty(), false),
        })
    }

    /// Makes a book of the puzzles of a file, as the commands `book` and `cover` do. Returns the
    /// paths of its files.
    fn make_book(
        &self,
        folder: &Path,
        file: &FileBook,
        replace: bool,
    ) -> Result<Vec<PathBuf>, RunError> {
        self.say(&json!({ "type": "begin", "levels": [] }));
        let source = file.source(std::slice::from_ref(&file.puzzles))?;
        let (sections, notes) =
            puzzle_files::read_puzzles(&file.puzzles, &file.sections, &self.interrupt)?;
        for note in notes {
            self.say(&json!({ "type": "message", "text": self.words.say(&note) }));
        }
        let layout = file.plan.lay_out(&sections)?;
        let output = BookOutput {
            target: &folder.join(MadeBook::FILE),
            overwrite: replace.into(),
            interrupt: &self.interrupt,
            source: Some(&source),
        };
        let files = file.plan.press(&layout, output, &mut LineObserver::new(self))?;
        Ok(files.iter().map(|file| folder.join(&file.name)).collect())
    }
}

/// Returns true if a folder has a finished book of a file of puzzles, or one that was being made
/// again. Its files are replaced unasked.
fn has_made_book(folder: &Path) -> Result<bool, RunError> {
    let is_replaced = match BookRecord::find(&folder.join(MadeBook::FILE))? {
        Some(record) => record.is_complete || record.replaces,
        None => false,
    };
    Ok(is_replaced || MadeBook::find(folder)?.is_some())
}

/// Returns the settings that give a run other puzzles than the finished one has.
fn changed_puzzles(old: &Manifest, spec: &RunSpec, seed: Seed) -> Vec<&'static str> {
    let mut names = spec.settings().changed_puzzle_settings(&old.settings);
    if seed.0 != old.seed {
        names.push("seed");
    }
    names
}

/// Returns the number of puzzles of a finished run that the new one leaves out, if the numbers of
/// the levels alone have changed, or replaced puzzles come back; otherwise 0. A level keeps its
/// first puzzles.
fn replaced_puzzles(old: &Manifest, spec: &RunSpec, changed: &[&str]) -> u64 {
    if changed == [Setting::ANOTHER] {
        let (before, wanted) = (&old.settings.counts.another, spec.settings().counts.another);
        let same = before.iter().zip(&wanted).take_while(|(old, new)| old == new).count();
        return before[same..].iter().collect::<HashSet<_>>().len() as u64;
    }
    if changed != ["quota"] {
        return 0;
    }
    let quotas: BTreeMap<Rung, u64> = spec.plan.quotas.iter().copied().collect();
    let mut replaced = 0;
    for (rung, count) in &old.settings.puzzles.quotas {
        replaced += count.saturating_sub(quotas.get(rung).copied().unwrap_or(0));
    }
    replaced
}

/// Returns true if no level of a run has more puzzles than before.
fn is_smaller(old: &Manifest, spec: &RunSpec) -> bool {
    let before = &old.settings.puzzles;
    old.settings.counts.another == spec.settings().counts.another
        && spec.plan.quotas.iter().all(|(rung, count)| *count <= before.quota(*rung))
}

/// Returns the givens of all puzzles of a finished run; nothing if there is none.
fn puzzles_in_run(folder: &Path) -> HashSet<String> {
    let mut givens = HashSet::new();
    let Ok(Some(run)) = SourceRun::open(folder) else { return givens };
    let sections = Sections::default();
    let Ok((sections, _)) = sections.read(run.puzzles(), &Interrupt::default()) else {
        return givens;
    };
    for section in &sections {
        givens.extend(section.puzzles.iter().map(|puzzle| puzzle.givens().to_string()));
    }
    givens
}

/// Fails if a file of the user has the name of the proof sheet.
fn refuse_foreign_sheet(folder: &Path) -> Result<(), RunError> {
    let path = folder.join(FoundSheet::FILE);
    if FoundSheet::read(&path).read_context(&path)? != FoundSheet::Foreign {
        return Ok(());
    }
    let problem = Problem::expected("a proof sheet as this program made it", "another file");
    Err(problem.at(path.display()).remedy("move it to another folder").into())
}

/// Returns the error of a sheet that cannot be made. It says nothing about the book.
fn unproved(folder: &Path, error: ProofError) -> RunError {
    match error {
        ProofError::Run(e) => e,
        ProofError::Archive(e) => e.into(),
        e => RunError::Read(folder.to_owned(), e.into()),
    }
}

/// An observer that turns events into lines.
struct LineObserver<'a> {
    making: &'a BookProduction,
    quotas: BTreeMap<Rung, u64>,
    made: BTreeMap<Rung, u64>,
    /// The number of puzzles since the last checkpoint.
    unsaved: u64,
    pages: usize,
    page_count: usize,
}

/// Returns the number of a level, with the size before it unless that is 9 x 9.
fn level_number(rung: Rung) -> Value {
    if rung.mini().is_some() { rung.key().into() } else { rung.number().into() }
}

impl<'a> LineObserver<'a> {
    fn new(making: &'a BookProduction) -> Self {
        let (quotas, made) = Default::default();
        Self { making, quotas, made, unsaved: 0, pages: 0, page_count: 0 }
    }
}

impl Observer for LineObserver<'_> {
    fn on_event(&mut self, event: Event<'_>) {
        match event {
            Event::Begins(_, quotas) => {
                self.quotas = quotas.iter().copied().collect();
            }
            Event::Made(made) => {
                let rung = made.slot().rung;
                let done = self.made.entry(rung).or_default();
                *done += 1;
                self.unsaved += 1;
                let all = self.quotas.get(&rung).copied().unwrap_or(1).max(1);
                if *done * 100 / all != (*done - 1) * 100 / all {
                    let level = level_number(rung);
                    let line = json!({ "type": "made", "level": level, "done": done, "all": all });
                    self.making.say(&line);
                }
            }
            Event::LaidOut(layout) => {
                let volumes = layout.volumes.iter();
                self.page_count = volumes.map(|volume| volume.page_count()).sum();
            }
            Event::Page => {
                self.pages += 1;
                if self.pages.is_multiple_of(PAGES_PER_LINE) || self.pages == self.page_count {
                    let (done, all) = (self.pages, self.page_count);
                    self.making.say(&json!({ "type": "page", "done": done, "all": all }));
                }
            }
            Event::Inspected(file, report) => {
                let file = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
                let findings: Vec<_> = {
                    let words = self.making.words;
                    report.findings.iter().map(|finding| words.say(&finding.what())).collect()
                };
                let line = json!({ "type": "preflight", "file": file, "findings": findings });
                self.making.say(&line);
            }
            Event::Note(note) => {
                let told = note.to_string();
                // The state says that the cover is not ready.
                if told == BookPlan::SPINE_NOTE {
                    return;
                }
                let text = self.making.words.say(&note);
                self.making.say(&json!({ "type": "message", "text": text }));
            }
            _ => {}
        }
    }

    /// The studio compares the puzzles itself.
    fn on_other_puzzles(&mut self, _changed: &str) {}

    fn is_checkpoint_due(&mut self) -> bool {
        let is_due = self.unsaved >= CHECKPOINT_PUZZLES;
        if is_due {
            self.unsaved = 0;
        }
        is_due
    }
}
