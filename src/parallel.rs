//! Work on a stream of things, on many threads, answered in the order in which they came. Not for
//! making puzzles: `batch` has threads of its own.
//!
//! ```text
//!   blocks ── one thread reads ──► rayon, a block at a time, order kept ──► answers in order
//!            waits when so many blocks are under way that memory would grow
//! ```
//!
//! Whoever makes the blocks decides how much is worked on together: a block is answered as soon as
//! it is done, so that what comes slowly, as from a keyboard, can be answered at once.

use rayon::prelude::*;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, sync_channel};
use std::thread;
use thiserror::Error;

/// Blocks under way before reading waits.
const AHEAD: usize = 16;

/// Threads that could not be started.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StartError {
    /// Those that work.
    #[error("cannot start the threads: {0}")]
    Workers(#[from] rayon::ThreadPoolBuildError),
    /// The one that reads.
    #[error("cannot start a thread to read: {0}")]
    Reader(#[from] std::io::Error),
}

/// The answers, in order.
#[derive(Debug)]
pub struct InOrder<U> {
    blocks: Receiver<Receiver<Vec<U>>>,
    /// The block that is being waited for.
    waiting: Option<Receiver<Vec<U>>>,
    taking: std::vec::IntoIter<U>,
}

/// Does the work for every item of every block, on so many threads; 0 is one for each core. The
/// answers do not depend on the number of threads.
///
/// # Errors
/// When the threads cannot be started.
pub fn in_order<T, U>(
    threads: usize,
    blocks: impl Iterator<Item = Vec<T>> + Send + 'static,
    work: impl Fn(T) -> U + Send + Sync + 'static,
) -> Result<InOrder<U>, StartError>
where
    T: Send + 'static,
    U: Send + 'static,
{
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()?;
    let (under_way, answers) = sync_channel(AHEAD);
    let work = Arc::new(work);
    // Not joined: when nobody wants the answers any more, it may be waiting for input for ever.
    thread::Builder::new().name("read".into()).spawn(move || {
        for block in blocks {
            let (done, answer) = sync_channel(1);
            let work = work.clone();
            pool.spawn(move || answer_block(block, &*work, &done));
            if under_way.send(answer).is_err() {
                return;
            }
        }
    })?;
    Ok(InOrder {
        blocks: answers,
        waiting: None,
        taking: Vec::new().into_iter(),
    })
}

fn answer_block<T: Send, U: Send>(
    block: Vec<T>,
    work: &(impl Fn(T) -> U + Sync),
    done: &SyncSender<Vec<U>>,
) {
    let answers = block.into_par_iter().map(work).collect();
    // Nobody listens any more when the answers were dropped.
    let _ = done.send(answers);
}

impl<U> InOrder<U> {
    /// The next answer, or `None` when there are no more. Before waiting for it, `idle` is called:
    /// there is time to show what has been answered so far.
    ///
    /// # Errors
    /// What `idle` answers.
    pub fn next<E>(&mut self, mut idle: impl FnMut() -> Result<(), E>) -> Result<Option<U>, E> {
        loop {
            if let Some(answer) = self.taking.next() {
                return Ok(Some(answer));
            }
            let Some(waiting) = &self.waiting else {
                self.waiting = receive(&self.blocks, &mut idle)?;
                if self.waiting.is_none() {
                    return Ok(None);
                }
                continue;
            };
            let answers = receive(waiting, &mut idle)?;
            self.waiting = None;
            self.taking = answers.unwrap_or_default().into_iter();
        }
    }
}

fn receive<T, E>(
    from: &Receiver<T>,
    mut idle: impl FnMut() -> Result<(), E>,
) -> Result<Option<T>, E> {
    match from.try_recv() {
        Ok(received) => Ok(Some(received)),
        Err(TryRecvError::Disconnected) => Ok(None),
        Err(TryRecvError::Empty) => {
            idle()?;
            Ok(from.recv().ok())
        }
    }
}
