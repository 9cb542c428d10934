//! Work on lists of numbered items, in blocks, on many threads. The results come in the order of
//! the items.
//!
//! ```text
//!   A 0..150 ─► A 0..64   A 64..128   A 128..150   B 0..64 ...    blocks, cut ahead of the caller
//!   B 0..70        │          │           │           │
//!                  └─ threads: each takes the next item of a block, so none waits for the rest
//!                  ▼
//!              next(): A 0..64, waits for it; then A 64..128 ...
//! ```
//!
//! One thread needs no pool: the caller's own thread makes a block when the caller takes it.

use crate::make::parallel::thread_count;
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};
use std::collections::VecDeque;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};

/// The number of items in a block.
const BLOCK_LEN: u64 = 64;
/// The number of blocks made in advance, in addition to one for each thread. It keeps the threads
/// busy while the caller waits for a disk.
const BLOCKS_AHEAD: usize = 128;

/// The blocks of several lists. `L` identifies a list, and `T` is the result of an item.
pub(super) struct OrderedBlocks<L, T> {
    /// The threads; `None` if the caller's own thread does the work.
    pub pool: Option<ThreadPool>,
    /// The items not yet started, list by list.
    pending: VecDeque<(L, Range<u64>)>,
    /// The started blocks, in order.
    in_flight: VecDeque<StartedBlock<L, T>>,
}

/// The results of a block with the numbers of their items, in any order.
type BlockResults<T> = Vec<(u64, T)>;

/// A block that is started, and its state.
struct StartedBlock<L, T> {
    list: L,
    first: u64,
    state: BlockState<T>,
}

enum BlockState<T> {
    /// Items that the caller's thread will make.
    Inline(Range<u64>),
    /// Items that the pool makes; the channel delivers their results.
    Pending(Receiver<BlockResults<T>>),
    Ready(BlockResults<T>),
}

impl<L: Copy + PartialEq + Send + 'static, T: Send + 'static> OrderedBlocks<L, T> {
    /// Prepares lists for a number of threads; 0 means one for each core, 1 the caller's.
    pub fn new(
        threads: usize,
        lists: impl IntoIterator<Item = (L, Range<u64>)>,
    ) -> Result<Self, ThreadPoolBuildError> {
        let threads = thread_count(threads);
        let pool = || ThreadPoolBuilder::new().num_threads(threads).build();
        Ok(Self {
            pool: (threads > 1).then(pool).transpose()?,
            pending: lists.into_iter().collect(),
            in_flight: VecDeque::new(),
        })
    }

    /// Returns the next item that is not started.
    pub fn next_item(&mut self) -> Option<(L, u64)> {
        while self.pending.front().is_some_and(|(_, left)| left.is_empty()) {
            self.pending.pop_front();
        }
        self.pending.front().map(|(list, left)| (*list, left.start))
    }

    /// Skips the next item that is not started.
    pub fn skip_item(&mut self) {
        if let Some((_, left)) = self.pending.front_mut() {
            left.next();
        }
    }

    /// Skips all items of a list whose results were not taken.
    pub fn skip_list(&mut self, list: L) {
        self.in_flight.retain(|block| block.list != list);
        self.pending.retain(|(other, _)| *other != list);
    }

    /// Skips all items whose results were not taken.
    pub fn clear(&mut self) {
        self.in_flight.clear();
        self.pending.clear();
    }

    /// Waits for the next block. Returns its list, its first number and its results in order.
    pub fn next(
        &mut self,
        work: &(impl Fn(L, u64) -> T + Clone + Send + 'static),
    ) -> Option<(L, u64, Vec<T>)> {
        self.start_ahead(work);
        let StartedBlock { list, first, state } = self.in_flight.pop_front()?;
        let mut results = match state {
            BlockState::Inline(items) => items.map(|number| (number, work(list, number))).collect(),
            BlockState::Pending(results) => results.recv().expect("the last thread sends a block"),
            BlockState::Ready(results) => results,
        };
        self.start_ahead(work);
        results.sort_unstable_by_key(|(number, _)| *number);
        Some((list, first, results.into_iter().map(|(_, result)| result).collect()))
    }

    /// Returns true if the next block is ready; `None` if it does not begin with this item.
    pub fn is_next_done(&mut self, list: L, first: u64) -> Option<bool> {
        let next = self.in_flight.front_mut();
        let next = next.filter(|block| block.list == list && block.first == first)?;
        if let BlockState::Pending(results) = &next.state
            && let Ok(results) = results.try_recv()
        {
            next.state = BlockState::Ready(results);
        }
        Some(matches!(next.state, BlockState::Ready(_)))
    }

    /// Starts blocks until enough of them are in flight.
    fn start_ahead(&mut self, work: &(impl Fn(L, u64) -> T + Clone + Send + 'static)) {
        let ahead = self.pool.as_ref().map_or(1, |pool| BLOCKS_AHEAD + pool.current_num_threads());
        while self.in_flight.len() < ahead
            && let Some((list, first)) = self.next_item()
            && let Some((_, left)) = self.pending.front_mut()
        {
            let items = first..left.end.min(first + BLOCK_LEN);
            left.start = items.end;
            let state = match &self.pool {
                None => BlockState::Inline(items),
                Some(pool) => {
                    let count = (items.end - items.start) as usize;
                    let threads = pool.current_num_threads().min(count);
                    let (shares, results) = SharedBlock::new(items, threads);
                    for share in shares {
                        let work = work.clone();
                        pool.spawn(move || share.work(|number| work(list, number)));
                    }
                    BlockState::Pending(results)
                }
            };
            self.in_flight.push_back(StartedBlock { list, first, state });
        }
    }
}

/// A block on which several threads work.
struct SharedBlock<T> {
    next: AtomicU64,
    end: u64,
    results: Mutex<BlockResults<T>>,
    done: Sender<BlockResults<T>>,
}

impl<T> SharedBlock<T> {
    /// Returns one `Arc` per thread and the channel that delivers the results. The iterator yields
    /// its own `Arc` last, so that a thread always drops the last reference, and then sends the
    /// results.
    fn new(
        items: Range<u64>,
        threads: usize,
    ) -> (impl Iterator<Item = Arc<Self>>, Receiver<BlockResults<T>>) {
        let (done, results) = channel();
        let Range { start, end } = items;
        let block = Self { next: start.into(), end, results: Mutex::default(), done };
        (std::iter::repeat_n(Arc::new(block), threads), results)
    }

    /// Works on items until none is left. The last thread sends the results.
    fn work(self: Arc<Self>, work: impl Fn(u64) -> T) {
        let next =
            || Some(self.next.fetch_add(1, Ordering::Relaxed)).filter(|&item| item < self.end);
        let mut own: BlockResults<T> =
            std::iter::from_fn(next).map(|item| (item, work(item))).collect();
        self.results.lock().unwrap_or_else(PoisonError::into_inner).append(&mut own);
        if let Some(Self { results, done, .. }) = Arc::into_inner(self) {
            // Sending fails if the caller has dropped the blocks.
            drop(done.send(results.into_inner().unwrap_or_else(PoisonError::into_inner)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The threads may finish before the thread that started them drops its own reference. Then the
    /// block was lost with its results, and a run of two puzzles ended with none and exit code 0.
    #[test]
    fn a_block_is_sent_however_quick_its_threads_are() {
        for threads in 1..4 {
            let (shares, results) = SharedBlock::new(3..8, threads);
            for share in shares {
                share.work(|number| number * 10);
            }
            let results = results.try_recv().unwrap();
            assert_eq!(results, [(3, 30), (4, 40), (5, 50), (6, 60), (7, 70)]);
        }
    }

    #[test]
    fn blocks_of_several_lists_come_in_order_for_any_number_of_threads() {
        for threads in 1..4 {
            let lists = [('a', 0..150), ('b', 5..5), ('c', 7..80)];
            let mut blocks = OrderedBlocks::new(threads, lists).unwrap();
            let work = |list, number| format!("{list}{number}");
            let mut all = Vec::new();
            while let Some((list, first, results)) = blocks.next(&work) {
                assert_eq!(results[0], format!("{list}{first}"));
                all.extend(results);
                if list == 'a' && first == 64 {
                    blocks.skip_list('a');
                }
            }
            let expected = (0..128).map(|number| format!("a{number}"));
            let expected = expected.chain((7..80).map(|number| format!("c{number}")));
            assert_eq!(all, expected.collect::<Vec<_>>(), "{threads} threads");
        }
    }
}
