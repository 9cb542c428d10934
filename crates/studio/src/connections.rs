//! The connections of the browser. Each has a thread of its own, so a client that sends or reads
//! slowly keeps nobody waiting. A fixed number of them works on answers at the same time.
//!
//! ```text
//! accept ─► head ─► guard ─┬─ refusal, or a file of the page
//!                          └─ body ─► a place to work in: api ─► answer
//! ```

use super::api::{self, RequestReply};
use super::http::{HttpConnection, RequestHead};
use super::{StudioState, assets, lock, spawn};
use std::collections::VecDeque;
use std::io;
use std::net::{Shutdown, TcpStream};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

/// The number of requests that are worked on at the same time.
const WORKERS: usize = 12;
/// The maximum number of requests that wait for that; the page sends others again.
const MAX_WAITING: usize = 64;
/// The maximum number of clients of a kind for which threads wait. The oldest one gives way to a
/// new one.
const MAX_CLIENTS: usize = 64;

/// The connections that wait for their clients, in the order of their arrival.
#[derive(Default)]
pub(super) struct ClientQueue {
    streams: VecDeque<(u64, TcpStream)>,
    arrived: u64,
}

impl ClientQueue {
    /// Adds a connection and closes the oldest one if there are too many. Returns the number of the
    /// connection.
    fn push(&mut self, stream: TcpStream) -> u64 {
        if self.streams.len() >= MAX_CLIENTS
            && let Some((_, oldest)) = self.streams.pop_front()
        {
            let _ = oldest.shutdown(Shutdown::Both);
        }
        self.arrived += 1;
        self.streams.push_back((self.arrived, stream));
        self.arrived
    }

    fn remove(&mut self, number: u64) {
        self.streams.retain(|(known, _)| *known != number);
    }

    /// Closes all connections.
    pub fn close(&mut self) {
        for (_, stream) in self.streams.drain(..) {
            let _ = stream.shutdown(Shutdown::Both);
        }
    }
}

/// A client for which a thread waits, until this is dropped.
struct AwaitedClient<'a> {
    queue: &'a Mutex<ClientQueue>,
    number: u64,
}

impl<'a> AwaitedClient<'a> {
    fn new(queue: &'a Mutex<ClientQueue>, connection: &HttpConnection) -> io::Result<Self> {
        let number = lock(queue).push(connection.try_clone()?);
        Ok(Self { queue, number })
    }
}

impl Drop for AwaitedClient<'_> {
    fn drop(&mut self) {
        lock(self.queue).remove(self.number);
    }
}

/// The requests that the guard has admitted.
#[derive(Default)]
pub(super) struct Admissions {
    counts: Mutex<RequestCounts>,
    changed: Condvar,
}

#[derive(Default)]
struct RequestCounts {
    /// All requests.
    open: usize,
    /// The requests that wait for a place to work in.
    waiting: usize,
    /// The requests that are worked on.
    working: usize,
    is_closed: bool,
}

/// An admitted request, until this is dropped.
struct Admission<'a>(&'a Admissions);

/// A place to work in, until this is dropped.
struct WorkPlace<'a>(&'a Admissions);

impl Admissions {
    fn admit(&self) -> Admission<'_> {
        lock(&self.counts).open += 1;
        Admission(self)
    }

    /// Waits for a place to work in; `None` if too many wait, or at the end.
    fn wait_for_place(&self) -> Option<WorkPlace<'_>> {
        let mut counts = lock(&self.counts);
        if counts.waiting >= MAX_WAITING {
            return None;
        }
        counts.waiting += 1;
        while counts.working >= WORKERS && !counts.is_closed {
            counts = self.changed.wait(counts).unwrap_or_else(PoisonError::into_inner);
        }
        counts.waiting -= 1;
        if counts.is_closed {
            return None;
        }
        counts.working += 1;
        Some(WorkPlace(self))
    }

    /// Refuses all later work, and waits until each client has its answer or its time is over.
    pub fn close(&self) {
        let mut counts = lock(&self.counts);
        counts.is_closed = true;
        self.changed.notify_all();
        while counts.open > 0 {
            counts = self.changed.wait(counts).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Drop for Admission<'_> {
    fn drop(&mut self) {
        lock(&self.0.counts).open -= 1;
        self.0.changed.notify_all();
    }
}

impl Drop for WorkPlace<'_> {
    fn drop(&mut self) {
        lock(&self.0.counts).working -= 1;
        self.0.changed.notify_all();
    }
}

/// Reads and answers a connection in a thread of its own.
///
/// # Errors
/// An I/O error if the system gives no thread or no second handle. The connection is then closed.
pub(super) fn accept(state: &Arc<StudioState>, stream: TcpStream) -> io::Result<()> {
    let number = lock(&state.heads).push(stream.try_clone()?);
    let reading = state.clone();
    let work = move || {
        // The client may have gone, which concerns nobody else.
        let _ = admit(&reading, stream, number);
        lock(&reading.heads).remove(number);
    };
    let started = spawn("studio", work);
    if started.is_err() {
        lock(&state.heads).remove(number);
    }
    started.map(drop)
}

/// Reads a head, and answers it.
fn admit(state: &Arc<StudioState>, stream: TcpStream, number: u64) -> io::Result<()> {
    let (head, connection) = HttpConnection::open(stream)?;
    if let Err(status) = state.guard.check(&head) {
        return connection.respond(Err(status));
    }
    if !head.target.starts_with("/api/") {
        if head.target == "/" {
            state.note_page();
        }
        return connection.respond(assets::find(&head.target));
    }
    state.remove_followed_redirect();
    let _admission = state.admissions.admit();
    // Clients without the secret do not displace this one from here on.
    lock(&state.heads).remove(number);
    answer(state, &head, connection)
}

/// Reads the body of an admitted request, and answers it. Only the work itself takes a place: no
/// client for which a thread waits does.
fn answer(
    state: &Arc<StudioState>,
    head: &RequestHead,
    mut connection: HttpConnection,
) -> io::Result<()> {
    let reply = match api::body_length(head) {
        Err(status) => RequestReply::Whole(Err(status)),
        Ok(length) => {
            let client = AwaitedClient::new(&state.clients, &connection)?;
            let body = connection.read_body(length)?;
            drop(client);
            match state.admissions.wait_for_place() {
                Some(_place) => api::answer(state, head, &body),
                None => RequestReply::Whole(Err(503)),
            }
        }
    };
    let _client = match reply {
        // Few clients may read the progress of a book, and it has no length.
        RequestReply::Progress(_) => None,
        _ => Some(AwaitedClient::new(&state.clients, &connection)?),
    };
    reply.send(state, connection)
}
