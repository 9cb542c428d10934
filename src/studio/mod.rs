//! The studio: a local page on which a book is set up, seen, made and checked. It takes the same
//! way as the command line: texts of settings become a run.
//!
//! ```text
//! browser ─► http ─► guard ─► api ─┬─ assets    the page, a part of the program
//!                                  ├─ fields    the list of settings as a form
//!                                  ├─ book_job  texts of settings ─► job, problems, command line
//!                                  ├─ preview   the real book in memory ─► pages as SVG
//!                                  ├─ making    a run, with its lines of progress
//!                                  ├─ shelf     drafts and runs in the folder
//!                                  ├─ starts    the built-in job files
//!                                  └─ foreign   files that the browser sends
//! ```
//!
//! It listens on the loopback interface alone. The page names books and files by names of lists
//! that the studio has itself, never by a path.

mod api;
mod assets;
mod book_job;
mod fields;
mod foreign;
mod guard;
mod http;
mod making;
mod preview;
mod shelf;
mod starts;

use crate::make::seed::Seed;
use crate::run::{BookMemory, Interrupt, RunPuzzles};
use crate::store::files::output;
use guard::Guard;
use http::HttpConnection;
use jiff::Timestamp;
use making::BookProduction;
use preview::Preview;
use shelf::Draft;
use std::io;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// The number of connections that are answered at the same time.
const WORKERS: usize = 12;
/// The maximum number of connections that wait; others are closed.
const MAX_WAITING: usize = 64;
/// The interval at which the studio looks for its end.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// The options of a studio.
#[derive(Clone, Debug)]
pub struct StudioOptions {
    /// The folder of the books.
    pub folder: PathBuf,
    /// The port; 0 for a free one.
    pub port: u16,
    /// Text that names this process in lock files.
    pub holder: String,
    /// Returns the current time, for lock files.
    pub now: fn() -> String,
    /// The date that PDF/X files state instead of none.
    pub dated: Option<Timestamp>,
}

/// A studio that listens.
pub struct Studio {
    listener: TcpListener,
    state: Arc<StudioState>,
}

/// The data that all requests share.
struct StudioState {
    options: StudioOptions,
    guard: Guard,
    /// The source of the seeds of new books.
    secret: u64,
    /// The number of the newest preview that was requested.
    newest: AtomicU64,
    /// Stops the preview that is in work.
    stop_preview: Mutex<Interrupt>,
    preview: Mutex<Option<Arc<Preview>>>,
    /// The puzzles of the last preview. Locked while a preview is made.
    puzzles: Mutex<Option<Arc<RunPuzzles>>>,
    /// The last book that was begun.
    making: Mutex<Option<Arc<BookProduction>>>,
    /// The number of pages that read its progress.
    readers: AtomicUsize,
    /// Locked while a draft is saved.
    saving: Mutex<()>,
    /// What the studio remembers of the books on the shelf.
    memory: BookMemory,
    /// Set by the page, to end the studio.
    end: Interrupt,
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
    /// Listens on a port of the loopback interface.
    ///
    /// # Errors
    /// An I/O error if the port is taken or the system gives no random numbers.
    pub fn bind(options: StudioOptions) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, options.port))?;
        let port = listener.local_addr()?.port();
        let secret = || -> io::Result<String> {
            Ok(format!("{:016x}{:016x}", Seed::draw()?.0, Seed::draw()?.0))
        };
        let guard = Guard { port, token: secret()?, code: Mutex::new(Some(secret()?)) };
        let state = StudioState {
            options,
            guard,
            secret: Seed::draw()?.0,
            newest: AtomicU64::new(0),
            stop_preview: Mutex::default(),
            preview: Mutex::default(),
            puzzles: Mutex::default(),
            making: Mutex::default(),
            readers: AtomicUsize::new(0),
            saving: Mutex::default(),
            memory: BookMemory::default(),
            end: Interrupt::default(),
        };
        Ok(Self { listener, state: Arc::new(state) })
    }

    /// Returns the address of the page, with the secret of this start in its fragment.
    pub fn address(&self) -> String {
        let Guard { port, token, .. } = &self.state.guard;
        format!("http://127.0.0.1:{port}/#{token}")
    }

    /// Returns an address that leads to the page once, for the command that opens the browser.
    pub fn opening_address(&self) -> String {
        let Guard { port, code, .. } = &self.state.guard;
        format!("http://127.0.0.1:{port}/open/{}", lock(code).clone().unwrap_or_default())
    }

    /// Answers requests until the interrupt stops, or until the page ends the studio. A book that
    /// is being made is then stopped, and can be continued.
    ///
    /// # Errors
    /// An I/O error of the port, or of threads that cannot be started.
    pub fn serve(&self, interrupt: &Interrupt) -> io::Result<()> {
        let (send, receive) = sync_channel::<TcpStream>(MAX_WAITING);
        let receive = Arc::new(Mutex::new(receive));
        let mut workers = Vec::new();
        for _ in 0..WORKERS {
            let (state, receive) = (self.state.clone(), receive.clone());
            let work = move || answer_all(&state, &receive);
            workers.push(spawn("studio", work)?);
        }
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
            match self.listener.accept() {
                // A connection that finds all places taken is closed.
                Ok((stream, _)) => drop(send.try_send(stream)),
                // The client has gone, or the system has no more files to open.
                Err(_) => thread::sleep(POLL_INTERVAL),
            }
        }
        lock(&self.state.stop_preview).stop();
        let making = lock(&self.state.making).clone();
        if let Some(making) = making {
            making.interrupt.stop();
            making.wait_for_end();
        }
        drop(send);
        workers.into_iter().for_each(|worker| drop(worker.join()));
        Ok(())
    }
}

/// Answers connections until there are no more.
fn answer_all(state: &Arc<StudioState>, receive: &Mutex<Receiver<TcpStream>>) {
    loop {
        let next = lock(receive).recv();
        let Ok(stream) = next else { return };
        // The client may have gone, which concerns nobody else.
        let _ = HttpConnection::open(stream).and_then(|(head, connection)| {
            match state.guard.check(&head) {
                Ok(()) => api::answer(state, &head, connection),
                Err(status) => connection.respond(Err(status)),
            }
        });
    }
}

impl StudioState {
    /// Returns the number of a new preview, and stops older work.
    fn begin_preview(&self) -> (u64, Interrupt) {
        let mut current = lock(&self.stop_preview);
        let id = self.newest.fetch_add(1, Ordering::SeqCst) + 1;
        current.stop();
        *current = Interrupt::default();
        (id, current.clone())
    }

    /// Returns the name of the book that is being made.
    fn book_in_work(&self) -> Option<String> {
        let making = lock(&self.making).clone();
        making.filter(|making| !making.has_ended()).map(|making| making.book.clone())
    }

    /// Returns the seed of a book whose settings have none: that of its draft, or else one that
    /// stays the same while the studio runs.
    fn seed_of(&self, book: &str) -> Seed {
        let draft = Draft::read(&self.options.folder.join(book)).ok().flatten();
        let saved = draft.and_then(|draft| draft.values.get("seed")?.parse().ok());
        let new = || {
            let hash = output::sha256(format!("{} {book}", self.secret).as_bytes());
            Seed(u64::from_str_radix(&hash[..7], 16).unwrap_or_default())
        };
        saved.map_or_else(new, Seed)
    }
}
