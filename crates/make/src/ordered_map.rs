//! An ordered parallel map: many threads work on a stream of blocks of items, and the results come
//! in the order of the items.
//!
//! ```text
//!   source  A B C D ...      one thread at a time opens the next block. It waits while the queue
//!     │                      is full, so that memory is bounded
//!     ▼
//!   B  b b b b b b b b       all threads take items of the open block, so none waits for the rest
//!     │                      the thread that adds the last result sends the block
//!     ▼
//!   queue  A B               the caller takes the results, block by block
//! ```
//!
//! One thread needs no pool: the caller's own thread works on a block when the caller takes its
//! first result. A block is available as soon as it is done. So items that arrive slowly, for
//! example from a keyboard, can be blocks of one.

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};
use std::iter::{Enumerate, Fuse};
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::{thread, vec};
use thiserror::Error;

/// The error of threads that cannot be started.
#[derive(Debug, Error)]
#[error("cannot start {}: {why}", match threads { 0 => "a thread for each core".to_owned(), n => format!("{n} threads") })]
pub struct StartError {
    /// The number of threads; 0 means one for each core.
    threads: usize,
    /// The error of the system.
    why: ThreadPoolBuildError,
}

/// The threads of a task: a pool, or the caller's own thread alone.
#[derive(Debug)]
pub struct Workers(Option<ThreadPool>);

impl Workers {
    /// The maximum number of blocks of a file that wait for the caller. It bounds the memory.
    pub const MAX_FILE_BLOCKS: usize = 16;

    /// Returns the number of threads to start, where 0 means one for each core. Rayon's own default
    /// would read an environment variable.
    pub fn count(threads: usize) -> usize {
        match threads {
            0 => thread::available_parallelism().map_or(1, Into::into),
            threads => threads,
        }
    }

    /// Starts a number of threads, where 0 means one for each core, and 1 the caller's own.
    ///
    /// # Errors
    /// If the system does not start them.
    pub fn start(threads: usize) -> Result<Self, StartError> {
        let count = Self::count(threads);
        if count == 1 {
            return Ok(Self(None));
        }
        // A task that panics leaves its block without results, and then the caller panics.
        let builder = ThreadPoolBuilder::new().num_threads(count).panic_handler(|_| {});
        builder.build().map(|pool| Self(Some(pool))).map_err(|why| StartError { threads, why })
    }

    /// Calls `work` for every item of a list, and returns the results in order. Wait for the
    /// end of the results of [`Self::map_ordered`] first, because no thread is free until then.
    pub fn map_list<T: Sync, U: Send>(&self, items: &[T], work: impl Fn(&T) -> U + Sync) -> Vec<U> {
        match &self.0 {
            None => items.iter().map(work).collect(),
            Some(pool) => pool.install(|| items.par_iter().with_max_len(16).map(&work).collect()),
        }
    }

    /// Calls `work` for every item of every block. At most `ahead` blocks wait for the caller. Each
    /// thread is busy until the results end or are dropped.
    pub fn map_ordered<T: Send + 'static, U: Send + 'static>(
        &self,
        ahead: usize,
        source: impl Iterator<Item = Vec<T>> + Send + 'static,
        work: impl Fn(T) -> U + Send + Sync + 'static,
    ) -> OrderedMap<U> {
        let (sender, queue) = sync_channel(ahead);
        let source = Mutex::new(Source { blocks: source.fuse(), open: None, queue: sender });
        let shared = Arc::new(SharedWork { source, work });
        let mut own_work: Option<Box<dyn Fn() -> bool + Send>> = None;
        match &self.0 {
            None => own_work = Some(Box::new(move || shared.work_on_block())),
            Some(pool) => {
                for _ in 0..pool.current_num_threads() {
                    let shared = shared.clone();
                    pool.spawn(move || while shared.work_on_block() {});
                }
            }
        }
        OrderedMap {
            queue: Some(queue),
            next_block: None,
            current: Vec::new().into_iter(),
            own_work,
        }
    }
}

/// The results of a block; none is missing when the block is sent.
type BlockResults<U> = Vec<Option<U>>;

/// The place of a block in the queue.
enum QueuedBlock<U> {
    /// A block whose results will come.
    Open(Receiver<BlockResults<U>>),
    /// The end of the source.
    End,
}

/// An iterator over the results, in the order of the items.
pub struct OrderedMap<U> {
    /// The queue; `None` after its end.
    queue: Option<Receiver<QueuedBlock<U>>>,
    /// The block whose results come next.
    next_block: Option<Receiver<BlockResults<U>>>,
    current: vec::IntoIter<Option<U>>,
    /// Works on one block; `None` if other threads do it.
    own_work: Option<Box<dyn Fn() -> bool + Send>>,
}

impl<U> OrderedMap<U> {
    /// Returns true if the next result can be taken without waiting for it.
    pub fn is_ready(&mut self) -> bool {
        while self.current.as_slice().is_empty() {
            if let Some(block) = &self.next_block {
                match block.try_recv() {
                    Ok(results) => self.current = results.into_iter(),
                    Err(ended) => return ended == TryRecvError::Disconnected,
                }
                self.next_block = None;
            } else if let Some(queue) = &self.queue {
                match queue.try_recv() {
                    Ok(QueuedBlock::Open(block)) => self.next_block = Some(block),
                    Ok(QueuedBlock::End) => self.queue = None,
                    Err(ended) => return ended == TryRecvError::Disconnected,
                }
            } else {
                return true;
            }
        }
        true
    }
}

impl<U> Iterator for OrderedMap<U> {
    type Item = U;

    /// Waits for the next result.
    ///
    /// # Panics
    /// If the source or the work panicked.
    fn next(&mut self) -> Option<U> {
        loop {
            if let Some(result) = self.current.next() {
                return result;
            }
            if let Some(work_on_block) = &self.own_work {
                work_on_block();
            }
            let block = match self.next_block.take() {
                Some(block) => block,
                None => match self.queue.as_ref()?.recv().expect("the source does not panic") {
                    QueuedBlock::Open(block) => block,
                    QueuedBlock::End => {
                        self.queue = None;
                        return None;
                    }
                },
            };
            self.current = block.recv().expect("the work does not panic").into_iter();
        }
    }
}

/// The work that the threads share.
struct SharedWork<S: Iterator<Item = Vec<T>>, T, U, F> {
    source: Mutex<Source<S, T, U>>,
    work: F,
}

struct Source<S: Iterator<Item = Vec<T>>, T, U> {
    blocks: Fuse<S>,
    /// The block that was opened last.
    open: Option<Arc<OpenBlock<T, U>>>,
    queue: SyncSender<QueuedBlock<U>>,
}

impl<S: Iterator<Item = Vec<T>>, T, U, F: Fn(T) -> U> SharedWork<S, T, U, F> {
    /// Works on items of a block until none is left. Returns false after the last block.
    fn work_on_block(&self) -> bool {
        let Some(block) = self.join_block() else {
            return false;
        };
        while let Some((index, item)) = block.take_item() {
            block.add_result(index, (self.work)(item));
        }
        true
    }

    /// Returns the open block if it has items, or else opens the next one. Returns `None` if there
    /// is none, if the caller has dropped the results, or if another thread panicked here.
    fn join_block(&self) -> Option<Arc<OpenBlock<T, U>>> {
        let mut source = self.source.lock().ok()?;
        if let Some(open) = source.open.take()
            && open.has_items()
        {
            source.open = Some(open.clone());
            return Some(open);
        }
        let Some(items) = source.blocks.find(|items| !items.is_empty()) else {
            // Sending fails if the caller has dropped the results.
            drop(source.queue.send(QueuedBlock::End));
            return None;
        };
        let (open, results) = OpenBlock::new(items);
        source.queue.send(QueuedBlock::Open(results)).ok()?;
        let open = Arc::new(open);
        source.open = Some(open.clone());
        Some(open)
    }
}

/// A block on which several threads work.
struct OpenBlock<T, U> {
    state: Mutex<BlockState<T, U>>,
    done: SyncSender<BlockResults<U>>,
}

struct BlockState<T, U> {
    items: Enumerate<vec::IntoIter<T>>,
    results: BlockResults<U>,
    missing: usize,
}

impl<T, U> OpenBlock<T, U> {
    /// Returns a block of these items, and the channel that delivers its results.
    fn new(items: Vec<T>) -> (Self, Receiver<BlockResults<U>>) {
        let (done, receiver) = sync_channel(1);
        let missing = items.len();
        let mut results = Vec::new();
        results.resize_with(missing, || None);
        let state = BlockState { items: items.into_iter().enumerate(), results, missing };
        (Self { state: Mutex::new(state), done }, receiver)
    }

    fn state(&self) -> MutexGuard<'_, BlockState<T, U>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn has_items(&self) -> bool {
        self.state().items.len() > 0
    }

    fn take_item(&self) -> Option<(usize, T)> {
        self.state().items.next()
    }

    /// Adds the result of an item. The last result sends the block.
    fn add_result(&self, index: usize, result: U) {
        let mut state = self.state();
        state.results[index] = Some(result);
        state.missing -= 1;
        if state.missing == 0 {
            // Sending fails if the caller has dropped the results.
            drop(self.done.send(std::mem::take(&mut state.results)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// Numbers from 0 on, in blocks of these lengths.
    fn blocks(lengths: &'static [usize]) -> impl Iterator<Item = Vec<usize>> + Send {
        let mut first = 0;
        lengths.iter().map(move |len| {
            first += len;
            (first - len..first).collect()
        })
    }

    /// The threads may finish a block before the caller looks for it, or long after.
    #[test]
    fn results_are_complete_and_in_order_for_any_number_of_threads() {
        for threads in 1..6 {
            let workers = Workers::start(threads).unwrap();
            assert_eq!(workers.0.is_none(), threads == 1);
            for ahead in [1, 2, 100] {
                let source = blocks(&[3, 0, 64, 1, 1, 130, 0]);
                let work = |n: usize| (0..n % 7 * 500).fold(n, |all, _| std::hint::black_box(all));
                let mut results = workers.map_ordered(ahead, source, work);
                assert!(results.by_ref().eq(0..199), "{threads} threads, {ahead} ahead");
                assert!(results.is_ready() && results.next().is_none());
            }
            let doubled = workers.map_list(&[3, 4, 5], |n| n * 2);
            assert_eq!(doubled, [6, 8, 10]);
        }
    }

    #[test]
    fn result_is_ready_before_a_source_that_waits() {
        let (sender, receiver) = std::sync::mpsc::channel();
        let workers = Workers::start(2).unwrap();
        let mut results = workers.map_ordered(4, receiver.into_iter(), |n: usize| n + 1);
        assert!(!results.is_ready());
        sender.send(vec![1]).unwrap();
        assert_eq!(results.next(), Some(2));
        assert!(!results.is_ready());
        drop(sender);
        assert_eq!(results.next(), None);
    }

    #[test]
    fn source_is_read_no_further_than_the_queue_is_long() {
        let read = Arc::new(AtomicUsize::new(0));
        let count = read.clone();
        let source = (0..1_000).map(move |n| {
            count.fetch_add(1, Ordering::SeqCst);
            vec![n]
        });
        let mut results = Workers::start(2).unwrap().map_ordered(5, source, |n| n);
        for expected in 0..100 {
            assert_eq!(results.next(), Some(expected));
            // One block waits for its place in the queue.
            assert!(read.load(Ordering::SeqCst) <= expected + 7, "after {expected}");
        }
    }

    /// The caller took the results before a panic for all results.
    #[test]
    fn panic_of_source_or_work_is_not_the_end() {
        for threads in 1..4 {
            let workers = Workers::start(threads).unwrap();
            let taken = |source: fn(usize) -> usize, work: fn(usize) -> usize| {
                let blocks = (1..9).map(move |n| vec![source(n), 0]);
                let results = workers.map_ordered(2, blocks, work);
                std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| results.count()))
            };
            let fails = |n| if n == 5 { panic!("the fifth block") } else { n };
            assert!(taken(fails, |n| n).is_err(), "{threads} threads");
            assert!(taken(|n| n, fails).is_err(), "{threads} threads");
            assert_eq!(taken(|n| n, |n| n).ok(), Some(16), "{threads} threads");
        }
    }
}
