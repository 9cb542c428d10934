//! The studio: owns a local page on which a book is set up, seen, made and checked. It takes the
//! same way as the command line: texts of settings become a run. Knows no terminal and no network.
//!
//! ```text
//! browser ─► connections ─► http ─► guard ─┬─ assets   the page, a part of the program
//!                                          └─ api
//!
//!                              api ─┬─ fields    the list of settings as a form
//!                                   ├─ choices   choices that take others back
//!                                   ├─ book_job  texts of settings ─► job, problems, command line
//!                                   ├─ preview   the real book in memory ─► pages as SVG
//!                                   ├─ estimate  what a book costs that is too large for it
//!                                   ├─ making    a run, with its lines of progress
//!                                   ├─ making_queue     the books that wait for it
//!                                   ├─ shelf, shelf_orders     drafts and runs in the folder
//!                                   ├─ starts    the built-in job files
//!                                   ├─ names     names that books and files may have
//!                                   ├─ words     texts and messages in the window's language
//!                                   └─ foreign   files that the browser sends
//!
//!        folder_claim: one studio for a folder, which a second start finds
//!        preview, making, foreign ─► judged_files ─► a child process that may end
//! ```
//!
//! It listens on the loopback interface alone. The page names books and files by names of lists
//! that the studio has itself, never by a path.
//!
//! ```
//! use sudoku_press_studio::{Studio, StudioOptions, StudioStart};
//!
//! let folder = std::env::temp_dir().join(format!("studio-{}", std::process::id()));
//! std::fs::create_dir_all(&folder)?;
//! let options = StudioOptions {
//!     folder: folder.clone(),
//!     port: Some(0),
//!     work: vec![folder.clone()],
//!     reader: None,
//!     holder: "an example".to_owned(),
//!     now: || "2026-11-29 10:00".to_owned(),
//!     dated: None,
//!     exit_code: |_| 1,
//!     open: |_| false,
//! };
//! let StudioStart::Listening(studio) = Studio::start(options)? else { panic!("it is open") };
//! assert!(studio.address().starts_with("http://127.0.0.1:"));
//! # drop(studio);
//! # std::fs::remove_dir_all(folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod api;
mod assets;
mod book_job;
mod book_look;
mod choices;
mod connections;
mod cover_places;
mod editions;
mod estimate;
mod fields;
mod folder_claim;
mod foreign;
mod guard;
mod http;
mod judged_files;
mod making;
mod making_queue;
mod names;
mod page_puzzles;
mod preview;
mod puzzle_files;
mod puzzle_search;
mod shelf;
mod shelf_orders;
mod starts;
mod versions;
mod words;
mod zip_files;

use ::words::{Clause, clause};
use connections::{Admissions, ClientQueue};
use files::output::AtomicFile;
use files::{Checksum, PrivateFile, StagedChange, fs_path, refuse_links_below};
pub use folder_claim::OpenStudio;
use folder_claim::{ClaimResult, FolderClaim};
use guard::Guard;
use jiff::Timestamp;
use jobs::{BookMemory, Interrupt, RunError};
use judged_files::FileJudge;
use make::Seed;
use making::BookProduction;
use making_queue::MakingQueue;
use preview::PreviewWindows;
use proof::isolation::ChildProgram;
use shelf::Draft;
use std::io;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicUsize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// The interval at which the studio looks for its end.
const POLL_INTERVAL: Duration = Duration::from_millis(50);
/// The ports from which folders have their usual one. Systems give none of them to others unasked.
const USUAL_PORTS: std::ops::Range<u16> = 20_000..30_000;

/// The options of a studio.
#[derive(Clone, Debug)]
pub struct StudioOptions {
    /// The folder of the books. No symlink below it is followed.
    pub folder: PathBuf,
    /// The port; 0 for a free one. `None` takes the usual port of the folder, so that the browser
    /// finds again what it has kept for the page, or a free one if that is taken.
    pub port: Option<u16>,
    /// The folders for private files, such as one that is being checked; the first one that can be
    /// written is used.
    pub work: Vec<PathBuf>,
    /// The program that reads files of others in a process of its own; without one, a hostile
    /// file may end this process.
    pub reader: Option<ChildProgram>,
    /// Text that names this process in lock files.
    pub holder: String,
    /// Returns the current time, for lock files.
    pub now: fn() -> String,
    /// The date that PDF/X files state instead of none.
    pub dated: Option<Timestamp>,
    /// Returns the exit code of the command line for an error of making a book.
    pub exit_code: fn(&RunError) -> u8,
    /// Opens a file or a folder on the desktop; false if there is none.
    pub open: fn(&Path) -> bool,
}

/// A studio that listens.
pub struct Studio {
    listener: TcpListener,
    state: Arc<StudioState>,
    /// True if the usual port of the folder is taken by a program that is no studio of this user.
    has_other_port: bool,
    /// The lock of the folder, with a record that leads a second start to this studio.
    _claim: Option<FolderClaim>,
}

/// The start of a studio.
pub enum StudioStart {
    /// A new studio listens.
    Listening(Studio),
    /// Another process of this user has the folder open already.
    Open(OpenStudio),
}

/// The data that all requests share.
struct StudioState {
    options: StudioOptions,
    guard: Guard,
    judge: FileJudge,
    /// The source of the seeds of new books.
    secret: u64,
    /// The file that tells the browser the address, until the browser has used it.
    redirect: Mutex<Option<Redirect>>,
    /// The connections whose heads are read.
    heads: Mutex<ClientQueue>,
    /// The connections whose bodies are read, and those that take answers.
    clients: Mutex<ClientQueue>,
    admissions: Admissions,
    previews: Mutex<PreviewWindows>,
    /// The last book that was begun.
    making: Mutex<Option<Arc<BookProduction>>>,
    /// The books that are made after it.
    queue: Mutex<MakingQueue>,
    /// The number of pages that read its progress.
    readers: AtomicUsize,
    /// Locked while a draft is saved.
    saving: Mutex<()>,
    /// The memory of the books on the shelf.
    memory: BookMemory,
    /// Set by the page, to end the studio.
    end: Interrupt,
}

/// A file that tells the browser the address.
struct Redirect {
    file: PrivateFile,
    /// The number of starts that have its path, and whose browsers have not read the page yet.
    waiting: usize,
}

/// Locks a value. A thread that has panicked leaves the value usable.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts a thread with a name.
fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<JoinHandle<()>> {
    thread::Builder::new().name(name.to_owned()).spawn(work)
}

impl Studio {
    /// Listens on a port of the loopback interface, unless a studio of this user has the folder
    /// open already.
    ///
    /// # Errors
    /// An I/O error if the port is taken or the system gives no random numbers, and
    /// [`io::ErrorKind::TimedOut`] if a studio has the folder open and does not answer.
    pub fn start(options: StudioOptions) -> io::Result<StudioStart> {
        let key = folder_key(&refuse_links_below(&options.folder)?);
        let claim = match folder_claim::claim(&options, &key)? {
            ClaimResult::Open(studio) => return Ok(StudioStart::Open(studio)),
            ClaimResult::Free(claim) => claim,
        };
        // A disk that fails may work at the next look at the shelf.
        let _ = sweep(&options);
        let (listener, has_other_port) = listen(options.port, &key)?;
        let port = listener.local_addr()?.port();
        let token = format!("{:016x}{:016x}", Seed::draw()?.0, Seed::draw()?.0);
        let guard = Guard { port, token };
        // Without its record, no later start could find this studio.
        let claim = claim.filter(|claim| claim.record(&guard).is_ok());
        let state = StudioState {
            judge: FileJudge::new(options.reader.clone()),
            options,
            guard,
            secret: Seed::draw()?.0,
            redirect: Mutex::default(),
            heads: Mutex::default(),
            clients: Mutex::default(),
            admissions: Admissions::default(),
            previews: Mutex::default(),
            making: Mutex::default(),
            queue: Mutex::default(),
            readers: AtomicUsize::new(0),
            saving: Mutex::default(),
            memory: BookMemory::default(),
            end: Interrupt::default(),
        };
        let state = Arc::new(state);
        Ok(StudioStart::Listening(Self { listener, state, has_other_port, _claim: claim }))
    }

    /// Returns true if the usual port of the folder is taken, which may be by the studio of another
    /// user.
    pub fn has_other_port(&self) -> bool {
        self.has_other_port
    }

    /// Returns the address of the page, with the secret of this start in its fragment.
    pub fn address(&self) -> String {
        self.state.guard.address()
    }

    /// Writes a file that leads a browser to the page, and returns its path. Other users of the
    /// machine can read command lines, so the address itself must not stand there. The file is
    /// removed when the browser has used it, or at the end.
    ///
    /// # Errors
    /// An I/O error if no folder for private files can be written.
    pub fn write_redirect(&self) -> io::Result<PathBuf> {
        self.state.write_redirect()
    }

    /// Answers requests until the interrupt stops, or until the page ends the studio. A book that
    /// is being made is then stopped, and can be continued.
    ///
    /// # Errors
    /// An I/O error of the port, or of threads that cannot be started.
    pub fn serve(&self, interrupt: &Interrupt) -> io::Result<()> {
        let address = self.listener.local_addr()?;
        let (page_end, signal) = (self.state.end.clone(), interrupt.clone());
        let has_ended = move || page_end.is_stopped() || signal.is_stopped();
        let is_over = has_ended.clone();
        spawn("studio-end", move || {
            while !is_over() {
                thread::sleep(POLL_INTERVAL);
            }
            // Wakes the loop below, which waits for a connection.
            drop(TcpStream::connect(address));
        })?;
        while !has_ended() {
            let accepted = self.listener.accept();
            let read = accepted.and_then(|(stream, _)| connections::accept(&self.state, stream));
            if read.is_err() {
                // The client has gone, or the system has no more files or threads.
                thread::sleep(POLL_INTERVAL);
            }
        }
        lock(&self.state.heads).close();
        lock(&self.state.previews).stop();
        lock(&self.state.queue).stop();
        let making = lock(&self.state.making).clone();
        if let Some(making) = making {
            making.interrupt.stop();
            making.wait_for_end();
        }
        self.state.admissions.close();
        drop(lock(&self.state.redirect).take());
        Ok(())
    }
}

/// Listens on this port, or on the usual one of the folder with this key. Returns true if the usual
/// port is taken.
fn listen(port: Option<u16>, key: &str) -> io::Result<(TcpListener, bool)> {
    if let Some(port) = port {
        return Ok((listen_on(port)?, false));
    }
    match listen_on(usual_port(key)) {
        Ok(listener) => Ok((listener, false)),
        Err(_) => Ok((listen_on(0)?, true)),
    }
}

fn listen_on(port: u16) -> io::Result<TcpListener> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, port))
}

/// Returns a name for a folder, which follows from its path without symlinks.
fn folder_key(folder: &Path) -> String {
    Checksum::from_bytes(folder.to_string_lossy().as_bytes()).text()
}

/// Returns the usual port of a folder, which follows from its key.
fn usual_port(key: &str) -> u16 {
    let number = u32::from_str_radix(&key[..7], 16).unwrap_or_default();
    let offset = number % u32::from(USUAL_PORTS.end - USUAL_PORTS.start);
    USUAL_PORTS.start + offset as u16
}

/// Completes the changes that a crash has left in a folder of books, and removes what was not
/// complete: working files of drafts and uploads, and copies of files of users.
fn sweep(options: &StudioOptions) -> io::Result<()> {
    PrivateFile::sweep(&options.work);
    StagedChange::complete_all(&options.folder)?;
    for name in fs_path::entry_names(&options.folder)? {
        let folder = options.folder.join(&name);
        if book_job::is_found(&options.folder, &name) && Draft::is_in(&folder) {
            AtomicFile::sweep_dir(&folder);
        }
    }
    Ok(())
}

impl StudioState {
    /// Begins a change of the folder of books.
    ///
    /// # Errors
    /// A message if the folder cannot be written.
    fn begin_change(&self) -> Result<StagedChange, Clause> {
        let folder = &self.options.folder;
        StagedChange::begin(folder)
            .map_err(|e| clause!("{}: {}", clause!("cannot save {}", folder.display()), e))
    }

    /// Writes the file that leads a browser to the page, unless there is one that the browser of
    /// another start will read. Returns its path.
    fn write_redirect(&self) -> io::Result<PathBuf> {
        let mut redirect = lock(&self.redirect);
        if let Some(Redirect { file, waiting }) = &mut *redirect
            && *waiting > 0
        {
            *waiting += 1;
            return Ok(file.path().to_owned());
        }
        let address = self.guard.address();
        let html = format!(
            "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
             <title>sudoku-press studio</title>\
             <meta name=\"referrer\" content=\"no-referrer\">\
             <meta http-equiv=\"refresh\" content=\"0; url={address}\"></head>\n\
             <body><a href=\"{address}\">sudoku-press studio</a></body></html>\n"
        );
        let file = PrivateFile::write(&self.options.work, "studio.html", html.as_bytes())?;
        let path = file.path().to_owned();
        *redirect = Some(Redirect { file, waiting: 1 });
        Ok(path)
    }

    /// Notes that a browser has read the page.
    fn note_page(&self) {
        if let Some(redirect) = &mut *lock(&self.redirect) {
            redirect.waiting = redirect.waiting.saturating_sub(1);
        }
    }

    /// Removes the file that leads to the page, once a page that has the secret is open. An older
    /// page has the secret too, so the browser of each start must have read the page since.
    fn remove_followed_redirect(&self) {
        drop(lock(&self.redirect).take_if(|redirect| redirect.waiting == 0));
    }

    /// Returns the name of the book that is being made.
    fn book_in_work(&self) -> Option<String> {
        self.work_and_queue().0
    }

    /// Returns the book that is being made, and the queue at the same moment: a book that has left
    /// the queue is being made, or was.
    fn work_and_queue(&self) -> (Option<String>, MakingQueue) {
        let making = lock(&self.making);
        let queue = lock(&self.queue).clone();
        let in_work = making.as_ref().filter(|making| !making.has_ended());
        (in_work.map(|making| making.book.clone()), queue)
    }

    /// Returns a guard during which no book is begun.
    ///
    /// # Errors
    /// A message if this book is being made.
    fn pause_making(
        &self,
        book: &str,
    ) -> Result<MutexGuard<'_, Option<Arc<BookProduction>>>, Clause> {
        let making = lock(&self.making);
        if making.as_ref().is_some_and(|making| !making.has_ended() && making.book == book) {
            return Err("this book is being made; stop it first".into());
        }
        Ok(making)
    }

    /// Returns the seed of a book whose settings have none: that of its draft, or else one that
    /// stays the same while the studio runs.
    fn seed_of(&self, book: &str) -> Seed {
        let draft = Draft::read(&self.options.folder.join(book)).ok().flatten();
        let saved = draft.and_then(|draft| draft.values.get("seed")?.parse().ok());
        saved.map_or_else(|| self.new_seed(book), Seed)
    }

    /// Returns the seed of a new book.
    fn new_seed(&self, book: &str) -> Seed {
        let hash = Checksum::from_bytes(format!("{} {book}", self.secret).as_bytes()).text();
        Seed(u64::from_str_radix(&hash[..7], 16).unwrap_or_default())
    }
}
