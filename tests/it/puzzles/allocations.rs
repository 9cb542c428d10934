//! Puzzles of the paper's levels ask for no memory of their own, and a book of a million of them fits a small machine.

// An allocator that counts is unsafe by its trait; it does what that of the system does.
#![allow(unsafe_code)]

use book::{BookOptions, Section, Template};
use grid::Level;
use make::{Batch, Plan, Seed};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::io;
use tables::{CatalogWriter, TableFormat};

thread_local! {
    static COUNT: Cell<u64> = const { Cell::new(0) };
    static HELD: Cell<i64> = const { Cell::new(0) };
}

struct Counting;

// SAFETY: the system's allocator keeps the promises.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.set(COUNT.get() + 1);
        HELD.set(HELD.get() + layout.size() as i64);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        HELD.set(HELD.get() - layout.size() as i64);
        unsafe { System.dealloc(at, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// A block of 64 slots asks for a few lists, and the table of keys grows; a puzzle and its row ask for nothing.
#[test]
fn puzzle_of_levels_1_to_3_allocates_nothing() {
    for level in [Level::Beginner, Level::Easy, Level::Medium] {
        let plan = Plan::new(vec![(level, 3_200)]);
        let mut batch = Batch::new(plan, Seed(5), 1).unwrap();
        let mut writer = CatalogWriter::new(io::sink(), TableFormat::Csv).unwrap();
        let mut make = |count: usize| {
            let before = COUNT.get();
            for item in batch.by_ref().take(count) {
                writer.write(&item.unwrap().puzzle().unwrap().entry).unwrap();
            }
            COUNT.get() - before
        };
        make(640);
        let asked = make(2_560);
        assert!(asked <= 8 * 40, "{level}: {asked} for 40 blocks");
    }
}

/// Four million puzzles in volumes are to fit in 300 MB: 43 bytes are the puzzle, the rest its place and its pages.
#[test]
fn a_book_holds_few_bytes_for_each_puzzle() {
    const PUZZLES: usize = 40_000;
    let puzzle = crate::support::puzzles::mixed_puzzles(1, 5).next().unwrap();
    let template = Template::builtin("classic").unwrap();
    let volumes = |count| {
        let sections = [Section::new(Level::Beginner, std::iter::repeat_n(puzzle, count))];
        let trim = "6x9".parse().unwrap();
        book::volumes(&template, trim, &BookOptions::default(), &sections).unwrap()
    };
    // The faces are read once.
    drop(volumes(10));
    let before = HELD.get();
    let volumes = volumes(PUZZLES);
    let held = (HELD.get() - before) as usize;
    assert!(volumes.len() > 10 && held > 43 * PUZZLES, "{held} in {} volumes", volumes.len());
    assert!(held < 75 * PUZZLES, "{} bytes a puzzle", held / PUZZLES);
}
