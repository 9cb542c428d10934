//! Orders to make books: one book is made at a time, others wait until those before them are made.
//! The work continues while the page is closed.

use super::book_job::{BookJob, BookValues, FieldProblem};
use super::http::Status;
use super::making::BookProduction;
use super::shelf::{Draft, Shelf};
use super::words::WindowWords;
use super::{StudioState, lock, spawn};
use make::Seed;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

/// The states of books that are made together: those that are not made, or have changed since.
const UNMADE: [&str; 3] = ["draft", "changed", "unfinished"];

/// The settings of a book.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BookRequest {
    pub book: String,
    pub values: BookValues,
    /// The version that the page has read; empty for a new book.
    #[serde(default)]
    pub version: String,
    /// True if the book may replace a finished one with other puzzles.
    #[serde(default)]
    pub replace: bool,
    /// The name that the window of the page has given itself.
    #[serde(default)]
    pub window: String,
}

/// The books that are made one after another.
#[derive(Clone, Default)]
pub(super) struct MakingQueue {
    waiting: VecDeque<String>,
    /// The number of books of the last order.
    count: usize,
    refusals: BTreeMap<String, BookRefusal>,
}

/// The reason why a book was not made.
#[derive(Clone)]
struct BookRefusal {
    /// The version of its draft. The reason is gone when the draft has changed.
    version: String,
    reason: String,
}

impl MakingQueue {
    /// Forgets the books that wait.
    pub fn stop(&mut self) {
        self.waiting.clear();
    }

    /// Returns the place of the book in work among all that were ordered, their number, and the
    /// number of those that wait.
    pub fn progress(&self) -> Value {
        let (all, waiting) = (self.count.max(1), self.waiting.len());
        json!({ "n": all - waiting, "all": all, "waiting": waiting })
    }

    /// Returns the book that is made next.
    pub fn next(&self) -> Option<String> {
        self.waiting.front().cloned()
    }

    /// Adds to the entry of a book on the shelf that it waits, or why it was not made.
    pub fn describe(&self, book: &mut Value) {
        let name = book["name"].as_str().unwrap_or_default();
        let refusal = self.refusals.get(name).filter(|it| book["version"] == *it.version);
        let reason = refusal.map(|refusal| refusal.reason.clone());
        let is_waiting = self.waiting.iter().any(|waiting| waiting == name);
        if is_waiting {
            book["state"] = "waiting".into();
        }
        if let Some(reason) = reason.filter(|_| book["message"] == "") {
            book["message"] = reason.into();
        }
    }

    fn keep_refusal(&mut self, making: &BookProduction, version: String) {
        if let Some(reason) = making.refusal() {
            let reason = making.words.text("unmade", &[("reason", &reason)]);
            self.refusals.insert(making.book.clone(), BookRefusal { version, reason });
        }
    }
}

/// Reads the settings of a book, after its files were judged.
///
/// # Errors
/// The problems of the settings and of the files.
pub(super) fn read_job(
    state: &StudioState,
    book: &str,
    values: &BookValues,
    seed: Seed,
) -> Result<BookJob, Vec<FieldProblem>> {
    let folder = &state.options.folder;
    state.judge.judge_book(folder, book, values).map_err(|problem| vec![problem])?;
    BookJob::read(book, values, seed, &state.options)
}

/// Starts to make a book.
///
/// # Errors
/// The status of the refusal: 409 while another book is made.
pub(super) fn begin_making(
    state: &Arc<StudioState>,
    request: &BookRequest,
    words: WindowWords,
) -> Result<Arc<BookProduction>, Status> {
    if state.book_in_work().is_some() {
        return Err(409);
    }
    // Fonts and pictures are read without a lock: the other windows do not wait for them.
    let seed = state.seed_of(&request.book);
    let job = read_job(state, &request.book, &request.values, seed);
    let mut current = lock(&state.making);
    if current.as_ref().is_some_and(|making| !making.has_ended()) {
        return Err(409);
    }
    let making = Arc::new(BookProduction::new(&request.book, words));
    match job {
        Err(found) => making.refuse(&found),
        Ok(job) => {
            // Whoever sees that it is being made finds that it does not wait any more.
            begin(state, &making.book);
            let (state, making, replace) = (state.clone(), making.clone(), request.replace);
            let work = move || {
                making.work(&job, replace, &state.options);
                end(&state, &making, words);
            };
            spawn("making", work).map_err(|_| 503 as Status)?;
        }
    }
    *current = Some(making.clone());
    Ok(making)
}

/// Orders all books of the shelf that are not made, or have changed since.
pub(super) fn make_all(state: &Arc<StudioState>, words: WindowWords) {
    let folder = &state.options.folder;
    let shelf = Shelf { folder, making: None, memory: &state.memory, words };
    let mut names = VecDeque::new();
    for book in shelf.list() {
        let is_unmade = UNMADE.iter().any(|known| book["state"] == *known);
        if let Some(name) = book["name"].as_str().filter(|_| is_unmade) {
            names.push_back(name.to_owned());
        }
    }
    let mut queue = lock(&state.queue);
    if queue.waiting.is_empty() {
        queue.count = names.len();
        queue.waiting = names;
    }
    drop(queue);
    make_next(state, words);
}

/// Notes that a book is being made.
pub(super) fn begin(state: &StudioState, book: &str) {
    let mut queue = lock(&state.queue);
    if queue.waiting.is_empty() {
        queue.count = 0;
    }
    queue.waiting.retain(|waiting| waiting != book);
    queue.refusals.remove(book);
}

/// Notes the end of a making, and makes the next book.
pub(super) fn end(state: &Arc<StudioState>, making: &BookProduction, words: WindowWords) {
    let version = draft_version(state, &making.book);
    let mut queue = lock(&state.queue);
    if making.interrupt.is_stopped() {
        queue.stop();
    } else {
        queue.keep_refusal(making, version);
    }
    drop(queue);
    make_next(state, words);
}

fn draft_version(state: &StudioState, book: &str) -> String {
    let draft = Draft::read(&state.options.folder.join(book)).ok().flatten();
    draft.map(|draft| draft.version).unwrap_or_default()
}

/// Makes the next book that waits. While another book is being made, its end does that.
fn make_next(state: &Arc<StudioState>, words: WindowWords) {
    loop {
        let Some(book) = lock(&state.queue).next() else { return };
        let draft = Draft::read(&state.options.folder.join(&book)).ok().flatten();
        let Some(Draft { values, version }) = draft else {
            // A run that was interrupted on the command line has no draft.
            begin(state, &book);
            continue;
        };
        let request = BookRequest { book: book.clone(), values, ..BookRequest::default() };
        let Ok(making) = begin_making(state, &request, words) else { return };
        if !making.has_ended() {
            return;
        }
        begin(state, &book);
        lock(&state.queue).keep_refusal(&making, version);
    }
}
