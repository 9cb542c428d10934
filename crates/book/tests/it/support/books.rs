//! Books to test with.

use crate::support::puzzles::mixed_puzzles;
use crate::support::reference::ORDERS;
use book::{BookOptions, Section, Template, Volume};
use explainer::Rater;
use grid::{Cell, Digit, Grid, Level, Puzzle, Score};
use human::{Ladder, Rung};
use preflight::Trim;

/// Different puzzles, cheaply: a proper one with its digits, rows and columns exchanged.
pub fn puzzles(count: usize, seed: usize) -> Vec<Puzzle> {
    const LINES: [&str; 2] = [
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        "...521..36.4.....15.2.4.8...8...2....2.4.8.6....3...2...9.7.1.62.....9.57..986...",
    ];
    (0..count)
        .map(|i| {
            let n = seed * 1_000 + i;
            let old: Grid = LINES[n % 2].parse().unwrap();
            let line = |which: usize, at: usize| {
                let bands = ORDERS[which % 6];
                bands[at / 3] * 3 + ORDERS[(which / 6 + at / 3) % 6][at % 3]
            };
            let mut grid = Grid::EMPTY;
            for cell in Cell::ALL {
                let from = Cell::new(line(n / 2, cell.row()), line(n / 72, cell.column()));
                grid[cell] = old[from]
                    .map(|d| Digit::new((d.get() as usize + n / 9) as u8 % 9 + 1).unwrap());
            }
            Puzzle::prove(grid).unwrap()
        })
        .collect()
}

/// Sections of these sizes, from the easiest level up.
pub fn sections(sizes: &[usize]) -> Vec<Section> {
    Level::ALL
        .into_iter()
        .zip(sizes)
        .filter(|(_, size)| **size > 0)
        .map(|(level, &size)| Section::new(level, puzzles(size, level.index())))
        .collect()
}

/// The same with puzzles that have these levels.
pub fn true_sections(sizes: &[usize]) -> Vec<Section> {
    let mut found: Vec<Vec<Puzzle>> = vec![Vec::new(); sizes.len()];
    for puzzle in mixed_puzzles(20_000, 1) {
        let level = Score::of(&puzzle).level().index();
        if sizes.get(level).is_some_and(|size| found[level].len() < *size) {
            found[level].push(puzzle);
        }
        if found.iter().map(Vec::len).eq(sizes.iter().copied()) {
            break;
        }
    }
    let found = Level::ALL.into_iter().zip(found).filter(|(_, puzzles)| !puzzles.is_empty());
    found.map(|(level, puzzles)| Section::new(level, puzzles)).collect()
}

pub fn trim(name: &str) -> Trim {
    name.parse().unwrap()
}

pub fn imprint() -> BookOptions {
    BookOptions { author: Some("A. Müller".to_owned()), ..BookOptions::default() }
}

pub fn make(design: &str, size: &str, sections: &[Section]) -> Vec<Volume> {
    let template = Template::builtin(design).unwrap();
    book::volumes(&template, trim(size), &imprint(), sections).unwrap()
}

pub fn pdf(volume: &Volume) -> Vec<u8> {
    let mut out = Vec::new();
    let mut pages = 0;
    volume
        .write_with_progress(&mut out, &mut || {
            pages += 1;
            Ok(())
        })
        .unwrap();
    assert_eq!(pages, volume.page_count(), "each page is reported");
    out
}

/// What the reader calls each page: roman numbers, then arabic ones.
pub fn folios(volume: &Volume) -> Vec<String> {
    volume.pages().map(|page| page.folio).collect()
}

/// One puzzle so many times in each band: what is looked at is the words.
pub fn seven_bands(count: usize) -> Vec<Section> {
    let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let puzzle = crate::support::puzzles::puzzle(line);
    let rating = Rater::new().rate(&puzzle).unwrap();
    let section = |rung: Rung| Section {
        ratings: vec![rating; count].into(),
        ..Section::new(rung, vec![puzzle; count])
    };
    Ladder::Human.rungs().map(section).collect()
}
