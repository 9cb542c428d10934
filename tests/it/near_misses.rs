//! Each technique is found where the original finds it, and not after one candidate is added or taken away:
//! `tests/data/near-misses.tsv`.

use sudoku_press::grade::Rater;
use sudoku_press::grid::{Cell, Digit};
use sudoku_press::logic::{Position, Technique, TechniqueSet, next_step};
use sudoku_press::puzzle::Puzzle;

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

/// Techniques without a near miss of one candidate, and why.
const WITHOUT: [(Technique, &str); 11] = [
    (Technique::LastCell, "looks at empty cells, not at candidates"),
    (Technique::DirectClaiming, "no path of the data has it alone"),
    (Technique::HiddenQuad, "no path of the data has it alone"),
    (Technique::Bug3, "no path of the data has it alone"),
    (Technique::DynamicRegionChains, "another of its many chains remains"),
    (Technique::DynamicContradiction, "another of its many chains remains"),
    (Technique::DynamicDouble, "another of its many chains remains"),
    (Technique::DynamicPlusCellChains, "no path of the data has it"),
    (Technique::DynamicPlusRegionChains, "no path of the data has it"),
    (Technique::DynamicPlusContradiction, "no path of the data has it"),
    (Technique::DynamicPlusDouble, "no path of the data has it"),
];

#[test]
fn each_technique_is_found_and_not_found_on_a_near_miss() {
    let mut seen: Vec<Technique> = WITHOUT.map(|(technique, _)| technique).into();
    for line in include_str!("../data/near-misses.tsv").lines().skip(1) {
        let [technique, puzzle, step, change] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}");
        };
        let technique: Technique = technique.parse().unwrap();
        let puzzle = Puzzle::prove(puzzle.parse().unwrap()).unwrap();
        let before = step.parse::<usize>().unwrap() - 1;
        // `tests/it/paths.rs` holds this path against the original.
        let path = Rater::new().path(&puzzle).unwrap();
        assert_eq!(path[before].technique, technique, "{line}");
        let mut position = Position::new(puzzle.givens());
        path[..before].iter().for_each(|step| step.apply(&mut position));
        assert!(finds(&position, technique), "{line}");
        let (cell, digit) = change[1..].split_once('=').unwrap();
        let cell = Cell::ALL.into_iter().find(|known| known.to_string() == cell).unwrap();
        let digit = Digit::new(digit.parse().unwrap()).unwrap();
        let more = change.starts_with('+');
        assert_ne!(position.has(cell, digit), more, "{line}");
        assert!(!finds(&changed(&position, cell, digit, more), technique), "{line}");
        seen.push(technique);
    }
    seen.sort();
    assert_eq!(seen, Technique::ALL);
}
