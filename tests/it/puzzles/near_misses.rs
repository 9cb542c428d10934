//! Each technique is found on a case, and not after one candidate is added or taken away: `tests/data/near-misses.tsv`.

use sudoku_press::human::grade::Rater;
use sudoku_press::human::logic::{Position, Technique, TechniqueSet, next_step};
use sudoku_press::sudoku::grid::{Cell, Digit, Grid};
use sudoku_press::sudoku::puzzle::Puzzle;

/// Whether a technique finds anything by itself.
fn finds(position: &Position, technique: Technique) -> bool {
    let mut only = TechniqueSet::NONE;
    only.insert(technique);
    next_step(position, only).is_some()
}

/// The position with one candidate more, or less.
fn changed(position: &Position, cell: Cell, digit: Digit, more: bool) -> Position {
    Position::with_candidates(position.grid(), |open| {
        let mut set = position.candidates(open);
        match more {
            _ if open != cell => {}
            true => _ = set.insert(digit),
            false => set.remove(digit),
        }
        set
    })
}

/// Techniques whose case is before a step of another technique: no path has a near miss of their own steps.
const BEFORE_ANOTHER: [Technique; 10] = [
    Technique::DirectClaiming,
    Technique::HiddenQuad,
    Technique::Bug3,
    Technique::DynamicRegionChains,
    Technique::DynamicContradiction,
    Technique::DynamicDouble,
    Technique::DynamicPlusCellChains,
    Technique::DynamicPlusRegionChains,
    Technique::DynamicPlusContradiction,
    Technique::DynamicPlusDouble,
];

#[test]
fn each_technique_is_found_and_not_found_on_a_near_miss() {
    let mut seen = vec![Technique::LastCell];
    for line in include_str!("../../data/near-misses.tsv").lines().skip(1) {
        let [technique, puzzle, step, change] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}");
        };
        let technique: Technique = technique.parse().unwrap();
        let puzzle = Puzzle::prove(puzzle.parse().unwrap()).unwrap();
        let before = step.parse::<usize>().unwrap() - 1;
        // `tests/it/puzzles/paths.rs` holds this path against the original.
        let path = Rater::new().path(&puzzle).unwrap();
        let is_next = path[before].technique == technique;
        assert_eq!(is_next, !BEFORE_ANOTHER.contains(&technique), "{line}");
        let mut position = Position::new(puzzle.givens());
        path[..before].iter().for_each(|step| step.apply(&mut position));
        assert!(finds(&position, technique), "{line}");
        let (cell, digit) = change[1..].split_once('=').unwrap();
        let cell = Cell::ALL.into_iter().find(|known| known.to_string() == cell).unwrap();
        let digit = Digit::new(digit.parse().unwrap()).unwrap();
        let more = change.starts_with('+');
        assert_ne!(position.has_candidate(cell, digit), more, "{line}");
        assert!(!finds(&changed(&position, cell, digit, more), technique), "{line}");
        seen.push(technique);
    }
    seen.sort();
    assert_eq!(seen, Technique::ALL);
}

#[test]
fn a_last_cell_is_not_found_where_two_are_empty() {
    for (row, expected) in [("12345678.", true), ("1234567..", false)] {
        let grid: Grid = format!("{row}{}", ".".repeat(72)).parse().unwrap();
        assert_eq!(finds(&Position::new(&grid), Technique::LastCell), expected, "{row}");
    }
}

#[test]
fn a_hidden_single_is_not_found_where_one_cell_is_empty() {
    // The block of r1c9 has one empty cell in the first case, and two in the second.
    for (row, expected) in [("12345678.", false), ("1234567..", true)] {
        let below = "......456......123.......9.";
        let grid: Grid = format!("{row}{below}{}", ".".repeat(45)).parse().unwrap();
        let position = Position::new(&grid);
        let at_corner = |technique| {
            let mut only = TechniqueSet::NONE;
            only.insert(technique);
            let step = next_step(&position, only);
            step.is_some_and(|step| step.placement.is_some_and(|(cell, _)| cell == Cell::new(0, 8)))
        };
        assert_eq!(at_corner(Technique::HiddenSingleBlock), expected, "{row}");
    }
}
