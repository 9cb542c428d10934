//! The connections of the browser. Each has a thread until its head is read and admitted, so a
//! client that sends nothing, or that was refused, keeps nobody waiting. A fixed number of workers
//! answers the requests for data.
//!
//! ```text
//! accept ─► a thread: head ─► guard ─┬─ refusal, or a file of the page
//!                                    └─ queue ─► a worker: body ─► api
//! ```

use super::http::{HttpConnection, RequestHead};
use super::{StudioState, api, assets, lock, spawn};
use std::collections::VecDeque;
use std::io;
use std::net::{Shutdown, TcpStream};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError};
use std::sync::{Arc, Mutex};

/// The number of requests that are answered at the same time.
pub(super) const WORKERS: usize = 12;
/// The maximum number of requests that wait; the page sends others again.
pub(super) const MAX_WAITING: usize = 64;
/// The maximum number of connections whose heads are read. The oldest one gives way to a new one.
const MAX_HEADS: usize = 64;

/// A request that the guard has admitted.
pub(super) type AdmittedRequest = (RequestHead, HttpConnection);

/// The connections whose heads are read, in the order of their arrival.
#[derive(Default)]
pub(super) struct HeadQueue {
    streams: VecDeque<(u64, TcpStream)>,
    arrived: u64,
}

impl HeadQueue {
    /// Adds a connection and closes the oldest one if there are too many. Returns the number of the
    /// connection.
    fn push(&mut self, stream: TcpStream) -> u64 {
        if self.streams.len() >= MAX_HEADS
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

/// Reads the head of a connection in a thread of its own.
///
/// # Errors
/// An I/O error if the system gives no thread or no second handle. The connection is then closed.
pub(super) fn accept(
    state: &Arc<StudioState>,
    stream: TcpStream,
    queue: SyncSender<AdmittedRequest>,
) -> io::Result<()> {
    let number = lock(&state.heads).push(stream.try_clone()?);
    let reading = state.clone();
    let work = move || {
        // The client may have gone, which concerns nobody else.
        let _ = admit(&reading, stream, &queue, number);
        lock(&reading.heads).remove(number);
    };
    let started = spawn("studio-head", work);
    if started.is_err() {
        lock(&state.heads).remove(number);
    }
    started.map(drop)
}

/// Reads a head, and answers it unless it asks for data, which the workers do.
fn admit(
    state: &StudioState,
    stream: TcpStream,
    queue: &SyncSender<AdmittedRequest>,
    number: u64,
) -> io::Result<()> {
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
    // A worker has the connection from here on.
    lock(&state.heads).remove(number);
    match queue.try_send((head, connection)) {
        Ok(()) => Ok(()),
        Err(TrySendError::Full((_, connection)) | TrySendError::Disconnected((_, connection))) => {
            connection.respond(Err(503))
        }
    }
}

/// Answers admitted requests until there are no more.
pub(super) fn answer_all(state: &Arc<StudioState>, queue: &Mutex<Receiver<AdmittedRequest>>) {
    loop {
        let next = lock(queue).recv();
        let Ok((head, connection)) = next else { return };
        let _ = api::answer(state, &head, connection);
    }
}
