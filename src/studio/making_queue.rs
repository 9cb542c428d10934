//! The books that wait until those before them are made, and the reasons why others were not made.
//! The work continues while the page is closed.

use super::api::{self, BookRequest};
use super::making::BookProduction;
use super::shelf::{Draft, Shelf};
use super::words::WindowWords;
use super::{StudioState, lock};
use serde_json::{Value, json};
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

/// The states of books that are made together: those that are not made, or have changed since.
const UNMADE: [&str; 3] = ["draft", "changed", "unfinished"];

/// The books that are made one after another.
#[derive(Default)]
pub(super) struct MakingQueue {
    waiting: VecDeque<String>,
    /// The number of books of the last order.
    count: usize,
    refusals: BTreeMap<String, BookRefusal>,
}

/// The reason why a book was not made.
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

/// Orders all books of the shelf that are not made, or have changed since.
pub(super) fn make_all(state: &Arc<StudioState>, words: WindowWords) {
    let shelf = Shelf { folder: &state.options.folder, making: None, memory: &state.memory };
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
        let request = BookRequest::of_draft(&book, values);
        let Ok(making) = api::begin_making(state, &request, words) else { return };
        if !making.has_ended() {
            return;
        }
        begin(state, &book);
        lock(&state.queue).keep_refusal(&making, version);
    }
}
