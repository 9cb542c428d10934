//! Puzzles of the paper's levels ask for no memory of their own.

// An allocator that counts is unsafe by its trait; it does what that of the system does.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::io;
use sudoku_press::make::batch::{Batch, Plan};
use sudoku_press::make::seed::Seed;
use sudoku_press::store::table::{Format, Writer};
use sudoku_press::sudoku::score::Level;

thread_local! {
    static COUNT: Cell<u64> = const { Cell::new(0) };
}

struct Counting;

// SAFETY: the system's allocator keeps the promises.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.set(COUNT.get() + 1);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        unsafe { System.dealloc(at, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// A block of 64 slots asks for a few lists, and the table of keys grows; a puzzle and its row ask for nothing.
#[test]
fn a_puzzle_of_levels_1_to_3_asks_for_no_memory() {
    for level in [Level::Beginner, Level::Easy, Level::Medium] {
        let plan = Plan::paper(vec![(level, 3_200)]);
        let mut batch = Batch::new(plan, Seed(5), 1).unwrap();
        let mut writer = Writer::new(io::sink(), Format::Csv).unwrap();
        let mut make = |count: usize| {
            let before = COUNT.get();
            for issued in batch.by_ref().take(count) {
                writer.write(&issued.unwrap().entry).unwrap();
            }
            COUNT.get() - before
        };
        make(640);
        let asked = make(2_560);
        assert!(asked <= 8 * 40, "{level}: {asked} for 40 blocks");
    }
}
