//! An ordered parallel map: many threads work on a stream of items, and the results come in the
//! order of the items. `batch`, which makes puzzles, has threads of its own.
//!
//! ```text
//!   blocks ── one thread reads ──► rayon, a block at a time ──► results in order
//!             waits while 16 blocks are in progress, so that memory is bounded
//! ```
//!
//! The caller decides how many items are a block. The results of a block are available as soon as
//! it is done. So items that arrive slowly, for example from a keyboard, can be blocks of one.

use rayon::prelude::*;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, sync_channel};
use std::thread::{self, JoinHandle};
use thiserror::Error;

/// The maximum number of blocks in progress.
const MAX_BLOCKS_IN_PROGRESS: usize = 16;

/// The error of threads that cannot be started.
#[derive(Debug, Error)]
pub enum StartError {
    /// The system did not start the threads that work.
    #[error("cannot start the threads: {0}")]
    Workers(#[from] rayon::ThreadPoolBuildError),
    /// The system did not start the thread that reads.
    #[error("cannot start a thread to read: {0}")]
    Reader(#[from] std::io::Error),
}

/// The results, in the order of the items.
#[derive(Debug)]
pub struct OrderedResults<U> {
    blocks: Receiver<Receiver<Vec<U>>>,
    /// The thread that reads the blocks; `None` after it has ended.
    reader: Option<JoinHandle<()>>,
    /// The block whose results come next.
    next_block: Option<Receiver<Vec<U>>>,
    current: std::vec::IntoIter<U>,
}

/// Returns the number of threads to start, where 0 means one for each core. Rayon's own default
/// would read an environment variable.
pub fn thread_count(threads: usize) -> usize {
    match threads {
        0 => thread::available_parallelism().map_or(1, Into::into),
        threads => threads,
    }
}

/// Calls `work` for every item of every block, on `threads` threads; 0 means one for each core. The
/// results do not depend on the number of threads.
///
/// # Errors
/// If the threads cannot be started.
pub fn par_map_ordered<T, U>(
    threads: usize,
    blocks: impl Iterator<Item = Vec<T>> + Send + 'static,
    work: impl Fn(T) -> U + Send + Sync + 'static,
) -> Result<OrderedResults<U>, StartError>
where
    T: Send + 'static,
    U: Send + 'static,
{
    let pool = rayon::ThreadPoolBuilder::new().num_threads(thread_count(threads)).build()?;
    let (under_way, answers) = sync_channel(MAX_BLOCKS_IN_PROGRESS);
    let work = Arc::new(work);
    // Nobody joins this thread before it ends. If the caller drops the results, it may wait for
    // input for ever.
    let reader = thread::Builder::new().name("read".into()).spawn(move || {
        for block in blocks {
            let (done, answer) = sync_channel(1);
            let work = work.clone();
            pool.spawn(move || {
                let answers = block.into_par_iter().map(&*work).collect();
                // Sending fails if the caller has dropped the results.
                drop(done.send(answers));
            });
            if under_way.send(answer).is_err() {
                return;
            }
        }
    })?;
    let (reader, current) = (Some(reader), Vec::new().into_iter());
    Ok(OrderedResults { blocks: answers, reader, next_block: None, current })
}

impl<U> OrderedResults<U> {
    /// Returns the next result; `None` at the end. Calls `idle` before each wait, so that the
    /// caller can write the results so far.
    ///
    /// # Errors
    /// The error of `idle`.
    pub fn next<E>(&mut self, mut idle: impl FnMut() -> Result<(), E>) -> Result<Option<U>, E> {
        loop {
            if let Some(answer) = self.current.next() {
                return Ok(Some(answer));
            }
            let Some(next_block) = &self.next_block else {
                self.next_block = receive(&self.blocks, &mut idle)?;
                if self.next_block.is_none() {
                    // The blocks also end if the reader panics. Then the caller must panic too.
                    let ended = self.reader.take().map_or(Ok(()), JoinHandle::join);
                    ended.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                    return Ok(None);
                }
                continue;
            };
            let answers = receive(next_block, &mut idle)?;
            self.next_block = None;
            self.current = answers.expect("each block is answered").into_iter();
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The caller took the results before the panic for all results.
    #[test]
    #[should_panic = "the second block"]
    fn a_reader_that_panics_is_not_the_end_of_the_blocks() {
        let blocks =
            [1, 2].into_iter().map(|n| if n == 2 { panic!("the second block") } else { vec![n] });
        let mut answers = par_map_ordered(1, blocks, |n| n).unwrap();
        while answers.next(|| Ok::<(), ()>(())).unwrap().is_some() {}
    }
}
