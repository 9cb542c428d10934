//! The answers of the studio, one function for each kind of request.

use super::book_job::{BookPuzzles, FieldProblem, is_found, job_text, own_puzzles, wrong_values};
use super::estimate::BookEstimate;
use super::foreign::FileRequest;
use super::http::{Answer, HttpConnection, RequestHead, Status};
use super::making::BookProduction;
use super::making_queue::{self, BookRequest, begin_making, read_job};
use super::names::is_book_name;
use super::preview::{NextPreview, Preview, PreviewError};
use super::shelf::{self, Draft, Shelf};
use super::words::WindowWords;
use super::{
    StudioState, choices, editions, fields, foreign, lock, puzzle_files, shelf_orders, starts,
    versions,
};
use book::CoverDesign;
use cover::BackDesign;
use files::StagedChange;
use jobs::Interrupt;
use percent_encoding::percent_decode_str;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use words::clause;

/// The maximum number of bytes of the settings of a book.
const MAX_BODY: usize = 1 << 20;
/// The maximum number of bytes of a file that a browser sends, in base64 with its envelope.
const MAX_UPLOAD: usize = (64 << 20) / 3 * 4 + 4096;
/// The maximum number of pages that read the progress of a book at the same time.
const MAX_READERS: usize = 4;

/// The addresses to which a browser sends files.
const FILE_TARGETS: [&str; 5] =
    ["/api/upload", "/api/check", "/api/read", "/api/import", "/api/replace"];

const JSON: &str = "application/json";
const SVG: &str = "image/svg+xml";
const LINES: &str = "application/x-ndjson";

/// A request to end the studio.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CloseRequest {
    /// True if a book that is being made may be stopped.
    #[serde(default)]
    stop: bool,
}

/// A request without content.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EmptyRequest {}

/// The answer to a request.
pub(super) enum RequestReply {
    /// A type and bytes, or the status of a refusal.
    Whole(Answer),
    /// The state of the draft of a book, with a status of its own.
    Saved(Status, Value),
    /// The progress of a book that is being made.
    Progress(Arc<BookProduction>),
}

impl RequestReply {
    /// Sends the answer.
    ///
    /// # Errors
    /// An I/O error if the client does not take it.
    pub fn send(self, state: &StudioState, mut connection: HttpConnection) -> io::Result<()> {
        match self {
            Self::Whole(answer) => connection.respond(answer),
            Self::Saved(status, answer) => {
                connection.respond_with(status, JSON, answer.to_string().as_bytes())
            }
            Self::Progress(making) => stream(state, connection, &making),
        }
    }
}

/// Returns the number of bytes of the body of a request whose head the guard has admitted.
///
/// # Errors
/// The status of the refusal.
pub(super) fn body_length(head: &RequestHead) -> Result<usize, Status> {
    if head.method == "GET" {
        return Ok(0);
    }
    let most = if FILE_TARGETS.contains(&head.target.as_str()) { MAX_UPLOAD } else { MAX_BODY };
    let length = head.body_length()?;
    if length <= most { Ok(length) } else { Err(413) }
}

/// Answers a request that was read.
pub(super) fn answer(state: &Arc<StudioState>, head: &RequestHead, body: &[u8]) -> RequestReply {
    let target = head.target.as_str();
    let words = WindowWords::from_head(head);
    if head.method == "GET" && target == "/api/make" {
        let making = lock(&state.making).clone();
        return match making {
            Some(making) => RequestReply::Progress(making),
            None => RequestReply::Whole(Err(404)),
        };
    }
    if head.method == "GET" {
        return RequestReply::Whole(get(state, target, words));
    }
    match target {
        "/api/save" => match parse_book(state, body).map(|request| save(state, &request, words)) {
            Ok((status, answer)) => RequestReply::Saved(status, answer),
            Err(status) => RequestReply::Whole(Err(status)),
        },
        "/api/make" => {
            let begun =
                parse_book(state, body).and_then(|request| begin_making(state, &request, words));
            match begun {
                Ok(making) => RequestReply::Progress(making),
                Err(status) => RequestReply::Whole(Err(status)),
            }
        }
        _ => RequestReply::Whole(post(state, target, body, words)),
    }
}

fn parse<T: DeserializeOwned>(body: &[u8]) -> Result<T, Status> {
    serde_json::from_slice(body).map_err(|_| 400)
}

/// Parses the settings of a book. Its folder may be missing. It may be no symlink, because that
/// could lead out of the folder of the studio.
fn parse_book(state: &StudioState, body: &[u8]) -> Result<BookRequest, Status> {
    let request: BookRequest = parse(body)?;
    let folder = state.options.folder.join(&request.book);
    if is_named(state, &request.book) && shelf::is_free_or_folder(&folder) {
        Ok(request)
    } else {
        Err(400)
    }
}

/// Parses a file for a book, whose folder may be missing.
fn parse_book_file(state: &StudioState, body: &[u8]) -> Result<FileRequest, Status> {
    let request: FileRequest = parse(body)?;
    if is_named(state, &request.book) { Ok(request) } else { Err(400) }
}

/// Returns true for the name that a new book may have, and for that of a folder which is there.
fn is_named(state: &StudioState, book: &str) -> bool {
    is_book_name(book) || is_found(&state.options.folder, book)
}

/// Returns the name of the folder that a part of an address names.
fn found_name(folder: &Path, part: &str) -> Result<String, Status> {
    let name = percent_decode_str(part).decode_utf8().map_err(|_| 404 as Status)?;
    if is_found(folder, &name) { Ok(name.into_owned()) } else { Err(404) }
}

fn json_answer(value: &Value) -> Answer {
    Ok((JSON, value.to_string().into()))
}

fn get(state: &StudioState, target: &str, words: WindowWords) -> Answer {
    let folder = &state.options.folder;
    let path = target.strip_prefix("/api/").ok_or(404 as Status)?;
    let parts: Vec<&str> = path.split('/').collect();
    match parts[..] {
        ["settings"] => json_answer(&fields::fields(words)),
        ["books"] => json_answer(&show_shelf(state, words)),
        ["starts", name, "picture"] => starts::picture(name, words, state.options.dated).ok_or(404),
        ["designs", name, "page.svg"] => {
            Ok((SVG, starts::design_page(name).ok_or(404 as Status)?.into()))
        }
        ["books", book] => {
            let book = &found_name(folder, book)?;
            let making = state.book_in_work();
            let shelf = Shelf { folder, making: making.as_deref(), memory: &state.memory, words };
            let mut entry = shelf.book(book).ok_or(404 as Status)?;
            lock(&state.queue).describe(&mut entry);
            json_answer(&entry)
        }
        ["books", book, "files", file] => {
            let book = &found_name(folder, book)?;
            let bytes = shelf::file(folder, book, file).ok_or(404 as Status)?;
            Ok(("application/octet-stream", bytes))
        }
        ["books", book, "files.zip"] => {
            let book = &found_name(folder, book)?;
            Ok(("application/zip", shelf::archive(folder, book).ok_or(404 as Status)?))
        }
        ["books", book, "picture.svg"] => {
            let book = &found_name(folder, book)?;
            let of_made = shelf::picture(folder, book).map(|svg| (SVG, svg.into_bytes()));
            of_made.or_else(|| draft_picture(state, book)).ok_or(404)
        }
        ["books", book, "listing"] => {
            let book = &found_name(folder, book)?;
            let of_run = shelf::listing(folder, book);
            let listing = of_run.or_else(|| file_listing(state, book)).ok_or(404 as Status)?;
            json_answer(&shelf::shop_texts(&listing, words))
        }
        ["books", book, "editions"] => {
            let book = &found_name(folder, book)?;
            let draft = Draft::read(&folder.join(book)).ok().flatten().ok_or(404 as Status)?;
            json_answer(&editions::list(state, book, &draft.shown_values(), words))
        }
        ["books", book, "versions"] => {
            json_answer(&versions::list(&folder.join(found_name(folder, book)?)))
        }
        ["preview", id, "front.svg"] => {
            Ok((SVG, preview(state, id)?.front().ok_or(404 as Status)?.into()))
        }
        ["preview", id, "front.png"] => {
            Ok(("image/png", preview(state, id)?.front_png().ok_or(404 as Status)?))
        }
        ["preview", id, "cover.svg"] => {
            Ok((SVG, preview(state, id)?.cover().ok_or(404 as Status)?.into()))
        }
        ["preview", id, "fronts", front] => {
            let design = front.strip_suffix(".svg").and_then(CoverDesign::named);
            let front = preview(state, id)?.front_in(design.ok_or(404 as Status)?);
            Ok((SVG, front.ok_or(404 as Status)?.into()))
        }
        ["preview", id, "backs", back] => {
            let design = back.strip_suffix(".svg").and_then(BackDesign::named);
            let back = preview(state, id)?.back_in(design.ok_or(404 as Status)?);
            Ok((SVG, back.ok_or(404 as Status)?.into()))
        }
        ["preview", id, "cover"] => {
            json_answer(&preview(state, id)?.cover_places().ok_or(404 as Status)?)
        }
        ["preview", id, "puzzles", page] => {
            let number = page.parse().map_err(|_| 404 as Status)?;
            json_answer(&preview(state, id)?.puzzles(number).ok_or(404 as Status)?)
        }
        ["preview", id, "solutions", page, puzzle] => {
            let [page, puzzle] =
                [page, puzzle.strip_suffix(".svg").unwrap_or_default()].map(str::parse);
            let (Ok(page), Ok(puzzle)) = (page, puzzle) else { return Err(404) };
            let solution = preview(state, id)?.solution(page, puzzle);
            Ok((SVG, solution.ok_or(404 as Status)?.into()))
        }
        ["preview", id, "pages", page] => {
            let number = page.strip_suffix(".svg").and_then(|page| page.parse().ok());
            let page = preview(state, id)?.page(number.ok_or(404 as Status)?);
            Ok((SVG, page.ok_or(404 as Status)?.into()))
        }
        _ => Err(404),
    }
}

/// Returns the books of the folder, and the starting points of new ones.
fn show_shelf(state: &StudioState, words: WindowWords) -> Value {
    let folder = &state.options.folder;
    // A change that a failing disk has interrupted may be completed now.
    let saving = lock(&state.saving);
    let _ = StagedChange::complete_all(folder);
    drop(saving);
    let (making, queue) = state.work_and_queue();
    let shelf = Shelf { folder, making: making.as_deref(), memory: &state.memory, words };
    let mut books = shelf.list();
    for book in &mut books {
        queue.describe(book);
    }
    let is_in_work = |book: &&Value| making.as_deref().is_some_and(|name| book["name"] == name);
    let making_title = books.iter().find(is_in_work).map(|book| book["title"].clone());
    json!({
        "folder": std::path::absolute(folder).unwrap_or_default().display().to_string(),
        "making": making,
        "making_title": making_title,
        "queue": queue.progress(),
        "books": books,
        "starts": starts::list(),
    })
}

/// Returns the preview with this number, if a window shows it.
fn preview(state: &StudioState, id: &str) -> Result<Arc<Preview>, Status> {
    let id = id.parse().map_err(|_| 404 as Status)?;
    lock(&state.previews).find(id).ok_or(404)
}

/// Returns the front of a draft, with its type. A sample puzzle is in all places.
fn draft_picture(state: &StudioState, book: &str) -> Option<(&'static str, Vec<u8>)> {
    let draft = Draft::read(&state.options.folder.join(book)).ok().flatten()?;
    let job = read_job(state, book, &draft.values, state.seed_of(book)).ok()?;
    let BookPuzzles::Run(spec, _) = &job.source else { return None };
    starts::sample_picture(spec)
}

/// Returns the entries of a finished book whose puzzles are in a file, from its draft.
fn file_listing(state: &StudioState, book: &str) -> Option<Vec<shelf::ShopEntry>> {
    let folder = state.options.folder.join(book);
    let draft = Draft::read(&folder).ok().flatten()?;
    if shelf::files(&folder).is_empty() {
        return None;
    }
    let job = read_job(state, book, &draft.values, state.seed_of(book)).ok()?;
    let BookPuzzles::File(file) = &job.source else { return None };
    let interrupt = Interrupt::default();
    let (sections, _) =
        puzzle_files::read_puzzles(&file.puzzles, &file.sections, &interrupt).ok()?;
    shelf::listings(&file.plan, &sections)
}

fn post(state: &Arc<StudioState>, target: &str, body: &[u8], words: WindowWords) -> Answer {
    match target {
        "/api/preview" => json_answer(&make_preview(state, &parse_book(state, body)?, words)),
        "/api/choose" => json_answer(&choices::choose(state, &parse(body)?, words)),
        "/api/shelf" => json_answer(&shelf_orders::carry_out(state, &parse(body)?, words)),
        "/api/new" => json_answer(&starts::begin(state, &parse(body)?, words)),
        "/api/upload" => json_answer(&foreign::keep(state, &parse_book_file(state, body)?, words)),
        "/api/read" => json_answer(&puzzle_files::read(state, &parse(body)?, words)),
        "/api/import" => json_answer(&puzzle_files::import(state, &parse(body)?, words)),
        "/api/replace" => {
            json_answer(&puzzle_files::replace(state, &parse_book_file(state, body)?, words))
        }
        "/api/check" => json_answer(&foreign::check(state, &parse(body)?, words)),
        "/api/window" => {
            let EmptyRequest {} = parse(body)?;
            let file = state.write_redirect().map_err(|_| 503 as Status)?;
            json_answer(&json!({ "file": file }))
        }
        "/api/make-all" => {
            let EmptyRequest {} = parse(body)?;
            making_queue::make_all(state, words);
            json_answer(&json!({}))
        }
        "/api/stop" => {
            let EmptyRequest {} = parse(body)?;
            lock(&state.queue).stop();
            let making = lock(&state.making).clone();
            if let Some(making) = making {
                making.interrupt.stop();
            }
            json_answer(&json!({}))
        }
        "/api/close" => {
            let CloseRequest { stop } = parse(body)?;
            let making = state.book_in_work().or_else(|| lock(&state.queue).next());
            let making = making.filter(|_| !stop);
            if making.is_none() {
                state.end.stop();
            }
            json_answer(&json!({ "making": making }))
        }
        _ => Err(404),
    }
}

/// Saves a draft in the folder of its book, unless another window has saved it since the page has
/// read it. Returns the status and the answer.
fn save(state: &StudioState, request: &BookRequest, words: WindowWords) -> (Status, Value) {
    // Two windows may save at the same time.
    let _saving = lock(&state.saving);
    let folder = state.options.folder.join(&request.book);
    let failed = |message: String| (200, json!({ "version": "", "message": message }));
    let mut values = request.values.clone();
    let wrong = wrong_values(&values, &state.options.folder);
    for name in &wrong {
        values.remove(name);
    }
    match Draft::read(&folder) {
        Err(problem) => return failed(words.describe(&problem.problem)),
        Ok(Some(draft)) if draft.version != request.version => {
            let message = words.say(&"another window changed this book".into());
            let values = draft.shown_values();
            return (
                409,
                json!({ "message": message, "values": values, "version": draft.version }),
            );
        }
        Ok(Some(draft)) => {
            values.extend(draft.secrets());
            let old = wrong.iter().filter_map(|name| draft.values.get_key_value(name));
            values.extend(old.map(|(name, text)| (name.clone(), text.clone())));
        }
        Ok(None) => {}
    }
    if matches!(own_puzzles(&folder), Ok(None)) {
        let seed = state.seed_of(&request.book);
        values.entry("seed".to_owned()).or_insert_with(|| seed.to_string());
    }
    match Draft::write(&state.options.folder, &request.book, &values) {
        Ok(version) => (200, json!({ "version": version, "wrong": wrong })),
        Err(e) => {
            let cannot = clause!("cannot save {}", folder.display());
            failed(words.say(&shelf::describe_change(&cannot, &e)))
        }
    }
}

fn problems(problems: &[FieldProblem], words: WindowWords) -> Value {
    let shown: Vec<_> = problems.iter().map(|problem| words.problem(problem)).collect();
    json!({ "preview": Value::Null, "problems": shown })
}

fn make_preview(state: &StudioState, request: &BookRequest, words: WindowWords) -> Value {
    let NextPreview { id, interrupt, puzzles } = lock(&state.previews).begin(&request.window);
    let cancelled = || json!({ "cancelled": true });
    let seed = state.seed_of(&request.book);
    let job = match read_job(state, &request.book, &request.values, seed) {
        Ok(job) => job,
        Err(found) => {
            let mut answer = problems(&found, words);
            let job = choices::job_of_levels(state, &request.book, &request.values);
            answer["levels"] = job.map_or(Value::Null, |job| job.levels(words.book_language()));
            return answer;
        }
    };
    // One preview of a window is made at a time: the one before has just been interrupted.
    let mut puzzles = lock(&puzzles);
    if interrupt.is_stopped() {
        return cancelled();
    }
    let made =
        Preview::make(id, &job, &state.options.folder.join(&job.book), &mut puzzles, &interrupt);
    let mut answer = match made {
        Ok(preview) => {
            let facts = preview.facts(&request.values, words);
            lock(&state.previews).keep(&request.window, preview);
            facts
        }
        Err(PreviewError::Interrupted) => return cancelled(),
        Err(PreviewError::TooLarge { puzzles, versions }) => {
            let mut facts = vec![json!(["puzzles", words.puzzles(puzzles, versions)])];
            let folder = state.options.folder.join(&job.book);
            let estimate = BookEstimate::find(&job, &folder, &interrupt);
            facts.extend(estimate.into_iter().flat_map(|estimate| estimate.facts(words)));
            json!({
                "preview": Value::Null, "problems": [], "puzzles": puzzles, "facts": facts,
            })
        }
        Err(PreviewError::Problem(problem)) => problems(&[problem], words),
    };
    answer["levels"] = job.levels(words.book_language());
    answer["imported"] = job.puzzle_file().into();
    answer["command"] = job.command().into();
    let mut values = request.values.clone();
    if let Some(seed) = job.seed() {
        values.entry("seed".to_owned()).or_insert_with(|| seed.to_string());
    }
    answer["job"] = job_text(&request.book, &values, job.seed().is_none()).into();
    answer
}

/// Sends the lines of a book that is being made, from the first one to the last one.
fn stream(
    state: &StudioState,
    mut connection: HttpConnection,
    making: &BookProduction,
) -> io::Result<()> {
    if state.readers.fetch_add(1, Ordering::SeqCst) >= MAX_READERS {
        state.readers.fetch_sub(1, Ordering::SeqCst);
        return connection.respond(Err(503));
    }
    let mut send = || {
        connection.begin(LINES)?;
        let mut known = 0;
        loop {
            let (lines, is_last) = making.lines_after(known);
            known += lines.len();
            connection.write(lines.concat().as_bytes())?;
            if is_last {
                return Ok(());
            }
        }
    };
    let sent = send();
    state.readers.fetch_sub(1, Ordering::SeqCst);
    sent
}
